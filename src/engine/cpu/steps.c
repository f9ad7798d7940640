/* SPDX-License-Identifier: MIT */
/* Steps of walks. All walks take a step before any takes the next, and prefetch for each other, so
 * that cache misses overlap on large graphs. Where a walk goes is unpredictable, so walks that need
 * more work are first listed without a branch.
 *
 * Visited nodes get slots, found by a small hash table. A slot keeps its node's row, and its
 * distance is found once. */
#include "engine/cpu/walker.h"

#include "base/rng.h"

#include <string.h>

#define NONE UINT32_MAX

/* Prefetches places of rows this many walks ahead of the one that gets a slot. */
#define PLACES_AHEAD 24

/* ---- Slots ---- */

static inline uint32_t table_place(uint32_t node, uint32_t mask)
{
    return (uint32_t)(node * RW_RNG_GAMMA >> 32) & mask;
}

static inline uint32_t add_slot(rw_walker *walker, uint32_t place, uint32_t node, uint32_t distance)
{
    uint32_t slot = walker->slot_count++;

    walker->slots[slot] = (rw_slot){.node = node};
    walker->nodes[slot] = node;
    walker->distances[slot] = distance;
    walker->rows[slot] = rw_adjacency_row(walker->adjacency, node);
    walker->table[place] = slot;
    if (walker->weights)
        walker->weights[slot] =
            rw_step_weights_row(&walker->adjacency->weights, walker->setup->graph, node);
    if (walker->ball)
        walker->kept_starts[slot] = NONE;
    return slot;
}

/* Sends walks to the slots of their nodes, and lists the other walks; returns how many. It lists
 * nodes too whose first place in the table is taken by another. */
static uint32_t find_known(rw_walker *walker, uint32_t *tokens, uint32_t walks)
{
    uint32_t length = walker->setup->walk_length, count = 0;
    uint32_t *listed = walker->listed, mask = walker->table_mask;
    const uint32_t *chosen = walker->chosen, *nodes = walker->nodes, *table = walker->table;

    for (uint32_t w = 0; w < walks; w++) {
        uint32_t slot = table[table_place(chosen[w], mask)];
        bool known = nodes[slot] == chosen[w];

        tokens[(size_t)w * length + 1] = slot;
        walker->slots[slot].visits += known;
        listed[count] = w;
        count += !known;
    }
    return count;
}

/* The same for listed walks: their nodes, which are in the ball, get slots if they have none.
 * Places of rows are prefetched only a few walks ahead, because a processor has few prefetches in
 * flight. Distances are still upper bounds. */
static void find_others(rw_walker *walker, uint32_t *tokens, uint32_t count)
{
    uint32_t length = walker->setup->walk_length, mask = walker->table_mask;
    const rw_adjacency *adjacency = walker->adjacency;
    const uint32_t *listed = walker->listed, *chosen = walker->chosen;
    uint32_t radius = walker->setup->radius;

    for (uint32_t i = 0; i < count && i < PLACES_AHEAD; i++)
        rw_adjacency_fetch_place(adjacency, chosen[listed[i]]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *token = &tokens[(size_t)listed[i] * length], node = chosen[listed[i]];
        uint32_t place = table_place(node, mask), slot;

        if (i + PLACES_AHEAD < count) {
            uint32_t next = chosen[listed[i + PLACES_AHEAD]];

            rw_adjacency_fetch_place(adjacency, next);
            if (walker->weights)
                rw_step_weights_fetch(&adjacency->weights, adjacency->graph, next);
        }
        while (walker->table[place] && walker->nodes[walker->table[place]] != node)
            place = (place + 1) & mask;
        slot = walker->table[place];
        if (walker->nodes[slot] != node) {
            uint32_t bound = walker->distances[*token] + 1;

            slot = add_slot(walker, place, node, bound < radius ? bound : radius);
        }
        walker->slots[slot].visits++;
        token[1] = slot;
    }
}

/* The place in a slot's row of the neighbour that a uniform draw chooses. */
static inline const uint32_t *choose(const rw_walker *walker, uint32_t slot, uint64_t draw)
{
    rw_row row = walker->rows[slot];

    return row.nodes + rw_rng_below(draw, row.degree);
}

/* ---- Steps by weight ---- */

/* Notes a choice whose place was drawn uniformly. */
static inline void note_choice(rw_walker *walker, uint32_t i, uint32_t slot, uint64_t draw)
{
    uint32_t place = (uint32_t)(walker->places[i] - walker->rows[slot].nodes);

    walker->choices[i] = (rw_choice){.draw = draw, .slot = slot};
    __builtin_prefetch(&walker->weights[slot].weights[place]);
}

/* Turns the noted choices into choices by weight; prefetches for all what is read next. */
static void choose_by_weight(rw_walker *walker, uint32_t choices)
{
    const rw_step_weights *weights = &walker->adjacency->weights;
    uint32_t count = 0, *again = walker->again;

    for (uint32_t i = 0; i < choices; i++) {
        const rw_choice *c = &walker->choices[i];
        uint32_t place = (uint32_t)(walker->places[i] - walker->rows[c->slot].nodes);

        again[count] = i;
        count += !rw_keeps_place(&walker->weights[c->slot], place, c->draw);
    }
    for (uint32_t i = 0; i < count; i++) {
        rw_choice *c = &walker->choices[again[i]];
        const rw_weighted_row *row = &walker->weights[c->slot];
        uint32_t degree = walker->rows[c->slot].degree;

        c->guide = rw_step_weights_guide(weights, row, degree, c->draw);
        __builtin_prefetch(c->guide);
        __builtin_prefetch(&row->sums[degree - 1]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const rw_choice *c = &walker->choices[again[i]];

        __builtin_prefetch(&walker->weights[c->slot].sums[*c->guide]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const rw_choice *c = &walker->choices[again[i]];
        rw_row row = walker->rows[c->slot];

        walker->places[again[i]] =
            row.nodes +
            rw_step_weights_again(&walker->weights[c->slot], row.degree, c->draw, *c->guide);
    }
}

/* ---- Walks that leave the ball ---- */

/* Lists the listed walks that have left the ball; returns how many. */
static uint32_t list_strayed(rw_walker *walker, const uint32_t *tokens, uint32_t count)
{
    uint32_t length = walker->setup->walk_length, asked = 0, strayed = 0;
    rw_ball *ball = walker->ball;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->listed[i];

        walker->strayed[asked] = w;
        walker->attempts[asked] = walker->chosen[w];
        asked += walker->distances[tokens[(size_t)w * length]] == ball->radius;
    }
    if (asked)
        ball->kind->find_inside(ball, walker->attempts, asked, walker->inside);
    for (uint32_t i = 0; i < asked; i++) {
        walker->strayed[strayed] = walker->strayed[i];
        strayed += !walker->inside[i];
    }
    return strayed;
}

/* Makes an attempt of each strayed walk. Lists the walks that strayed again; returns how many. */
static uint32_t attempt(rw_walker *walker, const uint32_t *tokens, uint32_t count, uint32_t number)
{
    uint32_t length = walker->setup->walk_length, strayed = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->strayed[i];
        uint32_t slot = tokens[(size_t)w * length];
        uint64_t draw = rw_rng_at(walker->bits[w], number);

        walker->places[i] = choose(walker, slot, draw);
        if (walker->weights)
            note_choice(walker, i, slot, draw);
    }
    if (walker->weights)
        choose_by_weight(walker, count);
    for (uint32_t i = 0; i < count; i++)
        walker->attempts[i] = *walker->places[i];
    walker->ball->kind->find_inside(walker->ball, walker->attempts, count, walker->inside);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->strayed[i];

        walker->chosen[w] = walker->attempts[i];
        walker->strayed[strayed] = w;
        strayed += !walker->inside[i];
    }
    return strayed;
}

/* Copies the weights of a slot's kept neighbours; both are in the order of nodes. */
static void keep_weights(rw_walker *walker, uint32_t slot)
{
    uint32_t start = walker->kept_starts[slot], place = 0;
    double *largest = &walker->kept_largest[slot];
    double sum = 0;

    *largest = 0;
    for (uint32_t i = start; i < start + walker->kept_counts[slot]; i++) {
        while (walker->rows[slot].nodes[place] != walker->kept[i])
            place++;
        walker->kept_weights[i] = walker->weights[slot].weights[place];
        sum += (double)walker->kept_weights[i];
        walker->kept_sums[i] = sum;
        if (walker->kept_weights[i] > *largest)
            *largest = walker->kept_weights[i];
    }
}

static uint32_t choose_kept(const rw_walker *walker, uint32_t slot, uint64_t draw)
{
    uint32_t start = walker->kept_starts[slot], count = walker->kept_counts[slot];
    rw_weighted_row row;

    if (!walker->weights)
        return (uint32_t)rw_rng_below(draw, count);
    row = (rw_weighted_row){walker->kept_weights + start, walker->kept_sums + start,
                            walker->kept_largest[slot]};
    return rw_choose_by_weight(&row, count, draw);
}

/* Chooses neighbour rw_rng_below(bits, m) of a stop's m neighbours in the ball. They are listed
 * once per anchor, so that a hub which many walks reach is scanned only once. */
static uint32_t choose_among_all(rw_walker *walker, uint32_t slot, uint64_t bits)
{
    uint32_t *start = &walker->kept_starts[slot], *used = &walker->kept_used;

    if (*start == NONE && walker->kept_room - *used < walker->rows[slot].degree) {
        for (uint32_t s = 0; s < walker->slot_count; s++) /* drop the others to make room */
            walker->kept_starts[s] = NONE;
        *used = 0;
    }
    if (*start == NONE) {
        *start = *used;
        walker->kept_counts[slot] = walker->ball->kind->list_inside(
            walker->ball, walker->nodes[slot], walker->rows[slot], walker->kept + *used);
        *used += walker->kept_counts[slot];
        if (walker->weights)
            keep_weights(walker, slot);
    }
    return walker->kept[*start + choose_kept(walker, slot, bits)];
}

/* Lets walks that left the ball choose again. All make an attempt before any makes the next. */
static void put_right(rw_walker *walker, const uint32_t *tokens, uint32_t count)
{
    uint32_t length = walker->setup->walk_length;

    for (uint32_t number = 1; count && number < RW_WALK_ATTEMPTS; number++)
        count = attempt(walker, tokens, count, number);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->strayed[i];
        uint64_t bits = rw_rng_at(walker->bits[w], RW_WALK_ATTEMPTS);

        walker->chosen[w] = choose_among_all(walker, tokens[(size_t)w * length], bits);
    }
}

void rw_steps_take(rw_walker *walker, uint32_t step, uint32_t walks)
{
    uint32_t length = walker->setup->walk_length, first = walker->slot_count, others;
    uint32_t *tokens = walker->tokens + step;
    rw_ball *ball = walker->ball;
    const uint32_t **places = walker->places;

    for (uint32_t w = 0; w < walks; w++) {
        uint32_t slot = tokens[(size_t)w * length];
        uint64_t bits = rw_rng_at(walker->streams[w], step);

        walker->bits[w] = bits;
        places[w] = choose(walker, slot, bits);
        __builtin_prefetch(places[w]);
        if (walker->weights)
            note_choice(walker, w, slot, bits);
    }
    if (walker->weights)
        choose_by_weight(walker, walks);
    for (uint32_t w = 0; w < walks; w++)
        walker->chosen[w] = *places[w];
    others = find_known(walker, tokens, walks);
    if (ball)
        put_right(walker, tokens, list_strayed(walker, tokens, others));
    find_others(walker, tokens, others);
    if (ball && walker->slot_count > first)
        ball->kind->find_distances(ball, walker->nodes + first, walker->slot_count - first,
                                   walker->distances + first);
}

void rw_steps_begin(rw_walker *walker, uint32_t anchor)
{
    memset(walker->table, 0, ((size_t)walker->table_mask + 1) * sizeof *walker->table);
    walker->slot_count = 0;
    walker->kept_used = 0;
    add_slot(walker, table_place(anchor, walker->table_mask), anchor, 0);
}
