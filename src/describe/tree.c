/* SPDX-License-Identifier: MIT */
/* The tree of similar clusters by Ward's criterion (1963): repeatedly merges the pair whose union
 * adds least to the sum of squared distances to the means. The cost of merging a union with a third
 * set follows from the costs of its parts (Lance, Williams 1967). O(count^3) at most. */
#include "base/memory.h"
#include "describe/describe.h"

#include <math.h>

typedef struct wards {
    uint32_t count;
    double *costs;   /* [count * count], symmetric: cost of merging two sets */
    double *sizes;   /* [count]: nodes; 0: merged into another */
    uint32_t *which; /* [count]: the set at this place */
} wards;

static riwalk_status begin(wards *w, const rw_clustered *c, rw_pool *pool, riwalk_error *error)
{
    double *means = rw_take_zeroed(pool, c->k, c->dimensions * sizeof *means, error);
    uint32_t *sizes = rw_take_zeroed(pool, c->k, sizeof *sizes, error);

    w->count = c->k;
    w->costs = rw_take_zeroed(pool, c->k, c->k * sizeof *w->costs, error);
    w->sizes = rw_take(pool, c->k, sizeof *w->sizes, error);
    w->which = rw_take(pool, c->k, sizeof *w->which, error);
    if (pool->failed)
        return RIWALK_STATUS_MEMORY;
    rw_cluster_means(c, means, sizes);
    for (uint32_t a = 0; a < c->k; a++) {
        w->which[a] = a;
        w->sizes[a] = sizes[a];
        for (uint32_t b = 0; b < a; b++) {
            double sum = 0;

            for (uint32_t x = 0; x < c->dimensions; x++)
                sum += pow(
                    means[(size_t)a * c->dimensions + x] - means[(size_t)b * c->dimensions + x], 2);
            w->costs[(size_t)a * c->k + b] = w->costs[(size_t)b * c->k + a] =
                sum * w->sizes[a] * w->sizes[b] / (w->sizes[a] + w->sizes[b]);
        }
    }
    return RIWALK_STATUS_OK;
}

/* Merges b into a. */
static void merge(wards *w, uint32_t a, uint32_t b)
{
    size_t n = w->count;
    double both = w->sizes[a] + w->sizes[b];

    for (uint32_t c = 0; c < n; c++)
        if (w->sizes[c] > 0 && c != a && c != b)
            w->costs[a * n + c] = w->costs[c * n + a] =
                ((w->sizes[a] + w->sizes[c]) * w->costs[a * n + c] +
                 (w->sizes[b] + w->sizes[c]) * w->costs[b * n + c] -
                 w->sizes[c] * w->costs[a * n + b]) /
                (both + w->sizes[c]);
    w->sizes[a] = both;
    w->sizes[b] = 0;
}

static double find_nearest(const wards *w, uint32_t *a, uint32_t *b)
{
    double least = INFINITY;

    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t j = i + 1; j < w->count && w->sizes[i] > 0; j++)
            if (w->sizes[j] > 0 && w->costs[(size_t)i * w->count + j] < least) {
                least = w->costs[(size_t)i * w->count + j];
                *a = i;
                *b = j;
            }
    return least;
}

riwalk_status rw_role_tree_build(const rw_clustered *c, rw_pool *pool, rw_role_tree *tree,
                                 riwalk_error *error)
{
    rw_pool scratch = {0};
    wards w = {0};
    riwalk_status status = begin(&w, c, &scratch, error);

    tree->leaves = c->k;
    tree->merges = rw_take(pool, c->k, sizeof *tree->merges, error);
    tree->heights = rw_take(pool, c->k, sizeof *tree->heights, error);
    status = status ? status : rw_pool_status(pool);
    for (uint32_t i = 0; i + 1 < c->k && !status; i++) {
        uint32_t a = 0, b = 0;

        tree->heights[i] = find_nearest(&w, &a, &b);
        tree->merges[i][0] = w.which[a];
        tree->merges[i][1] = w.which[b];
        merge(&w, a, b);
        w.which[a] = c->k + i;
    }
    rw_pool_free(&scratch);
    return status;
}

/* Applies the first merges: each leaf gets the set that its last merge made. */
void rw_role_tree_cut(const rw_role_tree *tree, uint32_t count, uint32_t *groups)
{
    uint32_t found = 0;

    for (uint32_t leaf = 0; leaf < tree->leaves; leaf++)
        groups[leaf] = leaf;
    for (uint32_t i = 0; i + count < tree->leaves; i++)
        for (uint32_t leaf = 0; leaf < tree->leaves; leaf++)
            if (groups[leaf] == tree->merges[i][0] || groups[leaf] == tree->merges[i][1])
                groups[leaf] = tree->leaves + i;
    /* Renumber sets from 0. Final numbers are marked by adding 2 * leaves, above all sets. */
    for (uint32_t leaf = 0; leaf < tree->leaves; leaf++) {
        uint32_t set = groups[leaf];

        if (set >= 2 * tree->leaves)
            continue;
        for (uint32_t other = leaf; other < tree->leaves; other++)
            if (groups[other] == set)
                groups[other] = 2 * tree->leaves + found;
        found++;
    }
    for (uint32_t leaf = 0; leaf < tree->leaves; leaf++)
        groups[leaf] -= 2 * tree->leaves;
}
