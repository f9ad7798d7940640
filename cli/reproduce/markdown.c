/* SPDX-License-Identifier: MIT */
/* results*.md: the tables, with the paper's figures beside ours. */
#include "report.h"
#include "reproduce.h"

#include <math.h>
#include <string.h>

#define MAX_COLUMNS 16

/* A table while it is written: its columns are places to look for rows. */
typedef struct table {
    FILE *out;
    const repro_results *results;
    const repro_experiment *experiment;
    unsigned count;
    const char *labels[MAX_COLUMNS];
    const repro_dataset *datasets[MAX_COLUMNS];
    unsigned sweeps[MAX_COLUMNS], columns[MAX_COLUMNS];
} table;

/* ---- Numbers ---- */

static double mean_of(const repro_row *row)
{
    return row->ours.mean;
}

static double deviation_of(const repro_row *row)
{
    return row->ours.deviation;
}

static double paper_of(const repro_row *row)
{
    return row->paper;
}

static double difference_of(const repro_row *row)
{
    return row->ours.mean - row->paper;
}

static double ratio_of(const repro_row *row)
{
    return row->paper / row->ours.mean;
}

/* Costs span orders of magnitude: three digits or so. */
static void print_number(const table *t, double number, bool sign)
{
    int digits = 2;

    if (!isfinite(number)) {
        fputs(" |", t->out);
        return;
    }
    if (t->experiment->costs)
        digits = number < 1 ? 3 : number < 10 ? 2 : number < 100 ? 1 : 0;
    fprintf(t->out, sign ? " %+.*f |" : " %.*f |", digits, number);
}

/* ---- Lines of a table ---- */

static void print_line(const table *t, const repro_row *const *rows, const char *name,
                       const char *what, double (*number)(const repro_row *), bool sign)
{
    bool any = false;

    for (unsigned c = 0; c < t->count; c++)
        any |= rows[c] && isfinite(number(rows[c]));
    if (!any)
        return;
    fprintf(t->out, "| %s | %s |", name, what);
    for (unsigned c = 0; c < t->count; c++)
        print_number(t, rows[c] ? number(rows[c]) : NAN, sign);
    fputc('\n', t->out);
}

/* Ours, deviation, paper, difference of one method. `extra` selects among several figures that a
 * data set has. */
static void print_block(const table *t, const char *method, repro_choice choice, const char *name,
                        unsigned extra, const char *what)
{
    const repro_row *rows[MAX_COLUMNS];

    for (unsigned c = 0; c < t->count; c++)
        rows[c] = repro_find_row(t->results, t->experiment, t->datasets[c], method, choice,
                                 t->sweeps[c], t->columns[c] + extra);
    print_line(t, rows, name, what, mean_of, false);
    if (choice != REPRO_TRIVIAL)
        print_line(t, rows, "", "deviation", deviation_of, false);
    print_line(t, rows, "", "paper", paper_of, false);
    if (t->experiment->costs)
        print_line(t, rows, "", "paper / ours", ratio_of, false);
    else
        print_line(t, rows, "", "difference", difference_of, true);
}

/* Whether a method was tuned in a table. */
static bool has_choice(const table *t, const char *method, repro_choice choice)
{
    for (unsigned c = 0; c < t->count; c++)
        if (repro_find_row(t->results, t->experiment, t->datasets[c], method, choice, 0,
                           t->columns[c]))
            return true;
    return false;
}

static void print_choices(const table *t, const char *method)
{
    char name[128];

    if (!has_choice(t, method, REPRO_BEST)) {
        print_block(t, method, REPRO_DEFAULT, method, 0, "ours");
        return;
    }
    snprintf(name, sizeof name, "%s, defaults", method);
    print_block(t, method, REPRO_DEFAULT, name, 0, "ours");
    snprintf(name, sizeof name, "%s, tuned on the training part", method);
    print_block(t, method, REPRO_TUNED, name, 0, "ours");
    snprintf(name, sizeof name, "%s, best figure (the paper's way)", method);
    print_block(t, method, REPRO_BEST, name, 0, "ours");
}

static void print_method(const table *t, const char *method)
{
    const repro_experiment *experiment = t->experiment;

    if (experiment->layout == REPRO_BY_SWEEP)
        print_block(t, method, REPRO_SWEPT, method, 0, "ours");
    else if (experiment->layout == REPRO_BY_DATASET && experiment->column_count > 1)
        for (unsigned c = 0; c < experiment->column_count; c++)
            print_block(t, method, REPRO_DEFAULT, c ? "" : method, c, experiment->columns[c].label);
    else
        print_choices(t, method);
}

/* Which settings stand behind the tuned lines of a table. */
static void print_settings(const table *t)
{
    const repro_dataset *before = NULL;

    for (unsigned c = 0; c < t->count; before = t->datasets[c++])
        for (const repro_method *m = repro_methods; m->name && t->datasets[c] != before; m++) {
            const repro_row *best = repro_find_row(t->results, t->experiment, t->datasets[c],
                                                   m->name, REPRO_BEST, 0, t->columns[c]);

            if (best)
                fprintf(t->out, "- %s, %s: the best figure is that with %s%s%s\n",
                        t->datasets[c]->name, m->name, *best->setting ? "`" : "the defaults",
                        best->setting, *best->setting ? "`" : "");
        }
}

static void print_table(const table *t)
{
    fputs("| method | |", t->out);
    for (unsigned c = 0; c < t->count; c++)
        fprintf(t->out, " %s |", t->labels[c]);
    fputs("\n|---|---|", t->out);
    for (unsigned c = 0; c < t->count; c++)
        fputs("---:|", t->out);
    fputc('\n', t->out);
    for (const repro_method *m = repro_methods; m->name; m++)
        print_method(t, m->name);
    if (t->experiment->trivial_name)
        print_block(t, t->experiment->trivial_name, REPRO_TRIVIAL, t->experiment->trivial_name, 0,
                    "ours");
    fputc('\n', t->out);
    print_settings(t);
}

/* ---- Experiments ---- */

static bool has_rows(const repro_results *results, const repro_experiment *experiment,
                     const repro_dataset *dataset)
{
    for (size_t r = 0; r < results->row_count; r++)
        if (results->rows[r].experiment == experiment &&
            (!dataset || results->rows[r].dataset == dataset))
            return true;
    return false;
}

static void add_column(table *t, const char *label, const repro_dataset *dataset, unsigned sweep,
                       unsigned column)
{
    if (t->count == MAX_COLUMNS)
        return;
    t->labels[t->count] = label;
    t->datasets[t->count] = dataset;
    t->sweeps[t->count] = sweep;
    t->columns[t->count++] = column;
}

static void print_by_dataset(table *t)
{
    for (const repro_dataset *d = t->experiment->datasets; d->name; d++)
        if (has_rows(t->results, t->experiment, d))
            add_column(t, d->name, d, 0, 0);
    print_table(t);
}

static void print_datasets(table *t)
{
    const repro_experiment *experiment = t->experiment;

    for (const repro_dataset *d = experiment->datasets; d->name; d++) {
        if (!has_rows(t->results, experiment, d))
            continue;
        t->count = 0;
        if (experiment->layout == REPRO_BY_SWEEP)
            for (unsigned s = 0; experiment->sweep[s]; s++)
                add_column(t, experiment->sweep_names[s], d, s, 0);
        else
            for (unsigned c = 0; c < experiment->column_count; c++)
                add_column(t, experiment->columns[c].label, d, 0, c);
        fprintf(t->out, "**%s**\n\n", d->name);
        print_table(t);
    }
}

static void print_exponents(const table *t)
{
    const repro_experiment *experiment = t->experiment;
    double a, b;

    for (const repro_method *m = repro_methods; m->name; m++)
        for (unsigned c = 0; c < experiment->column_count; c++)
            if (repro_fit(t->results, experiment, m->name, c, &a, &b))
                fprintf(t->out, "- %s, %s: grows as n^%.2f from 10,000 nodes on\n", m->name,
                        experiment->columns[c].label, b);
    fputs("\n![scaling](scaling.svg)\n\n", t->out);
}

/* What the paper says of Actor in words. */
static void print_gains(const table *t)
{
    static const struct {
        const char *method;
        int paper;
    } gains[] = {{"riwalk-sp", 145}, {"riwalk-wl", 127}};

    for (unsigned c = 0; c < t->count; c++) {
        const repro_row *base = repro_find_row(t->results, t->experiment, t->datasets[c],
                                               "struc2vec", REPRO_DEFAULT, 0, 0);

        for (int g = 0; g < 2 && base && !strcmp(t->datasets[c]->name, "Actor"); g++) {
            const repro_row *row = repro_find_row(t->results, t->experiment, t->datasets[c],
                                                  gains[g].method, REPRO_DEFAULT, 0, 0);

            if (row && base->ours.mean > 0)
                fprintf(t->out, "- Actor, %s over struc2vec: %+.0f %% (the paper: +%d %%)\n",
                        gains[g].method, 100 * (row->ours.mean / base->ours.mean - 1),
                        gains[g].paper);
        }
    }
    fputs("\n![structural holes](holes.svg)\n\n", t->out);
}

static void print_experiment(FILE *out, const repro_results *results,
                             const repro_experiment *experiment)
{
    table t = {.out = out, .results = results, .experiment = experiment};

    fprintf(out, "## %s\n\n%s\n\n", experiment->title, experiment->about);
    if (experiment->layout == REPRO_BY_DATASET)
        print_by_dataset(&t);
    else
        print_datasets(&t);
    if (experiment->task == REPRO_SCALE)
        print_exponents(&t);
    else if (experiment->task == REPRO_HOLES)
        print_gains(&t);
    else if (experiment->sweep)
        fputs("![radius](radius.svg)\n\n", out);
    else
        fputc('\n', out);
}

/* ---- The whole ---- */

static void print_problems(FILE *out, const repro_results *results)
{
    if (!results->problem_count)
        return;
    fputs("## Not run\n\n", out);
    for (size_t p = 0; p < results->problem_count; p++)
        fprintf(out, "- %s\n", results->problems[p]);
}

int repro_print_markdown(const void *what, FILE *to)
{
    const repro_page *page = what;

    repro_print_head(to, page->options, page->asked);
    for (const repro_experiment *e = repro_experiments; e->name; e++)
        if (has_rows(page->results, e, NULL))
            print_experiment(to, page->results, e);
    print_problems(to, page->results);
    return CLI_EXIT_FINE;
}
