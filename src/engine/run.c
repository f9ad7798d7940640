/* SPDX-License-Identifier: MIT */
/* Running over all anchors: one walker per thread, blocks of anchors as tasks, and block ends in
 * their order. */
#include "base/memory.h"
#include "base/ordered.h"
#include "base/parallel.h"
#include "engine/walks.h"

typedef struct runner {
    const rw_walk_setup *setup;
    const rw_walks_pass *run;
    uint32_t block;      /* anchors of a task */
    rw_walker **walkers; /* [threads] */
    rw_ordered turns;
    rw_progress progress;
} runner;

static riwalk_status sample_block(runner *r, size_t task, int worker, riwalk_error *error)
{
    uint32_t node_count = r->setup->graph->node_count;
    uint32_t begin = (uint32_t)task * r->block, count = node_count - begin;
    riwalk_status status = RIWALK_STATUS_OK;

    if (count > r->block)
        count = r->block;
    for (uint32_t a = 0; a < count && !status; a++) {
        rw_walks walks;

        if (r->run->wanted && !r->run->wanted(r->run->context, begin + a))
            continue;
        if (!(status = rw_walker_sample(r->walkers[worker], begin + a, &walks, error)) &&
            !(status = r->run->each(r->run->context, worker, &walks, error)))
            status = rw_progress_add(&r->progress, 1, error);
    }
    return status;
}

static riwalk_status run_block(void *context, size_t task, int worker, riwalk_error *error)
{
    runner *r = context;
    riwalk_status status = sample_block(r, task, worker, error);

    if (!r->run->end)
        return status;
    if (!status) {
        if (!rw_ordered_wait(&r->turns, task))
            return RIWALK_STATUS_OK; /* another block has failed and says why */
        status = r->run->end(r->run->context, worker, error);
    }
    if (status)
        rw_ordered_stop(&r->turns);
    else
        rw_ordered_end(&r->turns);
    return status;
}

riwalk_status rw_walks_run(const rw_walk_setup *setup, const rw_walks_pass *run,
                           riwalk_error *error)
{
    uint32_t nodes = setup->graph->node_count;
    rw_walk_setup near = *setup;
    rw_rows own = {0};
    runner r = {
        .setup = &near, .run = run, .block = run->group ? rw_run_range(nodes) : RW_RUN_BLOCK};
    int threads = setup->options.run.threads;
    riwalk_status status = RIWALK_STATUS_OK;

    rw_ordered_init(&r.turns);
    if (!(r.walkers = rw_alloc_zeroed((size_t)threads, sizeof *r.walkers, error)))
        status = RIWALK_STATUS_MEMORY;
    if (!status && !setup->rows.cells && !setup->rows.hubs &&
        !(status = rw_walk_setup_rows(setup, &own, &setup->options.run, error)))
        near.rows = own;
    for (int t = 0; t < threads && !status; t++)
        status = rw_walker_create(&near, &r.walkers[t], error);
    rw_progress_begin(&r.progress, &setup->options.run, run->stage, "anchors",
                      nodes / rw_group_members(run->group));
    if (!status)
        status = rw_group_parallel(run->group, threads, ((size_t)nodes + r.block - 1) / r.block,
                                   run_block, &r, error);
    for (int t = 0; r.walkers && t < threads; t++)
        rw_walker_free(r.walkers[t]);
    rw_free(r.walkers);
    rw_rows_free(&own);
    rw_ordered_free(&r.turns);
    return status;
}
