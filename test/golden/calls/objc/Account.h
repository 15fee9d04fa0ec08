#import <Foundation/Foundation.h>

@class Ledger;

NS_ASSUME_NONNULL_BEGIN

@protocol AccountDelegate <NSObject>
- (void)accountDidChange:(id)account;
@optional
- (void)account:(id)account didFail:(NSError *)error;
@end

@interface Entity : NSObject
@property (nonatomic, copy) NSString *identifier;
- (void)touch;
- (void)changed;
@end

@interface Account : Entity
@property (nonatomic, weak, nullable) id<AccountDelegate> delegate;
@property (nonatomic, strong) Ledger *ledger;
+ (instancetype)accountWithOwner:(NSString *)owner;
- (instancetype)initWithOwner:(NSString *)owner;
- (BOOL)deposit:(NSInteger)amount;
- (void)transfer:(NSInteger)amount to:(Account *)other;
@end

NS_ASSUME_NONNULL_END
