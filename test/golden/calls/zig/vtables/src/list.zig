const std = @import("std");

pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        len: usize,
        allocator: std.mem.Allocator,

        const Self = @This();

        pub fn init(allocator: std.mem.Allocator) Self {
            return Self{ .items = &.{}, .len = 0, .allocator = allocator };
        }

        pub fn append(self: *Self, item: T) !void {
            try self.ensureCapacity(self.len + 1);
            self.items[self.len] = item;
            self.len += 1;
        }

        fn ensureCapacity(self: *Self, wanted: usize) !void {
            if (wanted > self.items.len) self.items = try grow(T, self.allocator, self.items, wanted);
        }

        pub fn each(self: Self, f: *const fn (T) void) void {
            for (self.items[0..self.len]) |item| f(item);
        }
    };
}

fn grow(comptime T: type, allocator: std.mem.Allocator, items: []T, wanted: usize) ![]T {
    return allocator.realloc(items, wanted * 2);
}
