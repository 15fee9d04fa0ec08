#import "Request.h"

@interface Cache ()
@property (strong) NSMutableDictionary *entries;
@end

@implementation Cache
+ (Cache *)defaultCache {
    static Cache *cache = nil;
    if (!cache) cache = [self new];
    return cache;
}
- (NSData *)dataForKey:(NSString *)key {
    return self.entries[[self normalize:key]];
}
- (void)setData:(NSData *)data forKey:(NSString *)key {
    self.entries[[self normalize:key]] = data;
    [self trim];
}
- (NSString *)normalize:(NSString *)key {
    return key.lowercaseString;
}
- (void)trim {}
@end
