/* SPDX-License-Identifier: MIT */
/* Where nodes stand: in the picture of the graph and in those of the embedding. */
#include "base/memory.h"
#include "report/report.h"

#include <math.h>

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

riwalk_status rw_report_place(rw_report *r, riwalk_error *error)
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
