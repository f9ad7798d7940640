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

static riwalk_status choose_bits(rw_walk_setup *setup, riwalk_error *error)
{
    unsigned first = rw_role_first_field(setup), classes = 0;
    unsigned need = bits_of(setup->largest_degree);

    for (unsigned f = first; f < setup->identifier->field_count; f++)
        classes += setup->identifier->fields[f] == RW_ROLE_FIELD_CLASS;
    if (!classes)
        return RIWALK_STATUS_OK;
    setup->bits.distance = bits_of(setup->radius);
    setup->bits.classes = (64 - setup->bits.distance) / classes;
    if (setup->bits.classes > 32)
        setup->bits.classes = 32;
    /* Classes need 8 bits, and with a distance of 7 bits four fields have 14 each. */
    if (!setup->classes.identity || need <= setup->bits.classes)
        return RIWALK_STATUS_OK;
    return rw_fail(error, RIWALK_STATUS_LIMIT,
                   "roles of the largest degree, %u, need %u bits (%u fields of %u and a distance "
                   "of %u), and 64 are there: take logarithmic classes, or drop the anchor's part",
                   setup->largest_degree, classes * need + setup->bits.distance, classes, need,
                   setup->bits.distance);
}

/* The shares of the graph, or of each of those that it was joined of. */
static riwalk_status find_shares(rw_walk_setup *setup, riwalk_error *error)
{
    const riwalk_graph *graph = setup->graph;
    double base = setup->view.class_base;
    riwalk_status status = RIWALK_STATUS_OK;

    if (!graph->part_count)
        return rw_classes_init_shares(&setup->classes, graph, 0, graph->node_count, base, error);
    if (!(setup->parts = rw_alloc(graph->part_count, sizeof *setup->parts, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t p = 0; p < graph->part_count && !status; p++)
        status = rw_classes_init_shares(&setup->parts[p], graph, graph->part_starts[p],
                                        graph->part_starts[p + 1], base, error);
    return status;
}

riwalk_status rw_walk_setup_init(rw_walk_setup *setup, const riwalk_graph *graph,
                                 const riwalk_options *options, riwalk_error *error)
{
    *setup = (rw_walk_setup){
        .graph = graph,
        .identifier = &rw_identifiers[options->view.identifier],
        .view = options->view,
        .seed = options->seed,
        .largest_degree = rw_largest_degree(graph),
        .walk_length = options->walk_length,
        .asked_walks = options->walks,
        .role = options->role,
        .role_words = options->role_words,
        .role_data = options->role_data,
    };
    riwalk_status status;

    if (graph->directed)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph is directed, and roles are defined on undirected graphs: read "
                       "it as an undirected one");
    if (options->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a role either keeps its anchor's class or drops it: both are for "
                       "embeddings");
    /* A walk of L tokens stays below distance L, and the counts of its last node reach layer L: a
     * larger radius changes nothing. */
    setup->walks = rw_options_walks(options);
    setup->bits.anchor = options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP;
    setup->radius =
        options->view.radius < options->walk_length ? options->view.radius : options->walk_length;
    setup->large = RW_LARGE_GRAPH;
    setup->layers = setup->identifier->layers;
    if (options->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        setup->layers = options->role_layers;
    setup->relative = options->view.classes == RIWALK_DEGREE_CLASSES_SHARE;
    status = setup->relative ? find_shares(setup, error) : RIWALK_STATUS_OK;
    if (!setup->relative)
        rw_classes_init(&setup->classes, options->view.classes == RIWALK_DEGREE_CLASSES_LOG,
                        options->view.class_base);
    return status ? status : choose_bits(setup, error);
}

void rw_walk_setup_free(rw_walk_setup *setup)
{
    rw_free(setup->parts);
}

const rw_classes *rw_role_graph_classes(const rw_walk_setup *setup, uint32_t anchor)
{
    const riwalk_graph *g = setup->graph;

    return &setup->parts[rw_search_u32(g->part_starts, 0, g->part_count, anchor + 1) - 1];
}

bool rw_role_pack(const rw_walk_setup *setup, const uint32_t *tuple, uint64_t *role)
{
    unsigned first = rw_role_first_field(setup);
    uint64_t packed = 0;

    for (unsigned f = first; f < setup->identifier->field_count; f++) {
        bool class = setup->identifier->fields[f] == RW_ROLE_FIELD_CLASS;
        unsigned bits = class ? setup->bits.classes : setup->bits.distance;
        uint64_t value = tuple[f - first];

        if (value >> bits || (!class && value > setup->radius))
            return false;
        packed = packed << bits | value;
    }
    *role = packed;
    return true;
}

uint64_t rw_role_of_anchor(const rw_walk_setup *setup, uint32_t anchor)
{
    uint32_t degree = rw_degree(setup->graph, anchor);

    return rw_role_of(setup, &(riwalk_context){
                                 .graph = setup->graph,
                                 .anchor = anchor,
                                 .node = anchor,
                                 .further = degree,
                                 .spread = degree,
                                 .degree = degree,
                             });
}

unsigned rw_role_field_count(const rw_walk_setup *setup)
{
    unsigned count = setup->identifier->field_count;

    return count ? count - rw_role_first_field(setup) : 1;
}

const char *rw_role_field_name(const rw_walk_setup *setup, unsigned field)
{
    if (field >= rw_role_field_count(setup))
        return "";
    return setup->identifier->names[field + rw_role_first_field(setup)];
}

/* Unpacks a role into the places of the identifier's own fields. */
static void unpack(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple)
{
    const rw_identifier *identifier = setup->identifier;
    unsigned first = rw_role_first_field(setup);

    if (!identifier->field_count) {
        tuple[0] = role;
        return;
    }
    tuple[0] = 0;
    for (unsigned f = identifier->field_count; f-- > first;) {
        bool class = identifier->fields[f] == RW_ROLE_FIELD_CLASS;
        unsigned bits = class ? setup->bits.classes : setup->bits.distance;

        tuple[f] = role & ((UINT64_C(1) << bits) - 1);
        role >>= bits;
    }
}

void rw_role_tuple(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple)
{
    uint64_t all[RIWALK_ROLE_FIELDS] = {0};
    unsigned first = rw_role_first_field(setup);

    unpack(setup, role, all);
    for (unsigned f = 0; f < rw_role_field_count(setup); f++)
        tuple[f] = all[f + first];
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

    unpack(setup, role, tuple);
    setup->identifier->words(setup, tuple, text);
}
