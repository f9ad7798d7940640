/* SPDX-License-Identifier: MIT */
/*
 * Names of roles by rules. A rule says something of a node; a role has the name of the first rule
 * that nearly all of its members meet. docs/describe.md states them.
 */
#include "base/memory.h"
#include "base/parallel.h"
#include "describe/describe.h"

#include <stdio.h>

#define PART_NODES 256

#define NEARLY_ALL 0.8 /* of the members */

/* A hub has so many times the mean degree of nodes with edges, and so many edges. */
#define HUB_RATIO 2
#define HUB_EDGES 5

#define ALL_BUT_FEW 0.9 /* of the pairs of neighbours in a clique */
#define DENSE 0.5       /* the same in a dense group */
#define MOST 0.8        /* of a node's neighbours */

/* What rules look at. */
typedef struct facts {
    uint32_t degree;
    uint32_t next; /* the largest degree of a neighbour */
    bool hub;
    double clustering;     /* the share of pairs of neighbours that are joined */
    double leaves;         /* the share of neighbours without another neighbour */
    double hubs;           /* the share of neighbours that are hubs */
    uint32_t dense_groups; /* that its neighbours fall into without it */
    double grouped;        /* the share of neighbours that are in them */
} facts;

/* The rules, in their order: what is met by a node, the name of its role, and the rule in words. */
/* clang-format off */
#define RULES(rule) \
    rule(!f->degree, "nodes without edges", "at least 80 % have no neighbour") \
    rule(f->degree == 1 && f->next == 1, "isolated pairs", \
         "at least 80 % have one neighbour, which has no other") \
    rule(f->degree == 1 && f->hubs > 0, "leaves of hubs", \
         "at least 80 % have one neighbour, which is a hub") \
    rule(f->degree == 1 && f->next == 2, "ends of chains", \
         "at least 80 % have one neighbour, which has two") \
    rule(f->degree == 1, "leaves", "at least 80 % have one neighbour") \
    rule(f->dense_groups >= 2 && f->grouped >= MOST, "bridges between dense groups", \
         "the neighbours of at least 80 % fall apart into two dense groups or more without them, " \
         "with four of five neighbours in these") \
    rule(f->degree == 2 && f->clustering <= 0, "links of chains", \
         "at least 80 % have two neighbours, which are not joined") \
    rule(f->degree >= 3 && f->leaves >= MOST, "centres of stars", \
         "of at least 80 %, four of five neighbours (three neighbours at least) have no other") \
    rule(f->degree >= 2 && !f->hub && f->hubs >= MOST, "spokes of hubs", \
         "at least 80 % are no hubs, have two neighbours or more, and four of five of these are " \
         "hubs") \
    rule(f->degree == 2 && f->clustering > 0, "corners of triangles", \
         "at least 80 % have two neighbours, which are joined") \
    rule(f->degree >= 3 && f->clustering >= ALL_BUT_FEW, "members of cliques", \
         "of at least 80 %, nine of ten pairs of neighbours (three neighbours at least) are joined") \
    rule(f->hub, "hubs", "at least 80 % are hubs") \
    rule(f->degree >= 3 && f->clustering >= DENSE, "members of dense groups", \
         "of at least 80 %, half of the pairs of neighbours (three neighbours at least) are joined")
/* clang-format on */

#define IN_WORDS(condition, name, rule) {name, rule},
#define CONDITION(condition, name, rule) condition,

static const struct {
    const char *name;
    const char *rule;
} rules[] = {RULES(IN_WORDS)};

#define RULE_COUNT (sizeof rules / sizeof *rules)

/* Bit r is set where rule r is met. */
static uint32_t find_rules(const facts *f)
{
    const bool met[] = {RULES(CONDITION)};
    uint32_t bits = 0;

    for (size_t rule = 0; rule < RULE_COUNT; rule++)
        bits |= (uint32_t)met[rule] << rule;
    return bits;
}

/* ---- The groups that a node's neighbours fall into without it: those that edges among them
 * connect ---- */

/* Scratch of one worker. */
typedef struct groups {
    const riwalk_graph *graph;
    uint32_t *parents; /* [largest degree]: a union-find over the places of a node's neighbours */
    uint32_t *sizes;   /* [largest degree] */
} groups;

/* Which one a neighbour is in, by the place of its first member. */
static uint32_t group_of(groups *g, uint32_t place)
{
    while (g->parents[place] != place) {
        g->parents[place] = g->parents[g->parents[place]];
        place = g->parents[place];
    }
    return place;
}

static void join(groups *g, uint32_t a, uint32_t b)
{
    uint32_t x = group_of(g, a), y = group_of(g, b);

    /* The earlier place stands for the group. */
    if (x < y)
        g->parents[y] = x;
    else
        g->parents[x] = y;
}

/* Joins a neighbour with those that it is joined to: looks up those of the shorter list in the
 * other. */
static void join_neighbor(groups *g, uint32_t node, uint32_t place)
{
    const riwalk_graph *graph = g->graph;
    uint32_t neighbor = graph->neighbors[graph->offsets[node] + place];
    bool own = rw_degree(graph, node) < rw_degree(graph, neighbor);
    uint32_t from = own ? node : neighbor, to = own ? neighbor : node;
    uint64_t arc;

    for (uint64_t a = graph->offsets[from]; a < graph->offsets[from + 1]; a++)
        if (rw_find_arc(graph, to, graph->neighbors[a], &arc))
            join(g, place, (uint32_t)((own ? a : arc) - graph->offsets[node]));
}

/* ---- Nodes ---- */

static double clustering(const riwalk_description *d, uint32_t node)
{
    double degree = rw_degree(d->graph, node);

    return degree < 2
               ? 0
               : 2 * rw_measure(d, RIWALK_NODE_MEASURE_TRIANGLES)[node] / (degree * (degree - 1));
}

/* A group of neighbours is dense if some of them are joined, or if it is one that is itself within
 * a dense group. O(sum over neighbours of the lesser of both degrees * log). */
static void look_at_groups(const riwalk_description *d, groups *g, uint32_t node, facts *f)
{
    const uint32_t *row = d->graph->neighbors + d->graph->offsets[node];
    uint32_t grouped = 0;

    for (uint32_t place = 0; place < f->degree; place++) {
        g->parents[place] = place;
        g->sizes[place] = 0;
    }
    for (uint32_t place = 0; place < f->degree; place++)
        join_neighbor(g, node, place);
    for (uint32_t place = 0; place < f->degree; place++)
        g->sizes[group_of(g, place)]++;
    for (uint32_t place = 0; place < f->degree; place++)
        if (g->sizes[place] > 1 || (g->sizes[place] == 1 && clustering(d, row[place]) >= DENSE)) {
            f->dense_groups++;
            grouped += g->sizes[place];
        }
    f->grouped = f->degree ? (double)grouped / f->degree : 0;
}

static facts look_at(const riwalk_description *d, groups *g, uint32_t node, double hub_degree)
{
    const riwalk_graph *graph = d->graph;
    facts f = {.degree = rw_degree(graph, node), .clustering = clustering(d, node)};

    f.hub = f.degree >= hub_degree;
    for (uint64_t a = graph->offsets[node]; a < graph->offsets[node + 1]; a++) {
        uint32_t degree = rw_degree(graph, graph->neighbors[a]);

        f.leaves += (degree == 1) / (double)f.degree;
        f.hubs += (degree >= hub_degree) / (double)f.degree;
        if (degree > f.next)
            f.next = degree;
    }
    look_at_groups(d, g, node, &f);
    return f;
}

/* The least degree of a hub. */
static double find_hub_degree(const riwalk_description *d)
{
    double mean = (double)d->graph->arc_count / (d->graph->node_count - d->summary.isolated);

    return HUB_RATIO * mean > HUB_EDGES ? HUB_RATIO * mean : HUB_EDGES;
}

typedef struct naming {
    const riwalk_description *d;
    double hub_degree;
    rw_pool pool;
    groups *groups; /* [threads] */
    uint32_t *met;  /* [nodes]: rules, as find_rules has them */
} naming;

static riwalk_status look_task(void *context, size_t task, int worker, riwalk_error *error)
{
    naming *n = context;
    uint32_t begin = (uint32_t)task * PART_NODES, left = n->d->graph->node_count - begin;

    (void)error;
    for (uint32_t node = begin; node < begin + (left < PART_NODES ? left : PART_NODES); node++) {
        facts f = look_at(n->d, &n->groups[worker], node, n->hub_degree);

        n->met[node] = find_rules(&f);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status look(naming *n, riwalk_error *error)
{
    const riwalk_graph *graph = n->d->graph;
    int threads = n->d->options.run.threads;

    n->met = rw_take(&n->pool, graph->node_count, sizeof *n->met, error);
    n->groups = rw_take(&n->pool, (size_t)threads, sizeof *n->groups, error);
    for (int t = 0; t < threads && !n->pool.failed; t++) {
        uint32_t most = rw_degree(graph, n->d->summary.hub);

        n->groups[t] = (groups){graph, rw_take(&n->pool, most, sizeof(uint32_t), error),
                                rw_take(&n->pool, most, sizeof(uint32_t), error)};
    }
    if (n->pool.failed)
        return RIWALK_STATUS_MEMORY;
    return rw_parallel(threads, ((size_t)graph->node_count + PART_NODES - 1) / PART_NODES,
                       look_task, n, error);
}

/* ---- Roles ---- */

static void name(const naming *n, riwalk_described_role *r)
{
    for (size_t rule = 0; rule < RULE_COUNT; rule++) {
        uint32_t count = 0;

        for (uint32_t i = 0; i < r->count; i++)
            count += n->met[r->members[i]] >> rule & 1;
        if (count >= NEARLY_ALL * r->count) {
            r->name = rules[rule].name;
            r->rule = rules[rule].rule;
            return;
        }
    }
}

riwalk_status rw_describe_names(riwalk_description *d, riwalk_error *error)
{
    naming n = {.d = d, .hub_degree = find_hub_degree(d)};
    riwalk_status status = look(&n, error);

    if (!status && !(d->numbers = rw_take(&d->pool, d->summary.roles, sizeof *d->numbers, error)))
        status = RIWALK_STATUS_MEMORY;
    for (uint32_t role = 0; role < d->summary.roles && !status; role++) {
        snprintf(d->numbers[role], sizeof *d->numbers, "role %u", role + 1);
        d->described[role].name = d->numbers[role];
        name(&n, &d->described[role]);
    }
    rw_pool_free(&n.pool);
    return status;
}
