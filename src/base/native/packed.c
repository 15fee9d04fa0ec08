/*
 * Reads the edges of a whole tree out of the index (store/packed.ts), in an SQL function: it sees each file's bytes where SQLite has them, mostly in the
 * mapped file, and has them unpacked to eight bytes an edge (links.c). Handed over as values of JavaScript the same bytes were copied three times, and
 * every walk had to unpack them again at each step.
 *
 * Large pages are not asked for: they spare the first touches of 11 MB 5 ms where memory lies in one piece, and where it does not the kernel
 * moves others' pages about at once, for 70 to 150 ms in every fifth walk.
 */
#include "packed.h"
#include "links.h"
#include "sqlite.h"
#include <stdbool.h>

/* ----------------------------------------------------------------------------------------------- what a row brings */

static int is_word(const uint8_t *text, size_t length, const char *word) {
  const size_t size = strlen(word);
  for (size_t at = 0; at + size <= length; at++)
    if ((at == 0 || text[at - 1] == ' ') && (at + size == length || text[at + size] == ' ') && memcmp(text + at, word, size) == 0) return 1;
  return 0;
}

enum { LINKS, ORDER, TAGS, RUN };

static int row(Tree *tree, int what, long long id, const uint8_t *bytes, size_t length, long long number) {
  if (id < 0) return 0;
  if (what == LINKS) return links_read(tree, (uint32_t)id, bytes, length);
  if (what == RUN) {
    if ((size_t)id < tree->placed || number < 0 || (size_t)number >= tree->files) return 0;
    for (; tree->placed < (size_t)id && tree->placed < tree->size; tree->placed++) tree->place[tree->placed] = tree->here;
    tree->here = tree->rank[number] < 0 ? 0 : tree->rank[number];
    return 1;
  }
  if ((size_t)id >= tree->files) return 0;
  if (what == ORDER) {
    if (tree->places >= tree->files) return 0;
    tree->rank[id] = (int32_t)tree->places++;
  } else if (is_word(bytes, length, "test")) {
    if (tree->rank[id] < 0) return 0;
    tree->tests[tree->rank[id]] = 1;
  }
  return 1;
}

/* ----------------------------------------------------------------------------------------------- as SQLite calls it */

static SqliteCalls calls;
/* What is being read; there is one thread. */
static Tree *reading;

/* manifold_edges(what, id, value): an aggregate without a result, but for 1. */
static void step(void *context, int count, void **given) {
  Tree *tree = reading;
  if (!tree || !tree->sound || count != 3) return;
  const int what = (int)SQLITE_INT64(calls)(given[0]);
  const long long id = SQLITE_INT64(calls)(given[1]);
  if (what == ORDER || what == RUN) tree->sound = row(tree, what, id, NULL, 0, SQLITE_INT64(calls)(given[2]));
  else {
    const void *bytes = SQLITE_BLOB(calls)(given[2]);
    const int length = SQLITE_BYTES(calls)(given[2]);
    tree->sound = row(tree, what, id, bytes, bytes && length > 0 ? (size_t)length : 0, 0);
  }
}

static void done(void *context) { SQLITE_RESULT_INT(calls)(context, 1); }

__attribute__((visibility("default"))) int manifold_edges_init(void *connection, char **error, SqliteCalls handed) {
  calls = handed;
  return SQLITE_CREATE_FUNCTION(calls)(connection, "manifold_edges", 3, SQLITE_UTF8_DIRECTLY, NULL, NULL, step, done);
}

/* ----------------------------------------------------------------------------------------------- as JavaScript calls it */

static const napi_type_tag TREE = {0x6d616e69666f6c64, 6};

static void forgotten(napi_env env, void *data, void *hint) {
  Tree *tree = data;
  if (reading == tree) reading = NULL;
  links_forgotten(tree);
  free(tree->chunks);
  free(tree->mates.items);
  free(tree->noted);
  free(tree);
}

static Tree *held_tree(napi_env env, napi_value value) {
  void *data = NULL;
  bool ours = false;
  napi_valuetype type;
  if (napi_typeof(env, value, &type) != napi_ok || type != napi_object || napi_check_object_type_tag(env, value, &TREE, &ours) != napi_ok || !ours)
    return NULL;
  return napi_unwrap(env, value, &data) == napi_ok ? data : NULL;
}

const Tree *tree_of(napi_env env, napi_value value) { return held_tree(env, value); }

/* edgesBegun(rank, place, tests, around, aroundStart, kin, codes, kinds, aside): a handle, which is read into from now on. */
napi_value edges_begun(napi_env env, napi_callback_info info) {
  napi_value given[9], result, object;
  size_t count = 9, lengths[7];
  uint32_t kinds = 0, aside = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 9 || napi_get_value_uint32(env, given[7], &kinds) != napi_ok || kinds > MOST_KINDS ||
      napi_get_value_uint32(env, given[8], &aside) != napi_ok)
    return result;
  const void *arrays[7];
  for (int i = 0; i < 7; i++) {
    const napi_typedarray_type type = i == 2 || i == 5 ? napi_uint8_array : napi_int32_array;
    arrays[i] = array_of(env, given[i], type, lengths + i);
    if (!arrays[i]) return result;
  }
  if (lengths[1] == 0 || lengths[2] < lengths[0] || lengths[3] != lengths[1] || lengths[4] != lengths[1] || lengths[5] != lengths[1] ||
      lengths[6] != CODES)
    return result;
  Tree *tree = calloc(1, sizeof *tree);
  if (!tree) return result;
  tree->rank = (int32_t *)arrays[0], tree->place = (int32_t *)arrays[1], tree->tests = (uint8_t *)arrays[2];
  tree->around = (int32_t *)arrays[3], tree->around_start = (int32_t *)arrays[4], tree->kin = (uint8_t *)arrays[5];
  memcpy(tree->codes, arrays[6], CODES * sizeof *tree->codes);
  tree->files = lengths[0], tree->size = lengths[1], tree->kinds = kinds, tree->aside = aside;
  tree->sound = 1;
  if (napi_create_object(env, &object) != napi_ok || napi_wrap(env, object, tree, forgotten, NULL, NULL) != napi_ok) {
    forgotten(env, tree, NULL);
    return result;
  }
  if (napi_type_tag_object(env, object, &TREE) != napi_ok) return result;
  reading = tree;
  return object;
}

static int by_first(const void *a, const void *b) {
  const int32_t *one = a, *other = b;
  return one[0] != other[0] ? (one[0] < other[0] ? -1 : 1) : (one[1] > other[1]) - (one[1] < other[1]);
}

/* edgesEnded(tree): how many places there are, and pairs of symbols called with one another; null where the bytes made no sense. */
napi_value edges_ended(napi_env env, napi_callback_info info) {
  napi_value given, result, out, places;
  size_t count = 1;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, &given, NULL, NULL);
  Tree *tree = count < 1 ? NULL : held_tree(env, given);
  reading = NULL;
  if (!tree || !tree->place || !(tree->sound &= links_ended(tree))) return result;
  for (; tree->placed < tree->size; tree->placed++) tree->place[tree->placed] = tree->here;
  tree->rank = tree->place = tree->around = tree->around_start = NULL;
  tree->tests = tree->kin = NULL;
  if (tree->mates.count > 2) qsort(tree->mates.items, tree->mates.count / 2, 2 * sizeof(int32_t), by_first);
  const napi_value mates = handed(env, &tree->mates);
  return mates && napi_create_array_with_length(env, 2, &out) == napi_ok && napi_create_uint32(env, (uint32_t)tree->places, &places) == napi_ok &&
                 napi_set_element(env, out, 0, places) == napi_ok && napi_set_element(env, out, 1, mates) == napi_ok
             ? out
             : result;
}
