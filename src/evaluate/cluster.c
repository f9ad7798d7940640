/* SPDX-License-Identifier: MIT */
/* Clusters of scaled vectors, and their agreement with labels. */
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "evaluate/labels.h"
#include "evaluate/points.h"
#include "vectors/vectors.h"

#include <math.h>

/* ---- Scaling: nothing, dimensions of variance 1, or vectors of length 1 ---- */

/* Computes what is subtracted from each dimension, and the factor after that. Means are taken of
 * differences to the first row, which are exactly 0 in a constant dimension: rounding must not give
 * it a deviation to divide by. */
static void measure(const riwalk_vectors *vectors, double *shift, double *factor)
{
    const float *first = rw_vectors_row(vectors, 0);

    for (uint32_t row = 0; row < vectors->count; row++)
        for (uint32_t d = 0; d < vectors->dimensions; d++)
            shift[d] += (double)rw_vectors_row(vectors, row)[d] - (double)first[d];
    for (uint32_t d = 0; d < vectors->dimensions; d++)
        shift[d] = (double)first[d] + shift[d] / vectors->count;
    for (uint32_t row = 0; row < vectors->count; row++)
        for (uint32_t d = 0; d < vectors->dimensions; d++) {
            double away = (double)rw_vectors_row(vectors, row)[d] - shift[d];

            factor[d] += away * away / vectors->count;
        }
    for (uint32_t d = 0; d < vectors->dimensions; d++) /* constant dimensions are not scaled */
        factor[d] = factor[d] > 0 ? 1 / sqrt(factor[d]) : 1;
}

riwalk_status rw_scale_check(riwalk_normalization scale, riwalk_error *error)
{
    if ((unsigned)scale <= RIWALK_NORMALIZATION_UNIT)
        return RIWALK_STATUS_OK;
    return rw_refuse(error, "unknown scaling %d", (int)scale);
}

riwalk_status rw_scale_rows(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                            riwalk_normalization scale, float *scaled, uint32_t width,
                            riwalk_error *error)
{
    uint32_t dimensions = vectors->dimensions;
    double *shift, *factor;

    RW_HAVE(shift = rw_alloc_zeroed(dimensions, 2 * sizeof *shift, error));
    factor = shift + dimensions;
    if (scale == RIWALK_NORMALIZATION_STANDARD && vectors->count)
        measure(vectors, shift, factor);
    for (size_t i = 0; i < count; i++) {
        const float *row = rw_vectors_row(vectors, rows ? rows[i] : (uint32_t)i);
        double squares = 0, length;

        for (uint32_t d = 0; d < dimensions; d++)
            squares += (double)row[d] * (double)row[d];
        length = scale == RIWALK_NORMALIZATION_UNIT && squares > 0 ? sqrt(squares) : 1;
        for (uint32_t d = 0; d < dimensions; d++)
            scaled[i * width + d] = scale == RIWALK_NORMALIZATION_STANDARD
                                        ? (float)(((double)row[d] - shift[d]) * factor[d])
                                        : (float)((double)row[d] / length);
    }
    rw_free(shift);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_points_make(const riwalk_vectors *vectors, riwalk_normalization scale, int threads,
                             rw_points *points, float **copy, riwalk_error *error)
{
    *points = (rw_points){vectors->count, vectors->dimensions, vectors->values, threads};
    if (scale == RIWALK_NORMALIZATION_NONE)
        return RIWALK_STATUS_OK;
    RW_HAVE(*copy = rw_alloc(vectors->count, vectors->dimensions * sizeof **copy, error));
    points->values = *copy;
    return rw_scale_rows(vectors, NULL, vectors->count, scale, *copy, vectors->dimensions, error);
}

/* ---- Products, not in the file of their loops: inlined they are slower ---- */

#define DOT(name, type)                                                                            \
    double name(const type *a, const double *b, uint32_t count)                                    \
    {                                                                                              \
        double sums[RW_LANES] = {0}, sum = 0;                                                      \
        uint32_t i = 0;                                                                            \
                                                                                                   \
        for (; i + RW_LANES <= count; i += RW_LANES)                                               \
            for (uint32_t lane = 0; lane < RW_LANES; lane++)                                       \
                sums[lane] += (double)a[i + lane] * b[i + lane];                                   \
        for (; i < count; i++)                                                                     \
            sum += (double)a[i] * b[i];                                                            \
        for (uint32_t lane = 0; lane < RW_LANES; lane++)                                           \
            sum += sums[lane];                                                                     \
        return sum;                                                                                \
    }

DOT(rw_lanes_dot, double)
DOT(rw_row_dot, float)

/* ---- Clusters ---- */

void riwalk_cluster_options_init(riwalk_cluster_options *options)
{
    *options = (riwalk_cluster_options){
        .size = sizeof *options,
        .seed = 1,
        .starts = 10,
        .iterations = 300,
        .sample = 10000,
        .most_clusters = 12,
        .choice_sample = 2000,
    };
}

static riwalk_status check(const riwalk_vectors *vectors, uint32_t k,
                           const riwalk_cluster_options *options, riwalk_error *error)
{
    if (!vectors->count)
        return rw_refuse(error, "there are no vectors to cluster");
    if (k > vectors->count)
        return rw_refuse(error,
                         "%u clusters were requested: expected 1 to %u, the number of vectors", k,
                         vectors->count);
    if (!options->starts || !options->iterations || !options->sample)
        return rw_refuse(error, "starts, iterations and sample must be 1 or more");
    if (options->most_clusters < 2 || options->choice_sample < 2)
        return rw_refuse(error, "most_clusters and choice_sample must be 2 or more");
    return rw_scale_check(options->scale, error);
}

riwalk_status riwalk_cluster(const riwalk_vectors *vectors, uint32_t k,
                             const riwalk_cluster_options *options, uint32_t *clusters,
                             riwalk_cluster_scores *scores, riwalk_error *error)
{
    riwalk_cluster_scores made = {.size = sizeof made, .clusters = k, .choice_silhouette = NAN};
    riwalk_cluster_options known;
    riwalk_status status;
    float *copy = NULL;
    rw_points points;

    RW_MUST(rw_options_over(riwalk_cluster_options, &known, options, error));
    if (!vectors || !clusters || !scores)
        return rw_refuse(error, "vectors, clusters and scores must not be NULL");
    RW_MUST(rw_report_check(scores, error));
    RW_MUST(check(vectors, k, &known, error));
    status =
        rw_points_make(vectors, known.scale, rw_threads(known.run.threads), &points, &copy, error);
    if (!status && !k)
        status = rw_cluster_choose(&points, &known, &made, error);
    if (!status && !(status = rw_kmeans(&points, made.clusters, &known, clusters, &made, error)))
        status = rw_silhouette(&points, made.clusters, &known, clusters, &made, error);
    rw_free(copy);
    if (!status)
        rw_report_hand_over(scores, &made);
    return status;
}

/* ---- Agreement with labels ---- */

/* A grouping of the labelled nodes: its entropy, and the number of pairs of nodes in one group. */
typedef struct grouping {
    double entropy;
    double pairs;
} grouping;

/* Groups nodes by label, by cluster or by both; `sorted` has room for two numbers a node. */
static grouping group(const riwalk_node_labels *labels, bool by_label, const uint32_t *clusters,
                      uint64_t *sorted)
{
    uint32_t count = labels->count;
    grouping made = {0};

    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (by_label ? (uint64_t)labels->classes[i] << 32 : 0) |
                    (clusters ? clusters[labels->rows[i]] : 0);
    rw_sort_u64(sorted, sorted + count, count);
    for (uint32_t begin = 0, end = 0; begin < count; begin = end) {
        double share;

        while (end < count && sorted[end] == sorted[begin])
            end++;
        share = (double)(end - begin) / count;
        made.entropy -= share * log(share);
        made.pairs += 0.5 * (end - begin) * (end - begin - 1.0);
    }
    return made;
}

/* The adjusted Rand index (Hubert, Arabie 1985). It is 1 for two groupings that cannot differ. */
static double adjusted_rand(uint32_t count, const grouping *a, const grouping *b,
                            const grouping *both)
{
    double all = 0.5 * count * (count - 1.0), expected, most = (a->pairs + b->pairs) / 2;

    expected = all > 0 ? a->pairs * b->pairs / all : 0;
    return most > expected ? (both->pairs - expected) / (most - expected) : 1;
}

riwalk_status riwalk_cluster_agreement(const riwalk_node_labels *labels, const uint32_t *clusters,
                                       uint32_t cluster_count, riwalk_agreement *agreement,
                                       riwalk_error *error)
{
    uint64_t *values; /* [2 * count] */
    uint32_t count;
    grouping of_labels, of_clusters, of_both;
    double shared, sum;
    riwalk_agreement made;

    if (!labels || !clusters || !agreement)
        return rw_refuse(error, "labels, clusters and agreement must not be NULL");
    RW_MUST(rw_report_check(agreement, error));
    if (labels->most > 1)
        return rw_refuse(
            error, "some nodes have several labels: clusters can be compared with one label a "
                   "node only");
    count = labels->count;
    for (uint32_t i = 0; i < count; i++)
        if (clusters[labels->rows[i]] >= cluster_count)
            return rw_refuse(error, "row %u is in cluster %u of %u", labels->rows[i],
                             clusters[labels->rows[i]], cluster_count);
    RW_HAVE(values = rw_alloc(count, 2 * sizeof *values, error));
    of_labels = group(labels, true, NULL, values);
    of_clusters = group(labels, false, clusters, values);
    of_both = group(labels, true, clusters, values);
    rw_free(values);
    shared = fmax(0, of_labels.entropy + of_clusters.entropy - of_both.entropy);
    made = (riwalk_agreement){
        .size = sizeof made,
        .nodes = count,
        .homogeneity = of_labels.entropy > 0 ? shared / of_labels.entropy : 1,
        .completeness = of_clusters.entropy > 0 ? shared / of_clusters.entropy : 1,
        .adjusted_rand = adjusted_rand(count, &of_labels, &of_clusters, &of_both),
    };
    sum = made.homogeneity + made.completeness;
    made.v_measure = sum > 0 ? 2 * made.homogeneity * made.completeness / sum : 0;
    rw_report_hand_over(agreement, &made);
    return RIWALK_STATUS_OK;
}
