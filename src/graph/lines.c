/* SPDX-License-Identifier: MIT */
/* Divides text into parts at line ends, and lines into fields. */
#include "graph/lines.h"

#include "base/decimal.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"

#include <string.h>

#define PART_BYTES ((size_t)1 << 20)

static riwalk_status count_task(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_part_of_text *part = &((rw_lines *)context)->parts[task];
    uint64_t lines = 0;

    /* Blocks of 255 bytes keep the inner counter in a byte, which compilers vectorise. */
    for (const char *at = part->begin; at < part->end;) {
        size_t left = (size_t)(part->end - at);
        size_t block = left < 255 ? left : 255;
        unsigned char here = 0;

        for (size_t i = 0; i < block; i++)
            here = (unsigned char)(here + (at[i] == '\n'));
        lines += here;
        at += block;
    }
    part->lines = lines;
    return RIWALK_STATUS_OK;
}

/* Copies a last line without a line feed into a part of its own, and adds the line feed. */
static riwalk_status add_last_line(const char *from, size_t length, rw_lines *lines,
                                   riwalk_error *error)
{
    RW_HAVE(lines->last = rw_alloc(length + 1, 1, error));
    memcpy(lines->last, from, length);
    lines->last[length] = '\n';
    lines->parts[lines->part_count++] =
        (rw_part_of_text){.begin = lines->last, .end = lines->last + length + 1};
    return RIWALK_STATUS_OK;
}

riwalk_status rw_lines_cut(const rw_input *text, uint64_t first_line, int threads, rw_lines *lines,
                           riwalk_error *error)
{
    size_t mark = first_line == 1 ? rw_utf8_mark(text->data, text->size) : 0;
    const char *begin = text->data + mark, *all = text->data + text->size, *end = all, *stop;
    riwalk_status status = RIWALK_STATUS_OK;

    *lines = (rw_lines){.name = text->name};
    RW_HAVE(lines->parts = rw_alloc(text->size / PART_BYTES + 2, sizeof *lines->parts, error));
    while (end > begin && end[-1] != '\n')
        end--;
    for (const char *at = begin; at < end; at = stop) {
        stop = end;
        if ((size_t)(end - at) > PART_BYTES)
            stop = (const char *)memchr(at + PART_BYTES, '\n', (size_t)(end - at) - PART_BYTES) + 1;
        lines->parts[lines->part_count++] = (rw_part_of_text){.begin = at, .end = stop};
    }
    if (end < all)
        status = add_last_line(end, (size_t)(all - end), lines, error);
    if (!status)
        status = rw_parallel(threads, lines->part_count, count_task, lines, error);
    for (size_t p = 0; p < lines->part_count; p++) {
        lines->parts[p].first_line = first_line + lines->line_count;
        lines->line_count += lines->parts[p].lines;
    }
    if (status)
        rw_lines_free(lines);
    return status;
}

void rw_lines_free(rw_lines *lines)
{
    rw_free(lines->parts);
    rw_free(lines->last);
    *lines = (rw_lines){0};
}

riwalk_status rw_lines_take(const rw_input *input, rw_lines *lines, rw_line_taker take,
                            void *context, riwalk_error *error)
{
    riwalk_status status = rw_lines_cut(input, 1, 1, lines, error);

    for (size_t p = 0; p < lines->part_count; p++) {
        const rw_part_of_text *part = &lines->parts[p];
        uint64_t line = part->first_line;

        for (const char *at = part->begin; at < part->end && !status; line++) {
            const char *end = memchr(at, '\n', (size_t)(part->end - at));
            bool empty = rw_is_comment(at);
            const char *problem = empty ? NULL : rw_line_problem(at, end);

            if (problem)
                status = rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, line, "%s", problem);
            else if (!empty)
                status = take(context, at, line, error);
            at = end + 1;
        }
    }
    return status;
}

/* ---- Fields ---- */

bool rw_is_comment(const char *at)
{
    while (rw_is_blank(*at))
        at++;
    return *at == '\n' || *at == '#' || *at == '%' || (*at == '/' && at[1] == '/');
}

const char *rw_line_problem(const char *at, const char *end)
{
    if (memchr(at, 0, (size_t)(end - at)))
        return "the line holds a zero byte: is this a text file?";
    while (end > at && rw_is_blank(end[-1]))
        end--;
    if (memchr(at, '\r', (size_t)(end - at)) && !memchr(at, '"', (size_t)(end - at)))
        return "the line holds a carriage return: do some lines end in CR alone?";
    return NULL;
}

static const char *skip_blanks(const char *at, char delimiter)
{
    while (rw_is_blank(*at) && *at != delimiter)
        at++;
    return at;
}

static rw_field_result quoted_field(const char **at, char delimiter, rw_span *field)
{
    const char *begin = *at + 1;
    const char *end = begin;

    while (*end != '"' && *end != '\n')
        end++;
    if (*end == '\n')
        return RW_FIELD_UNCLOSED;
    if (end[1] == '"')
        return RW_FIELD_ESCAPED;
    if (end[1] != '\n' && end[1] != delimiter && !rw_is_blank(end[1]))
        return RW_FIELD_BROKEN;
    *field = (rw_span){begin, (size_t)(end - begin)};
    *at = end + 1;
    return end > begin ? RW_FIELD_FOUND : RW_FIELD_EMPTY;
}

rw_field_result rw_field_next(const char **at, char delimiter, rw_span *field)
{
    const bool blanks = delimiter == ' '; /* a run of them counts as one */
    const char *begin = skip_blanks(*at, blanks ? 0 : delimiter), *end = begin;
    rw_field_result result = RW_FIELD_FOUND;

    *at = begin;
    if (*begin == '\n')
        return RW_FIELD_NONE;
    if (*begin == '"') {
        result = quoted_field(at, delimiter, field);
        if (result != RW_FIELD_FOUND || blanks)
            return result;
        end = skip_blanks(*at, delimiter);
        if (*end != delimiter && *end != '\n')
            return RW_FIELD_BROKEN;
    } else {
        while (*end != '\n' && !(blanks ? rw_is_blank(*end) : *end == delimiter))
            end++;
        *field = (rw_span){begin, (size_t)(end - begin)};
        while (!blanks && field->length && rw_is_blank(begin[field->length - 1]))
            field->length--;
        if (!field->length)
            result = RW_FIELD_EMPTY;
    }
    *at = *end == delimiter ? end + 1 : end;
    return result;
}

/* Whether all blank-separated fields of a line are numbers, as in "1<tab>2 0.5". */
static bool all_numbers(const char *at)
{
    rw_span field;
    double value;

    while (rw_field_next(&at, ' ', &field) == RW_FIELD_FOUND)
        if (!rw_parse_double(field.text, field.length, &value))
            return false;
    return true;
}

static bool line_has(const char *line, char c)
{
    for (bool quoted = false; *line != '\n'; line++) {
        if (*line == '"')
            quoted = !quoted;
        else if (*line == c && !quoted)
            return true;
    }
    return false;
}

/* Whether bars delimit the fields of a line instead of being part of names, as in "gi|1 gi|2":
 * integers stand between them, or nothing else could be the delimiter. */
static bool splits_at_bars(const char *line)
{
    const char *words = line;
    rw_span first, second, word;
    int64_t value;

    if (rw_field_next(&line, '|', &first) != RW_FIELD_FOUND ||
        rw_field_next(&line, '|', &second) != RW_FIELD_FOUND)
        return false;
    if (rw_parse_integer(first, &value) && rw_parse_integer(second, &value))
        return true;
    return rw_field_next(&words, ' ', &word) != RW_FIELD_FOUND ||
           !memchr(word.text, '|', word.length) ||
           rw_field_next(&words, ' ', &word) == RW_FIELD_NONE;
}

char rw_field_delimiter(const char *line)
{
    if (line_has(line, '\t') && !all_numbers(line))
        return '\t';
    if (line_has(line, ';'))
        return ';';
    if (line_has(line, ','))
        return ',';
    return line_has(line, '|') && splits_at_bars(line) ? '|' : ' ';
}
