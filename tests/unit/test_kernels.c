/* SPDX-License-Identifier: MIT */
/* Every instruction set's kernels against doubles. Those that draw and train: test_sgns.c. */
#include "base/sums.h"
#include "train/kernels/kernels.h"
#include "unit/test.h"

/* Longest vector register, in floats. */
#define VECTOR 16
#define ROWS 12

static float value(uint64_t stream, uint64_t step)
{
    return (float)(rw_rng_unit(rw_rng_at(stream, step)) - 0.5);
}

/* At every length from 0 to 3 vectors + 1, and from unaligned starts. */
TEST(dots_are_right)
{
    uint64_t stream = rw_rng_stream(1, RW_STAGE_GENERATE, 0, 0);
    float a[4 * VECTOR + 8], b[4 * VECTOR + 8];

    for (size_t i = 0; i < 4 * VECTOR + 8; i++) {
        a[i] = value(stream, 2 * i);
        b[i] = value(stream, 2 * i + 1);
    }
    for (int isa = RW_ISA_SCALAR; isa <= (int)rw_cpu_best(); isa++)
        for (size_t length = 0; length <= 3 * VECTOR + 1; length++)
            for (size_t start = 0; start < 5; start++) {
                double exact = 0;
                float got = rw_kernels_of((rw_isa)isa)->dot(a + start, b + 4 - start, length);

                for (size_t i = 0; i < length; i++)
                    exact += (double)a[start + i] * (double)b[4 - start + i];
                /* 49 terms below 1/4, each rounded to 2^-24 of the running sum. */
                assert_true(fabs(exact - (double)got) < 4e-6);
            }
}

/* One target at a time, as the definition has it. */
TEST(moves_are_right)
{
    uint64_t stream = rw_rng_stream(2, RW_STAGE_GENERATE, 0, 0);

    for (int isa = RW_ISA_SCALAR; isa <= (int)rw_cpu_best(); isa++)
        for (size_t stride = 0; stride <= 3 * VECTOR; stride += RW_ROW_FLOATS) {
            float x[3 * VECTOR + 1], y[3 * VECTOR + 1], sum[3 * VECTOR + 1],
                before[3][3 * VECTOR + 1];
            float g = 0.25f; /* products are exact but for the last bit */

            for (size_t i = 0; i < 3 * VECTOR + 1; i++) {
                before[0][i] = x[i] = value(stream, 3 * i);
                before[1][i] = y[i] = value(stream, 3 * i + 1);
                before[2][i] = sum[i] = value(stream, 3 * i + 2);
            }
            rw_kernels_of((rw_isa)isa)->move(x + 1, y + 1, sum + 1, g, stride);
            for (size_t i = 0; i < 3 * VECTOR + 1; i++) {
                bool moved = i > 0 && i <= stride;
                double step = moved ? (double)g : 0;

                assert_true(x[i] == before[0][i]);
                assert_true(fabs((double)before[1][i] + step * (double)x[i] - (double)y[i]) < 6e-8);
                assert_true(fabs((double)before[2][i] + step * (double)before[1][i] -
                                 (double)sum[i]) < 6e-8);
            }
        }
}

/* Against the definition, one number after the other: to the bit. */
TEST(products_are_the_same)
{
    enum {
        COLUMNS = 9,
        ENTRIES = 40
    };
    static const size_t starts[] = {0, 0, 1, 8, 17, ENTRIES};
    uint64_t stream = rw_rng_stream(5, RW_STAGE_GENERATE, 0, 0);
    uint64_t exact[COLUMNS * RW_PRODUCT_GROUP] = {0}, got[COLUMNS * RW_PRODUCT_GROUP];
    double from[COLUMNS * RW_PRODUCT_GROUP], values[ENTRIES], scale = rw_fixed_scale(40);
    float small[COLUMNS * RW_PRODUCT_GROUP];
    uint32_t places[ENTRIES];

    for (size_t i = 0; i < COLUMNS * RW_PRODUCT_GROUP; i++)
        from[i] = small[i] = (float)rw_rng_unit(rw_rng_at(stream, i)) - 0.5F;
    for (size_t i = 0; i < ENTRIES; i++) {
        values[i] = rw_rng_unit(rw_rng_at(stream, 1000 + i)) / 8;
        places[i] = (uint32_t)rw_rng_below(rw_rng_at(stream, 2000 + i), COLUMNS);
    }
    for (size_t r = 0; r + 1 < ELEMENTS(starts); r++)
        for (size_t v = 0; v < RW_PRODUCT_GROUP; v++) {
            double along = 0;

            for (size_t i = starts[r]; i < starts[r + 1]; i++)
                along += values[i] * from[places[i] * RW_PRODUCT_GROUP + v];
            along *= scale;
            for (size_t i = starts[r]; i < starts[r + 1]; i++)
                exact[places[i] * RW_PRODUCT_GROUP + v] += rw_fixed(values[i] * along);
        }
    for (int i = 0; i < 2 * (1 + (int)rw_cpu_best()); i++) {
        memset(got, 0, sizeof got);
        rw_kernels_of((rw_isa)(i / 2))
            ->add_products(&(rw_products){
                .row_count = ELEMENTS(starts) - 1,
                .starts = starts,
                .places = places,
                .values = values,
                .from = i % 2 ? NULL : from,
                .small = i % 2 ? small : NULL,
                .to = got,
                .scale = scale,
            });
        assert_memory_equal(got, exact, sizeof got);
    }
}

/* The same of small matrices: sums in order, one for each cell. */
TEST(gram_matrices_and_maps_are_the_same)
{
    enum {
        LENGTH = ROWS + 1
    };
    uint64_t stream = rw_rng_stream(6, RW_STAGE_GENERATE, 0, 0);
    double a[ROWS * RW_PRODUCT_GROUP], b[LENGTH * RW_PRODUCT_GROUP], rows[ROWS * LENGTH];
    double grams[RW_PRODUCT_GROUP * RW_PRODUCT_GROUP], mapped[ROWS * RW_PRODUCT_GROUP];

    for (size_t i = 0; i < ELEMENTS(a); i++)
        a[i] = rw_rng_unit(rw_rng_at(stream, i)) - 0.5;
    for (size_t i = 0; i < ELEMENTS(b); i++)
        b[i] = rw_rng_unit(rw_rng_at(stream, 1000 + i)) - 0.5;
    for (size_t i = 0; i < ELEMENTS(rows); i++)
        rows[i] = rw_rng_unit(rw_rng_at(stream, 2000 + i)) - 0.5;
    for (int isa = RW_ISA_SCALAR; isa <= (int)rw_cpu_best(); isa++) {
        memset(grams, 0, sizeof grams);
        rw_kernels_of((rw_isa)isa)->add_gram(a, b, ROWS, grams);
        rw_kernels_of((rw_isa)isa)->map(rows, ROWS, LENGTH, b, mapped);
        for (size_t i = 0; i < RW_PRODUCT_GROUP; i++)
            for (size_t j = 0; j < RW_PRODUCT_GROUP; j++) {
                double sum = 0;

                for (size_t c = 0; c < ROWS; c++)
                    sum += a[c * RW_PRODUCT_GROUP + i] * b[c * RW_PRODUCT_GROUP + j];
                assert_true(grams[i * RW_PRODUCT_GROUP + j] == sum);
            }
        for (size_t r = 0; r < ROWS; r++)
            for (size_t j = 0; j < RW_PRODUCT_GROUP; j++) {
                double sum = 0;

                for (size_t v = 0; v < LENGTH; v++)
                    sum += rows[r * LENGTH + v] * b[v * RW_PRODUCT_GROUP + j];
                assert_true(mapped[r * RW_PRODUCT_GROUP + j] == sum);
            }
    }
}
