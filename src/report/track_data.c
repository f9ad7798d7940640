/* SPDX-License-Identifier: MIT */
/* What a page shows of a tracking, beside the nodes of all snapshots: report/track.js reads it. */
#include "report/report.h"

#define MOST_REASONS 60 /* reasons per step, for the nodes that changed most */

static void write_snapshots(const rw_report *r, rw_json_writer *json)
{
    const char *const *names = r->snapshots ? r->snapshots : r->tracking->names;

    rw_json_open(json, "snapshots", '[');
    for (uint32_t step = 0; step < r->tracking->steps; step++)
        rw_json_string(json, NULL, names[step]);
    rw_json_close(json, ']');
}

/* Writes for each node of the joint graph its node, its snapshot and its state, in which NaN stands
 * for nothing. */
static void write_states(rw_report *r, rw_json_writer *json)
{
    const riwalk_tracking *t = r->tracking;
    size_t count = r->graph->node_count, all = t->nodes->node_count;
    uint32_t *nodes = rw_report_room(r, json, count, sizeof *nodes);
    uint32_t *steps = rw_report_room(r, json, count, sizeof *steps);
    float *moved = rw_report_room(r, json, count, sizeof *moved);
    float *turnover = rw_report_room(r, json, count, sizeof *turnover);
    float *change = rw_report_room(r, json, count, sizeof *change);
    float *p = rw_report_room(r, json, count, sizeof *p);

    if (json->status)
        return;
    for (size_t i = 0; i < t->steps * all; i++) {
        uint32_t place = t->places[i];

        if (place == RIWALK_NO_CLASS)
            continue;
        nodes[place] = (uint32_t)(i % all);
        steps[place] = (uint32_t)(i / all);
        moved[place] = t->states[i].moved;
        turnover[place] = t->states[i].turnover;
        change[place] = t->states[i].change;
        p[place] = t->states[i].p;
    }
    rw_json_bytes(json, "nodes", nodes, count * sizeof *nodes);
    rw_json_bytes(json, "steps", steps, count * sizeof *steps);
    rw_json_bytes(json, "moved", moved, count * sizeof *moved);
    rw_json_bytes(json, "turnover", turnover, count * sizeof *turnover);
    rw_json_bytes(json, "change", change, count * sizeof *change);
    rw_json_bytes(json, "p", p, count * sizeof *p);
}

/* Writes [node of the joint graph, words]. */
static void write_reasons(const rw_report *r, rw_json_writer *json)
{
    char words[RIWALK_REASON_CHARS];

    rw_json_open(json, "reasons", '[');
    for (uint32_t step = 1; step < r->tracking->steps && !json->status; step++) {
        riwalk_changed_node *changed = NULL;
        size_t count = 0;

        json->status = riwalk_tracking_changed(r->tracking, step, &changed, &count, json->error);
        for (size_t i = 0; i < count && i < MOST_REASONS; i++) {
            riwalk_tracking_reason(r->tracking, step, changed[i].node, words, sizeof words);
            rw_jsonf(json, "[ %u %s ]",
                     r->tracking->places[rw_track_at(r->tracking, step, changed[i].node)], words);
        }
        rw_free(changed);
    }
    rw_json_close(json, ']');
}

void rw_report_write_tracking(rw_report *r, rw_json_writer *json)
{
    const riwalk_tracking *t = r->tracking;

    rw_json_open(json, "track", '{');
    write_snapshots(r, json);
    rw_report_write_names(t->nodes, "names", json);
    write_states(r, json);
    rw_json_open(json, "order", '[');
    for (uint32_t role = 0; role < t->roles; role++)
        rw_json_whole(json, NULL, t->described[role]);
    rw_json_close(json, ']');
    write_reasons(r, json);
    rw_json_close(json, '}');
}
