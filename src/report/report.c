/* SPDX-License-Identifier: MIT */
/* A report: a graph, its vectors and its roles in one self-contained page. */
#include "report/report.h"

#include "base/options.h"
#include "base/sort.h"
#include "plot/project.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void riwalk_report_options_init(riwalk_report_options *options)
{
    *options = (riwalk_report_options){
        .size = sizeof *options, .seed = 1, .tsne_most = RIWALK_REPORT_TSNE_NODES};
}

/* ---- Places of nodes, in the graph and in projections of the vectors ---- */

#define STEPS (RW_REPORT_NOWHERE - 1.0)

/* Scales places to whole numbers, centred, with the same scale for both axes. Node u is at places[2
 * * rows[u]], or at places[2u] if rows is NULL. */
static riwalk_status keep(rw_report *r, const double *places, const uint32_t *rows, uint16_t **kept,
                          riwalk_error *error)
{
    double least[2], most[2], side;
    uint32_t nodes = r->graph->node_count;
    uint16_t *made;

    RW_HAVE(made = rw_take(&r->pool, nodes, 2 * sizeof *made, error));
    rw_places_bounds(places, rows ? r->vectors->count : nodes, least, most);
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
    const riwalk_graph *graph = r->description->joined;
    riwalk_layout_options options;
    riwalk_status status;

    if (r->tracking || rw_check_picture_size(graph, NULL))
        return RIWALK_STATUS_OK;
    riwalk_layout_options_init(&options);
    options.run = r->options.run;
    options.seed = r->options.seed;
    status = riwalk_layout(graph, &options, places, error);
    return status ? status : keep(r, places, NULL, &r->layout, error);
}

/* ARGUMENT means that there is nothing to show: the vectors are equal, or too few. */
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
    RW_POOL(pool);
    double *places;

    count = r->vectors->count > count ? r->vectors->count : count;
    RW_HAVE(places = rw_take(&pool, count, 2 * sizeof *places, error));
    RW_MUST(lay_out(r, places, error));
    RW_MUST(project(r, RIWALK_PROJECTION_PCA, places, &r->pca, error));
    if (r->vectors->count > r->options.tsne_most || r->tracking)
        return RIWALK_STATUS_OK;
    return project(r, RIWALK_PROJECTION_TSNE, places, &r->tsne, error);
}

/* ---- The nodes most similar to each by cosine: those that riwalk_vectors_nearest finds among
 * nodes with a vector that is not zero ---- */

static bool is_zero(const float *vector, uint32_t dimensions)
{
    for (uint32_t d = 0; d < dimensions; d++)
        if (vector[d] != 0)
            return false;
    return true;
}

/* The cosine of two vectors of length 1. */
static double cosine_at(double squared_distance)
{
    return fmax(-1, fmin(1, 1 - squared_distance / 2));
}

/* Notes the neighbours of a node, the nearest first. */
static void keep_similar(const rw_report *r, const uint32_t *nodes, uint32_t node, rw_scored *found,
                         uint32_t count)
{
    size_t at = (size_t)node * RW_REPORT_SIMILAR;

    qsort(found, count, sizeof *found, rw_scored_order);
    for (uint32_t i = 0; i < count; i++) {
        r->similar[at + i] = nodes[found[i].number];
        r->cosines[at + i] = (uint16_t)lround(32767 * (1 + cosine_at(found[i].value)));
    }
}

riwalk_status rw_report_find_similar(rw_report *r, riwalk_error *error)
{
    uint32_t all = r->graph->node_count, dimensions = r->vectors->dimensions, count = 0, wanted;
    size_t room = (size_t)all * RW_REPORT_SIMILAR;
    RW_POOL(pool);
    float *values = rw_take(&pool, all, dimensions * sizeof *values, error);
    uint32_t *nodes = rw_take(&pool, all, sizeof *nodes, error); /* with a vector, ascending */
    uint32_t *rows = rw_take(&pool, all, sizeof *rows, error);   /* of the vectors */
    uint32_t *order = rw_take(&pool, all, sizeof *order, error);
    rw_scored *found = rw_take(&pool, room, sizeof *found, error);
    rw_points points;

    r->similar = rw_take(&r->pool, room, sizeof *r->similar, error);
    r->cosines = rw_take_zeroed(&r->pool, room, sizeof *r->cosines, error);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rw_pool_status(&r->pool));
    memset(r->similar, 0xFF, room * sizeof *r->similar);
    for (uint32_t u = 0; u < all; u++)
        if (r->rows[u] != RIWALK_NO_CLASS &&
            !is_zero(rw_vectors_row(r->vectors, r->rows[u]), dimensions)) {
            nodes[count] = u;
            rows[count++] = r->rows[u];
        }
    if (count < 2)
        return RIWALK_STATUS_OK;
    wanted = count - 1 < RW_REPORT_SIMILAR ? count - 1 : RW_REPORT_SIMILAR;
    points = (rw_points){count, dimensions, values, r->options.run.threads};
    RW_MUST(rw_scale_rows(r->vectors, rows, count, RIWALK_NORMALIZATION_UNIT, values, dimensions,
                          error));
    RW_MUST(rw_neighbors_find(&points, wanted, &r->options.run, order, found, error));
    for (uint32_t row = 0; row < count; row++)
        keep_similar(r, nodes, nodes[order[row]], found + (size_t)row * wanted, wanted);
    return RIWALK_STATUS_OK;
}

/* ---- Content ---- */

riwalk_status riwalk_report_check(const riwalk_graph *const *graphs, size_t count,
                                  riwalk_error *error)
{
    uint64_t nodes = 0, edges = 0;

    for (size_t g = 0; g < count; g++) {
        if (!graphs[g])
            return rw_refuse(error, "the graph must not be NULL");
        nodes += graphs[g]->node_count;
        edges += riwalk_graph_edge_count(graphs[g]);
    }
    if (nodes > RIWALK_REPORT_MAX_NODES || edges > RIWALK_REPORT_MAX_EDGES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "%llu nodes and %llu edges are too many for one page (at most %u and %llu); "
                       "report on a part of the graph",
                       (unsigned long long)nodes, (unsigned long long)edges,
                       (unsigned)RIWALK_REPORT_MAX_NODES,
                       (unsigned long long)RIWALK_REPORT_MAX_EDGES);
    return RIWALK_STATUS_OK;
}

/* ---- The page ---- */

static riwalk_status write_text(void *output, const void *text, size_t length, riwalk_error *error)
{
    return rw_output_write(output, text, length, error);
}

static riwalk_status write_page(rw_report *r, const char *path, riwalk_error *error)
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

static riwalk_status make(rw_report *r, const riwalk_description *description, const char *path,
                          const riwalk_report_options *options, riwalk_error *error)
{
    riwalk_status status;

    r->description = description;
    r->graph = description->graph;
    r->vectors = description->vectors;
    r->rows = description->rows;
    RW_MUST(rw_options_over(riwalk_report_options, &r->options, options, error));
    RW_MUST(riwalk_report_check(&r->graph, 1, error));
    r->options.run = rw_run_resolve(&r->options.run);
    if (!(status = rw_report_find_similar(r, error)) && !(status = find_places(r, error)))
        status = write_page(r, path, error);
    rw_pool_free(&r->pool);
    return status;
}

riwalk_status riwalk_report_write(const riwalk_description *description, const char *path,
                                  const riwalk_report_options *options, riwalk_error *error)
{
    rw_report report = {0};

    if (!description || !path)
        return rw_refuse(error, "description and path must not be NULL");
    return make(&report, description, path, options, error);
}

riwalk_status riwalk_tracking_report(const riwalk_tracking *tracking, const char *const *names,
                                     const char *path, const riwalk_report_options *options,
                                     riwalk_error *error)
{
    rw_report report = {.tracking = tracking, .snapshots = names};

    if (!tracking || !path)
        return rw_refuse(error, "tracking and path must not be NULL");
    return make(&report, tracking->description, path, options, error);
}
