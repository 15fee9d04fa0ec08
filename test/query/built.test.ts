/** Built, generated and vendored files rank below the source that they come from, by name and by their twins. */
import { describe, expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { compiledAmong, isBuilt } from "../../src/query/evidence.ts";
import { indexed } from "../_indexed.ts";

const queue = (types: boolean) => {
  const t = (type: string) => (types ? `: ${type}` : "");
  return `/** Retries failed uploads with exponential backoff. */\nexport class UploadQueue {\n  retryUpload(file${t("string")}, attempt${t("number")})${t("number")} {\n    const delay = 100 * 2 ** attempt;\n    this.scheduleUpload(file, delay);\n    return delay;\n  }\n  scheduleUpload(file${t("string")}, delay${t("number")})${t("void")} {\n    this.pending.push({ file, delay });\n  }\n}\n`;
};
const hash =
  "/* Rolling checksum of a block, as rsync has it. */\nunsigned rolling_checksum(const unsigned char *block, int size) {\n  unsigned a = 0, b = 0;\n  for (int i = 0; i < size; i++) {\n    a += block[i];\n    b += a;\n  }\n  return (b << 16) | (a & 0xffff);\n}\n";
const FILES: Record<string, string> = {
  "web/src/upload/queue.ts": queue(true),
  "web/lib/upload/queue.js": queue(false),
  "web/dist/app.js": `${queue(false)}\n${"// other parts of the bundle\n".repeat(5)}`,
  "web/public/build/app-3f2a1b9c4d.js": queue(false),
  "app/priv/static/queue.js": queue(false),
  "core/checksum.c": hash,
  // A copy in a folder whose name says nothing, and one in a folder whose name does.
  "tools/imported/checksum.c": hash,
  "deps/rsync/checksum.c": hash,
  "api/orders.proto": "// Orders of the shop.\nmessage CancelOrder {\n  string order_id = 1;\n  string cancel_reason = 2;\n}\n",
  "api/orders_pb2.py":
    "# Orders of the shop.\nclass CancelOrder:\n    order_id = None\n    cancel_reason = None\n    def cancel_order(self, order_id, cancel_reason):\n        return order_id, cancel_reason\n",
  "api/service.py":
    'from orders_pb2 import CancelOrder\n\n\ndef cancel_order(order_id, cancel_reason):\n    """Cancels an order of the shop for a reason."""\n    return CancelOrder(order_id, cancel_reason)\n',
};

const tree = indexed(FILES, { embedding: { steps: 0 } });
const first = async (text: string) => (await ask(tree.session, text, PLAIN)).results.map((result) => result.path);

test("names that custom has for output and for what is brought along; names that source has too are none", () => {
  for (const path of [
    "dist/a.js",
    "packages/x/dist/a.d.ts",
    "deps/lua/lvm.c",
    "priv/static/app.js",
    "a/b.min.js",
    "js/main.3f2a1b9c.js",
    "public/build/x.js",
    "third/app.bundle.js",
    "subprojects/zlib/z.c",
    "target/classes/A.class",
  ])
    expect([path, isBuilt(path)]).toEqual([path, true]);
  for (const path of [
    "src/distance.ts",
    "lib/a.rb",
    "build/tasks.js",
    "src/deps.rs",
    "out/of/order.py",
    "src/bundle.ts",
    "lib/external.rb",
    "static/site.css",
    "src/dist.go",
    "js/decafbad.js",
  ])
    expect([path, isBuilt(path)]).toEqual([path, false]);
});
test("what is compiled is told by the source beside it", () => {
  expect([...compiledAmong(tree.session.store, Object.keys(FILES))]).toEqual(["web/lib/upload/queue.js"]);
});
describe("the source comes first", () => {
  for (const [text, path] of [
    ["retry a failed upload with backoff", "web/src/upload/queue.ts"],
    ["UploadQueue", "web/src/upload/queue.ts"],
    ["scheduleUpload", "web/src/upload/queue.ts"],
    ["rolling checksum of a block", "core/checksum.c"],
  ] as const)
    test(text, async () => expect((await first(text))[0]).toBe(path));
});
test("generated code stands behind what it was made of and what uses it", async () => {
  for (const text of ["how is an order cancelled", "cancel reason of an order", "cancel_order"]) {
    const paths = await first(text);
    const at = (path: string) => (paths.includes(path) ? paths.indexOf(path) : paths.length);
    expect([text, at("api/orders_pb2.py") > at("api/service.py")]).toEqual([text, true]);
  }
});
test("who asks for the output gets it", async () => {
  expect((await first("the compiled dist bundle of the upload queue")).slice(0, 2)).toContain("web/dist/app.js");
});
