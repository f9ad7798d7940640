/* SPDX-License-Identifier: MIT */
/*
 * Graphs compared with each other: which node of one is which node of the other. Experimental: it
 * may change in any version.
 */
#ifndef RIWALK_COMPARE_H
#define RIWALK_COMPARE_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Who is who ------------------------------------------------------------------------- */

/* A node of the second graph, and how far to trust that it is the one that was asked about: nodes
 * that structure cannot tell apart share a score of 1. */
typedef struct riwalk_match {
    uint32_t node;
    float score; /* 0 .. 1 */
} riwalk_match;

/* A node of the first graph, and the node of the second that it is. */
typedef struct riwalk_known_pair {
    uint32_t first, second;
} riwalk_known_pair;

typedef struct riwalk_align_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;                   /* of the walks, and of the search for candidates; 1 */
    uint32_t matches;                /* of a node at most: 1 .. 20; 5 */
    bool one_to_one;                 /* at most one match for each node of either graph */
    uint32_t rounds;                 /* of votes at most; 30. 0: vectors alone decide */
    const riwalk_known_pair *known;  /* no node twice; NULL: none */
    uint32_t known_count;            /* 0 */
    const riwalk_options *embedding; /* how nodes get vectors; NULL: as docs/how-to/align.md says.
                                        Its run and seed are those above */
} riwalk_align_options;

RIWALK_API void riwalk_align_options_init(riwalk_align_options *options);

typedef struct riwalk_alignment riwalk_alignment;

/* Finds for every node of a first graph the nodes of a second that it may be. Both graphs are
 * embedded together; near vectors are candidates, and neighbours vote: a match gains where
 * neighbours match. Nodes without edges have no match, unless it is known. The same on any number
 * of threads. ARGUMENT where one graph is directed and the other is not, where one has no edges,
 * and for a known pair that is not of these graphs. O(rounds * edges * 20), about 1 KB a node. */
RIWALK_API riwalk_status riwalk_align(const riwalk_graph *first, const riwalk_graph *second,
                                      const riwalk_align_options *options,
                                      riwalk_alignment **alignment, riwalk_error *error);
RIWALK_API void riwalk_alignment_free(riwalk_alignment *alignment);

/* The matches of a node of the first graph, best first, and their number, which may be 0. They live
 * with the alignment. O(1). */
RIWALK_API const riwalk_match *riwalk_alignment_matches(const riwalk_alignment *alignment,
                                                        uint32_t node, uint32_t *count);

typedef struct riwalk_alignment_summary {
    size_t size;
    uint32_t matched; /* nodes of the first graph with a match */
    double score;     /* of best matches, the mean over all nodes of the first graph: about the
                         share of nodes whose best match is right */
    uint32_t rounds;  /* after which votes did not change any more, or the most */
} riwalk_alignment_summary;

RIWALK_API riwalk_status riwalk_alignment_summarize(const riwalk_alignment *alignment,
                                                    riwalk_alignment_summary *summary,
                                                    riwalk_error *error);

/* Reads known pairs: lines of "id id", of the first graph and of the second, between blanks, tabs,
 * commas or semicolons; "-" is standard input, # and % begin comments. FORMAT, with the line, for
 * a node that is not in its graph and for one that is paired twice. Freed by riwalk_bytes_free. */
RIWALK_API riwalk_status riwalk_known_pairs_read(const char *path, const riwalk_graph *first,
                                                 const riwalk_graph *second,
                                                 riwalk_known_pair **pairs, uint32_t *count,
                                                 riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
