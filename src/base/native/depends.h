/* What files depend on (store/depends.ts). */
#ifndef MANIFOLD_DEPENDS_H
#define MANIFOLD_DEPENDS_H
#include <node_api.h>

napi_value depends_holding(napi_env env, napi_callback_info info);

#endif
