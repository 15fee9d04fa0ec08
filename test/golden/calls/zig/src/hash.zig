pub fn mix(value: u32) u32 {
    return rotate(value) ^ seed;
}

fn rotate(value: u32) u32 {
    return value << 3;
}

const seed: u32 = 7;

test "mix" {
    _ = mix(1);
}
