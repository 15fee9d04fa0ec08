import { golden } from "./_golden.ts";

golden("sample.sql");
golden("procedures.sql");
