/* SPDX-License-Identifier: MIT */
#include "reference/refex.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned nodes;
static double arcs[2][REFERENCE_NODES][REFERENCE_NODES]; /* counts, and weights */

static void fill_arcs(const riwalk_graph *graph)
{
    nodes = riwalk_graph_node_count(graph);
    memset(arcs, 0, sizeof arcs);
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];

            arcs[0][u][v] = 1;
            arcs[1][u][v] =
                riwalk_graph_is_weighted(graph) ? (double)riwalk_graph_weights(graph, u)[i] : 1;
        }
}

/* ---- Local features ---- */

static bool is_near(unsigned u, unsigned v)
{
    return u == v || arcs[0][u][v] > 0 || arcs[0][v][u] > 0;
}

/* Arcs from nodes near u, or not, to nodes near u, or not. */
static double between(unsigned kind, unsigned u, bool from_near, bool to_near)
{
    double sum = 0;

    for (unsigned a = 0; a < nodes; a++)
        for (unsigned b = 0; b < nodes; b++)
            if (is_near(u, a) == from_near && is_near(u, b) == to_near)
                sum += arcs[kind][a][b];
    return sum;
}

static double out_sum(unsigned kind, unsigned u)
{
    double sum = 0;

    for (unsigned v = 0; v < nodes; v++)
        sum += arcs[kind][u][v];
    return sum;
}

static double in_sum(unsigned kind, unsigned u)
{
    double sum = 0;

    for (unsigned v = 0; v < nodes; v++)
        sum += arcs[kind][v][u];
    return sum;
}

static const char *const names[][2] = {
    {"degree", "weighted degree"},
    {"out-degree", "weighted out-degree"},
    {"in-degree", "weighted in-degree"},
    {"egonet edges", "egonet weight"},
    {"edges leaving the egonet", "weight leaving the egonet"},
    {"edges entering the egonet", "weight entering the egonet"},
};

static double local(unsigned what, unsigned kind, unsigned u, bool directed)
{
    switch (what) {
    case 0:
        return directed ? out_sum(kind, u) + in_sum(kind, u) : out_sum(kind, u);
    case 1:
        return out_sum(kind, u);
    case 2:
        return in_sum(kind, u);
    case 3:
        return between(kind, u, true, true) / (directed ? 1 : 2);
    case 4:
        return between(kind, u, true, false);
    default:
        return between(kind, u, false, true);
    }
}

static unsigned find_local(const riwalk_graph *graph, reference_feature *tried)
{
    bool directed = riwalk_graph_is_directed(graph);
    unsigned count = 0;

    for (unsigned what = 0; what < 6; what++)
        for (unsigned kind = 0; kind < (riwalk_graph_is_weighted(graph) ? 2 : 1); kind++) {
            if (!directed && (what == 1 || what == 2 || what == 5))
                continue;
            snprintf(tried[count].name, sizeof tried->name, "%s", names[what][kind]);
            for (unsigned u = 0; u < nodes; u++)
                tried[count].values[u] = (float)local(what, kind, u, directed);
            count++;
        }
    return count;
}

/* ---- Sums and means ---- */

static void aggregate(const reference_feature *from, bool against, bool mean, const char *word,
                      reference_feature *to)
{
    snprintf(to->name, sizeof to->name, "%s%.400s", word, from->name);
    for (unsigned u = 0; u < nodes; u++) {
        double sum = 0, count = 0;

        for (unsigned v = 0; v < nodes; v++)
            if (against ? arcs[0][v][u] > 0 : arcs[0][u][v] > 0) {
                sum += (double)from->values[v];
                count++;
            }
        to->values[u] = (float)(mean && count > 0 ? sum / count : sum);
    }
}

static unsigned find_next(const riwalk_graph *graph, const reference_feature *last, unsigned count,
                          reference_feature *tried)
{
    bool directed = riwalk_graph_is_directed(graph);
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++) {
        aggregate(&last[i], false, false, directed ? "out-sum of " : "sum of ", &tried[found++]);
        aggregate(&last[i], false, true, directed ? "out-mean of " : "mean of ", &tried[found++]);
        if (directed) {
            aggregate(&last[i], true, false, "in-sum of ", &tried[found++]);
            aggregate(&last[i], true, true, "in-mean of ", &tried[found++]);
        }
    }
    return found;
}

/* ---- Bins ---- */

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static void fill_bins(reference_feature *f, double share)
{
    float left[REFERENCE_NODES];
    unsigned count = nodes;

    memcpy(left, f->values, nodes * sizeof *left);
    qsort(left, nodes, sizeof *left, compare);
    for (int bin = 0; count; bin++) {
        unsigned taken = (unsigned)ceil(share * count);
        float last = left[taken - 1];

        while (taken < count && left[taken] == last)
            taken++;
        for (unsigned u = 0; u < nodes; u++)
            if (f->values[u] >= left[0] && f->values[u] <= last)
                f->bins[u] = bin;
        memmove(left, left + taken, (count - taken) * sizeof *left);
        count -= taken;
    }
}

/* ---- Pruning ---- */

static bool are_alike(const reference_feature *a, const reference_feature *b, int most)
{
    for (unsigned u = 0; u < nodes; u++)
        if (abs(a->bins[u] - b->bins[u]) > most)
            return false;
    return true;
}

/* Marks all that hang together with a feature. */
static void flood(const reference_feature *all, unsigned count, unsigned from, int most,
                  bool *reached)
{
    reached[from] = true;
    for (unsigned i = 0; i < count; i++)
        if (!reached[i] && are_alike(&all[i], &all[from], most))
            flood(all, count, i, most, reached);
}

/* Of the features from `kept` on, leaves those that no older one hangs together with. */
static unsigned prune(reference_feature *all, unsigned kept, unsigned count, int most)
{
    bool old[REFERENCE_FEATURES] = {false};
    unsigned left = kept;

    for (unsigned i = kept; i < count; i++) {
        bool reached[REFERENCE_FEATURES] = {false};

        flood(all, count, i, most, reached);
        for (unsigned k = 0; k < i; k++)
            old[i] |= reached[k];
    }
    for (unsigned i = kept; i < count; i++)
        if (!old[i])
            all[left++] = all[i];
    return left;
}

unsigned reference_refex(const riwalk_graph *graph, double share, reference_feature *features)
{
    unsigned first = 0, kept = 0;

    fill_arcs(graph);
    for (int round = 0; !round || kept > first; round++) {
        unsigned tried = round ? find_next(graph, features + first, kept - first, features + kept)
                               : find_local(graph, features);

        for (unsigned i = kept; i < kept + tried; i++)
            fill_bins(&features[i], share);
        first = kept;
        kept = prune(features, kept, kept + tried, round);
    }
    return kept;
}
