/* SPDX-License-Identifier: MIT */
/* Views as text: IDENTIFIER[:RADIUS[:BASE[:ANCHOR[:CLASSES]]]], separated by commas. */
#include "options/options.h"

#include "base/decimal.h"

#include <stdio.h>
#include <stdlib.h>
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

/* Takes the next part of a text, up to a separator; empty at the end of the text. */
static size_t part(const char **at, const char *separators, const char **text)
{
    size_t length = strcspn(*at, separators);

    *text = *at;
    *at += length + ((*at)[length] == separators[0]);
    return length;
}

static bool is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && !memcmp(text, word, length);
}

static bool parse_identifier(const char *text, size_t length, riwalk_identifier *identifier)
{
    for (uint32_t i = 0; i < RW_IDENTIFIERS_MOST; i++)
        if (rw_identifier_is_built_in(i) && is(text, length, identifier_name(i))) {
            *identifier = (riwalk_identifier)i;
            return true;
        }
    return false;
}

static bool parse_radius(const char *text, size_t length, uint32_t *radius)
{
    if (is(text, length, "max")) {
        *radius = RIWALK_RADIUS_UNLIMITED;
        return true;
    }
    if (length < 1 || length > 2 || strspn(text, "0123456789") < length)
        return false;
    *radius = (uint32_t)strtoul(text, NULL, 10);
    return *radius >= 1 && *radius <= RIWALK_MAX_RADIUS;
}

static bool parse_view(const char *text, size_t length, riwalk_view *view)
{
    const char *at = text, *end = text + length, *word;
    size_t size = part(&at, ":,", &word);

    *view = (riwalk_view){RIWALK_IDENTIFIER_SP, 4, RIWALK_DEGREE_CLASSES_LOG,
                          RIWALK_ROLE_ANCHOR_KEEP, RW_LOG_CLASS_BASE};
    if (!parse_identifier(word, size, &view->identifier) || text[length - 1] == ':')
        return false;
    if (at < end && (size = part(&at, ":,", &word), !parse_radius(word, size, &view->radius)))
        return false;
    if (at < end) {
        size = part(&at, ":,", &word);
        if (is(word, size, "none"))
            view->classes = RIWALK_DEGREE_CLASSES_NONE;
        else if (!rw_parse_double(word, size, &view->class_base) ||
                 !(view->class_base >= RW_LEAST_CLASS_BASE && view->class_base <= 1e18))
            return false;
    }
    if (at < end) {
        size = part(&at, ":,", &word);
        if (is(word, size, "drop"))
            view->role_anchor = RIWALK_ROLE_ANCHOR_DROP;
        else if (is(word, size, "away"))
            view->role_anchor = RIWALK_ROLE_ANCHOR_AWAY;
        else if (!is(word, size, "keep"))
            return false;
    }
    if (at < end) {
        size = part(&at, ":,", &word);
        if (view->classes == RIWALK_DEGREE_CLASSES_NONE || !is(word, size, "share"))
            return view->classes == RIWALK_DEGREE_CLASSES_LOG && is(word, size, "log") && at == end;
        view->classes = RIWALK_DEGREE_CLASSES_SHARE;
    }
    return at == end;
}

/* Names of sets of views, with their view_count. */
static const struct {
    const char *name;
    uint32_t count;
} sets[] = {{"one", 0}, {"auto", RIWALK_VIEWS_AUTO}, {"roles", RIWALK_VIEWS_ROLES}};

const char *rw_views_parse(const char *text, riwalk_options *options)
{
    riwalk_view views[RIWALK_MAX_VIEWS];
    const char *at = text, *word;
    uint32_t count = 0;

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(text, sets[i].name)) {
            options->view_count = sets[i].count;
            return NULL;
        }
    do {
        size_t length;

        if (count == RIWALK_MAX_VIEWS)
            return "has more than 8 views";
        length = part(&at, ",", &word);
        if (!parse_view(word, length, &views[count++]))
            return "is not auto, one, roles or a list of views such as "
                   "sp:4:2:keep,sp:4:1.5:keep:share,wl:2:none:drop "
                   "(identifier, radius, class base, anchor, classes)";
    } while (*at || word[strcspn(word, ",")]);
    options->view_count = count;
    memcpy(options->views, views, count * sizeof *views);
    return NULL;
}

size_t rw_views_format(const riwalk_options *options, char *buffer, size_t capacity)
{
    size_t used = 0;

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (options->view_count == sets[i].count)
            return (size_t)snprintf(buffer, capacity, "%s", sets[i].name);
    for (uint32_t v = 0; v < options->view_count; v++) {
        const riwalk_view *view = &options->views[v];
        char radius[16] = "max", base[RW_DOUBLE_CHARS + 1] = "none";

        if (view->radius != RIWALK_RADIUS_UNLIMITED)
            snprintf(radius, sizeof radius, "%u", view->radius);
        if (view->classes != RIWALK_DEGREE_CLASSES_NONE)
            base[rw_format_double(view->class_base, base)] = 0;
        used += (size_t)snprintf(buffer + (used < capacity ? used : capacity),
                                 used < capacity ? capacity - used : 0, "%s%s:%s:%s:%s%s",
                                 v ? "," : "", identifier_name(view->identifier), radius, base,
                                 view->role_anchor == RIWALK_ROLE_ANCHOR_DROP   ? "drop"
                                 : view->role_anchor == RIWALK_ROLE_ANCHOR_AWAY ? "away"
                                                                                : "keep",
                                 view->classes == RIWALK_DEGREE_CLASSES_SHARE ? ":share" : "");
    }
    return used;
}
