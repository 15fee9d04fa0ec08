#include "../net/server.h"
#include "../net/log.h"
#include <signal.h>

static server_t *srv;

static void on_signal(int sig)
{
    (void)sig;
    server_stop(srv);
}

static void index_page(conn_t *conn, const request_t *req)
{
    (void)req;
    conn_write(conn, "hello");
    conn_close(conn);
}

static void about_page(conn_t *conn, const request_t *req)
{
    index_page(conn, req);
}

static void quiet(const char *line) { (void)line; }

static int setup(void)
{
    log_set_sink(quiet);
    srv = server_create(8080);
    if (!srv)
        return -1;
    server_route(srv, "/", index_page);
    server_route(srv, "/about", &about_page);
    signal(SIGINT, on_signal);
    return 0;
}

int main(void)
{
    if (setup() != 0)
        return 1;
    return server_run(srv);
}
