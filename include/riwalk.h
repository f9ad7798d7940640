/* SPDX-License-Identifier: MIT */
/*
 * riwalk: structural node embeddings. The only public header of libriwalk.
 *
 * Most programs need five calls:
 *
 *     riwalk_options_init(&options);
 *     riwalk_graph_read("graph.txt", NULL, &graph, &error);
 *     riwalk_embed(&graph, 1, NULL, &options, &vectors, NULL, NULL, &error);
 *     riwalk_vectors_write(vectors, "vectors.npy", NULL, &error);
 *     riwalk_vectors_free(vectors), riwalk_graph_free(graph);
 *
 * The first sets the paper's options. riwalk_graph_from_edges and riwalk_graph_from_rows take
 * arrays instead of a file, and riwalk_vectors_values gives one.
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
 *  - The library never prints, exits, aborts, installs signal handlers or changes the locale, and
 *    leaves all other settings of the process alone.
 */
#ifndef RIWALK_H
#define RIWALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RIWALK_VERSION_MAJOR 0
#define RIWALK_VERSION_MINOR 2
#define RIWALK_VERSION_PATCH 0
#define RIWALK_VERSION "0.2.0"

#if defined(__GNUC__)
#define RIWALK_API __attribute__((visibility("default")))
#else
#define RIWALK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---------------------------------------------------------------------------- */

/* The version of the library that is running, such as "0.2.0". Never NULL. */
RIWALK_API const char *riwalk_version(void);

/* The instruction set that the compute kernels use here: "scalar", "avx2", "avx512" or "neon". It
 * is the best one of the machine, or a lesser one named by the environment variable RIWALK_ISA. */
RIWALK_API const char *riwalk_isa(void);

/* ---- Status and errors ------------------------------------------------------------------ */

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
    char message[496]; /* "graph.txt:17: expected two node ids, found one"; printable, see below */
} riwalk_error;

/* One or two words for a status, such as "out of memory". Never NULL, for any value. */
RIWALK_API const char *riwalk_status_name(riwalk_status status);

/* Makes text, such as a name from a file, safe for a terminal: control characters and bytes that
 * are not UTF-8 become \x1b, all else stays. Writes it and a final NUL into a buffer, cut to its
 * capacity between two characters, and returns the length of the whole without the NUL. */
RIWALK_API size_t riwalk_printable(const char *text, char *buffer, size_t capacity);

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

/* What walks and searches run on. */
typedef enum riwalk_device {
    RIWALK_DEVICE_CPU = 0,
} riwalk_device;

/* How a call runs. Results never depend on it. */
typedef struct riwalk_run {
    int threads;                        /* 0: all of the machine */
    riwalk_device device;               /* CPU */
    riwalk_progress_function *progress; /* NULL: nobody listens */
    void *progress_data;
    uint64_t reserved[4]; /* 0: room to grow, since other structs contain this one */
} riwalk_run;

/* ---- Groups of processes ---------------------------------------------------------------- */

/* Processes that make one embedding together, such as the ranks of an MPI program; the library
 * itself knows none of them. Every member makes the same call with the same graphs and options, but
 * for this struct and `run`. A function is called by one thread of a member at a time, and returns
 * once its work is done. Where one fails, so does the call of its member. */
typedef struct riwalk_group {
    size_t size;      /* sizeof(riwalk_group) */
    uint32_t rank;    /* of this process, from 0 */
    uint32_t members; /* at least 1 */
    void *context;    /* for the functions */

    /* Adds up the arrays of all members, modulo 2^64; each then has the sums. All call it. */
    riwalk_status (*sum)(void *context, uint64_t *values, size_t count, riwalk_error *error);

    /* Copies what member `from` has at `data` to all others. All call it, with the same size. */
    riwalk_status (*broadcast)(void *context, uint32_t from, void *data, size_t size,
                               riwalk_error *error);

    /* Copies what member `from` has at `data` to member `to`. These two call it. */
    riwalk_status (*pass)(void *context, uint32_t from, uint32_t to, void *data, size_t size,
                          riwalk_error *error);

    /* Gives out 0, 1, 2, ..., each number once in the group, to whoever asks first; one may have
     * been put aside for this member since it asked last. */
    riwalk_status (*next)(void *context, uint64_t *number, riwalk_error *error);

    riwalk_status failed; /* the library's own: OK between calls */
} riwalk_group;

/* ---- Output files ----------------------------------------------------------------------- */

/* Files that are put in their places together: complete and on the disk before the first of them
 * appears there, in the order in which they were written. A file is written beside its place; one
 * that is replaced keeps its mode, and symbolic links stay. Names ending in .gz and .zst are
 * compressed. "-", pipes and devices are written straight. For one thread at a time. */
typedef struct riwalk_files riwalk_files;

RIWALK_API riwalk_status riwalk_files_create(riwalk_files **files, riwalk_error *error);

/* Begins a file, and appends to the one that was begun last. The functions that write graphs,
 * vectors, models and pictures take a set too, and add their files to it. After a failure the set
 * can only be freed. */
RIWALK_API riwalk_status riwalk_files_open(riwalk_files *files, const char *path,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_files_write(riwalk_files *files, const void *data, size_t size,
                                            riwalk_error *error);

/* Puts all files in their places. A process that is killed meanwhile leaves the first ones new and
 * the others as they were. */
RIWALK_API riwalk_status riwalk_files_commit(riwalk_files *files, riwalk_error *error);

/* Frees the set; files that were not committed leave no trace. */
RIWALK_API void riwalk_files_free(riwalk_files *files);

/* Whether a file can be written at a path; to be asked before long work. */
RIWALK_API riwalk_status riwalk_files_check(const char *path, riwalk_error *error);

/* ---- Graphs ----------------------------------------------------------------------------- */

/* A graph in compressed sparse rows: nodes are 0 .. node_count-1, neighbours of a node are sorted,
 * without self-loops and duplicates. Undirected and unweighted unless asked otherwise. Each node
 * has a name: its id exactly as the file spelled it. Nodes are ordered by name, numerically when
 * every name is an integer and by bytes otherwise, so the order of a file's lines has no effect. */
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
    bool directed;        /* keep the direction of edges; .rwg, GraphML, GEXF and node-link keep it
                             if the file has it, and with this an undirected edge is two arcs */
    bool weighted;        /* keep the weights: the third column of an edge list; .rwg, GraphML, GEXF
                             and node-link keep them if the file has them */
    char delimiter;       /* of an edge list: ' ' (any blanks), '\t', ',', ';', '|'; 0: decide */
    riwalk_header header; /* of an edge list */
    const char *nodes_path; /* a file with one node id a line: nodes that may have no edge */
    bool undirected;        /* leave out the directions that a file has; not with `directed` */
    bool unweighted;        /* leave out the weights that a file has; not with `weighted` */
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
    riwalk_run run;
    bool directed;
    const char *const *names;     /* of nodes, distinct; NULL: their numbers */
    const int64_t *integer_names; /* the same as integers; at most one of both */
    uint32_t *places; /* receives the node that each number became: nodes are ordered by name; NULL:
                         not wanted */
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

/* The same from edge_count pairs of numbers: edge e joins ends[2e] and ends[2e+1]. */
RIWALK_API riwalk_status riwalk_graph_build(uint32_t node_count, uint64_t edge_count,
                                            const uint32_t *ends, const float *weights,
                                            const riwalk_build_options *options,
                                            riwalk_graph **graph, riwalk_error *error);

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

/* Gives the graph of the first member to all others of a group: *graph is read in the first, and
 * made in the others. All call it. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_share(riwalk_group *group, riwalk_graph **graph,
                                            riwalk_error *error);

RIWALK_API void riwalk_graph_free(riwalk_graph *graph);

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
 * weights are left behind. FORMAT where an edge is removed that is not there. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_change(const riwalk_graph *graph, const char *path,
                                             riwalk_graph **changed, riwalk_change_report *report,
                                             riwalk_error *error);

typedef struct riwalk_write_options {
    size_t size;
    riwalk_run run;
    riwalk_format format; /* AUTO: by extension */
    riwalk_files *files;  /* NULL: the file is put in its place at once */
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
RIWALK_API riwalk_format riwalk_format_of(const char *path);

/* What is known of a format. */
typedef struct riwalk_format_info {
    const char *name;       /* as --format and --to take it: "edgelist" */
    const char *extensions; /* split by spaces: ".graph .metis" */
    bool declares;          /* a file says itself whether it has directions and weights */
    bool directions;        /* it can hold those of edges */
    bool attributes;        /* it can hold roles, places and colours of nodes */
} riwalk_format_info;

/* NULL for AUTO and for numbers above the last format. */
RIWALK_API const riwalk_format_info *riwalk_format_describe(riwalk_format format);

/* Whether a graph can be written at a path with these options: ARGUMENT where the extension stands
 * for no format, or the format holds no roles, places and colours that are given. */
RIWALK_API riwalk_status riwalk_write_options_check(const char *path,
                                                    const riwalk_write_options *options,
                                                    riwalk_error *error);

/* Writes a graph; "-" is standard output. A name ending in .gz or .zst is compressed. The file is
 * complete or absent: it is written beside its place, flushed to disk and renamed. ARGUMENT where
 * the extension stands for no format, or the format cannot hold the graph. */
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

/* All names at once, one after the other without separators: name i is text[offsets[i]] ..
 * text[offsets[i + 1] - 1]. `offsets` has room for the node count and one more; `text` may be NULL
 * at first, to learn the length of all, which is returned. O(nodes). */
RIWALK_API uint64_t riwalk_graph_names(const riwalk_graph *graph, uint64_t *offsets, char *text);

/* Finds the node of a name; false when there is none. O(log nodes). */
RIWALK_API bool riwalk_graph_find(const riwalk_graph *graph, const char *name, size_t length,
                                  uint32_t *node);

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
    uint64_t checksum; /* of nodes, names, edges and weights: the same for equal graphs */
} riwalk_graph_summary;

/* Measures a graph. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_summarize(const riwalk_graph *graph,
                                                riwalk_graph_summary *summary, riwalk_error *error);

/* ---- Vectors ---------------------------------------------------------------------------- */

/* One vector of floats per node, each with the node's name, in the order of the graph or the file.
 */
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

/* All values as one array, row by row without gaps: count * dimensions floats that live as long as
 * the set. O(1). */
RIWALK_API const float *riwalk_vectors_values(const riwalk_vectors *vectors);

/* All names at once, as riwalk_graph_names gives those of nodes. */
RIWALK_API uint64_t riwalk_vectors_names(const riwalk_vectors *vectors, uint64_t *offsets,
                                         char *text);

/* The vector of a row, dimensions floats; it lives as long as the set. O(1). */
RIWALK_API const float *riwalk_vectors_row(const riwalk_vectors *vectors, uint32_t row);

/* The name of a row, as riwalk_graph_name gives that of a node. O(1). */
RIWALK_API size_t riwalk_vectors_name(const riwalk_vectors *vectors, uint32_t row, char *buffer,
                                      size_t capacity);

/* Finds the row of a name; false when there is none. O(log count). */
RIWALK_API bool riwalk_vectors_find(const riwalk_vectors *vectors, const char *name, size_t length,
                                    uint32_t *row);

typedef struct riwalk_vectors_options {
    size_t size;
    riwalk_run run;
    riwalk_vectors_format format;
    riwalk_files *files; /* write: NULL: the files are put in their places at once */
} riwalk_vectors_options;

RIWALK_API void riwalk_vectors_options_init(riwalk_vectors_options *options);

/* Reads vectors; "-" is standard input, gzip and zstd are recognised. Values must be finite. Names
 * that occur twice are an error. */
RIWALK_API riwalk_status riwalk_vectors_read(const char *path,
                                             const riwalk_vectors_options *options,
                                             riwalk_vectors **vectors, riwalk_error *error);

/* Writes vectors so that they read back exactly; "-" is standard output. Files are complete or
 * absent. Names with blanks do not fit into the word2vec formats and are refused there, and so are
 * paths with the extension of another kind of file (.npz, .json) where the format goes by it. */
RIWALK_API riwalk_status riwalk_vectors_write(const riwalk_vectors *vectors, const char *path,
                                              const riwalk_vectors_options *options,
                                              riwalk_error *error);

/* Vectors of several sets, one after the other, in one. ARGUMENT where their dimensions differ, or
 * a name is in two of them. */
RIWALK_API riwalk_status riwalk_vectors_concat(const riwalk_vectors *const *list, size_t count,
                                               riwalk_vectors **vectors, riwalk_error *error);

/* A checksum of names and values, in order: the same for equal vectors, whatever file they come
 * from. O(size). */
RIWALK_API uint64_t riwalk_vectors_checksum(const riwalk_vectors *vectors);

/* Whether a name fits into the format that riwalk_vectors_write would use for a path: ARGUMENT with
 * a sentence where it does not, or where there is no format for the path. To be asked before long
 * work. */
RIWALK_API riwalk_status riwalk_vectors_check_name(const char *name, size_t length,
                                                   const char *path, riwalk_vectors_format format,
                                                   riwalk_error *error);

/* The same for all names of a graph. */
RIWALK_API riwalk_status riwalk_vectors_check_names(const riwalk_graph *graph, const char *path,
                                                    riwalk_vectors_format format,
                                                    riwalk_error *error);

typedef struct riwalk_neighbor {
    uint32_t row;
    float similarity; /* cosine */
} riwalk_neighbor;

/* The `wanted` rows most similar to `row` by cosine, itself left out, most similar first, equals in
 * the order of rows; exact. `neighbors` has room for `wanted`; `*found` may be less in a small set.
 * A zero vector has no direction: as `row` it is an error, as another its similarity is 0.
 * O(count * dimensions). */
RIWALK_API riwalk_status riwalk_vectors_nearest(const riwalk_vectors *vectors, uint32_t row,
                                                uint32_t wanted, riwalk_neighbor *neighbors,
                                                uint32_t *found, riwalk_error *error);

/* ---- Options of an embedding ------------------------------------------------------------- */

/* How graphs become vectors. */
typedef enum riwalk_method {
    RIWALK_METHOD_RIWALK = 0,   /* walks among roles; the walks' identifier says what a role is */
    RIWALK_METHOD_DEEPWALK = 1, /* walks from node to node, by the weights of edges: near vectors */
    RIWALK_METHOD_NODE2VEC = 2, /* for near nodes. The same with a bias, p and q */
    RIWALK_METHOD_STRUC2VEC = 3, /* walks among nodes whose surroundings have similar degrees */
    RIWALK_METHOD_GRAPHWAVE = 4, /* how heat spreads from a node, by the weights of edges */
    RIWALK_METHOD_REFEX = 5,     /* recursive features: degrees and egonets, near and far */
    RIWALK_METHOD_ROLX = 6,      /* memberships in roles that these features consist of */
    RIWALK_METHOD_LINE = 7, /* edges, by their weights: near vectors for neighbours, and for nodes
                               with the same neighbours */
} riwalk_method;

#define RIWALK_METHOD_STAGES 5

/* What is known of a method, so that programs need no list of their own. */
typedef struct riwalk_method_info {
    bool directed;        /* it uses directions of edges; others are for undirected graphs */
    bool weighted;        /* it uses weights */
    bool roles;           /* its walks are among roles: identifiers and trainers have a meaning */
    bool features;        /* it finds recursive features, as ReFeX does */
    bool proximity;       /* nearby nodes get similar vectors; those of two graphs are strangers */
    bool models;          /* it makes models, also from parts, and can keep its work */
    bool groups;          /* several processes can work on it together */
    const char *work;     /* what takes the time beside walks: "training" */
    uint32_t walks;       /* from each node, by default; 0: there are no walks */
    uint32_t walk_length; /* by default */
    struct riwalk_method_stage {
        const char *name; /* of riwalk_progress; NULL ends the list */
        double weight;    /* how long it takes in comparison with others */
        bool training;    /* in proportion to epochs, dimensions, contexts and noise */
    } stages[RIWALK_METHOD_STAGES];
} riwalk_method_info;

/* NULL where there is no such method; numbers follow each other from 0 on. */
RIWALK_API const riwalk_method_info *riwalk_method_describe(riwalk_method method);

/* What names the role of a context node as an anchor sees it. With h(x) = floor(log2(x + 1)), or
 * other classes (riwalk_degree_classes):
 *  SP     (h(degree of the anchor), h(degree of the context), distance)
 *  WL     (h(degree of the anchor), distance, h(neighbours one layer closer to the anchor),
 *         h(in the same layer), h(one layer further)), neighbours outside the ball left out
 *  RW_SP, RW_WL  the same in the subgraph of the edges that the anchor's own walks used: its
 *         distances and its counts of neighbours, the anchor's included. RW_SP takes the degrees of
 *         the whole graph, as SP does. Walks are not confined; a distance is at most the radius
 *         in the tuple.
 *  CUSTOM the caller's own function. */
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
} riwalk_context;      /* the library makes it: later versions add fields at the end */

/* Names a role: any 64 bits, equal exactly for contexts that play the same role. It must be a pure
 * function of the context and of data that does not change; several threads call it at once. */
typedef uint64_t riwalk_role_function(const riwalk_context *context, void *data);

/* Says in words what a role means, as snprintf does: into the buffer, cut to its capacity, and
 * returns the whole length. */
typedef size_t riwalk_words_function(uint64_t role, char *buffer, size_t capacity, void *data);

/* What a role tells apart of a degree or a count x. */
typedef enum riwalk_degree_classes {
    RIWALK_DEGREE_CLASSES_LOG = 0,  /* h(x) = floor(log_B(x + 1)), B being class_base */
    RIWALK_DEGREE_CLASSES_NONE = 1, /* every value is a class of its own */
    /* s(x) = floor(-log_B(the share of the graph's nodes that have a degree of x or more)), nodes
     * without neighbours left out of all shares, and s(0) = 0. Each of several graphs, and each
     * graph that a model is used on, brings its own shares, so that a class means the same in all:
     * being among the first B^-s of the nodes. Exact, B being the decimal number of its text. */
    RIWALK_DEGREE_CLASSES_SHARE = 2,
    RIWALK_DEGREE_CLASSES_AUTO = 3, /* SHARE across graphs; LOG elsewhere */
} riwalk_degree_classes;

/* Whether a role names the class of its anchor's degree. */
typedef enum riwalk_role_anchor {
    RIWALK_ROLE_ANCHOR_AUTO = 0, /* BOTH for the factor trainer on one graph without a model, whose
                                    roles are for this graph alone; KEEP elsewhere */
    RIWALK_ROLE_ANCHOR_KEEP = 1, /* such roles carry over to other graphs */
    RIWALK_ROLE_ANCHOR_DROP = 2,
    RIWALK_ROLE_ANCHOR_BOTH = 3, /* roles of both kinds, side by side. Factor trainer only */
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
} riwalk_weighting;

/* Whether the factor trainer's last columns, up to a quarter of all, are measures of nodes: degrees
 * and triangles, there and nearby. Across graphs they mislead. */
typedef enum riwalk_measures {
    RIWALK_MEASURES_NO = 0,
    RIWALK_MEASURES_YES = 1,
    RIWALK_MEASURES_AUTO = 2, /* YES where role_anchor becomes BOTH: one graph, no model */
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

/* Numbers with a meaning of their own. */
#define RIWALK_MAX_RADIUS 64
#define RIWALK_RADIUS_UNLIMITED UINT32_MAX /* the ball is the anchor's whole component */
#define RIWALK_CLASS_BASE_AUTO 0           /* 2, and 1.5 for relative classes */
#define RIWALK_VIEWS_AUTO UINT32_MAX       /* four where role_anchor becomes BOTH, else one */
#define RIWALK_NORM_AUTO 0 /* 3; 1 across graphs; beside measures 3 to 1000 nodes, then less */
#define RIWALK_WALKS_AUTO 0
#define RIWALK_WALKS_EXACT UINT32_MAX /* the expectation of walks: factor trainer only */
#define RIWALK_WALK_LENGTH_AUTO 0
#define RIWALK_MAX_LAYERS 1000
#define RIWALK_LAYERS_UNLIMITED UINT32_MAX
#define RIWALK_MAX_SCALES 64
#define RIWALK_MAX_ROLES 64
#define RIWALK_ROLES_AUTO 0

/* All options of an embedding, with their defaults, which are the paper's; walks, roles and
 * training alone take the same struct and use their part of it. riwalk_option_list describes each
 * field in words. What a method has no use for is ignored. */
typedef struct riwalk_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;        /* 1 */
    uint64_t memory;      /* a limit in bytes; 0: half of the machine's memory for keeping walks */
    riwalk_method method; /* RIWALK */

    /* RiWalk: roles, walks and how they become vectors. */
    riwalk_view view;
    uint32_t walks; /* from each node; WALKS_AUTO: 80 for skip-gram and struc2vec, 10 for deepwalk
                       and node2vec. For the factor trainer it is 200, but the expectation of walks
                       where that is less work, and in small graphs */
    uint32_t walk_length;   /* tokens, the node included; WALK_LENGTH_AUTO: 10, of deepwalk and
                               node2vec 80 */
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
    riwalk_weighting weighting; /* HELLINGER */
    riwalk_measures measures;   /* NO */
    uint32_t view_count; /* 0: the view above alone; VIEWS_AUTO. Otherwise these stand side */
    riwalk_view views[RIWALK_MAX_VIEWS]; /* by side in its place, and its role_anchor chooses among
                                            them: KEEP leaves out those that drop the anchor where
                                            others keep it */

    /* node2vec. A walk that came from t to v goes on to a neighbour x of v with a probability
     * proportional to the weight of the edge v x times 1/p where x is t, 1 where there is an edge
     * from t to x, and 1/q elsewhere. Both are 1e-30 .. 1e30. */
    double p; /* 1; high: walks seldom turn back */
    double q; /* 1; high: walks stay near, low: they go outward */

    /* struc2vec (Ribeiro et al., KDD 2017) compares nodes by the degrees of the nodes at 0, 1, 2,
     * ... hops; docs/methods.md says how. Undirected graphs only; weights are not used. */
    uint32_t layers;      /* 6; compare so many hops, 0 .. RIWALK_MAX_LAYERS, or LAYERS_UNLIMITED */
    bool compact_degrees; /* true; warp runs of equal degrees; false: every degree by itself */
    bool all_pairs;       /* false: a node is compared with about 12 log2 n nodes of similar degree;
                             true: with all, which takes 4 (layers + 2) n^2 bytes */
    double stay;          /* 0.3; the probability that a walk stays in its layer: 0.001 .. 1 */

    /* GraphWave. The kernel is exp(-scale L), of the normalised Laplacian L. A vector has for each
     * scale dimensions / scales / 2 points, from 0 to 100 and evenly spaced, at which it holds the
     * real and the imaginary part of the characteristic function of its node's column. Undirected
     * graphs only. */
    uint32_t scale_count; /* 0: two that follow from the graph (riwalk_graphwave_scales) */
    double scales[RIWALK_MAX_SCALES]; /* each 1e-6 .. 1e6 */

    /* A combination of two methods. Each part has half of the dimensions and is brought to the same
     * length, and the balance divides between them: the cosine of two vectors is (1 - balance)
     * times that of the first parts plus balance times that of the second ones. */
    riwalk_combine combine;       /* NONE */
    double balance;               /* 0.5; from 0, the first part alone, to 1, the second alone */
    uint32_t combine_walks;       /* 10 from each node */
    uint32_t combine_walk_length; /* 80 */

    /* A role identifier of the caller's own: CUSTOM only. */
    riwalk_role_function *role;
    bool role_layers;                  /* count closer, same and further for it */
    riwalk_words_function *role_words; /* may be NULL: roles are then told as numbers */
    void *role_data;

    /* The factor trainer: the length of the part of a vector that is from roles, but for what
     * further dimensions would add: 0.001 .. 1000, or NORM_AUTO. */
    double norm;

    /* ReFeX (Henderson et al., KDD 2011) and RolX (KDD 2012); docs/methods.md says how.
     * `dimensions` is the most that a vector may have: it has as many as features or roles are
     * found. */
    double
        bin_share; /* 0.5; of the nodes that are left, the lowest that share a bin: 0.01 .. 0.99 */
    riwalk_feature_values feature_values; /* LOG; of ReFeX */
    uint32_t role_count; /* of RolX: 1 .. RIWALK_MAX_ROLES; ROLES_AUTO: as many as describe the
                            features in the fewest bits */

    riwalk_pairs pairs; /* ALL; what skip-gram learns from in RiWalk's walks */
    /* LINE (Tang et al., WWW 2015): the half of a vector for each order has length 1. */
    riwalk_order order; /* BOTH */
    uint32_t samples;   /* 1000; edges drawn for each node and order: 1 .. 1000000 */

    /* Embedding by several processes; RiWalk only, and not in a combination. */
    riwalk_group *group; /* NULL: this one alone */
    const char *output;  /* a .npy file, which members write together while they embed, in the place
                            of vectors in memory: riwalk_vectors_write puts it in its place, which
                            must be this path. In a group it must be given */
    const char *work;    /* of the factor trainer: a folder for profiles of ranges of nodes, as they
                            are finished. A run of any group that finds some goes on from there, to
                            the same result. NULL: none are kept */
} riwalk_options;

/* Sets the defaults: those of riwalk_options_preset(options, RIWALK_PRESET_PAPER). */
RIWALK_API void riwalk_options_init(riwalk_options *options);

/* Lists of option values that go together, and no more. */
typedef enum riwalk_preset {
    RIWALK_PRESET_PAPER = 0, /* the paper's settings */
    RIWALK_PRESET_FAST = 1,  /* the factor trainer */
    RIWALK_PRESET_BEST = 2,  /* the factor trainer with several views and measures */
    RIWALK_PRESET_ROLES = 3, /* for finding roles by clusters: docs/describe.md */
} riwalk_preset;

/* Sets the options that a preset names, and the others to their defaults; run, seed and memory stay
 * as they are. */
RIWALK_API void riwalk_options_preset(riwalk_options *options, riwalk_preset preset);

/* Puts what `auto` means in the place of every option that has it, for this many graphs and with or
 * without a model to be made, and checks all values: ARGUMENT with a sentence for the first that
 * has no meaning. "Across graphs" is the factor trainer on several graphs or with a model, unless
 * role_anchor is BOTH, which suits one graph alone. Embedding with the result is embedding with the
 * options as they were. `walks` of the factor trainer stays AUTO: it is decided node by node, and
 * riwalk_embed_report counts; `norm` beside measures does too, as it goes by the number of nodes.
 */
RIWALK_API riwalk_status riwalk_options_resolve(const riwalk_options *options, size_t graph_count,
                                                bool with_model, riwalk_options *resolved,
                                                riwalk_error *error);

typedef struct riwalk_option_choice {
    const char *name;    /* NULL ends a list */
    const char *help;    /* NULL when the name says it all */
    const char *aliases; /* other spellings that are taken, split by spaces; NULL: none */
    uint32_t value;
} riwalk_option_choice;

typedef enum riwalk_option_kind {
    RIWALK_OPTION_KIND_WHOLE = 0,  /* a whole number, or one of the choices */
    RIWALK_OPTION_KIND_REAL = 1,   /* a number */
    RIWALK_OPTION_KIND_CHOICE = 2, /* one of the choices */
    RIWALK_OPTION_KIND_BYTES = 3,  /* a size such as 500M */
    RIWALK_OPTION_KIND_LIST = 4,   /* values split by commas, or one of the choices */
} riwalk_option_kind;

/* What is to be known about an option. Everything else follows from it: the command's parsing,
 * help and manual, the metadata of vectors, and keywords of bindings. */
typedef struct riwalk_option {
    const char *name;  /* "walk-length"; with '_' for '-' the key in metadata and in bindings */
    const char *group; /* the heading that it stands under */
    riwalk_option_kind kind;
    const char *placeholder;             /* of the value: "N" */
    double least, most;                  /* of numbers */
    const riwalk_option_choice *choices; /* NULL: none */
    const char *help;                    /* begins in lower case, has no full stop */
    const char *use;                     /* where it has a meaning, in words; NULL: everywhere */
    const char *aliases; /* other names that people are used to, split by spaces; NULL: none */
    const char *former;  /* names of earlier versions, split by spaces; NULL: none */
    bool common;         /* one of those that most people need */
    bool result;         /* results depend on it */
} riwalk_option;

/* All options in the order of their groups, ended by one without a name. They live for ever. */
RIWALK_API const riwalk_option *riwalk_option_list(void);

/* Sets an option by its name ("walk-length" or "walk_length", an alias or a former name) from text,
 * as the command does. The message of an error begins with the name as it was given. */
RIWALK_API riwalk_status riwalk_options_set(riwalk_options *options, const char *name,
                                            const char *value, riwalk_error *error);

/* An option's value as riwalk_options_set takes it, cut to the buffer's capacity; the whole length
 * is returned, 0 for a name that is not known. */
RIWALK_API size_t riwalk_options_get(const riwalk_options *options, const char *name, char *buffer,
                                     size_t capacity);

/* Whether an option has a meaning beside the others: p has none without node2vec. */
RIWALK_API bool riwalk_options_use(const riwalk_options *options, const riwalk_option *option);

/* ---- Embedding -------------------------------------------------------------------------- */

/* The automatic scales: `count` evenly spaced ones from -log(0.95) u to -log(0.80) u, where
 * u = sqrt(0.5 / eigenvalue). The eigenvalue is the smallest one of L that is not 0, taken as
 * 1 / nodes where it is less: riwalk_embed_report has it. */
RIWALK_API void riwalk_graphwave_scales(double eigenvalue, uint32_t count, double *scales);

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
    bool kept;             /* walks were kept in memory, not made again in every epoch */
    uint64_t memory_bytes; /* the peak that was estimated */
    double walk_seconds;
    double train_seconds;
    uint32_t rank;          /* factor: dimensions that are in use; the vectors' others are zero */
    uint32_t measures;      /* factor: those of them, at the end, that are measures of nodes */
    uint32_t exact_anchors; /* factor: nodes whose visits are exact, not sampled */
    uint32_t sampled_walks; /* from each of the others */
    double eigenvalue;      /* graphwave: what its automatic scales follow from; else 0 */
    uint32_t features;      /* refex and rolx: those that were kept */
} riwalk_embed_report;

/* Embeds graphs: one vector for every node, in the order of graphs and nodes. Several
 * graphs are embedded together, into one space; `names` then has a name for each, and nodes are
 * named NAME:id. For one graph `names` may be NULL, and nodes keep their names. `report` may be
 * NULL. The same graphs, options and seed give the same vectors on any number of threads; between
 * instruction sets (riwalk_isa) they differ by rounding. LIMIT, before the long work, where the
 * memory limit is too low. */
RIWALK_API riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                                      const char *const *names, const riwalk_options *options,
                                      riwalk_vectors **vectors, riwalk_model **model,
                                      riwalk_embed_report *report, riwalk_error *error);

typedef struct riwalk_estimate {
    size_t size;
    uint64_t memory_bytes; /* at the peak, as a run would be */
    uint64_t
        least_memory_bytes; /* with walks made again in every epoch: the least possible limit */
    double walk_seconds;
    double train_seconds;
} riwalk_estimate;

/* Estimates memory and time of riwalk_embed with the same arguments, by doing a small part of the
 * work: walks of some anchors, and training on them. */
RIWALK_API riwalk_status riwalk_embed_estimate(const riwalk_graph *const *graphs,
                                               size_t graph_count, const char *const *names,
                                               const riwalk_options *options,
                                               riwalk_estimate *estimate, riwalk_error *error);

/* ---- Features --------------------------------------------------------------------------- */

/* The recursive features of a graph's nodes, as ReFeX finds them: those of the vectors of
 * RIWALK_METHOD_REFEX, in the same order. */
typedef struct riwalk_features riwalk_features;

/* Finds them, with bin_share, dimensions (the most), memory and run of the options. O((nodes +
 * edges) * features that are tried), and the triangles. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_features_find(const riwalk_graph *graph,
                                              const riwalk_options *options,
                                              riwalk_features **features, riwalk_error *error);
RIWALK_API void riwalk_features_free(riwalk_features *features);

RIWALK_API uint32_t riwalk_features_count(const riwalk_features *features);

/* What a feature is, such as "mean of sum of egonet edges", cut to the buffer's capacity; the whole
 * length is returned. `feature` is below the count, here and below. */
RIWALK_API size_t riwalk_features_name(const riwalk_features *features, uint32_t feature,
                                       char *buffer, size_t capacity);

/* [nodes]: the values of a feature, and their bins. They live with the features. O(1). */
RIWALK_API const float *riwalk_features_values(const riwalk_features *features, uint32_t feature);
RIWALK_API const uint8_t *riwalk_features_bins(const riwalk_features *features, uint32_t feature);

/* ---- Models ----------------------------------------------------------------------------- */

/* A model is what an embedding by RiWalk learned about roles, with all options that it depends on,
 * and without the graph: it embeds nodes and graphs that it never saw, into the same space, with
 * nothing trained again. riwalk_embed makes one when its options ask for it. */

/* Reads a model; "-" is standard input, gzip and zstd are recognised. Everything in the file is
 * checked: FORMAT for a file that is cut, damaged, of another version or no model. */
RIWALK_API riwalk_status riwalk_model_read(const char *path, riwalk_model **model,
                                           riwalk_error *error);

/* The same from a buffer in memory, which is copied; `name` stands for the file in messages. */
RIWALK_API riwalk_status riwalk_model_read_memory(const void *data, size_t size, const char *name,
                                                  riwalk_model **model, riwalk_error *error);

/* Writes a model; "-" is standard output. The file is complete or absent, and put in its place with
 * others where `files` is not NULL. Equal models make equal files. */
RIWALK_API riwalk_status riwalk_model_write(const riwalk_model *model, const char *path,
                                            riwalk_files *files, riwalk_error *error);

/* The bytes of such a file in memory, to be freed by riwalk_bytes_free. */
RIWALK_API riwalk_status riwalk_model_write_memory(const riwalk_model *model, void **data,
                                                   size_t *size, riwalk_error *error);
RIWALK_API void riwalk_bytes_free(void *data);

/* The checksum of the file that riwalk_model_write would write: it tells models apart. O(size). */
RIWALK_API riwalk_status riwalk_model_checksum(const riwalk_model *model, uint64_t *checksum,
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
 * and names as in riwalk_embed. A factor model projects; for a skip-gram model each node's
 * own convex problem is solved against the roles' vectors as they are. In place of a role that the
 * model lacks it takes the known one at the nearest distance with the nearest classes.
 *
 * On the graph that the model was made of, a factor model gives the embedding's vectors back, to
 * the last bit; a skip-gram model gives similar ones. The same on any number of threads.
 *
 * With `before`, for one graph, only those nodes are embedded whose ball, in either graph, holds a
 * node whose neighbours changed, and those whose number changed (walks are drawn by number, so
 * nodes that are new in the middle of the order move others); all else is taken from `vectors`,
 * which a transform by the same model made. The result is the same as without. All nodes are
 * embedded where the graph's size has changed the choice of EXACT_AUTO. ARGUMENT where vectors are
 * missing or have another dimension, and for a model without roles. */
RIWALK_API riwalk_status riwalk_model_transform(
    const riwalk_model *model, const riwalk_graph *const *graphs, size_t graph_count,
    const char *const *names, const riwalk_transform_options *options, riwalk_vectors **vectors,
    riwalk_transform_report *report, riwalk_error *error);

/* ---- Parts: ranges of nodes ------------------------------------------------------------- */

/* An embedding by the factor trainer in three steps, each over ranges of the nodes, in as many
 * processes or on as many machines as you like:
 *
 *   riwalk_part_find        the profiles of a range; a part can be written to a file
 *   riwalk_parts_fit        parts that cover the graph become a model
 *   riwalk_model_transform  the model gives the vectors of a range (`first` and `end`)
 *
 * Model and vectors are those that riwalk_embed makes of the same graphs and options with a model,
 * bit for bit, whatever the ranges are. `auto` means what it means with a model; role_anchor BOTH
 * gives the vectors of an embedding without one. */
typedef struct riwalk_part riwalk_part;

/* Finds the profiles of the nodes first .. end - 1, numbered through all graphs; graphs, names and
 * options as in riwalk_embed. ARGUMENT for another trainer or method, a role identifier of your
 * own, and a range that is empty or not within the nodes. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_part_find(const riwalk_graph *const *graphs, size_t graph_count,
                                          const char *const *names, const riwalk_options *options,
                                          uint32_t first, uint32_t end, riwalk_part **part,
                                          riwalk_error *error);
RIWALK_API void riwalk_part_free(riwalk_part *part);

/* Reads a part; "-" is standard input, gzip and zstd are recognised. Everything in the file is
 * checked: FORMAT for a file that is cut, damaged, no part, or of another version of riwalk. */
RIWALK_API riwalk_status riwalk_part_read(const char *path, riwalk_part **part,
                                          riwalk_error *error);

/* The same from a buffer in memory; `name` stands for the file in messages. */
RIWALK_API riwalk_status riwalk_part_read_memory(const void *data, size_t size, const char *name,
                                                 riwalk_part **part, riwalk_error *error);

/* Writes a part; "-" is standard output, .gz and .zst are compressed. The file is complete or
 * absent, and put in its place with others where `files` is not NULL. Equal parts make equal files.
 */
RIWALK_API riwalk_status riwalk_part_write(const riwalk_part *part, const char *path,
                                           riwalk_files *files, riwalk_error *error);

/* The bytes of such a file in memory, to be freed by riwalk_bytes_free. */
RIWALK_API riwalk_status riwalk_part_write_memory(const riwalk_part *part, void **data,
                                                  size_t *size, riwalk_error *error);

typedef struct riwalk_part_summary {
    size_t size;
    uint32_t first; /* the range: first .. end - 1 */
    uint32_t end;
    uint32_t node_count;     /* of all graphs */
    uint64_t graph_checksum; /* that of riwalk_graph_summarize for one graph */
    uint32_t roles;          /* that the walks of the range met, in all views */
    uint64_t entries;        /* of all profiles */
    uint32_t isolated;       /* nodes of the range without neighbours */
    uint32_t exact_anchors;  /* nodes of the range whose visits are exact */
} riwalk_part_summary;

/* O(nodes of the range). */
RIWALK_API riwalk_status riwalk_part_summarize(const riwalk_part *part,
                                               riwalk_part_summary *summary, riwalk_error *error);

/* The options that the part was made with, resolved. They live with the part. O(1). */
RIWALK_API const riwalk_options *riwalk_part_options(const riwalk_part *part);

typedef struct riwalk_fit_options {
    size_t size;
    riwalk_run run;
    uint64_t memory; /* bytes of files that are kept; more are read again in every pass. 0: half of
                        the machine's memory */
} riwalk_fit_options;

RIWALK_API void riwalk_fit_options_init(riwalk_fit_options *options);

typedef struct riwalk_fit_report {
    size_t size;
    uint32_t nodes;
    uint32_t isolated;      /* nodes without neighbours */
    uint32_t roles;         /* of all views */
    uint32_t rank;          /* dimensions that are in use */
    uint32_t measures;      /* those of them that are measures of nodes */
    uint32_t exact_anchors; /* nodes whose visits are exact, not sampled */
    double seconds;
} riwalk_fit_report;

/* Makes a model of parts, which are ranges that cover all nodes once, in any order, of the same
 * graphs with the same options. ARGUMENT, with a sentence that names the part by its number, where
 * one is missing, there twice, or of another graph, other options or another seed. Parts are used
 * up: they can only be freed afterwards. `report` may be NULL. The same on any number of threads.
 */
RIWALK_API riwalk_status riwalk_parts_fit(riwalk_part *const *parts, size_t part_count,
                                          const riwalk_fit_options *options, riwalk_model **model,
                                          riwalk_fit_report *report, riwalk_error *error);

/* The same of files, which sentences name. Of those that do not fit into memory together, one at a
 * time is held. */
RIWALK_API riwalk_status riwalk_parts_fit_files(const char *const *paths, size_t path_count,
                                                const riwalk_fit_options *options,
                                                riwalk_model **model, riwalk_fit_report *report,
                                                riwalk_error *error);

/* ---- Roles and walks -------------------------------------------------------------------- */

/* Roles and walks of one graph under one set of options. */
typedef struct riwalk_sampler riwalk_sampler;

/* Checks the options against the graph, which must outlive the sampler. ARGUMENT for an option
 * without meaning and for a directed graph (roles are defined on undirected ones); LIMIT where
 * the tuples of roles cannot fit in 64 bits. Weights are ignored: the definition is uniform.
 * O(nodes) for the largest degree. */
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

/* Samples all anchors in parallel and hands them over in the order of the nodes, never two at
 * once. The same seed gives the same walks on any number of threads. Scratch: 10 bytes per node and
 * thread, and some for each walk. */
RIWALK_API riwalk_status riwalk_walks_each(const riwalk_sampler *sampler,
                                           riwalk_walks_function *function, void *data,
                                           riwalk_error *error);

/* Writes the walks as text, a walk a line, in the order of the nodes: the anchor as its name and
 * roles as riwalk_role_token spells them; with `nodes` the same walks as node names. "-" is
 * standard output; .gz and .zst are compressed; the file is complete or absent. ARGUMENT where a
 * name has a blank, or reads as a role among roles. */
RIWALK_API riwalk_status riwalk_walks_write(const riwalk_sampler *sampler, const char *path,
                                            bool nodes, riwalk_error *error);

#define RIWALK_ROLE_FIELDS 16

/* The number of fields in a role's tuple, their names ("anchor", "context", "distance", "closer",
 * "same", "further"; "role" for CUSTOM), and the values of a role. `tuple` has room for
 * RIWALK_ROLE_FIELDS. Tuples and packed roles sort alike. */
RIWALK_API unsigned riwalk_role_field_count(const riwalk_sampler *sampler);
RIWALK_API const char *riwalk_role_field_name(const riwalk_sampler *sampler, unsigned field);
RIWALK_API void riwalk_role_tuple(const riwalk_sampler *sampler, uint64_t role, uint64_t *tuple);

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

/* The id of a role; false where no walk met it. O(log roles). */
RIWALK_API bool riwalk_roles_id(const riwalk_roles *roles, uint64_t role, uint32_t *id);

/* A role that the walks of a node visit, and how often: how many of all their steps led to it, or,
 * where walks are exact or the choice is ours and the ball is small, how many of one walk are
 * expected to. Only ratios have a meaning. */
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

/* The same of one node: its roles by visits, most first (then by tuple). */
typedef struct riwalk_profile riwalk_profile;

typedef struct riwalk_profile_entry {
    uint64_t role;
    double visits; /* as in riwalk_visits */
    double share;  /* of all visits: shares sum to 1 */
} riwalk_profile_entry;

RIWALK_API riwalk_status riwalk_profile_find(const riwalk_sampler *sampler, uint32_t anchor,
                                             riwalk_profile **profile, riwalk_error *error);
RIWALK_API void riwalk_profile_free(riwalk_profile *profile);
RIWALK_API uint32_t riwalk_profile_count(const riwalk_profile *profile);
RIWALK_API const riwalk_profile_entry *riwalk_profile_get(const riwalk_profile *profile,
                                                          uint32_t index);

/* The share of a role, 0 where the anchor's walks never met it. */
RIWALK_API double riwalk_profile_share(const riwalk_profile *profile, uint64_t role);

/* How alike two profiles are: the sum over roles of sqrt(share * share), from 0 (nothing in
 * common) to 1 (equal). Both must come from samplers of the same options but for the seed. Where
 * roles contain the anchor's degree class, anchors of different classes have nothing in common. */
RIWALK_API double riwalk_profile_similarity(const riwalk_profile *a, const riwalk_profile *b);

/* ---- Labels of nodes -------------------------------------------------------------------- */

/* Which classes the nodes of a set of vectors belong to: one or several each, or none. Classes are
 * 0 .. classes-1 in the order of their names: by number when all are integers, else by bytes. */
typedef struct riwalk_node_labels riwalk_node_labels;

typedef struct riwalk_node_labels_options {
    size_t size;
    const char *prefix;   /* an id that is not in the vectors is looked up as "prefix:id". NULL:
                             where no id at all is found, the file's name without its extensions
                             is tried as the prefix */
    const char *positive; /* a label: its nodes are the class "positive", all others "rest". NULL:
                             every label is a class */
} riwalk_node_labels_options;

RIWALK_API void riwalk_node_labels_options_init(riwalk_node_labels_options *options);

/* Reads lines of "id label [label ...]" between blanks, tabs, commas or semicolons; "-" is standard
 * input, gzip and zstd are recognised, # and % begin comments, a header line (node label) is passed
 * over. Several lines of one node add up. Nodes that the vectors lack are counted and left out; it
 * is an error when no node is left. The labels hold row numbers, and do not need the vectors any
 * more. */
RIWALK_API riwalk_status riwalk_node_labels_read(const char *path, const riwalk_vectors *vectors,
                                                 const riwalk_node_labels_options *options,
                                                 riwalk_node_labels **labels, riwalk_error *error);

/* The same from memory: node ids[i] has the label labels[i], for i below `count`. */
RIWALK_API riwalk_status riwalk_node_labels_build(uint64_t count, const char *const *ids,
                                                  const char *const *names,
                                                  const riwalk_vectors *vectors,
                                                  const riwalk_node_labels_options *options,
                                                  riwalk_node_labels **labels, riwalk_error *error);

RIWALK_API void riwalk_node_labels_free(riwalk_node_labels *labels);

typedef struct riwalk_node_labels_summary {
    size_t size;
    uint32_t nodes;             /* of the vectors, with a label */
    uint32_t unlabelled;        /* of the vectors, without one */
    uint64_t unknown;           /* lines whose node the vectors lack */
    uint64_t empty;             /* lines with a node but no label */
    uint32_t classes;           /* that have a node */
    uint32_t smallest, largest; /* class: its nodes */
    uint32_t most;              /* labels of one node */
    const char *prefix;         /* that ids were found with; NULL: none. Lives with the labels */
} riwalk_node_labels_summary;

RIWALK_API riwalk_status riwalk_node_labels_summarize(const riwalk_node_labels *labels,
                                                      riwalk_node_labels_summary *summary,
                                                      riwalk_error *error);

/* The name of a class; lives with the labels. O(1). */
RIWALK_API const char *riwalk_node_labels_class(const riwalk_node_labels *labels, uint32_t class_);

/* The classes of a row of the vectors, ascending, and how many they are: 0 for a row without
 * labels. The array lives with the labels. O(log nodes). */
RIWALK_API uint32_t riwalk_node_labels_of(const riwalk_node_labels *labels, uint32_t row,
                                          const uint32_t **classes);

/* ---- Classification --------------------------------------------------------------------- */

typedef enum riwalk_scale {
    RIWALK_SCALE_NONE = 0,
    RIWALK_SCALE_STANDARD = 1, /* each dimension: mean 0, variance 1 over all vectors */
    RIWALK_SCALE_UNIT = 2,     /* each vector: length 1 */
} riwalk_scale;

typedef struct riwalk_classify_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;    /* of the splits; 1 */
    uint32_t repeats; /* splits at each ratio: 1 .. 100000; 10 */
    double C;         /* the weight of the data against the L2 penalty; 1 */
    double tolerance; /* a fit ends when a Newton step changes the decision values of its nodes by
                         less than this share of their spread; 1e-4 */
    bool balanced; /* weigh classes by n / (2 * their size), in each fit of one against the rest */
    riwalk_scale scale;
} riwalk_classify_options;

RIWALK_API void riwalk_classify_options_init(riwalk_classify_options *options);

/* How well the labels of one test set were predicted; shares from 0 to 1. Macro-F1 is the mean over
 * the classes that occur in the test set or in the predictions. Majority is what predicting the
 * most frequent training labels for every node would give. */
typedef struct riwalk_classify_scores {
    uint32_t train, test; /* nodes */
    uint32_t missing;     /* classes without a training node: never predicted */
    double micro_f1, macro_f1;
    double majority_micro_f1, majority_macro_f1;
} riwalk_classify_scores;

/* One-vs-rest logistic regression with an L2 penalty. For each ratio and repeat, the labelled nodes
 * are shuffled and the first floor(ratio * nodes) (at least one, and not all) are for training.
 * scores[i * repeats + r] is that of ratios[i], repeat r. A split depends on the seed, the repeat
 * and the labelled nodes alone; the training part at a higher ratio contains that at a lower one.
 * Of a node with m true labels the m highest-scoring ones are its prediction. ARGUMENT where a
 * ratio is not between 0 and 1, or where there are less than two nodes or classes. */
RIWALK_API riwalk_status riwalk_classify(const riwalk_vectors *vectors,
                                         const riwalk_node_labels *labels, const double *ratios,
                                         uint32_t ratio_count,
                                         const riwalk_classify_options *options,
                                         riwalk_classify_scores *scores, riwalk_error *error);

/* The split of a repeat: the labelled rows of the vectors (riwalk_node_labels_summary.nodes of
 * them) in the order in which training parts are cut off their front. */
RIWALK_API riwalk_status riwalk_classify_split(const riwalk_node_labels *labels, uint64_t seed,
                                               uint32_t repeat, uint32_t *rows,
                                               riwalk_error *error);

/* How many of `nodes` are for training at a ratio. */
RIWALK_API uint32_t riwalk_classify_train_size(uint32_t nodes, double ratio);

/* Fits on all labelled nodes and predicts the best class of every row of the vectors, labelled or
 * not. `classes` has room for the count of the vectors. */
RIWALK_API riwalk_status riwalk_classify_predict(const riwalk_vectors *vectors,
                                                 const riwalk_node_labels *labels,
                                                 const riwalk_classify_options *options,
                                                 uint32_t *classes, riwalk_error *error);

typedef struct riwalk_transfer_scores {
    size_t size;
    riwalk_classify_scores scores;
    uint32_t classes; /* of both label sets together; equal names are one class */
    uint32_t unseen;  /* of them only in the test set: never predicted */
    uint32_t shared;  /* nodes that are in both sets: their labels were known */
} riwalk_transfer_scores;

/* Fits on all nodes of `train` and scores on all nodes of `test`, both labels of `vectors`. */
RIWALK_API riwalk_status riwalk_transfer(const riwalk_vectors *vectors,
                                         const riwalk_node_labels *train,
                                         const riwalk_node_labels *test,
                                         const riwalk_classify_options *options,
                                         riwalk_transfer_scores *scores, riwalk_error *error);

/* Mean, standard deviation (of a sample: n - 1) and 95 % interval of the mean (Student's t).
 * Deviation and interval are NaN for a single value, and all for none. */
typedef struct riwalk_interval {
    double mean, deviation, low, high;
} riwalk_interval;

RIWALK_API riwalk_interval riwalk_interval_of(const double *values, size_t count);

/* ---- Structural holes ------------------------------------------------------------------- */

typedef struct riwalk_holes_options {
    size_t size;
    riwalk_run run;
    uint32_t top;       /* 300 */
    const char *prefix; /* nodes that the vectors lack are looked up as "prefix:name"; NULL: not */
} riwalk_holes_options;

RIWALK_API void riwalk_holes_options_init(riwalk_holes_options *options);

/* Burt's constraint of every node: the sum over its neighbours j of (p_ij + sum over q of
 * p_iq p_qj)^2, p_ij being the weight of the edge i j as a share of all weights at i. NaN for a
 * node without edges. `constraint` has room for the node count. Of the options only threads and
 * progress count. ARGUMENT for a directed graph. The work is the sum over edges of the lesser of
 * both degrees, times a logarithm: hubs cost no more than others. */
RIWALK_API riwalk_status riwalk_graph_constraint(const riwalk_graph *graph,
                                                 const riwalk_holes_options *options,
                                                 double *constraint, riwalk_error *error);

typedef struct riwalk_holes_scores {
    size_t size;
    uint32_t nodes;    /* that have both a constraint and a vector: all others are left out */
    uint32_t missing;  /* nodes without a vector */
    uint32_t top;      /* as asked for, or nodes - 1 when there are less */
    uint32_t node;     /* of least constraint */
    double constraint; /* its constraint */
    uint32_t hits;     /* of the `top` nodes most similar to it by cosine, how many are among the
                          `top` of least constraint; itself it does not count as similar */
    double expected;   /* hits of as many nodes drawn at random */
} riwalk_holes_scores;

/* Looks for structural holes as the paper does. Of equal constraints or similarities the earlier
 * node counts as the lesser, and the more similar. `constraint` is what riwalk_graph_constraint
 * gives. */
RIWALK_API riwalk_status riwalk_holes(const riwalk_graph *graph, const double *constraint,
                                      const riwalk_vectors *vectors,
                                      const riwalk_holes_options *options,
                                      riwalk_holes_scores *scores, riwalk_error *error);

/* ---- Clusters --------------------------------------------------------------------------- */

/* The class or role of a node that has none; in pictures it is drawn in grey. */
#define RIWALK_NO_CLASS UINT32_MAX

typedef struct riwalk_cluster_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* 1 */
    uint32_t starts;     /* the best of so many runs is kept; 10 */
    uint32_t iterations; /* of a run at most; 300 */
    uint32_t sample;     /* the silhouette of larger sets is that of so many rows; 10000 */
    riwalk_scale scale;
    uint32_t most_clusters; /* that are tried where their number is left to us; 12 */
    uint32_t choice_sample; /* the number for larger sets is that of so many rows; 2000 */
} riwalk_cluster_options;

RIWALK_API void riwalk_cluster_options_init(riwalk_cluster_options *options);

typedef struct riwalk_cluster_scores {
    size_t size;
    double inertia;      /* the sum of squared distances to the centres */
    uint32_t iterations; /* of the best run */
    bool converged;      /* whether it ended before its last iteration */
    double silhouette;   /* mean over the rows below; NaN where it is not defined */
    uint32_t silhouette_rows;
    uint32_t clusters;        /* their number, k */
    double choice_silhouette; /* where it was chosen: the largest one, of the rows chosen by; else
                                 NaN */
} riwalk_cluster_scores;

/* k-means: k-means++ starts, Lloyd's iterations, the start of least inertia (the first of equals).
 * clusters[row] is 0 .. k-1, numbered by their first rows; no cluster is empty. k of 0: the number
 * from 2 to most_clusters with the largest silhouette, of equals the smallest; vectors that are all
 * alike are one cluster. It is found by clustering a sample of choice_sample rows where there are
 * more. ARGUMENT where k is above the number of distinct vectors. O(starts * iterations * count * k
 * * dimensions). */
RIWALK_API riwalk_status riwalk_cluster(const riwalk_vectors *vectors, uint32_t k,
                                        const riwalk_cluster_options *options, uint32_t *clusters,
                                        riwalk_cluster_scores *scores, riwalk_error *error);

typedef struct riwalk_agreement {
    size_t size;
    uint32_t nodes; /* with a label */
    double homogeneity, completeness, v_measure;
    double adjusted_rand; /* 1: the same groups; 0: what chance would give; it may be below */
} riwalk_agreement;

/* How far clusters (one for each row of the vectors, any numbers below `cluster_count`) agree with
 * labels, over the labelled rows. ARGUMENT where a node has several labels. */
RIWALK_API riwalk_status riwalk_cluster_agreement(const riwalk_node_labels *labels,
                                                  const uint32_t *clusters, uint32_t cluster_count,
                                                  riwalk_agreement *agreement, riwalk_error *error);

/* ---- Roles of nodes, described ----------------------------------------------------------- */

/* What is measured of every node. */
typedef enum riwalk_node_measure {
    RIWALK_NODE_MEASURE_DEGREE = 0,
    RIWALK_NODE_MEASURE_TRIANGLES = 1,    /* that the node is a corner of */
    RIWALK_NODE_MEASURE_CONSTRAINT = 2,   /* Burt's; NaN for a node without edges */
    RIWALK_NODE_MEASURE_HUB_DISTANCE = 3, /* hops to the largest hub, the node with most edges (the
                                             first of equals); NaN where no path leads there */
} riwalk_node_measure;

#define RIWALK_NODE_MEASURES 4

/* "degree", "triangles", "constraint", "distance to the largest hub". Never NULL. */
RIWALK_API const char *riwalk_node_measure_name(riwalk_node_measure measure);

/* How a measure is spread over some nodes. Quartiles are interpolated between the two nearest
 * values; all is NaN where no node has the measure. */
typedef struct riwalk_range {
    uint32_t count; /* nodes that have the measure */
    double minimum, lower_quartile, median, upper_quartile, maximum;
} riwalk_range;

/* A role of context nodes (as riwalk_sampler names it, without the class of the anchor) that the
 * walks of a role's members visit much more often than those of other nodes. */
typedef struct riwalk_frequent_token {
    uint64_t token;
    double share;        /* of the visits of a member's walks to other nodes, mean over members */
    double elsewhere;    /* the same, mean over all nodes that are no members */
    const char *word;    /* "r1.2" */
    const char *meaning; /* "degree 1-2, two hops from the anchor" */
} riwalk_frequent_token;

/* A role: nodes whose vectors are one cluster. */
typedef struct riwalk_described_role {
    const char *name;        /* "leaves of hubs"; "role 3" where no rule is met. Names may repeat */
    const char *rule;        /* the rule that gave the name, a sentence; NULL: none was met */
    uint32_t count;          /* members; at least 1 */
    const uint32_t *members; /* [count] nodes: nearest to the middle first, the last is the most
                                unusual one */
    const double *distances; /* [count] of the members' scaled vectors from their mean, in order up
                                to a millionth */
    uint32_t typical_count;  /* of the members, the first ones, that count as typical */
    riwalk_range ranges[RIWALK_NODE_MEASURES];
    uint32_t token_count;
    const riwalk_frequent_token *tokens; /* [token_count]: the most telling first */
} riwalk_described_role;

typedef struct riwalk_describe_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* of the walks and of the clusters; 1 */
    uint32_t roles;      /* how many; 0: the number with the largest silhouette, as riwalk_cluster
                            chooses it */
    uint32_t most_roles; /* that are tried then; 20 */
    uint32_t typical;    /* members of a role that count as typical; 5 */
    uint32_t tokens;     /* of a role at most; 5 */
    riwalk_scale scale;  /* of the vectors before they are clustered; UNIT */
    const riwalk_options *embedding; /* how vectors are made where none are given; NULL: by
                                        RIWALK_PRESET_ROLES. Its run and seed are those above */
    const char *prefix; /* nodes that the vectors lack are looked up as "prefix:name"; NULL: not */
} riwalk_describe_options;

RIWALK_API void riwalk_describe_options_init(riwalk_describe_options *options);

/* The roles of a graph's nodes, in words and numbers. */
typedef struct riwalk_description riwalk_description;

/* Clusters the nodes of a graph by their vectors, which are made here where `vectors` is NULL, and
 * says what each cluster is; docs/describe.md has the rules. Given vectors are found by the names
 * of nodes; nodes without one are in no role. Nodes without edges are never clustered: where there
 * are some, they are a role of their own, beside the number that was asked for. Roles are ordered
 * by size, largest first, of equals the one with the first node. Graph and vectors must outlive the
 * description. The same on any number of threads. ARGUMENT for a directed graph, for one without
 * edges, and where less nodes have different vectors than roles are wanted. */
RIWALK_API riwalk_status riwalk_describe(const riwalk_graph *graph, const riwalk_vectors *vectors,
                                         const riwalk_describe_options *options,
                                         riwalk_description **description, riwalk_error *error);
RIWALK_API void riwalk_description_free(riwalk_description *description);

typedef struct riwalk_description_summary {
    size_t size;
    uint32_t nodes;    /* of the graph */
    uint32_t missing;  /* of them without a vector */
    uint32_t isolated; /* of them without an edge */
    uint32_t roles;    /* that of nodes without edges included */
    bool chosen;       /* their number is the one with the largest silhouette */
    double silhouette; /* mean over the nodes below; NaN where it is not defined */
    uint32_t silhouette_nodes;
    uint32_t hub;                              /* the node with most edges */
    riwalk_range ranges[RIWALK_NODE_MEASURES]; /* of all nodes */
} riwalk_description_summary;

RIWALK_API riwalk_status riwalk_description_summarize(const riwalk_description *description,
                                                      riwalk_description_summary *summary,
                                                      riwalk_error *error);

/* A role by its place, below the number of roles. It lives with the description, as all below.
 * O(1). */
RIWALK_API const riwalk_described_role *riwalk_description_role(const riwalk_description *d,
                                                                uint32_t role);

/* [nodes]: the role of every node, RIWALK_NO_CLASS where it has no vector. */
RIWALK_API const uint32_t *riwalk_description_roles(const riwalk_description *d);

/* [nodes]: a measure of every node. */
RIWALK_API const double *riwalk_description_measure(const riwalk_description *d,
                                                    riwalk_node_measure measure);

/* The vectors that were clustered: the caller's, or those that were made, which live with the
 * description and have the nodes' order. */
RIWALK_API const riwalk_vectors *riwalk_description_vectors(const riwalk_description *d);

/* How vectors were made, resolved; NULL where they were given. */
RIWALK_API const riwalk_options *riwalk_description_embedding(const riwalk_description *d);

/* Explains roles that nodes are members of to a degree, as those of RIWALK_METHOD_ROLX, by
 * measures: factors[role * RIWALK_NODE_MEASURES + measure] becomes how many times the mean of all
 * nodes a measure is in a role, by the least squares of all that are not negative; NaN where the
 * mean is 0. Nodes that lack a measure take no part. `memberships` are in the order of the graph's
 * nodes, in at most RIWALK_MAX_ROLES columns; `run` may be NULL. ARGUMENT for a directed graph. */
RIWALK_API riwalk_status riwalk_memberships_explain(const riwalk_graph *graph,
                                                    const riwalk_vectors *memberships,
                                                    const riwalk_run *run, double *factors,
                                                    riwalk_error *error);

/* ---- Pictures --------------------------------------------------------------------------- */

typedef enum riwalk_projection {
    RIWALK_PROJECTION_PCA = 0,  /* the two directions of largest variance */
    RIWALK_PROJECTION_TSNE = 1, /* t-SNE: neighbours stay neighbours, far distances mean little */
} riwalk_projection;

typedef struct riwalk_project_options {
    size_t size;
    riwalk_run run;
    riwalk_projection projection; /* PCA */
    riwalk_scale scale;
    /* Of t-SNE: */
    uint64_t seed;       /* of a small noise that parts equal starting places; 1 */
    double perplexity;   /* about how many neighbours count: at least 1; 30. Lowered to
                            (count - 1) / 3 where there are less points */
    uint32_t iterations; /* 1 .. 100000; 1000 */
    double exaggeration; /* attraction is so much stronger in the first quarter of the iterations,
                            at most 250 of them: at least 1; 12 */
    double theta; /* how coarsely far points are taken together: 0 (not at all: exact) .. 1; -1:
                     0 up to 1000 points, 0.5 beyond */
} riwalk_project_options;

RIWALK_API void riwalk_project_options_init(riwalk_project_options *options);

typedef struct riwalk_project_report {
    size_t size;
    double shares[2];  /* PCA: of the variance, in the first and the second direction */
    double perplexity; /* t-SNE: as it was used */
    double divergence; /* t-SNE: Kullback-Leibler, what it makes small */
    bool exact;        /* t-SNE: every pair of points was looked at */
} riwalk_project_report;

/* Places vectors in the plane: row r at places[2r], places[2r + 1]; `places` has room for twice the
 * count. `report` may be NULL. Directions of PCA point to where their largest component is
 * positive. t-SNE starts from PCA. ARGUMENT where all vectors are equal, so that there is nothing
 * to see, and for t-SNE with less than 4 vectors. PCA takes O(count * dimensions^2 +
 * dimensions^3), exact t-SNE O(count^2 * (dimensions + iterations)) and up to 64 count^2 bytes, the
 * other O(count^2 * dimensions + iterations * count * (perplexity + log count)). */
RIWALK_API riwalk_status riwalk_project(const riwalk_vectors *vectors,
                                        const riwalk_project_options *options, double *places,
                                        riwalk_project_report *report, riwalk_error *error);

typedef struct riwalk_layout_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* of a small noise that parts equal starting places; 1 */
    uint32_t iterations; /* 1 .. 100000; 500 */
} riwalk_layout_options;

RIWALK_API void riwalk_layout_options_init(riwalk_layout_options *options);

/* The largest graph that a picture can be made of. */
#define RIWALK_LAYOUT_MAX_NODES UINT32_C(5000)
#define RIWALK_LAYOUT_MAX_EDGES UINT64_C(50000)

/* Places the nodes of a small graph in the plane by forces: edges pull, nodes push each other away.
 * Directions and weights of edges have no influence. Components stand side by side, the largest one
 * first. The same graph, seed and iterations give the same places on every machine. LIMIT for a
 * graph that is larger than above. O(iterations * (edges + nodes * log nodes)). */
RIWALK_API riwalk_status riwalk_layout(const riwalk_graph *graph,
                                       const riwalk_layout_options *options, double *places,
                                       riwalk_error *error);

typedef enum riwalk_picture_format {
    RIWALK_PICTURE_FORMAT_AUTO = 0, /* by the file's extension */
    RIWALK_PICTURE_FORMAT_SVG = 1,
    RIWALK_PICTURE_FORMAT_PNG = 2,
    RIWALK_PICTURE_FORMAT_PDF = 3,
} riwalk_picture_format;

/* The format that a file's name stands for: its ending is .svg (also before .gz and .zst), .png or
 * .pdf, in capitals or not; AUTO where it stands for none. */
RIWALK_API riwalk_picture_format riwalk_picture_format_of(const char *path);

/* Whether this library can draw a format: ARGUMENT for PNG and PDF where it was built without
 * Cairo.
 */
RIWALK_API riwalk_status riwalk_picture_format_check(riwalk_picture_format format,
                                                     riwalk_error *error);

typedef enum riwalk_point_labels {
    RIWALK_POINT_LABELS_AUTO = 0,   /* up to 200 points: all that find room; in larger graphs, of
                                       each class the nodes with most edges */
    RIWALK_POINT_LABELS_ALWAYS = 1, /* all, also where they overlap */
    RIWALK_POINT_LABELS_NEVER = 2,
} riwalk_point_labels;

/* The colour that pictures give to a class, 0xRRGGBB; the same after every sixteen. */
RIWALK_API uint32_t riwalk_class_color(uint32_t class_);

typedef struct riwalk_plot_options {
    size_t size;
    riwalk_picture_format format;
    uint32_t width, height; /* in pixels of a screen: 100 .. 10000; both 0: 720 x 560 */
    double resolution;      /* PNG: dots per such pixel, 0.1 .. 10; 2 */
    const char *title;      /* NULL: none */
    const char *x_title;    /* of points: what the directions are; NULL: not said */
    const char *y_title;
    const char *const *names;       /* of points or nodes; NULL: no point labels */
    const uint32_t *classes;        /* of each: below class_count, or NO_CLASS; NULL: all alike */
    const char *const *class_names; /* for the legend; NULL: no legend */
    uint32_t class_count;
    riwalk_point_labels point_labels;
    riwalk_files *files; /* NULL: the picture is put in its place at once */
} riwalk_plot_options;

RIWALK_API void riwalk_plot_options_init(riwalk_plot_options *options);

/* Draws points as a scatter plot into a file, "-" being standard output (where the format must be
 * said). Files are complete or absent. Classes have colours that the colour-blind can tell apart,
 * and beyond sixteen classes also different marks. Text that is not UTF-8 shows as question marks.
 * The same arguments give the same bytes: of SVG on any machine, of PNG and PDF on those with the
 * same Cairo and fonts. Places must be finite. */
RIWALK_API riwalk_status riwalk_plot_points(uint32_t count, const double *places, const char *path,
                                            const riwalk_plot_options *options,
                                            riwalk_error *error);

/* Draws a graph, its nodes at the given places, in the same way. NULL names: those of the graph. */
RIWALK_API riwalk_status riwalk_plot_graph(const riwalk_graph *graph, const double *places,
                                           const char *path, const riwalk_plot_options *options,
                                           riwalk_error *error);

/* ---- Reports ---------------------------------------------------------------------------- */

/* The largest graph that a page holds. */
#define RIWALK_REPORT_MAX_NODES UINT32_C(200000)
#define RIWALK_REPORT_MAX_EDGES UINT64_C(5000000)
#define RIWALK_REPORT_TSNE_NODES UINT32_C(50000)

typedef struct riwalk_report_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;                    /* of layout, t-SNE and sampled profiles; 1 */
    uint32_t tsne_most;               /* vectors: t-SNE of more is left out; 50000 */
    const char *title;                /* NULL: none */
    const riwalk_node_labels *labels; /* rows are the nodes of the graph; NULL: none */
    const char *const *facts; /* [2 * fact_count]: how it was made, each a name and a value */
    size_t fact_count;
    riwalk_files *files; /* NULL: the page is put in its place at once */
} riwalk_report_options;

RIWALK_API void riwalk_report_options_init(riwalk_report_options *options);

/* Whether a graph is small enough: LIMIT otherwise. To be asked before long work. */
RIWALK_API riwalk_status riwalk_report_check(const riwalk_graph *graph, riwalk_error *error);

/* Writes a page to explore a graph, its vectors and its roles: one file of HTML that needs nothing
 * else and no network; "-" is standard output. docs/report.md says what is in it. The same
 * arguments give the same bytes, but for rounding between machines, on any number of threads. The
 * time is mostly that of t-SNE by riwalk_project. */
RIWALK_API riwalk_status riwalk_report_write(const riwalk_description *description,
                                             const char *path, const riwalk_report_options *options,
                                             riwalk_error *error);

/* ---- Generated graphs ------------------------------------------------------------------- */

/* Undirected graphs, simple and unweighted. Nodes are named 0 .. n-1, in the clubs 1 .. n. */
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
} riwalk_generator;

typedef struct riwalk_generate_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;           /* 1; of erdos-renyi, barabasi-albert and rmat, and of noise */
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

/* ---- Experimental ----------------------------------------------------------------------- */

/* What follows may change in any version; all above changes with a new minor version only, and the
 * changelog says how. */

/* ---- Training on text ------------------------------------------------------------------- */

typedef struct riwalk_train_report {
    size_t size;
    uint64_t pairs; /* trained */
    double loss;    /* per pair at the end, an estimate */
} riwalk_train_report;

/* Trains skip-gram on a file of whitespace-separated tokens, a sentence a line ("-": standard
 * input; gzip and zstd are recognised): one vector for every token that occurs at least min_count
 * times, the most frequent first. `report` may be NULL. The same file, options and seed give the
 * same vectors on any number of threads. */
RIWALK_API riwalk_status riwalk_train_text(const char *path, uint64_t min_count,
                                           const riwalk_options *options, riwalk_vectors **vectors,
                                           riwalk_train_report *report, riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
