/* SPDX-License-Identifier: MIT */
/* Prints a description as text or as JSON. */
#include "describe.h"

#include <math.h>

#define MOST_LABELS 5         /* labels shown per role; the rest are summed */
#define DEGREE_CLASSES 0.8    /* F1 of rules by degree alone; above it, roles are degree classes */
#define LEAST_DIFFERENCE 1e-6 /* of distances; below it all members are equally usual */

static const cli_described *const d = &cli_subject;

/* Prints how vectors were made: the options that differ from the defaults, as they can be typed. */
static void print_embedding(const riwalk_options *options)
{
    riwalk_options defaults;
    char value[1024], usual[1024];

    riwalk_options_init(&defaults);
    defaults.role_directions = defaults.role_weights = defaults.role_types =
        RIWALK_USE_NO; /* as in most graphs */
    riwalk_options_resolve(&defaults, 1, false, &defaults, NULL);
    printf("vectors     made with --preset roles, which is here:");
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        if (!o->result || !riwalk_options_use(options, o))
            continue;
        riwalk_options_get(options, o->name, value, sizeof value);
        riwalk_options_get(&defaults, o->name, usual, sizeof usual);
        if (strcmp(value, usual))
            printf(" --%s %s", o->name, value);
    }
    putchar('\n');
}

static void print_by_degree(const riwalk_description_summary *s)
{
    if (s->roles == 1)
        return;
    printf("by degree   %.2f of 1: ", s->by_degree);
    puts(s->by_degree >= DEGREE_CLASSES       ? "roles are little more than degree classes"
         : s->by_degree >= DEGREE_CLASSES / 2 ? "roles are partly degree classes, and partly more"
                                              : "roles are more than degree classes");
}

static void print_head(void)
{
    const riwalk_description_summary *s = &d->summary;
    const riwalk_options *embedding = riwalk_description_embedding(d->description);

    printf("nodes       %u\n", s->nodes);
    printf("edges       %" PRIu64 "\n", riwalk_graph_edge_count(d->graph));
    printf("largest hub %s, degree %.0f\n", cli_shown(cli_node_name(d->graph, s->hub)),
           riwalk_description_measure(d->description, RIWALK_NODE_MEASURE_DEGREE)[s->hub]);
    printf("roles       %u%s, in %u famil%s\n", s->roles,
           s->chosen ? ", the number with the largest silhouette" : "", s->families,
           s->families == 1 ? "y" : "ies");
    print_by_degree(s);
    if (isnan(s->silhouette))
        printf("silhouette  not defined\n");
    else if (s->silhouette_nodes < s->nodes - s->isolated - s->missing)
        printf("silhouette  %.3f (of %u nodes)\n", s->silhouette, s->silhouette_nodes);
    else
        printf("silhouette  %.3f\n", s->silhouette);
    if (embedding && d->details)
        print_embedding(embedding);
    if (d->labels)
        printf("labels      adjusted Rand index %.3f, homogeneity %.3f, completeness %.3f (of %u "
               "nodes)\n",
               d->agreement.adjusted_rand, d->agreement.homogeneity, d->agreement.completeness,
               d->agreement.nodes);
}

/* ---- A role ---- */

static void print_range(const riwalk_range *r)
{
    const double values[] = {r->minimum, r->lower_quartile, r->median, r->upper_quartile,
                             r->maximum};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (isnan(values[i]))
            printf("%7s", "-");
        else if (values[i] >= 1000)
            printf("%7.0f", values[i]);
        else
            printf("%7.*g", values[i] < 1 ? 3 : 4, values[i]);
}

static void print_ranges(const riwalk_described_role *r)
{
    printf("  %-28s%7s%7s%7s%7s%7s  |%7s%7s%7s%7s%7s\n", "here | in the whole graph", "min", "25 %",
           "50 %", "75 %", "max", "min", "25 %", "50 %", "75 %", "max");
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++) {
        if (!d->summary.ranges[m].count)
            continue; /* the graph has no directions or weights */
        printf("  %-28s", riwalk_node_measure_name((riwalk_node_measure)m));
        print_range(&r->ranges[m]);
        printf("  |");
        print_range(&d->summary.ranges[m]);
        putchar('\n');
    }
}

static void print_rule(const riwalk_rule *rule, const char *of)
{
    printf("  rule      %s: matches %.0f %% of the %s; %.0f %% of its matches are in it\n",
           rule->text, 100 * rule->recall, of, 100 * rule->precision);
}

static void print_members(const riwalk_described_role *r)
{
    if (r->typical_count)
        printf("  typical   ");
    for (uint32_t i = 0; i < r->typical_count; i++)
        printf("%s%s", i ? ", " : "", cli_shown(cli_node_name(d->graph, r->members[i])));
    if (r->typical_count)
        putchar('\n');
    if (r->count > 1 && r->distances[r->count - 1] > r->distances[0] + LEAST_DIFFERENCE)
        printf("  unusual   %s\n", cli_shown(cli_node_name(d->graph, r->members[r->count - 1])));
}

static void print_tokens(const riwalk_described_role *r)
{
    if (r->token_count)
        printf("  walks visit, here and elsewhere:\n");
    for (uint32_t i = 0; i < r->token_count; i++)
        printf("  %5.1f %% %5.1f %%  %s\n", 100 * r->tokens[i].share, 100 * r->tokens[i].elsewhere,
               r->tokens[i].meaning);
}

/* Prints the most frequent labels in turn; of equally frequent ones the first. */
static void print_labels(uint32_t role)
{
    uint32_t *counts = d->label_counts + (size_t)role * d->labels_summary.classes, rest = 0;

    printf("  labels    ");
    for (int shown = 0; shown < MOST_LABELS; shown++) {
        uint32_t best = 0;

        for (uint32_t c = 1; c < d->labels_summary.classes; c++)
            if (counts[c] > counts[best])
                best = c;
        if (!counts[best]) {
            if (!shown)
                printf("none");
            break;
        }
        printf("%s%s %u", shown ? ", " : "", cli_shown(riwalk_node_labels_class(d->labels, best)),
               counts[best]);
        counts[best] = 0;
    }
    for (uint32_t c = 0; c < d->labels_summary.classes; c++)
        rest += counts[c];
    if (rest)
        printf(", others %u", rest);
    putchar('\n');
}

static void print_role(uint32_t role)
{
    const riwalk_described_role *r = riwalk_description_role(d->description, role);

    printf("\nRole %u: %s\n", role + 1, r->name);
    printf("  nodes     %u (%.1f %%)\n", r->count, 100.0 * r->count / d->summary.nodes);
    print_rule(&r->rule, "role");
    print_members(r);
    if (d->labels)
        print_labels(role);
    print_ranges(r);
    print_tokens(r);
}

static void print_family(uint32_t family)
{
    const riwalk_described_family *f = riwalk_description_family(d->description, family);

    printf("\nFamily %u: %s\n", family + 1, f->name);
    printf("  nodes     %u (%.1f %%)\n", f->count, 100.0 * f->count / d->summary.nodes);
    print_rule(&f->rule, "family");
    for (uint32_t i = 0; i < f->role_count; i++) {
        const riwalk_described_role *r = riwalk_description_role(d->description, f->roles[i]);

        printf("  role %-4u %s (%u)\n", f->roles[i] + 1, r->name, r->count);
    }
}

void cli_describe_text(void)
{
    print_head();
    for (uint32_t family = 0; family < d->summary.families; family++)
        print_family(family);
    for (uint32_t role = 0; role < d->summary.roles && d->details; role++)
        print_role(role);
}

/* ---- JSON ---- */

static void put_ranges(rw_json_writer *to, const riwalk_range *ranges)
{
    rw_json_open(to, "ranges", '{');
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++) {
        const riwalk_range *r = &ranges[m];

        if (!d->summary.ranges[m].count)
            continue;
        rw_json_open(to, riwalk_node_measure_key((riwalk_node_measure)m), '{');
        rw_jsonf(to,
                 "nodes %u minimum %g lower_quartile %g median %g upper_quartile %g maximum %g }",
                 r->count, r->minimum, r->lower_quartile, r->median, r->upper_quartile, r->maximum);
    }
    rw_json_close(to, '}');
}

static void put_rule(rw_json_writer *to, const riwalk_rule *rule)
{
    rw_jsonf(to, "rule { text %s precision %g recall %g conditions [", rule->text, rule->precision,
             rule->recall);
    for (uint32_t i = 0; i < rule->count; i++)
        rw_jsonf(to, "{ measure %s low %g high %g }",
                 riwalk_node_measure_key(rule->conditions[i].measure), rule->conditions[i].low,
                 rule->conditions[i].high);
    rw_jsonf(to, "] }");
}

static void put_names(rw_json_writer *to, const char *key, const uint32_t *nodes, uint32_t count)
{
    rw_json_open(to, key, '[');
    for (uint32_t i = 0; i < count; i++)
        rw_json_string(to, NULL, cli_node_name(d->graph, nodes[i]));
    rw_json_close(to, ']');
}

static void put_labels(rw_json_writer *to, uint32_t role)
{
    const uint32_t *counts = d->label_counts + (size_t)role * d->labels_summary.classes;

    rw_json_open(to, "labels", '{');
    for (uint32_t c = 0; c < d->labels_summary.classes; c++)
        if (counts[c])
            rw_json_whole(to, riwalk_node_labels_class(d->labels, c), counts[c]);
    rw_json_close(to, '}');
}

static void put_role(rw_json_writer *to, uint32_t role)
{
    const riwalk_described_role *r = riwalk_description_role(d->description, role);

    rw_jsonf(to, "{ role %u name %s family %u count %u", role + 1, r->name, r->family + 1,
             r->count);
    put_rule(to, &r->rule);
    put_names(to, "typical", r->members, r->typical_count);
    rw_json_string(to, "unusual", cli_node_name(d->graph, r->members[r->count - 1]));
    put_ranges(to, r->ranges);
    rw_jsonf(to, "tokens [");
    for (uint32_t i = 0; i < r->token_count; i++)
        rw_jsonf(to, "{ role %s meaning %s share %g elsewhere %g }", r->tokens[i].word,
                 r->tokens[i].meaning, r->tokens[i].share, r->tokens[i].elsewhere);
    rw_jsonf(to, "]");
    put_names(to, "members", r->members, r->count);
    if (d->labels)
        put_labels(to, role);
    rw_json_close(to, '}');
}

static void put_family(rw_json_writer *to, uint32_t family)
{
    const riwalk_described_family *f = riwalk_description_family(d->description, family);

    rw_jsonf(to, "{ family %u name %s count %u", family + 1, f->name, f->count);
    put_rule(to, &f->rule);
    rw_json_open(to, "roles", '[');
    for (uint32_t i = 0; i < f->role_count; i++)
        rw_json_whole(to, NULL, f->roles[i] + UINT64_C(1));
    rw_jsonf(to, "]");
    put_ranges(to, f->ranges);
    rw_json_close(to, '}');
}

static void put_summary(rw_json_writer *to)
{
    const riwalk_description_summary *s = &d->summary;
    const riwalk_options *embedding = riwalk_description_embedding(d->description);

    rw_jsonf(to,
             "nodes %u edges %" PRIu64 " isolated_nodes %u nodes_without_vector %u largest_hub %s",
             s->nodes, riwalk_graph_edge_count(d->graph), s->isolated, s->missing,
             cli_node_name(d->graph, s->hub));
    if (embedding)
        cli_put_options(to, "embedding", embedding);
    else
        rw_json_string(to, "embedding", NULL);
    rw_jsonf(to, "by_degree %g number_chosen %d silhouette %g silhouette_nodes %u", s->by_degree,
             s->chosen, s->silhouette, s->silhouette_nodes);
    put_ranges(to, s->ranges);
}

void cli_describe_json(void)
{
    const riwalk_agreement *a = &d->agreement;
    rw_json_writer *to = cli_json_begin(9, '{');

    put_summary(to);
    rw_jsonf(to, "families [");
    for (uint32_t family = 0; family < d->summary.families; family++)
        put_family(to, family);
    rw_jsonf(to, "] roles [");
    for (uint32_t role = 0; role < d->summary.roles; role++)
        put_role(to, role);
    rw_jsonf(to, "]");
    if (d->labels)
        rw_jsonf(to,
                 "agreement { labelled_nodes %u adjusted_rand %g homogeneity %g completeness %g "
                 "v_measure %g }",
                 a->nodes, a->adjusted_rand, a->homogeneity, a->completeness, a->v_measure);
    cli_json_print();
}
