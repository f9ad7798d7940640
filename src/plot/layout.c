/* SPDX-License-Identifier: MIT */
/* The layout of small graphs: every component by itself, then all of them side by side. */
#include "plot/layout.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "graph/directions.h"

#include <math.h>
#include <string.h>

#define MOST_ITERATIONS 100000
#define GAP 1.5   /* between components, in lengths of edges */
#define WIDER 1.4 /* than high: pictures */

void riwalk_layout_options_init(riwalk_layout_options *options)
{
    *options = (riwalk_layout_options){.size = sizeof *options, .seed = 1, .iterations = 500};
}

/* ---- Components ---- */

/* Lists the nodes of components, one after the other, in the queue, and where each begins there.
 * Returns how many there are. */
static uint32_t find_components(const riwalk_graph *graph, rw_layout *l, uint32_t *firsts)
{
    uint32_t first = 0, last = 0, count = 0;

    memset(l->nearest, 0, graph->node_count * sizeof *l->nearest); /* whether it was seen */
    for (uint32_t start = 0; start < graph->node_count; start++) {
        if (l->nearest[start])
            continue;
        firsts[count++] = last;
        l->nearest[start] = 1;
        l->queue[last++] = start;
        while (first < last) {
            uint32_t node = l->queue[first++];

            for (uint64_t a = graph->offsets[node]; a < graph->offsets[node + 1]; a++) {
                uint32_t neighbor = graph->neighbors[a];

                if (!l->nearest[neighbor]) {
                    l->nearest[neighbor] = 1;
                    l->queue[last++] = neighbor;
                }
            }
        }
    }
    firsts[count] = last;
    return count;
}

/* Gives nodes their numbers, and the graph by them. The larger component comes first; of equals
 * that whose least node is less, which was found before. */
static riwalk_status renumber(const riwalk_graph *graph, rw_layout *l, riwalk_error *error)
{
    uint64_t *keys = rw_take(&l->pool, graph->node_count, 2 * sizeof *keys, error);
    uint32_t *firsts;
    uint32_t *numbers = l->distances, used = 0, count;

    RW_HAVE(firsts = rw_take(&l->pool, (size_t)graph->node_count + 1, sizeof *firsts, error));
    count = l->component_count = find_components(graph, l, firsts);
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

/* ---- Components side by side ---- */

/* Turns a component so that its longer principal axis is horizontal. */
static void turn(rw_layout *l)
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
    /* Of half the angle whose cosine is (xx - yy) / length. */
    cosine = sqrt((1 + (xx - yy) / length) / 2);
    sine = xy < 0 ? -sqrt((1 - (xx - yy) / length) / 2) : sqrt((1 - (xx - yy) / length) / 2);
    for (size_t i = l->begin; i < l->end; i++) {
        double x = l->places[2 * i], y = l->places[2 * i + 1];

        l->places[2 * i] = x * cosine + y * sine;
        l->places[2 * i + 1] = y * cosine - x * sine;
    }
}

void rw_places_bounds(const double *places, size_t count, double low[2], double high[2])
{
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (size_t i = 0; i < 2 * count; i++) {
        low[i % 2] = fmin(low[i % 2], places[i]);
        high[i % 2] = fmax(high[i % 2], places[i]);
    }
}

/* Moves a component's upper left corner to 0, 0. Returns its width and height. */
static void measure(const rw_layout *l, uint32_t c, double size[2])
{
    double low[2], high[2];
    size_t begin = 2 * (size_t)l->begins[c], end = 2 * (size_t)l->begins[c + 1];

    rw_places_bounds(l->places + begin, (end - begin) / 2, low, high);
    for (size_t i = begin; i < end; i++)
        l->places[i] -= low[i % 2];
    size[0] = high[0] - low[0];
    size[1] = high[1] - low[1];
}

/* The width of all rows. */
static double total_width(const rw_layout *l)
{
    double area = 0, widest = 0, size[2];

    for (uint32_t c = 0; c < l->component_count; c++) {
        measure(l, c, size);
        area += (size[0] + GAP) * (size[1] + GAP);
        widest = fmax(widest, size[0]);
    }
    return fmax(widest, sqrt(WIDER * area));
}

/* Components in rows: the largest is the first of the first row, and small ones stand in columns
 * beside larger ones or in rows below them, where they take only the room that they need. */
static void pack(rw_layout *l)
{
    double width = total_width(l), size[2];
    double row = 0, row_height = 0;      /* where it begins; of what is in it */
    double column = 0, column_width = 0; /* in the row */
    double down = INFINITY;              /* in the column */

    for (uint32_t c = 0; c < l->component_count; c++) {
        measure(l, c, size);
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
    for (size_t i = 0; i < l->node_count; i++) /* the first row is the upper one */
        l->places[2 * i + 1] = -l->places[2 * i + 1];
}

/* ---- All together ---- */

static riwalk_status allocate(rw_layout *l, uint64_t arcs, riwalk_error *error)
{
    uint32_t nodes = l->node_count;

    l->order = rw_take(&l->pool, nodes, sizeof *l->order, error);
    l->offsets = rw_take(&l->pool, (size_t)nodes + 1, sizeof *l->offsets, error);
    l->neighbors = rw_take(&l->pool, arcs, sizeof *l->neighbors, error);
    l->begins = rw_take(&l->pool, (size_t)nodes + 1, sizeof *l->begins, error);
    l->places = rw_take(&l->pool, nodes, 2 * sizeof *l->places, error);
    l->forces = rw_take(&l->pool, nodes, 2 * sizeof *l->forces, error);
    l->features = rw_take(&l->pool, nodes, RW_LAYOUT_PIVOTS * sizeof *l->features, error);
    l->queue = rw_take(&l->pool, nodes, sizeof *l->queue, error);
    l->distances = rw_take(&l->pool, nodes, sizeof *l->distances, error);
    l->nearest = rw_take(&l->pool, nodes, sizeof *l->nearest, error);
    return rw_pool_status(&l->pool) ? RIWALK_STATUS_MEMORY
                                    : rw_quadtree_new(nodes, &l->tree, error);
}

static riwalk_status run(const riwalk_graph *graph, const riwalk_layout_options *options,
                         double *places, riwalk_error *error)
{
    rw_layout l = {.node_count = graph->node_count, .threads = rw_threads(options->run.threads)};
    rw_progress progress;
    riwalk_status status;

    if ((status = allocate(&l, graph->arc_count, error)) || (status = renumber(graph, &l, error)))
        goto done;
    rw_progress_begin(&progress, &options->run, "placing", "moves",
                      (uint64_t)options->iterations * l.node_count);
    for (uint32_t c = 0; c < l.component_count; c++) {
        l.begin = l.begins[c];
        l.end = l.begins[c + 1];
        if ((status = rw_layout_start(&l, options->seed, error)) ||
            (status = rw_layout_relax(&l, options->iterations, &progress, error)))
            goto done;
        turn(&l);
    }
    pack(&l);
    rw_layout_part(&l);
    for (uint32_t i = 0; i < l.node_count; i++)
        memcpy(places + 2 * (size_t)l.order[i], l.places + 2 * (size_t)i, 2 * sizeof *places);
done:
    rw_pool_free(&l.tree.pool);
    rw_pool_free(&l.pool);
    return status;
}

riwalk_status riwalk_layout(const riwalk_graph *graph, const riwalk_layout_options *options,
                            double *places, riwalk_error *error)
{
    const rw_skeleton *skeleton = NULL;
    riwalk_layout_options known;
    riwalk_status status;

    riwalk_layout_options_init(&known);
    RW_MUST(rw_options_copy(&known, sizeof known, options, error));
    if (!graph || !places)
        return rw_refuse(error, "graph and places must not be NULL");
    if (!known.iterations || known.iterations > MOST_ITERATIONS)
        return rw_refuse(error, "iterations must be 1 to %d", MOST_ITERATIONS);
    RW_MUST(rw_check_picture_size(graph, error));
    if (graph->directed && (status = rw_graph_skeleton(graph, &skeleton, error)))
        return status;
    return run(skeleton ? &skeleton->graph : graph, &known, places, error);
}
