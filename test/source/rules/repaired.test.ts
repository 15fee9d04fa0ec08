/** Constructs that a grammar cannot read: what stands around them must be there all the same. */
import { golden } from "./_golden.ts";

golden("flags.cc");
golden("mixed.mm");
golden("annotated.dart");
golden("macros.cc");
golden("macros.c");
golden("annotated.kt");
golden("flags.zsh");
