/* SPDX-License-Identifier: MIT */
/* Roles and walks from their definitions (docs/design.md). */
#include "reference/roles.h"
#include "pairs.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

#define ATTEMPTS 16

void reference_distances(const riwalk_graph *graph, uint32_t anchor, uint32_t *distances)
{
    uint32_t count = riwalk_graph_node_count(graph), head = 0, tail = 1;
    uint32_t *queue = malloc((size_t)count * sizeof *queue);

    if (!queue)
        abort();
    for (uint32_t u = 0; u < count; u++)
        distances[u] = REFERENCE_FAR;
    distances[anchor] = 0;
    queue[0] = anchor;
    while (head < tail) {
        uint32_t u = queue[head++];

        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];

            if (distances[v] == REFERENCE_FAR) {
                distances[v] = distances[u] + 1;
                queue[tail++] = v;
            }
        }
    }
    free(queue);
}

/* The largest k with (share of nodes with degree at least x) * base^k <= 1, in whole numbers: for
 * bases that are multiples of 1/4 and graphs of thousands of nodes. */
static uint32_t share_class(const riwalk_graph *graph, double base, uint32_t x)
{
    __extension__ typedef unsigned __int128 wide;
    uint32_t nodes = 0, count = 0, k = 0;
    wide numerator = (wide)(base * 4), left, right;

    if ((double)numerator != base * 4)
        abort();
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++) {
        uint32_t degree = riwalk_graph_degree(graph, u);

        nodes += degree > 0;
        count += degree > 0 && degree >= x;
    }
    left = count;
    right = nodes;
    while (x && (left *= numerator) <= (right *= 4))
        k++;
    return k;
}

uint32_t reference_class(const riwalk_graph *graph, const riwalk_options *options, uint32_t x)
{
    double base = options->view.class_base == RIWALK_CLASS_BASE_AUTO ? 2 : options->view.class_base;
    double power = base;
    uint32_t h = 0;

    if (options->view.classes == RIWALK_DEGREE_CLASSES_NONE)
        return x;
    if (options->view.classes == RIWALK_DEGREE_CLASSES_SHARE)
        return share_class(graph, options->view.class_base, x);
    for (; power <= (double)x + 1; power *= base)
        h++;
    return h;
}

static bool inside(const riwalk_options *options, uint32_t distance)
{
    return distance != REFERENCE_FAR && distance <= options->view.radius;
}

/* The next node of a walk: a draw among all neighbours until one is inside the ball; after enough
 * failures one draw among those inside. */
static uint32_t step(const riwalk_graph *graph, const riwalk_options *options,
                     const uint32_t *distances, uint32_t node, uint64_t bits)
{
    const uint32_t *row = riwalk_graph_neighbors(graph, node);
    uint32_t degree = riwalk_graph_degree(graph, node), count = 0;
    uint32_t *members = malloc(degree * sizeof *members), next;

    if (!members)
        abort();
    for (uint32_t i = 0; i < degree; i++)
        if (inside(options, distances[row[i]]))
            members[count++] = row[i];
    next = members[rw_rng_below(rw_rng_at(bits, ATTEMPTS), count)];
    for (uint64_t attempt = ATTEMPTS; attempt-- > 0;) {
        uint64_t draw = attempt ? rw_rng_at(bits, attempt) : bits;
        uint32_t tried = row[rw_rng_below(draw, degree)];

        if (inside(options, distances[tried]))
            next = tried; /* an earlier attempt overrules a later one */
    }
    free(members);
    return next;
}

uint32_t reference_walks(const riwalk_graph *graph, const riwalk_options *options, uint32_t anchor,
                         const uint32_t *distances, uint32_t *nodes)
{
    uint32_t length = riwalk_graph_degree(graph, anchor) ? options->walk_length : 1;
    bool walked = options->view.identifier == RIWALK_IDENTIFIER_RW_SP ||
                  options->view.identifier == RIWALK_IDENTIFIER_RW_WL;
    riwalk_options free_options = *options;

    free_options.view.radius = RIWALK_RADIUS_UNLIMITED;
    for (uint32_t w = 0; w < options->walks; w++) {
        uint64_t stream = rw_rng_stream(options->seed, RW_STAGE_WALK, anchor, w);
        uint32_t *walk = nodes + (size_t)w * length;

        walk[0] = anchor;
        for (uint32_t s = 0; s + 1 < length; s++)
            walk[s + 1] = step(graph, walked ? &free_options : options, distances, walk[s],
                               rw_rng_at(stream, s));
    }
    return length;
}

/* x[n] for n = 0 .. last: how many neighbours of a node are at distance n from the anchor. */
static uint32_t *count_layers(const riwalk_graph *graph, uint32_t node, const uint32_t *distances,
                              uint32_t last)
{
    uint32_t *x = calloc((size_t)last + 1, sizeof *x);

    if (!x)
        abort();
    for (uint32_t i = 0; i < riwalk_graph_degree(graph, node); i++) {
        uint32_t distance = distances[riwalk_graph_neighbors(graph, node)[i]];

        if (distance <= last)
            x[distance]++;
    }
    return x;
}

/* The five numbers of a WL role out of the vectors of the paper, neighbours being those of a
 * subgraph, or of the graph itself. Aborts if the vectors hold anything beside them. */
static unsigned layers_tuple(const riwalk_graph *graph, const riwalk_graph *subgraph,
                             const riwalk_options *options, uint32_t anchor, uint32_t node,
                             const uint32_t *distances, uint32_t last, uint64_t *tuple)
{
    uint32_t *xi = count_layers(subgraph, anchor, distances, last);
    uint32_t *xj = count_layers(subgraph, node, distances, last);
    uint32_t d = distances[node];

    for (uint32_t n = 0; n <= last; n++)
        if ((n != 1 && xi[n]) || (n + 1 < d && xj[n]) || (n > d + 1 && xj[n]))
            abort();
    tuple[0] = reference_class(graph, options, xi[1]);
    tuple[1] = d;
    tuple[2] = reference_class(graph, options, xj[d - 1]);
    tuple[3] = reference_class(graph, options, xj[d]);
    tuple[4] = d + 1 <= last ? reference_class(graph, options, xj[d + 1]) : 0;
    free(xi);
    free(xj);
    return 5;
}

static unsigned degrees_tuple(const riwalk_graph *graph, const riwalk_options *options,
                              uint32_t anchor, uint32_t node, uint32_t distance, uint64_t *tuple)
{
    tuple[0] = reference_class(graph, options, riwalk_graph_degree(graph, anchor));
    tuple[1] = reference_class(graph, options, riwalk_graph_degree(graph, node));
    tuple[2] = distance;
    return 3;
}

static unsigned drop_anchor(const riwalk_options *options, uint64_t *tuple, unsigned count)
{
    if (options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP)
        return count;
    memmove(tuple, tuple + 1, (count - 1) * sizeof *tuple);
    return count - 1;
}

unsigned reference_tuple(const riwalk_graph *graph, const riwalk_options *options, uint32_t anchor,
                         uint32_t node, const uint32_t *distances, uint64_t *tuple)
{
    uint32_t last = options->view.radius, count = riwalk_graph_node_count(graph);
    unsigned fields;

    if (last > count) /* no distance is that large */
        last = count;
    if (options->view.identifier == RIWALK_IDENTIFIER_SP)
        fields = degrees_tuple(graph, options, anchor, node, distances[node], tuple);
    else
        fields = layers_tuple(graph, graph, options, anchor, node, distances, last, tuple);
    return drop_anchor(options, tuple, fields);
}

riwalk_graph *reference_walked(const riwalk_graph *graph, uint32_t walks, uint32_t length,
                               const uint32_t *nodes)
{
    uint32_t *ends = malloc(((size_t)walks * length * 2 + 1) * sizeof *ends);
    riwalk_graph *walked = NULL;
    riwalk_build_options options;
    uint64_t count = 0;

    if (!ends)
        abort();
    for (uint32_t w = 0; w < walks; w++)
        for (uint32_t s = 0; s + 1 < length; s++) {
            ends[2 * count] = nodes[(size_t)w * length + s];
            ends[2 * count++ + 1] = nodes[(size_t)w * length + s + 1];
        }
    riwalk_build_options_init(&options);
    options.run.threads = 1;
    if (reference_build(riwalk_graph_node_count(graph), count, ends, NULL, &options, &walked, NULL))
        abort();
    free(ends);
    return walked;
}

unsigned reference_walked_tuple(const riwalk_graph *graph, const riwalk_graph *walked,
                                const riwalk_options *options, uint32_t anchor, uint32_t node,
                                const uint32_t *distances, uint64_t *tuple)
{
    unsigned fields, at;

    if (options->view.identifier == RIWALK_IDENTIFIER_RW_SP)
        fields = degrees_tuple(graph, options, anchor, node, distances[node], tuple);
    else
        fields = layers_tuple(graph, walked, options, anchor, node, distances,
                              riwalk_graph_node_count(graph), tuple);
    at = options->view.identifier == RIWALK_IDENTIFIER_RW_SP ? 2 : 1;
    if (tuple[at] > options->view.radius)
        tuple[at] = options->view.radius;
    return drop_anchor(options, tuple, fields);
}
