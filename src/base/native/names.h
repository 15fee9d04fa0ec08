/* The names of a text as numbers: what src/base/numbered.ts does, and by the same rules (src/base/words.ts). */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names that were met, numbered in the order they were first met. */
typedef struct Names Names;

Names *names_new(void);
void names_delete(Names *names);

uint32_t names_size(const Names *names);

/* Characters of a name, UTF-16. */
const uint16_t *names_text(const Names *names, uint32_t number, size_t *length);

/* Number of a name, new or not. */
uint32_t names_number(Names *names, const uint16_t *text, size_t length);

/* Number of a name that was met, or -1. */
int64_t names_find(const Names *names, const uint16_t *text, size_t length);

/*
 * Writes the number of every name of a text, in order, and where it starts. Both arrays hold at least `length`.
 * `classes` has the class of every UTF-16 unit. Returns how many there are, or -1 where a class is not known yet.
 */
int64_t names_read(Names *names, const uint16_t *text, size_t length, const uint8_t *classes, uint32_t *numbers, uint32_t *starts);
