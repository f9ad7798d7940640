/* SPDX-License-Identifier: MIT */
/* Skip-gram with negative sampling: from a corpus to one vector per token. */
#ifndef RW_TRAIN_SGNS_H
#define RW_TRAIN_SGNS_H

#include "train/corpus.h"

/* How the work is divided. It follows from the corpus and the dimension alone, never from the
 * number of threads, because results depend on it. */
typedef struct rw_plan {
    uint32_t shards; /* of a corpus with local tokens: the local tokens a = s mod shards */
    uint32_t parts;  /* of a corpus without: random parts of the vocabulary */
    uint32_t rounds; /* in an epoch; between rounds shards are merged, or parts drawn anew */
    uint32_t first;  /* the shards first .. end - 1 are those of this process, in a group; see */
    uint32_t end;    /* rw_plan_divide; results do not depend on it */
} rw_plan;

/* Makes the plan. Only the corpus's sizes are looked at, so it can be made before the corpus. */
void rw_plan_make(const rw_corpus *corpus, const riwalk_options *options, rw_plan *plan);

/* Which shards are those of a process among so many. */
void rw_plan_divide(rw_plan *plan, uint32_t rank, uint32_t members);

/* The peak memory of rw_sgns_train in bytes, the corpus itself excepted; also from sizes alone. */
uint64_t rw_sgns_memory(const rw_corpus *corpus, const riwalk_options *options,
                        const rw_plan *plan);

/* The vectors. Local token a is row shared_count + a / shards of block a mod shards; the shared
 * tokens are the first rows of every block, the same in all. */
typedef struct rw_weights {
    uint32_t dimensions;
    uint32_t local_count;
    uint32_t shared_count;
    uint32_t shards;
    uint32_t first; /* of this process: shards first .. end - 1, of which alone there are rows */
    uint32_t end;
    size_t stride;   /* floats from row to row; those beyond `dimensions` are zero */
    float **inputs;  /* [shards]: [rows * stride], parts of one allocation */
    float **outputs; /* NULL of a symmetric corpus, and once they are dropped */
    uint64_t pairs;  /* trained, over all epochs */
    double loss;     /* per pair, an estimate over the last round; NaN where nothing was trained */
} rw_weights;

/* The vector of a token: `dimensions` floats. */
const float *rw_weights_row(const rw_weights *model, uint32_t token);

/* Its row on the centre side, unless output rows were dropped. */
const float *rw_weights_output(const rw_weights *model, uint32_t token);

/* Trains. `plan` may be NULL for the corpus's own. A token that never occurs gets zeros; zero
 * epochs give the initial vectors. The result depends on corpus, options, plan and, by rounding,
 * on the instruction set; not on threads. */
riwalk_status rw_sgns_train(const rw_corpus *corpus, const riwalk_options *options,
                            const rw_plan *plan, rw_weights **model, riwalk_error *error);

/* Frees the output rows, which nobody needs after training. */
void rw_weights_drop_outputs(rw_weights *model);

void rw_weights_free(rw_weights *model);

#endif
