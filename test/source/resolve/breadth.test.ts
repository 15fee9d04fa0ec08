import { describe, expect, test } from "bun:test";
import { importsOf, linksOf } from "./_tree.ts";

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
      "src/args.zig:Parser.make calls src/args.zig:Parser exact",
      "src/main.zig:main calls lib/util.zig:helper exact",
      "src/main.zig:main calls src/Queue.zig:push exact",
      "src/main.zig:main calls src/args.zig:Parser.deinit typed",
      "src/main.zig:main calls src/args.zig:Parser.init exact",
      "src/main.zig:main calls src/args.zig:Parser.next typed",
      "src/main.zig:main calls src/main.zig:local exact",
    ]);
  });
});
