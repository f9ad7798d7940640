/* SPDX-License-Identifier: MIT */
/* riwalk roles: the roles that walks in a graph meet, as a table or as JSON. */

#include "cli.h"
#include <math.h>

#define NAME 512    /* bytes for the name of a feature */
#define MEANING 256 /* bytes for the explanation of a role */

/* A measure explains a role if its ratio to the mean over all nodes is at least this, or at most
 * the inverse. */
#define TELLING 1.5

/* ---- Table, with tabs ---- */

static void print_table(const riwalk_sampler *sampler, const riwalk_roles *roles)
{
    unsigned fields = riwalk_role_field_count(sampler);
    uint64_t tuple[RIWALK_ROLE_FIELDS];
    char token[CLI_ROLE_TOKEN], words[CLI_ROLE_WORDS];

    fputs("id\trole", stdout);
    for (unsigned f = 0; f < fields; f++)
        printf("\t%s", riwalk_role_field_name(sampler, f));
    puts("\tvisits\tanchors\tmeaning");
    for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
        const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

        riwalk_role_token(sampler, entry->role, token, sizeof token);
        riwalk_role_words(sampler, entry->role, words, sizeof words);
        riwalk_role_tuple(sampler, entry->role, tuple);
        printf("%u\t%s", id, token);
        for (unsigned f = 0; f < fields; f++)
            printf("\t%" PRIu64, tuple[f]);
        printf("\t%" PRIu64 "\t%" PRIu64 "\t%s\n", entry->visits, entry->anchors, words);
    }
}

/* ---- JSON, printed role by role: there may be millions ---- */

static void put_role(rw_json_writer *to, const riwalk_sampler *sampler, const riwalk_roles *roles,
                     uint32_t id)
{
    const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

    rw_jsonf(to, "{ id %u", id);
    cli_put_role(to, sampler, entry->role);
    rw_jsonf(to, "visits %" PRIu64 " anchors %" PRIu64 " }", entry->visits, entry->anchors);
}

/* The end of the command checks for failures. */
static riwalk_status print(void *to, const void *text, size_t length, riwalk_error *error)
{
    fwrite(text, 1, length, stdout);
    return RIWALK_STATUS_OK;
}

static void print_json(const riwalk_graph *graph, const riwalk_options *walk,
                       const riwalk_sampler *sampler, const riwalk_roles *roles)
{
    rw_json_writer to = {.sink = print, .digits = 9, .lines = 1}; /* the options are one line */

    rw_jsonf(&to, "{ nodes %u", riwalk_graph_node_count(graph));
    cli_put_sampler(&to, "options", walk);
    to.lines = 2; /* each role is one line */
    rw_json_open(&to, "roles", '[');
    for (uint32_t id = 0; id < riwalk_roles_count(roles); id++)
        put_role(&to, sampler, roles, id);
    rw_jsonf(&to, "] }");
    putchar('\n');
}

static int find_roles(const riwalk_sampler *sampler, riwalk_roles **roles)
{
    double start = rw_os_seconds();

    CLI_TRY(riwalk_roles_find(sampler, roles, &cli_error));
    cli_detail("found %u roles in %.2f s", riwalk_roles_count(*roles), rw_os_seconds() - start);
    return cli_keep_roles(*roles);
}

/* Lists the roles that walks meet. */
static int list_roles(const riwalk_graph *graph, const riwalk_options *walk)
{
    riwalk_sampler *sampler = NULL;
    riwalk_roles *roles = NULL;

    CLI_MUST(cli_make_sampler(cli_given.graph, graph, walk, &sampler));
    CLI_MUST(find_roles(sampler, &roles));
    if (cli_given.json)
        print_json(graph, walk, sampler, roles);
    else
        print_table(sampler, roles);
    return CLI_EXIT_FINE;
}

/* Begins an object with the number of nodes, the options, and a list that stays open. */
static rw_json_writer *begin_json(const riwalk_graph *graph, const riwalk_options *chosen,
                                  const char *key)
{
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u", riwalk_graph_node_count(graph));
    cli_put_options(to, "options", chosen);
    rw_json_open(to, key, '[');
    return to;
}

static int end_json(rw_json_writer *to)
{
    rw_json_close(to, ']');
    return cli_json_print();
}

/* ---- Features of ReFeX ---- */

typedef struct feature {
    char name[NAME];
    unsigned bins; /* number of bins */
    double mean, most;
} feature;

static feature describe_feature(const riwalk_features *features, uint32_t i, uint32_t nodes)
{
    const float *values = riwalk_features_values(features, i);
    const uint8_t *bins = riwalk_features_bins(features, i);
    feature f = {.bins = 1};

    riwalk_features_name(features, i, f.name, sizeof f.name);
    for (uint32_t node = 0; node < nodes; node++) {
        f.mean += (double)values[node] / nodes;
        f.most = fmax(f.most, (double)values[node]);
        if (bins[node] >= f.bins)
            f.bins = bins[node] + 1u;
    }
    return f;
}

/* Finds and prints the features of a graph. */
static int list_features(const riwalk_graph *graph, const riwalk_options *chosen)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    riwalk_features *features = NULL;
    rw_json_writer *to = NULL;

    if (cli_try(riwalk_features_find(graph, chosen, &features, &cli_error)) ||
        cli_keep_features(features))
        return CLI_EXIT_FAILED;
    if (cli_given.json)
        to = begin_json(graph, chosen, "features");
    else
        puts("id\tbins\tmean\tmaximum\tmeaning");
    for (uint32_t i = 0; i < riwalk_features_count(features); i++) {
        feature f = describe_feature(features, i, nodes);

        if (to)
            rw_jsonf(to, "{ id %u bins %u mean %g maximum %g meaning %s }", i, f.bins, f.mean,
                     f.most, f.name);
        else
            printf("%u\t%u\t%.6g\t%.6g\t%s\n", i, f.bins, f.mean, f.most, f.name);
    }
    return to ? end_json(to) : CLI_EXIT_FINE;
}

/* ---- Roles of RolX, with measures that explain them ---- */

typedef struct membership {
    double share;   /* mean membership */
    uint32_t nodes; /* nodes with this as their largest membership */
    char meaning[MEANING];
} membership;

/* Lists the measures that differ much from the mean. */
static void explain(const double *factors, char *meaning)
{
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        if (factors[m] >= TELLING || factors[m] <= 1 / TELLING)
            rw_append(meaning, MEANING, "%s%s %.2g x", *meaning ? ", " : "",
                      riwalk_node_measure_name((riwalk_node_measure)m), factors[m]);
    if (!*meaning)
        snprintf(meaning, MEANING, "as nodes are on average");
}

static membership describe_membership(const riwalk_vectors *memberships, uint32_t k,
                                      const double *factors)
{
    uint32_t count = riwalk_vectors_count(memberships);
    uint32_t roles = riwalk_vectors_dimensions(memberships);
    membership r = {0};

    for (uint32_t node = 0; node < count; node++) {
        const float *row = riwalk_vectors_row(memberships, node);
        uint32_t largest = 0;

        for (uint32_t other = 1; other < roles; other++)
            if (row[other] > row[largest])
                largest = other;
        r.share += (double)row[k] / count;
        r.nodes += largest == k;
    }
    explain(factors, r.meaning);
    return r;
}

static void put_membership(rw_json_writer *to, const membership *r, uint32_t k,
                           const double *factors)
{
    rw_jsonf(to, "{ id %u share %g nodes %u measures {", k, r->share, r->nodes);
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        rw_json_real(to, riwalk_node_measure_name((riwalk_node_measure)m), factors[m]);
    rw_jsonf(to, "} meaning %s }", r->meaning);
}

static void print_head(void)
{
    fputs("id\tshare\tnodes", stdout);
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        printf("\t%s", riwalk_node_measure_name((riwalk_node_measure)m));
    puts("\tmeaning");
}

static void print_membership(const membership *r, uint32_t k, const double *factors)
{
    printf("%u\t%.4f\t%u", k, r->share, r->nodes);
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES; m++)
        printf(isfinite(factors[m]) ? "\t%.3f" : "\t-", factors[m]);
    printf("\t%s\n", r->meaning);
}

static int list_memberships(const riwalk_graph *graph, const riwalk_options *chosen)
{
    double factors[RIWALK_MAX_ROLES * RIWALK_EXPLAINING_MEASURES];
    riwalk_vectors *memberships = NULL;
    rw_json_writer *to = NULL;

    if (cli_try(riwalk_embed(&graph, 1, NULL, chosen, &memberships, NULL, NULL, &cli_error)) ||
        cli_keep_vectors(memberships) ||
        cli_try(riwalk_memberships_explain(graph, memberships, &chosen->run, factors, &cli_error)))
        return CLI_EXIT_FAILED;
    if (cli_given.json)
        to = begin_json(graph, chosen, "roles");
    else
        print_head();
    for (uint32_t k = 0; k < riwalk_vectors_dimensions(memberships); k++) {
        const double *own = factors + (size_t)k * RIWALK_EXPLAINING_MEASURES;
        membership m = describe_membership(memberships, k, own);

        if (to)
            put_membership(to, &m, k, own);
        else
            print_membership(&m, k, own);
    }
    return to ? end_json(to) : CLI_EXIT_FINE;
}

/* ---- The command ---- */

static int run(void)
{
    riwalk_graph *graph = NULL;
    riwalk_options walk;

    cli_expect_graph(0.02);
    cli_expect("finding roles:1");
    CLI_MUST(cli_sampler_options(&walk));
    CLI_MUST(cli_read_graph(cli_given.graph, &graph));
    if (walk.method == RIWALK_METHOD_REFEX)
        return list_features(graph, &walk);
    if (walk.method == RIWALK_METHOD_ROLX)
        return list_memberships(graph, &walk);
    return list_roles(graph, &walk);
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
    .positionals = cli_graph_positionals,
    .groups = {&cli_json_group, &cli_any_role_group, &cli_walk_group, &cli_read_group,
               &cli_work_group, &cli_general_group},
    .examples = "riwalk roles graph.txt\n"
                "riwalk roles --method riwalk-wl --radius 2 graph.txt\n"
                "riwalk roles --method rolx graph.txt\n"
                "riwalk roles --json graph.txt > roles.json\n",
    .run = run,
};
