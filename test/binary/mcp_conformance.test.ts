/** The official conformance tests of MCP (@modelcontextprotocol/conformance), all of those for servers, against `manifold mcp --http`. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Place, SMALL } from "./_binary.ts";
import { webServer } from "./_mcp.ts";

const program = join(import.meta.dir, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/**
 * Scenarios that cannot pass, and why. The program fails for one that does pass, so the list says no more than is true.
 * They call tools, prompts and resources of fixed names that a server has for the test alone.
 */
const NOT_OURS: Record<string, string[]> = {
  "a tool of the test": [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-with-logging",
    "tools-call-sampling",
    "tools-call-elicitation",
    "json-schema-2020-12",
    "server-sse-polling",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
  "a resource of the test": ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  "a prompt of the test": ["prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"],
  "a capability that we do not declare: logs go to standard error, and resources are not watched": [
    "logging-set-level",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
};

test("every scenario for servers passes, but those that need what a server has for the test alone", async () => {
  using place = new Place(SMALL);
  place.git();
  await using web = await webServer(place);
  // The program has no token to show: what stands before the server adds it, and hands on all else as it is.
  const target = new URL(web.url);
  const front = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch(request, server) {
      const here = `127.0.0.1:${server.port}`;
      const headers = new Headers(request.headers);
      headers.set("Authorization", `Bearer ${web.token}`);
      for (const name of ["host", "origin"]) headers.set(name, (request.headers.get(name) ?? "").replace(here, target.host));
      if (!request.headers.has("origin")) headers.delete("origin");
      return fetch(target, { method: request.method, headers, body: request.body });
    },
  });
  try {
    const baseline = join(place.base, "baseline.yml");
    writeFileSync(
      baseline,
      `server:\n${Object.values(NOT_OURS)
        .flat()
        .map((name) => `  - ${name}\n`)
        .join("")}`,
    );
    const url = `http://127.0.0.1:${front.port}/mcp`;
    const child = Bun.spawn([process.execPath, program, "server", "--suite", "all", "--url", url, "--expected-failures", baseline], {
      cwd: place.base,
      env: { PATH: process.env.PATH ?? "", HOME: place.home },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]);
    expect([child.exitCode, child.exitCode === 0 ? "" : out + err]).toEqual([0, ""]);
  } finally {
    await front.stop(true);
  }
});
