/* SPDX-License-Identifier: MIT */
/* The table of options (rows.h): defaults, finding, checking, parsing and formatting. */
#include "options/options.h"

#include "base/decimal.h"
#include "base/error.h"
#include "options/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define OPTION(where, uses, ...) {__VA_ARGS__},
#define FIELD(where, uses, ...) {where, uses},

static const riwalk_option list[] = {OPTIONS(OPTION){0}};
static const field fields[] = {OPTIONS(FIELD)};

#define COUNT (sizeof fields / sizeof *fields)

_Static_assert(sizeof(riwalk_method) == 4 && sizeof(riwalk_trainer) == 4,
               "enums are stored as 32 bits");

const riwalk_option *riwalk_option_list(void)
{
    return list;
}

/* ---- Finding ---- */

/* Compares names; '-' and '_' are equal. */
static bool same_name(const char *a, size_t length, const char *b)
{
    for (size_t i = 0; i < length; i++)
        if (a[i] != b[i] && !(a[i] == '-' && b[i] == '_'))
            return false;
    return !b[length];
}

static bool is_listed(const char *words, const char *name)
{
    rw_span rest = {words, words ? strlen(words) : 0}, word;

    while (rw_span_cut(&rest, ' ', &word))
        if (same_name(word.text, word.length, name))
            return true;
    return false;
}

static size_t find(const char *name)
{
    size_t i = 0;

    while (i < COUNT && !is_listed(list[i].name, name) && !is_listed(list[i].aliases, name))
        i++;
    return i;
}

static const riwalk_option_choice *choice_named(const riwalk_option *option, const char *name)
{
    for (const riwalk_option_choice *c = option->choices; c && c->name; c++)
        if (!strcmp(c->name, name) || is_listed(c->aliases, name))
            return c;
    return NULL;
}

static const riwalk_option_choice *choice_valued(const riwalk_option *option, double value)
{
    for (const riwalk_option_choice *c = option->choices; c && c->name; c++)
        if ((double)c->value == value)
            return c;
    return NULL;
}

/* ---- Fields ---- */

static uint64_t get_whole(const riwalk_options *options, size_t i)
{
    uint64_t value = 0; /* a smaller field fills its first bytes */

    if (fields[i].type == FIELD_METHOD)
        return (uint64_t)options->method << 4 | (uint64_t)options->view.identifier;
    memcpy(&value, (const char *)options + fields[i].offset, fields[i].size);
    return value;
}

/* Sets a field to a number, which is given in both types. */
static void set_number(riwalk_options *options, size_t i, uint64_t whole, double real)
{
    if (fields[i].type == FIELD_METHOD) {
        options->method = (riwalk_method)(whole >> 4);
        options->view.identifier = (riwalk_identifier)(whole & 15);
    } else {
        memcpy((char *)options + fields[i].offset, list[i].kind == REAL ? (void *)&real : &whole,
               fields[i].size);
    }
}

static double get_number(const riwalk_options *options, size_t i)
{
    double real;

    if (list[i].kind != REAL)
        return (double)get_whole(options, i);
    memcpy(&real, (const char *)options + fields[i].offset, sizeof real);
    return real;
}

void riwalk_options_init(riwalk_options *options)
{
    *options = (riwalk_options){.size = sizeof *options};
    for (size_t i = 0; i < COUNT; i++)
        set_number(options, i, (uint64_t)fields[i].usual, fields[i].usual);
}

/* The choice that equals an option's value; NULL if none does. */
static const riwalk_option_choice *choice_of(const riwalk_options *options, size_t i)
{
    return choice_valued(&list[i], get_number(options, i));
}

static double most_of(const riwalk_option *option)
{
    return option->most > option->least ? option->most : 18446744073709551615.0;
}

riwalk_status rw_options_check_ranges(const riwalk_options *options, riwalk_error *error)
{
    for (size_t i = 0; i < COUNT; i++) {
        const riwalk_option *o = &list[i];
        char name[32];
        double value;

        if (o->kind == LIST || o->kind == BYTES)
            continue;
        snprintf(name, sizeof name, "%s", o->name);
        for (char *c = name; *c; c++)
            *c = *c == '-' ? '_' : *c;
        if (fields[i].type == FIELD_METHOD) {
            if (!choice_valued(o, options->method << 4))
                return rw_refuse(error, "unknown method %u", (unsigned)options->method);
            continue;
        }
        if (choice_of(options, i))
            continue;
        if (o->kind == CHOICE)
            return rw_refuse(error, "%s: there is no choice number %" PRIu64, name,
                             get_whole(options, i));
        value = get_number(options, i);
        if (!(value >= o->least && value <= most_of(o)))
            return rw_refuse(error, "%s must be from %.15g to %.15g, not %.15g", name, o->least,
                             o->most, value);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Text ---- */

/* The error for an invalid value: "NAME: 'VALUE' is not ..." */
static riwalk_status refuse(const char *name, const char *value, const riwalk_option *o,
                            riwalk_error *error)
{
    char wanted[352] = "";

    if (o->kind == WHOLE)
        rw_append(wanted, sizeof wanted, "a whole number from %.0f", o->least);
    if (o->kind == WHOLE && o->most > o->least)
        rw_append(wanted, sizeof wanted, " to %.0f", o->most);
    if (o->kind == REAL)
        rw_append(wanted, sizeof wanted, "a number from %g to %g", o->least, o->most);
    if (o->kind == BYTES)
        rw_append(wanted, sizeof wanted, "a size such as 500M or 2G");
    for (const riwalk_option_choice *c = o->choices; c && c->name; c++)
        rw_append(wanted, sizeof wanted, "%s%s",
                  !*wanted    ? ""
                  : c[1].name ? ", "
                              : " or ",
                  c->name);
    return rw_refuse(error, "%s: '%.64s' is not %s", name, value, wanted);
}

/* A number with an optional unit; units are powers of 1000, as for disks and files. */
static bool parse_bytes(const char *value, uint64_t *bytes)
{
    static const char units[] = "kmgt";
    size_t length = strspn(value, "0123456789.");
    const char *end = value + length, *unit = *end ? strchr(units, *end | 0x20) : NULL;
    double number;

    if (!rw_parse_double(value, length, &number))
        return false;
    for (const char *u = units; unit && u <= unit; u++)
        number *= 1000;
    end += unit != NULL;
    end += *end == 'B' || *end == 'b';
    if (*end || !(number >= 0 && number < 1e18))
        return false;
    *bytes = (uint64_t)number;
    return true;
}

static const char *parse_scales(const char *text, riwalk_options *options)
{
    double scales[RIWALK_MAX_SCALES] = {0};
    rw_span rest = {text, strlen(text)}, word;
    uint32_t count = 0;

    while (rw_span_cut(&rest, ',', &word)) {
        if (count == RIWALK_MAX_SCALES ||
            !rw_parse_double(word.text, word.length, &scales[count]) ||
            !(scales[count] >= 1e-6 && scales[count] <= 1e6))
            return "is not auto, or numbers from 1e-6 to 1e6 separated by commas";
        count++;
    }
    options->scale_count = count;
    memcpy(options->scales, scales, count * sizeof *scales);
    return NULL;
}

/* Parses a number of an option; false if it is none or out of its range. */
static bool parse_number(const riwalk_option *o, const char *text, uint64_t *whole, double *real)
{
    rw_span number = {text, strlen(text)};

    if (o->kind == BYTES)
        return parse_bytes(text, whole);
    if (o->kind == CHOICE || (o->kind == REAL ? !rw_parse_double(text, number.length, real)
                                              : !rw_parse_count(number, whole)))
        return false;
    if (o->kind == WHOLE)
        *real = (double)*whole;
    return *real >= o->least && *real <= most_of(o);
}

riwalk_status riwalk_options_set(riwalk_options *options, const char *name, const char *value,
                                 riwalk_error *error)
{
    const riwalk_option_choice *choice;
    const char *fault;
    uint64_t whole = 0;
    double real = 0;
    size_t i;

    if (!options || !name || !value)
        return rw_refuse(error, "the options, the name and the value must not be NULL");
    if ((i = find(name)) == COUNT)
        return rw_refuse(error, "%.64s: there is no such option", name);
    if ((choice = choice_named(&list[i], value))) {
        set_number(options, i, choice->value, (double)choice->value);
    } else if (list[i].kind == LIST) {
        fault = (fields[i].type == FIELD_VIEWS ? rw_views_parse : parse_scales)(value, options);
        return fault ? rw_refuse(error, "%s: '%.64s' %s", name, value, fault) : RIWALK_STATUS_OK;
    } else if (parse_number(&list[i], value, &whole, &real)) {
        set_number(options, i, whole, real);
    } else {
        return refuse(name, value, &list[i], error);
    }
    return RIWALK_STATUS_OK;
}

static void add_real(rw_text *text, const char *before, double value)
{
    char number[RW_DOUBLE_CHARS + 1];

    number[rw_format_double(value, number)] = 0;
    rw_text_add(text, "%s%s", before, number);
}

size_t riwalk_options_get(const riwalk_options *options, const char *name, char *buffer,
                          size_t capacity)
{
    rw_text text = {.buffer = buffer, .capacity = capacity};
    const riwalk_option_choice *choice;
    size_t i = find(name);

    if (i == COUNT)
        return 0;
    if ((choice = choice_of(options, i))) {
        rw_text_add(&text, "%s", choice->name);
    } else if (fields[i].type == FIELD_VIEWS) {
        rw_views_format(options, &text);
    } else if (fields[i].type == FIELD_SCALES) {
        for (uint32_t s = 0; s < options->scale_count; s++)
            add_real(&text, s ? "," : "", options->scales[s]);
    } else if (list[i].kind == REAL) {
        add_real(&text, "", get_number(options, i));
    } else {
        rw_text_add(&text, "%" PRIu64, get_whole(options, i));
    }
    return text.length;
}

bool riwalk_options_use(const riwalk_options *o, const riwalk_option *option)
{
    const riwalk_method_info *method = riwalk_method_describe(o->method);
    bool combination = o->combine != RIWALK_COMBINE_NONE, factor;
    unsigned active = FOR_ALL;
    size_t i = find(option->name);

    if (!method || i == COUNT)
        return false;
    factor = rw_options_factor(o);
    active |= 1u << o->method | (combination ? 1u << rw_combined_method(o) | FOR_COMBINATION : 0);
    active |= method->roles && !(factor && o->view_count) ? FOR_ROLES : 0;
    if ((active & FOR_ROLES) && o->view.classes != RIWALK_DEGREE_CLASSES_NONE)
        active |= FOR_CLASSES;
    active |= method->walks ? FOR_WALKS : 0;
    active |= (method->walks && !factor) || combination ? FOR_SGNS : 0;
    active |= method->roles ? (factor ? FOR_FACTOR : FOR_ROLE_PAIRS) : 0;
    active |= method->features ? FOR_FEATURES : 0;
    return fields[i].uses & active;
}

riwalk_status riwalk_options_check_use(const riwalk_options *resolved, const char *name,
                                       const char *value, riwalk_error *error)
{
    char given[512], usual[512];
    riwalk_options defaults, typed;
    size_t i;

    riwalk_options_init(&defaults);
    typed = defaults;
    RW_MUST(riwalk_options_set(&typed, name, value, error));
    i = find(name);
    riwalk_options_get(&typed, name, given, sizeof given);
    riwalk_options_get(&defaults, name, usual, sizeof usual);
    if (riwalk_options_use(resolved, &list[i]) || !strcmp(given, usual))
        return RIWALK_STATUS_OK;
    return rw_refuse(error, "%.64s has no effect here: it is for %s", name, list[i].use);
}
