/* SPDX-License-Identifier: MIT */
/* What a ball with arrays remembers: a byte and three bits per node. Only array_ball.c includes
 * this. */
#include <stdbool.h>
#include <stdint.h>

/* Bytes hold distances up to layer radius - 2 and answers to questions. The most frequent question,
 * whether a node is within some distance, is a bit in a plane. */
struct marks {
    uint8_t *bytes;        /* [nodes]: 0: unknown; else 1 + a distance or another answer */
    uint8_t *marked_plane; /* nodes met up to layer radius - 2, which have bytes */
    uint8_t *nearer_plane; /* nodes met up to layer radius - 1 */
    uint8_t *inside_plane; /* all nodes of a whole ball; else some that were asked about */
    bool partly_inside; /* the ball is not whole, or was not at first, and inside_plane has bits */
    uint32_t inside_mask; /* a node's number & this: its bit in inside_plane */
    uint32_t marked_end;  /* end of the queue's nodes that have bytes */
    uint32_t answered;    /* start of answered nodes at the queue's end; 0: their list is lost */
    uint32_t listed;      /* nodes behind the queue that are asked about together */
};

#include "engine/cpu/ball_search.h"

/* ---- Planes ---- */

static size_t plane_bytes(const plain_ball *ball)
{
    return ((size_t)ball->adjacency->graph->node_count / 32 + 1) * sizeof(uint32_t);
}

/* Planes are read as (little-endian) words, but written as bytes: otherwise writes for neighbours
 * with close numbers would wait for each other. */
static inline bool has_bit(const uint8_t *plane, uint32_t node)
{
    uint32_t word;

    memcpy(&word, plane + node / 32 * sizeof word, sizeof word);
    return word >> node % 32 & 1;
}

static inline void set_bits(uint8_t *plane, const uint32_t *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        plane[nodes[i] / 8] |= (uint8_t)(1 << nodes[i] % 8);
}

static void clear_bytes(uint8_t *plane, const uint32_t *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        plane[nodes[i] / 8] = 0;
}

static void clear_plane(uint8_t *plane, size_t bytes, const uint32_t *nodes, uint32_t count)
{
    if (count > bytes / 64)
        memset(plane, 0, bytes);
    else
        clear_bytes(plane, nodes, count);
}

/* ---- Marks ---- */

static inline uint32_t answer_of(const plain_ball *ball, uint32_t node)
{
    return (uint8_t)(ball->marks.bytes[node] - 1);
}

static inline bool scan_for_nearer(const plain_ball *ball, rw_row row)
{
    const uint8_t *nearer = ball->marks.nearer_plane;
    uint32_t i = 0;

    while (i < row.degree && !has_bit(nearer, row.nodes[i]))
        i++;
    return i < row.degree;
}

/* ---- The nodes of a whole ball ---- */

/* If balls are small compared with the graph, nodes share bits of inside_plane, so that it stays in
 * the caches: it has this many bits per arc of the last layer. A set bit then means maybe, and the
 * node's row decides. */
#define BITS_PER_ARC 64

static inline bool shares_bits(const plain_ball *ball)
{
    return ball->marks.inside_mask != UINT32_MAX;
}

static inline bool may_be_inside(const plain_ball *ball, uint32_t node)
{
    return has_bit(ball->marks.inside_plane, node & ball->marks.inside_mask);
}

/* Whether a node is inside that may be and is not nearer than the radius. */
static inline bool is_inside(const plain_ball *ball, uint32_t node)
{
    return !shares_bits(ball) || scan_for_nearer(ball, rw_adjacency_row(ball->adjacency, node));
}

static inline bool is_member(const plain_ball *ball, uint32_t node)
{
    return !shares_bits(ball) || has_bit(ball->marks.nearer_plane, node) || is_inside(ball, node);
}

static inline void set_inside(plain_ball *ball, const uint32_t *nodes, uint32_t count)
{
    uint8_t *plane = ball->marks.inside_plane;
    uint32_t mask = ball->marks.inside_mask;

    if (!shares_bits(ball)) {
        set_bits(plane, nodes, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        plane[(nodes[i] & mask) / 8] |= (uint8_t)(1 << nodes[i] % 8);
}

/* Called while the plane is empty. */
static void share_bits(plain_ball *ball)
{
    uint64_t bits = 64;

    while (bits < BITS_PER_ARC * (ball->tail + ball->last_arcs))
        bits *= 2;
    if (2 * bits <= ball->adjacency->graph->node_count)
        ball->marks.inside_mask = (uint32_t)bits - 1;
}

/* Whether so many nodes share each bit that most questions would take a row: a row of the last
 * layer was much longer than expected. */
static bool is_crowded(const plain_ball *ball)
{
    return ball->marks.inside_mask / (BITS_PER_ARC / 4) < ball->tail + ball->inside_arcs;
}

static inline uint32_t found_distance(const plain_ball *ball, uint32_t node, bool inside)
{
    if (has_bit(ball->marks.nearer_plane, node))
        return has_bit(ball->marks.marked_plane, node) ? answer_of(ball, node)
                                                       : ball->base.radius - 1;
    if (!is_whole(ball))
        return UNKNOWN;
    return ball->base.radius + !(inside || (may_be_inside(ball, node) && is_inside(ball, node)));
}

/* ---- Answers ---- */

/* Makes room in the queue, by dropping the list at its end if necessary. */
static inline void make_room(plain_ball *ball, uint32_t nodes)
{
    if (ball->marks.answered && ball->marks.answered - ball->tail < nodes)
        ball->marks.answered = 0;
}

static void remember_answer(plain_ball *ball, uint32_t node, uint32_t answer)
{
    ball->marks.bytes[node] = (uint8_t)(answer + 1);
    make_room(ball, 1);
    if (ball->marks.answered)
        ball->queue[--ball->marks.answered] = node;
}

static void add_before_last(plain_ball *ball, uint32_t node)
{
    set_bits(ball->marks.nearer_plane, &node, 1);
    make_room(ball, 1);
    ball->queue[ball->tail++] = node;
}

static void mark_nodes(plain_ball *ball, const uint32_t *nodes, uint32_t count, uint32_t distance)
{
    for (uint32_t i = 0; i < count; i++)
        ball->marks.bytes[nodes[i]] = (uint8_t)(distance + 1);
    set_bits(ball->marks.marked_plane, nodes, count);
}

/* Whether a node is new is unpredictable, so there is no branch on it. */
static bool meet_row(plain_ball *ball, rw_row row)
{
    uint8_t *nearer = ball->marks.nearer_plane;
    uint32_t *queue = ball->queue, tail = ball->tail;

    make_room(ball, row.degree);
    for (uint32_t i = 0; i < row.degree; i++) {
        uint32_t node = row.nodes[i];
        uint32_t byte = nearer[node / 8], bit = UINT32_C(1) << node % 8;

        queue[tail] = node;
        tail += !(byte & bit);
        nearer[node / 8] = (uint8_t)(byte | bit);
    }
    if (ball->layer + 2 < ball->base.radius) {
        mark_nodes(ball, queue + ball->tail, tail - ball->tail, ball->layer + 1);
        ball->marks.marked_end = tail;
    }
    ball->tail = tail;
    return true;
}

/* Clears the marks node by node if few were met: these are in the queue, or in the rows of its
 * nodes. */
static void clear_marks(plain_ball *ball)
{
    struct marks *marks = &ball->marks;
    size_t bytes = plane_bytes(ball);
    uint32_t end = ball->adjacency->graph->node_count + 1;

    if (!marks->answered || marks->marked_end + (end - marks->answered) > end / 64) {
        memset(marks->bytes, 0, end - 1);
    } else {
        for (uint32_t i = 0; i < marks->marked_end; i++)
            marks->bytes[ball->queue[i]] = 0;
        for (uint32_t i = marks->answered; i < end; i++)
            marks->bytes[ball->queue[i]] = 0;
    }
    clear_plane(marks->marked_plane, bytes, ball->queue, marks->marked_end);
    clear_plane(marks->nearer_plane, bytes, ball->queue, ball->tail);
    if (shares_bits(ball)) {
        memset(marks->inside_plane, 0, marks->inside_mask / 8 + 1);
    } else if (marks->partly_inside ||
               (is_whole(ball) && ball->tail + ball->inside_arcs > bytes / 64)) {
        memset(marks->inside_plane, 0, bytes);
    } else if (is_whole(ball)) {
        clear_bytes(marks->inside_plane, ball->queue, ball->tail);
        for (uint32_t i = start_of(ball, ball->base.radius - 1); i < ball->tail; i++) {
            rw_row row = rw_adjacency_row(ball->adjacency, ball->queue[i]);

            clear_bytes(marks->inside_plane, row.nodes, row.degree);
        }
    }
}

static riwalk_status make_marks(plain_ball *ball, const rw_ball_setup *setup, riwalk_error *error)
{
    uint32_t nodes = setup->adjacency->graph->node_count;
    struct marks *marks = &ball->marks;
    size_t bytes = plane_bytes(ball);

    marks->answered = nodes + 1;
    marks->inside_mask = UINT32_MAX;
    marks->bytes = rw_take_zeroed(&ball->pool, nodes, 1, error);
    marks->marked_plane = rw_take_zeroed(&ball->pool, bytes, 1, error);
    marks->nearer_plane = rw_take_zeroed(&ball->pool, bytes, 1, error);
    marks->inside_plane = rw_take_zeroed(&ball->pool, bytes, 1, error);
    ball->queue = rw_take(&ball->pool, (size_t)nodes + 1, sizeof *ball->queue, error);
    return rw_pool_status(&ball->pool);
}

static void free_marks(plain_ball *ball)
{
}

static inline void fetch_mark(const plain_ball *ball, uint32_t node)
{
    __builtin_prefetch(&ball->marks.nearer_plane[node / 8]);
}

static void begin_marks(plain_ball *ball, uint32_t anchor)
{
    clear_marks(ball);
    ball->marks.answered = ball->adjacency->graph->node_count + 1;
    ball->marks.partly_inside = false;
    ball->marks.inside_mask = UINT32_MAX;
    ball->marks.listed = 0;
    ball->marks.marked_end = ball->base.radius > 1;
    mark_nodes(ball, &anchor, ball->marks.marked_end, 0);
    set_bits(ball->marks.nearer_plane, &anchor, 1);
}
