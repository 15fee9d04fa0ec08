#ifndef STORE_H
#define STORE_H

#include <stddef.h>

typedef struct store store_t;
typedef int (*visit_fn)(const char *key, int value, void *context);

struct store_ops {
  int (*load)(store_t *store, const char *path);
  int (*save)(store_t *store, const char *path);
};

struct store {
  const struct store_ops *ops;
  size_t count;
};

store_t *store_open(const char *path);
void store_close(store_t *store);
int store_get(store_t *store, const char *key);
int store_put(store_t *store, const char *key, int value);
void store_each(store_t *store, visit_fn visit, void *context);

static inline size_t store_count(const store_t *store) { return store->count; }

#endif
