const std = @import("std");

pub const Logger = struct {
    ptr: *anyopaque,
    writeFn: *const fn (ptr: *anyopaque, text: []const u8) void,

    pub fn write(self: Logger, text: []const u8) void {
        self.writeFn(self.ptr, text);
    }
};

pub const Console = struct {
    lines: usize = 0,

    pub fn logger(self: *Console) Logger {
        return .{ .ptr = self, .writeFn = writeLine };
    }

    fn writeLine(ptr: *anyopaque, text: []const u8) void {
        const self: *Console = @ptrCast(@alignCast(ptr));
        self.bump();
        std.debug.print("{s}\n", .{text});
    }

    fn bump(self: *Console) void {
        self.lines += 1;
    }
};
