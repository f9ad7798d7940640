/* SPDX-License-Identifier: MIT */
/* Forces that space out the details of a layout (Fruchterman and Reingold 1991): in units of the
 * wanted length of an edge, nodes push each other by 1 / d^2 (falling faster than theirs, so that
 * parts of a graph do not drive each other far away), edges pull by d^2, and each step is limited
 * by a temperature that falls to 0. What pushes from afar is taken together by the tree of boxes.
 */
#include "plot/layout.h"

#include "base/parallel.h"

#include <math.h>

#define BLOCK 64
#define PARALLEL_FROM 500 /* nodes: an iteration over less is not worth waking threads */
#define THETA 0.7         /* how coarsely far nodes are taken together */
#define GRAVITY 0.02      /* towards the middle */
#define APART 0.4         /* of the room of a node: nearer ones would overlap in a picture */
#define PARTING_ROUNDS 50

static riwalk_status force_task(void *context, size_t block, int worker, riwalk_error *error)
{
    const rw_layout *l = context;
    uint32_t begin = l->begin + (uint32_t)(block * BLOCK);
    uint32_t end = l->end - begin < BLOCK ? l->end : begin + BLOCK;

    for (uint32_t i = begin; i < end; i++) {
        const double *here = l->places + 2 * (size_t)i;
        double *force = l->forces + 2 * (size_t)i;

        rw_quadtree_repel(&l->tree, l->places + 2 * (size_t)l->begin, i - l->begin, THETA, force);
        force[0] -= GRAVITY * here[0];
        force[1] -= GRAVITY * here[1];
        for (uint64_t a = l->offsets[i]; a < l->offsets[i + 1]; a++) {
            double dx = here[0] - l->places[2 * (size_t)l->neighbors[a]];
            double dy = here[1] - l->places[2 * (size_t)l->neighbors[a] + 1];
            double pull = sqrt(dx * dx + dy * dy);

            force[0] -= dx * pull;
            force[1] -= dy * pull;
        }
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_layout_relax(rw_layout *l, uint32_t iterations, rw_progress *progress,
                              riwalk_error *error)
{
    uint32_t nodes = l->end - l->begin;
    double warm = 0.1 * sqrt(nodes);
    riwalk_status status = RIWALK_STATUS_OK;

    l->tree.count = nodes;
    for (uint32_t round = 0; round < iterations && !status; round++) {
        double left = 1 - (double)round / iterations, most = warm * left * left;

        rw_quadtree_build(&l->tree, l->places + 2 * (size_t)l->begin);
        rw_parallel(nodes < PARALLEL_FROM ? 1 : l->threads, ((size_t)nodes + BLOCK - 1) / BLOCK,
                    force_task, l, error);
        for (size_t i = l->begin; i < l->end; i++) {
            double x = l->forces[2 * i], y = l->forces[2 * i + 1], length = sqrt(x * x + y * y);
            double factor = 0.1 * length > most ? most / length : 0.1;

            l->places[2 * i] += factor * x;
            l->places[2 * i + 1] += factor * y;
        }
        status = rw_progress_add(progress, nodes, error);
    }
    return status;
}

/* ---- Parting ---- */

/* By insertion: from the second time on there is little to do. */
static void sort_by_x(const rw_layout *l, uint32_t *sorted)
{
    for (uint32_t i = 1; i < l->node_count; i++) {
        uint32_t node = sorted[i], at = i;

        for (; at > 0 && l->places[2 * (size_t)sorted[at - 1]] > l->places[2 * (size_t)node]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = node;
    }
}

static bool part_pair(double *a, double *b, double least)
{
    double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy, distance, half;

    if (square >= least * least)
        return false;
    distance = sqrt(square) + 1e-12;
    half = 0.5 * (least - distance) / distance;
    a[0] -= half * dx;
    a[1] -= half * dy;
    b[0] += half * dx;
    b[1] += half * dy;
    return true;
}

void rw_layout_part(rw_layout *l)
{
    uint32_t *sorted = l->queue;
    double low[2], high[2], least;
    bool moved = true;

    rw_places_bounds(l->places, l->node_count, low, high);
    least = APART * fmax(sqrt((high[0] - low[0]) * (high[1] - low[1]) / l->node_count),
                         fmax(high[0] - low[0], high[1] - low[1]) / l->node_count);
    for (uint32_t i = 0; i < l->node_count; i++)
        sorted[i] = i;
    for (int round = 0; round < PARTING_ROUNDS && moved; round++) {
        moved = false;
        sort_by_x(l, sorted);
        for (uint32_t i = 0; i < l->node_count; i++) {
            double *a = l->places + 2 * (size_t)sorted[i];

            for (uint32_t j = i + 1; j < l->node_count; j++) {
                double *b = l->places + 2 * (size_t)sorted[j];

                if (b[0] - a[0] >= least)
                    break;
                moved |= part_pair(a, b, least);
            }
        }
    }
}
