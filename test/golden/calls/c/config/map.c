#include "map.h"
#include <stdlib.h>
#include <string.h>

struct entry { char *key, *value; struct entry *next; };
struct map { int size; struct entry **buckets; };

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static struct entry *lookup(map_t *m, const char *key)
{
    for (struct entry *e = m->buckets[hash(key) % m->size]; e; e = e->next)
        if (!strcmp(e->key, key))
            return e;
    return NULL;
}

map_t *map_create(int size)
{
    map_t *m = malloc(sizeof(map_t));
    m->size = size;
    m->buckets = calloc(size, sizeof(struct entry *));
    return m;
}

void map_set(map_t *m, const char *key, const char *value)
{
    struct entry *e = lookup(m, key);
    if (e != NULL) {
        e->value = strdup(value);
    } else {
        e = malloc(sizeof *e);
        e->next = m->buckets[hash(key) % m->size];
        m->buckets[hash(key) % m->size] = e;
    }
}

const char *map_get(map_t *m, const char *key)
{
    struct entry *e = lookup(m, key);
    return e ? e->value : NULL;
}

static void free_entry(struct entry *e)
{
    if (e->next)
        free_entry(e->next);
    free(e);
}

void map_destroy(map_t *m)
{
    for (int i = 0; i < m->size; i++)
        if (m->buckets[i]) free_entry(m->buckets[i]);
    free(m);
}
