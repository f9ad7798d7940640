/* SPDX-License-Identifier: MIT */
/*
 * riwalk: structural node embeddings. The only public header of libriwalk.
 *
 * Conventions that hold for every function here:
 *  - A function that can fail returns riwalk_status (RIWALK_STATUS_OK is 0) and takes a last,
 *    optional riwalk_error that receives the code, the input line (0 where there is none) and a
 *    sentence that a user can act on. On failure no result is handed over and nothing leaks.
 *  - An options struct is filled by its init function, starts with its size, and may be NULL,
 *    which means the defaults.
 *  - Objects are opaque, owned by the caller, and freed by their free function, which takes NULL.
 *  - A finished object is read-only: any number of threads may use it at once.
 *  - Results depend on the input, the options and the seed, never on the number of threads.
 *  - The library never prints, exits, aborts, installs signal handlers or changes the locale.
 */
#ifndef RIWALK_H
#define RIWALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RIWALK_VERSION_MAJOR 0
#define RIWALK_VERSION_MINOR 1
#define RIWALK_VERSION_PATCH 0
#define RIWALK_VERSION "0.1.0"

#if defined(__GNUC__)
#define RIWALK_API __attribute__((visibility("default")))
#else
#define RIWALK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---------------------------------------------------------------------------- */

/* The version of the library that is running, such as "0.1.0". Never NULL. */
RIWALK_API const char *riwalk_version(void);

/* The instruction set that the compute kernels use here: "scalar", "avx2" or "avx512". It is the
 * best one of the machine, or a lesser one named by the environment variable RIWALK_ISA. */
RIWALK_API const char *riwalk_isa(void);

/* ---- Status and errors ------------------------------------------------------------------ */

typedef enum riwalk_status {
    RIWALK_STATUS_OK = 0,
    RIWALK_STATUS_ARGUMENT = 1,  /* a value passed in has no meaning */
    RIWALK_STATUS_MEMORY = 2,    /* not enough memory */
    RIWALK_STATUS_IO = 3,        /* a file cannot be opened, read or written */
    RIWALK_STATUS_FORMAT = 4,    /* a file's content is malformed */
    RIWALK_STATUS_LIMIT = 5,     /* too large for this library */
    RIWALK_STATUS_CANCELLED = 6, /* the progress callback asked to stop */
} riwalk_status;

typedef struct riwalk_error {
    riwalk_status code;
    uint64_t line;     /* of the input file, from 1; 0 where there is none */
    char message[496]; /* "graph.txt:17: expected two node ids, found one" */
} riwalk_error;

/* One or two words for a status, such as "out of memory". Never NULL, for any value. */
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

/* Called a few times a second during long work, never by two threads at once, but not always by
 * the thread that made the call. A nonzero return cancels the work: the call then ends soon, with
 * RIWALK_STATUS_CANCELLED, and leaves nothing behind. */
typedef int riwalk_progress_function(const riwalk_progress *progress, void *data);

/* ---- Graphs ----------------------------------------------------------------------------- */

/* A graph in compressed sparse rows: nodes are 0 .. node_count-1, neighbours of a node are sorted,
 * without self-loops and duplicates. Undirected and unweighted unless asked otherwise. Each node
 * has a name: its id exactly as the file spelled it. Nodes are ordered by name, numerically when
 * every name is an integer and by bytes otherwise, so the order of a file's lines has no effect. */
typedef struct riwalk_graph riwalk_graph;

#define RIWALK_MAX_NODES UINT32_C(4294967294)

typedef enum riwalk_format {
    RIWALK_FORMAT_AUTO = 0,          /* read: by content; write: by the file's extension */
    RIWALK_FORMAT_EDGE_LIST = 1,     /* u v [weight] */
    RIWALK_FORMAT_MATRIX_MARKET = 2, /* .mtx */
    RIWALK_FORMAT_METIS = 3,         /* .graph, .metis */
    RIWALK_FORMAT_RWG = 4,           /* .rwg, our binary form, mapped without copying */
} riwalk_format;

typedef enum riwalk_header {
    RIWALK_HEADER_AUTO = 0, /* decided by the first lines */
    RIWALK_HEADER_NO = 1,
    RIWALK_HEADER_YES = 2,
} riwalk_header;

typedef struct riwalk_read_options {
    size_t size;
    int threads; /* 0: all */
    riwalk_progress_function *progress;
    void *progress_data;
    riwalk_format format;
    bool directed;          /* keep the direction of edges */
    bool weighted;          /* keep the weights: the third column of an edge list */
    char delimiter;         /* of an edge list: ' ' (any blanks), '\t', ',', ';'; 0: decide */
    riwalk_header header;   /* of an edge list */
    const char *nodes_path; /* a file with one node id a line: nodes that may have no edge */
} riwalk_read_options;

RIWALK_API void riwalk_read_options_init(riwalk_read_options *options);

/* Reads a graph from a file, "-" being standard input; gzip and zstd are recognised by content.
 * Every line of an edge list names an edge once or twice (u v and v u are one undirected edge).
 * Of duplicate edges the largest weight is kept. O(bytes + edges log degree). */
RIWALK_API riwalk_status riwalk_graph_read(const char *path, const riwalk_read_options *options,
                                           riwalk_graph **graph, riwalk_error *error);

/* The same from a buffer in memory; `name` stands for the file in messages. For .rwg the buffer is
 * copied. */
RIWALK_API riwalk_status riwalk_graph_read_memory(const void *data, size_t size, const char *name,
                                                  const riwalk_read_options *options,
                                                  riwalk_graph **graph, riwalk_error *error);

typedef struct riwalk_build_options {
    size_t size;
    int threads; /* 0: all */
    riwalk_progress_function *progress;
    void *progress_data;
    bool directed;
} riwalk_build_options;

RIWALK_API void riwalk_build_options_init(riwalk_build_options *options);

/* Builds a graph of nodes named 0 .. node_count-1 from edge_count pairs: edge e joins ends[2e] and
 * ends[2e+1]. `weights` is NULL or has one positive, finite weight per edge. Arrays are only read.
 */
RIWALK_API riwalk_status riwalk_graph_build(uint32_t node_count, uint64_t edge_count,
                                            const uint32_t *ends, const float *weights,
                                            const riwalk_build_options *options,
                                            riwalk_graph **graph, riwalk_error *error);

RIWALK_API void riwalk_graph_free(riwalk_graph *graph);

typedef struct riwalk_write_options {
    size_t size;
    riwalk_progress_function *progress;
    void *progress_data;
    riwalk_format format; /* AUTO: by extension, an edge list when it says nothing */
} riwalk_write_options;

RIWALK_API void riwalk_write_options_init(riwalk_write_options *options);

/* Writes a graph; "-" is standard output. A name ending in .gz or .zst is compressed. The file is
 * complete or absent: it is written beside its place, flushed to disk and renamed. */
RIWALK_API riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                            const riwalk_write_options *options,
                                            riwalk_error *error);

/* Facts about a graph; O(1). An undirected edge counts once. */
RIWALK_API uint32_t riwalk_graph_node_count(const riwalk_graph *graph);
RIWALK_API uint64_t riwalk_graph_edge_count(const riwalk_graph *graph);
RIWALK_API bool riwalk_graph_is_directed(const riwalk_graph *graph);
RIWALK_API bool riwalk_graph_is_weighted(const riwalk_graph *graph);

/* The number of neighbours of a node (out-neighbours where directed) and the neighbours themselves,
 * sorted; weights run parallel to them, NULL for an unweighted graph. O(1). The arrays live as long
 * as the graph. `node` must be below the node count. */
RIWALK_API uint32_t riwalk_graph_degree(const riwalk_graph *graph, uint32_t node);
RIWALK_API const uint32_t *riwalk_graph_neighbors(const riwalk_graph *graph, uint32_t node);
RIWALK_API const float *riwalk_graph_weights(const riwalk_graph *graph, uint32_t node);

/* Writes a node's name and a final NUL into a buffer, cut to its capacity, and returns the length
 * of the whole name without the NUL. O(1). A name may be longer than the buffer, never empty. */
RIWALK_API size_t riwalk_graph_name(const riwalk_graph *graph, uint32_t node, char *buffer,
                                    size_t capacity);

/* Finds the node of a name; false when there is none. O(log nodes). */
RIWALK_API bool riwalk_graph_find(const riwalk_graph *graph, const char *name, size_t length,
                                  uint32_t *node);

typedef struct riwalk_graph_summary {
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
    uint64_t memory_bytes;         /* of the graph in memory, or of its mapped file */
    uint64_t checksum; /* of nodes, names, edges and weights: the same for equal graphs */
} riwalk_graph_summary;

/* Measures a graph. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_summarize(const riwalk_graph *graph,
                                                riwalk_graph_summary *summary, riwalk_error *error);

/* ---- Generated graphs ------------------------------------------------------------------- */

typedef enum riwalk_generator {
    RIWALK_GENERATOR_KARATE = 0,          /* Zachary's club: 34 nodes, 78 edges, ids 1 .. 34 */
    RIWALK_GENERATOR_KARATE_MIRRORED = 1, /* two clubs joined by one edge: 68 nodes, 157 edges */
    RIWALK_GENERATOR_BARBELL = 2,         /* two cliques of `clique` nodes, a path of `path` */
    RIWALK_GENERATOR_ERDOS_RENYI = 3,     /* `nodes` nodes, nodes * degree / 2 edges */
    RIWALK_GENERATOR_BARABASI_ALBERT = 4, /* `nodes` nodes, `edges_per_node` each */
    RIWALK_GENERATOR_RMAT = 5,            /* 2^scale nodes, `edges_per_node` * 2^scale tries */
    RIWALK_GENERATOR_GRID = 6,            /* `rows` x `columns` */
    RIWALK_GENERATOR_SHAPES = 7,          /* a cycle with `shapes` houses, fans and stars each */
} riwalk_generator;

typedef struct riwalk_generate_options {
    size_t size;
    int threads; /* 0: all */
    riwalk_progress_function *progress;
    void *progress_data;
    uint64_t seed;
    uint32_t nodes;
    double degree; /* mean degree */
    uint32_t edges_per_node;
    uint32_t scale;
    uint32_t rows;
    uint32_t columns;
    uint32_t clique;
    uint32_t path;
    uint32_t shapes;
} riwalk_generate_options;

RIWALK_API void riwalk_generate_options_init(riwalk_generate_options *options);

/* Makes a graph. `labels` is NULL or receives one string per node, its true role, where the
 * generator knows it (karate: the club's two factions; barbell; grid; shapes), else NULL. The
 * array is freed with riwalk_labels_free, the strings are the library's. */
RIWALK_API riwalk_status riwalk_graph_generate(riwalk_generator generator,
                                               const riwalk_generate_options *options,
                                               riwalk_graph **graph, const char ***labels,
                                               riwalk_error *error);
RIWALK_API void riwalk_labels_free(const char **labels);

/* ---- Training --------------------------------------------------------------------------- */

/* Skip-gram with negative sampling. The defaults are those of the paper. */
typedef struct riwalk_train_options {
    size_t size;
    int threads; /* 0: all */
    riwalk_progress_function *progress;
    void *progress_data;
    uint64_t seed;
    uint32_t dimensions; /* of a vector: 1 .. 4096; 128 */
    uint32_t window;     /* the longest distance of a context: 1 .. 10000; 10 */
    uint32_t negatives;  /* noise tokens drawn for each pair: 1 .. 100; 5 */
    uint32_t epochs;     /* 0 .. 100000; 5; with 0 the initial random vectors are the result */
    double sample;       /* frequent tokens are thinned: 0 (never) .. 1; 0.001 */
    double alpha;        /* the first learning rate: above 0, at most 1; 0.025 */
    double min_alpha;    /* the last one: 0 .. alpha; 0.0001 */
    double ns_exponent;  /* noise is drawn by count to this power: -10 .. 10; 0.75 */
} riwalk_train_options;

RIWALK_API void riwalk_train_options_init(riwalk_train_options *options);

/* Whether every value has a meaning: ARGUMENT with a sentence for the first that has none. */
RIWALK_API riwalk_status riwalk_train_options_check(const riwalk_train_options *options,
                                                    riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
