const std = @import("std");
const Kind = @import("tokenizer.zig").Token.Kind;
const Stack = @import("stack.zig");

pub const Op = union(enum) {
    number: i64,
    add,
    mul,

    pub fn push(value: i64) Op {
        return .{ .number = value };
    }

    pub fn binary(kind: Kind) Op {
        return if (kind == .plus) .add else .mul;
    }

    pub fn apply(self: Op, stack: *Stack) void {
        switch (self) {
            .number => |n| stack.push(n),
            .add => stack.push(stack.pop() + stack.pop()),
            .mul => stack.push(multiply(stack.pop(), stack.pop())),
        }
    }
};

fn multiply(a: i64, b: i64) i64 {
    return a * b;
}

pub const Options = struct { trace: bool = false };

pub const Machine = struct {
    stack: Stack,
    options: Options,
    hook: ?*const fn (Op) void = null,

    pub fn init(allocator: std.mem.Allocator, options: Options) Machine {
        var machine = Machine{ .stack = Stack.init(allocator), .options = options };
        if (options.trace) machine.hook = traceOp;
        return machine;
    }

    pub fn deinit(self: *Machine) void {
        self.stack.deinit();
    }

    pub fn execute(self: *Machine, ops: []const Op) !void {
        for (ops) |op| {
            if (self.hook) |hook| hook(op);
            op.apply(&self.stack);
        }
    }
};

fn traceOp(op: Op) void {
    std.debug.print("{}\n", .{op});
}
