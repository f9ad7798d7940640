/* SPDX-License-Identifier: MIT */
/* Decides how training is divided, and counts its memory. Both follow from sizes alone. */
#include "base/parallel.h"
#include "train/trainer.h"

/* Shards: up to eight, if each has enough local tokens to draw noise from. Beyond that so many that
 * most local rows of a shard stay in the second-level cache, unless copies of the shared rows would
 * take more memory than the local ones.
 *
 * Rounds: the more a shard learns on its own, the less the mean over shards is worth, so it trains
 * only few groups in a round. But merging a shared row costs as much as two or three pairs, and
 * every round sweeps the whole model. So rounds have more groups if there are many shared rows, and
 * are as few as possible if the model exceeds the cache. Figures: docs/defaults.md. */
#define FEW_LOCALS 256
#define FEW_SHARDS 8
#define SHARD_LOCALS 2048
#define CACHED_SHARDS 16 /* with fewer such shards the model fits into the third-level cache */
#define MAX_SHARDS 64
#define ROUND_GROUPS 10
#define ROUND_SHARED_PER_GROUP 32
#define MIN_SHARD_ROUNDS 100
#define MAX_SHARD_ROUNDS 400

/* Parts: enough for many threads, each with many tokens to draw noise from. A round has at least
 * `parts` pairs per token, so that a bucket uses each row of its parts several times while it is in
 * the cache (64 parts and 8 pairs per token took 4 times as long for a vocabulary of 200000). */
#define PART_TOKENS 1024
#define MAX_PARTS 16
#define ROUND_PAIRS ((uint64_t)1 << 20)
#define ROUND_PAIRS_PER_TOKEN 16
#define MIN_ROUNDS 4
#define MAX_ROUNDS 10000
/* Drawn pairs come once, and the learning rate changes only between rounds: so rounds are short. */
#define MIN_DRAWN_ROUNDS 64
#define MAX_DRAWN_ROUNDS 1000000
/* Two pairs of numbers, and slack of growing arrays. */
#define ROUND_PAIR_BYTES 18

/* The pairs of an epoch before subsampling: a centre has window + 1 contexts on average, or all of
 * its sentence. */
static uint64_t epoch_pairs(const rw_corpus *corpus, const riwalk_options *options)
{
    uint64_t length = corpus->slice_sentences ? corpus->slice_tokens / corpus->slice_sentences : 0;
    uint64_t contexts = options->window + UINT64_C(1);

    if (corpus->pairs)
        return corpus->total / 2;
    return corpus->total * (contexts < length ? contexts : length);
}

static uint32_t clamp(uint64_t value, uint64_t low, uint64_t high)
{
    return (uint32_t)(value < low ? low : value > high ? high : value);
}

static uint32_t shard_rounds(const rw_corpus *corpus, uint32_t shards)
{
    uint64_t shared = corpus->token_count - corpus->local_count;
    uint64_t groups = corpus->group_count / shards;
    uint64_t each = clamp(shared / ROUND_SHARED_PER_GROUP, ROUND_GROUPS, UINT32_MAX);
    uint64_t most = shards > CACHED_SHARDS ? MIN_SHARD_ROUNDS : MAX_SHARD_ROUNDS;
    uint64_t rounds = clamp(groups / each, MIN_SHARD_ROUNDS, most);

    return clamp((uint64_t)corpus->group_count * corpus->slices / shards, 1, rounds);
}

/* Shards of a corpus with local tokens. */
static uint32_t count_shards(uint32_t locals, uint32_t shared)
{
    uint32_t shards = clamp(locals / FEW_LOCALS, 1, FEW_SHARDS);

    if (locals / SHARD_LOCALS > shards)
        shards = clamp(locals / SHARD_LOCALS, 1, MAX_SHARDS);
    if (shards > FEW_SHARDS && (uint64_t)shards * shared > locals)
        shards = clamp(locals / shared, FEW_SHARDS, MAX_SHARDS);
    return shards;
}

rw_plan rw_plan_make(const rw_corpus *corpus, const riwalk_options *options, uint32_t rank,
                     uint32_t members)
{
    uint32_t locals = corpus->local_count, tokens = corpus->token_count;
    uint64_t round = (uint64_t)tokens * ROUND_PAIRS_PER_TOKEN, pairs = epoch_pairs(corpus, options);
    rw_plan plan = {.shards = 1, .parts = 1};

    if (locals) {
        plan.shards = count_shards(locals, tokens - locals);
        plan.rounds = shard_rounds(corpus, plan.shards);
    } else {
        plan.parts = clamp(tokens / PART_TOKENS, 1, MAX_PARTS);
        while (corpus->symmetric && (plan.parts & (plan.parts - 1)))
            plan.parts--;
        plan.rounds = corpus->pairs ? clamp(pairs / round, MIN_DRAWN_ROUNDS, MAX_DRAWN_ROUNDS)
                                    : clamp(pairs / (round > ROUND_PAIRS ? round : ROUND_PAIRS),
                                            MIN_ROUNDS, MAX_ROUNDS);
    }
    plan.first = (uint32_t)rw_part(plan.shards, members, rank);
    plan.end = (uint32_t)rw_part(plan.shards, members, rank + 1);
    return plan;
}

/* The pairs of a round before subsampling: two tokens at distance d are a pair if the drawn window
 * is at least d. (epoch_pairs, which results depend on, is coarser.) */
static uint64_t round_pairs(const rw_corpus *corpus, const riwalk_options *options, uint32_t rounds)
{
    uint32_t sentences = corpus->slice_sentences ? corpus->slice_sentences : 1;
    double length = corpus->slice_tokens / sentences, window = options->window, pairs = 0;

    if (corpus->pairs)
        return corpus->total / 2 / rounds;
    for (double d = 1; d <= window && d < length; d++)
        pairs += 2 * (length - d) * (window + 1 - d) / window;
    return length > 0 ? (uint64_t)(pairs * ((double)corpus->total / length) / rounds) : 0;
}

uint64_t rw_sgns_memory(const rw_corpus *corpus, const riwalk_options *options, uint32_t rank,
                        uint32_t members)
{
    rw_plan plan = rw_plan_make(corpus, options, rank, members);
    uint64_t tokens = corpus->token_count, locals = corpus->local_count;
    uint64_t own = plan.end - plan.first,
             rows = locals * own / plan.shards + own * (tokens - locals);
    uint64_t before = plan.shards > 1 ? tokens - locals : 0;
    uint64_t row_bytes = rw_row_stride(options->dimensions) * sizeof(float);
    uint64_t worker = 12 * (uint64_t)corpus->slice_tokens + 4 * (uint64_t)corpus->slice_sentences +
                      RW_BATCH_PAIRS * (22 + 4 * (uint64_t)options->negatives);
    uint64_t matrices = corpus->symmetric ? 1 : 2, bytes;

    if (locals && options->pairs == RIWALK_PAIRS_ANCHOR)
        worker += 8 * rw_turns_room(corpus, options);
    bytes = matrices * (rows + before) * row_bytes + 4 * tokens +
            (uint64_t)rw_threads(options->run.threads) * worker;

    if (own < plan.shards) /* changes of shared rows, in transit between processes */
        bytes += 2 * before * (row_bytes + 16);
    if (locals) /* noise and counts; weights while a shard's noise is made */
        return bytes + 12 * rows + (own ? 12 * (rows / own) : 0);
    /* noise, parts and their scratch; pairs of a round, as found and sorted */
    return bytes + 29 * tokens + ROUND_PAIR_BYTES * round_pairs(corpus, options, plan.rounds);
}
