/* SPDX-License-Identifier: MIT */
/* Engines on devices against the one on the CPU, on graphs that are larger than those of
 * test_engine.c: rows longer than a word of bits, joined graphs, exact profiles. */
#include "engine/walks.h"
#include "reference/lanes.h"
#include "unit/test.h"

/* Two graphs in one: leaves around hubs, so that rows are longer than any mask. */
static riwalk_graph *join_stars(uint64_t stream)
{
    edge_list edges[2] = {{0}};

    for (uint32_t g = 0; g < 2; g++)
        for (uint32_t i = 0; i < 1200; i += 2)
            join(&edges[g], (uint32_t)rw_rng_below(rw_rng_at(stream + g, i), 400),
                 (uint32_t)rw_rng_below(rw_rng_at(stream + g, i + 1), 4 + g));
    scoped_graph *one = joined(&edges[0], 400), *two = joined(&edges[1], 400);
    return MADE(graph, rw_graph_join, ((const riwalk_graph *[]){one, two}), 2);
}

static void assert_same_rows(const rw_rows *a, const rw_rows *b)
{
    assert_int_equal(a->role_count, b->role_count);
    assert_int_equal(a->exact_count, b->exact_count);
    assert_memory_equal(a->roles, b->roles, a->role_count * sizeof *a->roles);
    assert_memory_equal(a->starts, b->starts, (a->count + 1) * sizeof *a->starts);
    assert_memory_equal(a->entries, b->entries, a->starts[a->count] * sizeof *a->entries);
}

TEST(devices_equal_the_cpu_on_larger_graphs)
{
    const rw_engine_kind *device = reference_card_is_there() ? &rw_engine_cuda : reference_lanes();
    uint32_t anchors[800];

    for (uint32_t u = 0; u < 800; u++)
        anchors[u] = u;
    for (uint64_t round = 0; round < 12; round++) {
        scoped_graph *graph = join_stars(rw_rng_mix(round));
        const rw_engine_kind *kinds[2] = {&rw_engine_cpu, device};
        rw_engine *engines[2];
        const rw_walk_setup *setup;
        riwalk_options options = WITH(
            riwalk_options,
            it.view.identifier = round & 1 ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP,
            it.view.classes = round & 2 ? RIWALK_DEGREE_CLASSES_SHARE : RIWALK_DEGREE_CLASSES_LOG,
            it.view.radius = 1 + (uint32_t)round % 5, it.walks = round < 2 ? RIWALK_WALKS_AUTO : 20,
            it.run.threads = 1);
        rw_rows rows[2];
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

        setup = &sampler->setup;
        for (int k = 0; k < 2; k++) {
            ok(rw_engine_open_kind(kinds[k], &setup, 1, &sampler->run, 800, &engines[k], &failure));
            ok(rw_engine_profiles(engines[k], 0, 0, anchors, 800, &rows[k], &failure));
        }
        assert_same_rows(&rows[0], &rows[1]);
        for (int k = 0; k < 2; k++)
            rw_engine_close(engines[k]);
    }
}

/* Whatever call fails: AddressSanitizer sees what is not freed. */
TEST(a_device_that_is_lost_leaves_nothing_behind)
{
    scoped_graph *graph = join_stars(1);
    riwalk_options options = WITH(riwalk_options, it.view.identifier = RIWALK_IDENTIFIER_WL,
                                  it.walks = 5, it.run.threads = 1);
    const rw_walk_setup *setup;
    riwalk_status status = RIWALK_STATUS_IO;
    riwalk_error error;
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

    setup = &sampler->setup;
    for (int calls = 1; status; calls++) {
        rw_engine *engine = NULL;
        rw_profiles *profiles = NULL;
        rw_matrix *matrix = NULL;
        rw_progress progress;

        assert_true(calls < 200);
        reference_device_fails = calls;
        rw_progress_begin(&progress, &sampler->run, "walking", "anchors", 800);
        status =
            rw_engine_open_kind(reference_lanes(), &setup, 1, &sampler->run, 800, &engine, &error);
        if (!status)
            status = rw_profiles_collect(engine, 0, (rw_anchors){.count = 800}, false, &progress,
                                         &profiles, &error);
        rw_engine_close(engine);
        if (!status) {
            rw_matrix_shape shape = {.views = 1,
                                     .column_starts = {0, profiles->role_count},
                                     .pieces = 1,
                                     .profiles = (const rw_profiles *const *)&profiles};

            status = rw_matrix_open_on(&reference_device, &shape, 1, &matrix, &error);
        }
        assert_true(!status || status == RIWALK_STATUS_IO);
        assert_true(!status == !!matrix);
        rw_matrix_close(matrix);
        rw_profiles_free(profiles);
    }
    reference_device_fails = 0;
}
