#pragma once
#include <stdint.h>
#include "conn.h"

typedef struct server server_t;
typedef void (*route_fn)(conn_t *conn, const request_t *req);

typedef struct {
    const char *path;
    route_fn handler;
} route_t;

server_t *server_create(uint16_t port);
int server_route(server_t *srv, const char *path, route_fn handler);
int server_run(server_t *srv);
void server_stop(server_t *srv);
