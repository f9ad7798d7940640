/* SPDX-License-Identifier: MIT */
/* --help: wraps the sentences of the tables beside their options. */
#include "help.h"

#include "common.h"
#include "report.h"
#include "riwalk.h"
#include "suggest.h"

#include <inttypes.h>
#include <string.h>

#define WIDTH 80
#define INDENT 26 /* of the right column */

/* Prints text in lines of WIDTH. The cursor stands at `column`; further lines are indented. */
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

/* One entry: `left` in the left column, the text to its right, or below when `left` is long. */
static void print_entry(FILE *to, const char *left, const char *text)
{
    size_t length = strlen(left);

    fputs(left, to);
    if (length + 2 > INDENT) {
        fputc('\n', to);
        length = 0;
    }
    fprintf(to, "%*s", (int)(INDENT - length), "");
    wrap(to, text, INDENT, INDENT);
}

bool cli_default_text(const cli_option *option, char *text, size_t size)
{
    if (option->shown) {
        snprintf(text, size, "%s", option->shown);
        return true;
    }
    switch (option->kind) {
    case CLI_U32:
        snprintf(text, size, "%" PRIu32, *(uint32_t *)option->store);
        return true;
    case CLI_U64:
        snprintf(text, size, "%" PRIu64, *(uint64_t *)option->store);
        return true;
    case CLI_REAL:
        snprintf(text, size, "%g", *(double *)option->store);
        return true;
    case CLI_STRING:
        snprintf(text, size, "%s",
                 *(const char **)option->store ? *(const char **)option->store : "");
        return *text;
    case CLI_CHOICE:
        for (const cli_choice *choice = option->choices; choice->name; choice++)
            if (choice->value == *(int *)option->store) {
                snprintf(text, size, "%s", choice->name);
                return true;
            }
        return false;
    case CLI_FLAG:
    case CLI_HELP:
    case CLI_VERSION:
        break;
    }
    return false;
}

static void print_choices(FILE *to, const cli_option *option)
{
    for (const cli_choice *choice = option->choices; choice && choice->name; choice++) {
        char left[64];

        if (!choice->help)
            continue;
        snprintf(left, sizeof left, "        %s", choice->name);
        print_entry(to, left, choice->help);
    }
}

/* Appends to a text that must not overflow; what does not fit is cut. */
#define APPEND(text, ...) snprintf((text) + strlen(text), sizeof(text) - strlen(text), __VA_ARGS__)

static void print_option(FILE *to, const cli_option *option)
{
    char left[80] = "      ", text[1024], value[64];
    bool has_default = cli_default_text(option, value, sizeof value);

    if (option->letter)
        snprintf(left, sizeof left, "  -%c, ", option->letter);
    APPEND(left, "--%s", option->name);
    if (option->placeholder)
        APPEND(left, " %s", option->placeholder);
    snprintf(text, sizeof text, "%s", option->help);
    if (option->choices && !option->choices->help) {
        for (const cli_choice *choice = option->choices; choice->name; choice++)
            APPEND(text, "%s%s", choice == option->choices ? " (" : ", ", choice->name);
        APPEND(text, "; default: %s)", value);
    } else if (has_default) {
        APPEND(text, " (default: %s)", value);
    }
    print_entry(to, left, text);
    print_choices(to, option);
}

static void print_positionals(FILE *to, const cli_command *command)
{
    const cli_option *option = command->positionals;

    if (option)
        fputs("\nArguments:\n", to);
    for (; option && option->help; option++) {
        char left[64];

        snprintf(left, sizeof left, "  %s", option->placeholder);
        print_entry(to, left, option->help);
        print_choices(to, option);
    }
}

void cli_print_usage(FILE *to, const cli_command *command)
{
    if (command == &cli_program) {
        fputs("riwalk [OPTIONS] COMMAND ...", to);
        return;
    }
    fprintf(to, "riwalk %s [OPTIONS]", command->name);
    for (const cli_option *option = command->positionals; option && option->help; option++)
        fprintf(to, option->optional ? " [%s]" : " %s", option->placeholder);
}

static void print_commands(FILE *to)
{
    fputs("\nCommands:\n", to);
    for (int c = 0; cli_commands[c]; c++) {
        char left[64];

        snprintf(left, sizeof left, "  %s", cli_commands[c]->name);
        print_entry(to, left, cli_commands[c]->summary);
    }
}

/* Examples are indented, one a line, never wrapped: they are there to be copied. */
static void print_examples(FILE *to, const char *examples)
{
    fputs("\nExamples:\n", to);
    while (*examples) {
        int line = (int)strcspn(examples, "\n");

        fprintf(to, "  %.*s\n", line, examples);
        examples += line + 1;
    }
}

void cli_print_help(FILE *to, const cli_command *command)
{
    cli_prepare(command);
    wrap(to, command->summary, 0, 0);
    fputs("\nUsage: ", to);
    cli_print_usage(to, command);
    fputc('\n', to);
    if (command->description) {
        fputc('\n', to);
        wrap(to, command->description, 0, 0);
    }
    if (command == &cli_program)
        print_commands(to);
    print_positionals(to, command);
    for (int g = 0; command->groups[g]; g++) {
        fprintf(to, "\n%s:\n", command->groups[g]->title);
        for (const cli_option *option = command->groups[g]->options; option->help; option++)
            print_option(to, option);
    }
    print_examples(to, command->examples);
}

void cli_print_version(FILE *to)
{
    fprintf(to, "riwalk %s (%s)\n", riwalk_version(), riwalk_isa());
}

/* ---- riwalk help ---- */

static const char *topic;

static cli_option positionals[] = {
    {
        .kind = CLI_STRING,
        .placeholder = "COMMAND",
        .store = &topic,
        .help = "the command to explain; without it, the list of commands",
        .optional = true,
    },
    {0},
};

static int run(const cli_command *command)
{
    const cli_command *found = topic ? cli_find_command(topic) : &cli_program;

    if (!found)
        return cli_usage(command, "there is no command '%s'", topic);
    cli_print_help(stdout, found);
    return CLI_EXIT_FINE;
}

const cli_command cli_help_command = {
    .name = "help",
    .summary = "Explain a command.",
    .positionals = positionals,
    .groups = {&cli_general_group},
    .examples = "riwalk help generate\n",
    .run = run,
};
