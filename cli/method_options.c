/* SPDX-License-Identifier: MIT */
/* The table of methods and of their own options. */
#include "method_options.h"

/* A choice stands for a method and, where it is RiWalk, for an identifier. */
#define METHOD(method, identifier) (RIWALK_METHOD_##method << 4 | RIWALK_IDENTIFIER_##identifier)

static struct {
    int method;
    int trainer;
    riwalk_factor_options factor;
    int transform;
} given;

static const cli_choice methods[] = {
    {"riwalk-sp", METHOD(RIWALK, SP), "degrees of anchor and context, and their distance", "sp"},
    {"riwalk-wl", METHOD(RIWALK, WL), "how many neighbours a context has in each layer", "wl"},
    {"riwalk-rw-sp", METHOD(RIWALK, RW_SP), "sp in the part of the graph that was walked",
     "rw-sp rwsp"},
    {"riwalk-rw-wl", METHOD(RIWALK, RW_WL), "wl in the part of the graph that was walked",
     "rw-wl rwwl"},
    {0},
};

static const cli_choice trainers[] = {
    {"sgns", RIWALK_TRAINER_SGNS, "skip-gram with negative sampling, as in the paper", NULL},
    {"factor", RIWALK_TRAINER_FACTOR, "singular vectors of how often each role is visited", NULL},
    {0},
};

static const cli_choice transforms[] = {
    {"hellinger", RIWALK_TRANSFORM_HELLINGER, "square roots of shares", NULL},
    {"log", RIWALK_TRANSFORM_LOG, "logarithms of shares", NULL},
    {"ppmi", RIWALK_TRANSFORM_PPMI, "how much more often than on average, as a logarithm", NULL},
    {0},
};

static cli_option options[] = {
    {
        .name = "method",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.method,
        .choices = methods,
        .help = "how vectors are made; for RiWalk, what a role is made of",
        .aliases = "flag",
    },
    {
        .name = "trainer",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.trainer,
        .choices = trainers,
        .help = "what makes vectors of RiWalk's walks",
    },
    {
        .name = "transform",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.transform,
        .choices = transforms,
        .help = "factor: what is made of the share of each role in a node's visits",
    },
    {0},
};

static void prepare(void)
{
    given.method = METHOD(RIWALK, SP);
    given.trainer = RIWALK_TRAINER_SGNS;
    riwalk_factor_options_init(&given.factor);
    given.transform = (int)given.factor.transform;
}

const cli_group cli_method_group = {"Method", options, prepare};

void cli_method_options(riwalk_embed_options *embed, riwalk_walk_options *walks)
{
    embed->method = (riwalk_method)(given.method >> 4);
    walks->identifier = (riwalk_identifier)(given.method & 15);
    given.factor.transform = (riwalk_transform)given.transform;
    embed->trainer = (riwalk_trainer)given.trainer;
    embed->factor = &given.factor;
}
