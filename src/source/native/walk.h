/* The nodes of a tree that a program asks for, see src/source/scanner.ts for its words. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <tree_sitter/api.h>

/* What is written where there is nothing. */
#define NONE UINT32_MAX

typedef struct {
  const uint32_t *words;
  uint32_t length;
} Program;

/* What was found: `length` words, overwritten by the next walk that starts with a length of 0. */
typedef struct {
  uint32_t *words;
  size_t length, capacity;
} Numbers;

extern Numbers found;

/*
 * Writes what the program asks for: per match the kind, the span, the end of its parent and the span of each of the fields of that kind.
 * The program: number of kinds, then for each kind the place of its entry (0: not asked for); an entry is the number of fields, the
 * fields, the condition. Syntax errors are always asked for, with no fields.
 */
void walk(const TSTree *tree, const Program *program, uint32_t limit);
