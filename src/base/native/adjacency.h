/* The calls of adjacency.c, as quick.c exports them. */
#ifndef MANIFOLD_ADJACENCY_H
#define MANIFOLD_ADJACENCY_H
#include <node_api.h>
napi_value edges_places(napi_env env, napi_callback_info info);
napi_value edges_meet(napi_env env, napi_callback_info info);
napi_value edges_order(napi_env env, napi_callback_info info);
napi_value edges_advance(napi_env env, napi_callback_info info);
napi_value edges_total(napi_env env, napi_callback_info info);
#endif
