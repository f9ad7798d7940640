/* SPDX-License-Identifier: MIT */
/* Turns a list of edges into compressed sparse rows: counts degrees, places every arc in its row,
 * sorts rows, drops duplicates and closes the gaps.
 *
 * Threads place arcs in any order, with one atomic add each; sorting then makes the result
 * independent of it. O(edges log degree) at worst, linear in practice. Needs memory for one row per
 * thread beyond the result. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

/* Tasks per parallel pass: enough to balance, few enough to cost nothing. */
#define TASKS 256

/* With fewer edges, starting threads costs more than it saves. */
#define FEW_EDGES 20000

/* Bytes per neighbour that sort_row needs, aligned to 8. */
#define SCRATCH sizeof(uint32_t)
#define WEIGHTED_SCRATCH (2 * sizeof(rw_keyed))

/* Rows on their way into a graph. */
typedef struct builder {
    riwalk_run run; /* with threads from rw_threads */
    uint32_t node_count;
    bool directed;
    const rw_edges *edges;
    uint64_t *offsets;   /* [node_count + 1]: first degrees, then starts of rows */
    uint32_t *neighbors; /* [arc_count] */
    double *weights;     /* [arc_count], or NULL */
    uint64_t loops;      /* dropped self-loops */
    uint64_t arc_count;  /* including repetitions */
    uint32_t max_degree;
    uint32_t *degrees; /* [node_count] without repetitions, while rows are sorted */
    void **rows;       /* [threads]: scratch for the longest row */
    bool shared;       /* several threads place arcs of a row: use atomic adds */
    rw_progress progress;
} builder;

/* ---- Rows ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Adds up from the smallest weight, so that the order of lines does not affect rounding. Neumaier's
 * compensation keeps what each addition loses: amounts of money are exact to the cent. */
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

double rw_repeated_weight(double *weights, uint32_t count, bool add)
{
    double largest = weights[0];

    if (add)
        return add_up(weights, count);
    for (uint32_t i = 1; i < count; i++)
        largest = weights[i] > largest ? weights[i] : largest;
    return largest;
}

static uint32_t sort_weighted_row(uint32_t *row, double *weights, bool add, rw_keyed *scratch,
                                  uint32_t count)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        scratch[i] = (rw_keyed){row[i], weights[i]};
    rw_sort_keyed(scratch, scratch + count, count);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && scratch[end].key == scratch[i].key; end++)
            weights[end] = scratch[end].value;
        row[kept] = (uint32_t)scratch[i].key;
        weights[kept++] = rw_repeated_weight(weights + i, end - i, add);
    }
    return kept;
}

/* Sorts a row and drops repeated neighbours; returns its new length. Repeated neighbours keep their
 * largest weight or, with `add`, their sum, whatever their order. */
static uint32_t sort_row(uint32_t *row, double *weights, bool add, void *scratch, uint32_t count)
{
    uint32_t kept = 1;

    while (kept < count && row[kept - 1] < row[kept])
        kept++;
    if (kept >= count)
        return count;
    if (weights)
        return sort_weighted_row(row, weights, add, scratch, count);
    rw_sort_u32(row, scratch, count);
    kept = 1;
    for (uint32_t i = 1; i < count; i++)
        if (row[i] != row[kept - 1])
            row[kept++] = row[i];
    return kept;
}

/* Moves rows together, keeping the first degrees[u] arcs of row u, and frees the unused memory. */
static riwalk_status close_gaps(builder *b, riwalk_error *error)
{
    uint64_t sum = 0, before = b->arc_count;

    for (uint32_t u = 0; u < b->node_count; u++) {
        uint64_t from = b->offsets[u];

        if (from != sum) {
            memmove(b->neighbors + sum, b->neighbors + from, b->degrees[u] * sizeof *b->neighbors);
            if (b->weights)
                memmove(b->weights + sum, b->weights + from, b->degrees[u] * sizeof *b->weights);
        }
        b->offsets[u] = sum;
        sum += b->degrees[u];
    }
    b->offsets[b->node_count] = sum;
    if (sum < before &&
        (!rw_resize_at(&b->neighbors, sum, sizeof *b->neighbors, error) ||
         (b->weights && !rw_resize_at(&b->weights, sum, sizeof *b->weights, error))))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

/* ---- Counting and placing ---- */

static inline void take_arc(builder *b, uint32_t from, uint32_t to, uint64_t edge, bool place)
{
    uint64_t *next = &b->offsets[from];
    uint64_t at = b->shared ? __atomic_fetch_add(next, 1, __ATOMIC_RELAXED) : (*next)++;

    if (place)
        b->neighbors[at] = to;
    if (place && b->weights)
        b->weights[at] = b->edges->weights[edge];
}

/* Counts a task's edges in the rows of their ends, or places them there. */
static inline riwalk_status take_edges(builder *b, size_t task, bool place, riwalk_error *error)
{
    const rw_edges *edges = b->edges;
    const uint64_t *rows = edges->rows;
    uint64_t begin = rw_part(edges->count, TASKS, task);
    uint64_t end = rw_part(edges->count, TASKS, task + 1), loops = 0, row = 0;

    if (rows)
        row = rw_search_u64(rows, 0, b->node_count, begin + 1) - 1;
    for (uint64_t e = begin; e < end; e++) {
        uint32_t u, v;

        if (rows) {
            while (rows[row + 1] <= e)
                row++;
            u = edges->row_nodes ? edges->row_nodes[row] : (uint32_t)row;
            v = edges->ends[e];
        } else {
            u = edges->ends[2 * e];
            v = edges->ends[2 * e + 1];
        }
        if (u == v) {
            loops++;
            continue;
        }
        take_arc(b, u, v, e, place);
        if (!b->directed)
            take_arc(b, v, u, e, place);
    }
    if (!place)
        __atomic_fetch_add(&b->loops, loops, __ATOMIC_RELAXED);
    return rw_progress_add(&b->progress, end - begin, error);
}

static riwalk_status count_task(void *context, size_t task, int worker, riwalk_error *error)
{
    return take_edges(context, task, false, error);
}

static riwalk_status place_task(void *context, size_t task, int worker, riwalk_error *error)
{
    return take_edges(context, task, true, error);
}

/* The first node of a task; tasks have about the same number of arcs. */
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

        b->degrees[u] = sort_row(b->neighbors + at, b->weights ? b->weights + at : NULL,
                                 b->edges->add, b->rows[worker], count);
    }
    return rw_progress_add(&b->progress, end > begin ? b->offsets[end] - b->offsets[begin] : 0,
                           error);
}

static riwalk_status pass(builder *b, const char *stage, const char *unit, uint64_t total,
                          rw_task *task, riwalk_error *error)
{
    rw_progress_begin(&b->progress, &b->run, stage, unit, total);
    return rw_parallel(b->run.threads, TASKS, task, b, error);
}

/* Turns degrees into starts of rows, and allocates neighbours and weights. */
static riwalk_status make_room(builder *b, riwalk_error *error)
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
    b->offsets[b->node_count] = b->arc_count = sum;
    if (!rw_resize_at(&b->neighbors, sum, sizeof *b->neighbors, error) ||
        (b->edges->weights && !(b->weights = rw_alloc(sum, sizeof *b->weights, error))))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

static riwalk_status sort_rows(builder *b, riwalk_error *error)
{
    size_t row_bytes = b->weights ? WEIGHTED_SCRATCH : SCRATCH;
    RW_POOL(pool);

    b->degrees = rw_take(&pool, b->node_count, sizeof *b->degrees, error);
    b->rows = rw_take(&pool, (size_t)b->run.threads, sizeof *b->rows, error);
    for (int t = 0; t < b->run.threads && !pool.failed; t++)
        b->rows[t] = rw_take(&pool, b->max_degree, row_bytes, error);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(pass(b, "sorting", "arcs", b->arc_count, sort_task, error));
    return close_gaps(b, error);
}

static riwalk_status place_edges(builder *b, riwalk_error *error)
{
    uint64_t count = b->edges->count;

    RW_HAVE(b->offsets = rw_alloc_zeroed((size_t)b->node_count + 1, sizeof *b->offsets, error));
    RW_MUST(pass(b, "counting edges", "edges", count, count_task, error));
    RW_MUST(make_room(b, error));
    RW_MUST(pass(b, "placing edges", "edges", count, place_task, error));
    /* Placing moved each row's start to its end. */
    memmove(b->offsets + 1, b->offsets, (size_t)b->node_count * sizeof *b->offsets);
    b->offsets[0] = 0;
    return RIWALK_STATUS_OK;
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

/* Counts edges that repeat an earlier one in the same direction, which a directed graph would
 * drop. */
static riwalk_status count_repeated(uint32_t node_count, const rw_edges *edges,
                                    const riwalk_run *job, uint64_t *repeated, riwalk_error *error)
{
    rw_edges pairs = {.count = edges->count, .ends = edges->ends};
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
    builder b = {.edges = edges,
                 .run = *job,
                 .directed = directed,
                 .node_count = node_count,
                 .neighbors = edges->spare};
    riwalk_graph *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    if (!made) {
        rw_free(edges->spare);
        rw_names_free(names);
        return RIWALK_STATUS_MEMORY;
    }
    if (edges->count < FEW_EDGES)
        b.run.threads = 1;
    b.shared = b.run.threads > 1;
    if (!(status = place_edges(&b, error)))
        status = sort_rows(&b, error);
    made->node_count = node_count;
    made->directed = directed;
    made->offsets = b.offsets;
    made->neighbors = b.neighbors;
    made->weights = b.weights;
    made->names = *names;
    *names = (rw_names){0};
    if (!status) {
        made->arc_count = b.offsets[node_count];
        made->self_loops_dropped = b.loops;
        made->duplicates_dropped = (b.arc_count - made->arc_count) / (directed ? 1 : 2);
    }
    if (edges->arcs && !directed && made->duplicates_dropped)
        status = count_repeated(node_count, edges, job, &made->duplicates_dropped, error);
    return rw_graph_end(made, status, graph);
}
