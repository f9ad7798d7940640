/* SPDX-License-Identifier: MIT */
/* Resolves options for a graph: arcs, types, classes of nodes, and the setup of walks.
 * identifiers.c makes the roles themselves. */
#include "roles/roles.h"

#include "options/options.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"

/* From this many nodes on, a worker's memory does not grow with the graph. */
#define LARGE_GRAPH (UINT32_C(1) << 24)

uint32_t rw_largest_degree(const riwalk_graph *graph)
{
    uint32_t largest = 0;

    for (uint32_t u = 0; u < graph->node_count; u++)
        if (rw_degree(graph, u) > largest)
            largest = rw_degree(graph, u);
    return largest;
}

/* ---- Classes ---- */

/* The first node of a graph among joined ones. */
static uint32_t part_start(const riwalk_graph *graph, uint32_t part)
{
    if (graph->part_count)
        return graph->part_starts[part];
    return part ? graph->node_count : 0;
}

static uint32_t part_count(const riwalk_graph *graph)
{
    return graph->part_count ? graph->part_count : 1;
}

/* Finds relative classes, for the graph or each joined graph, and on each side. */
static riwalk_status find_shares(rw_walk_setup *setup, riwalk_error *error)
{
    const riwalk_graph *graph = setup->graph;
    uint32_t parts = part_count(graph);
    rw_classes *classes = &setup->classes;

    if (graph->part_count || setup->directed)
        RW_HAVE(classes = setup->parts =
                    rw_alloc((size_t)parts * setup->sides, sizeof *classes, error));
    for (uint32_t p = 0; p < parts; p++)
        for (unsigned s = 0; s < setup->sides; s++)
            RW_MUST(rw_classes_init_shares(
                classes++, graph, setup->directed ? &setup->arcs[s] : NULL, part_start(graph, p),
                part_start(graph, p + 1), setup->view.class_base, error));
    return RIWALK_STATUS_OK;
}

static double strength(const rw_arc_rows *rows, uint32_t node)
{
    double sum = 0;

    for (uint64_t a = rows->offsets[node]; a < rows->offsets[node + UINT64_C(1)]; a++)
        sum += rw_arc_weight_at(rows, a);
    return sum;
}

/* Finds classes of strengths on one side, for one graph. */
static void find_strengths(rw_walk_setup *setup, uint32_t part, unsigned side, double *values)
{
    const riwalk_graph *graph = setup->graph;
    const rw_arc_rows *rows = &setup->arcs[side];
    uint32_t first = part_start(graph, part), end = part_start(graph, part + 1);
    rw_strengths *strengths = &setup->strengths[part * setup->sides + side];
    uint32_t count = 0, nodes = 0;

    for (uint32_t u = first; u < end; u++) {
        nodes += rw_degree(graph, u) > 0;
        values[count] = strength(rows, u);
        count += values[count] > 0;
    }
    rw_strengths_init(strengths, values, count, nodes, setup->view.class_base);
    for (uint32_t u = first; u < end; u++)
        setup->own[(size_t)u * setup->sides + side] =
            rw_class_of_strength(strengths, strength(rows, u));
}

/* Computes the classes of all nodes on each side once, for walks to look up. */
static riwalk_status find_own(rw_walk_setup *setup, riwalk_error *error)
{
    uint32_t nodes = setup->graph->node_count, parts = part_count(setup->graph);
    double *values;
    RW_POOL(pool);

    RW_HAVE(setup->own = rw_alloc((size_t)nodes * setup->sides, sizeof *setup->own, error));
    for (unsigned s = 0; s < setup->sides && !setup->weighted; s++)
        for (uint32_t u = 0; u < nodes; u++)
            setup->own[(size_t)u * setup->sides + s] =
                rw_class_of(rw_role_classes(setup, u) + (setup->parts ? s : 0),
                            rw_arc_count(&setup->arcs[s], u));
    if (!setup->weighted)
        return RIWALK_STATUS_OK;
    RW_HAVE(setup->strengths =
                rw_alloc((size_t)parts * setup->sides, sizeof *setup->strengths, error));
    RW_HAVE(values = rw_take(&pool, nodes + (size_t)1, sizeof *values, error));
    for (uint32_t p = 0; p < parts; p++)
        for (unsigned s = 0; s < setup->sides; s++)
            find_strengths(setup, p, s, values);
    return RIWALK_STATUS_OK;
}

static riwalk_status find_classes(rw_walk_setup *setup, riwalk_error *error)
{
    riwalk_degree_classes classes = setup->view.classes;

    setup->relative = classes == RIWALK_DEGREE_CLASSES_SHARE;
    if (setup->weighted && !setup->relative)
        return rw_refuse(error, "roles of weighted graphs have classes by share: leave the degree "
                                "classes to auto, or take share");
    if (setup->relative)
        RW_MUST(find_shares(setup, error));
    else
        rw_classes_init(&setup->classes, classes == RIWALK_DEGREE_CLASSES_LOG,
                        setup->view.class_base);
    return setup->directed || setup->weighted || setup->type_count ? find_own(setup, error)
                                                                   : RIWALK_STATUS_OK;
}

/* ---- The setup ---- */

/* The arcs of each side. With directions, an undirected graph has each arc both ways. */
static riwalk_status find_arcs(rw_walk_setup *setup, const riwalk_options *options,
                               riwalk_error *error)
{
    const riwalk_graph *graph = setup->source;
    const rw_skeleton *skeleton;

    setup->directed = options->role_directions == RIWALK_USE_YES ||
                      (options->role_directions == RIWALK_USE_AUTO && graph->directed);
    setup->weighted = options->role_weights == RIWALK_USE_YES ||
                      (options->role_weights == RIWALK_USE_AUTO && graph->weights);
    setup->weighs = options->steps == RIWALK_STEPS_WEIGHT && graph->weights;
    setup->sides = setup->directed ? RW_MOST_SIDES : 1;
    if (graph->directed) {
        RW_MUST(rw_graph_skeleton(graph, &skeleton, error));
        setup->graph = &skeleton->graph;
    }
    if (graph->directed && setup->directed) {
        setup->arcs[0] = skeleton->arcs.out;
        setup->arcs[1] = skeleton->arcs.in;
    } else {
        graph = setup->graph;
        setup->arcs[0] = setup->arcs[1] =
            (rw_arc_rows){graph->offsets, graph->neighbors, graph->weights};
    }
    return RIWALK_STATUS_OK;
}

/* Finds types. A single type tells nothing. */
static riwalk_status find_types(rw_walk_setup *setup, const riwalk_options *options,
                                riwalk_error *error)
{
    const riwalk_graph *graph = setup->source;

    if (options->role_types == RIWALK_USE_YES && !graph->types && graph->node_count)
        return rw_refuse(error, "roles should include node types, but the nodes of this graph have "
                                "none");
    if (options->role_types == RIWALK_USE_NO || graph->type_names.count < 2)
        return RIWALK_STATUS_OK;
    setup->type_count = graph->type_names.count;
    setup->types = graph->types;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_walk_setup_init(rw_walk_setup *setup, const riwalk_graph *graph,
                                 const riwalk_options *options, riwalk_error *error)
{
    *setup = (rw_walk_setup){
        .graph = graph,
        .source = graph,
        .identifier = &rw_identifiers[options->view.identifier],
        .view = options->view,
        .seed = options->seed,
        .walk_length = options->walk_length,
        .asked_walks = options->walks,
        .role = options->role,
        .role_words = options->role_words,
        .role_data = options->role_data,
    };

    if (options->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH)
        return rw_refuse(error, "a role either keeps its anchor's class or drops it: both are for "
                                "embeddings");
    RW_MUST(find_types(setup, options, error));
    RW_MUST(find_arcs(setup, options, error));
    setup->largest_degree = rw_largest_degree(setup->graph);
    /* A walk of L tokens stays below distance L, and the counts of its last node reach layer L, so
     * a larger radius changes nothing. */
    setup->walks = rw_options_walks(options);
    setup->bits.anchor = options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP &&
                         options->view.role_anchor != RIWALK_ROLE_ANCHOR_AWAY;
    setup->radius =
        options->view.radius < options->walk_length ? options->view.radius : options->walk_length;
    setup->large = LARGE_GRAPH;
    setup->room = (options->memory ? options->memory : rw_os_memory()) / 2;
    setup->scratch = options->work || options->group ? options->work : options->output;
    setup->workers = (uint32_t)rw_run_resolve(&options->run).threads;
    setup->layers = setup->identifier->layers;
    if (options->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        setup->layers = options->role_layers;
    RW_MUST(find_classes(setup, error));
    return rw_role_choose_bits(setup, error);
}

void rw_walk_setup_free(rw_walk_setup *setup)
{
    rw_free(setup->parts);
    rw_free(setup->own);
    rw_free(setup->strengths);
}

/* The number of the joined graph that has a node. */
static uint64_t part_of(const riwalk_graph *graph, uint32_t node)
{
    return graph->part_count ? rw_search_u32(graph->part_starts, 0, graph->part_count, node + 1) - 1
                             : 0;
}

const rw_classes *rw_role_graph_classes(const rw_walk_setup *setup, uint32_t anchor)
{
    return &setup->parts[part_of(setup->graph, anchor) * setup->sides];
}

const rw_strengths *rw_role_strengths(const rw_walk_setup *setup, uint32_t anchor)
{
    return &setup->strengths[part_of(setup->graph, anchor) * setup->sides];
}

uint64_t rw_role_of_anchor(const rw_walk_setup *setup, uint32_t anchor)
{
    riwalk_context context = rw_role_context(setup, anchor, anchor);

    context.further = context.spread;
    context.further_in = context.spread_in;
    if (setup->weighted && setup->identifier->walked) {
        context.weight = strength(&setup->arcs[0], anchor);
        context.weight_in = setup->directed ? strength(&setup->arcs[1], anchor) : 0;
    }
    return rw_role_of(setup, &context);
}
