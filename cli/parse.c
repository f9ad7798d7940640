/* SPDX-License-Identifier: MIT */
/* The parser: finds options in the tables and stores their values. */
#include "cli.h"

static char **at;      /* the next word */
static cli_kind asked; /* of the option that ended the parsing; 0: none */

/* Stores a value. `label` is what the user typed for the option; `value` is NULL for kinds without
 * one. */
static void store(cli_option *option, const char *label, const char *value)
{
    size_t size = cli_value_size(option->kind);
    uint64_t before = 0;

    if (option->kind >= CLI_HELP) {
        asked = option->kind;
        return;
    }
    option->given = true;
    if (size)
        memcpy(&before, option->store, size);
    cli_set_value(option, label, value);
    option->changed |= !size || memcmp(&before, option->store, size);
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

__attribute__((noreturn)) static void unknown_name(const char *text, size_t length)
{
    char name[64];
    cli_suggestion near;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    near = cli_suggest_for(name);
    CLI_EACH (option, cli_running)
        if (!option->argument)
            cli_suggest_offer(&near, option->name, option->name);
    if (near.answer)
        cli_usage("unknown option '--%s'; did you mean '--%s'?", name, near.answer);
    cli_usage("unknown option '--%s'", name);
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
    cli_usage("%s needs a value: %s %s", label, label, option->placeholder);
}

/* Parses a word that begins with two dashes. */
static void parse_name(const char *word)
{
    size_t length = strcspn(word + 2, "=");
    const char *value = word[2 + length] ? word + 2 + length + 1 : NULL;
    cli_option *option = cli_find_option(cli_running, word + 2, length);
    char label[64];

    if (!option)
        unknown_name(word + 2, length);
    snprintf(label, sizeof label, "--%.*s", (int)length, word + 2);
    if (value && !takes_value(option))
        cli_usage("%s takes no value", label);
    if (!value && takes_value(option))
        value = next_value(option, label);
    store(option, label, value);
}

__attribute__((noreturn)) static void unknown_letter(const char *word, const char *letter)
{
    if (word[1] >= '0' && word[1] <= '9')
        cli_usage("unknown option '%s'; write -- before an argument that begins with -", word);
    if (cli_find_option(cli_running, letter, 1))
        cli_usage("unknown option '-%c'; did you mean '--%c'?", *letter, *letter);
    cli_usage("unknown option '-%c'%s%s", *letter, letter > word + 1 ? " in " : "",
              letter > word + 1 ? word : "");
}

/* Parses a word that begins with one dash: flags, then perhaps one letter with a value. */
static void parse_letters(const char *word)
{
    for (const char *letter = word + 1; *letter && !asked; letter++) {
        const char label[] = {'-', *letter, 0};
        cli_option *option = NULL;

        CLI_EACH (o, cli_running)
            if (!option && o->letter == *letter)
                option = o;
        if (!option)
            unknown_letter(word, letter);
        if (takes_value(option)) {
            store(option, label, letter[1] ? letter + 1 : next_value(option, label));
            return;
        }
        store(option, label, NULL);
    }
}

/* ---- Arguments ---- */

static void parse_argument(const char *word)
{
    CLI_EACH (option, cli_running)
        if (option->argument && (!option->given || option->kind == CLI_STRINGS)) {
            store(option, option->placeholder, word);
            return;
        }
    cli_usage("unexpected argument '%s'", word);
}

/* Parses all words, or for the program only those before the first that is not an option. */
static cli_kind parse(const cli_command *command, char **words)
{
    bool options_ended = false;

    cli_running = command;
    asked = 0;
    for (at = words; *at && !asked;) {
        const char *word = *at;
        bool option = !options_ended && word[0] == '-' && word[1];

        if (command == &cli_program && !option)
            break;
        at++;
        if (!option)
            parse_argument(word);
        else if (strcmp(word, "--"))
            word[1] == '-' ? parse_name(word) : parse_letters(word);
        else if (command == &cli_program)
            break;
        else
            options_ended = true;
    }
    return asked;
}

cli_kind cli_parse(const cli_command *command, char **words)
{
    if (parse(command, words))
        return asked;
    CLI_EACH (option, command)
        if (option->argument && !option->given && !option->optional)
            cli_usage("%s is missing: %s", option->placeholder, option->help);
    cli_check_streams();
    return asked;
}

cli_kind cli_parse_program(char ***words)
{
    parse(&cli_program, *words);
    *words = at;
    return asked;
}
