const std = @import("std");

pub const Kind = enum {
    leaf,
    branch,

    pub fn isLeaf(self: Kind) bool {
        return self == .leaf;
    }
};

pub const Node = struct {
    id: u32,
    kind: Kind,

    pub fn init(id: u32) Node {
        return .{ .id = id, .kind = pick(id) };
    }

    pub fn branch(id: u32) Node {
        var node = Node.init(id);
        node.setKind(.branch);
        return node;
    }

    fn setKind(self: *Node, kind: Kind) void {
        self.kind = kind;
    }

    pub fn weight(self: Node) u32 {
        return if (self.kind.isLeaf()) 1 else heavy();
    }
};

fn pick(id: u32) Kind {
    return if (id % 2 == 0) .leaf else .branch;
}

fn heavy() u32 {
    return 10;
}

pub const Shape = union(enum) {
    node: Node,
    none: void,

    pub fn weight(self: Shape) u32 {
        return switch (self) {
            .node => |n| n.weight(),
            .none => 0,
        };
    }
};
