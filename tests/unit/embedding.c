/* SPDX-License-Identifier: MIT */
#include "embedding.h"

#include <dirent.h>

/* ---- Of test.h ---- */

riwalk_graph *generate_with(riwalk_generator kind, const riwalk_generate_options *options,
                            const char ***labels)
{
    riwalk_graph *graph = NULL;

    ok(riwalk_graph_generate(kind, options, &graph, labels, &failure));
    return graph;
}

riwalk_graph *generate(riwalk_generator kind, uint32_t nodes)
{
    riwalk_generate_options options = DEFAULTS(riwalk_generate_options);

    options.nodes = nodes ? nodes : options.nodes;
    return generate_with(kind, &options, NULL);
}

riwalk_graph *graph_from(const char *text, const riwalk_read_options *options)
{
    return MADE(graph, riwalk_graph_read_from, riwalk_from_memory(text, strlen(text), "text"),
                options);
}

riwalk_graph_summary summary_of(const riwalk_graph *graph)
{
    riwalk_graph_summary summary = {.size = sizeof summary};

    ok(riwalk_graph_summarize(graph, &summary, &failure));
    return summary;
}

const char *text_of(const riwalk_graph *g)
{
    static char text[4096];
    size_t used = 0;

    text[0] = 0;
    for (uint32_t u = 0; u < g->node_count; u++) {
        char name[64];

        riwalk_graph_name(g, u, name, sizeof name);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s[%s]", u ? " " : "", name);
        if (g->types)
            used += (size_t)snprintf(text + used, sizeof text - used, ":%s",
                                     riwalk_graph_type_name(g, g->types[u]));
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++) {
            riwalk_graph_name(g, g->neighbors[a], name, sizeof name);
            used += (size_t)snprintf(text + used, sizeof text - used, "%c%s",
                                     g->directed ? '>' : '-', name);
            if (g->weights)
                used +=
                    (size_t)snprintf(text + used, sizeof text - used, "=%g", (double)g->weights[a]);
        }
    }
    return text;
}

/* "0", "1", ... */
static const char *const *numbers(uint32_t count)
{
    static char texts[20000][12];
    static const char *names[20000];

    assert_true(count <= ELEMENTS(names));
    for (uint32_t i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "%u", i);
        names[i] = texts[i];
    }
    return names;
}

riwalk_vectors *vectors_of(uint32_t count, uint32_t dimensions, const float *values)
{
    return MADE(vectors, riwalk_vectors_build, count, dimensions, numbers(count), values);
}

riwalk_node_labels *labels_of(const riwalk_vectors *vectors, uint32_t count,
                              const char *const *labels)
{
    uint32_t rows = riwalk_vectors_count(vectors), used = 0;
    scoped const char **ids = malloc(count * sizeof *ids), **names = malloc(count * sizeof *names);

    for (uint32_t i = 0; i < count; i++)
        if (labels[i]) {
            ids[used] = numbers(rows)[i % rows];
            names[used++] = labels[i];
        }
    return MADE(node_labels, riwalk_node_labels_build, used, ids, names, vectors, NULL);
}

/* ---- Files that are listed ---- */

typedef struct counts {
    char last[64]; /* file; each may have several lines */
    int files;
    int wrong;
} counts;

const char *listed_option(const char *options, const char *name)
{
    static char values[16][64];
    static int next;
    char *value = values[next++ % 16], found[64];
    int length;

    for (; sscanf(options, " %63[^=]=%63s%n", found, value, &length) == 2; options += length)
        if (!strcmp(found, name))
            return value;
    return NULL;
}

/* Reads one file as its line says; prints what differs. */
static void check_line(char *line, listed_reader *read, counts *c)
{
    char *file = strtok(line, "\t"), *options = strtok(NULL, "\t"), found[4200] = "";
    char *status_name = strtok(NULL, "\t"), *rest = strtok(NULL, "\n");
    const char *expected = rest ? rest : "";
    riwalk_error error = {0};
    riwalk_status status = read(file, options, found, sizeof found, &error);
    size_t length = strlen(file); /* a sentence may begin with "FILE:LINE:" */
    bool told = !strncmp(expected, file, length) && expected[length] == ':';

    c->files += strcmp(c->last, file) != 0;
    snprintf(c->last, sizeof c->last, "%s", file);
    if (strcmp(riwalk_status_name(status), status_name) ||
        strcmp(status ? error.message : found, expected) ||
        error.line != (told ? strtoull(expected + length + 1, NULL, 10) : 0)) {
        c->wrong++;
        printf("%s: expected\n  %s\t%s\nfound\n  %s\t%s\n", file, status_name, expected,
               riwalk_status_name(status), status ? error.message : found);
    }
}

/* Files have a line; good ones among the mangled, the list and the script have none. */
static int count_listed(void)
{
    DIR *dir = opendir(".");
    struct dirent *entry;
    int count = 0;

    while (dir && (entry = readdir(dir)))
        count += entry->d_name[0] != '.' && strncmp(entry->d_name, "good.", 5) &&
                 strcmp(entry->d_name, "expected.txt") && strcmp(entry->d_name, "make");
    if (dir)
        closedir(dir);
    return count;
}

void check_listed(const char *folder, listed_reader *read)
{
    char line[1024], path[1024];
    counts c = {0};
    FILE *expected;

    snprintf(path, sizeof path, TESTS "/%s", folder);
    assert_int_equal(chdir(path), 0);
    assert_non_null(expected = fopen("expected.txt", "r"));
    while (fgets(line, sizeof line, expected))
        if (line[0] != '#')
            check_line(line, read, &c);
    fclose(expected);
    assert_int_equal(c.files, count_listed());
    assert_int_equal(c.wrong, 0);
}

/* ---- Graphs and embeddings ---- */

riwalk_graph *make_graph(uint32_t nodes, uint32_t edges_per_node)
{
    return GENERATED(BARABASI_ALBERT, it.nodes = nodes, it.edges_per_node = edges_per_node);
}

riwalk_graph *build(uint32_t nodes, uint64_t edges, const uint32_t *ends, const float *weights,
                    bool directed)
{
    riwalk_build_options options = WITH(riwalk_build_options, it.directed = directed);

    return MADE(graph, reference_build, nodes, edges, ends, weights, &options);
}

riwalk_graph *vary(const riwalk_graph *graph, bool weighted, bool directed)
{
    uint64_t count = 0;
    uint32_t *ends = malloc((2 * graph->arc_count + 1) * sizeof *ends);
    float *weights = malloc((graph->arc_count + 1) * sizeof *weights);
    riwalk_graph *made;

    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            uint32_t v = graph->neighbors[a];

            if (directed ? (u * 7 + v * 2) % 4 == 0 : u > v)
                continue;
            ends[2 * count] = u;
            ends[2 * count + 1] = v;
            weights[count++] = (float)(1 + (u * 5 + v * 11) % 13) / 4;
        }
    made = build(graph->node_count, count, ends, weighted ? weights : NULL, directed);
    free(ends);
    free(weights);
    return made;
}

riwalk_options options_of(const char *words)
{
    riwalk_options options = DEFAULTS(riwalk_options);
    char name[64], value[64];
    int length;

    for (; sscanf(words, " %63[^=]=%63s%n", name, value, &length) == 2; words += length)
        ok(riwalk_options_set(&options, name, value, &failure));
    return options;
}

riwalk_vectors *embed(const riwalk_graph *graph, const riwalk_options *options,
                      riwalk_embed_report *report)
{
    riwalk_vectors *vectors = NULL;

    ok(riwalk_embed(&graph, 1, NULL, options, &vectors, NULL, report, &failure));
    return vectors;
}

riwalk_vectors *embed_as(const riwalk_graph *graph, riwalk_options options)
{
    return embed(graph, &options, NULL);
}

riwalk_status try_embed(const riwalk_graph *graph, const riwalk_options *options,
                        riwalk_error *error)
{
    scoped_vectors *vectors = NULL;
    riwalk_status status = riwalk_embed(&graph, 1, NULL, options, &vectors, NULL, NULL, error);

    assert_int_equal(!status, vectors != NULL);
    return status;
}

riwalk_vectors *embed_two(const riwalk_graph *a, const riwalk_graph *b, riwalk_options options,
                          riwalk_model **model, riwalk_embed_report *report)
{
    static const char *const names[] = {"a", "b"};
    const riwalk_graph *graphs[] = {a, b};
    riwalk_vectors *vectors = NULL;

    ok(riwalk_embed(graphs, 2, names, &options, &vectors, model, report, &failure));
    return vectors;
}

riwalk_estimate estimate_of(const riwalk_graph *graph, const riwalk_options *options)
{
    riwalk_estimate estimate = {.size = sizeof estimate};

    ok(riwalk_embed_estimate(&graph, 1, NULL, options, &estimate, &failure));
    return estimate;
}

riwalk_model *learn(const riwalk_graph *graph, const riwalk_options *options,
                    riwalk_vectors **vectors)
{
    riwalk_vectors *made = NULL;
    riwalk_model *model = NULL;

    ok(riwalk_embed(&graph, 1, NULL, options, &made, &model, NULL, &failure));
    assert_non_null(model);
    if (vectors)
        *vectors = made;
    else
        riwalk_vectors_free(made);
    return model;
}

riwalk_vectors *transform(const riwalk_model *model, const riwalk_graph *graph,
                          const riwalk_transform_options *options, riwalk_transform_report *report)
{
    riwalk_vectors *vectors = NULL;

    ok(riwalk_model_transform(model, &graph, 1, NULL, options, &vectors, report, &failure));
    return vectors;
}

uint64_t checksum_of_model(const riwalk_model *model)
{
    uint64_t sum = 0;

    ok(riwalk_model_checksum(model, &sum, &failure));
    return sum;
}

riwalk_options assert_model_keeps(const riwalk_graph *graph, const riwalk_options *options,
                                  const riwalk_graph *other)
{
    riwalk_vectors *vectors = NULL;
    scoped_model *model = learn(graph, options, &vectors);
    scoped_vectors *made = vectors;

    ok(riwalk_model_write(model, "m.rwm", &failure));
    scoped_model *read = MADE(model, riwalk_model_read, "m.rwm");
    scoped_vectors *again = transform(read, graph, NULL, NULL);
    scoped_vectors *others = transform(read, other, NULL, NULL);
    assert_true(same(made, again));
    assert_false(same(made, others));
    return *riwalk_model_options(read);
}

bool same_after_change(const riwalk_model *model, const riwalk_graph *before,
                       const riwalk_graph *after, uint32_t *kept)
{
    scoped_vectors *old = transform(model, before, NULL, NULL);
    scoped_vectors *all = transform(model, after, NULL, NULL), *some = NULL;
    riwalk_transform_options options =
        WITH(riwalk_transform_options, it.before = before, it.vectors = old);
    riwalk_transform_report report = {.size = sizeof report};

    some = transform(model, after, &options, &report);
    assert_int_equal(report.nodes, all->count);
    *kept = report.nodes - report.embedded;
    return same(all, some);
}

void assert_refused(const riwalk_graph *graph, const riwalk_options *options, const char *words)
{
    riwalk_estimate estimate = {.size = sizeof estimate};

    check_fails(ARGUMENT, words, try_embed(graph, options, &failure));
    check_fails(ARGUMENT, words,
                riwalk_embed_estimate(&graph, 1, NULL, options, &estimate, &failure));
}

rw_profiles *collect(const riwalk_sampler *sampler, rw_anchors anchors, bool packed)
{
    rw_engine *engine = NULL;
    rw_profiles *profiles = NULL;
    rw_progress progress;

    rw_progress_begin(&progress, &sampler->run, "walking", "anchors", anchors.count);
    ok(rw_sampler_open(sampler, anchors.count, &engine, &failure));
    ok(rw_profiles_collect(engine, 0, anchors, packed, &progress, &profiles, &failure));
    rw_engine_close(engine);
    return profiles;
}

double dot(const float *a, const float *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

double cosine(const riwalk_vectors *vectors, uint32_t a, uint32_t b)
{
    const float *x = riwalk_vectors_row(vectors, a), *y = riwalk_vectors_row(vectors, b);
    uint32_t d = vectors->dimensions;

    return dot(x, y, d) / sqrt(dot(x, x, d) * dot(y, y, d));
}

bool same(const riwalk_vectors *a, const riwalk_vectors *b)
{
    return a->count == b->count && a->dimensions == b->dimensions &&
           !memcmp(a->values, b->values, (size_t)a->count * a->dimensions * sizeof(float));
}
