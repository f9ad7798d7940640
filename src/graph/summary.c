/* SPDX-License-Identifier: MIT */
/* Measuring a graph: degrees, components, weights, memory, checksum. */
#include "base/frontend.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sets.h"
#include "base/sort.h"
#include "graph/rwg.h"
#include "graph/types.h"

#include <string.h>

/* Weakly connected components; `parents` and `sizes` are scratch: [node_count]. */
static void count_components(const riwalk_graph *graph, uint32_t *parents, uint32_t *sizes,
                             riwalk_graph_summary *summary)
{
    rw_sets_begin(parents, graph->node_count);
    memset(sizes, 0, graph->node_count * sizeof *sizes);
    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++)
            if (graph->directed || graph->neighbors[a] > u)
                rw_sets_join(parents, u, graph->neighbors[a]);
    for (uint32_t u = 0; u < graph->node_count; u++) {
        uint32_t root = rw_sets_find(parents, u);

        summary->components += ++sizes[root] == 1;
        if (sizes[root] > summary->largest_component)
            summary->largest_component = sizes[root];
    }
}

uint32_t rw_count_isolated(const riwalk_graph *graph, uint32_t *touched)
{
    uint32_t isolated = 0;

    memset(touched, 0, graph->node_count * sizeof *touched);
    for (uint64_t a = 0; a < graph->arc_count; a++)
        touched[graph->neighbors[a]] = 1;
    for (uint32_t u = 0; u < graph->node_count; u++)
        isolated += !touched[u] && !rw_degree(graph, u);
    return isolated;
}

/* Counts arcs whose reverse exists. */
static uint64_t count_reciprocated(const riwalk_graph *g)
{
    uint64_t count = 0, back;

    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            if (g->neighbors[a] > u && rw_find_arc(g, g->neighbors[a], u, &back))
                count += 2;
    return count;
}

static void measure_weights(const riwalk_graph *g, riwalk_graph_summary *summary)
{
    for (uint32_t u = 0; u < g->node_count && g->weights; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++) {
            if (summary->weight_min == 0 || g->weights[a] < summary->weight_min)
                summary->weight_min = g->weights[a];
            if (g->weights[a] > summary->weight_max)
                summary->weight_max = g->weights[a];
            if (g->directed || g->neighbors[a] > u)
                summary->weight_total += g->weights[a];
        }
}

static void measure_degrees(const riwalk_graph *graph, uint32_t *degrees, uint32_t *scratch,
                            riwalk_graph_summary *summary)
{
    uint32_t count = graph->node_count;

    for (uint32_t u = 0; u < count; u++) {
        degrees[u] = rw_degree(graph, u);
        summary->degree_histogram[63 - __builtin_clzll(degrees[u] + UINT64_C(1))]++;
    }
    rw_sort_u32(degrees, scratch, count);
    if (count) {
        summary->degree_min = degrees[0];
        summary->degree_median = degrees[(count - 1) / 2];
        summary->degree_max = degrees[count - 1];
        summary->degree_mean = (double)graph->arc_count / count;
    }
}

/* A checksum of the sections that an .rwg of the graph would have. */
uint64_t rw_graph_checksum(const riwalk_graph *graph)
{
    uint64_t facts[] = {graph->node_count, graph->arc_count, graph->directed, !!graph->weights,
                        graph->names.kind};
    uint64_t sum = rw_checksum(facts, sizeof facts, 0);
    const void *data[RW_RWG_SECTIONS];
    rw_rwg_header h;

    rw_rwg_outline(graph, &h, data);
    for (int i = 0; i < RW_RWG_SECTIONS; i++)
        if (i == RW_RWG_SECTION_NAMES && graph->names.kind == RW_NAMES_RANGE)
            sum = rw_checksum(&graph->names.first, sizeof graph->names.first, sum);
        else if (data[i] || (graph->types && i >= RW_RWG_SECTION_TYPES))
            sum = rw_checksum(data[i], (size_t)h.sections[i].bytes, sum);
    return sum;
}

void riwalk_graph_outline(const riwalk_graph *graph, riwalk_graph_summary *summary)
{
    const void *data[RW_RWG_SECTIONS];
    uint64_t bytes = sizeof *graph;
    rw_rwg_header h;

    rw_rwg_outline(graph, &h, data);
    for (int i = 0; i < RW_RWG_SECTION_TYPES; i++)
        bytes += h.sections[i].bytes;
    *summary = (riwalk_graph_summary){
        .size = sizeof *summary,
        .self_loops_dropped = graph->self_loops_dropped,
        .duplicates_dropped = graph->duplicates_dropped,
        .columns_ignored = graph->columns_ignored,
        .memory_bytes = (graph->backing.data ? graph->backing.size : bytes) + rw_types_bytes(graph),
        .directions_dropped = graph->directions_dropped,
        .checksum = rw_graph_checksum(graph),
    };
}

riwalk_status riwalk_graph_summarize(const riwalk_graph *graph, riwalk_graph_summary *summary,
                                     riwalk_error *error)
{
    riwalk_graph_summary made;
    uint32_t *one, *two;
    RW_POOL(pool);

    if (!graph || !summary)
        return rw_refuse(error, "the graph and the summary must not be NULL");
    RW_MUST(rw_report_check(summary, error));
    one = rw_take(&pool, graph->node_count, sizeof *one, error);
    two = rw_take(&pool, graph->node_count, sizeof *two, error);
    RW_MUST(rw_pool_status(&pool));
    riwalk_graph_outline(graph, &made);
    made.isolated_nodes = rw_count_isolated(graph, one);
    made.reciprocated = graph->directed ? count_reciprocated(graph) : 0;
    count_components(graph, one, two, &made);
    measure_degrees(graph, one, two, &made);
    measure_weights(graph, &made);
    rw_report_hand_over(summary, &made);
    return RIWALK_STATUS_OK;
}
