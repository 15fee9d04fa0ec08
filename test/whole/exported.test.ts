/** What can be had from elsewhere and is taken away without a definition going: a list of exports, a key of a table, a component of a record, a visibility. */
import { judge, type Trees } from "../asking/_repository.ts";

const TREES: Trees = [
  [
    "TypeScript, an object of a type that is seen no more",
    {
      "src/o.ts":
        "export class Dual {\n  val(): number {\n    return 1;\n  }\n}\n\nexport const dual = new Dual();\n\nexport function make(): Dual {\n  return new Dual();\n}\n",
      "src/c.ts": "import { dual, make } from './o';\n\nexport function go(): number {\n  return dual.val() + make().val();\n}\n",
    },
    [
      [
        "cls",
        {
          "src/o.ts": ["export class Dual", "class Dual"],
        },
        "medium",
      ],
    ],
  ],
  [
    "CommonJS, lists",
    {
      "lib/o.js": "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n\nmodule.exports = { a, b };\n",
      "lib/p.js": "exports.x = function x() {\n  return 1;\n};\n\nexports.y = y;\n\nfunction y() {\n  return 2;\n}\n",
      "lib/c.js": "const { a, b } = require('./o');\nconst p = require('./p');\n\nmodule.exports = () => a() + b() + p.x() + p.y();\n",
    },
    [
      [
        "unlist",
        {
          "lib/o.js": ["module.exports = { a, b }", "module.exports = { a }"],
        },
        "high",
      ],
      [
        "dropy",
        {
          "lib/p.js": ["exports.y = y;\n\n", ""],
        },
        "high",
      ],
      [
        "dropx",
        {
          "lib/p.js": ["exports.x = function x", "const x = function x"],
        },
        "high",
      ],
      [
        "esm",
        {
          "lib/o.js": ["module.exports = { a, b };", "module.exports.a = a;"],
        },
        "high",
      ],
    ],
  ],
  [
    "JavaScript, lists and the default",
    {
      "lib/o.js": "function a() {\n  return 1;\n}\n\nclass B {\n  m() {\n    return 2;\n  }\n}\n\nexport { a, B };\nexport default B;\n",
      "lib/c.js": "import D, { a, B } from './o.js';\n\nexport const z = a() + new B().m() + new D().m();\n",
    },
    [
      [
        "list",
        {
          "lib/o.js": ["export { a, B };", "export { B };"],
        },
        "high",
      ],
      [
        "listB",
        {
          "lib/o.js": ["export { a, B };", "export { a };"],
        },
        "high",
      ],
      [
        "def",
        {
          "lib/o.js": ["export default B;\n", ""],
        },
        "high",
      ],
      [
        "defaultgone",
        {
          "lib/o.js": ["export default B;", "export default a;"],
        },
        "high",
      ],
    ],
  ],
  [
    "JavaScript, private",
    {
      "package.json": '{"name":"x","type":"module"}\n',
      "lib/option.js":
        "export class Option {\n  a() {\n    return 1;\n  }\n}\n\nexport class Dual {\n  constructor(o) {\n    this.o = o;\n  }\n\n  val() {\n    return this.o;\n  }\n}\n\nexport function human(a) {\n  return a.name;\n}\n\nexport const LIM = 3;\n",
      "lib/command.js":
        "import { Option, Dual } from './option.js';\nimport { human, LIM } from './option.js';\n\nexport function go() {\n  const d = new Dual(1);\n  return human(d) + d.val() + LIM;\n}\n",
      "test/a.test.js": "import { Dual } from '../lib/option.js';\n\ntest('x', () => {\n  new Dual(3).val();\n});\n",
    },
    [
      [
        "dual",
        {
          "lib/option.js": ["export class Dual", "class Dual"],
        },
        "high",
      ],
      [
        "human",
        {
          "lib/option.js": ["export function human", "function human"],
        },
        "high",
      ],
      [
        "lim",
        {
          "lib/option.js": ["export const LIM", "const LIM"],
        },
        "high",
      ],
    ],
  ],
  [
    "TypeScript, other names",
    {
      "src/index.ts": "export { a as alpha, b } from './a';\nexport * as ns from './a';\n",
      "src/a.ts":
        "function a(): number {\n  return 1;\n}\n\nexport function b(): number {\n  return 2;\n}\n\nexport { a, a as also };\n\nexport type T = { x: number };\n",
      "src/u.ts": "import { alpha, ns } from './index';\nimport { also } from './a';\n\nexport const z = alpha() + also() + ns.b();\n",
    },
    [
      [
        "alpha",
        {
          "src/index.ts": ["a as alpha, b", "b"],
        },
        "high",
      ],
      [
        "also",
        {
          "src/a.ts": ["export { a, a as also };", "export { a };"],
        },
        "high",
      ],
      [
        "ns",
        {
          "src/index.ts": ["export * as ns from './a';\n", ""],
        },
        "high",
      ],
      [
        "alsoren",
        {
          "src/a.ts": ["a as also", "a as too"],
        },
        "high",
      ],
      [
        "b",
        {
          "src/a.ts": ["export function b", "function b"],
        },
        "high",
      ],
    ],
  ],
  [
    "TypeScript, the default",
    {
      "src/a.ts": "export default function one(): number {\n  return 1;\n}\n",
      "src/b.ts": "export function two(): number {\n  return 1;\n}\n",
      "src/d.ts": "class D {\n  m(): number {\n    return 1;\n  }\n}\n\nexport default D;\n",
      "src/u.ts":
        "import one from './a';\nimport { two } from './b';\nimport D from './d';\n\nexport const z = one() + two() + new D().m();\n",
    },
    [
      [
        "undef",
        {
          "src/a.ts": ["export default function one", "export function one"],
        },
        "high",
      ],
      [
        "todef",
        {
          "src/b.ts": ["export function two", "export default function two"],
        },
        "high",
      ],
      [
        "defgone",
        {
          "src/d.ts": ["\nexport default D;\n", ""],
        },
        "high",
      ],
      [
        "defnamed",
        {
          "src/d.ts": ["export default D;", "export { D };"],
        },
        "high",
      ],
      [
        "cls",
        {
          "src/d.ts": [
            "class D {\n  m(): number {\n    return 1;\n  }\n}\n\nexport default D;\n",
            "export class D {\n  m(): number {\n    return 1;\n  }\n}\n",
          ],
        },
        "high",
      ],
    ],
  ],
  [
    "Dart, exports",
    {
      "lib/a.dart": "export 'src/b.dart';\nexport 'src/c.dart' show Cee;\nexport 'src/d.dart' hide Other;\n",
      "lib/src/b.dart": "class Bee {\n  int n() => 1;\n}\n\nint free(int x) => x;\n",
      "lib/src/c.dart": "class Cee {}\n",
      "lib/src/d.dart": "class Dee {}\nclass Other {}\n",
      "pubspec.yaml": "name: foo\n",
      "bin/u.dart": "import 'package:foo/a.dart';\n\nvoid main() {\n  print(Bee().n());\n  print(Cee());\n  print(Dee());\n}\n",
      "bin/v.dart": "import '../lib/a.dart';\n\nvoid main() {\n  print(free(1));\n}\n",
    },
    [
      [
        "b",
        {
          "lib/a.dart": ["export 'src/b.dart';\n", ""],
        },
        "high",
      ],
      [
        "c",
        {
          "lib/a.dart": ["export 'src/c.dart' show Cee;\n", ""],
        },
        "high",
      ],
      [
        "d",
        {
          "lib/a.dart": ["export 'src/d.dart' hide Other;\n", ""],
        },
        "high",
      ],
      [
        "hide",
        {
          "lib/a.dart": ["hide Other", "hide Dee, Other"],
        },
        "high",
      ],
      [
        "show",
        {
          "lib/a.dart": ["export 'src/b.dart';", "export 'src/b.dart' show free;"],
        },
        "high",
      ],
    ],
  ],
  [
    "Kotlin, a value beside a method of its name",
    {
      "A.kt":
        'class HttpUrl private constructor(\n    @get:JvmName("scheme") val scheme: String,\n    @get:JvmName("host") val host: String,\n) {\n    @JvmName("-deprecated_host")\n    fun host(): String = host\n}\n',
      "B.kt": "fun show(u: HttpUrl): String = u.scheme + u.host\n",
    },
    [
      [
        "host",
        {
          "A.kt": ['    @get:JvmName("host") val host: String,\n', ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Kotlin, a value beside a builder's",
    {
      "A.kt":
        'class HttpUrl internal constructor(\n    val scheme: String,\n    val host: String,\n    val port: Int,\n) {\n    fun encoded(): String = host\n\n    class Builder {\n        var host: String? = null\n\n        fun host(host: String): Builder {\n            this.host = host\n            return this\n        }\n\n        fun build(): HttpUrl = HttpUrl("http", host!!, 80)\n    }\n}\n',
      "B.kt": 'fun show(u: HttpUrl): String = u.scheme + u.host\n\nfun make(): HttpUrl = HttpUrl.Builder().host("a").build()\n',
    },
    [
      [
        "host",
        {
          "A.kt": ["    val host: String,\n", ""],
        },
        "high",
      ],
      [
        "bhost",
        {
          "A.kt": ["        fun host(host: String): Builder {\n            this.host = host\n            return this\n        }\n\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "C# records",
    {
      "P.cs":
        "namespace A;\n\npublic record Point(int X, int Y);\n\npublic record struct Size(int W, int H);\n\npublic class Pair(int a, int b)\n{\n    public int Sum() => a + b;\n}\n",
      "U.cs":
        "namespace A;\n\npublic class U\n{\n    public int M()\n    {\n        var p = new Point(1, 2);\n        var q = new Size(1, 2);\n        var r = new Pair(1, 2);\n        return p.X + p.Y + q.W + r.Sum();\n    }\n\n    public Point N() => new(3, 4);\n}\n\npublic class V\n{\n    public int K(Point p) => p.Y;\n}\n",
    },
    [
      [
        "rec",
        {
          "P.cs": ["int X, int Y", "int X"],
        },
        "high",
      ],
      [
        "recstruct",
        {
          "P.cs": ["int W, int H", "int W"],
        },
        "high",
      ],
      [
        "primary",
        {
          "P.cs": ["int a, int b)\n{\n    public int Sum() => a + b;", "int a)\n{\n    public int Sum() => a;"],
        },
        "high",
      ],
    ],
  ],
  [
    "Java records",
    {
      "a/P.java": "package a;\n\npublic record P(int x, int y) {}\n",
      "a/Q.java": "package a;\n\npublic record Q(\n    int x,\n    int y\n) {\n    int sum() { return x + y; }\n}\n",
      "a/U.java":
        "package a;\n\nclass U {\n  int m() {\n    P p = new P(1, 2);\n    return p.x() + p.y();\n  }\n  int k(P p) { return p.y(); }\n  int l(Q q) { return q.y(); }\n}\n",
    },
    [
      [
        "rec",
        {
          "a/P.java": ["int x, int y", "int x"],
        },
        "high",
      ],
      [
        "rec2",
        {
          "a/Q.java": ["    int x,\n    int y\n) {\n    int sum() { return x + y; }", "    int x\n) {\n    int sum() { return x; }"],
        },
        "high",
      ],
      [
        "ren",
        {
          "a/P.java": ["int x, int y", "int x, int z"],
        },
        "high",
      ],
    ],
  ],
  [
    "C#, a component of another name",
    {
      "P.cs": "namespace A;\n\npublic record Point(int X, int Yval);\n",
      "U.cs":
        "namespace A;\n\npublic class V\n{\n    public int K(Point p) => p.Yval;\n\n    public int L()\n    {\n        var p = new Point(1, 2);\n        return p.Yval;\n    }\n}\n",
    },
    [
      [
        "ren",
        {
          "P.cs": ["int Yval", "int Zval"],
        },
        "high",
      ],
    ],
  ],
  [
    "Kotlin, a component of another name",
    {
      "P.kt": "data class Point(val x: Int, val yval: Int)\n",
      "U.kt":
        "fun k(p: Point): Int = p.yval\n\nfun l(): Int {\n    val (a, b) = Point(1, 2)\n    return Point(1, 2).copy(yval = 3).yval + a + b\n}\n",
    },
    [
      [
        "ren",
        {
          "P.kt": ["val yval", "val zval"],
        },
        "high",
      ],
      [
        "del",
        {
          "P.kt": [", val yval: Int", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Scala, a component of another name",
    {
      "P.scala": "case class Point(x: Int, yval: Int)\n",
      "U.scala": "object U {\n  def k(p: Point): Int = p.yval\n  def l(): Int = Point(1, 2).copy(yval = 3).yval\n}\n",
    },
    [
      [
        "ren",
        {
          "P.scala": ["yval: Int", "zval: Int"],
        },
        "high",
      ],
      [
        "del",
        {
          "P.scala": [", yval: Int", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Python, a field of a class of data",
    {
      "p.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass P:\n    x: int\n    yval: int\n",
      "u.py": "from p import P\n\n\ndef k(p: P):\n    return p.yval\n\n\ndef l():\n    return P(x=1, yval=2).yval\n",
    },
    [
      [
        "ren",
        {
          "p.py": ["yval: int", "zval: int"],
        },
        "high",
      ],
      [
        "del",
        {
          "p.py": ["    yval: int\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "TypeScript, keys",
    {
      "src/c.ts":
        "export const config = {\n  host: 'a',\n  port: 3,\n  nested: { deep: 1 },\n};\n\nexport const ROUTES = {\n  home: '/',\n  about: '/about',\n} as const;\n\nexport const api = {\n  get(x: number) {\n    return x;\n  },\n  post: (x: number) => x,\n};\n",
      "src/u.ts":
        "import { config, ROUTES, api } from './c';\nimport * as c from './c';\n\nexport const a = config.host + config.nested.deep;\nexport const b = ROUTES.about;\nconst { port } = config;\nexport const d = port + api.get(1) + api.post(2);\nexport const e = c.config.port;\n",
    },
    [
      [
        "host",
        {
          "src/c.ts": ["  host: 'a',\n", ""],
        },
        "high",
      ],
      [
        "port",
        {
          "src/c.ts": ["  port: 3,\n", ""],
        },
        "high",
      ],
      [
        "deep",
        {
          "src/c.ts": [" deep: 1 ", " "],
        },
        "unknown",
      ],
      [
        "about",
        {
          "src/c.ts": ["  about: '/about',\n", ""],
        },
        "high",
      ],
      [
        "get",
        {
          "src/c.ts": ["  get(x: number) {\n    return x;\n  },\n", ""],
        },
        "high",
      ],
      [
        "post",
        {
          "src/c.ts": ["  post: (x: number) => x,\n", ""],
        },
        "high",
      ],
      [
        "ren",
        {
          "src/c.ts": ["about:", "info:"],
        },
        "high",
      ],
    ],
  ],
  [
    "JavaScript, keys of modules",
    {
      "lib/a.js": "module.exports = {\n  host: 'x',\n  port: 3,\n  run() {\n    return 1;\n  },\n};\n",
      "lib/b.js": "const E = Object.freeze({ RED: 1, BLUE: 2 });\n\nmodule.exports = E;\n",
      "lib/c.js": "export const T = {\n  RED: 'r',\n  blue: () => 1,\n};\n\nexport default {\n  name: 'x',\n};\n",
      "lib/u.js":
        "const a = require('./a');\nconst { port } = require('./a');\nconst E = require('./b');\n\nconsole.log(a.host, port, a.run(), E.RED);\n",
      "lib/v.js": "import d, { T } from './c.js';\n\nconsole.log(T.RED, d.name, T['RED']);\n",
    },
    [
      [
        "host",
        {
          "lib/a.js": ["  host: 'x',\n", ""],
        },
        "high",
      ],
      [
        "port",
        {
          "lib/a.js": ["  port: 3,\n", ""],
        },
        "high",
      ],
      [
        "red",
        {
          "lib/b.js": ["RED: 1, ", ""],
        },
        "high",
      ],
      [
        "tred",
        {
          "lib/c.js": ["  RED: 'r',\n", ""],
        },
        "high",
      ],
      [
        "dname",
        {
          "lib/c.js": ["  name: 'x',\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Lua, keys",
    {
      "a.lua": "local M = {}\n\nM.limit = 3\n\nM.opts = { deep = 1 }\n\nfunction M.go()\n  return 1\nend\n\nreturn M\n",
      "b.lua": "return {\n  host = 'x',\n  run = function() return 1 end,\n}\n",
      "u.lua": "local a = require('a')\nlocal b = require('b')\n\nprint(a.limit, a.opts.deep, a.go(), b.host, b.run())\n",
    },
    [
      [
        "limit",
        {
          "a.lua": ["M.limit = 3\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "host",
        {
          "b.lua": ["  host = 'x',\n", ""],
        },
        "high",
      ],
      [
        "deep",
        {
          "a.lua": ["{ deep = 1 }", "{}"],
        },
        "unknown",
      ],
      [
        "run",
        {
          "b.lua": ["  run = function() return 1 end,\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Go, keys",
    {
      "go.mod": "module x\n",
      "a/a.go":
        'package a\n\nvar Config = struct {\n\tHost string\n\tPort int\n}{"x", 1}\n\nvar Table = map[string]int{\n\t"one": 1,\n\t"two": 2,\n}\n\ntype E int\n\nconst (\n\tRed E = iota\n\tBlue\n)\n',
      "b/b.go": 'package b\n\nimport "x/a"\n\nfunc F() int {\n\t_ = a.Config.Host\n\treturn a.Table["one"] + int(a.Blue)\n}\n',
    },
    [
      [
        "blue",
        {
          "a/a.go": ["\tBlue\n", ""],
        },
        "high",
      ],
      [
        "tab",
        {
          "a/a.go": ['\t"one": 1,\n', ""],
        },
        "unknown",
      ],
    ],
  ],
  [
    "Ruby, keys",
    {
      "a.rb": "module A\n  OPTS = { host: 'x', port: 1 }.freeze\n  LIST = %i[a b].freeze\nend\n",
      "b.rb": "require_relative 'a'\n\nputs A::OPTS[:host]\nputs A::OPTS.fetch(:port)\n",
    },
    [
      [
        "host",
        {
          "a.rb": ["host: 'x', ", ""],
        },
        "unknown",
      ],
      [
        "opts",
        {
          "a.rb": ["  OPTS = { host: 'x', port: 1 }.freeze\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Python, keys and other names",
    {
      "p/__init__.py": "from .a import one as uno\nfrom . import a\n\n__all__ = ['uno']\n",
      "p/a.py":
        "def one():\n    return 1\n\n\nalias = one\n\n\nclass K:\n    X = 1\n    OPTIONS = {'a': 1, 'b': 2}\n\n\nCFG = {'host': 'x', 'port': 1}\n",
      "u.py": "from p import uno\nfrom p.a import alias, CFG, K\n\nprint(uno(), alias(), CFG['host'], K.X, K.OPTIONS['a'])\n",
    },
    [
      [
        "uno",
        {
          "p/__init__.py": ["from .a import one as uno\n", ""],
        },
        "high",
      ],
      [
        "alias",
        {
          "p/a.py": ["alias = one\n", ""],
        },
        "high",
      ],
      [
        "host",
        {
          "p/a.py": ["'host': 'x', ", ""],
        },
        "unknown",
      ],
    ],
  ],
  [
    "PHP, values",
    {
      "a.php":
        "<?php\nnamespace A;\nclass C {\n    public const OPTS = ['host' => 'x', 'port' => 1];\n    public const DIST = 1;\n    public static $state = 1;\n    public $prop = 3;\n}\n",
      "b.php": "<?php\nnamespace B;\nuse A\\C;\nfunction f(C $c) {\n    return C::OPTS['host'] . C::DIST . C::$state . $c->prop;\n}\n",
    },
    [
      [
        "d",
        {
          "a.php": ["public const DIST", "private const DIST"],
        },
        "high",
      ],
      [
        "s",
        {
          "a.php": ["public static $state", "private static $state"],
        },
        "high",
      ],
      [
        "prop",
        {
          "a.php": ["public $prop", "private $prop"],
        },
        "high",
      ],
      [
        "delprop",
        {
          "a.php": ["    public $prop = 3;\n", ""],
        },
        "high",
      ],
      [
        "delst",
        {
          "a.php": ["    public static $state = 1;\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "PHP, values, keys",
    {
      "a.php":
        "<?php\nnamespace A;\nclass C {\n    public const OPTS = ['host' => 'x', 'port' => 1];\n    public const D = 1;\n    public static $s = 1;\n}\n",
      "b.php": "<?php\nnamespace B;\nuse A\\C;\nfunction f() {\n    return C::OPTS['host'] . C::D . C::$s;\n}\n",
    },
    [
      [
        "host",
        {
          "a.php": ["'host' => 'x', ", ""],
        },
        "unknown",
      ],
    ],
  ],
  [
    "C#, private values",
    {
      "a.cs":
        "namespace A;\n\npublic class C\n{\n    public const int Dist = 1;\n    public static int State = 1;\n    public int Prop { get; set; }\n}\n",
      "b.cs": "namespace A;\n\npublic class B\n{\n    public int F(C c) => C.Dist + C.State + c.Prop;\n}\n",
    },
    [
      [
        "d",
        {
          "a.cs": ["public const int", "private const int"],
        },
        "high",
      ],
      [
        "s",
        {
          "a.cs": ["public static", "private static"],
        },
        "high",
      ],
      [
        "prop",
        {
          "a.cs": ["public int Prop", "private int Prop"],
        },
        "high",
      ],
    ],
  ],
  [
    "Kotlin, private values",
    {
      "C.kt": "class C {\n    val prop: Int = 3\n\n    companion object {\n        const val DIST = 1\n    }\n}\n",
      "B.kt": "fun f(c: C): Int = C.DIST + c.prop\n",
    },
    [
      [
        "d",
        {
          "C.kt": ["const val", "private const val"],
        },
        "high",
      ],
      [
        "prop",
        {
          "C.kt": ["    val prop", "    private val prop"],
        },
        "high",
      ],
    ],
  ],
  [
    "Java, private values",
    {
      "a/C.java": "package a;\n\npublic class C {\n  public static final int DIST = 1;\n  public int prop = 3;\n}\n",
      "a/B.java": "package a;\n\npublic class B {\n  int f(C c) {\n    return C.DIST + c.prop;\n  }\n}\n",
    },
    [
      [
        "d",
        {
          "a/C.java": ["public static", "private static"],
        },
        "high",
      ],
      [
        "prop",
        {
          "a/C.java": ["public int", "private int"],
        },
        "high",
      ],
    ],
  ],
  [
    "Swift, private values",
    {
      "C.swift": "struct C {\n  let prop: Int\n  static let dist = 1\n}\n",
      "B.swift": "func f(c: C) -> Int {\n  return C.dist + c.prop\n}\n",
    },
    [
      [
        "d",
        {
          "C.swift": ["static let", "private static let"],
        },
        "high",
      ],
      [
        "prop",
        {
          "C.swift": ["  let prop", "  private let prop"],
        },
        "high",
      ],
    ],
  ],
  [
    "TypeScript, private values",
    {
      "a.ts": "export class C {\n  prop = 3;\n  static readonly DIST = 1;\n}\n",
      "b.ts": "import { C } from './a';\n\nexport const f = (c: C): number => c.prop + C.DIST;\n",
    },
    [
      [
        "prop",
        {
          "a.ts": ["  prop", "  private prop"],
        },
        "high",
      ],
      [
        "d",
        {
          "a.ts": ["  static", "  private static"],
        },
        "high",
      ],
      [
        "del",
        {
          "a.ts": ["  prop = 3;\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "Scala, private values",
    {
      "a.scala": "class C {\n  val prop: Int = 3\n}\n\nobject C {\n  val Dist = 1\n}\n",
      "b.scala": "object B {\n  def f(c: C): Int = c.prop + C.Dist\n}\n",
    },
    [
      [
        "prop",
        {
          "a.scala": ["  val prop", "  private val prop"],
        },
        "high",
      ],
      [
        "d",
        {
          "a.scala": ["  val Dist", "  private val Dist"],
        },
        "high",
      ],
    ],
  ],
  [
    "Rust, out of a private module",
    {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs":
        "mod user;\n\nuse self::private::Try;\n\nmod private {\n    pub trait Try {\n        fn branch(self) -> u32;\n    }\n\n    impl Try for u32 {\n        fn branch(self) -> u32 {\n            self\n        }\n    }\n}\n\npub fn go(t: impl Try) -> u32 {\n    t.branch()\n}\n",
      "src/user.rs": "use super::Try;\n\npub fn run<T: Try>(t: T) -> u32 {\n    t.branch()\n}\n",
    },
    [
      [
        "out",
        {
          "src/lib.rs": [
            "mod user;\n\nuse self::private::Try;\n\nmod private {\n    pub trait Try {\n        fn branch(self) -> u32;\n    }\n\n    impl Try for u32 {\n        fn branch(self) -> u32 {\n            self\n        }\n    }\n}\n\npub fn go(t: impl Try) -> u32 {\n    t.branch()\n}\n",
            "mod user;\n\ntrait Try {\n    fn branch(self) -> u32;\n}\n\nimpl Try for u32 {\n    fn branch(self) -> u32 {\n        self\n    }\n}\n\npub fn go(t: impl Try) -> u32 {\n    t.branch()\n}\n",
          ],
        },
        "low",
      ],
      [
        "outren",
        {
          "src/lib.rs": [
            "mod user;\n\nuse self::private::Try;\n\nmod private {\n    pub trait Try {\n        fn branch(self) -> u32;\n    }\n\n    impl Try for u32 {\n        fn branch(self) -> u32 {\n            self\n        }\n    }\n}\n\npub fn go(t: impl Try) -> u32 {\n    t.branch()\n}\n",
            "mod user;\n\ntrait Tri {\n    fn branch(self) -> u32;\n}\n\nimpl Tri for u32 {\n    fn branch(self) -> u32 {\n        self\n    }\n}\n\npub fn go(t: impl Tri) -> u32 {\n    t.branch()\n}\n",
          ],
        },
        "high",
      ],
    ],
  ],
  [
    "Dart, constructors",
    {
      "lib/a.dart":
        "abstract class T {\n  final int a;\n  T(this.a);\n  T.named(this.a);\n  void run();\n}\n\nclass U extends T {\n  U(super.a);\n  void run() {}\n}\n\nclass V implements T {\n  int get a => 1;\n  void run() {}\n}\n",
    },
    [
      [
        "newm",
        {
          "lib/a.dart": ["  void run();", "  void run();\n  void walk();"],
        },
        "high",
      ],
    ],
  ],
  [
    "Rust, a type under a condition",
    {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs":
        '#[cfg(target_has_atomic = "ptr")]\nuse std::sync::atomic::AtomicUsize;\n\n#[cfg(not(target_has_atomic = "ptr"))]\nstruct AtomicUsize {\n    v: usize,\n}\n\n#[cfg(not(target_has_atomic = "ptr"))]\nimpl AtomicUsize {\n    const fn new(v: usize) -> AtomicUsize {\n        AtomicUsize { v }\n    }\n\n    fn exchange(&self, n: usize) -> usize {\n        n\n    }\n}\n\nstatic S: AtomicUsize = AtomicUsize::new(0);\n\npub fn go() -> usize {\n    S.exchange(3)\n}\n',
    },
    [
      [
        "ex",
        {
          "src/lib.rs": ["\n    fn exchange(&self, n: usize) -> usize {\n        n\n    }\n", ""],
        },
        "unknown",
      ],
    ],
  ],
  [
    "Scala, imports from around, package objects",
    {
      "src/a/b/Util.scala":
        "package a.b\n\nobject Util {\n  def agg(x: Int): Int = x\n\n  object Inner {\n    def deep(x: Int): Int = x\n  }\n}\n",
      "src/a/b/Use.scala": "package a.b\n\nimport Util.{agg}\n\nclass Use {\n  def m(): Int = agg(1)\n}\n",
      "src/a/b/Use2.scala": "package a\npackage b\n\nimport Util.Inner._\n\nclass Use2 {\n  def m(): Int = deep(1)\n}\n",
      "src/a/package.scala": "package object a extends a.Shared {\n  def own(x: Int): Int = x\n}\n",
      "src/a/Shared.scala": "package a\n\ntrait Shared {\n  def inherited(x: Int): Int = x\n}\n",
      "src/c/C.scala": "package c\n\nimport a._\n\nclass C {\n  def m(): Int = own(1) + inherited(2)\n}\n",
      "src/c/D.scala": "package c\n\nimport a.{inherited, own}\n\nclass D {\n  def m(): Int = own(1) + inherited(2)\n}\n",
      "src/a/E.scala": "package a\n\nclass E {\n  def m(): Int = own(1) + inherited(2)\n}\n",
    },
    [
      [
        "agg",
        {
          "src/a/b/Util.scala": ["  def agg(x: Int): Int = x\n\n", ""],
        },
        "high",
      ],
      [
        "deep",
        {
          "src/a/b/Util.scala": ["    def deep(x: Int): Int = x\n", ""],
        },
        "high",
      ],
      [
        "own",
        {
          "src/a/package.scala": ["  def own(x: Int): Int = x\n", ""],
        },
        "high",
      ],
      [
        "inh",
        {
          "src/a/Shared.scala": ["  def inherited(x: Int): Int = x\n", ""],
        },
        "high",
      ],
      [
        "moveown",
        {
          "src/a/package.scala": ["  def own(x: Int): Int = x\n", ""],
          "src/a/Shared.scala": ["  def inherited", "  def own(x: Int): Int = x\n\n  def inherited"],
        },
        "low",
      ],
    ],
  ],
  [
    "Python, what a type from elsewhere may have",
    {
      "m.py":
        "from ext import Base\n\n\nclass A(Base):\n    def go(self):\n        return 1\n\n    def run(self):\n        return super().run()\n\n\nclass B:\n    def go(self):\n        return 2\n",
      "u.py": "from m import A, B\n\n\ndef f():\n    a = A()\n    b = B()\n    return a.go() + a.run() + b.go()\n",
    },
    [
      [
        "go",
        {
          "m.py": ["    def go(self):\n        return 1\n\n", ""],
        },
        "high",
      ],
      [
        "run",
        {
          "m.py": ["\n    def run(self):\n        return super().run()\n", ""],
        },
        "unknown",
      ],
      [
        "gain",
        {
          "m.py": ["class B:\n    def go(self):\n        return 2\n", "class B(Base):\n    pass\n"],
        },
        "unknown",
      ],
    ],
  ],
  [
    "C#, blocks of extensions",
    {
      "A/Command.cs": "namespace A;\n\npublic class Command\n{\n    public int Run(int a) => a;\n}\n",
      "A/Ext.cs":
        "namespace A;\n\npublic static class Ext\n{\n    extension(Command command)\n    {\n        public int Exec(int a)\n        {\n            return command.Run(a);\n        }\n\n        public int Length => command.Run(3);\n    }\n}\n",
      "A/Old.cs":
        "namespace A;\n\npublic static class Old\n{\n    public static int Go(this Command command, int a) => command.Run(a);\n}\n",
      "B/Use.cs": "using A;\n\nnamespace B;\n\npublic class Use\n{\n    public int M(Command c) => c.Exec(1) + c.Length + c.Go(3);\n}\n",
    },
    [
      [
        "exec",
        {
          "A/Ext.cs": ["        public int Exec(int a)\n        {\n            return command.Run(a);\n        }\n\n", ""],
        },
        "high",
      ],
      [
        "len",
        {
          "A/Ext.cs": ["\n        public int Length => command.Run(3);\n", ""],
        },
        "high",
      ],
      [
        "run",
        {
          "A/Command.cs": ["    public int Run(int a) => a;\n", ""],
        },
        "high",
      ],
      [
        "conv",
        {
          "A/Old.cs": [
            "    public static int Go(this Command command, int a) => command.Run(a);\n",
            "    extension(Command command)\n    {\n        public int Go(int a) => command.Run(a);\n    }\n",
          ],
        },
        "unknown|low",
      ],
      [
        "more",
        {
          "A/Ext.cs": ["Exec(int a)", "Exec(int a, int b)"],
        },
        "medium|high",
      ],
    ],
  ],
  [
    "Go, variants that become one",
    {
      "go.mod": "module x\n",
      "a/one.go": "//go:build linux\n\npackage a\n\nfunc shake(n int) int {\n\treturn n + 1\n}\n",
      "a/two.go": "//go:build !linux\n\npackage a\n\nfunc shake(n int) int {\n\treturn n + 2\n}\n",
      "a/use.go": "package a\n\nfunc Dial() int {\n\treturn shake(3)\n}\n",
    },
    [
      [
        "together",
        {
          "a/one.go": ["func shake(n int) int {\n\treturn n + 1\n}\n", ""],
          "a/two.go": ["func shake(n int) int {\n\treturn n + 2\n}\n", ""],
          "a/use.go": ["package a\n", "package a\n\nfunc shake(n int) int {\n\treturn n + 1\n}\n"],
        },
        "low|medium|unknown",
      ],
      [
        "apart",
        {
          "a/one.go": ["func shake(n int) int {\n\treturn n + 1\n}\n", ""],
          "a/two.go": ["func shake(n int) int {\n\treturn n + 2\n}\n", ""],
        },
        "high",
      ],
    ],
  ],
];

judge(TREES);
