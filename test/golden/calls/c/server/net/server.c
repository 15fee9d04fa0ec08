#include "server.h"
#include "log.h"
#include <stdlib.h>
#include <string.h>

#define MAX_ROUTES 32

struct server {
    route_t routes[MAX_ROUTES];
    int count;
    int running;
    int (*accept)(server_t *, conn_t *);
};

static int accept_tcp(server_t *srv, conn_t *conn);
static void dispatch(server_t *srv, conn_t *conn);

server_t *server_create(uint16_t port)
{
    server_t *srv = calloc(1, sizeof(server_t));
    if (!srv) {
        LOG_ERROR("cannot allocate");
        return NULL;
    }
    srv->accept = accept_tcp;
    LOG_INFO("listening on %d", port);
    return srv;
}

int server_route(server_t *srv, const char *path, route_fn handler)
{
    if (srv->count == MAX_ROUTES)
        return -1;
    route_t *r = &srv->routes[srv->count++];
    r->path = path;
    r->handler = handler;
    return 0;
}

static int accept_tcp(server_t *srv, conn_t *conn)
{
    (void)srv;
    conn_init(conn, 3);
    return conn_valid(conn);
}

static route_fn match(server_t *srv, const char *path)
{
    for (int i = 0; i < srv->count; i++)
        if (!strcmp(srv->routes[i].path, path))
            return srv->routes[i].handler;
    return NULL;
}

static void not_found(conn_t *conn)
{
    conn_write(conn, "404");
}

static void dispatch(server_t *srv, conn_t *conn)
{
    request_t req;
    if (conn_read(conn, &req) < 0) {
        conn_close(conn);
        return;
    }
    route_fn fn = match(srv, req.path);
    if (fn)
        fn(conn, &req);
    else
        not_found(conn);
}

int server_run(server_t *srv)
{
    conn_t conn;
    srv->running = 1;
    while (srv->running) {
        if (srv->accept(srv, &conn))
            dispatch(srv, &conn);
    }
    return 0;
}

void server_stop(server_t *srv)
{
    srv->running = 0;
}
