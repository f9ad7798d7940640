/* SPDX-License-Identifier: MIT */
/* What training a corpus with local tokens (shards.c) and merging its shards share. */
#ifndef RW_TRAIN_SHARDS_H
#define RW_TRAIN_SHARDS_H

#include "base/memory.h"
#include "train/trainer.h"

typedef struct rw_shard {
    uint32_t groups;   /* numbers shard, shard + shards, ... */
    uint32_t *updates; /* [rows]: of a token as context or centre, in this round */
    uint64_t pairs;    /* in this round */
    rw_noise noise;    /* over rows */
    rw_loss loss;
    uint32_t rows;
} rw_shard;

typedef struct rw_shards {
    rw_run *run;
    rw_shard *shards;
    double *noise_share; /* of shared rows, among all draws */
    uint32_t epoch;
    uint32_t round;
    rw_pool pool;
    /* Of merging: */
    float *before[2];      /* shared input rows, shared output rows, as the round found them */
    char *changes;         /* [2 * shared rows], in a group: inputs and outputs in turn */
    size_t first_row;      /* of those that are at work */
    bool adding, applying; /* what is done with them */
} rw_shards;

/* Before the first round, and after each, where there are several shards (shards_merge.c). */
riwalk_status rw_shards_begin(rw_shards *shards, riwalk_error *error);
riwalk_status rw_shards_merge(rw_shards *shards, riwalk_error *error);

#endif
