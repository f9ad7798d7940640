/* SPDX-License-Identifier: MIT */
/* What is made of walks: the role table, profiles, the corpus file, a caller's own identifier, on
 * any threads; and failures on the way. */
#include "engine/walks.h"
#include "unit/test.h"

/* ---- A caller's own identifier ---- */

static uint64_t own_role(const riwalk_context *context, void *data)
{
    const uint64_t *factor = data;

    return context->distance * *factor + context->closer * 100 + context->same * 10 +
           context->further;
}

static size_t own_words(uint64_t role, char *buffer, size_t capacity, void *data)
{
    return (size_t)snprintf(buffer, capacity, "the role %llu of mine", (unsigned long long)role);
}

TEST(own_identifier_is_used)
{
    scoped_graph *graph = reference_graph_of_size(3, 1, 5, 9); /* a star */
    uint32_t leaves = riwalk_graph_degree(graph, 0);
    uint64_t factor = 1000;
    riwalk_options options =
        WITH(riwalk_options, it.view.identifier = RIWALK_IDENTIFIER_CUSTOM, it.role = own_role,
             it.role_layers = true, it.role_words = own_words, it.role_data = &factor);
    char words[64];
    uint32_t id;
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);
    riwalk_roles *roles = MADE(roles, riwalk_roles_find, sampler);

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
}

/* ---- Threads ---- */

/* The sum, and the anchor that comes next: roles are those of test_engine.c. */
static int add_checksum(const riwalk_anchor_walks *walks, void *data)
{
    size_t count = (size_t)walks->walks * walks->length;
    uint64_t *sum = data;

    assert_int_equal(walks->anchor, sum[1]++);
    for (size_t t = 0; t < count; t++) {
        sum[0] = rw_rng_mix(sum[0] ^ walks->nodes[t] ^ rw_rng_mix(walks->roles[t]));
        assert_int_equal(walks->nodes[t] == walks->anchor, !walks->roles[t]);
    }
    return 0;
}

static void threads_do_not_matter_on(const riwalk_graph *graph, riwalk_identifier identifier,
                                     uint32_t walks)
{
    static const int threads[] = {1, 2, 3, 7};
    scoped void *first = NULL;

    EACH (t, threads) {
        riwalk_options options = WITH(riwalk_options, it.view.identifier = identifier,
                                      it.walks = walks, it.run.threads = *t);
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);
        scoped_roles *roles = MADE(roles, riwalk_roles_find, sampler);
        uint64_t sums[3] = {0}; /* of walks, all anchors, and of the table */

        ok(riwalk_walks_each(sampler, add_checksum, sums, &failure));
        assert_int_equal(sums[1], riwalk_graph_node_count(graph));
        for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
            const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

            sums[2] = rw_rng_mix(sums[2] ^ entry->role);
            sums[2] = rw_rng_mix(sums[2] ^ entry->visits ^ entry->anchors << 32);
        }
        assert_unchanged(&first, sums, sizeof sums);
    }
}

TEST(threads_do_not_matter)
{
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        scoped_graph *graph = reference_graph(kind, 5, 300);

        threads_do_not_matter_on(graph, (riwalk_identifier)(kind % 4), 80);
    }
}

TEST(sampled_anchors_lie_one_in_each_part)
{
    uint32_t multiples = 0;

    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t anchor = rw_sampled_anchor(64000, 1000, i);

        assert_int_equal(anchor / 64, i);
        multiples += anchor % 64 == 0;
        assert_int_equal(rw_sampled_anchor(1000, 1000, i), i);
        assert_true(rw_sampled_anchor(UINT32_MAX, 1000, i) / (UINT32_MAX / 1000) >= i);
    }
    assert_in_range(multiples, 1, 40); /* 16 expected, with a deviation of 4 */
}

/* ---- Table and profiles ---- */

TEST(table_and_profiles_agree)
{
    /* Else profiles of small graphs are expectations. */
    riwalk_options options =
        WITH(riwalk_options, it.view.identifier = RIWALK_IDENTIFIER_WL, it.walks = 80);
    scoped_graph *graph = reference_graph(8, 2, 200);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);
    scoped_roles *roles = MADE(roles, riwalk_roles_find, sampler);
    scoped_profile *first = MADE(profile, riwalk_profile_find, sampler, 0);
    uint32_t count = riwalk_roles_count(roles);
    scoped uint64_t *visits = calloc(count, sizeof *visits), *anchors = calloc(count, 8);

    assert_true(visits && anchors);
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++) {
        scoped_profile *profile = MADE(profile, riwalk_profile_find, sampler, u);
        double shares = 0, similarity = riwalk_profile_similarity(profile, profile);

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
        assert_true(similarity > 1 - 1e-9 && similarity <= 1);
        assert_true(riwalk_profile_similarity(first, profile) ==
                    riwalk_profile_similarity(profile, first));
    }
    for (uint32_t id = 0; id < count; id++) {
        assert_int_equal(riwalk_roles_get(roles, id)->visits, visits[id]);
        assert_int_equal(riwalk_roles_get(roles, id)->anchors, anchors[id]);
        if (id)
            assert_true(riwalk_roles_get(roles, id - 1)->role < riwalk_roles_get(roles, id)->role);
    }
}

/* How many roles there are in the datasets, against counts from the authors' sampling; whether a
 * rare role is met is chance, so within 5 %. */
TEST(role_counts_are_those_of_the_authors)
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

    if (!reference_data()) {
        print_message("skipped: RIWALK_DATA is not set\n");
        skip();
    }
    EACH (c, cases) {
        scoped_graph *graph = reference_dataset(c->name);
        riwalk_options options = WITH(riwalk_options, it.view.identifier = c->identifier);
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);
        riwalk_roles *roles = MADE(roles, riwalk_roles_find, sampler);

        print_message("%s: %u roles, the authors %g\n", c->name, riwalk_roles_count(roles),
                      c->roles);
        assert_true(fabs(riwalk_roles_count(roles) - c->roles) <= 0.05 * c->roles);
        riwalk_roles_free(roles);
    }
}

/* ---- The corpus ---- */

TEST(corpus_has_a_walk_a_line)
{
    scoped_graph *graph = graph_from("a b\nb c\n", NULL);
    riwalk_options options = WITH(riwalk_options, it.walks = 2, it.walk_length = 3);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

    ok(riwalk_walks_write(sampler, "roles", false, &failure));
    ok(riwalk_walks_write(sampler, "nodes", true, &failure));
    scoped char *roles = read_file("roles", NULL), *nodes = read_file("nodes", NULL);
    /* From an end the walk can only go a b and then to an end again; from b always to an end. */
    assert_memory_equal(nodes, "a b ", 4);
    assert_memory_equal(roles, "a r1.1.1 ", 9);
    assert_non_null(strstr(roles, "\nb r1.1.1 b\nb r1.1.1 b\nc r1.1.1 "));
    assert_int_equal(strlen(nodes), 6 * 6);
}

TEST(names_like_roles_are_refused)
{
    scoped_graph *graph = graph_from("r1.2.3 b\nb c\n", NULL);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, NULL);

    check_says(ARGUMENT, "node r1.2.3 has the name of a role: rename it, or write node ids",
               riwalk_walks_write(sampler, "/dev/null", false, &failure));
    ok(riwalk_walks_write(sampler, "/dev/null", true, &failure));
}

/* ---- Failures ---- */

static int stop_at(const riwalk_anchor_walks *walks, void *data)
{
    return walks->anchor == *(const uint32_t *)data;
}

TEST(cancelling_ends_the_run_on_any_threads)
{
    scoped_graph *graph = reference_graph(0, 4, 900);
    uint32_t last = riwalk_graph_node_count(graph) / 2;

    for (int threads = 1; threads <= 3; threads++) {
        riwalk_options options = WITH(riwalk_options, it.run.threads = threads);
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

        check_status(CANCELLED, riwalk_walks_each(sampler, stop_at, &last, &failure));
    }
}
