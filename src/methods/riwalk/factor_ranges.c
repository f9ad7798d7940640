/* SPDX-License-Identifier: MIT */
/* Counts profiles range by range for the factor trainer: if a group shares the work, a folder keeps
 * finished ranges, or memory is too small for all profiles. Then profiles are written to the
 * folder, and read back whenever they are needed. */
#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "methods/riwalk/riwalk.h"

#include <errno.h>
#include <stdio.h>

/* The smallest range, unless ranges are shared or kept. */
#define LEAST_ANCHORS 2048

/* ---- The folder ---- */

/* Makes a folder of the run's own beside its output. */
static riwalk_status make_folder(rw_factor_run *run, riwalk_error *error)
{
    const char *output = run->embedding->options.output;
    int beside = (int)(rw_os_base(output) - output);

    for (int attempt = 0; attempt < 100 && !run->own_folder; attempt++) {
        snprintf(run->folder, sizeof run->folder, "%.*s.riwalk-%ld-%d.parts", beside, output,
                 rw_os_process(), attempt);
        run->own_folder = rw_os_make_folder(run->folder);
        if (!run->own_folder && errno != EEXIST)
            break;
    }
    return run->own_folder ? RIWALK_STATUS_OK
                           : rw_fail_errno(error, "make the folder", run->folder);
}

static riwalk_status open_folder(rw_factor_run *run, riwalk_error *error)
{
    const char *named = run->embedding->options.work;

    RW_MUST(rw_factor_run_measure(run, error)); /* parts have measures */
    if (!named)
        RW_MUST(make_folder(run, error));
    else if (snprintf(run->folder, sizeof run->folder, "%s", named) >= (int)sizeof run->folder)
        return rw_refuse(error, RW_WORK_TOO_LONG);
    return rw_work_open(run, error);
}

/* ---- Pieces ---- */

static uint64_t bytes_of(const rw_factor_run *run, const rw_piece *piece)
{
    uint64_t bytes = 0;

    for (uint32_t v = 0; v < run->view_count; v++) {
        const rw_profiles *p = piece->profiles[v];

        bytes += p ? rw_profiles_bytes(p->anchor_count, p->role_count, p->of ? 0 : p->entry_count,
                                       run->setups[v].directed)
                   : 0;
    }
    return bytes;
}

/* Frees the profiles of a piece that the folder has, after adding its roles to those of the run. */
static riwalk_status let_go(rw_factor_run *run, rw_piece *piece, riwalk_error *error)
{
    run->held -= bytes_of(run, piece);
    for (uint32_t v = 0; v < run->view_count; v++) {
        rw_profiles *p = piece->profiles[v];

        RW_MUST(rw_role_set_add(&run->roles[v], p->roles, p->role_count, error));
        RW_MUST(rw_role_set_sort(&run->roles[v], error));
        rw_profiles_free(p);
        piece->profiles[v] = NULL;
    }
    return RIWALK_STATUS_OK;
}

/* If profiles take more than their room, moves those of all pieces so far to the folder. */
static riwalk_status make_room(rw_factor_run *run, riwalk_error *error)
{
    bool kept = run->work; /* the folder has them already */

    if (!run->room || run->held <= run->room)
        return RIWALK_STATUS_OK;
    if (!kept)
        RW_MUST(open_folder(run, error));
    for (size_t p = 0; p < run->piece_count; p++) {
        if (!run->pieces[p].profiles[0])
            continue;
        if (!kept)
            RW_MUST(rw_work_save(run, &run->pieces[p], error));
        RW_MUST(let_go(run, &run->pieces[p], error));
    }
    return RIWALK_STATUS_OK;
}

/* Replaces roles by their places in the table of all. */
static riwalk_status renumber(const rw_factor_run *run, rw_piece *piece, uint32_t v,
                              riwalk_error *error)
{
    return rw_profiles_renumber(piece->profiles[v], run->roles[v].roles,
                                (uint32_t)run->roles[v].count, error);
}

riwalk_status rw_factor_run_open(void *context, size_t piece, const rw_profiles **views,
                                 riwalk_error *error)
{
    rw_factor_run *run = context;
    rw_piece *own = &run->pieces[piece], *opened = &run->opened;
    bool found = true;

    if (!own->profiles[0] && (!opened->profiles[0] || opened->first != own->first)) {
        rw_piece_free(opened);
        *opened = (rw_piece){.first = own->first, .count = own->count};
        RW_MUST(rw_work_load(run, opened, &found, error));
        if (!found)
            return rw_fail(error, RIWALK_STATUS_IO,
                           "a part was removed from %.200s, or changed, while it was needed",
                           run->folder);
        for (uint32_t v = 0; v < run->view_count; v++)
            RW_MUST(renumber(run, opened, v, error));
    }
    for (uint32_t v = 0; v < run->view_count; v++)
        views[v] = own->profiles[0] ? own->profiles[v] : opened->profiles[v];
    return RIWALK_STATUS_OK;
}

/* ---- Counting ---- */

uint32_t rw_factor_run_range(const rw_factor_run *run)
{
    uint32_t each = rw_range_anchors(run->embedding->graph->node_count);

    return run->group || run->embedding->options.work || each > LEAST_ANCHORS ? each
                                                                              : LEAST_ANCHORS;
}

typedef struct ranges {
    rw_factor_run *run;
    uint32_t each; /* anchors of a range */
    rw_progress progress;
} ranges;

static riwalk_status count_range(void *context, size_t task, int worker, riwalk_error *error)
{
    ranges *r = context;
    rw_factor_run *run = r->run;
    uint32_t nodes = run->embedding->graph->node_count, first = (uint32_t)task * r->each;
    rw_anchors range = {.first = first, .count = nodes - first < r->each ? nodes - first : r->each};

    RW_MUST(rw_factor_run_count(run, range, &r->progress, error));
    run->held += bytes_of(run, &run->pieces[run->piece_count - 1]);
    return make_room(run, error);
}

/* Merges the roles of all members' pieces into one table, and renumbers this process's pieces. */
static riwalk_status merge_roles(rw_factor_run *run, uint32_t v, riwalk_error *error)
{
    rw_role_set *all = &run->roles[v];
    riwalk_status status;
    void *list;

    for (size_t p = 0; p < run->piece_count; p++) {
        const rw_profiles *own = run->pieces[p].profiles[v];

        if (own)
            RW_MUST(rw_role_set_add(all, own->roles, own->role_count, error));
    }
    RW_MUST(rw_role_set_sort(all, error));
    list = all->roles;
    status = rw_group_gather(run->group, &list, &all->count, sizeof *all->roles, error);
    all->roles = list;
    RW_MUST(status);
    RW_MUST(rw_role_set_sort(all, error));
    for (size_t p = 0; p < run->piece_count; p++)
        if (run->pieces[p].profiles[v])
            RW_MUST(renumber(run, &run->pieces[p], v, error));
    return RIWALK_STATUS_OK;
}

static riwalk_status count_ranges(rw_factor_run *run, riwalk_error *error)
{
    const riwalk_options *o = &run->embedding->options;
    uint32_t nodes = run->embedding->graph->node_count;
    ranges r = {.run = run, .each = rw_factor_run_range(run)};

    if (o->work)
        RW_MUST(open_folder(run, error));
    rw_progress_begin(&r.progress, &o->run, "walking", "anchors",
                      nodes * rw_factor_run_walked(run) / rw_group_members(run->group));
    RW_MUST(rw_group_parallel(run->group, 1, ((size_t)nodes + r.each - 1) / r.each, count_range, &r,
                              error));
    run->worker_bytes *= rw_factor_run_walked(run); /* all live until the end */
    for (uint32_t v = 0; v < run->view_count; v++)
        RW_MUST(merge_roles(run, v, error));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_factor_run_count_all(rw_factor_run *run, riwalk_error *error)
{
    rw_anchors all = {.count = run->embedding->graph->node_count};
    riwalk_status status = run->group || run->embedding->options.work || run->room
                               ? count_ranges(run, error)
                               : rw_factor_run_count(run, all, NULL, error);

    rw_engine_close(run->engine);
    run->engine = NULL;
    if (run->room)
        rw_os_return_memory(); /* many small blocks, and the fit needs large ones */
    return status;
}
