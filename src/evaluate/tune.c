/* SPDX-License-Identifier: MIT */
/* Chooses the length of vectors and the strength of the penalty, C, by cross-validation. Both
 * depend on the labels: on one graph, different labels need very different lengths. Beside measures
 * both matter; otherwise a longer vector is a weaker penalty, and only C is tried. The number of
 * dimensions and the length of walks were tried too, and add nothing.
 *
 * With few nodes, folds tell little, and the best of many settings is best by chance. So another
 * setting must beat the default by more than two standard errors. */
#include "evaluate/fit.h"

#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* A setting; `length` is an index of `lengths`. */
typedef struct setting {
    int length;
    double C;
} setting;

static const double lengths[RW_TUNE_LENGTHS] = {0.3, 1, 3, 10};

/* The default first; of equal scores the first wins. */
static const setting beside_measures[] = {
    {2, 1},   {0, 1},   {0, 10}, {0, 100}, {1, 0.1}, {1, 1}, {1, 10},
    {1, 100}, {2, 0.1}, {2, 10}, {2, 100}, {3, 0.1}, {3, 1}, {3, 10},
};
static const setting alone[] = {{1, 10}, {1, 0.1}, {1, 1}, {1, 100}, {1, 1000}};

/* Fits for comparison need not be exact. */
#define TOLERANCE 1e-2

void rw_classifier_free(rw_classifier *c)
{
    for (int l = 0; l < RW_TUNE_LENGTHS; l++)
        rw_features_free(c->made[l]);
}

static bool has_measures(const rw_classifier *c)
{
    return c->options.measures && c->options.measures < c->vectors->dimensions;
}

/* Makes features of vectors of one length; without folds, of vectors as they are. */
static riwalk_status take_length(rw_classifier *c, int length, riwalk_error *error)
{
    uint32_t columns = c->vectors->dimensions - (has_measures(c) ? c->options.measures : 0);
    riwalk_status status = RIWALK_STATUS_OK;

    if (!c->made[length] &&
        !(status = rw_features_new(c->vectors, c->labels->rows, c->labels->count, c->options.scale,
                                   &c->made[length], error)) &&
        c->options.folds)
        rw_features_stretch(c->made[length], columns, lengths[length]);
    c->features = c->made[length];
    return status;
}

/* ---- Folds ---- */

/* Deals the training part out to folds, class by class, so that each fold has its share of every
 * class. */
static void deal(const riwalk_node_labels *l, const rw_split *split, uint32_t *dealt)
{
    uint32_t count = 0;

    for (uint32_t c = 0; c <= l->class_count; c++)
        for (uint32_t i = 0; i < split->train_count; i++) {
            uint64_t first = l->starts[split->train[i]];
            bool none = first == l->starts[split->train[i] + 1];

            if (none ? c == l->class_count : c < l->class_count && l->classes[first] == c)
                dealt[count++] = split->train[i];
        }
}

/* Fold f tests every folds-th node from f on, and trains on the others. `room` has train_count
 * entries per fold. */
static void make_folds(const uint32_t *dealt, uint32_t count, uint32_t folds, uint32_t *room,
                       rw_split *splits)
{
    for (uint32_t f = 0; f < folds; f++, room += count) {
        uint32_t test = (count - 1 - f) / folds + 1, train = 0, tested = 0;

        for (uint32_t i = 0; i < count; i++)
            if (i % folds == f)
                room[count - test + tested++] = dealt[i];
            else
                room[train++] = dealt[i];
        splits[f] = (rw_split){room, room + train, train, test};
    }
}

/* ---- Trying ---- */

#define MOST_FOLDS 100 /* the limit in rw_classifier_set */

/* Scores all folds with a setting. */
static riwalk_status try_one(rw_classifier *c, const rw_split *folds, setting s, double *values,
                             riwalk_error *error)
{
    riwalk_classify_options kept = c->options;
    riwalk_classify_scores scores[MOST_FOLDS] = {{0}};
    riwalk_status status = take_length(c, s.length, error);

    c->options.C = s.C;
    c->options.tolerance = fmax(kept.tolerance, TOLERANCE);
    if (!status)
        status = rw_classifier_score(c, folds, kept.folds, scores, error);
    for (uint32_t f = 0; f < kept.folds && !status; f++)
        values[f] = kept.macro ? scores[f].macro_f1 : scores[f].micro_f1;
    c->options = kept;
    return status;
}

static double mean_of(const double *values, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

/* Whether values exceed the default's, fold by fold, by more than two standard errors. */
static bool is_better(const double *values, const double *usual, uint32_t count)
{
    double mean = mean_of(values, count) - mean_of(usual, count), squares = 0;

    for (uint32_t i = 0; i < count; i++)
        squares += pow(values[i] - usual[i] - mean, 2);
    return mean > 0 && mean > 2 * sqrt(squares / (count - 1) / count);
}

static riwalk_status try_all(rw_classifier *c, const rw_split *folds, setting *chosen,
                             double *score, riwalk_error *error)
{
    bool both = has_measures(c);
    const setting *tried = both ? beside_measures : alone;
    size_t count = both ? sizeof beside_measures / sizeof *tried : sizeof alone / sizeof *tried;
    double usual[MOST_FOLDS], values[MOST_FOLDS];
    riwalk_run run = c->options.run;
    riwalk_status status = RIWALK_STATUS_OK;
    rw_progress progress;

    rw_progress_begin(&progress, &run, "choosing", "settings", count);
    c->options.run = rw_progress_inside(&progress, &run);
    for (size_t i = 0; i < count && !status; i++) {
        double *here = i ? values : usual, mean;

        if ((status = try_one(c, folds, tried[i], here, error)))
            break;
        mean = mean_of(here, c->options.folds);
        if (!i || (mean > *score && is_better(values, usual, c->options.folds))) {
            *chosen = tried[i];
            *score = mean;
        }
        status = rw_progress_add(&progress, 1, error);
    }
    c->options.run = run;
    return status;
}

riwalk_status rw_classifier_choose(rw_classifier *c, const rw_split *split,
                                   riwalk_classify_choice *choice, riwalk_error *error)
{
    uint32_t count = split->train_count, folds = c->options.folds;
    setting chosen = has_measures(c) ? beside_measures[0] : alone[0];
    double score = NAN;

    if (!folds) {
        *choice = (riwalk_classify_choice){sizeof *choice, c->options.C, 0, NAN};
        return take_length(c, 0, error);
    }
    if (count / 2 >= folds) {
        RW_POOL(pool);
        uint32_t *dealt = rw_take(&pool, count, sizeof *dealt, error);
        uint32_t *room = rw_take(&pool, count, folds * sizeof *room, error);
        rw_split *splits = rw_take(&pool, folds, sizeof *splits, error);

        RW_MUST(rw_pool_status(&pool));
        deal(c->labels, split, dealt);
        make_folds(dealt, count, folds, room, splits);
        RW_MUST(try_all(c, splits, &chosen, &score, error));
    }
    c->options.C = chosen.C;
    *choice = (riwalk_classify_choice){sizeof *choice, chosen.C, lengths[chosen.length], score};
    return take_length(c, chosen.length, error);
}

riwalk_status rw_splits_score(rw_classifier *c, const rw_split *splits, uint32_t count,
                              riwalk_classify_scores *scores, riwalk_error *error)
{
    uint32_t each = c->options.folds ? 1 : count; /* splits that share a setting */
    riwalk_status status = RIWALK_STATUS_OK;
    riwalk_classify_choice choice;

    for (uint32_t i = 0; i < count && !status; i += each)
        if (!(status = rw_classifier_choose(c, &splits[i], &choice, error)))
            status = rw_classifier_score(c, &splits[i], each, &scores[i], error);
    rw_classifier_free(c);
    return status;
}
