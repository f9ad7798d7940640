/* SPDX-License-Identifier: MIT */
/* Walks and their roles: token for token against the definitions, by which steps are uniform; the
 * same on any number of threads. */
#include "engine/cpu/walker.h"
#include "engine/walks.h"
#include "reference/roles.h"
#include "unit/test.h"

/* ---- Against the reference ---- */

typedef struct check {
    const riwalk_graph *graph;
    const riwalk_options *options;
    const riwalk_sampler *sampler;
    rw_adjacency adjacency;
    reference_arcs arcs;
    uint32_t step; /* checks every step-th anchor */
    uint32_t next; /* the anchor that must come next */
    uint32_t *distances;
    uint32_t *nodes;
} check;

static void check_token(const check *c, const riwalk_graph *walked, uint32_t anchor, uint32_t node,
                        uint64_t role)
{
    uint64_t expected[RIWALK_ROLE_FIELDS], tuple[RIWALK_ROLE_FIELDS];
    unsigned fields = reference_tuple(&c->arcs, c->graph, walked, c->options, anchor, node,
                                      c->distances, expected);

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
    if (c->options->view.identifier == RIWALK_IDENTIFIER_RW_SP ||
        c->options->view.identifier == RIWALK_IDENTIFIER_RW_WL) {
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

/* Samples only the anchors that are checked. */
static void sample_some(check *c)
{
    size_t tokens = (size_t)c->options->walks * c->options->walk_length;
    scoped uint32_t *nodes = malloc(tokens * sizeof *nodes);
    scoped uint64_t *roles = malloc(tokens * sizeof *roles);
    rw_walker *walker = NULL;

    assert_true(nodes && roles);
    ok(rw_walker_create(&c->sampler->setup, &c->adjacency, &walker, &failure));
    for (uint32_t u = 0; u < riwalk_graph_node_count(c->graph); u += c->step) {
        rw_walks walks;

        ok(rw_walker_sample(walker, u, 0, c->sampler->setup.walks, &walks, &failure));
        for (size_t t = 0; t < (size_t)walks.walks * walks.length; t++) {
            nodes[t] = walks.slots[walks.tokens[t]].node;
            roles[t] = walks.slots[walks.tokens[t]].role;
        }
        c->next = u;
        check_anchor(&(riwalk_anchor_walks){u, walks.walks, walks.length, nodes, roles}, c);
    }
    rw_walker_free(walker);
}

/* Checks every step-th anchor, in a run over all of them or (`some`) sampled alone. */
static void check_graph(const riwalk_graph *graph, const riwalk_options *options, uint32_t step,
                        bool some)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, options);
    scoped uint32_t *distances = malloc(nodes * sizeof *distances + 1);
    scoped uint32_t *walked = malloc((size_t)options->walks * options->walk_length * 4);
    check c = {graph, options, sampler, {.graph = graph}, .step = step};

    assert_true(distances && walked);
    c.distances = distances;
    c.nodes = walked;
    reference_arcs_init(&c.arcs, graph);
    if (options->seed % 3 == 0) /* tables instead of arrays over all nodes */
        sampler->setup.large = 0;
    if (options->seed % 2) /* rows in cells, as those of large graphs */
        ok(rw_adjacency_lay_out(&c.adjacency, 1, &failure));
    if (some || c.adjacency.cells) {
        sample_some(&c);
    } else {
        ok(riwalk_walks_each(sampler, check_anchor, &c, &failure));
        assert_int_equal(c.next, nodes);
    }
    reference_arcs_free(&c.arcs);
    rw_adjacency_free(&c.adjacency);
}

/* Balls of some radii, by SP and by WL. */
static void check_balls(const riwalk_graph *graph, riwalk_options *options, uint32_t step,
                        bool some)
{
    for (options->view.radius = 1; options->view.radius <= 4; options->view.radius++)
        for (int wl = 0; wl < 2; wl++) {
            options->view.identifier = wl ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP;
            check_graph(graph, options, step, some);
        }
}

/* Few and short walks give the search a small budget, so that distances are asked for. */
TEST(walks_equal_the_reference)
{
    static const riwalk_degree_classes kinds[] = {
        RIWALK_DEGREE_CLASSES_LOG, RIWALK_DEGREE_CLASSES_NONE, RIWALK_DEGREE_CLASSES_SHARE,
        RIWALK_DEGREE_CLASSES_SHARE};

    for (uint64_t seed = 0; seed < FEW(2400, 100); seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 60);
        uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, 0, 0);
        riwalk_options options =
            WITH(riwalk_options, it.run.threads = 1, it.seed = seed,
                 it.walks = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 0), 5),
                 it.walk_length = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 1), 9),
                 it.view.classes = kinds[rw_rng_at(stream, 2) % 4],
                 it.view.class_base = rw_rng_at(stream, 3) % 3 ? 2 : 1.5,
                 it.view.role_anchor =
                     rw_rng_at(stream, 4) % 3 ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP);

        for (uint32_t radius = 1; radius <= 7; radius++) {
            options.view.radius = radius < 7 ? radius : RIWALK_RADIUS_UNLIMITED;
            options.view.identifier =
                (riwalk_identifier)((seed / REFERENCE_GRAPH_KINDS + radius) % 4);
            check_graph(graph, &options, 1 + riwalk_graph_node_count(graph) / 8, false);
        }
    }
}

/* Balls that stay far from whole, so that all of layer radius is asked about: walks that stray
 * from them attempt again and again, and some look at all neighbours of a node at last. Then many
 * walks, for which questions become dear. */
TEST(strayed_walks_equal_the_reference)
{
    scoped_graph *graph = GENERATED(BARABASI_ALBERT, it.nodes = 6000, it.edges_per_node = 4);

    for (uint64_t seed = 1; seed <= 4; seed++) {
        riwalk_options options = WITH(riwalk_options, it.walk_length = 10, it.seed = seed,
                                      it.walks = seed < 3 ? 10 : 80);

        check_balls(graph, &options, 151, true);
    }
}

/* Three hubs in a path with many leaves each, some of which are joined: a walk beside a hub rarely
 * stays in a small ball, and the row of the hub is longer than the list of the ball's nodes. */
TEST(walks_beside_hubs_equal_the_reference)
{
    enum {
        HUBS = 3,
        LEAVES = 300, /* of each */
        NODES = HUBS * (LEAVES + 1)
    };

    for (uint64_t seed = 0; seed < FEW(12, 6);
         seed++) { /* arrays, cells, tables; a run finds the hubs */
        riwalk_options options = WITH(riwalk_options, it.seed = seed, it.walks = seed % 4 ? 10 : 80,
                                      it.walk_length = 10);
        edge_list edges = {0};

        for (uint32_t i = 1; i < NODES; i++)
            join(&edges, i < HUBS ? i - 1 : i % HUBS, i);
        for (uint32_t i = 0; i < 30 * (seed % 2); i++)
            join(&edges, HUBS + 7 * i, HUBS + 7 * i + 5 + i % 3);
        scoped_graph *graph = joined(&edges, NODES);
        check_balls(graph, &options, 13, seed % 5 < 3);
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
        uint64_t sums[2] = {0}; /* of walks, and of the table */

        ok(riwalk_walks_each(sampler, add_checksum, &sums[0], &failure));
        for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
            const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

            sums[1] = rw_rng_mix(sums[1] ^ entry->role);
            sums[1] = rw_rng_mix(sums[1] ^ entry->visits ^ entry->anchors << 32);
        }
        assert_unchanged(&first, sums, sizeof sums);
    }
}

TEST(threads_do_not_matter)
{
    static const char *const names[] = {"usa-airports", "expressway", "actor"};

    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        scoped_graph *graph = reference_graph(kind, 5, 300);

        threads_do_not_matter_on(graph, (riwalk_identifier)(kind % 4), 80);
    }
    if (!reference_data())
        print_message("real graphs skipped: RIWALK_DATA is not set\n");
    for (size_t i = 0; reference_data() && i < ELEMENTS(names); i++) {
        scoped_graph *graph = reference_dataset(names[i]);

        threads_do_not_matter_on(graph, RIWALK_IDENTIFIER_SP, 12);
        threads_do_not_matter_on(graph, RIWALK_IDENTIFIER_WL, 12);
    }
}

/* ---- Degenerate graphs ---- */

TEST(small_graphs_work)
{
    scoped_graph *pair = GRAPH(2, 0, 1), *lonely = GRAPH(3, 0, 1), *empty = JOINED(0, 0, i, i);
    riwalk_options options = WITH(riwalk_options, it.walks = 80, it.walk_length = 10);

    for (int kind = 0; kind < 4; kind++)
        for (uint32_t radius = 1; radius <= 64; radius *= 4) {
            options.view.identifier = (riwalk_identifier)kind;
            options.view.radius = radius;
            check_graph(pair, &options, 1, false);
            check_graph(lonely, &options, 1, false);
            check_graph(empty, &options, 1, false);
        }
}

/* ---- Samples of anchors ---- */

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
