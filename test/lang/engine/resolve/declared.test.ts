/** Declarations and definitions are one symbol: calls lead to definitions, and each declaration leads to what it declares. */
import { describe, expect, test } from "bun:test";
import { resolve } from "../../../../src/lang/engine/resolve/resolve.ts";
import { linksOf, memoryOf } from "./_tree.ts";

const calls = (files: Record<string, string>, from = ""): string[] => linksOf(files, from).filter((line) => line.includes(" calls "));

/** Calls of use.cc by the heads of what is called, as v.cc has them. */
function callsWithPlaces(files: Record<string, string>): string[] {
  const { facts, world, symbols } = memoryOf(files);
  const use = facts.get("use.cc")!;
  const heads = new Map<number, string>();
  let last = -1;
  for (const [path, one] of [...facts].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const { signature, kind } of one.symbols) {
      last++;
      if (path.startsWith("v"))
        heads.set(
          symbols[last]!.id,
          `${kind === "class" ? "class " : ""}${signature.replace(/^.*?(?=(?:\w+\()|\w+$)/, "").replace(/^class /, "")}`,
        );
    }
  const calls = resolve(use, world).edges.filter(({ kind, to }) => kind === "calls" && to.at === "there");
  return [...new Set(calls.map(({ from, to }) => `${use.symbols[from]!.name} ${heads.get(to.at === "there" ? to.id : -1)}`))].sort();
}

describe("c", () => {
  const files = {
    "src/list.h":
      "#ifndef LIST_H\n#define LIST_H\nextern int total;\nint list_push(int n);\nlong list_count(void);\n#define add list_push\n#endif\n",
    "src/list.c":
      '#include "list.h"\nint total = 0;\nstatic long now(void);\nint list_push(int n) { total += n; return (int) now(); }\nlong list_count(void) { return now(); }\nstatic long now(void) { return 1; }\n',
    "src/main.c":
      '#include "list.h"\nstatic int local(int n);\nint main(void) { local(1); add(2); return list_push(now()); }\nstatic int local(int n) { return list_count(); }\n',
    "deps/copy/list.h": "int list_push(int n);\n",
    "deps/copy/list.c": '#include "list.h"\nint list_push(int n) { return n; }\nint other(void) { return list_push(1); }\n',
  };

  test("prototypes lead to what they declare, calls to definitions", () => {
    expect(linksOf(files).filter((line) => line.includes(" references "))).toEqual([
      "deps/copy/list.h:list_push references deps/copy/list.c:list_push exact",
      "src/list.c:now references src/list.c:now exact",
      "src/list.h:list_count references src/list.c:list_count exact",
      "src/list.h:list_push references src/list.c:list_push exact",
      "src/list.h:total references src/list.c:total exact",
      "src/main.c:local references src/main.c:local exact",
    ]);
    expect(calls(files)).toEqual([
      "deps/copy/list.c:other calls deps/copy/list.c:list_push exact",
      "src/list.c:list_count calls src/list.c:now exact",
      "src/list.c:list_push calls src/list.c:now exact",
      "src/main.c:local calls src/list.c:list_count exact",
      "src/main.c:main calls src/list.c:list_push exact",
      "src/main.c:main calls src/list.h:add exact",
      "src/main.c:main calls src/main.c:local exact",
    ]);
  });

  test("what is static is not seen from other files", () => {
    expect(calls(files, "src/main.c:main").some((line) => line.includes("now"))).toBe(false);
    const header = {
      "a.h": "static inline int twice(int n) { return 2 * n; }\n",
      "a.c": '#include "a.h"\nint f(void) { return twice(2); }\n',
    };
    expect(calls(header)).toEqual(["a.c:f calls a.h:twice exact"]);
  });

  test("variants under conditions and for platforms share their callers", () => {
    const variants = {
      "io.h": "int io_open(const char *path);\nint io_wait(int ms);\n",
      "unix/io.c": '#include "../io.h"\nint io_open(const char *path) { return 1; }\n',
      "win/io.c": '#include "../io.h"\nint io_open(const char *path) { return 2; }\nstatic int again(void) { return io_open("x"); }\n',
      "wait.c": '#include "io.h"\n#ifdef FAST\nint io_wait(int ms) { return 0; }\n#else\nint io_wait(int ms) { return ms; }\n#endif\n',
      "main.c": '#include "io.h"\nint main(void) { io_wait(5); return io_open("x"); }\n',
    };
    expect(calls(variants)).toEqual([
      "main.c:main calls unix/io.c:io_open exact",
      "main.c:main calls wait.c:io_wait exact",
      "main.c:main calls win/io.c:io_open exact",
      "win/io.c:again calls win/io.c:io_open exact",
    ]);
  });

  test("a structure and a function can have one name", () => {
    const both = {
      "o.h": "struct option { int n; };\nint option(int n);\n",
      "o.c": '#include "o.h"\nint option(int n) { return n; }\nint f(void) { return option(1); }\n',
    };
    expect(calls(both)).toEqual(["o.c:f calls o.c:option exact"]);
  });

  test("names in brackets behind a macro and a type, which keep a macro of that name away", () => {
    const bracketed = {
      "l.h":
        "#define L_API extern\ntypedef struct state state;\nL_API void (l_push) (state *s, int n);\nL_API state *(l_new) (state *s);\nL_API const char *(l_name)(int n);\n",
      "l.c":
        '#include "l.h"\nL_API void l_push (state *s, int n) { n++; }\nL_API state *l_new (state *s) { return s; }\nL_API const char *l_name (int n) { return 0; }\n',
    };
    expect(linksOf(bracketed).filter((line) => line.includes(" references "))).toEqual([
      "l.h:l_name references l.c:l_name exact",
      "l.h:l_new references l.c:l_new exact",
      "l.h:l_push references l.c:l_push exact",
    ]);
  });
});

describe("c++", () => {
  const files = {
    "shape.h": `namespace geo {
class EXPORT Shape {
 public:
  virtual ~Shape();
  void draw(int n) const;
  class Painter;
};
template <typename T> class Items {
 public:
  T& operator[](int i);
  T* operator->();
  int size() const { return 1; }
};
using Shapes = Items<Shape>;
struct Album : public Shapes { int pages() { return size(); } };
}
`,
    "shape.cc": `#include "shape.h"
namespace geo {
class Shape::Painter {
 public:
  void paint();
  Shape* of_;
};
void Shape::draw(int n) const {}
void Shape::Painter::paint() { of_->draw(1); }
namespace { void hidden() {} }
void shown() { hidden(); }
}
`,
    "album.cc":
      '#include "shape.h"\nusing namespace geo;\nvoid show(Items<Shape>& all, Album& album) { all[0].draw(1); all->draw(2); album.size(); hidden(); }\n',
    "album_test.cc":
      '#include "shape.h"\nusing namespace geo;\nclass AlbumTest { public: int made() { return 1; } };\nTEST_F(AlbumTest, Makes) { EXPECT_EQ(1, made()); }\n',
  };

  test("members defined outside, nested classes, template arguments, aliases above, fixtures", () => {
    expect(calls(files)).toEqual([
      "album.cc:show calls shape.cc:geo.Shape.draw typed",
      "album.cc:show calls shape.h:geo.Items.operator[] typed",
      "album.cc:show calls shape.h:geo.Items.size typed",
      "album_test.cc:AlbumTest.Makes calls album_test.cc:AlbumTest.made exact",
      "shape.cc:geo.Shape.Painter.paint calls shape.cc:geo.Shape.draw typed",
      "shape.cc:geo.shown calls shape.cc:geo.hidden exact",
      "shape.h:geo.Album.pages calls shape.h:geo.Items.size exact",
    ]);
    expect(linksOf(files, "shape.h:geo.Shape.draw")).toContain("shape.h:geo.Shape.draw references shape.cc:geo.Shape.draw exact");
  });
});

test("overloads of c++ are chosen by number, defaults, types and constness of what they are called on", () => {
  const files = {
    "v.h": `#include <string>
namespace j {
class Value {
 public:
  Value(int n);
  Value(const char* text);
  Value& at(int i);
  const Value& at(int i) const;
  void put(const std::string& key, int n = 1);
  void put(int key);
  void put(const Value& other, bool deep, int depth);
  int size() const { return at(0).n_; }
};
void show(const Value& value);
void show(double number);
void show(const char* text, int width);
template <typename T> void show(T* any);
}
`,
    "v.cc": `#include "v.h"
namespace j {
Value::Value(int n) {}
Value::Value(const char* text) {}
Value& Value::at(int i) { return *this; }
const Value& Value::at(int i) const { return *this; }
void Value::put(const std::string& key, int n) {}
void Value::put(int key) {}
void Value::put(const Value& other, bool deep, int depth) {}
void show(const Value& value) {}
void show(double number) {}
void show(const char* text, int width) {}
}
`,
    "use.cc": `#include "v.h"
using namespace j;
void words(Value& v) { v.put("a"); v.put("a", 2); }
void number(Value& v, int n) { v.put(n); v.at(1); }
void three(Value& v) { v.put(v, true, 3); }
void constant(const Value& v) { v.at(1); }
void free_(const Value& v) { show(v); show("x", 3); }
void made() { Value a(1); Value b("x"); }
void open(Value& v) { v.put(unknown()); }
`,
  };
  expect(callsWithPlaces(files)).toEqual([
    "constant at(int i) const",
    "free_ show(const Value& value)",
    "free_ show(const char* text, int width)",
    "made Value(const char* text)",
    "made Value(int n)",
    "made class Value",
    "number at(int i)",
    "number put(int key)",
    "three put(const Value& other, bool deep, int depth)",
    "words put(const std::string& key, int n)",
  ]);
});

test("stubs and interface files lead to what they declare", () => {
  const files = {
    "m.py": "def load(x):\n    return x\n\n\nclass Box:\n    def open(self):\n        return load(1)\n",
    "m.pyi": "def load(x: int) -> int: ...\n\nclass Box:\n    def open(self) -> int: ...\n",
    "a.ml": "let run x = x + 1\n",
    "a.mli": "val run : int -> int\n",
    "lib.js": "export function lib(n) { return n; }\n",
    "lib.d.ts": "export declare function lib(n: number): number;\n",
  };
  expect(linksOf(files).filter((line) => line.includes(" references "))).toEqual([
    "a.mli:run references a.ml:run exact",
    "lib.d.ts:lib references lib.js:lib exact",
    "m.pyi:Box references m.py:Box exact",
    "m.pyi:Box.open references m.py:Box.open exact",
    "m.pyi:load references m.py:load exact",
  ]);
});
