/* SPDX-License-Identifier: MIT */
/* Counts what walks visit, for the factor trainer: chooses the views, and counts one piece. */
#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "methods/riwalk/riwalk.h"

#include <string.h>

/* ---- Views ---- */

static bool drops(const riwalk_view *view)
{
    return view->role_anchor == RIWALK_ROLE_ANCHOR_DROP ||
           view->role_anchor == RIWALK_ROLE_ANCHOR_AWAY;
}

/* Copies the caller's views. If only views that keep the anchor's part are wanted, or only those
 * that drop it, takes these, or all if there are none. Returns how many. */
static uint32_t choose_views(const riwalk_options *o, riwalk_view *views)
{
    bool drop = o->view.role_anchor == RIWALK_ROLE_ANCHOR_DROP, any = false;
    uint32_t count = 0;

    for (uint32_t v = 0; v < o->view_count; v++)
        any |= drops(&o->views[v]) == drop;
    for (uint32_t v = 0; v < o->view_count; v++)
        if (o->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH || !any || drops(&o->views[v]) == drop)
            views[count++] = o->views[v];
    return count;
}

/* The only view of the options, or two if the anchor's part is both kept and dropped. A custom role
 * identifier has no such part. */
static uint32_t split_view(const riwalk_options *o, riwalk_view *views)
{
    bool both = o->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH;

    views[0] = views[1] = o->view;
    if (both)
        views[0].role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
    views[1].role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    return both && o->view.identifier != RIWALK_IDENTIFIER_CUSTOM ? 2 : 1;
}

uint32_t rw_factor_run_views(const riwalk_options *options, riwalk_view views[RW_FACTOR_VIEWS])
{
    return options->view_count ? choose_views(options, views) : split_view(options, views);
}

bool rw_factor_same_roles(const riwalk_view *a, const riwalk_view *b)
{
    return a->identifier == b->identifier && a->radius == b->radius && a->classes == b->classes &&
           a->class_base == b->class_base;
}

static uint64_t prepared(rw_factor_run *run, uint64_t room, bool lean)
{
    for (uint32_t v = 0; v < run->view_count; v++) {
        run->setups[v].room = room;
        run->setups[v].lean = lean;
    }
    return rw_engine_prepared_bytes(run->all, run->view_count);
}

/* Divides a memory limit. The graph, and an eighth for workers and their profiles, come first; then
 * planes of hubs, which save the most time; the rest is for rows in cells. */
static void share_room(rw_factor_run *run)
{
    const rw_embedding *e = run->embedding;
    uint64_t limit = e->options.memory, names = (uint64_t)e->graph->node_count * RW_NAME_BYTES;
    uint64_t used = rw_embedding_bytes(e) - names + limit / 8, room = run->setups[0].room;

    if (!limit)
        return;
    if (used + room > limit)
        room = limit > used ? limit - used : 0;
    if (used + prepared(run, room, false) > limit)
        prepared(run, room, true);
}

riwalk_status rw_factor_run_init(rw_factor_run *run, rw_embedding *embedding, uint32_t anchors,
                                 riwalk_error *error)
{
    riwalk_options walks = embedding->options;

    *run = (rw_factor_run){.embedding = embedding, .group = embedding->options.group};
    run->view_count = rw_factor_run_views(&embedding->options, run->views);
    if (embedding->options.view_count)
        walks.role = NULL;
    for (uint32_t v = 0; v < run->view_count; v++) {
        walks.view = run->views[v];
        run->all[v] = &run->setups[v];
        RW_MUST(rw_walk_setup_init(&run->setups[v], embedding->graph, &walks, error));
    }
    share_room(run);
    RW_MUST(rw_engine_open(run->all, run->view_count, &embedding->options.run, anchors,
                           &run->engine, error));
    embedding->report.device = run->engine->device;
    return RIWALK_STATUS_OK;
}

void rw_piece_free(rw_piece *piece)
{
    for (uint32_t v = 0; v < RW_FACTOR_VIEWS; v++)
        rw_profiles_free(piece->profiles[v]);
    *piece = (rw_piece){0};
}

void rw_factor_run_forget(rw_factor_run *run)
{
    rw_matrix_close(run->matrix);
    run->matrix = NULL;
    while (run->piece_count)
        rw_piece_free(&run->pieces[--run->piece_count]);
    run->entries = 0;
    memset(run->exact, 0, sizeof run->exact);
}

void rw_factor_run_free(rw_factor_run *run)
{
    rw_engine_close(run->engine);
    for (size_t p = 0; run->own_folder && p < run->piece_count; p++)
        rw_work_remove(run, &run->pieces[p]);
    if (run->own_folder)
        rw_os_remove(run->folder);
    riwalk_part_free(run->work);
    rw_piece_free(&run->opened);
    rw_free(run->measures);
    rw_factor_run_forget(run);
    rw_free(run->pieces);
    for (uint32_t v = 0; v < run->view_count; v++) {
        rw_role_set_free(&run->roles[v]);
        rw_walk_setup_free(&run->setups[v]);
    }
}

/* ---- Counting ---- */

/* An earlier view with the same roles plus the anchor's part: its walks can be used again. Returns
 * v if there is none. */
static uint32_t same_walks(const rw_factor_run *run, uint32_t v)
{
    const rw_walk_setup *setup = &run->setups[v];

    if (setup->bits.anchor || !setup->field_count || setup->identifier->walked ||
        setup->view.role_anchor == RIWALK_ROLE_ANCHOR_AWAY)
        return v;
    for (uint32_t other = 0; other < v; other++)
        if (run->setups[other].bits.anchor &&
            rw_factor_same_roles(&run->setups[other].view, &setup->view))
            return other;
    return v;
}

uint64_t rw_factor_run_walked(const rw_factor_run *run)
{
    uint64_t count = 0;

    for (uint32_t v = 0; v < run->view_count; v++)
        count += same_walks(run, v) == v;
    return count;
}

static riwalk_status count_views(rw_factor_run *run, rw_anchors anchors, bool only,
                                 rw_progress *progress, rw_piece *piece, riwalk_error *error)
{
    anchors.twins = run->embedding->twins;
    for (uint32_t v = 0; v < run->view_count; v++) {
        uint32_t other = same_walks(run, v);
        uint64_t bytes;

        if (other < v) {
            RW_MUST(rw_profiles_drop_anchor(piece->profiles[other], &run->setups[other],
                                            &run->setups[v], &piece->profiles[v], error));
            continue;
        }
        RW_MUST(rw_profiles_collect(run->engine, v, anchors, run->setups[v].directed, progress,
                                    &piece->profiles[v], error));
        bytes = rw_engine_worker_bytes(run->engine, v);
        run->worker_bytes = bytes > run->worker_bytes ? bytes : run->worker_bytes;
        if (only)
            rw_engine_rest(run->engine, v); /* frees the workers */
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_factor_run_count(rw_factor_run *run, rw_anchors anchors, rw_progress *progress,
                                  riwalk_error *error)
{
    uint64_t total = anchors.count * rw_factor_run_walked(run);
    bool only = !progress, found = false;
    rw_progress own;
    rw_piece *piece;

    RW_HAVE(rw_grow_at(&run->pieces, &run->piece_room, run->piece_count + 1, sizeof *run->pieces,
                       error));
    piece = &run->pieces[run->piece_count++];
    *piece = (rw_piece){.first = anchors.first, .count = anchors.count};
    if (only)
        rw_progress_begin(progress = &own, &run->embedding->options.run, "walking", "anchors",
                          total);
    if (run->work)
        RW_MUST(rw_work_load(run, piece, &found, error));
    if (found)
        RW_MUST(rw_progress_add(progress, total, error));
    else
        RW_MUST(count_views(run, anchors, only, progress, piece, error));
    if (run->work && !found)
        RW_MUST(rw_work_save(run, piece, error));
    for (uint32_t v = 0; v < run->view_count; v++) {
        run->entries += piece->profiles[v]->of ? 0 : piece->profiles[v]->entry_count;
        run->exact[v] += piece->profiles[v]->exact_count;
    }
    return RIWALK_STATUS_OK;
}
