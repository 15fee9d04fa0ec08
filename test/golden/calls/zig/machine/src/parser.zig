const std = @import("std");
const tok = @import("tokenizer.zig");
const Token = tok.Token;
const Op = @import("vm.zig").Op;

pub const Parser = struct {
    ops: std.ArrayList(Op),
    tokenizer: *tok.Tokenizer,
    current: Token,

    pub fn init(allocator: std.mem.Allocator, tokenizer: *tok.Tokenizer) Parser {
        return Parser{
            .ops = std.ArrayList(Op).init(allocator),
            .tokenizer = tokenizer,
            .current = tokenizer.next(),
        };
    }

    pub fn deinit(self: *Parser) void {
        self.ops.deinit();
    }

    pub fn parse(self: *Parser) ![]Op {
        try self.expression(0);
        return self.ops.toOwnedSlice();
    }

    fn expression(self: *Parser, min: u8) anyerror!void {
        try self.emit(Op.push(try parseNumber(self.take().text)));
        while (self.current.isOperator()) {
            const kind = self.current.kind;
            if (kind.precedence() < min) break;
            _ = self.take();
            try self.expression(kind.precedence() + 1);
            try self.emit(Op.binary(kind));
        }
    }

    fn take(self: *Parser) Token {
        const old = self.current;
        self.current = self.tokenizer.next();
        return old;
    }

    fn emit(self: *Parser, op: Op) !void {
        try self.ops.append(op);
    }
};

fn parseNumber(text: []const u8) !i64 {
    return std.fmt.parseInt(i64, text, 10);
}
