/*
 * The nodes that rules ask for, of a whole file in one call: parse with tree-sitter, walk once, write numbers.
 *
 * ast-grep gives one JavaScript object a match, and each question about it (kind, span, field) crosses into native code once more:
 * half of what parsing a file costs. This does the same walk over the same grammars and returns one array. What it is asked is a
 * program of 32-bit words made from the rules (src/source/scanner.ts has the encoding); what it cannot express is left to ast-grep.
 *
 * Nothing here outlives a call but the loaded grammars, the memory that the next call uses again, and texts that are scanned ahead (ahead.c).
 */
#include <dlfcn.h>
#include <node_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

#include "../../base/native/arguments.h"
#include "ahead.h"
#include "memory.h"

/* The names that these two have in every version of the C library, not those of the one it is built with: boards with an older one count. */
#if defined(__x86_64__)
__asm__(".symver dlopen,dlopen@GLIBC_2.2.5");
__asm__(".symver dlsym,dlsym@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver dlopen,dlopen@GLIBC_2.17");
__asm__(".symver dlsym,dlsym@GLIBC_2.17");
#endif

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

/* What the arguments of `scan` and `ahead` ask for; the text until the next is asked for. */
static bool argument_request(napi_env env, napi_callback_info info, Request *request) {
  napi_value arguments[4];
  size_t count = 4, words = 0;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  request->language = count < 4 ? NULL : argument_language(env, arguments[0]);
  const uint32_t *data = request->language ? array_of(env, arguments[2], napi_uint32_array, &words) : NULL;
  if (!data || napi_get_value_uint32(env, arguments[3], &request->limit) != napi_ok) return false;
  request->program = (Program){data, (uint32_t)words};
  request->text = units_of(env, arguments[1], &request->length);
  return request->text != NULL;
}

/* scan(handle, text, program, limit): buffer of 32-bit words, at most `limit` matches; null for arguments of other types. */
static napi_value scan(napi_env env, napi_callback_info info) {
  napi_value result;
  Request request;
  size_t words = 0;
  napi_get_null(env, &result);
  if (!argument_request(env, info, &request)) return result;
  uint32_t *data = scan_now(&request, &words);
  if (!data) return result;
  void *out = NULL;
  napi_create_arraybuffer(env, words * sizeof *data, &out, &result);
  if (words > 0) memcpy(out, data, words * sizeof *data);
  free(data);
  return result;
}

/* ahead(handle, text, program, limit): that text will be asked for. */
static napi_value ahead(napi_env env, napi_callback_info info) {
  napi_value result;
  Request request;
  napi_get_undefined(env, &result);
  if (argument_request(env, info, &request)) scan_ahead(&request);
  return result;
}

/* forget(): what is scanned ahead will not be asked for. */
static napi_value forget(napi_env env, napi_callback_info info) {
  napi_value result;
  (void)info;
  napi_get_undefined(env, &result);
  forget_ahead();
  return result;
}

NAPI_MODULE_INIT() {
  ts_set_allocator(take, take_zeroed, take_more, give_back);
  const napi_property_descriptor functions[] = {
      {"load", NULL, load, NULL, NULL, NULL, napi_enumerable, NULL},
      {"kind", NULL, kind, NULL, NULL, NULL, napi_enumerable, NULL},
      {"field", NULL, field, NULL, NULL, NULL, napi_enumerable, NULL},
      {"scan", NULL, scan, NULL, NULL, NULL, napi_enumerable, NULL},
      {"ahead", NULL, ahead, NULL, NULL, NULL, napi_enumerable, NULL},
      {"forget", NULL, forget, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions);
  return exports;
}
