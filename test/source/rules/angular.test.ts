import { golden } from "./_golden.ts";

golden("card.component.html");
