import { golden } from "./_golden.ts";

golden("sample.c");
golden("header.h");
