/* SPDX-License-Identifier: MIT */
/* RolX, from graphs to memberships. Roles are found from all nodes, or from SAMPLE evenly spaced
 * ones of a larger graph; then every node gets its memberships. */
#include "methods/rolx/rolx.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "vectors/vectors.h"

#include <string.h>

#define SAMPLE 8192
#define MOST_FEATURES 256
#define BLOCK 1024 /* nodes in a task */

typedef struct run {
    rw_embedding *embedding;
    riwalk_features *features;
    uint32_t rows;    /* nodes that roles are found from */
    uint32_t most;    /* the most roles to try */
    rw_pool *pool;    /* owns the arrays */
    double *values;   /* [rows * features] */
    rw_starts starts; /* starting points of up to `most` roles */
    double *lengths;  /* [most]: the description length with 1 .. most roles */
    rw_factors factors;
    double *products; /* F F^T */
    rw_progress progress;
} run;

/* ---- Values ---- */

static double value_of(const riwalk_features *features, uint32_t feature, size_t node)
{
    return features->list[feature].bins[node] + 1.0;
}

/* ---- How many roles ---- */

/* The most roles to try: no more than features, nodes or dimensions. Returns ARGUMENT if the caller
 * wants more. */
static riwalk_status bound_roles(run *r, riwalk_error *error)
{
    const riwalk_options *o = &r->embedding->options;
    const riwalk_features *f = r->features;
    uint32_t wanted = o->role_count, bounds[] = {f->count, r->rows, o->dimensions};

    r->most = wanted ? wanted : RW_MOST_ROLES;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        r->most = bounds[i] < r->most ? bounds[i] : r->most;
    if (wanted > r->most)
        return rw_refuse(
            error,
            "%u roles cannot be told apart: the graph has %u nodes, and they differ in "
            "%u features",
            wanted, f->node_count, f->count);
    return RIWALK_STATUS_OK;
}

static riwalk_status try_roles(void *context, size_t task, int worker, riwalk_error *error)
{
    run *r = context;
    double times = (double)r->features->node_count / r->rows;
    rw_factors factors;
    RW_POOL(pool);

    RW_MUST(rw_factors_find(r->values, r->rows, r->features->count, (uint32_t)task + 1, &r->starts,
                            &pool, &factors, &r->progress, error));
    RW_MUST(rw_factors_length(&factors, times, &r->lengths[task], error));
    return rw_progress_add(&r->progress, 1, error);
}

/* Finds the roles; if their number is not given, the number with the fewest bits. */
static riwalk_status find_roles(run *r, riwalk_error *error)
{
    const riwalk_options *o = &r->embedding->options;
    uint32_t features = r->features->count, roles = o->role_count;

    rw_progress_begin(&r->progress, &o->run, "counting roles", "numbers", r->most);
    RW_MUST(rw_starts_find(r->values, r->rows, features, r->most, o->run.threads, r->pool,
                           &r->starts, error));
    if (!roles) {
        RW_HAVE(r->lengths = rw_take(r->pool, r->most, sizeof *r->lengths, error));
        RW_MUST(rw_parallel(o->run.threads, r->most, try_roles, r, error));
        roles = 1;
        for (uint32_t n = 2; n <= r->most; n++)
            if (r->lengths[n - 1] < r->lengths[roles - 1])
                roles = n;
    }
    return rw_factors_find(r->values, r->rows, features, roles, &r->starts, r->pool, &r->factors,
                           &r->progress, error);
}

/* ---- Memberships ---- */

static riwalk_status membership_task(void *context, size_t node, int worker, riwalk_error *error)
{
    run *r = context;
    const rw_factors *x = &r->factors;
    double own[RIWALK_MAX_ROLES] = {0}, membership[RIWALK_MAX_ROLES], sum = 0;
    float *row = rw_vectors_row(r->embedding->vectors, (uint32_t)node);

    for (uint32_t k = 0; k < x->roles; k++)
        for (uint32_t j = 0; j < x->features; j++)
            own[k] += x->typical[(size_t)k * x->features + j] * value_of(r->features, j, node);
    rw_membership_solve(x->roles, r->products, own, membership);
    for (uint32_t k = 0; k < x->roles; k++)
        sum += membership[k];
    for (uint32_t k = 0; k < x->roles; k++)
        row[k] = (float)(membership[k] / sum);
    return RIWALK_STATUS_OK;
}

/* Sorts the columns by falling sums: the role with most members comes first. */
static void order_roles(const riwalk_vectors *v)
{
    double sums[RIWALK_MAX_ROLES] = {0};
    uint32_t order[RIWALK_MAX_ROLES] = {0};
    float row[RIWALK_MAX_ROLES];

    for (uint32_t node = 0; node < v->count; node++)
        for (uint32_t k = 0; k < v->dimensions; k++)
            sums[k] += (double)rw_vectors_row(v, node)[k];
    for (uint32_t k = 0; k < v->dimensions; k++) {
        uint32_t at = k;

        for (; at && sums[order[at - 1]] < sums[k]; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    for (uint32_t node = 0; node < v->count; node++) {
        memcpy(row, rw_vectors_row(v, node), v->dimensions * sizeof *row);
        for (uint32_t k = 0; k < v->dimensions; k++)
            rw_vectors_row(v, node)[k] = row[order[k]];
    }
}

static riwalk_status find_memberships(run *r, riwalk_error *error)
{
    rw_embedding *e = r->embedding;
    uint32_t nodes = r->features->node_count, roles = r->factors.roles;

    RW_HAVE(r->products = rw_take(r->pool, (size_t)roles * roles, sizeof *r->products, error));
    rw_factors_products(&r->factors, r->products);
    RW_MUST(rw_embedding_vectors(e, roles, error));
    rw_progress_begin(&r->progress, &e->options.run, "memberships", "nodes", nodes);
    RW_MUST(rw_parallel_blocks(e->options.run.threads, nodes, BLOCK, membership_task, r,
                               &r->progress, error));
    order_roles(e->vectors);
    return RIWALK_STATUS_OK;
}

static void free_run(run *r)
{
    riwalk_features_free(r->features);
}

riwalk_status rw_rolx_method(rw_embedding *e, riwalk_error *error)
{
    double start = rw_seconds();
    RW_OWN(run, r, free_run);
    uint32_t nodes = e->graph->node_count, count;
    RW_POOL(pool);

    r.embedding = e;
    r.pool = &pool;
    RW_MUST(rw_features_make(e, MOST_FEATURES, e->options.role_count, &r.features, error));
    e->report.walk_seconds = rw_seconds() - start;
    count = r.features->count;
    r.rows = nodes < SAMPLE ? nodes : SAMPLE;
    RW_MUST(bound_roles(&r, error));
    if (e->estimate)
        return RIWALK_STATUS_OK;
    RW_HAVE(r.values = rw_take(&pool, (size_t)r.rows * count, sizeof *r.values, error));
    for (size_t i = 0; i < (size_t)r.rows * count; i++)
        r.values[i] =
            value_of(r.features, (uint32_t)(i % count), rw_part(nodes, r.rows, i / count));
    RW_MUST(find_roles(&r, error));
    e->report.roles = r.factors.roles;
    return find_memberships(&r, error);
}
