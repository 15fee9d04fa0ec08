#include "shape.h"
#include "mem.h"
#include <stdio.h>

static double circle_area(const struct shape *s) { return 3.14 * s->a * s->a; }
static void circle_draw(const struct shape *s) { printf("circle %f\n", circle_area(s)); }
static double rect_area(const struct shape *s) { return s->a * s->b; }
static void rect_draw(const struct shape *s) { printf("rect %f\n", rect_area(s)); }

static const struct shape_ops circle_ops = {
    .area = circle_area,
    .draw = circle_draw,
};
static const struct shape_ops rect_ops = { rect_area, rect_draw };

static struct shape *shape_make(const struct shape_ops *ops, double a, double b)
{
    struct shape *s = MEM_NEW(struct shape);
    s->ops = ops;
    s->a = a;
    s->b = b;
    return s;
}

struct shape *circle_new(double r) { return shape_make(&circle_ops, r, r); }
struct shape *rect_new(double w, double h) { return shape_make(&rect_ops, w, h); }

double shape_area(const struct shape *s) { return s->ops->area(s); }
void shape_draw(const struct shape *s) { s->ops->draw(s); }

void shape_free(void *s) { mem_free(s); }
