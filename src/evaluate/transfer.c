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
    rw_pool pool;
} joined;

static riwalk_status join(const riwalk_node_labels *train, const riwalk_node_labels *test,
                          joined *j, riwalk_error *error)
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
    memcpy(j->rows + train->count, test->rows, test->count * sizeof *j->rows);
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

riwalk_status riwalk_transfer(const riwalk_vectors *vectors, const riwalk_node_labels *train,
                              const riwalk_node_labels *test,
                              const riwalk_classify_options *options,
                              riwalk_transfer_scores *scores, riwalk_error *error)
{
    riwalk_classify_options known;
    riwalk_status status;
    joined j = {0};

    if ((status = rw_classify_options_check(&known, options, error)))
        return status;
    if (known.folds)
        return rw_refuse(error,
                         "folds of the training labels cannot tell what suits another graph");
    if (!vectors || !train || !test || !scores)
        return rw_refuse(error, "vectors, labels and scores must not be NULL");
    if ((status = rw_report_check(scores, error)))
        return status;
    if (train->rows[train->count - 1] >= vectors->count ||
        test->rows[test->count - 1] >= vectors->count)
        return rw_refuse(error, "the labels belong to other vectors");
    if (train->class_count < 2)
        return rw_refuse(error,
                         "all training nodes have the same label, '%.80s': there is nothing to "
                         "learn",
                         train->names[0]);
    if (!(status = join(train, test, &j, error)) &&
        j.class_count == train->class_count + test->class_count)
        status = rw_refuse(error,
                           "training and test labels have no name in common: they are '%.80s', ... "
                           "and '%.80s', ...",
                           train->names[0], test->names[0]);
    if (!status) {
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
            .shared = count_shared(train, test),
        };

        if (!(status =
                  rw_splits_score(vectors, j.rows, &e, &split, 1, &known, &made.scores, error)))
            rw_report_hand_over(scores, &made);
    }
    rw_pool_free(&j.pool);
    return status;
}
