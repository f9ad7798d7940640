/* SPDX-License-Identifier: MIT */
/* Reads text line by line and word by word. */
#include "graph/scan.h"

#include "base/decimal.h"
#include "graph/graph.h"

#include <string.h>

/* Lines between two reports of progress. */
#define STRIDE 16384

rw_scan rw_scan_begin(const rw_input *input, riwalk_error *error)
{
    const char *start = input->data ? input->data : "";

    return (rw_scan){
        .input = input,
        .error = error,
        .at = start + rw_utf8_mark(start, input->size),
        .end = start + input->size,
        .reported = start,
    };
}

bool rw_scan_line(rw_scan *scan)
{
    const char *stop;

    if (scan->at == scan->end)
        return false;
    stop = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
    scan->line = scan->at;
    scan->line_end = stop ? stop : scan->end;
    scan->at = stop ? stop + 1 : scan->end;
    if (scan->line_end > scan->line && scan->line_end[-1] == '\r')
        scan->line_end--;
    scan->number++;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool rw_scan_word(rw_scan *scan, rw_span *word)
{
    const char *at = scan->line, *end = scan->line_end;

    while (at < end && is_blank(*at))
        at++;
    word->text = at;
    while (at < end && !is_blank(*at))
        at++;
    word->length = (size_t)(at - word->text);
    scan->line = at;
    return word->length;
}

bool rw_scan_count(rw_scan *scan, uint64_t *value)
{
    rw_span word;

    return rw_scan_word(scan, &word) && rw_parse_count(word, value);
}

riwalk_status rw_scan_weight(const rw_scan *scan, rw_span word, double *weight)
{

    if (!rw_parse_double(word.text, word.length, weight))
        return rw_scan_fail(scan, "the weight '%s' is not a number", rw_shown(word));
    if (!rw_is_weight(*weight))
        return rw_scan_fail(scan, "the weight %s is not usable: " RW_WEIGHTS_MUST, rw_shown(word));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_scan_report(rw_scan *scan, rw_progress *progress)
{
    const char *before = scan->reported;

    if (scan->number % STRIDE)
        return RIWALK_STATUS_OK;
    scan->reported = scan->at;
    return rw_progress_add(progress, (uint64_t)(scan->at - before), scan->error);
}

const char *rw_show(rw_span word, char buffer[RW_SHOWN_CHARS])
{
    bool cut = word.length > RW_SHOWN_CHARS - 4;
    size_t length = cut ? RW_SHOWN_CHARS - 4 : word.length;

    memcpy(buffer, word.text, length);
    memcpy(buffer + length, cut ? "..." : "", cut ? 4 : 1);
    return buffer;
}
