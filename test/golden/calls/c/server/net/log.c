#include "log.h"
#include <stdio.h>
#include <stdarg.h>

static void to_stderr(const char *line) { fputs(line, stderr); }
static void (*current)(const char *line) = to_stderr;

static const char *name_of(enum level level)
{
    return level == LEVEL_INFO ? "info" : "error";
}

void log_set_sink(void (*sink)(const char *line))
{
    current = sink ? sink : to_stderr;
}

void log_write(enum level level, const char *fmt, ...)
{
    char line[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof(line), fmt, args);
    va_end(args);
    current(name_of(level));
    current(line);
}
