/* SPDX-License-Identifier: MIT */
/* --embed-options: the options of 'riwalk embed' that may be given for every embedding. */
#include "parse.h"
#include "report.h"
#include "reproduce.h"

#include <stdlib.h>
#include <string.h>

#define NOT "not with --embed-options: "
#define ROWS NOT "the rows of the tables decide it; --methods chooses among them"
#define CELLS NOT "every cell has its own"
#define OURS NOT "give it to 'riwalk reproduce' itself"
#define NOTHING NOT "nothing would be embedded"

static const struct {
    const char *name, *why;
} refused[] = {
    {"method", ROWS},
    {"preset", ROWS},
    {"trainer", ROWS},
    {"combine", ROWS},
    {"input", CELLS},
    {"output", CELLS},
    {"to", CELLS},
    {"report", CELLS},
    {"save-model", NOT "every cell would write that file"},
    {"seed", OURS},
    {"threads", OURS},
    {"progress", OURS},
    {"estimate", NOTHING},
    {"show-options", NOTHING},
    {"like", ROWS},
    {"help", NOTHING},
    {"help-all", NOTHING},
    {"version", NOTHING},
};

static const char *refuse(const cli_option *option)
{
    for (size_t r = 0; r < sizeof refused / sizeof *refused; r++)
        if (!strcmp(option->name, refused[r].name))
            return refused[r].why;
    return NULL;
}

int repro_check_words(const char *words)
{
    char *copy = strdup(words), *rest = copy, *word;
    char **list = calloc(strlen(words) / 2 + 2, sizeof *list);
    int count = 0, status = CLI_EXIT_FINE;

    while (copy && list && (word = strtok_r(rest, " ", &rest)))
        list[count++] = word;
    if (!copy || !list)
        status = cli_fail("not enough memory");
    else if (!cli_check_options(cli_find_command("embed"), count, list, refuse))
        status = CLI_EXIT_USAGE;
    free(list);
    free(copy);
    return status;
}
