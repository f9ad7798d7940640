/* SPDX-License-Identifier: MIT */
/* Ending by a signal, without leaving half a file. */
#include "signals.h"

#include "messages.h"
#include "progress.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

static volatile sig_atomic_t holds;   /* holds nest: the last release counts */
static volatile sig_atomic_t pending; /* the signal, or 0 */

/* Ends by a signal whose default action is in place. Only async-signal-safe calls. */
static void end_by(int signal)
{
    static const char message[] = "riwalk: interrupted\n";

    cli_progress_erase();
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    raise(signal);
}

/* SA_RESETHAND has restored the default action, so a second signal needs no handler. */
static void on_signal(int signal)
{
    if (holds)
        pending = signal;
    else
        end_by(signal);
}

/* Whoever cuts a file that is mapped takes its pages away; a disk that fails does, too. The work
 * cannot go on: what it has written so far is under temporary names. */
static void on_lost_page(int signal)
{
    static const char message[] =
        "riwalk: a file that is mapped became shorter, or its disk failed: nobody may change it "
        "meanwhile\n";

    (void)signal;
    cli_progress_erase();
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(CLI_EXIT_FAILED);
}

void cli_signals_install(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a file that grows too large is a failing write */
    action.sa_handler = on_lost_page;
    sigaction(SIGBUS, &action, NULL);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    for (size_t s = 0; s < sizeof signals / sizeof *signals; s++) {
        struct sigaction before;

        /* nohup, and shells for their background jobs, have signals ignored: leave that. */
        if (!sigaction(signals[s], NULL, &before) && before.sa_handler != SIG_IGN)
            sigaction(signals[s], &action, NULL);
    }
}

void cli_signals_hold(void)
{
    holds++;
}

void cli_signals_release(void)
{
    if (!--holds && pending)
        end_by(pending);
}

bool cli_signals_pending(void)
{
    return pending;
}
