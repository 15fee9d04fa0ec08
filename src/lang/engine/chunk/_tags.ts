/**
 * What a path says about a file, by the conventions of many languages. Whole words of directory and file names count, never
 * substrings: `latest.ts` is no test, `contest/` neither.
 */

import { CHUNK_TAGS } from "../../../base/types.ts";
import { words } from "../words.ts";

export const TAGS = CHUNK_TAGS;
export type Tag = (typeof TAGS)[number];

/** Tags that a folder gives: `decision` is told by the text, an entry by the file. */
type OfFolder = Exclude<Tag, "entry" | "decision">;

const DIRECTORY: Record<OfFolder, ReadonlySet<string>> = {
  // `testing` is left out: it usually is a library for tests (Angular's, Go's), which is as searchable as any other.
  test: words(`test tests __tests__ spec specs __mocks__ __fixtures__ __snapshots__ fixtures testdata test-data test_data e2e unittests
    testsuite`),
  // A benchmark uses what it measures, as an example does.
  example: words(`bench benches benchmark benchmarks example examples _example _examples demo demos sample samples playground playgrounds
    tutorial tutorials`),
  vendored: words(`vendor vendors _vendor vendored third_party third-party thirdparty 3rdparty 3rd_party node_modules bower_components
    site-packages godeps pods carthage`),
  generated: new Set(["generated", "__generated__", "generated-sources", "autogen", "_generated"]),
  docs: new Set(["doc", "docs", "documentation", "docsite", "docs_src", "website"]),
  config: new Set([".github", ".gitlab", ".circleci", ".vscode", ".idea", ".config", ".devcontainer", ".husky"]),
};

/** Below these the folders name a package: `src/main/java`, `src/jvmMain/kotlin`. */
const PACKAGE_ROOT = /^src\/[^/]+\/(?:java|kotlin|scala|groovy)$/;
/** So do those that begin with the domain of whoever made it, reversed. */
const DOMAIN: ReadonlySet<string> = words("com org net io dev edu gov de fr uk nl ch eu cn jp ru br");
const JVM = /\.(?:java|kts?|scala|groovy|aidl)$/;
/** Part of a package's name these say nothing: `org/springframework/samples/petclinic` and `com/example/demo` are whole applications. */
const NOT_OF_PACKAGES: ReadonlySet<Tag> = new Set(["example", "docs"]);

/** `commonTest`, `MyLib.Tests`, `AlamofireTests`: projects and source sets that end in Test or Tests as a word of its own. */
const TEST_DIRECTORY = /([a-z0-9][._-]?Tests?|[._-]tests?|[._-]specs?)$/;

const PROSE = /\.(md|mdx|markdown|rst|txt|adoc|asciidoc|org|rdoc|pod|tex|texi)$/i;
const PROSE_NAMES =
  /^(readme|changelog|changes|contributing|authors|history|news|todo|code_of_conduct|security|support|upgrading|migrating|install)([._-].*)?$/i;

/** File names, extension included. */
const NAME: readonly [Tag, RegExp][] = [
  // test_x.py, test-x.c, x_test.go, x-test.js, x.test.ts, x.spec.ts, x_spec.rb, conftest.py, test.c, tests.rs, x_unittest.cc, x.bats, x.t
  [
    "test",
    /^(tests?[._-].+|(.+[._-])?(test|tests|spec|specs|unittest)\.\w+|conftest\.py|.+[._-](test|spec)\.[\w.]+|.+\.(bats|t|snap|feature))$/,
  ],
  // FooTest.java, FooTests.cs, FooSpec.scala, FooTestCase.php, TestFoo.java: languages that name files after classes.
  [
    "test",
    /(^|[a-z0-9])(Tests?|Spec|Specs|TestCase|TestSuite|IT)\.(java|kt|kts|groovy|scala|cs|fs|vb|php|swift|hs|dart|m|mm|cpp|cc|h|hpp|ts|tsx|js|jsx)$/,
  ],
  ["test", /^Test[A-Z]\w*\.(java|kt|scala|groovy|cs|php|swift|hs)$/],
  ["example", /^((example|sample|demo)s?[._-].+|(.+[._-])?(example|sample|demo)s?\.\w+)$/i],
  [
    "generated",
    /([._-](generated|gen|pb|g|freezed)\.\w+|_pb2(_grpc)?\.pyi?|\.pb\.(go|cc|h)|\.designer\.cs|\.g\.(cs|dart)|\.min\.(js|css)|_generated\.\w+)$/i,
  ],
  ["generated", /^zz_generated/],
  [
    "config",
    /^(package|composer|tsconfig[\w.-]*|jsconfig|deno|biome|turbo|nx|lerna|angular|babel\.config|jest\.config|renovate|manifest|appsettings[\w.]*)\.jsonc?$/,
  ],
  ["config", /^(pom|build)\.xml$|\.(csproj|fsproj|vbproj|vcxproj|sln|props|targets|gemspec|cabal|podspec|nix|tf|tfvars)$/i],
  [
    "config",
    /^(Makefile|GNUmakefile|CMakeLists\.txt|Dockerfile|Containerfile|Gemfile|Rakefile|Procfile|Vagrantfile|Jenkinsfile|Justfile|Brewfile|Podfile|meson\.build|configure\.ac|go\.mod|go\.work|setup\.py|setup\.cfg|mix\.exs|rebar\.config|Package\.swift|build\.sbt|build\.zig|build\.zig\.zon|build\.rs|stack\.yaml)$/,
  ],
  [
    "config",
    /\.(config|conf|rc)\.\w+$|\.(toml|ini|cfg|conf|properties|editorconfig|mk|cmake|gradle|gradle\.kts|sbt)$|^\.env[.\w-]*$|^\.[\w.-]*(rc|ignore|config|attributes)(\.\w+)?$/i,
  ],
  [
    "config",
    /^(docker-)?compose[\w.-]*\.ya?ml$|^\.[\w-]+\.ya?ml$|^(mkdocs|_config|codecov|appveyor|azure-pipelines|cloudbuild|pubspec|buf|action)\.ya?ml$/,
  ],
  // Where a program or a library begins.
  ["entry", /^(main|__main__|cli|manage|wsgi|asgi)\.\w+$|^(Main|Program|App|Startup)\.(java|kt|cs|hs|scala|swift|fs)$/],
];

/** `index` and its like are an entry at the top of the tree or of its source folder; deeper they are barrels. */
const ROOT_ENTRY =
  /^((.*\/)?(packages|crates|libs|modules|apps)\/[^/]+\/)?((src|lib|app|source)\/)?(index|app|server|lib|mod|root)\.(ts|tsx|js|jsx|mjs|cjs|mts|rs|zig|py|rb|php|go|lua|ex|dart)$/;
const EXECUTABLE = /^(.*\/)?(bin|cmd\/[^/]+|exe|scripts\/bin)\/[^/]+$/;

/** How many folders of a path come before those that name a package. */
function packageStart(folders: readonly string[], name: string): number {
  for (let at = 0; at < folders.length; at++) {
    if (at >= 3 && PACKAGE_ROOT.test(folders.slice(at - 3, at).join("/"))) return at;
    if (JVM.test(name) && DOMAIN.has(folders[at]!) && at + 1 < folders.length) return at;
  }
  return folders.length;
}

/** Does the start of a text say that a program wrote it? */
export function saysGenerated(text: string): boolean {
  const head = text.slice(0, 1_000);
  // What is said inside a declaration is said of a member.
  return /generated/i.test(head) && head.split("\n").some((line) => !/^(?:\t| {2})/.test(line) && GENERATED.test(line));
}

const GENERATED =
  /@generated\b|^.{0,20}\bcode generated by .{1,120}\bdo not edit\b|\bautomatically generated( by|\. do not)|\bauto-?generated (file|code|by)\b|\bdo not (edit|modify)[^\n]{0,40}\bgenerated\b|\bgenerated[^\n]{0,60}\bdo not (edit|modify)\b/im;

/**
 * Tags of a path, sorted: `config`, `docs`, `entry`, `example`, `generated`, `test`, `vendored`.
 * @param path relative to the root, with `/`
 */
export function tagsOf(path: string): Tag[] {
  const parts = path.split("/");
  const name = parts[parts.length - 1] ?? "";
  const directories = parts.slice(0, -1);
  const found = new Set<Tag>();
  const before = packageStart(directories, name);
  for (const [depth, directory] of directories.entries()) {
    const folded = directory.toLowerCase();
    for (const tag of Object.keys(DIRECTORY) as OfFolder[])
      if (DIRECTORY[tag].has(folded) && (depth < before || !NOT_OF_PACKAGES.has(tag))) found.add(tag);
    if (TEST_DIRECTORY.test(directory)) found.add("test");
  }
  for (const [tag, pattern] of NAME) if (pattern.test(name)) found.add(tag);
  // A note about tests is documentation, and a README inside tests too.
  if (PROSE.test(name) && !/^CMakeLists\.txt$|requirements.*\.txt$/i.test(name)) found.add("docs");
  if (PROSE_NAMES.test(name)) found.add("docs");
  if (/requirements[\w.-]*\.txt$/i.test(name)) found.add("config");
  const outside = !found.has("test") && !found.has("example") && !found.has("vendored") && !found.has("docs");
  if (outside && (ROOT_ENTRY.test(path) || EXECUTABLE.test(path))) found.add("entry");
  if (!outside) found.delete("entry");
  return [...found].sort();
}
