/* SPDX-License-Identifier: MIT */
/* Calls of the library from several threads at once, and calls that make no sense. */
#include "base/checksum.h"
#include "base/parallel.h"
#include "embedding.h"

#define CALLERS 8

typedef struct callers {
    const riwalk_graph *graph;
    riwalk_model *model;
    riwalk_node_labels *labels;
    riwalk_vectors *labelled;
    uint64_t sums[CALLERS];
} callers;

/* Four kinds of embedding, a transformation on one and on two threads, and a classification. */
static riwalk_status call_task(void *context, size_t task, int worker, riwalk_error *error)
{
    static const char *const embeddings[] = {
        "trainer=factor dimensions=16", "trainer=factor method=riwalk-wl dimensions=16",
        "dimensions=16 epochs=2", "method=graphwave dimensions=32"};
    static const double ratios[] = {0.3, 0.6};
    riwalk_run run = {.threads = 1 + (int)task % 2};
    riwalk_transform_options transform = WITH(riwalk_transform_options, it.run = run);
    riwalk_classify_options classify = WITH(riwalk_classify_options, it.run = run, it.repeats = 2);
    riwalk_classify_scores scores[4] = {0};
    scoped_vectors *vectors = NULL;
    callers *c = context;
    riwalk_status status;

    if (task < 4) {
        riwalk_options options =
            BUT(options_of(embeddings[task]), it.walks = 10, it.run.threads = run.threads);

        status = riwalk_embed(&c->graph, 1, NULL, &options, &vectors, NULL, NULL, error);
    } else if (task < 6) {
        status = riwalk_classify(c->labelled, c->labels, ratios, 2, &classify, scores, error);
    } else {
        status =
            riwalk_model_transform(c->model, &c->graph, 1, NULL, &transform, &vectors, NULL, error);
    }
    c->sums[task] =
        rw_checksum(scores, sizeof scores, 0) ^ (vectors ? riwalk_vectors_checksum(vectors) : 0);
    return status;
}

/* A program may call from any number of threads, for what it likes. */
TEST(callers_do_not_disturb_each_other)
{
    scoped_graph *graph = make_graph(200, 3);
    riwalk_options options = options_of("dimensions=16 epochs=2 walks=10");
    scoped_vectors *labelled = NULL;
    scoped_model *model = learn(graph, &options, &labelled);
    const char *names[200];

    for (uint32_t i = 0; i < 200; i++)
        names[i] = i % 3 ? "a" : "b";
    scoped_vectors *numbered = vectors_of(200, 16, labelled->values);
    scoped_node_labels *labels = labels_of(numbered, 200, names);
    callers c = {graph, model, labels, numbered, {0}}, alone = c;
    ok(rw_parallel(CALLERS, CALLERS, call_task, &c, &failure));
    ok(rw_parallel(1, CALLERS, call_task, &alone, &failure));
    assert_memory_equal(alone.sums, c.sums, sizeof c.sums);
}

TEST(calls_without_graphs_or_results_are_refused)
{
    scoped_graph *graph = make_graph(20, 3);
    const riwalk_graph *graphs[] = {graph, graph};
    riwalk_vectors *vectors = NULL;

    check_status(ARGUMENT, riwalk_embed(graphs, 2, NULL, NULL, &vectors, NULL, NULL, &failure));
    check_status(ARGUMENT, riwalk_embed(graphs, 0, NULL, NULL, &vectors, NULL, NULL, &failure));
    check_status(ARGUMENT, riwalk_embed(graphs, 1, NULL, NULL, NULL, NULL, NULL, &failure));
}
