/* SPDX-License-Identifier: MIT */
/* Every failing allocation of a public call is an error, and leaves nothing behind: in turn the
 * first, the second, ... one. Embeddings: test_methods.c; files: test_files.c, test_file_sets.c;
 * graphs of all formats: test_mangled.c; groups of processes: test_group.c. */
#include "embedding.h"

enum {
    NODES = 12
};

static const char *const kinds[] = {"person", "shop", "person", "account", "shop", "person",
                                    "shop",   "shop", "person", "account", "shop", "person"};

static riwalk_graph *karate(void)
{
    return generate(RIWALK_GENERATOR_KARATE, 0);
}

/* A ring with names and one chord. */
static riwalk_graph *ring(void)
{
    return graph_from("a b\nb c\nc d\nd e\ne f\nf g\ng h\nh i\ni j\nj k\nk l\nl a\na f\n", NULL);
}

/* Vectors of a graph's nodes: of 0 and some other numbers. */
static riwalk_vectors *vectors_for(const riwalk_graph *graph)
{
    uint32_t count = 4 * riwalk_graph_node_count(graph);
    scoped float *values = calloc(count, sizeof *values);

    for (uint32_t i = 0; i < count; i++)
        values[i] = (float)(i * i % 17 % 9);
    return MADE(vectors, riwalk_vectors_build_for, graph, 4, values);
}

/* ---- Graphs ---- */

TEST(graphs_are_written_without_memory)
{
    static const char *const names[] = {"g.txt",     "g.mtx",  "g.metis", "g.rwg",
                                        "g.graphml", "g.gexf", "g.json"};
    riwalk_read_options weighted = WITH(riwalk_read_options, it.weighted = true);
    riwalk_read_options both = WITH(riwalk_read_options, it.undirected = true);
    scoped_graph *g = graph_from("a b 1\nb c 2\n", &weighted);
    scoped_graph *arcs = graph_from("{\"directed\": true, \"links\": [{\"source\": 1, \"target\": "
                                    "2, \"weight\": 2}]}",
                                    NULL);
    void *data = NULL;
    size_t size = 0;

    EACH (name, names) {
        unlink(*name);
        check_allocations_of(2, !access(*name, F_OK), (void)0,
                             riwalk_graph_write(g, *name, NULL, &failure));
    }
    check_made(4, graph, riwalk_graph_read, "g.rwg", NULL);
    ok(riwalk_graph_write(arcs, "arcs.rwg", NULL, &failure));
    check_made(4, graph, riwalk_graph_read, "arcs.rwg", &both);
    check_allocations_of(3, data, (riwalk_bytes_free(data), data = NULL),
                         riwalk_graph_write_to(g, riwalk_to_memory(&data, &size), NULL, &failure));
}

/* The first lines are numbers, the others names. */
TEST(graphs_are_stored_without_memory)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.store = "stored.rwg", it.memory = 1, it.run.threads = 1);

    for (int i = 0; i < 2; i++) {
        FILE *file = fopen("list.txt", "w");

        for (int e = 0; e < 100; e++)
            fprintf(file, i ? "a%d b%d %d\n" : "%d %d\n", e * 7 % 40, e * 11 % 70, e % 9 + 1);
        fclose(file);
        options.weighted = i;
        check_made(10, graph, riwalk_graph_read, "list.txt", &options);
    }
    assert_int_equal(empty_folder(), 0);
}

TEST(graphs_are_made_without_memory)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 0, 1};
    static const float weights[] = {2, 2, 2, 2};
    static const char *const names[] = {"b", "a", "c"};
    riwalk_build_options named = WITH(riwalk_build_options, it.names = names);
    scoped_graph *first = GRAPH(3, 0, 1, 1, 2), *second = ring(), *typed = ring();
    const riwalk_graph *graphs[] = {first, second};
    riwalk_graph_summary summary = {.size = sizeof summary};

    check_made(3, graph, reference_build, 3, 4, ends, weights, NULL);
    check_made(3, graph, reference_build, 3, 4, ends, weights, &named);
    for (uint32_t last = 0; last < 3; last++) { /* symmetric; with a loop; short of reverses */
        const uint32_t offsets[] = {0, 2, 3, 4}, targets[] = {2, 1, 0, last};
        riwalk_row_arrays rows = {offsets, 32, targets, 32, weights, 32};

        check_made(0, graph, riwalk_graph_from_rows, 3, &rows, NULL);
    }
    check_made(5, graph, riwalk_graph_union, graphs, 2, names, NULL, NULL);
    write_file("changes", "- b c\n+ d x\n");
    check_making(0, riwalk_graph, riwalk_graph_change(second, "changes", &made, NULL, &failure));
    check_allocations_of(3, riwalk_graph_type_count(typed) > 0,
                         riwalk_graph_set_types(typed, NULL, NULL),
                         riwalk_graph_set_types(typed, kinds, &failure));
    ok(riwalk_graph_set_types(typed, kinds, &failure));
    check_allocations(0, riwalk_graph_summarize(typed, &summary, &failure));
}

TEST(graphs_are_generated_without_memory)
{
    riwalk_generate_options noisy = WITH(riwalk_generate_options, it.noise = 5);
    riwalk_graph *graph = NULL;
    scoped_labels labels = NULL;

    for (int kind = 0; kind <= RIWALK_GENERATOR_TRANSACTIONS; kind++) {
        check_allocations_of(
            5, graph || labels, (riwalk_labels_free(labels), riwalk_graph_free(graph)),
            riwalk_graph_generate((riwalk_generator)kind, NULL, &graph, &labels, &failure));
        graph = NULL;
        labels = NULL;
    }
    check_making(4, riwalk_graph,
                 riwalk_graph_generate(RIWALK_GENERATOR_KARATE, &noisy, &made, NULL, &failure));
}

/* ---- Vectors and what is made of them ---- */

TEST(vectors_fail_without_memory)
{
    static const char *const files[] = {"m.txt", "m.bin", "m.npy", "m.tsv.gz", "m.csv", "m.npz"};
    riwalk_vectors_options text = WITH(riwalk_vectors_options, it.run.threads = 1);
    riwalk_cluster_options clustering =
        WITH(riwalk_cluster_options, it.scale = RIWALK_NORMALIZATION_STANDARD, it.run.threads = 2,
             it.most_clusters = 3);
    riwalk_project_options placing =
        WITH(riwalk_project_options, it.projection = RIWALK_PROJECTION_TSNE,
             it.scale = RIWALK_NORMALIZATION_STANDARD, it.iterations = 2);
    scoped_graph *graph = karate();
    scoped_vectors *vectors = vectors_for(graph);
    scoped_node_labels *labels = labels_of(vectors, 2, (const char *const[]){"x", "y"});
    const riwalk_vectors *const all[] = {vectors};
    const float values[2 * 34] = {1, 2, 3, 4, 5, 6};
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_agreement agreement = {.size = sizeof agreement};
    riwalk_holes_scores holes = {.size = sizeof holes};
    riwalk_neighbor neighbors[3];
    double places[2 * 34], constraint[34];
    uint32_t found, clusters[34];
    void *data = NULL;
    size_t size = 0;

    check_made(0, vectors, riwalk_vectors_build_for, graph, 2, values);
    EACH (file, files) {
        check_allocations(0, riwalk_vectors_write(vectors, *file, NULL, &failure));
        check_made(0, vectors, riwalk_vectors_read, *file, NULL);
    }
    check_made(0, vectors, riwalk_vectors_concat, all, 1, NULL);
    check_allocations_of(
        3, data, (riwalk_bytes_free(data), data = NULL),
        riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), &text, &failure));
    check_allocations(-1, riwalk_vectors_nearest(vectors, 0, 3, neighbors, &found, &failure));
    check_allocations(0, riwalk_cluster(vectors, 3, &clustering, clusters, &scores, &failure));
    check_allocations(0, riwalk_cluster(vectors, 0, &clustering, clusters, &scores, &failure));
    check_allocations(0, riwalk_cluster_agreement(labels, clusters, 3, &agreement, &failure));
    for (placing.theta = 0; placing.theta < 1; placing.theta += 0.5)
        check_allocations(0, riwalk_project(vectors, &placing, places, NULL, &failure));
    check_allocations(0, riwalk_graph_constraint(graph, NULL, constraint, &failure));
    check_allocations(0, riwalk_holes(graph, constraint, vectors, NULL, &holes, &failure));
}

TEST(labels_fail_without_memory)
{
    static const char *const ids[] = {"a", "b", "c", "d"}, *const names[] = {"x", "y", "x", "y"};
    static const char *const joint[] = {"usa:1", "usa:2"};
    riwalk_node_labels_options reading =
        WITH(riwalk_node_labels_options, it.prefix = "usa", it.positive = "c");
    scoped_graph *graph = ring();
    scoped_vectors *vectors = vectors_for(graph);
    scoped_vectors *towns = MADE(vectors, riwalk_vectors_build, 2, 1, joint, (const float[]){1, 2});
    scoped_node_labels *labels =
        MADE(node_labels, riwalk_node_labels_build, 4, ids, names, vectors, NULL);
    uint32_t rows[NODES];

    check_made(0, node_labels, riwalk_node_labels_build, 4, ids, names, vectors, NULL);
    write_file("labels", "1 a\n2 b\n1 c\n");
    check_made(0, node_labels, riwalk_node_labels_read, "labels", towns, &reading);
    check_allocations(-1, riwalk_classify_split(labels, 1, 0, rows, &failure));
}

TEST(classes_fail_without_memory)
{
    static const char *const names[] = {"c0", "c1", "c2"};
    const double ratio = 0.5;
    const char *classes[68];
    riwalk_classify_options options =
        WITH(riwalk_classify_options, it.repeats = 2, it.run.threads = 2,
             it.scale = RIWALK_NORMALIZATION_STANDARD);
    riwalk_classify_options tuned = BUT(options, it.folds = 2);
    scoped_graph *graph = karate();
    scoped_vectors *v = vectors_for(graph);
    riwalk_classify_scores scores[2];
    riwalk_transfer_scores transfer = {.size = sizeof transfer};
    uint32_t found[34];
    double values[34 * 3];

    for (uint32_t i = 0; i < 68; i++) /* some nodes have two */
        classes[i] = i < 34 || i % 10 == 0 ? names[i % 3] : NULL;
    scoped_node_labels *labels = labels_of(v, 68, classes);
    check_allocations(9, riwalk_classify(v, labels, &ratio, 1, &options, scores, &failure));
    check_allocations(9, riwalk_classify_predict(v, labels, &options, found, &failure));
    check_allocations(9, riwalk_classify_decide(v, labels, &tuned, values, NULL, &failure));
    check_allocations(9, riwalk_transfer(v, labels, labels, &options, &transfer, &failure));
    check_allocations(9,
                      riwalk_transfer_between(v, labels, v, labels, &options, &transfer, &failure));
}

TEST(pictures_fail_without_memory)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 3, 2, 4, 5};
    scoped_graph *graph = generate(RIWALK_GENERATOR_KARATE_MIRRORED, 0);
    riwalk_layout_options layout = WITH(riwalk_layout_options, it.iterations = 1);
    riwalk_status status = RIWALK_STATUS_MEMORY;
    long before = rw_memory_blocks();
    char texts[68][8];
    const char *names[68];
    uint32_t classes[68];
    double places[2 * 68];

    for (uint32_t i = 0; i < 68; i++) {
        snprintf(texts[i], sizeof texts[i], "n%u", i);
        names[i] = texts[i];
        classes[i] = i % 13 == 12 ? RIWALK_NO_CLASS : i % 13;
        places[2 * i] = i * 29 % 68;
        places[2 * i + 1] = i * 7 % 68;
    }
    riwalk_plot_options options =
        WITH(riwalk_plot_options, it.title = "Points", it.names = names, it.classes = classes,
             it.class_names = names, it.class_count = 12);
    riwalk_plot_options unnamed = BUT(options, it.names = NULL);
    check_allocations_of(0, !access("p.svg", F_OK), assert_int_equal(unlink("p.svg"), 0),
                         riwalk_plot_points(68, places, "p.svg", &options, &failure));
    check_allocations(0, riwalk_layout(graph, &layout, places, &failure));
    check_allocations_of(0, !access("g.svg", F_OK), assert_int_equal(unlink("g.svg"), 0),
                         riwalk_plot_graph(graph, places, "g.svg", &unnamed, &failure));
    for (long permitted = 0; status; permitted++) { /* the graph keeps what is made for it */
        riwalk_graph *arcs = build(7, 5, ends, NULL, true);

        rw_memory_permit(permitted);
        status = riwalk_layout(arcs, &layout, places, NULL);
        rw_memory_permit(-1);
        riwalk_graph_free(arcs);
        assert_true(!status || status == RIWALK_STATUS_MEMORY);
        assert_int_equal(rw_memory_blocks(), before);
    }
}

/* ---- Roles ---- */

static int go_on(const riwalk_anchor_walks *walks, void *data)
{
    return 0;
}

static riwalk_status use_sampler(const riwalk_graph *graph, int kind, riwalk_error *error)
{
    scoped_sampler *sampler = NULL;
    scoped_profile *profile = NULL;
    scoped_roles *roles = NULL;
    riwalk_options options =
        WITH(riwalk_options, it.view.identifier = (riwalk_identifier)kind, it.run.threads = 2);
    riwalk_status status;

    if (!(status = riwalk_sampler_create(graph, &options, &sampler, error)) &&
        !(status = riwalk_walks_each(sampler, go_on, NULL, error)) &&
        !(status = riwalk_roles_find(sampler, &roles, error)) &&
        !(status = riwalk_profile_find(sampler, 1, &profile, error)))
        status = riwalk_walks_write(sampler, "/dev/null", false, error);
    return status;
}

TEST(walks_and_features_fail_without_memory)
{
    scoped_graph *graph = reference_graph(8, 1, 100), *club = karate();
    scoped_graph *heavy = vary(club, true, true), *typed = ring();
    riwalk_options options = WITH(riwalk_options, it.run.threads = 1);
    riwalk_options refex =
        WITH(riwalk_options, it.method = RIWALK_METHOD_REFEX, it.run.threads = 2);
    double factors[RIWALK_MAX_ROLES * RIWALK_EXPLAINING_MEASURES];
    scoped_vectors *roles = embed_as(club, options_of("method=rolx dimensions=3"));

    ok(riwalk_graph_set_types(typed, kinds, &failure));
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, typed, &options);
    for (int kind = 0; kind < 4; kind++)
        check_allocations(20, use_sampler(graph, kind, &failure));
    check_made(0, profiles, riwalk_profiles_find, sampler);
    check_made(0, features, riwalk_features_find, heavy, &refex);
    check_allocations(0, riwalk_memberships_explain(club, roles, NULL, factors, &failure));
}

TEST(descriptions_fail_without_memory)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 1, 3, 3, 4, 4, 3};
    static const float weights[] = {1, 2, 3, 4, 5, 6};
    static const char *const id = "1", *const name = "a";

    for (int c = 0; c < 3; c++) { /* all roles, a cut of the tree, arcs with weights */
        riwalk_describe_options options = WITH(riwalk_describe_options, it.run.threads = 1,
                                               it.most_roles = 3, it.roles = c == 1 ? 2 : 0);
        scoped_graph *graph = build(6, c == 2 ? 6 : 5, ends, c == 2 ? weights : NULL, c == 2);

        riwalk_description_free(
            MADE(description, riwalk_describe, graph, NULL, NULL)); /* skeleton */
        check_made(20, description, riwalk_describe, graph, NULL, &options);
    }
    scoped_graph *graph = karate();
    scoped_description *usual = MADE(description, riwalk_describe, graph, NULL, NULL);
    scoped_node_labels *labels = MADE(node_labels, riwalk_node_labels_build, 1, &id, &name,
                                      riwalk_description_vectors(usual), NULL);
    riwalk_report_options report =
        WITH(riwalk_report_options, it.run.threads = 1, it.labels = labels);
    check_allocations(40, riwalk_report_write(usual, "/dev/null", &report, &failure));
}

/* ---- Several graphs ---- */

TEST(alignments_fail_without_memory)
{
    scoped_graph *graph = GRAPH(4, 0, 1, 1, 2, 2, 3, 3, 1);
    scoped_graph *broom = JOINED(152, 151, i < 150 ? 0 : 150, i + 1); /* leaves share walks */
    riwalk_known_pair known = {0, 0}, *pairs = NULL;
    riwalk_align_options options = WITH(riwalk_align_options, it.run.threads = 1, it.known = &known,
                                        it.known_count = 1, it.one_to_one = true);
    uint32_t count;

    check_made(10, alignment, riwalk_align, graph, graph, &options);
    options.known_count = 0;
    check_made(10, alignment, riwalk_align, broom, broom, &options);
    write_file("pairs", "0 0\n1 1");
    check_allocations_of(3, pairs, (riwalk_bytes_free(pairs), pairs = NULL),
                         riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
}

TEST(trackings_fail_without_memory)
{
    scoped_graph *graph = GRAPH(4, 0, 1, 1, 2, 2, 0, 2, 3);
    const riwalk_graph *const graphs[] = {graph, graph};
    riwalk_track_options options = WITH(riwalk_track_options, it.run.threads = 1, it.roles = 2);
    riwalk_snapshots_options columns =
        WITH(riwalk_snapshots_options, it.run.threads = 1, it.window = "1");
    riwalk_snapshots_options attributes = BUT(columns, it.header = "t", it.window = "7d");
    scoped_tracking *tracking = MADE(tracking, riwalk_track, graphs, 2, &options);
    riwalk_changed_node *changed = NULL;
    size_t count;

    check_made(10, tracking, riwalk_track, graphs, 2, &options);
    write_file("edges", "a b 1\nb c 2\n");
    check_made(10, snapshots, riwalk_snapshots_read, "edges", &columns);
    write_file("edges", "<graphml><key id='k' for='edge' attr.name='t'><default>2026-01-08"
                        "</default></key><graph><edge source='a' target='b'><data key='k'>"
                        "2026-01-01</data></edge><edge source='b' target='c'/></graph></graphml>");
    check_made(10, snapshots, riwalk_snapshots_read, "edges", &attributes);
    check_allocations(3, riwalk_tracking_plot(tracking, NULL, "flows.svg", NULL, &failure));
    check_allocations(3, riwalk_tracking_report(tracking, NULL, "flows.html", NULL, &failure));
    check_allocations_of(0, changed, (riwalk_bytes_free(changed), changed = NULL),
                         riwalk_tracking_changed(tracking, 1, &changed, &count, &failure));
}

/* ---- Models and parts ---- */

static riwalk_status use_model(const riwalk_graph *graph, const riwalk_options *s,
                               riwalk_error *error)
{
    scoped_vectors *vectors = NULL, *again = NULL;
    scoped_model *model = NULL, *read = NULL;
    riwalk_status status;
    uint64_t sum;

    if (!(status = riwalk_embed(&graph, 1, NULL, s, &vectors, &model, NULL, error)) &&
        !(status = riwalk_model_checksum(model, &sum, error)) &&
        !(status = riwalk_model_write(model, "model.rwm", error)) &&
        !(status = riwalk_model_read("model.rwm", &read, error)))
        status = riwalk_model_transform(read, &graph, 1, NULL, NULL, &again, NULL, error);
    return status;
}

TEST(models_fail_without_memory)
{
    scoped_graph *graph = karate(), *before = ring(), *after = NULL;
    const riwalk_graph *graphs[1];

    for (int trainer = 0; trainer < 2; trainer++) {
        riwalk_options s = WITH(riwalk_options, it.trainer = (riwalk_trainer)trainer, it.walks = 4,
                                it.dimensions = 3, it.epochs = 1, it.run.threads = 1);

        check_allocations(0, use_model(graph, &s, &failure));
    }
    riwalk_options s = options_of("trainer=factor walks=5 radius=2 walk-length=4 dimensions=4");
    scoped_model *model = learn(before, &s, NULL);
    scoped_vectors *old = transform(model, before, NULL, NULL);
    riwalk_transform_options options =
        WITH(riwalk_transform_options, it.run.threads = 1, it.before = before, it.vectors = old);
    write_file("changes", "- a f\n+ d x\n");
    ok(riwalk_graph_change(before, "changes", &after, NULL, &failure));
    graphs[0] = after;
    check_making(0, riwalk_vectors,
                 riwalk_model_transform(model, graphs, 1, NULL, &options, &made, NULL, &failure));
}

TEST(parts_fail_without_memory)
{
    static const char *const path = "p.rwp";
    scoped_graph *graph = make_graph(30, 2);
    const riwalk_graph *graphs[] = {graph};
    riwalk_options options =
        WITH(riwalk_options, riwalk_options_preset(&it, RIWALK_PRESET_BEST),
             it.view.role_anchor = RIWALK_ROLE_ANCHOR_BOTH, it.dimensions = 32, it.run.threads = 1);

    for (int narrow = 0; narrow < 2; narrow++) { /* a class has no dimension left */
        if (narrow)
            options = WITH(riwalk_options, it.trainer = RIWALK_TRAINER_FACTOR, it.dimensions = 1,
                           it.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP,
                           it.view.classes = RIWALK_DEGREE_CLASSES_SHARE, it.run.threads = 1);
        scoped_part *part = MADE(part, riwalk_part_find, graphs, 1, NULL, &options, 0, 30);
        void *data = NULL;
        size_t size;

        check_made(0, part, riwalk_part_find, graphs, 1, NULL, &options, 0, 30);
        check_allocations_of(0, data, (riwalk_bytes_free(data), data = NULL),
                             riwalk_part_write_to(part, riwalk_to_memory(&data, &size), &failure));
        check_allocations(0, riwalk_part_write(part, path, &failure));
        check_made(0, part, riwalk_part_read, path);
        check_making(0, riwalk_model,
                     riwalk_parts_fit_files(&path, 1, NULL, &made, NULL, &failure));
    }
}
