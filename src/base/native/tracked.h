/* The calls of tracked.c, as quick.c exports them. */
#ifndef MANIFOLD_TRACKED_H
#define MANIFOLD_TRACKED_H
#include <node_api.h>
napi_value tracked_differing(napi_env env, napi_callback_info info);
napi_value tracked_found(napi_env env, napi_callback_info info);
napi_value tracked_listing(napi_env env, napi_callback_info info);
#endif
