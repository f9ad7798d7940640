/* SPDX-License-Identifier: MIT */
/* Every instruction set's kernels against the scalar ones, and the scalar ones against doubles. */
#include "base/sums.h"
#include "train/kernels/kernels.h"
#include "unit/test.h"

/* Longest vector register, in floats. */
#define VECTOR 16
#define ROWS 12
#define PAIRS 7
#define WIDEST 20
#define USUAL 128 /* floats of a row, with 6 targets: kernels are unrolled for it */

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

typedef struct problem {
    float input[ROWS * USUAL + 1];
    float output[ROWS * USUAL + 1];
    uint32_t inputs[PAIRS];
    uint32_t targets[PAIRS * WIDEST + RW_TARGETS_READ];
    uint8_t counts[PAIRS];
    uint8_t repeats[PAIRS];
    rw_batch batch;
} problem;

/* Pairs with dropped and repeated targets, in rows of `stride` floats from an odd address on. The
 * values are so large that some dot products are beyond the limit. */
static void make_problem(problem *p, uint64_t seed, size_t stride, size_t width, float scale)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, stride, width), step = 0;

    memset(p, 0, sizeof *p);
    for (size_t i = 0; i < ROWS * stride; i++) {
        p->input[1 + i] = scale * value(stream, step++);
        p->output[1 + i] = scale * value(stream, step++);
    }
    for (size_t i = 0; i < PAIRS; i++) {
        uint32_t *targets = p->targets + i * width;
        size_t count = 1 + rw_rng_below(rw_rng_at(stream, step++), width);

        p->inputs[i] = (uint32_t)rw_rng_below(rw_rng_at(stream, step++), ROWS);
        p->counts[i] = (uint8_t)count;
        for (size_t t = 0; t < width; t++) {
            targets[t] = targets[0];
            while (t == 0 || (t < count && targets[t] == targets[0])) {
                targets[t] = (uint32_t)rw_rng_below(rw_rng_at(stream, step++), ROWS);
                if (t == 0)
                    break;
            }
            for (size_t u = 1; u < t && t < count; u++)
                p->repeats[i] |= targets[u] == targets[t];
        }
    }
    p->batch = (rw_batch){.pairs = PAIRS,
                          .width = width,
                          .stride = stride,
                          .fetch = seed % 2 ? RW_FETCH_READ : RW_FETCH_WRITE,
                          .rate = 0.1f,
                          .input = p->input + 1,
                          .output = p->output + 1,
                          .inputs = p->inputs,
                          .targets = p->targets,
                          .counts = p->counts,
                          .repeats = p->repeats};
}

static void check_same(const problem *a, const problem *b, size_t stride, double tolerance)
{
    for (size_t i = 0; i < ROWS * stride + 1; i++) {
        assert_true(fabs((double)a->input[i] - (double)b->input[i]) <= tolerance);
        assert_true(fabs((double)a->output[i] - (double)b->output[i]) <= tolerance);
    }
}

/* The problem in double precision, target by target. */
static void train_exactly(problem *p)
{
    const rw_batch *b = &p->batch;

    for (size_t i = 0; i < b->pairs; i++) {
        float *x = b->input + b->inputs[i] * b->stride;
        double change[USUAL] = {0};

        for (size_t t = 0; t < b->counts[i]; t++) {
            float *y = b->output + b->targets[i * b->width + t] * b->stride;
            double dot = 0, g;

            for (size_t k = 0; k < b->stride; k++)
                dot += (double)x[k] * (double)y[k];
            if (fabs(dot) >= 6)
                continue;
            g = ((t == 0) - 1 / (1 + exp(-dot))) * (double)b->rate;
            for (size_t k = 0; k < b->stride; k++) {
                change[k] += g * (double)y[k];
                y[k] = (float)((double)y[k] + g * (double)x[k]);
            }
        }
        for (size_t k = 0; k < b->stride; k++)
            x[k] = (float)((double)x[k] + change[k]);
    }
}

TEST(training_equals_the_definition)
{
    static const size_t widths[] = {2, 6, 7, 8, 9, 16, 17, WIDEST};
    static problem exact, got;

    for (int isa = RW_ISA_SCALAR; isa <= (int)rw_cpu_best(); isa++)
        for (uint64_t seed = 0; seed < 40; seed++)
            for (size_t stride = VECTOR; stride <= USUAL; stride += stride < 64 ? VECTOR : 64)
                for (size_t w = 0; w < ELEMENTS(widths); w++) {
                    make_problem(&exact, seed, stride, widths[w], seed % 3 ? 0.5f : 1.5f);
                    make_problem(&got, seed, stride, widths[w], seed % 3 ? 0.5f : 1.5f);
                    train_exactly(&exact);
                    rw_kernels_of((rw_isa)isa)->train(&got.batch);
                    /* Values up to 2, some 100 roundings of 2^-24 each. */
                    check_same(&exact, &got, stride, 2e-5);
                }
}

/* Few items, so that draws repeat and meet the centre. */
TEST(draws_are_the_same)
{
    enum {
        ITEMS = 9,
        MOST = 21
    };
    static const size_t widths[] = {2, 5, 6, 7};
    static const uint32_t items[ITEMS] = {7, 1, 8, 2, 30, 4, 0, 5, 9};
    uint64_t stream = rw_rng_stream(4, RW_STAGE_GENERATE, 0, 0);
    double weights[ITEMS] = {1, 2, 3, 0, 1, 5, 2, 2, 0.5};
    rw_noise_entry entries[ITEMS];
    uint32_t scratch[ITEMS], centres[MOST], targets[2][MOST * 7];
    uint8_t counts[2][MOST], repeats[2][MOST];
    uint64_t counters[MOST];
    rw_noise noise = {.entries = entries};

    rw_noise_fill(&noise, ITEMS, weights, scratch);
    for (size_t p = 0; p < MOST; p++) {
        centres[p] = (uint32_t)rw_rng_below(rw_rng_at(stream, p), ITEMS);
        counters[p] = rw_rng_counter(stream, 100 * p);
    }
    for (int isa = RW_ISA_SCALAR; isa <= (int)rw_cpu_best(); isa++)
        for (size_t pairs = 0; pairs <= MOST; pairs++)
            for (size_t w = 0; w < 8; w++) {
                noise.items = w % 2 ? items : NULL;
                memset(targets, 0xFF, sizeof targets);
                memset(counts, 0xFF, sizeof counts);
                memset(repeats, 0xFF, sizeof repeats);
                for (int i = 0; i < 2; i++) {
                    rw_batch batch = {.pairs = pairs,
                                      .width = widths[w / 2],
                                      .targets = targets[i],
                                      .counts = counts[i],
                                      .repeats = repeats[i],
                                      .centres = centres,
                                      .counters = counters};

                    rw_kernels_of(i ? (rw_isa)isa : RW_ISA_SCALAR)->draw(&batch, &noise);
                }
                assert_memory_equal(targets[0], targets[1], sizeof *targets);
                assert_memory_equal(counts[0], counts[1], sizeof *counts);
                assert_memory_equal(repeats[0], repeats[1], sizeof *repeats);
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
