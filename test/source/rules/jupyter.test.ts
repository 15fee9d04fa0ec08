import { golden } from "./_golden.ts";

golden("sample.ipynb");
