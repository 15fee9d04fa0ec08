#import "FDStore.h"

@interface FDConsole : NSObject <FDStoreDelegate>
@property (nonatomic, strong) FDStore *store;
@property (nonatomic, strong) NSArray<id<FDRenderable>> *lines;
@end

@implementation FDConsole

- (instancetype)initWithStore:(FDStore *)store {
    if (self = [super init]) {
        _store = store;
        store.delegate = self;
    }
    return self;
}

- (void)run {
    [self.store loadWithCompletion:^(NSArray<FDItem *> *items, NSError *error) {
        if (error) {
            [self fail:error];
            return;
        }
        self.lines = items;
        [self print];
        [items.firstObject markRead];
    }];
    [NSTimer scheduledTimerWithTimeInterval:1 target:self selector:@selector(tick:) userInfo:nil repeats:YES];
}

- (void)print {
    for (id<FDRenderable> line in self.lines) {
        FDWrite([line render]);
    }
}

- (void)fail:(NSError *)error {
    FDWrite(error.localizedDescription);
}

- (void)tick:(NSTimer *)timer {
    [self print];
}

- (void)store:(FDStore *)store didLoad:(NSUInteger)count {
    FDWrite([NSString stringWithFormat:@"%lu", count]);
}

void FDWrite(NSString *text) {
    printf("%s\n", text.UTF8String);
}

@end

int main(int argc, const char *argv[]) {
    @autoreleasepool {
        FDConsole *console = [[FDConsole alloc] initWithStore:FDStore.sharedStore];
        [console run];
        [[FDStore.sharedStore unread].lastObject markRead];
    }
    return 0;
}
