import { golden } from "./_golden.ts";

golden("sample.m");
golden("objc.h");
