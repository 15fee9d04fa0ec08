/* See runtime.c. */
#pragma once
#include <tree_sitter/api.h>

/* A parser for texts in UTF-16, little-endian, each given as a whole. */
TSParser *utf16_parser(void);
