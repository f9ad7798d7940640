/* SPDX-License-Identifier: MIT */
/* Going through a text line by line and word by word. */
#include "graph/scan.h"

#include <string.h>

rw_scan rw_scan_begin(const rw_input *input)
{
    const char *start = input->data ? input->data : "";
    bool marked = input->size >= 3 && !memcmp(start, "\xef\xbb\xbf", 3);

    return (rw_scan){.at = start + (marked ? 3 : 0), .end = start + input->size};
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

bool rw_scan_word(rw_scan *scan, rw_text *word)
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

bool rw_parse_count(const char *text, size_t length, uint64_t *value)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';

        if (digit > 9 || sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return length;
}

bool rw_scan_count(rw_scan *scan, uint64_t *value)
{
    rw_text word;

    return rw_scan_word(scan, &word) && rw_parse_count(word.text, word.length, value);
}

const char *rw_show(rw_text word, char buffer[RW_SHOWN_CHARS])
{
    bool cut = word.length > RW_SHOWN_CHARS - 4;
    size_t length = cut ? RW_SHOWN_CHARS - 4 : word.length;

    memcpy(buffer, word.text, length);
    memcpy(buffer + length, cut ? "..." : "", cut ? 4 : 1);
    return buffer;
}
