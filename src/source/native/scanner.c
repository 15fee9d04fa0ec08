/*
 * The nodes that rules ask for, of a whole file in one call: parse with tree-sitter, walk once, write numbers.
 *
 * ast-grep gives one JavaScript object a match, and each question about it (kind, span, field) crosses into native code once more:
 * half of what parsing a file costs. This does the same walk over the same grammars and returns one array. What it is asked is a
 * program of 32-bit words made from the rules (src/source/scanner.ts has the encoding); what it cannot express is left to ast-grep.
 *
 * One thread only; nothing here outlives a call but the loaded grammars and the memory that the next call uses again.
 */
#include <dlfcn.h>
#include <node_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

/* The names that these two have in every version of the C library, not those of the one it is built with: boards with an older one count. */
#if defined(__x86_64__)
__asm__(".symver dlopen,dlopen@GLIBC_2.2.5");
__asm__(".symver dlsym,dlsym@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver dlopen,dlopen@GLIBC_2.17");
__asm__(".symver dlsym,dlsym@GLIBC_2.17");
#endif

/* ------------------------------------------------------------------------------------------------ memory */

/*
 * A tree is thrown away as a whole, so nothing is given back piece by piece: blocks are cut from the front, freed ones are kept by size
 * for the next of that size, and the next file starts over. The system's allocator took a quarter of the parse.
 */
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

static void *take(size_t size) {
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

static void give_back(void *piece) {
  if (!piece) return;
  Head *head = (Head *)piece - 1;
  *(void **)piece = given_back[head->class];
  given_back[head->class] = piece;
}

static void *take_zeroed(size_t count, size_t size) {
  void *piece = take(count * size);
  memset(piece, 0, count * size);
  return piece;
}

static void *take_more(void *piece, size_t size) {
  if (!piece) return take(size);
  Head *head = (Head *)piece - 1;
  if (size <= head->size) return piece;
  void *larger = take(size);
  memcpy(larger, piece, head->size);
  give_back(piece);
  return larger;
}

/* Everything is free again; what a large file needed goes back to the system. */
static void start_over(void) {
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

/* ------------------------------------------------------------------------------------------------ conditions */

#define NONE UINT32_MAX

enum { TRUE, NOT, ALL, ANY, KIND, HAS_FIELD, HAS, INSIDE };

typedef struct {
  const uint32_t *words;
  uint32_t length;
} Program;

static uint32_t word(const Program *program, uint32_t *position) {
  return *position < program->length ? program->words[(*position)++] : 0;
}

static const TSNode NO_NODE = {{0, 0, 0, 0}, NULL, NULL};

/* The runtime's own functions may not be asked about a node that is not there. */
static TSNode field_of(TSNode node, TSFieldId field) {
  return ts_node_is_null(node) ? NO_NODE : ts_node_child_by_field_id(node, field);
}

/*
 * Does a condition hold of a node? Reads on behind the condition either way, so it is asked about no node as well.
 * `parent` is null for nodes that are not on the walk.
 */
static bool holds(const Program *program, uint32_t *position, TSNode node, const TSNode *parent) {
  switch (word(program, position)) {
    case NOT:
      return !holds(program, position, node, parent);
    case ALL:
    case ANY: {
      bool all = program->words[*position - 1] == ALL, result = all;
      uint32_t count = word(program, position);
      for (uint32_t i = 0; i < count; i++) {
        bool one = holds(program, position, node, parent);
        result = all ? result && one : result || one;
      }
      return result;
    }
    case KIND: {
      uint32_t count = word(program, position);
      uint32_t symbol = ts_node_is_null(node) ? NONE : ts_node_symbol(node);
      bool result = false;
      for (uint32_t i = 0; i < count; i++) result |= word(program, position) == symbol;
      return result;
    }
    case HAS_FIELD: {
      TSNode child = field_of(node, (TSFieldId)word(program, position));
      bool one = holds(program, position, child, NULL);
      return !ts_node_is_null(child) && one;
    }
    case HAS: {
      uint32_t start = *position, count = ts_node_is_null(node) ? 0 : ts_node_child_count(node);
      bool result = false;
      // Once more than there are children: somebody must read past the condition.
      for (uint32_t i = 0; i <= count && !result; i++) {
        *position = start;
        TSNode child = i < count ? ts_node_child(node, i) : NO_NODE;
        bool one = holds(program, position, child, NULL);
        result = !ts_node_is_null(child) && one;
      }
      return result;
    }
    case INSIDE: {
      TSFieldId field = (TSFieldId)word(program, position);
      TSNode outer = parent ? *parent : NO_NODE;
      bool one = holds(program, position, outer, NULL);
      if (ts_node_is_null(outer) || !one) return false;
      if (field == 0) return true;
      TSNode there = field_of(outer, field);
      return !ts_node_is_null(there) && ts_node_eq(there, node);
    }
    default:
      return true;
  }
}

/* ------------------------------------------------------------------------------------------------ the walk */

typedef struct {
  uint32_t *words;
  size_t length, capacity;
} Numbers;

static Numbers found = {NULL, 0, 0};

static void put(uint32_t value) {
  if (found.length == found.capacity) {
    found.capacity = found.capacity ? found.capacity * 2 : 4096;
    found.words = realloc(found.words, found.capacity * sizeof(uint32_t));
    if (!found.words) abort();
  }
  found.words[found.length++] = value;
}


/*
 * Writes what the program asks for: per match the kind, the span, the end of its parent and the span of each of the fields of that kind.
 * The program: number of kinds, then for each kind the place of its entry (0: not asked for); an entry is the number of fields, the
 * fields, the condition.
 */
static void walk(TSNode root, const Program *program, uint32_t limit) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t kinds = program->length > 0 ? program->words[0] : 0, matches = 0;
  size_t depth = 0, capacity = 256;
  TSNode *path = take(capacity * sizeof(TSNode));
  for (;;) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    const TSNode *parent = depth > 0 ? &path[depth - 1] : NULL;
    TSSymbol kind = ts_node_symbol(node);
    uint32_t position = kind < kinds ? program->words[1 + kind] : 0;
    if (position > 0) {
      uint32_t fields = word(program, &position), names = position;
      position += fields;
      if (holds(program, &position, node, parent)) {
        if (matches++ == limit) return;
        put(kind);
        put(ts_node_start_byte(node) / 2);
        put(ts_node_end_byte(node) / 2);
        put(parent ? ts_node_end_byte(*parent) / 2 : NONE);
        for (uint32_t i = 0; i < fields; i++) {
          TSNode child = ts_node_child_by_field_id(node, (TSFieldId)word(program, &names));
          bool none = ts_node_is_null(child);
          put(none ? NONE : ts_node_start_byte(child) / 2);
          put(none ? NONE : ts_node_end_byte(child) / 2);
        }
      }
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      if (depth == capacity) {
        capacity *= 2;
        path = take_more(path, capacity * sizeof(TSNode));
      }
      path[depth++] = node;
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) return;
      depth--;
    }
  }
}

/* ------------------------------------------------------------------------------------------------ Node-API */

#define LANGUAGES 256
static const TSLanguage *languages[LANGUAGES];
static uint32_t known = 0;

static napi_value number(napi_env env, int64_t value) {
  napi_value result;
  napi_create_int64(env, value, &result);
  return result;
}

static bool argument_text(napi_env env, napi_value value, char *text, size_t size, size_t *length) {
  return napi_get_value_string_utf8(env, value, text, size, length) == napi_ok;
}

static const TSLanguage *argument_language(napi_env env, napi_value value) {
  uint32_t handle = LANGUAGES;
  if (napi_get_value_uint32(env, value, &handle) != napi_ok || handle >= known) return NULL;
  return languages[handle];
}

/* load(path, symbol): handle of a grammar, or -1 where it cannot be loaded or is for another version of tree-sitter. */
static napi_value load(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  size_t count = 2, length;
  char path[4096], symbol[256];
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  if (count < 2 || known == LANGUAGES || !argument_text(env, arguments[0], path, sizeof path, &length) ||
      !argument_text(env, arguments[1], symbol, sizeof symbol, &length))
    return number(env, -1);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const TSLanguage *(*language)(void) = library ? (const TSLanguage *(*)(void))dlsym(library, symbol) : NULL;
  const TSLanguage *loaded = language ? language() : NULL;
  if (!loaded) return number(env, -1);
  uint32_t version = ts_language_abi_version(loaded);
  if (version < TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION || version > TREE_SITTER_LANGUAGE_VERSION) return number(env, -1);
  languages[known] = loaded;
  return number(env, known++);
}

/* What a grammar calls the kind or field of a name, 0 where it has none. */
static napi_value number_of(napi_env env, napi_callback_info info, bool is_field) {
  napi_value arguments[2];
  size_t count = 2, length;
  char name[256];
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  const TSLanguage *language = count < 2 ? NULL : argument_language(env, arguments[0]);
  if (!language || !argument_text(env, arguments[1], name, sizeof name, &length)) return number(env, 0);
  return number(env, is_field ? ts_language_field_id_for_name(language, name, (uint32_t)length)
                              : ts_language_symbol_for_name(language, name, (uint32_t)length, true));
}

/* kind(handle, name): number of a named node kind. */
static napi_value kind(napi_env env, napi_callback_info info) { return number_of(env, info, false); }

/* field(handle, name): number of a field. */
static napi_value field(napi_env env, napi_callback_info info) { return number_of(env, info, true); }

/*
 * scan(handle, text, program, limit): buffer of 32-bit words, at most `limit` matches. Null for a text with syntax errors: how they are
 * recovered from differs between versions of tree-sitter, so ast-grep alone decides it.
 */
static napi_value scan(napi_env env, napi_callback_info info) {
  static char16_t *text = NULL;
  static size_t room = 0;
  napi_value arguments[4], result;
  size_t count = 4, length = 0, words = 0;
  napi_typedarray_type type;
  void *data = NULL;
  uint32_t limit = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  const TSLanguage *language = count < 4 ? NULL : argument_language(env, arguments[0]);
  if (!language || napi_get_value_string_utf16(env, arguments[1], NULL, 0, &length) != napi_ok ||
      napi_get_typedarray_info(env, arguments[2], &type, &words, &data, NULL, NULL) != napi_ok || type != napi_uint32_array ||
      napi_get_value_uint32(env, arguments[3], &limit) != napi_ok || length > UINT32_MAX / 4)
    return result;
  if (length + 1 > room) {
    free(text);
    room = length + 1 + length / 4;
    text = malloc(room * sizeof(char16_t));
    if (!text) abort();
  }
  napi_get_value_string_utf16(env, arguments[1], text, room, &length);
  start_over();
  TSParser *parser = ts_parser_new();
  if (ts_parser_set_language(parser, language)) {
    TSTree *tree = ts_parser_parse_string_encoding(parser, NULL, (const char *)text, (uint32_t)(length * 2), TSInputEncodingUTF16LE);
    if (tree && !ts_node_has_error(ts_tree_root_node(tree))) {
      Program program = {data, (uint32_t)words};
      found.length = 0;
      walk(ts_tree_root_node(tree), &program, limit);
      void *out = NULL;
      napi_create_arraybuffer(env, found.length * sizeof(uint32_t), &out, &result);
      if (found.length > 0) memcpy(out, found.words, found.length * sizeof(uint32_t));
    }
  }
  // The scanner of a grammar may hold memory of the system; the tree is in ours and goes with the next call.
  ts_parser_delete(parser);
  return result;
}

NAPI_MODULE_INIT() {
  ts_set_allocator(take, take_zeroed, take_more, give_back);
  const napi_property_descriptor functions[] = {
      {"load", NULL, load, NULL, NULL, NULL, napi_enumerable, NULL},
      {"kind", NULL, kind, NULL, NULL, NULL, napi_enumerable, NULL},
      {"field", NULL, field, NULL, NULL, NULL, napi_enumerable, NULL},
      {"scan", NULL, scan, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions);
  return exports;
}
