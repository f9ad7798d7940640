/* SPDX-License-Identifier: MIT */
/* What the files of the sgns trainer share: the run, its workers, and their batches of pairs. */
#ifndef RW_TRAIN_TRAINER_H
#define RW_TRAIN_TRAINER_H

#include "base/memory.h"
#include "base/progress.h"
#include "base/rng.h"
#include "train/kernels/kernels.h"
#include "train/noise.h"
#include "train/sgns.h"

/* Pairs drawn ahead and trained together: 20 kilobytes. Training evicts the table of noise from the
 * first-level cache, so with small batches every draw is a miss (4 % of the time with 128). */
#define RW_BATCH_PAIRS 512

/* Contexts are copied in steps of this many, needed or not: their number is random, so a loop over
 * them would mispredict its end. Arrays that this reads or writes have as many extra entries. */
#define RW_BATCH_STEP 16

/* Pairs of a local token are listed before they are trained in turn: this many of either kind, or
 * more at its last place. */
#define RW_TURN_PAIRS 512

typedef struct rw_turns {
    uint32_t *context; /* rows of its contexts */
    uint32_t *centre;  /* rows of centres that it is a context of */
    uint32_t contexts, centres;
} rw_turns;

/* The memory of one thread. */
typedef struct rw_worker {
    char padding[64]; /* against false sharing */
    rw_sentences sentences;
    uint32_t *kept;    /* [slice_tokens + RW_BATCH_STEP]: tokens left by subsampling */
    uint32_t *windows; /* [slice_tokens]: the window of each */
    rw_turns turns;
    rw_batch batch;   /* room for RW_BATCH_PAIRS + RW_BATCH_STEP */
    size_t counted;   /* pairs of the batch that have counters */
    uint64_t counter; /* counter of the next pair */
    uint64_t pairs;
} rw_worker;

/* A loss is summed per shard or part, where the order is fixed. */
typedef struct rw_loss {
    double sum;
    uint64_t count;
    uint64_t pairs; /* trained since the last sample */
} rw_loss;

/* One training run. */
typedef struct rw_run {
    const rw_corpus *corpus;
    const riwalk_options *options;
    const rw_kernels *kernels;
    rw_plan plan;
    size_t cache;      /* bytes of a core's second-level cache */
    uint64_t draws;    /* how far a pair advances its counter: a draw gives two negatives */
    bool anchors_only; /* with local tokens: trains only pairs that have one */
    rw_weights *model;
    int threads;
    rw_worker *workers; /* [threads] */
    uint32_t *keep;     /* [token_count]: thresholds of subsampling */
    rw_progress progress;
} rw_run;

/* The learning rate of a round: linear in the share of rounds done, over all epochs. */
float rw_run_rate(const rw_run *run, uint32_t epoch, uint32_t round);

/* Subsamples a sentence into kept and windows, from place `at` on; returns how many tokens stay. */
uint32_t rw_subsample(const rw_run *run, rw_worker *worker, uint64_t stream, const uint32_t *tokens,
                      uint32_t length, uint32_t at);

static inline size_t rw_turns_room(const rw_corpus *corpus, const riwalk_options *options)
{
    uint64_t around = 2 * (uint64_t)options->window + 1;

    return RW_TURN_PAIRS + (around < corpus->slice_tokens ? around : corpus->slice_tokens);
}

/* The streams of draws for a slice's sentences, and the stream of one sentence in an epoch. */
static inline uint64_t rw_slice_streams(const rw_run *run, uint32_t group, uint32_t slice)
{
    return rw_rng_streams(run->options->seed, RW_STAGE_TRAIN, (uint64_t)slice << 32 | group);
}

static inline uint64_t rw_sentence_stream(uint64_t streams, uint32_t epoch, uint32_t sentence)
{
    return rw_rng_stream_of(streams, (uint64_t)epoch << 32 | sentence);
}

/* Which rows to prefetch if `rows` rows are in use for a while. To prefetch what is in the
 * second-level cache would cost up to a tenth of the time. */
static inline rw_fetches rw_batch_fetches(const rw_run *run, size_t rows, bool others_write)
{
    if (rows * run->model->stride * sizeof(float) <= run->cache)
        return RW_FETCH_NOTHING;
    return others_write ? RW_FETCH_WRITE : RW_FETCH_READ;
}

/* Trains the batch, whose targets are drawn, and empties it. Sometimes samples the loss. */
void rw_batch_flush(const rw_run *run, rw_worker *worker, rw_loss *loss);

/* The pairs trained so far by all workers. */
uint64_t rw_run_pairs(const rw_run *run);

/* After a round, `share` of all work: reports the loss, and the estimated number of pairs in all.
 */
void rw_run_report(rw_run *run, const rw_loss *losses, size_t count, double share);

/* ---- The two ways of parallel training; each trains all epochs ---- */

riwalk_status rw_shards_train(rw_run *run, riwalk_error *error); /* shards.c */
riwalk_status rw_parts_train(rw_run *run, riwalk_error *error);  /* parts.c */

/* ---- Shards ---- */

typedef struct rw_shard {
    uint32_t groups;   /* its groups are shard, shard + shards, ... */
    uint32_t *updates; /* [shared rows + 1]: how often a token was context or centre in this round;
                        * the last is for all local ones, unused */
    uint64_t pairs;    /* pairs trained in this round */
    rw_noise noise;    /* over rows */
    rw_loss loss;
    uint32_t rows;
} rw_shard;

typedef struct rw_shards {
    rw_run *run;
    rw_shard *shards;
    double *noise;     /* [shared rows]: weights as noise */
    double noise_mass; /* the sum of these and of all local tokens */
    uint32_t epoch;
    uint32_t round;
    rw_pool *pool; /* owns the arrays */
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
