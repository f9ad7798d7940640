/* SPDX-License-Identifier: MIT */
/* Graphs that have roles, samplers of them, and roles as JSON. */
#include "cli.h"

bool cli_uses_weights(const riwalk_options *options)
{
    return riwalk_method_describe(options->method)->weighted ||
           options->combine != RIWALK_COMBINE_NONE;
}

int cli_check_method_graph(const char *path, const riwalk_graph *graph,
                           const riwalk_options *options)
{
    const riwalk_method_info *info = riwalk_method_describe(options->method);
    char method[32];

    cli_method_name(options, method, sizeof method);
    if (riwalk_graph_is_directed(graph) && !info->directed)
        return cli_fail("%s is directed, and %s is for undirected graphs: %s",
                        strcmp(path, "-") ? path : "standard input", method,
                        cli_given_directed() ? "leave out --directed"
                                             : "--undirected reads it without directions");
    if (cli_given_weighted() && !info->weighted)
        cli_note("ignored the weights of edges: %s does not use them%s", method,
                 options->combine != RIWALK_COMBINE_NONE ? ", its other half does" : "");
    return CLI_EXIT_FINE;
}

int cli_sampler_options(riwalk_options *options)
{
    int status = cli_embed_options(options);

    if (!status && riwalk_options_resolve(options, 1, false, options, &cli_error))
        status = cli_usage("%s", cli_error.message);
    return status ? status : cli_check_use(options);
}

int cli_make_sampler(const char *path, const riwalk_graph *graph, const riwalk_options *options,
                     riwalk_sampler **sampler)
{
    riwalk_status status;

    cli_warn_dropped_edges(graph, cli_uses_weights(options));
    if (cli_check_method_graph(path, graph, options))
        return CLI_EXIT_FAILED;
    status = riwalk_sampler_create(graph, options, sampler, &cli_error);
    /* What is left of the library's arguments are options of ours. */
    if (status == RIWALK_STATUS_ARGUMENT)
        return cli_usage("%s", cli_error.message);
    return cli_try(status) ? CLI_EXIT_FAILED : cli_keep_sampler(*sampler);
}

void cli_put_sampler(rw_json_writer *to, const char *key, const riwalk_options *options)
{
    static const char *const names[] = {"method",      "radius", "degree-classes", "class-base",
                                        "role-anchor", "walks",  "walk-length",    "seed"};

    rw_json_open(to, key, '{');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cli_put_option(to, options, names[i]);
    rw_json_close(to, '}');
}

void cli_put_role(rw_json_writer *to, const riwalk_sampler *sampler, uint64_t role)
{
    char token[CLI_ROLE_TOKEN], words[CLI_ROLE_WORDS];
    uint64_t values[RIWALK_ROLE_FIELDS];

    riwalk_role_token(sampler, role, token, sizeof token);
    riwalk_role_words(sampler, role, words, sizeof words);
    riwalk_role_tuple(sampler, role, values);
    rw_json_string(to, "role", token);
    rw_json_open(to, "tuple", '{');
    for (unsigned f = 0; f < riwalk_role_field_count(sampler); f++)
        rw_json_whole(to, riwalk_role_field_name(sampler, f), values[f]);
    rw_json_close(to, '}');
    rw_json_string(to, "meaning", words);
}
