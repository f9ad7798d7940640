/* SPDX-License-Identifier: MIT */
/* The search for features, in rounds, as docs/methods.md defines it. Kept features stay. It ends at
 * the latest when the number of the round reaches the number of bins. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/sets.h"
#include "base/sort.h"
#include "methods/refex/refex.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define BLOCK 1024    /* nodes in a task */
#define GROUP 16      /* parents with adjacent values: one cache line */
#define ALL_STEPS 4   /* of directed graphs; undirected ones have 2 */
#define SORT_BYTES 8  /* per worker and node */
#define VALUE_BYTES 5 /* per feature and node */
#define MOST_BINS 255

typedef struct search {
    const riwalk_graph *graph;
    const riwalk_options *options;
    riwalk_features *features;
    rw_directions directions;
    rw_feature *tried;
    uint32_t tried_count;
    uint32_t first;      /* the first feature that the last round kept */
    uint32_t group;      /* the first parent of the group */
    uint32_t group_size; /* parents in the group */
    float *parents;      /* [nodes * GROUP]: values of the group, node by node */
    uint32_t *sorts;     /* [threads][2 * nodes] */
    uint32_t *joined;    /* [tried + 1]: union-find; number 0 stands for all features kept before */
    rw_progress progress;
} search;

/* ---- Values ---- */

static uint32_t step_count(const search *s)
{
    return s->graph->directed ? ALL_STEPS : ALL_STEPS / 2;
}

/* Copies a node's values of a group side by side. */
static riwalk_status copy_task(void *context, size_t node, int worker, riwalk_error *error)
{
    const search *s = context;

    for (uint32_t p = 0; p < s->group_size; p++)
        s->parents[node * s->group_size + p] = s->features->list[s->group + p].values[node];
    return RIWALK_STATUS_OK;
}

/* Sums and means over one row of a node, for a group of parents; fills tried features from `to`
 * on. */
static void sum_row(const search *s, const rw_arc_rows *rows, uint32_t node, uint32_t to)
{
    uint64_t begin = rows->offsets[node], end = rows->offsets[node + 1];
    double sums[GROUP] = {0};

    for (uint64_t a = begin; a < end; a++) {
        const float *values = s->parents + (size_t)rows->neighbors[a] * s->group_size;

        for (uint32_t p = 0; p < s->group_size; p++)
            sums[p] += (double)values[p];
    }
    for (uint32_t p = 0; p < s->group_size; p++) {
        const rw_feature *f = &s->tried[to + p * step_count(s)];

        f[RW_STEP_SUM].values[node] = sums[p] <= (double)FLT_MAX ? (float)sums[p] : INFINITY;
        f[RW_STEP_MEAN].values[node] = end > begin ? (float)(sums[p] / (double)(end - begin)) : 0;
    }
}

static riwalk_status sum_task(void *context, size_t node, int worker, riwalk_error *error)
{
    const search *s = context;
    uint32_t to = (s->group - s->first) * step_count(s);

    sum_row(s, &s->directions.out, (uint32_t)node, to);
    if (s->graph->directed)
        sum_row(s, &s->directions.in, (uint32_t)node, to + RW_STEP_IN_SUM);
    return RIWALK_STATUS_OK;
}

static riwalk_status find_sums(search *s, riwalk_error *error)
{
    int threads = s->options->run.threads;
    size_t nodes = s->graph->node_count;

    for (s->group = s->first; s->group < s->features->count; s->group += GROUP) {
        uint32_t left = s->features->count - s->group;

        s->group_size = left < GROUP ? left : GROUP;
        RW_MUST(rw_parallel_blocks(threads, nodes, BLOCK, copy_task, s, NULL, error));
        RW_MUST(rw_parallel_blocks(threads, nodes, BLOCK, sum_task, s, NULL, error));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Bins by rank, each with a share of the remaining nodes ---- */

/* Non-negative floats sort like their bits. */
static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Finds the last value of each bin but the last, which has all larger ones. Returns how many. */
static uint32_t find_borders(const uint32_t *sorted, uint32_t count, double share,
                             uint32_t borders[MOST_BINS])
{
    uint32_t found = 0, first = 0;

    while (first < count && found + 1 < MOST_BINS) {
        uint32_t left = count - first, wanted = (uint32_t)ceil(share * left);
        uint32_t last = first + (wanted < 1 ? 1 : wanted > left ? left : wanted) - 1;

        while (last + 1 < count && sorted[last + 1] == sorted[last])
            last++;
        borders[found++] = sorted[last];
        first = last + 1;
    }
    return first < count || !found ? found : found - 1;
}

/* Puts non-negative values into bins: the lowest `share` of them, and all equal to the last of
 * these, into bin 0; the lowest `share` of the rest into bin 1; and so on. `sorted` has room for
 * twice `count`. */
static void fill_bins(const float *values, uint32_t count, double share, uint8_t *bins,
                      uint32_t *sorted)
{
    uint32_t borders[MOST_BINS], border_count;

    for (uint32_t i = 0; i < count; i++)
        sorted[i] = bits_of(values[i]);
    rw_sort_u32(sorted, sorted + count, count);
    border_count = find_borders(sorted, count, share, borders);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = bits_of(values[i]), bin = 0;

        while (bin < border_count && bits > borders[bin])
            bin++;
        bins[i] = (uint8_t)bin;
    }
}

/* Nodes that are compared between two looks at the difference. */
#define STRETCH 4096

/* Whether at every node the two bins differ by at most `most`. */
static bool are_alike(const uint8_t *a, const uint8_t *b, uint32_t count, unsigned most)
{
    for (size_t first = 0; first < count; first += STRETCH) {
        size_t end = count - first < STRETCH ? count : first + STRETCH;
        uint8_t widest = 0;

        for (size_t i = first; i < end; i++) {
            uint8_t apart = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];

            widest = apart > widest ? apart : widest;
        }
        if (widest > most)
            return false;
    }
    return true;
}

/* Puts a tried feature into bins. A feature with infinite values is dropped: it gets no bins. */
static riwalk_status bin_task(void *context, size_t task, int worker, riwalk_error *error)
{
    search *s = context;
    rw_feature *f = &s->tried[task];
    uint32_t nodes = s->graph->node_count, *sorted = s->sorts + (size_t)worker * 2 * nodes;
    bool finite = true;

    for (uint32_t u = 0; u < nodes; u++)
        finite &= f->values[u] <= FLT_MAX;
    if (finite)
        fill_bins(f->values, nodes, s->options->bin_share, f->bins, sorted);
    else
        f->bins = NULL;
    return rw_progress_add(&s->progress, 1, error);
}

/* ---- Equal features ---- */

static void join_alike(search *s, unsigned most_apart)
{
    const riwalk_features *kept = s->features;
    uint32_t nodes = kept->node_count;

    rw_sets_begin(s->joined, s->tried_count + 1);
    for (uint32_t i = 0; i < s->tried_count; i++) {
        const uint8_t *bins = s->tried[i].bins;
        bool known = !bins;

        for (uint32_t k = 0; k < kept->count && !known; k++)
            known = are_alike(bins, kept->list[k].bins, nodes, most_apart);
        if (known)
            rw_sets_join(s->joined, 0, i + 1);
        for (uint32_t k = 0; k < i && bins; k++)
            if (s->tried[k].bins &&
                rw_sets_find(s->joined, k + 1) != rw_sets_find(s->joined, i + 1) &&
                are_alike(bins, s->tried[k].bins, nodes, most_apart))
                rw_sets_join(s->joined, k + 1, i + 1);
    }
}

/* Keeps the oldest feature of each new set, while there is room. */
static riwalk_status keep_new(search *s, riwalk_error *error)
{
    riwalk_features *kept = s->features;

    s->first = kept->count;
    for (uint32_t i = 0; i < s->tried_count; i++) {
        if (s->joined[i + 1] != i + 1 || kept->count >= s->options->dimensions)
            continue;
        RW_HAVE(rw_grow_at(&kept->list, &kept->capacity, kept->count + (size_t)1,
                           sizeof *kept->list, error));
        kept->list[kept->count++] = s->tried[i];
        s->tried[i].values = NULL;
    }
    return RIWALK_STATUS_OK;
}

/* ---- Rounds ---- */

uint64_t rw_features_bytes(const riwalk_graph *graph, int threads, uint64_t kept, uint64_t tried)
{
    uint64_t nodes = graph->node_count, local = rw_local_bytes(graph, threads);
    uint64_t summing = nodes * GROUP * sizeof(float);
    uint64_t reversed =
        graph->directed ? nodes * sizeof(uint64_t) + graph->arc_count * 2 * sizeof(uint32_t) : 0;

    return nodes * (VALUE_BYTES * (kept + tried) + SORT_BYTES * (uint64_t)threads) + reversed +
           (local > summing ? local : summing);
}

/* Makes features to try: some local ones, or those that follow from the last round's. */
static riwalk_status make_tried(search *s, uint32_t count, const uint8_t *kinds,
                                riwalk_error *error)
{
    uint32_t nodes = s->graph->node_count;

    RW_HAVE(s->tried = rw_alloc_zeroed(count, sizeof *s->tried, error));
    RW_HAVE(s->joined = rw_alloc(count + (size_t)1, sizeof *s->joined, error));
    s->tried_count = count;
    for (uint32_t i = 0; i < count; i++) {
        rw_feature *f = &s->tried[i];

        f->parent = kinds ? RW_FEATURE_LOCAL : s->first + i / step_count(s);
        f->step = kinds ? kinds[i] : (uint8_t)(i % step_count(s));
        RW_HAVE(f->values = rw_alloc(nodes, VALUE_BYTES, error));
        f->bins = (uint8_t *)(f->values + nodes);
    }
    return RIWALK_STATUS_OK;
}

static void free_tried(search *s)
{
    for (uint32_t i = 0; i < s->tried_count; i++)
        rw_free(s->tried[i].values);
    rw_free(s->tried);
    rw_free(s->joined);
    s->tried = NULL;
    s->joined = NULL;
    s->tried_count = 0;
}

static void free_search(search *s)
{
    free_tried(s);
    rw_directions_free(&s->directions);
    riwalk_features_free(s->features);
}

static riwalk_status run_round(search *s, unsigned round, riwalk_error *error)
{
    const riwalk_run *run = &s->options->run;
    uint8_t kinds[RW_LOCAL_MOST];
    uint32_t locals = rw_local_kinds(s->graph, kinds), kept = s->features->count;
    uint32_t count = round ? (kept - s->first) * step_count(s) : locals;
    uint64_t bytes = rw_features_bytes(s->graph, run->threads, kept, count);

    if (s->options->memory && bytes > s->options->memory)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the memory limit is too low: with %u features found, the next ones need "
                       "%.1f MB beside the graph; fewer dimensions end the search earlier",
                       kept, ceil((double)bytes / 1e5) / 10);
    RW_MUST(make_tried(s, count, round ? NULL : kinds, error));
    RW_MUST(round ? find_sums(s, error)
                  : rw_local_features(s->graph, &s->directions, run, s->tried, count, error));
    RW_MUST(rw_parallel(run->threads, count, bin_task, s, error));
    join_alike(s, round);
    return keep_new(s, error);
}

riwalk_status rw_features_find(const riwalk_graph *graph, const riwalk_options *options,
                               riwalk_features **features, riwalk_error *error)
{
    RW_OWN(search, s, free_search);
    size_t nodes = graph->node_count, threads = (size_t)options->run.threads;
    riwalk_features *kept;
    RW_POOL(pool);

    s.graph = graph;
    s.options = options;
    RW_HAVE(s.features = kept = rw_alloc_zeroed(1, sizeof *kept, error));
    kept->node_count = graph->node_count;
    kept->directed = graph->directed;
    s.parents = rw_take(&pool, nodes * GROUP, sizeof *s.parents, error);
    s.sorts = rw_take(&pool, threads * 2 * nodes, sizeof *s.sorts, error);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rw_directions_init(&s.directions, graph, error));
    rw_progress_begin(&s.progress, &options->run, "features", "features", 0);
    for (unsigned round = 0; (!round || s.first < kept->count) && kept->count < options->dimensions;
         round++) {
        RW_MUST(run_round(&s, round, error));
        free_tried(&s);
    }
    *features = kept;
    s.features = NULL;
    return RIWALK_STATUS_OK;
}

void riwalk_features_free(riwalk_features *features)
{
    if (!features)
        return;
    for (uint32_t i = 0; i < features->count; i++)
        rw_free(features->list[i].values);
    rw_free(features->list);
    rw_free(features);
}
