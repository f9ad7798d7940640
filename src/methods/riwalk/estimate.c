/* SPDX-License-Identifier: MIT */
/* Estimates memory and time of RiWalk from a small part of the work: the walks of some anchors,
 * spread over the graph, and training on them. */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "base/os.h"

#include <math.h>

/* All anchors are sampled up to this many, and then the number of roles is exact. */
#define ALL_ANCHORS 30000
#define SAMPLED_ANCHORS 10000
#define TRAINED_ANCHORS 512

/* Fewer anchors are sampled if their searches would follow more arcs than this in total. */
#define FOLLOWED_ARCS 1e10
#define LEAST_ANCHORS 64

/* The same limits for the factor trainer. In graphs with hubs a few anchors take much of the time,
 * so the sample must be larger to include some: one node of so many, if that is more. */
#define FACTOR_ANCHORS 2000
#define FACTOR_BESIDE_HUBS 8000
#define NODES_PER_SAMPLED 1024
#define FACTOR_ARCS 2e9

/* If the fit of the sampled anchors may take more bytes than this, it is not tried: they are
 * assumed to be one part, and the seconds follow from the size of the basis. */
#define MOST_FIT_BYTES 1e9
#define SECONDS_OF_A_CELL 1e-6

/* Anchors that are walked before the clock starts, to fill the caches. */
#define FIRST_ANCHORS 200

/* ---- Shared by both trainers ---- */

/* Seconds of threads that compute and of nothing else, as other programs disturb the clock; by the
 * clock if a device computes. Differences count. */
static double seconds_of(const rw_engine *engine, int threads)
{
    return engine->device == RIWALK_DEVICE_CPU ? rw_os_user_seconds() / threads : rw_seconds();
}

/* Estimates the number of roles from those met, and those met by one and by two anchors (Chao's
 * estimator of unseen species). Each has at least one visit. */
static uint64_t guess_roles(uint64_t met, uint64_t once, uint64_t twice, uint64_t visits)
{
    double unseen = (double)once * ((double)once - 1) / (2 * ((double)twice + 1));
    uint64_t guess = met + (uint64_t)(unseen > 0 ? unseen : 0);

    return guess < visits ? guess : visits;
}

/* Estimates how many arcs a search follows. Layers are assumed to grow as from the first to the
 * second, measured at some anchors, until they hold the whole graph. */
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

/* The number of anchors to sample: at most `most`, and fewer if their searches would follow more
 * than `arcs` arcs in total; searches with hubs never do, but each step of exact walks follows all
 * arcs of the ball. It depends only on graph and options: a run that is refused for its memory is
 * always refused. */
static uint32_t sample_size(const rw_engine *engine, uint32_t radius, uint32_t most, double arcs)
{
    const riwalk_graph *graph = engine->setups[0]->graph;
    uint32_t nodes = graph->node_count, count = nodes < most ? nodes : most;
    bool exact = engine->setups[0]->asked_walks == RIWALK_WALKS_EXACT;

    if (exact)
        arcs /= engine->setups[0]->walk_length;
    if (count > LEAST_ANCHORS)
        arcs /= guess_arcs(graph, radius) + 1;
    if (count <= LEAST_ANCHORS || arcs >= count || (engine->hubs && !exact))
        return count;
    return arcs > LEAST_ANCHORS ? (uint32_t)arcs : LEAST_ANCHORS;
}

/* ---- Skip-gram ---- */

/* The sampled anchors: the roles that they meet, and the walks of some of them as a corpus. The
 * graph is the whole one, only the anchors are fewer. Tokens are kept, four bytes each. */
typedef struct sample {
    uint32_t count;
    uint32_t done;
    double walking, training; /* seconds for an anchor; of training, an epoch on one thread */
    rw_role_counts roles;
    rw_kept kept;
    rw_progress progress;
} sample;

static riwalk_status add_walks(void *context, int worker, const rw_walks *walks,
                               riwalk_error *error)
{
    sample *s = context;
    rw_corpus *corpus = &s->kept.corpus;
    uint32_t *tokens = (uint32_t *)s->kept.tokens + corpus->total;

    RW_MUST(rw_role_counts_add(&s->roles, walks, error));
    if ((uint64_t)s->done++ * corpus->local_count / s->count == corpus->group_count) {
        uint32_t total = walks->length > 1 ? walks->walks * walks->length : 0;

        for (uint32_t t = 0; t < total; t++)
            tokens[t] = walks->tokens[t] ? s->roles.slots[walks->tokens[t]] + 1 : 0;
        corpus->total += total;
        s->kept.starts[++corpus->group_count] = corpus->total;
    }
    return rw_progress_add(&s->progress, 1, error);
}

/* Walks from all sampled anchors. */
static riwalk_status sample_walks(const rw_embedding *e, rw_engine *engine, sample *s,
                                  riwalk_error *error)
{
    const rw_walk_setup *setup = engine->setups[0];
    uint32_t kept = s->count < TRAINED_ANCHORS ? s->count : TRAINED_ANCHORS;
    size_t group = (size_t)setup->walks * setup->walk_length;
    double start = seconds_of(engine, 1);

    s->kept.width = sizeof(uint32_t);
    s->kept.length = setup->walk_length;
    s->kept.end = UINT32_MAX;
    s->kept.corpus.local_count = kept;
    RW_HAVE(s->kept.tokens = rw_alloc(kept * group, sizeof(uint32_t), error));
    RW_HAVE(s->kept.starts = rw_alloc_zeroed((size_t)kept + 1, sizeof *s->kept.starts, error));
    rw_progress_begin(&s->progress, &e->options.run, "estimating", "anchors", s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t anchor = rw_sampled_anchor(setup->graph->node_count, s->count, i);

        RW_MUST(rw_engine_walks(engine, 0, 0, &anchor, 1, 0, setup->walks, add_walks, s, error));
    }
    s->walking = (seconds_of(engine, 1) - start) / s->count;
    return RIWALK_STATUS_OK;
}

static riwalk_status sample_training(const rw_embedding *e, const rw_walk_setup *setup, sample *s,
                                     riwalk_error *error)
{
    rw_kept *kept = &s->kept;
    rw_corpus *corpus = &kept->corpus;
    riwalk_options training = e->options;
    RW_OWN(rw_weights *, model, rw_weights_drop);
    double start = rw_os_user_seconds();

    corpus->token_count = corpus->local_count + s->roles.table.count;
    RW_HAVE(kept->counts = rw_alloc_zeroed(corpus->token_count, sizeof *kept->counts, error));
    for (uint32_t g = 0; g < corpus->group_count; g++)
        for (uint64_t t = kept->starts[g]; t < kept->starts[g + 1]; t++) {
            uint32_t token = ((const uint32_t *)kept->tokens)[t];

            kept->counts[token ? corpus->local_count + token - 1 : g]++;
        }
    corpus->counts = kept->counts;
    corpus->slices = rw_role_corpus_shape(setup, 0).slices;
    rw_kept_finish(kept);
    training.run.threads = 1;
    training.epochs = 1;
    training.run.progress = NULL;
    RW_MUST(rw_sgns_train(corpus, &training, NULL, &model, error));
    s->training = (rw_os_user_seconds() - start) / corpus->group_count;
    return RIWALK_STATUS_OK;
}

/* Estimates how many roles the whole graph has. */
static uint32_t count_roles(const sample *s, uint32_t nodes)
{
    uint64_t once = 0, twice = 0, visits = 0, guess;

    for (uint32_t r = 0; r < s->roles.table.count; r++) {
        visits += s->roles.counts[r].anchors;
        once += s->roles.counts[r].anchors == 1;
        twice += s->roles.counts[r].anchors == 2;
    }
    if (s->count == nodes)
        return s->roles.table.count;
    guess = guess_roles(s->roles.table.count, once, twice, visits * nodes / s->count);
    return guess < UINT32_MAX - nodes ? (uint32_t)guess : UINT32_MAX - nodes;
}

static void free_sample(sample *s)
{
    rw_role_counts_free(&s->roles);
    rw_kept_free(&s->kept);
}

riwalk_status rw_riwalk_estimate(rw_embedding *e, riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count, most = nodes <= ALL_ANCHORS ? nodes : SAMPLED_ANCHORS;
    RW_OWN(rw_walk_setup, setup, rw_walk_setup_free);
    const rw_walk_setup *only = &setup;
    RW_OWN(rw_engine *, engine, rw_engine_drop);
    RW_OWN(sample, s, free_sample);
    rw_walk_bytes bytes;
    rw_corpus shape;

    RW_MUST(rw_walk_setup_init(&setup, e->graph, &e->options, error));
    RW_MUST(rw_engine_open(&only, 1, &e->options.run, nodes, &engine, error));
    s.count = sample_size(engine, setup.radius, most, FOLLOWED_ARCS);
    RW_MUST(sample_walks(e, engine, &s, error));
    RW_MUST(sample_training(e, &setup, &s, error));
    shape = rw_role_corpus_shape(&setup, count_roles(&s, nodes));
    bytes = rw_riwalk_memory(e, &setup, &shape);
    rw_embedding_estimate(e, &bytes, s.walking, s.training);
    return RIWALK_STATUS_OK;
}

/* ---- The factor trainer: a run over some anchors ---- */

static uint32_t count_columns(const rw_factor_run *run)
{
    uint32_t columns = 0;

    for (uint32_t v = 0; v < run->view_count; v++)
        columns += run->pieces[0].profiles[v]->role_count;
    return columns;
}

/* Adds the roles and entries that a view has for all nodes, from those of the sample. */
static riwalk_status estimate_view(const rw_profiles *p, uint32_t nodes, uint64_t *roles,
                                   uint64_t *entries, riwalk_error *error)
{
    uint64_t visits = p->entry_count * nodes / p->anchor_count, once = 0, twice = 0;
    RW_POOL(pool);
    rw_profile_entry *room = rw_take(&pool, p->longest, sizeof *room, error);
    uint32_t *met = rw_take_zeroed(&pool, p->role_count, sizeof *met, error); /* by how many */

    RW_MUST(rw_pool_status(&pool));
    for (uint32_t a = 0; a < p->anchor_count; a++) {
        rw_profile row = rw_profiles_read(p, a, room);

        for (uint32_t i = 0; i < row.count; i++)
            met[row.entries[i].role]++;
    }
    for (uint32_t r = 0; r < p->role_count; r++) {
        once += met[r] == 1;
        twice += met[r] == 2;
    }
    *roles +=
        p->anchor_count < nodes ? guess_roles(p->role_count, once, twice, visits) : p->role_count;
    *entries += p->of ? 0 : visits;
    return RIWALK_STATUS_OK;
}

/* Estimates the bytes for all nodes. `largest`: roles of the largest part in the sample. */
static riwalk_status estimate_memory(const rw_factor_run *run, uint64_t largest,
                                     riwalk_estimate *estimate, riwalk_error *error)
{
    uint32_t nodes = run->embedding->graph->node_count, columns = count_columns(run);
    uint64_t roles = 0, entries = 0;

    for (uint32_t v = 0; v < run->view_count; v++)
        RW_MUST(estimate_view(run->pieces[0].profiles[v], nodes, &roles, &entries, error));
    largest = largest * roles / (columns + UINT64_C(1));
    estimate->memory_bytes = rw_factor_run_bytes(run, roles, entries, largest, false);
    estimate->least_memory_bytes =
        rw_factor_run_bytes(run, roles, entries, largest, rw_factor_run_has_folder(run));
    if (estimate->least_memory_bytes > estimate->memory_bytes)
        estimate->least_memory_bytes = estimate->memory_bytes;
    return RIWALK_STATUS_OK;
}

/* Chooses by the view with the largest radius. */
uint32_t rw_factor_run_sample(const rw_factor_run *run)
{
    uint32_t radius = 0, most = FACTOR_ANCHORS;
    uint32_t share = run->embedding->graph->node_count / NODES_PER_SAMPLED;

    for (uint32_t v = 0; v < run->view_count; v++)
        if (run->setups[v].radius > radius)
            radius = run->setups[v].radius;
    if (run->engine->hubs)
        most = share > FACTOR_BESIDE_HUBS ? share : FACTOR_BESIDE_HUBS;
    return sample_size(run->engine, radius, most, FACTOR_ARCS / run->view_count);
}

static riwalk_status foresee(rw_factor_run *run, bool with_time, riwalk_estimate *estimate,
                             riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    uint32_t anchors = rw_factor_run_sample(run), columns;
    rw_anchors first = {.count = FIRST_ANCHORS, .sampled = true};
    rw_anchors all = {.count = anchors, .sampled = true};
    double start, counting, fitting;
    RW_OWN(rw_factor *, factor, rw_factor_drop);
    uint64_t largest;

    if (with_time && anchors > FIRST_ANCHORS) { /* fills the caches */
        RW_MUST(rw_factor_run_count(run, first, NULL, error));
        rw_factor_run_forget(run);
    }
    start = seconds_of(run->engine, run->engine->workers);
    RW_MUST(rw_factor_run_count(run, all, NULL, error));
    counting = seconds_of(run->engine, run->engine->workers) - start;
    largest = columns = count_columns(run);
    fitting = SECONDS_OF_A_CELL * columns * e->options.dimensions;
    start = rw_seconds(); /* little of it runs on all threads */
    if (rw_factor_bytes(anchors, columns, columns, e->options.dimensions, run->one_way,
                        e->options.run.threads) < MOST_FIT_BYTES) {
        RW_MUST(rw_factor_run_fit(run, !with_time, &factor, error));
        fitting = rw_seconds() - start;
        largest = factor->largest;
    }
    RW_MUST(estimate_memory(run, largest, estimate, error));
    estimate->walk_seconds = counting * e->graph->node_count / anchors / e->members;
    estimate->train_seconds = fitting; /* mostly the eigenproblem; the rest is like counting */
    return RIWALK_STATUS_OK;
}

riwalk_status rw_factor_run_foresee(rw_factor_run *run, bool with_time, riwalk_estimate *estimate,
                                    riwalk_error *error)
{
    riwalk_comm *group = run->group;
    riwalk_status status;

    run->group = NULL; /* each member estimates by itself */
    status = foresee(run, with_time, estimate, error);
    rw_factor_run_forget(run);
    run->group = group;
    return status;
}
