#ifndef LOG_H
#define LOG_H

void log_write(const char *level, const char *format, ...);

#define LOG_INFO(...) log_write("info", __VA_ARGS__)
#define LOG_ERROR(...) log_write("error", __VA_ARGS__)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif
