/* SPDX-License-Identifier: MIT */
/* The laws of typed graphs: one type for all is no type, names alone matter, and what cannot be is
 * refused. test_engine.c has the definition. */
#include "embedding.h"
#include "engine/walks.h"
#include "model/model.h"

#define MOST_NODES 80

static const char *const trained[] = {
    "walks=8 dimensions=16 epochs=1",
    "method=riwalk-wl walks=8 dimensions=16 epochs=1",
    "method=riwalk-rw-wl walks=8 dimensions=16 epochs=1",
    "trainer=factor walks=20 dimensions=16",
    "trainer=factor walks=20 dimensions=16 method=riwalk-wl radius=3 degree-classes=share",
    "trainer=factor walks=20 dimensions=16 method=riwalk-rw-sp",
    "trainer=factor walks=20 dimensions=16 views=sp:4:1.3:drop,wl:2:2:keep measures=yes",
};

#define TRAINED ELEMENTS(trained)

/* Gives node u the type names[u * step % count]. */
static void set(riwalk_graph *graph, const char *const *names, uint32_t count, uint32_t step)
{
    const char *types[MOST_NODES];

    assert_true(riwalk_graph_node_count(graph) <= MOST_NODES);
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        types[u] = names[u * step % count];
    ok(riwalk_graph_set_types(graph, types, &failure));
}

static const char *const kinds[] = {"person", "account", "shop"};

static riwalk_graph *typed_graph(bool directed)
{
    scoped_graph *plain = make_graph(MOST_NODES, 2);
    riwalk_graph *graph = vary(plain, false, directed);

    set(graph, kinds, 3, 1);
    return graph;
}

/* ---- Graphs ---- */

TEST(types_are_numbered_by_their_names)
{
    scoped_graph *graph = typed_graph(false);
    const uint32_t *types = riwalk_graph_types(graph);

    assert_int_equal(riwalk_graph_type_count(graph), 3);
    assert_string_equal(riwalk_graph_type_name(graph, 0), "account");
    assert_string_equal(riwalk_graph_type_name(graph, 1), "person");
    assert_string_equal(riwalk_graph_type_name(graph, 2), "shop");
    for (uint32_t u = 0; u < MOST_NODES; u++)
        assert_string_equal(riwalk_graph_type_name(graph, types[u]), kinds[u % 3]);
    ok(riwalk_graph_set_types(graph, NULL, &failure));
    assert_int_equal(riwalk_graph_type_count(graph), 0);
    assert_null(riwalk_graph_types(graph));
}

TEST(nodes_without_a_type_are_named)
{
    scoped_graph *graph = make_graph(5, 2);
    const char *types[] = {"a", "b", NULL, "a", ""};

    check_says(ARGUMENT, "2 of 5 nodes have no type, the first is '2': give each node one",
               riwalk_graph_set_types(graph, types, &failure));
    types[2] = "b";
    check_says(ARGUMENT, "the node '4' has no type: give each node one",
               riwalk_graph_set_types(graph, types, &failure));
    assert_int_equal(riwalk_graph_type_count(graph), 0);
}

TEST(types_are_part_of_the_checksum)
{
    static const char *const others[] = {"person", "account", "store"};
    scoped_graph *one = typed_graph(false), *two = typed_graph(false), *none = typed_graph(false);

    set(two, others, 3, 1);
    ok(riwalk_graph_set_types(none, NULL, &failure));
    assert_true(summary_of(one).checksum != summary_of(two).checksum);
    assert_true(summary_of(two).checksum != summary_of(none).checksum);
}

/* ---- Laws ---- */

TEST(one_type_for_all_is_no_type)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_graph *simple = make_graph(MOST_NODES, 2), *plain = vary(simple, false, directed);
        scoped_graph *typed = vary(simple, false, directed);

        set(typed, kinds, 1, 1);
        EACH (words, trained) {
            riwalk_options options = options_of(*words);
            scoped_vectors *usual = NULL, *same_type = NULL;
            scoped_model *first = learn(plain, &options, &usual);
            scoped_model *second = learn(typed, &options, &same_type);

            assert_true(same(usual, same_type));
            assert_int_equal(checksum_of_model(first), checksum_of_model(second));
        }
    }
}

TEST(types_matter_and_need_not)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_graph *graph = typed_graph(directed), *plain = typed_graph(directed);

        ok(riwalk_graph_set_types(plain, NULL, &failure));
        EACH (words, trained) {
            riwalk_options options = BUT(options_of(*words), it.run.threads = 1);
            scoped_vectors *typed = embed_as(graph, options), *without = embed_as(plain, options);
            scoped_vectors *again = embed_as(graph, BUT(options, it.run.threads = 3));
            scoped_vectors *ignored = embed_as(graph, BUT(options, it.role_types = RIWALK_USE_NO));

            assert_false(same(typed, without));
            assert_true(same(typed, again));
            assert_true(same(ignored, without));
        }
    }
}

/* Names that sort alike number types alike. */
TEST(only_the_order_of_names_matters)
{
    static const char *const others[] = {"m", "a", "z"};
    scoped_graph *graph = typed_graph(true), *renamed = typed_graph(true);

    set(renamed, others, 3, 1);
    EACH (words, trained) {
        scoped_vectors *one = embed_as(graph, options_of(*words));
        scoped_vectors *two = embed_as(renamed, options_of(*words));

        assert_true(same(one, two));
    }
}

/* Nodes of the same type share a space, whatever other types their graphs have. */
TEST(several_typed_graphs_share_one_list)
{
    static const char *const others[] = {"person", "zoo", "shop"}, *const names[] = {"a", "b"};
    scoped_graph *one = typed_graph(true), *two = typed_graph(true), *plain = typed_graph(true);
    riwalk_options options = options_of("trainer=factor walks=exact dimensions=16 radius=1");
    scoped_vectors *vectors = embed_two(one, two, options, NULL, NULL), *none = NULL;
    scoped_model *model = NULL;

    assert_memory_equal(riwalk_vectors_row(vectors, 0), riwalk_vectors_row(vectors, MOST_NODES),
                        MOST_NODES * 16 * sizeof(float));
    set(two, others, 3, 1);
    riwalk_vectors_free(embed_two(one, two, options, &model, NULL));
    assert_int_equal(model->types.count, 4);
    assert_memory_equal(model->types.text, "account\0person\0shop\0zoo", 24);
    ok(riwalk_graph_set_types(plain, NULL, &failure));
    check_fails(ARGUMENT, "the nodes of graph 2 have no types, and those of graph 1 have types",
                riwalk_embed((const riwalk_graph *[]){one, plain}, 2, names, &options, &none, NULL,
                             NULL, &failure));
}

/* ---- Models and parts ---- */

TEST(a_model_keeps_its_types_and_gives_the_vectors_of_its_graph_back)
{
    for (int directed = 0; directed < 2; directed++)
        for (size_t i = 3; i < TRAINED; i++) {
            scoped_graph *graph = typed_graph(directed), *moved = typed_graph(directed);
            riwalk_options options = options_of(trained[i]);

            set(moved, kinds, 3, 2); /* the same names, and other nodes */
            assert_int_equal(assert_model_keeps(graph, &options, moved).role_types, RIWALK_USE_YES);
        }
}

TEST(a_type_that_a_model_does_not_know_is_an_unknown_role)
{
    static const char *const others[] = {"person", "account", "zebra"};
    scoped_graph *graph = typed_graph(false), *strange = typed_graph(false);
    scoped_graph *fewer = typed_graph(false), *plain = typed_graph(false);
    const riwalk_graph *graphs[] = {plain};

    set(strange, others, 3, 1);
    set(fewer, kinds, 2, 1); /* a type is gone: numbers are still the model's */
    ok(riwalk_graph_set_types(plain, NULL, &failure));
    for (size_t i = 2; i < TRAINED; i++) {
        riwalk_options options = options_of(trained[i]);
        riwalk_transform_report known = {.size = sizeof known}, report = known;
        scoped_model *model = learn(graph, &options, NULL);
        scoped_vectors *own = transform(model, graph, NULL, &known);
        scoped_vectors *others_own = transform(model, strange, NULL, &report);
        scoped_vectors *of_fewer = transform(model, fewer, NULL, NULL), *none = NULL;

        assert_int_equal(known.unknown_roles, 0);
        assert_true(report.unknown_roles > 0 && report.unknown_share > 0);
        assert_false(same(own, others_own));
        assert_true(riwalk_vectors_count(of_fewer) == MOST_NODES);
        check_fails(ARGUMENT, "the model's roles name types of nodes ('account'",
                    riwalk_model_transform(model, graphs, 1, NULL, NULL, &none, NULL, &failure));
    }
}

TEST(a_model_without_types_ignores_them)
{
    scoped_graph *graph = typed_graph(false), *plain = typed_graph(false);
    riwalk_options options = options_of(trained[3]);
    riwalk_vectors *made = NULL;

    ok(riwalk_graph_set_types(plain, NULL, &failure));
    scoped_model *model = learn(plain, &options, &made);
    scoped_vectors *usual = made, *again = transform(model, graph, NULL, NULL);
    assert_true(same(usual, again));
}

TEST(a_change_of_a_type_is_a_change_of_the_graph)
{
    scoped_graph *before = typed_graph(false), *after = typed_graph(false);
    const char *types[MOST_NODES];
    uint32_t kept = 0, taken_over;

    for (uint32_t u = 0; u < MOST_NODES; u++)
        types[u] = kinds[u % 3];
    types[70] = "person";
    ok(riwalk_graph_set_types(after, types, &failure));
    for (size_t i = 3; i < TRAINED; i++) {
        riwalk_options options = BUT(options_of(trained[i]), it.view.radius = 1, it.view_count = 0);
        scoped_model *model = learn(before, &options, NULL);
        scoped_vectors *old = transform(model, before, NULL, NULL);
        scoped_vectors *fresh = transform(model, after, NULL, NULL);

        assert_false(same(old, fresh));
        assert_true(same_after_change(model, before, after, &taken_over));
        kept += taken_over;
    }
    assert_true(kept > 0);
}

static void write_part(const riwalk_graph *graph, const riwalk_options *options, uint32_t first,
                       uint32_t end, const char *path)
{
    scoped_part *part = MADE(part, riwalk_part_find, &graph, 1, NULL, options, first, end);

    ok(riwalk_part_write(part, path, &failure));
}

TEST(parts_make_the_model_of_the_whole)
{
    static const char *const paths[] = {"a.rwp", "b.rwp"};

    for (int directed = 0; directed < 2; directed++)
        for (size_t i = 3; i < TRAINED; i++) {
            scoped_graph *graph = typed_graph(directed), *other = typed_graph(directed);
            riwalk_options options = options_of(trained[i]);
            scoped_model *whole = learn(graph, &options, NULL), *none = NULL;

            write_part(graph, &options, 0, 33, paths[0]);
            write_part(graph, &options, 33, MOST_NODES, paths[1]);
            scoped_model *fitted = NULL;
            ok(riwalk_parts_fit_files(paths, 2, NULL, &fitted, NULL, &failure));
            assert_int_equal(checksum_of_model(whole), checksum_of_model(fitted));
            set(other, kinds, 3, 2); /* the same names, and other nodes */
            write_part(other, &options, 33, MOST_NODES, paths[1]);
            check_fails(ARGUMENT, "is of another graph than",
                        riwalk_parts_fit_files(paths, 2, NULL, &none, NULL, &failure));
        }
}

/* ---- What cannot be ---- */

TEST(more_types_than_fit_are_refused_with_the_figure)
{
    static char texts[MOST_NODES][8];
    scoped_graph *graph = typed_graph(true);
    const riwalk_graph *graphs[] = {graph};
    const char *types[MOST_NODES];
    riwalk_options options = options_of("method=riwalk-wl class-base=1.3 walks=4 epochs=1");
    riwalk_vectors *vectors = NULL;

    for (uint32_t u = 0; u < MOST_NODES; u++) {
        snprintf(texts[u], sizeof texts[u], "t%u", u);
        types[u] = texts[u];
    }
    ok(riwalk_graph_set_types(graph, types, &failure));
    check_fails(
        LIMIT,
        "roles need 73 bits (8 classes of 7 and a distance of 3, and 7 for each of 2 types "
        "of nodes), but there are only 64: take a larger class base, or fewer types, or drop",
        riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &failure));
    options.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    riwalk_vectors_free(embed_as(graph, options));
}

TEST(roles_that_name_types_need_some)
{
    scoped_graph *graph = make_graph(20, 2);
    riwalk_options options = options_of("role-types=yes");

    assert_refused(graph, &options, "the nodes of this graph have none");
}

TEST(roles_of_typed_graphs_are_told_in_words)
{
    scoped_graph *graph = typed_graph(false);

    assert_role_words(graph, "", (uint32_t[]){0, 2, 1, 1, 2},
                      "shop, degree 1-2, one hop from an anchor (account) of degree 3-6");
    assert_role_words(graph, "role-anchor=drop", (uint32_t[]){1, 0, 1},
                      "the anchor itself (person), degree 1-2");
    assert_role_words(graph, "degree-classes=share class-base=2 method=riwalk-wl",
                      (uint32_t[]){1, 1, 2, 1, 0, 0, 2},
                      "shop, two hops from an anchor (person) among the top 50 % by degree; "
                      "neighbours: as many as the top 50 % have one layer closer, few in the same "
                      "layer, few one layer further");
}

static riwalk_status learn_anew(const riwalk_graph *graph, const riwalk_options *options,
                                riwalk_model **model, riwalk_error *error)
{
    const riwalk_graph *graphs[] = {graph, graph};
    const char *const names[] = {"a", "b"};
    riwalk_vectors *vectors = NULL, *others = NULL;
    riwalk_status status = riwalk_embed(graphs, 2, names, options, &vectors, model, NULL, error);

    if (!status &&
        (status = riwalk_model_transform(*model, graphs, 1, NULL, NULL, &others, NULL, error))) {
        riwalk_model_free(*model);
        *model = NULL;
    }
    riwalk_vectors_free(vectors);
    riwalk_vectors_free(others);
    return status;
}

TEST(every_failing_allocation_is_an_error)
{
    scoped_graph *graph = make_graph(12, 2);
    riwalk_options options = options_of("trainer=factor dimensions=4 walks=4");
    const char *types[12];

    for (uint32_t u = 0; u < 12; u++)
        types[u] = kinds[u % 3];
    check_allocations_of(3, riwalk_graph_type_count(graph) > 0,
                         riwalk_graph_set_types(graph, NULL, NULL),
                         riwalk_graph_set_types(graph, types, &failure));
    ok(riwalk_graph_set_types(graph, types, &failure));
    options.run.threads = 1;
    check_making(10, riwalk_model, learn_anew(graph, &options, &made, &failure));
}
