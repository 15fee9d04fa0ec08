#import "Canvas.h"
#import "Shape.h"

@interface App : NSObject <CanvasDelegate>
@property (nonatomic) Canvas *canvas;
@end

@implementation App

- (instancetype)init {
    if (self = [super init]) {
        self.canvas = [Canvas new];
        self.canvas.delegate = self;
        [self build];
    }
    return self;
}

- (void)build {
    [[self.canvas add:[Shape shapeWithName:@"x"]] add:[[Circle alloc] initWithRadius:2]];
    Circle *circle = [[Circle alloc] initWithRadius:3];
    [circle log];
    [_canvas render];
}

- (void)canvas:(Canvas *)canvas didAdd:(Shape *)shape {
    [shape log];
    Finish();
}

static void Finish(void) {
    printf("done\n");
}

@end

int main(void) {
    @autoreleasepool {
        App *app = [[App alloc] init];
        [app.canvas render];
    }
    return 0;
}
