/* SPDX-License-Identifier: MIT */
/* The parser: finds options in the tables and stores their values. */
#include "cli.h"

#include "suggest.h"

static char **at; /* the next word */

/* Stores a value. `label` is what the user typed for the option; `value` is NULL for kinds without
 * one. */
static int store(cli_option *option, const char *label, const char *value)
{
    size_t size = cli_value_size(option->kind);
    uint64_t before = 0;

    if (option->kind >= CLI_HELP)
        return option->kind;
    option->given = true;
    if (size)
        memcpy(&before, option->store, size);
    CLI_MUST(cli_set_value(option, label, value));
    option->changed |= !size || memcmp(&before, option->store, size);
    return CLI_EXIT_FINE;
}

/* ---- Options ---- */

static bool takes_value(const cli_option *option)
{
    return option->kind != CLI_FLAG && option->kind < CLI_HELP;
}

cli_option *cli_find_option(const cli_command *command, const char *text, size_t length)
{
    CLI_EACH (option, command)
        if (cli_is_listed(text, length, option->name) ||
            cli_is_listed(text, length, option->aliases))
            return option;
    return NULL;
}

bool cli_is_given(const char *name)
{
    return cli_find_option(cli_running, name, strlen(name))->given;
}

static int unknown_name(const char *text, size_t length)
{
    char name[64];
    cli_suggestion near;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    near = cli_suggest_for(name);
    CLI_EACH (option, cli_running)
        if (!option->argument)
            cli_suggest_offer(&near, option->name, option->name);
    if (near.answer)
        return cli_usage("unknown option '--%s'; did you mean '--%s'?", name, near.answer);
    return cli_usage("unknown option '--%s'", name);
}

/* Takes the next word as a value, unless it looks like a long option: then the value is missing. */
static const char *next_value(const cli_option *option, const char *label)
{
    if (*at && (strncmp(*at, "--", 2) || !(*at)[2]))
        return *at++;
    /* No option's name has a blank, so this was a quoted value. */
    if (*at && strchr(*at, ' '))
        cli_usage("%s needs a value; one that begins with -- is written %s='%s'", label, label,
                  *at);
    else
        cli_usage("%s needs a value: %s %s", label, label, option->placeholder);
    return NULL;
}

/* Parses a word that begins with two dashes. */
static int parse_name(const char *word)
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
    if (!value && takes_value(option) && !(value = next_value(option, label)))
        return CLI_EXIT_USAGE;
    return store(option, label, value);
}

static int unknown_letter(const char *word, const char *letter)
{
    if (word[1] >= '0' && word[1] <= '9')
        return cli_usage("unknown option '%s'; write -- before an argument that begins with -",
                         word);
    if (cli_find_option(cli_running, letter, 1))
        return cli_usage("unknown option '-%c'; did you mean '--%c'?", *letter, *letter);
    return cli_usage("unknown option '-%c'%s%s", *letter, letter > word + 1 ? " in " : "",
                     letter > word + 1 ? word : "");
}

/* Parses a word that begins with one dash: flags, then perhaps one letter with a value. */
static int parse_letters(const char *word)
{
    for (const char *letter = word + 1; *letter; letter++) {
        const char label[] = {'-', *letter, 0}, *value;
        cli_option *option = NULL;

        CLI_EACH (o, cli_running)
            if (!option && o->letter == *letter)
                option = o;
        if (!option)
            return unknown_letter(word, letter);
        if (takes_value(option)) {
            value = letter[1] ? letter + 1 : next_value(option, label);
            return value ? store(option, label, value) : CLI_EXIT_USAGE;
        }
        CLI_MUST(store(option, label, NULL));
    }
    return CLI_EXIT_FINE;
}

/* ---- Arguments ---- */

static int parse_argument(const char *word)
{
    CLI_EACH (option, cli_running)
        if (option->argument && (!option->given || option->kind == CLI_STRINGS))
            return store(option, option->placeholder, word);
    return cli_usage("unexpected argument '%s'", word);
}

/* Parses all words, or for the `program` only those before the first that is not an option. */
static int parse_words(bool program)
{
    bool options_ended = false;

    while (*at) {
        const char *word = *at;
        bool option = !options_ended && word[0] == '-' && word[1];

        if (program && !option)
            break;
        at++;
        if (!option)
            CLI_MUST(parse_argument(word));
        else if (strcmp(word, "--"))
            CLI_MUST(word[1] == '-' ? parse_name(word) : parse_letters(word));
        else if (program)
            break;
        else
            options_ended = true;
    }
    return CLI_EXIT_FINE;
}

int cli_parse(const cli_command *command, char **words)
{
    cli_running = command;
    at = words;
    CLI_MUST(parse_words(false));
    CLI_EACH (option, command)
        if (option->argument && !option->given && !option->optional)
            return cli_usage("%s is missing: %s", option->placeholder, option->help);
    return cli_check_streams();
}

int cli_parse_program(char ***words)
{
    int parsed;

    cli_running = &cli_program;
    at = *words;
    parsed = parse_words(true);
    *words = at;
    return parsed;
}
