#ifndef LOG_H
#define LOG_H
enum level { DEBUG, ERROR };
void log_write(enum level level, const char *text);
void log_error(const char *text);
#define LOG_DEBUG(text) log_write(DEBUG, text)
#endif
