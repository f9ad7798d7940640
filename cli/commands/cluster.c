/* SPDX-License-Identifier: MIT */
/* riwalk cluster: k-means over vectors, with its own scores and its agreement with labels. */

#include "cli.h"
#include <math.h>

static struct {
    uint32_t k; /* 0: auto */
    riwalk_cluster_options library;
} given;

static cli_option arguments[] = {
    {CLI_VECTORS},
    {0},
};

static cli_option options[] = {
    {CLI_NUMBER("clusters"), .letter = 'k', .store = &given.k, .minimum = 1,
     .choices = CLI_WORD("auto", 0,
                         "as many as there are --labels; without these 2 to 12, by the silhouette"),
     .help = "number of clusters", .basic = true},
    {CLI_LABELS, .help = "compare the clusters with these labels: lines of 'id label'"},
    {CLI_OUTPUT_AS(CLI_WRITES_BESIDE),
     .help = "also write the cluster of every node: lines of 'id cluster'"},
    {CLI_SEED, .store = &given.library.seed, .help = "seed of the starts"},
    {CLI_NORMALIZE, .store = &given.library.scale},
    {CLI_JSON},
    {CLI_NUMBER("starts"), .store = &given.library.starts, .minimum = 1,
     .help = "runs from different starts; the best is kept"},
    {CLI_NUMBER("iterations"), .store = &given.library.iterations, .minimum = 1,
     .help = "largest number of iterations of a run"},
    {CLI_NUMBER("silhouette-sample"), .store = &given.library.sample, .minimum = 2,
     .help = "compute the silhouette from at most this many nodes"},
    {CLI_PREFIX},
    {0},
};

CLI_PREPARE(riwalk_cluster_options_init(&given.library))

/* The input of clustering, and its results. */
typedef struct clustering {
    riwalk_vectors *vectors;
    riwalk_node_labels *labels; /* NULL: none */
    uint32_t *clusters;
    riwalk_cluster_scores scores;
    riwalk_agreement agreement;
} clustering;

static int print_table(const clustering *c)
{
    const riwalk_cluster_scores *s = &c->scores;

    printf("nodes         %u\n", riwalk_vectors_count(c->vectors));
    printf("clusters      %u\n", given.k);
    printf("inertia       %.6g\n", s->inertia);
    if (isnan(s->silhouette))
        printf("silhouette    not defined\n");
    else if (s->silhouette_rows < riwalk_vectors_count(c->vectors))
        printf("silhouette    %.4f (of %u nodes)\n", s->silhouette, s->silhouette_rows);
    else
        printf("silhouette    %.4f\n", s->silhouette);
    if (!c->labels)
        return CLI_EXIT_FINE;
    printf("homogeneity   %.4f\n", c->agreement.homogeneity);
    printf("completeness  %.4f\n", c->agreement.completeness);
    printf("v-measure     %.4f\n", c->agreement.v_measure);
    printf("adjusted rand %.4f\n", c->agreement.adjusted_rand);
    return CLI_EXIT_FINE;
}

static int print_json(const clustering *c)
{
    const riwalk_cluster_scores *s = &c->scores;
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u clusters %u normalize %s starts %u", riwalk_vectors_count(c->vectors),
             given.k, cli_normalizations[given.library.scale].name, given.library.starts);
    rw_jsonf(to,
             "seed %" PRIu64 " inertia %g iterations %u converged %d silhouette %g "
             "silhouette_nodes %u",
             given.library.seed, s->inertia, s->iterations, s->converged, s->silhouette,
             s->silhouette_rows);
    if (c->labels)
        rw_jsonf(to,
                 "labelled_nodes %u homogeneity %g completeness %g v_measure %g adjusted_rand %g",
                 c->agreement.nodes, c->agreement.homogeneity, c->agreement.completeness,
                 c->agreement.v_measure, c->agreement.adjusted_rand);
    return cli_json_print();
}

static int print_clusters(const void *what, FILE *to)
{
    const clustering *c = what;

    for (uint32_t row = 0; row < riwalk_vectors_count(c->vectors); row++) {
        CLI_MUST(cli_put_word(cli_row_name(c->vectors, row), to));
        fprintf(to, " %u\n", c->clusters[row]);
    }
    return CLI_EXIT_FINE;
}

static int cluster(clustering *c)
{
    double start = rw_os_seconds();

    CLI_ALLOC(c->clusters, riwalk_vectors_count(c->vectors));
    CLI_MUST(cli_find_clusters(c->vectors, given.library, &given.k, c->clusters, &c->scores));
    if (c->labels)
        CLI_TRY_IN(cli_given.vectors, riwalk_cluster_agreement(c->labels, c->clusters, given.k,
                                                               &c->agreement, &cli_error));
    cli_detail("%u iterations in the best of %u starts, %.2f s in all", c->scores.iterations,
               given.library.starts, rw_os_seconds() - start);
    if (!c->scores.converged)
        cli_note("clusters still changed in the last of %u iterations (--iterations)",
                 c->scores.iterations);
    return CLI_EXIT_FINE;
}

static int read_labels(clustering *c)
{
    riwalk_node_labels_summary summary;

    if (!cli_given.labels)
        return CLI_EXIT_FINE;
    CLI_MUST(cli_read_labels(c->vectors, &c->labels, &summary));
    if (summary.most > 1)
        return cli_fail("%s: some nodes have several labels: clusters can be compared with one "
                        "label a node only",
                        cli_given.labels);
    if (summary.unlabelled)
        cli_note("no label for %u node%s: clustered, but not compared", summary.unlabelled,
                 CLI_S(summary.unlabelled));
    if (!given.k)
        given.k = summary.classes;
    return CLI_EXIT_FINE;
}

static int run(void)
{
    clustering c = {.scores = {.size = sizeof c.scores}, .agreement = {.size = sizeof c.agreement}};

    if (cli_given.prefix && !cli_given.labels)
        return cli_usage("--prefix needs --labels");
    CLI_MUST(cli_check_outputs());
    cli_expect("reading:0.2");
    cli_expect_clusters(given.k || cli_given.labels);
    CLI_MUST(cli_read_vectors(cli_given.vectors, &c.vectors));
    CLI_MUST(read_labels(&c));
    CLI_MUST(cluster(&c));
    CLI_MUST(cli_given.json ? print_json(&c) : print_table(&c));
    return cli_given.out ? cli_write_text(cli_given.out, print_clusters, &c) : CLI_EXIT_FINE;
}

const cli_command cli_cluster_command = {
    .name = "cluster",
    .summary = "Group vectors by k-means and compare the groups with labels.",
    .description =
        "Prints the silhouette of the clusters and, with --labels, homogeneity, completeness, "
        "their harmonic mean, the v-measure, and the adjusted Rand index. Without -k and --labels, "
        "the number of clusters from 2 to 12 with the largest silhouette is chosen.",
    .details = "Starts are those of k-means++, iterations Lloyd's; of several starts the one with "
               "the least inertia is kept.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), &cli_work_group,
               &cli_general_group},
    .examples = "riwalk cluster vectors.txt -k 4\n"
                "riwalk cluster vectors.txt --labels roles.txt -o clusters.txt\n",
    .run = run,
};
