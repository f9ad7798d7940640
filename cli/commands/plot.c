/* SPDX-License-Identifier: MIT */
/* riwalk plot: a picture of vectors, or of a graph coloured by the vectors of its nodes. */
#include "cli.h"

#define SCALE_AUTO (-1)

/* Besides cli_given, whose vectors or graph may be NULL, not both. */
static const char *places_path;
static uint32_t cluster_count, iterations; /* 0: auto */
static int scale;                          /* SCALE_AUTO, or a riwalk_normalization */
static riwalk_project_options projecting;
static riwalk_plot_options look;

/* Tags: what an option needs to have an effect. */
enum {
    FOR_ALL,
    FOR_POINTS,     /* a picture of vectors */
    FOR_VECTORS,    /* VECTORS, as points or as colours */
    FOR_TSNE,       /* points by t-SNE */
    FOR_MOVING,     /* steps: t-SNE and graphs */
    FOR_CHANCE,     /* random numbers: clusters, t-SNE and graphs */
    FOR_PNG,        /* pictures of pixels */
    FOR_LOOKING_UP, /* ids of one file that are looked up in another */
};

static const cli_choice formats[] = {
    {"auto", RIWALK_PICTURE_FORMAT_AUTO, NULL},
    {"svg", RIWALK_PICTURE_FORMAT_SVG, NULL},
    {"png", RIWALK_PICTURE_FORMAT_PNG, NULL},
    {"pdf", RIWALK_PICTURE_FORMAT_PDF, NULL},
    {0},
};

static const cli_choice projections[] = {
    {"pca", RIWALK_PROJECTION_PCA, "the two directions of largest variance"},
    {"tsne", RIWALK_PROJECTION_TSNE, "neighbours stay neighbours, far distances mean little",
     "t-sne"},
    {0},
};

static const cli_choice when[] = {
    {"auto", RIWALK_POINT_LABELS_AUTO, NULL},
    {"always", RIWALK_POINT_LABELS_ALWAYS, NULL},
    {"never", RIWALK_POINT_LABELS_NEVER, NULL},
    {0},
};

static const cli_choice normalizations[] = {
    {"auto", SCALE_AUTO, "unit for the colours of a graph, else none"},
    CLI_NORMALIZATIONS,
    {0},
};

static cli_option arguments[] = {
    {CLI_READ("input", "VECTORS"), .store = &cli_given.vectors, .optional = true,
     .help = "file of vectors; '-' is standard input; may be left out with --graph"},
};

static cli_option options[] = {
    {CLI_OUTPUT, .required = true,
     .help = "picture to write: .svg, .png or .pdf; '-' is standard output"},
    {CLI_READ("graph", "GRAPH"), .store = &cli_given.graph, .basic = true,
     .help = "draw this graph with coloured nodes instead of the vectors as points"},
    {CLI_LABELS, .help = "colour by these labels: lines of 'id label'"},
    {CLI_NUMBER("clusters"), .letter = 'k', .store = &cluster_count, .minimum = 1,
     .choices = CLI_WORD("auto", 0,
                         "with --graph and without --labels 2 to 12, by the silhouette; else none"),
     .basic = true, .help = "colour by N clusters of the vectors (k-means)"},
    {CLI_PREFIX, .tag = FOR_LOOKING_UP},
    {CLI_WRITE("places", "FILE"), .store = &places_path, .aliases = "coordinates",
     .help = "also write the coordinates: lines of 'id x y'; with --graph to .gexf, .graphml or "
             ".json: the graph as it is drawn, for Gephi and others"},
    {CLI_SEED, .store = &projecting.seed, .tag = FOR_CHANCE,
     .help = "seed of clusters, of t-SNE and of the layout of graphs"},
};

static cli_option place_options[] = {
    {CLI_ONE_OF("projection", "NAME", projections), .store = &projecting.projection,
     .tag = FOR_POINTS, .basic = true, .help = "how vectors become points"},
    {CLI_NORMALIZE_BY(normalizations), .store = &scale, .tag = FOR_VECTORS},
    {CLI_DECIMAL("perplexity"), .store = &projecting.perplexity, .least = 1, .most = 1e6,
     .tag = FOR_TSNE, .basic = true,
     .help = "t-SNE: effective number of neighbours; at most a third of all"},
    {CLI_NUMBER("iterations"), .store = &iterations, .minimum = 1, .maximum = 100000,
     .choices = CLI_WORD("auto", 0, "1000 for t-SNE, 500 for graphs"), .tag = FOR_MOVING,
     .help = "iterations of t-SNE and of the layout of graphs"},
    {CLI_DECIMAL("exaggeration"), .store = &projecting.exaggeration, .least = 1, .most = 1000,
     .tag = FOR_TSNE, .help = "t-SNE: how much stronger neighbours attract at the beginning"},
    {CLI_DECIMAL("theta"), .store = &projecting.theta, .least = 0, .most = 1,
     .choices = CLI_WORD("auto", -1, "0 up to 1000 vectors, else 0.5"), .aliases = "angle",
     .tag = FOR_TSNE, .help = "t-SNE: how coarsely far points are grouped; 0 is exact"},
};

static cli_option look_options[] = {
    {CLI_TO(formats), .store = &look.format},
    {CLI_TEXT("title", "TEXT"), .store = &look.title, .basic = true,
     .help = "title above the picture"},
    {CLI_ONE_OF("point-labels", "WHEN", when), .store = &look.point_labels,
     .help = "write ids beside points; auto: up to 200, where they fit; in larger graphs those of "
             "the main nodes of each class"},
    {CLI_NUMBER("width"), .store = &look.width, .minimum = 100, .maximum = 10000,
     .help = "width in pixels"},
    {CLI_NUMBER("height"), .store = &look.height, .minimum = 100, .maximum = 10000,
     .help = "height in pixels"},
    {CLI_DECIMAL("resolution"), .store = &look.resolution, .least = 0.1, .most = 10, .tag = FOR_PNG,
     .help = "PNG: dots per pixel"},
};

static void prepare(void)
{
    scale = SCALE_AUTO;
    riwalk_project_options_init(&projecting);
    riwalk_plot_options_init(&look);
}

static const cli_group place_group = CLI_GROUP("Places", place_options, NULL, false);
static const cli_group look_group = CLI_GROUP("Looks", look_options, NULL, false);

static riwalk_picture_format picture_format(void)
{
    return look.format ? look.format : riwalk_picture_format_of(cli_given.out);
}

/* What is missing for an option to have an effect; NULL: nothing. */
static const char *lacks(const cli_option *option, bool reading)
{
    bool drawn = cli_given.graph, placed = cli_given.vectors, labelled = cli_given.labels;
    bool tsne = projecting.projection == RIWALK_PROJECTION_TSNE;
    const struct {
        bool met;
        const char *what;
    } needs[] = {
        [FOR_ALL] = {!reading || drawn, "--graph"},
        [FOR_POINTS] = {!drawn, "a picture of VECTORS, without --graph"},
        [FOR_VECTORS] = {placed && !(drawn && labelled),
                         placed ? "clusters, not with --graph and --labels" : "VECTORS"},
        [FOR_TSNE] = {tsne && !drawn, "--projection tsne, without --graph"},
        [FOR_MOVING] = {drawn || tsne, "--projection tsne or --graph"},
        [FOR_CHANCE] = {drawn || tsne || cluster_count, "--clusters, --projection tsne or --graph"},
        [FOR_PNG] = {picture_format() == RIWALK_PICTURE_FORMAT_PNG, "PNG pictures"},
        [FOR_LOOKING_UP] = {labelled || (drawn && placed), "--labels, or VECTORS and a --graph"},
    };

    return needs[option->tag].met ? NULL : needs[option->tag].what;
}

/* Refuses combinations that make no sense, and options that would have no effect. */
static void check(void)
{
    if (!cli_given.vectors && !cli_given.graph)
        cli_usage("there is nothing to draw: give VECTORS, or a --graph");
    cli_check_outputs();
    if (places_path && !cli_given.graph && cli_holds_look(places_path))
        cli_usage("--places %s takes the drawing of a graph: name the graph with --graph",
                  places_path);
    if (cluster_count && (cli_given.labels || !cli_given.vectors))
        cli_usage(cli_given.labels ? "--clusters and --labels both give colours; choose one"
                                   : "--clusters needs VECTORS");
    if (!picture_format())
        cli_usage("cannot tell the picture format of '%s': use a name that ends in .svg, "
                  ".png or .pdf, or --to",
                  cli_given.out);
    cli_try(riwalk_picture_format_check(picture_format(), &cli_error));
    CLI_EACH (option, cli_running) {
        const char *what = lacks(option, *each_group == &cli_read_plain_group);

        if (option->changed && what)
            cli_usage("--%s needs %s", option->name, what);
    }
}

/* What is drawn: an item for each vector, or for each node of the graph. */
static riwalk_vectors *vectors;
static riwalk_graph *graph;        /* NULL: a picture of the vectors */
static riwalk_node_labels *labels; /* NULL: none */
static riwalk_node_labels_summary summary;
static uint32_t count;     /* items */
static uint32_t *rows;     /* [items]: its vector, or RIWALK_NO_CLASS */
static uint32_t *classes;  /* [items]; NULL: all alike */
static const char **roles; /* [classes] */
static double *places;

/* ---- Reading ---- */

/* Names the items, and finds their vectors. */
static void find_rows(void)
{
    const char **names, *prefix;
    uint32_t missing = 0;

    CLI_ALLOC(names, count);
    CLI_ALLOC(rows, count);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = names[i] =
            cli_text_of("%s", graph ? cli_node_name(graph, i) : cli_row_name(vectors, i));

        rows[i] = graph ? RIWALK_NO_CLASS : i;
        if (graph && !riwalk_vectors_find(vectors, name, strlen(name), &rows[i]) &&
            cli_given.prefix) {
            name = cli_text_of("%s:%s", cli_given.prefix, name);
            riwalk_vectors_find(vectors, name, strlen(name), &rows[i]);
        }
        missing += rows[i] == RIWALK_NO_CLASS;
    }
    if (missing == count && count && (prefix = cli_find_prefix(vectors, names[0])))
        cli_fail("none of the graph's nodes has a vector in %s; try --prefix %s", cli_given.vectors,
                 prefix);
    if (missing == count)
        cli_fail("none of the graph's nodes has a vector in %s; where several graphs were embedded "
                 "together, --prefix NAME says which one it is",
                 cli_given.vectors);
    if (missing)
        cli_note("no vector for %u node%s: drawn in grey", missing, CLI_S(missing));
    look.names = names;
}

static void read_graph(void)
{
    graph = cli_read_graph(cli_given.graph);
    cli_warn_dropped_edges(graph, false);
    /* Check before the work on labels and clusters. */
    if (riwalk_graph_node_count(graph) > RIWALK_LAYOUT_MAX_NODES ||
        riwalk_graph_edge_count(graph) > RIWALK_LAYOUT_MAX_EDGES)
        cli_fail("%s: %u nodes and %" PRIu64 " edges are too many for a picture of a graph (at "
                 "most %u and %" PRIu64 "); without --graph the vectors are drawn as points",
                 cli_given.graph, riwalk_graph_node_count(graph), riwalk_graph_edge_count(graph),
                 RIWALK_LAYOUT_MAX_NODES, RIWALK_LAYOUT_MAX_EDGES);
}

static void read_files(void)
{
    vectors = cli_given.vectors ? cli_read_vectors(cli_given.vectors) : NULL;
    graph = NULL;
    if (cli_given.graph)
        read_graph();
    count = graph ? riwalk_graph_node_count(graph) : riwalk_vectors_count(vectors);
    if (!vectors)
        vectors = cli_graph_rows(graph);
    find_rows();
    labels = cli_given.labels ? cli_read_labels(vectors, &summary) : NULL;
}

/* ---- Colours ---- */

static uint32_t *count_classes(void)
{
    uint32_t *sizes;

    CLI_ALLOC(sizes, look.class_count);
    for (uint32_t i = 0; i < count; i++)
        if (classes[i] != RIWALK_NO_CLASS)
            sizes[classes[i]]++;
    return sizes;
}

/* Renumbers clusters by falling size. */
static void number_clusters(void)
{
    uint32_t *sizes = count_classes(), *numbers;

    CLI_ALLOC(numbers, look.class_count);
    for (uint32_t c = 0; c < look.class_count; c++)
        for (uint32_t other = 0; other < look.class_count; other++)
            numbers[c] += sizes[other] > sizes[c] || (other < c && sizes[other] == sizes[c]);
    for (uint32_t i = 0; i < count; i++)
        if (classes[i] != RIWALK_NO_CLASS)
            classes[i] = numbers[classes[i]];
}

/* Sets the role of each class, "role 1" or a label, and its text in the legend, "role 1 (412)".
 * Classes without items have no text. */
static void name_classes(void)
{
    uint32_t *sizes = count_classes();
    const char **texts;

    CLI_ALLOC(roles, look.class_count);
    CLI_ALLOC(texts, look.class_count);
    for (uint32_t c = 0; c < look.class_count; c++) {
        roles[c] = labels ? riwalk_node_labels_class(labels, c) : cli_text_of("role %u", c + 1);
        if (sizes[c])
            texts[c] = cli_text_of("%s (%u)", roles[c], sizes[c]);
    }
    look.class_names = texts;
}

/* Roles are directions of vectors. So the colours of a graph come from vectors scaled to length 1,
 * unless --normalize says otherwise; points are clustered as they are drawn. */
static riwalk_normalization vectors_scale(bool colours_of_graph)
{
    if (scale != SCALE_AUTO)
        return (riwalk_normalization)scale;
    return colours_of_graph ? RIWALK_NORMALIZATION_UNIT : RIWALK_NORMALIZATION_NONE;
}

static void find_clusters(uint32_t *of_rows)
{
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_cluster_options how;

    riwalk_cluster_options_init(&how);
    how.seed = projecting.seed;
    how.scale = vectors_scale(graph != NULL);
    look.class_count = cluster_count;
    cli_find_clusters(vectors, how, &look.class_count, of_rows, &scores);
}

static void find_labels(uint32_t *of_rows)
{
    const uint32_t *own;

    if (summary.most > 1)
        cli_note("some nodes have several labels: their first one gives the colour");
    look.class_count = summary.classes;
    for (uint32_t row = 0; row < riwalk_vectors_count(vectors); row++)
        of_rows[row] = riwalk_node_labels_of(labels, row, &own) ? own[0] : RIWALK_NO_CLASS;
}

static void color(void)
{
    uint32_t *of_rows;

    classes = NULL;
    if (!labels && !cluster_count && !(graph && cli_given.vectors))
        return;
    CLI_ALLOC(of_rows, riwalk_vectors_count(vectors));
    labels ? find_labels(of_rows) : find_clusters(of_rows);
    CLI_ALLOC(classes, count);
    for (uint32_t i = 0; i < count; i++)
        classes[i] = rows[i] == RIWALK_NO_CLASS ? RIWALK_NO_CLASS : of_rows[rows[i]];
    if (!labels)
        number_clusters();
    name_classes();
    look.classes = classes;
}

/* ---- Places ---- */

static void project(void)
{
    riwalk_project_report report = {.size = sizeof report};
    static char axes[2][64]; /* meaning of each direction */

    projecting.run = cli_run();
    projecting.scale = vectors_scale(false);
    projecting.iterations = iterations ? iterations : projecting.iterations;
    cli_try_in(cli_given.vectors,
               riwalk_project(vectors, &projecting, places, &report, &cli_error));
    if (projecting.projection == RIWALK_PROJECTION_PCA) {
        for (int axis = 0; axis < 2; axis++)
            snprintf(axes[axis], sizeof axes[axis], "component %d: %.0f %% of the variance",
                     axis + 1, 100 * report.shares[axis]);
        look.x_title = axes[0];
        look.y_title = axes[1];
        return;
    }
    if (report.perplexity < projecting.perplexity)
        cli_note("the perplexity is %g instead of %g: there are only %u vectors", report.perplexity,
                 projecting.perplexity, count);
    cli_detail("t-SNE, %s, perplexity %g: divergence %.4f", report.exact ? "exact" : "by a tree",
               report.perplexity, report.divergence);
}

static void lay_out(void)
{
    riwalk_layout_options how;

    riwalk_layout_options_init(&how);
    how.run = cli_run();
    how.seed = projecting.seed;
    how.iterations = iterations ? iterations : how.iterations;
    cli_try(riwalk_layout(graph, &how, places, &cli_error));
}

static void print_places(void)
{
    for (uint32_t i = 0; i < count; i++) {
        cli_put_word(look.names[i]);
        cli_put(" %.9g %.9g\n", places[2 * (size_t)i], places[2 * (size_t)i + 1]);
    }
}

/* Writes the graph as drawn, for other programs. */
static void write_drawn(void)
{
    cli_node_style style = {.places = places};

    if (classes) {
        CLI_ALLOC(style.roles, count);
        CLI_ALLOC(style.colors, count);
    }
    for (uint32_t i = 0; i < count && classes; i++) {
        if (classes[i] != RIWALK_NO_CLASS)
            style.roles[i] = roles[classes[i]];
        style.colors[i] = riwalk_class_color(classes[i]);
    }
    cli_write_graph(graph, places_path, RIWALK_FORMAT_AUTO, &style);
}

/* ---- The picture ---- */

static void expect_stages(void)
{
    if (cli_given.vectors)
        cli_expect("reading:0.2");
    if (cli_given.graph)
        cli_expect("GRAPHS:0.1");
    if (!cli_given.labels && (cluster_count || (cli_given.graph && cli_given.vectors)))
        cli_expect_clusters(cluster_count);
    cli_expect(cli_given.graph ? "placing:10" : "finding neighbours:5 placing:10");
}

static void run(void)
{
    double start;

    check();
    expect_stages();
    read_files();
    color();
    start = rw_os_seconds();
    CLI_ALLOC(places, 2 * (size_t)count);
    graph ? lay_out() : project();
    cli_detail("placed %u %s in %.2f s", count, graph ? "nodes" : "vectors",
               rw_os_seconds() - start);
    if (places_path && cli_holds_look(places_path))
        write_drawn();
    else
        cli_write_text(places_path, print_places);
    look.files = cli_files();
    cli_try(graph ? riwalk_plot_graph(graph, places, cli_given.out, &look, &cli_error)
                  : riwalk_plot_points(count, places, cli_given.out, &look, &cli_error));
    cli_note_written("%u %s", count, graph ? "nodes" : "points");
}

const cli_command cli_plot_command = {
    .name = "plot",
    .summary = "Draw vectors, or a graph coloured by them, as SVG, PNG or PDF.",
    .description = "Without --graph every vector is a point, coloured by --labels or --clusters. "
                   "With --graph the command draws a small graph, its nodes coloured by labels or "
                   "by clusters of their vectors. The same input and seed give the same picture.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), &place_group, &look_group,
               &cli_read_plain_group, CLI_WORKING},
    .examples = "riwalk plot vectors.txt --labels roles.txt -o vectors.svg\n"
                "riwalk plot vectors.txt --graph club.txt -k 8 -o club.png\n"
                "riwalk plot vectors.txt --graph club.txt -o club.svg --places club.gexf\n"
                "riwalk plot vectors.npy --labels roles.txt --projection tsne -o vectors.pdf\n",
    .run = run,
};
