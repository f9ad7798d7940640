/* SPDX-License-Identifier: MIT */
/* Values of options: converts texts to numbers, choices and strings, and checks their limits. */
#include "cli.h"

#include <math.h>

bool cli_is_listed(const char *text, size_t length, const char *list)
{
    while (list && *list) {
        size_t word = strcspn(list, " ");

        if (word == length && !memcmp(text, list, length))
            return true;
        list += word + strspn(list + word, " ");
    }
    return false;
}

static const cli_choice *find_choice(const cli_choice *choice, const char *value)
{
    for (; choice && choice->name; choice++)
        if (!strcmp(choice->name, value) || cli_is_listed(value, strlen(value), choice->aliases))
            return choice;
    return NULL;
}

/* "auto, yes, no" */
static void list_choices(const cli_choice *choices, char *text, size_t size)
{
    *text = 0;
    for (; choices && choices->name; choices++)
        rw_append(text, size, "%s%s", *text ? ", " : "", choices->name);
}

/* Refuses a wrong number, with the words allowed instead: ", or auto". */
static _Noreturn void refuse_number(const cli_option *option, const char *label, const char *value,
                                    const char *limits)
{
    char names[256];

    list_choices(option->choices, names, sizeof names);
    if (limits)
        cli_usage("%s: %s is out of range: %s%s%s", label, value, limits, *names ? ", or " : "",
                  names);
    cli_usage("%s: '%s' is not a %s%s%s", label, value,
              option->kind == CLI_REAL ? "number" : "whole number", *names ? " or " : "", names);
}

static uint64_t parse_whole(const cli_option *option, const char *label, const char *value)
{
    uint64_t type_most = option->kind == CLI_U32 ? UINT32_MAX : UINT64_MAX;
    uint64_t most = option->maximum ? option->maximum : type_most;
    const char *digits = value + (*value == '-');
    uint64_t number;
    char limits[64];

    if (!*digits || digits[strspn(digits, "0123456789")])
        refuse_number(option, label, value, NULL);
    snprintf(limits, sizeof limits, "from %" PRIu64 " to %" PRIu64, option->minimum, most);
    if (digits > value || !rw_parse_count((rw_span){digits, strlen(digits)}, &number) ||
        number < option->minimum || number > most)
        refuse_number(option, label, value, limits);
    return number;
}

static double parse_real(const cli_option *option, const char *label, const char *value)
{
    char *end, limits[64];
    double number = strtod(value, &end);

    if (strspn(value, "0123456789+-.eE") != strlen(value) || *end || end == value)
        refuse_number(option, label, value, NULL);
    snprintf(limits, sizeof limits, "from %g to %g", option->least, option->most);
    if (!isfinite(number) || number < option->least || number > option->most)
        refuse_number(option, label, value, limits);
    return number;
}

static _Noreturn void refuse_choice(const cli_option *option, const char *label, const char *value)
{
    cli_suggestion near = cli_suggest_for(value);
    char names[512];

    for (const cli_choice *choice = option->choices; choice->name; choice++)
        cli_suggest_offer(&near, choice->name, choice->name);
    list_choices(option->choices, names, sizeof names);
    cli_usage("%s: '%s' is not one of %s%s%s%s", label, value, names,
              near.answer ? "; did you mean '" : "", near.answer ? near.answer : "",
              near.answer ? "'?" : "");
}

/* Lets the library check a text. */
static void check_setting(const cli_option *option, const char *label, const char *value)
{
    riwalk_options scratch;

    if (option->closed)
        refuse_choice(option, label, value);
    riwalk_options_init(&scratch);
    if (riwalk_options_set(&scratch, option->name, value, &cli_error))
        cli_usage("%s%s", label, cli_error.message + strlen(option->name));
}

void cli_set_value(const cli_option *option, const char *label, const char *value)
{
    const cli_choice *choice = value ? find_choice(option->choices, value) : NULL;
    cli_strings *list = option->store;
    void *store = option->store;

    if ((option->kind == CLI_STRING || option->kind == CLI_STRINGS) && !*value)
        cli_usage("%s: an empty %s is not allowed", label, option->placeholder);
    switch (option->kind) {
    case CLI_U32:
        *(uint32_t *)store =
            choice ? (uint32_t)choice->value : (uint32_t)parse_whole(option, label, value);
        break;
    case CLI_U64:
        *(uint64_t *)store = parse_whole(option, label, value);
        break;
    case CLI_REAL:
        *(double *)store = choice ? choice->value : parse_real(option, label, value);
        break;
    case CLI_CHOICE:
        if (choice)
            *(int *)store = choice->value;
        else
            refuse_choice(option, label, value);
        break;
    case CLI_SETTING:
        *(const char **)store = choice ? choice->name : value;
        if (!choice)
            check_setting(option, label, value);
        break;
    case CLI_STRING:
        *(const char **)store = value;
        break;
    case CLI_STRINGS:
        list->items = cli_resize(list->items, (list->count + 1) * sizeof *list->items);
        list->items[list->count++] = value;
        break;
    default: /* a flag: other kinds are not stored */
        *(bool *)store = true;
    }
}

size_t cli_value_size(cli_kind kind)
{
    static const size_t sizes[] = {
        [CLI_FLAG] = sizeof(bool),           [CLI_U32] = sizeof(uint32_t),
        [CLI_U64] = sizeof(uint64_t),        [CLI_REAL] = sizeof(double),
        [CLI_STRING] = sizeof(const char *), [CLI_SETTING] = sizeof(const char *),
        [CLI_CHOICE] = sizeof(int),          [CLI_VERSION] = 0,
    };

    return sizes[kind];
}

void cli_reset(const cli_option *option)
{
    if (option->store)
        memset(option->store, 0, cli_value_size(option->kind));
    if (option->initial)
        cli_set_value(option, option->name, option->initial);
}
