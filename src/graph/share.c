/* SPDX-License-Identifier: MIT */
/* A graph of one process for all of its group: counts first, then each array as it is in memory.
 * One that is mapped is mapped by all who see the same file: on one host they share its pages. */
#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "graph/rwg.h"
#include "graph/types.h"

#include <string.h>

#define ARRAYS 9
#define MAPPED_ARRAYS 6 /* the first ones, which a mapped file has */

/* What the arrays are made by. */
typedef struct counts {
    uint32_t node_count;
    uint32_t names_kind;
    uint64_t arc_count;
    int64_t first_name;
    uint64_t text_bytes;
    uint64_t self_loops_dropped, duplicates_dropped, columns_ignored;
    uint64_t type_bytes;
    uint32_t type_count; /* 0: nodes have no types */
    uint8_t directed, weighted;
    uint8_t unused[2];
} counts;

static counts count(const riwalk_graph *g)
{
    return (counts){
        .node_count = g->node_count,
        .names_kind = g->names.kind,
        .arc_count = g->arc_count,
        .first_name = g->names.first,
        .text_bytes = g->names.kind == RW_NAMES_STRINGS ? g->names.starts[g->node_count] : 0,
        .self_loops_dropped = g->self_loops_dropped,
        .duplicates_dropped = g->duplicates_dropped,
        .columns_ignored = g->columns_ignored,
        .type_bytes = g->type_names.bytes,
        .type_count = riwalk_graph_type_count(g),
        .directed = g->directed,
        .weighted = g->weights != NULL,
    };
}

static riwalk_status allocate_types(const counts *c, riwalk_graph *g, riwalk_error *error)
{
    if (c->type_count &&
        (!(g->types = rw_alloc(c->node_count, sizeof *g->types, error)) ||
         rw_type_names_allocate(&g->type_names, c->type_count, c->type_bytes, error)))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

static riwalk_status allocate(const counts *c, riwalk_graph **graph, riwalk_error *error)
{
    riwalk_graph *g = rw_graph_allocate(c->node_count, c->arc_count, c->weighted, error);
    size_t nodes = c->node_count;

    if (!g)
        return RIWALK_STATUS_MEMORY;
    *graph = g;
    g->directed = c->directed;
    g->names.kind = (rw_names_kind)c->names_kind;
    g->names.first = c->first_name;
    g->self_loops_dropped = c->self_loops_dropped;
    g->duplicates_dropped = c->duplicates_dropped;
    g->columns_ignored = c->columns_ignored;
    if ((g->names.kind == RW_NAMES_INTEGERS &&
         !(g->names.integers = rw_alloc(nodes, sizeof *g->names.integers, error))) ||
        (g->names.kind == RW_NAMES_STRINGS &&
         (!(g->names.starts = rw_alloc(nodes + 1, sizeof *g->names.starts, error)) ||
          !(g->names.text = rw_alloc(c->text_bytes, 1, error)))))
        return RIWALK_STATUS_MEMORY;
    return allocate_types(c, g, error);
}

/* What the first maps, for the others to find: nothing where it is not mapped. */
typedef struct place {
    char path[4096];
    char header[sizeof(rw_rwg_header)]; /* with the checksums of all content */
} place;

static void find_place(const riwalk_graph *g, place *p)
{
    if (!g->path || strlen(g->path) >= sizeof p->path)
        return;
    strcpy(p->path, g->path);
    memcpy(p->header, g->backing.data, sizeof p->header);
}

/* Maps the file of the first; types come from there. */
static bool map_place(const place *p, const counts *c, riwalk_graph **graph)
{
    riwalk_read_options options;
    riwalk_graph *g = NULL;

    riwalk_read_options_init(&options);
    options.map = true;
    options.format = RIWALK_FORMAT_RWG;
    if (riwalk_graph_read(p->path, &options, &g, NULL))
        return false;
    if (!g->path || memcmp(g->backing.data, p->header, sizeof p->header) != 0) {
        riwalk_graph_free(g);
        return false;
    }
    g->directed = c->directed;
    if (!c->weighted)
        g->weights = NULL;
    rw_free(g->types);
    g->types = NULL;
    rw_type_names_free(&g->type_names);
    *graph = g;
    return true;
}

/* Whether all have it mapped; who does not lets go of it again. */
static riwalk_status map_all(riwalk_comm *group, const counts *c, riwalk_graph **graph,
                             bool *mapped, riwalk_error *error)
{
    place *p = rw_alloc_zeroed(1, sizeof *p, error);
    uint64_t missing = 0;
    riwalk_status status = p ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    if (!status && !group->rank)
        find_place(*graph, p);
    if (!status)
        status = rw_group_broadcast(group, 0, p, sizeof *p, error);
    if (!status && group->rank)
        missing = !*p->path || !map_place(p, c, graph);
    else if (!status)
        missing = !*p->path;
    rw_free(p);
    if (!status)
        status = rw_group_sum(group, &missing, 1, error);
    *mapped = !status && !missing;
    if (!*mapped && group->rank) {
        riwalk_graph_free(*graph);
        *graph = NULL;
    }
    return status;
}

/* A mapped graph lacks its types alone. */
static riwalk_status send_arrays(riwalk_comm *group, const counts *c, riwalk_graph *g, bool mapped,
                                 riwalk_error *error)
{
    size_t nodes = c->node_count;
    const struct {
        const void *data;
        size_t size;
    } arrays[ARRAYS] = {
        {g->offsets, (nodes + 1) * sizeof *g->offsets},
        {g->neighbors, c->arc_count * sizeof *g->neighbors},
        {g->weights, c->weighted ? c->arc_count * sizeof *g->weights : 0},
        {g->names.integers, g->names.integers ? nodes * sizeof *g->names.integers : 0},
        {g->names.starts, g->names.starts ? (nodes + 1) * sizeof *g->names.starts : 0},
        {g->names.text, c->text_bytes},
        {g->types, c->type_count ? nodes * sizeof *g->types : 0},
        {g->type_names.text, c->type_bytes},
        {g->type_names.starts, c->type_count * sizeof *g->type_names.starts},
    };
    riwalk_status status = RIWALK_STATUS_OK;

    for (int a = mapped ? MAPPED_ARRAYS : 0; a < ARRAYS && !status; a++)
        status =
            rw_group_broadcast(group, 0, (void *)(uintptr_t)arrays[a].data, arrays[a].size, error);
    return status;
}

riwalk_status riwalk_graph_broadcast(riwalk_comm *group, riwalk_graph **graph, riwalk_error *error)
{
    riwalk_graph *g = NULL;
    riwalk_status status;
    bool mapped = false;
    counts c = {0};

    if (!group || !graph || rw_group_check(group, NULL))
        return rw_refuse(
            error, "the group and the graph must not be NULL, and the group must be complete");
    if (!group->rank) {
        g = *graph;
        c = count(g);
    }
    if (!(status = rw_group_broadcast(group, 0, &c, sizeof c, error)))
        status = map_all(group, &c, &g, &mapped, error);
    if (!status && group->rank)
        status = mapped ? allocate_types(&c, g, error) : allocate(&c, &g, error);
    if (!status)
        status = send_arrays(group, &c, g, mapped, error);
    status = rw_group_end(group, status, error);
    if (!group->rank)
        return status;
    if (status)
        riwalk_graph_free(g);
    else
        *graph = g;
    return status;
}
