#import "MDTrack.h"

@implementation MDTrack
+ (instancetype)trackWithTitle:(NSString *)title {
    MDTrack *track = [[MDTrack alloc] init];
    track.title = title;
    return track;
}
- (void)load {
    NSLog(@"load %@", [self label]);
}
- (NSString *)label {
    return self.title;
}
@end

@implementation MDLiveTrack
- (void)load {
    [self connect];
    [super load];
}
- (void)connect {
}
@end

@implementation MDTrack (Formatting)
- (NSString *)shortLabel {
    return [[self label] substringToIndex:3];
}
@end
