import { beforeAll, describe, expect, test } from "bun:test";
import { runPass } from "../../../../src/lang/engine/pass.ts";
import type { Role, RuleSet } from "../../../../src/lang/engine/rules/_rules.ts";
import { LANGUAGES, loadGrammars, loadRules, parseWith } from "../../../../src/lang/languages.ts";
import { FIXTURES } from "../../_fixtures.ts";

const listed = (roles: Role | readonly Role[]): readonly Role[] => (Array.isArray(roles) ? roles : [roles as Role]);
const needs = (role: Role): readonly string[] => ("needs" in role ? (role.needs ?? []) : []);

/** The same rules whose roles say nothing of the words that they need. */
function without({ nodes, ...rest }: RuleSet): RuleSet {
  const bare = (role: Role): Role => ("needs" in role ? ({ ...role, needs: undefined } as Role) : role);
  return { ...rest, nodes: Object.fromEntries(Object.entries(nodes).map(([kind, roles]) => [kind, listed(roles).map(bare)])) };
}

await loadRules();
const ruled = LANGUAGES.filter(({ rules }) =>
  Object.values(rules?.value?.nodes ?? {})
    .flatMap(listed)
    .some((role) => needs(role).length > 0),
);

/** One text for each word: what has it, and nothing else that is needed. */
const TEXTS = [
  "const a = require('./a');\nconst { b } = await import('./b');\n",
  "inherits(Foo, Bar);\nutil.inherits(Baz, Foo);\n",
  "Object.setPrototypeOf(Foo.prototype, Bar.prototype);\nsetPrototypeOf(o, p);\n",
  "Foo.prototype = { add() {} };\nFoo.prototype = Object.create(Bar.prototype);\nFoo.prototype.a = Foo.prototype.b;\nObject.assign(Foo.prototype, Bar);\n",
  "module.exports = class Foo {};\nexports.a = 1;\nconst all = module.exports;\nexports.f = function () {};\n",
  "let a = 1, b = 2;\na = function () { this.c = () => 1; };\n",
];

beforeAll(() => loadGrammars(ruled.map(({ name }) => name)));

describe("roles that a text cannot have", () => {
  test("are those of some languages", () => {
    expect(ruled.map(({ name }) => name)).toEqual(["javascript", "tsx", "typescript"]);
  });

  test.each(ruled.map((row) => [row.name, row] as const))("change nothing where they are left out: %s", (_, { grammar, rules }) => {
    const files = FIXTURES.filter(({ name }) => /\.(?:[cm]?[jt]sx?)$/.test(name));
    expect(files.length).toBeGreaterThan(3);
    for (const text of [...TEXTS, ...files.map(({ text }) => text)]) {
      const nodes = parseWith(grammar!, text, rules!.value!)!.nodes;
      expect(runPass(text, nodes, rules!.value!)).toEqual(runPass(text, nodes, without(rules!.value!)));
    }
  });
});
