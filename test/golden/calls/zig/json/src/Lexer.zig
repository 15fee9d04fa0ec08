const std = @import("std");
const token = @import("token.zig");
const Token = token.Token;
const Lexer = @This();

source: []const u8,
pos: usize = 0,

pub fn init(source: []const u8) Lexer {
    return .{ .source = source };
}

pub fn next(self: *Lexer) Token {
    self.skipSpace();
    if (self.atEnd()) return .eof;
    const c = self.source[self.pos];
    self.advance();
    return Token.fromChar(c);
}

fn atEnd(self: *const Lexer) bool {
    return self.pos >= self.source.len;
}

fn advance(self: *Lexer) void {
    self.pos += 1;
}

fn skipSpace(self: *Lexer) void {
    while (!self.atEnd() and isSpace(self.source[self.pos])) self.advance();
}

fn isSpace(c: u8) bool {
    return c == ' ';
}
