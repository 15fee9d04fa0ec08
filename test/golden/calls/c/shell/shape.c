#include <stdio.h>
#include <stdlib.h>
#include "shape.h"

static double circle_area(const struct shape *self) {
    return 3.14159 * SQUARE(self->a);
}

static void circle_describe(const struct shape *self) {
    printf("circle %f\n", circle_area(self));
}

static double rect_area(const struct shape *self) {
    return self->a * self->b;
}

static void rect_describe(const struct shape *self) {
    printf("rect %f\n", self->a);
}

static const struct shape_ops circle_ops = {
    .area = circle_area,
    .describe = circle_describe,
};

static const struct shape_ops rect_ops = { rect_area, rect_describe };

static struct shape *alloc_shape(const struct shape_ops *ops, double a, double b) {
    struct shape *s = malloc(sizeof(*s));
    s->ops = ops;
    s->a = a;
    s->b = b;
    return s;
}

struct shape *circle_create(double radius) {
    return alloc_shape(&circle_ops, radius, 0);
}

struct shape *rect_create(double w, double h) {
    return alloc_shape(&rect_ops, w, h);
}

double shape_area(const struct shape *s) {
    return s->ops->area(s);
}

void shape_describe(const struct shape *s) {
    s->ops->describe(s);
}
