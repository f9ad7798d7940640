/* SPDX-License-Identifier: MIT */
/* Random graphs: Erdos-Renyi, Barabasi-Albert, R-MAT. Every edge is a pure function of the seed and
 * its number, in integer arithmetic, so graphs are the same on every machine. */
#include "base/error.h"
#include "base/rng.h"
#include "graph/generate.h"

#include <math.h>
#include <string.h>

/* ---- Erdos-Renyi ---- */

/* G(n, m): m different edges, every set of m edges being equally likely. The pairs fill a table
 * exactly (see rw_pair); a keyed permutation of its cells maps edge number e to its pair. The
 * permutation is a Feistel network on (row, column): each round adds a random function of one
 * coordinate to the other, which is invertible. Eight rounds mix a table of thousands of cells. A
 * tiny table has few such functions and needs more: for five nodes, the bias of a set of 4 edges
 * halves with every two rounds. */
#define ROUNDS 8
#define ROUNDS_FEW_NODES RW_PLAN_STREAMS
#define FEW_NODES 1000
#define GROUP 32

/* Makes the edges first .. first + count - 1 with interleaved rounds: the rounds of one cell are a
 * chain of dependent multiplications, those of different cells overlap. */
static void make_group(const rw_plan *plan, uint64_t first, uint64_t count, uint32_t *ends)
{
    uint32_t n = plan->node_count;
    uint64_t rows = (n - 1) | 1, columns = n / 2;
    uint64_t row[GROUP], column[GROUP];
    int rounds = n < FEW_NODES ? ROUNDS_FEW_NODES : ROUNDS;

    for (uint64_t i = 0; i < count; i++) {
        row[i] = (first + i) / columns;
        column[i] = (first + i) % columns;
    }
    for (int round = 0; round < rounds; round += 2)
        for (uint64_t i = 0; i < count; i++) {
            row[i] += rw_rng_below(rw_rng_at(plan->streams[round], column[i]), rows);
            row[i] -= row[i] >= rows ? rows : 0;
            column[i] += rw_rng_below(rw_rng_at(plan->streams[round + 1], row[i]), columns);
            column[i] -= column[i] >= columns ? columns : 0;
        }
    for (uint64_t i = 0; i < count; i++)
        rw_pair(n, (uint32_t)row[i], (uint32_t)column[i], ends + 2 * (first + i - plan->origin));
}

static void make_erdos_renyi(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    for (uint64_t e = begin; e < end; e += GROUP)
        make_group(plan, e, end - e < GROUP ? end - e : GROUP, to->ends);
}

riwalk_status rw_plan_erdos_renyi(rw_plan *plan, riwalk_error *error)
{
    uint32_t nodes = plan->options->nodes;
    double degree = plan->options->degree;
    uint64_t pairs;

    if (nodes == 0)
        return rw_refuse(error, "at least 1 node is needed, not 0");
    if (!(degree >= 0 && degree <= (double)(nodes - 1)))
        return rw_refuse(error, "the mean degree of %u nodes can be 0 to %u, not %g", nodes,
                         nodes - 1, degree);
    pairs = (uint64_t)((nodes - 1) | 1) * (nodes / 2);
    plan->item_count = (uint64_t)floor((double)nodes * degree / 2 + 0.5);
    if (plan->item_count > pairs)
        plan->item_count = pairs;
    plan->make = make_erdos_renyi;
    plan->piecewise = true;
    return rw_plan_nodes(plan, nodes, error);
}

/* ---- Barabasi-Albert ---- */

/* The first m + 1 nodes are a star around node 0. Every later node adds m edges to m different
 * earlier nodes, drawn with probability proportional to degree: it picks a position in the list of
 * all edge ends so far, and again if a node repeats. Position 2e is the node that adds edge e, 2e +
 * 1 the node it picked. Item 0 is the star, item i the edges of node m + i.
 *
 * The first 1024 m items are made like this, in order. Later items need not wait for others: the
 * node at a position is found by following picked positions back until one belongs to the adding
 * node or to a serial item (Sanders and Schulz, Scalable generation of scale-free graphs,
 * Information Processing Letters 116, 2016). This sees the first draw even if it repeated a node
 * and was redrawn: so late at most one pick in a thousand, and ever fewer. */
#define SERIAL_ITEMS 1024 /* times m */

/* Streams. */
#define PICKS 0
#define REDRAWS 1

/* The position picked by draw `draw` (below m) of an item. */
static inline uint64_t picked(const rw_plan *plan, uint64_t item, uint64_t draw)
{
    uint64_t edge = item * plan->item_edges;

    return rw_rng_below(rw_rng_at(plan->streams[PICKS], edge + draw), 2 * edge);
}

static uint32_t node_at(const rw_plan *plan, const uint32_t *ends, uint64_t position)
{
    uint64_t m = plan->item_edges, known = 2 * m * plan->serial_items;

    while (position >= known) {
        uint64_t item = position / 2 / m;

        if (position % 2 == 0)
            return (uint32_t)(m + item);
        position = picked(plan, item, position / 2 % m);
    }
    return ends[position];
}

#define FREE UINT32_MAX /* an empty slot: no node has this number */

/* Inserts a node into a hash set of 2^k slots, at most half full; false if it is there already. */
static bool insert(uint32_t *slots, size_t mask, uint32_t node)
{
    size_t at = rw_rng_mix(node) & mask;

    while (slots[at] != FREE && slots[at] != node)
        at = (at + 1) & mask;
    if (slots[at] == node)
        return false;
    slots[at] = node;
    return true;
}

static void attach(const rw_plan *plan, uint64_t item, uint32_t *ends, uint32_t *slots)
{
    uint64_t m = plan->item_edges, edge = item * m;
    uint64_t redraws = rw_rng_mix(plan->streams[REDRAWS] ^ item);

    memset(slots, 0xff, plan->scratch_count * sizeof *slots);
    for (uint64_t draw = 0; edge < (item + 1) * m; draw++) {
        uint64_t position = draw < m ? picked(plan, item, draw)
                                     : rw_rng_below(rw_rng_at(redraws, draw), 2 * m * item);
        uint32_t node = node_at(plan, ends, position);

        if (!insert(slots, plan->scratch_count - 1, node))
            continue;
        ends[2 * edge] = (uint32_t)(m + item);
        ends[2 * edge + 1] = node;
        edge++;
    }
}

static void make_barabasi_albert(const rw_plan *plan, uint64_t begin, uint64_t end,
                                 const rw_room *to)
{
    for (uint64_t e = 0; begin == 0 && e < plan->item_edges; e++) {
        to->ends[2 * e] = (uint32_t)(e + 1);
        to->ends[2 * e + 1] = 0;
    }
    for (uint64_t item = begin ? begin : 1; item < end; item++)
        attach(plan, item, to->ends, to->scratch);
}

riwalk_status rw_plan_barabasi_albert(rw_plan *plan, riwalk_error *error)
{
    uint32_t nodes = plan->options->nodes, m = plan->options->edges_per_node;

    if (m == 0 || m >= nodes)
        return rw_refuse(
            error,
            "each new node needs at least 1 edge, and fewer edges than there are nodes: "
            "got %u edges per node for %u nodes",
            m, nodes);
    plan->item_count = nodes - m;
    plan->item_edges = m;
    plan->serial_items = (uint64_t)SERIAL_ITEMS * m;
    if (plan->serial_items > plan->item_count)
        plan->serial_items = plan->item_count;
    plan->make = make_barabasi_albert;
    for (plan->scratch_count = 1; plan->scratch_count < (size_t)2 * m;)
        plan->scratch_count *= 2;
    return rw_plan_nodes(plan, nodes, error);
}

/* ---- R-MAT ---- */

/* Chakrabarti, Zhan, Faloutsos, R-MAT: a recursive model for graph mining (SDM 2004), with the
 * probabilities of Graph 500: each bit of the two ends is 00, 01, 10 or 11 with probability 0.57,
 * 0.19, 0.19, 0.05. A 64-bit draw decides two levels. */
#define SHARE(p) ((uint32_t)((p)*4294967296.0))

static inline void descend(uint32_t bits, uint32_t ends[2])
{
    uint32_t quarter =
        (uint32_t)(bits >= SHARE(0.57)) + (bits >= SHARE(0.76)) + (bits >= SHARE(0.95));

    ends[0] = 2 * ends[0] + (quarter >> 1);
    ends[1] = 2 * ends[1] + (quarter & 1);
}

static void make_rmat(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    uint32_t scale = plan->options->scale, draws = (scale + 1) / 2;

    for (uint64_t e = begin; e < end; e++) {
        uint32_t pair[2] = {0, 0};

        for (uint32_t i = 0; i < draws; i++) {
            uint64_t bits = rw_rng_at(plan->streams[0], e * draws + i);

            descend((uint32_t)bits, pair);
            if (2 * i + 1 < scale)
                descend((uint32_t)(bits >> 32), pair);
        }
        to->ends[2 * (e - plan->origin)] = pair[0];
        to->ends[2 * (e - plan->origin) + 1] = pair[1];
    }
}

riwalk_status rw_plan_rmat(rw_plan *plan, riwalk_error *error)
{
    uint32_t scale = plan->options->scale;

    if (plan->options->edges_per_node == 0)
        return rw_refuse(error, "at least 1 edge per node is needed, not 0");
    if (scale > 31)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "a scale of %u would give 2^%u nodes; at most 2^31 are supported", scale,
                       scale);
    plan->item_count = (uint64_t)plan->options->edges_per_node << scale;
    plan->make = make_rmat;
    plan->piecewise = true;
    return rw_plan_nodes(plan, UINT64_C(1) << scale, error);
}
