/* SPDX-License-Identifier: MIT */
/* The parser: finds options in the tables and stores their values. */
#include "cli.h"

#include "suggest.h"

/* The words still to parse. */
typedef struct words {
    int count;
    char **at;
} words;

/* Stores a value. `label` is what the user typed for the option; `value` is NULL for kinds without
 * one. */
static int store(cli_option *option, const char *label, const char *value)
{
    size_t size = cli_value_size(option->kind);
    uint64_t before = 0;

    if (option->kind == CLI_HELP)
        return CLI_PARSED_HELP;
    if (option->kind == CLI_HELP_ALL)
        return CLI_PARSED_HELP_ALL;
    if (option->kind == CLI_VERSION)
        return CLI_PARSED_VERSION;
    option->given = true;
    if (size)
        memcpy(&before, option->store, size);
    CLI_MUST(cli_set_value(option, label, value));
    option->changed |= !size || memcmp(&before, option->store, size);
    return CLI_PARSED_FINE;
}

/* ---- Options ---- */

static bool takes_value(const cli_option *option)
{
    return option->kind != CLI_FLAG && option->kind < CLI_HELP;
}

static cli_option *find_in(cli_option *options, const char *text, size_t length)
{
    for (; options && options->help; options++)
        if (cli_is_listed(text, length, options->name) ||
            cli_is_listed(text, length, options->aliases))
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
    CLI_EACH (option, command)
        if (option->letter == letter)
            return option;
    return NULL;
}

static int unknown_name(const char *text, size_t length)
{
    char name[64];
    cli_suggestion near;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    near = cli_suggest_for(name);
    CLI_EACH (option, cli_running)
        cli_suggest_offer(&near, option->name, option->name);
    if (near.answer)
        return cli_usage("unknown option '--%s'; did you mean '--%s'?", name, near.answer);
    return cli_usage("unknown option '--%s'", name);
}

/* Takes the next word as a value, unless it looks like a long option: then the value is missing. */
static const char *next_value(words *w, const cli_option *option, const char *label)
{
    if (w->count && (strncmp(w->at[0], "--", 2) || !w->at[0][2])) {
        w->count--;
        return *w->at++;
    }
    /* No option's name has a blank, so this was a quoted value. */
    if (w->count && strchr(w->at[0], ' '))
        cli_usage("%s needs a value; one that begins with -- is written %s='%s'", label, label,
                  w->at[0]);
    else
        cli_usage("%s needs a value: %s %s", label, label, option->placeholder);
    return NULL;
}

/* Parses a word that begins with two dashes. */
static int parse_name(words *w, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    const char *value = word[2 + length] ? word + 2 + length + 1 : NULL;
    cli_option *option = cli_find_option(cli_running, word + 2, length);
    char label[64];

    if (!option)
        return unknown_name(word + 2, length);
    snprintf(label, sizeof label, "--%.*s", (int)length, word + 2);
    if (value && !takes_value(option))
        return cli_usage("%s takes no value", label);
    if (!value && takes_value(option) && !(value = next_value(w, option, label)))
        return CLI_EXIT_USAGE;
    return store(option, label, value);
}

static int unknown_letter(const char *word, const char *at)
{
    if (word[1] >= '0' && word[1] <= '9')
        return cli_usage("unknown option '%s'; write -- before an argument that begins with -",
                         word);
    if (cli_find_option(cli_running, at, 1))
        return cli_usage("unknown option '-%c'; did you mean '--%c'?", *at, *at);
    return cli_usage("unknown option '-%c'%s%s", *at, at > word + 1 ? " in " : "",
                     at > word + 1 ? word : "");
}

/* Parses a word that begins with one dash: flags, then perhaps one letter with a value. */
static int parse_letters(words *w, const char *word)
{
    int parsed = CLI_PARSED_FINE;

    for (const char *at = word + 1; *at && parsed == CLI_PARSED_FINE; at++) {
        cli_option *option = find_letter(cli_running, *at);
        const char label[] = {'-', *at, 0}, *value;

        if (!option)
            return unknown_letter(word, at);
        if (!takes_value(option)) {
            parsed = store(option, label, NULL);
            continue;
        }
        value = at[1] ? at + 1 : next_value(w, option, label);
        return value ? store(option, label, value) : CLI_EXIT_USAGE;
    }
    return parsed;
}

/* ---- Positional arguments ---- */

static int parse_positional(const char *word)
{
    cli_option *option = cli_running->positionals;

    while (option && option->help && option->given && option->kind != CLI_STRINGS)
        option++;
    if (option && option->help)
        return store(option, option->placeholder, word);
    return cli_usage("unexpected argument '%s'", word);
}

static int check_positionals(void)
{
    const cli_option *option = cli_running->positionals;

    for (; option && option->help; option++) {
        if (option->given || option->optional)
            continue;
        return cli_usage("%s is missing: %s", option->placeholder, option->help);
    }
    return cli_check_streams();
}

/* Parses all words, or for the `program` only those before the first that is not an option. */
static int parse_words(words *w, bool program)
{
    int parsed = CLI_PARSED_FINE;
    bool options_ended = false;

    while (w->count && parsed == CLI_PARSED_FINE) {
        const char *word = w->at[0];
        bool option = !options_ended && word[0] == '-' && word[1];

        if (program && !option)
            break;
        w->at++;
        w->count--;
        if (!option)
            parsed = parse_positional(word);
        else if (strcmp(word, "--"))
            parsed = word[1] == '-' ? parse_name(w, word) : parse_letters(w, word);
        else if (program)
            break;
        else
            options_ended = true;
    }
    return parsed;
}

int cli_parse(const cli_command *command, int argc, char **argv)
{
    words w = {.count = argc, .at = argv};
    int parsed;

    cli_running = command;
    parsed = parse_words(&w, false);
    return parsed == CLI_PARSED_FINE ? check_positionals() : parsed;
}

int cli_parse_program(int argc, char **argv, int *used)
{
    words w = {.count = argc, .at = argv};
    int parsed;

    cli_running = &cli_program;
    parsed = parse_words(&w, true);
    *used = argc - w.count;
    return parsed;
}
