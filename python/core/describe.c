/* SPDX-License-Identifier: MIT */
/* Describes the roles of a graph's nodes in words and numbers, and as a page; with labels of nodes,
 * also how well roles agree with them. */
#include "core.h"

#include "../../src/base/frontend.h"

#include <string.h>

typedef struct describing {
    const riwalk_graph *graph;
    const riwalk_vectors *vectors; /* NULL: made by the description */
    riwalk_describe_options options;
    const char *path; /* path of a page; NULL: none */
    riwalk_report_options report;
    const char **label_ids, **label_names; /* [label_count]: ids of nodes and their labels */
    size_t label_count;
    uint32_t *places; /* [nodes], with labels: for the role of every node */
    riwalk_node_labels *labels;
    riwalk_agreement agreement; /* with labels */
    riwalk_description *description;
} describing;

/* Reads labels. They are found by vectors, so each node gets one of zeros. */
static riwalk_status find_labels(describing *d, riwalk_error *error)
{
    riwalk_vectors *rows = NULL;
    riwalk_status status;

    memset(d->places, 0, riwalk_graph_node_count(d->graph) * sizeof *d->places);
    status =
        riwalk_vectors_build_for(d->graph, 1, (const float *)(const void *)d->places, &rows, error);
    if (!status)
        status = riwalk_node_labels_build(d->label_count, d->label_ids, d->label_names, rows, NULL,
                                          &d->labels, error);
    riwalk_vectors_free(rows);
    d->report.labels = d->labels;
    return status;
}

/* Nodes without a vector form one more cluster. */
static riwalk_status compare_labels(describing *d, riwalk_error *error)
{
    const uint32_t *roles = riwalk_description_roles(d->description);
    riwalk_description_summary s = {.size = sizeof s};
    riwalk_status status = riwalk_description_summarize(d->description, &s, error);

    if (status)
        return status;
    for (uint32_t node = 0; node < s.nodes; node++)
        d->places[node] = roles[node] == RIWALK_NO_CLASS ? s.roles : roles[node];
    d->agreement.size = sizeof d->agreement;
    return riwalk_cluster_agreement(d->labels, d->places, s.roles + 1, &d->agreement, error);
}

static riwalk_status describe_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    describing *d = arguments;
    riwalk_status status = RIWALK_STATUS_OK;

    d->options.run = *run;
    d->report.run = *run;
    if (d->path)
        status = riwalk_report_check(&d->graph, 1, error);
    if (!status && d->label_count)
        status = find_labels(d, error);
    if (!status)
        status = riwalk_describe(d->graph, d->vectors, &d->options, &d->description, error);
    if (!status && d->labels)
        status = compare_labels(d, error);
    if (!status && d->path)
        status = riwalk_report_write(d->description, d->path, &d->report, error);
    return status;
}

/* {measure: (minimum, lower quartile, median, upper quartile, maximum)}, of those the graph has */
static PyObject *ranges_dictionary(const riwalk_description *description,
                                   const riwalk_range ranges[RIWALK_NODE_MEASURES])
{
    PyObject *dictionary = PyDict_New();

    for (int m = 0; dictionary && m < RIWALK_NODE_MEASURES; m++) {
        const riwalk_range *r = &ranges[m];

        if (m != RIWALK_NODE_MEASURE_TYPE &&
            riwalk_description_measure(description, (riwalk_node_measure)m))
            core_add(&dictionary, riwalk_node_measure_name((riwalk_node_measure)m),
                     Py_BuildValue("(ddddd)", r->minimum, r->lower_quartile, r->median,
                                   r->upper_quartile, r->maximum));
    }
    return dictionary;
}

/* Returns [(word, meaning, share, elsewhere)]. */
static PyObject *tokens_list(const riwalk_described_role *role)
{
    PyObject *list = PyList_New(0);

    for (uint32_t i = 0; list && i < role->token_count; i++) {
        const riwalk_frequent_token *t = &role->tokens[i];

        core_append(&list, Py_BuildValue("(ssdd)", t->word, t->meaning, t->share, t->elsewhere));
    }
    return list;
}

PyObject *core_rule(const riwalk_rule *rule)
{
    PyObject *list = PyList_New(0);

    for (uint32_t i = 0; list && i < rule->count; i++) {
        const riwalk_rule_condition *c = &rule->conditions[i];

        core_append(&list,
                    Py_BuildValue("(sdd)", riwalk_node_measure_key(c->measure), c->low, c->high));
    }
    return list ? Py_BuildValue("(sddN)", rule->text, rule->precision, rule->recall, list) : NULL;
}

static PyObject *role_dictionary(const riwalk_description *description, uint32_t number)
{
    const riwalk_described_role *role = riwalk_description_role(description, number);

    return Py_BuildValue("{s:s,s:N,s:k,s:y#,s:k,s:N,s:N}", "name", role->name, "rule",
                         core_rule(&role->rule), "family", (unsigned long)role->family, "members",
                         (const char *)role->members,
                         (Py_ssize_t)(role->count * sizeof *role->members), "typical",
                         (unsigned long)role->typical_count, "ranges",
                         ranges_dictionary(description, role->ranges), "tokens", tokens_list(role));
}

/* Without roles: those refer to the family's number. */
static PyObject *family_dictionary(const riwalk_description *description, uint32_t number)
{
    const riwalk_described_family *family = riwalk_description_family(description, number);

    return Py_BuildValue("{s:s,s:N,s:N}", "name", family->name, "rule", core_rule(&family->rule),
                         "ranges", ranges_dictionary(description, family->ranges));
}

static PyObject *list_of(const riwalk_description *description, uint32_t count,
                         PyObject *(*make)(const riwalk_description *, uint32_t))
{
    PyObject *list = PyList_New(0);

    for (uint32_t i = 0; list && i < count; i++)
        core_append(&list, make(description, i));
    return list;
}

/* Returns {measure: doubles of all nodes as bytes}. */
static PyObject *measures_dictionary(const riwalk_description *description, uint32_t nodes)
{
    PyObject *dictionary = PyDict_New();

    for (int m = 0; dictionary && m < RIWALK_NODE_MEASURES; m++) {
        riwalk_node_measure measure = (riwalk_node_measure)m;
        const double *values = riwalk_description_measure(description, measure);

        if (values)
            core_add(&dictionary, riwalk_node_measure_key(measure),
                     PyBytes_FromStringAndSize((const char *)values,
                                               (Py_ssize_t)(nodes * sizeof(double))));
    }
    return dictionary;
}

static PyObject *agreement_dictionary(const riwalk_agreement *a)
{
    return Py_BuildValue("{s:k,s:d,s:d,s:d,s:d}", "labelled_nodes", (unsigned long)a->nodes,
                         "adjusted_rand", a->adjusted_rand, "homogeneity", a->homogeneity,
                         "completeness", a->completeness, "v_measure", a->v_measure);
}

static PyObject *description_dictionary(const describing *d)
{
    const riwalk_description *description = d->description;
    riwalk_description_summary s = {.size = sizeof s};
    riwalk_error error;

    if (riwalk_description_summarize(description, &s, &error))
        return core_raise(error.code, &error);
    return Py_BuildValue("{s:N,s:N,s:y#,s:d,s:d,s:O,s:k,s:N,s:N,s:N}", "roles",
                         list_of(description, s.roles, role_dictionary), "families",
                         list_of(description, s.families, family_dictionary), "of_nodes",
                         (const char *)riwalk_description_roles(description),
                         (Py_ssize_t)(s.nodes * sizeof(uint32_t)), "silhouette", s.silhouette,
                         "by_degree", s.by_degree, "chosen", s.chosen ? Py_True : Py_False, "hub",
                         (unsigned long)s.hub, "ranges", ranges_dictionary(description, s.ranges),
                         "measures", measures_dictionary(description, s.nodes), "agreement",
                         d->labels ? agreement_dictionary(&d->agreement) : Py_NewRef(Py_None));
}

/* Takes the lists of ids and labels, and allocates room for the results. */
static int take_labels(describing *d, PyObject *ids, PyObject *names)
{
    size_t nodes = (size_t)riwalk_graph_node_count(d->graph) + 1, count;

    if (core_strings(ids, &d->label_ids, &d->label_count) ||
        core_strings(names, &d->label_names, &count))
        return -1;
    if (count != d->label_count) {
        PyErr_SetString(PyExc_ValueError, "there must be a label for each id");
        return -1;
    }
    if (count && !(d->places = PyMem_Malloc(nodes * sizeof *d->places))) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static int take_vectors(describing *d, PyObject *vectors, PyTypeObject *type)
{
    if (PyObject_TypeCheck(vectors, type)) {
        d->vectors = ((core_vectors *)vectors)->vectors;
    } else if (vectors != Py_None) {
        PyErr_SetString(PyExc_TypeError, "expected vectors or None");
        return -1;
    }
    return 0;
}

/* (graph, vectors or None, roles or 0, scale, seed, threads, listener, ids, labels[, path, title,
 * facts]): ids and labels are lists of the same length, or None; facts alternate names and values,
 * for a page. */
static PyObject *describe(PyObject *module, PyObject *arguments)
{
    PyObject *graph, *vectors, *listener, *path = NULL, *facts = Py_None, *ids, *names;
    PyObject *made = NULL;
    describing d = {0};
    const char **texts = NULL;
    size_t text_count;
    int scale, threads;

    riwalk_describe_options_init(&d.options);
    riwalk_report_options_init(&d.report);
    if (!PyArg_ParseTuple(arguments, "O!OO&iO&iOOO|O&zO:describe", core_type(module, CORE_GRAPH),
                          &graph, &vectors, core_count, &d.options.roles, &scale, core_seed,
                          &d.options.seed, &threads, &listener, &ids, &names, PyUnicode_FSConverter,
                          &path, &d.report.title, &facts))
        return NULL;
    d.graph = ((core_graph *)graph)->graph;
    d.options.scale = (riwalk_normalization)scale;
    d.report.seed = d.options.seed;
    d.path = path ? PyBytes_AsString(path) : NULL;
    if (!take_vectors(&d, vectors, core_type(module, CORE_VECTORS)) &&
        !take_labels(&d, ids, names) && !core_strings(facts, &texts, &text_count)) {
        d.report.facts = texts;
        d.report.fact_count = text_count / 2;
        if (!core_work(describe_call, &d, threads, listener))
            made = description_dictionary(&d);
    }
    riwalk_description_free(d.description);
    riwalk_node_labels_free(d.labels);
    PyMem_Free(texts);
    PyMem_Free(d.label_ids);
    PyMem_Free(d.label_names);
    PyMem_Free(d.places);
    Py_XDECREF(path);
    return made;
}

PyMethodDef core_describe_functions[] = {
    {"describe", describe, METH_VARARGS, "The roles of a graph's nodes."},
    {0},
};
