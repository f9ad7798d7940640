/* SPDX-License-Identifier: MIT */
/* The options of training: their defaults and what they may be. */
#include "base/options.h"
#include "base/error.h"

void riwalk_train_options_init(riwalk_train_options *options)
{
    *options = (riwalk_train_options){
        .size = sizeof *options,
        .seed = 1,
        .dimensions = 128,
        .window = 10,
        .negatives = 5,
        .epochs = 5,
        .sample = 1e-3,
        .alpha = 0.025,
        .min_alpha = 0.0001,
        .ns_exponent = 0.75,
    };
}

typedef struct range {
    const char *name;
    double value;
    double low;
    double high;
} range;

riwalk_status riwalk_train_options_check(const riwalk_train_options *given, riwalk_error *error)
{
    riwalk_train_options o;
    riwalk_status status;

    riwalk_train_options_init(&o);
    if ((status = rw_options_copy(&o, sizeof o, given, error)))
        return status;
    const range ranges[] = {
        {"threads", o.threads, 0, 1024},
        {"dimensions", o.dimensions, 1, 4096},
        {"window", o.window, 1, 10000},
        {"negatives", o.negatives, 1, 100},
        {"epochs", o.epochs, 0, 100000},
        {"sample", o.sample, 0, 1},
        {"alpha", o.alpha, 0, 1},
        {"min_alpha", o.min_alpha, 0, 1},
        {"ns_exponent", o.ns_exponent, -10, 10},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (!(ranges[i].value >= ranges[i].low && ranges[i].value <= ranges[i].high))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "%s must be from %g to %g, not %g",
                           ranges[i].name, ranges[i].low, ranges[i].high, ranges[i].value);
    if (!(o.alpha > 0))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "alpha must be above 0");
    if (o.min_alpha > o.alpha)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "min_alpha (%g) must not be above alpha (%g)",
                       o.min_alpha, o.alpha);
    return RIWALK_STATUS_OK;
}
