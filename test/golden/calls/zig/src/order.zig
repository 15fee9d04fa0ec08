const money = @import("money.zig");
const Money = money.Money;

pub const Status = enum {
    open,
    paid,

    pub fn label(self: Status) []const u8 {
        return switch (self) {
            .open => "open",
            .paid => "paid",
        };
    }
};

pub const Line = struct {
    name: []const u8,
    price: Money,

    pub fn cost(self: Line) Money {
        return self.price.rounded();
    }
};

pub const Order = struct {
    id: u32,
    status: Status = .open,
    first: Line,

    pub fn create(id: u32, line: Line) Order {
        var order = Order{ .id = id, .first = line };
        order.touch();
        return order;
    }

    pub fn isValid(self: *const Order) bool {
        return self.total().isPositive();
    }

    pub fn total(self: *const Order) Money {
        return self.first.cost().plus(Money.zero());
    }

    fn touch(self: *Order) void {
        self.status = .open;
        _ = self.status.label();
    }
};
