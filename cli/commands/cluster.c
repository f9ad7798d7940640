/* SPDX-License-Identifier: MIT */
/* riwalk cluster: k-means over vectors, with its own scores and its agreement with labels. */

#include "cli.h"
#include <math.h>

static uint32_t k; /* 0: auto */
static riwalk_cluster_options how;

static cli_option arguments[] = {{CLI_VECTORS}};

static cli_option options[] = {
    {CLI_NUMBER("clusters"), .letter = 'k', .store = &k, .minimum = 1,
     .choices = CLI_WORD("auto", 0,
                         "as many as there are --labels; without these 2 to 12, by the silhouette"),
     .basic = true, .help = "number of clusters"},
    {CLI_LABELS, .help = "compare the clusters with these labels: lines of 'id label'"},
    {CLI_OUTPUT_AS(CLI_WRITES_BESIDE),
     .help = "also write the cluster of every node: lines of 'id cluster'"},
    {CLI_SEED, .store = &how.seed, .help = "seed of the starts"},
    {CLI_NORMALIZE, .store = &how.scale},
    {CLI_JSON},
    {CLI_NUMBER("starts"), .store = &how.starts, .minimum = 1,
     .help = "runs from different starts; the best is kept"},
    {CLI_NUMBER("iterations"), .store = &how.iterations, .minimum = 1,
     .help = "largest number of iterations of a run"},
    {CLI_NUMBER("silhouette-sample"), .store = &how.sample, .minimum = 2,
     .help = "compute the silhouette from at most this many nodes"},
    {CLI_PREFIX},
};

CLI_PREPARE(riwalk_cluster_options_init(&how))

/* The input of clustering, and its results. */
static riwalk_vectors *vectors;
static riwalk_node_labels *labels; /* NULL: none */
static uint32_t *clusters;
static riwalk_cluster_scores scores;
static riwalk_agreement agreement;

static void print_table(void)
{
    const riwalk_cluster_scores *s = &scores;

    printf("nodes         %u\n", riwalk_vectors_count(vectors));
    printf("clusters      %u\n", k);
    printf("inertia       %.6g\n", s->inertia);
    if (isnan(s->silhouette))
        printf("silhouette    not defined\n");
    else if (s->silhouette_rows < riwalk_vectors_count(vectors))
        printf("silhouette    %.4f (of %u nodes)\n", s->silhouette, s->silhouette_rows);
    else
        printf("silhouette    %.4f\n", s->silhouette);
    if (!labels)
        return;
    printf("homogeneity   %.4f\n", agreement.homogeneity);
    printf("completeness  %.4f\n", agreement.completeness);
    printf("v-measure     %.4f\n", agreement.v_measure);
    printf("adjusted rand %.4f\n", agreement.adjusted_rand);
}

static void print_json(void)
{
    const riwalk_cluster_scores *s = &scores;
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u clusters %u normalize %s starts %u", riwalk_vectors_count(vectors), k,
             cli_normalizations[how.scale].name, how.starts);
    rw_jsonf(to,
             "seed %" PRIu64 " inertia %g iterations %u converged %d silhouette %g "
             "silhouette_nodes %u",
             how.seed, s->inertia, s->iterations, s->converged, s->silhouette, s->silhouette_rows);
    if (labels)
        rw_jsonf(to,
                 "labelled_nodes %u homogeneity %g completeness %g v_measure %g adjusted_rand %g",
                 agreement.nodes, agreement.homogeneity, agreement.completeness,
                 agreement.v_measure, agreement.adjusted_rand);
    cli_json_print();
}

static void print_clusters(void)
{
    for (uint32_t row = 0; row < riwalk_vectors_count(vectors); row++) {
        cli_put_word(cli_row_name(vectors, row));
        cli_put(" %u\n", clusters[row]);
    }
}

static void cluster(void)
{
    double start = rw_os_seconds();

    CLI_ALLOC(clusters, riwalk_vectors_count(vectors));
    cli_find_clusters(vectors, how, &k, clusters, &scores);
    if (labels)
        cli_try_in(cli_given.vectors,
                   riwalk_cluster_agreement(labels, clusters, k, &agreement, &cli_error));
    cli_detail("%u iterations in the best of %u starts, %.2f s in all", scores.iterations,
               how.starts, rw_os_seconds() - start);
    if (!scores.converged)
        cli_note("clusters still changed in the last of %u iterations (--iterations)",
                 scores.iterations);
}

static void read_labels(void)
{
    riwalk_node_labels_summary summary;

    labels = cli_read_labels(vectors, &summary);
    if (summary.most > 1)
        cli_fail("%s: some nodes have several labels: clusters can be compared with one "
                 "label a node only",
                 cli_given.labels);
    if (summary.unlabelled)
        cli_note("no label for %u node%s: clustered, but not compared", summary.unlabelled,
                 CLI_S(summary.unlabelled));
    if (!k)
        k = summary.classes;
}

static void run(void)
{
    if (cli_given.prefix && !cli_given.labels)
        cli_usage("--prefix needs --labels");
    scores.size = sizeof scores;
    agreement.size = sizeof agreement;
    cli_check_outputs();
    cli_expect("reading:0.2");
    cli_expect_clusters(k || cli_given.labels);
    vectors = cli_read_vectors(cli_given.vectors);
    labels = NULL;
    if (cli_given.labels)
        read_labels();
    cluster();
    cli_given.json ? print_json() : print_table();
    cli_write_text(cli_given.out, print_clusters);
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
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), CLI_WORKING},
    .examples = "riwalk cluster vectors.txt -k 4\n"
                "riwalk cluster vectors.txt --labels roles.txt -o clusters.txt\n",
    .run = run,
};
