#ifndef BUFFER_H
#define BUFFER_H
#include <stddef.h>

typedef struct buffer {
    char *data;
    size_t len;
    size_t cap;
} buffer_t;

buffer_t *buffer_new(size_t cap);
void buffer_free(buffer_t *b);
int buffer_put(buffer_t *b, char c);
int buffer_puts(buffer_t *b, const char *s);

static inline int buffer_empty(const buffer_t *b) {
    return b->len == 0;
}
#endif
