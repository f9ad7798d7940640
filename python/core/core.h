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

/* The types of objects, which the module owns. */
typedef enum core_kind {
    CORE_GRAPH,
    CORE_VECTORS,
    CORE_MODEL,
    CORE_PART,
    CORE_KINDS
} core_kind;

PyTypeObject *core_type(PyObject *module, core_kind kind);

/* ---- Errors (module.c) ---- */

/* Raises the exception that a status stands for. Returns NULL. */
PyObject *core_raise(riwalk_status status, const riwalk_error *error);

/* ---- Lists and dictionaries (module.c) ---- */

/* Add an item, which is taken over; where there is none or no memory, *list becomes NULL. */
void core_append(PyObject **list, PyObject *item);
void core_add(PyObject **dictionary, const char *key, PyObject *value);

/* Converters of whole numbers, which "I" and "K" would cut to 32 and 64 bits without a word. */
int core_count(PyObject *object, void *uint32);
int core_seed(PyObject *object, void *uint64);

/* Text that need not be UTF-8: other bytes become surrogates. */
PyObject *core_text(const char *text, size_t length);

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

/* An empty object of a type; and its end, when what it owned is freed. */
PyObject *core_begin(PyObject *module, core_kind kind);
void core_end(PyObject *self);

/* The graphs of a list, borrowed; to be freed with PyMem_Free. NULL with an exception. */
const riwalk_graph **core_graphs(PyObject *module, PyObject *list, size_t *count);

/* Graphs with their names, which may be NULL: of lists, as the two above and below take them. There
 * is a name for each graph. -1 with an exception; to be released in any case. */
typedef struct core_subject {
    const riwalk_graph **graphs;
    const char **names;
    size_t count;
} core_subject;

int core_take_subject(PyObject *module, PyObject *graphs, PyObject *names, core_subject *subject);
void core_release_subject(core_subject *subject);

/* The strings of a list, of str or of bytes in UTF-8, borrowed from it; to be freed with
 * PyMem_Free. None gives NULL without an exception. */
int core_strings(PyObject *list, const char ***strings, size_t *count);

/* ---- Files and bytes (files.c) ---- */

/* Calls of the library: where to put an object, and an object. */
typedef riwalk_status core_read_call(riwalk_source from, void *where, riwalk_error *error);
typedef riwalk_status core_write_call(const void *what, riwalk_sink to, riwalk_error *error);
typedef uint64_t core_names_call(const void *what, uint64_t *offsets, char *text);

/* Read from a path, and from bytes, which messages call `name`. 0, or -1 with an exception. */
int core_read(PyObject *path, core_read_call *call, void *where);
int core_parse(PyObject *bytes, const char *name, core_read_call *call, void *where);

/* Writes to a path, and returns None; where it is NULL, returns what was written as bytes. */
PyObject *core_write(PyObject *path, core_write_call *call, const void *what);

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
