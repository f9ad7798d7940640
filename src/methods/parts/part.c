/* SPDX-License-Identifier: MIT */
/* Parts: makes the profiles of a range of nodes, summarises them, and keeps the work of a run in a
 * folder of parts. */
#include "methods/parts/part.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "methods/riwalk/riwalk.h"
#include "options/options.h"
#include "riwalk_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static riwalk_status check_options(const riwalk_options *o, riwalk_error *error)
{
    if (!rw_options_factor(o) || o->combine != RIWALK_COMBINE_NONE ||
        o->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_refuse(
            error, "only the riwalk methods with the factor trainer work in parts, and not in "
                   "a combination or with a role identifier of your own");
    return RIWALK_STATUS_OK;
}

riwalk_status rw_part_set_options(riwalk_part *part, riwalk_error *error)
{
    riwalk_options options;

    riwalk_options_init(&options);
    RW_MUST(rw_lines_read(part->text, &options, error));
    RW_MUST(riwalk_options_resolve(&options, part->graph_count, true, &part->options, error));
    RW_MUST(check_options(&part->options, error));
    part->view_count = rw_factor_run_views(&part->options, part->views);
    return RIWALK_STATUS_OK;
}

/* ---- Making ---- */

static riwalk_status count_range(riwalk_part *part, rw_embedding *e, riwalk_error *error)
{
    rw_anchors anchors = {.first = part->first, .count = part->end - part->first};
    size_t row = RW_MEASURES * sizeof *part->measures;
    RW_OWN(rw_factor_run, run, rw_factor_run_free);

    RW_MUST(rw_factor_run_init(&run, e, anchors.count, error));
    RW_MUST(rw_factor_run_count(&run, anchors, NULL, error));
    RW_MUST(rw_factor_run_measure(&run, error));
    memcpy(part->profiles, run.pieces[0].profiles, sizeof part->profiles);
    run.piece_count = 0; /* the part owns it now */
    if (!run.measures)
        return RIWALK_STATUS_OK;
    RW_HAVE(part->measures = rw_alloc(anchors.count, row, error));
    memcpy(part->measures, run.measures + (size_t)part->first * RW_MEASURES, anchors.count * row);
    return RIWALK_STATUS_OK;
}

/* Makes a part of an embedding, still without range and profiles. */
static riwalk_status make_part(const rw_embedding *e, riwalk_part **part, riwalk_error *error)
{
    riwalk_part *made;
    riwalk_status status;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->graph_checksum = rw_embedding_checksum(e);
    made->graph_count = (uint32_t)e->graph_count;
    made->node_count = e->graph->node_count;
    rw_lines_write(&e->options, made->text);
    status = rw_part_set_options(made, error);
    if (!status && made->options.role_types == RIWALK_USE_YES && e->graph->type_names.count > 1)
        status = rw_type_names_copy(&e->graph->type_names, &made->types, error);
    if (status)
        riwalk_part_free(made);
    else
        *part = made;
    return status;
}

static riwalk_status find_part(rw_embedding *e, const riwalk_options *options, uint32_t first,
                               uint32_t end, riwalk_part **part, riwalk_error *error)
{
    RW_MUST(rw_embedding_init(e, options, error));
    RW_MUST(check_options(&e->options, error));
    if (first >= end || end > e->graph->node_count)
        return rw_refuse(error,
                         "the range %u:%u is not one of the %u nodes: it must begin before it ends",
                         first, end, e->graph->node_count);
    RW_MUST(make_part(e, part, error));
    (*part)->first = first;
    (*part)->end = end;
    return count_range(*part, e, error);
}

riwalk_status riwalk_part_find(const riwalk_graph *const *graphs, size_t graph_count,
                               const char *const *names, const riwalk_options *options,
                               uint32_t first, uint32_t end, riwalk_part **part,
                               riwalk_error *error)
{
    riwalk_model *model = NULL; /* parts are made for models */
    rw_embedding e = {
        .graphs = graphs, .graph_count = graph_count, .names = names, .model = &model};
    riwalk_part *made = NULL;
    riwalk_status status;

    if (!part)
        return rw_refuse(error, "the part must not be NULL");
    status = find_part(&e, options, first, end, &made, error);
    rw_embedding_free(&e);
    if (status)
        riwalk_part_free(made);
    else
        *part = made;
    return status;
}

void riwalk_part_free(riwalk_part *part)
{
    if (!part)
        return;
    for (uint32_t v = 0; v < RW_FACTOR_VIEWS; v++)
        rw_profiles_free(part->profiles[v]);
    rw_free(part->measures);
    rw_type_names_free(&part->types);
    rw_free(part);
}

/* ---- Summary ---- */

riwalk_status riwalk_part_summarize(const riwalk_part *part, riwalk_part_summary *summary,
                                    riwalk_error *error)
{
    riwalk_part_summary own = {.size = sizeof own};

    if (!part || !summary)
        return rw_refuse(error, "the part and its summary must not be NULL");
    RW_MUST(rw_report_check(summary, error));
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
        own.isolated += !rw_profiles_count(part->profiles[0], a, NULL);
    rw_report_hand_over(summary, &own);
    return RIWALK_STATUS_OK;
}

const riwalk_options *riwalk_part_options(const riwalk_part *part)
{
    return &part->options;
}

/* ---- Work kept in a folder, for a run that continues another ---- */

riwalk_status rw_work_open(rw_factor_run *run, riwalk_error *error)
{
    RW_MUST(make_part(run->embedding, &run->work, error));
    run->work_key =
        rw_checksum(run->work->text, strlen(run->work->text), run->work->graph_checksum);
    return RIWALK_STATUS_OK;
}

static riwalk_status make_path(const rw_factor_run *run, const rw_piece *piece,
                               char path[RW_WORK_PATH], riwalk_error *error)
{
    if (snprintf(path, RW_WORK_PATH, "%s/%016" PRIx64 "-%" PRIu32 ".rwp", run->folder,
                 run->work_key, piece->first) >= RW_WORK_PATH)
        return rw_refuse(error, RW_WORK_TOO_LONG);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_work_load(rw_factor_run *run, rw_piece *piece, bool *found, riwalk_error *error)
{
    riwalk_embed_report *report = &run->embedding->report;
    const riwalk_part *own = run->work;
    riwalk_part *part = NULL;
    char path[RW_WORK_PATH];
    riwalk_status status = make_path(run, piece, path, error);
    bool is_link = !status && rw_os_read_link(path, (char[1]){0}, 1) >= 0;
    rw_file_info info = {.regular = true}; /* if it cannot be examined, the reader says why */

    *found = false;
    if (status || (!is_link && !rw_os_look(path, &info) && errno == ENOENT))
        return status;
    if (is_link || !info.regular) /* a link may lead to any file, a pipe blocks */
        return rw_fail(error, RIWALK_STATUS_IO,
                       "%.200s is a link, pipe or folder, not a part that riwalk wrote: remove it",
                       path);
    status = riwalk_part_read(path, &part, error);
    if (status && status != RIWALK_STATUS_FORMAT)
        return status;
    /* Whether it is the part of this run that its name promises. */
    *found = !status && part->first == piece->first && part->end == piece->first + piece->count &&
             part->graph_checksum == own->graph_checksum && part->node_count == own->node_count &&
             part->graph_count == own->graph_count && !strcmp(part->text, own->text);
    if (*found) {
        memcpy(piece->profiles, part->profiles, sizeof piece->profiles);
        memset(part->profiles, 0, sizeof part->profiles);
    } else if (!report->damaged_parts++) {
        snprintf(report->damaged_part, sizeof report->damaged_part, "%.39s", rw_os_base(path));
    }
    riwalk_part_free(part);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_work_save(const rw_factor_run *run, const rw_piece *piece, riwalk_error *error)
{
    riwalk_part *part = run->work;
    char path[RW_WORK_PATH];
    riwalk_status status;

    RW_MUST(make_path(run, piece, path, error));
    part->first = piece->first;
    part->end = piece->first + piece->count;
    memcpy(part->profiles, piece->profiles, sizeof part->profiles);
    if (run->measures)
        part->measures = run->measures + (size_t)piece->first * RW_MEASURES;
    status = riwalk_part_write(part, path, error);
    memset(part->profiles, 0, sizeof part->profiles); /* the piece owns them */
    part->measures = NULL;
    return status;
}

void rw_work_remove(const rw_factor_run *run, const rw_piece *piece)
{
    char path[RW_WORK_PATH];

    if (!make_path(run, piece, path, NULL))
        rw_os_remove(path);
}
