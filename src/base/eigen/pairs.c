/* SPDX-License-Identifier: MIT */
/* Eigenvalues of a tridiagonal matrix by bisection, eigenvectors by inverse iteration.
 *
 * All vectors are computed together. Each round multiplies them by ((T - value)^2 + width^2)^-1,
 * starting from random vectors, and orthonormalises the products. The width, a few rounding errors,
 * limits the growth of each vector. So for equal or nearly equal values the products span the space
 * of these values, none outgrows the others, and orthogonalisation separates them; the next round
 * removes the errors of that. */
#include "base/eigen/kernels.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"

#include <float.h>

/* Relative to the norm of T. */
#define WIDTH (4 * DBL_EPSILON)

/* Rounds go on until all |T x - value x| are below this fraction of the norm of T, nearly always
 * after the second. If hundreds of values differ by rounding errors only, some vectors belong to
 * another of these values in any round. */
#define NEAR (64 * DBL_EPSILON)
#define ROUNDS 4
#define FAR 1e-11

/* Below this order, threads take longer to start than to work. */
#define LEAST_ORDER 512

typedef struct pairs {
    const rw_eigen_problem *problem;
    double norm;
    double *squares; /* [order]: squares of the off-diagonal, shifted by one */
    double *upper;   /* [order][3][RW_BAND]: a triangular matrix for each value of a group */
} pairs;

/* ---- Values ---- */

/* The interval that contains all eigenvalues, by Gershgorin. */
static void bound(pairs *s, double *low, double *high)
{
    const rw_eigen_problem *p = s->problem;

    *low = *high = p->diagonal[0];
    for (size_t i = 0; i < p->order; i++) {
        double reach = (i ? fabs(p->beside[i - 1]) : 0) + fabs(p->beside[i]);

        *low = fmin(*low, p->diagonal[i] - reach);
        *high = fmax(*high, p->diagonal[i] + reach);
        s->squares[i] = i ? p->beside[i - 1] * p->beside[i - 1] : 0;
    }
    s->norm = fmax(fabs(*low), fabs(*high));
}

/* Finds the values first .. first + RW_BAND - 1 of the wanted ones, descending. */
static void bisect(const pairs *s, uint32_t first, double low, double high)
{
    const rw_eigen_problem *p = s->problem;
    double lows[RW_BAND], middles[RW_BAND];
    double width = (high - low) * (1 + 4 * DBL_EPSILON) + 4 * DBL_EPSILON * s->norm;
    int64_t below[RW_BAND];

    for (size_t l = 0; l < RW_BAND; l++)
        lows[l] = low - 2 * DBL_EPSILON * s->norm;
    for (; width > DBL_EPSILON * s->norm; width /= 2) {
        for (size_t l = 0; l < RW_BAND; l++)
            middles[l] = lows[l] + width / 2;
        p->kernels->count_below(p->order, p->diagonal, s->squares, middles, below);
        for (size_t l = 0; l < RW_BAND; l++)
            if (below[l] < (int64_t)p->order - (int64_t)(first + l))
                lows[l] = middles[l];
    }
    for (size_t l = 0; l < RW_BAND; l++)
        p->values[first + l] = lows[l] + width / 2;
}

/* ---- Vectors ---- */

static double *group_of(const rw_eigen_problem *p, uint32_t group)
{
    return p->vectors + (size_t)group * p->order * RW_BAND;
}

static void start(const rw_eigen_problem *p)
{
    for (size_t c = 0; c < (size_t)p->groups * RW_BAND; c++) {
        double *x = group_of(p, (uint32_t)(c / RW_BAND)) + c % RW_BAND;
        uint64_t stream = rw_rng_mix(c);

        for (size_t i = 0; i < p->order; i++)
            x[i * RW_BAND] = c < p->count ? rw_rng_unit(rw_rng_at(stream, i)) - 0.5 : 0;
    }
}

/* Gram-Schmidt within a group. A vector whose squared length falls to `least` or below becomes
 * zero. */
static void orthonormalise_group(const rw_eigen_problem *p, double *x, const double least[RW_BAND])
{
    double factors[RW_BAND] = {0}, sums[RW_BAND] = {0};

    p->kernels->eliminate(p->order, x, 0, 1, factors, 0, sums);
    for (size_t c = 0; c < RW_BAND; c++) {
        double scale = sums[c] > least[c] ? 1 / sqrt(sums[c]) : 0;

        for (size_t k = 0; k < RW_BAND; k++) {
            factors[k] = k > c ? sums[k] * scale : 0;
            sums[k] = 0;
        }
        p->kernels->eliminate(p->order, x, c, scale, factors, c + 1 < RW_BAND ? c + 1 : c, sums);
    }
}

/* Orthogonalises groups in order. When a group's turn comes, it is already orthogonal to all groups
 * before it, so it can be removed from all later groups in parallel. */
typedef struct elimination {
    const rw_eigen_problem *problem;
    uint32_t group;
    double share;
    double (*least)[RW_BAND]; /* [groups] */
} elimination;

static riwalk_status measure_group(void *context, size_t group, int worker, riwalk_error *error)
{
    const elimination *e = context;
    const double *x = group_of(e->problem, (uint32_t)group);

    for (size_t i = 0; i < e->problem->order; i++, x += RW_BAND)
        for (size_t l = 0; l < RW_BAND; l++)
            e->least[group][l] += x[l] * x[l] * e->share * e->share;
    return RIWALK_STATUS_OK;
}

static riwalk_status clear_group(void *context, size_t task, int worker, riwalk_error *error)
{
    const elimination *e = context;
    const rw_eigen_problem *p = e->problem;
    double along[RW_BAND * RW_BAND] = {0}, *own = group_of(p, e->group);
    double *x = group_of(p, e->group + 1 + (uint32_t)task);

    p->kernels->multiply(RW_BAND, p->order, own, 1, RW_BAND, x, along, RW_BAND, 1);
    p->kernels->multiply(p->order, RW_BAND, own, RW_BAND, 1, along, x, RW_BAND, -1);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_eigen_orthonormalise(const rw_eigen_problem *p, double share, riwalk_error *error)
{
    elimination e = {.problem = p, .share = share};
    int threads = p->order < LEAST_ORDER ? 1 : p->threads;
    RW_POOL(pool);

    RW_HAVE(e.least = rw_take_zeroed(&pool, p->groups, sizeof *e.least, error));
    if (share > 0)
        rw_parallel(threads, p->groups, measure_group, &e, error);
    for (; e.group < p->groups; e.group++) {
        orthonormalise_group(p, group_of(p, e.group), e.least[e.group]);
        rw_parallel(threads, p->groups - e.group - 1, clear_group, &e, error);
        RW_MUST(rw_eigen_go_on(p, error));
    }
    return RIWALK_STATUS_OK;
}

/* The larger number; NaN if either is NaN. */
static double larger(double a, double b)
{
    return b <= a || isnan(a) ? a : b;
}

/* The largest length of T x - value x in a group. */
static double residual(const pairs *s, const double *values, const double *x)
{
    const rw_eigen_problem *p = s->problem;
    double sums[RW_BAND] = {0}, most = 0;

    for (size_t i = 0; i < p->order; i++, x += RW_BAND)
        for (size_t l = 0; l < RW_BAND; l++) {
            double off = (p->diagonal[i] - values[l]) * x[l];

            off += i ? p->beside[i - 1] * (x - RW_BAND)[l] : 0;
            off += i + 1 < p->order ? p->beside[i] * x[l + RW_BAND] : 0;
            sums[l] += off * off;
        }
    for (size_t l = 0; l < RW_BAND; l++)
        most = larger(most, sums[l]);
    return sqrt(most);
}

static riwalk_status find_vectors(const pairs *s, riwalk_error *error)
{
    const rw_eigen_problem *p = s->problem;
    double width = WIDTH * (s->norm > 0 ? s->norm : 1), most = NAN;

    start(p);
    for (int round = 0; round < ROUNDS && !(most <= NEAR * s->norm); round++) {
        for (uint32_t g = 0; g < p->groups; g++)
            p->kernels->solve(p->order, p->diagonal, p->beside, p->values + g * RW_BAND, width,
                              s->upper, group_of(p, g));
        RW_MUST(rw_eigen_orthonormalise(p, 0, error));
        if (!round)
            continue;
        /* The first pass leaves rounding errors. In round 0 they did not matter. */
        RW_MUST(rw_eigen_orthonormalise(p, 0, error));
        most = 0;
        for (uint32_t g = 0; g < p->groups; g++)
            most = larger(most, residual(s, p->values + g * RW_BAND, group_of(p, g)));
    }
    return most <= FAR * s->norm
               ? RIWALK_STATUS_OK
               : rw_refuse(error, "the eigenvectors of a matrix of order %u were not found",
                           p->order);
}

riwalk_status rw_eigen_pairs(rw_eigen_problem *p, riwalk_error *error)
{
    pairs s = {.problem = p};
    RW_POOL(pool);
    double low, high;

    RW_HAVE(p->vectors = rw_take_aligned(p->pool, p->groups,
                                         (size_t)p->order * RW_BAND * sizeof *p->vectors, error));
    s.squares = rw_take(&pool, p->order, sizeof *s.squares, error);
    s.upper = rw_take_aligned(&pool, p->order, 3 * RW_BAND * sizeof *s.upper, error);
    RW_MUST(rw_pool_status(&pool));
    bound(&s, &low, &high);
    for (uint32_t g = 0; g < p->groups; g++)
        bisect(&s, g * RW_BAND, low, high);
    return find_vectors(&s, error);
}
