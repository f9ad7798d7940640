/* SPDX-License-Identifier: MIT */
/* Running the cells of a plan, those that are not stored. */
#include "progress.h"
#include "report.h"
#include "reproduce.h"
#include "signals.h"

#include <inttypes.h>
#include <stdlib.h>

/* Cells take about as long as their graphs' files are large. */
static void show(const repro_plan *p, const repro_group *group, size_t number, uint32_t embedding)
{
    double left = p->weight - p->weight_stored - p->weight_done;
    double passed = cli_seconds() - p->start;
    char text[240], time[32] = "";

    if (p->weight_done > 0)
        cli_short_time(passed / p->weight_done * left, time, sizeof time);
    snprintf(text, sizeof text, "cell %zu of %zu%s%s%s: %s, %s, %s, embedding %" PRIu32, number,
             p->cells, *time ? ", " : "", time, *time ? " left" : "", group->experiment->name,
             group->dataset->name, group->method->name, embedding + 1);
    cli_progress_say(text);
}

/* Takes the cells that are stored. */
static bool load_cells(const repro_options *o, repro_plan *p)
{
    for (size_t g = 0; g < p->count; g++) {
        repro_group *group = &p->groups[g];

        for (size_t i = 0; i < (size_t)group->setting_count * group->embeddings; i++) {
            json_t *key = repro_key(o, group, (unsigned)(i / group->embeddings),
                                    (uint32_t)(i % group->embeddings));

            if (!key)
                return false;
            group->records[i] = repro_load(o->out, key);
            if (group->records[i]) {
                p->stored++;
                p->weight_stored += group->weight;
            }
            json_decref(key);
        }
    }
    return true;
}

/* Runs a cell, or takes it from the store, where an earlier experiment of this run may have put
 * it. A cell that fails is not stored: it is tried again next time. */
static repro_end run_cell(const repro_options *o, repro_plan *p, repro_group *group, size_t i,
                          size_t number)
{
    unsigned setting = (unsigned)(i / group->embeddings);
    uint32_t embedding = (uint32_t)(i % group->embeddings);
    json_t *key = repro_key(o, group, setting, embedding);
    repro_end end = REPRO_FAILED;
    char why[REPRO_WHY] = "not enough memory";

    show(p, group, number, embedding);
    if (key && (group->records[i] = repro_load(o->out, key)))
        end = REPRO_DONE;
    else if (key && !(end = repro_run_cell(o, group, setting, embedding, &group->records[i], why)))
        end = repro_save(o->out, key, group->records[i]) ? REPRO_INTERRUPTED : REPRO_DONE;
    json_decref(key);
    if (end == REPRO_FAILED) {
        p->failed = true;
        repro_add_problem(&p->results, "%s, %s, %s%s%s: %s", group->experiment->name,
                          group->dataset->name, group->method->name,
                          *group->settings[setting] ? " " : "", group->settings[setting], why);
    }
    return end;
}

/* What one embedding of a setting fails at, the others would too: they are left out. */
static int run_cells(const repro_options *o, repro_plan *p)
{
    size_t number = 0;

    p->start = cli_seconds();
    for (size_t g = 0; g < p->count; g++) {
        repro_group *group = &p->groups[g];
        size_t cells = (size_t)group->setting_count * group->embeddings;

        for (size_t i = 0; i < cells; i++) {
            repro_end end = REPRO_DONE;

            number++;
            if (cli_signals_pending())
                return CLI_EXIT_FAILED;
            if (group->records[i])
                continue;
            if ((end = run_cell(o, p, group, i, number)) == REPRO_INTERRUPTED)
                return CLI_EXIT_FAILED;
            p->weight_done += group->weight;
            if (end == REPRO_FAILED) {
                size_t skipped = group->embeddings - 1 - i % group->embeddings;

                i += skipped;
                number += skipped;
                p->weight_done += (double)skipped * group->weight;
            }
        }
    }
    return CLI_EXIT_FINE;
}

int repro_run_plan(const repro_options *o, repro_plan *p)
{
    if (!load_cells(o, p))
        return cli_fail("not enough memory");
    return run_cells(o, p);
}
