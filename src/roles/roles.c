/* SPDX-License-Identifier: MIT */
/* What options mean for a graph: its arcs and types, the classes of its nodes, and the setup of
 * walks. Roles themselves are made in identifiers.c. */
#include "roles/roles.h"

#include "options/options.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"

uint32_t rw_largest_degree(const riwalk_graph *graph)
{
    uint32_t largest = 0;

    for (uint32_t u = 0; u < graph->node_count; u++)
        if (rw_degree(graph, u) > largest)
            largest = rw_degree(graph, u);
    return largest;
}

/* ---- Classes ---- */

/* Where the nodes of a graph begin that others were joined to. */
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

/* The shares of the graph, or of each of those that it was joined of, on each side. */
static riwalk_status find_shares(rw_walk_setup *setup, riwalk_error *error)
{
    const riwalk_graph *graph = setup->graph;
    double base = setup->view.class_base;
    riwalk_status status = RIWALK_STATUS_OK;

    if (!graph->part_count && !setup->directed)
        return rw_classes_init_shares(&setup->classes, graph, 0, graph->node_count, base, error);
    setup->parts = rw_alloc((size_t)part_count(graph) * setup->sides, sizeof *setup->parts, error);
    if (!setup->parts)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t p = 0; p < part_count(graph) && !status; p++) {
        uint32_t first = part_start(graph, p), end = part_start(graph, p + 1);

        if (!setup->directed)
            status = rw_classes_init_shares(&setup->parts[p], graph, first, end, base, error);
        for (unsigned s = 0; s < setup->sides && setup->directed && !status; s++)
            status = rw_classes_init_side(&setup->parts[p * setup->sides + s], graph,
                                          &setup->arcs[s], first, end, base, error);
    }
    return status;
}

static double strength(const rw_arc_rows *rows, uint32_t node)
{
    double sum = 0;

    for (uint64_t a = rows->offsets[node]; a < rows->offsets[node + UINT64_C(1)]; a++)
        sum += rows->weights ? (double)rows->weights[a] : 1;
    return sum;
}

/* Classes of strengths on a side, of the nodes of one graph. */
static void find_strengths(rw_walk_setup *setup, uint32_t part, unsigned side,
                           const rw_arc_rows *rows, double *values)
{
    const riwalk_graph *graph = setup->graph;
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

static riwalk_status find_all_strengths(rw_walk_setup *setup, const rw_arc_rows *all,
                                        riwalk_error *error)
{
    uint32_t parts = part_count(setup->graph);
    double *values = rw_alloc(setup->graph->node_count + (size_t)1, sizeof *values, error);

    setup->strengths = rw_alloc((size_t)parts * setup->sides, sizeof *setup->strengths, error);
    if (values && setup->strengths)
        for (uint32_t p = 0; p < parts; p++)
            for (unsigned s = 0; s < setup->sides; s++)
                find_strengths(setup, p, s, setup->directed ? &setup->arcs[s] : all, values);
    rw_free(values);
    return values && setup->strengths ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

/* The classes of all nodes on each side: looked up by walks, and not computed again. */
static riwalk_status find_own(rw_walk_setup *setup, riwalk_error *error)
{
    const riwalk_graph *graph = setup->graph;
    rw_arc_rows all = {graph->offsets, graph->neighbors, graph->weights};

    setup->own = rw_alloc((size_t)graph->node_count * setup->sides, sizeof *setup->own, error);
    if (!setup->own)
        return RIWALK_STATUS_MEMORY;
    if (setup->weighted)
        return find_all_strengths(setup, &all, error);
    for (unsigned s = 0; s < setup->sides; s++) {
        const rw_arc_rows *rows = setup->directed ? &setup->arcs[s] : &all;

        for (uint32_t u = 0; u < graph->node_count; u++)
            setup->own[(size_t)u * setup->sides + s] = rw_class_of(
                rw_role_classes(setup, u) + (setup->parts ? s : 0), rw_arc_count(rows, u));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status find_classes(rw_walk_setup *setup, riwalk_error *error)
{
    riwalk_degree_classes classes = setup->view.classes;
    riwalk_status status = RIWALK_STATUS_OK;

    setup->relative = classes == RIWALK_DEGREE_CLASSES_SHARE;
    if (setup->weighted && !setup->relative)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "roles of weighted graphs have classes by share: leave the degree classes "
                       "to auto, or take share");
    if (setup->relative)
        status = find_shares(setup, error);
    else
        rw_classes_init(&setup->classes, classes == RIWALK_DEGREE_CLASSES_LOG,
                        setup->view.class_base);
    return status || !rw_walk_setup_is_wide(setup) ? status : find_own(setup, error);
}

/* ---- The setup ---- */

/* Directions: an undirected graph that is to have some has each arc both ways. */
static riwalk_status find_arcs(rw_walk_setup *setup, const riwalk_options *options,
                               riwalk_error *error)
{
    const riwalk_graph *graph = setup->source;
    const rw_skeleton *skeleton;
    riwalk_status status;

    setup->sides = 1;
    setup->directed = options->role_directions == RIWALK_USE_YES ||
                      (options->role_directions == RIWALK_USE_AUTO && graph->directed);
    setup->weighted = options->role_weights == RIWALK_USE_YES ||
                      (options->role_weights == RIWALK_USE_AUTO && graph->weights);
    setup->weighs = options->steps == RIWALK_STEPS_WEIGHT && graph->weights;
    if (graph->directed) {
        if ((status = rw_graph_skeleton(graph, &skeleton, error)))
            return status;
        setup->graph = &skeleton->graph;
        setup->arcs[0] = skeleton->arcs.out;
        setup->arcs[1] = skeleton->arcs.in;
    } else {
        setup->arcs[0] = setup->arcs[1] =
            (rw_arc_rows){graph->offsets, graph->neighbors, graph->weights};
    }
    if (setup->directed)
        setup->sides = RW_MOST_SIDES;
    return RIWALK_STATUS_OK;
}

/* Types: one for all says nothing. */
static riwalk_status find_types(rw_walk_setup *setup, const riwalk_options *options,
                                riwalk_error *error)
{
    const riwalk_graph *graph = setup->source;

    if (options->role_types == RIWALK_USE_YES && !graph->types && graph->node_count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "roles should include node types, but the nodes of this graph have none");
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
    riwalk_status status;

    if (options->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a role either keeps its anchor's class or drops it: both are for "
                       "embeddings");
    if ((status = find_types(setup, options, error)) || (status = find_arcs(setup, options, error)))
        return status;
    setup->largest_degree = rw_largest_degree(setup->graph);
    /* A walk of L tokens stays below distance L, and the counts of its last node reach layer L: a
     * larger radius changes nothing. */
    setup->walks = rw_options_walks(options);
    setup->bits.anchor = options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP &&
                         options->view.role_anchor != RIWALK_ROLE_ANCHOR_AWAY;
    setup->radius =
        options->view.radius < options->walk_length ? options->view.radius : options->walk_length;
    setup->large = RW_LARGE_GRAPH;
    setup->room = (options->memory ? options->memory : rw_os_memory()) / 2;
    setup->workers = (uint32_t)rw_run_resolve(&options->run).threads;
    setup->layers = setup->identifier->layers;
    if (options->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        setup->layers = options->role_layers;
    setup->name =
        rw_walk_setup_is_wide(setup) ? setup->identifier->wide_name : setup->identifier->name;
    status = find_classes(setup, error);
    return status ? status : rw_role_choose_bits(setup, error);
}

void rw_walk_setup_free(rw_walk_setup *setup)
{
    rw_free(setup->parts);
    rw_free(setup->own);
    rw_free(setup->strengths);
}

/* The number of the graph that a node is of. */
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
    riwalk_context context = {.graph = setup->source, .anchor = anchor, .node = anchor};
    uint32_t degree = rw_degree(setup->graph, anchor);

    context.further = context.spread = context.degree = degree;
    if (setup->directed) {
        uint32_t out = rw_arc_count(&setup->arcs[0], anchor);
        uint32_t in = rw_arc_count(&setup->arcs[1], anchor);

        context.further = context.spread = context.degree = out;
        context.further_in = context.spread_in = context.degree_in = in;
    }
    if (setup->weighted && setup->identifier->walked) {
        const riwalk_graph *g = setup->graph;
        rw_arc_rows all = {g->offsets, g->neighbors, g->weights};

        context.weight = strength(setup->directed ? &setup->arcs[0] : &all, anchor);
        context.weight_in = setup->directed ? strength(&setup->arcs[1], anchor) : 0;
    }
    return rw_role_of(setup, &context);
}
