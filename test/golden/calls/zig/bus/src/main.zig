const std = @import("std");
const Bus = @import("bus.zig").Bus;
const Event = @import("bus.zig").Event;
const counter_mod = @import("counter.zig");
const Counter = counter_mod.Counter;

const AppBus = Bus(8);

const App = struct {
    bus: AppBus,
    counter: Counter,
    allocator: std.mem.Allocator,

    pub fn create(allocator: std.mem.Allocator) !*App {
        const app = try allocator.create(App);
        app.* = .{ .bus = .{}, .counter = Counter.init(10), .allocator = allocator };
        try app.setup();
        return app;
    }

    fn setup(self: *App) !void {
        try self.bus.subscribe(onEvent);
        try self.bus.subscribe(&other);
    }

    pub fn destroy(self: *App) void {
        self.counter.reset();
        self.allocator.destroy(self);
    }

    pub fn fire(self: *App, n: i32) void {
        const event = Event.start(n);
        self.bus.publish(event);
        self.counter.add(event);
    }
};

fn onEvent(event: Event) void {
    print(event.value);
}

fn other(_: Event) void {}

fn print(value: i64) void {
    std.debug.print("{d}", .{value});
}

pub fn main() !void {
    var app = try App.create(std.heap.page_allocator);
    defer app.destroy();
    app.fire(3);
    app.counter.each(print);
    var small = Bus(2){};
    small.publish(Event.start(1));
}

test "counter" {
    var c = Counter.init(2);
    c.add(Event.start(2));
    try std.testing.expect(c.limit.reached(2));
}
