#import "Request.h"

@interface FakeTransport : NSObject <Transport>
@end
@implementation FakeTransport
- (void)send:(NSURL *)url completion:(Completion)completion {
    [self log:url];
    completion(nil, nil);
}
- (void)log:(NSURL *)url {}
@end

@interface NSString (Paths)
- (NSString *)asPath;
@end
@implementation NSString (Paths)
- (NSString *)asPath { return [@"/" stringByAppendingString:self]; }
@end

static Client *MakeClient(void) {
    FakeTransport *t = [[FakeTransport alloc] init];
    return [[Client alloc] initWithTransport:t];
}

int main(void) {
    Client *client = MakeClient();
    [client get:[@"a" asPath] completion:^(NSData *d, NSError *e) {}];
    NSData *d = [client.cache dataForKey:@"a"];
    [[Cache defaultCache] setData:d forKey:@"b"];
    return 0;
}
