/* SPDX-License-Identifier: MIT */
/* The engine on a graphics card. Each worker has a queue per setup, so one batch is copied and
 * summed while the card works on others. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/memory.h"

/* Most anchors asked for at a time: enough for all multiprocessors. */
#define BATCH 4096

/* Most bytes of the answer about a batch. */
#define BATCH_BYTES (UINT64_C(1) << 26)

/* Batches per worker, at least, so that all workers end together. */
#define BATCHES 4

/* Preparing hubs takes about as long as the walks of this many anchors. */
#define FEW_ANCHORS 256

/* ---- Opening ---- */

static riwalk_status check_setups(const rw_engine *engine, riwalk_error *error)
{
    for (uint32_t s = 0; s < engine->setup_count; s++) {
        riwalk_identifier identifier = engine->setups[s]->view.identifier;

        if (identifier != RIWALK_IDENTIFIER_SP && identifier != RIWALK_IDENTIFIER_WL)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "only riwalk-sp and riwalk-wl run on a graphics card: use device cpu");
    }
    return RIWALK_STATUS_OK;
}

/* The number of anchors in a batch for which the answers of all setups have room. */
static uint32_t choose_most(const rw_engine *engine)
{
    uint64_t most = engine->setups[0]->graph->node_count / BATCHES / (uint64_t)engine->workers;

    most = most > BATCH ? BATCH : most < 1 ? 1 : most;
    for (uint32_t s = 0; s < engine->setup_count; s++) {
        uint64_t steps = (uint64_t)engine->setups[s]->walks * engine->setups[s]->walk_length;
        uint64_t room = BATCH_BYTES / (steps * (sizeof(rw_slot) + sizeof(uint32_t)));

        most = most > room ? room : most;
    }
    return most ? (uint32_t)most : 1;
}

riwalk_status rw_cuda_open_on(rw_engine *engine, const rw_device_kind *device,
                              const riwalk_run *run, uint64_t anchors, riwalk_error *error)
{
    rw_cuda *c;

    RW_MUST(check_setups(engine, error));
    RW_HAVE(c = rw_alloc_zeroed(1, sizeof *c, error));
    engine->own = c;
    c->kind = device;
    engine->batch = choose_most(engine);
    RW_MUST(device->open(&c->device, error));
    return rw_cuda_upload(c, engine, anchors >= FEW_ANCHORS, error);
}

static riwalk_status open(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error)
{
    const rw_device_kind *device;

    RW_MUST(rw_cuda_load(&device, error));
    return rw_cuda_open_on(engine, device, run, anchors, error);
}

static void walker_free(const rw_engine *engine, void *queue)
{
    const rw_cuda *c = engine->own;

    c->kind->queue_close(queue);
}

static void close(rw_engine *engine)
{
    rw_cuda *c = engine->own;

    if (c)
        c->kind->close(c->device);
    rw_free(c);
}

/* ---- Walks ---- */

static riwalk_status use_answer(const rw_walk_setup *setup, const rw_device_request *request,
                                const rw_device_answer *answer, int worker, rw_walks_use *use,
                                void *context, riwalk_error *error)
{
    uint64_t tokens = (uint64_t)request->walks * setup->walk_length;

    for (uint32_t i = 0; i < request->count; i++) {
        bool alone = !rw_degree(setup->graph, request->anchors[i]);
        rw_walks walks = {
            .anchor = request->anchors[i],
            .walks = request->walks,
            .length = alone ? 1 : setup->walk_length,
            .slot_count = answer->counts[i],
            .tokens = answer->tokens ? answer->tokens + i * tokens : NULL,
            .slots = answer->slots + answer->starts[i],
        };

        RW_MUST(use(context, worker, &walks, error));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status walks(rw_engine *engine, uint32_t setup, int worker, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walk_count, bool merged,
                           rw_walks_use *use, void *context, riwalk_error *error)
{
    const rw_cuda *c = engine->own;
    rw_desk *desk = rw_engine_desk(engine, setup, worker);
    rw_device_queue *queue = desk->walker;
    uint32_t most = engine->batch;

    if (!queue && count)
        RW_MUST(c->kind->queue_open(c->device, &c->setups[setup], most, &queue, error));
    desk->walker = queue;
    for (uint32_t at = 0; at < count; at += most) {
        rw_device_request request = {.anchors = anchors + at,
                                     .count = count - at < most ? count - at : most,
                                     .first = first,
                                     .walks = walk_count,
                                     .merge = merged};
        rw_device_answer answer;

        RW_MUST(c->kind->run(queue, &request, &answer, error));
        RW_MUST(use_answer(engine->setups[setup], &request, &answer, worker, use, context, error));
    }
    return RIWALK_STATUS_OK;
}

static uint64_t walker_bytes(const rw_walk_setup *setup)
{
    return BATCH_BYTES;
}

const rw_engine_kind rw_engine_cuda = {
    .open = open,
    .close = close,
    .walks = walks,
    .walker_free = walker_free,
    .walker_bytes = walker_bytes,
};
