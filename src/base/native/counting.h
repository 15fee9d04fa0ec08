/* The calls of counting.c, as quick.c exports them. */
#pragma once
#include <node_api.h>
napi_value counting_new(napi_env env, napi_callback_info info);
napi_value counting_read(napi_env env, napi_callback_info info);
napi_value counting_pieces(napi_env env, napi_callback_info info);
napi_value counting_words(napi_env env, napi_callback_info info);
napi_value counting_learn(napi_env env, napi_callback_info info);
napi_value counting_tokens(napi_env env, napi_callback_info info);
napi_value counting_file(napi_env env, napi_callback_info info);
napi_value counting_postings(napi_env env, napi_callback_info info);
