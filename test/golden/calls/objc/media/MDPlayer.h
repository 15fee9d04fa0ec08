#import <Foundation/Foundation.h>

@class MDTrack;
@class MDPlayer;

@protocol MDPlayerDelegate <NSObject>
- (void)player:(MDPlayer *)player didStart:(MDTrack *)track;
@optional
- (void)playerDidStop:(MDPlayer *)player;
@end

@interface MDPlayer : NSObject
@property (nonatomic, weak) id<MDPlayerDelegate> delegate;
@property (nonatomic, strong) NSMutableArray<MDTrack *> *queue;
+ (instancetype)sharedPlayer;
- (instancetype)initWithName:(NSString *)name;
- (void)enqueue:(MDTrack *)track;
- (void)play;
- (void)stop;
- (void)eachTrack:(void (^)(MDTrack *track))block;
@end
