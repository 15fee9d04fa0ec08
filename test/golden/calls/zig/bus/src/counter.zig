const bus = @import("bus.zig");

pub const Counter = struct {
    total: i64 = 0,
    limit: Limit,

    pub const Limit = struct {
        max: i64,

        pub fn reached(self: Limit, n: i64) bool {
            return n >= self.max;
        }
    };

    pub fn init(max: i64) Counter {
        return Counter{ .limit = .{ .max = clampMax(max) } };
    }

    pub fn add(self: *Counter, event: bus.Event) void {
        if (self.limit.reached(self.total)) return self.reset();
        self.total += event.value;
    }

    pub fn reset(self: *Counter) void {
        self.total = 0;
    }

    pub fn each(self: Counter, comptime f: fn (i64) void) void {
        var i: i64 = 0;
        while (i < self.total) : (i += 1) f(i);
    }
};

fn clampMax(max: i64) i64 {
    return @max(max, minimum());
}

fn minimum() i64 {
    return 1;
}
