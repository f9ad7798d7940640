/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share: reading bytes as a graph and holding it to its promises, files, and
 * changes of numbers in binary formats. */
#include "fuzz.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "tests/reference/pairs.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

riwalk_read_options fuzz_options(uint8_t byte, riwalk_format format)
{
    riwalk_read_options options;

    riwalk_read_options_init(&options);
    options.format = format;
    options.directed = byte & 1;
    options.weighted = byte & 2;
    options.run.threads = byte & 4 ? 2 : 1;
    if (byte & 8)
        options.delimiter = " \t,;"[byte >> 4 & 3];
    options.undirected = byte & 16 && !options.directed;
    options.unweighted = byte & 32 && !options.weighted;
    options.header = (riwalk_header)((byte >> 6) % 3);
    return options;
}

static bool has_arc(const riwalk_graph *g, uint32_t from, uint32_t to, double weight)
{
    for (uint64_t at = g->offsets[from]; at < g->offsets[from + 1]; at++)
        if (g->neighbors[at] == to)
            return !g->weights || g->weights[at] == weight;
    return false;
}

static void check_row(const riwalk_graph *g, uint32_t u)
{
    REQUIRE(g->offsets[u] <= g->offsets[u + 1]);
    for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1]; at++) {
        uint32_t v = g->neighbors[at];

        REQUIRE(v < g->node_count && v != u);
        REQUIRE(at == g->offsets[u] || g->neighbors[at - 1] < v);
        REQUIRE(!g->weights || (g->weights[at] > 0 && isfinite(g->weights[at])));
        REQUIRE(g->directed || has_arc(g, v, u, g->weights ? g->weights[at] : 0));
    }
}

static void check_name(const riwalk_graph *g, uint32_t u)
{
    char digits[RW_INTEGER_CHARS];
    rw_span name = rw_graph_name(g, u, digits);
    uint32_t found = UINT32_MAX;

    REQUIRE(name.length > 0);
    REQUIRE(riwalk_graph_find(g, name.text, name.length, &found) && found == u);
}

static void check_graph(const riwalk_graph *g)
{
    uint32_t looked_at = g->node_count < 5000 ? g->node_count : 5000;

    REQUIRE(g->offsets[0] == 0 && g->offsets[g->node_count] == g->arc_count);
    for (uint32_t u = 0; u < looked_at; u++) {
        check_row(g, u);
        check_name(g, u);
    }
}

void fuzz_read_source(riwalk_source source, const riwalk_read_options *options)
{
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};
    riwalk_status status = riwalk_graph_read_from(source, options, &graph, &error);

    fuzz_check(status, graph, &error);
    if (graph)
        check_graph(graph);
    riwalk_graph_free(graph);
}

void fuzz_read(const uint8_t *data, size_t size, const riwalk_read_options *options)
{
    fuzz_read_source(riwalk_from_memory(data, size, "fuzz"), options);
}

void fuzz_check(riwalk_status status, const void *result, const riwalk_error *error)
{
    REQUIRE(!status == (result != NULL));
    REQUIRE(error->code == status);
    REQUIRE(!status || error->message[0]);
}

/* ---- Files ---- */

static char folder[64];

static void remove_files(void)
{
    DIR *files = opendir(folder);
    struct dirent *entry;

    while (files && (entry = readdir(files)))
        if (entry->d_name[0] != '.')
            unlink(fuzz_path(entry->d_name));
    if (files)
        closedir(files);
    rmdir(folder);
}

const char *fuzz_path(const char *name)
{
    static char paths[8][512];
    static int next;
    char *path = paths[next++ % 8];

    if (!*folder) {
        /* In memory where that works: outputs are flushed to the disk. */
        snprintf(folder, sizeof folder, "%s/riwalk-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
        REQUIRE(mkdtemp(folder));
        atexit(remove_files);
    }
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

const char *fuzz_file(const char *name, const void *data, size_t size)
{
    const char *path = fuzz_path(name);
    FILE *file = fopen(path, "wb");

    REQUIRE(file && fwrite(data, 1, size, file) == size && !fclose(file));
    return path;
}

riwalk_graph *fuzz_club;

void fuzz_make_club(void)
{
    riwalk_generate_options options;

    riwalk_generate_options_init(&options);
    REQUIRE(fuzz_club ||
            !riwalk_graph_generate(RIWALK_GENERATOR_KARATE, &options, &fuzz_club, NULL, NULL));
}

/* ---- Models ---- */

void fuzz_embed(const riwalk_model *model)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3, 3, 4};
    const riwalk_options *known = riwalk_model_options(model);
    riwalk_transform_options options;
    riwalk_vectors *vectors = NULL;
    riwalk_graph *graph = NULL;
    bool many_tokens =
        known->walks != RIWALK_WALKS_EXACT && (uint64_t)known->walks * known->walk_length > 10000;

    if (many_tokens || known->dimensions > 64 || /* which would only take time */
        reference_build(6, 5, ends, NULL, NULL, &graph, NULL))
        return;
    riwalk_transform_options_init(&options);
    options.run.threads = 1;
    if (!riwalk_model_transform(model, (const riwalk_graph *const *)&graph, 1, NULL, &options,
                                &vectors, NULL, NULL))
        for (size_t i = 0; i < (size_t)6 * known->dimensions; i++)
            REQUIRE(isfinite(riwalk_vectors_values(vectors)[i]));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* ---- Inputs ---- */

/* Such have a target of their own, and elsewhere would take most of the time: a few bytes can ask
 * for a window of 128 MiB. */
static bool is_packed(const uint8_t *data, size_t size)
{
    static const uint8_t gzip[] = {0x1F, 0x8B}, zstd[] = {0x28, 0xB5, 0x2F, 0xFD};

    return (size >= sizeof gzip && !memcmp(data, gzip, sizeof gzip)) ||
           (size >= sizeof zstd && !memcmp(data, zstd, sizeof zstd));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t choice = 0, *file = NULL;

    if (fuzz_this.choice && !size)
        return 0;
    if (fuzz_this.choice)
        choice = *data++, size--;
    if (fuzz_this.sign) {
        REQUIRE((file = malloc(size + !size)));
        data = memcpy(file, data, size);
        if ((choice & 128) && size >= fuzz_this.least)
            fuzz_this.sign(file, size);
    }
    if (fuzz_this.packed || !is_packed(data, size)) {
        long before;

        if (fuzz_this.prepare)
            fuzz_this.prepare();
        before = rw_memory_blocks();
        fuzz_this.run(data, size, choice);
        REQUIRE(rw_memory_blocks() == before);
    }
    free(file);
    return 0;
}

#ifdef RIWALK_FUZZ
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Of a binary format a number, or any bytes. Numbers have 4 or 8 bytes and begin at multiples of 4
 * after the choice. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static const uint64_t edges[] = {0,         1,          2,          127,
                                     255,       65535,      1u << 31,   UINT32_MAX,
                                     1u << 20,  UINT64_MAX, 64,         UINT64_MAX / 8,
                                     INT64_MAX, 3,          1ull << 53, 7};
    size_t width = seed & 1 ? 8 : 4, places = size > 9 ? (size - 1 - 8) / 4 + 1 : 0, at;
    uint64_t value = 0;

    if (!fuzz_this.sign || !places || (seed >> 1) % 3 == 0)
        return LLVMFuzzerMutate(data, size, most);
    if ((seed >> 3) % 8)
        data[0] |= 128; /* signed again */
    /* Headers are short and say the most. */
    at = 1 + 4 * ((seed >> 6 & 1 ? seed >> 7 : (seed >> 7) % 80) % places);
    memcpy(&value, data + at, width);
    value = seed >> 20 & 1 ? value + (seed >> 21) % 9 - 4 : edges[(seed >> 21) % 16];
    memcpy(data + at, &value, width);
    return size;
}
#endif
