const std = @import("std");
const parser = @import("parser.zig");
const parseText = parser.parseText;
const Parser = parser.Parser;

fn Pair(comptime A: type, comptime B: type) type {
    return struct {
        a: A,
        b: B,
        pub fn sum(self: @This()) A {
            return add(A, self.a, self.b);
        }
    };
}

fn add(comptime T: type, a: T, b: T) T {
    return a + b;
}

const Command = struct {
    name: []const u8,
    run: *const fn () void,
};

const commands = [_]Command{
    .{ .name = "hello", .run = hello },
    .{ .name = "bye", .run = bye },
};

fn hello() void {
    log("hello");
}

fn bye() void {
    log("bye");
}

fn log(text: []const u8) void {
    std.debug.print("{s}", .{text});
}

fn forEach(items: []const u8, comptime f: fn (u8) void) void {
    for (items) |i| f(i);
}

fn printByte(b: u8) void {
    std.debug.print("{d}", .{b});
}

pub fn main() !void {
    const value = try parseText("1");
    log(value.format());
    var p = Parser.init("2");
    if (p.parse()) |v| {
        log(v.format());
    } else |_| {}
    const pair = Pair(u8, u8){ .a = 1, .b = 2 };
    _ = pair.sum();
    for (commands) |c| c.run();
    forEach("abc", printByte);
}
