import { golden } from "./_golden.ts";

golden("fences.md");
golden("tables.py");
