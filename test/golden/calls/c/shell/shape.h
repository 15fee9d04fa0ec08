#ifndef SHAPE_H
#define SHAPE_H

struct shape;

struct shape_ops {
    double (*area)(const struct shape *self);
    void (*describe)(const struct shape *self);
};

struct shape {
    const struct shape_ops *ops;
    double a, b;
};

struct shape *circle_create(double radius);
struct shape *rect_create(double w, double h);
double shape_area(const struct shape *s);
void shape_describe(const struct shape *s);

#define SQUARE(x) ((x) * (x))
#endif
