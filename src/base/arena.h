/* SPDX-License-Identifier: MIT */
/* Small pieces of memory that are freed together. */
#ifndef RW_BASE_ARENA_H
#define RW_BASE_ARENA_H

#include "riwalk.h"

/* All zeros is an empty arena. */
typedef struct rw_arena {
    struct rw_arena_block *blocks; /* the newest first */
} rw_arena;

/* `size` bytes that stay in their place until the arena is freed; they need no alignment. NULL,
 * with the error filled, when there is not enough memory. */
char *rw_arena_take(rw_arena *arena, size_t size, riwalk_error *error);

void rw_arena_free(rw_arena *arena);

#endif
