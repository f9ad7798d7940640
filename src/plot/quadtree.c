/* SPDX-License-Identifier: MIT */
/* A tree of boxes over points of the plane, and the forces of Barnes and Hut by it. Boxes are cut
 * into quarters and then drawn in around their points, so every cut parts some points and there are
 * less than twice as many boxes as points. */
#include "base/memory.h"
#include "plot/project.h"

#include <math.h>
#include <string.h>

#define LEAF 4 /* points that are not worth a cut */

riwalk_status rw_quadtree_new(uint32_t count, rw_quadtree *tree, riwalk_error *error)
{
    *tree = (rw_quadtree){.count = count};
    if (!(tree->nodes = rw_alloc((size_t)count, 2 * sizeof *tree->nodes, error)) ||
        !(tree->order = rw_alloc(count, sizeof *tree->order, error)) ||
        !(tree->scratch = rw_alloc(count, sizeof *tree->scratch, error))) {
        rw_quadtree_free(tree);
        return RIWALK_STATUS_MEMORY;
    }
    return RIWALK_STATUS_OK;
}

void rw_quadtree_free(rw_quadtree *tree)
{
    rw_free(tree->nodes);
    rw_free(tree->order);
    rw_free(tree->scratch);
    *tree = (rw_quadtree){0};
}

typedef struct box {
    double left, right, top, bottom;
} box;

/* Sets the centre and the size of a node. Returns the box around its points. */
static box measure(const rw_quadtree *tree, const double *places, rw_quad *node)
{
    box b = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    double x_sum = 0, y_sum = 0, side;

    for (uint32_t i = node->begin; i < node->end; i++) {
        double x = places[2 * (size_t)tree->order[i]];
        double y = places[2 * (size_t)tree->order[i] + 1];

        x_sum += x;
        y_sum += y;
        b.left = x < b.left ? x : b.left;
        b.right = x > b.right ? x : b.right;
        b.top = y < b.top ? y : b.top;
        b.bottom = y > b.bottom ? y : b.bottom;
    }
    side = fmax(b.right - b.left, b.bottom - b.top);
    node->x = x_sum / (node->end - node->begin);
    node->y = y_sum / (node->end - node->begin);
    node->square = side * side;
    return b;
}

/* Sorts the points of a node by quarters; ends[q] is where quarter q ends. Returns whether that
 * parts them: they may be too near for a cut between them. */
static bool cut(rw_quadtree *tree, const double *places, const rw_quad *node, const box *b,
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

/* Deeper by one with each halving of a box, so no deeper than doubles have bits and exponents. */
static void add_node(rw_quadtree *tree, const double *places, uint32_t begin, uint32_t end)
{
    uint32_t number = tree->node_count++, ends[4], quarter = begin;
    rw_quad *node = &tree->nodes[number];
    box b;

    *node = (rw_quad){.begin = begin, .end = end, .leaf = true};
    b = measure(tree, places, node);
    if (end - begin > LEAF && node->square > 0 && cut(tree, places, node, &b, ends)) {
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
    tree->node_count = 0;
    add_node(tree, places, 0, tree->count);
}

double rw_quadtree_push(const rw_quadtree *tree, const double *places, uint32_t point, double theta,
                        double push[2])
{
    double x = places[2 * (size_t)point], y = places[2 * (size_t)point + 1];
    double near = theta * theta, sum = 0, x_push = 0, y_push = 0;

    for (uint32_t n = 0; n < tree->node_count;) {
        const rw_quad *node = &tree->nodes[n];
        double dx = x - node->x, dy = y - node->y, distance = dx * dx + dy * dy;

        if (node->square < near * distance) {
            double q = 1 / (1 + distance), all = (node->end - node->begin) * q;

            sum += all;
            x_push += all * q * dx;
            y_push += all * q * dy;
            n = node->next;
            continue;
        }
        for (uint32_t i = node->begin; i < node->end && node->leaf; i++) {
            uint32_t other = tree->order[i];
            double ox = x - places[2 * (size_t)other], oy = y - places[2 * (size_t)other + 1];
            double q = 1 / (1 + ox * ox + oy * oy);

            if (other == point)
                continue;
            sum += q;
            x_push += q * q * ox;
            y_push += q * q * oy;
        }
        n++;
    }
    push[0] = x_push;
    push[1] = y_push;
    return sum;
}
