#import "FDStore.h"

@implementation NSArray (FDSorting)
- (NSArray *)fd_sorted {
    return [self sortedArrayUsingSelector:@selector(compare:)];
}
@end

@implementation FDStore {
    NSMutableArray<FDItem *> *_items;
    dispatch_queue_t _queue;
}

+ (FDStore *)sharedStore {
    static FDStore *store;
    static dispatch_once_t once;
    dispatch_once(&once, ^{
        store = [[FDStore alloc] init];
    });
    return store;
}

- (instancetype)init {
    self = [super init];
    if (self) {
        _items = [NSMutableArray array];
        [self seed];
    }
    return self;
}

- (void)seed {
    [_items addObject:[FDItem itemWithTitle:@"welcome"]];
    FDPodcast *podcast = [[FDPodcast alloc] initWithTitle:@"pod"];
    podcast.duration = 60;
    [_items addObject:podcast];
}

- (void)loadWithCompletion:(FDCompletion)completion {
    __weak typeof(self) weakSelf = self;
    dispatch_async(_queue, ^{
        __strong typeof(weakSelf) strongSelf = weakSelf;
        NSError *error = [strongSelf validate];
        completion([strongSelf unread], error);
        [strongSelf.delegate store:strongSelf didLoad:strongSelf->_items.count];
    });
}

- (NSError *)validate {
    for (FDItem *item in _items) {
        if (item.title.length == 0) return [self errorWithCode:1];
    }
    return nil;
}

- (NSError *)errorWithCode:(NSInteger)code {
    return [NSError errorWithDomain:@"feed" code:code userInfo:nil];
}

- (NSArray<FDItem *> *)unread {
    NSMutableArray *found = [NSMutableArray array];
    [_items enumerateObjectsUsingBlock:^(FDItem *item, NSUInteger i, BOOL *stop) {
        if (!item.isRead) [found addObject:item];
    }];
    return [found fd_sorted];
}

- (FDItem *)objectAtIndexedSubscript:(NSUInteger)index {
    return _items[index];
}

@end
