#import "FDItem.h"

static NSString *FDTrim(NSString *text) {
    return [text stringByTrimmingCharactersInSet:[NSCharacterSet whitespaceCharacterSet]];
}

@interface FDItem ()
@property (nonatomic, strong) NSDate *readAt;
- (void)touch;
@end

@implementation FDItem

+ (instancetype)itemWithTitle:(NSString *)title {
    return [[self alloc] initWithTitle:title];
}

- (instancetype)initWithTitle:(NSString *)title {
    if ((self = [super init])) {
        _title = FDTrim(title);
    }
    return self;
}

- (NSString *)render {
    return [NSString stringWithFormat:@"%@%@", [self prefix], self.title];
}

- (NSString *)prefix {
    return self.isRead ? @"" : @"* ";
}

- (NSComparisonResult)compare:(FDItem *)other {
    return [self.title compare:other.title];
}

- (void)markRead {
    self.read = YES;
    [self touch];
}

- (void)touch {
    self.readAt = [NSDate date];
}

@end

@implementation FDPodcast

- (NSString *)render {
    NSString *base = [super render];
    return [base stringByAppendingString:[self formattedDuration]];
}

- (NSString *)formattedDuration {
    return FDFormatSeconds(self.duration);
}

static NSString *FDFormatSeconds(NSTimeInterval seconds) {
    return [NSString stringWithFormat:@"%.0fs", seconds];
}

@end
