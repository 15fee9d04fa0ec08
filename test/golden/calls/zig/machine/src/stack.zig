const std = @import("std");
const Stack = @This();

items: std.ArrayList(i64),

pub fn init(allocator: std.mem.Allocator) Stack {
    return .{ .items = std.ArrayList(i64).init(allocator) };
}

pub fn deinit(self: *Stack) void {
    self.items.deinit();
}

pub fn push(self: *Stack, value: i64) void {
    self.items.append(value) catch unreachable;
}

pub fn pop(self: *Stack) i64 {
    return self.items.pop();
}

pub fn print(self: Stack) void {
    for (self.items.items) |item| printOne(item);
}

fn printOne(item: i64) void {
    std.debug.print("{d}\n", .{item});
}
