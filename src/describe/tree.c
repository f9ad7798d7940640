/* SPDX-License-Identifier: MIT */
/* The tree of similar clusters by Ward's criterion (1963): repeatedly merges the pair whose union
 * adds least to the sum of squared distances to the means. The cost of merging a union with a third
 * set follows from the costs of its parts (Lance, Williams 1967). O(count^3) at most. */
#include "describe/describe.h"

#include <math.h>

/* A set is at the place of its first leaf. */
typedef struct wards {
    size_t count;
    double *costs; /* [count * count], symmetric: cost of merging two sets */
    double *sizes; /* [count]: nodes; 0: merged into another */
} wards;

static void find_costs(wards *w, const double *means, size_t dimensions)
{
    for (size_t a = 0; a < w->count; a++)
        for (size_t b = 0; b < a; b++) {
            double sum = 0;

            for (size_t x = 0; x < dimensions; x++)
                sum += pow(means[a * dimensions + x] - means[b * dimensions + x], 2);
            w->costs[a * w->count + b] = w->costs[b * w->count + a] =
                sum * w->sizes[a] * w->sizes[b] / (w->sizes[a] + w->sizes[b]);
        }
}

/* Merges b into a. */
static void merge(wards *w, size_t a, size_t b)
{
    size_t n = w->count;
    double both = w->sizes[a] + w->sizes[b];

    for (size_t c = 0; c < n; c++)
        if (w->sizes[c] > 0 && c != a && c != b)
            w->costs[a * n + c] = w->costs[c * n + a] =
                ((w->sizes[a] + w->sizes[c]) * w->costs[a * n + c] +
                 (w->sizes[b] + w->sizes[c]) * w->costs[b * n + c] -
                 w->sizes[c] * w->costs[a * n + b]) /
                (both + w->sizes[c]);
    w->sizes[a] = both;
    w->sizes[b] = 0;
}

/* Finds the sets that cost least to merge, in the order of their first leaves. */
static double find_nearest(const wards *w, uint32_t found[2])
{
    double least = INFINITY;

    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t j = i + 1; j < w->count && w->sizes[i] > 0; j++)
            if (w->sizes[j] > 0 && w->costs[i * w->count + j] < least) {
                least = w->costs[i * w->count + j];
                found[0] = i;
                found[1] = j;
            }
    return least;
}

riwalk_status rw_role_tree_build(riwalk_description *d, const rw_clustered *c, rw_role_tree *tree,
                                 riwalk_error *error)
{
    wards w = {.count = c->k};
    double *means = rw_cluster_means(d, c, &w.sizes, error);

    w.costs = rw_take(&d->scratch, c->k, c->k * sizeof *w.costs, error);
    tree->leaves = c->k;
    tree->merges = rw_take(&d->pool, c->k, sizeof *tree->merges, error);
    tree->heights = rw_take(&d->pool, c->k, sizeof *tree->heights, error);
    if (d->scratch.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    find_costs(&w, means, c->rows.dimensions);
    for (uint32_t i = 0; i + 1 < c->k; i++) {
        tree->heights[i] = find_nearest(&w, tree->merges[i]);
        merge(&w, tree->merges[i][0], tree->merges[i][1]);
    }
    return RIWALK_STATUS_OK;
}

void rw_role_tree_cut(const rw_role_tree *tree, uint32_t count, uint32_t *groups)
{
    uint32_t found = 0;

    for (uint32_t leaf = 0; leaf < tree->leaves; leaf++)
        groups[leaf] = leaf;
    for (uint32_t i = 0; i + count < tree->leaves; i++)
        for (uint32_t leaf = 0; leaf < tree->leaves; leaf++)
            if (groups[leaf] == tree->merges[i][1])
                groups[leaf] = tree->merges[i][0];
    for (uint32_t leaf = 0; leaf < tree->leaves; leaf++)
        groups[leaf] = groups[leaf] == leaf ? found++ : groups[groups[leaf]];
}
