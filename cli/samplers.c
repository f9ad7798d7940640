/* SPDX-License-Identifier: MIT */
/* Graphs that have roles, samplers of them, and roles as JSON. */
#include "samplers.h"

#include "embed_options.h"
#include "graph_options.h"
#include "report.h"

#include <string.h>

bool cli_uses_weights(const riwalk_options *options)
{
    return (options->method != RIWALK_METHOD_RIWALK &&
            options->method != RIWALK_METHOD_STRUC2VEC) ||
           options->combine != RIWALK_COMBINE_NONE;
}

int cli_check_method_graph(const char *path, const riwalk_graph *graph,
                           const riwalk_options *options)
{
    char method[32];

    if (options->method != RIWALK_METHOD_RIWALK && options->method != RIWALK_METHOD_STRUC2VEC &&
        options->method != RIWALK_METHOD_GRAPHWAVE)
        return CLI_EXIT_FINE; /* takes weights and directions */
    cli_method_name(options, method, sizeof method);
    if (riwalk_graph_is_directed(graph))
        return cli_fail("%s is directed, and %s is for undirected graphs: %s",
                        strcmp(path, "-") ? path : "standard input", method,
                        cli_given_directed() ? "leave out --directed"
                                             : "--undirected reads it without directions");
    if (cli_given_weighted() && options->method != RIWALK_METHOD_GRAPHWAVE)
        cli_note("ignored the weights of edges: %s does not use them%s", method,
                 options->combine != RIWALK_COMBINE_NONE ? ", its other half does" : "");
    return CLI_EXIT_FINE;
}

int cli_sampler_options(const cli_command *command, riwalk_options *options)
{
    riwalk_error error;
    int status = cli_embed_options(command, options);

    if (!status && riwalk_options_resolve(options, 1, false, options, &error))
        status = cli_usage(command, "%s", error.message);
    return status ? status : cli_check_use(command, options);
}

int cli_make_sampler(const cli_command *command, const char *path, const riwalk_graph *graph,
                     const riwalk_options *options, riwalk_sampler **sampler)
{
    riwalk_status status;
    riwalk_error error;

    cli_note_losses(graph, cli_uses_weights(options));
    if (cli_check_method_graph(path, graph, options))
        return CLI_EXIT_FAILED;
    status = riwalk_sampler_create(graph, options, sampler, &error);
    /* What is left of the library's arguments are options of ours. */
    if (status == RIWALK_STATUS_ARGUMENT)
        return cli_usage(command, "%s", error.message);
    return status ? cli_fail_with(&error) : CLI_EXIT_FINE;
}

json_t *cli_sampler_json(const riwalk_options *options)
{
    static const char *const keys[] = {"method",      "radius", "degree_classes", "class_base",
                                       "role_anchor", "walks",  "walk_length",    "seed"};
    json_t *all = cli_options_json(options), *some = json_object();

    for (size_t i = 0; all && some && i < sizeof keys / sizeof *keys; i++)
        json_object_set(some, keys[i], json_object_get(all, keys[i]));
    json_decref(all);
    return some;
}

json_t *cli_role_json(const riwalk_sampler *sampler, uint64_t role)
{
    char token[CLI_ROLE_TOKEN], words[CLI_ROLE_WORDS];
    uint64_t values[RIWALK_ROLE_FIELDS];
    json_t *tuple = json_object();

    riwalk_role_token(sampler, role, token, sizeof token);
    riwalk_role_words(sampler, role, words, sizeof words);
    riwalk_role_tuple(sampler, role, values);
    for (unsigned f = 0; f < riwalk_role_field_count(sampler); f++)
        json_object_set_new(tuple, riwalk_role_field_name(sampler, f),
                            json_integer((json_int_t)values[f]));
    return json_pack("{s:s, s:o, s:s}", "role", token, "tuple", tuple, "meaning", words);
}
