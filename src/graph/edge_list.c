/* SPDX-License-Identifier: MIT */
/* Edge lists: "u v [weight]" a line, in many dialects (docs/formats.md). This file determines the
 * dialect (delimiter, header), calls the reader for numbers or the one for names, and builds the
 * graph. */
#include "graph/edge_list.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>
#include <strings.h>

/* Names of the end columns in the headers of common files. */
static const char *const header_words[] = {
    "source",      "target", "from",    "to",        "src",        "dst",      "dest",
    "destination", "node1",  "node2",   "node_1",    "node_2",     "id1",      "id2",
    "id_1",        "id_2",   "nodeid1", "nodeid2",   "fromnodeid", "tonodeid", "head",
    "tail",        "start",  "end",     "source_id", "target_id",  "from_id",  "to_id",
    "node_a",      "node_b", "u",       "v",         "sender",     "receiver", "recipient",
    "payer",       "payee",  "debtor",  "creditor",
};

/* Beginnings of such names: "SOURCE_SUBREDDIT", ":START_ID(Person)". */
static const char *const header_beginnings[] = {"source_", "target_", ":start_id", ":end_id"};

/* ---- Parts of the text ---- */

size_t rw_edge_list_parts(const rw_edge_list *list)
{
    return list->edges.lines.part_count + list->nodes.lines.part_count;
}

rw_place rw_edge_list_place(rw_edge_list *list, size_t task)
{
    bool edges = task < list->edges.lines.part_count;
    rw_source *source = edges ? &list->edges : &list->nodes;
    size_t index = edges ? task : task - list->edges.lines.part_count;
    const rw_part_of_text *part = &source->lines.parts[index];
    uint64_t start = part->first_line - source->lines.parts[0].first_line;
    uint32_t *ids = edges ? list->result.ends : list->listed;

    return (rw_place){
        .source = source,
        .part = part,
        .index = index,
        .ids = ids ? ids + start * (size_t)source->ids : NULL,
        .weights = edges && list->result.weights ? list->result.weights + start : NULL,
    };
}

riwalk_status rw_edge_list_allocate(rw_edge_list *list, riwalk_error *error)
{
    RW_HAVE(list->listed = rw_alloc(list->nodes.lines.line_count, sizeof *list->listed, error));
    return rw_edges_allocate(&list->result, list->edges.lines.line_count + 1,
                             list->options->weighted, error);
}

void rw_edge_list_forget(rw_edge_list *list)
{
    rw_edges_free(&list->result);
    rw_free(list->listed);
    rw_names_free(&list->names);
    list->listed = NULL;
    list->columns_ignored = 0;
}

void rw_edge_list_compact(rw_edge_list *list)
{
    list->result.count = 0;
    list->listed_count = 0;
    for (size_t task = 0; task < rw_edge_list_parts(list); task++) {
        rw_place place = rw_edge_list_place(list, task);
        uint64_t count = place.source->counts[place.index];
        bool edges = place.source == &list->edges;
        uint64_t *total = edges ? &list->result.count : &list->listed_count;
        uint32_t *to = edges ? list->result.ends + 2 * *total : list->listed + *total;

        if (to != place.ids) {
            memmove(to, place.ids, count * (size_t)place.source->ids * sizeof *to);
            if (place.weights)
                memmove(list->result.weights + *total, place.weights, count * sizeof(double));
        }
        *total += count;
    }
}

/* ---- The dialect ---- */

bool rw_is_header_word(rw_span field)
{
    if (rw_span_among(field, header_words, sizeof header_words / sizeof *header_words))
        return true;
    for (size_t i = 0; i < sizeof header_beginnings / sizeof *header_beginnings; i++) {
        size_t length = strlen(header_beginnings[i]);

        if (field.length >= length && !strncasecmp(header_beginnings[i], field.text, length))
            return true;
    }
    return false;
}

/* Whether a column's title names an end of edges, such as "Person1Id". */
static bool is_end_title(rw_span field)
{
    static const char *const endings[] = {"1id", "2id", "id1", "id2"};
    const char *end = field.text + field.length;

    return rw_is_header_word(field) ||
           (field.length > 3 && rw_span_among((rw_span){end - 3, 3}, endings, 4));
}

int rw_ends_elsewhere(const char *header, char delimiter)
{
    rw_span before = {0}, field;
    bool first = false;

    if (delimiter == ' ')
        return 0;
    for (int column = 1; rw_field_next(&header, delimiter, &field) == RW_FIELD_FOUND; column++) {
        bool ends = column > 1 && is_end_title(before) && is_end_title(field);

        first |= column == 2 && ends;
        if (column > 2 && ends && !first)
            return column - 1;
        before = field;
    }
    return 0;
}

/* A weight that is not a number, but not a column title either. */
static bool is_nonsense(rw_span field)
{
    static const char *const words[] = {"nan",      "-nan",      "+nan", "inf",  "-inf", "+inf",
                                        "infinity", "-infinity", "na",   "null", "none"};

    return rw_span_among(field, words, sizeof words / sizeof *words);
}

/* How the first line that is not a comment is classified. */
typedef enum first_line {
    FIRST_IS_DATA,
    FIRST_IS_HEADER,
    FIRST_IS_OPEN, /* two names: a header if only numbers follow */
} first_line;

/* Whether a line has more than this many fields. */
static bool has_more(const char *line, char delimiter, int fields)
{
    rw_span field;

    while (fields-- > 0)
        rw_field_next(&line, delimiter, &field);
    return rw_field_next(&line, delimiter, &field) != RW_FIELD_NONE;
}

static first_line judge_first_line(rw_edge_list *list, const char *line)
{
    const char *at = line;
    rw_span fields[3] = {{0}};
    double *weight = &list->first_weight;
    int64_t value;
    int count = 0;

    if (list->options->header != RIWALK_HEADER_AUTO)
        return list->options->header == RIWALK_HEADER_YES ? FIRST_IS_HEADER : FIRST_IS_DATA;
    while (count < 3 && rw_field_next(&at, list->edges.delimiter, &fields[count]) == RW_FIELD_FOUND)
        count++;
    if (count < 2 || rw_parse_integer(fields[0], &value) || rw_parse_integer(fields[1], &value))
        return FIRST_IS_DATA;
    if (rw_is_header_word(fields[0]) && rw_is_header_word(fields[1]))
        return FIRST_IS_HEADER;
    if (list->options->weighted) {
        bool number = count == 3 && rw_parse_double(fields[2].text, fields[2].length, weight);

        if (count == 3 && !number && !is_nonsense(fields[2]))
            return FIRST_IS_HEADER;
        if (!number || !rw_is_weight(*weight))
            return FIRST_IS_DATA;
    }
    if (memchr(line, 0, (size_t)(fields[1].text + fields[1].length - line)))
        return FIRST_IS_DATA;
    list->first_has_more = has_more(line, list->edges.delimiter, list->options->weighted ? 3 : 2);
    list->first[0] = fields[0];
    list->first[1] = fields[1];
    return FIRST_IS_OPEN;
}

riwalk_status rw_check_text(const rw_input *input, riwalk_error *error)
{
    static const struct {
        const char *magic;
        size_t length;
        const char *problem;
    } others[] = {
        {"BZh", 3,
         "this is a bzip2 file: decompress it first (gzip and zstd are read as they are)"},
        {"\xfd"
         "7zXZ",
         5, "this is an xz file: decompress it first (gzip and zstd are read as they are)"},
        {"PK\x03\x04", 4, "this is a zip file, as .xlsx and .npz are: unpack it, or export a CSV"},
        {"\x93NUMPY", 6, "this is a NumPy file: vectors, not a graph"},
        {"\x93RWM", 4, "this is a riwalk model, not a graph"},
        {"\x93RWP", 4, "this is a riwalk part of profiles, not a graph"},
        {"PAR1", 4,
         "this is a Parquet file: export a CSV, or pass a data frame to the Python package"},
        {"\x89PNG", 4, "this is a picture, not a graph"},
        {"%PDF", 4, "this is a PDF document, not a graph"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (input->size >= others[i].length &&
            !memcmp(input->data, others[i].magic, others[i].length))
            return rw_input_fail(input, error, "%s", others[i].problem);
    return RIWALK_STATUS_OK;
}

/* Divides the text into lines, starting at number `line`, and skips a byte order mark. */
static riwalk_status open_source(rw_source *source, const rw_input *input, uint64_t line,
                                 int threads, riwalk_error *error)
{
    size_t mark = line == 1 ? rw_utf8_mark(input->data, input->size) : 0;

    source->name = input->name;
    RW_MUST(
        rw_lines_cut(input->data + mark, input->size - mark, line, threads, &source->lines, error));
    source->counts = rw_alloc_zeroed(source->lines.part_count, sizeof *source->counts, error);
    return source->counts ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

/* The first line that is not a comment, and its part; NULL if there is none. */
static const char *find_first_line(const rw_source *source, size_t *part, uint64_t *lines_before)
{
    for (size_t p = 0; p < source->lines.part_count; p++) {
        const rw_part_of_text *here = &source->lines.parts[p];

        *lines_before = 0;
        for (const char *at = here->begin; at < here->end; (*lines_before)++) {
            if (!rw_is_comment(at)) {
                *part = p;
                return at;
            }
            at = (const char *)memchr(at, '\n', (size_t)(here->end - at)) + 1;
        }
    }
    return NULL;
}

/* Determines delimiter and header. Cuts off a line that is or may be a header. */
static riwalk_status settle_dialect(rw_edge_list *list, riwalk_error *error)
{
    rw_source *edges = &list->edges;
    rw_part_of_text *here;
    uint64_t lines_before;
    size_t part;
    const char *line = find_first_line(edges, &part, &lines_before);
    int ends;

    edges->delimiter = list->options->delimiter;
    if (!line)
        return RIWALK_STATUS_OK;
    here = &edges->lines.parts[part];
    if (!edges->delimiter)
        edges->delimiter = rw_field_delimiter(line);
    if (list->options->header != RIWALK_HEADER_NO &&
        (ends = rw_ends_elsewhere(line, edges->delimiter)))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, edges->name, here->first_line + lines_before,
                          "edges are read from the first two columns, but the header names their "
                          "ends in columns %d and %d: take these out first, as by cut -d '%c' -f "
                          "%d,%d (`header` no reads the file as it is)",
                          ends, ends + 1, edges->delimiter, ends, ends + 1);
    if (judge_first_line(list, line) == FIRST_IS_DATA)
        return RIWALK_STATUS_OK;
    here->begin = (const char *)memchr(line, '\n', (size_t)(here->end - line)) + 1;
    here->first_line += lines_before + 1;
    here->lines -= lines_before + 1;
    return RIWALK_STATUS_OK;
}

/* ---- Reading ---- */

/* KONECT numbers both sides of a bipartite graph from 1. Read as they are, two nodes would become
 * one. */
static riwalk_status check_sides(const rw_input *input, const riwalk_read_options *options,
                                 riwalk_error *error)
{
    if (options->format == RIWALK_FORMAT_EDGE_LIST || input->size < 6 ||
        memcmp(input->data, "% bip ", 6))
        return RIWALK_STATUS_OK;
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 1,
                      "this KONECT file is bipartite: 1 on the left and 1 on the right are two "
                      "nodes; name them apart first, as by awk '!/^%%/ { print \"a\" $1, \"b\" $2 "
                      "}' (`format` edgelist reads the file as it is)");
}

static riwalk_status read_both(rw_edge_list *list, riwalk_error *error)
{
    uint64_t bytes = 0;
    bool understood = false;
    riwalk_status status;

    for (size_t task = 0; task < rw_edge_list_parts(list); task++) {
        rw_place place = rw_edge_list_place(list, task);

        bytes += (uint64_t)(place.part->end - place.part->begin);
    }
    rw_progress_begin(&list->progress, list->job, "reading", "bytes", bytes);
    if ((status = rw_edge_list_numbers(list, &understood, error)) || understood)
        return status;
    rw_progress_begin(&list->progress, list->job, "reading", "bytes", bytes);
    return rw_edge_list_names(list, error);
}

static void close_source(rw_source *source)
{
    rw_lines_free(&source->lines);
    rw_free(source->counts);
    source->counts = NULL;
}

void rw_edge_list_close(rw_edge_list *list)
{
    rw_edge_list_forget(list);
    close_source(&list->edges);
    close_source(&list->nodes);
}

riwalk_status rw_edge_list_begin(rw_edge_list *list, const rw_input *input, const rw_input *nodes,
                                 riwalk_error *error)
{
    int threads = list->job->threads;

    rw_edge_list_close(list);
    list->edges.ids = 2;
    list->nodes.ids = 1;
    if (list->options->delimiter && !strchr(" \t,;|", list->options->delimiter))
        return rw_refuse(error, "the delimiter must be a blank, a tab, a comma, a semicolon or a "
                                "bar");
    RW_MUST(check_sides(input, list->options, error));
    RW_MUST(open_source(&list->edges, input, 1, threads, error));
    if (nodes->data) {
        RW_MUST(rw_check_text(nodes, error));
        RW_MUST(open_source(&list->nodes, nodes, 1, threads, error));
    }
    RW_MUST(settle_dialect(list, error));
    list->nodes.delimiter = list->edges.delimiter ? list->edges.delimiter : ' ';
    if (!list->edges.delimiter)
        list->edges.delimiter = ' ';
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_go_on(rw_edge_list *list, const rw_input *input, uint64_t line,
                                 riwalk_error *error)
{
    rw_edge_list_close(list);
    return open_source(&list->edges, input, line, list->job->threads, error);
}

static riwalk_status read_and_build(rw_edge_list *list, rw_input *input, rw_input *nodes,
                                    riwalk_graph **graph, riwalk_error *error)
{
    RW_MUST(rw_edge_list_begin(list, input, nodes, error));
    RW_MUST(read_both(list, error));
    if (!list->result.count && !list->listed_count)
        return rw_input_fail(input, error,
                             input->size ? "the file has no edges" : "the file is empty");
    /* The text is no longer needed, so the graph reuses its memory: clearing new pages would take
     * the system longer than reading the file did. */
    list->result.spare = input->owned;
    input->owned = NULL;
    rw_input_close(input);
    rw_input_close(nodes);
    list->result.add = list->options->add_duplicates;
    return rw_graph_build(list->node_count, &list->result, list->options->directed, list->job,
                          &list->names, graph, error);
}

riwalk_status rw_read_edge_list(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    riwalk_run job = rw_run_resolve(&options->run);
    rw_edge_list list = {
        .job = &job,
        .options = options,
    };
    rw_input nodes = {0};
    riwalk_status status = RIWALK_STATUS_OK;

    if (options->nodes_path)
        status = rw_input_open(options->nodes_path, options->run.threads, &nodes, error);
    if (!status)
        status = read_and_build(&list, input, &nodes, graph, error);
    if (!status)
        (*graph)->columns_ignored = list.columns_ignored;
    rw_edge_list_close(&list);
    rw_input_close(&nodes);
    return status;
}
