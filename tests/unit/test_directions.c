/* SPDX-License-Identifier: MIT */
/* The laws of directed and weighted graphs: what says nothing new changes nothing, what says
 * something does, and what cannot be is refused. test_engine.c has the definitions. */
#include "embedding.h"
#include "engine/walks.h"

/* All arcs of a graph, as pairs; `weight` of each, or 0 for none. */
static riwalk_graph *with_arcs(const riwalk_graph *graph, bool directed, float weight)
{
    edge_list arcs = {.directed = directed, .weighted = weight > 0};

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
            join_with(&arcs, u, riwalk_graph_neighbors(graph, u)[i], weight);
    return joined(&arcs, riwalk_graph_node_count(graph));
}

/* The same arcs and weights, each multiplied. */
static riwalk_graph *scaled(const riwalk_graph *graph, float factor)
{
    edge_list arcs = {.directed = riwalk_graph_is_directed(graph), .weighted = true};

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
            join_with(&arcs, u, riwalk_graph_neighbors(graph, u)[i],
                      (float)riwalk_graph_weights(graph, u)[i] * factor);
    return joined(&arcs, riwalk_graph_node_count(graph));
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

#define TRAINED ELEMENTS(trained)

TEST(a_graph_with_every_arc_both_ways_has_the_vectors_of_the_undirected_one)
{
    for (uint32_t nodes = 60; nodes <= FEW(600, 60); nodes *= 10) {
        scoped_graph *plain = make_graph(nodes, 2), *both = with_arcs(plain, true, 0);

        EACH (words, trained) {
            riwalk_options options = options_of(*words);
            scoped_vectors *usual = embed_as(plain, options), *arcs = embed_as(both, options);
            scoped_vectors *asked =
                embed_as(plain, BUT(options, it.role_directions = RIWALK_USE_YES));

            if (!same(usual, arcs))
                fail_msg("%u nodes, %s", nodes, *words);
            assert_true(same(usual, asked));
        }
    }
}

TEST(directions_matter_and_need_not)
{
    scoped_graph *plain = make_graph(80, 2), *graph = vary(plain, false, true);
    scoped_graph *skeleton = with_arcs(graph, false, 0);

    EACH (words, trained) {
        riwalk_options options = options_of(*words);
        scoped_vectors *one = embed_as(graph, options), *without = embed_as(skeleton, options);
        scoped_vectors *ignored = embed_as(graph, BUT(options, it.role_directions = RIWALK_USE_NO));

        assert_false(same(one, without));
        assert_true(same(ignored, without));
    }
}

TEST(equal_weights_give_the_vectors_of_classes_by_share)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_graph *simple = make_graph(80, 2), *plain = vary(simple, false, directed);
        scoped_graph *equal = with_arcs(plain, directed, 0.3f);

        for (size_t i = 0; i + 1 < TRAINED; i++) { /* the last has other classes */
            riwalk_options options = options_of(trained[i]);
            scoped_vectors *usual =
                embed_as(plain, BUT(options, it.view.classes = RIWALK_DEGREE_CLASSES_SHARE));
            scoped_vectors *heavy = embed_as(equal, options);
            scoped_vectors *steps = embed_as(equal, BUT(options, it.steps = RIWALK_STEPS_WEIGHT));

            if (!same(usual, heavy))
                fail_msg("%s", trained[i]);
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
            riwalk_options options = BUT(options_of(trained[i]), it.steps = RIWALK_STEPS_WEIGHT);
            scoped_vectors *one = embed_as(graph, options), *two = embed_as(larger, options);
            scoped_vectors *uniform = embed_as(graph, options_of(trained[i]));

            assert_true(same(one, two));
            assert_false(same(one, uniform));
        }
    }
}

TEST(several_directed_graphs_share_one_space)
{
    scoped_graph *plain = make_graph(60, 2), *graph = vary(plain, true, true);

    for (size_t i = 3; i + 1 < TRAINED; i++) {
        riwalk_options options = BUT(options_of(trained[i]), it.walks = RIWALK_WALKS_EXACT);

        if (strstr(trained[i], "-rw-"))
            continue;
        scoped_vectors *vectors = embed_two(graph, graph, options, NULL, NULL);
        assert_memory_equal(riwalk_vectors_row(vectors, 0), riwalk_vectors_row(vectors, 60),
                            60 * 16 * sizeof(float));
    }
}

/* ---- Models ---- */

TEST(a_model_gives_the_vectors_of_its_own_graph_back_and_keeps_what_it_uses)
{
    scoped_graph *plain = make_graph(80, 2), *graph = vary(plain, true, true);

    for (size_t i = 3; i + 1 < TRAINED; i++) {
        riwalk_options options = BUT(options_of(trained[i]), it.steps = RIWALK_STEPS_WEIGHT);
        riwalk_options kept = assert_model_keeps(graph, &options, plain);

        assert_int_equal(kept.role_directions, RIWALK_USE_YES);
        assert_int_equal(kept.role_weights, RIWALK_USE_YES);
        assert_int_equal(kept.steps, RIWALK_STEPS_WEIGHT);
    }
}

/* Arcs are added, taken away, turned, and given other weights. */
TEST(changed_directed_graphs_are_embedded_as_from_the_start)
{
    enum {
        NODES = 150,
        ARCS = 400
    };
    uint32_t kept = 0, taken_over;

    for (int weighted = 0; weighted < 2; weighted++)
        for (size_t i = 3; i < TRAINED; i++) {
            riwalk_options options = BUT(
                options_of(trained[i]), it.view.radius = 2, it.role_weights = RIWALK_USE_NO,
                it.steps = weighted ? RIWALK_STEPS_WEIGHT : RIWALK_STEPS_UNIFORM,
                it.view.classes = i < TRAINED - 1 ? RIWALK_DEGREE_CLASSES_LOG : it.view.classes);
            edge_list old = {.directed = true, .weighted = weighted}, new = old;

            srand(1);
            for (uint32_t e = 0; e < ARCS; e++) {
                uint32_t u = (uint32_t)rand() % NODES, v = (uint32_t)rand() % NODES;

                join(&old, u, v);
                join_with(&new, e < 3 ? v : u, e < 3 ? u : v, e == 5 ? 2 : 1);
            }
            scoped_graph *before = joined(&old, NODES), *after = joined(&new, NODES);
            scoped_model *model = learn(before, &options, NULL);
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
    riwalk_vectors_free(embed_as(graph, BUT(options, it.role_weights = RIWALK_USE_NO)));
}

TEST(tuples_that_do_not_fit_are_refused_with_the_figure)
{
    scoped_graph *plain = make_graph(20, 2), *graph = vary(plain, false, true);
    riwalk_options options = options_of("method=riwalk-wl class-base=1.1");
    riwalk_vectors *vectors = NULL;
    const riwalk_graph *one = graph;

    check_fails(LIMIT, "roles need 67 bits (8 classes of 8 and a distance of 3)",
                riwalk_embed(&one, 1, NULL, &options, &vectors, NULL, NULL, &failure));
    options.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    riwalk_vectors_free(embed(graph, &options, NULL));
}

TEST(roles_of_directed_graphs_are_told_in_words)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 4, 0, 1, 4};
    static const float weights[] = {1, 2, 3, 4, 5};
    scoped_graph *plain = build(5, 5, ends, NULL, true);
    scoped_graph *weighted = build(5, 5, ends, weights, true);

    assert_role_words(plain, "", (uint32_t[]){2, 1, 0, 1, 1},
                      "out-degree 0 and in-degree 1-2, one hop from an anchor of out-degree 3-6 "
                      "and in-degree 1-2");
    assert_role_words(plain, "role-anchor=drop method=riwalk-wl", (uint32_t[]){1, 0, 1, 1, 0, 0, 0},
                      "one hop from the anchor; arcs: none out and 1-2 in one layer closer, 1-2 "
                      "out and none in in the same layer, none out and none in one layer further");
    assert_role_words(
        weighted, "role-anchor=drop", (uint32_t[]){0, 3, 2},
        "without out-strength and among the top 44 % by in-strength, two hops from the "
        "anchor");
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

    options.run.threads = 1;
    check_making(10, riwalk_vectors, embed_anew(graph, &options, &made, &failure));
    options.walks = RIWALK_WALKS_EXACT;
    check_making(10, riwalk_vectors, embed_anew(graph, &options, &made, &failure));
}
