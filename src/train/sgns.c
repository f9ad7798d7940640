/* SPDX-License-Identifier: MIT */
/* Skip-gram with negative sampling (Mikolov et al. 2013; section IV of the paper), as in gensim:
 *
 *   for each epoch, for each sentence in shuffled slices:
 *     drop frequent tokens at random                                            pairs.c, noise.c
 *     for each centre left, for each context in a window of random size:
 *       input row = context's; targets = centre's (label 1) and negatives (label 0)    trainer.h
 *       for each target: g = (label - sigmoid(input . target)) * alpha         kernels/
 *         input's change += g * target; target += g * input
 *       input += its change
 *
 * The vectors are the input rows. alpha falls linearly with progress. Every draw is a function of
 * (seed, epoch, group, sentence, position). Only the division of work differs from gensim: it gives
 * the same result on any number of threads, by shards.c with local tokens, by parts.c without.
 */
#include "train/sgns.h"

#include "base/group.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"
#include "train/trainer.h"

#include <math.h>
#include <string.h>

static const float *find_row(const rw_weights *model, const float *matrix, uint32_t token)
{
    uint32_t shard = token < model->local_count ? token % model->shards : model->first;
    size_t row = token < model->local_count ? model->shared_count + token / model->shards
                                            : token - model->local_count;

    return matrix + rw_weights_block(model, shard) + row * model->stride;
}

const float *rw_weights_row(const rw_weights *model, uint32_t token)
{
    return find_row(model, model->inputs, token);
}

const float *rw_weights_output(const rw_weights *model, uint32_t token)
{
    return find_row(model, model->outputs, token);
}

void rw_weights_drop_outputs(rw_weights *model)
{
    rw_free(model->outputs);
    model->outputs = NULL;
}

void rw_weights_free(rw_weights *model)
{
    if (!model)
        return;
    rw_free(model->outputs);
    rw_free(model->inputs);
    rw_free(model);
}

static size_t count_rows(const rw_weights *model)
{
    return (model->end - model->first) * model->block_rows;
}

/* The rows of all shards are one allocation, so that they can have huge pages: rows are visited at
 * random, and this saves 3 % of the time. */
static riwalk_status make_model(rw_run *run, riwalk_error *error)
{
    const rw_corpus *corpus = run->corpus;
    uint32_t locals = corpus->local_count, shards = run->plan.shards;
    size_t row = rw_row_stride(run->options->dimensions) * sizeof(float);
    rw_weights *model;

    RW_HAVE(model = run->model = rw_alloc(1, sizeof *model, error));
    *model = (rw_weights){
        .dimensions = run->options->dimensions,
        .stride = row / sizeof(float),
        .local_count = locals,
        .shared_count = corpus->token_count - locals,
        .shards = shards,
        .first = run->plan.first,
        .end = run->plan.end,
        .loss = NAN,
    };
    model->block_rows = model->shared_count + locals / shards + (locals % shards > 0);
    RW_HAVE(model->inputs = rw_alloc_aligned(count_rows(model), row, error));
    if (!corpus->symmetric)
        RW_HAVE(model->outputs = rw_alloc_aligned(count_rows(model), row, error));
    return RIWALK_STATUS_OK;
}

#define INITIAL_ROWS 256 /* in a task */

/* Sets a row's initial vectors: the input uniform in +-0.5 / dimensions, or zeros if its token
 * never occurs; the output zeros. */
static riwalk_status initial_row(void *context, size_t row, int worker, riwalk_error *error)
{
    const rw_run *run = context;
    const rw_weights *model = run->model;
    size_t r = row % model->block_rows, shard = model->first + row / model->block_rows;
    size_t token = r < model->shared_count ? model->local_count + r
                                           : (r - model->shared_count) * model->shards + shard;
    uint64_t stream = rw_rng_stream(run->options->seed, RW_STAGE_INITIAL, token, 0);
    float *input = model->inputs + row * model->stride;

    memset(input, 0, model->stride * sizeof *input);
    if (model->outputs)
        memset(model->outputs + row * model->stride, 0, model->stride * sizeof *input);
    if ((r < model->shared_count || token < model->local_count) && run->corpus->counts[token])
        for (uint32_t i = 0; i < model->dimensions; i++)
            input[i] = (float)((rw_rng_unit(rw_rng_at(stream, i)) - 0.5) / model->dimensions);
    return RIWALK_STATUS_OK;
}

static riwalk_status make_workers(rw_run *run, rw_pool *pool, riwalk_error *error)
{
    const rw_corpus *corpus = run->corpus;
    size_t width = 1 + (size_t)run->options->negatives;
    size_t tokens = (size_t)corpus->slice_tokens + RW_BATCH_STEP;
    size_t pairs = RW_BATCH_PAIRS + RW_BATCH_STEP,
           turns = run->anchors_only ? rw_turns_room(corpus, run->options) : 0;

    RW_HAVE(run->workers = rw_take_zeroed(pool, (size_t)run->threads, sizeof *run->workers, error));
    for (int t = 0; t < run->threads; t++) {
        rw_worker *w = &run->workers[t];

        w->sentences.tokens = rw_take(pool, corpus->slice_tokens, sizeof(uint32_t), error);
        w->sentences.ends = rw_take(pool, corpus->slice_sentences, sizeof(uint32_t), error);
        w->kept = rw_take_zeroed(pool, tokens, sizeof(uint32_t), error);
        w->windows = rw_take(pool, tokens, sizeof(uint32_t), error);
        w->turns.context = rw_take(pool, turns, sizeof(uint32_t), error);
        w->turns.centre = rw_take(pool, turns, sizeof(uint32_t), error);
        w->batch = (rw_batch){
            .width = width,
            .stride = run->model->stride,
            .inputs = rw_take(pool, pairs, sizeof(uint32_t), error),
            .targets =
                rw_take(pool, RW_BATCH_PAIRS * width + RW_TARGETS_READ, sizeof(uint32_t), error),
            .counts = rw_take(pool, RW_BATCH_PAIRS, 1, error),
            .repeats = rw_take(pool, RW_BATCH_PAIRS, 1, error),
            .centres = rw_take(pool, pairs, sizeof(uint32_t), error),
            .counters = rw_take(pool, pairs, sizeof(uint64_t), error),
        };
    }
    return rw_pool_status(pool);
}

static riwalk_status train(rw_run *run, riwalk_error *error)
{
    const riwalk_options *options = run->options;
    double limit = options->subsample * (double)run->corpus->total;
    RW_POOL(pool);

    RW_MUST(make_model(run, error));
    RW_MUST(make_workers(run, &pool, error));
    RW_HAVE(run->keep = rw_take(&pool, run->corpus->token_count, sizeof *run->keep, error));
    for (uint32_t t = 0; t < run->corpus->token_count; t++) {
        double share = rw_keep_share(limit, (double)run->corpus->counts[t]);

        run->keep[t] = share >= 1 ? UINT32_MAX : (uint32_t)(share * 0x1p32);
    }
    RW_MUST(rw_parallel_blocks(run->threads, count_rows(run->model), INITIAL_ROWS, initial_row, run,
                               NULL, error));
    rw_progress_begin(&run->progress, &options->run, "training", "pairs", 0);
    RW_MUST(run->corpus->local_count ? rw_shards_train(run, error) : rw_parts_train(run, error));
    run->model->pairs = rw_run_pairs(run);
    return rw_group_sum(options->group, &run->model->pairs, 1, error);
}

riwalk_status rw_sgns_train(const rw_corpus *corpus, const riwalk_options *options,
                            const rw_plan *plan, rw_weights **model, riwalk_error *error)
{
    const riwalk_comm *group = options->group;
    rw_run run = {
        .corpus = corpus,
        .options = options,
        .kernels = rw_kernels_get(),
        .plan = plan ? *plan
                     : rw_plan_make(corpus, options, rw_group_rank(group), rw_group_members(group)),
        .cache = rw_os_cache(),
        .draws = (options->negatives + 1) / 2 * RW_RNG_GAMMA,
        .anchors_only = corpus->local_count && options->pairs == RIWALK_PAIRS_ANCHOR,
        .threads = rw_threads(options->run.threads),
    };
    riwalk_status status = train(&run, error);

    if (status)
        rw_weights_free(run.model);
    else
        *model = run.model;
    return status;
}
