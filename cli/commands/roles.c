/* SPDX-License-Identifier: MIT */
/* riwalk roles: the roles that the walks of a graph meet, as a table or as JSON. */
#include "command.h"
#include "common.h"
#include "embed_options.h"
#include "feature_roles.h"
#include "graph_options.h"
#include "messages.h"
#include "progress.h"
#include "riwalk.h"
#include "samplers.h"

#include <inttypes.h>
#include <stdio.h>

static struct {
    const char *path;
    bool json;
} given;

static cli_option positionals[] = {
    {CLI_GRAPH, .store = &given.path},
    {0},
};

static cli_option options[] = {
    {CLI_JSON, .store = &given.json},
    {0},
};

static const cli_group own_group = {"Options", options, NULL};

/* ---- For people, and for programs that split at tabs ---- */

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
        printf("%" PRIu32 "\t%s", id, token);
        for (unsigned f = 0; f < fields; f++)
            printf("\t%" PRIu64, tuple[f]);
        printf("\t%" PRIu64 "\t%" PRIu64 "\t%s\n", entry->visits, entry->anchors, words);
    }
}

/* ---- For programs. Roles are printed one by one: there may be millions. ---- */

static void put_role(rw_json_writer *to, const riwalk_sampler *sampler, const riwalk_roles *roles,
                     uint32_t id)
{
    const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

    rw_json_open(to, NULL, '{');
    rw_json_whole(to, "id", id);
    cli_put_role(to, sampler, entry->role);
    rw_json_whole(to, "visits", entry->visits);
    rw_json_whole(to, "anchors", entry->anchors);
    rw_json_close(to, '}');
}

/* The end of the command looks after failures. */
static riwalk_status print(void *to, const void *text, size_t length, riwalk_error *error)
{
    (void)to;
    (void)error;
    fwrite(text, 1, length, stdout);
    return RIWALK_STATUS_OK;
}

static void print_json(const riwalk_graph *graph, const riwalk_options *walk,
                       const riwalk_sampler *sampler, const riwalk_roles *roles)
{
    rw_json_writer to = {.sink = print, .digits = 9, .lines = 1}; /* the options have one line */

    rw_json_open(&to, NULL, '{');
    rw_json_whole(&to, "nodes", riwalk_graph_node_count(graph));
    cli_put_sampler(&to, "options", walk);
    to.lines = 2; /* and so has each role */
    rw_json_open(&to, "roles", '[');
    for (uint32_t id = 0; id < riwalk_roles_count(roles); id++)
        put_role(&to, sampler, roles, id);
    rw_json_close(&to, ']');
    rw_json_close(&to, '}');
    putchar('\n');
}

static int find_roles(const riwalk_sampler *sampler, riwalk_roles **roles)
{
    double start = cli_seconds();
    riwalk_status status;
    riwalk_error error;

    status = riwalk_roles_find(sampler, roles, &error);
    cli_progress_erase();
    if (status)
        return cli_fail_with(&error);
    cli_detail("found %" PRIu32 " roles in %.2f s", riwalk_roles_count(*roles),
               cli_seconds() - start);
    return CLI_EXIT_FINE;
}

/* The roles that walks meet. */
static int list_roles(const cli_command *command, const riwalk_graph *graph,
                      const riwalk_options *walk)
{
    riwalk_sampler *sampler = NULL;
    riwalk_roles *roles = NULL;
    int status;

    if ((status = cli_make_sampler(command, given.path, graph, walk, &sampler)) ||
        (status = find_roles(sampler, &roles)))
        goto done;
    if (given.json)
        print_json(graph, walk, sampler, roles);
    else
        print_table(sampler, roles);
done:
    riwalk_roles_free(roles);
    riwalk_sampler_free(sampler);
    return status;
}

static int run(const cli_command *command)
{
    riwalk_graph *graph = NULL;
    riwalk_options walk;
    int status;

    cli_expect_graph(0.02);
    cli_progress_expect("finding roles", 1);
    if ((status = cli_sampler_options(command, &walk)) ||
        (status = cli_read_graph(given.path, &graph)))
        return status;
    if (walk.method == RIWALK_METHOD_REFEX)
        status = cli_list_features(graph, &walk, given.json);
    else if (walk.method == RIWALK_METHOD_ROLX)
        status = cli_list_memberships(graph, &walk, given.json);
    else
        status = list_roles(command, graph, &walk);
    riwalk_graph_free(graph);
    return status;
}

const cli_command cli_roles_command = {
    .name = "roles",
    .summary = "List the roles of a graph, with their meaning in words.",
    .description = "Prints a table with tabs between columns, one role a line.",
    .details =
        "The columns are the role's id, its name in the corpus of 'riwalk walks', the fields "
        "of its tuple, how many tokens of all walks it is, how many anchors' walks visit "
        "it, and what it means. Lines are sorted by the tuple. With --method rolx there is a line "
        "for each role that nodes belong to by degrees: the mean membership, how many nodes are in "
        "it more than in any other, and how many times the mean of all nodes each measure is "
        "there. With --method refex there is one for each feature: its bins, mean and maximum.",
    .positionals = positionals,
    .groups = {&own_group, &cli_any_role_group, &cli_walk_group, &cli_read_group, &cli_work_group,
               &cli_general_group},
    .examples = "riwalk roles graph.txt\n"
                "riwalk roles --method riwalk-wl --radius 2 graph.txt\n"
                "riwalk roles --method rolx graph.txt\n"
                "riwalk roles --json graph.txt > roles.json\n",
    .run = run,
};
