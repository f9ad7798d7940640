/* SPDX-License-Identifier: MIT */
/* Parts: finding the profiles of a range of nodes, and facts about them. */
#include "methods/part.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "methods/riwalk.h"
#include "methods/riwalk_factor.h"

#include <stdio.h>
#include <string.h>

#define VERSION_LINE "riwalk "
#define MOST_VALUE 1024 /* characters of an option's value: lists of views are the longest */

/* ---- Options as lines ---- */

static riwalk_status write_lines(riwalk_part *part, riwalk_error *error)
{
    size_t room = RW_PART_MOST_TEXT, length;
    char *text = rw_alloc(room, 1, error);

    if (!text)
        return RIWALK_STATUS_MEMORY;
    length = (size_t)snprintf(text, room, VERSION_LINE "%s\n", RIWALK_VERSION);
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char value[MOST_VALUE];

        if (!o->result)
            continue;
        riwalk_options_get(&part->options, o->name, value, sizeof value);
        length += (size_t)snprintf(text + length, room - length, "%s %s\n", o->name, value);
    }
    part->text = text;
    part->text_bytes = length;
    return RIWALK_STATUS_OK;
}

size_t rw_part_version(const riwalk_part *part, const char **version)
{
    size_t before = strlen(VERSION_LINE);
    const char *end = memchr(part->text, '\n', part->text_bytes);

    if (!end || (size_t)(end - part->text) < before || memcmp(part->text, VERSION_LINE, before))
        return 0;
    *version = part->text + before;
    return (size_t)(end - *version);
}

/* Sets an option from a line "name value". */
static riwalk_status set_line(const char *line, size_t length, riwalk_options *options,
                              riwalk_error *error)
{
    char name[64], value[MOST_VALUE];
    const char *blank = memchr(line, ' ', length);
    size_t name_length = blank ? (size_t)(blank - line) : length;

    if (!blank || name_length >= sizeof name || length - name_length > sizeof value ||
        memchr(line, 0, length))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "a line of options has no name or value");
    memcpy(name, line, name_length);
    name[name_length] = 0;
    memcpy(value, blank + 1, length - name_length - 1);
    value[length - name_length - 1] = 0;
    return riwalk_options_set(options, name, value, error);
}

static riwalk_status check_options(const riwalk_options *o, riwalk_error *error)
{
    if (o->method != RIWALK_METHOD_RIWALK || o->combine != RIWALK_COMBINE_NONE ||
        o->trainer != RIWALK_TRAINER_FACTOR || o->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "only the riwalk methods with the factor trainer work in parts, and not in "
                       "a combination or with a role identifier of your own");
    return RIWALK_STATUS_OK;
}

riwalk_status rw_part_set_options(riwalk_part *part, riwalk_error *error)
{
    const char *at = part->text, *end = at + part->text_bytes;
    riwalk_options options;
    riwalk_status status = RIWALK_STATUS_OK;

    riwalk_options_init(&options);
    for (bool first = true; at < end && !status; first = false) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));

        if (!line_end)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the last line of options has no end");
        if (!first)
            status = set_line(at, (size_t)(line_end - at), &options, error);
        at = line_end + 1;
    }
    if (status ||
        (status =
             riwalk_options_resolve(&options, part->graph_count, true, &part->options, error)) ||
        (status = check_options(&part->options, error)))
        return status;
    part->view_count = rw_factor_run_views(&part->options, part->views);
    return RIWALK_STATUS_OK;
}

/* ---- Finding ---- */

static uint64_t checksum_of(const rw_embedding *e)
{
    uint64_t sum = e->graph_count == 1 ? rw_graph_checksum(e->graphs[0]) : 0;

    for (size_t g = 0; g < e->graph_count && e->graph_count > 1; g++) {
        uint64_t own = rw_graph_checksum(e->graphs[g]);

        sum = rw_checksum(&own, sizeof own, sum);
    }
    return sum;
}

static riwalk_status take_measures(riwalk_part *part, const rw_factor_run *run, riwalk_error *error)
{
    size_t count = (size_t)(part->end - part->first) * RW_MEASURES;

    if (!run->measures)
        return RIWALK_STATUS_OK;
    if (!(part->measures = rw_alloc(count, sizeof *part->measures, error)))
        return RIWALK_STATUS_MEMORY;
    memcpy(part->measures, run->measures + (size_t)part->first * RW_MEASURES,
           count * sizeof *part->measures);
    return RIWALK_STATUS_OK;
}

static riwalk_status count_range(riwalk_part *part, const rw_embedding *e, riwalk_error *error)
{
    rw_anchors anchors = {.first = part->first, .count = part->end - part->first};
    rw_factor_run run;
    riwalk_status status;

    if (!(status = rw_factor_run_init(&run, e, error)) &&
        !(status = rw_factor_run_count(&run, anchors, error)) &&
        !(status = rw_factor_run_measure(&run, error)) &&
        !(status = take_measures(part, &run, error)))
        for (uint32_t v = 0; v < run.view_count; v++) {
            part->profiles[v] = run.profiles[v];
            run.profiles[v] = NULL;
        }
    rw_factor_run_free(&run);
    return status;
}

static riwalk_status find(const rw_embedding *e, uint32_t first, uint32_t end, riwalk_part **part,
                          riwalk_error *error)
{
    riwalk_part *made;
    riwalk_status status;

    if ((status = check_options(&e->options, error)) || (status = rw_riwalk_check(e, error)))
        return status;
    if (first >= end || end > e->graph->node_count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the range %u:%u is not one of the %u nodes: it must begin before it ends",
                       first, end, e->graph->node_count);
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    made->graph_checksum = checksum_of(e);
    made->graph_count = (uint32_t)e->graph_count;
    made->node_count = e->graph->node_count;
    made->first = first;
    made->end = end;
    made->options = e->options;
    if ((status = write_lines(made, error)) || (status = rw_part_set_options(made, error)) ||
        (status = count_range(made, e, error)))
        riwalk_part_free(made);
    else
        *part = made;
    return status;
}

riwalk_status riwalk_part_find(const riwalk_graph *const *graphs, size_t graph_count,
                               const char *const *names, const riwalk_options *options,
                               uint32_t first, uint32_t end, riwalk_part **part,
                               riwalk_error *error)
{
    riwalk_model *model = NULL; /* parts are what a model is made of */
    rw_embedding e = {
        .graphs = graphs, .graph_count = graph_count, .names = names, .model = &model};
    riwalk_status status;

    if (!part)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the part must not be NULL");
    if (!(status = rw_embedding_init(&e, options, error)))
        status = find(&e, first, end, part, error);
    rw_embedding_free(&e);
    return status;
}

void riwalk_part_free(riwalk_part *part)
{
    if (!part)
        return;
    for (uint32_t v = 0; v < RW_FACTOR_VIEWS; v++)
        rw_profiles_free(part->profiles[v]);
    rw_free(part->measures);
    rw_free(part->text);
    rw_free(part);
}

/* ---- Facts ---- */

riwalk_status riwalk_part_summarize(const riwalk_part *part, riwalk_part_summary *summary,
                                    riwalk_error *error)
{
    riwalk_part_summary own = {.size = sizeof own};
    riwalk_status status;

    if (!part || !summary)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the part and its summary must not be NULL");
    if ((status = rw_report_check(summary, error)))
        return status;
    own.first = part->first;
    own.end = part->end;
    own.node_count = part->node_count;
    own.graph_checksum = part->graph_checksum;
    own.exact_anchors = part->profiles[0]->exact_count;
    for (uint32_t v = 0; v < part->view_count; v++) {
        own.roles += part->profiles[v]->role_count;
        own.entries += part->profiles[v]->entry_count;
        if (part->profiles[v]->exact_count < own.exact_anchors)
            own.exact_anchors = part->profiles[v]->exact_count;
    }
    for (uint32_t a = 0; a < part->end - part->first; a++)
        own.isolated += !rw_profiles_get(part->profiles[0], a).count;
    rw_report_hand_over(summary, &own);
    return RIWALK_STATUS_OK;
}

const riwalk_options *riwalk_part_options(const riwalk_part *part)
{
    return &part->options;
}
