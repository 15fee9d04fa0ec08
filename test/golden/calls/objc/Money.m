#import "Money.h"

NSInteger MoneyRound(NSInteger amount) {
  return amount / 10 * 10;
}
