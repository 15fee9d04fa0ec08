/** What extraction finds in the fixtures of each language is what is committed beside them. */

import { FIXTURES } from "./_fixtures.ts";
import { golden } from "./_golden.ts";

for (const fixture of FIXTURES) golden(fixture);
