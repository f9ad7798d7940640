/* SPDX-License-Identifier: MIT */
/* Rules in words, and phrases that say what a node is. */
#include "describe/describe.h"

#include <math.h>
#include <string.h>

#define MOST_TYPE 32 /* longest prefix of a type's name, in bytes */

void rw_words_add_type(const riwalk_description *d, uint32_t type, char *text, size_t capacity)
{
    const char *name = rw_type_name(&d->graph->type_names, type);
    size_t length = strlen(name);

    if (length > MOST_TYPE)
        for (length = MOST_TYPE; length && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--; /* not within a UTF-8 character */
    rw_append(text, capacity, "%.*s", (int)length, name);
}

/* ---- Rules ---- */

#define SMALL_SHARE 0.01 /* the least value above 0 of measures up to 1 */

static bool is_share(riwalk_node_measure measure)
{
    return measure == RIWALK_NODE_MEASURE_CLUSTERING || measure == RIWALK_NODE_MEASURE_RECIPROCITY;
}

static void add_condition(const riwalk_description *d, const riwalk_rule_condition *c, char *text,
                          size_t capacity)
{
    rw_append(text, capacity, "%s ", riwalk_node_measure_name(c->measure));
    if (c->measure == RIWALK_NODE_MEASURE_TYPE)
        rw_words_add_type(d, (uint32_t)c->low, text, capacity);
    else if (c->low >= c->high || (isinf(c->low) && c->high <= 0))
        rw_append(text, capacity, "%.10g", c->high);
    else if (isinf(c->low) && isinf(c->high))
        rw_append(text, capacity, "of any size");
    else if (isinf(c->low))
        rw_append(text, capacity, "at most %.10g", c->high);
    else if (isinf(c->high) && c->low < SMALL_SHARE && c->low > 0)
        rw_append(text, capacity, "above 0");
    else if (isinf(c->high) && c->low >= 1 && is_share(c->measure))
        rw_append(text, capacity, "1");
    else if (isinf(c->high))
        rw_append(text, capacity, "%.10g or more", c->low);
    else
        rw_append(text, capacity, "%.10g to %.10g", c->low, c->high);
}

void rw_rule_words(const riwalk_description *d, const riwalk_rule *rule, char *text,
                   size_t capacity)
{
    *text = 0;
    if (!rule->count)
        rw_append(text, capacity, "all nodes");
    for (uint32_t i = 0; i < rule->count; i++) {
        rw_append(text, capacity, "%s", i ? " and " : "");
        add_condition(d, &rule->conditions[i], text, capacity);
    }
}

/* ---- Phrases ---- */

/* The values that phrases test. */
typedef struct facts {
    double degree, triangles, clustering, groups, core, hub_distance;
    double around; /* mean degree of the neighbours */
    double largest;
    double out, in, reciprocity;
    double tie; /* mean weight of its edges, relative to that of all */
    const rw_phrase_scale *scale;
} facts;

/* Small is below half of the mean degree, mid-size below the mean; -1 for NaN. */
static int size_of(const facts *f, double degree)
{
    double mean = f->scale->mean_degree;

    if (degree >= f->scale->hub_degree)
        return RW_SIZE_HUB;
    if (isnan(degree))
        return -1;
    return degree < mean / 2 ? RW_SIZE_SMALL : degree < mean ? RW_SIZE_MIDDLE : RW_SIZE_LARGE;
}

#define LEAF (f->degree == 1)
#define TWO (f->degree == 2)
#define SEVERAL (f->degree >= 3)
#define BOTH (f->out > 0 && f->in > 0)
#define SIZES (f->scale->sizes)

/* Part, condition, words. A name takes the first noun that holds, and of each other part the phrase
 * that tells most. Nouns that imply a degree need no size. docs/describe.md lists them. */
/* clang-format off */
#define PHRASES(phrase) \
    phrase(NOUN, f->degree == 0, "nodes without edges") \
    phrase(NOUN, LEAF && f->largest == 1, "isolated pairs") \
    phrase(NOUN, LEAF && f->largest == 2, "ends of chains") \
    phrase(NOUN, LEAF, "leaves") \
    phrase(NOUN, TWO && f->clustering <= 0 && f->largest == 2, "links of chains") \
    phrase(NOUN, TWO && f->clustering <= 0, "links") \
    phrase(NOUN, TWO && f->clustering > 0, "corners of triangles") \
    phrase(NOUN, f->degree > 0 && f->degree <= 2, "nodes with one or two neighbours") \
    phrase(NOUN, SEVERAL && f->around < 1.5, "centres of stars") \
    phrase(SIZE, size_of(f, f->degree) == RW_SIZE_SMALL, "small") \
    phrase(SIZE, size_of(f, f->degree) == RW_SIZE_MIDDLE, "mid-size") \
    phrase(SIZE, size_of(f, f->degree) == RW_SIZE_LARGE, "large") \
    phrase(SIZE, size_of(f, f->degree) == RW_SIZE_HUB, "hubs") \
    phrase(ARCS, f->out > 0 && f->in == 0, "that only send") \
    phrase(ARCS, f->in > 0 && f->out == 0, "that only receive") \
    phrase(ARCS, BOTH && f->out >= 3 * f->in, "that send to many and receive from few") \
    phrase(ARCS, BOTH && f->in >= 3 * f->out, "that collect from many") \
    phrase(ARCS, BOTH && f->reciprocity >= 0.7, "with mutual ties") \
    phrase(ARCS, BOTH && f->reciprocity <= 0.3 && f->out < 3 * f->in && f->in < 3 * f->out, \
           "that pass on what they get") \
    phrase(ARCS, BOTH, "that send and receive") \
    phrase(ARCS, f->out > 0, "that send") \
    phrase(KIND, SEVERAL && f->clustering >= 0.2 && f->groups >= 2 && f->groups <= f->degree / 2, \
           "between groups") \
    phrase(KIND, SEVERAL && f->clustering >= 0.9, "in cliques") \
    phrase(KIND, SEVERAL && f->clustering >= 0.5, "in dense regions") \
    phrase(KIND, SEVERAL && f->clustering > 0 && f->clustering < 0.15, "in sparse regions") \
    phrase(KIND, SEVERAL && f->triangles >= 1 && f->triangles <= 3, "in few triangles") \
    phrase(KIND, SEVERAL && f->clustering >= 0.15 && f->clustering < 0.5, "in loose groups") \
    phrase(KIND, SEVERAL && f->clustering <= 0, "without triangles") \
    phrase(AROUND, SIZES && size_of(f, f->around) == RW_SIZE_SMALL, "small nodes") \
    phrase(AROUND, SIZES && size_of(f, f->around) == RW_SIZE_MIDDLE, "mid-size nodes") \
    phrase(AROUND, SIZES && size_of(f, f->around) == RW_SIZE_LARGE, "large nodes") \
    phrase(AROUND, SIZES && size_of(f, f->around) == RW_SIZE_HUB, "hubs") \
    phrase(PLACE, f->core >= 3 && f->core >= 0.9 * f->scale->top_core, "in the core") \
    phrase(PLACE, SIZES && f->hub_distance >= 3, "far from hubs") \
    phrase(PLACE, SIZES && f->degree > 0 && isnan(f->hub_distance), "cut off from hubs") \
    phrase(TIES, f->tie >= 2, "with strong ties") \
    phrase(TIES, f->tie <= 0.5, "with weak ties")
/* clang-format on */

#define IN_WORDS(part, condition, words) {RW_PART_##part, words},
#define CONDITION(part, condition, words) condition,

const rw_phrase rw_phrases[] = {PHRASES(IN_WORDS)};

_Static_assert(sizeof rw_phrases / sizeof *rw_phrases == RW_PHRASES, "RW_PHRASES counts them");

static double value(const riwalk_description *d, riwalk_node_measure measure, uint32_t node)
{
    return d->measures[measure] ? d->measures[measure][node] : NAN;
}

void rw_phrases_meet(const riwalk_description *d, const rw_phrase_scale *scale, uint32_t node,
                     uint32_t *counts)
{
    facts made = {
        .degree = value(d, RIWALK_NODE_MEASURE_DEGREE, node),
        .triangles = value(d, RIWALK_NODE_MEASURE_TRIANGLES, node),
        .clustering = value(d, RIWALK_NODE_MEASURE_CLUSTERING, node),
        .groups = value(d, RIWALK_NODE_MEASURE_GROUPS, node),
        .core = value(d, RIWALK_NODE_MEASURE_CORE, node),
        .hub_distance = value(d, RIWALK_NODE_MEASURE_HUB_DISTANCE, node),
        .around = value(d, RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE, node),
        .largest = value(d, RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR, node),
        .out = value(d, RIWALK_NODE_MEASURE_OUT_DEGREE, node),
        .in = value(d, RIWALK_NODE_MEASURE_IN_DEGREE, node),
        .reciprocity = value(d, RIWALK_NODE_MEASURE_RECIPROCITY, node),
        .scale = scale,
    };
    const facts *f = &made;

    made.tie = value(d, RIWALK_NODE_MEASURE_STRENGTH, node) / made.degree / scale->mean_tie;
    {
        const bool met[] = {PHRASES(CONDITION)};

        for (int p = 0; p < RW_PHRASES; p++)
            counts[p] += met[p];
    }
}
