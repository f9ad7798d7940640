/* SPDX-License-Identifier: MIT */
/* Second-order steps by rejection (docs/design.md, "node2vec without tables"). What the edge back
 * weighs above the bound of all others is set apart: each attempt first takes it with its share of
 * the total mass. Else it draws a neighbour by weight and keeps it with a probability. After
 * `degree` failures one draw decides by the exact weights. Each step has the exact distribution. */
#include "methods/node2vec/second_order.h"

#include "base/memory.h"
#include "base/rng.h"

#include <math.h>

/* ---- Weights ---- */

/* The sum of a row's weights. */
static double row_weight(const rw_second_order *w, uint32_t node)
{
    uint64_t begin = w->graph->offsets[node], end = w->graph->offsets[node + 1];

    return begin == end ? 0 : w->sums ? w->sums[end - 1] : (double)(end - begin);
}

/* ---- Steps ---- */

/* Draws a neighbour by weight from a row whose weight is not 0: the first whose prefix sum exceeds
 * the draw. It never has weight 0. */
static uint32_t draw_neighbor(const rw_second_order *w, uint32_t node, uint64_t bits)
{
    uint64_t low = w->graph->offsets[node], last = w->graph->offsets[node + 1] - 1, high = last;
    double aim;

    if (!w->sums)
        return w->graph->neighbors[low + rw_rng_below(bits, last - low + 1)];
    aim = rw_rng_unit(bits) * w->sums[last];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;

        if (w->sums[middle] > aim)
            high = middle;
        else
            low = middle + 1;
    }
    return w->graph->neighbors[low];
}

/* The factor of a step to x, without what is set apart. */
static double factor_of(const rw_second_order *w, uint32_t previous, uint32_t x)
{
    uint64_t arc;

    if (x == previous)
        return w->back;
    return w->near == w->far || rw_find_arc(w->graph, previous, x, &arc) ? w->near : w->far;
}

/* The exact weight of a step along an arc. */
static double step_weight(const rw_second_order *w, uint32_t previous, uint64_t arc)
{
    uint32_t x = w->graph->neighbors[arc];

    return rw_arc_weight(w->graph, arc) *
           (factor_of(w, previous, x) + (x == previous ? w->excess : 0));
}

static uint32_t scan_neighbors(const rw_second_order *w, uint32_t previous, uint32_t node,
                               uint64_t bits)
{
    uint64_t begin = w->graph->offsets[node], end = w->graph->offsets[node + 1];
    uint32_t found = RW_NO_NODE;
    double sum = 0, aim;

    for (uint64_t a = begin; a < end; a++)
        sum += step_weight(w, previous, a);
    aim = rw_rng_unit(bits) * sum;
    sum = 0;
    for (uint64_t a = begin; a < end && sum <= aim; a++) {
        double weight = step_weight(w, previous, a);

        sum += weight;
        if (weight > 0)
            found = w->graph->neighbors[a];
    }
    return found;
}

/* The share of the edge back above the bound of the others in the total mass. */
static double excess_share(const rw_second_order *w, uint32_t previous, uint32_t node)
{
    uint64_t arc;
    double mass;

    if (w->excess <= 0 || !rw_find_arc(w->graph, node, previous, &arc))
        return 0;
    mass = rw_arc_weight(w->graph, arc) * w->excess;
    return mass / (row_weight(w, node) + mass);
}

uint32_t rw_second_order_step(const rw_second_order *w, uint32_t previous, uint32_t node,
                              uint64_t bits)
{
    uint32_t degree = rw_degree(w->graph, node);
    uint64_t draw = 0;
    double share;

    if (!(row_weight(w, node) > 0))
        return RW_NO_NODE;
    if (previous == RW_NO_NODE || !w->biased || degree == 1)
        return draw_neighbor(w, node, bits);
    share = excess_share(w, previous, node);
    for (uint32_t attempt = 0; attempt < degree; attempt++, draw += 3) {
        double keep = rw_rng_unit(rw_rng_at(bits, draw + 2));
        uint32_t x;

        if (share > 0 && rw_rng_unit(rw_rng_at(bits, draw)) < share)
            return previous;
        x = draw_neighbor(w, node, rw_rng_at(bits, draw + 1));
        if (keep < w->least || keep < factor_of(w, previous, x))
            return x;
    }
    return scan_neighbors(w, previous, node, rw_rng_at(bits, draw));
}

uint32_t rw_second_order_walk(const void *walks, uint32_t start, uint32_t number, uint32_t length,
                              uint32_t *nodes)
{
    const rw_second_order *w = walks;
    uint64_t stream = rw_rng_stream(w->seed, RW_STAGE_NODE_WALK, start, number);
    uint32_t previous = RW_NO_NODE, node = start, count = 0;

    while (node != RW_NO_NODE) {
        uint32_t next;

        nodes[count++] = node;
        if (count == length)
            break;
        next = rw_second_order_step(w, previous, node, rw_rng_at(stream, count - 1));
        previous = node;
        node = next;
    }
    return count;
}

/* ---- Beginning and end ---- */

riwalk_status rw_second_order_init(rw_second_order *w, const riwalk_graph *graph, double p,
                                   double q, uint64_t seed, rw_pool *pool, riwalk_error *error)
{
    double bound = q < 1 ? 1 / q : 1, back = 1 / p / bound;

    *w = (rw_second_order){
        .graph = graph,
        .seed = seed,
        .biased = p != 1 || q != 1,
        .back = back < 1 ? back : 1,
        .near = 1 / bound,
        .far = 1 / q / bound,
        .excess = back > 1 ? back - 1 : 0,
    };
    w->least = fmin(w->back, fmin(w->near, w->far));
    if (!graph->weights)
        return RIWALK_STATUS_OK;
    RW_HAVE(w->sums = rw_take(pool, graph->arc_count, sizeof *w->sums, error));
    for (uint32_t u = 0; u < graph->node_count; u++) {
        double sum = 0;

        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++)
            w->sums[a] = sum += graph->weights[a];
    }
    return RIWALK_STATUS_OK;
}

uint64_t rw_second_order_bytes(const riwalk_graph *graph)
{
    return graph->weights ? graph->arc_count * sizeof(double) : 0;
}
