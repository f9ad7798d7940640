/* SPDX-License-Identifier: MIT */
/* Memory and time of an embedding by RiWalk, estimated from a small part of the work: the walks of
 * some anchors, spread over the graph, and one epoch of training on them. */
#include "base/memory.h"
#include "methods/riwalk.h"
#include "methods/riwalk_factor.h"
#include "roles/table.h"

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

uint32_t rw_riwalk_sample_size(const rw_rows *rows, uint32_t radius, uint32_t most, double arcs)
{
    uint32_t nodes = rows->graph->node_count, count = nodes < most ? nodes : most;

    if (count > LEAST_ANCHORS)
        arcs /= guess_arcs(rows->graph, radius) + 1;
    if (count <= LEAST_ANCHORS || arcs >= count || rows->hubs)
        return count;
    return arcs > LEAST_ANCHORS ? (uint32_t)arcs : LEAST_ANCHORS;
}

/* Roles met by so many anchors, spread over the nodes; the seconds that each takes. */
static riwalk_status sample_roles(const rw_embedding *e, const rw_walk_setup *plan, uint32_t count,
                                  riwalk_roles **roles, double *seconds, riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count;
    rw_role_map map = {0};
    rw_walker *walker = NULL;
    riwalk_status status = rw_walker_create(plan, &walker, error);
    double start = rw_seconds();
    rw_progress progress;

    rw_progress_begin(&progress, &e->options.run, "estimating", "anchors", count);
    for (uint32_t i = 0; i < count && !status; i++) {
        uint32_t anchor = rw_sampled_anchor(nodes, count, i);
        rw_walks walks = {0};

        status = rw_walker_sample(walker, anchor, &walks, error);
        for (uint32_t s = 1; s < walks.slot_count && !status; s++)
            status =
                rw_role_map_add(&map, walks.slots[s].role, walks.slots[s].visits, anchor, error);
        if (!status)
            status = rw_progress_add(&progress, 1, error);
    }
    *seconds = (rw_seconds() - start) / count;
    if (!status)
        status = rw_roles_create(&map, roles, error);
    rw_role_map_free(&map);
    rw_walker_free(walker);
    return status;
}

/* A graph's share of anchors as a corpus of its own: the subgraph is not cut, only the anchors are
 * fewer. Tokens are kept, four bytes each. */
static riwalk_status sample_corpus(const rw_embedding *e, const rw_walk_setup *plan,
                                   const riwalk_roles *roles, uint32_t count, rw_kept *kept,
                                   riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count, role_count = riwalk_roles_count(roles);
    size_t group = (size_t)e->options.walks * e->options.walk_length;
    rw_walker *walker = NULL;
    uint32_t *tokens;
    riwalk_status status;

    kept->width = 4;
    kept->length = e->options.walk_length;
    kept->tokens = rw_alloc(count * group, sizeof(uint32_t), error);
    kept->starts = rw_alloc_zeroed((size_t)count + 1, sizeof *kept->starts, error);
    kept->counts = rw_alloc_zeroed((size_t)count + role_count, sizeof *kept->counts, error);
    if (!kept->tokens || !kept->starts || !kept->counts)
        return RIWALK_STATUS_MEMORY;
    if ((status = rw_walker_create(plan, &walker, error)))
        return status;
    tokens = kept->tokens;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t anchor = rw_sampled_anchor(nodes, count, i);
        size_t total = rw_degree(e->graph, anchor) ? group : 0;
        rw_walks walks;

        if ((status = rw_walker_sample(walker, anchor, &walks, error))) {
            rw_walker_free(walker);
            return status;
        }
        for (size_t t = 0; t < total; t++) {
            uint32_t slot = walks.tokens[t], id = 0;

            if (slot)
                riwalk_roles_id(roles, walks.slots[slot].role, &id);
            *tokens++ = slot ? id + 1 : 0;
            kept->counts[slot ? count + id : i]++;
        }
        kept->starts[i + 1] = kept->starts[i] + total;
    }
    rw_walker_free(walker);
    kept->corpus.token_count = count + role_count;
    kept->corpus.local_count = kept->corpus.group_count = count;
    rw_kept_finish(kept, rw_role_corpus_shape(plan, role_count).slices);
    return RIWALK_STATUS_OK;
}

/* The seconds that an anchor takes in one epoch on one thread. */
static riwalk_status sample_training(const rw_embedding *e, const rw_walk_setup *plan,
                                     const riwalk_roles *roles, double *seconds,
                                     riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count;
    uint32_t count = nodes < TRAINED_ANCHORS ? nodes : TRAINED_ANCHORS;
    riwalk_options training = e->options;
    rw_weights *model = NULL;
    rw_kept kept = {0};
    riwalk_status status = sample_corpus(e, plan, roles, count, &kept, error);
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

static riwalk_status sample(const rw_embedding *e, const riwalk_sampler *sampler,
                            riwalk_roles **roles, riwalk_estimate *estimate, riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count, sampled = 0;
    double walking = 0, training = 0;
    rw_walk_setup near = sampler->setup;
    rw_riwalk_bytes bytes;
    riwalk_status status =
        rw_walk_setup_rows(&sampler->setup, &near.rows, &near.options.run, error);

    if (!status) {
        sampled = rw_riwalk_sample_size(
            &near.rows, near.radius, nodes <= ALL_ANCHORS ? nodes : SAMPLED_ANCHORS, FOLLOWED_ARCS);
        status = sample_roles(e, &near, sampled, roles, &walking, error);
    }
    if (!status)
        status = sample_training(e, &near, *roles, &training, error);
    rw_rows_free(&near.rows);
    if (status)
        return status;
    bytes = rw_riwalk_memory(
        e, sampler, sampled == nodes ? riwalk_roles_count(*roles) : guess_roles(*roles, nodes));
    estimate->memory_bytes = bytes.keep ? bytes.kept : bytes.least;
    estimate->least_memory_bytes = bytes.least;
    estimate->walk_seconds = 2 * walking * nodes / e->options.run.threads / e->members;
    estimate->train_seconds =
        training * nodes * e->options.epochs / e->options.run.threads / e->members;
    if (!bytes.keep) {
        estimate->walk_seconds /= 2;
        estimate->train_seconds += estimate->walk_seconds * e->options.epochs;
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_riwalk_estimate(const rw_embedding *e, riwalk_estimate *estimate,
                                 riwalk_error *error)
{
    riwalk_sampler *sampler = NULL;
    riwalk_roles *roles = NULL;
    riwalk_status status = rw_riwalk_check(e, error);

    if (status)
        return status;
    if (e->options.trainer == RIWALK_TRAINER_FACTOR)
        return rw_factor_run_estimate(e, estimate, error);
    if (!(status = riwalk_sampler_create(e->graph, &e->options, &sampler, error)))
        status = sample(e, sampler, &roles, estimate, error);
    riwalk_roles_free(roles);
    riwalk_sampler_free(sampler);
    return status;
}
