/* SPDX-License-Identifier: MIT */
/* Reading and naming graphs, and checks before long work. */
#include "inputs.h"

#include "files.h"
#include "graph_options.h"
#include "library.h"
#include "messages.h"
#include "processes.h"
#include "riwalk_options.h"
#include "samplers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file's name without folders, compression and extension; to be freed. */
static char *graph_name(const char *path)
{
    static const char *const packed[] = {".gz", ".zst"};
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base);

    for (size_t p = 0; p < sizeof packed / sizeof *packed; p++) {
        size_t tail = strlen(packed[p]);

        if (length > tail && !strcmp(base + length - tail, packed[p])) {
            length -= tail;
            break;
        }
    }
    for (size_t at = length; at > 1; at--)
        if (base[at - 1] == '.')
            return strndup(base, at - 1);
    return strndup(base, length);
}

/* Names tell the nodes of several graphs apart, so they must differ. */
static int name_graphs(cli_inputs *in)
{
    for (size_t g = 0; g < in->count; g++) {
        if (!(in->names[g] = graph_name(in->paths->items[g])))
            return cli_fail("not enough memory");
        for (size_t other = 0; other < g; other++)
            if (!strcmp(in->names[g], in->names[other]))
                return cli_fail("%s and %s have the same name '%s', which tells their nodes apart; "
                                "rename one",
                                in->paths->items[other], in->paths->items[g], in->names[g]);
    }
    return CLI_EXIT_FINE;
}

static int read_input(cli_inputs *in, size_t g, const riwalk_options *options)
{
    const char *path = in->paths->items[g];
    riwalk_error error;
    int status;

    if ((status = cli_read_graph(path, &in->graphs[g])))
        return status;
    in->summaries[g].size = sizeof *in->summaries;
    if (riwalk_graph_summarize(in->graphs[g], &in->summaries[g], &error))
        return cli_fail_with(&error);
    cli_note_summary(&in->summaries[g], in->count > 1 ? path : NULL, cli_uses_weights(options));
    return cli_check_method_graph(path, in->graphs[g], options);
}

/* What the first of several processes has read, the others get from it. */
static int share_input(cli_inputs *in, size_t g, int status)
{
    riwalk_error error;

    if (!cli_processes || (status = cli_first_status(status)))
        return status;
    return riwalk_graph_broadcast(cli_processes, &in->graphs[g], &error) ? cli_fail_with(&error)
                                                                         : CLI_EXIT_FINE;
}

int cli_read_inputs(const cli_strings *paths, const riwalk_options *options, cli_inputs *in)
{
    int status = CLI_EXIT_FINE;

    in->paths = paths;
    in->count = paths->count;
    in->graphs = calloc(in->count, sizeof *in->graphs);
    in->names = calloc(in->count, sizeof *in->names);
    in->summaries = calloc(in->count, sizeof *in->summaries);
    if (!in->graphs || !in->names || !in->summaries)
        return cli_fail("not enough memory");
    if (in->count > 1) {
        if (cli_node_list())
            return cli_fail("--node-list works with one graph only");
        if ((status = name_graphs(in)))
            return status;
    }
    for (size_t g = 0; g < in->count && !status; g++)
        status = share_input(in, g, cli_is_first() ? read_input(in, g, options) : CLI_EXIT_FINE);
    return status;
}

int cli_resolve_for(const cli_command *command, const riwalk_options *options, const cli_inputs *in,
                    bool with_model, riwalk_options *resolved)
{
    riwalk_error error;

    if (riwalk_options_resolve_for(options, (const riwalk_graph *const *)in->graphs, in->count,
                                   with_model, resolved, &error))
        return cli_usage(command, "%s", error.message);
    return CLI_EXIT_FINE;
}

void cli_free_inputs(cli_inputs *in)
{
    for (size_t g = 0; g < in->count; g++) {
        if (in->graphs)
            riwalk_graph_free(in->graphs[g]);
        if (in->names)
            free(in->names[g]);
    }
    free(in->graphs);
    free(in->names);
    free(in->summaries);
}

int cli_check_place(const cli_strings *paths, const char *path)
{
    for (size_t g = 0; g < paths->count; g++)
        if (cli_check_places(paths->items[g], path))
            return CLI_EXIT_FAILED;
    return cli_check_output(path);
}

int cli_check_names(const cli_inputs *in, const char *out, riwalk_vectors_format format)
{
    riwalk_error error;

    for (size_t g = 0; g < in->count; g++) {
        const char *prefix = in->names[g];

        if ((prefix && riwalk_vectors_check_name(prefix, strlen(prefix), out, format, &error)) ||
            riwalk_vectors_check_names(in->graphs[g], out, format, &error))
            return cli_fail_with(&error);
    }
    return CLI_EXIT_FINE;
}

void cli_put_inputs(rw_json_writer *to, const char *key, const cli_inputs *in)
{
    rw_json_open(to, key, '[');
    for (size_t g = 0; g < in->count; g++) {
        rw_json_open(to, NULL, '{');
        rw_json_string(to, "file", in->paths->items[g]);
        rw_json_whole(to, "nodes", riwalk_graph_node_count(in->graphs[g]));
        rw_json_whole(to, "edges", riwalk_graph_edge_count(in->graphs[g]));
        rw_json_bool(to, "directed", riwalk_graph_is_directed(in->graphs[g]));
        rw_json_bool(to, "weighted", riwalk_graph_is_weighted(in->graphs[g]));
        cli_json_put_checksum(to, "checksum", in->summaries[g].checksum);
        rw_json_close(to, '}');
    }
    rw_json_close(to, ']');
}
