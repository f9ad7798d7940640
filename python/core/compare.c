/* SPDX-License-Identifier: MIT */
/* Compares graphs: which node is which, and how nodes change. */
#include "core.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"

#include <string.h>

typedef struct aligning {
    const riwalk_graph *graphs[2];
    riwalk_align_options options;
    riwalk_alignment *alignment;
} aligning;

static riwalk_status align_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    aligning *a = arguments;

    a->options.run = *run;
    return riwalk_align(a->graphs[0], a->graphs[1], &a->options, &a->alignment, error);
}

/* (nodes, matches, scores) as bytes of 32-bit numbers, one per match; mean score; rounds. */
static PyObject *align_result(const aligning *a)
{
    uint32_t nodes = riwalk_graph_node_count(a->graphs[0]), count;
    riwalk_alignment_summary summary = {.size = sizeof summary};
    size_t rows = 0, row = 0;
    PyObject *made = NULL;
    uint32_t *table;

    riwalk_alignment_summarize(a->alignment, &summary, NULL);
    for (uint32_t node = 0; node < nodes; node++) {
        riwalk_alignment_matches(a->alignment, node, &count);
        rows += count;
    }
    if (!(table = PyMem_Malloc(3 * rows * sizeof *table + 1)))
        return PyErr_NoMemory();
    for (uint32_t node = 0; node < nodes; node++) {
        const riwalk_match *matches = riwalk_alignment_matches(a->alignment, node, &count);

        for (uint32_t i = 0; i < count; i++, row++) {
            table[row] = node;
            table[rows + row] = matches[i].node;
            memcpy(&table[2 * rows + row], &matches[i].score, sizeof matches[i].score);
        }
    }
    made = Py_BuildValue("y#y#y#dk", (const char *)table, (Py_ssize_t)(rows * sizeof *table),
                         (const char *)(table + rows), (Py_ssize_t)(rows * sizeof *table),
                         (const char *)(table + 2 * rows), (Py_ssize_t)(rows * sizeof *table),
                         summary.score, (unsigned long)summary.rounds);
    PyMem_Free(table);
    return made;
}

/* (first graph, second graph, known pairs as 32-bit numbers, matches, one to one, rounds, seed,
 * threads, listener) */
static PyObject *align(PyObject *module, PyObject *arguments)
{
    PyTypeObject *type = core_type(module, CORE_GRAPH);
    PyObject *first, *second, *listener, *made = NULL;
    const char *known;
    Py_ssize_t size;
    int threads, one_to_one;
    aligning a = {0};

    riwalk_align_options_init(&a.options);
    if (!PyArg_ParseTuple(arguments, "O!O!y#O&pO&O&iO:align", type, &first, type, &second, &known,
                          &size, core_count, &a.options.matches, &one_to_one, core_count,
                          &a.options.rounds, core_seed, &a.options.seed, &threads, &listener))
        return NULL;
    a.graphs[0] = ((core_graph *)first)->graph;
    a.graphs[1] = ((core_graph *)second)->graph;
    a.options.known = (const riwalk_known_pair *)(const void *)known;
    a.options.known_count = (uint32_t)((size_t)size / sizeof *a.options.known);
    a.options.one_to_one = one_to_one;
    if (!core_work(align_call, &a, threads, listener))
        made = align_result(&a);
    riwalk_alignment_free(a.alignment);
    return made;
}

/* ---- Snapshots ---- */

typedef struct following {
    const riwalk_graph **graphs;
    size_t count;
    riwalk_track_options options;
    riwalk_tracking *tracking;
    const char **names; /* names of snapshots */
    const char *page;   /* NULL: none */
    riwalk_report_options report;
} following;

static riwalk_status track_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    following *f = arguments;
    riwalk_status status = RIWALK_STATUS_OK;

    f->options.run = f->report.run = *run;
    if (f->page)
        status = riwalk_report_check(f->graphs, f->count, error);
    if (!status)
        status = riwalk_track(f->graphs, f->count, &f->options, &f->tracking, error);
    if (!status && f->page)
        status = riwalk_tracking_report(f->tracking, f->names, f->page, &f->report, error);
    return status;
}

static uint64_t names_call(const void *what, uint64_t *offsets, char *text)
{
    return riwalk_graph_names(what, offsets, text);
}

/* A list of make(what, i) for i below `count`. */
static PyObject *list_of(uint32_t count, PyObject *(*make)(const void *what, uint32_t i),
                         const void *what)
{
    PyObject *list = PyList_New(0);

    for (uint32_t i = 0; list && i < count; i++)
        core_append(&list, make(what, i));
    return list;
}

/* Returns (name, rule). */
static PyObject *role_pair(const void *tracking, uint32_t role)
{
    return Py_BuildValue("(sN)", riwalk_tracking_role_name(tracking, role),
                         core_rule(&riwalk_tracking_role(tracking, role)->rule));
}

/* A list of why each node changed in a step; many texts are empty. */
static PyObject *reasons(const void *tracking, uint32_t step)
{
    uint32_t nodes = riwalk_graph_node_count(riwalk_tracking_nodes(tracking));
    char text[RIWALK_REASON_CHARS];
    PyObject *list = PyList_New(0);

    for (uint32_t node = 0; list && node < nodes; node++) {
        PyObject *item;

        riwalk_tracking_reason(tracking, step, node, text, sizeof text);
        item = PyUnicode_FromString(text);
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* The states of a snapshot as bytes, laid out as in C. */
static PyObject *states(const void *tracking, uint32_t step)
{
    uint32_t nodes = riwalk_graph_node_count(riwalk_tracking_nodes(tracking));

    return PyBytes_FromStringAndSize((const char *)riwalk_tracking_states(tracking, step),
                                     (Py_ssize_t)(nodes * sizeof(riwalk_node_state)));
}

/* Converts a path; None becomes NULL. -1 with an exception if it is not a path. */
static int path_of(PyObject **path)
{
    PyObject *given = *path;

    *path = NULL;
    return given == Py_None || PyUnicode_FSConverter(given, path) ? 0 : -1;
}

/* (graphs, roles or 0, peers, seed, picture's path or None, names of snapshots, page's path or
 * None, its title or None, threads, listener) -> names of nodes, roles, states of each snapshot,
 * reasons */
static PyObject *track(PyObject *module, PyObject *arguments)
{
    PyObject *list, *listener, *names, *path = NULL, *page = NULL, *made = NULL;
    size_t name_count;
    int threads;
    following f = {0};
    riwalk_error error = {0};

    riwalk_track_options_init(&f.options);
    riwalk_report_options_init(&f.report);
    if (!PyArg_ParseTuple(arguments, "OO&O&O&OOOziO:track", &list, core_count, &f.options.roles,
                          core_count, &f.options.peers, core_seed, &f.options.seed, &path, &names,
                          &page, &f.report.title, &threads, &listener))
        return NULL;
    f.report.seed = f.options.seed;
    if (path_of(&path) | path_of(&page) || !(f.graphs = core_graphs(module, list, &f.count)))
        goto done;
    f.page = page ? PyBytes_AsString(page) : NULL;
    if (core_strings(names, &f.names, &name_count) || core_work(track_call, &f, threads, listener))
        goto done;
    if (path && riwalk_tracking_plot(f.tracking, f.names, PyBytes_AsString(path), NULL, &error)) {
        core_raise(error.code, &error);
        goto done;
    }
    made = Py_BuildValue("NNNN",
                         core_names(names_call, riwalk_tracking_nodes(f.tracking),
                                    riwalk_graph_node_count(riwalk_tracking_nodes(f.tracking))),
                         list_of(riwalk_tracking_roles(f.tracking), role_pair, f.tracking),
                         list_of(riwalk_tracking_steps(f.tracking), states, f.tracking),
                         list_of(riwalk_tracking_steps(f.tracking), reasons, f.tracking));
done:
    riwalk_tracking_free(f.tracking);
    PyMem_Free(f.names);
    PyMem_Free(f.graphs);
    Py_XDECREF(path);
    Py_XDECREF(page);
    return made;
}

PyMethodDef core_compare_functions[] = {
    {"align", align, METH_VARARGS, "Which node of one graph is which node of another."},
    {"track", track, METH_VARARGS, "How nodes change through snapshots of a graph."},
    {0},
};
