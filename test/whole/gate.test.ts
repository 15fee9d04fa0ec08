/** The gate: what is gone while something uses it is never easier than an edit, in any language and for anything that has a name. */
import { describe, expect, test } from "bun:test";
import type { ImpactReport } from "../../src/base/schema.ts";
import { Repository, sideBySide, type Tree } from "../asking/_repository.ts";

/** A definition, the text of it, and what an edit, a renaming and hiding it look like. */
interface Thing {
  path: string;
  text: string;
  edited: string;
  renamed: string;
  /** The same, seen from its own file only; where the language has that. */
  hidden?: string;
  /** The same with another parameter that has to be given, or one less; where it has parameters. */
  narrowed?: string;
}

interface Language {
  files: Record<string, string>;
  things: Record<string, Thing>;
  /** A file to move, to where. */
  move?: [string, string];
}

const LANGUAGES: Record<string, Language> = {
  python: {
    files: {
      "app/__init__.py": "from .kept import handed\nfrom .kept import spare as given\n",
      "app/kept.py": "def handed():\n    return 1\n\n\ndef spare():\n    return 2\n",
      "app/lib.py":
        "LIMIT = 3\n\n\nclass Shape:\n    def area(self, n):\n        return n\n\n\ndef measure(n):\n    return n + 1\n\n\ndef inner():\n    return measure(2)\n",
      "app/use.py":
        "from app.lib import LIMIT, Shape, measure\nfrom app import given as got, handed\n\n\ndef make():\n    handed()\n    got()\n    return measure(LIMIT)\n\n\ndef draw():\n    shape = Shape()\n    return shape.area(2)\n",
    },
    things: {
      function: {
        path: "app/lib.py",
        text: "def measure(n):\n    return n + 1\n",
        edited: "def measure(n):\n    return n + 2\n",
        renamed: "def gauge(n):\n    return n + 1\n",
        narrowed: "def measure():\n    return 1\n",
      },
      method: {
        path: "app/lib.py",
        text: "    def area(self, n):\n        return n\n",
        edited: "    def area(self, n):\n        return n + 1\n",
        renamed: "    def surface(self, n):\n        return n\n",
        narrowed: "    def area(self, n, m):\n        return n\n",
      },
      class: {
        path: "app/lib.py",
        text: "class Shape:\n    def area(self, n):\n        return n\n",
        edited: "class Shape:\n    def area(self, n):\n        return n * 2\n",
        renamed: "class Figure:\n    def area(self, n):\n        return n\n",
      },
      constant: { path: "app/lib.py", text: "LIMIT = 3\n", edited: "LIMIT = 4\n", renamed: "BOUND = 3\n" },
      "re-export": {
        path: "app/__init__.py",
        text: "from .kept import handed\n",
        edited: "from .kept import handed  # yes\n",
        renamed: "from .kept import handed as passed\n",
      },
      "re-export by another name": {
        path: "app/__init__.py",
        text: "from .kept import spare as given\n",
        edited: "from .kept import spare as given  # yes\n",
        renamed: "from .kept import spare as lent\n",
      },
    },
    move: ["app/lib.py", "app/library.py"],
  },
  typescript: {
    files: {
      "src/lib.ts":
        "export const LIMIT = 3;\n\nexport interface Size {\n  n: number;\n}\n\nexport class Shape {\n  area(n: number): number {\n    return n;\n  }\n}\n\nexport function measure(n: number): number {\n  return n + 1;\n}\n",
      "src/util.ts": "export function joined(n: number): number {\n  return n;\n}\n",
      "src/index.ts": 'export { measure } from "./lib";\nexport * as util from "./util";\n',
      "src/use.ts":
        'import { LIMIT, Shape, type Size } from "./lib";\nimport { measure, util } from "./index";\n\nexport function make(size: Size): number {\n  return measure(LIMIT) + size.n + util.joined(1);\n}\n\nexport function draw(): number {\n  return new Shape().area(2);\n}\nmake({ n: 1 });\ndraw();\n',
    },
    things: {
      function: {
        path: "src/lib.ts",
        text: "export function measure(n: number): number {\n  return n + 1;\n}\n",
        edited: "export function measure(n: number): number {\n  return n + 2;\n}\n",
        renamed: "export function gauge(n: number): number {\n  return n + 1;\n}\n",
        hidden: "function measure(n: number): number {\n  return n + 1;\n}\n",
        narrowed: "export function measure(): number {\n  return 1;\n}\n",
      },
      "of a namespace": {
        path: "src/util.ts",
        text: "export function joined(n: number): number {\n  return n;\n}\n",
        edited: "export function joined(n: number): number {\n  return n + 1;\n}\n",
        renamed: "export function put(n: number): number {\n  return n;\n}\n",
        hidden: "function joined(n: number): number {\n  return n;\n}\n",
      },
      method: {
        path: "src/lib.ts",
        text: "  area(n: number): number {\n    return n;\n  }\n",
        edited: "  area(n: number): number {\n    return n + 1;\n  }\n",
        renamed: "  surface(n: number): number {\n    return n;\n  }\n",
        hidden: "  private area(n: number): number {\n    return n;\n  }\n",
        narrowed: "  area(n: number, m: number): number {\n    return n + m;\n  }\n",
      },
      class: {
        path: "src/lib.ts",
        text: "export class Shape {\n  area(n: number): number {\n    return n;\n  }\n}\n",
        edited: "export class Shape {\n  area(n: number): number {\n    return n * 3;\n  }\n}\n",
        renamed: "export class Figure {\n  area(n: number): number {\n    return n;\n  }\n}\n",
        hidden: "class Shape {\n  area(n: number): number {\n    return n;\n  }\n}\n",
      },
      interface: {
        path: "src/lib.ts",
        text: "export interface Size {\n  n: number;\n}\n",
        edited: "export interface Size {\n  n: number;\n  m?: number;\n}\n",
        renamed: "export interface Extent {\n  n: number;\n}\n",
      },
      constant: {
        path: "src/lib.ts",
        text: "export const LIMIT = 3;\n",
        edited: "export const LIMIT = 4;\n",
        renamed: "export const BOUND = 3;\n",
        hidden: "const LIMIT = 3;\n",
      },
      "re-export": {
        path: "src/index.ts",
        text: 'export { measure } from "./lib";\n',
        edited: 'export { measure } from "./lib.js";\n',
        renamed: 'export { measure as gauge } from "./lib";\n',
      },
    },
    move: ["src/lib.ts", "src/library.ts"],
  },
  javascript: {
    files: {
      "lib/shape.js":
        "class Shape {\n  area(n) {\n    return n;\n  }\n}\n\nfunction measure(n) {\n  return n + 1;\n}\n\nconst LIMIT = 3;\n\nmodule.exports = { Shape, measure, LIMIT };\n",
      "lib/use.js":
        'const { Shape, measure, LIMIT } = require("./shape");\nconst shapes = require("./shape");\n\nfunction make() {\n  return measure(LIMIT) + shapes.measure(2);\n}\n\nfunction draw() {\n  const shape = new Shape();\n  return shape.area(1);\n}\nmodule.exports = { make, draw };\n',
    },
    things: {
      function: {
        path: "lib/shape.js",
        text: "function measure(n) {\n  return n + 1;\n}\n\nconst LIMIT = 3;\n\nmodule.exports = { Shape, measure, LIMIT };\n",
        edited: "function measure(n) {\n  return n + 2;\n}\n\nconst LIMIT = 3;\n\nmodule.exports = { Shape, measure, LIMIT };\n",
        renamed: "function gauge(n) {\n  return n + 1;\n}\n\nconst LIMIT = 3;\n\nmodule.exports = { Shape, gauge, LIMIT };\n",
        hidden: "function measure(n) {\n  return n + 1;\n}\n\nconst LIMIT = 3;\n\nmodule.exports = { Shape, LIMIT };\n",
      },
      method: {
        path: "lib/shape.js",
        text: "  area(n) {\n    return n;\n  }\n",
        edited: "  area(n) {\n    return n + 1;\n  }\n",
        renamed: "  surface(n) {\n    return n;\n  }\n",
      },
    },
    move: ["lib/shape.js", "lib/forms.js"],
  },
  go: {
    files: {
      "go.mod": "module example.org/m\n\ngo 1.22\n",
      "geo/lib.go":
        "package geo\n\nconst Limit = 3\n\ntype Shape struct {\n\tSide int\n}\n\nfunc (s *Shape) Area(n int) int {\n\treturn s.Side * n\n}\n\nfunc Measure(n int) int {\n\treturn n + 1\n}\n",
      "geo/near.go": "package geo\n\nfunc Near() int {\n\treturn Measure(1)\n}\n",
      "main.go":
        'package main\n\nimport "example.org/m/geo"\n\nfunc build() int {\n\treturn geo.Measure(geo.Limit)\n}\n\nfunc draw() int {\n\ts := &geo.Shape{Side: 1}\n\treturn s.Area(2)\n}\n\nfunc main() {\n\tbuild()\n\tdraw()\n}\n',
    },
    things: {
      function: {
        path: "geo/lib.go",
        text: "func Measure(n int) int {\n\treturn n + 1\n}\n",
        edited: "func Measure(n int) int {\n\treturn n + 2\n}\n",
        renamed: "func Gauge(n int) int {\n\treturn n + 1\n}\n",
        hidden: "func measure(n int) int {\n\treturn n + 1\n}\n",
        narrowed: "func Measure(n, m int) int {\n\treturn n + m\n}\n",
      },
      method: {
        path: "geo/lib.go",
        text: "func (s *Shape) Area(n int) int {\n\treturn s.Side * n\n}\n",
        edited: "func (s *Shape) Area(n int) int {\n\treturn s.Side * n * 2\n}\n",
        renamed: "func (s *Shape) Surface(n int) int {\n\treturn s.Side * n\n}\n",
        narrowed: "func (s *Shape) Area() int {\n\treturn s.Side\n}\n",
      },
      constant: { path: "geo/lib.go", text: "const Limit = 3\n", edited: "const Limit = 4\n", renamed: "const Bound = 3\n" },
      struct: {
        path: "geo/lib.go",
        text: "type Shape struct {\n\tSide int\n}\n",
        edited: "type Shape struct {\n\tSide int\n\tOther int\n}\n",
        renamed: "type Figure struct {\n\tSide int\n}\n",
      },
    },
    move: ["geo/lib.go", "forms/lib.go"],
  },
  java: {
    files: {
      "src/p/Lib.java":
        "package p;\n\npublic class Lib {\n  public static final int LIMIT = 3;\n\n  public static int measure(int n) {\n    return n + 1;\n  }\n\n  public int area(int n) {\n    return n;\n  }\n}\n",
      "src/q/Use.java":
        "package q;\n\nimport p.Lib;\n\npublic class Use {\n  int make() {\n    return Lib.measure(Lib.LIMIT);\n  }\n\n  int draw() {\n    Lib lib = new Lib();\n    return lib.area(2);\n  }\n}\n",
    },
    things: {
      function: {
        path: "src/p/Lib.java",
        text: "  public static int measure(int n) {\n    return n + 1;\n  }\n",
        edited: "  public static int measure(int n) {\n    return n + 2;\n  }\n",
        renamed: "  public static int gauge(int n) {\n    return n + 1;\n  }\n",
        hidden: "  private static int measure(int n) {\n    return n + 1;\n  }\n",
        narrowed: "  public static int measure(int n, int m) {\n    return n + m;\n  }\n",
      },
      method: {
        path: "src/p/Lib.java",
        text: "  public int area(int n) {\n    return n;\n  }\n",
        edited: "  public int area(int n) {\n    return n + 1;\n  }\n",
        renamed: "  public int surface(int n) {\n    return n;\n  }\n",
        hidden: "  private int area(int n) {\n    return n;\n  }\n",
        narrowed: "  public int area() {\n    return 1;\n  }\n",
      },
      constant: {
        path: "src/p/Lib.java",
        text: "  public static final int LIMIT = 3;\n",
        edited: "  public static final int LIMIT = 4;\n",
        renamed: "  public static final int BOUND = 3;\n",
      },
    },
  },
  c: {
    files: {
      "lib.h": "#ifndef LIB_H\n#define LIB_H\nint measure(int n);\n#define LIMIT(n) ((n) + 3)\n#endif\n",
      "lib.c":
        '#include "lib.h"\n\nint measure(int n) {\n  return n + 1;\n}\n\nstatic int own(int n) {\n  return n;\n}\n\nint outer(void) {\n  return own(1);\n}\n',
      "use.c": '#include "lib.h"\n\nint make(void) {\n  return measure(LIMIT(1));\n}\n',
    },
    things: {
      function: {
        path: "lib.c",
        text: "int measure(int n) {\n  return n + 1;\n}\n",
        edited: "int measure(int n) {\n  return n + 2;\n}\n",
        renamed: "int gauge(int n) {\n  return n + 1;\n}\n",
      },
      "own function": {
        path: "lib.c",
        text: "static int own(int n) {\n  return n;\n}\n",
        edited: "static int own(int n) {\n  return n + 1;\n}\n",
        renamed: "static int mine(int n) {\n  return n;\n}\n",
      },
      macro: {
        path: "lib.h",
        text: "#define LIMIT(n) ((n) + 3)\n",
        edited: "#define LIMIT(n) ((n) + 4)\n",
        renamed: "#define BOUND(n) ((n) + 3)\n",
      },
    },
    move: ["lib.h", "include/lib.h"],
  },
  cpp: {
    files: {
      "shape.hpp": "#pragma once\nnamespace geo {\nclass Shape {\n public:\n  int area(int n);\n};\nint measure(int n);\n}\n",
      "shape.cpp":
        '#include "shape.hpp"\n\nnamespace geo {\nint Shape::area(int n) {\n  return n;\n}\n\nint measure(int n) {\n  return n + 1;\n}\n}\n',
      "use.cpp":
        '#include "shape.hpp"\n\nint make() {\n  return geo::measure(2);\n}\n\nint draw() {\n  geo::Shape shape;\n  return shape.area(3);\n}\n',
    },
    things: {
      function: {
        path: "shape.cpp",
        text: "int measure(int n) {\n  return n + 1;\n}\n",
        edited: "int measure(int n) {\n  return n + 2;\n}\n",
        renamed: "int gauge(int n) {\n  return n + 1;\n}\n",
      },
      method: {
        path: "shape.cpp",
        text: "int Shape::area(int n) {\n  return n;\n}\n",
        edited: "int Shape::area(int n) {\n  return n + 1;\n}\n",
        renamed: "int Shape::surface(int n) {\n  return n;\n}\n",
      },
      class: {
        path: "shape.hpp",
        text: "class Shape {\n public:\n  int area(int n);\n};\n",
        edited: "class Shape {\n public:\n  int area(int n);\n  int other();\n};\n",
        renamed: "class Figure {\n public:\n  int area(int n);\n};\n",
      },
    },
    move: ["shape.hpp", "include/geo/shape.hpp"],
  },
  csharp: {
    files: {
      "Lib.cs":
        "namespace P {\n  public class Lib {\n    public const int Limit = 3;\n    public static int Measure(int n) {\n      return n + 1;\n    }\n    public int Area(int n) {\n      return n;\n    }\n  }\n}\n",
      "Use.cs":
        "using P;\n\nnamespace Q {\n  class Use {\n    int Make() {\n      return Lib.Measure(Lib.Limit);\n    }\n    int Draw() {\n      var lib = new Lib();\n      return lib.Area(2);\n    }\n  }\n}\n",
    },
    things: {
      function: {
        path: "Lib.cs",
        text: "    public static int Measure(int n) {\n      return n + 1;\n    }\n",
        edited: "    public static int Measure(int n) {\n      return n + 2;\n    }\n",
        renamed: "    public static int Gauge(int n) {\n      return n + 1;\n    }\n",
        hidden: "    private static int Measure(int n) {\n      return n + 1;\n    }\n",
        narrowed: "    public static int Measure(int n, int m) {\n      return n + m;\n    }\n",
      },
      method: {
        path: "Lib.cs",
        text: "    public int Area(int n) {\n      return n;\n    }\n",
        edited: "    public int Area(int n) {\n      return n + 1;\n    }\n",
        renamed: "    public int Surface(int n) {\n      return n;\n    }\n",
        hidden: "    private int Area(int n) {\n      return n;\n    }\n",
      },
    },
  },
  ruby: {
    files: {
      "lib/shape.rb": "class Shape\n  LIMIT = 3\n\n  def area(n)\n    n\n  end\n\n  def self.measure(n)\n    n + 1\n  end\nend\n",
      "lib/use.rb":
        'require_relative "shape"\n\ndef make\n  Shape.measure(Shape::LIMIT)\nend\n\ndef draw\n  shape = Shape.new\n  shape.area(2)\nend\n',
    },
    things: {
      function: {
        path: "lib/shape.rb",
        text: "  def self.measure(n)\n    n + 1\n  end\n",
        edited: "  def self.measure(n)\n    n + 2\n  end\n",
        renamed: "  def self.gauge(n)\n    n + 1\n  end\n",
        narrowed: "  def self.measure\n    1\n  end\n",
      },
      method: {
        path: "lib/shape.rb",
        text: "  def area(n)\n    n\n  end\n",
        edited: "  def area(n)\n    n + 1\n  end\n",
        renamed: "  def surface(n)\n    n\n  end\n",
        hidden: "  private def area(n)\n    n\n  end\n",
        narrowed: "  def area(n, m)\n    n + m\n  end\n",
      },
    },
    move: ["lib/shape.rb", "lib/forms/shape.rb"],
  },
  php: {
    files: {
      "composer.json": '{"autoload": {"psr-4": {"P\\\\": "src/"}}}\n',
      "src/Lib.php":
        "<?php\nnamespace P;\n\nclass Lib {\n  const LIMIT = 3;\n  public static function measure($n) {\n    return $n + 1;\n  }\n  public function area($n) {\n    return $n;\n  }\n}\n",
      "src/Use.php":
        "<?php\nnamespace P;\n\nuse P\\Lib;\n\nfunction make() {\n  return Lib::measure(Lib::LIMIT);\n}\n\nfunction draw() {\n  $lib = new Lib();\n  return $lib->area(2);\n}\n",
    },
    things: {
      function: {
        path: "src/Lib.php",
        text: "  public static function measure($n) {\n    return $n + 1;\n  }\n",
        edited: "  public static function measure($n) {\n    return $n + 2;\n  }\n",
        renamed: "  public static function gauge($n) {\n    return $n + 1;\n  }\n",
        hidden: "  private static function measure($n) {\n    return $n + 1;\n  }\n",
        narrowed: "  public static function measure($n, $m) {\n    return $n + $m;\n  }\n",
      },
      method: {
        path: "src/Lib.php",
        text: "  public function area($n) {\n    return $n;\n  }\n",
        edited: "  public function area($n) {\n    return $n + 1;\n  }\n",
        renamed: "  public function surface($n) {\n    return $n;\n  }\n",
        hidden: "  private function area($n) {\n    return $n;\n  }\n",
      },
      constant: {
        path: "src/Lib.php",
        text: "  const LIMIT = 3;\n",
        edited: "  const LIMIT = 4;\n",
        renamed: "  const MOST = 3;\n",
        hidden: "  private const LIMIT = 3;\n",
      },
    },
  },
  rust: {
    files: {
      "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
      "src/lib.rs": "pub mod geo;\npub mod user;\n",
      "src/geo.rs":
        "pub const LIMIT: u32 = 3;\n\npub struct Shape {\n    pub side: u32,\n}\n\nimpl Shape {\n    pub fn area(&self, n: u32) -> u32 {\n        self.side * n\n    }\n}\n\npub fn measure(n: u32) -> u32 {\n    n + 1\n}\n",
      "src/user.rs":
        "use crate::geo::{measure, Shape, LIMIT};\n\npub fn make() -> u32 {\n    measure(LIMIT)\n}\n\npub fn draw() -> u32 {\n    let shape = Shape { side: 1 };\n    shape.area(2)\n}\n",
    },
    things: {
      function: {
        path: "src/geo.rs",
        text: "pub fn measure(n: u32) -> u32 {\n    n + 1\n}\n",
        edited: "pub fn measure(n: u32) -> u32 {\n    n + 2\n}\n",
        renamed: "pub fn gauge(n: u32) -> u32 {\n    n + 1\n}\n",
        hidden: "fn measure(n: u32) -> u32 {\n    n + 1\n}\n",
        narrowed: "pub fn measure(n: u32, m: u32) -> u32 {\n    n + m\n}\n",
      },
      method: {
        path: "src/geo.rs",
        text: "    pub fn area(&self, n: u32) -> u32 {\n        self.side * n\n    }\n",
        edited: "    pub fn area(&self, n: u32) -> u32 {\n        self.side * n * 2\n    }\n",
        renamed: "    pub fn surface(&self, n: u32) -> u32 {\n        self.side * n\n    }\n",
        hidden: "    fn area(&self, n: u32) -> u32 {\n        self.side * n\n    }\n",
        narrowed: "    pub fn area(&self) -> u32 {\n        self.side\n    }\n",
      },
      struct: {
        path: "src/geo.rs",
        text: "pub struct Shape {\n    pub side: u32,\n}\n",
        edited: "pub struct Shape {\n    pub side: u32,\n    pub other: u32,\n}\n",
        renamed: "pub struct Figure {\n    pub side: u32,\n}\n",
      },
      constant: {
        path: "src/geo.rs",
        text: "pub const LIMIT: u32 = 3;\n",
        edited: "pub const LIMIT: u32 = 4;\n",
        renamed: "pub const BOUND: u32 = 3;\n",
      },
      module: { path: "src/lib.rs", text: "pub mod geo;\n", edited: "pub mod geo; // it\n", renamed: "pub mod forms;\n" },
    },
    move: ["src/geo.rs", "src/forms.rs"],
  },
  kotlin: {
    files: {
      "k/Lib.kt":
        "package k\n\nclass Shape {\n    fun area(n: Int): Int {\n        return n\n    }\n}\n\nfun measure(n: Int): Int {\n    return n + 1\n}\n",
      "u/Use.kt":
        "package u\n\nimport k.Shape\nimport k.measure\n\nfun make(): Int {\n    return measure(2)\n}\n\nfun draw(): Int {\n    val shape = Shape()\n    return shape.area(3)\n}\n",
    },
    things: {
      function: {
        path: "k/Lib.kt",
        text: "fun measure(n: Int): Int {\n    return n + 1\n}\n",
        edited: "fun measure(n: Int): Int {\n    return n + 2\n}\n",
        renamed: "fun gauge(n: Int): Int {\n    return n + 1\n}\n",
        hidden: "private fun measure(n: Int): Int {\n    return n + 1\n}\n",
        narrowed: "fun measure(n: Int, m: Int): Int {\n    return n + m\n}\n",
      },
      method: {
        path: "k/Lib.kt",
        text: "    fun area(n: Int): Int {\n        return n\n    }\n",
        edited: "    fun area(n: Int): Int {\n        return n + 1\n    }\n",
        renamed: "    fun surface(n: Int): Int {\n        return n\n    }\n",
        hidden: "    private fun area(n: Int): Int {\n        return n\n    }\n",
      },
    },
  },
  scala: {
    files: {
      "s/Lib.scala":
        "package s\n\nclass Shape {\n  def area(n: Int): Int = {\n    n\n  }\n}\n\nobject Lib {\n  def measure(n: Int): Int = {\n    n + 1\n  }\n}\n",
      "u/Use.scala":
        "package u\n\nimport s.{Lib, Shape}\n\nobject Use {\n  def make(): Int = {\n    Lib.measure(2)\n  }\n  def draw(): Int = {\n    val shape = new Shape()\n    shape.area(3)\n  }\n}\n",
    },
    things: {
      function: {
        path: "s/Lib.scala",
        text: "  def measure(n: Int): Int = {\n    n + 1\n  }\n",
        edited: "  def measure(n: Int): Int = {\n    n + 2\n  }\n",
        renamed: "  def gauge(n: Int): Int = {\n    n + 1\n  }\n",
        hidden: "  private def measure(n: Int): Int = {\n    n + 1\n  }\n",
      },
      method: {
        path: "s/Lib.scala",
        text: "  def area(n: Int): Int = {\n    n\n  }\n",
        edited: "  def area(n: Int): Int = {\n    n + 1\n  }\n",
        renamed: "  def surface(n: Int): Int = {\n    n\n  }\n",
      },
    },
  },
  swift: {
    files: {
      "Sources/A/Lib.swift":
        "public class Shape {\n    public func area(_ n: Int) -> Int {\n        return n\n    }\n}\n\nfunc measure(_ n: Int) -> Int {\n    return n + 1\n}\n",
      "Sources/A/Use.swift":
        "func make() -> Int {\n    return measure(2)\n}\n\nfunc draw() -> Int {\n    let shape = Shape()\n    return shape.area(3)\n}\n",
    },
    things: {
      function: {
        path: "Sources/A/Lib.swift",
        text: "func measure(_ n: Int) -> Int {\n    return n + 1\n}\n",
        edited: "func measure(_ n: Int) -> Int {\n    return n + 2\n}\n",
        renamed: "func gauge(_ n: Int) -> Int {\n    return n + 1\n}\n",
        hidden: "private func measure(_ n: Int) -> Int {\n    return n + 1\n}\n",
        narrowed: "func measure(_ n: Int, _ m: Int) -> Int {\n    return n + m\n}\n",
      },
      method: {
        path: "Sources/A/Lib.swift",
        text: "    public func area(_ n: Int) -> Int {\n        return n\n    }\n",
        edited: "    public func area(_ n: Int) -> Int {\n        return n + 1\n    }\n",
        renamed: "    public func surface(_ n: Int) -> Int {\n        return n\n    }\n",
      },
    },
  },
  elixir: {
    files: {
      "lib/shape.ex": "defmodule Shape do\n  def measure(n) do\n    n + 1\n  end\nend\n",
      "lib/use.ex": "defmodule Use do\n  def make do\n    Shape.measure(2)\n  end\nend\n",
    },
    things: {
      function: {
        path: "lib/shape.ex",
        text: "  def measure(n) do\n    n + 1\n  end\n",
        edited: "  def measure(n) do\n    n + 2\n  end\n",
        renamed: "  def gauge(n) do\n    n + 1\n  end\n",
      },
    },
  },
  lua: {
    files: {
      "shape.lua": "local M = {}\n\nfunction M.measure(n)\n  return n + 1\nend\n\nreturn M\n",
      "use.lua": 'local shape = require("shape")\n\nlocal function make()\n  return shape.measure(2)\nend\n\nreturn make\n',
    },
    things: {
      function: {
        path: "shape.lua",
        text: "function M.measure(n)\n  return n + 1\nend\n",
        edited: "function M.measure(n)\n  return n + 2\nend\n",
        renamed: "function M.gauge(n)\n  return n + 1\nend\n",
      },
    },
    move: ["shape.lua", "forms.lua"],
  },
};

const ORDER = ["low", "medium", "unknown", "high"];

const WAYS = ["deleted", "renamed", "hidden", "narrowed"] as const;

/** What a thing becomes, each way that it has. */
const ways = (thing: Thing): [way: string, text: string][] =>
  WAYS.flatMap((way) => {
    const text = way === "deleted" ? "" : thing[way];
    return text === undefined ? [] : [[way, text] as [string, string]];
  });

/** Each thing edited and gone in each way, then a folder gone, then a file moved. */
const TREES = Object.entries(LANGUAGES).map(([name, { files, things, move }]): Tree => {
  const replaced =
    ({ path, text }: Thing, by: string) =>
    (repo: Repository): void => {
      if (!files[path]!.includes(text)) throw new Error(`${name}: ${path} has no ${text}`);
      repo.write({ [path]: files[path]!.replace(text, () => by) });
    };
  const changes = Object.values(things).flatMap((thing) => [
    replaced(thing, thing.edited),
    ...ways(thing).map(([, by]) => replaced(thing, by)),
  ]);
  changes.push((repo) => void repo.git("rm", "-q", "-r", Object.values(things)[0]!.path));
  if (move)
    changes.push((repo) => {
      repo.write({ [`${move[1].slice(0, move[1].lastIndexOf("/") + 1)}x.tmp`]: "" }).git("mv", ...move);
    });
  return { files, changes };
});
const reports = sideBySide(TREES);

for (const [i, [name, { things, move }]] of Object.entries(LANGUAGES).entries())
  describe(name, () => {
    let at = 0;
    for (const [what, thing] of Object.entries(things)) {
      const first = at;
      at += ways(thing).length + 1;
      test(`${what}: gone in whatever way is a stop that names who uses it`, async () => {
        const all = await reports(TREES[i]!);
        const edit = all[first]!;
        expect([what, edit.gate.verdict]).toEqual([what, "pass"]);
        for (const [j, [way]] of ways(thing).entries()) {
          const report = all[first + 1 + j]!;
          expect([way, report.risk.level, report.gate.exit, report.gate.reasons.join("; ")]).toEqual([
            way,
            "high",
            4,
            expect.stringMatching(/\S+:\d+ .+, which /),
          ]);
          expect(ORDER.indexOf(report.risk.level)).toBeGreaterThanOrEqual(ORDER.indexOf(edit.risk.level));
          expect(report.counts.affected).toBeGreaterThanOrEqual(1);
        }
      });
    }
    test("its folders deleted as a whole", async () => {
      const report = (await reports(TREES[i]!))[at]!;
      expect([report.risk.level, report.gate.exit]).toEqual(["high", 4]);
    });
    if (move)
      test("a file that moved without its importers", async () => {
        const report = (await reports(TREES[i]!))[at + 1]!;
        expect([report.risk.level, report.gate.exit, report.broken.length > 0]).toEqual(["high", 4, true]);
      });
  });

/** A repository of its own for one test. */
async function after(files: Record<string, string>, change: (repo: Repository) => void): Promise<ImpactReport> {
  using repo = new Repository(files);
  change(repo);
  return await repo.stage().impact({ kind: "staged" }, { failOn: ["risky"] });
}

describe("what is complete is no risk by its size", () => {
  const USERS = Array.from({ length: 30 }, (_, i) => i);
  const files = (name: string, module = "lib"): Record<string, string> => ({
    [`pkg/${module}.py`]: `def ${name}(n):\n    if n > 1:\n        return ${name}(n - 1)\n    return n\n`,
    ...Object.fromEntries(
      USERS.map((i) => [`pkg/use${i}.py`, `from pkg.${module} import ${name}\n\n\ndef use${i}(n):\n    return ${name}(n) + ${i}\n`]),
    ),
    "pkg/__init__.py": "",
  });

  test("a renaming with every use is low; with one left behind it is a stop that names it", async () => {
    const whole = await after(files("measure"), (repo) => repo.write(files("gauge")));
    expect([whole.risk.level, whole.gate.exit, whole.counts.affected]).toEqual(["low", 0, 0]);
    const left = await after(files("measure"), (repo) =>
      repo.write({ ...files("gauge"), "pkg/use7.py": files("measure")["pkg/use7.py"]! }),
    );
    expect([left.risk.level, left.gate.exit, left.gate.reasons[0]]).toEqual([
      "high",
      4,
      "pkg/use7.py:1 imports measure, which this change renames to gauge",
    ]);
  });

  test("a file moved with its importers is low; without them it is a stop", async () => {
    const move = (repo: Repository) => {
      repo.git("mv", "pkg/lib.py", "pkg/library.py");
      return repo;
    };
    const whole = await after(files("measure"), (repo) => move(repo).write(files("measure", "library")));
    expect([whole.risk.level, whole.gate.exit, whole.broken]).toEqual(["low", 0, []]);
    const left = await after(files("measure"), (repo) => move(repo));
    expect([left.risk.level, left.gate.exit, left.broken.length]).toEqual(["high", 4, 90]);
    expect(left.gate.reasons[0]).toBe("pkg/use0.py:1 imports pkg/lib.py, which this change moves to pkg/library.py");
    expect(left.gate.reasons.at(-1)).toBe("and 87 more uses, in 30 files in all");
  });

  test("an edit is told by its size, and no stop", async () => {
    const edit = await after(files("measure"), (repo) =>
      repo.write({ "pkg/lib.py": files("measure")["pkg/lib.py"]!.replace("return n\n", "return n + 1\n") }),
    );
    expect([edit.risk.level, edit.gate.exit, edit.counts.affected]).toEqual(["medium", 0, 30]);
  });

  test("a constant taken over by an import is not gone", async () => {
    const report = await after(files("measure"), (repo) =>
      repo.write({ "pkg/lib.py": "from pkg.other import measure\n", "pkg/other.py": files("measure")["pkg/lib.py"]! }),
    );
    expect([report.gate.exit, report.broken]).toEqual([0, []]);
  });
});

describe("what is staged is judged", () => {
  const LIB = "def measure(n):\n    return n\n\n\ndef other():\n    return 2\n";
  const USE = "from lib import measure\n\n\ndef use():\n    return measure(1)\n";
  test("a user that is mended in the work tree only is left behind by the commit", async () => {
    using repo = new Repository({ "lib.py": LIB, "use.py": USE });
    repo.write({ "lib.py": LIB.replace(/^[\s\S]*?\n\n\n/, "") }).stage();
    repo.write({ "use.py": "def use():\n    return 1\n" });
    const report = await repo.impact({ kind: "staged" }, { failOn: ["risky"] });
    expect([report.risk.level, report.broken[0]?.message]).toEqual(["high", "use.py:1 imports measure, which this change deletes"]);
  });
  test("a file that still uses what it lost itself", async () => {
    const report = await after({ "lib.py": `${LIB}\n\ndef use():\n    return other()\n` }, (repo) =>
      repo.write({ "lib.py": "def measure(n):\n    return n\n\n\ndef use():\n    return other()\n" }),
    );
    expect(report.broken.map((one) => one.message)).toEqual(["lib.py:6 calls other, which this change deletes"]);
  });
  test("an import that is gone while what it brought in is used", async () => {
    const files = {
      "lib.py": `${LIB}\nLIMIT = 3\n`,
      "use.py": "from lib import measure, LIMIT\nimport lib\n\n\ndef use():\n    return measure(LIMIT) + lib.other()\n",
      "a.ts": "export function alpha() { return 1 }\n",
      "b.ts": "import { alpha as first } from './a'\nexport const gamma = () => first()\n",
      "p/q/A.java": "package p.q;\npublic class A { public static int go() { return 1; } }\n",
      "p/r/B.java": "package p.r;\nimport p.q.A;\nclass B { int x() { return A.go(); } }\n",
    };
    const said = async (now: Record<string, string>) => (await after(files, (repo) => repo.write(now))).broken.map((one) => one.message);
    const use = files["use.py"];
    const java = files["p/r/B.java"];
    expect(await said({ "use.py": use.replace("from lib import measure, LIMIT\n", "") })).toEqual([
      "use.py:5 calls measure, which this change imports no more",
    ]);
    expect(await said({ "use.py": use.replace("import lib\n", "") })).toEqual(["use.py:5 calls other, which this change imports no more"]);
    expect(await said({ "b.ts": "export const gamma = () => first()\n" })).toEqual([
      "b.ts:1 calls alpha, which this change imports no more",
    ]);
    expect(await said({ "p/r/B.java": java.replace("import p.q.A;\n", "") })).toEqual([
      "p/r/B.java:2 calls A.go, which this change imports no more",
    ]);
    // brought in otherwise, defined here, or used no more
    for (const now of [
      { "use.py": "from lib import *\nimport lib\n\n\ndef use():\n    return measure(LIMIT) + lib.other()\n" },
      { "use.py": "import lib\n\n\ndef use():\n    from lib import measure, LIMIT\n    return measure(LIMIT) + lib.other()\n" },
      { "use.py": "def use(measure):\n    return measure(3)\n" },
      { "b.ts": "const first = () => 2\nexport const gamma = () => first()\n" },
      { "b.ts": "export const gamma = () => 1\n" },
      { "p/r/B.java": java.replace("p.q.A;", "p.q.*;") },
      { "p/r/B.java": "package p.r;\nclass B { int x() { return p.q.A.go(); } }\n" },
    ] as Record<string, string>[])
      expect([now, await said(now)]).toEqual([now, []]);
  });
  test("a patch that is not applied", async () => {
    using repo = new Repository({ "lib.py": LIB, "use.py": USE });
    repo.write({ "lib.py": LIB.replace(/^[\s\S]*?\n\n\n/, "") });
    const patch = Buffer.from(repo.git("diff"));
    repo.git("checkout", "-q", ".");
    const report = await repo.impact({ kind: "patch", patch });
    expect(report.broken.map((one) => one.path)).toEqual(["use.py", "use.py"]);
  });
});

describe("unknown follows the walk", () => {
  test("a call that nobody could resolve, one step away", async () => {
    const files = {
      "parser.py":
        "class Parser:\n    def _feed(self, data):\n        return data\n\n    def feed(self, data):\n        return self._feed(data)\n",
      "protocol.py": "def received(parser, data):\n    return parser.feed(data)\n",
    };
    const report = await after(files, (repo) =>
      repo.write({ "parser.py": files["parser.py"].replace("return data", "return data + data") }),
    );
    expect(report.risk.level).toBe("unknown");
    expect(report.unknowns[0]?.message).toContain("may mean Parser.feed, which this reaches in 1 step");
  });
  test("a method that only whoever knows its trait can call", async () => {
    const files = {
      "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n[dependencies]\ntower = "1"\n',
      "src/lib.rs":
        "use tower::Service;\n\nstruct Route;\n\nfn helper(n: u32) -> u32 {\n    n + 1\n}\n\nimpl Service<u32> for Route {\n    fn call(&mut self, n: u32) -> u32 {\n        helper(n)\n    }\n}\n",
    };
    const report = await after(files, (repo) => repo.write({ "src/lib.rs": files["src/lib.rs"].replace("n + 1", "n + 2") }));
    expect([report.risk.level, report.unknowns.map((one) => one.code)]).toEqual(["unknown", ["dynamic-dispatch"]]);
  });
});

describe("no test reaches it is said only where it is so", () => {
  const files = { "lib.py": "def measure(n):\n    return n\n", "tests/test_other.py": "def test_other():\n    assert 1\n" };
  const edit = { "lib.py": "def measure(n):\n    return n + 1\n" };
  const said = async (change: Record<string, string>): Promise<string> =>
    (await after(files, (repo) => repo.write(change))).risk.reasons[1]!;
  test("with the tests of the same commit, with tests that may, and without any", async () => {
    expect(await said({ ...edit, "tests/test_other.py": "def test_other():\n    assert 2\n" })).toBe("1 test file changes with it");
    expect(await said({ ...edit, "tests/test_new.py": "def test_new():\n    assert 2\n" })).toBe("1 test file changes with it");
    expect(await said({ "lib.py": "def _measure(n):\n    return n\n\n\n_measure(1)\n" })).toBe("no test reaches it");
  });
});

describe("what was never resolved is not known", () => {
  test("a call of what only the deleted definition was called, and a path that is put together", async () => {
    const files = {
      "lib/base.rb": "module Templates\n  def mediawiki(text)\n    text\n  end\nend\n",
      "test/helper.rb": "def helped\n  1\nend\n",
      "test/wiki_test.rb":
        "require File.expand_path('helper', __dir__)\n\nclass WikiTest\n  it 'renders' do\n    mediawiki('x')\n  end\nend\n",
    };
    const deleted = await after(files, (repo) => repo.write({ "lib/base.rb": "module Templates\nend\n" }));
    expect([deleted.risk.level, deleted.unknowns[0]?.message]).toEqual([
      "unknown",
      "Templates.mediawiki is deleted, but 1 place still names it (first: test/wiki_test.rb:5)",
    ]);
    const moved = await after(files, (repo) => repo.git("mv", "test/helper.rb", "test/test_helper.rb"));
    expect([moved.risk.level, moved.unknowns[0]?.message]).toEqual([
      "unknown",
      "test/wiki_test.rb:1 may load test/helper.rb, which is not there any more",
    ]);
  });
});

describe("a deleted name that still stands somewhere is not known to be free", () => {
  const deleted = async (files: Record<string, string>, path: string, text: string): Promise<string[]> => {
    const { risk, unknowns } = await after(files, (repo) => repo.write({ [path]: files[path]!.replace(text, "") }));
    return [risk.level, unknowns[0]?.message ?? ""];
  };
  test("as a field that is read or filled where nobody resolves it", async () => {
    const go = {
      "strict.go": "package p\n\ntype Strict struct {\n\tEnabled bool\n\tKey string\n\tkept int\n}\n",
      "use.go": "package p\n\nfunc use(d *decoder) bool {\n\treturn d.strict.Enabled\n}\n",
      "other.go": "package p\n\ntype Map struct {\n\tKey string\n}\n\nfunc fill(s any) any {\n\treturn wrap{Key: 1}\n}\n",
    };
    expect(await deleted(go, "strict.go", "\tEnabled bool\n")).toEqual([
      "unknown",
      "Strict.Enabled is deleted, but its name stands in 1 more file (first: use.go:4)",
    ]);
    expect(await deleted(go, "strict.go", "\tKey string\n")).toEqual([
      "unknown",
      "Strict.Key is deleted, but its name stands in 1 more file (first: other.go:8)",
    ]);
    expect((await deleted(go, "strict.go", "\tkept int\n"))[0]).toBe("low");
    const options = {
      "options.ts": "export interface Options {\n  maxDecimalPlaces?: number;\n  other?: string;\n}\n",
      "test/use.spec.ts": "const options = { maxDecimalPlaces: 3 };\n",
    };
    expect((await deleted(options, "options.ts", "  maxDecimalPlaces?: number;\n"))[0]).toBe("unknown");
    const hidden = {
      "Token.cs":
        "namespace N {\n  public class Token {\n    public int ExpiryBuffer { get; set; }\n    public int Other { get; set; }\n  }\n}\n",
      "Use.cs":
        "namespace N {\n  public class Use {\n    public int Run(dynamic token) {\n      return token.ExpiryBuffer;\n    }\n  }\n}\n",
    };
    const report = await after(hidden, (repo) =>
      repo.write({ "Token.cs": hidden["Token.cs"].replace("public int ExpiryBuffer", "private int ExpiryBuffer") }),
    );
    expect(["unknown", "high"]).toContain(report.risk.level);
    const own = {
      "Matcher.java": "class Matcher {\n  private final char[] letters;\n\n  int size() {\n    return 1;\n  }\n}\n",
      "Other.java": "class Other {\n  int use(Thing thing) {\n    return thing.letters.length;\n  }\n}\n",
    };
    expect((await deleted(own, "Matcher.java", "  private final char[] letters;\n"))[0]).toBe("low");
    const local = {
      "a.lua": "local lockKey = KEYS[1]\n\nreturn 1\n",
      "b.lua": "local function free(lockKey)\n  return lockKey\nend\n\nreturn free(1)\n",
    };
    expect((await deleted(local, "a.lua", "local lockKey = KEYS[1]\n"))[0]).toBe("low");
  });
  test("as the end of a path in a string, as a symbol, as a property that nobody resolved, in a table of Lua", async () => {
    const routes = {
      "app/views.py": "def show_page(request):\n    return 1\n\n\ndef other():\n    return 2\n",
      "app/urls.py": 'ROUTES = ["app.views.show_page"]\n',
    };
    expect(await deleted(routes, "app/views.py", "def show_page(request):\n    return 1\n")).toEqual([
      "unknown",
      "show_page is deleted, but its name is text in 1 line (first: app/urls.py:1)",
    ]);
    const property = {
      "request.py": "class Request:\n    @cached\n    def url_root(self):\n        return 1\n\n    def other(self):\n        return 2\n",
      "use.py": "def use(request):\n    return request.url_root\n",
    };
    expect(await deleted(property, "request.py", "    @cached\n    def url_root(self):\n        return 1\n")).toEqual([
      "unknown",
      "Request.url_root is deleted, but its name stands in 1 more file (first: use.py:2)",
    ]);
    const table = {
      "loader.lua": "local function load_all(config)\n  return config\nend\n\nreturn {\n  load_all = load_all,\n}\n",
      "main.lua": 'local modules = lazy { loader = "loader" }\n\nmodules.loader.load_all(1)\n',
    };
    expect((await deleted(table, "loader.lua", "local function load_all(config)\n  return config\nend\n"))[0]).toBe("high");
  });
});

test("a module that is required where it is used, and gone", async () => {
  const files = {
    "app.js": "const app = express();\napp.use('/users', require('./routes/users'));\n",
    "routes/users.js": "module.exports = function (request) {};\n",
  };
  const gone = await after(files, (repo) => repo.git("rm", "-q", "routes/users.js"));
  expect(gone.broken.map((one) => one.message)).toEqual(["app.js:2 imports routes/users.js, which this change deletes"]);
});

test("what changes in a test's own type raises no doubt about the rest", async () => {
  const files = {
    "store.py": "class Store:\n    def load(self):\n        return 1\n\n\ndef read(store: Store):\n    return store.load()\n",
    "tests/test_store.py": "from store import Store\n\n\nclass Fake(Store):\n    def load(self):\n        return 2\n",
  };
  const changed = await after(files, (repo) =>
    repo.write({ "tests/test_store.py": files["tests/test_store.py"].replace("return 2", "return 3") }),
  );
  expect([changed.risk.level, changed.unknowns]).toEqual(["low", []]);
});

test("a deleted override: who called it calls what it overrode, which is no less than an edit of it", async () => {
  const files = {
    "base.py": "class Base:\n    def name(self):\n        return 0\n",
    "sub.py":
      "from base import Base\n\n\nclass Sub(Base):\n    def name(self):\n        return 1\n\n    def other(self):\n        return 2\n",
    "use.py": "from sub import Sub\n\n\ndef use():\n    sub = Sub()\n    return sub.name()\n",
  };
  const edit = await after(files, (repo) => repo.write({ "sub.py": files["sub.py"].replace("return 1", "return 3") }));
  const gone = await after(files, (repo) =>
    repo.write({ "sub.py": files["sub.py"].replace("    def name(self):\n        return 1\n\n", "") }),
  );
  expect(ORDER.indexOf(gone.risk.level)).toBeGreaterThanOrEqual(ORDER.indexOf(edit.risk.level));
  expect([gone.risk.level, gone.unknowns[0]?.message, gone.affected.map((hit) => hit.qualified)]).toEqual([
    "unknown",
    "Sub.name is deleted: what used it means Base.name of base.py now (first: use.py:6)",
    ["use"],
  ]);
  // Of what is only promised there nothing is left.
  const promised = { ...files, "base.py": files["base.py"].replace("return 0", "raise NotImplementedError") };
  const left = await after(promised, (repo) =>
    repo.write({ "sub.py": files["sub.py"].replace("    def name(self):\n        return 1\n\n", "") }),
  );
  expect(left.broken.map((one) => one.message)).toEqual(["use.py:6 calls Sub.name, which this change deletes"]);
});

test("of what nothing is resolved to use it is said whether its name stands elsewhere", async () => {
  const files = {
    "scan.h": "int scan_uri(const char *p);\n#define SCAN(c) run_scan(&scan_uri, c)\n",
    "scan.c":
      '#include "scan.h"\n\nint scan_uri(const char *p) {\n  return p[0];\n}\n\nint scan_other(const char *p) {\n  return p[1];\n}\n',
  };
  const said = async (from: string, to: string): Promise<string[]> =>
    (await after(files, (repo) => repo.write({ "scan.c": files["scan.c"].replace(from, to) }))).unknowns.map(({ message }) => message);
  expect(await said("p[0]", "p[2]")).toEqual([
    "no use of scan_uri could be resolved, but its name stands in code elsewhere (first: scan.h:2)",
  ]);
  expect(await said("p[1]", "p[2]")).toEqual(["nothing here uses scan_other, but it is exported: users outside this tree are not seen"]);
});

describe("what only looks left behind", () => {
  test("a member that types below or above keep, a name that a loop binds, a function that belongs to a type from elsewhere now", async () => {
    const files = {
      "items.py":
        "class Item:\n    def size(self):\n        raise TypeError\n\n    def other(self):\n        return 1\n\n\nclass Table(Item):\n    def size(self):\n        return 1\n\n\ndef item() -> Item:\n    return Table()\n",
      "use.py": "from items import item\n\n\ndef use():\n    return item().size() + item().other()\n",
      "fast.rb":
        "module Fast\n  def match(text)\n    return super unless @fast\n    1\n  end\n\n  def size\n    2\n  end\nend\n\nclass Pattern\n  include Fast\nend\n",
      "match.rb": "require_relative 'fast'\n\nPattern.new.match('x')\nPattern.new.size\n",
      "subst.lua": "for line in lines(s) do\n    line = gsub(line, 'a', 'b')\n    print(line)\nend\n",
      "Iso.kt":
        "fun show(): String {\n  val to = StringBuilder()\n  pad(to, 1)\n  return to.toString()\n}\n\nprivate fun pad(to: StringBuilder, n: Int) {\n  to.append(n)\n  to.append('-')\n}\n",
    };
    using repo = new Repository(files);
    const said = async (path: keyof typeof files, ...changes: [string, string][]): Promise<[string, string[]]> => {
      repo.write({ [path]: changes.reduce((text, [from, to]) => text.replace(from, to), files[path] as string) });
      const { risk, broken } = await repo.stage().impact({ kind: "staged" });
      repo.git("reset", "-q", "--hard");
      return [risk.level, broken.map(({ message }) => message)];
    };
    expect(await said("items.py", ["    def size(self):\n        raise TypeError\n\n", ""])).toEqual(["unknown", []]);
    expect((await said("items.py", ["    def other(self):\n        return 1\n", ""]))[1].length).toBe(1);
    expect((await said("fast.rb", ["  def match(text)\n    return super unless @fast\n    1\n  end\n\n", ""]))[1]).toEqual([]);
    expect((await said("fast.rb", ["  def size\n    2\n  end\n", ""]))[1].length).toBe(1);
    expect(await said("subst.lua", ["    line = gsub", "    local one = gsub"], ["print(line)", "print(one)"])).toEqual(["unknown", []]);
    const moved = await said(
      "Iso.kt",
      ["  val to = StringBuilder()\n  pad(to, 1)\n  return to.toString()", "  return buildString {\n    pad(1)\n  }"],
      ["fun pad(to: StringBuilder, n: Int) {\n  to.append(n)\n  to.append", "fun StringBuilder.pad(n: Int) {\n  append(n)\n  append"],
    );
    expect(moved).toEqual(["unknown", []]);
  });
  test("a function that another file defines now, which a comment has put in before it runs", async () => {
    const files = {
      "commands/retry.lua":
        "local rcall = redis.call\n\nlocal function batches(n, size)\n  return n * size\nend\n\nfor i in batches(1, 2) do\n  rcall(i)\nend\n",
    };
    const without = files["commands/retry.lua"].replace(/local function[\s\S]*?\nend\n/, "");
    const helper = { "commands/includes/batches.lua": "local function batches(n, size)\n  return n * size\nend\n" };
    const put = await after(files, (repo) =>
      repo.write({ ...helper, "commands/retry.lua": `--- @include "includes/batches"\n${without}` }),
    );
    expect([put.risk.level, put.broken, put.unknowns[0]?.message]).toEqual([
      "unknown",
      [],
      expect.stringContaining("commands/includes/batches.lua defines it now, which a comment names"),
    ]);
    const left = await after(files, (repo) => repo.write({ ...helper, "commands/retry.lua": without }));
    expect([left.risk.level, left.broken.length]).toEqual(["high", 1]);
  });
  test("a file of Swift that is called like its module", async () => {
    const files = {
      "Package.swift": "// swift-tools-version:5.5\n",
      "Sources/Logs/Logs.swift": "public struct Logs {\n  public func note() -> Int {\n    return 1\n  }\n}\n",
      "Sources/Logs/Other.swift": "public struct Other {\n  public func more() -> Int {\n    return 2\n  }\n}\n",
      "Sources/App/Use.swift": "import Logs\n\npublic func use() -> Int {\n  return Logs().note()\n}\n",
    };
    const moved = await after(files, (repo) => repo.git("mv", "Sources/Logs/Logs.swift", "Sources/Logs/LogsType.swift"));
    expect([moved.gate.exit, moved.broken]).toEqual([0, []]);
    const gone = await after(files, (repo) => repo.git("rm", "-q", "-r", "Sources/Logs"));
    expect(gone.gate.exit).toBe(4);
  });
  test("of several definitions of a name, some of them private, none changes", async () => {
    const single = "#pragma once\nstruct stamp {\n  int n;\n};\nstatic const bool stamp = true;\n\nint spare() {\n  return 1;\n}\n";
    const files = {
      "single.hpp": single,
      "impl/stamp.hpp": "#pragma once\nstruct stamp {\n  int n;\n};\n",
      "impl/use.cpp": '#include "stamp.hpp"\n\nint use() {\n  stamp s;\n  return s.n;\n}\n',
    };
    const edit = await after(files, (repo) => repo.write({ "single.hpp": single.replace("spare", "other") }));
    expect([edit.gate.exit, edit.broken]).toEqual([0, []]);
  });
});
