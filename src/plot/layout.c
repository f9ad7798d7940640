/* SPDX-License-Identifier: MIT */
/* The layout of small graphs: lays out each component, then places them side by side. A component
 * is first unfolded as a whole by multidimensional scaling of distances to pivots (Brandes and Pich
 * 2007), which forces from random places cannot do; then forces refine the details. All steps use
 * sums, products and square roots of doubles in a fixed order, so places are the same on every
 * machine. */
#include "base/options.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "graph/directions.h"
#include "plot/project.h"

#include <math.h>
#include <string.h>

#define MOST_ITERATIONS 100000
#define GAP 1.5   /* between components, in edge lengths */
#define WIDER 1.4 /* width of the picture relative to its height */
#define PIVOTS 50
#define NOISE 1e-3
#define UNSEEN UINT32_MAX
#define BLOCK 64
#define PARALLEL_FROM 500 /* nodes: below, waking threads costs more than it saves */
#define THETA 0.7         /* the higher, the coarser far nodes are grouped */
#define GRAVITY 0.02      /* towards the centre */
#define APART 0.4         /* share of a node's room: nearer nodes would overlap in a picture */
#define PARTING_ROUNDS 50

/* Nodes are renumbered: those of a component are adjacent, the largest component comes first. */
typedef struct layout {
    uint32_t node_count;
    uint32_t *order;     /* [node_count]: old number of each node */
    uint64_t *offsets;   /* [node_count + 1] */
    uint32_t *neighbors; /* by new numbers */
    uint32_t *begins;    /* [component_count + 1]: the first number of each component */
    uint32_t component_count;
    double (*sizes)[2]; /* [component_count]: width and height */
    double *places;     /* [2 * node_count], like the next; the wanted edge length is 1 */
    double *forces;
    float *features;     /* [node_count][PIVOTS], or fewer columns */
    uint32_t *queue;     /* [node_count] */
    uint32_t *distances; /* [node_count]: from a pivot */
    uint32_t *nearest;   /* [node_count]: from the nearest pivot so far */
    rw_quadtree tree;
    rw_pool *pool;
    uint32_t begin, end; /* the current component */
    int threads;
} layout;

void riwalk_layout_options_init(riwalk_layout_options *options)
{
    *options = (riwalk_layout_options){.size = sizeof *options, .seed = 1, .iterations = 500};
}

/* Fills in the distances (UNSEEN before) of all reachable nodes, and lists these nodes in the
 * queue. Returns how many. */
static uint32_t search(const uint64_t *offsets, const uint32_t *neighbors, uint32_t from,
                       uint32_t *distances, uint32_t *queue)
{
    uint32_t last = 1;

    distances[from] = 0;
    queue[0] = from;
    for (uint32_t first = 0; first < last; first++)
        for (uint64_t a = offsets[queue[first]]; a < offsets[queue[first] + 1]; a++)
            if (distances[neighbors[a]] == UNSEEN) {
                distances[neighbors[a]] = distances[queue[first]] + 1;
                queue[last++] = neighbors[a];
            }
    return last;
}

/* ---- Components ---- */

/* Renumbers the nodes and builds the graph with new numbers. Larger components come first, equal
 * ones by their least node. */
static riwalk_status renumber(const riwalk_graph *graph, layout *l, riwalk_error *error)
{
    uint64_t *keys = rw_take(l->pool, graph->node_count, 2 * sizeof *keys, error);
    uint32_t *numbers = l->distances, used = 0, count = 0, *firsts;

    RW_HAVE(firsts = rw_take(l->pool, (size_t)graph->node_count + 1, sizeof *firsts, error));
    memset(l->nearest, 0xff, graph->node_count * sizeof *l->nearest);
    firsts[0] = 0;
    for (uint32_t u = 0; u < graph->node_count; u++)
        if (l->nearest[u] == UNSEEN) {
            firsts[count + 1] = firsts[count] + search(graph->offsets, graph->neighbors, u,
                                                       l->nearest, l->queue + firsts[count]);
            count++;
        }
    l->component_count = count;
    for (uint32_t c = 0; c < count; c++)
        keys[c] = (uint64_t)(UINT32_MAX - (firsts[c + 1] - firsts[c])) << 32 | c;
    rw_sort_u64(keys, keys + count, count);
    for (uint32_t c = 0; c < count; c++) {
        uint32_t found = (uint32_t)keys[c];

        l->begins[c] = used;
        for (uint32_t i = firsts[found]; i < firsts[found + 1]; i++) {
            numbers[l->queue[i]] = used;
            l->order[used++] = l->queue[i];
        }
    }
    l->begins[count] = used;
    l->offsets[0] = 0;
    for (uint32_t i = 0; i < used; i++) {
        uint64_t at = l->offsets[i];

        for (uint64_t a = graph->offsets[l->order[i]]; a < graph->offsets[l->order[i] + 1]; a++)
            l->neighbors[at++] = numbers[graph->neighbors[a]];
        l->offsets[i + 1] = at;
    }
    return RIWALK_STATUS_OK;
}

/* ---- One component ---- */

/* Fills in half the negated squared distances to pivots, minus each node's mean. Each pivot is the
 * node furthest from the earlier ones. (PCA subtracts each pivot's mean.) */
static void fill_features(const layout *l, uint32_t pivots)
{
    uint32_t pivot = l->begin;

    memset(l->nearest + l->begin, 0xff, (l->end - l->begin) * sizeof *l->nearest);
    for (uint32_t p = 0; p < pivots; p++) {
        memset(l->distances + l->begin, 0xff, (l->end - l->begin) * sizeof *l->distances);
        search(l->offsets, l->neighbors, pivot, l->distances, l->queue);
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

/* Unfolds a component along its two principal directions, scaled to a mean edge length of 1. Jitter
 * separates coincident places. */
static riwalk_status unfold(layout *l, uint64_t seed, riwalk_error *error)
{
    uint32_t nodes = l->end - l->begin;
    uint32_t pivots = nodes < PIVOTS ? nodes : PIVOTS;
    rw_points points = {nodes, pivots, l->features, l->threads};
    const riwalk_run nobody = {0}; /* layouts are of few nodes */
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, RW_DRAW_LAYOUT, 0);
    double sum, factor;

    fill_features(l, pivots);
    RW_MUST(rw_pca(&points, 2, l->places + 2 * (size_t)l->begin, NULL, &nobody, error));
    sum = rw_edge_lengths(l->places, l->offsets, l->neighbors, l->begin, l->end);
    factor = sum > 0 ? (double)(l->offsets[l->end] - l->offsets[l->begin]) / sum : 1;
    for (size_t i = 2 * (size_t)l->begin; i < 2 * (size_t)l->end; i++)
        l->places[i] = factor * l->places[i] + NOISE * (rw_rng_unit(rw_rng_at(stream, i)) - 0.5);
    return RIWALK_STATUS_OK;
}

/* Forces (Fruchterman and Reingold 1991). In units of the wanted edge length, nodes repel each
 * other by 1 / d^2 (theirs falls more slowly and drives parts of a graph far apart), edges attract
 * by d^2, and a temperature that falls to 0 limits each step. The quadtree groups far nodes. */
static riwalk_status force_task(void *context, size_t number, int worker, riwalk_error *error)
{
    const layout *l = context;
    size_t i = l->begin + number;
    const double *here = l->places + 2 * i;
    double *force = l->forces + 2 * i;

    rw_quadtree_repel(&l->tree, l->places + 2 * (size_t)l->begin, (uint32_t)number, THETA, force);
    force[0] -= GRAVITY * here[0];
    force[1] -= GRAVITY * here[1];
    for (uint64_t a = l->offsets[i]; a < l->offsets[i + 1]; a++) {
        double dx = here[0] - l->places[2 * (size_t)l->neighbors[a]];
        double dy = here[1] - l->places[2 * (size_t)l->neighbors[a] + 1];
        double pull = sqrt(dx * dx + dy * dy);

        force[0] -= dx * pull;
        force[1] -= dy * pull;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status relax(layout *l, uint32_t iterations, rw_progress *progress,
                           riwalk_error *error)
{
    uint32_t nodes = l->end - l->begin;
    double warm = 0.1 * sqrt(nodes);
    riwalk_status status = RIWALK_STATUS_OK;

    l->tree.count = nodes;
    for (uint32_t round = 0; round < iterations && !status; round++) {
        double left = 1 - (double)round / iterations, most = warm * left * left;

        rw_quadtree_build(&l->tree, l->places + 2 * (size_t)l->begin);
        rw_parallel_blocks(nodes < PARALLEL_FROM ? 1 : l->threads, nodes, BLOCK, force_task, l,
                           NULL, error);
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

/* ---- Components side by side ---- */

/* Rotates a component so that its longer principal axis is horizontal. */
static void turn(layout *l)
{
    double middle[2] = {0}, xx = 0, xy = 0, yy = 0, length, cosine, sine;

    for (size_t i = 2 * (size_t)l->begin; i < 2 * (size_t)l->end; i++)
        middle[i % 2] += l->places[i] / (l->end - l->begin);
    for (size_t i = l->begin; i < l->end; i++) {
        double x = l->places[2 * i] -= middle[0], y = l->places[2 * i + 1] -= middle[1];

        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    length = sqrt((xx - yy) * (xx - yy) + 4 * xy * xy);
    if (!(length > 0))
        return;
    /* Of half the angle with the cosine (xx - yy) / length. */
    cosine = sqrt((1 + (xx - yy) / length) / 2);
    sine = xy < 0 ? -sqrt((1 - (xx - yy) / length) / 2) : sqrt((1 - (xx - yy) / length) / 2);
    for (size_t i = l->begin; i < l->end; i++) {
        double x = l->places[2 * i], y = l->places[2 * i + 1];

        l->places[2 * i] = x * cosine + y * sine;
        l->places[2 * i + 1] = y * cosine - x * sine;
    }
}

/* Moves a component's upper left corner to 0, 0 and measures it. */
static void measure(const layout *l, double size[2])
{
    double low[2], high[2];

    rw_places_bounds(l->places + 2 * (size_t)l->begin, l->end - l->begin, low, high);
    for (size_t i = 2 * (size_t)l->begin; i < 2 * (size_t)l->end; i++)
        l->places[i] -= low[i % 2];
    size[0] = high[0] - low[0];
    size[1] = high[1] - low[1];
}

/* Packs components in rows, the largest first. Small ones form columns beside larger ones, or rows
 * below them. */
static void pack(layout *l)
{
    double area = 0, width = 0;
    double row = 0, row_height = 0;      /* top and height of the row */
    double column = 0, column_width = 0; /* left and width of the column */
    double down = INFINITY;              /* y within the column */

    for (uint32_t c = 0; c < l->component_count; c++) {
        area += (l->sizes[c][0] + GAP) * (l->sizes[c][1] + GAP);
        width = fmax(width, l->sizes[c][0]);
    }
    width = fmax(width, sqrt(WIDER * area));
    for (uint32_t c = 0; c < l->component_count; c++) {
        const double *size = l->sizes[c];

        if (down + size[1] > row_height || column + size[0] > width) {
            column += c ? column_width + GAP : 0;
            column_width = down = 0;
        }
        if (column + size[0] > width) {
            row += row_height + GAP;
            row_height = column = 0;
        }
        row_height = fmax(row_height, size[1]);
        for (size_t i = l->begins[c]; i < l->begins[c + 1]; i++) {
            l->places[2 * i] += column;
            l->places[2 * i + 1] += row + down;
        }
        column_width = fmax(column_width, size[0]);
        down += size[1] + GAP;
    }
    for (size_t i = 0; i < l->node_count; i++) /* the first row is at the top */
        l->places[2 * i + 1] = -l->places[2 * i + 1];
}

/* ---- Separating nodes ---- */

/* Insertion sort: places are almost sorted from the second time on. */
static void sort_by_x(const layout *l, uint32_t *sorted)
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

/* Moves nodes apart, in all components, that would overlap in a picture. */
static void part(layout *l)
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

/* ---- The layout ---- */

static riwalk_status allocate(layout *l, uint64_t arcs, riwalk_error *error)
{
    uint32_t nodes = l->node_count;

    l->order = rw_take(l->pool, nodes, sizeof *l->order, error);
    l->offsets = rw_take(l->pool, (size_t)nodes + 1, sizeof *l->offsets, error);
    l->neighbors = rw_take(l->pool, arcs, sizeof *l->neighbors, error);
    l->begins = rw_take(l->pool, (size_t)nodes + 1, sizeof *l->begins, error);
    l->sizes = rw_take(l->pool, nodes, sizeof *l->sizes, error);
    l->places = rw_take(l->pool, nodes, 2 * sizeof *l->places, error);
    l->forces = rw_take(l->pool, nodes, 2 * sizeof *l->forces, error);
    l->features = rw_take(l->pool, nodes, PIVOTS * sizeof *l->features, error);
    l->queue = rw_take(l->pool, nodes, sizeof *l->queue, error);
    l->distances = rw_take(l->pool, nodes, sizeof *l->distances, error);
    l->nearest = rw_take(l->pool, nodes, sizeof *l->nearest, error);
    return rw_quadtree_new(nodes, l->pool, &l->tree, error);
}

static riwalk_status run(const riwalk_graph *graph, const riwalk_layout_options *options,
                         double *places, riwalk_error *error)
{
    RW_POOL(pool);
    layout l = {.node_count = graph->node_count,
                .threads = rw_threads(options->run.threads),
                .pool = &pool};
    rw_progress progress;

    RW_MUST(allocate(&l, graph->arc_count, error));
    RW_MUST(renumber(graph, &l, error));
    rw_progress_begin(&progress, &options->run, "placing", "moves",
                      (uint64_t)options->iterations * l.node_count);
    for (uint32_t c = 0; c < l.component_count; c++) {
        l.begin = l.begins[c];
        l.end = l.begins[c + 1];
        RW_MUST(unfold(&l, options->seed, error));
        RW_MUST(relax(&l, options->iterations, &progress, error));
        turn(&l);
        measure(&l, l.sizes[c]);
    }
    pack(&l);
    part(&l);
    for (uint32_t i = 0; i < l.node_count; i++)
        memcpy(places + 2 * (size_t)l.order[i], l.places + 2 * (size_t)i, 2 * sizeof *places);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_layout(const riwalk_graph *graph, const riwalk_layout_options *options,
                            double *places, riwalk_error *error)
{
    const rw_skeleton *skeleton = NULL;
    riwalk_layout_options known;

    RW_MUST(rw_options_over(riwalk_layout_options, &known, options, error));
    if (!graph || !places)
        return rw_refuse(error, "graph and places must not be NULL");
    if (!known.iterations || known.iterations > MOST_ITERATIONS)
        return rw_refuse(error, "iterations must be 1 to %d", MOST_ITERATIONS);
    RW_MUST(rw_check_picture_size(graph, error));
    if (graph->directed)
        RW_MUST(rw_graph_skeleton(graph, &skeleton, error));
    return run(skeleton ? &skeleton->graph : graph, &known, places, error);
}
