/* SPDX-License-Identifier: MIT */
/* struc2vec: layers, whose distances are those of warped rings, and walks against their
 * definitions. */
#include "embedding.h"
#include "methods/struc2vec/layers.h"
#include "reference/struc2vec.h"

static const riwalk_run job = {.threads = 2};

/* ---- Layers ---- */

static rw_layers make_layers(const riwalk_graph *graph, uint32_t count, bool compact, bool all,
                             bool weigh)
{
    rw_layers layers;

    ok(rw_layers_order(&layers, graph, count, compact, all, &job, &failure));
    ok(rw_layers_measure(&layers, &job, &failure));
    if (weigh)
        ok(rw_layers_weigh(&layers, &job, &failure));
    return layers;
}

#define scoped_layers __attribute__((cleanup(rw_layers_free))) rw_layers
#define scoped_reference __attribute__((cleanup(reference_layers_free))) reference_layers

/* Distances, or shares: what the edge from u to v has in `row`. */
static double edge_value(const rw_layers *l, uint32_t k, uint32_t p, uint32_t slot, bool shares)
{
    const float *row = rw_layers_row(l, k, p);

    if (!shares)
        return (double)row[slot];
    return slot ? (double)row[slot] - (double)row[slot - 1] : (double)row[0];
}

/* Floats hold 24 bits: a distance is right to 1e-7 of itself, its weight to that times it. */
static void compare_layers(const rw_layers *l, const reference_layers *r, bool shares)
{
    scoped double *found = calloc(l->node_count, sizeof *found);
    scoped uint32_t *edges = calloc(l->node_count, sizeof *edges);

    for (uint32_t k = 0; k < l->layers; k++)
        for (uint32_t u = 0; u < l->node_count; u++) {
            size_t row = (size_t)k * l->node_count + u;
            const double *right = (shares ? r->shares : r->distances) + row * l->node_count;
            uint32_t p = l->places[u];

            for (uint32_t v = 0; v < l->node_count; v++)
                found[v] = shares ? 0 : INFINITY;
            memset(edges, 0, l->node_count * sizeof *edges);
            for (uint32_t s = 0; p != UINT32_MAX && s < rw_layers_degree(l, p); s++) {
                uint32_t v = l->order[l->partners[l->offsets[p] + s]];
                double value = edge_value(l, k, p, s, shares);

                edges[v]++;
                found[v] = shares ? found[v] + value : value;
            }
            assert_memory_equal(edges, r->edges + (size_t)u * l->node_count,
                                l->node_count * sizeof *edges);
            for (uint32_t v = 0; v < l->node_count; v++) {
                double room = shares ? 2e-6 : 1e-6 * right[v];

                assert_int_equal(isfinite(right[v]), isfinite(found[v]));
                if (isfinite(right[v]) && !(fabs(right[v] - found[v]) <= room))
                    fail_msg("layer %u, %u to %u: %g, not %g", k, u, v, found[v], right[v]);
            }
            if (shares && p != UINT32_MAX && k < l->depths[p])
                assert_true(fabs(r->ups[row] - (double)l->ups[(size_t)k * l->count + p]) < 1e-6);
        }
}

TEST(layers_are_those_of_the_definition)
{
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++)
        for (unsigned how = 0; how < 4; how++) {
            bool compact = how & 1, all = how & 2;
            scoped_graph *graph = reference_graph_of_size(kind, 1 + how, 8, 22);
            scoped_reference right = reference_layers_make(graph, 4, compact, all);
            scoped_layers measured = make_layers(graph, 4, compact, all, false);
            scoped_layers weighed = make_layers(graph, 4, compact, all, true);

            compare_layers(&measured, &right, false);
            compare_layers(&weighed, &right, true);
        }
}

/* More places than a block or a group has, so that pairs lie across them. */
TEST(blocks_have_no_effect)
{
    scoped_graph *graph = reference_graph_of_size(8, 1, 80, 110);
    scoped_reference right = reference_layers_make(graph, 2, true, false);
    scoped_layers layers = make_layers(graph, 2, true, false, false);

    assert_true(layers.count > layers.group && layers.parts);
    assert_true(layers.edges > (uint64_t)layers.count * (2 * layers.near + 1));
    compare_layers(&layers, &right, false);
}

/* ---- Walks ---- */

#define WALKS 20000

/* Counts of the second and the third node against their exact chances: within 5 deviations. */
static void check_walks(const riwalk_graph *graph, uint32_t start, double stay)
{
    uint32_t nodes = riwalk_graph_node_count(graph), walk[3];
    scoped_reference right = reference_layers_make(graph, 3, true, false);
    scoped_layers layers = make_layers(graph, 3, true, false, true);
    scoped double *chances = calloc(3 * (size_t)nodes, sizeof *chances);
    scoped uint32_t *seen = calloc(2 * (size_t)nodes, sizeof *seen);
    rw_layer_walks walks = {.layers = &layers, .stay = stay, .seed = 1};

    for (uint32_t w = 0; w < WALKS; w++) {
        assert_int_equal(rw_layer_walk(&walks, start, w, 3, walk), 3);
        assert_int_equal(walk[0], start);
        seen[walk[1]]++;
        seen[nodes + walk[2]]++;
    }
    chances[start] = 1;
    for (uint32_t step = 0; step < 2; step++) {
        reference_layers_step(&right, stay, chances);
        for (uint32_t v = 0; v < nodes; v++) {
            double chance = chances[v] + chances[nodes + v] + chances[2 * (size_t)nodes + v];
            double away = fabs(seen[step * nodes + v] - WALKS * chance);

            if (away > 5 * sqrt(WALKS * chance * (1 - chance)) + 1)
                fail_msg("step %u to %u: %u times, not %g", step, v, seen[step * nodes + v],
                         WALKS * chance);
        }
    }
}

TEST(walks_follow_the_definition)
{
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        scoped_graph *graph = reference_graph_of_size(kind, 7, 8, 16);
        uint32_t start = 0;

        while (!riwalk_graph_degree(graph, start))
            start++;
        check_walks(graph, start, kind % 2 ? 0.3 : 0.6);
    }
}

/* ---- Symmetry ---- */

/* Every node has an edge to one of its own label but itself, and with that label's nodes a distance
 * of 0 in all layers, wherever they are compared. */
static void check_symmetry(riwalk_generator generator)
{
    scoped_labels labels = NULL;
    scoped_graph *graph = generate_with(generator, NULL, &labels);
    scoped_layers l = make_layers(graph, 7, true, false, false);

    for (uint32_t p = 0; p < l.count; p++) {
        bool met = false;

        for (uint32_t s = 0; s < rw_layers_degree(&l, p); s++) {
            uint32_t q = l.partners[l.offsets[p] + s];

            if (strcmp(labels[l.order[p]], labels[l.order[q]]))
                continue;
            met = true;
            for (uint32_t k = 0; k < l.layers; k++) {
                float f = rw_layers_row(&l, k, p)[s];

                assert_true(f == 0 || (k > 1 && isinf(f)));
            }
        }
        assert_true(met);
    }
}

TEST(symmetric_nodes_coincide)
{
    check_symmetry(RIWALK_GENERATOR_KARATE_MIRRORED);
    check_symmetry(RIWALK_GENERATOR_BARBELL);
}

/* ---- End to end ---- */

static riwalk_options start(void)
{
    return WITH(riwalk_options, it.walks = 10, it.dimensions = 16, it.epochs = 1,
                it.method = RIWALK_METHOD_STRUC2VEC);
}

TEST(all_pairs_need_more_memory)
{
    scoped_graph *graph = make_graph(200, 2);
    riwalk_options some = BUT(start(), it.run.threads = 1), all = BUT(some, it.all_pairs = true);

    /* 200 * 199 * 7 floats against at most 200 * 64 * 7 */
    assert_true(estimate_of(graph, &all).least_memory_bytes >
                estimate_of(graph, &some).least_memory_bytes + 200 * 135 * 7 * 4);
}
