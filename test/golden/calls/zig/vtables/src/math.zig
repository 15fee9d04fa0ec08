pub const pi = 3.14159;

pub fn square(x: f64) f64 {
    return x * x;
}

pub fn positive(x: f64) bool {
    return x > 0;
}

pub fn Range(comptime T: type) type {
    return struct {
        const Self = @This();
        low: T,
        high: T,

        pub fn contains(self: Self, x: T) bool {
            return x >= self.low and x <= self.high;
        }

        pub fn clamp(self: Self, x: T) T {
            if (self.contains(x)) return x;
            return if (x < self.low) self.low else self.high;
        }
    };
}
