/* The calls of lexical.c, as quick.c exports them. */
#ifndef MANIFOLD_LEXICAL_H
#define MANIFOLD_LEXICAL_H
#include <node_api.h>
#include <stdbool.h>
napi_value lexical_open(napi_env env, napi_callback_info info);
napi_value lexical_read(napi_env env, napi_callback_info info);
napi_value lexical_select(napi_env env, napi_callback_info info);
#endif
