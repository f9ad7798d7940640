/* SPDX-License-Identifier: MIT */
/*
 * The search of a plain ball, and questions about nodes that it has not reached. array_ball.c and
 * table_ball.c include this file, after they have defined `struct marks`, how they remember nodes,
 * and BATCHES, whether they answer many questions much faster than a few.
 *
 * Breadth-first search marks the nearest layers under a budget of arcs. What walks ask about other
 * nodes is answered from the marks of their neighbours. Up to layer radius - 1 the arcs that
 * questions look at are counted, and the search goes on by as many. The last layer is searched
 * where questions about it would cost as much. So the work is never much more than that of the
 * cheaper way. Budget and expected questions follow what earlier anchors needed; no answer depends
 * on them. docs/design.md has the proof that answers are exact.
 */
#include "base/memory.h"
#include "engine/cpu/ball.h"

#include <string.h>

/* Answers beyond the distances 0 .. radius. Anything greater is unknown. */
#define OUTSIDE(ball) ((ball)->base.radius + 1)
#define NOT_CLOSER(ball) ((ball)->base.radius + 2) /* at the radius or outside: not yet decided */
#define SPAN(ball) ((ball)->base.radius + 3)
#define UNKNOWN UINT32_MAX

/* How many nodes ahead of the search rows and their places are fetched: about one wait for memory.
 */
#define PLACES_AHEAD 16
#define ROWS_AHEAD 8

/* Rows shorter than this are followed and looked through without a thought. */
#define LONG_ROW 128

typedef struct plain_ball {
    rw_ball base;
    const rw_adjacency *adjacency;
    struct marks marks;
    rw_pool pool;    /* of arrays that do not grow */
    uint32_t *queue; /* the search, layer after layer, up to layer radius - 1 */
    uint32_t head;   /* the next node to expand */
    uint32_t tail;
    uint32_t
        *layer_starts;   /* [radius]: of the layers up to that of the node at head, in the queue */
    uint32_t layer;      /* of the node at head */
    uint32_t layer_end;  /* where the next one starts */
    bool full;           /* a node did not fit, and the search has ended */
    uint64_t layer_arcs; /* followed from that layer */
    uint64_t least_budget;
    uint64_t budget;        /* arcs that the search may follow before any question; learnt */
    uint64_t ahead;         /* arcs that it did follow */
    bool ended_ahead;       /* it came to its end with them */
    uint64_t asked;         /* arcs that questions looked at */
    uint64_t debt;          /* those since the search was last carried on */
    uint64_t last_arcs;     /* of layer radius - 1, roughly: what it takes to make the ball whole */
    uint64_t inside_arcs;   /* of those, followed so far */
    uint64_t question_arcs; /* what a question about layer radius costs, in arcs of that search */
    uint64_t questions;     /* that there have been, or would have been were the ball not whole */
    uint64_t demand;        /* the questions that are expected of an anchor; learnt */
    uint32_t *members;      /* [member_count]: all nodes of a whole ball, ascending, once listed */
    uint32_t member_count;  /* 0: not listed */
    size_t member_room;     /* twice as many: the second half is scratch */
} plain_ball;

/* ---- What the including file defines ---- */

/* The distance that the search or a question has found; UNKNOWN otherwise. `inside`: the node is
 * known to be in the ball. */
static inline uint32_t found_distance(const plain_ball *ball, uint32_t node, bool inside);

/* The answer of a question, which may be NOT_CLOSER, for a node that the search has not met. */
static inline uint32_t answer_of(const plain_ball *ball, uint32_t node);
static void remember_answer(plain_ball *ball, uint32_t node, uint32_t answer);

/* Whether one of a row is known to be nearer than the radius. */
static inline bool scan_for_nearer(const plain_ball *ball, rw_row row);

/* Marks the anchor; nothing else is left in the marks. */
static void begin_marks(plain_ball *ball, uint32_t anchor);

/* Meets the row of the node at head: puts nodes it has not met into the queue, marked as of the
 * next layer. False where they don't fit. */
static bool meet_row(plain_ball *ball, rw_row row);

/* Puts a node of layer radius - 1 that a question has found into the queue. The search is still
 * expanding the layer before, so it comes to the node in its turn. */
static void add_before_last(plain_ball *ball, uint32_t node);

/* Carries the search of the last layer on from head, while it may: see may_follow. */
static void search_last(plain_ball *ball);

/* Makes the marks and the queue, and frees what is not in the pool. */
static riwalk_status make_marks(plain_ball *ball, const rw_ball_setup *setup, riwalk_error *error);
static void free_marks(plain_ball *ball);

/* ---- The search ---- */

static inline bool is_whole(const plain_ball *ball)
{
    return ball->base.known == ball->base.radius;
}

/* Where a layer before the last starts in the queue. */
static inline uint32_t start_of(const plain_ball *ball, uint32_t layer)
{
    return layer <= ball->layer       ? ball->layer_starts[layer]
           : layer == ball->layer + 1 ? ball->layer_end
                                      : ball->tail;
}

/* What making the ball whole may cost, in arcs: what the questions that are expected, or that there
 * have been, would cost instead. */
static inline uint64_t worth(const plain_ball *ball)
{
    uint64_t questions = ball->demand > ball->questions ? ball->demand : ball->questions;

    return questions * ball->question_arcs;
}

static inline bool whole_is_cheaper(const plain_ball *ball)
{
    return ball->base.known + 1 == ball->base.radius && !ball->full &&
           worth(ball) >= ball->last_arcs;
}

static void weigh(plain_ball *ball)
{
    if (whole_is_cheaper(ball))
        search_last(ball);
}

/* Makes the ball whole if that is cheaper than so many more questions. */
static void expect_questions(plain_ball *ball, uint64_t questions)
{
    ball->questions += questions;
    weigh(ball);
    ball->questions -= questions;
}

/* Whether the search of the last layer may follow a row. A hub's may be longer than all the arcs
 * that were expected: then it waits until there are questions enough. */
static inline bool may_follow(plain_ball *ball, uint32_t degree)
{
    if (degree < LONG_ROW || ball->inside_arcs + degree <= worth(ball))
        return true;
    ball->last_arcs = ball->inside_arcs + degree;
    return false;
}

/* Fetches a row as far as processors don't by themselves. */
static inline void fetch_row(const rw_adjacency *adjacency, uint32_t node)
{
    rw_row row = rw_adjacency_row(adjacency, node);

    if (row.degree >= RW_CELL || !adjacency->cells)
        for (uint32_t i = 0; i < row.degree && i < 4 * RW_CELL; i += RW_CELL)
            __builtin_prefetch(row.nodes + i);
    __asm__ volatile("");
}

static inline void fetch_next(const plain_ball *ball)
{
    if (ball->head + PLACES_AHEAD < ball->tail)
        rw_adjacency_fetch_place(ball->adjacency, ball->queue[ball->head + PLACES_AHEAD]);
    if (ball->head + ROWS_AHEAD < ball->tail)
        fetch_row(ball->adjacency, ball->queue[ball->head + ROWS_AHEAD]);
}

static void end_layer(plain_ball *ball)
{
    uint64_t nodes = ball->layer_end - ball->layer_starts[ball->layer];

    ball->base.known = ++ball->layer;
    ball->last_arcs = ball->layer_arcs / nodes * (ball->tail - ball->head);
    ball->layer_arcs = 0;
    ball->layer_starts[ball->layer] = ball->head;
    ball->layer_end = ball->tail;
    if (ball->head == ball->tail) /* the component ends here: nothing is left to search */
        search_last(ball);
}

/* Carries the search of the layers before the last on by at least `arcs` arcs, or to its end; a
 * node is expanded wholly. Returns how many arcs it followed. */
static uint64_t search(plain_ball *ball, uint64_t arcs)
{
    uint64_t followed = 0;

    while (ball->base.known + 1 < ball->base.radius && followed <= arcs && !ball->full) {
        rw_row row;

        if (ball->head == ball->layer_end) {
            end_layer(ball);
            continue;
        }
        fetch_next(ball);
        row = rw_adjacency_row(ball->adjacency, ball->queue[ball->head]);
        if (!meet_row(ball, row))
            break;
        ball->head++;
        followed += row.degree + 1;
        ball->layer_arcs += row.degree + 1;
    }
    return followed;
}

/* Moves the budget: up when questions cost much beside the search that they were to spare, or did
 * not spare it, as it came to its end all the same; down when they cost little. Where searches end
 * within it, it goes down slowly: to find out that it has become too low costs a search and the
 * questions besides. */
static void learn_budget(plain_ball *ball)
{
    bool ended = ball->base.known + 1 >= ball->base.radius;

    if (ball->full) /* no budget would have led further */
        return;
    if (ball->asked > ball->ahead / 2 || (ended && !ball->ended_ahead))
        ball->budget += ball->budget / 4 + 1;
    else if (ball->asked < ball->ahead / 8 && ball->budget > ball->least_budget)
        ball->budget -= ended ? ball->budget / 512 : ball->budget / 8;
}

static void begin_search(plain_ball *ball, uint32_t anchor)
{
    learn_budget(ball);
    ball->demand =
        ball->demand - ball->demand / 8 + ball->questions / 8; /* a mean of about eight */
    begin_marks(ball, anchor);
    ball->queue[0] = anchor;
    ball->head = 0;
    ball->tail = ball->layer_end = 1;
    ball->layer = ball->layer_starts[0] = 0;
    ball->base.known = 0;
    ball->debt = ball->layer_arcs = ball->last_arcs = ball->inside_arcs = ball->questions = 0;
    ball->member_count = 0;
}

/* Searches ahead of the walks, once the layers up to radius - 2 are there. */
static void search_ahead(plain_ball *ball)
{
    ball->asked = 0;
    ball->ahead = search(ball, ball->budget);
    ball->ended_ahead = ball->base.known + 1 >= ball->base.radius;
    weigh(ball);
}
