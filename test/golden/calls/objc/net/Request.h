#import <Foundation/Foundation.h>
typedef void (^Completion)(NSData *data, NSError *error);
@protocol Transport <NSObject>
- (void)send:(NSURL *)url completion:(Completion)completion;
@end
@interface Cache : NSObject
+ (Cache *)defaultCache;
- (NSData *)dataForKey:(NSString *)key;
- (void)setData:(NSData *)data forKey:(NSString *)key;
@end
@interface Client : NSObject
@property (strong) id<Transport> transport;
@property (readonly) Cache *cache;
- (instancetype)initWithTransport:(id<Transport>)transport;
- (void)get:(NSString *)path completion:(Completion)completion;
@end
