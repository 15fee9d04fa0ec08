#include "conn.h"
#include <unistd.h>
#include <string.h>
#include "log.h"

static int fill(conn_t *c);
static int parse(const char *text, request_t *out)
{
    strncpy(out->path, text, sizeof(out->path) - 1);
    return 0;
}

void conn_init(conn_t *c, int fd)
{
    memset(c, 0, sizeof(*c));
    c->fd = fd;
}

int conn_valid(const conn_t *c) { return c->fd >= 0; }

static int fill(conn_t *c)
{
    ssize_t n = read(c->fd, c->buf, sizeof(c->buf));
    if (n < 0)
        log_write(LEVEL_ERROR, "read failed");
    return (int)n;
}

int conn_read(conn_t *c, request_t *out)
{
    return fill(c) > 0 ? parse(c->buf, out) : -1;
}

int conn_write(conn_t *c, const char *text)
{
    return (int)write(c->fd, text, strlen(text));
}

void conn_close(conn_t *c)
{
    close(c->fd);
    c->fd = -1;
}
