/* SPDX-License-Identifier: MIT */
/* The ball of an anchor in a graph with hubs, where a few steps reach most of the graph.
 *
 * Layers up to radius - 2 are searched by rank (hubs.h). Nodes next to hubs of layer radius - 3 are
 * not expanded: planes have what is within two steps of a hub. Other nodes are asked about, or the
 * search continues if that is cheaper. docs/design.md proves that answers are exact. */
#include "engine/cpu/hub_search.h"

/* The least cost of a question, in arcs of a search: mostly the cache miss for the row. */
#define QUESTION_ARCS 32

/* How many nodes ahead of a question its rank, the place of its row and the row are prefetched. */
#define RANKS_AHEAD 24
#define QUESTION_PLACES_AHEAD 16
#define QUESTION_ROWS_AHEAD 8
#define COUNTED_ROWS_AHEAD 3

/* The distance of a node up to `known`, else known + 1. It is unpredictable, so there is no branch
 * on it: each plane contains the one before. */
static inline uint32_t known_distance(const rw_hub_ball *ball, uint32_t rank)
{
    uint32_t distance = ball->base.known + 1;

    for (uint32_t d = 1; d <= ball->base.known; d++)
        distance -= rw_plane_has(ball->within[d], rank);
    return distance;
}

static bool has_neighbor(rw_hub_ball *ball, uint32_t rank, const uint64_t *plane)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    size_t block = 0;
    uint32_t i = 0;

    while (block < row.words && !rw_blocks_meet(row.dense + block, plane + block))
        block += RW_BLOCK_WORDS;
    if (block == row.words)
        while (i < row.count && !rw_plane_has(plane, row.ranks[i]))
            i++;
    ball->asked += block + i + QUESTION_ARCS;
    return block < row.words || i < row.count;
}

/* Whether a node further than radius - 1 is two steps from layer radius - 2. */
static bool is_two_steps_after(rw_hub_ball *ball, uint32_t rank)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    const uint64_t *plane = ball->within[ball->base.radius - 2];

    for (size_t i = 0; i < row.words; i++)
        for (uint64_t word = row.dense[i]; word; word &= word - 1)
            if (has_neighbor(ball, (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(word), plane))
                return true;
    for (uint32_t i = 0; i < row.count; i++)
        if (has_neighbor(ball, row.ranks[i], plane))
            return true;
    return false;
}

/* Whether a node further than radius - 1 is in the ball. */
static bool is_last(rw_hub_ball *ball, uint32_t rank)
{
    if (ball->base.known == ball->base.radius)
        return false;
    if (ball->sure && rw_plane_has(ball->sure, rank))
        return true;
    return ball->base.known + 1 == ball->base.radius
               ? has_neighbor(ball, rank, ball->within[ball->base.known])
               : is_two_steps_after(ball, rank);
}

/* The distance of a node further than `known`. */
static uint32_t ask(rw_hub_ball *ball, uint32_t rank, uint32_t bound)
{
    uint32_t radius = ball->base.radius;

    if (ball->base.known < radius && ball->asked > ball->next_arcs) {
        rw_hub_search_on(ball);
        if (known_distance(ball, rank) <= ball->base.known)
            return known_distance(ball, rank);
    }
    if (ball->base.known + 2 == radius &&
        (bound < radius || has_neighbor(ball, rank, ball->within[ball->base.known])))
        return radius - 1;
    if ((bound <= radius && ball->base.known < radius) || is_last(ball, rank))
        return radius;
    return radius + 1;
}

static inline uint32_t distance_of(rw_hub_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t rank = ball->hubs->ranks[node], distance;

    if (rank >= ball->hubs->count) /* a leaf: the neighbour that asks is its only one */
        return bound;
    distance = known_distance(ball, rank);
    return distance <= ball->base.known ? distance : ask(ball, rank, bound);
}

/* The rank of a node that needs a question, else UINT32_MAX. */
static inline uint32_t asked_rank(const rw_hub_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t rank = ball->hubs->ranks[node];
    bool asks = rank < ball->hubs->count && bound > ball->base.known + 1 &&
                known_distance(ball, rank) > ball->base.known;

    return asks ? rank : UINT32_MAX;
}

/* Prefetches the beginning of a row, which is enough for most questions. */
static inline void fetch_start(const rw_hub_ball *ball, uint32_t rank)
{
    if (rank < ball->hubs->count) {
        rw_ranked_row row = rw_hubs_row(ball->hubs, rank);

        __builtin_prefetch(row.words ? (const void *)row.dense : row.ranks);
    }
    __asm__ volatile("");
}

/* Prefetches for a question in three stages: the node's rank, the place of its row, the row. */
static inline void fetch_question(const rw_hub_ball *ball, const uint32_t *nodes,
                                  const uint32_t *bounds, uint32_t i, uint32_t count)
{
    uint32_t place = i + QUESTION_PLACES_AHEAD, row = i + QUESTION_ROWS_AHEAD;

    if (i + RANKS_AHEAD < count)
        __builtin_prefetch(&ball->hubs->ranks[nodes[i + RANKS_AHEAD]]);
    if (place < count)
        rw_hub_fetch_places(ball, &ball->hubs->rows, asked_rank(ball, nodes[place], bounds[place]));
    if (row < count)
        fetch_start(ball, asked_rank(ball, nodes[row], bounds[row]));
}

static void find_distances(rw_ball *base, const uint32_t *nodes, uint32_t count,
                           uint32_t *distances)
{
    rw_hub_ball *ball = (rw_hub_ball *)base;

    for (uint32_t i = 0; i < count && i < RANKS_AHEAD; i++)
        __builtin_prefetch(&ball->hubs->ranks[nodes[i]]);
    for (uint32_t i = 0; i < count; i++) {
        fetch_question(ball, nodes, distances, i, count);
        distances[i] = distance_of(ball, nodes[i], distances[i]);
    }
}

static void find_inside(rw_ball *base, const uint32_t *nodes, uint32_t count, bool *inside)
{
    rw_hub_ball *ball = (rw_hub_ball *)base;

    for (uint32_t i = 0; i < count; i++)
        inside[i] = distance_of(ball, nodes[i], base->radius + 1) <= base->radius;
}

static uint32_t list_inside(rw_ball *base, uint32_t node, rw_row row, uint32_t *inside)
{
    rw_hub_ball *ball = (rw_hub_ball *)base;
    uint32_t count = 0;

    for (uint32_t i = 0; i < row.degree; i++) {
        inside[count] = row.nodes[i];
        count += distance_of(ball, row.nodes[i], base->radius + 1) <= base->radius;
    }
    return count;
}

/* ---- Counts ---- */

/* Counts the neighbours of a node at the radius, if the last layer is not known. */
static rw_layer_counts count_last(rw_hub_ball *ball, rw_ranked_row row)
{
    const uint64_t *plane = ball->within[ball->base.radius - 1];
    uint64_t closer = ball->counters->words(row.dense, row.words, plane, plane);
    rw_layer_counts layers = {.closer = (uint32_t)closer};

    for (size_t i = 0; i < row.words; i++)
        for (uint64_t word = row.dense[i] & ~plane[i]; word; word &= word - 1)
            layers.same += is_last(ball, (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(word));
    for (uint32_t i = 0; i < row.count; i++)
        if (rw_plane_has(plane, row.ranks[i]))
            layers.closer++;
        else
            layers.same += is_last(ball, row.ranks[i]);
    return layers;
}

/* The planes of a distance and of the one before, combined. */
static const uint64_t *pair_of(rw_hub_ball *ball, uint32_t distance)
{
    size_t words = ball->hubs->words;
    uint64_t *pair = ball->pairs + 2 * words * (distance - 1);

    if (!(ball->paired >> distance & 1))
        rw_planes_pair(ball->within[distance - 1], ball->within[distance], words, pair);
    ball->paired |= UINT32_C(1) << distance;
    return pair;
}

/* `row` is without leaves, `all` with them. */
static rw_layer_counts count_row(rw_hub_ball *ball, rw_ranked_row row, rw_row all,
                                 uint32_t distance)
{
    uint32_t closer, within, place = 0;
    uint64_t sums;

    if (distance > ball->base.known)
        return count_last(ball, row);
    sums = ball->counters->list(row.ranks, row.count, pair_of(ball, distance)) +
           ball->counters->words(row.dense, row.words, ball->within[distance - 1],
                                 ball->within[distance]);
    closer = (uint32_t)sums;
    within = (uint32_t)(sums >> 32);
    if (distance == 1 && ball->leaf) /* the anchor has no rank, so it is not in the planes */
        closer = within = rw_row_find(all, ball->anchor, &place);
    return (rw_layer_counts){closer, within - closer,
                             distance == ball->base.radius ? 0 : all.degree - within};
}

static rw_layer_counts count_stop(rw_hub_ball *ball, const rw_ranked_rows *rows,
                                  const rw_stops *stops, uint32_t s, unsigned side)
{
    uint32_t rank = ball->hubs->ranks[stops->nodes[s]];
    rw_row all = stops->rows[side][s];

    if (rank >= ball->hubs->count) /* a leaf: its only neighbour is closer */
        return (rw_layer_counts){.closer = all.degree};
    return count_row(ball, rw_ranked_rows_get(rows, rank, side), all, stops->distances[s]);
}

static void count_layers(rw_ball *base, const rw_stops *stops, rw_layer_counts *const *layers)
{
    rw_hub_ball *ball = (rw_hub_ball *)base;
    const rw_ranked_rows *rows = stops->sides > 1 ? &ball->hubs->arcs : &ball->hubs->rows;
    const uint32_t *ranks = ball->hubs->ranks, *nodes = stops->nodes;
    uint32_t count = stops->count;
    uint64_t neighbors = 0;

    for (unsigned side = 0; side < stops->sides; side++)
        for (uint32_t s = 0; s < count; s++)
            neighbors += stops->distances[s] == base->radius ? stops->rows[side][s].degree : 0;
    if (ball->base.known < base->radius && neighbors * QUESTION_ARCS > ball->next_arcs)
        rw_hub_search_on(ball);
    for (uint32_t s = 0; s < count; s++) {
        if (s + RANKS_AHEAD < count)
            rw_hub_fetch_places(ball, rows, ranks[nodes[s + RANKS_AHEAD]]);
        if (s + COUNTED_ROWS_AHEAD < count)
            rw_hub_fetch_rows(ball, rows, ranks[nodes[s + COUNTED_ROWS_AHEAD]]);
        for (unsigned side = 0; side < stops->sides; side++)
            layers[side][s] = count_stop(ball, rows, stops, s, side);
    }
}

/* ---- One ball ---- */

static riwalk_status open_ball(rw_ball *base, uint32_t anchor, riwalk_error *error)
{
    rw_hub_search_begin((rw_hub_ball *)base, anchor);
    return RIWALK_STATUS_OK;
}

static void free_ball(rw_ball *base)
{
    rw_hub_ball *ball = (rw_hub_ball *)base;

    rw_pool_free(&ball->pool);
    rw_free(ball);
}

/* Bytes of planes, their pairs and the queue. */
uint64_t rw_hub_ball_bytes(uint32_t nodes, uint32_t radius)
{
    return (uint64_t)nodes * sizeof(uint32_t) +
           (nodes / RW_BLOCK_BITS + UINT64_C(1)) * (RW_BLOCK_BITS / 8) * (3 * radius + 1);
}

riwalk_status rw_hub_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error)
{
    static const rw_ball_kind kind = {free_ball,   open_ball,   find_distances,
                                      find_inside, list_inside, count_layers};
    const rw_hubs *hubs = setup->adjacency->hubs;
    size_t words = hubs->words, radius = setup->radius;
    rw_hub_ball *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    RW_HAVE(made);
    made->base = (rw_ball){.kind = &kind, .radius = setup->radius};
    made->hubs = hubs;
    made->counts = setup->counts;
    made->counters = rw_plane_counters_for(rw_cpu_isa());
    made->planes = rw_take_aligned(&made->pool, words * (radius + 1), sizeof(uint64_t), error);
    made->pairs = rw_take_aligned(&made->pool, setup->counts ? 2 * words * radius : 0,
                                  sizeof(uint64_t), error);
    made->queue = rw_take(&made->pool, (size_t)hubs->count + 1, sizeof *made->queue, error);
    if ((status = rw_pool_status(&made->pool)))
        free_ball(&made->base);
    else
        *ball = &made->base;
    return status;
}
