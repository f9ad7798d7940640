/* SPDX-License-Identifier: MIT */
/* riwalk._core: libriwalk for Python, over the limited API of 3.11. Everything that users see is in
 * the Python modules beside it; here are objects that own the library's, and calls that run without
 * the interpreter's lock. */
#ifndef RWPY_CORE_H
#define RWPY_CORE_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <riwalk_analysis.h>
#include <riwalk_parallel.h>

/* What the module owns. */
typedef struct core_state {
    PyObject *graph_type;
    PyObject *vectors_type;
    PyObject *model_type;
    PyObject *part_type;
} core_state;

core_state *core_state_of(PyObject *module);

/* ---- Errors (module.c) ---- */

/* Raises the exception that a status stands for. Returns NULL. */
PyObject *core_raise(riwalk_status status, const riwalk_error *error);

/* ---- Long calls (work.c) ---- */

/* A call of the library that may take long. It must not touch Python. */
typedef riwalk_status core_call(void *arguments, const riwalk_run *run, riwalk_error *error);

/* Makes the call in a thread of its own, while this one waits without the lock, looks for signals
 * and hands progress to `listener` (NULL or None: nobody). Returns 0, or -1 with an exception. */
int core_work(core_call *call, void *arguments, int threads, PyObject *listener);

/* ---- Objects ---- */

typedef struct core_graph {
    PyObject_HEAD riwalk_graph *graph;
} core_graph;

typedef struct core_vectors {
    PyObject_HEAD riwalk_vectors *vectors;
    Py_ssize_t shape[2], strides[2];
    int writable; /* given away: nothing else reads them */
} core_vectors;

typedef struct core_model {
    PyObject_HEAD riwalk_model *model;
} core_model;

typedef struct core_part {
    PyObject_HEAD riwalk_part *part; /* NULL: used up */
    int readers;                     /* threads that use it without the lock */
} core_part;

/* New objects that take the library's over; NULL, with that freed, when there is no memory. */
PyObject *core_wrap_graph(PyObject *module, riwalk_graph *graph);
PyObject *core_wrap_vectors(PyObject *module, riwalk_vectors *vectors);
PyObject *core_wrap_model(PyObject *module, riwalk_model *model);

/* The graphs of a list, borrowed; to be freed with PyMem_Free. NULL with an exception. */
const riwalk_graph **core_graphs(PyObject *module, PyObject *list, size_t *count);

/* The strings of a list, of str or of bytes in UTF-8, borrowed from it; to be freed with
 * PyMem_Free. None gives NULL without an exception. */
int core_strings(PyObject *list, const char ***strings, size_t *count);

/* ---- Files and bytes (files.c) ---- */

/* Calls of the library, on an object or on where to put one. */
typedef riwalk_status core_path_call(void *what, const char *path, riwalk_error *error);
typedef riwalk_status core_parse_call(void *what, const void *data, size_t size,
                                      riwalk_error *error);
typedef riwalk_status core_compose_call(void *what, void **data, size_t *size, riwalk_error *error);
typedef uint64_t core_names_call(const void *what, uint64_t *offsets, char *text);

/* Make a call with a path, and with the bytes of an object. 0, or -1 with an exception. */
int core_at_path(PyObject *path, core_path_call *call, void *what);
int core_from_bytes(PyObject *bytes, core_parse_call *call, void *what);

/* What a call composes, as bytes. */
PyObject *core_to_bytes(core_compose_call *call, void *what);

/* A list of so many names. Bytes that are not UTF-8 become surrogates. */
PyObject *core_names(core_names_call *call, const void *what, size_t count);

/* Options from a dictionary of name: text, and back: those in use, or all. */
int core_options(PyObject *dictionary, riwalk_options *options);
PyObject *core_options_dictionary(const riwalk_options *options, bool in_use);

/* (text, precision, recall, [(measure, low, high)]) (describe.c) */
PyObject *core_rule(const riwalk_rule *rule);

/* ---- Functions, by file ---- */

extern PyMethodDef core_graph_functions[], core_embed_functions[], core_vector_functions[],
    core_describe_functions[], core_picture_functions[], core_arrow_functions[],
    core_part_functions[], core_classify_functions[], core_compare_functions[];
extern PyType_Spec core_graph_spec, core_vectors_spec, core_model_spec, core_part_spec;

#endif
