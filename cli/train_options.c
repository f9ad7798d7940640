/* SPDX-License-Identifier: MIT */
/* The table of the training options. */
#include "train_options.h"

static riwalk_train_options given;

static cli_option options[] = {
    {
        .name = "dimensions",
        .letter = 'd',
        .kind = CLI_U32,
        .placeholder = "N",
        .store = &given.dimensions,
        .minimum = 1,
        .maximum = 4096,
        .help = "length of a vector",
        .basic = true,
    },
    {
        .name = "window",
        .kind = CLI_U32,
        .placeholder = "N",
        .store = &given.window,
        .minimum = 1,
        .maximum = 10000,
        .help = "tokens at most this far apart are paired",
        .aliases = "window-size",
    },
    {
        .name = "epochs",
        .kind = CLI_U32,
        .placeholder = "N",
        .store = &given.epochs,
        .maximum = 100000,
        .help = "passes over all walks, or all of the corpus; 0 writes the initial random vectors",
        .basic = true,
        .aliases = "iter",
    },
    {
        .name = "negatives",
        .kind = CLI_U32,
        .placeholder = "N",
        .store = &given.negatives,
        .minimum = 1,
        .maximum = 100,
        .help = "noise tokens for each pair",
        .aliases = "negative",
    },
    {
        .name = "subsample",
        .kind = CLI_REAL,
        .placeholder = "T",
        .store = &given.sample,
        .least = 0,
        .most = 1,
        .help = "tokens more frequent than this are thinned; 0 keeps all",
        .former = "sample",
    },
    {
        .name = "alpha",
        .kind = CLI_REAL,
        .placeholder = "RATE",
        .store = &given.alpha,
        .least = 1e-9,
        .most = 1,
        .help = "the first learning rate",
    },
    {
        .name = "min-alpha",
        .kind = CLI_REAL,
        .placeholder = "RATE",
        .store = &given.min_alpha,
        .least = 0,
        .most = 1,
        .help = "the last learning rate",
    },
    {
        .name = "ns-exponent",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &given.ns_exponent,
        .least = -10,
        .most = 10,
        .help = "noise is drawn by frequency to this power",
    },
    {0},
};

static void prepare(void)
{
    riwalk_train_options_init(&given);
}

const cli_group cli_train_group = {"Training", options, prepare};

riwalk_train_options cli_train_options(void)
{
    return given;
}
