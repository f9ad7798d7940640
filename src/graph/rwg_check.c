/* SPDX-License-Identifier: MIT */
/* Checks that arrays from a file form a valid graph. In parallel, at about memory speed. */
#include "base/parallel.h"
#include "base/rng.h"
#include "graph/rwg.h"

#include <string.h>

#define TASKS 256

/* Below this many nodes and arcs, starting threads takes longer than the work. */
#define WORTH_THREADS 100000

/* ---- Nodes ---- */

typedef struct checker {
    const char *name;
    const riwalk_graph *graph;
    uint64_t seeds[2];
    uint64_t balance;  /* sum over both directions of all edges: 0 if undirected */
    uint32_t oddities; /* nonzero: some name is not an integer */
} checker;

#define malformed(c, error, ...)                                                                   \
    rw_fail_at(error, RIWALK_STATUS_FORMAT, (c)->name, 0, "the file is malformed: " __VA_ARGS__)

static riwalk_status fail_row(const checker *c, uint32_t node, const char *what,
                              riwalk_error *error)
{
    return malformed(c, error, "%s of node number %u", what, node);
}

/* Odd, so multiplying a weight's bits by it is a bijection. */
#define SPREAD UINT64_C(0x9E3779B97F4A7C15)

/* Hashes an edge and the bits of its weight. A single wide multiplication, since this dominates the
 * check. */
static inline uint64_t hash_edge(const checker *c, uint64_t low, uint64_t high, uint64_t bits)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t edge = high << 32 | low;
    wide product = (wide)(edge ^ c->seeds[0]) * ((edge + bits * SPREAD) ^ c->seeds[1]);

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The contribution of a row to the balance: arcs to lower nodes subtract the hash of their edge,
 * arcs to higher nodes add it. If every edge exists in both directions with the same weight, the
 * sum is 0. The hash is keyed by the file's checksum, which makes forging a balance hard. */
static uint64_t balance_row(const checker *c, uint32_t node, uint64_t begin, uint64_t end)
{
    const uint32_t *neighbors = c->graph->neighbors;
    const double *weights = c->graph->weights;
    uint64_t sum = 0, bits = 0;

    for (uint64_t at = begin; at < end; at++) {
        uint32_t other = neighbors[at];

        if (weights)
            memcpy(&bits, &weights[at], sizeof bits);
        sum += other < node ? 0 - hash_edge(c, other, node, bits) : hash_edge(c, node, other, bits);
    }
    return sum;
}

static riwalk_status check_row(const checker *c, uint32_t node, riwalk_error *error)
{
    const riwalk_graph *g = c->graph;
    uint64_t begin = g->offsets[node], end = g->offsets[node + 1];
    bool wrong = false;

    if (begin > end || end > g->arc_count)
        return fail_row(c, node, "the offsets", error);
    if (begin < end)
        wrong = g->neighbors[begin] == node;
    for (uint64_t at = begin + 1; at < end; at++)
        wrong |= (g->neighbors[at] <= g->neighbors[at - 1]) | (g->neighbors[at] == node);
    if (wrong || (end > begin && g->neighbors[end - 1] >= g->node_count))
        return fail_row(c, node, "the neighbours", error);
    for (uint64_t at = begin; g->weights && at < end; at++)
        wrong |= !rw_is_weight(g->weights[at]);
    return wrong ? fail_row(c, node, "the weights", error) : RIWALK_STATUS_OK;
}

/* Names must be sorted, not empty, and without bytes that end names elsewhere. */
static bool is_name(checker *c, uint32_t node)
{
    const rw_names *names = &c->graph->names;
    uint64_t begin, end;
    int64_t value;
    rw_span name;

    if (names->kind == RW_NAMES_RANGE)
        return true;
    if (names->kind == RW_NAMES_INTEGERS)
        return !node || names->integers[node] > names->integers[node - 1];
    begin = names->starts[node];
    end = names->starts[node + 1];
    name = (rw_span){names->text + begin, (size_t)(end - begin)};
    if (begin >= end || end > names->starts[c->graph->node_count] ||
        memchr(name.text, 0, name.length) || memchr(name.text, '\n', name.length) ||
        (node && (names->starts[node - 1] >= begin ||
                  rw_span_order(rw_span_at(names->text, names->starts, node - 1), name) >= 0)))
        return false;
    if (!rw_parse_integer(name, &value))
        __atomic_store_n(&c->oddities, 1, __ATOMIC_RELAXED);
    return true;
}

static riwalk_status nodes_task(void *context, size_t task, int worker, riwalk_error *error)
{
    checker *c = context;
    const riwalk_graph *g = c->graph;
    uint32_t begin = (uint32_t)rw_part(g->node_count, TASKS, task);
    uint32_t end = (uint32_t)rw_part(g->node_count, TASKS, task + 1);
    uint64_t balance = 0;

    for (uint32_t node = begin; node < end; node++) {
        RW_MUST(check_row(c, node, error));
        if (!g->directed)
            balance += balance_row(c, node, g->offsets[node], g->offsets[node + 1]);
        if (!is_name(c, node))
            return fail_row(c, node, "the name", error);
    }
    __atomic_fetch_add(&c->balance, balance, __ATOMIC_RELAXED);
    return RIWALK_STATUS_OK;
}

/* ---- The whole graph ---- */

/* Whether names have their simplest form, so that equal graphs are equal in memory: no integers
 * that could be a range, no strings that could be integers. */
static bool are_simple(const checker *c)
{
    const rw_names *names = &c->graph->names;
    uint64_t last = c->graph->node_count - UINT64_C(1);

    if (names->kind == RW_NAMES_INTEGERS)
        return (uint64_t)names->integers[last] - (uint64_t)names->integers[0] != last;
    return names->kind == RW_NAMES_RANGE || c->oddities;
}

riwalk_status rw_rwg_check(const riwalk_graph *g, const char *name, uint64_t text_bytes,
                           uint64_t seed, int threads, riwalk_error *error)
{
    checker c = {.name = name, .graph = g, .seeds = {rw_rng_mix(seed), rw_rng_mix(~seed)}};

    if (g->node_count + g->arc_count < WORTH_THREADS)
        threads = 1;
    if (g->offsets[0] != 0 || g->offsets[g->node_count] != g->arc_count)
        return malformed(&c, error, "its offsets do not span its neighbours");
    if (g->names.kind == RW_NAMES_STRINGS &&
        (g->names.starts[0] != 0 || g->names.starts[g->node_count] != text_bytes))
        return fail_row(&c, 0, "the name", error);
    RW_MUST(rw_parallel(threads, TASKS, nodes_task, &c, error));
    if (!g->directed && c.balance)
        return malformed(&c, error, "an edge is stored in one direction only");
    return are_simple(&c) ? RIWALK_STATUS_OK
                          : malformed(&c, error, "its names are not in their simplest form");
}
