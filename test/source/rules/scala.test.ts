import { golden } from "./_golden.ts";

golden("sample.scala");
golden("scala3.scala");
