#include "mem.h"
#include <stdio.h>

static size_t used;

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}

static void account(size_t n)
{
    used += n;
}

void *mem_alloc(size_t n)
{
    void *p = calloc(1, n);
    if (p == NULL)
        die("out of memory");
    account(n);
    return p;
}

void mem_free(void *p)
{
    free(p);
}
