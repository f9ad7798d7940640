/* SPDX-License-Identifier: MIT */
/* Compares graphs: matches the nodes of two graphs, and follows how nodes change over snapshots.
 * Experimental: it may change in any version. */
#ifndef RIWALK_COMPARE_H
#define RIWALK_COMPARE_H

#include "riwalk.h"
#include "riwalk_analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Who is who ------------------------------------------------------------------------- */

/* A node of the second graph that may be a given node of the first, with a confidence. Nodes that
 * structure cannot tell apart share a score of 1. */
typedef struct riwalk_match {
    uint32_t node;
    float score; /* 0 .. 1 */
} riwalk_match;

/* A node of the first graph, and the same node in the second. */
typedef struct riwalk_known_pair {
    uint32_t first, second;
} riwalk_known_pair;

typedef struct riwalk_align_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;                   /* seed of walks and of the search for candidates; 1 */
    uint32_t matches;                /* most matches of a node: 1 .. 20; 5 */
    bool one_to_one;                 /* at most one match for each node of either graph */
    uint32_t rounds;                 /* most rounds of votes; 30. 0: vectors alone decide */
    const riwalk_known_pair *known;  /* each node at most once; NULL: none */
    uint32_t known_count;            /* 0 */
    const riwalk_options *embedding; /* how nodes get vectors, except run and seed, which are
                                        those above; NULL: see docs/how-to/align.md */
} riwalk_align_options;

RIWALK_API void riwalk_align_options_init(riwalk_align_options *options);

typedef struct riwalk_alignment riwalk_alignment;

/* Finds for every node of the first graph the nodes of the second that it may be. Embeds both
 * graphs together, takes nodes with near vectors as candidates and lets neighbours vote: a match
 * gains where neighbours match. Nodes without edges only have known matches. If both graphs have
 * types, nodes of different types match only if the pair is known. The same on any number of
 * threads. ARGUMENT if only one graph is directed or has types, if one has no edges, if they share
 * no type, and for invalid known pairs. O(rounds * edges * 20), about 1 KB per node. */
RIWALK_API riwalk_status riwalk_align(const riwalk_graph *first, const riwalk_graph *second,
                                      const riwalk_align_options *options,
                                      riwalk_alignment **alignment, riwalk_error *error);
RIWALK_API void riwalk_alignment_free(riwalk_alignment *alignment);

/* The matches of a node of the first graph, best first, and their number, which may be 0. They live
 * as long as the alignment. O(1). */
RIWALK_API const riwalk_match *riwalk_alignment_matches(const riwalk_alignment *alignment,
                                                        uint32_t node, uint32_t *count);

typedef struct riwalk_alignment_summary {
    size_t size;
    uint32_t matched; /* nodes of the first graph with a match */
    double score;     /* mean over the first graph of each node's best score: an estimate of the
                         fraction of best matches that are right */
    uint32_t rounds;  /* until votes stopped changing, or the maximum */
} riwalk_alignment_summary;

RIWALK_API riwalk_status riwalk_alignment_summarize(const riwalk_alignment *alignment,
                                                    riwalk_alignment_summary *summary,
                                                    riwalk_error *error);

/* Reads known pairs from lines of "id id", a node of the first graph and one of the second,
 * separated by blanks, tabs, commas or semicolons; "-" is standard input, # and % begin comments.
 * FORMAT, with the line, for a node that its graph lacks or that is paired twice. Free them with
 * riwalk_bytes_free. */
RIWALK_API riwalk_status riwalk_known_pairs_read(const char *path, const riwalk_graph *first,
                                                 const riwalk_graph *second,
                                                 riwalk_known_pair **pairs, uint32_t *count,
                                                 riwalk_error *error);

/* ---- Who changed ------------------------------------------------------------------------ */

typedef struct riwalk_track_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;  /* seed of walks, clusters and samples; 1 */
    uint32_t roles; /* how many; 0: from 2 to 8, the number with the largest silhouette */
    uint32_t peers; /* similar nodes to compare a change with: 20 .. 2000; 200 */
    const riwalk_options *embedding; /* how nodes get vectors, except run and seed, which are
                                        those above; NULL: see docs/how-to/track.md */
} riwalk_track_options;

RIWALK_API void riwalk_track_options_init(riwalk_track_options *options);

/* A node in a snapshot. The last four are NaN if it has no edge here or in the snapshot before. */
typedef struct riwalk_node_state {
    uint32_t role;   /* RIWALK_NO_CLASS: absent or without edges in this snapshot */
    uint32_t degree; /* neighbours in either direction */
    float moved;     /* distance between its vectors in the snapshot before and here */
    float turnover;  /* fraction of its old and new neighbours that it lost or gained */
    float change;    /* sqrt(moved^2 + turnover^2), each over its root mean square in this step */
    float p;         /* fraction of its peers and itself that changed at least as much */
} riwalk_node_state;

typedef struct riwalk_tracking riwalk_tracking;

/* Follows nodes, matched by name, through snapshots of a graph in order. Embeds all snapshots
 * together; clusters of all vectors are the roles, which riwalk_describe names, once for all
 * snapshots. `p` compares a node's change with those of the `peers` nodes whose vectors were
 * nearest to its own before (nearest among 5000 random ones in larger graphs). Without a real
 * change, p is below x for about a fraction x of the nodes. The same on any number of threads.
 * ARGUMENT for fewer than two graphs, for one without edges, if two successive ones share no node
 * with edges, and if only some are directed. */
RIWALK_API riwalk_status riwalk_track(const riwalk_graph *const *graphs, size_t graph_count,
                                      const riwalk_track_options *options,
                                      riwalk_tracking **tracking, riwalk_error *error);
RIWALK_API void riwalk_tracking_free(riwalk_tracking *tracking);

/* All nodes of all snapshots, by name, as a graph without edges. It lives as long as the
 * tracking. */
RIWALK_API const riwalk_graph *riwalk_tracking_nodes(const riwalk_tracking *tracking);

/* The numbers of snapshots and of roles. O(1). */
RIWALK_API uint32_t riwalk_tracking_steps(const riwalk_tracking *tracking);
RIWALK_API uint32_t riwalk_tracking_roles(const riwalk_tracking *tracking);

/* [nodes]: the states of all nodes in a snapshot. */
RIWALK_API const riwalk_node_state *riwalk_tracking_states(const riwalk_tracking *tracking,
                                                           uint32_t step);

/* A node and a step in which it has a p. */
typedef struct riwalk_changed_node {
    uint32_t node, step;
    const riwalk_node_state *state;
} riwalk_changed_node;

/* The nodes that changed in a step, or in any step if it is 0: by rising p, then by falling change.
 * Free them with riwalk_bytes_free. */
RIWALK_API riwalk_status riwalk_tracking_changed(const riwalk_tracking *tracking, uint32_t step,
                                                 riwalk_changed_node **changed, size_t *count,
                                                 riwalk_error *error);

/* A role, numbered by falling median degree: what riwalk_describe says of it over all snapshots,
 * and its unique name. Both live as long as the tracking. */
RIWALK_API const riwalk_described_role *riwalk_tracking_role(const riwalk_tracking *tracking,
                                                             uint32_t role);
RIWALK_API const char *riwalk_tracking_role_name(const riwalk_tracking *tracking, uint32_t role);

/* Says why a node changed from the snapshot before a step (>= 1) to it: "degree 4 to 42, keeps 1 of
 * 4 neighbours, clustering 0.5 to 0.02; walks meet more degree 3-6, two hops away (2 to 31 %)".
 * Empty if it has no edge in one of them. RIWALK_REASON_CHARS suffice for any reason. */
#define RIWALK_REASON_CHARS 400
RIWALK_API void riwalk_tracking_reason(const riwalk_tracking *tracking, uint32_t step,
                                       uint32_t node, char *text, size_t capacity);

/* The number of nodes with a role in a snapshot. */
RIWALK_API uint32_t riwalk_tracking_role_size(const riwalk_tracking *tracking, uint32_t step,
                                              uint32_t role);

/* The number of nodes with role `from` in the snapshot before a step (>= 1) and role `to` in the
 * step. The two roles may be equal. */
RIWALK_API uint32_t riwalk_tracking_moves(const riwalk_tracking *tracking, uint32_t step,
                                          uint32_t from, uint32_t to);

/* Draws the sizes of roles over time, and the moves between them, into a file as riwalk_plot_points
 * does. `names` of snapshots may be NULL. `files` may be NULL: the picture then appears at once. */
RIWALK_API riwalk_status riwalk_tracking_plot(const riwalk_tracking *tracking,
                                              const char *const *names, const char *path,
                                              riwalk_files *files, riwalk_error *error);

/* Writes a page to explore the tracking, as riwalk_report_write does for one graph: roles over
 * time, the nodes that changed most with reasons, and every node in every snapshot. LIMIT if all
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
    uint32_t column;    /* column of the times, from 1; 3 */
    const char *header; /* name of the time column in a header line, or of the edge attribute in
                           GraphML, GEXF and node-link, which need it; NULL: use `column` */
    const char *window; /* "7d", "12h", "30m", "90s", "2w", or a number in the unit of the times */
    bool growing;       /* each snapshot has all edges up to its time */
    bool directed;
    bool undirected;      /* drop the directions that a file has; not with `directed` */
    riwalk_format format; /* format of the file */
} riwalk_snapshots_options;

RIWALK_API void riwalk_snapshots_options_init(riwalk_snapshots_options *options);

/* One graph for each time window of a file of edges with times. */
typedef struct riwalk_snapshots riwalk_snapshots;

/* Reads lines of "u v ... time ...", or edges with an attribute, in any order, and divides them
 * into time windows, starting at the earliest time. Windows without edges are skipped. Weights are
 * ignored. Times are numbers or ISO 8601 dates ("2026-11-16", "2026-11-16T23:30:00Z", with
 * "+01:00"). FORMAT, with the line, for any other time. */
RIWALK_API riwalk_status riwalk_snapshots_read(const char *path,
                                               const riwalk_snapshots_options *options,
                                               riwalk_snapshots **snapshots, riwalk_error *error);
RIWALK_API void riwalk_snapshots_free(riwalk_snapshots *snapshots);
RIWALK_API uint32_t riwalk_snapshots_count(const riwalk_snapshots *snapshots);
RIWALK_API const riwalk_graph *const *riwalk_snapshots_graphs(const riwalk_snapshots *snapshots);

/* The start of a window as text: a date if times are dates or the window has a unit, else a
 * number. */
RIWALK_API const char *riwalk_snapshots_name(const riwalk_snapshots *snapshots, uint32_t snapshot);

#ifdef __cplusplus
}
#endif

#endif
