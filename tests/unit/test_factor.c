/* SPDX-License-Identifier: MIT */
/* The factor trainer: what its vectors mean, that both ways to factor agree, and that nothing but
 * graph, options and seed matters. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "embedding.h"
#include "methods/riwalk/riwalk.h"
#include "train/factor.h"
#include "vectors/vectors.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"
#include "reference/pairs.h"

/* Nodes of a graph of which a part is estimated from. */
#ifdef SHORT_TESTS
#define ESTIMATED 2100
#else
#define ESTIMATED 3000
#endif

static void start(riwalk_options *s)
{
    riwalk_options_init(s);
    s->dimensions = 32;
    s->trainer = RIWALK_TRAINER_FACTOR;
}

static double dot(const riwalk_vectors *vectors, uint32_t a, uint32_t b)
{
    const float *x = riwalk_vectors_row(vectors, a), *y = riwalk_vectors_row(vectors, b);
    double sum = 0;

    for (uint32_t d = 0; d < riwalk_vectors_dimensions(vectors); d++)
        sum += (double)x[d] * (double)y[d];
    return sum;
}

static void threads_have_no_effect(void **state)
{
    static const int threads[] = {1, 2, 5};
    riwalk_graph *graph = make_graph(1000, 3);

    (void)state;
    for (int variant = 0; variant < 3; variant++) {
        riwalk_vectors *first = NULL;
        riwalk_options s;

        start(&s);
        s.view.identifier = variant ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP;
        if (variant == 2)
            riwalk_options_preset(&s, RIWALK_PRESET_BEST);
        s.dimensions = 32;
        s.walks = 20;
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
            riwalk_vectors *vectors;

            s.run.threads = threads[i];
            vectors = embed(graph, &s, NULL);
            if (first)
                assert_memory_equal(first->values, vectors->values,
                                    (size_t)vectors->count * 32 * sizeof(float));
            if (first)
                riwalk_vectors_free(vectors);
            else
                first = vectors;
        }
        riwalk_vectors_free(first);
    }
    riwalk_graph_free(graph);
}

static rw_profiles *collect(const riwalk_sampler *sampler, rw_anchors anchors)
{
    rw_engine *engine = NULL;
    rw_profiles *profiles = NULL;
    rw_progress progress;
    riwalk_error error;

    rw_progress_begin(&progress, &sampler->run, "walking", "anchors", anchors.count);
    assert_int_equal(rw_sampler_open(sampler, anchors.count, &engine, &error), 0);
    assert_int_equal(rw_profiles_collect(engine, 0, anchors, &progress, &profiles, &error), 0);
    rw_engine_close(engine);
    return profiles;
}

/* With as many dimensions as there are, nothing is lost: the scalar product of two vectors is that
 * of the square roots of the nodes' shares, times the scale. The oracle adds up the shares. */
static void products_of_vectors_are_those_of_profiles(void **state)
{
    riwalk_graph *graph = make_graph(120, 3);
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_vectors *vectors;
    riwalk_sampler *sampler = NULL;
    rw_profiles *profiles;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    s.dimensions = 300;
    s.walks = RIWALK_WALKS_EXACT;
    s.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
    vectors = embed(graph, &s, &report);
    assert_true(report.rank < 300);
    assert_int_equal(report.exact_anchors, 120);
    assert_int_equal(riwalk_sampler_create(graph, &s, &sampler, &error), 0);
    profiles = collect(sampler, (rw_anchors){.count = 120});
    for (uint32_t a = 0; a < 120; a += 7)
        for (uint32_t b = 0; b < 120; b++) {
            rw_profile x = rw_profiles_get(profiles, a), y = rw_profiles_get(profiles, b);
            double sum = 0;

            for (uint32_t i = 0; i < x.count; i++)
                for (uint32_t j = 0; j < y.count; j++)
                    if (x.entries[i].role == y.entries[j].role)
                        sum += sqrt((double)x.entries[i].visits * (double)y.entries[j].visits) / 9;
            assert_true(fabs(dot(vectors, a, b) - 9 * sum) < 1e-4);
        }
    rw_profiles_free(profiles);
    riwalk_sampler_free(sampler);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* Whatever the transform, and in several views too, nodes with edges have length 3. */
static void lengths_are_the_scale(void **state)
{
    static const riwalk_view views[] = {
        {RIWALK_IDENTIFIER_SP, 2, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_KEEP, 2},
        {RIWALK_IDENTIFIER_WL, 1, RIWALK_DEGREE_CLASSES_NONE, RIWALK_ROLE_ANCHOR_DROP, 2},
    };
    riwalk_graph *graph = make_graph(100, 3);

    (void)state;
    for (int t = RIWALK_WEIGHTING_HELLINGER; t <= RIWALK_WEIGHTING_PPMI; t++) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_vectors *vectors;
        riwalk_options s;

        start(&s);
        s.dimensions = 500;
        s.weighting = (riwalk_weighting)t;
        memcpy(s.views, views, sizeof views);
        s.view_count = 2;
        vectors = embed(graph, &s, &report);
        for (uint32_t a = 0; a < 100; a++)
            assert_true(fabs(sqrt(dot(vectors, a, a)) - 3) < 1e-4);
        riwalk_vectors_free(vectors);
    }
    riwalk_graph_free(graph);
}

/* Without views the anchor's part of roles is named in one view and left out in another; where it
 * is left out anyway there is one view. */
static void both_are_two_views(void **state)
{
    riwalk_graph *graph = make_graph(200, 3);

    (void)state;
    for (int round = 0; round < 4; round++) {
        const riwalk_identifier kind = round & 1 ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP;
        const riwalk_view views[] = {
            {kind, 3, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_KEEP, 2},
            {kind, 3, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_DROP, 2}};
        bool keep = round & 2;
        riwalk_vectors *usual, *named;
        riwalk_options s;

        start(&s);
        s.walks = 20;
        s.view.identifier = kind;
        s.view.radius = 3;
        s.view.role_anchor = keep ? RIWALK_ROLE_ANCHOR_BOTH : RIWALK_ROLE_ANCHOR_DROP;
        usual = embed(graph, &s, NULL);
        s.view_count = keep ? 2 : 1;
        memcpy(s.views, keep ? views : views + 1, s.view_count * sizeof *views);
        named = embed(graph, &s, NULL);
        assert_memory_equal(usual->values, named->values, (size_t)200 * 32 * sizeof(float));
        riwalk_vectors_free(usual);
        riwalk_vectors_free(named);
    }
    riwalk_graph_free(graph);
}

/* Several graphs have what alike nodes share, the anchor's part, and no second view. */
static void several_graphs_have_one_view(void **state)
{
    riwalk_graph *parts[] = {make_graph(60, 3), make_graph(90, 2)};
    const char *names[] = {"a", "b"};
    riwalk_vectors *found[2];
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    for (int both = 0; both < 2; both++) {
        s.view.role_anchor = both ? RIWALK_ROLE_ANCHOR_AUTO : RIWALK_ROLE_ANCHOR_KEEP;
        assert_int_equal(riwalk_embed((const riwalk_graph *const *)parts, 2, names, &s,
                                      &found[both], NULL, NULL, &error),
                         RIWALK_STATUS_OK);
    }
    assert_true(same(found[0], found[1]));
    for (int i = 0; i < 2; i++) {
        riwalk_vectors_free(found[i]);
        riwalk_graph_free(parts[i]);
    }
}

/* So it is with views that were given: those with the anchor's part stay, whether they are asked
 * for or there are several graphs. Where none has it all stay. */
static void views_across_graphs_have_the_anchors_part(void **state)
{
    static const riwalk_view views[] = {
        {RIWALK_IDENTIFIER_WL, 2, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_DROP, 2},
        {RIWALK_IDENTIFIER_SP, 3, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_KEEP, 2},
        {RIWALK_IDENTIFIER_SP, 1, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_DROP, 2},
    };
    static const struct {
        size_t graphs, first, count;
        bool both;
    } rounds[] = {
        {1, 1, 1, true}, {1, 0, 3, false}, {2, 1, 1, true}, {2, 0, 3, true},
        {1, 0, 1, true}, {1, 0, 1, false}, {2, 0, 1, true}, {2, 0, 1, false},
    };
    riwalk_graph *parts[] = {make_graph(60, 3), make_graph(90, 2)};
    const char *names[] = {"a", "b"};
    riwalk_vectors *found[8];
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    for (int i = 0; i < 8; i++) {
        s.view_count = rounds[i].count;
        memcpy(s.views, views + rounds[i].first, s.view_count * sizeof *views);
        s.view.role_anchor = rounds[i].both ? RIWALK_ROLE_ANCHOR_AUTO : RIWALK_ROLE_ANCHOR_KEEP;
        assert_int_equal(riwalk_embed((const riwalk_graph *const *)parts, rounds[i].graphs, names,
                                      &s, &found[i], NULL, NULL, &error),
                         RIWALK_STATUS_OK);
    }
    for (int i = 0; i < 8; i += 2)
        assert_true(same(found[i], found[i + 1]));
    assert_false(same(found[0], found[4]));
    for (int i = 0; i < 8; i++)
        riwalk_vectors_free(found[i]);
    for (int i = 0; i < 2; i++)
        riwalk_graph_free(parts[i]);
}

/* Where roles name their anchor's class, its anchors alone visit them. However few these are, as
 * the hubs of the last class, a dimension is theirs. */
static void no_row_is_zero(void **state)
{
    riwalk_graph *graph = make_graph(2000, 3);
    riwalk_vectors *vectors;
    riwalk_options s;

    (void)state;
    start(&s);
    s.view.classes = RIWALK_DEGREE_CLASSES_SHARE;
    s.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
    s.walks = 20;
    vectors = embed(graph, &s, NULL);
    for (uint32_t a = 0; a < 2000; a++)
        assert_true(dot(vectors, a, a) > 0);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* Dimensions that the data do not have are zero, all others are not, and the report counts them. */
static void missing_dimensions_are_zero(void **state)
{
    uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 4};
    riwalk_graph *graph = NULL;
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_vectors *vectors;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    assert_int_equal(reference_build(7, 4, ends, NULL, NULL, &graph, &error), 0);
    vectors = embed(graph, &s, &report);
    assert_int_equal(report.isolated, 2);
    assert_in_range(report.rank, 2, 5);
    for (uint32_t d = 0; d < 32; d++) {
        double squares = 0;

        for (uint32_t a = 0; a < 7; a++)
            squares += pow((double)riwalk_vectors_row(vectors, a)[d], 2);
        assert_int_equal(squares > 0, d < report.rank);
    }
    assert_true(dot(vectors, 5, 5) == 0 && dot(vectors, 6, 6) == 0);
    /* The path is symmetric: so are the vectors. */
    assert_memory_equal(riwalk_vectors_row(vectors, 0), riwalk_vectors_row(vectors, 4), 32 * 4);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* ---- The two ways to factor ---- */

static rw_factor *fit(const rw_profiles *profiles, uint32_t dimensions, uint32_t gram_limit)
{
    rw_factor_options options = {.dimensions = dimensions,
                                 .norm = 1,
                                 .seed = 1,
                                 .run = {.threads = 2},
                                 .gram_limit = gram_limit};
    rw_factor_source source = rw_factor_source_of(&profiles, 1);
    rw_factor *factor = NULL;
    riwalk_error error;

    if (rw_factor_fit(&source, &options, &factor, &error))
        fail_msg("%s", error.message);
    return factor;
}

/* The largest difference of an embedding's component, of the first `dimensions`. */
static double difference(const rw_profiles *profiles, const rw_factor *a, const rw_factor *b,
                         uint32_t dimensions)
{
    float x[64], y[64];
    double largest = 0;

    for (uint32_t anchor = 0; anchor < profiles->anchor_count; anchor++) {
        rw_profile profile = rw_profiles_get(profiles, anchor);

        rw_factor_project(a, &profile, NULL, x);
        rw_factor_project(b, &profile, NULL, y);
        for (uint32_t d = 0; d < dimensions; d++)
            largest = fmax(largest, fabs((double)x[d] - (double)y[d]));
    }
    return largest;
}

/* The sketch stands for the Gram matrix where that is too large. Leading vectors converge first;
 * those near the last wanted one mix with their neighbours. */
static void sketch_and_gram_matrix_agree(void **state)
{
    riwalk_graph *graph = make_graph(700, 3);

    (void)state;
    for (int anchor = 0; anchor < 2; anchor++) {
        riwalk_options options;
        riwalk_sampler *sampler = NULL;
        rw_profiles *profiles;
        rw_factor *gram, *sketch;
        riwalk_error error;

        riwalk_options_init(&options);
        options.run.threads = 2;
        options.view.identifier = RIWALK_IDENTIFIER_WL;
        options.walks = 80;
        options.view.role_anchor = anchor ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP;
        assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, &error), 0);
        profiles = collect(sampler, (rw_anchors){.count = 700});
        gram = fit(profiles, 64, 0);
        sketch = fit(profiles, 64, 70);
        assert_true(gram->largest > 100);
        assert_int_equal(gram->rank, 64);
        assert_int_equal(sketch->rank, 64);
        assert_true(difference(profiles, gram, sketch, 16) < 1e-3);
        rw_factor_free(gram);
        rw_factor_free(sketch);
        /* A part of exactly the limit goes through its matrix, one more does not: no difference. */
        gram = fit(profiles, 16, profiles->role_count);
        sketch = fit(profiles, 16, gram->largest - 1);
        assert_true(difference(profiles, gram, sketch, 16) < 1e-3);
        rw_factor_free(gram);
        rw_factor_free(sketch);
        rw_profiles_free(profiles);
        riwalk_sampler_free(sampler);
    }
    riwalk_graph_free(graph);
}

/* ---- Sums over anchors ---- */

#define NODES 500
#define PIECES 8
#define PROCESSES 3

/* The profiles of ranges of a graph's nodes in two views, and the tables of all. */
typedef struct ranges {
    size_t count;
    rw_profiles *profiles[PIECES][2];
    uint64_t *roles[2];
    uint32_t role_counts[2];
} ranges;

static void make_ranges(riwalk_sampler *const *samplers, const uint32_t *bounds, size_t count,
                        ranges *r)
{
    riwalk_error error;

    r->count = count;
    for (int v = 0; v < 2; v++) {
        rw_role_list tables[PIECES];

        for (size_t i = 0; i < count; i++) {
            rw_anchors anchors = {.first = bounds[i], .count = bounds[i + 1] - bounds[i]};

            r->profiles[i][v] = collect(samplers[v], anchors);
            tables[i] = (rw_role_list){r->profiles[i][v]->roles, r->profiles[i][v]->role_count};
        }
        assert_int_equal(rw_roles_merge(tables, count, &r->roles[v], &r->role_counts[v], &error),
                         0);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(
                rw_profiles_renumber(r->profiles[i][v], r->roles[v], r->role_counts[v], &error), 0);
    }
}

static void free_ranges(ranges *r)
{
    for (int v = 0; v < 2; v++) {
        for (size_t i = 0; i < r->count; i++)
            rw_profiles_free(r->profiles[i][v]);
        rw_free(r->roles[v]);
    }
}

/* The ranges that one of several processes has: every so many, the last ones first. */
typedef struct share {
    const ranges *all;
    size_t process, processes;
} share;

static riwalk_status open_range(void *context, size_t piece, const rw_profiles **views,
                                riwalk_error *error)
{
    const share *own = context;
    size_t range = own->all->count - 1 - own->process - piece * own->processes;

    (void)error;
    for (int v = 0; v < 2; v++)
        views[v] = own->all->profiles[range][v];
    return RIWALK_STATUS_OK;
}

static rw_factor_source source_of(share *own, const rw_factor_group *group)
{
    rw_factor_source source = {
        .view_count = 2, .anchor_count = NODES, .open = open_range, .context = own, .group = group};

    for (int v = 0; v < 2; v++) {
        source.roles[v] = own->all->roles[v];
        source.role_counts[v] = own->all->role_counts[v];
    }
    for (size_t range = own->process; range < own->all->count; range += own->processes)
        source.piece_count++;
    return source;
}

/* Threads that play processes: each adds its values to what all share, the last to come first. */
typedef struct meeting {
    pthread_mutex_t lock;
    pthread_barrier_t barrier;
    uint64_t *sums;
    uint32_t *parents;
} meeting;

static riwalk_status sum_all(void *context, uint64_t *values, size_t count, riwalk_error *error)
{
    meeting *m = context;

    (void)error;
    pthread_mutex_lock(&m->lock);
    if (!m->sums)
        m->sums = calloc(count, sizeof *m->sums);
    for (size_t i = 0; i < count; i++)
        m->sums[i] += values[i];
    pthread_mutex_unlock(&m->lock);
    pthread_barrier_wait(&m->barrier);
    memcpy(values, m->sums, count * sizeof *values);
    if (pthread_barrier_wait(&m->barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        free(m->sums);
        m->sums = NULL;
    }
    pthread_barrier_wait(&m->barrier);
    return RIWALK_STATUS_OK;
}

static riwalk_status join_all(void *context, uint32_t *parents, uint32_t columns,
                              riwalk_error *error)
{
    meeting *m = context;

    (void)error;
    pthread_mutex_lock(&m->lock);
    if (!m->parents) {
        m->parents = malloc(columns * sizeof *m->parents);
        for (uint32_t c = 0; c < columns; c++)
            m->parents[c] = c;
    }
    rw_factor_join(m->parents, parents, columns);
    pthread_mutex_unlock(&m->lock);
    pthread_barrier_wait(&m->barrier);
    memcpy(parents, m->parents, columns * sizeof *parents);
    pthread_barrier_wait(&m->barrier);
    return RIWALK_STATUS_OK;
}

typedef struct process {
    share own;
    rw_factor_group group;
    rw_factor_options options;
    rw_factor *factor;
} process;

static void *run_process(void *context)
{
    process *p = context;
    rw_factor_source source = source_of(&p->own, p->own.processes > 1 ? &p->group : NULL);
    riwalk_error error;

    if (rw_factor_fit(&source, &p->options, &p->factor, &error))
        p->factor = NULL;
    return NULL;
}

/* What so many processes learn together, as one of them has it. */
static rw_factor *fit_together(const ranges *all, size_t processes, uint32_t gram_limit)
{
    meeting m = {.lock = PTHREAD_MUTEX_INITIALIZER};
    process list[PROCESSES] = {0};
    pthread_t threads[PROCESSES];

    pthread_barrier_init(&m.barrier, NULL, (unsigned)processes);
    for (size_t i = 0; i < processes; i++) {
        list[i] = (process){
            .own = {all, i, processes},
            .group = {&m, sum_all, join_all},
            .options = {.dimensions = 32,
                        .norm = 1,
                        .seed = 1,
                        .weighting = RIWALK_WEIGHTING_PPMI,
                        .run = {.threads = 1 + (int)i},
                        .gram_limit = gram_limit},
        };
        assert_int_equal(pthread_create(&threads[i], NULL, run_process, &list[i]), 0);
    }
    for (size_t i = 0; i < processes; i++) {
        pthread_join(threads[i], NULL);
        assert_non_null(list[i].factor);
        if (i)
            rw_factor_free(list[i].factor);
    }
    pthread_barrier_destroy(&m.barrier);
    free(m.parents);
    return list[0].factor;
}

static void make_samplers(riwalk_graph *graph, riwalk_sampler **samplers)
{
    riwalk_options options;
    riwalk_error error;

    riwalk_options_init(&options);
    options.run.threads = 2;
    options.walks = 30;
    for (int v = 0; v < 2; v++) {
        options.view.identifier = v ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_RW_SP;
        options.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
        assert_int_equal(riwalk_sampler_create(graph, &options, &samplers[v], &error), 0);
    }
}

/* Neither ranges nor their order nor processes have an effect, to the last bit; also where parts
 * are factored by a sketch. */
static void ranges_and_processes_have_no_effect(void **state)
{
    static const struct {
        size_t count;
        uint32_t bounds[PIECES + 1];
    } cuts[] = {
#ifndef SHORT_TESTS
        {1, {0, NODES}},
        {2, {0, 1, NODES}},
#endif
        {3, {0, 100, 100, NODES}}, /* a range may be empty */
        {7, {0, 3, 32, 33, 64, 250, 499, NODES}},
    };
    riwalk_graph *graph = make_graph(NODES, 3);
    riwalk_sampler *samplers[2] = {0};
    rw_factor *first[2] = {0};

    (void)state;
    make_samplers(graph, samplers);
    for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++) {
        ranges all = {0};

        make_ranges(samplers, cuts[c].bounds, cuts[c].count, &all);
        for (size_t processes = 1; processes <= PROCESSES; processes += 2)
            for (int sketch = 0; sketch < 2; sketch++) {
                rw_factor *found = fit_together(&all, processes, sketch ? 60 : 0);
                rw_factor *other = first[sketch];
                size_t columns = found->starts[2];

                if (!other) {
                    first[sketch] = found;
                    continue;
                }
                assert_int_equal(found->rank, other->rank);
                assert_memory_equal(found->roles, other->roles, columns * sizeof *found->roles);
                assert_memory_equal(found->shares, other->shares, columns * sizeof *found->shares);
                assert_memory_equal(found->basis, other->basis,
                                    columns * 32 * sizeof *found->basis);
                rw_factor_free(found);
            }
        free_ranges(&all);
    }
    assert_true(first[0]->largest > 60);
    for (int i = 0; i < 2; i++) {
        rw_factor_free(first[i]);
        riwalk_sampler_free(samplers[i]);
    }
    riwalk_graph_free(graph);
}

/* Cells of Gram matrices against sums of doubles: each term is rounded by half a unit at most. With
 * the bits that a hundred million anchors leave, a cell of 500 terms is off by less than 8e-9. */
static void sums_are_those_of_doubles(void **state)
{
    static const int all_bits[] = {RW_FIXED_MOST_BITS, 35};
    static double expected[4000 * 2001];
    uint32_t places[4000];
    double values[4000];
    riwalk_graph *graph = make_graph(NODES, 3);
    riwalk_sampler *samplers[2] = {0};
    const uint32_t bounds[] = {0, NODES};
    ranges all = {0};
    share own = {&all, 0, 1};
    rw_factor_source source;
    riwalk_error error;

    (void)state;
    make_samplers(graph, samplers);
    make_ranges(samplers, bounds, 1, &all);
    source = source_of(&own, NULL);
    for (size_t b = 0; b < sizeof all_bits / sizeof *all_bits; b++) {
        rw_factor factor = {.view_count = 2, .starts = {0, source.role_counts[0]}};
        rw_factor_fitting fit = {
            .factor = &factor, .source = &source, .bits = all_bits[b], .options.run.threads = 3};
        double bound = NODES * (rw_fixed_scale(-fit.bits - 1) + 0x1p-53), largest = 0;
        uint64_t *triangles = NULL;
        size_t cell = 0;

        factor.starts[2] = factor.starts[1] + source.role_counts[1];
        assert_true(factor.starts[2] < 4000);
        factor.shares = calloc(factor.starts[2], sizeof *factor.shares);
        assert_int_equal(rw_factor_parts_find(&fit, &error), 0);
        assert_int_equal(rw_factor_grams(&fit, 0, fit.parts.count, &triangles, &error), 0);
        memset(expected, 0, sizeof expected);
        for (uint32_t a = 0; a < NODES; a++) {
            rw_profile profiles[2] = {rw_profiles_get(all.profiles[0][0], a),
                                      rw_profiles_get(all.profiles[0][1], a)};
            uint32_t count = rw_factor_values(&factor, profiles, NULL, places, values);

            for (uint32_t i = 0; i < count; i++)
                for (uint32_t j = 0; j <= i; j++)
                    expected[(size_t)places[i] * (places[i] + 1) / 2 + places[j]] +=
                        values[i] * values[j];
        }
        for (uint32_t p = 0; p < fit.parts.count; p++) {
            const uint32_t *columns = fit.parts.columns + fit.parts.column_starts[p];

            for (uint32_t i = 0; i < rw_factor_part_columns(&fit.parts, p); i++)
                for (uint32_t j = 0; j <= i; j++) {
                    double sum = rw_fixed_value(triangles[cell++], fit.bits);
                    double off =
                        sum - expected[(size_t)columns[i] * (columns[i] + 1) / 2 + columns[j]];

                    if (fabs(off) > largest)
                        largest = fabs(off);
                }
        }
        print_message("%d bits: cells are off by %.2g at most\n", fit.bits, largest);
        assert_true(largest <= bound);
        assert_true(fit.parts.count > 1);
        rw_free(triangles);
        free(factor.shares);
        rw_factor_rows_free(&fit.rows);
        rw_factor_parts_free(&fit.parts);
    }
    free_ranges(&all);
    for (int v = 0; v < 2; v++)
        riwalk_sampler_free(samplers[v]);
    riwalk_graph_free(graph);
}

/* ---- Memory and errors ---- */

/* A graph without hubs: of those with hubs more anchors would be sampled. */
static riwalk_graph *estimated_graph(void)
{
    riwalk_generate_options options;
    riwalk_graph *graph = NULL;

    riwalk_generate_options_init(&options);
    options.nodes = ESTIMATED;
    options.degree = 6;
    assert_int_equal(
        riwalk_graph_generate(RIWALK_GENERATOR_ERDOS_RENYI, &options, &graph, NULL, NULL), 0);
    return graph;
}

/* Of graphs with hubs as many anchors as are wanted are sampled, of others no more than their
 * searches allow. */
static void estimates_sample_enough_anchors(void **state)
{
    riwalk_graph *graphs[] = {estimated_graph(), make_graph(3000, 10)};

    (void)state;
    for (int hubs = 0; hubs < 2; hubs++) {
        riwalk_sampler *sampler = NULL;
        rw_engine *engine = NULL;

        assert_int_equal(riwalk_sampler_create(graphs[hubs], NULL, &sampler, NULL), 0);
        assert_int_equal(rw_sampler_open(sampler, 3000, &engine, NULL), 0);
        assert_int_equal(rw_engine_has_hubs(engine), hubs);
        if (hubs)
            assert_int_equal(rw_riwalk_sample_size(engine, 4, 2000, 1e6), 2000);
        else
            assert_true(rw_riwalk_sample_size(engine, 4, 2000, 1e6) < 2000);
        assert_int_equal(rw_riwalk_sample_size(engine, 4, 2000, 1e12), 2000);
        rw_engine_close(engine);
        riwalk_sampler_free(sampler);
        riwalk_graph_free(graphs[hubs]);
    }
}

static void memory_is_foreseen_and_refused(void **state)
{
    riwalk_graph *graph = estimated_graph();
    const riwalk_graph *graphs[] = {graph};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    s.view.identifier = RIWALK_IDENTIFIER_WL;
    s.walks = 20;
    s.run.threads = 1;
    assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &s, &estimate, &error), 0);
    assert_true(estimate.walk_seconds > 0 && estimate.train_seconds > 0);
    s.memory = estimate.least_memory_bytes - 1;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_LIMIT);
    assert_non_null(strstr(error.message, "is too low: at least"));
    s.memory = estimate.least_memory_bytes;
    vectors = embed(graph, &s, &report);
    assert_true(fabs((double)estimate.memory_bytes / (double)report.memory_bytes - 1) < 0.25);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static void bad_options_are_refused(void **state)
{
    riwalk_graph *graph = make_graph(20, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;

    (void)state;
    for (int wrong = 0; wrong < 6; wrong++) {
        riwalk_options s;

        start(&s);
        s.weighting = (riwalk_weighting)(wrong == 0 ? 3 : 0);
        s.measures = (riwalk_measures)(wrong == 1 ? 3 : 0);
        s.view_count = wrong == 3 ? RIWALK_MAX_VIEWS + 1 : wrong == 2 || wrong == 4;
        s.views[0] = s.view;
        if (wrong == 2)
            s.views[0].role_anchor = RIWALK_ROLE_ANCHOR_BOTH;
        if (wrong == 4)
            s.views[0].radius = 0;
        s.trainer = (riwalk_trainer)(wrong == 5 ? 2 : RIWALK_TRAINER_FACTOR);
        assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                         RIWALK_STATUS_ARGUMENT);
        assert_null(vectors);
    }
    riwalk_graph_free(graph);
}

static int cancel(const riwalk_progress *progress, void *data)
{
    return !strcmp(progress->stage, data);
}

static void work_can_be_cancelled(void **state)
{
    riwalk_graph *graph = make_graph(20000, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    char stage[] = "walking";
    riwalk_options s;

    (void)state;
    start(&s);
    s.walks = 1000;
    s.run.progress = cancel;
    s.run.progress_data = stage;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_CANCELLED);
    assert_null(vectors);
    riwalk_graph_free(graph);
}

/* The mean length of vectors without their last columns. */
static double mean_length(const riwalk_vectors *vectors, uint32_t last)
{
    double sum = 0;

    for (uint32_t row = 0; row < vectors->count; row++) {
        const float *vector = riwalk_vectors_row(vectors, row);
        double squares = 0;

        for (uint32_t d = 0; d < vectors->dimensions - last; d++)
            squares += (double)vector[d] * (double)vector[d];
        sum += sqrt(squares);
    }
    return sum / vectors->count;
}

/* Columns of roles are the shorter the more nodes there are, but only beside measures, and where
 * no norm is given; the length is a little less than the norm, as some is lost by the projection.
 * Several graphs have no measures in common. */
static void roles_have_the_length_of_the_norm(void **state)
{
    static const struct {
        uint32_t nodes;
        riwalk_measures measures;
        double norm, alone, together;
    } cases[] = {{900, RIWALK_MEASURES_AUTO, RIWALK_NORM_AUTO, 3, 1},
                 {2000, RIWALK_MEASURES_AUTO, RIWALK_NORM_AUTO, 1.0607, 1},
                 {4000, RIWALK_MEASURES_AUTO, RIWALK_NORM_AUTO, 0.375, 1},
                 {7000, RIWALK_MEASURES_AUTO, RIWALK_NORM_AUTO, 0.2, 1},
                 {2000, RIWALK_MEASURES_NO, RIWALK_NORM_AUTO, 3, 1},
                 {2000, RIWALK_MEASURES_AUTO, 0.5, 0.5, 0.5}};

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        riwalk_graph *graph = make_graph(cases[c].nodes, 2);
        const riwalk_graph *graphs[] = {graph, graph};
        const char *names[] = {"a", "b"};
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_vectors *vectors;
        double length;
        riwalk_options s;

        start(&s);
        s.norm = cases[c].norm;
        s.measures = cases[c].measures;
        s.view.radius = 2;
        s.walks = 20;
        vectors = embed(graph, &s, &report);
        assert_int_equal(report.measures, cases[c].measures == RIWALK_MEASURES_AUTO ? 8 : 0);
        length = mean_length(vectors, (uint32_t)report.measures) / cases[c].alone;
        assert_true(length > 0.8 && length <= 1.0001);
        riwalk_vectors_free(vectors);
        assert_int_equal(riwalk_embed(graphs, 2, names, &s, &vectors, NULL, &report, NULL), 0);
        assert_int_equal(report.measures, 0);
        length = mean_length(vectors, 0) / cases[c].together;
        assert_true(length > 0.8 && length <= 1.0001);
        riwalk_vectors_free(vectors);
        riwalk_graph_free(graph);
    }
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = make_graph(40, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_options s;

    (void)state;
    start(&s);
    riwalk_options_preset(&s, RIWALK_PRESET_BEST);
    s.run.threads = 2;
    s.dimensions = 8; /* two of them of a measure */
    check_allocations_of(0, vectors, riwalk_vectors_free(vectors),
                         riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &failure));
    check_allocations(0, riwalk_embed_estimate(graphs, 1, NULL, &s, &estimate, &failure));
    riwalk_graph_free(graph);
}

static void a_sketch_survives_failing_allocations(void **state)
{
    riwalk_graph *graph = make_graph(60, 3);
    riwalk_options options;
    riwalk_sampler *sampler = NULL;
    rw_profiles *profiles;
    rw_factor_options fitting = {
        .dimensions = 4, .seed = 1, .run = {.threads = 2}, .gram_limit = 5};
    rw_factor_source source;
    rw_factor *factor = NULL;
    riwalk_error error;

    (void)state;
    riwalk_options_init(&options);
    options.run.threads = 1;
    assert_int_equal(riwalk_sampler_create(graph, &options, &sampler, &error), 0);
    profiles = collect(sampler, (rw_anchors){.count = 60});
    source = rw_factor_source_of((const rw_profiles *const *)&profiles, 1);
    check_allocations_of(0, factor, rw_factor_free(factor),
                         rw_factor_fit(&source, &fitting, &factor, &failure));
    rw_profiles_free(profiles);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_have_no_effect),
        cmocka_unit_test(products_of_vectors_are_those_of_profiles),
        cmocka_unit_test(lengths_are_the_scale),
        cmocka_unit_test(both_are_two_views),
        cmocka_unit_test(several_graphs_have_one_view),
        cmocka_unit_test(views_across_graphs_have_the_anchors_part),
        cmocka_unit_test(no_row_is_zero),
        cmocka_unit_test(missing_dimensions_are_zero),
        cmocka_unit_test(sketch_and_gram_matrix_agree),
        cmocka_unit_test(ranges_and_processes_have_no_effect),
        cmocka_unit_test(sums_are_those_of_doubles),
        cmocka_unit_test(estimates_sample_enough_anchors),
        cmocka_unit_test(memory_is_foreseen_and_refused),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(work_can_be_cancelled),
        cmocka_unit_test(roles_have_the_length_of_the_norm),
        cmocka_unit_test(every_failing_allocation_is_an_error),
        cmocka_unit_test(a_sketch_survives_failing_allocations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
