/* SPDX-License-Identifier: MIT */
/* Eigenvectors: A v = w v, orthonormal, largest first, signs fixed. */
#include "base/eigen.h"
#include "base/memory.h"
#include "base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static double *random_symmetric(uint32_t n)
{
    double *matrix = malloc(sizeof(double) * n * n);

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++)
            matrix[i * n + j] = matrix[j * n + i] =
                (double)(rw_rng_at(7, i * n + j) >> 11) / (double)(UINT64_C(1) << 53) - 0.5;
    return matrix;
}

static double product(const double *a, const double *b, uint32_t n)
{
    double sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void check(uint32_t n, uint32_t count)
{
    double *matrix = random_symmetric(n), *copy = random_symmetric(n);
    double *values = malloc(sizeof(double) * count), *vectors = malloc(sizeof(double) * n * count);
    riwalk_error error;

    /* The upper triangle is not looked at. */
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            copy[i * n + j] = NAN;
    assert_int_equal(rw_eigen(n, copy, count, values, vectors, &error), RIWALK_STATUS_OK);
    for (uint32_t c = 0; c < count; c++) {
        const double *vector = vectors + c * n;
        double largest = 0;

        assert_true(c == 0 || values[c] <= values[c - 1]);
        for (uint32_t i = 0; i < n; i++) {
            double image = product(matrix + i * n, vector, n);

            assert_true(fabs(image - values[c] * vector[i]) < 1e-10);
            if (fabs(vector[i]) > fabs(largest))
                largest = vector[i];
        }
        assert_true(largest > 0);
        for (uint32_t d = 0; d <= c; d++)
            assert_true(fabs(product(vector, vectors + d * n, n) - (c == d)) < 1e-10);
    }
    free(matrix);
    free(copy);
    free(values);
    free(vectors);
}

static void pairs_satisfy_their_definition(void **state)
{
    (void)state;
    check(1, 1);
    check(2, 1);
    check(2, 2);
    check(7, 3);
    check(60, 60);
    check(150, 20);
}

static void what_cannot_be_solved_is_an_error(void **state)
{
    double matrix[4] = {NAN, 0, NAN, 1}, values[2], vectors[4];
    riwalk_error error;

    (void)state;
    assert_int_not_equal(rw_eigen(2, matrix, 2, values, vectors, &error), RIWALK_STATUS_OK);
    for (long permitted = 0; permitted < 4; permitted++) {
        double fine[4] = {2, 0, 1, 2};

        rw_memory_permit(permitted);
        assert_int_equal(rw_eigen(2, fine, 2, values, vectors, &error), RIWALK_STATUS_MEMORY);
        rw_memory_permit(-1);
        assert_int_equal(rw_memory_blocks(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_satisfy_their_definition),
        cmocka_unit_test(what_cannot_be_solved_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
