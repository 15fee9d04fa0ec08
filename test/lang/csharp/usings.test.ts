/** Names that a file of C# sees through what its project uses everywhere; edits of what says so are followed as by a full build. */
import { expect, test } from "bun:test";
import { index } from "../../../src/indexing.ts";
import { removeTemporary, temporary, write } from "../../store/_tree.ts";
import { edgesOf } from "../engine/resolve/_tree.ts";

const FILES: Record<string, string> = {
  "src/App/App.csproj": '<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup><Using Include="Shop.Money" /></ItemGroup>\n</Project>\n',
  "src/App/Properties/GlobalUsings.cs": "global using System.Text;\nglobal using Shop.Parsing;\n",
  "src/App/Parsing/Parser.cs":
    "namespace Shop.Parsing;\n\nclass Parser : IParser\n{\n  public Parser(int depth) { }\n  public int Parse() { return 1; }\n}\n\ninterface IParser { int Parse(); }\n",
  "src/App/Money/Price.cs": "namespace Shop.Money\n{\n  static class Price\n  {\n    public static int Of(int a) { return a; }\n  }\n}\n",
  "src/App/Shared/Clock.cs": "namespace Shop.Shared;\n\nclass Clock { public int Now() { return 0; } }\n",
  "src/App/Start.cs":
    "namespace Shop;\n\nclass Start : IParser\n{\n  public int Parse() { return new Parser(2).Parse(); }\n  int Cost() { return Price.Of(1); }\n  int Time() { return new Clock().Now(); }\n}\n",
  "Directory.Build.props":
    '<Project>\n  <ItemGroup>\n    <Using Include="Shop.Shared"/>\n    <Using Include="System.Math" Static="true"/>\n  </ItemGroup>\n</Project>\n',
  // Another project does not see what the first one uses.
  "src/Other/Other.csproj": "<Project/>\n",
  "src/Other/Late.cs":
    "namespace Far;\n\nclass Late { int Go() { return new Parser(1).Parse(); } int Time() { return new Clock().Now(); } }\n",
};
const from = (path: string, files = FILES): string[] =>
  edgesOf(files).filter((line) => line.startsWith(path) && !line.includes("contains"));

test("of GlobalUsings.cs, of the project file and of Directory.Build.props", () => {
  const edges = from("src/App/Start.cs").join("\n");
  for (const part of ["Parser.Parse", "Price.Of", "Clock.Now", "implements", "IParser"]) expect(edges).toContain(part);
  expect(edges).not.toContain("ambiguous");
});

test("only for the files of that project", () => {
  const edges = from("src/Other/Late.cs")
    .filter((line) => line.includes("exact") || line.includes("typed"))
    .join("\n");
  expect(edges).toContain("Clock");
  expect(edges).not.toContain("Parser");
});

test("edits of what says so are followed as by a full build", async () => {
  const root = temporary();
  const { "src/App/Properties/GlobalUsings.cs": usings, "Directory.Build.props": props, "src/App/App.csproj": project, ...rest } = FILES;
  write(root, rest);
  const hash = async (full: boolean) => (await index(root, { quiet: true, embedding: null, full })).graph_hash;
  let last = await hash(false);
  const edits: Record<string, string | null>[] = [
    { "src/App/App.csproj": project!, "src/App/Properties/GlobalUsings.cs": usings! },
    { "Directory.Build.props": props! },
    { "src/App/App.csproj": "<Project/>\n" },
    { "src/App/Properties/GlobalUsings.cs": "global using System.Text;\n" },
    { "Directory.Build.props": null },
  ];
  for (const edit of edits) {
    write(root, edit);
    const updated = await hash(false);
    expect(updated).not.toBe(last);
    expect(updated).toBe(await hash(true));
    last = updated;
  }
  removeTemporary();
});
