#import "Ledger.h"

@implementation Ledger

+ (Ledger *)shared {
  static Ledger *one;
  if (!one) one = [[Ledger alloc] init];
  return one;
}

- (void)record:(NSInteger)amount note:(NSString *)note {
  [self append:note];
}

- (void)append:(NSString *)note {
  [[NSUserDefaults standardUserDefaults] setObject:note forKey:@"note"];
}

- (void)flush {
}

@end

@implementation Ledger (Export)

- (NSString *)csv {
  [self flush];
  return @"";
}

@end
