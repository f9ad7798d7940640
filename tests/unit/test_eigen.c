/* SPDX-License-Identifier: MIT */
/* Eigenvectors: A v = w v, orthonormal, largest first, signs fixed, for matrices of many kinds; the
 * same bits wherever they are computed. */
#include "base/checksum.h"
#include "base/eigen.h"
#include "base/parallel.h"
#include "unit/test.h"

/* Errors are some 1e-15 of the largest magnitude of a value, up to 1e-14 in the order of 500. */
#define PRECISE 1e-13

/* ---- Kinds of matrices: the number at row i, column k <= i ---- */

static double draw(uint32_t i, uint32_t k)
{
    return rw_rng_unit(rw_rng_at(rw_rng_mix(i), k)) - 0.5;
}

static double low_rank(uint32_t i, uint32_t k)
{
    double sum = 0;

    for (uint32_t r = 0; r < 3; r++)
        sum += draw(1000 + r, i) * draw(1000 + r, k);
    return sum;
}

static const char kinds[][16] = {
    "uniform",         "low rank",     "zero",      "identity",
    "diagonal",        "ones",         "star",      "cycle",
    "hypercube",       "hadamard",     "copies",    "graded",
    "nearly identity", "close values", "wilkinson", "large",
    "small",
};

static double number_of(unsigned kind, uint32_t n, uint32_t i, uint32_t k)
{
    double number = draw(i, k), on_diagonal = i == k;

    switch (kind) {
    case 1:
        return low_rank(i, k);
    case 2:
        return 0;
    case 3:
        return on_diagonal;
    case 4:
        return on_diagonal * number;
    case 5:
        return 1;
    case 6:
        return k == 0 && i > 0;
    case 7: /* all values but two are double */
        return i - k == 1 || (n > 2 && i - k == n - 1);
    case 8: /* adjacency of a hypercube, or a part of one: few values, many times */
        return __builtin_popcount(i ^ k) == 1;
    case 9: /* where n is a power of 2, half of the values are sqrt(n) and half are less */
        return __builtin_popcount(i & k) % 2 ? -1 : 1;
    case 10: /* the same graph again and again */
        return i / 7 == k / 7 ? draw(i % 7, k % 7) : 0;
    case 11:
        return number * pow(10, -0.3 * (i + k));
    case 12: /* values as near to each other as rounding errors, and somewhat further */
        return on_diagonal + 1e-15 * number;
    case 13:
        return on_diagonal + 1e-10 * number;
    case 14: /* pairs of values that are nearly equal, several times, nearly apart */
        return i - k == 1 ? (i % 21 ? 1 : 1e-8) : on_diagonal * fabs(i % 21 - 10.0);
    case 15:
        return 1e300 * number;
    case 16:
        return 1e-300 * number;
    }
    return number;
}

#define KINDS ELEMENTS(kinds)

/* Above the diagonal, which is not to be looked at, there may be anything. */
static double *make(unsigned kind, uint32_t n, double above)
{
    double *matrix = malloc(sizeof(double) * n * n);

    assert_non_null(matrix);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            matrix[i * n + k] = k <= i         ? number_of(kind, n, i, k)
                                : isnan(above) ? above
                                               : number_of(kind, n, k, i);
    return matrix;
}

/* ---- What holds for all ---- */

typedef struct result {
    double *values, *vectors;
} result;

static result solve(unsigned kind, uint32_t n, uint32_t count, int threads)
{
    double *matrix = make(kind, n, NAN);
    result r = {malloc(sizeof(double) * count), malloc(sizeof(double) * n * count)};
    riwalk_error error;

    assert_true(r.values && r.vectors);
    if (rw_eigen(n, matrix, count, r.values, r.vectors, threads, NULL, &error))
        fail_msg("order %u: %s", n, error.message);
    free(matrix);
    return r;
}

static void free_result(result r)
{
    free(r.values);
    free(r.vectors);
}

static double product(const double *a, const double *b, uint32_t n)
{
    double sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The largest difference of the vectors' products from 1 and 0. */
static double skew(const double *vectors, uint32_t n, uint32_t count)
{
    double most = 0;

    for (uint32_t c = 0; c < count; c++)
        for (uint32_t d = 0; d <= c; d++)
            most = fmax(most, fabs(product(vectors + c * n, vectors + d * n, n) - (c == d)));
    return most;
}

/* The largest number of A v - w v, as a share of `norm`. */
static double residual(const double *matrix, result r, uint32_t n, uint32_t count, double norm)
{
    double most = 0;

    for (uint32_t c = 0; c < count; c++)
        for (uint32_t i = 0; i < n; i++) {
            const double *vector = r.vectors + c * n;

            most = fmax(most, fabs(product(matrix + i * n, vector, n) / norm -
                                   r.values[c] / norm * vector[i]));
        }
    return most;
}

static bool signs_are_fixed(const double *vectors, uint32_t n, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++) {
        double largest = 0;

        for (uint32_t i = 0; i < n; i++)
            if (fabs(vectors[c * n + i]) > fabs(largest))
                largest = vectors[c * n + i];
        if (!(largest > 0))
            return false;
    }
    return true;
}

static double difference(const double *a, const double *b, uint32_t n)
{
    double most = 0;

    for (uint32_t i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* The largest magnitude of a value, or 1. */
static double norm_of(const double *values, uint32_t n)
{
    double norm = fmax(fabs(values[0]), fabs(values[n - 1]));

    return norm > 0 ? norm : 1;
}

static void check_pairs(unsigned kind, const double *matrix, result r, uint32_t n, uint32_t count,
                        double norm)
{
    double off = residual(matrix, r, n, count, norm), skewed = skew(r.vectors, n, count);

    if (!(off < PRECISE && skewed < PRECISE))
        fail_msg("%s, order %u, %u vectors: A v - w v is %g, and they are off by %g", kinds[kind],
                 n, count, off, skewed);
    assert_true(signs_are_fixed(r.vectors, n, count));
    for (uint32_t c = 1; c < count; c++)
        assert_true(r.values[c] <= r.values[c - 1]);
}

/* Orders around multiples of 32, which blocks have. As many orthonormal vectors as the order are
 * all there are; some of them are to be the first of all. */
TEST(pairs_are_pairs_and_some_are_the_largest)
{
    static const uint32_t orders[][2] = {
        {1, 1},   {2, 2},   {3, 3},   {4, 1},   {31, 31}, {33, 33}, {35, 35},  {50, 33}, {130, 70},
        {32, 32}, {34, 34}, {64, 64}, {66, 66}, {67, 67}, {97, 2},  {128, 40}, {260, 70}};

    for (unsigned kind = 0; kind < KINDS; kind++)
        for (size_t o = 0; o < FEW(17, 9); o++) {
            const uint32_t n = orders[o][0], count = orders[o][1];
            scoped double *matrix = make(kind, n, 0);
            result all = solve(kind, n, n, 1 + n / 130), some = solve(kind, n, count, 1 + n / 130);
            double norm = norm_of(all.values, n);

            check_pairs(kind, matrix, all, n, n, norm);
            check_pairs(kind, matrix, some, n, count, norm);
            if (!(difference(all.values, some.values, count) < PRECISE * norm))
                fail_msg("%s, order %u: %u values are not the largest", kinds[kind], n, count);
            free_result(all);
            free_result(some);
        }
}

/* ---- The same bits ---- */

static uint64_t sum_of(result r, uint32_t n, uint32_t count)
{
    uint64_t sum = rw_checksum(r.values, sizeof(double) * count, 0);

    return rw_checksum(r.vectors, sizeof(double) * n * count, sum);
}

static uint64_t solve_and_sum(uint32_t n, uint32_t count, int threads)
{
    result r = solve(0, n, count, threads);
    uint64_t sum = sum_of(r, n, count);

    free_result(r);
    return sum;
}

/* The number is what it was on x86-64 and on aarch64, by gcc and by clang. */
TEST(bits_do_not_depend_on_threads_or_instructions)
{
    static const char *const sets[] = {"scalar", "avx2", "avx512"};

    for (size_t i = 0; i < FEW(3, 1); i++)
        for (int threads = 1; threads < 4; threads++) {
            setenv("RIWALK_ISA", sets[i], 1);
            assert_int_equal(solve_and_sum(203, 40, threads), UINT64_C(0xdd56143019b5006a));
        }
    unsetenv("RIWALK_ISA");
}

/* ---- Failures ---- */

TEST(what_cannot_be_solved_is_an_error)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e308};
    double values[3], vectors[3 * 40];

    EACH (number, bad)
        for (uint32_t at = 0; at < 40; at += 13) {
            scoped double *matrix = make(0, 40, 0);

            matrix[39 * 40 + at] = *number;
            check_fails(ARGUMENT, "not finite",
                        rw_eigen(40, matrix, 3, values, vectors, 1, NULL, &failure));
        }
}

/* At once, and later and later until it is too late. */
TEST(it_can_be_cancelled)
{
    riwalk_status status = RIWALK_STATUS_CANCELLED;
    riwalk_run run = {.progress = cancel_at};
    double values[3], vectors[3 * 100];

    for (double wait = 0; status; wait += 0.0005) {
        scoped double *matrix = make(0, 100, 0);
        rw_progress progress;

        rw_progress_begin(&progress, &run, "testing", "", 0);
        atomic_store(&progress.next, rw_seconds() + wait);
        status = rw_eigen(100, matrix, 3, values, vectors, 1, &progress, NULL);
        assert_true(status == RIWALK_STATUS_CANCELLED || (!status && wait > 0));
        assert_int_equal(rw_memory_blocks(), 0);
    }
}
