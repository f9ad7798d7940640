/* SPDX-License-Identifier: MIT */
/* Classes of nodes from their vectors. */
#include "core.h"
#include "riwalk_analysis.h"

typedef struct classifying {
    const riwalk_vectors *vectors;
    const char **ids, **classes;
    size_t count, class_count; /* pairs of an id and a class; classes that there are */
    riwalk_classify_options options;
    double *values; /* [vectors][class_count] */
    riwalk_classify_choice choice;
} classifying;

static riwalk_status classify_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    classifying *c = arguments;
    riwalk_node_labels *labels = NULL;
    riwalk_status status =
        riwalk_node_labels_build(c->count, c->ids, c->classes, c->vectors, NULL, &labels, error);

    c->options.run = *run;
    if (!status)
        status =
            riwalk_classify_decide(c->vectors, labels, &c->options, c->values, &c->choice, error);
    riwalk_node_labels_free(labels);
    return status;
}

/* (vectors, ids, classes, class_count, folds, measures, macro, threads, listener): fits ids with
 * their classes, "0" and so on as text, of which each has an id. */
static PyObject *classify(PyObject *module, PyObject *arguments)
{
    classifying c = {.choice = {.size = sizeof c.choice}};
    PyObject *vectors, *ids, *classes, *listener, *bytes = NULL;
    Py_ssize_t class_count;
    unsigned int folds, measures;
    size_t named;
    int threads, macro;

    if (!PyArg_ParseTuple(arguments, "O!OOnIIpiO:classify", core_type(module, CORE_VECTORS),
                          &vectors, &ids, &classes, &class_count, &folds, &measures, &macro,
                          &threads, &listener))
        return NULL;
    c.vectors = ((core_vectors *)vectors)->vectors;
    riwalk_classify_options_init(&c.options);
    c.options.folds = folds;
    c.options.measures = measures;
    c.options.macro = macro;
    if (!core_strings(ids, &c.ids, &c.count) && !core_strings(classes, &c.classes, &named)) {
        if (!c.ids || !c.classes || named != c.count)
            PyErr_SetString(PyExc_ValueError, "there must be a class for each id");
        else if ((bytes = PyBytes_FromStringAndSize(NULL, riwalk_vectors_count(c.vectors) *
                                                              class_count *
                                                              (Py_ssize_t)sizeof *c.values)))
            c.values = (double *)(void *)PyBytes_AsString(bytes);
    }
    if (bytes && core_work(classify_call, &c, threads, listener))
        Py_CLEAR(bytes);
    PyMem_Free(c.ids);
    PyMem_Free(c.classes);
    if (!bytes)
        return NULL;
    return Py_BuildValue("(Nddd)", bytes, c.choice.C, c.choice.length, c.choice.score);
}

PyMethodDef core_classify_functions[] = {
    {"classify", classify, METH_VARARGS, "Decision values of classes for all vectors."},
    {0},
};
