#import "Shape.h"
#import "Helpers.h"

@interface Shape ()
- (void)privateSetup;
@end

@implementation Shape

+ (instancetype)shapeWithName:(NSString *)name {
    return [[self alloc] initWithName:name];
}

- (instancetype)initWithName:(NSString *)name {
    self = [super init];
    if (self) {
        _name = [name copy];
        [self privateSetup];
    }
    return self;
}

- (void)privateSetup {
    LogLine(@"setup");
}

- (double)area {
    return [self computeArea];
}

- (double)computeArea { return 0; }

- (void)drawIn:(id)canvas {
    [self log];
}

- (void)log {
    NSLog(@"%@", Describe(self.name, self.area));
}

@end

@implementation Circle

- (instancetype)initWithRadius:(double)radius {
    if ((self = [super initWithName:@"circle"])) {
        _radius = radius;
    }
    return self;
}

- (double)computeArea {
    return Square(self.radius) * M_PI;
}

- (void)drawIn:(id)canvas {
    [super drawIn:canvas];
    [canvas setNeedsDisplay:YES];
}

@end
