/* Unpacks the edges of files into entries (packed.h), on two threads where there are many. */
#ifndef MANIFOLD_LINKS_H
#define MANIFOLD_LINKS_H
#include "packed.h"

/* The edges of one file, as they are stored; 0 where the bytes make no sense. */
int links_read(Tree *tree, uint32_t file, const uint8_t *bytes, size_t length);
/* All have been read: the chunks of the tree in the order in which they came, its notes and kin. 0 where some make no sense. */
int links_ended(Tree *tree);
/* Lets go of memory and thread, whether they have been ended or not. */
void links_forgotten(Tree *tree);
#endif
