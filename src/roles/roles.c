/* SPDX-License-Identifier: MIT */
/* Packing tuples into 64 bits and back. The distance gets the bits that the radius needs; all other
 * fields share the rest evenly, since each of them may have to hold the largest degree. */
#include "roles/roles.h"

#include "options/options.h"

#include "base/error.h"
#include "base/memory.h"

static unsigned bits_of(uint64_t value)
{
    return value ? 64 - (unsigned)__builtin_clzll(value) : 1;
}

uint32_t rw_largest_degree(const riwalk_graph *graph)
{
    uint32_t largest = 0;

    for (uint32_t u = 0; u < graph->node_count; u++)
        if (rw_degree(graph, u) > largest)
            largest = rw_degree(graph, u);
    return largest;
}

/* ---- Fields and bits of tuples ---- */

static bool is_wide(const rw_walk_setup *setup)
{
    return setup->directed || setup->weighted || setup->types;
}

/* Whether tuples have a field of the identifier. */
static bool has_field(const rw_walk_setup *setup, const rw_role_field *field)
{
    return (setup->bits.anchor || !field->anchor) && (setup->types || field->kind != RW_ROLE_TYPE);
}

/* How many fields of tuples one of the identifier's is. */
static unsigned sides_of(const rw_walk_setup *setup, const rw_role_field *field)
{
    return field->kind == RW_ROLE_CLASS ? setup->sides : 1;
}

static void add_field(rw_walk_setup *setup, const rw_role_field *field, const char *name)
{
    unsigned bits = field->kind == RW_ROLE_CLASS      ? setup->bits.classes
                    : field->kind == RW_ROLE_DISTANCE ? setup->bits.distance
                                                      : setup->bits.types;

    setup->fields[setup->field_count++] = (rw_tuple_field){name, field->kind, bits};
    setup->anchor_fields += field->anchor;
}

/* Lists the fields of tuples, and returns how many of them are classes. */
static unsigned list_fields(rw_walk_setup *setup)
{
    unsigned classes = 0;

    setup->field_count = setup->anchor_fields = 0;
    for (unsigned f = 0; f < setup->identifier->field_count; f++) {
        const rw_role_field *field = &setup->identifier->fields[f];
        unsigned sides = sides_of(setup, field);

        for (unsigned s = 0; s < sides && has_field(setup, field); s++) {
            add_field(setup, field, field->names[sides > 1 ? 1 + s : 0]);
            classes += field->kind == RW_ROLE_CLASS;
        }
    }
    return classes;
}

/* The bits of a class, which follow from the base: it may be the class of any degree. */
static unsigned class_bits(const rw_walk_setup *setup)
{
    rw_classes classes;

    rw_classes_init(&classes, true, setup->view.class_base);
    return bits_of(setup->relative ? classes.count : classes.count - 1);
}

/* Tuples of undirected graphs without weights and types share the bits evenly. */
static riwalk_status choose_bits(rw_walk_setup *setup, riwalk_error *error)
{
    unsigned classes = list_fields(setup), need = bits_of(setup->largest_degree), all;

    if (!classes)
        return RIWALK_STATUS_OK;
    setup->bits.distance = bits_of(setup->radius);
    setup->bits.classes = (64 - setup->bits.distance) / classes;
    if (setup->bits.classes > 32)
        setup->bits.classes = 32;
    if (is_wide(setup) && !setup->classes.identity)
        setup->bits.classes = class_bits(setup);
    all = classes * setup->bits.classes + setup->bits.distance;
    list_fields(setup); /* with their bits */
    if (all > 64)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "roles need %u bits (%u classes of %u and a distance of %u), and 64 are "
                       "there: take a larger class base, or drop the anchor's part",
                       all, classes, setup->bits.classes, setup->bits.distance);
    /* Classes need 8 bits, and with a distance of 7 bits four fields have 14 each. */
    if (!setup->classes.identity || need <= setup->bits.classes)
        return RIWALK_STATUS_OK;
    return rw_fail(error, RIWALK_STATUS_LIMIT,
                   "roles of the largest degree, %u, need %u bits (%u fields of %u and a distance "
                   "of %u), and 64 are there: take logarithmic classes, or drop the anchor's part",
                   setup->largest_degree, classes * need + setup->bits.distance, classes, need,
                   setup->bits.distance);
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
    return status || !is_wide(setup) ? status : find_own(setup, error);
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
    if ((status = find_arcs(setup, options, error)))
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
    setup->layers = setup->identifier->layers;
    if (options->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        setup->layers = options->role_layers;
    setup->name = is_wide(setup) ? setup->identifier->wide_name : setup->identifier->name;
    status = find_classes(setup, error);
    return status ? status : choose_bits(setup, error);
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

/* ---- Packing ---- */

bool rw_role_pack(const rw_walk_setup *setup, const uint32_t *tuple, uint64_t *role)
{
    uint64_t packed = 0;

    for (unsigned f = 0; f < setup->field_count; f++) {
        const rw_tuple_field *field = &setup->fields[f];
        uint64_t value = tuple[f];

        if (value >> field->bits || (field->kind == RW_ROLE_DISTANCE && value > setup->radius))
            return false;
        packed = packed << field->bits | value;
    }
    *role = packed;
    return true;
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

unsigned rw_role_field_count(const rw_walk_setup *setup)
{
    return setup->field_count ? setup->field_count : 1;
}

const char *rw_role_field_name(const rw_walk_setup *setup, unsigned field)
{
    if (field >= rw_role_field_count(setup))
        return "";
    return setup->field_count ? setup->fields[field].name : "role";
}

int rw_role_distance_field(const rw_walk_setup *setup)
{
    int f = (int)setup->field_count - 1;

    while (f >= 0 && setup->fields[f].kind != RW_ROLE_DISTANCE)
        f--;
    return f;
}

void rw_role_tuple(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple)
{
    if (!setup->field_count)
        tuple[0] = role;
    for (unsigned f = setup->field_count; f-- > 0;) {
        tuple[f] = role & ((UINT64_C(1) << setup->fields[f].bits) - 1);
        role >>= setup->fields[f].bits;
    }
}

void rw_role_token(const rw_walk_setup *setup, uint64_t role, rw_text *text)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    rw_role_tuple(setup, role, tuple);
    for (unsigned f = 0; f < rw_role_field_count(setup); f++)
        rw_text_add(text, "%c%llu", f ? '.' : 'r', (unsigned long long)tuple[f]);
}

void rw_role_words(const rw_walk_setup *setup, uint64_t role, rw_text *text)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS] = {0};
    rw_role_values values[RIWALK_ROLE_FIELDS] = {{0}};
    unsigned at = 0;

    rw_role_tuple(setup, role, tuple);
    values[0][0] = role;
    for (unsigned f = 0; f < setup->identifier->field_count; f++) {
        const rw_role_field *field = &setup->identifier->fields[f];

        values[f][0] = 0;
        for (unsigned s = 0; s < sides_of(setup, field) && has_field(setup, field); s++)
            values[f][s] = tuple[at++];
    }
    setup->identifier->words(setup, values, text);
}
