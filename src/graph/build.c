/* SPDX-License-Identifier: MIT */
/*
 * From a list of edges to compressed sparse rows: count degrees, place every arc in its row, sort
 * and deduplicate the rows, close the gaps.
 *
 * Threads place arcs in any order (one atomic add each); the sort that follows makes the result
 * the same for every order. Work O(edges log degree) in the worst case, linear in practice; memory
 * beyond the result: one row per thread.
 */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "base/sort.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tasks for parallel passes: enough to balance, few enough to cost nothing. */
#define TASKS 256

/* Fewer edges than this are not worth waking threads for. */
#define FEW_EDGES 20000

typedef struct builder {
    const rw_edges *edges;
    const riwalk_run *job;
    bool directed;
    bool shared; /* more than one thread places arcs: use atomic adds */
    uint32_t node_count;
    uint64_t arc_count;  /* with duplicates */
    uint64_t *offsets;   /* [node_count + 1] */
    uint32_t *neighbors; /* [arc_count] */
    double *weights;     /* [arc_count], or NULL */
    uint32_t *degrees;   /* [node_count] after deduplication */
    uint32_t max_degree; /* before it */
    void **rows;         /* [threads]: scratch for the longest row */
    uint64_t loops;
    rw_progress progress;
} builder;

/* Adds one to a counter and returns its old value. */
static inline uint64_t take(uint64_t *counter, bool shared)
{
    return shared ? __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED) : (*counter)++;
}

static riwalk_status count_task(void *context, size_t task, int worker, riwalk_error *error)
{
    builder *b = context;
    uint64_t begin = rw_part(b->edges->count, TASKS, task);
    uint64_t end = rw_part(b->edges->count, TASKS, task + 1);
    const uint32_t *ends = b->edges->ends;
    uint64_t loops = 0;

    (void)worker;
    for (uint64_t e = begin; e < end; e++) {
        uint32_t u = ends[2 * e], v = ends[2 * e + 1];

        if (u == v) {
            loops++;
            continue;
        }
        take(&b->offsets[u], b->shared);
        if (!b->directed)
            take(&b->offsets[v], b->shared);
    }
    __atomic_fetch_add(&b->loops, loops, __ATOMIC_RELAXED);
    return rw_progress_add(&b->progress, end - begin, error);
}

static inline void place(builder *b, uint32_t from, uint32_t to, uint64_t edge)
{
    uint64_t at = take(&b->offsets[from], b->shared);

    b->neighbors[at] = to;
    if (b->weights)
        b->weights[at] = b->edges->weights[edge];
}

static riwalk_status place_task(void *context, size_t task, int worker, riwalk_error *error)
{
    builder *b = context;
    uint64_t begin = rw_part(b->edges->count, TASKS, task);
    uint64_t end = rw_part(b->edges->count, TASKS, task + 1);
    const uint32_t *ends = b->edges->ends;

    (void)worker;
    for (uint64_t e = begin; e < end; e++) {
        uint32_t u = ends[2 * e], v = ends[2 * e + 1];

        if (u == v)
            continue;
        place(b, u, v, e);
        if (!b->directed)
            place(b, v, u, e);
    }
    return rw_progress_add(&b->progress, end - begin, error);
}

static uint32_t sort_plain_row(uint32_t *row, uint32_t *scratch, uint32_t count)
{
    uint32_t kept = 0;

    rw_sort_u32(row, scratch, count);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || row[i] != row[kept - 1])
            row[kept++] = row[i];
    return kept;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* A sum from the smallest weight on, so that no order of lines has an effect on its rounding, with
 * what each addition rounds away kept apart: amounts of money add up to the cent. */
static double add_up(double *weights, uint32_t count)
{
    double sum = 0, rest = 0;

    if (count > 1)
        qsort(weights, count, sizeof *weights, by_value);
    for (uint32_t i = 0; i < count; i++) {
        double before = sum;

        sum += weights[i];
        rest += before >= weights[i] ? before - sum + weights[i] : weights[i] - sum + before;
    }
    sum += rest;
    return sum < (double)FLT_MAX ? sum : (double)FLT_MAX;
}

static double largest_of(const double *weights, uint32_t count)
{
    double largest = weights[0];

    for (uint32_t i = 1; i < count; i++)
        largest = weights[i] > largest ? weights[i] : largest;
    return largest;
}

double rw_repeated_weight(double *weights, uint32_t count, bool add)
{
    return add ? add_up(weights, count) : largest_of(weights, count);
}

/* Neighbours are sorted together with the places of their weights. */
static uint32_t sort_weighted_row(uint32_t *row, double *weights, bool add, uint64_t *scratch,
                                  uint32_t count)
{
    double *sorted = (double *)(void *)(scratch + 2 * (size_t)count);
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        scratch[i] = (uint64_t)row[i] << 32 | i;
    rw_sort_u64(scratch, scratch + count, count);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = weights[(uint32_t)scratch[i]];
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && scratch[end] >> 32 == scratch[i] >> 32;)
            end++;
        row[kept] = (uint32_t)(scratch[i] >> 32);
        weights[kept++] = rw_repeated_weight(sorted + i, end - i, add);
    }
    return kept;
}

uint32_t rw_sort_row(uint32_t *row, double *weights, bool add, void *scratch, uint32_t count)
{
    return weights ? sort_weighted_row(row, weights, add, scratch, count)
                   : sort_plain_row(row, scratch, count);
}

/* The first node of a task's share: shares have about the same number of arcs. */
static uint32_t first_node(const builder *b, size_t task)
{
    uint64_t arc = rw_part(b->arc_count, TASKS, task);

    return task == TASKS ? b->node_count
                         : (uint32_t)rw_search_u64(b->offsets, 0, b->node_count, arc);
}

static riwalk_status sort_task(void *context, size_t task, int worker, riwalk_error *error)
{
    builder *b = context;
    uint32_t begin = task ? first_node(b, task) : 0, end = first_node(b, task + 1);

    for (uint32_t u = begin; u < end; u++) {
        uint64_t at = b->offsets[u];
        uint32_t count = (uint32_t)(b->offsets[u + 1] - at);

        b->degrees[u] = rw_sort_row(b->neighbors + at, b->weights ? b->weights + at : NULL,
                                    b->edges->add, b->rows[worker], count);
    }
    return rw_progress_add(&b->progress, end > begin ? b->offsets[end] - b->offsets[begin] : 0,
                           error);
}

static riwalk_status pass(builder *b, const char *stage, uint64_t total, rw_task *task,
                          riwalk_error *error)
{
    rw_progress_begin(&b->progress, b->job, stage, total == b->edges->count ? "edges" : "arcs",
                      total);
    return rw_parallel(b->job->threads, TASKS, task, b, error);
}

/* Degrees to row starts; each start is then moved along by the placing, to its row's end. */
static riwalk_status make_starts(builder *b, riwalk_error *error)
{
    uint64_t sum = 0;

    for (uint32_t u = 0; u < b->node_count; u++) {
        uint64_t degree = b->offsets[u];

        if (degree > UINT32_MAX)
            return rw_fail(error, RIWALK_STATUS_LIMIT,
                           "a node has %llu lines of edges; at most 4294967295 are supported",
                           (unsigned long long)degree);
        if (degree > b->max_degree)
            b->max_degree = (uint32_t)degree;
        b->offsets[u] = sum;
        sum += degree;
    }
    b->offsets[b->node_count] = sum;
    b->arc_count = sum;
    return RIWALK_STATUS_OK;
}

static riwalk_status make_rows(builder *b, riwalk_error *error)
{
    riwalk_status status;

    if (!rw_resize_at(&b->neighbors, b->arc_count, sizeof *b->neighbors, error) ||
        (b->edges->weights && !(b->weights = rw_alloc(b->arc_count, sizeof *b->weights, error))))
        return RIWALK_STATUS_MEMORY;
    if ((status = pass(b, "placing edges", b->edges->count, place_task, error)))
        return status;
    memmove(b->offsets + 1, b->offsets, (size_t)b->node_count * sizeof *b->offsets);
    b->offsets[0] = 0;
    return RIWALK_STATUS_OK;
}

static riwalk_status sort_rows(builder *b, riwalk_error *error)
{
    size_t row_bytes = b->weights ? RW_ROW_WEIGHTS_SCRATCH : RW_ROW_SCRATCH;

    if (!(b->degrees = rw_alloc(b->node_count, sizeof *b->degrees, error)) ||
        !(b->rows = rw_alloc_zeroed((size_t)b->job->threads, sizeof *b->rows, error)))
        return RIWALK_STATUS_MEMORY;
    for (int t = 0; t < b->job->threads; t++)
        if (!(b->rows[t] = rw_alloc(b->max_degree, row_bytes, error)))
            return RIWALK_STATUS_MEMORY;
    return pass(b, "sorting", b->arc_count, sort_task, error);
}

riwalk_status rw_close_gaps(uint32_t node_count, uint64_t *offsets, const uint32_t *degrees,
                            uint32_t **neighbors, double **weights, riwalk_error *error)
{
    uint64_t sum = 0, before = offsets[node_count];

    for (uint32_t u = 0; u < node_count; u++) {
        uint64_t from = offsets[u];

        if (from != sum) {
            memmove(*neighbors + sum, *neighbors + from, degrees[u] * sizeof **neighbors);
            if (*weights)
                memmove(*weights + sum, *weights + from, degrees[u] * sizeof **weights);
        }
        offsets[u] = sum;
        sum += degrees[u];
    }
    offsets[node_count] = sum;
    if (sum < before && (!rw_resize_at(neighbors, sum, sizeof **neighbors, error) ||
                         (*weights && !rw_resize_at(weights, sum, sizeof **weights, error))))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

static riwalk_status build(builder *b, riwalk_error *error)
{
    riwalk_status status;

    if (!(b->offsets = rw_alloc_zeroed((size_t)b->node_count + 1, sizeof *b->offsets, error)))
        return RIWALK_STATUS_MEMORY;
    if ((status = pass(b, "counting edges", b->edges->count, count_task, error)) ||
        (status = make_starts(b, error)) || (status = make_rows(b, error)) ||
        (status = sort_rows(b, error)))
        return status;
    return rw_close_gaps(b->node_count, b->offsets, b->degrees, &b->neighbors, &b->weights, error);
}

riwalk_status rw_edges_allocate(rw_edges *edges, uint64_t count, bool weighted, riwalk_error *error)
{
    edges->count = count;
    if (!(edges->ends = rw_alloc(count, 2 * sizeof *edges->ends, error)) ||
        (weighted && !(edges->weights = rw_alloc(count, sizeof *edges->weights, error))))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

void rw_edges_free(rw_edges *edges)
{
    rw_free(edges->ends);
    rw_free(edges->weights);
    *edges = (rw_edges){0};
}

/* How many edges repeat an earlier one from the same node to the same: what a directed graph drops.
 */
static riwalk_status count_repeated(uint32_t node_count, const rw_edges *edges,
                                    const riwalk_run *job, uint64_t *repeated, riwalk_error *error)
{
    rw_edges pairs = {edges->count, edges->ends, NULL};
    rw_names names = {.kind = RW_NAMES_RANGE};
    riwalk_graph *arcs = NULL;
    riwalk_status status = rw_graph_build(node_count, &pairs, true, job, &names, &arcs, error);

    if (!status)
        *repeated = arcs->duplicates_dropped;
    riwalk_graph_free(arcs);
    return status;
}

riwalk_status rw_graph_build(uint32_t node_count, const rw_edges *edges, bool directed,
                             const riwalk_run *job, rw_names *names, riwalk_graph **graph,
                             riwalk_error *error)
{
    riwalk_run own = {
        .threads = edges->count < FEW_EDGES ? 1 : job->threads,
        .progress = job->progress,
        .progress_data = job->progress_data,
    };
    builder b = {
        .edges = edges,
        .job = &own,
        .directed = directed,
        .shared = own.threads > 1,
        .node_count = node_count,
        .neighbors = edges->spare,
    };
    riwalk_graph *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status = made ? build(&b, error) : RIWALK_STATUS_MEMORY;

    for (int t = 0; b.rows && t < own.threads; t++)
        rw_free(b.rows[t]);
    rw_free(b.rows);
    rw_free(b.degrees);
    if (status) {
        rw_free(b.offsets);
        rw_free(b.neighbors);
        rw_free(b.weights);
        rw_free(made);
        rw_names_free(names);
        return status;
    }
    made->node_count = node_count;
    made->directed = directed;
    made->arc_count = b.offsets[node_count];
    made->offsets = b.offsets;
    made->neighbors = b.neighbors;
    made->weights = b.weights;
    made->names = *names;
    made->self_loops_dropped = b.loops;
    made->duplicates_dropped = (b.arc_count - made->arc_count) / (directed ? 1 : 2);
    *names = (rw_names){0};
    if (edges->arcs && !directed && made->duplicates_dropped &&
        (status = count_repeated(node_count, edges, job, &made->duplicates_dropped, error))) {
        riwalk_graph_free(made);
        return status;
    }
    *graph = made;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_graph_drop_directions(riwalk_graph **graph, bool add, const riwalk_run *run,
                                       riwalk_error *error)
{
    riwalk_graph *arcs = *graph, *made = NULL;
    rw_edges edges = {0};
    rw_names names = {0};
    riwalk_status status = rw_edges_allocate(&edges, arcs->arc_count, false, error);

    edges.weights = (double *)(uintptr_t)arcs->weights; /* only read */
    edges.add = add;
    if (!status && !(status = rw_names_copy(&arcs->names, arcs->node_count, &names, error))) {
        for (uint32_t u = 0; u < arcs->node_count; u++)
            for (uint64_t a = arcs->offsets[u]; a < arcs->offsets[u + 1]; a++) {
                edges.ends[2 * a] = u;
                edges.ends[2 * a + 1] = arcs->neighbors[a];
            }
        status = rw_graph_build(arcs->node_count, &edges, false, run, &names, &made, error);
    }
    if (made) {
        made->duplicates_dropped = 0; /* arcs in both directions are one edge */
        made->directions_dropped = true;
        made->types = arcs->types;
        made->type_names = arcs->type_names;
        arcs->types = NULL;
        arcs->type_names = (rw_type_names){0};
    }
    rw_free(edges.ends);
    riwalk_graph_free(arcs);
    *graph = made;
    return status;
}

/* Rows are sorted and visited in order, so the nodes that list v come in the order of v's own row:
 * one step along each row for each arc decides. next[v] is the place in v's row. */
riwalk_status rw_find_one_sided(const riwalk_graph *g, bool *symmetric, uint32_t *node,
                                uint64_t *arc, riwalk_error *error)
{
    uint64_t *next = rw_alloc(g->node_count, sizeof *next, error);

    if (!next)
        return RIWALK_STATUS_MEMORY;
    *symmetric = true;
    memcpy(next, g->offsets, g->node_count * sizeof *next);
    for (uint32_t u = 0; u < g->node_count && *symmetric; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1] && *symmetric; a++) {
            uint32_t v = g->neighbors[a];
            uint64_t back = next[v]++;
            bool there = back < g->offsets[v + 1];

            if (there && g->neighbors[back] == u &&
                (!g->weights || g->weights[a] == g->weights[back]))
                continue;
            *symmetric = false;
            *node = there && g->neighbors[back] < u ? v : u;
            *arc = there && g->neighbors[back] < u ? back : a;
        }
    for (uint32_t v = 0; v < g->node_count && *symmetric; v++) {
        *node = v;
        *arc = next[v];
        *symmetric = next[v] == g->offsets[v + 1];
    }
    rw_free(next);
    return RIWALK_STATUS_OK;
}
