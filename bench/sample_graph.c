/* SPDX-License-Identifier: MIT */
/* Samples roles and walks with a plain full search per anchor and with the library, on one thread
 * each, then the library on two; checks that both make the same tokens. Used by bench/sample.
 *
 * The plain sampler is what one would sensibly write: arrays are reused, distances are marked by
 * anchor so that nothing is cleared, WL counts are made once for each visited node, and walks make
 * the same draws. */
#include "base/progress.h"
#include "engine/cpu/walker.h"
#include "engine/walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct plain {
    const riwalk_graph *graph;
    const rw_walk_setup *setup;
    uint32_t *stamps;    /* [nodes]: anchor's turn, 0 never */
    uint32_t *distances; /* [nodes] */
    uint32_t *named;     /* [nodes]: turn in which the role was made */
    uint64_t *roles;     /* [nodes] */
    uint32_t *queue;     /* [nodes] */
    uint32_t turn;
} plain;

/* Processor seconds, of this thread or of all: what else the machine does is not in them. */
static double cpu_seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *array(size_t count, size_t size)
{
    void *made = calloc(count, size);

    if (!made)
        exit(1);
    return made;
}

static void search(plain *p, uint32_t anchor)
{
    const riwalk_graph *graph = p->graph;
    uint32_t head = 0, tail = 1;

    p->turn++;
    p->stamps[anchor] = p->turn;
    p->distances[anchor] = 0;
    p->queue[0] = anchor;
    while (head < tail) {
        uint32_t u = p->queue[head++];

        if (p->distances[u] == p->setup->radius)
            break;
        for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1]; e++) {
            uint32_t v = graph->neighbors[e];

            if (p->stamps[v] == p->turn)
                continue;
            p->stamps[v] = p->turn;
            p->distances[v] = p->distances[u] + 1;
            p->queue[tail++] = v;
        }
    }
}

static inline bool inside(const plain *p, uint32_t node)
{
    return p->stamps[node] == p->turn;
}

static uint32_t step(const plain *p, uint32_t node, uint64_t bits)
{
    const uint32_t *row = p->graph->neighbors + p->graph->offsets[node];
    uint32_t degree = rw_degree(p->graph, node), next = row[rw_rng_below(bits, degree)], count = 0;
    uint64_t chosen;

    for (uint64_t t = 1; t < RW_WALK_ATTEMPTS && !inside(p, next); t++)
        next = row[rw_rng_below(rw_rng_at(bits, t), degree)];
    if (inside(p, next))
        return next;
    for (uint32_t i = 0; i < degree; i++)
        count += inside(p, row[i]);
    chosen = rw_rng_below(rw_rng_at(bits, RW_WALK_ATTEMPTS), count);
    for (uint32_t i = 0;; i++)
        if (inside(p, row[i]) && !chosen--)
            return row[i];
}

static uint64_t role_of(plain *p, uint32_t anchor, uint32_t node)
{
    riwalk_context context = {.graph = p->graph,
                              .anchor = anchor,
                              .node = node,
                              .distance = p->distances[node],
                              .spread = rw_degree(p->graph, anchor),
                              .degree = rw_degree(p->graph, node)};

    if (p->named[node] == p->turn)
        return p->roles[node];
    for (uint64_t e = p->graph->offsets[node]; p->setup->layers && e < p->graph->offsets[node + 1];
         e++) {
        uint32_t other = p->graph->neighbors[e];

        if (!inside(p, other))
            continue;
        context.closer += p->distances[other] < context.distance;
        context.same += p->distances[other] == context.distance;
        context.further += p->distances[other] > context.distance;
    }
    p->named[node] = p->turn;
    p->roles[node] = rw_role_of(p->setup, &context);
    return p->roles[node];
}

static uint64_t sample_plain(plain *p, uint32_t anchor)
{
    uint64_t sum = 0;

    if (!rw_degree(p->graph, anchor))
        return 0;
    search(p, anchor);
    for (uint32_t w = 0; w < p->setup->walks; w++) {
        uint64_t stream = rw_rng_stream(p->setup->seed, RW_STAGE_WALK, anchor, w);
        uint32_t node = anchor;

        for (uint32_t s = 0; s + 1 < p->setup->walk_length; s++) {
            node = step(p, node, rw_rng_at(stream, s));
            sum += rw_rng_mix(node + w + s) ^ (node == anchor ? 0 : role_of(p, anchor, node));
        }
    }
    return sum;
}

static riwalk_status add_walks(void *context, int worker, const rw_walks *walks,
                               riwalk_error *error)
{
    uint64_t *sum = context;

    (void)worker;
    (void)error;
    for (uint32_t w = 0; w < walks->walks; w++)
        for (uint32_t s = 0; s + 1 < walks->length; s++) {
            const rw_slot *slot = &walks->slots[walks->tokens[(size_t)w * walks->length + s + 1]];

            *sum += rw_rng_mix(slot->node + w + s) ^ slot->role;
        }
    return RIWALK_STATUS_OK;
}

static uint64_t sample_ours(rw_engine *engine, uint32_t anchor)
{
    uint64_t sum = 0;

    if (rw_engine_walks(engine, 0, 0, &anchor, 1, 0, engine->setups[0]->walks, add_walks, &sum,
                        NULL))
        exit(1);
    return sum;
}

typedef struct job {
    const riwalk_graph *graph;
    uint32_t anchors;
} job;

/* The anchors of a sample lie evenly over the nodes. */
static uint32_t anchor_of(const job *j, uint32_t i)
{
    return (uint32_t)((uint64_t)i * j->graph->node_count / j->anchors);
}

static riwalk_status add_each(void *context, int worker, const rw_walks *walks, riwalk_error *error)
{
    uint64_t *sums = context;

    (void)error;
    sums[(size_t)worker * 8] += walks->slot_count;
    return RIWALK_STATUS_OK;
}

/* Runs over all anchors by the library's own driver; keeps the least seconds of the clock and of
 * the processors. */
static void run_threads(const rw_walk_setup *setup, int threads, double *clock, double *cpu)
{
    riwalk_run run = {.threads = threads};
    rw_engine *engine = NULL;
    uint64_t *sums = array((size_t)threads * 8, sizeof *sums);
    double start = rw_seconds(), cpu_start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);

    if (rw_engine_open(&setup, 1, &run, setup->graph->node_count, &engine, NULL) ||
        rw_walks_run(engine, &run,
                     &(rw_walks_pass){.each = add_each, .context = sums, .stage = "walking"}, NULL))
        exit(1);
    rw_engine_close(engine);
    start = rw_seconds() - start;
    cpu_start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
    *clock = start < *clock ? start : *clock;
    *cpu = cpu_start < *cpu ? cpu_start : *cpu;
    free(sums);
}

/* Both samplers take turns over small batches of anchors, so that what else the machine does
 * falls on both. */
static void compare(const job *j, const char *name, riwalk_identifier identifier)
{
    uint32_t nodes = j->graph->node_count;
    plain p = {.graph = j->graph};
    riwalk_sampler *sampler = NULL;
    riwalk_options options;
    rw_engine *engine = NULL;
    uint64_t sums[2] = {0};
    double seconds[2] = {0}, start;

    riwalk_options_init(&options);
    options.view.identifier = identifier;
    if (riwalk_sampler_create(j->graph, &options, &sampler, NULL) ||
        rw_sampler_open(sampler, nodes, &engine, NULL))
        exit(1);
    p.setup = &sampler->setup;
    p.stamps = array(nodes, sizeof *p.stamps);
    p.distances = array(nodes, sizeof *p.distances);
    p.named = array(nodes, sizeof *p.named);
    p.roles = array(nodes, sizeof *p.roles);
    p.queue = array(nodes, sizeof *p.queue);
    for (uint32_t i = 0, batch = 64; i < j->anchors; i += batch) {
        uint32_t end = i + batch < j->anchors ? i + batch : j->anchors;

        start = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (uint32_t a = i; a < end; a++)
            sums[0] += sample_plain(&p, anchor_of(j, a));
        seconds[0] += cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
        start = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (uint32_t a = i; a < end; a++)
            sums[1] += sample_ours(engine, anchor_of(j, a));
        seconds[1] += cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    }
    printf("%-16s %s %8u %10.1f %10.1f %7.2fx %s\n", name,
           identifier == RIWALK_IDENTIFIER_SP ? "SP" : "WL", j->anchors,
           seconds[0] / j->anchors * 1e6, seconds[1] / j->anchors * 1e6, seconds[0] / seconds[1],
           sums[0] == sums[1] ? "same tokens" : "TOKENS DIFFER");
    fflush(stdout);
    free(p.stamps);
    free(p.distances);
    free(p.named);
    free(p.roles);
    free(p.queue);
    rw_engine_close(engine);
    riwalk_sampler_free(sampler);
    if (sums[0] != sums[1])
        exit(1);
}

static void compare_threads(const job *j, const char *name, riwalk_identifier identifier)
{
    riwalk_sampler *sampler = NULL;
    riwalk_options options;
    double clock[2] = {1e9, 1e9}, cpu[2] = {1e9, 1e9};

    riwalk_options_init(&options);
    options.view.identifier = identifier;
    if (riwalk_sampler_create(j->graph, &options, &sampler, NULL))
        exit(1);
    for (int i = 0; i < 3; i++)
        for (int t = 0; t < 2; t++)
            run_threads(&sampler->setup, t + 1, &clock[t], &cpu[t]);
    printf("%-16s %s %8u one thread %.3f s, two %.3f s: %.2fx by the clock; processor seconds "
           "%.3f and %.3f: %.2fx where two are free\n",
           name, identifier == RIWALK_IDENTIFIER_SP ? "SP" : "WL", j->graph->node_count, clock[0],
           clock[1], clock[0] / clock[1], cpu[0], cpu[1], 2 * cpu[0] / cpu[1]);
    riwalk_sampler_free(sampler);
}

int main(int count, char **arguments)
{
    job j = {0};
    riwalk_graph *graph = NULL;
    riwalk_error error;
    bool threads;

    if (count != 4) {
        fprintf(stderr, "usage: sample_graph NAME FILE ANCHORS|threads\n");
        return 2;
    }
    if (riwalk_graph_read(arguments[2], NULL, &graph, &error)) {
        fprintf(stderr, "sample_graph: %s\n", error.message);
        return 1;
    }
    threads = !strcmp(arguments[3], "threads");
    j.graph = graph;
    j.anchors = (uint32_t)strtoul(arguments[3], NULL, 10);
    if (!j.anchors || j.anchors > graph->node_count)
        j.anchors = graph->node_count;
    for (int kind = 0; kind < 2; kind++) {
        if (threads)
            compare_threads(&j, arguments[1], (riwalk_identifier)kind);
        else
            compare(&j, arguments[1], (riwalk_identifier)kind);
    }
    riwalk_graph_free(graph);
    return 0;
}
