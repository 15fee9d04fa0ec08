/* Memory that is thrown away as a whole, see memory.c. The functions do what malloc, calloc, realloc and free do; without memory they abort. */
#pragma once
#include <stddef.h>

void *take(size_t size);
void *take_zeroed(size_t count, size_t size);
void *take_more(void *piece, size_t size);
void give_back(void *piece);

/* Everything is free again; what a large file needed goes back to the system. */
void start_over(void);
