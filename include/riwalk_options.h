/* SPDX-License-Identifier: MIT */
/* The options of an embedding by name: described, set from text and resolved. For commands and
 * bindings: programs that set fields of riwalk_options do not need it. Stable, as riwalk.h is. */
#ifndef RIWALK_OPTIONS_H
#define RIWALK_OPTIONS_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options by name -------------------------------------------------------------------- */

/* Replaces every `auto` by its value for this number of graphs, with or without a model, and checks
 * all values: ARGUMENT, with a sentence, for the first invalid one. "Across graphs" means the
 * factor trainer on several graphs or with a model, unless role_anchor is BOTH, which suits one
 * graph only. Embedding with the result equals embedding with the original options. Two fields stay
 * AUTO: `walks` of the factor trainer, which is decided node by node (see riwalk_embed_report), and
 * `norm` with measures, which depends on the number of nodes. Directions and weights are left to
 * riwalk_options_resolve_for. */
RIWALK_API riwalk_status riwalk_options_resolve(const riwalk_options *options, size_t graph_count,
                                                bool with_model, riwalk_options *resolved,
                                                riwalk_error *error);

/* The same for the graphs that will be embedded. It also decides whether roles use directions and
 * weights, and sets classes by share if they are classes of strength. */
RIWALK_API riwalk_status riwalk_options_resolve_for(const riwalk_options *options,
                                                    const riwalk_graph *const *graphs,
                                                    size_t graph_count, bool with_model,
                                                    riwalk_options *resolved, riwalk_error *error);

typedef struct riwalk_option_choice {
    const char *name;    /* NULL ends a list */
    const char *help;    /* NULL if the name says it all */
    const char *aliases; /* other accepted spellings, separated by spaces; NULL: none */
    uint32_t value;
} riwalk_option_choice;

typedef enum riwalk_option_kind {
    RIWALK_OPTION_KIND_WHOLE = 0,  /* a whole number, or one of the choices */
    RIWALK_OPTION_KIND_REAL = 1,   /* a number */
    RIWALK_OPTION_KIND_CHOICE = 2, /* one of the choices */
    RIWALK_OPTION_KIND_BYTES = 3,  /* a size such as 500M */
    RIWALK_OPTION_KIND_LIST = 4,   /* values separated by commas, or one of the choices */
} riwalk_option_kind;

/* One option. The command's parsing, help and manual, the metadata of vectors and the keywords of
 * bindings all derive from it. */
typedef struct riwalk_option {
    const char *name;  /* "walk-length"; metadata and bindings have '_' for '-' */
    const char *group; /* the heading it belongs to */
    riwalk_option_kind kind;
    const char *placeholder;             /* stands for the value: "N" */
    double least, most;                  /* limits of numbers */
    const riwalk_option_choice *choices; /* NULL: none */
    const char *help;                    /* starts in lower case, without a full stop */
    const char *use;                     /* when it has an effect, in words; NULL: always */
    const char *aliases;                 /* other accepted names, separated by spaces; NULL: none */
    bool common;                         /* most people need it */
    bool result;                         /* results depend on it */
} riwalk_option;

/* All options, ordered by group; the last entry has no name. Static. */
RIWALK_API const riwalk_option *riwalk_option_list(void);

/* Sets an option by name ("walk-length", "walk_length" or an alias) from text, as the command does.
 * Error messages begin with the name as given. */
RIWALK_API riwalk_status riwalk_options_set(riwalk_options *options, const char *name,
                                            const char *value, riwalk_error *error);

/* An option's value in the form that riwalk_options_set takes, cut to the buffer's capacity.
 * Returns the whole length, or 0 for an unknown name. */
RIWALK_API size_t riwalk_options_get(const riwalk_options *options, const char *name, char *buffer,
                                     size_t capacity);

/* Whether an option has an effect with the other options: p has none without node2vec. */
RIWALK_API bool riwalk_options_use(const riwalk_options *options, const riwalk_option *option);

/* Checks whether setting an option to some text makes sense, given the resolved options: ARGUMENT
 * if it has no effect with them and is not its default. The message begins with the name as
 * given and says what the option is for. */
RIWALK_API riwalk_status riwalk_options_check_use(const riwalk_options *resolved, const char *name,
                                                  const char *value, riwalk_error *error);

/* ---- Methods ---- */

#define RIWALK_METHOD_STAGES 5

/* What a method can do, so that programs need no list of their own. */
typedef struct riwalk_method_info {
    bool directed;        /* it uses directions of edges; others take undirected graphs only */
    bool weighted;        /* it uses weights */
    bool roles;           /* it walks among roles: identifiers and trainers apply */
    bool features;        /* it computes recursive features, as ReFeX does */
    bool proximity;       /* nearby nodes get similar vectors; two graphs cannot be compared */
    bool models;          /* it makes models, also from parts, and can keep finished work */
    bool groups;          /* several processes can share the work */
    const char *work;     /* what takes time besides walks: "training" */
    uint32_t walks;       /* default walks per node; 0: it does not walk */
    uint32_t walk_length; /* the default */
    struct riwalk_method_stage {
        const char *name; /* as in riwalk_progress; NULL ends the list */
        double weight;    /* its time relative to other stages */
        bool training;    /* its time grows with epochs, dimensions, contexts and noise */
    } stages[RIWALK_METHOD_STAGES];
} riwalk_method_info;

/* NULL for unknown methods. Methods are numbered from 0 without gaps. */
RIWALK_API const riwalk_method_info *riwalk_method_describe(riwalk_method method);

#ifdef __cplusplus
}
#endif

#endif
