/* SPDX-License-Identifier: MIT */
/* Non-negative factors of a matrix by block coordinate descent (HALS: sets one column of G, then
 * one row of F at a time to its optimum), starting from positive parts of singular vectors (NNDSVD:
 * Boutsidis and Gallopoulos 2008); and the bits that the factors take. V is whole numbers, so a
 * variance of errors below 1/12 means nothing more. Shapes: V [n][f], G [n][r], F [r][f]. */
#include "base/eigen.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sums.h"
#include "methods/rolx/rolx.h"

#include <math.h>
#include <string.h>

#define MOST_SWEEPS 500
#define LEAST_GAIN 1e-6   /* of a sweep, relative to the squares of all values; less ends it */
#define SOLVE_SWEEPS 1000 /* over a node's memberships */
#define SOLVE_CHANGE 1e-10

/* ---- Starting points ---- */

riwalk_status rw_starts_find(const double *values, uint32_t rows, uint32_t features, uint32_t count,
                             int threads, rw_pool *pool, rw_starts *starts, riwalk_error *error)
{
    double *product;

    *starts = (rw_starts){.count = count};
    product = rw_take_zeroed(pool, (size_t)features * features, sizeof *product, error);
    starts->lengths = rw_take(pool, count, sizeof(double), error);
    starts->vectors = rw_take(pool, (size_t)count * features, sizeof(double), error);
    RW_MUST(rw_pool_status(pool));
    for (uint32_t i = 0; i < rows; i++) {
        const double *row = values + (size_t)i * features;

        for (uint32_t a = 0; a < features; a++)
            for (uint32_t b = 0; b <= a; b++)
                product[(size_t)a * features + b] += row[a] * row[b];
    }
    RW_MUST(
        rw_eigen(features, product, count, starts->lengths, starts->vectors, threads, NULL, error));
    for (uint32_t c = 0; c < count; c++)
        starts->lengths[c] = starts->lengths[c] > 0 ? sqrt(starts->lengths[c]) : 0;
    return RIWALK_STATUS_OK;
}

/* The length of the positive part of sign * x. */
static double part_length(const double *x, size_t step, uint32_t count, double sign)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        if (sign * x[i * step] > 0)
            sum += x[i * step] * x[i * step];
    return sqrt(sum);
}

static void take_part(double *x, size_t step, uint32_t count, double sign, double factor)
{
    for (uint32_t i = 0; i < count; i++)
        x[i * step] = sign * x[i * step] > 0 ? sign * x[i * step] * factor : 0;
}

/* Starts role k from singular vectors u and v: from the positive parts of both or the negative
 * parts of both, whichever are longer. The first pair has one sign. */
static void start_role(const rw_factors *x, const rw_starts *starts, uint32_t k)
{
    double *f = x->typical + (size_t)k * x->features, *g = x->memberships + k;
    double sigma = starts->lengths[k], left = 0, right = 0, weight, sign = 1;

    memcpy(f, starts->vectors + (size_t)k * x->features, x->features * sizeof *f);
    for (uint32_t i = 0; i < x->rows; i++)
        g[(size_t)i * x->roles] =
            sigma > 0 ? rw_dot(x->values + (size_t)i * x->features, f, x->features) / sigma : 0;
    for (int way = 1; way >= -1; way -= 2) {
        double of_g = part_length(g, x->roles, x->rows, way);
        double of_f = part_length(f, 1, x->features, way);

        if (way < 0 && of_g * of_f <= left * right)
            break;
        sign = way;
        left = of_g;
        right = of_f;
    }
    weight = sqrt(sigma * left * right);
    take_part(g, x->roles, x->rows, sign, left > 0 ? weight / left : 0);
    take_part(f, 1, x->features, sign, right > 0 ? weight / right : 0);
}

/* ---- Descent ---- */

/* One sweep over the memberships of a node. */
static void move_membership(uint32_t roles, const double *products, const double *own,
                            double *membership)
{
    for (uint32_t k = 0; k < roles; k++) {
        double square = products[k * roles + k], value;

        if (!(square > 0))
            continue;
        value = membership[k] +
                (own[k] - rw_dot(products + (size_t)k * roles, membership, roles)) / square;
        membership[k] = value > 0 ? value : 0;
    }
}

void rw_membership_solve(uint32_t roles, const double *products, const double *own,
                         double *membership)
{
    double before[RIWALK_MAX_ROLES];

    for (uint32_t k = 0; k < roles; k++)
        membership[k] = 0;
    for (int sweep = 0; sweep < SOLVE_SWEEPS; sweep++) {
        double change = 0, size = 0;

        memcpy(before, membership, roles * sizeof *before);
        move_membership(roles, products, own, membership);
        for (uint32_t k = 0; k < roles; k++) {
            change = fmax(change, fabs(membership[k] - before[k]));
            size = fmax(size, membership[k]);
        }
        if (change <= SOLVE_CHANGE * size)
            break;
    }
}

void rw_factors_products(const rw_factors *x, double *products)
{
    for (uint32_t k = 0; k < x->roles; k++)
        for (uint32_t l = 0; l < x->roles; l++)
            products[k * x->roles + l] = rw_dot(x->typical + (size_t)k * x->features,
                                                x->typical + (size_t)l * x->features, x->features);
}

static void move_memberships(rw_factors *x, double *products, double *own)
{
    rw_factors_products(x, products);
    for (uint32_t i = 0; i < x->rows; i++) {
        for (uint32_t k = 0; k < x->roles; k++)
            own[k] = rw_dot(x->typical + (size_t)k * x->features,
                            x->values + (size_t)i * x->features, x->features);
        move_membership(x->roles, products, own, x->memberships + (size_t)i * x->roles);
    }
}

/* Computes `products` = G^T G and `own` = G^T V. */
static void project(const rw_factors *x, double *products, double *own)
{
    memset(products, 0, (size_t)x->roles * x->roles * sizeof *products);
    memset(own, 0, (size_t)x->roles * x->features * sizeof *own);
    for (uint32_t i = 0; i < x->rows; i++) {
        const double *g = x->memberships + (size_t)i * x->roles;
        const double *v = x->values + (size_t)i * x->features;

        for (uint32_t k = 0; k < x->roles; k++) {
            if (g[k] == 0)
                continue;
            for (uint32_t l = 0; l < x->roles; l++)
                products[k * x->roles + l] += g[k] * g[l];
            for (uint32_t j = 0; j < x->features; j++)
                own[(size_t)k * x->features + j] += g[k] * v[j];
        }
    }
}

/* One sweep over F. Returns the squared error minus the sum of squares of V. */
static double move_typical(rw_factors *x, double *products, double *own)
{
    double error = 0;

    project(x, products, own);
    for (uint32_t k = 0; k < x->roles; k++) {
        double square = products[k * x->roles + k];
        double *f = x->typical + (size_t)k * x->features;

        for (uint32_t j = 0; j < x->features && square > 0; j++) {
            double value = own[(size_t)k * x->features + j];

            for (uint32_t l = 0; l < x->roles; l++)
                value -= products[k * x->roles + l] * x->typical[(size_t)l * x->features + j];
            f[j] = fmax(f[j] + value / square, 0);
        }
    }
    for (uint32_t k = 0; k < x->roles; k++) {
        const double *f = x->typical + (size_t)k * x->features;

        error -= 2 * rw_dot(f, own + (size_t)k * x->features, x->features);
        for (uint32_t l = 0; l < x->roles; l++)
            error += products[k * x->roles + l] *
                     rw_dot(f, x->typical + (size_t)l * x->features, x->features);
    }
    return error;
}

/* Scales the rows of F to length 1, and G inversely. */
static void scale_roles(rw_factors *x)
{
    for (uint32_t k = 0; k < x->roles; k++) {
        double *f = x->typical + (size_t)k * x->features, length = sqrt(rw_dot(f, f, x->features));

        if (!(length > 0))
            continue;
        for (uint32_t j = 0; j < x->features; j++)
            f[j] /= length;
        for (uint32_t i = 0; i < x->rows; i++)
            x->memberships[(size_t)i * x->roles + k] *= length;
    }
}

riwalk_status rw_factors_find(const double *values, uint32_t rows, uint32_t features,
                              uint32_t roles, const rw_starts *starts, rw_pool *pool, rw_factors *x,
                              rw_progress *progress, riwalk_error *error)
{
    double all = rw_dot(values, values, rows * features), before = INFINITY, now = 0;
    double *products, *own;

    *x = (rw_factors){.rows = rows, .features = features, .roles = roles, .values = values};
    products = rw_take(pool, (size_t)roles * roles, sizeof *products, error);
    own = rw_take(pool, (size_t)roles * features, sizeof *own, error);
    x->memberships = rw_take(pool, (size_t)rows * roles, sizeof(double), error);
    x->typical = rw_take(pool, (size_t)roles * features, sizeof(double), error);
    RW_MUST(rw_pool_status(pool));
    for (uint32_t k = 0; k < roles; k++)
        start_role(x, starts, k);
    for (int sweep = 0; sweep < MOST_SWEEPS && before - now > LEAST_GAIN * all; sweep++) {
        before = sweep ? now : INFINITY;
        move_memberships(x, products, own);
        now = move_typical(x, products, own);
        RW_MUST(rw_progress_add(progress, 0, error));
    }
    scale_roles(x);
    return RIWALK_STATUS_OK;
}

/* ---- Description length in bits ---- */

#define MOST_BITS 6 /* bits of a level's number */
#define LEVELS (1 << MOST_BITS)
#define CELLS 1024 /* cells of the histogram */
#define LEVEL_SWEEPS 50

#define LEAST_VARIANCE (1.0 / 12)

typedef struct rounding {
    double width; /* width of a cell; 0: all values are 0 */
    uint64_t counts[CELLS];
    double sums[CELLS];
    double levels[LEVELS];
    uint8_t level_of[CELLS];
} rounding;

static uint32_t cell_of(const rounding *r, double value)
{
    uint32_t cell = r->width > 0 ? (uint32_t)(value / r->width) : 0;

    return cell < CELLS ? cell : CELLS - 1;
}

static void fill_histogram(rounding *r, const double *values, size_t count)
{
    double most = 0;

    *r = (rounding){0};
    for (size_t i = 0; i < count; i++)
        most = fmax(most, values[i]);
    r->width = most / CELLS;
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = cell_of(r, values[i]);

        r->counts[cell]++;
        r->sums[cell] += values[i];
    }
}

/* Gives each cell the nearest level (levels ascend). Returns whether one changed. */
static bool choose_levels(rounding *r, uint32_t levels)
{
    uint32_t level = 0;
    bool changed = false;

    for (uint32_t c = 0; c < CELLS; c++) {
        double value = (c + 0.5) * r->width;

        while (level + 1 < levels && r->levels[level + 1] - value < value - r->levels[level])
            level++;
        changed |= r->level_of[c] != level;
        r->level_of[c] = (uint8_t)level;
    }
    return changed;
}

/* Sets levels for the least squared error (Lloyd). Returns the mean bits of a value. */
static double find_levels(rounding *r, uint32_t levels)
{
    double entropy = 0, all = 0;
    uint64_t counts[LEVELS] = {0};

    for (uint32_t l = 0; l < levels; l++)
        r->levels[l] = (l + 0.5) * r->width * CELLS / levels;
    memset(r->level_of, UINT8_MAX, sizeof r->level_of);
    for (int sweep = 0; sweep < LEVEL_SWEEPS && choose_levels(r, levels); sweep++) {
        double sums[LEVELS] = {0};

        memset(counts, 0, sizeof counts);
        for (uint32_t c = 0; c < CELLS; c++) {
            counts[r->level_of[c]] += r->counts[c];
            sums[r->level_of[c]] += r->sums[c];
        }
        for (uint32_t l = 0; l < levels; l++)
            if (counts[l])
                r->levels[l] = sums[l] / (double)counts[l];
    }
    for (uint32_t l = 0; l < levels; l++)
        all += (double)counts[l];
    for (uint32_t l = 0; l < levels; l++)
        if (counts[l])
            entropy -= (double)counts[l] / all * log2((double)counts[l] / all);
    return entropy;
}

/* Rounds values to some levels. Returns the mean bits of a level's number. */
static double round_values(const double *values, size_t count, uint32_t levels, double *rounded)
{
    rounding r;
    double bits;

    fill_histogram(&r, values, count);
    bits = find_levels(&r, levels);
    for (size_t i = 0; i < count; i++)
        rounded[i] = r.levels[r.level_of[cell_of(&r, values[i])]];
    return bits;
}

/* The bits of all errors. */
static double error_bits(const rw_factors *x, const double *memberships, const double *typical)
{
    double sum = 0, count = (double)x->rows * x->features;

    for (uint32_t i = 0; i < x->rows; i++)
        for (uint32_t j = 0; j < x->features; j++) {
            double off = x->values[(size_t)i * x->features + j];

            for (uint32_t k = 0; k < x->roles; k++)
                off -= memberships[(size_t)i * x->roles + k] * typical[(size_t)k * x->features + j];
            sum += off * off;
        }
    return count / 2 * log2(2 * M_PI * M_E * fmax(sum / count, LEAST_VARIANCE));
}

riwalk_status rw_factors_length(const rw_factors *x, double times, double *bits,
                                riwalk_error *error)
{
    size_t members = (size_t)x->rows * x->roles, typicals = (size_t)x->roles * x->features;
    double *rounded;
    RW_POOL(pool);

    RW_HAVE(rounded = rw_take(&pool, members + typicals, sizeof *rounded, error));
    *bits = INFINITY;
    for (uint32_t b = 1; b <= MOST_BITS; b++) {
        double g = round_values(x->memberships, members, 1u << b, rounded);
        double f = round_values(x->typical, typicals, 1u << b, rounded + members);

        *bits = fmin(*bits, times * (double)members * g + (double)typicals * f +
                                times * error_bits(x, rounded, rounded + members));
    }
    return RIWALK_STATUS_OK;
}
