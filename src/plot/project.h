/* SPDX-License-Identifier: MIT */
/* Points of many dimensions in the plane. */
#ifndef RW_PLOT_PROJECT_H
#define RW_PLOT_PROJECT_H

#include "base/memory.h"
#include "evaluate/points.h"

/* Principal components (project.c): places are [count][axes]; axes beyond the dimensions are 0.
 * Shares of the variance, [axes], may be NULL. ARGUMENT where all points are equal. */
riwalk_status rw_pca(const rw_points *points, uint32_t axes, double *places, double *shares,
                     const riwalk_run *listener, riwalk_error *error);

/* The box around places, [2 * count] (plot.c). */
void rw_places_bounds(const double *places, size_t count, double low[2], double high[2]);

/* The sum of the lengths of the arcs of nodes begin .. end - 1 (plot.c). */
double rw_edge_lengths(const double *places, const uint64_t *offsets, const uint32_t *neighbors,
                       uint32_t begin, uint32_t end);

/* LIMIT for a graph that is too large to be drawn (plot_graph.c). */
riwalk_status rw_check_picture_size(const riwalk_graph *graph, riwalk_error *error);

/* ---- t-SNE: which points are neighbours (neighbors.c, tsne.c) ---- */

typedef struct rw_affinity {
    uint32_t column;
    double value;
} rw_affinity;

/* The nearest other points of each. Points are sorted into rows, near ones side by side: row r is
 * point order[r]; with count - 1 neighbours, the most there can be, it is point r. Of each row come
 * the rows of its neighbours, ascending, `value` being the squared distance: entries are
 * [count][neighbors]. Of equally far points those of lower numbers count as nearer. Exact: floats
 * and rw_pca decide on order and time alone. O(count^2) at worst, where parts of distances tell
 * nothing; about 900 bytes a point. */
riwalk_status rw_neighbors_find(const rw_points *points, uint32_t neighbors,
                                const riwalk_project_options *options, uint32_t *order,
                                rw_affinity *entries, riwalk_error *error);

/* A symmetric, sparse matrix whose values sum to 1, without a diagonal; the pool is to be freed. */
typedef struct rw_affinities {
    uint32_t count;
    uint32_t *order;   /* [count]: the points of rows, as rw_neighbors_find sorts them */
    uint64_t *starts;  /* [count + 1] */
    uint32_t *columns; /* of each row, ascending */
    double *values;
    rw_pool pool;
} rw_affinities;

/* Row i of t-SNE's P before it is made symmetric has the entropy log(perplexity) over the
 * `neighbors` nearest points of i, at most count - 1. Weights below 2^-50 of a row's largest are
 * left out. O(count^2 * dimensions). */
riwalk_status rw_affinities_make(const rw_points *points, uint32_t neighbors, double perplexity,
                                 const riwalk_project_options *options, rw_affinities *affinities,
                                 riwalk_error *error);

/* ---- A tree over points of the plane, for t-SNE and for layouts (quadtree.c) ---- */

typedef struct rw_quad {
    double x, y;         /* the centre of mass */
    double xx, xy, yy;   /* second moments around it */
    double side;         /* the longer one of the box around the points */
    uint32_t begin, end; /* its points in `order` */
    uint32_t next;       /* the node after all that are below this one */
    bool leaf;
} rw_quad;

/* The sum of q over far points, at the centre of a node, and its derivatives there. */
typedef struct rw_field {
    double sum, x, y, xx, xy, yy, xxx, xxy, xyy, yyy;
} rw_field;

typedef struct rw_quadtree {
    uint32_t count;
    uint32_t leaf;    /* points that are not worth a cut */
    rw_quad *nodes;   /* [2 * count], the root first, each node before its children */
    rw_field *fields; /* [2 * count]: of each node */
    uint32_t node_count;
    uint32_t *order;   /* [count]: points, those of a node side by side */
    uint32_t *scratch; /* [count] */
    uint32_t *tasks;   /* [count]: nodes that together have all points */
    uint32_t task_count;
    double *x, *y;                  /* [count + 1]: places by `order`, and one more */
    double *sums, *x_push, *y_push; /* [count + 1]: what near points do, by `order` */
    rw_pool pool;
} rw_quadtree;

/* The pool is to be freed in any case. */
riwalk_status rw_quadtree_new(uint32_t count, rw_quadtree *tree, riwalk_error *error);

/* Makes the tree of points that have moved. O(count log count) where they are spread. */
void rw_quadtree_build(rw_quadtree *tree, const double *places);

/* Of each point of a task: the push that it gets from all others, q^2 * (difference), and the sum
 * of q over them, q being 1 / (1 + distance^2). Two nodes whose sides are together less than theta
 * times their distance are far. All tasks together: O(count) where points are spread. */
void rw_quadtree_push(const rw_quadtree *tree, uint32_t task, double theta, double *push,
                      double *sums);

/* The push that a point gets from all others, 1 / distance^2 strong. Nodes whose side is less than
 * theta times their distance count as their centre. */
void rw_quadtree_repel(const rw_quadtree *tree, const double *places, uint32_t point, double theta,
                       double push[2]);

/* ---- t-SNE itself (tsne.c) ---- */

/* What the gradient is made of. */
typedef struct rw_tsne {
    const rw_affinities *affinities;
    rw_quadtree tree;
    double theta; /* 0: forces of all pairs */
    double exaggeration;
    int threads;
    double *places;        /* [2 * count]: of rows */
    double *gradient;      /* [2 * count] */
    double *pulls;         /* [2 * count] */
    double *sums;          /* [count]: of q */
    rw_progress *progress; /* asked whether to go on; NULL: nobody */
} rw_tsne;

/* The gradient of the divergence, with attraction exaggerated. Returns the sum of all q; it means
 * nothing once the progress was cancelled. */
double rw_tsne_gradient(rw_tsne *tsne);

/* Moves places, which hold a first placement, to where the divergence is low. */
riwalk_status rw_tsne_run(const rw_points *points, const riwalk_project_options *options,
                          double *places, riwalk_project_report *report, riwalk_error *error);

#endif
