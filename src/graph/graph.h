/* SPDX-License-Identifier: MIT */
/* The graph in memory, and the steps that make one: names, building, reading, writing. */
#ifndef RW_GRAPH_GRAPH_H
#define RW_GRAPH_GRAPH_H

#include "base/input.h"
#include "base/output.h"
#include "base/progress.h"
#include "base/search.h"
#include "riwalk_graphs.h"

#include <float.h>
#include <stdatomic.h>

/* How nodes are named. A name list has exactly one form: RANGE where the names are consecutive
 * integers, INTEGERS where all are integers, STRINGS otherwise. Sorted in every form. */
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

/* Names of types of nodes (types.h): in the order of their bytes, each once. */
typedef struct rw_type_names {
    uint32_t count;
    uint64_t bytes;
    char *text;       /* [bytes]: the names, each with its NUL */
    uint64_t *starts; /* [count + 1], into text */
} rw_type_names;

struct riwalk_graph {
    uint32_t node_count;
    bool directed;
    uint64_t arc_count;        /* of stored arcs: twice the edges where undirected */
    const uint64_t *offsets;   /* [node_count + 1] */
    const uint32_t *neighbors; /* [arc_count], each row sorted */
    const double *weights;     /* [arc_count], or NULL */
    rw_names names;
    uint32_t *types; /* [node_count]: places in type_names; NULL: nodes have no types. Owned */
    rw_type_names type_names;
    uint64_t self_loops_dropped;
    uint64_t duplicates_dropped;
    uint64_t columns_ignored;
    bool directions_dropped; /* the source has some */
    uint32_t
        *part_starts;    /* [part_count + 1]: where the nodes of each graph that was joined begin */
    uint32_t part_count; /* 0: it is no joint graph */
    rw_input backing;    /* of an .rwg: the arrays above point into it and are not freed */
    char *path;          /* of a mapped one: the file, for other processes; owned */
    double *widened;     /* its weights, where the file has floats; owned */
    bool borrowed;       /* all but the types belong to another graph */
    _Atomic(struct rw_skeleton *) skeleton; /* of a directed one, once asked for: directions.h */
};

static inline uint32_t rw_degree(const riwalk_graph *graph, uint32_t node)
{
    return (uint32_t)(graph->offsets[node + 1] - graph->offsets[node]);
}

/* Whether a number can be a weight, and what to say where not. The range is that of floats: sums
 * and products of weights then stay finite. */
#define RW_WEIGHTS_MUST                                                                            \
    "weights must be positive and finite, from 1.4e-45 to 3.4e38; leave such edges out"

static inline bool rw_is_weight(double value)
{
    return value >= (double)FLT_TRUE_MIN && value <= (double)FLT_MAX;
}

/* The weight of an arc; 1 in a graph without weights. */
static inline double rw_arc_weight(const riwalk_graph *graph, uint64_t arc)
{
    return graph->weights ? graph->weights[arc] : 1;
}

/* The arc from a node to a neighbour; false where they are not joined. O(log degree). */
static inline bool rw_find_arc(const riwalk_graph *graph, uint32_t from, uint32_t to, uint64_t *arc)
{
    uint64_t end = graph->offsets[from + 1];

    *arc = rw_search_u32(graph->neighbors, graph->offsets[from], end, to);
    return *arc < end && graph->neighbors[*arc] == to;
}

/* Edges on their way into a graph: edge e joins ends[2e] and ends[2e+1]; or, where there are rows,
 * the node whose row it is in and ends[e]. */
typedef struct rw_edges {
    uint64_t count;
    uint32_t *ends;
    double *weights; /* [count], or NULL */
    void *spare; /* a block that rw_graph_build takes over and makes the graph in; may be NULL */
    bool arcs;   /* as an edge, two in both directions are no repetition */
    bool add;    /* weights of one edge add up; else the largest stays */
    const uint64_t *rows; /* [nodes + 1]: where they begin; NULL: none */
} rw_edges;

riwalk_status rw_edges_allocate(rw_edges *edges, uint64_t count, bool weighted,
                                riwalk_error *error);
void rw_edges_free(rw_edges *edges);

/* The end of what makes a graph: hands it over where `status` is OK, frees it otherwise, and
 * returns the status. */
riwalk_status rw_graph_end(riwalk_graph *made, riwalk_status status, riwalk_graph **graph);

/* LIMIT where there are more nodes than a graph may have. */
static inline riwalk_status rw_check_node_count(uint64_t count, riwalk_error *error)
{
    return count > RIWALK_MAX_NODES ? rw_fail(error, RIWALK_STATUS_LIMIT,
                                              "at most %u nodes are supported", RIWALK_MAX_NODES)
                                    : RIWALK_STATUS_OK;
}

/* Makes the graph: counts, scatters, sorts and deduplicates. `edges` is only read. `names` is
 * moved into the graph, or freed on failure. Every end must be below node_count. */
riwalk_status rw_graph_build(uint32_t node_count, const rw_edges *edges, bool directed,
                             const riwalk_run *job, rw_names *names, riwalk_graph **graph,
                             riwalk_error *error);

/* The weight of an edge that is given several times; sorts the weights. */
double rw_repeated_weight(double *weights, uint32_t count, bool add);

/* Rows on their way into a graph: who makes one counts degrees, makes room, places neighbours, and
 * finishes. */
typedef struct rw_builder {
    riwalk_run run; /* threads through rw_threads */
    uint32_t node_count;
    bool directed;
    bool add;            /* weights of repeated neighbours add up */
    uint64_t *offsets;   /* [node_count + 1]: degrees at first, then where rows begin */
    uint32_t *neighbors; /* [arc_count] */
    double *weights;     /* [arc_count], or NULL */
    uint64_t loops;      /* that were left out */
    uint64_t arc_count;  /* with repetitions */
    uint32_t max_degree;
    uint32_t *degrees;     /* [node_count] without them, while rows are sorted */
    void **rows;           /* [threads]: scratch for the longest row */
    const rw_edges *edges; /* of rw_graph_build */
    bool placing;          /* of them: else counting */
    bool shared;           /* more than one thread places arcs of a row: by atomic adds */
    rw_progress progress;
} rw_builder;

/* Degrees become the places of rows, and there is room for neighbours and, where asked, weights. */
riwalk_status rw_builder_make_room(rw_builder *builder, bool weighted, riwalk_error *error);

/* Sorts rows and drops repetitions. The graph takes all arrays and the names over; on failure they
 * are still to be freed. */
riwalk_status rw_builder_finish(rw_builder *builder, rw_names *names, riwalk_graph **graph,
                                riwalk_error *error);
void rw_builder_free(rw_builder *builder);

/* Makes a directed graph an undirected one, with every arc as an edge, whose weights may `add` up;
 * frees it on failure. */
riwalk_status rw_graph_drop_directions(riwalk_graph **graph, bool add, const riwalk_run *run,
                                       riwalk_error *error);

/* Whether each arc has its reverse, of the same weight; where not, one that has none, and the node
 * it leaves. O(arcs), with a number per node. */
riwalk_status rw_find_one_sided(const riwalk_graph *graph, bool *symmetric, uint32_t *node,
                                uint64_t *arc, riwalk_error *error);

/* Puts graphs side by side as one whose nodes are numbered through, and part_starts says which are
 * whose; names are left behind. They are all directed or all not; where some have weights, the
 * edges of the others weigh 1. */
riwalk_status rw_graph_join(const riwalk_graph *const *graphs, size_t count, riwalk_graph **graph,
                            riwalk_error *error);

/* Of nodes, names, edges, weights and types: the same for equal graphs. O(nodes + edges). */
uint64_t rw_graph_checksum(const riwalk_graph *graph);

/* counts[u], which must be 0, becomes the number of triangles that node u of an undirected graph is
 * a corner of. O(m sqrt m). */
riwalk_status rw_triangles_count(const riwalk_graph *graph, const riwalk_run *run,
                                 atomic_uint_least64_t *counts, riwalk_error *error);

/* ---- Names ---- */

void rw_names_free(rw_names *names);

riwalk_status rw_names_copy(const rw_names *names, uint32_t count, rw_names *copy,
                            riwalk_error *error);

/* An unsigned decimal number; false for anything else, and beyond 64 bits. */
bool rw_parse_count(rw_span text, uint64_t *value);

/* Whether text is an integer in its one canonical spelling ("7", "-12"; not "07", "+7", "-0"),
 * and fits in 64 bits. Only such ids may be kept as numbers: they are written back the same. */
bool rw_parse_integer(rw_span text, int64_t *value);

/* Finds a name among `count` others in the order of rw_span_order: the place of name i is order[i]
 * (NULL: i), and its text begins at starts[place]. */
bool rw_search_names(const char *text, const uint64_t *starts, const uint32_t *order,
                     uint32_t count, rw_span name, uint32_t *place);

/* Copies a name into a buffer, cut to its capacity, with a final NUL; returns its length. */
size_t rw_copy_name(rw_span name, char *buffer, size_t capacity);

/* A node's name without copying it: the digits of an integer are made in `buffer`. */
#define RW_INTEGER_CHARS 24
rw_span rw_graph_name(const riwalk_graph *graph, uint32_t node, char buffer[RW_INTEGER_CHARS]);

/* ---- Formats ---- */

/* A reader makes a graph of the whole input, and may close it as soon as it is done with it, or
 * take it over. */
typedef riwalk_status rw_reader(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error);

/* The same for formats in which edges have attributes. `timed` says which is their time and takes
 * the edges, so that no graph is made; NULL: one is (elements.h). */
typedef struct rw_timed rw_timed;
typedef riwalk_status rw_lister(const rw_input *input, const riwalk_read_options *options,
                                const rw_timed *timed, riwalk_graph **graph, riwalk_error *error);

/* A writer writes the whole graph to an open output (write.h). */
typedef struct rw_writing rw_writing;
typedef void rw_writer(rw_writing *writing);

/* Whether the content looks like the format. */
typedef bool rw_sniffer(const rw_input *input);

/* Fails for bytes that say that a file is no text that we read, and says what to do about it. */
riwalk_status rw_check_text(const rw_input *input, riwalk_error *error);

/* Each in NAME.c; readers of GraphML and GEXF in markup.c, writers of text in write_text.c, of
 * markup in write_markup.c. */
rw_reader rw_read_edge_list, rw_read_matrix_market, rw_read_metis, rw_read_rwg;
rw_lister rw_read_graphml, rw_read_gexf, rw_read_node_link;
rw_sniffer rw_is_matrix_market, rw_is_metis, rw_is_rwg;
rw_writer rw_write_edge_list, rw_write_matrix_market, rw_write_metis, rw_write_rwg,
    rw_write_graphml, rw_write_gexf, rw_write_node_link;

/* Whether the arrays of a graph from an .rwg, of untrusted content but of the sizes that its counts
 * say, keep all promises above. `seed` depends on all bytes of the file. O(nodes + arcs). */
riwalk_status rw_rwg_check(const riwalk_graph *graph, const char *name, uint64_t text_bytes,
                           uint64_t seed, int threads, riwalk_error *error);

/* A row of the table of formats. A file's format is recognised by what is set here, in this order:
 * the first row whose `is` says so, the name, the root of XML, the first character, and `may_be`.
 */
typedef struct rw_format {
    riwalk_format format;
    riwalk_format_info info;
    rw_sniffer *is;     /* certain; the name may count for it */
    bool by_name;       /* the extension decides */
    const char *root;   /* of XML: the first element */
    char begin;         /* the first character that is not blank */
    rw_sniffer *may_be; /* where it is nothing else */
    rw_reader *read;    /* or `list` */
    rw_lister *list;
    rw_writer *write;
} rw_format;

/* In the order in which they are tried; the end has no format (formats.c). */
extern const rw_format rw_formats[];

/* The format of an input by its content and name. */
riwalk_status rw_recognise(const rw_input *input, riwalk_format *format, riwalk_error *error);

/* NULL: there is no such format. */
const rw_format *rw_format_row(riwalk_format format);

/* What a graph is written as; refuses a name that says nothing and what a format cannot hold. */
riwalk_status rw_format_choose(const char *path, riwalk_write_options *options,
                               riwalk_error *error);

/* Whether a path has an extension, in any case of letters, perhaps before one of compression. */
bool rw_has_extension(const char *path, const char *extension);

#endif
