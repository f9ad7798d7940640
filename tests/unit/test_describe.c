/* SPDX-License-Identifier: MIT */
/* Descriptions: measures and ranges by plain counting, members by distance, tokens by their
 * definition, and each rule of names on a graph that shows it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"
#include "reference/pairs.h"
#include "riwalk_analysis.h"
#include "riwalk_graphs.h"

#define NODES 64

/* ---- Graphs ---- */

static riwalk_graph *build(uint32_t nodes, const uint32_t *ends, uint64_t edges)
{
    riwalk_graph *graph = NULL;

    assert_int_equal(reference_build(nodes, edges, ends, NULL, NULL, &graph, NULL), 0);
    return graph;
}

static riwalk_graph *generate(riwalk_generator kind, const char ***labels)
{
    riwalk_graph *graph = NULL;

    assert_int_equal(riwalk_graph_generate(kind, NULL, &graph, labels, NULL), 0);
    return graph;
}

/* One vector for each node that says which role it is to be in: its column is 1. */
static riwalk_vectors *vectors_for(const riwalk_graph *graph, const uint32_t *columns,
                                   uint32_t dimensions)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    float *values = calloc((size_t)nodes * dimensions, sizeof *values);
    riwalk_vectors *vectors = NULL;

    assert_non_null(values);
    for (uint32_t u = 0; u < nodes; u++)
        values[u * dimensions + columns[u]] = 1;
    assert_int_equal(riwalk_vectors_build_for(graph, dimensions, values, &vectors, NULL), 0);
    free(values);
    return vectors;
}

static riwalk_description_summary summarize(const riwalk_description *d)
{
    riwalk_description_summary summary = {.size = sizeof summary};

    assert_int_equal(riwalk_description_summarize(d, &summary, NULL), 0);
    return summary;
}

/* ---- Oracles ---- */

static bool joined(const riwalk_graph *graph, uint32_t u, uint32_t v)
{
    const uint32_t *row = riwalk_graph_neighbors(graph, u);

    for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
        if (row[i] == v)
            return true;
    return false;
}

static double triangles_of(const riwalk_graph *graph, uint32_t u)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    double count = 0;

    for (uint32_t v = 0; v < nodes; v++)
        for (uint32_t w = v + 1; w < nodes; w++)
            count += joined(graph, u, v) && joined(graph, u, w) && joined(graph, v, w);
    return count;
}

/* Distances by going over all edges until nothing changes. */
static void distances_from(const riwalk_graph *graph, uint32_t from, double *distances)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    bool changed = true;

    for (uint32_t u = 0; u < nodes; u++)
        distances[u] = u == from ? 0 : INFINITY;
    while (changed) {
        changed = false;
        for (uint32_t u = 0; u < nodes; u++)
            for (uint32_t v = 0; v < nodes; v++)
                if (joined(graph, u, v) && distances[u] + 1 < distances[v]) {
                    distances[v] = distances[u] + 1;
                    changed = true;
                }
    }
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* A share of the way through values: the mean of those that are below and above, weighted. */
static double quantile_of(const double *values, uint32_t count, double share)
{
    double place = share * (count - 1), low = floor(place), found[2] = {0, 0};

    for (int side = 0; side < 2; side++) {
        double wanted = fmin(low + side, count - 1);

        for (uint32_t i = 0; i < count; i++) {
            uint32_t less = 0, equal = 0;

            for (uint32_t j = 0; j < count; j++) {
                less += values[j] < values[i];
                equal += values[j] == values[i];
            }
            if (less <= wanted && wanted < less + equal)
                found[side] = values[i];
        }
    }
    return found[0] + (place - low) * (found[1] - found[0]);
}

static void check_range(const riwalk_range *range, const double *measure, const uint32_t *nodes,
                        uint32_t count)
{
    double values[NODES];
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++)
        if (!isnan(measure[nodes[i]]))
            values[used++] = measure[nodes[i]];
    assert_int_equal(range->count, used);
    if (!used) {
        assert_true(isnan(range->minimum) && isnan(range->median) && isnan(range->maximum));
        return;
    }
    assert_true(range->minimum == quantile_of(values, used, 0));
    assert_true(range->lower_quartile == quantile_of(values, used, 0.25));
    assert_true(range->median == quantile_of(values, used, 0.5));
    assert_true(range->upper_quartile == quantile_of(values, used, 0.75));
    assert_true(range->maximum == quantile_of(values, used, 1));
}

/* ---- Facts ---- */

/* A club, a path of three nodes, a pair, and a node alone. */
static riwalk_graph *make_mixed(void)
{
    riwalk_graph *club = generate(RIWALK_GENERATOR_KARATE, NULL), *graph;
    uint32_t ends[2 * 81], edges = 0;

    for (uint32_t u = 0; u < 34; u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(club, u); i++) {
            uint32_t v = riwalk_graph_neighbors(club, u)[i];

            if (u < v) {
                ends[2 * edges] = u;
                ends[2 * edges++ + 1] = v;
            }
        }
    memcpy(ends + 2 * edges, (uint32_t[]){34, 35, 35, 36, 37, 38}, 6 * sizeof *ends);
    graph = build(40, ends, edges + 3);
    riwalk_graph_free(club);
    return graph;
}

static void measures_are_those_of_plain_counting(void **state)
{
    riwalk_graph *graph = make_mixed();
    riwalk_description *d = NULL;
    double distances[NODES], constraints[NODES];
    riwalk_description_summary summary;
    uint32_t all[NODES];

    (void)state;
    assert_int_equal(riwalk_describe(graph, NULL, NULL, &d, NULL), 0);
    summary = summarize(d);
    assert_int_equal(summary.nodes, 40);
    assert_int_equal(summary.isolated, 1);
    assert_int_equal(summary.missing, 0);
    assert_int_equal(summary.hub, 33);
    distances_from(graph, summary.hub, distances);
    assert_int_equal(riwalk_graph_constraint(graph, NULL, constraints, NULL), 0);
    for (uint32_t u = 0; u < 40; u++) {
        all[u] = u;
        assert_true(riwalk_description_measure(d, RIWALK_NODE_MEASURE_DEGREE)[u] ==
                    riwalk_graph_degree(graph, u));
        assert_true(riwalk_description_measure(d, RIWALK_NODE_MEASURE_TRIANGLES)[u] ==
                    triangles_of(graph, u));
        assert_true(
            same(riwalk_description_measure(d, RIWALK_NODE_MEASURE_CONSTRAINT)[u], constraints[u]));
        assert_true(same(riwalk_description_measure(d, RIWALK_NODE_MEASURE_HUB_DISTANCE)[u],
                         isinf(distances[u]) ? NAN : distances[u]));
    }
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        check_range(&summary.ranges[m], riwalk_description_measure(d, (riwalk_node_measure)m), all,
                    40);
    for (uint32_t r = 0; r < summary.roles; r++) {
        const riwalk_described_role *role = riwalk_description_role(d, r);

        for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
            check_range(&role->ranges[m], riwalk_description_measure(d, (riwalk_node_measure)m),
                        role->members, role->count);
    }
    riwalk_description_free(d);
    riwalk_graph_free(graph);
}

/* Every node is a member once, of the role that the array says; roles fall in size, members go
 * outward from their mean. */
static void check_members(const riwalk_graph *graph, const riwalk_description *d)
{
    riwalk_description_summary summary = summarize(d);
    const riwalk_vectors *vectors = riwalk_description_vectors(d);
    const uint32_t *roles = riwalk_description_roles(d);
    uint32_t dimensions = riwalk_vectors_dimensions(vectors), seen[NODES] = {0};

    for (uint32_t r = 0; r < summary.roles; r++) {
        const riwalk_described_role *role = riwalk_description_role(d, r);
        double middle[256] = {0};

        assert_true(role->count > 0);
        assert_true(!r || role->count <= riwalk_description_role(d, r - 1)->count);
        for (uint32_t i = 0; i < role->count; i++) {
            const float *row = riwalk_vectors_row(vectors, role->members[i]);
            double length = 0;

            seen[role->members[i]]++;
            assert_int_equal(roles[role->members[i]], r);
            for (uint32_t x = 0; x < dimensions; x++)
                length += (double)row[x] * (double)row[x];
            for (uint32_t x = 0; x < dimensions && length > 0; x++)
                middle[x] += (double)row[x] / sqrt(length) / role->count;
        }
        for (uint32_t i = 0; i < role->count; i++) {
            const float *row = riwalk_vectors_row(vectors, role->members[i]);
            double length = 0, squares = 0;

            for (uint32_t x = 0; x < dimensions; x++)
                length += (double)row[x] * (double)row[x];
            for (uint32_t x = 0; x < dimensions && length > 0; x++)
                squares += pow((double)row[x] / sqrt(length) - middle[x], 2);
            /* Rows are scaled in single precision. */
            assert_true(fabs(role->distances[i] - sqrt(squares)) < 1e-6);
            assert_true(!i || role->distances[i] > role->distances[i - 1] - 1e-6);
        }
        assert_int_equal(role->typical_count, role->count < 5 ? role->count : 5);
    }
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        assert_int_equal(seen[u], 1);
}

static void every_node_is_in_one_role(void **state)
{
    riwalk_graph *graph = make_mixed();

    (void)state;
    for (uint32_t roles = 0; roles <= 6; roles++) {
        riwalk_describe_options options;
        riwalk_description *d = NULL;

        riwalk_describe_options_init(&options);
        options.roles = roles;
        assert_int_equal(riwalk_describe(graph, NULL, &options, &d, NULL), 0);
        assert_int_equal(summarize(d).chosen, !roles);
        if (roles) /* and one for the node without edges */
            assert_int_equal(summarize(d).roles, roles + 1);
        check_members(graph, d);
        riwalk_description_free(d);
    }
    riwalk_graph_free(graph);
}

/* The roles of the generator are those that are found, and their number. */
static void known_roles_are_found(void **state)
{
    static const riwalk_generator kinds[] = {RIWALK_GENERATOR_SHAPES, RIWALK_GENERATOR_BARBELL};
    static const uint32_t expected[] = {15, 7};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const char **labels = NULL;
        riwalk_graph *graph = generate(kinds[k], &labels);
        riwalk_description *d = NULL;
        const uint32_t *roles;

        assert_int_equal(riwalk_describe(graph, NULL, NULL, &d, NULL), 0);
        assert_int_equal(summarize(d).roles, expected[k]);
        roles = riwalk_description_roles(d);
        for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
            for (uint32_t v = 0; v < u; v++)
                assert_int_equal(roles[u] == roles[v], !strcmp(labels[u], labels[v]));
        riwalk_description_free(d);
        riwalk_labels_free(labels);
        riwalk_graph_free(graph);
    }
}

/* The share of a token in the visits of a node to other nodes: SP without the anchor's part. */
static double share_of(const riwalk_sampler *sampler, const riwalk_profile *profile, uint64_t token)
{
    double returns = 0;

    for (uint32_t i = 0; i < riwalk_profile_count(profile); i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);
        uint64_t tuple[RIWALK_ROLE_FIELDS];

        riwalk_role_tuple(sampler, entry->role, tuple);
        returns += tuple[1] ? 0 : entry->share;
    }
    return riwalk_profile_share(profile, token) / (1 - returns);
}

/* What is told of a token is its mean share among members and among all others. */
static void tokens_have_the_shares_of_profiles(void **state)
{
    const char **labels = NULL;
    riwalk_graph *graph = generate(RIWALK_GENERATOR_BARBELL, &labels);
    riwalk_sampler *sampler = NULL;
    riwalk_description *d = NULL;
    riwalk_profile *profiles[30];
    riwalk_options walk;
    uint32_t told = 0;

    (void)state;
    riwalk_options_init(&walk);
    walk.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    walk.walk_length = 5; /* as the vectors' */
    walk.walks = 20000;   /* the description's are exact here: shares differ by less than 0.01 */
    assert_int_equal(riwalk_sampler_create(graph, &walk, &sampler, NULL), 0);
    assert_int_equal(riwalk_describe(graph, NULL, NULL, &d, NULL), 0);
    for (uint32_t u = 0; u < 30; u++)
        assert_int_equal(riwalk_profile_find(sampler, u, &profiles[u], NULL), 0);
    for (uint32_t r = 0; r < summarize(d).roles; r++) {
        const riwalk_described_role *role = riwalk_description_role(d, r);

        for (uint32_t t = 0; t < role->token_count; t++, told++) {
            double here = 0, elsewhere = 0;
            char words[128];

            for (uint32_t u = 0; u < 30; u++) {
                bool member = riwalk_description_roles(d)[u] == r;
                double share = share_of(sampler, profiles[u], role->tokens[t].token);

                *(member ? &here : &elsewhere) += share / (member ? role->count : 30 - role->count);
            }
            assert_true(fabs(role->tokens[t].share - here) < 0.01);
            assert_true(fabs(role->tokens[t].elsewhere - elsewhere) < 0.01);
            assert_true(role->tokens[t].share >= 2 * role->tokens[t].elsewhere);
            riwalk_role_words(sampler, role->tokens[t].token, words, sizeof words);
            assert_string_equal(role->tokens[t].meaning, words);
            riwalk_role_token(sampler, role->tokens[t].token, words, sizeof words);
            assert_string_equal(role->tokens[t].word, words);
        }
    }
    assert_true(told > 5);
    for (uint32_t u = 0; u < 30; u++)
        riwalk_profile_free(profiles[u]);
    riwalk_description_free(d);
    riwalk_sampler_free(sampler);
    riwalk_labels_free(labels);
    riwalk_graph_free(graph);
}

/* ---- Names ---- */

/* The name of the role that a node is in, where each node's column is its role. */
static void check_names(const riwalk_graph *graph, const uint32_t *columns, uint32_t roles,
                        const char *const *names)
{
    riwalk_vectors *vectors = vectors_for(graph, columns, roles);
    riwalk_describe_options options;
    riwalk_description *d = NULL;

    riwalk_describe_options_init(&options);
    options.roles = roles;
    assert_int_equal(riwalk_describe(graph, vectors, &options, &d, NULL), 0);
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++) {
        uint32_t r = riwalk_description_roles(d)[u];
        const riwalk_described_role *role = riwalk_description_role(d, r);
        char number[16];

        snprintf(number, sizeof number, "role %u", r + 1);
        if (!riwalk_graph_degree(graph, u))
            assert_string_equal(role->name, "nodes without edges");
        else if (names[columns[u]])
            assert_string_equal(role->name, names[columns[u]]);
        else
            assert_string_equal(role->name, number);
        assert_int_equal(role->rule == NULL, !strcmp(role->name, number));
    }
    riwalk_description_free(d);
    riwalk_vectors_free(vectors);
}

/* Node 0 with leaves 1-6 and a chain 7, 8, 9; a pair 10, 11; a node 12 alone. */
static void trees_have_their_names(void **state)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 7, 8, 8, 9, 10, 11};
    static const uint32_t columns[] = {0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 4, 0};
    static const char *const names[] = {"centres of stars", "leaves of hubs", "links of chains",
                                        "ends of chains", "isolated pairs"};
    riwalk_graph *graph = build(13, ends, sizeof ends / sizeof *ends / 2);

    (void)state;
    check_names(graph, columns, 5, names);
    riwalk_graph_free(graph);
}

/* Two cliques of five nodes, 0-4 and 5-9, and node 10 that is joined to two nodes of each. */
static void cliques_and_their_bridge_have_their_names(void **state)
{
    static const char *const names[] = {"members of cliques", "bridges between dense groups",
                                        "members of dense groups"};
    static const uint32_t columns[] = {0, 0, 0, 2, 2, 2, 2, 0, 0, 0, 1};
    uint32_t ends[2 * 24] = {10, 3, 10, 4, 10, 5, 10, 6}, edges = 4;
    riwalk_graph *graph;

    (void)state;
    for (uint32_t clique = 0; clique < 2; clique++)
        for (uint32_t u = 0; u < 5; u++)
            for (uint32_t v = 0; v < u; v++) {
                ends[2 * edges] = 5 * clique + u;
                ends[2 * edges++ + 1] = 5 * clique + v;
            }
    graph = build(11, ends, edges);
    check_names(graph, columns, 3, names);
    riwalk_graph_free(graph);
}

/* Hubs 0 and 1, joined to each other and each to nodes 2-11, which are joined to nothing else. */
static void hubs_and_spokes_have_their_names(void **state)
{
    static const char *const names[] = {"hubs", "spokes of hubs"};
    uint32_t ends[2 * 21] = {0, 1}, edges = 1, columns[12] = {0, 0};
    riwalk_graph *graph;

    (void)state;
    for (uint32_t u = 2; u < 12; u++)
        for (uint32_t hub = 0; hub < 2; hub++) {
            ends[2 * edges] = hub;
            ends[2 * edges++ + 1] = u;
            columns[u] = 1;
        }
    graph = build(12, ends, edges);
    check_names(graph, columns, 2, names);
    riwalk_graph_free(graph);
}

/* A wheel of three spokes is a clique; a triangle at one of its nodes has two corners. */
static void corners_have_their_name(void **state)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 1, 2, 2, 3, 1, 3, 3, 4, 3, 5, 4, 5};
    static const uint32_t columns[] = {0, 0, 0, 2, 1, 1};
    static const char *const names[] = {"members of cliques", "corners of triangles",
                                        "bridges between dense groups"};
    riwalk_graph *graph = build(6, ends, sizeof ends / sizeof *ends / 2);

    (void)state;
    check_names(graph, columns, 3, names);
    riwalk_graph_free(graph);
}

/* In a square grid nodes inside meet no rule. */
static void a_role_that_meets_no_rule_has_a_number(void **state)
{
    const char **labels = NULL;
    riwalk_generate_options size;
    riwalk_graph *graph = NULL;
    uint32_t columns[NODES];
    static const char *const names[] = {"links of chains", NULL, NULL};

    (void)state;
    riwalk_generate_options_init(&size);
    size.rows = size.columns = 5;
    assert_int_equal(riwalk_graph_generate(RIWALK_GENERATOR_GRID, &size, &graph, &labels, NULL), 0);
    for (uint32_t u = 0; u < 25; u++)
        columns[u] = !strcmp(labels[u], "corner") ? 0 : !strcmp(labels[u], "edge") ? 1 : 2;
    check_names(graph, columns, 3, names);
    riwalk_labels_free(labels);
    riwalk_graph_free(graph);
}

/* ---- Input ---- */

static void results_do_not_depend_on_threads(void **state)
{
    riwalk_graph *graph = make_mixed();
    riwalk_description *d[2] = {NULL, NULL};

    (void)state;
    for (int i = 0; i < 2; i++) {
        riwalk_describe_options options;

        riwalk_describe_options_init(&options);
        options.run.threads = 1 + 2 * i;
        assert_int_equal(riwalk_describe(graph, NULL, &options, &d[i], NULL), 0);
    }
    assert_int_equal(summarize(d[0]).roles, summarize(d[1]).roles);
    for (uint32_t r = 0; r < summarize(d[0]).roles; r++) {
        const riwalk_described_role *a = riwalk_description_role(d[0], r),
                                    *b = riwalk_description_role(d[1], r);

        assert_int_equal(a->count, b->count);
        assert_memory_equal(a->members, b->members, a->count * sizeof *a->members);
        assert_memory_equal(a->distances, b->distances, a->count * sizeof *a->distances);
        assert_int_equal(a->token_count, b->token_count);
        for (uint32_t t = 0; t < a->token_count; t++)
            assert_true(a->tokens[t].share == b->tokens[t].share);
    }
    riwalk_description_free(d[0]);
    riwalk_description_free(d[1]);
    riwalk_graph_free(graph);
}

/* Vectors of some nodes, in another order and with a prefix, are found by name. */
static void vectors_are_found_by_name(void **state)
{
    static const char *const names[] = {"g:3", "g:2", "other", "g:0"};
    const float values[] = {1, 0, 0, 1, 5, 5, 1, 0};
    riwalk_graph *graph = build(5, (const uint32_t[]){0, 1, 1, 2, 2, 3}, 3);
    riwalk_vectors *vectors = NULL;
    riwalk_describe_options options;
    riwalk_description *d = NULL;
    riwalk_error error;

    (void)state;
    riwalk_describe_options_init(&options);
    assert_int_equal(riwalk_vectors_build(4, 2, names, values, &vectors, NULL), 0);
    assert_int_equal(riwalk_describe(graph, vectors, &options, &d, &error), RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message, "none of the nodes with edges has a vector: are these the "
                                       "vectors of this graph?");
    options.prefix = "g";
    options.roles = 2;
    assert_int_equal(riwalk_describe(graph, vectors, &options, &d, NULL), 0);
    assert_int_equal(summarize(d).missing, 2);
    assert_int_equal(summarize(d).isolated, 1);
    assert_int_equal(summarize(d).roles, 3);
    assert_memory_equal(riwalk_description_roles(d),
                        ((const uint32_t[]){0, RIWALK_NO_CLASS, 1, 0, 2}), 5 * sizeof(uint32_t));
    assert_ptr_equal(riwalk_description_vectors(d), vectors);
    assert_null(riwalk_description_embedding(d));
    riwalk_description_free(d);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static void what_cannot_be_described_is_refused(void **state)
{
    riwalk_graph *graph = build(3, NULL, 0), *path;
    riwalk_describe_options options;
    riwalk_description *d = NULL;
    riwalk_error error;

    (void)state;
    assert_int_equal(riwalk_describe(graph, NULL, NULL, &d, &error), RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message, "the graph has no edges, so there are no roles to describe");
    assert_int_equal(riwalk_describe(NULL, NULL, NULL, &d, &error), RIWALK_STATUS_ARGUMENT);
    riwalk_graph_free(graph);
    path = build(2, (const uint32_t[]){0, 1}, 1);
    riwalk_describe_options_init(&options);
    options.roles = 2;
    assert_int_equal(riwalk_describe(path, NULL, &options, &d, &error), RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message,
                        "2 clusters were requested, but there are only 1 different vectors");
    options.most_roles = 1;
    assert_int_equal(riwalk_describe(path, NULL, &options, &d, &error), RIWALK_STATUS_ARGUMENT);
    assert_null(d);
    riwalk_graph_free(path);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = build(6, (const uint32_t[]){0, 1, 1, 2, 2, 3, 1, 3, 3, 4}, 5);
    riwalk_describe_options options;
    riwalk_description *d = NULL;

    (void)state;
    riwalk_describe_options_init(&options);
    options.run.threads = 1;
    options.most_roles = 3;
    check_allocations_of(20, d, (riwalk_description_free(d), d = NULL),
                         riwalk_describe(graph, NULL, &options, &d, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_are_those_of_plain_counting),
        cmocka_unit_test(every_node_is_in_one_role),
        cmocka_unit_test(known_roles_are_found),
        cmocka_unit_test(tokens_have_the_shares_of_profiles),
        cmocka_unit_test(trees_have_their_names),
        cmocka_unit_test(cliques_and_their_bridge_have_their_names),
        cmocka_unit_test(hubs_and_spokes_have_their_names),
        cmocka_unit_test(corners_have_their_name),
        cmocka_unit_test(a_role_that_meets_no_rule_has_a_number),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(vectors_are_found_by_name),
        cmocka_unit_test(what_cannot_be_described_is_refused),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
