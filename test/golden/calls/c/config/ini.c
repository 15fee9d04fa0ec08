#include "ini.h"
#include <ctype.h>
#include <string.h>

#define FAIL(p, text) report((p), (text))
enum state { START, KEY, VALUE };

static void report(struct ini_parser *p, const char *text)
{
    if (p->on_error)
        p->on_error(p->line, text);
}

static char *trim(char *s)
{
    while (isspace(*s)) s++;
    return s;
}

static int parse_line(struct ini_parser *p, char *line)
{
    char *eq = strchr(line, '=');
    if (!eq) {
        FAIL(p, "missing =");
        return -1;
    }
    *eq = 0;
    map_set(p->values, trim(line), trim(eq + 1));
    return 0;
}

void ini_init(struct ini_parser *p, ini_error_cb on_error)
{
    p->values = map_create(64);
    p->on_error = on_error;
    p->line = 0;
}

int ini_parse(struct ini_parser *p, const char *text)
{
    int bad = 0;
    char copy[512];
    strncpy(copy, text, sizeof copy);
    for (char *l = strtok(copy, "\n"); l; l = strtok(NULL, "\n")) {
        p->line++;
        bad += parse_line(p, l) < 0 ? 1 : 0;
    }
    return bad;
}

void ini_done(struct ini_parser *p) { map_destroy(p->values); }
