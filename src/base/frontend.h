/* SPDX-License-Identifier: MIT */
/* What the library shares, beyond its public headers, with the programs built with it: the command,
 * riwalk-mpi and the Python module. Not installed; it may change at any time. Functions are
 * exported because the command may use the shared library. */
#ifndef RW_BASE_FRONTEND_H
#define RW_BASE_FRONTEND_H

#include "riwalk.h"
#include "riwalk_analysis.h"
#include "riwalk_graphs.h"

/* Makes text, such as a name from a file, safe for a terminal: control characters and bytes that
 * are not UTF-8 become \x1b and the like. Writes the result and a NUL into a buffer, cut to its
 * capacity between two characters. Returns the whole length without the NUL. */
RIWALK_API size_t riwalk_printable(const char *text, char *buffer, size_t capacity);

/* ---- Sets of output files --------------------------------------------------------------- */

/* A set of files that appear together: all are complete and on disk before the first one is renamed
 * to its path, in the order in which they were written. A replaced file keeps its mode, and
 * symbolic links stay. Names ending in .gz and .zst are compressed. "-", pipes and devices are
 * written directly. For one thread at a time. */
typedef struct riwalk_files riwalk_files;

RIWALK_API riwalk_status riwalk_files_create(riwalk_files **files, riwalk_error *error);

/* Opens a file, and appends to the file opened last. The functions that write graphs, vectors,
 * models and pictures can add their files to the set, too. After a failure the set can only be
 * freed. */
RIWALK_API riwalk_status riwalk_files_open(riwalk_files *files, const char *path,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_files_write(riwalk_files *files, const void *data, size_t size,
                                            riwalk_error *error);

/* Renames all files to their paths. A process killed meanwhile leaves the first ones new and the
 * others old. */
RIWALK_API riwalk_status riwalk_files_commit(riwalk_files *files, riwalk_error *error);

/* Frees the set. Files that were not committed disappear. */
RIWALK_API void riwalk_files_free(riwalk_files *files);

/* Checks whether a file can be written at a path. Call it before long work. */
RIWALK_API riwalk_status riwalk_files_check(const char *path, riwalk_error *error);

/* A sink that adds its file to a set; NULL: the file appears at once. */
static inline riwalk_sink riwalk_to_files(const char *path, riwalk_files *files)
{
    riwalk_sink sink = {path, files, NULL, NULL};
    return sink;
}

/* ---- Devices ----------------------------------------------------------------------------- */

/* Starts a device in the background while graphs are read, as this may take 0.3 s. Errors are
 * reported when the device is used. */
RIWALK_API void riwalk_device_prepare(riwalk_device device);

/* ---- Graphs ------------------------------------------------------------------------------- */

/* The fields of a summary that need no search: the counts of what was dropped, and the checksum. */
RIWALK_API void riwalk_graph_outline(const riwalk_graph *graph, riwalk_graph_summary *summary);

/* ---- Checks before long work ----------------------------------------------------------- */

/* Checks whether a graph can be written at a path with these options: ARGUMENT if the extension
 * stands for no format, or if the format cannot hold the given roles, places and colours. */
RIWALK_API riwalk_status riwalk_write_options_check(const char *path,
                                                    const riwalk_write_options *options,
                                                    riwalk_error *error);

/* What a format of vectors is called; NULL for AUTO and unknown numbers. */
typedef struct riwalk_vectors_format_info {
    const char *name;      /* for --to: "binary" */
    const char *extension; /* selects the format: ".bin" */
    bool ids_beside;       /* names of rows are in a file .ids next to it */
} riwalk_vectors_format_info;

RIWALK_API const riwalk_vectors_format_info *
riwalk_vectors_format_describe(riwalk_vectors_format format);

/* The format in which vectors are written to a path. */
RIWALK_API riwalk_vectors_format riwalk_vectors_format_from_path(const char *path);

/* Checks whether a name fits the format that riwalk_vectors_write would use for a path: ARGUMENT,
 * with a sentence, if it does not or if the path has no format. Call it before long work. */
RIWALK_API riwalk_status riwalk_vectors_check_name(const char *name, size_t length,
                                                   const char *path, riwalk_vectors_format format,
                                                   riwalk_error *error);

/* The same for all names of a graph. */
RIWALK_API riwalk_status riwalk_vectors_check_names(const riwalk_graph *graph, const char *path,
                                                    riwalk_vectors_format format,
                                                    riwalk_error *error);

/* The format that a path's extension stands for, in upper or lower case: .svg (also before .gz and
 * .zst), .png or .pdf; AUTO for others. */
RIWALK_API riwalk_picture_format riwalk_picture_format_of(const char *path);

/* Checks whether this library can draw a format: ARGUMENT for PNG and PDF if it was built without
 * Cairo. */
RIWALK_API riwalk_status riwalk_picture_format_check(riwalk_picture_format format,
                                                     riwalk_error *error);

/* ---- Measures ---------------------------------------------------------------------------- */

/* The key of a measure in JSON and in data frames: "hub_distance". */
RIWALK_API const char *riwalk_node_measure_key(riwalk_node_measure measure);

/* ---- Figures ---------------------------------------------------------------------------- */

/* The colour of a class in pictures, 0xRRGGBB. Colours repeat after sixteen classes. */
RIWALK_API uint32_t riwalk_class_color(uint32_t class_);

/* Mean, standard deviation (of a sample: n - 1) and 95 % interval of the mean (Student's t). For a
 * single value, deviation and interval are NaN; for none, all are. */
typedef struct riwalk_interval {
    double mean, deviation, low, high;
} riwalk_interval;

RIWALK_API riwalk_interval riwalk_interval_of(const double *values, size_t count);

/* The automatic scales: `count` evenly spaced numbers from -log(0.95) u to -log(0.80) u, where u =
 * sqrt(0.5 / eigenvalue). The eigenvalue is the smallest nonzero one of L, but at least 1 / nodes:
 * see riwalk_embed_report. */
RIWALK_API void riwalk_graphwave_scales(double eigenvalue, uint32_t count, double *scales);

/* ---- Training on text ------------------------------------------------------------------- */

typedef struct riwalk_train_report {
    size_t size;
    uint64_t pairs; /* trained pairs */
    double loss;    /* estimated loss per pair at the end */
} riwalk_train_report;

/* Trains skip-gram on a file of whitespace-separated tokens, one sentence a line ("-": standard
 * input; gzip and zstd are recognised): one vector per token that occurs at least min_count times,
 * the most frequent first. `report` may be NULL. The same file, options and seed give the same
 * vectors on any number of threads. */
RIWALK_API riwalk_status riwalk_train_text(const char *path, uint64_t min_count,
                                           const riwalk_options *options, riwalk_vectors **vectors,
                                           riwalk_train_report *report, riwalk_error *error);

#endif
