/* SPDX-License-Identifier: MIT */
/* How the nodes of a graph are drawn. */
#include "node_style.h"

#include "evaluation.h"
#include "files.h"
#include "library.h"
#include "messages.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
    return cli_fail("not enough memory for the look of nodes");
}

int cli_graph_vectors(const riwalk_graph *graph, riwalk_vectors **vectors)
{
    uint32_t count = riwalk_graph_node_count(graph);
    char **names = calloc((size_t)count + 1, sizeof *names);
    float *values = calloc((size_t)count + 1, sizeof *values);
    bool fine = names && values;
    riwalk_error error;
    int status = CLI_EXIT_FINE;

    for (uint32_t u = 0; u < count && fine; u++)
        fine = (names[u] = strdup(cli_node_name(graph, u)));
    if (!fine)
        status = no_memory();
    else if (riwalk_vectors_build(count, 1, (const char *const *)names, values, vectors, &error))
        status = cli_fail_with(&error);
    for (uint32_t u = 0; u < count && names; u++)
        free(names[u]);
    free(names);
    free(values);
    return status;
}

static int read_roles(const riwalk_graph *graph, const char *path, cli_node_style *look)
{
    uint32_t count = riwalk_graph_node_count(graph);
    riwalk_vectors *vectors = NULL;
    int status = cli_graph_vectors(graph, &vectors);

    if (!status)
        status = cli_read_labels(path, vectors, NULL, NULL, &look->labels);
    if (!status && (!(look->roles = calloc((size_t)count + 1, sizeof *look->roles)) ||
                    !(look->colors = calloc((size_t)count + 1, sizeof *look->colors))))
        status = no_memory();
    for (uint32_t u = 0; u < count && !status; u++) {
        const uint32_t *classes;
        bool labelled = riwalk_node_labels_of(look->labels, u, &classes);

        look->roles[u] = labelled ? riwalk_node_labels_class(look->labels, classes[0]) : NULL;
        look->colors[u] = riwalk_class_color(labelled ? classes[0] : RIWALK_NO_CLASS);
    }
    riwalk_vectors_free(vectors);
    return status;
}

/* Takes 'id x y' apart, as cli_put_word and plot write it; false where it is none. */
static bool parse_place(char *line, char **name, size_t *length, double place[2])
{
    char *end;

    line += strspn(line, " \t");
    if (*line == '"') {
        *name = line + 1;
        *length = strcspn(*name, "\"");
        end = *name + *length + ((*name)[*length] == '"');
    } else {
        *name = line;
        *length = strcspn(line, " \t\r\n");
        end = line + *length;
    }
    for (int axis = 0; axis < 2; axis++) {
        char *begin = end;

        place[axis] = strtod(begin, &end);
        if (end == begin || !isfinite(place[axis]))
            return false;
    }
    return *length && !end[strspn(end, " \t\r\n")];
}

static int read_lines(const riwalk_graph *graph, const char *path, FILE *file, cli_node_style *look)
{
    uint32_t node, count = riwalk_graph_node_count(graph);
    int status = CLI_EXIT_FINE;
    char *line = NULL;
    size_t capacity = 0;

    for (unsigned long number = 1; !status && getline(&line, &capacity, file) > 0; number++) {
        double place[2];
        size_t length;
        char *name;

        if (*line == '#' || !line[strspn(line, " \t\r\n")])
            continue;
        if (!parse_place(line, &name, &length, place))
            status = cli_fail("%s:%lu: expected 'id x y'", path, number);
        else if (riwalk_graph_find(graph, name, length, &node))
            memcpy(look->places + 2 * (size_t)node, place, sizeof place);
    }
    free(line);
    for (node = 0; node < count && !status; node++)
        if (isnan(look->places[2 * (size_t)node]))
            status = cli_fail("%s has no place for the node %s", path,
                              cli_shown(cli_node_name(graph, node)));
    return status;
}

static int read_places(const riwalk_graph *graph, const char *path, cli_node_style *look)
{
    size_t count = 2 * (size_t)riwalk_graph_node_count(graph);
    FILE *file;
    int status;

    if (!(look->places = malloc((count + 1) * sizeof *look->places)))
        return no_memory();
    for (size_t i = 0; i < count; i++)
        look->places[i] = NAN;
    if (!(file = fopen(path, "re")))
        return cli_fail("cannot open %s: %s", path, strerror(errno));
    status = read_lines(graph, path, file, look);
    fclose(file);
    return status;
}

int cli_read_look(const riwalk_graph *graph, const char *labels, const char *places,
                  cli_node_style *look)
{
    int status = labels ? read_roles(graph, labels, look) : CLI_EXIT_FINE;

    return status || !places ? status : read_places(graph, places, look);
}

void cli_free_look(cli_node_style *look)
{
    free(look->roles);
    free(look->colors);
    free(look->places);
    riwalk_node_labels_free(look->labels);
}

bool cli_holds_look(const char *path)
{
    const riwalk_format_info *format = riwalk_format_describe(riwalk_graph_format_from_path(path));

    return format && format->attributes;
}
