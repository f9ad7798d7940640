/* SPDX-License-Identifier: MIT */
/* METIS graphs: "n m [fmt [ncon]]", then for each node 1 .. n a line with its neighbours.
 *
 * fmt has up to three digits: vertex sizes, vertex weights (ncon each), edge weights. Sizes and
 * vertex weights are skipped. Every edge is listed from both ends and counts once. */
#include "base/decimal.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"
#include "graph/scan.h"

/* The part of a file that is read to recognise its format. */
#define WINDOW_BYTES ((size_t)64 << 10)

typedef struct header {
    uint64_t nodes;
    uint64_t edges;
    bool sizes;
    bool edge_weights;
    uint64_t constraints; /* vertex weights per line */
} header;

/* ---- Lines ---- */

/* Goes to the next line that is not a comment. */
static bool next_line(rw_scan *lines)
{
    while (rw_scan_line(lines))
        if (lines->line == lines->line_end || lines->line[0] != '%')
            return true;
    return false;
}

/* Reads the first line that is neither blank nor a comment; false if it is no METIS header. */
static bool read_header(rw_scan *lines, header *h)
{
    uint64_t constraints;
    rw_span field;

    *h = (header){0};
    do {
        if (!next_line(lines))
            return false;
    } while (!rw_scan_word(lines, &field));
    if (!rw_parse_count(field, &h->nodes) || !rw_scan_count(lines, &h->edges))
        return false;
    if (!rw_scan_word(lines, &field))
        return true;
    for (size_t i = 0; i < field.length; i++) {
        if (i == 3 || (field.text[i] != '0' && field.text[i] != '1'))
            return false;
        h->sizes = h->constraints;
        h->constraints = h->edge_weights;
        h->edge_weights = field.text[i] == '1';
    }
    if (!rw_scan_word(lines, &field))
        return true;
    if (!rw_parse_count(field, &constraints) || constraints > UINT32_MAX)
        return false;
    if (h->constraints)
        h->constraints = constraints;
    return !rw_scan_word(lines, &field);
}

/* ---- Telling METIS from an edge list ---- */

/* Whether the lines after a header look like METIS. An edge list always has two or three columns.
 * So may a METIS file (a cycle), but then its counts match, which never happens for an edge list.
 */
static bool sniff_rows(rw_scan *lines, const header *h, bool whole)
{
    uint64_t skipped = h->sizes + h->constraints, rows = 0, neighbors = 0, width = 0, value;
    bool uniform = true;
    rw_span field;

    while (next_line(lines)) {
        uint64_t columns = 0;

        if (rows >= h->nodes && lines->line == lines->line_end)
            continue;
        for (; rw_scan_word(lines, &field); columns++) {
            bool is_id = columns >= skipped && !(h->edge_weights && (columns - skipped) % 2);

            if (!rw_parse_count(field, &value) || (is_id && (value < 1 || value > h->nodes)))
                return false;
            neighbors += is_id;
        }
        if (columns < skipped || (h->edge_weights && (columns - skipped) % 2))
            return false;
        rows++;
        width = width ? width : columns;
        uniform &= !columns || columns == width;
    }
    if (!neighbors || (whole && rows != h->nodes))
        return false;
    return (whole && neighbors == 2 * h->edges) || !uniform || width > 3;
}

/* Whether the first line that is neither blank nor a comment has two to four unsigned integers. */
static bool begins_with_counts(rw_scan lines)
{
    uint64_t count = 0, value;
    rw_span word;

    while (!count) {
        if (!next_line(&lines))
            return true; /* nothing to contradict it */
        for (; rw_scan_word(&lines, &word); count++)
            if (!rw_parse_count(word, &value))
                return false;
    }
    return count >= 2 && count <= 4;
}

/* If numbers could mean either format, the extension .graph or .metis decides. */
bool rw_is_metis(const rw_input *input)
{
    bool named = riwalk_graph_format_from_path(input->name) == RIWALK_FORMAT_METIS;
    bool whole = input->size <= WINDOW_BYTES;
    rw_scan lines = rw_scan_begin(input, NULL);
    header h;

    if (!whole) {
        lines.end = input->data + WINDOW_BYTES;
        while (lines.end > input->data && lines.end[-1] != '\n')
            lines.end--;
        if (lines.end == input->data)
            return named;
    }
    if (named)
        return begins_with_counts(lines);
    return read_header(&lines, &h) && h.nodes <= RIWALK_MAX_NODES && sniff_rows(&lines, &h, whole);
}

/* ---- Reading ---- */

typedef struct reader {
    rw_scan lines;
    header header;
    bool weighted;
    uint64_t arcs; /* read so far */
    rw_edges edges;
} reader;

#define fail(reader, ...) rw_scan_fail(&(reader)->lines, __VA_ARGS__)

/* Checks the counts against the file's size before allocating memory for them. */
static riwalk_status check_header(const reader *r)
{
    const header *h = &r->header;
    uint64_t left = (uint64_t)(r->lines.end - r->lines.at);

    if (h->nodes == 0)
        return fail(r, "the header announces no node");
    if (h->nodes > RIWALK_MAX_NODES)
        return rw_fail_at(r->lines.error, RIWALK_STATUS_LIMIT, r->lines.input->name,
                          r->lines.number,
                          "the header announces %llu nodes, at most %u are supported",
                          (unsigned long long)h->nodes, RIWALK_MAX_NODES);
    if (h->nodes > left + 1) /* a node's line has at least its end */
        return fail(r, "the header announces %llu nodes, but only %llu bytes follow",
                    (unsigned long long)h->nodes, (unsigned long long)left);
    if (h->edges > (left + 1) / 4) /* listed twice, with an id and a blank */
        return fail(r, "the header announces %llu edges, but only %llu bytes follow",
                    (unsigned long long)h->edges, (unsigned long long)left);
    if (r->weighted && !h->edge_weights)
        return fail(r, "weights were requested, but the edges of this file have none");
    return RIWALK_STATUS_OK;
}

static riwalk_status read_weight(reader *r, uint32_t node, uint32_t neighbor)
{
    rw_span field;
    double weight;

    if (!rw_scan_word(&r->lines, &field))
        return fail(r, "node %u lists %u without the weight of their edge", node, neighbor);
    if (r->weighted)
        return rw_scan_weight(&r->lines, field, &r->edges.weights[r->arcs]);
    if (!rw_parse_double(field.text, field.length, &weight))
        return fail(r, "the weight '%s' is not a number", rw_shown(field));
    return RIWALK_STATUS_OK;
}

/* Reads the neighbours of a node, numbered from 1. */
static riwalk_status read_row(reader *r, uint32_t node)
{
    rw_span field;
    uint64_t id, skipped = r->header.sizes + r->header.constraints;

    for (uint64_t i = 0; i < skipped; i++)
        if (!rw_scan_count(&r->lines, &id))
            return fail(r, "expected %llu sizes or weights of the node before its neighbours",
                        (unsigned long long)skipped);
    for (; rw_scan_word(&r->lines, &field); r->arcs++) {
        if (!rw_parse_count(field, &id))
            return fail(r, "expected the number of a node, found '%s'", rw_shown(field));
        if (id < 1 || id > r->header.nodes)
            return fail(r, "node %u lists %llu, but nodes are 1 .. %llu", node,
                        (unsigned long long)id, (unsigned long long)r->header.nodes);
        if (r->arcs == r->edges.count)
            return fail(r, "more edges are listed than the %llu that the header announces",
                        (unsigned long long)r->header.edges);
        r->edges.ends[2 * r->arcs] = node - 1;
        r->edges.ends[2 * r->arcs + 1] = (uint32_t)id - 1;
        if (r->header.edge_weights)
            RW_MUST(read_weight(r, node, (uint32_t)id));
    }
    return RIWALK_STATUS_OK;
}

/* Only blank lines may follow the last node. */
static riwalk_status check_end(reader *r)
{
    rw_span field;

    if (r->arcs < r->edges.count)
        return fail(r,
                    "the header announces %llu edges, each listed from both ends, but %llu "
                    "neighbours are listed instead of %llu",
                    (unsigned long long)r->header.edges, (unsigned long long)r->arcs,
                    (unsigned long long)r->edges.count);
    while (next_line(&r->lines))
        if (rw_scan_word(&r->lines, &field))
            return rw_scan_fail(
                &r->lines, "there are more lines than the %llu nodes that the header announces",
                (unsigned long long)r->header.nodes);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_rows(reader *r, const riwalk_run *job)
{
    rw_progress progress;

    rw_progress_begin(&progress, job, "reading", "bytes", r->lines.input->size);
    for (uint32_t node = 1; node <= r->header.nodes; node++) {
        if (!next_line(&r->lines))
            return fail(r,
                        "the header announces %llu nodes, but the file ends after the line "
                        "of node %u",
                        (unsigned long long)r->header.nodes, node - 1);
        RW_MUST(read_row(r, node));
        RW_MUST(rw_scan_report(&r->lines, &progress));
    }
    return check_end(r);
}

/* ---- Symmetry ---- */

/* Reports the arc that has no reverse, or one with another weight. */
static riwalk_status fail_one_sided(const reader *r, const riwalk_graph *g, uint32_t node,
                                    uint64_t arc)
{
    rw_scan lines = rw_scan_begin(r->lines.input, r->lines.error);
    uint32_t neighbor = g->neighbors[arc];
    uint64_t back;
    header h;

    read_header(&lines, &h);
    for (uint32_t i = 0; i <= node; i++)
        next_line(&lines);
    if (!rw_find_arc(g, neighbor, node, &back))
        return rw_scan_fail(&lines, "node %u lists %u, but node %u does not list %u", node + 1,
                            neighbor + 1, neighbor + 1, node + 1);
    return rw_scan_fail(&lines, "node %u gives its edge with %u the weight %g, node %u gives it %g",
                        node + 1, neighbor + 1, g->weights[arc], neighbor + 1, g->weights[back]);
}

/* Builds a directed graph from the listed arcs; if it is symmetric, it is the undirected graph. */
static riwalk_status build(const reader *r, bool directed, const riwalk_run *job,
                           riwalk_graph **graph)
{
    rw_names names = {.kind = RW_NAMES_RANGE, .first = 1};
    riwalk_graph *made = NULL;
    riwalk_status status;
    uint64_t arc;
    uint32_t node;
    bool symmetric;

    if (!(status = rw_graph_build((uint32_t)r->header.nodes, &r->edges, true, job, &names, &made,
                                  r->lines.error)) &&
        !(status = rw_find_one_sided(made, &symmetric, &node, &arc, r->lines.error)) && !symmetric)
        status = fail_one_sided(r, made, node, arc);
    if (!status) {
        made->directed = directed;
        made->duplicates_dropped = (made->duplicates_dropped + 1) / 2;
        if (r->header.sizes || r->header.constraints || (r->header.edge_weights && !r->weighted))
            made->columns_ignored = r->header.nodes;
    }
    return rw_graph_end(made, status, graph);
}

riwalk_status rw_read_metis(rw_input *input, const riwalk_read_options *options,
                            riwalk_graph **graph, riwalk_error *error)
{
    riwalk_run job = rw_run_resolve(&options->run);
    reader r = {.lines = rw_scan_begin(input, error), .weighted = options->weighted};
    riwalk_status status;

    if (!read_header(&r.lines, &r.header))
        return fail(&r, "expected the METIS header \"nodes edges [format [weights]]\"");
    RW_MUST(check_header(&r));
    r.edges.add = options->add_duplicates;
    if (!(status = rw_edges_allocate(&r.edges, 2 * r.header.edges, r.weighted, error)) &&
        !(status = read_rows(&r, &job)))
        status = build(&r, options->directed, &job, graph);
    rw_edges_free(&r.edges);
    return status;
}
