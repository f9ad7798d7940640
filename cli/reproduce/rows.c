/* SPDX-License-Identifier: MIT */
/* From cells to figures: at the defaults, tuned on training parts, best by the figure itself. */
#include "reproduce.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FIT_FROM 10000 /* nodes: below, fixed costs count */

const char *const repro_choice_names[] = {"default", "tuned", "best", "sweep", "trivial"};

static json_t *record_of(const repro_group *group, unsigned setting, uint32_t embedding)
{
    return group->records[(size_t)setting * group->embeddings + embedding];
}

/* ---- Values of cells ---- */

static const json_t *series(const json_t *record, const char *prefix, const char *name)
{
    char whole[64];

    snprintf(whole, sizeof whole, "%s%s", prefix, name);
    return json_object_get(record, whole);
}

/* How many repeats stand together in a series of a group. */
static size_t repeats_of(const repro_group *group, const json_t *values)
{
    size_t points = group->experiment->ratio_count ? group->experiment->ratio_count : 1;
    size_t count = json_array_size(values);

    return count >= points ? count / points : count;
}

static double value_at(const json_t *values, size_t index)
{
    const json_t *value = json_array_get(values, index);

    return value && json_is_number(value) ? json_number_value(value) : NAN;
}

/* A growing list of numbers. */
typedef struct list {
    double *values;
    size_t count, capacity;
} list;

static bool push(list *l, double value)
{
    if (l->count == l->capacity) {
        size_t capacity = l->capacity ? 2 * l->capacity : 64;
        double *values = realloc(l->values, capacity * sizeof *values);

        if (!values)
            return false;
        l->values = values;
        l->capacity = capacity;
    }
    l->values[l->count++] = value;
    return true;
}

/* All values of a column at one setting. */
static bool gather(const repro_group *group, unsigned setting, const char *prefix,
                   const repro_column *column, list *l)
{
    l->count = 0;
    for (uint32_t e = 0; e < group->embeddings; e++) {
        const json_t *values = series(record_of(group, setting, e), prefix, column->series);
        size_t repeats = repeats_of(group, values);

        for (size_t r = 0; r < repeats; r++)
            if (!push(l, value_at(values, column->point * repeats + r)))
                return false;
    }
    return true;
}

/* ---- Choosing ---- */

static bool complete(const repro_group *group)
{
    for (size_t i = 0; i < (size_t)group->setting_count * group->embeddings; i++)
        if (!group->records[i])
            return false;
    return true;
}

/* The setting whose validation score is highest for one split of one embedding. */
static unsigned choose(const repro_group *group, uint32_t embedding, size_t index)
{
    double best = -INFINITY;
    unsigned chosen = 0;

    for (unsigned s = 0; s < group->setting_count; s++) {
        const json_t *values =
            series(record_of(group, s, embedding), "validation_", group->experiment->score);
        double score = value_at(values, index);

        if (score > best) {
            best = score;
            chosen = s;
        }
    }
    return chosen;
}

/* All values of a column, each at the setting that its own training part chose; `often` is the one
 * that was chosen most often. */
static bool gather_tuned(const repro_group *group, const repro_column *column, list *l,
                         unsigned *often)
{
    size_t *times = calloc(group->setting_count, sizeof *times);
    bool fine = times != NULL;

    l->count = 0;
    for (uint32_t e = 0; e < group->embeddings && fine; e++) {
        const json_t *first = series(record_of(group, 0, e), "", column->series);
        size_t repeats = repeats_of(group, first);

        for (size_t r = 0; r < repeats && fine; r++) {
            size_t index = column->point * repeats + r;
            unsigned s = choose(group, e, index);

            times[s]++;
            fine = push(l, value_at(series(record_of(group, s, e), "", column->series), index));
        }
    }
    *often = 0;
    for (unsigned s = 0; fine && s < group->setting_count; s++)
        if (times[s] > times[*often])
            *often = s;
    free(times);
    return fine;
}

/* The setting of the highest mean over all columns. */
static bool find_best(const repro_group *group, list *l, unsigned *best)
{
    double highest = -INFINITY;

    *best = 0;
    for (unsigned s = 0; s < group->setting_count; s++) {
        double sum = 0;

        for (unsigned c = 0; c < group->experiment->column_count; c++) {
            if (!gather(group, s, "", &group->experiment->columns[c], l))
                return false;
            sum += riwalk_interval_of(l->values, l->count).mean;
        }
        if (sum > highest) {
            highest = sum;
            *best = s;
        }
    }
    return true;
}

/* ---- Rows ---- */

static bool add_row(repro_results *results, const repro_group *group, const list *l, repro_row row)
{
    row.experiment = group->experiment;
    row.dataset = group->dataset;
    row.count = l->count;
    row.ours = riwalk_interval_of(l->values, l->count);
    row.paper = repro_paper(group->experiment->name, group->dataset->name, row.method, row.column);
    if (results->row_count == results->row_capacity) {
        size_t capacity = results->row_capacity ? 2 * results->row_capacity : 64;
        repro_row *rows = realloc(results->rows, capacity * sizeof *rows);

        if (!rows)
            return false;
        results->rows = rows;
        results->row_capacity = capacity;
    }
    results->rows[results->row_count++] = row;
    return true;
}

/* The rows of one setting. */
static bool add_setting(repro_results *results, const repro_group *group, unsigned setting,
                        repro_choice choice, list *l)
{
    const repro_experiment *experiment = group->experiment;

    for (uint32_t e = 0; e < group->embeddings; e++)
        if (!record_of(group, setting, e))
            return true;
    for (unsigned c = 0; c < experiment->column_count; c++) {
        repro_row row = {.method = group->method->name,
                         .choice = choice,
                         .setting = group->settings[setting],
                         .sweep = choice == REPRO_SWEPT ? setting : 0,
                         .column = c};

        if (!gather(group, setting, "", &experiment->columns[c], l) ||
            !add_row(results, group, l, row))
            return false;
    }
    return true;
}

static bool add_tuned(repro_results *results, const repro_group *group, list *l)
{
    unsigned setting;

    /* Holes have no training part to choose by. */
    if (group->experiment->task != REPRO_HOLES)
        for (unsigned c = 0; c < group->experiment->column_count; c++) {
            repro_row row = {.method = group->method->name, .choice = REPRO_TUNED, .column = c};

            if (!gather_tuned(group, &group->experiment->columns[c], l, &setting))
                return false;
            row.setting = group->settings[setting];
            if (!add_row(results, group, l, row))
                return false;
        }
    return find_best(group, l, &setting) && add_setting(results, group, setting, REPRO_BEST, l);
}

/* What needs no embedding is the same for every method: the first one tells. */
static bool add_trivial(repro_results *results, const repro_group *group, list *l)
{
    const repro_experiment *experiment = group->experiment;

    if (!experiment->trivial || !record_of(group, 0, 0) ||
        repro_find_row(results, experiment, group->dataset, experiment->trivial_name, REPRO_TRIVIAL,
                       0, 0))
        return true;
    for (unsigned c = 0; c < experiment->column_count; c++) {
        repro_row row = {.method = experiment->trivial_name,
                         .choice = REPRO_TRIVIAL,
                         .setting = "",
                         .column = c};

        if (!gather(group, 0, experiment->trivial, &experiment->columns[c], l) ||
            !add_row(results, group, l, row))
            return false;
    }
    return true;
}

bool repro_add_rows(repro_results *results, const repro_group *groups, size_t group_count)
{
    list l = {0};
    bool fine = true;

    for (size_t g = 0; g < group_count && fine; g++) {
        const repro_group *group = &groups[g];

        if (group->experiment->sweep)
            for (unsigned s = 0; s < group->setting_count && fine; s++)
                fine = add_setting(results, group, s, REPRO_SWEPT, &l);
        else
            fine = add_setting(results, group, 0, REPRO_DEFAULT, &l);
        if (fine && group->tuned && complete(group))
            fine = add_tuned(results, group, &l);
        fine = fine && add_trivial(results, group, &l);
    }
    free(l.values);
    return fine;
}

const repro_row *repro_find_row(const repro_results *results, const repro_experiment *experiment,
                                const repro_dataset *dataset, const char *method,
                                repro_choice choice, unsigned sweep, unsigned column)
{
    for (size_t r = 0; r < results->row_count; r++) {
        const repro_row *row = &results->rows[r];

        if (row->experiment == experiment && row->dataset == dataset && row->choice == choice &&
            row->sweep == sweep && row->column == column && !strcmp(row->method, method))
            return row;
    }
    return NULL;
}

bool repro_fit(const repro_results *results, const repro_experiment *experiment, const char *method,
               unsigned column, double *a, double *b)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;

    for (const repro_dataset *d = experiment->datasets; d->name; d++) {
        const repro_row *row =
            repro_find_row(results, experiment, d, method, REPRO_DEFAULT, 0, column);

        if (!row || d->nodes < FIT_FROM || !(row->ours.mean > 0))
            continue;
        n++;
        x += log(d->nodes);
        y += log(row->ours.mean);
        xx += log(d->nodes) * log(d->nodes);
        xy += log(d->nodes) * log(row->ours.mean);
    }
    if (n < 2)
        return false;
    *b = (n * xy - x * y) / (n * xx - x * x);
    *a = exp((y - *b * x) / n);
    return true;
}

bool repro_add_problem(repro_results *results, const char *format, ...)
{
    char **problems = realloc(results->problems, (results->problem_count + 1) * sizeof *problems);
    va_list arguments;
    char *text;
    int length;

    if (!problems)
        return false;
    results->problems = problems;
    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    for (size_t p = 0; p < results->problem_count; p++)
        if (!strcmp(problems[p], text)) {
            free(text);
            return true;
        }
    problems[results->problem_count++] = text;
    return true;
}

void repro_results_free(repro_results *results)
{
    for (size_t p = 0; p < results->problem_count; p++)
        free(results->problems[p]);
    free(results->problems);
    free(results->rows);
    memset(results, 0, sizeof *results);
}
