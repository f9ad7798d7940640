/* SPDX-License-Identifier: MIT */
/* Changes of a graph, and transforming only what they touch: the same as transforming all. */
#include "embedding.h"

static const char path[] = "changes";

static riwalk_graph *change(const riwalk_graph *graph, const char *text,
                            riwalk_change_report *report)
{
    riwalk_graph *changed = NULL;

    write_file(path, text);
    ok(riwalk_graph_change(graph, path, &changed, report, &failure));
    return changed;
}

/* ---- Changing a graph ---- */

/* Changes of a graph of edges "1:2:5,2:3:1", or of the usual one. */
static riwalk_status read_listed(const char *file, const char *options, char *found, size_t room,
                                 riwalk_error *error)
{
    const char *edges = listed_option(options, "graph");
    riwalk_read_options how =
        WITH(riwalk_read_options, it.weighted = listed_option(options, "weighted"),
             it.directed = listed_option(options, "directed"));
    riwalk_change_report report = {.size = sizeof report};
    char text[64];
    riwalk_status status;

    snprintf(text, sizeof text, "%s\n", edges ? edges : "1:2:1,2:3:1");
    for (char *at = text; (at = strpbrk(at, ":,"));)
        *at = *at == ':' ? ' ' : '\n';
    scoped_graph *graph = graph_from(text, &how), *changed = NULL;
    status = riwalk_graph_change(graph, file, &changed, &report, error);
    assert_int_equal(!status, changed != NULL);
    if (changed)
        snprintf(found, room, "%s; %d added, %d removed, %d known, %d nodes", text_of(changed),
                 (int)report.added, (int)report.removed, (int)report.known, (int)report.nodes);
    return status;
}

TEST(changes_are_made_in_order_or_refused)
{
    check_listed("changes", read_listed);
}

/* ---- What changes touch ---- */

/* Random changes: some edges of the graph removed, others added, now and then with new nodes. */
static void make_changes(const riwalk_graph *graph, uint64_t seed, char *text, size_t room)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), step = 0;
    uint32_t nodes = graph->node_count, count = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 0), 3);
    size_t used = 0;

    text[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t u = (uint32_t)rw_rng_below(rw_rng_at(stream, ++step), nodes);
        uint32_t v = (uint32_t)rw_rng_below(rw_rng_at(stream, ++step), nodes + 2);
        bool remove = rw_rng_at(stream, ++step) & 1 && rw_degree(graph, u);
        char name[32], other[32];

        riwalk_graph_name(graph, u, name, sizeof name);
        if (remove)
            v = graph->neighbors[graph->offsets[u]];
        if (v < nodes)
            riwalk_graph_name(graph, v, other, sizeof other);
        else /* at the end of the order or in its middle; or text, which changes that of numbers */
            strcpy(other, v == nodes ? "1000000" : seed % 4 ? "155" : "m");
        /* Put back before it is removed again by another of these lines. */
        used +=
            (size_t)snprintf(text + used, room - used, remove ? "+ %s %s\n- %s %s\n" : "+ %s %s\n",
                             name, other, name, other);
    }
}

typedef struct variant {
    riwalk_trainer trainer;
    riwalk_identifier identifier;
    uint32_t walks;
    uint32_t radius;
    bool measures;
    riwalk_degree_classes classes;
} variant;

static const variant variants[] = {
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_SP, 5, 2, false},
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_SP, RIWALK_WALKS_EXACT, 1, true},
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_WL, RIWALK_WALKS_AUTO, 3, false},
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_WL, RIWALK_WALKS_EXACT, 1, false},
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_RW_SP, 5, 2, false},
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_RW_WL, 5, 2, false},
    {RIWALK_TRAINER_SGNS, RIWALK_IDENTIFIER_SP, 5, 1, false},
    {RIWALK_TRAINER_SGNS, RIWALK_IDENTIFIER_WL, 5, RIWALK_RADIUS_UNLIMITED, false},
    {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_SP, RIWALK_WALKS_EXACT, 1, false,
     RIWALK_DEGREE_CLASSES_SHARE},
    {RIWALK_TRAINER_SGNS, RIWALK_IDENTIFIER_RW_WL, 5, 2, false, RIWALK_DEGREE_CLASSES_SHARE},
};

#define VARIANTS ELEMENTS(variants)

static riwalk_model *fit(const riwalk_graph *graph, const variant *which)
{
    bool factor = which->trainer == RIWALK_TRAINER_FACTOR;
    riwalk_options options = WITH(
        riwalk_options, it.run.threads = 1, it.trainer = which->trainer,
        it.view.identifier = which->identifier, it.view.radius = which->radius,
        it.view.classes = which->classes, it.walks = which->walks, it.walk_length = 4,
        it.view.role_anchor = factor ? RIWALK_ROLE_ANCHOR_BOTH : it.view.role_anchor,
        it.dimensions = which->measures ? 96 : 4, /* room for all measures */
        it.epochs = 1, it.measures = which->measures ? RIWALK_MEASURES_YES : RIWALK_MEASURES_NO);

    return learn(graph, &options, NULL);
}

/* Transforms the changed graph both ways; returns how many nodes were taken over. */
static uint32_t check_changes(const riwalk_graph *before, const char *text,
                              const riwalk_model *model, unsigned kind, uint64_t seed)
{
    scoped_graph *after = change(before, text, NULL);
    uint32_t kept;

    if (!same_after_change(model, before, after, &kept))
        fail_msg("graph kind %u, seed %llu: not the same after\n%s", kind, (unsigned long long)seed,
                 text);
    return kept;
}

/* The same graph with names 10, 20, ..., so that there is room for nodes in between. */
static riwalk_graph *spread_names(riwalk_graph *graph)
{
    size_t room = 32 + graph->arc_count * 32, used = 0;
    scoped char *text = malloc(room);

    used += (size_t)snprintf(text, room, "10 20\n");
    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++)
            used += (size_t)snprintf(text + used, room - used, "%u %u\n", 10 * u + 10,
                                     10 * graph->neighbors[a] + 10);
    riwalk_graph_free(graph);
    return graph_from(text, NULL);
}

TEST(a_part_is_as_good_as_all)
{
    uint64_t kept = 0;

    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 14; seed++) {
            const variant *which = &variants[(seed + kind) % VARIANTS];
            scoped_graph *before = reference_graph(kind, seed, 60);
            char text[1024];

            if (seed % 2)
                before = spread_names(before);
            scoped_model *model = fit(before, which);
            make_changes(before, seed, text, sizeof text);
            if (riwalk_model_role_count(model)) /* else there is no edge, and nothing to know */
                kept += check_changes(before, text, model, kind, seed);
        }
    assert_true(kept > 1000); /* else nothing was tested */
}
