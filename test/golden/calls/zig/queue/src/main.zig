const std = @import("std");
const queue = @import("queue.zig");
const node = @import("node.zig");
const Node = node.Node;
const logging = @import("logger.zig");

const App = struct {
    pending: queue.NodeQueue,
    log: logging.Logger,

    fn create(allocator: std.mem.Allocator, log: logging.Logger) App {
        return App{ .pending = queue.NodeQueue.init(allocator), .log = log };
    }

    fn run(self: *App) !void {
        try self.pending.push(Node.init(1));
        try self.pending.push(node.Node.branch(2));
        self.log.write("running");
        self.pending.drain(show);
        self.finish();
    }

    fn finish(self: *App) void {
        self.log.write("bye");
    }
};

fn show(n: Node) void {
    std.debug.print("{d}\n", .{n.weight()});
}

fn apply(f: *const fn (u32) u32, x: u32) u32 {
    return f(x);
}

fn double(x: u32) u32 {
    return x * 2;
}

pub fn main() !void {
    var gpa = std.heap.GeneralPurposeAllocator(.{}){};
    var console = logging.Console{};
    var app = App.create(gpa.allocator(), console.logger());
    try app.run();
    var numbers = queue.Queue(u32).init(gpa.allocator());
    try numbers.push(apply(double, 4));
    const s = node.Shape{ .node = Node.init(3) };
    _ = s.weight();
}

test "queue" {
    var n = Node.branch(3);
    try std.testing.expect(n.weight() == 10);
}
