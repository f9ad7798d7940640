/* SPDX-License-Identifier: MIT */
/* Messages on standard error and the end of standard output. */
#include "cli.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>

riwalk_error cli_error;

/* ---- The end ---- */

static jmp_buf *way_out;
static cli_exit exit_status;

void cli_end(cli_exit status)
{
    exit_status = status;
    longjmp(*way_out, 1);
}

cli_exit cli_status_of(cli_work *work, void *context)
{
    jmp_buf here, *outer = way_out;

    way_out = &here;
    exit_status = CLI_EXIT_FINE;
    if (!setjmp(here))
        work(context);
    way_out = outer;
    return exit_status;
}

/* ---- Messages ---- */

void cli_say(cli_exit status, const char *format, ...)
{
    bool usage = status == CLI_EXIT_USAGE && cli_running != &cli_program;
    const char *blank = usage ? " " : "", *name = usage ? cli_running->name : "";
    char text[8192], shown[8192];
    va_list arguments;

    if (status == CLI_EXIT_FINE && cli_given.quiet)
        return;
    cli_progress_erase();
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* Paths, ids and values can be anything, so control characters are made visible. */
    riwalk_printable(text, shown, sizeof shown);
    fprintf(stderr, "riwalk%s%s: %s\n", blank, name, shown);
    if (status == CLI_EXIT_USAGE)
        fprintf(stderr, "try '%s%s%s --help'\n", cli_program.name, blank, name);
}

void cli_foresee(double nodes, double seconds_a_node)
{
    if (nodes * seconds_a_node > 60)
        cli_note("%.0f nodes: this may take %.0f CPU seconds", nodes, nodes * seconds_a_node);
}

const char *cli_shown(const char *name)
{
    static char *buffers[2];
    static int next;
    size_t size;

    if (!rw_os_is_terminal(RW_STDOUT))
        return name;
    size = riwalk_printable(name, NULL, 0) + 1;
    next = !next;
    buffers[next] = cli_resize(buffers[next], size);
    riwalk_printable(name, buffers[next], size);
    return buffers[next];
}

/* ---- Failures of the library ---- */

/* Replaces the fields that a library's message names by the command's options. */
static const char *name_options(const char *message, char *text, size_t size)
{
    static const char *const names[][2] = {
        {"`format`", "--format"},
        {"`header`", "--header"},
        {"`undirected`", "--undirected"},
        {"`unweighted`", "--unweighted"},
        {"name the format", "say --to FORMAT"},
    };

    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const char *at = strstr(message, names[n][0]);

        if (!at)
            continue;
        snprintf(text, size, "%.*s%s%s", (int)(at - message), message, names[n][1],
                 at + strlen(names[n][0]));
        return text;
    }
    return message;
}

void cli_fail_with_error(void)
{
    char text[sizeof cli_error.message];

    /* Only a signal cancels, and its release prints a message itself. A reader that closes the pipe
     * has seen enough: no error. */
    if (cli_error.code == RIWALK_STATUS_CANCELLED ||
        (cli_error.code == RIWALK_STATUS_IO && rw_os_reader_is_gone(RW_STDOUT)))
        cli_end(CLI_EXIT_FAILED);
    if (cli_error.code == RIWALK_STATUS_MEMORY && cli_given.memory)
        cli_fail(rw_ends_with(cli_error.message, "needed") ? "%s than --memory %s permits"
                                                           : "%s: --memory %s permits no more",
                 cli_error.message, cli_given.memory);
    cli_fail("%s", name_options(cli_error.message, text, sizeof text));
}

void cli_try(riwalk_status status)
{
    cli_progress_erase();
    if (status)
        cli_fail_with_error();
}

void cli_try_in(const char *path, riwalk_status status)
{
    if (status == RIWALK_STATUS_ARGUMENT)
        cli_fail("%s: %s", cli_shown_path(path), cli_error.message);
    cli_try(status);
}

void cli_try_options(bool wrong)
{
    if (wrong)
        cli_usage("%s", cli_error.message);
}

void cli_finish_output(void *nothing)
{
    bool failed = ferror(stdout);
    int reason;

    errno = 0;
    /* The stream may have forgotten its failure. Then one more byte fails again. */
    if (failed)
        putchar('\n');
    failed |= fflush(stdout) != 0;
    reason = errno;
    if (failed && rw_os_reader_is_gone(RW_STDOUT))
        cli_end(CLI_EXIT_FAILED);
    errno = reason;
    failed |= fclose(stdout) != 0;
    if (failed && errno)
        cli_fail("cannot write to standard output: %s", rw_os_reason());
    if (failed)
        cli_fail("cannot write to standard output");
}

/* ---- The command line ---- */

static void add(cli_text *to, const char *text)
{
    cli_text_add(to, text, strlen(text), NULL);
}

char *cli_command_text(void)
{
    cli_text text = {0};

    add(&text, "riwalk");
    for (char *const *word = cli_words; *word; word++) {
        bool plain = **word && !strpbrk(*word, " \t\n\"'\\$`!*?[]{}()<>|&;#~");

        add(&text, plain ? " " : " '");
        for (const char *c = *word; *c; c++)
            add(&text, *c == '\'' ? "'\\''" : (char[]){*c, 0});
        add(&text, plain ? "" : "'");
    }
    cli_text_add(&text, "", 1, NULL);
    cli_keep(text.bytes, free);
    return text.bytes;
}
