#import <Foundation/Foundation.h>

@interface Ledger : NSObject
+ (Ledger *)shared;
- (void)record:(NSInteger)amount note:(NSString *)note;
- (void)flush;
@end

@interface Ledger (Export)
- (NSString *)csv;
@end
