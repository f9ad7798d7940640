/* SPDX-License-Identifier: MIT */
/* Measures of every node. */
#include "base/frontend.h"
#include "base/sets.h"
#include "describe/describe.h"

#include <math.h>

#define BLOCK 256 /* nodes in a task */

const rw_measure_info rw_measures[RIWALK_NODE_MEASURES] = {
    [RIWALK_NODE_MEASURE_DEGREE] = {"degree", "degree", .words = {"degree "}},
    [RIWALK_NODE_MEASURE_TRIANGLES] = {"triangles", "triangles", 0.02,
                                       .words = {"in ", " triangle", " triangles"}},
    [RIWALK_NODE_MEASURE_CONSTRAINT] = {"constraint", "constraint", 0.02, true, {"constraint "}},
    [RIWALK_NODE_MEASURE_HUB_DISTANCE] = {"distance to the nearest hub", "hub_distance", 0.02,
                                          .words = {"", " hop from ", " hops from "}},
    [RIWALK_NODE_MEASURE_CLUSTERING] = {"clustering", "clustering", 0.005, true, {"clustering "}},
    [RIWALK_NODE_MEASURE_CORE] = {"core number", "core", 0.01, .words = {"core number "}},
    [RIWALK_NODE_MEASURE_GROUPS] = {"groups of neighbours", "groups", 0.015,
                                    .words = {"", " group of neighbours", " groups of neighbours"}},
    [RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE] =
        {"neighbours' mean degree", "neighbor_degree", 0.01, true, {"neighbours of degree "}},
    [RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR] = {"largest neighbour's degree", "largest_neighbor",
                                              0.01, .words = {"largest neighbour of degree "}},
    [RIWALK_NODE_MEASURE_OUT_DEGREE] = {"out-degree", "out_degree", .words = {"out-degree "}},
    [RIWALK_NODE_MEASURE_IN_DEGREE] = {"in-degree", "in_degree", .words = {"in-degree "}},
    [RIWALK_NODE_MEASURE_RECIPROCITY] =
        {"reciprocity", "reciprocity", 0.005, true, {"reciprocity "}},
    [RIWALK_NODE_MEASURE_STRENGTH] = {"strength", "strength", 0, true, {"strength "}},
    [RIWALK_NODE_MEASURE_LAYER] = {"layer from the rim", "layer", 0.02,
                                   .words = {"", " layer from the rim", " layers from the rim"}},
    [RIWALK_NODE_MEASURE_TYPE] = {"type", "type"},
};

const char *riwalk_node_measure_name(riwalk_node_measure measure)
{
    return (unsigned)measure < RIWALK_NODE_MEASURES ? rw_measures[measure].name : "unknown";
}

const char *riwalk_node_measure_key(riwalk_node_measure measure)
{
    return rw_measures[measure].key;
}

/* ---- Degrees and triangles ---- */

static void find_degrees(riwalk_description *d)
{
    const riwalk_graph *graph = d->joined;

    d->summary.hub = 0;
    for (uint32_t node = 0; node < graph->node_count; node++) {
        uint32_t degree = rw_degree(graph, node), largest = 0;
        double sum = 0;

        for (uint64_t a = graph->offsets[node]; a < graph->offsets[node + 1]; a++) {
            uint32_t other = rw_degree(graph, graph->neighbors[a]);

            sum += other;
            largest = other > largest ? other : largest;
        }
        d->measures[RIWALK_NODE_MEASURE_DEGREE][node] = degree;
        d->measures[RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE][node] = degree ? sum / degree : NAN;
        d->measures[RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR][node] = degree ? largest : NAN;
        d->summary.isolated += !degree;
        if (degree > rw_degree(graph, d->summary.hub))
            d->summary.hub = node;
    }
    d->mean_degree = (double)graph->arc_count / (graph->node_count - d->summary.isolated);
}

static riwalk_status find_triangles(riwalk_description *d, riwalk_error *error)
{
    uint32_t nodes = d->joined->node_count;
    atomic_uint_least64_t *counts;

    RW_HAVE(counts = rw_take(&d->scratch, nodes, sizeof *counts, error));
    for (uint32_t node = 0; node < nodes; node++)
        atomic_init(&counts[node], 0);
    RW_MUST(rw_triangles_count(d->joined, &d->options.run, counts, error));
    for (uint32_t node = 0; node < nodes; node++) {
        double count = (double)atomic_load_explicit(&counts[node], memory_order_relaxed);
        double degree = rw_degree(d->joined, node);

        d->measures[RIWALK_NODE_MEASURE_TRIANGLES][node] = count;
        d->measures[RIWALK_NODE_MEASURE_CLUSTERING][node] =
            degree < 2 ? 0 : 2 * count / (degree * (degree - 1));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Distances and cores ---- */

static riwalk_status find_hub_distances(riwalk_description *d, riwalk_error *error)
{
    const riwalk_graph *graph = d->joined;
    double *distances = d->measures[RIWALK_NODE_MEASURE_HUB_DISTANCE];
    double least = fmin(rw_hub_degree(d), rw_degree(graph, d->summary.hub));
    uint32_t *queue, length = 0;

    RW_HAVE(queue = rw_take(&d->scratch, graph->node_count, sizeof *queue, error));
    for (uint32_t node = 0; node < graph->node_count; node++) {
        distances[node] = NAN;
        if (rw_degree(graph, node) >= least) {
            distances[node] = 0;
            queue[length++] = node;
        }
    }
    for (uint32_t next = 0; next < length; next++)
        for (uint64_t a = graph->offsets[queue[next]]; a < graph->offsets[queue[next] + 1]; a++) {
            uint32_t node = graph->neighbors[a];

            if (isnan(distances[node])) {
                distances[node] = distances[queue[next]] + 1;
                queue[length++] = node;
            }
        }
    return RIWALK_STATUS_OK;
}

typedef struct peeling {
    uint32_t *left;  /* [nodes]: remaining neighbours; 0 for removed nodes */
    uint32_t *rest;  /* [rest_count]: nodes that remained when the core began */
    uint32_t *queue; /* [nodes]: removed nodes, round after round */
    uint32_t rest_count;
} peeling;

/* The least remaining degree; queues the nodes that have it, the first round of a core. */
static uint32_t begin_core(peeling *p, uint32_t core, uint32_t *queued)
{
    uint32_t kept = 0, fewest = UINT32_MAX;

    for (uint32_t i = 0; i < p->rest_count; i++)
        if (p->left[p->rest[i]]) {
            p->rest[kept++] = p->rest[i];
            fewest = p->left[p->rest[i]] < fewest ? p->left[p->rest[i]] : fewest;
        }
    p->rest_count = kept;
    core = core > fewest ? core : fewest;
    for (uint32_t i = 0; i < kept; i++)
        if (p->left[p->rest[i]] <= core)
            p->queue[(*queued)++] = p->rest[i];
    return core;
}

/* Finds cores and layers. O(nodes * cores + edges). */
static riwalk_status find_cores(riwalk_description *d, riwalk_error *error)
{
    const riwalk_graph *g = d->joined;
    double *cores = d->measures[RIWALK_NODE_MEASURE_CORE];
    double *layers = d->measures[RIWALK_NODE_MEASURE_LAYER];
    uint32_t core = 0, queued = 0, layer = 1, next = 0;
    peeling p = {rw_take(&d->scratch, g->node_count, sizeof *p.left, error),
                 rw_take(&d->scratch, g->node_count, sizeof *p.rest, error),
                 rw_take(&d->scratch, g->node_count, sizeof *p.queue, error), 0};

    RW_MUST(rw_pool_status(&d->scratch));
    for (uint32_t u = 0; u < g->node_count; u++) {
        p.left[u] = rw_degree(g, u);
        p.rest[p.rest_count++] = u;
        cores[u] = layers[u] = 0;
    }
    while (core = begin_core(&p, core, &queued), p.rest_count)
        for (uint32_t end = queued; next < end; end = queued, layer++) {
            for (uint32_t i = next; i < end; i++) {
                cores[p.queue[i]] = core;
                layers[p.queue[i]] = layer;
                p.left[p.queue[i]] = 0;
            }
            for (; next < end; next++)
                for (uint64_t a = g->offsets[p.queue[next]]; a < g->offsets[p.queue[next] + 1]; a++)
                    if (p.left[g->neighbors[a]] > core && --p.left[g->neighbors[a]] == core)
                        p.queue[queued++] = g->neighbors[a];
        }
    return RIWALK_STATUS_OK;
}

/* ---- Groups: connected components among a node's neighbours, without the node ---- */

typedef struct counting {
    const riwalk_graph *graph;
    double *triangles, *groups; /* measures */
    uint32_t most;              /* the largest degree */
    uint32_t *parents;          /* [threads][most]: union-find over a node's row */
} counting;

/* Joins a neighbour's set with those of its neighbours in the node's row. Returns by how many
 * groups that is less. Looks entries of the shorter row up in the longer one. */
static uint32_t join_neighbor(const riwalk_graph *graph, uint32_t *parents, uint32_t node,
                              uint32_t place)
{
    uint32_t neighbor = graph->neighbors[graph->offsets[node] + place], joined = 0;
    bool own = rw_degree(graph, node) < rw_degree(graph, neighbor);
    uint32_t from = own ? node : neighbor, to = own ? neighbor : node;
    uint64_t arc;

    for (uint64_t a = graph->offsets[from]; a < graph->offsets[from + 1]; a++)
        if (rw_find_arc(graph, to, graph->neighbors[a], &arc))
            joined +=
                rw_sets_join(parents, place, (uint32_t)((own ? a : arc) - graph->offsets[node]));
    return joined;
}

/* O(sum over neighbours of the lesser of both degrees * log). */
static riwalk_status groups_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const counting *c = context;
    uint32_t node = (uint32_t)task, degree = rw_degree(c->graph, node), count = degree;
    uint32_t *parents = c->parents + (size_t)worker * c->most;

    rw_sets_begin(parents, degree);
    for (uint32_t place = 0; place < degree && count > 1 && c->triangles[node] > 0; place++)
        count -= join_neighbor(c->graph, parents, node, place);
    c->groups[node] = count;
    return RIWALK_STATUS_OK;
}

static riwalk_status find_groups(riwalk_description *d, riwalk_error *error)
{
    int threads = d->options.run.threads;
    counting c = {d->joined, d->measures[RIWALK_NODE_MEASURE_TRIANGLES],
                  d->measures[RIWALK_NODE_MEASURE_GROUPS], rw_degree(d->joined, d->summary.hub),
                  NULL};

    RW_HAVE(c.parents = rw_take(&d->scratch, (size_t)threads, c.most * sizeof *c.parents, error));
    return rw_parallel_blocks(threads, d->joined->node_count, BLOCK, groups_task, &c, NULL, error);
}

/* ---- Directions and weights ---- */

static void find_directions(riwalk_description *d, const rw_directions *arcs)
{
    for (uint32_t u = 0; u < d->graph->node_count; u++) {
        double out = rw_arc_count(&arcs->out, u), in = rw_arc_count(&arcs->in, u);
        double neighbors = rw_degree(d->joined, u);

        d->measures[RIWALK_NODE_MEASURE_OUT_DEGREE][u] = out;
        d->measures[RIWALK_NODE_MEASURE_IN_DEGREE][u] = in;
        d->measures[RIWALK_NODE_MEASURE_RECIPROCITY][u] = (out + in - neighbors) / neighbors;
    }
}

static void find_strengths(riwalk_description *d)
{
    const riwalk_graph *g = d->graph;
    double *strengths = d->measures[RIWALK_NODE_MEASURE_STRENGTH];

    for (uint32_t u = 0; u < g->node_count; u++)
        strengths[u] = 0;
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++) {
            strengths[u] += rw_arc_weight(g, a);
            if (g->directed)
                strengths[g->neighbors[a]] += rw_arc_weight(g, a);
        }
}

/* ---- All measures ---- */

static bool has(const riwalk_graph *graph, int measure)
{
    if (measure == RIWALK_NODE_MEASURE_STRENGTH)
        return graph->weights;
    if (measure == RIWALK_NODE_MEASURE_TYPE)
        return rw_graphs_have_types(&graph, 1);
    return graph->directed || measure < RIWALK_NODE_MEASURE_OUT_DEGREE ||
           measure > RIWALK_NODE_MEASURE_STRENGTH;
}

riwalk_status rw_describe_measure(riwalk_description *d, riwalk_error *error)
{
    const rw_skeleton *skeleton = NULL;
    riwalk_holes_options options;

    if (d->graph->directed)
        RW_MUST(rw_graph_skeleton(d->graph, &skeleton, error));
    d->joined = skeleton ? &skeleton->graph : d->graph;
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        if (has(d->graph, m))
            d->measures[m] = rw_take(&d->pool, d->graph->node_count, sizeof *d->measures[m], error);
    RW_MUST(rw_pool_status(&d->pool));
    find_degrees(d);
    if (skeleton)
        find_directions(d, &skeleton->arcs);
    if (d->graph->weights)
        find_strengths(d);
    for (uint32_t u = 0; u < d->graph->node_count && d->measures[RIWALK_NODE_MEASURE_TYPE]; u++)
        d->measures[RIWALK_NODE_MEASURE_TYPE][u] = d->graph->types[u];
    RW_MUST(find_triangles(d, error));
    RW_MUST(find_hub_distances(d, error));
    RW_MUST(find_cores(d, error));
    RW_MUST(find_groups(d, error));
    riwalk_holes_options_init(&options);
    options.run = d->options.run;
    return riwalk_graph_constraint(d->joined, &options, d->measures[RIWALK_NODE_MEASURE_CONSTRAINT],
                                   error);
}
