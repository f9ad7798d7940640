/* SPDX-License-Identifier: MIT */
/* Classification across networks: fitted on the labels of one, scored on those of another. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "evaluate/fit.h"
#include "evaluate/labels.h"
#include "vectors/vectors.h"

#include <string.h>

/* The examples of both sets in one row, training first, over classes that both share. */
typedef struct joined {
    uint32_t *rows; /* of the vectors */
    uint64_t *starts;
    uint32_t *classes;
    uint32_t *order;     /* 0, 1, 2, ... */
    uint32_t *test_rank; /* the test set's classes in the joined numbering */
    uint32_t class_count;
    riwalk_vectors both; /* of two graphs, where each has its own */
    rw_pool pool;
} joined;

/* Vectors of two graphs, one after the other, without names. */
static riwalk_status stack(const riwalk_vectors *train, const riwalk_vectors *test, joined *j,
                           riwalk_error *error)
{
    size_t row = train->dimensions * sizeof *j->both.values;

    if (train->dimensions != test->dimensions)
        return rw_refuse(error,
                         "the training vectors have %u dimensions and the test vectors %u: make "
                         "both by one model",
                         train->dimensions, test->dimensions);
    if ((uint64_t)train->count + test->count > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many vectors");
    j->both.dimensions = train->dimensions;
    j->both.count = train->count + test->count;
    RW_HAVE(j->both.values = rw_take(&j->pool, j->both.count, row, error));
    memcpy(j->both.values, train->values, train->count * row);
    memcpy(j->both.values + (size_t)train->count * train->dimensions, test->values,
           test->count * row);
    return RIWALK_STATUS_OK;
}

/* Rows of the test set begin at `first_row`. */
static riwalk_status join(const riwalk_node_labels *train, const riwalk_node_labels *test,
                          uint32_t first_row, joined *j, riwalk_error *error)
{
    size_t nodes = (size_t)train->count + test->count;
    uint64_t train_labels = train->starts[train->count];
    uint64_t labels = train_labels + test->starts[test->count];

    if (nodes > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many labelled nodes");
    j->rows = rw_take(&j->pool, nodes, sizeof *j->rows, error);
    j->starts = rw_take(&j->pool, nodes + 1, sizeof *j->starts, error);
    j->classes = rw_take(&j->pool, labels, sizeof *j->classes, error);
    j->order = rw_take(&j->pool, nodes, sizeof *j->order, error);
    j->test_rank = rw_take(&j->pool, test->class_count, sizeof *j->test_rank, error);
    if (rw_pool_status(&j->pool))
        return RIWALK_STATUS_MEMORY;
    j->class_count = train->class_count;
    for (uint32_t c = 0; c < test->class_count; c++) {
        uint32_t same = 0;

        while (same < train->class_count && strcmp(train->names[same], test->names[c]))
            same++;
        j->test_rank[c] = same < train->class_count ? same : j->class_count++;
    }
    memcpy(j->rows, train->rows, train->count * sizeof *j->rows);
    for (uint32_t i = 0; i < test->count; i++)
        j->rows[train->count + i] = first_row + test->rows[i];
    memcpy(j->starts, train->starts, train->count * sizeof *j->starts);
    memcpy(j->classes, train->classes, train_labels * sizeof *j->classes);
    for (uint32_t i = 0; i <= test->count; i++)
        j->starts[train->count + i] = train_labels + test->starts[i];
    for (uint64_t i = 0; i < test->starts[test->count]; i++)
        j->classes[train_labels + i] = j->test_rank[test->classes[i]];
    for (uint32_t i = 0; i < nodes; i++)
        j->order[i] = i;
    return RIWALK_STATUS_OK;
}

static uint32_t count_shared(const riwalk_node_labels *a, const riwalk_node_labels *b)
{
    uint32_t shared = 0;

    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        shared += a->rows[i] == b->rows[k];
        if (a->rows[i] < b->rows[k])
            i++;
        else
            k++;
    }
    return shared;
}

static riwalk_status check(const riwalk_vectors *train_vectors, const riwalk_node_labels *train,
                           const riwalk_vectors *test_vectors, const riwalk_node_labels *test,
                           const riwalk_classify_options *options, riwalk_error *error)
{
    if (options->folds)
        return rw_refuse(error,
                         "folds of the training labels cannot tell what suits another graph");
    if (!train_vectors || !train || !test_vectors || !test)
        return rw_refuse(error, "vectors, labels and scores must not be NULL");
    if (train->rows[train->count - 1] >= train_vectors->count ||
        test->rows[test->count - 1] >= test_vectors->count)
        return rw_refuse(error, "the labels belong to other vectors");
    if (train->class_count < 2)
        return rw_refuse(error,
                         "all training nodes have the same label, '%.80s': there is nothing to "
                         "learn",
                         train->names[0]);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_transfer_between(const riwalk_vectors *train_vectors,
                                      const riwalk_node_labels *train,
                                      const riwalk_vectors *test_vectors,
                                      const riwalk_node_labels *test,
                                      const riwalk_classify_options *options,
                                      riwalk_transfer_scores *scores, riwalk_error *error)
{
    bool apart = train_vectors != test_vectors;
    riwalk_classify_options known;
    riwalk_status status;
    joined j = {0};

    RW_MUST(rw_classify_options_check(&known, options, error));
    RW_MUST(check(train_vectors, train, test_vectors, test, &known, error));
    if (!scores)
        return rw_refuse(error, "vectors, labels and scores must not be NULL");
    if ((status = rw_report_check(scores, error)) ||
        (apart && (status = stack(train_vectors, test_vectors, &j, error))) ||
        (status = join(train, test, apart ? train_vectors->count : 0, &j, error)))
        goto done;
    if (j.class_count == train->class_count + test->class_count) {
        status = rw_refuse(error,
                           "training and test labels have no name in common: they are '%.80s', ... "
                           "and '%.80s', ...",
                           train->names[0], test->names[0]);
    } else {
        rw_split split = {j.order, j.order + train->count, train->count, test->count};
        rw_examples e = {
            .count = train->count + test->count,
            .class_count = j.class_count,
            .starts = j.starts,
            .classes = j.classes,
            .single = train->most == 1 && test->most == 1,
        };
        riwalk_transfer_scores made = {
            .size = sizeof made,
            .classes = j.class_count,
            .unseen = j.class_count - train->class_count,
            .shared = apart ? 0 : count_shared(train, test),
        };

        if (!(status = rw_splits_score(apart ? &j.both : train_vectors, j.rows, &e, &split, 1,
                                       &known, &made.scores, error)))
            rw_report_hand_over(scores, &made);
    }
done:
    rw_pool_free(&j.pool);
    return status;
}

riwalk_status riwalk_transfer(const riwalk_vectors *vectors, const riwalk_node_labels *train,
                              const riwalk_node_labels *test,
                              const riwalk_classify_options *options,
                              riwalk_transfer_scores *scores, riwalk_error *error)
{
    return riwalk_transfer_between(vectors, train, vectors, test, options, scores, error);
}
