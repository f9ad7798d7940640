/* SPDX-License-Identifier: MIT */
/* Cutting a text into parts at line ends, and counting the lines of each. */
#include "graph/lines.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/fields.h"

#include <string.h>

#define PART_BYTES ((size_t)1 << 20)

static riwalk_status count_task(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_part_of_text *part = &((rw_lines *)context)->parts[task];
    uint64_t lines = 0;

    /* Blocks of 255 bytes keep the inner count in one byte, which compilers turn into SIMD. */
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

/* A last line without a line feed becomes a part of its own, over a copy that has one. */
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

riwalk_status rw_lines_cut(const char *data, size_t size, uint64_t first_line, int threads,
                           rw_lines *lines, riwalk_error *error)
{
    const char *at = data, *end = data + size;
    riwalk_status status = RIWALK_STATUS_OK;

    *lines = (rw_lines){0};
    RW_HAVE(lines->parts = rw_alloc(size / PART_BYTES + 2, sizeof *lines->parts, error));
    while (at < end && !status) {
        size_t left = (size_t)(end - at);
        const char *stop = left > PART_BYTES ? at + PART_BYTES : end;

        if (stop < end) {
            const char *feed = memchr(stop, '\n', (size_t)(end - stop));

            stop = feed ? feed + 1 : end;
        }
        if (stop == end)
            while (stop > at && stop[-1] != '\n')
                stop--;
        if (stop == at) {
            status = add_last_line(at, left, lines, error);
            break;
        }
        lines->parts[lines->part_count++] = (rw_part_of_text){.begin = at, .end = stop};
        at = stop;
    }
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

riwalk_status rw_lines_each(const rw_lines *lines, const char *name, rw_line_taker take,
                            void *context, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t p = 0; p < lines->part_count; p++) {
        const rw_part_of_text *part = &lines->parts[p];
        uint64_t line = part->first_line;

        for (const char *at = part->begin; at < part->end && !status; line++) {
            const char *end = memchr(at, '\n', (size_t)(part->end - at));
            bool empty = rw_is_comment(at);
            const char *problem = empty ? NULL : rw_line_problem(at, end);

            if (problem)
                status = rw_fail_at(error, RIWALK_STATUS_FORMAT, name, line, "%s", problem);
            else if (!empty)
                status = take(context, at, line, error);
            at = end + 1;
        }
    }
    return status;
}
