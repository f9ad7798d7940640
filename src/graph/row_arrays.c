/* SPDX-License-Identifier: MIT */
/*
 * Graphs from a caller's compressed rows. They are copied in the order of the nodes' names and made
 * what a graph has inside: sorted, without loops and repetitions. Where each arc has its reverse
 * that is the graph; where not, the reverses are added (reverses.c).
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "graph/arrays.h"

#include <math.h>
#include <stdatomic.h>

/* Tasks of the copying: enough to balance, few enough to cost nothing. */
#define TASKS 256

typedef struct taking {
    const riwalk_row_arrays *given;
    const uint32_t *rank; /* the node that a number became; NULL: the same */
    uint32_t *order;      /* the reverse of rank */
    int threads;
    rw_row_set rows;
    uint32_t *degrees;     /* [node_count]: of the copy, without what was dropped */
    void **scratch;        /* [threads]: to sort a row in */
    uint64_t *room;        /* [threads]: the neighbours that it is for */
    _Atomic uint64_t kept; /* arcs */
    _Atomic uint64_t loops;
    rw_progress progress;
} taking;

/* Checks the offsets; returns the number of arcs in *arcs. */
static riwalk_status check_offsets(uint32_t node_count, const riwalk_row_arrays *a, uint64_t *arcs,
                                   riwalk_error *error)
{
    uint64_t last = 0;

    for (uint64_t u = 0; u <= node_count; u++) {
        uint64_t offset = rw_index_at(a->offsets, a->offset_bits, u);

        if (offset < last || (!u && offset) || offset > INT64_MAX)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "offsets begin with 0 and do not fall: that of row %llu is %llu",
                           (unsigned long long)u, (unsigned long long)offset);
        if (offset - last > UINT32_MAX)
            return rw_fail(error, RIWALK_STATUS_LIMIT,
                           "row %llu has %llu entries; at most 4294967295 are supported",
                           (unsigned long long)u - 1, (unsigned long long)(offset - last));
        last = offset;
    }
    if (last && !a->targets)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the targets must not be NULL");
    *arcs = last;
    return RIWALK_STATUS_OK;
}

static uint64_t given_offset(const taking *t, uint32_t node)
{
    return rw_index_at(t->given->offsets, t->given->offset_bits, t->order ? t->order[node] : node);
}

static uint64_t given_end(const taking *t, uint32_t node)
{
    return rw_index_at(t->given->offsets, t->given->offset_bits,
                       (t->order ? t->order[node] : node) + UINT64_C(1));
}

static riwalk_status make_room(taking *t, riwalk_error *error)
{
    uint32_t count = t->rows.node_count;
    riwalk_status status;
    uint64_t arcs = 0, sum = 0;

    if ((status = check_offsets(count, t->given, &arcs, error)))
        return status;
    if (t->rank) {
        if (!(t->order = rw_alloc(count, sizeof *t->order, error)))
            return RIWALK_STATUS_MEMORY;
        for (uint32_t i = 0; i < count; i++)
            t->order[t->rank[i]] = i;
    }
    if (!(t->rows.offsets = rw_alloc(count + (size_t)1, sizeof *t->rows.offsets, error)) ||
        !(t->rows.neighbors = rw_alloc((size_t)arcs, sizeof *t->rows.neighbors, error)) ||
        (t->given->weights &&
         !(t->rows.weights = rw_alloc((size_t)arcs, sizeof *t->rows.weights, error))) ||
        !(t->degrees = rw_alloc(count, sizeof *t->degrees, error)) ||
        !(t->scratch = rw_alloc_zeroed((size_t)t->threads, sizeof *t->scratch, error)) ||
        !(t->room = rw_alloc_zeroed((size_t)t->threads, sizeof *t->room, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < count; u++) {
        t->rows.offsets[u] = sum;
        sum += given_end(t, u) - given_offset(t, u);
    }
    t->rows.offsets[count] = sum;
    return RIWALK_STATUS_OK;
}

/* Copies a row without its loops; whether it came sorted and without repetitions. */
static riwalk_status copy_row(taking *t, uint32_t node, uint32_t *length, bool *sorted,
                              riwalk_error *error)
{
    const riwalk_row_arrays *a = t->given;
    uint64_t at = t->rows.offsets[node], end = given_end(t, node);
    uint32_t *row = t->rows.neighbors + at, kept = 0;

    *sorted = true;
    for (uint64_t e = given_offset(t, node); e < end; e++) {
        uint64_t target = rw_index_at(a->targets, a->index_bits, e);
        uint32_t to;

        if (target >= t->rows.node_count)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "entry %llu of the rows is node %lld, but there are only %u",
                           (unsigned long long)e, (long long)target, t->rows.node_count);
        to = t->rank ? t->rank[target] : (uint32_t)target;
        if (a->weights) {
            double weight = rw_weight_at(a->weights, a->weight_bits, e);

            t->rows.weights[at + kept] = (float)weight;
            if (!((float)weight > 0 && isfinite((float)weight)))
                return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                               "entry %llu of the rows has the weight %g: weights must be positive "
                               "and finite",
                               (unsigned long long)e, weight);
        }
        *sorted = *sorted && (to == node || !kept || row[kept - 1] < to);
        row[kept] = to;
        kept += to != node;
    }
    *length = kept;
    return RIWALK_STATUS_OK;
}

static riwalk_status sort_row(taking *t, uint32_t node, int worker, uint32_t *length,
                              riwalk_error *error)
{
    float *weights = t->rows.weights ? t->rows.weights + t->rows.offsets[node] : NULL;

    if (t->room[worker] < *length) {
        void *grown = rw_resize(t->scratch[worker], *length, weights ? 16 : 4, error);

        if (!grown)
            return RIWALK_STATUS_MEMORY;
        t->scratch[worker] = grown;
        t->room[worker] = *length;
    }
    *length = rw_sort_row(t->rows.neighbors + t->rows.offsets[node], weights, t->scratch[worker],
                          *length);
    return RIWALK_STATUS_OK;
}

static riwalk_status take_task(void *context, size_t task, int worker, riwalk_error *error)
{
    taking *t = context;
    uint32_t begin = (uint32_t)rw_part(t->rows.node_count, TASKS, task);
    uint32_t end = (uint32_t)rw_part(t->rows.node_count, TASKS, task + 1);
    uint64_t arcs = t->rows.offsets[end] - t->rows.offsets[begin], kept = 0, loops = 0;

    for (uint32_t u = begin; u < end; u++) {
        riwalk_status status;
        uint32_t length = 0;
        bool sorted = true;

        if ((status = copy_row(t, u, &length, &sorted, error)))
            return status;
        loops += t->rows.offsets[u + UINT64_C(1)] - t->rows.offsets[u] - length;
        if (!sorted && (status = sort_row(t, u, worker, &length, error)))
            return status;
        t->degrees[u] = length;
        kept += length;
    }
    atomic_fetch_add(&t->kept, kept);
    atomic_fetch_add(&t->loops, loops);
    return rw_progress_add(&t->progress, arcs, error);
}

/* The copy, sorted. */
static riwalk_status take_rows(taking *t, const riwalk_run *run, uint64_t *repeated,
                               riwalk_error *error)
{
    riwalk_status status = make_room(t, error);
    uint64_t arcs;

    if (status)
        return status;
    arcs = t->rows.offsets[t->rows.node_count];
    rw_progress_begin(&t->progress, run, "taking rows", "arcs", arcs);
    if ((status = rw_parallel(t->threads, TASKS, take_task, t, error)))
        return status;
    *repeated = arcs - t->loops - t->kept;
    if (t->kept == arcs)
        return RIWALK_STATUS_OK;
    return rw_close_gaps(t->rows.node_count, t->rows.offsets, t->degrees, &t->rows.neighbors,
                         &t->rows.weights, error);
}

static void free_taking(taking *t)
{
    for (int i = 0; t->scratch && i < t->threads; i++)
        rw_free(t->scratch[i]);
    rw_free(t->scratch);
    rw_free(t->room);
    rw_free(t->degrees);
    rw_free(t->order);
    t->scratch = NULL;
    t->room = NULL;
    t->degrees = t->order = NULL;
}

void rw_row_set_free(rw_row_set *rows)
{
    rw_free(rows->offsets);
    rw_free(rows->neighbors);
    rw_free(rows->weights);
    *rows = (rw_row_set){0};
}

static riwalk_status check_row_arrays(uint32_t node_count, const riwalk_row_arrays *a,
                                      riwalk_graph **graph, riwalk_error *error)
{
    if (!graph)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph must not be NULL");
    if (node_count > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "at most %u nodes are supported",
                       RIWALK_MAX_NODES);
    if (!a || !a->offsets || (a->offset_bits != 32 && a->offset_bits != 64) ||
        (a->index_bits != 32 && a->index_bits != 64) ||
        (a->weights && a->weight_bits != 32 && a->weight_bits != 64))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the offsets must not be NULL, and all numbers have 32 or 64 bits");
    return RIWALK_STATUS_OK;
}

static riwalk_status make_symmetric(rw_row_set *rows, const riwalk_run *run, riwalk_error *error)
{
    bool symmetric;
    riwalk_status status = rw_rows_are_symmetric(rows, run, &symmetric, error);

    return status || symmetric ? status : rw_rows_add_reverses(rows, run, error);
}

riwalk_status riwalk_graph_from_rows(uint32_t node_count, const riwalk_row_arrays *rows,
                                     const riwalk_build_options *options, riwalk_graph **graph,
                                     riwalk_error *error)
{
    rw_names names = {.kind = RW_NAMES_RANGE};
    taking t = {.given = rows, .rows.node_count = node_count};
    riwalk_build_options known;
    riwalk_graph *made = NULL;
    uint64_t repeated = 0;
    uint32_t *rank = NULL;
    riwalk_status status;
    riwalk_run run;

    riwalk_build_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)) ||
        (status = check_row_arrays(node_count, rows, graph, error)))
        return status;
    run = rw_run_resolve(&known.run);
    t.threads = run.threads;
    if ((status = rw_order_nodes(node_count, &known, &names, &rank, error)))
        goto done;
    t.rank = rank;
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error))) {
        status = RIWALK_STATUS_MEMORY;
        goto done;
    }
    if ((status = take_rows(&t, &run, &repeated, error)))
        goto done;
    free_taking(&t); /* before more is needed */
    if (!known.directed && (status = make_symmetric(&t.rows, &run, error)))
        goto done;
    *made = (riwalk_graph){
        .node_count = node_count,
        .directed = known.directed,
        .arc_count = t.rows.offsets[node_count],
        .offsets = t.rows.offsets,
        .neighbors = t.rows.neighbors,
        .weights = t.rows.weights,
        .names = names,
        .self_loops_dropped = t.loops,
        .duplicates_dropped = repeated,
    };
    t.rows = (rw_row_set){0};
    names = (rw_names){0};
    *graph = made;
    made = NULL;
done:
    free_taking(&t);
    rw_row_set_free(&t.rows);
    rw_names_free(&names);
    rw_free(made);
    rw_free(rank);
    return status;
}
