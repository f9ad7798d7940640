/* SPDX-License-Identifier: MIT */
/* Classes of degrees and counts: h(x) = floor(log_B(x + 1)), looked up among powers of B instead of
 * by logarithms, so that rounding decides no class.
 *
 * Relative classes: s(x) = floor(-log_B(share of nodes with degree at least x)), over nodes with
 * neighbours, and s(0) = 0. Each graph has its own shares. If c of n nodes have a degree of at
 * least x, the class is at least k exactly if c * B^k <= n. Both sides are compared as integers of
 * any length, with B as the decimal number of its text, so rounding decides no class. */
#include "roles/roles.h"

#include "base/decimal.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- By powers ---- */

/* One more than the largest x + 1 of a 32-bit x. */
#define END ((UINT64_C(1) << 32) + 1)

void rw_classes_init(rw_classes *classes, bool on, double base)
{
    double power = 1;

    *classes = (rw_classes){.identity = !on, .binary = on && base == 2};
    /* A power of an integer is exact in a double up to 2^53. A power of another number is never an
     * integer, so rounding up gives the first integer beyond it. */
    while (classes->count < RW_CLASSES_MOST && power < (double)END) {
        classes->starts[classes->count++] = (uint64_t)ceil(power);
        power *= base;
    }
}

void rw_classes_range(const rw_classes *classes, uint64_t class, uint64_t *least,
                      uint64_t *greatest)
{
    if (classes->identity || class >= classes->count) {
        *least = *greatest = class;
        return;
    }
    *least = classes->starts[class] - 1;
    *greatest = (class + 1 < classes->count ? classes->starts[class + 1] : END) - 2;
}

/* ---- Long numbers ---- */

__extension__ typedef unsigned __int128 wide;

#define WORDS 256 /* 228 hold 17 digits to the power of RW_CLASSES_MOST, and 32 bits */

typedef struct number {
    unsigned length;
    uint64_t words[WORDS]; /* least significant first; words[length - 1] is not 0 */
} number;

static void multiply(number *a, uint64_t factor)
{
    wide carry = 0;

    for (unsigned i = 0; i < a->length; i++) {
        carry += (wide)a->words[i] * factor;
        a->words[i] = (uint64_t)carry;
        carry >>= 64;
    }
    if (carry)
        a->words[a->length++] = (uint64_t)carry;
}

static bool at_most(const number *a, const number *b)
{
    if (a->length != b->length)
        return a->length < b->length;
    for (unsigned i = a->length; i-- > 0;)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i];
    return true;
}

/* ---- Counts ---- */

/* Reads a base as numerator / denominator: "1.25" is 125 / 100. Bases are above 1 and below 2^32,
 * so their text has no exponent. */
static void read_base(double base, uint64_t *numerator, uint64_t *denominator)
{
    char text[RW_DOUBLE_CHARS];
    size_t length = rw_format_double(base, text);
    bool point = false;

    *numerator = 0;
    *denominator = 1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.') {
            point = true;
            continue;
        }
        *numerator = *numerator * 10 + (uint64_t)(text[i] - '0');
        *denominator *= point ? 10 : 1;
    }
}

/* Whether count * power <= limit. */
static bool fits(const number *power, uint32_t count, const number *limit)
{
    number product = *power;

    multiply(&product, count);
    return at_most(&product, limit);
}

/* limits[k] is the largest c with c * base^k <= nodes. Returns how many are not 0. */
static unsigned find_limits(double base, uint32_t nodes, uint32_t limits[RW_CLASSES_MOST])
{
    number power = {1, {1}}, limit = {1, {nodes}};
    uint64_t numerator, denominator;
    double about = nodes;
    unsigned k = 0;

    limits[k++] = nodes;
    if (base > (double)nodes)
        return k;
    read_base(base, &numerator, &denominator);
    for (; k < RW_CLASSES_MOST; k++) {
        uint32_t count;

        multiply(&power, numerator);
        multiply(&limit, denominator);
        about /= base;
        count = (uint32_t)about; /* off by at most one, near a limit */
        while (fits(&power, count + 1, &limit))
            count++;
        while (count && !fits(&power, count, &limit))
            count--;
        if (!count)
            break;
        limits[k] = count;
    }
    return k;
}

/* Counts at_least[x], for x = 0 .. largest + 1: nodes with at least x arcs; for x = 0, nodes with a
 * neighbour. */
static riwalk_status count_degrees(const riwalk_graph *graph, const rw_arc_rows *rows,
                                   uint32_t first, uint32_t end, rw_pool *pool, uint32_t **at_least,
                                   uint32_t *largest, riwalk_error *error)
{
    uint32_t *counts, all = 0;

    *largest = 0;
    for (uint32_t u = first; u < end; u++) {
        if (rw_arc_count(rows, u) > *largest)
            *largest = rw_arc_count(rows, u);
        all += rw_degree(graph, u) > 0;
    }
    RW_HAVE(counts = rw_take_zeroed(pool, (size_t)*largest + 2, sizeof *counts, error));
    for (uint32_t u = first; u < end; u++)
        counts[rw_arc_count(rows, u)]++;
    for (uint32_t x = *largest; x-- > 1;)
        counts[x] += counts[x + 1];
    counts[0] = all;
    *at_least = counts;
    return RIWALK_STATUS_OK;
}

/* Finds the first x of each class, from `least` on. */
static void find_starts(rw_classes *classes, const uint32_t *at_least, uint32_t largest,
                        uint32_t least, double base)
{
    uint32_t limits[RW_CLASSES_MOST], x = least;
    unsigned count = find_limits(base, at_least[0], limits);

    for (unsigned k = 1; k < count && limits[k] >= at_least[largest]; k++) {
        while (at_least[x] > limits[k])
            x++;
        classes->starts[classes->count++] = (uint64_t)x + 1;
    }
}

riwalk_status rw_classes_init_shares(rw_classes *classes, const riwalk_graph *graph,
                                     const rw_arc_rows *side, uint32_t first, uint32_t end,
                                     double base, riwalk_error *error)
{
    rw_arc_rows all = {graph->offsets, graph->neighbors, NULL};
    uint32_t *at_least, largest, least = side ? 1 : 0;
    RW_POOL(pool);

    *classes = (rw_classes){.count = 1 + least, .starts = {1, 1 + least}};
    RW_MUST(
        count_degrees(graph, side ? side : &all, first, end, &pool, &at_least, &largest, error));
    if (largest >= least)
        find_starts(classes, at_least, largest, least, base);
    return RIWALK_STATUS_OK;
}

/* ---- Strengths ---- */

/* Sorts larger values first. */
static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* If c nodes have at least x, and class k + 1 needs c <= L, then x is above the value at place L in
 * falling order. */
void rw_strengths_init(rw_strengths *strengths, double *values, uint32_t count, uint32_t nodes,
                       double base)
{
    uint32_t limits[RW_CLASSES_MOST];

    if (count)
        qsort(values, count, sizeof *values, by_value);
    strengths->count = find_limits(base, nodes, limits);
    for (unsigned k = 0; k < strengths->count; k++)
        strengths->above[k] = limits[k] < count ? values[limits[k]] : 0;
}

bool rw_classes_equal(const rw_classes *a, const rw_classes *b)
{
    return a->identity == b->identity && a->count == b->count &&
           !memcmp(a->starts, b->starts, a->count * sizeof *a->starts);
}
