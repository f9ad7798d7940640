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

static riwalk_status order_strings(const char *const *given, uint32_t count, rw_names *names,
                                   uint32_t *rank, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_intern intern = {0};

    for (uint32_t i = 0, id; i < count && !status; i++) {
        rw_span name = {given[i], given[i] ? strlen(given[i]) : 0};

        if (!name.length || strchr(given[i], '\n'))
            status = rw_refuse(error, "node %u: a name must not be empty or have a line feed", i);
        else if (!(status = rw_intern_text(&intern, name, &id, error)) && id != i)
            status = rw_refuse(error, "two nodes have the name '%.80s'", given[i]);
    }
    if (!status)
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
    riwalk_edge_arrays arrays; /* of rows: without sources */
    uint32_t node_count;
    uint32_t *rank; /* number -> node; NULL: equal */
    rw_edges edges;
} gathering;

static riwalk_status gather_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const gathering *g = context;
    const riwalk_edge_arrays *a = &g->arrays;
    const uint64_t *rows = g->edges.rows;
    uint64_t first = (uint64_t)task * BLOCK;
    uint64_t end = first + BLOCK < a->count ? first + BLOCK : a->count;
    uint64_t row = rows ? rw_search_u64(rows, 0, g->node_count, first + 1) - 1 : 0;
    uint32_t *ends = g->edges.ends + first * (rows ? 1 : 2);

    for (uint64_t e = first; e < end; e++) {
        uint64_t from = row, to = index_at(a->targets, a->index_bits, e * a->stride);
        double weight = a->weights ? weight_at(a->weights, a->weight_bits, e) : 1;

        if (!rows)
            from = index_at(a->sources, a->index_bits, e * a->stride);
        for (; rows && rows[row + 1] <= e; row++)
            from = row + 1;
        if (rows && to >= g->node_count)
            return rw_refuse(error, "entry %llu of the rows is node %lld, but there are only %u",
                             (unsigned long long)e, (long long)to, g->node_count);
        if (from >= g->node_count || to >= g->node_count)
            return rw_refuse(error, "edge %llu joins %lld and %lld, but there are only %u nodes",
                             (unsigned long long)e, (long long)from, (long long)to, g->node_count);
        if (!rw_is_weight(weight) && !(rows && from == to)) /* diagonals often hold zeros */
            return rw_refuse(error, "%s %llu%s has the weight %g: " RW_WEIGHTS_MUST,
                             rows ? "entry" : "edge", (unsigned long long)e,
                             rows ? " of the rows" : "", weight);
        if (!rows)
            *ends++ = g->rank ? g->rank[from] : (uint32_t)from;
        *ends++ = g->rank ? g->rank[to] : (uint32_t)to;
        if (a->weights)
            g->edges.weights[e] = weight;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status gather(gathering *g, const riwalk_run *run, riwalk_error *error)
{
    uint64_t count = g->edges.count = g->arrays.count;

    g->edges.row_nodes = g->rank;
    /* Of rows there is one end each; the other half is for join_directions, untouched before. */
    RW_HAVE(g->edges.ends = rw_alloc(count, 2 * sizeof(uint32_t), error));
    if (g->arrays.weights)
        RW_HAVE(g->edges.weights = rw_alloc(count, sizeof(double), error));
    return rw_parallel(run->threads, (size_t)((count + BLOCK - 1) / BLOCK), gather_block, g, error);
}

/* Turns the arcs of rows into edges; usually each has its reverse already. Else the room of the
 * entries is used again. Frees the graph on failure. */
static riwalk_status join_directions(riwalk_graph **graph, rw_edges *entries, const riwalk_run *run,
                                     riwalk_error *error)
{
    uint64_t loops = (*graph)->self_loops_dropped, repeated = (*graph)->duplicates_dropped, arc;
    riwalk_status status;
    bool symmetric;
    uint32_t node;

    if ((status = rw_find_one_sided(*graph, &symmetric, &node, &arc, error)))
        return rw_graph_end(*graph, status, graph);
    (*graph)->directed = false;
    if (!symmetric) {
        void *spare = entries->ends;

        entries->ends = NULL;
        RW_MUST(rw_graph_drop_directions(graph, spare, false, run, error));
    }
    (*graph)->directions_dropped = false;
    (*graph)->self_loops_dropped = loops;
    (*graph)->duplicates_dropped = repeated;
    return RIWALK_STATUS_OK;
}

/* Builds the graph of all edges, or of all entries of rows. */
static riwalk_status build(gathering *g, const riwalk_build_options *o, riwalk_graph **graph,
                           riwalk_error *error)
{
    rw_names names = {.kind = RW_NAMES_RANGE};
    riwalk_run run = rw_run_resolve(&o->run);
    riwalk_graph *made = NULL;
    riwalk_status status = order_nodes(g->node_count, o, &names, &g->rank, error);

    g->edges.add = o->add_duplicates;
    if (!status && !(status = gather(g, &run, error)))
        status = rw_graph_build(g->node_count, &g->edges, o->directed || g->edges.rows, &run,
                                &names, &made, error);
    if (!status && g->edges.rows && !o->directed)
        status = join_directions(&made, &g->edges, &run, error);
    if (!status)
        *graph = made;
    rw_names_free(&names);
    rw_edges_free(&g->edges);
    rw_free(g->rank);
    return status;
}

static bool is_width(int bits)
{
    return bits == 32 || bits == 64;
}

riwalk_status riwalk_graph_from_edges(uint32_t node_count, const riwalk_edge_arrays *arrays,
                                      const riwalk_build_options *options, riwalk_graph **graph,
                                      riwalk_error *error)
{
    gathering g = {.node_count = node_count};
    riwalk_build_options known;

    RW_MUST(rw_options_over(riwalk_build_options, &known, options, error));
    if (!graph || !arrays || (arrays->count && (!arrays->sources || !arrays->targets)))
        return rw_refuse(error, "the graph and the edges must not be NULL");
    g.arrays = *arrays;
    if (!is_width(g.arrays.index_bits) || !g.arrays.stride ||
        (g.arrays.weights && !is_width(g.arrays.weight_bits)))
        return rw_refuse(error,
                         "node numbers and weights have 32 or 64 bits, and a stride is 1 or more");
    RW_MUST(rw_check_node_count(node_count, error));
    return build(&g, &known, graph, error);
}

/* ---- Rows ---- */

/* Checks and copies the offsets. */
static riwalk_status copy_offsets(uint32_t node_count, const riwalk_row_arrays *a,
                                  uint64_t *offsets, riwalk_error *error)
{
    for (uint64_t u = 0; u <= node_count; u++) {
        uint64_t offset = index_at(a->offsets, a->offset_bits, u);

        if (offset > INT64_MAX || (u ? offset < offsets[u - 1] : offset))
            return rw_refuse(error,
                             "offsets begin with 0 and never decrease: that of row %llu is %llu",
                             (unsigned long long)u, (unsigned long long)offset);
        offsets[u] = offset;
    }
    return offsets[node_count] && !a->targets ? rw_refuse(error, "the targets must not be NULL")
                                              : RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_from_rows(uint32_t node_count, const riwalk_row_arrays *rows,
                                     const riwalk_build_options *options, riwalk_graph **graph,
                                     riwalk_error *error)
{
    gathering g = {.node_count = node_count};
    riwalk_build_options known;
    uint64_t *offsets;
    RW_POOL(pool);

    RW_MUST(rw_options_over(riwalk_build_options, &known, options, error));
    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    RW_MUST(rw_check_node_count(node_count, error));
    if (!rows || !rows->offsets || !is_width(rows->offset_bits) || !is_width(rows->index_bits) ||
        (rows->weights && !is_width(rows->weight_bits)))
        return rw_refuse(error, "the offsets must not be NULL, and all numbers have 32 or 64 bits");
    RW_HAVE(offsets = rw_take(&pool, (size_t)node_count + 1, sizeof *offsets, error));
    RW_MUST(copy_offsets(node_count, rows, offsets, error));
    g.arrays = (riwalk_edge_arrays){.count = offsets[node_count],
                                    .targets = rows->targets,
                                    .index_bits = rows->index_bits,
                                    .stride = 1,
                                    .weights = rows->weights,
                                    .weight_bits = rows->weight_bits};
    g.edges.rows = offsets;
    return build(&g, &known, graph, error);
}
