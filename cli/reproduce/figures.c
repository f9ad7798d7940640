/* SPDX-License-Identifier: MIT */
/* The figures: radius.svg (Fig. 4), holes.svg (Fig. 5) and scaling.svg (Fig. 6). */
#include "report.h"
#include "reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 16
#define MAX_POINTS 16

/* The lines of a chart with room for what they point at. */
typedef struct chart {
    riwalk_chart_line lines[MAX_LINES];
    size_t count;
    double x[MAX_LINES][MAX_POINTS], y[MAX_LINES][MAX_POINTS], errors[MAX_LINES][MAX_POINTS];
    char names[MAX_LINES][96];
    riwalk_files *files; /* that the picture belongs to */
} chart;

static riwalk_chart_line *add_line(chart *c, uint32_t color)
{
    riwalk_chart_line *line;

    if (c->count == MAX_LINES)
        return NULL;
    line = &c->lines[c->count];
    *line = (riwalk_chart_line){
        .name = c->names[c->count],
        .x = c->x[c->count],
        .y = c->y[c->count],
        .errors = c->errors[c->count],
        .color = color,
    };
    c->count++;
    return line;
}

static void add_point(chart *c, double x, const repro_row *row)
{
    riwalk_chart_line *line = &c->lines[c->count - 1];
    size_t at = line->count;

    if (!row || at == MAX_POINTS)
        return;
    c->x[c->count - 1][at] = x;
    c->y[c->count - 1][at] = row->ours.mean;
    c->errors[c->count - 1][at] = isfinite(row->ours.deviation) ? row->ours.deviation : 0;
    line->count++;
}

/* A line without a point is taken back. */
static bool keep_line(chart *c)
{
    if (c->lines[c->count - 1].count)
        return true;
    c->count--;
    return false;
}

static int draw_lines(const repro_options *o, const chart *c, const char *name,
                      const riwalk_chart_options *options)
{
    char *path = repro_path(o->out, name);
    riwalk_error error;
    int status = CLI_EXIT_FINE;

    if (!path)
        return cli_fail("not enough memory");
    if (c->count && riwalk_plot_lines(c->lines, c->count, path, options, &error))
        status = cli_fail_with(&error);
    free(path);
    return status;
}

/* ---- Fig. 4 ---- */

static int draw_radius(const repro_options *o, const repro_results *results,
                       const repro_experiment *experiment, chart *c)
{
    riwalk_chart_options options;
    uint32_t color = 0;

    riwalk_chart_options_init(&options);
    options.files = c->files;
    options.title = "Micro-F1 by radius, 80 % labelled";
    options.x_title = "radius k";
    options.y_title = "Micro-F1 (%), bars: standard deviation";
    for (const repro_dataset *d = experiment->datasets; d->name; d++)
        for (const repro_method *m = repro_methods; m->name; m++) {
            if (!add_line(c, color))
                break;
            snprintf(c->names[c->count - 1], sizeof *c->names, "%s, %s", d->name, m->name);
            for (unsigned s = 0; experiment->sweep[s]; s++)
                add_point(c, s + 1,
                          repro_find_row(results, experiment, d, m->name, REPRO_SWEPT, s, 0));
            color += keep_line(c);
        }
    return draw_lines(o, c, "radius.svg", &options);
}

/* ---- Fig. 6 ---- */

/* The fitted line from 10,000 nodes to the last point. */
static void add_fit(chart *c, const repro_results *results, const repro_experiment *experiment,
                    const char *method, unsigned column, uint32_t color)
{
    const riwalk_chart_line *measured = &c->lines[c->count - 1];
    double last = measured->x[measured->count - 1], a, b;
    riwalk_chart_line *line;

    if (!repro_fit(results, experiment, method, column, &a, &b) || !(line = add_line(c, color)))
        return;
    snprintf(c->names[c->count - 1], sizeof *c->names, "n^%.2f", b);
    c->x[c->count - 1][0] = 1e4;
    c->y[c->count - 1][0] = a * pow(1e4, b);
    c->x[c->count - 1][1] = last;
    c->y[c->count - 1][1] = a * pow(last, b);
    line->count = 2;
    line->dashed = true;
    line->errors = NULL;
}

static int draw_scale(const repro_options *o, const repro_results *results,
                      const repro_experiment *experiment, chart *c)
{
    riwalk_chart_options options;
    uint32_t color = 0;

    riwalk_chart_options_init(&options);
    options.files = c->files;
    options.title = "Time on Erdos-Renyi graphs, mean degree 10";
    options.x_title = "nodes";
    options.y_title = "seconds";
    options.log_x = options.log_y = true;
    for (const repro_method *m = repro_methods; m->name; m++)
        for (unsigned f = 0; f < experiment->column_count; f++) {
            riwalk_chart_line *line = add_line(c, color);

            if (!line)
                break;
            line->errors = NULL;
            snprintf(c->names[c->count - 1], sizeof *c->names, "%s, %s", m->name,
                     experiment->columns[f].label);
            for (const repro_dataset *d = experiment->datasets; d->name; d++) {
                const repro_row *row =
                    repro_find_row(results, experiment, d, m->name, REPRO_DEFAULT, 0, f);

                /* A logarithmic axis has no place for nothing. */
                add_point(c, d->nodes, row && row->ours.mean > 0 ? row : NULL);
            }
            if (keep_line(c))
                add_fit(c, results, experiment, m->name, f, color++);
        }
    return draw_lines(o, c, "scaling.svg", &options);
}

/* ---- Fig. 5 ---- */

/* The bars of a method; false where it has none. */
static bool add_bars(chart *c, size_t at, const repro_results *results,
                     const repro_experiment *experiment, const char *method, repro_choice choice,
                     const repro_dataset *const *datasets, size_t count)
{
    bool any = false;

    for (size_t g = 0; g < count; g++) {
        const repro_row *row =
            repro_find_row(results, experiment, datasets[g], method, choice, 0, 0);

        c->y[at][g] = row ? row->ours.mean : NAN;
        c->errors[at][g] = row && isfinite(row->ours.deviation) ? row->ours.deviation : 0;
        any |= row != NULL;
    }
    return any;
}

static int draw_holes(const repro_options *o, const repro_results *results,
                      const repro_experiment *experiment, chart *c)
{
    riwalk_chart_bars bars[MAX_LINES];
    const repro_dataset *datasets[MAX_POINTS];
    const char *groups[MAX_POINTS];
    riwalk_chart_options options;
    size_t count = 0, group_count = 0;
    riwalk_error error;
    int status = CLI_EXIT_FINE;
    char *path;

    for (const repro_dataset *d = experiment->datasets; d->name; d++)
        if (repro_find_row(results, experiment, d, experiment->trivial_name, REPRO_TRIVIAL, 0, 0)) {
            groups[group_count] = d->name;
            datasets[group_count++] = d;
        }
    for (const repro_method *m = repro_methods; m->name && count < MAX_LINES - 1; m++) {
        bars[count] = (riwalk_chart_bars){m->name, c->y[count], c->errors[count], (uint32_t)count};
        count +=
            add_bars(c, count, results, experiment, m->name, REPRO_DEFAULT, datasets, group_count);
    }
    if (!count)
        return CLI_EXIT_FINE;
    bars[count] = (riwalk_chart_bars){
        .name = experiment->trivial_name, .values = c->y[count], .color = RIWALK_NO_CLASS};
    count += add_bars(c, count, results, experiment, experiment->trivial_name, REPRO_TRIVIAL,
                      datasets, group_count);
    riwalk_chart_options_init(&options);
    options.files = c->files;
    options.title = "Structural holes found among 300";
    options.y_title = "hits; error bars: standard deviation";
    if (!(path = repro_path(o->out, "holes.svg")))
        return cli_fail("not enough memory");
    if (riwalk_plot_bars(groups, group_count, bars, count, path, &options, &error))
        status = cli_fail_with(&error);
    free(path);
    return status;
}

int repro_write_figures(riwalk_files *files, const repro_options *o, const repro_results *results)
{
    int status = CLI_EXIT_FINE;
    chart *c = NULL;

    for (const repro_experiment *e = repro_experiments; e->name && !status; e++) {
        if (!e->sweep && e->task != REPRO_SCALE && e->task != REPRO_HOLES)
            continue;
        free(c);
        if (!(c = calloc(1, sizeof *c)))
            return cli_fail("not enough memory for a figure");
        c->files = files;
        status = e->sweep                 ? draw_radius(o, results, e, c)
                 : e->task == REPRO_SCALE ? draw_scale(o, results, e, c)
                                          : draw_holes(o, results, e, c);
    }
    free(c);
    return status;
}
