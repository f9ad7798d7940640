/* SPDX-License-Identifier: MIT */
/* Lists of numbers: a range with a step, or one by one. */
#include "number_list.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(number) #number
#define IN_DIGITS(number) TEXT_OF(number)

static const char neither[] =
    "is neither FIRST:LAST:STEP nor a list of numbers separated by commas";
static const char too_many[] = "has more than " IN_DIGITS(CLI_MAX_NUMBERS) " numbers";

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

/* Each number is rounded to nine digits, so that three steps of 0.1 make 0.3. */
static const char *take_range(const char *at, double *numbers, uint32_t *count)
{
    double first, last, step;

    if (!take_number(&at, &first) || *at++ != ':' || !take_number(&at, &last) || *at++ != ':' ||
        !take_number(&at, &step) || *at)
        return neither;
    if (!(last >= first))
        return "has a FIRST above its LAST";
    if (!(step > 0))
        return "has a STEP that is not above 0";
    if (!((last - first) / step < CLI_MAX_NUMBERS - 1))
        return too_many;
    for (uint32_t i = 0; first + i * step <= last + step * 1e-6; i++)
        numbers[(*count)++] = round((first + i * step) * 1e9) / 1e9;
    return NULL;
}

static const char *take_list(const char *at, double *numbers, uint32_t *count)
{
    do {
        if (*count == CLI_MAX_NUMBERS)
            return too_many;
        if (!take_number(&at, &numbers[(*count)++]))
            return neither;
    } while (*at++ == ',');
    return at[-1] ? neither : NULL;
}

const char *cli_parse_numbers(const char *text, double *numbers, uint32_t *count)
{
    *count = 0;
    return strchr(text, ':') ? take_range(text, numbers, count) : take_list(text, numbers, count);
}
