/* SPDX-License-Identifier: MIT */
/* Reads and writes objects, in files and in bytes, without the interpreter's lock. */
#include "core.h"

static int read_from(riwalk_source from, core_read_call *call, void *where)
{
    riwalk_status status;
    riwalk_error error;

    Py_BEGIN_ALLOW_THREADS;
    status = call(from, where, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        core_raise(status, &error);
    return status ? -1 : 0;
}

int core_read(PyObject *argument, core_read_call *call, void *where)
{
    PyObject *path;
    int failed;

    if (!PyUnicode_FSConverter(argument, &path))
        return -1;
    failed = read_from(riwalk_from_file(PyBytes_AsString(path)), call, where);
    Py_DECREF(path);
    return failed;
}

int core_parse(PyObject *bytes, const char *name, core_read_call *call, void *where)
{
    Py_ssize_t size;
    char *data;

    if (PyBytes_AsStringAndSize(bytes, &data, &size))
        return -1;
    return read_from(riwalk_from_memory(data, (size_t)size, name), call, where);
}

PyObject *core_write(PyObject *argument, core_write_call *call, const void *what)
{
    PyObject *path = NULL, *bytes;
    riwalk_status status;
    riwalk_error error;
    riwalk_sink to;
    size_t size = 0;
    void *data = NULL;

    if (argument && !PyUnicode_FSConverter(argument, &path))
        return NULL;
    to = path ? riwalk_to_file(PyBytes_AsString(path)) : riwalk_to_memory(&data, &size);
    Py_BEGIN_ALLOW_THREADS;
    status = call(what, to, &error);
    Py_END_ALLOW_THREADS;
    Py_XDECREF(path);
    if (status)
        return core_raise(status, &error);
    bytes = data ? PyBytes_FromStringAndSize(data, (Py_ssize_t)size) : Py_NewRef(Py_None);
    riwalk_bytes_free(data);
    return bytes;
}

PyObject *core_names(core_names_call *call, const void *what, size_t count)
{
    uint64_t *offsets = PyMem_Malloc((count + 1) * sizeof *offsets);
    char *text = offsets ? PyMem_Malloc((size_t)call(what, offsets, NULL) + 1) : NULL;
    PyObject *list = text ? PyList_New(0) : PyErr_NoMemory();

    if (list)
        call(what, offsets, text);
    for (size_t i = 0; list && i < count; i++)
        core_append(&list, core_text(text + offsets[i], (size_t)(offsets[i + 1] - offsets[i])));
    PyMem_Free(offsets);
    PyMem_Free(text);
    return list;
}
