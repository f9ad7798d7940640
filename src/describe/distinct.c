/* SPDX-License-Identifier: MIT */
/* Makes equal names differ: by the measure that differs most among them, then by what walks meet,
 * then by letters. */
#include "describe/describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BETTER 1.1 /* a later measure must separate this many times as many pairs */

/* Measures in the order in which people think of them. */
static const riwalk_node_measure by_plainness[] = {
    RIWALK_NODE_MEASURE_DEGREE,          RIWALK_NODE_MEASURE_OUT_DEGREE,
    RIWALK_NODE_MEASURE_IN_DEGREE,       RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR,
    RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE, RIWALK_NODE_MEASURE_TRIANGLES,
    RIWALK_NODE_MEASURE_CLUSTERING,      RIWALK_NODE_MEASURE_HUB_DISTANCE,
    RIWALK_NODE_MEASURE_LAYER,           RIWALK_NODE_MEASURE_CORE,
    RIWALK_NODE_MEASURE_STRENGTH,        RIWALK_NODE_MEASURE_RECIPROCITY,
    RIWALK_NODE_MEASURE_GROUPS,          RIWALK_NODE_MEASURE_CONSTRAINT,
};

#define PLAIN (sizeof by_plainness / sizeof *by_plainness)

/* Writes the median, with two significant digits if it is below 100 or a sum of weights. */
static void number_words(const riwalk_range *r, int measure, char *text, size_t capacity)
{
    double unit = measure == RIWALK_NODE_MEASURE_STRENGTH && r->median >= 100
                      ? pow(10, floor(log10(r->median)) - 1)
                      : 1;

    snprintf(text, capacity, r->median < 100 ? "%.2g" : "%.0f",
             unit > 1 ? round(r->median / unit) * unit : r->median);
}

/* Writes "degree about 12". */
static void measure_words(const rw_phrase_scale *scale, const rw_name_subject *s, int measure,
                          char *text, size_t capacity)
{
    const char *const *words = rw_measures[measure].words;
    const riwalk_range *r = &s->ranges[measure];
    const char *before = words[0], *after = words[r->median == 1 ? 1 : 2];
    const char *hub = scale->sizes ? "a hub" : "a largest node";
    char number[32];

    number_words(r, measure, number, sizeof number);
    if (measure == RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR && strstr(s->name, "leaves"))
        before = "neighbour of degree "; /* it has only this neighbour */
    if (!r->count)
        snprintf(text, capacity, "no path to %s", hub);
    else
        snprintf(text, capacity, "%s%s%s%s%s", before, r->minimum < r->maximum ? "about " : "",
                 number, after ? after : "",
                 measure == RIWALK_NODE_MEASURE_HUB_DISTANCE ? hub : "");
}

/* How much two subjects differ in a measure: the distance of their medians in spreads, at most 1; 0
 * if their numbers look equal. */
static double apart(const rw_name_subject *s, const rw_name_subject *other, int measure)
{
    const riwalk_range *a = &s->ranges[measure], *b = &other->ranges[measure];
    double spread = a->upper_quartile - a->lower_quartile + b->upper_quartile - b->lower_quartile;
    char numbers[2][32];

    number_words(a, measure, numbers[0], sizeof *numbers);
    number_words(b, measure, numbers[1], sizeof *numbers);
    if (!strcmp(numbers[0], numbers[1]))
        return 0;
    if (!a->count || !b->count || spread <= 0)
        return 1;
    return fmin(1, 2 * fabs(a->median - b->median) / spread);
}

/* Whether a subject has this name or, with `also`, one that begins with it. */
static bool is_near(const rw_name_subject *s, const char *name, bool also)
{
    size_t length = strlen(name);

    return !strncmp(s->name, name, length) &&
           (!s->name[length] || (also && strchr(" ,", s->name[length])));
}

/* Finds the measure that separates best all pairs with the name of subject `first` or, with `also`,
 * this subject from those whose names begin with its own. Returns -1 if none does. */
static int find_difference(const rw_phrase_scale *scale, const rw_name_subject *all, uint32_t count,
                           uint32_t first, bool also)
{
    const char *name = all[first].name;
    double best = 0;
    int chosen = -1;

    for (size_t i = 0; i < PLAIN; i++) {
        int m = by_plainness[i];
        double sum = 0;

        if (m == RIWALK_NODE_MEASURE_DEGREE && !scale->sizes)
            continue; /* names contain it */
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = a + 1; b < count && is_near(&all[a], name, also); b++)
                if (is_near(&all[b], name, also) && (!also || a == first || b == first) &&
                    all[a].ranges[m].count + all[b].ranges[m].count > 0)
                    sum += apart(&all[a], &all[b], m);
        if (sum > BETTER * best) {
            best = sum;
            chosen = m;
        }
    }
    return chosen;
}

/* Adds a measure to the names of all subjects called like `first` or, with `also`, of `first`
 * only. */
static bool tell_by_measure(const rw_phrase_scale *scale, rw_name_subject *all, uint32_t count,
                            uint32_t first, bool also)
{
    int measure = find_difference(scale, all, count, first, also);
    char name[RW_ROLE_NAME], words[96];

    memcpy(name, all[first].name, sizeof name);
    for (uint32_t i = first; i < (also ? first + 1 : count) && measure >= 0; i++)
        if (!strcmp(all[i].name, name)) {
            measure_words(scale, &all[i], measure, words, sizeof words);
            rw_append(all[i].name, RW_ROLE_NAME, ", %s", words);
        }
    return measure >= 0;
}

/* Adds what walks meet more than elsewhere: "meeting degree 7-14, two hops away". */
static void tell_by_token(rw_name_subject *all, uint32_t count, uint32_t first, uint32_t token)
{
    static const char end[] = " from the anchor";
    char name[RW_ROLE_NAME];

    memcpy(name, all[first].name, sizeof name);
    for (uint32_t i = first; i < count; i++)
        if (!strcmp(all[i].name, name) && token < all[i].token_count &&
            (token || !strstr(name, ", meeting"))) {
            const char *words = all[i].tokens[token].meaning;

            rw_append(all[i].name, RW_ROLE_NAME, "%s %.*s away", token ? " and" : ", meeting",
                      (int)(strlen(words) - (sizeof end - 1)), words);
        }
}

/* Adds letters to names that nothing else separates: kind A, kind B, ... */
static void letter(rw_name_subject *all, uint32_t count, uint32_t first)
{
    char name[RW_ROLE_NAME];
    uint32_t kind = 0;

    memcpy(name, all[first].name, sizeof name);
    for (uint32_t i = first; i < count; i++)
        if (!strcmp(all[i].name, name)) {
            rw_append(all[i].name, RW_ROLE_NAME, ", kind %c", (int)('A' + kind % 26));
            if (kind / 26)
                rw_append(all[i].name, RW_ROLE_NAME, "%u", kind / 26);
            kind++;
        }
}

static bool is_double(const rw_name_subject *all, uint32_t count, uint32_t i)
{
    for (uint32_t other = i + 1; other < count; other++)
        if (!strcmp(all[i].name, all[other].name))
            return true;
    return false;
}

/* Whether other names begin with this one. Then it says too little, and gets a measure. */
static bool is_bare(const rw_name_subject *all, uint32_t count, uint32_t i)
{
    for (uint32_t other = 0; other < count; other++)
        if (other != i && is_near(&all[other], all[i].name, true))
            return true;
    return false;
}

void rw_names_tell_apart(const rw_phrase_scale *scale, rw_name_subject *all, uint32_t count)
{
    /* Names of a group that are still equal come again later in the list. */
    for (uint32_t i = 0; i < count; i++) {
        for (int measures = 0; measures < 2 && is_double(all, count, i); measures++)
            if (!tell_by_measure(scale, all, count, i, false))
                break;
        for (uint32_t token = 0; token < 2 && is_double(all, count, i); token++)
            tell_by_token(all, count, i, token);
        if (is_double(all, count, i))
            letter(all, count, i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_bare(all, count, i))
            tell_by_measure(scale, all, count, i, true);
    for (uint32_t i = 0; i < count; i++)
        if (is_double(all, count, i))
            letter(all, count, i);
}
