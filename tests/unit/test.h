/* SPDX-License-Identifier: MIT */
/* A test is a function that TEST defines. test.c lists and runs them, each in an empty folder of
 * its own: `unit_tests NAME PATTERN` runs those of test_NAME.c whose names match. */
#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/frontend.h"
#include "base/rng.h"
#include "failing.h"
#include "reference/graphs.h"
#include "reference/pairs.h"
#include "riwalk_analysis.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"
#include "riwalk_options.h"
#include "riwalk_parallel.h"

#define TEST(name)                                                                                 \
    static void name(void **);                                                                     \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        test_add(__FILE__, #name, name);                                                           \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))

void test_add(const char *file, const char *name, CMUnitTestFunction function);

/* Less is tried where tests take ten times as long, and where RIWALK_QUICK is set. */
#define FEW(many, few) (test_is_short() ? (few) : (many))
bool test_is_short(void);

/* Allocations that fail in turn lie so far apart; where memory is watched they are all. */
long test_step(void);

/* A call that takes an error as &failure must succeed. */
#define ok(call)                                                                                   \
    do {                                                                                           \
        riwalk_error failure = {0};                                                                \
                                                                                                   \
        if (call)                                                                                  \
            fail_msg("%s: %s", #call, failure.message);                                            \
    } while (0)

/* What a function makes, whose last arguments are a place for it and an error; it must succeed. */
#define MADE(type, function, ...) MADE_OF(riwalk_##type, function, __VA_ARGS__)
#define MADE_OF(type, function, ...)                                                               \
    __extension__({                                                                                \
        type *made_ = NULL;                                                                        \
                                                                                                   \
        ok(function(__VA_ARGS__, &made_, &failure));                                               \
        made_;                                                                                     \
    })

/* It must fail with this status and say these words, or exactly this sentence, or anything. */
#define check_fails(code, words, call)                                                             \
    check_failure(code, words, *found_ &&strstr(found_, wanted_), call)
#define check_says(code, words, call) check_failure(code, words, !strcmp(found_, wanted_), call)
#define check_status(code, call) check_fails(code, "", call)
#define check_failure(code_, words, agrees, call)                                                  \
    do {                                                                                           \
        riwalk_error failure = {0};                                                                \
        const char *found_ = failure.message, *wanted_ = words;                                    \
                                                                                                   \
        assert_int_equal(call, RIWALK_STATUS_##code_);                                             \
        assert_int_equal(failure.code, RIWALK_STATUS_##code_);                                     \
        if (!(agrees))                                                                             \
            fail_msg("'%s' does not say '%s'", found_, wanted_);                                   \
    } while (0)

/* And make nothing; the arguments are those of MADE. */
#define check_unmade(type, code, words, ...)                                                       \
    check_not_made(check_fails, type, code, words, __VA_ARGS__)
#define check_unmade_says(type, code, words, ...)                                                  \
    check_not_made(check_says, type, code, words, __VA_ARGS__)
#define check_not_made(check, type, code, words, function, ...)                                    \
    do {                                                                                           \
        riwalk_##type *made_ = NULL;                                                               \
                                                                                                   \
        check(code, words, function(__VA_ARGS__, &made_, &failure));                               \
        assert_null(made_);                                                                        \
    } while (0)

/* Options as their type's init function leaves them. */
#define DEFAULTS(type)                                                                             \
    __extension__({                                                                                \
        type made_;                                                                                \
                                                                                                   \
        type##_init(&made_);                                                                       \
        made_;                                                                                     \
    })

/* A value but for some fields: BUT(start(), it.seed = 3), and the defaults so:
 * WITH(riwalk_options, it.seed = 3, it.epochs = 1). */
#define BUT(value, ...)                                                                            \
    __extension__({                                                                                \
        __typeof__(value) it = value;                                                              \
                                                                                                   \
        __VA_ARGS__;                                                                               \
        it;                                                                                        \
    })
#define WITH(type, ...) BUT(DEFAULTS(type), __VA_ARGS__)

/* How many elements an array has, and a loop over pointers to them. */
#define ELEMENTS(array) (sizeof(array) / sizeof *(array))
#define EACH(item, array)                                                                          \
    for (__typeof__(&*(array)) item = array; item < (array) + ELEMENTS(array); item++)

/* What is freed where its block ends: scoped_graph *graph = make_graph(20, 3); */
#define SCOPED(type)                                                                               \
    static inline void free_scoped_##type(riwalk_##type **it)                                      \
    {                                                                                              \
        riwalk_##type##_free(*it);                                                                 \
    }
SCOPED(graph)
SCOPED(vectors)
SCOPED(model)
SCOPED(sampler)
SCOPED(node_labels)
SCOPED(description)
SCOPED(features)
SCOPED(part)
SCOPED(alignment)
SCOPED(tracking)
SCOPED(snapshots)
SCOPED(roles)
SCOPED(profile)
#define scoped_graph __attribute__((cleanup(free_scoped_graph))) riwalk_graph
#define scoped_vectors __attribute__((cleanup(free_scoped_vectors))) riwalk_vectors
#define scoped_model __attribute__((cleanup(free_scoped_model))) riwalk_model
#define scoped_sampler __attribute__((cleanup(free_scoped_sampler))) riwalk_sampler
#define scoped_node_labels __attribute__((cleanup(free_scoped_node_labels))) riwalk_node_labels
#define scoped_description __attribute__((cleanup(free_scoped_description))) riwalk_description
#define scoped_features __attribute__((cleanup(free_scoped_features))) riwalk_features
#define scoped_part __attribute__((cleanup(free_scoped_part))) riwalk_part
#define scoped_tracking __attribute__((cleanup(free_scoped_tracking))) riwalk_tracking
#define scoped_snapshots __attribute__((cleanup(free_scoped_snapshots))) riwalk_snapshots
#define scoped_roles __attribute__((cleanup(free_scoped_roles))) riwalk_roles
#define scoped_profile __attribute__((cleanup(free_scoped_profile))) riwalk_profile
#define scoped_alignment __attribute__((cleanup(free_scoped_alignment))) riwalk_alignment

/* And of blocks of malloc: scoped char *text = malloc(9); */
static inline void free_scoped_block(void *block)
{
    free(*(void **)block);
}
#define scoped __attribute__((cleanup(free_scoped_block)))

static inline void free_scoped_labels(const char ***labels)
{
    riwalk_labels_free(*labels);
}
#define scoped_labels __attribute__((cleanup(free_scoped_labels))) const char **

/* For qsort of uint64_t and uint32_t. */
int compare_u64(const void *left, const void *right);
int compare_u32(const void *left, const void *right);

/* Cancels a run, at once or when it comes to a stage that `stage` names. */
int cancel_at(const riwalk_progress *progress, void *stage);

/* The folder of the test, which is the current one. */
extern char test_folder[64];

/* Files of a text or of any bytes; and what one holds, with a zero behind it, to be freed. `size`
 * may be NULL. */
void write_file(const char *path, const char *text);
void write_bytes(const char *path, const void *bytes, size_t size);
char *read_file(const char *path, size_t *size);
void assert_same_files(const char *one, const char *other);

/* A graph of edges i = 0, 1, ... between two expressions of i: JOINED(9, 8, i, i + 1) is a path. */
#define JOINED(nodes, edges, from, to)                                                             \
    __extension__({                                                                                \
        uint64_t edges_ = edges;                                                                   \
        uint32_t *ends_ = malloc((2 * edges_ + 1) * sizeof *ends_);                                \
        riwalk_graph *made_ = NULL;                                                                \
                                                                                                   \
        for (uint32_t i = 0; i < edges_; i++) {                                                    \
            ends_[2 * i] = from;                                                                   \
            ends_[2 * i + 1] = to;                                                                 \
        }                                                                                          \
        ok(reference_build(nodes, edges_, ends_, NULL, NULL, &made_, &failure));                   \
        free(ends_);                                                                               \
        made_;                                                                                     \
    })

/* A graph of pairs of nodes that are written down: GRAPH(3, 0, 1, 1, 2) is a path. */
#define GRAPH(nodes, ...)                                                                          \
    MADE(graph, reference_build, nodes, ELEMENTS(((const uint32_t[]){__VA_ARGS__})) / 2,           \
         ((const uint32_t[]){__VA_ARGS__}), NULL, NULL)

/* What a generator makes: with options, of so many nodes or of its own number for 0, and
 * GENERATED(BARBELL, it.clique = 5, it.path = 2). `options` and `labels` may be NULL. */
riwalk_graph *generate_with(riwalk_generator kind, const riwalk_generate_options *options,
                            const char ***labels);
riwalk_graph *generate(riwalk_generator kind, uint32_t nodes);
#define GENERATED(kind, ...)                                                                       \
    __extension__({                                                                                \
        riwalk_generate_options how_ = WITH(riwalk_generate_options, __VA_ARGS__);                 \
                                                                                                   \
        generate_with(RIWALK_GENERATOR_##kind, &how_, NULL);                                       \
    })

/* What a text is read as, and what a graph is found to be. `options` may be NULL. */
riwalk_graph *graph_from(const char *text, const riwalk_read_options *options);
riwalk_graph_summary summary_of(const riwalk_graph *graph);

/* A graph as text: "[a]>b=2 [b]" where directed and weighted, "[a]:type-b [b]:type-a" where
 * neither. It lives until the next call. */
const char *text_of(const riwalk_graph *graph);

/* Vectors of nodes "0", "1", ..., and labels of these: of node i % nodes, or none for NULL. */
riwalk_vectors *vectors_of(uint32_t count, uint32_t dimensions, const float *values);
riwalk_node_labels *labels_of(const riwalk_vectors *vectors, uint32_t count,
                              const char *const *labels);

/* Fails where bytes are others than those of the first call, which are kept at `first`: a
 * scoped void * that is NULL at the beginning. */
void assert_unchanged(void **first, const void *bytes, size_t size);

/* What a file is, or an error; options are "name=value name=value". */
typedef riwalk_status listed_reader(const char *file, const char *options, char *found, size_t room,
                                    riwalk_error *error);

/* Every file of a folder of tests/ has lines in its expected.txt: the file, options or "-", the
 * status, and what it is or the sentence, tab-separated. */
void check_listed(const char *folder, listed_reader *read);

/* The value of such an option, or NULL; it lives until the sixteenth next call. */
const char *listed_option(const char *options, const char *name);

/* How many files the current folder holds. */
int count_files(void);

/* Removes them; returns how many were the library's temporary files. */
int empty_folder(void);

#endif
