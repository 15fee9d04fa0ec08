#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include "buffer.h"
#include "codec.h"

static buffer_t *shared;

static void on_exit_free(void) {
    if (shared) buffer_free(shared);
}

static void on_signal(int sig) {
    (void)sig;
    on_exit_free();
    exit(1);
}

static int print_name(const struct codec_ops *ops, void *arg) {
    (void)arg;
    printf("%s\n", ops->name);
    if (ops->reset) ops->reset();
    return 0;
}

typedef struct {
    const char *flag;
    int (*run)(const char *value);
} option_t;

static int run_list(const char *value) {
    (void)value;
    return codec_each(print_name, NULL);
}

static int run_encode(const char *value) {
    const struct codec_ops *ops = codec_find("rle");
    if (!ops) return 2;
    int rc = ops->encode(shared, value);
    if (!buffer_empty(shared)) puts(shared->data);
    return rc;
}

static const option_t options[] = {
    { "--list", run_list },
    { "--encode", run_encode },
};

int main(int argc, char **argv) {
    shared = buffer_new(64);
    atexit(on_exit_free);
    signal(SIGINT, on_signal);
    for (int i = 1; i + 1 < argc; i += 2)
        for (size_t k = 0; k < 2; k++)
            if (options[k].run(argv[i + 1]) != 0) return 1;
    char text[8];
    return CODEC_CALL(&plain_codec, decode, shared, text, sizeof text);
}
