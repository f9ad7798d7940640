/* SPDX-License-Identifier: MIT */
/* How fast graphs of about ten million edges are made: the best of three runs for each kind at one
 * thread and at all, to the finished graph, and the ratio of the two. */
#include "riwalk_graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Returns the best time of three; exits with the library's message when it cannot. */
static double best_time(riwalk_generator kind, const riwalk_generate_options *options,
                        uint64_t *edges)
{
    double best = 1e9;

    for (int run = 0; run < 3; run++) {
        double start = seconds(), time;
        riwalk_graph *graph;
        riwalk_error error;

        if (riwalk_graph_generate(kind, options, &graph, NULL, &error)) {
            fprintf(stderr, "%s\n", error.message);
            exit(1);
        }
        time = seconds() - start;
        best = time < best ? time : best;
        *edges = riwalk_graph_edge_count(graph);
        riwalk_graph_free(graph);
    }
    return best;
}

int main(void)
{
    static const struct {
        riwalk_generator kind;
        const char *name;
    } kinds[] = {
        {RIWALK_GENERATOR_BARBELL, "barbell"},
        {RIWALK_GENERATOR_ERDOS_RENYI, "erdos-renyi"},
        {RIWALK_GENERATOR_BARABASI_ALBERT, "barabasi-albert"},
        {RIWALK_GENERATOR_RMAT, "rmat"},
        {RIWALK_GENERATOR_GRID, "grid"},
        {RIWALK_GENERATOR_SHAPES, "shapes"},
    };
    riwalk_generate_options options;

    riwalk_generate_options_init(&options);
    options.nodes = 1000000;
    options.degree = 20;
    options.edges_per_node = 10;
    options.scale = 20;
    options.rows = options.columns = 2236;
    options.clique = 3162;
    options.shapes = 312500;
    printf("%-16s %10s %10s %10s %12s %6s\n", "kind", "edges", "1 thread", "all", "edges/s",
           "ratio");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint64_t edges;
        double one, all;

        options.run.threads = 1;
        one = best_time(kinds[i].kind, &options, &edges);
        options.run.threads = 0;
        all = best_time(kinds[i].kind, &options, &edges);
        printf("%-16s %10llu %8.3f s %8.3f s %10.1f M %6.2f\n", kinds[i].name,
               (unsigned long long)edges, one, all, (double)edges / all / 1e6, one / all);
    }
    return 0;
}
