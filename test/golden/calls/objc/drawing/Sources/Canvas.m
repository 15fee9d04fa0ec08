#import "Canvas.h"
#import "Shape.h"

@implementation Canvas {
    NSTimer *_timer;
}

- (NSMutableArray *)shapes {
    if (!_shapes) _shapes = [NSMutableArray array];
    return _shapes;
}

- (Canvas *)add:(Shape *)shape {
    [self add:shape atIndex:0];
    return self;
}

- (void)add:(Shape *)shape atIndex:(NSInteger)index {
    [self.shapes insertObject:shape atIndex:index];
    [self.delegate canvas:self didAdd:shape];
}

- (void)visit:(Visitor)visitor {
    for (Shape *shape in self.shapes) {
        visitor(shape);
    }
}

- (void)render {
    [self visit:^(Shape *shape) {
        [shape drawIn:self];
    }];
    _timer = [NSTimer scheduledTimerWithTimeInterval:1 target:self selector:@selector(tick) userInfo:nil repeats:YES];
}

- (void)tick {
    for (id<Drawable> d in self.shapes) {
        [d drawIn:self];
    }
}

@end
