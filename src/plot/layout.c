/* SPDX-License-Identifier: MIT */
/*
 * The layout of small graphs. It starts from distances to some pivots, seen along their principal
 * components (Brandes and Pich 2007), which unfolds the graph as a whole, and then lets forces work
 * (Fruchterman and Reingold 1991) which space out the details: in units of the wanted length of an
 * edge, nodes push each other by 1 / d^2 (falling faster than theirs, so that parts of a graph do
 * not drive each other far away), edges pull by d^2, and each step is limited by a temperature that
 * falls to 0. The longer direction ends up horizontal.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "graph/graph.h"
#include "plot/project.h"

#include <math.h>
#include <string.h>

#define PIVOTS 50
#define BLOCK 32
#define PARALLEL_FROM 500 /* nodes: an iteration over less is not worth waking threads */
#define GRAVITY 0.02      /* towards the middle */
#define MORE_GRAVITY 0.2  /* where the graph has parts that are not connected */
#define NOISE 1e-3        /* parts nodes that start at the same place */
#define APART 0.4         /* of the room of a node: nearer ones would overlap in a picture */
#define PARTING_ROUNDS 50
#define MOST_ITERATIONS 100000
#define UNSEEN UINT32_MAX

void riwalk_layout_options_init(riwalk_layout_options *options)
{
    *options = (riwalk_layout_options){.size = sizeof *options, .seed = 1, .iterations = 500};
}

typedef struct layout {
    const riwalk_graph *graph; /* undirected */
    int threads;
    double gravity;
    double *places;      /* [2 * nodes] */
    double *forces;      /* [2 * nodes] */
    float *features;     /* [nodes][pivots] */
    uint32_t *queue;     /* [nodes] */
    uint32_t *distances; /* [nodes]: from a pivot */
    uint32_t *nearest;   /* [nodes]: from the nearest pivot so far */
} layout;

/* ---- The start ---- */

/* Distances from a node. Nodes that it does not reach are two steps beyond those that it does.
 * Returns how many it reaches. */
static uint32_t search(const layout *l, uint32_t from)
{
    uint32_t nodes = l->graph->node_count, begin = 0, end = 0, beyond;

    for (uint32_t i = 0; i < nodes; i++)
        l->distances[i] = UNSEEN;
    l->distances[from] = 0;
    l->queue[end++] = from;
    while (begin < end) {
        uint32_t node = l->queue[begin++];

        for (uint64_t a = l->graph->offsets[node]; a < l->graph->offsets[node + 1]; a++) {
            uint32_t neighbor = l->graph->neighbors[a];

            if (l->distances[neighbor] == UNSEEN) {
                l->distances[neighbor] = l->distances[node] + 1;
                l->queue[end++] = neighbor;
            }
        }
    }
    beyond = l->distances[l->queue[end - 1]] + 2;
    for (uint32_t i = 0; i < nodes; i++)
        if (l->distances[i] == UNSEEN)
            l->distances[i] = beyond;
    return end;
}

/* Half the negated squares of distances to pivots, each pivot the node that is furthest from those
 * before, without the mean of each node. (PCA takes off the mean of each pivot.) */
static void fill_features(layout *l, uint32_t pivots)
{
    uint32_t nodes = l->graph->node_count, pivot = 0;

    for (uint32_t i = 0; i < nodes; i++)
        l->nearest[i] = UNSEEN;
    for (uint32_t p = 0; p < pivots; p++) {
        if (search(l, pivot) < nodes)
            l->gravity = MORE_GRAVITY;
        pivot = 0;
        for (uint32_t i = 0; i < nodes; i++) {
            l->features[(size_t)i * pivots + p] =
                -0.5F * (float)l->distances[i] * (float)l->distances[i];
            l->nearest[i] = l->distances[i] < l->nearest[i] ? l->distances[i] : l->nearest[i];
            if (l->nearest[i] > l->nearest[pivot])
                pivot = i;
        }
    }
    for (uint32_t i = 0; i < nodes; i++) {
        float *row = l->features + (size_t)i * pivots, mean = 0;

        for (uint32_t p = 0; p < pivots; p++)
            mean += row[p] / (float)pivots;
        for (uint32_t p = 0; p < pivots; p++)
            row[p] -= mean;
    }
}

/* Makes the mean length of edges 1. */
static void set_lengths(const layout *l, uint64_t seed)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, RW_DRAW_LAYOUT, 0);
    const riwalk_graph *g = l->graph;
    double sum = 0, factor;

    for (uint32_t i = 0; i < g->node_count; i++)
        for (uint64_t a = g->offsets[i]; a < g->offsets[i + 1]; a++)
            sum += hypot(l->places[2 * (size_t)i] - l->places[2 * (size_t)g->neighbors[a]],
                         l->places[2 * (size_t)i + 1] - l->places[2 * (size_t)g->neighbors[a] + 1]);
    factor = sum > 0 ? (double)g->arc_count / sum : 1;
    for (size_t i = 0; i < 2 * (size_t)g->node_count; i++)
        l->places[i] = factor * l->places[i] + NOISE * (rw_rng_unit(rw_rng_at(stream, i)) - 0.5);
}

static riwalk_status start(layout *l, uint64_t seed, riwalk_error *error)
{
    uint32_t nodes = l->graph->node_count, pivots = nodes < PIVOTS ? nodes : PIVOTS;
    rw_points points = {nodes, pivots, l->features, l->threads};
    riwalk_status status;

    fill_features(l, pivots);
    status = rw_pca(&points, 2, l->places, NULL, error);
    if (status == RIWALK_STATUS_ARGUMENT) { /* all nodes are alike: the noise alone parts them */
        memset(l->places, 0, 2 * (size_t)nodes * sizeof *l->places);
        status = RIWALK_STATUS_OK;
    }
    if (!status)
        set_lengths(l, seed);
    return status;
}

/* ---- Forces ---- */

static riwalk_status force_task(void *context, size_t block, int worker, riwalk_error *error)
{
    const layout *l = context;
    const riwalk_graph *g = l->graph;
    uint32_t begin = (uint32_t)(block * BLOCK);
    uint32_t end = g->node_count - begin < BLOCK ? g->node_count : begin + BLOCK;

    (void)worker;
    (void)error;
    for (uint32_t i = begin; i < end; i++) {
        const double *here = l->places + 2 * (size_t)i;
        double x = -l->gravity * here[0], y = -l->gravity * here[1];

        for (uint32_t other = 0; other < g->node_count; other++) {
            double dx = here[0] - l->places[2 * (size_t)other];
            double dy = here[1] - l->places[2 * (size_t)other + 1];
            double square = dx * dx + dy * dy + 1e-9, push = 1 / (square * sqrt(square));

            x += dx * push;
            y += dy * push;
        }
        for (uint64_t a = g->offsets[i]; a < g->offsets[i + 1]; a++) {
            double dx = here[0] - l->places[2 * (size_t)g->neighbors[a]];
            double dy = here[1] - l->places[2 * (size_t)g->neighbors[a] + 1];
            double pull = sqrt(dx * dx + dy * dy);

            x -= dx * pull;
            y -= dy * pull;
        }
        l->forces[2 * (size_t)i] = x;
        l->forces[2 * (size_t)i + 1] = y;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status relax(layout *l, const riwalk_layout_options *options, riwalk_error *error)
{
    uint32_t nodes = l->graph->node_count;
    double warm = 0.1 * sqrt(nodes);
    riwalk_status status = RIWALK_STATUS_OK;
    rw_progress progress;

    rw_progress_begin(&progress, &options->run, "placing", "iterations", options->iterations);
    for (uint32_t step = 0; step < options->iterations && !status; step++) {
        double left = 1 - (double)step / options->iterations, most = warm * left * left;

        rw_parallel(l->threads, ((size_t)nodes + BLOCK - 1) / BLOCK, force_task, l, error);
        for (size_t i = 0; i < nodes; i++) {
            double x = l->forces[2 * i], y = l->forces[2 * i + 1], length = hypot(x, y);
            double factor = 0.1 * length > most ? most / length : 0.1;

            l->places[2 * i] += factor * x;
            l->places[2 * i + 1] += factor * y;
        }
        status = rw_progress_add(&progress, 1, error);
    }
    return status;
}

/* Moves nodes apart that would overlap in a picture: closer than a part of the room that each has.
 */
static void part(const layout *l)
{
    uint32_t nodes = l->graph->node_count;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, least;

    for (size_t i = 0; i < 2 * (size_t)nodes; i++) {
        low[i % 2] = fmin(low[i % 2], l->places[i]);
        high[i % 2] = fmax(high[i % 2], l->places[i]);
    }
    least = APART * fmax(sqrt((high[0] - low[0]) * (high[1] - low[1]) / nodes),
                         fmax(high[0] - low[0], high[1] - low[1]) / nodes);
    for (int round = 0; round < PARTING_ROUNDS; round++)
        for (uint32_t i = 0; i < nodes; i++)
            for (uint32_t j = i + 1; j < nodes; j++) {
                double *a = l->places + 2 * (size_t)i, *b = l->places + 2 * (size_t)j;
                double dx = b[0] - a[0], dy = b[1] - a[1], distance, half;

                if (dx * dx + dy * dy >= least * least)
                    continue;
                distance = sqrt(dx * dx + dy * dy) + 1e-12;
                half = 0.5 * (least - distance) / distance;
                a[0] -= half * dx;
                a[1] -= half * dy;
                b[0] += half * dx;
                b[1] += half * dy;
            }
}

/* Turns the layout so that its longer principal axis is horizontal. */
static void turn(const layout *l)
{
    uint32_t nodes = l->graph->node_count;
    double middle[2] = {0}, xx = 0, xy = 0, yy = 0, angle;

    for (size_t i = 0; i < 2 * (size_t)nodes; i++)
        middle[i % 2] += l->places[i] / nodes;
    for (size_t i = 0; i < nodes; i++) {
        double x = l->places[2 * i] -= middle[0], y = l->places[2 * i + 1] -= middle[1];

        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    angle = 0.5 * atan2(2 * xy, xx - yy);
    for (size_t i = 0; i < nodes; i++) {
        double x = l->places[2 * i], y = l->places[2 * i + 1];

        l->places[2 * i] = x * cos(angle) + y * sin(angle);
        l->places[2 * i + 1] = y * cos(angle) - x * sin(angle);
    }
}

/* ---- All together ---- */

/* An undirected copy of a directed graph. */
static riwalk_status undirect(const riwalk_graph *graph, riwalk_graph **copy, riwalk_error *error)
{
    uint32_t *ends = rw_alloc(graph->arc_count, 2 * sizeof *ends, error);
    riwalk_status status;

    if (!ends)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < graph->node_count; i++)
        for (uint64_t a = graph->offsets[i]; a < graph->offsets[i + 1]; a++) {
            ends[2 * a] = i;
            ends[2 * a + 1] = graph->neighbors[a];
        }
    status = riwalk_graph_build(graph->node_count, graph->arc_count, ends, NULL, NULL, copy, error);
    rw_free(ends);
    return status;
}

static riwalk_status run(layout *l, const riwalk_layout_options *options, riwalk_error *error)
{
    uint32_t nodes = l->graph->node_count;
    size_t pivots = nodes < PIVOTS ? nodes : PIVOTS;
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if ((l->forces = rw_alloc(nodes, 2 * sizeof *l->forces, error)) &&
        (l->features = rw_alloc(nodes, pivots * sizeof *l->features, error)) &&
        (l->queue = rw_alloc(nodes, sizeof *l->queue, error)) &&
        (l->distances = rw_alloc(nodes, sizeof *l->distances, error)) &&
        (l->nearest = rw_alloc(nodes, sizeof *l->nearest, error)) &&
        !(status = start(l, options->seed, error)) && !(status = relax(l, options, error))) {
        part(l);
        turn(l);
    }
    rw_free(l->forces);
    rw_free(l->features);
    rw_free(l->queue);
    rw_free(l->distances);
    rw_free(l->nearest);
    return status;
}

riwalk_status riwalk_layout(const riwalk_graph *graph, const riwalk_layout_options *options,
                            double *places, riwalk_error *error)
{
    riwalk_layout_options known;
    riwalk_graph *copy = NULL;
    riwalk_status status;

    riwalk_layout_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!graph || !places)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "graph and places must not be NULL");
    if (!known.iterations || known.iterations > MOST_ITERATIONS)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "iterations must be 1 to %d",
                       MOST_ITERATIONS);
    if ((status = rw_check_picture_size(graph, error)))
        return status;
    if (!graph->directed || !(status = undirect(graph, &copy, error))) {
        layout l = {.graph = copy ? copy : graph,
                    .threads =
                        graph->node_count < PARALLEL_FROM ? 1 : rw_threads(known.run.threads),
                    .gravity = GRAVITY,
                    .places = places};

        status = run(&l, &known, error);
    }
    riwalk_graph_free(copy);
    return status;
}
