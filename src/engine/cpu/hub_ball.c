/* SPDX-License-Identifier: MIT */
/* Distances and counts in a ball of a graph with hubs. See hub_ball.h. */
#include "engine/cpu/hub_ball.h"

#include "base/memory.h"

#include <string.h>

/* What a question costs at least, in arcs of a search: most of it is the wait for the row. */
#define QUESTION_ARCS 32

#define FEW 16 /* arcs are few where there are that many times as many nodes */

/* How far ahead of the search rows and their places are fetched, in nodes. */
#define PLACES_AHEAD 16
#define ROWS_AHEAD 4

riwalk_status rw_hub_ball_init(rw_hub_ball *ball, const rw_hubs *hubs, uint32_t radius, bool counts,
                               riwalk_error *error)
{
    *ball = (rw_hub_ball){.hubs = hubs, .radius = radius, .counts = counts};
    ball->counters = rw_plane_counters_for(rw_cpu_isa());
    ball->planes = rw_alloc_aligned(hubs->words * (radius + 1), sizeof *ball->planes, error);
    ball->pairs =
        rw_alloc_aligned(counts ? 2 * hubs->words * radius : 0, sizeof *ball->pairs, error);
    ball->queue = rw_alloc((size_t)hubs->count + 1, sizeof *ball->queue, error);
    if (ball->planes && ball->pairs && ball->queue)
        return RIWALK_STATUS_OK;
    rw_hub_ball_free(ball);
    return RIWALK_STATUS_MEMORY;
}

void rw_hub_ball_free(rw_hub_ball *ball)
{
    rw_free(ball->planes);
    rw_free(ball->pairs);
    rw_free(ball->queue);
    *ball = (rw_hub_ball){0};
}

/* ---- The search ---- */

static inline void fetch_ahead(const rw_hub_ball *ball, uint32_t i, uint32_t end)
{
    if (i + PLACES_AHEAD < end)
        rw_hub_ball_fetch_place(ball, ball->queue[i + PLACES_AHEAD]);
    if (i + ROWS_AHEAD < end)
        rw_hub_ball_fetch_row(ball, ball->queue[i + ROWS_AHEAD]);
}

/* The plane of the layer after `known`, which is known now: at first with the nodes before it. */
static uint64_t *begin_layer(rw_hub_ball *ball)
{
    size_t words = ball->hubs->words;
    uint32_t distance = ++ball->known;

    ball->within[distance] = ball->planes + distance * words;
    memcpy(ball->within[distance], ball->within[distance - 1], words * sizeof *ball->planes);
    return ball->within[distance];
}

static void add_row(const rw_hub_ball *ball, uint32_t rank, uint64_t *plane)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);

    for (size_t i = 0; i < row.words; i++)
        plane[i] |= row.dense[i];
    for (uint32_t i = 0; i < row.count; i++)
        rw_plane_add(plane, row.ranks[i]);
}

/* The same; nodes that are new in the plane go into the queue. */
static void queue_row(rw_hub_ball *ball, uint32_t rank, uint64_t *plane)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    uint32_t *queue = ball->queue, tail = ball->tail;

    for (size_t i = 0; i < row.words; i++) {
        uint64_t new = row.dense[i] & ~plane[i];

        plane[i] |= new;
        for (; new; new &= new - 1)
            queue[tail++] = (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(new);
    }
    for (uint32_t i = 0; i < row.count; i++) {
        queue[tail] = row.ranks[i];
        tail += !rw_plane_has(plane, row.ranks[i]);
        rw_plane_add(plane, row.ranks[i]);
    }
    ball->tail = tail;
}

/* Expands the layer at `known`. Where all nodes are found nothing is left to search. */
static void expand(rw_hub_ball *ball)
{
    uint64_t *plane = begin_layer(ball);
    uint32_t end = ball->tail;

    for (uint32_t i = ball->begin; i < end && ball->tail < ball->hubs->count; i++) {
        fetch_ahead(ball, i, end);
        queue_row(ball, ball->queue[i], plane);
    }
    ball->begin = end;
    while (ball->tail == ball->hubs->count && ball->known < ball->radius)
        ball->within[++ball->known] = plane;
}

/* Finds the largest hubs of the layer at `known`. */
static void find_near_hubs(rw_hub_ball *ball)
{
    uint32_t *hubs = ball->near_hubs, count = 0;

    for (uint32_t i = ball->begin; i < ball->tail; i++) {
        uint32_t hub = ball->queue[i], at;

        if (hub >= ball->hubs->hub_count || (count == RW_HUB_BALL_HUBS && hub > hubs[count - 1]))
            continue;
        at = count < RW_HUB_BALL_HUBS ? count++ : count - 1;
        for (; at && hubs[at - 1] > hub; at--)
            hubs[at] = hubs[at - 1];
        hubs[at] = hub;
    }
    ball->near_count = count;
}

static bool is_near_hub(const rw_hub_ball *ball, uint32_t rank)
{
    return rank < ball->hubs->hub_count && ball->near_count &&
           rank <= ball->near_hubs[ball->near_count - 1];
}

/* Expands layer radius - 3. Rows of its hubs come first, and so stay out of the queue: what is next
 * to their nodes is in the planes of the hubs. */
static void expand_hubs(rw_hub_ball *ball)
{
    uint64_t *plane = begin_layer(ball);
    uint32_t end = ball->tail;

    for (uint32_t h = 0; h < ball->near_count; h++)
        add_row(ball, ball->near_hubs[h], plane);
    for (uint32_t i = ball->begin; i < end; i++)
        if (!is_near_hub(ball, ball->queue[i]))
            queue_row(ball, ball->queue[i], plane);
    ball->begin = end;
}

/* Finds layer radius - 1, which nothing is expanded from, by planes of hubs and by rows. */
static void find_before_last(rw_hub_ball *ball)
{
    uint64_t *plane = begin_layer(ball);
    uint32_t end = ball->tail;

    for (uint32_t h = 0; h < ball->near_count; h++) {
        const uint64_t *near = rw_hubs_near(ball->hubs, ball->near_hubs[h]);

        for (size_t i = 0; i < ball->hubs->words; i++)
            plane[i] |= near[i];
    }
    for (uint32_t i = ball->begin; i < end; i++) {
        fetch_ahead(ball, i, end);
        add_row(ball, ball->queue[i], plane);
    }
    ball->begin = end;
}

/* Carries the search on by a layer, the last but one or the last. The last is only searched where
 * the one before was found by few arcs, which put its nodes into the queue. */
static void search_on(rw_hub_ball *ball)
{
    bool few = !ball->near_count && ball->next_arcs < ball->hubs->count / FEW;

    ball->next_arcs = UINT64_MAX;
    ball->asked = 0;
    if (ball->known + 2 == ball->radius && !few) {
        find_before_last(ball);
    } else {
        expand(ball);
        ball->next_arcs = (uint64_t)(ball->tail - ball->begin) * ball->hubs->spread;
    }
}

static const uint64_t *find_sure(const rw_hub_ball *ball)
{
    for (uint32_t hub = 0; hub < ball->hubs->hub_count; hub++)
        if (rw_plane_has(ball->within[ball->radius - 2], hub))
            return rw_hubs_near(ball->hubs, hub);
    return NULL;
}

/* Puts the anchor, or the only neighbour of a leaf, into the queue. */
static void begin_search(rw_hub_ball *ball, uint32_t anchor)
{
    const riwalk_graph *graph = ball->hubs->graph;
    uint32_t rank = ball->hubs->ranks[anchor];

    memset(ball->planes, 0, ball->hubs->words * sizeof *ball->planes);
    ball->begin = ball->tail = ball->known = ball->paired = 0;
    ball->leaf = rank >= ball->hubs->count;
    ball->within[0] = ball->planes;
    if (ball->leaf) {
        rank = ball->hubs->ranks[graph->neighbors[graph->offsets[anchor]]];
        begin_layer(ball);
    }
    if (rank < ball->hubs->count) { /* or two leaves are all that there is */
        rw_plane_add(ball->within[ball->known], rank);
        ball->queue[ball->tail++] = rank;
    }
}

void rw_hub_ball_open(rw_hub_ball *ball, uint32_t anchor)
{
    begin_search(ball, anchor);
    ball->near_count = 0;
    while (ball->known + 3 < ball->radius)
        expand(ball);
    if (ball->known + 3 == ball->radius) {
        find_near_hubs(ball);
        expand_hubs(ball);
    }
    ball->sure = find_sure(ball);
    ball->asked = 0;
    ball->next_arcs = (uint64_t)(ball->tail - ball->begin) * ball->hubs->spread;
    if (ball->counts && ball->known < ball->radius)
        search_on(ball);
}

/* ---- Questions ---- */

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

/* Whether a node further than radius - 1 has a neighbour with a neighbour in layer radius - 2. */
static bool is_two_steps_after(rw_hub_ball *ball, uint32_t rank)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    const uint64_t *plane = ball->within[ball->radius - 2];

    for (size_t i = 0; i < row.words; i++)
        for (uint64_t word = row.dense[i]; word; word &= word - 1)
            if (has_neighbor(ball, (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(word), plane))
                return true;
    for (uint32_t i = 0; i < row.count; i++)
        if (has_neighbor(ball, row.ranks[i], plane))
            return true;
    return false;
}

/* Whether a node that is further than radius - 1 is in the ball. */
static bool is_last(rw_hub_ball *ball, uint32_t rank)
{
    if (ball->known == ball->radius)
        return false;
    if (ball->sure && rw_plane_has(ball->sure, rank))
        return true;
    return ball->known + 1 == ball->radius ? has_neighbor(ball, rank, ball->within[ball->known])
                                           : is_two_steps_after(ball, rank);
}

/* The node is further than `known`. */
uint32_t rw_hub_ball_ask(rw_hub_ball *ball, uint32_t rank, uint32_t bound)
{
    uint32_t radius = ball->radius;

    if (ball->known < radius && ball->asked > ball->next_arcs) {
        search_on(ball);
        if (rw_hub_ball_known(ball, rank) <= ball->known)
            return rw_hub_ball_known(ball, rank);
    }
    if (ball->known + 2 == radius &&
        (bound < radius || has_neighbor(ball, rank, ball->within[ball->known])))
        return radius - 1;
    if ((bound <= radius && ball->known < radius) || is_last(ball, rank))
        return radius;
    return radius + 1;
}

/* ---- Counts ---- */

void rw_hub_ball_expect(rw_hub_ball *ball, uint64_t neighbors)
{
    if (ball->known < ball->radius && neighbors * QUESTION_ARCS > ball->next_arcs)
        search_on(ball);
}

/* Neighbours of a node at the radius, where the last layer is not known. */
static rw_layer_counts count_last(rw_hub_ball *ball, rw_ranked_row row)
{
    const uint64_t *plane = ball->within[ball->radius - 1];
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

/* The planes of a distance and of the one before. */
static const uint64_t *pair_of(rw_hub_ball *ball, uint32_t distance)
{
    size_t words = ball->hubs->words;
    uint64_t *pair = ball->pairs + 2 * words * (distance - 1);

    if (!(ball->paired >> distance & 1))
        rw_planes_pair(ball->within[distance - 1], ball->within[distance], words, pair);
    ball->paired |= UINT32_C(1) << distance;
    return pair;
}

rw_layer_counts rw_hub_ball_layers(rw_hub_ball *ball, uint32_t rank, uint32_t degree,
                                   uint32_t distance)
{
    uint32_t closer, within;
    rw_ranked_row row;
    uint64_t sums;

    if (rank >= ball->hubs->count)
        return (rw_layer_counts){.closer = 1};
    row = rw_hubs_row(ball->hubs, rank);
    if (distance > ball->known)
        return count_last(ball, row);
    sums = ball->counters->list(row.ranks, row.count, pair_of(ball, distance)) +
           ball->counters->words(row.dense, row.words, ball->within[distance - 1],
                                 ball->within[distance]);
    closer = (uint32_t)sums;
    within = (uint32_t)(sums >> 32);
    if (distance == 1 && ball->leaf) /* which the planes do not have */
        closer = within = 1;
    return (rw_layer_counts){closer, within - closer,
                             distance == ball->radius ? 0 : degree - within};
}
