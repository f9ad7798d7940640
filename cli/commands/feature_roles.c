/* SPDX-License-Identifier: MIT */
/* Features with their names, and roles with the measures that explain them. */
#include "feature_roles.h"

#include "command.h"
#include "embed_options.h"
#include "messages.h"
#include "progress.h"
#include "riwalk_analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME 512    /* room for the name of a feature */
#define MEANING 256 /* and for what explains a role */

/* A measure explains a role where it is so many times what it is elsewhere, or less than that part
 * of it. */
#define TELLING 1.5

/* An object with the number of nodes, the options and a list, which is left open. */
static void begin_json(cli_json *json, const riwalk_graph *graph, const riwalk_options *options,
                       const char *key)
{
    rw_json_writer *to = cli_json_begin(json, 9, '{');

    rw_json_whole(to, "nodes", riwalk_graph_node_count(graph));
    cli_put_options(to, "options", options);
    rw_json_open(to, key, '[');
}

static int end_json(cli_json *json)
{
    rw_json_close(&json->to, ']');
    return cli_json_print(json, CLI_EXIT_FINE);
}

/* ---- Features ---- */

typedef struct feature {
    char name[NAME];
    unsigned bins; /* how many there are */
    double mean, most;
} feature;

static feature describe_feature(const riwalk_features *features, uint32_t i, uint32_t nodes)
{
    const float *values = riwalk_features_values(features, i);
    const uint8_t *bins = riwalk_features_bins(features, i);
    feature f = {.bins = 1};

    riwalk_features_name(features, i, f.name, sizeof f.name);
    for (uint32_t node = 0; node < nodes; node++) {
        f.mean += (double)values[node] / nodes;
        f.most = fmax(f.most, (double)values[node]);
        if (bins[node] >= f.bins)
            f.bins = bins[node] + 1u;
    }
    return f;
}

static void put_feature(rw_json_writer *to, const feature *f, uint32_t i)
{
    rw_json_open(to, NULL, '{');
    rw_json_whole(to, "id", i);
    rw_json_whole(to, "bins", f->bins);
    rw_json_real(to, "mean", f->mean);
    rw_json_real(to, "maximum", f->most);
    rw_json_string(to, "meaning", f->name);
    rw_json_close(to, '}');
}

int cli_list_features(const riwalk_graph *graph, const riwalk_options *options, bool json)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    riwalk_features *features = NULL;
    cli_json text;
    riwalk_error error;
    riwalk_status status = riwalk_features_find(graph, options, &features, &error);

    cli_progress_erase();
    if (status)
        return cli_fail_with(&error);
    if (json)
        begin_json(&text, graph, options, "features");
    else
        puts("id\tbins\tmean\tmaximum\tmeaning");
    for (uint32_t i = 0; i < riwalk_features_count(features); i++) {
        feature f = describe_feature(features, i, nodes);

        if (json)
            put_feature(&text.to, &f, i);
        else
            printf("%" PRIu32 "\t%u\t%.6g\t%.6g\t%s\n", i, f.bins, f.mean, f.most, f.name);
    }
    riwalk_features_free(features);
    return json ? end_json(&text) : CLI_EXIT_FINE;
}

/* ---- Roles ---- */

typedef struct role {
    double share;   /* the mean of memberships */
    uint32_t nodes; /* that are in it more than in any other */
    char meaning[MEANING];
} role;

/* The measures that are far from what they are elsewhere, in their order. */
static void explain(const double *factors, char *meaning)
{
    size_t used = 0;

    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        if (factors[m] >= TELLING || factors[m] <= 1 / TELLING)
            used +=
                (size_t)snprintf(meaning + used, MEANING - used, "%s%s %.2g x", used ? ", " : "",
                                 riwalk_node_measure_name((riwalk_node_measure)m), factors[m]);
    if (!used)
        snprintf(meaning, MEANING, "as nodes are on average");
}

static role describe_role(const riwalk_vectors *memberships, uint32_t k, const double *factors)
{
    uint32_t count = riwalk_vectors_count(memberships);
    uint32_t roles = riwalk_vectors_dimensions(memberships);
    role r = {0};

    for (uint32_t node = 0; node < count; node++) {
        const float *row = riwalk_vectors_row(memberships, node);
        uint32_t largest = 0;

        for (uint32_t other = 1; other < roles; other++)
            if (row[other] > row[largest])
                largest = other;
        r.share += (double)row[k] / count;
        r.nodes += largest == k;
    }
    explain(factors, r.meaning);
    return r;
}

static void put_role(rw_json_writer *to, const role *r, uint32_t k, const double *factors)
{
    rw_json_open(to, NULL, '{');
    rw_json_whole(to, "id", k);
    rw_json_real(to, "share", r->share);
    rw_json_whole(to, "nodes", r->nodes);
    rw_json_open(to, "measures", '{');
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        rw_json_real(to, riwalk_node_measure_name((riwalk_node_measure)m), factors[m]);
    rw_json_close(to, '}');
    rw_json_string(to, "meaning", r->meaning);
    rw_json_close(to, '}');
}

static void print_head(void)
{
    fputs("id\tshare\tnodes", stdout);
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        printf("\t%s", riwalk_node_measure_name((riwalk_node_measure)m));
    puts("\tmeaning");
}

static void print_role(const role *r, uint32_t k, const double *factors)
{
    printf("%" PRIu32 "\t%.4f\t%" PRIu32, k, r->share, r->nodes);
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++)
        printf(isfinite(factors[m]) ? "\t%.3f" : "\t-", factors[m]);
    printf("\t%s\n", r->meaning);
}

static int print_roles(const riwalk_graph *graph, const riwalk_options *options,
                       const riwalk_vectors *memberships, const double *factors, bool json)
{
    cli_json text;

    if (json)
        begin_json(&text, graph, options, "roles");
    else
        print_head();
    for (uint32_t k = 0; k < riwalk_vectors_dimensions(memberships); k++) {
        const double *own = factors + (size_t)k * RIWALK_NODE_MEASURES;
        role r = describe_role(memberships, k, own);

        if (json)
            put_role(&text.to, &r, k, own);
        else
            print_role(&r, k, own);
    }
    return json ? end_json(&text) : CLI_EXIT_FINE;
}

int cli_list_memberships(const riwalk_graph *graph, const riwalk_options *options, bool json)
{
    double factors[RIWALK_MAX_ROLES * RIWALK_NODE_MEASURES];
    riwalk_vectors *memberships = NULL;
    riwalk_status failed;
    riwalk_error error;
    int status;

    failed = riwalk_embed(&graph, 1, NULL, options, &memberships, NULL, NULL, &error);
    if (!failed)
        failed = riwalk_memberships_explain(graph, memberships, &options->run, factors, &error);
    cli_progress_erase();
    status =
        failed ? cli_fail_with(&error) : print_roles(graph, options, memberships, factors, json);
    riwalk_vectors_free(memberships);
    return status;
}
