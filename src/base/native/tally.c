/* How often words and tokens stand where: the chunks of a file, and the batch as bytes. */
#include "counted.h"

/* As in src/store/lexical/post.ts and codec.ts. */
#define NORMALISED 4
#define MAX_LENGTH 0xffff
#define MAX_CHUNK ((uint32_t)1 << 29)
/* As in src/indexing/bags.ts. */
#define MAX_BAGS 0xffff

/* Kinds of spans, in the order in which they are asked; the field of the words in each, and of those in none. */
#define SPANS 3
static const uint32_t FIELD_OF_SPAN[SPANS] = {1, 2, 3};
#define BODY 0

/* ----------------------------------------------------------------------------------------------- a plan */

typedef struct {
  uint32_t from, to;
} Span;

typedef struct {
  uint32_t from, to, posted;
} Chunk;

typedef struct {
  Span described, hole;
} Pair;

/* What is to be counted of a file; the order is that of `planOf` in src/indexing/counter.ts. */
typedef struct {
  uint32_t bags, query_tokens, document_tokens, chunk_tokens, least_tokens;
  uint32_t chunk_count, pair_count, span_counts[SPANS];
  const Chunk *chunks;
  const Pair *pairs;
  const Span *spans[SPANS];
  /* Where the texts beside the file end: directory, stem, of each chunk what encloses it, of each chunk its prefix, of each pair its query. */
  const uint32_t *ends;
} Plan;

static bool plan_of(const uint32_t *data, size_t length, Plan *plan) {
  const size_t head = 5 + 2 + SPANS;
  if (length < head) return false;
  *plan = (Plan){data[0], data[1], data[2], data[3], data[4], data[5], data[6], {data[7], data[8], data[9]}, NULL, NULL, {NULL}, NULL};
  size_t wanted = head + 3 * (size_t)plan->chunk_count + 4 * (size_t)plan->pair_count;
  for (int kind = 0; kind < SPANS; kind++) wanted += 2 * (size_t)plan->span_counts[kind];
  wanted += 2 + (size_t)plan->chunk_count * (plan->bags ? 2 : 1) + plan->pair_count;
  if (length != wanted) return false;
  data += head;
  plan->chunks = (const Chunk *)data;
  data += 3 * (size_t)plan->chunk_count;
  plan->pairs = (const Pair *)data;
  data += 4 * (size_t)plan->pair_count;
  for (int kind = 0; kind < SPANS; kind++) {
    plan->spans[kind] = (const Span *)data;
    data += 2 * (size_t)plan->span_counts[kind];
  }
  plan->ends = data;
  return true;
}

/* Index of the first name that starts at or after an offset. */
static uint32_t name_at(const Text *text, uint32_t offset) {
  uint32_t low = 0, high = text->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (text->starts[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* The names of one of the texts beside the file. */
static Span said(const Counter *counter, const Plan *plan, size_t which) {
  const Text *text = &counter->texts[1];
  return (Span){which == 0 ? 0 : name_at(text, plan->ends[which - 1]), name_at(text, plan->ends[which])};
}

/* ----------------------------------------------------------------------------------------------- postings */

static void put_varint(Buffer *out, uint32_t value) {
  reserve(out, 5);
  while (value > 127) {
    out->data[out->length++] = (uint8_t)(value | 128);
    value >>= 7;
  }
  out->data[out->length++] = (uint8_t)value;
}

static void count(Counter *counter, uint32_t term, uint32_t field) {
  Seen *seen = &counter->seen[term];
  if (seen->serial != counter->serial) {
    *seen = (Seen){counter->serial, counter->distinct};
    if (counter->distinct == counter->touched_room) {
      const size_t room = counter->touched_room * 2;
      counter->touched = sized(counter->touched, room * sizeof(uint32_t));
      counter->counts = sized(counter->counts, room * FIELDS * sizeof(uint32_t));
      memset(counter->counts + counter->touched_room * FIELDS, 0, counter->touched_room * FIELDS * sizeof(uint32_t));
      counter->touched_room = room;
    }
    counter->touched[counter->distinct++] = term;
  }
  counter->counts[(size_t)seen->place * FIELDS + field]++;
}

static void count_said(Counter *counter, Span names, uint32_t field) {
  const Lists *terms = &counter->terms_of_name;
  for (uint32_t at = names.from; at < names.to; at++) {
    const uint32_t name = counter->texts[1].numbers[at];
    for (uint32_t i = terms->first[name]; i < terms->first[name + 1]; i++) count(counter, terms->values[i], field);
  }
}

/* Writes what is counted of a term by field (codec.ts, writePayload), and clears it. Returns the code. */
static uint32_t put_payload(Buffer *out, uint32_t *counts) {
  uint32_t mask = 0, code = 3;
  for (uint32_t field = 0; field < FIELDS; field++) mask |= (uint32_t)(counts[field] != 0) << field;
  if (mask == 1) {
    code = counts[0] > 1;
    if (code) put_varint(out, counts[0]);
  } else if ((mask & (mask - 1)) == 0) {
    const uint32_t field = (uint32_t)__builtin_ctz(mask), times = counts[field];
    put_varint(out, (times < MAX_CHUNK ? times : MAX_CHUNK - 1) << 3 | field);
    code = 2;
  } else {
    const uint8_t byte = (uint8_t)mask;
    put_bytes(out, &byte, 1);
    for (uint32_t field = 0; field < FIELDS; field++)
      if (counts[field] != 0) put_varint(out, counts[field]);
  }
  memset(counts, 0, FIELDS * sizeof *counts);
  return code;
}

/* Spans ascend and do not overlap; the first that ends after an offset, from one on. */
static uint32_t span_after(const Span *spans, uint32_t count, uint32_t from, uint32_t offset) {
  while (from < count && spans[from].to <= offset) from++;
  return from;
}

static void post_chunk(Counter *counter, const Plan *plan, uint32_t at) {
  const Chunk *chunk = &plan->chunks[at];
  const Text *text = &counter->texts[0];
  const Lists *terms = &counter->terms_of_name;
  uint32_t lengths[NORMALISED] = {0}, next[SPANS] = {0}, field = BODY;
  uint64_t until = 0;
  counter->serial++;
  for (int kind = 0; kind < SPANS; kind++) {
    uint32_t low = 0, high = plan->span_counts[kind];
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (plan->spans[kind][middle].to <= chunk->from) low = middle + 1;
      else high = middle;
    }
    next[kind] = low;
  }
  for (uint32_t place = name_at(text, chunk->from); place < text->count && text->starts[place] < chunk->to; place++) {
    const uint32_t start = text->starts[place];
    if (start >= until) {
      field = BODY;
      until = UINT64_MAX;
      for (int kind = SPANS - 1; kind >= 0; kind--) {
        next[kind] = span_after(plan->spans[kind], plan->span_counts[kind], next[kind], start);
        if (next[kind] == plan->span_counts[kind]) continue;
        const Span span = plan->spans[kind][next[kind]];
        const bool inside = span.from <= start;
        const uint64_t limit = inside ? span.to : span.from;
        if (inside) field = FIELD_OF_SPAN[kind];
        if (limit < until) until = limit;
      }
    }
    const uint32_t name = text->numbers[place], end = terms->first[name + 1];
    lengths[field] += end - terms->first[name];
    for (uint32_t i = terms->first[name]; i < end; i++) count(counter, terms->values[i], field);
  }
  count_said(counter, said(counter, plan, 0), 4);
  count_said(counter, said(counter, plan, 1), 5);
  count_said(counter, said(counter, plan, 2 + (size_t)at), 6);

  if (counter->entry_count + counter->distinct > counter->entry_room) {
    counter->entry_room = 2 * counter->entry_room + counter->distinct + 1024;
    counter->entries = sized(counter->entries, counter->entry_room * sizeof(Entry));
  }
  for (uint32_t place = 0; place < counter->distinct; place++) {
    Entry *entry = &counter->entries[counter->entry_count++];
    entry->term = counter->touched[place];
    entry->payload = counter->payloads.length;
    entry->head = counter->chunks << 2 | put_payload(&counter->payloads, counter->counts + (size_t)place * FIELDS);
  }
  counter->distinct = 0;
  put_varint(&counter->documents, counter->chunks);
  for (int i = 0; i < NORMALISED; i++) put_varint(&counter->documents, lengths[i] < MAX_LENGTH ? lengths[i] : MAX_LENGTH);
  counter->posted++;
}

/* ----------------------------------------------------------------------------------------------- bags */

/* A bag that is being made at the end of a buffer: how many tokens, then token, count, token … */
typedef struct {
  Buffer *out;
  size_t start;
  uint32_t tokens;
} Bag;

static Bag open_bag(Counter *counter, Buffer *out) {
  counter->bag_serial++;
  Bag bag = {out, out->length, 0};
  put_unit(out, 0);
  return bag;
}

static void close_bag(Bag *bag) {
  const uint16_t tokens = (uint16_t)bag->tokens;
  memcpy(bag->out->data + bag->start, &tokens, sizeof tokens);
}

static void put_token(Counter *counter, Bag *bag, uint32_t token) {
  Seen *seen = &counter->bagged[token];
  if (seen->serial != counter->bag_serial) {
    *seen = (Seen){counter->bag_serial, (uint32_t)(bag->out->length / 2) + 1};
    bag->tokens++;
    put_unit(bag->out, (uint16_t)token);
    put_unit(bag->out, 1);
    return;
  }
  uint16_t *times = (uint16_t *)bag->out->data + seen->place;
  if (*times < 0xffff) ++*times;
}

static void put_tokens(Counter *counter, Bag *bag, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) put_token(counter, bag, counter->tokens[i]);
}

/* Puts the tokens of a text beside the file, so many of them at most. */
static void put_said(Counter *counter, Bag *bag, Span names, uint32_t limit) {
  const Lists *tokens = &counter->tokens_of_name;
  for (uint32_t at = names.from; at < names.to; at++) {
    const uint32_t name = counter->texts[1].numbers[at];
    for (uint32_t i = tokens->first[name]; i < tokens->first[name + 1] && limit > 0; i++, limit--) put_token(counter, bag, tokens->values[i]);
  }
}

/* The tokens of the file's text in a row, and how many stand before each name. */
static void tokenize(Counter *counter) {
  const Text *text = &counter->texts[0];
  const Lists *tokens = &counter->tokens_of_name;
  if (text->count + 1 > counter->before_room) {
    counter->before_room = text->count + text->count / 2 + 1024;
    counter->before = sized(counter->before, counter->before_room * sizeof(uint32_t));
  }
  uint32_t length = 0;
  for (uint32_t at = 0; at < text->count; at++) {
    const uint32_t name = text->numbers[at], from = tokens->first[name], to = tokens->first[name + 1];
    counter->before[at] = length;
    if (length + (to - from) > counter->tokens_room) {
      counter->tokens_room = 2 * counter->tokens_room + (to - from) + 4096;
      counter->tokens = sized(counter->tokens, counter->tokens_room * sizeof(uint16_t));
    }
    for (uint32_t i = from; i < to; i++) counter->tokens[length++] = (uint16_t)tokens->values[i];
  }
  counter->before[text->count] = length;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t token_at(const Counter *counter, uint32_t offset) { return counter->before[name_at(&counter->texts[0], offset)]; }

/* The two bags of a pair (adapt.ts, PairBuilder); false, and none, where one side has too little. */
static bool put_pair(Counter *counter, const Plan *plan, uint32_t at, Buffer *out) {
  const size_t start = out->length;
  const Pair *pair = &plan->pairs[at];
  Bag query = open_bag(counter, out);
  put_said(counter, &query, said(counter, plan, 2 + 2 * (size_t)plan->chunk_count + at), plan->query_tokens);
  close_bag(&query);
  Bag document = open_bag(counter, out);
  const uint32_t first = token_at(counter, pair->described.from);
  const uint32_t last = smaller(token_at(counter, pair->described.to), first + plan->document_tokens);
  const bool hole = pair->hole.to > pair->hole.from;
  put_tokens(counter, &document, first, hole ? smaller(token_at(counter, pair->hole.from), last) : last);
  if (hole) {
    const uint32_t after = token_at(counter, pair->hole.to);
    put_tokens(counter, &document, smaller(after > first ? after : first, last), last);
  }
  close_bag(&document);
  if (query.tokens > 0 && document.tokens >= plan->least_tokens) return true;
  out->length = start;
  return false;
}

static void put_bags(Counter *counter, const Plan *plan, Buffer *out) {
  const uint32_t chunks = smaller(plan->chunk_count, MAX_BAGS);
  if (!counter->bagged) counter->bagged = zeroed(VOCABULARY, sizeof(Seen));
  tokenize(counter);
  put_unit(out, (uint16_t)chunks);
  for (uint32_t at = 0; at < chunks; at++) {
    const Chunk *chunk = &plan->chunks[at];
    Bag bag = open_bag(counter, out);
    if (chunk->posted) {
      put_said(counter, &bag, said(counter, plan, 2 + (size_t)plan->chunk_count + at), UINT32_MAX);
      const uint32_t from = token_at(counter, chunk->from);
      put_tokens(counter, &bag, from, smaller(token_at(counter, chunk->to), from + plan->chunk_tokens));
    }
    close_bag(&bag);
  }
  const size_t place = out->length;
  uint16_t pairs = 0;
  put_unit(out, 0);
  for (uint32_t at = 0; at < plan->pair_count && pairs < MAX_BAGS; at++) pairs += put_pair(counter, plan, at, out);
  memcpy(out->data + place, &pairs, sizeof pairs);
}

bool counter_file(Counter *counter, const uint32_t *data, size_t length, Buffer *out) {
  Plan plan;
  if (!plan_of(data, length, &plan) || !learn_terms(counter) || (plan.bags && !learn_tokens(counter))) return false;
  for (uint32_t at = 0; at < plan.chunk_count; at++) {
    if (plan.chunks[at].posted) post_chunk(counter, &plan, at);
    counter->chunks++;
  }
  if (plan.bags) put_bags(counter, &plan, out);
  return true;
}

/* ----------------------------------------------------------------------------------------------- the batch */

/* Text as UTF-8; halves of characters as TextEncoder writes them. */
static void put_utf8(Buffer *out, const uint16_t *text, size_t length) {
  reserve(out, 3 * length);
  uint8_t *to = out->data + out->length;
  for (size_t i = 0; i < length; i++) {
    uint32_t c = text[i];
    if (c >= 0xd800 && c <= 0xdfff) {
      const bool whole = c < 0xdc00 && i + 1 < length && text[i + 1] >= 0xdc00 && text[i + 1] <= 0xdfff;
      c = whole ? 0x10000 + ((c - 0xd800) << 10) + (text[++i] - 0xdc00) : 0xfffd;
    }
    if (c < 0x80) *to++ = (uint8_t)c;
    else if (c < 0x800) {
      *to++ = (uint8_t)(0xc0 | c >> 6);
      *to++ = (uint8_t)(0x80 | (c & 63));
    } else {
      if (c >= 0x10000) {
        *to++ = (uint8_t)(0xf0 | c >> 18);
        *to++ = (uint8_t)(0x80 | (c >> 12 & 63));
      } else
        *to++ = (uint8_t)(0xe0 | c >> 12);
      *to++ = (uint8_t)(0x80 | (c >> 6 & 63));
      *to++ = (uint8_t)(0x80 | (c & 63));
    }
  }
  out->length = (size_t)(to - out->data);
}

void counter_postings(Counter *counter, Buffer *out) {
  const uint32_t terms = names_size(counter->terms);
  const size_t entries = counter->entry_count;
  put_varint(out, counter->chunks);
  put_varint(out, counter->posted);
  put_bytes(out, counter->documents.data, counter->documents.length);
  // The entries of each term together, in their order.
  uint32_t *starts = zeroed((size_t)terms + 1, sizeof(uint32_t));
  uint32_t *order = sized(NULL, entries * sizeof(uint32_t));
  for (size_t i = 0; i < entries; i++) starts[counter->entries[i].term + 1]++;
  for (uint32_t term = 0; term < terms; term++) starts[term + 1] += starts[term];
  for (size_t i = 0; i < entries; i++) order[starts[counter->entries[i].term]++] = (uint32_t)i;
  Buffer run = {NULL, 0, 0}, name = {NULL, 0, 0};
  for (uint32_t term = 0, at = 0; term < terms; term++) {
    // The start of a term has moved to its end, which is where the next begins.
    if (at == starts[term]) continue;
    uint32_t last = 0;
    run.length = name.length = 0;
    for (; at < starts[term]; at++) {
      const Entry *entry = &counter->entries[order[at]];
      const size_t end = (size_t)order[at] + 1 < entries ? entry[1].payload : counter->payloads.length;
      put_varint(&run, (((entry->head >> 2) - last) << 2) | (entry->head & 3));
      last = entry->head >> 2;
      if (end > entry->payload) put_bytes(&run, counter->payloads.data + entry->payload, end - entry->payload);
    }
    size_t length = 0;
    const uint16_t *text = names_text(counter->terms, term, &length);
    put_utf8(&name, text, length);
    put_varint(out, (uint32_t)name.length);
    put_bytes(out, name.data, name.length);
    put_varint(out, last);
    put_varint(out, (uint32_t)run.length);
    put_bytes(out, run.data, run.length);
  }
  free(starts);
  free(order);
  free(run.data);
  free(name.data);
  counter->entry_count = 0;
  counter->payloads.length = counter->documents.length = 0;
  counter->chunks = counter->posted = 0;
  if (terms > MAX_KNOWN || names_size(counter->names) > MAX_KNOWN) forget(counter);
}
