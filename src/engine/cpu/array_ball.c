/* SPDX-License-Identifier: MIT */
/* A plain ball with arrays over all nodes (ball_search.h). */
#include "engine/cpu/array_marks.h"

#include "engine/cpu/ball_questions.h"

/* Rows too long for their cells that are deferred at a time. */
#define LATE_ROWS 16

/* ---- The last layer ---- */

/* Meets rows in cells; most of the time of a search is spent here. Cells are met completely,
 * because a loop over the degree would mispredict its end. Rows too long for a cell come last, once
 * their prefetch has arrived. False if a row is too long to follow. */
static bool meet_last_in_cells(plain_ball *ball)
{
    const rw_adjacency *adjacency = ball->adjacency;
    uint32_t head = ball->head, end = ball->tail, late[LATE_ROWS], late_count = 0;
    bool may = true;

    while (head < end && late_count < LATE_ROWS) {
        uint32_t node = ball->queue[head];
        const uint32_t *cell = rw_adjacency_cell(adjacency, node);

        if (head + PLACES_AHEAD + 1 < end)
            rw_adjacency_fetch_place(adjacency, ball->queue[head + PLACES_AHEAD + 1]);
        if (cell[0] < RW_CELL) {
            set_inside(ball, cell + 1, RW_CELL - 1);
        } else {
            if (!(may = may_follow(ball, cell[0])))
                break;
            fetch_row(adjacency, node);
            late[late_count++] = node;
        }
        ball->inside_arcs += cell[0];
        head++;
    }
    for (uint32_t i = 0; i < late_count; i++) {
        rw_row row = rw_adjacency_row(adjacency, late[i]);

        set_inside(ball, row.nodes, row.degree);
    }
    ball->head = head;
    return may;
}

static bool meet_last(plain_ball *ball)
{
    while (ball->head < ball->tail) {
        rw_row row = rw_adjacency_row(ball->adjacency, ball->queue[ball->head]);

        if (ball->adjacency->cells) {
            if (!meet_last_in_cells(ball))
                return false;
            continue;
        }
        fetch_next(ball);
        if (!may_follow(ball, row.degree))
            return false;
        set_inside(ball, row.nodes, row.degree);
        ball->inside_arcs += row.degree;
        ball->head++;
    }
    return true;
}

/* Gives each node a bit of its own, which a ball that is not whole needs, and one with more arcs
 * than expected. */
static void part_bits(plain_ball *ball)
{
    memset(ball->marks.inside_plane, 0, ball->marks.inside_mask / 8 + 1);
    ball->marks.inside_mask = UINT32_MAX;
    set_inside(ball, ball->queue, ball->tail);
    for (uint32_t i = start_of(ball, ball->base.radius - 1); i < ball->head; i++) {
        rw_row row = rw_adjacency_row(ball->adjacency, ball->queue[i]);

        set_inside(ball, row.nodes, row.degree);
    }
}

static void search_last(plain_ball *ball)
{
    if (!ball->marks.partly_inside)
        share_bits(ball);
    set_inside(ball, ball->queue, ball->tail);
    if (meet_last(ball))
        ball->base.known = ball->base.radius;
    else
        ball->marks.partly_inside = true;
    if (shares_bits(ball) && (!is_whole(ball) || is_crowded(ball)))
        part_bits(ball);
}

static riwalk_status open_ball(rw_ball *base, uint32_t anchor, riwalk_error *error)
{
    plain_ball *ball = (plain_ball *)base;

    begin_search(ball, anchor);
    while (ball->base.known + 2 < base->radius)
        search(ball, 0);
    search_ahead(ball);
    return RIWALK_STATUS_OK;
}

/* ---- Questions answered together ---- */

/* Lists the neighbours of nodes at the radius that must be asked about, when layer radius - 1 is
 * complete and the ball is not whole. All of them get bits in inside_plane. */
static void list_questions(plain_ball *ball, const uint32_t *nodes, uint32_t count)
{
    uint32_t *listed = ball->queue + ball->tail, end = ball->marks.listed;
    const uint8_t *nearer = ball->marks.nearer_plane;
    uint8_t *inside = ball->marks.inside_plane;

    ball->marks.partly_inside = true;
    if (ball->marks.answered && ball->marks.answered - ball->tail - end < count)
        ball->marks.answered = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = nodes[i];
        uint32_t byte = inside[node / 8], bit = UINT32_C(1) << node % 8;

        listed[end] = node;
        end += !((byte | nearer[node / 8]) & bit);
        inside[node / 8] = (uint8_t)(byte | bit);
    }
    ball->questions += end - ball->marks.listed;
    ball->marks.listed = end;
}

/* Clears a node's bit unless a neighbour is nearer than the radius. Scans whole cells, which is no
 * slower than finding the end of the row. */
static inline void answer_listed(plain_ball *ball, uint32_t node, rw_row row)
{
    const uint8_t *nearer = ball->marks.nearer_plane;
    bool inside = false;

    if (ball->adjacency->cells && row.degree < RW_CELL) {
        for (int i = 0; i < RW_CELL - 1 && !inside; i++)
            inside = has_bit(nearer, row.nodes[i]);
    } else {
        inside = row_has_nearer(ball, row);
    }
    ball->marks.inside_plane[node / 8] &= (uint8_t) ~(!inside << node % 8);
}

/* Answers questions about nodes. Long rows are deferred until they have arrived. */
static void answer_all(plain_ball *ball, const uint32_t *nodes, uint32_t count)
{
    const rw_adjacency *adjacency = ball->adjacency;
    uint32_t late[LATE_ROWS], late_count = 0, first;

    for (uint32_t i = 0; i < count && i < ANSWERS_AHEAD; i++)
        rw_adjacency_fetch_place(adjacency, nodes[i]);
    for (uint32_t i = 0; i < count; i++) {
        rw_row row = rw_adjacency_row(adjacency, nodes[i]);

        if (i + ANSWERS_AHEAD < count)
            rw_adjacency_fetch_place(adjacency, nodes[i + ANSWERS_AHEAD]);
        if (row.degree < RW_CELL) {
            answer_listed(ball, nodes[i], row);
            continue;
        }
        fetch_row(adjacency, nodes[i]);
        if (late_count >= LATE_ROWS) {
            uint32_t node = late[late_count % LATE_ROWS];

            answer_listed(ball, node, rw_adjacency_row(adjacency, node));
        }
        late[late_count++ % LATE_ROWS] = nodes[i];
    }
    first = late_count > LATE_ROWS ? late_count - LATE_ROWS : 0;
    for (uint32_t i = first; i < late_count; i++)
        answer_listed(ball, late[i % LATE_ROWS], rw_adjacency_row(adjacency, late[i % LATE_ROWS]));
}

/* Answers the listed questions. Then inside_plane is right for all listed nodes. */
static void answer_questions(plain_ball *ball)
{
    const uint32_t *listed = ball->queue + ball->tail;
    uint8_t *inside = ball->marks.inside_plane;

    if (whole_is_cheaper(ball)) {
        for (uint32_t i = 0; i < ball->marks.listed; i++)
            inside[listed[i] / 8] &= (uint8_t) ~(1 << listed[i] % 8);
        search_last(ball);
        if (!is_whole(ball)) /* it met a row that is too long */
            set_bits(inside, listed, ball->marks.listed);
    }
    if (!is_whole(ball))
        answer_all(ball, listed, ball->marks.listed);
    ball->marks.listed = 0;
}

/* Decides which nodes that may be inside are; returns how many of all are not. */
static uint32_t decide(const plain_ball *ball, const uint32_t *nodes, uint32_t count, bool *inside)
{
    uint32_t outside = 0;

    for (uint32_t i = 0; i < count; i++)
        if (inside[i])
            rw_adjacency_fetch_place(ball->adjacency, nodes[i]);
    for (uint32_t i = 0; i < count; i++) {
        inside[i] = inside[i] && is_member(ball, nodes[i]);
        outside += !inside[i];
    }
    return outside;
}

static void find_inside(rw_ball *base, const uint32_t *nodes, uint32_t count, bool *inside)
{
    plain_ball *ball = (plain_ball *)base;
    const uint8_t *plane = ball->marks.inside_plane;
    bool was_whole = is_whole(ball);
    uint32_t outside = 0, mask;

    if (ball->base.known + 1 < base->radius) { /* far from whole: questions advance the search */
        for (uint32_t i = 0; i < count; i++)
            inside[i] = distance_of(ball, nodes[i], base->radius + 1) <= base->radius;
        return;
    }
    if (!was_whole) {
        list_questions(ball, nodes, count);
        answer_questions(ball);
    }
    mask = ball->marks.inside_mask;
    for (uint32_t i = 0; i < count; i++) {
        inside[i] = has_bit(plane, nodes[i] & mask);
        outside += !inside[i];
    }
    if (shares_bits(ball))
        outside = decide(ball, nodes, count, inside);
    ball->questions += was_whole ? outside : 0;
}

/* Keeps the nodes that are inside, of those that may be; returns how many. */
static uint32_t keep_members(const plain_ball *ball, uint32_t *nodes, uint32_t count)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (is_member(ball, nodes[i]))
            nodes[kept++] = nodes[i];
    return kept;
}

static uint32_t list_inside(rw_ball *base, uint32_t node, rw_row row, uint32_t *inside)
{
    plain_ball *ball = (plain_ball *)base;
    uint32_t count = 0;

    search(ball, UINT64_MAX);
    if (members_are_few(ball, row))
        return look_up_members(ball, row, inside);
    if (is_whole(ball)) {
        ball->questions += row.degree;
    } else {
        list_questions(ball, row.nodes, row.degree);
        answer_questions(ball);
    }
    for (uint32_t i = 0; i < row.degree; i++) {
        inside[count] = row.nodes[i];
        count += may_be_inside(ball, row.nodes[i]);
    }
    return shares_bits(ball) ? keep_members(ball, inside, count) : count;
}

/* ---- Counts ---- */

/* Counts the neighbours by layer of a node nearer than layer radius - 1. */
static rw_layer_counts count_marked(const plain_ball *ball, rw_row row, uint32_t distance)
{
    rw_layer_counts layers = {0};

    for (uint32_t i = 0; i < row.degree; i++)
        if (has_bit(ball->marks.marked_plane, row.nodes[i])) {
            uint32_t other = answer_of(ball, row.nodes[i]);

            layers.closer += other < distance;
            layers.same += other == distance;
        }
    layers.further = row.degree - layers.closer - layers.same;
    return layers;
}

/* Counts by layer, with planes of neighbours that are closer and that are no further. */
static rw_layer_counts count_in_planes(const uint8_t *closer, const uint8_t *no_further, rw_row row)
{
    uint32_t counts[2] = {0};

    for (uint32_t i = 0; i < row.degree; i++) {
        counts[0] += has_bit(closer, row.nodes[i]);
        counts[1] += has_bit(no_further, row.nodes[i]);
    }
    return (rw_layer_counts){counts[0], counts[1] - counts[0], row.degree - counts[1]};
}

/* Counts by layer for a node at the radius of a whole ball whose nodes share bits. */
static rw_layer_counts count_maybes(const plain_ball *ball, rw_row row)
{
    rw_layer_counts layers = {0};

    for (uint32_t i = 0; i < row.degree; i++)
        if (may_be_inside(ball, row.nodes[i])) {
            if (has_bit(ball->marks.nearer_plane, row.nodes[i]))
                layers.closer++;
            else
                layers.same += is_inside(ball, row.nodes[i]);
        }
    return layers;
}

/* Counts for one stop, after questions about its neighbours were answered. */
static rw_layer_counts count_stop(plain_ball *ball, rw_row row, uint32_t distance)
{
    rw_layer_counts layers;

    if (count_by_look_up(ball, row, distance, &layers))
        return layers;
    if (distance + 1 < ball->base.radius)
        return count_marked(ball, row, distance);
    if (distance < ball->base.radius)
        return count_in_planes(ball->marks.marked_plane, ball->marks.nearer_plane, row);
    ball->questions += is_whole(ball) ? row.degree : 0;
    if (shares_bits(ball))
        return count_maybes(ball, row);
    layers = count_in_planes(ball->marks.nearer_plane, ball->marks.inside_plane, row);
    layers.further = 0;
    return layers;
}

/* Asks about the neighbours of all stops at the radius. */
static void ask_to_count(plain_ball *ball, const rw_stops *stops, unsigned side)
{
    const rw_row *rows = stops->rows[side];
    uint64_t long_rows = 0;

    search(ball, UINT64_MAX);
    for (uint32_t s = 0; s < stops->count; s++)
        if (stops->distances[s] == ball->base.radius && rows[s].degree >= LONG_ROW)
            long_rows += rows[s].degree;
    expect_questions(ball, long_rows); /* before listing questions, which may take longest */
    if (is_whole(ball))
        return;
    for (uint32_t s = 0; s < stops->count; s++)
        if (stops->distances[s] == ball->base.radius)
            list_questions(ball, rows[s].nodes, rows[s].degree);
    answer_questions(ball);
}

riwalk_status rw_array_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error)
{
    static const rw_ball_kind kind = {free_ball,   open_ball,   find_distances,
                                      find_inside, list_inside, count_layers};

    return create_ball(&kind, setup, ball, error);
}
