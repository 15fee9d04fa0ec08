#ifndef CODEC_H
#define CODEC_H
#include <stddef.h>

struct buffer;

struct codec_ops {
    const char *name;
    int (*encode)(struct buffer *out, const char *text);
    int (*decode)(struct buffer *in, char *text, size_t len);
    void (*reset)(void);
};

typedef int (*visit_fn)(const struct codec_ops *ops, void *arg);

extern const struct codec_ops plain_codec;
extern const struct codec_ops rle_codec;

const struct codec_ops *codec_find(const char *name);
int codec_each(visit_fn visit, void *arg);
#define CODEC_CALL(ops, fn, ...) ((ops)->fn ? (ops)->fn(__VA_ARGS__) : -1)
#endif
