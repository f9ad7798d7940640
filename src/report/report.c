/* SPDX-License-Identifier: MIT */
/* A report: a graph, its vectors and its roles in one page that needs nothing else. */
#include "report/report.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "vectors/find_node.h"

#include <math.h>

void riwalk_report_options_init(riwalk_report_options *options)
{
    *options = (riwalk_report_options){
        .size = sizeof *options, .seed = 1, .tsne_most = RIWALK_REPORT_TSNE_NODES};
}

/* ---- Where nodes stand, in the picture of the graph and in those of the embedding ---- */

#define STEPS (RW_REPORT_NOWHERE - 1.0)

/* Brings places to whole numbers, both directions by the same scale and in the middle. Node u is at
 * places[2 * rows[u]]; NULL rows: at places[2u]. */
static riwalk_status keep(rw_report *r, const double *places, const uint32_t *rows, uint16_t **kept,
                          riwalk_error *error)
{
    double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY}, side;
    uint32_t nodes = r->graph->node_count;
    uint16_t *made = rw_take(&r->pool, nodes, 2 * sizeof *made, error);

    if (!made)
        return RIWALK_STATUS_MEMORY;
    for (size_t i = 0; i < 2 * (size_t)(rows ? r->vectors->count : nodes); i++) {
        least[i % 2] = fmin(least[i % 2], places[i]);
        most[i % 2] = fmax(most[i % 2], places[i]);
    }
    side = fmax(most[0] - least[0], most[1] - least[1]);
    for (size_t i = 0; i < 2 * (size_t)nodes; i++) {
        size_t row = rows ? rows[i / 2] : i / 2, axis = i % 2;
        double middle = (least[axis] + most[axis]) / 2;

        made[i] = RW_REPORT_NOWHERE;
        if (row != RIWALK_NO_CLASS)
            made[i] = (uint16_t)lround(
                STEPS / 2 + (side > 0 ? STEPS * (places[2 * row + axis] - middle) / side : 0));
    }
    *kept = made;
    return RIWALK_STATUS_OK;
}

static riwalk_status lay_out(rw_report *r, double *places, riwalk_error *error)
{
    riwalk_layout_options options;
    riwalk_status status;

    if (r->graph->node_count > RIWALK_LAYOUT_MAX_NODES ||
        riwalk_graph_edge_count(r->graph) > RIWALK_LAYOUT_MAX_EDGES)
        return RIWALK_STATUS_OK;
    riwalk_layout_options_init(&options);
    options.run = r->options.run;
    options.seed = r->options.seed;
    status = riwalk_layout(r->graph, &options, places, error);
    return status ? status : keep(r, places, NULL, &r->layout, error);
}

/* ARGUMENT means that there is nothing to see: the vectors are all the same, or too few. */
static riwalk_status project(rw_report *r, riwalk_projection projection, double *places,
                             uint16_t **kept, riwalk_error *error)
{
    riwalk_project_report made = {.size = sizeof made};
    riwalk_project_options options;
    riwalk_status status;

    riwalk_project_options_init(&options);
    options.run = r->options.run;
    options.seed = r->options.seed;
    options.projection = projection;
    options.scale = RIWALK_NORMALIZATION_UNIT;
    status = riwalk_project(r->vectors, &options, places, &made, error);
    if (status)
        return status == RIWALK_STATUS_ARGUMENT ? RIWALK_STATUS_OK : status;
    if (projection == RIWALK_PROJECTION_TSNE)
        r->perplexity = made.perplexity;
    else
        for (int axis = 0; axis < 2; axis++)
            r->shares[axis] = made.shares[axis];
    return keep(r, places, r->rows, kept, error);
}

static riwalk_status find_places(rw_report *r, riwalk_error *error)
{
    size_t count = r->graph->node_count;
    double *places;
    riwalk_status status;

    count = r->vectors->count > count ? r->vectors->count : count;
    if (!(places = rw_alloc(count, 2 * sizeof *places, error)))
        return RIWALK_STATUS_MEMORY;
    if (!(status = lay_out(r, places, error)) &&
        !(status = project(r, RIWALK_PROJECTION_PCA, places, &r->pca, error)) &&
        r->vectors->count <= r->options.tsne_most)
        status = project(r, RIWALK_PROJECTION_TSNE, places, &r->tsne, error);
    rw_free(places);
    return status;
}

/* ---- What is shown ---- */

riwalk_status riwalk_report_check(const riwalk_graph *graph, riwalk_error *error)
{
    if (!graph)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph must not be NULL");
    if (graph->node_count > RIWALK_REPORT_MAX_NODES ||
        riwalk_graph_edge_count(graph) > RIWALK_REPORT_MAX_EDGES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "%u nodes and %llu edges are too many for one page (at most %u and %llu); "
                       "report on a part of the graph",
                       graph->node_count, (unsigned long long)riwalk_graph_edge_count(graph),
                       (unsigned)RIWALK_REPORT_MAX_NODES,
                       (unsigned long long)RIWALK_REPORT_MAX_EDGES);
    return RIWALK_STATUS_OK;
}

static riwalk_status find_rows(rw_report *r, riwalk_error *error)
{
    if (!(r->rows = rw_take(&r->pool, r->graph->node_count, sizeof *r->rows, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < r->graph->node_count; u++)
        if (!rw_vectors_find_node(r->vectors, r->graph, u, r->description->options.prefix,
                                  &r->rows[u]))
            r->rows[u] = RIWALK_NO_CLASS;
    return RIWALK_STATUS_OK;
}

static riwalk_status fill(rw_report *r, riwalk_error *error)
{
    riwalk_status status;

    if ((status = find_rows(r, error)) || (status = rw_report_find_similar(r, error)))
        return status;
    return find_places(r, error);
}

/* ---- The page ---- */

static riwalk_status write_text(void *output, const void *text, size_t length, riwalk_error *error)
{
    return rw_output_write(output, text, length, error);
}

static riwalk_status write_page(const rw_report *r, const char *path, riwalk_error *error)
{
    rw_json_writer json = {.sink = write_text, .error = error, .page = true};
    rw_output *output = NULL;

    if (!(json.status = rw_output_open(path, &output, error))) {
        json.to = output;
        rw_json_put(&json, rw_page_head, rw_page_head_size);
        rw_report_write_data(r, &json);
        rw_json_put(&json, rw_page_tail, rw_page_tail_size);
    }
    return rw_output_end(output, json.status, r->options.files, error);
}

riwalk_status riwalk_report_write(const riwalk_description *description, const char *path,
                                  const riwalk_report_options *options, riwalk_error *error)
{
    rw_report report = {.description = description};
    riwalk_status status;

    if (!description || !path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "description and path must not be NULL");
    report.graph = description->graph;
    report.vectors = description->vectors;
    riwalk_report_options_init(&report.options);
    if ((status = rw_options_copy(&report.options, sizeof report.options, options, error)) ||
        (status = riwalk_report_check(report.graph, error)))
        return status;
    report.options.run = rw_run_resolve(&report.options.run);
    if (!(status = fill(&report, error)))
        status = write_page(&report, path, error);
    rw_pool_free(&report.pool);
    return status;
}
