/* SPDX-License-Identifier: MIT */
/*
 * A role identifier of your own: what share of a context's neighbours lies nearer to the anchor,
 * beside it and further away, in quarters, at each distance. Unlike SP and WL it does not look at
 * degrees at all, so a hub and a quiet node can play the same role.
 *
 * Reads a graph and prints its roles with their visits. Usage: own_identifier GRAPH
 */
#include <riwalk.h>

#include <stdio.h>

enum {
    BITS = 3,
    MASK = 7
};

/* 0 .. 4: a part of a whole in quarters, rounded down. */
static uint64_t quarters(uint32_t part, uint32_t whole)
{
    return whole ? (uint64_t)part * 4 / whole : 0;
}

/* A pure function of what it is given: several threads call it at once. */
static uint64_t shares_role(const riwalk_context *context, void *data)
{
    uint32_t whole = context->closer + context->same + context->further;

    (void)data;
    return ((uint64_t)context->distance << 3 * BITS) |
           (quarters(context->closer, whole) << 2 * BITS) |
           (quarters(context->same, whole) << BITS) | quarters(context->further, whole);
}

static size_t shares_words(uint64_t role, char *buffer, size_t capacity, void *data)
{
    static const char *const shares[] = {"under a quarter", "a quarter", "half", "three quarters",
                                         "all"};
    int length = snprintf(buffer, capacity,
                          "distance %u: %s of the neighbours closer, %s beside, %s further",
                          (unsigned)(role >> 3 * BITS), shares[role >> 2 * BITS & MASK],
                          shares[role >> BITS & MASK], shares[role & MASK]);

    (void)data;
    return length < 0 ? 0 : (size_t)length;
}

static void print_roles(const riwalk_sampler *sampler, const riwalk_roles *roles)
{
    char words[160];

    for (uint32_t id = 0; id < riwalk_roles_count(roles); id++) {
        const riwalk_role_entry *entry = riwalk_roles_get(roles, id);

        riwalk_role_words(sampler, entry->role, words, sizeof words);
        printf("%u\t%llu\t%s\n", (unsigned)id, (unsigned long long)entry->visits, words);
    }
}

int main(int count, char **arguments)
{
    riwalk_graph *graph = NULL;
    riwalk_sampler *sampler = NULL;
    riwalk_roles *roles = NULL;
    riwalk_options options;
    riwalk_status status;
    riwalk_error error;

    if (count != 2) {
        fprintf(stderr, "usage: own_identifier GRAPH\n");
        return 2;
    }
    riwalk_options_init(&options);
    options.view.identifier = RIWALK_IDENTIFIER_CUSTOM;
    options.role = shares_role;
    options.role_words = shares_words;
    options.role_layers = true; /* closer, same and further are counted for us */
    if (!(status = riwalk_graph_read(arguments[1], NULL, &graph, &error)) &&
        !(status = riwalk_sampler_create(graph, &options, &sampler, &error)) &&
        !(status = riwalk_roles_find(sampler, &roles, &error)))
        print_roles(sampler, roles);
    else
        fprintf(stderr, "own_identifier: %s\n", error.message);
    riwalk_roles_free(roles);
    riwalk_sampler_free(sampler);
    riwalk_graph_free(graph);
    return status ? 1 : 0;
}
