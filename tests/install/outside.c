/* SPDX-License-Identifier: MIT */
/* A program outside of the project, over the installed copy: valid C11 and valid C++17. It builds
 * a triangle with a tail, writes it to memory and reads it again, looks at it, and classifies four
 * vectors. */
#include <riwalk.h>
#include <riwalk_analysis.h>
#include <riwalk_compare.h>
#include <riwalk_graphs.h>
#include <riwalk_options.h>
#include <riwalk_parallel.h>

#include <stdio.h>
#include <string.h>

static int count_right(riwalk_error *error)
{
    const char *names[] = {"a", "b", "c", "d"}, *labels[] = {"low", "low", "high", "high"};
    const float values[] = {-2, -1, 1, 2};
    riwalk_vectors *vectors = NULL;
    riwalk_node_labels *known = NULL;
    uint32_t classes[4] = {0, 0, 0, 0};
    int right = -1;

    if (riwalk_vectors_build(4, 1, names, values, &vectors, error) == RIWALK_STATUS_OK &&
        riwalk_node_labels_build(4, names, labels, vectors, NULL, &known, error) ==
            RIWALK_STATUS_OK &&
        riwalk_classify_predict(vectors, known, NULL, classes, error) == RIWALK_STATUS_OK) {
        right = 0;
        for (int i = 0; i < 4; i++)
            right += !strcmp(riwalk_node_labels_class(known, classes[i]), labels[i]);
    }
    riwalk_node_labels_free(known);
    riwalk_vectors_free(vectors);
    return right;
}

/* The largest degree of the graph, by way of memory. */
static uint32_t largest_degree(const riwalk_graph *graph, riwalk_error *error)
{
    riwalk_graph_summary summary;
    riwalk_graph *again = NULL;
    void *data = NULL;
    size_t size = 0;

    memset(&summary, 0, sizeof summary);
    summary.size = sizeof summary;
    if (riwalk_graph_write_to(graph, riwalk_to_memory(&data, &size), NULL, error) == 0 &&
        riwalk_graph_read_from(riwalk_from_memory(data, size, "memory"), NULL, &again, error) == 0)
        riwalk_graph_summarize(again, &summary, error);
    riwalk_bytes_free(data);
    riwalk_graph_free(again);
    return summary.degree_max;
}

int main(void)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3};
    const riwalk_edge_arrays edges = {4, ends, ends + 1, 32, 2, NULL, 0};
    riwalk_graph *graph = NULL;
    riwalk_error error;
    uint32_t degree;
    int right;

    if (strcmp(riwalk_version(), RIWALK_VERSION)) {
        fprintf(stderr, "header %s, library %s\n", RIWALK_VERSION, riwalk_version());
        return 1;
    }
    if (riwalk_graph_from_edges(4, &edges, NULL, &graph, &error) != RIWALK_STATUS_OK ||
        (right = count_right(&error)) < 0) {
        fprintf(stderr, "%s\n", error.message);
        riwalk_graph_free(graph);
        return 1;
    }
    degree = largest_degree(graph, &error);
    riwalk_graph_free(graph);
    printf("riwalk %s: degree %u, %d right\n", riwalk_version(), (unsigned)degree, right);
    if (!riwalk_option_list()->name || riwalk_part_read("/", NULL, NULL) != RIWALK_STATUS_ARGUMENT)
        return 1;
    return degree == 3 && right == 4 ? 0 : 1;
}
