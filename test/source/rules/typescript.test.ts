import { golden } from "./_golden.ts";

golden("sample.ts");
golden("sample.tsx");
