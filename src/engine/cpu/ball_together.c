/* SPDX-License-Identifier: MIT */
/* Questions about a ball that are answered together, so that waits for memory overlap, and counts
 * of neighbours by layer. See ball.h. */
#include "engine/cpu/ball.h"

/* How far ahead of the node that is asked about rows are fetched, in nodes. */
#define ANSWERS_AHEAD 24

uint32_t rw_ball_list_outside(const rw_ball *ball, const uint32_t *nodes, uint32_t count,
                              uint32_t *places)
{
    const uint8_t *inside = ball->inside;
    uint32_t outside = 0;

    if (!inside)
        for (uint32_t i = 0; i < count; i++) {
            places[outside] = i;
            outside += !rw_ball_inside(ball, nodes[i]);
        }
    else
        for (uint32_t i = 0; i < count; i++) {
            places[outside] = i;
            outside += !rw_ball_bit(inside, nodes[i]);
        }
    return outside;
}

void rw_ball_list(rw_ball *ball, const uint32_t *nodes, uint32_t count)
{
    uint32_t *listed = ball->queue + ball->tail, end = ball->listed;
    const uint8_t *near = ball->near;
    uint8_t *inside = ball->inside;

    if (!rw_ball_lists(ball))
        return;
    ball->ever_listed = true;
    if (ball->answered && ball->answered - ball->tail - end < count)
        ball->answered = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = nodes[i];
        uint32_t byte = inside[node / 8], bit = UINT32_C(1) << node % 8;

        listed[end] = node;
        end += !((byte | near[node / 8]) & bit);
        inside[node / 8] = (uint8_t)(byte | bit);
    }
    ball->questions += end - ball->listed;
    ball->listed = end;
}

/* A node that is asked about. */
typedef struct question {
    uint32_t node;
    rw_row row;
} question;

/* Takes a node out of those inside unless it has a neighbour that is near. Cells are looked at to
 * their end, which takes no longer than to find out where a row ends. */
static inline void answer_listed(rw_ball *ball, question asked)
{
    const uint8_t *near = ball->near;
    bool inside = false;

    if (ball->rows->cells && asked.row.degree < RW_CELL) {
        for (int i = 0; i < RW_CELL - 1 && !inside; i++)
            inside = rw_ball_bit(near, asked.row.nodes[i]);
    } else {
        inside = rw_ball_row_is_near(ball, asked.row);
    }
    ball->inside[asked.node / 8] &= (uint8_t) ~(!inside << asked.node % 8);
}

/* Questions about long rows are put off until these have arrived. */
static void answer_all(rw_ball *ball, const uint32_t *nodes, uint32_t count)
{
    const rw_rows *rows = ball->rows;
    question late[RW_BALL_LATE];
    uint32_t late_count = 0;

    for (uint32_t i = 0; i < count && i < ANSWERS_AHEAD; i++)
        rw_rows_fetch_place(rows, nodes[i]);
    for (uint32_t i = 0; i < count; i++) {
        question asked = {nodes[i], rw_rows_get(rows, nodes[i])};

        if (i + ANSWERS_AHEAD < count)
            rw_rows_fetch_place(rows, nodes[i + ANSWERS_AHEAD]);
        if (asked.row.degree < RW_CELL) {
            answer_listed(ball, asked);
            continue;
        }
        rw_ball_fetch_row(rows, asked.node);
        if (late_count >= RW_BALL_LATE)
            answer_listed(ball, late[late_count % RW_BALL_LATE]);
        late[late_count++ % RW_BALL_LATE] = asked;
    }
    for (uint32_t i = late_count > RW_BALL_LATE ? late_count - RW_BALL_LATE : 0; i < late_count;
         i++)
        answer_listed(ball, late[i % RW_BALL_LATE]);
}

void rw_ball_answer(rw_ball *ball)
{
    const uint32_t *listed = ball->queue + ball->tail;

    if (rw_ball_whole_is_cheaper(ball)) {
        for (uint32_t i = 0; i < ball->listed; i++)
            ball->inside[listed[i] / 8] &= (uint8_t) ~(1 << listed[i] % 8);
        rw_ball_search_last(ball);
    } else {
        answer_all(ball, listed, ball->listed);
    }
    ball->listed = 0;
}

/* Neighbours by layer of a node before layer radius - 1. */
static rw_layer_counts count_marked(const rw_ball *ball, rw_row row, uint32_t distance)
{
    rw_layer_counts layers = {0};

    for (uint32_t i = 0; i < row.degree; i++)
        if (rw_ball_bit(ball->marked, row.nodes[i])) {
            uint32_t mark = rw_ball_mark(ball, row.nodes[i]);

            layers.closer += mark < distance;
            layers.same += mark == distance;
        }
    layers.further = row.degree - layers.closer - layers.same;
    return layers;
}

/* Neighbours by layer, those that are closer and those that are no further being in planes. */
static rw_layer_counts count_in_planes(const uint8_t *closer, const uint8_t *no_further, rw_row row)
{
    uint32_t counts[2] = {0};

    for (uint32_t i = 0; i < row.degree; i++) {
        counts[0] += rw_ball_bit(closer, row.nodes[i]);
        counts[1] += rw_ball_bit(no_further, row.nodes[i]);
    }
    return (rw_layer_counts){counts[0], counts[1] - counts[0], row.degree - counts[1]};
}

rw_layer_counts rw_ball_layers(rw_ball *ball, rw_row row, uint32_t distance)
{
    uint32_t radius = ball->radius, counts[3] = {0};
    rw_layer_counts layers;

    if (ball->near && distance + 1 < radius)
        return count_marked(ball, row, distance);
    if (ball->near && ball->complete + 1 >= radius) {
        if (distance < radius)
            return count_in_planes(ball->marked, ball->near, row);
        ball->questions += rw_ball_whole(ball) ? row.degree : 0;
        layers = count_in_planes(ball->near, ball->inside, row);
        layers.further = 0;
        return layers;
    }
    for (uint32_t i = 0; i < row.degree; i++)
        counts[rw_ball_distance(ball, row.nodes[i], distance + 1) + 1 - distance]++;
    return (rw_layer_counts){counts[0], counts[1], distance == radius ? 0 : counts[2]};
}
