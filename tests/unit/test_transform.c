/* SPDX-License-Identifier: MIT */
/* Changes of a graph, and transforming only what they touch: the same as transforming all. */
#include "base/rng.h"
#include "methods/riwalk/transform.h"
#include "reference/graphs.h"
#include "reference/pairs.h"
#include "vectors/vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "failing.h"

static char path[] = "/tmp/riwalk-changes-XXXXXX";

static void write_changes(const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static riwalk_graph *read_text(const char *text)
{
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};

    if (riwalk_graph_read_from(riwalk_from_memory(text, strlen(text), "text"), NULL, &graph,
                               &error))
        fail_msg("%s", error.message);
    return graph;
}

static riwalk_graph *change(const riwalk_graph *graph, const char *text,
                            riwalk_change_report *report)
{
    riwalk_graph *changed = NULL;
    riwalk_error error = {0};

    write_changes(text);
    if (riwalk_graph_change(graph, path, &changed, report, &error))
        fail_msg("%s", error.message);
    return changed;
}

static uint64_t checksum_of(const riwalk_graph *graph)
{
    riwalk_graph_summary summary = {.size = sizeof summary};

    assert_int_equal(riwalk_graph_summarize(graph, &summary, NULL), 0);
    return summary.checksum;
}

/* ---- Changing a graph ---- */

static void changes_are_made_in_order(void **state)
{
    static const struct {
        const char *before, *changes, *after;
        uint64_t added, removed, known;
        uint32_t nodes;
    } cases[] = {
        {"1 2\n2 3\n", "+ 1 3\n", "1 2\n2 3\n1 3\n", 1, 0, 0, 0},
        {"1 2\n2 3\n1 3\n", "# c\n\n- 3 1\n", "1 2\n2 3\n", 0, 1, 0, 0},
        {"1 2\n", "+ 2 1\n+ 2 2\n", "1 2\n", 0, 0, 2, 0},
        {"1 2\n", "- 1 2\n+ 1 2\n- 2 1\n+ 2 1\n", "1 2\n", 2, 2, 0, 0},
        {"5 7\n", "+ 6 7\n", "5 7\n6 7\n", 1, 0, 0, 1},
        {"5 7\n", "+ x 7\n", "5 7\nx 7\n", 1, 0, 0, 1},
        {"b d\n", "+ a b\n+ c d\r\n- b d\n", "a b\nc d\n", 2, 1, 0, 2},
        {"b d\n", "", "b d\n", 0, 0, 0, 0},
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        riwalk_change_report report = {.size = sizeof report};
        riwalk_graph *before = read_text(cases[c].before), *after = read_text(cases[c].after);
        riwalk_graph *changed = change(before, cases[c].changes, &report);

        assert_int_equal(checksum_of(changed), checksum_of(after));
        assert_int_equal(report.added, cases[c].added);
        assert_int_equal(report.removed, cases[c].removed);
        assert_int_equal(report.known, cases[c].known);
        assert_int_equal(report.nodes, cases[c].nodes);
        riwalk_graph_free(before);
        riwalk_graph_free(after);
        riwalk_graph_free(changed);
    }
}

static void nodes_without_edges_stay(void **state)
{
    riwalk_graph *before = read_text("1 2\n2 3\n"), *after = change(before, "- 2 3\n", NULL);

    (void)state;
    assert_int_equal(riwalk_graph_node_count(after), 3);
    assert_int_equal(riwalk_graph_degree(after, 2), 0);
    riwalk_graph_free(before);
    riwalk_graph_free(after);
}

static void bad_changes_are_refused(void **state)
{
    static const struct {
        const char *changes, *words;
    } cases[] = {
        {"+ 1 3\n- 1 4\n", ":2: the graph does not have the edge to remove"},
        {"- 1 2\n- 1 2\n", ":2: the graph does not have the edge to remove"},
        {"- 1 9\n", ":1: the graph does not have the edge to remove"},
        {"1 2\n", ":1: expected '+ u v' or '- u v'"},
        {"+ 1\n", ":1: expected '+ u v' or '- u v'"},
        {"+ 1 2 3\n", ":1: expected '+ u v' or '- u v'"},
        {"+1 2\n", ":1: expected '+ u v' or '- u v'"},
    };
    riwalk_graph *graph = read_text("1 2\n2 3\n");

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        riwalk_graph *changed = NULL;
        riwalk_error error = {0};

        write_changes(cases[c].changes);
        assert_int_equal(riwalk_graph_change(graph, path, &changed, NULL, &error),
                         RIWALK_STATUS_FORMAT);
        assert_null(changed);
        if (strncmp(error.message, path, strlen(path)) || !strstr(error.message, cases[c].words))
            fail_msg("'%s' does not say '%s'", error.message, cases[c].words);
    }
    riwalk_graph_free(graph);
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

#define VARIANTS (sizeof variants / sizeof *variants)

static riwalk_model *fit(const riwalk_graph *graph, const variant *which)
{
    riwalk_options options;
    riwalk_vectors *vectors = NULL;
    riwalk_model *model = NULL;
    riwalk_error error = {0};

    riwalk_options_init(&options);
    options.run.threads = 1;
    options.trainer = which->trainer;
    options.view.identifier = which->identifier;
    options.view.radius = which->radius;
    options.view.classes = which->classes;
    if (which->trainer == RIWALK_TRAINER_FACTOR)
        options.view.role_anchor = RIWALK_ROLE_ANCHOR_BOTH;
    options.walks = which->walks;
    options.walk_length = 4;
    options.dimensions = which->measures ? 96 : 4; /* room for all measures */
    options.epochs = 1;
    options.measures = which->measures ? RIWALK_MEASURES_YES : RIWALK_MEASURES_NO;
    if (riwalk_embed(&graph, 1, NULL, &options, &vectors, &model, NULL, &error))
        fail_msg("%s", error.message);
    riwalk_vectors_free(vectors);
    return model;
}

static riwalk_vectors *transform(const riwalk_model *model, const riwalk_graph *graph,
                                 const riwalk_transform_options *options,
                                 riwalk_transform_report *report)
{
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};

    if (riwalk_model_transform(model, &graph, 1, NULL, options, &vectors, report, &error))
        fail_msg("%s", error.message);
    return vectors;
}

/* Transforms the changed graph both ways; returns how many nodes were taken over. */
static uint32_t check_changes(const riwalk_graph *before, const char *text,
                              const riwalk_model *model, unsigned kind, uint64_t seed)
{
    riwalk_graph *after = change(before, text, NULL);
    riwalk_vectors *old = transform(model, before, NULL, NULL);
    riwalk_vectors *full = transform(model, after, NULL, NULL), *part;
    riwalk_transform_options options;
    riwalk_transform_report report = {.size = sizeof report};

    riwalk_transform_options_init(&options);
    options.before = before;
    options.vectors = old;
    part = transform(model, after, &options, &report);
    assert_int_equal(report.nodes, full->count);
    if (part->count != full->count ||
        memcmp(part->values, full->values, (size_t)full->count * full->dimensions * sizeof(float)))
        fail_msg("graph kind %u, seed %llu: not the same after\n%s", kind, (unsigned long long)seed,
                 text);
    riwalk_vectors_free(old);
    riwalk_vectors_free(full);
    riwalk_vectors_free(part);
    riwalk_graph_free(after);
    return report.nodes - report.embedded;
}

/* The same graph with names 10, 20, ..., so that there is room for nodes in between. */
static riwalk_graph *spread_names(riwalk_graph *graph)
{
    size_t room = 32 + graph->arc_count * 32, used = 0;
    char *text = malloc(room);
    riwalk_graph *spread;

    strcpy(text, "10 20\n");
    used = strlen(text);
    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++)
            used += (size_t)snprintf(text + used, room - used, "%u %u\n", 10 * u + 10,
                                     10 * graph->neighbors[a] + 10);
    spread = read_text(text);
    free(text);
    riwalk_graph_free(graph);
    return spread;
}

static void a_part_is_as_good_as_all(void **state)
{
    uint64_t kept = 0;

    (void)state;
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 14; seed++) {
            const variant *which = &variants[(seed + kind) % VARIANTS];
            riwalk_graph *before = reference_graph(kind, seed, 60);
            riwalk_model *model;
            char text[1024];

            if (seed % 2)
                before = spread_names(before);
            model = fit(before, which);
            make_changes(before, seed, text, sizeof text);
            if (riwalk_model_role_count(model)) /* else there is no edge, and nothing to know */
                kept += check_changes(before, text, model, kind, seed);
            riwalk_model_free(model);
            riwalk_graph_free(before);
        }
    assert_true(kept > 1000); /* else nothing was tested */
}

/* On a path, an edge in the middle touches what is within the radius of its ends, no more. */
static void only_what_is_near_is_embedded(void **state)
{
    static const variant sp = {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_SP, RIWALK_WALKS_AUTO, 2,
                               false};
    riwalk_graph *before = NULL, *after;
    riwalk_transform_options options;
    riwalk_transform_report report = {.size = sizeof report};
    riwalk_vectors *old, *vectors;
    uint32_t ends[198];
    riwalk_model *model;

    (void)state;
    for (uint32_t i = 0; i < 99; i++) {
        ends[2 * i] = i;
        ends[2 * i + 1] = i + 1;
    }
    assert_int_equal(reference_build(100, 99, ends, NULL, NULL, &before, NULL), 0);
    model = fit(before, &sp);
    old = transform(model, before, NULL, NULL);
    after = change(before, "- 50 51\n", NULL);
    riwalk_transform_options_init(&options);
    options.before = before;
    options.vectors = old;
    vectors = transform(model, after, &options, &report);
    assert_int_equal(report.embedded, 6);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(after);
    after = change(before, "+ 99 100\n", NULL);
    vectors = transform(model, after, &options, &report);
    assert_int_equal(report.embedded, 4);
    riwalk_vectors_free(vectors);
    vectors = transform(model, before, &options, &report);
    assert_int_equal(report.embedded, 0);
    riwalk_vectors_free(vectors);
    riwalk_vectors_free(old);
    riwalk_graph_free(before);
    riwalk_graph_free(after);
    riwalk_model_free(model);
}

/* Whether balls are walked exactly goes by the size of the graph where it is left open: a change
 * that crosses the border concerns all. With walks of 4, 8192 nodes of a path are just small. */
static void all_are_embedded_where_a_small_graph_becomes_large(void **state)
{
    enum {
        NODES = 8192
    };
    static uint32_t ends[2 * NODES];
    static const variant sp = {RIWALK_TRAINER_FACTOR, RIWALK_IDENTIFIER_SP, RIWALK_WALKS_AUTO, 2,
                               false};
    riwalk_graph *before = NULL, *after;
    riwalk_transform_options options;
    riwalk_transform_report report = {.size = sizeof report};
    riwalk_vectors *old, *vectors;
    riwalk_model *model;

    (void)state;
    for (uint32_t i = 0; i < NODES - 1; i++) {
        ends[2 * i] = i;
        ends[2 * i + 1] = i + 1;
    }
    assert_int_equal(reference_build(NODES, NODES - 1, ends, NULL, NULL, &before, NULL), 0);
    model = fit(before, &sp);
    old = transform(model, before, NULL, NULL);
    riwalk_transform_options_init(&options);
    options.before = before;
    options.vectors = old;
    after = change(before, "- 100 101\n", NULL);
    vectors = transform(model, after, &options, &report);
    assert_int_equal(report.embedded, 6);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(after);
    after = change(before, "+ 8191 8192\n", NULL);
    vectors = transform(model, after, &options, &report);
    assert_int_equal(report.embedded, NODES + 1);
    riwalk_vectors_free(vectors);
    riwalk_vectors_free(old);
    riwalk_graph_free(before);
    riwalk_graph_free(after);
    riwalk_model_free(model);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *before = read_text("1 2\n2 3\n3 4\n4 1\n1 3\n"), *after = NULL;
    riwalk_model *model = fit(before, &variants[0]);
    riwalk_vectors *old = transform(model, before, NULL, NULL), *vectors = NULL;
    riwalk_transform_options options;

    (void)state;
    write_changes("- 1 3\n+ 4 5\n");
    riwalk_transform_options_init(&options);
    options.run.threads = 1;
    options.before = before;
    options.vectors = old;
    check_allocations_of(0, after, (riwalk_graph_free(after), after = NULL),
                         riwalk_graph_change(before, path, &after, NULL, &failure));
    assert_int_equal(riwalk_graph_change(before, path, &after, NULL, NULL), 0);
    check_allocations_of(0, vectors, riwalk_vectors_free(vectors),
                         riwalk_model_transform(model, (const riwalk_graph *const *)&after, 1, NULL,
                                                &options, &vectors, NULL, &failure));
    riwalk_graph_free(after);
    riwalk_vectors_free(old);
    riwalk_model_free(model);
    riwalk_graph_free(before);
}

static int make_file(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_made_in_order),
        cmocka_unit_test(nodes_without_edges_stay),
        cmocka_unit_test(bad_changes_are_refused),
        cmocka_unit_test(a_part_is_as_good_as_all),
        cmocka_unit_test(only_what_is_near_is_embedded),
        cmocka_unit_test(all_are_embedded_where_a_small_graph_becomes_large),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
