#pragma once
enum level { LEVEL_INFO, LEVEL_ERROR };
void log_write(enum level level, const char *fmt, ...);
void log_set_sink(void (*sink)(const char *line));
#define LOG_INFO(...) log_write(LEVEL_INFO, __VA_ARGS__)
#define LOG_ERROR(...) \
    do { \
        log_write(LEVEL_ERROR, __VA_ARGS__); \
    } while (0)
