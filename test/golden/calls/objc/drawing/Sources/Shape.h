#import <Foundation/Foundation.h>

@protocol Drawable <NSObject>
- (void)drawIn:(id)canvas;
@optional
- (NSString *)title;
@end

@interface Shape : NSObject <Drawable>
@property (nonatomic, copy) NSString *name;
@property (nonatomic, readonly) double area;
+ (instancetype)shapeWithName:(NSString *)name;
- (instancetype)initWithName:(NSString *)name;
- (double)computeArea;
- (void)log;
@end

@interface Circle : Shape
@property (nonatomic) double radius;
- (instancetype)initWithRadius:(double)radius;
@end
