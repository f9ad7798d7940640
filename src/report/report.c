/* SPDX-License-Identifier: MIT */
/* A report: a graph, its vectors and its roles in one page that needs nothing else. */
#include "report/report.h"

#include "base/error.h"
#include "base/options.h"
#include "base/parallel.h"
#include "vectors/vectors.h"

void riwalk_report_options_init(riwalk_report_options *options)
{
    *options = (riwalk_report_options){
        .size = sizeof *options, .seed = 1, .tsne_most = RIWALK_REPORT_TSNE_NODES};
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

    if ((status = find_rows(r, error)) || (status = rw_report_find_profiles(r, error)) ||
        (status = rw_report_find_similar(r, error)))
        return status;
    return rw_report_place(r, error);
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
    report.vectors = riwalk_description_vectors(description);
    riwalk_report_options_init(&report.options);
    if ((status = rw_options_copy(&report.options, sizeof report.options, options, error)) ||
        (status = riwalk_report_check(report.graph, error)))
        return status;
    report.run = rw_run_resolve(&report.options.run);
    if (!(status = fill(&report, error)))
        status = write_page(&report, path, error);
    rw_pool_free(&report.pool);
    return status;
}
