/**
 * JavaScript's objects without classes: what `this` and `super` are in their methods, what a function's `arguments` are.
 */
import { Bindings } from "./_bindings.ts";
import { containers, type Place } from "./_family.ts";
import type { Found } from "./_imports.ts";
import { ALSO } from "./_names.ts";
import { BESIDE } from "./_values.ts";
import { ARROW, isType, type WorldSymbol } from "./_world.ts";

export abstract class Objects extends Bindings {
  /** The type of a method that is written outside its body. */
  protected abstract ownerOf(index: number): WorldSymbol | null;

  /** What `this` is outside classes: what the function says (`this: T`), else the object whose method stands around; null where that is a class. */
  protected thisOf(scope: number, line: number): Place | null {
    const { facts, here } = this.tree;
    for (let at = scope; at > 0; at = facts.symbols[at]!.parent) {
      const { kind, parent } = facts.symbols[at]!;
      if (this.bindingsOf(at).has("this")) return this.binding("this", at, line);
      if (isType(kind)) return null;
      // a function that has methods of its own constructs: `Stack.prototype.clear = …`
      if (kind === "function" && at === scope && this.constructs(facts.symbols[at]!.qualified)) return { is: "symbol", symbol: here[at]! };
      if (kind !== "method" || this.ownerOf(at)) continue;
      // `key: () => …` has the `this` of what is around
      if (this.bindingsOf(at).has(ARROW)) continue;
      const around = facts.symbols[parent]!;
      if (isType(around.kind)) return null;
      // `app.use = function () { this.lazy(); }`
      const outer = containers(facts.symbols[at]!.qualified)[0];
      const owner = outer === undefined || outer === around.qualified ? undefined : this.tree.members(facts.path, outer)[0];
      if (owner) return { is: "symbol", symbol: owner };
      if (around.kind === "constant" || around.kind === "variable") return { is: "symbol", symbol: here[parent]! };
      return { is: "record", path: facts.path, of: around.kind === "file" ? "" : around.qualified, name: BESIDE, scope: parent };
    }
    return null;
  }

  /** `super` in a method of an object: what the object says it inherits. */
  protected aboveObject(scope: number, line: number): Found | null {
    const object = this.thisOf(scope, line);
    const held = object && this.settled(object);
    const place = held?.is === "record" ? this.recorded(held, ALSO, null) : null;
    return place && { place, typed: true };
  }

  /** What the calls of this file pass to a function that asks for it by position: `arguments[0]`. */
  passedAt(scope: number, position: number): Place | null {
    return this.passed(scope, position, null);
  }

  private constructs(qualified: string): boolean {
    const owners = this.tree.memo(
      "constructs",
      0,
      () =>
        new Set(this.tree.facts.symbols.flatMap(({ kind, qualified: full }) => (kind === "method" ? containers(full).slice(0, 1) : []))),
    );
    return owners.has(qualified);
  }
}
