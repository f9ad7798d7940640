/* SPDX-License-Identifier: MIT */
/* The laws of directed, weighted and typed graphs: what says nothing new changes nothing, what says
 * something does, names of types alone matter, and what cannot be is refused. test_engine.c has the
 * definitions. */
#include "embedding.h"
#include "engine/walks.h"
#include "model/model.h"

#define NODES 80

static const char *const trained[] = {
    "walks=8 dimensions=16 epochs=1",
    "method=riwalk-wl walks=8 dimensions=16 epochs=1",
    "method=riwalk-rw-wl walks=8 dimensions=16 epochs=1",
    "trainer=factor dimensions=16",
    "trainer=factor walks=20 dimensions=16 method=riwalk-wl radius=3",
    "trainer=factor walks=20 dimensions=16 method=riwalk-rw-sp",
    "trainer=factor dimensions=16 views=sp:4:1.3:drop,wl:2:2:keep,wl:3:none:drop measures=yes",
};

#define TRAINED ELEMENTS(trained)

/* ---- Graphs ---- */

enum {
    DIRECTED = 1,
    WEIGHTED = 2,
    TYPED = 4
};

static const char *const kinds[] = {"person", "account", "shop"};

/* Gives node u the type names[u * step % count]. */
static void set(riwalk_graph *graph, const char *const *names, uint32_t count, uint32_t step)
{
    const char *types[NODES];

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        types[u] = names[u * step % count];
    ok(riwalk_graph_set_types(graph, types, &failure));
}

static riwalk_graph *graph_of(unsigned kind)
{
    scoped_graph *plain = make_graph(NODES, 2);
    riwalk_graph *graph = vary(plain, kind & WEIGHTED, kind & DIRECTED);

    if (kind & TYPED)
        set(graph, kinds, 3, 1);
    return graph;
}

/* A typed graph whose types have other names, or are of other nodes. */
static riwalk_graph *renamed(unsigned kind, const char *const *names, uint32_t count, uint32_t step)
{
    riwalk_graph *graph = graph_of(kind);

    set(graph, names, count, step);
    return graph;
}

/* All arcs of a graph, as pairs, with their weights times `factor` or all of one `weight`. */
static riwalk_graph *with_arcs(const riwalk_graph *graph, bool directed, float factor, float weight)
{
    edge_list arcs = {.directed = directed, .weighted = factor > 0 || weight > 0};

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];

            join_with(&arcs, u, v,
                      factor > 0 ? (float)reference_weight(graph, u, v) * factor : weight);
        }
    return joined(&arcs, riwalk_graph_node_count(graph));
}

TEST(types_are_numbered_by_their_names)
{
    static const char *const others[] = {"person", "account", "store"};
    scoped_graph *graph = graph_of(TYPED), *other = renamed(TYPED, others, 3, 1);
    uint64_t sums[] = {summary_of(graph).checksum, summary_of(other).checksum};
    const uint32_t *types = riwalk_graph_types(graph);

    assert_int_equal(riwalk_graph_type_count(graph), 3);
    assert_string_equal(riwalk_graph_type_name(graph, 0), "account");
    assert_string_equal(riwalk_graph_type_name(graph, 1), "person");
    assert_string_equal(riwalk_graph_type_name(graph, 2), "shop");
    for (uint32_t u = 0; u < NODES; u++)
        assert_string_equal(riwalk_graph_type_name(graph, types[u]), kinds[u % 3]);
    ok(riwalk_graph_set_types(graph, NULL, &failure));
    assert_int_equal(riwalk_graph_type_count(graph), 0);
    assert_null(riwalk_graph_types(graph));
    assert_true(sums[0] != sums[1] && sums[0] != summary_of(graph).checksum);
}

/* ---- Laws ---- */

TEST(a_graph_with_every_arc_both_ways_has_the_vectors_of_the_undirected_one)
{
    for (uint32_t nodes = 60; nodes <= FEW(600, 60); nodes *= 10) {
        scoped_graph *plain = make_graph(nodes, 2), *both = with_arcs(plain, true, 0, 0);

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

TEST(directions_and_types_matter_and_need_not)
{
    static const unsigned changed[] = {DIRECTED, TYPED, TYPED | DIRECTED};

    EACH (kind, changed) {
        scoped_graph *graph = graph_of(*kind);
        scoped_graph *without =
            *kind == DIRECTED ? with_arcs(graph, false, 0, 0) : graph_of(*kind & DIRECTED);

        EACH (words, trained) {
            riwalk_options options = BUT(options_of(*words), it.run.threads = 1), none = options;

            *(*kind == DIRECTED ? &none.role_directions : &none.role_types) = RIWALK_USE_NO;
            scoped_vectors *one = embed_as(graph, options), *plain = embed_as(without, options);
            scoped_vectors *again = embed_as(graph, BUT(options, it.run.threads = 3));
            scoped_vectors *ignored = embed_as(graph, none);
            if (same(one, plain) || !same(one, again) || !same(ignored, plain))
                fail_msg("kind %u, %s", *kind, *words);
        }
    }
}

/* Equal weights are classes by share; four times all weights are the same ones. */
TEST(what_weights_do_not_say_changes_nothing)
{
    for (unsigned directed = 0; directed <= DIRECTED; directed++) {
        scoped_graph *plain = graph_of(directed), *equal = with_arcs(plain, directed, 0, 0.3f);
        scoped_graph *weighted = graph_of(directed | WEIGHTED);
        scoped_graph *larger = with_arcs(weighted, directed, 4, 0);

        for (size_t i = 0; i + 1 < TRAINED; i++) { /* the last has other classes */
            riwalk_options options = options_of(trained[i]);
            scoped_vectors *usual =
                embed_as(plain, BUT(options, it.view.classes = RIWALK_DEGREE_CLASSES_SHARE));
            scoped_vectors *heavy = embed_as(equal, options);
            scoped_vectors *steps = embed_as(equal, BUT(options, it.steps = RIWALK_STEPS_WEIGHT));

            if (!same(usual, heavy) || !same(usual, steps))
                fail_msg("directed %u, %s", directed, trained[i]);
            scoped_vectors *uniform = embed_as(weighted, options);
            options.steps = RIWALK_STEPS_WEIGHT;
            scoped_vectors *one = embed_as(weighted, options), *two = embed_as(larger, options);
            assert_true(same(one, two) && !same(one, uniform));
        }
    }
}

/* One type for all is no type; names that sort alike number types alike. */
TEST(what_types_do_not_say_changes_nothing)
{
    static const char *const others[] = {"m", "a", "z"};

    for (unsigned directed = 0; directed <= DIRECTED; directed++)
        for (uint32_t count = 1; count <= 3; count += 2) {
            scoped_graph *plain = graph_of(count == 1 ? directed : directed | TYPED);
            scoped_graph *typed = renamed(directed, others, count, 1);

            EACH (words, trained) {
                riwalk_options options = options_of(*words);
                scoped_vectors *usual = NULL, *same_types = NULL;
                scoped_model *first = learn(plain, &options, &usual);
                scoped_model *second = learn(typed, &options, &same_types);

                assert_true(same(usual, same_types));
                assert_int_equal(checksum_of_model(first) == checksum_of_model(second), count == 1);
            }
        }
}

/* Nodes of the same type share a space, whatever other types their graphs have. */
TEST(several_graphs_share_one_space)
{
    static const char *const others[] = {"person", "zoo", "shop"}, *const names[] = {"a", "b"};
    scoped_graph *one = graph_of(DIRECTED | WEIGHTED | TYPED), *plain = graph_of(DIRECTED);
    scoped_graph *two = renamed(DIRECTED, others, 3, 1);
    riwalk_options exact = options_of("trainer=factor walks=exact dimensions=16 radius=1");
    riwalk_options wl = BUT(exact, it.view.identifier = RIWALK_IDENTIFIER_WL, it.view.radius = 3);
    scoped_vectors *vectors = embed_two(one, one, exact, NULL, NULL), *none = NULL;
    scoped_vectors *of_wl = embed_two(one, one, wl, NULL, NULL);
    scoped_model *model = NULL;

    assert_memory_equal(riwalk_vectors_row(vectors, 0), riwalk_vectors_row(vectors, NODES),
                        NODES * 16 * sizeof(float));
    assert_memory_equal(riwalk_vectors_row(of_wl, 0), riwalk_vectors_row(of_wl, NODES),
                        NODES * 16 * sizeof(float));
    riwalk_vectors_free(embed_two(one, two, exact, &model, NULL));
    assert_int_equal(model->types.count, 4);
    assert_memory_equal(model->types.text, "account\0person\0shop\0zoo", 24);
    check_fails(ARGUMENT, "the nodes of graph 2 have no types, and those of graph 1 have types",
                riwalk_embed((const riwalk_graph *[]){two, plain}, 2, names, &exact, &none, NULL,
                             NULL, &failure));
}

/* ---- Models and parts ---- */

static void write_part(const riwalk_graph *graph, const riwalk_options *options, uint32_t first,
                       uint32_t end, const char *path)
{
    scoped_part *part = MADE(part, riwalk_part_find, &graph, 1, NULL, options, first, end);

    ok(riwalk_part_write(part, path, &failure));
}

/* Also a graph with the same names of types, and other nodes of these. */
TEST(models_and_parts_give_the_vectors_back_and_keep_what_they_use)
{
    static const unsigned used[] = {TYPED, TYPED | DIRECTED, DIRECTED | WEIGHTED};
    static const char *const paths[] = {"a.rwp", "b.rwp"};

    EACH (kind, used)
        for (size_t i = 3; i + (*kind & WEIGHTED) / WEIGHTED < TRAINED; i++) {
            scoped_graph *graph = graph_of(*kind);
            scoped_graph *other = *kind & TYPED ? renamed(*kind, kinds, 3, 2) : graph_of(0);
            riwalk_options options = BUT(options_of(trained[i]), it.steps = RIWALK_STEPS_WEIGHT);
            riwalk_options kept = assert_model_keeps(graph, &options, other);
            scoped_model *whole = learn(graph, &options, NULL), *fitted = NULL, *none = NULL;

            assert_int_equal(kept.role_types == RIWALK_USE_YES, !!(*kind & TYPED));
            assert_int_equal(kept.role_directions == RIWALK_USE_YES, !!(*kind & DIRECTED));
            assert_int_equal(kept.role_weights == RIWALK_USE_YES, !!(*kind & WEIGHTED));
            assert_int_equal(kept.steps, RIWALK_STEPS_WEIGHT);
            write_part(graph, &options, 0, 33, paths[0]);
            write_part(graph, &options, 33, NODES, paths[1]);
            ok(riwalk_parts_fit_files(paths, 2, NULL, &fitted, NULL, &failure));
            assert_int_equal(checksum_of_model(whole), checksum_of_model(fitted));
            write_part(other, &options, 33, NODES, paths[1]);
            check_status(ARGUMENT, riwalk_parts_fit_files(paths, 2, NULL, &none, NULL, &failure));
        }
}

TEST(a_type_that_a_model_does_not_know_is_an_unknown_role)
{
    static const char *const others[] = {"person", "account", "zebra"};
    scoped_graph *graph = graph_of(TYPED), *plain = graph_of(0);
    scoped_graph *strange = renamed(0, others, 3, 1);
    scoped_graph *fewer = renamed(0, kinds, 2, 1); /* numbers are still the model's */

    for (size_t i = 2; i < TRAINED; i++) {
        riwalk_options options = options_of(trained[i]);
        riwalk_transform_report known = {.size = sizeof known}, report = known;
        riwalk_vectors *made = NULL;
        scoped_model *model = learn(graph, &options, NULL), *typeless = NULL;
        scoped_vectors *own = transform(model, graph, NULL, &known), *none = NULL;
        scoped_vectors *others_own = transform(model, strange, NULL, &report);
        scoped_vectors *of_fewer = transform(model, fewer, NULL, NULL);

        assert_int_equal(known.unknown_roles, 0);
        assert_true(report.unknown_roles > 0 && report.unknown_share > 0);
        assert_false(same(own, others_own));
        assert_true(riwalk_vectors_count(of_fewer) == NODES);
        check_fails(ARGUMENT, "the model's roles name types of nodes ('account'",
                    riwalk_model_transform(model, (const riwalk_graph *[]){plain}, 1, NULL, NULL,
                                           &none, NULL, &failure));
        typeless = learn(plain, &options, &made); /* ignores types */
        scoped_vectors *usual = made, *ignored = transform(typeless, graph, NULL, NULL);
        assert_true(i == 2 || same(usual, ignored));
    }
}

/* Arcs are added, taken away, turned, and given other weights; a node has another type. */
TEST(changed_graphs_are_embedded_as_from_the_start)
{
    uint32_t kept = 0, taken_over;

    for (unsigned kind = DIRECTED; kind <= TYPED; kind++)
        for (size_t i = 3; i < TRAINED && kind != WEIGHTED; i++) {
            bool weighted = kind & WEIGHTED;
            riwalk_options options = BUT(
                options_of(trained[i]), it.view.radius = 1, it.role_weights = RIWALK_USE_NO,
                it.steps = weighted ? RIWALK_STEPS_WEIGHT : RIWALK_STEPS_UNIFORM,
                it.view.classes = i < TRAINED - 1 ? RIWALK_DEGREE_CLASSES_LOG : it.view.classes);
            edge_list old = {.directed = kind & DIRECTED, .weighted = weighted}, new = old;
            const char *types[NODES];

            srand(1);
            for (uint32_t e = 0; e < 2 * NODES; e++) {
                uint32_t u = (uint32_t)rand() % NODES, v = (uint32_t)rand() % NODES;

                join(&old, u, v);
                join_with(&new, e < 3 ? v : u, e < 3 ? u : v, e == 5 ? 2 : 1);
                types[e / 2] = kinds[e / 2 % 3];
            }
            scoped_graph *before = joined(&old, NODES), *after = joined(&new, NODES);
            if (kind == TYPED) {
                ok(riwalk_graph_set_types(before, types, &failure));
                types[70] = "person";
                ok(riwalk_graph_set_types(after, types, &failure));
            }
            scoped_model *model = learn(before, &options, NULL);
            scoped_vectors *one = transform(model, before, NULL, NULL);
            scoped_vectors *two = transform(model, after, NULL, NULL);
            assert_false(same(one, two));
            assert_true(same_after_change(model, before, after, &taken_over));
            kept += taken_over;
        }
    assert_true(kept > 0);
}
