/* SPDX-License-Identifier: MIT */
/* Reads node-link JSON, as networkx and d3 write it:
 *
 *     {"directed": false, "nodes": [{"id": "a"}, ...], "links": [{"source": "a", "target": "b",
 *      "weight": 1}, ...]}
 *
 * The edges are under "links" or "edges". Ids are strings or numbers and keep their spelling. If no
 * node has an id, nodes are numbered from 0. All other keys are skipped. */
#include "base/decimal.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "graph/elements.h"

typedef struct reader {
    rw_json json;
    rw_elements *elements;
    bool all_directed;         /* edges are */
    bool has_nodes, has_edges; /* the list was seen */
    uint32_t numbered;         /* nodes without an id */
    bool named;                /* there are others */
} reader;

/* Copies an id into memory that lives as long as the reader. */
static bool keep(reader *r, const rw_json_value *value, rw_id *id)
{
    char *text = rw_take(&r->elements->texts, value->length + 1, 1, r->elements->error);

    if (!text) {
        r->json.status = RIWALK_STATUS_MEMORY;
        return false;
    }
    *id = (rw_id){{text, rw_json_decode(value, text, value->length + 1)}, r->json.value};
    return true;
}

/* Takes an id, weight, time or type; null gives none. With `truths`, true and false are allowed. */
static bool take_id(reader *r, const char *what, bool truths, rw_id *id)
{
    rw_json_value value;

    if (!rw_json_take(&r->json, &value))
        return false;
    if (value.kind == RW_JSON_NULL)
        return true;
    if (value.kind != RW_JSON_STRING && value.kind != RW_JSON_NUMBER &&
        !(truths && (value.kind == RW_JSON_TRUE || value.kind == RW_JSON_FALSE)))
        return rw_json_fail(&r->json, "%s must be a string or a number", what);
    if (id->span.text)
        return rw_json_fail(&r->json, "%s occurs twice", what);
    if (value.escaped)
        return keep(r, &value, id);
    *id = (rw_id){{value.text, value.length}, r->json.value};
    return true;
}

static riwalk_status read_node(reader *r)
{
    const char *attribute = r->elements->options->types_attribute, *at;
    rw_id id = {0}, type = {0};
    rw_json_value key;
    uint32_t node;

    if (!rw_json_enter(&r->json, RW_JSON_OBJECT))
        return r->json.status;
    at = r->json.value;
    while (rw_json_key(&r->json, &key))
        if (rw_json_is(&key, "id"))
            take_id(r, "the id of a node", false, &id);
        else if (attribute && rw_json_is(&key, attribute))
            take_id(r, "the type of a node", true, &type);
        else
            rw_json_skip(&r->json);
    if (r->json.status)
        return r->json.status;
    r->json.value = at;
    r->named |= id.span.text != NULL;
    if (!id.span.text) {
        char digits[RW_DECIMAL_CHARS];
        size_t length = rw_format_integer(r->numbered++, digits);

        keep(r, &(rw_json_value){RW_JSON_NUMBER, false, digits, length}, &id);
    }
    if (r->named && r->numbered)
        rw_json_fail(&r->json, "some nodes have an \"id\" and some have none");
    if (r->json.status)
        return r->json.status;
    RW_MUST(rw_elements_node(r->elements, id, &node));
    return type.span.text ? rw_elements_type(r->elements, node, type) : RIWALK_STATUS_OK;
}

static riwalk_status read_edge(reader *r)
{
    const char *time = r->elements->time;
    rw_listed_edge edge = {.directed = false};
    rw_json_value key;
    const char *at;

    if (!rw_json_enter(&r->json, RW_JSON_OBJECT))
        return r->json.status;
    at = r->json.value;
    while (rw_json_key(&r->json, &key))
        if (rw_json_is(&key, "source"))
            take_id(r, "the source of an edge", false, &edge.source);
        else if (rw_json_is(&key, "target"))
            take_id(r, "the target of an edge", false, &edge.target);
        else if (time && rw_json_is(&key, time))
            take_id(r, "the time of an edge", false, &edge.time);
        else if (rw_json_is(&key, "weight"))
            take_id(r, "the weight of an edge", false, &edge.weight);
        else
            rw_json_skip(&r->json);
    r->json.value = at;
    if (!edge.source.span.text || !edge.target.span.text)
        rw_json_fail(&r->json, "an edge has no \"%s\"",
                     edge.source.span.text ? "target" : "source");
    if (r->json.status)
        return r->json.status;
    return rw_elements_edge(r->elements, &edge);
}

static riwalk_status read_list(reader *r, bool *there, riwalk_status read_one(reader *),
                               const char *problem)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (*there)
        rw_json_fail(&r->json, "%s", problem);
    *there = true;
    if (!rw_json_enter(&r->json, RW_JSON_ARRAY))
        return r->json.status;
    while (!status && rw_json_item(&r->json))
        status = read_one(r);
    return status ? status : r->json.status;
}

static riwalk_status read_direction(reader *r)
{
    rw_json_value value;

    if (rw_json_take(&r->json, &value)) {
        if (value.kind != RW_JSON_TRUE && value.kind != RW_JSON_FALSE)
            rw_json_fail(&r->json, "\"directed\" is neither true nor false");
        r->all_directed = value.kind == RW_JSON_TRUE;
    }
    return r->json.status;
}

static riwalk_status read_all(reader *r)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_json_value key;

    if (!rw_json_enter(&r->json, RW_JSON_OBJECT))
        return r->json.status;
    while (!status && rw_json_key(&r->json, &key))
        if (rw_json_is(&key, "nodes"))
            status = read_list(r, &r->has_nodes, read_node, "\"nodes\" is there twice");
        else if (rw_json_is(&key, "links") || rw_json_is(&key, "edges"))
            status = read_list(r, &r->has_edges, read_edge,
                               "there are two lists of edges, \"links\" and \"edges\"");
        else if (rw_json_is(&key, "directed"))
            status = read_direction(r);
        else
            rw_json_skip(&r->json);
    if (!status && rw_json_end(&r->json) && !r->has_nodes && !r->has_edges)
        rw_json_fail(&r->json, "this JSON is not a node-link graph: it has neither \"nodes\" nor "
                               "\"links\" nor \"edges\"");
    return status ? status : r->json.status;
}

riwalk_status rw_list_node_link(rw_elements *elements)
{
    const rw_input *input = elements->input;
    reader r = {.elements = elements};
    riwalk_status status;

    rw_json_begin(&r.json, input->data, input->size);
    status = read_all(&r);
    elements->directed = r.all_directed;
    if (r.json.status == RIWALK_STATUS_FORMAT)
        rw_fail_at(elements->error, status, input->name, rw_json_line(&r.json), "%s",
                   r.json.problem);
    return status;
}
