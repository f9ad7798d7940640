/* SPDX-License-Identifier: MIT */
/* Pieces of the alignment of two graphs: candidates by vectors, votes of neighbours. */
#ifndef RW_COMPARE_ALIGN_H
#define RW_COMPARE_ALIGN_H

#include "base/memory.h"
#include "base/progress.h"
#include "graph/directions.h"
#include "riwalk_compare.h"

/* Candidates of a node: the nearest of the other graph, then those that have it among their own
 * nearest; after a round that looks for new ones, the best and the new ones. */
#define RW_OWN_CANDIDATES 20
#define RW_NEW_CANDIDATES 10
#define RW_CANDIDATES 32

#define RW_NO_NODE UINT32_MAX
#define RW_LEAST_LIKENESS 1e-3F /* of far vectors, and of candidates that votes found */

typedef struct rw_alignment_work {
    rw_directions arcs[2]; /* of both graphs */
    uint32_t counts[2];    /* nodes */
    uint32_t *sizes;       /* [counts[0]]: candidates of each node of the first graph */
    uint32_t *others;      /* [counts[0]][RW_CANDIDATES]: nodes of the second graph */
    float *likeness;       /* the same: of vectors, above 0, at most 1 */
    float *scores;         /* the same: 0 .. 1 */
    uint32_t *known[2];    /* [counts[i]]: the known partner, or RW_NO_NODE; NULL: none are known */
    const uint32_t *types[2]; /* [counts[i]]: in one numbering; NULL: nodes have none */
    riwalk_run run;           /* resolved */
    uint64_t seed;
    uint32_t rounds; /* at most; then as many as there were */
} rw_alignment_work;

static inline size_t rw_candidate_row(uint32_t node)
{
    return (size_t)node * RW_CANDIDATES;
}

/* Arcs in either direction. */
static inline uint32_t rw_align_degree(const rw_alignment_work *work, int graph, uint32_t node)
{
    const rw_directions *arcs = &work->arcs[graph];

    return rw_arc_count(&arcs->out, node) + (arcs->directed ? rw_arc_count(&arcs->in, node) : 0);
}

/* Nodes of different types never match, unless the pair is known. */
static inline bool rw_align_may_match(const rw_alignment_work *work, uint32_t a, uint32_t b)
{
    return !work->types[0] || work->types[0][a] == work->types[1][b];
}

static inline bool rw_align_is_known(const rw_alignment_work *work, int graph, uint32_t node)
{
    return work->known[graph] && work->known[graph][node] != RW_NO_NODE;
}

static inline bool rw_align_is_candidate(const rw_alignment_work *work, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < work->sizes[a]; i++)
        if (work->others[rw_candidate_row(a) + i] == b)
            return true;
    return false;
}

/* Fills sizes, others and likeness by the vectors of both graphs, one after the other, which lose
 * dimensions that are zero (candidates.c). */
riwalk_status rw_align_candidates(rw_alignment_work *work, riwalk_vectors *vectors,
                                  riwalk_error *error);

/* Lets neighbours vote: fills scores, and may change rows (votes.c). */
riwalk_status rw_align_vote(rw_alignment_work *work, riwalk_error *error);

/* How many nodes of a graph, itself among them, structure cannot tell from each (twins.c):
 * [counts[graph]]. */
riwalk_status rw_align_twins(const rw_alignment_work *work, int graph, uint32_t *twins,
                             riwalk_error *error);

/* The first node with the same neighbours and type, where `least` nodes or more have them; others
 * have themselves (twins.c): [nodes]. Sets *any where some have another. */
riwalk_status rw_find_siblings(const riwalk_graph *graph, uint32_t least, uint32_t *siblings,
                               bool *any, riwalk_error *error);

/* The vectors of the nodes of graphs that are compared, one after the other (embedding.c). Options
 * may be NULL. */
riwalk_status rw_compare_embed(const riwalk_graph *const *graphs, size_t count,
                               const char *const *names, uint32_t dimensions,
                               const riwalk_options *options, const riwalk_run *run, uint64_t seed,
                               riwalk_vectors **vectors, riwalk_error *error);

#endif
