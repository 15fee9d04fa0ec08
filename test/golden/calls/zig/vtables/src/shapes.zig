const std = @import("std");
const math = @import("math.zig");

pub const Shape = struct {
    ptr: *anyopaque,
    vtable: *const VTable,

    pub const VTable = struct {
        area: *const fn (ptr: *anyopaque) f64,
        name: *const fn (ptr: *anyopaque) []const u8,
    };

    pub fn area(self: Shape) f64 {
        return self.vtable.area(self.ptr);
    }

    pub fn name(self: Shape) []const u8 {
        return self.vtable.name(self.ptr);
    }
};

pub const Circle = struct {
    radius: f64,

    pub fn shape(self: *Circle) Shape {
        return .{ .ptr = self, .vtable = &.{ .area = areaOf, .name = nameOf } };
    }

    fn areaOf(ptr: *anyopaque) f64 {
        const self: *Circle = @ptrCast(@alignCast(ptr));
        return math.pi * math.square(self.radius);
    }

    fn nameOf(_: *anyopaque) []const u8 {
        return "circle";
    }
};

pub const Rect = struct {
    w: f64,
    h: f64,

    pub fn init(w: f64, h: f64) Rect {
        std.debug.assert(math.positive(w));
        return .{ .w = w, .h = h };
    }

    pub fn unit() Rect {
        return Rect.init(1, 1);
    }

    pub fn area(self: Rect) f64 {
        return self.w * self.h;
    }

    pub fn scale(self: Rect, by: f64) Rect {
        return init(self.w * by, self.h * by);
    }
};

pub const Any = union(enum) {
    circle: Circle,
    rect: Rect,

    pub fn area(self: Any) f64 {
        return switch (self) {
            .circle => |*c| @constCast(c).shape().area(),
            .rect => |r| r.area(),
        };
    }
};
