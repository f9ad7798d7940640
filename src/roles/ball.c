/* SPDX-License-Identifier: MIT */
/* Distances in a ball: a search that can be carried on at any time, and questions about nodes that
 * it has not reached. See ball.h. */
#include "roles/ball.h"

#include "base/memory.h"

#include <string.h>

/* Values of mark - base beyond the distances 0 .. radius. Anything greater is unknown. */
#define OUTSIDE(ball) ((ball)->radius + 1)
#define NOT_CLOSER(ball) ((ball)->radius + 2) /* at the radius or outside: not yet decided */
#define SPAN(ball) ((ball)->radius + 3)

/* A question costs this many arcs even if the first neighbour answers it (the row is far away in
 * memory), and a debt is paid when it is worth the call. */
#define QUESTION_ARCS 4
#define LARGEST_DEBT 256

/* How far ahead in the queue rows and their starts are fetched. */
#define FETCH_ROW 2
#define FETCH_START 6

riwalk_status rw_ball_init(rw_ball *ball, const riwalk_graph *graph, uint32_t radius,
                           uint64_t budget, riwalk_error *error)
{
    *ball = (rw_ball){.graph = graph, .radius = radius, .budget = budget};
    ball->marks = rw_alloc_zeroed(graph->node_count, sizeof *ball->marks, error);
    ball->queue = rw_alloc((size_t)graph->node_count + 1, sizeof *ball->queue, error);
    if (ball->marks && ball->queue)
        return RIWALK_STATUS_OK;
    rw_ball_free(ball);
    return RIWALK_STATUS_MEMORY;
}

void rw_ball_free(rw_ball *ball)
{
    rw_free(ball->marks);
    rw_free(ball->queue);
    *ball = (rw_ball){0};
}

static inline uint32_t mark_of(const rw_ball *ball, uint32_t node)
{
    return (uint16_t)(ball->marks[node] - ball->base);
}

static inline void set_mark(rw_ball *ball, uint32_t node, uint32_t mark)
{
    ball->marks[node] = (uint16_t)(ball->base + mark);
}

/* Fetches what the search will need a few nodes later. */
static inline void fetch_ahead(const rw_ball *ball)
{
    const uint64_t *offsets = ball->graph->offsets;

    if (ball->head + FETCH_START < ball->tail)
        __builtin_prefetch(&offsets[ball->queue[ball->head + FETCH_START]]);
    if (ball->head + FETCH_ROW < ball->tail)
        __builtin_prefetch(&ball->graph->neighbors[offsets[ball->queue[ball->head + FETCH_ROW]]]);
}

/* Marks the unknown nodes of a row and puts them in the queue. Whether a node is known is as good
 * as random, so there is no branch on it. */
static void mark_row(rw_ball *ball, const uint32_t *row, uint32_t count)
{
    uint16_t *marks = ball->marks, base = ball->base, next = (uint16_t)(base + ball->layer + 1);
    uint32_t *queue = ball->queue, tail = ball->tail, span = SPAN(ball);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = row[i];
        uint16_t mark = marks[node];
        bool unknown = (uint16_t)(mark - base) >= span;

        queue[tail] = node;
        tail += unknown;
        marks[node] = unknown ? next : mark;
    }
    ball->tail = tail;
}

/* The same for the last layer, which nothing is expanded from. */
static void mark_last_row(rw_ball *ball, const uint32_t *row, uint32_t count)
{
    uint16_t *marks = ball->marks, base = ball->base, next = (uint16_t)(base + ball->radius);
    uint32_t undecided = NOT_CLOSER(ball);

    for (uint32_t i = 0; i < count; i++) {
        uint16_t mark = marks[row[i]];

        marks[row[i]] = (uint16_t)(mark - base) >= undecided ? next : mark;
    }
}

/* Carries the search on by at least `arcs` arcs, or to its end. A node is expanded wholly. */
static void search(rw_ball *ball, uint64_t arcs)
{
    const riwalk_graph *graph = ball->graph;
    uint64_t followed = 0;

    while (ball->complete < ball->radius && followed <= arcs) {
        uint32_t node, degree;

        if (ball->head == ball->layer_end) {
            ball->complete = ++ball->layer;
            if (ball->head == ball->tail) /* the component ends here */
                ball->complete = ball->radius;
            ball->layer_end = ball->tail;
            continue;
        }
        node = ball->queue[ball->head++];
        fetch_ahead(ball);
        degree = rw_degree(graph, node);
        if (ball->layer + 1 < ball->radius)
            mark_row(ball, graph->neighbors + graph->offsets[node], degree);
        else
            mark_last_row(ball, graph->neighbors + graph->offsets[node], degree);
        followed += degree + 1;
    }
}

void rw_ball_open(rw_ball *ball, uint32_t anchor)
{
    /* Marks of earlier anchors lie below the base; the marks are cleared when the numbers end. */
    if (ball->base > UINT16_MAX - 2 * SPAN(ball)) {
        memset(ball->marks, 0, ball->graph->node_count * sizeof *ball->marks);
        ball->base = 0;
    }
    ball->base = (uint16_t)(ball->base + SPAN(ball));
    set_mark(ball, anchor, 0);
    ball->queue[0] = anchor;
    ball->head = 0;
    ball->tail = ball->layer_end = 1;
    ball->layer = ball->complete = 0;
    ball->debt = 0;
    search(ball, ball->budget);
    while (ball->complete + 2 < ball->radius)
        search(ball, ball->budget);
}

/* Whether a neighbour of a node has a mark; the arcs looked at are added to the debt. */
static bool has_neighbor(rw_ball *ball, uint32_t node, uint32_t mark)
{
    const uint32_t *row = ball->graph->neighbors + ball->graph->offsets[node];
    uint32_t degree = rw_degree(ball->graph, node), i = 0;

    while (i < degree && mark_of(ball, row[i]) != mark)
        i++;
    ball->debt += i + QUESTION_ARCS;
    return i < degree;
}

static void pay(rw_ball *ball)
{
    uint64_t arcs = ball->debt;

    if (arcs <= LARGEST_DEBT)
        return;
    ball->debt = 0;
    search(ball, arcs);
}

/* Marks a node of layer radius - 1. The search is still expanding the layer before, so it finds
 * the node in the queue in its turn. */
static void mark_before_last(rw_ball *ball, uint32_t node)
{
    set_mark(ball, node, ball->radius - 1);
    ball->queue[ball->tail++] = node;
}

/* Whether an undecided node, not in layer radius - 1, has a neighbour there, while that layer is
 * not complete. Neighbours without a mark are asked in their turn. Stops when that becomes dear:
 * then *again is set, and the question is to be put again after paying. */
static bool touches_before_last(rw_ball *ball, uint32_t node, bool *again)
{
    const uint32_t *row = ball->graph->neighbors + ball->graph->offsets[node];
    uint32_t degree = rw_degree(ball->graph, node), radius = ball->radius;

    if (has_neighbor(ball, node, radius - 1))
        return true;
    for (uint32_t i = 0; i < degree; i++) {
        if (mark_of(ball, row[i]) < SPAN(ball))
            continue;
        if (has_neighbor(ball, row[i], radius - 2)) {
            mark_before_last(ball, row[i]);
            return true;
        }
        set_mark(ball, row[i], NOT_CLOSER(ball));
        if (ball->debt > LARGEST_DEBT) {
            *again = true;
            return false;
        }
    }
    return false;
}

/* The distance of an unknown node while layer radius - 1 is complete. */
static uint32_t ask_last(rw_ball *ball, uint32_t node, uint32_t bound)
{
    if (bound <= ball->radius || has_neighbor(ball, node, ball->radius - 1))
        return ball->radius;
    return OUTSIDE(ball);
}

/* The same while layer radius - 2 is complete, and the next one is not. */
static uint32_t ask_before_last(rw_ball *ball, uint32_t node, uint32_t bound, bool *again)
{
    uint32_t radius = ball->radius;

    if (bound < radius)
        return radius - 1;
    if (mark_of(ball, node) != NOT_CLOSER(ball) && has_neighbor(ball, node, radius - 2))
        return radius - 1;
    if (bound == radius || touches_before_last(ball, node, again))
        return radius;
    return *again ? NOT_CLOSER(ball) : OUTSIDE(ball);
}

/* An unknown node is further than `complete`, and at most at `bound`. */
uint32_t rw_ball_ask(rw_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t radius = ball->radius, distance = NOT_CLOSER(ball);
    bool again;

    do {
        again = false;
        if (mark_of(ball, node) <= radius) /* the search has been carried on and found it */
            return mark_of(ball, node);
        if (ball->complete == radius)
            distance = OUTSIDE(ball);
        else if (ball->complete + 1 == radius)
            distance = ask_last(ball, node, bound);
        else
            distance = ask_before_last(ball, node, bound, &again);
        if (ball->complete + 2 == radius && distance + 1 == radius)
            mark_before_last(ball, node);
        else
            set_mark(ball, node, distance);
        pay(ball);
    } while (again);
    return distance;
}

rw_layers rw_ball_layers(rw_ball *ball, uint32_t node, uint32_t distance)
{
    const uint32_t *row = ball->graph->neighbors + ball->graph->offsets[node];
    uint32_t degree = rw_degree(ball->graph, node), counts[3] = {0};
    rw_layers layers = {0};

    if (distance > ball->complete) {
        for (uint32_t i = 0; i < degree; i++)
            counts[rw_ball_distance(ball, row[i], distance + 1) + 1 - distance]++;
        layers = (rw_layers){counts[0], counts[1], counts[2]};
    } else { /* neighbours that are closer or beside have marks */
        for (uint32_t i = 0; i < degree; i++) {
            uint32_t mark = mark_of(ball, row[i]);

            layers.closer += mark < distance;
            layers.same += mark == distance;
        }
        layers.further = degree - layers.closer - layers.same;
    }
    if (distance == ball->radius)
        layers.further = 0;
    return layers;
}
