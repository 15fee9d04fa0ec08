#import <Foundation/Foundation.h>
#import "FDItem.h"

typedef void (^FDCompletion)(NSArray<FDItem *> *items, NSError *error);

@class FDStore;

@protocol FDStoreDelegate <NSObject>
- (void)store:(FDStore *)store didLoad:(NSUInteger)count;
@end

@interface FDStore : NSObject
@property (nonatomic, weak) id<FDStoreDelegate> delegate;
@property (class, nonatomic, readonly) FDStore *sharedStore;
- (void)loadWithCompletion:(FDCompletion)completion;
- (NSArray<FDItem *> *)unread;
- (FDItem *)objectAtIndexedSubscript:(NSUInteger)index;
@end

@interface NSArray (FDSorting)
- (NSArray *)fd_sorted;
@end
