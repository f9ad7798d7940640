/* SPDX-License-Identifier: MIT */
/* Edge lists: "u v [weight]" a line, in many dialects (docs/formats.md). This file determines the
 * dialect (delimiter, header), calls the parser of numbers or that of names, and makes nodes of ids
 * and a graph. */
#include "graph/edge_list.h"

#include "base/parallel.h"

#include <string.h>
#include <strings.h>

#define TASKS 256 /* when ids become nodes */

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

rw_place rw_edge_list_place(const rw_edge_list *list, size_t task)
{
    bool edges = task < list->edges.lines.part_count;
    const rw_source *source = edges ? &list->edges : &list->nodes;
    size_t index = edges ? task : task - list->edges.lines.part_count;
    rw_part_of_text *part = &source->lines.parts[index];
    uint64_t start = part->first_line - source->lines.parts[0].first_line;
    uint32_t *ids = edges ? list->result.ends : list->listed;

    return (rw_place){
        .source = source,
        .part = part,
        .ids = ids ? ids + (edges ? 2 : 1) * start : NULL,
        .weights = edges && list->result.weights ? list->result.weights + start : NULL,
    };
}

riwalk_status rw_edge_list_end_part(rw_edge_list *list, const rw_place *place, riwalk_error *error)
{
    place->part->entries = place->entries;
    __atomic_fetch_add(&list->columns_ignored, place->ignored, __ATOMIC_RELAXED);
    return rw_progress_add(&list->progress, (uint64_t)(place->part->end - place->part->begin),
                           error);
}

riwalk_status rw_edge_list_allocate(rw_edge_list *list, riwalk_error *error)
{
    RW_HAVE(list->listed = rw_alloc(list->nodes.lines.line_count, sizeof *list->listed, error));
    return rw_edges_allocate(&list->result, list->edges.lines.line_count + 1,
                             list->options->weighted, error);
}

void rw_edge_list_compact(rw_edge_list *list)
{
    list->result.count = 0;
    list->listed_count = 0;
    for (size_t task = 0; task < rw_edge_list_parts(list); task++) {
        rw_place place = rw_edge_list_place(list, task);
        uint64_t count = place.part->entries;
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

void rw_edge_list_forget(rw_edge_list *list)
{
    rw_edges_free(&list->result);
    rw_free(list->listed);
    list->listed = NULL;
    list->columns_ignored = 0;
}

static void close_sources(rw_edge_list *list)
{
    rw_edge_list_forget(list);
    rw_lines_free(&list->edges.lines);
    rw_lines_free(&list->nodes.lines);
}

static void free_ids(rw_edge_list *list)
{
    rw_id_set_free(&list->ids);
    rw_intern_free(&list->table);
    rw_free(list->rank);
    list->rank = NULL;
}

void rw_edge_list_close(rw_edge_list *list)
{
    close_sources(list);
    free_ids(list);
    rw_free(list->first_line);
    rw_names_free(&list->names);
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

/* Whether the first line that is not a comment is or may be a header. Two names that are no known
 * words are kept: they are a header if only numbers follow. */
static bool may_be_header(rw_edge_list *list, const char *line)
{
    const char *at = line;
    rw_span fields[3] = {{0}};
    int64_t value;
    int count = 0, most = list->options->weighted ? 3 : 2;

    if (list->options->header != RIWALK_HEADER_AUTO)
        return list->options->header == RIWALK_HEADER_YES;
    while (count < most &&
           rw_field_next(&at, list->edges.delimiter, &fields[count]) == RW_FIELD_FOUND)
        count++;
    if (count < 2 || rw_parse_integer(fields[0], &value) || rw_parse_integer(fields[1], &value))
        return false;
    if (rw_is_header_word(fields[0]) && rw_is_header_word(fields[1]))
        return true;
    if (most == 3) {
        bool number =
            count == 3 && rw_parse_double(fields[2].text, fields[2].length, &list->first_weight);

        if (count == 3 && !number && !is_nonsense(fields[2]))
            return true;
        if (!number || !rw_is_weight(list->first_weight))
            return false;
    }
    if (memchr(line, 0, (size_t)(fields[1].text + fields[1].length - line)))
        return false;
    list->first_has_more = rw_field_next(&at, list->edges.delimiter, &fields[2]) != RW_FIELD_NONE;
    list->first[0] = fields[0];
    list->first[1] = fields[1];
    return true;
}

/* Divides the text into lines, starting at number `line`, and skips a byte order mark. */
static riwalk_status open_source(rw_source *source, const rw_input *input, uint64_t line,
                                 int threads, riwalk_error *error)
{
    size_t mark = line == 1 ? rw_utf8_mark(input->data, input->size) : 0;

    source->name = input->name;
    return rw_lines_cut(input->data + mark, input->size - mark, line, threads, &source->lines,
                        error);
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
    size_t part, length;
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
    length = (size_t)((const char *)memchr(line, '\n', (size_t)(here->end - line)) + 1 - line);
    RW_HAVE(list->first_line = rw_alloc(length, 1, error));
    if (!may_be_header(list, memcpy(list->first_line, line, length)))
        return RIWALK_STATUS_OK;
    here->begin = line + length;
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

riwalk_status rw_edge_list_begin(rw_edge_list *list, const rw_input *input, const rw_input *nodes,
                                 riwalk_error *error)
{
    close_sources(list);
    rw_free(list->first_line);
    list->first_line = NULL;
    list->first[0].text = NULL;
    list->first_has_more = false;
    list->edges.ids = 2;
    list->nodes.ids = 1;
    if (list->options->delimiter && !strchr(" \t,;|", list->options->delimiter))
        return rw_refuse(error, "the delimiter must be a blank, a tab, a comma, a semicolon or a "
                                "bar");
    RW_MUST(check_sides(input, list->options, error));
    RW_MUST(open_source(&list->edges, input, 1, list->job.threads, error));
    if (nodes->data) {
        RW_MUST(rw_check_text(nodes, error));
        RW_MUST(open_source(&list->nodes, nodes, 1, list->job.threads, error));
    }
    RW_MUST(settle_dialect(list, error));
    if (!list->edges.delimiter)
        list->edges.delimiter = ' ';
    list->nodes.delimiter = list->edges.delimiter;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_go_on(rw_edge_list *list, const rw_input *input, uint64_t line,
                                 riwalk_error *error)
{
    close_sources(list);
    return open_source(&list->edges, input, line, list->job.threads, error);
}

riwalk_status rw_edge_list_first(rw_edge_list *list, uint64_t edges, uint32_t ids[2], bool *is_edge,
                                 riwalk_error *error)
{
    *is_edge = list->first[0].text && !(edges && rw_intern_all_integers(&list->table));
    for (int i = 0; i < 2 && *is_edge; i++)
        RW_MUST(rw_intern_text(&list->table, list->first[i], &ids[i], error));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_order(rw_edge_list *list, riwalk_error *error)
{
    list->node_count = list->table.count;
    RW_HAVE(list->rank = rw_alloc(list->node_count, sizeof *list->rank, error));
    return rw_names_order(&list->table, &list->names, list->rank, error);
}

/* Replaces the ids of a share of the edges by nodes; before numbers have ranks, marks them. */
static riwalk_status ids_task(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_edge_list *list = context;
    uint64_t begin = rw_part(2 * list->result.count, TASKS, task);
    uint64_t end = rw_part(2 * list->result.count, TASKS, task + 1);
    uint32_t *ids = list->result.ends;

    if (list->rank)
        for (uint64_t i = begin; i < end; i++)
            ids[i] = list->rank[ids[i]];
    else if (list->ids.before)
        for (uint64_t i = begin; i < end; i++)
            ids[i] = rw_id_set_rank(&list->ids, ids[i]);
    else
        rw_id_set_mark(&list->ids, ids + begin, end - begin);
    return RIWALK_STATUS_OK;
}

/* A bit set of all possible numbers records which occur; a number's rank in it is its node. */
static riwalk_status order_numbers(rw_edge_list *list, riwalk_error *error)
{
    RW_MUST(rw_id_set_reach(&list->ids, list->max, error));
    rw_parallel(list->job.threads, TASKS, ids_task, list, error);
    rw_id_set_mark(&list->ids, list->listed, list->listed_count);
    RW_MUST(rw_id_set_number(&list->ids, &list->node_count, &list->names, error));
    if (list->names.kind == RW_NAMES_INTEGERS)
        RW_HAVE(list->names.integers = rw_id_set_list(&list->ids, error));
    else if (!list->names.first)
        return RIWALK_STATUS_OK;
    return rw_parallel(list->job.threads, TASKS, ids_task, list, error);
}

static riwalk_status order_names(rw_edge_list *list, riwalk_error *error)
{
    rw_edges *edges = &list->result;
    bool is_edge;

    RW_MUST(
        rw_edge_list_first(list, edges->count, edges->ends + 2 * edges->count, &is_edge, error));
    if (is_edge) {
        if (edges->weights)
            edges->weights[edges->count] = list->first_weight;
        edges->count++;
        list->columns_ignored += list->first_has_more;
    }
    RW_MUST(rw_edge_list_order(list, error));
    return rw_parallel(list->job.threads, TASKS, ids_task, list, error);
}

/* Numbers may be so large and so few that a bit for each would waste memory, and a first line of
 * names is a header only above lines of numbers. */
static bool are_numbers(const rw_edge_list *list)
{
    uint64_t edges = list->result.count, nodes = list->listed_count;

    return list->understood && list->max / 8 <= (UINT64_C(1) << 20) + 8 * (edges + nodes) &&
           (edges || (nodes && !list->first[0].text));
}

static riwalk_status read_ids(rw_edge_list *list, riwalk_error *error)
{
    uint64_t bytes = 0;

    for (size_t task = 0; task < rw_edge_list_parts(list); task++) {
        rw_place place = rw_edge_list_place(list, task);

        bytes += (uint64_t)(place.part->end - place.part->begin);
    }
    rw_progress_begin(&list->progress, &list->job, "reading", "bytes", bytes);
    RW_MUST(rw_edge_list_numbers(list, error));
    if (are_numbers(list))
        return order_numbers(list, error);
    rw_edge_list_forget(list);
    rw_progress_begin(&list->progress, &list->job, "reading", "bytes", bytes);
    RW_MUST(rw_edge_list_names(list, list->job.threads, error));
    return order_names(list, error);
}

static riwalk_status read_and_build(rw_edge_list *list, rw_input *input, rw_input *nodes,
                                    riwalk_graph **graph, riwalk_error *error)
{
    if (list->options->nodes_path)
        RW_MUST(rw_input_open(list->options->nodes_path, list->options->run.threads, nodes, error));
    RW_MUST(rw_edge_list_begin(list, input, nodes, error));
    RW_MUST(read_ids(list, error));
    if (!list->result.count && !list->listed_count)
        return rw_input_fail(input, error,
                             input->size ? "the file has no edges" : "the file is empty");
    /* The text is no longer needed, so the graph reuses its memory: clearing new pages would take
     * the system longer than reading the file did. */
    list->result.spare = input->owned;
    input->owned = NULL;
    rw_input_close(input);
    rw_input_close(nodes);
    free_ids(list);
    list->result.add = list->options->add_duplicates;
    RW_MUST(rw_graph_build(list->node_count, &list->result, list->options->directed, &list->job,
                           &list->names, graph, error));
    (*graph)->columns_ignored = list->columns_ignored;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_read_edge_list(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    rw_edge_list list = {.job = rw_run_resolve(&options->run), .options = options};
    rw_input nodes = {0};
    riwalk_status status = read_and_build(&list, input, &nodes, graph, error);

    rw_edge_list_close(&list);
    rw_input_close(&nodes);
    return status;
}
