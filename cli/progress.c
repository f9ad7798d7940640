/* SPDX-License-Identifier: MIT */
/* Draws progress: over itself on a terminal, as separate lines (--progress always) elsewhere. */
#include "progress.h"

#include "common.h"
#include "signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define TERMINAL_SECONDS 0.25 /* between two drawings */
#define LOG_SECONDS 1.0

static volatile sig_atomic_t drawn; /* a line stands on the terminal */

void cli_short_number(double number, char *text, size_t size)
{
    static const char *const prefixes[] = {"", " k", " M", " G", " T"};
    size_t p = 0;

    while (number >= 999.5 && p + 1 < sizeof prefixes / sizeof *prefixes) {
        number /= 1000;
        p++;
    }
    snprintf(text, size, "%.*f%s",
             !p || number >= 99.95 ? 0
             : number >= 9.995     ? 1
                                   : 2,
             number, prefixes[p]);
}

void cli_short_time(double seconds, char *text, size_t size)
{
    unsigned long whole = (unsigned long)(seconds + 0.5);

    if (whole < 60)
        snprintf(text, size, "%lu s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%lu:%02lu min", whole / 60, whole % 60);
    else
        snprintf(text, size, "%lu:%02lu h", whole / 3600, whole / 60 % 60);
}

void cli_progress_text(const riwalk_progress *progress, char *text, size_t size)
{
    char count[32], rate[32], left[32];
    double per_second = progress->seconds > 0 ? (double)progress->done / progress->seconds : 0;

    cli_short_number((double)progress->done, count, sizeof count);
    cli_short_number(per_second, rate, sizeof rate);
    if (!progress->total || progress->done > progress->total) {
        snprintf(text, size, "%s: %s %s, %s %s/s", progress->stage, count, progress->unit, rate,
                 progress->unit);
        return;
    }
    cli_short_time(per_second > 0 ? (double)(progress->total - progress->done) / per_second : 0,
                   left, sizeof left);
    snprintf(text, size, "%s: %.0f %%, %s %s, %s %s/s%s%s%s", progress->stage,
             100.0 * (double)progress->done / (double)progress->total, count, progress->unit, rate,
             progress->unit, per_second > 0 ? ", " : "", per_second > 0 ? left : "",
             per_second > 0 ? " left" : "");
}

double cli_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static size_t terminal_width(void)
{
    struct winsize window;

    return !ioctl(STDERR_FILENO, TIOCGWINSZ, &window) && window.ws_col ? window.ws_col : 80;
}

/* A line that reaches the last column would wrap, and could not be erased. */
static void draw(const char *text, bool terminal)
{
    if (!terminal) {
        fprintf(stderr, "riwalk: %s\n", text);
        return;
    }
    drawn = true;
    fprintf(stderr, "\r\033[K%.*s", (int)terminal_width() - 1, text);
}

static bool wanted(bool terminal)
{
    return !cli_given.quiet && cli_given.progress != CLI_PROGRESS_NEVER &&
           (cli_given.progress != CLI_PROGRESS_AUTO || terminal);
}

void cli_progress_say(const char *text)
{
    bool terminal = isatty(STDERR_FILENO);

    if (wanted(terminal))
        draw(text, terminal);
}

int cli_progress_show(const riwalk_progress *progress, void *data)
{
    static double last;
    bool terminal = isatty(STDERR_FILENO);
    double time = cli_seconds();
    char text[160];

    (void)data;
    if (cli_signals_pending())
        return 1;
    if (!wanted(terminal))
        return 0;
    /* The first call of a run starts the clock, so that short work shows nothing. */
    if (last == 0)
        last = time;
    if (time - last >= (terminal ? TERMINAL_SECONDS : LOG_SECONDS)) {
        cli_progress_text(progress, text, sizeof text);
        draw(text, terminal);
        last = time;
    }
    return 0;
}

void cli_progress_erase(void)
{
    static const char erase[] = "\r\033[K";

    if (drawn)
        (void)!write(STDERR_FILENO, erase, sizeof erase - 1);
    drawn = false;
}
