#import "Note.h"
static NSArray *Split(NSString *s) { return [s componentsSeparatedByString:@" "]; }
@implementation Note
- (instancetype)initWithText:(NSString *)text {
  self = [super init];
  if (self) _text = [text copy];
  return self;
}
- (NSUInteger)wordCount { return Split(self.text).count; }
- (NSDictionary *)encode { return @{@"text": self.text, @"n": @([self wordCount])}; }
@end
@implementation Todo
- (void)toggle { self.done = !self.done; }
- (NSDictionary *)encode {
  NSMutableDictionary *d = [[super encode] mutableCopy];
  [self mark:d];
  return d;
}
- (void)mark:(NSMutableDictionary *)d { d[@"done"] = @(self.done); }
@end
