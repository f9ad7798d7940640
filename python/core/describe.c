/* SPDX-License-Identifier: MIT */
/* The roles of a graph's nodes, in words and numbers, and as a page to explore. */
#include "core.h"
#include "riwalk_analysis.h"

typedef struct describing {
    const riwalk_graph *graph;
    const riwalk_vectors *vectors; /* NULL: made here */
    riwalk_describe_options options;
    const char *path; /* of a page; NULL: none */
    riwalk_report_options report;
    riwalk_description *description;
} describing;

static riwalk_status describe_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    describing *d = arguments;

    riwalk_status status = RIWALK_STATUS_OK;

    d->options.run = *run;
    d->report.run = *run;
    if (d->path)
        status = riwalk_report_check(d->graph, error);
    if (!status)
        status = riwalk_describe(d->graph, d->vectors, &d->options, &d->description, error);
    if (!status && d->path)
        status = riwalk_report_write(d->description, d->path, &d->report, error);
    return status;
}

/* {measure: (minimum, lower quartile, median, upper quartile, maximum)} */
static PyObject *ranges_dictionary(const riwalk_range ranges[RIWALK_NODE_MEASURES])
{
    PyObject *dictionary = PyDict_New();

    for (int m = 0; dictionary && m < RIWALK_NODE_MEASURES; m++) {
        const riwalk_range *r = &ranges[m];
        PyObject *five = Py_BuildValue("(ddddd)", r->minimum, r->lower_quartile, r->median,
                                       r->upper_quartile, r->maximum);

        if (!five || PyDict_SetItemString(dictionary,
                                          riwalk_node_measure_name((riwalk_node_measure)m), five))
            Py_CLEAR(dictionary);
        Py_XDECREF(five);
    }
    return dictionary;
}

/* [(word, meaning, share, elsewhere)] */
static PyObject *tokens_list(const riwalk_described_role *role)
{
    PyObject *list = PyList_New(0);

    for (uint32_t i = 0; list && i < role->token_count; i++) {
        const riwalk_frequent_token *t = &role->tokens[i];
        PyObject *item = Py_BuildValue("(ssdd)", t->word, t->meaning, t->share, t->elsewhere);

        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *role_dictionary(const riwalk_described_role *role)
{
    return Py_BuildValue("{s:s,s:z,s:y#,s:k,s:N,s:N}", "name", role->name, "rule", role->rule,
                         "members", (const char *)role->members,
                         (Py_ssize_t)(role->count * sizeof *role->members), "typical",
                         (unsigned long)role->typical_count, "ranges",
                         ranges_dictionary(role->ranges), "tokens", tokens_list(role));
}

static PyObject *description_dictionary(const riwalk_description *description)
{
    riwalk_description_summary s = {.size = sizeof s};
    PyObject *roles = PyList_New(0);
    riwalk_error error;

    if (riwalk_description_summarize(description, &s, &error)) {
        Py_XDECREF(roles);
        return core_raise(error.code, &error);
    }
    for (uint32_t i = 0; roles && i < s.roles; i++) {
        PyObject *item = role_dictionary(riwalk_description_role(description, i));

        if (!item || PyList_Append(roles, item))
            Py_CLEAR(roles);
        Py_XDECREF(item);
    }
    if (!roles)
        return NULL;
    return Py_BuildValue("{s:N,s:y#,s:d,s:O,s:k,s:N}", "roles", roles, "of_nodes",
                         (const char *)riwalk_description_roles(description),
                         (Py_ssize_t)(s.nodes * sizeof(uint32_t)), "silhouette", s.silhouette,
                         "chosen", s.chosen ? Py_True : Py_False, "hub", (unsigned long)s.hub,
                         "ranges", ranges_dictionary(s.ranges));
}

/* (graph, vectors or None, roles or 0, scale, seed, threads, listener[, path, title, facts]): facts
 * are names and values in turn, for a page. */
static PyObject *describe(PyObject *module, PyObject *arguments)
{
    core_state *state = core_state_of(module);
    PyObject *graph, *vectors, *listener, *path = NULL, *facts = Py_None, *made = NULL;
    describing d = {0};
    const char **texts;
    size_t text_count;
    unsigned long long seed;
    int scale, threads;

    riwalk_describe_options_init(&d.options);
    riwalk_report_options_init(&d.report);
    if (!PyArg_ParseTuple(arguments, "O!OIiKiO|O&zO:describe", state->graph_type, &graph, &vectors,
                          &d.options.roles, &scale, &seed, &threads, &listener,
                          PyUnicode_FSConverter, &path, &d.report.title, &facts))
        return NULL;
    if (PyObject_TypeCheck(vectors, (PyTypeObject *)state->vectors_type)) {
        d.vectors = ((core_vectors *)vectors)->vectors;
    } else if (vectors != Py_None) {
        PyErr_SetString(PyExc_TypeError, "expected vectors or None");
        Py_XDECREF(path);
        return NULL;
    }
    d.graph = ((core_graph *)graph)->graph;
    d.options.scale = (riwalk_normalization)scale;
    d.options.seed = d.report.seed = seed;
    d.path = path ? PyBytes_AsString(path) : NULL;
    if (!core_strings(facts, &texts, &text_count)) {
        d.report.facts = texts;
        d.report.fact_count = text_count / 2;
        if (!core_work(describe_call, &d, threads, listener))
            made = description_dictionary(d.description);
        PyMem_Free(texts);
    }
    riwalk_description_free(d.description);
    Py_XDECREF(path);
    return made;
}

PyMethodDef core_describe_functions[] = {
    {"describe", describe, METH_VARARGS, "The roles of a graph's nodes."},
    {0},
};
