/* SPDX-License-Identifier: MIT */
/* Parts: finding the profiles of a range of nodes, and facts about them. */
#include "methods/parts/part.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "methods/riwalk/riwalk.h"
#include "options/lines.h"
#include "options/options.h"
#include "riwalk_options.h"

#include <string.h>

static riwalk_status check_options(const riwalk_options *o, riwalk_error *error)
{
    if (!rw_options_factor(o) || o->combine != RIWALK_COMBINE_NONE ||
        o->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "only the riwalk methods with the factor trainer work in parts, and not in "
                       "a combination or with a role identifier of your own");
    return RIWALK_STATUS_OK;
}

riwalk_status rw_part_set_options(riwalk_part *part, riwalk_error *error)
{
    riwalk_options options;
    riwalk_status status;

    riwalk_options_init(&options);
    if ((status = rw_lines_read(part->text, part->text_bytes, &options, error)) ||
        (status =
             riwalk_options_resolve(&options, part->graph_count, true, &part->options, error)) ||
        (status = check_options(&part->options, error)))
        return status;
    part->view_count = rw_factor_run_views(&part->options, part->views);
    return RIWALK_STATUS_OK;
}

/* ---- Finding ---- */

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
            part->profiles[v] = run.pieces[0].profiles[v];
            run.pieces[0].profiles[v] = NULL;
        }
    rw_factor_run_free(&run);
    return status;
}

/* A part of an embedding without its range and profiles. */
riwalk_status rw_part_new(const rw_embedding *e, riwalk_part **part, riwalk_error *error)
{
    riwalk_part *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    if (!made)
        return RIWALK_STATUS_MEMORY;
    made->graph_checksum = rw_embedding_checksum(e);
    made->graph_count = (uint32_t)e->graph_count;
    made->node_count = e->graph->node_count;
    made->options = e->options;
    if ((status = rw_lines_write(&made->options, &made->text, &made->text_bytes, error)) ||
        (status = rw_part_set_options(made, error)))
        riwalk_part_free(made);
    else
        *part = made;
    return status;
}

static riwalk_status find(const rw_embedding *e, uint32_t first, uint32_t end, riwalk_part **part,
                          riwalk_error *error)
{
    riwalk_part *made;
    riwalk_status status;

    if ((status = check_options(&e->options, error)) ||
        (status = rw_embedding_check_walks(e, error)))
        return status;
    if (first >= end || end > e->graph->node_count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the range %u:%u is not one of the %u nodes: it must begin before it ends",
                       first, end, e->graph->node_count);
    if ((status = rw_part_new(e, &made, error)))
        return status;
    made->first = first;
    made->end = end;
    if ((status = count_range(made, e, error)))
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
