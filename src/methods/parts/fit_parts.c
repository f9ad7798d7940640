/* SPDX-License-Identifier: MIT */
/* From parts to a model:
 *
 *   compare all parts with the first, and look for gaps and overlaps
 *   merge their tables of roles
 *   factor, in passes over all parts                                  src/train/factor.c
 *   fit measures, if wanted                                           src/roles/measures.c
 *
 * Parts that fit into memory together stay there; the others are read again in every pass. */
#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "methods/parts/part.h"
#include "methods/riwalk/riwalk.h"
#include "model/model.h"
#include "roles/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a part that may not be in memory. */
typedef struct slot {
    const char *path;  /* NULL: the caller has it in memory */
    char name[32];     /* name of a part without a path */
    riwalk_part *part; /* NULL: not in memory */
    bool kept;         /* stays in memory */
    uint32_t first;
    uint32_t end;
    uint64_t checksum; /* of its roles */
} slot;

typedef struct fitting {
    riwalk_fit_options options;
    size_t count;
    slot *slots;       /* [count], ordered by first node once all are known */
    uint64_t room;     /* bytes of parts that may still stay in memory */
    size_t open;       /* the part asked for last; `count`: none */
    riwalk_part *like; /* graph and options of the first part, without profiles */
    const char *like_name;
    rw_role_set roles[RW_FACTOR_VIEWS];
    rw_factor_source source;
    rw_measures_sums sums;
    riwalk_fit_report report;
} fitting;

void riwalk_fit_options_init(riwalk_fit_options *options)
{
    *options = (riwalk_fit_options){.size = sizeof *options};
}

static const char *name_of(const slot *s)
{
    return s->path ? s->path : s->name;
}

static riwalk_status fail_changed(const slot *s, riwalk_error *error)
{
    return rw_fail(error, RIWALK_STATUS_IO, "%s has changed while it was read", name_of(s));
}

/* ---- Parts in memory ---- */

static void let_go(slot *s)
{
    if (s->kept || !s->path)
        return;
    riwalk_part_free(s->part);
    s->part = NULL;
}

/* Loads a part, which stays in memory if there is room. Frees the part loaded before, unless it
 * stays. */
static riwalk_status load(fitting *f, size_t i, riwalk_error *error)
{
    slot *s = &f->slots[i];
    uint64_t nodes, bytes;

    if (f->open < f->count && f->open != i)
        let_go(&f->slots[f->open]);
    f->open = i;
    if (s->part)
        return RIWALK_STATUS_OK;
    RW_MUST(riwalk_part_read(s->path, &s->part, error));
    if (s->end && (s->part->first != s->first || s->part->end != s->end))
        return fail_changed(s, error);
    nodes = s->part->end - s->part->first;
    bytes = s->part->measures ? nodes * RW_MEASURES * sizeof *s->part->measures : 0;
    for (uint32_t v = 0; v < s->part->view_count; v++)
        bytes += rw_profiles_bytes(nodes, s->part->profiles[v]->role_count,
                                   s->part->profiles[v]->entry_count, false);
    s->kept = bytes <= f->room || !strcmp(s->path, "-"); /* a stream cannot be read again */
    if (s->kept)
        f->room -= bytes < f->room ? bytes : f->room;
    return RIWALK_STATUS_OK;
}

static uint64_t checksum_roles(const riwalk_part *part)
{
    uint64_t sum = part->view_count;

    for (uint32_t v = 0; v < part->view_count; v++)
        sum = rw_checksum(part->profiles[v]->roles,
                          part->profiles[v]->role_count * sizeof *part->profiles[v]->roles, sum);
    return sum;
}

static riwalk_status open_part(void *context, size_t piece, const rw_profiles **views,
                               riwalk_error *error)
{
    fitting *f = context;
    slot *s = &f->slots[piece];
    bool renumbered;

    RW_MUST(load(f, piece, error));
    renumbered = s->part->used;
    if (!renumbered && checksum_roles(s->part) != s->checksum)
        return fail_changed(s, error);
    s->part->used = true;
    for (uint32_t v = 0; v < f->source.view_count; v++) {
        views[v] = s->part->profiles[v];
        if (!renumbered)
            RW_MUST(rw_profiles_renumber(s->part->profiles[v], f->source.roles[v],
                                         f->source.role_counts[v], error));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Comparing ---- */

static riwalk_status compare(const fitting *f, const slot *s, riwalk_error *error)
{
    const riwalk_part *a = f->like, *b = s->part;
    rw_span lines[2];

    if (b->used && !s->path)
        return rw_refuse(error, "%s was used by a fit before", name_of(s));
    if (a->graph_checksum != b->graph_checksum || a->node_count != b->node_count ||
        a->graph_count != b->graph_count)
        return rw_refuse(error,
                         "%s is of another graph than %s: checksum %016" PRIx64 " and %" PRIu32
                         " nodes, not %016" PRIx64 " and %" PRIu32,
                         name_of(s), f->like_name, b->graph_checksum, b->node_count,
                         a->graph_checksum, a->node_count);
    if (rw_lines_differ(a->text, b->text, lines))
        return rw_refuse(error,
                         "%s was made with other options than %s: it has '%.*s', not '%.*s'; all "
                         "parts must have the same",
                         name_of(s), f->like_name, RW_CUT(lines[1], 80), RW_CUT(lines[0], 80));
    return RIWALK_STATUS_OK;
}

static int by_first(const void *a, const void *b)
{
    const slot *x = a, *y = b;
    int order = 2 * RW_ORDER(x->first, y->first) + RW_ORDER(x->end, y->end);

    return order ? order : strcmp(name_of(x), name_of(y));
}

/* Checks that the ranges cover every node once. */
static riwalk_status check_ranges(fitting *f, riwalk_error *error)
{
    uint32_t nodes = f->like->node_count, covered = 0;

    qsort(f->slots, f->count, sizeof *f->slots, by_first);
    for (size_t i = 0; i <= f->count; i++) {
        const slot *s = &f->slots[i];
        uint32_t first = i < f->count ? s->first : nodes;

        if (first > covered)
            return rw_refuse(error,
                             "no part has the nodes %" PRIu32 ":%" PRIu32 " (of %" PRIu32
                             "): make it with --anchors %" PRIu32 ":%" PRIu32,
                             covered, first, nodes, covered, first);
        if (first < covered)
            return rw_refuse(error, "the nodes %" PRIu32 ":%" PRIu32 " are in two parts: %s and %s",
                             first, s->end < covered ? s->end : covered, name_of(s - 1),
                             name_of(s));
        covered = i < f->count ? s->end : nodes;
    }
    return RIWALK_STATUS_OK;
}

/* ---- First pass over all parts ---- */

/* Adds the measures of nodes with neighbours; with `fit`, their differences from the means. */
static void add_measures(fitting *f, const riwalk_part *part, rw_measures_fit *fit)
{
    uint32_t count = rw_factor_run_measures(&part->options);

    for (uint32_t a = 0; part->measures && a < part->end - part->first; a++) {
        const double *values = part->measures + (size_t)a * RW_MEASURES;

        if (!rw_profiles_count(part->profiles[0], a, NULL))
            continue;
        if (fit)
            rw_measures_fit_add_off(fit, &f->sums, values);
        else
            rw_measures_fit_add(&f->sums, count, values);
    }
}

/* Notes facts about a part. The first one's graph and options are kept for comparison. */
static riwalk_status look_at(fitting *f, size_t i, riwalk_error *error)
{
    riwalk_part_summary summary = {.size = sizeof summary};
    slot *s = &f->slots[i];

    RW_MUST(load(f, i, error));
    if (!f->like) {
        RW_HAVE(f->like = rw_alloc(1, sizeof *f->like, error));
        *f->like = *s->part;
        memset(f->like->profiles, 0, sizeof f->like->profiles);
        f->like->measures = NULL;
        f->like_name = name_of(s);
        RW_MUST(rw_type_names_copy(&s->part->types, &f->like->types, error));
    }
    RW_MUST(compare(f, s, error));
    RW_MUST(riwalk_part_summarize(s->part, &summary, error));
    s->first = s->part->first;
    s->end = s->part->end;
    f->report.nodes += summary.end - summary.first;
    f->report.isolated += summary.isolated;
    f->report.exact_anchors += summary.exact_anchors;
    s->checksum = checksum_roles(s->part);
    add_measures(f, s->part, NULL);
    for (uint32_t v = 0; v < s->part->view_count; v++)
        RW_MUST(rw_role_set_add(&f->roles[v], s->part->profiles[v]->roles,
                                s->part->profiles[v]->role_count, error));
    return RIWALK_STATUS_OK;
}

/* ---- The model ---- */

static riwalk_status fit_measures(fitting *f, rw_measures_fit *fit, riwalk_error *error)
{
    uint32_t count = rw_factor_run_measures(&f->like->options);

    if (!count)
        return RIWALK_STATUS_OK;
    rw_measures_fit_means(fit, &f->sums, count);
    f->sums = (rw_measures_sums){0};
    for (size_t i = 0; i < f->count; i++) {
        RW_MUST(load(f, i, error));
        add_measures(f, f->slots[i].part, fit);
    }
    rw_measures_fit_deviations(fit, &f->sums);
    return RIWALK_STATUS_OK;
}

/* Whether roles use directions. How they are packed is known from an empty model. */
static riwalk_status find_one_way(const fitting *f, bool *one_way, riwalk_error *error)
{
    const riwalk_part *p = f->like;
    riwalk_model *empty = NULL;

    RW_MUST(rw_model_new(&p->options, p->views, p->view_count, &p->types, &empty, error));
    for (uint32_t v = 0; v < p->view_count; v++)
        *one_way |= rw_roles_one_way(&empty->views[v].setup, f->roles[v].roles, f->roles[v].count);
    riwalk_model_free(empty);
    return RIWALK_STATUS_OK;
}

static riwalk_status fit(fitting *f, riwalk_model **model, riwalk_error *error)
{
    const rw_walk_setup *setups[RW_FACTOR_VIEWS];
    rw_factor_options options;
    RW_OWN(rw_factor *, factor, rw_factor_drop);
    riwalk_model *made;
    riwalk_status status;

    for (size_t i = 0; i < f->count; i++)
        RW_MUST(look_at(f, i, error));
    RW_MUST(check_ranges(f, error));
    f->open = f->count; /* slots have a new order */
    for (size_t i = 0; i < f->count; i++)
        let_go(&f->slots[i]);
    f->source.view_count = f->like->view_count;
    f->source.anchor_count = f->like->node_count;
    f->source.piece_count = f->count;
    f->source.open = open_part;
    f->source.context = f;
    for (uint32_t v = 0; v < f->source.view_count; v++) {
        RW_MUST(rw_role_set_sort(&f->roles[v], error));
        f->source.roles[v] = f->roles[v].roles;
        f->source.role_counts[v] = (uint32_t)f->roles[v].count;
    }
    options = rw_factor_run_options(&f->like->options, f->like->node_count);
    options.run = f->options.run;
    RW_MUST(find_one_way(f, &options.one_way, error));
    RW_MUST(rw_factor_fit(&f->source, &options, &factor, error));
    RW_MUST(fit_measures(f, &factor->measures, error));
    f->report.roles = factor->starts[factor->view_count];
    f->report.measures = 2 * factor->measures.count;
    f->report.rank = factor->rank + f->report.measures;
    RW_MUST(rw_model_from_factor(f->like->views, &f->like->options, &f->like->types, &factor, &made,
                                 error));
    for (uint32_t v = 0; v < made->view_count; v++)
        setups[v] = &made->views[v].setup;
    if ((status = rw_factor_stand_in(made->factor, setups, error)))
        riwalk_model_free(made);
    else
        *model = made;
    return status;
}

/* ---- Both entries: parts in memory, or paths ---- */

static void free_fitting(fitting *f)
{
    for (size_t i = 0; f->slots && i < f->count; i++)
        if (f->slots[i].path)
            riwalk_part_free(f->slots[i].part);
    for (uint32_t v = 0; v < RW_FACTOR_VIEWS; v++)
        rw_role_set_free(&f->roles[v]);
    rw_free(f->slots);
    riwalk_part_free(f->like);
}

/* Either parts or paths is NULL. */
static riwalk_status fit_parts(riwalk_part *const *parts, const char *const *paths, size_t count,
                               const riwalk_fit_options *options, riwalk_model **model,
                               riwalk_fit_report *report, riwalk_error *error)
{
    RW_OWN(fitting, f, free_fitting);
    double start = rw_seconds();

    f.count = f.open = count;
    f.report.size = sizeof f.report;
    riwalk_fit_options_init(&f.options);
    RW_MUST(rw_report_check(report, error));
    RW_MUST(rw_options_copy(&f.options, sizeof f.options, options, error));
    if ((!parts && !paths) || !count || !model)
        return rw_refuse(error, "at least one part is needed, and the model must not be NULL");
    f.options.run = rw_run_resolve(&f.options.run);
    RW_HAVE(f.slots = rw_alloc_zeroed(count, sizeof *f.slots, error));
    for (size_t i = 0; i < count; i++) {
        snprintf(f.slots[i].name, sizeof f.slots[i].name, "part %zu", i + 1);
        f.slots[i].path = paths ? paths[i] : NULL;
        f.slots[i].part = parts ? parts[i] : NULL;
        if (paths ? !paths[i] : !parts[i])
            return rw_refuse(error, "%s is NULL", f.slots[i].name);
    }
    f.room = f.options.memory ? f.options.memory : rw_os_memory() / 2;
    RW_MUST(fit(&f, model, error));
    f.report.seconds = rw_seconds() - start;
    rw_report_hand_over(report, &f.report);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_parts_fit(riwalk_part *const *parts, size_t part_count,
                               const riwalk_fit_options *options, riwalk_model **model,
                               riwalk_fit_report *report, riwalk_error *error)
{
    return fit_parts(parts, NULL, part_count, options, model, report, error);
}

riwalk_status riwalk_parts_fit_files(const char *const *paths, size_t path_count,
                                     const riwalk_fit_options *options, riwalk_model **model,
                                     riwalk_fit_report *report, riwalk_error *error)
{
    return fit_parts(NULL, paths, path_count, options, model, report, error);
}
