/** Uses that lead from one member into another, in every ecosystem: what is joined, what is not, and what is said of versions and claims. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openMembers } from "../../../src/fleet/member.ts";
import { manifestsOf } from "../../../src/fleet/stitch/manifests.ts";
import { type Stitch, Stitching } from "../../../src/fleet/stitch/stitch.ts";
import { factsOf } from "../../../src/query/impact/definitions.ts";
import { type Files, Workspace } from "../_workspace.ts";

const made: Workspace[] = [];
afterAll(() => {
  for (const one of made) one[Symbol.dispose]();
});

/** Asks the stitching of some repositories. */
async function stitched<T>(repositories: Record<string, Files>, ask: (stitching: Stitching) => T): Promise<T> {
  const workspace = new Workspace(repositories);
  made.push(workspace);
  const names = Object.keys(repositories);
  const members = await openMembers(
    names.map((name) => ({ name, root: join(workspace.root, name), origin: "fleet" as const })),
    { quiet: true, terminal: false },
  );
  const stitching = new Stitching(members.opened);
  try {
    return ask(stitching);
  } finally {
    stitching.close();
    members.close();
  }
}

const line = ({ from, to, kind, resolution }: Stitch): string =>
  `${from.member}/${from.path}:${from.line} ${kind} ${to.member}/${to.symbol.path} ${to.symbol.at === 0 ? "" : `${to.symbol.qualified} `}${resolution}`;

/** All uses between some repositories, imports of files left out. */
const uses = (repositories: Record<string, Files>): Promise<string[]> =>
  stitched(repositories, (stitching) =>
    [...stitching.stitches()].filter(({ kind, to }) => kind !== "imports" || to.symbol.at > 0).map(line),
  );

/** A library, who uses it, and what is joined. */
const ECOSYSTEMS: Record<string, { library: Files; app: Files; joined: string[] }> = {
  npm: {
    library: {
      "package.json":
        '{"name": "@acme/money", "version": "2.1.0", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"}, "./format": "./dist/format.js"}}',
      "src/index.ts":
        'export { format } from "./format.ts";\nexport class Money {\n  plus(other: Money): Money { return other; }\n}\nexport default function total(): number { return 1; }\n',
      "src/format.ts": "export function format(): string { return hidden(); }\nfunction hidden(): string { return ''; }\n",
      "src/inner.ts": "export function secret(): void {}\n",
    },
    app: {
      "package.json": '{"name": "shop", "dependencies": {"@acme/money": "^2.0.0"}}',
      "src/a.ts":
        'import sum, { Money, format as show } from "@acme/money";\nimport { secret } from "@acme/money/inner";\nexport function pay(): void {\n  const price = new Money();\n  price.plus(price);\n  show();\n  sum();\n  secret();\n}\n',
      "src/b.ts": "function format(): string { return ''; }\nexport const x = format();\nexport function plus(): void {}\n",
    },
    joined: [
      "app/src/a.ts:1 imports library/src/format.ts format exact",
      "app/src/a.ts:1 imports library/src/index.ts Money exact",
      "app/src/a.ts:1 imports library/src/index.ts total exact",
      "app/src/a.ts:4 calls library/src/index.ts Money exact",
      "app/src/a.ts:5 calls library/src/index.ts Money.plus typed",
      "app/src/a.ts:6 calls library/src/format.ts format exact",
      "app/src/a.ts:7 calls library/src/index.ts total exact",
    ],
  },
  go: {
    library: {
      "go.mod": "module example.com/acme/money/v2\n\ngo 1.22\n",
      "money.go":
        "package money\n\ntype Money struct{}\n\nfunc New() *Money { return &Money{} }\n\nfunc (m *Money) Plus() *Money { return m }\n",
      "internal/deep.go": "package internal\n\nfunc New() int { return 1 }\n",
    },
    app: {
      "go.mod": "module example.com/shop\n\nrequire example.com/acme/money/v2 v2.3.0\n",
      "main.go":
        'package main\n\nimport "example.com/acme/money/v2"\n\nfunc make() *money.Money { return money.New() }\n\nfunc main() {\n\tmake().Plus()\n}\n',
      "other.go": "package main\n\ntype pot struct{}\n\nfunc (p pot) Plus() {}\n\nfunc fill(p pot) { p.Plus() }\n",
    },
    joined: [
      "app/main.go:5 calls library/money.go New exact",
      "app/main.go:5 uses library/money.go Money exact",
      "app/main.go:8 calls library/money.go Money.Plus typed",
    ],
  },
  pypi: {
    library: {
      "pyproject.toml": '[project]\nname = "Acme.Money"\nversion = "2.1"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
      "src/acme_money/__init__.py": "from .core import Money\n",
      "src/acme_money/core.py": "class Money:\n    def plus(self):\n        return self\n",
      "tools/helper/__init__.py": "def assist():\n    pass\n",
    },
    app: {
      "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["acme-money>=2,<3"]\n',
      "shop/__init__.py": "",
      "shop/a.py": "from acme_money import Money\nimport helper\n\n\ndef pay():\n    Money().plus()\n    helper.assist()\n",
      "shop/b.py": "class Pot:\n    def plus(self):\n        pass\n\n\ndef fill():\n    Pot().plus()\n",
    },
    joined: [
      "app/shop/a.py:1 imports library/src/acme_money/core.py Money exact",
      "app/shop/a.py:6 calls library/src/acme_money/core.py Money exact",
      "app/shop/a.py:6 calls library/src/acme_money/core.py Money.plus typed",
    ],
  },
  cargo: {
    library: {
      "Cargo.toml": '[package]\nname = "acme-money"\nversion = "2.1.0"\n',
      "src/lib.rs": "pub struct Money;\nimpl Money {\n    pub fn new() -> Money { Money }\n    pub fn plus(&self) -> u32 { 1 }\n}\n",
    },
    app: {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n[dependencies]\nacme-money = "2"\n',
      "src/main.rs": "use acme_money::Money;\n\nfn main() {\n    let price = Money::new();\n    price.plus();\n}\n",
    },
    joined: [
      "app/src/main.rs:1 imports library/src/lib.rs Money exact",
      "app/src/main.rs:4 calls library/src/lib.rs Money.new exact",
      "app/src/main.rs:5 calls library/src/lib.rs Money.plus typed",
    ],
  },
  maven: {
    library: {
      "pom.xml":
        "<project><parent><groupId>com.acme</groupId><artifactId>parent</artifactId><version>2.1</version></parent><artifactId>money</artifactId></project>",
      "src/main/java/com/acme/money/Money.java":
        "package com.acme.money;\npublic class Money {\n  public static Money of() { return new Money(); }\n  public Money plus(Money other) { return other; }\n}\n",
    },
    app: {
      "pom.xml":
        "<project><groupId>com.shop</groupId><artifactId>shop</artifactId><version>1</version><properties><money>2.1</money></properties><dependencies><dependency><groupId>com.acme</groupId><artifactId>money</artifactId><version>\u0024{money}</version></dependency></dependencies></project>",
      "src/main/java/com/shop/Pay.java":
        "package com.shop;\nimport com.acme.money.Money;\nclass Pay {\n  void pay() {\n    Money price = Money.of();\n    price.plus(price);\n  }\n}\n",
    },
    joined: [
      "app/src/main/java/com/shop/Pay.java:2 imports library/src/main/java/com/acme/money/Money.java Money exact",
      "app/src/main/java/com/shop/Pay.java:5 calls library/src/main/java/com/acme/money/Money.java Money.of exact",
      "app/src/main/java/com/shop/Pay.java:6 calls library/src/main/java/com/acme/money/Money.java Money.plus typed",
    ],
  },
  composer: {
    library: {
      "composer.json": '{"name": "acme/money", "version": "2.1.0", "autoload": {"psr-4": {"Acme\\\\Money\\\\": "src/"}}}',
      "src/Money.php": "<?php\nnamespace Acme\\Money;\nclass Money {\n  public function plus() { return $this; }\n}\n",
    },
    app: {
      "composer.json": '{"name": "acme/shop", "require": {"acme/money": "^2.0"}}',
      "src/Pay.php": "<?php\nnamespace Shop;\nuse Acme\\Money\\Money;\nfunction pay() {\n  $price = new Money();\n  $price->plus();\n}\n",
    },
    joined: [
      "app/src/Pay.php:3 imports library/src/Money.php Money exact",
      "app/src/Pay.php:5 calls library/src/Money.php Money exact",
      "app/src/Pay.php:6 calls library/src/Money.php Money.plus typed",
    ],
  },
  gem: {
    library: {
      "money.gemspec": 'Gem::Specification.new do |s|\n  s.name = "acme_money"\n  s.version = "2.1.0"\nend\n',
      "lib/acme_money.rb": "module AcmeMoney\n  class Money\n    def plus\n      self\n    end\n  end\nend\n",
    },
    app: {
      Gemfile: 'gem "acme_money", "~> 2.0"\n',
      "app.rb": 'require "acme_money"\n\ndef pay\n  price = AcmeMoney::Money.new\n  price.plus\nend\n',
    },
    joined: [
      "app/app.rb:4 calls library/lib/acme_money.rb AcmeMoney.Money exact",
      "app/app.rb:5 calls library/lib/acme_money.rb AcmeMoney.Money.plus typed",
    ],
  },
  nuget: {
    library: {
      "src/Acme.Money.csproj": "<Project><PropertyGroup><Version>2.1.0</Version></PropertyGroup></Project>",
      "src/Money.cs": "namespace Acme.Money;\npublic class Price {\n  public Price Plus() { return this; }\n}\n",
    },
    app: {
      "Shop.csproj": '<Project><ItemGroup><PackageReference Include="acme.money" Version="2.0.0" /></ItemGroup></Project>',
      "Pay.cs": "using Acme.Money;\nclass Pay {\n  void Run() {\n    var price = new Price();\n    price.Plus();\n  }\n}\n",
    },
    joined: [
      "app/Pay.cs:4 calls library/src/Money.cs Acme.Money.Price exact",
      "app/Pay.cs:5 calls library/src/Money.cs Acme.Money.Price.Plus typed",
    ],
  },
  swiftpm: {
    library: {
      "Package.swift": 'let package = Package(name: "money", targets: [.target(name: "AcmeMoney")])\n',
      "Sources/AcmeMoney/Money.swift": "public struct Money {\n  public init() {}\n  public func plus() -> Money { self }\n}\n",
    },
    app: {
      "Package.swift":
        'let package = Package(name: "shop", dependencies: [.package(url: "https://example.com/acme/money.git", from: "2.0.0")])\n',
      "Sources/Shop/Pay.swift": "import AcmeMoney\nfunc pay() {\n  let price: Money = Money()\n  price.plus()\n}\n",
    },
    joined: [
      "app/Sources/Shop/Pay.swift:3 calls library/Sources/AcmeMoney/Money.swift Money exact",
      "app/Sources/Shop/Pay.swift:3 calls library/Sources/AcmeMoney/Money.swift Money.init exact",
      "app/Sources/Shop/Pay.swift:4 calls library/Sources/AcmeMoney/Money.swift Money.plus typed",
    ],
  },
  mix: {
    library: {
      "mix.exs": 'defmodule M.MixProject do\n  def project, do: [app: :money, version: "2.1.0"]\nend\n',
      "lib/money.ex": "defmodule Acme.Money do\n  def plus(a), do: a\nend\n",
    },
    app: {
      "mix.exs": 'defmodule S.MixProject do\n  defp deps do\n    [{:money, "~> 2.0"}]\n  end\nend\n',
      "lib/two.ex":
        "defmodule Shop.A do\n  import Acme.Money\n  def a, do: plus(1)\nend\n\ndefmodule Shop.B do\n  def b, do: plus(2)\nend\n",
      "lib/pay.ex": "defmodule Shop.Pay do\n  alias Acme.Money\n  def pay, do: Money.plus(1)\n  def more, do: Acme.Money.plus(2)\nend\n",
    },
    joined: [
      "app/lib/pay.ex:2 imports library/lib/money.ex Acme.Money exact",
      "app/lib/pay.ex:3 calls library/lib/money.ex Acme.Money.plus exact",
      "app/lib/pay.ex:4 calls library/lib/money.ex Acme.Money.plus exact",
      "app/lib/two.ex:3 calls library/lib/money.ex Acme.Money.plus exact",
    ],
  },
};

describe("a use of a package leads to the member that offers it", () => {
  for (const [ecosystem, { library, app, joined }] of Object.entries(ECOSYSTEMS))
    test(ecosystem, async () => {
      expect((await uses({ library, app })).sort()).toEqual(joined.toSorted());
    });

  test("a submodule, by its path", async () => {
    const joined = await uses({
      app: { "main.c": '#include "deps/money/money.h"\n\nint main(void) { return money_plus(1); }\nint other(void) { return local(); }\n' },
      "app/deps/money": { "money.h": "int money_plus(int a);\n", "money.c": '#include "money.h"\n\nint money_plus(int a) { return a; }\n' },
      elsewhere: { "money.c": "int money_plus(int a) { return a; }\nint local(void) { return 1; }\n" },
    });
    expect(joined).toEqual(["app/main.c:3 calls app/deps/money/money.c money_plus exact"]);
  });
});

describe("what only has the name is none", () => {
  for (const [ecosystem, { library, app, joined }] of Object.entries(ECOSYSTEMS))
    test(`${ecosystem}: a library of another name that defines the same`, async () => {
      const renamed = (text: string): string =>
        text.replace(/acme|AcmeMoney|(?<=app: :|name: ")money/gi, (word) =>
          word === "money" ? "other" : word[0] === "A" ? "Zeta" : "zeta",
        );
      const other = Object.fromEntries(Object.entries(library).map(([path, text]) => [renamed(path), renamed(text)]));
      expect(await uses({ other, app })).toEqual([]);
      expect((await uses({ other, app, library })).sort()).toEqual(joined.toSorted());
    });

  test("two members that offer one package are both named, and neither is followed", async () => {
    const { library, app } = ECOSYSTEMS.npm!;
    await stitched({ library, copy: library, app }, (stitching) => {
      expect([...stitching.stitches()].map(line)).toEqual([]);
      const [money] = stitching.storeOf("library").symbolsByName("Money");
      const { uses, warnings } = stitching.usesOf("library", money!);
      expect(uses).toEqual([]);
      expect(warnings.filter(({ code }) => code === "package-claimed")).toEqual([
        {
          code: "package-claimed",
          message:
            "library (package.json) and copy (package.json) both offer the npm package @acme/money: which of them is meant is not guessed, and no use of it is followed.",
        },
      ]);
    });
  });

  test("a subpath that a package does not export leads nowhere, and that is said", async () => {
    const { library, app } = ECOSYSTEMS.npm!;
    await stitched({ library, app }, (stitching) => {
      const [secret] = stitching.storeOf("library").symbolsByName("secret");
      expect(stitching.usesOf("library", secret!)).toEqual({
        uses: [],
        warnings: [
          {
            code: "not-exported",
            message: "app/src/a.ts imports @acme/money/inner, which library (package.json) does not export: it leads nowhere.",
          },
        ],
      });
    });
  });
});

describe("questions", () => {
  const { library, app } = ECOSYSTEMS.go!;

  test("who uses a symbol, what a symbol uses", async () => {
    await stitched({ app, library }, (stitching) => {
      const symbol = (member: string, name: string) => stitching.storeOf(member).symbolsByQualified(name)[0]!;
      expect(stitching.usesOf("library", symbol("library", "Money.Plus")).uses.map(line)).toEqual([
        "app/main.go:8 calls library/money.go Money.Plus typed",
      ]);
      expect(stitching.usedBy("app", symbol("app", "make")).uses.map(line)).toEqual([
        "app/main.go:5 uses library/money.go Money exact",
        "app/main.go:5 calls library/money.go New exact",
      ]);
    });
  });

  test("who used what a change takes away", async () => {
    const before = await factsOf("money.go", library["money.go"]!, ["money.go"]);
    const after = { ...library, "money.go": library["money.go"]!.replace(/\nfunc \(m \*Money\) Plus.*/, "") };
    await stitched({ app, library: after }, (stitching) => {
      const gone = [{ path: "money.go", qualified: "Money.Plus", name: "Plus", language: "go" }];
      const { uses } = stitching.usesOfGone("library", new Map([["money.go", before]]), gone);
      expect(uses.map(line)).toEqual(["app/main.go:8 calls library/money.go Money.Plus typed"]);
      expect(stitching.usesOfGone("library", new Map([["money.go", null]]), gone).uses).toEqual([]);
    });
  });

  test("a version that is not asked for is told", async () => {
    const { library, app } = ECOSYSTEMS.npm!;
    const old = { ...app, "package.json": '{"name": "shop", "dependencies": {"@acme/money": "^1.4.0"}}' };
    await stitched({ library, old }, (stitching) => {
      const [money] = stitching.storeOf("library").symbolsByQualified("Money.plus");
      const { uses, warnings } = stitching.usesOf("library", money!);
      expect(uses.map(({ wanted, has, agrees }) => ({ wanted, has, agrees }))).toEqual([{ wanted: "^1.4.0", has: "2.1.0", agrees: false }]);
      expect(warnings.map(({ message }) => message)).toContain("old asks for @acme/money ^1.4.0 (package.json:1), and library is 2.1.0.");
    });
  });
});

describe("hostile manifests", () => {
  test("one that is too large, one that is nested without end and one whose names hold controls say nothing; that they cannot be read is told", async () => {
    const { library, app } = ECOSYSTEMS.npm!;
    const hostile = {
      "package.json": `{"name": "@acme/money", "description": "${"x".repeat(9_000_000)}"}`,
      "deep/package.json": `{"dependencies": ${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}}`,
      "pom.xml": `${"<a>\n".repeat(100_000)}`,
      "odd/package.json": '{"name": "@acme/mon\\u202eey", "version": "1\\u001b[31m"}',
      "up/package.json": '{"name": "../../money"}',
    };
    await stitched({ library, hostile, app }, (stitching) => {
      expect(stitching.packagesOf("hostile")).toEqual([]);
      expect([...stitching.stitches()].filter(({ kind }) => kind === "calls").length).toBe(4);
      expect(stitching.warnings.flatMap(({ code, message }) => (code === "manifest-unread" ? message.replace(/;.*/, "") : []))).toEqual([
        "hostile: pom.xml is no manifest that can be read (nested too deep)",
        "hostile: deep/package.json is no manifest that can be read (minified)",
        "hostile: package.json is no manifest that can be read (too-large)",
      ]);
    });
  });
});

test("the version of a distribution that only its code says", () => {
  const at = (texts: Record<string, string>) =>
    manifestsOf({ paths: Object.keys(texts).sort(), text: (path) => texts[path] ?? null }).packages.map(({ version }) => version);
  const own = { "p/__init__.py": 'import x\n__version__: str = "1.4.2"\n', "p/vers.py": 'VERSION = "2.0"\n' };
  const toml = '[project]\nname = "p"\ndynamic = ["version"]\n';
  expect(at({ ...own, "pyproject.toml": toml })).toEqual(["1.4.2"]);
  expect(at({ ...own, "pyproject.toml": `${toml}[tool.hatch.version]\npath = "p/vers.py"\n` })).toEqual(["2.0"]);
  expect(at({ "p/__init__.py": "__version__ = made()\n", "pyproject.toml": toml })).toEqual([null]);
});

test("where manifests say that something begins, of files that the tree has: what is built, in its source", () => {
  const texts: Record<string, string> = {
    "package.json": JSON.stringify({
      name: "web",
      bin: { web: "dist/bin.js", gone: "no.js" },
      exports: { ".": { import: "./lib/index.js" } },
    }),
    "src/bin.ts": "",
    "src/index.ts": "",
    "py/pyproject.toml": '[project]\nname = "p"\n[project.scripts]\nrun = "p.app:main"\n',
    "py/src/p/app.py": "",
    "rs/Cargo.toml": '[package]\nname = "r"\nversion = "1.0.0"\n',
    "rs/src/main.rs": "",
    "rs/src/bin/more.rs": "",
    "g.gemspec": 'Gem::Specification.new { |s| s.name = "g"; s.executables = %w[g]; s.bindir = "exe" }',
    "exe/g": "",
    Dockerfile: 'FROM x\nCMD ["python", "py/src/p/app.py"]\n',
    "cs/a.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>',
    "cs/Program.cs": "",
    "test/package.json": JSON.stringify({ name: "t", main: "index.js" }),
    "test/index.js": "",
  };
  const { entries } = manifestsOf({ paths: Object.keys(texts).sort(), text: (path) => texts[path] ?? null });
  expect(entries.map(({ path, as, manifest }) => `${manifest}: ${as} ${path}`)).toEqual([
    "Dockerfile: CMD py/src/p/app.py",
    "cs/a.csproj: program cs/Program.cs",
    "g.gemspec: command g exe/g",
    "package.json: command web src/bin.ts",
    "package.json: library src/index.ts",
    "py/pyproject.toml: command run py/src/p/app.py",
    "rs/Cargo.toml: command r rs/src/main.rs",
    "rs/Cargo.toml: command more rs/src/bin/more.rs",
  ]);
});
