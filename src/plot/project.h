/* SPDX-License-Identifier: MIT */
/* Projection of points to the plane, and layouts. */
#ifndef RW_PLOT_PROJECT_H
#define RW_PLOT_PROJECT_H

#include "base/memory.h"
#include "base/sort.h"
#include "evaluate/points.h"

/* Principal components (project.c). Places are [count][axes]; axes beyond the dimensions are 0.
 * `shares` of the variance, [axes], may be NULL. If all points are equal, everything is 0. */
riwalk_status rw_pca(const rw_points *points, uint32_t axes, double *places, double *shares,
                     const riwalk_run *listener, riwalk_error *error);

/* The box around places, [2 * count] (plot.c). */
void rw_places_bounds(const double *places, size_t count, double low[2], double high[2]);

/* The sum of the lengths of the arcs of nodes begin .. end - 1 (plot.c). */
double rw_edge_lengths(const double *places, const uint64_t *offsets, const uint32_t *neighbors,
                       uint32_t begin, uint32_t end);

/* Returns LIMIT for a graph that is too large to draw (plot_graph.c). */
riwalk_status rw_check_picture_size(const riwalk_graph *graph, riwalk_error *error);

/* Finds the nearest other points of each point, exactly (neighbors.c). Points are sorted into rows,
 * near ones adjacent: row r is point order[r], or point r if all others are neighbours. Entries are
 * [count][neighbors]: the neighbours of each row's point in no order, with squared distances. Of
 * equally far points those with lower numbers are nearer. Floats and rw_pca affect only order and
 * time. O(count^2) at worst, if partial distances tell nothing; about 900 bytes a point. */
riwalk_status rw_neighbors_find(const rw_points *points, uint32_t neighbors, const riwalk_run *run,
                                uint32_t *order, rw_scored *entries, riwalk_error *error);

/* ---- A quadtree over points of the plane, for t-SNE and layouts (quadtree.c) ---- */

typedef struct rw_quad {
    double x, y;         /* the centre of mass */
    double xx, xy, yy;   /* second moments around it */
    double side;         /* longer side of the points' bounding box */
    uint32_t begin, end; /* its points in `order` */
    uint32_t next;       /* the node after its descendants */
    bool leaf;
} rw_quad;

/* The sum of q over far points, and its derivatives, at the centre of a node. */
typedef struct rw_field {
    double sum, x, y, xx, xy, yy, xxx, xxy, xyy, yyy;
} rw_field;

typedef struct rw_quadtree {
    uint32_t count;
    uint32_t leaf;    /* nodes with at most this many points are leaves */
    rw_quad *nodes;   /* [2 * count], in preorder */
    rw_field *fields; /* [2 * count]: by node */
    uint32_t node_count;
    uint32_t *order;   /* [count]: points, those of a node adjacent */
    uint32_t *scratch; /* [count] */
    uint32_t *tasks;   /* [count]: nodes that together contain all points */
    uint32_t task_count;
    double *x, *y;                  /* [count + 1]: places by `order`, padded */
    double *sums, *x_push, *y_push; /* [count + 1]: effects of near points, by `order` */
} rw_quadtree;

riwalk_status rw_quadtree_new(uint32_t count, rw_pool *pool, rw_quadtree *tree,
                              riwalk_error *error);

/* Rebuilds the tree for moved points. O(count log count) if they are spread out. */
void rw_quadtree_build(rw_quadtree *tree, const double *places);

/* For each point of a task: the push from all others, q^2 * (difference), and the sum of q over
 * them, where q = 1 / (1 + distance^2). Two nodes are far if the sum of their sides is less than
 * theta times their distance. All tasks: O(count) if points are spread out. */
void rw_quadtree_push(const rw_quadtree *tree, uint32_t task, double theta, double *push,
                      double *sums);

/* The push of all other points on a point, of strength 1 / distance^2. A node whose side is less
 * than theta times its distance counts as one point at its centre. */
void rw_quadtree_repel(const rw_quadtree *tree, const double *places, uint32_t point, double theta,
                       double push[2]);

/* ---- t-SNE (tsne.c) ---- */

/* P is a symmetric sparse matrix without diagonal, whose values sum to 1. */
typedef struct rw_tsne {
    uint32_t count;
    uint32_t *order;   /* [count]: the point of each row, from rw_neighbors_find */
    uint64_t *starts;  /* [count + 1]: of the rows of P */
    uint32_t *columns; /* columns of each row, ascending */
    double *values;
    rw_quadtree tree;
    double theta; /* 0: exact forces of all pairs */
    double exaggeration;
    int threads;
    double *places;        /* [2 * count]: by row */
    double *gradient;      /* [2 * count] */
    double *pulls;         /* [2 * count] */
    double *sums;          /* [count]: sums of q */
    double *speed, *gains; /* [2 * count] */
    rw_progress progress;  /* can cancel */
    rw_pool pool;          /* to be freed in any case */
} rw_tsne;

/* Makes P. Before it is made symmetric, row i has the entropy log(perplexity) over the `neighbors`
 * nearest points of i, at most count - 1. Weights below 2^-50 of a row's largest are dropped.
 * O(count^2 * dimensions). */
riwalk_status rw_tsne_new(const rw_points *points, uint32_t neighbors, double perplexity,
                          const riwalk_project_options *options, rw_tsne *tsne,
                          riwalk_error *error);

/* Computes the gradient of the divergence, with exaggerated attraction. Returns the sum of all q,
 * which means nothing once cancelled. */
double rw_tsne_gradient(rw_tsne *tsne);

/* Moves places, which hold an initial placement, to a low divergence. */
riwalk_status rw_tsne_run(const rw_points *points, const riwalk_project_options *options,
                          double *places, riwalk_project_report *report, riwalk_error *error);

#endif
