/* SPDX-License-Identifier: MIT */
/* Compares two states of a graph. A node is unchanged if its type and its row are the same in both:
 * same neighbours, order and weights; in a directed graph, both rows. An anchor with no changed
 * node in reach in either graph, and with the same number, has the same ball and rows, so its walks
 * are the same. */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/directions.h"

#include <string.h>

#define NONE UINT32_MAX

/* A state: the graph, and the graph as walks see it. */
typedef struct state {
    const riwalk_graph *graph;
    const riwalk_graph *walked;
    rw_arc_rows rows[2]; /* only the first if undirected */
} state;

typedef struct comparison {
    state before;
    state after;
    uint32_t *new_number; /* [nodes before]: NONE if the node is gone */
    uint32_t *old_number; /* [nodes after]: NONE if it is new */
} comparison;

static riwalk_status init_state(state *s, const riwalk_graph *graph, riwalk_error *error)
{
    const rw_skeleton *skeleton;

    *s = (state){graph, graph, {{graph->offsets, graph->neighbors, graph->weights}}};
    if (!graph->directed)
        return RIWALK_STATUS_OK;
    RW_MUST(rw_graph_skeleton(graph, &skeleton, error));
    s->walked = &skeleton->graph;
    s->rows[1] = skeleton->arcs.in;
    return RIWALK_STATUS_OK;
}

static void match_names(comparison *c)
{
    const riwalk_graph *before = c->before.graph, *after = c->after.graph;

    for (uint32_t u = 0; u < before->node_count; u++)
        c->new_number[u] = NONE;
    for (uint32_t u = 0; u < after->node_count; u++) {
        char digits[RW_INTEGER_CHARS];
        rw_span name = rw_graph_name(after, u, digits);
        uint32_t old;

        c->old_number[u] = NONE;
        if (!riwalk_graph_find(before, name.text, name.length, &old))
            continue;
        c->old_number[u] = old;
        c->new_number[old] = u;
    }
}

static bool same_row(const comparison *c, unsigned side, uint32_t u)
{
    const rw_arc_rows *before = &c->before.rows[side], *after = &c->after.rows[side];
    uint32_t old = c->old_number[u], degree = rw_arc_count(after, u);
    uint64_t was, is = after->offsets[u];

    if (old == NONE || rw_arc_count(before, old) != degree)
        return false;
    was = before->offsets[old];
    for (uint32_t i = 0; i < degree; i++)
        if (c->new_number[before->neighbors[was + i]] != after->neighbors[is + i] ||
            rw_arc_weight_at(before, was + i) != rw_arc_weight_at(after, is + i))
            return false;
    return true;
}

static bool same_rows(const comparison *c, uint32_t u)
{
    const uint32_t *before = c->before.graph->types, *after = c->after.graph->types;

    return same_row(c, 0, u) && (!c->after.graph->directed || same_row(c, 1, u)) &&
           (!after || (before && before[c->old_number[u]] == after[u]));
}

/* Marks all nodes within `reach` hops of queue[0 .. count-1], which are marked already. */
static void spread(const riwalk_graph *graph, uint32_t reach, uint32_t count, uint32_t *queue,
                   bool *marks)
{
    uint32_t head = 0;

    for (uint32_t layer = 0; layer < reach && head < count; layer++) {
        uint32_t layer_end = count;

        for (; head < layer_end; head++)
            for (uint64_t a = graph->offsets[queue[head]]; a < graph->offsets[queue[head] + 1];
                 a++) {
                uint32_t v = graph->neighbors[a];

                if (!marks[v]) {
                    marks[v] = true;
                    queue[count++] = v;
                }
            }
    }
}

static void compare(comparison *c, uint32_t reach, uint32_t *queue, bool *redo, bool *old_redo)
{
    uint32_t count = 0;

    match_names(c);
    for (uint32_t u = 0; u < c->after.graph->node_count; u++)
        if (!same_rows(c, u)) {
            redo[u] = true;
            queue[count++] = u;
            if (c->old_number[u] != NONE)
                old_redo[c->old_number[u]] = true;
        }
    spread(c->after.walked, reach, count, queue, redo);
    count = 0;
    for (uint32_t u = 0; u < c->before.graph->node_count; u++)
        if (old_redo[u] || c->new_number[u] == NONE) {
            old_redo[u] = true;
            queue[count++] = u;
        }
    spread(c->before.walked, reach, count, queue, old_redo);
    for (uint32_t u = 0; u < c->after.graph->node_count; u++)
        redo[u] |= c->old_number[u] != u || old_redo[u];
}

riwalk_status rw_changed_anchors(const riwalk_graph *before, const riwalk_graph *after,
                                 uint32_t reach, bool *redo, riwalk_error *error)
{
    size_t old_count = before->node_count, count = after->node_count;
    size_t most = old_count > count ? old_count : count;
    RW_POOL(pool);
    comparison c = {.new_number = rw_take(&pool, old_count, sizeof *c.new_number, error),
                    .old_number = rw_take(&pool, count, sizeof *c.old_number, error)};
    uint32_t *queue = rw_take(&pool, most, sizeof *queue, error);
    bool *old_redo = rw_take_zeroed(&pool, most, sizeof *old_redo, error);

    RW_MUST(rw_pool_status(&pool));
    memset(redo, 0, count * sizeof *redo);
    RW_MUST(init_state(&c.before, before, error));
    RW_MUST(init_state(&c.after, after, error));
    compare(&c, reach, queue, redo, old_redo);
    return RIWALK_STATUS_OK;
}
