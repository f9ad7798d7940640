/* SPDX-License-Identifier: MIT */
/* riwalk man: the manual pages, made from the option tables: riwalk(1) with the list of commands,
 * and one page for each command, such as riwalk-embed(1). */
#include "cli.h"

#include <ctype.h>

/* Prints text, escaped for troff: backslashes, dashes (which users type), and a dot or quote at the
 * beginning of a line. */
static void print_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];

        if ((i == 0 || text[i - 1] == '\n') && (c == '.' || c == '\''))
            fputs("\\&", stdout);
        if (c == '-')
            fputs("\\-", stdout);
        else if (c == '\\')
            fputs("\\e", stdout);
        else if (c == '\'')
            fputs("\\(aq", stdout);
        else
            putchar(c);
    }
}

static void print_line(const char *text)
{
    print_text(text, strlen(text));
    putchar('\n');
}

/* Prints what an option means; choices with sentences are listed below it. */
static void print_help(const cli_option *option)
{
    char remarks[512];

    cli_remarks(option, true, remarks, sizeof remarks);
    print_text(option->help, strlen(option->help));
    print_line(remarks);
    for (const cli_choice *choice = option->choices; choice && choice->name; choice++) {
        if (!choice->help)
            continue;
        fputs(".RS\n.TP\n.B ", stdout);
        print_line(choice->name);
        print_line(choice->help);
        puts(".RE");
    }
}

static void print_option(const cli_option *option)
{
    fputs(".TP\n", stdout);
    if (option->letter)
        printf("\\fB\\-%c\\fP, ", option->letter);
    fputs("\\fB\\-\\-", stdout);
    print_text(option->name, strlen(option->name));
    fputs("\\fP", stdout);
    if (option->placeholder)
        printf(" \\fI%s\\fP", option->placeholder);
    putchar('\n');
    print_help(option);
}

/* ---- Pages ---- */

static void print_title(const char *command)
{
    printf(".TH RIWALK");
    for (const char *c = command; c && *c; c++)
        printf("%s%c", c == command ? "\\-" : "", toupper((unsigned char)*c));
    printf(" 1 \"\" \"riwalk %s\" \"User Commands\"\n", riwalk_version());
}

/* General options are only in riwalk(1). */
static void print_command(const cli_command *command)
{
    cli_prepare(command);
    print_title(command->name);
    printf(".SH NAME\nriwalk\\-%s \\- ", command->name);
    print_line(command->summary);
    fputs(".SH SYNOPSIS\n.B ", stdout);
    cli_print_usage(stdout, command);
    puts("\n.SH DESCRIPTION");
    print_line(command->summary);
    if (command->description)
        print_line(command->description);
    if (command->details)
        print_line(command->details);
    CLI_EACH (option, command)
        if (option->argument) {
            printf(".TP\n.I %s\n", option->placeholder);
            print_help(option);
        }
    puts(".SH OPTIONS\nThe options that every command takes are in \\fBriwalk\\fP(1).");
    CLI_EACH (option, command) {
        if (option->argument || *each_group == &cli_general_group)
            continue;
        if (option == (*each_group)->options)
            printf(".SS %s\n", (*each_group)->title);
        print_option(option);
    }
    puts(".SH EXAMPLES\n.PP\n.nf\n.RS");
    print_text(command->examples, strlen(command->examples));
    puts(".RE\n.fi\n.SH SEE ALSO\n\\fBriwalk\\fP(1)");
}

static void print_program(void)
{
    print_title(NULL);
    puts(".SH NAME\nriwalk \\- structural node embeddings");
    puts(".SH SYNOPSIS\n.B riwalk\n.RI [ OPTIONS ]\n.I COMMAND ...");
    puts(".SH DESCRIPTION");
    print_line(cli_program.summary);
    puts("Results go to standard output, everything else to standard error. The name \\fB\\-\\fP "
         "is standard input or standard output. An output file is complete or absent.");
    puts(".SH COMMANDS\nEach has a manual page of its own, such as \\fBriwalk\\-embed\\fP(1).");
    for (int c = 0; cli_commands[c]; c++) {
        printf(".TP\n.B %s\n", cli_commands[c]->name);
        print_line(cli_commands[c]->summary);
    }
    puts(".SH OPTIONS\nThese hold for every command.");
    CLI_EACH (option, &cli_program)
        print_option(option);
    puts(".SH EXIT STATUS\n.TP\n.B 0\nAll went well.\n.TP\n.B 1\nThe work failed; a sentence says "
         "why.\n.TP\n.B 2\nThe command line is wrong.");
    puts(".SH ENVIRONMENT\n.TP\n.B RIWALK_ISA\nThe instruction set to use, at most that of the "
         "machine: \\fBscalar\\fP, \\fBavx2\\fP or \\fBavx512\\fP; on ARM \\fBscalar\\fP or "
         "\\fBneon\\fP.");
}

/* ---- The command ---- */

static const char *topic;

static cli_option arguments[] = {
    {CLI_TEXT(NULL, "COMMAND"), .store = &topic, .optional = true,
     .help = "the command to describe; without it, riwalk as a whole"},
};

static void run(void)
{
    if (topic)
        print_command(cli_find_command(topic));
    else
        print_program();
}

const cli_command cli_man_command = {
    .name = "man",
    .summary = "Print a manual page.",
    .groups = {CLI_ARGUMENTS(arguments), &cli_general_group},
    .examples = "riwalk man embed | man -l -\n"
                "riwalk man > riwalk.1\n",
    .run = run,
};
