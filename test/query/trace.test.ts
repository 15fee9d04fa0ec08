/** Stack traces of the common runtimes as they are printed, on trees that have some of their files: innermost own frame first, the first cause before others. */
import { describe, expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { isTrace, readTrace } from "../../src/query/trace.ts";
import { indexed } from "../_indexed.ts";

const body = (lines: number, line: (n: number) => string): string => Array.from({ length: lines }, (_, i) => `${line(i + 1)}\n`).join("");
const filler = (sign: string) => body(40, (n) => `${sign} line ${n}`);
/** Files of every runtime; what stands in them matters only where a function is named that lies elsewhere. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the source of files
const FILES: Record<string, string> = {
  "shop/cart.py":
    "import shop.price\n\n\ndef total(items):\n    return sum(price(i) for i in items)\n\n\ndef checkout(cart):\n    if not cart:\n        raise ValueError(f'the cart of {cart} has nothing to pay for')\n    return total(cart)\n",
  "shop/price.py": "def price(item):\n    return TABLE[item]\n",
  "web/src/server.ts":
    "export function handle(req: string): string {\n  return parse(req);\n}\n\nexport function parse(text: string): string {\n  throw new Error(`cannot parse ${text} as a request line`);\n}\n",
  "java/src/main/java/org/shop/Cart.java":
    "package org.shop;\n\npublic class Cart {\n  int total() {\n    return Price.of(this);\n  }\n}\n",
  "java/src/main/java/org/shop/Price.java":
    'package org.shop;\n\npublic class Price {\n  static int of(Cart c) {\n    throw new IllegalStateException("no price");\n  }\n}\n',
  "kt/src/main/kotlin/org/shop/Basket.kt": `package org.shop\n${filler("//")}`,
  "scala/src/main/scala/org/shop/Till.scala": `package org.shop\n${filler("//")}`,
  "scala/src-2/org/shop/Desk.scala": "package org.shop\n\nobject Desk {\n  def open() =\n    1\n}\n\n// nothing\n// nothing\n",
  "scala/src-3/org/shop/Desk.scala":
    "package org.shop\n\n// nothing\n// nothing\n// nothing\n// nothing\nobject Desk {\n  def open() =\n    1\n}\n",
  "go/cmd/main.go": `package main\n${filler("//")}`,
  "go/store/store.go": `package store\n${filler("//")}`,
  "rs/src/engine.rs": filler("//"),
  "rs/src/main.rs": filler("//"),
  "cs/Shop/Cart.cs": filler("//"),
  "cs/Shop/Price.cs": filler("//"),
  "rb/lib/shop/cart.rb": filler("#"),
  "rb/lib/shop/price.rb": filler("#"),
  "php/src/Cart.php": `<?php\n${filler("//")}`,
  "php/src/Price.php": `<?php\n${filler("//")}`,
  "ex/lib/shop/cart.ex": filler("#"),
  "ex/lib/shop/price.ex": filler("#"),
  "swift/Sources/Shop/Cart.swift": filler("//"),
  "dart/lib/src/cart.dart": filler("//"),
  "dart/lib/main.dart": filler("//"),
  "c/src/cart.c": filler("//"),
  "c/src/price.c": filler("//"),
  "lua/shop/cart.lua": filler("--"),
  "hs/src/Shop/Cart.hs": filler("--"),
  "pl/lib/Cart.pm": filler("#"),
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is the source of files

const TRACES: [name: string, trace: string, places: string[]][] = [
  [
    "Python",
    `Traceback (most recent call last):
  File "/usr/lib/python3.11/runpy.py", line 198, in _run_module_as_main
    return _run_code(code, main_globals, None)
  File "/home/me/project/shop/cart.py", line 11, in checkout
    return total(cart)
  File "/home/me/project/shop/price.py", line 2, in price
    return TABLE[item]
KeyError: 'pear'`,
    ["shop/price.py:2", "shop/cart.py:11"],
  ],
  [
    "Python",
    `Traceback (most recent call last):
  File "/srv/shop/price.py", line 2, in price
KeyError: 'pear'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/cart.py", line 5, in total
RuntimeError: no total`,
    ["shop/price.py:2", "shop/cart.py:5"],
  ],
  [
    "JavaScript",
    `TypeError: Cannot read properties of undefined (reading 'trim')
    at parse (/srv/app/web/src/server.ts:6:9)
    at Object.handle [as run] (file:///srv/app/web/src/server.ts:2:10)
    at async node:internal/process/task_queues:95:5
    at /srv/app/node_modules/express/lib/router.js:12:3`,
    ["web/src/server.ts:6", "web/src/server.ts:2"],
  ],
  [
    "JavaScript",
    `Error: outer
    at handle (/srv/app/web/dist/server.js:88:10)
  [cause]: Error: inner
      at parse (/srv/app/web/dist/server.js:120:9)`,
    ["web/src/server.ts:5", "web/src/server.ts:1"],
  ],
  [
    "JavaScript",
    "parse@http://localhost:3000/web/src/server.ts:6:9\nhandle@http://localhost:3000/web/src/server.ts:2:10",
    ["web/src/server.ts:6", "web/src/server.ts:2"],
  ],
  [
    "JVM",
    `Exception in thread "main" java.lang.RuntimeException: no total
\tat org.shop.Cart.total(Cart.java:5)
\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)
Caused by: java.lang.IllegalStateException: no price
\tat org.shop.Price.of(Price.java:5)
\t... 2 more`,
    ["java/src/main/java/org/shop/Price.java:5", "java/src/main/java/org/shop/Cart.java:5"],
  ],
  [
    "JVM",
    "java.lang.Error: x\n\tat org.shop.Basket$add$1.invoke(Basket.kt:12)\n\tat app//org.shop.Till$.main(Till.scala:7)",
    ["kt/src/main/kotlin/org/shop/Basket.kt:12", "scala/src/main/scala/org/shop/Till.scala:7"],
  ],
  [
    "Go",
    `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
panic({0x47e0a0, 0xc00001c0a8})
\t/usr/local/go/src/runtime/panic.go:770 +0x132
net/store.(*Store).Load(0x1)
\t/usr/local/go/src/net/store/store.go:3 +0x1
example.org/shop/store.(*Store).Get(...)
\t/home/me/shop/go/store/store.go:17
main.main()
\t/home/me/shop/go/cmd/main.go:9 +0x1d
exit status 2`,
    ["go/store/store.go:17", "go/cmd/main.go:9"],
  ],
  [
    "Rust",
    `thread 'main' panicked at rs/src/engine.rs:14:5:
index out of bounds: the len is 3 but the index is 5
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:652:5
   1: shop::engine::run
             at ./rs/src/engine.rs:14:5
   2: shop::main
             at ./rs/src/main.rs:3:5`,
    ["rs/src/engine.rs:14", "rs/src/main.rs:3"],
  ],
  [
    ".NET",
    `Unhandled exception. System.InvalidOperationException: no total
 ---> System.Collections.Generic.KeyNotFoundException: no price
   at Shop.Price.Of(String item) in C:\\work\\cs\\Shop\\Price.cs:line 21
   --- End of inner exception stack trace ---
   at Shop.Cart.Total() in C:\\work\\cs\\Shop\\Cart.cs:line 9
   at System.Threading.Tasks.Task.Execute()`,
    ["cs/Shop/Price.cs:21", "cs/Shop/Cart.cs:9"],
  ],
  [
    "Ruby",
    "/srv/rb/lib/shop/price.rb:8:in `of': no price (KeyError)\n\tfrom /srv/rb/lib/shop/cart.rb:4:in `block in total'\n\tfrom /usr/lib/ruby/gems/3.2.0/gems/rack-3.0/lib/rack/cart.rb:4:in `each'",
    ["rb/lib/shop/price.rb:8", "rb/lib/shop/cart.rb:4"],
  ],
  [
    "Ruby",
    "rb/lib/shop/price.rb:8:in 'Shop::Price.of': no price (KeyError)\n\tfrom rb/lib/shop/cart.rb:4:in 'Shop::Cart#total'",
    ["rb/lib/shop/price.rb:8", "rb/lib/shop/cart.rb:4"],
  ],
  [
    "PHP",
    `PHP Fatal error:  Uncaught RuntimeException: no price in /srv/php/src/Price.php:12
Stack trace:
#0 /srv/php/src/Cart.php(7): Shop\\Price->of('pear')
#1 {main}
  thrown in /srv/php/src/Price.php on line 12`,
    ["php/src/Price.php:12", "php/src/Cart.php:7"],
  ],
  [
    "Elixir",
    `** (KeyError) key :pear not found in: %{}
    (elixir 1.15.0) lib/map.ex:535: Map.fetch!/2
    (shop 0.1.0) lib/shop/price.ex:6: Shop.Price.of/1
    (shop 0.1.0) lib/shop/cart.ex:11: anonymous fn/2 in Shop.Cart.total/1`,
    ["ex/lib/shop/price.ex:6", "ex/lib/shop/cart.ex:11"],
  ],
  ["Swift", "Shop/Cart.swift:14: Fatal error: Index out of range", ["swift/Sources/Shop/Cart.swift:14"]],
  [
    "Dart",
    `Unhandled exception:
RangeError (index): Invalid value: Not in inclusive range 0..2: 5
#0      List.[] (dart:core-patch/growable_array.dart:264:36)
#1      Cart.total (package:shop/src/cart.dart:12:14)
#2      main (file:///home/me/dart/lib/main.dart:4:3)`,
    ["dart/lib/src/cart.dart:12", "dart/lib/main.dart:4"],
  ],
  [
    "C",
    `==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014
    #0 0x4f2a10 in __asan_memcpy (/srv/a.out+0x4f2a10)
    #1 0x5132ab in price_of /srv/c/src/price.c:7:12
    #2 0x51330f in cart_total /srv/c/src/cart.c:21:5`,
    ["c/src/price.c:7", "c/src/cart.c:21"],
  ],
  [
    "C",
    `#0  0x00007ffff7e4a8a1 in raise () from /lib64/libc.so.6
#1  0x000000000040113a in price_of (item=0x0) at c/src/price.c:7
#2  cart_total (cart=0x4052a0, n=3) at c/src/cart.c:21`,
    ["c/src/price.c:7", "c/src/cart.c:21"],
  ],
  [
    "Lua",
    "lua: lua/shop/cart.lua:9: attempt to index a nil value\nstack traceback:\n\t[C]: in function 'error'\n\tlua/shop/cart.lua:9: in function 'total'\n\tlua/shop/cart.lua:20: in main chunk",
    ["lua/shop/cart.lua:9", "lua/shop/cart.lua:20"],
  ],
  [
    "Haskell",
    "no price\nCallStack (from HasCallStack):\n  error, called at hs/src/Shop/Cart.hs:12:10 in main:Shop.Cart",
    ["hs/src/Shop/Cart.hs:12"],
  ],
  [
    "Perl",
    "no price at pl/lib/Cart.pm line 12.\n\tCart::total('x') called at pl/lib/Cart.pm line 30",
    ["pl/lib/Cart.pm:12", "pl/lib/Cart.pm:30"],
  ],
  [
    "Python",
    `Fatal Python error: Segmentation fault

Current thread 0x00007f0 (most recent call first):
  File "/srv/shop/price.py", line 2 in price
  File "/srv/shop/cart.py", line 11 in checkout`,
    ["shop/price.py:2", "shop/cart.py:11"],
  ],
  [
    "Python",
    `shop/cart.py:11: in checkout
    return total(cart)
shop/price.py:2: in price
    return TABLE[item]
E   KeyError: 'pear'`,
    ["shop/price.py:2", "shop/cart.py:11"],
  ],
  [
    "Python",
    `╭──── Traceback (most recent call last) ────╮
│ /srv/shop/cart.py:11 in checkout           │
│ ❱ 11     return total(cart)                │
│ /srv/shop/price.py:2 in price              │
╰───────────────────────────────────────────╯
KeyError: 'pear'`,
    ["shop/price.py:2", "shop/cart.py:11"],
  ],
  [
    ".NET",
    `System.InvalidOperationException: nichts da
   bei Shop.Price.Of(String item) in C:\\work\\cs\\Shop\\Price.cs:Zeile 21.
   bei Shop.Cart.Total() in C:\\work\\cs\\Shop\\Cart.cs:Zeile 9.`,
    ["cs/Shop/Price.cs:21", "cs/Shop/Cart.cs:9"],
  ],
  [
    ".NET",
    "NullReferenceException: Object reference not set\nShop.Price.Of (System.String item) (at cs/Shop/Price.cs:21)\nShop.Cart.Total () (at cs/Shop/Cart.cs:9)",
    ["cs/Shop/Price.cs:21", "cs/Shop/Cart.cs:9"],
  ],
  [
    "C",
    `* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
  * frame #0: 0x0000000100003f58 shop\`price_of(item=0x0) at price.c:7:12
    frame #1: 0x0000000100003f80 shop\`cart_total + 24 at cart.c:21:5`,
    ["c/src/price.c:7", "c/src/cart.c:21"],
  ],
  [
    "C",
    "==12== Invalid read of size 8\n==12==    at 0x4C2E0A: memcpy (vg_replace_strmem.c:1035)\n==12==    by 0x1091AB: price_of (price.c:7)\n==12==    by 0x1092CD: cart_total (cart.c:21)",
    ["c/src/price.c:7", "c/src/cart.c:21"],
  ],
  [
    "C",
    " 0# shop::price_of(char const*) at /srv/c/src/price.c:7\n 1# cart_total at /srv/c/src/cart.c:21",
    ["c/src/price.c:7", "c/src/cart.c:21"],
  ],
  [
    "C",
    `Stack trace (most recent call last):
#1    Object "/srv/a.out", at 0x40, in cart_total
      Source "/srv/c/src/cart.c", line 21, in cart_total
#0    Object "/srv/a.out", at 0x41, in price_of
      Source "/srv/c/src/price.c", line 7, in price_of`,
    ["c/src/price.c:7", "c/src/cart.c:21"],
  ],
  [
    "Dart",
    "RangeError (index): Invalid value\npackage:shop/src/cart.dart 12:14  Cart.total.<fn>\npackage:shop/main.dart 4:3       main",
    ["dart/lib/src/cart.dart:12", "dart/lib/main.dart:4"],
  ],
];

const tree = indexed(FILES, { embedding: { steps: 0 } });
const places = async (text: string): Promise<string[]> =>
  (await ask(tree.session, text, PLAIN)).results.map((result) => `${result.path}:${result.line}`);

describe("each runtime", () => {
  for (const [name, trace, expected] of TRACES)
    test(`${name}: ${expected.join(", ")}`, async () => {
      expect(isTrace(trace)).toBe(true);
      expect(readTrace(trace)?.runtime).toBe(name);
      expect((await places(trace)).slice(0, expected.length)).toEqual(expected);
      // Carriage returns of a Windows console; a question before it; whatever pasting does to the white space at its end.
      expect((await places(`why does this happen?\n\n${trace.replaceAll("\n", "\r\n")}\r\n\r\n`)).slice(0, expected.length)).toEqual(
        expected,
      );
    });
});

test("a paste that has lost its line breaks is read as far as its frames can be told", async () => {
  const [, python] = TRACES[0]!;
  expect((await places(python.replace(/\s*\n\s*/g, " "))).slice(0, 2)).toEqual(["shop/price.py:2", "shop/cart.py:11"]);
});
test("the answer says what was read; the message is found where it is raised", async () => {
  const answer = await ask(tree.session, TRACES[0]![1], PLAIN);
  expect(answer.route.signals).toEqual(["stack-trace"]);
  expect(answer.warnings[0]!.message).toBe("Read as a stack trace of Python: 3 frames, 2 places in this tree, innermost first.");
  expect(answer.results[0]).toMatchObject({ name: "price", kind: "function", near: false });
  const foreign =
    'Traceback (most recent call last):\n  File "/opt/other/thing.py", line 3, in run\nValueError: the cart of 17 has nothing to pay for';
  const raised = await ask(tree.session, foreign, PLAIN);
  expect(raised.results.map((result) => `${result.path}:${result.line}`)).toEqual(["shop/cart.py:10"]);
  const unknown = await ask(
    tree.session,
    'Traceback (most recent call last):\n  File "/opt/other/thing.py", line 3, in run\nKeyError: 1',
    PLAIN,
  );
  expect([unknown.fallback, unknown.results.some((result) => !result.near), unknown.warnings[0]!.code]).toEqual([
    true,
    false,
    "weak-match",
  ]);
});
test("a trace at the end of a long log is read", async () => {
  const log = "2026-01-02 12:00:01 INFO request served in 12 ms\n".repeat(1_500);
  expect((await places(`${log}${TRACES[0]![1]}`)).slice(0, 2)).toEqual(["shop/price.py:2", "shop/cart.py:11"]);
});
test("a function that lies elsewhere now is found by its name", async () => {
  const answer = await ask(
    tree.session,
    'Traceback (most recent call last):\n  File "shop/cart.py", line 35, in checkout\nKeyError: 1',
    PLAIN,
  );
  expect(answer.results[0]).toMatchObject({ path: "shop/cart.py", line: 8, confidence: 0.5 });
});
test("a package without its folders, a function outside classes, a package of Dart and a library's namesake", async () => {
  const jvm = (frame: string) => `Exception in thread "main" java.lang.NullPointerException\n\tat ${frame}\n\tat java.base/a.B.c(B.java:1)`;
  expect((await places(jvm("org.shop.total(Cart.java:5)")))[0]).toBe("java/src/main/java/org/shop/Cart.java:5");
  expect((await places(jvm("com.acme.Price.of(Price.java:5)")))[0]).toBe("java/src/main/java/org/shop/Price.java:5");
  expect((await places(jvm("com.acme.Price.other(Price.java:5)")))[0]).not.toBe("java/src/main/java/org/shop/Price.java:5");
  expect(
    (await places("Unhandled exception:\n#0      run (package:shop/main.dart:3:9)\n#1      go (package:shop/src/cart.dart:4:9)"))[0],
  ).toBe("dart/lib/main.dart:3");
  const library = "TypeError: x\n    at inner (/srv/node_modules/lib/server.js:10:5)\n    at handle (/srv/app/web/src/server.ts:2:11)";
  expect((await places(library))[0]).toBe("web/src/server.ts:2");
});
test("of files that are named alike, the one whose function has the line", async () => {
  const jvm = (line: number) => `Exception in thread "main" java.lang.Error: x\n\tat org.shop.Desk.open(Desk.scala:${line})`;
  expect((await places(jvm(4)))[0]).toBe("scala/src-2/org/shop/Desk.scala:4");
  expect((await places(jvm(9)))[0]).toBe("scala/src-3/org/shop/Desk.scala:9");
});
test("what only looks like a trace is a text like any other, at the places that it names", async () => {
  const odd = "stack traceback:\n  >> total`() -- shop/cart.py:4 <<\n  >> nothing more";
  expect([isTrace(odd), readTrace(odd)]).toEqual([true, null]);
  expect((await places(odd))[0]).toBe("shop/cart.py:4");
});
test("a file that prose names is first, at the line that it names", async () => {
  const first = async (question: string) => (await places(question))[0];
  expect(await first("the request is cut off in web/src/server.ts:6 when it is long")).toBe("web/src/server.ts:6");
  expect(await first("nothing is paid in shop/cart.py, line 9 or so")).toBe("shop/cart.py:9");
  expect((await first("the total is wrong in `php/src/Cart.php` since friday"))?.split(":")[0]).toBe("php/src/Cart.php");
});
test("a guessed relation that leads to nothing is a search", async () => {
  const answer = await ask(tree.session, "get rid of the way between Cart.total and Price.none when nothing is paid", PLAIN);
  expect(answer.results.length).toBeGreaterThan(0);
});
test("what is no trace is none", () => {
  for (const text of [
    "who calls main.go:12",
    "what is at line 12 of cart.py",
    "panics in the parser",
    "how are stack traces printed",
    "at Foo.bar(Baz)",
    "src/auth.ts:10",
    "who calls Cart.total at 12:30",
    "#0 issues",
    'File "x"',
  ])
    expect([text, isTrace(text)]).toEqual([text, false]);
});
test("time is linear in what is pasted", () => {
  const hostile = [
    "at ".repeat(20_000),
    `${"a/".repeat(30_000)}.go:1 +0x`,
    `#1 ${"(".repeat(50_000)}`,
    `${"a.rb:1:in ".repeat(6_000)}'`,
    `File "${"x".repeat(59_000)}`,
  ];
  const spent = (text: string): number => {
    const before = process.cpuUsage();
    readTrace(`${text} line 1 (1): x:1`);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // 60,000 characters each; what is not linear takes minutes here.
  for (const text of hostile) expect(spent(text)).toBeLessThan(5_000_000);
});
