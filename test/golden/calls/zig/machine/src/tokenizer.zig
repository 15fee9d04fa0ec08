const std = @import("std");

pub const Token = struct {
    kind: Kind,
    text: []const u8,

    pub const Kind = enum {
        number,
        plus,
        star,
        eof,

        pub fn precedence(self: Kind) u8 {
            return switch (self) {
                .plus => 1,
                .star => 2,
                else => 0,
            };
        }
    };

    pub fn isOperator(self: Token) bool {
        return self.kind.precedence() > 0;
    }
};

pub const Tokenizer = struct {
    source: []const u8,
    pos: usize = 0,

    const Self = @This();

    pub fn init(source: []const u8) Self {
        return .{ .source = source };
    }

    pub fn next(self: *Self) Token {
        self.skipSpace();
        if (self.pos >= self.source.len) return make(.eof, "");
        const c = self.advance();
        return switch (c) {
            '+' => make(.plus, "+"),
            '*' => make(.star, "*"),
            else => self.number(),
        };
    }

    fn number(self: *Self) Token {
        const start = self.pos - 1;
        while (self.pos < self.source.len and isDigit(self.source[self.pos])) _ = self.advance();
        return make(.number, self.source[start..self.pos]);
    }

    fn advance(self: *Self) u8 {
        self.pos += 1;
        return self.source[self.pos - 1];
    }

    fn skipSpace(self: *Self) void {
        while (self.pos < self.source.len and self.source[self.pos] == ' ') self.pos += 1;
    }
};

fn make(kind: Token.Kind, text: []const u8) Token {
    return .{ .kind = kind, .text = text };
}

fn isDigit(c: u8) bool {
    return c >= '0' and c <= '9';
}

test "numbers" {
    var t = Tokenizer.init("12");
    try std.testing.expect(t.next().kind == .number);
}
