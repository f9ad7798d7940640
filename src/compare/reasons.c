/* SPDX-License-Identifier: MIT */
/* Says why a node changed, in words: what it was in the snapshot before, and what it is now. */
#include "compare/track.h"
#include "describe/describe.h"

#include <math.h>
#include <string.h>

#define LEAST_SHIFT 0.5 /* least shift of a named measure, in its spread over all nodes */
#define LEAST_SHARE 0.1 /* least difference of visits */

/* A node in two snapshots, as two nodes of the joint graph. */
typedef struct reason {
    const riwalk_description *d;
    uint32_t before, now;
    char *text;
    size_t capacity;
} reason;

/* Tells how neighbours (out-neighbours if directed) changed. The number that stay follows from the
 * turnover, 1 - stay / (before + now - stay). */
static void tell_neighbors(const reason *r, double turnover)
{
    const riwalk_graph *g = r->d->graph;
    double before = rw_degree(g, r->before), now = rw_degree(g, r->now);
    double stay = round((1 - turnover) * (before + now) / (2 - turnover));

    if (before > 0)
        rw_append(r->text, r->capacity, ", keeps %.0f of %.0f %sneighbour%s", stay, before,
                  g->directed ? "out-" : "", before == 1 ? "" : "s");
}

/* The shift of a measure's logarithm, relative to its distance of quartiles over all nodes. */
static double shift(const reason *r, int m)
{
    const riwalk_range *range = &r->d->summary.ranges[m];
    const double *values = r->d->measures[m];
    double moved, spread;

    if (!values)
        return 0;
    moved = fabs(log1p(values[r->now]) - log1p(values[r->before]));
    spread = log1p(range->upper_quartile) - log1p(range->lower_quartile);
    if (!(spread > 0))
        spread = log1p(range->maximum) - log1p(range->minimum);
    return moved > 0 && spread > 0 ? moved / spread : 0;
}

/* Tells the measure other than the degree that moved most, unless all hardly moved. */
static void tell_measure(const reason *r)
{
    int best = RIWALK_NODE_MEASURE_DEGREE;
    double most = LEAST_SHIFT;

    for (int m = 1; m < RIWALK_NODE_MEASURES; m++)
        if (shift(r, m) > most) {
            most = shift(r, m);
            best = m;
        }
    if (best) {
        const double *values = r->d->measures[best];

        rw_append(r->text, r->capacity, ", %s %.3g to %.3g",
                  riwalk_node_measure_name((riwalk_node_measure)best), values[r->before],
                  values[r->now]);
    }
}

/* ---- What walks meet ---- */

static double share_of(const rw_profile *row, uint32_t role, double all)
{
    for (uint32_t i = 0; i < row->count; i++)
        if (row->entries[i].role == role)
            return (double)row->entries[i].visits / all;
    return 0;
}

/* "; walks meet more degree 7-14, two hops away (2 to 31 %)": what one of the rows, before and now,
 * has more of. */
static void tell_visits(const reason *r, const rw_profile rows[2], bool now)
{
    static const char end[] = " from the anchor";
    const rw_profile *row = &rows[now];
    double all[] = {rw_describe_visits(r->d, &rows[0]), rw_describe_visits(r->d, &rows[1])};
    double shares[2] = {0}, most = LEAST_SHARE;
    char token[96];
    uint32_t best = 0;

    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t role = row->entries[i].role;
        double here = (double)row->entries[i].visits / all[now], there;

        if (!r->d->is_other[role] || here <= most)
            continue;
        there = share_of(&rows[!now], role, all[!now]);
        if (here - there > most) {
            most = here - there;
            best = role;
            shares[now] = here;
            shares[!now] = there;
        }
    }
    if (most <= LEAST_SHARE)
        return;
    riwalk_role_words(r->d->sampler, r->d->profiles->roles[best], token, sizeof token);
    rw_append(r->text, r->capacity, "%s%s %.*s away (%.0f to %.0f %%)",
              strchr(r->text, ';') ? ", " : "; walks meet ", now ? "more" : "less",
              (int)(strlen(token) - (sizeof end - 1)), token, 100 * shares[0], 100 * shares[1]);
}

void riwalk_tracking_reason(const riwalk_tracking *tracking, uint32_t step, uint32_t node,
                            char *text, size_t capacity)
{
    size_t at = rw_track_at(tracking, step, node);
    const riwalk_node_state *s = &tracking->states[at];
    const double *degrees = tracking->description->measures[RIWALK_NODE_MEASURE_DEGREE];
    reason r = {.d = tracking->description, .text = text, .capacity = capacity};
    rw_profile rows[2];

    *text = 0;
    if (isnan(s->moved))
        return;
    r.before = tracking->places[at - tracking->nodes->node_count];
    r.now = tracking->places[at];
    rw_append(text, capacity,
              degrees[r.before] == degrees[r.now] ? "degree %.0f" : "degree %.0f to %.0f",
              degrees[r.before], degrees[r.now]);
    tell_neighbors(&r, (double)s->turnover);
    tell_measure(&r);
    rows[0] = rw_profiles_get(r.d->profiles, r.before);
    rows[1] = rw_profiles_get(r.d->profiles, r.now);
    tell_visits(&r, rows, true);
    tell_visits(&r, rows, false);
}
