/* SPDX-License-Identifier: MIT */
/* The RW variants: the ball is the subgraph of the edges that the anchor's walks used. It has at
 * most as many nodes as the walks have steps, so it is built explicitly, over slots. */
#include "base/sort.h"
#include "engine/cpu/walker.h"

/* Lists both directions of each used edge, sorted, once: from << 32 | to. Returns how many. */
static size_t collect_arcs(const rw_walked *walked, const rw_walks *walks)
{
    uint64_t *arcs = walked->arcs;
    size_t count = 0, kept = 0;

    for (uint32_t w = 0; w < walks->walks; w++) {
        const uint32_t *walk = walks->tokens + (size_t)w * walks->length;

        for (uint32_t t = 0; t + 1 < walks->length; t++) {
            arcs[count++] = (uint64_t)walk[t] << 32 | walk[t + 1];
            arcs[count++] = (uint64_t)walk[t + 1] << 32 | walk[t];
        }
    }
    rw_sort_u64(arcs, walked->scratch, count);
    for (size_t a = 0; a < count; a++)
        if (!kept || arcs[a] != arcs[kept - 1])
            arcs[kept++] = arcs[a];
    return kept;
}

/* Sets starts[s] to the first arc of slot s, and starts[slot_count] to the end. */
static void find_starts(const rw_walked *walked, uint32_t slot_count, size_t arc_count)
{
    uint32_t slot = 0;

    for (size_t a = 0; a < arc_count; a++)
        while (slot <= walked->arcs[a] >> 32)
            walked->starts[slot++] = (uint32_t)a;
    while (slot <= slot_count)
        walked->starts[slot++] = (uint32_t)arc_count;
}

static void find_distances(const rw_walked *walked, uint32_t slot_count, uint32_t *distances)
{
    uint32_t tail = 1;

    for (uint32_t s = 1; s < slot_count; s++)
        distances[s] = UINT32_MAX;
    distances[0] = 0;
    walked->queue[0] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t from = walked->queue[head];

        for (uint32_t a = walked->starts[from]; a < walked->starts[from + 1]; a++) {
            uint32_t to = (uint32_t)walked->arcs[a];

            if (distances[to] != UINT32_MAX)
                continue;
            distances[to] = distances[from] + 1;
            walked->queue[tail++] = to;
        }
    }
}

/* Whether the graph has an arc on a side, between nodes of a used edge. */
static bool is_arc(const rw_walk_setup *setup, unsigned side, uint32_t from, uint32_t to)
{
    const rw_arc_rows *arcs = &setup->arcs[side];
    uint64_t end = arcs->offsets[from + UINT64_C(1)];
    uint64_t place = rw_search_u32(arcs->neighbors, arcs->offsets[from], end, to);

    return place < end && arcs->neighbors[place] == to;
}

/* Counts the neighbours of a slot by layer. */
static rw_layer_counts count_side(const rw_walked *walked, const rw_walk_setup *setup,
                                  unsigned side, const uint32_t *distances, const rw_slot *slots,
                                  uint32_t slot)
{
    rw_layer_counts counts = {0};

    for (uint32_t a = walked->starts[slot]; a < walked->starts[slot + 1]; a++) {
        uint32_t to = (uint32_t)walked->arcs[a];
        bool there = !setup->directed || is_arc(setup, side, slots[slot].node, slots[to].node);

        counts.closer += there && distances[to] < distances[slot];
        counts.same += there && distances[to] == distances[slot];
        counts.further += there && distances[to] > distances[slot];
    }
    return counts;
}

static void count_layers(const rw_walked *walked, const rw_walk_setup *setup,
                         const uint32_t *distances, const rw_slot *slots, uint32_t slot,
                         riwalk_context *context)
{
    rw_set_layers(context, count_side(walked, setup, 0, distances, slots, slot));
    if (setup->directed)
        rw_set_layers_in(context, count_side(walked, setup, 1, distances, slots, slot));
}

/* Sums the weights of the anchor's used arcs on a side, in the order of its row. The nodes at their
 * ends were sorted in `queue`, which is free by now. */
static double walked_weight(const rw_walked *walked, const rw_walk_setup *setup, unsigned side,
                            uint32_t anchor)
{
    const rw_arc_rows *arcs = &setup->arcs[side];
    uint64_t end = arcs->offsets[anchor + UINT64_C(1)];
    double sum = 0;

    for (uint32_t i = 0; i < walked->starts[1]; i++) {
        uint64_t place =
            rw_search_u32(arcs->neighbors, arcs->offsets[anchor], end, walked->queue[i]);

        if (place < end && arcs->neighbors[place] == walked->queue[i])
            sum += rw_arc_weight_at(arcs, place);
    }
    return sum;
}

static void weigh_anchor(const rw_walked *walked, const rw_walk_setup *setup, const rw_slot *slots,
                         riwalk_context *context)
{
    uint32_t *scratch = (uint32_t *)walked->scratch; /* free after sorting */

    for (uint32_t a = 0; a < walked->starts[1]; a++)
        walked->queue[a] = slots[(uint32_t)walked->arcs[a]].node;
    rw_sort_u32(walked->queue, scratch, walked->starts[1]);
    context->weight = walked_weight(walked, setup, 0, context->anchor);
    if (setup->directed)
        context->weight_in = walked_weight(walked, setup, 1, context->anchor);
}

void rw_walked_roles(const rw_walked *walked, const rw_walk_setup *setup, const rw_walks *walks,
                     uint32_t *distances, rw_slot *slots)
{
    size_t arc_count = collect_arcs(walked, walks);
    riwalk_context context = {.graph = setup->source, .anchor = walks->anchor};

    find_starts(walked, walks->slot_count, arc_count);
    find_distances(walked, walks->slot_count, distances);
    count_layers(walked, setup, distances, slots, 0, &context);
    context.spread = context.further; /* all neighbours of the anchor are further */
    context.spread_in = context.further_in;
    if (setup->weighted)
        weigh_anchor(walked, setup, slots, &context);
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        context.node = slots[s].node;
        context.degree = rw_degree(setup->graph, slots[s].node);
        context.distance = distances[s] < setup->radius ? distances[s] : setup->radius;
        count_layers(walked, setup, distances, slots, s, &context);
        slots[s].role = rw_role_of(setup, &context);
    }
}
