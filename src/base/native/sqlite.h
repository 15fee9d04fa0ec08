/*
 * What an SQL function needs of SQLite, which lives in the engine: its table of calls is handed over when a library is loaded into a connection
 * (https://www.sqlite.org/loadext.html). The order of that table never changes, new calls come behind it; so its few places are written here, and no
 * header of SQLite is needed to build this.
 */
#ifndef MANIFOLD_SQLITE_H
#define MANIFOLD_SQLITE_H

typedef void *const *SqliteCalls;

#define SQLITE_CREATE_FUNCTION(calls) \
  ((int (*)(void *, const char *, int, int, void *, void (*)(void *, int, void **), void (*)(void *, int, void **), void (*)(void *)))(calls)[45])
#define SQLITE_RESULT_INT(calls) ((void (*)(void *, int))(calls)[82])
#define SQLITE_BLOB(calls) ((const void *(*)(void *))(calls)[102])
#define SQLITE_BYTES(calls) ((int (*)(void *))(calls)[103])
#define SQLITE_INT64(calls) ((long long (*)(void *))(calls)[107])

/* Text is UTF-8, and only statements of ours may call it: nothing that a damaged file brings along. */
#define SQLITE_UTF8_DIRECTLY (1 | 0x80000)

#endif
