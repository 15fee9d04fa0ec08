#include "../include/store.h"

#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "hash.h"

static int file_load(store_t *store, const char *path);
static int file_save(store_t *store, const char *path);

static const struct store_ops file_ops = {
  .load = file_load,
  .save = file_save,
};

/* the same name as in hash.c, both private */
static int normalize(const char *key) { return key[0] == '/'; }

static int file_load(store_t *store, const char *path) {
  store->count = hash_string(path);
  return 0;
}

static int file_save(store_t *store, const char *path) {
  LOG_INFO("saving %s", path);
  return store->count > 0;
}

store_t *store_open(const char *path) {
  store_t *store = calloc(1, sizeof *store);
  if (!store) {
    LOG_ERROR("no memory");
    return NULL;
  }
  store->ops = &file_ops;
  store->ops->load(store, path);
  return store;
}

void store_close(store_t *store) {
  store->ops->save(store, "store.db");
  free(store);
}

int store_get(store_t *store, const char *key) {
  if (normalize(key)) return 0;
  return hash_string(key) % (int)store_count(store);
}

int store_put(store_t *store, const char *key, int value) {
  store->count += value;
  return store_get(store, key);
}

void store_each(store_t *store, visit_fn visit, void *context) {
  for (size_t i = 0; i < store->count; i++)
    if (visit("key", (int)i, context)) break;
}
