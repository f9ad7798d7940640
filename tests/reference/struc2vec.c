/* SPDX-License-Identifier: MIT */
/* The definitions of struc2vec, one function each. See struc2vec.h. */
#include "reference/struc2vec.h"

#include "base/rng.h"
#include "reference/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    uint32_t u = *(const uint32_t *)a, v = *(const uint32_t *)b;

    return (u > v) - (u < v);
}

/* The degrees of the nodes at distance k from a node, in rising order; returns how many. */
static uint32_t degrees_at(const riwalk_graph *graph, uint32_t node, uint32_t k, uint32_t *degrees)
{
    uint32_t nodes = riwalk_graph_node_count(graph), count = 0;
    uint32_t *distances = calloc(nodes, sizeof *distances);

    reference_distances(graph, node, distances);
    for (uint32_t v = 0; v < nodes; v++)
        if (distances[v] == k)
            degrees[count++] = riwalk_graph_degree(graph, v);
    free(distances);
    qsort(degrees, count, sizeof *degrees, by_value);
    return count;
}

/* ---- Warping ---- */

typedef struct element {
    double degree;
    double count;
} element;

static uint32_t make_elements(const uint32_t *degrees, uint32_t count, bool compact,
                              element *elements)
{
    uint32_t made = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (compact && made && elements[made - 1].degree == degrees[i])
            elements[made - 1].count++;
        else
            elements[made++] = (element){degrees[i], 1};
    }
    return made;
}

static double cost(element a, element b)
{
    return (fmax(a.degree, b.degree) / fmin(a.degree, b.degree) - 1) * fmax(a.count, b.count);
}

/* Dynamic time warping of two rising sequences of degrees, none empty; compact: of their runs of
 * equal degrees. */
static double warp(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count,
                   bool compact)
{
    element *u = calloc(a_count, sizeof *u), *v = calloc(b_count, sizeof *v);
    uint32_t m = make_elements(a, a_count, compact, u), n = make_elements(b, b_count, compact, v);
    double *best = calloc((size_t)m * n, sizeof *best), result;

    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < n; j++) {
            double before = i || j ? INFINITY : 0;

            if (i)
                before = fmin(before, best[(i - 1) * n + j]);
            if (j)
                before = fmin(before, best[i * n + j - 1]);
            if (i && j)
                before = fmin(before, best[(i - 1) * n + j - 1]);
            best[i * n + j] = before + cost(u[i], v[j]);
        }
    result = best[m * n - 1];
    free(u);
    free(v);
    free(best);
    return result;
}

/* ---- Which nodes are compared ---- */

static uint64_t near_sum(const riwalk_graph *graph, uint32_t node)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < riwalk_graph_degree(graph, node); i++)
        sum += riwalk_graph_degree(graph, riwalk_graph_neighbors(graph, node)[i]);
    return sum;
}

static uint64_t far_sum(const riwalk_graph *graph, uint32_t node)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < riwalk_graph_degree(graph, node); i++)
        sum += near_sum(graph, riwalk_graph_neighbors(graph, node)[i]);
    return sum;
}

static bool comes_before(const riwalk_graph *graph, uint32_t u, uint32_t v)
{
    if (riwalk_graph_degree(graph, u) != riwalk_graph_degree(graph, v))
        return riwalk_graph_degree(graph, u) < riwalk_graph_degree(graph, v);
    if (near_sum(graph, u) != near_sum(graph, v))
        return near_sum(graph, u) < near_sum(graph, v);
    if (far_sum(graph, u) != far_sum(graph, v))
        return far_sum(graph, u) < far_sum(graph, v);
    return u < v;
}

/* How many nodes with neighbours come before a node. */
static uint32_t place_of(const riwalk_graph *graph, uint32_t node)
{
    uint32_t place = 0;

    for (uint32_t v = 0; v < riwalk_graph_node_count(graph); v++)
        place += riwalk_graph_degree(graph, v) > 0 && comes_before(graph, v, node);
    return place;
}

/* How many nodes there are with neighbours, of degrees below a number. */
static uint32_t count_below(const riwalk_graph *graph, double degree)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < riwalk_graph_node_count(graph); v++)
        count += riwalk_graph_degree(graph, v) > 0 && riwalk_graph_degree(graph, v) < degree;
    return count;
}

/* Whether a place draws another from its parts of the places of similar degree. */
static bool draws(const riwalk_graph *graph, uint32_t node, uint32_t place, uint32_t other,
                  uint32_t parts)
{
    double degree = riwalk_graph_degree(graph, node);
    uint32_t all = count_below(graph, INFINITY), group = all / 16 > 64 ? all / 16 : 64;
    uint32_t begin = count_below(graph, degree / 2), end = count_below(graph, 2 * degree + 0.5);

    for (uint32_t i = 0, from = begin; i < parts; i++) {
        uint32_t size = (end - begin) / parts + (i < (end - begin) % parts);
        uint64_t stream = rw_rng_stream(0, RW_STAGE_CANDIDATES, place / group, 0);

        if (size && from + rw_rng_below(rw_rng_at(stream, i), size) == other)
            return true;
        from += size;
    }
    return false;
}

static uint32_t count_edges(const riwalk_graph *graph, uint32_t u, uint32_t v,
                            const uint32_t *places, bool all)
{
    uint32_t reach;

    if (u == v || !riwalk_graph_degree(graph, u) || !riwalk_graph_degree(graph, v))
        return 0;
    reach = 2 * (uint32_t)ceil(log2(count_below(graph, INFINITY)));
    if (all || abs((int)places[u] - (int)places[v]) <= (int)reach)
        return 1;
    return draws(graph, u, places[u], places[v], 2 * reach) +
           draws(graph, v, places[v], places[u], 2 * reach);
}

/* ---- Layers ---- */

static double *at(const reference_layers *l, double *cells, uint32_t k, uint32_t u)
{
    return cells + ((size_t)k * l->nodes + u) * l->nodes;
}

static void find_distances(reference_layers *l, const riwalk_graph *graph, bool compact)
{
    uint32_t *a = calloc(l->nodes, sizeof *a), *b = calloc(l->nodes, sizeof *b);

    for (uint32_t u = 0; u < l->nodes; u++)
        for (uint32_t v = 0; v < l->nodes; v++) {
            bool edge = l->edges[u * l->nodes + v];
            double f = 0;

            for (uint32_t k = 0; k < l->layers; k++) {
                uint32_t m = degrees_at(graph, u, k, a);
                uint32_t n = degrees_at(graph, v, k, b);

                f += edge && m && n ? warp(a, m, b, n, compact) : INFINITY;
                at(l, l->distances, k, u)[v] = f;
            }
        }
    free(a);
    free(b);
}

/* The mean weight of a layer's edges. */
static double mean_weight(reference_layers *l, uint32_t k)
{
    double sum = 0, count = 0;

    for (uint32_t u = 0; u < l->nodes; u++)
        for (uint32_t v = 0; v < l->nodes; v++)
            if (isfinite(at(l, l->distances, k, u)[v])) {
                sum += l->edges[u * l->nodes + v] * exp(-at(l, l->distances, k, u)[v]);
                count += l->edges[u * l->nodes + v];
            }
    return count > 0 ? sum / count : 0;
}

static void find_chances(reference_layers *l, uint32_t k)
{
    double mean = mean_weight(l, k);

    for (uint32_t u = 0; u < l->nodes; u++) {
        const double *f = at(l, l->distances, k, u);
        const uint32_t *edges = l->edges + (size_t)u * l->nodes;
        double sum = 0, above = 0, up;

        for (uint32_t v = 0; v < l->nodes; v++) {
            sum += edges[v] * exp(-f[v]);
            above += edges[v] * (exp(-f[v]) > mean * (1 + 1e-9));
        }
        for (uint32_t v = 0; v < l->nodes; v++)
            at(l, l->shares, k, u)[v] = sum > 0 ? edges[v] * exp(-f[v]) / sum : 0;
        up = log(above + exp(1));
        l->ups[k * l->nodes + u] = up / (up + 1);
    }
}

reference_layers reference_layers_make(const riwalk_graph *graph, uint32_t layers, bool compact,
                                       bool all)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    size_t cells = (size_t)layers * nodes;
    reference_layers l = {nodes,
                          layers,
                          calloc((size_t)nodes * nodes, sizeof(uint32_t)),
                          calloc(cells, nodes * sizeof(double)),
                          calloc(cells, nodes * sizeof(double)),
                          calloc(cells, sizeof(double))};
    uint32_t *places = calloc(nodes, sizeof *places);

    for (uint32_t v = 0; v < nodes; v++)
        places[v] = place_of(graph, v);
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++)
            l.edges[u * nodes + v] = count_edges(graph, u, v, places, all);
    find_distances(&l, graph, compact);
    for (uint32_t k = 0; k < layers; k++)
        find_chances(&l, k);
    free(places);
    return l;
}

void reference_layers_free(reference_layers *l)
{
    free(l->edges);
    free(l->distances);
    free(l->shares);
    free(l->ups);
}

/* ---- Walks ---- */

static bool has_edges(const reference_layers *l, uint32_t k, uint32_t u)
{
    for (uint32_t v = 0; k < l->layers && v < l->nodes; v++)
        if (isfinite(at(l, l->distances, k, u)[v]))
            return true;
    return false;
}

/* Layer changes go on until the walk stays; what has not stayed after 200 is less than 1e-20 with
 * probabilities of 0.3 and more. */
void reference_layers_step(const reference_layers *l, double stay, double *chances)
{
    size_t cells = (size_t)l->layers * l->nodes;
    double *after = calloc(cells, sizeof *after), *moving = calloc(cells, sizeof *moving);

    for (int change = 0; change < 200; change++) {
        memset(moving, 0, cells * sizeof *moving);
        for (uint32_t k = 0; k < l->layers; k++)
            for (uint32_t u = 0; u < l->nodes; u++) {
                double chance = chances[k * l->nodes + u], up = l->ups[k * l->nodes + u];
                uint32_t above = has_edges(l, k + 1, u) ? k + 1 : k, below = k ? k - 1 : 0;

                for (uint32_t v = 0; v < l->nodes; v++)
                    after[k * l->nodes + v] += chance * stay * at(l, l->shares, k, u)[v];
                moving[above * l->nodes + u] += chance * (1 - stay) * up;
                moving[below * l->nodes + u] += chance * (1 - stay) * (1 - up);
            }
        memcpy(chances, moving, cells * sizeof *chances);
    }
    memcpy(chances, after, cells * sizeof *chances);
    free(after);
    free(moving);
}
