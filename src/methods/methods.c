/* SPDX-License-Identifier: MIT */
/* The table of methods, with what each can use and its function, and the values of --method. */
#include "base/progress.h"
#include "methods/embedding.h"
#include "options/options.h"

/* A value of --method means a method and, for RiWalk, an identifier. */
#define ROLES_BY(identifier) RW_METHOD_CHOICE(RIWALK_METHOD_RIWALK, RIWALK_IDENTIFIER_##identifier)
#define ONLY(method) RW_METHOD_CHOICE(RIWALK_METHOD_##method, RIWALK_IDENTIFIER_SP)

const riwalk_option_choice rw_method_choices[] = {
    {"riwalk-sp", "degrees of anchor and context, and their distance", "sp", ROLES_BY(SP)},
    {"riwalk-wl", "how many neighbours a context has in each layer", "wl", ROLES_BY(WL)},
    {"riwalk-rw-sp", "sp in the part of the graph that was walked", "rw-sp rwsp", ROLES_BY(RW_SP)},
    {"riwalk-rw-wl", "wl in the part of the graph that was walked", "rw-wl rwwl", ROLES_BY(RW_WL)},
    {"deepwalk", "nearby nodes get similar vectors", NULL, ONLY(DEEPWALK)},
    {"node2vec", "deepwalk with walks biased by p and q", NULL, ONLY(NODE2VEC)},
    {"struc2vec", "compare the degrees around nodes", NULL, ONLY(STRUC2VEC)},
    {"graphwave", "how heat spreads from a node; no walks, no training", NULL, ONLY(GRAPHWAVE)},
    {"refex", "recursive features: degrees and egonets, near and far", NULL, ONLY(REFEX)},
    {"rolx", "memberships in a few roles, from these features", NULL, ONLY(ROLX)},
    {"line", "neighbours, and nodes with the same neighbours, get similar vectors", NULL,
     ONLY(LINE)},
    {0},
};

/* The weight of a stage is its time at the defaults, on graphs of the paper; 1 is the time to
 * sample the walks of RiWalk once. */
/* clang-format off */
static const struct row {
    riwalk_method_info info;
    rw_method *run;
} rows[] = {
    [RIWALK_METHOD_RIWALK] = {{.directed = true, .weighted = true, .roles = true, .models = true,
        .groups = true, .work = "training",
        .walks = 80, .walk_length = 10,
        .stages = {{"finding roles", 1}, {"walking", 1}, {"training", 20, true}}},
        rw_riwalk_method},
    [RIWALK_METHOD_DEEPWALK] = {{.directed = true, .weighted = true, .proximity = true,
        .work = "training", .walks = 10, .walk_length = 80,
        .stages = {{"walking", 0.2}, {"training", 80, true}}},
        rw_node2vec_method},
    [RIWALK_METHOD_NODE2VEC] = {{.directed = true, .weighted = true, .proximity = true,
        .work = "training", .walks = 10, .walk_length = 80,
        .stages = {{"walking", 0.2}, {"training", 80, true}}},
        rw_node2vec_method},
    [RIWALK_METHOD_STRUC2VEC] = {{.work = "training", .walks = 80, .walk_length = 10,
        .stages = {{"searching", 1}, {"comparing", 50}, {"walking", 4}, {"training", 80, true}}},
        rw_struc2vec_method},
    [RIWALK_METHOD_GRAPHWAVE] = {{.weighted = true, .work = "wavelets",
        .stages = {{"wavelets", 1}}},
        rw_graphwave_method},
    [RIWALK_METHOD_REFEX] = {{.directed = true, .weighted = true, .features = true,
        .work = "features",
        .stages = {{"features", 1}}},
        rw_refex_method},
    [RIWALK_METHOD_ROLX] = {{.directed = true, .weighted = true, .features = true,
        .work = "features",
        .stages = {{"features", 1}, {"counting roles", 2}, {"memberships", 0.5}}},
        rw_rolx_method},
    [RIWALK_METHOD_LINE] = {{.directed = true, .weighted = true, .proximity = true,
        .work = "training",
        .stages = {{"training", 8}, {"training", 8}}},
        rw_line_method},
};
/* clang-format on */

const riwalk_method_info *riwalk_method_describe(riwalk_method method)
{
    return (unsigned)method < sizeof rows / sizeof *rows ? &rows[method].info : NULL;
}

riwalk_status rw_method_run(rw_embedding *e, riwalk_error *error)
{
    bool combined = e->options.combine != RIWALK_COMBINE_NONE;
    double start = rw_seconds();
    riwalk_status status = (combined ? rw_combination : rows[e->options.method].run)(e, error);

    e->report.train_seconds = rw_seconds() - start - e->report.walk_seconds;
    return status;
}
