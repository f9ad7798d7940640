/* SPDX-License-Identifier: MIT */
/* Roles: the discount, the packing, the words, and what is refused. */
#include "embedding.h"
#include "engine/walks.h"
#include "reference/roles.h"
#include "roles/roles.h"

TEST(discount_is_the_logarithm)
{
    static const double bases[] = {2, 3, 10, 1.1, 1.5, 2.5, 1000, 1.4142135623730951};
    riwalk_options options = WITH(riwalk_options, it.view.classes = RIWALK_DEGREE_CLASSES_LOG);
    rw_classes discount;

    for (size_t b = 0; b < ELEMENTS(bases); b++) {
        options.view.class_base = bases[b];
        rw_classes_init(&discount, true, bases[b]);
        for (uint32_t x = 0; x < 100000; x++)
            assert_int_equal(rw_class_of(&discount, x), reference_class(NULL, &options, x));
        for (uint32_t x = UINT32_MAX; x > UINT32_MAX - 100; x--)
            assert_int_equal(rw_class_of(&discount, x), reference_class(NULL, &options, x));
    }
    rw_classes_init(&discount, false, 2);
    assert_int_equal(rw_class_of(&discount, 12345), 12345);
}

/* The range of a class holds exactly the numbers of that class. */
TEST(ranges_invert_the_discount)
{
    static const double bases[] = {2, 3, 1.3};
    rw_classes discount;

    for (size_t b = 0; b < ELEMENTS(bases); b++) {
        rw_classes_init(&discount, true, bases[b]);
        for (uint32_t x = 0; x < 5000; x++) {
            uint64_t least, greatest;

            rw_classes_range(&discount, rw_class_of(&discount, x), &least, &greatest);
            assert_true(least <= x && x <= greatest);
            assert_int_equal(rw_class_of(&discount, (uint32_t)least), rw_class_of(&discount, x));
            assert_int_equal(rw_class_of(&discount, (uint32_t)greatest), rw_class_of(&discount, x));
        }
    }
}

/* ---- Relative classes ---- */

static uint32_t largest_degree(const riwalk_graph *graph)
{
    uint32_t largest = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        if (riwalk_graph_degree(graph, u) > largest)
            largest = riwalk_graph_degree(graph, u);
    return largest;
}

TEST(relative_classes_equal_the_reference)
{
    static const double bases[] = {1.25, 1.5, 1.75, 2, 3, 10, 1e6};
    riwalk_options options = WITH(riwalk_options, it.view.classes = RIWALK_DEGREE_CLASSES_SHARE);

    for (uint64_t seed = 0; seed < 300; seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 200);
        rw_classes discount;

        options.view.class_base = bases[seed % ELEMENTS(bases)];
        ok(rw_classes_init_shares(&discount, graph, NULL, 0, riwalk_graph_node_count(graph),
                                  options.view.class_base, &failure));
        for (uint32_t x = 0; x <= largest_degree(graph); x++)
            assert_int_equal(rw_class_of(&discount, x), reference_class(graph, &options, x));
        assert_int_equal(rw_class_of(&discount, UINT32_MAX),
                         rw_class_of(&discount, largest_degree(graph)));
    }
}

/* A ring of ten nodes, one of which has a leaf: 10 of 11 nodes have a degree of 2 or more. */
static riwalk_graph *ring_with_leaf(void)
{
    return JOINED(11, 11, i < 10 ? i : 0, i < 9 ? i + 1 : i < 10 ? 0 : 10);
}

/* 10 / 11 is the power -1 of 1.1, but not of the next double; long bases have long powers. */
TEST(borders_of_relative_classes_are_exact)
{
    static const struct {
        double base;
        uint32_t class;
    } cases[] = {{1.1, 1}, {1.1000000000000003, 0}, {1.5, 0}, {1e18, 0}};
    static const double bases[] = {1.1, 1.1000000000000003, 1.3742156438217653};
    scoped_graph *graph = ring_with_leaf();
    scoped_graph *large = GENERATED(BARABASI_ALBERT, it.nodes = 20000, it.edges_per_node = 3);
    rw_classes discount;

    EACH (c, cases) {
        ok(rw_classes_init_shares(&discount, graph, NULL, 0, 11, c->base, &failure));
        assert_int_equal(rw_class_of(&discount, 0), 0);
        assert_int_equal(rw_class_of(&discount, 1), 0);
        assert_int_equal(rw_class_of(&discount, 2), c->class);
    }
    EACH (base, bases) {
        ok(rw_classes_init_shares(&discount, large, NULL, 0, 20000, *base, &failure));
        for (uint32_t x = 1; x <= largest_degree(large); x++) {
            uint32_t count = 0;
            double power;

            for (uint32_t u = 0; u < 20000; u++)
                count += riwalk_graph_degree(large, u) >= x;
            power = log(20000.0 / count) / log(*base);
            if (fabs(power - round(power)) > 1e-9) /* where logarithms are sure */
                assert_int_equal(rw_class_of(&discount, x), (uint32_t)power);
        }
    }
}

/* Of graphs side by side each has the classes that it has alone; nodes without neighbours, which
 * the first has many of, change nothing. */
TEST(joined_graphs_keep_their_shares)
{
    scoped_graph *path = GRAPH(500, 0, 1, 1, 2), *tree = reference_graph(2, 7, 200);
    scoped_graph *ring = ring_with_leaf();
    const riwalk_graph *graphs[] = {path, tree, ring};
    scoped_graph *joined = MADE(graph, rw_graph_join, graphs, 3);

    for (int kind = 0; kind < 4; kind++) {
        riwalk_options options = WITH(riwalk_options, it.view.classes = RIWALK_DEGREE_CLASSES_SHARE,
                                      it.view.identifier = (riwalk_identifier)kind);
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, joined, &options);
        uint32_t first = 0;

        EACH (graph, graphs) {
            scoped_sampler *alone = MADE(sampler, riwalk_sampler_create, *graph, &options);

            for (uint32_t u = 0; u < (*graph)->node_count; u++)
                assert_int_equal(rw_role_of_anchor(&sampler->setup, first + u),
                                 rw_role_of_anchor(&alone->setup, u));
            first += (*graph)->node_count;
            if (*graph == path) /* a third: 1.5^-2.7 */
                assert_int_equal(rw_class_of(&alone->setup.classes, 2), 2);
        }
    }
}

/* A star whose centre has `leaves` leaves. */
static riwalk_graph *star(uint32_t leaves)
{
    return JOINED(leaves + 1, leaves, 0, i + 1);
}

/* Packs extreme contexts and unpacks them; also: numbers sort as tuples do. */
TEST(packing_is_exact)
{
    static const uint32_t counts[] = {0, 1, 2, 3, 6, 7, 100, 999, 1000};
    scoped_graph *graph = star(1000);
    riwalk_options options =
        WITH(riwalk_options, it.view.identifier = RIWALK_IDENTIFIER_WL, it.view.class_base = 2);

    for (int kind = 0; kind < 4; kind++) {
        uint64_t last_role = 0, last[RIWALK_ROLE_FIELDS] = {0};

        options.view.classes = kind & 1 ? RIWALK_DEGREE_CLASSES_LOG : RIWALK_DEGREE_CLASSES_NONE;
        options.view.role_anchor = kind & 2 ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP;
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);
        for (size_t i = 0; i < 9 * 9 * 9 * 9 * 4; i++) {
            riwalk_context context = {.graph = graph,
                                      .anchor = 0,
                                      .node = 1,
                                      .spread = counts[i / 2916],
                                      .distance = 1 + (uint32_t)(i / 729 % 4),
                                      .closer = counts[i / 81 % 9],
                                      .same = counts[i / 9 % 9],
                                      .further = counts[i % 9]};
            uint64_t role = rw_role_of(&sampler->setup, &context), tuple[RIWALK_ROLE_FIELDS];
            uint64_t *field = tuple;
            bool drop = !(kind & 2);

            riwalk_role_tuple(sampler, role, tuple);
            if (!drop)
                assert_int_equal(*field++, reference_class(graph, &options, context.spread));
            assert_int_equal(*field++, context.distance);
            assert_int_equal(*field++, reference_class(graph, &options, context.closer));
            assert_int_equal(*field++, reference_class(graph, &options, context.same));
            assert_int_equal(*field++, reference_class(graph, &options, context.further));
            assert_int_equal(field - tuple, riwalk_role_field_count(sampler));
            if (i && !(drop && i % 2916 == 0)) {
                int order = 0;

                for (unsigned f = 0; f < riwalk_role_field_count(sampler) && !order; f++)
                    order = tuple[f] > last[f] ? 1 : tuple[f] < last[f] ? -1 : 0;
                assert_int_equal(order, role > last_role ? 1 : role < last_role ? -1 : 0);
            }
            last_role = role;
            memcpy(last, tuple, sizeof last);
        }
    }
}

/* A token is the tuple, and words are cut where there is no room. */
static void check_words(const riwalk_graph *graph, const char *options, const uint32_t *fields,
                        const char *words)
{
    riwalk_options o = options_of(options);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &o);
    char buffer[256], token[64] = "", small[8];
    size_t length = 0;
    uint64_t role;

    assert_true(rw_role_pack(&sampler->setup, fields, &role));
    for (unsigned f = 0; f < riwalk_role_field_count(sampler); f++)
        length +=
            (size_t)snprintf(token + length, sizeof token - length, f ? ".%u" : "r%u", fields[f]);
    assert_int_equal(riwalk_role_token(sampler, role, buffer, sizeof buffer), length);
    assert_string_equal(buffer, token);
    assert_int_equal(riwalk_role_words(sampler, role, buffer, sizeof buffer), strlen(words));
    assert_string_equal(buffer, words);
    assert_int_equal(riwalk_role_words(sampler, role, small, sizeof small), strlen(words));
    assert_memory_equal(small, words, sizeof small - 1);
    assert_int_equal(small[sizeof small - 1], 0);
}

/* What roles of graphs are called: tests/cli/roles-words. */
TEST(roles_are_told_in_words)
{
    static const char *const kinds[] = {"person", "account", "shop"};
    scoped_graph *alike = star(20), *typed = make_graph(80, 2);
    const char *types[80];

    for (uint32_t u = 0; u < 80; u++)
        types[u] = kinds[u % 3];
    ok(riwalk_graph_set_types(typed, types, &failure));
    check_words(alike, "", (uint32_t[]){4, 1, 1},
                "degree 1-2, one hop from an anchor of degree 15-30");
    check_words(typed, "role-anchor=drop", (uint32_t[]){1, 0, 1},
                "the anchor itself (person), degree 1-2");
}

/* Four fields and a distance of 3 bits leave 15 bits to each: degrees up to 32767. */
TEST(tuples_that_cannot_fit_are_refused)
{
    scoped_graph *fits = star(32767), *large = star(32768);
    riwalk_options keep = WITH(riwalk_options, it.view.identifier = RIWALK_IDENTIFIER_WL,
                               it.view.classes = RIWALK_DEGREE_CLASSES_NONE);
    riwalk_options drop = BUT(keep, it.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP);

    riwalk_sampler_free(MADE(sampler, riwalk_sampler_create, fits, &keep));
    check_unmade_says(
        sampler, LIMIT,
        "roles of the largest degree, 32768, need 67 bits (4 fields of 16 and a distance of "
        "3), but there are only 64: take logarithmic classes, or drop the anchor's part",
        riwalk_sampler_create, large, &keep);
    riwalk_sampler_free(MADE(sampler, riwalk_sampler_create, large, &drop));
}
