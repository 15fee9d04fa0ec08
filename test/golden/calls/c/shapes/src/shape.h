#ifndef SHAPE_H
#define SHAPE_H
struct shape;
struct shape_ops {
    double (*area)(const struct shape *s);
    void (*draw)(const struct shape *s);
};
struct shape {
    const struct shape_ops *ops;
    double a, b;
};
struct shape *circle_new(double r);
struct shape *rect_new(double w, double h);
double shape_area(const struct shape *s);
void shape_draw(const struct shape *s);
void shape_free(void *s);
#endif
