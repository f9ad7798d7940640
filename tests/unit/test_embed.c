/* SPDX-License-Identifier: MIT */
/* Embedding end to end: repeatable, the same with kept and with regenerated walks, within memory.
 */
#include "base/parallel.h"
#include "embedding.h"

/* Enough for several shards, so that threads have something to divide. */
#define NODES FEW(3000, 800)

static riwalk_options start(void)
{
    return WITH(riwalk_options, it.walks = 10, it.dimensions = 16, it.epochs = 2);
}

static void assert_same(const riwalk_vectors *a, const riwalk_vectors *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->values, b->values, (size_t)a->count * a->dimensions * sizeof(float));
}

/* ---- Several at once ---- */

#define CALLERS 8
#define LABELLED 60

typedef struct callers {
    const riwalk_graph *graph;
    riwalk_options options[4];
    riwalk_model *model;
    riwalk_vectors *labelled;
    riwalk_node_labels *labels;
    riwalk_vectors *vectors[CALLERS];
    riwalk_classify_scores scores[CALLERS][4];
} callers;

/* Four kinds of embedding, a transformation on one and on two threads, and a classification. */
static riwalk_status call_task(void *context, size_t task, int worker, riwalk_error *error)
{
    static const double ratios[] = {0.3, 0.6};
    riwalk_transform_options transform = DEFAULTS(riwalk_transform_options);
    riwalk_classify_options classify = DEFAULTS(riwalk_classify_options);
    callers *c = context;

    transform.run.threads = classify.run.threads = 1 + (int)task % 2;
    classify.repeats = 2;
    if (task < 4)
        return riwalk_embed(&c->graph, 1, NULL, &c->options[task], &c->vectors[task], NULL, NULL,
                            error);
    if (task >= 6 && task < 8)
        return riwalk_classify(c->labelled, c->labels, ratios, 2, &classify, c->scores[task],
                               error);
    return riwalk_model_transform(c->model, &c->graph, 1, NULL, &transform, &c->vectors[task], NULL,
                                  error);
}

static void make_calls(callers *c, const riwalk_graph *graph)
{
    const char *names[LABELLED];

    c->graph = graph;
    for (int i = 0; i < 4; i++)
        c->options[i] = BUT(start(), it.run.threads = 1 + i % 2,
                            it.trainer = i < 2 ? RIWALK_TRAINER_FACTOR : RIWALK_TRAINER_SGNS,
                            it.method = i < 3 ? RIWALK_METHOD_RIWALK : RIWALK_METHOD_GRAPHWAVE,
                            it.dimensions = i < 3 ? 16 : 32);
    c->options[1].view.identifier = RIWALK_IDENTIFIER_WL;
    c->model = learn(graph, &c->options[2], &c->labelled);
    for (uint32_t i = 0; i < LABELLED; i++)
        names[i] = i % 3 ? "a" : "b";
    c->labels = labels_of(c->labelled, LABELLED, names);
}

/* A program may call from any number of threads, for what it likes. */
TEST(callers_do_not_disturb_each_other)
{
    scoped_graph *graph = make_graph(200, 3);
    callers c = {.graph = NULL}, alone;
    riwalk_error error;

    make_calls(&c, graph);
    alone = c;
    ok(rw_parallel(CALLERS, CALLERS, call_task, &c, &failure));
    for (size_t i = 0; i < CALLERS; i++) {
        assert_int_equal(call_task(&alone, i, 0, &error), 0);
        if (c.vectors[i])
            assert_same(alone.vectors[i], c.vectors[i]);
        assert_memory_equal(alone.scores[i], c.scores[i], sizeof c.scores[i]);
        riwalk_vectors_free(alone.vectors[i]);
        riwalk_vectors_free(c.vectors[i]);
    }
    riwalk_node_labels_free(c.labels);
    riwalk_vectors_free(c.labelled);
    riwalk_model_free(c.model);
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
