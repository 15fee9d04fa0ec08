const std = @import("std");
const Allocator = std.mem.Allocator;
const Node = @import("node.zig").Node;

pub fn Queue(comptime T: type) type {
    return struct {
        const Self = @This();
        items: std.ArrayList(T),
        limit: usize,

        pub fn init(allocator: Allocator) Self {
            return Self{ .items = std.ArrayList(T).init(allocator), .limit = defaultLimit() };
        }

        pub fn push(self: *Self, item: T) !void {
            if (self.isFull()) return error.Full;
            try self.items.append(item);
        }

        pub fn pop(self: *Self) ?T {
            return self.items.popOrNull();
        }

        fn isFull(self: *const Self) bool {
            return self.items.items.len >= self.limit;
        }

        pub fn drain(self: *Self, comptime handler: fn (T) void) void {
            while (self.pop()) |item| handler(item);
        }
    };
}

fn defaultLimit() usize {
    return 16;
}

pub const NodeQueue = Queue(Node);
