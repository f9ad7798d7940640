/* SPDX-License-Identifier: MIT */
/* The table of options of riwalk plot. */
#include "plot_options.h"

#include "cli.h"

cli_plot_given cli_plot;

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
    {"auto", CLI_PLOT_SCALE_AUTO, "unit for the colours of a graph, else none"},
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
    {CLI_NUMBER("clusters"), .letter = 'k', .store = &cli_plot.clusters, .minimum = 1,
     .choices = CLI_WORD("auto", 0,
                         "with --graph and without --labels 2 to 12, by the silhouette; else none"),
     .basic = true, .help = "colour by N clusters of the vectors (k-means)"},
    {CLI_PREFIX, .tag = FOR_LOOKING_UP},
    {CLI_WRITE("places", "FILE"), .store = &cli_plot.places, .aliases = "coordinates",
     .help = "also write the coordinates: lines of 'id x y'; with --graph to .gexf, .graphml or "
             ".json: the graph as it is drawn, for Gephi and others"},
    {CLI_SEED, .store = &cli_plot.project.seed, .tag = FOR_CHANCE,
     .help = "seed of clusters, of t-SNE and of the layout of graphs"},
};

static cli_option place_options[] = {
    {CLI_ONE_OF("projection", "NAME", projections), .store = &cli_plot.project.projection,
     .tag = FOR_POINTS, .basic = true, .help = "how vectors become points"},
    {CLI_NORMALIZE_BY(normalizations), .store = &cli_plot.scale, .tag = FOR_VECTORS},
    {CLI_DECIMAL("perplexity"), .store = &cli_plot.project.perplexity, .least = 1, .most = 1e6,
     .tag = FOR_TSNE, .basic = true,
     .help = "t-SNE: effective number of neighbours; at most a third of all"},
    {CLI_NUMBER("iterations"), .store = &cli_plot.iterations, .minimum = 1, .maximum = 100000,
     .choices = CLI_WORD("auto", 0, "1000 for t-SNE, 500 for graphs"), .tag = FOR_MOVING,
     .help = "iterations of t-SNE and of the layout of graphs"},
    {CLI_DECIMAL("exaggeration"), .store = &cli_plot.project.exaggeration, .least = 1, .most = 1000,
     .tag = FOR_TSNE, .help = "t-SNE: how much stronger neighbours attract at the beginning"},
    {CLI_DECIMAL("theta"), .store = &cli_plot.project.theta, .least = 0, .most = 1,
     .choices = CLI_WORD("auto", -1, "0 up to 1000 vectors, else 0.5"), .aliases = "angle",
     .tag = FOR_TSNE, .help = "t-SNE: how coarsely far points are grouped; 0 is exact"},
};

static cli_option look_options[] = {
    {CLI_TO(formats), .store = &cli_plot.plot.format},
    {CLI_TEXT("title", "TEXT"), .store = &cli_plot.plot.title, .basic = true,
     .help = "title above the picture"},
    {CLI_ONE_OF("point-labels", "WHEN", when), .store = &cli_plot.plot.point_labels,
     .help = "write ids beside points; auto: up to 200, where they fit; in larger graphs those of "
             "the main nodes of each class"},
    {CLI_NUMBER("width"), .store = &cli_plot.plot.width, .minimum = 100, .maximum = 10000,
     .help = "width in pixels"},
    {CLI_NUMBER("height"), .store = &cli_plot.plot.height, .minimum = 100, .maximum = 10000,
     .help = "height in pixels"},
    {CLI_DECIMAL("resolution"), .store = &cli_plot.plot.resolution, .least = 0.1, .most = 10,
     .tag = FOR_PNG, .help = "PNG: dots per pixel"},
};

static void prepare(void)
{
    cli_plot.scale = CLI_PLOT_SCALE_AUTO;
    riwalk_project_options_init(&cli_plot.project);
    riwalk_plot_options_init(&cli_plot.plot);
}

static const cli_group place_group = CLI_GROUP("Places", place_options, NULL, false);
static const cli_group look_group = CLI_GROUP("Looks", look_options, NULL, false);

static riwalk_picture_format picture_format(void)
{
    return cli_plot.plot.format ? cli_plot.plot.format : riwalk_picture_format_of(cli_given.out);
}

/* What is missing for an option to have an effect; NULL: nothing. */
static const char *lacks(const cli_option *option, bool reading)
{
    bool graph = cli_given.graph, vectors = cli_given.vectors, labels = cli_given.labels;
    bool tsne = cli_plot.project.projection == RIWALK_PROJECTION_TSNE;
    const struct {
        bool met;
        const char *what;
    } needs[] = {
        [FOR_ALL] = {!reading || graph, "--graph"},
        [FOR_POINTS] = {!graph, "a picture of VECTORS, without --graph"},
        [FOR_VECTORS] = {vectors && !(graph && labels),
                         vectors ? "clusters, not with --graph and --labels" : "VECTORS"},
        [FOR_TSNE] = {tsne && !graph, "--projection tsne, without --graph"},
        [FOR_MOVING] = {graph || tsne, "--projection tsne or --graph"},
        [FOR_CHANCE] = {graph || tsne || cli_plot.clusters,
                        "--clusters, --projection tsne or --graph"},
        [FOR_PNG] = {picture_format() == RIWALK_PICTURE_FORMAT_PNG, "PNG pictures"},
        [FOR_LOOKING_UP] = {labels || (graph && vectors), "--labels, or VECTORS and a --graph"},
    };

    return needs[option->tag].met ? NULL : needs[option->tag].what;
}

/* Refuses options that would have no effect. */
static void check_used(void)
{
    CLI_EACH (option, cli_running) {
        const char *what = lacks(option, *each_group == &cli_read_plain_group);

        if (option->changed && what)
            cli_usage("--%s needs %s", option->name, what);
    }
}

void cli_plot_check(void)
{
    if (!cli_given.vectors && !cli_given.graph)
        cli_usage("there is nothing to draw: give VECTORS, or a --graph");
    cli_check_outputs();
    if (cli_plot.places && !cli_given.graph && cli_holds_look(cli_plot.places))
        cli_usage("--places %s takes the drawing of a graph: name the graph with --graph",
                  cli_plot.places);
    if (cli_plot.clusters && (cli_given.labels || !cli_given.vectors))
        cli_usage(cli_given.labels ? "--clusters and --labels both give colours; choose one"
                                   : "--clusters needs VECTORS");
    if (!picture_format())
        cli_usage("cannot tell the picture format of '%s': use a name that ends in .svg, "
                  ".png or .pdf, or --to",
                  cli_given.out);
    cli_try(riwalk_picture_format_check(picture_format(), &cli_error));
    check_used();
}

const cli_command cli_plot_command = {
    .name = "plot",
    .summary = "Draw vectors, or a graph coloured by them, as SVG, PNG or PDF.",
    .description = "Without --graph every vector is a point, coloured by --labels or --clusters. "
                   "With --graph the command draws a small graph, its nodes coloured by labels or "
                   "by clusters of their vectors. The same input and seed give the same picture.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), &place_group, &look_group,
               &cli_read_plain_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk plot vectors.txt --labels roles.txt -o vectors.svg\n"
                "riwalk plot vectors.txt --graph club.txt -k 8 -o club.png\n"
                "riwalk plot vectors.txt --graph club.txt -o club.svg --places club.gexf\n"
                "riwalk plot vectors.npy --labels roles.txt --projection tsne -o vectors.pdf\n",
    .run = cli_plot_run,
};
