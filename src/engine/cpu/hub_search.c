/* SPDX-License-Identifier: MIT */
/* The search of a ball by ranks (hub_search.h). */
#include "engine/cpu/hub_search.h"

#include <string.h>

#define FEW 16 /* arcs are few if there are this many times as many nodes */

/* How many nodes ahead of the search places of rows, and rows, are prefetched. */
#define PLACES_AHEAD 16
#define ROWS_AHEAD 4

static inline void fetch_ahead(const rw_hub_ball *ball, uint32_t i, uint32_t end)
{
    if (i + PLACES_AHEAD < end)
        rw_hub_fetch_places(ball, &ball->hubs->rows, ball->queue[i + PLACES_AHEAD]);
    if (i + ROWS_AHEAD < end)
        rw_hub_fetch_rows(ball, &ball->hubs->rows, ball->queue[i + ROWS_AHEAD]);
}

/* Begins the plane of the next layer as a copy of the one before. Increments `known`: callers
 * complete the plane. */
static uint64_t *begin_layer(rw_hub_ball *ball)
{
    size_t words = ball->hubs->words;
    uint32_t distance = ++ball->base.known;

    uint64_t *plane = ball->planes + distance * words;

    memcpy(plane, ball->within[distance - 1], words * sizeof *plane);
    ball->within[distance] = plane;
    return plane;
}

static void add_row(const rw_hub_ball *ball, uint32_t rank, uint64_t *plane)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);

    ball->counters->add(plane, row.dense, row.words);
    for (uint32_t i = 0; i < row.count; i++)
        rw_plane_add(plane, row.ranks[i]);
}

/* Adds a row to a plane, and queues the nodes that are new in it. */
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

/* Expands the layer at `known`; stops when all nodes are found. */
static void expand(rw_hub_ball *ball)
{
    uint64_t *plane = begin_layer(ball);
    uint32_t end = ball->tail;

    for (uint32_t i = ball->begin; i < end && ball->tail < ball->hubs->count; i++) {
        fetch_ahead(ball, i, end);
        queue_row(ball, ball->queue[i], plane);
    }
    ball->begin = end;
    while (ball->tail == ball->hubs->count && ball->base.known < ball->base.radius)
        ball->within[++ball->base.known] = plane;
}

/* Finds the hubs of highest rank in the layer at `known`. */
static void find_largest_hubs(rw_hub_ball *ball)
{
    uint32_t *hubs = ball->expanded_hubs, count = 0;

    for (uint32_t i = ball->begin; i < ball->tail; i++) {
        uint32_t hub = ball->queue[i], at;

        if (hub >= ball->hubs->hub_count || (count == RW_HUB_SEARCH_HUBS && hub > hubs[count - 1]))
            continue;
        at = count < RW_HUB_SEARCH_HUBS ? count++ : count - 1;
        for (; at && hubs[at - 1] > hub; at--)
            hubs[at] = hubs[at - 1];
        hubs[at] = hub;
    }
    ball->expanded_count = count;
}

static bool is_expanded_hub(const rw_hub_ball *ball, uint32_t rank)
{
    return rank < ball->hubs->hub_count && ball->expanded_count &&
           rank <= ball->expanded_hubs[ball->expanded_count - 1];
}

/* Expands layer radius - 3. Rows of its hubs come first, so their nodes stay out of the queue: the
 * hubs' planes have what is next to them. */
static void expand_hubs(rw_hub_ball *ball)
{
    uint64_t *plane = begin_layer(ball);
    uint32_t end = ball->tail;

    for (uint32_t h = 0; h < ball->expanded_count; h++)
        add_row(ball, ball->expanded_hubs[h], plane);
    for (uint32_t i = ball->begin; i < end; i++) {
        fetch_ahead(ball, i, end);
        if (!is_expanded_hub(ball, ball->queue[i]))
            queue_row(ball, ball->queue[i], plane);
    }
    ball->begin = end;
}

/* If the search has met only a hub, the next layer is the hub's own plane. */
static void take_plane(rw_hub_ball *ball)
{
    ball->within[++ball->base.known] = rw_hubs_within_two(ball->hubs, ball->queue[0]);
    ball->next_arcs = UINT64_MAX;
}

/* Finds layer radius - 1 by planes of hubs and by rows, without queueing its nodes. */
static void find_before_last(rw_hub_ball *ball)
{
    uint64_t *plane = begin_layer(ball);
    uint32_t end = ball->tail;

    for (uint32_t h = 0; h < ball->expanded_count; h++)
        ball->counters->add(plane, rw_hubs_within_two(ball->hubs, ball->expanded_hubs[h]),
                            ball->hubs->words);
    for (uint32_t i = ball->begin; i < end; i++) {
        fetch_ahead(ball, i, end);
        add_row(ball, ball->queue[i], plane);
    }
    ball->begin = end;
}

/* The last layer is searched only if few arcs found the one before, whose nodes are then queued. */
void rw_hub_search_on(rw_hub_ball *ball)
{
    bool few = !ball->expanded_count && ball->next_arcs < ball->hubs->count / FEW;

    ball->next_arcs = UINT64_MAX;
    ball->asked = 0;
    if (ball->base.known + 2 == ball->base.radius && !few) {
        find_before_last(ball);
    } else {
        expand(ball);
        ball->next_arcs = (uint64_t)(ball->tail - ball->begin) * ball->hubs->spread;
    }
}

static const uint64_t *find_sure(const rw_hub_ball *ball)
{
    for (uint32_t hub = 0; hub < ball->hubs->hub_count; hub++)
        if (rw_plane_has(ball->within[ball->base.radius - 2], hub))
            return rw_hubs_within_two(ball->hubs, hub);
    return NULL;
}

/* Queues the anchor, or the only neighbour of a leaf. */
static void begin_search(rw_hub_ball *ball, uint32_t anchor)
{
    const riwalk_graph *graph = ball->hubs->graph;
    uint32_t rank = ball->hubs->ranks[anchor];

    memset(ball->planes, 0, ball->hubs->words * sizeof *ball->planes);
    ball->begin = ball->tail = ball->base.known = ball->paired = 0;
    ball->anchor = anchor;
    ball->leaf = rank >= ball->hubs->count;
    ball->within[0] = ball->planes;
    if (ball->leaf) {
        rank = ball->hubs->ranks[graph->neighbors[graph->offsets[anchor]]];
        begin_layer(ball);
    }
    if (rank < ball->hubs->count) { /* else the component is two leaves */
        rw_plane_add(ball->planes + ball->base.known * ball->hubs->words, rank);
        ball->queue[ball->tail++] = rank;
    }
}

void rw_hub_search_begin(rw_hub_ball *ball, uint32_t anchor)
{
    begin_search(ball, anchor);
    ball->expanded_count = 0;
    while (ball->base.known + 3 < ball->base.radius)
        expand(ball);
    if (ball->base.known + 3 == ball->base.radius) {
        find_largest_hubs(ball);
        expand_hubs(ball);
    }
    ball->sure = find_sure(ball);
    ball->asked = 0;
    ball->next_arcs = (uint64_t)(ball->tail - ball->begin) * ball->hubs->spread;
    if (ball->expanded_count && ball->tail == 1)
        take_plane(ball);
    else if (ball->counts && ball->base.known < ball->base.radius)
        rw_hub_search_on(ball);
}
