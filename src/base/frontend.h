/* SPDX-License-Identifier: MIT */
/* What the programs that are built with the library share with it beyond the public headers: the
 * command, riwalk-mpi and the Python module. Not installed; it changes without notice. The
 * functions are exported because the command may use the shared library. */
#ifndef RW_BASE_FRONTEND_H
#define RW_BASE_FRONTEND_H

#include "riwalk.h"
#include "riwalk_analysis.h"
#include "riwalk_graphs.h"

/* Makes text, such as a name from a file, safe for a terminal: control characters and bytes that
 * are not UTF-8 become \x1b, all else stays. Writes it and a final NUL into a buffer, cut to its
 * capacity between two characters, and returns the length of the whole without the NUL. */
RIWALK_API size_t riwalk_printable(const char *text, char *buffer, size_t capacity);

/* ---- Sets of output files --------------------------------------------------------------- */

/* Files that are put in their places together: complete and on the disk before the first of them
 * appears there, in the order in which they were written. A file is written beside its place; one
 * that is replaced keeps its mode, and symbolic links stay. Names ending in .gz and .zst are
 * compressed. "-", pipes and devices are written straight. For one thread at a time. */
typedef struct riwalk_files riwalk_files;

RIWALK_API riwalk_status riwalk_files_create(riwalk_files **files, riwalk_error *error);

/* Begins a file, and appends to the one that was begun last. The functions that write graphs,
 * vectors, models and pictures take a set too, and add their files to it. After a failure the set
 * can only be freed. */
RIWALK_API riwalk_status riwalk_files_open(riwalk_files *files, const char *path,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_files_write(riwalk_files *files, const void *data, size_t size,
                                            riwalk_error *error);

/* Puts all files in their places. A process that is killed meanwhile leaves the first ones new and
 * the others as they were. */
RIWALK_API riwalk_status riwalk_files_commit(riwalk_files *files, riwalk_error *error);

/* Frees the set; files that were not committed leave no trace. */
RIWALK_API void riwalk_files_free(riwalk_files *files);

/* Whether a file can be written at a path; to be asked before long work. */
RIWALK_API riwalk_status riwalk_files_check(const char *path, riwalk_error *error);

/* The sink of a file that is put in its place with the others of a set; NULL: at once. */
static inline riwalk_sink riwalk_to_files(const char *path, riwalk_files *files)
{
    riwalk_sink sink = {path, files, NULL, NULL};
    return sink;
}

/* ---- Devices ----------------------------------------------------------------------------- */

/* Begins to start a device that will be asked for, while graphs are read: it may take 0.3 s. What
 * is wrong with it is said when it is used. */
RIWALK_API void riwalk_device_prepare(riwalk_device device);

/* ---- Graphs ------------------------------------------------------------------------------- */

/* The parts of a summary that take no search: what was dropped, and the checksum. */
RIWALK_API void riwalk_graph_outline(const riwalk_graph *graph, riwalk_graph_summary *summary);

/* ---- Questions before long work --------------------------------------------------------- */

/* Whether a graph can be written at a path with these options: ARGUMENT where the extension stands
 * for no format, or the format holds no roles, places and colours that are given. */
RIWALK_API riwalk_status riwalk_write_options_check(const char *path,
                                                    const riwalk_write_options *options,
                                                    riwalk_error *error);

/* What is known of a format of vectors; NULL for AUTO and for numbers above the last. */
typedef struct riwalk_vectors_format_info {
    const char *name;      /* as --to takes it: "binary" */
    const char *extension; /* that stands for it: ".bin" */
    bool ids_beside;       /* the names of rows are in a file .ids beside it */
} riwalk_vectors_format_info;

RIWALK_API const riwalk_vectors_format_info *
riwalk_vectors_format_describe(riwalk_vectors_format format);

/* The format that vectors are written in at a path. */
RIWALK_API riwalk_vectors_format riwalk_vectors_format_from_path(const char *path);

/* Whether a name fits into the format that riwalk_vectors_write would use for a path: ARGUMENT with
 * a sentence where it does not, or where there is no format for the path. To be asked before long
 * work. */
RIWALK_API riwalk_status riwalk_vectors_check_name(const char *name, size_t length,
                                                   const char *path, riwalk_vectors_format format,
                                                   riwalk_error *error);

/* The same for all names of a graph. */
RIWALK_API riwalk_status riwalk_vectors_check_names(const riwalk_graph *graph, const char *path,
                                                    riwalk_vectors_format format,
                                                    riwalk_error *error);

/* The format that a file's name stands for: its ending is .svg (also before .gz and .zst), .png or
 * .pdf, in capitals or not; AUTO where it stands for none. */
RIWALK_API riwalk_picture_format riwalk_picture_format_of(const char *path);

/* Whether this library can draw a format: ARGUMENT for PNG and PDF where it was built without
 * Cairo. */
RIWALK_API riwalk_status riwalk_picture_format_check(riwalk_picture_format format,
                                                     riwalk_error *error);

/* ---- Figures ---------------------------------------------------------------------------- */

/* The colour that pictures give to a class, 0xRRGGBB; the same after every sixteen. */
RIWALK_API uint32_t riwalk_class_color(uint32_t class_);

/* Mean, standard deviation (of a sample: n - 1) and 95 % interval of the mean (Student's t).
 * Deviation and interval are NaN for a single value, and all for none. */
typedef struct riwalk_interval {
    double mean, deviation, low, high;
} riwalk_interval;

RIWALK_API riwalk_interval riwalk_interval_of(const double *values, size_t count);

/* The automatic scales: `count` evenly spaced ones from -log(0.95) u to -log(0.80) u, where
 * u = sqrt(0.5 / eigenvalue). The eigenvalue is the smallest one of L that is not 0, taken as
 * 1 / nodes where it is less: riwalk_embed_report has it. */
RIWALK_API void riwalk_graphwave_scales(double eigenvalue, uint32_t count, double *scales);

/* ---- Training on text ------------------------------------------------------------------- */

typedef struct riwalk_train_report {
    size_t size;
    uint64_t pairs; /* trained */
    double loss;    /* per pair at the end, an estimate */
} riwalk_train_report;

/* Trains skip-gram on a file of whitespace-separated tokens, a sentence a line ("-": standard
 * input; gzip and zstd are recognised): one vector for every token that occurs at least min_count
 * times, the most frequent first. `report` may be NULL. The same file, options and seed give the
 * same vectors on any number of threads. */
RIWALK_API riwalk_status riwalk_train_text(const char *path, uint64_t min_count,
                                           const riwalk_options *options, riwalk_vectors **vectors,
                                           riwalk_train_report *report, riwalk_error *error);

#endif
