/** The constructs that the samples lack: nested, generic, decorated, overloaded, anonymous but assigned, exported in all ways, documented in every form. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { golden } from "./_golden.ts";

for (const file of readdirSync(join(import.meta.dir, "fixtures")).sort())
  if (file.startsWith("more.") && !file.endsWith(".facts")) golden(file);
