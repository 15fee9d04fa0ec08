/* The call of tracked.c, as quick.c exports it. */
#ifndef MANIFOLD_TRACKED_H
#define MANIFOLD_TRACKED_H
#include <node_api.h>
napi_value tracked(napi_env env, napi_callback_info info);
#endif
