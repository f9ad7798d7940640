/* SPDX-License-Identifier: MIT */
/* Types of nodes: see types.h. */
#include "graph/types.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/directions.h"
#include "graph/intern.h"

#include <string.h>

/* ---- Names ---- */

void rw_type_names_free(rw_type_names *names)
{
    rw_free(names->text);
    rw_free(names->starts);
    *names = (rw_type_names){0};
}

riwalk_status rw_type_names_copy(const rw_type_names *from, rw_type_names *to, riwalk_error *error)
{
    bool fine;

    return rw_type_names_read(to, from->text, from->bytes, &fine, error);
}

riwalk_status rw_type_names_read(rw_type_names *names, const char *text, uint64_t bytes, bool *fine,
                                 riwalk_error *error)
{
    uint32_t count = 0;
    uint64_t at = 0;

    *names = (rw_type_names){0};
    *fine = !bytes || (!text[bytes - 1] && bytes < RW_TYPE_NAMES_MOST);
    if (!bytes || !*fine)
        return RIWALK_STATUS_OK;
    for (uint64_t i = 0; i < bytes; i++)
        count += !text[i];
    *names = (rw_type_names){.count = count, .bytes = bytes};
    if (!(names->text = rw_alloc((size_t)bytes, 1, error)) ||
        !(names->starts = rw_alloc(count + (size_t)1, sizeof *names->starts, error))) {
        rw_type_names_free(names);
        return RIWALK_STATUS_MEMORY;
    }
    memcpy(names->text, text, (size_t)bytes);
    for (uint32_t t = 0; t < count; t++) {
        names->starts[t] = at;
        *fine &= text[at] && (!t || strcmp(rw_type_name(names, t - 1), text + at) < 0);
        at += strlen(text + at) + 1;
    }
    names->starts[count] = bytes;
    if (!*fine)
        rw_type_names_free(names);
    return RIWALK_STATUS_OK;
}

/* Sorts the names of a table; rank[number in the table] is the position. */
static riwalk_status order_names(const rw_intern *table, rw_type_names *names, uint32_t *rank,
                                 riwalk_error *error)
{
    names->count = table->count;
    RW_MUST(rw_intern_sort(table, 1, &names->text, &names->starts, rank, error));
    names->bytes = names->starts[table->count];
    if (names->bytes < RW_TYPE_NAMES_MOST)
        return RIWALK_STATUS_OK;
    rw_type_names_free(names);
    return rw_fail(
        error, RIWALK_STATUS_LIMIT,
        "the names of %u node types exceed 16 MiB: types are few, such as account and merchant",
        table->count);
}

/* ---- Types of a graph ---- */

/* Fails if nodes have no type; names the first one and says how many there are. */
static riwalk_status check_types(const riwalk_graph *graph, const rw_span *types,
                                 riwalk_error *error)
{
    uint32_t missing = 0, first = 0;
    char name[48];

    for (uint32_t u = 0; u < graph->node_count; u++)
        if (!types[u].length && !missing++)
            first = u;
    if (!missing)
        return RIWALK_STATUS_OK;
    riwalk_graph_name(graph, first, name, sizeof name);
    if (missing == 1)
        return rw_refuse(error, "the node '%s' has no type: give each node one", name);
    return rw_refuse(error, "%u of %u nodes have no type, the first is '%s': give each node one",
                     missing, graph->node_count, name);
}

riwalk_status rw_graph_set_types(riwalk_graph *graph, const rw_span *types, riwalk_error *error)
{
    riwalk_status status = check_types(graph, types, error);
    uint32_t *own, *rank = NULL;
    rw_type_names names;
    rw_intern table = {0};

    if (status)
        return status;
    RW_HAVE(own = rw_alloc(graph->node_count, sizeof *own, error));
    for (uint32_t u = 0; u < graph->node_count && !status; u++)
        status = rw_intern_text(&table, types[u], &own[u], error);
    if (!status && !(rank = rw_alloc(table.count, sizeof *rank, error)))
        status = RIWALK_STATUS_MEMORY;
    if (!status && !(status = order_names(&table, &names, rank, error))) {
        for (uint32_t u = 0; u < graph->node_count; u++)
            own[u] = rank[own[u]];
        riwalk_graph_set_types(graph, NULL, NULL);
        graph->types = own;
        graph->type_names = names;
        own = NULL;
    }
    rw_intern_free(&table);
    rw_free(rank);
    rw_free(own);
    return status;
}

riwalk_status riwalk_graph_set_types(riwalk_graph *graph, const char *const *types,
                                     riwalk_error *error)
{
    rw_span *spans;
    RW_POOL(pool);

    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    if (!types) {
        rw_free(graph->types);
        rw_type_names_free(&graph->type_names);
        graph->types = NULL;
        return RIWALK_STATUS_OK;
    }
    RW_HAVE(spans = rw_take(&pool, graph->node_count, sizeof *spans, error));
    for (uint32_t u = 0; u < graph->node_count; u++)
        spans[u] = (rw_span){types[u], types[u] ? strlen(types[u]) : 0};
    return rw_graph_set_types(graph, spans, error);
}

uint32_t riwalk_graph_type_count(const riwalk_graph *graph)
{
    return graph->types ? graph->type_names.count : 0;
}

const char *riwalk_graph_type_name(const riwalk_graph *graph, uint32_t type)
{
    return rw_type_name(&graph->type_names, type);
}

const uint32_t *riwalk_graph_types(const riwalk_graph *graph)
{
    return graph->types;
}

/* ---- Several graphs ---- */

bool rw_graphs_have_types(const riwalk_graph *const *graphs, size_t count)
{
    bool several = false;

    for (size_t g = 0; g < count && graphs[g]->types && !several; g++)
        several = graphs[g]->type_names.count > 1 ||
                  (graphs[g]->type_names.count && graphs[0]->type_names.count &&
                   strcmp(graphs[g]->type_names.text, graphs[0]->type_names.text) != 0);
    return several;
}

riwalk_status rw_graph_join_types(const riwalk_graph *const *graphs, size_t count,
                                  riwalk_graph *joined, riwalk_error *error)
{
    rw_span *types;
    RW_POOL(pool);

    for (size_t g = 1; g < count; g++)
        if (!graphs[g]->types != !graphs[0]->types)
            return rw_refuse(error,
                             "the nodes of graph %zu have %s, and those of graph 1 have %s: all "
                             "graphs need types, or none",
                             g + 1, graphs[g]->types ? "types" : "no types",
                             graphs[0]->types ? "types" : "none");
    if (!graphs[0]->types)
        return RIWALK_STATUS_OK;
    RW_HAVE(types = rw_take(&pool, joined->node_count, sizeof *types, error));
    for (size_t g = 0, node = 0; g < count; g++)
        for (uint32_t u = 0; u < graphs[g]->node_count; u++) {
            const char *name = rw_type_name(&graphs[g]->type_names, graphs[g]->types[u]);

            types[node++] = (rw_span){name, strlen(name)};
        }
    return rw_graph_set_types(joined, types, error);
}

/* ---- Other lists and graphs ---- */

/* Numbers the types of `from` by another list of names. */
static riwalk_status renumber(const riwalk_graph *from, const rw_type_names *names, uint32_t *types,
                              riwalk_error *error)
{
    uint32_t *places;
    RW_POOL(pool);

    RW_HAVE(places = rw_take(&pool, from->type_names.count, sizeof *places, error));
    for (uint32_t t = 0; t < from->type_names.count; t++) {
        rw_span name = rw_span_at(from->type_names.text, from->type_names.starts, t);

        if (!rw_search_names(names->text, names->starts, NULL, names->count, name, &places[t]))
            places[t] = names->count;
    }
    for (uint32_t u = 0; u < from->node_count; u++)
        types[u] = places[from->types[u]];
    return RIWALK_STATUS_OK;
}

riwalk_status rw_graph_retype(const riwalk_graph *graph, const rw_type_names *names,
                              riwalk_graph **retyped, riwalk_error *error)
{
    const rw_skeleton *skeleton = NULL;
    riwalk_graph *made;
    riwalk_status status;

    if (names->count && !graph->types && graph->node_count)
        return rw_refuse(error,
                         "the model's roles name types of nodes ('%.40s' and so on), and the nodes "
                         "of the graph have none: give them types",
                         rw_type_name(names, 0));
    if (graph->directed)
        RW_MUST(rw_graph_skeleton(graph, &skeleton, error));
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    *made = *graph;
    made->borrowed = true;
    made->types = NULL;
    made->type_names = (rw_type_names){0};
    atomic_init(&made->skeleton, (struct rw_skeleton *)(uintptr_t)skeleton);
    status = rw_type_names_copy(names, &made->type_names, error);
    if (!status && names->count &&
        (!(made->types = rw_alloc(graph->node_count, sizeof *made->types, error)) ||
         renumber(graph, names, made->types, error)))
        status = RIWALK_STATUS_MEMORY;
    return rw_graph_end(made, status, retyped);
}

riwalk_status rw_graph_copy_types(const riwalk_graph *from, riwalk_graph *to, riwalk_error *error)
{
    char digits[RW_INTEGER_CHARS];
    uint32_t old;

    if (!from->types)
        return RIWALK_STATUS_OK;
    if (!(to->types = rw_alloc(to->node_count, sizeof *to->types, error)) ||
        rw_type_names_copy(&from->type_names, &to->type_names, error))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < to->node_count; u++) {
        rw_span name = rw_graph_name(to, u, digits);

        if (!riwalk_graph_find(from, name.text, name.length, &old))
            return riwalk_graph_set_types(to, NULL, error);
        to->types[u] = from->types[old];
    }
    return RIWALK_STATUS_OK;
}

uint64_t rw_types_bytes(const riwalk_graph *graph)
{
    if (!graph->types)
        return 0;
    return graph->node_count * sizeof *graph->types + graph->type_names.bytes +
           (graph->type_names.count + UINT64_C(1)) * sizeof *graph->type_names.starts;
}
