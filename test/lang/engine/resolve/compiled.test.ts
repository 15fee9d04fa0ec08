import { describe, expect, test } from "bun:test";
import { edgesOf, importsOf, linksOf, openOf } from "./_tree.ts";

const calls = (files: Record<string, string>, from = ""): string[] => linksOf(files, from).filter((line) => line.includes(" calls "));

describe("go", () => {
  const files = {
    "go.mod": "module example.com/app\n",
    "main.go": `package main

import (
	"fmt"
	"example.com/app/db"
	alias "example.com/app/web"
)

func main() {
	p := db.Open()
	p.Get()
	var q *db.Pool = nil
	q.Close()
	alias.Serve(helper)
	helper()
	fmt.Println(len("x"))
	z.Get()
	w := &db.Pool{}
	w.Get()
}
`,
    "help.go": "package main\n\nfunc helper() {}\n",
    "help_test.go": "package main\n\nfunc helper() {}\nfunc TestIt() { helper() }\n",
    "db/db.go":
      "package db\n\ntype Base struct{}\n\nfunc (b *Base) Close() {}\n\ntype Pool struct {\n\tBase\n}\n\nfunc Open() *Pool { return &Pool{} }\n",
    "db/more.go": "package db\n\nfunc (p *Pool) Get() { p.init(); p.Close() }\nfunc (p *Pool) init() {}\n",
    "db/unused.go": "package db\n",
    "web/web.go": `package web

import "example.com/app/db"

type S struct{ pool *db.Pool }

func Serve(f func()) {
	f()
	s := S{}
	s.pool.Get()
}
`,
  };

  test("module paths, packages, methods in other files, embedded types, fields", () => {
    expect(calls(files)).toEqual([
      "db/more.go:Pool.Get calls db/db.go:Base.Close typed",
      "db/more.go:Pool.Get calls db/more.go:Pool.init typed",
      "help_test.go:TestIt calls help_test.go:helper exact",
      "main.go:main calls db/db.go:Base.Close typed",
      "main.go:main calls db/db.go:Open exact",
      "main.go:main calls db/more.go:Pool.Get typed",
      "main.go:main calls help.go:helper exact",
      "main.go:main calls web/web.go:Serve exact",
      "web/web.go:Serve calls db/more.go:Pool.Get typed",
      "web/web.go:Serve calls help.go:helper dispatch",
    ]);
    expect(openOf(files, "main.go")).toEqual(["z.Get"]);
  });

  test("an import of a package is an edge to the files that are used of it", () => {
    expect(importsOf(files)).toEqual([
      "main.go imports @fmt external",
      "main.go imports db/db.go exact",
      "main.go imports db/more.go exact",
      "main.go imports web/web.go exact",
      "web/web.go imports db/db.go exact",
      "web/web.go imports db/more.go exact",
    ]);
  });
});

describe("rust", () => {
  test("crate, self, super, module files, use trees, pub use, traits, the workspace's crates", () => {
    const files = {
      "Cargo.toml": '[package]\nname = "my-app"\n',
      "src/main.rs": `mod util;
mod net;
use crate::util::{helper, Pool as P};
use crate::net::Client;
use std::fs;
fn main() {
    helper();
    let p = P::new();
    p.get();
    let c: Client = Client::connect();
    c.send();
    util::other();
    fs::read("x");
    net::run();
    println!("x");
    x.get();
}
`,
      "src/util.rs": `pub fn helper() { inner::deep(); }
pub fn other() {}
pub struct Pool { a: u8 }
impl Pool {
    pub fn new() -> Self { Pool { a: 1 } }
    pub fn get(&self) { self.step() }
    fn step(&self) { Self::assoc() }
    fn assoc() {}
}
mod inner { pub fn deep() { super::other(); self::two(); } fn two() {} }
#[cfg(test)]
mod tests {
    use super::*;
    fn t() { helper(); other(); }
}
`,
      "src/net/mod.rs": "pub mod client;\npub use self::client::Client;\npub fn run() { let c = Client::connect(); c.send(); }\n",
      "src/net/client.rs": `use super::run;
use crate::util::*;
pub trait Sender { fn send(&self); fn twice(&self) { self.send(); } }
pub struct Client;
impl Client { pub fn connect() -> Client { run(); other(); Client } }
impl Sender for Client { fn send(&self) {} }
`,
      "other/Cargo.toml": '[package]\nname = "other-app"\n',
      "other/src/lib.rs": "use my_app::util::helper;\npub fn go() { helper(); missing(); }\n",
    };
    expect(calls(files)).toEqual([
      "other/src/lib.rs:go calls src/util.rs:helper exact",
      "src/main.rs:main calls src/net/client.rs:Client.connect exact",
      "src/main.rs:main calls src/net/client.rs:Client.send typed",
      "src/main.rs:main calls src/net/mod.rs:run exact",
      "src/main.rs:main calls src/util.rs:Pool.get typed",
      "src/main.rs:main calls src/util.rs:Pool.new exact",
      "src/main.rs:main calls src/util.rs:helper exact",
      "src/main.rs:main calls src/util.rs:other exact",
      "src/net/client.rs:Client.connect calls src/net/mod.rs:run exact",
      "src/net/client.rs:Client.connect calls src/util.rs:other exact",
      "src/net/client.rs:Sender.twice calls src/net/client.rs:Client.send dispatch",
      "src/net/client.rs:Sender.twice calls src/net/client.rs:Sender.send typed",
      "src/net/mod.rs:run calls src/net/client.rs:Client.connect exact",
      "src/net/mod.rs:run calls src/net/client.rs:Client.send typed",
      "src/util.rs:Pool.get calls src/util.rs:Pool.step typed",
      "src/util.rs:Pool.step calls src/util.rs:Pool.assoc typed",
      "src/util.rs:helper calls src/util.rs:inner.deep exact",
      "src/util.rs:inner.deep calls src/util.rs:inner.two exact",
      "src/util.rs:inner.deep calls src/util.rs:other exact",
      "src/util.rs:tests.t calls src/util.rs:helper exact",
      "src/util.rs:tests.t calls src/util.rs:other exact",
    ]);
    expect(linksOf(files)).toContain("src/net/client.rs:Client implements src/net/client.rs:Sender exact");
    expect(openOf(files, "src/main.rs")).toEqual(["x.get"]);
  });
});

describe("java", () => {
  const files = {
    "src/main/java/com/x/A.java": `package com.x;
import com.x.util.Helper;
import static com.x.util.Helper.stat;
import java.util.List;
public class A extends Base {
  private Helper h;
  A() { super(); }
  void go(Helper p) {
    h.run();
    p.run();
    own();
    own(1);
    inherited();
    stat();
    new Helper().run();
    B.make().go2();
    List.of();
    unknown.run();
    var b = new B();
    b.go2();
  }
  void own() {}
  void own(int a) {}
}
`,
    "src/main/java/com/x/Base.java": "package com.x;\nclass Base { void inherited() {} }\n",
    "src/main/java/com/x/B.java":
      "package com.x;\nimport com.x.util.*;\nclass B implements Runner {\n  static B make() { return new B(); }\n  void go2() { Helper.stat(); }\n  public void run() {}\n}\n",
    "src/main/java/com/x/Runner.java": "package com.x;\ninterface Runner { void run(); }\n",
    "src/main/java/com/x/util/Helper.java":
      "package com.x.util;\npublic class Helper {\n  public void run() {}\n  public static void stat() {}\n}\n",
    "src/main/java/com/y/Helper.java": "package com.y;\npublic class Helper { public void run() {} }\n",
    "src/test/java/com/x/util/Helper.java": "package com.x.util;\npublic class Helper { public void run() {} }\n",
  };

  test("packages, wildcards, static imports, fields, chains; of two classes of one name the imported one, never the test's", () => {
    expect(calls(files)).toEqual([
      "src/main/java/com/x/A.java:A.A calls src/main/java/com/x/Base.java:Base exact",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/A.java:A.own exact",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/B.java:B exact",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/B.java:B.go2 typed",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/B.java:B.make exact",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/Base.java:Base.inherited exact",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/util/Helper.java:Helper exact",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/util/Helper.java:Helper.run typed",
      "src/main/java/com/x/A.java:A.go calls src/main/java/com/x/util/Helper.java:Helper.stat exact",
      "src/main/java/com/x/B.java:B.go2 calls src/main/java/com/x/util/Helper.java:Helper.stat exact",
      "src/main/java/com/x/B.java:B.make calls src/main/java/com/x/B.java:B exact",
    ]);
    expect(openOf(files, "src/main/java/com/x/A.java")).toEqual(["unknown.run"]);
    expect(linksOf(files)).toContain("src/main/java/com/x/B.java:B implements src/main/java/com/x/Runner.java:Runner exact");
  });
});

describe("c and c++", () => {
  test("includes, the source behind a header, static functions, what only the linker sees, what is defined twice", () => {
    const files = {
      "src/a.c":
        '#include "a.h"\n#include <stdio.h>\n#include "lib/b.h"\nstatic int helper(int x) { return x; }\nint main(void) {\n  helper(1);\n  b_open();\n  printf("x");\n  only();\n  twice();\n  return 0;\n}\n',
      "src/a.h": "int a_fn(void);\n",
      "src/lib/b.h": "struct pool *b_open(void);\n#define TWICE(x) (x)\n",
      "src/lib/b.c":
        '#include "b.h"\nstruct pool *b_open(void) { return TWICE(0); }\nstatic int helper(int y) { return y; }\nvoid u(void) { helper(2); }\n',
      "src/c.c": "int only(void) { return 1; }\nint twice(void) { return 2; }\n",
      "src/d.c": "int twice(void) { return 2; }\n",
      "test/t.c": "int only(void) { return 1; }\n",
    };
    expect(calls(files)).toEqual([
      "src/a.c:main calls src/a.c:helper exact",
      "src/a.c:main calls src/c.c:only unique",
      "src/a.c:main calls src/lib/b.c:b_open exact",
      "src/lib/b.c:b_open calls src/lib/b.h:TWICE exact",
      "src/lib/b.c:u calls src/lib/b.c:helper exact",
    ]);
    expect(openOf(files, "src/a.c")).toEqual(["twice"]);
    expect(importsOf(files)).toContain("src/a.c imports src/lib/b.h exact");
  });

  test("methods outside their class, namespaces, members of base classes", () => {
    const files = {
      "src/session.hpp": `#pragma once
namespace app {
class Base { public: virtual void close(); };
class Session : public Base {
 public:
  Session(int x);
  void save();
  int get() { return load(); }
 private:
  int load();
};
}
`,
      "src/session.cpp": `#include "session.hpp"
namespace app {
void Session::save() { load(); close(); this->get(); }
int Session::load() { return 1; }
void Base::close() {}
}
`,
      "src/main.cpp": `#include "session.hpp"
using namespace app;
void run(Session& s, Session* p) {
  s.save();
  p->get();
  auto u = new Session(2);
  u->close();
  unknown->save();
}
`,
    };
    expect(calls(files)).toEqual([
      "src/main.cpp:run calls src/session.cpp:app.Base.close typed",
      "src/main.cpp:run calls src/session.cpp:app.Session.save typed",
      "src/main.cpp:run calls src/session.hpp:app.Session exact",
      "src/main.cpp:run calls src/session.hpp:app.Session.Session exact",
      "src/main.cpp:run calls src/session.hpp:app.Session.get typed",
      "src/session.cpp:app.Session.save calls src/session.cpp:app.Base.close exact",
      "src/session.cpp:app.Session.save calls src/session.cpp:app.Session.load exact",
      "src/session.cpp:app.Session.save calls src/session.hpp:app.Session.get typed",
      "src/session.hpp:app.Session.get calls src/session.cpp:app.Session.load exact",
    ]);
    expect(openOf(files, "src/main.cpp")).toEqual(["unknown.save"]);
  });
});

describe("c#", () => {
  test("namespaces, usings, partial classes, inherited members; another namespace's class of the same name stays out", () => {
    const files = {
      "A.cs": `using System;
using App.Data;
namespace App.Web {
  public class A : Base, IRun {
    private readonly Repo _repo;
    public A(Repo r) { _repo = r; }
    public void Go(Repo p) {
      _repo.Load();
      p.Load();
      Own();
      Inherited();
      Repo.Make().Load();
      Console.WriteLine(1);
      x.Load();
    }
    void Own() {}
  }
  class Base { protected void Inherited() {} }
  interface IRun {}
}
`,
      "Repo.cs":
        "namespace App.Data;\npublic partial class Repo {\n  public void Load() { Helper(); }\n  public static Repo Make() => new Repo();\n}\n",
      "Repo2.cs": "namespace App.Data;\npublic partial class Repo { void Helper() {} }\n",
      "Other.cs": "namespace Other;\nclass Repo { void Load() {} }\n",
    };
    expect(calls(files)).toEqual([
      "A.cs:App.Web.A.Go calls A.cs:App.Web.A.Own exact",
      "A.cs:App.Web.A.Go calls A.cs:App.Web.Base.Inherited exact",
      "A.cs:App.Web.A.Go calls Repo.cs:App.Data.Repo.Load typed",
      "A.cs:App.Web.A.Go calls Repo.cs:App.Data.Repo.Make exact",
      "Repo.cs:App.Data.Repo.Load calls Repo2.cs:App.Data.Repo.Helper exact",
      "Repo.cs:App.Data.Repo.Make calls Repo.cs:App.Data.Repo exact",
    ]);
    expect(linksOf(files)).toContain("A.cs:App.Web.A implements A.cs:App.Web.IRun exact");
    expect(edgesOf(files)).toContain("A.cs imports @System external");
    expect(openOf(files, "A.cs")).toEqual(["x.Load"]);
  });
});
