/* SPDX-License-Identifier: MIT */
/* The table of methods and of their own options. */
#include "method_options.h"

/* A choice stands for a method and, where it is RiWalk, for an identifier. */
#define METHOD(method, identifier) (RIWALK_METHOD_##method << 4 | RIWALK_IDENTIFIER_##identifier)

static struct {
    int method;
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
    {0},
};

static void prepare(void)
{
    given.method = METHOD(RIWALK, SP);
}

const cli_group cli_method_group = {"Method", options, prepare};

void cli_method_options(riwalk_embed_options *embed, riwalk_walk_options *walks)
{
    embed->method = (riwalk_method)(given.method >> 4);
    walks->identifier = (riwalk_identifier)(given.method & 15);
}
