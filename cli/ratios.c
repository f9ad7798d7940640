/* SPDX-License-Identifier: MIT */
/* Lists of ratios: a range with a step, or single numbers. */
#include "ratios.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Digits only: strtod alone would take "nan" and hexadecimal numbers. */
static bool take_number(const char **at, double *number)
{
    char *end;

    *number = strtod(*at, &end);
    if (end == *at || strspn(*at, "0123456789+-.eE") < (size_t)(end - *at))
        return false;
    *at = end;
    return true;
}

/* Each ratio is rounded to nine digits, so that three steps of 0.1 make 0.3. */
static bool take_range(const char *at, double *ratios, uint32_t *count)
{
    double first, last, step;

    if (!take_number(&at, &first) || *at++ != ':' || !take_number(&at, &last) || *at++ != ':' ||
        !take_number(&at, &step) || *at || !(step > 0) || !(last >= first) ||
        !((last - first) / step < CLI_MAX_RATIOS - 1))
        return false;
    for (uint32_t i = 0; first + i * step <= last + step * 1e-6; i++)
        ratios[(*count)++] = round((first + i * step) * 1e9) / 1e9;
    return true;
}

static bool take_list(const char *at, double *ratios, uint32_t *count)
{
    do {
        if (*count == CLI_MAX_RATIOS || !take_number(&at, &ratios[(*count)++]))
            return false;
    } while (*at++ == ',');
    return !at[-1];
}

bool cli_parse_ratios(const char *text, double *ratios, uint32_t *count)
{
    *count = 0;
    return strchr(text, ':') ? take_range(text, ratios, count) : take_list(text, ratios, count);
}
