/* The names of a text as numbers: a scan by the class of each character, and an open-addressing hash table. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

/* As in src/base/words.ts. */
#define OTHER 0
#define DIGIT 1
#define UNKNOWN 255
#define MAX_NAME 120

/* The hash beside the entry: what is not the name shows without another look into memory, which is all that a look-up costs. */
typedef struct {
  uint32_t entry, hash;
} Slot;

struct Names {
  /* Entry + 1 by hash; 0 is free. At most half full. */
  Slot *slots;
  size_t mask;
  uint32_t *hashes;
  /* Where an entry's characters start; the next entry's start is their end. */
  uint32_t *starts;
  size_t entries;
  uint16_t *characters;
  size_t room;
  uint32_t size;
};

static void *sized(void *array, size_t bytes) {
  void *result = realloc(array, bytes);
  if (!result) abort();
  return result;
}

static Slot *zeroed(size_t count) {
  Slot *result = calloc(count, sizeof(Slot));
  if (!result) abort();
  return result;
}

Names *names_new(void) {
  Names *names = sized(NULL, sizeof(Names));
  *names = (Names){.mask = (1 << 13) - 1, .entries = 1 << 12, .room = 1 << 16};
  names->slots = zeroed(names->mask + 1);
  names->hashes = sized(NULL, names->entries * sizeof(uint32_t));
  names->starts = sized(NULL, (names->entries + 1) * sizeof(uint32_t));
  names->characters = sized(NULL, names->room * sizeof(uint16_t));
  names->starts[0] = 0;
  return names;
}

void names_delete(Names *names) {
  free(names->slots);
  free(names->hashes);
  free(names->starts);
  free(names->characters);
  free(names);
}

uint32_t names_size(const Names *names) { return names->size; }

const uint16_t *names_text(const Names *names, uint32_t number, size_t *length) {
  *length = names->starts[number + 1] - names->starts[number];
  return names->characters + names->starts[number];
}

static void put_in_slot(Names *names, uint32_t entry) {
  size_t slot = names->hashes[entry] & names->mask;
  while (names->slots[slot].entry) slot = (slot + 1) & names->mask;
  names->slots[slot] = (Slot){entry + 1, names->hashes[entry]};
}

static uint32_t add(Names *names, const uint16_t *text, size_t length, uint32_t hash) {
  uint32_t entry = names->size++, from = names->starts[entry];
  if (names->size > names->entries) {
    names->entries *= 2;
    names->hashes = sized(names->hashes, names->entries * sizeof(uint32_t));
    names->starts = sized(names->starts, (names->entries + 1) * sizeof(uint32_t));
  }
  if (from + length > names->room) {
    names->room = 2 * names->room + length;
    names->characters = sized(names->characters, names->room * sizeof(uint16_t));
  }
  memcpy(names->characters + from, text, length * sizeof(uint16_t));
  names->starts[entry + 1] = from + (uint32_t)length;
  names->hashes[entry] = hash;
  if ((size_t)names->size * 2 > names->mask + 1) {
    free(names->slots);
    names->mask = 2 * names->mask + 1;
    names->slots = zeroed(names->mask + 1);
    for (uint32_t other = 0; other < names->size; other++) put_in_slot(names, other);
  } else
    put_in_slot(names, entry);
  return entry;
}

/* FNV-1a over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv); the high bits are folded in because the table takes the low ones. */
static const uint32_t FNV_OFFSET = 0x811c9dc5, FNV_PRIME = 0x01000193;

static uint32_t folded(uint32_t hash) { return hash ^ (hash >> 15); }

static inline int64_t found(const Names *names, const uint16_t *text, size_t length, uint32_t hash) {
  for (size_t slot = hash & names->mask;; slot = (slot + 1) & names->mask) {
    uint32_t entry = names->slots[slot].entry;
    if (entry-- == 0) return -1;
    if (names->slots[slot].hash != hash) continue;
    uint32_t from = names->starts[entry];
    if (names->starts[entry + 1] - from == length && memcmp(names->characters + from, text, length * sizeof(uint16_t)) == 0) return entry;
  }
}

static uint32_t found_or_added(Names *names, const uint16_t *text, size_t length, uint32_t hash) {
  const int64_t entry = found(names, text, length, hash);
  return entry >= 0 ? (uint32_t)entry : add(names, text, length, hash);
}

static uint32_t hash_of(const uint16_t *text, size_t length) {
  uint32_t hash = FNV_OFFSET;
  for (size_t i = 0; i < length; i++) hash = (hash ^ text[i]) * FNV_PRIME;
  return folded(hash);
}

uint32_t names_number(Names *names, const uint16_t *text, size_t length) { return found_or_added(names, text, length, hash_of(text, length)); }

int64_t names_find(const Names *names, const uint16_t *text, size_t length) { return found(names, text, length, hash_of(text, length)); }

/* Names that were found in a text and not looked up yet. */
#define AHEAD 16
typedef struct {
  uint32_t start, length, hash;
} Waiting;

/* The entry that is most likely a name's, or -1: for fetching what the look-up will read. */
static int64_t likely(const Names *names, uint32_t hash) {
  const Slot slot = names->slots[hash & names->mask];
  return slot.entry && slot.hash == hash ? (int64_t)slot.entry - 1 : -1;
}

/*
 * A look-up waits for memory three times, one after the other: for the slot, the entry and its characters. Names wait in a row while each of
 * these is fetched for those behind (a file's look-ups take two thirds of the time).
 */
int64_t names_read(Names *names, const uint16_t *text, size_t length, const uint8_t *classes, uint32_t *numbers, uint32_t *starts) {
  Waiting row[AHEAD];
  size_t at = 0, met = 0;
  int64_t count = 0;
  while (at < length) {
    uint8_t class = classes[text[at]];
    if (class == OTHER) {
      at++;
      continue;
    }
    if (class == UNKNOWN) return -1;
    bool digits = class == DIGIT;
    size_t start = at;
    uint32_t hash = FNV_OFFSET;
    do {
      hash = (hash ^ text[at++]) * FNV_PRIME;
      if (at == length) break;
      class = classes[text[at]];
    } while (digits ? class == DIGIT : class != OTHER && class != UNKNOWN);
    if (at < length && class == UNKNOWN) return -1;
    if (at - start > MAX_NAME) continue;
    hash = folded(hash);
    __builtin_prefetch(&names->slots[hash & names->mask]);
    int64_t entry;
    if (met >= AHEAD / 4 && (entry = likely(names, row[(met - AHEAD / 4) % AHEAD].hash)) >= 0) __builtin_prefetch(&names->starts[entry]);
    if (met >= AHEAD / 2 && (entry = likely(names, row[(met - AHEAD / 2) % AHEAD].hash)) >= 0)
      __builtin_prefetch(&names->characters[names->starts[entry]]);
    Waiting *place = &row[met++ % AHEAD];
    if (met > AHEAD) {
      numbers[count] = found_or_added(names, text + place->start, place->length, place->hash);
      starts[count++] = place->start;
    }
    *place = (Waiting){(uint32_t)start, (uint32_t)(at - start), hash};
  }
  while ((size_t)count < met) {
    const Waiting *place = &row[(size_t)count % AHEAD];
    numbers[count] = found_or_added(names, text + place->start, place->length, place->hash);
    starts[count++] = place->start;
  }
  return count;
}
