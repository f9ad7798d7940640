/* SPDX-License-Identifier: MIT */
/* Graphs beyond reading them: from rows, changed, measured, written and generated. Stable, as
 * riwalk.h is. */
#ifndef RIWALK_GRAPHS_H
#define RIWALK_GRAPHS_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rows ------------------------------------------------------------------------------- */

/* Compressed sparse rows: the neighbours of node u are targets[offsets[u]] .. targets[offsets[u +
 * 1] - 1]. Arrays are only read. */
typedef struct riwalk_row_arrays {
    const void *offsets; /* [nodes + 1], from 0 on */
    int offset_bits;     /* 32 or 64 */
    const void *targets;
    int index_bits;      /* 32 or 64 */
    const void *weights; /* parallel to the targets; NULL: none */
    int weight_bits;     /* 32: float, 64: double */
} riwalk_row_arrays;

/* Builds a graph from rows, as riwalk_graph_from_edges does, but an edge in both directions is no
 * repetition. O(edges) where rows are sorted, and with half the memory where they are symmetric. */
RIWALK_API riwalk_status riwalk_graph_from_rows(uint32_t node_count, const riwalk_row_arrays *rows,
                                                const riwalk_build_options *options,
                                                riwalk_graph **graph, riwalk_error *error);

/* Several graphs as one without edges between them, its nodes named "name:id" by the names of the
 * graphs, which are distinct. All are directed or none; where some have weights, edges of the
 * others weigh 1. places, unless it is NULL, receives the node that each has become, graph after
 * graph. */
RIWALK_API riwalk_status riwalk_graph_union(const riwalk_graph *const *graphs, size_t count,
                                            const char *const *names, const riwalk_run *run,
                                            uint32_t *places, riwalk_graph **graph,
                                            riwalk_error *error);

/* ---- Types of nodes ---------------------------------------------------------------------- */

/* Nodes may have types (account, merchant, person), which roles then name: of the anchor and of the
 * context. A graph numbers its types by their names, in the order of bytes. One type for all is as
 * good as none. */

/* Gives each node a type: types[u] is the name of node u's. NULL takes the types away. Not while
 * another call has the graph. ARGUMENT where a node has no type, LIMIT where names have more than
 * 16 MiB. O(nodes). */
RIWALK_API riwalk_status riwalk_graph_set_types(riwalk_graph *graph, const char *const *types,
                                                riwalk_error *error);

/* The number of types, 0 where nodes have none, and the name of each; they live with the graph
 * until its types are set again. */
RIWALK_API uint32_t riwalk_graph_type_count(const riwalk_graph *graph);
RIWALK_API const char *riwalk_graph_type_name(const riwalk_graph *graph, uint32_t type);

/* The number of each node's type, by node; NULL where nodes have none. O(1). */
RIWALK_API const uint32_t *riwalk_graph_types(const riwalk_graph *graph);

/* ---- Summary ---------------------------------------------------------------------------- */

typedef struct riwalk_graph_summary {
    size_t size;
    uint64_t self_loops_dropped; /* lines of the source that were loops */
    uint64_t duplicates_dropped; /* lines that repeated an edge */
    uint64_t columns_ignored;    /* lines with columns that were not used (weights, timestamps) */
    uint32_t components;         /* weakly connected where directed */
    uint32_t largest_component;  /* its nodes */
    uint32_t isolated_nodes;
    uint32_t degree_min;
    uint32_t degree_median; /* the lower one of two */
    uint32_t degree_max;
    double degree_mean;
    uint32_t degree_histogram[32]; /* [b]: nodes with floor(log2(degree + 1)) == b */
    uint64_t memory_bytes;         /* of the graph in memory */
    uint64_t checksum; /* of nodes, names, edges, weights and types: the same for equal graphs */
    uint64_t reciprocated; /* of a directed graph: arcs whose reverse is there too */
    double weight_min;     /* of edges; 0 where unweighted, as the next two */
    double weight_max;
    double weight_total;
    bool directions_dropped; /* the source has directions, and was read without them */
} riwalk_graph_summary;

/* Measures a graph. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_summarize(const riwalk_graph *graph,
                                                riwalk_graph_summary *summary, riwalk_error *error);

/* ---- Changes ---------------------------------------------------------------------------- */

typedef struct riwalk_change_report {
    size_t size;
    uint64_t added;   /* edges */
    uint64_t removed; /* edges */
    uint64_t known;   /* lines that add an edge that is there already, or a self-loop */
    uint32_t nodes;   /* that are new */
} riwalk_change_report;

/* Makes the graph that another becomes by the changes in a file: lines of "+ u v" (an edge, and its
 * nodes if they are new) and "- u v", in order; "-" is standard input, gzip and zstd are
 * recognised, # and % begin comments. Nodes that lose all edges stay. For undirected graphs;
 * weights are left behind, and types where some nodes are new. FORMAT where an edge is removed that
 * is not there. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_change(const riwalk_graph *graph, const char *path,
                                             riwalk_graph **changed, riwalk_change_report *report,
                                             riwalk_error *error);

/* ---- Writing ---------------------------------------------------------------------------- */

typedef struct riwalk_write_options {
    size_t size;
    riwalk_run run;
    riwalk_format format; /* AUTO: by extension */
    /* Of GraphML, GEXF and node-link alone, for the programs that draw them; ARGUMENT elsewhere: */
    const char *const *roles; /* [nodes], UTF-8, NULL where a node has none; NULL: not written */
    const double *places;     /* [2 * nodes]: x and y of each, finite; NULL: not written. They are
                                 stretched to 1000 in the wider direction, as Gephi shows nodes */
    const uint32_t *colors;   /* [nodes]: 0xRRGGBB; NULL: not written */
} riwalk_write_options;

RIWALK_API void riwalk_write_options_init(riwalk_write_options *options);

/* The format that a file's name stands for by its extension, in any case of letters, also before
 * .gz and .zst: an edge list for .txt, .csv, .tsv, .edges, .edgelist, .el and none at all. AUTO
 * where it stands for none. */
RIWALK_API riwalk_format riwalk_graph_format_from_path(const char *path);

/* What is known of a format. */
typedef struct riwalk_format_info {
    const char *name;       /* as --format and --to take it: "edgelist" */
    const char *extensions; /* separated by spaces: ".graph .metis" */
    bool declares;          /* a file says itself whether it has directions and weights */
    bool directions;        /* it can hold those of edges */
    bool attributes;        /* it can hold roles, places and colours of nodes */
    bool types;             /* and their types: as the attribute "type" where it has attributes */
} riwalk_format_info;

/* NULL for AUTO and for numbers above the last format. */
RIWALK_API const riwalk_format_info *riwalk_format_describe(riwalk_format format);

/* Writes a graph. Memory and "-" get an edge list unless a format is given. ARGUMENT where the
 * extension stands for no format, or the format cannot hold the graph. */
RIWALK_API riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                            const riwalk_write_options *options,
                                            riwalk_error *error);
RIWALK_API riwalk_status riwalk_graph_write_to(const riwalk_graph *graph, riwalk_sink sink,
                                               const riwalk_write_options *options,
                                               riwalk_error *error);

/* ---- Generated graphs ------------------------------------------------------------------- */

/* Simple graphs, all but transactions undirected and unweighted. Nodes are named 0 .. n-1, in the
 * clubs 1 .. n. */
typedef enum riwalk_generator {
    /* Zachary's karate club: 34 nodes, 78 edges. Labels: the sides it split into, "mr-hi" and
     * "officer". */
    RIWALK_GENERATOR_KARATE = 0,

    /* Two clubs, node i + 34 being the mirror image of i, joined by one edge between 1 and 35: 68
     * nodes, 157 edges. Labels: "1" .. "34", the same for mirror images. */
    RIWALK_GENERATOR_KARATE_MIRRORED = 1,

    /* Two cliques of `clique` >= 2 nodes joined by a path of `path` >= 0 more nodes, numbered
     * clique, path, clique. Labels: "clique", "bridge" where the path is attached, "path-1",
     * "path-2", ... counted from the nearer clique. */
    RIWALK_GENERATOR_BARBELL = 2,

    /* G(n, m): `nodes` >= 1 nodes and exactly nodes * degree / 2 edges, rounded; every set of that
     * many edges is equally likely. `degree` is 0 .. nodes-1. */
    RIWALK_GENERATOR_ERDOS_RENYI = 3,

    /* Preferential attachment, as networkx does it: a star of m + 1 nodes around node 0, m being
     * `edges_per_node`, then every new node is joined to m different earlier ones, chosen with
     * probability proportional to degree; (nodes - m) * m edges. 1 <= m < nodes. Exact in the first
     * 1025 m nodes; beyond, a draw that repeats a node and is replaced (1 in 1000, and ever fewer)
     * still counts for the repeated node, not for the other, when later nodes draw. */
    RIWALK_GENERATOR_BARABASI_ALBERT = 4,

    /* R-MAT with 0.57, 0.19, 0.19, 0.05: 2^scale nodes, scale <= 31, and edges_per_node * 2^scale
     * edges drawn; loops and repetitions are dropped and counted, so the graph has fewer.
     * edges_per_node >= 1. Nodes are not shuffled: low numbers have high degrees, and many nodes
     * have no edge. */
    RIWALK_GENERATOR_RMAT = 5,

    /* `rows` x `columns` nodes, each >= 1, numbered row by row. Labels: "corner", "edge" and
     * "inside": on the border in both directions, in one, in none. */
    RIWALK_GENERATOR_GRID = 6,

    /* A cycle of 6 * `shapes` nodes; on every second one hangs, in turn, a house (a square and a
     * roof: 5 nodes, by its roof), a fan (a hub joined to a path of 6, by its hub) or a star (a hub
     * with 6 leaves, by its hub), `shapes` >= 1 of each. In all 25 * shapes nodes and 32 * shapes
     * edges; the cycle's nodes come first. Labels: "house-roof", "house-middle", "house-bottom",
     * "fan-hub", "fan-outer", "fan-second", "fan-middle", "star-hub", "star-leaf",
     * "cycle-attached-to-house" (-fan, -star), "cycle-between-house-and-fan" (-fan-and-star,
     * -star-and-house). */
    RIWALK_GENERATOR_SHAPES = 7,

    /* Payments, directed, with amounts as weights: `markets` >= 2 times 50 accounts, numbered
     * market by market, most of whose payments go to other markets. Labels: "customer" (24 of a
     * market), paid by a distributor, pays six collectors and the next customer; "collector" (3),
     * paid by many, pays few; "distributor" (3), paid by few, pays many; "relay" (6), paid by two
     * collectors, pays 97 % of it to two distributors; "launderer" (6), as a relay, but with
     * amounts 100 times as large; "mule" (8), a chain from a collector to a distributor. A market
     * has 249 arcs. `noise`, from 0 to 1, is the probability with which an arc gets another head,
     * any node but its tail; of arcs that repeat then, the largest amount stays. */
    RIWALK_GENERATOR_TRANSACTIONS = 8,
} riwalk_generator;

typedef struct riwalk_generate_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;           /* 1; of erdos-renyi, barabasi-albert, rmat, transactions, and noise */
    uint32_t nodes;          /* 1000 */
    double degree;           /* 10; the mean degree */
    uint32_t edges_per_node; /* 16 */
    uint32_t scale;          /* 10 */
    uint32_t rows;           /* 10 */
    uint32_t columns;        /* 10 */
    uint32_t clique;         /* 10 */
    uint32_t path;           /* 10 */
    uint32_t shapes;         /* 5 */
    double noise; /* 0; so many random edges are added for every edge, between nodes that are not
                     joined. Labels are those of the graph without them */
    uint32_t markets;  /* 20 */
    const char *store; /* NULL; else erdos-renyi and rmat, without noise, go to this .rwg as they
                          are made, in bounded memory, and the graph is that file, mapped */
    uint64_t memory;   /* 0: half of what is free; the bound, in bytes */
} riwalk_generate_options;

/* Sets the defaults, which stand beside the fields above. */
RIWALK_API void riwalk_generate_options_init(riwalk_generate_options *options);

/* Makes a graph: a function of the generator, its own options and the seed. ARGUMENT where an
 * option of this generator is outside its range above, LIMIT where there would be too many nodes.
 *
 * `labels` is NULL or receives one string per node, its true role, or NULL where the generator
 * knows none (erdos-renyi, barabasi-albert, rmat). Labels have no white space. In barbell, shapes
 * and karate-mirrored, nodes of one label are each other's images under a symmetry of the graph,
 * and in barbell and shapes the reverse holds too. The array and its strings live until
 * riwalk_labels_free. */
RIWALK_API riwalk_status riwalk_graph_generate(riwalk_generator generator,
                                               const riwalk_generate_options *options,
                                               riwalk_graph **graph, const char ***labels,
                                               riwalk_error *error);
RIWALK_API void riwalk_labels_free(const char **labels);

/* All names at once, without separators: name i is text[offsets[i]] .. text[offsets[i + 1] - 1],
 * for nodes + 1 offsets. Returns the length of the text, which may be NULL at first. O(nodes). */
RIWALK_API uint64_t riwalk_graph_names(const riwalk_graph *graph, uint64_t *offsets, char *text);

#ifdef __cplusplus
}
#endif

#endif
