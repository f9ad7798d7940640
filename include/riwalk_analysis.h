/* SPDX-License-Identifier: MIT */
/* What vectors are good for: neighbours, profiles and features, evaluation (labels, classification,
 * transfer, structural holes, clusters), roles in words, pictures and reports. Experimental: it may
 * change in any version. */
#ifndef RIWALK_ANALYSIS_H
#define RIWALK_ANALYSIS_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Neighbours of a vector ------------------------------------------------------------- */

typedef struct riwalk_neighbor {
    uint32_t row;
    float similarity; /* cosine */
} riwalk_neighbor;

/* Finds the `wanted` rows most similar to `row` by cosine, without `row` itself: exact, most
 * similar first, ties in row order. `neighbors` has room for `wanted`; a small set gives fewer,
 * *found. A zero vector has no direction: as `row` it is an error, otherwise its similarity is 0.
 * O(count * dimensions). */
RIWALK_API riwalk_status riwalk_vectors_nearest(const riwalk_vectors *vectors, uint32_t row,
                                                uint32_t wanted, riwalk_neighbor *neighbors,
                                                uint32_t *found, riwalk_error *error);

/* ---- Sets of vectors, and checksums ----------------------------------------------------- */

/* Concatenates sets of vectors. ARGUMENT if dimensions differ or a name occurs twice. If `output`
 * names a .npy file, the vectors are kept in it instead of in memory, as with
 * riwalk_options.output, and must be written there. */
RIWALK_API riwalk_status riwalk_vectors_concat(const riwalk_vectors *const *list, size_t count,
                                               const char *output, riwalk_vectors **vectors,
                                               riwalk_error *error);

/* A checksum of names and values, in order: equal for equal vectors, whatever file they come from.
 * O(size). */
RIWALK_API uint64_t riwalk_vectors_checksum(const riwalk_vectors *vectors);

/* The checksum of the file that riwalk_model_write would write; different models differ in it.
 * O(size). */
RIWALK_API riwalk_status riwalk_model_checksum(const riwalk_model *model, uint64_t *checksum,
                                               riwalk_error *error);

/* ---- Walks, roles and profiles ---------------------------------------------------------- */

/* Writes the walks as text, one a line, in the order of nodes: anchors by name and roles as
 * riwalk_role_token spells them. With `nodes`, all tokens are node names. ARGUMENT if a name has a
 * blank, or could be read as a role among roles. */
RIWALK_API riwalk_status riwalk_walks_write(const riwalk_sampler *sampler, const char *path,
                                            bool nodes, riwalk_error *error);

#define RIWALK_ROLE_FIELDS 16

/* The number of fields in a role's tuple, their names ("anchor", "context", "distance", "closer",
 * "same", "further"; "role" for CUSTOM), and the values of a role. `tuple` has room for
 * RIWALK_ROLE_FIELDS. Tuples sort as packed roles do. */
RIWALK_API unsigned riwalk_role_field_count(const riwalk_sampler *sampler);
RIWALK_API const char *riwalk_role_field_name(const riwalk_sampler *sampler, unsigned field);
RIWALK_API void riwalk_role_tuple(const riwalk_sampler *sampler, uint64_t role, uint64_t *tuple);

/* The id of a role in the table of riwalk_roles_find; false if no walk met it. O(log roles). */
RIWALK_API bool riwalk_roles_id(const riwalk_roles *roles, uint64_t role, uint32_t *id);

/* The profile of one node: its roles by falling visits, then by tuple. */
typedef struct riwalk_profile riwalk_profile;

typedef struct riwalk_profile_entry {
    uint64_t role;
    double visits; /* as in riwalk_visits */
    double share;  /* of all visits; shares sum to 1 */
} riwalk_profile_entry;

RIWALK_API riwalk_status riwalk_profile_find(const riwalk_sampler *sampler, uint32_t anchor,
                                             riwalk_profile **profile, riwalk_error *error);
RIWALK_API void riwalk_profile_free(riwalk_profile *profile);
RIWALK_API uint32_t riwalk_profile_count(const riwalk_profile *profile);
RIWALK_API const riwalk_profile_entry *riwalk_profile_get(const riwalk_profile *profile,
                                                          uint32_t index);

/* The share of a role; 0 if the anchor's walks never met it. */
RIWALK_API double riwalk_profile_share(const riwalk_profile *profile, uint64_t role);

/* The similarity of two profiles: the sum over roles of sqrt(share * share), from 0 (no common
 * role) to 1 (equal). Both must come from samplers with equal options; seeds may differ. If roles
 * include the anchor's degree class, anchors of different classes have no common role. */
RIWALK_API double riwalk_profile_similarity(const riwalk_profile *a, const riwalk_profile *b);

/* ---- Features --------------------------------------------------------------------------- */

/* The recursive features of a graph's nodes, as ReFeX defines them: the columns of
 * RIWALK_METHOD_REFEX, in the same order. */
typedef struct riwalk_features riwalk_features;

/* Computes the features with bin_share, dimensions (the maximum), memory and run of the options.
 * O((nodes + edges) * features tried), plus the triangles. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_features_find(const riwalk_graph *graph,
                                              const riwalk_options *options,
                                              riwalk_features **features, riwalk_error *error);
RIWALK_API void riwalk_features_free(riwalk_features *features);

RIWALK_API uint32_t riwalk_features_count(const riwalk_features *features);

/* The name of a feature, such as "mean of sum of egonet edges", cut to the buffer's capacity.
 * Returns the whole length. Here and below, `feature` must be less than the count. */
RIWALK_API size_t riwalk_features_name(const riwalk_features *features, uint32_t feature,
                                       char *buffer, size_t capacity);

/* [nodes]: the values of a feature, and their bins. They live as long as the features. O(1). */
RIWALK_API const float *riwalk_features_values(const riwalk_features *features, uint32_t feature);
RIWALK_API const uint8_t *riwalk_features_bins(const riwalk_features *features, uint32_t feature);

/* ---- Labels of nodes -------------------------------------------------------------------- */

/* The classes of the nodes in a set of vectors: none, one or several per node. Classes are 0 ..
 * classes-1, ordered by name: as numbers if all are integers, else by bytes. */
typedef struct riwalk_node_labels riwalk_node_labels;

typedef struct riwalk_node_labels_options {
    size_t size;
    const char *prefix;   /* an id that the vectors lack is looked up as "prefix:id". NULL: if no
                             id is found at all, the file's name without extensions is tried as
                             the prefix */
    const char *positive; /* a label: its nodes are the class "positive", all others "rest".
                             NULL: every label is a class */
} riwalk_node_labels_options;

RIWALK_API void riwalk_node_labels_options_init(riwalk_node_labels_options *options);

/* Reads lines of "id label [label ...]" separated by blanks, tabs, commas or semicolons; "-" is
 * standard input, gzip and zstd are recognised, # and % begin comments, a header line (node label)
 * is skipped. A node may have several lines. Nodes that the vectors lack are counted and left out;
 * it is an error if no node is left. The labels hold row numbers and do not need the vectors
 * afterwards. */
RIWALK_API riwalk_status riwalk_node_labels_read(const char *path, const riwalk_vectors *vectors,
                                                 const riwalk_node_labels_options *options,
                                                 riwalk_node_labels **labels, riwalk_error *error);

/* The same from memory: node ids[i] has the label names[i], for i < count. */
RIWALK_API riwalk_status riwalk_node_labels_build(uint64_t count, const char *const *ids,
                                                  const char *const *names,
                                                  const riwalk_vectors *vectors,
                                                  const riwalk_node_labels_options *options,
                                                  riwalk_node_labels **labels, riwalk_error *error);

RIWALK_API void riwalk_node_labels_free(riwalk_node_labels *labels);

typedef struct riwalk_node_labels_summary {
    size_t size;
    uint32_t nodes;             /* nodes of the vectors with a label */
    uint32_t unlabelled;        /* nodes of the vectors without one */
    uint64_t unknown;           /* lines whose node the vectors lack */
    uint64_t empty;             /* lines with a node but no label */
    uint32_t classes;           /* classes that have a node */
    uint32_t smallest, largest; /* number of nodes in the smallest and the largest class */
    uint32_t most;              /* the most labels of one node */
    const char *prefix; /* the prefix that ids were found with; NULL: none. Lives with the labels */
} riwalk_node_labels_summary;

RIWALK_API riwalk_status riwalk_node_labels_summarize(const riwalk_node_labels *labels,
                                                      riwalk_node_labels_summary *summary,
                                                      riwalk_error *error);

/* The name of a class; lives with the labels. O(1). */
RIWALK_API const char *riwalk_node_labels_class(const riwalk_node_labels *labels, uint32_t class_);

/* The classes of a row, ascending, and their number, which is 0 for a row without labels. The array
 * lives as long as the labels. O(log nodes). */
RIWALK_API uint32_t riwalk_node_labels_of(const riwalk_node_labels *labels, uint32_t row,
                                          const uint32_t **classes);

/* ---- Classification --------------------------------------------------------------------- */

typedef enum riwalk_normalization {
    RIWALK_NORMALIZATION_NONE = 0,
    RIWALK_NORMALIZATION_STANDARD = 1, /* each dimension has mean 0 and variance 1 */
    RIWALK_NORMALIZATION_UNIT = 2,     /* each vector has length 1 */
} riwalk_normalization;

typedef struct riwalk_classify_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;    /* seed of the random splits; 1 */
    uint32_t repeats; /* splits per ratio: 1 .. 100000; 10 */
    double C;         /* the weight of the data against the L2 penalty; 1 */
    double tolerance; /* a fit ends when a Newton step changes the decision values by less than
                         this fraction of their spread; 1e-4 */
    bool balanced;    /* in each one-vs-rest fit, weigh a class by n / (2 * its size) */
    riwalk_normalization scale;
    uint32_t folds;    /* 2 .. 100: choose C, and the length of vectors beside their measures, by
                          cross-validation within each training part, with this number of folds;
                          0: use them as given; 0 */
    uint32_t measures; /* the last columns of vectors, whose length stays: see
                          riwalk_embed_report.measures; 0 */
    bool macro;        /* choose by Macro-F1, which counts rare classes as much as others; false */
} riwalk_classify_options;

RIWALK_API void riwalk_classify_options_init(riwalk_classify_options *options);

/* Scores on one test set, from 0 to 1. Macro-F1 is the mean over the classes that occur in the test
 * set or in the predictions. Majority scores are those of predicting the most frequent training
 * labels for every node. */
typedef struct riwalk_classify_scores {
    uint32_t train, test; /* nodes */
    uint32_t missing;     /* classes without a training node: they are never predicted */
    double micro_f1, macro_f1;
    double majority_micro_f1, majority_macro_f1;
} riwalk_classify_scores;

/* One-vs-rest logistic regression with an L2 penalty. For each ratio and repeat, labelled nodes are
 * shuffled and the first floor(ratio * nodes) of them (at least one, but not all) are the training
 * part. scores[i * repeats + r] belongs to ratios[i] and repeat r. A split depends only on the
 * seed, the repeat and the labelled nodes; a larger ratio's training part contains a smaller one's.
 * For a node with m true labels the m best classes are predicted. ARGUMENT if a ratio is not
 * between 0 and 1, or if there are fewer than two nodes or classes. */
RIWALK_API riwalk_status riwalk_classify(const riwalk_vectors *vectors,
                                         const riwalk_node_labels *labels, const double *ratios,
                                         uint32_t ratio_count,
                                         const riwalk_classify_options *options,
                                         riwalk_classify_scores *scores, riwalk_error *error);

/* The shuffled labelled rows of a repeat (riwalk_node_labels_summary.nodes of them): training parts
 * are taken from the front. */
RIWALK_API riwalk_status riwalk_classify_split(const riwalk_node_labels *labels, uint64_t seed,
                                               uint32_t repeat, uint32_t *rows,
                                               riwalk_error *error);

/* The number of training nodes at a ratio. */
RIWALK_API uint32_t riwalk_classify_train_size(uint32_t nodes, double ratio);

/* Fits on all labelled nodes and predicts the best class of every row, labelled or not. `classes`
 * has room for one entry per vector. */
RIWALK_API riwalk_status riwalk_classify_predict(const riwalk_vectors *vectors,
                                                 const riwalk_node_labels *labels,
                                                 const riwalk_classify_options *options,
                                                 uint32_t *classes, riwalk_error *error);

/* What cross-validation chose. */
typedef struct riwalk_classify_choice {
    size_t size;
    double C;
    double length; /* root mean square of vectors without their measures; 0: unchanged */
    double score;  /* Micro-F1 or Macro-F1, the mean over folds; NaN: no choice was possible */
} riwalk_classify_choice;

/* Fits on all labelled nodes and computes the decision value of every class for every row: above 0
 * if the class is likelier than not, infinite if all or no labelled nodes have it. `values` has
 * room for vectors * classes. `choice` may be NULL. */
RIWALK_API riwalk_status riwalk_classify_decide(const riwalk_vectors *vectors,
                                                const riwalk_node_labels *labels,
                                                const riwalk_classify_options *options,
                                                double *values, riwalk_classify_choice *choice,
                                                riwalk_error *error);

typedef struct riwalk_transfer_scores {
    size_t size;
    riwalk_classify_scores scores;
    uint32_t classes; /* of both label sets together; equal names are one class */
    uint32_t unseen;  /* classes that only the test set has: they are never predicted */
    uint32_t shared;  /* nodes in both sets: their labels were known */
} riwalk_transfer_scores;

/* Fits on all nodes of `train` and scores on all nodes of `test`; both label rows of `vectors`. */
RIWALK_API riwalk_status riwalk_transfer(const riwalk_vectors *vectors,
                                         const riwalk_node_labels *train,
                                         const riwalk_node_labels *test,
                                         const riwalk_classify_options *options,
                                         riwalk_transfer_scores *scores, riwalk_error *error);

/* The same for two graphs with separate vectors from one model, so that dimensions mean the same.
 * ARGUMENT if the numbers of dimensions differ. */
RIWALK_API riwalk_status riwalk_transfer_between(
    const riwalk_vectors *train_vectors, const riwalk_node_labels *train,
    const riwalk_vectors *test_vectors, const riwalk_node_labels *test,
    const riwalk_classify_options *options, riwalk_transfer_scores *scores, riwalk_error *error);

/* ---- Structural holes ------------------------------------------------------------------- */

typedef struct riwalk_holes_options {
    size_t size;
    riwalk_run run;
    uint32_t top;       /* 300 */
    const char *prefix; /* a node that the vectors lack is looked up as "prefix:name"; NULL: no */
} riwalk_holes_options;

RIWALK_API void riwalk_holes_options_init(riwalk_holes_options *options);

/* Burt's constraint of every node: the sum over its neighbours j of (p_ij + sum over q of p_iq
 * p_qj)^2, where p_ij is the weight of edge i j as a share of all weights at i. NaN for a node
 * without edges. `constraint` has room for the node count. Only threads and progress of the options
 * are used. ARGUMENT for a directed graph. The work is the sum over edges of the smaller degree of
 * both ends, times a logarithm: hubs cost no more than others. */
RIWALK_API riwalk_status riwalk_graph_constraint(const riwalk_graph *graph,
                                                 const riwalk_holes_options *options,
                                                 double *constraint, riwalk_error *error);

typedef struct riwalk_holes_scores {
    size_t size;
    uint32_t nodes;    /* nodes with a constraint and a vector: all others are left out */
    uint32_t missing;  /* nodes without a vector */
    uint32_t top;      /* as in the options, or nodes - 1 if that is less */
    uint32_t node;     /* the node of smallest constraint */
    double constraint; /* its constraint */
    uint32_t hits;     /* of the `top` nodes most similar to it by cosine, itself left out, those
                          among the `top` of smallest constraint */
    double expected;   /* expected hits of `top` random nodes */
} riwalk_holes_scores;

/* Finds structural holes as the RiWalk paper does. In ties the earlier node comes first.
 * `constraint` comes from riwalk_graph_constraint. */
RIWALK_API riwalk_status riwalk_holes(const riwalk_graph *graph, const double *constraint,
                                      const riwalk_vectors *vectors,
                                      const riwalk_holes_options *options,
                                      riwalk_holes_scores *scores, riwalk_error *error);

/* ---- Clusters --------------------------------------------------------------------------- */

/* The class or role of a node that has none; drawn in grey. */
#define RIWALK_NO_CLASS UINT32_MAX

typedef struct riwalk_cluster_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* 1 */
    uint32_t starts;     /* runs, of which the best is kept; 10 */
    uint32_t iterations; /* most iterations of a run; 300 */
    uint32_t sample;     /* a larger set's silhouette is that of this number of rows; 10000 */
    riwalk_normalization scale;
    uint32_t most_clusters; /* the largest number to try if k is 0; 12 */
    uint32_t choice_sample; /* for larger sets k is chosen on this number of rows; 2000 */
} riwalk_cluster_options;

RIWALK_API void riwalk_cluster_options_init(riwalk_cluster_options *options);

typedef struct riwalk_cluster_scores {
    size_t size;
    double inertia;      /* sum of squared distances to the centres */
    uint32_t iterations; /* iterations of the best run */
    bool converged;      /* it ended before the last allowed iteration */
    double silhouette;   /* mean over the rows below; NaN: undefined */
    uint32_t silhouette_rows;
    uint32_t clusters;        /* k */
    double choice_silhouette; /* the largest silhouette, on the rows that k was chosen by; NaN if
                                 k was given */
} riwalk_cluster_scores;

/* k-means: k-means++ starts, Lloyd's iterations; the start of least inertia wins (the first of
 * equals). clusters[row] is 0 .. k-1, numbered by first rows; no cluster is empty. k = 0 chooses
 * the number from 2 to most_clusters with the largest silhouette, the smallest of equals, by
 * clustering at most choice_sample rows; if all vectors are equal, they are one cluster. ARGUMENT
 * if k exceeds the number of distinct vectors. O(starts * iterations * count * k * dimensions). */
RIWALK_API riwalk_status riwalk_cluster(const riwalk_vectors *vectors, uint32_t k,
                                        const riwalk_cluster_options *options, uint32_t *clusters,
                                        riwalk_cluster_scores *scores, riwalk_error *error);

typedef struct riwalk_agreement {
    size_t size;
    uint32_t nodes; /* nodes with a label */
    double homogeneity, completeness, v_measure;
    double adjusted_rand; /* 1: equal groups; 0: what chance gives; it may be negative */
} riwalk_agreement;

/* How well clusters (one number below `cluster_count` per row of the vectors) agree with labels,
 * over labelled rows. ARGUMENT if a node has several labels. */
RIWALK_API riwalk_status riwalk_cluster_agreement(const riwalk_node_labels *labels,
                                                  const uint32_t *clusters, uint32_t cluster_count,
                                                  riwalk_agreement *agreement, riwalk_error *error);

/* ---- Roles of nodes, described ----------------------------------------------------------- */

/* A measure of every node. In directed graphs, measures other than those of arcs ignore
 * directions. */
typedef enum riwalk_node_measure {
    RIWALK_NODE_MEASURE_DEGREE = 0,     /* the number of neighbours */
    RIWALK_NODE_MEASURE_TRIANGLES = 1,  /* triangles at the node */
    RIWALK_NODE_MEASURE_CONSTRAINT = 2, /* Burt's; NaN for a node without edges */
    /* Hops to the nearest hub. A hub has at least 5 edges and twice the mean degree of nodes with
     * edges; if there is none, a node of largest degree is the hub. NaN if no path leads to one. */
    RIWALK_NODE_MEASURE_HUB_DISTANCE = 3,
    RIWALK_NODE_MEASURE_CLUSTERING = 4, /* fraction of pairs of neighbours that are joined */
    RIWALK_NODE_MEASURE_CORE = 5,       /* the largest k for which the node is in the k-core */
    RIWALK_NODE_MEASURE_GROUPS = 6,     /* components that its neighbours fall into without it */
    RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE = 7,  /* mean degree of neighbours; NaN without edges */
    RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR = 8, /* largest degree of a neighbour; NaN without edges */
    RIWALK_NODE_MEASURE_OUT_DEGREE = 9,       /* in directed graphs, as the next two */
    RIWALK_NODE_MEASURE_IN_DEGREE = 10,
    RIWALK_NODE_MEASURE_RECIPROCITY = 11, /* fraction of neighbours with arcs both ways */
    RIWALK_NODE_MEASURE_STRENGTH = 12,    /* weighted graphs: sum of weights of arcs out and in */
    /* The round in which the node is removed when all nodes with the fewest neighbours are removed
     * at once, again and again (the onion decomposition, which refines cores): 1 at the rim. */
    RIWALK_NODE_MEASURE_LAYER = 13,
    /* Index of the node's type by name, in graphs with two or more types. It has no range; a rule
     * names a type. */
    RIWALK_NODE_MEASURE_TYPE = 14,
} riwalk_node_measure;

#define RIWALK_NODE_MEASURES 15

/* Memberships are explained by the first of them. */
#define RIWALK_EXPLAINING_MEASURES 4

/* "degree", "distance to the nearest hub". Never NULL. */
RIWALK_API const char *riwalk_node_measure_name(riwalk_node_measure measure);

/* The distribution of a measure over some nodes. Quartiles are interpolated between the two nearest
 * values; all are NaN if no node has the measure. */
typedef struct riwalk_range {
    uint32_t count; /* nodes that have the measure */
    double minimum, lower_quartile, median, upper_quartile, maximum;
} riwalk_range;

/* A role of context nodes (as riwalk_sampler names it, without the anchor's class) that the walks
 * of a role's members visit much more often than those of other nodes. */
typedef struct riwalk_frequent_token {
    uint64_t token;
    double share;        /* of all visits of a member's walks to other nodes, mean over members */
    double elsewhere;    /* the same, mean over all nodes that are not members */
    const char *word;    /* "r1.2" */
    const char *meaning; /* "degree 1-2, two hops from the anchor" */
} riwalk_frequent_token;

/* A measure from `low` to `high`, inclusive; an infinite bound is none. Measures that are not
 * integers are compared after rounding to two significant digits. */
typedef struct riwalk_rule_condition {
    riwalk_node_measure measure;
    double low, high;
} riwalk_rule_condition;

#define RIWALK_RULE_CONDITIONS 3

/* A rule to find the members of a role or family: nodes that meet all conditions match. */
typedef struct riwalk_rule {
    const char *text; /* "degree 9 to 27 and clustering 0.4 or more" */
    double precision; /* fraction of its matches that are members */
    double recall;    /* fraction of members that match */
    uint32_t count;   /* conditions; at least 1, unless all nodes are members */
    riwalk_rule_condition conditions[RIWALK_RULE_CONDITIONS];
} riwalk_rule;

/* A role: a cluster of nodes by their vectors. */
typedef struct riwalk_described_role {
    const char *name; /* "small nodes in dense regions"; unique */
    riwalk_rule rule;
    uint32_t family;         /* its family */
    uint32_t count;          /* members; at least 1 */
    const uint32_t *members; /* [count] nodes, from the nearest to the centre to the most unusual
                                one */
    const double *distances; /* [count]: from each member's scaled vector to their mean; sorted
                                up to a millionth */
    uint32_t typical_count;  /* members, the first ones, that count as typical */
    riwalk_range ranges[RIWALK_NODE_MEASURES];
    uint32_t token_count;
    const riwalk_frequent_token *tokens; /* [token_count], most telling first */
} riwalk_described_role;

/* A family: similar roles. */
typedef struct riwalk_described_family {
    const char *name; /* unique */
    riwalk_rule rule;
    uint32_t count; /* nodes */
    uint32_t role_count;
    const uint32_t *roles; /* [role_count], ascending */
    riwalk_range ranges[RIWALK_NODE_MEASURES];
} riwalk_described_family;

typedef struct riwalk_describe_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;                   /* seed of walks and clusters; 1 */
    uint32_t roles;                  /* how many; 0: the number with the largest silhouette, as in
                                        riwalk_cluster. A smaller number merges similar roles */
    uint32_t most_roles;             /* the largest number to try; 20 */
    uint32_t typical;                /* typical members per role; 5 */
    uint32_t tokens;                 /* most tokens of a role; 5 */
    riwalk_normalization scale;      /* of vectors before clustering; UNIT */
    const riwalk_options *embedding; /* how to make vectors if none are given, except run and
                                        seed, which are those above; NULL: RIWALK_PRESET_ROLES */
    const char *prefix; /* a node that the vectors lack is looked up as "prefix:name"; NULL: no */
    uint32_t starts;    /* of k-means; with many roles, few starts rarely find the best; 30 */
} riwalk_describe_options;

RIWALK_API void riwalk_describe_options_init(riwalk_describe_options *options);

/* The roles of a graph's nodes, in words and numbers. */
typedef struct riwalk_description riwalk_description;

/* Clusters the nodes of a graph by their vectors and describes each cluster; docs/describe.md has
 * the details. If `vectors` is NULL, it makes them. Given vectors are matched by node name; nodes
 * without a vector have no role. Nodes without edges are never clustered: they form an extra role
 * of their own. Roles are ordered by falling size, then by first node; so are families. Graph and
 * vectors must outlive the description. The same on any number of threads. ARGUMENT for a graph
 * without edges, and if fewer nodes have distinct vectors than there are roles. */
RIWALK_API riwalk_status riwalk_describe(const riwalk_graph *graph, const riwalk_vectors *vectors,
                                         const riwalk_describe_options *options,
                                         riwalk_description **description, riwalk_error *error);
RIWALK_API void riwalk_description_free(riwalk_description *description);

typedef struct riwalk_description_summary {
    size_t size;
    uint32_t nodes;    /* nodes of the graph */
    uint32_t missing;  /* nodes without a vector */
    uint32_t isolated; /* nodes without an edge */
    uint32_t roles;    /* including that of nodes without edges */
    uint32_t families; /* 3 to 7 if there are more than three roles */
    bool chosen;       /* the number of roles was chosen by silhouette */
    double silhouette; /* mean over the nodes below; NaN: undefined */
    uint32_t silhouette_nodes;
    double by_degree;                          /* how well degree alone finds roles: mean over
                                                  nodes of the F1 of their role's best degree
                                                  interval */
    uint32_t hub;                              /* the node of largest degree */
    riwalk_range ranges[RIWALK_NODE_MEASURES]; /* ranges over all nodes */
} riwalk_description_summary;

RIWALK_API riwalk_status riwalk_description_summarize(const riwalk_description *description,
                                                      riwalk_description_summary *summary,
                                                      riwalk_error *error);

/* A role by index, below the number of roles. Like everything below, it lives as long as the
 * description. O(1). */
RIWALK_API const riwalk_described_role *riwalk_description_role(const riwalk_description *d,
                                                                uint32_t role);

/* The same for a family. */
RIWALK_API const riwalk_described_family *riwalk_description_family(const riwalk_description *d,
                                                                    uint32_t family);

/* [nodes]: the role of every node, RIWALK_NO_CLASS if it has no vector. */
RIWALK_API const uint32_t *riwalk_description_roles(const riwalk_description *d);

/* [nodes]: a measure of every node; NULL if it needs directions or weights that the graph lacks. */
RIWALK_API const double *riwalk_description_measure(const riwalk_description *d,
                                                    riwalk_node_measure measure);

/* The vectors that were clustered: the caller's, or new ones in the order of nodes, which live as
 * long as the description. */
RIWALK_API const riwalk_vectors *riwalk_description_vectors(const riwalk_description *d);

/* The resolved options that vectors were made with; NULL if they were given. */
RIWALK_API const riwalk_options *riwalk_description_embedding(const riwalk_description *d);

/* Explains graded memberships in roles, such as those of RIWALK_METHOD_ROLX, by measures of nodes.
 * factors[role * RIWALK_EXPLAINING_MEASURES + measure] becomes the measure's value in a role as a
 * multiple of its mean over all nodes, by non-negative least squares; NaN if the mean is 0. Nodes
 * that lack a measure are left out. `memberships` has the graph's nodes in order and at most
 * RIWALK_MAX_ROLES columns; `run` may be NULL. ARGUMENT for a directed graph. */
RIWALK_API riwalk_status riwalk_memberships_explain(const riwalk_graph *graph,
                                                    const riwalk_vectors *memberships,
                                                    const riwalk_run *run, double *factors,
                                                    riwalk_error *error);

/* ---- Pictures --------------------------------------------------------------------------- */

typedef enum riwalk_projection {
    RIWALK_PROJECTION_PCA = 0,  /* the two directions of largest variance */
    RIWALK_PROJECTION_TSNE = 1, /* t-SNE: keeps neighbours together; large distances mean little */
} riwalk_projection;

typedef struct riwalk_project_options {
    size_t size;
    riwalk_run run;
    riwalk_projection projection; /* PCA */
    riwalk_normalization scale;
    /* Of t-SNE: */
    uint64_t seed;       /* of the jitter that separates coincident points; 1 */
    double perplexity;   /* about the number of neighbours that count: at least 1; 30. With fewer
                            points at most (count - 1) / 3 */
    uint32_t iterations; /* 1 .. 100000; 1000 */
    double exaggeration; /* factor on attraction in the first quarter of the iterations, at most
                            250: at least 1; 12 */
    double theta; /* how coarsely distant points are grouped: 0 (exact) .. 1; -1: 0 up to 1000
                     points, else 0.5 */
} riwalk_project_options;

RIWALK_API void riwalk_project_options_init(riwalk_project_options *options);

typedef struct riwalk_project_report {
    size_t size;
    double shares[2];  /* PCA: fractions of the variance in both directions */
    double perplexity; /* t-SNE: the value used */
    double divergence; /* t-SNE: the Kullback-Leibler divergence that it minimises */
    bool exact;        /* t-SNE: all pairs of points were used */
} riwalk_project_report;

/* Places vectors in the plane: row r at places[2r], places[2r + 1]. `places` has room for 2 * count
 * numbers; `report` may be NULL. PCA directions are oriented so that their largest component is
 * positive. t-SNE starts from PCA. ARGUMENT if all vectors are equal, and for t-SNE with fewer than
 * 4. PCA takes O(count * dimensions^2 + dimensions^3); exact t-SNE O(count^2 * (dimensions +
 * iterations)) and up to 64 count^2 bytes; other t-SNE O(count^2 * dimensions + iterations * count
 * * (perplexity + log count)). */
RIWALK_API riwalk_status riwalk_project(const riwalk_vectors *vectors,
                                        const riwalk_project_options *options, double *places,
                                        riwalk_project_report *report, riwalk_error *error);

typedef struct riwalk_layout_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* of the jitter that separates coincident points; 1 */
    uint32_t iterations; /* 1 .. 100000; 500 */
} riwalk_layout_options;

RIWALK_API void riwalk_layout_options_init(riwalk_layout_options *options);

/* The largest graph that can be drawn. */
#define RIWALK_LAYOUT_MAX_NODES UINT32_C(5000)
#define RIWALK_LAYOUT_MAX_EDGES UINT64_C(50000)

/* Places the nodes of a small graph in the plane by forces: edges pull, nodes repel each other.
 * Directions and weights of edges are ignored. Components stand side by side, the largest first.
 * The same graph, seed and iterations give the same places on every machine. LIMIT for a graph
 * above these limits. O(iterations * (edges + nodes * log nodes)). */
RIWALK_API riwalk_status riwalk_layout(const riwalk_graph *graph,
                                       const riwalk_layout_options *options, double *places,
                                       riwalk_error *error);

typedef enum riwalk_picture_format {
    RIWALK_PICTURE_FORMAT_AUTO = 0, /* by the file's extension */
    RIWALK_PICTURE_FORMAT_SVG = 1,
    RIWALK_PICTURE_FORMAT_PNG = 2,
    RIWALK_PICTURE_FORMAT_PDF = 3,
} riwalk_picture_format;

typedef enum riwalk_point_labels {
    RIWALK_POINT_LABELS_AUTO = 0,   /* up to 200 points: every label that fits; beyond, for each
                                       class the nodes of largest degree */
    RIWALK_POINT_LABELS_ALWAYS = 1, /* all, even if they overlap */
    RIWALK_POINT_LABELS_NEVER = 2,
} riwalk_point_labels;

typedef struct riwalk_plot_options {
    size_t size;
    riwalk_picture_format format;
    uint32_t width, height; /* in screen pixels: 100 .. 10000; both 0: 720 x 560 */
    double resolution;      /* PNG: dots per screen pixel, 0.1 .. 10; 2 */
    const char *title;      /* NULL: none */
    const char *x_title;    /* points: names of the axes; NULL: none */
    const char *y_title;
    const char *const *names;       /* labels of points or nodes; NULL: none */
    const uint32_t *classes;        /* [count]: below class_count, or NO_CLASS; NULL: one class */
    const char *const *class_names; /* for the legend; NULL: no legend */
    uint32_t class_count;
    riwalk_point_labels point_labels;
    riwalk_files *files; /* NULL: the picture appears at once */
} riwalk_plot_options;

RIWALK_API void riwalk_plot_options_init(riwalk_plot_options *options);

/* Draws a scatter plot into a file, "-" being standard output (which needs a format). Files appear
 * complete or not at all. Classes have colours that colour-blind readers can tell apart, and beyond
 * sixteen classes also different marks. Text that is not UTF-8 becomes question marks. The same
 * arguments give the same bytes: SVG on any machine, PNG and PDF with the same Cairo and fonts.
 * Places must be finite. */
RIWALK_API riwalk_status riwalk_plot_points(uint32_t count, const double *places, const char *path,
                                            const riwalk_plot_options *options,
                                            riwalk_error *error);

/* The same for a graph with its nodes at the given places. NULL names: those of the graph. */
RIWALK_API riwalk_status riwalk_plot_graph(const riwalk_graph *graph, const double *places,
                                           const char *path, const riwalk_plot_options *options,
                                           riwalk_error *error);

/* ---- Reports ---------------------------------------------------------------------------- */

/* The largest graph for a report. */
#define RIWALK_REPORT_MAX_NODES UINT32_C(200000)
#define RIWALK_REPORT_MAX_EDGES UINT64_C(5000000)
#define RIWALK_REPORT_TSNE_NODES UINT32_C(50000)

typedef struct riwalk_report_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;                    /* seed of layout, t-SNE and sampled profiles; 1 */
    uint32_t tsne_most;               /* vectors: with more, t-SNE is left out; 50000 */
    const char *title;                /* NULL: none */
    const riwalk_node_labels *labels; /* rows are the nodes of the graph; NULL: none */
    const char *const *facts; /* [2 * fact_count]: names and values that say how it was made */
    size_t fact_count;
    riwalk_files *files; /* NULL: the page appears at once */
} riwalk_report_options;

RIWALK_API void riwalk_report_options_init(riwalk_report_options *options);

/* Whether graphs are small enough together for one report, else LIMIT. Ask before long work. */
RIWALK_API riwalk_status riwalk_report_check(const riwalk_graph *const *graphs, size_t count,
                                             riwalk_error *error);

/* Writes a page to explore a graph, its vectors and its roles: one self-contained HTML file that
 * needs no network; "-" is standard output. docs/report.md says what it shows. The same arguments
 * give the same bytes on any number of threads, up to rounding between machines. Most of the time
 * goes into t-SNE (riwalk_project). */
RIWALK_API riwalk_status riwalk_report_write(const riwalk_description *description,
                                             const char *path, const riwalk_report_options *options,
                                             riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
