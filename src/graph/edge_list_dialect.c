/* SPDX-License-Identifier: MIT */
/* Divides an edge list into lines and determines its dialect: delimiter and header. */
#include "graph/edge_list.h"

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

/* ---- Headers ---- */

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
    while (count < most && rw_field_next(&at, list->delimiter, &fields[count]) == RW_FIELD_FOUND)
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
    list->first_has_more = rw_field_next(&at, list->delimiter, &fields[2]) != RW_FIELD_NONE;
    list->first[0] = fields[0];
    list->first[1] = fields[1];
    return true;
}

/* The end of a part's line at `at`. */
static const char *line_end(const rw_part_of_text *part, const char *at)
{
    return (const char *)memchr(at, '\n', (size_t)(part->end - at)) + 1;
}

/* Finds the part with the first line that is not a comment, and cuts off the lines before it; NULL
 * if there is none. */
static rw_part_of_text *find_first_line(const rw_lines *lines)
{
    for (size_t p = 0; p < lines->part_count; p++) {
        rw_part_of_text *part = &lines->parts[p];

        for (; part->begin < part->end; part->first_line++, part->lines--) {
            if (!rw_is_comment(part->begin))
                return part;
            part->begin = line_end(part, part->begin);
        }
    }
    return NULL;
}

/* Determines delimiter and header. Cuts off a line that is or may be a header. */
static riwalk_status settle_dialect(rw_edge_list *list, riwalk_error *error)
{
    rw_part_of_text *part = find_first_line(&list->edges);
    char delimiter = list->options->delimiter;
    size_t length;
    int ends;

    if (!delimiter)
        delimiter = part ? rw_field_delimiter(part->begin) : ' ';
    list->delimiter = delimiter;
    if (!part)
        return RIWALK_STATUS_OK;
    if (list->options->header != RIWALK_HEADER_NO &&
        (ends = rw_ends_elsewhere(part->begin, delimiter)))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, list->edges.name, part->first_line,
                          "edges are read from the first two columns, but the header names their "
                          "ends in columns %d and %d: take these out first, as by cut -d '%c' -f "
                          "%d,%d (`header` no reads the file as it is)",
                          ends, ends + 1, delimiter, ends, ends + 1);
    length = (size_t)(line_end(part, part->begin) - part->begin);
    RW_HAVE(list->first_line = rw_alloc(length, 1, error));
    if (may_be_header(list, memcpy(list->first_line, part->begin, length))) {
        part->begin += length;
        part->first_line++;
        part->lines--;
    }
    return RIWALK_STATUS_OK;
}

/* ---- Pieces ---- */

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

riwalk_status rw_edge_list_take(rw_edge_list *list, const rw_input *input, uint64_t line,
                                const rw_input *nodes, riwalk_error *error)
{
    rw_lines_free(&list->edges);
    rw_lines_free(&list->nodes);
    if (line > 1)
        return rw_lines_cut(input, line, list->job.threads, &list->edges, error);
    rw_free(list->first_line);
    list->first_line = NULL;
    list->first[0].text = NULL;
    list->first_has_more = false;
    if (list->options->delimiter && !strchr(" \t,;|", list->options->delimiter))
        return rw_refuse(error, "the delimiter must be a blank, a tab, a comma, a semicolon or a "
                                "bar");
    RW_MUST(check_sides(input, list->options, error));
    RW_MUST(rw_lines_cut(input, 1, list->job.threads, &list->edges, error));
    if (nodes->data) {
        RW_MUST(rw_check_text(nodes, error));
        RW_MUST(rw_lines_cut(nodes, 1, list->job.threads, &list->nodes, error));
    }
    return settle_dialect(list, error);
}

void rw_edge_list_close(rw_edge_list *list)
{
    rw_lines_free(&list->edges);
    rw_lines_free(&list->nodes);
    rw_edges_free(&list->result);
    rw_intern_free(&list->table);
    rw_free(list->first_line);
}
