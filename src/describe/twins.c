/* SPDX-License-Identifier: MIT */
/* Joins clusters that divide twins. Twins have the same neighbours, maybe each other among them, so
 * their vectors differ only by the chance of sampled walks; and in a clique, or between two sides
 * of a complete bipartite graph, this chance is all that there is to cluster. */
#include "base/rng.h"
#include "base/sort.h"
#include "describe/describe.h"

#include <string.h>

/* Joins two clusters if this share of the nodes of one has twins in the other: one pair of twins
 * at a border says little about the rest. */
#define DIVIDED 0.5

/* What a neighbour adds to the key of a node. Sums of these are equal for equal neighbourhoods, and
 * as good as never else. */
static uint64_t key_of(uint32_t neighbor, bool in, double weight)
{
    uint64_t bits;

    memcpy(&bits, &weight, sizeof bits);
    return rw_rng_mix(rw_rng_mix(2 * (uint64_t)neighbor + in + RW_RNG_GAMMA) + bits);
}

static void find_keys(const riwalk_graph *g, uint64_t *keys)
{
    for (uint32_t u = 0; u < g->node_count; u++)
        keys[u] = g->types ? rw_rng_mix(g->types[u] + RW_RNG_GAMMA) : 0;
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++) {
            double weight = rw_arc_weight(g, a);

            keys[u] += key_of(g->neighbors[a], false, weight);
            if (g->directed)
                keys[g->neighbors[a]] += key_of(u, true, weight);
        }
}

/* If the nodes with one key are in several clusters, counts those of cluster a that have twins in
 * cluster b: divided[a * k + b]. */
static void count_twins(const rw_clustered *c, const rw_keyed *first, size_t count,
                        uint32_t *members, uint32_t *divided)
{
    bool several = false;

    memset(members, 0, c->k * sizeof *members);
    for (size_t i = 0; i < count; i++) {
        members[c->clusters[(uint32_t)first[i].value]]++;
        several |= c->clusters[(uint32_t)first[i].value] != c->clusters[(uint32_t)first[0].value];
    }
    for (uint32_t a = 0; several && a < c->k; a++)
        for (uint32_t b = 0; b < c->k; b++)
            divided[(size_t)a * c->k + b] += members[b] ? members[a] : 0;
}

/* Twins are neighbours or not, never both: one key has the node itself among its neighbours. */
static void find_twins(const riwalk_description *d, const rw_clustered *c, const uint64_t *keys,
                       rw_keyed *sorted, uint32_t *members, uint32_t *divided)
{
    const riwalk_graph *g = d->graph;
    size_t rows = c->rows.count;

    for (int adjacent = 0; adjacent < 2; adjacent++) {
        for (uint32_t i = 0; i < rows; i++) {
            uint32_t node = c->nodes[i];

            sorted[i] = (rw_keyed){keys[node], i};
            if (adjacent)
                sorted[i].key += key_of(node, false, 1) + (g->directed ? key_of(node, true, 1) : 0);
        }
        rw_sort_keyed(sorted, sorted + rows, rows);
        for (size_t first = 0, i = 1; i <= rows; i++)
            if (i == rows || sorted[i].key != sorted[first].key) {
                count_twins(c, sorted + first, i - first, members, divided);
                first = i;
            }
    }
}

riwalk_status rw_describe_join_twins(riwalk_description *d, rw_clustered *c, riwalk_error *error)
{
    size_t k = c->k, rows = c->rows.count;
    uint64_t *keys = rw_take(&d->scratch, d->graph->node_count, sizeof *keys, error);
    rw_keyed *sorted = rw_take(&d->scratch, rows, 2 * sizeof *sorted, error);
    uint32_t *members = rw_take(&d->scratch, k, sizeof *members, error), found = 0;
    uint32_t *sizes = rw_take_zeroed(&d->scratch, k, sizeof *sizes, error);
    uint32_t *joined = rw_take(&d->scratch, k, sizeof *joined, error);
    uint32_t *divided = rw_take_zeroed(&d->scratch, k, k * sizeof *divided, error);

    RW_MUST(rw_pool_status(&d->scratch));
    find_keys(d->graph, keys);
    find_twins(d, c, keys, sorted, members, divided);
    for (uint32_t i = 0; i < rows; i++)
        sizes[c->clusters[i]]++;
    for (uint32_t a = 0; a < k; a++)
        joined[a] = a;
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = 0; b < k; b++)
            if (a != b && divided[a * k + b] >= DIVIDED * sizes[a])
                for (uint32_t x = 0, from = joined[b]; x < k; x++)
                    joined[x] = joined[x] == from ? joined[a] : joined[x];
    for (uint32_t a = 0; a < k; a++)
        members[a] = joined[a] == a ? found++ : 0;
    for (uint32_t i = 0; i < rows; i++)
        c->clusters[i] = members[joined[c->clusters[i]]];
    c->k = found;
    return RIWALK_STATUS_OK;
}
