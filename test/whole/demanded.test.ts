/** What types above others demand of them, and what is used without its name: in any language, taking it away is told. */
import { expect, test } from "bun:test";
import { Repository } from "../asking/_repository.ts";

type Files = Record<string, string>;
/** What a change replaces in which file, and the levels of risk that are true of it. */
type Case = [name: string, change: Record<string, [from: string, to: string]>, levels: string];

const TREES: [string, Files, Case[]][] = [
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
];

for (const [language, files, cases] of TREES)
  test(`${language}: ${cases.map(([name]) => name).join(", ")}`, async () => {
    using repo = new Repository(files);
    const told: string[] = [];
    for (const [name, change, levels] of cases) {
      for (const [path, [from, to]] of Object.entries(change)) {
        const text = files[path]!;
        if (!text.includes(from)) throw new Error(`${name}: no ${from} in ${path}`);
        repo.write({ [path]: text.replace(from, () => to) });
      }
      const { risk } = await repo.stage().impact({ kind: "staged" }, { failOn: ["risky"] });
      if (!levels.split("|").includes(risk.level)) told.push(`${name} is ${risk.level}, not ${levels}: ${risk.reasons.join("; ")}`);
      repo.git("reset", "-q", "--hard");
    }
    expect(told).toEqual([]);
  });
