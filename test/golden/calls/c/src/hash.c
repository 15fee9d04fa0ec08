#include "hash.h"

static int normalize(int value) { return value < 0 ? -value : value; }

static int mix(int hash, char c) { return hash * 31 + c; }

int hash_string(const char *text) {
  int hash = 7;
  while (*text) hash = mix(hash, *text++);
  return normalize(hash);
}
