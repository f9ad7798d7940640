/* SPDX-License-Identifier: MIT */
/* Places of points and nodes in the plane, and pictures of them. */
#include "core.h"
#include "riwalk_analysis.h"

typedef struct placing {
    const riwalk_vectors *vectors;
    const riwalk_graph *graph;
    riwalk_project_options project;
    riwalk_layout_options layout;
    double *places;
} placing;

static riwalk_status place_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    placing *p = arguments;

    p->project.run = *run;
    p->layout.run = *run;
    return p->graph ? riwalk_layout(p->graph, &p->layout, p->places, error)
                    : riwalk_project(p->vectors, &p->project, p->places, NULL, error);
}

/* (graph or vectors, "pca" or "tsne", threads, listener) -> two doubles per item as bytes. */
static PyObject *places(PyObject *module, PyObject *arguments)
{
    PyObject *object, *listener, *bytes;
    placing p = {0};
    const char *kind;
    uint32_t count;
    int threads;

    if (!PyArg_ParseTuple(arguments, "OsiO:places", &object, &kind, &threads, &listener))
        return NULL;
    riwalk_project_options_init(&p.project);
    riwalk_layout_options_init(&p.layout);
    p.project.scale = RIWALK_NORMALIZATION_UNIT;
    if (kind[0] == 't')
        p.project.projection = RIWALK_PROJECTION_TSNE;
    if (PyObject_TypeCheck(object, core_type(module, CORE_GRAPH))) {
        p.graph = ((core_graph *)object)->graph;
        count = riwalk_graph_node_count(p.graph);
    } else if (PyObject_TypeCheck(object, core_type(module, CORE_VECTORS))) {
        p.vectors = ((core_vectors *)object)->vectors;
        count = riwalk_vectors_count(p.vectors);
    } else {
        PyErr_SetString(PyExc_TypeError, "expected a graph or vectors");
        return NULL;
    }
    if (!(bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)count * 16)))
        return NULL;
    p.places = (double *)(void *)PyBytes_AsString(bytes);
    if (core_work(place_call, &p, threads, listener)) {
        Py_DECREF(bytes);
        return NULL;
    }
    return bytes;
}

typedef struct drawing {
    const riwalk_graph *graph; /* NULL: points */
    uint32_t count;
    const double *places;
    const char *path;
    riwalk_plot_options options;
} drawing;

static riwalk_status draw_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    drawing *d = arguments;

    (void)run;
    return d->graph ? riwalk_plot_graph(d->graph, d->places, d->path, &d->options, error)
                    : riwalk_plot_points(d->count, d->places, d->path, &d->options, error);
}

/* Draws a picture; 0, or -1 with an exception. */
static int draw(drawing *d, PyObject *name_list, const Py_buffer *classes, PyObject *class_list)
{
    const char **names = NULL, **class_names = NULL;
    size_t name_count, class_count;
    int failed = -1;

    if (!core_strings(name_list, &names, &name_count) &&
        !core_strings(class_list, &class_names, &class_count)) {
        d->options.names = names;
        d->options.classes = classes->buf;
        d->options.class_names = class_names;
        d->options.class_count = (uint32_t)class_count;
        if ((names && name_count != d->count) ||
            (classes->buf && classes->len != (Py_ssize_t)d->count * 4))
            PyErr_SetString(PyExc_ValueError, "the arrays of a picture differ in length");
        else
            failed = core_work(draw_call, d, 1, NULL);
    }
    PyMem_Free(names);
    PyMem_Free(class_names);
    return failed;
}

/* (graph or None, places, names, classes or None, class_names, path, width, height, title) */
static PyObject *plot(PyObject *module, PyObject *arguments)
{
    PyObject *graph, *name_list, *class_list, *path;
    PyTypeObject *type = core_type(module, CORE_GRAPH);
    Py_buffer points, classes = {0};
    drawing d = {0};
    int failed;

    riwalk_plot_options_init(&d.options);
    if (!PyArg_ParseTuple(arguments, "Oy*Oz*OO&IIz:plot", &graph, &points, &name_list, &classes,
                          &class_list, PyUnicode_FSConverter, &path, &d.options.width,
                          &d.options.height, &d.options.title))
        return NULL;
    d.graph = PyObject_TypeCheck(graph, type) ? ((core_graph *)graph)->graph : NULL;
    d.count = (uint32_t)(points.len / 16);
    d.places = points.buf;
    d.path = PyBytes_AsString(path);
    if (d.graph && d.count != riwalk_graph_node_count(d.graph)) {
        PyErr_SetString(PyExc_ValueError, "there must be a place for each node");
        failed = -1;
    } else {
        failed = draw(&d, name_list, &classes, class_list);
    }
    PyBuffer_Release(&points);
    if (classes.obj)
        PyBuffer_Release(&classes);
    Py_DECREF(path);
    if (failed)
        return NULL;
    Py_RETURN_NONE;
}

PyMethodDef core_picture_functions[] = {
    {"places", places, METH_VARARGS, "Places of nodes or vectors in the plane."},
    {"plot", plot, METH_VARARGS, "Draws points or a graph into a file."},
    {0},
};
