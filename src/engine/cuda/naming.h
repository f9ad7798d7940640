/* SPDX-License-Identifier: MIT */
/* Roles of visited nodes, the answer about an anchor, and the loop over the anchors of a batch. */
#ifndef RW_ENGINE_CUDA_NAMING_H
#define RW_ENGINE_CUDA_NAMING_H

#include "engine/cuda/steps.h"

/* Lanes that count the neighbours of a slot, */
#define RW_COUNTING_LANES 32U

/* Lanes that count the neighbours of a slot with a long row. */
#define RW_LONG_COUNTING_LANES 128U

/* Words of a plane that are read in the time of looking at one neighbour. */
#define RW_WORDS_PER_COUNT 4U

/* Not a role: its distance and classes have all bits set. */
#define RW_NO_ROLE UINT64_MAX

/* ---- Layers ---- */

RW_LANE uint32_t *rw_counts_of(const rw_block *b, uint32_t slot, uint32_t side)
{
    return b->layer_counts + 3 * ((uint64_t)slot * b->job->setup.sides + side);
}

/* Counts the neighbours that one lane looks at, for a slot nearer than the radius. None is outside
 * the ball: what is neither closer nor in the same layer is further. Takes four at a time, because
 * each is a chain of two loads. */
RW_LANE void rw_count_near(const rw_block *b, const rw_device_rows *rows, uint32_t node,
                           uint32_t lane, uint32_t lanes, uint32_t distance, uint32_t *counts)
{
    uint64_t start = rows->offsets[node], end = rows->offsets[node + 1];
    const uint32_t *seen = b->hashed || distance == 1 ? rows->neighbors : rows->labels;

    for (uint64_t at = start + lane; at < end; at += 4 * lanes) {
        uint32_t four[4];

        for (uint32_t k = 0; k < 4; k++)
            four[k] = at + k * lanes < end ? seen[at + k * lanes] : RW_NONE;
        for (uint32_t k = 0; k < 4; k++) {
            if (four[k] == RW_NONE)
                continue;
            if (b->hashed) {
                uint32_t layer = rw_ball_layer(b, four[k]);

                counts[0] += layer < distance;
                counts[1] += layer == distance;
            } else if (distance > 1) {
                bool closer = rw_bit(rw_plane(b, distance - 1), four[k]);

                counts[0] += closer;
                counts[1] += !closer && rw_bit(rw_plane(b, distance), four[k]);
            } else {
                bool closer = four[k] == b->anchor;
                uint32_t label = rows->labels[at + k * lanes];

                counts[0] += closer;
                counts[1] += !closer && label != RW_NO_LABEL && rw_bit(rw_plane(b, 1), label);
            }
        }
    }
    counts[2] = (lane ? 0 : (uint32_t)(end - start)) - counts[0] - counts[1];
}

/* The same for a hub, by the bits that its plane shares. The anchor has a bit in all planes, unless
 * it has no label. */
RW_LANE void rw_count_hub(const rw_block *b, uint32_t node, uint32_t lane, uint32_t lanes,
                          uint32_t distance, uint32_t *counts)
{
    const rw_device_graph *graph = &b->job->setup.graph;
    const uint32_t *row = graph->hubs.near + (uint64_t)graph->labels[node] * graph->words;
    const uint32_t *closer = rw_plane(b, distance > 1 ? distance - 1 : 1);
    const uint32_t *within = rw_plane(b, distance);

    for (uint32_t i = lane; i < graph->words / 4; i += lanes) {
        rw_quad bits = ((const rw_quad *)(const void *)row)[i];

        counts[1] += rw_quad_common(&bits, within, i);
        if (distance > 1)
            counts[0] += rw_quad_common(&bits, closer, i);
    }
    if (lane == 0 && distance == 1) {
        counts[0] = 1;
        counts[1] += graph->labels[b->anchor] == RW_NO_LABEL;
    }
    counts[1] -= counts[0];
    counts[2] = (lane ? 0 : rw_device_degree(&graph->rows, node)) - counts[0] - counts[1];
}

/* The same for a slot at the radius: a neighbour is closer, in the same layer, or outside. */
RW_LANE void rw_count_far(const rw_block *b, const rw_device_rows *rows, uint32_t node,
                          uint32_t lane, uint32_t lanes, const uint32_t *mask, uint32_t *counts)
{
    uint64_t start = rows->offsets[node];
    uint32_t degree = rw_device_degree(rows, node);

    for (uint32_t n = lane; n < degree; n += lanes) {
        if (rw_is_near(b, rows, start + n))
            counts[0]++;
        else
            counts[1] += mask ? rw_bit(mask, n) : rw_is_inside(b, rows, start + n);
    }
}

/* Whether a slot's mask has its neighbours inside the ball, after it was asked for. */
RW_LANE bool rw_has_mask(const rw_block *b, uint32_t slot)
{
    const rw_device_setup *s = &b->job->setup;

    return !s->directed && rw_device_degree(&s->graph.rows, b->nodes[slot]) <= RW_MASK_BITS;
}

/* Whether many lanes count the neighbours of a slot. */
RW_LANE bool rw_is_long(const rw_block *b, uint32_t slot)
{
    return rw_device_degree(&b->job->setup.graph.rows, b->nodes[slot]) > RW_LONG_ROW;
}

/* Whether reading a plane is faster than a long row. */
RW_LANE bool rw_counts_by_plane(const rw_block *b, uint32_t slot)
{
    const rw_device_setup *s = &b->job->setup;
    uint32_t degree = rw_device_degree(&s->graph.rows, b->nodes[slot]);

    return rw_is_long(b, slot) && !b->hashed && !s->directed &&
           rw_has_plane(s->graph.hubs.near_degree, degree) &&
           degree > s->graph.words / RW_WORDS_PER_COUNT;
}

RW_LANE void rw_count_slot(const rw_block *b, uint32_t slot, uint32_t lane, uint32_t lanes)
{
    const rw_device_setup *s = &b->job->setup;
    uint32_t distance = b->distances[slot] & ~RW_ASKED;

    for (uint32_t side = 0; side < s->sides; side++) {
        const rw_device_rows *rows = s->directed ? &s->arcs[side] : &s->graph.rows;
        uint32_t counts[3] = {0, 0, 0}, *sums = rw_counts_of(b, slot, side);

        if (distance < s->radius && rw_counts_by_plane(b, slot))
            rw_count_hub(b, b->nodes[slot], lane, lanes, distance, counts);
        else if (distance < s->radius)
            rw_count_near(b, rows, b->nodes[slot], lane, lanes, distance, counts);
        else
            rw_count_far(b, rows, b->nodes[slot], lane, lanes,
                         rw_has_mask(b, slot) ? &b->masks[2 * slot] : 0, counts);
        for (uint32_t l = 0; l < 3; l++)
            rw_lane_add_together(&sums[l], counts[l], lanes);
    }
}

/* False if that is too costly, as in rw_walk. */
RW_LANE bool rw_count_layers(const rw_block *b, uint32_t slots)
{
    bool costly;

    RW_EACH (slot, slots) {
        if (slot && (b->distances[slot] & ~RW_ASKED) == b->job->setup.radius && !b->whole &&
            rw_is_long(b, slot))
            rw_lane_or(&b->control->costly, 1);
        if (slot && b->distances[slot] == b->job->setup.radius && rw_has_mask(b, slot))
            rw_want_mask(b, slot);
        for (uint32_t l = 0; l < 3 * b->job->setup.sides; l++)
            rw_counts_of(b, slot, 0)[l] = 0;
    }
    RW_BARRIER;
    rw_make_masks(b);
    costly = b->control->costly;
    RW_BARRIER;
    if (costly)
        return false;
    RW_ONCE
    {
        b->control->asked = 0;
    }
    RW_BARRIER;
    RW_EACH (i, (slots - 1) * RW_COUNTING_LANES) {
        uint32_t slot = 1 + i / RW_COUNTING_LANES, lane = i % RW_COUNTING_LANES;

        if (!rw_is_long(b, slot))
            rw_count_slot(b, slot, lane, RW_COUNTING_LANES);
        else if (lane == 0)
            b->asked[rw_lane_add(&b->control->asked, 1)] = slot;
    }
    RW_BARRIER;
    RW_EACH (i, b->control->asked * RW_LONG_COUNTING_LANES)
        rw_count_slot(b, b->asked[i / RW_LONG_COUNTING_LANES], i % RW_LONG_COUNTING_LANES,
                      RW_LONG_COUNTING_LANES);
    RW_BARRIER;
    return !b->control->costly;
}

/* ---- Roles ---- */

/* The classes of the anchor's graph, for each side. */
RW_LANE const rw_classes *rw_anchor_classes(const rw_block *b)
{
    const rw_device_setup *s = &b->job->setup;
    uint32_t low = 0, high = s->parts;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (s->part_starts[middle] <= b->anchor)
            low = middle;
        else
            high = middle;
    }
    return s->classes + (uint64_t)low * s->sides;
}

RW_LANE uint64_t rw_name(const rw_block *b, const rw_classes *classes, uint32_t slot)
{
    const rw_device_setup *s = &b->job->setup;
    uint32_t node = b->nodes[slot];
    rw_tuple tuple;

    tuple.side_bits = s->sides * s->bits.classes;
    tuple.distance = b->distances[slot] & ~RW_ASKED;
    tuple.type = s->types ? s->types[node] : 0;
    tuple.anchor =
        rw_pack_anchor(&s->bits, tuple.side_bits, s->types ? s->types[b->anchor] : 0,
                       rw_pack_sides(&s->bits, s->sides, s->own + (uint64_t)b->anchor * s->sides));
    tuple.context = rw_pack_sides(&s->bits, s->sides, s->own + (uint64_t)node * s->sides);
    for (uint32_t l = 0; l < 3 && s->layers; l++) {
        uint32_t own[RW_MOST_SIDES] = {0};

        for (uint32_t side = 0; side < s->sides; side++)
            own[side] = rw_class_of(&classes[side], rw_counts_of(b, slot, side)[l]);
        tuple.layers[l] = rw_pack_sides(&s->bits, s->sides, own);
    }
    return s->layers ? rw_pack_wl(&s->bits, &tuple) : rw_pack_sp(&s->bits, &tuple);
}

/* ---- The answer ---- */

RW_LANE rw_slot *rw_answer_slot(const rw_block *b, uint32_t number)
{
    return b->job->slots + b->control->start + number;
}

RW_LANE void rw_tell_slot(rw_slot *slot, uint64_t role, uint32_t node, uint32_t visits)
{
    slot->role = role;
    slot->node = node;
    slot->visits = visits;
}

/* Takes room for the anchor's slots. */
RW_LANE void rw_take_slots(const rw_block *b, uint32_t count)
{
    RW_ONCE
    {
        b->control->start = rw_lane_add(&b->job->counters[RW_JOB_SLOTS], count);
        b->control->written = 1;
        b->job->starts[b->control->task] = b->control->start;
        b->job->counts[b->control->task] = count;
    }
    RW_BARRIER;
}

/* Adds the visits of a slot to its role. */
RW_LANE void rw_merge_slot(const rw_block *b, uint32_t slot)
{
    uint64_t role = b->roles[slot], there;
    uint32_t place = (uint32_t)(role * RW_RNG_GAMMA >> 32) & b->mask;

    while ((there = rw_lane_claim_wide(&b->merged_roles[place], RW_NO_ROLE, role)) != role) {
        if (there == RW_NO_ROLE) {
            rw_lane_add(&b->control->found, 1);
            break;
        }
        place = (place + 1) & b->mask;
    }
    rw_lane_add(&b->merged_visits[place], b->visits[slot]);
}

/* Merged roles use the memory of the ball, which is not needed any more. */
RW_LANE void rw_tell_merged(const rw_block *b, uint32_t slots)
{
    RW_EACH (i, b->mask + 1) {
        b->merged_roles[i] = RW_NO_ROLE;
        b->merged_visits[i] = 0;
    }
    RW_ONCE
    {
        b->control->found = 1;
    }
    RW_BARRIER;
    RW_EACH (i, slots - 1)
        rw_merge_slot(b, 1 + i);
    RW_BARRIER;
    rw_take_slots(b, b->control->found);
    RW_EACH (i, b->mask + 1)
        if (b->merged_roles[i] != RW_NO_ROLE)
            rw_tell_slot(rw_answer_slot(b, rw_lane_add(&b->control->written, 1)),
                         b->merged_roles[i], RW_NONE, b->merged_visits[i]);
    RW_ONCE
    {
        rw_tell_slot(rw_answer_slot(b, 0), 0, b->anchor, b->visits[0]);
    }
}

/* Writes the answer; false, without one, if that is too costly, as in rw_walk. */
RW_LANE bool rw_tell(const rw_block *b)
{
    uint32_t slots = b->control->slots;
    const rw_classes *classes = rw_anchor_classes(b);

    if (b->job->setup.layers && !rw_count_layers(b, slots))
        return false;
    RW_EACH (slot, slots)
        b->roles[slot] = slot ? rw_name(b, classes, slot) : 0;
    RW_BARRIER;
    if (b->job->merge) {
        rw_tell_merged(b, slots);
        return true;
    }
    rw_take_slots(b, slots);
    RW_EACH (slot, slots)
        rw_tell_slot(rw_answer_slot(b, slot), b->roles[slot], b->nodes[slot], b->visits[slot]);
    return true;
}

/* Answers for an anchor without neighbours: its walks are the anchor. */
RW_LANE void rw_tell_alone(const rw_block *b)
{
    const rw_device_job *job = b->job;

    rw_take_slots(b, 1);
    RW_ONCE
    {
        rw_tell_slot(rw_answer_slot(b, 0), 0, b->anchor, job->walks);
    }
    RW_EACH (w, job->tokens ? job->walks : 0)
        job->tokens[(uint64_t)b->control->task * job->walks * job->setup.length + w] = 0;
}

/* ---- The batch ---- */

/* Takes the next anchor; false: there is none. */
RW_LANE bool rw_next_anchor(rw_block *b)
{
    const rw_device_job *job = b->job;
    uint32_t count = b->hashed ? job->count : job->counters[RW_JOB_MISSED];

    RW_BARRIER; /* the previous anchor is finished */
    RW_ONCE
    {
        uint32_t next =
            rw_lane_add(&job->counters[b->hashed ? RW_JOB_NEXT : RW_JOB_NEXT_MISSED], 1);

        b->control->task = next >= count ? RW_NONE : b->hashed ? next : job->missed[next];
        b->control->costly = 0;
        if (next < count && b->control->task & RW_ASKED) {
            b->control->task &= ~RW_ASKED;
            b->control->costly = 1;
        }
    }
    RW_BARRIER;
    if (b->control->task == RW_NONE)
        return false;
    b->whole = b->control->costly;
    b->anchor = job->anchors[b->control->task];
    return true;
}

/* Lists an anchor for planes. */
RW_LANE void rw_miss(const rw_block *b, bool costly)
{
    RW_ONCE
    {
        b->job->missed[rw_lane_add(&b->job->counters[RW_JOB_MISSED], 1)] =
            b->control->task | (costly ? RW_ASKED : 0);
    }
}

/* Answers for anchors until there are none left. Lists those that need planes. */
RW_LANE void rw_take_anchors(rw_block *b)
{
    const rw_device_setup *s = &b->job->setup;

    while (rw_next_anchor(b)) {
        if (!rw_device_degree(&s->graph.rows, b->anchor) || s->length == 1) {
            rw_tell_alone(b);
            continue;
        }
        if (b->hashed) {
            if (!rw_search_table(b))
                rw_miss(b, false);
            else if (!rw_walk(b) || !rw_tell(b))
                rw_miss(b, true);
            continue;
        }
        rw_search_planes(b, true);
        while (!rw_walk(b) || !rw_tell(b)) {
            RW_BARRIER;
            b->whole = true;
            rw_search_planes(b, true);
        }
    }
}

/* Fill the planes of a hub: one step; two steps by a search with radius 3. */
RW_LANE void rw_fill_near(const rw_device_graph *graph, uint32_t hub)
{
    uint32_t *plane = graph->hubs.near + (uint64_t)hub * graph->words;
    uint64_t start = graph->rows.offsets[graph->hubs.nodes[hub]];

    RW_EACH (i, rw_device_degree(&graph->rows, graph->hubs.nodes[hub])) {
        uint32_t label = graph->rows.labels[start + i];

        if (label != RW_NO_LABEL)
            rw_set_bit(plane, label);
    }
}

RW_LANE void rw_fill_far(rw_block *b, uint32_t hub)
{
    const rw_device_graph *graph = &b->job->setup.graph;

    b->anchor = graph->hubs.nodes[hub];
    rw_search_planes(b, false);
    RW_EACH (i, graph->words)
        graph->hubs.far[(uint64_t)hub * graph->words + i] = rw_plane(b, 2)[i];
    RW_BARRIER;
}

#endif
