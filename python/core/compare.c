/* SPDX-License-Identifier: MIT */
/* Graphs compared with each other: which node is which. */
#include "core.h"
#include "riwalk_compare.h"

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

/* (nodes, matches, scores) as bytes of 32-bit numbers, a row for each match; mean score; rounds. */
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
    core_state *state = core_state_of(module);
    PyObject *first, *second, *listener, *made = NULL;
    unsigned long long seed;
    const char *known;
    Py_ssize_t size;
    int threads, one_to_one;
    aligning a = {0};

    riwalk_align_options_init(&a.options);
    if (!PyArg_ParseTuple(arguments, "O!O!y#IpIKiO:align", state->graph_type, &first,
                          state->graph_type, &second, &known, &size, &a.options.matches,
                          &one_to_one, &a.options.rounds, &seed, &threads, &listener))
        return NULL;
    a.graphs[0] = ((core_graph *)first)->graph;
    a.graphs[1] = ((core_graph *)second)->graph;
    a.options.known = (const riwalk_known_pair *)(const void *)known;
    a.options.known_count = (uint32_t)((size_t)size / sizeof *a.options.known);
    a.options.one_to_one = one_to_one;
    a.options.seed = seed;
    if (!core_work(align_call, &a, threads, listener))
        made = align_result(&a);
    riwalk_alignment_free(a.alignment);
    return made;
}

PyMethodDef core_compare_functions[] = {
    {"align", align, METH_VARARGS, "Which node of one graph is which node of another."},
    {0},
};
