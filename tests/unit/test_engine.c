/* SPDX-License-Identifier: MIT */
/* Every engine against the slow reference: walks token for token, profiles visit for visit, sampled
 * or exact, for anchors in any order and in batches of any size. */
#include "embedding.h"
#include "engine/cpu/adjacency.h"
#include "engine/cpu/node_table.h"
#include "engine/walks.h"
#include "reference/lanes.h"
#include "reference/roles.h"

#define MOST_NODES 64 /* that have types */
#define SETUPS 2
#define MANY_ANCHORS 1000 /* enough that hubs are prepared */

/* An anchor by the definitions: its walks or, where they are exact, only how often nodes are
 * visited; and the tuple of every node that is. */
typedef struct expected {
    uint32_t length;
    uint32_t *nodes;                        /* [walks * length] */
    uint32_t *distances;                    /* [nodes] */
    double *visits;                         /* [nodes] */
    riwalk_graph *walked;                   /* of RW variants */
    bool *told;                             /* [nodes] */
    uint64_t (*tuples)[RIWALK_ROLE_FIELDS]; /* of nodes that are told */
} expected;

typedef struct checking {
    const riwalk_graph *graph;
    const riwalk_graph *skeleton;  /* of a directed graph; else the graph */
    reference_arcs arcs, pairs;    /* of the graph, and of its skeleton */
    const char *types[MOST_NODES]; /* of nodes, if they have any */
    bool typed;
    uint32_t first, step, end; /* the anchors */
    riwalk_options options[SETUPS];
    riwalk_sampler *samplers[SETUPS];
    rw_engine *engine;
    bool away;      /* profiles leave visits to the anchor out */
    uint32_t setup; /* at hand */
    uint32_t first_walk;
    const uint32_t *anchors; /* of the batch */
    uint32_t done;
    expected e;
} checking;

/* ---- The reference ---- */

static bool is_walked(const riwalk_options *o)
{
    return o->view.identifier == RIWALK_IDENTIFIER_RW_SP ||
           o->view.identifier == RIWALK_IDENTIFIER_RW_WL;
}

static bool is_exact(const checking *c)
{
    return c->options[c->setup].walks == RIWALK_WALKS_EXACT;
}

/* By all chances, step by step. */
static void expect_visits(checking *c, uint32_t anchor)
{
    const riwalk_options *o = &c->options[c->setup];
    uint32_t nodes = riwalk_graph_node_count(c->graph);
    scoped double *now = calloc(nodes, sizeof *now), *next = calloc(nodes, sizeof *next);

    now[anchor] = 1;
    for (uint32_t s = 1; s < c->e.length; s++) {
        for (uint32_t u = 0; u < nodes; u++) {
            const uint32_t *row = riwalk_graph_neighbors(c->skeleton, u);
            const double *weights =
                o->steps == RIWALK_STEPS_WEIGHT ? riwalk_graph_weights(c->skeleton, u) : NULL;
            double sum = 0;

            for (int move = 0; move < 2; move++)
                for (uint32_t i = 0; now[u] > 0 && i < riwalk_graph_degree(c->skeleton, u); i++)
                    if (c->e.distances[row[i]] <= o->view.radius) {
                        double weight = weights ? weights[i] : 1;

                        *(move ? &next[row[i]] : &sum) += move ? now[u] * weight / sum : weight;
                    }
        }
        for (uint32_t u = 0; u < nodes; u++) {
            c->e.visits[u] += now[u] = next[u];
            next[u] = 0;
        }
    }
}

static expected *expect(checking *c, uint32_t anchor)
{
    const riwalk_options *o = &c->options[c->setup];
    expected *e = &c->e;

    riwalk_graph_free(e->walked);
    e->walked = NULL;
    memset(e->told, 0, riwalk_graph_node_count(c->graph));
    memset(e->visits, 0, riwalk_graph_node_count(c->graph) * sizeof *e->visits);
    reference_distances(c->skeleton, anchor, e->distances);
    if (is_exact(c)) {
        e->length = riwalk_graph_degree(c->skeleton, anchor) ? o->walk_length : 1;
        expect_visits(c, anchor);
        return e;
    }
    e->length = reference_walks(c->skeleton, o, anchor, e->distances, e->nodes);
    for (uint32_t t = 0; t < o->walks * e->length; t++)
        e->visits[e->nodes[t]] += t % e->length > 0;
    if (is_walked(o)) {
        e->walked = reference_walked(c->skeleton, o->walks, e->length, e->nodes);
        reference_distances(e->walked, anchor, e->distances);
    }
    return e;
}

static bool same_role(const checking *c, uint32_t anchor, uint32_t node, uint64_t role)
{
    const riwalk_sampler *sampler = c->samplers[c->setup];
    const riwalk_options *o = &c->options[c->setup];
    const reference_arcs *arcs = o->role_directions == RIWALK_USE_YES ? &c->arcs : &c->pairs;
    uint64_t found[RIWALK_ROLE_FIELDS] = {0}, *tuple = c->e.tuples[node];

    if (!c->e.told[node]) {
        memset(tuple, 0, sizeof found);
        unsigned count =
            reference_tuple(arcs, c->skeleton, c->e.walked, o, anchor, node, c->e.distances, tuple);
        if (c->typed)
            reference_add_types(riwalk_graph_node_count(c->graph), c->types, o, anchor, node, tuple,
                                count);
        c->e.told[node] = true;
    }
    riwalk_role_tuple(sampler, role, found);
    return !memcmp(tuple, found, riwalk_role_field_count(sampler) * sizeof *tuple);
}

/* ---- Walks ---- */

static riwalk_status check_walks(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    checking *c = context;
    uint32_t anchor = c->anchors[c->done++], skipped;
    const expected *e = expect(c, anchor);

    assert_int_equal(worker, 0);
    assert_int_equal(walks->anchor, anchor);
    assert_int_equal(walks->length, e->length);
    skipped = c->first_walk * e->length;
    for (uint32_t t = 0; t < walks->walks * walks->length; t++) {
        const rw_slot *slot = &walks->slots[walks->tokens[t]];

        assert_int_equal(slot->node, e->nodes[skipped + t]);
        assert_true(walks->tokens[t] < walks->slot_count);
        assert_int_equal(walks->tokens[t] == 0, slot->node == anchor);
        if (walks->tokens[t])
            assert_true(same_role(c, anchor, slot->node, slot->role));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Profiles ---- */

/* How often the reference's walks stand on nodes whose role is this one. */
static double expected_visits(const checking *c, uint32_t anchor, uint64_t role)
{
    double visits = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(c->graph); u++)
        if (c->e.visits[u] > 0 && same_role(c, anchor, u, role))
            visits += c->e.visits[u];
    return visits;
}

static void check_row(checking *c, uint32_t anchor, const rw_rows *rows, uint32_t row)
{
    rw_profile profile = rw_rows_get(rows, row);
    double all = expect(c, anchor)->length - 1; /* none is missing: a walk has as many as steps */

    all *= is_exact(c) ? 1 : c->options[c->setup].walks;
    if (c->samplers[c->setup]->setup.view.role_anchor == RIWALK_ROLE_ANCHOR_AWAY) {
        all -= c->e.visits[anchor];
        c->e.visits[anchor] = 0;
    }
    for (uint32_t i = 0; i < profile.count; i++) {
        double visits = (double)profile.entries[i].visits;

        assert_true(profile.entries[i].role < rows->role_count);
        assert_true(!i || profile.entries[i].role > profile.entries[i - 1].role);
        /* Half a float's last digit, where they are no whole numbers. */
        assert_true(
            fabs(visits - expected_visits(c, anchor, rows->roles[profile.entries[i].role])) <=
            6e-8 * visits * is_exact(c));
        all -= visits;
    }
    assert_true(fabs(all) <= 1e-6 * is_exact(c));
}

static void check_rows(checking *c, const uint32_t *anchors, uint32_t count)
{
    rw_rows rows;

    ok(rw_engine_profiles(c->engine, c->setup, 0, anchors, count, &rows, &failure));
    assert_int_equal(rows.count, count);
    assert_int_equal(rows.exact_count, is_exact(c) ? count : 0);
    assert_int_equal(rows.starts[0], 0);
    for (uint32_t i = 0; i < count; i++)
        check_row(c, anchors[i], &rows, i);
    scoped bool *met = calloc(rows.role_count + 1, sizeof *met);
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
    o->view.radius = 1 + (uint32_t)(bits >> 8) % 7;
    if (o->view.radius == 7)
        o->view.radius = RIWALK_RADIUS_UNLIMITED;
    o->view.classes = (riwalk_degree_classes)((bits >> 16) % 3);
    o->view.class_base = o->view.classes == RIWALK_DEGREE_CLASSES_SHARE ? 1.5 : 2;
    o->view.role_anchor = bits >> 20 & 1 ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP;
    o->walks = 1 + (uint32_t)(bits >> 24) % 16;
    if (!is_walked(o) && (bits >> 28) % 8 == 0)
        o->walks = RIWALK_WALKS_EXACT;
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

/* All anchors, in batches of random sizes and orders. */
static void check_setup(checking *c, uint64_t stream)
{
    const riwalk_options *o = &c->options[c->setup];
    uint32_t total = (c->end - c->first + c->step - 1) / c->step;
    scoped uint32_t *anchors = malloc((total + 1) * sizeof *anchors);

    for (uint32_t i = 0; i < total; i++)
        anchors[i] = c->first + i * c->step;
    shuffle(anchors, total, stream);
    for (uint32_t at = 0, count; at < total; at += count) {
        uint64_t bits = rw_rng_at(stream, 1000 + at);
        uint32_t first = (uint32_t)rw_rng_below(rw_rng_mix(bits), o->walks);

        count = 1 + (uint32_t)rw_rng_below(bits, total - at);
        c->anchors = anchors + at;
        c->first_walk = first;
        c->done = 0;
        if (!is_exact(c)) {
            ok(rw_engine_walks(c->engine, c->setup, 0, anchors + at, count, first, o->walks - first,
                               check_walks, c, &failure));
            assert_int_equal(c->done, count);
        }
        check_rows(c, anchors + at, count);
        if (bits & 1)
            rw_engine_rest(c->engine, c->setup);
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

/* How a graph is searched. */
typedef struct search {
    const rw_engine_kind *kind;
    uint64_t anchors;    /* that are announced: for many there are hubs */
    bool tables, cells;  /* as in large graphs */
    uint64_t room;       /* of hubs; 0: all they need */
    const char *scratch; /* for their rows, if these have no room; NULL: they are left out */
} search;

/* The anchors, options and types that `c` has. */
static void check_graph(checking *c, riwalk_graph *graph, const search *s, uint64_t stream)
{
    const rw_walk_setup *setups[SETUPS];
    uint32_t nodes = riwalk_graph_node_count(graph), tokens = 1;
    scoped_graph *skeleton = graph->directed ? reference_skeleton(graph) : NULL;
    bool refused = false;

    c->graph = graph;
    c->skeleton = skeleton ? skeleton : graph;
    reference_arcs_init(&c->arcs, graph);
    reference_arcs_init(&c->pairs, c->skeleton);
    for (uint32_t i = 0; i < SETUPS; i++) {
        const riwalk_options *o = &c->options[i];

        c->samplers[i] = MADE(sampler, riwalk_sampler_create, graph, o);
        c->samplers[i]->setup.large = s->tables ? 0 : c->samplers[i]->setup.large;

        if (c->away && o->view.role_anchor == RIWALK_ROLE_ANCHOR_DROP)
            c->samplers[i]->setup.view.role_anchor = RIWALK_ROLE_ANCHOR_AWAY;
        c->samplers[i]->setup.room = s->room ? s->room : c->samplers[i]->setup.room;
        c->samplers[i]->setup.scratch = s->scratch;
        setups[i] = &c->samplers[i]->setup;
        if (o->walks != RIWALK_WALKS_EXACT && o->walks * o->walk_length > tokens)
            tokens = o->walks * o->walk_length;
        refused |= s->kind != &rw_engine_cpu && is_walked(o);
    }
    scoped uint32_t *walks = malloc(tokens * sizeof *walks);
    scoped uint32_t *distances = malloc((nodes + 1) * sizeof *distances);
    scoped double *visits = malloc((nodes + 1) * sizeof *visits);
    scoped bool *told = malloc(nodes + 1);
    scoped void *tuples = malloc((nodes + 1) * sizeof *c->e.tuples);
    c->e = (expected){
        .nodes = walks, .distances = distances, .visits = visits, .told = told, .tuples = tuples};
    assert_int_equal(rw_engine_open_kind(s->kind, setups, SETUPS, &c->samplers[0]->run, s->anchors,
                                         &c->engine, NULL),
                     refused ? RIWALK_STATUS_ARGUMENT : RIWALK_STATUS_OK);
    if (s->cells && !refused)
        ok(rw_adjacency_lay_out((rw_adjacency *)(uintptr_t)c->engine->adjacency, 1, &failure));
    for (uint32_t round = 0; round < 1 + stream % 2 && !refused; round++) /* nothing is left */
        for (c->setup = 0; c->setup < SETUPS; c->setup++)
            check_setup(c, rw_rng_at(stream, 30 + 10 * round + c->setup));
    rw_engine_close(c->engine);
    riwalk_graph_free(c->e.walked);
    reference_arcs_free(&c->arcs);
    reference_arcs_free(&c->pairs);
    for (uint32_t i = 0; i < SETUPS; i++)
        riwalk_sampler_free(c->samplers[i]);
}

/* Every step-th anchor, with options, types and a search that are drawn. */
static void check_randomly(const rw_engine_kind *kind, riwalk_graph *graph, uint32_t step,
                           uint64_t stream)
{
    checking c = {.step = step, .end = riwalk_graph_node_count(graph)};
    search s = {.kind = kind,
                .anchors = rw_rng_at(stream, 0) % 3 ? MANY_ANCHORS : 0,
                .tables = rw_rng_at(stream, 20) % 4 == 0,
                .cells = kind == &rw_engine_cpu && rw_rng_at(stream, 22) % 2,
                .room = rw_rng_at(stream, 24) % 2 ? 0 : rw_rng_at(stream, 26) % 8192,
                .scratch = rw_rng_at(stream, 30) % 2 ? "." : NULL};

    c.away = kind == &rw_engine_cpu && rw_rng_at(stream, 28) & 1;
    draw_types(&c, graph, stream);
    for (uint32_t i = 0; i < SETUPS; i++)
        draw_options(&c.options[i], rw_rng_at(stream, 10 + i), kind != &rw_engine_cpu);
    check_graph(&c, graph, &s, stream);
}

/* Half are directed, and half have weights, of which many are equal. */
static riwalk_graph *draw_graph(uint64_t seed, uint32_t size)
{
    scoped_graph *plain = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, size);
    uint64_t bits = rw_rng_mix(seed);

    return vary(plain, bits & 1, bits & 2);
}

TEST(every_engine_equals_the_reference)
{
    const rw_engine_kind *kinds[] = {&rw_engine_cpu, reference_lanes(),
                                     reference_card_is_there() ? &rw_engine_cuda : NULL};

    for (size_t k = 0; k < ELEMENTS(kinds); k++)
        for (uint64_t seed = 0; seed < FEW(2000, 150) && kinds[k]; seed++) {
            uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
            scoped_graph *graph = draw_graph(seed, 24);

            check_randomly(kinds[k], graph, 1, stream);
        }
    for (uint64_t seed = 0; seed < FEW(2400, 100); seed++) {
        scoped_graph *graph = draw_graph(seed, 60);

        check_randomly(&rw_engine_cpu, graph, 1 + riwalk_graph_node_count(graph) / 8,
                       rw_rng_stream(seed, RW_STAGE_SPLIT, 0, 0));
    }
    for (uint32_t nodes = 0; nodes < 4; nodes++) { /* none, one alone, a pair, a pair and one */
        scoped_graph *graph = JOINED(nodes, nodes / 2, 0, 1);

        for (uint64_t stream = 0; stream < 20; stream++)
            check_randomly(&rw_engine_cpu, graph, 1, rw_rng_mix(stream));
    }
}

/* ---- Larger graphs, by all ways to search ---- */

/* Some anchors' walks by SP and by WL: by arrays over rows and over cells, by tables, and with
 * planes of hubs, all and few. */
static void check_searches(riwalk_graph *graph, uint32_t radius, uint32_t walks, uint32_t first,
                           uint32_t step, uint32_t end)
{
    static const search searches[] = {{&rw_engine_cpu, 0, false, false, 0, NULL},
                                      {&rw_engine_cpu, 0, false, true, 0, NULL},
                                      {&rw_engine_cpu, 0, true, false, 0, NULL},
                                      {&rw_engine_cpu, 0, true, true, 0, NULL},
                                      {&rw_engine_cpu, UINT32_MAX, false, false, 0, NULL},
                                      {&rw_engine_cpu, UINT32_MAX, true, true, 1 << 14, NULL},
                                      {&rw_engine_cpu, UINT32_MAX, false, true, 1 << 17, "."}};

    EACH (s, searches) {
        checking c = {.first = first, .step = step, .end = end};

        for (uint32_t i = 0; i < SETUPS; i++)
            c.options[i] =
                WITH(riwalk_options, it.run.threads = 1, it.walks = walks, it.walk_length = 10,
                     it.view.radius = radius, it.seed = radius + i,
                     it.view.identifier = i ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP);
        check_graph(&c, graph, s, radius + walks);
    }
}

/* Balls that stay far from whole, so that all of layer radius is asked about: walks that stray
 * from them attempt again and again, and some look at all neighbours of a node at last. Then many
 * walks, for which questions become dear. */
TEST(strayed_walks_equal_the_reference)
{
    scoped_graph *graph = GENERATED(BARABASI_ALBERT, it.nodes = 6000, it.edges_per_node = 4);

    for (uint32_t radius = 1; radius <= 4; radius++)
        for (uint32_t walks = 10; walks <= 80; walks += 70)
            check_searches(graph, radius, walks, 0, 601, 6000);
}

/* Three hubs in a path with many leaves each, some of which are joined or shared: a walk beside a
 * hub rarely stays in a small ball, and the row of the hub is longer than the list of the ball's
 * nodes; nodes are looked up in it. */
TEST(walks_beside_hubs_equal_the_reference)
{
    enum {
        HUBS = 3,
        LEAVES = 700, /* of each */
        NODES = HUBS * (LEAVES + 1)
    };

    for (uint32_t seed = 0; seed < 3; seed++) {
        edge_list edges = {0};

        for (uint32_t i = 1; i < NODES; i++)
            join(&edges, i < HUBS ? i - 1 : i % HUBS, i);
        for (uint32_t i = 0; i < 40 * seed; i++)
            join(&edges, HUBS + 7 * i, seed % 2 ? HUBS + 7 * i + 5 + i % 3 : i % HUBS);
        scoped_graph *graph = joined(&edges, NODES);
        for (uint32_t radius = 1; radius <= 5; radius++)
            for (uint32_t walks = 1; walks <= 64; walks *= 8)
                check_searches(graph, radius, walks, 0, 141, NODES);
    }
}

/* Balls so small beside a ring that marks are cleared one by one, and anchors that are neighbours,
 * so that a mark that is left over misleads; a path whose marks are cleared when their numbers end;
 * a tree whose inner nodes have rows too long for cells, of which nearly all are in the layer that
 * the search meets the last one from; and rows that fill their cell, of which only the last
 * neighbour is nearer than the radius. */
TEST(marks_and_cells_are_right_to_their_ends)
{
    scoped_graph *ring = JOINED(40000, 40000, i, (i + 1) % 40000);
    scoped_graph *path = JOINED(700, 699, i, i + 1);
    scoped_graph *tree = JOINED(4201, 4200, i + 1, i < 200 ? 0 : 1 + (i + 1) % 200);
    scoped_graph *cells = JOINED(17, 17, i < 14 ? 0 : 16, i < 14 ? i + 1 : (i + 1) % 16);

    check_searches(ring, 2, 2, 100, 1, 160);
    check_searches(ring, 5, 2, 100, 1, 130);
    check_searches(path, 64, 2, 0, 1, 700);
    for (uint32_t radius = 2; radius <= 4; radius += 2)
        check_searches(tree, radius, 10, 0, 801, 4201);
    check_searches(cells, 2, 10, 0, 1, 17);
}

/* ---- Tables ---- */

/* Random nodes in random turns, against an array; the table grows from a single place, and its
 * turns start over. */
TEST(a_table_is_an_array_of_few)
{
    enum {
        NODES = 500
    };
    uint32_t values[NODES];
    rw_node_table table = {0};

    ok(rw_node_table_reserve(&table, 1, &failure));
    table.turn = UINT32_MAX - 3;
    for (uint32_t turn = 0; turn < 12; turn++) {
        rw_node_table_clear(&table);
        for (uint32_t u = 0; u < NODES; u++)
            values[u] = UINT32_MAX;
        for (uint32_t i = 0; i < 40 * turn; i++) {
            uint64_t bits = rw_rng_mix(turn << 16 | i);
            uint32_t node = (uint32_t)(bits % NODES), value = (uint32_t)(bits >> 40);

            if (!rw_node_table_set(&table, node, value)) {
                assert_int_equal(table.count, table.room);
                ok(rw_node_table_reserve(&table, (uint64_t)table.count + 1, &failure));
                assert_true(rw_node_table_set(&table, node, value));
            }
            values[node] = value;
        }
        for (uint32_t u = 0; u < NODES; u++)
            assert_int_equal(rw_node_table_get(&table, u), values[u]);
    }
    rw_node_table_free(&table);
}

static riwalk_status open_and_walk(const riwalk_sampler *sampler, uint64_t anchors,
                                   riwalk_error *error)
{
    const rw_walk_setup *setup = &sampler->setup;
    const uint32_t first[] = {0, 1};
    rw_engine *engine = NULL;
    rw_rows rows;
    riwalk_status status =
        rw_engine_open_kind(&rw_engine_cpu, &setup, 1, &sampler->run, anchors, &engine, error);

    if (!status)
        status = rw_engine_profiles(engine, 0, 0, first, 2, &rows, error);
    rw_engine_close(engine);
    return status;
}

TEST(every_failing_allocation_is_an_error)
{
    riwalk_options options =
        WITH(riwalk_options, it.view.identifier = RIWALK_IDENTIFIER_WL, it.walks = 20);
    scoped_graph *graph = reference_graph_of_size(8, 1, 60, 90);
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

    for (int tables = 0; tables < 2; tables++)
        for (uint64_t anchors = 0; anchors <= MANY_ANCHORS; anchors += MANY_ANCHORS) {
            sampler->setup.large = tables ? 0 : UINT32_MAX;
            check_allocations(5, open_and_walk(sampler, anchors, &failure));
        }
}
