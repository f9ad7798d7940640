/* SPDX-License-Identifier: MIT */
/* The program: finds the command, parses its options and runs it. Which commands there are, its
 * main file says. */
#include "cli.h"

#include "help.h"
#include "signals.h"
#include "suggest.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Of threads. They count with all that they may grow to, so that is less than by default; our own
 * need a tenth of it. */
#define STACK_BYTES ((size_t)1 << 20)

char *const *cli_words;
const cli_command *cli_running;

const cli_command *cli_find_command(const char *name)
{
    for (int c = 0; cli_commands[c]; c++)
        if (!strcmp(cli_commands[c]->name, name))
            return cli_commands[c];
    return NULL;
}

void cli_prepare(const cli_command *command)
{
    cli_list_vector_formats();
    for (cli_option *option = command->positionals; option && option->help; option++)
        cli_reset(option);
    CLI_EACH (option, command)
        cli_reset(option);
    for (int g = 0; command->groups[g]; g++)
        if (command->groups[g]->prepare)
            command->groups[g]->prepare();
}

int cli_unknown_command(const char *name)
{
    cli_suggestion near = cli_suggest_for(name);

    if (!strcmp(name, "reproduce")) { /* a command of version 0.2 */
        cli_fail("reproduce is now './dev reproduce' in the source tree; docs/reproduction.md says "
                 "how to run it");
        return CLI_EXIT_USAGE;
    }
    for (int c = 0; cli_commands[c]; c++)
        cli_suggest_offer(&near, cli_commands[c]->name, cli_commands[c]->name);
    cli_running = &cli_program;
    if (near.answer)
        return cli_usage("unknown command '%s'; did you mean '%s'?", name, near.answer);
    return cli_usage("unknown command '%s'", name);
}

/* ---- Memory ---- */

uint64_t cli_peak_memory(const struct rusage *usage)
{
    uint64_t kib = (uint64_t)usage->ru_maxrss;
    FILE *file = fopen("/proc/self/status", "re");
    char line[256];

    if (!file)
        return kib * 1024;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %" SCNu64, &kib) == 1)
            break;
    fclose(file);
    return kib * 1024;
}

/* ---- --memory of commands that have no plan to keep to: the system refuses them more ---- */

/* The bytes of data and stack that the process has; 0 where the system does not tell. */
static uint64_t data_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    unsigned long pages = 0;
    long page = sysconf(_SC_PAGESIZE);

    if (file && fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

static void shrink_stacks(void)
{
    pthread_attr_t attributes;

    if (pthread_attr_init(&attributes))
        return;
    if (!pthread_attr_setstacksize(&attributes, STACK_BYTES))
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

uint64_t cli_memory_limit(void)
{
    riwalk_options options;

    riwalk_options_init(&options);
    if (cli_given.memory)
        riwalk_options_set(&options, "memory", cli_given.memory, NULL); /* the parser checked it */
    return options.memory;
}

/* Lets this process have as much memory as --memory says beyond what it has now; without it, as
 * much as there is. What is allocated beyond that fails, and so does the command. */
static int limit_memory(void)
{
    uint64_t bytes = cli_memory_limit();
    struct rlimit limit;

    if (!bytes)
        return CLI_EXIT_FINE;
    shrink_stacks();
    bytes += data_bytes();
    if (getrlimit(RLIMIT_DATA, &limit) || limit.rlim_cur <= bytes)
        return CLI_EXIT_FINE;
    limit.rlim_cur = (rlim_t)bytes;
    if (setrlimit(RLIMIT_DATA, &limit))
        return cli_fail("cannot limit memory: %s", strerror(errno));
    return CLI_EXIT_FINE;
}

/* ---- The run ---- */

/* What is left to do after parsing: help, version, or the command itself. */
static int act(const cli_command *command, int parsed)
{
    int status;

    if (parsed == CLI_PARSED_HELP || parsed == CLI_PARSED_HELP_ALL)
        cli_print_help(stdout, command, parsed == CLI_PARSED_HELP_ALL);
    if (parsed == CLI_PARSED_VERSION)
        cli_print_version(stdout);
    if (parsed != CLI_PARSED_FINE)
        return parsed < CLI_PARSED_HELP ? parsed : CLI_EXIT_FINE;
    CLI_MUST(limit_memory());
    status = command->run();
    cli_free_kept();
    return status;
}

static int run(int argc, char **argv)
{
    const cli_command *command;
    int parsed;
    int used;

    for (int c = 0; cli_commands[c]; c++) /* some tables are made, and some commands read others' */
        cli_prepare(cli_commands[c]);
    parsed = cli_parse_program(argc, argv, &used);
    if (parsed != CLI_PARSED_FINE)
        return act(&cli_program, parsed);
    if (used == argc) {
        cli_print_help(stderr, &cli_program, false);
        return CLI_EXIT_USAGE;
    }
    command = cli_find_command(argv[used]);
    if (!command)
        return cli_unknown_command(argv[used]);
    return act(command, cli_parse(command, argc - used - 1, argv + used + 1));
}

/* A stream that the caller closed would let the next opened file take its number, and be written
 * over by messages. Such streams are opened so that their use fails. */
static void reserve_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* By default the C library keeps blocks that are freed once a larger one was, up to 64 MB of them,
 * and a run would take more than --memory permits. */
static void return_freed_memory(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

int cli_main(int argc, char **argv)
{
    (void)cli_elapsed(); /* starts the clock */
    return_freed_memory();
    reserve_streams();
    cli_signals_install();
    cli_words = argv + 1;
    return cli_finish_output(run(argc - 1, argv + 1));
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
        status = cli_fail(
            "%d processes cannot read what the options name; put it where all hosts see it",
            (int)failed);
    return cli_first_status(status);
}
