/* SPDX-License-Identifier: MIT */
/* Votes: a pair of nodes gains if their neighbours match, which makes the neighbours' pairs gain in
 * the next round. A pair's favour is a high power of the share of its neighbourhood that matches,
 * |matched| / |either|, where neighbours of low degree count more. Its score is the favour divided
 * by the larger sum of its row or column, so that each node has one match to give. Every few rounds
 * nodes get new candidates: neighbours of their neighbours' sure matches. So votes find what
 * vectors missed. */
#include "base/parallel.h"
#include "base/search.h"
#include "base/sort.h"
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
#define FEW 20             /* a row this many times as long as a list is searched, not scanned */
#define STILL 1e-4         /* mean change of a row's scores that ends the rounds */

typedef struct ballot {
    rw_alignment_work *work;
    int sides;         /* 2 if directed */
    float *weights[2]; /* [counts[g]]: weight of a node's match for its neighbours */
    float *totals[2];  /* [counts[g]]: weights of all neighbours */
    float *favour;     /* [counts[0]][RW_CANDIDATES] */
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
    bool sorted; /* whether `touched` is sorted */
} tally;

static tally tally_of(const ballot *b, int worker)
{
    size_t at = (size_t)worker * b->work->counts[1];

    return (tally){b->tallies + at, b->touched + at, 0, false};
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
    t->sorted = false;
}

/* ---- A round ---- */

/* Tallies the candidates of a node's neighbours on one side, by score and weight. */
static void gather(const ballot *b, uint32_t node, int side, tally *t)
{
    const rw_arc_rows *rows = side_rows(b, 0, side);
    const rw_alignment_work *w = b->work;

    for (uint64_t arc = rows->offsets[node]; arc < rows->offsets[node + 1]; arc++) {
        uint32_t neighbor = rows->neighbors[arc];
        size_t at = rw_candidate_row(neighbor);

        for (size_t i = at; i < at + w->sizes[neighbor]; i++)
            if (w->scores[i] > FLOOR)
                tally_add(t, w->others[i], w->scores[i] * b->weights[0][neighbor]);
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

/* Adds the tallies of the neighbours of `other`. If its row is much longer than the list of touched
 * nodes, looks these up in the row, in the same order. */
static float add_up(const rw_arc_rows *rows, uint32_t other, tally *t, float sum)
{
    uint64_t arc = rows->offsets[other], end = rows->offsets[other + 1];

    if (end - arc < (uint64_t)FEW * t->count) {
        for (; arc < end; arc++)
            sum += t->values[rows->neighbors[arc]];
        return sum;
    }
    if (!t->sorted)
        rw_sort_u32(t->touched, t->touched + t->count, t->count);
    t->sorted = true;
    for (uint32_t i = 0; i < t->count; i++) {
        arc = rw_search_u32(rows->neighbors, arc, end, t->touched[i]);
        if (arc < end && rows->neighbors[arc] == t->touched[i])
            sum += t->values[t->touched[i]];
    }
    return sum;
}

static void vote(const ballot *b, uint32_t node, tally *t)
{
    const rw_alignment_work *w = b->work;
    uint32_t size = w->sizes[node];
    size_t at = rw_candidate_row(node);
    float votes[RW_CANDIDATES] = {0};

    for (int side = 0; side < b->sides; side++) {
        const rw_arc_rows *rows = side_rows(b, 1, side);

        gather(b, node, side, t);
        for (uint32_t i = 0; i < size; i++)
            votes[i] = add_up(rows, w->others[at + i], t, votes[i]);
        tally_clear(t);
    }
    for (uint32_t i = 0; i < size; i++) {
        float either = b->totals[0][node] + b->totals[1][w->others[at + i]] - votes[i];
        float share = votes[i] / fmaxf(either, FLOOR) + b->likeness * w->likeness[at + i];

        share *= share;
        share *= share;
        b->favour[at + i] = share * share + FLOOR;
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
static double normalize(const ballot *b, const float *favour)
{
    rw_alignment_work *w = b->work;
    double change = 0;

    memset(b->sums, 0, w->counts[1] * sizeof *b->sums);
    for (uint32_t node = 0; node < w->counts[0]; node++) {
        size_t at = rw_candidate_row(node);

        for (size_t i = at; i < at + w->sizes[node]; i++)
            b->sums[w->others[i]] += (double)favour[i];
    }
    for (uint32_t node = 0; node < w->counts[0]; node++) {
        size_t at = rw_candidate_row(node);
        double sum = 0;

        b->moved[node] = false;
        for (size_t i = at; i < at + w->sizes[node]; i++)
            sum += (double)favour[i];
        for (size_t i = at; i < at + w->sizes[node]; i++) {
            double whole = fmax(sum, b->sums[w->others[i]]);
            float score = rw_align_is_known(w, 0, node) ? 1 : (float)((double)favour[i] / whole);

            change += fabs((double)score - (double)w->scores[i]);
            b->moved[node] |= score != w->scores[i];
            w->scores[i] = score;
        }
    }
    return change;
}

/* ---- New candidates ---- */

static void note_sure(const ballot *b)
{
    const rw_alignment_work *w = b->work;

    for (uint32_t node = 0; node < w->counts[0]; node++) {
        size_t at = rw_candidate_row(node);

        b->sure[node] = RW_NO_NODE;
        for (size_t i = at; i < at + w->sizes[node]; i++)
            if (w->scores[i] > SURE && rw_align_degree(w, 1, w->others[i]) <= MOST_ARCS)
                b->sure[node] = w->others[i];
    }
}

static void move_candidate(rw_alignment_work *w, size_t from, size_t to)
{
    uint32_t other = w->others[to];
    float likeness = w->likeness[to], score = w->scores[to];

    w->others[to] = w->others[from];
    w->likeness[to] = w->likeness[from];
    w->scores[to] = w->scores[from];
    w->others[from] = other;
    w->likeness[from] = likeness;
    w->scores[from] = score;
}

/* Keeps the best candidates of a node; returns whether one is settled. */
static bool prune(const ballot *b, uint32_t node)
{
    rw_alignment_work *w = b->work;
    size_t at = rw_candidate_row(node);

    for (uint32_t i = 0; i < w->sizes[node] && i < RW_OWN_CANDIDATES; i++) {
        size_t best = at + i;

        for (size_t j = at + i + 1; j < at + w->sizes[node]; j++)
            if (w->scores[j] > w->scores[best] ||
                (w->scores[j] == w->scores[best] && w->others[j] < w->others[best]))
                best = j;
        b->moved[node] |= best != at + i;
        move_candidate(w, best, at + i);
    }
    b->moved[node] |= w->sizes[node] > RW_OWN_CANDIDATES;
    if (w->sizes[node] > RW_OWN_CANDIDATES)
        w->sizes[node] = RW_OWN_CANDIDATES;
    return w->sizes[node] && w->scores[at] > SETTLED;
}

typedef struct proposal {
    float share;
    uint32_t node;
} proposal;

/* Adds the most proposed nodes to a node's candidates. */
static void take_proposals(const ballot *b, uint32_t node, const tally *t)
{
    rw_alignment_work *w = b->work;
    proposal best[RW_NEW_CANDIDATES];
    uint32_t count = 0;

    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t other = t->touched[i], place = count;
        float votes = t->values[other];
        proposal new = {votes / (b->totals[0][node] + b->totals[1][other] - votes + FLOOR), other};

        if (place == RW_NEW_CANDIDATES && new.share <= best[place - 1].share)
            continue;
        if (rw_align_is_known(w, 1, other) || !rw_align_may_match(w, node, other) ||
            rw_align_is_candidate(w, node, other))
            continue;
        if (place == RW_NEW_CANDIDATES)
            place--;
        else
            count++;
        for (; place && best[place - 1].share < new.share; place--)
            best[place] = best[place - 1];
        best[place] = new;
    }
    b->moved[node] |= count > 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t at = rw_candidate_row(node) + w->sizes[node]++;

        w->others[at] = best[i].node;
        w->likeness[at] = RW_LEAST_LIKENESS;
        w->scores[at] = 0;
    }
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

static riwalk_status prepare(ballot *b, riwalk_error *error)
{
    rw_alignment_work *w = b->work;
    rw_pool *pool = &w->scratch;
    size_t threads = (size_t)w->run.threads;

    b->sides = w->arcs[0].directed ? 2 : 1;
    for (int g = 0; g < 2; g++) {
        b->weights[g] = rw_take(pool, w->counts[g], sizeof(float), error);
        b->totals[g] = rw_take_zeroed(pool, w->counts[g], sizeof(float), error);
    }
    b->favour = rw_take(pool, w->counts[0], RW_CANDIDATES * sizeof *b->favour, error);
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

    RW_MUST(prepare(&b, error));
    normalize(&b, w->likeness);
    rw_progress_begin(&b.progress, &w->run, "voting", "nodes",
                      (uint64_t)w->counts[0] * (most + most / LOOK_EVERY));
    for (round = 1; round < most; round++) {
        RW_MUST(for_all(&b, vote_task, error));
        if (normalize(&b, b.favour) < STILL * w->counts[0] && round > 2 * LOOK_EVERY)
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
        normalize(&b, b.favour);
    }
    return RIWALK_STATUS_OK;
}
