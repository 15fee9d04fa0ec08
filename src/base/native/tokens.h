/* The call of tokens.c, as quick.c exports it. */
#ifndef MANIFOLD_TOKENS_H
#define MANIFOLD_TOKENS_H
#include <node_api.h>
napi_value tokens_count(napi_env env, napi_callback_info info);
#endif
