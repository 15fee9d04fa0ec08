#import "Request.h"

static NSURL *BuildURL(NSString *path) {
    return [NSURL URLWithString:path];
}

@implementation Client {
    Cache *_cache;
    NSInteger _count;
}

- (instancetype)initWithTransport:(id<Transport>)transport {
    self = [super init];
    if (self) {
        _transport = transport;
        _cache = [Cache defaultCache];
    }
    return self;
}

- (instancetype)init {
    return [self initWithTransport:nil];
}

- (void)get:(NSString *)path completion:(Completion)completion {
    NSData *cached = [_cache dataForKey:path];
    if (cached) {
        [self finish:completion data:cached];
        return;
    }
    __weak typeof(self) weakSelf = self;
    [self.transport send:BuildURL(path) completion:^(NSData *data, NSError *error) {
        [weakSelf store:data path:path];
        completion(data, error);
    }];
}

- (void)store:(NSData *)data path:(NSString *)path {
    [self.cache setData:data forKey:path];
    _count++;
}

- (void)finish:(Completion)completion data:(NSData *)data {
    completion(data, nil);
}
@end
