/* SPDX-License-Identifier: MIT */
/* Checked allocation from the system. Tests can make allocations fail. */
#include "base/memory.h"

#include "base/error.h"
#include "base/os.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Arrays of at least this size ask the kernel for huge pages: scattered access to a large graph
 * then misses the TLB far less. */
#define HUGE_BYTES ((size_t)8 << 20)
#define PLAIN_BYTES 16
#define LINE_BYTES 64

/* From this size on, aligned arrays start at a huge page boundary. */
#define HUGE_PAGE ((size_t)2 << 20)
#define HUGE_ALIGNED_BYTES (2 * HUGE_PAGE)

static atomic_long permitted_allocations = -1;
static atomic_long live_blocks;

void rw_memory_permit(long permitted)
{
    atomic_store(&permitted_allocations, permitted);
}

long rw_memory_blocks(void)
{
    return atomic_load(&live_blocks);
}

/* Whether the size of an array can be told and tests permit one more allocation. */
static bool permitted(size_t count, size_t size, size_t *bytes)
{
    long left = atomic_load_explicit(&permitted_allocations, memory_order_relaxed);

    if (size && count > PTRDIFF_MAX / size)
        return false;
    *bytes = count && size ? count * size : 1;
    while (left > 0)
        if (atomic_compare_exchange_weak(&permitted_allocations, &left, left - 1))
            return true;
    return left < 0;
}

riwalk_status rw_out_of_memory(size_t count, size_t size, riwalk_error *error)
{
    return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory: %.1f MB more are needed",
                   ceil((double)count * (double)size / 1e5) / 10);
}

static void *fail(size_t count, size_t size, riwalk_error *error)
{
    rw_out_of_memory(count, size, error);
    return NULL;
}

void *rw_alloc_as(rw_alloc_kind kind, size_t count, size_t size, riwalk_error *error)
{
    bool aligned = kind == RW_ALLOC_ALIGNED;
    size_t bytes, alignment = PLAIN_BYTES;
    void *block;

    if (!permitted(count, size, &bytes))
        return fail(count, size, error);
    if (aligned) {
        bytes = (bytes + LINE_BYTES - 1) & ~(size_t)(LINE_BYTES - 1);
        alignment = bytes < HUGE_ALIGNED_BYTES ? LINE_BYTES : HUGE_PAGE;
    }
    if (!(block = rw_os_alloc(bytes, alignment, kind == RW_ALLOC_ZEROED)))
        return fail(count, size, error);
    if (bytes >= (aligned ? HUGE_ALIGNED_BYTES : HUGE_BYTES))
        rw_os_advise_huge(block, bytes);
    atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
    return block;
}

void rw_free(const void *block)
{
    if (!block)
        return;
    atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
    rw_os_free((void *)(uintptr_t)block);
}

void riwalk_bytes_free(void *data)
{
    rw_free(data);
}

/* ---- Arrays by the address of their pointer ---- */

bool rw_resize_at(void *array, size_t count, size_t size, riwalk_error *error)
{
    size_t bytes;
    void *block;

    memcpy(&block, array, sizeof block);
    if (!block)
        block = rw_alloc(count, size, error);
    else if (!permitted(count, size, &bytes) || !(block = rw_os_resize(block, bytes)))
        block = fail(count, size, error);
    else if (bytes >= HUGE_BYTES)
        rw_os_advise_huge(block, bytes);
    if (block)
        memcpy(array, &block, sizeof block);
    return block;
}

bool rw_grow_at(void *array, size_t *capacity, size_t need, size_t size, riwalk_error *error)
{
    size_t wanted = *capacity < SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
    void *block;

    memcpy(&block, array, sizeof block);
    if (need <= *capacity && block)
        return true;
    wanted = wanted > need ? wanted : need;
    wanted = wanted > 16 ? wanted : 16;
    if (!rw_resize_at(array, wanted, size, error))
        return false;
    *capacity = wanted;
    return true;
}

/* ---- Pools ---- */

void *rw_take_as(rw_pool *pool, rw_alloc_kind kind, size_t count, size_t size, riwalk_error *error)
{
    void *block = NULL;

    if (!pool->failed &&
        rw_grow_at(&pool->blocks, &pool->room, pool->count + 1, sizeof *pool->blocks, error))
        block = rw_alloc_as(kind, count, size, error);
    if (block)
        pool->blocks[pool->count++] = block;
    pool->failed = !block;
    return block;
}

riwalk_status rw_pool_status(const rw_pool *pool)
{
    return pool->failed ? RIWALK_STATUS_MEMORY : RIWALK_STATUS_OK;
}

void rw_pool_free(rw_pool *pool)
{
    while (pool->count)
        rw_free(pool->blocks[--pool->count]);
    rw_free(pool->blocks);
    *pool = (rw_pool){0};
}
