/* SPDX-License-Identifier: MIT */
/* Checked allocation. All memory of the library comes from here: sizes are products that cannot
 * overflow, a failure fills the error with a sentence, and tests can make any allocation fail. */
#ifndef RW_BASE_MEMORY_H
#define RW_BASE_MEMORY_H

#include "riwalk.h"

/* `count` items of `size` bytes; NULL, with the error filled, when there is not enough memory.
 * A count of 0 is fine and gives a pointer that can be freed. */
void *rw_alloc(size_t count, size_t size, riwalk_error *error);
void *rw_alloc_zeroed(size_t count, size_t size, riwalk_error *error);

/* The same for items that must start on a 64-byte line; freed by rw_free as well. */
void *rw_alloc_aligned(size_t count, size_t size, riwalk_error *error);

/* Moves the array that *(T **)array points to, or NULL, to a new size; false, and nothing has
 * changed, on failure. */
bool rw_resize_at(void *array, size_t count, size_t size, riwalk_error *error);

/* Makes room for `need` items in a growing array of `*capacity` items, at least doubling it. */
bool rw_grow_at(void *array, size_t *capacity, size_t need, size_t size, riwalk_error *error);

/* Returns from the function with MEMORY where a call has none for it: where nothing is to be freed.
 */
#define RW_HAVE(made)                                                                              \
    do {                                                                                           \
        if (!(made))                                                                               \
            return RIWALK_STATUS_MEMORY;                                                           \
    } while (0)

void rw_free(void *block);

/* Blocks that are freed together. After one that failed, all others are NULL: whoever takes several
 * asks for the status once. */
typedef struct rw_pool {
    void **blocks;
    size_t count, room;
    bool failed;
} rw_pool;

void *rw_take(rw_pool *pool, size_t count, size_t size, riwalk_error *error);
void *rw_take_zeroed(rw_pool *pool, size_t count, size_t size, riwalk_error *error);
void *rw_take_aligned(rw_pool *pool, size_t count, size_t size, riwalk_error *error);
riwalk_status rw_pool_status(const rw_pool *pool);
void rw_pool_free(rw_pool *pool);

/* For tests: after `permitted` further allocations every one fails, until set again; a negative
 * number permits all. Blocks that are allocated and not yet freed are counted. */
void rw_memory_permit(long permitted);
long rw_memory_blocks(void);

#endif
