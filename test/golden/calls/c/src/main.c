#include <stdio.h>
#include <stdlib.h>

#include "log.h"
#include "store.h"

typedef int (*handler_fn)(store_t *store, const char *argument);

struct command {
  const char *name;
  handler_fn run;
};

static int print_entry(const char *key, int value, void *context) {
  (void)context;
  return printf("%s=%d\n", key, value) < 0;
}

static int compare_keys(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int cmd_get(store_t *store, const char *argument) { return store_get(store, argument); }

static int cmd_list(store_t *store, const char *argument) {
  (void)argument;
  int keys[4] = {4, 2, 3, 1};
  qsort(keys, ARRAY_SIZE(keys), sizeof keys[0], compare_keys);
  store_each(store, print_entry, NULL);
  return 0;
}

static const struct command commands[] = {
  {"get", cmd_get},
  {"list", cmd_list},
};

static int usage(void) {
  LOG_ERROR("usage: store get|list");
  return 2;
}

static int run(store_t *store, int index, const char *argument) {
  return commands[index].run(store, argument);
}

int main(int argc, char **argv) {
  if (argc < 2) return usage();
  store_t *store = store_open(argv[1]);
  int (*apply)(store_t *, const char *, int) = store_put;
  apply(store, "a", 1);
  int status = run(store, 0, argv[1]);
  store_close(store);
  return status;
}
