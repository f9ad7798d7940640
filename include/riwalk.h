/* SPDX-License-Identifier: MIT */
/* riwalk: structural node embeddings. What most programs need; this header is stable: it changes
 * with a new minor version only, and the changelog says how. Topics have headers of their own:
 *
 *     riwalk_graphs.h    graphs from rows, generated, changed, measured and written
 *     riwalk_analysis.h  neighbours, classification, clusters, roles in words, pictures, reports
 *     riwalk_options.h   options by name, for commands and bindings
 *     riwalk_parallel.h  one embedding by several processes
 *
 * Five calls do:
 *
 *     riwalk_options_init(&options);
 *     riwalk_graph_read("graph.txt", NULL, &graph, &error);
 *     riwalk_embed(&graph, 1, NULL, &options, &vectors, NULL, NULL, &error);
 *     riwalk_vectors_write(vectors, "vectors.npy", NULL, &error);
 *     riwalk_vectors_free(vectors), riwalk_graph_free(graph);
 *
 * The first sets the paper's options. riwalk_graph_from_edges takes arrays, not a file.
 *
 * Conventions that hold for every function here:
 *  - A function that can fail returns riwalk_status (RIWALK_STATUS_OK is 0) and takes a last,
 *    optional riwalk_error that receives the code, the input line (0 where there is none) and a
 *    sentence that a user can act on. On failure no result is handed over and nothing leaks.
 *  - An options struct is filled by its init function, starts with its size, and may be NULL,
 *    which means what the init function sets.
 *  - A report starts with its size as well, which the caller sets: report.size = sizeof report.
 *  - Objects are opaque, owned by the caller, and freed by their free function, which takes NULL.
 *  - Calls may run at the same time from several threads. A finished object is read-only: any
 *    number of threads may use it at once.
 *  - Results depend on the input, the options and the seed, never on the number of threads.
 *  - The library never prints, exits or aborts, and leaves all settings of the process alone.
 */
#ifndef RIWALK_H
#define RIWALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RIWALK_VERSION_MAJOR 0
#define RIWALK_VERSION_MINOR 3
#define RIWALK_VERSION_PATCH 0
#define RIWALK_VERSION "0.3.0"

#define RIWALK_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version, status and errors --------------------------------------------------------- */

/* Of the library that is running: "0.3.0". */
RIWALK_API const char *riwalk_version(void);

/* The instruction set of the compute kernels: "scalar", "avx2", "avx512" or "neon". It is the best
 * one of the machine, or a lesser one named by the environment variable RIWALK_ISA. */
RIWALK_API const char *riwalk_isa(void);

typedef enum riwalk_status {
    RIWALK_STATUS_OK = 0,
    RIWALK_STATUS_ARGUMENT = 1,  /* a value passed in has no meaning */
    RIWALK_STATUS_MEMORY = 2,    /* not enough memory */
    RIWALK_STATUS_IO = 3,        /* a file cannot be opened, read or written, or a library loaded */
    RIWALK_STATUS_FORMAT = 4,    /* a file's content is malformed */
    RIWALK_STATUS_LIMIT = 5,     /* too large for this library */
    RIWALK_STATUS_CANCELLED = 6, /* the progress callback asked to stop */
} riwalk_status;

typedef struct riwalk_error {
    riwalk_status code;
    uint64_t line;     /* of the input file, from 1; 0 where there is none */
    char message[496]; /* "graph.txt:17: expected two node ids, found one"; printable */
} riwalk_error;

/* One or two words for any status, such as "out of memory". */
RIWALK_API const char *riwalk_status_name(riwalk_status status);

/* ---- Progress --------------------------------------------------------------------------- */

typedef struct riwalk_progress {
    const char *stage; /* "reading", "sorting", ... */
    const char *unit;  /* what is counted: "bytes", "edges", "anchors", ... */
    uint64_t done;
    uint64_t total; /* 0 where it is not known */
    double seconds; /* since the stage began */
    double loss;    /* of training, per pair, as far as it is known; NaN in other stages */
} riwalk_progress;

/* Called a few times a second during long work, never by two threads at once, but by any of them. A
 * nonzero return cancels: the call ends soon, with RIWALK_STATUS_CANCELLED. */
typedef int riwalk_progress_function(const riwalk_progress *progress, void *data);

/* What walks and searches run on. */
typedef enum riwalk_device {
    RIWALK_DEVICE_CPU = 0,
    RIWALK_DEVICE_CUDA = 1, /* a graphics card; an error where there is none that can */
    RIWALK_DEVICE_AUTO = 2, /* a graphics card where there is one that can */
} riwalk_device;

/* How a call runs. Results never depend on it. */
typedef struct riwalk_run {
    int threads;                        /* 0: all of the machine */
    riwalk_device device;               /* CPU */
    riwalk_progress_function *progress; /* NULL: nobody listens */
    void *progress_data;
    uint64_t reserved[4]; /* 0: room to grow, since other structs contain this one */
} riwalk_run;

/* ---- Input and output ------------------------------------------------------------------- */

/* What is read: a file, "-" being standard input, or bytes in memory; gzip and zstd are recognised
 * by content. riwalk_*_read takes the path of a file, riwalk_*_read_from takes either. */
typedef struct riwalk_source {
    const char *path; /* NULL: the bytes below */
    const void *data;
    size_t size;
    const char *name; /* stands for a file in messages */
} riwalk_source;

/* Files that the command and the Python package put in their places together. */
typedef struct riwalk_files riwalk_files;

/* Where output goes: a file, "-" being standard output, or memory. A name ending in .gz or .zst is
 * compressed. A file is complete or absent: it is written beside its place, flushed to disk and
 * renamed. riwalk_*_write takes the path of a file, riwalk_*_write_to takes either. */
typedef struct riwalk_sink {
    const char *path;    /* NULL: memory */
    riwalk_files *files; /* NULL: the file is put in its place at once */
    void **data;         /* memory: receives the bytes, to be freed by riwalk_bytes_free */
    size_t *size;        /* memory: receives their number */
} riwalk_sink;

static inline riwalk_source riwalk_from_file(const char *path)
{
    riwalk_source source = {path, NULL, 0, NULL};
    return source;
}

static inline riwalk_source riwalk_from_memory(const void *data, size_t size, const char *name)
{
    riwalk_source source = {NULL, data, size, name};
    return source;
}

static inline riwalk_sink riwalk_to_file(const char *path)
{
    riwalk_sink sink = {path, NULL, NULL, NULL};
    return sink;
}

static inline riwalk_sink riwalk_to_memory(void **data, size_t *size)
{
    riwalk_sink sink = {NULL, NULL, data, size};
    return sink;
}

RIWALK_API void riwalk_bytes_free(void *data);

/* ---- Graphs ----------------------------------------------------------------------------- */

/* A graph in compressed sparse rows: nodes are 0 .. node_count-1, neighbours are sorted, without
 * self-loops and duplicates. Undirected and unweighted unless asked otherwise. Nodes have the names
 * that the file spells, and their order: of integers where all are, else of bytes. */
typedef struct riwalk_graph riwalk_graph;

#define RIWALK_MAX_NODES UINT32_C(4294967294)
#define RIWALK_MAX_NAME UINT32_C(16777216) /* bytes of a node's id or a label */

typedef enum riwalk_format {
    RIWALK_FORMAT_AUTO = 0,          /* read: by content; write: by the file's extension */
    RIWALK_FORMAT_EDGE_LIST = 1,     /* u v [weight] */
    RIWALK_FORMAT_MATRIX_MARKET = 2, /* .mtx */
    RIWALK_FORMAT_METIS = 3,         /* .graph, .metis */
    RIWALK_FORMAT_RWG = 4,           /* .rwg, our binary form, read without parsing */
    RIWALK_FORMAT_GRAPHML = 5,       /* .graphml */
    RIWALK_FORMAT_GEXF = 6,          /* .gexf */
    RIWALK_FORMAT_NODE_LINK = 7,     /* .json, as networkx and d3 have it */
} riwalk_format;

typedef enum riwalk_header {
    RIWALK_HEADER_AUTO = 0, /* decided by the first lines */
    RIWALK_HEADER_NO = 1,
    RIWALK_HEADER_YES = 2,
} riwalk_header;

typedef struct riwalk_read_options {
    size_t size;
    riwalk_run run;
    riwalk_format format;
    bool directed;  /* keep directions; .rwg, GraphML, GEXF, node-link keep theirs, as below */
    bool weighted;  /* keep weights: the third column of an edge list */
    char delimiter; /* of an edge list: ' ' (any blanks), '\t', ',', ';', '|'; 0: decide */
    riwalk_header header;        /* of an edge list */
    const char *nodes_path;      /* a file with one node id a line: nodes that may have no edge */
    bool undirected;             /* leave out the directions that a file has; not with `directed` */
    bool unweighted;             /* leave out the weights that a file has; not with `weighted` */
    const char *types_attribute; /* of nodes in GraphML, GEXF and node-link: it is their type */
    bool add_duplicates;         /* weights of duplicate edges add up; false: the largest stays */
    bool map; /* an .rwg file is mapped, not read: truncating it ends the process (SIGBUS) */
    const char *store; /* the graph becomes this .rwg, an edge list within `memory`; mapped */
    uint64_t memory;   /* 0: half of what is free; bytes */
} riwalk_read_options;

RIWALK_API void riwalk_read_options_init(riwalk_read_options *options);

/* Reads a graph. Duplicate edges (u v and v u are one where undirected) become one. Bytes in memory
 * are not needed afterwards. O(bytes + edges log degree). */
RIWALK_API riwalk_status riwalk_graph_read(const char *path, const riwalk_read_options *options,
                                           riwalk_graph **graph, riwalk_error *error);
RIWALK_API riwalk_status riwalk_graph_read_from(riwalk_source source,
                                                const riwalk_read_options *options,
                                                riwalk_graph **graph, riwalk_error *error);

typedef struct riwalk_build_options {
    size_t size;
    riwalk_run run;
    bool directed;
    const char *const *names;     /* of nodes, distinct; NULL: their numbers */
    const int64_t *integer_names; /* the same as integers; at most one of both */
    uint32_t *places;    /* receives the node that each number became, by order of names; or NULL */
    bool add_duplicates; /* weights of duplicate edges add up; false: the largest stays */
} riwalk_build_options;

RIWALK_API void riwalk_build_options_init(riwalk_build_options *options);

/* Edges in arrays: edge e joins sources[e * stride] and targets[e * stride], numbers below the node
 * count. Arrays are only read. */
typedef struct riwalk_edge_arrays {
    uint64_t count;
    const void *sources;
    const void *targets;
    int index_bits;      /* of a number: 32 or 64 */
    size_t stride;       /* 1 for arrays of their own, 2 for pairs */
    const void *weights; /* [count], positive and finite; NULL: none */
    int weight_bits;     /* 32: float, 64: double */
} riwalk_edge_arrays;

/* Builds a graph from edges. Of an undirected graph each edge may be there once or twice, in both
 * directions; self-loops and repetitions are dropped and counted. O(edges log degree). */
RIWALK_API riwalk_status riwalk_graph_from_edges(uint32_t node_count,
                                                 const riwalk_edge_arrays *edges,
                                                 const riwalk_build_options *options,
                                                 riwalk_graph **graph, riwalk_error *error);

RIWALK_API void riwalk_graph_free(riwalk_graph *graph);

/* Facts about a graph; O(1). An undirected edge counts once. */
RIWALK_API uint32_t riwalk_graph_node_count(const riwalk_graph *graph);
RIWALK_API uint64_t riwalk_graph_edge_count(const riwalk_graph *graph);
RIWALK_API bool riwalk_graph_is_directed(const riwalk_graph *graph);
RIWALK_API bool riwalk_graph_is_weighted(const riwalk_graph *graph);

/* The neighbours of a node (out-neighbours where directed), sorted, and their number; weights run
 * parallel, NULL where unweighted. They live with the graph. `node` is below the node count. */
RIWALK_API uint32_t riwalk_graph_degree(const riwalk_graph *graph, uint32_t node);
RIWALK_API const uint32_t *riwalk_graph_neighbors(const riwalk_graph *graph, uint32_t node);
RIWALK_API const double *riwalk_graph_weights(const riwalk_graph *graph, uint32_t node);

/* Writes a node's name, never empty, and a NUL into a buffer, cut to its capacity; returns the
 * length of the whole name. O(1). */
RIWALK_API size_t riwalk_graph_name(const riwalk_graph *graph, uint32_t node, char *buffer,
                                    size_t capacity);

/* Finds the node of a name; false when there is none. O(log nodes). */
RIWALK_API bool riwalk_graph_find(const riwalk_graph *graph, const char *name, size_t length,
                                  uint32_t *node);

/* ---- Vectors ---------------------------------------------------------------------------- */

/* One vector of floats per node, with the node's name, in the order of the graph or the file. */
typedef struct riwalk_vectors riwalk_vectors;

typedef enum riwalk_vectors_format {
    RIWALK_VECTORS_FORMAT_AUTO = 0,   /* read: by content; write: by the file's extension */
    RIWALK_VECTORS_FORMAT_TEXT = 1,   /* word2vec text: .txt, .emb, .vec and others */
    RIWALK_VECTORS_FORMAT_BINARY = 2, /* word2vec binary: .bin */
    RIWALK_VECTORS_FORMAT_NPY = 3,    /* NumPy: .npy, with the names in a file .ids beside it */
    RIWALK_VECTORS_FORMAT_TSV = 4,    /* a header, then name and values between tabs: .tsv */
    RIWALK_VECTORS_FORMAT_CSV = 5,    /* the same between commas: .csv */
    RIWALK_VECTORS_FORMAT_NPZ = 6,    /* NumPy arrays "vectors" and "ids" in one file: .npz */
} riwalk_vectors_format;

/* Makes a set of vectors by copying. `names` has `count` distinct, non-empty names without line
 * feeds; `values` has count * dimensions finite floats, row by row. */
RIWALK_API riwalk_status riwalk_vectors_build(uint32_t count, uint32_t dimensions,
                                              const char *const *names, const float *values,
                                              riwalk_vectors **vectors, riwalk_error *error);

/* The same for the nodes of a graph, in their order and with their names. */
RIWALK_API riwalk_status riwalk_vectors_build_for(const riwalk_graph *graph, uint32_t dimensions,
                                                  const float *values, riwalk_vectors **vectors,
                                                  riwalk_error *error);

RIWALK_API void riwalk_vectors_free(riwalk_vectors *vectors);
RIWALK_API uint32_t riwalk_vectors_count(const riwalk_vectors *vectors);
RIWALK_API uint32_t riwalk_vectors_dimensions(const riwalk_vectors *vectors);

/* All values, row by row without gaps, and those of a row; they live with the set. O(1). */
RIWALK_API const float *riwalk_vectors_values(const riwalk_vectors *vectors);
RIWALK_API const float *riwalk_vectors_row(const riwalk_vectors *vectors, uint32_t row);

/* Names of rows, as riwalk_graph_name, riwalk_graph_names and riwalk_graph_find do it for nodes. */
RIWALK_API size_t riwalk_vectors_name(const riwalk_vectors *vectors, uint32_t row, char *buffer,
                                      size_t capacity);
RIWALK_API uint64_t riwalk_vectors_names(const riwalk_vectors *vectors, uint64_t *offsets,
                                         char *text);
RIWALK_API bool riwalk_vectors_find(const riwalk_vectors *vectors, const char *name, size_t length,
                                    uint32_t *row);

typedef struct riwalk_vectors_options {
    size_t size;
    riwalk_run run;
    riwalk_vectors_format format;
    bool map; /* values stay in the .npy file, as a graph in its .rwg: riwalk_read_options.map */
} riwalk_vectors_options;

RIWALK_API void riwalk_vectors_options_init(riwalk_vectors_options *options);

/* Reads vectors. Values must be finite, and names distinct. The names of a .npy file are in the
 * file .ids beside it: it cannot come from a stream or from memory. */
RIWALK_API riwalk_status riwalk_vectors_read(const char *path,
                                             const riwalk_vectors_options *options,
                                             riwalk_vectors **vectors, riwalk_error *error);
RIWALK_API riwalk_status riwalk_vectors_read_from(riwalk_source source,
                                                  const riwalk_vectors_options *options,
                                                  riwalk_vectors **vectors, riwalk_error *error);

/* Writes vectors so that they read back exactly. Memory and "-" get word2vec text unless a format
 * is given, which may not be NPY. ARGUMENT for names with blanks in word2vec formats, and for the
 * extension of another kind of file (.json). */
RIWALK_API riwalk_status riwalk_vectors_write(const riwalk_vectors *vectors, const char *path,
                                              const riwalk_vectors_options *options,
                                              riwalk_error *error);
RIWALK_API riwalk_status riwalk_vectors_write_to(const riwalk_vectors *vectors, riwalk_sink sink,
                                                 const riwalk_vectors_options *options,
                                                 riwalk_error *error);

/* ---- Options of an embedding ------------------------------------------------------------- */

/* How graphs become vectors. */
typedef enum riwalk_method {
    RIWALK_METHOD_RIWALK = 0,    /* walks among roles; the identifier says what a role is */
    RIWALK_METHOD_DEEPWALK = 1,  /* walks from node to node, by the weights of edges */
    RIWALK_METHOD_NODE2VEC = 2,  /* the same with a bias, p and q */
    RIWALK_METHOD_STRUC2VEC = 3, /* walks among nodes whose surroundings have similar degrees */
    RIWALK_METHOD_GRAPHWAVE = 4, /* how heat spreads from a node, by the weights of edges */
    RIWALK_METHOD_REFEX = 5,     /* recursive features: degrees and egonets, near and far */
    RIWALK_METHOD_ROLX = 6,      /* memberships in roles that these features consist of */
    RIWALK_METHOD_LINE = 7,      /* neighbours, and nodes with the same neighbours, by weights */
} riwalk_method;

/* What names the role of a context as an anchor sees it. With h(x) = floor(log2(x + 1)), or others:
 *  SP     (h(degree of the anchor), h(degree of the context), distance)
 *  WL     (h(degree of the anchor), distance, h(neighbours one layer closer to the anchor),
 *         h(in the same layer), h(one layer further)), neighbours outside the ball left out
 *  RW_SP, RW_WL  the same in the subgraph of the edges that the anchor's own walks used, but for
 *         the degrees of RW_SP, which are the graph's. Walks are not confined; a tuple's distance
 *         is at most the radius.
 * Directed graphs have arcs out and arcs in where these have degrees and neighbours. */
typedef enum riwalk_identifier {
    RIWALK_IDENTIFIER_SP = 0,
    RIWALK_IDENTIFIER_WL = 1,
    RIWALK_IDENTIFIER_RW_SP = 2,
    RIWALK_IDENTIFIER_RW_WL = 3,
    RIWALK_IDENTIFIER_CUSTOM = 4,
} riwalk_identifier;

/* A context node in an anchor's ball, as an identifier sees it. */
typedef struct riwalk_context {
    const riwalk_graph *graph;
    uint32_t anchor;
    uint32_t node;
    uint32_t distance; /* 1 .. radius */
    uint32_t closer;   /* neighbours at distance - 1: 0 unless layers were asked for */
    uint32_t same;     /* neighbours at the same distance */
    uint32_t further;  /* neighbours at distance + 1 that are inside the ball */
    uint32_t spread;   /* neighbours of the anchor in the ball: its degree */
    uint32_t degree;   /* all neighbours of the node */
    uint32_t closer_in, same_in, further_in, spread_in, degree_in; /* arcs in, beside arcs out */
    double weight, weight_in; /* of arcs of the anchor that a RW variant walked, where weighted */
} riwalk_context;             /* the library makes it: later versions add fields at the end */

/* Names a role: any 64 bits, equal exactly for contexts that play the same role. It must be a pure
 * function of the context and of data that does not change; several threads call it at once. */
typedef uint64_t riwalk_role_function(const riwalk_context *context, void *data);

/* Says in words what a role means, as snprintf does: cut to the capacity; returns the length. */
typedef size_t riwalk_words_function(uint64_t role, char *buffer, size_t capacity, void *data);

/* Which degrees or counts x a role distinguishes. */
typedef enum riwalk_degree_classes {
    RIWALK_DEGREE_CLASSES_LOG = 0,  /* h(x) = floor(log_B(x + 1)), B being class_base */
    RIWALK_DEGREE_CLASSES_NONE = 1, /* every value is a class of its own */
    /* s(x) = floor(-log_B(share of a graph's nodes with neighbours that have x or more)), s(0) = 0:
     * class s is among the first B^-s of its graph. Exact, B being the number of its text. */
    RIWALK_DEGREE_CLASSES_SHARE = 2,
    RIWALK_DEGREE_CLASSES_AUTO = 3, /* SHARE across graphs; LOG elsewhere */
} riwalk_degree_classes;

/* Whether a role names the class of its anchor's degree. */
typedef enum riwalk_role_anchor {
    RIWALK_ROLE_ANCHOR_AUTO = 0, /* BOTH for the factor trainer on one graph without a model */
    RIWALK_ROLE_ANCHOR_KEEP = 1, /* elsewhere: such roles carry over to other graphs */
    RIWALK_ROLE_ANCHOR_DROP = 2,
    RIWALK_ROLE_ANCHOR_BOTH = 3, /* roles of both kinds, side by side. Factor trainer only */
    RIWALK_ROLE_ANCHOR_AWAY = 4, /* of `views`: DROP, and visits to the anchor do not count */
} riwalk_role_anchor;

/* A way to name roles. */
typedef struct riwalk_view {
    riwalk_identifier identifier;   /* SP */
    uint32_t radius;                /* 4; 1 .. RIWALK_MAX_RADIUS, or RIWALK_RADIUS_UNLIMITED */
    riwalk_degree_classes classes;  /* AUTO */
    riwalk_role_anchor role_anchor; /* AUTO */
    double class_base;              /* CLASS_BASE_AUTO; 1.1 or more */
    uint64_t reserved[4];           /* 0: room to grow */
} riwalk_view;

#define RIWALK_MAX_VIEWS 8

/* What makes vectors of the walks of RiWalk. */
typedef enum riwalk_trainer {
    RIWALK_TRAINER_SGNS = 0,   /* the paper's: skip-gram with negative sampling */
    RIWALK_TRAINER_FACTOR = 1, /* singular vectors of how often each role is visited */
} riwalk_trainer;

/* Which pairs of tokens skip-gram learns from where walks are RiWalk's: an anchor among roles. */
typedef enum riwalk_pairs {
    RIWALK_PAIRS_ALL = 0,    /* the paper's: every pair within the window */
    RIWALK_PAIRS_ANCHOR = 1, /* those that the anchor is part of, about two in five */
} riwalk_pairs;

/* What the factor trainer makes of the share s of a role in an anchor's visits. */
typedef enum riwalk_weighting {
    RIWALK_WEIGHTING_HELLINGER = 0, /* sqrt(s) */
    RIWALK_WEIGHTING_LOG = 1,       /* log(1 + 1000 s), then each anchor's to length 1 */
    RIWALK_WEIGHTING_PPMI = 2, /* log(s / mean share of the role), at least 0; then to length 1 */
    RIWALK_WEIGHTING_AUTO = 3, /* PPMI where roles use directions alone, else HELLINGER */
} riwalk_weighting;

/* Whether the factor trainer's last columns, up to a quarter of all, are measures of nodes: degrees
 * and triangles, there and nearby. Across graphs they mislead. */
typedef enum riwalk_measures {
    RIWALK_MEASURES_NO = 0,
    RIWALK_MEASURES_YES = 1,
    RIWALK_MEASURES_AUTO = 2, /* YES where role_anchor becomes BOTH and roles use no directions */
} riwalk_measures;

/* What LINE brings together. */
typedef enum riwalk_order {
    RIWALK_ORDER_BOTH = 0,   /* half of the dimensions each */
    RIWALK_ORDER_FIRST = 1,  /* neighbours */
    RIWALK_ORDER_SECOND = 2, /* nodes with the same neighbours */
} riwalk_order;

/* What the vectors of ReFeX are made of. */
typedef enum riwalk_feature_values {
    RIWALK_FEATURE_VALUES_LOG = 0,  /* log(1 + value) */
    RIWALK_FEATURE_VALUES_BINS = 1, /* the bins of features, from 0: ranks on a logarithmic scale */
    RIWALK_FEATURE_VALUES_RAW = 2,  /* sums and means as they are */
} riwalk_feature_values;

/* The second part of each vector, for where its node is, from walks of its own. */
typedef enum riwalk_combine {
    RIWALK_COMBINE_NONE = 0,
    RIWALK_COMBINE_DEEPWALK = 1,
    RIWALK_COMBINE_NODE2VEC = 2,
} riwalk_combine;

typedef enum riwalk_use {
    RIWALK_USE_AUTO = 0, /* where the graph has it */
    RIWALK_USE_NO = 1,
    RIWALK_USE_YES = 2, /* an edge is two arcs, and weighs 1, where the graph does not say */
} riwalk_use;

typedef enum riwalk_steps {
    RIWALK_STEPS_UNIFORM = 0, /* to any neighbour in the ball, all being as likely */
    RIWALK_STEPS_WEIGHT = 1,  /* by the weights of edges; of two arcs, by the larger one */
} riwalk_steps;

/* Numbers with a meaning of their own. */
#define RIWALK_MAX_RADIUS 64
#define RIWALK_RADIUS_UNLIMITED UINT32_MAX  /* the ball is the anchor's whole component */
#define RIWALK_CLASS_BASE_AUTO 0            /* 2, and 1.5 for relative classes */
#define RIWALK_VIEWS_AUTO UINT32_MAX        /* several where role_anchor becomes BOTH, else one */
#define RIWALK_VIEWS_ROLES (UINT32_MAX - 1) /* those of the preset ROLES */
#define RIWALK_NORM_AUTO 0 /* 3; 1 across graphs; beside measures 3 to 1000 nodes, then less */
#define RIWALK_WALKS_AUTO 0
#define RIWALK_WALKS_EXACT UINT32_MAX /* the expectation of walks: factor trainer only */
#define RIWALK_WALK_LENGTH_AUTO 0
#define RIWALK_MAX_LAYERS 1000
#define RIWALK_LAYERS_UNLIMITED UINT32_MAX
#define RIWALK_MAX_SCALES 64
#define RIWALK_MAX_ROLES 64
#define RIWALK_ROLES_AUTO 0

/* All options with their defaults, the paper's. What a method has no use for is ignored. */
typedef struct riwalk_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;        /* 1 */
    uint64_t memory;      /* a limit in bytes; 0: half of the machine's memory for keeping walks */
    riwalk_method method; /* RIWALK */

    /* RiWalk: roles, walks and how they become vectors. */
    riwalk_view view;
    uint32_t walks; /* from each node; WALKS_AUTO: 80, 10 for deepwalk and node2vec, for the factor
                       trainer 200, or their expectation where that is less work */
    uint32_t walk_length;   /* tokens; WALK_LENGTH_AUTO: 10, 80 for deepwalk and node2vec */
    riwalk_trainer trainer; /* SGNS */

    /* Training. */
    uint32_t dimensions; /* of a vector: 1 .. 4096; 128 */
    uint32_t window;     /* the longest distance of a context: 1 .. 10000; 10 */
    uint32_t negatives;  /* noise tokens drawn for each pair: 1 .. 100; 5 */
    uint32_t epochs;     /* 0 .. 100000; 5; with 0 the initial random vectors are the result */
    double subsample;    /* frequent tokens are thinned: 0 (never) .. 1; 0.001 */
    double alpha;        /* the first learning rate: above 0, at most 1; 0.025 */
    double min_alpha;    /* the last one: 0 .. alpha; 0.0001 */
    double ns_exponent;  /* noise is drawn by count to this power: -10 .. 10; 0.75 */

    /* The factor trainer. */
    riwalk_weighting weighting;          /* HELLINGER */
    riwalk_measures measures;            /* NO */
    uint32_t view_count;                 /* 0: the view above alone; or VIEWS_AUTO, _ROLES */
    riwalk_view views[RIWALK_MAX_VIEWS]; /* side by side, in its place. Its role_anchor KEEP leaves
                                            out those that drop the anchor where others keep it */

    /* node2vec. A walk from t to v goes on to x with a probability proportional to the weight of
     * the edge v x times 1/p where x is t, 1 where t has an edge to x, and 1/q elsewhere; both are
     * 1e-30 .. 1e30. */
    double p; /* 1; high: walks seldom turn back */
    double q; /* 1; high: walks stay near, low: they go outward */

    /* struc2vec (Ribeiro et al., KDD 2017) compares nodes by the degrees of the nodes at 0, 1, 2,
     * ... hops; docs/methods.md says how. Undirected graphs only; weights are not used. */
    uint32_t layers;      /* 6; compare so many hops, 0 .. RIWALK_MAX_LAYERS, or LAYERS_UNLIMITED */
    bool compact_degrees; /* true; warp runs of equal degrees; false: every degree by itself */
    bool all_pairs;       /* compare all nodes, in 4 (layers + 2) n^2 bytes; false: those of similar
                             degree, about 12 log2 n */
    double stay;          /* 0.3; the probability that a walk stays in its layer: 0.001 .. 1 */

    /* GraphWave: exp(-scale L), of the normalised Laplacian L. For each scale a vector holds the
     * real and the imaginary part of the characteristic function of its node's column, at
     * dimensions / scales / 2 evenly spaced points from 0 to 100. Undirected graphs only. */
    uint32_t scale_count;             /* 0: two that follow from the graph */
    double scales[RIWALK_MAX_SCALES]; /* each 1e-6 .. 1e6 */

    /* A combination of two methods, each with half of the dimensions: the cosine of two vectors is
     * (1 - balance) times that of the first parts plus balance times that of the second ones. */
    riwalk_combine combine;       /* NONE */
    double balance;               /* 0.5; from 0, the first part alone, to 1, the second alone */
    uint32_t combine_walks;       /* 10 from each node */
    uint32_t combine_walk_length; /* 80 */

    /* A role identifier of the caller's own: CUSTOM only. */
    riwalk_role_function *role;
    bool role_layers;                  /* count closer, same and further for it */
    riwalk_words_function *role_words; /* may be NULL: roles are then shown as numbers */
    void *role_data;

    double norm; /* factor trainer: the length of a vector's part from roles; 0.001 .. 1000 */

    /* ReFeX (Henderson et al., KDD 2011) and RolX (KDD 2012); docs/methods.md says how. A vector
     * has as many dimensions as features or roles are found, at most `dimensions`. */
    double bin_share; /* 0.5; the fraction of remaining nodes per bin: 0.01 .. 0.99 */
    riwalk_feature_values feature_values; /* LOG; of ReFeX */
    uint32_t role_count; /* of RolX: 1 .. RIWALK_MAX_ROLES; ROLES_AUTO: by description length */

    riwalk_pairs pairs; /* ALL; what skip-gram learns from in RiWalk's walks */
    /* LINE (Tang et al., WWW 2015): the half of a vector for each order has length 1. */
    riwalk_order order; /* BOTH */
    uint32_t samples;   /* 1000; edges drawn for each node and order: 1 .. 1000000 */

    /* Embedding by several processes; RiWalk only, and not in a combination. */
    struct riwalk_comm *group; /* of riwalk_parallel.h; NULL: this one alone */
    const char *output; /* a .npy file that members, who need it, write while they embed; then
                           riwalk_vectors_write to this path puts it in its place */
    const char *work;   /* factor trainer: a folder of finished parts; another run goes on from it.
                           skip-gram: a folder for walks within the limit, in a file without a name */

    riwalk_use role_directions; /* AUTO; roles distinguish arcs out and arcs in */
    riwalk_use role_weights;    /* AUTO; roles have classes of strength, by share, not of degree */
    riwalk_steps steps;         /* UNIFORM */
    riwalk_use role_types;      /* AUTO; roles name the types of nodes (riwalk_graphs.h) */
} riwalk_options;

/* Sets the defaults, RIWALK_PRESET_PAPER. */
RIWALK_API void riwalk_options_init(riwalk_options *options);

typedef enum riwalk_preset {
    RIWALK_PRESET_PAPER = 0, /* the paper's settings */
    RIWALK_PRESET_FAST = 1,  /* the factor trainer */
    RIWALK_PRESET_BEST = 2,  /* the factor trainer with several views and measures */
    RIWALK_PRESET_ROLES = 3, /* for finding roles by clusters: docs/describe.md */
} riwalk_preset;

/* Sets a preset's options, and the others to their defaults; run, seed and memory stay. */
RIWALK_API void riwalk_options_preset(riwalk_options *options, riwalk_preset preset);

/* ---- Embedding -------------------------------------------------------------------------- */

/* What an embedding learned; see below. */
typedef struct riwalk_model riwalk_model;

/* What a run was like. */
typedef struct riwalk_embed_report {
    size_t size;
    uint32_t isolated;     /* nodes without neighbours, or that no walk visits: zero vectors */
    uint32_t roles;        /* that the walks met; rolx: that were found */
    uint64_t tokens;       /* of all walks */
    uint64_t pairs;        /* trained */
    double loss;           /* per pair at the end, an estimate */
    bool kept;             /* walks were kept, not made again in every epoch */
    uint64_t memory_bytes; /* the peak that was estimated */
    double walk_seconds;
    double train_seconds;
    uint32_t rank;          /* factor: dimensions that are in use; the vectors' others are zero */
    uint32_t measures;      /* factor: those of them, at the end, that are measures of nodes */
    uint32_t exact_anchors; /* factor: nodes whose visits are exact, not sampled */
    uint32_t sampled_walks; /* from each of the others */
    double eigenvalue;      /* graphwave: what its automatic scales follow from; else 0 */
    uint32_t features;      /* refex and rolx: those that were kept */
    riwalk_device device;   /* that walks and searches ran on; never AUTO */
} riwalk_embed_report;

/* Embeds graphs: one vector for every node, in the order of graphs and nodes. Several graphs are
 * embedded into one space; `names` then has a name for each, and nodes are named NAME:id. `names`
 * of one graph, `model` and `report` may be NULL. The same graphs, options and seed give the same
 * vectors on any number of threads; between instruction sets (riwalk_isa) they differ by rounding.
 * LIMIT, before the long work, where the memory limit is too low. */
RIWALK_API riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                                      const char *const *names, const riwalk_options *options,
                                      riwalk_vectors **vectors, riwalk_model **model,
                                      riwalk_embed_report *report, riwalk_error *error);

typedef struct riwalk_estimate {
    size_t size;
    uint64_t memory_bytes;       /* at the peak, as a run would be */
    uint64_t least_memory_bytes; /* the least limit: walks are in a file, or made again */
    double walk_seconds;
    double train_seconds;
} riwalk_estimate;

/* Estimates memory and time of riwalk_embed with the same arguments, by doing a small part of the
 * work: walks of some anchors, and training on them. */
RIWALK_API riwalk_status riwalk_embed_estimate(const riwalk_graph *const *graphs,
                                               size_t graph_count, const char *const *names,
                                               const riwalk_options *options,
                                               riwalk_estimate *estimate, riwalk_error *error);

/* ---- Models ----------------------------------------------------------------------------- */

/* A model is what an embedding by RiWalk learned about roles, with all options that it depends on,
 * and without the graph: it embeds nodes and graphs that it never saw, into the same space, with
 * nothing trained again. riwalk_embed makes one where it is asked for. */

/* Reads a model. Everything in the file is checked: FORMAT for a file that is cut, damaged, of
 * another version or no model. */
RIWALK_API riwalk_status riwalk_model_read(const char *path, riwalk_model **model,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_model_read_from(riwalk_source source, riwalk_model **model,
                                                riwalk_error *error);

/* Writes a model. Equal models make equal files. */
RIWALK_API riwalk_status riwalk_model_write(const riwalk_model *model, const char *path,
                                            riwalk_error *error);
RIWALK_API riwalk_status riwalk_model_write_to(const riwalk_model *model, riwalk_sink sink,
                                               riwalk_error *error);

RIWALK_API void riwalk_model_free(riwalk_model *model);

/* The options of the embedding, resolved, without the run; views are those in use, one at least.
 * They live with the model. O(1). */
RIWALK_API const riwalk_options *riwalk_model_options(const riwalk_model *model);

/* The roles that the model knows, of all views. O(1). */
RIWALK_API uint32_t riwalk_model_role_count(const riwalk_model *model);

typedef struct riwalk_transform_options {
    size_t size;
    riwalk_run run;
    const uint32_t *only; /* nodes to embed, ascending, numbered through all graphs; NULL: all */
    uint32_t only_count;
    const riwalk_graph *before;    /* the graph as it was, of which there are vectors; NULL: none */
    const riwalk_vectors *vectors; /* its vectors by the same model, with all of its nodes */
    uint32_t first; /* without `only`: the nodes first .. end - 1, numbered likewise */
    uint32_t end;   /* 0: all from `first` on */
} riwalk_transform_options;

RIWALK_API void riwalk_transform_options_init(riwalk_transform_options *options);

typedef struct riwalk_transform_report {
    size_t size;
    uint32_t nodes;         /* in the result */
    uint32_t embedded;      /* of them, all but those taken over from earlier vectors */
    uint32_t isolated;      /* without neighbours: their vectors are zero */
    uint32_t unknown_roles; /* roles that were met and that the model lacks */
    double unknown_share;   /* of the visits of embedded nodes, the part that went to them */
    double seconds;
} riwalk_transform_report;

/* Embeds the nodes of graphs by a model: one vector each, in the order of graphs and nodes; graphs
 * and names as in riwalk_embed. A factor model projects; for a skip-gram model each node's own
 * convex problem is solved against the roles' vectors. In place of a role that the model lacks it
 * takes the known one at the nearest distance with the nearest classes. On the graph that it was
 * made of, a factor model gives the embedding's vectors back, to the last bit; a skip-gram model
 * gives similar ones. The same on any number of threads.
 *
 * With `before`, for one graph, only nodes whose ball, in either graph, holds a node whose
 * neighbours changed, or whose number changed (walks are drawn by number), are embedded; all else
 * is taken from `vectors`. The result is the same as without. ARGUMENT where vectors are missing or
 * have another dimension, and for a model without roles. */
RIWALK_API riwalk_status riwalk_model_transform(
    const riwalk_model *model, const riwalk_graph *const *graphs, size_t graph_count,
    const char *const *names, const riwalk_transform_options *options, riwalk_vectors **vectors,
    riwalk_transform_report *report, riwalk_error *error);

/* ---- Roles and walks -------------------------------------------------------------------- */

/* Roles and walks of one graph under one set of options. */
typedef struct riwalk_sampler riwalk_sampler;

/* Checks the options against the graph, which must outlive the sampler. ARGUMENT for an option
 * without meaning, LIMIT where the tuples of roles cannot fit in 64 bits. O(nodes). */
RIWALK_API riwalk_status riwalk_sampler_create(const riwalk_graph *graph,
                                               const riwalk_options *options,
                                               riwalk_sampler **sampler, riwalk_error *error);
RIWALK_API void riwalk_sampler_free(riwalk_sampler *sampler);

/* All walks of one anchor. Walk w is nodes[w * length ..] and roles[w * length ..], the anchor
 * first. A token is the anchor itself wherever nodes[] is the anchor (its role there reads 0), and
 * a role everywhere else. An anchor without neighbours has walks of length 1: itself. */
typedef struct riwalk_anchor_walks {
    uint32_t anchor;
    uint32_t walks;
    uint32_t length; /* tokens in each */
    const uint32_t *nodes;
    const uint64_t *roles;
} riwalk_anchor_walks;

/* Takes the walks of an anchor; the arrays live until it returns. A nonzero return cancels. */
typedef int riwalk_walks_function(const riwalk_anchor_walks *walks, void *data);

/* Samples all anchors in parallel and hands them over in the order of the nodes, never two at once.
 * The same seed gives the same walks on any number of threads. */
RIWALK_API riwalk_status riwalk_walks_each(const riwalk_sampler *sampler,
                                           riwalk_walks_function *function, void *data,
                                           riwalk_error *error);

/* A role as one word ("r3.4.2": an r and the tuple) and in words ("degree 7-14, two hops from an
 * anchor of degree 15-30"), cut to the buffer's capacity; the whole length is returned. */
RIWALK_API size_t riwalk_role_token(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                                    size_t capacity);
RIWALK_API size_t riwalk_role_words(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                                    size_t capacity);

/* The roles that the walks of a graph meet, sorted by tuple: a role's id is its place. */
typedef struct riwalk_roles riwalk_roles;

typedef struct riwalk_role_entry {
    uint64_t role;
    uint64_t visits;  /* tokens of all walks */
    uint64_t anchors; /* anchors whose walks meet it */
} riwalk_role_entry;

RIWALK_API riwalk_status riwalk_roles_find(const riwalk_sampler *sampler, riwalk_roles **roles,
                                           riwalk_error *error);
RIWALK_API void riwalk_roles_free(riwalk_roles *roles);
RIWALK_API uint32_t riwalk_roles_count(const riwalk_roles *roles);
RIWALK_API const riwalk_role_entry *riwalk_roles_get(const riwalk_roles *roles, uint32_t id);

/* A role that the walks of a node visit, and how often: the steps of all its walks, or, where walks
 * are exact, the expected steps of one. Only ratios have a meaning. */
typedef struct riwalk_visits {
    uint32_t role; /* its place in the table of roles */
    float visits;
} riwalk_visits;

/* The profiles of all nodes: what the factor trainer learns from, and material for a trainer of
 * your own. A sparse matrix, nodes by roles; a walk that comes back visits its own node, a role at
 * distance 0. */
typedef struct riwalk_profiles riwalk_profiles;

RIWALK_API riwalk_status riwalk_profiles_find(const riwalk_sampler *sampler,
                                              riwalk_profiles **profiles, riwalk_error *error);
RIWALK_API void riwalk_profiles_free(riwalk_profiles *profiles);

/* The table of roles, ascending, and the row of a node, ascending by role: empty without
 * neighbours. Both live with the profiles. O(1). */
RIWALK_API const uint64_t *riwalk_profiles_roles(const riwalk_profiles *profiles, uint32_t *count);
RIWALK_API const riwalk_visits *riwalk_profiles_row(const riwalk_profiles *profiles, uint32_t node,
                                                    uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
