#import "MDPlayer.h"
#import "MDTrack.h"

@interface MDController : NSObject <MDPlayerDelegate>
@property (nonatomic, strong) MDPlayer *player;
- (void)start;
@end

@implementation MDController

- (void)start {
    self.player = [MDPlayer sharedPlayer];
    self.player.delegate = self;
    [self.player enqueue:[self buildTrack:@"intro"]];
    [self.player play];
    [self.player eachTrack:^(MDTrack *track) {
        [self logTrack:track];
    }];
    [[MDPlayer sharedPlayer] stop];
}

- (MDTrack *)buildTrack:(NSString *)title {
    if (title.length == 0) {
        MDLiveTrack *live = [[MDLiveTrack alloc] init];
        [live connect];
        return live;
    }
    return [MDTrack trackWithTitle:title];
}

- (void)logTrack:(MDTrack *)track {
    NSLog(@"%@", track.shortLabel);
    NSLog(@"%@", [track label]);
}

- (void)player:(MDPlayer *)player didStart:(MDTrack *)track {
    [self logTrack:track];
}

- (void)playerDidStop:(MDPlayer *)player {
    [player reset];
}

@end

int main(int argc, char **argv) {
    MDController *controller = [MDController new];
    [controller start];
    return 0;
}
