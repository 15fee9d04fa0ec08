import { golden } from "./_golden.ts";

golden("my-comp.vue");
golden("Options.vue");
