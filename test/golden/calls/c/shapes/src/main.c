#include <stdio.h>
#include <string.h>
#include "list.h"
#include "shape.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct command {
    const char *name;
    int (*run)(struct list *shapes, int argc, char **argv);
};

static int cmd_add(struct list *shapes, int argc, char **argv)
{
    (void)argv;
    return LIST_PUSH(shapes, argc > 2 ? rect_new(1, 2) : circle_new(3));
}

static int by_area(const void *a, const void *b)
{
    return shape_area(a) > shape_area(b);
}

static int cmd_sort(struct list *shapes, int argc, char **argv)
{
    (void)argc; (void)argv;
    list_sort(shapes, by_area);
    return 0;
}

static int cmd_show(struct list *shapes, int argc, char **argv)
{
    LIST_FOREACH(shapes, n)
        shape_draw(n->item);
    return (int)list_len(shapes);
}

static const struct command commands[] = {
    { "add", cmd_add },
    { "sort", cmd_sort },
    { "show", cmd_show },
};

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void usage(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
        puts(commands[i].name);
}

int main(int argc, char **argv)
{
    struct list *shapes = list_new(shape_free);
    const struct command *c = find(argv[1]);
    int rc = 1;
    if (c)
        rc = c->run(shapes, argc, argv);
    else
        usage();
    list_destroy(shapes);
    return rc;
}
