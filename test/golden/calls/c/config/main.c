#include <stdio.h>
#include <stdlib.h>
#include "ini.h"

static void hash(const char *what) { puts(what); }

static void print_error(int line, const char *text)
{
    fprintf(stderr, "%d: %s\n", line, text);
    hash(text);
}

static int by_name(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

static void bye(void) { puts("bye"); }

static int max_of(int a, int b);

int main(void)
{
    struct ini_parser parser;
    char names[] = "cab";
    atexit(bye);
    ini_init(&parser, print_error);
    if (ini_parse(&parser, "a=1\nb=2") > 0)
        return max_of(1, 2);
    qsort(names, 3, 1, by_name);
    printf("%s\n", map_get(parser.values, "a"));
    ini_done(&parser);
    return 0;
}

static int max_of(int a, int b) { return a > b ? a : b; }
