/* Texts that are scanned on another thread before they are asked for, see ahead.c. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tree_sitter/api.h>

#include "walk.h"

/* One text to scan; all of it belongs to somebody else. */
typedef struct {
  const TSLanguage *language;
  const uint16_t *text;
  size_t length;
  Program program;
  uint32_t limit;
} Request;

/* Puts a copy of a request behind those that wait. Without memory or a thread nothing is done: it is scanned when it is asked for. */
void scan_ahead(const Request *request);

/*
 * The words that a text is answered with: those found ahead, else it is scanned now.
 * Null where there are none, or the grammar takes no text; free them.
 */
uint32_t *scan_now(const Request *request, size_t *words);

/* Forgets what nobody asked for. */
void forget_ahead(void);
