const std = @import("std");

pub fn build(b: *std.Build) void {
    const exe = b.addExecutable(.{ .name = "shop" });
    addOptions(b, exe);
    b.installArtifact(exe);
}

fn addOptions(b: *std.Build, exe: *std.Build.Step.Compile) void {
    _ = b;
    _ = exe;
}
