pub const Token = union(enum) {
    number: f64,
    string: []const u8,
    eof,

    pub fn isEnd(self: Token) bool {
        return self == .eof;
    }

    pub fn fromChar(c: u8) Token {
        return if (isDigit(c)) Token{ .number = toNumber(c) } else .eof;
    }
};

pub fn isDigit(c: u8) bool {
    return c >= '0' and c <= '9';
}

fn toNumber(c: u8) f64 {
    return @floatFromInt(c - '0');
}
