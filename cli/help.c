/* SPDX-License-Identifier: MIT */
/* --help: wraps the sentences of the tables beside their options. */
#include "help.h"

#include "common.h"
#include "report.h"
#include "riwalk.h"

#include <inttypes.h>
#include <stdarg.h>
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

/* The default of an option as text; false where there is none to show. */
static bool default_text(const cli_option *option, char *text, size_t size)
{
    const char *string;

    if (option->shown)
        return snprintf(text, size, "%s", option->shown);
    switch (option->kind) {
    case CLI_U32:
        return snprintf(text, size, "%" PRIu32, *(uint32_t *)option->store);
    case CLI_U64:
        return snprintf(text, size, "%" PRIu64, *(uint64_t *)option->store);
    case CLI_REAL:
        return snprintf(text, size, "%g", *(double *)option->store);
    case CLI_STRING:
        string = *(const char **)option->store;
        return string && snprintf(text, size, "%s", string);
    case CLI_CHOICE:
        for (const cli_choice *choice = option->choices; choice->name; choice++)
            if (choice->value == *(int *)option->store)
                return snprintf(text, size, "%s", choice->name);
        return false;
    case CLI_STRINGS:
    case CLI_FLAG:
    case CLI_HELP:
    case CLI_VERSION:
        break;
    }
    return false;
}

/* Appends to a text; what does not fit is cut. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size,
                                                         const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* Whether an option of a command is called so: then no other one's habitual spelling is. */
static bool is_name(const cli_command *command, const char *text, size_t length)
{
    for (int g = 0; command->groups[g]; g++)
        for (const cli_option *option = command->groups[g]->options; option->help; option++)
            if (strlen(option->name) == length && !memcmp(option->name, text, length))
                return true;
    return false;
}

void cli_remarks(const cli_command *command, const cli_option *option, bool positional, char *text,
                 size_t size)
{
    const cli_choice *first = option->choices && !option->choices->help ? option->choices : NULL;
    const char *aliases = positional ? option->name : option->aliases;
    const char *before = " (";
    char value[64];

    *text = 0;
    for (const cli_choice *choice = first; choice && choice->name; choice++, before = "; ")
        append(text, size, "%s%s", choice == first ? before : ", ", choice->name);
    if (!positional && default_text(option, value, sizeof value)) {
        append(text, size, "%sdefault: %s", before, value);
        before = "; ";
    }
    while (aliases && *aliases) {
        int length = (int)strcspn(aliases, " ");

        if (!is_name(command, aliases, (size_t)length)) {
            append(text, size, "%salso --%.*s", before, length, aliases);
            before = "; ";
        }
        aliases += length + (aliases[length] == ' ');
    }
    if (*text)
        append(text, size, ")");
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

static void print_option(FILE *to, const cli_command *command, const cli_option *option,
                         bool positional)
{
    char left[80] = "", text[1024] = "", remarks[512];

    if (positional)
        append(left, sizeof left, "  %s", option->placeholder);
    else if (option->letter)
        append(left, sizeof left, "  -%c, --%s", option->letter, option->name);
    else
        append(left, sizeof left, "      --%s", option->name);
    if (!positional && option->placeholder)
        append(left, sizeof left, " %s", option->placeholder);
    cli_remarks(command, option, positional, remarks, sizeof remarks);
    append(text, sizeof text, "%s%s", option->help, remarks);
    print_entry(to, left, text);
    print_choices(to, option);
}

void cli_print_usage(FILE *to, const cli_command *command)
{
    if (command == &cli_program) {
        fputs("riwalk [OPTIONS] COMMAND ...", to);
        return;
    }
    fprintf(to, "riwalk %s [OPTIONS]", command->name);
    for (const cli_option *option = command->positionals; option && option->help; option++)
        fprintf(to, option->optional ? " [%s%s]" : " %s%s", option->placeholder,
                option->kind == CLI_STRINGS ? "..." : "");
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
    if (command->positionals)
        fputs("\nArguments:\n", to);
    for (const cli_option *option = command->positionals; option && option->help; option++)
        print_option(to, command, option, true);
    for (int g = 0; command->groups[g]; g++) {
        fprintf(to, "\n%s:\n", command->groups[g]->title);
        for (const cli_option *option = command->groups[g]->options; option->help; option++)
            print_option(to, command, option, false);
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

    (void)command;
    if (!found)
        return cli_unknown_command(topic);
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
