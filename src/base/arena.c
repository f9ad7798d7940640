/* SPDX-License-Identifier: MIT */
/* Small pieces of memory, cut from blocks. */
#include "base/arena.h"

#include "base/memory.h"

#define BLOCK_BYTES ((size_t)1 << 16)

struct rw_arena_block {
    struct rw_arena_block *next;
    size_t used, size;
    char bytes[];
};

char *rw_arena_take(rw_arena *arena, size_t size, riwalk_error *error)
{
    struct rw_arena_block *block = arena->blocks;

    if (!block || block->size - block->used < size) {
        size_t bytes = size > BLOCK_BYTES ? size : BLOCK_BYTES;

        if (!(block = rw_alloc(sizeof *block + bytes, 1, error)))
            return NULL;
        *block = (struct rw_arena_block){.next = arena->blocks, .size = bytes};
        arena->blocks = block;
    }
    block->used += size;
    return block->bytes + block->used - size;
}

void rw_arena_free(rw_arena *arena)
{
    while (arena->blocks) {
        struct rw_arena_block *next = arena->blocks->next;

        rw_free(arena->blocks);
        arena->blocks = next;
    }
}
