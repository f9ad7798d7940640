/* SPDX-License-Identifier: MIT */
/*
 * Graphs from a caller's arrays: pairs of nodes, sources and targets, or compressed rows, with 32
 * or 64 bits a number. Nodes get the order of their names, as if they had been read from a file.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "graph/graph.h"
#include "graph/intern.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Edges of one task. */
#define BLOCK 65536

void riwalk_build_options_init(riwalk_build_options *options)
{
    *options = (riwalk_build_options){.size = sizeof *options};
}

/* ---- Names ---- */

static riwalk_status order_integers(const int64_t *given, uint32_t count, rw_names *names,
                                    uint32_t *rank, riwalk_error *error)
{
    uint64_t *values = rw_alloc(count, sizeof *values, error), *scratch;
    int64_t *sorted;

    if (!values)
        return RIWALK_STATUS_MEMORY;
    if (!(scratch = rw_alloc(count, sizeof *scratch, error)))
        return rw_free(values), RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        values[i] = (uint64_t)given[i] ^ UINT64_C(1) << 63; /* unsigned order is the signed one */
    rw_sort_u64(values, scratch, count);
    rw_free(scratch);
    sorted = (int64_t *)values;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (int64_t)(values[i] ^ UINT64_C(1) << 63);
    for (uint32_t i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1]) {
            riwalk_status status = rw_fail(error, RIWALK_STATUS_ARGUMENT,
                                           "two nodes have the name %lld", (long long)sorted[i]);

            return rw_free(values), status;
        }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = 0, high = count;

        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;

            if (sorted[middle] <= given[i])
                low = middle;
            else
                high = middle;
        }
        rank[i] = low;
    }
    if (!count || sorted[count - 1] - sorted[0] == (int64_t)count - 1) {
        *names = (rw_names){.kind = RW_NAMES_RANGE, .first = count ? sorted[0] : 0};
        rw_free(values);
    } else {
        *names = (rw_names){.kind = RW_NAMES_INTEGERS, .integers = sorted};
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status intern_all(const char *const *given, uint32_t count, rw_intern *intern,
                                riwalk_error *error)
{
    riwalk_status status;

    for (uint32_t i = 0; i < count; i++) {
        size_t length = given[i] ? strlen(given[i]) : 0;
        uint64_t hash;
        rw_name key;
        uint32_t id;

        if (!length || strchr(given[i], '\n'))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "node %u: a name must not be empty or have a line feed", i);
        key = rw_intern_key(given[i], length, length + 1, &hash);
        if ((status = rw_intern_add(intern, &key, hash, &id, error)))
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

/* The names of all nodes in their order; *rank is NULL where numbers are nodes already. */
static riwalk_status order_nodes(uint32_t count, const riwalk_build_options *o, rw_names *names,
                                 uint32_t **rank, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (o->names || o->integer_names) {
        if (!(*rank = rw_alloc(count, sizeof **rank, error)))
            return RIWALK_STATUS_MEMORY;
        status = o->names ? order_strings(o->names, count, names, *rank, error)
                          : order_integers(o->integer_names, count, names, *rank, error);
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

static uint64_t index_at(const void *array, int bits, uint64_t place)
{
    return bits == 32 ? ((const uint32_t *)array)[place] : ((const uint64_t *)array)[place];
}

static double weight_at(const riwalk_edge_arrays *a, uint64_t e)
{
    return a->weight_bits == 32 ? (double)((const float *)a->weights)[e]
                                : ((const double *)a->weights)[e];
}

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
        g->edges.weights[e] = (float)weight_at(a, e);
        if (!(g->edges.weights[e] > 0 && isfinite(g->edges.weights[e])))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "edge %llu has the weight %g: weights must be positive and finite",
                           (unsigned long long)e, weight_at(a, e));
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
    g.edges.count = arrays->count;
    if ((status = order_nodes(node_count, &known, &names, &rank, error)))
        goto done;
    g.rank = rank;
    status = RIWALK_STATUS_MEMORY;
    if (!(g.edges.ends = rw_alloc(arrays->count, 2 * sizeof *g.edges.ends, error)) ||
        (arrays->weights &&
         !(g.edges.weights = rw_alloc(arrays->count, sizeof *g.edges.weights, error))))
        goto done;
    if (!(status = rw_parallel(run.threads, (size_t)((arrays->count + BLOCK - 1) / BLOCK),
                               gather_block, &g, error)))
        status = rw_graph_build(node_count, &g.edges, known.directed, &run, &names, graph, error);
done:
    rw_free(g.edges.ends);
    rw_free(g.edges.weights);
    rw_free(rank);
    if (status)
        rw_names_free(&names);
    return status;
}

riwalk_status riwalk_graph_build(uint32_t node_count, uint64_t edge_count, const uint32_t *ends,
                                 const float *weights, const riwalk_build_options *options,
                                 riwalk_graph **graph, riwalk_error *error)
{
    riwalk_edge_arrays arrays = {
        .count = edge_count,
        .sources = ends,
        .targets = ends ? ends + 1 : NULL,
        .index_bits = 32,
        .stride = 2,
        .weights = weights,
        .weight_bits = 32,
    };

    return riwalk_graph_from_edges(node_count, &arrays, options, graph, error);
}

/* ---- Rows ---- */

/* Rows that are taken over: the copy is what the graph will have inside where they are finished. */
typedef struct taking {
    const riwalk_row_arrays *given;
    uint32_t node_count;
    bool directed;
    uint64_t arcs;
    uint64_t *offsets;   /* [node_count + 1] */
    uint32_t *neighbors; /* [arcs] */
    float *weights;      /* [arcs], or NULL */
    uint64_t *cursors;   /* [node_count]: the first arc of a row that no reverse arc has met */
    size_t parts;        /* the ranges of nodes that are checked at once */
    atomic_bool unfinished;
} taking;

static riwalk_status take_offsets(taking *t, riwalk_error *error)
{
    const riwalk_row_arrays *a = t->given;
    uint64_t last = 0;

    if (!(t->offsets = rw_alloc(t->node_count + (size_t)1, sizeof *t->offsets, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint64_t u = 0; u <= t->node_count; u++) {
        uint64_t offset = index_at(a->offsets, a->offset_bits, u);

        if (offset < last || (!u && offset) || offset > INT64_MAX)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "offsets begin with 0 and do not fall: that of row %llu is %llu",
                           (unsigned long long)u, (unsigned long long)offset);
        t->offsets[u] = last = offset;
    }
    t->arcs = last;
    if (t->arcs && !a->targets)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the targets must not be NULL");
    return RIWALK_STATUS_OK;
}

static riwalk_status take_block(void *context, size_t task, int worker, riwalk_error *error)
{
    taking *t = context;
    const riwalk_row_arrays *a = t->given;
    uint64_t first = (uint64_t)task * BLOCK,
             end = first + BLOCK < t->arcs ? first + BLOCK : t->arcs;

    (void)worker;
    for (uint64_t e = first; e < end; e++) {
        uint64_t node = index_at(a->targets, a->index_bits, e);

        if (node >= t->node_count)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "entry %llu of the rows is node %lld, but there are only %u",
                           (unsigned long long)e, (long long)node, t->node_count);
        t->neighbors[e] = (uint32_t)node;
    }
    for (uint64_t e = first; a->weights && e < end; e++) {
        double weight = a->weight_bits == 32 ? (double)((const float *)a->weights)[e]
                                             : ((const double *)a->weights)[e];

        t->weights[e] = (float)weight;
        if (!(t->weights[e] > 0 && isfinite(t->weights[e])))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "entry %llu of the rows has the weight %g: weights must be positive and "
                           "finite",
                           (unsigned long long)e, weight);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status take_rows(taking *t, int threads, riwalk_error *error)
{
    riwalk_status status = take_offsets(t, error);

    if (status)
        return status;
    if (!(t->neighbors = rw_alloc((size_t)t->arcs, sizeof *t->neighbors, error)) ||
        !(t->cursors = rw_alloc(t->node_count, sizeof *t->cursors, error)) ||
        (t->given->weights && !(t->weights = rw_alloc((size_t)t->arcs, sizeof *t->weights, error))))
        return RIWALK_STATUS_MEMORY;
    return rw_parallel(threads, (size_t)((t->arcs + BLOCK - 1) / BLOCK), take_block, t, error);
}

/* The first arc of row u whose node is not below `node`, if the row is sorted; any arc of it, and
 * the same each time, if it is not. */
static uint64_t find_arc(const taking *t, uint32_t u, uint64_t node)
{
    uint64_t low = t->offsets[u], high = t->offsets[u + UINT64_C(1)];

    while (low < high) {
        uint64_t middle = low + (high - low) / 2;

        if (t->neighbors[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The nodes of a part, and the arcs of a row that lead to them. */
typedef struct range {
    uint64_t begin, end;
} range;

/* Rows whose memory is fetched before their turn comes, and how many arcs of each. */
#define AHEAD 2
#define FETCHED 32

static void fetch_cursors(const taking *t, range nodes, range arcs)
{
    for (uint64_t e = arcs.begin; e < arcs.end && e < arcs.begin + FETCHED; e++)
        if (t->neighbors[e] - nodes.begin < nodes.end - nodes.begin)
            __builtin_prefetch(&t->cursors[t->neighbors[e]], 1);
}

static void fetch_reverses(const taking *t, range nodes, range arcs)
{
    for (uint64_t e = arcs.begin; e < arcs.end && e < arcs.begin + FETCHED; e++)
        if (t->neighbors[e] - nodes.begin < nodes.end - nodes.begin)
            __builtin_prefetch(&t->neighbors[t->cursors[t->neighbors[e]]]);
}

/* Whether the arcs from row u to the nodes of a part are sorted, without a loop, and each has its
 * reverse of the same weight. Rows are taken in order, so that is the next arc of its row; that no
 * row was left is known in the end. */
static bool are_finished(const taking *t, uint32_t u, range nodes, range arcs)
{
    for (uint64_t e = arcs.begin; e < arcs.end; e++) {
        uint32_t v = t->neighbors[e];
        uint64_t back;

        if (v < nodes.begin || v >= nodes.end || v == u ||
            (e > arcs.begin && v <= t->neighbors[e - 1]))
            return false;
        if (t->directed)
            continue;
        back = t->cursors[v]++;
        if (back >= t->arcs || t->neighbors[back] != u ||
            (t->weights && t->weights[e] != t->weights[back]))
            return false;
    }
    return true;
}

/* Checks all arcs to the nodes of a part. */
static riwalk_status check_part(void *context, size_t part, int worker, riwalk_error *error)
{
    taking *t = context;
    range nodes = {rw_part(t->node_count, t->parts, part),
                   rw_part(t->node_count, t->parts, part + 1)};
    range ring[AHEAD + 1]; /* the arcs of the rows on their way */

    (void)worker;
    (void)error;
    for (uint64_t v = nodes.begin; v < nodes.end; v++)
        t->cursors[v] = t->offsets[v];
    for (uint64_t u = 0; u < t->node_count + (uint64_t)AHEAD; u++) {
        range *entering = &ring[u % (AHEAD + 1)], *next = &ring[(u + 2) % (AHEAD + 1)];
        range *leaving = &ring[(u + 1) % (AHEAD + 1)];

        if (u < t->node_count) {
            *entering =
                (range){find_arc(t, (uint32_t)u, nodes.begin), find_arc(t, (uint32_t)u, nodes.end)};
            fetch_cursors(t, nodes, *entering);
        }
        if (u >= 1 && u - 1 < t->node_count)
            fetch_reverses(t, nodes, *next);
        if (u < AHEAD)
            continue;
        if (atomic_load_explicit(&t->unfinished, memory_order_relaxed))
            break;
        if (!are_finished(t, (uint32_t)(u - AHEAD), nodes, *leaving))
            atomic_store(&t->unfinished, true);
    }
    for (uint64_t v = nodes.begin; v < nodes.end && !t->directed; v++)
        if (t->cursors[v] != t->offsets[v + 1])
            atomic_store(&t->unfinished, true);
    return RIWALK_STATUS_OK;
}

/* Whether the rows are what a graph has inside, so that nothing needs sorting. */
static bool is_finished(taking *t, int threads)
{
    rw_parallel(threads, t->parts, check_part, t, NULL);
    return !atomic_load(&t->unfinished);
}

/* Makes a graph of the copy, which is finished. */
static riwalk_status keep_rows(taking *t, rw_names *names, riwalk_graph **graph,
                               riwalk_error *error)
{
    riwalk_graph *made = rw_alloc_zeroed(1, sizeof *made, error);

    if (!made)
        return RIWALK_STATUS_MEMORY;
    *made = (riwalk_graph){
        .node_count = t->node_count,
        .directed = t->directed,
        .arc_count = t->arcs,
        .offsets = t->offsets,
        .neighbors = t->neighbors,
        .weights = t->weights,
        .names = *names,
    };
    t->offsets = NULL;
    t->neighbors = NULL;
    t->weights = NULL;
    *names = (rw_names){0};
    *graph = made;
    return RIWALK_STATUS_OK;
}

/* Builds a graph from the copy as from pairs of nodes. */
static riwalk_status spread_rows(const taking *t, const riwalk_build_options *options,
                                 riwalk_graph **graph, riwalk_error *error)
{
    uint32_t *sources = rw_alloc((size_t)t->arcs, sizeof *sources, error);
    riwalk_edge_arrays edges = {.count = t->arcs,
                                .sources = sources,
                                .targets = t->neighbors,
                                .index_bits = 32,
                                .stride = 1,
                                .weights = t->weights,
                                .weight_bits = 32};
    riwalk_status status;

    if (!sources)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < t->node_count; u++)
        for (uint64_t e = t->offsets[u]; e < t->offsets[u + UINT64_C(1)]; e++)
            sources[e] = u;
    status = riwalk_graph_from_edges(t->node_count, &edges, options, graph, error);
    rw_free(sources);
    return status;
}

static bool is_identity(const uint32_t *rank, uint32_t count)
{
    for (uint32_t i = 0; rank && i < count; i++)
        if (rank[i] != i)
            return false;
    return true;
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
    taking t = {.given = rows, .node_count = node_count};
    riwalk_build_options known;
    uint32_t *rank = NULL;
    riwalk_status status;
    int threads;

    riwalk_build_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)) ||
        (status = check_row_arrays(node_count, rows, graph, error)))
        return status;
    threads = rw_run_resolve(&known.run).threads;
    t.directed = known.directed;
    t.parts = (size_t)threads;
    if ((status = take_rows(&t, threads, error)) ||
        (status = order_nodes(node_count, &known, &names, &rank, error)))
        goto done;
    if (is_identity(rank, node_count) && is_finished(&t, threads))
        status = keep_rows(&t, &names, graph, error);
    else
        status = spread_rows(&t, &known, graph, error);
done:
    rw_names_free(&names);
    rw_free(t.offsets);
    rw_free(t.neighbors);
    rw_free(t.weights);
    rw_free(t.cursors);
    rw_free(rank);
    return status;
}
