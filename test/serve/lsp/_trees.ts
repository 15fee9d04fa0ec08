/** Small trees of several languages, each with known relations. Not a test file. */
export const PYTHON: Record<string, string> = {
  "db.py": `"""Storage."""
import os


class Base:
    """Common."""

    def save(self, key):
        """Writes *it*, see ![x](http://evil/x.png) <b>."""
        return os.path.join("x", key)


class Disk(Base):
    def save(self, key):
        return super().save(key)


def registered(f):
    return f


@registered
def login(user, store: Base):
    store.save(user); other(user)
    return helper(user) + helper(1)


def other(u):
    return u.save(1)


def helper(x): return x
`,
  "app.py": `import db
from db import login as enter, Disk


def main():
    d = Disk()
    enter("a", d)
    db.helper(2)
    d.save("k")
`,
};

export const TYPESCRIPT: Record<string, string> = {
  "src/shape.ts": `export interface Shape {
  area(): number;
}

/** Hashes. */
export function hash(text: string): string {
  return text;
}
`,
  "src/circle.ts": `import type { Shape } from "./shape";

export default class Circle implements Shape {
  constructor(private r: number) {}
  area(): number { return this.r; }
}
`,
  "src/run.ts": `import Circle from "./circle";
import { hash as h, type Shape } from "./shape";

export function run(shape: Shape): string {
  const circle = new Circle(2);
  console.log("größe 😀", h("x"));
  return h(shape.area().toString()) + circle.area();
}
`,
};

export const OTHERS: Record<string, string> = {
  "c/m.h": "int add(int a, int b);\n",
  "c/m.c": '#include "m.h"\n\nint add(int a, int b) {\n  return a + b;\n}\n\nint twice(int a) {\n  return add(a, a);\n}\n',
  "go/go.mod": "module example.org/go\n\ngo 1.22\n",
  "go/store.go":
    "package main\n\n// Saver saves.\ntype Saver interface {\n\tSave(key string) error\n}\n\ntype Disk struct{}\n\nfunc (d *Disk) Save(key string) error {\n\treturn nil\n}\n",
  "go/main.go": 'package main\n\nfunc run(s Saver) {\n\ts.Save("a")\n\thelp()\n}\n\nfunc help() {}\n\nfunc main() {\n\trun(&Disk{})\n}\n',
  "go/size.go": "package main\n\ntype Size int\n\ntype box struct{}\n\nfunc (b box) Size() Size { return 1 }\n",
  "php/User.php":
    '<?php\nclass User {\n  public string $name = "";\n  function __construct(string $given) {}\n  function hello(): string { return $this->name; }\n}\nfunction greet(): string {\n  $user = new User("x");\n  return $user->hello();\n}\n',
  "cs/Point.cs": "class Point {\n  public Point(int x) {}\n}\nclass Use {\n  void Run() {\n    var p = new Point(1);\n  }\n}\n",
  "swift/near.swift": "struct V {}\n\nfunc ≈(a: V, b: V) -> Bool {\n  return true\n}\n",
  "java/Animal.java": "abstract class Animal {\n  abstract String name();\n  String hello() {\n    return name();\n  }\n}\n",
  "java/Dog.java":
    'class Dog extends Animal {\n  @Override\n  String name() {\n    return "dog";\n  }\n  static void main() {\n    new Dog().hello();\n  }\n}\n',
  "rust/Cargo.toml": '[package]\nname = "r"\nversion = "0.1.0"\n',
  "rust/src/main.rs":
    "mod store;\nuse store::{open as begin, Draw};\n\nstruct Dot;\n\nimpl Draw for Dot {\n    fn draw(&self) {}\n}\n\nfn main() {\n    begin(1);\n    Dot.draw();\n}\n",
  "rust/src/store.rs": "pub trait Draw {\n    fn draw(&self);\n}\n\n/// Opens.\npub fn open(n: u32) -> u32 {\n    n\n}\n",
  "ruby/cart.rb":
    "class Cart\n  def empty?\n    items.size == 0\n  end\n\n  def items\n    []\n  end\nend\n\ndef check(cart)\n  Cart.new.empty?\nend\n",
};
