const std = @import("std");
const lru = @import("lru.zig");
const source = @import("source.zig");
const Source = source.Source;
const Cache = lru.Lru(u32, []const u8, hash);

fn hash(key: u32) u64 {
    return scramble(key);
}

fn scramble(x: u64) u64 {
    return x *% 31;
}

const App = struct {
    cache: Cache,
    sources: []const Source,
    onMiss: *const fn (u32) void = ignore,

    fn init(allocator: std.mem.Allocator, sources: []const Source) App {
        return App{ .cache = Cache.init(allocator), .sources = sources };
    }

    fn load(self: *App, id: u32) ![]const u8 {
        if (self.cache.get(id)) |hit| return hit;
        self.onMiss(id);
        for (self.sources) |src| {
            const text = src.fetch(nameOf(id)) catch continue;
            try self.cache.put(id, text);
            return text;
        }
        return source.FetchError.NotFound;
    }

    fn report(self: App) void {
        const stats = self.cache.stats;
        show("ratio", stats.ratio());
        for (self.sources) |*s| show(s.describe(), 0);
    }
};

fn ignore(_: u32) void {}

fn announce(id: u32) void {
    show("miss", @floatFromInt(id));
}

fn nameOf(id: u32) []const u8 {
    return if (id == 0) "root" else "leaf";
}

fn show(label: []const u8, value: f64) void {
    std.debug.print("{s} {d}\n", .{ label, value });
}

pub fn main() !void {
    var gpa = std.heap.GeneralPurposeAllocator(.{}){};
    const sources = [_]Source{ .{ .net = source.Net.withDefaults() }, .{ .disk = .{ .root = "/" } } };
    var app = App.init(gpa.allocator(), &sources);
    defer app.cache.deinit();
    app.onMiss = announce;
    _ = try app.load(1);
    app.report();
}

test "safe" {
    var app: App = .init(std.testing.allocator, &.{});
    try std.testing.expectError(error.NotFound, app.load(3));
    try std.testing.expectEqual(hash(1), scramble(1));
}
