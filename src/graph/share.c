/* SPDX-License-Identifier: MIT */
/* Broadcasts a graph to all processes of a group as sections of an .rwg: first the header, then
 * each section as it is in memory. If the graph is a mapped file that all processes can see, they
 * map it instead: on one host they share its pages. */
#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "graph/rwg.h"
#include "graph/types.h"

#include <string.h>

typedef struct outline {
    rw_rwg_header header;
    uint64_t self_loops_dropped, duplicates_dropped, columns_ignored;
    char path[4096];                    /* the file that rank 0 has mapped; empty: none */
    char mapped[sizeof(rw_rwg_header)]; /* its header, which has the checksums of all content */
} outline;

static void fill_outline(const riwalk_graph *g, outline *o, const void *data[RW_RWG_SECTIONS])
{
    rw_rwg_outline(g, &o->header, data);
    o->header.checksum = rw_rwg_header_checksum(&o->header);
    o->self_loops_dropped = g->self_loops_dropped;
    o->duplicates_dropped = g->duplicates_dropped;
    o->columns_ignored = g->columns_ignored;
    if (!g->path || strlen(g->path) >= sizeof o->path)
        return;
    strcpy(o->path, g->path);
    memcpy(o->mapped, g->backing.data, sizeof o->mapped);
}

/* Maps the file of rank 0, without its types. */
static bool map_file(const outline *o, riwalk_graph **graph)
{
    riwalk_read_options options = {
        .size = sizeof options, .map = true, .format = RIWALK_FORMAT_RWG};
    riwalk_graph *g = NULL;

    if (riwalk_graph_read(o->path, &options, &g, NULL))
        return false;
    if (!g->path || memcmp(g->backing.data, o->mapped, sizeof o->mapped) != 0) {
        riwalk_graph_free(g);
        return false;
    }
    g->directed = o->header.flags & RW_RWG_FLAG_DIRECTED;
    if (!(o->header.flags & RW_RWG_FLAG_WEIGHTED))
        g->weights = NULL;
    riwalk_graph_set_types(g, NULL, NULL);
    *graph = g;
    return true;
}

/* Lets all members map the file. If one cannot, all unmap it. */
static riwalk_status map_all(riwalk_comm *group, const outline *o, riwalk_graph **graph,
                             bool *mapped, riwalk_error *error)
{
    uint64_t missing = group->rank && !map_file(o, graph);
    riwalk_status status = rw_group_sum(group, &missing, 1, error);

    *mapped = !status && !missing;
    if (!*mapped && group->rank) {
        riwalk_graph_free(*graph);
        *graph = NULL;
    }
    return status;
}

static riwalk_status pass_sections(riwalk_comm *group, const rw_rwg_header *h,
                                   const void *const data[RW_RWG_SECTIONS], riwalk_error *error)
{
    for (int i = 0; i < rw_rwg_sections(h); i++)
        RW_MUST(rw_group_broadcast(group, 0, (void *)(uintptr_t)data[i],
                                   (size_t)h->sections[i].bytes, error));
    return RIWALK_STATUS_OK;
}

/* A mapped file may have other types than the graph. */
static riwalk_status pass_types(riwalk_comm *group, const rw_rwg_header *h, riwalk_graph *g,
                                riwalk_error *error)
{
    size_t bytes = (size_t)h->sections[RW_RWG_SECTION_TYPE_NAMES].bytes;
    char *text = g->type_names.text;
    RW_POOL(pool);
    bool fine;

    if (group->rank) {
        RW_HAVE(g->types = rw_alloc(g->node_count, sizeof *g->types, error));
        RW_HAVE(text = rw_take(&pool, bytes, 1, error));
    }
    RW_MUST(rw_group_broadcast(group, 0, g->types, g->node_count * sizeof *g->types, error));
    RW_MUST(rw_group_broadcast(group, 0, text, bytes, error));
    return group->rank ? rw_type_names_read(&g->type_names, text, bytes, &fine, error)
                       : RIWALK_STATUS_OK;
}

static riwalk_status receive(riwalk_comm *group, const rw_rwg_header *h, riwalk_graph **graph,
                             riwalk_error *error)
{
    rw_input input = {.name = "the graph", .size = (size_t)h->file_bytes, .trusted = true};
    const void *data[RW_RWG_SECTIONS] = {0};
    riwalk_read_options options = {.size = sizeof options};
    riwalk_status status;
    char *at;

    RW_HAVE(at = input.owned = rw_alloc_aligned(input.size, 1, error));
    input.data = at;
    memcpy(at, h, sizeof *h);
    at += sizeof *h;
    for (int i = 0; i < rw_rwg_sections(h); i++) {
        uint64_t bytes = h->sections[i].bytes, padded = rw_rwg_padded(bytes);

        data[i] = at;
        memset(at + bytes, 0, (size_t)(padded - bytes));
        at += padded;
    }
    if (!(status = pass_sections(group, h, data, error)))
        status = rw_read_rwg(&input, &options, graph, error);
    rw_input_close(&input);
    return status;
}

static riwalk_status share(riwalk_comm *group, outline *o, riwalk_graph **graph,
                           riwalk_error *error)
{
    const void *data[RW_RWG_SECTIONS] = {0};
    bool mapped = false;

    if (!group->rank)
        fill_outline(*graph, o, data);
    RW_MUST(rw_group_broadcast(group, 0, o, sizeof *o, error));
    if (*o->path)
        RW_MUST(map_all(group, o, graph, &mapped, error));
    if (mapped && o->header.flags & RW_RWG_FLAG_TYPED)
        RW_MUST(pass_types(group, &o->header, *graph, error));
    else if (!mapped && !group->rank)
        RW_MUST(pass_sections(group, &o->header, data, error));
    else if (!mapped)
        RW_MUST(receive(group, &o->header, graph, error));
    (*graph)->self_loops_dropped = o->self_loops_dropped;
    (*graph)->duplicates_dropped = o->duplicates_dropped;
    (*graph)->columns_ignored = o->columns_ignored;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_broadcast(riwalk_comm *group, riwalk_graph **graph, riwalk_error *error)
{
    riwalk_graph *g = NULL;
    riwalk_status status;
    RW_POOL(pool);
    outline *o = rw_take_zeroed(&pool, 1, sizeof *o, error);

    if (!group || !graph || rw_group_check(group, NULL))
        return rw_refuse(
            error, "the group and the graph must not be NULL, and the group must be complete");
    if (!group->rank)
        g = *graph;
    status = rw_group_end(group, o ? share(group, o, &g, error) : RIWALK_STATUS_MEMORY, error);
    return group->rank ? rw_graph_end(g, status, graph) : status;
}
