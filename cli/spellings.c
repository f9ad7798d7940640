/* SPDX-License-Identifier: MIT */
/* riwalk help --spellings: what may be written instead of the names that help shows, as Markdown.
 * The site of the documents has this text as a page. */
#include "help.h"
#include "messages.h"
#include "parse.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 128

typedef struct row {
    char written[64], meant[64];
    char commands[256]; /* that take it */
} row;

typedef struct table {
    row rows[MOST_ROWS];
    size_t count;
} table;

static void add(table *t, const char *command, const row *wanted)
{
    size_t r = 0, used;

    while (r < t->count &&
           (strcmp(t->rows[r].written, wanted->written) || strcmp(t->rows[r].meant, wanted->meant)))
        r++;
    if (r == MOST_ROWS)
        return;
    if (r == t->count)
        t->rows[t->count++] = *wanted;
    used = strlen(t->rows[r].commands);
    snprintf(t->rows[r].commands + used, sizeof t->rows[r].commands - used, "%s`%s`",
             used ? ", " : "", command);
}

/* Adds a row for each word of a list, put behind `before`. A word that means another option of the
 * command, which comes before this one, is left out; `option` is NULL for words of choices. */
static void add_list(table *t, const cli_command *command, const cli_option *option,
                     const char *list, const char *before, const char *meant)
{
    while (list && *list) {
        size_t length = strcspn(list, " ");
        row r = {.commands = ""};

        snprintf(r.written, sizeof r.written, "%s%.*s", before, (int)length, list);
        snprintf(r.meant, sizeof r.meant, "%s", meant);
        if (!option || cli_find_option(command, list, length) == option)
            add(t, command->name, &r);
        list += length + (list[length] == ' ');
    }
}

static void add_option(table *t, const cli_command *command, const cli_option *option,
                       bool positional)
{
    const char *aliases = positional ? option->name : option->aliases;
    char meant[64], before[64] = "";

    snprintf(meant, sizeof meant, "%s%s", positional ? "" : "--",
             positional ? option->placeholder : option->name);
    add_list(t, command, option, aliases, "--", meant);
    if (!positional)
        snprintf(before, sizeof before, "--%s ", option->name);
    for (const cli_choice *choice = option->choices; choice && choice->name; choice++) {
        snprintf(meant, sizeof meant, "%s%s", before, choice->name);
        add_list(t, command, NULL, choice->aliases, before, meant);
    }
}

static void print_table(table *t)
{
    for (int c = 0; cli_commands[c]; c++) {
        const cli_command *command = cli_commands[c];
        const cli_option *option = command->positionals;

        for (; option && option->help; option++)
            add_option(t, command, option, true);
        for (int g = 0; command->groups[g]; g++)
            for (option = command->groups[g]->options; option->help; option++)
                add_option(t, command, option, false);
    }
    puts("| written | means | in |\n|---|---|---|");
    for (size_t r = 0; r < t->count; r++)
        printf("| `%s` | `%s` | %s |\n", t->rows[r].written, t->rows[r].meant, t->rows[r].commands);
}

int cli_print_spellings(void)
{
    table *t = calloc(1, sizeof *t);

    if (!t)
        return cli_fail("not enough memory");
    puts("# Other spellings\n\n"
         "Every option has one name, which help shows. The names of other programs below work too. "
         "`riwalk\nhelp --spellings` prints this page.\n");
    print_table(t);
    free(t);
    return CLI_EXIT_FINE;
}
