/* SPDX-License-Identifier: MIT */
/* Objects in files and in bytes, without the interpreter's lock. */
#include "core.h"

int core_at_path(PyObject *argument, core_path_call *call, void *what)
{
    riwalk_status status;
    riwalk_error error;
    PyObject *path;
    const char *text;

    if (!PyUnicode_FSConverter(argument, &path))
        return -1;
    text = PyBytes_AsString(path);
    Py_BEGIN_ALLOW_THREADS;
    status = call(what, text, &error);
    Py_END_ALLOW_THREADS;
    Py_DECREF(path);
    if (status)
        core_raise(status, &error);
    return status ? -1 : 0;
}

int core_from_bytes(PyObject *argument, core_parse_call *call, void *what)
{
    riwalk_status status;
    riwalk_error error;
    Py_ssize_t size;
    char *data;

    if (PyBytes_AsStringAndSize(argument, &data, &size))
        return -1;
    Py_BEGIN_ALLOW_THREADS;
    status = call(what, data, (size_t)size, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        core_raise(status, &error);
    return status ? -1 : 0;
}

PyObject *core_to_bytes(core_compose_call *call, void *what)
{
    riwalk_status status;
    riwalk_error error;
    PyObject *bytes;
    size_t size;
    void *data;

    Py_BEGIN_ALLOW_THREADS;
    status = call(what, &data, &size, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_raise(status, &error);
    bytes = PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
    riwalk_bytes_free(data);
    return bytes;
}

/* A list of strings from text and offsets. */
static PyObject *split(const char *text, const uint64_t *offsets, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);

    for (size_t i = 0; list && i < count; i++) {
        PyObject *name = PyUnicode_DecodeUTF8(
            text + offsets[i], (Py_ssize_t)(offsets[i + 1] - offsets[i]), "surrogateescape");

        if (!name || PyList_SetItem(list, (Py_ssize_t)i, name)) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

PyObject *core_names(core_names_call *call, const void *what, size_t count)
{
    uint64_t *offsets = PyMem_Malloc((count + 1) * sizeof *offsets);
    char *text = offsets ? PyMem_Malloc((size_t)call(what, offsets, NULL) + 1) : NULL;
    PyObject *list = NULL;

    if (text) {
        call(what, offsets, text);
        list = split(text, offsets, count);
    } else {
        PyErr_NoMemory();
    }
    PyMem_Free(offsets);
    PyMem_Free(text);
    return list;
}
