/* SPDX-License-Identifier: MIT */
/* The program: finds the command, parses its options and runs it. Its main file has the list of
 * commands. */
#include "cli.h"

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
    if (!strcmp(name, "reproduce")) { /* a command of version 0.2 */
        cli_say(CLI_EXIT_FAILED,
                "reproduce is now './dev reproduce' in the source tree; docs/reproduction.md says "
                "how to run it");
        cli_end(CLI_EXIT_USAGE);
    }
    if (near.answer)
        cli_usage("unknown command '%s'; did you mean '%s'?", name, near.answer);
    cli_usage("unknown command '%s'", name);
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

void cli_limit_memory(void *nothing)
{
    if (!rw_os_limit_memory(cli_memory()))
        cli_fail("cannot limit memory: %s", rw_os_reason());
}

/* ---- The run ---- */

/* Does what parsing decided: prints help or version, or runs the command. */
static void act(const cli_command *command, cli_kind parsed)
{
    if (parsed == CLI_HELP || parsed == CLI_HELP_ALL)
        cli_print_help(stdout, command, parsed == CLI_HELP_ALL);
    if (parsed == CLI_VERSION)
        printf("%s %s (%s)\n", cli_program.name, riwalk_version(), riwalk_isa());
    if (parsed)
        return;
    for (const cli_group *const *group = command->groups; *group; group++)
        if (*group == &cli_work_group)
            cli_limit_memory(NULL);
    cli_expect(command->stages ? command->stages : "");
    command->run();
    cli_files_commit();
}

static void run(void *context)
{
    const cli_command *command;
    char **words = context;
    cli_kind parsed;

    cli_make_library_groups();
    for (int c = 0; cli_commands[c]; c++) /* some tables are read by others */
        cli_prepare(cli_commands[c]);
    if ((parsed = cli_parse_program(&words))) {
        act(&cli_program, parsed);
        return;
    }
    if (!*words) {
        cli_print_help(stderr, &cli_program, false);
        cli_end(CLI_EXIT_USAGE);
    }
    command = cli_find_command(*words);
    act(command, cli_parse(command, words + 1));
}

int cli_main(int argc, char **argv)
{
    cli_exit status, written;

    (void)cli_elapsed(); /* starts the clock */
    rw_os_start_program(&argc, &argv);
    cli_signals_install();
    cli_words = argv + 1;
    status = cli_status_of(run, argv + 1);
    cli_files_free();
    cli_free_kept();
    written = cli_status_of(cli_finish_output, NULL);
    return (int)(written ? written : status);
}

/* ---- Several processes ---- */

riwalk_comm *cli_processes;

bool cli_is_first(void)
{
    return !cli_processes || !cli_processes->rank;
}

/* Ends all processes if the first one's status is not fine. */
static void follow_first(cli_exit status)
{
    if (cli_processes)
        cli_try(cli_processes->broadcast(cli_processes->context, 0, &status, sizeof status,
                                         &cli_error));
    if (status)
        cli_end(status);
}

void cli_do_first(cli_work *work, void *context)
{
    follow_first(cli_is_first() ? cli_status_of(work, context) : CLI_EXIT_FINE);
}

void cli_do_each(cli_work *work, void *context)
{
    cli_exit status = cli_status_of(work, context);
    uint64_t failed = status != CLI_EXIT_FINE;

    if (cli_processes)
        cli_try(cli_processes->sum(cli_processes->context, &failed, 1, &cli_error));
    if (failed && !status) {
        status = CLI_EXIT_FAILED;
        cli_say(status,
                "%d processes cannot read a file that the options name: put it into a folder that "
                "all hosts share",
                (int)failed);
    }
    follow_first(status);
}
