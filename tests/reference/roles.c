/* SPDX-License-Identifier: MIT */
/* Roles and walks from their definitions (docs/design.md). */
#include "reference/roles.h"
#include "reference/graphs.h"

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

/* The member of a list that a draw chooses: any, or by weight, the first choice being kept with the
 * probability that its weight has beside the largest one. */
static uint32_t choose(const double *weights, uint32_t count, uint64_t draw)
{
    uint32_t place = (uint32_t)rw_rng_below(draw, count);
    double largest = 0, sum = 0, value;

    if (!weights)
        return place;
    for (uint32_t i = 0; i < count; i++) {
        largest = weights[i] > largest ? (double)weights[i] : largest;
        sum += (double)weights[i];
    }
    if ((double)weights[place] == largest ||
        rw_rng_unit(rw_rng_at(draw, 17)) * largest < (double)weights[place])
        return place;
    value = rw_rng_unit(rw_rng_at(draw, 18)) * sum;
    sum = 0;
    for (place = 0; place + 1 < count; place++)
        if ((sum += (double)weights[place]) > value)
            break;
    return place;
}

/* The next node of a walk: a draw among all neighbours until one is inside the ball; after enough
 * failures one draw among those inside. */
static uint32_t step(const riwalk_graph *graph, const riwalk_options *options,
                     const uint32_t *distances, uint32_t node, uint64_t bits)
{
    const uint32_t *row = riwalk_graph_neighbors(graph, node);
    const double *weights =
        options->steps == RIWALK_STEPS_WEIGHT ? riwalk_graph_weights(graph, node) : NULL;
    uint32_t degree = riwalk_graph_degree(graph, node), count = 0;
    uint32_t *members = malloc(degree * sizeof *members), next;
    double *own = malloc(degree * sizeof *own);

    if (!members || !own)
        abort();
    for (uint32_t i = 0; i < degree; i++)
        if (inside(options, distances[row[i]])) {
            own[count] = weights ? weights[i] : 1;
            members[count++] = row[i];
        }
    next = members[choose(weights ? own : NULL, count, rw_rng_at(bits, ATTEMPTS))];
    for (uint64_t attempt = ATTEMPTS; attempt-- > 0;) {
        uint64_t draw = attempt ? rw_rng_at(bits, attempt) : bits;
        uint32_t tried = row[choose(weights, degree, draw)];

        if (inside(options, distances[tried]))
            next = tried; /* an earlier attempt overrules a later one */
    }
    free(members);
    free(own);
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

riwalk_graph *reference_walked(const riwalk_graph *graph, uint32_t walks, uint32_t length,
                               const uint32_t *nodes)
{
    edge_list edges = {0};

    for (uint32_t w = 0; w < walks; w++)
        for (uint32_t s = 0; s + 1 < length; s++)
            join(&edges, nodes[(size_t)w * length + s], nodes[(size_t)w * length + s + 1]);
    return joined(&edges, riwalk_graph_node_count(graph));
}

riwalk_graph *reference_skeleton(const riwalk_graph *graph)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    edge_list edges = {.weighted = riwalk_graph_is_weighted(graph)};

    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = u + 1; v < nodes; v++) {
            double out = reference_weight(graph, u, v), in = reference_weight(graph, v, u);

            if (out > 0 || in > 0)
                join_with(&edges, u, v, (float)(out > in ? out : in));
        }
    return joined(&edges, nodes);
}

void reference_arcs_init(reference_arcs *arcs, const riwalk_graph *graph)
{
    uint32_t nodes = riwalk_graph_node_count(graph);

    *arcs = (reference_arcs){.graph = graph};
    for (unsigned i = 0; i < 4; i++)
        if (!(arcs->sums[i] = calloc(nodes + (size_t)1, sizeof(double))))
            abort();
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];
            double weight = riwalk_graph_is_weighted(graph) ? riwalk_graph_weights(graph, u)[i] : 1;

            arcs->sums[0][u]++;
            arcs->sums[1][u] += weight;
            arcs->sums[2][v]++;
            arcs->sums[3][v] += weight; /* in the order of u */
        }
    for (uint32_t u = 0; u < nodes; u++)
        arcs->joined += arcs->sums[0][u] + arcs->sums[2][u] > 0;
}

void reference_arcs_free(reference_arcs *arcs)
{
    for (unsigned i = 0; i < 4; i++)
        free(arcs->sums[i]);
}

/* A tuple in the making. */
typedef struct role {
    const reference_arcs *arcs;
    const riwalk_graph *skeleton, *walked;
    const riwalk_options *options;
    bool directed, weighted;
    uint64_t *tuple;
    unsigned count;
} role;

/* The weight of the arc from a node to another, or from that one to it. */
static double weight(const role *w, unsigned side, uint32_t u, uint32_t v)
{
    return side ? reference_weight(w->arcs->graph, v, u) : reference_weight(w->arcs->graph, u, v);
}

/* 0, or 1 and the largest k with (share of nodes with at least x) * base^k <= 1; as always where
 * neither directions nor weights count. */
static uint32_t side_class(const role *w, unsigned side, bool weighted, double x)
{
    __extension__ typedef unsigned __int128 wide;
    wide numerator = (wide)(w->options->view.class_base * 4), left = 0, right = w->arcs->joined;
    uint32_t k = 1;

    if (w->options->view.classes != RIWALK_DEGREE_CLASSES_SHARE || !(w->directed || weighted))
        return reference_class(w->skeleton, w->options, (uint32_t)x);
    if (x == 0)
        return 0;
    for (uint32_t u = 0; u < riwalk_graph_node_count(w->skeleton); u++)
        left += w->arcs->sums[2 * side + weighted][u] >= x;
    while ((left *= numerator) <= (right *= 4))
        k++;
    return k;
}

static void add_class(role *w, unsigned side, bool weighted, double x)
{
    w->tuple[w->count++] = side_class(w, side, weighted, x);
}

/* Adds the classes of all arcs of a node, or of their weights. */
static void add_node(role *w, uint32_t node, bool weighted)
{
    for (unsigned side = 0; side < (w->directed ? 2u : 1u); side++)
        add_class(w, side, weighted, w->arcs->sums[2 * side + weighted][node]);
}

/* Adds the classes of arcs between a node and its neighbours, in the ball or among those walked, at
 * a distance. */
static void add_layer(role *w, uint32_t node, const uint32_t *distances, uint32_t distance,
                      bool there)
{
    const riwalk_graph *rows = w->walked ? w->walked : w->skeleton;

    for (unsigned side = 0; side < (w->directed ? 2u : 1u); side++) {
        uint32_t x = 0;

        for (uint32_t i = 0; i < riwalk_graph_degree(rows, node) && there; i++) {
            uint32_t v = riwalk_graph_neighbors(rows, node)[i];

            x += distances[v] == distance && (!w->directed || weight(w, side, node, v) > 0);
        }
        add_class(w, side, false, x);
    }
}

/* Adds the classes of the arcs of a node, or of their weights, that were walked. */
static void add_walked(role *w, uint32_t node)
{
    for (unsigned side = 0; side < (w->directed ? 2u : 1u); side++) {
        double sum = 0;

        for (uint32_t i = 0; i < riwalk_graph_degree(w->walked, node); i++) {
            double own = weight(w, side, node, riwalk_graph_neighbors(w->walked, node)[i]);

            sum += w->weighted ? own : own > 0;
        }
        add_class(w, side, w->weighted, sum);
    }
}

unsigned reference_tuple(const reference_arcs *arcs, const riwalk_graph *skeleton,
                         const riwalk_graph *walked, const riwalk_options *options, uint32_t anchor,
                         uint32_t node, const uint32_t *distances, uint64_t *tuple)
{
    role w = {arcs, skeleton, walked, options, .tuple = tuple};
    bool wl = options->view.identifier == RIWALK_IDENTIFIER_WL ||
              options->view.identifier == RIWALK_IDENTIFIER_RW_WL;
    uint32_t radius = options->view.radius, d = distances[node];

    w.directed = options->role_directions == RIWALK_USE_YES;
    w.weighted = options->role_weights == RIWALK_USE_YES;
    if (options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP && wl && d && walked)
        add_walked(&w, anchor);
    else if (options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP)
        add_node(&w, anchor, w.weighted);
    if (!wl)
        add_node(&w, node, w.weighted);
    tuple[w.count++] = d < radius ? d : radius;
    if (!wl)
        return w.count;
    add_layer(&w, node, distances, d - 1, d > 0);
    add_layer(&w, node, distances, d, d > 0);
    if (d)
        add_layer(&w, node, distances, d + 1, walked || d < radius);
    else
        add_node(&w, node, false); /* a walk has come back: all neighbours are one layer further */
    return w.count;
}

/* ---- Typed graphs ---- */

/* The number of a node's type: how many other names come before it. */
static uint64_t type_number(uint32_t nodes, const char *const *types, uint32_t node)
{
    uint64_t number = 0;

    for (uint32_t u = 0; u < nodes; u++) {
        bool first = true;

        for (uint32_t v = 0; v < u; v++)
            first &= strcmp(types[u], types[v]) != 0;
        number += first && strcmp(types[u], types[node]) < 0;
    }
    return number;
}

unsigned reference_add_types(uint32_t nodes, const char *const *types,
                             const riwalk_options *options, uint32_t anchor, uint32_t node,
                             uint64_t *tuple, unsigned count)
{
    bool several = false;

    for (uint32_t u = 1; u < nodes; u++)
        several |= strcmp(types[u], types[0]) != 0;
    if (!several || options->role_types == RIWALK_USE_NO)
        return count;
    if (options->view.role_anchor != RIWALK_ROLE_ANCHOR_DROP) {
        memmove(tuple + 1, tuple, count++ * sizeof *tuple);
        tuple[0] = type_number(nodes, types, anchor);
    }
    tuple[count++] = type_number(nodes, types, node);
    return count;
}
