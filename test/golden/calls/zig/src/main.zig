const std = @import("std");
const Store = @import("store.zig");
const order_mod = @import("order.zig");
const parse = @import("money.zig").parse;
const List = @import("list.zig").List;

const Handler = *const fn (id: u32) void;

fn onPlaced(id: u32) void {
    std.debug.print("{d}\n", .{id});
}

fn each(ids: []const u32, handler: Handler) void {
    for (ids) |id| handler(id);
}

pub fn main() !void {
    var store = Store.init(std.heap.page_allocator);
    defer store.deinit();
    const price = try parse("12");
    const line = order_mod.Line{ .name = "pen", .price = price };
    const order = order_mod.Order.create(1, line);
    try store.put(order);
    _ = order.total().plus(price);
    _ = line.cost();
    each(&.{ 1, 2 }, onPlaced);
    if (price.isPositive()) report(&order);
    var list: List(u32) = undefined;
    list.append(1);
}

fn report(order: *const order_mod.Order) void {
    std.debug.print("{s}\n", .{order.status.label()});
}
