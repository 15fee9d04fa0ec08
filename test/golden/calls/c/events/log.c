#include "log.h"
#include <stdio.h>

static const char *name_of(enum level level) { return level == ERROR ? "error" : "debug"; }

void log_write(enum level level, const char *text) {
  fprintf(stderr, "%s: %s\n", name_of(level), text);
}

void log_error(const char *text) { log_write(ERROR, text); }
