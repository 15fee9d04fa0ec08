#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static const char *timestamp(void) {
  static char text[32];
  time_t now = time(NULL);
  strftime(text, sizeof text, "%F", localtime(&now));
  return text;
}

void log_write(const char *level, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s %s ", timestamp(), level);
  vfprintf(stderr, format, args);
  va_end(args);
}
