const std = @import("std");
const hash = @import("hash.zig");
const Order = @import("order.zig").Order;

const Self = @This();

allocator: std.mem.Allocator,
count: usize = 0,
orders: [8]Order = undefined,

pub fn init(allocator: std.mem.Allocator) Self {
    return .{ .allocator = allocator };
}

pub fn deinit(self: *Self) void {
    self.reset();
}

pub fn put(self: *Self, order: Order) !void {
    if (!order.isValid()) return error.Invalid;
    self.orders[self.slot(order.id)] = order;
    self.count += 1;
}

fn slot(self: *const Self, id: u32) usize {
    _ = self;
    return hash.mix(id) % limit();
}

fn reset(self: *Self) void {
    self.count = 0;
}

fn limit() usize {
    return 8;
}
