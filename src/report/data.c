/* SPDX-License-Identifier: MIT */
/* The data of a page: one JSON object with long arrays in base64, which report/data.js reads. */
#include "report/report.h"

#include "base/sort.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 256 /* room for a role in words */

void *rw_report_room(rw_report *r, rw_json_writer *json, size_t count, size_t size)
{
    void *made = json->status ? NULL : rw_take(&r->pool, count, size, json->error);

    if (!made && !json->status)
        json->status = RIWALK_STATUS_MEMORY;
    return made;
}

/* ---- Graph ---- */

void rw_report_write_names(const riwalk_graph *graph, const char *key, rw_json_writer *json)
{
    rw_json_open(json, key, '[');
    for (uint32_t u = 0; u < graph->node_count; u++) {
        char digits[RW_INTEGER_CHARS];
        rw_span name = rw_graph_name(graph, u, digits);

        rw_json_text(json, NULL, name.text, name.length);
    }
    rw_json_close(json, ']');
}

/* Seven bits per byte, lowest first; the last byte has the highest bit clear. */
static size_t put_varint(uint8_t *to, uint32_t number)
{
    size_t length = 0;

    for (; number > 127; number >>= 7)
        to[length++] = (uint8_t)(number & 127) | 128;
    to[length++] = (uint8_t)number;
    return length;
}

/* Writes for each node the number of later neighbours, then the gaps between them. */
static void write_edges(rw_report *r, rw_json_writer *json)
{
    const riwalk_graph *g = r->description->joined;
    size_t most = 5 * ((size_t)g->node_count + (size_t)riwalk_graph_edge_count(g)), used = 0;
    uint8_t *bytes = rw_report_room(r, json, most, 1);

    if (!bytes)
        return;
    for (uint32_t u = 0; u < g->node_count; u++) {
        uint64_t begin = g->offsets[u], end = g->offsets[u + 1];
        uint32_t last = u;

        while (begin < end && g->neighbors[begin] < u)
            begin++;
        used += put_varint(bytes + used, (uint32_t)(end - begin));
        for (uint64_t a = begin; a < end; a++) {
            used += put_varint(bytes + used, g->neighbors[a] - last);
            last = g->neighbors[a];
        }
    }
    rw_json_bytes(json, "edges", bytes, used);
}

/* Writes two bits for each edge in this order: an arc from the first node, and from the second. */
static void write_arcs(rw_report *r, rw_json_writer *json)
{
    const riwalk_graph *g = r->description->joined;
    size_t size = (size_t)riwalk_graph_edge_count(g) / 4 + 1, edge = 0;
    uint8_t *bytes = rw_report_room(r, json, size, 1);

    if (!bytes)
        return;
    memset(bytes, 0, size);
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u], arc; a < g->offsets[u + 1]; a++) {
            uint32_t v = g->neighbors[a];

            if (v < u)
                continue;
            bytes[edge / 4] |= (uint8_t)((rw_find_arc(r->graph, u, v, &arc) |
                                          rw_find_arc(r->graph, v, u, &arc) << 1)
                                         << edge % 4 * 2);
            edge++;
        }
    rw_json_bytes(json, "arcs", bytes, size);
}

/* ---- Nodes ---- */

static void write_places(const rw_report *r, rw_json_writer *json)
{
    size_t size = 2 * (size_t)r->graph->node_count * sizeof(uint16_t);

    if (r->layout)
        rw_json_bytes(json, "layout", r->layout, size);
    if (r->pca) {
        rw_json_bytes(json, "pca", r->pca, size);
        rw_jsonf(json, "shares [ %g %g ]", r->shares[0], r->shares[1]);
    }
    if (r->tsne) {
        rw_json_bytes(json, "tsne", r->tsne, size);
        rw_json_real(json, "perplexity", r->perplexity);
    }
}

/* Writes as floats all measures that the page cannot compute; report/measures.js explains them. */
static void write_measures(rw_report *r, rw_json_writer *json)
{
    static const riwalk_node_measure shown[] = {
        RIWALK_NODE_MEASURE_TRIANGLES,    RIWALK_NODE_MEASURE_CONSTRAINT,
        RIWALK_NODE_MEASURE_HUB_DISTANCE, RIWALK_NODE_MEASURE_CORE,
        RIWALK_NODE_MEASURE_LAYER,        RIWALK_NODE_MEASURE_GROUPS,
        RIWALK_NODE_MEASURE_OUT_DEGREE,   RIWALK_NODE_MEASURE_IN_DEGREE,
        RIWALK_NODE_MEASURE_RECIPROCITY,  RIWALK_NODE_MEASURE_STRENGTH,
    };
    uint32_t nodes = r->graph->node_count;
    float *floats = rw_report_room(r, json, nodes, sizeof *floats);

    rw_json_open(json, "measures", '{');
    for (size_t i = 0; i < sizeof shown / sizeof *shown && floats; i++) {
        const double *values = r->description->measures[shown[i]];

        if (!values)
            continue;
        for (uint32_t u = 0; u < nodes; u++)
            floats[u] = (float)values[u];
        rw_json_bytes(json, rw_measures[shown[i]].key, floats, nodes * sizeof *floats);
    }
    rw_json_close(json, '}');
}

static void write_similar(const rw_report *r, rw_json_writer *json)
{
    size_t room = (size_t)r->graph->node_count * RW_REPORT_SIMILAR;

    rw_jsonf(json, "similar { count %u", RW_REPORT_SIMILAR);
    rw_json_bytes(json, "nodes", r->similar, room * sizeof *r->similar);
    rw_json_bytes(json, "cosines", r->cosines, room * sizeof *r->cosines);
    rw_json_close(json, '}');
}

/* ---- Profiles: what each node's walks meet, as degrees by distance without the node's own degree,
 * so that any two nodes can be compared ---- */

#define MOST_ENTRIES 32 /* entries per node, with the largest shares */

/* Shares that round to 0 are dropped. */
static uint8_t shorten(double share)
{
    return (uint8_t)lround(255 * sqrt(share));
}

/* Writes a node's roles by falling share: places in the table, and 255 times the square root.
 * Returns how many. */
static uint8_t shorten_profile(const riwalk_description *d, uint32_t node, rw_scored *sorted,
                               uint16_t *roles, uint8_t *shares)
{
    rw_profile row = rw_profiles_get(d->profiles, node);
    double all = rw_describe_visits(d, &row);
    size_t count = 0;
    uint8_t kept = 0;

    for (uint32_t i = 0; i < row.count; i++)
        if (d->is_other[row.entries[i].role])
            sorted[count++] =
                (rw_scored){-(double)row.entries[i].visits / all, row.entries[i].role};
    qsort(sorted, count, sizeof *sorted, rw_scored_order);
    for (; kept < count && kept < MOST_ENTRIES && shorten(-sorted[kept].value); kept++) {
        roles[kept] = (uint16_t)sorted[kept].number;
        shares[kept] = shorten(-sorted[kept].value);
    }
    return kept;
}

/* A role is one of at most 32 classes and a distance up to RW_DESCRIBE_RADIUS, so places in the
 * table fit into 16 bits. */
static void write_entries(rw_report *r, rw_json_writer *json)
{
    const riwalk_description *d = r->description;
    size_t nodes = r->graph->node_count, entries = (size_t)d->profiles->entry_count, count = 0;
    rw_scored *sorted = rw_report_room(r, json, d->profiles->role_count, sizeof *sorted);
    uint8_t *counts = rw_report_room(r, json, nodes, sizeof *counts);
    uint16_t *roles = rw_report_room(r, json, entries, sizeof *roles);
    uint8_t *shares = rw_report_room(r, json, entries, sizeof *shares);

    for (uint32_t u = 0; u < nodes && !json->status; u++) {
        counts[u] = shorten_profile(d, u, sorted, roles + count, shares + count);
        count += counts[u];
    }
    if (!json->status) {
        rw_json_bytes(json, "counts", counts, nodes * sizeof *counts);
        rw_json_bytes(json, "entries", roles, count * sizeof *roles);
        rw_json_bytes(json, "shares", shares, count * sizeof *shares);
    }
}

/* Writes the profiles, and for each role also what the picture of rings needs. */
static void write_profiles(rw_report *r, rw_json_writer *json)
{
    const riwalk_sampler *sampler = r->description->sampler;
    const rw_profiles *profiles = r->description->profiles;

    rw_jsonf(json, "profiles { radius %u roles [", RW_DESCRIBE_RADIUS);
    for (uint32_t i = 0; i < profiles->role_count; i++) {
        uint64_t tuple[RIWALK_ROLE_FIELDS];
        char words[WORDS];

        riwalk_role_tuple(sampler, profiles->roles[i], tuple);
        riwalk_role_words(sampler, profiles->roles[i], words, sizeof words);
        rw_json_open(json, NULL, '[');
        for (unsigned field = 0; field < riwalk_role_field_count(sampler); field++)
            rw_json_whole(json, NULL, tuple[field]);
        rw_jsonf(json, "%s ]", words);
    }
    rw_json_close(json, ']');
    write_entries(r, json);
    rw_json_close(json, '}');
}

/* ---- Classes ---- */

static void write_rule(rw_json_writer *json, const riwalk_rule *rule)
{
    rw_jsonf(json, "rule { text %s precision %g recall %g }", rule->text, rule->precision,
             rule->recall);
}

static void write_family(rw_json_writer *json, const riwalk_described_family *family)
{
    rw_jsonf(json, "{ name %s", family->name);
    write_rule(json, &family->rule);
    rw_jsonf(json, "size %u roles [", family->count);
    for (uint32_t i = 0; i < family->role_count; i++)
        rw_json_whole(json, NULL, family->roles[i]);
    rw_jsonf(json, "] }");
}

/* Writes the description of a role for report/role_cards.js. */
static void write_role(rw_json_writer *json, const riwalk_described_role *role)
{
    rw_jsonf(json, "{ name %s", role->name);
    write_rule(json, &role->rule);
    rw_jsonf(json, "family %u size %u typical [", role->family, role->count);
    for (uint32_t i = 0; i < role->typical_count; i++)
        rw_json_whole(json, NULL, role->members[i]);
    rw_jsonf(json, "] unusual %u tokens [", role->members[role->count - 1]);
    for (uint32_t i = 0; i < role->token_count; i++)
        rw_jsonf(json, "{ meaning %s share %g elsewhere %g }", role->tokens[i].meaning,
                 role->tokens[i].share, role->tokens[i].elsewhere);
    rw_jsonf(json, "] }");
}

/* Writes classes as 16-bit numbers; those that do not fit become RW_REPORT_NOWHERE, none. */
static void write_classes(rw_report *r, rw_json_writer *json, const char *key,
                          const uint32_t *classes, uint32_t count)
{
    uint16_t *of = rw_report_room(r, json, count, sizeof *of);

    if (!of)
        return;
    for (uint32_t u = 0; u < count; u++)
        of[u] = (uint16_t)(classes[u] < RW_REPORT_NOWHERE ? classes[u] : RW_REPORT_NOWHERE);
    rw_json_bytes(json, key, of, count * sizeof *of);
}

static void write_roles(rw_report *r, rw_json_writer *json)
{
    const riwalk_description *d = r->description;

    rw_jsonf(json, "hub %u byDegree %g families [", d->summary.hub, d->summary.by_degree);
    for (uint32_t i = 0; i < d->summary.families; i++)
        write_family(json, &d->families[i]);
    rw_jsonf(json, "] roles [");
    for (uint32_t i = 0; i < d->summary.roles; i++)
        write_role(json, &d->described[i]);
    rw_json_close(json, ']');
    write_classes(r, json, "roleOf", d->roles, r->graph->node_count);
}

/* Writes the first label of each node. */
static void write_labels(rw_report *r, rw_json_writer *json)
{
    riwalk_node_labels_summary summary = {.size = sizeof summary};
    uint32_t nodes = r->graph->node_count;
    uint32_t *of = rw_report_room(r, json, nodes, sizeof *of);

    if (!of)
        return;
    riwalk_node_labels_summarize(r->options.labels, &summary, NULL);
    for (uint32_t u = 0; u < nodes; u++) {
        const uint32_t *classes;
        bool has = riwalk_node_labels_of(r->options.labels, u, &classes);

        of[u] = has ? classes[0] : RIWALK_NO_CLASS;
    }
    rw_json_open(json, "labels", '[');
    for (uint32_t c = 0; c < summary.classes; c++)
        rw_json_string(json, NULL, riwalk_node_labels_class(r->options.labels, c));
    rw_json_close(json, ']');
    write_classes(r, json, "labelOf", of, nodes);
}

/* ---- How the page was made ---- */

static void write_facts(const rw_report *r, rw_json_writer *json)
{
    char text[64];

    rw_jsonf(json, "made [ [ %s %s ]", "riwalk", riwalk_version());
    for (size_t i = 0; i < r->options.fact_count; i++)
        rw_jsonf(json, "[ %s %s ]", r->options.facts[2 * i], r->options.facts[2 * i + 1]);
    snprintf(text, sizeof text, "%" PRIu64, r->options.seed);
    rw_jsonf(json, "[ %s %s ]", "seed", text);
    rw_jsonf(json, "[ %s %" PRIx64 " ]", "checksum of the graph", rw_graph_checksum(r->graph));
    snprintf(text, sizeof text, "%u x %u", r->vectors->count, r->vectors->dimensions);
    rw_jsonf(json, "[ %s %s ]", "vectors", text);
    rw_jsonf(json, "[ %s %" PRIx64 " ] ]", "checksum of the vectors",
             riwalk_vectors_checksum(r->vectors));
}

void rw_report_write_data(rw_report *r, rw_json_writer *json)
{
    rw_jsonf(json, "{ title %s", r->options.title);
    write_facts(r, json);
    if (r->tracking)
        rw_report_write_tracking(r, json);
    else
        rw_report_write_names(r->graph, "names", json);
    write_edges(r, json);
    if (r->graph->directed)
        write_arcs(r, json);
    write_places(r, json);
    write_measures(r, json);
    write_similar(r, json);
    write_profiles(r, json);
    write_roles(r, json);
    if (r->options.labels)
        write_labels(r, json);
    rw_json_close(json, '}');
}
