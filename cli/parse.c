/* SPDX-License-Identifier: MIT */
/* The parser: finds options in the tables, checks their values fully, and stores them. */
#include "parse.h"

#include "report.h"
#include "riwalk.h"
#include "suggest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The words that are left to parse. */
typedef struct words {
    const cli_command *command;
    int count;
    char **at;
    char notes[256]; /* on names of earlier versions, "; " between them */
    const char *(*refuse)(const cli_option *option); /* not NULL: values are checked, not stored */
} words;

/* Whether a list of words split by spaces holds a name; NULL is an empty list. */
static bool is_listed(const char *text, size_t length, const char *list)
{
    while (list && *list) {
        size_t word = strcspn(list, " ");

        if (word == length && !memcmp(text, list, length))
            return true;
        list += word + strspn(list + word, " ");
    }
    return false;
}

/* Notes that a name has changed; said at the end, when it is known whether --quiet was given. */
static void note_former(words *w, const char *was, const char *is)
{
    size_t used = strlen(w->notes);

    snprintf(w->notes + used, sizeof w->notes - used, "%s%s is now %s", used ? "; " : "", was, is);
}

/* ---- Values. `label` is what the user typed for the option: "--nodes", "-o", "KIND". ---- */

static bool bad_value(const words *w, const char *label, const char *value, const char *expected)
{
    cli_usage(w->command, "%s: '%s' is not %s", label, value, expected);
    return false;
}

static const cli_choice *find_choice(const cli_choice *choice, const char *value)
{
    for (; choice && choice->name; choice++)
        if (!strcmp(choice->name, value) || is_listed(value, strlen(value), choice->aliases) ||
            is_listed(value, strlen(value), choice->former))
            return choice;
    return NULL;
}

/* "auto, yes, no" */
static void list_choices(const cli_choice *choices, char *text, size_t size)
{
    size_t used = 0;

    text[0] = 0;
    for (; choices && choices->name && used < size; choices++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", choices->name);
}

static bool set_whole(const words *w, const cli_option *option, const char *label,
                      const char *value)
{
    uint64_t type_most = option->kind == CLI_U32 ? UINT32_MAX : UINT64_MAX;
    uint64_t most = option->maximum ? option->maximum : type_most;
    const cli_choice *choice = find_choice(option->choices, value);
    const char *digits = value + (*value == '-');
    unsigned long long number;
    char names[256];

    if (choice) {
        *(uint32_t *)option->store = (uint32_t)choice->value;
        return true;
    }
    list_choices(option->choices, names, sizeof names);
    if (!*digits || digits[strspn(digits, "0123456789")]) {
        cli_usage(w->command, "%s: '%s' is not a whole number%s%s", label, value,
                  *names ? " or " : "", names);
        return false;
    }
    errno = 0;
    number = strtoull(digits, NULL, 10);
    if (digits > value || errno == ERANGE || number < option->minimum || number > most) {
        cli_usage(w->command, "%s: %s is out of range: from %" PRIu64 " to %" PRIu64 "%s%s", label,
                  value, option->minimum, most, *names ? ", or " : "", names);
        return false;
    }
    if (option->kind == CLI_U32)
        *(uint32_t *)option->store = (uint32_t)number;
    else
        *(uint64_t *)option->store = number;
    return true;
}

static bool set_real(const words *w, const cli_option *option, const char *label, const char *value)
{
    char *end;
    double number = strtod(value, &end);

    if (strspn(value, "0123456789+-.eE") != strlen(value) || *end || end == value)
        return bad_value(w, label, value, "a number");
    if (!isfinite(number) || number < option->least || number > option->most) {
        cli_usage(w->command, "%s: %s is out of range: from %g to %g", label, value, option->least,
                  option->most);
        return false;
    }
    *(double *)option->store = number;
    return true;
}

/* A number and perhaps a unit: powers of 1000, as disks and files are measured. */
static bool set_bytes(const words *w, const cli_option *option, const char *label,
                      const char *value)
{
    static const char units[] = "kmgt";
    char *end;
    double number = strtod(value, &end);
    const char *unit = *end ? strchr(units, *end | 0x20) : NULL;

    for (const char *u = units; unit && u <= unit; u++)
        number *= 1000;
    end += unit != NULL;
    end += *end == 'B' || *end == 'b';
    if (*end || end == value || strspn(value, "0123456789.") == 0)
        return bad_value(w, label, value, "a size such as 500M or 2G");
    if (!(number >= 1 && number < 1e18)) {
        cli_usage(w->command, "%s: %s is out of range", label, value);
        return false;
    }
    *(uint64_t *)option->store = (uint64_t)number;
    return true;
}

static bool set_choice(words *w, const cli_option *option, const char *label, const char *value)
{
    const cli_choice *found = find_choice(option->choices, value);
    cli_suggestion near = cli_suggest_for(value);
    char names[512];

    if (found) {
        *(int *)option->store = found->value;
        if (is_listed(value, strlen(value), found->former))
            note_former(w, value, found->name);
        return true;
    }
    for (const cli_choice *choice = option->choices; choice->name; choice++)
        cli_suggest_offer(&near, choice->name, choice->name);
    list_choices(option->choices, names, sizeof names);
    if (near.answer)
        cli_usage(w->command, "%s: '%s' is not one of %s; did you mean '%s'?", label, value, names,
                  near.answer);
    else
        cli_usage(w->command, "%s: '%s' is not one of %s", label, value, names);
    return false;
}

static bool add_string(cli_strings *list, const char *value)
{
    const char **items = realloc(list->items, (list->count + 1) * sizeof *items);

    if (!items) {
        cli_fail("not enough memory for the arguments");
        return false;
    }
    items[list->count++] = value;
    list->items = items;
    return true;
}

static bool set_string(const words *w, const cli_option *option, const char *label,
                       const char *value)
{
    if (!*value) {
        cli_usage(w->command, "%s: an empty %s has no meaning", label, option->placeholder);
        return false;
    }
    if (option->kind == CLI_STRINGS)
        return add_string(option->store, value);
    *(const char **)option->store = value;
    return true;
}

/* Text for the library, which knows what it may be; words that are choices here are all there are.
 */
static bool set_setting(words *w, const cli_option *option, const char *label, const char *value)
{
    const cli_choice *choice = find_choice(option->choices, value);
    cli_suggestion near = cli_suggest_for(value);
    riwalk_options scratch;
    riwalk_error error;
    char names[512];

    *(const char **)option->store = choice ? choice->name : value;
    if (choice)
        return true;
    riwalk_options_init(&scratch);
    if (!option->closed) {
        if (!riwalk_options_set(&scratch, option->name, value, &error))
            return true;
        cli_usage(w->command, "%s%s", label, error.message + strlen(option->name));
        return false;
    }
    for (choice = option->choices; choice->name; choice++)
        cli_suggest_offer(&near, choice->name, choice->name);
    list_choices(option->choices, names, sizeof names);
    cli_usage(w->command, "%s: '%s' is not one of %s%s%s%s", label, value, names,
              near.answer ? "; did you mean '" : "", near.answer ? near.answer : "",
              near.answer ? "'?" : "");
    return false;
}

/* `value` is NULL for the kinds that take none. */
static cli_parsed set(words *w, const cli_option *option, const char *label, const char *value)
{
    bool fine = true;

    switch (option->kind) {
    case CLI_U32:
    case CLI_U64:
        fine = set_whole(w, option, label, value);
        break;
    case CLI_REAL:
        fine = set_real(w, option, label, value);
        break;
    case CLI_BYTES:
        fine = set_bytes(w, option, label, value);
        break;
    case CLI_CHOICE:
        fine = set_choice(w, option, label, value);
        break;
    case CLI_SETTING:
        fine = set_setting(w, option, label, value);
        break;
    case CLI_STRING:
    case CLI_STRINGS:
        fine = set_string(w, option, label, value);
        break;
    case CLI_FLAG:
        *(bool *)option->store = true;
        break;
    case CLI_HELP:
        return CLI_PARSED_HELP;
    case CLI_HELP_ALL:
        return CLI_PARSED_HELP_ALL;
    case CLI_VERSION:
        return CLI_PARSED_VERSION;
    }
    return fine ? CLI_PARSED_FINE : CLI_PARSED_BAD;
}

static cli_parsed store(words *w, cli_option *option, const char *label, const char *value)
{
    union {
        bool flag;
        uint64_t whole;
        double real;
        const char *string;
        cli_strings strings;
    } scratch = {0};
    cli_option copy = *option;
    cli_parsed parsed = CLI_PARSED_BAD;
    const char *why = NULL;

    if (!w->refuse) {
        option->given = true;
        return set(w, option, label, value);
    }
    copy.store = &scratch;
    if ((why = w->refuse(option)))
        cli_usage(w->command, "%s: %s", label, why);
    else
        parsed = set(w, &copy, label, value);
    if (option->kind == CLI_STRINGS)
        free(scratch.strings.items);
    return parsed;
}

/* ---- Options ---- */

static bool takes_value(const cli_option *option)
{
    return option->kind != CLI_FLAG && option->kind < CLI_HELP;
}

static cli_option *find_in(cli_option *options, const char *text, size_t length)
{
    for (; options && options->help; options++)
        if (is_listed(text, length, options->name) || is_listed(text, length, options->aliases) ||
            is_listed(text, length, options->former))
            return options;
    return NULL;
}

cli_option *cli_find_option(const cli_command *command, const char *text, size_t length)
{
    cli_option *found = find_in(command->positionals, text, length);

    for (int g = 0; !found && command->groups[g]; g++)
        found = find_in(command->groups[g]->options, text, length);
    return found;
}

static cli_option *find_letter(const cli_command *command, char letter)
{
    for (int g = 0; command->groups[g]; g++)
        for (cli_option *option = command->groups[g]->options; option->help; option++)
            if (option->letter == letter)
                return option;
    return NULL;
}

static cli_parsed unknown_name(const words *w, const char *text, size_t length)
{
    char name[64];
    cli_suggestion near;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    near = cli_suggest_for(name);
    for (int g = 0; w->command->groups[g]; g++)
        for (const cli_option *option = w->command->groups[g]->options; option->help; option++)
            cli_suggest_offer(&near, option->name, option->name);
    if (near.answer)
        cli_usage(w->command, "unknown option '--%s'; did you mean '--%s'?", name, near.answer);
    else
        cli_usage(w->command, "unknown option '--%s'", name);
    return CLI_PARSED_BAD;
}

/* Takes the next word as a value. One that looks like a long option is taken to be one, whose
 * predecessor lacks its value. */
static const char *next_value(words *w, const cli_option *option, const char *label)
{
    if (w->count && (strncmp(w->at[0], "--", 2) || !w->at[0][2])) {
        w->count--;
        return *w->at++;
    }
    /* No option's name has a blank: this is a value that was quoted. */
    if (w->count && strchr(w->at[0], ' '))
        cli_usage(w->command, "%s needs a value; one that begins with -- is written %s='%s'", label,
                  label, w->at[0]);
    else
        cli_usage(w->command, "%s needs a value: %s %s", label, label, option->placeholder);
    return NULL;
}

/* A word that begins with two dashes. */
static cli_parsed parse_name(words *w, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    const char *value = word[2 + length] ? word + 2 + length + 1 : NULL;
    cli_option *option = cli_find_option(w->command, word + 2, length);
    char label[64];

    if (!option)
        return unknown_name(w, word + 2, length);
    snprintf(label, sizeof label, "--%.*s", (int)length, word + 2);
    if (value && !takes_value(option)) {
        cli_usage(w->command, "%s takes no value", label);
        return CLI_PARSED_BAD;
    }
    if (!value && takes_value(option) && !(value = next_value(w, option, label)))
        return CLI_PARSED_BAD;
    if (is_listed(word + 2, length, option->former)) {
        char name[64];

        snprintf(name, sizeof name, "--%s", option->name);
        note_former(w, label, name);
    }
    return store(w, option, label, value);
}

static cli_parsed unknown_letter(const words *w, const char *word, const char *at)
{
    if (word[1] >= '0' && word[1] <= '9')
        cli_usage(w->command, "unknown option '%s'; write -- before an argument that begins with -",
                  word);
    else
        cli_usage(w->command, "unknown option '-%c'%s%s", *at, at > word + 1 ? " in " : "",
                  at > word + 1 ? word : "");
    return CLI_PARSED_BAD;
}

/* A word that begins with one dash: flags, then perhaps one letter with a value. */
static cli_parsed parse_letters(words *w, const char *word)
{
    cli_parsed parsed = CLI_PARSED_FINE;

    for (const char *at = word + 1; *at && parsed == CLI_PARSED_FINE; at++) {
        cli_option *option = find_letter(w->command, *at);
        const char label[] = {'-', *at, 0}, *value;

        if (!option)
            return unknown_letter(w, word, at);
        if (!takes_value(option)) {
            parsed = store(w, option, label, NULL);
            continue;
        }
        value = at[1] ? at + 1 : next_value(w, option, label);
        return value ? store(w, option, label, value) : CLI_PARSED_BAD;
    }
    return parsed;
}

static cli_parsed parse_option(words *w, const char *word)
{
    return word[1] == '-' ? parse_name(w, word) : parse_letters(w, word);
}

bool cli_check_options(const cli_command *command, int argc, char **argv,
                       const char *(*refuse)(const cli_option *option))
{
    words w = {.command = command, .count = argc, .at = argv, .refuse = refuse};
    cli_parsed parsed = CLI_PARSED_FINE;

    while (w.count && parsed == CLI_PARSED_FINE) {
        const char *word = *w.at++;

        w.count--;
        if (word[0] == '-' && word[1] && strcmp(word, "--")) {
            parsed = parse_option(&w, word);
        } else {
            cli_usage(command, "'%s' is not an option", word);
            parsed = CLI_PARSED_BAD;
        }
    }
    return parsed == CLI_PARSED_FINE;
}

/* ---- Positional arguments ---- */

static cli_parsed parse_positional(words *w, const char *word)
{
    cli_option *option = w->command->positionals;

    while (option && option->help && option->given && option->kind != CLI_STRINGS)
        option++;
    if (option && option->help)
        return store(w, option, option->placeholder, word);
    cli_usage(w->command, "'%s' is one argument too many", word);
    return CLI_PARSED_BAD;
}

static cli_parsed check_positionals(const words *w)
{
    const cli_option *option = w->command->positionals;

    for (; option && option->help; option++) {
        if (option->given || option->optional)
            continue;
        cli_usage(w->command, "%s is missing: %s", option->placeholder, option->help);
        return CLI_PARSED_BAD;
    }
    return CLI_PARSED_FINE;
}

cli_parsed cli_parse(const cli_command *command, int argc, char **argv)
{
    words w = {.command = command, .count = argc, .at = argv};
    cli_parsed parsed = CLI_PARSED_FINE;
    bool options_ended = false;

    while (w.count && parsed == CLI_PARSED_FINE) {
        const char *word = *w.at++;

        w.count--;
        if (options_ended || word[0] != '-' || !word[1])
            parsed = parse_positional(&w, word);
        else if (strcmp(word, "--"))
            parsed = parse_option(&w, word);
        else
            options_ended = true;
    }
    if (parsed == CLI_PARSED_FINE)
        parsed = check_positionals(&w);
    if (parsed == CLI_PARSED_FINE && *w.notes)
        cli_note("note: %s", w.notes);
    return parsed;
}

cli_parsed cli_parse_program(int argc, char **argv, int *used)
{
    words w = {.command = &cli_program, .count = argc, .at = argv};
    cli_parsed parsed = CLI_PARSED_FINE;

    while (w.count && w.at[0][0] == '-' && w.at[0][1] && parsed == CLI_PARSED_FINE) {
        const char *word = *w.at++;

        w.count--;
        if (!strcmp(word, "--"))
            break;
        parsed = parse_option(&w, word);
    }
    *used = argc - w.count;
    return parsed;
}
