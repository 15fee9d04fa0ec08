pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        const This = @This();

        pub fn append(self: *This, item: T) void {
            self.grow();
            self.items[0] = item;
        }

        fn grow(self: *This) void {
            _ = self;
        }
    };
}
