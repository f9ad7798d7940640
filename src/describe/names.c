/* SPDX-License-Identifier: MIT */
/*
 * Names of roles and families, made of phrases that hold for most members and for few other nodes.
 * Names that are the same are told apart by the measure that differs most among them.
 */
#include "base/memory.h"
#include "describe/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BETTER 1.1     /* a measure that is less plain tells so much more pairs apart */
#define NEARLY_ALL 0.8 /* of the members meet a phrase */
#define MOST 0.6       /* where no phrase holds for nearly all */
#define TELLING 0.25   /* it is met by so much less of all other nodes */
#define MOST_PHRASES 2 /* beside noun and size */

/* A role or a family on its way to a name. */
typedef struct subject {
    uint32_t count; /* nodes */
    uint32_t *met;  /* [RW_PHRASES]: how many of them */
    const riwalk_rule *rule;
    const riwalk_range *ranges;          /* [RIWALK_NODE_MEASURES] */
    const riwalk_frequent_token *tokens; /* the most telling first */
    uint32_t token_count;
    char *name; /* [RW_ROLE_NAME] */
    bool weak;  /* of rule, or of phrases: the name begins with "mostly" */
} subject;

typedef struct naming {
    riwalk_description *d;
    rw_pool pool;
    uint32_t total[RW_PHRASES], nodes; /* of all nodes in a role */
    subject *roles, *families;         /* names have room for "mostly" */
} naming;

/* ---- One name ---- */

static double share(const subject *s, int phrase)
{
    return (double)s->met[phrase] / s->count;
}

/* How much more often a phrase is met here than elsewhere; 0 where less than `least` meet it. */
static double telling(const naming *n, const subject *s, int phrase, double least)
{
    double others = n->nodes - (double)s->count, here = share(s, phrase);
    double elsewhere = others > 0 ? (n->total[phrase] - s->met[phrase]) / others : 0;

    return here < least ? 0 : here - elsewhere;
}

static int first_of(rw_part_of_name part)
{
    int phrase = 0;

    while (rw_phrases[phrase].part != part)
        phrase++;
    return phrase;
}

/* The shortest run of sizes that holds, the smallest of equals. */
static void add_size(const subject *s, char *name)
{
    static const char *const words[RW_SIZES][RW_SIZES] = {
        {"small nodes", "small and mid-size nodes", "nodes smaller than hubs",
         "nodes of all sizes"},
        {NULL, "mid-size nodes", "mid-size and large nodes", "mid-size and larger nodes"},
        {NULL, NULL, "large nodes", "large nodes and hubs"},
        {NULL, NULL, NULL, "hubs"},
    };
    int first = first_of(RW_PART_SIZE);

    for (int length = 1; length <= RW_SIZES; length++)
        for (int size = 0; size + length <= RW_SIZES; size++) {
            uint32_t met = 0;

            for (int i = size; i < size + length; i++)
                met += s->met[first + i];
            if (met >= NEARLY_ALL * s->count) {
                rw_words_add(name, RW_ROLE_NAME, "%s", words[size][size + length - 1]);
                return;
            }
        }
}

static void add_noun(const subject *s, char *name)
{
    for (int p = 0; rw_phrases[p].part == RW_PART_NOUN; p++)
        if (share(s, p) >= NEARLY_ALL) {
            rw_words_add(name, RW_ROLE_NAME, "%s", rw_phrases[p].words);
            return;
        }
    add_size(s, name);
}

/* Leaves are "of", links "between" and others "among" their neighbours. */
static const char *before_neighbors(const char *name)
{
    if (strstr(name, "leaves"))
        return "of ";
    return strstr(name, "links") ? "between " : strstr(name, "corners") ? "with " : "among ";
}

/* Of each part the phrase that tells most, and of these the best. Returns how many. */
static int add_phrases(const naming *n, const subject *s, double least, char *name)
{
    const char *before = before_neighbors(name);
    /* Who the neighbours are, and that they are not joined, is said by these. */
    bool said = strstr(name, "chains") || strstr(name, "stars");
    int best[RW_NAME_PARTS], added = 0;
    double tells[RW_NAME_PARTS] = {0};

    for (int p = first_of(RW_PART_ARCS); p < RW_PHRASES; p++) {
        rw_part_of_name part = rw_phrases[p].part;
        double told = telling(n, s, p, least);

        if (told >= TELLING && told > tells[part] &&
            !(said && (part == RW_PART_KIND || part == RW_PART_AROUND))) {
            best[part] = p;
            tells[part] = told;
        }
    }
    tells[RW_PART_ARCS] *= 2; /* directions come first */
    for (int part = RW_PART_ARCS; part < RW_NAME_PARTS; part++) {
        int better = 0;

        for (int other = RW_PART_ARCS; other < RW_NAME_PARTS; other++)
            better += tells[other] > tells[part] || (other < part && tells[other] >= tells[part]);
        if (tells[part] <= 0 || better >= MOST_PHRASES)
            continue;
        rw_words_add(name, RW_ROLE_NAME, " %s%s", part == RW_PART_AROUND ? before : "",
                     rw_phrases[best[part]].words);
        added++;
    }
    return added;
}

static void compose(const naming *n, subject *s)
{
    *s->name = 0;
    add_noun(s, s->name);
    if (!strcmp(s->name, rw_phrases[0].words) || !strcmp(s->name, rw_phrases[1].words))
        return; /* no edges, or no other neighbour: there is no more to say */
    s->weak = !add_phrases(n, s, NEARLY_ALL, s->name) && add_phrases(n, s, MOST, s->name);
    s->weak |= rw_rule_is_weak(s->rule);
}

/* ---- Names that are the same ---- */

/* What people would say first. */
static const riwalk_node_measure by_plainness[] = {
    RIWALK_NODE_MEASURE_DEGREE,          RIWALK_NODE_MEASURE_OUT_DEGREE,
    RIWALK_NODE_MEASURE_IN_DEGREE,       RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR,
    RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE, RIWALK_NODE_MEASURE_TRIANGLES,
    RIWALK_NODE_MEASURE_CLUSTERING,      RIWALK_NODE_MEASURE_HUB_DISTANCE,
    RIWALK_NODE_MEASURE_LAYER,           RIWALK_NODE_MEASURE_CORE,
    RIWALK_NODE_MEASURE_STRENGTH,        RIWALK_NODE_MEASURE_RECIPROCITY,
    RIWALK_NODE_MEASURE_GROUPS,          RIWALK_NODE_MEASURE_CONSTRAINT,
};

/* Two significant digits of the median, below 100. */
static void number_words(const riwalk_range *r, char *text, size_t capacity)
{
    snprintf(text, capacity, r->median < 100 ? "%.2g" : "%.0f", r->median);
}

/* "degree about 12" */
static void measure_words(const subject *s, int measure, char *text, size_t capacity)
{
    static const char *const words[RIWALK_NODE_MEASURES][3] = {
        [RIWALK_NODE_MEASURE_DEGREE] = {"degree "},
        [RIWALK_NODE_MEASURE_TRIANGLES] = {"in ", " triangle", " triangles"},
        [RIWALK_NODE_MEASURE_CONSTRAINT] = {"constraint "},
        [RIWALK_NODE_MEASURE_HUB_DISTANCE] = {"", " hop from a hub", " hops from a hub"},
        [RIWALK_NODE_MEASURE_CLUSTERING] = {"clustering "},
        [RIWALK_NODE_MEASURE_CORE] = {"core number "},
        [RIWALK_NODE_MEASURE_GROUPS] = {"", " group of neighbours", " groups of neighbours"},
        [RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE] = {"neighbours of degree "},
        [RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR] = {"largest neighbour of degree "},
        [RIWALK_NODE_MEASURE_OUT_DEGREE] = {"out-degree "},
        [RIWALK_NODE_MEASURE_IN_DEGREE] = {"in-degree "},
        [RIWALK_NODE_MEASURE_RECIPROCITY] = {"reciprocity "},
        [RIWALK_NODE_MEASURE_STRENGTH] = {"strength "},
        [RIWALK_NODE_MEASURE_LAYER] = {"layer ", " from the rim", " from the rim"},
    };
    const riwalk_range *r = &s->ranges[measure];
    const char *after = words[measure][r->median == 1 ? 1 : 2];
    char number[32];

    number_words(r, number, sizeof number);
    if (!r->count)
        snprintf(text, capacity, "no path to a hub");
    else
        snprintf(text, capacity, "%s%s%s%s", words[measure][0],
                 r->minimum < r->maximum ? "about " : "", number, after ? after : "");
}

/* How far two lie apart in a measure, 0 where the numbers are the same: the medians' distance in
 * spreads, at most 1. */
static double apart(const subject *s, const subject *other, int measure)
{
    const riwalk_range *a = &s->ranges[measure], *b = &other->ranges[measure];
    double spread = a->upper_quartile - a->lower_quartile + b->upper_quartile - b->lower_quartile;
    char numbers[2][32];

    number_words(a, numbers[0], sizeof *numbers);
    number_words(b, numbers[1], sizeof *numbers);
    if (!strcmp(numbers[0], numbers[1]))
        return 0;
    if (!a->count || !b->count || spread <= 0)
        return 1;
    return fmin(1, 2 * fabs(a->median - b->median) / spread);
}

/* Whether a subject is to be told from one with this name: it has the same, or `also` one that
 * begins with it. */
static bool is_near(const subject *s, const char *name, bool also)
{
    size_t length = strlen(name);

    return !strncmp(s->name, name, length) &&
           (!s->name[length] || (also && strchr(" ,", s->name[length])));
}

/* The measure that lies furthest apart in all pairs of those that have the name of subject `first`;
 * or, with `also`, between it and those whose names begin with its own. -1: none does. */
static int find_difference(const subject *all, uint32_t count, uint32_t first, bool also)
{
    const char *name = all[first].name;
    double best = 0;
    int chosen = -1;

    for (int i = 0; i < RIWALK_NODE_MEASURES; i++) {
        int m = by_plainness[i];
        double sum = 0;

        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = a + 1; b < count && is_near(&all[a], name, also); b++)
                if (is_near(&all[b], name, also) && (!also || a == first || b == first) &&
                    all[a].ranges[m].count + all[b].ranges[m].count > 0)
                    sum += apart(&all[a], &all[b], m);
        if (sum > BETTER * best) {
            best = sum;
            chosen = m;
        }
    }
    return chosen;
}

/* Adds a measure to all that have the name of subject `first`, or to it alone. */
static bool tell_apart(subject *all, uint32_t count, uint32_t first, bool also)
{
    int measure = find_difference(all, count, first, also);
    char name[RW_ROLE_NAME], words[96];

    memcpy(name, all[first].name, sizeof name);
    for (uint32_t i = first; i < (also ? first + 1 : count) && measure >= 0; i++)
        if (!strcmp(all[i].name, name)) {
            measure_words(&all[i], measure, words, sizeof words);
            rw_words_add(all[i].name, RW_ROLE_NAME, ", %s", words);
        }
    return measure >= 0;
}

/* "meeting degree 7-14, two hops away": what walks meet most, beside elsewhere. */
static void tell_by_token(subject *all, uint32_t count, uint32_t first, uint32_t token)
{
    static const char end[] = " from the anchor";
    char name[RW_ROLE_NAME];

    memcpy(name, all[first].name, sizeof name);
    for (uint32_t i = first; i < count; i++)
        if (!strcmp(all[i].name, name) && token < all[i].token_count &&
            (token || !strstr(name, ", meeting"))) {
            const char *words = all[i].tokens[token].meaning;

            rw_words_add(all[i].name, RW_ROLE_NAME, "%s %.*s away", token ? " and" : ", meeting",
                         (int)(strlen(words) - (sizeof end - 1)), words);
        }
}

/* What nothing tells apart becomes kind A, kind B, and so on. */
static void letter(subject *all, uint32_t count, uint32_t first)
{
    char name[RW_ROLE_NAME];
    uint32_t kind = 0;

    memcpy(name, all[first].name, sizeof name);
    for (uint32_t i = first; i < count; i++)
        if (!strcmp(all[i].name, name)) {
            rw_words_add(all[i].name, RW_ROLE_NAME, ", kind %c", (int)('A' + kind % 26));
            if (kind / 26)
                rw_words_add(all[i].name, RW_ROLE_NAME, "%u", kind / 26);
            kind++;
        }
}

static bool is_double(const subject *all, uint32_t count, uint32_t i)
{
    for (uint32_t other = i + 1; other < count; other++)
        if (!strcmp(all[i].name, all[other].name))
            return true;
    return false;
}

/* A name that others begin with says too little: it gets a measure of its own. */
static bool is_bare(const subject *all, uint32_t count, uint32_t i)
{
    for (uint32_t other = 0; other < count; other++)
        if (other != i && is_near(&all[other], all[i].name, true))
            return true;
    return false;
}

static void name_all(const naming *n, subject *all, uint32_t count)
{
    static const char mostly[] = "mostly ";

    for (uint32_t i = 0; i < count; i++)
        compose(n, &all[i]);
    /* Those of a group that are still double come later in the list, with all of this again. */
    for (uint32_t i = 0; i < count; i++) {
        for (int measures = 0; measures < 2 && is_double(all, count, i); measures++)
            if (!tell_apart(all, count, i, false))
                break;
        for (uint32_t token = 0; token < 2 && is_double(all, count, i); token++)
            tell_by_token(all, count, i, token);
        if (is_double(all, count, i))
            letter(all, count, i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_bare(all, count, i))
            tell_apart(all, count, i, true);
    for (uint32_t i = 0; i < count; i++) {
        if (is_double(all, count, i))
            letter(all, count, i);
        if (all[i].weak) {
            memmove(all[i].name + sizeof mostly - 1, all[i].name, strlen(all[i].name) + 1);
            memcpy(all[i].name, mostly, sizeof mostly - 1);
        }
    }
}

/* ---- All names ---- */

static rw_phrase_scale find_scale(const riwalk_description *d)
{
    rw_phrase_scale s = {.mean_degree = d->mean_degree, .hub_degree = rw_hub_degree(d)};
    const double *strengths = rw_measure(d, RIWALK_NODE_MEASURE_STRENGTH);
    double sum = 0;

    for (uint32_t node = 0; node < d->graph->node_count; node++) {
        s.top_core = fmax(s.top_core, rw_measure(d, RIWALK_NODE_MEASURE_CORE)[node]);
        sum += strengths ? strengths[node] : 0;
    }
    s.mean_tie = sum / (double)d->joined->arc_count;
    return s;
}

/* What the members of each role meet, and by that families and all. */
static void count_phrases(naming *n)
{
    const riwalk_description *d = n->d;
    rw_phrase_scale scale = find_scale(d);

    for (uint32_t r = 0; r < d->summary.roles; r++) {
        const riwalk_described_role *role = &d->described[r];
        subject *s = &n->roles[r], *family = &n->families[role->family];

        for (uint32_t i = 0; i < role->count; i++)
            rw_phrases_meet(d, &scale, role->members[i], s->met);
        for (int p = 0; p < RW_PHRASES; p++) {
            family->met[p] += s->met[p];
            n->total[p] += s->met[p];
        }
        n->nodes += role->count;
    }
}

static riwalk_status begin(naming *n, riwalk_error *error)
{
    riwalk_description *d = n->d;
    size_t count = (size_t)d->summary.roles + d->summary.families;
    uint32_t *met = rw_take_zeroed(&n->pool, count, RW_PHRASES * sizeof *met, error);
    subject *all = n->roles = rw_take(&n->pool, count, sizeof *n->roles, error);

    d->names = rw_take(&d->pool, count, sizeof *d->names, error);
    d->rules = rw_take(&d->pool, count, sizeof *d->rules, error);
    if (n->pool.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    n->families = all + d->summary.roles;
    for (uint32_t r = 0; r < d->summary.roles; r++) {
        riwalk_described_role *role = &d->described[r];

        all[r] = (subject){role->count,  met + (size_t)r * RW_PHRASES,
                           &role->rule,  role->ranges,
                           role->tokens, role->token_count,
                           d->names[r],  false};
        rw_rule_words(&role->rule, d->rules[r], RW_RULE_TEXT);
        role->rule.text = d->rules[r];
        role->name = d->names[r];
    }
    for (uint32_t i = d->summary.roles; i < count; i++) {
        riwalk_described_family *f = &d->families[i - d->summary.roles];

        all[i] = (subject){
            f->count, met + (size_t)i * RW_PHRASES, &f->rule, f->ranges, NULL, 0, d->names[i],
            false};
        rw_rule_words(&f->rule, d->rules[i], RW_RULE_TEXT);
        f->rule.text = d->rules[i];
        f->name = d->names[i];
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_describe_names(riwalk_description *d, riwalk_error *error)
{
    naming n = {.d = d};
    riwalk_status status = begin(&n, error);

    if (!status) {
        count_phrases(&n);
        name_all(&n, n.roles, d->summary.roles);
        name_all(&n, n.families, d->summary.families);
    }
    rw_pool_free(&n.pool);
    return status;
}
