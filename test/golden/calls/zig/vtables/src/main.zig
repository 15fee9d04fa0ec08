const std = @import("std");
const shapes = @import("shapes.zig");
const List = @import("list.zig").List;
const Range = @import("math.zig").Range;
usingnamespace @import("math.zig");

var total: f64 = 0;

fn add(shape: shapes.Shape) void {
    total += shape.area();
    log(shape.name());
}

fn log(text: []const u8) void {
    std.log.info("{s}", .{text});
}

pub fn main() !void {
    var list = List(shapes.Shape).init(std.heap.page_allocator);
    var circle = shapes.Circle{ .radius = 2 };
    try list.append(circle.shape());
    list.each(add);
    list.each(&add);
    const rect = shapes.Rect.unit().scale(3);
    const any: shapes.Any = .{ .rect = rect };
    const limits = Range(f64){ .low = 0, .high = 10 };
    show(limits.clamp(any.area() + rect.area()));
    const r2: shapes.Rect = .init(1, 2);
    show(r2.area());
}

fn show(x: f64) void {
    std.debug.print("{d}\n", .{x});
}
