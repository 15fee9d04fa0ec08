#import "Account.h"
#import "Ledger.h"

@interface Screen : NSObject <AccountDelegate>
- (void)run;
@end

@implementation Screen

- (void)accountDidChange:(id)account {
  [self redraw];
}

- (void)redraw {
}

- (void)run {
  Account *account = [Account accountWithOwner:@"ann"];
  Account *other = [[Account alloc] initWithOwner:@"bob"];
  account.delegate = self;
  [account deposit:5];
  [account transfer:3 to:other];
  [account touch];
  NSString *csv = [[Ledger shared] csv];
  [csv uppercaseString];
  [self performSelector:@selector(redraw)];
  [@[ account ] enumerateObjectsUsingBlock:^(Account *one, NSUInteger i, BOOL *stop) {
    [one.ledger flush];
  }];
}

@end

static void start(void) {
  Screen *screen = [Screen new];
  [screen run];
}

int main(int argc, char **argv) {
  start();
  return 0;
}
