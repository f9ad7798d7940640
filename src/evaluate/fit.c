/* SPDX-License-Identifier: MIT */
/* One-vs-rest fits over splits. A task is one class of one split, so that all threads are busy with
 * few splits of many classes and with many splits of few. The last splits, usually the largest, go
 * first. Weights are kept until splits are scored: 8 bytes per split, class and dimension. */
#include "evaluate/fit.h"

#include "base/frontend.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

/* The fits of all classes in all splits. */
typedef struct fits {
    const rw_classifier *c;
    const rw_split *splits;
    uint32_t split_count;
    int threads;
    bool opposite;       /* two classes: the first is the negated second */
    size_t weight_count; /* weights of a fit */
    double *weights;     /* [split][class][weight_count]; if no training example or each has the
                            class, the last is infinite and the others are 0 */
    rw_fitter **fitters; /* [threads] */
    uint32_t *trains;    /* [threads][2 * most]: a training part in order, and scratch to sort it */
    bool *positives;     /* [threads][most]: whether each has the class */
    size_t most;         /* most examples in a training part */
    riwalk_classify_scores *scores; /* [split], while scoring */
    rw_pool *pool;
    rw_progress progress;
} fits;

static riwalk_status fit_task(void *context, size_t task, int worker, riwalk_error *error)
{
    fits *f = context;
    const riwalk_node_labels *l = f->c->labels;
    uint32_t split = f->split_count - 1 - (uint32_t)(task / l->class_count);
    uint32_t class_ = (uint32_t)(task % l->class_count);
    const rw_split *s = &f->splits[split];
    double *weights = f->weights + ((size_t)split * l->class_count + class_) * f->weight_count;
    uint32_t *train = f->trains + (size_t)worker * 2 * f->most;
    bool *positive = f->positives + (size_t)worker * f->most;
    riwalk_status status = RIWALK_STATUS_OK;
    uint32_t members = 0;

    /* In the order of memory: a fit reads the features some dozen times. */
    memcpy(train, s->train, s->train_count * sizeof *train);
    rw_sort_u32(train, train + s->train_count, s->train_count);
    for (uint32_t i = 0; i < s->train_count; i++) {
        positive[i] = false;
        for (uint64_t at = l->starts[train[i]]; at < l->starts[train[i] + 1]; at++)
            positive[i] |= l->classes[at] == class_;
        members += positive[i];
    }
    if (!members || members == s->train_count) {
        memset(weights, 0, f->weight_count * sizeof *weights);
        weights[f->weight_count - 1] = members ? (double)INFINITY : -(double)INFINITY;
    } else if (class_ || !f->opposite) {
        status = rw_fitter_fit(f->fitters[worker], train, positive, s->train_count, &f->c->options,
                               &f->progress, weights, error);
    }
    return status ? status : rw_progress_add(&f->progress, 1, error);
}

/* Fits in parallel, one task per split and class. */
static riwalk_status fit_all(fits *f, riwalk_error *error)
{
    const riwalk_node_labels *l = f->c->labels;
    size_t count = (size_t)f->split_count * l->class_count;

    f->threads = rw_threads(f->c->options.run.threads);
    f->opposite = l->most == 1 && l->class_count == 2;
    f->weight_count = f->c->features->width;
    for (uint32_t i = 0; i < f->split_count; i++)
        f->most = f->splits[i].train_count > f->most ? f->splits[i].train_count : f->most;
    f->weights = rw_take(f->pool, count, f->weight_count * sizeof *f->weights, error);
    f->fitters = rw_take(f->pool, (size_t)f->threads, sizeof *f->fitters, error);
    f->trains = rw_take(f->pool, (size_t)f->threads, 2 * f->most * sizeof *f->trains, error);
    f->positives = rw_take(f->pool, (size_t)f->threads, f->most, error);
    for (int t = 0; t < f->threads && f->positives; t++)
        f->fitters[t] = rw_fitter_new(f->c->features, (uint32_t)f->most, f->pool, error);
    RW_MUST(rw_pool_status(f->pool));
    rw_progress_begin(&f->progress, &f->c->options.run, "fitting", "fits", count);
    RW_MUST(rw_parallel(f->threads, count, fit_task, f, error));
    for (size_t i = 0; f->opposite && i < count * f->weight_count; i += 2 * f->weight_count)
        for (size_t j = i; j < i + f->weight_count; j++)
            f->weights[j] = -f->weights[j + f->weight_count];
    return RIWALK_STATUS_OK;
}

/* Computes the decision value of each class for an example. */
static void decide(const fits *f, uint32_t split, uint32_t example, double *values)
{
    uint32_t class_count = f->c->labels->class_count;
    const double *weights = f->weights + (size_t)split * class_count * f->weight_count;

    for (uint32_t c = 0; c < class_count; c++, weights += f->weight_count)
        values[c] = rw_features_decide(f->c->features, example, weights);
}

riwalk_status rw_classifier_decide(const rw_classifier *c, const rw_split *split, double *values,
                                   uint32_t *classes, riwalk_error *error)
{
    RW_POOL(pool);
    fits f = {c, split, 1, .pool = &pool};
    uint32_t class_count = c->labels->class_count;
    double *own = rw_take(&pool, class_count, sizeof *own, error);

    RW_MUST(fit_all(&f, error));
    for (uint32_t i = 0; i < c->labels->count; i++) {
        double *here = classes ? own : values + (size_t)i * class_count;
        uint32_t best = 0;

        decide(&f, 0, i, here);
        for (uint32_t other = 1; other < class_count && classes; other++)
            best = here[other] > here[best] ? other : best;
        if (classes)
            classes[i] = best;
    }
    return RIWALK_STATUS_OK;
}

/* ---- F1 scores ---- */

/* The counts of a class. */
typedef struct tally {
    uint32_t right; /* predicted and true */
    uint32_t predicted;
    uint32_t true_;
} tally;

/* The class with the highest value that is not chosen yet. */
static uint32_t best(const double *values, uint32_t class_count, const bool *chosen)
{
    uint32_t best = class_count;

    for (uint32_t c = 0; c < class_count; c++)
        if (!chosen[c] && (best == class_count || values[c] > values[best]))
            best = c;
    return best;
}

/* Counts one node. Predicts the `count` classes with the highest values, lower classes first among
 * equals; true_classes are ascending. `chosen` has room for class_count marks, all false before and
 * after. */
static void add_node(tally *tallies, uint32_t class_count, const double *values,
                     const uint32_t *true_classes, uint32_t count, bool *chosen)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c = best(values, class_count, chosen);

        chosen[c] = true;
        tallies[c].predicted++;
    }
    for (uint32_t i = 0; i < count; i++) {
        tallies[true_classes[i]].true_++;
        tallies[true_classes[i]].right += chosen[true_classes[i]];
    }
    for (uint32_t c = 0; c < class_count; c++)
        chosen[c] = false;
}

/* *micro is F1 over all decisions, *macro the mean over classes that are true or predicted
 * somewhere. */
static void find_f1(const tally *tallies, uint32_t class_count, double *micro, double *macro)
{
    uint64_t right = 0, all = 0;
    uint32_t counted = 0;
    double sum = 0;

    for (uint32_t c = 0; c < class_count; c++) {
        uint64_t own = (uint64_t)tallies[c].predicted + tallies[c].true_;

        right += tallies[c].right;
        all += own;
        sum += own ? 2 * tallies[c].right / (double)own : 0;
        counted += own > 0;
    }
    *micro = all ? 2 * (double)right / (double)all : 0;
    *macro = counted ? sum / counted : 0;
}

/* The 97.5 % point of Student's t: a table, then Fisher's expansion in 1/freedom with an error
 * below 1e-6. */
static double student(size_t freedom)
{
    static const double table[] = {
        12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624,
        2.306004,  2.262157, 2.228139, 2.200985, 2.178813, 2.160369, 2.144787,
        2.131450,  2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
    };
    const double z = 1.959963985, z2 = z * z;
    double n = (double)freedom;

    if (freedom <= sizeof table / sizeof *table)
        return table[freedom - 1];
    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n);
}

riwalk_interval riwalk_interval_of(const double *values, size_t count)
{
    riwalk_interval result = {NAN, NAN, NAN, NAN};
    double sum = 0, squares = 0, half;

    if (!count)
        return result;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    result.mean = sum / (double)count;
    if (count == 1)
        return result;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - result.mean) * (values[i] - result.mean);
    result.deviation = sqrt(squares / (double)(count - 1));
    half = student(count - 1) * result.deviation / sqrt((double)count);
    result.low = result.mean - half;
    result.high = result.mean + half;
    return result;
}

/* ---- Scoring ---- */

static riwalk_status score_task(void *context, size_t split, int worker, riwalk_error *error)
{
    const fits *f = context;
    const riwalk_node_labels *l = f->c->labels;
    const rw_split *s = &f->splits[split];
    uint32_t classes = l->class_count;
    riwalk_classify_scores *scores = &f->scores[split];
    RW_POOL(pool);
    tally *predicted = rw_take_zeroed(&pool, classes, 2 * sizeof *predicted, error), *majority;
    double *values = rw_take_zeroed(&pool, classes, 2 * sizeof *values, error), *sizes;
    bool *chosen = rw_take_zeroed(&pool, classes, sizeof *chosen, error);

    RW_MUST(rw_pool_status(&pool));
    majority = predicted + classes;
    sizes = values + classes;
    for (uint32_t i = 0; i < s->train_count; i++)
        for (uint64_t at = l->starts[s->train[i]]; at < l->starts[s->train[i] + 1]; at++)
            sizes[l->classes[at]]++;
    for (uint32_t i = 0; i < s->test_count; i++) {
        uint32_t example = s->test[i];
        const uint32_t *true_classes = l->classes + l->starts[example];
        uint32_t count = (uint32_t)(l->starts[example + 1] - l->starts[example]);

        decide(f, (uint32_t)split, example, values);
        add_node(predicted, classes, values, true_classes, count, chosen);
        add_node(majority, classes, sizes, true_classes, count, chosen);
    }
    *scores = (riwalk_classify_scores){.train = s->train_count, .test = s->test_count};
    find_f1(predicted, classes, &scores->micro_f1, &scores->macro_f1);
    find_f1(majority, classes, &scores->majority_micro_f1, &scores->majority_macro_f1);
    for (uint32_t c = 0; c < classes; c++)
        scores->missing += sizes[c] == 0;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_classifier_score(const rw_classifier *c, const rw_split *splits, uint32_t count,
                                  riwalk_classify_scores *scores, riwalk_error *error)
{
    RW_POOL(pool);
    fits f = {c, splits, count, .scores = scores, .pool = &pool};

    RW_MUST(fit_all(&f, error));
    return rw_parallel(f.threads, count, score_task, &f, error);
}

/* ---- Options ---- */

void riwalk_classify_options_init(riwalk_classify_options *options)
{
    *options = (riwalk_classify_options){
        .size = sizeof *options, .seed = 1, .repeats = 10, .C = 1, .tolerance = 1e-4};
}

riwalk_status rw_classifier_set(rw_classifier *c, const riwalk_classify_options *given,
                                riwalk_error *error)
{
    riwalk_classify_options *o = &c->options;

    RW_MUST(rw_options_over(riwalk_classify_options, o, given, error));
    if (o->repeats < 1 || o->repeats > 100000)
        return rw_refuse(error, "%u repeats: expected 1 to 100000", o->repeats);
    if (!(o->C > 0) || !isfinite(o->C))
        return rw_refuse(error, "C is %g: expected a number above 0", o->C);
    if (!(o->tolerance > 0) || !isfinite(o->tolerance))
        return rw_refuse(error, "the tolerance is %g: expected above 0", o->tolerance);
    if (o->folds == 1 || o->folds > 100)
        return rw_refuse(error, "%u folds: expected 2 to 100, or 0 for none", o->folds);
    return rw_scale_check(o->scale, error);
}
