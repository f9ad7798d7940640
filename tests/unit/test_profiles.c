/* SPDX-License-Identifier: MIT */
/* How rows of profiles are kept. What is in them: test_engine.c. */
#include "embedding.h"

static riwalk_sampler *make_sampler(const riwalk_graph *graph, riwalk_options options)
{
    return MADE(sampler, riwalk_sampler_create, graph, &options);
}

/* Which profiles are exact, when the choice is ours, depends on balls; and all of a small graph. */
TEST(small_balls_and_small_graphs_are_exact)
{
    for (int large = 0; large < 2; large++) {
        uint32_t nodes = large ? 20000 : 500;
        riwalk_options options =
            WITH(riwalk_options, it.run.threads = 2, it.view.radius = large ? 2 : 4);
        scoped_graph *graph = GENERATED(BARABASI_ALBERT, it.nodes = nodes, it.edges_per_node = 2);
        scoped_sampler *sampler = make_sampler(graph, options);
        scoped_profiles *profiles = collect(sampler, (rw_anchors){.count = nodes}, false);

        assert_in_range(profiles->exact_count, large ? 1 : nodes, large ? nodes - 1 : nodes);
    }
}

/* The options of a round: both identifiers, with few walks or as many as the library finds good. */
static riwalk_options options_of_round(int round)
{
    return WITH(riwalk_options,
                it.view.identifier = round & 1 ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP,
                it.run.threads = 2, it.walks = round & 4 ? RIWALK_WALKS_AUTO : 9);
}

static void assert_same_profiles(const rw_profiles *a, const rw_profiles *b)
{
    assert_int_equal(a->role_count, b->role_count);
    assert_memory_equal(a->roles, b->roles, a->role_count * sizeof(uint64_t));
    assert_int_equal(a->exact_count, b->exact_count);
    assert_int_equal(a->entry_count, b->entry_count);
    assert_int_equal(a->longest, b->longest);
    for (uint32_t u = 0; u < a->anchor_count; u++) {
        rw_profile_entry room[2][800];
        rw_profile x = rw_profiles_read(a, u, room[0]), y = rw_profiles_read(b, u, room[1]);
        uint32_t first = 0;

        assert_int_equal(x.count, y.count);
        assert_int_equal(rw_profiles_count(a, u, &first), x.count);
        if (x.count) {
            assert_memory_equal(x.entries, y.entries, x.count * sizeof *x.entries);
            assert_int_equal(first, x.entries[0].role);
        }
    }
}

/* Leaving the anchor's part out afterwards gives the table and the counts of walks that never had
 * it, sampled or exact. */
TEST(anchors_can_be_dropped_later)
{
    for (int round = 0; round < 8; round++) {
        riwalk_options options = options_of_round(round);
        scoped_graph *graph = reference_graph_of_size(round % 2 ? 0 : 8, (uint64_t)round, 50, 70);
        rw_anchors all = {.count = graph->node_count};
        scoped_sampler *keeps = make_sampler(graph, options);
        scoped_sampler *drops =
            make_sampler(graph, BUT(options, it.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP));
        scoped_profiles *kept = collect(keeps, all, false), *packed = collect(keeps, all, true);
        scoped_profiles *dropped = collect(drops, all, false), *later = NULL, *of_packed = NULL;

        ok(rw_profiles_drop_anchor(kept, &keeps->setup, &drops->setup, &later, &failure));
        ok(rw_profiles_drop_anchor(packed, &keeps->setup, &drops->setup, &of_packed, &failure));
        assert_true(later->role_count < kept->role_count);
        assert_same_profiles(packed, kept);
        assert_same_profiles(later, dropped);
        assert_same_profiles(of_packed, dropped);
        rw_profiles_take_rows(later, kept);
        assert_same_profiles(later, dropped);
        assert_true(rw_profiles_get(later, 7).entries == rw_profiles_read(later, 7, NULL).entries);
    }
}

/* Steps and visits at the borders of what a byte holds, whole or not. */
TEST(packed_rows_hold_any_step_and_visits)
{
    static const uint32_t steps[] = {1, 2, 15, 16, 127, 128, 16383, 16384};
    static const float visits[] = {1, 14, 15, 16, 270, 271, 0.25f, 1.5f, 1e9f, 300.5f, 1e-30f};
    enum {
        COUNT = 88,
        ROLES = 400000
    };
    rw_profile_entry entries[COUNT], room[COUNT];
    uint32_t starts[] = {0, 0, COUNT, COUNT}, role = UINT32_MAX, first = 0, *places, count;
    rw_rows rows = {.count = 3, .role_count = ROLES, .starts = starts, .entries = entries};
    rw_profiles *p = NULL;

    places = calloc(ROLES, sizeof *places);
    for (uint32_t i = 0; i < ROLES; i++)
        places[i] = 2 * i;
    for (uint32_t i = 0; i < COUNT; i++)
        entries[i] = (rw_profile_entry){role += steps[i % 8], visits[i % 11]};
    ok(rw_profiles_new((rw_cut){3, 3, 1}, &p, &failure));
    ok(rw_profiles_pack(p, 0, &rows, places, &failure));
    assert_int_equal(rw_profiles_count(p, 0, &first), 0);
    assert_int_equal(rw_profiles_count(p, 1, &first), COUNT);
    assert_int_equal(first, 0);
    count = rw_profiles_read(p, 1, room).count;
    assert_int_equal(count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(room[i].role, 2 * entries[i].role);
        assert_memory_equal(&room[i].visits, &entries[i].visits, sizeof(float));
    }
    assert_int_equal(rw_profiles_read(p, 2, room).count, 0);
    rw_profiles_free(p);
    free(places);
}
