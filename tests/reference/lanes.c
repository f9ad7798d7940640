/* SPDX-License-Identifier: MIT */
/* A device that is the host: memory is that of malloc, each array with its exact size, for
 * AddressSanitizer to see what goes beyond. */
#define RW_TABLE_BITS 4
#define RW_TABLE_ROOM 9U
#define RW_FILTER_BITS 1
#define RW_FILTER_ROW 4U
#define RW_MASK_BITS 4U
#define RW_LONG_ROW 5U
#define LEAST_HUB 3

#include "reference/lanes.h"

#include "engine/cuda/naming.h"
#include "engine/cuda/sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- Items in random order ---- */

static uint64_t shuffle;

static uint32_t draw(uint32_t bound)
{
    shuffle += RW_RNG_GAMMA;
    return bound ? (uint32_t)rw_rng_below(rw_rng_mix(shuffle), bound) : 0;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

uint32_t rw_lanes_begin(uint32_t count)
{
    return draw(count);
}

uint32_t rw_lanes_stride(uint32_t count)
{
    uint32_t stride = draw(count);

    while (count && common_divisor(stride, count) != 1)
        stride++;
    return stride;
}

/* ---- The device ---- */

int reference_device_fails;

/* Whether this call fails. */
static riwalk_status is_lost(riwalk_error *error)
{
    if (reference_device_fails && !--reference_device_fails)
        return rw_fail(error, RIWALK_STATUS_IO, "the device is lost");
    return RIWALK_STATUS_OK;
}

struct rw_device {
    void **copies;
    size_t count;
};

struct rw_device_queue {
    rw_device_job job;
    uint32_t most;
    uint32_t counters[RW_JOB_COUNTERS];
    uint32_t *starts, *missed;
    rw_slot *slots;
    uint32_t *tokens;
};

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

/* Memory that holds anything but zeros. */
static void *dirty(uint64_t bytes)
{
    return memset(need(malloc(bytes ? bytes : 1)), 0xA5, bytes);
}

static riwalk_status device_open(rw_device **device, riwalk_error *error)
{
    RW_MUST(is_lost(error));
    *device = need(calloc(1, sizeof **device));
    return RIWALK_STATUS_OK;
}

static void device_close(rw_device *device)
{
    for (size_t i = 0; device && i < device->count; i++)
        free(device->copies[i]);
    free(device ? device->copies : NULL);
    free(device);
}

static uint64_t free_bytes(rw_device *device)
{
    return UINT64_MAX;
}

static riwalk_status put(rw_device *device, const void *from, uint64_t bytes, void *there,
                         riwalk_error *error)
{
    RW_MUST(is_lost(error));
    if (from && bytes)
        memcpy(there, from, bytes);
    else
        memset(there, 0, bytes);
    return RIWALK_STATUS_OK;
}

static riwalk_status copy(rw_device *d, const void *from, uint64_t bytes, void **there,
                          riwalk_error *error)
{
    *there = dirty(bytes);
    d->copies = need(realloc(d->copies, (d->count + 1) * sizeof *d->copies));
    d->copies[d->count++] = *there;
    return put(d, from, bytes, *there, error);
}

static riwalk_status label(rw_device *device, const uint32_t *labels, const uint32_t *nodes,
                           uint64_t count, uint32_t *to, riwalk_error *error)
{
    RW_MUST(is_lost(error));
    for (uint64_t i = 0; i < count; i++)
        to[i] = labels[nodes[i]];
    return RIWALK_STATUS_OK;
}

static riwalk_status fetch(rw_device *device, const void *there, uint64_t bytes, void *to,
                           riwalk_error *error)
{
    return put(device, there, bytes, to, error);
}

/* Rows, and the lanes of each, in random order. */
static riwalk_status sum(rw_device *device, const rw_device_sums *sums, riwalk_error *error)
{
    RW_MUST(is_lost(error));
    RW_EACH (row, sums->row_end - sums->row_first)
        RW_EACH (lane, RW_ALL_LANES)
            rw_sums_row(sums, sums->kind, sums->row_first + row, lane, RW_ALL_LANES);
    return RIWALK_STATUS_OK;
}

/* ---- Blocks ---- */

/* A block with memory of its own. */
typedef struct blocked {
    rw_block block;
    void *arena, *planes, *near, *scratch;
} blocked;

static void blocked_begin(blocked *b, const rw_device_job *job, bool hashed)
{
    const rw_device_setup *s = &job->setup;

    *b = (blocked){.block = {.job = job, .hashed = hashed}};
    b->arena = dirty(rw_block_lay_arena(&b->block, s, NULL));
    rw_block_lay_arena(&b->block, s, b->arena);
    b->planes = dirty(rw_block_lay_planes(&b->block, s, NULL));
    rw_block_lay_planes(&b->block, s, b->planes);
    if (draw(2)) {
        b->near = dirty(rw_block_lay_near(&b->block, s, NULL));
        rw_block_lay_near(&b->block, s, b->near);
    }
    b->scratch = dirty(rw_block_lay_scratch(&b->block, s, NULL));
    rw_block_lay_scratch(&b->block, s, b->scratch);
}

static void blocked_end(blocked *b)
{
    free(b->arena);
    free(b->planes);
    free(b->near);
    free(b->scratch);
}

static riwalk_status fill_hubs(rw_device *device, const rw_device_graph *graph, riwalk_error *error)
{
    rw_device_job job = {
        .setup = {.graph = *graph, .radius = 3, .walks = 1, .length = 2, .sides = 1}};
    blocked b;

    RW_MUST(is_lost(error));
    for (uint32_t hub = 0; hub < graph->hubs.near_count; hub++)
        rw_fill_near(graph, hub);
    blocked_begin(&b, &job, false);
    for (uint32_t hub = 0; hub < graph->hubs.count; hub++)
        rw_fill_far(&b.block, hub);
    blocked_end(&b);
    return RIWALK_STATUS_OK;
}

static riwalk_status queue_open(rw_device *device, const rw_device_setup *setup, uint32_t most,
                                rw_device_queue **queue, riwalk_error *error)
{
    uint64_t tokens = (uint64_t)most * setup->walks * setup->length;
    rw_device_queue *q;

    RW_MUST(is_lost(error));
    q = need(calloc(1, sizeof *q));
    q->job.setup = *setup;
    q->most = most;
    q->starts = dirty(2 * (uint64_t)most * sizeof *q->starts);
    q->missed = dirty(most * sizeof *q->missed);
    q->slots = dirty((uint64_t)most * rw_block_slot_room(setup) * sizeof *q->slots);
    q->tokens = dirty(tokens * sizeof *q->tokens);
    *queue = q;
    return RIWALK_STATUS_OK;
}

static void queue_close(rw_device_queue *q)
{
    if (!q)
        return;
    free(q->starts);
    free(q->missed);
    free(q->slots);
    free(q->tokens);
    free(q);
}

/* Each anchor by table first, or, at random, all by planes at once. */
static riwalk_status run(rw_device_queue *q, const rw_device_request *r, rw_device_answer *answer,
                         riwalk_error *error)
{
    bool planes_only = draw(4) == 0;
    rw_device_job *job = &q->job;
    blocked b;

    if (r->count > q->most)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "too many anchors");
    RW_MUST(is_lost(error));
    memset(q->counters, 0, sizeof q->counters);
    job->anchors = r->anchors;
    job->count = r->count;
    job->first = r->first;
    job->walks = r->walks;
    job->merge = r->merge;
    job->starts = q->starts;
    job->counts = q->starts + q->most;
    job->slots = q->slots;
    job->tokens = r->merge ? NULL : q->tokens;
    job->missed = q->missed;
    job->counters = q->counters;
    for (int hashed = !planes_only; hashed >= 0; hashed--) {
        if (planes_only)
            for (uint32_t i = 0; i < r->count; i++)
                q->missed[q->counters[RW_JOB_MISSED]++] = i;
        blocked_begin(&b, job, hashed);
        rw_take_anchors(&b.block);
        blocked_end(&b);
    }
    *answer = (rw_device_answer){job->starts, job->counts, job->slots, job->tokens};
    return RIWALK_STATUS_OK;
}

/* ---- The engine ---- */

const rw_device_kind reference_device = {
    .version = RW_DEVICE_VERSION,
    .long_row = RW_LONG_ROW,
    .least_hub = LEAST_HUB,
    .open = device_open,
    .close = device_close,
    .free_bytes = free_bytes,
    .copy = copy,
    .put = put,
    .fetch = fetch,
    .sum = sum,
    .label = label,
    .fill_hubs = fill_hubs,
    .queue_open = queue_open,
    .queue_close = queue_close,
    .run = run,
};

static riwalk_status open(rw_engine *engine, const riwalk_run *threads, uint64_t anchors,
                          riwalk_error *error)
{
    return rw_cuda_open_on(engine, &reference_device, threads, anchors, error);
}

const rw_engine_kind *reference_lanes(void)
{
    static rw_engine_kind kind;

    kind = rw_engine_cuda;
    kind.open = open;
    return &kind;
}

bool reference_card_is_there(void)
{
    const rw_device_kind *card;
    rw_device *device;

    if (rw_cuda_load(&card, NULL) || card->open(&device, NULL))
        return false;
    card->close(device);
    return true;
}
