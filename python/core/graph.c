/* SPDX-License-Identifier: MIT */
/* Graphs: from files and arrays, and their properties. */
#include "core.h"
#include "riwalk_graphs.h"

#include <string.h>

const riwalk_graph **core_graphs(PyObject *module, PyObject *list, size_t *count)
{
    PyTypeObject *type = core_type(module, CORE_GRAPH);
    Py_ssize_t length = PyList_Size(list);
    const riwalk_graph **graphs;

    if (length < 0)
        return NULL;
    if (!(graphs = PyMem_Malloc(((size_t)length + 1) * sizeof *graphs)))
        return (void *)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < length; i++) {
        PyObject *item = PyList_GetItem(list, i);

        if (!PyObject_TypeCheck(item, type)) {
            PyErr_SetString(PyExc_TypeError, "expected graphs");
            PyMem_Free(graphs);
            return NULL;
        }
        graphs[i] = ((core_graph *)item)->graph;
    }
    *count = (size_t)length;
    return graphs;
}

int core_take_subject(PyObject *module, PyObject *graphs, PyObject *names, core_subject *subject)
{
    size_t named;

    if (!(subject->graphs = core_graphs(module, graphs, &subject->count)) ||
        core_strings(names, &subject->names, &named))
        return -1;
    if (!subject->names || named == subject->count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "there must be a name for each graph");
    return -1;
}

void core_release_subject(core_subject *subject)
{
    PyMem_Free(subject->graphs);
    PyMem_Free(subject->names);
}

/* ---- Reading ---- */

typedef struct reading {
    const char *path;
    riwalk_read_options options;
    riwalk_graph *graph;
} reading;

static riwalk_status read_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    reading *r = arguments;

    r->options.run = *run;
    return riwalk_graph_read(r->path, &r->options, &r->graph, error);
}

static PyObject *graph_read(PyObject *module, PyObject *arguments)
{
    PyObject *path, *listener;
    reading r = {0};
    int directed, weighted, add, threads, failed;
    const char *attribute;
    PyObject *direction;

    if (!PyArg_ParseTuple(arguments, "O&OppziO:graph_read", PyUnicode_FSConverter, &path,
                          &direction, &weighted, &add, &attribute, &threads, &listener))
        return NULL;
    if ((directed = PyObject_IsTrue(direction)) < 0) {
        Py_DECREF(path);
        return NULL;
    }
    riwalk_read_options_init(&r.options);
    r.options.directed = directed;
    r.options.undirected = !directed && direction != Py_None; /* None: as in the file */
    r.options.weighted = weighted;
    r.options.unweighted = !weighted;
    r.options.add_duplicates = add;
    r.options.types_attribute = attribute;
    r.path = PyBytes_AsString(path);
    failed = !r.path || core_work(read_call, &r, threads, listener);
    Py_DECREF(path);
    if (failed) {
        riwalk_graph_free(r.graph);
        return NULL;
    }
    return core_wrap_graph(module, r.graph);
}

/* (bytes, directed, weighted) -> the graph in a file's bytes. */
static PyObject *graph_from_bytes(PyObject *module, PyObject *arguments)
{
    riwalk_read_options options;
    riwalk_graph *graph = NULL;
    int directed, weighted;
    riwalk_status status;
    riwalk_error error;
    Py_ssize_t size;
    const char *data;

    if (!PyArg_ParseTuple(arguments, "y#pp:graph_from_bytes", &data, &size, &directed, &weighted))
        return NULL;
    riwalk_read_options_init(&options);
    options.directed = directed;
    options.weighted = weighted;
    Py_BEGIN_ALLOW_THREADS;
    status = riwalk_graph_read_from(riwalk_from_memory(data, (size_t)size, "the graph"), &options,
                                    &graph, &error);
    Py_END_ALLOW_THREADS;
    return status ? core_raise(status, &error) : core_wrap_graph(module, graph);
}

/* ---- Arrays ---- */

/* Takes a contiguous buffer of integers ('i': 4 or 8 bytes) or floats ('f'); None: empty. */
static int take_buffer(PyObject *object, char kind, Py_buffer *buffer, int *bits)
{
    const char *letters = kind == 'i' ? "iIlLqQ" : "fd", *format;

    buffer->obj = NULL;
    buffer->buf = NULL;
    buffer->len = 0;
    *bits = 0;
    if (object == Py_None)
        return 0;
    if (PyObject_GetBuffer(object, buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT))
        return -1;
    format = buffer->format ? buffer->format : "B";
    format += *format == '<' || *format == '=' || *format == '@';
    *bits = (int)buffer->itemsize * 8;
    if (!*format || format[1] || !strchr(letters, *format) || (*bits != 32 && *bits != 64)) {
        PyErr_Format(PyExc_TypeError, "expected an array of %s of 32 or 64 bits, not of '%s'",
                     kind == 'i' ? "integers" : "floats", buffer->format ? buffer->format : "B");
        PyBuffer_Release(buffer);
        return -1;
    }
    return 0;
}

typedef struct building {
    uint32_t nodes;
    bool rows;
    riwalk_edge_arrays edges;
    riwalk_row_arrays row_arrays;
    riwalk_build_options options;
    riwalk_graph *graph;
} building;

static riwalk_status build_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    building *b = arguments;

    b->options.run = *run;
    return b->rows ? riwalk_graph_from_rows(b->nodes, &b->row_arrays, &b->options, &b->graph, error)
                   : riwalk_graph_from_edges(b->nodes, &b->edges, &b->options, &b->graph, error);
}

/* Takes names: None, an array of int64, or a sequence of strings. */
static int take_names(PyObject *names, uint32_t nodes, Py_buffer *integers, const char ***strings,
                      riwalk_build_options *options)
{
    size_t count = nodes;
    int bits;

    *strings = NULL;
    integers->obj = NULL;
    if (names == Py_None)
        return 0;
    if (PyObject_CheckBuffer(names)) {
        if (take_buffer(names, 'i', integers, &bits))
            return -1;
        count = (size_t)(integers->len / integers->itemsize);
        options->integer_names = integers->buf;
        if (bits != 64)
            count = 0;
    } else {
        if (core_strings(names, strings, &count))
            return -1;
        options->names = *strings;
    }
    if (count == nodes)
        return 0;
    PyErr_SetString(PyExc_ValueError, "there must be a name for each node");
    return -1;
}

static PyObject *build(PyObject *module, building *b, PyObject *names, int threads,
                       PyObject *listener)
{
    PyObject *places = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)b->nodes * 4), *graph = NULL;
    const char **strings = NULL;
    Py_buffer integers = {0};

    if (places && !take_names(names, b->nodes, &integers, &strings, &b->options)) {
        b->options.places = (uint32_t *)(void *)PyBytes_AsString(places);
        if (core_work(build_call, b, threads, listener))
            riwalk_graph_free(b->graph);
        else
            graph = core_wrap_graph(module, b->graph);
    }
    PyMem_Free(strings);
    if (integers.obj)
        PyBuffer_Release(&integers);
    if (!graph) {
        Py_XDECREF(places);
        return NULL;
    }
    return Py_BuildValue("(NN)", graph, places);
}

/* (nodes, sources, targets, weights, names, directed, add, threads, listener) -> a graph, and the
 * new number of each node as bytes of uint32. With `rows`, sources are offsets into targets. */
static PyObject *build_from(PyObject *module, PyObject *arguments, bool rows)
{
    PyObject *objects[3], *names, *listener, *made = NULL;
    Py_buffer buffers[3] = {{0}};
    building b = {.rows = rows};
    int directed, add, threads, bits[3], taken = 0;
    unsigned long long nodes;

    if (!PyArg_ParseTuple(arguments, "KOOOOppiO", &nodes, &objects[0], &objects[1], &objects[2],
                          &names, &directed, &add, &threads, &listener))
        return NULL;
    if (nodes > RIWALK_MAX_NODES) {
        PyErr_SetString(PyExc_ValueError, "too many nodes");
        return NULL;
    }
    riwalk_build_options_init(&b.options);
    b.options.directed = directed;
    b.options.add_duplicates = add;
    b.nodes = (uint32_t)nodes;
    while (taken < 3 &&
           !take_buffer(objects[taken], taken < 2 ? 'i' : 'f', &buffers[taken], &bits[taken]))
        taken++;
    if (taken == 3) {
        uint64_t count = buffers[1].itemsize ? (uint64_t)(buffers[1].len / buffers[1].itemsize) : 0;
        uint64_t others =
            buffers[0].itemsize ? (uint64_t)(buffers[0].len / buffers[0].itemsize) : 0;
        uint64_t weights =
            buffers[2].obj ? (uint64_t)(buffers[2].len / buffers[2].itemsize) : count;

        b.edges = (riwalk_edge_arrays){count, buffers[0].buf, buffers[1].buf, bits[1],
                                       1,     buffers[2].buf, bits[2]};
        b.row_arrays = (riwalk_row_arrays){buffers[0].buf, bits[0],        buffers[1].buf,
                                           bits[1],        buffers[2].buf, bits[2]};
        if (weights != count || others != (rows ? nodes + 1 : count) ||
            (!rows && bits[0] != bits[1]))
            PyErr_SetString(PyExc_ValueError, "the arrays of edges differ in length or type");
        else if (rows && (bits[0] == 32 ? ((const uint32_t *)buffers[0].buf)[nodes]
                                        : ((const uint64_t *)buffers[0].buf)[nodes]) != count)
            PyErr_SetString(PyExc_ValueError, "the last offset is not the number of entries");
        else
            made = build(module, &b, names, threads, listener);
    }
    for (int i = 0; i < taken; i++)
        if (buffers[i].obj)
            PyBuffer_Release(&buffers[i]);
    return made;
}

static PyObject *graph_from_edges(PyObject *module, PyObject *arguments)
{
    return build_from(module, arguments, false);
}

static PyObject *graph_from_rows(PyObject *module, PyObject *arguments)
{
    return build_from(module, arguments, true);
}

typedef struct joining {
    core_subject of;
    uint32_t *places;
    riwalk_graph *graph;
} joining;

static riwalk_status join_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    joining *j = arguments;

    return riwalk_graph_union(j->of.graphs, j->of.count, j->of.names, run, j->places, &j->graph,
                              error);
}

/* (graphs, names, threads, listener) -> the union of all graphs, and the new number of each node as
 * bytes of uint32, graph after graph. */
static PyObject *graph_union(PyObject *module, PyObject *arguments)
{
    PyObject *graphs, *names, *listener, *places = NULL, *made = NULL;
    joining j = {0};
    size_t nodes = 0;
    int threads;

    if (!PyArg_ParseTuple(arguments, "OO!iO:graph_union", &graphs, &PyList_Type, &names, &threads,
                          &listener))
        return NULL;
    if (!core_take_subject(module, graphs, names, &j.of)) {
        for (size_t g = 0; g < j.of.count; g++)
            nodes += riwalk_graph_node_count(j.of.graphs[g]);
        places = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(nodes * sizeof *j.places));
    }
    if (places) {
        j.places = (uint32_t *)(void *)PyBytes_AsString(places);
        if (core_work(join_call, &j, threads, listener))
            Py_CLEAR(places);
        else
            made = core_wrap_graph(module, j.graph);
    }
    core_release_subject(&j.of);
    if (!made) {
        Py_XDECREF(places);
        return NULL;
    }
    return Py_BuildValue("(NN)", made, places);
}

PyMethodDef core_graph_functions[] = {
    {"graph_read", graph_read, METH_VARARGS, "Reads a graph from a file."},
    {"graph_from_bytes", graph_from_bytes, METH_VARARGS, "The graph in the bytes of a .rwg file."},
    {"graph_from_edges", graph_from_edges, METH_VARARGS, "Builds a graph from arrays of edges."},
    {"graph_from_rows", graph_from_rows, METH_VARARGS, "Builds a graph from compressed rows."},
    {"graph_union", graph_union, METH_VARARGS, "Several graphs as one."},
    {0},
};

/* ---- Properties ---- */

static uint64_t list_names(const void *graph, uint64_t *offsets, char *text)
{
    return riwalk_graph_names(graph, offsets, text);
}

static PyObject *names(PyObject *self, PyObject *unused)
{
    const riwalk_graph *graph = ((core_graph *)self)->graph;

    (void)unused;
    return core_names(list_names, graph, riwalk_graph_node_count(graph));
}

static PyObject *summary(PyObject *self, PyObject *unused)
{
    riwalk_graph_summary s = {.size = sizeof s};
    riwalk_status status;
    riwalk_error error;

    (void)unused;
    Py_BEGIN_ALLOW_THREADS;
    status = riwalk_graph_summarize(((core_graph *)self)->graph, &s, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_raise(status, &error);
    return Py_BuildValue("{s:K,s:K,s:k,s:k,s:k,s:k,s:d,s:K}", "self_loops_dropped",
                         (unsigned long long)s.self_loops_dropped, "duplicates_dropped",
                         (unsigned long long)s.duplicates_dropped, "components",
                         (unsigned long)s.components, "isolated_nodes",
                         (unsigned long)s.isolated_nodes, "degree_min", (unsigned long)s.degree_min,
                         "degree_max", (unsigned long)s.degree_max, "degree_mean", s.degree_mean,
                         "checksum", (unsigned long long)s.checksum);
}

static riwalk_status write_call(const void *graph, riwalk_sink to, riwalk_error *error)
{
    return riwalk_graph_write_to(graph, to, NULL, error);
}

static PyObject *write_graph(PyObject *self, PyObject *path)
{
    return core_write(path, write_call, ((core_graph *)self)->graph);
}

static PyObject *find(PyObject *self, PyObject *argument)
{
    Py_ssize_t length;
    const char *name = PyUnicode_AsUTF8AndSize(argument, &length);
    uint32_t node;

    if (!name)
        return NULL;
    if (!riwalk_graph_find(((core_graph *)self)->graph, name, (size_t)length, &node))
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(node);
}

/* Sets types from a list with one per node, in the library's order. */
static PyObject *set_types(PyObject *self, PyObject *list)
{
    riwalk_graph *graph = ((core_graph *)self)->graph;
    riwalk_status status = RIWALK_STATUS_ARGUMENT;
    riwalk_error error = {.message = "there must be a type for each node"};
    const char **types;
    size_t count;

    if (core_strings(list, &types, &count))
        return NULL;
    if (types && count == riwalk_graph_node_count(graph))
        status = riwalk_graph_set_types(graph, types, &error);
    PyMem_Free(types);
    return status ? core_raise(status, &error) : Py_NewRef(Py_None);
}

/* Returns the names of types, and each node's type as bytes of uint32; None: no types. */
static PyObject *types(PyObject *self, PyObject *unused)
{
    const riwalk_graph *graph = ((core_graph *)self)->graph;
    uint32_t count = riwalk_graph_type_count(graph);
    PyObject *names = count ? PyList_New(0) : NULL;

    (void)unused;
    if (!count)
        Py_RETURN_NONE;
    for (uint32_t t = 0; names && t < count; t++)
        core_append(&names, core_text(riwalk_graph_type_name(graph, t),
                                      strlen(riwalk_graph_type_name(graph, t))));
    return names ? Py_BuildValue("(Ny#)", names, (const char *)riwalk_graph_types(graph),
                                 (Py_ssize_t)riwalk_graph_node_count(graph) * 4)
                 : NULL;
}

/* A property by the first letter of its name. */
static PyObject *field(PyObject *self, void *letter)
{
    const riwalk_graph *graph = ((core_graph *)self)->graph;

    switch (*(const char *)letter) {
    case 'n':
        return PyLong_FromUnsignedLong(riwalk_graph_node_count(graph));
    case 'e':
        return PyLong_FromUnsignedLongLong(riwalk_graph_edge_count(graph));
    case 'd':
        return PyBool_FromLong(riwalk_graph_is_directed(graph));
    default:
        return PyBool_FromLong(riwalk_graph_is_weighted(graph));
    }
}

static PyMethodDef methods[] = {
    {"names", names, METH_NOARGS, "The ids of all nodes, in their order."},
    {"summary", summary, METH_NOARGS, "Facts about the graph."},
    {"write", write_graph, METH_O, "Writes the graph to a file."},
    {"find", find, METH_O, "The number of a node, or None."},
    {"set_types", set_types, METH_O, "Gives each node a type."},
    {"types", types, METH_NOARGS, "The names of types, and the number of each node's."},
    {0},
};

static PyGetSetDef fields[] = {
    {"node_count", field, NULL, "The number of nodes.", "n"},
    {"edge_count", field, NULL, "The number of edges.", "e"},
    {"directed", field, NULL, "Whether edges have a direction.", "d"},
    {"weighted", field, NULL, "Whether edges have weights.", "w"},
    {0},
};

CORE_DEFINE(graph, "Graph", CORE_GRAPH, {Py_tp_methods, methods}, {Py_tp_getset, fields},
            {Py_tp_doc, "A graph of the library."});
