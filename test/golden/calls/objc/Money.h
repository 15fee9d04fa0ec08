#import <Foundation/Foundation.h>

NSInteger MoneyRound(NSInteger amount);
