/* SPDX-License-Identifier: MIT */
/* Names of roles and families: a noun or a size, and phrases that hold for most members and few
 * other nodes. */
#include "describe/describe.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define NEARLY_ALL 0.8 /* share of members that a phrase holds for */
#define MOST 0.6       /* least share if no phrase holds for nearly all */
#define TELLING 0.25   /* least difference to the share of other nodes */
#define MOST_PHRASES 2 /* beside noun and size */

typedef rw_name_subject subject;

typedef struct naming {
    riwalk_description *d;
    rw_phrase_scale scale;
    uint32_t type_count;
    subject all; /* nodes that have a role */
    subject *roles, *families;
} naming;

/* ---- One name ---- */

/* The share of members that meet it minus that of others; 0 if fewer members than `least` do. */
static double telling(const naming *n, const subject *s, uint32_t met, uint32_t of_all,
                      double least)
{
    double others = n->all.count - (double)s->count, here = (double)met / s->count;
    double elsewhere = others > 0 ? (of_all - met) / others : 0;

    return here < least ? 0 : here - elsewhere;
}

static int first_of(rw_part_of_name part)
{
    int phrase = 0;

    while (rw_phrases[phrase].part != part)
        phrase++;
    return phrase;
}

/* Finds words for the shortest range of sizes with a share `least` of the members, at most
 * `longest` sizes; of equal ones that with most members. NULL: there is none. */
static const char *find_size(const subject *s, double least, int longest)
{
    static const char *const words[RW_SIZES][RW_SIZES] = {
        {"small nodes", "small and mid-size nodes", "nodes smaller than hubs", "nodes"},
        {NULL, "mid-size nodes", "mid-size and large nodes", "mid-size and larger nodes"},
        {NULL, NULL, "large nodes", "large nodes and hubs"},
        {NULL, NULL, NULL, "hubs"},
    };
    const uint32_t *of_size = s->met + first_of(RW_PART_SIZE);
    const char *found = NULL;

    for (int length = 1; length <= longest && !found; length++) {
        uint32_t most = 0;

        for (int size = 0; size + length <= RW_SIZES; size++) {
            uint32_t met = 0;

            for (int i = size; i < size + length; i++)
                met += of_size[i];
            if (met >= least * s->count && met > most) {
                found = words[size][size + length - 1];
                most = met;
            }
        }
    }
    return found;
}

/* Adds sizes; prefers two sizes that most members have to three of nearly all. If degrees hardly
 * vary, gives the degree instead. */
static void add_size(const naming *n, subject *s)
{
    const riwalk_range *degrees = &s->ranges[RIWALK_NODE_MEASURE_DEGREE];
    const char *words = find_size(s, NEARLY_ALL, 2);

    if (!n->scale.sizes) {
        rw_append(s->name, RW_ROLE_NAME, "nodes of degree %.0f", degrees->minimum);
        if (degrees->maximum > degrees->minimum)
            rw_append(s->name, RW_ROLE_NAME, " to %.0f", degrees->maximum);
        return;
    }
    if (!words)
        s->weak = (words = find_size(s, MOST, 2));
    rw_append(s->name, RW_ROLE_NAME, "%s", words ? words : find_size(s, NEARLY_ALL, RW_SIZES));
}

static void add_noun(const naming *n, subject *s)
{
    for (int p = 0; rw_phrases[p].part == RW_PART_NOUN; p++)
        if ((double)s->met[p] / s->count >= NEARLY_ALL) {
            rw_append(s->name, RW_ROLE_NAME, "%s", rw_phrases[p].words);
            return;
        }
    add_size(n, s);
}

/* Inserts a type that nearly all members have, and fewer others, before the noun: "small merchant
 * nodes"; "type-7 hubs" if its name is not a word. */
static void insert_type(const naming *n, subject *s)
{
    static const char *const heads[] = {"nodes", "hubs",    "leaves",  "links",
                                        "pairs", "corners", "centres", "ends"};
    char name[RW_ROLE_NAME], word[RW_ROLE_NAME] = "";
    const char *at = NULL;
    uint32_t type = 0;

    while (type < n->type_count &&
           telling(n, s, s->types[type], n->all.types[type], NEARLY_ALL) < TELLING)
        type++;
    if (type == n->type_count)
        return;
    memcpy(name, s->name, sizeof name);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const char *found = strstr(name, heads[i]);

        at = found && (!at || found < at) ? found : at;
    }
    rw_words_add_type(n->d, type, word, sizeof word);
    *s->name = 0;
    rw_append(s->name, RW_ROLE_NAME, "%.*s%s%s %s", (int)(at - name), name,
              isdigit((unsigned char)*word) ? "type-" : "", word, at);
}

/* Leaves are "of", links "between" and others "among" their neighbours. */
static const char *before_neighbors(const char *name)
{
    static const char *const words[][2] = {{"leaves", "of "},
                                           {"links", "between "},
                                           {"corners", "with "},
                                           {"with one or two neighbours", "that are "}};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i][0]))
            return words[i][1];
    return "among ";
}

/* Adds the phrase that tells most of each part, best parts first. Returns how many. */
static int add_phrases(const naming *n, const subject *s, double least)
{
    const char *before = before_neighbors(s->name);
    /* These nouns already say who the neighbours are, and that they are not joined. */
    bool said = strstr(s->name, "chains") || strstr(s->name, "stars");
    int best[RW_NAME_PARTS], added = 0;
    double tells[RW_NAME_PARTS] = {0};

    for (int p = first_of(RW_PART_ARCS); p < RW_PHRASES; p++) {
        rw_part_of_name part = rw_phrases[p].part;
        double told = telling(n, s, s->met[p], n->all.met[p], least);

        if (told >= TELLING && told > tells[part] &&
            !(said && (part == RW_PART_KIND || part == RW_PART_AROUND))) {
            best[part] = p;
            tells[part] = told;
        }
    }
    tells[RW_PART_ARCS] *= 2; /* prefer directions */
    for (int part = RW_PART_ARCS; part < RW_NAME_PARTS; part++) {
        int better = 0;

        for (int other = RW_PART_ARCS; other < RW_NAME_PARTS; other++)
            better += tells[other] > tells[part] || (other < part && tells[other] >= tells[part]);
        if (tells[part] <= 0 || better >= MOST_PHRASES)
            continue;
        rw_append(s->name, RW_ROLE_NAME, " %s%s", part == RW_PART_AROUND ? before : "",
                  rw_phrases[best[part]].words);
        added++;
    }
    return added;
}

static void compose(const naming *n, subject *s)
{
    *s->name = 0;
    add_noun(n, s);
    /* Nodes without edges, or with a single neighbour each, need no phrases. */
    if (strcmp(s->name, rw_phrases[0].words) && strcmp(s->name, rw_phrases[1].words)) {
        s->weak |= !add_phrases(n, s, NEARLY_ALL) && add_phrases(n, s, MOST);
        s->weak |= rw_rule_is_weak(s->rule);
        if (!strcmp(s->name, "nodes"))
            rw_append(s->name, RW_ROLE_NAME, " of all sizes");
    }
    insert_type(n, s);
}

static void name_all(const naming *n, subject *all, uint32_t count)
{
    static const char mostly[] = "mostly ";

    for (uint32_t i = 0; i < count; i++)
        compose(n, &all[i]);
    rw_names_tell_apart(&n->scale, all, count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i].weak) {
            memmove(all[i].name + sizeof mostly - 1, all[i].name, strlen(all[i].name) + 1);
            memcpy(all[i].name, mostly, sizeof mostly - 1);
        }
}

/* ---- All names ---- */

static rw_phrase_scale find_scale(const riwalk_description *d)
{
    rw_phrase_scale s = {.mean_degree = d->mean_degree, .hub_degree = rw_hub_degree(d)};
    const double *degrees = d->measures[RIWALK_NODE_MEASURE_DEGREE];
    const double *strengths = d->measures[RIWALK_NODE_MEASURE_STRENGTH];
    double sum = 0;

    for (uint32_t node = 0; node < d->graph->node_count; node++) {
        s.top_core = fmax(s.top_core, d->measures[RIWALK_NODE_MEASURE_CORE][node]);
        sum += strengths ? strengths[node] : 0;
        s.sizes |= degrees[node] >= s.hub_degree ||
                   (degrees[node] > 0 && degrees[node] < s.mean_degree / 2);
    }
    s.mean_tie = sum / (double)d->joined->arc_count;
    return s;
}

static void add_to(const naming *n, const subject *from, subject *to)
{
    for (int p = 0; p < RW_PHRASES; p++)
        to->met[p] += from->met[p];
    for (uint32_t type = 0; type < n->type_count; type++)
        to->types[type] += from->types[type];
}

/* Counts the phrases that members meet, by role, family and in all. */
static void count_phrases(naming *n)
{
    const riwalk_description *d = n->d;

    for (uint32_t r = 0; r < d->summary.roles; r++) {
        const riwalk_described_role *role = &d->described[r];
        subject *s = &n->roles[r];

        for (uint32_t i = 0; i < role->count; i++) {
            rw_phrases_meet(d, &n->scale, role->members[i], s->met);
            if (n->type_count)
                s->types[d->graph->types[role->members[i]]]++;
        }
        add_to(n, s, &n->families[role->family]);
        add_to(n, s, &n->all);
        n->all.count += role->count;
    }
}

static riwalk_status begin(naming *n, riwalk_error *error)
{
    riwalk_description *d = n->d;
    size_t count = (size_t)d->summary.roles + d->summary.families;
    subject *all = rw_take(&d->scratch, count, sizeof *all, error);
    uint32_t *met = rw_take_zeroed(&d->scratch, count + 1, RW_PHRASES * sizeof *met, error);
    uint32_t *types;

    n->type_count = d->measures[RIWALK_NODE_MEASURE_TYPE] ? d->graph->type_names.count : 0;
    types = rw_take_zeroed(&d->scratch, count + 1, n->type_count * sizeof *types, error);
    d->names = rw_take(&d->pool, count, sizeof *d->names, error);
    d->rules = rw_take(&d->pool, count, sizeof *d->rules, error);
    if (d->scratch.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    n->roles = all;
    n->families = all + d->summary.roles;
    n->all = (subject){.met = met + count * RW_PHRASES, .types = types + count * n->type_count};
    for (size_t i = 0; i < count; i++) {
        bool is_role = i < d->summary.roles;
        riwalk_described_role *role = is_role ? &d->described[i] : NULL;
        riwalk_described_family *family = is_role ? NULL : &d->families[i - d->summary.roles];
        riwalk_rule *rule = is_role ? &role->rule : &family->rule;

        all[i] = (subject){.count = is_role ? role->count : family->count,
                           .met = met + i * RW_PHRASES,
                           .types = types + i * n->type_count,
                           .rule = rule,
                           .ranges = is_role ? role->ranges : family->ranges,
                           .tokens = is_role ? role->tokens : NULL,
                           .token_count = is_role ? role->token_count : 0,
                           .name = d->names[i]};
        rw_rule_words(d, rule, d->rules[i], RW_RULE_TEXT);
        rule->text = d->rules[i];
        *(is_role ? &role->name : &family->name) = d->names[i];
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_describe_names(riwalk_description *d, riwalk_error *error)
{
    naming n = {.d = d, .scale = find_scale(d)};

    RW_MUST(begin(&n, error));
    count_phrases(&n);
    name_all(&n, n.roles, d->summary.roles);
    name_all(&n, n.families, d->summary.families);
    return RIWALK_STATUS_OK;
}
