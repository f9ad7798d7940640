/* SPDX-License-Identifier: MIT */
/* Graphs compared with each other: which node of one is which node of the other, and how nodes
 * change from one snapshot to the next. Experimental: it may change in any version. */
#ifndef RIWALK_COMPARE_H
#define RIWALK_COMPARE_H

#include "riwalk.h"
#include "riwalk_analysis.h"

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
 * neighbours match. Nodes without edges have no match, unless it is known; where both graphs have
 * types, nodes of different types match only if they are known to. The same on any number of
 * threads. ARGUMENT where one graph is directed, or has types, and the other is not or has none,
 * where one has no edges, where they share no type, and for a known pair that is not of these
 * graphs. O(rounds * edges * 20), about 1 KB a node. */
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

/* ---- Who changed ------------------------------------------------------------------------ */

typedef struct riwalk_track_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;  /* of walks, clusters and samples; 1 */
    uint32_t roles; /* how many; 0: the number from 2 to 8 with the largest silhouette */
    uint32_t peers; /* like nodes that a change is compared with: 20 .. 2000; 200 */
    const riwalk_options *embedding; /* how nodes get vectors; NULL: as docs/how-to/track.md says.
                                        Its run and seed are those above */
} riwalk_track_options;

RIWALK_API void riwalk_track_options_init(riwalk_track_options *options);

/* A node in a snapshot. The last four are NaN where it has no edge here or in the one before. */
typedef struct riwalk_node_state {
    uint32_t role;   /* RIWALK_NO_CLASS: no edge in this snapshot, or not in it */
    uint32_t degree; /* in either direction */
    float moved;     /* distance of its vectors in the snapshot before and here */
    float turnover;  /* share of its neighbours, before or here, that are not in both */
    float change;    /* both, each in units of its root mean square in this step: root of squares */
    float p;         /* share of like nodes, and itself, that changed as much or more */
} riwalk_node_state;

typedef struct riwalk_tracking riwalk_tracking;

/* Follows nodes through snapshots of a graph, in order; nodes are matched by their names. All are
 * embedded together, and clusters of all vectors are the roles, which riwalk_describe names, once
 * for all snapshots. `p` compares the change of a node
 * with those of the `peers` nodes whose vectors were nearest to its own before, of 5000 random ones
 * where there are more: without any cause of its own it is below x for about a share x of nodes.
 * The same on any number of threads. ARGUMENT for less than two graphs, for one without edges,
 * where two neighbours in time share no node with edges, and where some are directed and others
 * not. */
RIWALK_API riwalk_status riwalk_track(const riwalk_graph *const *graphs, size_t graph_count,
                                      const riwalk_track_options *options,
                                      riwalk_tracking **tracking, riwalk_error *error);
RIWALK_API void riwalk_tracking_free(riwalk_tracking *tracking);

/* All nodes of all snapshots, by name: a graph without edges. It lives with the tracking. */
RIWALK_API const riwalk_graph *riwalk_tracking_nodes(const riwalk_tracking *tracking);

/* Snapshots and roles. O(1). */
RIWALK_API uint32_t riwalk_tracking_steps(const riwalk_tracking *tracking);
RIWALK_API uint32_t riwalk_tracking_roles(const riwalk_tracking *tracking);

/* [nodes]: all nodes in a snapshot. */
RIWALK_API const riwalk_node_state *riwalk_tracking_states(const riwalk_tracking *tracking,
                                                           uint32_t step);

/* A node at a step where it has a p. */
typedef struct riwalk_changed_node {
    uint32_t node, step;
    const riwalk_node_state *state;
} riwalk_changed_node;

/* The nodes that changed in a step, or in all of them where it is 0: those of least p first, of
 * equals those of the largest change. Freed by riwalk_bytes_free. */
RIWALK_API riwalk_status riwalk_tracking_changed(const riwalk_tracking *tracking, uint32_t step,
                                                 riwalk_changed_node **changed, size_t *count,
                                                 riwalk_error *error);

/* A role, numbered by falling median degree: what riwalk_describe says of it over all snapshots,
 * and its name alone, which no other role has. Both live with the tracking. */
RIWALK_API const riwalk_described_role *riwalk_tracking_role(const riwalk_tracking *tracking,
                                                             uint32_t role);
RIWALK_API const char *riwalk_tracking_role_name(const riwalk_tracking *tracking, uint32_t role);

/* Why a node changed from the snapshot before a step, 1 or more, to it: "degree 4 to 42, keeps 1 of
 * 4 neighbours, clustering 0.5 to 0.02; walks meet more degree 3-6, two hops away (2 to 31 %)".
 * Empty where it has no edge in one of them. RIWALK_REASON_CHARS hold any. */
#define RIWALK_REASON_CHARS 400
RIWALK_API void riwalk_tracking_reason(const riwalk_tracking *tracking, uint32_t step,
                                       uint32_t node, char *text, size_t capacity);

/* How many nodes have a role in a snapshot. */
RIWALK_API uint32_t riwalk_tracking_role_size(const riwalk_tracking *tracking, uint32_t step,
                                              uint32_t role);

/* How many nodes had one role in the snapshot before a step, 1 or more, and have another one, or
 * the same, in it. */
RIWALK_API uint32_t riwalk_tracking_moves(const riwalk_tracking *tracking, uint32_t step,
                                          uint32_t from, uint32_t to);

/* Draws the sizes of roles over time, and the moves between them, into a file (riwalk_plot_points
 * says how files are written). `names` of snapshots may be NULL; `files` too: then the picture is
 * put in its place at once. */
RIWALK_API riwalk_status riwalk_tracking_plot(const riwalk_tracking *tracking,
                                              const char *const *names, const char *path,
                                              riwalk_files *files, riwalk_error *error);

/* Writes a page to explore the tracking, as riwalk_report_write does of one graph: roles over time,
 * the nodes that changed most with the reasons, and every node in every snapshot. LIMIT where all
 * snapshots together are too large for a page (riwalk_report_check). `options` may be NULL; labels
 * and t-SNE are not used. */
RIWALK_API riwalk_status riwalk_tracking_report(const riwalk_tracking *tracking,
                                                const char *const *names, const char *path,
                                                const riwalk_report_options *options,
                                                riwalk_error *error);

/* ---- Snapshots from edges with times ---------------------------------------------------- */

typedef struct riwalk_snapshots_options {
    size_t size;
    riwalk_run run;
    uint32_t column;    /* of times, from 1; 3 */
    const char *header; /* the column's name in the first line instead, or the edges' attribute in
                           GraphML, GEXF and node-link, where it is needed; NULL: by number */
    const char *window; /* "7d", "12h", "30m", "90s", "2w", or a number in the unit of the times */
    bool growing;       /* each snapshot has all edges so far */
    bool directed;
    bool undirected;      /* leave out the directions that a file has; not with `directed` */
    riwalk_format format; /* of the file */
} riwalk_snapshots_options;

RIWALK_API void riwalk_snapshots_options_init(riwalk_snapshots_options *options);

/* Graphs of the windows of a file of edges with times. */
typedef struct riwalk_snapshots riwalk_snapshots;

/* Reads lines of "u v ... time ...", or edges with an attribute, in any order, and cuts them into
 * windows from the earliest time on; windows without edges are left out. Weights are not used.
 * Times are numbers, or dates as ISO 8601 has them
 * ("2026-11-16", "2026-11-16T23:30:00Z", with "+01:00"). FORMAT, with the line, for a time that
 * is neither. */
RIWALK_API riwalk_status riwalk_snapshots_read(const char *path,
                                               const riwalk_snapshots_options *options,
                                               riwalk_snapshots **snapshots, riwalk_error *error);
RIWALK_API void riwalk_snapshots_free(riwalk_snapshots *snapshots);
RIWALK_API uint32_t riwalk_snapshots_count(const riwalk_snapshots *snapshots);
RIWALK_API const riwalk_graph *const *riwalk_snapshots_graphs(const riwalk_snapshots *snapshots);

/* When a window begins, as text: a date where times are dates or the window has a unit, else a
 * number. */
RIWALK_API const char *riwalk_snapshots_name(const riwalk_snapshots *snapshots, uint32_t snapshot);

#ifdef __cplusplus
}
#endif

#endif
