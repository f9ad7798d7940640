/* SPDX-License-Identifier: MIT */
/* riwalk: structural node embeddings. This header has what most programs need. It is stable: only
 * minor versions change it, and the changelog says how. Topics have headers of their own:
 *
 *     riwalk_graphs.h    graphs from rows, generated, changed, measured and written
 *     riwalk_analysis.h  neighbours, classification, clusters, roles in words, pictures, reports
 *     riwalk_options.h   options by name, for commands and bindings
 *     riwalk_parallel.h  one embedding by several processes
 *
 * A whole program needs five calls:
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
 *    optional riwalk_error, which receives the code, the line of the input (or 0) and a sentence
 *    that a user can act on. A call that fails returns no result and leaks nothing.
 *  - An options struct starts with its size. Its init function sets the defaults; so does NULL.
 *  - A report starts with its size, too, which the caller sets: report.size = sizeof report.
 *  - Objects are opaque and owned by the caller, who frees them; free functions accept NULL.
 *  - Several threads may call the library at once and share finished objects, which are read-only.
 *  - Results depend on the input, the options and the seed, never on the number of threads.
 *  - The library never prints, exits or aborts, and changes no settings of the process.
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

/* The version of the running library: "0.3.0". */
RIWALK_API const char *riwalk_version(void);

/* The instruction set of the compute kernels: "scalar", "avx2", "avx512" or "neon". It is the best
 * that the machine has, or a lesser one named by the environment variable RIWALK_ISA. */
RIWALK_API const char *riwalk_isa(void);

typedef enum riwalk_status {
    RIWALK_STATUS_OK = 0,
    RIWALK_STATUS_ARGUMENT = 1,  /* an argument is invalid */
    RIWALK_STATUS_MEMORY = 2,    /* not enough memory */
    RIWALK_STATUS_IO = 3,        /* a file cannot be opened, read or written, or a library loaded */
    RIWALK_STATUS_FORMAT = 4,    /* a file's content is malformed */
    RIWALK_STATUS_LIMIT = 5,     /* too large for this library */
    RIWALK_STATUS_CANCELLED = 6, /* the progress callback asked to stop */
} riwalk_status;

typedef struct riwalk_error {
    riwalk_status code;
    uint64_t line;     /* line of the input file, from 1; 0: none */
    char message[496]; /* "graph.txt:17: expected two node ids, found one"; printable */
} riwalk_error;

/* One or two words for any status, such as "out of memory". */
RIWALK_API const char *riwalk_status_name(riwalk_status status);

/* ---- Progress --------------------------------------------------------------------------- */

typedef struct riwalk_progress {
    const char *stage; /* "reading", "sorting", ... */
    const char *unit;  /* what is counted: "bytes", "edges", "anchors", ... */
    uint64_t done;
    uint64_t total; /* 0: unknown */
    double seconds; /* since the stage began */
    double loss;    /* training loss per pair, once it is known; NaN in other stages */
} riwalk_progress;

/* Called a few times a second during long work, by any thread, but never by two at once. A nonzero
 * return cancels: the call ends soon with RIWALK_STATUS_CANCELLED. */
typedef int riwalk_progress_function(const riwalk_progress *progress, void *data);

/* Where walks and searches run. */
typedef enum riwalk_device {
    RIWALK_DEVICE_CPU = 0,
    RIWALK_DEVICE_CUDA = 1, /* a graphics card; an error if none is usable */
    RIWALK_DEVICE_AUTO = 2, /* a graphics card if one is usable, else the CPU */
} riwalk_device;

/* How a call runs. Results never depend on it. */
typedef struct riwalk_run {
    int threads;                        /* 0: all that the machine has */
    riwalk_device device;               /* CPU */
    riwalk_progress_function *progress; /* NULL: no reports */
    void *progress_data;
    uint64_t reserved[4]; /* 0: room to grow, as other structs contain this one */
} riwalk_run;

/* ---- Input and output ------------------------------------------------------------------- */

/* Where input comes from: a file ("-": standard input) or bytes in memory. gzip and zstd are
 * recognised by content. riwalk_*_read takes the path of a file, riwalk_*_read_from either. */
typedef struct riwalk_source {
    const char *path; /* NULL: read the bytes below */
    const void *data;
    size_t size;
    const char *name; /* a name for the bytes in messages */
} riwalk_source;

/* A set of output files that appear together; for the command and the Python package. */
typedef struct riwalk_files riwalk_files;

/* Where output goes: a file ("-": standard output) or memory. A name ending in .gz or .zst is
 * compressed. A file appears complete or not at all: it is written under a temporary name, flushed
 * to disk and renamed. riwalk_*_write takes the path of a file, riwalk_*_write_to either. */
typedef struct riwalk_sink {
    const char *path;    /* NULL: memory */
    riwalk_files *files; /* NULL: the file appears at once */
    void **data;         /* memory: receives the bytes; free them with riwalk_bytes_free */
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

/* A graph in compressed sparse rows. Nodes are 0 .. node_count-1; rows are sorted, without
 * self-loops and duplicates. It is undirected and unweighted unless the options say otherwise.
 * Nodes are ordered by name: as numbers if all names are integers, else by bytes. */
typedef struct riwalk_graph riwalk_graph;

#define RIWALK_MAX_NODES UINT32_C(4294967294)
#define RIWALK_MAX_NAME UINT32_C(16777216) /* bytes of a node's name or a label */

typedef enum riwalk_format {
    RIWALK_FORMAT_AUTO = 0,          /* read: by content; write: by the file's extension */
    RIWALK_FORMAT_EDGE_LIST = 1,     /* u v [weight] */
    RIWALK_FORMAT_MATRIX_MARKET = 2, /* .mtx */
    RIWALK_FORMAT_METIS = 3,         /* .graph, .metis */
    RIWALK_FORMAT_RWG = 4,           /* .rwg, our binary form, read without parsing */
    RIWALK_FORMAT_GRAPHML = 5,       /* .graphml */
    RIWALK_FORMAT_GEXF = 6,          /* .gexf */
    RIWALK_FORMAT_NODE_LINK = 7,     /* .json, as networkx and d3 write it */
} riwalk_format;

typedef enum riwalk_header {
    RIWALK_HEADER_AUTO = 0, /* guessed from the first lines */
    RIWALK_HEADER_NO = 1,
    RIWALK_HEADER_YES = 2,
} riwalk_header;

typedef struct riwalk_read_options {
    size_t size;
    riwalk_run run;
    riwalk_format format;
    bool directed;  /* keep directions; .rwg, GraphML, GEXF and node-link files decide themselves */
    bool weighted;  /* keep weights: the third column of an edge list */
    char delimiter; /* edge lists: ' ' (any blanks), '\t', ',', ';', '|'; 0: guess */
    riwalk_header header;   /* edge lists only */
    const char *nodes_path; /* a file of node ids, one a line, for nodes that may have no edge */
    bool undirected;        /* drop the directions that a file has; not with `directed` */
    bool unweighted;        /* drop the weights that a file has; not with `weighted` */
    const char *types_attribute; /* GraphML, GEXF and node-link: the attribute with types */
    bool add_duplicates;         /* add the weights of duplicate edges; false: keep the largest */
    bool map;          /* map an .rwg file; truncating it then kills the process (SIGBUS) */
    const char *store; /* write the graph to this .rwg and map it; NULL: no */
    uint64_t memory;   /* for an edge list on its way to `store`: bytes; 0: half of what is free */
} riwalk_read_options;

RIWALK_API void riwalk_read_options_init(riwalk_read_options *options);

/* Reads a graph. Duplicate edges become one; in an undirected graph u v and v u are duplicates.
 * Bytes in memory may be freed afterwards. O(bytes + edges log degree). */
RIWALK_API riwalk_status riwalk_graph_read(const char *path, const riwalk_read_options *options,
                                           riwalk_graph **graph, riwalk_error *error);
RIWALK_API riwalk_status riwalk_graph_read_from(riwalk_source source,
                                                const riwalk_read_options *options,
                                                riwalk_graph **graph, riwalk_error *error);

typedef struct riwalk_build_options {
    size_t size;
    riwalk_run run;
    bool directed;
    const char *const *names;     /* distinct names of nodes; NULL: their numbers */
    const int64_t *integer_names; /* the same as integers; set at most one of both */
    uint32_t *places;             /* receives each number's place in the order of names; or NULL */
    bool add_duplicates;          /* add the weights of duplicate edges; false: keep the largest */
} riwalk_build_options;

RIWALK_API void riwalk_build_options_init(riwalk_build_options *options);

/* Edges in arrays: edge e joins sources[e * stride] and targets[e * stride], both below the node
 * count. The arrays are only read. */
typedef struct riwalk_edge_arrays {
    uint64_t count;
    const void *sources;
    const void *targets;
    int index_bits;      /* bits of a node number: 32 or 64 */
    size_t stride;       /* 1: two separate arrays; 2: one array of pairs */
    const void *weights; /* [count], positive and finite; NULL: none */
    int weight_bits;     /* 32: float, 64: double */
} riwalk_edge_arrays;

/* Builds a graph from edges. An undirected graph may list each edge once or in both directions.
 * Self-loops and repetitions are dropped and counted. O(edges log degree). */
RIWALK_API riwalk_status riwalk_graph_from_edges(uint32_t node_count,
                                                 const riwalk_edge_arrays *edges,
                                                 const riwalk_build_options *options,
                                                 riwalk_graph **graph, riwalk_error *error);

RIWALK_API void riwalk_graph_free(riwalk_graph *graph);

/* O(1). An undirected edge counts once. */
RIWALK_API uint32_t riwalk_graph_node_count(const riwalk_graph *graph);
RIWALK_API uint64_t riwalk_graph_edge_count(const riwalk_graph *graph);
RIWALK_API bool riwalk_graph_is_directed(const riwalk_graph *graph);
RIWALK_API bool riwalk_graph_is_weighted(const riwalk_graph *graph);

/* The sorted neighbours of a node (out-neighbours if directed), their number, and their weights in
 * the same order (NULL if unweighted). They live as long as the graph. `node` < node count. */
RIWALK_API uint32_t riwalk_graph_degree(const riwalk_graph *graph, uint32_t node);
RIWALK_API const uint32_t *riwalk_graph_neighbors(const riwalk_graph *graph, uint32_t node);
RIWALK_API const double *riwalk_graph_weights(const riwalk_graph *graph, uint32_t node);

/* Writes a node's name, which is never empty, and a NUL into a buffer, cut to its capacity. Returns
 * the length of the whole name. O(1). */
RIWALK_API size_t riwalk_graph_name(const riwalk_graph *graph, uint32_t node, char *buffer,
                                    size_t capacity);

/* Finds the node with a name; false if there is none. O(log nodes). */
RIWALK_API bool riwalk_graph_find(const riwalk_graph *graph, const char *name, size_t length,
                                  uint32_t *node);

/* ---- Vectors ---------------------------------------------------------------------------- */

/* One vector of floats per node, with the node's name, in the order of the graph or the file. */
typedef struct riwalk_vectors riwalk_vectors;

typedef enum riwalk_vectors_format {
    RIWALK_VECTORS_FORMAT_AUTO = 0,   /* read: by content; write: by the file's extension */
    RIWALK_VECTORS_FORMAT_TEXT = 1,   /* word2vec text: .txt, .emb, .vec and others */
    RIWALK_VECTORS_FORMAT_BINARY = 2, /* word2vec binary: .bin */
    RIWALK_VECTORS_FORMAT_NPY = 3,    /* NumPy: .npy, with the names in a file .ids next to it */
    RIWALK_VECTORS_FORMAT_TSV = 4,    /* a header, then name and values, tab-separated: .tsv */
    RIWALK_VECTORS_FORMAT_CSV = 5,    /* the same, comma-separated: .csv */
    RIWALK_VECTORS_FORMAT_NPZ = 6,    /* NumPy arrays "vectors" and "ids" in one file: .npz */
} riwalk_vectors_format;

/* Copies `count` vectors: `names` are distinct, not empty and without line feeds; `values` are
 * count * dimensions finite floats, row by row. */
RIWALK_API riwalk_status riwalk_vectors_build(uint32_t count, uint32_t dimensions,
                                              const char *const *names, const float *values,
                                              riwalk_vectors **vectors, riwalk_error *error);

/* The same for the nodes of a graph, in its order and with its names. */
RIWALK_API riwalk_status riwalk_vectors_build_for(const riwalk_graph *graph, uint32_t dimensions,
                                                  const float *values, riwalk_vectors **vectors,
                                                  riwalk_error *error);

RIWALK_API void riwalk_vectors_free(riwalk_vectors *vectors);
RIWALK_API uint32_t riwalk_vectors_count(const riwalk_vectors *vectors);
RIWALK_API uint32_t riwalk_vectors_dimensions(const riwalk_vectors *vectors);

/* All values, row by row without gaps, and those of one row; they live as long as the set. O(1). */
RIWALK_API const float *riwalk_vectors_values(const riwalk_vectors *vectors);
RIWALK_API const float *riwalk_vectors_row(const riwalk_vectors *vectors, uint32_t row);

/* Names of rows: see riwalk_graph_name, riwalk_graph_names and riwalk_graph_find. */
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
    bool map; /* leave the values in the .npy file, mapped: see riwalk_read_options.map */
} riwalk_vectors_options;

RIWALK_API void riwalk_vectors_options_init(riwalk_vectors_options *options);

/* Reads vectors. Values must be finite, names distinct. The names of a .npy file are in the file
 * .ids next to it, so it can come neither from a stream nor from memory. */
RIWALK_API riwalk_status riwalk_vectors_read(const char *path,
                                             const riwalk_vectors_options *options,
                                             riwalk_vectors **vectors, riwalk_error *error);
RIWALK_API riwalk_status riwalk_vectors_read_from(riwalk_source source,
                                                  const riwalk_vectors_options *options,
                                                  riwalk_vectors **vectors, riwalk_error *error);

/* Writes vectors so that they read back exactly. Memory and "-" get word2vec text unless the
 * options name a format, which may not be NPY. ARGUMENT for names with blanks in word2vec formats,
 * and for the extension of another kind of file (.json). */
RIWALK_API riwalk_status riwalk_vectors_write(const riwalk_vectors *vectors, const char *path,
                                              const riwalk_vectors_options *options,
                                              riwalk_error *error);
RIWALK_API riwalk_status riwalk_vectors_write_to(const riwalk_vectors *vectors, riwalk_sink sink,
                                                 const riwalk_vectors_options *options,
                                                 riwalk_error *error);

/* ---- Options of an embedding ------------------------------------------------------------- */

/* How a graph becomes vectors. */
typedef enum riwalk_method {
    RIWALK_METHOD_RIWALK = 0,    /* walks among roles; the identifier says what a role is */
    RIWALK_METHOD_DEEPWALK = 1,  /* walks from node to node, by edge weights */
    RIWALK_METHOD_NODE2VEC = 2,  /* the same, biased by p and q */
    RIWALK_METHOD_STRUC2VEC = 3, /* walks among nodes whose surroundings have similar degrees */
    RIWALK_METHOD_GRAPHWAVE = 4, /* how heat spreads from a node, by edge weights */
    RIWALK_METHOD_REFEX = 5,     /* recursive features: degrees and egonets, near and far */
    RIWALK_METHOD_ROLX = 6,      /* memberships in roles, found by factorising these features */
    RIWALK_METHOD_LINE = 7,      /* neighbours, and nodes that share neighbours, by edge weights */
} riwalk_method;

/* The tuple that identifies the role of a context, as an anchor sees it. h is the degree class:
 * h(x) = floor(log2(x + 1)) or another of riwalk_degree_classes.
 *   SP     (h(degree of the anchor), h(degree of the context), distance)
 *   WL     (h(degree of the anchor), distance, h(neighbours one layer closer to the anchor),
 *          h(in the same layer), h(one layer further)), counting neighbours in the ball only
 *   RW_SP, RW_WL  the same in the subgraph of the edges that the anchor's own walks used, but RW_SP
 *          has the graph's degrees. Walks may leave the ball; distances stop at the radius.
 * In directed graphs each degree and each count of neighbours becomes two: arcs out and arcs in. */
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
    uint32_t closer;   /* neighbours at distance - 1; 0 unless role_layers is set */
    uint32_t same;     /* neighbours at the same distance */
    uint32_t further;  /* neighbours at distance + 1 that are inside the ball */
    uint32_t spread;   /* neighbours of the anchor: its degree */
    uint32_t degree;   /* all neighbours of the node */
    uint32_t closer_in, same_in, further_in, spread_in, degree_in; /* of arcs in; above: arcs out */
    double weight, weight_in; /* RW variants: the anchor's strength in its walks, if weighted */
} riwalk_context;             /* made by the library; later versions add fields at the end */

/* Names a role by any 64 bits, which are equal exactly for contexts that play the same role. It
 * must be a pure function of the context and of constant data; several threads call it at once. */
typedef uint64_t riwalk_role_function(const riwalk_context *context, void *data);

/* Describes a role in words, as snprintf does: cut to the capacity; returns the whole length. */
typedef size_t riwalk_words_function(uint64_t role, char *buffer, size_t capacity, void *data);

/* How degrees and counts x become classes. */
typedef enum riwalk_degree_classes {
    RIWALK_DEGREE_CLASSES_LOG = 0,  /* h(x) = floor(log_B(x + 1)), with B = class_base */
    RIWALK_DEGREE_CLASSES_NONE = 1, /* every value is a class of its own */
    /* s(x) = floor(-log_B(fraction of the nodes with neighbours that have x or more)), s(0) = 0:
     * class s is in the top B^-s of its graph. Exact, for B as a decimal number. */
    RIWALK_DEGREE_CLASSES_SHARE = 2,
    RIWALK_DEGREE_CLASSES_AUTO = 3, /* SHARE across graphs, else LOG */
} riwalk_degree_classes;

/* Whether a role includes the degree class of its anchor. */
typedef enum riwalk_role_anchor {
    RIWALK_ROLE_ANCHOR_AUTO = 0, /* BOTH: factor trainer, one graph, no model; else KEEP */
    RIWALK_ROLE_ANCHOR_KEEP = 1,
    RIWALK_ROLE_ANCHOR_DROP = 2,
    RIWALK_ROLE_ANCHOR_BOTH = 3, /* roles of both kinds, side by side; factor trainer only */
    RIWALK_ROLE_ANCHOR_AWAY = 4, /* for `views`: DROP, and visits to the anchor are not counted */
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

/* How RiWalk's walks become vectors. */
typedef enum riwalk_trainer {
    RIWALK_TRAINER_SGNS = 0,   /* the paper's: skip-gram with negative sampling */
    RIWALK_TRAINER_FACTOR = 1, /* singular vectors of the visits to each role */
} riwalk_trainer;

/* Which pairs of tokens skip-gram learns from in RiWalk's walks, an anchor among roles. */
typedef enum riwalk_pairs {
    RIWALK_PAIRS_ALL = 0,    /* the paper's: every pair within the window */
    RIWALK_PAIRS_ANCHOR = 1, /* pairs that include the anchor, about two in five */
} riwalk_pairs;

/* How the factor trainer weighs s, the fraction of an anchor's visits that go to a role. */
typedef enum riwalk_weighting {
    RIWALK_WEIGHTING_HELLINGER = 0, /* sqrt(s) */
    RIWALK_WEIGHTING_LOG = 1,       /* log(1 + 1000 s), then each row scaled to length 1 */
    RIWALK_WEIGHTING_PPMI = 2, /* log(s / mean of s for this role), at least 0; then length 1 */
    RIWALK_WEIGHTING_AUTO = 3, /* PPMI if directions alone enter the roles, else HELLINGER */
} riwalk_weighting;

/* Whether up to a quarter of the factor trainer's columns, the last ones, are measures of nodes:
 * degrees and triangles, of the node and nearby. They mislead across graphs. */
typedef enum riwalk_measures {
    RIWALK_MEASURES_NO = 0,
    RIWALK_MEASURES_YES = 1,
    RIWALK_MEASURES_AUTO = 2, /* YES if role_anchor becomes BOTH and roles use no directions */
} riwalk_measures;

/* Which nodes LINE places close together. */
typedef enum riwalk_order {
    RIWALK_ORDER_BOTH = 0,   /* both, with half of the dimensions each */
    RIWALK_ORDER_FIRST = 1,  /* neighbours */
    RIWALK_ORDER_SECOND = 2, /* nodes with the same neighbours */
} riwalk_order;

/* What the values of ReFeX vectors are. */
typedef enum riwalk_feature_values {
    RIWALK_FEATURE_VALUES_LOG = 0,  /* log(1 + value) */
    RIWALK_FEATURE_VALUES_BINS = 1, /* bins of features, from 0: ranks on a logarithmic scale */
    RIWALK_FEATURE_VALUES_RAW = 2,  /* sums and means as they are */
} riwalk_feature_values;

/* A second part of each vector, for the position of its node in the graph, from separate walks. */
typedef enum riwalk_combine {
    RIWALK_COMBINE_NONE = 0,
    RIWALK_COMBINE_DEEPWALK = 1,
    RIWALK_COMBINE_NODE2VEC = 2,
} riwalk_combine;

typedef enum riwalk_use {
    RIWALK_USE_AUTO = 0, /* if the graph has them */
    RIWALK_USE_NO = 1,
    RIWALK_USE_YES = 2, /* an edge counts as two arcs of weight 1 if the graph does not say */
} riwalk_use;

typedef enum riwalk_steps {
    RIWALK_STEPS_UNIFORM = 0, /* to any neighbour in the ball with equal probability */
    RIWALK_STEPS_WEIGHT = 1,  /* by edge weights; two opposite arcs count as the larger one */
} riwalk_steps;

/* Limits, and numbers with a special meaning. */
#define RIWALK_MAX_RADIUS 64
#define RIWALK_RADIUS_UNLIMITED UINT32_MAX  /* the ball is the anchor's whole component */
#define RIWALK_CLASS_BASE_AUTO 0            /* 2, or 1.5 for SHARE */
#define RIWALK_VIEWS_AUTO UINT32_MAX        /* several if role_anchor becomes BOTH, else one */
#define RIWALK_VIEWS_ROLES (UINT32_MAX - 1) /* those of the preset ROLES */
#define RIWALK_NORM_AUTO 0 /* 3; 1 across graphs; with measures, 3 up to 1000 nodes, then less */
#define RIWALK_WALKS_AUTO 0
#define RIWALK_WALKS_EXACT UINT32_MAX /* the expectation of walks: factor trainer only */
#define RIWALK_WALK_LENGTH_AUTO 0
#define RIWALK_MAX_LAYERS 1000
#define RIWALK_LAYERS_UNLIMITED UINT32_MAX
#define RIWALK_MAX_SCALES 64
#define RIWALK_MAX_ROLES 64
#define RIWALK_ROLES_AUTO 0

/* All options and their defaults, the paper's. A method ignores those it does not use. */
typedef struct riwalk_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;        /* 1 */
    uint64_t memory;      /* a limit in bytes; 0: walks may take half of the machine's memory */
    riwalk_method method; /* RIWALK */

    /* RiWalk: roles, walks and training. */
    riwalk_view view;
    uint32_t walks; /* per node; WALKS_AUTO: 80; deepwalk and node2vec: 10; factor trainer: 200, or
                       their exact expectation if that is less work */
    uint32_t walk_length;   /* tokens; WALK_LENGTH_AUTO: 10; deepwalk and node2vec: 80 */
    riwalk_trainer trainer; /* SGNS */

    /* Training. */
    uint32_t dimensions; /* length of a vector: 1 .. 4096; 128 */
    uint32_t window;     /* the largest distance between a pair's tokens: 1 .. 10000; 10 */
    uint32_t negatives;  /* noise tokens drawn for each pair: 1 .. 100; 5 */
    uint32_t epochs;     /* 0 .. 100000; 5; 0: the result is the random start */
    double subsample;    /* tokens more frequent than this are thinned: 0 (off) .. 1; 0.001 */
    double alpha;        /* the first learning rate: above 0, at most 1; 0.025 */
    double min_alpha;    /* the last one: 0 .. alpha; 0.0001 */
    double ns_exponent;  /* noise is drawn by count to this power: -10 .. 10; 0.75 */

    /* The factor trainer. */
    riwalk_weighting weighting; /* HELLINGER */
    riwalk_measures measures;   /* NO */
    uint32_t view_count;        /* 0: only `view` above; or VIEWS_AUTO, VIEWS_ROLES */
    /* These replace `view`, side by side. Where view.role_anchor is KEEP, those that drop the
     * anchor are left out if others keep it. */
    riwalk_view views[RIWALK_MAX_VIEWS];

    /* node2vec. After a step from t to v, the next node x is drawn with a probability proportional
     * to the weight of v x, times 1/p if x is t, 1 if t has an edge to x, and 1/q otherwise. Both
     * are 1e-30 .. 1e30. */
    double p; /* 1; large: walks rarely turn back */
    double q; /* 1; large: walks stay near; small: they move away */

    /* struc2vec (Ribeiro et al., KDD 2017) compares nodes by the degrees of the nodes at 0, 1, 2,
     * ... hops (docs/methods.md). Undirected graphs only; weights are ignored. */
    uint32_t layers; /* 6; hops that are compared: 0 .. RIWALK_MAX_LAYERS, or LAYERS_UNLIMITED */
    bool compact_degrees; /* true; warp runs of equal degrees; false: each degree separately */
    bool all_pairs; /* compare all pairs of nodes, in 4 (layers + 2) n^2 bytes; false: compare each
                       node with about 12 log2 n nodes of similar degree */
    double stay;    /* 0.3; the probability that a walk stays in its layer: 0.001 .. 1 */

    /* GraphWave: exp(-scale L), with the normalised Laplacian L. For each scale a vector holds the
     * real and the imaginary part of the characteristic function of its node's column, at
     * dimensions / scales / 2 evenly spaced points from 0 to 100. Undirected graphs only. */
    uint32_t scale_count;             /* 0: two, computed from the graph */
    double scales[RIWALK_MAX_SCALES]; /* each 1e-6 .. 1e6 */

    /* Two methods, each with half of the dimensions: the cosine of two vectors is (1 - balance)
     * times that of their first halves plus balance times that of their second halves. */
    riwalk_combine combine;       /* NONE */
    double balance;               /* 0.5; 0: only the first half counts; 1: only the second */
    uint32_t combine_walks;       /* 10; per node */
    uint32_t combine_walk_length; /* 80 */

    /* The caller's own role identifier: CUSTOM only. */
    riwalk_role_function *role;
    bool role_layers;                  /* the context has closer, same and further */
    riwalk_words_function *role_words; /* NULL: roles are shown as numbers */
    void *role_data;

    double norm; /* factor trainer: the length of the roles' part of a vector: 0.001 .. 1000 */

    /* ReFeX (Henderson et al., KDD 2011) and RolX (KDD 2012); see docs/methods.md. A vector has one
     * dimension per feature or role found, at most `dimensions`. */
    double bin_share; /* 0.5; the fraction of remaining nodes per bin: 0.01 .. 0.99 */
    riwalk_feature_values feature_values; /* LOG; ReFeX only */
    uint32_t role_count; /* RolX: 1 .. RIWALK_MAX_ROLES; ROLES_AUTO: by description length */

    riwalk_pairs pairs; /* ALL; the pairs of RiWalk's walks that skip-gram learns from */
    /* LINE (Tang et al., WWW 2015). The part of a vector for each order has length 1. */
    riwalk_order order; /* BOTH */
    uint32_t samples;   /* 1000; edges drawn per node and order: 1 .. 1000000 */

    /* Embedding by several processes; RiWalk only, and not in a combination. */
    struct riwalk_comm *group; /* see riwalk_parallel.h; NULL: this process alone */
    const char *output; /* a .npy file that members of a group fill while they embed (they need
                           one); riwalk_vectors_write to this path then completes it */
    const char *work; /* factor trainer: a folder of finished parts; another run resumes with them.
                         skip-gram and riwalk_part_find: a folder for unnamed files of what
                         exceeds the limit */

    riwalk_use role_directions; /* AUTO; roles distinguish arcs out and arcs in */
    riwalk_use role_weights; /* AUTO; roles use classes of strength, by SHARE, instead of degree */
    riwalk_steps steps;      /* UNIFORM */
    riwalk_use role_types;   /* AUTO; roles include the types of nodes (riwalk_graphs.h) */
} riwalk_options;

/* Sets the defaults: RIWALK_PRESET_PAPER. */
RIWALK_API void riwalk_options_init(riwalk_options *options);

typedef enum riwalk_preset {
    RIWALK_PRESET_PAPER = 0, /* the paper's settings */
    RIWALK_PRESET_FAST = 1,  /* the factor trainer */
    RIWALK_PRESET_BEST = 2,  /* the factor trainer with several views and measures */
    RIWALK_PRESET_ROLES = 3, /* for finding roles by clustering: docs/describe.md */
} riwalk_preset;

/* Sets a preset's options and the defaults of all others, but keeps run, seed and memory. */
RIWALK_API void riwalk_options_preset(riwalk_options *options, riwalk_preset preset);

/* ---- Embedding -------------------------------------------------------------------------- */

typedef struct riwalk_model riwalk_model; /* what an embedding learned: see Models below */

/* Figures of a run. */
typedef struct riwalk_embed_report {
    size_t size;
    uint32_t isolated;     /* nodes with zero vectors: no neighbours, or no walk visits them */
    uint32_t roles;        /* roles that the walks met; rolx: roles that were found */
    uint64_t tokens;       /* tokens of all walks */
    uint64_t pairs;        /* trained pairs */
    double loss;           /* estimated loss per pair at the end */
    bool kept;             /* walks were kept for all epochs, not drawn again in each */
    uint64_t memory_bytes; /* the estimated peak */
    double walk_seconds;
    double train_seconds;
    uint32_t rank;          /* factor: dimensions in use; the other columns are zero */
    uint32_t measures;      /* factor: the last of them, which are measures of nodes */
    uint32_t exact_anchors; /* factor: nodes whose visits are computed exactly, not sampled */
    uint32_t sampled_walks; /* walks per node of the others */
    double eigenvalue;      /* graphwave: the eigenvalue behind the automatic scales; else 0 */
    uint32_t features;      /* refex and rolx: features that were kept */
    riwalk_device device;   /* where walks and searches ran; never AUTO */
    uint32_t damaged_parts; /* parts in the folder `work` that were cut, changed or of another */
                            /* run: their walks were made again */
    char damaged_part[40];  /* the file name of the first; empty if another process found it */
} riwalk_embed_report;

/* Embeds graphs: one vector per node, in the order of graphs and nodes. Several graphs share one
 * space; `names` then has a name for each, and nodes are called NAME:id. For a single graph `names`
 * may be NULL; so may `model` and `report`. The same graphs, options and seed give the same vectors
 * on any number of threads; between instruction sets (riwalk_isa) they differ by rounding. A memory
 * limit that is too low fails with LIMIT before the long work. */
RIWALK_API riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                                      const char *const *names, const riwalk_options *options,
                                      riwalk_vectors **vectors, riwalk_model **model,
                                      riwalk_embed_report *report, riwalk_error *error);

typedef struct riwalk_estimate {
    size_t size;
    uint64_t memory_bytes;       /* at the peak of a run with these options */
    uint64_t least_memory_bytes; /* the lowest limit that works: no walks in memory */
    double walk_seconds;
    double train_seconds;
} riwalk_estimate;

/* Estimates memory and time of riwalk_embed with these arguments, by a small part of its work. */
RIWALK_API riwalk_status riwalk_embed_estimate(const riwalk_graph *const *graphs,
                                               size_t graph_count, const char *const *names,
                                               const riwalk_options *options,
                                               riwalk_estimate *estimate, riwalk_error *error);

/* ---- Models ----------------------------------------------------------------------------- */

/* A model is what RiWalk learned about roles, with the options it depends on, but without the
 * graph. It embeds new nodes and new graphs into the same space without training. */

/* Reads a model. FORMAT if the file is truncated, damaged, of another version or no model. */
RIWALK_API riwalk_status riwalk_model_read(const char *path, riwalk_model **model,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_model_read_from(riwalk_source source, riwalk_model **model,
                                                riwalk_error *error);

/* Writes a model. Equal models give equal files. */
RIWALK_API riwalk_status riwalk_model_write(const riwalk_model *model, const char *path,
                                            riwalk_error *error);
RIWALK_API riwalk_status riwalk_model_write_to(const riwalk_model *model, riwalk_sink sink,
                                               riwalk_error *error);

RIWALK_API void riwalk_model_free(riwalk_model *model);

/* The resolved options of the embedding without `run`; `views` holds those in use, at least one.
 * They live as long as the model. O(1). */
RIWALK_API const riwalk_options *riwalk_model_options(const riwalk_model *model);

/* The number of roles that the model knows, in all views. O(1). */
RIWALK_API uint32_t riwalk_model_role_count(const riwalk_model *model);

typedef struct riwalk_transform_options {
    size_t size;
    riwalk_run run;
    const uint32_t *only; /* nodes to embed, ascending, counted through all graphs; NULL: all */
    uint32_t only_count;
    const riwalk_graph *before;    /* an earlier version of the graph; NULL: none */
    const riwalk_vectors *vectors; /* the vectors of all nodes of `before` by this model */
    uint32_t first; /* without `only`: embed the nodes first .. end - 1, counted in the same way */
    uint32_t end;   /* 0: to the last node */
} riwalk_transform_options;

RIWALK_API void riwalk_transform_options_init(riwalk_transform_options *options);

typedef struct riwalk_transform_report {
    size_t size;
    uint32_t nodes;         /* rows of the result */
    uint32_t embedded;      /* nodes whose vectors are not copied from earlier ones */
    uint32_t isolated;      /* without neighbours: their vectors are zero */
    uint32_t unknown_roles; /* roles that were met but are not in the model */
    double unknown_share;   /* the fraction of visits that went to unknown roles */
    double seconds;
} riwalk_transform_report;

/* Embeds the nodes of graphs by a model: one vector per node, in the order of graphs and nodes;
 * graphs and names as in riwalk_embed. A factor model projects each profile. A skip-gram model
 * solves one convex problem per node against the roles' vectors. A role that the model does not
 * know is replaced by the known role at the nearest distance with the nearest classes. On its own
 * graph a factor model returns exactly the vectors of the embedding, a skip-gram model similar
 * ones. The result is the same on any number of threads.
 *
 * With `before`, for a single graph, only some nodes are embedded: those whose ball, in either
 * graph, contains a node whose neighbours or number changed (walks are drawn by number). All other
 * vectors are copied from `vectors`; the result is the same. ARGUMENT if vectors are missing or
 * have other dimensions, and for a model without roles. */
RIWALK_API riwalk_status riwalk_model_transform(
    const riwalk_model *model, const riwalk_graph *const *graphs, size_t graph_count,
    const char *const *names, const riwalk_transform_options *options, riwalk_vectors **vectors,
    riwalk_transform_report *report, riwalk_error *error);

/* ---- Roles and walks -------------------------------------------------------------------- */

/* Samples roles and walks of one graph with fixed options. */
typedef struct riwalk_sampler riwalk_sampler;

/* Checks the options against the graph, which must outlive the sampler. ARGUMENT for an invalid
 * option, LIMIT if the tuples of roles do not fit into 64 bits. O(nodes). */
RIWALK_API riwalk_status riwalk_sampler_create(const riwalk_graph *graph,
                                               const riwalk_options *options,
                                               riwalk_sampler **sampler, riwalk_error *error);
RIWALK_API void riwalk_sampler_free(riwalk_sampler *sampler);

/* All walks of one anchor. Walk w is nodes[w * length ..] and roles[w * length ..] and starts at
 * the anchor. Each token is a role, except where nodes[] is the anchor: there it is the anchor
 * itself and roles[] is 0. An anchor without neighbours has walks of length 1. */
typedef struct riwalk_anchor_walks {
    uint32_t anchor;
    uint32_t walks;
    uint32_t length; /* tokens per walk */
    const uint32_t *nodes;
    const uint64_t *roles;
} riwalk_anchor_walks;

/* Receives the walks of an anchor; the arrays are valid until it returns. Nonzero cancels. */
typedef int riwalk_walks_function(const riwalk_anchor_walks *walks, void *data);

/* Samples all anchors in parallel and passes them on in the order of nodes, one at a time. The same
 * seed gives the same walks on any number of threads. */
RIWALK_API riwalk_status riwalk_walks_each(const riwalk_sampler *sampler,
                                           riwalk_walks_function *function, void *data,
                                           riwalk_error *error);

/* A role as a token ("r3.4.2": r and the tuple) or in words ("degree 7-14, two hops from an anchor
 * of degree 15-30"), cut to the buffer's capacity. Returns the whole length. */
RIWALK_API size_t riwalk_role_token(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                                    size_t capacity);
RIWALK_API size_t riwalk_role_words(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                                    size_t capacity);

/* The roles that the walks of a graph meet, sorted by tuple. A role's id is its index. */
typedef struct riwalk_roles riwalk_roles;

typedef struct riwalk_role_entry {
    uint64_t role;
    uint64_t visits;  /* tokens of all walks */
    uint64_t anchors; /* anchors whose walks meet the role */
} riwalk_role_entry;

RIWALK_API riwalk_status riwalk_roles_find(const riwalk_sampler *sampler, riwalk_roles **roles,
                                           riwalk_error *error);
RIWALK_API void riwalk_roles_free(riwalk_roles *roles);
RIWALK_API uint32_t riwalk_roles_count(const riwalk_roles *roles);
RIWALK_API const riwalk_role_entry *riwalk_roles_get(const riwalk_roles *roles, uint32_t id);

/* One role in a node's profile: how many steps of all its walks end there or, if walks are exact,
 * the expected steps of one walk. Only ratios are meaningful. */
typedef struct riwalk_visits {
    uint32_t role; /* index into the table of roles */
    float visits;
} riwalk_visits;

/* The profiles of all nodes, a sparse matrix of nodes by roles: the input of the factor trainer, or
 * of a trainer of your own. A walk that returns to its anchor visits a role at distance 0. */
typedef struct riwalk_profiles riwalk_profiles;

RIWALK_API riwalk_status riwalk_profiles_find(const riwalk_sampler *sampler,
                                              riwalk_profiles **profiles, riwalk_error *error);
RIWALK_API void riwalk_profiles_free(riwalk_profiles *profiles);

/* The sorted table of roles, and the row of a node, sorted by role and empty without neighbours.
 * Both live as long as the profiles. O(1). */
RIWALK_API const uint64_t *riwalk_profiles_roles(const riwalk_profiles *profiles, uint32_t *count);
RIWALK_API const riwalk_visits *riwalk_profiles_row(const riwalk_profiles *profiles, uint32_t node,
                                                    uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
