/* SPDX-License-Identifier: MIT */
/* The steps of aligning two graphs: candidates by vectors, then votes of neighbours. */
#ifndef RW_COMPARE_ALIGN_H
#define RW_COMPARE_ALIGN_H

#include "base/memory.h"
#include "base/progress.h"
#include "graph/directions.h"
#include "riwalk_compare.h"

/* Candidates of a node: its nearest of the other graph, then those that have it among their own
 * nearest. Rounds that look for new candidates keep the best and add new ones. */
#define RW_OWN_CANDIDATES 20
#define RW_NEW_CANDIDATES 10
#define RW_CANDIDATES 32

#define RW_NO_NODE UINT32_MAX
#define RW_LEAST_LIKENESS 1e-3F /* of distant vectors, and of candidates found by votes */

typedef struct rw_candidate {
    uint32_t node;  /* of the second graph */
    float likeness; /* similarity of vectors, above 0, at most 1 */
    float favour;   /* by the votes of the last round */
    float score;    /* 0 .. 1 */
} rw_candidate;

typedef struct rw_alignment_work {
    rw_directions arcs[2];    /* arcs of both graphs */
    uint32_t counts[2];       /* nodes */
    uint32_t *sizes;          /* [counts[0]]: number of candidates of a node of the first graph */
    rw_candidate *candidates; /* [counts[0]][RW_CANDIDATES] */
    uint32_t *known[2];       /* [counts[i]]: the known partner, or RW_NO_NODE; NULL: none known */
    const uint32_t *types[2]; /* [counts[i]], numbered alike in both; NULL: no types */
    riwalk_graph *retyped;    /* owns those of the second graph */
    riwalk_vectors *vectors;  /* of the first graph, then of the second */
    riwalk_run run;           /* resolved */
    uint64_t seed;
    uint32_t rounds; /* at most; afterwards the number made */
    rw_pool *pool;   /* owns the arrays */
} rw_alignment_work;

/* The candidates of a node; *end is behind the last. */
static inline rw_candidate *rw_candidates_of(const rw_alignment_work *work, uint32_t node,
                                             rw_candidate **end)
{
    rw_candidate *first = work->candidates + (size_t)node * RW_CANDIDATES;

    *end = first + work->sizes[node];
    return first;
}

/* The arcs of a node in both directions. */
static inline uint32_t rw_align_degree(const rw_alignment_work *work, int graph, uint32_t node)
{
    const rw_directions *arcs = &work->arcs[graph];

    return rw_arc_count(&arcs->out, node) + (arcs->directed ? rw_arc_count(&arcs->in, node) : 0);
}

/* Whether two nodes may match: nodes of different types only as a known pair. */
static inline bool rw_align_may_match(const rw_alignment_work *work, uint32_t a, uint32_t b)
{
    return !work->types[0] || work->types[0][a] == work->types[1][b];
}

static inline bool rw_align_is_known(const rw_alignment_work *work, int graph, uint32_t node)
{
    return work->known[graph] && work->known[graph][node] != RW_NO_NODE;
}

/* Adds a candidate, unless the node has it or has no room. */
static inline void rw_candidates_add(rw_alignment_work *work, uint32_t node, rw_candidate new)
{
    rw_candidate *end;

    for (rw_candidate *c = rw_candidates_of(work, node, &end); c < end; c++)
        if (c->node == new.node)
            return;
    if (work->sizes[node] < RW_CANDIDATES) {
        *end = new;
        work->sizes[node]++;
    }
}

/* Sorts a node's candidates by falling score, equal ones by node. Returns whether one moved. */
bool rw_candidates_sort(const rw_alignment_work *work, uint32_t node);

/* Fills in the candidates by the vectors, from which it removes dimensions that are zero
 * (candidates.c). */
riwalk_status rw_align_candidates(rw_alignment_work *work, riwalk_error *error);

/* Votes: fills in scores, and may change candidates (votes.c). */
riwalk_status rw_align_vote(rw_alignment_work *work, riwalk_error *error);

/* For each node, [counts[graph]]: how many nodes, itself included, structure cannot tell from it
 * (twins.c). */
riwalk_status rw_align_twins(rw_alignment_work *work, int graph, uint32_t *twins,
                             riwalk_error *error);

/* For each node, [nodes]: the first node with the same neighbours and type, if at least `least`
 * nodes share them; else the node itself (twins.c). *any: whether a node has another. */
riwalk_status rw_find_siblings(const riwalk_graph *graph, uint32_t least, uint32_t *siblings,
                               bool *any, riwalk_error *error);

/* Embeds graphs to be compared; their vectors follow each other (embedding.c). Options may be
 * NULL. */
riwalk_status rw_compare_embed(const riwalk_graph *const *graphs, size_t count,
                               const char *const *names, uint32_t dimensions,
                               const riwalk_options *options, const riwalk_run *run, uint64_t seed,
                               riwalk_vectors **vectors, riwalk_error *error);

#endif
