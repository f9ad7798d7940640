/* SPDX-License-Identifier: MIT */
/* Text of a graph on its way out. */
#include "graph/sink.h"

#include "base/decimal.h"

#include <string.h>

/* Nodes between two reports of progress. */
#define STRIDE 4096

rw_sink rw_sink_begin(rw_writing *writing, riwalk_error *error)
{
    return (rw_sink){.graph = writing->graph, .writing = writing, .error = error};
}

void rw_put(rw_sink *s, const char *text, size_t length)
{
    if (!s->status)
        s->status = rw_output_write(s->writing->output, text, length, s->error);
}

void rw_put_text(rw_sink *s, const char *text)
{
    rw_put(s, text, strlen(text));
}

void rw_put_count(rw_sink *s, uint64_t value)
{
    char digits[RW_DECIMAL_CHARS];

    rw_put(s, digits, rw_format_integer((int64_t)value, digits));
}

void rw_put_weight(rw_sink *s, float weight)
{
    char text[RW_DECIMAL_CHARS];

    rw_put(s, text, rw_format_float(weight, text));
}

riwalk_status rw_end_row(rw_sink *s, uint32_t node)
{
    if (!s->status && node % STRIDE == STRIDE - 1)
        s->status = rw_progress_add(&s->writing->progress, STRIDE, s->error);
    return s->status;
}
