/* SPDX-License-Identifier: MIT */
/* Walks and their roles: token for token against the definitions; the same on any number of
 * threads; uniform steps; the role table, profiles and the corpus file. */
#include "base/memory.h"
#include "base/rng.h"
#include "reference/graphs.h"
#include "reference/roles.h"
#include "walks/walks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define GRAPHS 2400

/* ---- Against the reference ---- */

typedef struct check {
    const riwalk_graph *graph;
    const riwalk_walk_options *options;
    const riwalk_sampler *sampler;
    uint32_t step; /* checks every step-th anchor */
    uint32_t next; /* the anchor that must come next */
    uint32_t *distances;
    uint32_t *nodes;
} check;

static void check_token(const check *c, const riwalk_graph *walked, uint32_t anchor, uint32_t node,
                        uint64_t role)
{
    uint64_t expected[RIWALK_ROLE_FIELDS], tuple[RIWALK_ROLE_FIELDS];
    unsigned fields =
        walked ? reference_walked_tuple(c->graph, walked, c->options, anchor, node, c->distances,
                                        expected)
               : reference_tuple(c->graph, c->options, anchor, node, c->distances, expected);

    riwalk_role_tuple(c->sampler, role, tuple);
    assert_int_equal(riwalk_role_field_count(c->sampler), fields);
    for (unsigned f = 0; f < fields; f++)
        assert_int_equal(tuple[f], expected[f]);
}

static int check_anchor(const riwalk_anchor_walks *walks, void *data)
{
    check *c = data;
    riwalk_graph *walked = NULL;
    size_t count = (size_t)walks->walks * walks->length;

    assert_int_equal(walks->anchor, c->next);
    c->next++;
    if (walks->anchor % c->step)
        return 0;
    reference_distances(c->graph, walks->anchor, c->distances);
    assert_int_equal(reference_walks(c->graph, c->options, walks->anchor, c->distances, c->nodes),
                     walks->length);
    assert_memory_equal(walks->nodes, c->nodes, count * sizeof *c->nodes);
    if (c->options->identifier == RIWALK_IDENTIFIER_RW_SP ||
        c->options->identifier == RIWALK_IDENTIFIER_RW_WL) {
        walked = reference_walked(c->graph, walks->walks, walks->length, walks->nodes);
        reference_distances(walked, walks->anchor, c->distances);
    }
    for (size_t t = 0; t < count; t++) {
        if (walks->nodes[t] == walks->anchor)
            assert_int_equal(walks->roles[t], 0);
        else if (count < 100 || rw_rng_mix(walks->nodes[t] + t / 97) % 4 == 0)
            check_token(c, walked, walks->anchor, walks->nodes[t], walks->roles[t]);
    }
    riwalk_graph_free(walked);
    return 0;
}

static void check_graph(const riwalk_graph *graph, const riwalk_walk_options *options,
                        uint32_t step)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    riwalk_sampler *sampler = NULL;
    riwalk_error error;
    check c = {.graph = graph, .options = options, .step = step};

    assert_int_equal(riwalk_sampler_create(graph, options, &sampler, &error), RIWALK_STATUS_OK);
    c.sampler = sampler;
    c.distances = malloc(nodes * sizeof *c.distances);
    c.nodes = malloc((size_t)options->walks * options->walk_length * sizeof *c.nodes);
    assert_true(c.distances && c.nodes);
    assert_int_equal(riwalk_walks_each(sampler, check_anchor, &c, &error), RIWALK_STATUS_OK);
    assert_int_equal(c.next, nodes);
    free(c.distances);
    free(c.nodes);
    riwalk_sampler_free(sampler);
}

/* Few and short walks give the search a small budget, so that distances are asked for. */
static void walks_equal_the_reference(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < GRAPHS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 60);
        uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, 0, 0);
        riwalk_walk_options options;

        riwalk_walk_options_init(&options);
        options.threads = 1;
        options.seed = seed;
        options.walks = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 0), 5);
        options.walk_length = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 1), 9);
        options.discount = rw_rng_at(stream, 2) % 4;
        options.discount_base = rw_rng_at(stream, 3) % 3 ? 2 : 1.5;
        options.role_anchor = rw_rng_at(stream, 4) % 3;
        for (uint32_t radius = 1; radius <= 7; radius++) {
            options.radius = radius < 7 ? radius : RIWALK_RADIUS_MAX;
            options.identifier = (riwalk_identifier)((seed / REFERENCE_GRAPH_KINDS + radius) % 4);
            check_graph(graph, &options, 1 + riwalk_graph_node_count(graph) / 8);
        }
        riwalk_graph_free(graph);
    }
}

static void datasets_equal_the_reference(void **state)
{
    static const char *const names[] = {"usa-airports", "europe-airports", "expressway", "actor",
                                        "film"};

    (void)state;
    if (!getenv("RIWALK_DATA")) {
        print_message("skipped: RIWALK_DATA is not set\n");
        skip();
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        riwalk_graph *graph = reference_dataset(names[i]);
        riwalk_walk_options options;

        riwalk_walk_options_init(&options);
        options.threads = 2;
        for (int kind = 0; kind < 4; kind++) {
            options.identifier = (riwalk_identifier)kind;
            options.radius = 4;
            check_graph(graph, &options, 1 + riwalk_graph_node_count(graph) / 60);
            options.radius = 3;
            options.walks = 5; /* a small budget */
            check_graph(graph, &options, 1 + riwalk_graph_node_count(graph) / 60);
            options.walks = 80;
        }
        riwalk_graph_free(graph);
    }
}

/* ---- Threads ---- */

static int add_checksum(const riwalk_anchor_walks *walks, void *data)
{
    size_t count = (size_t)walks->walks * walks->length;
    uint64_t *sum = data;

    for (size_t t = 0; t < count; t++)
        *sum = rw_rng_mix(*sum ^ walks->nodes[t] ^ rw_rng_mix(walks->roles[t]));
    return 0;
}

static void threads_do_not_matter_on(const riwalk_graph *graph, riwalk_identifier identifier)
{
    static const int threads[] = {1, 2, 3, 7};
    uint64_t first_sum = 0, first_table = 0;

    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        riwalk_sampler *sampler = NULL;
        riwalk_walk_options options;
        riwalk_roles *roles = NULL;
        uint64_t sum = 0, table = 0;

        riwalk_walk_options_init(&options);
        options.identifier = identifier;
        options.threads = threads[i];
        assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), RIWALK_STATUS_OK);
        assert_int_equal(riwalk_walks_each(sampler, add_checksum, &sum, NULL), RIWALK_STATUS_OK);
        assert_int_equal(riwalk_roles_find(sampler, &roles, NULL), RIWALK_STATUS_OK);
        for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
            const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

            table = rw_rng_mix(table ^ entry->role);
            table = rw_rng_mix(table ^ entry->visits ^ entry->anchors << 32);
        }
        if (!i) {
            first_sum = sum;
            first_table = table;
        }
        assert_true(sum == first_sum);
        assert_true(table == first_table);
        riwalk_roles_free(roles);
        riwalk_sampler_free(sampler);
    }
}

static void threads_do_not_matter(void **state)
{
    static const char *const names[] = {"usa-airports", "expressway", "actor"};

    (void)state;
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        riwalk_graph *graph = reference_graph(kind, 5, 300);

        threads_do_not_matter_on(graph, (riwalk_identifier)(kind % 4));
        riwalk_graph_free(graph);
    }
    if (!getenv("RIWALK_DATA"))
        print_message("real graphs skipped: RIWALK_DATA is not set\n");
    for (size_t i = 0; getenv("RIWALK_DATA") && i < sizeof names / sizeof *names; i++) {
        riwalk_graph *graph = reference_dataset(names[i]);

        threads_do_not_matter_on(graph, RIWALK_IDENTIFIER_SP);
        threads_do_not_matter_on(graph, RIWALK_IDENTIFIER_WL);
        riwalk_graph_free(graph);
    }
}

/* ---- The distribution of steps ---- */

typedef struct steps {
    const riwalk_graph *graph;
    uint32_t anchor;
    uint32_t radius;
    uint64_t *counts; /* [nodes * nodes] */
} steps;

static int count_steps(const riwalk_anchor_walks *walks, void *data)
{
    steps *s = data;
    uint32_t nodes = riwalk_graph_node_count(s->graph);

    if (walks->anchor != s->anchor)
        return 0;
    for (uint32_t w = 0; w < walks->walks; w++)
        for (uint32_t t = 0; t + 1 < walks->length; t++) {
            const uint32_t *at = &walks->nodes[(size_t)w * walks->length + t];

            s->counts[(size_t)at[0] * nodes + at[1]]++;
        }
    return 0;
}

/* Pearson's statistic of the steps out of each node over its neighbours inside the ball, summed
 * over nodes with 10 or more expected steps to each. Under uniform steps it has mean `freedom`
 * and variance 2 freedom; five deviations happen once in millions, and the seed is fixed. */
static void check_steps(const riwalk_graph *graph, uint32_t anchor, uint32_t radius)
{
    uint32_t nodes = riwalk_graph_node_count(graph), freedom = 0;
    uint32_t *distances = malloc(nodes * sizeof *distances);
    steps s = {graph, anchor, radius, calloc((size_t)nodes * nodes, sizeof *s.counts)};
    riwalk_sampler *sampler = NULL;
    riwalk_walk_options options;
    double statistic = 0;

    assert_true(distances && s.counts);
    riwalk_walk_options_init(&options);
    options.radius = radius;
    options.walks = 4000;
    options.seed = 11;
    assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, NULL), RIWALK_STATUS_OK);
    assert_int_equal(riwalk_walks_each(sampler, count_steps, &s, NULL), RIWALK_STATUS_OK);
    reference_distances(graph, anchor, distances);
    for (uint32_t u = 0; u < nodes; u++) {
        const uint32_t *row = riwalk_graph_neighbors(graph, u);
        const uint64_t *counts = &s.counts[(size_t)u * nodes];
        uint32_t inside = 0;
        uint64_t total = 0;
        double expected;

        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            inside += distances[row[i]] <= radius;
            total += counts[row[i]];
            if (distances[row[i]] > radius)
                assert_int_equal(counts[row[i]], 0);
        }
        expected = inside ? (double)total / inside : 0;
        if (expected < 10)
            continue;
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
            if (distances[row[i]] <= radius)
                statistic += pow((double)counts[row[i]] - expected, 2) / expected;
        freedom += inside - 1;
    }
    assert_true(freedom > 10);
    assert_true(fabs(statistic - freedom) < 5 * sqrt(2.0 * freedom));
    free(distances);
    free(s.counts);
    riwalk_sampler_free(sampler);
}

/* The anchor 0 - two of 1, 2, 3 each - hubs 4 and 5, at distance 2, which have 3 neighbours in a
 * ball of radius 2 and 60 outside: attempts mostly fail, and a look at all neighbours decides. */
static riwalk_graph *lone_hubs(void)
{
    uint32_t ends[2 * 200];
    uint64_t count = 0;
    riwalk_graph *graph = NULL;

    for (uint32_t middle = 1; middle <= 3; middle++)
        for (uint32_t other = 0; other <= 5; other += other ? 1 : 4) {
            ends[2 * count] = middle;
            ends[2 * count++ + 1] = other;
        }
    for (uint32_t leaf = 6; leaf < 66; leaf++)
        for (uint32_t hub = 4; hub <= 5; hub++) {
            ends[2 * count] = hub;
            ends[2 * count++ + 1] = leaf;
        }
    assert_int_equal(riwalk_graph_build(66, count, ends, NULL, NULL, &graph, NULL),
                     RIWALK_STATUS_OK);
    return graph;
}

/* The first graph of a kind, from a seed on, that has enough nodes. */
static riwalk_graph *graph_of_size(unsigned kind, uint64_t seed, uint32_t least, uint32_t most)
{
    riwalk_graph *graph = reference_graph(kind, seed, most);

    while (riwalk_graph_node_count(graph) < least) {
        riwalk_graph_free(graph);
        graph = reference_graph(kind, ++seed, most);
    }
    return graph;
}

static void steps_are_uniform(void **state)
{
    riwalk_graph *graph = lone_hubs();

    (void)state;
    check_steps(graph, 0, 2);
    check_steps(graph, 0, 3);
    riwalk_graph_free(graph);
    for (uint32_t radius = 1; radius <= 3; radius++) {
        graph = graph_of_size(1, 40, 30, 60);
        check_steps(graph, 0, radius);
        riwalk_graph_free(graph);
        graph = graph_of_size(8, 7, 80, 150);
        check_steps(graph, 0, radius);
        riwalk_graph_free(graph);
    }
}

/* ---- Degenerate graphs ---- */

static void small_graphs_work(void **state)
{
    uint32_t ends[] = {0, 1};
    riwalk_graph *pair = NULL, *lonely = NULL, *empty = NULL;
    riwalk_walk_options options;

    (void)state;
    assert_int_equal(riwalk_graph_build(2, 1, ends, NULL, NULL, &pair, NULL), 0);
    assert_int_equal(riwalk_graph_build(3, 1, ends, NULL, NULL, &lonely, NULL), 0);
    assert_int_equal(riwalk_graph_build(0, 0, NULL, NULL, NULL, &empty, NULL), 0);
    riwalk_walk_options_init(&options);
    for (int kind = 0; kind < 4; kind++)
        for (uint32_t radius = 1; radius <= 64; radius *= 4) {
            options.identifier = (riwalk_identifier)kind;
            options.radius = radius;
            check_graph(pair, &options, 1);
            check_graph(lonely, &options, 1);
            check_graph(empty, &options, 1);
        }
    riwalk_graph_free(pair);
    riwalk_graph_free(lonely);
    riwalk_graph_free(empty);
}

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
    riwalk_graph *graph = graph_of_size(3, 1, 5, 9); /* a star */
    uint32_t leaves = riwalk_graph_degree(graph, 0);
    uint64_t factor = 1000;
    riwalk_sampler *sampler = NULL;
    riwalk_walk_options options;
    riwalk_roles *roles = NULL;
    char words[64];
    uint32_t id;

    (void)state;
    riwalk_walk_options_init(&options);
    options.identifier = RIWALK_IDENTIFIER_CUSTOM;
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
    riwalk_walk_options options;
    riwalk_profile *first = NULL;
    riwalk_roles *roles = NULL;
    uint64_t *visits, *anchors;

    (void)state;
    riwalk_walk_options_init(&options);
    options.identifier = RIWALK_IDENTIFIER_WL;
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
            uint32_t id;

            assert_true(riwalk_roles_id(roles, entry->role, &id));
            visits[id] += entry->visits;
            anchors[id]++;
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
        riwalk_walk_options options;
        riwalk_roles *roles = NULL;

        riwalk_walk_options_init(&options);
        options.identifier = cases[i].identifier;
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
    riwalk_walk_options options;
    char *roles, *nodes;

    (void)state;
    assert_true(file >= 0);
    close(file);
    assert_int_equal(riwalk_graph_read_memory(edges, sizeof edges - 1, "edges", NULL, &graph, NULL),
                     0);
    riwalk_walk_options_init(&options);
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
    assert_int_equal(riwalk_graph_read_memory(edges, sizeof edges - 1, "edges", NULL, &graph, NULL),
                     0);
    assert_int_equal(riwalk_sampler_create(graph, NULL, &sampler, NULL), 0);
    assert_int_equal(riwalk_walks_write(sampler, "/dev/null", false, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message,
                        "node r1.2.3 is named as roles are: rename it, or write node ids");
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
    riwalk_walk_options options;
    riwalk_error error;
    uint32_t last = riwalk_graph_node_count(graph) / 2;

    (void)state;
    riwalk_walk_options_init(&options);
    for (options.threads = 1; options.threads <= 3; options.threads++) {
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
    riwalk_walk_options options;
    riwalk_status status;

    riwalk_walk_options_init(&options);
    options.identifier = (riwalk_identifier)kind;
    options.threads = 2;
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
    long before = rw_memory_blocks();

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (long permitted = 0;; permitted++) {
            riwalk_error error = {0};
            riwalk_status status;

            rw_memory_permit(permitted);
            status = do_everything(graph, kind, &error);
            rw_memory_permit(-1);
            assert_int_equal(rw_memory_blocks(), before);
            if (status == RIWALK_STATUS_OK) {
                assert_true(permitted > 20);
                break;
            }
            assert_int_equal(status, RIWALK_STATUS_MEMORY);
            assert_int_equal(error.code, RIWALK_STATUS_MEMORY);
        }
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_equal_the_reference),
        cmocka_unit_test(datasets_equal_the_reference),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(steps_are_uniform),
        cmocka_unit_test(small_graphs_work),
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
