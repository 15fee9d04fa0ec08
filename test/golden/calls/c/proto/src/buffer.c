#include <stdlib.h>
#include <string.h>
#include "buffer.h"

static int grow(buffer_t *b, size_t need) {
    size_t cap = b->cap ? b->cap * 2 : 16;
    while (cap < need) cap *= 2;
    char *data = realloc(b->data, cap);
    if (!data) return -1;
    b->data = data;
    b->cap = cap;
    return 0;
}

buffer_t *buffer_new(size_t cap) {
    buffer_t *b = calloc(1, sizeof *b);
    if (b && grow(b, cap) < 0) {
        buffer_free(b);
        return NULL;
    }
    return b;
}

void buffer_free(buffer_t *b) {
    free(b->data);
    free(b);
}

int buffer_put(buffer_t *b, char c) {
    if (b->len + 1 > b->cap && grow(b, b->len + 1) < 0) return -1;
    b->data[b->len++] = c;
    return 0;
}

int buffer_puts(buffer_t *b, const char *s) {
    while (*s) {
        if (buffer_put(b, *s++) < 0) return -1;
    }
    return 0;
}
