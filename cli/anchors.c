/* SPDX-License-Identifier: MIT */
/* Ranges of nodes on the command line. */
#include "anchors.h"

#include "messages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Digits up to `end`, none of which may be something else; nothing stands for `absent`. */
static bool parse(const char *text, const char *end, uint64_t absent, uint64_t *number)
{
    *number = text == end ? absent : 0;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9' || *number > UINT32_MAX)
            return false;
        *number = *number * 10 + (uint64_t)(*text - '0');
    }
    return *number <= UINT32_MAX;
}

int cli_parse_anchors(const cli_command *command, const char *text, cli_anchors *anchors)
{
    const char *colon = text ? strchr(text, ':') : NULL;
    uint64_t first = 0, end = 0;

    if (text && (!colon || !parse(text, colon, 0, &first) ||
                 !parse(colon + 1, text + strlen(text), UINT32_MAX, &end)))
        return cli_usage(command, "--anchors takes FIRST:END, such as 0:1000000, not '%s'", text);
    if (text && first >= end)
        return cli_usage(command, "--anchors %s has no nodes: END must be above FIRST", text);
    *anchors = (cli_anchors){(uint32_t)first, (uint32_t)end};
    return CLI_EXIT_FINE;
}

int cli_fit_anchors(const cli_inputs *in, cli_anchors *anchors)
{
    uint64_t nodes = 0;

    for (size_t g = 0; g < in->count; g++)
        nodes += riwalk_graph_node_count(in->graphs[g]);
    if (anchors->first && anchors->first >= nodes)
        return cli_fail("--anchors begins at node %" PRIu32 ", but there are %" PRIu64
                        " nodes: the last is number %" PRIu64,
                        anchors->first, nodes, nodes ? nodes - 1 : 0);
    if (!anchors->end || anchors->end > nodes)
        anchors->end = (uint32_t)nodes;
    return CLI_EXIT_FINE;
}
