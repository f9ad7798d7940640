/* SPDX-License-Identifier: MIT */
/*
 * Matrix Market files in and out: square coordinate matrices as adjacency matrices.
 *
 * Rows are nodes named 1 .. n, also those without an entry. A symmetric matrix names each edge
 * once. A general matrix names an arc per entry; without `directed`, (i, j) and (j, i) together are
 * one edge, and only a coordinate that is there twice counts as a duplicate.
 */
#include "base/decimal.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"
#include "graph/scan.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#define BANNER "%%MatrixMarket"
#define CUT_BANNER "%MatrixMarket" /* as in the Network Repository */

/* A matrix may have rows without entries, so its size is no fact about the file's. Up to this many
 * rows are believed, beyond that as many as the file has bytes. */
#define ROWS_BELIEVED (UINT64_C(1) << 24)

/* Entries between two reports of progress. */
#define STRIDE 65536

typedef struct matrix {
    const rw_input *input;
    rw_scan lines;
    bool has_values;
    bool symmetric;
    bool weighted; /* values are kept */
    uint64_t rows;
    uint64_t count;
    rw_edges edges;
} matrix;

static bool has_banner(const rw_input *input)
{
    rw_scan lines = rw_scan_begin(input);
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

static bool is_word(rw_text field, const char *word)
{
    return field.length == strlen(word) && !strncasecmp(field.text, word, field.length);
}

static riwalk_status fail(const matrix *m, riwalk_error *error, const char *sentence)
{
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number, "%s", sentence);
}

/* "%%MatrixMarket matrix coordinate pattern|real|integer general|symmetric" */
static riwalk_status read_banner(matrix *m, riwalk_error *error)
{
    rw_text words[5];
    char shown[RW_SHOWN_CHARS];

    if (!rw_scan_line(&m->lines))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, 0, "the file is empty");
    if (!has_banner(m->input))
        return fail(m, error,
                    "a Matrix Market file begins with \"" BANNER
                    "\"; if this is an edge list, say `format` edgelist");
    for (int i = 0; i < 5; i++)
        if (!rw_scan_word(&m->lines, &words[i]))
            return fail(m, error,
                        "the first line must read \"" BANNER
                        " matrix coordinate FIELD SYMMETRY\", but it ends early");
    if (!is_word(words[1], "matrix"))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, 1,
                          "the file holds a %s, only a matrix can be read as a graph",
                          rw_show(words[1], shown));
    if (!is_word(words[2], "coordinate"))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, 1,
                          "the matrix is in %s form, only coordinate form can be read",
                          rw_show(words[2], shown));
    m->has_values = !is_word(words[3], "pattern");
    if (m->has_values && !is_word(words[3], "real") && !is_word(words[3], "integer"))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, 1,
                          "the entries are %s, only pattern, real and integer can be read",
                          rw_show(words[3], shown));
    m->symmetric = is_word(words[4], "symmetric");
    if (!m->symmetric && !is_word(words[4], "general"))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, 1,
                          "the matrix is %s, only general and symmetric ones can be read",
                          rw_show(words[4], shown));
    return RIWALK_STATUS_OK;
}

/* Goes to the next line that is neither blank nor a comment, and takes its first field. */
static bool next_data_line(rw_scan *lines, rw_text *first)
{
    while (rw_scan_line(lines))
        if (rw_scan_word(lines, first) && first->text[0] != '%')
            return true;
    return false;
}

/* "rows columns entries" */
static riwalk_status read_size(matrix *m, riwalk_error *error)
{
    uint64_t columns, left;
    rw_text field;

    if (!next_data_line(&m->lines, &field))
        return fail(m, error,
                    "the line \"rows columns entries\" is missing: is the file truncated?");
    left = (uint64_t)(m->lines.end - m->lines.at);
    if (!rw_parse_count(field.text, field.length, &m->rows) ||
        !rw_scan_count(&m->lines, &columns) || !rw_scan_count(&m->lines, &m->count) ||
        rw_scan_word(&m->lines, &field))
        return fail(m, error, "expected three numbers: rows, columns and entries");
    if (m->rows != columns)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                          "the matrix has %llu rows and %llu columns, a graph's is square",
                          (unsigned long long)m->rows, (unsigned long long)columns);
    if (m->rows == 0)
        return fail(m, error, "the matrix is empty: there is no node");
    if (m->rows > RIWALK_MAX_NODES)
        return rw_fail_at(error, RIWALK_STATUS_LIMIT, m->input->name, m->lines.number,
                          "the matrix has %llu rows, at most %u nodes are supported",
                          (unsigned long long)m->rows, RIWALK_MAX_NODES);
    if (m->rows > ROWS_BELIEVED && m->rows > m->input->size)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                          "the header announces %llu rows in a file of %zu bytes",
                          (unsigned long long)m->rows, m->input->size);
    if (m->count > (left + 1) / 4) /* the shortest entry is "1 1" and a line end */
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                          "the header announces %llu entries, but only %llu bytes follow",
                          (unsigned long long)m->count, (unsigned long long)left);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_index(matrix *m, rw_text field, uint32_t *index, riwalk_error *error)
{
    char shown[RW_SHOWN_CHARS];
    uint64_t value;

    if (!rw_parse_count(field.text, field.length, &value))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                          "expected a row or column number, found '%s'", rw_show(field, shown));
    if (value < 1 || value > m->rows)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                          "the index %llu is outside 1 .. %llu", (unsigned long long)value,
                          (unsigned long long)m->rows);
    *index = (uint32_t)value - 1;
    return RIWALK_STATUS_OK;
}

/* "row column [value]", of which the first field is already taken. */
static riwalk_status read_entry(matrix *m, rw_text field, uint64_t entry, riwalk_error *error)
{
    uint32_t *ends = m->edges.ends + 2 * entry;
    char shown[RW_SHOWN_CHARS];
    riwalk_status status;

    if ((status = read_index(m, field, &ends[0], error)))
        return status;
    if (!rw_scan_word(&m->lines, &field))
        return fail(m, error, "expected a row and a column number, found one");
    if ((status = read_index(m, field, &ends[1], error)))
        return status;
    if (m->has_values) {
        if (!rw_scan_word(&m->lines, &field))
            return fail(m, error, "expected a value after the row and column numbers");
        if (m->weighted) {
            float *weight = &m->edges.weights[entry];

            if (!rw_parse_float(field.text, field.length, weight))
                return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                                  "the weight '%s' is not a number", rw_show(field, shown));
            if (!(*weight > 0 && isfinite(*weight)))
                return rw_fail_at(
                    error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                    "the weight %s is not usable: weights must be positive and finite",
                    rw_show(field, shown));
        }
    }
    if (rw_scan_word(&m->lines, &field))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                          "expected %d numbers, found more", m->has_values ? 3 : 2);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_entries(matrix *m, const riwalk_run *job, riwalk_error *error)
{
    const char *reported = m->input->data;
    riwalk_status status;
    rw_progress progress;
    rw_text field;
    uint64_t entry = 0;

    rw_progress_begin(&progress, job, "reading", "bytes", m->input->size);
    for (; next_data_line(&m->lines, &field); entry++) {
        if (entry == m->count)
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
                              "there are more entries than the %llu that the header announces",
                              (unsigned long long)m->count);
        if ((status = read_entry(m, field, entry, error)))
            return status;
        if (entry % STRIDE == 0) {
            if ((status = rw_progress_add(&progress, (uint64_t)(m->lines.at - reported), error)))
                return status;
            reported = m->lines.at;
        }
    }
    if (entry < m->count)
        return rw_fail_at(
            error, RIWALK_STATUS_FORMAT, m->input->name, m->lines.number,
            "the header announces %llu entries, but there are only %llu: is the file truncated?",
            (unsigned long long)m->count, (unsigned long long)entry);
    return rw_progress_add(&progress, (uint64_t)(m->lines.end - reported), error);
}

static riwalk_status build(matrix *m, bool directed, const riwalk_run *job, riwalk_graph **graph,
                           riwalk_error *error)
{
    rw_names names = {.kind = RW_NAMES_RANGE, .first = 1};
    riwalk_graph *made = NULL;
    riwalk_status status;

    if ((status = rw_graph_build((uint32_t)m->rows, &m->edges, directed && !m->symmetric, job,
                                 &names, &made, error)))
        return status;
    if (!directed && !m->symmetric && made->duplicates_dropped)
        status =
            rw_count_repeated((uint32_t)m->rows, &m->edges, job, &made->duplicates_dropped, error);
    if (status) {
        riwalk_graph_free(made);
        return status;
    }
    made->directed = directed; /* a symmetric matrix has both arcs */
    made->columns_ignored = m->has_values && !m->weighted ? m->count : 0;
    *graph = made;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_read_matrix_market(rw_input *input, const riwalk_read_options *options,
                                    riwalk_graph **graph, riwalk_error *error)
{
    riwalk_run job = rw_run_resolve(&options->run);
    matrix m = {.input = input, .lines = rw_scan_begin(input), .weighted = options->weighted};
    riwalk_status status;

    if ((status = read_banner(&m, error)) || (status = read_size(&m, error)))
        return status;
    if (m.weighted && !m.has_values)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 1,
                          "weights were requested, but a pattern matrix has none");
    m.edges.count = m.count;
    m.edges.ends = rw_alloc(m.count, 2 * sizeof *m.edges.ends, error);
    if (m.weighted)
        m.edges.weights = rw_alloc(m.count, sizeof *m.edges.weights, error);
    if (!m.edges.ends || (m.weighted && !m.edges.weights))
        status = RIWALK_STATUS_MEMORY;
    else if (!(status = read_entries(&m, &job, error)))
        status = build(&m, options->directed, &job, graph, error);
    rw_free(m.edges.ends);
    rw_free(m.edges.weights);
    return status;
}
