/* SPDX-License-Identifier: MIT */
/* Trains a corpus with local tokens (walks of anchors over roles), in parallel and
 * deterministically.
 *
 * Local token a belongs to shard a mod shards. A shard has the rows of its local tokens and its own
 * copy of the shared rows. In a round it trains some of its slices on them, with noise drawn from
 * the shared tokens and its own local ones. After the round the shared rows are merged
 * (shards_merge.c). Within a round shards do not interact, so threads have no influence. */
#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "train/shuffle.h"
#include "train/trainer.h"

#include <string.h>

static uint32_t share_of(uint32_t count, uint32_t shards, uint32_t s)
{
    return count / shards + (s < count % shards);
}

/* Makes a shard's noise: shared tokens as in the whole corpus; its own local tokens carry the mass
 * of all local ones. */
static riwalk_status make_noise(rw_shards *j, uint32_t s, double local_mass, riwalk_error *error)
{
    const rw_run *run = j->run;
    rw_shard *sh = &j->shards[s];
    double exponent = run->options->ns_exponent, own = 0, *weights;
    uint32_t shared = run->model->shared_count, *scratch;
    RW_POOL(pool);

    RW_HAVE(sh->noise.entries = rw_take(j->pool, sh->rows, sizeof *sh->noise.entries, error));
    weights = rw_take(&pool, sh->rows, sizeof *weights, error);
    scratch = rw_take(&pool, sh->rows, sizeof *scratch, error);
    RW_MUST(rw_pool_status(&pool));
    for (uint32_t r = 0; r < shared; r++)
        weights[r] = j->noise[r];
    for (uint32_t r = shared; r < sh->rows; r++)
        own += weights[r] =
            rw_vocabulary_noise(run->corpus, exponent, (r - shared) * run->plan.shards + s);
    for (uint32_t r = shared; r < sh->rows && own > 0; r++)
        weights[r] *= local_mass / own;
    rw_noise_fill(&sh->noise, sh->rows, weights, scratch);
    return RIWALK_STATUS_OK;
}

static riwalk_status make_shards(rw_shards *j, riwalk_error *error)
{
    const rw_run *run = j->run;
    const rw_corpus *corpus = run->corpus;
    uint32_t shards = run->plan.shards, locals = corpus->local_count;
    uint32_t shared = run->model->shared_count;
    double exponent = run->options->ns_exponent, local_mass = 0;

    j->shards = rw_take_zeroed(j->pool, shards, sizeof *j->shards, error);
    j->noise = rw_take(j->pool, shared, sizeof *j->noise, error);
    RW_MUST(rw_pool_status(j->pool));
    for (uint32_t a = 0; a < locals; a++)
        local_mass += rw_vocabulary_noise(corpus, exponent, a);
    j->noise_mass = local_mass;
    for (uint32_t r = 0; r < shared; r++)
        j->noise_mass += j->noise[r] = rw_vocabulary_noise(corpus, exponent, locals + r);
    for (uint32_t s = run->plan.first; s < run->plan.end; s++) {
        rw_shard *sh = &j->shards[s];

        sh->groups = share_of(corpus->group_count, shards, s);
        sh->rows = shared + share_of(locals, shards, s);
        sh->updates = rw_take_zeroed(j->pool, shared + 1, sizeof *sh->updates, error);
        RW_MUST(make_noise(j, s, local_mass, error));
    }
    return rw_pool_status(j->pool);
}

/* Sets the counters of the pairs added since the last call. */
static void count_draws(const rw_run *run, rw_worker *worker)
{
    rw_batch *batch = &worker->batch;

    for (; worker->counted < batch->pairs; worker->counter += run->draws)
        batch->counters[worker->counted++] = worker->counter;
}

/* Trains the worker's batch on the shard's rows. */
static void flush(const rw_run *run, rw_worker *worker, rw_shard *sh)
{
    run->kernels->draw(&worker->batch, &sh->noise);
    rw_batch_flush(run, worker, &sh->loss);
    worker->counted = 0;
}

/* Trains a full batch; pairs beyond it begin the next. */
static void flush_full(const rw_run *run, rw_worker *worker, rw_shard *sh)
{
    rw_batch *batch = &worker->batch;
    size_t more = batch->pairs - RW_BATCH_PAIRS;

    batch->pairs = RW_BATCH_PAIRS;
    count_draws(run, worker);
    flush(run, worker, sh);
    memcpy(batch->inputs, batch->inputs + RW_BATCH_PAIRS, more * sizeof *batch->inputs);
    memcpy(batch->centres, batch->centres + RW_BATCH_PAIRS, more * sizeof *batch->centres);
    batch->pairs = more;
}

/* Adds the pairs of a centre with adjacent contexts. */
static inline void add_pairs(const rw_run *run, rw_worker *worker, rw_shard *sh,
                             const uint32_t *contexts, uint32_t count, uint32_t centre)
{
    rw_batch *batch = &worker->batch;

    for (;;) {
        uint32_t here = count < RW_BATCH_STEP ? count : RW_BATCH_STEP;
        uint32_t *centres = batch->centres + batch->pairs;

        memcpy(batch->inputs + batch->pairs, contexts, RW_BATCH_STEP * sizeof *contexts);
        for (int i = 0; i < RW_BATCH_STEP; i++)
            centres[i] = centre;
        batch->pairs += here;
        if (batch->pairs >= RW_BATCH_PAIRS)
            flush_full(run, worker, sh);
        if (count <= RW_BATCH_STEP)
            return;
        contexts += here;
        count -= here;
    }
}

static inline void count_updates(const rw_run *run, rw_shard *sh, uint32_t row, uint32_t updates)
{
    uint32_t shared = run->model->shared_count;

    sh->updates[row < shared ? row : shared] += updates;
}

/* Trains all pairs of a subsampled sentence of rows. A token is a context about as often as it has
 * contexts, so one count of updates serves both its rows. */
static void train_sentence(const rw_run *run, rw_worker *worker, rw_shard *sh, uint32_t length,
                           uint64_t counter)
{
    const uint32_t *rows = worker->kept;

    worker->counter = counter;
    for (uint32_t i = 0; i < length && length > 1; i++) {
        uint32_t window = worker->windows[i];
        uint32_t before = i < window ? i : window;
        uint32_t after = length - 1 - i < window ? length - 1 - i : window;

        count_updates(run, sh, rows[i], before + after);
        add_pairs(run, worker, sh, rows + i - before, before, rows[i]);
        add_pairs(run, worker, sh, rows + i + 1, after, rows[i]);
    }
    count_draws(run, worker);
}

static inline void add_pair(const rw_run *run, rw_worker *worker, rw_shard *sh, uint32_t input,
                            uint32_t centre)
{
    rw_batch *batch = &worker->batch;

    batch->inputs[batch->pairs] = input;
    batch->centres[batch->pairs++] = centre;
    if (batch->pairs == RW_BATCH_PAIRS)
        flush_full(run, worker, sh);
}

/* Lists the pairs of the local token at place i of a sentence of kept rows, begin .. end-1. A pair
 * with itself counts as one with it as the context. */
static void list_turns(const rw_run *run, rw_worker *worker, uint32_t begin, uint32_t end,
                       uint32_t i)
{
    const uint32_t *rows = worker->kept, *windows = worker->windows;
    uint32_t own = rows[i], window = run->options->window;
    uint32_t first = i - begin < window ? begin : i - window;
    uint32_t last = end - 1 - i < window ? end - 1 : i + window;
    rw_turns *turns = &worker->turns;

    for (uint32_t k = first; k <= last; k++) {
        uint32_t away = k < i ? i - k : k - i;

        turns->context[turns->contexts] = rows[k];
        turns->contexts += (away <= windows[i]) & (rows[k] != own);
        turns->centre[turns->centres] = rows[k];
        turns->centres += (away <= windows[k]) & (away != 0);
    }
}

/* Adds the listed pairs of a local token, alternating those with it as centre and as context. */
static void add_turns(const rw_run *run, rw_worker *worker, rw_shard *sh, uint32_t own)
{
    rw_turns *turns = &worker->turns;
    uint32_t most = turns->contexts > turns->centres ? turns->contexts : turns->centres;

    for (uint32_t t = 0; t < most; t++) {
        if (t < turns->contexts)
            add_pair(run, worker, sh, turns->context[t], own);
        if (t < turns->centres) {
            count_updates(run, sh, turns->centre[t], 1);
            add_pair(run, worker, sh, own, turns->centre[t]);
        }
    }
    turns->contexts = turns->centres = 0;
}

/* Trains the pairs of a slice that include its local token, row `own`. Consecutive pairs with the
 * same input row cannot overlap, so pairs with the token as centre and as context alternate. */
static void train_anchor(const rw_run *run, rw_worker *worker, rw_shard *sh, uint32_t own,
                         uint64_t counter)
{
    const rw_sentences *sentences = &worker->sentences;
    const rw_turns *turns = &worker->turns;
    uint32_t begin = 0;

    worker->counter = counter;
    for (uint32_t s = 0; s < sentences->count; begin = sentences->ends[s++])
        for (uint32_t i = begin; i < sentences->ends[s]; i++)
            if (worker->kept[i] == own) {
                list_turns(run, worker, begin, sentences->ends[s], i);
                if (turns->contexts >= RW_TURN_PAIRS || turns->centres >= RW_TURN_PAIRS)
                    add_turns(run, worker, sh, own);
            }
    add_turns(run, worker, sh, own);
    count_draws(run, worker);
}

static riwalk_status train_slice(rw_shards *j, rw_worker *worker, int number, rw_shard *sh,
                                 uint32_t group, uint32_t slice, riwalk_error *error)
{
    const rw_run *run = j->run;
    uint32_t locals = run->corpus->local_count, begin = 0, at = 0;
    uint32_t own = run->model->shared_count + group / run->plan.shards;
    rw_sentences *sentences = &worker->sentences;
    uint64_t before = worker->pairs, streams = rw_slice_streams(run, group, slice);

    RW_MUST(run->corpus->fill(run->corpus->context, group, slice, number, sentences, error));
    for (uint32_t s = 0; s < sentences->count; s++) {
        uint32_t length = sentences->ends[s] - begin;
        uint64_t stream = rw_sentence_stream(streams, j->epoch, s);
        uint32_t left = rw_subsample(run, worker, stream, sentences->tokens + begin, length, at);

        for (uint32_t i = at; i < at + left; i++)
            worker->kept[i] = worker->kept[i] < locals ? own : worker->kept[i] - locals;
        begin = sentences->ends[s];
        if (run->anchors_only)
            sentences->ends[s] = at += left;
        else
            train_sentence(run, worker, sh, left, rw_rng_counter(stream, length));
    }
    if (run->anchors_only)
        train_anchor(run, worker, sh, own,
                     rw_rng_counter(rw_sentence_stream(streams, j->epoch, sentences->count), 0));
    return rw_progress_add(&j->run->progress, worker->pairs - before, error);
}

static uint32_t group_of(const rw_run *run, size_t shard, uint64_t place)
{
    return (uint32_t)(place / run->corpus->slices * run->plan.shards + shard);
}

/* The slices of a shard in an epoch, in their random order. What training of one begins with is
 * prefetched during the two before it: first what tells where its sentences are, then they. */
typedef struct order {
    const rw_run *run;
    size_t shard;
    uint64_t count, stream;
} order;

/* The i-th slice: group * slices + slice, counting the shard's groups. Any, if there is none. */
static uint64_t find_slice(const order *o, uint64_t i)
{
    uint64_t place = i < o->count ? rw_shuffled(o->stream, o->count, i) : 0;

    if (o->run->corpus->locate)
        o->run->corpus->locate(o->run->corpus->context, group_of(o->run, o->shard, place));
    return place;
}

static void fetch_slice(const order *o, uint64_t place)
{
    const rw_corpus *corpus = o->run->corpus;
    uint32_t group = group_of(o->run, o->shard, place);

    __builtin_prefetch(o->run->keep + group);
    if (corpus->fetch)
        corpus->fetch(corpus->context, group, (uint32_t)(place % corpus->slices));
}

/* Trains a shard's slices of one round. Their order in the epoch is random. */
static riwalk_status train_task(void *context, size_t task, int number, riwalk_error *error)
{
    rw_shards *j = context;
    rw_run *run = j->run;
    rw_shard *sh = &j->shards[task += run->plan.first];
    rw_worker *worker = &run->workers[number];
    uint32_t slices = run->corpus->slices;
    order o = {
        run, task, (uint64_t)sh->groups * slices,
        rw_rng_stream(run->options->seed, RW_STAGE_TRAIN, task, UINT64_C(1) << 63 | j->epoch)};
    uint64_t i = rw_part(o.count, run->plan.rounds, j->round), pairs = worker->pairs;
    uint64_t end = rw_part(o.count, run->plan.rounds, j->round + 1);
    uint64_t next = find_slice(&o, i), later = find_slice(&o, i + 1);

    sh->loss = (rw_loss){0};
    memset(sh->updates, 0, run->model->shared_count * sizeof *sh->updates);
    worker->batch.pairs = worker->counted = 0; /* a task that failed left some */
    worker->batch.rate = rw_run_rate(run, j->epoch, j->round);
    worker->batch.fetch = rw_batch_fetches(run, (size_t)sh->rows + run->model->shared_count, false);
    worker->batch.input = run->model->inputs + rw_weights_block(run->model, task);
    worker->batch.output = run->model->outputs + rw_weights_block(run->model, task);
    for (; i < end; i++) {
        uint32_t group = group_of(run, task, next), slice = (uint32_t)(next % slices);

        next = later;
        later = find_slice(&o, i + 2);
        fetch_slice(&o, next);
        RW_MUST(train_slice(j, worker, number, sh, group, slice, error));
    }
    flush(run, worker, sh);
    sh->pairs = worker->pairs - pairs;
    return RIWALK_STATUS_OK;
}

/* Adds up the loss of the round over all shards in their order. */
static riwalk_status add_losses(const rw_shards *j, rw_loss *loss, riwalk_error *error)
{
    riwalk_comm *group = j->run->options->group;
    uint32_t rank = rw_group_rank(group), members = rw_group_members(group);

    if (rank)
        RW_MUST(group->pass(group->context, rank - 1, rank, loss, sizeof *loss, error));
    for (uint32_t s = j->run->plan.first; s < j->run->plan.end; s++) {
        loss->sum += j->shards[s].loss.sum;
        loss->count += j->shards[s].loss.count;
    }
    if (rank + 1 < members)
        RW_MUST(group->pass(group->context, rank, rank + 1, loss, sizeof *loss, error));
    return rw_group_broadcast(group, members - 1, loss, sizeof *loss, error);
}

static riwalk_status train_round(rw_shards *j, riwalk_error *error)
{
    rw_run *run = j->run;
    double share = (j->epoch + (j->round + 1.0) / run->plan.rounds) / run->options->epochs;
    rw_loss loss = {0};

    RW_MUST(rw_parallel(run->threads, run->plan.end - run->plan.first, train_task, j, error));
    RW_MUST(rw_group_wait(run->options->group, error));
    RW_MUST(add_losses(j, &loss, error));
    rw_run_report(run, &loss, 1, share);
    return run->plan.shards == 1 ? RIWALK_STATUS_OK : rw_shards_merge(j, error);
}

riwalk_status rw_shards_train(rw_run *run, riwalk_error *error)
{
    RW_POOL(pool);
    rw_shards j = {.run = run, .pool = &pool};

    RW_MUST(make_shards(&j, error));
    if (run->plan.shards > 1)
        RW_MUST(rw_shards_begin(&j, error));
    for (j.epoch = 0; j.epoch < run->options->epochs; j.epoch++)
        for (j.round = 0; j.round < run->plan.rounds; j.round++)
            RW_MUST(train_round(&j, error));
    return RIWALK_STATUS_OK;
}
