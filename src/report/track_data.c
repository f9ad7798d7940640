/* SPDX-License-Identifier: MIT */
/* What a page shows of a tracking, beside the nodes of all snapshots: report/track.js reads it. */
#include "report/report.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define MOST_REASONS 60 /* reasons per step, for the nodes that changed most */

static void write_snapshots(const rw_report *r, rw_json_writer *json)
{
    const char *const *names = r->snapshots ? r->snapshots : r->tracking->names;

    rw_json_open(json, "snapshots", '[');
    for (uint32_t step = 0; step < r->tracking->steps; step++)
        rw_json_string(json, NULL, names[step]);
    rw_json_close(json, ']');
}

/* Writes for each node of the joint graph its node and its snapshot. */
static void write_places(rw_report *r, rw_json_writer *json)
{
    const riwalk_tracking *t = r->tracking;
    size_t size = r->graph->node_count * sizeof(uint32_t);
    uint32_t *nodes = rw_report_room(r, json, r->graph->node_count, sizeof *nodes);
    uint32_t *steps = rw_report_room(r, json, r->graph->node_count, sizeof *steps);

    if (json->status)
        return;
    for (uint32_t step = 0; step < t->steps; step++)
        for (uint32_t node = 0; node < t->nodes->node_count; node++)
            if (t->places[step][node] != RIWALK_NO_CLASS) {
                nodes[t->places[step][node]] = node;
                steps[t->places[step][node]] = step;
            }
    rw_json_bytes(json, "nodes", nodes, size);
    rw_json_bytes(json, "steps", steps, size);
}

/* Writes a number of the state of each node of the joint graph; NaN: it has none. */
static void write_floats(rw_report *r, rw_json_writer *json, const char *key, size_t offset)
{
    const riwalk_tracking *t = r->tracking;
    float *values = rw_report_room(r, json, r->graph->node_count, sizeof *values);

    if (!values)
        return;
    for (uint32_t step = 0; step < t->steps; step++)
        for (uint32_t node = 0; node < t->nodes->node_count; node++)
            if (t->places[step][node] != RIWALK_NO_CLASS)
                memcpy(&values[t->places[step][node]],
                       (const char *)&t->states[step][node] + offset, sizeof *values);
    rw_json_bytes(json, key, values, r->graph->node_count * sizeof *values);
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
            rw_jsonf(json, "[ %u %s ]", r->tracking->places[step][changed[i].node], words);
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
    write_places(r, json);
    write_floats(r, json, "moved", offsetof(riwalk_node_state, moved));
    write_floats(r, json, "turnover", offsetof(riwalk_node_state, turnover));
    write_floats(r, json, "change", offsetof(riwalk_node_state, change));
    write_floats(r, json, "p", offsetof(riwalk_node_state, p));
    rw_json_open(json, "order", '[');
    for (uint32_t role = 0; role < t->roles; role++)
        rw_json_whole(json, NULL, t->described[role]);
    rw_json_close(json, ']');
    write_reasons(r, json);
    rw_json_close(json, '}');
}
