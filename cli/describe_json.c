/* SPDX-License-Identifier: MIT */
/* A description for programs. */
#include "describe.h"
#include "embed_options.h"
#include "evaluation.h"
#include "json.h"
#include "report.h"

#include <stdlib.h>

static json_t *range_json(const riwalk_range *r)
{
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o}", "nodes", (json_int_t)r->count, "minimum",
                     cli_json_number(r->minimum), "lower_quartile",
                     cli_json_number(r->lower_quartile), "median", cli_json_number(r->median),
                     "upper_quartile", cli_json_number(r->upper_quartile), "maximum",
                     cli_json_number(r->maximum));
}

static json_t *ranges_json(const riwalk_range *ranges)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "degree",
                     range_json(&ranges[RIWALK_NODE_MEASURE_DEGREE]), "triangles",
                     range_json(&ranges[RIWALK_NODE_MEASURE_TRIANGLES]), "constraint",
                     range_json(&ranges[RIWALK_NODE_MEASURE_CONSTRAINT]), "hub_distance",
                     range_json(&ranges[RIWALK_NODE_MEASURE_HUB_DISTANCE]));
}

static json_t *names_json(const cli_described *d, const uint32_t *nodes, uint32_t count)
{
    json_t *list = json_array();

    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, cli_json_name(cli_node_name(d->graph, nodes[i])));
    return list;
}

static json_t *tokens_json(const riwalk_described_role *r)
{
    json_t *list = json_array();

    for (uint32_t i = 0; i < r->token_count; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:f, s:f}", "role", r->tokens[i].word,
                                        "meaning", r->tokens[i].meaning, "share",
                                        r->tokens[i].share, "elsewhere", r->tokens[i].elsewhere));
    return list;
}

/* NULL where there is no memory, which is reported. */
static json_t *labels_json(const cli_described *d, uint32_t role)
{
    uint32_t *counts = cli_role_labels(d, role);
    json_t *object = counts ? json_object() : NULL;

    for (uint32_t c = 0; object && c < d->labels_summary.classes; c++)
        if (counts[c])
            json_object_set_new(object, riwalk_node_labels_class(d->labels, c),
                                json_integer((json_int_t)counts[c]));
    free(counts);
    return object;
}

static json_t *role_json(const cli_described *d, uint32_t role)
{
    const riwalk_described_role *r = riwalk_description_role(d->description, role);
    json_t *object =
        json_pack("{s:I, s:s, s:o, s:I, s:o, s:o, s:o, s:o, s:o}", "role", (json_int_t)role + 1,
                  "name", r->name, "rule", r->rule ? json_string(r->rule) : json_null(), "count",
                  (json_int_t)r->count, "typical", names_json(d, r->members, r->typical_count),
                  "unusual", cli_json_name(cli_node_name(d->graph, r->members[r->count - 1])),
                  "ranges", ranges_json(r->ranges), "tokens", tokens_json(r), "members",
                  names_json(d, r->members, r->count));

    if (d->labels)
        json_object_set_new(object, "labels", labels_json(d, role));
    return object;
}

static json_t *agreement_json(const riwalk_agreement *a)
{
    return json_pack("{s:I, s:f, s:f, s:f, s:f}", "labelled_nodes", (json_int_t)a->nodes,
                     "adjusted_rand", a->adjusted_rand, "homogeneity", a->homogeneity,
                     "completeness", a->completeness, "v_measure", a->v_measure);
}

int cli_describe_json(const cli_described *d)
{
    const riwalk_description_summary *s = &d->summary;
    const riwalk_options *embedding = riwalk_description_embedding(d->description);
    riwalk_agreement agreement = {.size = sizeof agreement};
    json_t *roles, *root;
    int status;

    if (d->labels && (status = cli_role_agreement(d, &agreement)))
        return status;
    roles = json_array();
    for (uint32_t role = 0; role < s->roles; role++)
        json_array_append_new(roles, role_json(d, role));
    root = json_pack(
        "{s:I, s:I, s:I, s:I, s:o, s:o, s:b, s:o, s:I, s:o, s:o}", "nodes", (json_int_t)s->nodes,
        "edges", (json_int_t)riwalk_graph_edge_count(d->graph), "isolated_nodes",
        (json_int_t)s->isolated, "nodes_without_vector", (json_int_t)s->missing, "largest_hub",
        cli_json_name(cli_node_name(d->graph, s->hub)), "embedding",
        embedding ? cli_options_json(embedding) : json_null(), "number_chosen", s->chosen,
        "silhouette", cli_json_number(s->silhouette), "silhouette_nodes",
        (json_int_t)s->silhouette_nodes, "ranges", ranges_json(s->ranges), "roles", roles);
    if (d->labels)
        json_object_set_new(root, "agreement", agreement_json(&agreement));
    return cli_print_json(root, 9);
}
