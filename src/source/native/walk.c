/* The nodes of a tree that a program asks for. */
#include "walk.h"

#include <stdbool.h>
#include <stdlib.h>

#include "language.h"
#include "memory.h"
#include "subtree.h"
#include "tree.h"

enum { TRUE, NOT, ALL, ANY, KIND, HAS_FIELD, HAS, INSIDE };

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

Numbers found = {NULL, 0, 0};

static void put(uint32_t value) {
  if (found.length == found.capacity) {
    found.capacity = found.capacity ? found.capacity * 2 : 4096;
    found.words = realloc(found.words, found.capacity * sizeof(uint32_t));
    if (!found.words) abort();
  }
  found.words[found.length++] = value;
}

/* A node whose children are walked: the next one, where it starts (with what is skipped before it), and the names the grammar gives them here. */
typedef struct {
  const Subtree *child, *last;
  const TSSymbol *aliases;
  uint32_t byte;
  bool on_path;
} Level;

static TSNode node_of(const TSTree *tree, const Subtree *subtree, uint32_t byte, TSSymbol alias) {
  // Rows and columns are not asked for.
  return (TSNode){{byte, 0, 0, alias}, subtree, tree};
}

/* Makes room for one more. */
static void *room_for(void *array, size_t length, size_t *capacity, size_t size) {
  if (length < *capacity) return array;
  *capacity = *capacity ? *capacity * 2 : 256;
  return take_more(array, *capacity * size);
}

/* The subtrees are walked themselves, in place of a TSTreeCursor: it follows rows, columns and descendants that nobody asks for. */
void walk(const TSTree *tree, const Program *program, uint32_t limit) {
  uint32_t kinds = program->length > 0 ? program->words[0] : 0, matches = 0;
  size_t depth = 0, level = 0, nodes = 0, levels = 0;
  TSNode *path = NULL;
  Level *open = NULL;
  const Subtree *subtree = &tree->root;
  uint32_t byte = ts_subtree_padding(*subtree).bytes;
  TSSymbol alias = 0;
  for (;;) {
    bool visible = level == 0 || alias != 0 || ts_subtree_visible(*subtree);
    if (visible) {
      TSNode node = node_of(tree, subtree, byte, alias);
      const TSNode *parent = depth > 0 ? &path[depth - 1] : NULL;
      TSSymbol kind = ts_language_public_symbol(tree->language, alias ? alias : ts_subtree_symbol(*subtree));
      uint32_t position = kind < kinds ? program->words[1 + kind] : 0;
      uint32_t fields = position > 0 ? word(program, &position) : 0, names = position;
      position += fields;
      if (kind == ts_builtin_sym_error || (position > 0 && holds(program, &position, node, parent))) {
        if (matches++ == limit) return;
        put(kind);
        put(byte / 2);
        put((byte + ts_subtree_size(*subtree).bytes) / 2);
        put(parent ? ts_node_end_byte(*parent) / 2 : NONE);
        for (uint32_t i = 0; i < fields; i++) {
          TSNode child = ts_node_child_by_field_id(node, (TSFieldId)word(program, &names));
          bool none = ts_node_is_null(child);
          put(none ? NONE : ts_node_start_byte(child) / 2);
          put(none ? NONE : ts_node_end_byte(child) / 2);
        }
      }
      if (ts_subtree_child_count(*subtree) > 0) {
        path = room_for(path, depth, &nodes, sizeof(TSNode));
        path[depth++] = node;
      }
    }
    if (ts_subtree_child_count(*subtree) > 0) {
      const Subtree *children = ts_subtree_children(*subtree);
      const TSSymbol *aliases = ts_language_alias_sequence(tree->language, subtree->ptr->production_id);
      open = room_for(open, level, &levels, sizeof(Level));
      // A node starts where its first child does: the padding of both is the same.
      open[level++] = (Level){children, children + subtree->ptr->child_count, aliases, byte - ts_subtree_padding(*children).bytes, visible};
    }
    while (level > 0 && open[level - 1].child == open[level - 1].last)
      if (open[--level].on_path) depth--;
    if (level == 0) return;
    Level *around = &open[level - 1];
    subtree = around->child++;
    byte = around->byte + ts_subtree_padding(*subtree).bytes;
    around->byte = byte + ts_subtree_size(*subtree).bytes;
    alias = 0;
    if (!ts_subtree_extra(*subtree) && around->aliases) alias = *around->aliases++;
  }
}
