#include "buffer.h"
#include "codec.h"

static int plain_encode(struct buffer *out, const char *text) {
    return buffer_puts(out, text);
}

static int plain_decode(struct buffer *in, char *text, size_t len) {
    size_t i = 0;
    if (buffer_empty(in)) return 0;
    for (; i < in->len && i < len; i++) text[i] = in->data[i];
    return (int)i;
}

const struct codec_ops plain_codec = {
    .name = "plain",
    .encode = plain_encode,
    .decode = plain_decode,
};
