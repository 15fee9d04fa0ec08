/*
 * Unpacks the edges of files. Of a large tree on two threads: SQLite tells of one file after another on the engine's, which is five times as fast as
 * unpacking them and touching the memory that they fill. So it copies files for the other thread as long as that has not enough to do, and unpacks
 * them itself where SQLite has them otherwise. What either has unpacked is put in the order in which it came.
 */
#include "beside.h"
#include "links.h"
#include "unpack.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------- two threads */

/* Turns that wait for the other thread: enough that it never waits for the next one, few enough that all lie in its processor's cache. */
#define SLOTS 4
/* Bytes of a turn, of large trees: unpacked in a quarter of a millisecond, which is how long one thread waits for the other in the end. */
#define TURN ((size_t)64 << 10)

enum { FREE, FULL, TAKEN };

/* Files for the other thread: of each its id, how many bytes, and they. */
typedef struct {
  uint32_t state;
  uint64_t turn;
  uint8_t *bytes;
  size_t used, room;
} Slot;

struct Links {
  /* Of the engine's thread, and of the other. */
  Part own, beside;
  Slot slots[SLOTS];
  Slot *filling;
  /* The turn that is read, and bytes of it and of all. */
  uint64_t turn;
  size_t read, all;
  pthread_t thread;
  int tried, running;
  /* Where the next turn goes. */
  uint32_t slot;
  /* How many have been handed over, and whether no more will be: twice the number, and 1. */
  uint32_t handed;
};

static int take(Slot *slot) {
  uint32_t full = FULL;
  return __atomic_compare_exchange_n(&slot->state, &full, TAKEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static void empty(Part *part, Slot *slot) {
  for (size_t at = 0; at < slot->used && part->sound;) {
    uint32_t head[2];
    memcpy(head, slot->bytes + at, sizeof head);
    at += sizeof head;
    part->sound = unpacked(part, slot->turn, head[0], slot->bytes + at, head[1]);
    at += head[1];
  }
  slot->used = 0;
  __atomic_store_n(&slot->state, FREE, __ATOMIC_RELEASE);
}

static void *beside(void *data) {
  Links *links = data;
  for (uint32_t done = 0;; done++) {
    uint32_t handed;
    while ((handed = __atomic_load_n(&links->handed, __ATOMIC_ACQUIRE)) >> 1 == done) {
      if (handed & 1) return NULL;
      syscall(SYS_futex, &links->handed, FUTEX_WAIT_PRIVATE, handed, NULL, NULL, 0);
    }
    Slot *slot = links->slots + done % SLOTS;
    // In the end the engine's thread takes what has not been begun.
    if (take(slot)) empty(&links->beside, slot);
  }
}

static void ring(Links *links, uint32_t by) {
  __atomic_add_fetch(&links->handed, by, __ATOMIC_RELEASE);
  syscall(SYS_futex, &links->handed, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void hand_over(Links *links) {
  __atomic_store_n(&links->filling->state, FULL, __ATOMIC_RELEASE);
  links->filling = NULL;
  links->slot = (links->slot + 1) % SLOTS;
  ring(links, 2);
}

/* The other thread has nothing more to do, and is gone. */
static void settle(Links *links) {
  if (!links->running) return;
  if (links->filling) hand_over(links);
  for (uint32_t i = 1; i <= SLOTS; i++) {
    Slot *slot = links->slots + (links->slot + SLOTS - i) % SLOTS;
    if (take(slot)) empty(&links->own, slot);
  }
  ring(links, 1);
  pthread_join(links->thread, NULL);
  links->running = 0;
}

/* The turn that begins goes to the other thread if that has none waiting in this slot. */
static void begin_turn(Tree *tree, Links *links) {
  links->turn++;
  links->read = 0;
  if (!links->tried && links->all >= tree->aside) {
    links->tried = 1;
    links->running = begun_beside(&links->thread, beside, links);
  }
  if (!links->running) return;
  Slot *slot = links->slots + links->slot;
  if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != FREE) return;
  slot->turn = links->turn;
  links->filling = slot;
}

/* Copies a file into the slot that is filled; 0 where there is no memory. */
static int copied(Slot *slot, uint32_t file, const uint8_t *bytes, uint32_t length) {
  const uint32_t head[2] = {file, length};
  const size_t used = slot->used + sizeof head + length;
  if (used > slot->room) {
    const size_t room = used > 2 * TURN ? used : 2 * TURN;
    uint8_t *larger = realloc(slot->bytes, room);
    if (!larger) return 0;
    slot->bytes = larger;
    slot->room = room;
  }
  memcpy(slot->bytes + slot->used, head, sizeof head);
  if (length > 0) memcpy(slot->bytes + slot->used + sizeof head, bytes, length);
  slot->used = used;
  return 1;
}

int links_read(Tree *tree, uint32_t file, const uint8_t *bytes, size_t length) {
  Links *links = tree->links;
  if (!links) {
    tree->links = links = calloc(1, sizeof *links);
    if (!links) return 0;
    links->own.tree = links->beside.tree = tree;
    links->own.sound = links->beside.sound = 1;
    // Places do not change any more.
    for (; tree->placed < tree->size; tree->placed++) tree->place[tree->placed] = tree->here;
  }
  const size_t most = tree->aside / 4 < TURN ? tree->aside / 4 : TURN;
  if (links->read >= most || links->turn == 0) {
    if (links->filling) hand_over(links);
    begin_turn(tree, links);
  }
  links->read += length + 1;
  links->all += length;
  if (links->filling && length <= UINT32_MAX) return copied(links->filling, file, bytes, (uint32_t)length);
  return unpacked(&links->own, links->turn, file, bytes, length);
}

/* ----------------------------------------------------------------------------------------------- the whole */

static void kin(Tree *tree, int32_t outer, int32_t inner, int32_t line, int32_t resolution) {
  if (resolution == tree->codes[NESTED]) {
    tree->around[inner] = outer;
    tree->around_start[inner] = line;
    tree->kin[inner] |= NESTED_IN;
    return;
  }
  const int both = resolution != tree->codes[MAKER];
  int32_t *pair = more(&tree->mates, both ? 4 : 2);
  pair[0] = outer, pair[1] = inner;
  tree->kin[outer] |= MATED;
  if (!both) return;
  pair[2] = inner, pair[3] = outer;
  tree->kin[inner] |= MATED;
}

static int by_turn(const void *a, const void *b) {
  const Piece *one = *(const Piece *const *)a, *other = *(const Piece *const *)b;
  // Those of one turn are of one thread.
  return one->turn != other->turn ? (one->turn < other->turn ? -1 : 1) : (one > other) - (one < other);
}

int links_ended(Tree *tree) {
  Links *links = tree->links;
  if (!links) return 1;
  settle(links);
  Part *parts[] = {&links->own, &links->beside};
  if (!links->own.sound || !links->beside.sound) return 0;
  tree->shared = links->own.shared || links->beside.shared;
  tree->many = links->all >= tree->aside;
  const size_t count = links->own.count + links->beside.count;
  const Piece **pieces = malloc((count + 1) * sizeof *pieces);
  tree->chunks = malloc((count + 1) * sizeof *tree->chunks);
  tree->noted = malloc((links->own.notes + links->beside.notes + 1) * sizeof *tree->noted);
  if (!pieces || !tree->chunks || !tree->noted) abort();
  for (size_t i = 0, at = 0; i < 2; i++)
    for (size_t j = 0; j < parts[i]->count; j++) pieces[at++] = parts[i]->pieces + j;
  qsort(pieces, count, sizeof *pieces, by_turn);
  for (size_t i = 0; i < count; i++) {
    const Piece *piece = pieces[i];
    const Part *part = piece >= links->own.pieces && piece < links->own.pieces + links->own.count ? &links->own : &links->beside;
    const int last = piece == part->pieces + part->count - 1;
    const size_t notes = (last ? part->notes : piece[1].notes) - piece->notes;
    if (notes > 0) memcpy(tree->noted + tree->notes, part->noted + piece->notes, notes * sizeof *tree->noted);
    tree->notes += notes;
    for (size_t at = piece->kin, end = last ? part->kin.count : piece[1].kin; at < end; at += 4) {
      const int32_t *one = part->kin.items + at;
      kin(tree, one[0], one[1], one[2], one[3]);
    }
    if (piece->used > 0) tree->chunks[tree->count++] = (Chunk){piece->entries, piece->used};
  }
  free(pieces);
  return 1;
}

void links_forgotten(Tree *tree) {
  Links *links = tree->links;
  if (!links) return;
  settle(links);
  part_forgotten(&links->own);
  part_forgotten(&links->beside);
  for (uint32_t i = 0; i < SLOTS; i++) free(links->slots[i].bytes);
  free(links);
  tree->links = NULL;
}
