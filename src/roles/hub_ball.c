/* SPDX-License-Identifier: MIT */
/* Distances and counts in a ball of a graph with hubs. See hub_ball.h. */
#include "roles/hub_ball.h"

#include "base/memory.h"

#include <string.h>

/* Bits of marks. */
#define IN_BALL 1
#define BEFORE_LAST 2 /* within radius - 1 steps */
#define NEARER 4      /* within radius - 2 */

/* What a question costs at least, in arcs of a search: most of it is the wait for the row. */
#define QUESTION_ARCS 32

#define FEW 16

/* How far ahead of the search rows and their places are fetched, in nodes. */
#define PLACES_AHEAD 16
#define ROWS_AHEAD 8

riwalk_status rw_hub_ball_init(rw_hub_ball *ball, const rw_hubs *hubs, uint32_t radius, bool counts,
                               riwalk_error *error)
{
    *ball = (rw_hub_ball){.hubs = hubs, .radius = radius, .counts = counts};
    ball->marks = rw_alloc_zeroed(hubs->words, 64, error);
    ball->plane = rw_alloc(hubs->words, sizeof *ball->plane, error);
    ball->queue = rw_alloc((size_t)hubs->count + 1, sizeof *ball->queue, error);
    for (uint64_t byte = 0; byte < 256; byte++)
        for (unsigned i = 0; i < 8; i++)
            ball->spread[byte] |= (byte >> i & 1) * (IN_BALL | BEFORE_LAST) << 8 * i;
    if (ball->marks && ball->plane && ball->queue)
        return RIWALK_STATUS_OK;
    rw_hub_ball_free(ball);
    return RIWALK_STATUS_MEMORY;
}

void rw_hub_ball_free(rw_hub_ball *ball)
{
    rw_free(ball->marks);
    rw_free(ball->plane);
    rw_free(ball->queue);
    *ball = (rw_hub_ball){0};
}

/* ---- The search ---- */

static inline uint8_t mark_of(const rw_hub_ball *ball, uint32_t distance)
{
    return (uint8_t)((2u << (ball->radius - distance)) - 1);
}

static inline void fetch_ahead(const rw_hub_ball *ball, uint32_t i, uint32_t end)
{
    if (i + PLACES_AHEAD < end)
        __builtin_prefetch(&ball->hubs->starts[ball->queue[i + PLACES_AHEAD]]);
    if (i + ROWS_AHEAD < end)
        __builtin_prefetch(rw_hubs_row(ball->hubs, ball->queue[i + ROWS_AHEAD]).ranks);
}

/* Marks a row that lies at `distance`; nodes that are new there go into the queue. */
static void mark_row(rw_hub_ball *ball, uint32_t rank, uint32_t distance)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    uint8_t mark = mark_of(ball, distance), *marks = ball->marks;
    uint32_t *queue = ball->queue, tail = ball->tail;

    for (uint32_t i = 0; i < row.degree; i++) {
        uint8_t old = marks[row.ranks[i]];

        queue[tail] = row.ranks[i];
        tail += old < mark;
        marks[row.ranks[i]] = old | mark;
    }
    ball->tail = tail;
}

/* The same where nothing is to be expanded from there. */
static void mark_row_only(const rw_hub_ball *ball, uint32_t rank, uint32_t distance)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    uint8_t mark = mark_of(ball, distance), *marks = ball->marks;

    for (uint32_t i = 0; i < row.degree; i++)
        marks[row.ranks[i]] |= mark;
}

/* Expands the layer at `known`. Where all nodes are found nothing is left to search. */
static void expand(rw_hub_ball *ball)
{
    uint32_t end = ball->tail, distance = ++ball->known;

    for (uint32_t i = ball->begin; i < end && ball->tail < ball->hubs->count; i++) {
        fetch_ahead(ball, i, end);
        mark_row(ball, ball->queue[i], distance);
    }
    ball->begin = end;
    ball->ends[distance] = ball->tail;
    if (ball->tail == ball->hubs->count)
        ball->known = ball->radius;
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

/* Expands layer radius - 3. Nodes next to its hubs are marked first, and so stay out of the queue:
 * what is next to them is in the planes of the hubs. */
static void expand_hubs(rw_hub_ball *ball)
{
    uint32_t end = ball->tail, distance = ++ball->known;

    for (uint32_t h = 0; h < ball->near_count; h++)
        mark_row_only(ball, ball->near_hubs[h], distance);
    for (uint32_t i = ball->begin; i < end; i++)
        if (!is_near_hub(ball, ball->queue[i]))
            mark_row(ball, ball->queue[i], distance);
    ball->begin = end;
    ball->ends[distance] = ball->tail;
}

/* Marks all that is near the hubs: it lies within radius - 1. */
static void mark_near(rw_hub_ball *ball)
{
    size_t words = ball->hubs->words;
    const uint64_t *plane = rw_hubs_near(ball->hubs, ball->near_hubs[0]);

    for (uint32_t h = 1; h < ball->near_count; h++) {
        const uint64_t *more = rw_hubs_near(ball->hubs, ball->near_hubs[h]);

        for (size_t i = 0; i < words; i++)
            ball->plane[i] = plane[i] | more[i];
        plane = ball->plane;
    }
    for (size_t i = 0; i < words; i++)
        for (unsigned b = 0; b < 8; b++) {
            uint8_t *at = ball->marks + i * 64 + b * 8;
            uint64_t marks;

            memcpy(&marks, at, sizeof marks);
            marks |= ball->spread[plane[i] >> 8 * b & 0xFF];
            memcpy(at, &marks, sizeof marks);
        }
}

/* Sets the marks of a row, whatever they were. */
static void set_row(const rw_hub_ball *ball, uint32_t rank, uint32_t distance)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    uint8_t mark = mark_of(ball, distance), *marks = ball->marks;

    for (uint32_t i = 0; i < row.degree; i++)
        marks[row.ranks[i]] = mark;
}

/* Marks layer radius - 1 by planes and by rows. A store alone is quicker than to look what was
 * there, so nearer nodes get their marks again: those next to hubs, then layer after layer of the
 * queue. */
static void mark_before_last(rw_hub_ball *ball)
{
    uint32_t end = ball->tail;

    if (ball->near_count)
        mark_near(ball);
    for (uint32_t i = ball->begin; i < end; i++) {
        fetch_ahead(ball, i, end);
        set_row(ball, ball->queue[i], ball->radius - 1);
    }
    for (uint32_t h = 0; h < ball->near_count; h++)
        set_row(ball, ball->near_hubs[h], ball->radius - 2);
    for (uint32_t distance = ball->first; distance + 2 <= ball->radius; distance++)
        for (uint32_t i = distance == ball->first ? 0 : ball->ends[distance - 1];
             i < ball->ends[distance]; i++)
            ball->marks[ball->queue[i]] = mark_of(ball, distance);
    ball->begin = end;
    ball->known++;
}

/* Carries the search on by a layer, the last but one or the last. The last is only searched where
 * the one before was found by few arcs, which put its nodes into the queue. */
static void search_on(rw_hub_ball *ball)
{
    bool few = !ball->near_count && ball->next_arcs < ball->hubs->count / FEW;

    ball->next_arcs = UINT64_MAX;
    ball->asked = 0;
    if (ball->known + 2 == ball->radius && !few) {
        mark_before_last(ball);
    } else {
        expand(ball);
        ball->next_arcs = (uint64_t)(ball->tail - ball->begin) * ball->hubs->spread;
    }
}

static const uint64_t *find_sure(const rw_hub_ball *ball)
{
    for (uint32_t hub = 0; hub < ball->hubs->hub_count; hub++)
        if (ball->marks[hub] & NEARER)
            return rw_hubs_near(ball->hubs, hub);
    return NULL;
}

/* Puts the anchor, or the only neighbour of a leaf, into the queue. */
static void begin_search(rw_hub_ball *ball, uint32_t anchor)
{
    const riwalk_graph *graph = ball->hubs->graph;
    uint32_t rank = ball->hubs->ranks[anchor];

    memset(ball->marks, 0, ball->hubs->words * 64);
    ball->begin = ball->tail = ball->known = 0;
    if (rank >= ball->hubs->count) {
        rank = ball->hubs->ranks[graph->neighbors[graph->offsets[anchor]]];
        ball->known = 1;
    }
    if (rank < ball->hubs->count) { /* or two leaves are all that there is */
        ball->marks[rank] = mark_of(ball, ball->known);
        ball->queue[ball->tail++] = rank;
    }
    ball->first = ball->known;
    ball->ends[ball->first] = ball->tail;
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

static bool has_neighbor(rw_hub_ball *ball, uint32_t rank, uint8_t bit)
{
    rw_ranked_row row = rw_hubs_row(ball->hubs, rank);
    uint32_t i = 0;

    while (i < row.degree && !(ball->marks[row.ranks[i]] & bit))
        i++;
    ball->asked += i + QUESTION_ARCS;
    return i < row.degree;
}

/* Whether a node that is further than radius - 1 is in the ball. */
static bool is_last(rw_hub_ball *ball, uint32_t rank)
{
    rw_ranked_row row;

    if (ball->known == ball->radius)
        return false;
    if (ball->sure && rw_plane_has(ball->sure, rank))
        return true;
    if (has_neighbor(ball, rank, BEFORE_LAST))
        return true;
    if (ball->known + 1 == ball->radius)
        return false;
    row = rw_hubs_row(ball->hubs, rank);
    for (uint32_t i = 0; i < row.degree; i++)
        if (has_neighbor(ball, row.ranks[i], NEARER))
            return true;
    return false;
}

/* The node is further than `known`. */
uint32_t rw_hub_ball_ask(rw_hub_ball *ball, uint32_t rank, uint32_t bound)
{
    uint32_t radius = ball->radius;

    if (ball->known < radius && ball->asked > ball->next_arcs) {
        search_on(ball);
        if (ball->marks[rank])
            return radius + 1 - (uint32_t)__builtin_ctz(~(uint32_t)ball->marks[rank]);
    }
    if (ball->known + 2 == radius && (bound < radius || has_neighbor(ball, rank, NEARER)))
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

static rw_layer_counts count_last(rw_hub_ball *ball, rw_ranked_row row)
{
    rw_layer_counts layers = {0};

    for (uint32_t i = 0; i < row.degree; i++) {
        uint8_t mark = ball->marks[row.ranks[i]];

        layers.closer += mark >= BEFORE_LAST;
        layers.same += mark == IN_BALL || (!mark && is_last(ball, row.ranks[i]));
    }
    return layers;
}

/* Whether the anchor is next to all nodes but leaves: then their neighbours need not be looked at.
 */
static bool is_all_beside(const rw_hub_ball *ball)
{
    return ball->first == 0 && ball->ends[1] == ball->hubs->count;
}

rw_layer_counts rw_hub_ball_layers(rw_hub_ball *ball, uint32_t rank, uint32_t degree,
                                   uint32_t distance)
{
    const uint8_t *marks = ball->marks;
    uint64_t adds[256], sum = 0; /* the closer, and the others of the same layer << 32 */
    uint32_t closer, same;
    rw_ranked_row row;

    if (rank >= ball->hubs->count)
        return (rw_layer_counts){.closer = 1};
    row = rw_hubs_row(ball->hubs, rank);
    if (distance == ball->radius)
        return count_last(ball, row);
    if (distance == 1 && is_all_beside(ball))
        return (rw_layer_counts){1, row.degree - 1, degree - row.degree};
    adds[0] = 0;
    for (uint32_t d = 0; d <= ball->radius; d++)
        adds[mark_of(ball, d)] = 0;
    adds[mark_of(ball, distance - 1)] = 1;
    adds[mark_of(ball, distance)] = UINT64_C(1) << 32;
    for (uint32_t i = 0; i < row.degree; i++)
        sum += adds[marks[row.ranks[i]]];
    closer = distance == 1 ? 1 : (uint32_t)sum; /* the anchor itself may be a leaf */
    same = (uint32_t)(sum >> 32);
    return (rw_layer_counts){closer, same, degree - closer - same};
}
