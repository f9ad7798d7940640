/* SPDX-License-Identifier: MIT */
/* Trains a corpus without local tokens, in parallel and deterministically.
 *
 * A million tokens leave no memory for copies of the matrices, so threads share them and never
 * meet. In a round every token gets a random part, and the pairs of the round's sentences are
 * sorted into parts x parts buckets by the parts of input and centre. In step s the centre part p
 * meets the input part p + s mod parts: buckets of one step have no row in common. Buckets with a
 * common part are trained in the order of steps, on any number of threads. Negatives come from the
 * centre's part. Parts are drawn anew in each round, so every token still meets every other as
 * noise, with the right probability.
 *
 * In a symmetric corpus a token has one row for both sides, so a bucket uses the rows of both its
 * parts. In step s part p meets part p xor s, and both their buckets are trained together. There
 * are 2^k parts, so each two meet once, and in step 0 each meets itself. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "train/shuffle.h"
#include "train/trainer.h"

#include <pthread.h>
#include <string.h>

/* Tasks that make the pairs of a round. */
#define CHUNKS 16

#define MAX_PARTS 256 /* a part's number is a byte */

typedef struct pair {
    uint32_t input;
    uint32_t centre;
} pair;

/* The pairs from a chunk of a round's slices, sorted by bucket. */
typedef struct chunk {
    pair *found; /* in the order they are found */
    size_t found_count, found_capacity;
    pair *pairs; /* sorted */
    size_t pairs_capacity;
    size_t *starts; /* [parts * parts + 1], and one more while they are found */
} chunk;

typedef struct job {
    rw_run *run;
    uint32_t parts;
    uint32_t epoch;
    uint32_t round;
    float *weights;          /* [token_count]: weights as noise */
    uint8_t *part;           /* [token_count] */
    uint32_t *members;       /* [token_count]: tokens by part */
    uint32_t *part_start;    /* [parts + 1]: first members of each part; and one more, as above */
    rw_noise_entry *entries; /* [token_count]: the alias tables of parts, one after the other */
    double *scaled;          /* [token_count]: scratch for the tables */
    uint32_t *scratch;       /* [token_count] */
    rw_noise *noises;        /* [parts] */
    rw_loss *losses;         /* [parts] */
    chunk chunks[CHUNKS];
    rw_pool pool; /* owns all but the pairs of chunks, which grow */
    /* Which buckets are trained, and when: */
    uint32_t done[MAX_PARTS]; /* steps that a centre part has finished, of `parts` */
    bool busy[MAX_PARTS];
    bool stopped; /* a bucket failed */
    uint32_t workers;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} job;

/* A stream of random numbers for one purpose in this round, distinct from those of sentences. */
static uint64_t round_stream(const job *j, uint64_t purpose)
{
    uint64_t round = (uint64_t)j->epoch * j->run->plan.rounds + j->round;

    return rw_rng_stream(j->run->options->seed, RW_STAGE_TRAIN, purpose, UINT64_C(1) << 63 | round);
}

static riwalk_status make_job(job *j, riwalk_error *error)
{
    const rw_corpus *corpus = j->run->corpus;
    size_t tokens = corpus->token_count, parts = j->parts;

    j->weights = rw_take(&j->pool, tokens, sizeof *j->weights, error);
    j->part = rw_take(&j->pool, tokens, sizeof *j->part, error);
    j->members = rw_take(&j->pool, tokens, sizeof *j->members, error);
    j->part_start = rw_take(&j->pool, parts + 2, sizeof *j->part_start, error);
    j->entries = rw_take(&j->pool, tokens, sizeof *j->entries, error);
    j->scaled = rw_take(&j->pool, tokens, sizeof *j->scaled, error);
    j->scratch = rw_take(&j->pool, tokens, sizeof *j->scratch, error);
    j->noises = rw_take(&j->pool, parts, sizeof *j->noises, error);
    j->losses = rw_take(&j->pool, parts, sizeof *j->losses, error);
    for (int c = 0; c < CHUNKS; c++)
        j->chunks[c].starts = rw_take(&j->pool, parts * parts + 2, sizeof(size_t), error);
    for (size_t t = 0; t < tokens && j->weights; t++)
        j->weights[t] =
            (float)rw_vocabulary_noise(corpus, j->run->options->ns_exponent, (uint32_t)t);
    return rw_pool_status(&j->pool);
}

/* Gives every token a random part, and lists the tokens of each part. */
static void draw_parts(job *j)
{
    uint32_t tokens = j->run->corpus->token_count;
    uint64_t stream = round_stream(j, 1);
    uint32_t *start = j->part_start;

    memset(start, 0, (j->parts + 2) * sizeof *start);
    for (uint32_t t = 0; t < tokens; t++) {
        j->part[t] = (uint8_t)rw_rng_below(rw_rng_at(stream, t), j->parts);
        start[j->part[t] + 2]++;
    }
    for (uint32_t p = 0; p < j->parts; p++)
        start[p + 1] += start[p];
    for (uint32_t t = 0; t < tokens; t++)
        j->members[start[j->part[t] + 1]++] = t;
}

static riwalk_status noise_task(void *context, size_t task, int worker, riwalk_error *error)
{
    job *j = context;
    uint32_t begin = j->part_start[task], count = j->part_start[task + 1] - begin;
    rw_noise *noise = &j->noises[task];

    *noise = (rw_noise){.entries = j->entries + begin, .items = j->members + begin};
    for (uint32_t i = 0; i < count; i++)
        j->scaled[begin + i] = j->weights[j->members[begin + i]];
    rw_noise_fill(noise, count, j->scaled + begin, j->scratch + begin);
    return RIWALK_STATUS_OK;
}

static bool make_room(chunk *c, size_t more, riwalk_error *error)
{
    return rw_grow_at(&c->found, &c->found_capacity, c->found_count + more, sizeof *c->found,
                      error);
}

/* Appends the pairs of a subsampled sentence. */
static riwalk_status find_pairs(chunk *c, const rw_worker *worker, uint32_t length,
                                uint32_t longest, riwalk_error *error)
{
    RW_HAVE(make_room(c, (size_t)length * 2 * (longest < length ? longest : length), error));
    for (uint32_t i = 0; i < length; i++) {
        uint32_t window = worker->windows[i];
        uint32_t begin = i > window ? i - window : 0;
        uint32_t end = length - i > window ? i + window + 1 : length;

        for (uint32_t k = begin; k < end; k++)
            if (k != i)
                c->found[c->found_count++] = (pair){worker->kept[k], worker->kept[i]};
    }
    return RIWALK_STATUS_OK;
}

static size_t bucket_of(const job *j, size_t centres, size_t inputs)
{
    return centres * j->parts + inputs;
}

static riwalk_status sort_pairs(const job *j, chunk *c, riwalk_error *error)
{
    size_t buckets = bucket_of(j, j->parts, 0);

    RW_HAVE(rw_grow_at(&c->pairs, &c->pairs_capacity, c->found_count, sizeof *c->pairs, error));
    memset(c->starts, 0, (buckets + 2) * sizeof *c->starts);
    for (size_t i = 0; i < c->found_count; i++)
        c->starts[bucket_of(j, j->part[c->found[i].centre], j->part[c->found[i].input]) + 2]++;
    for (size_t b = 0; b < buckets; b++)
        c->starts[b + 1] += c->starts[b];
    for (size_t i = 0; i < c->found_count; i++) {
        size_t bucket = bucket_of(j, j->part[c->found[i].centre], j->part[c->found[i].input]);

        c->pairs[c->starts[bucket + 1]++] = c->found[i];
    }
    return RIWALK_STATUS_OK;
}

/* The first slice of a piece of the epoch. Slices of pairs may be fewer than pieces, so they are
 * spread evenly: were the longer pieces the first, most pairs would be trained at a high rate. */
static uint64_t first_slice(const rw_run *run, uint64_t count, size_t piece)
{
    size_t pieces = (size_t)run->plan.rounds * CHUNKS;

    return run->corpus->pairs ? rw_part_evenly(count, pieces, piece)
                              : rw_part(count, pieces, piece);
}

/* Makes the pairs of one chunk. */
static riwalk_status pairs_task(void *context, size_t task, int number, riwalk_error *error)
{
    job *j = context;
    rw_run *run = j->run;
    rw_worker *worker = &run->workers[number];
    rw_sentences *sentences = &worker->sentences;
    chunk *c = &j->chunks[task];
    size_t piece = (size_t)j->round * CHUNKS + task;
    uint32_t slices = run->corpus->slices;
    uint64_t count = (uint64_t)run->corpus->group_count * slices;
    uint64_t end = first_slice(run, count, piece + 1);
    uint64_t order =
        rw_rng_stream(run->options->seed, RW_STAGE_TRAIN, 0, UINT64_C(1) << 62 | j->epoch);

    c->found_count = 0;
    for (uint64_t i = first_slice(run, count, piece); i < end; i++) {
        uint64_t at = rw_shuffled(order, count, i);
        uint32_t group = (uint32_t)(at / slices), slice = (uint32_t)(at % slices), first = 0;
        uint64_t streams = rw_slice_streams(run, group, slice);

        RW_MUST(run->corpus->fill(run->corpus->context, group, slice, number, sentences, error));
        if (run->corpus->pairs)
            RW_HAVE(make_room(c, sentences->count, error));
        for (uint32_t s = 0; s < sentences->count; s++) {
            const uint32_t *tokens = sentences->tokens + first;
            uint32_t left;

            if (run->corpus->pairs) {
                c->found[c->found_count++] = (pair){tokens[2 * s], tokens[2 * s + 1]};
                continue;
            }
            left = rw_subsample(run, worker, rw_sentence_stream(streams, j->epoch, s), tokens,
                                sentences->ends[s] - first, 0);
            RW_MUST(find_pairs(c, worker, left, run->options->window, error));
            first = sentences->ends[s];
        }
    }
    return sort_pairs(j, c, error);
}

/* ---- Training ---- */

/* Trains the worker's batch on the rows of one centre part. */
static void flush(const job *j, rw_worker *worker, size_t part)
{
    j->run->kernels->draw(&worker->batch, &j->noises[part]);
    rw_batch_flush(j->run, worker, &j->losses[part]);
}

/* Trains the bucket of a centre part and an input part. */
static riwalk_status train_bucket(job *j, size_t centres, size_t inputs, rw_worker *worker,
                                  riwalk_error *error)
{
    rw_run *run = j->run;
    size_t bucket = bucket_of(j, centres, inputs);
    uint64_t counter = rw_rng_counter(round_stream(j, 2 + bucket), 0), before = worker->pairs;
    rw_batch *batch = &worker->batch;

    batch->rate = rw_run_rate(run, j->epoch, j->round);
    batch->fetch =
        rw_batch_fetches(run, 2 * (size_t)run->corpus->token_count / j->parts, run->threads > 1);
    batch->input = run->model->inputs;
    batch->output = run->corpus->symmetric ? batch->input : run->model->outputs;
    for (int k = 0; k < CHUNKS; k++) {
        const chunk *c = &j->chunks[k];

        for (size_t i = c->starts[bucket]; i < c->starts[bucket + 1]; i++) {
            size_t at = batch->pairs++;

            batch->inputs[at] = c->pairs[i].input;
            batch->centres[at] = c->pairs[i].centre;
            batch->counters[at] = counter;
            counter += run->draws;
            if (batch->pairs == RW_BATCH_PAIRS)
                flush(j, worker, centres);
        }
    }
    flush(j, worker, centres);
    return rw_progress_add(&run->progress, worker->pairs - before, error);
}

/* ---- Which bucket is next ---- */

/* The next input part of a centre part. */
static uint32_t partner(const job *j, uint32_t part)
{
    return j->run->corpus->symmetric ? part ^ j->done[part] : (part + j->done[part]) % j->parts;
}

/* Whether a centre part can take its next step: its input part must have finished all earlier
 * steps. In the step before, that input part belonged to the next centre part. */
static bool is_ready(const job *j, uint32_t part)
{
    uint32_t other = partner(j, part);

    if (j->busy[part] || j->done[part] == j->parts)
        return false;
    if (!j->run->corpus->symmetric)
        return !j->done[part] || j->done[(part + 1) % j->parts] >= j->done[part];
    return other >= part && !j->busy[other] && j->done[other] == j->done[part];
}

/* Searches parts begin .. end-1 cyclically downwards from `first` for one that is ready; returns
 * `parts` if there is none. */
static uint32_t find_ready(const job *j, uint32_t begin, uint32_t end, uint32_t first)
{
    uint32_t count = end - begin;

    for (uint32_t k = 0; k < count; k++) {
        uint32_t part = begin + (first - begin + count - k) % count;

        if (is_ready(j, part))
            return part;
    }
    return j->parts;
}

static bool is_over(const job *j)
{
    for (uint32_t p = 0; p < j->parts; p++)
        if (j->done[p] < j->parts)
            return j->stopped;
    return true;
}

/* Waits for a centre part that can take its next step; `parts` if there are no more, or one failed.
 * Rows that another core has changed are slow to load. So a worker stays with its last centre part
 * while it can, then takes the part before it, whose input part it used last, and leaves its own
 * parts, begin .. end-1, only if nothing else is ready. */
static uint32_t take(job *j, uint32_t begin, uint32_t end, uint32_t last)
{
    uint32_t found = j->parts;

    pthread_mutex_lock(&j->lock);
    while (!is_over(j)) {
        found = find_ready(j, begin, end, last >= begin && last < end ? last : end - 1);
        if (found == j->parts)
            found = find_ready(j, 0, j->parts, last);
        if (found < j->parts)
            break;
        pthread_cond_wait(&j->changed, &j->lock);
    }
    if (found < j->parts)
        j->busy[found] = j->busy[j->run->corpus->symmetric ? partner(j, found) : found] = true;
    pthread_mutex_unlock(&j->lock);
    return found;
}

static void finish(job *j, uint32_t part, bool failed)
{
    uint32_t other = j->run->corpus->symmetric ? partner(j, part) : part;

    pthread_mutex_lock(&j->lock);
    j->stopped |= failed;
    j->busy[part] = j->busy[other] = false;
    j->done[part]++;
    if (other != part)
        j->done[other]++;
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
}

/* Trains buckets until none is left. */
static riwalk_status train_task(void *context, size_t task, int number, riwalk_error *error)
{
    job *j = context;
    rw_worker *worker = &j->run->workers[number];
    uint32_t begin = (uint32_t)rw_part(j->parts, j->workers, (size_t)number);
    uint32_t end = (uint32_t)rw_part(j->parts, j->workers, (size_t)number + 1);
    uint32_t centres = end - 1;
    riwalk_status status = RIWALK_STATUS_OK;

    while (!status && (centres = take(j, begin, end, centres)) < j->parts) {
        uint32_t inputs = partner(j, centres);

        status = train_bucket(j, centres, inputs, worker, error);
        if (!status && j->run->corpus->symmetric && inputs != centres)
            status = train_bucket(j, inputs, centres, worker, error);
        finish(j, centres, status != RIWALK_STATUS_OK);
    }
    return status;
}

static riwalk_status train_round(job *j, riwalk_error *error)
{
    rw_run *run = j->run;
    double share = j->epoch + (j->round + 1.0) / run->plan.rounds;

    draw_parts(j);
    memset(j->losses, 0, j->parts * sizeof *j->losses);
    RW_MUST(rw_parallel(run->threads, j->parts, noise_task, j, error));
    RW_MUST(rw_parallel(run->threads, CHUNKS, pairs_task, j, error));
    memset(j->done, 0, sizeof j->done);
    RW_MUST(rw_parallel(run->threads, j->workers, train_task, j, error));
    rw_run_report(run, j->losses, j->parts, share / run->options->epochs);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_parts_train(rw_run *run, riwalk_error *error)
{
    job j = {.run = run, .parts = run->plan.parts};
    riwalk_status status = make_job(&j, error);

    j.workers = (uint32_t)run->threads < j.parts ? (uint32_t)run->threads : j.parts;
    pthread_mutex_init(&j.lock, NULL);
    pthread_cond_init(&j.changed, NULL);
    for (j.epoch = 0; !status && j.epoch < run->options->epochs; j.epoch++)
        for (j.round = 0; !status && j.round < run->plan.rounds; j.round++)
            status = train_round(&j, error);
    pthread_cond_destroy(&j.changed);
    pthread_mutex_destroy(&j.lock);
    for (int c = 0; c < CHUNKS; c++) {
        rw_free(j.chunks[c].found);
        rw_free(j.chunks[c].pairs);
    }
    rw_pool_free(&j.pool);
    return status;
}
