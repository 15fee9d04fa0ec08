#pragma once
#include <stdlib.h>

#define MEM_NEW(T) ((T *)mem_alloc(sizeof(T)))

void *mem_alloc(size_t n);
void mem_free(void *p);
