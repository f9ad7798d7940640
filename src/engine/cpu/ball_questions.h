/* SPDX-License-Identifier: MIT */
/* Questions about nodes that the search of a plain ball has not reached. array_ball.c and
 * table_ball.c include this after ball_search.h.
 *
 * If a row is much longer than the list it is compared with, as for hubs, the list's nodes are
 * looked up in the row: rows are sorted. */
#include "base/sort.h"

/* A question costs this many arcs even if the first neighbour answers it, because the row is a
 * cache miss; and the search pays a debt once it is worth the call. */
#define QUESTION_ARCS 4
#define LARGEST_DEBT 256

/* Prefetches rows, or marks, this many nodes ahead. */
#define ANSWERS_AHEAD 24

/* Looking a node up in a long row costs about as much as scanning this many of its nodes. */
#define LOOK_UP_ARCS 16

/* ---- Long rows ---- */

/* Whether a row is so long that it is better to look `count` nodes up in it. */
static inline bool is_longer(rw_row row, uint64_t count)
{
    return row.degree >= LONG_ROW && count * LOOK_UP_ARCS < row.degree;
}

static inline bool row_has(rw_row row, uint32_t node)
{
    uint32_t place = 0;

    return rw_row_find(row, node, &place);
}

static bool row_has_any(rw_row row, const uint32_t *nodes, uint32_t count)
{
    uint32_t i = 0;

    while (i < count && !row_has(row, nodes[i]))
        i++;
    return i < count;
}

/* Lists all nodes of a whole ball; false if memory is short. */
static bool list_members(plain_ball *ball)
{
    size_t most = (size_t)ball->tail + ball->inside_arcs;
    uint32_t count = ball->tail, kept = 0, *members;

    if (!rw_grow_at(&ball->members, &ball->member_room, 2 * most, sizeof *members, NULL))
        return false;
    members = ball->members;
    memcpy(members, ball->queue, count * sizeof *members);
    for (uint32_t i = start_of(ball, ball->base.radius - 1); i < ball->tail; i++) {
        rw_row row = rw_adjacency_row(ball->adjacency, ball->queue[i]);

        memcpy(members + count, row.nodes, row.degree * sizeof *members);
        count += row.degree;
    }
    rw_sort_u32(members, members + most, count);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || members[i] != members[kept - 1])
            members[kept++] = members[i];
    ball->member_count = kept;
    return true;
}

/* Whether the row of a node at the radius is much longer than the list of all nodes of the ball. If
 * so, makes the list. */
static bool members_are_few(plain_ball *ball, rw_row row)
{
    if (row.degree < LONG_ROW)
        return false;
    expect_questions(ball, row.degree);
    if (!is_whole(ball) || !is_longer(row, ball->tail + ball->inside_arcs))
        return false;
    return ball->member_count || list_members(ball);
}

/* Finds the nodes of the ball in a row, ascending. */
static uint32_t look_up_members(const plain_ball *ball, rw_row row, uint32_t *nodes)
{
    uint32_t count = 0, place = 0;

    for (uint32_t i = 0; i < ball->member_count; i++)
        if (rw_row_find(row, ball->members[i], &place))
            nodes[count++] = ball->members[i];
    return count;
}

/* Counts neighbours by layer by looking up the nodes that may be closer or in the same layer. False
 * if scanning the row costs no more. */
static bool count_by_look_up(plain_ball *ball, rw_row row, uint32_t distance,
                             rw_layer_counts *layers)
{
    uint32_t radius = ball->base.radius, count;
    const uint32_t *nodes;

    if (row.degree < LONG_ROW)
        return false;
    if (distance == radius) {
        if (!members_are_few(ball, row))
            return false;
        nodes = ball->members;
        count = ball->member_count;
    } else {
        nodes = ball->queue + start_of(ball, distance - 1);
        count = start_of(ball, distance + 1) - start_of(ball, distance - 1);
        if (ball->base.known < distance || !is_longer(row, count))
            return false;
    }
    *layers = (rw_layer_counts){0};
    for (uint32_t i = 0; i < count; i++)
        if (row_has(row, nodes[i])) {
            uint32_t other = found_distance(ball, nodes[i], true);

            layers->closer += other < distance;
            layers->same += other == distance;
        }
    if (distance < radius)
        layers->further = row.degree - layers->closer - layers->same;
    return true;
}

/* ---- Questions ---- */

/* Whether a node of the row is known to be nearer than the radius. */
static inline bool row_has_nearer(const plain_ball *ball, rw_row row)
{
    if (is_longer(row, ball->tail))
        return row_has_any(row, ball->queue, ball->tail);
    return scan_for_nearer(ball, row);
}

/* Whether a node has a neighbour in layer radius - 2. */
static bool touches_two_before_last(plain_ball *ball, uint32_t node)
{
    rw_row row = rw_adjacency_row(ball->adjacency, node);
    uint32_t distance = ball->base.radius - 2, start = start_of(ball, distance), i = 0;
    uint32_t count = start_of(ball, distance + 1) - start;
    bool touches;

    if (is_longer(row, count)) {
        touches = row_has_any(row, ball->queue + start, count);
        i = count * LOOK_UP_ARCS;
    } else {
        while (i < row.degree && answer_of(ball, row.nodes[i]) != distance)
            i++;
        touches = i < row.degree;
    }
    ball->debt += i + QUESTION_ARCS;
    ball->asked += i + QUESTION_ARCS;
    return touches;
}

static void pay(plain_ball *ball)
{
    uint64_t arcs = ball->debt;

    if (arcs <= LARGEST_DEBT || ball->full)
        return;
    ball->debt = 0;
    search(ball, arcs);
    weigh(ball);
}

/* Whether an undecided node that is not in layer radius - 1 has a neighbour there, while that layer
 * is incomplete. Asks about neighbours without a mark in turn. If that gets expensive, stops and
 * sets *again: the caller pays the debt and asks again. */
static bool touches_before_last(plain_ball *ball, uint32_t node, bool *again)
{
    rw_row row = rw_adjacency_row(ball->adjacency, node);

    ball->debt += row.degree;
    ball->asked += row.degree;
    if (row_has_nearer(ball, row))
        return true;
    for (uint32_t i = 0; i < row.degree; i++) {
        if (answer_of(ball, row.nodes[i]) < SPAN(ball)) /* decided: not near */
            continue;
        if (touches_two_before_last(ball, row.nodes[i])) {
            add_before_last(ball, row.nodes[i]);
            return true;
        }
        remember_answer(ball, row.nodes[i], NOT_CLOSER(ball));
        if (ball->debt > LARGEST_DEBT && !ball->full) {
            *again = true;
            return false;
        }
    }
    return false;
}

/* The distance of an unknown node when layer radius - 1 is complete. */
static uint32_t ask_last(plain_ball *ball, uint32_t node)
{
    bool inside = row_has_nearer(ball, rw_adjacency_row(ball->adjacency, node));
    uint32_t distance = ball->base.radius + !inside;

    remember_answer(ball, node, distance);
    ball->questions++;
    weigh(ball);
    return distance;
}

/* The same when only layer radius - 2 is complete. */
static uint32_t ask_before_last(plain_ball *ball, uint32_t node, uint32_t bound, bool *again)
{
    uint32_t radius = ball->base.radius;

    if (bound < radius)
        return radius - 1;
    if (answer_of(ball, node) != NOT_CLOSER(ball) && touches_two_before_last(ball, node))
        return radius - 1;
    if (bound == radius || touches_before_last(ball, node, again))
        return radius;
    return *again ? NOT_CLOSER(ball) : OUTSIDE(ball);
}

/* The distance of a node that is further than `known`, and at most `bound`. */
static uint32_t ask(plain_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t radius = ball->base.radius, distance;
    bool again;

    do {
        again = false;
        distance = found_distance(ball, node, bound <= radius);
        if (distance <= OUTSIDE(ball)) /* the search has advanced */
            return distance;
        if (ball->base.known + 1 == radius && bound <= radius) /* at most the radius, and not
                                                                  nearer */
            return radius;
        if ((distance = answer_of(ball, node)) <= OUTSIDE(ball))
            return distance;
        if (ball->base.known + 1 == radius)
            return ask_last(ball, node);
        distance = ask_before_last(ball, node, bound, &again);
        if (distance + 1 == radius)
            add_before_last(ball, node);
        else
            remember_answer(ball, node, distance);
        pay(ball);
    } while (again);
    return distance;
}

static inline uint32_t distance_of(plain_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t distance = found_distance(ball, node, bound <= ball->base.radius);

    return distance <= OUTSIDE(ball) ? distance : ask(ball, node, bound);
}

/* ---- Shared by both ---- */

/* Prefetches what the distance of a node is read from. */
static inline void fetch_mark(const plain_ball *ball, uint32_t node);

/* Prepares counting of neighbours; and counts those of one stop. */
static void ask_to_count(plain_ball *ball, const rw_stops *stops, unsigned side);
static rw_layer_counts count_stop(plain_ball *ball, rw_row row, uint32_t distance);

static void find_distances(rw_ball *base, const uint32_t *nodes, uint32_t count,
                           uint32_t *distances)
{
    plain_ball *ball = (plain_ball *)base;

    for (uint32_t i = 0; i < count; i++) {
        if (i + ANSWERS_AHEAD < count)
            fetch_mark(ball, nodes[i + ANSWERS_AHEAD]);
        distances[i] = distance_of(ball, nodes[i], distances[i]);
    }
}

static void count_side(plain_ball *ball, const rw_stops *stops, unsigned side,
                       rw_layer_counts *layers)
{
    const rw_row *rows = stops->rows[side];

    if (stops->count)
        ask_to_count(ball, stops, side);
    for (uint32_t s = 0; s < stops->count; s++) {
        if (s + ROWS_AHEAD < stops->count)
            fetch_nodes(rows[s + ROWS_AHEAD]);
        layers[s] = count_stop(ball, rows[s], stops->distances[s]);
    }
}

static void count_layers(rw_ball *base, const rw_stops *stops, rw_layer_counts *const *layers)
{
    for (unsigned side = 0; side < stops->sides; side++)
        count_side((plain_ball *)base, stops, side, layers[side]);
}

static void free_ball(rw_ball *base)
{
    plain_ball *ball = (plain_ball *)base;

    free_marks(ball);
    rw_pool_free(&ball->pool);
    rw_free(ball->members);
    rw_free(ball);
}

static riwalk_status create_ball(const rw_ball_kind *kind, const rw_ball_setup *setup,
                                 rw_ball **ball, riwalk_error *error)
{
    plain_ball *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    RW_HAVE(made);
    made->base = (rw_ball){.kind = kind, .radius = setup->radius};
    made->adjacency = setup->adjacency;
    made->least_budget = made->budget = setup->budget;
    made->question_arcs = setup->question_arcs;
    made->layer_starts =
        rw_take(&made->pool, (size_t)setup->radius + 1, sizeof *made->layer_starts, error);
    if ((status = make_marks(made, setup, error)))
        free_ball(&made->base);
    else
        *ball = &made->base;
    return status;
}
