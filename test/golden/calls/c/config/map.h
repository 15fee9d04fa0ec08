#pragma once
typedef struct map map_t;
map_t *map_create(int size);
void map_set(map_t *m, const char *key, const char *value);
const char *map_get(map_t *m, const char *key);
void map_destroy(map_t *m);
