/* SPDX-License-Identifier: MIT */
/* Messages on standard error and the end of standard output. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>

riwalk_error cli_error;

int cli_say(cli_exit status, const char *format, ...)
{
    bool usage = status == CLI_EXIT_USAGE && cli_running != &cli_program;
    const char *blank = usage ? " " : "", *name = usage ? cli_running->name : "";
    char text[8192], shown[8192];
    va_list arguments;

    if (status == CLI_EXIT_FINE && cli_given.quiet)
        return status;
    cli_progress_erase();
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* Paths, ids and values can be anything, so control characters are made visible. */
    riwalk_printable(text, shown, sizeof shown);
    fprintf(stderr, "riwalk%s%s: %s\n", blank, name, shown);
    if (status == CLI_EXIT_USAGE)
        fprintf(stderr, "try '%s%s%s --help'\n", cli_program.name, blank, name);
    return status;
}

const char *cli_shown(const char *name)
{
    static char *buffers[2];
    static int next;
    size_t size;
    char *buffer;

    if (!rw_os_is_terminal(RW_STDOUT))
        return name;
    size = riwalk_printable(name, NULL, 0) + 1;
    if (!(buffer = realloc(buffers[next], size))) {
        cli_note_shortage();
        return "?";
    }
    riwalk_printable(name, buffer, size);
    buffers[next] = buffer;
    next = !next;
    return buffer;
}

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

int cli_fail_with(const riwalk_error *error)
{
    char text[sizeof error->message];

    /* Only a signal cancels, and its release prints a message itself. */
    if (error->code == RIWALK_STATUS_CANCELLED)
        return CLI_EXIT_FAILED;
    /* A reader that closes the pipe has seen enough: no error. */
    if (error->code == RIWALK_STATUS_IO && rw_os_reader_is_gone(RW_STDOUT))
        return CLI_EXIT_FAILED;
    if (error->code == RIWALK_STATUS_MEMORY && cli_given.memory)
        return cli_fail(rw_ends_with(error->message, "needed") ? "%s than --memory %s permits"
                                                               : "%s: --memory %s permits no more",
                        error->message, cli_given.memory);
    return cli_fail("%s", name_options(error->message, text, sizeof text));
}

int cli_try(riwalk_status status)
{
    cli_progress_erase();
    return status ? cli_fail_with(&cli_error) : CLI_EXIT_FINE;
}

int cli_try_in(const char *path, riwalk_status status)
{
    if (status != RIWALK_STATUS_ARGUMENT)
        return cli_try(status);
    return cli_fail("%s: %s", cli_shown_path(path), cli_error.message);
}

int cli_try_options(bool wrong)
{
    return wrong ? cli_usage("%s", cli_error.message) : CLI_EXIT_FINE;
}

static bool is_short;

void cli_note_shortage(void)
{
    is_short = true;
}

bool cli_out_of_memory(void)
{
    return is_short;
}

int cli_finish_output(int status)
{
    bool failed = ferror(stdout);
    int reason;

    if (!status && is_short)
        status = cli_fail("not enough memory: what was printed is incomplete");
    errno = 0;
    /* The stream may have forgotten its failure. Then one more byte fails again. */
    if (failed)
        putchar('\n');
    failed |= fflush(stdout) != 0;
    reason = errno;
    if (failed && rw_os_reader_is_gone(RW_STDOUT))
        return CLI_EXIT_FAILED;
    errno = reason;
    failed |= fclose(stdout) != 0;
    if (!failed)
        return status;
    if (errno)
        return cli_fail("cannot write to standard output: %s", rw_os_reason());
    return cli_fail("cannot write to standard output");
}

/* ---- The command line ---- */

static char *append(char *to, const char *text)
{
    size_t length = strlen(text);

    return (char *)memcpy(to, text, length + 1) + length;
}

char *cli_command_text(void)
{
    static const char program[] = "riwalk";
    size_t most = sizeof program;
    char *text, *to;

    for (char *const *word = cli_words; *word; word++)
        most += 3 + 4 * strlen(*word);
    if (!(text = cli_alloc(most, 1)))
        return NULL;
    to = append(text, program);
    for (char *const *word = cli_words; *word; word++) {
        bool plain = **word && !strpbrk(*word, " \t\n\"'\\$`!*?[]{}()<>|&;#~");

        to = append(to, plain ? " " : " '");
        for (const char *c = *word; *c; c++)
            to = append(to, *c == '\'' ? "'\\''" : (char[]){*c, 0});
        to = append(to, plain ? "" : "'");
    }
    return text;
}
