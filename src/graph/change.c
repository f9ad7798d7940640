/* SPDX-License-Identifier: MIT */
/* Adds and removes edges of a graph, as a file of "+ u v [weight]" and "- u v" says.
 *
 * Old nodes keep their numbers and new ones follow, until all names are put in order at the end.
 * Changes are sorted by edge. The changes of one edge are applied in the order of the file,
 * starting from whether the old graph has it. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "graph/graph.h"
#include "graph/intern.h"
#include "graph/scan.h"
#include "graph/types.h"

#include <stdlib.h>
#include <string.h>

typedef struct change {
    uint64_t edge; /* from << 32 | to; if undirected, smaller end << 32 | larger end */
    uint64_t line;
    double weight; /* 0: the edge is removed */
} change;

typedef struct changing {
    const riwalk_graph *graph;
    const char *file;
    rw_intern intern;
    change *changes;
    size_t count, capacity;
    rw_edges edges;
    riwalk_change_report report;
} changing;

/* ---- Reading ---- */

static riwalk_status take_line(changing *c, rw_scan *scan, riwalk_error *error)
{
    bool weighted = c->graph->weights, add;
    rw_span sign, u, v, more;
    double weight = 1;
    uint32_t a, b;

    if (!rw_scan_word(scan, &sign) || sign.text[0] == '#' || sign.text[0] == '%')
        return RIWALK_STATUS_OK;
    add = sign.text[0] == '+';
    if (sign.length != 1 || (!add && sign.text[0] != '-') || !rw_scan_word(scan, &u) ||
        !rw_scan_word(scan, &v) || (weighted && add && !rw_scan_word(scan, &more)) ||
        rw_scan_word(scan, &sign))
        return rw_scan_fail(scan, "expected '+ u v%s' or '- u v': an edge to add or to remove",
                            weighted ? " weight" : "");
    if (weighted && add)
        RW_MUST(rw_scan_weight(scan, more, &weight));
    if (memchr(u.text, 0, u.length) || memchr(v.text, 0, v.length))
        return rw_scan_fail(scan, "the line holds a zero byte: is this a text file?");
    RW_MUST(rw_intern_text(&c->intern, u, &a, error));
    RW_MUST(rw_intern_text(&c->intern, v, &b, error));
    RW_HAVE(rw_grow_at(&c->changes, &c->capacity, c->count + 1, sizeof *c->changes, error));
    c->changes[c->count++] = (change){
        .edge = a < b || c->graph->directed ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a,
        .line = scan->number,
        .weight = add ? weight : 0,
    };
    return RIWALK_STATUS_OK;
}

/* ---- Applying ---- */

static int by_edge(const void *a, const void *b)
{
    const change *x = a, *y = b;

    return 2 * RW_ORDER(x->edge, y->edge) + RW_ORDER(x->line, y->line);
}

/* The weight of an edge; 0 if it does not exist. */
static double weight_of(const riwalk_graph *g, uint64_t edge)
{
    uint32_t u = (uint32_t)(edge >> 32), v = (uint32_t)edge;
    uint64_t arc;

    return u < g->node_count && v < g->node_count && rw_find_arc(g, u, v, &arc)
               ? rw_arc_weight(g, arc)
               : 0;
}

/* Applies the changes of one edge, which start at `first`; returns its weight at the end, or 0. A
 * new weight counts as removing and adding it. `*wrong` becomes the lowest line that removes a
 * missing edge. */
static double follow(changing *c, size_t first, uint64_t *wrong)
{
    uint64_t edge = c->changes[first].edge;
    bool loop = edge >> 32 == (uint32_t)edge;
    double weight = weight_of(c->graph, edge);

    for (size_t i = first; i < c->count && c->changes[i].edge == edge; i++) {
        const change *at = &c->changes[i];

        if (at->weight > 0 && (loop || weight == at->weight)) {
            c->report.known++;
            continue;
        }
        c->report.added += at->weight > 0;
        c->report.removed += weight > 0;
        if (!(at->weight > 0) && !(weight > 0) && at->line < *wrong)
            *wrong = at->line;
        weight = at->weight;
    }
    return weight;
}

static void put_edge(changing *c, uint64_t edge, double weight)
{
    if (c->edges.weights)
        c->edges.weights[c->edges.count] = weight;
    c->edges.ends[2 * c->edges.count] = (uint32_t)(edge >> 32);
    c->edges.ends[2 * c->edges.count++ + 1] = (uint32_t)edge;
}

/* Copies old edges without changes, and adds those that exist after their changes. */
static riwalk_status apply(changing *c, riwalk_error *error)
{
    const riwalk_graph *g = c->graph;
    uint64_t wrong = UINT64_MAX;
    size_t at = 0;

    RW_MUST(rw_edges_allocate(&c->edges, g->arc_count / (g->directed ? 1 : 2) + c->count,
                              g->weights, error));
    c->edges.count = 0;
    if (c->count)
        qsort(c->changes, c->count, sizeof *c->changes, by_edge);
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++) {
            uint64_t edge = (uint64_t)u << 32 | g->neighbors[a];

            while (at < c->count && c->changes[at].edge < edge)
                at++;
            if ((g->directed || g->neighbors[a] > u) &&
                (at == c->count || c->changes[at].edge != edge))
                put_edge(c, edge, rw_arc_weight(g, a));
        }
    for (size_t i = 0; i < c->count; i++)
        if (!i || c->changes[i].edge != c->changes[i - 1].edge) {
            double weight = follow(c, i, &wrong);

            if (weight > 0)
                put_edge(c, c->changes[i].edge, weight);
        }
    if (wrong < UINT64_MAX)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->file, wrong,
                          "the graph does not have the edge to remove");
    return RIWALK_STATUS_OK;
}

static riwalk_status change_graph(changing *c, const rw_input *input, riwalk_graph **graph,
                                  riwalk_error *error)
{
    riwalk_run job = {.threads = rw_threads(0)};
    rw_scan scan = rw_scan_begin(input, error);
    riwalk_graph *made = NULL;

    c->intern.copies = c->graph->names.kind != RW_NAMES_STRINGS; /* digits are temporary */
    RW_MUST(rw_intern_nodes(&c->intern, c->graph, error));
    while (rw_scan_line(&scan))
        RW_MUST(take_line(c, &scan, error));
    RW_MUST(apply(c, error));
    c->report.nodes = c->intern.count - c->graph->node_count;
    RW_MUST(rw_graph_build_interned(&c->intern, &c->edges, c->graph->directed, &job, &made, error));
    return rw_graph_end(made, rw_graph_copy_types(c->graph, made, error), graph);
}

riwalk_status riwalk_graph_change(const riwalk_graph *graph, const char *path,
                                  riwalk_graph **changed, riwalk_change_report *report,
                                  riwalk_error *error)
{
    changing c = {.graph = graph, .file = path, .report = {.size = sizeof c.report}};
    riwalk_status status;
    rw_input input;

    if (!graph || !path || !changed)
        return rw_refuse(error, "the graph, the path and the changed graph must not be NULL");
    RW_MUST(rw_report_check(report, error));
    RW_MUST(rw_input_open(path, 1, &input, error));
    c.file = input.name;
    status = change_graph(&c, &input, changed, error);
    rw_input_close(&input);
    rw_intern_free(&c.intern);
    rw_free(c.changes);
    rw_edges_free(&c.edges);
    if (!status)
        rw_report_hand_over(report, &c.report);
    return status;
}
