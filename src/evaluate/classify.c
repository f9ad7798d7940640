/* SPDX-License-Identifier: MIT */
/* Classification within one set of labelled nodes by the paper's protocol (section V), and across
 * networks. Splits are random, not stratified. Each repeat is one shuffle, whose front is the
 * training part at every ratio. */
#include "base/options.h"
#include "base/rng.h"
#include "evaluate/fit.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

uint32_t riwalk_classify_train_size(uint32_t nodes, double ratio)
{
    /* rounded up a little: 0.7 * 10 is slightly below 7 */
    uint32_t size = (uint32_t)floor(ratio * nodes + 1e-6);

    if (size >= nodes)
        size = nodes ? nodes - 1 : 0;
    return size || nodes < 2 ? size : 1;
}

/* Fisher-Yates shuffle: all orders are equally likely. */
static void shuffle(uint32_t *items, uint32_t count, uint64_t seed, uint32_t repeat)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, 0, repeat);

    for (uint32_t left = count; left > 1; left--) {
        uint32_t other = (uint32_t)rw_rng_below(rw_rng_at(stream, left), left);
        uint32_t moved = items[left - 1];

        items[left - 1] = items[other];
        items[other] = moved;
    }
}

riwalk_status riwalk_classify_split(const riwalk_node_labels *labels, uint64_t seed,
                                    uint32_t repeat, uint32_t *rows, riwalk_error *error)
{
    if (!labels || !rows)
        return rw_refuse(error, "the labels and the rows must not be NULL");
    memcpy(rows, labels->rows, labels->count * sizeof *rows);
    shuffle(rows, labels->count, seed, repeat);
    return RIWALK_STATUS_OK;
}

static riwalk_status check(const riwalk_vectors *vectors, const riwalk_node_labels *labels,
                           riwalk_error *error)
{
    if (!vectors || !labels)
        return rw_refuse(error, "the vectors and labels must not be NULL");
    if (labels->rows[labels->count - 1] >= vectors->count)
        return rw_refuse(error, "the labels belong to other vectors");
    if (labels->class_count < 2)
        return rw_refuse(
            error, "all labelled nodes have the same label, '%.80s': there is nothing to predict",
            labels->names[0]);
    if (labels->count < 2)
        return rw_refuse(error, "only one node has a label: at least two are needed");
    return RIWALK_STATUS_OK;
}

/* Fills in orders [repeats][count], and splits [ratio_count][repeats] over them. */
static void make_splits(uint32_t count, const double *ratios, uint32_t ratio_count,
                        const riwalk_classify_options *options, uint32_t *orders, rw_split *splits)
{
    for (uint32_t r = 0; r < options->repeats; r++) {
        uint32_t *order = orders + (size_t)r * count;

        for (uint32_t i = 0; i < count; i++)
            order[i] = i;
        shuffle(order, count, options->seed, r);
        for (uint32_t i = 0; i < ratio_count; i++) {
            uint32_t train = riwalk_classify_train_size(count, ratios[i]);

            splits[(size_t)i * options->repeats + r] =
                (rw_split){order, order + train, train, count - train};
        }
    }
}

riwalk_status riwalk_classify(const riwalk_vectors *vectors, const riwalk_node_labels *labels,
                              const double *ratios, uint32_t ratio_count,
                              const riwalk_classify_options *options,
                              riwalk_classify_scores *scores, riwalk_error *error)
{
    rw_classifier c = {vectors, labels};
    RW_POOL(pool);
    uint64_t split_count;
    uint32_t *orders;
    rw_split *splits;

    RW_MUST(rw_classifier_set(&c, options, error));
    RW_MUST(check(vectors, labels, error));
    if (!ratios || !ratio_count)
        return rw_refuse(error, "at least one ratio is needed");
    for (uint32_t i = 0; i < ratio_count; i++)
        if (!(ratios[i] > 0 && ratios[i] < 1))
            return rw_refuse(error,
                             "the ratio %g is not between 0 and 1: it is the share of labelled "
                             "nodes to train on",
                             ratios[i]);
    if (!scores)
        return rw_refuse(error, "the scores must not be NULL");
    split_count = (uint64_t)ratio_count * c.options.repeats;
    if (split_count > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many ratios and repeats");
    orders = rw_take(&pool, c.options.repeats, labels->count * sizeof *orders, error);
    splits = rw_take(&pool, split_count, sizeof *splits, error);
    RW_MUST(rw_pool_status(&pool));
    make_splits(labels->count, ratios, ratio_count, &c.options, orders, splits);
    return rw_splits_score(&c, splits, (uint32_t)split_count, scores, error);
}

/* ---- Predicting ---- */

/* Fits on all labelled nodes. Then computes the decision values of all rows or, if `classes` is not
 * NULL, the class with the highest value of each. Every row of the vectors is an example; rows
 * without a label have no classes. */
static riwalk_status decide(const riwalk_vectors *vectors, const riwalk_node_labels *labels,
                            const riwalk_classify_options *options, double *values,
                            uint32_t *classes, riwalk_classify_choice *choice, riwalk_error *error)
{
    rw_split split = {.train = labels->rows, .train_count = labels->count};
    riwalk_node_labels all = *labels;
    rw_classifier c = {vectors, &all};
    riwalk_status status;

    RW_MUST(rw_classifier_set(&c, options, error));
    RW_MUST(check(vectors, labels, error));
    RW_HAVE(all.starts = rw_alloc((size_t)vectors->count + 1, sizeof *all.starts, error));
    for (uint32_t row = 0, i = 0; row <= vectors->count; row++) {
        all.starts[row] = labels->starts[i];
        i += i < labels->count && labels->rows[i] == row;
    }
    all.count = vectors->count;
    all.rows = NULL;
    if (!(status = rw_classifier_choose(&c, &split, choice, error)))
        status = rw_classifier_decide(&c, &split, values, classes, error);
    rw_classifier_free(&c);
    rw_free(all.starts);
    return status;
}

riwalk_status riwalk_classify_decide(const riwalk_vectors *vectors,
                                     const riwalk_node_labels *labels,
                                     const riwalk_classify_options *options, double *values,
                                     riwalk_classify_choice *choice, riwalk_error *error)
{
    riwalk_classify_choice chosen;

    if (!vectors || !labels || !values)
        return rw_refuse(error, "the vectors, the labels and the values must not be NULL");
    RW_MUST(rw_report_check(choice, error));
    RW_MUST(decide(vectors, labels, options, values, NULL, &chosen, error));
    rw_report_hand_over(choice, &chosen);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_classify_predict(const riwalk_vectors *vectors,
                                      const riwalk_node_labels *labels,
                                      const riwalk_classify_options *options, uint32_t *classes,
                                      riwalk_error *error)
{
    riwalk_classify_choice chosen;

    if (!vectors || !labels || !classes)
        return rw_refuse(error, "the vectors, the labels and the classes must not be NULL");
    return decide(vectors, labels, options, NULL, classes, &chosen, error);
}

/* ---- Across networks: fits on the labels of one, scores on those of another ---- */

/* Both sets of labels, training first, with a common numbering of classes. */
typedef struct joined {
    rw_pool *pool;             /* owns the arrays */
    riwalk_node_labels labels; /* without names */
    uint32_t *order;           /* 0, 1, 2, ... */
    riwalk_vectors both;       /* both graphs' vectors, if these are separate */
} joined;

/* Copies the vectors of two graphs one after the other, without names. */
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
    RW_HAVE(j->both.values = rw_take(j->pool, j->both.count, row, error));
    memcpy(j->both.values, train->values, train->count * row);
    memcpy(j->both.values + (size_t)train->count * train->dimensions, test->values,
           test->count * row);
    return RIWALK_STATUS_OK;
}

/* Appends a set of labels, whose rows begin at `first_row`; rank: the joined class of each class;
 * NULL: the same. */
static void append(joined *j, const riwalk_node_labels *from, uint32_t first_row,
                   const uint32_t *rank)
{
    riwalk_node_labels *l = &j->labels;
    uint64_t at = l->starts[l->count];

    for (uint32_t i = 0; i < from->count; i++) {
        j->order[l->count] = l->count;
        l->rows[l->count] = first_row + from->rows[i];
        for (uint64_t label = from->starts[i]; label < from->starts[i + 1]; label++)
            l->classes[at++] = rank ? rank[from->classes[label]] : from->classes[label];
        l->starts[++l->count] = at;
    }
    l->most = from->most > l->most ? from->most : l->most;
}

/* Joins both sets of labels; rows of the test set begin at `first_row`. */
static riwalk_status join(const riwalk_node_labels *train, const riwalk_node_labels *test,
                          uint32_t first_row, joined *j, riwalk_error *error)
{
    riwalk_node_labels *l = &j->labels;
    size_t nodes = (size_t)train->count + test->count;
    uint32_t *rank; /* the joined class of each test class */

    if (nodes > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many labelled nodes");
    l->rows = rw_take(j->pool, nodes, sizeof *l->rows, error);
    l->starts = rw_take_zeroed(j->pool, nodes + 1, sizeof *l->starts, error);
    l->classes = rw_take(j->pool, train->starts[train->count] + test->starts[test->count],
                         sizeof *l->classes, error);
    j->order = rw_take(j->pool, nodes, sizeof *j->order, error);
    rank = rw_take(j->pool, test->class_count, sizeof *rank, error);
    RW_MUST(rw_pool_status(j->pool));
    l->class_count = train->class_count;
    append(j, train, 0, NULL);
    for (uint32_t c = 0; c < test->class_count; c++) {
        uint32_t same = 0;

        while (same < train->class_count && strcmp(train->names[same], test->names[c]))
            same++;
        rank[c] = same < train->class_count ? same : l->class_count++;
    }
    append(j, test, first_row, rank);
    return RIWALK_STATUS_OK;
}

static uint32_t count_shared(const riwalk_node_labels *a, const riwalk_node_labels *b)
{
    const uint32_t *classes;
    uint32_t shared = 0;

    for (uint32_t i = 0; i < a->count; i++)
        shared += riwalk_node_labels_of(b, a->rows[i], &classes) > 0;
    return shared;
}

static riwalk_status check_both(const riwalk_vectors *train_vectors,
                                const riwalk_node_labels *train, const riwalk_vectors *test_vectors,
                                const riwalk_node_labels *test,
                                const riwalk_classify_options *options, riwalk_error *error)
{
    if (options->folds)
        return rw_refuse(error, "cross-validation on the training graph cannot choose for another "
                                "graph: folds must be 0");
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
    riwalk_transfer_scores made;
    RW_POOL(pool);
    joined j = {.pool = &pool};
    rw_classifier c = {apart ? &j.both : train_vectors, &j.labels};
    rw_split split;

    RW_MUST(rw_classifier_set(&c, options, error));
    RW_MUST(check_both(train_vectors, train, test_vectors, test, &c.options, error));
    if (!scores)
        return rw_refuse(error, "vectors, labels and scores must not be NULL");
    RW_MUST(rw_report_check(scores, error));
    if (apart)
        RW_MUST(stack(train_vectors, test_vectors, &j, error));
    RW_MUST(join(train, test, apart ? train_vectors->count : 0, &j, error));
    if (j.labels.class_count == train->class_count + test->class_count)
        return rw_refuse(error,
                         "training and test labels have no name in common: they are '%.80s', ... "
                         "and '%.80s', ...",
                         train->names[0], test->names[0]);
    split = (rw_split){j.order, j.order + train->count, train->count, test->count};
    made = (riwalk_transfer_scores){
        .size = sizeof made,
        .classes = j.labels.class_count,
        .unseen = j.labels.class_count - train->class_count,
        .shared = apart ? 0 : count_shared(train, test),
    };
    RW_MUST(rw_splits_score(&c, &split, 1, &made.scores, error));
    rw_report_hand_over(scores, &made);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_transfer(const riwalk_vectors *vectors, const riwalk_node_labels *train,
                              const riwalk_node_labels *test,
                              const riwalk_classify_options *options,
                              riwalk_transfer_scores *scores, riwalk_error *error)
{
    return riwalk_transfer_between(vectors, train, vectors, test, options, scores, error);
}
