import { golden } from "./_golden.ts";

golden("sample.ml");
golden("sample.mli");
