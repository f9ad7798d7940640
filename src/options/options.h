/* SPDX-License-Identifier: MIT */
/* The options of an embedding: one struct (riwalk.h), one table that describes each field (rows.h),
 * and the values of presets and `auto` (options.c). */
#ifndef RW_OPTIONS_OPTIONS_H
#define RW_OPTIONS_OPTIONS_H

#include "base/text.h"
#include "riwalk_options.h"

/* Limits: tokens of one walk, and of all walks of an anchor. */
#define RW_WALK_LENGTH_LIMIT 10000
#define RW_WALK_TOKENS_LIMIT (UINT32_C(1) << 26)

/* The smallest base of logarithmic classes. */
#define RW_LEAST_CLASS_BASE 1.1

/* The automatic base of logarithmic and of relative classes. */
#define RW_LOG_CLASS_BASE 2
#define RW_SHARE_CLASS_BASE 1.5

/* Walks per node of the factor trainer if they are sampled. More walks do not slow its training;
 * they reduce the noise in visit counts. */
#define RW_FACTOR_WALKS 200

/* The norm of its vectors on one graph, chosen for logistic regression with the usual penalty. */
#define RW_FACTOR_NORM 3.0

/* The choices of --method (methods/methods.c), and the value of a choice. */
#define RW_IDENTIFIERS_MOST 16
#define RW_METHOD_CHOICE(method, identifier) ((method) << 4 | (identifier))
extern const riwalk_option_choice rw_method_choices[];

/* Whether --method has a choice for this identifier; a custom one has none (views.c). */
bool rw_identifier_is_built_in(uint32_t identifier);

/* Whether the factor trainer makes the vectors. The method must be known. */
static inline bool rw_options_factor(const riwalk_options *options)
{
    return riwalk_method_describe(options->method)->roles &&
           options->trainer == RIWALK_TRAINER_FACTOR;
}

/* The method of the second half of a combined vector. */
static inline riwalk_method rw_combined_method(const riwalk_options *options)
{
    return options->combine == RIWALK_COMBINE_NODE2VEC ? RIWALK_METHOD_NODE2VEC
                                                       : RIWALK_METHOD_DEEPWALK;
}

/* Copies a caller's options (NULL: the defaults) and checks each value separately. */
riwalk_status rw_options_take(const riwalk_options *given, riwalk_options *options,
                              riwalk_error *error);

/* The number and length of walks after replacing AUTO; for the factor trainer the number to sample,
 * if it samples. */
uint32_t rw_options_walks(const riwalk_options *options);
uint32_t rw_options_walk_length(const riwalk_options *options);

/* Decides whether roles use directions, weights and types, if the options leave it open, by whether
 * the graphs have them, and sets what depends on it. */
void rw_options_settle(riwalk_options *options, bool directed, bool weighted, bool typed);

/* A view of a single graph, with `auto` classes and base replaced. */
riwalk_view rw_options_view(const riwalk_view *view);

/* LIMIT if this many walks of this length have too many tokens. */
riwalk_status rw_options_check_walks(uint32_t walks, uint32_t length, riwalk_error *error);

/* Checks that every option is in its range in the table (table.c). */
riwalk_status rw_options_check_ranges(const riwalk_options *options, riwalk_error *error);

/* Parses and formats views as text, "sp:4:2:keep,wl:2:none:drop" (views.c). Parsing returns the
 * reason of a failure, or NULL. */
const char *rw_views_parse(const char *text, riwalk_options *options);
void rw_views_format(const riwalk_options *options, rw_text *text);

/* ---- Options as text (lines.c): a line "riwalk VERSION", then "name value" for each option that
 * results depend on. Parts store their options like this, and processes compare them. ---- */

/* The limit on such a text. */
#define RW_LINES_MOST (UINT32_C(1) << 16)

/* Writes resolved options. */
void rw_lines_write(const riwalk_options *options, char text[RW_LINES_MOST + 1]);

/* Sets initialised options from such a text. ARGUMENT, with a sentence, if it is invalid. */
riwalk_status rw_lines_read(const char *text, riwalk_options *options, riwalk_error *error);

/* Finds the version in the first line; returns its length, or 0 if there is none. */
size_t rw_lines_version(const char *text, const char **version);

/* The first line in which two texts differ, from both; false if they are equal. */
bool rw_lines_differ(const char *first, const char *second, rw_span lines[2]);

#endif
