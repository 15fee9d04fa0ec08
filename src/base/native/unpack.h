/* What one thread unpacks of a tree. */
#ifndef MANIFOLD_UNPACK_H
#define MANIFOLD_UNPACK_H
#include "packed.h"

/* What came in one turn, of one thread: which turn, and where its entries, notes and kin begin. */
typedef struct {
  uint64_t turn;
  Entry *entries;
  size_t used, notes, kin;
} Piece;

typedef struct {
  const Tree *tree;
  Entry **rooms;
  size_t many;
  /* Room for entries that is left. */
  Entry *free;
  size_t room;
  Piece *pieces;
  size_t count, pieces_room;
  Noted *noted;
  size_t notes, notes_room;
  /* Outer, inner, line, resolution. */
  List kin;
  int sound, shared;
} Part;

/* The edges of one file, which came in that turn; 0 where the bytes make no sense. Of the tree it reads what does not change meanwhile. */
int unpacked(Part *part, uint64_t turn, uint32_t file, const uint8_t *bytes, size_t length);
void part_forgotten(Part *part);
#endif
