/* SPDX-License-Identifier: MIT */
/* Builds graphs from a caller's arrays: sources and targets, or compressed rows, with 32 or 64 bits
 * per number. Nodes are ordered by name, as if read from a file. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "graph/graph.h"
#include "graph/intern.h"

#include <string.h>

/* Edges of one task. */
#define BLOCK 65536

/* Tasks when copying rows: enough to balance, few enough to cost nothing. */
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
    for (uint32_t i = 0; i < count; i++) {
        rw_span name = {given[i], given[i] ? strlen(given[i]) : 0};
        uint32_t id;

        if (!name.length || strchr(given[i], '\n'))
            return rw_refuse(error, "node %u: a name must not be empty or have a line feed", i);
        RW_MUST(rw_intern_text(intern, name, &id, error));
        if (id != i)
            return rw_refuse(error, "two nodes have the name '%.80s'", given[i]);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status order_strings(const char *const *given, uint32_t count, rw_names *names,
                                   uint32_t *rank, riwalk_error *error)
{
    rw_intern intern = {0};
    riwalk_status status;

    if (!(status = intern_all(given, count, &intern, error)))
        status = rw_names_order(&intern, names, rank, error);
    rw_intern_free(&intern);
    return status;
}

/* Puts all names in order and finds the node of each number, which *places of the options receives,
 * too. *rank is NULL if numbers are nodes already. */
static riwalk_status order_nodes(uint32_t count, const riwalk_build_options *o, rw_names *names,
                                 uint32_t **rank, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (o->names || o->integer_names) {
        RW_HAVE(*rank = rw_alloc(count, sizeof **rank, error));
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

    for (uint64_t e = first; e < end; e++) {
        uint64_t from = index_at(a->sources, a->index_bits, e * a->stride);
        uint64_t to = index_at(a->targets, a->index_bits, e * a->stride);

        if (from >= g->node_count || to >= g->node_count)
            return rw_refuse(error, "edge %llu joins %lld and %lld, but there are only %u nodes",
                             (unsigned long long)e, (long long)from, (long long)to, g->node_count);
        g->edges.ends[2 * e] = g->rank ? g->rank[from] : (uint32_t)from;
        g->edges.ends[2 * e + 1] = g->rank ? g->rank[to] : (uint32_t)to;
        if (!a->weights)
            continue;
        g->edges.weights[e] = weight_at(a->weights, a->weight_bits, e);
        if (!rw_is_weight(g->edges.weights[e]))
            return rw_refuse(error, "edge %llu has the weight %g: " RW_WEIGHTS_MUST,
                             (unsigned long long)e, weight_at(a->weights, a->weight_bits, e));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status check_arrays(uint32_t node_count, const riwalk_edge_arrays *a,
                                  riwalk_graph **graph, riwalk_error *error)
{
    if (!graph || !a || (a->count && (!a->sources || !a->targets)))
        return rw_refuse(error, "the graph and the edges must not be NULL");
    if ((a->index_bits != 32 && a->index_bits != 64) || !a->stride ||
        (a->weights && a->weight_bits != 32 && a->weight_bits != 64))
        return rw_refuse(error,
                         "node numbers and weights have 32 or 64 bits, and a stride is 1 or more");
    return rw_check_node_count(node_count, error);
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

    RW_MUST(rw_options_over(riwalk_build_options, &known, options, error));
    RW_MUST(check_arrays(node_count, arrays, graph, error));
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

typedef struct taking {
    const riwalk_row_arrays *given;
    const uint32_t *rank; /* number -> node; NULL: equal */
    rw_builder builder;
    bool placing; /* false: count neighbours */
} taking;

static riwalk_status check_offsets(uint32_t node_count, const riwalk_row_arrays *a,
                                   riwalk_error *error)
{
    uint64_t last = 0;

    for (uint64_t u = 0; u <= node_count; u++) {
        uint64_t offset = index_at(a->offsets, a->offset_bits, u);

        if (offset < last || (!u && offset) || offset > INT64_MAX)
            return rw_refuse(error,
                             "offsets begin with 0 and never decrease: that of row %llu is %llu",
                             (unsigned long long)u, (unsigned long long)offset);
        last = offset;
    }
    return last && !a->targets ? rw_refuse(error, "the targets must not be NULL")
                               : RIWALK_STATUS_OK;
}

/* Counts or places the neighbours of a number, without self-loops. */
static riwalk_status take_row(taking *t, uint32_t number, uint64_t *loops, riwalk_error *error)
{
    const riwalk_row_arrays *a = t->given;
    rw_builder *b = &t->builder;
    uint32_t node = t->rank ? t->rank[number] : number;
    uint64_t begin = index_at(a->offsets, a->offset_bits, number);
    uint64_t end = index_at(a->offsets, a->offset_bits, number + UINT64_C(1));
    uint64_t first = t->placing ? b->offsets[node] : 0, at = first;

    for (uint64_t e = begin; e < end; e++) {
        uint64_t target = index_at(a->targets, a->index_bits, e);

        if (target >= b->node_count)
            return rw_refuse(error, "entry %llu of the rows is node %lld, but there are only %u",
                             (unsigned long long)e, (long long)target, b->node_count);
        if (target == number)
            continue;
        if (t->placing && at == b->offsets[node + UINT64_C(1)])
            return rw_refuse(error, "the rows changed while they were read");
        if (t->placing)
            b->neighbors[at] = t->rank ? t->rank[target] : (uint32_t)target;
        if (t->placing && a->weights &&
            !rw_is_weight(b->weights[at] = weight_at(a->weights, a->weight_bits, e)))
            return rw_refuse(error,
                             "entry %llu of the rows has the weight %g: weights must be positive "
                             "and finite",
                             (unsigned long long)e, b->weights[at]);
        at++;
    }
    if (!t->placing)
        b->offsets[node] = at;
    else if (at != b->offsets[node + UINT64_C(1)])
        return rw_refuse(error, "the rows changed while they were read");
    *loops += end - begin - (at - first);
    return RIWALK_STATUS_OK;
}

static riwalk_status take_task(void *context, size_t task, int worker, riwalk_error *error)
{
    taking *t = context;
    uint32_t count = t->builder.node_count, end = (uint32_t)rw_part(count, TASKS, task + 1);
    uint64_t loops = 0;

    for (uint32_t u = (uint32_t)rw_part(count, TASKS, task); u < end; u++)
        RW_MUST(take_row(t, u, &loops, error));
    if (!t->placing)
        __atomic_fetch_add(&t->builder.loops, loops, __ATOMIC_RELAXED);
    return rw_progress_add(&t->builder.progress, 1, error);
}

static riwalk_status take_rows(taking *t, riwalk_error *error)
{
    rw_builder *b = &t->builder;

    RW_MUST(check_offsets(b->node_count, t->given, error));
    RW_HAVE(b->offsets = rw_alloc_zeroed((size_t)b->node_count + 1, sizeof *b->offsets, error));
    rw_progress_begin(&b->progress, &b->run, "taking rows", "parts", 2 * TASKS);
    RW_MUST(rw_parallel(b->run.threads, TASKS, take_task, t, error));
    RW_MUST(rw_builder_make_room(b, t->given->weights, error));
    t->placing = true;
    return rw_parallel(b->run.threads, TASKS, take_task, t, error);
}

/* Turns arcs into edges; usually each has its reverse already. Frees the graph on failure. */
static riwalk_status join_directions(riwalk_graph **graph, const riwalk_run *run,
                                     riwalk_error *error)
{
    uint64_t loops = (*graph)->self_loops_dropped, repeated = (*graph)->duplicates_dropped, arc;
    riwalk_status status;
    bool symmetric;
    uint32_t node;

    if ((status = rw_find_one_sided(*graph, &symmetric, &node, &arc, error)))
        return rw_graph_end(*graph, status, graph);
    (*graph)->directed = false;
    if (!symmetric)
        RW_MUST(rw_graph_drop_directions(graph, false, run, error));
    (*graph)->directions_dropped = false;
    (*graph)->self_loops_dropped = loops;
    (*graph)->duplicates_dropped = repeated;
    return RIWALK_STATUS_OK;
}

static riwalk_status check_row_arrays(uint32_t node_count, const riwalk_row_arrays *a,
                                      riwalk_graph **graph, riwalk_error *error)
{
    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    RW_MUST(rw_check_node_count(node_count, error));
    if (!a || !a->offsets || (a->offset_bits != 32 && a->offset_bits != 64) ||
        (a->index_bits != 32 && a->index_bits != 64) ||
        (a->weights && a->weight_bits != 32 && a->weight_bits != 64))
        return rw_refuse(error, "the offsets must not be NULL, and all numbers have 32 or 64 bits");
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_from_rows(uint32_t node_count, const riwalk_row_arrays *rows,
                                     const riwalk_build_options *options, riwalk_graph **graph,
                                     riwalk_error *error)
{
    rw_names names = {.kind = RW_NAMES_RANGE};
    taking t = {.given = rows};
    riwalk_build_options known;
    riwalk_graph *made = NULL;
    uint32_t *rank = NULL;
    riwalk_status status;

    RW_MUST(rw_options_over(riwalk_build_options, &known, options, error));
    RW_MUST(check_row_arrays(node_count, rows, graph, error));
    t.builder = (rw_builder){.run = rw_run_resolve(&known.run),
                             .node_count = node_count,
                             .directed = true,
                             .add = known.add_duplicates};
    status = order_nodes(node_count, &known, &names, &rank, error);
    t.rank = rank;
    if (status || (status = take_rows(&t, error)) ||
        (status = rw_builder_finish(&t.builder, &names, &made, error)))
        rw_builder_free(&t.builder);
    else if (!known.directed)
        status = join_directions(&made, &t.builder.run, error);
    rw_names_free(&names);
    rw_free(rank);
    if (!status)
        *graph = made;
    return status;
}
