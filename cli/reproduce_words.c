/* SPDX-License-Identifier: MIT */
/* Words to 'riwalk embed': whether that command understands them, and which of them may be given
 * with --embed-options. */
#include "command.h"
#include "common.h"
#include "parse.h"
#include "report.h"
#include "reproduce.h"

#include <stdlib.h>
#include <string.h>

/* Options that no one is to give. Those of the tables say what a row is, so they are for the rows
 * of repro_methods alone. */
static const struct {
    const char *name, *why;
    bool of_tables;
} refused[] = {
    {"method", "the rows of the tables decide it; --methods chooses among them", true},
    {"preset", "the rows of the tables decide it; --methods chooses among them", true},
    {"trainer", "the rows of the tables decide it; --methods chooses among them", true},
    {"combine", "the rows of the tables decide it; --methods chooses among them", true},
    {"input", "every cell has its own", false},
    {"output", "every cell has its own", false},
    {"to", "every cell has its own", false},
    {"report", "every cell has its own", false},
    {"save-model", "every cell would write the same file", false},
    {"seed", "give it to 'riwalk reproduce' itself", false},
    {"threads", "give it to 'riwalk reproduce' itself", false},
    {"progress", "give it to 'riwalk reproduce' itself", false},
    {"estimate", "nothing would be embedded", false},
    {"help", "nothing would be embedded", false},
    {"version", "nothing would be embedded", false},
};

/* ---- What words lack: each returns a text to be freed, or NULL ---- */

/* `label` is the option as it was written. */
static char *option_missing(const cli_option *option, const char *label, bool of_user)
{
    char *why = NULL;
    int made = 0;

    if (!option)
        made = asprintf(&why, "there is no option %s in 'riwalk embed'", label);
    for (size_t r = 0; option && r < sizeof refused / sizeof *refused; r++)
        if (!strcmp(option->name, refused[r].name) && (of_user || !refused[r].of_tables))
            made = asprintf(&why, "%s cannot be set here: %s", label, refused[r].why);
    return made < 0 ? NULL : why;
}

static char *value_missing(const cli_option *option, const char *value)
{
    char *why = NULL;

    if (option->kind != CLI_CHOICE || cli_find_choice(option->choices, value))
        return NULL;
    return asprintf(&why, "there is no --%s %s", option->name, value) < 0 ? NULL : why;
}

/* --name or --name=value. `*wants` is the option where its value is still to come. */
static char *name_missing(const char *word, bool of_user, const cli_option **wants)
{
    size_t length = strcspn(word, "=");
    const cli_option *option = cli_find_option(cli_find_command("embed"), word + 2, length - 2);
    char label[64], *why;

    snprintf(label, sizeof label, "%.*s", (int)length, word);
    if ((why = option_missing(option, label, of_user)))
        return why;
    if (word[length])
        return value_missing(option, word + length + 1);
    if (cli_takes_value(option))
        *wants = option;
    return NULL;
}

/* -q, -d4 or several together. */
static char *letters_missing(const char *word, bool of_user, const cli_option **wants)
{
    for (const char *at = word + 1; *at; at++) {
        const cli_option *option = cli_find_letter(cli_find_command("embed"), *at);
        const char label[] = {'-', *at, 0};
        char *why = option_missing(option, label, of_user);

        if (why)
            return why;
        if (!cli_takes_value(option))
            continue;
        if (at[1])
            return value_missing(option, at + 1);
        *wants = option;
    }
    return NULL;
}

static char *word_missing(const char *word, bool of_user, const cli_option **wants)
{
    char *why = NULL;

    if (word[0] == '-' && word[1] == '-' && word[2])
        return name_missing(word, of_user, wants);
    if (word[0] == '-' && word[1] && word[1] != '-')
        return letters_missing(word, of_user, wants);
    return asprintf(&why, "'%s' is not an option", word) < 0 ? NULL : why;
}

char *repro_words_missing(const char *words, bool of_user)
{
    char *copy = strdup(words), *rest = copy, *why = NULL, *word;
    const cli_option *wants = NULL;

    while (copy && !why && (word = strtok_r(rest, " ", &rest))) {
        const cli_option *option = wants;

        wants = NULL;
        why = option ? value_missing(option, word) : word_missing(word, of_user, &wants);
    }
    if (!why && wants && asprintf(&why, "--%s lacks its value", wants->name) < 0)
        why = NULL;
    free(copy);
    return why;
}

/* ---- Their values ---- */

/* The parser fills the variables of 'riwalk embed', which no one reads in this process, but for
 * those that commands share. */
int repro_check_values(const char *words)
{
    char graph[] = "graph", *copy = strdup(words), *rest = copy, *word;
    char **list = calloc(strlen(words) / 2 + 3, sizeof *list);
    cli_common before = cli_given;
    int count = 0, status = CLI_EXIT_FINE;

    if (!copy || !list) {
        status = cli_fail("not enough memory");
    } else {
        while ((word = strtok_r(rest, " ", &rest)))
            list[count++] = word;
        list[count++] = graph;
        if (cli_parse(cli_find_command("embed"), count, list) != CLI_PARSED_FINE)
            status = CLI_EXIT_USAGE;
    }
    cli_given = before;
    free(list);
    free(copy);
    return status;
}
