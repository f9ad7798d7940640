/* SPDX-License-Identifier: MIT */
/* Descriptions: measures and rules by plain counting, members by distance, tokens by their
 * definition, roles as cuts of one tree, and names: on graphs that show what they say, and never
 * two the same. */
#include "embedding.h"
#include "reference/roles.h"

#define NODES 64

/* ---- Graphs ---- */

static riwalk_graph *generated(riwalk_generator kind, const char ***labels)
{
    riwalk_generate_options options = WITH(riwalk_generate_options, it.nodes = 300, it.scale = 8);

    return generate_with(kind, &options, labels);
}

/* One vector for each node that says which role it is to be in: its column is 1. */
static riwalk_vectors *vectors_for(const riwalk_graph *graph, const uint32_t *columns,
                                   uint32_t dimensions)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    float *values = calloc((size_t)nodes * dimensions, sizeof *values);

    assert_non_null(values);
    for (uint32_t u = 0; u < nodes; u++)
        values[u * dimensions + columns[u]] = 1;
    riwalk_vectors *vectors = MADE(vectors, riwalk_vectors_build_for, graph, dimensions, values);
    free(values);
    return vectors;
}

static riwalk_description_summary summarize(const riwalk_description *d)
{
    riwalk_description_summary summary = {.size = sizeof summary};

    ok(riwalk_description_summarize(d, &summary, &failure));
    return summary;
}

/* In so many roles, or as many as are found for 0; `vectors` may be NULL. */
static riwalk_description *describe(const riwalk_graph *graph, const riwalk_vectors *vectors,
                                    uint32_t roles)
{
    riwalk_describe_options options = WITH(riwalk_describe_options, it.roles = roles);

    return MADE(description, riwalk_describe, graph, vectors, &options);
}

/* ---- Oracles ---- */

/* Distances from the nearest node of so many neighbours or more. */
static void distances_from(const riwalk_graph *graph, uint32_t least, double *distances)
{
    uint32_t own[NODES];

    for (uint32_t u = 0; u < NODES; u++)
        distances[u] = INFINITY;
    for (uint32_t hub = 0; hub < riwalk_graph_node_count(graph); hub++) {
        if (riwalk_graph_degree(graph, hub) < least)
            continue;
        reference_distances(graph, hub, own);
        for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
            if (own[u] != REFERENCE_FAR)
                distances[u] = fmin(distances[u], own[u]);
    }
}

/* Takes nodes of the fewest neighbours away, all at once, until none is left. */
static void peel(const riwalk_graph *graph, double *cores, double *layers)
{
    uint32_t nodes = riwalk_graph_node_count(graph), left = nodes, core = 0, layer = 1;
    bool gone[NODES] = {false};

    while (left) {
        uint32_t degrees[NODES] = {0}, fewest = UINT32_MAX;
        bool goes[NODES] = {false};

        for (uint32_t u = 0; u < nodes; u++) {
            for (uint32_t v = 0; v < nodes; v++)
                degrees[u] += !gone[u] && !gone[v] && reference_joined(graph, u, v);
            if (!gone[u] && degrees[u] < fewest)
                fewest = degrees[u];
        }
        core = fewest > core ? fewest : core;
        for (uint32_t u = 0; u < nodes; u++)
            if (!gone[u] && degrees[u] <= core) {
                goes[u] = true;
                cores[u] = core;
                layers[u] = riwalk_graph_degree(graph, u) ? layer : 0;
                left--;
            }
        for (uint32_t u = 0; u < nodes; u++)
            gone[u] |= goes[u];
        layer += core > 0; /* nodes without edges are no layer */
    }
}

/* Groups of a node's neighbours, by the least one that each can reach through others of them. */
static uint32_t groups_of(const riwalk_graph *graph, uint32_t node)
{
    uint32_t nodes = riwalk_graph_node_count(graph), group[NODES], count = 0;

    for (uint32_t u = 0; u < nodes; u++)
        group[u] = u;
    for (uint32_t round = 0; round < nodes; round++)
        for (uint32_t u = 0; u < nodes; u++)
            for (uint32_t v = 0; v < nodes; v++)
                if (reference_joined(graph, node, u) && reference_joined(graph, node, v) &&
                    reference_joined(graph, u, v) && group[v] < group[u])
                    group[u] = group[v];
    for (uint32_t u = 0; u < nodes; u++)
        count += reference_joined(graph, node, u) && group[u] == u;
    return count;
}

static bool equal(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* ---- Facts ---- */

/* A club, a path of three nodes, a pair, and a node alone. */
static riwalk_graph *make_mixed(void)
{
    scoped_graph *club = generate(RIWALK_GENERATOR_KARATE, 0);
    edge_list edges = {0};

    for (uint32_t u = 0; u < 34; u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(club, u); i++)
            join(&edges, u, riwalk_graph_neighbors(club, u)[i]);
    join(&edges, 34, 35);
    join(&edges, 35, 36);
    join(&edges, 37, 38);
    return joined(&edges, 40);
}

/* The role of a node. */
static const riwalk_described_role *role_of(const riwalk_description *d, uint32_t node)
{
    return riwalk_description_role(d, riwalk_description_roles(d)[node]);
}

static double measured(const riwalk_description *d, riwalk_node_measure measure, uint32_t node)
{
    return riwalk_description_measure(d, measure)[node];
}

/* Of the club's 156 and 6 more ends of edges in 39 nodes: a hub has 9 neighbours or more. */
TEST(measures_are_those_of_plain_counting)
{
    scoped_graph *graph = make_mixed();
    scoped_description *d = describe(graph, NULL, 0);
    double distances[NODES], constraints[NODES], cores[NODES], layers[NODES];

    assert_int_equal(summarize(d).nodes, 40);
    assert_int_equal(summarize(d).isolated, 1);
    assert_int_equal(summarize(d).missing, 0);
    assert_int_equal(summarize(d).hub, 33);
    distances_from(graph, 9, distances);
    peel(graph, cores, layers);
    ok(riwalk_graph_constraint(graph, NULL, constraints, &failure));
    for (uint32_t u = 0; u < 40; u++) {
        double degree = riwalk_graph_degree(graph, u), triangles = reference_triangles(graph, u);
        double sum = 0, largest = 0;

        for (uint32_t v = 0; v < 40; v++)
            if (reference_joined(graph, u, v)) {
                sum += riwalk_graph_degree(graph, v);
                largest = fmax(largest, riwalk_graph_degree(graph, v));
            }
        assert_true(measured(d, RIWALK_NODE_MEASURE_DEGREE, u) == degree);
        assert_true(measured(d, RIWALK_NODE_MEASURE_TRIANGLES, u) == triangles);
        assert_true(equal(measured(d, RIWALK_NODE_MEASURE_CONSTRAINT, u), constraints[u]));
        assert_true(equal(measured(d, RIWALK_NODE_MEASURE_HUB_DISTANCE, u),
                          isinf(distances[u]) ? NAN : distances[u]));
        assert_true(measured(d, RIWALK_NODE_MEASURE_CLUSTERING, u) ==
                    (degree < 2 ? 0 : 2 * triangles / (degree * (degree - 1))));
        assert_true(measured(d, RIWALK_NODE_MEASURE_CORE, u) == cores[u]);
        assert_true(measured(d, RIWALK_NODE_MEASURE_LAYER, u) == layers[u]);
        assert_true(measured(d, RIWALK_NODE_MEASURE_GROUPS, u) == groups_of(graph, u));
        assert_true(equal(measured(d, RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE, u),
                          degree > 0 ? sum / degree : NAN));
        assert_true(equal(measured(d, RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR, u),
                          degree > 0 ? largest : NAN));
    }
    assert_null(riwalk_description_measure(d, RIWALK_NODE_MEASURE_IN_DEGREE));
    assert_null(riwalk_description_measure(d, RIWALK_NODE_MEASURE_STRENGTH));
}

/* A row, of length 1 unless it is zero. */
static void read_direction(const riwalk_vectors *vectors, uint32_t node, double *row)
{
    const float *values = riwalk_vectors_row(vectors, node);
    double length = dot(values, values, vectors->dimensions);

    for (uint32_t x = 0; x < vectors->dimensions; x++)
        row[x] = length > 0 ? (double)values[x] / sqrt(length) : 0;
}

/* Every node is a member once, of the role that the array says; roles fall in size, members go
 * outward from their mean. */
static void check_members(const riwalk_graph *graph, const riwalk_description *d)
{
    const riwalk_vectors *vectors = riwalk_description_vectors(d);
    uint32_t dimensions = riwalk_vectors_dimensions(vectors), seen[400] = {0};

    for (uint32_t r = 0; r < summarize(d).roles; r++) {
        const riwalk_described_role *role = riwalk_description_role(d, r);
        double middle[256] = {0}, row[256];

        assert_true(role->count > 0);
        assert_true(!r || role->count <= riwalk_description_role(d, r - 1)->count);
        for (uint32_t i = 0; i < role->count; i++) {
            seen[role->members[i]]++;
            assert_ptr_equal(role_of(d, role->members[i]), role);
            read_direction(vectors, role->members[i], row);
            for (uint32_t x = 0; x < dimensions; x++)
                middle[x] += row[x] / role->count;
        }
        for (uint32_t i = 0; i < role->count; i++) {
            double squares = 0;

            read_direction(vectors, role->members[i], row);
            for (uint32_t x = 0; x < dimensions; x++)
                squares += pow(row[x] - middle[x], 2);
            /* Rows are scaled in single precision. */
            assert_true(fabs(role->distances[i] - sqrt(squares)) < 1e-6);
            assert_true(!i || role->distances[i] > role->distances[i - 1] - 1e-6);
        }
        assert_int_equal(role->typical_count, role->count < 5 ? role->count : 5);
    }
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++)
        assert_int_equal(seen[u], 1);
}

/* The share of a token in the visits of a node to other nodes: SP without the anchor's part. */
static double share_of(const riwalk_sampler *sampler, const riwalk_profile *profile, uint64_t token)
{
    double returns = 0;

    for (uint32_t i = 0; i < riwalk_profile_count(profile); i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);
        uint64_t tuple[RIWALK_ROLE_FIELDS];

        riwalk_role_tuple(sampler, entry->role, tuple);
        returns += tuple[1] ? 0 : entry->share;
    }
    return riwalk_profile_share(profile, token) / (1 - returns);
}

/* What is told of a token is its mean share among members and among all others. */
TEST(tokens_have_the_shares_of_profiles)
{
    scoped_labels labels = NULL;
    scoped_graph *graph = generated(RIWALK_GENERATOR_BARBELL, &labels);
    riwalk_profile *profiles[30];
    riwalk_options walk = WITH(riwalk_options, it.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP);
    uint32_t told = 0;

    walk.walk_length = 5; /* as the vectors' */
    walk.walks = 20000;   /* the description's are exact here: shares differ by less than 0.01 */
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &walk);
    scoped_description *d = describe(graph, NULL, 0);
    for (uint32_t u = 0; u < 30; u++)
        ok(riwalk_profile_find(sampler, u, &profiles[u], &failure));
    for (uint32_t r = 0; r < summarize(d).roles; r++) {
        const riwalk_described_role *role = riwalk_description_role(d, r);

        for (uint32_t t = 0; t < role->token_count; t++, told++) {
            double here = 0, elsewhere = 0;
            char words[128];

            for (uint32_t u = 0; u < 30; u++) {
                bool member = riwalk_description_roles(d)[u] == r;
                double share = share_of(sampler, profiles[u], role->tokens[t].token);

                *(member ? &here : &elsewhere) += share / (member ? role->count : 30 - role->count);
            }
            assert_true(fabs(role->tokens[t].share - here) < 0.01);
            assert_true(fabs(role->tokens[t].elsewhere - elsewhere) < 0.01);
            assert_true(role->tokens[t].share >= 2 * role->tokens[t].elsewhere);
            riwalk_role_words(sampler, role->tokens[t].token, words, sizeof words);
            assert_string_equal(role->tokens[t].meaning, words);
            riwalk_role_token(sampler, role->tokens[t].token, words, sizeof words);
            assert_string_equal(role->tokens[t].word, words);
        }
    }
    assert_true(told > 5);
    for (uint32_t u = 0; u < 30; u++)
        riwalk_profile_free(profiles[u]);
}

/* ---- The tree ---- */

/* Less roles are unions of the roles that were found, more are not. */
TEST(less_roles_are_unions_of_those_found)
{
    scoped_graph *graph = generate(RIWALK_GENERATOR_KARATE, 0);
    scoped_description *all = describe(graph, NULL, 0);
    uint32_t found = summarize(all).roles;

    assert_true(found > 3);
    for (uint32_t wanted = 1; wanted <= found + 2; wanted++) {
        scoped_description *d = describe(graph, NULL, wanted);

        assert_int_equal(summarize(d).roles, wanted);
        for (uint32_t u = 0; u < 34 && wanted <= found; u++)
            for (uint32_t v = 0; v < 34; v++)
                assert_true(role_of(all, u) != role_of(all, v) || role_of(d, u) == role_of(d, v));
    }
}

/* ---- Twins ---- */

/* The nodes of either side have the same neighbours: what sampled walks tell them apart by is
 * chance. Who asks for more roles gets them. */
TEST(equal_neighbors_are_one_role)
{
    scoped_graph *graph = JOINED(967, 300 * 667, i / 667, 300 + i % 667);
    scoped_description *d = describe(graph, NULL, 0), *more = describe(graph, NULL, 5);

    assert_int_equal(summarize(d).roles, 2);
    for (uint32_t u = 0; u < 967; u++)
        assert_int_equal(role_of(d, u), role_of(d, u < 300 ? 0 : 300));
    assert_int_equal(summarize(more).roles, 5);
}

/* ---- Rules and families ---- */

/* Whole numbers are compared as they are, others with two significant digits. */
static double compared(riwalk_node_measure measure, double value)
{
    bool whole =
        measure != RIWALK_NODE_MEASURE_CONSTRAINT && measure != RIWALK_NODE_MEASURE_CLUSTERING &&
        measure != RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE &&
        measure != RIWALK_NODE_MEASURE_RECIPROCITY && measure != RIWALK_NODE_MEASURE_STRENGTH;
    char digits[32];

    snprintf(digits, sizeof digits, whole ? "%.0f" : "%.1e", value * (1 + 1e-12)); /* 0.125: 0.13 */
    return strtod(digits, NULL);
}

static bool meets(const riwalk_description *d, const riwalk_rule *rule, uint32_t node)
{
    for (uint32_t i = 0; i < rule->count; i++) {
        const riwalk_rule_condition *c = &rule->conditions[i];
        double value = measured(d, c->measure, node);

        /* Rounding of decimals differs by less than a hundredth of their last digit. */
        if (!(compared(c->measure, value) >= c->low - 1e-9 &&
              compared(c->measure, value) <= c->high + 1e-9))
            return false;
    }
    return true;
}

/* A family of -1: the role's own rule. */
static void check_rule(const riwalk_description *d, const riwalk_rule *rule, uint32_t role,
                       uint32_t family)
{
    double met = 0, members = 0, both = 0;

    for (uint32_t u = 0; u < summarize(d).nodes; u++) {
        bool member = family == UINT32_MAX ? riwalk_description_roles(d)[u] == role
                                           : role_of(d, u)->family == family;

        met += meets(d, rule, u);
        members += member;
        both += member && meets(d, rule, u);
    }
    assert_true(fabs(rule->precision - both / met) < 1e-12);
    assert_true(fabs(rule->recall - both / members) < 1e-12);
    assert_true(rule->text && *rule->text);
    assert_null(strstr(rule->text, "clustering 1 or more")); /* 1 is the most */
}

/* Families are three to seven, or the roles where these are fewer; they have each role once, and
 * are sorted as roles are. */
static void check_families(const riwalk_description *d)
{
    uint32_t roles = 0, nodes = 0;

    assert_in_range(summarize(d).families, summarize(d).roles < 3 ? summarize(d).roles : 3, 7);
    for (uint32_t f = 0; f < summarize(d).families; f++) {
        const riwalk_described_family *family = riwalk_description_family(d, f);
        uint32_t count = 0;

        assert_true(!f || family->count <= riwalk_description_family(d, f - 1)->count);
        for (uint32_t i = 0; i < family->role_count; i++) {
            assert_true(!i || family->roles[i] > family->roles[i - 1]);
            assert_int_equal(riwalk_description_role(d, family->roles[i])->family, f);
            count += riwalk_description_role(d, family->roles[i])->count;
        }
        assert_int_equal(count, family->count);
        check_rule(d, &family->rule, 0, f);
        roles += family->role_count;
        nodes += count;
    }
    assert_int_equal(roles, summarize(d).roles);
    assert_int_equal(nodes, summarize(d).nodes);
}

/* ---- Names ---- */

/* A name has words, and no other role or family has it. */
static void check_distinct(const riwalk_description *d)
{
    for (uint32_t a = 0; a < summarize(d).roles; a++) {
        const char *name = riwalk_description_role(d, a)->name;

        assert_true(strlen(name) >= 4 && strspn(name, "0123456789 ") == 0);
        for (uint32_t b = 0; b < a; b++)
            assert_string_not_equal(name, riwalk_description_role(d, b)->name);
    }
    for (uint32_t a = 0; a < summarize(d).families; a++)
        for (uint32_t b = 0; b < a; b++)
            assert_string_not_equal(riwalk_description_family(d, a)->name,
                                    riwalk_description_family(d, b)->name);
}

/* Members, rules, families and names of roles that are found, of one to six, and of two seeds. */
TEST(descriptions_hold_together)
{
    static const riwalk_generator kinds[] = {
        RIWALK_GENERATOR_KARATE,      RIWALK_GENERATOR_SHAPES,
        RIWALK_GENERATOR_GRID,        RIWALK_GENERATOR_RMAT,
        RIWALK_GENERATOR_BARBELL,     RIWALK_GENERATOR_KARATE_MIRRORED,
        RIWALK_GENERATOR_ERDOS_RENYI, RIWALK_GENERATOR_BARABASI_ALBERT,
    };

    for (size_t k = 0; k <= FEW(8, 4); k++)
        for (uint32_t roles = 0; roles <= (k ? 5 : 6); roles += k ? 5 : 1) {
            riwalk_describe_options options =
                WITH(riwalk_describe_options, it.seed = 1 + roles / 5, it.roles = roles);
            scoped_graph *graph = k ? generated(kinds[k - 1], NULL) : make_mixed();
            scoped_description *d = MADE(description, riwalk_describe, graph, NULL, &options);
            uint32_t found = summarize(d).roles, alone = summarize(d).isolated > 0;

            assert_int_equal(summarize(d).chosen, !roles);
            assert_true(!roles || found == roles + alone); /* those without edges have their own */
            check_members(graph, d);
            for (uint32_t r = 0; r < found; r++)
                check_rule(d, &riwalk_description_role(d, r)->rule, r, UINT32_MAX);
            if (!roles)
                check_families(d);
            check_distinct(d);
        }
}

/* Roles that were drawn at random have nothing in common, and still have names: even the nodes of a
 * cycle, which nothing tells apart. */
TEST(roles_without_sense_have_names)
{
    uint32_t columns[NODES];
    scoped_graph *graph = JOINED(NODES, NODES, i, (i + 1) % NODES);

    for (uint32_t u = 0; u < NODES; u++)
        columns[u] = u * 7 % 30;
    scoped_vectors *vectors = vectors_for(graph, columns, 30);
    scoped_description *d = describe(graph, vectors, 30);
    assert_int_equal(summarize(d).roles, 30);
    check_distinct(d);
}
