/* The calls of vectors.c, as quick.c exports them. */
#ifndef MANIFOLD_VECTORS_H
#define MANIFOLD_VECTORS_H
#include <node_api.h>
napi_value vectors_mapped(napi_env env, napi_callback_info info);
napi_value vectors_copied(napi_env env, napi_callback_info info);
napi_value vectors_nearest(napi_env env, napi_callback_info info);
napi_value vectors_begun(napi_env env, napi_callback_info info);
napi_value vectors_ended(napi_env env, napi_callback_info info);
napi_value vectors_cosines(napi_env env, napi_callback_info info);
#endif
