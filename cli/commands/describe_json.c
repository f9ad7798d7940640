/* SPDX-License-Identifier: MIT */
/* A description for programs. */
#include "describe.h"

static void put_range(rw_json_writer *to, const char *key, const riwalk_range *r)
{
    rw_json_open(to, key, '{');
    rw_json_whole(to, "nodes", r->count);
    rw_json_real(to, "minimum", r->minimum);
    rw_json_real(to, "lower_quartile", r->lower_quartile);
    rw_json_real(to, "median", r->median);
    rw_json_real(to, "upper_quartile", r->upper_quartile);
    rw_json_real(to, "maximum", r->maximum);
    rw_json_close(to, '}');
}

static void put_ranges(rw_json_writer *to, const riwalk_range *ranges)
{
    rw_json_open(to, "ranges", '{');
    put_range(to, "degree", &ranges[RIWALK_NODE_MEASURE_DEGREE]);
    put_range(to, "triangles", &ranges[RIWALK_NODE_MEASURE_TRIANGLES]);
    put_range(to, "constraint", &ranges[RIWALK_NODE_MEASURE_CONSTRAINT]);
    put_range(to, "hub_distance", &ranges[RIWALK_NODE_MEASURE_HUB_DISTANCE]);
    rw_json_close(to, '}');
}

static void put_names(rw_json_writer *to, const char *key, const cli_described *d,
                      const uint32_t *nodes, uint32_t count)
{
    rw_json_open(to, key, '[');
    for (uint32_t i = 0; i < count; i++)
        rw_json_string(to, NULL, cli_node_name(d->graph, nodes[i]));
    rw_json_close(to, ']');
}

static void put_tokens(rw_json_writer *to, const riwalk_described_role *r)
{
    rw_json_open(to, "tokens", '[');
    for (uint32_t i = 0; i < r->token_count; i++) {
        rw_json_open(to, NULL, '{');
        rw_json_string(to, "role", r->tokens[i].word);
        rw_json_string(to, "meaning", r->tokens[i].meaning);
        rw_json_real(to, "share", r->tokens[i].share);
        rw_json_real(to, "elsewhere", r->tokens[i].elsewhere);
        rw_json_close(to, '}');
    }
    rw_json_close(to, ']');
}

/* Returns the exit status; a failure is already reported. */
static int put_labels(rw_json_writer *to, const cli_described *d, uint32_t role)
{
    uint32_t *counts = cli_role_labels(d, role);

    if (!counts)
        return CLI_EXIT_FAILED;
    rw_json_open(to, "labels", '{');
    for (uint32_t c = 0; c < d->labels_summary.classes; c++)
        if (counts[c])
            rw_json_whole(to, riwalk_node_labels_class(d->labels, c), counts[c]);
    rw_json_close(to, '}');
    return CLI_EXIT_FINE;
}

static int put_role(rw_json_writer *to, const cli_described *d, uint32_t role)
{
    const riwalk_described_role *r = riwalk_description_role(d->description, role);
    int status = CLI_EXIT_FINE;

    rw_json_open(to, NULL, '{');
    rw_json_whole(to, "role", role + 1);
    rw_json_string(to, "name", r->name);
    rw_json_string(to, "rule", r->rule);
    rw_json_whole(to, "count", r->count);
    put_names(to, "typical", d, r->members, r->typical_count);
    rw_json_string(to, "unusual", cli_node_name(d->graph, r->members[r->count - 1]));
    put_ranges(to, r->ranges);
    put_tokens(to, r);
    put_names(to, "members", d, r->members, r->count);
    if (d->labels)
        status = put_labels(to, d, role);
    rw_json_close(to, '}');
    return status;
}

static void put_agreement(rw_json_writer *to, const riwalk_agreement *a)
{
    rw_json_open(to, "agreement", '{');
    rw_json_whole(to, "labelled_nodes", a->nodes);
    rw_json_real(to, "adjusted_rand", a->adjusted_rand);
    rw_json_real(to, "homogeneity", a->homogeneity);
    rw_json_real(to, "completeness", a->completeness);
    rw_json_real(to, "v_measure", a->v_measure);
    rw_json_close(to, '}');
}

static void put_summary(rw_json_writer *to, const cli_described *d)
{
    const riwalk_description_summary *s = &d->summary;
    const riwalk_options *embedding = riwalk_description_embedding(d->description);

    rw_json_whole(to, "nodes", s->nodes);
    rw_json_whole(to, "edges", riwalk_graph_edge_count(d->graph));
    rw_json_whole(to, "isolated_nodes", s->isolated);
    rw_json_whole(to, "nodes_without_vector", s->missing);
    rw_json_string(to, "largest_hub", cli_node_name(d->graph, s->hub));
    if (embedding)
        cli_put_options(to, "embedding", embedding);
    else
        rw_json_string(to, "embedding", NULL);
    rw_json_bool(to, "number_chosen", s->chosen);
    rw_json_real(to, "silhouette", s->silhouette);
    rw_json_whole(to, "silhouette_nodes", s->silhouette_nodes);
    put_ranges(to, s->ranges);
}

int cli_describe_json(const cli_described *d)
{
    riwalk_agreement agreement = {.size = sizeof agreement};
    int status = d->labels ? cli_role_agreement(d, &agreement) : CLI_EXIT_FINE;
    cli_json json;
    rw_json_writer *to = cli_json_begin(&json, 9, '{');

    put_summary(to, d);
    rw_json_open(to, "roles", '[');
    for (uint32_t role = 0; role < d->summary.roles && !status; role++)
        status = put_role(to, d, role);
    rw_json_close(to, ']');
    if (d->labels)
        put_agreement(to, &agreement);
    return cli_json_print(&json, status);
}
