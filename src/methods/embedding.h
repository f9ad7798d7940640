/* SPDX-License-Identifier: MIT */
/* What all methods share: the state and results of a run, its use of memory, and the table of
 * methods. */
#ifndef RW_METHODS_EMBEDDING_H
#define RW_METHODS_EMBEDDING_H

#include "graph/graph.h"
#include "train/sgns.h"

/* The profiles of a view, for a caller that needs them beside the vectors. */
typedef struct rw_view_profiles {
    riwalk_view view;
    struct riwalk_profiles *profiles; /* the caller frees them; NULL: no such view */
} rw_view_profiles;

typedef struct rw_embedding {
    const riwalk_graph *const *graphs;
    size_t graph_count;
    const char *const *names;  /* one for each graph, or NULL */
    riwalk_options options;    /* resolved, run.threads too */
    riwalk_model **model;      /* where the model goes; NULL: none is wanted */
    riwalk_estimate *estimate; /* only this is wanted; NULL: vectors */
    riwalk_graph *joined;      /* of several graphs; NULL for one */
    const riwalk_graph *graph; /* the only one, or `joined` */
    uint32_t members;          /* size of the group, which memory depends on; 1: no group */
    uint64_t reserved;         /* bytes that the caller uses during the run */
    rw_view_profiles *also;    /* profiles that the caller wants; NULL: none */
    const uint32_t *twins;     /* [nodes]: the node whose walks this one shares, for the factor
                                  trainer; NULL: each node has its own */
    riwalk_vectors *vectors;   /* the result; before a run NULL, or vectors in a file */
    riwalk_embed_report report;
} rw_embedding;

/* Resolves the options, checks them and the graphs, and joins several graphs. To be freed in any
 * case, with the vectors unless they were taken out. */
riwalk_status rw_embedding_init(rw_embedding *embedding, const riwalk_options *options,
                                riwalk_error *error);
void rw_embedding_free(rw_embedding *embedding);

/* The checksum of all graphs, in their order. O(nodes + edges). */
uint64_t rw_embedding_checksum(const rw_embedding *embedding);

/* Estimated bytes of a node's name in the vectors. */
#define RW_NAME_BYTES 32

/* The bytes that every method needs: the program, graphs, nodes' names, and `reserved`. */
uint64_t rw_embedding_bytes(const rw_embedding *embedding);

/* The bytes of vectors while they are made: all rows, or one block per thread if they go into a
 * file. */
uint64_t rw_embedding_vector_bytes(const rw_embedding *embedding);

/* The memory limit in force: the caller's, or half of the machine's memory. */
uint64_t rw_embedding_limit(const rw_embedding *embedding);

/* Returns LIMIT if the caller's limit is below `least` bytes. */
riwalk_status rw_embedding_check_limit(const rw_embedding *embedding, uint64_t least,
                                       riwalk_error *error);

/* Notes the peak bytes of a run and the least possible: in the estimate if that is wanted, else in
 * the report, after checking the limit. */
riwalk_status rw_embedding_need(rw_embedding *embedding, uint64_t least, uint64_t bytes,
                                riwalk_error *error);

/* The peak bytes of a run over walks: the least possible, with walks in memory, with walks in a
 * file. */
typedef struct rw_walk_bytes {
    uint64_t least;
    uint64_t kept;
    uint64_t filed;
    bool keep, file; /* the choice under the limit; neither: walks are made again every epoch */
} rw_walk_bytes;

static inline uint64_t rw_walk_bytes_used(const rw_walk_bytes *bytes)
{
    return bytes->keep ? bytes->kept : bytes->file ? bytes->filed : bytes->least;
}

/* The shape of a corpus of walks from all nodes, before anything is counted. Its tokens are the
 * nodes; a corpus of roles has them as local tokens. A node's walks are cut into a few slices,
 * which are shuffled over all nodes: enough to learn as from a full shuffle (train/corpus.h). */
rw_corpus rw_walks_corpus(uint32_t nodes, uint32_t walks, uint32_t length);

/* Fills in the estimate, from a node's seconds of walking and of one epoch of training. */
void rw_embedding_estimate(const rw_embedding *embedding, const rw_walk_bytes *bytes,
                           double walking, double training);

/* Adds pairs to a report. Its loss becomes the mean over all pairs, NaN without pairs. */
void rw_report_add_pairs(riwalk_embed_report *report, uint64_t pairs, double loss);

/* Makes the vectors of all nodes: named, and zero. The first two do it in steps: rows, then their
 * names, here also of some nodes: those of an ascending list, or (NULL) from `first` on. In a group
 * only rank 0 names them. */
riwalk_status rw_embedding_rows(rw_embedding *embedding, uint32_t dimensions, riwalk_error *error);
riwalk_status rw_embedding_name(const rw_embedding *embedding, const uint32_t *only, uint32_t first,
                                uint32_t count, riwalk_error *error);
riwalk_status rw_embedding_vectors(rw_embedding *embedding, uint32_t dimensions,
                                   riwalk_error *error);

/* The same with the rows of trained nodes, the first tokens; notes pairs and loss. A member of a
 * group has the rows of its shards. */
riwalk_status rw_embedding_take(rw_embedding *embedding, rw_weights *model, riwalk_error *error);

/* Embeds by the method that the options name (embed.c). */
riwalk_status rw_embed(rw_embedding *embedding, riwalk_error *error);

/* ---- Methods (methods.c has the table) ---- */

/* Makes vectors from graphs, and the report without its train_seconds; or only an estimate. */
typedef riwalk_status rw_method(rw_embedding *embedding, riwalk_error *error);

rw_method rw_riwalk_method, rw_node2vec_method, rw_struc2vec_method, rw_graphwave_method,
    rw_refex_method, rw_rolx_method, rw_line_method;

/* The method that the resolved options name, or two, each for half of the dimensions (combine.c).
 * All time that is not for walks is training. */
rw_method rw_method_run, rw_combination;

#endif
