#pragma once
typedef struct conn { int fd; char buf[256]; } conn_t;
typedef struct request { char path[64]; } request_t;
void conn_init(conn_t *c, int fd);
int conn_valid(const conn_t *c);
int conn_read(conn_t *c, request_t *out);
int conn_write(conn_t *c, const char *text);
void conn_close(conn_t *c);
