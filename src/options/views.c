/* SPDX-License-Identifier: MIT */
/* Views as text: IDENTIFIER[:RADIUS[:BASE[:ANCHOR[:CLASSES]]]], separated by commas. */
#include "options/options.h"

#include "base/decimal.h"

#include <stdio.h>
#include <string.h>

/* The name of an identifier: its method's name without "riwalk-"; NULL: none. */
static const char *identifier_name(uint32_t identifier)
{
    const riwalk_option_choice *c = rw_method_choices;

    if (identifier >= RW_IDENTIFIERS_MOST)
        return NULL;
    while (c->name && c->value != RW_METHOD_CHOICE(RIWALK_METHOD_RIWALK, identifier))
        c++;
    return c->name ? strchr(c->name, '-') + 1 : NULL;
}

bool rw_identifier_is_built_in(uint32_t identifier)
{
    return identifier_name(identifier) != NULL;
}

static bool parse_identifier(rw_span word, riwalk_view *view)
{
    for (uint32_t i = 0; i < RW_IDENTIFIERS_MOST; i++)
        if (rw_identifier_is_built_in(i) && rw_span_is(word, identifier_name(i))) {
            view->identifier = (riwalk_identifier)i;
            return true;
        }
    return false;
}

static bool parse_radius(rw_span word, riwalk_view *view)
{
    uint64_t radius;
    bool all = rw_span_is(word, "max");

    if (!all && (word.length > 2 || !rw_parse_count(word, &radius) || radius < 1 ||
                 radius > RIWALK_MAX_RADIUS))
        return false;
    view->radius = all ? RIWALK_RADIUS_UNLIMITED : (uint32_t)radius;
    return true;
}

static bool parse_base(rw_span word, riwalk_view *view)
{
    if (rw_span_is(word, "none")) {
        view->classes = RIWALK_DEGREE_CLASSES_NONE;
        return true;
    }
    return rw_parse_double(word.text, word.length, &view->class_base) &&
           view->class_base >= RW_LEAST_CLASS_BASE && view->class_base <= 1e18;
}

/* What a view may do with the anchor. */
static const struct {
    const char *name;
    riwalk_role_anchor value;
} anchors[] = {{"keep", RIWALK_ROLE_ANCHOR_KEEP},
               {"drop", RIWALK_ROLE_ANCHOR_DROP},
               {"away", RIWALK_ROLE_ANCHOR_AWAY}};

static bool parse_anchor(rw_span word, riwalk_view *view)
{
    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++)
        if (rw_span_is(word, anchors[i].name)) {
            view->role_anchor = anchors[i].value;
            return true;
        }
    return false;
}

static bool parse_classes(rw_span word, riwalk_view *view)
{
    bool share = rw_span_is(word, "share");

    if (view->classes == RIWALK_DEGREE_CLASSES_NONE || (!share && !rw_span_is(word, "log")))
        return false;
    view->classes = share ? RIWALK_DEGREE_CLASSES_SHARE : RIWALK_DEGREE_CLASSES_LOG;
    return true;
}

static bool parse_view(rw_span text, riwalk_view *view)
{
    static bool (*const parts[])(rw_span, riwalk_view *) = {
        parse_identifier, parse_radius, parse_base, parse_anchor, parse_classes};
    rw_span word;

    *view = (riwalk_view){RIWALK_IDENTIFIER_SP, 4, RIWALK_DEGREE_CLASSES_LOG,
                          RIWALK_ROLE_ANCHOR_KEEP, RW_LOG_CLASS_BASE};
    for (size_t i = 0; rw_span_cut(&text, ':', &word); i++)
        if (i == sizeof parts / sizeof *parts || !parts[i](word, view))
            return false;
    return true;
}

const char *rw_views_parse(const char *text, riwalk_options *options)
{
    riwalk_view views[RIWALK_MAX_VIEWS] = {0};
    rw_span rest = {text, strlen(text)}, word;
    uint32_t count = 0;

    while (rw_span_cut(&rest, ',', &word)) {
        if (count == RIWALK_MAX_VIEWS)
            return "has more than 8 views";
        if (!parse_view(word, &views[count++]))
            return "is not auto, one, roles or a list of views such as "
                   "sp:4:2:keep,sp:4:1.5:keep:share,wl:2:none:drop "
                   "(identifier, radius, class base, anchor, classes)";
    }
    options->view_count = count;
    memcpy(options->views, views, count * sizeof *views);
    return NULL;
}

void rw_views_format(const riwalk_options *options, rw_text *text)
{
    for (uint32_t v = 0; options->view_count <= RIWALK_MAX_VIEWS && v < options->view_count; v++) {
        const riwalk_view *view = &options->views[v];
        char radius[16] = "max", base[RW_DOUBLE_CHARS + 1] = "none";
        size_t anchor = 0;

        if (view->radius != RIWALK_RADIUS_UNLIMITED)
            snprintf(radius, sizeof radius, "%u", view->radius);
        if (view->classes != RIWALK_DEGREE_CLASSES_NONE)
            base[rw_format_double(view->class_base, base)] = 0;
        for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++)
            if (anchors[i].value == view->role_anchor)
                anchor = i;
        rw_text_add(text, "%s%s:%s:%s:%s%s", v ? "," : "", identifier_name(view->identifier),
                    radius, base, anchors[anchor].name,
                    view->classes == RIWALK_DEGREE_CLASSES_SHARE ? ":share" : "");
    }
}
