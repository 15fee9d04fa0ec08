#import "Account.h"
#import "Ledger.h"
#import "Money.h"

@interface Account ()
@property (nonatomic) NSInteger balance;
- (void)notify;
@end

@implementation Entity

- (void)touch {
  [self changed];
}

- (void)changed {
}

@end

@implementation Account

static NSInteger clampAmount(NSInteger amount) {
  return MAX(0, amount);
}

+ (instancetype)accountWithOwner:(NSString *)owner {
  return [[self alloc] initWithOwner:owner];
}

- (instancetype)initWithOwner:(NSString *)owner {
  self = [super init];
  if (self) {
    _ledger = [[Ledger alloc] init];
    [self notify];
  }
  return self;
}

- (BOOL)deposit:(NSInteger)amount {
  self.balance += clampAmount(amount);
  [self.ledger record:MoneyRound(amount) note:@"deposit"];
  [_ledger flush];
  [self touch];
  return YES;
}

- (void)transfer:(NSInteger)amount to:(Account *)other {
  [self deposit:-amount];
  [other deposit:amount];
}

- (void)notify {
  [self.delegate accountDidChange:self];
}

- (void)changed {
  [super changed];
}

@end
