/* SPDX-License-Identifier: MIT */
/* Matrix Market files: square coordinate matrices, read as adjacency matrices.
 *
 * Rows are nodes named 1 .. n, even without entries. A symmetric matrix lists each edge once. A
 * general matrix lists arcs; without `directed`, (i, j) and (j, i) are one edge, and only repeated
 * coordinates count as duplicates. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"
#include "graph/scan.h"

#include <string.h>
#include <strings.h>

#define BANNER "%%MatrixMarket"
#define CUT_BANNER "%MatrixMarket" /* as in the Network Repository */

/* A matrix may have rows without entries, so the file's size does not limit its rows. Accept up to
 * this many rows, and beyond that as many as the file has bytes. */
#define ROWS_BELIEVED (UINT64_C(1) << 20)

typedef struct matrix {
    rw_scan lines;
    bool has_values;
    bool symmetric;
    bool weighted; /* keep the values */
    uint64_t rows;
    uint64_t count;
    rw_edges edges;
} matrix;

#define fail(matrix, ...) rw_scan_fail(&(matrix)->lines, __VA_ARGS__)

static bool has_banner(const rw_input *input)
{
    rw_scan lines = rw_scan_begin(input, NULL);
    size_t length = strlen(BANNER);

    if ((size_t)(lines.end - lines.at) < length)
        return false;
    return !strncasecmp(lines.at, BANNER, length) ||
           !strncasecmp(lines.at, CUT_BANNER, strlen(CUT_BANNER));
}

bool rw_is_matrix_market(const rw_input *input)
{
    return has_banner(input) ||
           riwalk_graph_format_from_path(input->name) == RIWALK_FORMAT_MATRIX_MARKET;
}

static bool is(rw_span word, const char *known)
{
    return rw_span_among(word, &known, 1);
}

/* "%%MatrixMarket matrix coordinate pattern|real|integer general|symmetric" */
static riwalk_status read_banner(matrix *m)
{
    rw_span words[5];

    if (!rw_scan_line(&m->lines))
        return fail(m, "the file is empty");
    if (!has_banner(m->lines.input))
        return fail(m,
                    "a Matrix Market file begins with \"%s\"; if this is an edge list, say "
                    "`format` edgelist",
                    BANNER);
    for (int i = 0; i < 5; i++)
        if (!rw_scan_word(&m->lines, &words[i]))
            return fail(m,
                        "the first line must read \"%s matrix coordinate FIELD SYMMETRY\", "
                        "but it ends early",
                        BANNER);
    if (!is(words[1], "matrix"))
        return fail(m, "the file holds a %s, only a matrix can be read as a graph",
                    rw_shown(words[1]));
    if (!is(words[2], "coordinate"))
        return fail(m, "the matrix is in %s form, only coordinate form can be read",
                    rw_shown(words[2]));
    m->has_values = !is(words[3], "pattern");
    if (m->has_values && !is(words[3], "real") && !is(words[3], "integer"))
        return fail(m, "the entries are %s, only pattern, real and integer can be read",
                    rw_shown(words[3]));
    m->symmetric = is(words[4], "symmetric");
    if (!m->symmetric && !is(words[4], "general"))
        return fail(m, "the matrix is %s, only general and symmetric ones can be read",
                    rw_shown(words[4]));
    return RIWALK_STATUS_OK;
}

/* Goes to the next line that is neither blank nor a comment, and takes its first word. */
static bool next_data_line(rw_scan *lines, rw_span *first)
{
    while (rw_scan_line(lines))
        if (rw_scan_word(lines, first) && first->text[0] != '%')
            return true;
    return false;
}

/* "rows columns entries" */
static riwalk_status read_size(matrix *m)
{
    uint64_t columns, left;
    rw_span field;

    if (!next_data_line(&m->lines, &field))
        return fail(m, "the line \"rows columns entries\" is missing: is the file truncated?");
    left = (uint64_t)(m->lines.end - m->lines.at);
    if (!rw_parse_count(field, &m->rows) || !rw_scan_count(&m->lines, &columns) ||
        !rw_scan_count(&m->lines, &m->count) || rw_scan_word(&m->lines, &field))
        return fail(m, "expected three numbers: rows, columns and entries");
    if (m->rows != columns)
        return fail(m, "the matrix has %llu rows and %llu columns, a graph's is square",
                    (unsigned long long)m->rows, (unsigned long long)columns);
    if (m->rows == 0)
        return fail(m, "the matrix is empty: there is no node");
    if (m->rows > RIWALK_MAX_NODES)
        return rw_fail_at(m->lines.error, RIWALK_STATUS_LIMIT, m->lines.input->name,
                          m->lines.number,
                          "the matrix has %llu rows, at most %u nodes are supported",
                          (unsigned long long)m->rows, RIWALK_MAX_NODES);
    if (m->rows > ROWS_BELIEVED && m->rows > m->lines.input->size)
        return fail(m,
                    "the header announces %llu rows in a file of %zu bytes: number only "
                    "those that have entries",
                    (unsigned long long)m->rows, m->lines.input->size);
    if (m->count > (left + 1) / 4) /* the shortest entry is "1 1" and a line end */
        return fail(m, "the header announces %llu entries, but only %llu bytes follow",
                    (unsigned long long)m->count, (unsigned long long)left);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_index(matrix *m, rw_span field, uint32_t *index)
{
    uint64_t value;

    if (!rw_parse_count(field, &value))
        return fail(m, "expected a row or column number, found '%s'", rw_shown(field));
    if (value < 1 || value > m->rows)
        return fail(m, "the index %llu is outside 1 .. %llu", (unsigned long long)value,
                    (unsigned long long)m->rows);
    *index = (uint32_t)value - 1;
    return RIWALK_STATUS_OK;
}

/* "row column [value]"; `field` is the first of them. */
static riwalk_status read_entry(matrix *m, rw_span field, uint64_t entry)
{
    uint32_t *ends = m->edges.ends + 2 * entry;

    RW_MUST(read_index(m, field, &ends[0]));
    if (!rw_scan_word(&m->lines, &field))
        return fail(m, "expected a row and a column number, found one");
    RW_MUST(read_index(m, field, &ends[1]));
    if (m->has_values) {
        if (!rw_scan_word(&m->lines, &field))
            return fail(m, "expected a value after the row and column numbers");
        if (m->weighted)
            RW_MUST(rw_scan_weight(&m->lines, field, &m->edges.weights[entry]));
    }
    if (rw_scan_word(&m->lines, &field))
        return fail(m, "expected %d numbers, found more", m->has_values ? 3 : 2);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_entries(matrix *m, const riwalk_run *job)
{
    rw_progress progress;
    rw_span field;
    uint64_t entry = 0;

    rw_progress_begin(&progress, job, "reading", "bytes", m->lines.input->size);
    for (; next_data_line(&m->lines, &field); entry++) {
        if (entry == m->count)
            return fail(m, "there are more entries than the %llu that the header announces",
                        (unsigned long long)m->count);
        RW_MUST(read_entry(m, field, entry));
        RW_MUST(rw_scan_report(&m->lines, &progress));
    }
    if (entry < m->count)
        return rw_scan_fail(
            &m->lines,
            "the header announces %llu entries, but there are only %llu: is the file truncated?",
            (unsigned long long)m->count, (unsigned long long)entry);
    return RIWALK_STATUS_OK;
}

static riwalk_status build(matrix *m, bool directed, const riwalk_run *job, riwalk_graph **graph)
{
    rw_names names = {.kind = RW_NAMES_RANGE, .first = 1};
    riwalk_status status;

    m->edges.arcs = !m->symmetric;
    status = rw_graph_build((uint32_t)m->rows, &m->edges, directed && !m->symmetric, job, &names,
                            graph, m->lines.error);
    if (!status) {
        riwalk_graph *g = *graph;
        uint64_t arcs = m->count - g->self_loops_dropped - g->duplicates_dropped;

        g->directions_dropped = !directed && !m->symmetric && arcs != g->arc_count;
        g->directed = directed; /* a symmetric matrix has both arcs */
        (*graph)->columns_ignored = m->has_values && !m->weighted ? m->count : 0;
    }
    return status;
}

riwalk_status rw_read_matrix_market(rw_input *input, const riwalk_read_options *options,
                                    riwalk_graph **graph, riwalk_error *error)
{
    riwalk_run job = rw_run_resolve(&options->run);
    matrix m = {.lines = rw_scan_begin(input, error), .weighted = options->weighted};
    riwalk_status status;

    RW_MUST(read_banner(&m));
    RW_MUST(read_size(&m));
    if (m.weighted && !m.has_values)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 1,
                          "weights were requested, but a pattern matrix has none");
    m.edges.add = options->add_duplicates;
    if (!(status = rw_edges_allocate(&m.edges, m.count, m.weighted, error)) &&
        !(status = read_entries(&m, &job)))
        status = build(&m, options->directed, &job, graph);
    rw_edges_free(&m.edges);
    return status;
}
