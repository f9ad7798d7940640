/* SPDX-License-Identifier: MIT */
/* Ends by a signal without leaving half a file. On Windows, Ctrl-C, Ctrl-Break and closing the
 * window take the place of signals. */
#include "cli.h"

#include <signal.h>

static const char interrupted[] = "riwalk: interrupted\n";

static volatile sig_atomic_t held;
static volatile sig_atomic_t pending; /* the signal, or 0 */

long cli_signals_delay;

/* Only async-signal-safe calls. */
static void tell(const char *message)
{
    cli_progress_erase();
    (void)rw_os_write(RW_STDERR, message, strlen(message), -1);
}

bool cli_signals_pending(void)
{
    return pending;
}

#ifdef _WIN32
#include <windows.h>

/* The system calls the handler in a thread of its own. The lock decides who comes first. A handler
 * that ends the process keeps it, so that no file is begun meanwhile. */
static CRITICAL_SECTION lock;

static BOOL WINAPI on_signal(DWORD event)
{
    EnterCriticalSection(&lock);
    if (held && !pending) {
        pending = (int)event + 1;
        LeaveCriticalSection(&lock);
        if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
            Sleep(INFINITE); /* the process would end when this returns */
        return TRUE;
    }
    tell(interrupted);
    ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

void cli_signals_install(void)
{
    InitializeCriticalSection(&lock);
    SetConsoleCtrlHandler(on_signal, TRUE);
}

void cli_signals_hold(void)
{
    EnterCriticalSection(&lock);
    held = true;
    LeaveCriticalSection(&lock);
}

void cli_signals_release(void)
{
    EnterCriticalSection(&lock);
    held = false;
    if (pending) {
        tell(interrupted);
        ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
    }
    LeaveCriticalSection(&lock);
}
#else
#include <time.h>

static void end_by(int signal)
{
    tell(interrupted);
    nanosleep(&(struct timespec){.tv_nsec = cli_signals_delay}, NULL);
    raise(signal);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* SA_RESETHAND has restored the default action, so a second signal ends the process. */
static void on_signal(int signal)
{
    if (held) {
        pending = signal;
        return;
    }
    end_by(signal);
}

/* A mapped file lost pages: somebody truncated it, or its disk failed. The work cannot go on; its
 * output is still under temporary names. */
static void on_lost_page(int signal)
{
    tell("riwalk: a mapped file became shorter, or its disk failed: do not change it while riwalk "
         "runs\n");
    _Exit(CLI_EXIT_FAILED);
}

void cli_signals_install(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a file that is too large becomes a failing write */
    action.sa_handler = on_lost_page;
    sigaction(SIGBUS, &action, NULL);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    for (size_t s = 0; s < sizeof signals / sizeof *signals; s++) {
        struct sigaction before;

        /* nohup and shells (for background jobs) ignore signals: keep that. */
        if (!sigaction(signals[s], NULL, &before) && before.sa_handler != SIG_IGN)
            sigaction(signals[s], &action, NULL);
    }
}

void cli_signals_hold(void)
{
    held = true;
}

void cli_signals_release(void)
{
    held = false;
    if (pending)
        end_by(pending);
}
#endif
