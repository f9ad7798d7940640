/* SPDX-License-Identifier: MIT */
/* Axes, linear and logarithmic. */
#include "plot/axis.h"

#include "base/decimal.h"

#include <math.h>
#include <string.h>

#define ROOM 0.05    /* of the range, on each side */
#define FARTHEST 1e5 /* pixels: farther is out of sight */

rw_axis rw_axis_around(double low, double high, bool log)
{
    double room;

    if (log) {
        room = high > low ? pow(high / low, ROOM) : 2;
        return (rw_axis){.log = true, .low = low / room, .high = high * room};
    }
    room = high > low ? (high - low) * ROOM : fabs(low) > 0 ? fabs(low) * 0.5 : 1;
    return (rw_axis){.low = low - room, .high = high + room};
}

double rw_axis_place(const rw_axis *axis, double value)
{
    double share = axis->log ? log(value / axis->low) / log(axis->high / axis->low)
                             : (value - axis->low) / (axis->high - axis->low);

    return fmin(fmax(axis->from + share * (axis->to - axis->from), -FARTHEST), FARTHEST);
}

/* The smallest of 1, 2, 5 times a power of ten that is not below a step. */
static double round_step(double step)
{
    double power = pow(10, floor(log10(step)));

    for (double times = 1; times < 10; times = times == 2 ? 5 : times * 2)
        if (times * power >= step * (1 - 1e-9))
            return times * power;
    return 10 * power;
}

static size_t linear_ticks(const rw_axis *axis, double wanted, double *ticks)
{
    double step = round_step((axis->high - axis->low) / wanted);
    double first = ceil(axis->low / step - 1e-9);
    size_t count = 0;

    for (; count < RW_AXIS_TICKS; count++) {
        double tick = (first + (double)count) * step;

        if (!(tick <= axis->high + step * 1e-9))
            break;
        ticks[count] = tick;
    }
    return count;
}

/* Powers of ten, every second or third one where there are many, and 2 and 5 times them where
 * there are few. */
static size_t log_ticks(const rw_axis *axis, double wanted, double *ticks)
{
    static const double times[] = {1, 2, 5};
    double decades = log10(axis->high / axis->low);
    int skip = decades > wanted ? (int)ceil(decades / wanted) : 1;
    int kinds = decades * 3 <= wanted ? 3 : 1;
    size_t count = 0;

    for (int power = (int)floor(log10(axis->low)); count < RW_AXIS_TICKS; power++) {
        if (pow(10, power) > axis->high)
            break;
        for (int k = 0; k < kinds && count < RW_AXIS_TICKS; k++) {
            double tick = times[k] * pow(10, power);

            if (power % skip == 0 && tick >= axis->low * (1 - 1e-9) &&
                tick <= axis->high * (1 + 1e-9))
                ticks[count++] = tick;
        }
    }
    return count;
}

size_t rw_axis_ticks(const rw_axis *axis, double wanted, double ticks[RW_AXIS_TICKS])
{
    size_t count = axis->log ? log_ticks(axis, wanted, ticks) : 0;
    rw_axis plain = *axis;

    if (count < 2) { /* also where a logarithmic axis is shorter than a decade */
        plain.log = false;
        count = linear_ticks(&plain, wanted < 2 ? 2 : wanted, ticks);
        while (axis->log && count && ticks[0] <= 0)
            memmove(ticks, ticks + 1, --count * sizeof *ticks);
    }
    return count;
}

void rw_axis_text(double tick, char text[RW_AXIS_TEXT])
{
    char digits[RW_DECIMAL_CHARS + 1];
    size_t length = rw_format_float((float)tick, digits), whole, used = 0;

    digits[length] = '\0';
    whole = strspn(digits, "-0123456789");
    for (size_t i = 0; i < length; i++) {
        text[used++] = digits[i];
        if (whole >= 5 && i + 1 < whole && digits[i] != '-' && (whole - i - 1) % 3 == 0 &&
            !strchr(digits, 'e'))
            text[used++] = ',';
    }
    text[used] = '\0';
}
