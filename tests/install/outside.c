/* SPDX-License-Identifier: MIT */
/* A program outside of the project, over the installed copy: valid C11 and valid C++17. It builds
 * a triangle with a tail and looks at it. */
#include <riwalk.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3};
    riwalk_graph *graph = NULL;
    riwalk_error error;
    uint32_t degree;

    if (strcmp(riwalk_version(), RIWALK_VERSION)) {
        fprintf(stderr, "header %s, library %s\n", RIWALK_VERSION, riwalk_version());
        return 1;
    }
    if (riwalk_graph_build(4, 4, ends, NULL, NULL, &graph, &error) != RIWALK_STATUS_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    degree = riwalk_graph_degree(graph, 2);
    riwalk_graph_free(graph);
    printf("riwalk %s: degree %u\n", riwalk_version(), (unsigned)degree);
    return degree == 3 ? 0 : 1;
}
