/* SPDX-License-Identifier: MIT */
/* Parts: the profiles of ranges of nodes, and the model made from them. */
#include "core.h"

/* The library's part; NULL with an exception after a fit has used it up. */
static riwalk_part *part_of(PyObject *self)
{
    riwalk_part *part = ((core_part *)self)->part;

    if (!part)
        PyErr_SetString(PyExc_ValueError,
                        "fit has used up this part: save it first if you need it again");
    return part;
}

/* ---- Making parts ---- */

typedef struct finding {
    core_subject of;
    riwalk_options options;
    uint32_t first, end;
    riwalk_part *part;
} finding;

static riwalk_status find_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    finding *f = arguments;

    f->options.run = *run;
    return riwalk_part_find(f->of.graphs, f->of.count, f->of.names, &f->options, f->first, f->end,
                            &f->part, error);
}

/* (graphs, names, options, first, end, threads, listener) */
static PyObject *part_find(PyObject *module, PyObject *arguments)
{
    PyObject *graphs, *names, *options, *listener;
    finding f = {0};
    int threads, failed;

    if (!PyArg_ParseTuple(arguments, "OOO!O&O&iO:part_find", &graphs, &names, &PyDict_Type,
                          &options, core_count, &f.first, core_count, &f.end, &threads,
                          &listener) ||
        core_options(options, &f.options))
        return NULL;
    failed = core_take_subject(module, graphs, names, &f.of) ||
             core_work(find_call, &f, threads, listener);
    core_release_subject(&f.of);
    if (failed) {
        riwalk_part_free(f.part);
        return NULL;
    }
    return core_wrap_part(module, f.part);
}

static riwalk_status read_call(riwalk_source from, void *part, riwalk_error *error)
{
    return riwalk_part_read_from(from, part, error);
}

static PyObject *part_read(PyObject *module, PyObject *path)
{
    riwalk_part *part = NULL;

    return core_read(path, read_call, &part) ? NULL : core_wrap_part(module, part);
}

static PyObject *part_from_bytes(PyObject *module, PyObject *bytes)
{
    riwalk_part *part = NULL;

    return core_parse(bytes, "the part", read_call, &part) ? NULL : core_wrap_part(module, part);
}

static riwalk_status write_call(const void *part, riwalk_sink to, riwalk_error *error)
{
    return riwalk_part_write_to(part, to, error);
}

/* Writes to a path or, if it is NULL, to bytes. */
static PyObject *write_part(PyObject *self, PyObject *path)
{
    riwalk_part *part = part_of(self);
    PyObject *written;

    if (!part)
        return NULL;
    ((core_part *)self)->readers++;
    written = core_write(path, write_call, part);
    ((core_part *)self)->readers--;
    return written;
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
    {"to_bytes", write_part, METH_NOARGS, "The part as the bytes of its file."},
    {"write", write_part, METH_O, "Writes the part to a file."},
    {"summary", summary, METH_NOARGS, "The range, and what is in it."},
    {"options", part_options, METH_NOARGS, "The options that it was made with."},
    {0},
};

CORE_DEFINE(part, "Part", CORE_PART, {Py_tp_methods, methods},
            {Py_tp_doc, "The profiles of a range of nodes."});

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

/* Takes the parts out of their objects, which are then used up. */
static int take_parts(PyObject *module, PyObject *list, fitting *f)
{
    PyTypeObject *type = core_type(module, CORE_PART);
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

/* (parts, threads, listener) -> the model of a list of parts, which are used up, and a report. */
static PyObject *parts_fit(PyObject *module, PyObject *arguments)
{
    fitting f = {.report = {.size = sizeof f.report}};
    PyObject *list, *listener;
    int threads;

    if (!PyArg_ParseTuple(arguments, "O!iO:parts_fit", &PyList_Type, &list, &threads, &listener))
        return NULL;
    return fit(module, &f, !take_parts(module, list, &f), threads, listener);
}

/* The same for files; paths are bytes. */
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
