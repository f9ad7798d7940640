/* SPDX-License-Identifier: MIT */
/* riwalk explain: the roles that one node's walks meet, in words; of two nodes, see explain_pair.c.
 */
#include "explain.h"
#include "cli.h"

#include "suggest.h"

static struct {
    const char *path;
    const char *names[2];
    uint32_t top;
    bool json;
} given;

static const cli_choice top_words[] = {
    {"auto", 0, "10, with --json all"},
    {"all", -1, NULL},
    {0},
};

static cli_option positionals[] = {
    {CLI_GRAPH, .store = &given.path},
    {CLI_TEXT(NULL, "NODE"), .store = &given.names[0],
     .help = "id of a node, as the file writes it"},
    {CLI_TEXT(NULL, "OTHER"), .store = &given.names[1],
     .help = "id of a second node to compare with", .optional = true},
    {0},
};

static cli_option options[] = {
    {CLI_NUMBER("top"), .store = &given.top, .minimum = 1, .choices = top_words,
     .help = "number of roles to list", .basic = true},
    {CLI_JSON, .store = &given.json},
    {0},
};

static void prepare(void)
{
    given.names[1] = NULL;
    given.top = 0;
}

static const cli_group own_group = {"Options", options, prepare};

/* ---- Finding nodes ---- */

/* The name that is most like what was typed, in a buffer of `size`; false where none is near. Ids
 * that are numbers are near to each other without being meant. */
static bool find_near(const riwalk_graph *graph, const char *name, char *answer, size_t size)
{
    cli_suggestion near = cli_suggest_for(name);
    char candidate[64];

    if (!name[strspn(name, "+-0123456789")])
        return false;
    for (uint32_t node = 0; node < riwalk_graph_node_count(graph); node++) {
        size_t distance = near.distance;

        if (riwalk_graph_name(graph, node, candidate, sizeof candidate) >= sizeof candidate)
            continue;
        cli_suggest_offer(&near, candidate, answer);
        if (near.distance < distance)
            snprintf(answer, size, "%s", candidate);
    }
    return near.answer;
}

static int unknown_node(const riwalk_graph *graph, const char *name)
{
    const char *file = cli_shown_path(given.path);
    uint32_t count = riwalk_graph_node_count(graph);
    char first[64], last[64];

    if (find_near(graph, name, first, sizeof first))
        return cli_fail("there is no node '%s' in %s; did you mean '%s'?", name, file, first);
    if (!count || riwalk_graph_name(graph, 0, first, sizeof first) >= sizeof first ||
        riwalk_graph_name(graph, count - 1, last, sizeof last) >= sizeof last)
        return cli_fail("there is no node '%s' in %s; ids are as the file writes them", name, file);
    return cli_fail(
        "there is no node '%s' in %s; ids are as the file writes them, from '%s' to '%s'", name,
        file, first, last);
}

static int find_nodes(cli_explained *e)
{
    for (int i = 0; i < 2 && e->names[i]; i++)
        if (!riwalk_graph_find(e->graph, e->names[i], strlen(e->names[i]), &e->nodes[i]))
            return unknown_node(e->graph, e->names[i]);
    return CLI_EXIT_FINE;
}

/* ---- What one node and two nodes share ---- */

int cli_find_profile(const riwalk_sampler *sampler, uint32_t node, riwalk_profile **profile)
{
    int status = cli_try(riwalk_profile_find(sampler, node, profile, &cli_error));

    return status ? status : cli_keep_profile(*profile);
}

int cli_token_width(const riwalk_sampler *sampler, uint64_t role, int width)
{
    int length = (int)riwalk_role_token(sampler, role, NULL, 0);

    return length > width ? length : width;
}

void cli_put_node(rw_json_writer *to, const cli_explained *e, int which)
{
    rw_json_string(to, "node", e->names[which]);
    rw_json_whole(to, "degree", riwalk_graph_degree(e->graph, e->nodes[which]));
}

/* ---- One node ---- */

static double total_visits(const riwalk_profile *profile)
{
    double visits = 0;

    for (uint32_t i = 0; i < riwalk_profile_count(profile); i++)
        visits += riwalk_profile_get(profile, i)->visits;
    return visits;
}

static void print_roles(const cli_explained *e, const riwalk_profile *profile)
{
    uint32_t count = riwalk_profile_count(profile), shown = count < e->top ? count : e->top;
    char token[CLI_ROLE_TOKEN], words[CLI_ROLE_WORDS];
    double rest = 1;
    int width = 4;

    for (uint32_t i = 0; i < shown; i++)
        width = cli_token_width(e->sampler, riwalk_profile_get(profile, i)->role, width);
    printf("\n  share    visits  %-*s  meaning\n", width, "role");
    for (uint32_t i = 0; i < shown; i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);

        riwalk_role_token(e->sampler, entry->role, token, sizeof token);
        riwalk_role_words(e->sampler, entry->role, words, sizeof words);
        printf("%5.1f %% %9.6g  %-*s  %s\n", 100 * entry->share, entry->visits, width, token,
               words);
        rest -= entry->share;
    }
    if (shown < count)
        printf("%5.1f %% %9s  %-*s  %u more (--top %u lists all)\n", 100 * rest, "", width, "",
               count - shown, count);
}

static int print_table(const cli_explained *e, const riwalk_profile *profile)
{
    printf("node    %s\n", cli_shown(e->names[0]));
    printf("degree  %u\n", riwalk_graph_degree(e->graph, e->nodes[0]));
    if (!riwalk_profile_count(profile)) {
        puts("walks   never leave it, and meet no role");
        return CLI_EXIT_FINE;
    }
    printf("walks   %u of %u tokens: %.0f visits, in %u role%s\n", e->walk.walks,
           e->walk.walk_length, total_visits(profile), riwalk_profile_count(profile),
           CLI_S(riwalk_profile_count(profile)));
    print_roles(e, profile);
    return CLI_EXIT_FINE;
}

static int print_json(const cli_explained *e, const riwalk_profile *profile)
{
    uint32_t count = riwalk_profile_count(profile), shown = count < e->top ? count : e->top;
    cli_json json;
    rw_json_writer *to = cli_json_begin(&json, 9, '{');

    cli_put_node(to, e, 0);
    cli_put_sampler(to, "options", &e->walk);
    rw_json_whole(to, "visits", total_visits(profile));
    rw_json_whole(to, "role_count", count);
    rw_json_open(to, "roles", '[');
    for (uint32_t i = 0; i < shown; i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);

        rw_json_open(to, NULL, '{');
        cli_put_role(to, e->sampler, entry->role);
        rw_json_whole(to, "visits", entry->visits);
        rw_json_real(to, "share", entry->share);
        rw_json_close(to, '}');
    }
    rw_json_close(to, ']');
    return cli_json_print(&json, CLI_EXIT_FINE);
}

static int explain_one(const cli_explained *e)
{
    riwalk_profile *profile = NULL;
    int status = cli_find_profile(e->sampler, e->nodes[0], &profile);

    if (status)
        return status;
    return given.json ? print_json(e, profile) : print_table(e, profile);
}

static int run(void)
{
    cli_explained e = {.names = {given.names[0], given.names[1]}, .top = given.top};
    int status;

    if (!e.top)
        e.top = given.json ? UINT32_MAX : 10;
    if ((status = cli_sampler_options(&e.walk)) ||
        (status = cli_read_graph(given.path, &e.graph)) || (status = find_nodes(&e)) ||
        (status = cli_make_sampler(given.path, e.graph, &e.walk, &e.sampler)))
        return status;
    return e.names[1] ? cli_compare(&e, given.json) : explain_one(&e);
}

const cli_command cli_explain_command = {
    .name = "explain",
    .summary = "Explain in words what a node's walks visit, or how two nodes differ.",
    .description =
        "A node's profile says how often its walks visit each role. The similarity of two nodes is "
        "1 if their profiles are equal and 0 if they have no role in common.",
    .details = "Roles include the degree class of the anchor, so nodes of different classes have "
               "none in common; they are then compared without that part.",
    .positionals = positionals,
    .groups = {&own_group, &cli_role_group, &cli_walk_group, &cli_read_group, &cli_work_group,
               &cli_general_group},
    .examples = "riwalk explain graph.txt 17\n"
                "riwalk explain graph.txt 17 42 --top 5\n"
                "riwalk explain graph.txt Rome Paris --method riwalk-wl --json\n",
    .run = run,
};
