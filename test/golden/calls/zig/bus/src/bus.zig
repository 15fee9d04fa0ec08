const std = @import("std");

pub const Event = struct {
    kind: Kind,
    value: i32 = 0,

    pub const Kind = enum { start, stop };

    pub fn start(value: i32) Event {
        return make(.start, value);
    }

    fn make(kind: Kind, value: i32) Event {
        return .{ .kind = kind, .value = value };
    }

    pub fn isStart(self: Event) bool {
        return self.kind == .start;
    }
};

pub const Handler = *const fn (event: Event) void;

pub fn Bus(comptime max: usize) type {
    return struct {
        handlers: [max]Handler = undefined,
        count: usize = 0,

        const Self = @This();

        pub fn subscribe(self: *Self, handler: Handler) !void {
            try self.reserve();
            self.handlers[self.count] = handler;
            self.count += 1;
        }

        fn reserve(self: *Self) !void {
            if (self.count == max) return error.Full;
        }

        pub fn publish(self: *Self, event: Event) void {
            if (event.isStart()) trace("start");
            for (self.handlers[0..self.count]) |handler| handler(event);
        }
    };
}

fn trace(text: []const u8) void {
    std.log.info("{s}", .{text});
}
