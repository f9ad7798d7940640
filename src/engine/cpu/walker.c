/* SPDX-License-Identifier: MIT */
/*
 * Sampling the walks of one anchor. All walks take a step before any takes the next: what each will
 * read is fetched while the others are at work, so that on large graphs waits for memory overlap.
 *
 * Visited nodes get slots, found through a small hash table. A slot keeps what a step from its node
 * needs, and the role is worked out once for each.
 */
#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/hub_ball.h"
#include "engine/walks.h"

#include <string.h>

#define NO_SLOT UINT32_MAX

/* Arcs that the search of a ball may always follow ahead of the walks, for each of their steps: as
 * much as taking the step costs. */
#define BUDGET_ARCS 2

/* How far ahead of the walk whose step is resolved rows and their places are fetched, in walks. */
#define PLACES_AHEAD 24
#define ROWS_AHEAD 8

/* Attempts of a walk that are drawn at once. */
#define MOST_ATTEMPTS (RW_WALK_ATTEMPTS / 2)

struct rw_walker {
    const rw_walk_setup *setup;
    bool confined; /* to the ball; RW variants walk freely */
    bool hubs;     /* the ball is hub_ball */
    rw_ball ball;
    rw_hub_ball hub_ball; /* instead, where the graph has hubs */
    rw_walked walked;
    rw_slot *slots; /* [steps + 1] */
    uint32_t slot_count;
    uint32_t *table; /* [table_mask + 1]: slot numbers; 0, the anchor's, where empty */
    uint32_t table_mask;
    uint32_t *tokens;        /* [walks * length] */
    uint64_t *streams;       /* [walks] */
    uint64_t *bits;          /* [walks]: of the step that is taken */
    const uint32_t **places; /* [walks * MOST_ATTEMPTS]: of chosen neighbours in their rows */
    uint32_t *attempts;      /* [walks * MOST_ATTEMPTS]: neighbours that are asked about */
    bool asks;               /* about these, all at once, before they get slots */
    uint32_t *nodes;         /* [walks]: the chosen neighbours */
    uint32_t *listed;        /* [walks]: those of which a step needs more than of the others */
    uint32_t *inside;        /* [inside_room]: neighbours inside the ball, of slots at the radius */
    uint32_t inside_room;
    uint32_t inside_used;
    uint32_t *inside_starts; /* [steps + 1]: where a slot's are; NO_SLOT: not looked at yet */
    uint32_t *inside_counts; /* [steps + 1] */
    uint32_t *ranks;         /* [steps + 1]: of slots, where the ball is hub_ball */
};

static riwalk_status create_walked(rw_walked *walked, size_t steps, riwalk_error *error)
{
    walked->arcs = rw_alloc(2 * steps, sizeof *walked->arcs, error);
    walked->scratch = rw_alloc(2 * steps, sizeof *walked->scratch, error);
    walked->starts = rw_alloc(steps + 2, sizeof *walked->starts, error);
    walked->queue = rw_alloc(steps + 2, sizeof *walked->queue, error);
    return walked->arcs && walked->scratch && walked->starts && walked->queue
               ? RIWALK_STATUS_OK
               : RIWALK_STATUS_MEMORY;
}

static riwalk_status fill_walker(rw_walker *walker, riwalk_error *error)
{
    const riwalk_options *options = &walker->setup->options;
    size_t steps = (size_t)walker->setup->walks * (options->walk_length - 1), capacity = 16;
    size_t attempts = (size_t)walker->setup->walks * MOST_ATTEMPTS;
    uint32_t nodes = walker->setup->graph->node_count;

    while (capacity < 2 * (steps + 1))
        capacity *= 2;
    walker->table_mask = (uint32_t)capacity - 1;
    walker->slots = rw_alloc(steps + 1, sizeof *walker->slots, error);
    walker->table = rw_alloc(capacity, sizeof *walker->table, error);
    walker->tokens = rw_alloc(steps + walker->setup->walks, sizeof *walker->tokens, error);
    walker->streams = rw_alloc(walker->setup->walks, sizeof *walker->streams, error);
    walker->bits = rw_alloc(walker->setup->walks, sizeof *walker->bits, error);
    walker->places = rw_alloc(attempts, sizeof *walker->places, error);
    walker->attempts = rw_alloc(attempts, sizeof *walker->attempts, error);
    walker->nodes = rw_alloc(walker->setup->walks, sizeof *walker->nodes, error);
    walker->listed = rw_alloc(walker->setup->walks, sizeof *walker->listed, error);
    if (!walker->slots || !walker->table || !walker->tokens || !walker->streams || !walker->bits ||
        !walker->places || !walker->attempts || !walker->nodes || !walker->listed)
        return RIWALK_STATUS_MEMORY;
    if (!walker->confined)
        return create_walked(&walker->walked, steps, error);
    walker->inside_room = rw_walk_setup_is_large(walker->setup)
                              ? RW_BALL_ROOM
                              : nodes - nodes / 8; /* with the ball 9 to 11 bytes a node */
    walker->inside = rw_alloc((size_t)walker->inside_room + 1, sizeof *walker->inside, error);
    walker->inside_starts = rw_alloc(steps + 1, sizeof *walker->inside_starts, error);
    walker->inside_counts = rw_alloc(steps + 1, sizeof *walker->inside_counts, error);
    walker->ranks = rw_alloc(steps + 1, sizeof *walker->ranks, error);
    if (!walker->inside || !walker->inside_starts || !walker->inside_counts || !walker->ranks)
        return RIWALK_STATUS_MEMORY;
    if (walker->hubs)
        return rw_hub_ball_init(&walker->hub_ball, walker->setup->rows.hubs, walker->setup->radius,
                                walker->setup->layers, error);
    return rw_ball_init(&walker->ball, &walker->setup->rows, walker->setup->radius,
                        steps * BUDGET_ARCS,
                        rw_walk_setup_is_large(walker->setup) ? RW_BALL_ROOM : 0, error);
}

riwalk_status rw_walker_create(const rw_walk_setup *setup, rw_walker **walker, riwalk_error *error)
{
    rw_walker *made;
    riwalk_status status;

    if (setup->options.walks == RIWALK_WALKS_EXACT)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "exact walks are expected values, not samples: give a number of walks");
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    made->setup = setup;
    made->confined = !setup->identifier->walked;
    made->hubs = made->confined && setup->rows.hubs && rw_hub_ball_fits(setup->radius) &&
                 !rw_walk_setup_is_large(setup);
    if ((status = fill_walker(made, error))) {
        rw_walker_free(made);
        return status;
    }
    *walker = made;
    return RIWALK_STATUS_OK;
}

void rw_walker_free(rw_walker *walker)
{
    if (!walker)
        return;
    rw_ball_free(&walker->ball);
    rw_hub_ball_free(&walker->hub_ball);
    rw_free(walker->walked.arcs);
    rw_free(walker->walked.scratch);
    rw_free(walker->walked.starts);
    rw_free(walker->walked.queue);
    rw_free(walker->slots);
    rw_free(walker->table);
    rw_free(walker->tokens);
    rw_free(walker->streams);
    rw_free(walker->bits);
    rw_free(walker->places);
    rw_free(walker->attempts);
    rw_free(walker->nodes);
    rw_free(walker->listed);
    rw_free(walker->inside);
    rw_free(walker->inside_starts);
    rw_free(walker->inside_counts);
    rw_free(walker->ranks);
    rw_free(walker);
}

uint64_t rw_walker_bytes(const rw_walk_setup *setup)
{
    uint64_t steps = (uint64_t)setup->walks * setup->options.walk_length;
    uint64_t per_step = sizeof(rw_slot) + 7 * sizeof(uint32_t);
    uint64_t attempts =
        (uint64_t)setup->walks * MOST_ATTEMPTS * (sizeof(void *) + sizeof(uint32_t));

    if (setup->identifier->walked)
        return steps * (per_step + 4 * sizeof(uint64_t) + 2 * sizeof(uint32_t)) + attempts;
    if (rw_walk_setup_is_large(setup))
        return steps * per_step + attempts + rw_ball_table_bytes(RW_BALL_ROOM) +
               RW_BALL_ROOM * sizeof(uint32_t);
    return steps * per_step + attempts + (uint64_t)setup->graph->node_count * 11;
}

static inline uint32_t table_place(uint32_t node, uint32_t mask)
{
    return (uint32_t)(node * RW_RNG_GAMMA >> 32) & mask;
}

static inline uint32_t add_slot(rw_walker *walker, uint32_t place, uint32_t node, uint32_t distance)
{
    rw_row row = rw_rows_get(&walker->setup->rows, node);
    uint32_t slot = walker->slot_count++;

    walker->slots[slot] = (rw_slot){
        .row = row.nodes,
        .node = node,
        .degree = row.degree,
        .distance = distance,
    };
    walker->table[place] = slot;
    if (walker->confined)
        walker->inside_starts[slot] = NO_SLOT;
    if (walker->hubs)
        walker->ranks[slot] = walker->setup->rows.hubs->ranks[node];
    return slot;
}

static inline uint32_t distance_of(rw_walker *walker, uint32_t node, uint32_t bound)
{
    return walker->hubs ? rw_hub_ball_distance(&walker->hub_ball, node, bound)
                        : rw_ball_distance(&walker->ball, node, bound);
}

/* The slot of a node that has a neighbour at distance bound - 1; NO_SLOT outside the ball. */
static inline uint32_t find_slot(rw_walker *walker, uint32_t node, uint32_t bound)
{
    uint32_t place = table_place(node, walker->table_mask), distance = 0;

    while (walker->table[place] && walker->slots[walker->table[place]].node != node)
        place = (place + 1) & walker->table_mask;
    if (walker->slots[walker->table[place]].node == node)
        return walker->table[place];
    if (walker->confined) {
        distance = distance_of(walker, node, bound);
        if (distance > walker->setup->radius)
            return NO_SLOT;
    }
    return add_slot(walker, place, node, distance);
}

/* Whether the search of the ball has met all of it, and left a bit for each node. */
static inline bool is_whole(const rw_walker *walker)
{
    return !walker->hubs && rw_ball_whole(&walker->ball);
}

/* Whether a neighbour of a node at the radius is in the ball. Where there are questions, this one
 * has been answered. */
static inline bool is_inside(rw_walker *walker, uint32_t node)
{
    uint32_t radius = walker->setup->radius;

    if (walker->asks || is_whole(walker)) /* distances would take longer */
        return rw_ball_inside(&walker->ball, node);
    return distance_of(walker, node, radius + 1) <= radius;
}

/* Finds out which of some neighbours of nodes at the radius are in the ball. */
static void ask(rw_walker *walker, const uint32_t *nodes, uint32_t count)
{
    rw_ball_list(&walker->ball, nodes, count);
    rw_ball_answer(&walker->ball);
}

/* Lists the neighbours inside the ball of a slot at the radius, once for each anchor: a hub that
 * many walks come to is looked through only once. False where there is no room for them. */
static bool list_inside(rw_walker *walker, uint32_t from)
{
    const rw_slot *slot = &walker->slots[from];
    const uint32_t *row = slot->row;
    uint32_t *list = walker->inside + walker->inside_used, count = 0;
    uint32_t room = walker->inside_room - walker->inside_used;

    if (walker->inside_starts[from] != NO_SLOT)
        return true;
    if (walker->asks)
        ask(walker, row, slot->degree);
    for (uint32_t i = 0; i < slot->degree; i++) {
        list[count] = row[i];
        count += is_inside(walker, row[i]);
        if (count > room)
            return false;
    }
    walker->inside_starts[from] = walker->inside_used;
    walker->inside_counts[from] = count;
    walker->inside_used += count;
    return true;
}

/* A uniform choice among the neighbours inside the ball, by looking at all of them. */
static uint32_t choose_among_all(rw_walker *walker, uint32_t from, uint64_t bits)
{
    const rw_slot *slot = &walker->slots[from];
    const uint32_t *row = slot->row;
    uint32_t inside = 0, i = 0;
    uint64_t chosen;

    if (list_inside(walker, from)) {
        chosen = rw_rng_below(bits, walker->inside_counts[from]);
        return walker->inside[walker->inside_starts[from] + chosen];
    }
    for (uint32_t j = 0; j < slot->degree; j++)
        inside += is_inside(walker, row[j]);
    chosen = rw_rng_below(bits, inside);
    for (;; i++)
        if (is_inside(walker, row[i]) && !chosen--)
            return row[i];
}

/* Where a step from a slot at the radius goes whose first attempt has left the ball. */
static uint32_t attempt_again(rw_walker *walker, uint32_t from, uint64_t bits)
{
    const rw_slot *slot = &walker->slots[from];
    const uint32_t *row = slot->row;

    for (uint64_t attempt = 1; attempt < RW_WALK_ATTEMPTS; attempt++) {
        uint32_t node = row[rw_rng_below(rw_rng_at(bits, attempt), slot->degree)];

        if (is_inside(walker, node)) {
            if (is_whole(walker))
                walker->ball.questions += attempt;
            return node;
        }
    }
    if (is_whole(walker))
        walker->ball.questions += RW_WALK_ATTEMPTS + slot->degree;
    return choose_among_all(walker, from, rw_rng_at(bits, RW_WALK_ATTEMPTS));
}

/* Puts attempts that have left the ball right, where all of it is known: that costs little. */
static void put_right(rw_walker *walker, const uint32_t *tokens, uint32_t walks)
{
    uint32_t length = walker->setup->options.walk_length;
    uint32_t count = rw_ball_list_outside(&walker->ball, walker->nodes, walks, walker->listed);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->listed[i], from = tokens[(size_t)w * length];

        walker->nodes[w] = attempt_again(walker, from, walker->bits[w]);
    }
}

/* Asks about the neighbours that walks at the radius have chosen, and lists those that have left
 * the ball; returns how many these are. */
static uint32_t list_strayed(rw_walker *walker, const uint32_t *tokens, uint32_t walks)
{
    uint32_t length = walker->setup->options.walk_length, count = 0, strayed = 0;
    uint32_t *listed = walker->listed, *attempts = walker->attempts;

    for (uint32_t w = 0; w < walks; w++) {
        listed[count] = w;
        attempts[count] = walker->nodes[w];
        count += walker->slots[tokens[(size_t)w * length]].distance == walker->setup->radius;
    }
    ask(walker, attempts, count);
    for (uint32_t i = 0; i < count; i++) {
        listed[strayed] = listed[i];
        strayed += !rw_ball_inside(&walker->ball, attempts[i]);
    }
    return strayed;
}

/* Draws attempts first .. 2 * first - 1 of the walks that are listed, and asks about them. */
static void draw_again(rw_walker *walker, const uint32_t *tokens, uint32_t count, uint32_t first)
{
    uint32_t length = walker->setup->options.walk_length;
    const uint32_t **place = walker->places;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->listed[i];
        const rw_slot *slot = &walker->slots[tokens[(size_t)w * length]];

        for (uint32_t attempt = first; attempt < 2 * first; attempt++, place++) {
            *place = slot->row + rw_rng_below(rw_rng_at(walker->bits[w], attempt), slot->degree);
            __builtin_prefetch(*place);
        }
    }
    for (uint32_t i = 0; i < count * first; i++)
        walker->attempts[i] = *walker->places[i];
    ask(walker, walker->attempts, count * first);
}

/* Sends walks that are listed to the first of their attempts that is in the ball. Lists those that
 * have none, and returns how many these are. */
static uint32_t choose_first(rw_walker *walker, uint32_t count, uint32_t first)
{
    const uint32_t *attempts = walker->attempts;
    uint32_t strayed = 0;

    for (uint32_t i = 0; i < count; i++, attempts += first) {
        uint32_t w = walker->listed[i], t = 0;

        while (t < first && !rw_ball_inside(&walker->ball, attempts[t]))
            t++;
        if (t < first)
            walker->nodes[w] = attempts[t];
        else
            walker->listed[strayed++] = w;
    }
    return strayed;
}

/* Puts attempts right where layer radius is asked about. All walks that have strayed attempt again
 * before any does so once more, and each time twice as often as before, since few are left. */
static void ask_and_put_right(rw_walker *walker, const uint32_t *tokens, uint32_t walks)
{
    uint32_t length = walker->setup->options.walk_length;
    uint32_t count = list_strayed(walker, tokens, walks);

    for (uint32_t first = 1; count && first <= MOST_ATTEMPTS; first *= 2) {
        draw_again(walker, tokens, count, first);
        count = choose_first(walker, count, first);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = walker->listed[i], from = tokens[(size_t)w * length];
        uint64_t bits = rw_rng_at(walker->bits[w], RW_WALK_ATTEMPTS);

        walker->nodes[w] = choose_among_all(walker, from, bits);
    }
}

/* Sends walks to the slots that their nodes have, and lists the others; returns how many these are.
 * A node whose place in the table is taken by another is among them. */
static uint32_t find_known(rw_walker *walker, uint32_t *tokens, uint32_t walks)
{
    uint32_t length = walker->setup->options.walk_length, count = 0;
    uint32_t *listed = walker->listed, mask = walker->table_mask;
    const uint32_t *nodes = walker->nodes, *table = walker->table;
    rw_slot *slots = walker->slots;

    for (uint32_t w = 0; w < walks; w++) {
        uint32_t slot = table[table_place(nodes[w], mask)];
        bool known = slots[slot].node == nodes[w];

        tokens[(size_t)w * length + 1] = slot;
        slots[slot].visits += known;
        listed[count] = w;
        count += !known;
    }
    return count;
}

/* The rank of the node of a listed walk, if there will be a question about it; or no rank. */
static inline uint32_t asked_rank(const rw_walker *walker, const uint32_t *tokens, uint32_t listed)
{
    uint32_t rank = walker->setup->rows.hubs->ranks[walker->nodes[listed]];
    uint32_t from = tokens[(size_t)listed * walker->setup->options.walk_length];

    return rw_hub_ball_asks(&walker->hub_ball, rank, walker->slots[from].distance + 1) ? rank
                                                                                       : NO_SLOT;
}

/* What a question about a node reads, in three steps: its rank, the place of its row, the row. */
static inline void fetch_question(const rw_walker *walker, const uint32_t *tokens, uint32_t i,
                                  uint32_t count)
{
    const uint32_t *listed = walker->listed;

    if (!walker->hubs)
        return;
    if (i + 2 * ROWS_AHEAD < count)
        rw_hub_ball_fetch_place(&walker->hub_ball,
                                asked_rank(walker, tokens, listed[i + 2 * ROWS_AHEAD]));
    if (i + ROWS_AHEAD < count)
        rw_hub_ball_fetch_start(&walker->hub_ball,
                                asked_rank(walker, tokens, listed[i + ROWS_AHEAD]));
}

static inline void fetch_place(const rw_walker *walker, uint32_t node)
{
    if (walker->hubs)
        __builtin_prefetch(&walker->setup->rows.hubs->ranks[node]);
    else if (walker->confined)
        __builtin_prefetch(rw_ball_place(&walker->ball, node));
    rw_rows_fetch_place(&walker->setup->rows, node);
}

/* The same for those that were listed. What is known about their nodes is fetched a few walks
 * ahead: to fetch all of it first takes longer, as a processor has few fetches under way. */
static void find_others(rw_walker *walker, uint32_t *tokens, uint32_t count)
{
    uint32_t length = walker->setup->options.walk_length;
    const uint32_t *listed = walker->listed, *nodes = walker->nodes;

    for (uint32_t i = 0; i < count && i < PLACES_AHEAD; i++)
        fetch_place(walker, nodes[listed[i]]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *token = &tokens[(size_t)listed[i] * length], to;
        uint32_t bound = walker->slots[*token].distance + 1;

        if (walker->asks && bound > walker->setup->radius) /* it is in the ball */
            bound--;
        if (i + PLACES_AHEAD < count)
            fetch_place(walker, nodes[listed[i + PLACES_AHEAD]]);
        if (i + ROWS_AHEAD < count && !walker->hubs)
            rw_rows_fetch(&walker->setup->rows, nodes[listed[i + ROWS_AHEAD]]);
        fetch_question(walker, tokens, i, count);
        to = find_slot(walker, nodes[listed[i]], bound);
        if (to == NO_SLOT)
            to = find_slot(walker, attempt_again(walker, *token, walker->bits[listed[i]]), bound);
        walker->slots[to].visits++;
        token[1] = to;
    }
}

/* Takes step `step` of all walks that are sampled. Which way each goes is as good as random, so
 * walks that need more work are listed, without a branch, before any of it is done. */
static void step_all(rw_walker *walker, uint32_t step, uint32_t walks)
{
    uint32_t length = walker->setup->options.walk_length;
    uint32_t *tokens = walker->tokens + step, *nodes = walker->nodes;
    const rw_slot *slots = walker->slots;
    const uint32_t **places = walker->places;

    for (uint32_t w = 0; w < walks; w++) {
        const rw_slot *slot = &slots[tokens[(size_t)w * length]];
        uint64_t bits = rw_rng_at(walker->streams[w], step);

        walker->bits[w] = bits;
        places[w] = slot->row + rw_rng_below(bits, slot->degree);
        __builtin_prefetch(places[w]);
    }
    for (uint32_t w = 0; w < walks; w++)
        nodes[w] = *places[w];
    walker->asks = walker->confined && !walker->hubs && rw_ball_lists(&walker->ball);
    if (walker->asks)
        ask_and_put_right(walker, tokens, walks);
    else if (walker->confined && is_whole(walker))
        put_right(walker, tokens, walks);
    find_others(walker, tokens, find_known(walker, tokens, walks));
}

static void expect_counts(rw_walker *walker)
{
    uint64_t neighbors = 0;

    for (uint32_t s = 1; s < walker->slot_count; s++)
        if (walker->slots[s].distance == walker->setup->radius)
            neighbors += walker->slots[s].degree;
    rw_hub_ball_expect(&walker->hub_ball, neighbors);
}

/* Asks about the neighbours of all slots at the radius. */
static void ask_to_count(rw_walker *walker)
{
    rw_ball_search_near(&walker->ball);
    if (is_whole(walker))
        return;
    for (uint32_t s = 1; s < walker->slot_count; s++)
        if (walker->slots[s].distance == walker->setup->radius)
            rw_ball_list(&walker->ball, walker->slots[s].row, walker->slots[s].degree);
    rw_ball_answer(&walker->ball);
}

static rw_layer_counts layers_of(rw_walker *walker, uint32_t s)
{
    const rw_slot *slot = &walker->slots[s];

    if (!walker->hubs && s + ROWS_AHEAD < walker->slot_count)
        __builtin_prefetch(slot[ROWS_AHEAD].row);
    if (!walker->hubs)
        return rw_ball_layers(&walker->ball, (rw_row){slot->row, slot->degree}, slot->distance);
    if (s + PLACES_AHEAD < walker->slot_count)
        rw_hub_ball_fetch_place(&walker->hub_ball, walker->ranks[s + PLACES_AHEAD]);
    if (s + ROWS_AHEAD / 2 < walker->slot_count)
        rw_hub_ball_fetch_row(&walker->hub_ball, walker->ranks[s + ROWS_AHEAD / 2]);
    return rw_hub_ball_layers(&walker->hub_ball, walker->ranks[s], slot->degree, slot->distance);
}

/* Works out the roles of all slots but the anchor's. */
static void name_roles(rw_walker *walker, uint32_t anchor)
{
    const rw_walk_setup *setup = walker->setup;
    riwalk_context context = {
        .graph = setup->graph,
        .anchor = anchor,
        .spread = walker->slots[0].degree,
    };

    if (setup->layers && walker->hubs)
        expect_counts(walker);
    else if (setup->layers && walker->slot_count > 1)
        ask_to_count(walker);
    for (uint32_t s = 1; s < walker->slot_count; s++) {
        rw_slot *slot = &walker->slots[s];

        context.node = slot->node;
        context.degree = slot->degree;
        context.distance = slot->distance;
        if (setup->layers) {
            rw_layer_counts layers = layers_of(walker, s);

            context.closer = layers.closer;
            context.same = layers.same;
            context.further = layers.further;
        }
        slot->role = rw_role_of(setup, &context);
    }
}

/* Samples walks first .. first + count - 1. */
static riwalk_status sample(rw_walker *walker, uint32_t anchor, uint32_t first, uint32_t count,
                            rw_walks *result, riwalk_error *error)
{
    const rw_walk_setup *setup = walker->setup;
    const riwalk_options *options = &setup->options;
    uint32_t length = rw_degree(setup->graph, anchor) ? options->walk_length : 1;
    rw_walks walks = {
        .anchor = anchor,
        .walks = count,
        .length = length,
        .tokens = walker->tokens,
        .slots = walker->slots,
    };
    riwalk_status status = RIWALK_STATUS_OK;

    memset(walker->table, 0, ((size_t)walker->table_mask + 1) * sizeof *walker->table);
    walker->slot_count = 0;
    walker->inside_used = 0;
    add_slot(walker, table_place(anchor, walker->table_mask), anchor, 0);
    if (length > 1 && walker->hubs)
        rw_hub_ball_open(&walker->hub_ball, anchor);
    else if (length > 1 && walker->confined)
        status = rw_ball_open(&walker->ball, anchor, error);
    if (status)
        return status;
    walker->slots[0].visits = count;
    for (uint32_t w = 0; w < count; w++) {
        walker->streams[w] = rw_rng_stream(options->seed, RW_STAGE_WALK, anchor, first + w);
        walker->tokens[(size_t)w * length] = 0;
    }
    for (uint32_t step = 0; step + 1 < length; step++)
        step_all(walker, step, count);
    walks.slot_count = walker->slot_count;
    if (walker->confined)
        name_roles(walker, anchor);
    else
        rw_walked_roles(&walker->walked, setup, &walks, walker->slots);
    *result = walks;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_walker_sample(rw_walker *walker, uint32_t anchor, rw_walks *walks,
                               riwalk_error *error)
{
    return sample(walker, anchor, 0, walker->setup->walks, walks, error);
}

/* Roles of RW variants depend on all walks of the anchor, so all are made there. */
riwalk_status rw_walker_sample_some(rw_walker *walker, uint32_t anchor, uint32_t first,
                                    uint32_t count, rw_walks *walks, riwalk_error *error)
{
    riwalk_status status;

    if (walker->confined)
        return sample(walker, anchor, first, count, walks, error);
    if ((status = rw_walker_sample(walker, anchor, walks, error)))
        return status;
    walks->tokens += (size_t)first * walks->length;
    walks->walks = count;
    return RIWALK_STATUS_OK;
}
