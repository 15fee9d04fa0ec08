/** What `callers` and the relations between types say where no call and no name tells. */
import { expect, test } from "bun:test";
import type { Operation } from "../../src/base/types.ts";
import { type StructuralAnswer, walk } from "../../src/query/walk.ts";
import { indexed } from "../_indexed.ts";

const FILES = {
  "go.mod": "module example.com/app\n",
  "mw/mw.go": `package mw

import "net/http"

type Shape interface {
	Area() int
	Scale(by int) Shape
}
type Named interface {
	Shape
	Name() string
}
type Base struct{}

func (b *Base) Area() int                      { return 1 }
func Log(next http.Handler) http.Handler       { return next }
func (b *Base) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func lonely()                                  {}
`,
  "mw/square.go": `package mw

type Square struct{ Base }

func (s Square) Scale(by int) Shape { return s }

type Half struct{}

func (h Half) Area() int { return 1 }
`,
  "main.go": `package main

import "example.com/app/mw"

func main() {
	r := &router{}
	r.Use(mw.Log)
	table := []any{mw.Log}
	_ = table
}
`,
  "routes.php": "<?php\nfunction by_route() {}\n$app->get('/x', 'Ctl@by_route');\n",
  "shell.rb":
    'class Shell\n  def notify_all; end\n  def run(name)\n    send("do_#{name}")\n  end\n  def do_list; end\nend\nevery :notify_all, 1\n',
  "steps.js": "function firstStep() {}\nfunction second_step() {}\nconst steps = [firstStep, second_step];\n",
  "util.lua": "local function start_it() end\nreturn { start_it = start_it }\n",
  "views.py": `from typing import Protocol
from web import app, View

class Closes(Protocol):
    def close(self): ...

class File:
    def close(self):
        pass

class Page(View):
    def get(self):
        pass

@app.route("/")
def home():
    pass
`,
  "util.rs": `pub trait Loud { fn shout(&self); }
impl<T: Clone> Loud for T { fn shout(&self) {} }
`,
  "wire.c": `#define RUN(name) RUNNER_OF(name)
static int by_macro(void) { return 1; }
static int never_named(void) { return 2; } /* never_named() is said in comments */
static const char *text = "never_named(1)";
RUN(by_macro)
static int handed_on(void) { return 3; }
int go(int x) { return apply_all(x, handed_on); }
`,
  "ops.c": `int read_it(int x) { return x; }
int kept_it(int x) { return x; }
struct cast_it { int x; };
`,
  "ops.h": "int read_it(int x);\nint kept_it(int x);\n",
  "table.c": `#include "ops.h"
typedef int (*fn)(int);
struct ops { fn f; };
static struct ops table[] = { { read_it }, { .f = kept_it } };
fn given(int n) { int cast_it = n; return n ? kept_it : 0; /* why */ }
`,
  "hooks.ml": "let on_save x = x + 1\nlet unnamed x = x\n",
  "setup.ml": "open Hooks\nlet setup bus = Bus.on bus on_save\n",
  "Sources/saved.swift": "func saved(_ x: Int) -> Int { return x }\n",
  "Sources/table.swift": "let table = [saved] // of functions\n",
  "given.py": "from late import Late, later\n\nchosen = later  # for now\nkinds = [Late]\n",
  "late.py": "def later():\n    pass\n\nclass Late:\n    pass\n",
  "shapes.cc": `struct Point { int x; };
struct Other { int y; };
struct Pick {
  void on(int);
  void on(Point);
  void off(int);
};
void use(Pick& p) { p.on(1); Point at = make(); }
`,
  "face.ts": `export interface Face { a(): void }
export abstract class Base2 { abstract go(): void }
export function mixed() { return class extends Base2 { go() {} }; }
`,
  "Listing.java": `interface Comparer { int compare(int a); }
enum Grade { GOOD, BAD }
class Listing {
  Comparer order() { return new Comparer() { public int compare(int a) { return a; } }; }
  Comparer none() { Depth deep = null; return null; }
}
`,
  "Depth.java": `class Depth {
  static final int LIMIT = 1;
  // Depth and Unread are named here
  static int go() { return Listing.class.hashCode() + new Listing().hashCode(); }
}
class Unread {}
class Reads { int a() { return Depth.LIMIT; } }
`,
  "total.kt": `class Money(val units: Int) {
  val spoken: String
    get() = "$units"
  val unread: String
    get() = "$units"
  operator fun plus(other: Money) = this
}
fun both(all: List<Money>) = all.first().spoken
`,
  "above.py": "class Keeper:\n    pass\n",
  "below.py": "from above import Keeper as Stored\n\nclass Kept(Stored):\n    def put(self):\n        pass\n",
  "listen.kt": "interface Listener { fun heard(x: Int) }\nfun made() = object : Listener { override fun heard(x: Int) {} }\n",
  "codec.scala": `trait Codec[A] { def enc(a: A): String }
trait \`Odd-Name\`
object Codecs {
  val ints: Codec[Int] = new Codec[Int] { def enc(a: Int) = "" }
  given texts: Codec[String] with
    def enc(a: String) = a
}
`,
  "mail.php": "<?php\ninterface Mailer {}\nfunction mailer() { return new class(1) implements Mailer {}; }\n",
  "draw.swift": "protocol Drawer { func draw() }\nextension Int: Drawer { func draw() {} }\nprotocol Undrawn {}\n",
  "signs.rb":
    "class Signs\n  def lonely!; end\n  def spoken!; end\n  def hidden_one; end\n  private :hidden_one\n  def given_one; end\n  before :given_one\nend\nevery :spoken!, 1\n",
  "animal.rb": "class Animal; end\nclass Plant; end\ndef animal\n  Class.new(Animal) { }\nend\n",
  "painter.m": "@protocol Painter\n@end\n@interface NSString (Paint) <Painter>\n@end\n",
  "dyn.py": 'class Above:\n    pass\n\ndef make():\n    return type("Dyn", (Above,), {})\n',
};

const tree = indexed(FILES, { embedding: null });

const asked = (operation: Operation, symbol: string, at?: { path: string; line: number }): StructuralAnswer =>
  walk(tree.store, operation, symbol, null, { depth: 1, at });
const codes = (operation: Operation, symbol: string): string[] => asked(operation, symbol).beyond.map(({ code }) => code);
const names = (operation: Operation, symbol: string): string[] =>
  asked(operation, symbol)
    .hits.map((hit) => hit.symbol.name)
    .sort();

test("a getter runs where its name is read, an operator where a sign stands; a supertype under another name is in the tree", () => {
  expect(asked("callers", "spoken").beyond[0]!.message).toContain("total.kt:8");
  expect(codes("callers", "unread")).toEqual([]);
  expect(codes("callers", "Money.plus")).toEqual(["unexplained"]);
  expect(codes("callers", "Kept.put")).toEqual([]);
});

test("no call is known, but the name stands where one may be", () => {
  expect(codes("callers", "by_macro")).toEqual(["unexplained"]);
  expect(asked("callers", "by_macro").beyond[0]!.message).toContain("wire.c:5");
  expect(codes("callers", "never_named")).toEqual([]);
  expect(codes("callers", "handed_on")).toHaveLength(1);
  // an overload of what is called, a type of which objects are made without a call
  const [first, second] = tree.store.symbolsByName("on");
  const told = [first!, second!].map(({ start }) => asked("callers", "on", { path: "shapes.cc", line: start }));
  expect(told.map(({ hits }) => hits.length)).toEqual([1, 0]);
  expect(told[1]!.beyond.map(({ code }) => code)).toEqual(["unexplained"]);
  expect(codes("callers", "Pick.off")).toEqual([]);
  expect(codes("callers", "Point")).toEqual(["unexplained"]);
  expect(codes("callers", "Other")).toEqual([]);
});

test("who may call though no call stands in the tree", () => {
  const [handed] = asked("callers", "Log").beyond;
  expect(handed?.code).toBe("handed-over");
  expect(handed?.message).toContain("2 places");
  expect(asked("references", "Log").hits.map(({ line }) => line)).toEqual([7, 8]);
  expect(codes("callers", "home")).toEqual(["framework"]);
  expect(codes("callers", "Page.get")).toEqual(["override"]);
  expect(codes("callers", "Base.ServeHTTP")).toEqual(["override"]);
  expect(codes("callers", "main")).toEqual(["entry"]);
  expect(codes("callers", "lonely")).toEqual([]);
  // a route's string, a symbol, a name that is put together, a list
  expect(codes("callers", "by_route")).toEqual(["named"]);
  expect(codes("callers", "notify_all")).toEqual(["named"]);
  const [begun] = asked("callers", "do_list").beyond;
  expect(begun?.message).toBe("A name that begins as do_list does is put together in shell.rb:4: what reads that may call Shell.do_list.");
  expect(codes("callers", "second_step")).toEqual(["handed-over"]);
  expect(codes("callers", "start_it")).toEqual(["handed-over"]);
  // tables, what is kept or returned, of other files
  for (const [name, lines] of [
    ["read_it", [1, 4]],
    ["kept_it", [2, 4, 5]],
    ["saved", [1]],
    ["later", [1, 3]],
  ] as const) {
    expect(codes("callers", name)).toEqual(["handed-over"]);
    expect(asked("references", name).hits.map(({ line }) => line)).toEqual([...lines]);
  }
  expect(asked("references", "cast_it").hits).toEqual([]);
  expect(codes("callers", "Late")).toEqual(["handed-over"]);
  // where a call has no brackets, any line of code with the name
  for (const operation of ["callers", "blast_radius"] as const) expect(codes(operation, "on_save")).toEqual(["unexplained"]);
  expect(codes("callers", "unnamed")).toEqual([]);
  // `private :name` hands nothing over
  expect(codes("callers", "hidden_one")).not.toContain("handed-over");
  expect(codes("callers", "given_one")).toContain("handed-over");
});

test("types that have what an interface or a protocol asks for", () => {
  expect(names("subclasses", "Shape")).toEqual(["Named", "Square"]);
  expect(names("superclasses", "Square")).toEqual(["Base", "Shape"]);
  expect(names("subclasses", "Named")).toEqual([]);
  expect(names("subclasses", "Closes")).toEqual(["File"]);
});

test("what is not worked out is said", () => {
  expect(codes("subclasses", "Closes")).toEqual(["structural-types"]);
  expect(codes("subclasses", "Loud")).toEqual(["structural-types"]);
  expect(codes("subclasses", "Face")).toEqual(["structural-types"]);
  expect(codes("subclasses", "Shape")).toEqual([]);
});

test("a class without a name is below what it extends; who makes it is told", () => {
  for (const [type, maker] of [
    ["Comparer", "order"],
    ["Listener", "made"],
    ["Mailer", "mailer"],
    ["Base2", "mixed"],
  ] as const)
    expect(names("subclasses", type)).toEqual([maker]);
  expect(names("subclasses", "Codec")).toEqual(["ints", "texts"]);
});

test("what a type outside the tree is given, and what a call may make a class of, is no 'none'", () => {
  for (const type of ["Drawer", "Animal", "Painter", "Above"]) {
    expect(asked("subclasses", type).hits).toEqual([]);
    expect(codes("subclasses", type)).toEqual(["structural-types"]);
  }
  expect(asked("subclasses", "Drawer").beyond[0]!.message).toContain("Int (draw.swift:2)");
  // a name with signs is looked for as it is written
  expect(codes("subclasses", "`Odd-Name`")).toEqual([]);
  for (const type of ["Undrawn", "Plant"]) expect(codes("subclasses", type)).toEqual([]);
});

test("a name that stands in code is no 'no references'; comments and imports are no code", () => {
  expect(asked("references", "Depth").hits).toEqual([]);
  expect(codes("references", "Depth")).toEqual(["unexplained"]);
  expect(asked("references", "Depth").beyond[0]!.message).toContain("2 lines of code");
  expect(names("references", "LIMIT")).toEqual(["a"]);
  expect(codes("references", "Unread")).toEqual([]);
  // one use is an edge, the other is not
  expect(names("references", "Listing")).toEqual(["go"]);
});

test("files that use one another without an import are told", () => {
  expect(asked("importers", "Listing.java").beyond).toEqual([
    { code: "without-import", message: "1 file without an import of it uses what Listing.java defines (Depth.java)." },
  ]);
  expect(codes("imports", "Depth.java")).toEqual(["without-import"]);
  expect(codes("importers", "painter.m")).toEqual([]);
});

test("names with signs are looked for in text as they are written", () => {
  expect(codes("callers", "lonely!")).toEqual([]);
  expect(codes("callers", "spoken!")).toHaveLength(1);
});
