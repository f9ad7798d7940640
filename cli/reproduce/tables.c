/* SPDX-License-Identifier: MIT */
/* The results for programs: results*.csv and results*.json, one entry for each figure. */
#include "evaluation.h"
#include "json.h"
#include "report.h"
#include "reproduce.h"

#include <math.h>
#include <string.h>

/* CSV has no numbers that are not there: an empty field. */
static void print_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, ",%.6g", number);
    else
        fputc(',', out);
}

static const char *sweep_name(const repro_row *row)
{
    return row->choice == REPRO_SWEPT ? row->experiment->sweep_names[row->sweep] : "";
}

/* Settings ("--heat-scales 0.5,2") may have commas, and so are quoted; no text of the tables has
 * quotes. */
static void print_text(FILE *out, const char *text)
{
    const char *quote = strchr(text, ',') ? "\"" : "";

    fprintf(out, "%s%s%s,", quote, text, quote);
}

static void print_row(FILE *out, const repro_row *row)
{
    print_text(out, row->experiment->name);
    print_text(out, row->dataset->name);
    print_text(out, row->method);
    print_text(out, repro_choice_names[row->choice]);
    print_text(out, row->setting);
    print_text(out, sweep_name(row));
    print_text(out, row->experiment->columns[row->column].label);
    fprintf(out, "%zu", row->count);
    print_number(out, row->ours.mean);
    print_number(out, row->ours.deviation);
    print_number(out, row->ours.low);
    print_number(out, row->ours.high);
    print_number(out, row->paper);
    print_number(out, row->ours.mean - row->paper);
    fputc('\n', out);
}

int repro_print_csv(const void *what, FILE *to)
{
    const repro_results *results = ((const repro_page *)what)->results;

    fputs("experiment,dataset,method,choice,setting,sweep,figure,values,mean,deviation,low,high,"
          "paper,difference\n",
          to);
    for (size_t r = 0; r < results->row_count; r++)
        print_row(to, &results->rows[r]);
    return CLI_EXIT_FINE;
}

static json_t *row_json(const repro_row *row)
{
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "experiment",
        row->experiment->name, "dataset", row->dataset->name, "method", row->method, "choice",
        repro_choice_names[row->choice], "setting", row->setting, "sweep", sweep_name(row),
        "figure", row->experiment->columns[row->column].label, "values", (json_int_t)row->count,
        "mean", cli_json_number(row->ours.mean), "deviation", cli_json_number(row->ours.deviation),
        "low", cli_json_number(row->ours.low), "high", cli_json_number(row->ours.high), "paper",
        cli_json_number(row->paper), "difference", cli_json_number(row->ours.mean - row->paper));
}

/* The classifier, and the methods whose vectors it gets in another way than those of others. */
static json_t *fit_json(const repro_options *o)
{
    json_t *fit = json_copy(o->fit_json), *own = json_object();

    for (const repro_method *m = repro_methods; m->name; m++)
        if (repro_scale(o, m) != o->fit.scale)
            json_object_set_new(own, m->name,
                                json_string(cli_normalizations[repro_scale(o, m)].name));
    json_object_set_new(fit, "normalize_of", own);
    return fit;
}

json_t *repro_results_json(const repro_page *page)
{
    const repro_options *o = page->options;
    json_t *rows = json_array(), *problems = json_array();

    for (size_t r = 0; r < page->results->row_count; r++)
        json_array_append_new(rows, row_json(&page->results->rows[r]));
    for (size_t p = 0; p < page->results->problem_count; p++)
        json_array_append_new(problems, cli_json_name(page->results->problems[p]));
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:o, s:I, s:b, s:s, s:o, s:o, s:o}", "riwalk",
                     riwalk_version(), "isa", riwalk_isa(), "asked_for", page->asked, "embeddings",
                     (json_int_t)o->embeddings, "repeats", (json_int_t)o->repeats, "seed",
                     cli_json_seed(o->seed), "threads", (json_int_t)o->threads, "tuned", o->tune,
                     "embed_options", o->words ? o->words : "", "fit", fit_json(o), "not_run",
                     problems, "results", rows);
}
