#import "Helpers.h"

static NSString *Prefix(void) { return @"> "; }

void LogLine(NSString *text) {
    NSLog(@"%@%@", Prefix(), text);
}

NSString *Describe(NSString *name, double area) {
    return [NSString stringWithFormat:@"%@ %f", name, area];
}
