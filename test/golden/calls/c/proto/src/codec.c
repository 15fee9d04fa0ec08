#include <string.h>
#include "codec.h"

static const struct codec_ops *const table[] = { &plain_codec, &rle_codec };

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

int codec_each(visit_fn visit, void *arg) {
    for (size_t i = 0; i < COUNT(table); i++) {
        int rc = visit(table[i], arg);
        if (rc) return rc;
    }
    return 0;
}

struct search {
    const char *name;
    const struct codec_ops *found;
};

static int match(const struct codec_ops *ops, void *arg) {
    struct search *s = arg;
    if (strcmp(ops->name, s->name)) return 0;
    s->found = ops;
    return 1;
}

const struct codec_ops *codec_find(const char *name) {
    struct search s = { .name = name };
    codec_each(match, &s);
    return s.found;
}
