/* SPDX-License-Identifier: MIT */
/* Skip-gram with negative sampling: from a corpus to one vector per token. */
#ifndef RW_TRAIN_SGNS_H
#define RW_TRAIN_SGNS_H

#include "train/corpus.h"

/* The division of work. Results depend on it, so it follows only from the corpus's sizes and the
 * options, never from the number of threads. */
typedef struct rw_plan {
    uint32_t shards; /* with local tokens: shard s has the local tokens a = s mod shards */
    uint32_t parts;  /* without local tokens: random parts of the vocabulary */
    uint32_t rounds; /* per epoch; after each, shards are merged or parts drawn anew */
    uint32_t first;  /* this process has shards first .. end - 1; */
    uint32_t end;    /* results do not depend on it */
} rw_plan;

/* The plan for the process `rank` of `members`. The corpus need not exist yet. */
rw_plan rw_plan_make(const rw_corpus *corpus, const riwalk_options *options, uint32_t rank,
                     uint32_t members);

/* The peak bytes of rw_sgns_train in such a process, without the corpus. */
uint64_t rw_sgns_memory(const rw_corpus *corpus, const riwalk_options *options, uint32_t rank,
                        uint32_t members);

/* The vectors, in a block of rows for each shard. Local token a is row shared_count + a / shards of
 * block a mod shards. Shared tokens are the first rows of every block, the same in all. */
typedef struct rw_weights {
    uint32_t dimensions;
    uint32_t local_count;
    uint32_t shared_count;
    uint32_t shards;
    uint32_t first; /* this process has rows only of shards first .. end - 1 */
    uint32_t end;
    size_t stride; /* floats from row to row; those from `dimensions` on are zero */
    size_t block_rows;
    float *inputs;  /* [end - first][block_rows * stride] */
    float *outputs; /* NULL in a symmetric corpus, and once dropped */
    uint64_t pairs; /* trained, over all epochs */
    double loss;    /* mean of a pair, estimated over the last round; NaN if nothing was trained */
} rw_weights;

/* Where the block of a shard begins in a matrix. */
static inline size_t rw_weights_block(const rw_weights *model, size_t shard)
{
    return (shard - model->first) * model->block_rows * model->stride;
}

/* The vector of a token, and its row on the centre side: `dimensions` floats. */
const float *rw_weights_row(const rw_weights *model, uint32_t token);
const float *rw_weights_output(const rw_weights *model, uint32_t token);

/* Trains by options that are checked; `plan` NULL: by the corpus's own. A token that never occurs
 * gets zeros; zero epochs give the initial vectors. Threads do not affect the result. */
riwalk_status rw_sgns_train(const rw_corpus *corpus, const riwalk_options *options,
                            const rw_plan *plan, rw_weights **model, riwalk_error *error);

/* Frees the output rows; all. */
void rw_weights_drop_outputs(rw_weights *model);
void rw_weights_free(rw_weights *model);

/* For RW_OWN. */
static inline void rw_weights_drop(rw_weights **model)
{
    rw_weights_free(*model);
}

#endif
