/* SPDX-License-Identifier: MIT */
#include "compare/times.h"

#include "base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DAY 86400
#define YEAR_0 (-62167219200.0) /* in seconds since 1970 */
#define YEAR_10000 253402300800.0

/* Days since 1970-01-01 in the Gregorian calendar. Years begin in March, so that the leap day is
 * the last day of a year. */
static int64_t days_of(int64_t year, int month, int day)
{
    int64_t y = year - (month <= 2), era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Parses `count` digits; false if there are fewer. */
static bool take_digits(rw_span *text, size_t count, int *value)
{
    *value = 0;
    if (text->length < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (text->text[i] < '0' || text->text[i] > '9')
            return false;
        *value = *value * 10 + (text->text[i] - '0');
    }
    text->text += count;
    text->length -= count;
    return true;
}

static bool take_one_of(rw_span *text, const char *characters)
{
    if (!text->length || !*text->text || !strchr(characters, *text->text))
        return false;
    text->text++;
    text->length--;
    return true;
}

/* hh:mm[:ss[.fraction]] */
static bool take_clock(rw_span *text, double *seconds)
{
    int hour, minute, second = 0;
    double fraction = 0, unit = 0.1;

    if (!take_digits(text, 2, &hour) || !take_one_of(text, ":") || !take_digits(text, 2, &minute))
        return false;
    if (take_one_of(text, ":") && !take_digits(text, 2, &second))
        return false;
    if (take_one_of(text, ".,"))
        for (int digit; take_digits(text, 1, &digit); unit /= 10)
            fraction += digit * unit;
    *seconds = hour * 3600.0 + minute * 60.0 + second + fraction;
    return hour < 25 && minute < 60 && second < 61;
}

/* Parses Z, +hh:mm, +hhmm or +hh; *seconds is what to subtract. */
static bool take_zone(rw_span *text, double *seconds)
{
    bool west = text->length && *text->text == '-';
    int hour, minute = 0;

    *seconds = 0;
    if (!text->length || take_one_of(text, "Zz"))
        return true;
    if (!take_one_of(text, "+-") || !take_digits(text, 2, &hour))
        return false;
    if (take_one_of(text, ":") || text->length)
        if (!take_digits(text, 2, &minute))
            return false;
    *seconds = (west ? -1 : 1) * (hour * 3600.0 + minute * 60.0);
    return true;
}

static bool parse_date(rw_span text, double *time)
{
    static const int lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    double clock = 0, zone = 0;
    int year, month, day;

    if (!take_digits(&text, 4, &year) || !take_one_of(&text, "-") ||
        !take_digits(&text, 2, &month) || !take_one_of(&text, "-") ||
        !take_digits(&text, 2, &day) || month < 1 || month > 12 || day < 1 ||
        day > lengths[month - 1])
        return false;
    if (take_one_of(&text, "Tt "))
        if (!take_clock(&text, &clock) || !take_zone(&text, &zone))
            return false;
    *time = (double)days_of(year, month, day) * DAY + clock - zone;
    return !text.length;
}

bool rw_parse_time(rw_span text, double *time, bool *date)
{
    *date = parse_date(text, time);
    return *date || (rw_parse_double(text.text, text.length, time) && isfinite(*time));
}

bool rw_parse_window(const char *text, double *length, bool *unit)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', DAY}, {'w', 7 * DAY}};
    size_t count = strlen(text);
    double seconds = 1;

    *unit = false;
    for (size_t i = 0; i < sizeof units / sizeof *units && count; i++)
        if (text[count - 1] == units[i].letter) {
            seconds = units[i].seconds;
            *unit = true;
        }
    if (!rw_parse_double(text, count - *unit, length))
        return false;
    *length *= seconds;
    return isfinite(*length) && *length > 0;
}

static void format_date(double time, char text[RW_TIME_CHARS])
{
    int64_t days = (int64_t)floor(time / DAY), of_day = (int64_t)(time - (double)days * DAY);
    int64_t year = 1970 + (int64_t)floor((double)days / 365.2425);
    int month = 12, shown;

    if (days < days_of(year, 1, 1))
        year--;
    else if (days >= days_of(year + 1, 1, 1))
        year++;
    while (days < days_of(year, month, 1))
        month--;
    shown = snprintf(text, RW_TIME_CHARS, "%04d-%02d-%02d", (int)year, month,
                     (int)(days - days_of(year, month, 1) + 1));
    if (of_day)
        snprintf(text + shown, RW_TIME_CHARS - (size_t)shown, "T%02d:%02d:%02dZ",
                 (int)(of_day / 3600), (int)(of_day / 60 % 60), (int)(of_day % 60));
}

void rw_format_time(double time, bool date, char text[RW_TIME_CHARS])
{
    if (date && time >= YEAR_0 && time < YEAR_10000)
        format_date(time, text);
    else /* or seconds outside the calendar */
        text[rw_format_rounded(time, 15, text)] = 0;
}
