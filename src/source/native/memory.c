/*
 * Memory for syntax trees.
 *
 * A tree is thrown away as a whole, so nothing is given back piece by piece: blocks are cut from the front, freed ones are kept by size
 * for the next of that size, and the next file starts over. The system's allocator took a quarter of the parse.
 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)1 << 20)
/* Memory that is kept for the next file. */
#define KEPT ((size_t)16 << 20)
/* Sizes are multiples of 16 up to this, then powers of two. */
#define SMALL ((size_t)1024)

typedef struct Block {
  struct Block *next;
  size_t size;
} Block;

typedef struct {
  size_t size;
  size_t class;
} Head;

static Block *blocks = NULL, *current = NULL;
static char *at = NULL, *end = NULL;
static void *given_back[SMALL / 16 + 1 + 64];

static size_t class_of(size_t *size) {
  if (*size == 0) *size = 16;
  if (*size <= SMALL) {
    *size = (*size + 15) & ~(size_t)15;
    return *size / 16;
  }
  size_t power = SMALL, class = SMALL / 16;
  while (power < *size) {
    power <<= 1;
    class++;
  }
  *size = power;
  return class;
}

static void *cut(size_t size) {
  if ((size_t)(end - at) < size) {
    Block *next = current ? current->next : blocks;
    while (next && next->size < size) next = next->next;
    if (!next) {
      size_t wanted = size > BLOCK ? size : BLOCK;
      next = malloc(sizeof(Block) + wanted);
      if (!next) abort();
      next->size = wanted;
      if (current) {
        next->next = current->next;
        current->next = next;
      } else {
        next->next = blocks;
        blocks = next;
      }
    }
    current = next;
    at = (char *)(next + 1);
    end = at + next->size;
  }
  void *piece = at;
  at += size;
  return piece;
}

void *take(size_t size) {
  size_t class = class_of(&size);
  if (given_back[class]) {
    void *piece = given_back[class];
    given_back[class] = *(void **)piece;
    return piece;
  }
  Head *head = cut(sizeof(Head) + size);
  head->size = size;
  head->class = class;
  return head + 1;
}

void give_back(void *piece) {
  if (!piece) return;
  Head *head = (Head *)piece - 1;
  *(void **)piece = given_back[head->class];
  given_back[head->class] = piece;
}

void *take_zeroed(size_t count, size_t size) {
  void *piece = take(count * size);
  memset(piece, 0, count * size);
  return piece;
}

void *take_more(void *piece, size_t size) {
  if (!piece) return take(size);
  Head *head = (Head *)piece - 1;
  if (size <= head->size) return piece;
  void *larger = take(size);
  memcpy(larger, piece, head->size);
  give_back(piece);
  return larger;
}

void start_over(void) {
  memset(given_back, 0, sizeof given_back);
  size_t kept = 0;
  for (Block **link = &blocks; *link;) {
    Block *block = *link;
    if (kept + block->size <= KEPT) {
      kept += block->size;
      link = &block->next;
    } else {
      *link = block->next;
      free(block);
    }
  }
  current = NULL;
  at = end = NULL;
}
