/* The edges of one file after another as entries (packed.h): what one thread does of reading a tree (links.c). */
#include "unpack.h"

/* ----------------------------------------------------------------------------------------------- what one thread fills */

/* Memory of a large tree: few pieces, and not much more than is used. */
#define PLENTY ((size_t)8 << 20)

static void *grown(void *items, size_t count, size_t *room, size_t size) {
  if (count < *room) return items;
  *room = *room * 2 + 64;
  items = realloc(items, *room * size);
  if (!items) abort();
  return items;
}

static void begin(Part *part, uint64_t turn) {
  part->pieces = grown(part->pieces, part->count, &part->pieces_room, sizeof *part->pieces);
  part->pieces[part->count++] = (Piece){turn, part->free, 0, part->notes, part->kin.count};
}

/* Room for so many entries behind those of a piece, which may begin another; NULL where there is no memory. */
static Entry *room_for(Part *part, uint64_t turn, size_t many) {
  Piece *last = part->count > 0 ? part->pieces + part->count - 1 : NULL;
  if (part->room < many) {
    // Symbols have about six edges each.
    size_t bytes = part->tree->size * 6 * sizeof(Entry);
    bytes = bytes > PLENTY ? PLENTY : bytes;
    bytes = many * sizeof(Entry) > bytes ? many * sizeof(Entry) : bytes;
    Entry **rooms = realloc(part->rooms, (part->many + 1) * sizeof *rooms);
    if (!rooms) return NULL;
    part->rooms = rooms;
    part->free = malloc(bytes);
    if (!part->free) {
      part->room = 0;
      return NULL;
    }
    rooms[part->many++] = part->free;
    part->room = bytes / sizeof(Entry);
    last = NULL;
  }
  if (!last || last->turn != turn) begin(part, turn);
  return part->free;
}

static void note(Part *part, Noted noted) {
  part->noted = grown(part->noted, part->notes, &part->notes_room, sizeof *part->noted);
  part->noted[part->notes++] = noted;
}

void part_forgotten(Part *part) {
  for (size_t i = 0; i < part->many; i++) free(part->rooms[i]);
  free(part->rooms);
  free(part->pieces);
  free(part->noted);
  free(part->kin.items);
}

/* ----------------------------------------------------------------------------------------------- the bytes of a file */

/* Is there a symbol of another file with edges of which a walk keeps the first at once? Then a symbol's edges stand in several chunks (adjacency.c). */
static int shares(const Tree *tree, const Entry *file) {
  const int32_t place = file->id < tree->files ? tree->rank[file->id] : -1;
  for (const Entry *source = file + 1, *end = file + 1 + file->rest; source < end; source += 1 + source->rest) {
    if (tree->place[source->id] == place) continue;
    for (const Entry *edge = source + 1; edge <= source + source->rest; edge += 1 + IS_LONG(edge->rest))
      if ((int32_t)(edge->rest >> 1 & 7) != tree->codes[DISPATCH]) return 1;
  }
  return 0;
}

#define VARINT(into)                         \
  do {                                       \
    if (at >= end) return 0;                 \
    (into) = *at++;                          \
    if ((into) > 127) {                      \
      (into) &= 127;                         \
      for (int shift = 7;; shift += 7) {     \
        if (at >= end || shift > 28) return 0; \
        const uint32_t byte = *at++;         \
        (into) |= (byte & 127) << shift;     \
        if (byte < 128) break;               \
      }                                      \
    }                                        \
  } while (0)
#define UNFOLDED(value) (((value) >> 1) ^ (0u - ((value) & 1)))

/* The edges of one file (store/links.ts); 0 where the bytes make no sense. */
int unpacked(Part *part, uint64_t turn, uint32_t file, const uint8_t *at, size_t length) {
  const Tree *tree = part->tree;
  const uint8_t *end = at + length;
  const uint32_t external = (uint32_t)tree->codes[EXTERNAL], contains = (uint32_t)tree->codes[CONTAINS];
  // An edge takes four bytes at least, and fills three entries at most: its source's, its own, and its line's.
  Entry *first = room_for(part, turn, length / 4 * 3 + 1), *out = first + 1, none, *source = &none;
  if (!first) return 0;
  uint32_t from = 0, to = 0, row = 0, known = 0;
  while (at < end) {
    uint32_t value, code, confidence = 0;
    uint64_t word = 0x8080;
    if (end - at >= 8) memcpy(&word, at, sizeof word);
    // Nearly all edges: one byte each but for the target, which takes up to four. Without a branch for each of its bytes.
    const uint64_t stop = ~word & UINT64_C(0x808080800000);
    const int last = __builtin_ctzll(stop | UINT64_C(1) << 55);
    const uint32_t line = (uint32_t)(word >> 1 >> last & 255);
    if (!((word & 0x8080) | (line & 128)) && stop != 0) {
      at += (last >> 3) + 2;
      value = (uint32_t)(word & 127);
      from += UNFOLDED(value);
      const uint32_t same = 0u - (value == 0);
      to = (to & same) | (from & ~same);
      code = (uint32_t)(word >> 8 & 127);
      const uint32_t bytes = (uint32_t)((word & ((UINT64_C(1) << last) - 1)) >> 16);
      value = (bytes & 127) | (bytes >> 1 & 127 << 7) | (bytes >> 2 & 127 << 14) | (bytes >> 3 & 127 << 21);
      to += UNFOLDED(value);
      row += UNFOLDED(line);
    } else {
      VARINT(value);
      if (value != 0) to = from += UNFOLDED(value);
      VARINT(code);
      VARINT(value);
      to += UNFOLDED(value);
      VARINT(value);
      row += UNFOLDED(value);
    }
    if ((code & 1) == 0) {
      if (at >= end) return 0;
      confidence = *at++;
    }
    const uint32_t resolution = code >> 1 & 7, kind = code >> 4;
    if (resolution == external) continue;
    if (from - 1 >= tree->size - 1 || to - 1 >= tree->size - 1 || kind >= tree->kinds) return 0;
    if (kind == contains) {
      int32_t *kin = more(&part->kin, 4);
      kin[0] = (int32_t)from, kin[1] = (int32_t)to, kin[2] = (int32_t)row, kin[3] = (int32_t)resolution;
      continue;
    }
    // Without a branch that no processor foresees: a source ends after every fourth edge or so.
    const int begins = from != known;
    out->id = known = from;
    source = begins ? out : source;
    out += begins;
    const int is_long = row >= LONG_LINE;
    *out++ = (Entry){to, (is_long ? LONG_LINE : row) << 16 | confidence << 8 | (code & 255)};
    if (tree->kin[to] & INSIDE) note(part, (Noted){source, out - 1, file});
    if (is_long) *out++ = (Entry){row, 0};
    source->rest = (uint32_t)(out - source - 1);
  }
  *first = (Entry){file, (uint32_t)(out - first - 1)};
  if (out == first + 1) return 1;
  part->pieces[part->count - 1].used += (size_t)(out - first);
  part->free = out;
  part->room -= (size_t)(out - first);
  if (!part->shared) part->shared = shares(tree, first);
  return 1;
}
