/* SPDX-License-Identifier: MIT */
/* riwalk roles: the roles that walks in a graph meet, as a table or as JSON. */

#include "cli.h"
#include <math.h>

/* A measure explains a role if its ratio to the mean over all nodes is at least this, or at most
 * the inverse. */
#define TELLING 1.5

static riwalk_graph *graph;
static riwalk_options chosen;

/* ---- Table, with tabs ---- */

static void print_table(const riwalk_sampler *sampler, const riwalk_roles *roles)
{
    unsigned fields = riwalk_role_field_count(sampler);

    fputs("id\trole", stdout);
    for (unsigned f = 0; f < fields; f++)
        printf("\t%s", riwalk_role_field_name(sampler, f));
    puts("\tvisits\tanchors\tmeaning");
    for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
        const riwalk_role_entry *entry = riwalk_roles_get(roles, id);
        cli_role_text text = cli_describe_role(sampler, entry->role);

        printf("%u\t%s", id, text.token);
        for (unsigned f = 0; f < fields; f++)
            printf("\t%" PRIu64, text.tuple[f]);
        printf("\t%" PRIu64 "\t%" PRIu64 "\t%s\n", entry->visits, entry->anchors, text.words);
    }
}

/* ---- JSON, printed role by role: there may be millions ---- */

/* The end of the command checks for failures. */
static riwalk_status print(void *to, const void *text, size_t length, riwalk_error *error)
{
    fwrite(text, 1, length, stdout);
    return RIWALK_STATUS_OK;
}

static void print_json(const riwalk_sampler *sampler, const riwalk_roles *roles)
{
    rw_json_writer to = {.sink = print, .digits = 9, .lines = 1}; /* the options are one line */

    rw_jsonf(&to, "{ nodes %u", riwalk_graph_node_count(graph));
    cli_put_sampler(&to, "options", &chosen);
    to.lines = 2; /* each role is one line */
    rw_json_open(&to, "roles", '[');
    for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
        const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

        rw_jsonf(&to, "{ id %u", id);
        cli_put_role(&to, sampler, entry->role);
        rw_jsonf(&to, "visits %" PRIu64 " anchors %" PRIu64 " }", entry->visits, entry->anchors);
    }
    rw_jsonf(&to, "] }");
    putchar('\n');
}

static void list_roles(void)
{
    riwalk_sampler *sampler;
    riwalk_roles *roles = NULL;
    double start;

    sampler = cli_make_sampler(graph, &chosen);
    start = rw_os_seconds();
    CLI_MAKE(roles, roles, riwalk_roles_find(sampler, &roles, &cli_error));
    cli_detail("found %u roles in %.2f s", riwalk_roles_count(roles), rw_os_seconds() - start);
    if (cli_given.json)
        print_json(sampler, roles);
    else
        print_table(sampler, roles);
}

/* Begins an object with the number of nodes, the options, and a list that stays open. */
static rw_json_writer *begin_json(const char *key)
{
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u", riwalk_graph_node_count(graph));
    cli_put_options(to, "options", &chosen);
    rw_json_open(to, key, '[');
    return to;
}

static void end_json(rw_json_writer *to)
{
    rw_json_close(to, ']');
    cli_json_print();
}

/* ---- Features of ReFeX ---- */

static void list_features(void)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    riwalk_features *features = NULL;
    rw_json_writer *to = NULL;
    char name[512];

    CLI_MAKE(features, features, riwalk_features_find(graph, &chosen, &features, &cli_error));
    if (cli_given.json)
        to = begin_json("features");
    else
        puts("id\tbins\tmean\tmaximum\tmeaning");
    for (uint32_t i = 0; i < riwalk_features_count(features); i++) {
        const float *values = riwalk_features_values(features, i);
        const uint8_t *bin = riwalk_features_bins(features, i);
        double mean = 0, most = 0;
        unsigned bins = 1;

        for (uint32_t node = 0; node < nodes; node++) {
            mean += (double)values[node] / nodes;
            most = fmax(most, (double)values[node]);
            bins = bin[node] < bins ? bins : bin[node] + 1u;
        }
        riwalk_features_name(features, i, name, sizeof name);
        if (to)
            rw_jsonf(to, "{ id %u bins %u mean %g maximum %g meaning %s }", i, bins, mean, most,
                     name);
        else
            printf("%u\t%u\t%.6g\t%.6g\t%s\n", i, bins, mean, most, name);
    }
    if (to)
        end_json(to);
}

/* ---- Roles of RolX, with measures that explain them ---- */

typedef struct membership {
    double share;          /* mean membership */
    uint32_t nodes;        /* nodes with this as their largest membership */
    const double *factors; /* [measures]: of the role as multiples of the mean */
    char meaning[256];     /* the measures that differ much from the mean */
} membership;

static membership describe_membership(const riwalk_vectors *memberships, uint32_t k,
                                      const double *factors)
{
    uint32_t count = riwalk_vectors_count(memberships);
    uint32_t roles = riwalk_vectors_dimensions(memberships);
    membership r = {.factors = factors + (size_t)k * RIWALK_EXPLAINING_MEASURES};

    for (uint32_t node = 0; node < count; node++) {
        const float *row = riwalk_vectors_row(memberships, node);
        uint32_t largest = 0;

        for (uint32_t other = 1; other < roles; other++)
            if (row[other] > row[largest])
                largest = other;
        r.share += (double)row[k] / count;
        r.nodes += largest == k;
    }
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        if (r.factors[m] >= TELLING || r.factors[m] <= 1 / TELLING)
            rw_append(r.meaning, sizeof r.meaning, "%s%s %.2g x", *r.meaning ? ", " : "",
                      riwalk_node_measure_name((riwalk_node_measure)m), r.factors[m]);
    if (!*r.meaning)
        snprintf(r.meaning, sizeof r.meaning, "as nodes are on average");
    return r;
}

static void print_membership(const membership *r, uint32_t k)
{
    printf("%u\t%.4f\t%u", k, r->share, r->nodes);
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        printf(isfinite(r->factors[m]) ? "\t%.3f" : "\t-", r->factors[m]);
    printf("\t%s\n", r->meaning);
}

static void put_membership(rw_json_writer *to, const membership *r, uint32_t k)
{
    rw_jsonf(to, "{ id %u share %g nodes %u measures {", k, r->share, r->nodes);
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        rw_json_real(to, riwalk_node_measure_name((riwalk_node_measure)m), r->factors[m]);
    rw_jsonf(to, "} meaning %s }", r->meaning);
}

static void list_memberships(void)
{
    double factors[RIWALK_MAX_ROLES * RIWALK_EXPLAINING_MEASURES];
    const riwalk_graph *const graphs[] = {graph};
    riwalk_vectors *memberships = NULL;
    rw_json_writer *to = NULL;

    CLI_MAKE(vectors, memberships,
             riwalk_embed(graphs, 1, NULL, &chosen, &memberships, NULL, NULL, &cli_error));
    cli_try(riwalk_memberships_explain(graph, memberships, &chosen.run, factors, &cli_error));
    if (cli_given.json) {
        to = begin_json("roles");
    } else {
        fputs("id\tshare\tnodes", stdout);
        for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
            printf("\t%s", riwalk_node_measure_name((riwalk_node_measure)m));
        puts("\tmeaning");
    }
    for (uint32_t k = 0; k < riwalk_vectors_dimensions(memberships); k++) {
        membership m = describe_membership(memberships, k, factors);

        if (to)
            put_membership(to, &m, k);
        else
            print_membership(&m, k);
    }
    if (to)
        end_json(to);
}

/* ---- The command ---- */

static void run(void)
{
    cli_sampler_options(&chosen);
    graph = cli_read_graph(cli_given.graph);
    if (chosen.method == RIWALK_METHOD_REFEX)
        list_features();
    else if (chosen.method == RIWALK_METHOD_ROLX)
        list_memberships();
    else
        list_roles();
}

const cli_command cli_roles_command = {
    .name = "roles",
    .summary = "List the roles of a graph, with their meaning in words.",
    .description = "Prints a table with tabs between columns, one role a line.",
    .details =
        "The columns are the role's id, its name in the corpus of 'riwalk walks', the fields of "
        "its tuple, how many tokens of all walks have it, how many anchors' walks visit it, and "
        "its meaning. Lines are sorted by the tuple. With --method rolx there is a line for each "
        "role: the mean membership, how many nodes belong to it most, and its measures as "
        "multiples of the mean of all nodes. With --method refex there is one for each feature: "
        "its bins, mean and maximum.",
    .groups = {&cli_graph_group, &cli_json_group, &cli_any_role_group, &cli_walk_group,
               CLI_READING},
    .examples = "riwalk roles graph.txt\n"
                "riwalk roles --method riwalk-wl --radius 2 graph.txt\n"
                "riwalk roles --method rolx graph.txt\n"
                "riwalk roles --json graph.txt > roles.json\n",
    .stages = "GRAPHS:0.02 finding roles:1",
    .run = run,
};
