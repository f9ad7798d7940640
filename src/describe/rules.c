/* SPDX-License-Identifier: MIT */
/* Rules that separate some nodes from all others: conjunctions of up to three conditions, each an
 * interval of a measure, or one type. A beam search adds one condition at a time: for each measure
 * the interval with the best score under the conditions so far. The score is F1 minus a small cost
 * per condition, so that short rules by simple measures win if they are as good. */
#include "base/memory.h"
#include "base/parallel.h"
#include "describe/describe.h"

#include <math.h>
#include <stdlib.h>
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

struct rw_rules {
    const riwalk_description *d;
    rw_pool pool;
    grid grids[RIWALK_NODE_MEASURES];
    uint32_t count;  /* nodes with a role */
    uint32_t *nodes; /* [count] */
};

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

    g->count = 0;
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

static uint8_t bin_of(const grid *g, double value)
{
    uint32_t low = 0, high = g->count;

    if (isnan(value))
        return NO_BIN;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;

        if (value < g->lows[middle])
            high = middle;
        else
            low = middle;
    }
    return (uint8_t)low;
}

/* One bin per type; types are not used if they exceed the bins. */
static void fill_types(rw_rules *r)
{
    grid *g = &r->grids[RIWALK_NODE_MEASURE_TYPE];
    uint32_t types = r->d->graph->type_names.count;

    g->count = types <= MOST_BINS ? types : 0;
    for (uint32_t type = 0; type < g->count; type++)
        g->lows[type] = g->highs[type] = type;
    for (uint32_t i = 0; i < r->count; i++)
        g->bins[i] = (uint8_t)r->d->graph->types[r->nodes[i]];
}

static void fill(rw_rules *r, int measure, double *values)
{
    const double *all = r->d->measures[measure];
    grid *g = &r->grids[measure];
    uint32_t known = 0;

    for (uint32_t i = 0; i < r->count; i++)
        if (!isnan(all[r->nodes[i]]))
            values[known++] = rounded(measure, all[r->nodes[i]]);
    qsort(values, known, sizeof *values, rw_compare_doubles);
    divide(g, values, known);
    for (uint32_t i = 0; i < r->count; i++)
        g->bins[i] = bin_of(g, rounded(measure, all[r->nodes[i]]));
}

riwalk_status rw_rules_prepare(const riwalk_description *d, rw_rules **rules, riwalk_error *error)
{
    uint32_t nodes = d->graph->node_count;
    rw_rules *made = rw_alloc_zeroed(1, sizeof *made, error);
    double *values = made ? rw_alloc(nodes, sizeof *values, error) : NULL;

    if (!values) {
        rw_free(made);
        return RIWALK_STATUS_MEMORY;
    }
    made->d = d;
    made->nodes = rw_take(&made->pool, nodes, sizeof *made->nodes, error);
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        if (d->measures[m])
            made->grids[m].bins = rw_take(&made->pool, nodes, 1, error);
    for (uint32_t node = 0; node < nodes && !made->pool.failed; node++)
        if (d->roles[node] != RIWALK_NO_CLASS)
            made->nodes[made->count++] = node;
    for (int m = 0; m < RIWALK_NODE_MEASURES && !made->pool.failed; m++)
        if (made->grids[m].bins && m == RIWALK_NODE_MEASURE_TYPE)
            fill_types(made);
        else if (made->grids[m].bins)
            fill(made, m, values);
    rw_free(values);
    *rules = made;
    return rw_pool_status(&made->pool);
}

void rw_rules_free(rw_rules *rules)
{
    if (rules)
        rw_pool_free(&rules->pool);
    rw_free(rules);
}

/* ---- The search ---- */

typedef struct candidate {
    double score;
    uint32_t hits, all; /* nodes that meet it: members, and all */
    uint32_t count;
    struct {
        uint8_t measure, low, high; /* bins */
    } conditions[RIWALK_RULE_CONDITIONS];
} candidate;

typedef struct search {
    const rw_rules *rules;
    const bool *meant; /* [sets * roles] */
    riwalk_rule *found;
    double *by_degree;
    uint32_t *places; /* [threads][rules->count]: nodes that meet a candidate */
} search;

static double f1_of(double hits, double all, double members)
{
    return hits > 0 ? 2 * hits / (all + members) : 0;
}

static bool meets(const rw_rules *r, const candidate *c, uint32_t place)
{
    for (uint32_t i = 0; i < c->count; i++) {
        uint8_t bin = r->grids[c->conditions[i].measure].bins[place];

        if (bin < c->conditions[i].low || bin > c->conditions[i].high)
            return false;
    }
    return true;
}

/* Finds the best interval of a measure under the conditions of `c`, which `places` meet. */
static candidate add_condition(const rw_rules *r, const bool *meant, double members, candidate c,
                               int measure, const uint32_t *places, uint32_t count)
{
    const grid *g = &r->grids[measure];
    uint32_t all[NO_BIN + 1] = {0}, hits[NO_BIN + 1] = {0};
    uint32_t most = measure == RIWALK_NODE_MEASURE_TYPE ? 1 : g->count; /* bins in an interval */
    candidate best = c;

    for (uint32_t i = 0; i < count; i++) {
        uint8_t bin = g->bins[places[i]];

        all[bin]++;
        hits[bin] += meant[r->d->roles[r->nodes[places[i]]]];
    }
    best.score = -1;
    best.count++;
    for (uint32_t low = 0; low < g->count; low++) {
        uint32_t sum_all = 0, sum_hits = 0;

        for (uint32_t high = low; high < g->count && high - low < most && hits[low]; high++) {
            double f1;

            sum_all += all[high];
            sum_hits += hits[high];
            if ((f1 = f1_of(sum_hits, sum_all, members)) > best.score) {
                best.score = f1;
                best.hits = sum_hits;
                best.all = sum_all;
                best.conditions[c.count].measure = (uint8_t)measure;
                best.conditions[c.count].low = (uint8_t)low;
                best.conditions[c.count].high = (uint8_t)high;
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
static uint32_t widen(const rw_rules *r, const bool *meant, double members, const candidate *beam,
                      uint32_t count, uint32_t *places, candidate *wider)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t met = 0, used = 0;

        for (uint32_t place = 0; place < r->count; place++)
            if (meets(r, &beam[i], place))
                places[met++] = place;
        for (uint32_t k = 0; k < beam[i].count; k++)
            used |= 1U << beam[i].conditions[k].measure;
        for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
            if (r->grids[m].count && !(used >> m & 1)) {
                candidate c = add_condition(r, meant, members, beam[i], m, places, met);

                keep(wider, &kept, &c);
            }
    }
    return kept;
}

/* Converts a candidate to a rule, without bounds that exclude nobody. */
static void tell(const rw_rules *r, const candidate *c, double members, riwalk_rule *rule)
{
    *rule = (riwalk_rule){.precision = (double)c->hits / c->all, .recall = c->hits / members};
    for (uint32_t i = 0; i < c->count; i++) {
        const grid *g = &r->grids[c->conditions[i].measure];
        riwalk_node_measure measure = (riwalk_node_measure)c->conditions[i].measure;
        uint8_t low = c->conditions[i].low, high = c->conditions[i].high;
        bool type = measure == RIWALK_NODE_MEASURE_TYPE;

        rule->conditions[rule->count++] =
            (riwalk_rule_condition){measure, low || type ? g->lows[low] : -INFINITY,
                                    high + 1U < g->count || type ? g->highs[high] : INFINITY};
    }
}

static riwalk_status search_task(void *context, size_t set, int worker, riwalk_error *error)
{
    const search *s = context;
    const rw_rules *r = s->rules;
    const bool *meant = s->meant + set * r->d->summary.roles;
    candidate beam[BEAM] = {0}, wider[BEAM] = {0}, best;
    uint32_t count = 1, members = 0, *places = s->places + (size_t)worker * r->count;

    for (uint32_t i = 0; i < r->count; i++)
        members += meant[r->d->roles[r->nodes[i]]];
    for (uint32_t i = 0; i < r->count; i++)
        places[i] = i;
    if (s->by_degree) {
        best =
            add_condition(r, meant, members, beam[0], RIWALK_NODE_MEASURE_DEGREE, places, r->count);
        s->by_degree[set] = f1_of(best.hits, best.all, members);
    }
    best =
        (candidate){.score = f1_of(members, r->count, members), .hits = members, .all = r->count};
    for (int depth = 0; depth < RIWALK_RULE_CONDITIONS && members < r->count; depth++) {
        count = widen(r, meant, members, beam, count, places, wider);
        memcpy(beam, wider, sizeof beam);
        if (!depth || beam[0].score > best.score)
            best = beam[0];
    }
    tell(r, &best, members, &s->found[set]);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_rules_find(const rw_rules *rules, uint32_t count, const bool *meant,
                            riwalk_rule *found, double *by_degree, riwalk_error *error)
{
    int threads = rules->d->options.run.threads;
    search s = {rules, meant, found, by_degree,
                rw_alloc((size_t)threads, rules->count * sizeof *s.places, error)};
    riwalk_status status = s.places ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    if (!status)
        status = rw_parallel(threads, count, search_task, &s, error);
    rw_free(s.places);
    return status;
}
