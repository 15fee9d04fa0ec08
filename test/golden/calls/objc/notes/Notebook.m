#import "Notebook.h"
@interface Notebook ()
@property (nonatomic, strong) NSMutableArray<Note *> *notes;
@end
@implementation Notebook
+ (instancetype)notebook {
  return [[self alloc] init];
}
- (instancetype)init {
  if ((self = [super init])) {
    [self setup];
  }
  return self;
}
- (void)setup { self.notes = [NSMutableArray new]; }
- (Note *)addText:(NSString *)text {
  Note *note = [[Note alloc] initWithText:text];
  [self.notes addObject:note];
  [self changed];
  return note;
}
- (void)changed { [self save:self.notes.lastObject]; }
- (void)enumerate:(void (^)(Note *, NSUInteger))block {
  NSUInteger i = 0;
  for (Note *n in self.notes) block(n, i++);
}
- (NSUInteger)totalWords {
  __block NSUInteger total = 0;
  [self enumerate:^(Note *note, NSUInteger index) { total += [note wordCount]; }];
  return total;
}
- (void)save:(id<Storable>)item { NSLog(@"%@", [item encode]); }
@end
