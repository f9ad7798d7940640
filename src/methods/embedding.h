/* SPDX-License-Identifier: MIT */
/* A run of a method, as far as all methods have it in common. */
#ifndef RW_METHODS_EMBEDDING_H
#define RW_METHODS_EMBEDDING_H

#include "graph/graph.h"
#include "train/corpus.h"

/* The profiles of a view, which an embedding makes and its caller may need too. */
typedef struct rw_view_profiles {
    riwalk_view view;
    struct riwalk_profiles *profiles; /* to be freed; NULL: the embedding has no such view */
} rw_view_profiles;

typedef struct rw_embedding {
    const riwalk_graph *const *graphs;
    size_t graph_count;
    const char *const *names;  /* of graphs, or NULL */
    riwalk_options options;    /* resolved, threads through rw_threads */
    riwalk_model **model;      /* receives the model; NULL: none is wanted */
    riwalk_graph *joined;      /* of several graphs; NULL for one */
    const riwalk_graph *graph; /* the one, or joined */
    uint32_t members;          /* of the group, for which memory is estimated; 1 without */
    uint64_t reserved;         /* bytes that others need during the run */
    riwalk_vectors **opened;   /* those in a file, until rw_embedding_vectors gives them; NULL: the
                                  vectors will be in memory */
    rw_view_profiles *also;    /* that are handed over; NULL: none */
    const uint32_t *twins;     /* [nodes]: the node whose walks are also this one's, for the factor
                                  trainer; NULL: each has its own */
} rw_embedding;

/* Checks graphs and options, and joins several graphs. */
riwalk_status rw_embedding_init(rw_embedding *embedding, const riwalk_options *options,
                                riwalk_error *error);
void rw_embedding_free(rw_embedding *embedding);

/* The checksum of all graphs, in their order. O(nodes + edges). */
uint64_t rw_embedding_checksum(const rw_embedding *embedding);

/* A node's name among the vectors. */
#define RW_NAME_BYTES 32

/* The bytes of the program, its graphs and the nodes' names, and what is reserved: what any method
 * needs. */
uint64_t rw_embedding_bytes(const rw_embedding *embedding);

/* The bytes of vectors while they are made: all of them, or a block for each thread where they go
 * into a file. */
uint64_t rw_embedding_vector_bytes(const rw_embedding *embedding);

/* The memory limit that holds: the caller's, or half of the machine's memory. */
uint64_t rw_embedding_limit(const rw_embedding *embedding);

/* LIMIT where the caller's limit is below what is needed at least. */
riwalk_status rw_embedding_check_limit(const rw_embedding *embedding, uint64_t least,
                                       riwalk_error *error);

/* The bytes of a run over walks at its peak: at least, with walks kept in memory, and in a file. */
typedef struct rw_walk_bytes {
    uint64_t least;
    uint64_t kept;
    uint64_t filed;
    bool keep, file; /* what will be done, by the limit that holds; neither: they are made again */
} rw_walk_bytes;

static inline uint64_t rw_walk_bytes_used(const rw_walk_bytes *bytes)
{
    return bytes->keep ? bytes->kept : bytes->file ? bytes->filed : bytes->least;
}

/* ARGUMENT for walks that cannot teach anything. */
riwalk_status rw_embedding_check_walks(const rw_embedding *embedding, riwalk_error *error);

/* The sizes of a corpus of the walks from all nodes, before anything is counted: its tokens are the
 * nodes, which are local beside roles. A node's walks come in a few slices, shuffled over all
 * nodes: enough for training to learn as from a full shuffle (train/corpus.h). */
rw_corpus rw_walks_corpus(uint32_t nodes, uint32_t walks, uint32_t length);

/* An estimate from the seconds that a node's walks take, and an epoch of training on them. */
void rw_embedding_estimate(const rw_embedding *embedding, const rw_walk_bytes *bytes,
                           double walking, double training, riwalk_estimate *estimate);

/* Adds pairs to those of a report, whose loss becomes the mean of all; NaN where there are none. */
void rw_report_add_pairs(riwalk_embed_report *report, uint64_t pairs, double loss);

/* The vectors of all nodes: named, and zero. Those in a file are named in the first member of a
 * group alone. Or by steps: rows first, then their names. */
riwalk_status rw_embedding_rows(const rw_embedding *embedding, uint32_t dimensions,
                                riwalk_vectors **vectors, riwalk_error *error);
riwalk_status rw_embedding_name(const rw_embedding *embedding, riwalk_vectors *vectors,
                                riwalk_error *error);
riwalk_status rw_embedding_vectors(const rw_embedding *embedding, uint32_t dimensions,
                                   riwalk_vectors **vectors, riwalk_error *error);

/* Embeds by the method of the options (embed.c). */
riwalk_status rw_embed(const rw_embedding *embedding, riwalk_vectors **vectors,
                       riwalk_embed_report *report, riwalk_error *error);

/* ---- Methods (methods.c has the table) ---- */

/* From graphs to vectors or, where `estimate` is not NULL, what that would take. */
typedef riwalk_status rw_method(const rw_embedding *embedding, riwalk_vectors **vectors,
                                riwalk_embed_report *report, riwalk_estimate *estimate,
                                riwalk_error *error);

rw_method rw_riwalk_method, rw_node2vec_method, rw_struc2vec_method, rw_graphwave_method,
    rw_refex_method, rw_rolx_method, rw_line_method;

/* That of the options, which are resolved. */
rw_method *rw_method_of(const rw_embedding *embedding);

/* Two methods, each for half of the dimensions (combine.c). */
rw_method rw_combination;

#endif
