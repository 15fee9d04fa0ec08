/** What surrounds an answer every day, from outside: indexes elsewhere, a pager and links on a terminal, the watch. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Answer, configSchema } from "../../src/base/schema.ts";
import { binary, mayMount, Place, quoted, type Ran, run, SMALL } from "./_binary.ts";

const ESC = "\u001b";

describe("a folder for indexes", () => {
  const EVERY = [
    ["q", "login"],
    ["callers", "authenticate"],
    ["def", "hash"],
    ["impact", "--staged"],
    ["impact", "authenticate"],
    ["sql", "SELECT count(*) FROM symbols"],
    ["stats"],
    ["doctor"],
    ["doctor", "--docs"],
    ["context", "login fails"],
    ["history", "src"],
    ["hotspots"],
    ["graph", "login"],
    ["chunks"],
    ["communities"],
    ["cycles"],
    ["unused"],
    ["show", "login"],
    ["config"],
    ["index"],
    ["index", "--why", "README.md"],
    ["trust"],
    ["hook", "status"],
    ["note", "list"],
    ["feedback", "last", "--used", "1"],
  ];

  test.each(["flag", "environment", "user's own settings"])("every command keeps to it, and writes nothing into the tree (%s)", (how) => {
    using place = new Place(SMALL);
    place.git();
    const dir = join(place.base, "indexes");
    if (how === "user's own settings") {
      mkdirSync(join(place.home, ".config/manifold"), { recursive: true });
      writeFileSync(join(place.home, ".config/manifold/config.json"), JSON.stringify({ index: { dir: "~/../indexes" } }), { mode: 0o600 });
    }
    const env: Record<string, string> = how === "environment" ? { MANIFOLD_INDEX_DIR: dir } : {};
    for (const words of EVERY) {
      const { exit, err } = place.manifold([...words, ...(how === "flag" ? ["--index-dir", dir] : [])], { env });
      expect([words[0], exit < 2 ? 0 : err]).toEqual([words[0], 0]);
      expect(readdirSync(place.tree).sort()).toEqual([".git", "README.md", "src", "tools"]);
    }
    const [only, ...more] = readdirSync(dir);
    expect([only!.length, more]).toEqual([32, []]);
    expect(readFileSync(join(dir, only!, "root"), "utf8")).toBe(place.tree);
  });

  test("a hook that was installed with it keeps to it; so does the MCP server", () => {
    using place = new Place(SMALL);
    place.git();
    const dir = join(place.base, "indexes");
    expect(place.manifold(["hook", "install", "pre-commit", "--index-dir", dir]).exit).toBe(0);
    const commit = place.shell('echo "# x" >> tools/report.py && git -c user.name=t -c user.email=t@e commit -qam x');
    expect(commit.exit).toBe(0);
    expect(existsSync(join(place.tree, ".manifold"))).toBe(false);
    expect(readdirSync(dir)).toHaveLength(1);
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search", arguments: { query: "login" } } };
    const input = [hello, { jsonrpc: "2.0", method: "notifications/initialized" }, call].map((one) => JSON.stringify(one)).join("\n");
    const { out } = place.manifold(["mcp", "--index-dir", dir], { input: `${input}\n` });
    expect(out).toContain("login");
    expect(existsSync(join(place.tree, ".manifold"))).toBe(false);
  });

  test("what a clone brings names none", () => {
    using place = new Place({
      ...SMALL,
      "manifold.json": JSON.stringify({ index: { dir: "/tmp/of-a-stranger" }, output: { pager: "touch pwned" } }),
    });
    place.git();
    const { out } = place.manifold(["callers", "authenticate", "--json"]);
    expect(existsSync("/tmp/of-a-stranger")).toBe(false);
    expect(existsSync(join(place.tree, ".manifold"))).toBe(true);
    const told = place.manifold(["q", "login", "--json"]).out;
    expect((JSON.parse(told) as Answer).warnings.filter(({ code }) => code === "setting-ignored")).toHaveLength(2);
    expect(out).toContain("src/login.ts");
    // Whoever asks which settings hold is told of those that do not.
    const config = place.manifold(["config"]).out;
    for (const key of ["index", "output"]) expect(config).toContain(`! "${key}" in manifold.json is ignored`);
    const said = configSchema.parse(JSON.parse(place.manifold(["config", "--json"]).out));
    expect(said.warnings.map(({ code }) => code)).toEqual(["setting-ignored", "setting-ignored"]);
  });

  test.skipIf(!mayMount)("a tree that is mounted read-only is indexed there and answers (needs mounts in a namespace)", () => {
    using place = new Place(SMALL);
    place.git();
    const dir = join(place.base, "indexes");
    const script = `mount --bind ${quoted(place.tree)} ${quoted(place.tree)} && mount -o remount,bind,ro ${quoted(place.tree)} && cd ${quoted(place.tree)} &&
      "$M" index --index-dir ${quoted(dir)} --json && "$M" callers authenticate --index-dir ${quoted(dir)} && "$M" watch --index-dir ${quoted(dir)} --json > ${quoted(join(place.base, "w"))} & sleep 3; kill -INT $!; wait`;
    const { out } = place.shell(script, ["unshare", "-rm"]);
    expect(out).toContain('"warnings": []');
    expect(out).toContain("src/login.ts:4");
  });
});

const mayPretend = Bun.which("script") !== null;

describe.skipIf(!mayPretend)("on a terminal (needs script)", () => {
  /** Runs manifold on a pseudo terminal of ten lines of a hundred columns; the exit code is the last line. */
  function onTerminal(place: Place, words: string[], env: Record<string, string> = {}, input = ""): Ran {
    const inner = `stty rows 10 cols 100; ${[binary(), ...words].map(quoted).join(" ")}; echo "exit $?"`;
    const ran = run(["script", "-qec", inner, "/dev/null"], place.tree, {
      env: { HOME: place.home, TERM: "xterm-256color", MANIFOLD_FEEDBACK: "0", ...env },
      input,
    });
    return { ...ran, out: ran.out.replaceAll("\r\n", "\n") };
  }
  /** A program that says how many lines it got, and of what it was started. */
  function pager(place: Place): string {
    const path = join(place.base, "pager");
    writeFileSync(path, '#!/bin/sh\necho "paged $(wc -l) lines with LESS=$LESS"\n');
    chmodSync(path, 0o755);
    return path;
  }
  const LONG = ["schema", "answer"];

  test("what is longer than the screen goes to the pager that MANIFOLD_PAGER, the user, or PAGER names, in that order", () => {
    using place = new Place(SMALL);
    const one = pager(place);
    expect(onTerminal(place, LONG, { MANIFOLD_PAGER: one, PAGER: "false" }).out).toMatch(/^paged \d{3,} lines with LESS=FRX\nexit 0\n$/);
    expect(onTerminal(place, LONG, { PAGER: one, LESS: "R" }).out).toContain("with LESS=R");
    mkdirSync(join(place.home, ".config/manifold"), { recursive: true });
    writeFileSync(join(place.home, ".config/manifold/config.json"), JSON.stringify({ output: { pager: one } }), { mode: 0o600 });
    expect(onTerminal(place, LONG, { PAGER: "false" }).out).toContain("paged ");
    expect(onTerminal(place, LONG, { MANIFOLD_PAGER: "cat" }).out).toContain('"$schema"');
    expect(onTerminal(place, ["help", "settings"]).out).toContain("paged ");
    expect(onTerminal(place, ["callers", "--help"]).out).toContain("paged ");
  });

  test("what is short, --no-pager, a dumb terminal and a pipe have none", () => {
    using place = new Place(SMALL);
    const env = { MANIFOLD_PAGER: pager(place) };
    expect(onTerminal(place, ["--version"], env).out).toMatch(/^manifold /);
    expect(onTerminal(place, ["callers", "authenticate"], env).out).not.toContain("paged");
    expect(onTerminal(place, [...LONG, "--no-pager"], env).out).toContain('"$schema"');
    expect(onTerminal(place, LONG, { ...env, TERM: "dumb" }).out).toContain('"$schema"');
    expect(place.manifold(LONG, { env }).out).toStartWith("{");
  });

  test("a pager that ends before it has read all is no error, one that cannot be started costs no answer", () => {
    using place = new Place(SMALL);
    for (const dies of ["true", "head -1 >/dev/null", "exit 3"]) {
      const { out } = onTerminal(place, ["schema", "mcp"], { MANIFOLD_PAGER: dies });
      expect(out.split("\n").at(-2)).toBe("exit 0");
      expect(out).not.toContain("manifold:");
    }
    const { out } = onTerminal(place, LONG, { MANIFOLD_PAGER: "no-such-pager" });
    expect(out).toContain("the pager could not be started");
    expect(out).toContain('"$schema"');
    expect(out.split("\n").at(-2)).toBe("exit 0");
  });

  test("a refusal is told, and the exit code is that of the answer", () => {
    using place = new Place(SMALL);
    const env = { MANIFOLD_PAGER: pager(place) };
    expect(onTerminal(place, ["callers", "nobody_here"], env).out.split("\n").at(-2)).toBe("exit 1");
    const refused = onTerminal(place, ["callers", "--nonsense"], env).out;
    expect(refused).toContain("[bad-flag]");
    expect(refused.split("\n").at(-2)).toBe("exit 2");
  });

  test("a pager is not looked for in the tree", () => {
    using place = new Place({ ...SMALL, less: "#!/bin/sh\necho pwned\n" });
    chmodSync(join(place.tree, "less"), 0o755);
    const { out } = onTerminal(place, LONG, { PATH: `.:${process.env.PATH ?? ""}` }, "q");
    expect(out).toContain("$schema");
    expect(out).not.toContain("pwned");
  });

  test("places are links where the terminal opens them, as the user wants them to", () => {
    using place = new Place(SMALL);
    const link = (format: string) => `${ESC}]8;;${format}${ESC}\\`;
    const [words, at] = [["callers", "authenticate", "--color", "never"], `${place.tree}/src/login.ts`];
    const kitty = { TERM: "xterm-kitty", MANIFOLD_PAGER: "cat" };
    const host = run(["hostname"], "/").out.trim();
    expect(onTerminal(place, words, kitty).out).toContain(`${link(`file://${host}${at}#4`)}src/login.ts:4${link("")}`);
    expect(onTerminal(place, words).out).not.toContain("]8;;");
    expect(onTerminal(place, [...words, "--hyperlink", "always"]).out).toContain("]8;;file://");
    expect(onTerminal(place, [...words, "--hyperlink", "never"], kitty).out).not.toContain("]8;;");
    const silent: Record<string, string>[] = [
      { NO_COLOR: "1" },
      { FORCE_HYPERLINK: "0" },
      { MANIFOLD_HYPERLINK: "never" },
      { TERM: "dumb" },
    ];
    for (const env of silent) expect(onTerminal(place, words, { ...kitty, ...env }).out).not.toContain("]8;;");
    expect(onTerminal(place, words, { ...kitty, MANIFOLD_HYPERLINK_FORMAT: "vscode" }).out).toContain(link(`vscode://file${at}:4`));
    expect(place.manifold(words, { env: kitty }).out).not.toContain("]8;;");
    expect(place.manifold([...words, "--hyperlink", "always", "--json"], { env: kitty }).out).not.toContain("]8;;");
  });
});

describe("the watch", () => {
  /** The lines that a watch prints, until one of them says what is wanted. */
  async function* told(child: ReturnType<Place["start"]>): AsyncGenerator<{ event: string; parsed?: number }> {
    let rest = "";
    for await (const bytes of child.stdout) {
      const lines = (rest + Buffer.from(bytes).toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as { event: string };
    }
  }

  test("Ctrl-C and a kill leave an index that answers and a lock that nobody holds", async () => {
    using place = new Place(SMALL);
    place.git();
    for (const signal of ["SIGINT", "SIGKILL", "SIGTERM"] as const) {
      const child = place.start(["watch", "--json"]);
      const events = told(child);
      expect((await events.next()).value).toMatchObject({ event: "watching" });
      expect(place.manifold(["watch"]).err).toContain(`Process ${child.pid} has been watching`);
      place.write("src/extra.ts", `export function extra() { return "${signal}" }\n`);
      expect((await events.next()).value).toMatchObject({ event: "updated", parsed: 1 });
      // In the middle of what comes next.
      place.write("src/extra.ts", `export function other() { return "${signal}" }\n`);
      await Bun.sleep(250);
      child.kill(signal);
      const exit = await child.exited;
      if (signal !== "SIGKILL") expect(exit).toBe(0);
      expect(place.manifold(["def", "other"]).exit).toBe(0);
      // Whoever was killed while it wrote has left its mark, which the next update takes up.
      expect(place.manifold(["index"]).exit).toBe(0);
      expect(place.manifold(["doctor"]).out).toContain("Nothing is wrong.");
    }
  }, 120_000);

  const mayLimit =
    Bun.which("unshare") !== null && run(["unshare", "-r", "sh", "-c", "echo 5 > /proc/sys/user/max_inotify_watches"], "/").exit === 0;
  test.skipIf(!mayLimit)(
    "where the system lets no more folders be watched, that is told with the limit to raise (needs namespaces)",
    () => {
      using place = new Place(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`d${i}/a.py`, "x = 1\n"])));
      const { exit, err } = place.shell('echo 5 > /proc/sys/user/max_inotify_watches; "$M" watch', ["unshare", "-r"]);
      expect(exit).toBe(3);
      expect(err).toContain("[watch-limit]");
      expect(err).toContain("fs.inotify.max_user_watches");
    },
  );
});
