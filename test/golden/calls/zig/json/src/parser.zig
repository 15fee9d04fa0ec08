const std = @import("std");
const Lexer = @import("Lexer.zig");
const Token = @import("token.zig").Token;
const Error = error{ Bad, OutOfMemory };

pub const Value = union(enum) {
    num: f64,
    nil,

    pub fn format(self: Value) []const u8 {
        return switch (self) {
            .num => "num",
            .nil => nilText(),
        };
    }

    fn nilText() []const u8 {
        return "nil";
    }
};

pub const Parser = struct {
    lexer: Lexer,
    current: ?Token = null,
    depth: Depth = .{},

    const Depth = struct {
        n: usize = 0,
        fn enter(self: *Depth) void {
            self.n += 1;
        }
    };

    pub fn init(text: []const u8) Parser {
        var p = Parser{ .lexer = Lexer.init(text) };
        p.bump();
        return p;
    }

    fn bump(self: *Parser) void {
        self.current = self.lexer.next();
    }

    pub fn parse(self: *Parser) Error!Value {
        self.depth.enter();
        const t = self.current orelse return error.Bad;
        if (t.isEnd()) return Value.nil;
        defer self.bump();
        return switch (t) {
            .number => |n| try self.number(n),
            else => self.fail(),
        };
    }

    fn number(self: *Parser, n: f64) Error!Value {
        _ = self;
        return makeNumber(n);
    }

    fn fail(_: *Parser) Error!Value {
        return error.Bad;
    }
};

fn makeNumber(n: f64) Value {
    return Value{ .num = n };
}

pub fn parseText(text: []const u8) !Value {
    var p = Parser.init(text);
    return p.parse();
}
