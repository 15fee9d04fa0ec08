#include <stdio.h>
#include "buffer.h"
#include "codec.h"

static int runs;

static int put_run(struct buffer *out, char c, int n) {
    char count[16];
    snprintf(count, sizeof count, "%d", n);
    runs++;
    return buffer_puts(out, count) || buffer_put(out, c);
}

static int rle_encode(struct buffer *out, const char *text) {
    while (*text) {
        int n = 1;
        while (text[n] == *text) n++;
        if (put_run(out, *text, n)) return -1;
        text += n;
    }
    return 0;
}

static int rle_decode(struct buffer *in, char *text, size_t len) {
    (void)in; (void)text; (void)len;
    return -1;
}

static void rle_reset(void) { runs = 0; }

const struct codec_ops rle_codec = { "rle", rle_encode, rle_decode, rle_reset };
