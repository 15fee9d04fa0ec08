/** Which function of several of one name a call means: by number, key words and types of its arguments, told from small programs with the lines of what they call. */
import { describe, expect, test } from "bun:test";
import { formOf } from "../../../../src/lang/engine/pass/form.ts";
import { resolve } from "../../../../src/lang/engine/resolve/resolve.ts";
import { repairC } from "../../../../src/lang/engine/rules/_repair.ts";
import { java } from "../../../../src/lang/java/rules.ts";
import { memoryOf } from "./_tree.ts";

/** For each line of the main file that calls something: the first lines of what is called, `?` and those among which nothing tells. */
function calledFrom(files: Record<string, string>, main: string): Record<number, string> {
  const { facts, world } = memoryOf(files);
  const { edges, open } = resolve(facts.get(main)!, world);
  const out: Record<number, Set<string>> = {};
  const note = (line: number, text: string): void => {
    out[line] = (out[line] ?? new Set()).add(text);
  };
  const where = (symbol: { id: number; path: string; qualified: string }): string => {
    const own = facts.get(symbol.path)!.symbols;
    const same = own.filter(({ qualified }) => qualified === symbol.qualified);
    const there = world.members(symbol.path, symbol.qualified);
    const at = symbol.id < 0 ? own[-1 - symbol.id]! : same[there.findIndex(({ id }) => id === symbol.id)]!;
    return String(at.start);
  };
  for (const { kind, to, line } of edges) {
    if (kind !== "calls") continue;
    const own = facts.get(main)!.symbols;
    if (to.at === "here" && (own[to.symbol]!.kind === "method" || own[to.symbol]!.kind === "function"))
      note(line, String(own[to.symbol]!.start));
  }
  for (const { among, line } of open) if (among) note(line, `? ${among.map(where).sort().join(" ")}`);
  return Object.fromEntries(Object.entries(out).map(([line, all]) => [line, [...all].sort().join(", ")]));
}

test("c#: overloads of an extension are told apart by the arguments behind its object", () => {
  const text = `public record Order(int Id);
public static class Describing {
  public static string Say(this Order o) => "";
  public static string Say(this Order o, string prefix) => "";
}
class User {
  string One(Order o) => o.Say();
  string Two(Order o) => o.Say("x");
  string Static(Order o) => Describing.Say(o);
}
`;
  expect(calledFrom({ "A.cs": text }, "A.cs")).toEqual({ 7: "3", 8: "4", 9: "3" });
});

describe("java", () => {
  test("number of arguments, types, boxing, null, variadic", () => {
    const text = `class A {
  static void f(Object[] a) {}
  static void f(int[] a) {}
  static void f(CharSequence s) {}
  static void f(int i) {}
  static void f(Integer i) {}
  static void f(String s, Object... more) {}
  static void f(A a, B b) {}
  A() {}
  A(String s) { this(); }
  void g(B b, String s, Object o, java.util.List<B> list, B[] bs) {
    f("x");
    f(s + 1);
    f(new String[0]);
    f(1);
    f((Integer) 1);
    f("x", 1, 2);
    f(null, b);
    f(b.name());
    f(bs);
    f(list.get(0), b);
    f(new A("x"), b);
    new A("y");
    f(o.thing());
  }
}
class B extends A { String name() { return ""; } }
`;
    expect(calledFrom({ "A.java": text }, "A.java")).toEqual({
      10: "9",
      12: "4",
      13: "4",
      14: "2",
      15: "5",
      16: "6",
      17: "7",
      18: "8",
      19: "27, 4",
      20: "2",
      21: "8",
      22: "10, 8",
      23: "10",
      24: "? 2 3 4 5 6 7",
    });
  });

  test("inherited and overridden functions, casts, fields and methods of one name, what a lambda gets", () => {
    const text = `class Top {
  void put(String s) {}
  void put(int i) {}
  void run() {}
}
class Low extends Top {
  void put(String s) {}
  int run;
  interface Visit { void at(Low low, int depth); default Visit self() { return this; } }
  interface Plain { Plain next(); Plain next(int by); }
  void walk(Visit visit) {}
  void go(Object o) {
    put(1);
    put("s");
    run();
    ((Low) o).put("s");
    walk((low, depth) -> low.put(depth));
    new Top() {
      void run() { put(2); }
    }.put("t");
  }
  void plain(Plain plain) { plain.next().next(1); }
}
`;
    expect(calledFrom({ "Low.java": text }, "Low.java")).toMatchObject({
      13: "3",
      14: "7",
      15: "4",
      16: "7",
      17: "11, 3",
      19: "3",
      20: "2",
      22: "10",
    });
  });
});

test("kotlin: defaults and key words", () => {
  const text = `class K {
  fun f(a: Int, b: String = "") {}
  fun f(a: String) {}
  fun g() {
    f(1)
    f("x")
    f(a = 1, b = "y")
  }
}
`;
  expect(calledFrom({ "K.kt": text }, "K.kt")).toEqual({ 5: "2", 6: "3", 7: "2" });
});

describe("go", () => {
  test("a generic function is called whatever its type argument is called", () => {
    const files = {
      "a.go": `package a
func parser[G any](n int) *G { return nil }
type other struct{}
func use() {
	type grammar struct{}
	parser[grammar](1)
	parser[other](2)
	var all []func(int)
	all[use1](3)
}
`,
    };
    expect(calledFrom(files, "a.go")).toEqual({ 6: "2", 7: "2" });
  });

  test("a closure's parameter hides what is outside in the closure only", () => {
    const text = `package p

type Mux struct{}
type Req struct{}

func (m *Mux) Get(p string, f func(r *Req)) {}
func (r *Req) Close()                       {}
func two() (*Mux, *Req)                     { return nil, nil }

func main() {
	r := &Mux{}
	r.Get("/", func(r *Req) {
		r.Close()
	})
	r.Get("/x", func(r *Req) { r.Close() })
	m, q := two()
	m.Get("/", nil)
	q.Close()
	for _, tt := range []struct {
		req *Req
	}{{}} {
		tt.req.Close()
	}
	(&Req{}).Close()
}
`;
    expect(calledFrom({ "p/a.go": text }, "p/a.go")).toEqual({
      12: "6",
      13: "7",
      15: "6, 7",
      16: "8",
      17: "6",
      18: "7",
      22: "7",
      24: "7",
    });
  });
});

describe("c++", () => {
  test("constness, references, numbers of several names, strings, casts", () => {
    const text = `#include <string>
typedef long long Big;
struct Node {
  const Node* next() const;
  Node* next();
  const char* name() const;
};
void put(int v, char* to);
void put(unsigned v, char* to);
void put(Big v, char* to);
void put(double v, char* to);
void keep(const Node& n);
void keep(Node&& n);
void say(const char* text, int at);
void say(std::string text, int at);
class Holder {
  const Node* node_;
  Node* mine_;
  std::string text_;
  void f(unsigned u, Big b, const Node& n, Node& m, Node const& east) {
    char to[8];
    put(u, to);
    put(b, to);
    put(1, to);
    put(2.0, to);
    node_->next();
    mine_->next();
    for (const Node* at = node_; at; at = at->next()) {}
    const_cast<const Node*>(mine_)->next();
    east.next();
    keep(n);
    keep(Node());
    say(text_, 1);
    say("x", 1);
    say(n.name(), 1);
  }
};
`;
    expect(calledFrom({ "a.cc": text }, "a.cc")).toEqual({
      22: "9",
      23: "10",
      24: "8",
      25: "11",
      26: "4",
      27: "5",
      28: "4",
      29: "4",
      30: "4",
      31: "12",
      32: "13",
      33: "15",
      34: "14",
      35: "14, 6",
    });
  });

  test("the only constructor that is written, the copy that nobody writes, a template beside what would have to be made first", () => {
    const text = `struct Scope {
  explicit Scope(std::string folder);
  void close();
};
enum Kind { Map, Sequence };
namespace kinds { enum value { Wide, Tall }; }
class Value {
 public:
  Value();
  explicit Value(Kind kind);
  template <typename T>
  explicit Value(const T& from);
  Value(const Value& from);
  template <typename T>
  void add(const T& one);
  void add(const Value& one);
  explicit Value(kinds::value kind);
  template <typename T>
  void put(const T& one, int at);
  void put(Value& one, int at);
};
void run(std::string folder, Value& value, const Scope& other) {
  Scope one(folder);
  Scope copy(other);
  Scope unknown(what());
  Value map(Map);
  Value text(folder);
  Value same(value);
  value.add(1);
  value.add(folder);
  value.add(value);
  Value scoped(kinds::Tall);
  value.put(*other.held, 1);
}
`;
    expect(calledFrom({ "a.cc": text }, "a.cc")).toEqual({
      23: "2",
      25: "? 2",
      26: "10",
      27: "11",
      28: "13",
      29: "14",
      30: "14",
      31: "16",
      32: "17",
      33: "? 18 20",
    });
  });

  test("name spaces that a macro opens; what is made of a value", () => {
    const header = `#define LIB_BEGIN namespace lib { inline namespace v2 {
#define LIB_END }}
#define LIB_DETAIL namespace detail {
#define LIB_DETAIL_END }
LIB_BEGIN
LIB_DETAIL
int twice(int x) { return x + x; }
LIB_DETAIL_END
struct Text {
  Text(const char* from) {}
  Text(int many, char of) {}
};
LIB_END
`;
    const main = `#include "lib.hpp"
int run() {
  lib::Text t = "x";
  lib::Text{1, 'x'};
  return lib::detail::twice(2);
}
`;
    const { facts, world } = memoryOf({ "lib.hpp": header, "main.cc": main });
    const named = new Map(
      ["lib.hpp"]
        .flatMap((path) => (world.outline(path) ? ["detail.twice", "twice", "Text.Text"].flatMap((of) => world.members(path, of)) : []))
        .map((one) => [one.id, `${one.qualified}/${one.arity}`]),
    );
    const { edges } = resolve(facts.get("main.cc")!, world);
    const calls = edges.flatMap(({ kind, to, line }) =>
      kind === "calls" && to.at === "there" ? [`${line} ${named.get(to.id) ?? "type"}`] : [],
    );
    expect([...new Set(calls)].sort()).toEqual(["3 Text.Text/1", "3 type", "4 Text.Text/2", "4 type", "5 twice/1"]);
  });
});

/** Calls of one file that lead to what another defines, as `line name(parameters)`. */
function calledIn(files: Record<string, string>, path: string): string[] {
  const { facts, world, symbols } = memoryOf(files);
  const { edges } = resolve(facts.get(path)!, world);
  const calls = edges.flatMap(({ kind, to, line }) => {
    const symbol = to.at === "there" ? symbols[to.id] : to.at === "here" ? facts.get(path)!.symbols[to.symbol] : undefined;
    return kind === "calls" && symbol && symbol.kind !== "macro" ? [`${line} ${symbol.qualified}/${symbol.arity ?? ""}`] : [];
  });
  return [...new Set(calls)].sort();
}

test("go: type arguments with commas, numbers and types of their own; what reads like an index of a function", () => {
  const files = {
    "go.mod": "module x\n",
    "tree/tree.go": `package tree
type Tree[K comparable, V any] struct{}
func New[K comparable, V any](order int) *Tree[K, V] { return with[K, V](order) }
func with[K comparable, V any](order int) *Tree[K, V] { return nil }
func (t *Tree[K, V]) Put(k K, v V) *Tree[K, V] { return t }
func each[T any](list []T) int { return 0 }
type entry struct{}
var handlers = map[string]func(int) int{}
func run(key string) int { return each[entry](nil) + handlers[key](1) }
`,
    "main.go": `package main
import "x/tree"
func main() {
	t := tree.New[int64, *struct{}](3)
	t.Put(1, nil).Put(2, nil)
	tree.New[string, int](2).Put("a", 1)
}
`,
  };
  expect(calledIn(files, "main.go")).toEqual(["4 New/1", "5 Tree.Put/2", "6 New/1", "6 Tree.Put/2"]);
  expect(calledIn(files, "tree/tree.go")).toEqual(["3 with/1", "9 each/1"]);
});

test("java: explicit type arguments, what functions give, interfaces with one method, matchers, files that are only called like tests", () => {
  const files = {
    "src/lib/Policy.java": `package lib;
public interface Policy<R> {
  static <R> Builder<R> builder() { return new Builder<>(); }
}
`,
    "src/lib/Builder.java": `package lib;
public class Builder<R> {
  public Builder<R> delay(int n) { return this; }
  public Policy<R> build() { return null; }
}
`,
    "src/lib/Job.java": "package lib;\ninterface Job { void run() throws Exception; }\n",
    "src/lib/Source.java": "package lib;\ninterface Source<T> { T get() throws Exception; }\n",
    "src/lib/Two.java": "package lib;\ninterface Two<T> { T get(Object context); }\n",
    "src/lib/TestParams.java": "package lib;\npublic class TestParams { public int size() { return 1; } }\n",
    "src/lib/Run.java": `package lib;
import static org.hamcrest.Matchers.equalTo;
import java.util.function.Predicate;
import org.hamcrest.Matcher;
class Run {
  void take(Job job) {}
  <T> void take(Source<T> source) {}
  <T> void take(Two<T> two) {}
  void until(Matcher<Integer> matcher) {}
  void until(Predicate<Integer> predicate) {}
  void all(TestParams params) {
    Policy.<java.util.List<Void>>builder().delay(1).build();
    take(() -> { params.size(); });
    take(() -> { return 1; });
    take(() -> 1);
    take(context -> null);
    take(() -> params.size());
    until(equalTo(1));
    until(x -> x > 1);
  }
}
`,
  };
  const { facts, world, symbols } = memoryOf(files);
  const { edges, open } = resolve(facts.get("src/lib/Run.java")!, world);
  const takes = world.members("src/lib/Run.java", "Run.take").map(({ qualified }) => qualified);
  expect(takes.length).toBe(3);
  const own = facts.get("src/lib/Run.java")!.symbols;
  const called = edges.flatMap(({ kind, to, line }) => {
    if (kind !== "calls") return [];
    if (to.at === "here") return [`${line} ${own[to.symbol]!.name}@${own[to.symbol]!.start}`];
    return to.at === "there" ? [`${line} ${symbols[to.id]!.qualified}`] : [];
  });
  expect(called).toEqual([
    "12 Policy.builder",
    "12 Builder.delay",
    "12 Builder.build",
    "13 take@6",
    "13 TestParams.size",
    "14 take@7",
    "15 take@7",
    "16 take@8",
    "17 TestParams.size",
    "18 until@9",
  ]);
  // a call that gives something can be either; a matcher may be an interface with one method, for all that is known
  expect(open.flatMap(({ name, line, among }) => (among ? [`${line} ${name} ${among.length}`] : []))).toEqual(["17 take 2", "19 until 2"]);
});

test("c: a macro that stands for a function is called with it; one that stands for nothing of the tree hides none", () => {
  const files = {
    "conf.h": `#define failf lib_failf
#ifdef PREFIX
#define inflate z_inflate
#endif
`,
    "lib.h": `#include "conf.h"
void lib_failf(int code);
int inflate(int n);
`,
    "lib.c": `#include "lib.h"
void lib_failf(int code) {}
int inflate(int n) { return n; }
`,
    "main.c": `#include "lib.h"
int main(void) {
  failf(1);
  return inflate(2);
}
`,
  };
  expect(calledIn(files, "main.c")).toEqual(["3 lib_failf/1", "4 inflate/1"]);
});

describe("c++: macros, aliases, templates", () => {
  test("aliases of name spaces, relative ones and those under a condition, and name spaces that only macros open", () => {
    const files = {
      "lib/base.h": `#define LIB_BEGIN namespace lib {
#define LIB_DETAIL namespace detail {
#define LIB_END }
LIB_BEGIN
LIB_DETAIL
class buffer { public: int size(); void add(int a, int b); };
void fail(const char* why);
LIB_END
class text : public detail::buffer { public: using detail::buffer::add; void add(int a); };
LIB_END
`,
      "lib/base.cc": `#include "base.h"
namespace detail {
void fail(const char* why) {}
}
`,
      "app/app.h": `#include "lib/base.h"
namespace app {
#ifdef OTHER
namespace impl = std;
#else
namespace impl = lib;
#endif
namespace inner { int twice(int x); }
namespace in = inner;
using text_t = impl::text;
}
`,
      "app/app.cc": `#include "app.h"
namespace app {
int run(const text_t& given, text_t& out) {
  out.add(1, 2);
  lib::detail::fail("x");
  return in::twice(out.size());
}
}
namespace short_ = app::inner;
int main() { return short_::twice(1); }
`,
    };
    expect(calledIn(files, "app/app.cc")).toEqual([
      "10 app.inner.twice/1",
      "4 buffer.add/2",
      "5 detail.fail/1",
      "6 app.inner.twice/1",
      "6 buffer.size/0",
    ]);
  });

  test("what a macro gives is what its text calls, and a test with parameters of its own has them", () => {
    const files = {
      "bench.h": `#define EXPORT
namespace bench {
class State { public: int range(int i); };
class Suite { public: Suite* Arg(int n); Suite* Threads(int n); };
EXPORT ::bench::Suite* Register(const char* name);
}
#define BENCH(f) static ::bench::Suite* s_##f = (::bench::Register(#f))
`,
      "main.cc": `#include "bench.h"
class Fixture {};
BENCH_DEFINE_F(Fixture, Lookup)(bench::State& state) {
  state.range(0);
}
void plain(const ::bench::State& state) { state.range(1); }
BENCH(plain)->Arg(1)->Threads(2);
`,
    };
    expect(calledIn(files, "main.cc")).toEqual([
      "4 bench.State.range/1",
      "6 bench.State.range/1",
      "7 bench.Register/1",
      "7 bench.Suite.Arg/1",
      "7 bench.Suite.Threads/1",
    ]);
  });

  test("templates that take anything: how what they are given is held; conversions come behind them, conditions before", () => {
    const files = {
      "keep.h": `template <class T> void keep(const T& value, int* seen) {}
template <class T> void keep(T& value, char* seen) {}
template <class T> void keep(T&& value, long* seen) {}
struct Format { template <class S> Format(const S& s); };
template <typename... Args> void log(Format format, Args&&... args) {}
template <typename T> void log(const T& value) {}
struct Options { Options(); };
void open(int n, const Options& options = {}) {}
`,
      "main.cc": `#include "keep.h"
int main() {
  auto found = lookup();
  const auto fixed = lookup();
  auto& same = lookup();
  keep(found, nullptr);
  keep(fixed, nullptr);
  keep(same, nullptr);
  log("text");
  log("text", 1);
}
`,
    };
    const { facts, world } = memoryOf(files);
    const { edges, open } = resolve(facts.get("main.cc")!, world);
    const third = new Map(world.members("keep.h", "keep").map(({ id }, i) => [id, i]));
    const kept = edges.flatMap(({ to, line }) => (to.at === "there" && third.has(to.id) ? [`${line} ${third.get(to.id)}`] : []));
    expect(kept).toEqual(["6 1", "7 0"]);
    expect(open.flatMap(({ name, line, among }) => (name === "keep" ? [`${line} ${among?.length}`] : []))).toEqual(["8 3"]);
    expect(calledIn(files, "main.cc").filter((one) => one.includes("log"))).toEqual(["10 log/2", "9 log/1"]);
    expect(calledIn(files, "keep.h")).toEqual(["8 Options.Options/0", "8 Options/"]);
  });

  test("a template whose first parameter must be written, one that hides a class, functions of specialisations", () => {
    const main = `enum Flags { kNone, kSome };
struct Reader {
  template <unsigned flags, typename S> int parse(S& s) { return flags; }
  template <typename S> int parse(S& s) { return parse<kNone>(s); }
};
struct Value { int type() const { return 1; } };
template <typename Value> int same(Value v) { Value w(v); return w.type(); }
template <class Value> struct Holder { Value held; int type() { return held.type(); } };
template <typename... T> class View;
template <typename T> class View<T> {
 public:
  int begin() { return 1; }
  int first() { return begin(); }
};
template <typename T, typename U> class View<T, U> {
 public:
  int begin() { return 2; }
  int second() { return begin(); }
};
int main() {
  Reader reader;
  int n = 0;
  reader.parse<kSome>(n);
  reader.parse(n);
  View<int> one;
  one.begin();
  one.second();
  Value v;
  return v.type();
}
`;
    expect(calledFrom({ "main.cc": main }, "main.cc")).toEqual({
      4: "3",
      13: "12",
      18: "17",
      23: "3",
      24: "4",
      26: "? 12 17",
      27: "18",
      29: "6",
    });
  });

  test("a function that takes a pack by value is one; what is made from a pack is none", () => {
    const text = `struct Parser {
  template <typename... T> int add(T... names) { return 1; }
};
template <typename... T> int all(T... each) {
  Parser parser;
  Box box(each...);
  return parser.add(each...);
}
int main() { Parser p; return p.add("a") + all(1); }
`;
    const { facts } = memoryOf({ "main.cc": text });
    expect(facts.get("main.cc")!.symbols.map(({ kind, qualified }) => `${kind} ${qualified}`)).toEqual([
      "file main.cc",
      "struct Parser",
      "method Parser.add",
      "function all",
      "function main",
    ]);
    expect(calledFrom({ "main.cc": text }, "main.cc")).toEqual({ 7: "2", 9: "2, 4" });
  });

  test("a module that is imported hides no name space of its name", () => {
    const files = {
      "lib.h": `namespace lib {
struct Parser { int run() { return 1; } };
}
`,
      "main.cc": `#ifdef AS_MODULE
import lib;
#else
#include "lib.h"
#endif
int main() {
  lib::Parser parser;
  return parser.run();
}
`,
    };
    expect(calledIn(files, "main.cc")).toEqual(["7 lib.Parser/", "8 lib.Parser.run/0"]);
  });

  test("the words of a test's name hide nothing, aliases in functions are types, and of what a template infers nothing is converted", () => {
    const text = `namespace lib {
class Reader {
 public:
  explicit Reader(int n);
  void text(const char* s);
  void text(const std::string& s);
};
template <class C> void show(const std::basic_string<C>& s);
template <class C> void show(const C* s);
template <class T, unsigned N> int length(const T (&list)[N]);
template <class T> int length(const T& list, int n);
struct Id { explicit Id(const char* s); };
struct Box { static const Id kind; };
}
using namespace lib;
const Id Box::kind("box");
TEST(Suite, Reader) {
  typedef Reader Other;
  Other made(1);
  Reader one(1);
  one.text("a"
           "b");
  char* read = 0;
  made.text(read);
  show("x");
  length("abc");
}
TEST(Suite, show) { show("y"); }
`;
    expect(calledFrom({ "main.cpp": text }, "main.cpp")).toEqual({
      16: "12",
      19: "4",
      20: "4",
      21: "5",
      24: "5",
      25: "9",
      26: "10",
      28: "9",
    });
    const { facts, world } = memoryOf({ "main.cpp": text });
    const { edges } = resolve(facts.get("main.cpp")!, world);
    expect(edges.filter(({ kind, line }) => kind !== "calls" && (line === 17 || line === 28))).toEqual([]);
  });

  test("what macros and conditions leave of heads: types that a macro wraps, bases and template heads under conditions, statements without an end", () => {
    const files = {
      "lib.hpp": `namespace lib {
class LIB_API Path
#if WIDE
#define TEXT(x) L##x
    : Wide {
#else
    : Narrow {
#endif
  int size() const NOEXCEPT { return 1; }
#if MODERN
  template <class T, class = decltype(find<T>())>
#endif
  Path();
};
template <class T, class P = const Path*>
class Held {};
int Path::count() const {
  IF_CONSTEXPR (sizeof(int) == 4) {
    return size();
  } else {
    return 0;
  }
}
int after(Path p) {
  CHECK(p.size() == 1)
  CHECK(p.count() == 2)
  return 3;
}
}
`,
      "api.c": `API(char *)
api_name(int id)
{
  return find(id);
}

static API(void) api_end(void) { api_name(1); }
`,
    };
    const { facts } = memoryOf(files);
    const named = (path: string): string[] =>
      facts.get(path)!.symbols.flatMap(({ kind, qualified }) => (kind === "macro" || kind === "file" ? [] : qualified));
    expect(named("lib.hpp")).toEqual(["lib", "lib.Path", "lib.Path.size", "lib.Path.Path", "lib.Held", "lib.Path.count", "lib.after"]);
    expect(
      facts.get("lib.hpp")!.references.flatMap(({ kind, name, line }) => (kind === "call" && line > 24 ? `${line} ${name}` : [])),
    ).toEqual(["25 CHECK", "25 size", "26 CHECK", "26 count"]);
    const long = `#if WIDE\n${"int x;\n".repeat(40_000)}#endif\n`;
    expect(repairC(long)).toBe(long);
    expect(named("api.c")).toEqual(["api_name", "api_end"]);
    expect(facts.get("api.c")!.symbols[1]!.type).toBe("char");
  });

  test("a name space gives what it brings in from another, and a comment ends no chain", () => {
    const text = `namespace lib { namespace files {
struct Item { Item& next(); };
Item open(int n);
} }
namespace fs {
using namespace lib::files;
}
void use() {
  auto one = fs::open(1) // the first
      .next();
  one.next();
}
`;
    expect(calledFrom({ "a.cpp": text }, "a.cpp")).toEqual({ 9: "3", 10: "2", 11: "2" });
  });

  test("casts, literals that are added, comments among parameters, guards by macros, names of a lambda's own, iterators by another name", () => {
    const files = {
      "guard.h": `#define Guard(x) error
class Guard { public: explicit Guard(int x); };
`,
      "b.cpp": `#include "guard.h"
void once() { Guard guard(1); }
`,
      "a.cpp": `
struct Url { Url(std::string s); Url(const char* s);
  Url(const char* /*once*/ a, int n); Url(const void* /*once*/ a, int n); };
struct Cookie { int name(); };
struct Cookies { using iterator = std::vector<Cookie>::iterator; iterator begin(); };
struct Page { std::string base(); std::shared_ptr<Page> self();
  void put(const unsigned char* d, int n);
  void put(std::string d, int n);
};
void use(Page* page, Cookies all, const void* c, std::string s) {
  Url a{page->base() + "/x"};
  Url b{static_cast<const char*>(c), 1};
  Url d = {"text"};
  page->put((const unsigned char*)c, 1);
  page->put(s, 1);
  run([me = page->self()]() { return me->base(); });
  auto it = all.begin();
  it->name();
  std::ifstream in(name(1));
}
std::string name(int n);
`,
    };
    expect(calledFrom(files, "a.cpp")).toEqual({
      11: "2, 6",
      12: "3",
      13: "2",
      14: "7",
      15: "8",
      16: "6",
      17: "5",
      18: "4",
      19: "21",
    });
    expect(calledIn(files, "b.cpp")).toEqual(["2 Guard.Guard/1", "2 Guard/"]);
  });

  test("the outermost name space, what standard strings give, an alias in a function, headers that are kept once more as one", () => {
    const files = {
      "include/lib.hpp": `namespace lib {
template <class T> struct Clock { int hours(); };
template <class T> using Day = Clock<T>;
}
`,
      "single_include/lib.hpp": "namespace lib { template <class T> struct Clock { int hours(); }; }\n",
      "a.cpp": `#include "lib.hpp"
namespace lib { struct Broken { Broken(int code); }; int make(int n); }
int shut(int fd);
void put(const unsigned char* text, int size);
void put(std::string text, int size);
void read(const char* text);
void read(const Broken& broken);
struct File {
  void shut() { ::shut(1); if (fd) ::shut(fd); }
  int fail() { ::lib::Broken one(1); throw ::lib::Broken(2); }
};
int run(unsigned char* bytes, std::string text) {
  put(bytes, 2);
  put(std::to_string(1), 2);
  read(text.data());
  return ::lib::make(1);
}
void wait() {
  using namespace lib;
  using Now = Day<int>;
  Now now;
  now.hours();
}
`,
    };
    expect(calledFrom(files, "a.cpp")).toEqual({ 9: "3", 10: "2", 13: "4", 14: "5", 15: "6", 16: "2" });
    expect(calledIn(files, "a.cpp")).toContain("22 lib.Clock.hours/0");
  });

  test("the arguments of a class template tell which of its forms is meant, or nothing does", () => {
    const text = `struct Item { int go(); };
template <typename T, bool Held = false>
class Box { public: T get(); int wait(int n); };
template <typename T>
class Box<T, true> { public: T get(); int wait(int n); };
using Held = Box<Item, true>;
template <typename T> struct Two { int two(); };
template <typename T> struct Two { int two(); };
int twice(Two<int> two) { return two.two(); }
template <typename T> struct At { int at(); };
template <> struct At<int> { int at(); };
template <typename T> struct At<T*> { int at(); };
Box<Item> make();
template <typename Any> void use(Box<Item> a, Held b, At<int> c, At<long> d, At<Item> e, At<Item*> f, At<Any> g) {
  a.get().go();
  b.wait(1);
  auto x = make();
  x.get();
  c.at();
  d.at();
  e.at();
  f.at();
  g.at();
}
`;
    expect(calledFrom({ "a.cpp": text }, "a.cpp")).toEqual({
      9: "? 7 8",
      15: "1, 3",
      16: "5",
      17: "13",
      18: "3",
      19: "11",
      20: "10",
      21: "10",
      22: "12",
      23: "? 10 11 12",
    });
  });

  test("an inline name space is known without its name, and members of a chain are told apart by how many arguments they get", () => {
    const files = {
      "lib.hpp": `namespace lib { inline namespace v1 {
int load(int n);
struct Item { int get(int n); };
struct Each { int next(); };
struct Type { Each data(); Item data(int id); };
} }
`,
      "a.cpp": `#include "lib.hpp"
namespace lib { namespace v1 { int load(int n) { return n; } } }
int run(lib::Type type) {
  lib::load(1);
  lib::v1::load(2);
  auto item = type.data(1);
  item.get(2);
  type.data(1).get(3);
  return type.data().next();
}
`,
    };
    expect(calledFrom(files, "a.cpp")).toEqual({ 4: "2", 5: "2" });
    expect(calledIn(files, "a.cpp").filter((one) => !one.includes(".data/") && !one.includes("load"))).toEqual([
      "7 lib.Item.get/1",
      "8 lib.Item.get/1",
      "9 lib.Each.next/0",
    ]);
  });

  test("a macro that begins small hides no function, and a name space that is said again is the one around", () => {
    const text = `namespace lib {
struct Url { void go(); int has(); };
really_inline constexpr bool ready(std::string_view text) { return true; }
force_inline int
count(int n) noexcept { return n; }
inline void lib::Url::go() { has(); }
int lib::Url::has() { return ready("x") + count(1); }
int use(Url url) { url.go(); return url.has(); }
}
`;
    expect(calledFrom({ "a.cpp": text }, "a.cpp")).toEqual({ 6: "7", 7: "3, 4", 8: "6, 7" });
  });

  test("a block behind a macro leaves the functions behind it what they are", () => {
    const files = {
      "log.cc": `namespace lib {
void Logger::write(int n) {
    if (n) {
        LIB_TRY { flush(); }
        LIB_CATCH(n)
    }
    if (full(n)) {
        flush();
    }
}
bool Logger::full(int n) { return n > 1; }
}
`,
    };
    expect(
      memoryOf(files)
        .facts.get("log.cc")!
        .symbols.map(({ qualified }) => qualified),
    ).toEqual(["log.cc", "lib", "lib.Logger.write", "lib.Logger.full"]);
  });
});

test("forms of arguments", () => {
  const form = (text: string): string => formOf(text, java.syntax);
  expect(
    [
      '"a" + b',
      "'x'",
      "1L",
      "0.5f",
      "!done",
      "a == b",
      "(String) x",
      "new int[3][]",
      "Foo.class",
      "this::run",
      "(a, b) -> a",
      "x ? 1 : 2",
      "a.b(c).d",
      "i + 1",
    ].map(form),
  ).toEqual([
    '"',
    "'",
    "1L",
    "1.0f",
    "true",
    "true",
    "(String)",
    "new int[][]",
    "class",
    "::",
    "->2=",
    "1",
    ".a.b(c).d",
    "\u0001.i\u00011",
  ]);
});
