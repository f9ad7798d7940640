/* SPDX-License-Identifier: MIT */
/* riwalk explain: the roles that a node's walks meet, in words; or what the profiles of two nodes
 * have in common, and how they differ. */
#include "cli.h"

#include <math.h>

static const char *names[2];
static uint32_t top; /* roles to list */

static const cli_choice top_words[] = {
    {"auto", 0, "10, with --json all"},
    {"all", -1, NULL},
    {0},
};

static cli_option arguments[] = {
    {CLI_GRAPH},
    {CLI_TEXT(NULL, "NODE"), .store = &names[0], .help = "id of a node, as the file writes it"},
    {CLI_TEXT(NULL, "OTHER"), .store = &names[1], .optional = true,
     .help = "id of a second node to compare with"},
};

static cli_option options[] = {
    {CLI_NUMBER("top"), .store = &top, .minimum = 1, .choices = top_words, .basic = true,
     .help = "number of roles to list"},
    {CLI_JSON},
};

/* One or two nodes, and their walks. */
static riwalk_graph *graph;
static riwalk_options walk;
static riwalk_sampler *sampler;
static uint32_t nodes[2];

/* ---- Shared by one and two nodes ---- */

/* Widens the column of roles for one more role. */
static int wider(const riwalk_sampler *of, uint64_t role, int width)
{
    int length = (int)riwalk_role_token(of, role, NULL, 0);

    return length > width ? length : width;
}

/* Prints the last two columns of a table: a role, and its meaning. */
static void print_role(const riwalk_sampler *of, uint64_t role, int width)
{
    cli_role_text text = cli_describe_role(of, role);

    printf("  %-*s  %s\n", width, text.token, text.words);
}

/* Prints the line that says how many roles are not listed; `first` are its first columns. */
static void print_more(const char *first, uint32_t shown, uint32_t count, int width)
{
    if (shown < count)
        printf("%s  %-*s  %u more (--top %u lists all)\n", first, width, "", count - shown, count);
}

/* Counts the arcs into a node. O(edges). */
static uint32_t arcs_in(uint32_t node)
{
    uint32_t count = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
            count += riwalk_graph_neighbors(graph, u)[i] == node;
    return count;
}

/* The type of a node; NULL: none. */
static const char *type_of(uint32_t node)
{
    const uint32_t *types = riwalk_graph_types(graph);

    return types ? riwalk_graph_type_name(graph, types[node]) : NULL;
}

/* Prints name, type and degree of a node in one line. */
static void print_node(int which, const char *before_degree)
{
    const char *type = type_of(nodes[which]);

    printf("%s", cli_shown(names[which]));
    if (type)
        printf(" (%s)", cli_shown(type));
    printf("%s%u", before_degree, riwalk_graph_degree(graph, nodes[which]));
    if (riwalk_graph_is_directed(graph))
        printf(" out, %u in", arcs_in(nodes[which]));
}

static void put_node(rw_json_writer *to, int which)
{
    const char *type = type_of(nodes[which]);

    rw_jsonf(to, "node %s degree %u", names[which], riwalk_graph_degree(graph, nodes[which]));
    if (riwalk_graph_is_directed(graph))
        rw_jsonf(to, "degree_in %u", arcs_in(nodes[which]));
    if (type)
        rw_jsonf(to, "type %s", type);
}

/* ---- One node ---- */

static void print_table(const riwalk_profile *profile, double visits)
{
    uint32_t count = riwalk_profile_count(profile), shown = count < top ? count : top;
    char others[32];
    double rest = 1;
    int width = 4;

    printf("node    ");
    print_node(0, "\ndegree  ");
    puts("");
    if (!count) {
        puts("walks   never leave it, and meet no role");
        return;
    }
    printf("walks   %u of %u tokens: %.0f visits, in %u role%s\n", walk.walks, walk.walk_length,
           visits, count, CLI_S(count));
    for (uint32_t i = 0; i < shown; i++)
        width = wider(sampler, riwalk_profile_get(profile, i)->role, width);
    printf("\n  share    visits  %-*s  meaning\n", width, "role");
    for (uint32_t i = 0; i < shown; i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);

        printf("%5.1f %% %9.6g", 100 * entry->share, entry->visits);
        print_role(sampler, entry->role, width);
        rest -= entry->share;
    }
    snprintf(others, sizeof others, "%5.1f %% %9s", 100 * rest, "");
    print_more(others, shown, count, width);
}

static void print_json(const riwalk_profile *profile, double visits)
{
    uint32_t count = riwalk_profile_count(profile);
    rw_json_writer *to = cli_json_begin(9, '{');

    put_node(to, 0);
    cli_put_sampler(to, "options", &walk);
    rw_jsonf(to, "visits %" PRIu64 " role_count %u roles [", (uint64_t)visits, count);
    for (uint32_t i = 0; i < count && i < top; i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);

        rw_json_open(to, NULL, '{');
        cli_put_role(to, sampler, entry->role);
        rw_jsonf(to, "visits %" PRIu64 " share %g }", (uint64_t)entry->visits, entry->share);
    }
    rw_json_close(to, ']');
    cli_json_print();
}

static void explain_one(void)
{
    riwalk_profile *profile = NULL;
    double visits = 0;

    CLI_MAKE(profile, profile, riwalk_profile_find(sampler, nodes[0], &profile, &cli_error));
    for (uint32_t i = 0; i < riwalk_profile_count(profile); i++)
        visits += riwalk_profile_get(profile, i)->visits;
    cli_given.json ? print_json(profile, visits) : print_table(profile, visits);
}

/* ---- Two nodes ---- */

/* A role that at least one node meets, with its share in each profile. */
typedef struct pair {
    uint64_t role;
    double shares[2];
    double common, difference;
    double rank; /* sort key */
} pair;

typedef struct comparison {
    const riwalk_sampler *sampler;
    double similarity;
    double overlap; /* sum of the smaller shares: what the profiles have in common */
    riwalk_profile *profiles[2];
    uint32_t count;
    pair *pairs; /* [count] */
} comparison;

static int by_rank(const void *left, const void *right)
{
    const pair *p = left, *q = right;

    if (p->rank != q->rank)
        return p->rank > q->rank ? -1 : 1;
    return (p->role > q->role) - (p->role < q->role);
}

/* Sorts by what is shared, or by the difference; returns how many roles have some of it. */
static uint32_t rank(comparison *c, bool shared)
{
    uint32_t count = 0;

    for (pair *p = c->pairs; p < c->pairs + c->count; p++) {
        p->rank = shared ? p->common : fabs(p->difference);
        count += p->rank > 0;
    }
    qsort(c->pairs, c->count, sizeof *c->pairs, by_rank);
    return count;
}

static void compare(comparison *c)
{
    uint32_t counts[2];

    for (int i = 0; i < 2; i++) {
        CLI_MAKE(profile, c->profiles[i],
                 riwalk_profile_find(c->sampler, nodes[i], &c->profiles[i], &cli_error));
        counts[i] = riwalk_profile_count(c->profiles[i]);
    }
    c->similarity = riwalk_profile_similarity(c->profiles[0], c->profiles[1]);
    CLI_ALLOC(c->pairs, (size_t)counts[0] + counts[1]);
    for (int i = 0; i < 2; i++)
        for (uint32_t r = 0; r < counts[i]; r++) {
            uint64_t role = riwalk_profile_get(c->profiles[i], r)->role;
            double a = riwalk_profile_share(c->profiles[0], role);
            double b = riwalk_profile_share(c->profiles[1], role);
            double common = a < b ? a : b;

            if (i && a > 0)
                continue; /* a role of both */
            c->pairs[c->count++] = (pair){role, {a, b}, common, a - b, 0};
            c->overlap += common;
        }
}

/* Counts the fields of a tuple that describe its anchor, which come first: classes, and a type. */
static unsigned anchor_fields(const riwalk_sampler *of)
{
    unsigned count = 0;

    while (count < riwalk_role_field_count(of) &&
           !strncmp(riwalk_role_field_name(of, count), "anchor", 6))
        count++;
    return count;
}

/* Whether the roles of the two nodes have different anchor fields; fills in a tuple of each. All
 * roles of one profile have the same anchor fields. */
static bool anchors_differ(const comparison *c, uint64_t tuples[2][RIWALK_ROLE_FIELDS])
{
    for (int i = 0; i < 2; i++) {
        if (!riwalk_profile_count(c->profiles[i]))
            return false;
        riwalk_role_tuple(c->sampler, riwalk_profile_get(c->profiles[i], 0)->role, tuples[i]);
    }
    return memcmp(tuples[0], tuples[1], anchor_fields(c->sampler) * sizeof *tuples[0]) != 0;
}

static void print_pairs(comparison *c, bool shared)
{
    uint32_t count = rank(c, shared), shown = count < top ? count : top;
    int width = 4;

    if (!count)
        return;
    for (uint32_t i = 0; i < shown; i++)
        width = wider(c->sampler, c->pairs[i].role, width);
    printf("%8s %8s %8s  %-*s  meaning\n", shared ? "both" : "A - B", "A", "B", width, "role");
    for (const pair *p = c->pairs; p < c->pairs + shown; p++) {
        printf(shared ? "%6.1f %%" : "%+6.1f %%", 100 * (shared ? p->common : p->difference));
        printf(" %6.1f %% %6.1f %%", 100 * p->shares[0], 100 * p->shares[1]);
        print_role(c->sampler, p->role, width);
    }
    print_more("                          ", shown, count, width);
}

/* Prints "... without the anchor's part, which is 1.2 for A and 3.1 for B". */
static void print_anchors(unsigned fields, uint64_t tuples[2][RIWALK_ROLE_FIELDS])
{
    printf("  of roles without the anchor's %s, which is ", fields > 1 ? "part"
                                                            : riwalk_graph_is_weighted(graph)
                                                                ? "class"
                                                                : "degree class");
    for (int i = 0; i < 2; i++) {
        for (unsigned f = 0; f < fields; f++)
            printf("%s%" PRIu64, f ? "." : "", tuples[i][f]);
        fputs(i ? " for B;\n  with it they have none in common\n" : " for A and ", stdout);
    }
}

/* Prints the comparison. Anchors of different kinds share no role, which says nothing about their
 * surroundings. So this compares roles without the anchor's part, the first `fields` fields of the
 * tuples (0: anchors of one kind). */
static void print_comparison(comparison *c, unsigned fields, uint64_t tuples[2][RIWALK_ROLE_FIELDS])
{
    for (int i = 0; i < 2; i++) {
        uint32_t roles = riwalk_profile_count(c->profiles[i]);

        printf("%c: node ", "AB"[i]);
        print_node(i, ", degree ");
        printf(", walks meet %u role%s\n", roles, CLI_S(roles));
    }
    printf("similarity %.3f (0: no role in common, 1: equal profiles)\n", c->similarity);
    if (fields)
        print_anchors(fields, tuples);
    if (!c->count) {
        puts("\nNeither has a neighbour: their walks meet no role.");
        return;
    }
    printf("\nIn common: %.1f %% of the visits\n", 100 * c->overlap);
    print_pairs(c, true);
    printf("\nDifferent: %.1f %% of the visits\n", 100 * fabs(1 - c->overlap));
    print_pairs(c, false);
}

static void put_comparison(rw_json_writer *to, comparison *c)
{
    rw_jsonf(to, "similarity %g overlap %g", c->similarity, c->overlap);
    for (int shared = 1; shared >= 0; shared--) {
        uint32_t count = rank(c, shared);

        rw_json_open(to, shared ? "shared" : "different", '[');
        for (uint32_t i = 0; i < count && i < top; i++) {
            rw_json_open(to, NULL, '{');
            cli_put_role(to, c->sampler, c->pairs[i].role);
            rw_jsonf(to, "shares [ %g %g ] }", c->pairs[i].shares[0], c->pairs[i].shares[1]);
        }
        rw_json_close(to, ']');
    }
}

static void put_both(comparison *c, comparison *without)
{
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes [ {");
    put_node(to, 0);
    rw_jsonf(to, "} {");
    put_node(to, 1);
    rw_jsonf(to, "} ]");
    cli_put_sampler(to, "options", &walk);
    put_comparison(to, c);
    if (without) {
        rw_jsonf(to, "without_anchor {");
        put_comparison(to, without);
        rw_jsonf(to, "}");
    } else
        rw_json_string(to, "without_anchor", NULL);
    cli_json_print();
}

static void explain_two(void)
{
    comparison c = {.sampler = sampler}, dropped = {0};
    uint64_t tuples[2][RIWALK_ROLE_FIELDS];
    bool differ;

    compare(&c);
    if ((differ = anchors_differ(&c, tuples))) {
        riwalk_options without = walk;
        riwalk_sampler *second = NULL;

        without.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
        CLI_MAKE(sampler, second, riwalk_sampler_create(graph, &without, &second, &cli_error));
        dropped.sampler = second;
        compare(&dropped);
    }
    if (cli_given.json)
        put_both(&c, differ ? &dropped : NULL);
    else if (differ)
        print_comparison(&dropped, anchor_fields(sampler), tuples);
    else
        print_comparison(&c, 0, tuples);
}

static void run(void)
{
    if (!top)
        top = cli_given.json ? UINT32_MAX : 10;
    cli_sampler_options(&walk);
    graph = cli_read_graph(cli_given.graph);
    for (int i = 0; i < 2 && names[i]; i++)
        nodes[i] = cli_find_node(graph, names[i]);
    sampler = cli_make_sampler(graph, &walk);
    names[1] ? explain_two() : explain_one();
}

const cli_command cli_explain_command = {
    .name = "explain",
    .summary = "Explain in words what a node's walks visit, or how two nodes differ.",
    .description =
        "A node's profile says how often its walks visit each role. The similarity of two nodes is "
        "1 if their profiles are equal and 0 if they have no role in common.",
    .details = "Roles include the degree class of the anchor, and its type, so nodes of different "
               "classes or types have none in common; they are then compared without that part.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), &cli_role_group,
               &cli_walk_group, CLI_READING},
    .examples = "riwalk explain graph.txt 17\n"
                "riwalk explain graph.txt 17 42 --top 5\n"
                "riwalk explain graph.txt Rome Paris --method riwalk-wl --json\n",
    .run = run,
};
