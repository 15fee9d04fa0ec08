/** The local model as a second compiler, played by a server of the test's own. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalModel, loopback } from "../../src/asking/ollama.ts";
import { type AskOptions, ask, PLAIN, type Session } from "../../src/asking.ts";
import { Refusal } from "../../src/base/errors.ts";
import type { Answer } from "../../src/base/schema.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { localModel, projectWarnings, userFile } from "../../src/serve/settings.ts";
import { SMALL } from "../binary/_binary.ts";
import { writeTree } from "../query/_index.ts";

let root: string;
let session: Session & { close(): void };
/** What the played model was asked, and what it answers. */
const asked: { path: string; body: { model: string; messages: { content: string }[] } }[] = [];
let answers: (content: string) => Response | Promise<Response>;
let server: Bun.Server<undefined>;

const planned = (plan: unknown) => () => Response.json({ message: { content: typeof plan === "string" ? plan : JSON.stringify(plan) } });
const CALLERS = {
  strategy: "hybrid",
  operation: "callers",
  relation: { operation: "callers", of: { description: "hashes the password" } },
};

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = (await request.json()) as (typeof asked)[number]["body"];
      asked.push({ path: new URL(request.url).pathname, body });
      return answers(body.messages.at(-1)!.content);
    },
  });
  root = mkdtempSync(join(tmpdir(), "manifold-llm-"));
  writeTree(root, SMALL);
  await index(root, { quiet: true });
  const { store, behind, warnings } = await refresh(root, { skip: true });
  session = { root, store, behind, warnings, close: () => store.close() };
});
afterAll(async () => {
  session?.close();
  await server?.stop(true);
  rmSync(root, { recursive: true, force: true });
});

const local = (more: Partial<LocalModel> = {}): LocalModel => ({
  model: "tiny",
  url: `http://localhost:${server.port}`,
  timeoutMs: 5_000,
  ...more,
});
async function question(text: string, more: Partial<AskOptions> = {}): Promise<{ answer: Answer; calls: number; codes: string[] }> {
  const before = asked.length;
  const answer = await ask(session, text, { ...PLAIN, k: 5, explain: true, local: local(), ...more });
  return { answer, calls: asked.length - before, codes: answer.warnings.map((warning) => warning.code) };
}

describe("a question that the router is unsure of", () => {
  test("is compiled by the model, and carried out as a plan of its own", async () => {
    answers = planned(CALLERS);
    const { answer, calls } = await question("password hashing users upstream");
    expect(calls).toBe(1);
    expect(asked.at(-1)).toMatchObject({ path: "/api/chat", body: { model: "tiny" } });
    expect(asked.at(-1)!.body.messages.at(-1)!.content).toBe("password hashing users upstream");
    expect(answer.route).toMatchObject({ strategy: "hybrid", operation: "callers" });
    expect(answer.route.signals[0]).toBe("llm:tiny");
    expect(answer.results.filter((result) => result.strategies.includes("structural")).map((result) => result.qualified)).toContain(
      "authenticate",
    );
  });
  test("is asked of the model once a process", async () => {
    answers = planned(CALLERS);
    expect((await question("one and the same")).calls).toBe(1);
    expect((await question("one and the same")).calls).toBe(0);
  });
  test("may be a search after all, in other words", async () => {
    answers = planned({ strategy: "semantic", operation: "search", description: "render a report table" });
    const { answer } = await question("nice output stuff");
    expect(answer.results[0]!.path).toBe("tools/report.py");
  });
});

describe("the model is not asked", () => {
  const never = (): Response => {
    throw new Error("asked");
  };
  for (const text of ["what calls hash()", "grep for DEPRECATED", "tests that reach the login code", "hash"])
    test(`where the router knows: ${text}`, async () => {
      answers = never;
      expect((await question(text)).calls).toBe(0);
    });
  test("unless the user switched it on, or where flags decide", async () => {
    answers = never;
    expect((await question("login area", { local: undefined })).calls).toBe(0);
    expect((await question("login area", { strategy: "semantic" })).calls).toBe(0);
    expect((await question("", { keywords: ["hash"] })).calls).toBe(0);
  });
});

describe("a failure is named, and the regular expressions' plan used", () => {
  const failures: [string, () => Response | Promise<Response>, RegExp, Partial<LocalModel>?][] = [
    ["no plan", planned("I cannot say."), /did not answer with a plan/],
    ["an unknown key", planned({ ...CALLERS, budget: 1 }), /plan is wrong/],
    ["an unknown operation", planned({ strategy: "structural", operation: "destroy", symbol: "x" }), /plan is wrong at "operation"/],
    ["a structural plan without a symbol", planned({ strategy: "structural", operation: "callers" }), /needs the symbol/],
    ["a path with one end", planned({ strategy: "structural", operation: "path", symbol: "login" }), /two ends/],
    ["an error", () => new Response("no such model", { status: 404 }), /status 404/],
    ["a redirect", () => Response.redirect("http://127.0.0.1:9/", 307), /status 307/],
    ["no JSON", () => new Response("<html>"), /did not answer with a plan/],
    ["too long an answer", () => new Response("x".repeat(300_000)), /too long/],
    [
      "no answer in time",
      () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response("")), 3_000)),
      /longer than 60 ms/,
      { timeoutMs: 60 },
    ],
    ["no model", planned(CALLERS), /no model is named/, { model: null }],
    ["nobody there", planned(CALLERS), /nothing answers at 127\.0\.0\.1:9/, { url: "http://127.0.0.1:9" }],
  ];
  for (const [i, [name, reply, message, more = {}]] of failures.entries())
    test(name, async () => {
      answers = reply;
      const { answer, codes } = await question(`login area ${"again ".repeat(i)}`, { local: local(more) });
      expect(codes).toContain("llm-failed");
      expect(answer.warnings.find((warning) => warning.code === "llm-failed")!.message).toMatch(message);
      expect(answer.route).toMatchObject({ strategy: "semantic", operation: "search" });
      expect(answer.results.length).toBeGreaterThan(0);
    });
});

describe("only this machine is asked", () => {
  for (const url of [
    "http://example.org:11434",
    "https://127.0.0.1:11434",
    "http://127.0.0.1.example.org",
    "http://10.0.0.1",
    "http://0.0.0.0:1",
    "http://user:word@localhost:1",
    "http://localhost@example.org",
    "file:///etc/passwd",
    "localhost",
    "",
  ])
    test(`not ${JSON.stringify(url)}`, async () => {
      expect(() => loopback(url)).toThrow(Refusal);
      const thrown = await question("something vague", { local: local({ url }) }).catch((error: unknown) => error);
      expect((thrown as Refusal).code).toBe("bad-settings");
    });
  test("whatever it is called, its loopback address is connected to", () => {
    expect(loopback("http://localhost:11434")).toEqual({ host: "127.0.0.1", port: 11434 });
    expect(loopback("http://LOCALHOST")).toEqual({ host: "127.0.0.1", port: 80 });
    expect(loopback("http://[::1]:5/")).toEqual({ host: "::1", port: 5 });
    expect(loopback("http://127.1:5")).toEqual({ host: "127.0.0.1", port: 5 });
  });
  test("through no proxy", async () => {
    let proxied = 0;
    const proxy = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch() {
        proxied++;
        return new Response("");
      },
    });
    const kept = { ...process.env };
    try {
      for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) process.env[name] = `http://127.0.0.1:${proxy.port}`;
      answers = planned(CALLERS);
      const { calls } = await question("vague words behind a proxy");
      expect([calls, proxied]).toEqual([1, 0]);
    } finally {
      for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) {
        if (kept[name] === undefined) delete process.env[name];
        else process.env[name] = kept[name];
      }
      await proxy.stop(true);
    }
  });
  test("and nothing else in the program can connect to anything", () => {
    const sources = (readdirSync(join(import.meta.dir, "../../src"), { recursive: true }) as string[]).filter((path) =>
      path.endsWith(".ts"),
    );
    const connecting = sources.filter((path) =>
      /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?["']|\bfetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest|SQL|Bun\.SQL|RedisClient)\b|Bun\.(?:connect|listen|serve|udpSocket|dns|sql|redis)\b/.test(
        readFileSync(join(import.meta.dir, "../../src", path), "utf8"),
      ),
    );
    // The second is what somebody shares an index with, at an address that stands on the command line; the last is what `mcp --http` switches on, which
    // listens on this machine alone.
    expect(connecting.sort()).toEqual(["asking/ollama.ts", "fleet/shared/database.ts", "serve/mcp/http.ts"]);
  });
});

describe("it is switched on", () => {
  let config: string;
  let env: Record<string, string>;
  beforeAll(() => {
    config = join(root, "config");
    env = { HOME: join(root, "home"), XDG_CONFIG_HOME: config };
  });
  const settings = (value: unknown, mode = 0o600): void => {
    mkdirSync(join(config, "manifold"), { recursive: true });
    rmSync(join(config, "manifold/config.json"), { recursive: true, force: true });
    writeFileSync(join(config, "manifold/config.json"), JSON.stringify(value), { mode });
    chmodSync(join(config, "manifold/config.json"), mode);
  };
  test("by --llm or by the user's own settings, with the model named there", async () => {
    expect(await localModel(false, env)).toBeUndefined();
    expect(await localModel(true, env)).toMatchObject({ model: null, url: "http://127.0.0.1:11434" });
    settings({ llm: { model: "qwen2.5-coder:3b", timeout_ms: 900 } });
    expect(await localModel(false, env)).toBeUndefined();
    expect(await localModel(true, env)).toEqual({ model: "qwen2.5-coder:3b", url: "http://127.0.0.1:11434", timeoutMs: 900 });
    settings({ llm: { enabled: true, model: "m" } });
    expect(await localModel(false, env)).toMatchObject({ model: "m" });
  });
  test("for this machine only", async () => {
    settings({ llm: { enabled: true, model: "m", url: "http://example.org" } });
    await expect(localModel(false, env)).rejects.toThrow(/only asked on this machine/);
    settings({ llm: { key: "x" } });
    await expect(localModel(true, env)).rejects.toThrow(/not understood/);
  });
  test("by nothing that came with a repository", async () => {
    settings({});
    writeFileSync(join(root, "manifold.json"), JSON.stringify({ llm: { enabled: true, model: "m", url: "http://127.0.0.1:1" } }));
    expect((await projectWarnings(root)).map(({ code }) => code)).toEqual(["setting-ignored"]);
    expect(await localModel(false, env)).toBeUndefined();
    expect(await localModel(true, env)).toMatchObject({ model: null });
    rmSync(join(root, "manifold.json"));
    // Neither does a folder of settings below the tree that is asked about.
    expect(userFile({ HOME: "here", XDG_CONFIG_HOME: "config" })).toBeNull();
  });
  test("by no file that somebody else may write, and by nothing that is no file", async () => {
    settings({ llm: { enabled: true, model: "m" } }, 0o666);
    await expect(localModel(false, env)).rejects.toThrow(/written by others/);
    rmSync(join(config, "manifold/config.json"));
    Bun.spawnSync(["mkfifo", "-m", "600", join(config, "manifold/config.json")]);
    await expect(localModel(false, env)).rejects.toThrow(/not a plain file/);
    rmSync(join(config, "manifold/config.json"));
  });
});
