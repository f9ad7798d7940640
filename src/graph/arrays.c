/* SPDX-License-Identifier: MIT */
/*
 * Graphs from a caller's arrays: pairs of nodes, sources and targets, or compressed rows, with 32
 * or 64 bits a number. Nodes get the order of their names, as if they had been read from a file.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/search.h"
#include "base/sort.h"
#include "graph/graph.h"
#include "graph/intern.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Edges of one task. */
#define BLOCK 65536

/* Tasks of copying rows: enough to balance, few enough to cost nothing. */
#define TASKS 256

void riwalk_build_options_init(riwalk_build_options *options)
{
    *options = (riwalk_build_options){.size = sizeof *options};
}

static uint64_t index_at(const void *array, int bits, uint64_t place)
{
    return bits == 32 ? ((const uint32_t *)array)[place] : ((const uint64_t *)array)[place];
}

static double weight_at(const void *array, int bits, uint64_t place)
{
    return bits == 32 ? (double)((const float *)array)[place] : ((const double *)array)[place];
}

/* ---- Names ---- */

static riwalk_status intern_all(const char *const *given, uint32_t count, rw_intern *intern,
                                riwalk_error *error)
{
    riwalk_status status;

    for (uint32_t i = 0; i < count; i++) {
        size_t length = given[i] ? strlen(given[i]) : 0;
        uint32_t id;

        if (!length || strchr(given[i], '\n'))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "node %u: a name must not be empty or have a line feed", i);
        if ((status = rw_intern_text(intern, given[i], length, &id, error)))
            return status;
        if (id != i)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "two nodes have the name '%.80s'",
                           given[i]);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status order_strings(const char *const *given, uint32_t count, rw_names *names,
                                   uint32_t *rank, riwalk_error *error)
{
    rw_intern intern = {0};
    riwalk_status status;

    if (!(status = rw_intern_init(&intern, error)) &&
        !(status = intern_all(given, count, &intern, error)))
        status = rw_names_order(&intern, names, rank, error);
    rw_intern_free(&intern);
    return status;
}

/* The names of all nodes in their order, and the node that each number became, which *places of the
 * options receives too; *rank is NULL where numbers are nodes already. */
static riwalk_status order_nodes(uint32_t count, const riwalk_build_options *o, rw_names *names,
                                 uint32_t **rank, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (o->names || o->integer_names) {
        if (!(*rank = rw_alloc(count, sizeof **rank, error)))
            return RIWALK_STATUS_MEMORY;
        status = o->names ? order_strings(o->names, count, names, *rank, error)
                          : rw_integers_order(o->integer_names, count, names, *rank, error);
    }
    for (uint32_t i = 0; o->places && !status && i < count; i++)
        o->places[i] = *rank ? (*rank)[i] : i;
    return status;
}

/* ---- Edges ---- */

typedef struct gathering {
    const riwalk_edge_arrays *arrays;
    uint32_t node_count;
    const uint32_t *rank;
    rw_edges edges;
} gathering;

static riwalk_status gather_block(void *context, size_t task, int worker, riwalk_error *error)
{
    gathering *g = context;
    const riwalk_edge_arrays *a = g->arrays;
    uint64_t first = (uint64_t)task * BLOCK;
    uint64_t end = first + BLOCK < a->count ? first + BLOCK : a->count;

    (void)worker;
    for (uint64_t e = first; e < end; e++) {
        uint64_t from = index_at(a->sources, a->index_bits, e * a->stride);
        uint64_t to = index_at(a->targets, a->index_bits, e * a->stride);

        if (from >= g->node_count || to >= g->node_count)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "edge %llu joins %lld and %lld, but there are only %u nodes",
                           (unsigned long long)e, (long long)from, (long long)to, g->node_count);
        g->edges.ends[2 * e] = g->rank ? g->rank[from] : (uint32_t)from;
        g->edges.ends[2 * e + 1] = g->rank ? g->rank[to] : (uint32_t)to;
        if (!a->weights)
            continue;
        g->edges.weights[e] = weight_at(a->weights, a->weight_bits, e);
        if (!rw_is_weight(g->edges.weights[e]))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "edge %llu has the weight %g: weights must be positive and finite",
                           (unsigned long long)e, weight_at(a->weights, a->weight_bits, e));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status check_arrays(uint32_t node_count, const riwalk_edge_arrays *a,
                                  riwalk_graph **graph, riwalk_error *error)
{
    if (!graph || !a || (a->count && (!a->sources || !a->targets)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph and the edges must not be NULL");
    if ((a->index_bits != 32 && a->index_bits != 64) || !a->stride ||
        (a->weights && a->weight_bits != 32 && a->weight_bits != 64))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "node numbers and weights have 32 or 64 bits, and a stride is 1 or more");
    if (node_count > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "at most %u nodes are supported",
                       RIWALK_MAX_NODES);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_from_edges(uint32_t node_count, const riwalk_edge_arrays *arrays,
                                      const riwalk_build_options *options, riwalk_graph **graph,
                                      riwalk_error *error)
{
    gathering g = {.arrays = arrays, .node_count = node_count};
    rw_names names = {.kind = RW_NAMES_RANGE};
    riwalk_build_options known;
    uint32_t *rank = NULL;
    riwalk_status status;
    riwalk_run run;

    riwalk_build_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)) ||
        (status = check_arrays(node_count, arrays, graph, error)))
        return status;
    run = rw_run_resolve(&known.run);
    if ((status = order_nodes(node_count, &known, &names, &rank, error)))
        goto done;
    g.rank = rank;
    g.edges.add = known.add_duplicates;
    if (!(status = rw_edges_allocate(&g.edges, arrays->count, arrays->weights, error)) &&
        !(status = rw_parallel(run.threads, (size_t)((arrays->count + BLOCK - 1) / BLOCK),
                               gather_block, &g, error)))
        status = rw_graph_build(node_count, &g.edges, known.directed, &run, &names, graph, error);
done:
    rw_edges_free(&g.edges);
    rw_free(rank);
    if (status)
        rw_names_free(&names);
    return status;
}

/* ---- Rows ---- */

/*
 * Rows are copied in the order of the nodes' names and made what a graph has inside: sorted,
 * without loops and repetitions. Where each arc has its reverse that is the graph; where not, one
 * is built of the arcs.
 */
typedef struct taking {
    const riwalk_row_arrays *given;
    const uint32_t *rank; /* the node that a number became; NULL: the same */
    uint32_t *order;      /* the reverse of rank */
    int threads;
    bool add;              /* weights of repeated neighbours add up */
    rw_row_set rows;       /* the copy */
    uint32_t *degrees;     /* [node_count]: of the copy, without what was dropped */
    void **scratch;        /* [threads]: to sort a row in */
    size_t *room;          /* [threads]: the neighbours that it is for */
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
        uint64_t offset = index_at(a->offsets, a->offset_bits, u);

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

/* The entry where the row of a node begins; `next` 1: where the one after it does. */
static uint64_t given_offset(const taking *t, uint32_t node, uint64_t next)
{
    uint32_t number = t->order ? t->order[node] : node;

    return index_at(t->given->offsets, t->given->offset_bits, number + next);
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
        sum += given_offset(t, u, 1) - given_offset(t, u, 0);
    }
    t->rows.offsets[count] = sum;
    return RIWALK_STATUS_OK;
}

/* Copies a row without its loops; whether it came sorted and without repetitions. */
static riwalk_status copy_row(taking *t, uint32_t node, uint32_t *length, bool *sorted,
                              riwalk_error *error)
{
    const riwalk_row_arrays *a = t->given;
    uint64_t at = t->rows.offsets[node], end = given_offset(t, node, 1);
    uint32_t *row = t->rows.neighbors + at, kept = 0;

    *sorted = true;
    for (uint64_t e = given_offset(t, node, 0); e < end; e++) {
        uint64_t target = index_at(a->targets, a->index_bits, e);
        uint32_t to;

        if (target >= t->rows.node_count)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "entry %llu of the rows is node %lld, but there are only %u",
                           (unsigned long long)e, (long long)target, t->rows.node_count);
        to = t->rank ? t->rank[target] : (uint32_t)target;
        if (a->weights) {
            double weight = weight_at(a->weights, a->weight_bits, e);

            t->rows.weights[at + kept] = weight;
            if (!rw_is_weight(weight))
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
    double *weights = t->rows.weights ? t->rows.weights + t->rows.offsets[node] : NULL;

    if (!rw_grow_at(&t->scratch[worker], &t->room[worker], *length,
                    weights ? RW_ROW_WEIGHTS_SCRATCH : RW_ROW_SCRATCH, error))
        return RIWALK_STATUS_MEMORY;
    *length = rw_sort_row(t->rows.neighbors + t->rows.offsets[node], weights, t->add,
                          t->scratch[worker], *length);
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
    *t = (taking){.rows = t->rows, .loops = t->loops};
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
    t.add = known.add_duplicates;
    t.threads = run.threads;
    if ((status = order_nodes(node_count, &known, &names, &rank, error)))
        goto done;
    t.rank = rank;
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error))) {
        status = RIWALK_STATUS_MEMORY;
        goto done;
    }
    if ((status = take_rows(&t, &run, &repeated, error)))
        goto done;
    free_taking(&t); /* before more is needed */
    if (!known.directed && (status = rw_row_set_symmetrize(&t.rows, &run, error)))
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
