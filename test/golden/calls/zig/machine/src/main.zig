const std = @import("std");
const Tokenizer = @import("tokenizer.zig").Tokenizer;
const parser = @import("parser.zig");
const vm = @import("vm.zig");

pub fn main() !void {
    var gpa = std.heap.GeneralPurposeAllocator(.{}){};
    defer _ = gpa.deinit();
    const allocator = gpa.allocator();
    const source = try readSource(allocator, "in.txt");
    defer allocator.free(source);
    run(allocator, source) catch |err| report(err);
}

fn readSource(allocator: std.mem.Allocator, path: []const u8) ![]u8 {
    return std.fs.cwd().readFileAlloc(allocator, path, 1 << 20);
}

fn run(allocator: std.mem.Allocator, source: []const u8) !void {
    var tokenizer = Tokenizer.init(source);
    var p = parser.Parser.init(allocator, &tokenizer);
    defer p.deinit();
    const program = try p.parse();
    var machine: vm.Machine = .init(allocator, .{ .trace = true });
    defer machine.deinit();
    try machine.execute(program);
    machine.stack.print();
}

fn report(err: anyerror) void {
    std.debug.print("{s}\n", .{describe(err)});
}

fn describe(err: anyerror) []const u8 {
    return @errorName(err);
}
