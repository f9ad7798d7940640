/* SPDX-License-Identifier: MIT */
/* The names of version 0.2 that version 0.3 renamed; they go away in the next minor version. A
 * program written for 0.2 includes this header instead of riwalk.h, and the compiler says where it
 * uses an old name. riwalk_model_write and riwalk_part_write then have their forms of 0.2, with a
 * set of files. The changelog has a table of old and new names. */
#ifndef RIWALK_DEPRECATED_H
#define RIWALK_DEPRECATED_H

#include "riwalk.h"
#include "riwalk_analysis.h"
#include "riwalk_graphs.h"
#include "riwalk_options.h"
#include "riwalk_parallel.h"

#if defined(__GNUC__)
#define RIWALK_DEPRECATED(sentence) __attribute__((deprecated(sentence)))
#else
#define RIWALK_DEPRECATED(sentence)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Renamed --------------------------------------------------------------------------- */

typedef riwalk_comm riwalk_group RIWALK_DEPRECATED("use riwalk_comm");
typedef riwalk_normalization riwalk_scale RIWALK_DEPRECATED("use riwalk_normalization");

#define RIWALK_SCALE_NONE RIWALK_NORMALIZATION_NONE
#define RIWALK_SCALE_STANDARD RIWALK_NORMALIZATION_STANDARD
#define RIWALK_SCALE_UNIT RIWALK_NORMALIZATION_UNIT

RIWALK_DEPRECATED("use riwalk_graph_broadcast")
static inline riwalk_status riwalk_graph_share(riwalk_comm *group, riwalk_graph **graph,
                                               riwalk_error *error)
{
    return riwalk_graph_broadcast(group, graph, error);
}

RIWALK_DEPRECATED("use riwalk_graph_format_from_path")
static inline riwalk_format riwalk_format_of(const char *path)
{
    return riwalk_graph_format_from_path(path);
}

/* ---- Sources and sinks ------------------------------------------------------------------ */

RIWALK_DEPRECATED("use riwalk_graph_from_edges")
static inline riwalk_status riwalk_graph_build(uint32_t node_count, uint64_t edge_count,
                                               const uint32_t *ends, const float *weights,
                                               const riwalk_build_options *options,
                                               riwalk_graph **graph, riwalk_error *error)
{
    riwalk_edge_arrays edges = {edge_count, ends, ends ? ends + 1 : NULL, 32, 2, weights, 32};
    return riwalk_graph_from_edges(node_count, &edges, options, graph, error);
}

RIWALK_DEPRECATED("use riwalk_graph_read_from")
static inline riwalk_status riwalk_graph_read_memory(const void *data, size_t size,
                                                     const char *name,
                                                     const riwalk_read_options *options,
                                                     riwalk_graph **graph, riwalk_error *error)
{
    return riwalk_graph_read_from(riwalk_from_memory(data, size, name), options, graph, error);
}

RIWALK_DEPRECATED("use riwalk_model_read_from")
static inline riwalk_status riwalk_model_read_memory(const void *data, size_t size,
                                                     const char *name, riwalk_model **model,
                                                     riwalk_error *error)
{
    return riwalk_model_read_from(riwalk_from_memory(data, size, name), model, error);
}

RIWALK_DEPRECATED("use riwalk_model_write_to")
static inline riwalk_status riwalk_model_write_memory(const riwalk_model *model, void **data,
                                                      size_t *size, riwalk_error *error)
{
    return riwalk_model_write_to(model, riwalk_to_memory(data, size), error);
}

RIWALK_DEPRECATED("use riwalk_part_read_from")
static inline riwalk_status riwalk_part_read_memory(const void *data, size_t size, const char *name,
                                                    riwalk_part **part, riwalk_error *error)
{
    return riwalk_part_read_from(riwalk_from_memory(data, size, name), part, error);
}

RIWALK_DEPRECATED("use riwalk_part_write_to")
static inline riwalk_status riwalk_part_write_memory(const riwalk_part *part, void **data,
                                                     size_t *size, riwalk_error *error)
{
    return riwalk_part_write_to(part, riwalk_to_memory(data, size), error);
}

RIWALK_DEPRECATED("use riwalk_model_write without files")
static inline riwalk_status riwalk_model_write_files(const riwalk_model *model, const char *path,
                                                     riwalk_files *files, riwalk_error *error)
{
    riwalk_sink sink = {path, files, NULL, NULL};
    return riwalk_model_write_to(model, sink, error);
}

RIWALK_DEPRECATED("use riwalk_part_write without files")
static inline riwalk_status riwalk_part_write_files(const riwalk_part *part, const char *path,
                                                    riwalk_files *files, riwalk_error *error)
{
    riwalk_sink sink = {path, files, NULL, NULL};
    return riwalk_part_write_to(part, sink, error);
}

#define riwalk_model_write(model, path, files, error)                                              \
    riwalk_model_write_files(model, path, files, error)
#define riwalk_part_write(part, path, files, error)                                                \
    riwalk_part_write_files(part, path, files, error)

/* ---- No longer public ------------------------------------------------------------------- */

#define RIWALK_GONE RIWALK_DEPRECATED("the command's own, and public no more")

typedef struct riwalk_interval {
    double mean, deviation, low, high;
} riwalk_interval;

typedef struct riwalk_train_report {
    size_t size;
    uint64_t pairs; /* trained pairs */
    double loss;    /* estimated loss per pair at the end */
} riwalk_train_report;

RIWALK_API RIWALK_GONE size_t riwalk_printable(const char *text, char *buffer, size_t capacity);
RIWALK_API RIWALK_GONE riwalk_status riwalk_files_create(riwalk_files **files, riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_status riwalk_files_open(riwalk_files *files, const char *path,
                                                       riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_status riwalk_files_write(riwalk_files *files, const void *data,
                                                        size_t size, riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_status riwalk_files_commit(riwalk_files *files, riwalk_error *error);
RIWALK_API RIWALK_GONE void riwalk_files_free(riwalk_files *files);
RIWALK_API RIWALK_GONE riwalk_status riwalk_files_check(const char *path, riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_status riwalk_write_options_check(const char *path,
                                                                const riwalk_write_options *options,
                                                                riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_status riwalk_vectors_check_name(const char *name, size_t length,
                                                               const char *path,
                                                               riwalk_vectors_format format,
                                                               riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_status riwalk_vectors_check_names(const riwalk_graph *graph,
                                                                const char *path,
                                                                riwalk_vectors_format format,
                                                                riwalk_error *error);
RIWALK_API RIWALK_GONE riwalk_picture_format riwalk_picture_format_of(const char *path);
RIWALK_API RIWALK_GONE riwalk_status riwalk_picture_format_check(riwalk_picture_format format,
                                                                 riwalk_error *error);
RIWALK_API RIWALK_GONE uint32_t riwalk_class_color(uint32_t class_);
RIWALK_API RIWALK_GONE riwalk_interval riwalk_interval_of(const double *values, size_t count);
RIWALK_API RIWALK_GONE void riwalk_graphwave_scales(double eigenvalue, uint32_t count,
                                                    double *scales);
RIWALK_API RIWALK_GONE riwalk_status riwalk_train_text(const char *path, uint64_t min_count,
                                                       const riwalk_options *options,
                                                       riwalk_vectors **vectors,
                                                       riwalk_train_report *report,
                                                       riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
