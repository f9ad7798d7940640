/* SPDX-License-Identifier: MIT */
/* Rules that separate some nodes from all others: conjunctions of up to three conditions, each an
 * interval of a measure, or one type. A beam search adds one condition at a time: for each measure
 * the interval with the best score under the conditions so far. The score is F1 minus a small cost
 * per condition, so that short rules by simple measures win if they are as good. */
#include "describe/describe.h"

#include <math.h>
#include <string.h>

#define BEAM 6
#define MOST_BINS 128
#define EVEN_BINS 40 /* towards both ends bins get smaller, for rules that find few nodes */
#define NO_BIN 255   /* the node lacks the measure */

#define CONDITION_COST 0.02 /* and that of its measure */

/* The bins of a measure: bin b has the values from lows[b] to highs[b]. */
typedef struct grid {
    uint32_t count; /* 0: the measure is not used */
    double lows[MOST_BINS], highs[MOST_BINS];
    uint8_t *bins; /* [nodes] */
} grid;

typedef struct search {
    const riwalk_description *d;
    grid grids[RIWALK_NODE_MEASURES];
    uint32_t count;    /* nodes with a role */
    uint32_t *nodes;   /* [count] */
    const bool *meant; /* [sets][roles] */
    riwalk_rule *found;
    double *by_degree;
    uint32_t *matches; /* [threads][count]: nodes that meet a candidate */
} search;

/* ---- Grids ---- */

/* Rounds to two significant digits, unless the measure is a whole number. */
static double rounded(int measure, double value)
{
    double unit;

    if (!rw_measures[measure].real || !(value > 0))
        return value;
    unit = floor(log10(value)) - 1;
    return unit < 0 ? round(value * pow(10, -unit)) / pow(10, -unit)
                    : round(value / pow(10, unit)) * pow(10, unit);
}

/* Cuts sorted values into bins. Equal values share a bin. A bin ends when it has its share of all
 * values or, near the ends, half of the values beyond it. */
static void divide(grid *g, const double *sorted, uint32_t count)
{
    uint32_t begin = 0;

    for (uint32_t i = 0; i < count; i++) {
        double outside = fmin(begin, count - 1.0 - i);

        if (i + 1 < count && (sorted[i + 1] <= sorted[i] || g->count + 1 == MOST_BINS ||
                              (i + 1 - begin < count / EVEN_BINS && i + 1 - begin < outside / 2)))
            continue;
        g->lows[g->count] = sorted[begin];
        g->highs[g->count++] = sorted[i];
        begin = i + 1;
    }
}

RW_SEARCH(search_lows, double)

static uint8_t bin_of(const grid *g, double value)
{
    uint64_t bin = search_lows(g->lows, 0, g->count, value);

    if (isnan(value))
        return NO_BIN;
    return (uint8_t)(bin && (bin == g->count || g->lows[bin] > value) ? bin - 1 : bin);
}

/* Bins of values or, for types, one each; types are not used if they exceed the bins. */
static void fill(search *s, int measure, double *values)
{
    const double *all = s->d->measures[measure];
    uint32_t known = 0, types = s->d->graph->type_names.count;
    bool typed = measure == RIWALK_NODE_MEASURE_TYPE;
    grid *g = &s->grids[measure];

    if (typed && types > MOST_BINS)
        return;
    for (uint32_t i = 0; i < s->count && !typed; i++)
        if (!isnan(all[s->nodes[i]]))
            values[known++] = rounded(measure, all[s->nodes[i]]);
    rw_sort_doubles(values, known);
    divide(g, values, known);
    for (; typed && g->count < types; g->count++)
        g->lows[g->count] = g->highs[g->count] = g->count;
    for (uint32_t i = 0; i < s->count; i++)
        g->bins[s->nodes[i]] = bin_of(g, rounded(measure, all[s->nodes[i]]));
}

/* ---- The search ---- */

typedef struct condition {
    uint8_t measure, low, high; /* bins */
} condition;

typedef struct candidate {
    double score;
    uint32_t hits, all; /* nodes that meet it: members, and all */
    uint32_t count;
    condition conditions[RIWALK_RULE_CONDITIONS];
} candidate;

/* A set of roles. */
typedef struct target {
    const search *s;
    const bool *meant; /* [roles] */
    double members;    /* nodes */
} target;

static double f1_of(double hits, double all, double members)
{
    return hits > 0 ? 2 * hits / (all + members) : 0;
}

static bool meets(const search *s, const candidate *c, uint32_t node)
{
    for (uint32_t i = 0; i < c->count; i++) {
        uint8_t bin = s->grids[c->conditions[i].measure].bins[node];

        if (bin < c->conditions[i].low || bin > c->conditions[i].high)
            return false;
    }
    return true;
}

/* Finds the best interval of a measure under the conditions of `c`, which the nodes meet. */
static candidate add_condition(const target *t, candidate c, int measure, const uint32_t *nodes,
                               uint32_t count)
{
    const grid *g = &t->s->grids[measure];
    uint32_t all[NO_BIN + 1] = {0}, hits[NO_BIN + 1] = {0};
    uint32_t most = measure == RIWALK_NODE_MEASURE_TYPE ? 1 : g->count; /* bins in an interval */
    candidate best = c;

    for (uint32_t i = 0; i < count; i++) {
        uint8_t bin = g->bins[nodes[i]];

        all[bin]++;
        hits[bin] += t->meant[t->s->d->roles[nodes[i]]];
    }
    best.score = -1;
    best.count++;
    for (uint32_t low = 0; low < g->count; low++) {
        uint32_t sum_all = 0, sum_hits = 0;

        for (uint32_t high = low; high < g->count && high - low < most && hits[low]; high++) {
            double f1;

            sum_all += all[high];
            sum_hits += hits[high];
            if ((f1 = f1_of(sum_hits, sum_all, t->members)) > best.score) {
                best.score = f1;
                best.hits = sum_hits;
                best.all = sum_all;
                best.conditions[c.count] =
                    (condition){(uint8_t)measure, (uint8_t)low, (uint8_t)high};
            }
        }
    }
    for (uint32_t i = 0; i <= c.count; i++)
        best.score -= CONDITION_COST + rw_measures[best.conditions[i].measure].cost;
    return best;
}

/* Inserts a candidate after equal ones; the same nodes with the same score are one rule. */
static void keep(candidate *beam, uint32_t *count, const candidate *c)
{
    uint32_t place = *count;

    for (uint32_t i = 0; i < *count; i++)
        if (beam[i].hits == c->hits && beam[i].all == c->all &&
            fabs(beam[i].score - c->score) < 1e-9)
            return;
    while (place > 0 && beam[place - 1].score < c->score)
        place--;
    if (place == BEAM)
        return;
    *count += *count < BEAM;
    memmove(beam + place + 1, beam + place, (*count - place - 1) * sizeof *beam);
    beam[place] = *c;
}

/* Extends all candidates by one condition. */
static uint32_t widen(const target *t, const candidate *beam, uint32_t count, uint32_t *matches,
                      candidate *wider)
{
    const search *s = t->s;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t met = 0, used = 0;

        for (uint32_t n = 0; n < s->count; n++)
            if (meets(s, &beam[i], s->nodes[n]))
                matches[met++] = s->nodes[n];
        for (uint32_t k = 0; k < beam[i].count; k++)
            used |= 1U << beam[i].conditions[k].measure;
        for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
            if (s->grids[m].count && !(used >> m & 1)) {
                candidate c = add_condition(t, beam[i], m, matches, met);

                keep(wider, &kept, &c);
            }
    }
    return kept;
}

/* Converts a candidate to a rule, without bounds that exclude nobody. */
static void tell(const target *t, const candidate *c, riwalk_rule *rule)
{
    *rule = (riwalk_rule){.precision = (double)c->hits / c->all, .recall = c->hits / t->members};
    for (; rule->count < c->count; rule->count++) {
        condition k = c->conditions[rule->count];
        const grid *g = &t->s->grids[k.measure];
        bool type = k.measure == RIWALK_NODE_MEASURE_TYPE;

        rule->conditions[rule->count] = (riwalk_rule_condition){
            (riwalk_node_measure)k.measure, k.low || type ? g->lows[k.low] : -INFINITY,
            k.high + 1U < g->count || type ? g->highs[k.high] : INFINITY};
    }
}

static riwalk_status search_task(void *context, size_t set, int worker, riwalk_error *error)
{
    const search *s = context;
    target t = {s, s->meant + set * s->d->summary.roles, 0};
    candidate beam[BEAM] = {0}, wider[BEAM] = {0}, best;
    uint32_t count = 1, *matches = s->matches + (size_t)worker * s->count;

    for (uint32_t i = 0; i < s->count; i++)
        t.members += t.meant[s->d->roles[s->nodes[i]]];
    best = add_condition(&t, beam[0], RIWALK_NODE_MEASURE_DEGREE, s->nodes, s->count);
    s->by_degree[set] = f1_of(best.hits, best.all, t.members);
    best = (candidate){.score = f1_of(t.members, s->count, t.members),
                       .hits = (uint32_t)t.members,
                       .all = s->count};
    for (int depth = 0; depth < RIWALK_RULE_CONDITIONS && t.members < s->count; depth++) {
        count = widen(&t, beam, count, matches, wider);
        memcpy(beam, wider, sizeof beam);
        if (!depth || beam[0].score > best.score)
            best = beam[0];
    }
    tell(&t, &best, &s->found[set]);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_rules_find(riwalk_description *d, uint32_t count, const bool *meant,
                            riwalk_rule *found, double *by_degree, riwalk_error *error)
{
    uint32_t nodes = d->graph->node_count;
    size_t threads = (size_t)d->options.run.threads;
    double *values = rw_take(&d->scratch, nodes, sizeof *values, error);
    search s = {.d = d, .meant = meant, .found = found, .by_degree = by_degree};

    s.nodes = rw_take(&d->scratch, nodes, sizeof *s.nodes, error);
    s.matches = rw_take(&d->scratch, nodes, threads * sizeof *s.matches, error);
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        s.grids[m].bins = rw_take(&d->scratch, nodes, 1, error);
    RW_MUST(rw_pool_status(&d->scratch));
    for (uint32_t node = 0; node < nodes; node++)
        if (d->roles[node] != RIWALK_NO_CLASS)
            s.nodes[s.count++] = node;
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        if (d->measures[m])
            fill(&s, m, values);
    return rw_parallel((int)threads, count, search_task, &s, error);
}
