/** Positions in three units, lines that end in three ways, buffers beside files, and files as URIs. */
import { expect, test } from "bun:test";
import { TextEncoder } from "node:util";
import fc from "fast-check";
import { Aligned, Buffers, ENCODINGS, nameSpot, Text, wordsAt } from "../../../src/serve/lsp/text.ts";
import { pathOfUri, uriOfPath } from "../../../src/serve/lsp/workspace.ts";
import type { SymbolRow } from "../../../src/store/graph.ts";

const pieces = fc
  .array(fc.constantFrom("a", "é", "漢", "😀", "\n", "\r\n", "\r", " ", "x1"), { maxLength: 40 })
  .map((list) => list.join(""));

test("a position in any units leads back to its offset, and has the line that the protocol counts", () => {
  fc.assert(
    fc.property(pieces, fc.nat(), fc.constantFrom(...ENCODINGS), (source, seed, encoding) => {
      const text = new Text(source);
      let offset = source.length === 0 ? 0 : seed % (source.length + 1);
      // Neither within a character nor between the two signs of a line's end.
      if (/[\uDC00-\uDFFF]/.test(source[offset] ?? "")) offset--;
      if (source[offset] === "\n" && source[offset - 1] === "\r") offset--;
      const position = text.positionAt(offset, encoding);
      expect(position.line).toBe(source.slice(0, offset).split(/\r\n|\n|\r/).length - 1);
      expect(text.offsetAt(position, encoding)).toBe(offset);
      const spot = text.spot(offset);
      expect(spot.line).toBe(source.slice(0, offset).split("\n").length);
      expect(text.offset(spot)).toBe(offset);
    }),
  );
});

test("columns are counted in the units that were agreed on", () => {
  const text = new Text("a😀漢b");
  expect(ENCODINGS.map((encoding) => text.positionAt(4, encoding).character)).toEqual([4, 8, 3]);
  expect(text.offsetAt({ line: 0, character: 99 }, "utf-8")).toBe(5);
  expect(text.offsetAt({ line: 7, character: 0 }, "utf-16")).toBe(5);
});

test("edits of a buffer make the text that the client has, in any units", () => {
  fc.assert(
    fc.property(pieces, pieces, fc.nat(), fc.nat(), fc.constantFrom(...ENCODINGS), (source, put, a, b, encoding) => {
      const buffers = new Buffers();
      buffers.encoding = encoding;
      buffers.open("/f", "file:///f", source);
      const text = new Text(source);
      const [from, to] = [a, b].map((n) => text.positionAt(Math.min(n % (source.length + 1), source.length), encoding));
      const [start, end] = text.offsetAt(from!, encoding) <= text.offsetAt(to!, encoding) ? [from!, to!] : [to!, from!];
      buffers.change("/f", [{ range: { start, end }, text: put }]);
      const expected = source.slice(0, text.offsetAt(start, encoding)) + put + source.slice(text.offsetAt(end, encoding));
      expect(buffers.get("/f")!.text.text).toBe(expected);
      buffers.change("/f", [{ text: put }]);
      expect(buffers.get("/f")!.text.text).toBe(put);
    }),
  );
});

const rows = fc.array(fc.constantFrom("a", "b", "call(x)", "call(y)", "}", ""), { maxLength: 12 });

test("a line that has a counterpart is the same there, or has the name that was asked about", () => {
  fc.assert(
    fc.property(rows, rows, (disk, buffer) => {
      const aligned = new Aligned(disk, buffer);
      let last = 0;
      for (let line = 1; line <= disk.length; line++) {
        const other = aligned.counterpart(line, "call", "disk");
        if (aligned.isSame(line, "disk")) {
          expect(buffer[other! - 1]).toBe(disk[line - 1]!);
          expect(aligned.counterpart(other!, "", "buffer")).toBe(line);
          expect(other!).toBeGreaterThan(last);
          last = other!;
        } else if (other !== null) expect(buffer[other - 1]).toContain("call");
        const end = aligned.endInBuffer(line);
        expect(end >= 1 && end <= Math.max(1, buffer.length)).toBe(true);
      }
    }),
  );
});

test("lines put in before, changed and taken out", () => {
  const aligned = new Aligned(["one()", "two()", "three()", "end"], ["new", "one()", "two(1)", "end"]);
  expect(["one", "two", "three", "end"].map((name, i) => aligned.counterpart(i + 1, name, "disk"))).toEqual([2, 3, null, 4]);
  expect([1, 2, 3, 4].map((line) => aligned.counterpart(line, "two", "buffer"))).toEqual([null, 1, 2, 4]);
});

test("a name is told at both of its ends, the longest form first", () => {
  expect(wordsAt("  self.save!(x)", 11).map(({ name }) => name)).toEqual(["save!", "save"]);
  expect(wordsAt("a.b(c)", 1).map(({ name }) => name)).toEqual(["a"]);
  expect(wordsAt("f(x)", 1)).toEqual([{ name: "f", from: 0, to: 1 }]);
  expect(wordsAt("$user->größe", 8).map(({ name }) => name)).toContain("größe");
  expect(wordsAt("( )", 1)).toEqual([]);
});

test("the name of a definition stands behind what comes before it, not in a comment or a decorator", () => {
  const text = new Text('@app.route("/login")\n# login\ndef login(login):\n    login()\n');
  const symbol = { name: "login", signature: "def login(login)", start: 1, end: 4 } as SymbolRow;
  expect(nameSpot(text, symbol)).toEqual({ line: 3, column: 4 });
  expect(nameSpot(text, { ...symbol, signature: "" } as SymbolRow)).toEqual({ line: 1, column: 13 });
  expect(nameSpot(text, { ...symbol, name: "logout", signature: "" } as SymbolRow)).toBeNull();
});

const names = fc.array(fc.integer({ min: 1, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes).toWellFormed());

test("any path is a URI and back again, whatever bytes it is made of", () => {
  fc.assert(
    fc.property(names, (name) => {
      if (/[\0/\uF780-\uF7FF]/.test(name) || name === "" || /^\.\.?$/.test(name)) return;
      const uri = uriOfPath(`/t/${name}`);
      expect(new TextEncoder().encode(uri).length).toBe(uri.length);
      expect(uri).not.toMatch(/[\s"<>?#\\]/);
      expect(pathOfUri(uri)).toBe(`/t/${name}`);
    }),
  );
  // A byte that is no UTF-8, as names of the tree have it.
  expect(uriOfPath("/t/\uF7FFx")).toBe("file:///t/%FFx");
  expect(pathOfUri("file:///t/%FFx")).toBe("/t/\uF7FFx");
  for (const uri of ["untitled:Untitled-1", "https://a/b", "file://host/b", "file:///a%2Fb", "file:///a%00", "file:///a%", "no uri", ""])
    expect([uri, pathOfUri(uri)]).toEqual([uri, null]);
});
