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

/* ---- Directed and weighted graphs ---- */

static void *room(size_t count, size_t size)
{
    void *made = calloc(count + 1, size);

    if (!made)
        abort();
    return made;
}

void reference_arcs_init(reference_arcs *arcs, const riwalk_graph *graph)
{
    uint32_t nodes = riwalk_graph_node_count(graph);

    *arcs =
        (reference_arcs){.nodes = nodes, .weights = room((size_t)nodes * nodes, sizeof(double))};
    for (unsigned i = 0; i < 4; i++)
        arcs->sums[i] = room(nodes, sizeof(double));
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];
            double weight =
                riwalk_graph_is_weighted(graph) ? (double)riwalk_graph_weights(graph, u)[i] : 1;

            arcs->weights[(size_t)u * nodes + v] = weight;
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
    free(arcs->weights);
    for (unsigned i = 0; i < 4; i++)
        free(arcs->sums[i]);
}

riwalk_graph *reference_skeleton(const riwalk_graph *graph)
{
    uint32_t nodes = riwalk_graph_node_count(graph), *ends;
    riwalk_graph *skeleton = NULL;
    reference_arcs arcs;
    uint64_t count = 0;
    float *weights;

    reference_arcs_init(&arcs, graph);
    ends = room((size_t)nodes * nodes, 2 * sizeof *ends);
    weights = room((size_t)nodes * nodes, sizeof *weights);
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = u + 1; v < nodes; v++) {
            double out = arcs.weights[(size_t)u * nodes + v];
            double in = arcs.weights[(size_t)v * nodes + u];

            if (out == 0 && in == 0)
                continue;
            weights[count] = (float)(out > in ? out : in);
            ends[2 * count] = u;
            ends[2 * count++ + 1] = v;
        }
    if (reference_build(nodes, count, ends, riwalk_graph_is_weighted(graph) ? weights : NULL, NULL,
                        &skeleton, NULL))
        abort();
    reference_arcs_free(&arcs);
    free(ends);
    free(weights);
    return skeleton;
}

typedef struct wide_roles {
    const reference_arcs *arcs;
    const riwalk_graph *skeleton, *walked;
    const riwalk_options *options;
    bool directed, weighted;
    uint64_t *tuple;
    unsigned count;
} wide_roles;

static bool has_arc(const wide_roles *w, unsigned side, uint32_t u, uint32_t v)
{
    return w->arcs
               ->weights[side ? (size_t)v * w->arcs->nodes + u : (size_t)u * w->arcs->nodes + v] >
           0;
}

/* 0, or 1 and the largest k with (share of nodes with at least x) * base^k <= 1; as always where
 * neither directions nor weights count. */
static uint32_t side_class(const wide_roles *w, unsigned side, bool weighted, double x)
{
    __extension__ typedef unsigned __int128 wide;
    wide numerator = (wide)(w->options->view.class_base * 4), left = 0, right = w->arcs->joined;
    uint32_t k = 1;

    if (w->options->view.classes != RIWALK_DEGREE_CLASSES_SHARE || !(w->directed || weighted))
        return reference_class(w->skeleton, w->options, (uint32_t)x);
    if (x == 0)
        return 0;
    for (uint32_t u = 0; u < w->arcs->nodes; u++)
        left += w->arcs->sums[2 * side + weighted][u] >= x;
    while ((left *= numerator) <= (right *= 4))
        k++;
    return k;
}

static void add_class(wide_roles *w, unsigned side, bool weighted, double x)
{
    w->tuple[w->count++] = side_class(w, side, weighted, x);
}

/* Adds the classes of all arcs of a node, or of their weights. */
static void add_node(wide_roles *w, uint32_t node, bool weighted)
{
    for (unsigned side = 0; side < (w->directed ? 2u : 1u); side++)
        add_class(w, side, weighted, w->arcs->sums[2 * side + weighted][node]);
}

/* Adds the classes of arcs between a node and its neighbours, in the ball or among those walked, at
 * a distance. */
static void add_layer(wide_roles *w, uint32_t node, const uint32_t *distances, uint32_t distance,
                      bool there)
{
    const riwalk_graph *rows = w->walked ? w->walked : w->skeleton;

    for (unsigned side = 0; side < (w->directed ? 2u : 1u); side++) {
        uint32_t x = 0;

        for (uint32_t i = 0; i < riwalk_graph_degree(rows, node) && there; i++) {
            uint32_t v = riwalk_graph_neighbors(rows, node)[i];

            x += distances[v] == distance && has_arc(w, side, node, v);
        }
        add_class(w, side, false, x);
    }
}

/* Adds the classes of the arcs of a node, or of their weights, that were walked. */
static void add_walked(wide_roles *w, uint32_t node)
{
    uint32_t nodes = w->arcs->nodes;

    for (unsigned side = 0; side < (w->directed ? 2u : 1u); side++) {
        double sum = 0;

        for (uint32_t i = 0; i < riwalk_graph_degree(w->walked, node); i++) {
            uint32_t v = riwalk_graph_neighbors(w->walked, node)[i];
            double weight =
                w->arcs->weights[side ? (size_t)v * nodes + node : (size_t)node * nodes + v];

            sum += w->weighted ? weight : weight > 0;
        }
        add_class(w, side, w->weighted, sum);
    }
}

unsigned reference_wide_tuple(const reference_arcs *arcs, const riwalk_graph *skeleton,
                              const riwalk_graph *walked, const riwalk_options *options,
                              uint32_t anchor, uint32_t node, const uint32_t *distances,
                              uint64_t *tuple)
{
    wide_roles w = {arcs, skeleton, walked, options, .tuple = tuple};
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
