/* SPDX-License-Identifier: MIT */
/* From ids in a list or a file to numbers of nodes. */
#include "node_ids.h"

#include "messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds a node by its id; of several graphs, by NAME:id. */
static bool find_node(const cli_inputs *in, const char *id, size_t length, uint32_t *node)
{
    uint32_t first = 0;

    for (size_t g = 0; g < in->count; g++) {
        size_t before = in->count > 1 ? strlen(in->names[g]) + 1 : 0;
        bool here = !before || (length > before && id[before - 1] == ':' &&
                                !memcmp(id, in->names[g], before - 1));

        if (here && riwalk_graph_find(in->graphs[g], id + before, length - before, node)) {
            *node += first;
            return true;
        }
        first += riwalk_graph_node_count(in->graphs[g]);
    }
    return false;
}

static int add_node(const cli_inputs *in, const char *id, size_t length, cli_nodes *nodes)
{
    uint32_t node;

    if (!find_node(in, id, length, &node))
        return cli_fail("--only: there is no node '%.*s'%s", length < 80 ? (int)length : 80, id,
                        in->count > 1 ? " (ids of several graphs read NAME:id)" : "");
    if (nodes->count == nodes->capacity) {
        size_t capacity = nodes->capacity ? 2 * nodes->capacity : 16;
        uint32_t *grown = realloc(nodes->nodes, capacity * sizeof *grown);

        if (!grown)
            return cli_fail("not enough memory");
        nodes->nodes = grown;
        nodes->capacity = capacity;
    }
    nodes->nodes[nodes->count++] = node;
    return CLI_EXIT_FINE;
}

static int read_list(const char *path, const cli_inputs *in, cli_nodes *nodes)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    int status = CLI_EXIT_FINE;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    if (!file)
        return cli_fail("cannot open %s: %s", path, strerror(errno));
    while (!status && (length = getline(&line, &room, file)) >= 0) {
        size_t begin = strspn(line, " \t"), end = (size_t)length;

        while (end > begin && strchr(" \t\r\n", line[end - 1]))
            end--;
        if (end > begin && line[begin] != '#' && line[begin] != '%')
            status = add_node(in, line + begin, end - begin, nodes);
    }
    if (!status && ferror(file))
        status = cli_fail("cannot read %s: %s", path, strerror(errno));
    free(line);
    if (file != stdin)
        fclose(file);
    return status;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

static void sort_nodes(cli_nodes *nodes)
{
    uint32_t count = 0;

    qsort(nodes->nodes, nodes->count, sizeof *nodes->nodes, by_number);
    for (uint32_t i = 0; i < nodes->count; i++)
        if (!count || nodes->nodes[count - 1] != nodes->nodes[i])
            nodes->nodes[count++] = nodes->nodes[i];
    nodes->count = count;
}

int cli_find_nodes(const char *list, const cli_inputs *in, cli_nodes *nodes)
{
    int status = CLI_EXIT_FINE;

    if (list[0] == '@')
        status = read_list(list + 1, in, nodes);
    else
        while (*list && !status) {
            size_t length = strcspn(list, ",");

            if (length)
                status = add_node(in, list, length, nodes);
            list += length + (list[length] == ',');
        }
    if (!status && !nodes->count)
        status = cli_fail("--only: the list has no node");
    if (!status)
        sort_nodes(nodes);
    return status;
}
