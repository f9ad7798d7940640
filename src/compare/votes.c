/* SPDX-License-Identifier: MIT */
/* Votes: a pair of nodes gains if their neighbours match, which makes the neighbours' pairs gain in
 * the next round. A pair's favour is a high power of the share of its neighbourhood that matches,
 * |matched| / |either|, where neighbours of low degree count more. Its score is the favour divided
 * by the larger sum of its row or column, so that each node has one match to give. Every few rounds
 * nodes get new candidates: neighbours of their neighbours' sure matches. So votes find what
 * vectors missed. */
#include "base/parallel.h"
#include "compare/align.h"

#include <math.h>
#include <string.h>

#define BLOCK 256          /* nodes in a task */
#define LIKENESS 0.02F     /* weight of vectors beside the share that matches */
#define TIE_LIKENESS 1e-3F /* the same in the end, only for ties */
#define FLOOR 1e-30F       /* avoids dividing by zero in rows without votes */
#define LOOK_EVERY 3       /* rounds between those with new candidates */
#define SURE 0.6F          /* least score that proposes candidates */
#define SETTLED 0.95F      /* score that needs no more candidates */
#define MOST_ARCS 400      /* most arcs of a proposing match: neighbours of a hub say little */
#define STILL 1e-4         /* mean change of a row's scores that ends the rounds */

typedef struct ballot {
    rw_alignment_work *work;
    int sides;         /* 2 if directed */
    float *weights[2]; /* [counts[g]]: weight of a node's match for its neighbours */
    float *totals[2];  /* [counts[g]]: weights of all neighbours */
    bool *moved;       /* [counts[0]]: rows that changed in the last round */
    uint32_t *sure;    /* [counts[0]]: the match that proposes, or RW_NO_NODE */
    double *sums;      /* [counts[1]]: sums of columns */
    float *tallies;    /* [counts[1]] per worker, zero between nodes */
    uint32_t *touched; /* [counts[1]] per worker */
    float likeness;
    rw_progress progress;
} ballot;

static const rw_arc_rows *side_rows(const ballot *b, int graph, int side)
{
    const rw_directions *arcs = &b->work->arcs[graph];

    return side ? &arcs->in : &arcs->out;
}

/* The votes of one worker for nodes of the second graph; remembers which it touched. */
typedef struct tally {
    float *values;
    uint32_t *touched;
    uint32_t count;
} tally;

static tally tally_of(const ballot *b, int worker)
{
    size_t at = (size_t)worker * b->work->counts[1];

    return (tally){b->tallies + at, b->touched + at, 0};
}

static inline void tally_add(tally *t, uint32_t node, float value)
{
    if (t->values[node] == 0)
        t->touched[t->count++] = node;
    t->values[node] += value;
}

static void tally_clear(tally *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        t->values[t->touched[i]] = 0;
    t->count = 0;
}

/* ---- A round ---- */

/* Tallies the candidates of a node's neighbours on one side, by score and weight. */
static void gather(const ballot *b, uint32_t node, int side, tally *t)
{
    const rw_arc_rows *rows = side_rows(b, 0, side);

    for (uint64_t arc = rows->offsets[node]; arc < rows->offsets[node + 1]; arc++) {
        uint32_t neighbor = rows->neighbors[arc];
        rw_candidate *end;

        for (rw_candidate *c = rw_candidates_of(b->work, neighbor, &end); c < end; c++)
            if (c->score > FLOOR)
                tally_add(t, c->node, c->score * b->weights[0][neighbor]);
    }
}

/* Whether the votes on a node may differ from the last round. */
static bool is_open(const ballot *b, uint32_t node)
{
    bool open = b->moved[node];

    for (int side = 0; side < b->sides; side++) {
        const rw_arc_rows *rows = side_rows(b, 0, side);

        for (uint64_t arc = rows->offsets[node]; arc < rows->offsets[node + 1] && !open; arc++)
            open = b->moved[rows->neighbors[arc]];
    }
    return open;
}

static void vote(const ballot *b, uint32_t node, tally *t)
{
    float votes[RW_CANDIDATES] = {0}, *sum;
    rw_candidate *end, *first = rw_candidates_of(b->work, node, &end);

    for (int side = 0; side < b->sides; side++) {
        const rw_arc_rows *rows = side_rows(b, 1, side);

        gather(b, node, side, t);
        sum = votes;
        for (rw_candidate *c = first; c < end; c++, sum++)
            for (uint64_t arc = rows->offsets[c->node]; arc < rows->offsets[c->node + 1]; arc++)
                *sum += t->values[rows->neighbors[arc]];
        tally_clear(t);
    }
    sum = votes;
    for (rw_candidate *c = first; c < end; c++, sum++) {
        float either = b->totals[0][node] + b->totals[1][c->node] - *sum;
        float share = *sum / fmaxf(either, FLOOR) + b->likeness * c->likeness;

        share *= share;
        share *= share;
        c->favour = share * share + FLOOR;
    }
}

static riwalk_status vote_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const ballot *b = context;
    tally t = tally_of(b, worker);

    if (is_open(b, (uint32_t)task))
        vote(b, (uint32_t)task, &t);
    return RIWALK_STATUS_OK;
}

/* Turns favours into scores, at most 1 in each row and column; a known pair has 1. Returns the sum
 * of all changes, in a fixed order, so that it has the same bits. */
static double normalize(const ballot *b)
{
    const rw_alignment_work *w = b->work;
    rw_candidate *end;
    double change = 0;

    memset(b->sums, 0, w->counts[1] * sizeof *b->sums);
    for (uint32_t node = 0; node < w->counts[0]; node++)
        for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++)
            b->sums[c->node] += (double)c->favour;
    for (uint32_t node = 0; node < w->counts[0]; node++) {
        double sum = 0;

        b->moved[node] = false;
        for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++)
            sum += (double)c->favour;
        for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++) {
            double whole = fmax(sum, b->sums[c->node]);
            float score = rw_align_is_known(w, 0, node) ? 1 : (float)((double)c->favour / whole);

            change += fabs((double)score - (double)c->score);
            b->moved[node] |= score != c->score;
            c->score = score;
        }
    }
    return change;
}

/* ---- New candidates ---- */

static void note_sure(const ballot *b)
{
    const rw_alignment_work *w = b->work;

    for (uint32_t node = 0; node < w->counts[0]; node++) {
        rw_candidate *end;

        b->sure[node] = RW_NO_NODE;
        for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++)
            if (c->score > SURE && rw_align_degree(w, 1, c->node) <= MOST_ARCS)
                b->sure[node] = c->node;
    }
}

/* Keeps the best candidates of a node; returns whether one is settled. */
static bool prune(const ballot *b, uint32_t node)
{
    rw_alignment_work *w = b->work;
    rw_candidate *end, *best = rw_candidates_of(w, node, &end);

    b->moved[node] |= rw_candidates_sort(w, node) || w->sizes[node] > RW_OWN_CANDIDATES;
    if (w->sizes[node] > RW_OWN_CANDIDATES)
        w->sizes[node] = RW_OWN_CANDIDATES;
    return w->sizes[node] && best->score > SETTLED;
}

/* Adds the most proposed nodes to a node's candidates, their favour being the share that matches.
 */
static void take_proposals(const ballot *b, uint32_t node, const tally *t)
{
    rw_alignment_work *w = b->work;
    rw_candidate best[RW_NEW_CANDIDATES], *end;
    uint32_t count = 0;

    for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++)
        t->values[c->node] = 0; /* not a new one */
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t other = t->touched[i], place = count;
        float votes = t->values[other];
        float share = votes / (b->totals[0][node] + b->totals[1][other] - votes + FLOOR);

        if (votes == 0 || rw_align_is_known(w, 1, other) || !rw_align_may_match(w, node, other) ||
            (place == RW_NEW_CANDIDATES && share <= best[place - 1].favour))
            continue;
        if (place == RW_NEW_CANDIDATES)
            place--;
        else
            count++;
        for (; place && best[place - 1].favour < share; place--)
            best[place] = best[place - 1];
        best[place] = (rw_candidate){other, RW_LEAST_LIKENESS, share, 0};
    }
    b->moved[node] |= count > 0;
    for (uint32_t i = 0; i < count; i++)
        rw_candidates_add(w, node, best[i]);
}

static riwalk_status look_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const ballot *b = context;
    uint32_t node = (uint32_t)task;
    tally t = tally_of(b, worker);

    if (rw_align_is_known(b->work, 0, node) || prune(b, node))
        return RIWALK_STATUS_OK;
    for (int side = 0; side < b->sides; side++) {
        const rw_arc_rows *rows = side_rows(b, 0, side);
        const rw_arc_rows *back = side_rows(b, 1, b->sides - 1 - side);

        for (uint64_t arc = rows->offsets[node]; arc < rows->offsets[node + 1]; arc++) {
            uint32_t neighbor = rows->neighbors[arc], match = b->sure[neighbor];

            if (match == RW_NO_NODE)
                continue;
            for (uint64_t i = back->offsets[match]; i < back->offsets[match + 1]; i++)
                tally_add(&t, back->neighbors[i], b->weights[0][neighbor]);
        }
    }
    take_proposals(b, node, &t);
    tally_clear(&t);
    return RIWALK_STATUS_OK;
}

/* ---- All rounds ---- */

static riwalk_status prepare(ballot *b, rw_pool *pool, riwalk_error *error)
{
    rw_alignment_work *w = b->work;
    size_t threads = (size_t)w->run.threads;

    b->sides = w->arcs[0].directed ? 2 : 1;
    for (int g = 0; g < 2; g++) {
        b->weights[g] = rw_take(pool, w->counts[g], sizeof(float), error);
        b->totals[g] = rw_take_zeroed(pool, w->counts[g], sizeof(float), error);
    }
    b->moved = rw_take(pool, w->counts[0], sizeof *b->moved, error);
    b->sure = rw_take(pool, w->counts[0], sizeof *b->sure, error);
    b->sums = rw_take(pool, w->counts[1], sizeof *b->sums, error);
    b->tallies = rw_take_zeroed(pool, w->counts[1], threads * sizeof *b->tallies, error);
    b->touched = rw_take(pool, w->counts[1], threads * sizeof *b->touched, error);
    RW_MUST(rw_pool_status(pool));
    for (int g = 0; g < 2; g++)
        for (uint32_t node = 0; node < w->counts[g]; node++)
            b->weights[g][node] = 1 / sqrtf(sqrtf(fmaxf(1, (float)rw_align_degree(w, g, node))));
    for (int g = 0; g < 2; g++)
        for (int side = 0; side < b->sides; side++)
            for (uint32_t node = 0; node < w->counts[g]; node++) {
                const rw_arc_rows *rows = side_rows(b, g, side);

                for (uint64_t i = rows->offsets[node]; i < rows->offsets[node + 1]; i++)
                    b->totals[g][node] += b->weights[g][rows->neighbors[i]];
            }
    return RIWALK_STATUS_OK;
}

/* Runs a task for all nodes of the first graph. */
static riwalk_status for_all(ballot *b, rw_task *task, riwalk_error *error)
{
    return rw_parallel_blocks(b->work->run.threads, b->work->counts[0], BLOCK, task, b,
                              &b->progress, error);
}

riwalk_status rw_align_vote(rw_alignment_work *w, riwalk_error *error)
{
    ballot b = {.work = w, .likeness = LIKENESS};
    uint32_t most = w->rounds, round;
    RW_POOL(pool);

    RW_MUST(prepare(&b, &pool, error));
    normalize(&b);
    rw_progress_begin(&b.progress, &w->run, "voting", "nodes",
                      (uint64_t)w->counts[0] * (most + most / LOOK_EVERY));
    for (round = 1; round < most; round++) {
        RW_MUST(for_all(&b, vote_task, error));
        if (normalize(&b) < STILL * w->counts[0] && round > 2 * LOOK_EVERY)
            break;
        if (round % LOOK_EVERY || most - round < LOOK_EVERY)
            continue;
        note_sure(&b);
        RW_MUST(for_all(&b, look_task, error));
    }
    w->rounds = most ? round : 0;
    b.likeness = TIE_LIKENESS;
    memset(b.moved, true, w->counts[0] * sizeof *b.moved);
    if (most) {
        RW_MUST(for_all(&b, vote_task, error));
        normalize(&b);
    }
    return RIWALK_STATUS_OK;
}
