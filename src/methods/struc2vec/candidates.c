/* SPDX-License-Identifier: MIT */
/* Which places have edges; see struc2vec_layers.h. An edge is made once, by the place that chose
 * it or, of near ones, by the later place, and then stands at both ends. */
#include "methods/struc2vec/layers.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"

/* Places between two looks at whether to go on. */
#define PLACES_PER_LOOK 1024

/* The places of the nodes whose degree is at least half and at most twice that of a place. */
static void find_similar(const rw_layers *l, const rw_ring_plan *plan, uint32_t place,
                         uint32_t *begin, uint32_t *end)
{
    uint32_t rank = plan->ranks[l->order[place]], low = rank, high = rank;
    uint64_t degree = plan->degrees[rank];

    while (low && 2 * (uint64_t)plan->degrees[low - 1] >= degree)
        low--;
    while (high + 1 < plan->degree_count && plan->degrees[high + 1] <= 2 * degree)
        high++;
    *begin = l->classes[low];
    *end = l->classes[high + 1];
}

/* Lists what a place chooses, in order; returns how many. `chosen` NULL: only counts. */
static uint32_t choose(const rw_layers *l, const rw_ring_plan *plan, uint32_t place,
                       uint32_t *chosen)
{
    uint32_t first = place > l->near ? place - l->near : 0, near = place - first;
    uint32_t begin, end, before = 0, count = 0;
    uint64_t stream = rw_rng_stream(0, RW_STAGE_CANDIDATES, place / l->group, 0);

    find_similar(l, plan, place, &begin, &end);
    for (uint32_t i = 0; i < l->parts; i++) {
        uint32_t from = begin + (uint32_t)rw_part(end - begin, l->parts, i);
        uint32_t size = begin + (uint32_t)rw_part(end - begin, l->parts, i + 1) - from;
        uint32_t other = from + (uint32_t)rw_rng_below(rw_rng_at(stream, i), size);

        if (!size || (other >= first && other <= place + (uint64_t)l->near))
            continue;
        if (other < first)
            before++;
        if (chosen) /* near ones come between */
            chosen[count + (other > place ? near : 0)] = other;
        count++;
    }
    for (uint32_t i = 0; chosen && i < near; i++)
        chosen[before + i] = first + i;
    return count + near;
}

/* Called for each place: asks now and then whether to go on. */
static inline riwalk_status go_on(rw_progress *progress, uint32_t place, riwalk_error *error)
{
    return place % PLACES_PER_LOOK ? RIWALK_STATUS_OK
                                   : rw_progress_add(progress, PLACES_PER_LOOK, error);
}

riwalk_status rw_layers_count_edges(rw_layers *l, const rw_ring_plan *plan, const riwalk_run *run,
                                    riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_progress progress;

    rw_progress_begin(&progress, run, "choosing", "nodes", l->count);
    l->edges = 0;
    for (uint32_t p = 0; p < l->count && !status; p++) {
        l->chosen[p] = choose(l, plan, p, NULL);
        l->edges += UINT64_C(2) * l->chosen[p];
        status = go_on(&progress, p, error);
    }
    return status;
}

/* A place's edges are those that it chose, and one for each time that it was chosen. */
static riwalk_status bound_rows(rw_layers *l, const rw_ring_plan *plan, uint32_t *chosen,
                                rw_progress *progress, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t p = 0; p < l->count && !status; p++) {
        uint32_t count = choose(l, plan, p, chosen);

        l->offsets[p + 1] += count;
        for (uint32_t i = 0; i < count; i++)
            l->offsets[chosen[i] + 1]++;
        status = go_on(progress, p, error);
    }
    for (uint32_t p = 0; p < l->count; p++)
        l->offsets[p + 1] += l->offsets[p];
    return status;
}

riwalk_status rw_layers_make_edges(rw_layers *l, const rw_ring_plan *plan, const riwalk_run *run,
                                   riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_MEMORY;
    uint32_t *chosen = rw_alloc((size_t)l->near + l->parts, sizeof *chosen, error);
    uint64_t *ends = rw_alloc(l->count, sizeof *ends, error);
    rw_progress progress;

    rw_progress_begin(&progress, run, "joining", "nodes", UINT64_C(3) * l->count);
    l->offsets = rw_alloc_zeroed((size_t)l->count + 1, sizeof *l->offsets, error);
    l->partners = rw_alloc(l->edges, sizeof *l->partners, error);
    if (!chosen || !ends || !l->offsets || !l->partners)
        goto done;
    status = bound_rows(l, plan, chosen, &progress, error);
    for (uint32_t p = 0; p < l->count && !status; p++) {
        ends[p] = l->offsets[p] + choose(l, plan, p, l->partners + l->offsets[p]);
        status = go_on(&progress, p, error);
    }
    for (uint32_t p = 0; p < l->count && !status; p++) {
        for (uint32_t i = 0; i < l->chosen[p]; i++)
            l->partners[ends[l->partners[l->offsets[p] + i]]++] = p;
        status = go_on(&progress, p, error);
    }
done:
    rw_free(chosen);
    rw_free(ends);
    return status;
}

riwalk_status rw_layers_mirror(const rw_layers *l, float *entries, uint64_t *ends,
                               rw_progress *progress, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t p = 0; p < l->count; p++)
        ends[p] = l->offsets[p] + l->chosen[p];
    for (uint32_t p = 0; p < l->count && !status; p++) {
        for (uint64_t e = l->offsets[p]; e < l->offsets[p] + l->chosen[p]; e++)
            entries[ends[l->partners[e]]++] = entries[e];
        status = go_on(progress, p, error);
    }
    return status;
}
