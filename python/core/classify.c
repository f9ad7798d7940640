/* SPDX-License-Identifier: MIT */
/* Predicts classes of nodes from their vectors. */
#include "core.h"
#include "riwalk_analysis.h"

typedef struct classifying {
    const riwalk_vectors *vectors;
    const char **ids, **classes;
    size_t count, class_count; /* pairs of id and class; distinct classes */
    riwalk_classify_options options;
    double *values; /* [vectors][class_count] */
    riwalk_classify_choice choice;
} classifying;

static riwalk_status classify_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    classifying *c = arguments;
    riwalk_node_labels_summary found = {.size = sizeof found};
    riwalk_node_labels *labels = NULL;
    riwalk_status status =
        riwalk_node_labels_build(c->count, c->ids, c->classes, c->vectors, NULL, &labels, error);

    c->options.run = *run;
    if (!status)
        status = riwalk_node_labels_summarize(labels, &found, error);
    if (!status && found.classes != c->class_count) { /* values has no room for more classes */
        status = RIWALK_STATUS_ARGUMENT;
        *error = (riwalk_error){.code = status, .message = "there are fewer or more classes"};
    }
    if (!status)
        status =
            riwalk_classify_decide(c->vectors, labels, &c->options, c->values, &c->choice, error);
    riwalk_node_labels_free(labels);
    return status;
}

/* (vectors, ids, classes, class_count, folds, measures, macro, threads, listener): fits ids with
 * their classes, which are "0", "1", ... as text; each class must have an id. */
static PyObject *classify(PyObject *module, PyObject *arguments)
{
    classifying c = {.choice = {.size = sizeof c.choice}};
    PyObject *vectors, *ids, *classes, *listener, *bytes = NULL;
    unsigned int folds, measures, class_count;
    size_t named;
    int threads, macro;

    if (!PyArg_ParseTuple(arguments, "O!OOO&O&O&piO:classify", core_type(module, CORE_VECTORS),
                          &vectors, &ids, &classes, core_count, &class_count, core_count, &folds,
                          core_count, &measures, &macro, &threads, &listener))
        return NULL;
    c.vectors = ((core_vectors *)vectors)->vectors;
    c.class_count = class_count;
    riwalk_classify_options_init(&c.options);
    c.options.folds = folds;
    c.options.measures = measures;
    c.options.macro = macro;
    if (!core_strings(ids, &c.ids, &c.count) && !core_strings(classes, &c.classes, &named)) {
        if (!c.ids || !c.classes || named != c.count || class_count > c.count)
            PyErr_SetString(PyExc_ValueError, "there must be a class for each id");
        else if ((bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)class_count *
                                                              riwalk_vectors_count(c.vectors) *
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

/* ---- From one graph to another ---- */

typedef struct labelled {
    const riwalk_vectors *vectors;
    const char **ids, **classes;
    size_t count;
} labelled;

typedef struct transferring {
    labelled sides[2]; /* for training, for testing */
    riwalk_classify_options options;
    riwalk_transfer_scores scores;
} transferring;

static riwalk_status transfer_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    transferring *t = arguments;
    riwalk_node_labels *labels[2] = {NULL, NULL};
    riwalk_status status = RIWALK_STATUS_OK;

    t->options.run = *run;
    for (int i = 0; i < 2 && !status; i++)
        status = riwalk_node_labels_build(t->sides[i].count, t->sides[i].ids, t->sides[i].classes,
                                          t->sides[i].vectors, NULL, &labels[i], error);
    if (!status)
        status = riwalk_transfer_between(t->sides[0].vectors, labels[0], t->sides[1].vectors,
                                         labels[1], &t->options, &t->scores, error);
    riwalk_node_labels_free(labels[0]);
    riwalk_node_labels_free(labels[1]);
    return status;
}

static PyObject *transfer_result(const riwalk_transfer_scores *t)
{
    const riwalk_classify_scores *s = &t->scores;

    return Py_BuildValue(
        "{s:d,s:d,s:d,s:d,s:k,s:k,s:k,s:k}", "micro_f1", s->micro_f1, "macro_f1", s->macro_f1,
        "majority_micro_f1", s->majority_micro_f1, "majority_macro_f1", s->majority_macro_f1,
        "train", (unsigned long)s->train, "test", (unsigned long)s->test, "classes",
        (unsigned long)t->classes, "classes_only_in_test", (unsigned long)t->unseen);
}

/* (vectors, ids and classes for training, the same for testing, C, balanced, scale, threads,
 * listener) */
static PyObject *transfer(PyObject *module, PyObject *arguments)
{
    PyTypeObject *type = core_type(module, CORE_VECTORS);
    transferring t = {.scores = {.size = sizeof t.scores}};
    PyObject *vectors[2], *ids[2], *classes[2], *listener;
    int threads, balanced, scale, failed = 0;
    size_t named;

    riwalk_classify_options_init(&t.options);
    if (!PyArg_ParseTuple(arguments, "O!OOO!OOdpiiO:transfer", type, &vectors[0], &ids[0],
                          &classes[0], type, &vectors[1], &ids[1], &classes[1], &t.options.C,
                          &balanced, &scale, &threads, &listener))
        return NULL;
    t.options.balanced = balanced;
    t.options.scale = (riwalk_normalization)scale;
    for (int i = 0; i < 2 && !failed; i++) {
        t.sides[i].vectors = ((core_vectors *)vectors[i])->vectors;
        failed = core_strings(ids[i], &t.sides[i].ids, &t.sides[i].count) ||
                 core_strings(classes[i], &t.sides[i].classes, &named);
        if (!failed && (!t.sides[i].ids || named != t.sides[i].count)) {
            PyErr_SetString(PyExc_ValueError, "there must be a class for each id");
            failed = 1;
        }
    }
    failed = failed || core_work(transfer_call, &t, threads, listener);
    for (int i = 0; i < 2; i++) {
        PyMem_Free(t.sides[i].ids);
        PyMem_Free(t.sides[i].classes);
    }
    return failed ? NULL : transfer_result(&t.scores);
}

PyMethodDef core_classify_functions[] = {
    {"classify", classify, METH_VARARGS, "Decision values of classes for all vectors."},
    {"transfer", transfer, METH_VARARGS, "Scores of labels of one graph on those of another."},
    {0},
};
