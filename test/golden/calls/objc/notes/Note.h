#import <Foundation/Foundation.h>
@protocol Storable <NSObject>
- (NSDictionary *)encode;
@end
@interface Note : NSObject <Storable>
@property (nonatomic, copy) NSString *text;
- (instancetype)initWithText:(NSString *)text;
- (NSUInteger)wordCount;
@end
@interface Todo : Note
@property (nonatomic) BOOL done;
- (void)toggle;
@end
