const std = @import("std");
const Allocator = std.mem.Allocator;

pub const Stats = struct {
    hits: usize = 0,
    misses: usize = 0,

    pub fn ratio(self: Stats) f64 {
        return divide(self.hits, self.total());
    }

    fn total(self: *const Stats) usize {
        return self.hits + self.misses;
    }
};

fn divide(a: usize, b: usize) f64 {
    return @as(f64, @floatFromInt(a)) / @as(f64, @floatFromInt(b));
}

pub fn Lru(comptime K: type, comptime V: type, comptime hashFn: fn (K) u64) type {
    return struct {
        const Self = @This();
        const Node = struct {
            key: K,
            value: V,
            next: ?*Node = null,

            fn detach(node: *Node) ?*Node {
                defer node.next = null;
                return node.next;
            }
        };

        allocator: Allocator,
        head: ?*Node = null,
        stats: Stats = .{},
        len: usize = 0,

        pub fn init(allocator: Allocator) Self {
            return .{ .allocator = allocator };
        }

        pub fn deinit(self: *Self) void {
            while (self.pop()) |node| self.release(node);
        }

        pub fn put(self: *Self, key: K, value: V) !void {
            if (self.find(key)) |node| {
                node.value = value;
                return;
            }
            const node = try self.create(key, value);
            node.next = self.head;
            self.head = node;
            self.len += 1;
        }

        pub fn get(self: *Self, key: K) ?V {
            const node = self.find(key) orelse {
                self.stats.misses += 1;
                return null;
            };
            self.stats.hits += 1;
            return node.value;
        }

        fn find(self: *Self, key: K) ?*Node {
            const wanted = hashFn(key);
            var it = self.head;
            while (it) |node| : (it = node.next) {
                if (hashFn(node.key) == wanted) return node;
            }
            return null;
        }

        fn create(self: *Self, key: K, value: V) !*Node {
            const node = try self.allocator.create(Node);
            node.* = .{ .key = key, .value = value };
            return node;
        }

        fn pop(self: *Self) ?*Node {
            const node = self.head orelse return null;
            self.head = node.detach();
            return node;
        }

        fn release(self: *Self, node: *Node) void {
            self.allocator.destroy(node);
        }
    };
}
