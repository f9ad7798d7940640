/* SPDX-License-Identifier: MIT */
/* A description for programs. */
#include "describe.h"

static void put_range(rw_json_writer *to, const char *key, const riwalk_range *r)
{
    rw_json_open(to, key, '{');
    cli_put(to, "nodes %u minimum %g lower_quartile %g median %g", r->count, r->minimum,
            r->lower_quartile, r->median);
    cli_put(to, "upper_quartile %g maximum %g }", r->upper_quartile, r->maximum);
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
        cli_put(to, "{ role %s meaning %s share %g elsewhere %g }", r->tokens[i].word,
                r->tokens[i].meaning, r->tokens[i].share, r->tokens[i].elsewhere);
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

    cli_put(to, "{ role %u name %s rule %s count %u", role + 1, r->name, r->rule, r->count);
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
    cli_put(to, "agreement { labelled_nodes %u adjusted_rand %g homogeneity %g completeness %g",
            a->nodes, a->adjusted_rand, a->homogeneity, a->completeness);
    cli_put(to, "v_measure %g }", a->v_measure);
}

static void put_summary(rw_json_writer *to, const cli_described *d)
{
    const riwalk_description_summary *s = &d->summary;
    const riwalk_options *embedding = riwalk_description_embedding(d->description);

    cli_put(to, "nodes %u edges %" PRIu64 " isolated_nodes %u nodes_without_vector %u", s->nodes,
            riwalk_graph_edge_count(d->graph), s->isolated, s->missing);
    cli_put(to, "largest_hub %s", cli_node_name(d->graph, s->hub));
    if (embedding)
        cli_put_options(to, "embedding", embedding);
    else
        rw_json_string(to, "embedding", NULL);
    cli_put(to, "number_chosen %d silhouette %g silhouette_nodes %u", s->chosen, s->silhouette,
            s->silhouette_nodes);
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
