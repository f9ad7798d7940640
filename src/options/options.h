/* SPDX-License-Identifier: MIT */
/* The options of an embedding: one struct (riwalk.h), one table that says all about each field
 * (rows.h), and what `auto` and presets mean (options.c). */
#ifndef RW_OPTIONS_OPTIONS_H
#define RW_OPTIONS_OPTIONS_H

#include "riwalk_options.h"

/* Limits of walks: tokens of one, and of all walks of an anchor. */
#define RW_WALK_LENGTH_LIMIT 10000
#define RW_WALK_TOKENS_LIMIT (UINT32_C(1) << 26)

/* The least base of logarithmic classes. */
#define RW_LEAST_CLASS_BASE 1.1

/* What the base is where it is left to us, of logarithmic and of relative classes. */
#define RW_LOG_CLASS_BASE 2
#define RW_SHARE_CLASS_BASE 1.5

/* Walks of the factor trainer where they are sampled: it learns as quickly from many as from few,
 * and chance in their counts is all that it suffers from. */
#define RW_FACTOR_WALKS 200

/* The length of its vectors on one graph: as large as a logistic regression with the usual penalty
 * wants them. */
#define RW_FACTOR_NORM 3.0

/* What people type for a method (methods/methods.c), and the value of such a choice. */
#define RW_IDENTIFIERS_MOST 16
#define RW_METHOD_CHOICE(method, identifier) ((method) << 4 | (identifier))
extern const riwalk_option_choice rw_method_choices[];

/* Whether a choice of --method stands for an identifier: the caller's own has none (views.c). */
bool rw_identifier_is_built_in(uint32_t identifier);

/* Whether the factor trainer makes the vectors. The method is known. */
static inline bool rw_options_factor(const riwalk_options *options)
{
    return riwalk_method_describe(options->method)->roles &&
           options->trainer == RIWALK_TRAINER_FACTOR;
}

/* The method of the second half of a combination. */
static inline riwalk_method rw_combined_method(const riwalk_options *options)
{
    return options->combine == RIWALK_COMBINE_NODE2VEC ? RIWALK_METHOD_NODE2VEC
                                                       : RIWALK_METHOD_DEEPWALK;
}

/* Copies a caller's options (NULL: the defaults) and checks every value by itself. */
riwalk_status rw_options_take(const riwalk_options *given, riwalk_options *options,
                              riwalk_error *error);

/* What the number of walks and their length become where they are left to us: the number that is
 * sampled, should any be. */
uint32_t rw_options_walks(const riwalk_options *options);
uint32_t rw_options_walk_length(const riwalk_options *options);

/* Whether roles use directions, weights and types, where that is left to us, and what follows from
 * it: the graphs have them or not. */
void rw_options_settle(riwalk_options *options, bool directed, bool weighted, bool typed);

/* A view of one graph alone, with what `auto` means there in the place of classes and their base.
 */
riwalk_view rw_options_view(const riwalk_view *view);

/* ARGUMENT or LIMIT where so many walks of such a length cannot be. */
riwalk_status rw_options_check_walks(uint32_t walks, uint32_t length, riwalk_error *error);

/* Every option within its range, by the table (table.c). */
riwalk_status rw_options_check_ranges(const riwalk_options *options, riwalk_error *error);

/* Views as text, "sp:4:2:keep,wl:2:none:drop", both ways (views.c). Parsing gives the reason of a
 * failure, NULL for none. */
const char *rw_views_parse(const char *text, riwalk_options *options);
size_t rw_views_format(const riwalk_options *options, char *buffer, size_t capacity);

/* ---- Options as text (lines.c): a line "riwalk VERSION", then a line "name value" for each that
 * results depend on. Parts hold their options so, and processes compare them. ---- */

/* Longer texts are not from us. */
#define RW_LINES_MOST (UINT32_C(1) << 16)

/* Writes resolved options. */
void rw_lines_write(const riwalk_options *options, char text[RW_LINES_MOST + 1]);

/* Sets options, which are initialised, from such a text. ARGUMENT, with a sentence, where it makes
 * no sense. */
riwalk_status rw_lines_read(const char *text, riwalk_options *options, riwalk_error *error);

/* The version in the first line: its length, 0 where there is none. */
size_t rw_lines_version(const char *text, const char **version);

/* The first line in which two texts differ, of both: false where there is none. */
typedef struct rw_lines_pair {
    const char *first, *second;
    int first_length, second_length; /* cut to what fits a sentence */
} rw_lines_pair;

bool rw_lines_differ(const char *first, const char *second, rw_lines_pair *pair);

#endif
