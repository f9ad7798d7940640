/* SPDX-License-Identifier: MIT */
/* Memory and time of an embedding by RiWalk, estimated from a small part of the work: the walks of
 * some anchors, spread over the graph, and one epoch of training on them. */
#include "base/memory.h"
#include "methods/riwalk/factor_run.h"
#include "methods/riwalk/riwalk.h"

#include <math.h>

/* Up to this many anchors all are sampled, and the number of roles is exact. */
#define ALL_ANCHORS 30000
#define SAMPLED_ANCHORS 10000
#define TRAINED_ANCHORS 512

/* Fewer are sampled where their searches would follow more arcs than this in all. */
#define FOLLOWED_ARCS 1e10
#define LEAST_ANCHORS 64

/* Chao's estimate of unseen species. */
uint64_t rw_riwalk_guess_roles(uint64_t met, uint64_t once, uint64_t twice)
{
    double unseen = (double)once * ((double)once - 1) / (2 * ((double)twice + 1));

    return met + (uint64_t)(unseen > 0 ? unseen : 0);
}

/* The roles there are in all, seeing how many were met by one and by two of the sampled anchors. */
static uint32_t guess_roles(const riwalk_roles *roles, uint32_t nodes)
{
    uint64_t once = 0, twice = 0, guess;

    for (uint32_t r = 0; r < riwalk_roles_count(roles); r++) {
        once += riwalk_roles_get(roles, r)->anchors == 1;
        twice += riwalk_roles_get(roles, r)->anchors == 2;
    }
    guess = rw_riwalk_guess_roles(riwalk_roles_count(roles), once, twice);
    return guess < UINT32_MAX - nodes ? (uint32_t)guess : UINT32_MAX - nodes;
}

/* About how many arcs a search follows: rows grow from the first layer to the second, over some
 * anchors, and go on so until they hold the whole graph. */
static double guess_arcs(const riwalk_graph *graph, uint32_t radius)
{
    double first = 0, second = 0, arcs;

    for (uint32_t i = 0; i < LEAST_ANCHORS; i++) {
        uint32_t anchor = rw_sampled_anchor(graph->node_count, LEAST_ANCHORS, i);

        first += rw_degree(graph, anchor);
        for (uint64_t a = graph->offsets[anchor]; a < graph->offsets[anchor + 1]; a++)
            second += rw_degree(graph, graph->neighbors[a]);
    }
    arcs = (first + 1) / LEAST_ANCHORS;
    for (uint32_t r = 1; r < radius && arcs < (double)graph->arc_count; r++)
        arcs *= 1 + second / (first + 1);
    return fmin(arcs, (double)graph->arc_count);
}

uint32_t rw_riwalk_sample_size(const rw_engine *engine, uint32_t radius, uint32_t most, double arcs)
{
    const riwalk_graph *graph = rw_engine_setup(engine, 0)->graph;
    uint32_t nodes = graph->node_count, count = nodes < most ? nodes : most;

    if (count > LEAST_ANCHORS)
        arcs /= guess_arcs(graph, radius) + 1;
    if (count <= LEAST_ANCHORS || arcs >= count || rw_engine_has_hubs(engine))
        return count;
    return arcs > LEAST_ANCHORS ? (uint32_t)arcs : LEAST_ANCHORS;
}

typedef struct sampling {
    rw_role_counts counts;
    rw_progress progress;
} sampling;

static riwalk_status count_walks(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    sampling *s = context;
    riwalk_status status = rw_role_counts_add(&s->counts, walks, error);

    (void)worker;
    return status ? status : rw_progress_add(&s->progress, 1, error);
}

/* Roles met by so many anchors, spread over the nodes; the seconds that each takes. */
static riwalk_status sample_roles(const rw_embedding *e, rw_engine *engine, uint32_t count,
                                  riwalk_roles **roles, double *seconds, riwalk_error *error)
{
    const rw_walk_setup *setup = rw_engine_setup(engine, 0);
    sampling s = {0};
    riwalk_status status = RIWALK_STATUS_OK;
    double start = rw_seconds();

    rw_progress_begin(&s.progress, &e->options.run, "estimating", "anchors", count);
    for (uint32_t i = 0; i < count && !status; i++) {
        uint32_t anchor = rw_sampled_anchor(setup->graph->node_count, count, i);

        status = rw_engine_walks(engine, 0, 0, &anchor, 1, 0, setup->walks, count_walks, &s, error);
    }
    *seconds = (rw_seconds() - start) / count;
    if (!status)
        status = rw_role_counts_merge(&s.counts, 1, NULL, roles, error);
    rw_role_counts_free(&s.counts);
    return status;
}

typedef struct keeping {
    const riwalk_roles *roles;
    rw_kept *kept;
    uint32_t count; /* anchors in all */
    uint32_t done;
} keeping;

static riwalk_status keep_walks(void *context, int worker, const rw_walks *walks,
                                riwalk_error *error)
{
    keeping *k = context;
    rw_kept *kept = k->kept;
    uint64_t start = kept->starts[k->done];
    uint32_t *tokens = (uint32_t *)kept->tokens + start;
    size_t total = walks->length > 1 ? (size_t)walks->walks * walks->length : 0;

    (void)worker;
    (void)error;
    for (size_t t = 0; t < total; t++) {
        uint32_t slot = walks->tokens[t], id = 0;

        if (slot)
            riwalk_roles_id(k->roles, walks->slots[slot].role, &id);
        tokens[t] = slot ? id + 1 : 0;
        kept->counts[slot ? k->count + id : k->done]++;
    }
    kept->starts[++k->done] = start + total;
    return RIWALK_STATUS_OK;
}

/* A graph's share of anchors as a corpus of its own: the subgraph is not cut, only the anchors are
 * fewer. Tokens are kept, four bytes each. */
static riwalk_status sample_corpus(rw_engine *engine, const riwalk_roles *roles, uint32_t count,
                                   rw_kept *kept, riwalk_error *error)
{
    const rw_walk_setup *setup = rw_engine_setup(engine, 0);
    uint32_t nodes = setup->graph->node_count, role_count = riwalk_roles_count(roles);
    size_t group = (size_t)setup->walks * setup->walk_length;
    keeping k = {roles, kept, count, 0};
    riwalk_status status = RIWALK_STATUS_OK;

    kept->width = 4;
    kept->length = setup->walk_length;
    kept->tokens = rw_alloc(count * group, sizeof(uint32_t), error);
    kept->starts = rw_alloc_zeroed((size_t)count + 1, sizeof *kept->starts, error);
    kept->counts = rw_alloc_zeroed((size_t)count + role_count, sizeof *kept->counts, error);
    if (!kept->tokens || !kept->starts || !kept->counts)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < count && !status; i++) {
        uint32_t anchor = rw_sampled_anchor(nodes, count, i);

        status = rw_engine_walks(engine, 0, 0, &anchor, 1, 0, setup->walks, keep_walks, &k, error);
    }
    if (status)
        return status;
    kept->corpus.token_count = count + role_count;
    kept->corpus.local_count = kept->corpus.group_count = count;
    rw_kept_finish(kept, rw_role_corpus_shape(setup, role_count).slices);
    return RIWALK_STATUS_OK;
}

/* The seconds that an anchor takes in one epoch on one thread. */
static riwalk_status sample_training(const rw_embedding *e, rw_engine *engine,
                                     const riwalk_roles *roles, double *seconds,
                                     riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count;
    uint32_t count = nodes < TRAINED_ANCHORS ? nodes : TRAINED_ANCHORS;
    riwalk_options training = e->options;
    rw_weights *model = NULL;
    rw_kept kept = {0};
    riwalk_status status = sample_corpus(engine, roles, count, &kept, error);
    double start = rw_seconds();

    training.run.threads = 1;
    training.epochs = 1;
    training.run.progress = NULL;
    if (!status)
        status = rw_sgns_train(&kept.corpus, &training, NULL, &model, error);
    *seconds = (rw_seconds() - start) / count;
    rw_weights_free(model);
    rw_kept_free(&kept);
    return status;
}

static riwalk_status sample(const rw_embedding *e, rw_engine *engine, riwalk_roles **roles,
                            riwalk_estimate *estimate, riwalk_error *error)
{
    const rw_walk_setup *setup = rw_engine_setup(engine, 0);
    uint32_t nodes = e->graph->node_count, sampled, role_count;
    double walking = 0, training = 0, share = e->options.run.threads * (double)e->members;
    rw_riwalk_bytes bytes;
    rw_corpus shape;
    rw_plan plan;
    riwalk_status status;

    sampled = rw_riwalk_sample_size(engine, setup->radius,
                                    nodes <= ALL_ANCHORS ? nodes : SAMPLED_ANCHORS, FOLLOWED_ARCS);
    if ((status = sample_roles(e, engine, sampled, roles, &walking, error)) ||
        (status = sample_training(e, engine, *roles, &training, error)))
        return status;
    role_count = sampled == nodes ? riwalk_roles_count(*roles) : guess_roles(*roles, nodes);
    shape = rw_role_corpus_shape(setup, role_count);
    rw_plan_make(&shape, &e->options, &plan);
    rw_plan_divide(&plan, 0, e->members);
    bytes = rw_riwalk_memory(e, setup, &shape, &plan);
    estimate->memory_bytes = bytes.keep ? bytes.kept : bytes.least;
    estimate->least_memory_bytes = bytes.least;
    estimate->walk_seconds = walking * nodes / share;
    estimate->train_seconds = training * nodes * e->options.epochs / share;
    if (!bytes.keep)
        estimate->train_seconds += estimate->walk_seconds * e->options.epochs;
    else if (e->members > 1) /* whose walks are kept by others than those that count them */
        estimate->walk_seconds *= 2;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_riwalk_estimate(const rw_embedding *e, riwalk_estimate *estimate,
                                 riwalk_error *error)
{
    rw_walk_setup setup;
    const rw_walk_setup *only = &setup;
    riwalk_roles *roles = NULL;
    rw_engine *engine = NULL;
    riwalk_status status = rw_riwalk_check(e, error);

    if (status)
        return status;
    if (e->options.trainer == RIWALK_TRAINER_FACTOR)
        return rw_factor_run_estimate(e, estimate, error);
    if (!(status = rw_walk_setup_init(&setup, e->graph, &e->options, error)) &&
        !(status = rw_engine_open(&only, 1, &e->options.run, e->graph->node_count, &engine, error)))
        status = sample(e, engine, &roles, estimate, error);
    rw_engine_close(engine);
    riwalk_roles_free(roles);
    rw_walk_setup_free(&setup);
    return status;
}
