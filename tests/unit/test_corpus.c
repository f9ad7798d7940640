/* SPDX-License-Identifier: MIT */
/* What is made of walks: the role table, profiles, the corpus file, a caller's own identifier; and
 * failures on the way. */
#include "reference/graphs.h"
#include "riwalk_analysis.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "failing.h"

/* ---- A caller's own identifier ---- */

static uint64_t own_role(const riwalk_context *context, void *data)
{
    const uint64_t *factor = data;

    return context->distance * *factor + context->closer * 100 + context->same * 10 +
           context->further;
}

static size_t own_words(uint64_t role, char *buffer, size_t capacity, void *data)
{
    (void)data;
    return (size_t)snprintf(buffer, capacity, "the role %llu of mine", (unsigned long long)role);
}

static void own_identifier_is_used(void **state)
{
    riwalk_graph *graph = reference_graph_of_size(3, 1, 5, 9); /* a star */
    uint32_t leaves = riwalk_graph_degree(graph, 0);
    uint64_t factor = 1000;
    riwalk_sampler *sampler = NULL;
    riwalk_options options;
    riwalk_roles *roles = NULL;
    char words[64];
    uint32_t id;

    (void)state;
    riwalk_options_init(&options);
    options.view.identifier = RIWALK_IDENTIFIER_CUSTOM;
    options.role = own_role;
    options.role_layers = true;
    options.role_words = own_words;
    options.role_data = &factor;
    assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), RIWALK_STATUS_OK);
    assert_int_equal(riwalk_roles_find(sampler, &roles, NULL), RIWALK_STATUS_OK);
    assert_int_equal(riwalk_roles_count(roles), 3);
    assert_true(riwalk_roles_id(roles, 1100, &id)); /* a leaf seen from the centre */
    assert_int_equal(id, 0);
    assert_int_equal(riwalk_roles_get(roles, id)->anchors, 1);
    assert_true(riwalk_roles_id(roles, 1100 + leaves - 1, &id)); /* the centre, from a leaf */
    assert_int_equal(riwalk_roles_get(roles, id)->anchors, leaves);
    assert_true(riwalk_roles_id(roles, 2100, &id)); /* a leaf, from another */
    assert_false(riwalk_roles_id(roles, 2101, &id));
    riwalk_role_words(sampler, 2100, words, sizeof words);
    assert_string_equal(words, "the role 2100 of mine");
    riwalk_role_token(sampler, 2100, words, sizeof words);
    assert_string_equal(words, "r2100");
    riwalk_roles_free(roles);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
}

/* ---- Table and profiles ---- */

static void table_and_profiles_agree(void **state)
{
    riwalk_graph *graph = reference_graph(8, 2, 200);
    uint32_t nodes = riwalk_graph_node_count(graph), count;
    riwalk_sampler *sampler = NULL;
    riwalk_options options;
    riwalk_profile *first = NULL;
    riwalk_roles *roles = NULL;
    uint64_t *visits, *anchors;

    (void)state;
    riwalk_options_init(&options);
    options.view.identifier = RIWALK_IDENTIFIER_WL;
    options.walks = 80; /* else profiles of small graphs are expectations */
    assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), RIWALK_STATUS_OK);
    assert_int_equal(riwalk_roles_find(sampler, &roles, NULL), RIWALK_STATUS_OK);
    count = riwalk_roles_count(roles);
    visits = calloc(2 * (size_t)count, sizeof *visits);
    assert_non_null(visits);
    anchors = visits + count;
    for (uint32_t u = 0; u < nodes; u++) {
        riwalk_profile *profile = NULL;
        double shares = 0, similarity;

        assert_int_equal(riwalk_profile_find(sampler, u, &profile, NULL), RIWALK_STATUS_OK);
        for (uint32_t i = 0; i < riwalk_profile_count(profile); i++) {
            const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);
            uint64_t tuple[RIWALK_ROLE_FIELDS];
            uint32_t id;

            riwalk_role_tuple(sampler, entry->role, tuple);
            assert_int_equal(riwalk_roles_id(roles, entry->role, &id), tuple[1] > 0);
            if (tuple[1]) { /* the table has contexts only; walks come back to their anchor too */
                visits[id] += (uint64_t)entry->visits;
                anchors[id]++;
            }
            shares += entry->share;
            assert_true(riwalk_profile_share(profile, entry->role) == entry->share);
            if (i)
                assert_true(riwalk_profile_get(profile, i - 1)->visits >= entry->visits);
        }
        assert_true(fabs(shares - 1) < 1e-9); /* a sum of rounded shares */
        similarity = riwalk_profile_similarity(profile, profile);
        assert_true(similarity > 1 - 1e-9 && similarity <= 1);
        if (first)
            assert_true(riwalk_profile_similarity(first, profile) ==
                        riwalk_profile_similarity(profile, first));
        riwalk_profile_free(first);
        first = profile;
    }
    for (uint32_t id = 0; id < count; id++) {
        assert_int_equal(riwalk_roles_get(roles, id)->visits, visits[id]);
        assert_int_equal(riwalk_roles_get(roles, id)->anchors, anchors[id]);
        if (id)
            assert_true(riwalk_roles_get(roles, id - 1)->role < riwalk_roles_get(roles, id)->role);
    }
    riwalk_profile_free(first);
    free(visits);
    riwalk_roles_free(roles);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
}

/* How many roles there are in the datasets, against counts from the authors' sampling; whether a
 * rare role is met is chance, so within 5 %. */
static void role_counts_are_those_of_the_authors(void **state)
{
    static const struct {
        const char *name;
        riwalk_identifier identifier;
        double roles;
    } cases[] = {
        {"usa-airports", RIWALK_IDENTIFIER_SP, 184}, {"actor", RIWALK_IDENTIFIER_SP, 225},
        {"film", RIWALK_IDENTIFIER_SP, 292},         {"usa-airports", RIWALK_IDENTIFIER_WL, 2225},
        {"actor", RIWALK_IDENTIFIER_WL, 2077},       {"film", RIWALK_IDENTIFIER_WL, 3766},
    };

    (void)state;
    if (!getenv("RIWALK_DATA")) {
        print_message("skipped: RIWALK_DATA is not set\n");
        skip();
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        riwalk_graph *graph = reference_dataset(cases[i].name);
        riwalk_sampler *sampler = NULL;
        riwalk_options options;
        riwalk_roles *roles = NULL;

        riwalk_options_init(&options);
        options.view.identifier = cases[i].identifier;
        assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), 0);
        assert_int_equal(riwalk_roles_find(sampler, &roles, NULL), 0);
        print_message("%s: %u roles, the authors %g\n", cases[i].name, riwalk_roles_count(roles),
                      cases[i].roles);
        assert_true(fabs(riwalk_roles_count(roles) - cases[i].roles) <= 0.05 * cases[i].roles);
        riwalk_roles_free(roles);
        riwalk_sampler_free(sampler);
        riwalk_graph_free(graph);
    }
}

/* ---- The corpus ---- */

static char *read_all(const char *path)
{
    char *text = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");

    assert_true(text && file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void corpus_has_a_walk_a_line(void **state)
{
    static const char edges[] = "a b\nb c\n";
    char path[] = "/tmp/riwalk-corpus-XXXXXX";
    int file = mkstemp(path);
    riwalk_graph *graph = NULL;
    riwalk_sampler *sampler = NULL;
    riwalk_options options;
    char *roles, *nodes;

    (void)state;
    assert_true(file >= 0);
    close(file);
    assert_int_equal(riwalk_graph_read_from(riwalk_from_memory(edges, sizeof edges - 1, "edges"),
                                            NULL, &graph, NULL),
                     0);
    riwalk_options_init(&options);
    options.walks = 2;
    options.walk_length = 3;
    assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), 0);
    assert_int_equal(riwalk_walks_write(sampler, path, false, NULL), RIWALK_STATUS_OK);
    roles = read_all(path);
    assert_int_equal(riwalk_walks_write(sampler, path, true, NULL), RIWALK_STATUS_OK);
    nodes = read_all(path);
    /* From an end the walk can only go a b and then to an end again; from b always to an end. */
    assert_memory_equal(nodes, "a b ", 4);
    assert_memory_equal(roles, "a r1.1.1 ", 9);
    assert_non_null(strstr(roles, "\nb r1.1.1 b\nb r1.1.1 b\nc r1.1.1 "));
    assert_int_equal(strlen(nodes), 6 * 6);
    free(roles);
    free(nodes);
    remove(path);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
}

static void names_like_roles_are_refused(void **state)
{
    static const char edges[] = "r1.2.3 b\nb c\n";
    riwalk_graph *graph = NULL;
    riwalk_sampler *sampler = NULL;
    riwalk_error error;

    (void)state;
    assert_int_equal(riwalk_graph_read_from(riwalk_from_memory(edges, sizeof edges - 1, "edges"),
                                            NULL, &graph, NULL),
                     0);
    assert_int_equal(riwalk_sampler_create(graph, NULL, &sampler, NULL), 0);
    assert_int_equal(riwalk_walks_write(sampler, "/dev/null", false, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message,
                        "node r1.2.3 has the name of a role: rename it, or write node ids");
    assert_int_equal(riwalk_walks_write(sampler, "/dev/null", true, &error), RIWALK_STATUS_OK);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
}

/* ---- Failures ---- */

static int stop_at(const riwalk_anchor_walks *walks, void *data)
{
    return walks->anchor == *(const uint32_t *)data;
}

static void cancelling_ends_the_run(void **state)
{
    riwalk_graph *graph = reference_graph(0, 4, 900);
    riwalk_sampler *sampler = NULL;
    riwalk_options options;
    riwalk_error error;
    uint32_t last = riwalk_graph_node_count(graph) / 2;

    (void)state;
    riwalk_options_init(&options);
    for (options.run.threads = 1; options.run.threads <= 3; options.run.threads++) {
        assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), 0);
        assert_int_equal(riwalk_walks_each(sampler, stop_at, &last, &error),
                         RIWALK_STATUS_CANCELLED);
        riwalk_sampler_free(sampler);
    }
    riwalk_graph_free(graph);
}

static riwalk_status do_everything(const riwalk_graph *graph, int kind, riwalk_error *error)
{
    uint32_t none = UINT32_MAX;
    riwalk_sampler *sampler = NULL;
    riwalk_profile *profile = NULL;
    riwalk_roles *roles = NULL;
    riwalk_options options;
    riwalk_status status;

    riwalk_options_init(&options);
    options.view.identifier = (riwalk_identifier)kind;
    options.run.threads = 2;
    if (!(status = riwalk_sampler_create(graph, &options, &sampler, error)) &&
        !(status = riwalk_walks_each(sampler, stop_at, &none, error)) &&
        !(status = riwalk_roles_find(sampler, &roles, error)) &&
        !(status = riwalk_profile_find(sampler, 1, &profile, error)))
        status = riwalk_walks_write(sampler, "/dev/null", false, error);
    riwalk_profile_free(profile);
    riwalk_roles_free(roles);
    riwalk_sampler_free(sampler);
    return status;
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = reference_graph(8, 1, 100);

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        check_allocations(20, do_everything(graph, kind, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_identifier_is_used),
        cmocka_unit_test(table_and_profiles_agree),
        cmocka_unit_test(role_counts_are_those_of_the_authors),
        cmocka_unit_test(corpus_has_a_walk_a_line),
        cmocka_unit_test(names_like_roles_are_refused),
        cmocka_unit_test(cancelling_ends_the_run),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
