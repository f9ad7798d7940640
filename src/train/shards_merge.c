/* SPDX-License-Identifier: MIT */
/* Merges the shared rows of shards. Each row moves by the mean change of the shards that updated
 * it, times a factor: how much further one shard would have come with the updates of all. Changes
 * are summed in the order of shards, so threads have no influence.
 *
 * Members of a group have consecutive shards. Sums go from each member to the next, which adds its
 * own changes, and from the last to all: the same sums as in one process. */
#include "base/error.h"
#include "base/group.h"
#include "base/parallel.h"
#include "train/trainer.h"

#include <math.h>
#include <string.h>

/* Shared rows in a task. */
#define MERGE_ROWS 16

/* The share of the distance to its optimum that a row moves in one update, per learning rate and
 * shard. In theory it is the slope of the sigmoid times the squared length of the other row, for
 * any number of shards; but the more shards add up, the more they overshoot. */
#define PULL 0.04

/* Rows, of inputs and outputs, sent to the next member at a time: while it adds its changes, this
 * one adds those of the next rows. */
#define PASSED_ROWS 256

/* The changes of a shared row by some shards. */
typedef struct change {
    double updates;
    uint64_t shards; /* shards that changed it */
    float sum[];     /* [stride] */
} change;

/* How much further a row comes with the updates of `shards` shards than by their mean, if each
 * update moves it by the share `pull` of the remaining distance: `shards` times if that is little,
 * no further if every shard arrived on its own. */
static double reach(double pull, double updates, double shards)
{
    double way = -expm1(-pull * updates);

    return way > 0 ? -expm1(-pull * updates * shards) / way : shards;
}

/* How often a shard updated a shared row in this round; for noise, the expected number. */
static double updates_of(const rw_shards *j, const rw_shard *sh, size_t row, int outputs)
{
    double draws = (double)sh->pairs * j->run->options->negatives;

    return sh->updates[row] + (outputs ? draws * (j->noise[row] / j->noise_mass) : 0);
}

/* Whether a shard changed a row in this round. A role without updates was no context, so its input
 * row need not be compared; with pairs of the anchor alone, centres only are counted. */
static bool is_changed(const rw_shards *j, uint32_t s, size_t row, int outputs, const float *copy,
                       const float *before)
{
    if (!outputs && !j->run->anchors_only && !j->shards[s].updates[row])
        return false;
    return memcmp(copy, before, j->run->model->stride * sizeof *copy) != 0;
}

/* Adds the changes of a shared row by the shards of this process. */
static void add_changes(const rw_shards *j, size_t row, int outputs, change *sum)
{
    const rw_weights *model = j->run->model;
    const float *matrix = outputs ? model->outputs : model->inputs;
    const float *before = j->before[outputs] + row * model->stride;

    for (uint32_t s = model->first; s < model->end; s++) {
        const float *copy = matrix + rw_weights_block(model, s) + row * model->stride;

        if (!is_changed(j, s, row, outputs, copy, before))
            continue;
        sum->updates += updates_of(j, &j->shards[s], row, outputs);
        sum->shards++;
        for (size_t i = 0; i < model->stride; i++)
            sum->sum[i] += copy[i] - before[i];
    }
}

/* Gives all shards the merged row. */
static void apply_changes(const rw_shards *j, size_t row, int outputs, const change *sum)
{
    const rw_weights *model = j->run->model;
    float *matrix = outputs ? model->outputs : model->inputs;
    float *before = j->before[outputs] + row * model->stride, factor;
    double rate = (double)rw_run_rate(j->run, j->epoch, j->round), shards = (double)sum->shards;

    if (!sum->shards)
        return;
    factor = (float)(reach(PULL * model->shards * rate, sum->updates / shards, shards) / shards);
    for (size_t i = 0; i < model->stride; i++)
        before[i] += factor * sum->sum[i];
    for (uint32_t s = model->first; s < model->end; s++)
        memcpy(matrix + rw_weights_block(model, s) + row * model->stride, before,
               model->stride * sizeof *before);
}

static size_t change_bytes(const rw_shards *j)
{
    return sizeof(change) + j->run->model->stride * sizeof(float);
}

static change *change_of(const rw_shards *j, size_t row, int outputs)
{
    return (change *)(void *)(j->changes + (2 * row + (size_t)outputs) * change_bytes(j));
}

/* Adds and applies the changes of a row, or does one of both. */
static riwalk_status merge_task(void *context, size_t task, int number, riwalk_error *error)
{
    union {
        change change;
        char bytes[sizeof(change) + RW_MAX_STRIDE * sizeof(float)];
    } own; /* for one process, which needs no array of sums */
    const rw_shards *j = context;
    size_t row = j->first_row + task;

    for (int outputs = 0; outputs < 2; outputs++) {
        change *sum = j->changes ? change_of(j, row, outputs) : &own.change;

        if (!j->changes)
            memset(sum, 0, change_bytes(j));
        if (j->adding)
            add_changes(j, row, outputs, sum);
        if (j->applying)
            apply_changes(j, row, outputs, sum);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status merge_rows(rw_shards *j, size_t rows, bool add, bool apply,
                                riwalk_error *error)
{
    j->adding = add;
    j->applying = apply;
    return rw_parallel_blocks(j->run->threads, rows, MERGE_ROWS, merge_task, j, NULL, error);
}

/* Receives the sums of earlier members, adds this one's changes and passes them on. */
static riwalk_status add_in_turn(rw_shards *j, const riwalk_comm *group, riwalk_error *error)
{
    size_t shared = j->run->model->shared_count;
    uint32_t rank = group->rank;

    for (j->first_row = 0; j->first_row < shared; j->first_row += PASSED_ROWS) {
        size_t left = shared - j->first_row, rows = left < PASSED_ROWS ? left : PASSED_ROWS;
        size_t bytes = 2 * rows * change_bytes(j);
        void *changes = change_of(j, j->first_row, 0);

        memset(changes, 0, bytes);
        if (rank)
            RW_MUST(group->pass(group->context, rank - 1, rank, changes, bytes, error));
        RW_MUST(merge_rows(j, rows, true, false, error));
        if (rank + 1 < group->members)
            RW_MUST(group->pass(group->context, rank, rank + 1, changes, bytes, error));
    }
    j->first_row = 0;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_shards_merge(rw_shards *j, riwalk_error *error)
{
    riwalk_comm *group = j->run->options->group;
    size_t shared = j->run->model->shared_count;

    if (!group)
        return merge_rows(j, shared, true, true, error);
    RW_MUST(add_in_turn(j, group, error));
    RW_MUST(rw_group_broadcast(group, group->members - 1, j->changes, 2 * shared * change_bytes(j),
                               error));
    return merge_rows(j, shared, false, true, error);
}

/* Output rows start as zeros; input rows come from a member with a shard. */
riwalk_status rw_shards_begin(rw_shards *j, riwalk_error *error)
{
    const rw_weights *model = j->run->model;
    riwalk_comm *group = j->run->options->group;
    size_t shared = model->shared_count, row_bytes = model->stride * sizeof(float);

    j->before[0] = rw_take_aligned(j->pool, shared, row_bytes, error);
    j->before[1] = rw_take_aligned(j->pool, shared, row_bytes, error);
    if (group)
        j->changes = rw_take_aligned(j->pool, 2 * shared, change_bytes(j), error);
    RW_MUST(rw_pool_status(j->pool));
    memset(j->before[1], 0, shared * row_bytes);
    if (model->first < model->end)
        memcpy(j->before[0], model->inputs, shared * row_bytes);
    return rw_group_broadcast(group, 0, j->before[0], shared * row_bytes, error);
}
