/* SPDX-License-Identifier: MIT */
/* Memory and time of the factor trainer, estimated by running it on some anchors. */
#include "base/memory.h"
#include "base/progress.h"
#include "methods/riwalk/factor_run.h"
#include "methods/riwalk/riwalk.h"

/* Anchors whose profiles are made, or fewer where these would follow more arcs than this in all. In
 * graphs with hubs few anchors take much of the time, and more are needed to meet them. */
#define SAMPLED_ANCHORS 2000
#define SAMPLED_BESIDE_HUBS 8000
#define FOLLOWED_ARCS 2e9

/* Anchors before these, which fill the caches. */
#define FIRST_ANCHORS 200

/* The roles of a view that all anchors would meet, from those of some. */
static riwalk_status guess_roles(const rw_profiles *profiles, uint32_t nodes, uint64_t *guess,
                                 riwalk_error *error)
{
    uint32_t *anchors = rw_alloc_zeroed(profiles->role_count, sizeof *anchors, error);
    uint64_t once = 0, twice = 0;

    if (!anchors)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t a = 0; a < profiles->anchor_count; a++) {
        rw_profile profile = rw_profiles_get(profiles, a);

        for (uint32_t i = 0; i < profile.count; i++)
            anchors[profile.entries[i].role]++;
    }
    for (uint32_t r = 0; r < profiles->role_count; r++) {
        once += anchors[r] == 1;
        twice += anchors[r] == 2;
    }
    rw_free(anchors);
    *guess = profiles->role_count;
    if (profiles->anchor_count < nodes)
        *guess = rw_riwalk_guess_roles(profiles->role_count, once, twice);
    return RIWALK_STATUS_OK;
}

/* Bytes for all nodes, from the counts of some anchors and their fit. */
static riwalk_status estimate_memory(const rw_factor_run *run, const rw_factor *factor,
                                     uint64_t *bytes, riwalk_error *error)
{
    uint32_t nodes = run->embedding->graph->node_count;
    uint64_t roles = 0, entries = 0;

    for (uint32_t v = 0; v < run->view_count; v++) {
        const rw_profiles *profiles = run->pieces[0].profiles[v];
        uint64_t guess;
        riwalk_status status = guess_roles(profiles, nodes, &guess, error);

        if (status)
            return status;
        roles += guess;
        entries += profiles->entry_count * nodes / profiles->anchor_count;
    }
    *bytes = rw_factor_run_bytes(run, roles, entries,
                                 factor->largest * roles /
                                     (factor->starts[factor->view_count] + UINT64_C(1)));
    return RIWALK_STATUS_OK;
}

/* The view that reaches furthest decides. */
static uint32_t choose_anchors(const rw_factor_run *run)
{
    uint32_t radius = 0;

    for (uint32_t v = 0; v < run->view_count; v++)
        if (run->setups[v].radius > radius)
            radius = run->setups[v].radius;
    return rw_riwalk_sample_size(run->engine, radius,
                                 rw_engine_has_hubs(run->engine) ? SAMPLED_BESIDE_HUBS
                                                                 : SAMPLED_ANCHORS,
                                 FOLLOWED_ARCS / run->view_count);
}

/* Makes the profiles of some anchors; the seconds that it takes. */
static riwalk_status count(rw_factor_run *run, uint32_t anchors, double *seconds,
                           riwalk_error *error)
{
    double start = rw_seconds();
    riwalk_status status =
        rw_factor_run_count(run, (rw_anchors){.count = anchors, .sampled = true}, error);

    *seconds = rw_seconds() - start;
    return status;
}

static riwalk_status count_warm(rw_factor_run *run, uint32_t anchors, double *seconds,
                                riwalk_error *error)
{
    riwalk_status status;

    if (anchors > FIRST_ANCHORS) {
        if ((status = count(run, FIRST_ANCHORS, seconds, error)))
            return status;
        rw_piece_free(&run->pieces[--run->piece_count]);
    }
    return count(run, anchors, seconds, error);
}

riwalk_status rw_factor_run_estimate(const rw_embedding *e, riwalk_estimate *estimate,
                                     riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count, anchors;
    double start, counting, fitting;
    rw_factor *factor = NULL;
    rw_factor_run run;
    riwalk_status status;

    if ((status = rw_factor_run_init(&run, e, error)))
        goto done;
    run.group = NULL; /* each member estimates by itself */
    anchors = choose_anchors(&run);
    if ((status = count_warm(&run, anchors, &counting, error)))
        goto done;
    start = rw_seconds();
    if ((status = rw_factor_run_fit(&run, &factor, error)))
        goto done;
    fitting = rw_seconds() - start;
    if ((status = estimate_memory(&run, factor, &estimate->memory_bytes, error)))
        goto done;
    estimate->least_memory_bytes = estimate->memory_bytes;
    estimate->walk_seconds = counting * nodes / anchors / e->members;
    estimate->train_seconds = fitting; /* the eigenproblem; the rest is a small part of counting */
done:
    rw_factor_free(factor);
    rw_factor_run_free(&run);
    return status;
}
