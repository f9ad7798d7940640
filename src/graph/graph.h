/* SPDX-License-Identifier: MIT */
/* The graph in memory, and the steps that make it: names, building, reading, writing. */
#ifndef RW_GRAPH_GRAPH_H
#define RW_GRAPH_GRAPH_H

#include "base/input.h"
#include "base/output.h"
#include "base/progress.h"
#include "base/search.h"
#include "riwalk_graphs.h"

#include <float.h>
#include <stdatomic.h>

/* How nodes are named. The form of a list follows from its names: RANGE for consecutive integers,
 * INTEGERS if all are integers, STRINGS otherwise. All are sorted. */
typedef enum rw_names_kind {
    RW_NAMES_RANGE = 0,    /* first, first + 1, ... */
    RW_NAMES_INTEGERS = 1, /* ascending */
    RW_NAMES_STRINGS = 2,  /* in byte order */
} rw_names_kind;

typedef struct rw_names {
    rw_names_kind kind;
    int64_t first;           /* RANGE */
    const int64_t *integers; /* INTEGERS: [node_count] */
    const uint64_t *starts;  /* STRINGS: [node_count + 1], into text */
    const char *text;        /* STRINGS: all names, one after the other */
} rw_names;

/* The names of node types (types.h), distinct and in byte order. */
typedef struct rw_type_names {
    uint32_t count;
    uint64_t bytes;
    char *text;       /* [bytes]: NUL-terminated names */
    uint64_t *starts; /* [count + 1], into text */
} rw_type_names;

struct riwalk_graph {
    uint32_t node_count;
    bool directed;
    uint64_t arc_count;        /* stored arcs: twice the edges if undirected */
    const uint64_t *offsets;   /* [node_count + 1] */
    const uint32_t *neighbors; /* [arc_count], each row sorted */
    const double *weights;     /* [arc_count], or NULL */
    rw_names names;
    uint32_t *types; /* [node_count]: indices into type_names; NULL: no types. Owned */
    rw_type_names type_names;
    uint64_t self_loops_dropped;
    uint64_t duplicates_dropped;
    uint64_t columns_ignored;
    bool directions_dropped; /* the source had directions */
    uint32_t *part_starts;   /* [part_count + 1]: the first node of each joined graph */
    uint32_t part_count;     /* 0: not a joined graph */
    rw_input backing;        /* of an .rwg: the arrays above point into it and are not freed */
    char *path;              /* the path of a mapped .rwg, for other processes; owned */
    double *widened;         /* weights converted from a file of floats; owned */
    bool borrowed;           /* everything but the types belongs to another graph */
    _Atomic(struct rw_skeleton *) skeleton; /* if directed, made on first use: directions.h */
};

static inline uint32_t rw_degree(const riwalk_graph *graph, uint32_t node)
{
    return (uint32_t)(graph->offsets[node + 1] - graph->offsets[node]);
}

/* The condition for weights, and the sentence for others. The range is that of floats, so that sums
 * and products of weights stay finite. */
#define RW_WEIGHTS_MUST                                                                            \
    "weights must be positive and finite, from 1.4e-45 to 3.4e38; leave such edges out"

static inline bool rw_is_weight(double value)
{
    return value >= (double)FLT_TRUE_MIN && value <= (double)FLT_MAX;
}

/* The weight of an arc; 1 if the graph is unweighted. */
static inline double rw_arc_weight(const riwalk_graph *graph, uint64_t arc)
{
    return graph->weights ? graph->weights[arc] : 1;
}

/* The arc from a node to a neighbour; false if they are not joined. O(log degree). */
static inline bool rw_find_arc(const riwalk_graph *graph, uint32_t from, uint32_t to, uint64_t *arc)
{
    uint64_t end = graph->offsets[from + 1];

    *arc = rw_search_u32(graph->neighbors, graph->offsets[from], end, to);
    return *arc < end && graph->neighbors[*arc] == to;
}

/* Edges for a graph. Edge e joins ends[2e] and ends[2e+1] or, if there are rows, the node of its
 * row and ends[e]. Arrays are only read. */
typedef struct rw_edges {
    uint64_t count;
    uint32_t *ends;
    double *weights;      /* [count], or NULL */
    void *spare;          /* a block that rw_graph_build reuses for the graph and owns, or NULL */
    bool arcs;            /* opposite edges are not repetitions */
    bool add;             /* add weights of the same edge; false: keep the largest */
    const uint64_t *rows; /* [nodes + 1]: where they start; NULL: none */
    const uint32_t *row_nodes; /* [nodes]: the node of each row; NULL: in order */
} rw_edges;

riwalk_status rw_edges_allocate(rw_edges *edges, uint64_t count, bool weighted,
                                riwalk_error *error);
void rw_edges_free(rw_edges *edges);

/* Ends a function that makes a graph: passes it on if `status` is OK, else frees it. Returns the
 * status. */
riwalk_status rw_graph_end(riwalk_graph *made, riwalk_status status, riwalk_graph **graph);

/* LIMIT if a graph cannot have this many nodes. */
static inline riwalk_status rw_check_node_count(uint64_t count, riwalk_error *error)
{
    return count > RIWALK_MAX_NODES ? rw_fail(error, RIWALK_STATUS_LIMIT,
                                              "at most %u nodes are supported", RIWALK_MAX_NODES)
                                    : RIWALK_STATUS_OK;
}

/* Builds a graph: counts, places, sorts and deduplicates. All ends must be below node_count. Moves
 * `names` into the graph, or frees it on failure. */
riwalk_status rw_graph_build(uint32_t node_count, const rw_edges *edges, bool directed,
                             const riwalk_run *job, rw_names *names, riwalk_graph **graph,
                             riwalk_error *error);

/* The final weight of an edge that was given several times; sorts the weights. */
double rw_repeated_weight(double *weights, uint32_t count, bool add);

/* Replaces a directed graph by an undirected one in which every arc is an edge; `add`: add the
 * weights of opposite arcs; `spare` as in rw_edges. Frees it on failure. */
riwalk_status rw_graph_drop_directions(riwalk_graph **graph, void *spare, bool add,
                                       const riwalk_run *run, riwalk_error *error);

/* Whether each arc has a reverse of the same weight. If not, finds an arc without one and the node
 * it leaves. O(arcs). */
riwalk_status rw_find_one_sided(const riwalk_graph *graph, bool *symmetric, uint32_t *node,
                                uint64_t *arc, riwalk_error *error);

/* Puts graphs side by side in one. Nodes are numbered through; part_starts has the first of each
 * graph; names are dropped. All must be directed or none. If some have weights, the edges of the
 * others weigh 1. */
riwalk_status rw_graph_join(const riwalk_graph *const *graphs, size_t count, riwalk_graph **graph,
                            riwalk_error *error);

/* Counts nodes without arcs; touched[u], for each node, becomes whether an arc ends in it. */
uint32_t rw_count_isolated(const riwalk_graph *graph, uint32_t *touched);

/* Of nodes, names, edges, weights and types: equal for equal graphs. O(nodes + edges). */
uint64_t rw_graph_checksum(const riwalk_graph *graph);

/* counts[u], initially 0, becomes the number of triangles at node u of an undirected graph. O(m
 * sqrt m). */
riwalk_status rw_triangles_count(const riwalk_graph *graph, const riwalk_run *run,
                                 atomic_uint_least64_t *counts, riwalk_error *error);

/* ---- Names ---- */

void rw_names_free(rw_names *names);

riwalk_status rw_names_copy(const rw_names *names, uint32_t count, rw_names *copy,
                            riwalk_error *error);

/* Parses an unsigned decimal number of at most 64 bits; or a 64-bit integer in canonical spelling
 * ("7", "-12"; not "07", "+7", "-0"), as only such ids are written back the same. */
bool rw_parse_count(rw_span text, uint64_t *value);
bool rw_parse_integer(rw_span text, int64_t *value);

/* Finds a name among `count` names sorted by rw_span_order. Name i has the place order[i] (NULL:
 * i), and its text starts at starts[place]. */
bool rw_search_names(const char *text, const uint64_t *starts, const uint32_t *order,
                     uint32_t count, rw_span name, uint32_t *place);

/* Copies a name and a NUL into a buffer, cut to its capacity; returns the name's length. */
size_t rw_copy_name(rw_span name, char *buffer, size_t capacity);

/* A node's name without copying it; the digits of an integer are written to `buffer`. */
#define RW_INTEGER_CHARS 24
rw_span rw_graph_name(const riwalk_graph *graph, uint32_t node, char buffer[RW_INTEGER_CHARS]);

/* ---- Formats ---- */

/* Makes a graph from a whole input. May close the input early or take it over. */
typedef riwalk_status rw_reader(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error);

/* The same for edges with attributes. If `timed` is set, it names the attribute with times and
 * receives the edges, and no graph is made (elements.h). */
typedef struct rw_timed rw_timed;
typedef riwalk_status rw_lister(const rw_input *input, const riwalk_read_options *options,
                                const rw_timed *timed, riwalk_graph **graph, riwalk_error *error);

/* A writer writes a whole graph to an open output (write.h). */
typedef struct rw_writing rw_writing;
typedef void rw_writer(rw_writing *writing);

/* Whether the content looks like the format. */
typedef bool rw_sniffer(const rw_input *input);

/* Fails, with advice, for content of other file types that we do not read. */
riwalk_status rw_check_text(const rw_input *input, riwalk_error *error);

rw_reader rw_read_edge_list, rw_read_matrix_market, rw_read_metis, rw_read_rwg;
rw_lister rw_read_graphml, rw_read_gexf, rw_read_node_link;
rw_sniffer rw_is_matrix_market, rw_is_metis, rw_is_rwg;
rw_writer rw_write_edge_list, rw_write_matrix_market, rw_write_metis, rw_write_rwg,
    rw_write_graphml, rw_write_gexf, rw_write_node_link;

/* A row of the table of formats. A format is recognised, in this order, by the first row whose `is`
 * accepts it, the file's name, the XML root, the first character, and `may_be`. */
typedef struct rw_format {
    riwalk_format format;
    riwalk_format_info info;
    rw_sniffer *is;     /* certain; may use the name */
    bool by_name;       /* its extension is decisive */
    const char *root;   /* XML: the root element */
    char begin;         /* first character that is not blank */
    rw_sniffer *may_be; /* if nothing else fits */
    rw_reader *read;    /* this or `list` */
    rw_lister *list;
    rw_writer *write;
} rw_format;

/* In the order in which they are tried; the last has no format (formats.c). */
extern const rw_format rw_formats[];

/* The format of an input, by content and name. */
riwalk_status rw_recognise(const rw_input *input, riwalk_format *format, riwalk_error *error);

const rw_format *rw_format_row(riwalk_format format); /* NULL: unknown */

/* Sets the format to write; fails if the path implies none, or if it cannot hold the options'
 * data. */
riwalk_status rw_format_choose(const char *path, riwalk_write_options *options,
                               riwalk_error *error);

#endif
