/** `bun run try`: installs, builds the binary for this machine, indexes this repository and answers a question about it. */
import { join } from "node:path";
import { step } from "./steps.ts";

const top = join(import.meta.dir, "..");
const binary = join("dist", `manifold-linux-${process.arch}`);
step("install", ["bun", "install", "--frozen-lockfile"]);
step("build the binary for this machine", ["bun", "scripts/build.ts", "--target", process.arch]);
step("index this repository", [join(top, binary), "index", "."]);
step('manifold q "how is a damaged index noticed and rebuilt?"', [
  join(top, binary),
  "q",
  "how is a damaged index noticed and rebuilt?",
  "-k",
  "3",
]);
step('manifold q "what calls readSourceSync()"', [join(top, binary), "q", "what calls readSourceSync()", "-k", "5"]);
console.error(`\nThe binary is ${binary}: copy it anywhere on your PATH as \`manifold\`.`);
