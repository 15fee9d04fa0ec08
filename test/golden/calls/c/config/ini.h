#pragma once
#include "map.h"
typedef void (*ini_error_cb)(int line, const char *text);
struct ini_parser {
    map_t *values;
    ini_error_cb on_error;
    int line;
};
void ini_init(struct ini_parser *p, ini_error_cb on_error);
int ini_parse(struct ini_parser *p, const char *text);
void ini_done(struct ini_parser *p);
