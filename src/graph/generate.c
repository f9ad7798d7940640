/* SPDX-License-Identifier: MIT */
/* Makes a graph from a generator's plan: all edges in parallel, then the rows, then the labels. */
#include "graph/generate.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sort.h"
#include "graph/arc_runs.h"
#include "graph/graph.h"

#include <math.h>

/* Edges per task, roughly: enough to cost little overhead, few enough to cancel quickly. */
#define TASK_EDGES 65536

/* The most edges made at once in bounded memory. */
#define PIECE_EDGES ((uint64_t)1 << 23)

typedef struct making {
    const rw_plan *plan;
    uint64_t first; /* this pass makes the items first .. first + count - 1 */
    uint64_t count;
    size_t tasks;
    rw_edges edges;
    uint32_t *scratch; /* [threads][plan->scratch_count] */
    rw_progress progress;
} making;

static rw_planner *const planners[] = {
    [RIWALK_GENERATOR_KARATE] = rw_plan_karate,
    [RIWALK_GENERATOR_KARATE_MIRRORED] = rw_plan_karate_mirrored,
    [RIWALK_GENERATOR_BARBELL] = rw_plan_barbell,
    [RIWALK_GENERATOR_ERDOS_RENYI] = rw_plan_erdos_renyi,
    [RIWALK_GENERATOR_BARABASI_ALBERT] = rw_plan_barabasi_albert,
    [RIWALK_GENERATOR_RMAT] = rw_plan_rmat,
    [RIWALK_GENERATOR_GRID] = rw_plan_grid,
    [RIWALK_GENERATOR_SHAPES] = rw_plan_shapes,
    [RIWALK_GENERATOR_TRANSACTIONS] = rw_plan_transactions,
};

riwalk_status rw_plan_nodes(rw_plan *plan, uint64_t node_count, riwalk_error *error)
{
    if (node_count > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the graph would have %llu nodes; at most %u are supported",
                       (unsigned long long)node_count, RIWALK_MAX_NODES);
    plan->node_count = (uint32_t)node_count;
    return RIWALK_STATUS_OK;
}

static riwalk_status make_task(void *context, size_t task, int worker, riwalk_error *error)
{
    making *m = context;
    const rw_plan *plan = m->plan;
    uint64_t begin = m->first + rw_part(m->count, m->tasks, task);
    uint64_t end = m->first + rw_part(m->count, m->tasks, task + 1);
    rw_room to = {m->edges.ends, m->edges.weights, NULL};

    if (m->scratch)
        to.scratch = m->scratch + (size_t)worker * plan->scratch_count;
    plan->make(plan, begin, end, &to);
    return rw_progress_add(&m->progress, (end - begin) * plan->item_edges, error);
}

static riwalk_status make_items(making *m, uint64_t first, uint64_t count, int threads,
                                riwalk_error *error)
{
    uint64_t edges = m->plan->item_edges;
    uint64_t task_items = edges < TASK_EDGES ? TASK_EDGES / edges : 1;

    m->first = first;
    m->count = count;
    m->tasks = (size_t)(count / task_items + (count % task_items != 0));
    return rw_parallel(threads, m->tasks, make_task, m, error);
}

/* ---- Noise ---- */

/* Adds random edges to a generated graph. Draws pairs of nodes until enough of them are new:
 * neither edges nor drawn before. Each round draws as many pairs as are missing. So every set of
 * new edges is equally likely, and nothing depends on threads. */

/* At most this fraction of all pairs may become edges, or draws would nearly always hit edges. */
#define MOST_EDGES 0.9

/* Marks streams of noise: the node coordinate of RW_STAGE_GENERATE, where generators use their own
 * numbers. */
#define NOISE UINT64_C(1000)

static uint64_t pair_of(uint64_t u, uint64_t v)
{
    return u < v ? u << 32 | v : v << 32 | u;
}

/* `known` has the `edges` edges in order; `pairs` has room for twice as many as are wanted. */
static void draw(const rw_plan *plan, const uint64_t *known, uint64_t edges, uint64_t wanted,
                 uint64_t *pairs)
{
    uint64_t stream = rw_rng_stream(plan->options->seed, RW_STAGE_GENERATE, NOISE, 0), drawn = 0;

    for (uint64_t count = 0, at = 0; count < wanted; at = 0) {
        for (; count < wanted; count++, drawn += 2)
            pairs[count] = pair_of(rw_rng_below(rw_rng_at(stream, drawn), plan->node_count),
                                   rw_rng_below(rw_rng_at(stream, drawn + 1), plan->node_count));
        rw_sort_u64(pairs, pairs + wanted, wanted);
        count = 0; /* keep new pairs, each once */
        for (uint64_t i = 0; i < wanted; i++) {
            bool again = count && pairs[count - 1] == pairs[i];

            while (at < edges && known[at] < pairs[i])
                at++;
            if (pairs[i] >> 32 != (uint32_t)pairs[i] && !again &&
                (at == edges || known[at] != pairs[i]))
                pairs[count++] = pairs[i];
        }
    }
}

/* Adds pairs that are not edges yet, `noise` times as many as there are edges, rounded. The array
 * of edges may move. */
static riwalk_status add_noise(const rw_plan *plan, rw_edges *edges, riwalk_error *error)
{
    RW_POOL(pool);
    uint64_t *known = rw_take(&pool, edges->count, 2 * sizeof *known, error), count = 0, *pairs;
    double noise = plan->options->noise, nodes = plan->node_count, wanted;

    RW_MUST(rw_pool_status(&pool));
    for (uint64_t e = 0; e < edges->count; e++)
        if (edges->ends[2 * e] != edges->ends[2 * e + 1])
            known[count++] = pair_of(edges->ends[2 * e], edges->ends[2 * e + 1]);
    count = rw_sort_distinct(known, count);
    wanted = round(noise * (double)count);
    if (!(wanted + (double)count <= MOST_EDGES * nodes * (nodes - 1) / 2))
        return rw_refuse(
            error, "noise of %g would join more than nine tenths of all pairs of nodes", noise);
    RW_HAVE(pairs = rw_take(&pool, (size_t)wanted, 2 * sizeof *pairs, error));
    RW_HAVE(rw_resize_at(&edges->ends, edges->count + (uint64_t)wanted, 2 * sizeof *edges->ends,
                         error));
    draw(plan, known, count, (uint64_t)wanted, pairs);
    for (uint64_t i = 0; i < (uint64_t)wanted; i++, edges->count++) {
        edges->ends[2 * edges->count] = (uint32_t)(pairs[i] >> 32);
        edges->ends[2 * edges->count + 1] = (uint32_t)pairs[i];
    }
    return RIWALK_STATUS_OK;
}

/* Gives each arc, with probability `noise`, another random head: any node but the tail. */
static void move_heads(const rw_plan *plan, rw_edges *edges)
{
    uint64_t stream = rw_rng_stream(plan->options->seed, RW_STAGE_GENERATE, NOISE, 0);
    uint64_t below = (uint64_t)(plan->options->noise * 4294967296.0);

    for (uint64_t e = 0; e < edges->count; e++) {
        uint64_t head = rw_rng_below(rw_rng_at(stream, 2 * e + 1), plan->node_count - UINT64_C(1));

        if (rw_rng_at(stream, 2 * e) >> 32 < below)
            edges->ends[2 * e + 1] = (uint32_t)(head + (head >= edges->ends[2 * e]));
    }
}

/* ---- The graph ---- */

/* On failure the caller frees what has been allocated. */
static riwalk_status make_edges(making *m, const riwalk_run *job, riwalk_error *error)
{
    const rw_plan *plan = m->plan;
    uint64_t count = plan->item_count * plan->item_edges, serial = plan->serial_items;

    RW_MUST(rw_edges_allocate(&m->edges, count, plan->weighted, error));
    RW_HAVE(m->scratch =
                rw_alloc(plan->scratch_count * (size_t)job->threads, sizeof *m->scratch, error));
    rw_progress_begin(&m->progress, job, "generating", "edges", count);
    RW_MUST(make_items(m, 0, serial, 1, error));
    RW_MUST(make_items(m, serial, plan->item_count - serial, job->threads, error));
    if (plan->directed)
        move_heads(plan, &m->edges);
    else if (plan->options->noise > 0)
        return add_noise(plan, &m->edges, error);
    return RIWALK_STATUS_OK;
}

/* One block: the pointers, then the text of labels that are not constant. */
static const char **make_labels(const rw_plan *plan, riwalk_error *error)
{
    size_t count = plan->node_count;
    const char **labels = rw_alloc(count, sizeof *labels + plan->label_chars, error);
    char *text;

    if (!labels)
        return NULL;
    text = (char *)(labels + count);
    for (size_t u = 0; u < count; u++)
        labels[u] = plan->label(plan, (uint32_t)u, text + u * plan->label_chars);
    return labels;
}

static riwalk_status generate(const rw_plan *plan, const riwalk_run *job, riwalk_graph **graph,
                              const char ***labels, riwalk_error *error)
{
    rw_names names = {.kind = RW_NAMES_RANGE, .first = plan->first_name};
    const char **made_labels = NULL;
    making m = {.plan = plan};
    riwalk_status status = make_edges(&m, job, error);

    if (!status && labels && plan->label && !(made_labels = make_labels(plan, error)))
        status = RIWALK_STATUS_MEMORY;
    if (!status)
        status =
            rw_graph_build(plan->node_count, &m.edges, plan->directed, job, &names, graph, error);
    if (status)
        riwalk_labels_free(made_labels);
    else if (labels)
        *labels = made_labels;
    rw_free(m.scratch);
    rw_edges_free(&m.edges);
    return status;
}

/* ---- In bounded memory ---- */

/* Makes edges in pieces of an eighth of the memory; the rest sorts their arcs. */
static riwalk_status add_pieces(const rw_plan *plan, rw_arc_runs *runs, uint64_t memory,
                                riwalk_error *error)
{
    uint64_t most = memory / 8 / (2 * sizeof(uint32_t)) + 1, edges = plan->item_count;
    rw_plan here = *plan;
    making m = {.plan = &here};
    riwalk_status status = RIWALK_STATUS_OK;

    most = most < PIECE_EDGES ? most : PIECE_EDGES;
    RW_HAVE(m.edges.ends = rw_alloc(most, 2 * sizeof *m.edges.ends, error));
    rw_progress_begin(&m.progress, &runs->run, "generating", "edges", edges);
    for (uint64_t count; here.origin < edges && !status; here.origin += count) {
        count = edges - here.origin < most ? edges - here.origin : most;
        if (!(status = make_items(&m, here.origin, count, runs->run.threads, error)))
            status = rw_arc_runs_add(runs, m.edges.ends, NULL, count, error);
    }
    rw_edges_free(&m.edges);
    return status;
}

static riwalk_status store(const rw_plan *plan, const riwalk_run *job, riwalk_graph **graph,
                           riwalk_error *error)
{
    const riwalk_generate_options *o = plan->options;
    uint64_t memory = o->memory ? o->memory : rw_os_memory_free() / 2;
    rw_names names = {.kind = RW_NAMES_RANGE, .first = plan->first_name};
    rw_arc_runs runs = {.run = *job};
    riwalk_status status;

    if (!plan->piecewise || o->noise > 0)
        return rw_refuse(
            error,
            "only Erdos-Renyi and R-MAT graphs without noise can be generated in bounded memory");
    if (!(status = rw_arc_runs_open(&runs, o->store, memory / 8 * 7, error)) &&
        !(status = add_pieces(plan, &runs, memory, error)))
        status = rw_rwg_merge(&runs, plan->node_count, &names, NULL, o->store, graph, error);
    rw_arc_runs_close(&runs);
    return status;
}

void riwalk_generate_options_init(riwalk_generate_options *options)
{
    *options = (riwalk_generate_options){
        .size = sizeof *options,
        .seed = 1,
        .nodes = 1000,
        .degree = 10,
        .edges_per_node = 16,
        .scale = 10,
        .rows = 10,
        .columns = 10,
        .clique = 10,
        .path = 10,
        .shapes = 5,
        .markets = 20,
    };
}

riwalk_status riwalk_graph_generate(riwalk_generator generator,
                                    const riwalk_generate_options *options, riwalk_graph **graph,
                                    const char ***labels, riwalk_error *error)
{
    riwalk_generate_options known;
    rw_plan plan = {.options = &known, .item_edges = 1};
    riwalk_run job;

    RW_MUST(rw_options_over(riwalk_generate_options, &known, options, error));
    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    if ((unsigned)generator >= sizeof planners / sizeof *planners)
        return rw_refuse(error, "unknown generator %d", (int)generator);
    if (!(known.noise >= 0 && known.noise <= 1e6))
        return rw_refuse(error, "noise must be from 0 to 1e6, not %g", known.noise);
    for (uint64_t i = 0; i < RW_PLAN_STREAMS; i++)
        plan.streams[i] = rw_rng_stream(known.seed, RW_STAGE_GENERATE, (uint64_t)generator, i);
    RW_MUST(planners[generator](&plan, error));
    if (plan.directed && known.noise > 1)
        return rw_refuse(error, "noise is a share of the arcs: from 0 to 1, not %g", known.noise);
    job = rw_run_resolve(&known.run);
    if (labels)
        *labels = NULL;
    if (known.store)
        return store(&plan, &job, graph, error);
    return generate(&plan, &job, graph, labels, error);
}

void riwalk_labels_free(const char **labels)
{
    rw_free(labels);
}
