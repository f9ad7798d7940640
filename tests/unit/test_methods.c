/* SPDX-License-Identifier: MIT */
/* What holds for every method: threads and memory change nothing, limits are kept to, nodes without
 * edges are no trouble, work can be cancelled, failing allocations are errors. */
#include "embedding.h"

/* ---- Threads and memory ---- */

/* Enough nodes for several shards or parts of the vocabulary, which threads divide; for RolX, more
 * than the sample that roles are found from. Where walks are kept, they can be made again. */
TEST(threads_and_memory_have_no_effect)
{
    const struct {
        const char *options;
        uint32_t nodes, edges_per_node;
        bool weighted, directed, kept;
    } repeated[] = {
        {"walks=16 dimensions=16 epochs=2", FEW(3000, 800), 3, false, false, true},
        {"trainer=factor walks=20 dimensions=32", FEW(1000, 300), 3, false, false, false},
        {"method=riwalk-wl trainer=factor walks=20 dimensions=32", FEW(1000, 300), 3, false, false,
         false},
        {"trainer=factor measures=auto views=auto walks=20 dimensions=32", FEW(1000, 300), 3, false,
         false, false},
        {"walks=16 dimensions=16 epochs=1 method=riwalk-wl", FEW(1000, 300), 3, false, true, true},
        {"walks=32 dimensions=16 epochs=1 steps=weight", FEW(1000, 300), 3, true, true, true},
        {"trainer=factor walks=20 dimensions=32 method=riwalk-wl steps=weight", FEW(1000, 300), 3,
         true, true, false},
        {"trainer=factor measures=auto views=auto walks=20 dimensions=32", FEW(1000, 300), 3, true,
         true, false},
        {"method=struc2vec walks=2 layers=1 dimensions=16 epochs=1", FEW(2100, 300), 2, false,
         false, true},
        {"method=node2vec p=0.5 q=2 walks=2 walk-length=5 dimensions=16 epochs=1", 2100, 3, false,
         false, true},
        {"method=node2vec p=2 walks=2 walk-length=5 dimensions=16 epochs=1", 2100, 3, true, true,
         true},
        {"combine=deepwalk walks=2 walk-length=5 combine-walks=2 combine-walk-length=5 "
         "dimensions=16 "
         "epochs=1",
         2100, 3, false, false, true},
        {"method=line samples=10 dimensions=16", 2100, 3, false, false, false},
        {"method=graphwave dimensions=16", 200, 2, true, false, false},
        {"method=refex", FEW(2000, 600), 3, false, false, false},
        {"method=refex", FEW(2000, 600), 3, true, false, false},
        {"method=refex", FEW(2000, 600), 3, false, true, false},
        {"method=refex", FEW(2000, 600), 3, true, true, false},
        {"method=rolx dimensions=3", FEW(9000, 5000), 2, false, false, false},
    };

    EACH (r, repeated) {
        scoped_graph *plain = make_graph(r->nodes, r->edges_per_node);
        scoped_graph *graph = vary(plain, r->weighted, r->directed);
        riwalk_options options = options_of(r->options);
        riwalk_vectors *first = NULL, *vectors;

        for (options.run.threads = FEW(1, 3); options.run.threads <= 3; options.run.threads += 2) {
            riwalk_embed_report report = {.size = sizeof report};

            options.memory = 0;
            vectors = embed(graph, &options, &report);
            if (first && !same(first, vectors))
                fail_msg("%s: %d threads matter", r->options, options.run.threads);
            riwalk_vectors_free(first);
            first = vectors;
            if (!r->kept)
                continue;
            assert_true(report.kept && report.pairs > 0 && report.loss > 0);
            options.memory = report.memory_bytes - 1;
            vectors = embed(graph, &options, &report);
            assert_false(report.kept);
            if (!same(first, vectors))
                fail_msg("%s: memory matters", r->options);
            riwalk_vectors_free(vectors);
        }
        riwalk_vectors_free(first);
    }
}

TEST(another_seed_gives_other_vectors)
{
    static const char *const trained[] = {"walks=2", "method=struc2vec walks=2", "method=line",
                                          "method=deepwalk walks=2", "trainer=factor walks=2"};
    scoped_graph *graph = make_graph(100, 2);

    EACH (words, trained) {
        scoped_vectors *one = embed_as(graph, options_of(*words));
        scoped_vectors *other = embed_as(graph, BUT(options_of(*words), it.seed++));

        assert_false(same(one, other));
    }
}

/* Walks enough to take more memory than making them again, and than what is prepared for hubs.
 * ReFeX foresees only what local features need, and tells how far it came. */
TEST(a_limit_that_is_too_low_is_refused)
{
    static const char *const limited[] = {
        "walks=60 dimensions=16 epochs=2",
        "trainer=factor dimensions=32 method=riwalk-wl walks=20",
        "method=struc2vec walks=10 dimensions=16 epochs=1",
        "method=node2vec walks=3 walk-length=10 epochs=1",
        "combine=deepwalk walks=3 combine-walks=3 combine-walk-length=10 epochs=1",
        "method=graphwave dimensions=16",
        "method=line samples=3",
        "method=refex",
    };
    scoped_graph *graph = make_graph(500, 3);

    EACH (words, limited) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_options options = BUT(options_of(*words), it.run.threads = 1);
        riwalk_estimate estimate = estimate_of(graph, &options);

        assert_true(estimate.memory_bytes >= estimate.least_memory_bytes);
        assert_true(estimate.train_seconds > 0);
        options.memory = estimate.least_memory_bytes - 1;
        check_fails(LIMIT, "is too low: at least", try_embed(graph, &options, &failure));
        options.memory++;
        if (options.method == RIWALK_METHOD_REFEX) {
            check_fails(LIMIT, "features found", try_embed(graph, &options, &failure));
            options.memory = estimate.memory_bytes;
        }
        riwalk_vectors_free(embed(graph, &options, &report));
        /* How many profiles are exact is foreseen by a sample. */
        if ((double)report.memory_bytes >
            (options.trainer == RIWALK_TRAINER_FACTOR ? 1.25 : 1) * (double)options.memory)
            fail_msg("%s: %g bytes", *words, (double)report.memory_bytes);
    }
}

/* ---- Options that make no sense ---- */

/* A field takes a number that its option, which checks text, would not take. */
#define U32(field, number) offsetof(riwalk_options, field), false, number
#define REAL(field, number) offsetof(riwalk_options, field), true, number
#define NO_FIELD 0, false, 0

static const struct {
    const char *options;
    size_t at;
    bool real;
    double number;
    const char *words;
} refused[] = {
    {"", U32(dimensions, 0), "dimensions must be from 1 to 4096, not 0"},
    {"", U32(view.radius, 0), "radius must be from 1 to 64, not 0"},
    {"", U32(view.radius, 65), "radius must be from 1 to 64, not 65"},
    {"", U32(walks, UINT32_MAX - 1), "walks must be from 1 to 67108864, not 4294967294"},
    {"", U32(walk_length, 10001), "walk_length must be from 1 to 10000, not 10001"},
    {"", REAL(view.class_base, 1), "class_base must be from 1.1 to 1e+18, not 1"},
    {"", U32(view.identifier, RIWALK_IDENTIFIER_CUSTOM), "needs a role function"},
    {"", REAL(alpha, -1), "alpha must be from 0 to 1, not -1"},
    {"", REAL(alpha, 0), "the first learning rate must be above 0"},
    {"", REAL(subsample, 1.5), "subsample must be from 0 to 1, not 1.5"},
    {"", REAL(subsample, NAN), "subsample must be from 0 to 1, not nan"},
    {"", REAL(min_alpha, 0.5), "the last learning rate (0.5) must not be above the first (0.025)"},
    {"", U32(negatives, 0), "negatives must be from 1 to 100, not 0"},
    {"", U32(run.threads, 5000), "threads must be from 0 to 1024, not 5000"},
    {"", U32(trainer, 2), "trainer: there is no choice number 2"},
    {"trainer=factor", U32(weighting, 4), "weighting: there is no choice number 4"},
    {"trainer=factor", U32(measures, 3), "measures: there is no choice number 3"},
    {"trainer=factor views=sp:4:2:keep", U32(views[0].role_anchor, RIWALK_ROLE_ANCHOR_BOTH), ""},
    {"trainer=factor views=sp:4:2:keep", U32(views[0].radius, 0), "radius must be"},
    {"trainer=factor", U32(view_count, RIWALK_MAX_VIEWS + 1), ""},
    {"method=node2vec", REAL(p, 0), "p must be from 1e-30 to 1e+30"},
    {"method=node2vec", REAL(p, -1), "p must be from 1e-30 to 1e+30"},
    {"method=node2vec", REAL(p, NAN), "p must be from 1e-30 to 1e+30"},
    {"method=node2vec", REAL(q, INFINITY), "q must be from 1e-30 to 1e+30"},
    {"method=deepwalk walk-length=1", NO_FIELD, "at least 2"},
    {"combine=deepwalk", REAL(balance, NAN), "balance must be from 0 to 1, not nan"},
    {"combine=deepwalk", REAL(balance, 1.5), "balance must be from 0 to 1, not 1.5"},
    {"combine=deepwalk", U32(combine_walks, 0), "combine_walks must be from 1"},
    {"", U32(combine, 3), "combine: there is no choice number 3"},
    {"method=node2vec combine=node2vec", NO_FIELD, "with itself"},
    {"combine=node2vec dimensions=1", NO_FIELD, "at least 2 dimensions"},
    {"method=struc2vec", U32(layers, 1001), "layers must be from 0 to 1000, not 1001"},
    {"method=struc2vec", REAL(stay, 0), "must be from 0.001 to 1"},
    {"method=struc2vec", REAL(stay, NAN), "must be from 0.001 to 1"},
    {"method=struc2vec walk-length=1", NO_FIELD, "the walk length must be at least 2"},
    {"method=line dimensions=1", NO_FIELD, "line needs at least 2 dimensions"},
    {"method=line dimensions=3 combine=deepwalk", NO_FIELD, "line needs at least 2 dimensions"},
    {"method=line", U32(samples, 0), "samples must be from 1 to 1000000"},
    {"method=rolx", U32(role_count, RIWALK_MAX_ROLES + 1), "roles must be from 1 to 64"},
    {"method=rolx roles=8 dimensions=7", NO_FIELD, "8 roles need as many dimensions: there are 7"},
    {"method=graphwave heat-scales=1", REAL(scales[0], 0), "numbers from 1e-6 to 1e6"},
    {"method=graphwave heat-scales=1", REAL(scales[0], -1), "numbers from 1e-6 to 1e6"},
    {"method=graphwave heat-scales=1", REAL(scales[0], NAN), "numbers from 1e-6 to 1e6"},
    {"method=graphwave heat-scales=1", REAL(scales[0], INFINITY), "numbers from 1e-6 to 1e6"},
    {"method=graphwave heat-scales=1", REAL(scales[0], 1e7), "numbers from 1e-6 to 1e6"},
    {"method=graphwave heat-scales=1", U32(scale_count, 65), "at most 64 numbers"},
    {"method=graphwave heat-scales=1,2,3 dimensions=16", NO_FIELD,
     "16 dimensions cannot be shared among 3 scales"},
    {"method=graphwave heat-scales=1,2,3 dimensions=16", NO_FIELD, "(12 would do)"},
};

TEST(bad_options_are_refused)
{
    scoped_graph *graph = make_graph(20, 3);

    EACH (r, refused) {
        riwalk_options options = options_of(r->options);
        uint32_t whole = r->real ? 0 : (uint32_t)r->number;

        if (r->real)
            memcpy((char *)&options + r->at, &r->number, sizeof(double));
        else if (r->at)
            memcpy((char *)&options + r->at, &whole, sizeof whole);
        assert_refused(graph, &options, r->words);
    }
}

TEST(methods_use_what_their_table_says)
{
    scoped_graph *plain = make_graph(30, 2), *weighted = vary(plain, true, false);
    scoped_graph *directed = vary(plain, false, true);
    const riwalk_graph *graphs[] = {plain};
    const riwalk_method_info *info;

    for (int m = 0; (info = riwalk_method_describe((riwalk_method)m)); m++) {
        riwalk_options options =
            BUT(options_of("dimensions=8 epochs=1 samples=20"), it.method = (riwalk_method)m);
        scoped_vectors *usual = embed_as(plain, options), *heavy = embed_as(weighted, options);
        scoped_vectors *fitted = NULL;
        scoped_model *model = NULL;

        assert_int_equal(same(usual, heavy), !info->weighted);
        assert_int_equal(!try_embed(directed, &options, NULL), info->directed);
        assert_int_equal(!riwalk_embed(graphs, 1, NULL, &options, &fitted, &model, NULL, NULL),
                         info->models);
    }
}

/* Distances, roles and heat are counted in registers of any width. */
TEST(instructions_have_no_effect_on_whole_numbers)
{
    static const char *const sets[] = {"scalar", "avx2", "avx512", "neon"};
    static const char *const methods[] = {"method=graphwave dimensions=16", "method=refex"};
    riwalk_options walks = options_of("method=riwalk-wl radius=2 walks=5");
    scoped_graph *graph = make_graph(3000, 10); /* with hubs, whose balls are bit planes */
    scoped_graph *small = make_graph(200, 2);
    scoped void *first = NULL;
    void *firsts[2] = {NULL};

    EACH (set, sets) {
        uint64_t sum = 0;

        setenv("RIWALK_ISA", *set, 1);
        for (int m = 0; m < 2; m++) {
            scoped_vectors *vectors = embed_as(small, options_of(methods[m]));

            assert_unchanged(&firsts[m], vectors->values,
                             (size_t)vectors->count * vectors->dimensions * sizeof(float));
        }
        scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &walks);
        for (uint32_t anchor = 0; anchor < 3000; anchor += 7) {
            scoped_profile *profile = MADE(profile, riwalk_profile_find, sampler, anchor);

            for (uint32_t entry = 0; entry < riwalk_profile_count(profile); entry++)
                sum = sum * 31 + riwalk_profile_get(profile, entry)->role;
        }
        assert_unchanged(&first, &sum, sizeof sum);
    }
    unsetenv("RIWALK_ISA");
    free(firsts[0]);
    free(firsts[1]);
}

/* ---- Cancelling ---- */

TEST(every_stage_can_be_cancelled)
{
    static struct {
        const char *options;
        uint32_t nodes, few;
        char stage[24];
    } cases[] = {
        {"epochs=1000 walks=10", 3000, 3000, "training"},
        {"method=deepwalk epochs=1000 walks=10", 3000, 3000, "training"},
        {"trainer=factor walks=1000", 20000, 3000, "walking"},
        {"method=struc2vec layers=0", 200, 200, "choosing"},
        {"method=struc2vec layers=max", 200, 200, "searching"},
        {"method=struc2vec layers=0", 200, 200, "joining"},
        {"method=struc2vec", 200, 200, "comparing"},
        {"method=struc2vec layers=0", 200, 200, "mirroring"},
        {"method=struc2vec layers=0", 200, 200, "weighing"},
        {"method=struc2vec layers=0", 200, 200, "walking"},
        {"method=graphwave heat-scales=1e5 dimensions=16", 2000, 500, "wavelets"},
        {"method=refex", 200000, 20000, "counting triangles"},
        {"method=refex", 200000, 20000, "local features"},
        {"method=refex", 200000, 20000, "features"},
    };

    EACH (c, cases) {
        scoped_graph *graph = make_graph(FEW(c->nodes, c->few), 2);
        riwalk_options options = BUT(options_of(c->options), it.run.progress = cancel_at,
                                     it.run.progress_data = c->stage);
        long before = rw_memory_blocks();

        if (try_embed(graph, &options, NULL) != RIWALK_STATUS_CANCELLED)
            fail_msg("%s: %s goes on", c->options, c->stage);
        assert_int_equal(rw_memory_blocks(), before);
    }
}

/* ---- Memory that runs out ---- */

TEST(every_failing_allocation_is_an_error)
{
    static const struct {
        const char *options;
        uint32_t nodes;
        bool weighted, directed;
    } cases[] = {
        {"walks=10 dimensions=16 epochs=1", 20, false},
        {"trainer=factor dimensions=4 method=riwalk-wl steps=weight walks=4", 12, true, true},
        {"trainer=factor dimensions=4 method=riwalk-wl steps=weight walks=exact", 12, true, true},
        {"walks=10 dimensions=16 epochs=1 pairs=anchor", 20, false},
        {"trainer=factor measures=auto views=auto dimensions=8", 40, false},
        {"combine=node2vec walks=2 walk-length=4 combine-walks=2 combine-walk-length=4 epochs=1", 5,
         true},
        {"method=struc2vec walks=1 dimensions=2 epochs=1 layers=max", 10, false},
        {"method=line samples=3", 40, false},
        {"method=graphwave dimensions=16", 34, false},
        {"method=refex", 34, true},
        {"method=rolx dimensions=3", 34, false},
    };
    const char *names[] = {"a", "b"};

    EACH (c, cases) {
        scoped_graph *plain = make_graph(c->nodes, 2);
        scoped_graph *graph = vary(plain, c->weighted, c->directed);
        const riwalk_graph *graphs[] = {graph, graph};
        riwalk_options options = options_of(c->options);
        riwalk_estimate estimate = {.size = sizeof estimate};

        if (c->directed) /* it keeps its skeleton from the first call on */
            assert_int_equal(try_embed(graph, &options, NULL), RIWALK_STATUS_OK);
        for (size_t count = FEW(1, 2); count <= 2; count++) {
            options.run.threads = (int)count;
            check_making(0, riwalk_vectors,
                         riwalk_embed(graphs, count, names, &options, &made, NULL, NULL, &failure));
            check_allocations(
                0, riwalk_embed_estimate(graphs, count, names, &options, &estimate, &failure));
        }
    }
}
