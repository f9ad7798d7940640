/* SPDX-License-Identifier: MIT */
/* A program of version 0.2, which riwalk_deprecated.h keeps alive for one version: valid C11 and
 * valid C++17. The path of a model is its argument. */
#include <riwalk_deprecated.h>

#include <stdio.h>
#include <string.h>

/* Writes a model to memory and to a file, and reads both. */
static riwalk_status copy_model(const riwalk_graph *graph, const char *path, riwalk_error *error)
{
    riwalk_model *model = NULL, *again = NULL, *from_file = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_options options;
    riwalk_status status;
    void *data = NULL;
    size_t size = 0;

    riwalk_options_init(&options);
    options.trainer = RIWALK_TRAINER_FACTOR;
    options.dimensions = 2;
    if ((status = riwalk_embed(&graph, 1, NULL, &options, &vectors, &model, NULL, error)) == 0 &&
        (status = riwalk_model_write_memory(model, &data, &size, error)) == 0 &&
        (status = riwalk_model_read_memory(data, size, "memory", &again, error)) == 0 &&
        (status = riwalk_model_write(again, path, NULL, error)) == 0 &&
        (status = riwalk_model_read(path, &from_file, error)) == 0 &&
        riwalk_model_role_count(from_file) != riwalk_model_role_count(model))
        status = RIWALK_STATUS_FORMAT;
    riwalk_bytes_free(data);
    riwalk_model_free(from_file);
    riwalk_model_free(again);
    riwalk_model_free(model);
    riwalk_vectors_free(vectors);
    return status;
}

int main(int argc, char **argv)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3};
    const char text[] = "0 1\n1 2\n2 0\n2 3\n";
    riwalk_graph *built = NULL, *read = NULL;
    riwalk_error error = {RIWALK_STATUS_OK, 0, ""};
    riwalk_scale scale = RIWALK_SCALE_UNIT;
    riwalk_group *group = NULL;
    char printable[8];
    int fine = 0;

    if (argc == 2 && riwalk_graph_build(4, 4, ends, NULL, NULL, &built, &error) == 0 &&
        riwalk_graph_read_memory(text, strlen(text), "text", NULL, &read, &error) == 0 &&
        riwalk_graph_share(group, &read, &error) == RIWALK_STATUS_ARGUMENT &&
        copy_model(built, argv[1], &error) == 0)
        fine = riwalk_graph_edge_count(read) == riwalk_graph_edge_count(built) &&
               riwalk_format_of("g.mtx") == RIWALK_FORMAT_MATRIX_MARKET &&
               scale == RIWALK_NORMALIZATION_UNIT &&
               riwalk_printable("a\x1b", printable, sizeof printable) == 5;
    if (!fine)
        fprintf(stderr, "%s\n", error.message);
    riwalk_graph_free(read);
    riwalk_graph_free(built);
    return fine ? 0 : 1;
}
