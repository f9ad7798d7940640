/* SPDX-License-Identifier: MIT */
/* Options of an embedding by name, described and resolved: for commands and bindings. Stable, as
 * riwalk.h is. A program that sets the fields of riwalk_options itself does not need it. */
#ifndef RIWALK_OPTIONS_H
#define RIWALK_OPTIONS_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options by name -------------------------------------------------------------------- */

/* Puts what `auto` means in the place of every option that has it, for this many graphs and with or
 * without a model to be made, and checks all values: ARGUMENT with a sentence for the first that
 * has no meaning. "Across graphs" is the factor trainer on several graphs or with a model, unless
 * role_anchor is BOTH, which suits one graph alone. Embedding with the result is embedding with the
 * options as they were. `walks` of the factor trainer stays AUTO: it is decided node by node, and
 * riwalk_embed_report counts; `norm` beside measures does too, as it goes by the number of nodes.
 * What follows from directions and weights is left to riwalk_options_resolve_for. */
RIWALK_API riwalk_status riwalk_options_resolve(const riwalk_options *options, size_t graph_count,
                                                bool with_model, riwalk_options *resolved,
                                                riwalk_error *error);

/* The same for these graphs, the ones that will be embedded: whether roles use directions and
 * weights is settled too, and classes are by share where they are of strengths. */
RIWALK_API riwalk_status riwalk_options_resolve_for(const riwalk_options *options,
                                                    const riwalk_graph *const *graphs,
                                                    size_t graph_count, bool with_model,
                                                    riwalk_options *resolved, riwalk_error *error);

typedef struct riwalk_option_choice {
    const char *name;    /* NULL ends a list */
    const char *help;    /* NULL when the name says it all */
    const char *aliases; /* other spellings that are taken, separated by spaces; NULL: none */
    uint32_t value;
} riwalk_option_choice;

typedef enum riwalk_option_kind {
    RIWALK_OPTION_KIND_WHOLE = 0,  /* a whole number, or one of the choices */
    RIWALK_OPTION_KIND_REAL = 1,   /* a number */
    RIWALK_OPTION_KIND_CHOICE = 2, /* one of the choices */
    RIWALK_OPTION_KIND_BYTES = 3,  /* a size such as 500M */
    RIWALK_OPTION_KIND_LIST = 4,   /* values separated by commas, or one of the choices */
} riwalk_option_kind;

/* What is to be known about an option. Everything else follows from it: the command's parsing,
 * help and manual, the metadata of vectors, and keywords of bindings. */
typedef struct riwalk_option {
    const char *name;  /* "walk-length"; with '_' for '-' the key in metadata and in bindings */
    const char *group; /* the heading that it stands under */
    riwalk_option_kind kind;
    const char *placeholder;             /* of the value: "N" */
    double least, most;                  /* of numbers */
    const riwalk_option_choice *choices; /* NULL: none */
    const char *help;                    /* begins in lower case, has no full stop */
    const char *use;                     /* where it has a meaning, in words; NULL: everywhere */
    const char *aliases; /* other names that work too, separated by spaces; NULL: none */
    bool common;         /* one of those that most people need */
    bool result;         /* results depend on it */
} riwalk_option;

/* All options in the order of their groups, ended by one without a name. They live for ever. */
RIWALK_API const riwalk_option *riwalk_option_list(void);

/* Sets an option by its name ("walk-length" or "walk_length", or an alias) from text, as the
 * command does. The message of an error begins with the name as it was given. */
RIWALK_API riwalk_status riwalk_options_set(riwalk_options *options, const char *name,
                                            const char *value, riwalk_error *error);

/* An option's value as riwalk_options_set takes it, cut to the buffer's capacity; the whole length
 * is returned, 0 for a name that is not known. */
RIWALK_API size_t riwalk_options_get(const riwalk_options *options, const char *name, char *buffer,
                                     size_t capacity);

/* Whether an option has a meaning beside the others: p has none without node2vec. */
RIWALK_API bool riwalk_options_use(const riwalk_options *options, const riwalk_option *option);

/* Whether it makes sense to have set an option to some text, given what all options were resolved
 * to: ARGUMENT where it has no meaning beside them and is not its default. The message begins with
 * the name as it was given, and says what the option is for. */
RIWALK_API riwalk_status riwalk_options_check_use(const riwalk_options *resolved, const char *name,
                                                  const char *value, riwalk_error *error);

/* ---- Methods ---- */

#define RIWALK_METHOD_STAGES 5

/* What is known of a method, so that programs need no list of their own. */
typedef struct riwalk_method_info {
    bool directed;    /* it uses directions of edges; others are for undirected graphs */
    bool weighted;    /* it uses weights */
    bool roles;       /* its walks are among roles: identifiers and trainers have a meaning */
    bool features;    /* it finds recursive features, as ReFeX does */
    bool proximity;   /* nearby nodes get similar vectors; those of two graphs cannot be compared */
    bool models;      /* it makes models, also from parts, and can keep its work */
    bool groups;      /* several processes can work on it together */
    const char *work; /* what takes the time beside walks: "training" */
    uint32_t walks;   /* from each node, by default; 0: there are no walks */
    uint32_t walk_length; /* by default */
    struct riwalk_method_stage {
        const char *name; /* of riwalk_progress; NULL ends the list */
        double weight;    /* how long it takes in comparison with others */
        bool training;    /* in proportion to epochs, dimensions, contexts and noise */
    } stages[RIWALK_METHOD_STAGES];
} riwalk_method_info;

/* NULL where there is no such method; numbers follow each other from 0 on. */
RIWALK_API const riwalk_method_info *riwalk_method_describe(riwalk_method method);

#ifdef __cplusplus
}
#endif

#endif
