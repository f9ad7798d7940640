/* SPDX-License-Identifier: MIT */
/*
 * A trainer of your own: the library names the roles and walks, this program makes the vectors.
 * Here it is a random projection: every role gets a random direction, and a node is the sum of the
 * directions of the roles that its walks visit, each weighed by the root of its share. Nodes with
 * similar profiles get similar vectors (Johnson and Lindenstrauss), and nothing is trained at all.
 *
 * Usage: own_trainer GRAPH OUT
 */
#include <riwalk.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    DIMENSIONS = 256
};

/* +1 or -1, a fixed function of the role and the dimension (splitmix64's mixer). */
static float sign_of(uint64_t role, unsigned dimension)
{
    uint64_t x = role * 0x9E3779B97F4A7C15u + dimension;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x >> 63 ? 1.0f : -1.0f;
}

/* values[nodes * DIMENSIONS] */
static void project(const riwalk_profiles *profiles, uint32_t nodes, float *values)
{
    uint32_t role_count, count;
    const uint64_t *roles = riwalk_profiles_roles(profiles, &role_count);

    for (uint32_t node = 0; node < nodes; node++) {
        const riwalk_visits *row = riwalk_profiles_row(profiles, node, &count);
        double visits = 0;

        for (uint32_t i = 0; i < count; i++)
            visits += row[i].visits;
        for (uint32_t i = 0; i < count; i++) {
            float weight = (float)sqrt(row[i].visits / visits);

            for (unsigned d = 0; d < DIMENSIONS; d++)
                values[(size_t)node * DIMENSIONS + d] += weight * sign_of(roles[row[i].role], d);
        }
    }
}

/* The vectors of a graph's nodes, by name; NULL with the error filled. */
static riwalk_vectors *make_vectors(const riwalk_graph *graph, const riwalk_profiles *profiles,
                                    riwalk_error *error)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    float *values = calloc((size_t)nodes * DIMENSIONS, sizeof *values);
    riwalk_vectors *vectors = NULL;

    error->message[0] = 0;
    if (values) {
        project(profiles, nodes, values);
        riwalk_vectors_build_for(graph, DIMENSIONS, values, &vectors, error);
    }
    free(values);
    return vectors;
}

int main(int count, char **arguments)
{
    riwalk_graph *graph = NULL;
    riwalk_sampler *sampler = NULL;
    riwalk_profiles *profiles = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_options options;
    riwalk_error error;
    int failed = 1;

    if (count != 3) {
        fprintf(stderr, "usage: own_trainer GRAPH OUT\n");
        return 2;
    }
    riwalk_options_init(&options);
    options.view.identifier = RIWALK_IDENTIFIER_WL;
    options.walks = RIWALK_WALKS_EXACT;
    if (!riwalk_graph_read(arguments[1], NULL, &graph, &error) &&
        !riwalk_sampler_create(graph, &options, &sampler, &error) &&
        !riwalk_profiles_find(sampler, &profiles, &error) &&
        (vectors = make_vectors(graph, profiles, &error)))
        failed = riwalk_vectors_write(vectors, arguments[2], NULL, &error) != RIWALK_STATUS_OK;
    if (failed)
        fprintf(stderr, "own_trainer: %s\n", error.message[0] ? error.message : "out of memory");
    riwalk_vectors_free(vectors);
    riwalk_profiles_free(profiles);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
    return failed;
}
