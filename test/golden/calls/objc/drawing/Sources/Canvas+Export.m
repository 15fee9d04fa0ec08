#import "Canvas.h"

@interface Canvas (Export)
- (NSString *)exportText;
@end

@implementation Canvas (Export)
- (NSString *)exportText {
    [self render];
    return [self joined:@","];
}

- (NSString *)joined:(NSString *)separator {
    return separator;
}
@end
