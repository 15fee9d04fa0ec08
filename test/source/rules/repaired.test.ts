/** Constructs that a grammar cannot read: what stands around them must be there all the same. */
import { golden } from "./_golden.ts";

golden("flags.cc");
golden("mixed.mm");
golden("annotated.dart");
