/* SPDX-License-Identifier: MIT */
#include "reference/eigen.h"

#include <math.h>
#include <stddef.h>

/* Turns rows i and k of a matrix: [n * n]. */
static void turn_rows(uint32_t n, double *matrix, uint32_t i, uint32_t k, double c, double s)
{
    for (uint32_t j = 0; j < n; j++) {
        double a = matrix[(size_t)i * n + j], b = matrix[(size_t)k * n + j];

        matrix[(size_t)i * n + j] = c * a - s * b;
        matrix[(size_t)k * n + j] = s * a + c * b;
    }
}

static void turn_columns(uint32_t n, double *matrix, uint32_t i, uint32_t k, double c, double s)
{
    for (uint32_t j = 0; j < n; j++) {
        double a = matrix[(size_t)j * n + i], b = matrix[(size_t)j * n + k];

        matrix[(size_t)j * n + i] = c * a - s * b;
        matrix[(size_t)j * n + k] = s * a + c * b;
    }
}

static void swap_rows(uint32_t n, double *values, double *vectors, uint32_t i, uint32_t k)
{
    double value = values[i];

    values[i] = values[k];
    values[k] = value;
    turn_rows(n, vectors, i, k, 0, 1);
}

void reference_eigen(uint32_t n, double *matrix, double *values, double *vectors)
{
    uint32_t turned = 1;
    double largest = 0;

    for (size_t i = 0; i < (size_t)n * n; i++) {
        vectors[i] = i % (n + 1) == 0;
        largest = fmax(largest, fabs(matrix[i]));
    }
    for (int sweep = 0; sweep < 60 && turned; sweep++) {
        turned = 0;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = i + 1; k < n; k++) {
                double off = matrix[(size_t)i * n + k];
                double a = matrix[(size_t)i * n + i], b = matrix[(size_t)k * n + k];
                double angle = 0.5 * atan2(2 * off, b - a); /* makes the number at i, k 0 */

                if (fabs(off) <= 1e-17 * largest)
                    continue;
                turned++;
                turn_rows(n, matrix, i, k, cos(angle), sin(angle));
                turn_columns(n, matrix, i, k, cos(angle), sin(angle));
                turn_rows(n, vectors, i, k, cos(angle), sin(angle));
            }
    }
    for (uint32_t i = 0; i < n; i++)
        values[i] = matrix[(size_t)i * n + i];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++)
            if (values[k] > values[i])
                swap_rows(n, values, vectors, i, k);
}
