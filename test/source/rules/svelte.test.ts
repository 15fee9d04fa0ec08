import { golden } from "./_golden.ts";

golden("Thing.svelte");
