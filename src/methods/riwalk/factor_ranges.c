/* SPDX-License-Identifier: MIT */
/* Counts profiles range by range for the factor trainer: if a group shares the work, a folder keeps
 * finished ranges, or memory is too small for all profiles. Then profiles are written to the
 * folder, and read back whenever they are needed. */
#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/output.h"
#include "methods/riwalk/riwalk.h"
#include "roles/table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The smallest range, unless ranges are shared or kept. */
#define LEAST_ANCHORS 2048

/* ---- The folder ---- */

/* Makes a folder of the run's own beside its output. */
static riwalk_status make_folder(rw_factor_run *run, riwalk_error *error)
{
    const char *output = run->embedding->options.output;
    int beside = (int)(rw_os_base(output) - output);
    size_t length = (size_t)beside + 64;
    char *folder;

    RW_HAVE(folder = rw_alloc(length, 1, error));
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(folder, length, "%.*s.riwalk-%ld-%d.parts", beside, output, rw_os_process(),
                 attempt);
        if (rw_os_make_folder(folder)) {
            run->folder = folder;
            return RIWALK_STATUS_OK;
        }
        if (errno != EEXIST)
            break;
    }
    rw_fail_errno(error, "make the folder", folder);
    rw_free(folder);
    return RIWALK_STATUS_IO;
}

static riwalk_status open_folder(rw_factor_run *run, riwalk_error *error)
{
    const char *named = run->embedding->options.work;
    riwalk_status status = rw_factor_run_measure(run, error); /* parts have measures */

    if (!status && !named)
        status = make_folder(run, error);
    return status ? status : rw_work_open(&run->work, run, named ? named : run->folder, error);
}

void rw_factor_run_close_folder(rw_factor_run *run)
{
    for (size_t p = 0; run->folder && p < run->piece_count; p++)
        rw_work_remove(&run->work, &run->pieces[p]);
    if (run->folder)
        rw_os_remove(run->folder);
    rw_free(run->folder);
    run->folder = NULL;
    riwalk_part_free(run->work.part);
    run->work.part = NULL;
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

static void sum_up(const rw_factor_run *run, rw_piece *piece)
{
    piece->entries = 0;
    for (uint32_t v = 0; v < run->view_count; v++) {
        piece->entries += piece->profiles[v]->of ? 0 : piece->profiles[v]->entry_count;
        piece->exact[v] = piece->profiles[v]->exact_count;
    }
}

/* Frees the profiles of a piece that the folder has, after adding its roles to those of the run. */
static riwalk_status let_go(rw_factor_run *run, rw_piece *piece, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    run->held -= bytes_of(run, piece);
    for (uint32_t v = 0; v < run->view_count && !status; v++) {
        rw_profiles *p = piece->profiles[v];
        rw_role_list lists[] = {{run->roles[v], run->role_counts[v]}, {p->roles, p->role_count}};
        uint64_t *merged = NULL;

        if ((status = rw_roles_merge(lists, 2, &merged, &run->role_counts[v], error)))
            break;
        rw_free(run->roles[v]);
        run->roles[v] = merged;
        rw_profiles_free(p);
        piece->profiles[v] = NULL;
    }
    return status;
}

/* If profiles take more than their room, moves those of all pieces so far to the folder. */
static riwalk_status make_room(rw_factor_run *run, riwalk_error *error)
{
    bool kept = run->work.part; /* the folder has them already */
    riwalk_status status = RIWALK_STATUS_OK;

    if (!run->room || run->held <= run->room)
        return RIWALK_STATUS_OK;
    if (!kept)
        status = open_folder(run, error);
    for (size_t p = 0; p < run->piece_count && !status; p++) {
        if (!run->pieces[p].profiles[0])
            continue;
        if (!kept)
            status = rw_work_save(&run->work, &run->pieces[p], error);
        if (!status)
            status = let_go(run, &run->pieces[p], error);
    }
    return status;
}

riwalk_status rw_factor_run_open(void *context, size_t piece, const rw_profiles **views,
                                 riwalk_error *error)
{
    rw_factor_run *run = context;
    rw_piece *own = &run->pieces[piece], *opened = &run->opened;
    riwalk_status status = RIWALK_STATUS_OK;
    bool found = true;

    if (!own->profiles[0] && (!opened->profiles[0] || opened->first != own->first)) {
        rw_piece_free(opened);
        *opened = (rw_piece){.first = own->first, .count = own->count};
        RW_MUST(rw_work_load(&run->work, opened, &found, error));
        if (!found)
            return rw_fail(error, RIWALK_STATUS_IO,
                           "a part was removed from %.200s, or changed, while it was needed",
                           run->work.folder);
        for (uint32_t v = 0; v < run->view_count && !status; v++)
            status = rw_profiles_renumber(opened->profiles[v], run->roles[v], run->role_counts[v],
                                          error);
    }
    for (uint32_t v = 0; v < run->view_count; v++)
        views[v] = own->profiles[0] ? own->profiles[v] : opened->profiles[v];
    return status;
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
    rw_piece *piece = rw_factor_run_add(run, range, error);
    riwalk_status status = piece ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
    bool found = false;

    if (!status && run->work.part)
        status = rw_work_load(&run->work, piece, &found, error);
    if (!status && found)
        status = rw_progress_add(&r->progress, range.count * rw_factor_run_walked(run), error);
    else if (!status &&
             !(status = rw_factor_run_count_piece(run, range, false, &r->progress, piece, error)) &&
             run->work.part)
        status = rw_work_save(&run->work, piece, error);
    if (status)
        return status;
    sum_up(run, piece);
    run->held += bytes_of(run, piece);
    return make_room(run, error);
}

/* Merges the roles of all members' pieces into one table, and renumbers this process's pieces. */
static riwalk_status merge_roles(rw_factor_run *run, uint32_t v, riwalk_error *error)
{
    rw_role_list *lists = rw_alloc(run->piece_count + 1, sizeof *lists, error);
    riwalk_status status = lists ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
    uint64_t *own = NULL;
    uint32_t count = 0;
    size_t all, used = 0;
    void *list;

    if (!status)
        lists[used++] = (rw_role_list){run->roles[v], run->role_counts[v]};
    for (size_t p = 0; p < run->piece_count && !status; p++) {
        const rw_profiles *profiles = run->pieces[p].profiles[v];

        if (profiles)
            lists[used++] = (rw_role_list){profiles->roles, profiles->role_count};
    }
    if (!status)
        status = rw_roles_merge(lists, used, &own, &count, error);
    rw_free(lists);
    rw_free(run->roles[v]);
    run->roles[v] = NULL;
    list = own;
    all = count;
    if (!status && !(status = rw_group_gather(run->group, &list, &all, sizeof *own, error)))
        status = all > UINT32_MAX
                     ? rw_fail(error, RIWALK_STATUS_LIMIT, "the walks visit too many roles")
                     : rw_roles_merge(&(rw_role_list){list, (uint32_t)all}, 1, &run->roles[v],
                                      &run->role_counts[v], error);
    rw_free(list);
    for (size_t p = 0; p < run->piece_count && !status; p++)
        if (run->pieces[p].profiles[v])
            status = rw_profiles_renumber(run->pieces[p].profiles[v], run->roles[v],
                                          run->role_counts[v], error);
    return status;
}

static riwalk_status count_ranges(rw_factor_run *run, riwalk_error *error)
{
    const riwalk_options *o = &run->embedding->options;
    uint32_t nodes = run->embedding->graph->node_count;
    ranges r = {.run = run, .each = rw_factor_run_range(run)};
    riwalk_status status = o->work ? open_folder(run, error) : RIWALK_STATUS_OK;

    rw_progress_begin(&r.progress, &o->run, "walking", "anchors",
                      nodes * rw_factor_run_walked(run) / rw_group_members(run->group));
    if (!status)
        status = rw_group_parallel(run->group, 1, ((size_t)nodes + r.each - 1) / r.each,
                                   count_range, &r, error);
    run->worker_bytes *= rw_factor_run_walked(run); /* all live until the end */
    for (uint32_t v = 0; v < run->view_count && !status; v++)
        status = merge_roles(run, v, error);
    return status;
}

riwalk_status rw_factor_run_count_all(rw_factor_run *run, riwalk_error *error)
{
    rw_anchors all = {.count = run->embedding->graph->node_count};
    riwalk_status status = run->group || run->embedding->options.work || run->room
                               ? count_ranges(run, error)
                               : rw_factor_run_count(run, all, error);

    if (!status && run->piece_count == 1 && run->pieces[0].profiles[0])
        sum_up(run, &run->pieces[0]);
    rw_engine_close(run->engine);
    run->engine = NULL;
    if (run->room)
        rw_os_return_memory(); /* many small blocks, and the fit needs large ones */
    return status;
}
