/* SPDX-License-Identifier: MIT */
/* Memory and time of an embedding by struc2vec, estimated from a small part of the work: rings of
 * some nodes and comparisons of them, and training on walks that go where chance takes them. */
#include "base/progress.h"
#include "base/rng.h"
#include "methods/struc2vec/struc2vec.h"

/* Nodes whose rings are found and compared, evenly spread over the order. */
#define SAMPLED 64

/* As long a walk as that over layers, with the same number of draws, but all edges are alike. */
static uint32_t guess_walk(const void *source, uint32_t start, uint32_t number, uint32_t length,
                           uint32_t *nodes)
{
    const rw_layer_walks *walks = source;
    const rw_layers *l = walks->layers;
    uint64_t stream = rw_rng_stream(walks->seed, RW_STAGE_LAYER_WALK, start, number), draw = 0;
    uint32_t place = l->places[start], done = 1;

    nodes[0] = start;
    if (place == UINT32_MAX)
        return 1;
    while (done < length) {
        bool stays = rw_rng_unit(rw_rng_at(stream, draw++)) < walks->stay;
        uint64_t bits = rw_rng_at(stream, draw++);

        if (!stays)
            continue;
        place =
            (uint32_t)((place + rw_rng_below(bits, l->near + l->parts + UINT64_C(1))) % l->count);
        nodes[done++] = l->order[place];
    }
    return done;
}

static void compare(const rw_layers *l, rw_ring_search *search, const rw_rings *a,
                    const rw_rings *b)
{
    for (uint32_t k = 0; k < l->layers && k < a->count && k < b->count; k++)
        rw_rings_warp(a, b, k, search->row);
}

/* Seconds that all searches and comparisons would take on one thread. */
static double time_samples(const rw_struc2vec *run, rw_ring_search *search, rw_rings *a,
                           rw_rings *b)
{
    const rw_layers *l = &run->layers;
    double searching = 0, comparing = 0;
    uint32_t count = l->count < SAMPLED ? l->count : SAMPLED;
    uint64_t pairs = l->edges / 2;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = (uint32_t)((uint64_t)i * l->count / count);
        uint32_t other = place + l->near < l->count ? place + l->near : place;
        double start = rw_seconds(), middle;

        rw_rings_find(search, l->order[place], a);
        rw_rings_find(search, l->order[other], b);
        middle = rw_seconds();
        compare(l, search, a, b);
        searching += (middle - start) / 2;
        comparing += rw_seconds() - middle;
    }
    if (!count)
        return 0;
    return (searching * (double)rw_layers_searches(l, &run->plan) + comparing * (double)pairs) /
           count;
}

static riwalk_status estimate_measuring(const rw_struc2vec *run, double *seconds,
                                        riwalk_error *error)
{
    rw_ring_search search = {0};
    rw_rings rings[2] = {0};
    riwalk_status status;

    if (!(status = rw_ring_search_init(&search, &run->plan, error)) &&
        !(status = rw_rings_init(rings, 2, &run->plan, error)))
        *seconds = time_samples(run, &search, &rings[0], &rings[1]) / run->run.threads;
    rw_ring_search_free(&search);
    rw_rings_free(rings);
    return status;
}

riwalk_status rw_struc2vec_estimate(const rw_embedding *e, riwalk_estimate *estimate,
                                    riwalk_error *error)
{
    rw_struc2vec run;
    rw_layer_walks walks = {.layers = &run.layers, .seed = e->options.seed};
    rw_node_walks source = {e->graph->node_count, guess_walk, &walks};
    double measuring = 0;
    riwalk_status status;

    if ((status = rw_struc2vec_init(&run, e, error)))
        return status;
    walks.stay = e->options.stay;
    if (!(status = estimate_measuring(&run, &measuring, error)) &&
        !(status = rw_node_estimate(e, &source, &run.bytes, estimate, error)))
        estimate->walk_seconds += measuring;
    rw_struc2vec_free(&run);
    return status;
}
