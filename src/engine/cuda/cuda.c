/* SPDX-License-Identifier: MIT */
/* The engine on a graphics card: each worker has for each setup a queue of its own, so that one
 * batch is copied and added up while the card is at work on others. Exact profiles are stepped on
 * the host: balls that are small enough for them are less work than walks. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/exact.h"
#include "engine/cpu/tally.h"

/* Anchors asked for at once, the most: enough for all multiprocessors. */
#define BATCH 4096

/* What the answer about a batch takes at most. */
#define BATCH_BYTES (UINT64_C(1) << 26)

/* Anchors are cut into so many batches for each worker, so that all end together. */
#define BATCHES 4

/* Hubs take about as long to prepare as walks from this many anchors. */
#define FEW_ANCHORS 256

typedef struct rw_cuda_worker {
    rw_device_queue *queue;
    rw_exact *exact;
    rw_tally tally;
    uint32_t *rest; /* [most]: anchors for the device */
} worker;

static worker *worker_of(const rw_engine *engine, uint32_t setup, int number)
{
    const rw_cuda *c = engine->own;

    return &c->workers[(size_t)number * engine->setup_count + setup];
}

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

/* Anchors of a batch: as many as answers have room for, by all setups. */
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
    c->adjacency.graph = engine->setups[0]->graph;
    engine->workers = run->threads;
    c->most = engine->batch = choose_most(engine);
    RW_HAVE(c->workers = rw_alloc_zeroed((size_t)run->threads * engine->setup_count,
                                         sizeof *c->workers, error));
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

static void rest(rw_engine *engine, uint32_t setup)
{
    const rw_cuda *c = engine->own;

    for (int w = 0; w < engine->workers; w++) {
        worker *at = worker_of(engine, setup, w);

        c->kind->queue_close(at->queue);
        rw_exact_free(at->exact);
        rw_tally_free(&at->tally);
        rw_free(at->rest);
        *at = (worker){0};
    }
}

static void close(rw_engine *engine)
{
    rw_cuda *c = engine->own;

    if (!c)
        return;
    for (uint32_t s = 0; c->workers && s < engine->setup_count; s++)
        rest(engine, s);
    c->kind->close(c->device);
    rw_free(c->workers);
    rw_free(c);
}

static riwalk_status need_queue(const rw_engine *engine, uint32_t setup, worker *w,
                                riwalk_error *error)
{
    const rw_cuda *c = engine->own;

    if (w->queue)
        return RIWALK_STATUS_OK;
    return c->kind->queue_open(c->device, &c->setups[setup], c->most, &w->queue, error);
}

/* ---- Walks ---- */

static riwalk_status use_answer(const rw_walk_setup *setup, const rw_device_request *request,
                                const rw_device_answer *answer, int number, rw_walks_use *use,
                                void *context, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t i = 0; i < request->count && !status; i++) {
        bool alone = !rw_degree(setup->graph, request->anchors[i]);
        rw_walks walks = {
            .anchor = request->anchors[i],
            .walks = request->walks,
            .length = alone ? 1 : setup->walk_length,
            .slot_count = answer->counts[i],
            .tokens = answer->tokens + (uint64_t)i * request->walks * setup->walk_length,
            .slots = answer->slots + answer->starts[i],
        };

        status = use(context, number, &walks, error);
    }
    return status;
}

static riwalk_status walks(rw_engine *engine, uint32_t setup, int number, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walk_count, rw_walks_use *use,
                           void *context, riwalk_error *error)
{
    const rw_cuda *c = engine->own;
    worker *w = worker_of(engine, setup, number);
    riwalk_status status = need_queue(engine, setup, w, error);

    for (uint32_t at = 0; at < count && !status; at += c->most) {
        rw_device_request request = {.anchors = anchors + at,
                                     .count = count - at < c->most ? count - at : c->most,
                                     .first = first,
                                     .walks = walk_count};
        rw_device_answer answer;

        if (!(status = c->kind->run(w->queue, &request, &answer, error)))
            status =
                use_answer(engine->setups[setup], &request, &answer, number, use, context, error);
    }
    return status;
}

/* ---- Profiles ---- */

static riwalk_status add_exact(worker *w, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t n = 0; n < rw_exact_count(w->exact) && !status; n++) {
        rw_role_visits node = rw_exact_get(w->exact, n);

        if ((float)node.visits > 0) /* as cpu.c has it */
            status = rw_tally_add(&w->tally, node.role, node.visits, error);
    }
    return status ? status : rw_tally_end_anchor(&w->tally, true, error);
}

static riwalk_status add_sampled(worker *w, const rw_walk_setup *setup, uint32_t anchor,
                                 const rw_slot *slots, uint32_t count, riwalk_error *error)
{
    uint32_t returns = slots[0].visits - setup->walks;
    riwalk_status status = RIWALK_STATUS_OK;

    if (returns)
        status = rw_tally_add(&w->tally, rw_role_of_anchor(setup, anchor), returns, error);
    for (uint32_t s = 1; s < count && !status; s++)
        status = rw_tally_add(&w->tally, slots[s].role, slots[s].visits, error);
    return status ? status : rw_tally_end_anchor(&w->tally, false, error);
}

/* Whether an anchor's profile is exact; then it is found. */
static riwalk_status find_exact(worker *w, const rw_walk_setup *setup, uint32_t anchor, bool *fits,
                                riwalk_error *error)
{
    *fits = false;
    return w->exact ? rw_exact_find(w->exact, anchor, rw_engine_exact_limit(setup), fits, error)
                    : RIWALK_STATUS_OK;
}

/* The anchors of a piece in order: exact, or as the device answers. */
static riwalk_status add_piece(const rw_engine *engine, uint32_t setup, worker *w,
                               const uint32_t *anchors, uint32_t count, riwalk_error *error)
{
    const rw_cuda *c = engine->own;
    const rw_walk_setup *s = engine->setups[setup];
    rw_device_request request = {.anchors = w->rest, .walks = s->walks, .merge = true};
    bool all = w->exact && rw_engine_exact_limit(s) == UINT64_MAX, fits;
    rw_device_answer answer = {0};
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t i = 0; i < count && !all && !status; i++) {
        status = find_exact(w, s, anchors[i], &fits, error);
        if (!fits)
            w->rest[request.count++] = anchors[i];
    }
    if (!status && request.count && !(status = need_queue(engine, setup, w, error)))
        status = c->kind->run(w->queue, &request, &answer, error);
    for (uint32_t i = 0, r = 0; i < count && !status; i++) {
        if (r < request.count && w->rest[r] == anchors[i]) {
            status = add_sampled(w, s, anchors[i], answer.slots + answer.starts[r],
                                 answer.counts[r], error);
            r++;
        } else if (!(status = find_exact(w, s, anchors[i], &fits, error))) {
            status = add_exact(w, error);
        }
    }
    return status;
}

static riwalk_status profiles(rw_engine *engine, uint32_t setup, int number,
                              const uint32_t *anchors, uint32_t count, rw_rows *rows,
                              riwalk_error *error)
{
    const rw_cuda *c = engine->own;
    const rw_walk_setup *s = engine->setups[setup];
    worker *w = worker_of(engine, setup, number);
    riwalk_status status = RIWALK_STATUS_OK;

    if (!w->rest)
        RW_HAVE(w->rest = rw_alloc(c->most, sizeof *w->rest, error));
    if ((s->asked_walks == RIWALK_WALKS_EXACT || s->asked_walks == RIWALK_WALKS_AUTO) && !w->exact)
        RW_MUST(rw_exact_create(s, &c->adjacency, &w->exact, error));
    RW_MUST(rw_tally_begin(&w->tally, count, error));
    for (uint32_t at = 0; at < count && !status; at += c->most)
        status = add_piece(engine, setup, w, anchors + at,
                           count - at < c->most ? count - at : c->most, error);
    if (!status)
        rw_tally_rows(&w->tally, rows);
    return status;
}

/* ---- Bytes ---- */

static uint64_t prepared_bytes(const rw_walk_setup *const *setups, uint32_t count)
{
    uint64_t bytes = 0;

    for (uint32_t s = 0; s < count; s++)
        if (setups[s]->weighs)
            bytes = rw_step_weights_bytes(setups[s]->graph);
    return bytes;
}

static uint64_t walks_bytes(const rw_walk_setup *setup)
{
    (void)setup;
    return BATCH_BYTES;
}

static uint64_t worker_bytes(const rw_engine *engine, uint32_t setup)
{
    uint64_t most = 0;

    for (int n = 0; n < engine->workers; n++) {
        const worker *w = worker_of(engine, setup, n);
        uint64_t bytes = rw_tally_bytes(&w->tally) + (w->queue ? BATCH_BYTES : 0) +
                         (w->exact ? rw_exact_bytes(w->exact) : 0);

        most = bytes > most ? bytes : most;
    }
    return most;
}

const rw_engine_kind rw_engine_cuda = {
    .name = "cuda",
    .open = open,
    .close = close,
    .profiles = profiles,
    .walks = walks,
    .rest = rest,
    .prepared_bytes = prepared_bytes,
    .walks_bytes = walks_bytes,
    .worker_bytes = worker_bytes,
};
