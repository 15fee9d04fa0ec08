#import <Foundation/Foundation.h>

@interface MDTrack : NSObject
@property (nonatomic, copy) NSString *title;
+ (instancetype)trackWithTitle:(NSString *)title;
- (void)load;
- (NSString *)label;
@end

@interface MDLiveTrack : MDTrack
- (void)connect;
@end

@interface MDTrack (Formatting)
- (NSString *)shortLabel;
@end
