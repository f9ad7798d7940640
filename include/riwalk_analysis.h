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

/* The `wanted` rows most similar to `row` by cosine, itself left out, most similar first, equals in
 * the order of rows; exact. `neighbors` has room for `wanted`; `*found` may be less in a small set.
 * A zero vector has no direction: as `row` it is an error, as another its similarity is 0.
 * O(count * dimensions). */
RIWALK_API riwalk_status riwalk_vectors_nearest(const riwalk_vectors *vectors, uint32_t row,
                                                uint32_t wanted, riwalk_neighbor *neighbors,
                                                uint32_t *found, riwalk_error *error);

/* ---- Sets of vectors, and checksums ----------------------------------------------------- */

/* Vectors of several sets, one after the other, in one. ARGUMENT where their dimensions differ, or
 * a name is in two of them. Where `output` names a .npy file the vectors are in it and not in
 * memory, as those of riwalk_options.output: to be written there. */
RIWALK_API riwalk_status riwalk_vectors_concat(const riwalk_vectors *const *list, size_t count,
                                               const char *output, riwalk_vectors **vectors,
                                               riwalk_error *error);

/* A checksum of names and values, in order: the same for equal vectors, whatever file they come
 * from. O(size). */
RIWALK_API uint64_t riwalk_vectors_checksum(const riwalk_vectors *vectors);

/* The checksum of the file that riwalk_model_write would write: different models differ in it.
 * O(size). */
RIWALK_API riwalk_status riwalk_model_checksum(const riwalk_model *model, uint64_t *checksum,
                                               riwalk_error *error);

/* ---- Walks, roles and profiles ---------------------------------------------------------- */

/* Writes the walks as text, a walk a line, in the order of the nodes: the anchor as its name and
 * roles as riwalk_role_token spells them; with `nodes` the same walks as node names. ARGUMENT where
 * a name has a blank, or reads as a role among roles. */
RIWALK_API riwalk_status riwalk_walks_write(const riwalk_sampler *sampler, const char *path,
                                            bool nodes, riwalk_error *error);

#define RIWALK_ROLE_FIELDS 16

/* The number of fields in a role's tuple, their names ("anchor", "context", "distance", "closer",
 * "same", "further"; "role" for CUSTOM), and the values of a role. `tuple` has room for
 * RIWALK_ROLE_FIELDS. Tuples and packed roles sort alike. */
RIWALK_API unsigned riwalk_role_field_count(const riwalk_sampler *sampler);
RIWALK_API const char *riwalk_role_field_name(const riwalk_sampler *sampler, unsigned field);
RIWALK_API void riwalk_role_tuple(const riwalk_sampler *sampler, uint64_t role, uint64_t *tuple);

/* The id of a role in the table of riwalk_roles_find; false where no walk met it. O(log roles). */
RIWALK_API bool riwalk_roles_id(const riwalk_roles *roles, uint64_t role, uint32_t *id);

/* The profile of one node: its roles by visits, most first (then by tuple). */
typedef struct riwalk_profile riwalk_profile;

typedef struct riwalk_profile_entry {
    uint64_t role;
    double visits; /* as in riwalk_visits */
    double share;  /* of all visits: shares sum to 1 */
} riwalk_profile_entry;

RIWALK_API riwalk_status riwalk_profile_find(const riwalk_sampler *sampler, uint32_t anchor,
                                             riwalk_profile **profile, riwalk_error *error);
RIWALK_API void riwalk_profile_free(riwalk_profile *profile);
RIWALK_API uint32_t riwalk_profile_count(const riwalk_profile *profile);
RIWALK_API const riwalk_profile_entry *riwalk_profile_get(const riwalk_profile *profile,
                                                          uint32_t index);

/* The share of a role, 0 where the anchor's walks never met it. */
RIWALK_API double riwalk_profile_share(const riwalk_profile *profile, uint64_t role);

/* How alike two profiles are: the sum over roles of sqrt(share * share), from 0 (nothing in
 * common) to 1 (equal). Both must come from samplers of the same options but for the seed. Where
 * roles contain the anchor's degree class, anchors of different classes have nothing in common. */
RIWALK_API double riwalk_profile_similarity(const riwalk_profile *a, const riwalk_profile *b);

/* ---- Features --------------------------------------------------------------------------- */

/* The recursive features of a graph's nodes, as ReFeX finds them: those of the vectors of
 * RIWALK_METHOD_REFEX, in the same order. */
typedef struct riwalk_features riwalk_features;

/* Finds them, with bin_share, dimensions (the most), memory and run of the options. O((nodes +
 * edges) * features that are tried), and the triangles. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_features_find(const riwalk_graph *graph,
                                              const riwalk_options *options,
                                              riwalk_features **features, riwalk_error *error);
RIWALK_API void riwalk_features_free(riwalk_features *features);

RIWALK_API uint32_t riwalk_features_count(const riwalk_features *features);

/* What a feature is, such as "mean of sum of egonet edges", cut to the buffer's capacity; the whole
 * length is returned. `feature` is below the count, here and below. */
RIWALK_API size_t riwalk_features_name(const riwalk_features *features, uint32_t feature,
                                       char *buffer, size_t capacity);

/* [nodes]: the values of a feature, and their bins. They live with the features. O(1). */
RIWALK_API const float *riwalk_features_values(const riwalk_features *features, uint32_t feature);
RIWALK_API const uint8_t *riwalk_features_bins(const riwalk_features *features, uint32_t feature);

/* ---- Labels of nodes -------------------------------------------------------------------- */

/* Which classes the nodes of a set of vectors belong to: one or several each, or none. Classes are
 * 0 .. classes-1 in the order of their names: by number when all are integers, else by bytes. */
typedef struct riwalk_node_labels riwalk_node_labels;

typedef struct riwalk_node_labels_options {
    size_t size;
    const char *prefix;   /* an id that is not in the vectors is looked up as "prefix:id". NULL:
                             where no id at all is found, the file's name without its extensions
                             is tried as the prefix */
    const char *positive; /* a label: its nodes are the class "positive", all others "rest". NULL:
                             every label is a class */
} riwalk_node_labels_options;

RIWALK_API void riwalk_node_labels_options_init(riwalk_node_labels_options *options);

/* Reads lines of "id label [label ...]" between blanks, tabs, commas or semicolons; "-" is standard
 * input, gzip and zstd are recognised, # and % begin comments, a header line (node label) is passed
 * over. Several lines of one node add up. Nodes that the vectors lack are counted and left out; it
 * is an error when no node is left. The labels hold row numbers, and do not need the vectors any
 * more. */
RIWALK_API riwalk_status riwalk_node_labels_read(const char *path, const riwalk_vectors *vectors,
                                                 const riwalk_node_labels_options *options,
                                                 riwalk_node_labels **labels, riwalk_error *error);

/* The same from memory: node ids[i] has the label labels[i], for i below `count`. */
RIWALK_API riwalk_status riwalk_node_labels_build(uint64_t count, const char *const *ids,
                                                  const char *const *names,
                                                  const riwalk_vectors *vectors,
                                                  const riwalk_node_labels_options *options,
                                                  riwalk_node_labels **labels, riwalk_error *error);

RIWALK_API void riwalk_node_labels_free(riwalk_node_labels *labels);

typedef struct riwalk_node_labels_summary {
    size_t size;
    uint32_t nodes;             /* of the vectors, with a label */
    uint32_t unlabelled;        /* of the vectors, without one */
    uint64_t unknown;           /* lines whose node the vectors lack */
    uint64_t empty;             /* lines with a node but no label */
    uint32_t classes;           /* that have a node */
    uint32_t smallest, largest; /* class: its nodes */
    uint32_t most;              /* labels of one node */
    const char *prefix;         /* that ids were found with; NULL: none. Lives with the labels */
} riwalk_node_labels_summary;

RIWALK_API riwalk_status riwalk_node_labels_summarize(const riwalk_node_labels *labels,
                                                      riwalk_node_labels_summary *summary,
                                                      riwalk_error *error);

/* The name of a class; lives with the labels. O(1). */
RIWALK_API const char *riwalk_node_labels_class(const riwalk_node_labels *labels, uint32_t class_);

/* The classes of a row of the vectors, ascending, and how many they are: 0 for a row without
 * labels. The array lives with the labels. O(log nodes). */
RIWALK_API uint32_t riwalk_node_labels_of(const riwalk_node_labels *labels, uint32_t row,
                                          const uint32_t **classes);

/* ---- Classification --------------------------------------------------------------------- */

typedef enum riwalk_normalization {
    RIWALK_NORMALIZATION_NONE = 0,
    RIWALK_NORMALIZATION_STANDARD = 1, /* each dimension: mean 0, variance 1 over all vectors */
    RIWALK_NORMALIZATION_UNIT = 2,     /* each vector: length 1 */
} riwalk_normalization;

typedef struct riwalk_classify_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;    /* of the splits; 1 */
    uint32_t repeats; /* splits at each ratio: 1 .. 100000; 10 */
    double C;         /* the weight of the data against the L2 penalty; 1 */
    double tolerance; /* a fit ends when a Newton step changes the decision values of its nodes by
                         less than this share of their spread; 1e-4 */
    bool balanced; /* weigh classes by n / (2 * their size), in each fit of one against the rest */
    riwalk_normalization scale;
    uint32_t folds;    /* 2 .. 100: every training part chooses C, and how long vectors are beside
                          their measures, by cross-validation over so many folds of itself. 0: they
                          are as given; 0 */
    uint32_t measures; /* the last columns of vectors, whose length is not to be chosen:
                          riwalk_embed_report.measures; 0 */
    bool macro;        /* choose by Macro-F1, where rare classes count as much as others; no */
} riwalk_classify_options;

RIWALK_API void riwalk_classify_options_init(riwalk_classify_options *options);

/* How well the labels of one test set were predicted; shares from 0 to 1. Macro-F1 is the mean over
 * the classes that occur in the test set or in the predictions. Majority is what predicting the
 * most frequent training labels for every node would give. */
typedef struct riwalk_classify_scores {
    uint32_t train, test; /* nodes */
    uint32_t missing;     /* classes without a training node: never predicted */
    double micro_f1, macro_f1;
    double majority_micro_f1, majority_macro_f1;
} riwalk_classify_scores;

/* One-vs-rest logistic regression with an L2 penalty. For each ratio and repeat, the labelled nodes
 * are shuffled and the first floor(ratio * nodes) (at least one, and not all) are for training.
 * scores[i * repeats + r] is that of ratios[i], repeat r. A split depends on the seed, the repeat
 * and the labelled nodes alone; the training part at a higher ratio contains that at a lower one.
 * Of a node with m true labels the m highest-scoring ones are its prediction. ARGUMENT where a
 * ratio is not between 0 and 1, or where there are less than two nodes or classes. */
RIWALK_API riwalk_status riwalk_classify(const riwalk_vectors *vectors,
                                         const riwalk_node_labels *labels, const double *ratios,
                                         uint32_t ratio_count,
                                         const riwalk_classify_options *options,
                                         riwalk_classify_scores *scores, riwalk_error *error);

/* The split of a repeat: the labelled rows of the vectors (riwalk_node_labels_summary.nodes of
 * them) in the order in which training parts are cut off their front. */
RIWALK_API riwalk_status riwalk_classify_split(const riwalk_node_labels *labels, uint64_t seed,
                                               uint32_t repeat, uint32_t *rows,
                                               riwalk_error *error);

/* How many of `nodes` are for training at a ratio. */
RIWALK_API uint32_t riwalk_classify_train_size(uint32_t nodes, double ratio);

/* Fits on all labelled nodes and predicts the best class of every row of the vectors, labelled or
 * not. `classes` has room for the count of the vectors. */
RIWALK_API riwalk_status riwalk_classify_predict(const riwalk_vectors *vectors,
                                                 const riwalk_node_labels *labels,
                                                 const riwalk_classify_options *options,
                                                 uint32_t *classes, riwalk_error *error);

/* What was chosen by cross-validation. */
typedef struct riwalk_classify_choice {
    size_t size;
    double C;
    double length; /* root mean square of vectors without their measures; 0: as they were */
    double score;  /* Micro-F1 or Macro-F1, the mean over folds; NaN: nothing to choose by */
} riwalk_classify_choice;

/* Fits on all labelled nodes and gives the decision value of every class for every row of the
 * vectors: above 0 where a class is likelier than not, infinite where all or no labelled nodes have
 * it. `values` has room for the count of the vectors times the classes. `choice` may be NULL. */
RIWALK_API riwalk_status riwalk_classify_decide(const riwalk_vectors *vectors,
                                                const riwalk_node_labels *labels,
                                                const riwalk_classify_options *options,
                                                double *values, riwalk_classify_choice *choice,
                                                riwalk_error *error);

typedef struct riwalk_transfer_scores {
    size_t size;
    riwalk_classify_scores scores;
    uint32_t classes; /* of both label sets together; equal names are one class */
    uint32_t unseen;  /* of them only in the test set: never predicted */
    uint32_t shared;  /* nodes that are in both sets: their labels were known */
} riwalk_transfer_scores;

/* Fits on all nodes of `train` and scores on all nodes of `test`, both labels of `vectors`. */
RIWALK_API riwalk_status riwalk_transfer(const riwalk_vectors *vectors,
                                         const riwalk_node_labels *train,
                                         const riwalk_node_labels *test,
                                         const riwalk_classify_options *options,
                                         riwalk_transfer_scores *scores, riwalk_error *error);

/* The same with vectors of their own for each of two graphs, which one model made: dimensions mean
 * the same in both. ARGUMENT where their numbers differ. */
RIWALK_API riwalk_status riwalk_transfer_between(
    const riwalk_vectors *train_vectors, const riwalk_node_labels *train,
    const riwalk_vectors *test_vectors, const riwalk_node_labels *test,
    const riwalk_classify_options *options, riwalk_transfer_scores *scores, riwalk_error *error);

/* ---- Structural holes ------------------------------------------------------------------- */

typedef struct riwalk_holes_options {
    size_t size;
    riwalk_run run;
    uint32_t top;       /* 300 */
    const char *prefix; /* nodes that the vectors lack are looked up as "prefix:name"; NULL: not */
} riwalk_holes_options;

RIWALK_API void riwalk_holes_options_init(riwalk_holes_options *options);

/* Burt's constraint of every node: the sum over its neighbours j of (p_ij + sum over q of
 * p_iq p_qj)^2, p_ij being the weight of the edge i j as a share of all weights at i. NaN for a
 * node without edges. `constraint` has room for the node count. Of the options only threads and
 * progress count. ARGUMENT for a directed graph. The work is the sum over edges of the lesser of
 * both degrees, times a logarithm: hubs cost no more than others. */
RIWALK_API riwalk_status riwalk_graph_constraint(const riwalk_graph *graph,
                                                 const riwalk_holes_options *options,
                                                 double *constraint, riwalk_error *error);

typedef struct riwalk_holes_scores {
    size_t size;
    uint32_t nodes;    /* that have both a constraint and a vector: all others are left out */
    uint32_t missing;  /* nodes without a vector */
    uint32_t top;      /* as asked for, or nodes - 1 when there are less */
    uint32_t node;     /* of least constraint */
    double constraint; /* its constraint */
    uint32_t hits;     /* of the `top` nodes most similar to it by cosine, how many are among the
                          `top` of least constraint; itself it does not count as similar */
    double expected;   /* hits of as many nodes drawn at random */
} riwalk_holes_scores;

/* Looks for structural holes as the paper does. Of equal constraints or similarities the earlier
 * node counts as the lesser, and the more similar. `constraint` is what riwalk_graph_constraint
 * gives. */
RIWALK_API riwalk_status riwalk_holes(const riwalk_graph *graph, const double *constraint,
                                      const riwalk_vectors *vectors,
                                      const riwalk_holes_options *options,
                                      riwalk_holes_scores *scores, riwalk_error *error);

/* ---- Clusters --------------------------------------------------------------------------- */

/* The class or role of a node that has none; in pictures it is drawn in grey. */
#define RIWALK_NO_CLASS UINT32_MAX

typedef struct riwalk_cluster_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* 1 */
    uint32_t starts;     /* the best of so many runs is kept; 10 */
    uint32_t iterations; /* of a run at most; 300 */
    uint32_t sample;     /* the silhouette of larger sets is that of so many rows; 10000 */
    riwalk_normalization scale;
    uint32_t most_clusters; /* that are tried where their number is left to us; 12 */
    uint32_t choice_sample; /* the number for larger sets is that of so many rows; 2000 */
} riwalk_cluster_options;

RIWALK_API void riwalk_cluster_options_init(riwalk_cluster_options *options);

typedef struct riwalk_cluster_scores {
    size_t size;
    double inertia;      /* the sum of squared distances to the centres */
    uint32_t iterations; /* of the best run */
    bool converged;      /* whether it ended before its last iteration */
    double silhouette;   /* mean over the rows below; NaN where it is not defined */
    uint32_t silhouette_rows;
    uint32_t clusters;        /* their number, k */
    double choice_silhouette; /* where it was chosen: the largest one, of the rows chosen by; else
                                 NaN */
} riwalk_cluster_scores;

/* k-means: k-means++ starts, Lloyd's iterations, the start of least inertia (the first of equals).
 * clusters[row] is 0 .. k-1, numbered by their first rows; no cluster is empty. k of 0: the number
 * from 2 to most_clusters with the largest silhouette, of equals the smallest; vectors that are all
 * alike are one cluster. It is found by clustering a sample of choice_sample rows where there are
 * more. ARGUMENT where k is above the number of distinct vectors. O(starts * iterations * count * k
 * * dimensions). */
RIWALK_API riwalk_status riwalk_cluster(const riwalk_vectors *vectors, uint32_t k,
                                        const riwalk_cluster_options *options, uint32_t *clusters,
                                        riwalk_cluster_scores *scores, riwalk_error *error);

typedef struct riwalk_agreement {
    size_t size;
    uint32_t nodes; /* with a label */
    double homogeneity, completeness, v_measure;
    double adjusted_rand; /* 1: the same groups; 0: what chance would give; it may be below */
} riwalk_agreement;

/* How far clusters (one for each row of the vectors, any numbers below `cluster_count`) agree with
 * labels, over the labelled rows. ARGUMENT where a node has several labels. */
RIWALK_API riwalk_status riwalk_cluster_agreement(const riwalk_node_labels *labels,
                                                  const uint32_t *clusters, uint32_t cluster_count,
                                                  riwalk_agreement *agreement, riwalk_error *error);

/* ---- Roles of nodes, described ----------------------------------------------------------- */

/* What is measured of every node. Of a directed graph all but those of arcs count who is joined to
 * whom, in either direction. */
typedef enum riwalk_node_measure {
    RIWALK_NODE_MEASURE_DEGREE = 0,     /* the number of neighbours */
    RIWALK_NODE_MEASURE_TRIANGLES = 1,  /* that the node is a corner of */
    RIWALK_NODE_MEASURE_CONSTRAINT = 2, /* Burt's; NaN for a node without edges */
    /* Hops to the nearest hub: a node with at least 5 edges and twice the mean degree of nodes with
     * edges; where there is none, one with most edges. NaN where no path leads to one. */
    RIWALK_NODE_MEASURE_HUB_DISTANCE = 3,
    RIWALK_NODE_MEASURE_CLUSTERING = 4, /* share of pairs of neighbours that are joined, or 0 */
    RIWALK_NODE_MEASURE_CORE = 5,       /* the largest k whose k-core has the node */
    RIWALK_NODE_MEASURE_GROUPS = 6,     /* that its neighbours fall into without it */
    RIWALK_NODE_MEASURE_NEIGHBOR_DEGREE = 7,  /* mean; NaN for a node without edges */
    RIWALK_NODE_MEASURE_LARGEST_NEIGHBOR = 8, /* degree; NaN for a node without edges */
    RIWALK_NODE_MEASURE_OUT_DEGREE = 9,       /* of directed graphs, as the next two */
    RIWALK_NODE_MEASURE_IN_DEGREE = 10,
    RIWALK_NODE_MEASURE_RECIPROCITY = 11, /* share of neighbours with arcs both ways; NaN without */
    RIWALK_NODE_MEASURE_STRENGTH = 12, /* of weighted graphs: sum of weights, of arcs out and in */
    /* From the rim: the round in which the node goes when all of the fewest neighbours are taken
     * away at once, again and again (the onion decomposition, which refines cores). */
    RIWALK_NODE_MEASURE_LAYER = 13,
    /* Of graphs with two types or more: which of them, in the order of their names, from 0. It has
     * no ranges, and a rule names one. */
    RIWALK_NODE_MEASURE_TYPE = 14,
} riwalk_node_measure;

#define RIWALK_NODE_MEASURES 15

/* The first of them explain memberships. */
#define RIWALK_EXPLAINING_MEASURES 4

/* "degree", "distance to the nearest hub". Never NULL. */
RIWALK_API const char *riwalk_node_measure_name(riwalk_node_measure measure);

/* How a measure is spread over some nodes. Quartiles are interpolated between the two nearest
 * values; all is NaN where no node has the measure. */
typedef struct riwalk_range {
    uint32_t count; /* nodes that have the measure */
    double minimum, lower_quartile, median, upper_quartile, maximum;
} riwalk_range;

/* A role of context nodes (as riwalk_sampler names it, without the class of the anchor) that the
 * walks of a role's members visit much more often than those of other nodes. */
typedef struct riwalk_frequent_token {
    uint64_t token;
    double share;        /* of the visits of a member's walks to other nodes, mean over members */
    double elsewhere;    /* the same, mean over all nodes that are no members */
    const char *word;    /* "r1.2" */
    const char *meaning; /* "degree 1-2, two hops from the anchor" */
} riwalk_frequent_token;

/* A measure from `low` to `high`, both included; an infinite one is no bound. Measures that are no
 * whole numbers are compared as rounded to two significant digits. */
typedef struct riwalk_rule_condition {
    riwalk_node_measure measure;
    double low, high;
} riwalk_rule_condition;

#define RIWALK_RULE_CONDITIONS 3

/* Finds the members of a role or family: a node that meets all conditions matches. */
typedef struct riwalk_rule {
    const char *text; /* "degree 9 to 27 and clustering 0.4 or more" */
    double precision; /* the share of its matches that are members */
    double recall;    /* the share of members that match */
    uint32_t count;   /* conditions; at least 1, unless all nodes are members */
    riwalk_rule_condition conditions[RIWALK_RULE_CONDITIONS];
} riwalk_rule;

/* A role: nodes whose vectors are one cluster. */
typedef struct riwalk_described_role {
    const char *name; /* "small nodes in dense regions"; no other role has it */
    riwalk_rule rule;
    uint32_t family;         /* that it belongs to */
    uint32_t count;          /* members; at least 1 */
    const uint32_t *members; /* [count] nodes: nearest to the middle first, the last is the most
                                unusual one */
    const double *distances; /* [count] of the members' scaled vectors from their mean, in order up
                                to a millionth */
    uint32_t typical_count;  /* of the members, the first ones, that count as typical */
    riwalk_range ranges[RIWALK_NODE_MEASURES];
    uint32_t token_count;
    const riwalk_frequent_token *tokens; /* [token_count]: the most telling first */
} riwalk_described_role;

/* A family: roles that are alike. */
typedef struct riwalk_described_family {
    const char *name; /* no other family has it */
    riwalk_rule rule;
    uint32_t count; /* nodes */
    uint32_t role_count;
    const uint32_t *roles; /* [role_count], ascending */
    riwalk_range ranges[RIWALK_NODE_MEASURES];
} riwalk_described_family;

typedef struct riwalk_describe_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* of the walks and of the clusters; 1 */
    uint32_t roles;      /* how many; 0: the number with the largest silhouette, as riwalk_cluster
                            chooses it. With less, those that are alike become one */
    uint32_t most_roles; /* that are tried; 20 */
    uint32_t typical;    /* members of a role that count as typical; 5 */
    uint32_t tokens;     /* of a role at most; 5 */
    riwalk_normalization scale;      /* of the vectors before they are clustered; UNIT */
    const riwalk_options *embedding; /* how vectors are made where none are given; NULL: by
                                        RIWALK_PRESET_ROLES. Its run and seed are those above */
    const char *prefix; /* nodes that the vectors lack are looked up as "prefix:name"; NULL: not */
    uint32_t starts;    /* of k-means: with many roles a few seldom meet the best; 30 */
} riwalk_describe_options;

RIWALK_API void riwalk_describe_options_init(riwalk_describe_options *options);

/* The roles of a graph's nodes, in words and numbers. */
typedef struct riwalk_description riwalk_description;

/* Clusters the nodes of a graph by their vectors, which are made here where `vectors` is NULL, and
 * says what each cluster is; docs/describe.md has the details. Given vectors are found by the names
 * of nodes; nodes without one are in no role. Nodes without edges are never clustered: where there
 * are some, they are a role of their own, beside the number that was asked for. Roles are ordered
 * by size, largest first, of equals the one with the first node; families too. Graph and vectors
 * must outlive the description. The same on any number of threads. ARGUMENT for a graph without
 * edges, and where less nodes have different vectors than roles are wanted. */
RIWALK_API riwalk_status riwalk_describe(const riwalk_graph *graph, const riwalk_vectors *vectors,
                                         const riwalk_describe_options *options,
                                         riwalk_description **description, riwalk_error *error);
RIWALK_API void riwalk_description_free(riwalk_description *description);

typedef struct riwalk_description_summary {
    size_t size;
    uint32_t nodes;    /* of the graph */
    uint32_t missing;  /* of them without a vector */
    uint32_t isolated; /* of them without an edge */
    uint32_t roles;    /* that of nodes without edges included */
    uint32_t families; /* 3 to 7 where there are more roles than three */
    bool chosen;       /* the number of roles is the one with the largest silhouette */
    double silhouette; /* mean over the nodes below; NaN where it is not defined */
    uint32_t silhouette_nodes;
    double by_degree;                          /* how well the degree alone finds roles: mean over
                                                  nodes of F1 of the best interval for their role */
    uint32_t hub;                              /* the node with most edges */
    riwalk_range ranges[RIWALK_NODE_MEASURES]; /* of all nodes */
} riwalk_description_summary;

RIWALK_API riwalk_status riwalk_description_summarize(const riwalk_description *description,
                                                      riwalk_description_summary *summary,
                                                      riwalk_error *error);

/* A role by its place, below the number of roles. It lives with the description, as all below.
 * O(1). */
RIWALK_API const riwalk_described_role *riwalk_description_role(const riwalk_description *d,
                                                                uint32_t role);

/* The same of a family. */
RIWALK_API const riwalk_described_family *riwalk_description_family(const riwalk_description *d,
                                                                    uint32_t family);

/* [nodes]: the role of every node, RIWALK_NO_CLASS where it has no vector. */
RIWALK_API const uint32_t *riwalk_description_roles(const riwalk_description *d);

/* [nodes]: a measure of every node; NULL where the graph has no directions or weights. */
RIWALK_API const double *riwalk_description_measure(const riwalk_description *d,
                                                    riwalk_node_measure measure);

/* The vectors that were clustered: the caller's, or those that were made, which live with the
 * description and have the nodes' order. */
RIWALK_API const riwalk_vectors *riwalk_description_vectors(const riwalk_description *d);

/* How vectors were made, resolved; NULL where they were given. */
RIWALK_API const riwalk_options *riwalk_description_embedding(const riwalk_description *d);

/* Explains roles that nodes are members of to a degree, as those of RIWALK_METHOD_ROLX, by
 * measures: factors[role * RIWALK_EXPLAINING_MEASURES + measure] becomes how many times the mean of
 * all nodes a measure is in a role, by the least squares of all that are not negative; NaN where
 * the mean is 0. Nodes that lack a measure take no part. `memberships` are in the order of the
 * graph's nodes, in at most RIWALK_MAX_ROLES columns; `run` may be NULL. ARGUMENT for a directed
 * graph. */
RIWALK_API riwalk_status riwalk_memberships_explain(const riwalk_graph *graph,
                                                    const riwalk_vectors *memberships,
                                                    const riwalk_run *run, double *factors,
                                                    riwalk_error *error);

/* ---- Pictures --------------------------------------------------------------------------- */

typedef enum riwalk_projection {
    RIWALK_PROJECTION_PCA = 0,  /* the two directions of largest variance */
    RIWALK_PROJECTION_TSNE = 1, /* t-SNE: neighbours stay neighbours, far distances mean little */
} riwalk_projection;

typedef struct riwalk_project_options {
    size_t size;
    riwalk_run run;
    riwalk_projection projection; /* PCA */
    riwalk_normalization scale;
    /* Of t-SNE: */
    uint64_t seed;       /* of a small noise that parts equal starting places; 1 */
    double perplexity;   /* about how many neighbours count: at least 1; 30. Lowered to
                            (count - 1) / 3 where there are less points */
    uint32_t iterations; /* 1 .. 100000; 1000 */
    double exaggeration; /* attraction is so much stronger in the first quarter of the iterations,
                            at most 250 of them: at least 1; 12 */
    double theta; /* how coarsely far points are taken together: 0 (not at all: exact) .. 1; -1:
                     0 up to 1000 points, 0.5 beyond */
} riwalk_project_options;

RIWALK_API void riwalk_project_options_init(riwalk_project_options *options);

typedef struct riwalk_project_report {
    size_t size;
    double shares[2];  /* PCA: of the variance, in the first and the second direction */
    double perplexity; /* t-SNE: as it was used */
    double divergence; /* t-SNE: Kullback-Leibler, what it makes small */
    bool exact;        /* t-SNE: every pair of points was looked at */
} riwalk_project_report;

/* Places vectors in the plane: row r at places[2r], places[2r + 1]; `places` has room for twice the
 * count. `report` may be NULL. Directions of PCA point to where their largest component is
 * positive. t-SNE starts from PCA. ARGUMENT where all vectors are equal, so that there is nothing
 * to see, and for t-SNE with less than 4 vectors. PCA takes O(count * dimensions^2 +
 * dimensions^3), exact t-SNE O(count^2 * (dimensions + iterations)) and up to 64 count^2 bytes, the
 * other O(count^2 * dimensions + iterations * count * (perplexity + log count)). */
RIWALK_API riwalk_status riwalk_project(const riwalk_vectors *vectors,
                                        const riwalk_project_options *options, double *places,
                                        riwalk_project_report *report, riwalk_error *error);

typedef struct riwalk_layout_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;       /* of a small noise that parts equal starting places; 1 */
    uint32_t iterations; /* 1 .. 100000; 500 */
} riwalk_layout_options;

RIWALK_API void riwalk_layout_options_init(riwalk_layout_options *options);

/* The largest graph that a picture can be made of. */
#define RIWALK_LAYOUT_MAX_NODES UINT32_C(5000)
#define RIWALK_LAYOUT_MAX_EDGES UINT64_C(50000)

/* Places the nodes of a small graph in the plane by forces: edges pull, nodes push each other away.
 * Directions and weights of edges have no influence. Components stand side by side, the largest one
 * first. The same graph, seed and iterations give the same places on every machine. LIMIT for a
 * graph that is larger than above. O(iterations * (edges + nodes * log nodes)). */
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
    RIWALK_POINT_LABELS_AUTO = 0,   /* up to 200 points: all that find room; in larger graphs, of
                                       each class the nodes with most edges */
    RIWALK_POINT_LABELS_ALWAYS = 1, /* all, also where they overlap */
    RIWALK_POINT_LABELS_NEVER = 2,
} riwalk_point_labels;

typedef struct riwalk_plot_options {
    size_t size;
    riwalk_picture_format format;
    uint32_t width, height; /* in pixels of a screen: 100 .. 10000; both 0: 720 x 560 */
    double resolution;      /* PNG: dots per such pixel, 0.1 .. 10; 2 */
    const char *title;      /* NULL: none */
    const char *x_title;    /* of points: what the directions are; NULL: not said */
    const char *y_title;
    const char *const *names;       /* of points or nodes; NULL: no point labels */
    const uint32_t *classes;        /* of each: below class_count, or NO_CLASS; NULL: all alike */
    const char *const *class_names; /* for the legend; NULL: no legend */
    uint32_t class_count;
    riwalk_point_labels point_labels;
    riwalk_files *files; /* NULL: the picture is put in its place at once */
} riwalk_plot_options;

RIWALK_API void riwalk_plot_options_init(riwalk_plot_options *options);

/* Draws points as a scatter plot into a file, "-" being standard output (where the format must be
 * said). Files are complete or absent. Classes have colours that the colour-blind can tell apart,
 * and beyond sixteen classes also different marks. Text that is not UTF-8 shows as question marks.
 * The same arguments give the same bytes: of SVG on any machine, of PNG and PDF on those with the
 * same Cairo and fonts. Places must be finite. */
RIWALK_API riwalk_status riwalk_plot_points(uint32_t count, const double *places, const char *path,
                                            const riwalk_plot_options *options,
                                            riwalk_error *error);

/* Draws a graph, its nodes at the given places, in the same way. NULL names: those of the graph. */
RIWALK_API riwalk_status riwalk_plot_graph(const riwalk_graph *graph, const double *places,
                                           const char *path, const riwalk_plot_options *options,
                                           riwalk_error *error);

/* ---- Reports ---------------------------------------------------------------------------- */

/* The largest graph that a page holds. */
#define RIWALK_REPORT_MAX_NODES UINT32_C(200000)
#define RIWALK_REPORT_MAX_EDGES UINT64_C(5000000)
#define RIWALK_REPORT_TSNE_NODES UINT32_C(50000)

typedef struct riwalk_report_options {
    size_t size;
    riwalk_run run;
    uint64_t seed;                    /* of layout, t-SNE and sampled profiles; 1 */
    uint32_t tsne_most;               /* vectors: t-SNE of more is left out; 50000 */
    const char *title;                /* NULL: none */
    const riwalk_node_labels *labels; /* rows are the nodes of the graph; NULL: none */
    const char *const *facts; /* [2 * fact_count]: how it was made, each a name and a value */
    size_t fact_count;
    riwalk_files *files; /* NULL: the page is put in its place at once */
} riwalk_report_options;

RIWALK_API void riwalk_report_options_init(riwalk_report_options *options);

/* Whether a graph is small enough: LIMIT otherwise. To be asked before long work. */
RIWALK_API riwalk_status riwalk_report_check(const riwalk_graph *graph, riwalk_error *error);

/* Writes a page to explore a graph, its vectors and its roles: one file of HTML that needs nothing
 * else and no network; "-" is standard output. docs/report.md says what is in it. The same
 * arguments give the same bytes, but for rounding between machines, on any number of threads. The
 * time is mostly that of t-SNE by riwalk_project. */
RIWALK_API riwalk_status riwalk_report_write(const riwalk_description *description,
                                             const char *path, const riwalk_report_options *options,
                                             riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
