/* SPDX-License-Identifier: MIT */
/* The factor trainer: what its vectors mean, that both ways to factor agree, and that nothing but
 * graph, options and seed matters. */
#include "embedding.h"
#include "methods/riwalk/riwalk.h"
#include "reference/lanes.h"
#include "train/factor.h"

static void free_factor(rw_factor **factor)
{
    rw_factor_free(*factor);
}
#define scoped_factor __attribute__((cleanup(free_factor))) rw_factor

static riwalk_options start(void)
{
    return WITH(riwalk_options, it.dimensions = 32, it.trainer = RIWALK_TRAINER_FACTOR);
}

static double product(const riwalk_vectors *vectors, uint32_t a, uint32_t b)
{
    return dot(rw_vectors_row(vectors, a), rw_vectors_row(vectors, b), vectors->dimensions);
}

/* The profiles of all nodes. */
static rw_profiles *profile_all(const riwalk_graph *graph, const riwalk_options *options)
{
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, options);

    return collect(sampler, (rw_anchors){.count = graph->node_count}, false);
}

/* With as many dimensions as there are, nothing is lost: the scalar product of two vectors is that
 * of the square roots of the nodes' shares, times the scale. The oracle adds up the shares. */
TEST(products_of_vectors_are_those_of_profiles)
{
    scoped_graph *graph = make_graph(120, 3);
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_options s = BUT(start(), it.dimensions = 300, it.walks = RIWALK_WALKS_EXACT,
                           it.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP);
    scoped_vectors *vectors = embed(graph, &s, &report);
    scoped_profiles *profiles = profile_all(graph, &s);

    assert_true(report.rank < 300);
    assert_int_equal(report.exact_anchors, 120);
    for (uint32_t a = 0; a < 120; a += 7)
        for (uint32_t b = 0; b < 120; b++) {
            rw_profile x = rw_profiles_get(profiles, a), y = rw_profiles_get(profiles, b);
            double sum = 0;

            for (uint32_t i = 0; i < x.count; i++)
                for (uint32_t j = 0; j < y.count; j++)
                    if (x.entries[i].role == y.entries[j].role)
                        sum += sqrt((double)x.entries[i].visits * (double)y.entries[j].visits) / 9;
            assert_true(fabs(product(vectors, a, b) - 9 * sum) < 1e-4);
        }
}

/* Whatever the transform, and in several views too, nodes with edges have length 3. */
TEST(lengths_are_the_scale)
{
    static const riwalk_view views[] = {
        {RIWALK_IDENTIFIER_SP, 2, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_KEEP, 2},
        {RIWALK_IDENTIFIER_WL, 1, RIWALK_DEGREE_CLASSES_NONE, RIWALK_ROLE_ANCHOR_DROP, 2},
    };
    scoped_graph *graph = make_graph(100, 3);

    for (int t = RIWALK_WEIGHTING_HELLINGER; t <= RIWALK_WEIGHTING_PPMI; t++) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_options s = BUT(start(), it.dimensions = 500, it.weighting = (riwalk_weighting)t);

        memcpy(s.views, views, sizeof views);
        s.view_count = 2;
        scoped_vectors *vectors = embed(graph, &s, &report);
        for (uint32_t a = 0; a < 100; a++)
            assert_true(fabs(sqrt(product(vectors, a, a)) - 3) < 1e-4);
    }
}

/* Without views the anchor's part of roles is named in one view and left out in another; where it
 * is left out anyway there is one view. */
TEST(both_are_two_views)
{
    scoped_graph *graph = make_graph(200, 3);

    for (int round = 0; round < 4; round++) {
        const riwalk_identifier kind = round & 1 ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP;
        const riwalk_view views[] = {
            {kind, 3, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_KEEP, 2},
            {kind, 3, RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_DROP, 2}};
        bool keep = round & 2;
        riwalk_options s =
            BUT(start(), it.walks = 20, it.view.identifier = kind, it.view.radius = 3,
                it.view.role_anchor = keep ? RIWALK_ROLE_ANCHOR_BOTH : RIWALK_ROLE_ANCHOR_DROP);
        scoped_vectors *usual = embed(graph, &s, NULL);

        s.view_count = keep ? 2 : 1;
        memcpy(s.views, keep ? views : views + 1, s.view_count * sizeof *views);
        scoped_vectors *named = embed(graph, &s, NULL);
        assert_memory_equal(usual->values, named->values, (size_t)200 * 32 * sizeof(float));
    }
}

/* So it is with views that were given: those with the anchor's part stay, whether they are asked
 * for or there are several graphs. Where none has it all stay. */
TEST(views_across_graphs_have_the_anchors_part)
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
    scoped_graph *one = make_graph(60, 3), *other = make_graph(90, 2);
    riwalk_vectors *found[8];

    for (int i = 0; i < 8; i++) {
        riwalk_options s = BUT(start(), it.view_count = rounds[i].count,
                               it.view.role_anchor = rounds[i].both ? RIWALK_ROLE_ANCHOR_AUTO
                                                                    : RIWALK_ROLE_ANCHOR_KEEP);

        memcpy(s.views, views + rounds[i].first, s.view_count * sizeof *views);
        found[i] = rounds[i].graphs == 1 ? embed_as(one, s) : embed_two(one, other, s, NULL, NULL);
    }
    for (int i = 0; i < 8; i += 2)
        assert_true(same(found[i], found[i + 1]));
    assert_false(same(found[0], found[4]));
    for (int i = 0; i < 8; i++)
        riwalk_vectors_free(found[i]);
}

/* Dimensions that the data do not have are zero, all others are not, and the report counts them. */
TEST(missing_dimensions_are_zero)
{
    scoped_graph *graph = JOINED(7, 4, i, i + 1);
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_options s = start();
    scoped_vectors *vectors = embed(graph, &s, &report);

    assert_int_equal(report.isolated, 2);
    assert_in_range(report.rank, 2, 5);
    for (uint32_t d = 0; d < 32; d++) {
        double squares = 0;

        for (uint32_t a = 0; a < 7; a++)
            squares += pow((double)riwalk_vectors_row(vectors, a)[d], 2);
        assert_int_equal(squares > 0, d < report.rank);
    }
    assert_true(product(vectors, 5, 5) == 0 && product(vectors, 6, 6) == 0);
    /* The path is symmetric: so are the vectors. */
    assert_memory_equal(riwalk_vectors_row(vectors, 0), riwalk_vectors_row(vectors, 4), 32 * 4);
}

/* ---- The two ways to factor ---- */

static riwalk_status open_profiles(void *context, size_t piece, const rw_profiles **views,
                                   riwalk_error *error)
{
    views[0] = context;
    return RIWALK_STATUS_OK;
}

/* One piece with all anchors. */
static rw_factor_source whole(const rw_profiles *profiles)
{
    return (rw_factor_source){.view_count = 1,
                              .anchor_count = profiles->anchor_count,
                              .role_counts = {profiles->role_count},
                              .roles = {profiles->roles},
                              .piece_count = 1,
                              .open = open_profiles,
                              .context = (void *)(uintptr_t)profiles};
}

static rw_factor *fit(const rw_profiles *profiles, uint32_t dimensions, uint32_t gram_limit,
                      bool one_way)
{
    rw_factor_options options = {.dimensions = dimensions,
                                 .norm = 1,
                                 .run = {.threads = 2},
                                 .gram_limit = gram_limit,
                                 .one_way = one_way};
    rw_factor_source source = whole(profiles);

    return MADE_OF(rw_factor, rw_factor_fit, &source, &options);
}

/* The largest difference of an embedding's component, of the first `dimensions`. */
static double difference(const rw_profiles *profiles, const rw_factor *a, const rw_factor *b,
                         uint32_t dimensions)
{
    float x[64], y[64];
    double largest = 0;

    for (uint32_t anchor = 0; anchor < profiles->anchor_count; anchor++) {
        rw_profile profile = rw_profiles_get(profiles, anchor);

        rw_factor_project(a, &profile, x);
        rw_factor_project(b, &profile, y);
        for (uint32_t d = 0; d < dimensions; d++)
            largest = fmax(largest, fabs((double)x[d] - (double)y[d]));
    }
    return largest;
}

/* The sketch stands for the Gram matrix where that is too large. Leading vectors converge first;
 * those near the last wanted one mix with their neighbours. */
TEST(sketch_and_gram_matrix_agree)
{
    scoped_graph *graph = make_graph(700, 3);

    for (int anchor = 0; anchor < 2; anchor++) {
        riwalk_options options =
            WITH(riwalk_options, it.run.threads = 2, it.view.identifier = RIWALK_IDENTIFIER_WL,
                 it.walks = 80,
                 it.view.role_anchor = anchor ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP);
        scoped_profiles *profiles = profile_all(graph, &options);
        scoped_factor *gram = fit(profiles, 64, 0, false), *sketch = fit(profiles, 64, 70, false);
        /* A part of exactly the limit goes through its matrix, one more does not: no difference. */
        scoped_factor *at = fit(profiles, 16, profiles->role_count, false);
        scoped_factor *above = fit(profiles, 16, at->largest - 1, false);

        assert_true(gram->largest > 100);
        assert_int_equal(gram->rank, 64);
        assert_int_equal(sketch->rank, 64);
        assert_true(difference(profiles, gram, sketch, 16) < 1e-3);
        assert_true(difference(profiles, at, above, 16) < 1e-3);
    }
}

/* The squared lengths of all embeddings. */
static double energy(const rw_profiles *profiles, const rw_factor *factor)
{
    double squares = 0;
    float x[64];

    for (uint32_t anchor = 0; anchor < profiles->anchor_count; anchor++) {
        rw_profile profile = rw_profiles_get(profiles, anchor);

        rw_factor_project(factor, &profile, x);
        squares += dot(x, x, factor->dimensions);
    }
    return squares;
}

/* No basis has more than the singular vectors; one product comes within a hundredth of them, and as
 * near as rounding where there is nothing beyond its vectors. */
TEST(one_product_and_the_gram_matrix_agree)
{
    for (int few = 0; few < 2; few++) {
        scoped_graph *graph = make_graph(few ? 40 : 700, 3);
        riwalk_options options =
            WITH(riwalk_options, it.run.threads = 2, it.view.identifier = RIWALK_IDENTIFIER_WL,
                 it.walks = 80, it.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP);
        scoped_profiles *profiles = profile_all(graph, &options);
        scoped_factor *gram = fit(profiles, 64, 0, false);
        scoped_factor *quick = fit(profiles, 64, gram->largest - 1, true);
        double share = energy(profiles, quick) / energy(profiles, gram);

        assert_int_equal(quick->rank, gram->rank);
        assert_true(share < 1 + 1e-6);
        assert_true(share > (few ? 1 - 1e-6 : 0.99));
    }
}

/* The squared length of a role's row of the basis. */
static double row_energy(const rw_factor *factor, uint32_t role)
{
    const float *row = factor->basis + (size_t)role * factor->dimensions;

    return dot(row, row, factor->dimensions);
}

/* Where more than 2^15 roles belong together, those of the fewest anchors are left out. */
TEST(one_product_leaves_out_the_rarest_of_very_many_roles)
{
    enum {
        ANCHORS = 2000,
        COMMON = 100,
        RARE = 36000, /* the first 8000 of three anchors each, the others of two */
        OWN = 40
    };
    scoped uint64_t *roles = calloc(COMMON + RARE, sizeof *roles);
    uint32_t counts[ANCHORS], zeros = 0;
    scoped rw_profile_entry *entries = calloc(ANCHORS * (OWN + 2), sizeof *entries);
    rw_profile_entry *at = entries;

    for (uint32_t r = 0; r < COMMON + RARE; r++)
        roles[r] = r;
    for (uint32_t a = 0; a < ANCHORS; a++) {
        counts[a] = OWN + 2;
        *at++ = (rw_profile_entry){0, 20};
        *at++ = (rw_profile_entry){1 + a % (COMMON - 1), 20};
        for (uint32_t i = 0; i < OWN; i++)
            *at++ = (rw_profile_entry){COMMON + (a * OWN + i) % RARE, 1};
    }
    scoped_profiles *profiles =
        MADE_OF(rw_profiles, rw_profiles_copy, ANCHORS, COMMON + RARE, roles, counts, entries);
    scoped_factor *factor = fit(profiles, 8, 0, true);
    assert_int_equal(factor->largest, COMMON + RARE);
    for (uint32_t r = 0; r < COMMON + RARE; r++) {
        assert_true(r >= COMMON || row_energy(factor, r) > 0);
        zeros += row_energy(factor, r) == 0;
    }
    assert_int_equal(zeros, RARE - 8000);
}

/* ---- Sums over anchors ---- */

#define NODES 500
#define PIECES 8

/* The profiles of ranges of a graph's nodes in two views, and the tables of all. */
typedef struct ranges {
    riwalk_sampler *samplers[2];
    size_t count;
    rw_profiles *profiles[PIECES][2];
    rw_role_set roles[2];
} ranges;

static ranges make_ranges(const riwalk_graph *graph, const uint32_t *bounds, size_t count)
{
    ranges r = {.count = count};

    for (int v = 0; v < 2; v++) {
        riwalk_options options =
            WITH(riwalk_options, it.run.threads = 2, it.walks = 30,
                 it.view.identifier = v ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_RW_SP,
                 it.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP);

        r.samplers[v] = MADE(sampler, riwalk_sampler_create, graph, &options);
        for (size_t i = 0; i < count; i++) {
            rw_anchors anchors = {.first = bounds[i], .count = bounds[i + 1] - bounds[i]};

            r.profiles[i][v] = collect(r.samplers[v], anchors, false);
            ok(rw_role_set_add(&r.roles[v], r.profiles[i][v]->roles, r.profiles[i][v]->role_count,
                               &failure));
        }
        ok(rw_role_set_sort(&r.roles[v], &failure));
        for (size_t i = 0; i < count; i++)
            ok(rw_profiles_renumber(r.profiles[i][v], r.roles[v].roles, (uint32_t)r.roles[v].count,
                                    &failure));
    }
    return r;
}

static void free_ranges(ranges *r)
{
    for (int v = 0; v < 2; v++) {
        for (size_t i = 0; i < r->count; i++)
            rw_profiles_free(r->profiles[i][v]);
        rw_free(r->roles[v].roles);
        riwalk_sampler_free(r->samplers[v]);
    }
}
#define scoped_ranges __attribute__((cleanup(free_ranges))) ranges

/* The last ranges come first. */
static riwalk_status open_range(void *context, size_t piece, const rw_profiles **views,
                                riwalk_error *error)
{
    const ranges *all = context;

    for (int v = 0; v < 2; v++)
        views[v] = all->profiles[all->count - 1 - piece][v];
    return RIWALK_STATUS_OK;
}

static rw_factor_source source_of(const ranges *all)
{
    rw_factor_source source = {.view_count = 2,
                               .anchor_count = NODES,
                               .piece_count = all->count,
                               .open = open_range,
                               .context = (void *)(uintptr_t)all};

    for (int v = 0; v < 2; v++) {
        source.roles[v] = all->roles[v].roles;
        source.role_counts[v] = (uint32_t)all->roles[v].count;
    }
    return source;
}

static rw_factor *fit_ranges(const ranges *all, int threads, uint32_t gram_limit, bool one_way,
                             riwalk_weighting weighting, rw_matrix *matrix)
{
    rw_factor_options options = {.dimensions = 32,
                                 .norm = 1,
                                 .weighting = weighting,
                                 .run = {.threads = threads},
                                 .gram_limit = gram_limit,
                                 .one_way = one_way};
    rw_factor_source source = BUT(source_of(all), it.matrix = matrix);

    return MADE_OF(rw_factor, rw_factor_fit, &source, &options);
}

static void assert_same_factor(const rw_factor *a, const rw_factor *b)
{
    size_t columns = a->starts[2];

    assert_int_equal(a->rank, b->rank);
    assert_memory_equal(a->roles, b->roles, columns * sizeof *a->roles);
    assert_memory_equal(a->shares, b->shares, columns * sizeof *a->shares);
    assert_memory_equal(a->basis, b->basis, columns * 32 * sizeof *a->basis);
}

/* Neither ranges nor their order nor threads have an effect, to the last bit; also where parts are
 * factored by a sketch. Processes: test_group.c. */
TEST(ranges_and_threads_have_no_effect)
{
    static const struct {
        size_t count;
        uint32_t bounds[PIECES + 1];
    } cuts[] = {
        {3, {0, 100, 100, NODES}}, /* a range may be empty */
        {7, {0, 3, 32, 33, 64, 250, 499, NODES}},
        {1, {0, NODES}},
        {2, {0, 1, NODES}},
    };
    scoped_graph *graph = make_graph(NODES, 3);
    rw_factor *first[3] = {0};

    for (size_t c = 0; c < FEW(4, 2); c++) {
        scoped_ranges all = make_ranges(graph, cuts[c].bounds, cuts[c].count);

        for (int threads = 1; threads <= 3; threads += 2)
            for (int sketch = 0; sketch < 3; sketch++) {
                rw_factor *found = fit_ranges(&all, threads, sketch ? 60 : 0, sketch == 2,
                                              RIWALK_WEIGHTING_PPMI, NULL);

                if (first[sketch])
                    assert_same_factor(found, first[sketch]);
                rw_factor_free(first[sketch]);
                first[sketch] = found;
            }
    }
    assert_true(first[0]->largest > 60);
    for (int i = 0; i < 3; i++)
        rw_factor_free(first[i]);
}

#define MOST_ENTRIES 800 /* of an anchor: 80 walks of 10 nodes */

/* The rows of all ranges times the basis, by a device and by the host. */
static void assert_same_vectors(const ranges *all, const rw_factor *factor, rw_matrix *matrix)
{
    float vectors[100 * 32], expected[32];
    uint32_t row = 0;

    ok(rw_matrix_set_basis(matrix, factor->basis, 32, &failure));
    for (size_t i = 0; i < all->count; i++) {
        for (uint32_t a = 0; a < all->profiles[i][0]->anchor_count; a++, row++) {
            rw_profile_entry room[2][MOST_ENTRIES];
            rw_profile views[2] = {rw_profiles_read(all->profiles[i][0], a, room[0]),
                                   rw_profiles_read(all->profiles[i][1], a, room[1])};

            if (row % 100 == 0)
                ok(rw_matrix_vectors(matrix, row / 100 % 2, row, 100, vectors, &failure));
            rw_factor_project(factor, views, expected);
            assert_memory_equal(vectors + row % 100 * 32, expected, sizeof expected);
        }
    }
    assert_int_equal(row, NODES);
}

/* What the functions of a GPU add up, items in random order, is what the host does. */
TEST(a_device_adds_up_the_same)
{
    static const uint32_t bounds[] = {0, 100, 100, 333, NODES};
    scoped_graph *graph = make_graph(NODES, 3);
    scoped_ranges all = make_ranges(graph, bounds, 4);
    rw_matrix_shape shape = {
        .views = 2, .pieces = 4, .profiles = (const rw_profiles *const *)all.profiles};

    for (int v = 0; v < 2; v++)
        shape.column_starts[v + 1] = shape.column_starts[v] + (uint32_t)all.roles[v].count;
    for (uint32_t limit = 0; limit <= 60; limit += 60) {
        scoped_factor *host = fit_ranges(&all, 2, limit, false, RIWALK_WEIGHTING_HELLINGER, NULL);
        rw_matrix *matrix;

        ok(rw_matrix_open_on(&reference_device, &shape, 2, &matrix, &failure));
        assert_non_null(matrix);
        scoped_factor *device =
            fit_ranges(&all, 2, limit, false, RIWALK_WEIGHTING_HELLINGER, matrix);
        assert_same_factor(host, device);
        assert_same_vectors(&all, host, matrix);
        rw_matrix_close(matrix);
    }
}

/* ---- Lengths and errors ---- */

/* The mean length of vectors without their last columns. */
static double mean_length(const riwalk_vectors *vectors, uint32_t last)
{
    double sum = 0;

    for (uint32_t row = 0; row < vectors->count; row++) {
        const float *vector = riwalk_vectors_row(vectors, row);

        sum += sqrt(dot(vector, vector, vectors->dimensions - last));
    }
    return sum / vectors->count;
}

/* Columns of roles are the shorter the more nodes there are, but only beside measures, and where
 * no norm is given; the length is a little less than the norm, as some is lost by the projection.
 * Several graphs have no measures in common. */
TEST(roles_have_the_length_of_the_norm)
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

    EACH (c, cases) {
        scoped_graph *graph = make_graph(c->nodes, 2);
        riwalk_options s = BUT(start(), it.norm = c->norm, it.measures = c->measures,
                               it.view.radius = 2, it.walks = 20);

        for (int two = 0; two < 2; two++) {
            riwalk_embed_report report = {.size = sizeof report};
            scoped_vectors *vectors =
                two ? embed_two(graph, graph, s, NULL, &report) : embed(graph, &s, &report);
            double length =
                mean_length(vectors, (uint32_t)report.measures) / (two ? c->together : c->alone);

            assert_int_equal(report.measures, !two && c->measures == RIWALK_MEASURES_AUTO ? 8 : 0);
            assert_true(length > 0.8 && length <= 1.0001);
        }
    }
}

TEST(a_sketch_survives_failing_allocations)
{
    scoped_graph *graph = make_graph(60, 3);
    riwalk_options options = WITH(riwalk_options, it.run.threads = 1);
    scoped_profiles *profiles = profile_all(graph, &options);
    rw_factor_source source = whole(profiles);

    for (int one_way = 0; one_way < 2; one_way++) {
        rw_factor_options fitting = {.dimensions = 4,
                                     .run = {.threads = 2},
                                     .one_way = one_way,
                                     .gram_limit = one_way ? 12 : 5}; /* fewer parts of it */

        check_making(0, rw_factor, rw_factor_fit(&source, &fitting, &made, &failure));
    }
}
