#import "Note.h"
@interface Notebook : NSObject
@property (nonatomic, strong, readonly) NSMutableArray<Note *> *notes;
+ (instancetype)notebook;
- (Note *)addText:(NSString *)text;
- (void)enumerate:(void (^)(Note *note, NSUInteger index))block;
- (NSUInteger)totalWords;
- (void)save:(id<Storable>)item;
@end
