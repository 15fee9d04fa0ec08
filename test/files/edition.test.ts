import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { SECRET_EDITION } from "../../src/files/secrets.ts";

const RULES = [
  "secrets.ts",
  "secret_names.ts",
  "commands.ts",
  "assigned.ts",
  "placed.ts",
  "values.ts",
  "words.ts",
  "issued.ts",
  "keys.ts",
  "secret_rules.json",
];

test("the edition of the secrets' rules changes with them: an index keeps which files hold none", () => {
  const texts = RULES.map((name) => readFileSync(`${import.meta.dir}/../../src/files/${name}`, "utf8"));
  const edition = Bun.hash.wyhash(texts.join("\0").replace(/^export const SECRET_EDITION.*$/m, "")).toString(16);
  expect(SECRET_EDITION).toBe(edition);
});
