/* SPDX-License-Identifier: MIT */
/* The first pass over all profiles: the mean share of every role, and the connected parts. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sets.h"
#include "base/sums.h"
#include "train/factor.h"

/* Joins sets of `parents` that are joined in `other`. */
static void join_all(uint32_t *parents, const uint32_t *other, uint32_t columns)
{
    for (uint32_t c = 0; c < columns; c++)
        if (other[c] != c)
            rw_sets_join(parents, c, other[c]);
}

/* ---- One pass over all profiles ---- */

#define TASK_ANCHORS 1024

/* The findings of workers, which are merged into those of the first. */
typedef struct finding {
    rw_factor_fitting *fit;
    uint32_t columns;
    const rw_profiles *views[RW_FACTOR_VIEWS]; /* the piece's profiles */
    uint32_t **parents;                        /* [threads][columns] */
    uint64_t **sums;                           /* [threads][columns][RW_LIMBS]: sums of shares, then
                                                  in each view the anchors with visits */
} finding;

static size_t sum_count(const finding *f)
{
    return (size_t)f->columns * RW_LIMBS + f->fit->factor->view_count;
}

static void add_shares(const finding *f, uint32_t view, const rw_profile *profile, uint64_t *sums)
{
    uint64_t *limbs = sums + (size_t)f->fit->factor->starts[view] * RW_LIMBS;
    double total = 0;

    for (uint32_t i = 0; i < profile->count; i++)
        total += (double)profile->entries[i].visits;
    for (uint32_t i = 0; i < profile->count; i++)
        rw_limbs_add(limbs + (size_t)profile->entries[i].role * RW_LIMBS,
                     (double)profile->entries[i].visits / total);
    sums[(size_t)f->columns * RW_LIMBS + view] += profile->count > 0;
}

static riwalk_status add_anchor(void *context, size_t anchor, int worker, riwalk_error *error)
{
    const finding *f = context;
    const rw_factor *factor = f->fit->factor;
    uint32_t joined = UINT32_MAX;
    rw_profile rows[RW_FACTOR_VIEWS];

    rw_row_reader_get(&f->fit->reader, worker, (uint32_t)anchor, rows);
    for (uint32_t v = 0; v < factor->view_count; v++) {
        add_shares(f, v, &rows[v], f->sums[worker]);
        if (rows[v].count && joined == UINT32_MAX)
            joined = factor->starts[v] + rows[v].entries[0].role;
        for (uint32_t i = 0; i < rows[v].count; i++)
            rw_sets_join(f->parents[worker], joined, factor->starts[v] + rows[v].entries[i].role);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status join_in_group(riwalk_comm *group, uint32_t *parents, uint32_t columns,
                                   riwalk_error *error)
{
    RW_POOL(pool);
    uint32_t *other = rw_take(&pool, columns, sizeof *other, error);

    RW_HAVE(other);
    for (uint32_t m = 0; m < group->members; m++) {
        bool own = m == group->rank;

        RW_MUST(
            rw_group_broadcast(group, m, own ? parents : other, columns * sizeof *other, error));
        if (!own)
            join_all(parents, other, columns);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status add_pieces(finding *f, riwalk_error *error)
{
    const rw_factor_source *source = f->fit->source;
    int threads = f->fit->options.run.threads;

    if (source->matrix)
        RW_MUST(rw_matrix_shares(source->matrix, f->parents[0], f->sums[0], error));
    for (size_t piece = 0; !source->matrix && piece < source->piece_count; piece++) {
        RW_MUST(source->open(source->context, piece, f->views, error));
        RW_MUST(rw_row_reader_open(&f->fit->reader, f->views, source->view_count, threads, error));
        RW_MUST(rw_parallel_blocks(threads, f->views[0]->anchor_count, TASK_ANCHORS, add_anchor, f,
                                   NULL, error));
    }
    for (int t = 1; t < threads; t++) {
        join_all(f->parents[0], f->parents[t], f->columns);
        for (size_t i = 0; i < sum_count(f); i++)
            f->sums[0][i] += f->sums[t][i];
    }
    if (source->group)
        RW_MUST(join_in_group(source->group, f->parents[0], f->columns, error));
    return rw_group_sum(source->group, f->sums[0], sum_count(f), error);
}

static void set_shares(const finding *f)
{
    rw_factor *factor = f->fit->factor;

    for (uint32_t v = 0; v < factor->view_count; v++) {
        uint64_t anchors = f->sums[0][(size_t)f->columns * RW_LIMBS + v];

        for (uint32_t c = factor->starts[v]; c < factor->starts[v + 1]; c++)
            factor->shares[c] = rw_limbs_value(f->sums[0] + (size_t)c * RW_LIMBS) / (double)anchors;
    }
}

/* ---- Parts ---- */

/* Numbers parts in the order of their first columns, and lists the columns of each. */
static void list_parts(const finding *f)
{
    rw_factor_parts *parts = &f->fit->parts;
    uint32_t *starts = parts->column_starts;

    for (uint32_t c = 0; c < f->columns; c++) {
        uint32_t root = rw_sets_find(f->parents[0], c);

        parts->of[c] = root == c ? parts->count++ : parts->of[root];
        parts->places[c] = starts[parts->of[c] + 1]++;
    }
    for (uint32_t p = 0; p < parts->count; p++) {
        if (starts[p + 1] > f->fit->factor->largest)
            f->fit->factor->largest = starts[p + 1];
        starts[p + 1] += starts[p];
    }
    for (uint32_t c = 0; c < f->columns; c++)
        parts->columns[starts[parts->of[c]] + parts->places[c]] = c;
}

static riwalk_status allocate(finding *f, rw_pool *pool, riwalk_error *error)
{
    size_t threads = (size_t)f->fit->options.run.threads;
    rw_factor_parts *parts = &f->fit->parts;
    rw_pool *kept = f->fit->pool;

    parts->of = rw_take(kept, f->columns, sizeof *parts->of, error);
    parts->columns = rw_take(kept, f->columns, sizeof *parts->columns, error);
    parts->places = rw_take(kept, f->columns, sizeof *parts->places, error);
    parts->column_starts =
        rw_take_zeroed(kept, f->columns + (size_t)1, sizeof *parts->column_starts, error);
    f->parents = rw_take(pool, threads, sizeof *f->parents, error);
    f->sums = rw_take(pool, threads, sizeof *f->sums, error);
    for (size_t t = 0; t < threads && !pool->failed; t++) {
        f->parents[t] = rw_take(pool, f->columns, sizeof **f->parents, error);
        f->sums[t] = rw_take_zeroed(pool, sum_count(f), sizeof **f->sums, error);
        if (f->parents[t])
            rw_sets_begin(f->parents[t], f->columns);
    }
    RW_MUST(rw_pool_status(kept));
    return rw_pool_status(pool);
}

riwalk_status rw_factor_parts_find(rw_factor_fitting *fit, riwalk_error *error)
{
    finding f = {.fit = fit, .columns = fit->factor->starts[fit->factor->view_count]};
    RW_POOL(pool);

    RW_MUST(allocate(&f, &pool, error));
    RW_MUST(add_pieces(&f, error));
    set_shares(&f);
    list_parts(&f);
    return fit->source->matrix
               ? rw_matrix_set_parts(fit->source->matrix, fit->parts.of, fit->parts.places, error)
               : RIWALK_STATUS_OK;
}
