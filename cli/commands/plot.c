/* SPDX-License-Identifier: MIT */
/* riwalk plot: a picture of vectors, or of a graph coloured by the vectors of its nodes. */
#include "cli.h"
#include "plot_options.h"

/* What is drawn: an item for each vector, or for each node of the graph. */
typedef struct picture {
    riwalk_vectors *vectors;
    riwalk_graph *graph;        /* NULL: a picture of the vectors */
    riwalk_node_labels *labels; /* NULL: none */
    riwalk_node_labels_summary summary;
    uint32_t count;    /* items */
    uint32_t *rows;    /* [items]: its vector, or RIWALK_NO_CLASS */
    uint32_t *classes; /* [items]; NULL: all alike */
    uint32_t class_count;
    const char **roles; /* [classes] */
    char **class_names; /* [classes]: text in the legend; NULL: no item has the class */
    char **names;       /* [items]; NULL: not wanted */
    double *places;
    char axes[2][64]; /* meaning of each direction; empty: none */
} picture;

static picture drawn;

/* ---- Reading ---- */

/* Names the items, and finds their vectors. */
static int find_rows(picture *p)
{
    uint32_t missing = 0;
    char *longer, *prefix;

    CLI_ALLOC(p->names, p->count);
    CLI_ALLOC(p->rows, p->count);
    for (uint32_t i = 0; i < p->count; i++) {
        const char *name = p->names[i] =
            cli_text_of("%s", p->graph ? cli_node_name(p->graph, i) : cli_row_name(p->vectors, i));

        if (!name)
            return CLI_EXIT_FAILED;
        p->rows[i] = p->graph ? RIWALK_NO_CLASS : i;
        if (p->graph && !riwalk_vectors_find(p->vectors, name, strlen(name), &p->rows[i]) &&
            cli_given.prefix && (longer = cli_text_of("%s:%s", cli_given.prefix, name)))
            riwalk_vectors_find(p->vectors, longer, strlen(longer), &p->rows[i]);
        missing += p->rows[i] == RIWALK_NO_CLASS;
    }
    if (missing == p->count && p->count && (prefix = cli_find_prefix(p->vectors, p->names[0])))
        return cli_fail("none of the graph's nodes has a vector in %s; try --prefix %s",
                        cli_given.vectors, prefix);
    if (missing == p->count)
        return cli_fail("none of the graph's nodes has a vector in %s; where several graphs were "
                        "embedded together, --prefix NAME says which one it is",
                        cli_given.vectors);
    if (missing)
        cli_note("no vector for %u node%s: drawn in grey", missing, CLI_S(missing));
    return CLI_EXIT_FINE;
}

static int read_files(picture *p)
{
    if (cli_given.vectors)
        CLI_MUST(cli_read_vectors(cli_given.vectors, &p->vectors));
    if (cli_given.graph) {
        CLI_MUST(cli_read_graph(cli_given.graph, &p->graph));
        cli_warn_dropped_edges(p->graph, false);
        /* Check before the work on labels and clusters. */
        if (riwalk_graph_node_count(p->graph) > RIWALK_LAYOUT_MAX_NODES ||
            riwalk_graph_edge_count(p->graph) > RIWALK_LAYOUT_MAX_EDGES)
            return cli_fail("%s: %u nodes and %" PRIu64
                            " edges are too many for a picture of a graph (at most %u and %" PRIu64
                            "); without --graph the vectors are drawn as points",
                            cli_given.graph, riwalk_graph_node_count(p->graph),
                            riwalk_graph_edge_count(p->graph), RIWALK_LAYOUT_MAX_NODES,
                            RIWALK_LAYOUT_MAX_EDGES);
    }
    p->count = p->graph ? riwalk_graph_node_count(p->graph) : riwalk_vectors_count(p->vectors);
    if (!p->vectors)
        CLI_MUST(cli_graph_rows(p->graph, &p->vectors));
    CLI_MUST(find_rows(p));
    if (cli_given.labels)
        return cli_read_labels(p->vectors, &p->labels, &p->summary);
    return CLI_EXIT_FINE;
}

/* ---- Colours ---- */

static int count_classes(const picture *p, uint32_t **sizes)
{
    CLI_ALLOC(*sizes, p->class_count);
    for (uint32_t i = 0; i < p->count; i++)
        if (p->classes[i] != RIWALK_NO_CLASS)
            (*sizes)[p->classes[i]]++;
    return CLI_EXIT_FINE;
}

/* Renumbers clusters by falling size. */
static int number_clusters(picture *p)
{
    uint32_t *sizes, *numbers;

    CLI_MUST(count_classes(p, &sizes));
    CLI_ALLOC(numbers, p->class_count);
    for (uint32_t c = 0; c < p->class_count; c++)
        for (uint32_t other = 0; other < p->class_count; other++)
            numbers[c] += sizes[other] > sizes[c] || (other < c && sizes[other] == sizes[c]);
    for (uint32_t i = 0; i < p->count; i++)
        if (p->classes[i] != RIWALK_NO_CLASS)
            p->classes[i] = numbers[p->classes[i]];
    return CLI_EXIT_FINE;
}

/* Sets the role of each class, "role 1" or a label, and its text in the legend, "role 1 (412)".
 * Classes without items have no text. */
static int name_classes(picture *p)
{
    uint32_t *sizes;

    CLI_MUST(count_classes(p, &sizes));
    CLI_ALLOC(p->roles, p->class_count);
    CLI_ALLOC(p->class_names, p->class_count);
    for (uint32_t c = 0; c < p->class_count; c++) {
        p->roles[c] =
            p->labels ? riwalk_node_labels_class(p->labels, c) : cli_text_of("role %u", c + 1);
        if (!p->roles[c] ||
            (sizes[c] && !(p->class_names[c] = cli_text_of("%s (%u)", p->roles[c], sizes[c]))))
            return CLI_EXIT_FAILED;
    }
    return CLI_EXIT_FINE;
}

/* Roles are directions of vectors. So the colours of a graph come from vectors scaled to length 1,
 * unless --normalize says otherwise; points are clustered as they are drawn. */
static riwalk_normalization vectors_scale(bool colours_of_graph)
{
    if (cli_plot.scale != CLI_PLOT_SCALE_AUTO)
        return (riwalk_normalization)cli_plot.scale;
    return colours_of_graph ? RIWALK_NORMALIZATION_UNIT : RIWALK_NORMALIZATION_NONE;
}

static int find_clusters(picture *p, uint32_t *of_rows)
{
    riwalk_cluster_options options;
    riwalk_cluster_scores scores = {.size = sizeof scores};

    riwalk_cluster_options_init(&options);
    options.seed = cli_plot.project.seed;
    options.scale = vectors_scale(p->graph != NULL);
    p->class_count = cli_plot.clusters;
    return cli_find_clusters(p->vectors, options, &p->class_count, of_rows, &scores);
}

static void find_labels(picture *p, uint32_t *of_rows)
{
    const uint32_t *classes;

    if (p->summary.most > 1)
        cli_note("some nodes have several labels: their first one gives the colour");
    p->class_count = p->summary.classes;
    for (uint32_t row = 0; row < riwalk_vectors_count(p->vectors); row++)
        of_rows[row] =
            riwalk_node_labels_of(p->labels, row, &classes) ? classes[0] : RIWALK_NO_CLASS;
}

static int color(picture *p)
{
    uint32_t *of_rows;

    if (!p->labels && !cli_plot.clusters && !(p->graph && cli_given.vectors))
        return CLI_EXIT_FINE;
    CLI_ALLOC(of_rows, riwalk_vectors_count(p->vectors));
    if (p->labels)
        find_labels(p, of_rows);
    else
        CLI_MUST(find_clusters(p, of_rows));
    CLI_ALLOC(p->classes, p->count);
    for (uint32_t i = 0; i < p->count; i++)
        p->classes[i] = p->rows[i] == RIWALK_NO_CLASS ? RIWALK_NO_CLASS : of_rows[p->rows[i]];
    if (!p->labels)
        CLI_MUST(number_clusters(p));
    return name_classes(p);
}

/* ---- Places ---- */

static int project(picture *p)
{
    riwalk_project_options options = cli_plot.project;
    riwalk_project_report report = {.size = sizeof report};

    options.run = cli_run();
    options.scale = vectors_scale(false);
    options.iterations = cli_plot.iterations ? cli_plot.iterations : options.iterations;
    CLI_TRY_IN(cli_given.vectors,
               riwalk_project(p->vectors, &options, p->places, &report, &cli_error));
    if (options.projection == RIWALK_PROJECTION_PCA) {
        for (int axis = 0; axis < 2; axis++)
            snprintf(p->axes[axis], sizeof p->axes[axis], "component %d: %.0f %% of the variance",
                     axis + 1, 100 * report.shares[axis]);
        return CLI_EXIT_FINE;
    }
    if (report.perplexity < options.perplexity)
        cli_note("the perplexity is %g instead of %g: there are only %u vectors", report.perplexity,
                 options.perplexity, p->count);
    cli_detail("t-SNE, %s, perplexity %g: divergence %.4f", report.exact ? "exact" : "by a tree",
               report.perplexity, report.divergence);
    return CLI_EXIT_FINE;
}

static int lay_out(picture *p)
{
    riwalk_layout_options options;

    riwalk_layout_options_init(&options);
    options.run = cli_run();
    options.seed = cli_plot.project.seed;
    options.iterations = cli_plot.iterations ? cli_plot.iterations : options.iterations;
    return cli_try(riwalk_layout(p->graph, &options, p->places, &cli_error));
}

static int place(picture *p)
{
    double start = rw_os_seconds();

    CLI_ALLOC(p->places, 2 * (size_t)p->count);
    CLI_MUST(p->graph ? lay_out(p) : project(p));
    cli_detail("placed %u %s in %.2f s", p->count, p->graph ? "nodes" : "vectors",
               rw_os_seconds() - start);
    return CLI_EXIT_FINE;
}

static int print_places(FILE *to)
{
    const picture *p = &drawn;

    for (uint32_t i = 0; i < p->count; i++) {
        CLI_MUST(cli_put_word(p->names[i], to));
        fprintf(to, " %.9g %.9g\n", p->places[2 * (size_t)i], p->places[2 * (size_t)i + 1]);
    }
    return CLI_EXIT_FINE;
}

/* Writes the graph as drawn, for other programs. */
static int write_drawn(const picture *p)
{
    cli_node_style look = {.places = p->places};

    if (p->classes) {
        CLI_ALLOC(look.roles, p->count);
        CLI_ALLOC(look.colors, p->count);
    }
    for (uint32_t i = 0; i < p->count && p->classes; i++) {
        if (p->classes[i] != RIWALK_NO_CLASS)
            look.roles[i] = p->roles[p->classes[i]];
        look.colors[i] = riwalk_class_color(p->classes[i]);
    }
    return cli_write_graph(p->graph, cli_plot.places, RIWALK_FORMAT_AUTO, &look);
}

/* ---- The picture ---- */

static int draw(const picture *p)
{
    riwalk_plot_options options = cli_plot.plot;

    options.names = (const char *const *)p->names;
    options.classes = p->classes;
    options.class_names = (const char *const *)p->class_names;
    options.class_count = p->class_count;
    options.x_title = *p->axes[0] ? p->axes[0] : NULL;
    options.y_title = *p->axes[1] ? p->axes[1] : NULL;
    options.files = cli_files();
    return cli_try(
        p->graph ? riwalk_plot_graph(p->graph, p->places, cli_given.out, &options, &cli_error)
                 : riwalk_plot_points(p->count, p->places, cli_given.out, &options, &cli_error));
}

static void expect_stages(void)
{
    if (cli_given.vectors)
        cli_expect("reading:0.2");
    if (cli_given.graph)
        cli_expect_graphs(1, 0.1);
    if (!cli_given.labels && (cli_plot.clusters || (cli_given.graph && cli_given.vectors)))
        cli_expect_clusters(cli_plot.clusters);
    if (!cli_given.graph)
        cli_expect("finding neighbours:5");
    cli_expect("placing:10");
}

int cli_plot_run(void)
{
    picture *p = &drawn;

    *p = (picture){0};
    CLI_MUST(cli_plot_check());
    expect_stages();
    CLI_MUST(read_files(p));
    CLI_MUST(color(p));
    CLI_MUST(place(p));
    if (cli_plot.places)
        CLI_MUST(cli_holds_look(cli_plot.places) ? write_drawn(p)
                                                 : cli_write_text(cli_plot.places, print_places));
    CLI_MUST(draw(p));
    cli_note_written("%u %s", p->count, p->graph ? "nodes" : "points");
    return CLI_EXIT_FINE;
}
