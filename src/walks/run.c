/* SPDX-License-Identifier: MIT */
/* Running over all anchors: one walker per thread, blocks of anchors as tasks, and block ends in
 * their order. */
#include "base/memory.h"
#include "base/ordered.h"
#include "base/parallel.h"
#include "walks/walks.h"

typedef struct runner {
    const rw_role_plan *plan;
    const rw_walks_pass *run;
    rw_walker **walkers; /* [threads] */
    rw_ordered turns;
    rw_progress progress;
} runner;

static riwalk_status sample_block(runner *r, size_t task, int worker, riwalk_error *error)
{
    uint32_t node_count = r->plan->graph->node_count;
    uint32_t begin = (uint32_t)(task * RW_RUN_BLOCK), count = node_count - begin;
    riwalk_status status = RIWALK_STATUS_OK;

    if (count > RW_RUN_BLOCK)
        count = RW_RUN_BLOCK;
    for (uint32_t a = 0; a < count && !status; a++) {
        rw_walks walks;

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

riwalk_status rw_walks_run(const rw_role_plan *plan, const rw_walks_pass *run, riwalk_error *error)
{
    size_t tasks = ((size_t)plan->graph->node_count + RW_RUN_BLOCK - 1) / RW_RUN_BLOCK;
    rw_role_plan near = *plan;
    rw_rows own = {0};
    runner r = {.plan = &near, .run = run};
    int threads = plan->options.run.threads;
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (!(r.walkers = rw_alloc_zeroed((size_t)threads, sizeof *r.walkers, error)))
        return status;
    rw_ordered_init(&r.turns);
    if (!plan->rows.cells && !plan->rows.hubs) {
        if ((status = rw_role_plan_rows(plan, &own, &plan->options.run, error)))
            goto done;
        near.rows = own;
    }
    for (int t = 0; t < threads; t++)
        if ((status = rw_walker_create(&near, &r.walkers[t], error)))
            goto done;
    rw_progress_begin(&r.progress, &plan->options.run, run->stage, "anchors",
                      plan->graph->node_count);
    status = rw_parallel(threads, tasks, run_block, &r, error);
done:
    for (int t = 0; t < threads; t++)
        rw_walker_free(r.walkers[t]);
    rw_free(r.walkers);
    rw_rows_free(&own);
    rw_ordered_free(&r.turns);
    return status;
}
