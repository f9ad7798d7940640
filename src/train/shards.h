/* SPDX-License-Identifier: MIT */
/* What training of shards (shards.c) and merging them (shards_merge.c) share. */
#ifndef RW_TRAIN_SHARDS_H
#define RW_TRAIN_SHARDS_H

#include "base/memory.h"
#include "train/trainer.h"

typedef struct rw_shard {
    uint32_t groups;   /* its groups are shard, shard + shards, ... */
    uint32_t *updates; /* [rows]: how often a token was context or centre in this round */
    uint64_t pairs;    /* pairs trained in this round */
    rw_noise noise;    /* over rows */
    rw_loss loss;
    uint32_t rows;
} rw_shard;

typedef struct rw_shards {
    rw_run *run;
    rw_shard *shards;
    double *noise_share; /* [shared rows]: share of all noise draws */
    uint32_t epoch;
    uint32_t round;
    rw_pool pool;
    /* For merging: */
    float *before[2];      /* shared input rows and output rows at the start of the round */
    char *changes;         /* [2 * shared rows], in a group: inputs and outputs alternate */
    size_t first_row;      /* first of the rows in work */
    bool adding, applying; /* what to do with their changes */
} rw_shards;

/* If there are several shards: called before the first round, and after each. */
riwalk_status rw_shards_begin(rw_shards *shards, riwalk_error *error);
riwalk_status rw_shards_merge(rw_shards *shards, riwalk_error *error);

#endif
