/* SPDX-License-Identifier: MIT */
/* Collects nodes and edges of files that say what they are, and builds the graph. */
#include "graph/elements.h"

#include "base/decimal.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/scan.h"
#include "graph/types.h"

#include <string.h>

/* Edges between two reports of progress. */
#define STRIDE 4096

void rw_elements_free(rw_elements *e)
{
    rw_intern_free(&e->ids);
    rw_free(e->nodes);
    rw_free(e->times);
    rw_edges_free(&e->edges);
    rw_pool_free(&e->texts);
}

#define fail_at(e, at, ...)                                                                        \
    rw_fail_at((e)->error, RIWALK_STATUS_FORMAT, (e)->input->name,                                 \
               rw_text_line((e)->input->data, at), __VA_ARGS__)

/* An id must be text on one line. */
static riwalk_status check_id(const rw_elements *e, rw_id id)
{
    if (!id.span.length)
        return fail_at(e, id.at, "the id of a node is empty");
    if (rw_has_controls(id.span))
        return fail_at(e, id.at, "the id of a node holds a line feed or another control character");
    return RIWALK_STATUS_OK;
}

static riwalk_status find_node(rw_elements *e, rw_id id, uint32_t *node)
{
    uint32_t before = e->ids.count;

    RW_MUST(check_id(e, id));
    RW_MUST(rw_intern_text(&e->ids, id.span, node, e->error));
    if (*node < before)
        return RIWALK_STATUS_OK;
    RW_HAVE(
        rw_grow_at(&e->nodes, &e->node_capacity, (size_t)*node + 1, sizeof *e->nodes, e->error));
    e->nodes[*node] = (rw_listed){.at = id.at};
    return RIWALK_STATUS_OK;
}

riwalk_status rw_elements_node(rw_elements *e, rw_id id, uint32_t *node)
{

    RW_MUST(find_node(e, id, node));
    if (e->nodes[*node].listed)
        return fail_at(e, id.at, "the node %s is listed twice", rw_shown(id.span));
    e->nodes[*node].listed = true;
    e->nodes[*node].at = id.at;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_elements_title(rw_elements *e, uint32_t node, rw_id title)
{
    RW_MUST(check_id(e, title));
    e->nodes[node].title = title.span;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_elements_type(rw_elements *e, uint32_t node, rw_id type)
{
    if (memchr(type.span.text, 0, type.span.length))
        return fail_at(e, type.at, "the type of a node holds a zero byte");
    e->nodes[node].type = type.span;
    return RIWALK_STATUS_OK;
}

/* ---- Edges ---- */

static riwalk_status check_direction(rw_elements *e, bool directed, const char *at)
{
    e->directed |= directed;
    e->undirected |= !directed;
    if (e->directed && e->undirected && !e->options->undirected)
        return fail_at(e, at, "%s: `undirected` reads all of them without directions",
                       directed ? "this edge is directed, and others are not"
                                : "this edge is not directed, and others are");
    return RIWALK_STATUS_OK;
}

/* Weights are stored once an edge has one. */
static riwalk_status add_weight(rw_elements *e, rw_id text)
{
    double weight = 1;

    if (e->options->unweighted || (!text.span.text && !e->weighted))
        return RIWALK_STATUS_OK;
    if (text.span.text && !rw_parse_double(text.span.text, text.span.length, &weight))
        return fail_at(e, text.at, "the weight '%s' is not a number", rw_shown(text.span));
    if (!rw_is_weight(weight))
        return fail_at(e, text.at,
                       "the weight %s is not usable: " RW_WEIGHTS_MUST
                       " (`unweighted` leaves all weights out)",
                       rw_shown(text.span));
    RW_HAVE(rw_grow_at(&e->edges.weights, &e->weight_capacity, e->edges.count + 1, sizeof weight,
                       e->error));
    for (uint64_t i = 0; i < e->edges.count && !e->weighted; i++)
        e->edges.weights[i] = 1;
    e->edges.weights[e->edges.count] = weight;
    e->weighted = true;
    return RIWALK_STATUS_OK;
}

static riwalk_status add_time(rw_elements *e, const rw_listed_edge *edge)
{

    if (!e->time)
        return RIWALK_STATUS_OK;
    if (!edge->time.span.text)
        return fail_at(e, edge->source.at, "an edge has no attribute '%s' for its time",
                       rw_shown(((rw_span){e->time, strlen(e->time)})));
    RW_HAVE(
        rw_grow_at(&e->times, &e->time_capacity, e->edges.count + 1, sizeof *e->times, e->error));
    e->times[e->edges.count] = edge->time;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_elements_edge(rw_elements *e, const rw_listed_edge *edge)
{
    const char *at = edge->source.at;
    riwalk_status status;
    uint32_t u, v;

    RW_MUST(check_direction(e, edge->directed, at));
    RW_MUST(find_node(e, edge->source, &u));
    RW_MUST(find_node(e, edge->target, &v));
    RW_MUST(add_weight(e, edge->weight));
    RW_MUST(add_time(e, edge));
    RW_HAVE(
        rw_grow_at(&e->edges.ends, &e->end_capacity, e->edges.count + 1, 2 * sizeof u, e->error));
    e->edges.ends[2 * e->edges.count] = u;
    e->edges.ends[2 * e->edges.count + 1] = v;
    if (++e->edges.count % STRIDE)
        return RIWALK_STATUS_OK;
    status = rw_progress_add(&e->progress, (uint64_t)(at - e->reported), e->error);
    e->reported = at;
    return status;
}

/* ---- The graph ---- */

/* Fails for the first named of the nodes that are not listed, unless no node is. */
static riwalk_status check_listed(const rw_elements *e)
{
    rw_id missing = {0};
    bool any = false;

    for (uint32_t node = 0; node < e->ids.count && !any; node++)
        any = e->nodes[node].listed;
    for (const rw_name *name = NULL; any && (name = rw_intern_next(&e->ids, name));) {
        const rw_listed *node = &e->nodes[name->id];

        if (!node->listed && (!missing.at || node->at < missing.at))
            missing = (rw_id){rw_name_text(name), node->at};
    }
    if (missing.at)
        return fail_at(e, missing.at, "an edge names the node %s, which is not in the file",
                       rw_shown(missing.span));
    if (!e->ids.count)
        return rw_input_fail(e->input, e->error, "the graph has no nodes");
    return RIWALK_STATUS_OK;
}

/* Makes the titles the names of nodes if every node has one and no two are equal. */
static riwalk_status use_titles(rw_elements *e)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_intern titles = {0};
    uint32_t node = 0;

    for (; node < e->ids.count && e->nodes[node].title.text && titles.count == node && !status;
         node++) {
        uint32_t number;

        status = rw_intern_text(&titles, e->nodes[node].title, &number, e->error);
    }
    if (!status && titles.count == e->ids.count) {
        rw_intern other = e->ids;

        e->ids = titles;
        titles = other;
    }
    rw_intern_free(&titles);
    return status;
}

rw_span *rw_elements_names(const rw_elements *e, riwalk_error *error)
{
    rw_span *names = rw_alloc(e->ids.count, sizeof *names, error);

    for (const rw_name *name = NULL; names && (name = rw_intern_next(&e->ids, name));)
        names[name->id] = rw_name_text(name);
    return names;
}

/* Sets the types of nodes from the attribute that the options name. */
static riwalk_status use_types(const rw_elements *e, riwalk_graph *graph)
{
    rw_span *types;
    riwalk_error problem = {0};
    bool any = false;
    uint32_t node;
    RW_POOL(pool);

    RW_HAVE(types = rw_take_zeroed(&pool, graph->node_count, sizeof *types, e->error));
    for (const rw_name *name = NULL; (name = rw_intern_next(&e->ids, name));)
        if (riwalk_graph_find(graph, name->text, name->length, &node)) {
            types[node] = e->nodes[name->id].type;
            any |= types[node].length > 0;
        }
    if (!any)
        return rw_input_fail(e->input, e->error,
                             "no node has the attribute '%.80s' for its type: is it spelled as in "
                             "the file?",
                             e->options->types_attribute);
    if (rw_graph_set_types(graph, types, &problem))
        return rw_fail_at(e->error, problem.code, e->input->name, 0, "%s", problem.message);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_elements_list(rw_elements *e, rw_lister *list, const rw_input *input,
                               const riwalk_read_options *options, const char *time,
                               riwalk_error *error)
{
    *e = (rw_elements){.input = input,
                       .options = options,
                       .time = time,
                       .error = error,
                       .job = rw_run_resolve(&options->run),
                       .reported = input->data};
    rw_progress_begin(&e->progress, &e->job, "reading", "bytes", input->size);
    RW_MUST(list(e));
    RW_MUST(check_listed(e));
    RW_MUST(use_titles(e));
    if (options->weighted && !e->weighted)
        return rw_input_fail(input, error,
                             "weights were requested, but the edges of this file have none");
    e->edges.arcs = e->directed;
    e->edges.add = options->add_duplicates;
    return RIWALK_STATUS_OK;
}

static riwalk_status build(rw_elements *e, riwalk_graph **graph)
{
    const riwalk_read_options *o = e->options;
    riwalk_graph *made = NULL;
    riwalk_status status = RIWALK_STATUS_OK;

    RW_MUST(rw_graph_build_interned(&e->ids, &e->edges, e->directed && !o->undirected, &e->job,
                                    &made, e->error));
    made->directions_dropped = e->directed && o->undirected;
    made->directed |= o->directed; /* an undirected graph has both arcs */
    if (o->types_attribute)
        status = use_types(e, made);
    return rw_graph_end(made, status, graph);
}

riwalk_status rw_elements_read(rw_lister *list, const rw_input *input,
                               const riwalk_read_options *options, riwalk_graph **graph,
                               riwalk_error *error)
{
    rw_elements e;
    riwalk_status status = rw_elements_list(&e, list, input, options, NULL, error);

    if (!status)
        status = build(&e, graph);
    rw_elements_free(&e);
    return status;
}
