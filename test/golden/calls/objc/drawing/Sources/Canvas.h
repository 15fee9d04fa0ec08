#import <Foundation/Foundation.h>
@class Shape;
@protocol Drawable, CanvasDelegate;

typedef void (^Visitor)(Shape *shape);

@interface Canvas : NSObject
@property (nonatomic, weak) id<CanvasDelegate> delegate;
@property (nonatomic, strong) NSMutableArray<Shape *> *shapes;
- (Canvas *)add:(Shape *)shape;
- (void)add:(Shape *)shape atIndex:(NSInteger)index;
- (void)visit:(Visitor)visitor;
- (void)render;
@end

@protocol CanvasDelegate <NSObject>
- (void)canvas:(Canvas *)canvas didAdd:(Shape *)shape;
@end
