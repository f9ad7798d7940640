/* SPDX-License-Identifier: MIT */
/* Checked allocation; all memory of the library comes from here. Sizes are overflow-checked
 * products, a failure fills the error with a sentence, and tests can make any allocation fail. */
#ifndef RW_BASE_MEMORY_H
#define RW_BASE_MEMORY_H

#include "riwalk.h"

typedef enum rw_alloc_kind {
    RW_ALLOC_PLAIN,
    RW_ALLOC_ZEROED,
    RW_ALLOC_ALIGNED, /* to 64-byte cache lines */
} rw_alloc_kind;

/* `count` items of `size` bytes; NULL and an error if memory runs out. A count of 0 gives a valid
 * pointer, too. Free all with rw_free. */
void *rw_alloc_as(rw_alloc_kind kind, size_t count, size_t size, riwalk_error *error);

/* Fills the error of such an allocation elsewhere, with the megabytes that it needs. */
riwalk_status rw_out_of_memory(size_t count, size_t size, riwalk_error *error);

#define rw_alloc(count, size, error) rw_alloc_as(RW_ALLOC_PLAIN, count, size, error)
#define rw_alloc_zeroed(count, size, error) rw_alloc_as(RW_ALLOC_ZEROED, count, size, error)
#define rw_alloc_aligned(count, size, error) rw_alloc_as(RW_ALLOC_ALIGNED, count, size, error)

/* Resizes the array that *(T **)array points to (or NULL). On failure it returns false and changes
 * nothing. */
bool rw_resize_at(void *array, size_t count, size_t size, riwalk_error *error);

/* Makes room for `need` items in an array of `*capacity` items, at least doubling it. */
bool rw_grow_at(void *array, size_t *capacity, size_t need, size_t size, riwalk_error *error);

/* Returns MEMORY from the function if an allocation failed. Use it where nothing has to be
 * freed. */
#define RW_HAVE(made)                                                                              \
    do {                                                                                           \
        if (!(made))                                                                               \
            return RIWALK_STATUS_MEMORY;                                                           \
    } while (0)

void rw_free(const void *block);

/* Blocks that are freed together. After a failed allocation all further ones return NULL, so a
 * caller can take several blocks and check the status once. */
typedef struct rw_pool {
    void **blocks;
    size_t count, room;
    bool failed;
} rw_pool;

void *rw_take_as(rw_pool *pool, rw_alloc_kind kind, size_t count, size_t size, riwalk_error *error);

#define rw_take(pool, count, size, error) rw_take_as(pool, RW_ALLOC_PLAIN, count, size, error)
#define rw_take_zeroed(pool, count, size, error)                                                   \
    rw_take_as(pool, RW_ALLOC_ZEROED, count, size, error)
#define rw_take_aligned(pool, count, size, error)                                                  \
    rw_take_as(pool, RW_ALLOC_ALIGNED, count, size, error)

riwalk_status rw_pool_status(const rw_pool *pool);
void rw_pool_free(rw_pool *pool);

/* Declares a variable, all zeros, that is freed by `free`(&name) when its block ends, however it
 * ends: for what a function owns while it runs, so that it can return where something fails. */
#define RW_OWN(type, name, free) __attribute__((cleanup(free))) type name = {0}

/* The same for a pool: for the memory that a function needs while it runs. */
#define RW_POOL(name) RW_OWN(rw_pool, name, rw_pool_free)

/* For tests. After `permitted` more allocations all fail, until it is set again; a negative number
 * permits all. rw_memory_blocks counts blocks that are not freed yet. */
void rw_memory_permit(long permitted);
long rw_memory_blocks(void);

#endif
