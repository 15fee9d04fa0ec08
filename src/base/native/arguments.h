/* Arguments of JavaScript as C reads them: for both addons, this one and the scanner (src/source/native). One thread only. */
#ifndef MANIFOLD_ARGUMENTS_H
#define MANIFOLD_ARGUMENTS_H

#include <node_api.h>
#include <stdint.h>
#include <stdlib.h>

/* The text of an argument, until the next is asked for; null for what is no text. */
static inline const uint16_t *units_of(napi_env env, napi_value value, size_t *length) {
  static uint16_t *text = NULL;
  static size_t room = 0;
  if (napi_get_value_string_utf16(env, value, NULL, 0, length) != napi_ok || *length > UINT32_MAX / 4) return NULL;
  if (*length + 1 > room) {
    free(text);
    room = *length + 1 + *length / 4;
    text = malloc(room * sizeof(uint16_t));
    if (!text) abort();
  }
  return napi_get_value_string_utf16(env, value, (char16_t *)text, room, length) == napi_ok ? text : NULL;
}

/* The elements of a typed array and how many; null for what is none of that type. */
static inline const void *array_of(napi_env env, napi_value value, napi_typedarray_type wanted, size_t *length) {
  napi_typedarray_type type;
  void *data = NULL;
  if (napi_get_typedarray_info(env, value, &type, length, &data, NULL, NULL) != napi_ok || type != wanted) return NULL;
  // An empty array may lie nowhere.
  return data ? data : "";
}

#endif
