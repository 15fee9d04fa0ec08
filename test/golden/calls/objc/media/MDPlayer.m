#import "MDPlayer.h"
#import "MDTrack.h"

static NSInteger MDNextIndex(NSInteger index) {
    return index + 1;
}

@interface MDPlayer ()
@property (nonatomic, assign) NSInteger index;
- (void)reset;
@end

@implementation MDPlayer

+ (instancetype)sharedPlayer {
    static MDPlayer *shared;
    static dispatch_once_t once;
    dispatch_once(&once, ^{
        shared = [[self alloc] initWithName:@"shared"];
    });
    return shared;
}

- (instancetype)initWithName:(NSString *)name {
    if ((self = [super init])) {
        _queue = [NSMutableArray array];
        [self reset];
    }
    return self;
}

- (void)reset {
    self.index = 0;
}

- (void)enqueue:(MDTrack *)track {
    [self.queue addObject:track];
}

- (void)play {
    MDTrack *track = self.queue[self.index];
    [track load];
    self.index = MDNextIndex(self.index);
    [self.delegate player:self didStart:track];
}

- (void)stop {
    [self reset];
    if ([self.delegate respondsToSelector:@selector(playerDidStop:)]) {
        [self.delegate playerDidStop:self];
    }
}

- (void)eachTrack:(void (^)(MDTrack *track))block {
    for (MDTrack *track in self.queue) {
        block(track);
    }
}

@end
