/* SPDX-License-Identifier: MIT */
/* F1 scores, and means with their intervals. */
#include "base/frontend.h"
#include "evaluate/fit.h"

#include <math.h>

/* The class of the highest value among those that are not chosen yet. */
static uint32_t best(const double *values, uint32_t class_count, const bool *chosen)
{
    uint32_t best = class_count;

    for (uint32_t c = 0; c < class_count; c++)
        if (!chosen[c] && (best == class_count || values[c] > values[best]))
            best = c;
    return best;
}

void rw_tally_add(rw_tally *tallies, uint32_t class_count, const double *values,
                  const uint32_t *true_classes, uint32_t count, bool *chosen)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c = best(values, class_count, chosen);

        chosen[c] = true;
        tallies[c].predicted++;
    }
    for (uint32_t i = 0; i < count; i++) {
        tallies[true_classes[i]].true_++;
        tallies[true_classes[i]].right += chosen[true_classes[i]];
    }
    for (uint32_t c = 0; c < class_count; c++)
        chosen[c] = false;
}

double rw_micro_f1(const rw_tally *tallies, uint32_t class_count)
{
    uint64_t right = 0, all = 0;

    for (uint32_t c = 0; c < class_count; c++) {
        right += tallies[c].right;
        all += (uint64_t)tallies[c].predicted + tallies[c].true_;
    }
    return all ? 2 * (double)right / (double)all : 0;
}

double rw_macro_f1(const rw_tally *tallies, uint32_t class_count)
{
    double sum = 0;
    uint32_t counted = 0;

    for (uint32_t c = 0; c < class_count; c++) {
        double all = (double)tallies[c].predicted + tallies[c].true_;

        if (all > 0) {
            sum += 2 * tallies[c].right / all;
            counted++;
        }
    }
    return counted ? sum / counted : 0;
}

/* The 97.5 % point of Student's t: a table, and Fisher's expansion in 1/freedom beyond it, whose
 * error is below 1e-6 there. */
static double student(size_t freedom)
{
    static const double table[] = {
        12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624,
        2.306004,  2.262157, 2.228139, 2.200985, 2.178813, 2.160369, 2.144787,
        2.131450,  2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
    };
    const double z = 1.959963985, z2 = z * z;
    double n = (double)freedom;

    if (freedom <= sizeof table / sizeof *table)
        return table[freedom - 1];
    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n);
}

riwalk_interval riwalk_interval_of(const double *values, size_t count)
{
    riwalk_interval result = {NAN, NAN, NAN, NAN};
    double sum = 0, squares = 0, half;

    if (!count)
        return result;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    result.mean = sum / (double)count;
    if (count == 1)
        return result;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - result.mean) * (values[i] - result.mean);
    result.deviation = sqrt(squares / (double)(count - 1));
    half = student(count - 1) * result.deviation / sqrt((double)count);
    result.low = result.mean - half;
    result.high = result.mean + half;
    return result;
}
