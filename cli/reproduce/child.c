/* SPDX-License-Identifier: MIT */
/* An embedding in a process of its own, which is this program again as 'riwalk embed': so its time
 * and memory are its own, and a method that fails takes nothing with it. */
#include "progress.h"
#include "report.h"
#include "reproduce.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_WORDS 96

typedef struct command_line {
    char *words[MAX_WORDS + 1]; /* ends with NULL */
    size_t count;
    bool full; /* or there was no memory */
} command_line;

static void add(command_line *line, const char *word, size_t length)
{
    if (line->count < MAX_WORDS && (line->words[line->count] = strndup(word, length)))
        line->count++;
    else
        line->full = true;
}

static void add_words(command_line *line, const char *words)
{
    for (size_t length; *words; words += length + strspn(words + length, " ")) {
        length = strcspn(words, " ");
        if (length)
            add(line, words, length);
    }
}

/* Of an option that is given twice the last one counts: later words overrule earlier ones, and what
 * belongs to the cell comes last. */
static void make_line(const repro_embedding *e, command_line *line)
{
    const char *const paths[] = {e->graphs[0], e->graphs[1], "-o",
                                 e->vectors,   "--report",   e->report};
    char numbers[96];

    add_words(line, "riwalk embed");
    for (int w = 0; w < 3; w++)
        if (e->words[w])
            add_words(line, e->words[w]);
    add_words(line, "-q --progress=never --no-metadata --to=binary");
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++)
        if (paths[p])
            add(line, paths[p], strlen(paths[p]));
    snprintf(numbers, sizeof numbers, "--threads %" PRIu32 " --seed %" PRIu64, e->threads, e->seed);
    add_words(line, numbers);
}

/* Waits in short naps: a signal that is held back must end the child, not wait for it. */
static bool wait_for(pid_t child, int *status)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    bool told = false;

    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);

        if (ended == child)
            return true;
        if (ended < 0 && errno != EINTR)
            return false;
        if (cli_signals_pending() && !told) {
            kill(child, SIGTERM);
            told = true;
        }
        nanosleep(&nap, NULL);
    }
}

static void trim(char *text)
{
    size_t length = strcspn(text, "\n");

    text[length] = 0;
    if (!strncmp(text, "riwalk: ", 8))
        memmove(text, text + 8, length - 7);
}

/* What the process said first, or else how it ended. */
static void say_why(const repro_embedding *e, int status, char *why)
{
    FILE *file = fopen(e->errors, "re");

    why[0] = 0;
    if (file) {
        if (!fgets(why, REPRO_WHY, file))
            why[0] = 0;
        fclose(file);
        trim(why);
    }
    if (why[0])
        return;
    if (WIFSIGNALED(status))
        snprintf(why, REPRO_WHY, "the embedding was ended by signal %d%s", WTERMSIG(status),
                 WTERMSIG(status) == SIGKILL ? " (out of memory?)" : "");
    else
        snprintf(why, REPRO_WHY, "the embedding ended with status %d", WEXITSTATUS(status));
}

/* Puts a file in the place of a stream. */
static bool redirect(const char *path, int flags, int stream)
{
    int file = open(path, flags, 0666);

    return file == stream || (file >= 0 && dup2(file, stream) == stream && !close(file));
}

/* Handlers of this process would swallow what is meant for the child. Ignored signals stay so. */
static void reset_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;

    for (size_t s = 0; s < sizeof signals / sizeof *signals; s++)
        if (!sigaction(signals[s], NULL, &action) && action.sa_handler != SIG_IGN)
            signal(signals[s], SIG_DFL);
}

/* In the child. It must end with its parent, even one that is killed: no one would look at the
 * result. A parent that is gone already sends no signal any more. */
static void become(const repro_embedding *e, char *const *words, pid_t parent, const sigset_t *mask)
{
    static const char message[] = "cannot start the embedding\n";

    reset_signals();
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) || getppid() != parent ||
        sigprocmask(SIG_SETMASK, mask, NULL))
        _exit(CLI_EXIT_FAILED);
    if (redirect(e->errors, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO) &&
        redirect("/dev/null", O_WRONLY, STDOUT_FILENO)) {
        execv("/proc/self/exe", words);
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
    }
    _exit(CLI_EXIT_FAILED);
}

/* The new process, or less than 0. Signals wait until it has lost our handlers. */
static pid_t start(const repro_embedding *e, char *const *words)
{
    pid_t parent = getpid(), child;
    sigset_t all, mask;
    int failed;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    if (!(child = fork()))
        become(e, words, parent, &mask);
    failed = errno;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    errno = failed;
    return child;
}

repro_end repro_embed(repro_embedding *e, char *why)
{
    command_line line = {.count = 0};
    double begin = cli_seconds();
    repro_end end = REPRO_FAILED;
    pid_t child;
    int status = 0;

    make_line(e, &line);
    if (line.full) {
        snprintf(why, REPRO_WHY, "the command line of the embedding is too long");
    } else if ((child = start(e, line.words)) < 0) {
        snprintf(why, REPRO_WHY, "cannot start the embedding: %s", strerror(errno));
    } else if (!wait_for(child, &status)) {
        snprintf(why, REPRO_WHY, "the embedding's process was lost: %s", strerror(errno));
    } else {
        e->seconds = cli_seconds() - begin;
        if (cli_signals_pending())
            end = REPRO_INTERRUPTED;
        else if (WIFEXITED(status) && !WEXITSTATUS(status))
            end = REPRO_DONE;
        else
            say_why(e, status, why);
    }
    for (size_t w = 0; w < line.count; w++)
        free(line.words[w]);
    return end;
}
