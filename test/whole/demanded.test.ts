/**
 * What types above others demand of them, what is used without its name, and what can be had from elsewhere without being a definition: in any language,
 * taking it away is told. So are an import that goes while its name is used, a setter that only its type has now, a package that is called otherwise, and what a foreign type has to define.
 */
import { judge, type Trees } from "../asking/_repository.ts";

const TREES: Trees = [
  [
    "kotlin",
    {
      "src/main/kotlin/a/Shape.kt":
        "package a\n\ninterface Shape {\n    fun area(): Double\n    val name: String\n}\n\nabstract class Base {\n    abstract fun draw(): Int\n    open fun soft(): Int = 1\n}\n",
      "src/main/kotlin/a/Circle.kt":
        'package a\n\nclass Circle(val r: Double) : Shape, Base() {\n    override fun area(): Double = r * r\n\n    override val name: String = "c"\n\n    override fun draw(): Int = 2\n\n    override fun soft(): Int = 3\n}\n',
      "src/main/kotlin/a/Vec.kt":
        "package a\n\ndata class Vec(val x: Int, val y: Int) {\n    operator fun plus(other: Vec): Vec = Vec(x + other.x, y + other.y)\n\n    operator fun get(i: Int): Int = if (i == 0) x else y\n\n    val length: Int\n        get() = x + y\n}\n\ntypealias Point = Vec\n",
      "src/main/kotlin/a/Use.kt":
        "package a\n\nfun total(a: Vec, b: Vec): Int {\n    val c = a + b\n    return c[0] + a.length\n}\n\nfun show(s: Shape): String = s.name\n\nfun p(): Point = Point(1, 2)\n",
    },
    [
      [
        "override area",
        {
          "src/main/kotlin/a/Circle.kt": ["    override fun area(): Double = r * r\n\n", ""],
        },
        "high",
      ],
      [
        "override draw",
        {
          "src/main/kotlin/a/Circle.kt": ["    override fun draw(): Int = 2\n\n", ""],
        },
        "high",
      ],
      [
        "override val name",
        {
          "src/main/kotlin/a/Circle.kt": ['    override val name: String = "c"\n\n', ""],
        },
        "high",
      ],
      [
        "override soft",
        {
          "src/main/kotlin/a/Circle.kt": ["\n    override fun soft(): Int = 3\n", ""],
        },
        "low|unknown|medium",
      ],
      [
        "plus",
        {
          "src/main/kotlin/a/Vec.kt": ["    operator fun plus(other: Vec): Vec = Vec(x + other.x, y + other.y)\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "get",
        {
          "src/main/kotlin/a/Vec.kt": ["    operator fun get(i: Int): Int = if (i == 0) x else y\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "length",
        {
          "src/main/kotlin/a/Vec.kt": ["\n    val length: Int\n        get() = x + y\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "csharp",
    {
      "A/Shape.cs":
        "namespace A;\n\npublic interface IShape\n{\n    double Area();\n    string Name { get; }\n}\n\npublic abstract class Base\n{\n    public abstract int Draw();\n    public virtual int Soft() => 1;\n}\n",
      "A/Circle.cs":
        'namespace A;\n\npublic class Circle : Base, IShape\n{\n    public double R;\n\n    public double Area() => R * R;\n\n    public string Name => "c";\n\n    public override int Draw() => 2;\n\n    public override int Soft() => 3;\n}\n',
      "A/Vec.cs":
        "namespace A;\n\npublic class Vec\n{\n    public int X { get; set; }\n\n    public int Y { get; set; }\n\n    public int Length => X + Y;\n\n    public static Vec operator +(Vec a, Vec b) => new Vec { X = a.X + b.X };\n\n    public int this[int i] => i == 0 ? X : Y;\n}\n",
      "A/Use.cs":
        "using Microsoft.Extensions.DependencyInjection;\nnamespace A;\n\npublic class Use\n{\n    public int Total(Vec a, Vec b)\n    {\n        var c = a + b;\n        return c[0] + a.Length;\n    }\n\n    public string Show(IShape s) => s.Name;\n\n    public void Reg(IServiceCollection services)\n    {\n        services.AddSingleton<IShape, Circle>();\n    }\n}\n",
    },
    [
      [
        "Area",
        {
          "A/Circle.cs": ["    public double Area() => R * R;\n\n", ""],
        },
        "high",
      ],
      [
        "Name",
        {
          "A/Circle.cs": ['    public string Name => "c";\n\n', ""],
        },
        "high",
      ],
      [
        "Draw",
        {
          "A/Circle.cs": ["    public override int Draw() => 2;\n\n", ""],
        },
        "high",
      ],
      [
        "Soft",
        {
          "A/Circle.cs": ["\n    public override int Soft() => 3;\n", ""],
        },
        "low|unknown|medium",
      ],
      [
        "plus",
        {
          "A/Vec.cs": ["    public static Vec operator +(Vec a, Vec b) => new Vec { X = a.X + b.X };\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "this[]",
        {
          "A/Vec.cs": ["\n    public int this[int i] => i == 0 ? X : Y;\n", ""],
        },
        "high|unknown",
      ],
      [
        "Length",
        {
          "A/Vec.cs": ["    public int Length => X + Y;\n\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "java",
    {
      "src/a/Shape.java": "package a;\n\npublic interface Shape {\n    double area();\n\n    default int soft() { return 1; }\n}\n",
      "src/a/Base.java":
        "package a;\n\npublic abstract class Base {\n    public abstract int draw();\n\n    public int soft2() { return 1; }\n}\n",
      "src/a/Circle.java":
        "package a;\n\npublic class Circle extends Base implements Shape {\n    @Override\n    public double area() {\n        return 2;\n    }\n\n    @Override\n    public int draw() {\n        return 1;\n    }\n\n    @Override\n    public int soft() {\n        return 4;\n    }\n\n    public int soft2() { return 2; }\n}\n",
      "src/a/Main.java":
        "package a;\n\npublic class Main {\n    public static void main(String[] args) {\n        Shape s = new Circle();\n        s.area();\n        Runnable r = () -> {};\n    }\n}\n",
    },
    [
      [
        "area",
        {
          "src/a/Circle.java": ["    @Override\n    public double area() {\n        return 2;\n    }\n\n", ""],
        },
        "high",
      ],
      [
        "draw",
        {
          "src/a/Circle.java": ["    @Override\n    public int draw() {\n        return 1;\n    }\n\n", ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "src/a/Circle.java": ["    @Override\n    public int soft() {\n        return 4;\n    }\n\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "soft2",
        {
          "src/a/Circle.java": ["    public int soft2() { return 2; }\n", ""],
        },
        "low|medium|unknown",
      ],
    ],
  ],
  [
    "swift",
    {
      "Sources/A/Shape.swift":
        "protocol Shape {\n    func area() -> Double\n    var name: String { get }\n    func soft() -> Int\n}\n\nextension Shape {\n    func soft() -> Int { 1 }\n}\n",
      "Sources/A/Circle.swift":
        'struct Circle: Shape {\n    let r: Double\n\n    func area() -> Double {\n        return r * r\n    }\n\n    var name: String { "c" }\n\n    func soft() -> Int { 3 }\n}\n',
      "Sources/A/Vec.swift":
        "struct Vec {\n    var x: Int\n    var y: Int\n\n    var length: Int { x + y }\n\n    static func + (a: Vec, b: Vec) -> Vec {\n        return Vec(x: a.x + b.x, y: a.y + b.y)\n    }\n\n    subscript(i: Int) -> Int { i == 0 ? x : y }\n}\n",
      "Sources/A/Use.swift":
        "func total(a: Vec, b: Vec) -> Int {\n    let c = a + b\n    return c[0] + a.length\n}\n\nfunc show(s: Shape) -> String { s.name }\n",
    },
    [
      [
        "area",
        {
          "Sources/A/Circle.swift": ["    func area() -> Double {\n        return r * r\n    }\n\n", ""],
        },
        "high",
      ],
      [
        "name",
        {
          "Sources/A/Circle.swift": ['    var name: String { "c" }\n\n', ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "Sources/A/Circle.swift": ["\n    func soft() -> Int { 3 }\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "+",
        {
          "Sources/A/Vec.swift": [
            "    static func + (a: Vec, b: Vec) -> Vec {\n        return Vec(x: a.x + b.x, y: a.y + b.y)\n    }\n\n",
            "",
          ],
        },
        "high|unknown",
      ],
      [
        "subscript",
        {
          "Sources/A/Vec.swift": ["\n    subscript(i: Int) -> Int { i == 0 ? x : y }\n", ""],
        },
        "high|unknown",
      ],
      [
        "length",
        {
          "Sources/A/Vec.swift": ["    var length: Int { x + y }\n\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "php",
    {
      "src/Shape.php": "<?php\nnamespace A;\n\ninterface Shape\n{\n    public function area(): float;\n}\n",
      "src/Base.php":
        "<?php\nnamespace A;\n\nabstract class Base\n{\n    abstract protected function draw(): int;\n\n    public function run(): int\n    {\n        return $this->draw();\n    }\n}\n",
      "src/Circle.php":
        "<?php\nnamespace A;\n\nclass Circle extends Base implements Shape\n{\n    public function area(): float\n    {\n        return 2.0;\n    }\n\n    protected function draw(): int\n    {\n        return 1;\n    }\n}\n",
      "src/HasName.php":
        "<?php\nnamespace A;\n\ntrait HasName\n{\n    abstract public function raw(): string;\n\n    public function name(): string { return $this->raw(); }\n}\n",
      "src/Dog.php": "<?php\nnamespace A;\n\nclass Dog\n{\n    use HasName;\n\n    public function raw(): string { return 'x'; }\n}\n",
    },
    [
      [
        "area",
        {
          "src/Circle.php": ["    public function area(): float\n    {\n        return 2.0;\n    }\n\n", ""],
        },
        "high",
      ],
      [
        "draw",
        {
          "src/Circle.php": ["\n    protected function draw(): int\n    {\n        return 1;\n    }\n", ""],
        },
        "high",
      ],
      [
        "raw of trait",
        {
          "src/Dog.php": ["\n    public function raw(): string { return 'x'; }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "rust",
    {
      "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
      "src/lib.rs": "pub mod shape;\npub mod vec;\npub mod uses;\npub mod routes;\n",
      "src/shape.rs":
        "pub trait Shape {\n    fn area(&self) -> f64;\n    fn soft(&self) -> u8 { 1 }\n    const N: u8;\n}\n\npub struct Circle;\n\nimpl Shape for Circle {\n    const N: u8 = 2;\n\n    fn area(&self) -> f64 {\n        2.0\n    }\n\n    fn soft(&self) -> u8 { 2 }\n}\n",
      "src/vec.rs":
        "use std::ops::Add;\n\npub struct V(pub i32);\n\nimpl Add for V {\n    type Output = V;\n    fn add(self, o: V) -> V {\n        V(self.0 + o.0)\n    }\n}\n\nimpl Iterator for V {\n    type Item = i32;\n    fn next(&mut self) -> Option<i32> {\n        None\n    }\n}\n",
      "src/uses.rs": "use crate::vec::V;\n\npub fn total(a: V, b: V) -> V {\n    a + b\n}\n",
      "src/routes.rs":
        "pub struct Router;\nimpl Router {\n    pub fn get(self, f: fn() -> u8) -> Router { let _ = f; self }\n}\n\npub fn list() -> u8 {\n    1\n}\n\nfn wire() -> Router {\n    Router.get(self::list)\n}\n\npub fn app() -> Router { wire() }\n",
    },
    [
      [
        "area",
        {
          "src/shape.rs": ["    fn area(&self) -> f64 {\n        2.0\n    }\n\n", ""],
        },
        "high",
      ],
      [
        "const",
        {
          "src/shape.rs": ["    const N: u8 = 2;\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "soft",
        {
          "src/shape.rs": ["\n    fn soft(&self) -> u8 { 2 }\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "impl Add",
        {
          "src/vec.rs": [
            "impl Add for V {\n    type Output = V;\n    fn add(self, o: V) -> V {\n        V(self.0 + o.0)\n    }\n}\n\n",
            "",
          ],
        },
        "high|unknown",
      ],
      [
        "next",
        {
          "src/vec.rs": ["    fn next(&mut self) -> Option<i32> {\n        None\n    }\n", ""],
        },
        "high|unknown",
      ],
      [
        "impl Iterator",
        {
          "src/vec.rs": [
            "\nimpl Iterator for V {\n    type Item = i32;\n    fn next(&mut self) -> Option<i32> {\n        None\n    }\n}\n",
            "",
          ],
        },
        "high|unknown",
      ],
      [
        "self::list",
        {
          "src/routes.rs": ["pub fn list() -> u8 {\n    1\n}\n\n", ""],
        },
        "high",
      ],
      [
        "rename list",
        {
          "src/routes.rs": ["pub fn list() ", "pub fn listing() "],
        },
        "high",
      ],
    ],
  ],
  [
    "typescript",
    {
      "src/shape.ts":
        "export interface Shape {\n  area(): number;\n  readonly name: string;\n  soft?(): number;\n}\n\nexport abstract class Base {\n  abstract draw(): number;\n}\n\nexport type Sized = { size(): number };\n",
      "src/circle.ts":
        "import { Base, type Shape, type Sized } from './shape';\n\nexport class Circle extends Base implements Shape, Sized {\n  name = 'c';\n\n  area(): number {\n    return 2;\n  }\n\n  draw(): number {\n    return 1;\n  }\n\n  soft(): number {\n    return 4;\n  }\n\n  size(): number { return 1; }\n}\n",
    },
    [
      [
        "area",
        {
          "src/circle.ts": ["  area(): number {\n    return 2;\n  }\n\n", ""],
        },
        "high",
      ],
      [
        "name",
        {
          "src/circle.ts": ["  name = 'c';\n\n", ""],
        },
        "high",
      ],
      [
        "draw",
        {
          "src/circle.ts": ["  draw(): number {\n    return 1;\n  }\n\n", ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "src/circle.ts": ["  soft(): number {\n    return 4;\n  }\n\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "size",
        {
          "src/circle.ts": ["\n  size(): number { return 1; }\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "scala",
    {
      "src/main/scala/a/Shape.scala":
        "package a\n\ntrait Shape {\n  def area: Double\n  def soft: Int = 1\n}\n\nabstract class Base {\n  def draw(): Int\n}\n",
      "src/main/scala/a/Circle.scala":
        "package a\n\nclass Circle(r: Double) extends Base with Shape {\n  def area: Double = r * r\n\n  override def draw(): Int = 2\n\n  override def soft: Int = 3\n}\n",
      "src/main/scala/a/Vec.scala":
        "package a\n\ncase class Vec(x: Int, y: Int) {\n  def +(o: Vec): Vec = Vec(x + o.x, y + o.y)\n\n  def length: Int = x + y\n\n  val half: Int = x / 2\n}\n",
      "src/main/scala/a/Use.scala":
        "package a\n\nobject Use {\n  def total(a: Vec, b: Vec): Int = {\n    val c = a + b\n    a.length + a.half\n  }\n}\n",
    },
    [
      [
        "area",
        {
          "src/main/scala/a/Circle.scala": ["  def area: Double = r * r\n\n", ""],
        },
        "high",
      ],
      [
        "draw",
        {
          "src/main/scala/a/Circle.scala": ["  override def draw(): Int = 2\n\n", ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "src/main/scala/a/Circle.scala": ["\n  override def soft: Int = 3\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "+",
        {
          "src/main/scala/a/Vec.scala": ["  def +(o: Vec): Vec = Vec(x + o.x, y + o.y)\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "length",
        {
          "src/main/scala/a/Vec.scala": ["  def length: Int = x + y\n\n", ""],
        },
        "high",
      ],
      [
        "half",
        {
          "src/main/scala/a/Vec.scala": ["\n  val half: Int = x / 2\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "dart",
    {
      "pubspec.yaml": "name: m\n",
      "lib/shape.dart":
        "abstract class Shape {\n  double area();\n  String get name;\n  int soft() => 1;\n}\n\nclass Plain {\n  int go() => 1;\n}\n",
      "lib/circle.dart":
        "import 'shape.dart';\n\nclass Circle extends Shape {\n  @override\n  double area() => 2.0;\n\n  @override\n  String get name => 'c';\n\n  @override\n  int soft() => 3;\n}\n\nclass Fake implements Plain {\n  @override\n  int go() => 2;\n}\n",
      "lib/vec.dart":
        "class Vec {\n  final int x;\n  Vec(this.x);\n\n  Vec operator +(Vec o) => Vec(x + o.x);\n\n  int operator [](int i) => x;\n\n  int get length => x;\n}\n",
      "lib/use.dart": "import 'vec.dart';\n\nint total(Vec a, Vec b) {\n  final c = a + b;\n  return c[0] + a.length;\n}\n",
    },
    [
      [
        "area",
        {
          "lib/circle.dart": ["  @override\n  double area() => 2.0;\n\n", ""],
        },
        "high",
      ],
      [
        "name",
        {
          "lib/circle.dart": ["  @override\n  String get name => 'c';\n\n", ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "lib/circle.dart": ["\n  @override\n  int soft() => 3;\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "go (implements)",
        {
          "lib/circle.dart": ["  @override\n  int go() => 2;\n", ""],
        },
        "high",
      ],
      [
        "+",
        {
          "lib/vec.dart": ["  Vec operator +(Vec o) => Vec(x + o.x);\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "[]",
        {
          "lib/vec.dart": ["  int operator [](int i) => x;\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "length",
        {
          "lib/vec.dart": ["\n  int get length => x;\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "go",
    {
      "go.mod": "module m\n\ngo 1.22\n",
      "shape/shape.go":
        'package shape\n\ntype Shape interface {\n\tArea() float64\n\tName() string\n}\n\ntype Circle struct{}\n\nfunc (c *Circle) Area() float64 {\n\treturn 2\n}\n\nfunc (c *Circle) Name() string {\n\treturn "c"\n}\n\nvar _ Shape = (*Circle)(nil)\n',
      "main.go":
        'package main\n\nimport (\n\t"fmt"\n\t"m/shape"\n)\n\ntype Sq struct{}\n\nfunc (s Sq) Area() float64 {\n\treturn 1\n}\n\nfunc (s Sq) Name() string {\n\treturn "s"\n}\n\nfunc show(s shape.Shape) {\n\tfmt.Println(s.Area())\n}\n\ntype E struct{}\n\nfunc (e E) Error() string {\n\treturn "e"\n}\n\nfunc run() error {\n\treturn E{}\n}\n\nfunc main() {\n\tshow(&shape.Circle{})\n\tshow(Sq{})\n\t_ = run()\n}\n',
    },
    [
      [
        "Area",
        {
          "shape/shape.go": ["func (c *Circle) Area() float64 {\n\treturn 2\n}\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "Name",
        {
          "shape/shape.go": ['func (c *Circle) Name() string {\n\treturn "c"\n}\n\n', ""],
        },
        "high|unknown",
      ],
      [
        "Sq.Name",
        {
          "main.go": ['func (s Sq) Name() string {\n\treturn "s"\n}\n\n', ""],
        },
        "high|unknown",
      ],
      [
        "E.Error",
        {
          "main.go": ['func (e E) Error() string {\n\treturn "e"\n}\n\n', ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "python",
    {
      "app/__init__.py": "",
      "app/shape.py":
        "from abc import ABC, abstractmethod\n\n\nclass Shape(ABC):\n    @abstractmethod\n    def area(self):\n        ...\n\n    @property\n    @abstractmethod\n    def name(self):\n        ...\n\n    def soft(self):\n        return 1\n\n\nclass Base:\n    def must(self):\n        raise NotImplementedError\n",
      "app/circle.py":
        "from app.shape import Base, Shape\n\n\nclass Circle(Shape):\n    def area(self):\n        return 2\n\n    @property\n    def name(self):\n        return 'c'\n\n    def soft(self):\n        return 3\n\n\nclass Done(Base):\n    def must(self):\n        return 1\n",
      "app/vec.py":
        "class Vec:\n    def __init__(self, x):\n        self.x = x\n\n    def __add__(self, o):\n        return Vec(self.x + o.x)\n\n    def __len__(self):\n        return self.x\n\n    def label(self):\n        return 'l'\n",
      "app/use.py":
        'from app.vec import Vec\n\n\ndef total(a: Vec, b: Vec):\n    return len(a + b)\n\n\ndef dyn(v: Vec):\n    return getattr(v, "label")()\n',
    },
    [
      [
        "area",
        {
          "app/circle.py": ["    def area(self):\n        return 2\n\n", ""],
        },
        "high",
      ],
      [
        "name",
        {
          "app/circle.py": ["    @property\n    def name(self):\n        return 'c'\n\n", ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "app/circle.py": ["    def soft(self):\n        return 3\n", ""],
        },
        "low|medium|unknown",
      ],
      [
        "must",
        {
          "app/circle.py": ["    def must(self):\n        return 1\n", "    pass\n"],
        },
        "high|unknown",
      ],
      [
        "__add__",
        {
          "app/vec.py": ["    def __add__(self, o):\n        return Vec(self.x + o.x)\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "__len__",
        {
          "app/vec.py": ["    def __len__(self):\n        return self.x\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "label",
        {
          "app/vec.py": ["\n    def label(self):\n        return 'l'\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "cpp",
    {
      "vec.h":
        "#pragma once\nstruct Vec {\n  int x;\n  bool operator==(const Vec& o) const { return x == o.x; }\n  int operator[](int i) const { return x + i; }\n};\n\nVec operator+(const Vec& a, const Vec& b);\n\nstruct Shape {\n  virtual ~Shape() = default;\n  virtual double area() const = 0;\n  virtual int soft() const { return 1; }\n};\n",
      "vec.cpp": '#include "vec.h"\n\nVec operator+(const Vec& a, const Vec& b) {\n  return Vec{a.x + b.x};\n}\n',
      "circle.h":
        '#pragma once\n#include "vec.h"\n\nclass Circle : public Shape {\n public:\n  double area() const override { return 2; }\n  int soft() const override { return 2; }\n};\n',
      "main.cpp":
        '#include "vec.h"\n#include "circle.h"\n\nint main() {\n  Vec a{1}, b{2};\n  Vec c = a + b;\n  Circle k;\n  return (a == b) + c[0] + (int)k.area();\n}\n',
    },
    [
      [
        "operator==",
        {
          "vec.h": ["  bool operator==(const Vec& o) const { return x == o.x; }\n", ""],
        },
        "high|unknown",
      ],
      [
        "operator[]",
        {
          "vec.h": ["  int operator[](int i) const { return x + i; }\n", ""],
        },
        "high|unknown",
      ],
      [
        "operator+",
        {
          "vec.h": ["Vec operator+(const Vec& a, const Vec& b);\n\n", ""],
          "vec.cpp": ["\nVec operator+(const Vec& a, const Vec& b) {\n  return Vec{a.x + b.x};\n}\n", ""],
        },
        "high|unknown",
      ],
      [
        "area",
        {
          "circle.h": ["  double area() const override { return 2; }\n", ""],
        },
        "high",
      ],
      [
        "soft",
        {
          "circle.h": ["  int soft() const override { return 2; }\n", ""],
        },
        "low|medium|unknown",
      ],
    ],
  ],
  [
    "ruby",
    {
      "lib/user.rb":
        "class User\n  def initialize(n)\n    @n = n\n  end\n\n  def save!\n    true\n  end\n\n  def +(other)\n    User.new(1)\n  end\n\n  def <=>(o)\n    0\n  end\n\n  def name_of\n    @n\n  end\nend\n",
      "lib/use.rb":
        "require_relative 'user'\n\ndef all(users)\n  users.each(&:save!)\n  users.map(&:name_of)\nend\n\ndef sum\n  User.new(1) + User.new(2)\nend\n",
    },
    [
      [
        "save!",
        {
          "lib/user.rb": ["  def save!\n    true\n  end\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "name_of",
        {
          "lib/user.rb": ["\n  def name_of\n    @n\n  end\n", ""],
        },
        "high|unknown",
      ],
      [
        "+",
        {
          "lib/user.rb": ["  def +(other)\n    User.new(1)\n  end\n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "kotlin",
    {
      "S.kt":
        "package a\n\ninterface S {\n    fun area(): Int\n}\n\nabstract class B {\n    abstract fun d(): Int\n    open fun soft(): Int = 1\n}\n",
      "C.kt":
        "package a\n\nclass C : B(), S {\n    override fun area(): Int = 1\n    override fun d(): Int = 2\n    override fun soft(): Int = 3\n}\n\nabstract class Mid : B()\n\nclass Low : Mid() {\n    override fun d(): Int = 4\n}\n",
    },
    [
      [
        "more",
        {
          "S.kt": ["    fun area(): Int\n", "    fun area(): Int\n    fun more(): Int\n"],
        },
        "high",
      ],
      [
        "more default",
        {
          "S.kt": ["    fun area(): Int\n", "    fun area(): Int\n    fun more(): Int = 1\n"],
        },
        "low|medium",
      ],
      [
        "override left",
        {
          "S.kt": ["    open fun soft(): Int = 1\n", ""],
        },
        "high",
      ],
      [
        "renamed",
        {
          "S.kt": ["    fun area(): Int\n", "    fun surface(): Int\n"],
        },
        "high",
      ],
      [
        "arity",
        {
          "S.kt": ["    fun area(): Int\n", "    fun area(n: Int): Int\n"],
        },
        "high",
      ],
      [
        "Low.d",
        {
          "C.kt": ["    override fun d(): Int = 4\n", ""],
        },
        "high",
      ],
      [
        "whole",
        {
          "S.kt": ["    fun area(): Int\n", "    fun surface(): Int\n"],
          "C.kt": ["area", "surface"],
        },
        "low",
      ],
      [
        "more everywhere",
        {
          "S.kt": ["    fun area(): Int\n", "    fun area(): Int\n    fun more(): Int\n"],
          "C.kt": ["    override fun area(): Int = 1\n", "    override fun area(): Int = 1\n    override fun more(): Int = 1\n"],
        },
        "low|medium",
      ],
    ],
  ],
  [
    "java",
    {
      "a/S.java": "package a;\n\npublic interface S {\n    int area();\n}\n",
      "a/C.java": "package a;\n\npublic class C implements S {\n    @Override\n    public int area() { return 1; }\n}\n",
      "a/L.java": "package a;\n\nclass L {\n    S s = () -> 3;\n    S t = new S() { public int area() { return 2; } };\n}\n",
    },
    [
      [
        "more",
        {
          "a/S.java": ["    int area();\n", "    int area();\n    int more();\n"],
        },
        "high",
      ],
      [
        "default",
        {
          "a/S.java": ["    int area();\n", "    int area();\n    default int more() { return 1; }\n"],
        },
        "low|medium",
      ],
      [
        "arity",
        {
          "a/S.java": ["    int area();\n", "    int area(int n);\n"],
        },
        "high",
      ],
      [
        "deleted",
        {
          "a/S.java": ["    int area();\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "csharp",
    {
      "S.cs": "namespace A;\n\npublic interface IS\n{\n    int Area();\n}\n\npublic class B\n{\n    public virtual int Soft() => 1;\n}\n",
      "C.cs": "namespace A;\n\npublic class C : B, IS\n{\n    int IS.Area() => 1;\n\n    public override int Soft() => 2;\n}\n",
    },
    [
      [
        "explicit removed",
        {
          "C.cs": ["    int IS.Area() => 1;\n\n", ""],
        },
        "high",
      ],
      [
        "more",
        {
          "S.cs": ["    int Area();\n", "    int Area();\n    int More();\n"],
        },
        "high",
      ],
      [
        "override left",
        {
          "S.cs": ["    public virtual int Soft() => 1;\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "rust",
    {
      "Cargo.toml": "[package]\nname='m'\nversion='0.1.0'\n",
      "src/lib.rs": "pub mod s;\npub mod c;\n",
      "src/s.rs": "pub trait S {\n    fn area(&self) -> u8;\n}\n",
      "src/c.rs": "use crate::s::S;\n\npub struct C;\n\nimpl S for C {\n    fn area(&self) -> u8 {\n        1\n    }\n}\n",
    },
    [
      [
        "more",
        {
          "src/s.rs": ["    fn area(&self) -> u8;\n", "    fn area(&self) -> u8;\n    fn more(&self) -> u8;\n"],
        },
        "high",
      ],
      [
        "default",
        {
          "src/s.rs": ["    fn area(&self) -> u8;\n", "    fn area(&self) -> u8;\n    fn more(&self) -> u8 { 1 }\n"],
        },
        "low|medium",
      ],
      [
        "arity",
        {
          "src/s.rs": ["    fn area(&self) -> u8;\n", "    fn area(&self, n: u8) -> u8;\n"],
        },
        "high",
      ],
      [
        "deleted",
        {
          "src/s.rs": ["    fn area(&self) -> u8;\n", ""],
        },
        "high",
      ],
      [
        "renamed",
        {
          "src/s.rs": ["area", "surface"],
        },
        "high",
      ],
    ],
  ],
  [
    "go",
    {
      "go.mod": "module m\n\ngo 1.22\n",
      "s/s.go": "package s\n\ntype S interface {\n\tArea() int\n}\n\nfunc Use(s S) int {\n\treturn s.Area()\n}\n",
      "c/c.go":
        'package c\n\nimport "m/s"\n\ntype C struct{}\n\nfunc (C) Area() int {\n\treturn 1\n}\n\nvar _ s.S = C{}\n\nfunc Run() int {\n\treturn s.Use(C{})\n}\n',
    },
    [
      [
        "more",
        {
          "s/s.go": ["\tArea() int\n", "\tArea() int\n\tMore() int\n"],
        },
        "high|unknown",
      ],
      [
        "removed",
        {
          "c/c.go": ["func (C) Area() int {\n\treturn 1\n}\n\n", ""],
        },
        "high",
      ],
      [
        "arity",
        {
          "s/s.go": ["\tArea() int\n", "\tArea(n int) int\n"],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "ts",
    {
      "s.ts": "export interface S {\n  area(): number;\n}\n\nexport function use(s: S): number {\n  return s.area();\n}\n",
      "c.ts":
        "import { use, type S } from './s';\n\nexport class C implements S {\n  area(): number {\n    return 1;\n  }\n}\n\nexport class D {\n  area(): number {\n    return 2;\n  }\n}\n\nuse(new C());\nuse(new D());\n",
    },
    [
      [
        "more",
        {
          "s.ts": ["  area(): number;\n", "  area(): number;\n  more(): number;\n"],
        },
        "high",
      ],
      [
        "optional",
        {
          "s.ts": ["  area(): number;\n", "  area(): number;\n  more?(): number;\n"],
        },
        "low|medium",
      ],
      [
        "D structural",
        {
          "c.ts": ["export class D {\n  area(): number {\n    return 2;\n  }\n}", "export class D {}"],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "swift",
    {
      "Sources/A/S.swift": "protocol S {\n    func area() -> Int\n}\n\nclass B {\n    func soft() -> Int { 1 }\n}\n",
      "Sources/A/C.swift":
        "class C: B, S {\n    func area() -> Int { 1 }\n    override func soft() -> Int { 2 }\n}\n\nstruct D {}\n\nextension D: S {\n    func area() -> Int { 3 }\n}\n",
    },
    [
      [
        "more",
        {
          "Sources/A/S.swift": ["    func area() -> Int\n", "    func area() -> Int\n    func more() -> Int\n"],
        },
        "high",
      ],
      [
        "more+default",
        {
          "Sources/A/S.swift": [
            "    func area() -> Int\n}\n",
            "    func area() -> Int\n    func more() -> Int\n}\n\nextension S {\n    func more() -> Int { 1 }\n}\n",
          ],
        },
        "low|medium",
      ],
      [
        "D.area",
        {
          "Sources/A/C.swift": ["    func area() -> Int { 3 }\n", ""],
        },
        "high",
      ],
      [
        "override left",
        {
          "Sources/A/S.swift": ["    func soft() -> Int { 1 }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "cpp",
    {
      "s.hpp":
        "#pragma once\nclass S {\n public:\n  virtual ~S() {}\n  virtual int area() const = 0;\n  virtual int soft() { return 1; }\n};\n",
      "c.hpp":
        '#pragma once\n#include "s.hpp"\nclass C : public S {\n public:\n  int area() const override;\n  int soft() override { return 2; }\n};\n',
      "c.cpp": '#include "c.hpp"\n\nint C::area() const {\n  return 1;\n}\n\nint main() {\n  C c;\n  return c.area();\n}\n',
    },
    [
      [
        "area both",
        {
          "c.hpp": ["  int area() const override;\n", ""],
          "c.cpp": ["int C::area() const {\n  return 1;\n}\n\n", ""],
        },
        "high",
      ],
      [
        "definition only",
        {
          "c.cpp": ["int C::area() const {\n  return 1;\n}\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "more",
        {
          "s.hpp": ["  virtual int area() const = 0;\n", "  virtual int area() const = 0;\n  virtual int more() = 0;\n"],
        },
        "high",
      ],
      [
        "override left",
        {
          "s.hpp": ["  virtual int soft() { return 1; }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "python",
    {
      "s.py": "from abc import ABC, abstractmethod\n\n\nclass S(ABC):\n    @abstractmethod\n    def area(self):\n        ...\n",
      "c.py": "from s import S\n\n\nclass C(S):\n    def area(self):\n        return 1\n\n\ndef make():\n    return C()\n",
    },
    [
      [
        "more",
        {
          "s.py": ["        ...\n", "        ...\n\n    @abstractmethod\n    def more(self):\n        ...\n"],
        },
        "high",
      ],
      [
        "concrete",
        {
          "s.py": ["        ...\n", "        ...\n\n    def more(self):\n        return 1\n"],
        },
        "low|medium",
      ],
    ],
  ],
  [
    "php",
    {
      "S.php": "<?php\ninterface S\n{\n    public function area(): int;\n}\n",
      "C.php": "<?php\nclass C implements S\n{\n    public function area(): int\n    {\n        return 1;\n    }\n}\n",
    },
    [
      [
        "more",
        {
          "S.php": ["    public function area(): int;\n", "    public function area(): int;\n    public function more(): int;\n"],
        },
        "high",
      ],
    ],
  ],
  [
    "elixir",
    {
      "lib/b.ex":
        "defmodule B do\n  @callback run(x :: term) :: term\n  @callback opt(x :: term) :: term\n  @optional_callbacks opt: 1\nend\n\ndefprotocol P do\n  def size(d)\nend\n",
      "lib/i.ex":
        "defmodule I do\n  @behaviour B\n  @impl true\n  def run(x), do: x\n\n  @impl true\n  def opt(x), do: x\nend\n\ndefmodule T do\n  defstruct [:n]\nend\n\ndefimpl P, for: T do\n  def size(d), do: d.n\nend\n",
    },
    [
      [
        "run",
        {
          "lib/i.ex": ["  @impl true\n  def run(x), do: x\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "opt",
        {
          "lib/i.ex": ["  @impl true\n  def opt(x), do: x\n", ""],
        },
        "low|unknown",
      ],
      [
        "size",
        {
          "lib/i.ex": ["  def size(d), do: d.n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "ocaml",
    {
      "shape.mli": "val area : int -> int\nval name : string\n",
      "shape.ml": 'let area n = n * 2\n\nlet name = "s"\n\nlet hidden = 1\n',
      "use.ml": "let t = Shape.area 2\n",
    },
    [
      [
        "area",
        {
          "shape.ml": ["let area n = n * 2\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "name (mli only user)",
        {
          "shape.ml": ['let name = "s"\n\n', ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "objc",
    {
      "S.h":
        "#import <Foundation/Foundation.h>\n@protocol S <NSObject>\n- (int)area;\n@optional\n- (int)soft;\n@end\n\n@interface C : NSObject <S>\n- (int)mine;\n@end\n",
      "C.m": '#import "S.h"\n@implementation C\n- (int)area {\n  return 1;\n}\n- (int)mine {\n  return 2;\n}\n@end\n',
    },
    [
      [
        "area",
        {
          "C.m": ["- (int)area {\n  return 1;\n}\n", ""],
        },
        "high|unknown",
      ],
      [
        "mine",
        {
          "C.m": ["- (int)mine {\n  return 2;\n}\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "haskell",
    {
      "S.hs": "module S where\n\nclass Shape a where\n  area :: a -> Int\n  soft :: a -> Int\n  soft _ = 1\n",
      "C.hs":
        "module C where\n\nimport S\n\ndata C = C\n\ninstance Shape C where\n  area _ = 1\n  soft _ = 2\n\nuse :: C -> Int\nuse c = area c\n",
    },
    [
      [
        "area",
        {
          "C.hs": ["  area _ = 1\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "scala",
    {
      "S.scala": "package a\n\ntrait S {\n  def area: Int\n}\n",
      "C.scala": "package a\n\nobject C extends S {\n  val area: Int = 1\n}\n\ncase class D(area: Int) extends S\n",
    },
    [
      [
        "object",
        {
          "C.scala": ["  val area: Int = 1\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "dart",
    {
      "lib/s.dart": "abstract class S {\n  int area();\n}\n",
      "lib/c.dart":
        "import 's.dart';\n\nclass C implements S {\n  @override\n  int area() => 1;\n}\n\nclass M extends S {\n  @override\n  noSuchMethod(i) => 1;\n}\n",
    },
    [
      [
        "more",
        {
          "lib/s.dart": ["  int area();\n", "  int area();\n  int more();\n"],
        },
        "high",
      ],
      [
        "concrete more on implements",
        {
          "lib/s.dart": ["  int area();\n", "  int area();\n  int more() => 1;\n"],
        },
        "high",
      ],
    ],
  ],
  [
    "kotlin, inherited",
    {
      "B.kt": "open class Base {\n    open val half: Int = 1\n}\n",
      "A.kt": "class Vec : Base() {\n    override val half: Int = 3\n}\n",
      "U.kt": "fun total(a: Vec): Int = a.half\n",
    },
    [
      [
        "what a base has",
        {
          "A.kt": ["    override val half: Int = 3\n", ""],
        },
        "low|unknown",
      ],
      [
        "moved with its type",
        {
          "A.kt": ["class Vec : Base() {\n    override val half: Int = 3\n}\n", ""],
          "B.kt": ["}\n", "}\n\nclass Vec : Base() {\n    override val half: Int = 3\n}\n"],
        },
        "low|unknown|medium",
      ],
    ],
  ],
  [
    "rust, modules",
    {
      "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
      "src/lib.rs":
        "mod inner {\n    pub trait Try {\n        type Rest;\n        fn rest(self) -> Self::Rest;\n    }\n}\nuse inner::Try;\n\npub fn run<T: Try>(t: T) -> T::Rest {\n    t.rest()\n}\n\npub fn list() -> u8 {\n    1\n}\n\npub fn wire() -> fn() -> u8 {\n    keep(self::list)\n}\n\nfn keep(f: fn() -> u8) -> fn() -> u8 {\n    f\n}\n",
    },
    [
      [
        "out of its module",
        {
          "src/lib.rs": [
            "mod inner {\n    pub trait Try {\n        type Rest;\n        fn rest(self) -> Self::Rest;\n    }\n}\nuse inner::Try;\n",
            "pub trait Try {\n    type Rest;\n    fn rest(self) -> Self::Rest;\n}\n",
          ],
        },
        "low|unknown|medium",
      ],
      [
        "handed on",
        {
          "src/lib.rs": ["pub fn list() -> u8 {\n    1\n}\n\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "java, made",
    {
      "a/V.java":
        'package a;\n\npublic class V {\n    private final int n;\n    V(int n) { this.n = n; }\n    public int getSize() { return n; }\n    @Override public int hashCode() { return n; }\n    @Override public String toString() { return "v"; }\n    public static V of(int n) { return new V(n); }\n}\n',
      "a/U.java": "package a;\n\nclass U {\n    int t(V v) { return v.hashCode() + v.getSize() + V.of(1).toString().length(); }\n}\n",
    },
    [
      [
        "hashCode",
        {
          "a/V.java": ["    @Override public int hashCode() { return n; }\n", ""],
        },
        "low|unknown|medium",
      ],
      [
        "toString",
        {
          "a/V.java": ['    @Override public String toString() { return "v"; }\n', ""],
        },
        "low|unknown|medium",
      ],
      [
        "getSize",
        {
          "a/V.java": ["    public int getSize() { return n; }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "nest",
    {
      "src/users.service.ts":
        "import { Injectable } from '@nestjs/common';\n\n@Injectable()\nexport class UsersService {\n  private cache = new Map<string, number>();\n\n  find(id: string): number {\n    return this.cache.get(id) ?? 0;\n  }\n\n  get size(): number {\n    return this.cache.size;\n  }\n\n  static create(): UsersService {\n    return new UsersService();\n  }\n}\n\nexport enum Role { Admin = 'admin', User = 'user' }\n\nexport const DEFAULTS = { limit: 10, page: 1 };\n\nexport type Id = string;\n",
      "src/users.controller.ts":
        "import { Controller, Get } from '@nestjs/common';\nimport { UsersService, Role, DEFAULTS, type Id } from './users.service';\n\n@Controller('users')\nexport class UsersController {\n  constructor(private readonly users: UsersService) {}\n\n  @Get(':id')\n  one(id: Id): number {\n    return this.users.find(id) + this.users.size + DEFAULTS.limit;\n  }\n\n  admin(): Role {\n    return Role.Admin;\n  }\n\n  make = () => UsersService.create();\n}\n",
      "src/app.module.ts":
        "import { Module } from '@nestjs/common';\nimport { UsersController } from './users.controller';\nimport { UsersService } from './users.service';\n\n@Module({ controllers: [UsersController], providers: [UsersService] })\nexport class AppModule {}\n",
    },
    [
      [
        "find",
        {
          "src/users.service.ts": ["  find(id: string): number {\n    return this.cache.get(id) ?? 0;\n  }\n\n", ""],
        },
        "high",
      ],
      [
        "getter",
        {
          "src/users.service.ts": ["  get size(): number {\n    return this.cache.size;\n  }\n\n", ""],
        },
        "high",
      ],
      [
        "static",
        {
          "src/users.service.ts": ["\n  static create(): UsersService {\n    return new UsersService();\n  }\n", ""],
        },
        "high",
      ],
      [
        "enum member",
        {
          "src/users.service.ts": ["Admin = 'admin', ", ""],
        },
        "high",
      ],
      [
        "enum",
        {
          "src/users.service.ts": ["export enum Role { Admin = 'admin', User = 'user' }\n\n", ""],
        },
        "high",
      ],
      [
        "private field",
        {
          "src/users.service.ts": ["  private cache = new Map<string, number>();\n\n", ""],
        },
        "high",
      ],
      [
        "type",
        {
          "src/users.service.ts": ["\nexport type Id = string;\n", ""],
        },
        "high",
      ],
      [
        "rename enum member",
        {
          "src/users.service.ts": ["Admin =", "Root ="],
        },
        "high",
      ],
    ],
  ],
  [
    "django",
    {
      "shop/models.py":
        "from django.db import models\n\n\nclass Item(models.Model):\n    title = models.CharField(max_length=9)\n    price = models.IntegerField()\n\n    objects = models.Manager()\n\n    def total(self):\n        return self.price * 2\n\n    @classmethod\n    def cheap(cls):\n        return cls.objects.filter(price=1)\n\n\ndef slug(text):\n    return text.lower()\n",
      "shop/views.py":
        "from django.shortcuts import render\n\nfrom . import models\nfrom .models import Item, slug\n\n\ndef index(request):\n    items = Item.cheap()\n    return render(request, 'x.html', {'items': items})\n\n\ndef detail(request, pk):\n    item = Item.objects.get(pk=pk)\n    return slug(item.title) + str(item.total())\n\n\nclass Page:\n    model = models.Item\n",
      "shop/urls.py":
        "from django.urls import path\n\nfrom . import views\n\nurlpatterns = [path('', views.index), path('d/', views.detail, name='detail')]\n",
      "shop/tasks.py":
        "from celery import shared_task\n\nfrom shop.models import slug as make_slug\n\n\n@shared_task\ndef work(n):\n    return make_slug(n)\n\n\ndef later():\n    work.delay(1)\n",
    },
    [
      [
        "view handed",
        {
          "shop/views.py": [
            "def index(request):\n    items = Item.cheap()\n    return render(request, 'x.html', {'items': items})\n\n\n",
            "",
          ],
        },
        "high",
      ],
      [
        "classmethod",
        {
          "shop/models.py": ["    @classmethod\n    def cheap(cls):\n        return cls.objects.filter(price=1)\n", ""],
        },
        "high",
      ],
      [
        "method on query result",
        {
          "shop/models.py": ["    def total(self):\n        return self.price * 2\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "field",
        {
          "shop/models.py": ["    title = models.CharField(max_length=9)\n", ""],
        },
        "high|unknown",
      ],
      [
        "self field",
        {
          "shop/models.py": ["    price = models.IntegerField()\n", ""],
        },
        "high|unknown",
      ],
      [
        "slug",
        {
          "shop/models.py": ["\n\ndef slug(text):\n    return text.lower()\n", ""],
        },
        "high",
      ],
      [
        "task",
        {
          "shop/tasks.py": ["@shared_task\ndef work(n):\n    return make_slug(n)\n\n\n", ""],
        },
        "high",
      ],
      [
        "model",
        {
          "shop/models.py": [
            "class Item(models.Model):\n    title = models.CharField(max_length=9)\n    price = models.IntegerField()\n\n    objects = models.Manager()\n\n    def total(self):\n        return self.price * 2\n\n    @classmethod\n    def cheap(cls):\n        return cls.objects.filter(price=1)\n\n\n",
            "",
          ],
        },
        "high",
      ],
    ],
  ],
  [
    "rails",
    {
      "app/models/user.rb":
        "class User < ApplicationRecord\n  include Nameable\n\n  LIMIT = 3\n\n  scope :active, -> { where(active: true) }\n\n  before_save :normalize\n\n  def normalize\n    self.name = name.strip\n  end\n\n  def self.find_by_token(token)\n    find_by(token: token)\n  end\n\n  def admin?\n    role == 'admin'\n  end\nend\n",
      "app/models/concerns/nameable.rb": 'module Nameable\n  def full_name\n    "#{first} #{last}"\n  end\nend\n',
      "app/controllers/users_controller.rb":
        "class UsersController < ApplicationController\n  before_action :require_login\n\n  def show\n    @user = User.find_by_token(params[:t])\n    render plain: @user.full_name if @user.admin?\n    User.active.limit(User::LIMIT)\n  end\n\n  private\n\n  def require_login\n    head :forbidden\n  end\nend\n",
    },
    [
      [
        "callback",
        {
          "app/models/user.rb": ["  def normalize\n    self.name = name.strip\n  end\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "class method",
        {
          "app/models/user.rb": ["  def self.find_by_token(token)\n    find_by(token: token)\n  end\n\n", ""],
        },
        "high",
      ],
      [
        "admin?",
        {
          "app/models/user.rb": ["  def admin?\n    role == 'admin'\n  end\n", ""],
        },
        "high|unknown",
      ],
      [
        "constant",
        {
          "app/models/user.rb": ["  LIMIT = 3\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "scope",
        {
          "app/models/user.rb": ["  scope :active, -> { where(active: true) }\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "mixin method",
        {
          "app/models/concerns/nameable.rb": ['  def full_name\n    "#{first} #{last}"\n  end\n', ""],
        },
        "high|unknown",
      ],
      [
        "before_action",
        {
          "app/controllers/users_controller.rb": ["  def require_login\n    head :forbidden\n  end\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "laravel",
    {
      "app/Models/Order.php":
        "<?php\nnamespace App\\Models;\n\nuse Illuminate\\Database\\Eloquent\\Model;\n\nclass Order extends Model\n{\n    public const OPEN = 'open';\n\n    protected $fillable = ['n'];\n\n    public function items()\n    {\n        return $this->hasMany(Item::class);\n    }\n\n    public function scopeOpen($q)\n    {\n        return $q->where('s', self::OPEN);\n    }\n}\n",
      "app/Models/Item.php":
        "<?php\nnamespace App\\Models;\n\nclass Item\n{\n    public int $price = 0;\n\n    public function cost(): int\n    {\n        return $this->price;\n    }\n}\n",
      "app/Http/OrderController.php":
        "<?php\nnamespace App\\Http;\n\nuse App\\Models\\{Order, Item};\n\nclass OrderController\n{\n    public function __construct(private Item $item)\n    {\n    }\n\n    public function index()\n    {\n        return Order::open()->get()->map(fn (Item $i) => $i->cost() + $this->item->price);\n    }\n\n    public function show(Order $order)\n    {\n        return $order->items();\n    }\n}\n",
      "routes/web.php":
        "<?php\nuse App\\Http\\OrderController;\n\nRoute::get('/', [OrderController::class, 'index']);\nRoute::get('/s', 'App\\Http\\OrderController@show');\n",
    },
    [
      [
        "action in array",
        {
          "app/Http/OrderController.php": [
            "index()\n    {\n        return Order::open()->get()->map(fn (Item $i) => $i->cost() + $this->item->price);\n    }\n\n    public function ",
            "",
          ],
        },
        "high|unknown",
      ],
      [
        "action as text",
        {
          "app/Http/OrderController.php": ["\n    public function show(Order $order)\n    {\n        return $order->items();\n    }\n", ""],
        },
        "high|unknown",
      ],
      [
        "scope",
        {
          "app/Models/Order.php": ["\n    public function scopeOpen($q)\n    {\n        return $q->where('s', self::OPEN);\n    }\n", ""],
        },
        "high|unknown",
      ],
      [
        "cost",
        {
          "app/Models/Item.php": ["    public function cost(): int\n    {\n        return $this->price;\n    }\n", ""],
        },
        "high",
      ],
      [
        "property",
        {
          "app/Models/Item.php": ["    public int $price = 0;\n\n", ""],
        },
        "high",
      ],
      [
        "const",
        {
          "app/Models/Order.php": ["    public const OPEN = 'open';\n\n", ""],
        },
        "high",
      ],
      [
        "items",
        {
          "app/Models/Order.php": ["items()\n    {\n        return $this->hasMany(Item::class);\n    }\n\n    public function ", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "java17",
    {
      "src/a/Shape.java":
        "package a;\n\npublic sealed interface Shape permits Circle, Square {\n    static Shape unit() { return new Circle(1); }\n    double area();\n}\n",
      "src/a/Circle.java":
        "package a;\n\npublic record Circle(double r) implements Shape {\n    public double area() { return r * r; }\n    public Circle withR(double x) { return new Circle(x); }\n}\n",
      "src/a/Square.java":
        "package a;\n\npublic record Square(double s) implements Shape {\n    public double area() { return s * s; }\n}\n",
      "src/a/Main.java":
        'package a;\n\nimport java.util.List;\nimport java.util.function.Function;\nimport static a.Util.twice;\n\npublic class Main {\n    enum Level { LOW, HIGH }\n\n    static double total(List<Shape> all) {\n        return all.stream().mapToDouble(Shape::area).sum() + twice(2);\n    }\n\n    static String name(Shape s) {\n        return switch (s) {\n            case Circle c when c.r() > 1 -> "c" + c.withR(2);\n            case Square(double side) -> "s" + side;\n            default -> Util.Inner.NAME;\n        };\n    }\n\n    public static void main(String[] a) {\n        Function<Integer, Integer> f = Util::half;\n        System.out.println(total(List.of(Shape.unit())) + f.apply(2) + Level.LOW);\n    }\n}\n',
      "src/a/Util.java":
        'package a;\n\nclass Util {\n    static int twice(int n) { return 2 * n; }\n\n    static int half(int n) { return n / 2; }\n\n    static class Inner {\n        static final String NAME = "x";\n    }\n}\n',
    },
    [
      [
        "static import",
        {
          "src/a/Util.java": ["    static int twice(int n) { return 2 * n; }\n\n", ""],
        },
        "high",
      ],
      [
        "method reference",
        {
          "src/a/Util.java": ["    static int half(int n) { return n / 2; }\n\n", ""],
        },
        "high",
      ],
      [
        "nested constant",
        {
          "src/a/Util.java": ['        static final String NAME = "x";\n', ""],
        },
        "high",
      ],
      [
        "withR",
        {
          "src/a/Circle.java": ["    public Circle withR(double x) { return new Circle(x); }\n", ""],
        },
        "high",
      ],
      [
        "area of a record",
        {
          "src/a/Square.java": ["    public double area() { return s * s; }\n", ""],
        },
        "high",
      ],
      [
        "enum constant",
        {
          "src/a/Main.java": ["LOW, ", ""],
        },
        "high",
      ],
      [
        "static of an interface",
        {
          "src/a/Shape.java": ["    static Shape unit() { return new Circle(1); }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "cs",
    {
      "A/Events.cs":
        "namespace A;\n\npublic delegate void Changed(int n);\n\npublic record Point(int X, int Y)\n{\n    public int Sum => X + Y;\n}\n\npublic class Source\n{\n    public event Changed OnChange;\n\n    public void Raise() => OnChange?.Invoke(1);\n\n    public static Source Default { get; } = new();\n}\n\npublic static class Ext\n{\n    public static int Twice(this int n) => n * 2;\n\n    public static bool IsEmpty(this string s) => s.Length == 0;\n}\n\npublic enum Kind { One, Two }\n\npublic struct Cell { public int Value; }\n",
      "A/Use.cs":
        'using static A.Ext;\nnamespace A;\n\npublic partial class Use\n{\n    private readonly Source _s = Source.Default;\n\n    public void Go()\n    {\n        _s.OnChange += Handle;\n        _s.Raise();\n        var p = new Point(1, 2) with { X = 3 };\n        var q = p.Sum.Twice() + p.Y;\n        var k = Kind.One;\n        var ok = nameof(Helper) + typeof(Cell);\n        Cell c = default;\n        c.Value = 3;\n        if ("a".IsEmpty()) Helper<Cell>();\n    }\n\n    private void Handle(int n) { }\n\n    private void Helper<T>() { }\n}\n',
    },
    [
      [
        "event",
        {
          "A/Events.cs": ["    public event Changed OnChange;\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "handler",
        {
          "A/Use.cs": ["    private void Handle(int n) { }\n\n", ""],
        },
        "high",
      ],
      [
        "delegate",
        {
          "A/Events.cs": ["public delegate void Changed(int n);\n\n", ""],
        },
        "high",
      ],
      [
        "extension",
        {
          "A/Events.cs": ["    public static int Twice(this int n) => n * 2;\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "extension on a literal",
        {
          "A/Events.cs": ["    public static bool IsEmpty(this string s) => s.Length == 0;\n", ""],
        },
        "high|unknown",
      ],
      [
        "enum member",
        {
          "A/Events.cs": ["One, ", ""],
        },
        "high",
      ],
      [
        "static property",
        {
          "A/Events.cs": ["\n    public static Source Default { get; } = new();\n", ""],
        },
        "high",
      ],
      [
        "struct",
        {
          "A/Events.cs": ["\npublic struct Cell { public int Value; }\n", ""],
        },
        "high",
      ],
      [
        "struct field",
        {
          "A/Events.cs": [" public int Value; ", " "],
        },
        "high",
      ],
      [
        "generic helper",
        {
          "A/Use.cs": ["\n    private void Helper<T>() { }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "kt",
    {
      "A.kt": "class Vec(val x: Int, val y: Int)\n",
      "B.kt": "fun m() = Vec(1, 2)\nfun n(v: Vec) = v.y\n",
    },
    [
      [
        "param",
        {
          "A.kt": [", val y: Int", ""],
        },
        "high",
      ],
      [
        "param added",
        {
          "A.kt": ["val y: Int", "val y: Int, val z: Int"],
        },
        "high",
      ],
      [
        "default added",
        {
          "A.kt": ["val y: Int", "val y: Int, val z: Int = 1"],
        },
        "low|medium",
      ],
    ],
  ],
  [
    "scala",
    {
      "A.scala": "case class Vec(x: Int, y: Int)\n",
      "B.scala": "object B {\n  def m = Vec(1, 2)\n  def n(v: Vec) = v.y\n}\n",
    },
    [
      [
        "param",
        {
          "A.scala": [", y: Int", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "cs",
    {
      "A.cs": "public record Vec(int X, int Y);\n",
      "B.cs": "public class B {\n  public Vec M() => new Vec(1, 2);\n  public int N(Vec v) => v.Y;\n}\n",
    },
    [],
  ],
  [
    "java",
    {
      "A.java": "record Vec(int x, int y) {}\n",
      "B.java": "class B {\n  Vec m() { return new Vec(1, 2); }\n  int n(Vec v) { return v.y(); }\n}\n",
    },
    [],
  ],
  [
    "swift",
    {
      "A.swift": "struct Vec {\n    let x: Int\n    let y: Int\n}\n",
      "B.swift": "func m() -> Vec { Vec(x: 1, y: 2) }\nfunc n(v: Vec) -> Int { v.y }\n",
    },
    [],
  ],
  [
    "rust",
    {
      "src/lib.rs":
        "pub struct Vec2 {\n    pub x: u8,\n    pub y: u8,\n}\n\npub enum Kind { One, Two(u8) }\n\npub fn m() -> Vec2 {\n    Vec2 { x: 1, y: 2 }\n}\n\npub fn n(v: &Vec2) -> u8 {\n    v.y\n}\n\npub fn k(k: Kind) -> u8 {\n    match k {\n        Kind::One => 1,\n        Kind::Two(n) => n,\n    }\n}\n",
    },
    [
      [
        "variant",
        {
          "src/lib.rs": ["One, ", ""],
        },
        "high",
      ],
      [
        "variant2",
        {
          "src/lib.rs": [", Two(u8)", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "go",
    {
      "go.mod": "module m\n\ngo 1.22\n",
      "a/a.go":
        "package a\n\ntype Vec struct {\n\tX int\n\tY int\n}\n\nconst Limit = 3\n\nvar Debug = false\n\ntype Opt func(*Vec)\n\nfunc WithX(x int) Opt { return func(v *Vec) { v.X = x } }\n",
      "b/b.go":
        'package b\n\nimport "m/a"\n\nfunc N(v a.Vec) int {\n\treturn v.Y + a.Limit\n}\n\nfunc M() a.Vec {\n\tif a.Debug {\n\t\treturn a.Vec{X: 1, Y: 2}\n\t}\n\treturn a.Vec{}\n}\n\nvar opts = []a.Opt{a.WithX(2)}\n',
    },
    [
      [
        "const",
        {
          "a/a.go": ["const Limit = 3\n\n", ""],
        },
        "high",
      ],
      [
        "var",
        {
          "a/a.go": ["var Debug = false\n\n", ""],
        },
        "high",
      ],
      [
        "func type",
        {
          "a/a.go": ["type Opt func(*Vec)\n\n", ""],
        },
        "high",
      ],
      [
        "option",
        {
          "a/a.go": ["\nfunc WithX(x int) Opt { return func(v *Vec) { v.X = x } }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "c",
    {
      "a.h":
        "#ifndef A_H\n#define A_H\nstruct vec { int x; int y; };\ntypedef int (*cb)(int);\nenum kind { KIND_ONE, KIND_TWO };\n#define LIMIT 3\n#define TWICE(x) ((x) * 2)\nextern int counter;\nint go(struct vec *v);\n#endif\n",
      "a.c":
        '#include "a.h"\n\nint counter = 0;\n\nstatic int helper(int n) { return n; }\n\nstatic cb table[] = { helper };\n\nint go(struct vec *v) {\n  return v->y + TWICE(LIMIT) + KIND_ONE + counter + table[0](1);\n}\n',
      "b.c": '#include "a.h"\n\nint main(void) {\n  struct vec v = { .x = 1, .y = 2 };\n  counter++;\n  return go(&v) + LIMIT;\n}\n',
    },
    [
      [
        "enumerator",
        {
          "a.h": ["KIND_ONE, ", ""],
        },
        "high|unknown",
      ],
      [
        "macro",
        {
          "a.h": ["#define LIMIT 3\n", ""],
        },
        "high|unknown",
      ],
      [
        "macro()",
        {
          "a.h": ["#define TWICE(x) ((x) * 2)\n", ""],
        },
        "high",
      ],
      [
        "typedef",
        {
          "a.h": ["typedef int (*cb)(int);\n", ""],
        },
        "high",
      ],
      [
        "helper in table",
        {
          "a.c": ["static int helper(int n) { return n; }\n\n", ""],
        },
        "high",
      ],
      [
        "global",
        {
          "a.c": ["int counter = 0;\n\n", ""],
          "a.h": ["extern int counter;\n", ""],
        },
        "high|unknown",
      ],
      [
        "extern's definition",
        {
          "a.c": ["int counter = 0;\n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "cpp",
    {
      "a.hpp":
        "#pragma once\n#include <vector>\nnamespace n {\ntemplate <typename T>\nstruct Box {\n  T value;\n  using type = T;\n  static constexpr int size = 3;\n  T get() const { return value; }\n};\nenum class Kind { One, Two };\nusing IntBox = Box<int>;\ninline int free_one(int a) { return a; }\n}\n",
      "b.cpp":
        '#include "a.hpp"\n\nint go(n::IntBox b) {\n  n::Box<int>::type t = b.get();\n  auto f = &n::free_one;\n  switch (n::Kind::One) { case n::Kind::Two: return 1; default: break; }\n  return t + n::IntBox::size + f(2) + b.value;\n}\n',
    },
    [
      [
        "member",
        {
          "a.hpp": ["  T value;\n", ""],
        },
        "high|unknown",
      ],
      [
        "alias in class",
        {
          "a.hpp": ["  using type = T;\n", ""],
        },
        "high|unknown",
      ],
      [
        "constexpr",
        {
          "a.hpp": ["  static constexpr int size = 3;\n", ""],
        },
        "high|unknown",
      ],
      [
        "get",
        {
          "a.hpp": ["  T get() const { return value; }\n", ""],
        },
        "high",
      ],
      [
        "enumerator",
        {
          "a.hpp": ["One, ", ""],
        },
        "high",
      ],
      [
        "alias",
        {
          "a.hpp": ["using IntBox = Box<int>;\n", ""],
        },
        "high",
      ],
      [
        "address taken",
        {
          "a.hpp": ["inline int free_one(int a) { return a; }\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "elixir",
    {
      "mix.exs": "defmodule M.MixProject do\n  use Mix.Project\nend\n",
      "lib/shop.ex":
        "defmodule Shop do\n  alias Shop.{Item, Cart}\n  import Shop.Util, only: [twice: 1]\n  require Logger\n\n  @limit 3\n\n  def run(x) do\n    x |> Item.new() |> Cart.add(%{}) |> twice()\n    Enum.map([1], &Item.price/1)\n    apply(Cart, :clear, [])\n    @limit\n  end\n\n  defdelegate total(c), to: Cart\nend\n",
      "lib/item.ex":
        "defmodule Shop.Item do\n  defstruct [:n, :tags]\n\n  def new(n), do: %__MODULE__{n: n}\n\n  def price(i), do: i\nend\n",
      "lib/cart.ex":
        "defmodule Shop.Cart do\n  alias Shop.Item\n\n  def add(%Item{n: n}, c), do: Map.put(c, n, 1)\n\n  def total(c), do: map_size(c)\n\n  def clear, do: %{}\n\n  defp hidden(c), do: c\n\n  def shown(c), do: hidden(c)\nend\n",
      "lib/util.ex": "defmodule Shop.Util do\n  def twice(n), do: n * 2\n\n  defmacro guard_it(x), do: x\nend\n",
      "lib/use_macro.ex": "defmodule Shop.UseMacro do\n  import Shop.Util\n\n  def go(x), do: guard_it(x)\nend\n",
    },
    [
      [
        "piped",
        {
          "lib/item.ex": ["  def new(n), do: %__MODULE__{n: n}\n\n", ""],
        },
        "high",
      ],
      [
        "capture",
        {
          "lib/item.ex": ["  def price(i), do: i\n", ""],
        },
        "high",
      ],
      [
        "imported",
        {
          "lib/util.ex": ["  def twice(n), do: n * 2\n\n", ""],
        },
        "high",
      ],
      [
        "delegated",
        {
          "lib/cart.ex": ["  def total(c), do: map_size(c)\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "apply",
        {
          "lib/cart.ex": ["  def clear, do: %{}\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "private",
        {
          "lib/cart.ex": ["  defp hidden(c), do: c\n\n", ""],
        },
        "high",
      ],
      [
        "struct",
        {
          "lib/item.ex": ["  defstruct [:n, :tags]\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "macro",
        {
          "lib/util.ex": ["  defmacro guard_it(x), do: x\n", ""],
        },
        "high",
      ],
      [
        "attribute",
        {
          "lib/shop.ex": ["  @limit 3\n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "clojure",
    {
      "deps.edn": '{:paths ["src"]}\n',
      "src/app/core.clj":
        "(ns app.core\n  (:require [app.util :as u :refer [twice]]\n            [clojure.string :as str]))\n\n(defn run [x]\n  (-> x u/half twice)\n  (map u/third [1 2])\n  (u/with-it x)\n  u/limit)\n\n(defmulti area :kind)\n\n(defmethod area :sq [s] (:n s))\n\n(defn go [] (area {:kind :sq}))\n",
      "src/app/util.clj":
        "(ns app.util)\n\n(def limit 3)\n\n(defn half [n] (/ n 2))\n\n(defn twice [n] (* 2 n))\n\n(defn third [n] (/ n 3))\n\n(defmacro with-it [x] x)\n\n(defn- hidden [n] n)\n\n(defn shown [n] (hidden n))\n\n(defprotocol Shape (perimeter [this]))\n\n(defrecord Sq [n] Shape (perimeter [_] n))\n",
    },
    [
      [
        "threaded",
        {
          "src/app/util.clj": ["(defn half [n] (/ n 2))\n\n", ""],
        },
        "high",
      ],
      [
        "referred",
        {
          "src/app/util.clj": ["(defn twice [n] (* 2 n))\n\n", ""],
        },
        "high",
      ],
      [
        "handed",
        {
          "src/app/util.clj": ["(defn third [n] (/ n 3))\n\n", ""],
        },
        "high",
      ],
      [
        "macro",
        {
          "src/app/util.clj": ["(defmacro with-it [x] x)\n\n", ""],
        },
        "high",
      ],
      [
        "def",
        {
          "src/app/util.clj": ["(def limit 3)\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "private",
        {
          "src/app/util.clj": ["(defn- hidden [n] n)\n\n", ""],
        },
        "high",
      ],
      [
        "multimethod",
        {
          "src/app/core.clj": ["(defmulti area :kind)\n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "haskell",
    {
      "src/Shop.hs":
        "module Shop (run, Item(..), total) where\n\nimport qualified Util as U\nimport Util (twice, Limit, limitOf)\n\ndata Item = Item { price :: Int, name :: String } | Gift\n\nrun :: Int -> Int\nrun = U.half . twice\n\ntotal :: [Item] -> Int\ntotal xs = sum (map price xs) + U.third `seq` 1\n\nlim :: Limit -> Int\nlim l = limitOf l\n",
      "src/Util.hs":
        "module Util where\n\nnewtype Limit = Limit { limitOf :: Int }\n\nhalf :: Int -> Int\nhalf n = n `div` 2\n\ntwice :: Int -> Int\ntwice n = n * 2\n\nthird :: Int\nthird = 3\n\ninfixl 6 |+|\n(|+|) :: Int -> Int -> Int\na |+| b = a + b\n",
      "src/Main.hs":
        'module Main where\n\nimport Shop\nimport Util ((|+|))\n\nmain :: IO ()\nmain = print (run 2 |+| total [Item { price = 1, name = "a" }, Gift])\n',
    },
    [
      [
        "composed",
        {
          "src/Util.hs": ["half :: Int -> Int\nhalf n = n `div` 2\n\n", ""],
        },
        "high",
      ],
      [
        "twice",
        {
          "src/Util.hs": ["twice :: Int -> Int\ntwice n = n * 2\n\n", ""],
        },
        "high",
      ],
      [
        "value",
        {
          "src/Util.hs": ["third :: Int\nthird = 3\n\n", ""],
        },
        "high",
      ],
      [
        "operator",
        {
          "src/Util.hs": ["infixl 6 |+|\n(|+|) :: Int -> Int -> Int\na |+| b = a + b\n", ""],
        },
        "high|unknown",
      ],
      [
        "newtype",
        {
          "src/Util.hs": ["newtype Limit = Limit { limitOf :: Int }\n\n", ""],
        },
        "high",
      ],
      [
        "constructor",
        {
          "src/Shop.hs": [" | Gift", ""],
        },
        "high|unknown",
      ],
      [
        "record field",
        {
          "src/Shop.hs": [", name :: String", ""],
        },
        "high|unknown",
      ],
      [
        "export list",
        {
          "src/Shop.hs": ["run, ", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "lua",
    {
      "main.lua":
        "local util = require('lib.util')\nlocal Shape = require('lib.shape')\n\nlocal function go()\n  local s = Shape.new(2)\n  s:draw()\n  return util.twice(s.n) + util.LIMIT\nend\n\nlocal handlers = { stop = util.halt, [1] = go }\nreturn go\n",
      "lib/util.lua":
        "local M = {}\n\nM.LIMIT = 3\n\nfunction M.twice(n)\n  return n * 2\nend\n\nM.halt = function()\n  return 1\nend\n\nreturn M\n",
      "lib/shape.lua":
        "local Shape = {}\nShape.__index = Shape\n\nfunction Shape.new(n)\n  return setmetatable({ n = n }, Shape)\nend\n\nfunction Shape:draw()\n  return self:helper()\nend\n\nfunction Shape:helper()\n  return self.n\nend\n\nfunction Shape.__add(a, b)\n  return a\nend\n\nreturn Shape\n",
    },
    [
      [
        "twice",
        {
          "lib/util.lua": ["function M.twice(n)\n  return n * 2\nend\n\n", ""],
        },
        "high",
      ],
      [
        "assigned",
        {
          "lib/util.lua": ["M.halt = function()\n  return 1\nend\n\n", ""],
        },
        "high",
      ],
      [
        "constant",
        {
          "lib/util.lua": ["M.LIMIT = 3\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "method",
        {
          "lib/shape.lua": ["function Shape:draw()\n  return self:helper()\nend\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "self method",
        {
          "lib/shape.lua": ["function Shape:helper()\n  return self.n\nend\n\n", ""],
        },
        "high",
      ],
      [
        "new",
        {
          "lib/shape.lua": ["function Shape.new(n)\n  return setmetatable({ n = n }, Shape)\nend\n\n", ""],
        },
        "high",
      ],
      [
        "metamethod",
        {
          "lib/shape.lua": ["function Shape.__add(a, b)\n  return a\nend\n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "dart",
    {
      "pubspec.yaml": "name: shop\n",
      "lib/shop.dart": "library shop;\n\nexport 'src/item.dart' show Item;\nexport 'src/util.dart';\n",
      "lib/src/item.dart":
        "import 'util.dart' as u;\n\nenum Kind { small, big }\n\nclass Item {\n  final int price;\n  Kind kind;\n\n  Item(this.price, {this.kind = Kind.small});\n\n  Item.free() : price = 0, kind = Kind.big;\n\n  factory Item.of(Map<String, int> m) => Item(m['p']!);\n\n  int get total => u.twice(price);\n\n  set note(String s) {}\n\n  static const int limit = 3;\n}\n\nextension ItemX on Item {\n  int half() => price ~/ 2;\n}\n\nmixin Logs {\n  void log(String s) {}\n}\n",
      "lib/src/util.dart": "int twice(int n) => n * 2;\n\ntypedef Maker = int Function(int);\n\nvoid each(void Function(int) f) => f(1);\n",
      "lib/main.dart":
        "import 'package:shop/shop.dart';\nimport 'src/item.dart';\nimport 'src/util.dart' show Maker, each;\n\nclass Box with Logs {\n  void go() => log('x');\n}\n\nvoid show(int n) {}\n\nint run() {\n  final i = Item.free();\n  final j = Item.of({'p': 1})..note = 'x';\n  Maker m = twice;\n  each(show);\n  return i.total + j.half() + Item.limit + m(1) + (i.kind == Kind.small ? 1 : 0);\n}\n",
    },
    [
      [
        "named constructor",
        {
          "lib/src/item.dart": ["  Item.free() : price = 0, kind = Kind.big;\n\n", ""],
        },
        "high",
      ],
      [
        "factory",
        {
          "lib/src/item.dart": ["  factory Item.of(Map<String, int> m) => Item(m['p']!);\n\n", ""],
        },
        "high",
      ],
      [
        "getter",
        {
          "lib/src/item.dart": ["  int get total => u.twice(price);\n\n", ""],
        },
        "high",
      ],
      [
        "setter",
        {
          "lib/src/item.dart": ["  set note(String s) {}\n\n", ""],
        },
        "high|unknown",
      ],
      [
        "static const",
        {
          "lib/src/item.dart": ["\n  static const int limit = 3;\n", ""],
        },
        "high",
      ],
      [
        "extension",
        {
          "lib/src/item.dart": ["  int half() => price ~/ 2;\n", ""],
        },
        "high|unknown",
      ],
      [
        "mixin method",
        {
          "lib/src/item.dart": ["  void log(String s) {}\n", ""],
        },
        "high",
      ],
      [
        "enum value",
        {
          "lib/src/item.dart": ["small, ", ""],
        },
        "high",
      ],
      [
        "typedef",
        {
          "lib/src/util.dart": ["typedef Maker = int Function(int);\n\n", ""],
        },
        "high",
      ],
      [
        "tear-off",
        {
          "lib/main.dart": ["void show(int n) {}\n\n", ""],
        },
        "high",
      ],
    ],
  ],
  [
    "zig",
    {
      "src/main.zig":
        'const std = @import("std");\nconst util = @import("util.zig");\nconst Shape = util.Shape;\n\npub fn main() void {\n    var s = Shape{ .n = util.limit };\n    s.draw();\n    _ = util.twice(2);\n    const f = &util.half;\n    _ = f(1);\n    switch (util.Kind.one) { .one => {}, .two => {} }\n}\n',
      "src/util.zig":
        "pub const limit: u8 = 3;\n\npub const Kind = enum { one, two };\n\npub const Shape = struct {\n    n: u8,\n\n    pub fn draw(self: *Shape) void {\n        self.helper();\n    }\n\n    fn helper(self: *Shape) void {\n        _ = self;\n    }\n};\n\npub fn twice(n: u8) u8 {\n    return n * 2;\n}\n\npub fn half(n: u8) u8 {\n    return n / 2;\n}\n",
    },
    [
      [
        "twice",
        {
          "src/util.zig": ["pub fn twice(n: u8) u8 {\n    return n * 2;\n}\n\n", ""],
        },
        "high",
      ],
      [
        "pointer",
        {
          "src/util.zig": ["pub fn half(n: u8) u8 {\n    return n / 2;\n}\n", ""],
        },
        "high",
      ],
      [
        "draw",
        {
          "src/util.zig": ["    pub fn draw(self: *Shape) void {\n        self.helper();\n    }\n\n", ""],
        },
        "high",
      ],
      [
        "helper",
        {
          "src/util.zig": ["\n    fn helper(self: *Shape) void {\n        _ = self;\n    }\n", ""],
        },
        "high",
      ],
      [
        "const",
        {
          "src/util.zig": ["pub const limit: u8 = 3;\n\n", ""],
        },
        "high",
      ],
      [
        "enum field",
        {
          "src/util.zig": ["one, ", ""],
        },
        "high|unknown",
      ],
      [
        "field",
        {
          "src/util.zig": ["    n: u8,\n\n", ""],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "kotlin, annotated",
    {
      "A.kt":
        'class Url internal constructor(\n    /** One, or two. */\n    @get:JvmName("scheme") val scheme: String,\n    @field:Json(name = "h, i") val host: String,\n) {\n    @get:JvmName("size")\n    val size: Int\n        get() {\n            val start = scheme.length\n            return start + 1\n        }\n}\n',
      "B.kt": "fun show(u: Url): String = u.scheme + u.host\n\nfun count(u: Url): Int = u.size\n",
    },
    [
      [
        "parameter",
        {
          "A.kt": ['    @field:Json(name = "h, i") val host: String,\n', ""],
        },
        "high",
      ],
      [
        "property",
        {
          "A.kt": [
            '    @get:JvmName("size")\n    val size: Int\n        get() {\n            val start = scheme.length\n            return start + 1\n        }\n',
            "",
          ],
        },
        "high",
      ],
    ],
  ],
  // What can be had from elsewhere and is taken away without a definition going: a list of exports, a key of a table, a component of a record, a visibility.
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

  [
    "php, a visibility lowered",
    {
      "src/A.php":
        "<?php\nnamespace N;\n\nclass A\n{\n    public const LIMIT = 3;\n\n    public static int $count = 0;\n\n    public int $size = 1;\n\n    public function run(): int\n    {\n        return self::LIMIT;\n    }\n}\n",
      "src/B.php":
        "<?php\nnamespace N;\n\nclass B\n{\n    public function go(A $a): int\n    {\n        return A::LIMIT + A::$count + $a->size + $a->run();\n    }\n}\n",
    },
    [
      [
        "protected const LIMIT",
        {
          "src/A.php": ["public const LIMIT", "protected const LIMIT"],
        },
        "high",
      ],
      [
        "private const LIMIT",
        {
          "src/A.php": ["public const LIMIT", "private const LIMIT"],
        },
        "high",
      ],
      [
        "protected static int",
        {
          "src/A.php": ["public static int", "protected static int"],
        },
        "high",
      ],
      [
        "protected int $size",
        {
          "src/A.php": ["public int $size", "protected int $size"],
        },
        "high",
      ],
      [
        "protected function run",
        {
          "src/A.php": ["public function run", "protected function run"],
        },
        "high",
      ],
    ],
  ],
  [
    "java, a visibility lowered",
    {
      "a/A.java":
        "package a;\n\npublic class A {\n    public static final int LIMIT = 3;\n\n    public int size = 1;\n\n    public int run() {\n        return 1;\n    }\n}\n",
      "b/B.java":
        "package b;\n\nimport a.A;\n\npublic class B {\n    int go(A a) {\n        return A.LIMIT + a.size + a.run();\n    }\n}\n",
    },
    [
      [
        "protected static final",
        {
          "a/A.java": ["public static final", "protected static final"],
        },
        "high",
      ],
      [
        "protected int size",
        {
          "a/A.java": ["public int size", "protected int size"],
        },
        "high",
      ],
      [
        "protected int run",
        {
          "a/A.java": ["public int run", "protected int run"],
        },
        "high",
      ],
      [
        "int run",
        {
          "a/A.java": ["public int run", "int run"],
        },
        "high",
      ],
      [
        "class A",
        {
          "a/A.java": ["public class A", "class A"],
        },
        "high",
      ],
    ],
  ],
  [
    "csharp, a visibility lowered",
    {
      "A.cs":
        "namespace N;\n\npublic class A\n{\n    public const int Limit = 3;\n\n    public int Size { get; set; }\n\n    public int Run() => 1;\n}\n",
      "B.cs": "namespace N;\n\npublic class B\n{\n    public int Go(A a) => A.Limit + a.Size + a.Run();\n}\n",
    },
    [
      [
        "protected const",
        {
          "A.cs": ["public const", "protected const"],
        },
        "high",
      ],
      [
        "protected int Size",
        {
          "A.cs": ["public int Size", "protected int Size"],
        },
        "high",
      ],
      [
        "protected int Run",
        {
          "A.cs": ["public int Run", "protected int Run"],
        },
        "high",
      ],
    ],
  ],
  [
    "typescript, a visibility lowered",
    {
      "a.ts": "export class A {\n  static LIMIT = 3;\n\n  size = 1;\n\n  run(): number {\n    return 1;\n  }\n}\n",
      "b.ts": "import { A } from './a';\n\nexport function go(a: A): number {\n  return A.LIMIT + a.size + a.run();\n}\ngo(new A());\n",
    },
    [
      [
        "protected static LIMIT",
        {
          "a.ts": ["static LIMIT", "protected static LIMIT"],
        },
        "high",
      ],
      [
        "protected size",
        {
          "a.ts": ["  size", "  protected size"],
        },
        "high",
      ],
      [
        "protected run",
        {
          "a.ts": ["  run", "  protected run"],
        },
        "high",
      ],
    ],
  ],
  [
    "kotlin, a visibility lowered",
    {
      "A.kt":
        "package a\n\nclass A {\n    val size: Int = 1\n\n    fun run(): Int = 1\n\n    companion object {\n        const val LIMIT = 3\n    }\n}\n",
      "B.kt": "package a\n\nfun go(a: A): Int = A.LIMIT + a.size + a.run()\n",
    },
    [
      [
        "protected val size",
        {
          "A.kt": ["    val size", "    protected val size"],
        },
        "high",
      ],
      [
        "protected fun run",
        {
          "A.kt": ["    fun run", "    protected fun run"],
        },
        "high",
      ],
      [
        "private const val LIMIT",
        {
          "A.kt": ["const val LIMIT", "private const val LIMIT"],
        },
        "high",
      ],
    ],
  ],
  [
    "ruby, a visibility lowered",
    {
      "a.rb": "class A\n  LIMIT = 3\n\n  def run\n    1\n  end\nend\n",
      "b.rb": "require_relative 'a'\n\nclass B\n  def go\n    A::LIMIT + A.new.run\n  end\nend\n",
    },
    [
      [
        "private\n\n  def run\n    1\n  end",
        {
          "a.rb": ["  def run\n    1\n  end\n", "  private\n\n  def run\n    1\n  end\n"],
        },
        "high",
      ],
      [
        "protected def run",
        {
          "a.rb": ["  def run\n", "  protected def run\n"],
        },
        "high",
      ],
      [
        "LIMIT = 3\n  private_constant :LIMIT",
        {
          "a.rb": ["  LIMIT = 3\n", "  LIMIT = 3\n  private_constant :LIMIT\n"],
        },
        "high",
      ],
    ],
  ],
  [
    "scala, a visibility lowered",
    {
      "A.scala": "package a\n\nclass A {\n  val size: Int = 1\n\n  def run(): Int = 1\n}\n",
      "B.scala": "package a\n\nobject B {\n  def go(a: A): Int = a.size + a.run()\n}\n",
    },
    [
      [
        "protected val size",
        {
          "A.scala": ["  val size", "  protected val size"],
        },
        "high",
      ],
      [
        "protected def run",
        {
          "A.scala": ["  def run", "  protected def run"],
        },
        "high",
      ],
    ],
  ],
  [
    "go, a field of a struct without a name",
    {
      "a.go":
        'package p\n\ntype Config struct {\n\tServer struct {\n\t\tPort int\n\t\tHost string\n\t}\n}\n\nvar table = []struct {\n\tname string\n\twant int\n}{{name: "a", want: 1}, {name: "b", want: 2}}\n',
      "b.go":
        'package p\n\nfunc use(c Config) int {\n\tc.Server.Host = "x"\n\treturn c.Server.Port\n}\n\nfunc all() int {\n\tn := 0\n\tfor _, t := range table {\n\t\tn += t.want + len(t.name)\n\t}\n\treturn n\n}\n',
    },
    [
      [
        "- Port int",
        {
          "a.go": ["\t\tPort int\n", ""],
        },
        "unknown",
      ],
      [
        "Theport int",
        {
          "a.go": ["\t\tPort int\n", "\t\tTheport int\n"],
        },
        "unknown",
      ],
      [
        "- Host string",
        {
          "a.go": ["\t\tHost string\n", ""],
        },
        "unknown",
      ],
    ],
  ],
  [
    "javascript, given to all scripts",
    {
      "a.js":
        "(function () {\n  function f(n) {\n    return n;\n  }\n\n  window.f = f;\n  globalThis.g = function (n) {\n    return n;\n  };\n})();\n",
      "b.js": "document.addEventListener('x', () => {\n  f(1);\n  window.f(2);\n  g(3);\n});\n",
    },
    [
      [
        "- window.f = f;",
        {
          "a.js": ["  window.f = f;\n", ""],
        },
        "unknown",
      ],
      [
        "- globalThis.g = function (n) {\n    return n;\n  };",
        {
          "a.js": ["  globalThis.g = function (n) {\n    return n;\n  };\n", ""],
        },
        "unknown",
      ],
      [
        "window.ff = f",
        {
          "a.js": ["window.f = f", "window.ff = f"],
        },
        "unknown",
      ],
    ],
  ],
  [
    "php, protected where only a subclass uses it",
    {
      "src/A.php":
        "<?php\nnamespace N;\n\nclass A\n{\n    public const LIMIT = 3;\n\n    public function run(): int\n    {\n        return 1;\n    }\n}\n",
      "src/C.php":
        "<?php\nnamespace N;\n\nclass C extends A\n{\n    public function more(): int\n    {\n        return self::LIMIT + A::LIMIT + $this->run();\n    }\n}\n",
    },
    [
      [
        "const",
        {
          "src/A.php": ["public const", "protected const"],
        },
        "low|medium|unknown",
      ],
      [
        "run",
        {
          "src/A.php": ["public function run", "protected function run"],
        },
        "low|medium|unknown",
      ],
    ],
  ],
  [
    "java, protected where its package uses it",
    {
      "a/A.java":
        "package a;\n\npublic class A {\n    public static final int LIMIT = 3;\n\n    public int run() {\n        return 1;\n    }\n}\n",
      "a/B.java": "package a;\n\nclass B {\n    int go(A a) {\n        return A.LIMIT + a.run();\n    }\n}\n",
    },
    [
      [
        "const",
        {
          "a/A.java": ["public static", "protected static"],
        },
        "low|medium|unknown",
      ],
      [
        "run",
        {
          "a/A.java": ["public int run", "int run"],
        },
        "low|medium|unknown",
      ],
    ],
  ],
  [
    "elixir and ruby, a default that is no more",
    {
      "lib/a.ex": "defmodule A do\n  def area(n, m \\\\ 2) do\n    n * m\n  end\nend\n",
      "lib/b.ex": "defmodule B do\n  def use do\n    A.area(1)\n  end\nend\n",
      "a.rb": "class Shape\n  def initialize(n, m = 1)\n    @n = n\n  end\nend\n",
      "b.rb": "require_relative 'a'\n\ndef use\n  Shape.new(1)\nend\n",
    },
    [
      ["m of area", { "lib/a.ex": ["m \\\\ 2", "m"] }, "high"],
      ["m of initialize", { "a.rb": ["m = 1", "m"] }, "high"],
    ],
  ],
  [
    "java",
    {
      "src/a/Box.java":
        "package a;\n\nimport java.util.List;\nimport java.util.Properties;\nimport java.util.Map;\nimport static java.util.Objects.requireNonNull;\n\npublic class Box {\n    private List<String> all;\n\n    public int of(Properties p) {\n        requireNonNull(p);\n        Map.of();\n        return all.size();\n    }\n}\n",
      "src/b/Use.java": "package b;\n\nimport a.Box;\n\nclass Use {\n    int go(Box b) { return b.of(null); }\n}\n",
    },
    [
      ["import List", { "src/a/Box.java": ["import java.util.List;\n", ""] }, "high|unknown"],
      ["import Properties", { "src/a/Box.java": ["import java.util.Properties;\n", ""] }, "high"],
      ["import Map", { "src/a/Box.java": ["import java.util.Map;\n", ""] }, "high|unknown"],
      ["import static", { "src/a/Box.java": ["import static java.util.Objects.requireNonNull;\n", ""] }, "high"],
    ],
  ],
  [
    "python",
    {
      "a.py": "import os\nfrom json import loads, dumps as d\n\n\ndef f(x):\n    return os.path.join(loads(x), d(x))\n",
      "b.py": "from a import f\n\nprint(f('x'))\n",
    },
    [
      ["import os", { "a.py": ["import os\n", ""] }, "high"],
      ["import loads", { "a.py": ["import loads, dumps as d", "import dumps as d"] }, "high"],
      ["import d", { "a.py": ["import loads, dumps as d", "import loads"] }, "high"],
      [
        "import unused",
        {
          "a.py": [
            "import os\nfrom json import loads, dumps as d\n\n\ndef f(x):\n    return os.path.join(loads(x), d(x))\n",
            "from json import loads, dumps as d\n\n\ndef f(x):\n    return loads(x) + d(x)\n",
          ],
        },
        "low|medium|unknown",
      ],
    ],
  ],
  [
    "typescript",
    {
      "src/a.ts":
        'import { readFileSync } from "node:fs";\nimport * as path from "node:path";\nimport z, { type Q } from "zed";\n\nexport function f(x: string): Q {\n  z.go();\n  return readFileSync(path.join(x));\n}\n',
      "src/b.ts": 'import { f } from "./a";\nf("x");\n',
    },
    [
      ["readFileSync", { "src/a.ts": ['import { readFileSync } from "node:fs";\n', ""] }, "high"],
      ["path", { "src/a.ts": ['import * as path from "node:path";\n', ""] }, "high"],
      ["z", { "src/a.ts": ['import z, { type Q } from "zed";', 'import { type Q } from "zed";'] }, "high"],
    ],
  ],
  [
    "rust",
    {
      "src/lib.rs":
        'use std::collections::HashMap;\nuse std::fs::read;\npub mod b;\n\npub fn f() -> HashMap<String, String> {\n    let _ = read("x");\n    HashMap::new()\n}\n',
      "src/b.rs": "pub fn g() { crate::f(); }\n",
    },
    [
      ["HashMap", { "src/lib.rs": ["use std::collections::HashMap;\n", ""] }, "high|unknown"],
      ["read", { "src/lib.rs": ["use std::fs::read;\n", ""] }, "high"],
    ],
  ],
  [
    "go",
    {
      "a/a.go": 'package a\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\nfunc F() string { return fmt.Sprint(strings.ToUpper("x")) }\n',
      "go.mod": "module m\n",
    },
    [["fmt", { "a/a.go": ['\t"fmt"\n', ""] }, "high"]],
  ],
  [
    "kotlin",
    {
      "src/A.kt": "package a\n\nimport java.io.File\nimport java.util.UUID\n\nfun f(x: File): String = UUID.randomUUID().toString()\n",
      "src/B.kt": 'package a\n\nfun g() = f(java.io.File("x"))\n',
    },
    [
      ["UUID", { "src/A.kt": ["import java.util.UUID\n", ""] }, "high"],
      ["File", { "src/A.kt": ["import java.io.File\n", ""] }, "high"],
    ],
  ],
  [
    "php",
    {
      "src/A.php":
        "<?php\n\nnamespace App;\n\nuse Psr\\Log\\LoggerInterface;\nuse Other\\Thing;\n\nclass A\n{\n    public function go(LoggerInterface $l)\n    {\n        return new Thing($l);\n    }\n}\n",
      "src/B.php": "<?php\n\nnamespace App;\n\n(new A())->go(null);\n",
    },
    [
      ["Thing", { "src/A.php": ["use Other\\Thing;\n", ""] }, "high"],
      ["LoggerInterface", { "src/A.php": ["use Psr\\Log\\LoggerInterface;\n", ""] }, "high"],
    ],
  ],
  [
    "scala",
    {
      "src/A.scala":
        "package a\n\nimport scala.util.Try\nimport java.util.UUID\n\nobject A {\n  def f(x: String) = Try(UUID.randomUUID())\n}\n",
      "src/B.scala": 'package a\n\nobject B { def g = A.f("x") }\n',
    },
    [
      ["UUID", { "src/A.scala": ["import java.util.UUID\n", ""] }, "high"],
      ["Try", { "src/A.scala": ["import scala.util.Try\n", ""] }, "high|unknown"],
    ],
  ],
  [
    "c",
    {
      "ini.h": "int ini_parse(const char* s);\n",
      "ini.c":
        '#include "ini.h"\n\n/* state */\ntypedef struct {\n    const char* ptr;\n    int left;\n} parse_ctx;\n\nenum mode { MODE_A, MODE_B };\n\nstatic int reader(void* stream) {\n    parse_ctx* ctx = (parse_ctx*)stream;\n    return ctx->left;\n}\n\nint ini_parse(const char* s) {\n    parse_ctx ctx;\n    ctx.ptr = s;\n    enum mode m = MODE_B;\n    return reader(&ctx) + m;\n}\n',
      "tools/x.c": "int main(void) { return 0; }\n",
      "tools/y.py": "MODE_B = 3\nprint(MODE_B)\n",
    },
    [
      [
        "struct moved",
        {
          "ini.c": ["typedef struct {\n    const char* ptr;\n    int left;\n} parse_ctx;\n", ""],
          "tools/x.c": ["int main", "typedef struct {\n    const char* ptr;\n    int left;\n} parse_ctx;\n\nint main"],
        },
        "high",
      ],
      ["struct gone", { "ini.c": ["typedef struct {\n    const char* ptr;\n    int left;\n} parse_ctx;\n", ""] }, "high"],
      ["case", { "ini.c": ["MODE_A, MODE_B", "MODE_A"] }, "high|unknown"],
    ],
  ],
  [
    "csharp",
    {
      "A/Vec.cs":
        "using System.Text;\n\nnamespace A;\n\npublic class Vec\n{\n    public int X { get; set; }\n\n    public int Y { get; set; }\n\n    public StringBuilder B() => new StringBuilder();\n}\n",
      "A/Use.cs":
        "namespace A;\n\npublic class Use\n{\n    public int Go(Vec a)\n    {\n        a.X = 3;\n        var b = new Vec { Y = 2 };\n        return a.X;\n    }\n}\n",
    },
    [
      ["private set", { "A/Vec.cs": ["public int X { get; set; }", "public int X { get; private set; }"] }, "high|unknown|medium"],
      ["private set init", { "A/Vec.cs": ["public int Y { get; set; }", "public int Y { get; private set; }"] }, "high|unknown|medium"],
      ["no set", { "A/Vec.cs": ["public int X { get; set; }", "public int X { get; }"] }, "high|unknown|medium"],
    ],
  ],
  [
    "go loop",
    {
      "go.mod": "module m\n",
      "a/a.go":
        'package a\n\nvar Cases = []struct {\n\tName string\n\tSize int\n}{\n\t{Name: "a"},\n}\n\nfunc All() int {\n\tn := 0\n\tfor _, c := range Cases {\n\t\tn += c.Size\n\t}\n\treturn n\n}\n',
      "b/b.go": 'package b\n\nimport "m/a"\n\nfunc F() int {\n\tfor _, c := range a.Cases {\n\t\treturn c.Size\n\t}\n\treturn 0\n}\n',
    },
    [["Size", { "a/a.go": ["\tSize int\n", ""] }, "high|unknown"]],
  ],
  [
    "swift package",
    {
      "Package.swift":
        'import PackageDescription\nlet package = Package(name: "p", targets: [.target(name: "One"), .target(name: "Two")])\n',
      "Sources/One/Box.swift": "public struct Box {\n    public init() {}\n    public func size() -> Int { 1 }\n}\n",
      "Sources/One/Use.swift": "func one() -> Int { Box().size() }\n",
      "Sources/Two/Box.swift": "public struct Box {\n    public init() {}\n    public func width() -> Int { 1 }\n}\n",
      "Sources/Two/Use.swift": "func two() -> Int { Box().width() }\n",
    },
    [
      [
        "two's gone with use",
        { "Sources/Two/Box.swift": ["    public func width() -> Int { 1 }\n", ""], "Sources/Two/Use.swift": ["Box().width()", "3"] },
        "low|medium|unknown",
      ],
      [
        "two's renamed",
        { "Sources/Two/Box.swift": ["func width", "func wide"], "Sources/Two/Use.swift": ["width()", "wide()"] },
        "low|medium|unknown",
      ],
      ["two's left", { "Sources/Two/Box.swift": ["func width", "func wide"] }, "high"],
      ["one's left", { "Sources/One/Box.swift": ["func size", "func length"] }, "high"],
    ],
  ],
  [
    "cpp",
    {
      "box.h": "class Printer {\npublic:\n    Printer(int a = 0, bool b = false);\n    int get(int x, int y = 2);\n};\n",
      "box.cpp": '#include "box.h"\n\nPrinter::Printer(int a, bool b) {\n}\n\nint Printer::get(int x, int y) {\n    return x;\n}\n',
      "use.cpp":
        '#include "box.h"\n\nclass Html : public Printer {\npublic:\n    Html(int a = 0) : Printer(a) {}\n};\n\nint use() {\n    Printer p(1);\n    return p.get(1);\n}\n',
    },
    [
      [
        "one more with default",
        { "box.h": ["bool b = false);", "bool b = false, int z = 1);"], "box.cpp": ["int a, bool b)", "int a, bool b, int z)"] },
        "low|medium|unknown",
      ],
      ["default out", { "box.h": ["int y = 2", "int y"] }, "high|unknown"],
      [
        "one more",
        { "box.h": ["int x, int y = 2", "int x, int z, int y = 2"], "box.cpp": ["int x, int y)", "int x, int z, int y)"] },
        "high|unknown",
      ],
    ],
  ],
  [
    "java external override",
    {
      "src/a/Name.java":
        "package a;\n\nimport javax.lang.model.util.SimpleElementVisitor8;\n\nclass Name {\n    static Object of(Object e) {\n        return new SimpleElementVisitor8<Object, Void>() {\n            @Override public Object defaultAction(Object e, Void p) {\n                return e;\n            }\n        };\n    }\n}\n",
      "src/a/Vis.java":
        "package a;\n\nclass Vis extends other.Base {\n    @Override\n    public Object visit(Object e, int p) {\n        return e;\n    }\n}\n",
    },
    [
      ["anonymous", { "src/a/Name.java": ["defaultAction(Object e, Void p)", "defaultAction(Object e)"] }, "high|unknown"],
      ["named", { "src/a/Vis.java": ["visit(Object e, int p)", "visit(Object e)"] }, "high|unknown"],
    ],
  ],
  [
    "rust traits",
    {
      "src/lib.rs":
        "pub mod ext;\npub struct Error;\n\nmod private {\n    pub trait Truth {\n        fn negate(self) -> bool;\n    }\n\n    impl Truth for bool {\n        fn negate(self) -> bool {\n            !self\n        }\n    }\n}\n\nstruct Table {\n    drop: fn(u32, i32) -> u32,\n}\n\nfn object_drop<E>(a: u32, b: i32) -> u32 {\n    a\n}\n\nfn table<E>() -> Table {\n    Table { drop: object_drop::<E> }\n}\n\npub struct Own(u32);\n\nimpl std::ops::Deref for Own {\n    type Target = u32;\n\n    fn deref(&self) -> &u32 {\n        &self.0\n    }\n}\n",
      "src/ext.rs":
        "use crate::Error;\n\npub trait StdError {\n    fn ext_context(self) -> Error;\n}\n\nimpl<E> StdError for Box<E> {\n    fn ext_context(self) -> Error {\n        Error\n    }\n}\n\nimpl StdError for Error {\n    fn ext_context(self) -> Error {\n        self\n    }\n}\n",
    },
    [
      [
        "not of a foreign type",
        { "src/lib.rs": ["        fn negate(self) -> bool {\n            !self\n        }\n", ""] },
        "high|unknown",
      ],
      [
        "asked more",
        { "src/ext.rs": ["fn ext_context(self) -> Error;\n", "fn ext_context(self) -> Error;\n    fn more(&self);\n"] },
        "high|unknown",
      ],
      ["in a table", { "src/lib.rs": ["fn object_drop<E>(a: u32, b: i32)", "fn object_drop<E>(b: i32, a: u32)"] }, "high|unknown|medium"],
      ["in a table, gone", { "src/lib.rs": ["fn object_drop<E>(a: u32, b: i32) -> u32 {\n    a\n}\n\n", ""] }, "high|unknown"],
      ["a foreign trait's type", { "src/lib.rs": ["    type Target = u32;\n\n", ""] }, "high|unknown"],
      [
        "moved",
        {
          "src/lib.rs": ["    type Target = u32;\n\n", ""],
          "src/ext.rs": ["use crate::Error;\n", "use crate::Error;\ntype Target = u32;\n"],
        },
        "high|unknown",
      ],
    ],
  ],
  [
    "setters",
    {
      "src/box.ts": "export class Box {\n  size: number = 1;\n}\n",
      "src/use.ts": 'import { Box } from "./box";\n\nexport function go(b: Box) {\n  b.size = 3;\n  return b.size;\n}\n',
      "src/A.kt": "package a\n\nclass Lid {\n    var wide: Int = 1\n}\n",
      "src/B.kt": "package a\n\nfun go(l: Lid) {\n    l.wide += 2\n}\n",
      "Sources/A.swift": "public class Cup {\n    public var full: Int = 1\n}\n",
      "Sources/B.swift": "func go(c: Cup) {\n    c.full = 2\n}\n",
    },
    [
      ["ts", { "src/box.ts": ["  size", "  readonly size"] }, "high|unknown|medium"],
      ["kotlin", { "src/A.kt": ["wide: Int = 1\n", "wide: Int = 1\n        private set\n"] }, "high|unknown|medium"],
      ["kotlin val", { "src/A.kt": ["var wide", "val wide"] }, "high|unknown|medium"],
      ["swift", { "Sources/A.swift": ["public var full", "public private(set) var full"] }, "high|unknown|medium"],
    ],
  ],
  [
    "packages",
    {
      "src/a/Box.java": "package a;\n\npublic class Box {\n    public int of() {\n        return 1;\n    }\n}\n",
      "src/b/Use.java": "package b;\n\nimport a.Box;\n\nclass Use {\n    int go(Box b) { return new Box().of(); }\n}\n",
      "src/a/Beside.java": "package a;\n\nclass Beside {\n    int go() { return new Lid().of(); }\n}\n",
      "src/a/Lid.java": "package a;\n\nclass Lid {\n    int of() {\n        return 1;\n    }\n}\n",
      "go.mod": "module m\n",
      "p/path.go": "package p\n\nfunc CleanPath(s string) string {\n\treturn s\n}\n",
      "p/router.go": "package p\n\nfunc Route(s string) string {\n\treturn CleanPath(s)\n}\n",
      "C/Vec.cs": "namespace C\n{\n    public class Vec\n    {\n        public int X() => 1;\n    }\n}\n",
      "C/Use.cs": "using C;\n\nnamespace D\n{\n    public class Use\n    {\n        public int Go() => new Vec().X();\n    }\n}\n",
      "php/A.php": "<?php\n\nnamespace App\\Model;\n\nclass A\n{\n    public function go()\n    {\n        return 1;\n    }\n}\n",
      "php/B.php": "<?php\n\nnamespace App;\n\nuse App\\Model\\A;\n\nfunction f()\n{\n    return (new A())->go();\n}\n",
      "lib/a.ex": "defmodule My.Shape do\n  def area(x), do: x\nend\n",
      "lib/b.ex": "defmodule My.Use do\n  def go, do: My.Shape.area(2)\nend\n",
      "inc/v.hpp": "namespace geo {\nint area(int x);\nstruct Cup {\n  Cup(int a, int b) {}\n};\n}\n",
      "inc/use.cpp": '#include "v.hpp"\n\nint go() {\n  geo::Cup c(1, 2);\n  return geo::area(2);\n}\n',
      "inc/own.cpp":
        "class Html {\npublic:\n  Html(int a, bool b) {}\n  int n;\n};\n\nint main() {\n  Html h(1, true);\n  return h.n;\n}\n",
      "inc/tail.cpp": "int tail() { return 1; }\n",
    },
    [
      ["java", { "src/a/Box.java": ["package a;", "package azz;"] }, "high"],
      ["java beside", { "src/a/Lid.java": ["package a;", "package azz;"] }, "high"],
      [
        "java, whole",
        { "src/a/Box.java": ["package a;", "package azz;"], "src/b/Use.java": ["import a.Box;", "import azz.Box;"] },
        "low|medium",
      ],
      [
        "php, whole",
        { "php/A.php": ["namespace App\\Model", "namespace App\\Modelzz"], "php/B.php": ["use App\\Model\\A;", "use App\\Modelzz\\A;"] },
        "low|medium",
      ],
      ["go, whole", { "p/path.go": ["package p", "package pzz"], "p/router.go": ["package p", "package pzz"] }, "low|medium"],
      ["go", { "p/path.go": ["package p", "package pzz"] }, "high|unknown"],
      ["c#", { "C/Vec.cs": ["namespace C", "namespace Czz"] }, "high"],
      ["php", { "php/A.php": ["namespace App\\Model", "namespace App\\Modelzz"] }, "high"],
      ["elixir", { "lib/a.ex": ["defmodule My.Shape", "defmodule My.Shapezz"] }, "high"],
      ["c++", { "inc/v.hpp": ["namespace geo", "namespace geozz"] }, "high"],
      ["constructor", { "inc/v.hpp": ["  Cup(int a, int b) {}\n", "  int z;\n"] }, "high|unknown"],
      ["own constructor", { "inc/own.cpp": ["  Html(int a, bool b) {}\n", ""] }, "high|unknown"],
      ["own type of value", { "inc/own.cpp": ["  int n;", "  char *n;"] }, "high|unknown|medium"],
    ],
  ],
  [
    "packages kotlin",
    {
      "src/a/Box.kt": "package a\n\nclass Box {\n    fun of(): Int = 1\n}\n",
      "src/b/Use.kt": "package b\n\nimport a.Box\n\nfun go(): Int = Box().of()\n",
    },
    [["kotlin", { "src/a/Box.kt": ["package a", "package azz"] }, "high"]],
  ],
  [
    "packages scala",
    {
      "src/a/Box.scala": "package a\n\nclass Box {\n  def of(): Int = 1\n}\n",
      "src/b/Use.scala": "package b\n\nimport a.Box\n\nobject Use { def go(): Int = new Box().of() }\n",
    },
    [["scala", { "src/a/Box.scala": ["package a", "package azz"] }, "high"]],
  ],
  [
    "go values",
    {
      "go.mod": "module m\n",
      "r/router.go":
        "package r\n\ntype Router struct {\n\tRedirect bool\n}\n\nfunc New() *Router {\n\treturn &Router{Redirect: true}\n}\n\nfunc (r *Router) Go() int {\n\tif r.Redirect {\n\t\treturn 1\n\t}\n\treturn 0\n}\n",
    },
    [["type", { "r/router.go": ["Redirect bool", "Redirect string"] }, "high|unknown|medium"]],
  ],
  [
    "what is left under the same name",
    {
      "src/index.ts": "const Parser = 1 + 2;\n\nexport default Parser;\n",
      "src/use.ts": 'import parser from "./index";\n\nexport function go() {\n  return parser + 1;\n}\n',
      "Sources/Lock.swift":
        "#if os(macOS)\nfinal class Lock {\n    func lock() {\n        start()\n    }\n}\n#else\nfinal class Lock {\n    private let lock = Native()\n\n    func lock() {\n        lock.lock()\n    }\n}\n#endif\n\nextension Lock {\n    func sync() {\n        lock()\n    }\n}\n",
      "build.sc": "import mill._\n\nobject core extends Module {\n  object example extends Module\n}\n",
      "core/src/Main.scala": "package core.example\n\nobject Main {\n  def go = core.example.toString\n}\n",
    },
    [
      [
        "default renamed",
        { "src/index.ts": ["const Parser = 1 + 2;\n\nexport default Parser;", "const ParserOne = 1 + 2;\n\nexport default ParserOne;"] },
        "low|medium|unknown",
      ],
      ["default gone", { "src/index.ts": ["export default Parser;", "export { Parser };"] }, "high"],
      [
        "field of a method's name",
        {
          "Sources/Lock.swift": [
            "    private let lock = Native()\n\n    func lock() {\n        lock.lock()",
            "    private let native = Native()\n\n    func lock() {\n        native.lock()",
          ],
        },
        "low|medium|unknown",
      ],
      ["what builds", { "build.sc": ["  object example extends Module\n", ""] }, "low|medium|unknown"],
    ],
  ],
];

judge(TREES);
