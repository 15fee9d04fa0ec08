import { describe, expect, test } from "bun:test";
import { edgesOf, importsOf, linksOf } from "./_tree.ts";

const calls = (files: Record<string, string>, from = ""): string[] => linksOf(files, from).filter((line) => line.includes(" calls "));

describe("zig", () => {
  const files = {
    "src/main.zig": `const std = @import("std");
const args = @import("args.zig");
const Parser = args.Parser;
const Queue = @import("Queue.zig");
const util = @import("util");
pub fn main() !void {
    var parser = try Parser.init(1);
    defer parser.deinit();
    parser.next();
    var q: Queue = .{};
    q.push(1);
    util.helper();
    std.debug.print("", .{});
    local();
    unknown.next();
}
fn local() void {}
`,
    "src/args.zig": `pub const Parser = struct {
    const Self = @This();
    pub fn init(n: u8) !Parser { return make(n); }
    fn make(n: u8) Parser { return Parser{ .n = n }; }
    pub fn deinit(self: *Self) void { self.next(); }
    pub fn next(self: *Parser) void { _ = self; }
};
`,
    "src/Queue.zig": `const Queue = @This();
items: u8 = 0,
pub fn push(self: *Queue, n: u8) void { self.grow(n); }
fn grow(self: *Queue, n: u8) void { _ = self; _ = n; }
`,
    "lib/util.zig": "pub fn helper() void {}\n",
  };

  test("imports of files and modules", () => {
    expect(importsOf(files)).toEqual([
      "src/main.zig imports @std external",
      "src/main.zig imports lib/util.zig exact",
      "src/main.zig imports src/Queue.zig exact",
      "src/main.zig imports src/args.zig exact",
    ]);
  });

  test("members of types, of files that are types, through aliases and results", () => {
    expect(calls(files)).toEqual([
      "src/Queue.zig:push calls src/Queue.zig:grow typed",
      "src/args.zig:Parser.deinit calls src/args.zig:Parser.next typed",
      "src/args.zig:Parser.init calls src/args.zig:Parser.make exact",
      "src/main.zig:main calls lib/util.zig:helper exact",
      "src/main.zig:main calls src/Queue.zig:push exact",
      "src/main.zig:main calls src/args.zig:Parser.deinit typed",
      "src/main.zig:main calls src/args.zig:Parser.init exact",
      "src/main.zig:main calls src/args.zig:Parser.next typed",
      "src/main.zig:main calls src/main.zig:local exact",
    ]);
  });
});

describe("pages and components", () => {
  const files = {
    "index.html": `<link rel="stylesheet" href="css/site.css">
<script src="js/app.js"></script>
<script type="module">import { show } from "./js/lib.js"; show();</script>
<body onload="start()"><script>function go() { start(); }</script></body>
`,
    "css/site.css": '@import "base.css";\n.a { color: var(--ink); background: url(../img/x.svg) }\n',
    "css/base.css": ":root { --ink: #000 }\n",
    "js/app.js": "function start() {}\n",
    "js/lib.js": "export function show() {}\n",
    "src/App.vue": `<script setup lang="ts">
import UserCard from "./UserCard.vue";
import { load } from "./api";
const go = () => load();
</script>
<template><user-card :list="load()" @pick="go" /></template>
`,
    "src/UserCard.vue": `<script>
export default { methods: { pick() { this.emit(); }, emit() {} } };
</script>
<template><p @click="pick()">x</p></template>
`,
    "src/api.ts": "export function load(): void {}\n",
    "src/Page.svelte": `<script>import Row from "./Row.svelte"; import { load } from "./api"; function open() {}</script>
{#each load() as item}<Row {item} on:click={open} />{/each}
`,
    "src/Row.svelte": "<script>export let item;</script><p>{item}</p>\n",
  };

  test("scripts, styles, style sheets, components", () => {
    expect(importsOf(files)).toEqual([
      "css/site.css imports css/base.css exact",
      "index.html imports css/site.css exact",
      "index.html imports js/app.js exact",
      "index.html imports js/lib.js exact",
      "src/App.vue imports src/UserCard.vue exact",
      "src/App.vue imports src/api.ts exact",
      "src/Page.svelte imports src/Row.svelte exact",
      "src/Page.svelte imports src/api.ts exact",
    ]);
  });

  test("what templates and handlers call, and the components they use", () => {
    expect(linksOf(files)).toEqual([
      "css/site.css:a uses css/base.css::root.--ink exact",
      "index.html calls js/app.js:start exact",
      "index.html calls js/lib.js:show exact",
      "index.html:go calls js/app.js:start exact",
      "src/App.vue:App calls src/UserCard.vue:UserCard exact",
      "src/App.vue:App calls src/api.ts:load exact",
      "src/App.vue:App uses src/App.vue:go exact",
      "src/App.vue:go calls src/api.ts:load exact",
      "src/Page.svelte:Page calls src/Row.svelte:Row exact",
      "src/Page.svelte:Page calls src/api.ts:load exact",
      "src/Page.svelte:Page uses src/Page.svelte:open exact",
      "src/UserCard.vue:UserCard calls src/UserCard.vue:UserCard.pick exact",
      "src/UserCard.vue:UserCard.pick calls src/UserCard.vue:UserCard.emit typed",
    ]);
  });
});

test("dart: paths, packages, classes and their members", () => {
  const files = {
    "lib/main.dart": `import 'package:app/src/dog.dart';
import 'src/util.dart' as util;
void main() {
  final d = Dog('a');
  d.bark();
  util.run(d);
  helper();
}
void helper() {}
`,
    "lib/src/dog.dart": `import '../src/animal.dart';
class Dog extends Animal {
  Dog(String n) : super(n);
  void bark() { eat(); this.eat(); _own(); }
  void _own() {}
}
`,
    "lib/src/animal.dart": "class Animal {\n  Animal(String n);\n  void eat() {}\n}\n",
    "lib/src/util.dart": "void run(Object o) {}\n",
  };
  expect(importsOf(files)).toEqual([
    "lib/main.dart imports lib/src/dog.dart exact",
    "lib/main.dart imports lib/src/util.dart exact",
    "lib/src/dog.dart imports lib/src/animal.dart exact",
  ]);
  expect(linksOf(files)).toEqual([
    "lib/main.dart:main calls lib/main.dart:helper exact",
    "lib/main.dart:main calls lib/src/dog.dart:Dog exact",
    "lib/main.dart:main calls lib/src/dog.dart:Dog.bark typed",
    "lib/main.dart:main calls lib/src/util.dart:run exact",
    "lib/src/dog.dart:Dog inherits lib/src/animal.dart:Animal exact",
    "lib/src/dog.dart:Dog.Dog calls lib/src/animal.dart:Animal exact",
    "lib/src/dog.dart:Dog.bark calls lib/src/animal.dart:Animal.eat exact",
    "lib/src/dog.dart:Dog.bark calls lib/src/dog.dart:Dog._own exact",
  ]);
});

test("hcl: a folder is a module", () => {
  const files = {
    "main.tf":
      'module "net" {\n  source = "./net"\n  cidr = var.cidr\n}\nresource "aws_s3_bucket" "b" {\n  x = local.y\n  z = data.aws_ami.u.id\n}\n',
    "variables.tf": 'variable "cidr" {}\nlocals {\n  y = module.net.id\n}\ndata "aws_ami" "u" {\n  b = aws_s3_bucket.b.arn\n}\n',
    "net/main.tf": 'variable "cidr" {}\noutput "id" {\n  value = var.cidr\n}\n',
  };
  expect(edgesOf(files)).toEqual([
    "main.tf imports net/main.tf exact",
    "main.tf:aws_s3_bucket.b uses variables.tf:data.aws_ami.u exact",
    "main.tf:aws_s3_bucket.b uses variables.tf:local.y exact",
    "main.tf:module.net uses variables.tf:var.cidr exact",
    "net/main.tf:output.id uses net/main.tf:var.cidr exact",
    "variables.tf uses main.tf:module.net exact",
    "variables.tf:data.aws_ami.u uses main.tf:aws_s3_bucket.b exact",
  ]);
});

test("sql: tables, views and functions of the whole tree", () => {
  const files = {
    "schema.sql":
      "CREATE TABLE shop.users (id INT);\nCREATE FUNCTION add_user(n INT) RETURNS INT AS $$ INSERT INTO users VALUES (n) $$ LANGUAGE sql;\n",
    "views.sql": "CREATE VIEW v AS SELECT add_user(1) FROM shop.users;\nSELECT * FROM v JOIN missing ON true;\n",
  };
  expect(linksOf(files)).toEqual([
    "schema.sql:add_user uses schema.sql:shop.users exact",
    "views.sql uses views.sql:v exact",
    "views.sql:v calls schema.sql:add_user exact",
    "views.sql:v uses schema.sql:shop.users exact",
  ]);
});

test("objective-c: messages to self, super, types and typed values", () => {
  const files = {
    "Session.h":
      "#import <Foundation/Foundation.h>\n@interface Session : NSObject\n+ (Session *)shared;\n- (void)save;\n- (void)store:(int)n for:(int)k;\n@end\n",
    "Session.m":
      '#import "Session.h"\n@implementation Session\n+ (Session *)shared { return nil; }\n- (void)save { [self store:1 for:2]; }\n- (void)store:(int)n for:(int)k { }\n@end\n',
    "main.m":
      '#import "Session.h"\nvoid run(void) {\n  Session *s = [Session shared];\n  [s save];\n  [[Session shared] save];\n  [other save];\n}\n',
  };
  expect(importsOf(files)).toEqual([
    "Session.h imports @Foundation/Foundation.h external",
    "Session.m imports Session.h exact",
    "main.m imports Session.h exact",
  ]);
  expect(linksOf(files)).toEqual([
    "Session.h:Session.save references Session.m:Session.save exact",
    "Session.h:Session.shared references Session.m:Session.shared exact",
    "Session.h:Session.shared uses Session.h:Session exact",
    "Session.h:Session.store:for: references Session.m:Session.store:for: exact",
    "Session.m:Session.save calls Session.m:Session.store:for: typed",
    "Session.m:Session.shared uses Session.h:Session exact",
    "main.m:run calls Session.m:Session.save typed",
    "main.m:run calls Session.m:Session.shared exact",
  ]);
});

test("perl: packages, exported functions, methods", () => {
  const files = {
    "lib/My/Base.pm": "package My::Base;\nsub new { bless {}, shift }\nsub touch { 1 }\n1;\n",
    "lib/My/Session.pm":
      "package My::Session;\nuse parent 'My::Base';\nuse My::Util qw(trim);\nsub save { my $self = shift; $self->touch; trim(1); My::Util::load(); $self->SUPER::touch; }\n1;\n",
    "lib/My/Util.pm": "package My::Util;\nsub trim { 1 }\nsub load { 2 }\n1;\n",
    "bin/run.pl": "use My::Session;\nmy $s = My::Session->new;\n$s->save;\n$z->save;\n",
  };
  expect(importsOf(files)).toEqual([
    "bin/run.pl imports lib/My/Session.pm exact",
    "lib/My/Session.pm imports lib/My/Base.pm exact",
    "lib/My/Session.pm imports lib/My/Util.pm exact",
  ]);
  expect(linksOf(files)).toEqual([
    "bin/run.pl calls lib/My/Base.pm:My.Base.new exact",
    "bin/run.pl calls lib/My/Session.pm:My.Session.save typed",
    "lib/My/Session.pm:My.Session inherits lib/My/Base.pm:My.Base exact",
    "lib/My/Session.pm:My.Session.save calls lib/My/Base.pm:My.Base.touch typed",
    "lib/My/Session.pm:My.Session.save calls lib/My/Util.pm:My.Util.load exact",
    "lib/My/Session.pm:My.Session.save calls lib/My/Util.pm:My.Util.trim exact",
  ]);
});

test("r, julia, ocaml and clojure: what files bring in", () => {
  const files = {
    "R/a.R": 'source("R/b.R")\nlibrary(dplyr)\nadd <- function(x) helper(x)\n',
    "R/b.R": "helper <- function(x) x\n",
    "src/Shapes.jl": 'module Shapes\ninclude("area.jl")\nrun(x) = area(x)\nend\n',
    "src/area.jl": "area(x) = x\n",
    "test/runtests.jl": "using Shapes\nShapes.run(1)\n",
    "ml/point.ml": "type t = { x : int }\nlet make x = { x }\nmodule Sub = struct let deep () = 1 end\n",
    "ml/main.ml": "open Point\nmodule P = Point.Sub\nlet f () = Point.make 1\nlet g () = make 2\nlet h () = P.deep ()\n",
    "clj/core.clj": "(ns app.core (:require [app.util-x :as util-x :refer [helper]]))\n(defn run [x] (helper x) (util-x/load x) (run 1))\n",
    "clj/util_x.clj": "(ns app.util-x)\n(defn helper [x] x)\n(defn load [x] x)\n",
  };
  expect(edgesOf(files)).toEqual([
    "R/a.R imports @dplyr external",
    "R/a.R imports R/b.R exact",
    "R/a.R:add calls R/b.R:helper exact",
    "clj/core.clj imports clj/util_x.clj exact",
    "clj/core.clj imports clj/util_x.clj:helper exact",
    "clj/core.clj:run calls clj/core.clj:run exact",
    "clj/core.clj:run calls clj/util_x.clj:helper exact",
    "clj/core.clj:run calls clj/util_x.clj:load exact",
    "ml/main.ml imports ml/point.ml exact",
    "ml/main.ml:f calls ml/point.ml:make exact",
    "ml/main.ml:g calls ml/point.ml:make exact",
    "ml/main.ml:h calls ml/point.ml:Sub.deep exact",
    "src/Shapes.jl imports src/area.jl exact",
    "src/Shapes.jl:Shapes.run calls src/area.jl:area exact",
    "test/runtests.jl calls src/Shapes.jl:Shapes.run exact",
    "test/runtests.jl imports src/Shapes.jl exact",
  ]);
});

test("documents refer to what their examples call, and strings of SQL to tables", () => {
  const files = {
    "README.md": "# Use\n```python\nfrom app import Session\nSession().save_all()\ntwice(1)\n```\n```rust\nsave_all();\n```\n",
    "app.py": 'class Session:\n    def save_all(self):\n        run("SELECT id FROM shop.users JOIN missing ON 1")\ndef twice(): pass\n',
    "other.py": "def twice(): pass\n",
    "schema.sql": "CREATE TABLE shop.users (id INT);\n",
    "migrations/2.sql": "CREATE TABLE shop.users (id BIGINT);\n",
  };
  expect(edgesOf(files)).toEqual([
    "README.md:Use references app.py:Session unique",
    "README.md:Use references app.py:Session.save_all unique",
    "app.py:Session.save_all uses migrations/2.sql:shop.users unique",
  ]);
});
