/* SPDX-License-Identifier: MIT */
/* riwalk._core: libriwalk for Python, with the limited API of 3.11. Users see only the Python
 * modules beside it. Here are objects that own the library's objects, and calls that run without
 * the interpreter's lock. */
#ifndef RWPY_CORE_H
#define RWPY_CORE_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <riwalk_analysis.h>
#include <riwalk_parallel.h>

/* The types of objects; the module owns them. */
typedef enum core_kind {
    CORE_GRAPH,
    CORE_VECTORS,
    CORE_MODEL,
    CORE_PART,
    CORE_KINDS
} core_kind;

PyTypeObject *core_type(PyObject *module, core_kind kind);

/* ---- Errors (module.c) ---- */

/* Raises the exception for a status. Returns NULL. */
PyObject *core_raise(riwalk_status status, const riwalk_error *error);

/* ---- Lists and dictionaries (module.c) ---- */

/* Add an item and drop its reference. If it is NULL or memory is short, *list becomes NULL. */
void core_append(PyObject **list, PyObject *item);
void core_add(PyObject **dictionary, const char *key, PyObject *value);

/* Converters of whole numbers: "I" and "K" would cut them silently to 32 and 64 bits. */
int core_count(PyObject *object, void *uint32);
int core_seed(PyObject *object, void *uint64);

/* Text from bytes; those that are not UTF-8 become surrogates. */
PyObject *core_text(const char *text, size_t length);

/* ---- Long calls (work.c) ---- */

/* A library call that may take long. It must not touch Python. */
typedef riwalk_status core_call(void *arguments, const riwalk_run *run, riwalk_error *error);

/* Makes the call in another thread. This thread waits without the lock, checks for signals and
 * passes progress to `listener` (NULL or None: nobody). Returns 0, or -1 with an exception. */
int core_work(core_call *call, void *arguments, int threads, PyObject *listener);

/* ---- Objects ---- */

typedef struct core_graph {
    PyObject_HEAD riwalk_graph *graph;
} core_graph;

typedef struct core_vectors {
    PyObject_HEAD riwalk_vectors *vectors;
    Py_ssize_t shape[2], strides[2];
    int writable; /* given away: nobody else reads them */
} core_vectors;

typedef struct core_model {
    PyObject_HEAD riwalk_model *model;
} core_model;

typedef struct core_part {
    PyObject_HEAD riwalk_part *part; /* NULL: used up */
    int readers;                     /* threads that use it without the lock */
} core_part;

/* Wrap an object of the library, and own it. Without memory they free it and return NULL. */
PyObject *core_wrap_graph(PyObject *module, riwalk_graph *graph);
PyObject *core_wrap_vectors(PyObject *module, riwalk_vectors *vectors);
PyObject *core_wrap_model(PyObject *module, riwalk_model *model);
PyObject *core_wrap_part(PyObject *module, riwalk_part *part);

/* Defines the function above and the type of its objects, with further slots. */
#define CORE_DEFINE(noun, title, kind, ...)                                                        \
    static void deallocate(PyObject *self)                                                         \
    {                                                                                              \
        riwalk_##noun##_free(((core_##noun *)self)->noun);                                         \
        core_end(self);                                                                            \
    }                                                                                              \
                                                                                                   \
    PyObject *core_wrap_##noun(PyObject *module, riwalk_##noun *noun)                              \
    {                                                                                              \
        PyObject *made = core_begin(module, kind);                                                 \
                                                                                                   \
        if (made)                                                                                  \
            ((core_##noun *)made)->noun = noun;                                                    \
        else                                                                                       \
            riwalk_##noun##_free(noun);                                                            \
        return made;                                                                               \
    }                                                                                              \
                                                                                                   \
    static PyType_Slot slots[] = {{Py_tp_dealloc, deallocate}, __VA_ARGS__, {0}};                  \
    PyType_Spec core_##noun##_spec = {                                                             \
        .name = "riwalk._core." title,                                                             \
        .basicsize = sizeof(core_##noun),                                                          \
        .flags =                                                                                   \
            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,     \
        .slots = slots,                                                                            \
    }

/* Makes an empty object of a type; and frees an object whose content is freed. */
PyObject *core_begin(PyObject *module, core_kind kind);
void core_end(PyObject *self);

/* The graphs of a list, borrowed; to be freed with PyMem_Free. NULL with an exception. */
const riwalk_graph **core_graphs(PyObject *module, PyObject *list, size_t *count);

/* Graphs with their names (names may be NULL), from lists as above and below. There must be one
 * name per graph. Returns -1 with an exception; to be released in any case. */
typedef struct core_subject {
    const riwalk_graph **graphs;
    const char **names;
    size_t count;
} core_subject;

int core_take_subject(PyObject *module, PyObject *graphs, PyObject *names, core_subject *subject);
void core_release_subject(core_subject *subject);

/* The strings of a list (str, or bytes in UTF-8), borrowed; to be freed with PyMem_Free. None gives
 * NULL without an exception. */
int core_strings(PyObject *list, const char ***strings, size_t *count);

/* ---- Files and bytes (files.c) ---- */

/* Library calls that read an object into `where`, write one, or list names. */
typedef riwalk_status core_read_call(riwalk_source from, void *where, riwalk_error *error);
typedef riwalk_status core_write_call(const void *what, riwalk_sink to, riwalk_error *error);
typedef uint64_t core_names_call(const void *what, uint64_t *offsets, char *text);

/* Read from a path, or bytes called `name` in messages. Return 0, or -1 with an exception. */
int core_read(PyObject *path, core_read_call *call, void *where);
int core_parse(PyObject *bytes, const char *name, core_read_call *call, void *where);

/* Writes to a path and returns None; if the path is NULL, returns the content as bytes. */
PyObject *core_write(PyObject *path, core_write_call *call, const void *what);

/* A list of `count` names. Bytes that are not UTF-8 become surrogates. */
PyObject *core_names(core_names_call *call, const void *what, size_t count);

/* Options from a dictionary of name: text, and back: options in use, or all. */
int core_options(PyObject *dictionary, riwalk_options *options);
PyObject *core_options_dictionary(const riwalk_options *options, bool in_use);

/* Returns (text, precision, recall, [(measure, low, high)]) (describe.c). */
PyObject *core_rule(const riwalk_rule *rule);

/* ---- Functions, by file ---- */

extern PyMethodDef core_graph_functions[], core_embed_functions[], core_vector_functions[],
    core_describe_functions[], core_picture_functions[], core_arrow_functions[],
    core_part_functions[], core_classify_functions[], core_compare_functions[];
extern PyType_Spec core_graph_spec, core_vectors_spec, core_model_spec, core_part_spec;

#endif
