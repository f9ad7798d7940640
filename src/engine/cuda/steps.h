/* SPDX-License-Identifier: MIT */
/* The steps of an anchor's walks, all walks at once, with the draws of cpu/walker.h, so that walks
 * are the same. At the radius, many draws are needed to find a neighbour inside the ball, and each
 * needs a question. So all neighbours of a slot are asked about once, in parallel, and a mask keeps
 * the answers. For longer rows attempts are made one by one; if all fail, all lanes together ask
 * about the row. */
#ifndef RW_ENGINE_CUDA_STEPS_H
#define RW_ENGINE_CUDA_STEPS_H

#include "engine/choose.h"
#include "engine/cuda/search.h"

/* Lanes that ask about the neighbours of a slot. */
#define RW_ASKING_LANES 16U

/* ---- Slots ---- */

/* The place of a node in the table of slots; adds a slot if it has none. The node is the neighbour
 * at index `at` of a node at distance `from`. */
RW_LANE uint32_t rw_slot_place(const rw_block *b, uint32_t node, uint64_t at, uint32_t from)
{
    uint32_t place = (node * 2654435769U >> 7) & b->mask, key, slot;

    while ((key = rw_lane_claim(&b->table_nodes[place], RW_NONE, node)) != RW_NONE) {
        if (key == node)
            return place;
        place = (place + 1) & b->mask;
    }
    slot = rw_lane_add(&b->control->slots, 1);
    b->table_slots[place] = slot;
    b->nodes[slot] = node;
    b->visits[slot] = 0;
    b->distances[slot] =
        node == b->anchor ? 0 : rw_near_distance(b, &b->job->setup.graph.rows, at, from);
    return place;
}

RW_LANE void rw_walks_begin(const rw_block *b)
{
    RW_EACH (i, b->mask + 1)
        b->table_nodes[i] = RW_NONE;
    RW_ONCE
    {
        b->control->slots = 0;
        b->control->asked = b->control->doubted = 0;
        b->control->costly = 0;
        b->control->large = 0;
        b->control->kept_slot = RW_NONE;
        b->control->streams = rw_rng_streams(b->job->setup.seed, RW_STAGE_WALK, b->anchor);
    }
    RW_BARRIER;
    RW_ONCE
    {
        b->places[0] = rw_slot_place(b, b->anchor, 0, 0);
    }
    RW_BARRIER;
    RW_EACH (w, b->job->walks)
        if (w)
            b->places[w] = b->places[0];
    RW_BARRIER;
}

/* ---- Masks ---- */

/* Lists a slot at the radius that needs a mask, once. */
RW_LANE void rw_want_mask(const rw_block *b, uint32_t slot)
{
    if (rw_lane_or(&b->distances[slot], RW_ASKED) & RW_ASKED)
        return;
    b->masks[2 * slot] = b->masks[2 * slot + 1] = 0;
    b->asked[rw_lane_add(&b->control->asked, 1)] = slot;
}

/* Makes the masks. Doubtful neighbours are listed, so that all lanes share reading their rows; if
 * the list is full, a lane reads alone. */
RW_LANE void rw_make_masks(const rw_block *b)
{
    const rw_device_rows *rows = &b->job->setup.graph.rows;
    uint32_t asked = b->control->asked, room = b->room < RW_ASKED / 64 ? b->room - asked : 0;
    uint32_t *doubts = b->asked + asked, doubted;

    RW_EACH (i, asked * RW_ASKING_LANES) {
        uint32_t slot = b->asked[i / RW_ASKING_LANES], at;
        uint64_t start = rows->offsets[b->nodes[slot]];
        uint32_t degree = rw_device_degree(rows, b->nodes[slot]);

        for (uint32_t n = i % RW_ASKING_LANES; n < degree; n += RW_ASKING_LANES) {
            rw_look look = rw_look_at(b, rows, start + n);

            if (look == RW_DOUBT && (at = rw_lane_add(&b->control->doubted, 1)) < room)
                doubts[at] = slot * 64 + n;
            else if (look == RW_INSIDE ||
                     (look == RW_DOUBT && rw_touches_near(b, rows->neighbors[start + n], 0, 1)))
                rw_set_bit(&b->masks[2 * slot], n);
        }
    }
    RW_BARRIER;
    if (!asked)
        return;
    doubted = b->control->doubted < room ? b->control->doubted : room;
    RW_EACH (i, doubted * RW_ROW_LANES) {
        uint32_t slot = doubts[i / RW_ROW_LANES] / 64, n = doubts[i / RW_ROW_LANES] % 64;
        uint32_t node = rows->neighbors[rows->offsets[b->nodes[slot]] + n];

        if (rw_touches_near(b, node, i % RW_ROW_LANES, RW_ROW_LANES))
            rw_set_bit(&b->masks[2 * slot], n);
    }
    RW_BARRIER;
}

/* ---- Choices ---- */

typedef struct rw_device_row {
    uint64_t start;
    uint32_t degree;
    uint32_t node, distance;
} rw_device_row;

RW_LANE rw_device_row rw_row_of(const rw_block *b, uint32_t slot)
{
    rw_device_row row;

    row.node = b->nodes[slot];
    row.start = b->job->setup.graph.rows.offsets[row.node];
    row.degree = rw_device_degree(&b->job->setup.graph.rows, row.node);
    row.distance = rw_lane_read(&b->distances[slot]) & ~RW_ASKED;
    return row;
}

/* The place in a row that a draw chooses. */
RW_LANE uint32_t rw_choose(const rw_block *b, const rw_device_row *row, uint64_t draw)
{
    const rw_device_graph *graph = &b->job->setup.graph;
    rw_weighted_row weighted;

    if (!b->job->setup.weighs)
        return (uint32_t)rw_rng_below(draw, row->degree);
    weighted.weights = graph->weights + row->start;
    weighted.sums = graph->sums + row->start;
    weighted.largest = graph->largest[row->node];
    return rw_choose_by_weight(&weighted, row->degree, draw);
}

/* The draw of attempt `attempt` in a step with these bits. */
RW_LANE uint64_t rw_attempt(uint64_t bits, uint32_t attempt)
{
    return attempt ? rw_rng_at(bits, attempt) : bits;
}

/* The index of set bit number `number`. */
RW_LANE uint32_t rw_numbered_bit(const uint32_t *bits, uint32_t number)
{
    uint32_t word = 0, ones, left;

    for (; number >= (ones = rw_lane_ones(bits[word])); word++)
        number -= ones;
    for (left = bits[word]; number; number--)
        left &= left - 1;
    return 32 * word + rw_lane_ones((left & (0U - left)) - 1);
}

/* A draw by weight among the neighbours with bits, like rw_choose_by_weight but without arrays. */
RW_LANE uint32_t rw_choose_weighted_bit(const rw_block *b, const rw_device_row *row,
                                        const uint32_t *bits, uint32_t place, uint64_t draw)
{
    const double *weights = b->job->setup.graph.weights + row->start;
    double largest = 0;
    double sum = 0, value;
    uint32_t last = 0;

    for (uint32_t n = 0; n < row->degree; n++)
        if (rw_bit(bits, n)) {
            sum += weights[n];
            largest = weights[n] > largest ? weights[n] : largest;
            last = n;
        }
    if (weights[place] == largest ||
        rw_rng_unit(rw_rng_at(draw, RW_DRAW_KEEP)) * largest < weights[place])
        return place;
    value = rw_rng_unit(rw_rng_at(draw, RW_DRAW_AGAIN)) * sum;
    sum = 0;
    for (uint32_t n = 0; n < last; n++)
        if (rw_bit(bits, n)) {
            sum += weights[n];
            if (sum > value)
                return n;
        }
    return last;
}

/* The last draw of a step, among all neighbours with bits. */
RW_LANE uint32_t rw_choose_bit(const rw_block *b, const rw_device_row *row, const uint32_t *bits,
                               uint32_t count, uint64_t step_bits)
{
    uint64_t draw = rw_rng_at(step_bits, RW_WALK_ATTEMPTS);
    uint32_t place = rw_numbered_bit(bits, (uint32_t)rw_rng_below(draw, count));

    return b->job->setup.weighs ? rw_choose_weighted_bit(b, row, bits, place, draw) : place;
}

RW_LANE uint32_t rw_choose_masked(const rw_block *b, const rw_device_row *row, uint32_t slot,
                                  uint64_t bits)
{
    const uint32_t *mask = &b->masks[2 * slot];

    for (uint32_t t = 0; t < RW_WALK_ATTEMPTS; t++) {
        uint32_t place = rw_choose(b, row, rw_attempt(bits, t));

        if (rw_bit(mask, place))
            return place;
    }
    return rw_choose_bit(b, row, mask, rw_lane_ones(mask[0]) + rw_lane_ones(mask[1]), bits);
}

/* ---- Steps ---- */

RW_LANE uint32_t rw_slot_at(const rw_block *b, uint32_t walk)
{
    return b->table_slots[b->places[walk]];
}

RW_LANE uint64_t rw_step_bits(const rw_block *b, uint32_t walk, uint32_t step)
{
    return rw_rng_at(rw_rng_stream_of(b->control->streams, b->job->first + walk), step);
}

RW_LANE void rw_go(const rw_block *b, uint32_t walk, const rw_device_row *row, uint32_t place)
{
    uint64_t at = row->start + place;

    b->places[walk] = rw_slot_place(b, b->job->setup.graph.rows.neighbors[at], at, row->distance);
}

/* Notes where a walk is after `step` steps. */
RW_LANE uint32_t rw_arrive(const rw_block *b, uint32_t walk, uint32_t step)
{
    uint32_t slot = rw_slot_at(b, walk);

    rw_lane_add(&b->visits[slot], 1);
    if (b->job->tokens)
        b->job->tokens[((uint64_t)b->control->task * b->job->walks + walk) * b->job->setup.length +
                       step] = slot;
    return slot;
}

/* Steps of walks inside the ball; walks at the radius are listed, or ask for masks. */
RW_LANE void rw_step_inside(const rw_block *b, uint32_t step)
{
    RW_EACH (w, b->job->walks) {
        uint32_t slot = rw_arrive(b, w, step);
        rw_device_row row = rw_row_of(b, slot);

        if (row.distance < b->job->setup.radius)
            rw_go(b, w, &row, rw_choose(b, &row, rw_step_bits(b, w, step)));
        else if (row.degree > RW_LONG_ROW && !b->whole)
            rw_lane_or(&b->control->costly, 1);
        else if (row.degree > RW_MASK_BITS)
            b->large[rw_lane_add(&b->control->large, 1)] = w;
        else {
            rw_want_mask(b, slot);
            b->places[w] |= RW_ASKED; /* has still to step */
        }
    }
}

RW_LANE void rw_step_masked(const rw_block *b, uint32_t step)
{
    RW_EACH (w, b->job->walks) {
        if (b->places[w] & RW_ASKED) {
            uint32_t slot = b->table_slots[b->places[w] & ~RW_ASKED];
            rw_device_row row = rw_row_of(b, slot);

            rw_go(b, w, &row, rw_choose_masked(b, &row, slot, rw_step_bits(b, w, step)));
        }
    }
}

/* Makes attempts of walks on long rows. */
RW_LANE void rw_attempt_large(const rw_block *b, uint32_t large, uint32_t step)
{
    const rw_device_rows *rows = &b->job->setup.graph.rows;

    RW_EACH (i, large) {
        uint32_t w = b->large[i], t = 0, place = 0;
        rw_device_row row = rw_row_of(b, rw_slot_at(b, w));
        uint64_t bits = rw_step_bits(b, w, step);

        for (; t < RW_WALK_ATTEMPTS; t++) {
            place = rw_choose(b, &row, rw_attempt(bits, t));
            if (rw_is_inside(b, rows, row.start + place))
                break;
        }
        if (t < RW_WALK_ATTEMPTS)
            rw_go(b, w, &row, place);
        else
            b->hard[rw_lane_add(&b->control->hard, 1)] = w;
    }
}

/* Finds which neighbours of a slot are inside. */
RW_LANE void rw_keep_inside(const rw_block *b, uint32_t slot)
{
    rw_device_row row = rw_row_of(b, slot);
    uint32_t words = (row.degree + 31) / 32;

    RW_EACH (i, words)
        b->kept[i] = 0;
    RW_BARRIER;
    RW_EACH (i, row.degree)
        if (rw_is_inside(b, &b->job->setup.graph.rows, row.start + i))
            rw_set_bit(b->kept, i);
    RW_BARRIER;
    RW_ONCE
    {
        uint32_t sum = 0;

        for (uint32_t i = 0; i < words; i++) {
            b->kept_before[i] = sum;
            sum += rw_lane_ones(b->kept[i]);
        }
        b->control->kept_slot = slot;
        b->control->kept_count = sum;
    }
    RW_BARRIER;
}

/* The index of kept neighbour `number`: in the last word with no more before it. */
RW_LANE uint32_t rw_kept_place(const rw_block *b, uint32_t words, uint32_t number)
{
    uint32_t low = 0, high = words;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (b->kept_before[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return 32 * low + rw_numbered_bit(b->kept + low, number - b->kept_before[low]);
}

/* Steps of walks whose attempts have all failed; false if too costly. */
RW_LANE bool rw_step_hard(const rw_block *b, uint32_t hard, uint32_t step)
{
    for (uint32_t first = 0; first < hard; first++) {
        uint32_t slot;

        if (b->hard[first] & RW_ASKED) /* stepped with an earlier one */
            continue;
        slot = rw_slot_at(b, b->hard[first]);
        RW_BARRIER;
        if (b->control->kept_slot != slot)
            rw_keep_inside(b, slot);
        if (b->control->costly)
            return false;
        RW_EACH (i, hard) {
            uint32_t w = b->hard[i];

            if (!(w & RW_ASKED) && rw_slot_at(b, w) == slot) {
                uint64_t draw = rw_rng_at(rw_step_bits(b, w, step), RW_WALK_ATTEMPTS);
                rw_device_row row = rw_row_of(b, slot);
                uint32_t place =
                    rw_kept_place(b, (row.degree + 31) / 32,
                                  (uint32_t)rw_rng_below(draw, b->control->kept_count));

                if (b->job->setup.weighs)
                    place = rw_choose_weighted_bit(b, &row, b->kept, place, draw);
                b->hard[i] = w | RW_ASKED;
                rw_go(b, w, &row, place);
            }
        }
        RW_BARRIER;
    }
    return true;
}

/* Steps of walks on long rows; false if too costly. */
RW_LANE bool rw_step_large(const rw_block *b, uint32_t large, uint32_t step)
{
    uint32_t hard;
    bool fine;

    rw_attempt_large(b, large, step);
    RW_BARRIER;
    hard = b->control->hard;
    fine = !b->control->costly;
    RW_BARRIER;
    fine = fine && rw_step_hard(b, hard, step);
    RW_BARRIER;
    return fine;
}

/* Makes all walks of the anchor, with visits and tokens; false if they are too costly without a
 * plane of the last layer. The flag `costly` is read between barriers, where no lane writes it. */
RW_LANE bool rw_walk(const rw_block *b)
{
    uint32_t last = b->job->setup.length - 1;

    rw_walks_begin(b);
    for (uint32_t step = 0; step < last; step++) {
        uint32_t large;

        rw_step_inside(b, step);
        RW_BARRIER;
        large = b->control->large;
        rw_make_masks(b);
        if (b->control->costly)
            return false;
        rw_step_masked(b, step);
        RW_ONCE
        {
            b->control->asked = b->control->doubted = 0;
            b->control->large = b->control->hard = 0;
        }
        RW_BARRIER;
        if (large && !rw_step_large(b, large, step))
            return false;
    }
    RW_EACH (w, b->job->walks)
        rw_arrive(b, w, last);
    RW_BARRIER;
    return true;
}

#endif
