/* SPDX-License-Identifier: MIT */
/* Presets, and the values of `auto`. */
#include "options/options.h"

#include "base/error.h"
#include "base/options.h"

#include <math.h>

/* docs/defaults.md says how these were chosen. */
static const char *best_views(const riwalk_options *o)
{
    bool weighted = o->role_weights == RIWALK_USE_YES;

    if (o->role_directions == RIWALK_USE_YES)
        return weighted ? "sp:1:1.5:drop:share,sp:4:1.5:drop:share,wl:2:1.5:drop:share"
                        : "sp:4:1.3:drop,wl:2:1.3:drop,wl:4:1.3:drop";
    return weighted ? "sp:1:1.5:drop:share,wl:2:1.5:drop:share,sp:4:1.5:keep:share,"
                      "sp:4:1.5:drop:share"
                    : "sp:1:1.3:drop,wl:2:1.6:drop,sp:4:1.6:keep,sp:4:1.6:drop";
}

/* A class border by share separates similar nodes wherever it falls. Views with different bases
 * have their borders in different places. */
static const char *role_views(const riwalk_options *o)
{
    return o->role_weights == RIWALK_USE_YES
               ? "wl:1:1.5:drop:share,sp:1:1.5:drop:share,sp:1:3:drop:share,sp:1:6:drop:share"
               : "wl:1:2:drop,sp:4:2:drop";
}

/* docs/defaults.md says how these were chosen. */
void riwalk_options_preset(riwalk_options *options, riwalk_preset preset)
{
    riwalk_options made;

    riwalk_options_init(&made);
    made.run = options->run;
    made.seed = options->seed;
    made.memory = options->memory;
    if (preset == RIWALK_PRESET_FAST || preset == RIWALK_PRESET_BEST ||
        preset == RIWALK_PRESET_ROLES)
        made.trainer = RIWALK_TRAINER_FACTOR;
    if (preset == RIWALK_PRESET_ROLES) {
        made.walk_length = 5;
        made.dimensions = 16;
        made.view_count = RIWALK_VIEWS_ROLES;
    }
    if (preset == RIWALK_PRESET_BEST) {
        made.measures = RIWALK_MEASURES_AUTO;
        made.weighting = RIWALK_WEIGHTING_AUTO;
        made.view_count = RIWALK_VIEWS_AUTO;
    }
    *options = made;
}

/* ---- Checks ---- */

riwalk_status rw_options_check_walks(uint32_t walks, uint32_t length, riwalk_error *error)
{
    if ((uint64_t)walks * length > RW_WALK_TOKENS_LIMIT)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "%u walks of %u tokens: at most %u tokens from one node are supported",
                       walks, length, RW_WALK_TOKENS_LIMIT);
    return RIWALK_STATUS_OK;
}

static riwalk_status check_views(const riwalk_options *o, riwalk_error *error)
{
    if (o->view_count == RIWALK_VIEWS_AUTO || o->view_count == RIWALK_VIEWS_ROLES)
        return RIWALK_STATUS_OK;
    if (o->view_count > RIWALK_MAX_VIEWS)
        return rw_refuse(error, "%u views: there may be up to %d", o->view_count, RIWALK_MAX_VIEWS);
    for (uint32_t v = 0; v < o->view_count; v++) {
        riwalk_options one = *o;

        one.view_count = 0;
        one.view = o->views[v];
        if (!rw_identifier_is_built_in(one.view.identifier) ||
            one.view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH)
            return rw_refuse(
                error,
                "view %u: a view has a built-in role identifier, and keeps or drops the anchor",
                v + 1);
        if (one.view.role_anchor == RIWALK_ROLE_ANCHOR_AWAY)
            one.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP; /* only views may have AWAY */
        if (rw_options_check_ranges(&one, error))
            return RIWALK_STATUS_ARGUMENT;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status check_together(const riwalk_options *o, riwalk_error *error)
{
    if (o->run.threads < 0 || o->run.threads > 1024)
        return rw_refuse(error, "threads must be from 0 to 1024, not %d", o->run.threads);
    if ((unsigned)o->run.device > RIWALK_DEVICE_AUTO)
        return rw_refuse(error, "unknown device %d", (int)o->run.device);
    if (!(o->alpha > 0))
        return rw_refuse(error, "the first learning rate must be above 0");
    if (o->min_alpha > o->alpha)
        return rw_refuse(error, "the last learning rate (%g) must not be above the first (%g)",
                         o->min_alpha, o->alpha);
    if (o->view.identifier != RIWALK_IDENTIFIER_CUSTOM &&
        !rw_identifier_is_built_in(o->view.identifier))
        return rw_refuse(error, "unknown role identifier %d", (int)o->view.identifier);
    if ((o->view.identifier == RIWALK_IDENTIFIER_CUSTOM) != (o->role != NULL))
        return rw_refuse(error,
                         "a custom role identifier needs a role function, and no other takes one");
    for (uint32_t s = 0; s < o->scale_count; s++)
        if (s >= RIWALK_MAX_SCALES || !(o->scales[s] >= 1e-6 && o->scales[s] <= 1e6))
            return rw_refuse(error, "heat scales: at most %d numbers from 1e-6 to 1e6",
                             RIWALK_MAX_SCALES);
    return check_views(o, error);
}

riwalk_status rw_options_take(const riwalk_options *given, riwalk_options *options,
                              riwalk_error *error)
{
    riwalk_options_init(options);
    RW_MUST(rw_options_copy(options, sizeof *options, given, error));
    RW_MUST(rw_options_check_ranges(options, error));
    return check_together(options, error);
}

/* ---- Auto ---- */

static void settle_use(riwalk_use *use, bool there)
{
    if (*use == RIWALK_USE_AUTO)
        *use = there ? RIWALK_USE_YES : RIWALK_USE_NO;
}

/* Strengths have no natural scale, so their classes are by share. */
static void settle_view(riwalk_view *view)
{
    if (view->classes == RIWALK_DEGREE_CLASSES_AUTO)
        view->classes = RIWALK_DEGREE_CLASSES_SHARE;
}

static void settle_classes(riwalk_options *o)
{
    if (o->role_weights != RIWALK_USE_YES)
        return;
    settle_view(&o->view);
    for (uint32_t v = 0; o->view_count <= RIWALK_MAX_VIEWS && v < o->view_count; v++)
        settle_view(&o->views[v]);
}

void rw_options_settle(riwalk_options *o, bool directed, bool weighted, bool typed)
{
    settle_use(&o->role_directions, directed);
    settle_use(&o->role_weights, weighted);
    settle_use(&o->role_types, typed);
    settle_classes(o);
}

/* Methods without walks get the default method's numbers, which are shown but not used. */
static const riwalk_method_info *walks_of(const riwalk_options *o)
{
    const riwalk_method_info *method = riwalk_method_describe(o->method);

    return method->walks ? method : riwalk_method_describe(RIWALK_METHOD_RIWALK);
}

uint32_t rw_options_walks(const riwalk_options *o)
{
    if (o->walks != RIWALK_WALKS_AUTO && o->walks != RIWALK_WALKS_EXACT)
        return o->walks;
    return rw_options_factor(o) ? RW_FACTOR_WALKS : walks_of(o)->walks;
}

uint32_t rw_options_walk_length(const riwalk_options *o)
{
    return o->walk_length != RIWALK_WALK_LENGTH_AUTO ? o->walk_length : walks_of(o)->walk_length;
}

riwalk_view rw_options_view(const riwalk_view *view)
{
    riwalk_view made = *view;

    if (made.classes == RIWALK_DEGREE_CLASSES_AUTO)
        made.classes = RIWALK_DEGREE_CLASSES_LOG;
    if (made.class_base == RIWALK_CLASS_BASE_AUTO)
        made.class_base =
            made.classes == RIWALK_DEGREE_CLASSES_SHARE ? RW_SHARE_CLASS_BASE : RW_LOG_CLASS_BASE;
    return made;
}

/* Call it once role_anchor is not AUTO. */
static bool suits_one_graph(const riwalk_options *o)
{
    return rw_options_factor(o) && o->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH;
}

/* Across graphs the same degree may be high in one and low in another, but being among the first 1
 * % of the nodes means the same. */
static void resolve_views(riwalk_options *o, bool across)
{
    if (o->view.classes == RIWALK_DEGREE_CLASSES_AUTO && across)
        o->view.classes = RIWALK_DEGREE_CLASSES_SHARE;
    o->view = rw_options_view(&o->view);
    if (o->view_count == RIWALK_VIEWS_ROLES)
        rw_views_parse(role_views(o), o);
    else if (o->view_count == RIWALK_VIEWS_AUTO && suits_one_graph(o))
        rw_views_parse(best_views(o), o);
    else if (o->view_count == RIWALK_VIEWS_AUTO)
        o->view_count = 0;
    for (uint32_t v = 0; v < o->view_count; v++)
        o->views[v] = rw_options_view(&o->views[v]);
}

/* Whether roles must mean the same in other graphs. BOTH suits one graph only. */
static bool is_across(const riwalk_options *o, size_t graphs, bool with_model)
{
    return rw_options_factor(o) && (graphs > 1 || with_model) &&
           o->view.role_anchor != RIWALK_ROLE_ANCHOR_BOTH;
}

/* Roles with the anchor's class separate classes, but two anchors on either side of a class border
 * share no role; without the class it is the reverse. So one graph uses both. Across graphs the
 * class is what similar nodes share, and a second view only blurs it. */
static riwalk_role_anchor role_anchor_of(const riwalk_options *o, bool across)
{
    if (o->view.role_anchor != RIWALK_ROLE_ANCHOR_AUTO)
        return o->view.role_anchor;
    return rw_options_factor(o) && !across ? RIWALK_ROLE_ANCHOR_BOTH : RIWALK_ROLE_ANCHOR_KEEP;
}

static riwalk_status check_resolved(const riwalk_options *o, riwalk_error *error)
{
    if (o->walks == RIWALK_WALKS_EXACT && !rw_options_factor(o))
        return rw_refuse(error,
                         "exact walks are for the factor trainer: skip-gram learns from samples");
    if (o->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH && !rw_options_factor(o))
        return rw_refuse(
            error,
            "only the factor trainer takes roles with and without the anchor's class side by side");
    if (o->combine != RIWALK_COMBINE_NONE && o->method == rw_combined_method(o))
        return rw_refuse(error, "a method cannot be combined with itself: choose two");
    if (o->combine != RIWALK_COMBINE_NONE && o->dimensions < 2)
        return rw_refuse(error, "a combination needs at least 2 dimensions, one for each part");
    if (o->method == RIWALK_METHOD_LINE && o->order == RIWALK_ORDER_BOTH &&
        o->dimensions / (o->combine == RIWALK_COMBINE_NONE ? 1 : 2) < 2)
        return rw_refuse(error, "line needs at least 2 dimensions, one for each order");
    if (o->method == RIWALK_METHOD_ROLX && o->role_count > o->dimensions)
        return rw_refuse(error, "%u roles need as many dimensions: there are %u", o->role_count,
                         o->dimensions);
    return rw_options_check_walks(rw_options_walks(o), rw_options_walk_length(o), error);
}

riwalk_status riwalk_options_resolve(const riwalk_options *options, size_t graph_count,
                                     bool with_model, riwalk_options *resolved, riwalk_error *error)
{
    riwalk_options o;
    bool across;

    if (!resolved)
        return rw_refuse(error, "the result must not be NULL");
    RW_MUST(rw_options_take(options, &o, error));
    settle_classes(&o);
    across = is_across(&o, graph_count, with_model);
    o.view.role_anchor = role_anchor_of(&o, across);
    if (o.measures == RIWALK_MEASURES_AUTO)
        o.measures = suits_one_graph(&o) && o.role_directions != RIWALK_USE_YES
                         ? RIWALK_MEASURES_YES
                         : RIWALK_MEASURES_NO;
    if (o.weighting == RIWALK_WEIGHTING_AUTO)
        o.weighting = o.role_directions == RIWALK_USE_YES && o.role_weights != RIWALK_USE_YES
                          ? RIWALK_WEIGHTING_PPMI
                          : RIWALK_WEIGHTING_HELLINGER;
    resolve_views(&o, across);
    if (o.norm == RIWALK_NORM_AUTO && across)
        o.norm = 1;
    else if (o.norm == RIWALK_NORM_AUTO && o.measures != RIWALK_MEASURES_YES)
        o.norm = RW_FACTOR_NORM;
    if (!rw_options_factor(&o) && o.walks == RIWALK_WALKS_AUTO)
        o.walks = rw_options_walks(&o);
    o.walk_length = rw_options_walk_length(&o);
    RW_MUST(check_resolved(&o, error));
    *resolved = o;
    return RIWALK_STATUS_OK;
}
