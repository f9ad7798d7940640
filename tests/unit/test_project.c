/* SPDX-License-Identifier: MIT */
/* Vectors in the plane: PCA against eigenvectors, t-SNE's matrix and gradient against the
 * plain formulas, bad input. Threads, clouds: tests/cli/plot. */
#include "base/eigen.h"
#include "plot/project.h"
#include "unit/test.h"

#define MOST 1100
#define DIMENSIONS 7

static float values[MOST * DIMENSIONS];

/* Clouds, of different spread in each dimension, away from the origin; point i is in i % 3. */
static rw_points make_points(uint32_t count)
{
    uint64_t stream = rw_rng_stream(9, RW_STAGE_GENERATE, count, 0);

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < DIMENSIONS; d++)
            values[i * DIMENSIONS + d] =
                (float)((d + 1.0) * rw_rng_unit(rw_rng_at(stream, (uint64_t)i * DIMENSIONS + d)) +
                        6.0 * (i % 3 == d) - 50);
    return (rw_points){count, DIMENSIONS, values, 1};
}

static riwalk_vectors *make_vectors(uint32_t count)
{
    make_points(count);
    return vectors_of(count, DIMENSIONS, values);
}

/* ---- PCA ---- */

/* Signs are those of eigenvectors: their largest number is positive. */
TEST(pca_is_what_the_covariance_says)
{
    rw_points points = make_points(40);
    double places[80], shares[2], mean[DIMENSIONS] = {0}, covariance[DIMENSIONS * DIMENSIONS] = {0};
    double variances[DIMENSIONS], directions[DIMENSIONS * DIMENSIONS], all = 0;

    ok(rw_pca(&points, 2, places, shares, &(riwalk_run){0}, &failure));
    for (uint32_t i = 0; i < 40; i++)
        for (int d = 0; d < DIMENSIONS; d++)
            mean[d] += (double)rw_point(&points, i)[d] / 40;
    for (uint32_t i = 0; i < 40; i++)
        for (int c = 0; c < DIMENSIONS * DIMENSIONS; c++)
            covariance[c] += ((double)rw_point(&points, i)[c / DIMENSIONS] - mean[c / DIMENSIONS]) *
                             ((double)rw_point(&points, i)[c % DIMENSIONS] - mean[c % DIMENSIONS]);
    ok(rw_eigen(DIMENSIONS, covariance, DIMENSIONS, variances, directions, 1, NULL, &failure));
    for (int d = 0; d < DIMENSIONS; d++)
        all += variances[d];
    for (int axis = 0; axis < 2; axis++) {
        for (uint32_t i = 0; i < 40; i++) {
            double along = 0;

            for (int d = 0; d < DIMENSIONS; d++)
                along +=
                    ((double)rw_point(&points, i)[d] - mean[d]) * directions[axis * DIMENSIONS + d];
            assert_true(fabs(along - places[2 * i + axis]) < 1e-8); /* rounding of some hundreds */
        }
        assert_true(fabs(shares[axis] - variances[axis] / all) < 1e-8);
    }
}

/* ---- t-SNE ---- */

/* P by its definition, the width of each row by plain bisection. [count * count] */
static double *plain_affinities(const rw_points *points, double perplexity)
{
    uint32_t n = points->count;
    double *p = calloc((size_t)n * n, sizeof *p), *sum = calloc((size_t)n * n, sizeof *sum);

    for (uint32_t i = 0; i < n; i++) {
        double low = 0, high = 1e6;

        for (int step = 0; step < 200; step++) {
            double beta = (low + high) / 2, total = 0, entropy = 0;

            for (uint32_t j = 0; j < n; j++)
                total += p[i * n + j] =
                    i == j ? 0
                           : exp(-beta * rw_squared_distance(rw_point(points, i),
                                                             rw_point(points, j), DIMENSIONS));
            for (uint32_t j = 0; j < n; j++) {
                p[i * n + j] /= total > 0 ? total : 1;
                entropy -= p[i * n + j] > 0 ? p[i * n + j] * log(p[i * n + j]) : 0;
            }
            if (entropy > log(perplexity))
                low = beta;
            else
                high = beta;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            sum[i * n + j] = (p[i * n + j] + p[j * n + i]) / (2.0 * n);
    free(p);
    return sum;
}

TEST(affinities_are_as_defined)
{
    rw_points points = make_points(60);
    riwalk_project_options options = DEFAULTS(riwalk_project_options);
    rw_tsne t;
    double *plain = plain_affinities(&points, 10), all = 0;

    ok(rw_tsne_new(&points, 59, 10, &options, &t, &failure));
    for (uint32_t i = 0; i < 60; i++)
        for (uint64_t e = t.starts[i]; e < t.starts[i + 1]; e++) {
            uint32_t column = t.columns[e];

            assert_true(e == t.starts[i] || t.columns[e - 1] < column);
            assert_int_not_equal(column, i);
            /* The search for the width ends within 1e-10 of the entropy. */
            assert_true(fabs(t.values[e] - plain[i * 60 + column]) < 1e-11);
            all += t.values[e];
        }
    assert_true(fabs(all - 1) < 1e-12);
    rw_pool_free(&t.pool);
    free(plain);
}

/* Clouds of more dimensions than are looked at first, around middles of which some are far out;
 * every fifth point is equal to an earlier one, and one is far from all. */
static rw_points make_hard_points(uint32_t count, uint32_t dimensions, double size, float *memory)
{
    uint64_t stream = rw_rng_stream(11, RW_STAGE_GENERATE, count, dimensions);

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < dimensions; d++) {
            double draw = rw_rng_unit(rw_rng_at(stream, (uint64_t)i * dimensions + d)) - 0.5;
            double middle = 3e4 * (i % 4 == d % 4) * (i % 4);

            memory[i * dimensions + d] =
                i % 5 == 4 ? memory[i % 10 / 5 * dimensions + d]
                           : (float)(size * (draw / (1 + d % 9) + middle + (i == 7) * 1e4));
        }
    return (rw_points){count, dimensions, memory, 2};
}

static rw_scored *by_distance_from(const rw_points *points, uint32_t point)
{
    rw_scored *all = malloc(points->count * sizeof *all);

    for (uint32_t i = 0; i < points->count; i++)
        all[i] = (rw_scored){
            rw_squared_distance(rw_point(points, point), rw_point(points, i), points->dimensions),
            i};
    all[point].value = INFINITY;
    qsort(all, points->count, sizeof *all, rw_scored_order);
    return all;
}

/* What is found for a row is the first `neighbors` of all points, sorted by distance and number. */
static void check_neighbors(const rw_points *points, uint32_t neighbors)
{
    scoped rw_scored *entries = malloc((size_t)points->count * neighbors * sizeof *entries);
    scoped uint32_t *order = malloc(points->count * sizeof *order);
    scoped bool *met = calloc(points->count, sizeof *met);

    ok(rw_neighbors_find(points, neighbors, &(riwalk_run){0}, order, entries, &failure));
    for (uint32_t row = 0; row < points->count; row++) {
        scoped rw_scored *sorted = by_distance_from(points, order[row]);
        uint32_t found = 0;

        assert_true(neighbors < points->count - 1 || order[row] == row);
        assert_false(met[order[row]]);
        met[order[row]] = true;
        for (uint32_t i = 0; i < neighbors; i++) {
            const rw_scored *entry = &entries[(size_t)row * neighbors + i];

            for (uint32_t k = 0; k < neighbors; k++)
                if (sorted[k].number == entry->number) {
                    /* Sums of parts of distances, and of whole ones. */
                    assert_true(fabs(entry->value - sorted[k].value) <= 1e-14 * sorted[k].value);
                    found++;
                }
        }
        assert_int_equal(found, neighbors);
    }
}

TEST(neighbours_are_those_of_a_full_sort)
{
    static const struct {
        uint32_t count, dimensions, neighbors;
        double size;
    } known[] = {{333, 100, 12, 1}, {333, 100, 90, 1e-30}, {333, 100, 12, 1e30}, {160, 17, 10, 1},
                 {401, 64, 20, 1},  {33, 3, 1, 1},         {40, 70, 39, 1},      {5, 1, 4, 1}};
    static float memory[333 * 100];

    for (size_t k = 0; k < ELEMENTS(known); k++) {
        rw_points points =
            make_hard_points(known[k].count, known[k].dimensions, known[k].size, memory);

        check_neighbors(&points, known[k].neighbors);
    }
}

/* A t-SNE of points at random places, to be freed by free_tsne. */
static void make_tsne(uint32_t count, double width, rw_tsne *t)
{
    rw_points points = make_points(count);
    uint64_t stream = rw_rng_stream(10, RW_STAGE_GENERATE, count, 1);
    riwalk_project_options options = DEFAULTS(riwalk_project_options);

    ok(rw_tsne_new(&points, 30, 10, &options, t, &failure));
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        t->places[i] = width * (rw_rng_unit(rw_rng_at(stream, i)) - 0.5);
}

/* 4 sum over j of (exaggeration p_ij - q_ij / Z) q_ij (y_i - y_j), as it is written in the paper;
 * returns Z. */
static double plain_gradient(const rw_tsne *t, uint32_t count, double *gradient)
{
    double sum = 0, p[MOST];

    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < count; i++) {
            memset(p, 0, sizeof p);
            for (uint64_t e = t->starts[i]; e < t->starts[i + 1]; e++)
                p[t->columns[e]] = t->values[e];
            gradient[2 * i] = gradient[2 * i + 1] = 0;
            for (uint32_t j = 0; j < count; j++) {
                double dx = t->places[2 * i] - t->places[2 * j];
                double dy = t->places[2 * i + 1] - t->places[2 * j + 1];
                double q = 1 / (1 + dx * dx + dy * dy);
                double pull = pass ? 4 * (t->exaggeration * p[j] - q / sum) * q : 0;

                sum += pass || i == j ? 0 : q;
                gradient[2 * i] += pull * dx;
                gradient[2 * i + 1] += pull * dy;
            }
        }
    return sum;
}

/* Errors of the tree fall with the third power of theta; they are what was measured, rounded up. */
TEST(gradients_are_those_of_the_plain_double_loop)
{
    static const struct {
        uint32_t count, leaf;
        double theta, width, error, sum_error;
    } known[] = {{101, 12, 0, 8, 1e-12, 1e-12},   {MOST, MOST, 0, 60, 1e-12, 1e-12},
                 {MOST, 12, 0, 60, 1e-12, 1e-12}, {MOST, 12, 0.2, 60, 2e-4, 2e-6},
                 {MOST, 12, 0.5, 60, 2e-3, 2e-4}, {MOST, 12, 1, 60, 3e-2, 4e-3},
                 {MOST, 12, 0.5, 3, 3e-3, 1e-4},  {MOST, 12, 0.5, 1e-3, 4e-9, 1e-13}};
    static double plain[2 * MOST];

    EACH (k, known) {
        double off = 0, length = 0, plain_sum, sum;
        rw_tsne t;

        make_tsne(k->count, k->width, &t);
        /* Some points in one place, and some nearly so. */
        for (uint32_t i = 0; i < 50 && k->count == MOST; i++)
            t.places[2 * i] = t.places[2 * i + 1] = i < 40 ? 1 : 1 + 1e-15 * i;
        t.exaggeration = k->count == MOST ? 1 : 12;
        t.tree.leaf = k->leaf;
        t.theta = k->theta;
        plain_sum = plain_gradient(&t, k->count, plain);
        sum = rw_tsne_gradient(&t);
        for (uint32_t i = 0; i < 2 * k->count; i++) {
            off += pow(t.gradient[i] - plain[i], 2);
            length += pow(plain[i], 2);
        }
        assert_true(t.tree.node_count <= 2 * MOST);
        if (!(fabs(sum / plain_sum - 1) <= k->sum_error && sqrt(off / length) <= k->error))
            fail_msg("%u points, theta %g, width %g: off by %g and %g", k->count, k->theta,
                     k->width, fabs(sum / plain_sum - 1), sqrt(off / length));
        rw_pool_free(&t.pool);
    }
}

/* ---- All together ---- */

TEST(a_long_projection_can_be_cancelled)
{
    static char stages[][20] = {"finding axes", "finding neighbours", "weighing neighbours",
                                "placing"};
    scoped_vectors *vectors = make_vectors(MOST);
    static double places[2 * MOST];
    riwalk_project_options options =
        WITH(riwalk_project_options, it.projection = RIWALK_PROJECTION_TSNE, it.iterations = 100000,
             it.run.progress = cancel_at);
    long before = rw_memory_blocks();

    for (size_t i = 0; i < ELEMENTS(stages); i++) {
        options.run.progress_data = stages[i];
        assert_int_equal(riwalk_project(vectors, &options, places, NULL, NULL),
                         RIWALK_STATUS_CANCELLED);
        assert_int_equal(rw_memory_blocks(), before);
    }
}
