/* SPDX-License-Identifier: MIT */
/* The program: finds the command, parses its options and runs it. Its main file has the list of
 * commands. */
#include "cli.h"

#include "suggest.h"

char *const *cli_words;
const cli_command *cli_running;

void cli_prepare(const cli_command *command)
{
    CLI_EACH (option, command) {
        option->argument = (*each_group)->arguments;
        cli_reset(option);
    }
    for (int g = 0; command->groups[g]; g++)
        if (command->groups[g]->prepare)
            command->groups[g]->prepare();
}

const cli_command *cli_find_command(const char *name)
{
    cli_suggestion near = cli_suggest_for(name);

    for (int c = 0; cli_commands[c]; c++) {
        if (!strcmp(cli_commands[c]->name, name))
            return cli_commands[c];
        cli_suggest_offer(&near, cli_commands[c]->name, cli_commands[c]->name);
    }
    cli_running = &cli_program;
    if (!strcmp(name, "reproduce")) /* a command of version 0.2 */
        cli_fail("reproduce is now './dev reproduce' in the source tree; docs/reproduction.md says "
                 "how to run it");
    else if (near.answer)
        cli_usage("unknown command '%s'; did you mean '%s'?", name, near.answer);
    else
        cli_usage("unknown command '%s'", name);
    return NULL;
}

uint64_t cli_memory_limit(void)
{
    riwalk_options options;

    riwalk_options_init(&options);
    if (cli_given.memory)
        riwalk_options_set(&options, "memory", cli_given.memory, NULL); /* the parser checked it */
    return options.memory;
}

uint64_t cli_memory(void)
{
    uint64_t limit = cli_memory_limit();

    return limit ? limit : rw_os_memory_free();
}

int cli_limit_memory(void)
{
    return rw_os_limit_memory(cli_memory()) ? CLI_EXIT_FINE
                                            : cli_fail("cannot limit memory: %s", rw_os_reason());
}

/* ---- The run ---- */

/* Does what parsing decided: prints help or version, or runs the command. */
static int act(const cli_command *command, int parsed)
{
    if (parsed == CLI_HELP || parsed == CLI_HELP_ALL)
        cli_print_help(stdout, command, parsed == CLI_HELP_ALL);
    if (parsed == CLI_VERSION)
        printf("%s %s (%s)\n", cli_program.name, riwalk_version(), riwalk_isa());
    if (parsed)
        return parsed < CLI_HELP ? parsed : CLI_EXIT_FINE;
    for (const cli_group *const *group = command->groups; *group; group++)
        if (*group == &cli_work_group)
            CLI_MUST(cli_limit_memory());
    return cli_files_end(command->run());
}

static int run(char **words)
{
    const cli_command *command;
    int parsed;

    for (int c = 0; cli_commands[c]; c++) /* some tables are made, and some are read by others */
        cli_prepare(cli_commands[c]);
    if ((parsed = cli_parse_program(&words)))
        return act(&cli_program, parsed);
    if (!*words) {
        cli_print_help(stderr, &cli_program, false);
        return CLI_EXIT_USAGE;
    }
    if (!(command = cli_find_command(*words)))
        return CLI_EXIT_USAGE;
    return act(command, cli_parse(command, words + 1));
}

int cli_main(int argc, char **argv)
{
    int status;

    (void)cli_elapsed(); /* starts the clock */
    rw_os_start_program(&argc, &argv);
    cli_signals_install();
    cli_words = argv + 1;
    status = run(argv + 1);
    cli_free_kept();
    return cli_finish_output(status);
}

/* ---- One exit status for all processes ---- */

riwalk_comm *cli_processes;

bool cli_is_first(void)
{
    return !cli_processes || !cli_processes->rank;
}

int cli_first_status(int status)
{
    int told = status;

    if (cli_processes &&
        cli_processes->broadcast(cli_processes->context, 0, &told, sizeof told, &cli_error))
        return cli_fail_with(&cli_error);
    return told;
}

int cli_common_status(int status)
{
    uint64_t failed = status != CLI_EXIT_FINE;

    if (!cli_processes)
        return status;
    if (cli_processes->sum(cli_processes->context, &failed, 1, &cli_error))
        return cli_fail_with(&cli_error);
    if (failed && !status)
        status = cli_fail("%d processes cannot read a file that the options name: put it into a "
                          "folder that all hosts share",
                          (int)failed);
    return cli_first_status(status);
}
