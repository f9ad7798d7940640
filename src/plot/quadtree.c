/* SPDX-License-Identifier: MIT */
/* A quadtree over points of the plane, and the forces of t-SNE and of layouts by it. Boxes are cut
 * into quarters, which shrink to their points, so every cut separates points and there are less
 * than twice as many boxes as points.
 *
 * Forces of t-SNE act between boxes (dual trees: Gray and Moore 2001). The push on a point is -1/2
 * times the gradient of the sum of q at it. A far box adds to the sum at another box's centre what
 * follows from its own centre of mass and second moments; around that centre the sum is expanded by
 * derivatives up to the third. So pushes omit only terms in the third power of theta. Forces of
 * layouts act between a point and boxes. */
#include "plot/canvas.h"
#include "plot/project.h"

#include <math.h>
#include <string.h>

#define LEAF 12   /* points of a leaf, unless the tree has another number */
#define TASK 256  /* most points of a task */
#define FLAT 0.25 /* added to squared distances: q has no peak at 0 that would need small boxes */

riwalk_status rw_quadtree_new(uint32_t count, rw_pool *pool, rw_quadtree *tree, riwalk_error *error)
{
    size_t padded = (size_t)count + 1;

    *tree = (rw_quadtree){.count = count, .leaf = LEAF};
    tree->nodes = rw_take(pool, count, 2 * sizeof *tree->nodes, error);
    tree->fields = rw_take(pool, count, 2 * sizeof *tree->fields, error);
    tree->order = rw_take(pool, count, sizeof *tree->order, error);
    tree->scratch = rw_take(pool, count, sizeof *tree->scratch, error);
    tree->tasks = rw_take(pool, count, sizeof *tree->tasks, error);
    tree->x = rw_take_zeroed(pool, padded, sizeof *tree->x, error);
    tree->y = rw_take_zeroed(pool, padded, sizeof *tree->y, error);
    tree->sums = rw_take_zeroed(pool, padded, sizeof *tree->sums, error);
    tree->x_push = rw_take_zeroed(pool, padded, sizeof *tree->x_push, error);
    tree->y_push = rw_take_zeroed(pool, padded, sizeof *tree->y_push, error);
    return rw_pool_status(pool);
}

/* ---- Boxes ---- */

/* Sets a node's centre, moments and side. Returns the bounding box of its points. Sums are of
 * differences to one point, so that small nodes far from 0 lose no digits. */
static rw_box measure(const rw_quadtree *tree, const double *places, rw_quad *node)
{
    const double *first = places + 2 * (size_t)tree->order[node->begin];
    rw_box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0, count = node->end - node->begin;

    for (uint32_t i = node->begin; i < node->end; i++) {
        const double *place = places + 2 * (size_t)tree->order[i];
        double dx = place[0] - first[0], dy = place[1] - first[1];

        x += dx;
        y += dy;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
        b.left = place[0] < b.left ? place[0] : b.left;
        b.right = place[0] > b.right ? place[0] : b.right;
        b.top = place[1] < b.top ? place[1] : b.top;
        b.bottom = place[1] > b.bottom ? place[1] : b.bottom;
    }
    x /= count;
    y /= count;
    node->x = first[0] + x;
    node->y = first[1] + y;
    node->xx = xx / count - x * x;
    node->xy = xy / count - x * y;
    node->yy = yy / count - y * y;
    node->side = fmax(b.right - b.left, b.bottom - b.top);
    return b;
}

/* Sorts the points of a node by quarters; ends[q] is the end of quarter q. Returns whether this
 * separates them: they may be too near for a cut between them. */
static bool cut(rw_quadtree *tree, const double *places, const rw_quad *node, const rw_box *b,
                uint32_t ends[4])
{
    double x = b->left + (b->right - b->left) / 2, y = b->top + (b->bottom - b->top) / 2;
    uint32_t sizes[4] = {0}, at[4], used = node->begin;

    for (uint32_t i = node->begin; i < node->end; i++) {
        const double *place = places + 2 * (size_t)tree->order[i];

        sizes[(place[0] > x) + 2 * (place[1] > y)]++;
    }
    for (int q = 0; q < 4; q++) {
        at[q] = used;
        ends[q] = used += sizes[q];
    }
    for (uint32_t i = node->begin; i < node->end; i++) {
        const double *place = places + 2 * (size_t)tree->order[i];

        tree->scratch[at[(place[0] > x) + 2 * (place[1] > y)]++] = tree->order[i];
    }
    memcpy(tree->order + node->begin, tree->scratch + node->begin,
           (node->end - node->begin) * sizeof *tree->order);
    for (int q = 0; q < 4; q++)
        if (sizes[q] == node->end - node->begin)
            return false;
    return true;
}

/* The depth is bounded by the bits and exponents of doubles: each level halves the box. */
static void add_node(rw_quadtree *tree, const double *places, uint32_t begin, uint32_t end)
{
    uint32_t number = tree->node_count++, ends[4], quarter = begin;
    rw_quad *node = &tree->nodes[number];
    rw_box b;

    *node = (rw_quad){.begin = begin, .end = end, .leaf = true};
    b = measure(tree, places, node);
    if (end - begin > tree->leaf && node->side > 0 && cut(tree, places, node, &b, ends)) {
        node->leaf = false;
        for (int q = 0; q < 4; quarter = ends[q++])
            if (ends[q] > quarter)
                add_node(tree, places, quarter, ends[q]);
    }
    node->next = tree->node_count;
}

void rw_quadtree_build(rw_quadtree *tree, const double *places)
{
    for (uint32_t i = 0; i < tree->count; i++)
        tree->order[i] = i;
    tree->node_count = tree->task_count = 0;
    add_node(tree, places, 0, tree->count);
    for (uint32_t n = 0; n < tree->node_count;) {
        const rw_quad *node = &tree->nodes[n++];

        if (node->leaf || node->end - node->begin <= TASK) {
            tree->tasks[tree->task_count++] = n - 1;
            n = node->next;
        }
    }
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->x[i] = places[2 * (size_t)tree->order[i]];
        tree->y[i] = places[2 * (size_t)tree->order[i] + 1];
    }
}

/* ---- Forces of t-SNE ---- */

/* Adds the effect of a node's points on the sum of q at a distance (dx, dy) from their centre. */
static void push_from_far(rw_field *f, const rw_quad *source, double dx, double dy, double distance)
{
    double count = source->end - source->begin, q = 1 / (1 + distance);
    double q2 = -2 * count * q * q, q3 = -4 * q * q2, q4 = -6 * q * q3;
    double xx = q3 * dx * dx + q2, xy = q3 * dx * dy, yy = q3 * dy * dy + q2;
    double xxx = (q4 * dx * dx + 3 * q3) * dx, xxy = (q4 * dx * dx + q3) * dy;
    double xyy = (q4 * dy * dy + q3) * dx, yyy = (q4 * dy * dy + 3 * q3) * dy;

    f->sum += count * q + source->xx * xx / 2 + source->xy * xy + source->yy * yy / 2;
    f->x += q2 * dx + source->xx * xxx / 2 + source->xy * xxy + source->yy * xyy / 2;
    f->y += q2 * dy + source->xx * xxy / 2 + source->xy * xyy + source->yy * yyy / 2;
    f->xx += xx;
    f->xy += xy;
    f->yy += yy;
    f->xxx += xxx;
    f->xxy += xxy;
    f->xyy += xyy;
    f->yyy += yyy;
}

typedef double pair __attribute__((vector_size(16)));

/* Two points at a time; the second may be padding behind the target. */
static void push_from_near(const rw_quadtree *tree, const rw_quad *target, const rw_quad *source)
{
    for (uint32_t i = target->begin; i < target->end; i += 2) {
        pair x = {tree->x[i], tree->x[i + 1]}, y = {tree->y[i], tree->y[i + 1]};
        pair sums = {0}, x_push = {0}, y_push = {0};

        for (uint32_t j = source->begin; j < source->end; j++) {
            pair dx = x - tree->x[j], dy = y - tree->y[j];
            pair q = 1 / (1 + dx * dx + dy * dy);

            sums += q;
            x_push += q * q * dx;
            y_push += q * q * dy;
        }
        for (uint32_t k = 0; k < 2 && i + k < target->end; k++) {
            tree->sums[i + k] += sums[k];
            tree->x_push[i + k] += x_push[k];
            tree->y_push[i + k] += y_push[k];
        }
    }
}

/* Adds the effect of a node's points on another's: splits the larger node until both are far apart,
 * or leaves. */
static void push_from(const rw_quadtree *tree, uint32_t target, uint32_t source, double near)
{
    const rw_quad *t = &tree->nodes[target], *s = &tree->nodes[source];
    double dx = t->x - s->x, dy = t->y - s->y, distance = dx * dx + dy * dy;
    double sides = t->side + s->side;

    if (sides * sides < near * (FLAT + distance))
        push_from_far(&tree->fields[target], s, dx, dy, distance);
    else if (t->leaf && s->leaf)
        push_from_near(tree, t, s);
    else if (s->leaf || (!t->leaf && t->side > s->side))
        for (uint32_t child = target + 1; child < t->next; child = tree->nodes[child].next)
            push_from(tree, child, source, near);
    else
        for (uint32_t child = source + 1; child < s->next; child = tree->nodes[child].next)
            push_from(tree, target, child, near);
}

/* Adds a field, shifted to a place at (x, y) from its own. */
static void add_field(rw_field *sum, const rw_field *f, double x, double y)
{
    double xx = f->xxx * x + f->xxy * y, xy = f->xxy * x + f->xyy * y, yy = f->xyy * x + f->yyy * y;
    double x_half = f->xx * x + f->xy * y, y_half = f->xy * x + f->yy * y;
    double x_third = xx * x + xy * y, y_third = xy * x + yy * y;

    sum->sum +=
        f->sum + (f->x + x_half / 2 + x_third / 6) * x + (f->y + y_half / 2 + y_third / 6) * y;
    sum->x += f->x + x_half + x_third / 2;
    sum->y += f->y + y_half + y_third / 2;
    sum->xx += f->xx + xx;
    sum->xy += f->xy + xy;
    sum->yy += f->yy + yy;
    sum->xxx += f->xxx;
    sum->xxy += f->xxy;
    sum->xyy += f->xyy;
    sum->yyy += f->yyy;
}

/* Passes the fields of a node and its descendants down to their points. */
static void settle(const rw_quadtree *tree, uint32_t root, double *push, double *sums)
{
    for (uint32_t n = root; n < tree->nodes[root].next; n++) {
        const rw_quad *node = &tree->nodes[n];

        for (uint32_t c = n + 1; c < node->next; c = tree->nodes[c].next) {
            const rw_quad *child = &tree->nodes[c];

            add_field(&tree->fields[c], &tree->fields[n], child->x - node->x, child->y - node->y);
        }
        for (uint32_t i = node->begin; i < node->end && node->leaf; i++) {
            size_t point = tree->order[i];
            rw_field f = {0};

            add_field(&f, &tree->fields[n], tree->x[i] - node->x, tree->y[i] - node->y);
            sums[point] = tree->sums[i] + f.sum - 1;
            push[2 * point] = tree->x_push[i] - f.x / 2;
            push[2 * point + 1] = tree->y_push[i] - f.y / 2;
        }
    }
}

void rw_quadtree_push(const rw_quadtree *tree, uint32_t task, double theta, double *push,
                      double *sums)
{
    uint32_t root = tree->tasks[task];
    const rw_quad *node = &tree->nodes[root];

    memset(tree->fields + root, 0, (node->next - root) * sizeof *tree->fields);
    for (uint32_t i = node->begin; i < node->end; i++)
        tree->sums[i] = tree->x_push[i] = tree->y_push[i] = 0;
    push_from(tree, root, 0, theta * theta);
    settle(tree, root, push, sums);
}

/* ---- Forces of layouts ---- */

/* Adds the push of `count` points at a difference; a point at no difference does not push. */
static void add_repulsion(double push[2], double count, double dx, double dy)
{
    double square = dx * dx + dy * dy + 1e-9, strength = count / (square * sqrt(square));

    push[0] += strength * dx;
    push[1] += strength * dy;
}

void rw_quadtree_repel(const rw_quadtree *tree, const double *places, uint32_t point, double theta,
                       double push[2])
{
    double x = places[2 * (size_t)point], y = places[2 * (size_t)point + 1], near = theta * theta;

    push[0] = push[1] = 0;
    for (uint32_t n = 0; n < tree->node_count;) {
        const rw_quad *node = &tree->nodes[n];
        double dx = x - node->x, dy = y - node->y;
        bool far = node->side * node->side < near * (dx * dx + dy * dy);

        if (far)
            add_repulsion(push, node->end - node->begin, dx, dy);
        for (uint32_t i = node->begin; i < node->end && node->leaf && !far; i++)
            add_repulsion(push, 1, x - tree->x[i], y - tree->y[i]);
        n = far ? node->next : n + 1;
    }
}
