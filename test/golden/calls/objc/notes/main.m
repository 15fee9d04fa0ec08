#import "Notebook.h"
static void Report(Notebook *book) {
  NSLog(@"%lu", (unsigned long)[book totalWords]);
}
int main(int argc, const char *argv[]) {
  @autoreleasepool {
    Notebook *book = [Notebook notebook];
    Note *note = [book addText:@"hello world"];
    NSLog(@"%lu", (unsigned long)note.wordCount);
    Todo *todo = [[Todo alloc] initWithText:@"x"];
    [todo toggle];
    [book save:todo];
    Report(book);
  }
  return 0;
}
