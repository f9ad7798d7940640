/* SPDX-License-Identifier: MIT */
/* Vectors: a buffer of floats with names, read-only until given away; files, neighbours and
 * clusters. */
#include "core.h"

#include "../../src/base/frontend.h"

#include <stdio.h>
#include <string.h>

static int get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    core_vectors *v = (core_vectors *)self;

    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE && !v->writable) {
        PyErr_SetString(PyExc_BufferError, "vectors are read-only: copy them first");
        return -1;
    }
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS) {
        PyErr_SetString(PyExc_BufferError, "vectors are stored row by row");
        return -1;
    }
    v->shape[0] = (Py_ssize_t)riwalk_vectors_count(v->vectors);
    v->shape[1] = (Py_ssize_t)riwalk_vectors_dimensions(v->vectors);
    v->strides[0] = v->shape[1] * (Py_ssize_t)sizeof(float);
    v->strides[1] = sizeof(float);
    *view = (Py_buffer){
        .obj = self,
        .buf = (void *)(uintptr_t)riwalk_vectors_values(v->vectors),
        .len = v->shape[0] * v->strides[0],
        .itemsize = sizeof(float),
        .readonly = !v->writable,
        .ndim = 2,
        .format = flags & PyBUF_FORMAT ? (char *)(uintptr_t) "f" : NULL,
        .shape = flags & PyBUF_ND ? v->shape : NULL,
        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? v->strides : NULL,
    };
    Py_INCREF(self);
    return 0;
}

/* The only holder of vectors may get their floats as a writable array. */
static PyObject *give_away(PyObject *self, PyObject *unused)
{
    (void)unused;
    ((core_vectors *)self)->writable = 1;
    Py_INCREF(self);
    return self;
}

/* ---- Files ---- */

typedef struct moving {
    const char *path;
    const char *metadata_path; /* NULL: no metadata */
    const char *metadata;
    riwalk_vectors *vectors;
} moving;

static riwalk_status read_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    moving *m = arguments;
    riwalk_vectors_options options;

    riwalk_vectors_options_init(&options);
    options.run = *run;
    return riwalk_vectors_read(m->path, &options, &m->vectors, error);
}

static riwalk_status write_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    moving *m = arguments;
    riwalk_vectors_options options;
    riwalk_files *files = NULL;
    riwalk_status status;

    riwalk_vectors_options_init(&options);
    options.run = *run;
    status = riwalk_files_create(&files, error);
    if (!status && m->metadata_path &&
        !(status = riwalk_files_open(files, m->metadata_path, error)))
        status = riwalk_files_write(files, m->metadata, strlen(m->metadata), error);
    if (!status && !(status = riwalk_vectors_write_to(m->vectors, riwalk_to_files(m->path, files),
                                                      &options, error)))
        status = riwalk_files_commit(files, error);
    riwalk_files_free(files);
    return status;
}

static PyObject *vectors_read(PyObject *module, PyObject *argument)
{
    moving m = {0};
    PyObject *path;
    int failed;

    if (!PyUnicode_FSConverter(argument, &path))
        return NULL;
    m.path = PyBytes_AsString(path);
    failed = core_work(read_call, &m, 0, NULL);
    Py_DECREF(path);
    if (failed) {
        riwalk_vectors_free(m.vectors);
        return NULL;
    }
    return core_wrap_vectors(module, m.vectors);
}

static PyObject *write_vectors(PyObject *self, PyObject *arguments)
{
    moving m = {.vectors = ((core_vectors *)self)->vectors};
    PyObject *path, *beside = NULL;
    int failed;

    if (!PyArg_ParseTuple(arguments, "O&|O&s:write", PyUnicode_FSConverter, &path,
                          PyUnicode_FSConverter, &beside, &m.metadata))
        return NULL;
    m.path = PyBytes_AsString(path);
    m.metadata_path = beside ? PyBytes_AsString(beside) : NULL;
    failed = core_work(write_call, &m, 0, NULL);
    Py_DECREF(path);
    Py_XDECREF(beside);
    if (failed)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *checksum(PyObject *self, PyObject *unused)
{
    char text[17];

    (void)unused;
    snprintf(text, sizeof text, "%016llx",
             (unsigned long long)riwalk_vectors_checksum(((core_vectors *)self)->vectors));
    return PyUnicode_FromString(text);
}

/* (names or graph, values) -> vectors, named by a list of strings or a graph's nodes, from a
 * contiguous array of floats. */
static PyObject *vectors_build(PyObject *module, PyObject *arguments)
{
    const riwalk_graph *graph = NULL;
    riwalk_vectors *vectors = NULL;
    PyObject *rows, *values;
    const char **names = NULL;
    riwalk_status status;
    riwalk_error error;
    Py_buffer buffer;
    size_t count = 0;

    if (!PyArg_ParseTuple(arguments, "OO:vectors_build", &rows, &values) ||
        PyObject_GetBuffer(values, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT))
        return NULL;
    if (PyObject_TypeCheck(rows, core_type(module, CORE_GRAPH))) {
        graph = ((core_graph *)rows)->graph;
        count = riwalk_graph_node_count(graph);
    }
    if (buffer.ndim != 2 || !buffer.format || strcmp(buffer.format, "f") != 0 ||
        (!graph && core_strings(rows, &names, &count)) || count != (size_t)buffer.shape[0]) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "expected float32 rows, and a name for each");
        PyMem_Free(names);
        PyBuffer_Release(&buffer);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    status = graph ? riwalk_vectors_build_for(graph, (uint32_t)buffer.shape[1], buffer.buf,
                                              &vectors, &error)
                   : riwalk_vectors_build((uint32_t)count, (uint32_t)buffer.shape[1], names,
                                          buffer.buf, &vectors, &error);
    Py_END_ALLOW_THREADS;
    PyMem_Free(names);
    PyBuffer_Release(&buffer);
    return status ? core_raise(status, &error) : core_wrap_vectors(module, vectors);
}

/* ---- Queries ---- */

static uint64_t list_names(const void *vectors, uint64_t *offsets, char *text)
{
    return riwalk_vectors_names(vectors, offsets, text);
}

static PyObject *names(PyObject *self, PyObject *unused)
{
    const riwalk_vectors *v = ((core_vectors *)self)->vectors;

    (void)unused;
    return core_names(list_names, v, riwalk_vectors_count(v));
}

static PyObject *nearest(PyObject *self, PyObject *arguments)
{
    const riwalk_vectors *v = ((core_vectors *)self)->vectors;
    long long row, wanted; /* too large numbers raise an exception */
    riwalk_neighbor *found;
    riwalk_status status;
    riwalk_error error;
    PyObject *list;
    uint32_t count = 0;

    if (!PyArg_ParseTuple(arguments, "LL:nearest", &row, &wanted))
        return NULL;
    if (row < 0 || row > UINT32_MAX)
        return PyErr_Format(PyExc_ValueError, "there is no row %lld: the vectors have %lu", row,
                            (unsigned long)riwalk_vectors_count(v));
    if (wanted < 0)
        return PyErr_Format(PyExc_ValueError, "cannot list %lld nodes", wanted);
    if (wanted > riwalk_vectors_count(v))
        wanted = riwalk_vectors_count(v);
    if (!(found = PyMem_Malloc(((size_t)wanted + 1) * sizeof *found)))
        return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS;
    status = riwalk_vectors_nearest(v, (uint32_t)row, (uint32_t)wanted, found, &count, &error);
    Py_END_ALLOW_THREADS;
    list = status ? core_raise(status, &error) : PyList_New((Py_ssize_t)count);
    for (uint32_t i = 0; list && i < count; i++)
        PyList_SetItem(
            list, (Py_ssize_t)i,
            Py_BuildValue("(kd)", (unsigned long)found[i].row, (double)found[i].similarity));
    PyMem_Free(found);
    return list;
}

typedef struct clustering {
    const riwalk_vectors *vectors;
    riwalk_cluster_options options;
    uint32_t k;
    uint32_t *clusters;
    riwalk_cluster_scores scores;
} clustering;

static riwalk_status cluster_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    clustering *c = arguments;

    c->options.run = *run;
    return riwalk_cluster(c->vectors, c->k, &c->options, c->clusters, &c->scores, error);
}

/* (k or 0, scale, seed, threads, listener) -> the cluster of each row as bytes of uint32. */
static PyObject *cluster(PyObject *self, PyObject *arguments)
{
    clustering c = {.vectors = ((core_vectors *)self)->vectors,
                    .scores = {.size = sizeof c.scores}};
    PyObject *listener, *bytes;
    int threads, scale;

    riwalk_cluster_options_init(&c.options);
    if (!PyArg_ParseTuple(arguments, "O&iO&iO:cluster", core_count, &c.k, &scale, core_seed,
                          &c.options.seed, &threads, &listener))
        return NULL;
    c.options.sample = 2; /* the silhouette is not used */
    c.options.scale = (riwalk_normalization)scale;
    bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)riwalk_vectors_count(c.vectors) * 4);
    if (!bytes)
        return NULL;
    c.clusters = (uint32_t *)(void *)PyBytes_AsString(bytes);
    if (core_work(cluster_call, &c, threads, listener)) {
        Py_DECREF(bytes);
        return NULL;
    }
    return bytes;
}

PyMethodDef core_vector_functions[] = {
    {"vectors_read", vectors_read, METH_O, "Reads vectors from a file."},
    {"vectors_build", vectors_build, METH_VARARGS,
     "Makes vectors of names or a graph, and values."},
    {0},
};

static PyMethodDef methods[] = {
    {"names", names, METH_NOARGS, "The names of all rows."},
    {"write", write_vectors, METH_VARARGS,
     "Writes the vectors to a file, and with it a text to another."},
    {"checksum", checksum, METH_NOARGS, "A checksum of names and values, as metadata have it."},
    {"nearest", nearest, METH_VARARGS, "The rows most similar to one, by cosine."},
    {"cluster", cluster, METH_VARARGS, "k-means of the rows."},
    {"give_away", give_away, METH_NOARGS, "The same, with a buffer that may be written to."},
    {0},
};

CORE_DEFINE(vectors, "Vectors", CORE_VECTORS, {Py_tp_methods, methods},
            {Py_bf_getbuffer, get_buffer},
            {Py_tp_doc, "Vectors of the library: a read-only buffer of float32."});
