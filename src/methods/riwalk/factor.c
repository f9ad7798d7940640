/* SPDX-License-Identifier: MIT */
/* RiWalk with the factor trainer:
 *
 *   count the roles that every anchor's walks visit, in each view       factor_run.c, src/engine
 *   find the leading singular vectors of all counts                     src/train/factor.c
 *   project every anchor's counts onto them
 *   add columns with measures of the nodes, if wanted                   src/roles/measures.c
 */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/model.h"
#include "options/options.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* Anchors of a projection task, and vectors that the host hands over at a time. */
#define TASK_ANCHORS 1024
#define VECTORS_AT_ONCE 32

_Static_assert(TASK_ANCHORS <= RW_MATRIX_ROWS, "a device makes the vectors of a task at once");

/* Beside measures, columns of roles get shorter beyond this many nodes, down to the least norm. */
#define LONG_NODES 1000.0
#define LEAST_NORM 0.2

/* ---- Fitting ---- */

uint32_t rw_factor_run_measures(const riwalk_options *o)
{
    return o->measures == RIWALK_MEASURES_YES ? rw_measures_room(o->dimensions) : 0;
}

/* The norm of columns of roles. A regression with the usual penalty reads more into a long column,
 * the more nodes it learns from. Measures say most of what can be told about nodes of large graphs,
 * so beside them columns of roles get shorter as graphs grow. Evidence: docs/defaults.md. */
static double norm_of(const riwalk_options *o, double nodes)
{
    if (o->norm != RIWALK_NORM_AUTO)
        return o->norm;
    return nodes <= LONG_NODES ? RW_FACTOR_NORM
                               : fmax(RW_FACTOR_NORM * pow(LONG_NODES / nodes, 1.5), LEAST_NORM);
}

rw_factor_options rw_factor_run_options(const riwalk_options *options, uint32_t nodes)
{
    return (rw_factor_options){
        .weighting = options->weighting,
        .dimensions = options->dimensions,
        .measures = rw_factor_run_measures(options),
        .norm = norm_of(options, nodes),
        .run = options->run,
    };
}

riwalk_status rw_factor_run_measure(rw_factor_run *run, riwalk_error *error)
{
    const rw_embedding *e = run->embedding;

    if (run->measures || !rw_factor_run_measures(&e->options))
        return RIWALK_STATUS_OK;
    RW_HAVE(run->measures =
                rw_alloc(e->graph->node_count, RW_MEASURES * sizeof *run->measures, error));
    return rw_measures_find(run->setups[0].graph, &e->options.run, run->measures, error);
}

/* Copies all profiles to the device that walked, if they are in memory and the weighting is
 * Hellinger: of all functions only square roots have the same last bit there. */
static riwalk_status open_matrix(rw_factor_run *run, const rw_factor_source *source,
                                 riwalk_error *error)
{
    const riwalk_options *o = &run->embedding->options;
    riwalk_device device = run->embedding->report.device;
    rw_matrix_shape shape = {.views = run->view_count, .pieces = (uint32_t)run->piece_count};
    const rw_profiles **all;
    RW_POOL(pool);

    for (size_t p = 0; p < run->piece_count; p++)
        if (!run->pieces[p].profiles[0])
            return RIWALK_STATUS_OK;
    if (device == RIWALK_DEVICE_CPU || o->weighting != RIWALK_WEIGHTING_HELLINGER)
        return RIWALK_STATUS_OK;
    RW_HAVE(all = rw_take(&pool, run->piece_count, run->view_count * sizeof *all, error));
    for (size_t p = 0; p < run->piece_count; p++)
        for (uint32_t v = 0; v < run->view_count; v++)
            all[p * run->view_count + v] = run->pieces[p].profiles[v];
    for (uint32_t v = 0; v < run->view_count; v++)
        shape.column_starts[v + 1] = shape.column_starts[v] + source->role_counts[v];
    shape.profiles = all;
    return rw_matrix_open(device, &shape, o->run.threads, &run->matrix, error);
}

riwalk_status rw_factor_run_fit(rw_factor_run *run, bool only_parts, rw_factor **factor,
                                riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    rw_factor_options options = rw_factor_run_options(&e->options, e->graph->node_count);
    rw_factor_source source = {.view_count = run->view_count,
                               .piece_count = run->piece_count,
                               .open = rw_factor_run_open,
                               .context = run,
                               .group = run->group};

    source.anchor_count = run->group ? e->graph->node_count : 0;
    for (size_t p = 0; !run->group && p < run->piece_count; p++)
        source.anchor_count += run->pieces[p].count;
    for (uint32_t v = 0; v < run->view_count; v++) {
        const rw_role_set *all = &run->roles[v];
        const rw_profiles *only = all->roles ? NULL : run->pieces[0].profiles[v];

        source.roles[v] = only ? only->roles : all->roles;
        source.role_counts[v] = only ? only->role_count : (uint32_t)all->count;
        options.one_way |=
            rw_roles_one_way(&run->setups[v], source.roles[v], source.role_counts[v]);
    }
    run->one_way = options.one_way;
    RW_MUST(open_matrix(run, &source, error));
    source.matrix = run->matrix;
    options.no_model = !e->model && !run->matrix;
    options.only_parts = only_parts;
    RW_MUST(rw_factor_fit(&source, &options, factor, error));
    if (only_parts)
        return RIWALK_STATUS_OK;
    RW_MUST(rw_factor_stand_in(*factor, run->all, error));
    RW_MUST(rw_factor_run_measure(run, error));
    if (run->measures)
        rw_measures_fit_to(run->setups[0].graph, run->measures, options.measures,
                           &(*factor)->measures);
    return RIWALK_STATUS_OK;
}

uint64_t rw_factor_run_bytes(const rw_factor_run *run, uint64_t roles, uint64_t entries,
                             uint64_t largest, bool in_folder)
{
    const rw_embedding *e = run->embedding;
    uint64_t nodes = e->graph->node_count, anchors = nodes, walking, fitting, vectors;
    uint64_t names = nodes * RW_NAME_BYTES, profiles;

    if (in_folder) { /* one piece, unpacked, twice while its file is read */
        anchors = 2 * (uint64_t)rw_factor_run_range(run);
        anchors = anchors < nodes ? anchors : nodes;
    }
    entries = entries / e->members * anchors / (nodes + !nodes);
    profiles = rw_profiles_bytes(anchors * rw_factor_run_walked(run), roles, entries,
                                 run->setups[0].directed && !in_folder);
    walking = run->worker_bytes * (uint64_t)e->options.run.threads +
              rw_engine_prepared_bytes(run->all, run->view_count);
    fitting = rw_factor_bytes(e->graph->node_count, roles, largest, e->options.dimensions,
                              run->one_way, e->options.run.threads);
    if (in_folder && run->one_way) /* samples underestimate how many roles there are */
        fitting += fitting / 8;
    /* The engine is closed before the fit, and most of the fit is freed before vectors are made. */
    vectors = names + rw_embedding_vector_bytes(e) +
              rw_factor_basis_bytes(roles, nodes, e->options.dimensions, run->one_way && !e->model);
    if (rw_factor_run_measures(&e->options))
        vectors += rw_measures_bytes(e->graph, e->options.run.threads);
    if (walking < fitting)
        walking = fitting;
    return rw_embedding_bytes(e) - names + profiles + (walking > vectors ? walking : vectors);
}

/* ---- Vectors ---- */

typedef struct projection {
    const rw_factor *factor;
    const rw_factor_run *run;
    const rw_piece *piece;
    const rw_profiles *views[RW_FACTOR_VIEWS]; /* the piece's */
    rw_row_reader reader;
    uint32_t before;  /* anchors of earlier pieces, which have earlier rows of the matrix */
    uint32_t at_once; /* anchors of a call */
    float *rows;      /* [threads * at_once * dimensions] */
} projection;

/* Makes the vectors of anchors first .. first + count - 1 of the piece. */
static riwalk_status project_some(const projection *p, int worker, uint32_t first, uint32_t count,
                                  float *rows, riwalk_error *error)
{
    uint32_t dimensions = p->factor->dimensions;

    if (p->run->matrix)
        RW_MUST(rw_matrix_vectors(p->run->matrix, worker, p->before + first, count, rows, error));
    for (uint32_t a = 0; a < count; a++) {
        uint32_t node = p->piece->first + first + a;
        float *row = rows + (size_t)a * dimensions;
        rw_profile profiles[RW_FACTOR_VIEWS];

        if (!p->run->matrix) {
            rw_row_reader_get(&p->reader, worker, first + a, profiles);
            rw_factor_project(p->factor, profiles, row);
        }
        if (p->run->measures && rw_degree(p->run->setups[0].graph, node))
            rw_measures_write(&p->factor->measures, p->run->measures + (size_t)node * RW_MEASURES,
                              dimensions, row);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status project_anchors(void *context, size_t task, int worker, riwalk_error *error)
{
    const projection *p = context;
    size_t row = p->factor->dimensions, end = (task + 1) * TASK_ANCHORS;
    float *rows = p->rows + (size_t)worker * p->at_once * row;

    if (end > p->piece->count)
        end = p->piece->count;
    for (size_t first = task * TASK_ANCHORS; first < end; first += p->at_once) {
        uint32_t count = (uint32_t)(end - first < p->at_once ? end - first : p->at_once);

        RW_MUST(project_some(p, worker, (uint32_t)first, count, rows, error));
        RW_MUST(rw_vectors_put(p->run->embedding->vectors, p->piece->first + (uint32_t)first, count,
                               rows, error));
    }
    return RIWALK_STATUS_OK;
}

/* Task 0 names the vectors, while others project the first anchors. */
static riwalk_status project_or_name(void *context, size_t task, int worker, riwalk_error *error)
{
    const rw_embedding *e = ((const projection *)context)->run->embedding;

    return task ? project_anchors(context, task - 1, worker, error)
                : rw_embedding_name(e, NULL, 0, e->graph->node_count, error);
}

static void free_projection(projection *p)
{
    rw_free(p->reader.room);
    rw_free(p->rows);
}

static riwalk_status project(rw_factor_run *run, const rw_factor *factor, riwalk_error *error)
{
    rw_embedding *e = run->embedding;
    RW_OWN(projection, p, free_projection);
    int threads = e->options.run.threads;

    p.factor = factor;
    p.run = run;
    p.at_once = run->matrix ? TASK_ANCHORS : VECTORS_AT_ONCE;
    RW_MUST(rw_embedding_rows(e, factor->dimensions, error));
    RW_HAVE(p.rows =
                rw_alloc((size_t)threads * p.at_once, factor->dimensions * sizeof *p.rows, error));
    if (run->matrix)
        RW_MUST(rw_matrix_set_basis(run->matrix, factor->basis, factor->dimensions, error));
    if (!run->piece_count)
        RW_MUST(rw_embedding_name(e, NULL, 0, e->graph->node_count, error));
    for (size_t i = 0, tasks; i < run->piece_count; i++) {
        p.piece = &run->pieces[i];
        RW_MUST(rw_factor_run_open(run, i, p.views, error));
        RW_MUST(rw_row_reader_open(&p.reader, p.views, run->view_count, threads, error));
        tasks = ((size_t)p.piece->count + TASK_ANCHORS - 1) / TASK_ANCHORS;
        RW_MUST(i ? rw_parallel(threads, tasks, project_anchors, &p, error)
                  : rw_parallel(threads, tasks + 1, project_or_name, &p, error));
        p.before += p.piece->count;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status fill_report(const rw_factor_run *run, const rw_factor *factor,
                                 riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    riwalk_embed_report *report = &run->embedding->report;
    uint64_t sums[2 + RW_FACTOR_VIEWS] = {run->entries, report->damaged_parts}, *exact = sums + 2;

    memcpy(exact, run->exact, sizeof run->exact);
    RW_MUST(rw_group_sum(run->group, sums, 2 + run->view_count, error));
    report->damaged_parts = (uint32_t)sums[1];
    report->exact_anchors = (uint32_t)exact[0];
    report->sampled_walks = run->setups[0].walks;
    for (uint32_t v = 0; v < run->view_count; v++)
        if (exact[v] < report->exact_anchors)
            report->exact_anchors = (uint32_t)exact[v];
    report->roles = factor->starts[factor->view_count];
    report->measures = 2 * factor->measures.count;
    report->rank = factor->rank + report->measures;
    report->memory_bytes =
        rw_factor_run_bytes(run, report->roles, sums[0], factor->largest, run->work);
    for (uint32_t a = 0; a < e->graph->node_count; a++)
        report->isolated += !rw_degree(run->setups[0].graph, a);
    return RIWALK_STATUS_OK;
}

/* Decides how many bytes of profiles may be in memory; the rest needs a folder. Estimates first, so
 * that what cannot fit is refused before the long work; if an estimate would sample much of a small
 * graph, all profiles go to the folder, and check_counted refuses. Without a limit but with a
 * folder, the free memory is the limit. */
static riwalk_status find_room(rw_factor_run *run, riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    bool folder = rw_factor_run_has_folder(run);
    uint64_t nodes = e->graph->node_count, limit = e->options.memory;
    uint64_t known = rw_embedding_bytes(e), most = known + rw_embedding_vector_bytes(e);
    riwalk_estimate estimate = {0};

    RW_MUST(rw_embedding_check_limit(e, most, error));
    if (!limit) {
        /* At worst every step of a walk meets another role. */
        for (uint32_t v = 0; v < run->view_count; v++)
            most += rw_profiles_bytes(
                nodes, 0, nodes * run->setups[v].walks * run->setups[v].walk_length, false);
        limit = known - nodes * RW_NAME_BYTES + rw_os_memory_free();
        if (!folder || most < limit / 2)
            return RIWALK_STATUS_OK;
    }
    if (folder && !run->group && e->graph->node_count < 4 * rw_factor_run_sample(run)) {
        run->room = 1;
        run->room_is_guess = true;
        return RIWALK_STATUS_OK;
    }
    RW_MUST(rw_factor_run_foresee(run, false, &estimate, error));
    if (folder && estimate.memory_bytes > limit)
        run->room = limit > estimate.least_memory_bytes ? limit - estimate.least_memory_bytes : 1;
    return rw_embedding_check_limit(e, estimate.least_memory_bytes, error);
}

/* Refuses a run that was not estimated if its counts do not fit. */
static riwalk_status check_counted(rw_factor_run *run, riwalk_error *error)
{
    uint64_t limit = run->embedding->options.memory, roles = 0, bytes;
    rw_factor *parts = NULL;

    if (!run->room_is_guess || !limit)
        return RIWALK_STATUS_OK;
    for (uint32_t v = 0; v < run->view_count; v++)
        roles += run->roles[v].count;
    bytes = rw_factor_run_bytes(run, roles, run->entries, roles, true);
    if (bytes > limit) { /* the roles may be of several parts */
        RW_MUST(rw_factor_run_fit(run, true, &parts, error));
        bytes = rw_factor_run_bytes(run, roles, run->entries, parts->largest, true);
        rw_factor_free(parts);
    }
    return rw_embedding_check_limit(run->embedding, bytes, error);
}

/* Hands over the profiles that the caller asked for. */
static void hand_over_also(const rw_factor_run *run, rw_view_profiles *also)
{
    rw_profiles **own = run->piece_count ? run->pieces[0].profiles : NULL;

    for (uint32_t v = 0; also && run->piece_count == 1 && v < run->view_count; v++) {
        if (also->profiles || !rw_factor_same_roles(&run->views[v], &also->view) ||
            run->views[v].role_anchor != also->view.role_anchor)
            continue;
        also->profiles = own[v];
        own[v] = NULL;
        for (uint32_t other = 0; other < v && also->profiles->of; other++)
            if (also->profiles->of == own[other])
                rw_profiles_take_rows(also->profiles, own[other]);
    }
}

riwalk_status rw_riwalk_factor_embed(rw_embedding *e, riwalk_error *error)
{
    RW_OWN(rw_factor_run, run, rw_factor_run_free);
    RW_OWN(rw_factor *, factor, rw_factor_drop);
    double start = rw_seconds();

    RW_MUST(rw_factor_run_init(&run, e, e->graph->node_count, error));
    if (e->estimate)
        return rw_factor_run_foresee(&run, true, e->estimate, error);
    RW_MUST(find_room(&run, error));
    RW_MUST(rw_factor_run_count_all(&run, error));
    RW_MUST(check_counted(&run, error));
    e->report.walk_seconds = rw_seconds() - start;
    RW_MUST(rw_factor_run_fit(&run, false, &factor, error));
    RW_MUST(fill_report(&run, factor, error));
    RW_MUST(project(&run, factor, error));
    if (e->model)
        RW_MUST(rw_model_from_factor(run.views, &e->options, &e->graph->type_names, &factor,
                                     e->model, error));
    hand_over_also(&run, e->also);
    return RIWALK_STATUS_OK;
}
