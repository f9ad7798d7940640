/* SPDX-License-Identifier: MIT */
/* The RW variants: the ball is the subgraph of the edges that the anchor's walks used. It has at
 * most as many nodes as the walks have steps, so it is built explicitly, over slots. */
#include "base/sort.h"
#include "engine/cpu/walker.h"

/* Lists both directions of each used edge, sorted, once: from << 32 | to, as slots. Sets
 * arc_starts[s] to the first arc of slot s, and arc_starts[slot_count] to the end. */
static void list_arcs(const rw_walker *walker, const rw_walks *walks)
{
    uint64_t *arcs = walker->arcs_used;
    uint32_t *starts = walker->arc_starts, slot = 0;
    size_t count = 0;

    for (uint32_t w = 0; w < walks->walks; w++) {
        const uint32_t *walk = walks->tokens + (size_t)w * walks->length;

        for (uint32_t t = 0; t + 1 < walks->length; t++) {
            arcs[count++] = (uint64_t)walk[t] << 32 | walk[t + 1];
            arcs[count++] = (uint64_t)walk[t + 1] << 32 | walk[t];
        }
    }
    count = rw_sort_distinct(arcs, count);
    for (size_t a = 0; a < count; a++)
        while (slot <= arcs[a] >> 32)
            starts[slot++] = (uint32_t)a;
    while (slot <= walks->slot_count)
        starts[slot++] = (uint32_t)count;
}

static void find_distances(const rw_walker *walker)
{
    uint32_t *distances = walker->distances, *queue = walker->queue, tail = 1;

    for (uint32_t s = 1; s < walker->slot_count; s++)
        distances[s] = UINT32_MAX;
    distances[0] = queue[0] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t from = queue[head];

        for (uint32_t a = walker->arc_starts[from]; a < walker->arc_starts[from + 1]; a++) {
            uint32_t to = (uint32_t)walker->arcs_used[a];

            if (distances[to] != UINT32_MAX)
                continue;
            distances[to] = distances[from] + 1;
            queue[tail++] = to;
        }
    }
}

/* Counts the neighbours of a slot by layer. */
static rw_layer_counts count_side(const rw_walker *walker, unsigned side, uint32_t slot)
{
    const uint32_t *nodes = walker->nodes, *distances = walker->distances;
    rw_row row = rw_arc_row(&walker->setup->arcs[side], nodes[slot]);
    rw_layer_counts counts = {0};

    for (uint32_t a = walker->arc_starts[slot]; a < walker->arc_starts[slot + 1]; a++) {
        uint32_t to = (uint32_t)walker->arcs_used[a], place = 0;

        if (walker->setup->directed && !rw_row_find(row, nodes[to], &place))
            continue;
        counts.closer += distances[to] < distances[slot];
        counts.same += distances[to] == distances[slot];
        counts.further += distances[to] > distances[slot];
    }
    return counts;
}

static void count_layers(const rw_walker *walker, uint32_t slot, riwalk_context *context)
{
    rw_set_layers(context, count_side(walker, 0, slot));
    if (walker->setup->directed)
        rw_set_layers_in(context, count_side(walker, 1, slot));
}

/* Sums the weights of the anchor's used arcs on a side, in the order of its row. */
static double walked_weight(const rw_walker *walker, unsigned side)
{
    const rw_arc_rows *arcs = &walker->setup->arcs[side];
    rw_row row = rw_arc_row(arcs, walker->nodes[0]);
    uint32_t *ends = walker->queue, count = walker->arc_starts[1], place = 0;
    double sum = 0;

    for (uint32_t a = 0; a < count; a++)
        ends[a] = walker->nodes[(uint32_t)walker->arcs_used[a]];
    rw_sort_u32(ends, ends + count, count);
    for (uint32_t a = 0; a < count; a++)
        if (rw_row_find(row, ends[a], &place))
            sum += rw_arc_weight_at(arcs, arcs->offsets[walker->nodes[0]] + place);
    return sum;
}

void rw_walked_roles(rw_walker *walker, const rw_walks *walks)
{
    const rw_walk_setup *setup = walker->setup;
    riwalk_context context = {.graph = setup->source, .anchor = walks->anchor};
    rw_naming naming;

    list_arcs(walker, walks);
    find_distances(walker);
    count_layers(walker, 0, &context);
    context.spread = context.further; /* all neighbours of the anchor are further */
    context.spread_in = context.further_in;
    if (setup->weighted)
        context.weight = walked_weight(walker, 0);
    if (setup->weighted && setup->directed)
        context.weight_in = walked_weight(walker, 1);
    naming = rw_role_begin(setup, &context);
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        uint32_t distance = walker->distances[s];

        context.node = walker->nodes[s];
        context.degree = rw_degree(setup->graph, context.node);
        context.distance = distance < setup->radius ? distance : setup->radius;
        count_layers(walker, s, &context);
        walker->slots[s].role = rw_role_name(setup, &naming, &context);
    }
}
