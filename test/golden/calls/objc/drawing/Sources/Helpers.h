#import <Foundation/Foundation.h>
void LogLine(NSString *text);
NSString *Describe(NSString *name, double area);
static inline double Square(double x) { return x * x; }
