/* SPDX-License-Identifier: MIT */
/* Reads a graph once and prints: seconds, bytes of the finished graph, peak bytes of the process
 * (the text of the file included). Used by bench/load. */
#include "riwalk_graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A figure of /proc/self/status, in bytes. */
static unsigned long long status_bytes(const char *key)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    unsigned long long kilobytes = 0;

    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, strlen(key)))
            kilobytes = strtoull(line + strlen(key), NULL, 10);
    if (file)
        fclose(file);
    return kilobytes * 1024;
}

int main(int count, char **arguments)
{
    riwalk_read_options options;
    riwalk_graph_summary summary = {.size = sizeof summary};
    riwalk_graph *graph = NULL;
    riwalk_error error;
    unsigned long long peak;
    double start;

    if (count != 3) {
        fprintf(stderr, "usage: load_graph FILE THREADS\n");
        return 2;
    }
    riwalk_read_options_init(&options);
    options.run.threads = atoi(arguments[2]);
    start = seconds();
    if (riwalk_graph_read(arguments[1], &options, &graph, &error)) {
        fprintf(stderr, "load_graph: %s\n", error.message);
        return 1;
    }
    start = seconds() - start;
    peak = status_bytes("VmHWM:");
    if (riwalk_graph_summarize(graph, &summary, &error))
        return 1;
    printf("%.3f %llu %llu\n", start, (unsigned long long)summary.memory_bytes, peak);
    riwalk_graph_free(graph);
    return 0;
}
