/* SPDX-License-Identifier: MIT */
/* riwalk explain GRAPH NODE OTHER: what the profiles of two nodes share, and where they differ. */
#include "cli.h"
#include "explain.h"

#include <math.h>

/* A role that at least one of the two meets, with its share in each profile. */
typedef struct pair {
    uint64_t role;
    double shares[2];
} pair;

typedef struct comparison {
    const riwalk_sampler *sampler;
    double similarity;
    double overlap; /* the sum of the smaller shares: what the profiles have in common */
    riwalk_profile *profiles[2];
    uint32_t count;
    pair *pairs; /* [count] */
} comparison;

/* ---- Comparing ---- */

static double common(const pair *p)
{
    return p->shares[0] < p->shares[1] ? p->shares[0] : p->shares[1];
}

static double difference(const pair *p)
{
    return p->shares[0] - p->shares[1];
}

static int order(double a, double b, const pair *p, const pair *q)
{
    if (a != b)
        return a > b ? -1 : 1;
    return (p->role > q->role) - (p->role < q->role);
}

static int by_common(const void *p, const void *q)
{
    return order(common(p), common(q), p, q);
}

static int by_difference(const void *p, const void *q)
{
    return order(fabs(difference(p)), fabs(difference(q)), p, q);
}

static void add_pair(comparison *c, uint64_t role)
{
    pair *added = &c->pairs[c->count++];

    added->role = role;
    for (int i = 0; i < 2; i++)
        added->shares[i] = riwalk_profile_share(c->profiles[i], role);
    c->overlap += common(added);
}

static int compare(const cli_explained *e, const riwalk_sampler *sampler, comparison *c)
{
    uint32_t counts[2];
    int status;

    c->sampler = sampler;
    for (int i = 0; i < 2; i++) {
        if ((status = cli_find_profile(sampler, e->nodes[i], &c->profiles[i])))
            return status;
        counts[i] = riwalk_profile_count(c->profiles[i]);
    }
    c->similarity = riwalk_profile_similarity(c->profiles[0], c->profiles[1]);
    if (!(c->pairs = cli_alloc((size_t)counts[0] + counts[1], sizeof *c->pairs)))
        return CLI_EXIT_FAILED;
    for (uint32_t i = 0; i < counts[0]; i++)
        add_pair(c, riwalk_profile_get(c->profiles[0], i)->role);
    for (uint32_t i = 0; i < counts[1]; i++) {
        uint64_t role = riwalk_profile_get(c->profiles[1], i)->role;

        if (riwalk_profile_share(c->profiles[0], role) == 0)
            add_pair(c, role);
    }
    return CLI_EXIT_FINE;
}

/* Whether the roles of the two nodes name anchors of different classes, which are handed over. All
 * roles of one profile name the same. */
static bool classes_differ(const comparison *c, uint64_t classes[2])
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    if (strcmp(riwalk_role_field_name(c->sampler, 0), "anchor"))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!riwalk_profile_count(c->profiles[i]))
            return false;
        riwalk_role_tuple(c->sampler, riwalk_profile_get(c->profiles[i], 0)->role, tuple);
        classes[i] = tuple[0];
    }
    return classes[0] != classes[1];
}

/* Sorts by what is in common, or by the difference, and counts the roles that have some. */
static uint32_t rank(comparison *c, bool shared)
{
    uint32_t count = 0;

    qsort(c->pairs, c->count, sizeof *c->pairs, shared ? by_common : by_difference);
    while (count < c->count &&
           (shared ? common(&c->pairs[count]) > 0 : fabs(difference(&c->pairs[count])) > 0))
        count++;
    return count;
}

/* ---- For people ---- */

static void print_pairs(comparison *c, bool shared, uint32_t top)
{
    uint32_t count = rank(c, shared), shown = count < top ? count : top;
    char token[CLI_ROLE_TOKEN], words[CLI_ROLE_WORDS];
    int width = 4;

    if (!count)
        return;
    for (uint32_t i = 0; i < shown; i++)
        width = cli_token_width(c->sampler, c->pairs[i].role, width);
    printf("%8s %8s %8s  %-*s  meaning\n", shared ? "both" : "A - B", "A", "B", width, "role");
    for (uint32_t i = 0; i < shown; i++) {
        const pair *p = &c->pairs[i];

        riwalk_role_token(c->sampler, p->role, token, sizeof token);
        riwalk_role_words(c->sampler, p->role, words, sizeof words);
        printf(shared ? "%6.1f %%" : "%+6.1f %%", 100 * (shared ? common(p) : difference(p)));
        printf(" %6.1f %% %6.1f %%  %-*s  %s\n", 100 * p->shares[0], 100 * p->shares[1], width,
               token, words);
    }
    if (shown < count)
        printf("%26s  %-*s  %u more (--top %u lists all)\n", "", width, "", count - shown, count);
}

static void print_comparison(comparison *c, uint32_t top)
{
    printf("\nIn common: %.1f %% of the visits\n", 100 * c->overlap);
    print_pairs(c, true, top);
    printf("\nDifferent: %.1f %% of the visits\n", 100 * fabs(1 - c->overlap));
    print_pairs(c, false, top);
}

static void print_similarity(const comparison *c)
{
    printf("similarity %.3f (0: no role in common, 1: equal profiles)\n", c->similarity);
}

/* Anchors of different classes have no role in common, which says nothing of what is around them:
 * the comparison without the classes comes first. */
static void print_classes(const uint64_t classes[2])
{
    printf("  of roles without the anchor's degree class, which is %" PRIu64 " for A and %" PRIu64
           " for B;\n  with it they have none in common\n",
           classes[0], classes[1]);
}

static int print_table(const cli_explained *e, comparison *c, comparison *without,
                       const uint64_t classes[2])
{
    for (int i = 0; i < 2; i++) {
        uint32_t roles = riwalk_profile_count((without ? without : c)->profiles[i]);

        printf("%c: node %s, degree %u, walks meet %u role%s\n", "AB"[i], cli_shown(e->names[i]),
               riwalk_graph_degree(e->graph, e->nodes[i]), roles, CLI_S(roles));
    }
    print_similarity(without ? without : c);
    if (without)
        print_classes(classes);
    if (c->count)
        print_comparison(without ? without : c, e->top);
    else
        puts("\nNeither has a neighbour: their walks meet no role.");
    return CLI_EXIT_FINE;
}

/* ---- For programs ---- */

static void put_pairs(rw_json_writer *to, const char *key, comparison *c, bool shared, uint32_t top)
{
    uint32_t count = rank(c, shared);

    rw_json_open(to, key, '[');
    for (uint32_t i = 0; i < count && i < top; i++) {
        const pair *p = &c->pairs[i];

        rw_json_open(to, NULL, '{');
        cli_put_role(to, c->sampler, p->role);
        rw_json_open(to, "shares", '[');
        rw_json_real(to, NULL, p->shares[0]);
        rw_json_real(to, NULL, p->shares[1]);
        rw_json_close(to, ']');
        rw_json_close(to, '}');
    }
    rw_json_close(to, ']');
}

static void put_comparison(rw_json_writer *to, comparison *c, uint32_t top)
{
    rw_json_real(to, "similarity", c->similarity);
    rw_json_real(to, "overlap", c->overlap);
    put_pairs(to, "shared", c, true, top);
    put_pairs(to, "different", c, false, top);
}

static int print_json(const cli_explained *e, comparison *c, comparison *without)
{
    cli_json json;
    rw_json_writer *to = cli_json_begin(&json, 9, '{');

    rw_json_open(to, "nodes", '[');
    for (int i = 0; i < 2; i++) {
        rw_json_open(to, NULL, '{');
        cli_put_node(to, e, i);
        rw_json_close(to, '}');
    }
    rw_json_close(to, ']');
    cli_put_sampler(to, "options", &e->walk);
    put_comparison(to, c, e->top);
    if (without) {
        rw_json_open(to, "without_anchor", '{');
        put_comparison(to, without, e->top);
        rw_json_close(to, '}');
    } else {
        rw_json_string(to, "without_anchor", NULL);
    }
    return cli_json_print(&json, CLI_EXIT_FINE);
}

/* Compares without the anchor's part of the roles. */
static int compare_dropped(const cli_explained *e, comparison *c)
{
    riwalk_options walk = e->walk;
    riwalk_sampler *sampler = NULL;
    int status;

    walk.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    if ((status = cli_try(riwalk_sampler_create(e->graph, &walk, &sampler, &cli_error))) ||
        (status = cli_keep_sampler(sampler)))
        return status;
    return compare(e, sampler, c);
}

int cli_compare(const cli_explained *e, bool json)
{
    comparison c = {0}, dropped = {0}, *without = NULL;
    uint64_t classes[2] = {0, 0};
    int status = compare(e, e->sampler, &c);

    if (!status && classes_differ(&c, classes)) {
        status = compare_dropped(e, &dropped);
        without = &dropped;
    }
    if (status)
        return status;
    return json ? print_json(e, &c, without) : print_table(e, &c, without, classes);
}
