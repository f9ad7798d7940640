/* SPDX-License-Identifier: MIT */
/* Classification within one set of labelled nodes: the paper's protocol (section V). Splits are
 * plain random ones, not stratified. Each repeat is one shuffle, whose front is the training part
 * at every ratio. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/rng.h"
#include "evaluate/fit.h"
#include "evaluate/labels.h"
#include "vectors/vectors.h"

#include <math.h>

uint32_t riwalk_classify_train_size(uint32_t nodes, double ratio)
{
    /* 0.7 * 10 is a little less than 7. */
    uint32_t size = (uint32_t)floor(ratio * nodes + 1e-6);

    if (size >= nodes)
        size = nodes ? nodes - 1 : 0;
    return size || nodes < 2 ? size : 1;
}

/* Fisher and Yates: each order is equally likely. */
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
    for (uint32_t i = 0; i < labels->count; i++)
        rows[i] = labels->rows[i];
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

static rw_examples examples_of(const riwalk_node_labels *labels)
{
    return (rw_examples){
        .count = labels->count,
        .class_count = labels->class_count,
        .starts = labels->starts,
        .classes = labels->classes,
        .single = labels->most == 1,
    };
}

/* Makes the orders [repeats][count] and the splits [ratio_count][repeats] over them. */
static void make_splits(const rw_examples *e, const double *ratios, uint32_t ratio_count,
                        const riwalk_classify_options *options, uint32_t *orders, rw_split *splits)
{
    for (uint32_t r = 0; r < options->repeats; r++) {
        uint32_t *order = orders + (size_t)r * e->count;

        for (uint32_t i = 0; i < e->count; i++)
            order[i] = i;
        shuffle(order, e->count, options->seed, r);
        for (uint32_t i = 0; i < ratio_count; i++) {
            uint32_t train = riwalk_classify_train_size(e->count, ratios[i]);

            splits[(size_t)i * options->repeats + r] =
                (rw_split){order, order + train, train, e->count - train};
        }
    }
}

/* Every split fits with what its own training part chose. */
static riwalk_status score_tuned(const riwalk_vectors *vectors, const uint32_t *rows,
                                 const rw_examples *e, const rw_split *splits, uint32_t split_count,
                                 const riwalk_classify_options *options,
                                 riwalk_classify_scores *scores, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_tuner tuner;

    rw_tuner_init(&tuner, vectors, rows, e, options);
    for (uint32_t i = 0; i < split_count && !status; i++) {
        riwalk_classify_choice choice;
        rw_fits *fits = NULL;

        if (!(status = rw_tuner_choose(&tuner, &splits[i], &choice, error)) &&
            !(status = rw_fits_new(&tuner.examples, &splits[i], 1, &tuner.options, &fits, error)))
            status = rw_fits_score(fits, &scores[i], error);
        rw_fits_free(fits);
    }
    rw_tuner_free(&tuner);
    return status;
}

riwalk_status riwalk_classify(const riwalk_vectors *vectors, const riwalk_node_labels *labels,
                              const double *ratios, uint32_t ratio_count,
                              const riwalk_classify_options *options,
                              riwalk_classify_scores *scores, riwalk_error *error)
{
    riwalk_classify_options known;
    rw_pool pool = {0};
    uint64_t split_count;
    riwalk_status status;
    uint32_t *orders;
    rw_split *splits;
    rw_examples e;

    RW_MUST(rw_classify_options_check(&known, options, error));
    RW_MUST(check(vectors, labels, error));
    if (!ratios || !ratio_count)
        return rw_refuse(error, "at least one ratio is needed");
    for (uint32_t i = 0; i < ratio_count; i++)
        if (!(ratios[i] > 0 && ratios[i] < 1))
            return rw_refuse(error,
                             "the ratio %g is not between 0 and 1: it is the share of labelled "
                             "nodes that are for training",
                             ratios[i]);
    if (!scores)
        return rw_refuse(error, "the scores must not be NULL");
    split_count = (uint64_t)ratio_count * known.repeats;
    if (split_count > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many ratios and repeats");
    orders = rw_take(&pool, known.repeats, labels->count * sizeof *orders, error);
    splits = rw_take(&pool, split_count, sizeof *splits, error);
    if (!(status = rw_pool_status(&pool))) {
        e = examples_of(labels);
        make_splits(&e, ratios, ratio_count, &known, orders, splits);
        status = (known.folds ? score_tuned : rw_splits_score)(
            vectors, labels->rows, &e, splits, (uint32_t)split_count, &known, scores, error);
    }
    rw_pool_free(&pool);
    return status;
}

/* ---- Predicting ---- */

/* Fits on all labelled nodes, and then finds the decision values of all rows or, where that is not
 * NULL, the class of the highest one of each. Every row of the vectors is an example; those without
 * a label have no classes. */
static riwalk_status decide(const riwalk_vectors *vectors, const riwalk_node_labels *labels,
                            const riwalk_classify_options *options, double *values,
                            uint32_t *classes, riwalk_classify_choice *choice, riwalk_error *error)
{
    uint32_t class_count = labels->class_count;
    rw_split split = {.train = labels->rows, .train_count = labels->count};
    rw_examples e = examples_of(labels);
    rw_tuner tuner = {.vectors = NULL};
    rw_features *features = NULL; /* without folds */
    rw_fits *fits = NULL;
    riwalk_classify_options known;
    rw_pool pool = {0};
    riwalk_status status;
    uint64_t *starts;
    double *own;

    RW_MUST(rw_classify_options_check(&known, options, error));
    RW_MUST(check(vectors, labels, error));
    starts = rw_take(&pool, (size_t)vectors->count + 1, sizeof *starts, error);
    own = rw_take(&pool, class_count, sizeof *own, error);
    if ((status = rw_pool_status(&pool)))
        goto done;
    for (uint32_t row = 0, i = 0; row <= vectors->count; row++) {
        starts[row] = labels->starts[i];
        i += i < labels->count && labels->rows[i] == row;
    }
    e.count = vectors->count;
    e.starts = starts;
    *choice = (riwalk_classify_choice){sizeof *choice, known.C, 0, NAN};
    if (known.folds) {
        rw_tuner_init(&tuner, vectors, NULL, &e, &known);
        status = rw_tuner_choose(&tuner, &split, choice, error);
        known.C = choice->C;
    } else {
        status = rw_features_new(vectors, NULL, vectors->count, known.scale, &features, error);
    }
    e.features = known.folds ? tuner.examples.features : features;
    if (status || (status = rw_fits_new(&e, &split, 1, &known, &fits, error)))
        goto done;
    for (uint32_t row = 0; row < vectors->count; row++) {
        double *here = classes ? own : values + (size_t)row * class_count;
        uint32_t best = 0;

        rw_fits_decide(fits, 0, row, here);
        for (uint32_t c = 1; c < class_count && classes; c++)
            best = here[c] > here[best] ? c : best;
        if (classes)
            classes[row] = best;
    }
done:
    rw_fits_free(fits);
    rw_features_free(features);
    rw_tuner_free(&tuner);
    rw_pool_free(&pool);
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
