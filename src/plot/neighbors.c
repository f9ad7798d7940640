/* SPDX-License-Identifier: MIT */
/* The nearest neighbours of all points, exactly. A partial squared distance never exceeds the
 * whole, and along principal components a small part is almost the whole. So points are sorted into
 * groups of near ones by halving along components. A group visits another one only if their boxes
 * are near enough, compares points component by component, and computes full distances only for the
 * rest, a few hundred of many thousands. Components affect only the time. */
#include "base/heap.h"
#include "base/parallel.h"
#include "plot/project.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define LANES 16      /* points of a group, compared together */
#define STAGE 16      /* components between checks whether a group is too far */
#define MOST_AXES 64  /* most components to use */
#define ROUNDING 1e-4 /* relative; exceeds what floats lose in a sum of MOST_AXES squares */
#define SLACK 0x1p-22 /* exceeds what rounding to floats moves two points of length 1 */

typedef float quad __attribute__((vector_size(16), may_alias));
#define QUADS (LANES / 4)

typedef struct search {
    const rw_points *points;
    uint32_t neighbors;
    uint32_t axes; /* a multiple of STAGE */
    uint32_t groups;
    uint32_t *order;    /* [count]: the point of each row; LANES rows are a group */
    double *components; /* [count][axes], by point */
    double longest;     /* length of the longest point, by its components; above 0 */
    float *lanes;       /* [groups][axes][LANES]: components divided by `longest` */
    float *boxes;       /* [groups][2][axes]: least and largest values */
    uint32_t *lowest;   /* [groups]: the lowest number of a point */
    rw_scored *entries; /* [count][neighbors]: a heap per row, furthest first */
    rw_pool *pool;
    rw_progress progress;
} search;

RW_HEAP(heap, rw_scored, rw_scored_after)

/* ---- Groups ---- */

static uint32_t size_of(const search *s, uint32_t group)
{
    uint32_t left = s->points->count - group * LANES;

    return left < LANES ? left : LANES;
}

static double component(const search *s, uint64_t key, uint32_t axis)
{
    return s->components[(size_t)(uint32_t)key * s->axes + axis];
}

static uint32_t widest_axis(const search *s, const uint64_t *keys, uint32_t count)
{
    double least[MOST_AXES], largest[MOST_AXES];
    uint32_t widest = 0;

    for (uint32_t axis = 0; axis < s->axes; axis++)
        least[axis] = largest[axis] = component(s, keys[0], axis);
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t axis = 0; axis < s->axes; axis++) {
            double value = component(s, keys[i], axis);

            least[axis] = value < least[axis] ? value : least[axis];
            largest[axis] = value > largest[axis] ? value : largest[axis];
        }
    for (uint32_t axis = 1; axis < s->axes; axis++)
        if (largest[axis] - least[axis] > largest[widest] - least[widest])
            widest = axis;
    return widest;
}

/* Sorts points along their widest component and halves them, recursively, into groups. */
static riwalk_status halve(search *s, uint64_t *keys, uint64_t *scratch, uint32_t count,
                           riwalk_error *error)
{
    uint32_t groups = (count + LANES - 1) / LANES, middle = groups / 2 * LANES, axis;

    if (groups < 2)
        return RIWALK_STATUS_OK;
    axis = widest_axis(s, keys, count);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = rw_float_key((float)component(s, keys[i], axis), (uint32_t)keys[i]);
    rw_sort_u64(keys, scratch, count);
    RW_MUST(rw_progress_add(&s->progress, 0, error));
    RW_MUST(halve(s, keys, scratch, middle, error));
    return halve(s, keys + middle, scratch, count - middle, error);
}

/* Sorts the points into groups. If all others are neighbours, keeps the order of numbers. */
static riwalk_status sort_points(search *s, riwalk_error *error)
{
    uint32_t count = s->points->count;
    RW_POOL(pool);
    uint64_t *keys = rw_take(&pool, count, 2 * sizeof *keys, error);

    RW_MUST(rw_pool_status(&pool));
    for (uint32_t i = 0; i < count; i++)
        keys[i] = i;
    if (s->neighbors < count - 1)
        RW_MUST(halve(s, keys, keys + count, count, error));
    for (uint32_t row = 0; row < count; row++)
        s->order[row] = (uint32_t)keys[row];
    return RIWALK_STATUS_OK;
}

/* Fills the lanes and box of a group. Unused lanes are infinitely far. */
static void fill_group(const search *s, uint32_t group)
{
    uint32_t begin = group * LANES, end = begin + size_of(s, group);

    s->lowest[group] = UINT32_MAX;
    for (uint32_t row = begin; row < end; row++)
        s->lowest[group] = s->order[row] < s->lowest[group] ? s->order[row] : s->lowest[group];

    for (uint32_t axis = 0; axis < s->axes; axis++) {
        float *lanes = s->lanes + ((size_t)group * s->axes + axis) * LANES;
        float least = INFINITY, largest = -INFINITY;

        for (uint32_t lane = 0; lane < LANES; lane++) {
            lanes[lane] = INFINITY;
            if (begin + lane >= end)
                continue;
            lanes[lane] = (float)(component(s, s->order[begin + lane], axis) / s->longest);
            least = fminf(least, lanes[lane]);
            largest = fmaxf(largest, lanes[lane]);
        }
        s->boxes[2 * (size_t)group * s->axes + axis] = least;
        s->boxes[(2 * (size_t)group + 1) * s->axes + axis] = largest;
    }
}

static riwalk_status make_groups(search *s, const riwalk_run *listener, riwalk_error *error)
{
    uint32_t count = s->points->count;

    s->components = rw_take(s->pool, count, s->axes * sizeof *s->components, error);
    s->lowest = rw_take(s->pool, s->groups, sizeof *s->lowest, error);
    s->lanes = rw_take_aligned(s->pool, s->groups, s->axes * LANES * sizeof *s->lanes, error);
    s->boxes = rw_take(s->pool, s->groups, 2 * s->axes * sizeof *s->boxes, error);
    RW_MUST(rw_pool_status(s->pool));
    RW_MUST(rw_pca(s->points, s->axes, s->components, NULL, listener, error));
    rw_progress_begin(&s->progress, listener, "finding neighbours", "points", count);
    RW_MUST(sort_points(s, error));
    for (uint32_t i = 0; i < count; i++) {
        double square = 0;

        for (uint32_t axis = 0; axis < s->axes; axis++)
            square += component(s, i, axis) * component(s, i, axis);
        s->longest = fmax(s->longest, sqrt(square));
    }
    for (uint32_t group = 0; group < s->groups; group++)
        fill_group(s, group);
    return RIWALK_STATUS_OK;
}

/* ---- The search ---- */

/* The search of a group. A point is too far if part of its squared distance, in lanes, exceeds the
 * limit. */
typedef struct finds {
    uint32_t group;
    uint32_t sizes[LANES];
    float limits[LANES];
} finds;

static void offer(const search *s, finds *f, uint32_t lane, uint32_t point)
{
    size_t row = (size_t)f->group * LANES + lane;
    rw_scored *heap = s->entries + row * s->neighbors, found = {0, point};
    bool full = f->sizes[lane] == s->neighbors;
    double away;

    if (point == s->order[row])
        return;
    found.value = rw_distance_within(rw_point(s->points, s->order[row]), rw_point(s->points, point),
                                     s->points->dimensions, full ? heap[0].value : INFINITY);
    heap_offer(heap, &f->sizes[lane], s->neighbors, found);
    if (f->sizes[lane] < s->neighbors)
        return;
    away = sqrt(heap[0].value) / s->longest + SLACK;
    f->limits[lane] = (float)(away * away * (1 + ROUNDING));
}

/* Whether a group's points all have enough equal ones, whose numbers are lower than another
 * group's. Equal points are sorted by number, so a crowd of them takes a glance per group, not per
 * pair. */
static bool has_enough_equal(const search *s, const finds *f, uint32_t other)
{
    const rw_scored *heap = s->entries + (size_t)f->group * LANES * s->neighbors;

    for (uint32_t lane = 0; lane < size_of(s, f->group); lane++, heap += s->neighbors)
        if (f->sizes[lane] < s->neighbors || heap[0].value > 0 || heap[0].number > s->lowest[other])
            return false;
    return true;
}

/* Whether all points of two groups are further apart than the limits. */
static bool boxes_are_apart(const search *s, const finds *f, uint32_t other)
{
    const float *a = s->boxes + 2 * (size_t)f->group * s->axes;
    const float *b = s->boxes + 2 * (size_t)other * s->axes;
    float sum = 0, limit = 0;

    for (uint32_t lane = 0; lane < LANES; lane++)
        limit = f->limits[lane] > limit ? f->limits[lane] : limit;
    for (uint32_t axis = 0; axis < STAGE; axis++) {
        float above = b[axis] - a[s->axes + axis], below = a[axis] - b[s->axes + axis];
        float gap = above > below ? above : below;

        sum += gap > 0 ? gap * gap : 0;
    }
    return sum > limit;
}

/* Compares one point of a group with all of another group. */
static void compare(const search *s, finds *f, uint32_t lane, uint32_t other)
{
    const float *point = s->lanes + (size_t)f->group * s->axes * LANES + lane;
    const quad *others = (const quad *)(s->lanes + (size_t)other * s->axes * LANES);
    quad sums[QUADS] = {0};

    for (uint32_t axis = 0; axis < s->axes;) {
        float least = INFINITY;

        for (uint32_t end = axis + STAGE; axis < end; axis++)
            for (uint32_t i = 0; i < QUADS; i++) {
                quad away = others[axis * QUADS + i] - point[axis * LANES];

                sums[i] += away * away;
            }
        for (uint32_t i = 0; i < LANES; i++)
            least = sums[i / 4][i % 4] < least ? sums[i / 4][i % 4] : least;
        if (least > f->limits[lane])
            return;
    }
    for (uint32_t i = 0; i < size_of(s, other); i++)
        if (sums[i / 4][i % 4] <= f->limits[lane])
            offer(s, f, lane, s->order[other * LANES + i]);
}

static void visit(const search *s, finds *f, uint32_t other)
{
    if (!boxes_are_apart(s, f, other) && !has_enough_equal(s, f, other))
        for (uint32_t lane = 0; lane < size_of(s, f->group); lane++)
            compare(s, f, lane, other);
}

/* Finds the neighbours of a group's points. Adjacent groups come first, to lower the limits
 * early. */
static riwalk_status group_task(void *context, size_t group, int worker, riwalk_error *error)
{
    search *s = context;
    uint32_t around = s->neighbors / LANES + 1, here = (uint32_t)group;
    uint32_t first = here < around ? 0 : here - around;
    uint32_t last = s->groups - here <= around ? s->groups - 1 : here + around;
    finds f = {.group = here};

    for (uint32_t lane = 0; lane < size_of(s, here); lane++)
        f.limits[lane] = INFINITY;
    for (uint32_t other = first; other <= last; other++)
        visit(s, &f, other);
    for (uint32_t other = 0; other < s->groups; other++)
        if (other < first || other > last)
            visit(s, &f, other);
    return rw_progress_add(&s->progress, size_of(s, here), error);
}

riwalk_status rw_neighbors_find(const rw_points *points, uint32_t neighbors, const riwalk_run *run,
                                uint32_t *order, rw_scored *entries, riwalk_error *error)
{
    RW_POOL(pool);
    search s = {.points = points,
                .neighbors = neighbors,
                .axes = points->dimensions < MOST_AXES ? points->dimensions : MOST_AXES,
                .groups = points->count / LANES + (points->count % LANES > 0),
                .order = order,
                .longest = DBL_MIN,
                .entries = entries,
                .pool = &pool};

    s.axes = (s.axes + STAGE - 1) / STAGE * STAGE;
    RW_MUST(make_groups(&s, run, error));
    return rw_parallel(points->threads, s.groups, group_task, &s, error);
}
