/* SPDX-License-Identifier: MIT */
/* Where nodes start: multidimensional scaling by pivots (Brandes and Pich 2007). It unfolds a graph
 * as a whole, which forces from random places do not. */
#include "plot/layout.h"

#include "base/rng.h"

#include <math.h>
#include <string.h>

#define NOISE 1e-3
#define UNSEEN UINT32_MAX

/* Distances from a node to all of its component. */
static void search(const rw_layout *l, uint32_t from)
{
    uint32_t first = 0, last = 0;

    for (uint32_t i = l->begin; i < l->end; i++)
        l->distances[i] = UNSEEN;
    l->distances[from] = 0;
    l->queue[last++] = from;
    while (first < last) {
        uint32_t node = l->queue[first++];

        for (uint64_t a = l->offsets[node]; a < l->offsets[node + 1]; a++) {
            uint32_t neighbor = l->neighbors[a];

            if (l->distances[neighbor] == UNSEEN) {
                l->distances[neighbor] = l->distances[node] + 1;
                l->queue[last++] = neighbor;
            }
        }
    }
}

/* Half the negated squares of distances to pivots, each pivot the node that is furthest from those
 * before, without the mean of each node. (PCA takes off the mean of each pivot.) */
static void fill_features(const rw_layout *l, uint32_t pivots)
{
    uint32_t pivot = l->begin;

    for (uint32_t i = l->begin; i < l->end; i++)
        l->nearest[i] = UNSEEN;
    for (uint32_t p = 0; p < pivots; p++) {
        search(l, pivot);
        pivot = l->begin;
        for (uint32_t i = l->begin; i < l->end; i++) {
            l->features[(size_t)(i - l->begin) * pivots + p] =
                -0.5F * (float)l->distances[i] * (float)l->distances[i];
            l->nearest[i] = l->distances[i] < l->nearest[i] ? l->distances[i] : l->nearest[i];
            if (l->nearest[i] > l->nearest[pivot])
                pivot = i;
        }
    }
    for (uint32_t i = 0; i < l->end - l->begin; i++) {
        float *row = l->features + (size_t)i * pivots, mean = 0;

        for (uint32_t p = 0; p < pivots; p++)
            mean += row[p] / (float)pivots;
        for (uint32_t p = 0; p < pivots; p++)
            row[p] -= mean;
    }
}

double rw_edge_lengths(const double *places, const uint64_t *offsets, const uint32_t *neighbors,
                       uint32_t begin, uint32_t end)
{
    double sum = 0;

    for (uint32_t i = begin; i < end; i++)
        for (uint64_t a = offsets[i]; a < offsets[i + 1]; a++) {
            double dx = places[2 * (size_t)i] - places[2 * (size_t)neighbors[a]];
            double dy = places[2 * (size_t)i + 1] - places[2 * (size_t)neighbors[a] + 1];

            sum += sqrt(dx * dx + dy * dy);
        }
    return sum;
}

riwalk_status rw_layout_start(rw_layout *l, uint64_t seed, riwalk_error *error)
{
    uint32_t nodes = l->end - l->begin;
    uint32_t pivots = nodes < RW_LAYOUT_PIVOTS ? nodes : RW_LAYOUT_PIVOTS;
    rw_points points = {nodes, pivots, l->features, l->threads};
    double *places = l->places + 2 * (size_t)l->begin;
    const riwalk_run nobody = {0}; /* layouts are of few nodes */
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, RW_DRAW_LAYOUT, 0);
    riwalk_status status;
    double sum, factor;

    fill_features(l, pivots);
    status = rw_pca(&points, 2, places, NULL, &nobody, error);
    if (status == RIWALK_STATUS_ARGUMENT) { /* one node, or all alike: the noise alone parts them */
        memset(places, 0, 2 * (size_t)nodes * sizeof *places);
        status = RIWALK_STATUS_OK;
    }
    if (status)
        return status;
    sum = rw_edge_lengths(l->places, l->offsets, l->neighbors, l->begin, l->end);
    factor = sum > 0 ? (double)(l->offsets[l->end] - l->offsets[l->begin]) / sum : 1;
    for (size_t i = 2 * (size_t)l->begin; i < 2 * (size_t)l->end; i++)
        l->places[i] = factor * l->places[i] + NOISE * (rw_rng_unit(rw_rng_at(stream, i)) - 0.5);
    return RIWALK_STATUS_OK;
}
