#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class FDItem;

@protocol FDRenderable <NSObject>
- (NSString *)render;
@optional
- (void)didRender:(FDItem *)item;
@end

@interface FDItem : NSObject <FDRenderable>
@property (nonatomic, copy, readonly) NSString *title;
@property (nonatomic, assign, getter=isRead) BOOL read;
+ (instancetype)itemWithTitle:(NSString *)title;
- (instancetype)initWithTitle:(NSString *)title NS_DESIGNATED_INITIALIZER;
- (NSComparisonResult)compare:(FDItem *)other;
- (void)markRead;
@end

@interface FDPodcast : FDItem
@property (nonatomic) NSTimeInterval duration;
- (NSString *)formattedDuration;
@end

NS_ASSUME_NONNULL_END
