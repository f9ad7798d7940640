/* SPDX-License-Identifier: MIT */
/* The laws of directed and weighted graphs: what says nothing new changes nothing, what says
 * something does, and what cannot be is refused. test_engine.c has the definitions. */
#include "embedding.h"
#include "engine/walks.h"
#include "unit/test.h"

#define ARCS_MOST 20000

/* All arcs of a graph, as pairs; `weight` of each, or 0 for none. */
static riwalk_graph *with_arcs(const riwalk_graph *graph, bool directed, float weight)
{
    static uint32_t ends[2 * ARCS_MOST];
    static float weights[ARCS_MOST];
    uint64_t count = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];

            assert_true(count < ARCS_MOST);
            ends[2 * count] = u;
            ends[2 * count + 1] = v;
            weights[count++] = weight;
        }
    return build(riwalk_graph_node_count(graph), count, ends, weight > 0 ? weights : NULL,
                 directed);
}

/* The same arcs and weights, each multiplied. */
static riwalk_graph *scaled(const riwalk_graph *graph, float factor)
{
    static uint32_t ends[2 * ARCS_MOST];
    static float weights[ARCS_MOST];
    uint64_t count = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            assert_true(count < ARCS_MOST);
            ends[2 * count] = u;
            ends[2 * count + 1] = riwalk_graph_neighbors(graph, u)[i];
            weights[count++] = (float)riwalk_graph_weights(graph, u)[i] * factor;
        }
    return build(riwalk_graph_node_count(graph), count, ends, weights,
                 riwalk_graph_is_directed(graph));
}

static const char *const trained[] = {
    "walks=8 dimensions=16 epochs=1",
    "method=riwalk-wl walks=8 dimensions=16 epochs=1",
    "method=riwalk-rw-wl walks=8 dimensions=16 epochs=1",
    "trainer=factor dimensions=16",
    "trainer=factor walks=20 dimensions=16 method=riwalk-wl radius=3",
    "trainer=factor walks=20 dimensions=16 method=riwalk-rw-sp",
    "trainer=factor dimensions=16 views=sp:4:1.3:drop,wl:2:2:keep,wl:3:none:drop",
};

#define TRAINED (sizeof trained / sizeof *trained)

TEST(a_graph_with_every_arc_both_ways_has_the_vectors_of_the_undirected_one)
{
    for (uint32_t nodes = 60; nodes <= FEW(600, 60); nodes *= 10) {
        scoped_graph *plain = make_graph(nodes, 2);
        scoped_graph *both = with_arcs(plain, true, 0);

        for (size_t i = 0; i < TRAINED; i++) {
            riwalk_options options = options_of(trained[i]);
            scoped_vectors *usual = embed(plain, &options, NULL);
            scoped_vectors *arcs = embed(both, &options, NULL), *asked;

            if (!same(usual, arcs))
                fail_msg("%u nodes, %s", nodes, trained[i]);
            options.role_directions = RIWALK_USE_YES;
            asked = embed(plain, &options, NULL);
            assert_true(same(usual, asked));
        }
    }
}

TEST(directions_matter_and_need_not)
{
    scoped_graph *plain = make_graph(80, 2), *graph = vary(plain, false, true);
    scoped_graph *skeleton = with_arcs(graph, false, 0);

    for (size_t i = 0; i < TRAINED; i++) {
        riwalk_options options = options_of(trained[i]);
        scoped_vectors *one = embed(graph, &options, NULL);
        scoped_vectors *without = embed(skeleton, &options, NULL), *ignored;

        assert_false(same(one, without));
        options.role_directions = RIWALK_USE_NO;
        ignored = embed(graph, &options, NULL);
        assert_true(same(ignored, without));
    }
}

TEST(equal_weights_give_the_vectors_of_classes_by_share)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_graph *simple = make_graph(80, 2), *plain = vary(simple, false, directed);
        scoped_graph *equal = with_arcs(plain, directed, 0.3f);

        for (size_t i = 0; i + 1 < TRAINED; i++) { /* the last has other classes */
            riwalk_options options = options_of(trained[i]), weighted = options;
            scoped_vectors *usual, *heavy, *steps;

            options.view.classes = RIWALK_DEGREE_CLASSES_SHARE;
            usual = embed(plain, &options, NULL);
            heavy = embed(equal, &weighted, NULL);
            if (!same(usual, heavy))
                fail_msg("%s", trained[i]);
            weighted.steps = RIWALK_STEPS_WEIGHT;
            steps = embed(equal, &weighted, NULL);
            assert_true(same(usual, steps));
        }
    }
}

TEST(a_power_of_two_times_all_weights_changes_nothing)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_graph *plain = make_graph(80, 2), *graph = vary(plain, true, directed);
        scoped_graph *larger = scaled(graph, 4);

        for (size_t i = 0; i + 1 < TRAINED; i++) {
            riwalk_options options = options_of(trained[i]);
            scoped_vectors *one, *two, *uniform = embed(graph, &options, NULL);

            options.steps = RIWALK_STEPS_WEIGHT;
            one = embed(graph, &options, NULL);
            two = embed(larger, &options, NULL);
            assert_true(same(one, two));
            assert_false(same(one, uniform));
        }
    }
}

TEST(several_directed_graphs_share_one_space)
{
    scoped_graph *plain = make_graph(60, 2), *graph = vary(plain, true, true);
    const riwalk_graph *graphs[] = {graph, graph};
    const char *const names[] = {"a", "b"};

    for (size_t i = 3; i + 1 < TRAINED; i++) {
        riwalk_options options = options_of(trained[i]);
        scoped_vectors *vectors = NULL;
        size_t row = 16 * sizeof(float);

        options.walks = RIWALK_WALKS_EXACT;
        if (strstr(trained[i], "-rw-"))
            continue;
        ok(riwalk_embed(graphs, 2, names, &options, &vectors, NULL, NULL, &failure));
        for (uint32_t u = 0; u < 60; u++)
            assert_memory_equal(riwalk_vectors_row(vectors, u), riwalk_vectors_row(vectors, 60 + u),
                                row);
    }
}

/* ---- Models ---- */

TEST(a_model_gives_the_vectors_of_its_own_graph_back_and_keeps_what_it_uses)
{
    scoped_graph *plain = make_graph(80, 2), *graph = vary(plain, true, true);

    for (size_t i = 3; i + 1 < TRAINED; i++) {
        riwalk_options options = options_of(trained[i]);
        scoped_vectors *made = NULL, *again, *ignorant;
        scoped_model *model = NULL, *read = NULL;

        options.steps = RIWALK_STEPS_WEIGHT;
        model = learn(graph, &options, &made);
        ok(riwalk_model_write(model, "m.rwm", &failure));
        ok(riwalk_model_read("m.rwm", &read, &failure));
        assert_int_equal(riwalk_model_options(read)->role_directions, RIWALK_USE_YES);
        assert_int_equal(riwalk_model_options(read)->role_weights, RIWALK_USE_YES);
        assert_int_equal(riwalk_model_options(read)->steps, RIWALK_STEPS_WEIGHT);
        again = transform(read, graph, NULL, NULL);
        assert_true(same(made, again));
        ignorant = transform(read, plain, NULL, NULL);
        assert_false(same(made, ignorant));
    }
}

/* Arcs are added, taken away, turned, and given other weights. */
TEST(changed_directed_graphs_are_embedded_as_from_the_start)
{
    enum {
        NODES = 150,
        ARCS = 400
    };
    static uint32_t ends[2 * ARCS], changed[2 * ARCS];
    static float weights[ARCS];
    uint32_t kept = 0;

    srand(1);
    for (uint32_t e = 0; e < 2 * ARCS; e++)
        changed[e] = ends[e] = (uint32_t)rand() % NODES;
    for (uint32_t e = 0; e < ARCS; e++)
        weights[e] = 1;
    for (uint32_t e = 0; e < 3; e++) {
        changed[2 * e] = ends[2 * e + 1];
        changed[2 * e + 1] = ends[2 * e];
    }
    for (int weighted = 0; weighted < 2; weighted++)
        for (size_t i = 3; i < TRAINED; i++) {
            scoped_graph *before = build(NODES, ARCS, ends, weighted ? weights : NULL, true);
            scoped_graph *after = NULL;
            riwalk_options options = options_of(trained[i]);
            scoped_model *model = NULL;
            uint32_t taken_over;

            weights[5] = 2; /* of the second graph alone */
            after = build(NODES, ARCS, changed, weighted ? weights : NULL, true);
            weights[5] = 1;
            options.view.radius = 2;
            options.role_weights = RIWALK_USE_NO;
            options.steps = weighted ? RIWALK_STEPS_WEIGHT : RIWALK_STEPS_UNIFORM;
            options.view.classes =
                i < TRAINED - 1 ? RIWALK_DEGREE_CLASSES_LOG : options.view.classes;
            model = learn(before, &options, NULL);
            assert_true(same_after_change(model, before, after, &taken_over));
            kept += taken_over;
        }
    assert_true(kept > 0);
}

/* ---- What cannot be ---- */

TEST(classes_of_strength_are_by_share)
{
    scoped_graph *plain = make_graph(20, 2), *graph = vary(plain, true, false);
    riwalk_options options = options_of("degree-classes=log");

    assert_refused(graph, &options, "classes by share");
    options = options_of("trainer=factor views=sp:4:2:drop");
    assert_refused(graph, &options, "classes by share");
    options.role_weights = RIWALK_USE_NO;
    riwalk_vectors_free(embed(graph, &options, NULL));
}

TEST(tuples_that_do_not_fit_are_refused_with_the_figure)
{
    scoped_graph *plain = make_graph(20, 2), *graph = vary(plain, false, true);
    riwalk_options options = options_of("method=riwalk-wl class-base=1.1");
    riwalk_vectors *vectors = NULL;
    const riwalk_graph *one = graph;

    check_fails(RIWALK_STATUS_LIMIT, "roles need 67 bits (8 classes of 8 and a distance of 3)",
                riwalk_embed(&one, 1, NULL, &options, &vectors, NULL, NULL, &failure));
    options.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    riwalk_vectors_free(embed(graph, &options, NULL));
}

TEST(roles_of_directed_graphs_are_told_in_words)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 4, 0, 1, 4};
    static const float weights[] = {1, 2, 3, 4, 5};
    static const struct {
        const char *options;
        bool weighted;
        uint32_t fields[8];
        const char *words;
    } cases[] = {
        {"",
         false,
         {2, 1, 0, 1, 1},
         "out-degree 0 and in-degree 1-2, one hop from an anchor of out-degree 3-6 and in-degree "
         "1-2"},
        {"role-anchor=drop method=riwalk-wl",
         false,
         {1, 0, 1, 1, 0, 0, 0},
         "one hop from the anchor; arcs: none out and 1-2 in one layer closer, 1-2 out and none in "
         "in the same layer, none out and none in one layer further"},
        {"role-anchor=drop",
         true,
         {0, 3, 2},
         "no out-strength and among the top 44 % by in-strength, two hops from the anchor"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scoped_graph *graph = build(5, 5, ends, cases[i].weighted ? weights : NULL, true);

        assert_role_words(graph, cases[i].options, cases[i].fields, cases[i].words);
    }
}

/* A graph that has no skeleton yet, and its model. */
static riwalk_status embed_anew(const riwalk_graph *graph, const riwalk_options *options,
                                riwalk_vectors **vectors, riwalk_error *error)
{
    riwalk_graph own = *graph;
    const riwalk_graph *one = &own;
    riwalk_model *model = NULL;
    riwalk_status status;

    atomic_init(&own.skeleton, NULL);
    status = riwalk_embed(&one, 1, NULL, options, vectors, &model, NULL, error);
    riwalk_model_free(model);
    rw_skeleton_free(atomic_load(&own.skeleton));
    return status;
}

TEST(every_failing_allocation_is_an_error)
{
    scoped_graph *plain = make_graph(12, 2), *graph = vary(plain, true, true);
    riwalk_options options =
        options_of("trainer=factor dimensions=4 method=riwalk-wl steps=weight walks=4");
    riwalk_vectors *vectors = NULL;

    options.run.threads = 1;
    check_allocations_of(10, vectors, riwalk_vectors_free(vectors),
                         embed_anew(graph, &options, &vectors, &failure));
    options.walks = RIWALK_WALKS_EXACT;
    vectors = NULL;
    check_allocations_of(10, vectors, riwalk_vectors_free(vectors),
                         embed_anew(graph, &options, &vectors, &failure));
}
