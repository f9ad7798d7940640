/* SPDX-License-Identifier: MIT */
/* Every engine against the slow reference: walks token for token, profiles visit for visit, for
 * anchors in any order and in batches of any size. */
#include "engine/walks.h"
#include "reference/lanes.h"
#include "reference/roles.h"
#include "unit/test.h"

#define MOST_NODES 24
#define MOST_TOKENS 200
#define SETUPS 2
#define MANY_ANCHORS 1000 /* enough that hubs are prepared */

typedef struct checking {
    const rw_engine_kind *kind;
    const riwalk_graph *graph;
    riwalk_graph *skeleton;        /* of a directed graph; else its copy */
    reference_arcs arcs, pairs;    /* of the graph, and of its skeleton */
    const char *types[MOST_NODES]; /* of nodes, if they have any */
    bool typed;
    riwalk_options options[SETUPS];
    riwalk_sampler *samplers[SETUPS];
    rw_engine *engine;
    uint32_t setup; /* at hand */
    uint32_t first_walk;
    const uint32_t *anchors; /* of the batch */
    uint32_t done;
} checking;

/* ---- The reference ---- */

/* An anchor by the definitions: its walks, and the tuple of every node that they visit. */
typedef struct expected {
    uint32_t length;
    uint32_t nodes[MOST_TOKENS];
    uint32_t distances[MOST_NODES];
    riwalk_graph *walked; /* of RW variants */
    bool told[MOST_NODES];
    uint64_t tuples[MOST_NODES][RIWALK_ROLE_FIELDS]; /* of nodes that are told */
} expected;

static bool is_walked(const riwalk_options *o)
{
    return o->view.identifier == RIWALK_IDENTIFIER_RW_SP ||
           o->view.identifier == RIWALK_IDENTIFIER_RW_WL;
}

static void expect(const checking *c, uint32_t anchor, expected *e)
{
    const riwalk_options *o = &c->options[c->setup];

    e->walked = NULL;
    memset(e->told, 0, sizeof e->told);
    reference_distances(c->skeleton, anchor, e->distances);
    e->length = reference_walks(c->skeleton, o, anchor, e->distances, e->nodes);
    if (!is_walked(o))
        return;
    e->walked = reference_walked(c->skeleton, o->walks, e->length, e->nodes);
    reference_distances(e->walked, anchor, e->distances);
}

static void expected_tuple(const checking *c, const expected *e, uint32_t anchor, uint32_t node,
                           uint64_t *tuple)
{
    const riwalk_options *o = &c->options[c->setup];
    const reference_arcs *arcs = o->role_directions == RIWALK_USE_YES ? &c->arcs : &c->pairs;
    unsigned count =
        reference_tuple(arcs, c->skeleton, e->walked, o, anchor, node, e->distances, tuple);

    if (c->typed)
        reference_add_types(riwalk_graph_node_count(c->graph), c->types, o, anchor, node, tuple,
                            count);
}

static bool same_role(const checking *c, expected *e, uint32_t anchor, uint32_t node, uint64_t role)
{
    const riwalk_sampler *sampler = c->samplers[c->setup];
    uint64_t tuple[RIWALK_ROLE_FIELDS] = {0};

    if (!e->told[node]) {
        memset(e->tuples[node], 0, sizeof e->tuples[node]);
        expected_tuple(c, e, anchor, node, e->tuples[node]);
        e->told[node] = true;
    }
    riwalk_role_tuple(sampler, role, tuple);
    return !memcmp(e->tuples[node], tuple, riwalk_role_field_count(sampler) * sizeof *tuple);
}

/* ---- Walks ---- */

static riwalk_status check_walks(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    checking *c = context;
    uint32_t anchor = c->anchors[c->done++], skipped;
    expected e;

    assert_int_equal(worker, 0);
    assert_int_equal(walks->anchor, anchor);
    expect(c, anchor, &e);
    assert_int_equal(walks->length, e.length);
    skipped = c->first_walk * e.length;
    for (uint32_t t = 0; t < walks->walks * walks->length; t++) {
        const rw_slot *slot = &walks->slots[walks->tokens[t]];

        assert_int_equal(slot->node, e.nodes[skipped + t]);
        assert_true(walks->tokens[t] < walks->slot_count);
        assert_int_equal(walks->tokens[t] == 0, slot->node == anchor);
        if (walks->tokens[t])
            assert_true(same_role(c, &e, anchor, slot->node, slot->role));
    }
    riwalk_graph_free(e.walked);
    return RIWALK_STATUS_OK;
}

/* ---- Profiles ---- */

/* How often the reference's walks stand on nodes whose role is this one. */
static uint32_t expected_visits(const checking *c, expected *e, uint32_t anchor, uint64_t role)
{
    const riwalk_options *o = &c->options[c->setup];
    uint32_t visits = 0;

    for (uint32_t t = 0; t < o->walks * e->length; t++)
        if (t % e->length)
            visits += same_role(c, e, anchor, e->nodes[t], role);
    return visits;
}

static void check_row(checking *c, uint32_t anchor, const rw_rows *rows, uint32_t row)
{
    rw_profile profile = rw_rows_get(rows, row);
    uint32_t total = 0;
    expected e;

    expect(c, anchor, &e);
    for (uint32_t i = 0; i < profile.count; i++) {
        uint32_t visits = (uint32_t)profile.entries[i].visits;

        assert_true(profile.entries[i].role < rows->role_count);
        assert_true(!i || profile.entries[i].role > profile.entries[i - 1].role);
        assert_int_equal(visits,
                         expected_visits(c, &e, anchor, rows->roles[profile.entries[i].role]));
        total += visits;
    }
    assert_int_equal(total, c->options[c->setup].walks * (e.length - 1)); /* none is missing */
    riwalk_graph_free(e.walked);
}

static void check_rows(checking *c, const uint32_t *anchors, uint32_t count)
{
    bool met[4096] = {false};
    rw_rows rows;

    ok(rw_engine_profiles(c->engine, c->setup, 0, anchors, count, &rows, &failure));
    assert_int_equal(rows.count, count);
    assert_int_equal(rows.exact_count, 0);
    assert_int_equal(rows.starts[0], 0);
    for (uint32_t i = 0; i < count; i++)
        check_row(c, anchors[i], &rows, i);
    for (uint32_t i = 0; i < rows.starts[count]; i++)
        met[rows.entries[i].role] = true;
    for (uint32_t r = 0; r < rows.role_count; r++) {
        assert_true(met[r]);
        assert_true(!r || rows.roles[r] > rows.roles[r - 1]);
    }
}

/* ---- Random graphs, options and batches ---- */

/* Devices have no RW variants: these are drawn now and then, to be refused. */
static void draw_options(riwalk_options *o, uint64_t bits, bool device)
{
    riwalk_options_init(o);
    o->seed = bits % 1000;
    o->view.identifier = (riwalk_identifier)(bits % (device && bits >> 48 & 7 ? 2 : 4));
    o->view.radius = 1 + (uint32_t)(bits >> 8) % 5;
    o->view.classes = (riwalk_degree_classes)((bits >> 16) % 3);
    o->view.class_base = o->view.classes == RIWALK_DEGREE_CLASSES_SHARE ? 1.5 : 2;
    o->view.role_anchor = bits >> 20 & 1 ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP;
    o->walks = 1 + (uint32_t)(bits >> 24) % 16;
    o->walk_length = 1 + (uint32_t)(bits >> 32) % 12;
    o->role_directions = bits >> 40 & 1 ? RIWALK_USE_YES : RIWALK_USE_NO;
    o->role_weights = bits >> 41 & 1 ? RIWALK_USE_YES : RIWALK_USE_NO;
    o->steps = bits >> 42 & 1 ? RIWALK_STEPS_WEIGHT : RIWALK_STEPS_UNIFORM;
    o->role_types = bits >> 43 & 1 ? RIWALK_USE_AUTO : RIWALK_USE_NO;
    if (o->role_weights == RIWALK_USE_YES) { /* which have classes by share */
        o->view.classes = RIWALK_DEGREE_CLASSES_SHARE;
        o->view.class_base = 1.5;
    }
    o->run.threads = 1;
}

static void shuffle(uint32_t *values, uint32_t count, uint64_t stream)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = (uint32_t)rw_rng_below(rw_rng_at(stream, i), i), swapped = values[i - 1];

        values[i - 1] = values[j];
        values[j] = swapped;
    }
}

/* All anchors of the graph, in batches of random sizes and orders. */
static void check_setup(checking *c, uint64_t stream)
{
    uint32_t nodes = riwalk_graph_node_count(c->graph), anchors[MOST_NODES], at = 0;
    const riwalk_options *o = &c->options[c->setup];

    for (uint32_t u = 0; u < nodes; u++)
        anchors[u] = u;
    shuffle(anchors, nodes, stream);
    while (at < nodes) {
        uint64_t bits = rw_rng_at(stream, 1000 + at);
        uint32_t count = 1 + (uint32_t)rw_rng_below(bits, nodes - at);
        uint32_t first = (uint32_t)rw_rng_below(rw_rng_mix(bits), o->walks);

        c->anchors = anchors + at;
        c->first_walk = first;
        c->done = 0;
        ok(rw_engine_walks(c->engine, c->setup, 0, anchors + at, count, first, o->walks - first,
                           check_walks, c, &failure));
        assert_int_equal(c->done, count);
        check_rows(c, anchors + at, count);
        if (bits & 1)
            rw_engine_rest(c->engine, c->setup);
        at += count;
    }
}

/* Half of the graphs have types, of which there may be one alone. */
static void draw_types(checking *c, riwalk_graph *graph, uint64_t stream)
{
    static const char *const names[] = {"shop", "person", "shops", "a"};
    uint64_t count = 1 + rw_rng_at(stream, 6) % 4;

    c->typed = rw_rng_at(stream, 7) & 1;
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        c->types[u] = names[rw_rng_at(stream, 2000 + u) % count];
    ok(riwalk_graph_set_types(graph, c->typed ? c->types : NULL, &failure));
}

static void check_graph(const rw_engine_kind *kind, riwalk_graph *graph, uint64_t stream)
{
    const rw_walk_setup *setups[SETUPS];
    checking c = {.kind = kind, .graph = graph, .skeleton = reference_skeleton(graph)};
    uint64_t anchors = rw_rng_at(stream, 0) % 3 ? MANY_ANCHORS : 0;
    riwalk_status status;
    bool refused;

    draw_types(&c, graph, stream);
    reference_arcs_init(&c.arcs, graph);
    reference_arcs_init(&c.pairs, c.skeleton);
    for (uint32_t s = 0; s < SETUPS; s++) {
        draw_options(&c.options[s], rw_rng_at(stream, 10 + s), kind != &rw_engine_cpu);
        ok(riwalk_sampler_create(graph, &c.options[s], &c.samplers[s], &failure));
        if (rw_rng_at(stream, 20 + s) % 4 == 0) /* as in large graphs: tables, not arrays */
            c.samplers[s]->setup.large = 0;
        if (rw_rng_at(stream, 24 + s) % 4 == 0) /* for few planes of hubs, or for no view of them */
            c.samplers[s]->setup.room = rw_rng_at(stream, 26 + s) % 8192;
        setups[s] = &c.samplers[s]->setup;
    }
    status =
        rw_engine_open_kind(kind, setups, SETUPS, &c.samplers[0]->run, anchors, &c.engine, NULL);
    refused = kind != &rw_engine_cpu && (is_walked(&c.options[0]) || is_walked(&c.options[1]));
    assert_int_equal(status, refused ? RIWALK_STATUS_ARGUMENT : RIWALK_STATUS_OK);
    for (uint32_t round = 0; round < 1 + stream % 2 && !refused; round++) /* nothing is left */
        for (c.setup = 0; c.setup < SETUPS; c.setup++)
            check_setup(&c, rw_rng_at(stream, 30 + 10 * round + c.setup));
    rw_engine_close(c.engine);
    riwalk_graph_free(c.skeleton);
    reference_arcs_free(&c.arcs);
    reference_arcs_free(&c.pairs);
    for (uint32_t s = 0; s < SETUPS; s++)
        riwalk_sampler_free(c.samplers[s]);
}

/* Half of the graphs have hubs: some nodes are an end of half the edges. Half are directed, and
 * half have weights, of which many are equal. */
static riwalk_graph *draw_graph(uint64_t stream)
{
    uint32_t nodes = 2 + (uint32_t)(rw_rng_at(stream, 1) % (MOST_NODES - 2));
    uint32_t edges = (uint32_t)(rw_rng_at(stream, 2) % (3 * nodes)), ends[2];
    bool hubs = rw_rng_at(stream, 3) & 1;
    edge_list list = {.weighted = rw_rng_at(stream, 4) & 1, .directed = rw_rng_at(stream, 5) & 1};

    for (uint32_t e = 0; e < edges; e++) {
        for (uint32_t i = 0; i < 2; i++)
            ends[i] = (uint32_t)rw_rng_below(rw_rng_at(stream, 100 + 2 * e + i),
                                             hubs && i ? 1 + nodes / 10 : nodes);
        join_with(&list, ends[0], ends[1], (float)(1 + rw_rng_at(stream, 1000 + e) % 7) / 8);
    }
    return joined(&list, nodes);
}

TEST(every_engine_equals_the_reference)
{
    const rw_engine_kind *kinds[] = {&rw_engine_cpu, reference_lanes(),
                                     reference_card_is_there() ? &rw_engine_cuda : NULL};

    for (size_t k = 0; k < ELEMENTS(kinds); k++)
        for (uint64_t seed = 0; seed < FEW(2000, 150) && kinds[k]; seed++) {
            uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
            scoped_graph *graph = draw_graph(stream);

            check_graph(kinds[k], graph, stream);
        }
}

/* Where memory is short there are fewer workers rather than none of the hubs. */
TEST(workers_give_way_to_hubs)
{
    riwalk_options options = WITH(riwalk_options, it.run.threads = 8);
    scoped_graph *star = JOINED(MOST_NODES + 1, MOST_NODES, 0, i + 1);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, star, &options);
    const rw_walk_setup *setup = &sampler->setup;
    bool hubs = false;
    int workers = 0;

    sampler->setup.large = 0;
    for (sampler->setup.room = 0; workers < 8; sampler->setup.room += 64) {
        rw_engine *engine = NULL;

        ok(rw_engine_open_kind(&rw_engine_cpu, &setup, 1, &sampler->run, MANY_ANCHORS, &engine,
                               &failure));
        if (engine->hubs) {
            assert_in_range(engine->workers, hubs ? workers : 1, hubs ? 8 : 1);
            workers = engine->workers;
            hubs = true;
        } else {
            assert_int_equal(engine->workers, 8);
            assert_false(hubs);
        }
        rw_engine_close(engine);
    }
}

/* What is asked of an engine that it cannot give is refused with a sentence. */
TEST(exact_samples_and_exact_walked_balls_are_refused)
{
    for (int walked = 0; walked < 2; walked++) {
        riwalk_options options =
            WITH(riwalk_options,
                 it.view.identifier = walked ? RIWALK_IDENTIFIER_RW_WL : RIWALK_IDENTIFIER_WL,
                 it.walks = RIWALK_WALKS_EXACT);
        scoped_graph *graph = draw_graph(7);
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);
        rw_engine *engine = NULL;
        uint32_t anchor = 0;
        rw_rows rows;

        ok(rw_sampler_open(sampler, 1, &engine, &failure));
        check_fails(ARGUMENT, "expected values",
                    rw_engine_walks(engine, 0, 0, &anchor, 1, 0, 1, check_walks, NULL, &failure));
        if (walked)
            check_fails(ARGUMENT, "riwalk-sp and riwalk-wl",
                        rw_engine_profiles(engine, 0, 0, &anchor, 1, &rows, &failure));
        else
            ok(rw_engine_profiles(engine, 0, 0, &anchor, 1, &rows, &failure));
        rw_engine_close(engine);
    }
}
