/* SPDX-License-Identifier: MIT */
/* Parts: the profiles of a range of nodes, and the model that they become together. */
#include "core.h"

static void deallocate(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    riwalk_part_free(((core_part *)self)->part);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *wrap(PyObject *module, riwalk_part *part)
{
    PyTypeObject *type = (PyTypeObject *)core_state_of(module)->part_type;
    core_part *made = (core_part *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);

    if (made)
        made->part = part;
    else
        riwalk_part_free(part);
    return (PyObject *)made;
}

/* The library's part; NULL with an exception where a fit has used it up. */
static riwalk_part *part_of(PyObject *self)
{
    riwalk_part *part = ((core_part *)self)->part;

    if (!part)
        PyErr_SetString(PyExc_ValueError,
                        "fit has used up this part: save it before, to use it again");
    return part;
}

/* ---- Making parts ---- */

typedef struct finding {
    const riwalk_graph **graphs;
    const char **names;
    size_t count;
    riwalk_options options;
    uint32_t first, end;
    riwalk_part *part;
} finding;

static riwalk_status find_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    finding *f = arguments;

    f->options.run = *run;
    return riwalk_part_find((const riwalk_graph *const *)f->graphs, f->count,
                            (const char *const *)f->names, &f->options, f->first, f->end, &f->part,
                            error);
}

/* (graphs, names, options, first, end, threads, listener) */
static PyObject *part_find(PyObject *module, PyObject *arguments)
{
    PyObject *graphs, *names, *options, *listener;
    unsigned int first, end;
    size_t name_count;
    finding f = {0};
    int threads, failed;

    if (!PyArg_ParseTuple(arguments, "OOO!IIiO:part_find", &graphs, &names, &PyDict_Type, &options,
                          &first, &end, &threads, &listener) ||
        core_options(options, &f.options) || !(f.graphs = core_graphs(module, graphs, &f.count)))
        return NULL;
    f.first = first;
    f.end = end;
    failed =
        core_strings(names, &f.names, &name_count) || core_work(find_call, &f, threads, listener);
    PyMem_Free(f.graphs);
    PyMem_Free(f.names);
    if (failed) {
        riwalk_part_free(f.part);
        return NULL;
    }
    return wrap(module, f.part);
}

static riwalk_status read_part(void *part, const char *path, riwalk_error *error)
{
    return riwalk_part_read(path, part, error);
}

static PyObject *part_read(PyObject *module, PyObject *argument)
{
    riwalk_part *part = NULL;

    return core_at_path(argument, read_part, &part) ? NULL : wrap(module, part);
}

static riwalk_status parse_part(void *part, const void *data, size_t size, riwalk_error *error)
{
    return riwalk_part_read_from(riwalk_from_memory(data, size, "the part"), part, error);
}

static PyObject *part_from_bytes(PyObject *module, PyObject *argument)
{
    riwalk_part *part = NULL;

    return core_from_bytes(argument, parse_part, &part) ? NULL : wrap(module, part);
}

static riwalk_status compose_part(void *part, void **data, size_t *size, riwalk_error *error)
{
    return riwalk_part_write_to(part, riwalk_to_memory(data, size), error);
}

static PyObject *to_bytes(PyObject *self, PyObject *unused)
{
    riwalk_part *part = part_of(self);
    PyObject *bytes;

    (void)unused;
    if (!part)
        return NULL;
    ((core_part *)self)->readers++;
    bytes = core_to_bytes(compose_part, part);
    ((core_part *)self)->readers--;
    return bytes;
}

static riwalk_status write_call(void *part, const char *path, riwalk_error *error)
{
    return riwalk_part_write(part, path, error);
}

static PyObject *write_part(PyObject *self, PyObject *argument)
{
    riwalk_part *part = part_of(self);
    int failed;

    if (!part)
        return NULL;
    ((core_part *)self)->readers++;
    failed = core_at_path(argument, write_call, part);
    ((core_part *)self)->readers--;
    if (failed)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *summary(PyObject *self, PyObject *unused)
{
    riwalk_part_summary s = {.size = sizeof s};
    riwalk_part *part = part_of(self);
    riwalk_error error;

    (void)unused;
    if (!part)
        return NULL;
    if (riwalk_part_summarize(part, &s, &error))
        return core_raise(RIWALK_STATUS_ARGUMENT, &error);
    return Py_BuildValue("{s:k,s:k,s:k,s:K,s:k,s:K,s:k,s:k}", "first", (unsigned long)s.first,
                         "end", (unsigned long)s.end, "nodes", (unsigned long)s.node_count,
                         "graph_checksum", (unsigned long long)s.graph_checksum, "roles",
                         (unsigned long)s.roles, "entries", (unsigned long long)s.entries,
                         "isolated", (unsigned long)s.isolated, "exact_nodes",
                         (unsigned long)s.exact_anchors);
}

static PyObject *part_options(PyObject *self, PyObject *unused)
{
    riwalk_part *part = part_of(self);

    (void)unused;
    return part ? core_options_dictionary(riwalk_part_options(part), true) : NULL;
}

static PyMethodDef methods[] = {
    {"to_bytes", to_bytes, METH_NOARGS, "The part as the bytes of its file."},
    {"write", write_part, METH_O, "Writes the part to a file."},
    {"summary", summary, METH_NOARGS, "The range, and what is in it."},
    {"options", part_options, METH_NOARGS, "The options that it was made with."},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, deallocate},
    {Py_tp_methods, methods},
    {Py_tp_doc, "The profiles of a range of nodes."},
    {0},
};

PyType_Spec core_part_spec = {
    .name = "riwalk._core.Part",
    .basicsize = sizeof(core_part),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

/* ---- From parts to a model ---- */

typedef struct fitting {
    riwalk_part **parts; /* NULL: files */
    const char **paths;
    size_t count;
    riwalk_model *model;
    riwalk_fit_report report;
} fitting;

static riwalk_status fit_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    fitting *f = arguments;
    riwalk_fit_options options;

    riwalk_fit_options_init(&options);
    options.run = *run;
    return f->parts ? riwalk_parts_fit((riwalk_part *const *)f->parts, f->count, &options,
                                       &f->model, &f->report, error)
                    : riwalk_parts_fit_files((const char *const *)f->paths, f->count, &options,
                                             &f->model, &f->report, error);
}

/* Takes the parts out of their objects, which are used up. */
static int take_parts(PyObject *module, PyObject *list, fitting *f)
{
    PyTypeObject *type = (PyTypeObject *)core_state_of(module)->part_type;
    size_t count = (size_t)PyList_Size(list);

    if (!(f->parts = PyMem_Malloc((count + 1) * sizeof *f->parts))) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        PyObject *item = PyList_GetItem(list, (Py_ssize_t)i);

        if (!PyObject_TypeCheck(item, type)) {
            PyErr_SetString(PyExc_TypeError, "expected parts");
            return -1;
        }
        if (!(f->parts[i] = part_of(item)))
            return -1;
        if (((core_part *)item)->readers) {
            PyErr_SetString(PyExc_ValueError, "another thread is saving this part");
            return -1;
        }
        ((core_part *)item)->part = NULL;
        f->count++;
    }
    return 0;
}

static PyObject *fit(PyObject *module, fitting *f, bool ready, int threads, PyObject *listener)
{
    PyObject *model;
    bool failed = !ready || core_work(fit_call, f, threads, listener);

    for (size_t i = 0; f->parts && i < f->count; i++)
        riwalk_part_free(f->parts[i]);
    PyMem_Free(f->parts);
    PyMem_Free(f->paths);
    if (failed) {
        riwalk_model_free(f->model);
        return NULL;
    }
    if (!(model = core_wrap_model(module, f->model)))
        return NULL;
    return Py_BuildValue(
        "(N{s:k,s:k,s:k,s:k,s:k,s:k,s:d})", model, "nodes", (unsigned long)f->report.nodes,
        "isolated", (unsigned long)f->report.isolated, "roles", (unsigned long)f->report.roles,
        "rank", (unsigned long)f->report.rank, "measures", (unsigned long)f->report.measures,
        "exact_nodes", (unsigned long)f->report.exact_anchors, "seconds", f->report.seconds);
}

/* (parts, threads, listener): the model of a list of parts, which are used up, and a report. */
static PyObject *parts_fit(PyObject *module, PyObject *arguments)
{
    fitting f = {.report = {.size = sizeof f.report}};
    PyObject *list, *listener;
    int threads;

    if (!PyArg_ParseTuple(arguments, "O!iO:parts_fit", &PyList_Type, &list, &threads, &listener))
        return NULL;
    return fit(module, &f, !take_parts(module, list, &f), threads, listener);
}

/* The same of files, whose paths are bytes. */
static PyObject *parts_fit_files(PyObject *module, PyObject *arguments)
{
    fitting f = {.report = {.size = sizeof f.report}};
    PyObject *list, *listener;
    int threads;

    if (!PyArg_ParseTuple(arguments, "O!iO:parts_fit_files", &PyList_Type, &list, &threads,
                          &listener))
        return NULL;
    return fit(module, &f, !core_strings(list, &f.paths, &f.count), threads, listener);
}

PyMethodDef core_part_functions[] = {
    {"part_find", part_find, METH_VARARGS, "The profiles of a range of nodes."},
    {"part_read", part_read, METH_O, "Reads a part from a file."},
    {"part_from_bytes", part_from_bytes, METH_O, "The part of such bytes."},
    {"parts_fit", parts_fit, METH_VARARGS, "The model of parts: (model, report)."},
    {"parts_fit_files", parts_fit_files, METH_VARARGS, "The model of files of parts."},
    {0},
};
