/* SPDX-License-Identifier: MIT */
/* The classes of degrees and counts: h(x) = floor(log_B(x + 1)), found among the powers of B
 * rather than with a logarithm, so that no rounding decides a class. */
#include "roles/roles.h"

#include <math.h>

/* One more than the largest x + 1 that a 32-bit x can give. */
#define END ((UINT64_C(1) << 32) + 1)

void rw_classes_init(rw_classes *classes, bool on, double base)
{
    double power = 1;

    *classes = (rw_classes){.identity = !on, .binary = on && base == 2};
    /* A power of an integer is exact in a double up to 2^53; that of another number is never an
     * integer, so rounding up gives the first integer that has reached it. */
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
