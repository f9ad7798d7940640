/* SPDX-License-Identifier: MIT */
/* Candidates: the nodes of the other graph with the nearest vectors. Small graphs are compared
 * completely. Larger ones are cut several times into cells of near points, by halving along random
 * directions; points in the same cell are compared. Votes find most of what this misses. */
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sort.h"
#include "compare/align.h"
#include "describe/describe.h"
#include "evaluate/points.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

#define MOST_DIMENSIONS 4096 /* most dimensions of vectors */
#define FULL 4096            /* points up to which all are compared */
#define CELL 128             /* points in a cell, about */
#define ROUNDING (1 + 1e-7)  /* exceeds what a distance loses as a float */
#define TREES 8              /* times that points are cut into cells */
#define BACKWARD 10          /* neighbours of a node of the second graph */
#define SCALE_RANK 5         /* the unit of distances is the median distance to this neighbour */

/* An odd number and its inverse modulo 2^32, to mix equal points: otherwise a cell might have those
 * of one graph only. */
#define MIX UINT32_C(2654435761)
#define UNMIX UINT32_C(244002641)

typedef struct near {
    float distance; /* squared */
    uint32_t node;  /* node of the other graph */
} near;

typedef struct search {
    rw_alignment_work *work;
    rw_points points; /* nodes of the first graph, then of the second */
    uint32_t *live;   /* [count]: points with edges and without a known partner */
    uint32_t count;
    size_t cells; /* cells of a tree */
    uint32_t trees;
    uint32_t *orders;      /* [trees][count]: points, cell by cell */
    uint64_t *keys;        /* of each worker: [2 * count] */
    near *lists[2];        /* [counts[g]][rooms[g]]: nearest first */
    uint32_t *found[2];    /* lengths of the lists */
    const uint32_t *order; /* the tree whose cells are compared */
    rw_pool *pool;         /* owns the arrays */
    rw_progress progress;
} search;

/* The most candidates of a node of each graph. */
static const uint32_t rooms[] = {RW_OWN_CANDIDATES, BACKWARD};

static near *list_of(const search *s, int g, uint32_t node)
{
    return s->lists[g] + (size_t)node * rooms[g];
}

/* ---- Cells ---- */

static uint32_t key_point(uint64_t key)
{
    return (uint32_t)key * UNMIX;
}

/* Sorts points by their projection onto a random direction. */
static void sort_along(const search *s, uint64_t *keys, uint64_t *scratch, size_t count,
                       uint64_t stream)
{
    double direction[MOST_DIMENSIONS] = {0};
    uint32_t dimensions = s->points.dimensions;

    for (uint32_t d = 0; d < dimensions; d++)
        direction[d] = rw_rng_unit(rw_rng_at(stream, d)) - 0.5;
    for (size_t i = 0; i < count; i++) {
        uint32_t point = key_point(keys[i]);
        double along = rw_row_dot(rw_point(&s->points, point), direction, dimensions);

        keys[i] = rw_float_key((float)along, point * MIX);
    }
    rw_sort_u64(keys, scratch, count);
}

/* Cuts the points of cells first .. last - 1 into two halves, recursively. */
static riwalk_status halve(search *s, uint64_t *keys, uint64_t stream, size_t first, size_t last,
                           riwalk_error *error)
{
    uint64_t begin = rw_part(s->count, s->cells, first), end = rw_part(s->count, s->cells, last);
    size_t middle = (first + last) / 2;

    if (last - first < 2)
        return RIWALK_STATUS_OK;
    sort_along(s, keys + begin, keys + s->count, (size_t)(end - begin),
               rw_rng_stream_of(stream, (uint64_t)first << 32 | last));
    RW_MUST(rw_progress_add(&s->progress, 0, error));
    RW_MUST(halve(s, keys, stream, first, middle, error));
    return halve(s, keys, stream, middle, last, error);
}

static riwalk_status tree_task(void *context, size_t tree, int worker, riwalk_error *error)
{
    search *s = context;
    uint64_t *keys = s->keys + 2 * (size_t)worker * s->count;
    uint32_t *order = s->orders + tree * s->count;

    for (uint32_t i = 0; i < s->count; i++)
        keys[i] = s->live[i] * MIX;
    RW_MUST(halve(s, keys, rw_rng_stream(s->work->seed, RW_STAGE_SPLIT, RW_DRAW_CELLS, tree), 0,
                  s->cells, error));
    for (uint32_t i = 0; i < s->count; i++)
        order[i] = key_point(keys[i]);
    return rw_progress_add(&s->progress, s->count, error);
}

/* ---- Comparisons ---- */

static bool is_nearer(near a, near b)
{
    return a.distance < b.distance || (a.distance == b.distance && a.node < b.node);
}

/* Inserts a candidate into a node's list, if it is near enough and not there from another tree. */
static void offer(const search *s, int g, uint32_t node, near new)
{
    near *list = list_of(s, g, node);
    uint32_t *found = &s->found[g][node], place = *found;

    if (place == rooms[g] && !is_nearer(new, list[place - 1]))
        return;
    for (uint32_t i = 0; i < *found; i++)
        if (list[i].node == new.node)
            return;
    if (place < rooms[g])
        ++*found;
    else
        place--;
    for (; place && is_nearer(new, list[place - 1]); place--)
        list[place] = list[place - 1];
    list[place] = new;
}

/* A new candidate must not exceed this distance. */
static float last_distance(const search *s, int g, uint32_t node)
{
    uint32_t found = s->found[g][node];

    return found < rooms[g] ? INFINITY : list_of(s, g, node)[found - 1].distance;
}

static void compare_points(const search *s, uint32_t a, uint32_t point)
{
    uint32_t b = point - s->work->counts[0];
    float most = fmaxf(last_distance(s, 0, a), last_distance(s, 1, b));
    float distance = (float)rw_distance_within(rw_point(&s->points, a), rw_point(&s->points, point),
                                               s->points.dimensions, (double)most * ROUNDING);

    if (distance > most)
        return;
    offer(s, 0, a, (near){distance, b});
    offer(s, 1, b, (near){distance, a});
}

static riwalk_status cell_task(void *context, size_t cell, int worker, riwalk_error *error)
{
    search *s = context;
    uint64_t begin = rw_part(s->count, s->cells, cell), end = rw_part(s->count, s->cells, cell + 1);
    uint32_t first_count = s->work->counts[0];

    for (uint64_t i = begin; i < end; i++) {
        uint32_t a = s->order[i];

        for (uint64_t j = begin; j < end && a < first_count; j++)
            if (s->order[j] >= first_count &&
                rw_align_may_match(s->work, a, s->order[j] - first_count))
                compare_points(s, a, s->order[j]);
        RW_MUST(rw_progress_add(&s->progress, 1, error));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status find(search *s, riwalk_error *error)
{
    RW_MUST(rw_parallel(s->work->run.threads, s->trees, tree_task, s, error));
    for (uint32_t tree = 0; tree < s->trees; tree++) {
        s->order = s->orders + (size_t)tree * s->count;
        RW_MUST(rw_parallel(s->work->run.threads, s->cells, cell_task, s, error));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status prepare(search *s, riwalk_error *error)
{
    rw_alignment_work *w = s->work;
    uint32_t all = w->counts[0] + w->counts[1];
    size_t threads = (size_t)w->run.threads;

    s->live = rw_take(s->pool, all, sizeof *s->live, error);
    for (int g = 0; g < 2; g++) {
        s->lists[g] = rw_take(s->pool, w->counts[g], rooms[g] * sizeof(near), error);
        s->found[g] = rw_take_zeroed(s->pool, w->counts[g], sizeof(uint32_t), error);
    }
    RW_MUST(rw_pool_status(s->pool));
    for (uint32_t point = 0; point < all; point++) {
        int g = point >= w->counts[0];
        uint32_t node = g ? point - w->counts[0] : point;

        if (rw_align_degree(w, g, node) && !rw_align_is_known(w, g, node))
            s->live[s->count++] = point;
    }
    s->cells = s->count <= FULL ? 1 : s->count / CELL;
    s->trees = s->cells > 1 ? TREES : 1;
    s->orders = rw_take(s->pool, s->count, s->trees * sizeof *s->orders, error);
    s->keys = rw_take(s->pool, s->count, 2 * threads * sizeof *s->keys, error);
    rw_progress_begin(&s->progress, &w->run, "finding candidates", "nodes",
                      (uint64_t)s->count * s->trees * 2);
    return rw_pool_status(s->pool);
}

/* ---- Rows ---- */

/* The unit of distances. `some` is scratch. */
static double find_scale(const search *s, double *some)
{
    uint32_t count = 0;

    for (uint32_t a = 0; a < s->work->counts[0]; a++)
        if (s->found[0][a]) {
            uint32_t last = s->found[0][a] - 1;

            some[count++] =
                (double)list_of(s, 0, a)[last < SCALE_RANK ? last : SCALE_RANK].distance;
        }
    rw_sort_doubles(some, count);
    return count ? fmax(some[count / 2], 1e-12) : 1;
}

static void add(rw_alignment_work *w, uint32_t a, uint32_t b, float distance, double scale)
{
    float likeness = RW_LEAST_LIKENESS + (float)exp(-(double)distance / scale / 2);

    rw_candidates_add(w, a, (rw_candidate){b, likeness, likeness, 0});
}

/* Fills the rows of the first graph's nodes: their own candidates, then by rank those that have the
 * node among theirs; or the known partner. */
static riwalk_status fill_rows(const search *s, rw_alignment_work *w, riwalk_error *error)
{
    double scale, *some;

    RW_HAVE(some = rw_take(s->pool, w->counts[0], sizeof *some, error));
    scale = find_scale(s, some);
    for (uint32_t a = 0; a < w->counts[0]; a++)
        for (uint32_t i = 0; i < s->found[0][a]; i++)
            add(w, a, list_of(s, 0, a)[i].node, list_of(s, 0, a)[i].distance, scale);
    for (uint32_t rank = 0; rank < BACKWARD; rank++)
        for (uint32_t b = 0; b < w->counts[1]; b++)
            if (rank < s->found[1][b])
                add(w, list_of(s, 1, b)[rank].node, b, list_of(s, 1, b)[rank].distance, scale);
    for (uint32_t a = 0; a < w->counts[0]; a++)
        if (rw_align_is_known(w, 0, a))
            rw_candidates_add(w, a, (rw_candidate){w->known[0][a], 1, 1, 0});
    return RIWALK_STATUS_OK;
}

/* Removes final dimensions that are zero in all vectors, as graphs with few roles have. Keeps whole
 * lanes, so that sums keep their order. */
static void drop_zeros(riwalk_vectors *v)
{
    uint32_t old = v->dimensions, kept = 1;

    for (size_t row = 0; row < v->count; row++)
        for (uint32_t d = old; d > kept && kept < old; d--)
            if (v->values[row * old + d - 1] != 0)
                kept = d;
    kept = (kept + RW_LANES - 1) / RW_LANES * RW_LANES;
    if (kept >= old)
        return;
    v->dimensions = kept;
    for (size_t row = 0; row < v->count; row++)
        memmove(v->values + row * kept, v->values + row * old, kept * sizeof *v->values);
}

riwalk_status rw_align_candidates(rw_alignment_work *work, riwalk_error *error)
{
    riwalk_vectors *v = work->vectors;
    RW_POOL(pool);
    search s = {.work = work, .pool = &pool};

    drop_zeros(v);
    s.points = (rw_points){v->count, v->dimensions, v->values};
    RW_MUST(prepare(&s, error));
    RW_MUST(find(&s, error));
    return fill_rows(&s, work, error);
}
