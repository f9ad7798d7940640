/* SPDX-License-Identifier: MIT */
/* Draws progress: in place on a terminal, else as separate lines (--progress always). */
#include "cli.h"

#include <math.h>
#include <signal.h>

#define TERMINAL_SECONDS 0.25 /* between two updates */
#define LOG_SECONDS 1.0
#define MOST_STAGES 64

static volatile sig_atomic_t drawn; /* whether the terminal shows a line */

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

void cli_short_bytes(double bytes, char *text, size_t size)
{
    char number[32];

    cli_short_number(bytes, number, sizeof number);
    snprintf(text, size, "%s%sB", number, strchr(number, ' ') ? "" : " ");
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

void cli_time_taken(double seconds, char *text, size_t size)
{
    if (seconds < 59.95)
        snprintf(text, size, "%.1f s", seconds);
    else
        cli_short_time(seconds, text, size);
}

double cli_elapsed(void)
{
    static double start;

    if (start == 0)
        start = rw_os_seconds();
    return rw_os_seconds() - start;
}

/* ---- The whole run ---- */

typedef struct stage {
    const char *name;
    size_t length;
    double weight;  /* relative to the other stages */
    double seconds; /* time it took; 0 if it has not begun or was left out */
} stage;

/* The stages of the run in order. */
static struct {
    stage stages[MOST_STAGES];
    size_t count;
    size_t next; /* the first that has not begun; the one before it is running */
    double share;
} plan;

static void expect(const char *name, size_t length, double weight)
{
    if (plan.count < MOST_STAGES)
        plan.stages[plan.count++] = (stage){name, length, weight, 0};
}

void cli_progress_expect(const char *name, double weight)
{
    expect(name, strlen(name), weight);
}

static void expect_graph(double weight)
{
    cli_progress_expect("reading", 0.4 * weight);
    cli_progress_expect("counting edges", 0.1 * weight);
    cli_progress_expect("placing edges", 0.3 * weight);
    cli_progress_expect("sorting", 0.2 * weight);
}

void cli_expect(const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ":");
        char *end;
        double weight = strtod(list + length + 1, &end);

        if (strncmp(list, "GRAPHS:", 7))
            expect(list, length, weight);
        else
            for (size_t g = 0; !g || g < cli_given.graphs.count; g++)
                expect_graph(weight);
        list = end + strspn(end, " ");
    }
}

/* Finds the stage that reports; NULL if it was not expected. If a stage begins again, its seconds
 * fall. Earlier stages that never reported were left out. */
static stage *find_stage(const riwalk_progress *progress)
{
    size_t from = plan.next;

    if (from && plan.stages[from - 1].seconds <= progress->seconds)
        from--;
    for (size_t s = from; s < plan.count; s++)
        if (!strncmp(plan.stages[s].name, progress->stage, plan.stages[s].length) &&
            !progress->stage[plan.stages[s].length]) {
            plan.next = s + 1;
            plan.stages[s].seconds = progress->seconds;
            return &plan.stages[s];
        }
    return NULL;
}

/* The rest of this stage is predicted from its own speed, later stages from their weights and the
 * seconds per weight so far. */
cli_outlook cli_progress_outlook(const riwalk_progress *progress, double elapsed)
{
    double spent = 0, weight = 0, later = 0, whole, share;
    const stage *now = find_stage(progress);
    cli_outlook outlook = {0, -1};

    if (!progress->done || progress->done > progress->total || (plan.count && !now))
        return outlook;
    whole = progress->seconds * (double)progress->total / (double)progress->done;
    for (const stage *s = plan.stages; now && s < plan.stages + plan.count; s++) {
        if (s > now)
            later += s->weight;
        else if (s->seconds > 0) {
            spent += s == now ? whole : s->seconds;
            weight += s->weight;
        }
    }
    outlook.left = whole - progress->seconds + (weight > 0 ? spent / weight * later : 0);
    share = elapsed > 0 ? elapsed / (elapsed + outlook.left) : 0;
    plan.share = outlook.share = share > plan.share ? share : plan.share;
    return outlook;
}

void cli_progress_text(const riwalk_progress *progress, cli_outlook outlook, char *text,
                       size_t size)
{
    char count[32], rate[32], left[32];
    double per_second = progress->seconds > 0 ? (double)progress->done / progress->seconds : 0;

    cli_short_number((double)progress->done, count, sizeof count);
    cli_short_number(per_second, rate, sizeof rate);
    if (outlook.left < 0) {
        snprintf(text, size, "%s: %s %s, %s %s/s", progress->stage, count, progress->unit, rate,
                 progress->unit);
        return;
    }
    cli_short_time(outlook.left, left, sizeof left);
    snprintf(text, size, "%.0f %%, %s left (%s: %.0f %%, %s %s/s)", floor(100 * outlook.share),
             left, progress->stage, floor(100.0 * (double)progress->done / (double)progress->total),
             rate, progress->unit);
}

/* ---- The line ---- */

int cli_progress_show(const riwalk_progress *progress, void *data)
{
    static double last;
    bool terminal = rw_os_is_terminal(RW_STDERR);
    double time = rw_os_seconds();
    cli_outlook outlook;
    char text[160];

    if (cli_signals_pending())
        return 1;
    if (cli_given.quiet || cli_given.progress == CLI_PROGRESS_NEVER ||
        (cli_given.progress == CLI_PROGRESS_AUTO && !terminal))
        return 0;
    outlook = cli_progress_outlook(progress, cli_elapsed());
    if (last == 0)
        last = time; /* the first call only starts the clock, so short work shows nothing */
    if (time - last < (terminal ? TERMINAL_SECONDS : LOG_SECONDS))
        return 0;
    last = time;
    cli_progress_text(progress, outlook, text, sizeof text);
    if (terminal) {
        int width = rw_os_terminal_width(RW_STDERR);

        drawn = true;
        /* Cut before the last column: a line that wraps could not be erased. */
        fprintf(stderr, "\r\033[K%.*s", (width ? width : 80) - 1, text);
    } else {
        fprintf(stderr, "riwalk: %s\n", text);
    }
    return 0;
}

riwalk_run cli_run(void)
{
    return (riwalk_run){.threads = (int)cli_given.threads,
                        .device = cli_given.device,
                        .progress = cli_progress_show};
}

void cli_progress_erase(void)
{
    static const char erase[] = "\r\033[K";

    if (drawn)
        (void)rw_os_write(RW_STDERR, erase, sizeof erase - 1, -1);
    drawn = false;
}
