/* SPDX-License-Identifier: MIT */
/* The device: libriwalk-cuda.so. A batch of anchors is two kernels. The first has a block per ball
 * that fits into a table, many blocks per multiprocessor; the second takes the other balls, with
 * planes of bits, in a multiprocessor's memory if they fit. Both take anchors from a counter. Each
 * thread that asks has a stream, so one batch is copied back while others run. */
#include "base/error.h"
#include "engine/cuda/card.h"
#include "engine/cuda/naming.h"

#include <stdlib.h>
#include <string.h>

#define SMALL_LANES 288
#define SMALL_BLOCKS 4 /* per multiprocessor */
#define LARGE_LANES 1024

/* Smaller hubs are expanded as fast as their planes are read. */
#define LEAST_HUB 32

extern __shared__ __align__(16) char rw_shared[];

/* ---- Kernels ---- */

typedef struct memory {
    char *arenas, *planes, *scratch; /* of all blocks; NULL: in a multiprocessor's own memory */
    uint64_t arena_bytes, plane_bytes, scratch_bytes;
} memory;

static __device__ __forceinline__ rw_block make_block(const rw_device_job *job, bool hashed)
{
    rw_block b;

    memset(&b, 0, sizeof b);
    b.job = job;
    b.hashed = hashed;
    return b;
}

static __global__ void __launch_bounds__(SMALL_LANES, SMALL_BLOCKS)
    take_small(const __grid_constant__ rw_device_job job, const __grid_constant__ memory m)
{
    rw_block b = make_block(&job, true);

    rw_block_lay_arena(&b, &job.setup, rw_shared);
    rw_block_lay_scratch(&b, &job.setup, m.scratch + blockIdx.x * m.scratch_bytes);
    rw_take_anchors(&b);
}

/* The planes in a multiprocessor's own memory. */
enum planes {
    NO_PLANES,
    NEAR_PLANES,
    ALL_PLANES
};

template <bool OWN_ARENA, enum planes OWN>
static __global__ void __launch_bounds__(LARGE_LANES)
    take_large(const __grid_constant__ rw_device_job job, const __grid_constant__ memory m)
{
    rw_block b = make_block(&job, false);

    rw_block_lay_arena(&b, &job.setup,
                       OWN_ARENA ? rw_shared : m.arenas + blockIdx.x * m.arena_bytes);
    rw_block_lay_planes(&b, &job.setup,
                        OWN == ALL_PLANES ? rw_shared + m.arena_bytes
                                          : m.planes + blockIdx.x * m.plane_bytes);
    if (OWN == NEAR_PLANES)
        rw_block_lay_near(&b, &job.setup, rw_shared + m.arena_bytes);
    rw_block_lay_scratch(&b, &job.setup, m.scratch + blockIdx.x * m.scratch_bytes);
    rw_take_anchors(&b);
}

static __global__ void label_all(const uint32_t *labels, const uint32_t *nodes, uint64_t count,
                                 uint32_t *to)
{
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (uint64_t)blockDim.x)
        to[i] = labels[nodes[i]];
}

static __global__ void fill_near(const __grid_constant__ rw_device_graph graph)
{
    for (uint32_t hub = blockIdx.x; hub < graph.hubs.near_count; hub += gridDim.x)
        rw_fill_near(&graph, hub);
}

static __global__ void __launch_bounds__(LARGE_LANES)
    fill_far(const __grid_constant__ rw_device_job job, const __grid_constant__ memory m)
{
    __shared__ rw_block_control control;
    rw_block b = make_block(&job, false);

    b.control = &control;
    rw_block_lay_planes(&b, &job.setup, m.planes + blockIdx.x * m.plane_bytes);
    rw_block_lay_scratch(&b, &job.setup, m.scratch + blockIdx.x * m.scratch_bytes);
    for (uint32_t hub = blockIdx.x; hub < job.setup.graph.hubs.count; hub += gridDim.x)
        rw_fill_far(&b, hub);
}

static riwalk_status label(rw_device *d, const uint32_t *labels, const uint32_t *nodes,
                           uint64_t count, uint32_t *to, riwalk_error *error)
{
    label_all<<<d->card.multiProcessorCount * 4, 512>>>(labels, nodes, count, to);
    return rw_card_said(cudaDeviceSynchronize(), "cannot prepare rows on the graphics card", error);
}

static riwalk_status fill_hubs(rw_device *d, const rw_device_graph *graph, riwalk_error *error)
{
    uint32_t blocks = (uint32_t)d->card.multiProcessorCount;
    rw_device_job job;
    rw_block b;
    memory m;

    memset(&job, 0, sizeof job);
    memset(&m, 0, sizeof m);
    memset(&b, 0, sizeof b);
    job.setup.graph = *graph;
    job.setup.radius = 3;
    m.plane_bytes = rw_block_lay_planes(&b, &job.setup, NULL);
    m.scratch_bytes = rw_block_lay_scratch(&b, &job.setup, NULL);
    RW_MUST(rw_card_need_large(d, blocks * (m.plane_bytes + m.scratch_bytes), error));
    m.scratch = d->large[0].memory;
    m.planes = m.scratch + blocks * m.scratch_bytes;
    fill_near<<<blocks, LARGE_LANES>>>(*graph);
    fill_far<<<blocks, LARGE_LANES>>>(job, m);
    return rw_card_said(cudaDeviceSynchronize(), "cannot prepare hubs on the graphics card", error);
}

/* ---- Queues ---- */

typedef void kernel(const rw_device_job job, const memory m);

struct rw_device_queue {
    rw_device *device;
    rw_device_job job; /* its arrays are on the device */
    uint32_t most;
    cudaStream_t stream;
    char *arrays;
    uint32_t *head; /* on the host: counters, starts, counts */
    rw_slot *slots;
    uint64_t slot_room;
    uint32_t *tokens;
    kernel *large;
    uint32_t small_blocks, large_blocks; /* small ones 0: no arena fits */
    uint32_t small_bytes, large_bytes;   /* of a multiprocessor's own memory */
    memory small_memory, large_memory;
};

static void queue_close(rw_device_queue *q)
{
    if (!q)
        return;
    if (q->stream) {
        cudaStreamSynchronize(q->stream);
        cudaStreamDestroy(q->stream);
    }
    cudaFree(q->arrays);
    cudaFree(q->small_memory.scratch);
    cudaFree(q->job.tokens);
    cudaFreeHost(q->head);
    cudaFreeHost(q->slots);
    cudaFreeHost(q->tokens);
    free(q);
}

/* Computes how many blocks of a kernel run at the same time. */
template <typename K>
static riwalk_status count_blocks(const rw_device *d, K *k, uint32_t lanes, uint32_t bytes,
                                  uint32_t *blocks, riwalk_error *error)
{
    int each = 0;
    cudaError_t code = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            (int)d->card.sharedMemPerBlockOptin);

    if (code == cudaSuccess)
        code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, k, (int)lanes, bytes);
    *blocks = (uint32_t)(each > 0 ? each : 1) * (uint32_t)d->card.multiProcessorCount;
    return rw_card_said(code, "a kernel", error);
}

static riwalk_status plan_small(rw_device_queue *q, riwalk_error *error)
{
    const rw_device_setup *s = &q->job.setup;
    memory *m = &q->small_memory;
    rw_block b;

    memset(&b, 0, sizeof b);
    b.hashed = true;
    if (rw_block_lay_arena(&b, s, NULL) > q->device->card.sharedMemPerBlockOptin)
        return RIWALK_STATUS_OK;
    q->small_bytes = (uint32_t)rw_block_lay_arena(&b, s, NULL);
    m->scratch_bytes = rw_block_lay_scratch(&b, s, NULL);
    RW_MUST(
        count_blocks(q->device, take_small, SMALL_LANES, q->small_bytes, &q->small_blocks, error));
    return m->scratch_bytes ? rw_card_take(&m->scratch, q->small_blocks * m->scratch_bytes, error)
                            : RIWALK_STATUS_OK;
}

/* Plans blocks with planes: as many as there is memory for. */
static riwalk_status plan_large(rw_device_queue *q, riwalk_error *error)
{
    const rw_device_setup *s = &q->job.setup;
    uint64_t own = q->device->card.sharedMemPerBlockOptin, near, each, most;
    memory *m = &q->large_memory;
    rw_block b;

    memset(&b, 0, sizeof b);
    m->arena_bytes = (rw_block_lay_arena(&b, s, NULL) + 15) / 16 * 16;
    m->plane_bytes = (rw_block_lay_planes(&b, s, NULL) + 15) / 16 * 16;
    m->scratch_bytes = rw_block_lay_scratch(&b, s, NULL);
    near = rw_block_lay_near(&b, s, NULL);
    each = m->scratch_bytes + m->plane_bytes;
    if (m->arena_bytes + m->plane_bytes <= own) {
        q->large = take_large<true, ALL_PLANES>;
        q->large_bytes = (uint32_t)(m->arena_bytes + m->plane_bytes);
        each -= m->plane_bytes;
    } else if (m->arena_bytes + near <= own) {
        q->large = take_large<true, NEAR_PLANES>;
        q->large_bytes = (uint32_t)(m->arena_bytes + near);
    } else if (m->arena_bytes <= own) {
        q->large = take_large<true, NO_PLANES>;
        q->large_bytes = (uint32_t)m->arena_bytes;
    } else {
        q->large = take_large<false, NO_PLANES>;
        each += m->arena_bytes;
    }
    RW_MUST(count_blocks(q->device, q->large, LARGE_LANES, q->large_bytes, &q->large_blocks, error));
    most = rw_card_free_bytes(q->device) / RW_CARD_LARGE + q->device->large_bytes;
    most = most / 2 / each;
    if (q->large_blocks > most)
        q->large_blocks = most ? (uint32_t)most : 1;
    return rw_card_need_large(q->device, q->large_blocks * each, error);
}

static riwalk_status take_arrays(rw_device_queue *q, riwalk_error *error)
{
    uint64_t used = 0, slots = (uint64_t)q->most * rw_block_slot_room(&q->job.setup);
    rw_device_job *j = &q->job;

    for (int pass = 0; pass < 2; pass++) { /* first counts bytes, then sets pointers */
        used = 0;
        j->counters = rw_block_take_numbers(q->arrays, &used, RW_JOB_COUNTERS);
        j->starts = rw_block_take_numbers(q->arrays, &used, 2 * (uint64_t)q->most);
        j->missed = rw_block_take_numbers(q->arrays, &used, q->most);
        j->anchors = rw_block_take_numbers(q->arrays, &used, q->most);
        j->slots = (rw_slot *)rw_block_take(q->arrays, &used, slots * sizeof(rw_slot));
        if (!pass)
            RW_MUST(rw_card_take(&q->arrays, used, error));
    }
    return rw_card_said(cudaMallocHost((void **)&q->head,
                                       (RW_JOB_COUNTERS + 2 * (size_t)q->most) * sizeof(uint32_t)),
                        "cannot take memory that the graphics card copies to", error);
}

static riwalk_status queue_open(rw_device *d, const rw_device_setup *setup, uint32_t most,
                                rw_device_queue **queue, riwalk_error *error)
{
    rw_device_queue *q = (rw_device_queue *)calloc(1, sizeof *q);
    riwalk_status status;

    if (!q)
        return rw_card_fail(error, RIWALK_STATUS_MEMORY, "a graphics card", "out of memory");
    q->device = d;
    q->job.setup = *setup;
    q->most = most;
    if ((status = rw_card_said(cudaStreamCreateWithFlags(&q->stream, cudaStreamNonBlocking),
                               "a stream", error)) ||
        (status = take_arrays(q, error)) || (status = plan_small(q, error)) ||
        (status = plan_large(q, error)))
        queue_close(q);
    else
        *queue = q;
    return status;
}

/* Copies counters, starts and counts, and waits for them. */
static riwalk_status fetch_head(rw_device_queue *q, riwalk_error *error)
{
    cudaMemcpyAsync(q->head, q->job.counters,
                    (RW_JOB_COUNTERS + 2 * (size_t)q->job.count) * sizeof(uint32_t),
                    cudaMemcpyDeviceToHost, q->stream);
    cudaError_t code = cudaGetLastError();

    return rw_card_said(code == cudaSuccess ? cudaStreamSynchronize(q->stream) : code,
                        "walks on the graphics card", error);
}

/* Runs balls that fit into tables, and lists the others. If no arena fits into a multiprocessor,
 * lists all. */
static riwalk_status run_small(rw_device_queue *q, riwalk_error *error)
{
    uint32_t count = q->job.count;

    if (q->small_blocks) {
        uint32_t blocks = q->small_blocks < count ? q->small_blocks : count;

        cudaMemsetAsync(q->job.counters, 0, RW_JOB_COUNTERS * sizeof(uint32_t), q->stream);
        take_small<<<blocks, SMALL_LANES, q->small_bytes, q->stream>>>(q->job, q->small_memory);
        return fetch_head(q, error);
    }
    memset(q->head, 0, RW_JOB_COUNTERS * sizeof(uint32_t));
    q->head[RW_JOB_MISSED] = count;
    cudaMemcpyAsync(q->job.counters, q->head, RW_JOB_COUNTERS * sizeof(uint32_t),
                    cudaMemcpyHostToDevice, q->stream);
    for (uint32_t i = 0; i < count; i++)
        q->head[RW_JOB_COUNTERS + i] = i;
    cudaMemcpyAsync(q->job.missed, q->head + RW_JOB_COUNTERS, count * sizeof(uint32_t),
                    cudaMemcpyHostToDevice, q->stream);
    return RIWALK_STATUS_OK;
}

/* Runs the listed balls. Batches take turns with the memory. */
static riwalk_status run_large(rw_device_queue *q, riwalk_error *error)
{
    rw_device *d = q->device;
    memory m = q->large_memory;
    rw_card_large *large;
    uint32_t missed = q->head[RW_JOB_MISSED];
    uint32_t blocks = q->large_blocks < missed ? q->large_blocks : missed;

    pthread_mutex_lock(&d->lock);
    large = &d->large[d->turn++ % RW_CARD_LARGE];
    m.scratch = large->memory;
    m.planes = m.scratch + q->large_blocks * m.scratch_bytes;
    m.arenas = m.planes + q->large_blocks * m.plane_bytes;
    cudaStreamWaitEvent(q->stream, large->free, 0);
    q->large<<<blocks, LARGE_LANES, q->large_bytes, q->stream>>>(q->job, m);
    cudaEventRecord(large->free, q->stream);
    pthread_mutex_unlock(&d->lock);
    return fetch_head(q, error);
}

/* Makes room on the host for `slots` slots. */
static riwalk_status host_room(rw_device_queue *q, uint64_t slots, riwalk_error *error)
{
    if (slots <= q->slot_room)
        return RIWALK_STATUS_OK;
    cudaFreeHost(q->slots);
    q->slots = NULL;
    q->slot_room = 0;
    riwalk_status status =
        rw_card_said(cudaMallocHost((void **)&q->slots, (slots + slots / 4) * sizeof(rw_slot)),
                     "cannot take memory that the graphics card copies to", error);
    if (!status)
        q->slot_room = slots + slots / 4;
    return status;
}

static riwalk_status run(rw_device_queue *q, const rw_device_request *r, rw_device_answer *answer,
                         riwalk_error *error)
{
    const char *what = "walks on the graphics card";
    uint64_t tokens = (uint64_t)q->most * q->job.setup.walks * q->job.setup.length;
    uint32_t *device_tokens = q->job.tokens;
    riwalk_status status;

    if (!r->merge && !q->tokens &&
        ((status = rw_card_take(&q->job.tokens, tokens * sizeof(uint32_t), error)) ||
         (status = rw_card_said(cudaMallocHost((void **)&q->tokens, tokens * sizeof(uint32_t)),
                                what, error))))
        return status;
    device_tokens = q->job.tokens;
    q->job.count = r->count;
    q->job.first = r->first;
    q->job.walks = r->walks;
    q->job.merge = r->merge;
    q->job.counts = q->job.starts + r->count;
    q->job.tokens = r->merge ? NULL : device_tokens;
    cudaMemcpyAsync((void *)q->job.anchors, r->anchors, r->count * sizeof(uint32_t),
                    cudaMemcpyHostToDevice, q->stream);
    status = run_small(q, error);
    if (!status && q->head[RW_JOB_MISSED])
        status = run_large(q, error);
    q->job.tokens = device_tokens;
    if (status || (status = host_room(q, q->head[RW_JOB_SLOTS], error)))
        return status;
    cudaMemcpyAsync(q->slots, q->job.slots, q->head[RW_JOB_SLOTS] * sizeof(rw_slot),
                    cudaMemcpyDeviceToHost, q->stream);
    if (!r->merge)
        cudaMemcpyAsync(q->tokens, device_tokens,
                        (uint64_t)r->count * r->walks * q->job.setup.length * sizeof(uint32_t),
                        cudaMemcpyDeviceToHost, q->stream);
    answer->starts = q->head + RW_JOB_COUNTERS;
    answer->counts = answer->starts + r->count;
    answer->slots = q->slots;
    answer->tokens = r->merge ? NULL : q->tokens;
    return rw_card_said(cudaStreamSynchronize(q->stream), what, error);
}

extern "C" __attribute__((visibility("default"))) const rw_device_kind rw_cuda_device;
const rw_device_kind rw_cuda_device = {
    RW_DEVICE_VERSION, RW_LONG_ROW, LEAST_HUB, rw_card_open, rw_card_close, rw_card_free_bytes,
    rw_card_copy, rw_card_put, rw_card_fetch, rw_card_sum, label,       fill_hubs, queue_open,   queue_close,   run};
