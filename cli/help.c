/* SPDX-License-Identifier: MIT */
/* --help, which wraps the sentences of the tables beside their options; and riwalk help. */
#include "cli.h"

#include <math.h>

#define WIDTH 80
#define INDENT 26         /* the right column begins here */
#define COMMAND_INDENT 14 /* the same in the list of commands */

/* Prints text in lines of WIDTH. The cursor is at `column`; further lines are indented. */
static void wrap(FILE *to, const char *text, size_t column, size_t indent)
{
    bool first = true;

    while (*text) {
        size_t word = strcspn(text, " ");

        if (!first && column + 1 + word > WIDTH) {
            fprintf(to, "\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        fprintf(to, "%s%.*s", first ? "" : " ", (int)word, text);
        column += word + !first;
        first = false;
        text += word + strspn(text + word, " ");
    }
    fputc('\n', to);
}

/* Prints an entry: `left` in the left column, the text at its right, or below a long `left`. */
static void print_entry(FILE *to, const char *left, const char *text, size_t indent)
{
    size_t length = strlen(left);

    fputs(left, to);
    if (length + 2 > indent) {
        fputc('\n', to);
        length = 0;
    }
    fprintf(to, "%*s", (int)(indent - length), "");
    wrap(to, text, indent, indent);
}

/* Writes the default of an option, as a word if a choice has it; empty: none to show. */
static void default_text(const cli_option *option, char *text, size_t size)
{
    void *store = option->store;
    double number = option->kind == CLI_U32      ? *(uint32_t *)store
                    : option->kind == CLI_REAL   ? *(double *)store
                    : option->kind == CLI_CHOICE ? *(int *)store
                                                 : NAN;
    const char *word = option->shown;

    for (const cli_choice *choice = option->choices; choice && choice->name && !word; choice++)
        if (choice->value == number)
            word = choice->name;
    if (option->kind == CLI_STRING && !word)
        word = *(const char **)store;
    snprintf(text, size, "%s", word ? word : "");
    if (!word && option->kind == CLI_U64)
        snprintf(text, size, "%" PRIu64, *(uint64_t *)store);
    else if (!word && (option->kind == CLI_U32 || option->kind == CLI_REAL))
        snprintf(text, size, "%.10g", number);
}

void cli_remarks(const cli_option *option, bool listed, char *text, size_t size)
{
    const char *before = option->kind == CLI_CHOICE || option->closed ? " (" : " (or ";
    char value[128];

    *text = 0;
    for (const cli_choice *choice = option->choices; choice && choice->name; choice++) {
        if (listed && choice->help)
            continue;
        rw_append(text, size, "%s%s", before, choice->name);
        before = ", ";
    }
    default_text(option, value, sizeof value);
    if (!option->argument && *value)
        rw_append(text, size, "%sdefault: %s", *text ? "; " : " (", value);
    if (*text)
        rw_append(text, size, ")");
}

/* `listed`: choices with sentences get a line each; otherwise only names are shown. */
static void print_option(FILE *to, const cli_option *option, bool listed)
{
    char left[80] = "", text[1024] = "", remarks[512];

    if (option->argument)
        rw_append(left, sizeof left, "  %s", option->placeholder);
    else if (option->letter)
        rw_append(left, sizeof left, "  -%c, --%s", option->letter, option->name);
    else
        rw_append(left, sizeof left, "      --%s", option->name);
    if (!option->argument && option->placeholder)
        rw_append(left, sizeof left, " %s", option->placeholder);
    cli_remarks(option, listed, remarks, sizeof remarks);
    rw_append(text, sizeof text, "%s%s", option->help, remarks);
    print_entry(to, left, text, INDENT);
    for (const cli_choice *choice = option->choices; listed && choice && choice->name; choice++) {
        snprintf(left, sizeof left, "        %s", choice->name);
        if (choice->help)
            print_entry(to, left, choice->help, INDENT);
    }
}

void cli_print_usage(FILE *to, const cli_command *command)
{
    if (command == &cli_program) {
        fprintf(to, "%s [OPTIONS] COMMAND ...", cli_program.name);
        return;
    }
    fprintf(to, "%s %s [OPTIONS]", cli_program.name, command->name);
    CLI_EACH (option, command)
        if (option->argument)
            fprintf(to, option->optional ? " [%s%s]" : " %s%s", option->placeholder,
                    option->kind == CLI_STRINGS ? "..." : "");
}

/* Examples are not wrapped, so that they can be copied. */
static void print_examples(FILE *to, const char *examples, int most)
{
    fputs("\nExamples:\n", to);
    for (; *examples && most; most--) {
        int line = (int)strcspn(examples, "\n");

        fprintf(to, "  %.*s\n", line, examples);
        examples += line + 1;
    }
}

/* Prints the arguments, or all options, in their groups. */
static void print_groups(FILE *to, const cli_command *command, bool arguments)
{
    for (const cli_group *const *group = command->groups; *group; group++) {
        if ((*group)->arguments != arguments || !(*group)->count)
            continue;
        fprintf(to, "\n%s:\n", (*group)->title);
        for (size_t i = 0; i < (*group)->count; i++)
            print_option(to, &(*group)->options[i], true);
    }
}

/* Prints the basic options, and how to see the others. */
static void print_basic(FILE *to, const cli_command *command)
{
    const char *title = "\nOptions:\n";
    int count = 0;

    CLI_EACH (option, command) {
        count += !option->argument;
        if (!option->basic || option->argument)
            continue;
        fputs(title, to);
        print_option(to, option, false);
        title = "";
    }
    print_examples(to, command->examples, 2);
    fprintf(to, "\n'%s %s --help-all' shows all %d options.\n", cli_program.name, command->name,
            count);
}

void cli_print_help(FILE *to, const cli_command *command, bool all)
{
    const char *texts[] = {command->description, all ? command->details : NULL};

    cli_prepare(command);
    wrap(to, command->summary, 0, 0);
    fputs("\nUsage: ", to);
    cli_print_usage(to, command);
    fputc('\n', to);
    for (int t = 0; t < 2; t++)
        if (texts[t]) {
            fputc('\n', to);
            wrap(to, texts[t], 0, 0);
        }
    if (command == &cli_program)
        fputs("\nCommands:\n", to);
    for (int c = 0; command == &cli_program && cli_commands[c]; c++) {
        char left[64];

        snprintf(left, sizeof left, "  %s", cli_commands[c]->name);
        print_entry(to, left, cli_commands[c]->summary, COMMAND_INDENT);
    }
    print_groups(to, command, true);
    if (!all && command != &cli_program) {
        print_basic(to, command);
        return;
    }
    print_groups(to, command, false);
    print_examples(to, command->examples, -1);
}

/* ---- riwalk help --spellings: alternatives to the names that help shows ---- */

#define MOST_ROWS 128

static struct row {
    char words[128];    /* "`written` | `meant`" */
    char commands[256]; /* the commands that accept it */
} rows[MOST_ROWS + 1];

/* Adds a row for each word of a list, with `before` in front. Leaves out words that mean an earlier
 * option of the command. `option` is NULL for words of choices. */
static void add_list(const cli_command *command, const cli_option *option, const char *list,
                     const char *before, const char *meant)
{
    for (size_t length; list && *list; list += length + (list[length] == ' ')) {
        struct row *r = rows;
        char words[sizeof r->words];

        length = strcspn(list, " ");
        if (option && cli_find_option(command, list, length) != option)
            continue;
        snprintf(words, sizeof words, "`%s%.*s` | `%s`", before, (int)length, list, meant);
        while (*r->words && strcmp(r->words, words))
            r++;
        if (r == rows + MOST_ROWS)
            return;
        snprintf(r->words, sizeof r->words, "%s", words);
        rw_append(r->commands, sizeof r->commands, "%s`%s`", *r->commands ? ", " : "",
                  command->name);
    }
}

static void add_option(const cli_command *command, const cli_option *option)
{
    char meant[64], before[64] = "";

    if (option->argument) {
        add_list(command, option, option->name, "--", option->placeholder);
    } else {
        snprintf(meant, sizeof meant, "--%s", option->name);
        add_list(command, option, option->aliases, "--", meant);
        snprintf(before, sizeof before, "--%s ", option->name);
    }
    for (const cli_choice *choice = option->choices; choice && choice->name; choice++) {
        snprintf(meant, sizeof meant, "%s%s", before, choice->name);
        add_list(command, NULL, choice->aliases, before, meant);
    }
}

static void print_spellings(void)
{
    puts("# Other spellings\n\n"
         "Every option has one name, which help shows. The names of other programs below work too. "
         "`riwalk\nhelp --spellings` prints this page.\n");
    memset(rows, 0, sizeof rows);
    for (int c = 0; cli_commands[c]; c++)
        CLI_EACH (option, cli_commands[c])
            add_option(cli_commands[c], option);
    puts("| written | means | in |\n|---|---|---|");
    for (const struct row *r = rows; *r->words; r++)
        printf("| %s | %s |\n", r->words, r->commands);
}

/* ---- riwalk help ---- */

static const char *topic;
static bool show_all, spellings;

static cli_option options[] = {
    {CLI_SWITCH("all"), .store = &show_all, .basic = true,
     .help = "print all options, not only the most used ones"},
    {CLI_SWITCH("spellings"), .store = &spellings, .basic = true,
     .help = "list names of other programs' options that work too"},
};

static void run(void)
{
    const cli_command *found = topic ? cli_find_command(topic) : &cli_program;

    if (spellings && (topic || show_all))
        cli_usage("--spellings is a list of its own: give it alone");
    if (spellings)
        print_spellings();
    else
        cli_print_help(stdout, found, show_all);
}

static cli_option arguments[] = {
    {CLI_TEXT(NULL, "COMMAND"), .store = &topic, .optional = true,
     .help = "the command to explain; without it, list the commands"},
};

const cli_command cli_help_command = {
    .name = "help",
    .summary = "Explain a command.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), &cli_general_group},
    .examples = "riwalk help embed\n"
                "riwalk help embed --all\n",
    .run = run,
};
