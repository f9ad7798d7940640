/* SPDX-License-Identifier: MIT */
/* Graphs built from rows, changed, measured, written and generated. Stable, as riwalk.h is. */
#ifndef RIWALK_GRAPHS_H
#define RIWALK_GRAPHS_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rows ------------------------------------------------------------------------------- */

/* Compressed sparse rows: the neighbours of node u are targets[offsets[u]] .. targets[offsets[u +
 * 1] - 1]. The arrays are only read. */
typedef struct riwalk_row_arrays {
    const void *offsets; /* [nodes + 1], starting with 0 */
    int offset_bits;     /* 32 or 64 */
    const void *targets;
    int index_bits;      /* 32 or 64 */
    const void *weights; /* parallel to targets; NULL: none */
    int weight_bits;     /* 32: float, 64: double */
} riwalk_row_arrays;

/* Builds a graph from rows, as riwalk_graph_from_edges does from edges, but an edge in both
 * directions is not a duplicate. O(edges) if rows are sorted; symmetric rows take half the
 * memory. */
RIWALK_API riwalk_status riwalk_graph_from_rows(uint32_t node_count, const riwalk_row_arrays *rows,
                                                const riwalk_build_options *options,
                                                riwalk_graph **graph, riwalk_error *error);

/* Joins several graphs into one without edges between them. Its nodes are named "name:id", after
 * the graphs' names, which must be distinct. Either all graphs are directed or none; if some have
 * weights, edges of the others weigh 1. places, unless it is NULL, receives the new number of each
 * node, graph after graph. */
RIWALK_API riwalk_status riwalk_graph_union(const riwalk_graph *const *graphs, size_t count,
                                            const char *const *names, const riwalk_run *run,
                                            uint32_t *places, riwalk_graph **graph,
                                            riwalk_error *error);

/* ---- Types of nodes ---------------------------------------------------------------------- */

/* Nodes may have types (account, merchant, person). Roles then include the types of anchor and
 * context. A graph numbers its types by name, in byte order. A single type has no effect. */

/* Sets the type of each node: types[u] is the name of node u's type. NULL removes all types. No
 * other call may use the graph meanwhile. ARGUMENT if a node has no type, LIMIT if the names exceed
 * 16 MiB. O(nodes). */
RIWALK_API riwalk_status riwalk_graph_set_types(riwalk_graph *graph, const char *const *types,
                                                riwalk_error *error);

/* The number of types, 0 if nodes have none, and the name of each. They live until types are set
 * again or the graph is freed. */
RIWALK_API uint32_t riwalk_graph_type_count(const riwalk_graph *graph);
RIWALK_API const char *riwalk_graph_type_name(const riwalk_graph *graph, uint32_t type);

/* [nodes]: the type of each node; NULL if nodes have none. O(1). */
RIWALK_API const uint32_t *riwalk_graph_types(const riwalk_graph *graph);

/* ---- Summary ---------------------------------------------------------------------------- */

typedef struct riwalk_graph_summary {
    size_t size;
    uint64_t self_loops_dropped; /* lines of the source that were self-loops */
    uint64_t duplicates_dropped; /* lines that repeated an edge */
    uint64_t columns_ignored;    /* lines with unused columns (weights, timestamps) */
    uint32_t components;         /* weakly connected ones if directed */
    uint32_t largest_component;  /* nodes in it */
    uint32_t isolated_nodes;
    uint32_t degree_min;
    uint32_t degree_median; /* the lower of two middle values */
    uint32_t degree_max;
    double degree_mean;
    uint32_t degree_histogram[32]; /* [b]: nodes with floor(log2(degree + 1)) == b */
    uint64_t memory_bytes;         /* memory of the graph */
    uint64_t checksum;     /* of nodes, names, edges, weights and types: equal for equal graphs */
    uint64_t reciprocated; /* directed: arcs whose reverse exists, too */
    double weight_min;     /* of edges; 0 if unweighted, as the next two */
    double weight_max;
    double weight_total;
    bool directions_dropped; /* the source has directions, but was read without them */
} riwalk_graph_summary;

/* Measures a graph. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_summarize(const riwalk_graph *graph,
                                                riwalk_graph_summary *summary, riwalk_error *error);

/* ---- Changes ---------------------------------------------------------------------------- */

typedef struct riwalk_change_report {
    size_t size;
    uint64_t added;   /* edges; a new weight counts here and below */
    uint64_t removed; /* edges */
    uint64_t known;   /* lines that add an existing edge or a self-loop */
    uint32_t nodes;   /* new ones */
} riwalk_change_report;

/* Applies a file of changes to a graph and returns the new graph. Lines are "+ u v" (adds an edge,
 * and its nodes if they are new; "+ u v weight" if the graph has weights) and "- u v", in order;
 * "-" is standard input, gzip and zstd are recognised, # and % begin comments. Nodes that lose all
 * edges stay. Types are dropped if nodes are added. FORMAT if a removed edge does not exist.
 * O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_change(const riwalk_graph *graph, const char *path,
                                             riwalk_graph **changed, riwalk_change_report *report,
                                             riwalk_error *error);

/* ---- Writing ---------------------------------------------------------------------------- */

typedef struct riwalk_write_options {
    size_t size;
    riwalk_run run;
    riwalk_format format; /* AUTO: by extension */
    /* For GraphML, GEXF and node-link only, for programs that draw graphs; else ARGUMENT: */
    const char *const *roles; /* [nodes], UTF-8, NULL for nodes without one; NULL: not written */
    const double *places;     /* [2 * nodes]: finite x and y of each node, scaled so that the
                                 wider direction spans 1000, as Gephi shows nodes; NULL: not
                                 written */
    const uint32_t *colors;   /* [nodes]: 0xRRGGBB; NULL: not written */
} riwalk_write_options;

RIWALK_API void riwalk_write_options_init(riwalk_write_options *options);

/* The format that a path's extension stands for, in upper or lower case, also before .gz and .zst.
 * An edge list has .txt, .csv, .tsv, .edges, .edgelist, .el or no extension. AUTO for unknown
 * extensions. */
RIWALK_API riwalk_format riwalk_graph_format_from_path(const char *path);

/* What a format is called and what it can hold. */
typedef struct riwalk_format_info {
    const char *name;       /* for --format and --to: "edgelist" */
    const char *extensions; /* separated by spaces: ".graph .metis" */
    bool declares;          /* a file says whether it has directions and weights */
    bool directions;        /* it can hold directions of edges */
    bool attributes;        /* it can hold roles, places and colours of nodes */
    bool types;             /* and types: as the attribute "type" if it has attributes */
} riwalk_format_info;

/* NULL for AUTO and for unknown numbers. */
RIWALK_API const riwalk_format_info *riwalk_format_describe(riwalk_format format);

/* Writes a graph. Memory and "-" get an edge list unless the options name a format. ARGUMENT if the
 * extension stands for no format, or if the format cannot hold the graph. */
RIWALK_API riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                            const riwalk_write_options *options,
                                            riwalk_error *error);
RIWALK_API riwalk_status riwalk_graph_write_to(const riwalk_graph *graph, riwalk_sink sink,
                                               const riwalk_write_options *options,
                                               riwalk_error *error);

/* ---- Generated graphs ------------------------------------------------------------------- */

/* Simple graphs, undirected and unweighted except for transactions. Nodes are named 0 .. n-1, in
 * the karate clubs 1 .. n. */
typedef enum riwalk_generator {
    /* Zachary's karate club: 34 nodes, 78 edges. Labels: the two sides after the split, "mr-hi" and
     * "officer". */
    RIWALK_GENERATOR_KARATE = 0,

    /* Two karate clubs joined by one edge between 1 and 35; node i + 34 is the mirror image of i.
     * 68 nodes, 157 edges. Labels: "1" .. "34", equal for mirror images. */
    RIWALK_GENERATOR_KARATE_MIRRORED = 1,

    /* Two cliques of `clique` >= 2 nodes, joined by a path of `path` >= 0 more nodes. Numbered
     * clique, path, clique. Labels: "clique", "bridge" where the path is attached, "path-1",
     * "path-2", ... counted from the nearer clique. */
    RIWALK_GENERATOR_BARBELL = 2,

    /* G(n, m): `nodes` >= 1 nodes and exactly nodes * degree / 2 edges, rounded. Every set of that
     * many edges is equally likely. `degree` is 0 .. nodes-1. */
    RIWALK_GENERATOR_ERDOS_RENYI = 3,

    /* Preferential attachment, as in networkx, with m = `edges_per_node`: starts with a star of m +
     * 1 nodes around node 0; each new node is joined to m different earlier nodes, drawn with
     * probability proportional to degree. (nodes - m) * m edges, 1 <= m < nodes. Exact for the
     * first 1025 m nodes. Beyond, when a draw repeats a node and is replaced (at most 1 in 1000),
     * later draws count the repeated node instead of the one that replaced it. */
    RIWALK_GENERATOR_BARABASI_ALBERT = 4,

    /* R-MAT with probabilities 0.57, 0.19, 0.19, 0.05: 2^scale nodes, scale <= 31, and
     * edges_per_node * 2^scale drawn edges, edges_per_node >= 1. Self-loops and repetitions are
     * dropped and counted, so the graph has fewer edges. Nodes are not shuffled: low numbers have
     * high degrees. Many nodes have no edge. */
    RIWALK_GENERATOR_RMAT = 5,

    /* `rows` x `columns` nodes, each >= 1, numbered row by row. Labels: "corner", "edge" and
     * "inside": on the border in both directions, in one, in none. */
    RIWALK_GENERATOR_GRID = 6,

    /* A cycle of 6 * `shapes` nodes, `shapes` >= 1. Every second node carries, in turn, a house (a
     * square and a roof: 5 nodes, attached by its roof), a fan (a hub joined to a path of 6,
     * attached by its hub) or a star (a hub with 6 leaves, attached by its hub). 25 * shapes nodes,
     * the cycle first, and 32 * shapes edges. Labels: "house-roof", "house-middle", "house-bottom",
     * "fan-hub", "fan-outer", "fan-second", "fan-middle", "star-hub", "star-leaf",
     * "cycle-attached-to-house" (-fan, -star), "cycle-between-house-and-fan" (-fan-and-star,
     * -star-and-house). */
    RIWALK_GENERATOR_SHAPES = 7,

    /* Payments: directed, with amounts as weights. `markets` >= 2 markets of 50 accounts, numbered
     * market by market; most payments go to other markets. Labels: "customer" (24 per market), paid
     * by a distributor, pays six collectors and the next customer; "collector" (3), paid by many,
     * pays few; "distributor" (3), paid by few, pays many; "relay" (6), paid by two collectors,
     * pays 97 % of it to two distributors; "launderer" (6), a relay with amounts 100 times as
     * large; "mule" (8), in a chain from a collector to a distributor. A market has 249 arcs.
     * `noise`, 0 to 1, is the probability that an arc gets a random other head. Of arcs that then
     * coincide, the largest amount stays. */
    RIWALK_GENERATOR_TRANSACTIONS = 8,
} riwalk_generator;

typedef struct riwalk_generate_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;  /* 1; used by erdos-renyi, barabasi-albert, rmat, transactions and noise */
    uint32_t nodes; /* 1000 */
    double degree;  /* 10; the mean degree */
    uint32_t edges_per_node; /* 16 */
    uint32_t scale;          /* 10 */
    uint32_t rows;           /* 10 */
    uint32_t columns;        /* 10 */
    uint32_t clique;         /* 10 */
    uint32_t path;           /* 10 */
    uint32_t shapes;         /* 5 */
    double noise;      /* 0; random edges to add per edge of the graph, between nodes that are not
                          joined. Labels are those without noise */
    uint32_t markets;  /* 20 */
    const char *store; /* NULL; erdos-renyi and rmat without noise: write edges to this .rwg as
                          they are drawn, in bounded memory, and map it */
    uint64_t memory;   /* the bound in bytes; 0: half of what is free */
} riwalk_generate_options;

/* Sets the defaults that are listed with the fields above. */
RIWALK_API void riwalk_generate_options_init(riwalk_generate_options *options);

/* Generates a graph from the generator, its own options and the seed. ARGUMENT if one of these
 * options is out of range, LIMIT if there would be too many nodes.
 *
 * `labels`, unless it is NULL, receives one string per node, its true role, without white space, or
 * NULL if the generator knows none (erdos-renyi, barabasi-albert, rmat). In barbell, shapes and
 * karate-mirrored, nodes with equal labels are images of each other under a symmetry of the graph;
 * in barbell and shapes the reverse holds, too. Free them with riwalk_labels_free. */
RIWALK_API riwalk_status riwalk_graph_generate(riwalk_generator generator,
                                               const riwalk_generate_options *options,
                                               riwalk_graph **graph, const char ***labels,
                                               riwalk_error *error);
RIWALK_API void riwalk_labels_free(const char **labels);

/* All names at once, without separators: name i is text[offsets[i]] .. text[offsets[i + 1] - 1],
 * with nodes + 1 offsets. `text` may be NULL. Returns the length of the text. O(nodes). */
RIWALK_API uint64_t riwalk_graph_names(const riwalk_graph *graph, uint64_t *offsets, char *text);

#ifdef __cplusplus
}
#endif

#endif
