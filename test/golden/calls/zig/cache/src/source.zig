const std = @import("std");

pub const FetchError = error{ NotFound, Timeout };

pub const Source = union(enum) {
    disk: Disk,
    net: Net,

    pub fn fetch(self: Source, name: []const u8) FetchError![]const u8 {
        return switch (self) {
            .disk => |d| d.read(name),
            .net => |n| try n.download(name),
        };
    }

    pub fn describe(self: Source) []const u8 {
        return switch (self) {
            inline else => |s| s.label(),
        };
    }
};

pub const Disk = struct {
    root: []const u8,

    pub fn read(self: Disk, name: []const u8) FetchError![]const u8 {
        if (!isSafe(name)) return error.NotFound;
        return self.root;
    }

    pub fn label(_: Disk) []const u8 {
        return "disk";
    }
};

pub const Net = struct {
    retries: u8,

    const default_retries = 3;

    pub fn withDefaults() Net {
        return .{ .retries = default_retries };
    }

    pub fn download(self: *const Net, name: []const u8) FetchError![]const u8 {
        var left = self.retries;
        while (left > 0) : (left -= 1) {
            return self.once(name) catch |err| {
                logFailure(err);
                continue;
            };
        }
        return error.Timeout;
    }

    fn once(self: *const Net, name: []const u8) FetchError![]const u8 {
        _ = self;
        return name;
    }

    pub fn label(_: Net) []const u8 {
        return "net";
    }
};

fn isSafe(name: []const u8) bool {
    return std.mem.indexOf(u8, name, "..") == null;
}

fn logFailure(err: FetchError) void {
    std.log.warn("{s}", .{@errorName(err)});
}
