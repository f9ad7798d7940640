/* SPDX-License-Identifier: MIT */
/* The search of a plain ball. array_ball.c and table_ball.c include this after defining
 * `struct marks`, how they remember nodes.
 *
 * Breadth-first search marks the nearest layers, with a budget of arcs. Questions of walks about
 * other nodes are answered from the marks of their neighbours. Up to layer radius - 1 the arcs that
 * questions look at are counted, and the search advances by as many. The last layer is searched if
 * questions about it would cost as much. So the work is never much more than that of the cheaper
 * way. Budget and expected questions adapt to earlier anchors; no answer depends on them.
 * docs/design.md proves that answers are exact. */
#include "base/memory.h"
#include "engine/cpu/ball.h"

#include <string.h>

/* Answers in addition to distances 0 .. radius. Anything greater is unknown. */
#define OUTSIDE(ball) ((ball)->base.radius + 1)
#define NOT_CLOSER(ball) ((ball)->base.radius + 2) /* at the radius or outside: undecided */
#define SPAN(ball) ((ball)->base.radius + 3)
#define UNKNOWN UINT32_MAX

/* How many nodes ahead of the search places of rows, and rows, are prefetched: about one cache
 * miss. */
#define PLACES_AHEAD 16
#define ROWS_AHEAD 8

#define FETCHED_LINES 20 /* cache lines of a row that are prefetched at most */

/* Where the last ball was whole, cells are fetched as soon as the search meets their nodes. More
 * nodes up to layer radius - 1 would leave the near caches before their turn. */
#define FETCHED_AT_ONCE 4096

/* Shorter rows are always followed and scanned. */
#define LONG_ROW 128

typedef struct plain_ball {
    rw_ball base;
    const rw_adjacency *adjacency;
    struct marks marks;
    rw_pool pool;    /* owns arrays that do not grow */
    uint32_t *queue; /* the search, layer by layer, up to layer radius - 1 */
    uint32_t head;   /* the next node to expand */
    uint32_t tail;
    uint32_t *layer_starts; /* [radius]: starts in the queue of layers up to that of the node at
                               head */
    uint32_t layer;         /* layer of the node at head */
    uint32_t layer_end;     /* start of the next layer */
    bool fetches;           /* cells are fetched as soon as nodes are met */
    bool full;              /* a node did not fit, so the search has ended */
    uint64_t layer_arcs;    /* followed from this layer */
    uint64_t least_budget;
    uint64_t budget;        /* arcs to follow before any question; adaptive */
    uint64_t ahead;         /* arcs followed before any question */
    bool ended_ahead;       /* the search ended within the budget */
    uint64_t asked;         /* arcs that questions have looked at */
    uint64_t debt;          /* of `asked`, since the search last advanced */
    uint64_t last_arcs;     /* arcs of layer radius - 1, roughly: the cost to make the ball whole */
    uint64_t inside_arcs;   /* of last_arcs, followed so far */
    uint64_t question_arcs; /* cost of a question about layer radius, in arcs of that search */
    uint64_t questions;     /* asked so far, or saved because the ball was whole */
    uint64_t demand;        /* questions expected of an anchor; adaptive */
    uint32_t *members;      /* [member_count]: all nodes of a whole ball, ascending */
    uint32_t member_count;  /* 0: not listed */
    size_t member_room;     /* twice as many; the second half is scratch */
} plain_ball;

/* ---- What the including file defines ---- */

/* The distance that the search or a question has found, else UNKNOWN. `inside`: the node is known
 * to be in the ball. */
static inline uint32_t found_distance(const plain_ball *ball, uint32_t node, bool inside);

/* The answer to an earlier question, maybe NOT_CLOSER, for a node that the search has not met. */
static inline uint32_t answer_of(const plain_ball *ball, uint32_t node);
static void remember_answer(plain_ball *ball, uint32_t node, uint32_t answer);

/* Whether a node of the row is known to be nearer than the radius. */
static inline bool scan_for_nearer(const plain_ball *ball, rw_row row);

/* Clears the marks and marks the anchor. */
static void begin_marks(plain_ball *ball, uint32_t anchor);

/* Meets the row of the node at head: queues new nodes, and marks them for the next layer. False if
 * they do not fit. */
static bool meet_row(plain_ball *ball, rw_row row);

/* Queues a node of layer radius - 1 that a question found. The search is still expanding the layer
 * before, so it gets to the node in time. */
static void add_before_last(plain_ball *ball, uint32_t node);

/* Continues the search of the last layer from head, while may_follow allows. */
static void search_last(plain_ball *ball);

/* Makes the marks and the queue; frees what is not in the pool. */
static riwalk_status make_marks(plain_ball *ball, const rw_ball_setup *setup, riwalk_error *error);
static void free_marks(plain_ball *ball);

/* ---- The search ---- */

static inline bool is_whole(const plain_ball *ball)
{
    return ball->base.known == ball->base.radius;
}

/* The start in the queue of a layer before the last. */
static inline uint32_t start_of(const plain_ball *ball, uint32_t layer)
{
    return layer <= ball->layer       ? ball->layer_starts[layer]
           : layer == ball->layer + 1 ? ball->layer_end
                                      : ball->tail;
}

/* What making the ball whole may cost, in arcs: the cost of the expected questions, or of those
 * asked if they are more. */
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

/* Makes the ball whole if that is cheaper than `questions` more questions. */
static void expect_questions(plain_ball *ball, uint64_t questions)
{
    ball->questions += questions;
    weigh(ball);
    ball->questions -= questions;
}

/* Whether the search of the last layer may follow a row. A hub's row may be longer than all
 * expected arcs; then it waits for enough questions. */
static inline bool may_follow(plain_ball *ball, uint32_t degree)
{
    if (degree < LONG_ROW || ball->inside_arcs + degree <= worth(ball))
        return true;
    ball->last_arcs = ball->inside_arcs + degree;
    return false;
}

/* Prefetches a row, or the beginning of a long one: the processor prefetches the rest. The empty
 * assembler line is needed because gcc treats a function that only prefetches as one without
 * effect. */
static inline void fetch_nodes(rw_row row)
{
    for (uint32_t i = 0; i < row.degree && i < FETCHED_LINES * RW_CELL; i += RW_CELL)
        __builtin_prefetch(row.nodes + i);
    __asm__ volatile("");
}

static inline void fetch_row(const rw_adjacency *adjacency, uint32_t node)
{
    rw_row row = rw_adjacency_row(adjacency, node);

    if (row.degree >= RW_CELL || !adjacency->cells)
        fetch_nodes(row);
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
    if (ball->head == ball->tail) /* the component ends here: search is over */
        search_last(ball);
}

/* Continues the search of layers before the last by at least `arcs` arcs, or to its end; nodes are
 * expanded completely. Returns the arcs followed. */
static uint64_t search(plain_ball *ball, uint64_t arcs)
{
    uint64_t followed = 0;

    while (ball->base.known + 1 < ball->base.radius && followed <= arcs && !ball->full) {
        uint32_t met = ball->tail;
        rw_row row;

        if (ball->head == ball->layer_end) {
            end_layer(ball);
            continue;
        }
        fetch_next(ball);
        row = rw_adjacency_row(ball->adjacency, ball->queue[ball->head]);
        if (!meet_row(ball, row))
            break;
        while (ball->fetches && met < ball->tail)
            rw_adjacency_fetch_place(ball->adjacency, ball->queue[met++]);
        ball->head++;
        followed += row.degree + 1;
        ball->layer_arcs += row.degree + 1;
    }
    return followed;
}

/* Adapts the budget. Raises it if questions cost much compared with the search that they should
 * save, or did not save it, because the search reached its end anyway. Lowers it if they cost
 * little; slowly if searches end within it, because a budget that is too low costs a search and the
 * questions. */
static void learn_budget(plain_ball *ball)
{
    bool ended = ball->base.known + 1 >= ball->base.radius;

    if (ball->full) /* no budget would have helped */
        return;
    if (ball->asked > ball->ahead / 2 || (ended && !ball->ended_ahead))
        ball->budget += ball->budget / 4 + 1;
    else if (ball->asked < ball->ahead / 8 && ball->budget > ball->least_budget)
        ball->budget -= ended ? ball->budget / 512 : ball->budget / 8;
}

static void begin_search(plain_ball *ball, uint32_t anchor)
{
    learn_budget(ball);
    ball->fetches = ball->adjacency->cells && is_whole(ball) && ball->tail <= FETCHED_AT_ONCE;
    ball->demand =
        ball->demand - ball->demand / 8 + ball->questions / 8; /* a mean over about eight anchors */
    begin_marks(ball, anchor);
    ball->queue[0] = anchor;
    ball->head = 0;
    ball->tail = ball->layer_end = 1;
    ball->layer = ball->layer_starts[0] = 0;
    ball->base.known = 0;
    ball->debt = ball->layer_arcs = ball->last_arcs = ball->inside_arcs = ball->questions = 0;
    ball->member_count = 0;
}

/* Searches ahead of the walks, after the layers up to radius - 2. */
static void search_ahead(plain_ball *ball)
{
    ball->asked = 0;
    ball->ahead = search(ball, ball->budget);
    ball->ended_ahead = ball->base.known + 1 >= ball->base.radius;
    weigh(ball);
}
