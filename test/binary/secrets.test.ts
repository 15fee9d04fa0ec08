/** Canary secrets of every kind: nowhere in the index, in no output, and no question can tell a right guess from a wrong one. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { random, samples } from "../files/_keys.ts";
import { Place, SMALL } from "./_binary.ts";

const KEYS = samples();
/** A private key as `ssh-keygen` writes it; its lines are the canaries. */
const PEM_LINES = Array.from({ length: 6 }, (_, i) => random(64, 100 + i));
const PEM = [`-----BEGIN OPENSSH ${"PRIVATE"} KEY-----`, ...PEM_LINES, `-----END OPENSSH ${"PRIVATE"} KEY-----`].join("\n");
const PASSWORD = random(18, 200);
const ASSIGNED = random(40, 201);
/** Plain words: only the names of their files make these secret. */
const IN_FILES: Record<string, string> = {
  ".env": "DATABASE_PASSWORD=zebracornflake\n",
  ".env.quokka": "PLAIN=marmaladegiraffe\n",
  "deploy/quokka_id_rsa": "ordinary words\n",
  "deploy/id_ed25519_quokka": "walnutpenguin\n",
  "certs/quokka.pem": "thimblewalrus\n",
  "certs/quokka.key": "pretzelotter\n",
  ".ssh/quokka": "Host waffleferret\n",
  ".netrc": "machine example.org login crumpetbadger\n",
  "config/credentials.json": '{"name": "biscuitlemur"}\n',
  "quokka-service-account.json": '{"name": "noodleheron"}\n',
};
const FILE_WORDS = [
  "zebracornflake",
  "marmaladegiraffe",
  "walnutpenguin",
  "thimblewalrus",
  "pretzelotter",
  "waffleferret",
  "crumpetbadger",
  "biscuitlemur",
  "noodleheron",
];

/** Source that holds every key in every place a key can stand. */
function planted(): Record<string, string> {
  const keys = Object.entries(KEYS);
  const files: Record<string, string> = { ...SMALL, ...IN_FILES };
  delete files["deploy/quokka_id_rsa"];
  files["src/keys.ts"] = keys
    .map(
      ([name, key], i) =>
        `/** Uses ${key} for ${name}. */\nexport const API_TOKEN_${i} = "${key}";\nexport function use_${i}(token = "${key}") {\n  // ${key}\n  return fetch_${i}("${key}", token);\n}\n`,
    )
    .join("\n");
  files["src/keys.py"] = keys
    .map(([, key], i) => `def client_${i}(token="${key}"):\n    """Connects with ${key}."""\n    return connect_${i}('${key}')\n`)
    .join("\n\n");
  files["src/keys.go"] = `package keys\n\n${keys.map(([, key], i) => `// Token${i} is ${key}\nvar Token${i} = "${key}"\n`).join("\n")}`;
  files["settings.yaml"] = keys.map(([, key], i) => `token_${i}: ${key}\nother_${i}: "${key}"\n`).join("");
  files["settings.json"] = JSON.stringify(Object.fromEntries(keys), null, 2);
  files["NOTES.md"] =
    `# Deploying\n\n${keys.map(([name, key]) => `## ${name}\n\nRun it with \`${key}\`:\n\n\`\`\`sh\nexport TOKEN=${key}\n\`\`\`\n`).join("\n")}\n\n${PEM}\n`;
  files["src/pem.rb"] = `class Signer\n  KEY = <<~PEM\n${PEM.replace(/^/gm, "    ")}\n  PEM\n  def sign(text)\n    text\n  end\nend\n`;
  files["src/pem.js"] =
    `const pem = "${PEM.replaceAll("\n", "\\n")}";\r\nimport remote from "https://user:${PASSWORD}@example.org/x.js";\r\nfetch("https://user:${PASSWORD}@example.org/");\r\n`;
  files["app.properties"] = `db.password = ${ASSIGNED}\nurl=jdbc:postgres://admin:${PASSWORD}@db.example.org/x\n`;
  files["src/assigned.py"] = `SECRET_KEY = "${ASSIGNED}"\n\n\ndef check(secret_key="${ASSIGNED}"):\n    return secret_key == SECRET_KEY\n`;
  return files;
}

/** Every stretch of eight characters of the part of a secret that is random, in lower case: words are stored so. */
function canaries(): string[] {
  const pieces = new Set<string>(FILE_WORDS);
  for (const secret of [...Object.values(KEYS), ...PEM_LINES, PASSWORD, ASSIGNED]) {
    const lower = secret.toLowerCase();
    const from = Math.min(8, lower.length - 16);
    for (let i = Math.max(0, from); i + 8 <= lower.length; i++) pieces.add(lower.slice(i, i + 8));
  }
  return [...pieces];
}
const CANARIES = canaries();
const holdsAny = (text: string) => {
  const lower = text.toLowerCase();
  return CANARIES.filter((canary) => lower.includes(canary));
};

for (const kind of ["in git", "outside git"]) {
  /** What was compressed; null for bytes that never were. */
  function inflated(value: Uint8Array): string | null {
    try {
      return Buffer.from(Bun.inflateSync(Uint8Array.from(value), { library: "libdeflate" })).toString("latin1");
    } catch {
      return null;
    }
  }

  describe(`secrets ${kind}`, () => {
    let place: Place;
    const ask = (...words: string[]) => {
      const { exit, out, err } = place.manifold(words);
      return { exit, text: out + err };
    };
    beforeAll(() => {
      place = new Place(planted());
      if (kind === "in git") place.git();
      const indexed = place.manifold(["index", ".", "--json"]);
      expect(indexed.exit).toBe(0);
      expect(JSON.parse(indexed.out).skipped).toEqual({ secret: Object.keys(IN_FILES).length - 1 });
      expect(holdsAny(indexed.out + indexed.err)).toEqual([]);
    });
    afterAll(() => place?.[Symbol.dispose]());

    test("the test itself works: what is planted is found on disk, and the files are indexed", () => {
      expect(holdsAny(readFileSync(`${place.tree}/src/keys.ts`, "utf8")).length).toBeGreaterThan(300);
      expect(ask("def", "client_3").text).toContain("src/keys.py:");
      expect(ask("def", "Signer").text).toContain("src/pem.rb:");
    });

    test("no byte of them is in the index folder", () => {
      const folder = `${place.tree}/.manifold`;
      for (const name of readdirSync(folder)) expect([name, holdsAny(readFileSync(`${folder}/${name}`, "latin1"))]).toEqual([name, []]);
      const db = new Database(`${folder}/index.db`, { readonly: true });
      let blobs = 0;
      for (const { name } of db.query("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[])
        for (const row of db.query(`SELECT * FROM "${name}"`).values())
          for (const value of row) {
            if (typeof value === "string") expect([name, holdsAny(value)]).toEqual([name, []]);
            if (!(value instanceof Uint8Array)) continue;
            expect([name, holdsAny(Buffer.from(value).toString("latin1"))]).toEqual([name, []]);
            const text = inflated(value);
            if (text === null) continue;
            expect([name, holdsAny(text)]).toEqual([name, []]);
            blobs++;
          }
      db.close();
      expect(blobs).toBeGreaterThan(10);
    });

    test("no output holds any of them, nor the name of a secret file", () => {
      for (const words of [
        ["q", "which tokens and keys does the client connect with", "-k", "100", "--budget", "0"],
        ["q", "export token", "-k", "100", "--budget", "0", "--json"],
        ["q", "private key of the signer", "--explain", "-k", "50", "--budget", "0"],
        ["q", "grep for token", "-k", "1000"],
        ["q", "/.*/", "-k", "1000", "--json", "--budget", "0"],
        ["q", "/.*/", "-k", "1000", "--vimgrep"],
        ["q", "what calls connect_3", "--include-possible", "--json"],
        ["q", "everything about Signer", "--budget", "0"],
        ["q", "quokka certificate password", "-k", "50"],
        ["graph"],
        ["graph", "--format", "jsonl"],
        ["refs", "SECRET_KEY", "--json", "--budget", "0"],
        ["def", "API_TOKEN_3"],
        ["def", "check", "--json"],
        ["callees", "use_3", "--json"],
        ["members", "src/keys.ts", "-k", "200", "--budget", "0"],
        ["imports", "src/pem.js", "--json"],
        ["similar", "client_3"],
        ["impact", "check"],
        ["show", "src/keys.ts:1-200", "--context", "50"],
        ["show", "src/pem.rb:1-20"],
        ["show", "NOTES.md:1-300", "--json"],
        ["show", "settings.json:1-40"],
        ["show", "app.properties:1-2"],
        ["show", ".env:1"],
        ["show", "certs/quokka.pem:1"],
      ]) {
        const { text } = ask(...words);
        expect([words, holdsAny(text)]).toEqual([words, []]);
        if (!words.join(" ").includes("quokka")) expect([words, text.includes("quokka")]).toEqual([words, false]);
      }
      expect(ask("q", "/quokka/", "--json").text).not.toContain("quokka.pem");
      expect(ask("index", "--why", "certs/quokka.pem").text).toContain("secret by its name");
    });

    test("a right guess and a wrong one get the same answer", () => {
      /** The answer without what is the question itself, or time. */
      const answerTo = (guess: string, words: string[]) => {
        const { exit, text } = ask(...words);
        return [
          exit,
          text
            .replaceAll(guess, "?")
            .replaceAll(JSON.stringify(guess).slice(1, -1), "?")
            .replace(/"id": "q_\w+"/, "")
            // The question itself is counted too.
            .replace(/"tokens": \d+/, "")
            .replace(/"suggestions": \[[^\]]*\]|^try next:\n(?: {2}.*\n)*/m, "")
            .replace(/"timings_ms": \{[^}]*\}/, ""),
        ];
      };
      const github = KEYS["github token"]!;
      const guesses: [string, string][] = [
        [github, `gh${"p_"}${random(36, 999)}`],
        [github.slice(4, 16), random(12, 998)],
        [KEYS.stripe!.slice(8), random(24, 997)],
        [PEM_LINES[2]!, random(64, 996)],
        [PASSWORD, random(18, 995)],
        [ASSIGNED.slice(0, 20), random(20, 994)],
        ["zebracornflake", "zebracornflale"],
        ["thimblewalrus", "thimblewalrux"],
      ];
      // What is in the index does not depend on git: what lists the files was compared above, a third of the guesses shows that questions agree.
      for (const [right, wrong] of kind === "in git" ? guesses : guesses.slice(0, 3))
        for (const form of [
          (guess: string) => ["q", `"${guess}"`, "--json"],
          (guess: string) => ["q", `/${guess}/`, "--json"],
          (guess: string) => ["q", guess, "--strategy", "keyword", "--vimgrep"],
          (guess: string) => ["q", "--keyword", guess, "--json"],
          (guess: string) => ["q", "client token", "--keyword", guess, "--depth", "1", "--json"],
          (guess: string) => ["q", "client token", "--regex", guess, "--regex-in", "content", "--json"],
        ])
          expect(answerTo(right, form(right))).toEqual(answerTo(wrong, form(wrong)));
      expect(answerTo(github, ["def", github])[0]).toBe(1);
      // Letter by letter, by character classes, by what stands around it.
      const first = github[4]!;
      for (const pattern of ["/gh._X/", "/gh._[^X]/", '/= "gh.?_?X/', "/gh._X[A-Za-z0-9]{35}/", '/"gh.{3,}X"/i']) {
        const right = pattern.replace("X", first);
        const wrong = pattern.replace("X", first === "Q" ? "R" : "Q");
        expect([pattern, ask("q", right).exit]).toEqual([pattern, ask("q", wrong).exit]);
      }
      expect(ask("q", '/API_TOKEN_1 = "[A-Za-z0-9_]/').exit).toBe(1);
      expect(ask("q", '/API_TOKEN_1 = "/').exit).toBe(0);
      // Names of secret files: nothing but --why and show, which are asked about that very file, knows them.
      for (const [right, wrong] of [
        ["certs/quokka.pem", "certs/qvokka.pem"],
        [".env.quokka", ".env.qvokka"],
      ] as const)
        for (const form of [
          (name: string) => ["q", "login", "--path", name, "--json"],
          (name: string) => ["members", name],
          (name: string) => ["def", "--at", `${name}:1`],
        ])
          expect(answerTo(right, form(right))).toEqual(answerTo(wrong, form(wrong)));
    });

    test("a secret that comes later, or in a file that is renamed, is no better known", () => {
      place.write("src/late.py", `def late():\n    return "${KEYS.gitlab}"\n`);
      expect(holdsAny(ask("show", "src/late.py:1-2").text)).toEqual([]);
      place.write("src/late.py", `def late():\n    # more\n    return "${KEYS.gitlab}"\n`);
      for (const words of [
        ["q", "late", "--no-refresh"],
        ["q", "/return .*/", "--no-refresh"],
        ["show", "src/late.py:1-3", "--no-refresh"],
      ])
        expect([words, holdsAny(ask(...words).text)]).toEqual([words, []]);
      place.write("src/late.env", `LATE=${"turnipgazelle"}\n`);
      expect(ask("q", "grep for turnipgazelle").exit).toBe(1);
    });
  });
}
