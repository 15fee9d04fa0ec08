import { describe, expect, test } from "bun:test";
import { edgesOf, importsOf, linksOf, openOf } from "./_tree.ts";

describe("imports", () => {
  test("relative, absolute, src layout, submodules, re-exports of __init__", () => {
    const files = {
      "src/app/__init__.py": "from .core import Engine\nfrom .util import *\n",
      "src/app/core.py":
        "from . import util\nfrom ..app.base import Base\nclass Engine(Base):\n    def run(self):\n        util.helper()\n",
      "src/app/base.py": "class Base:\n    def stop(self): pass\n",
      "src/app/util.py": "def helper(): pass\n",
      "tests/test_app.py":
        "import app.core as c\nimport app.util\nfrom app import Engine, helper, util\nfrom app.nothing import x\ndef test_it():\n    Engine()\n    helper()\n    util.helper()\n    app.util.helper()\n    c.Engine()\n    x()\n",
    };
    expect(linksOf(files)).toEqual([
      "src/app/core.py:Engine inherits src/app/base.py:Base exact",
      "src/app/core.py:Engine.run calls src/app/util.py:helper exact",
      "tests/test_app.py:test_it calls src/app/core.py:Engine exact",
      "tests/test_app.py:test_it calls src/app/util.py:helper exact",
    ]);
    expect(importsOf(files).filter((line) => line.startsWith("tests"))).toEqual([
      "tests/test_app.py imports src/app/__init__.py exact",
      "tests/test_app.py imports src/app/core.py exact",
      "tests/test_app.py imports src/app/util.py exact",
    ]);
  });

  test("a module of the package does not hide the standard library's", () => {
    const files = {
      "pkg/__init__.py": "",
      "pkg/logging.py": "def getLogger(): pass\n",
      "pkg/a.py": "import logging\nlogging.getLogger()\n",
      "pkg/b.py": "from . import logging\nlogging.getLogger()\n",
    };
    expect(linksOf(files)).toEqual(["pkg/b.py calls pkg/logging.py:getLogger exact"]);
    expect(edgesOf(files)).toContain("pkg/a.py calls @logging external");
  });
});

describe("scope and receivers", () => {
  const files = {
    "store.py": `class Base:
    def close(self): pass
    @classmethod
    def build(cls): return cls()
class Session(Base):
    pool: "Pool"
    def __init__(self, pool: Pool):
        self.other = Pool()
    def save(self, other: "Session | None") -> "Session":
        self.close()
        super().close()
        other.save(None)
        self.pool.get()
        self.other.get()
        return self
class Pool:
    def get(self): pass
def open_session() -> Session: ...
`,
    "use.py": `from store import Session, open_session, Pool
import store
def go(x, get, s: Session):
    s.save(None).close()
    t = open_session()
    t.save(t)
    store.open_session().save(None)
    Session.build()
    x.get()
    get()
    print(len("x"))
def shadow(open_session):
    open_session()
def later():
    Session = make()
    Session()
`,
  };

  test("self, super, annotations, quoted and optional types, fields, factories", () => {
    expect(linksOf(files, "store.py:Session.save").filter((line) => line.includes(" calls "))).toEqual([
      "store.py:Session.save calls store.py:Base.close typed",
      "store.py:Session.save calls store.py:Pool.get typed",
      "store.py:Session.save calls store.py:Session.save typed",
    ]);
    expect(linksOf(files, "use.py").filter((line) => line.includes(" calls "))).toEqual([
      "use.py:go calls store.py:Base.build exact",
      "use.py:go calls store.py:Base.close typed",
      "use.py:go calls store.py:Session.save typed",
      "use.py:go calls store.py:open_session exact",
    ]);
  });

  test("unknown receivers stay open, shadowed names and builtins are dropped", () => {
    expect(openOf(files, "use.py")).toEqual(["x.get"]);
  });

  test("class members are not seen as plain names from methods", () => {
    const one = { "a.py": "def save(): pass\nclass A:\n    def save(self): pass\n    def go(self):\n        save()\n" };
    expect(linksOf(one)).toEqual(["a.py:A.go calls a.py:save exact"]);
  });

  test("inherited from outside: not a call of an unrelated method", () => {
    const one = {
      "a.py":
        "from unittest import TestCase\nclass T(TestCase):\n    def test(self):\n        super().setUp()\nclass Other:\n    def setUp(self): pass\n",
    };
    expect(linksOf(one)).toEqual([]);
    expect(openOf(one, "a.py")).toEqual([]);
  });

  test("decorators are uses, of the name outside the function", () => {
    const one = { "a.py": "def deco(f): return f\n@deco\ndef g(deco): pass\n" };
    expect(linksOf(one)).toEqual(["a.py:g uses a.py:deco exact"]);
  });
});
