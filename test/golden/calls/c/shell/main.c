#include <stdio.h>
#include <string.h>
#include "list.h"
#include "shape.h"

typedef int (*command_fn)(int argc, char **argv);

struct command {
    const char *name;
    command_fn run;
};

static list_t *shapes;

static int sum_area(void *item, void *context) {
    double *total = context;
    *total += shape_area(item);
    return 0;
}

static int show_one(void *item, void *context) {
    (void)context;
    shape_describe((struct shape *)item);
    return 0;
}

static int cmd_add(int argc, char **argv) {
    struct shape *s = argc > 1 ? rect_create(1, 2) : circle_create(3);
    list_push(shapes, s);
    return 0;
}

static int cmd_total(int argc, char **argv) {
    double total = 0;
    list_each(shapes, sum_area, &total);
    printf("%f\n", total);
    return 0;
}

static int cmd_list(int argc, char **argv) {
    return list_each(shapes, &show_one, NULL);
}

static const struct command commands[] = {
    { "add", cmd_add },
    { "total", cmd_total },
    { "list", cmd_list },
};

static const struct command *find_command(const char *name) {
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int dispatch(const char *name, int argc, char **argv) {
    const struct command *c = find_command(name);
    if (!c)
        return -1;
    return c->run(argc, argv);
}

static void drop(void *item) {
    (void)item;
}

int main(int argc, char **argv) {
    shapes = list_new();
    int rc = dispatch("add", argc, argv);
    dispatch("total", argc, argv);
    list_free(shapes, drop);
    return rc;
}
