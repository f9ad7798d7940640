/* SPDX-License-Identifier: MIT */
/* RolX: what its solvers reach, roles that were planted, memberships, and what explains
 * them. */
#include "embedding.h"
#include "methods/rolx/rolx.h"

static double uniform(uint64_t stream, uint64_t step)
{
    return rw_rng_unit(rw_rng_at(stream, step));
}

/* ---- Least squares that are not negative ---- */

#define SIZE 4

/* The error is convex: it is least where no change of an entry makes it less. */
TEST(memberships_have_the_least_error)
{
    for (uint64_t trial = 0; trial < 200; trial++) {
        uint64_t stream = rw_rng_stream(1, RW_STAGE_SPLIT, trial, 0);
        double basis[SIZE][8], products[SIZE * SIZE] = {0}, own[SIZE] = {0}, x[SIZE];

        for (unsigned j = 0; j < 8; j++) {
            double value = 5 * uniform(stream, 100 + j);

            for (unsigned k = 0; k < SIZE; k++)
                basis[k][j] = uniform(stream, k * 8 + j);
            for (unsigned k = 0; k < SIZE; k++) {
                own[k] += basis[k][j] * value;
                for (unsigned l = 0; l < SIZE; l++)
                    products[k * SIZE + l] += basis[k][j] * basis[l][j];
            }
        }
        rw_membership_solve(SIZE, products, own, x);
        for (unsigned k = 0; k < SIZE; k++) {
            double slope = -own[k];

            for (unsigned l = 0; l < SIZE; l++)
                slope += products[k * SIZE + l] * x[l];
            /* It ends where a sweep changes the 1e-10th part. */
            if (!(x[k] >= 0 && slope > -1e-6 * own[k] && (x[k] == 0 || slope < 1e-6 * own[k])))
                fail_msg("trial %d: entry %u is %g, the slope %g", (int)trial, k, x[k], slope);
        }
    }
}

/* ---- Factors ---- */

#define ROWS 120
#define FEATURES 10
#define PLANTED 3

/* A product of planted factors, most members of one role, rounded to whole numbers with noise. */
static void plant(double noise, double *values)
{
    uint64_t stream = rw_rng_stream(7, RW_STAGE_SPLIT, 1, 0), step = 0;
    double typical[PLANTED][FEATURES];

    for (unsigned k = 0; k < PLANTED; k++)
        for (unsigned j = 0; j < FEATURES; j++)
            typical[k][j] = 1 + (uniform(stream, step++) < 0.4 ? 9 * uniform(stream, step++) : 0);
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < FEATURES; j++) {
            double value = 0.8 * typical[i % PLANTED][j] + 0.2 * typical[(i / 7) % PLANTED][j];

            value += noise * (uniform(stream, step++) - 0.5);
            values[i * FEATURES + j] = fmax(1, round(value));
        }
}

static double squared_error(const rw_factors *x)
{
    double sum = 0;

    for (uint32_t i = 0; i < x->rows; i++)
        for (uint32_t j = 0; j < x->features; j++) {
            double off = x->values[(size_t)i * x->features + j];

            for (uint32_t k = 0; k < x->roles; k++)
                off -= x->memberships[(size_t)i * x->roles + k] *
                       x->typical[(size_t)k * x->features + j];
            sum += off * off;
        }
    return sum;
}

static void find_factors(const double *values, uint32_t roles, rw_pool *pool, rw_factors *factors)
{
    riwalk_run run = {0};
    rw_progress progress;
    rw_starts starts;

    rw_progress_begin(&progress, &run, "", "", 0);
    ok(rw_starts_find(values, ROWS, FEATURES, roles, 1, pool, &starts, &failure));
    ok(rw_factors_find(values, ROWS, FEATURES, roles, &starts, pool, factors, &progress, &failure));
}

/* Lee and Seung's multiplicative updates came to these errors, the better one of two random starts
 * after 3000 sweeps. Both end in a local optimum: ours may be worse by a little. */
TEST(factors_are_as_good_as_slow_ones)
{
    static const double errors[] = {5480.9, 2350.2, 230.58, 188.06};
    double values[ROWS * FEATURES];

    plant(2, values);
    for (uint32_t roles = 1; roles <= 4; roles++) {
        rw_factors factors;
        RW_POOL(pool);
        double own;

        find_factors(values, roles, &pool, &factors);
        own = squared_error(&factors);
        if (own > 1.05 * errors[roles - 1])
            fail_msg("%u roles: %g, not %g", roles, own, errors[roles - 1]);
        for (uint32_t i = 0; i < ROWS * roles; i++)
            assert_true(factors.memberships[i] >= 0);
        for (uint32_t i = 0; i < roles * FEATURES; i++)
            assert_true(factors.typical[i] >= 0);
    }
}

TEST(planted_roles_are_counted)
{
    double values[ROWS * FEATURES], bits[6];

    plant(1, values);
    for (uint32_t roles = 1; roles <= 6; roles++) {
        rw_factors factors;
        RW_POOL(pool);

        find_factors(values, roles, &pool, &factors);
        ok(rw_factors_length(&factors, 1, &bits[roles - 1], &failure));
    }
    for (uint32_t roles = 1; roles <= 6; roles++)
        if (roles != PLANTED && bits[roles - 1] <= bits[PLANTED - 1])
            fail_msg("%u roles take %g bits, %u take %g", roles, bits[roles - 1], PLANTED,
                     bits[PLANTED - 1]);
}

/* ---- What explains roles ---- */

/* With memberships of 1 and 0 a factor is the mean in a role over that of all. */
TEST(factors_are_ratios_of_means)
{
    scoped_graph *graph = generate(RIWALK_GENERATOR_KARATE, 0);
    double factors[2 * RIWALK_EXPLAINING_MEASURES], degrees[2] = {0}, counts[2] = {0};
    float values[34 * 2] = {0};

    for (uint32_t u = 0; u < 34; u++) {
        values[2 * u + u % 2] = 1;
        degrees[u % 2] += riwalk_graph_degree(graph, u);
        counts[u % 2]++;
    }
    scoped_vectors *memberships = MADE(vectors, riwalk_vectors_build_for, graph, 2, values);
    ok(riwalk_memberships_explain(graph, memberships, NULL, factors, &failure));
    for (int k = 0; k < 2; k++) {
        double mean = degrees[k] / counts[k] / ((degrees[0] + degrees[1]) / 34);

        assert_true(fabs(factors[k * RIWALK_EXPLAINING_MEASURES] - mean) < 1e-9);
    }
}
