/* SPDX-License-Identifier: MIT */
/* Embedding, models, and profiles that explain vectors. */
#include "core.h"
#include "riwalk_analysis.h"
#include "riwalk_options.h"

#include <string.h>

/* ---- Embedding ---- */

typedef struct embedding {
    core_subject of;
    riwalk_options options;
    bool with_model;
    int device;
    riwalk_vectors *vectors;
    riwalk_model *model;
    riwalk_embed_report report;
    riwalk_estimate estimate;
} embedding;

static riwalk_status embed_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    embedding *e = arguments;

    e->options.run = *run;
    e->options.run.device = (riwalk_device)e->device;
    return riwalk_embed(e->of.graphs, e->of.count, e->of.names, &e->options, &e->vectors,
                        e->with_model ? &e->model : NULL, &e->report, error);
}

static riwalk_status estimate_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    embedding *e = arguments;

    e->options.run = *run;
    return riwalk_embed_estimate(e->of.graphs, e->of.count, e->of.names, &e->options, &e->estimate,
                                 error);
}

static PyObject *report_dictionary(const riwalk_embed_report *r)
{
    return Py_BuildValue(
        "{s:k,s:k,s:K,s:K,s:d,s:O,s:K,s:d,s:d,s:k,s:k,s:k,s:k,s:d,s:k,s:s}", "isolated",
        (unsigned long)r->isolated, "roles", (unsigned long)r->roles, "tokens",
        (unsigned long long)r->tokens, "pairs", (unsigned long long)r->pairs, "loss", r->loss,
        "walks_kept", r->kept ? Py_True : Py_False, "memory_bytes",
        (unsigned long long)r->memory_bytes, "walk_seconds", r->walk_seconds, "train_seconds",
        r->train_seconds, "rank", (unsigned long)r->rank, "measures", (unsigned long)r->measures,
        "exact_nodes", (unsigned long)r->exact_anchors, "sampled_walks",
        (unsigned long)r->sampled_walks, "eigenvalue", r->eigenvalue, "features",
        (unsigned long)r->features, "device", r->device == RIWALK_DEVICE_CUDA ? "cuda" : "cpu");
}

/* Parses (graphs, names, options, with_model, threads, listener[, device]) for embed and
 * estimate. */
static int take(PyObject *module, PyObject *arguments, embedding *e, int *threads,
                PyObject **listener)
{
    PyObject *graphs, *names, *options;
    int with_model;

    *e =
        (embedding){.report = {.size = sizeof e->report}, .estimate = {.size = sizeof e->estimate}};
    if (!PyArg_ParseTuple(arguments, "OOO!piO|i", &graphs, &names, &PyDict_Type, &options,
                          &with_model, threads, listener, &e->device) ||
        core_options(options, &e->options))
        return -1;
    e->with_model = with_model;
    return core_take_subject(module, graphs, names, &e->of);
}

static PyObject *embed(PyObject *module, PyObject *arguments)
{
    PyObject *listener, *vectors = NULL, *model = NULL;
    embedding e;
    int threads;

    if (take(module, arguments, &e, &threads, &listener) ||
        core_work(embed_call, &e, threads, listener)) {
        riwalk_vectors_free(e.vectors);
        riwalk_model_free(e.model);
        core_release_subject(&e.of);
        return NULL;
    }
    core_release_subject(&e.of);
    vectors = core_wrap_vectors(module, e.vectors);
    model = e.model ? core_wrap_model(module, e.model) : Py_NewRef(Py_None);
    if (!vectors || !model) {
        Py_XDECREF(vectors);
        Py_XDECREF(model);
        return NULL;
    }
    return Py_BuildValue("(NNN)", vectors, model, report_dictionary(&e.report));
}

static PyObject *estimate(PyObject *module, PyObject *arguments)
{
    PyObject *listener;
    embedding e;
    int threads, failed;

    failed = take(module, arguments, &e, &threads, &listener) ||
             core_work(estimate_call, &e, threads, listener);
    core_release_subject(&e.of);
    if (failed)
        return NULL;
    return Py_BuildValue("{s:K,s:K,s:d,s:d}", "memory_bytes",
                         (unsigned long long)e.estimate.memory_bytes, "least_memory_bytes",
                         (unsigned long long)e.estimate.least_memory_bytes, "walk_seconds",
                         e.estimate.walk_seconds, "train_seconds", e.estimate.train_seconds);
}

/* ---- Models ---- */

typedef struct transforming {
    const riwalk_model *model;
    core_subject of;
    uint32_t first, end; /* the range of nodes; end 0: to the last */
    int device;
    riwalk_vectors *vectors;
    riwalk_transform_report report;
} transforming;

static riwalk_status transform_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    transforming *t = arguments;
    riwalk_transform_options options;

    riwalk_transform_options_init(&options);
    options.run = *run;
    options.run.device = (riwalk_device)t->device;
    options.first = t->first;
    options.end = t->end;
    return riwalk_model_transform(t->model, t->of.graphs, t->of.count, t->of.names, &options,
                                  &t->vectors, &t->report, error);
}

/* (model, graphs, names, first, end, threads, listener[, device]) */
static PyObject *transform(PyObject *module, PyObject *arguments)
{
    transforming t = {.report = {.size = sizeof t.report}};
    PyObject *model, *graphs, *names, *listener, *vectors;
    int threads, failed;

    if (!PyArg_ParseTuple(arguments, "O!OOO&O&iO|i:transform", core_type(module, CORE_MODEL),
                          &model, &graphs, &names, core_count, &t.first, core_count, &t.end,
                          &threads, &listener, &t.device))
        return NULL;
    t.model = ((core_model *)model)->model;
    failed = core_take_subject(module, graphs, names, &t.of) ||
             core_work(transform_call, &t, threads, listener);
    core_release_subject(&t.of);
    if (failed) {
        riwalk_vectors_free(t.vectors);
        return NULL;
    }
    if (!(vectors = core_wrap_vectors(module, t.vectors)))
        return NULL;
    return Py_BuildValue("(N{s:k,s:k,s:k,s:d,s:d})", vectors, "embedded",
                         (unsigned long)t.report.embedded, "isolated",
                         (unsigned long)t.report.isolated, "unknown_roles",
                         (unsigned long)t.report.unknown_roles, "unknown_share",
                         t.report.unknown_share, "seconds", t.report.seconds);
}

static riwalk_status read_call(riwalk_source from, void *model, riwalk_error *error)
{
    return riwalk_model_read_from(from, model, error);
}

static PyObject *model_read(PyObject *module, PyObject *path)
{
    riwalk_model *model = NULL;

    return core_read(path, read_call, &model) ? NULL : core_wrap_model(module, model);
}

static PyObject *model_from_bytes(PyObject *module, PyObject *bytes)
{
    riwalk_model *model = NULL;

    return core_parse(bytes, "the model", read_call, &model) ? NULL
                                                             : core_wrap_model(module, model);
}

static riwalk_status write_call(const void *model, riwalk_sink to, riwalk_error *error)
{
    return riwalk_model_write_to(model, to, error);
}

/* Writes to a path or, if it is NULL, to bytes. */
static PyObject *write_model(PyObject *self, PyObject *path)
{
    return core_write(path, write_call, ((core_model *)self)->model);
}

static PyObject *model_options(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_options_dictionary(riwalk_model_options(((core_model *)self)->model), true);
}

static PyMethodDef methods[] = {
    {"to_bytes", write_model, METH_NOARGS, "The model as the bytes of its file."},
    {"write", write_model, METH_O, "Writes the model to a file."},
    {"options", model_options, METH_NOARGS, "The options of the embedding."},
    {0},
};

CORE_DEFINE(model, "Model", CORE_MODEL, {Py_tp_methods, methods},
            {Py_tp_doc, "What an embedding learned."});

/* ---- Profiles ---- */

/* The options of roles only, as for the command explain. */
static int sampler_options(PyObject *dictionary, bool drop_anchor, riwalk_options *options)
{
    riwalk_error error;

    if (core_options(dictionary, options))
        return -1;
    options->trainer = RIWALK_TRAINER_SGNS;
    options->method = RIWALK_METHOD_RIWALK;
    options->view_count = 0;
    options->measures = RIWALK_MEASURES_NO;
    options->walks = options->walks == RIWALK_WALKS_EXACT ? RIWALK_WALKS_AUTO : options->walks;
    if (options->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH)
        options->view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
    if (drop_anchor)
        options->view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    if (riwalk_options_resolve(options, 1, false, options, &error)) {
        core_raise(RIWALK_STATUS_ARGUMENT, &error);
        return -1;
    }
    return 0;
}

/* Returns what the walks of a node visit: [(role, words, visits, share)], most visits first. */
static PyObject *profile_list(const riwalk_sampler *sampler, const riwalk_profile *profile)
{
    PyObject *list = PyList_New(0);

    for (uint32_t i = 0; list && i < riwalk_profile_count(profile); i++) {
        const riwalk_profile_entry *entry = riwalk_profile_get(profile, i);
        char token[128], words[512];

        riwalk_role_token(sampler, entry->role, token, sizeof token);
        riwalk_role_words(sampler, entry->role, words, sizeof words);
        core_append(&list, Py_BuildValue("(ssKd)", token, words, (unsigned long long)entry->visits,
                                         entry->share));
    }
    return list;
}

typedef struct profiling {
    const riwalk_graph *graph;
    riwalk_options options;
    uint32_t nodes[2];
    int count; /* 1 or 2 nodes */
    riwalk_sampler *sampler;
    riwalk_profile *found[2];
} profiling;

static riwalk_status profiles_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    profiling *p = arguments;
    riwalk_status status;

    p->options.run = *run;
    status = riwalk_sampler_create(p->graph, &p->options, &p->sampler, error);
    for (int i = 0; i < p->count && !status; i++)
        status = riwalk_profile_find(p->sampler, p->nodes[i], &p->found[i], error);
    return status;
}

/* (graph, nodes, options, drop_anchor) -> the profiles of a list of one or two nodes, and their
 * similarity. */
static PyObject *profiles(PyObject *module, PyObject *arguments)
{
    PyObject *graph, *nodes, *options, *lists[2] = {NULL, NULL}, *made = NULL;
    profiling p = {0};
    int drop;

    if (!PyArg_ParseTuple(arguments, "O!O!O!p:profiles", core_type(module, CORE_GRAPH), &graph,
                          &PyList_Type, &nodes, &PyDict_Type, &options, &drop) ||
        sampler_options(options, drop, &p.options))
        return NULL;
    p.graph = ((core_graph *)graph)->graph;
    p.count = PyList_Size(nodes) == 2 ? 2 : 1;
    for (int i = 0; i < p.count; i++) {
        PyObject *item = PyList_GetItem(nodes, i);
        unsigned long node = item ? PyLong_AsUnsignedLong(item) : ULONG_MAX;

        if (PyErr_Occurred())
            return NULL;
        if (node >= riwalk_graph_node_count(p.graph)) {
            PyErr_SetString(PyExc_IndexError, "there is no such node");
            return NULL;
        }
        p.nodes[i] = (uint32_t)node;
    }
    if (!core_work(profiles_call, &p, 1, NULL) &&
        (lists[0] = profile_list(p.sampler, p.found[0])) &&
        (lists[1] = p.count == 2 ? profile_list(p.sampler, p.found[1]) : Py_NewRef(Py_None)))
        made =
            Py_BuildValue("(OOd)", lists[0], lists[1],
                          p.count == 2 ? riwalk_profile_similarity(p.found[0], p.found[1]) : 1.0);
    Py_XDECREF(lists[0]);
    Py_XDECREF(lists[1]);
    riwalk_profile_free(p.found[0]);
    riwalk_profile_free(p.found[1]);
    riwalk_sampler_free(p.sampler);
    return made;
}

/* ---- Hubs ---- */

static unsigned class_of(uint32_t degree)
{
    unsigned class_ = 0;

    for (uint64_t next = degree + UINT64_C(1); next > 1; next >>= 1)
        class_++;
    return class_;
}

/* The number of the hub, if it is the only node in the largest degree class (by powers of two);
 * else None. */
static PyObject *lonely_hub(PyObject *module, PyObject *argument)
{
    const riwalk_graph *graph;
    uint32_t nodes, hub = 0, alike = 0;

    if (!PyObject_TypeCheck(argument, core_type(module, CORE_GRAPH))) {
        PyErr_SetString(PyExc_TypeError, "expected a graph");
        return NULL;
    }
    graph = ((core_graph *)argument)->graph;
    nodes = riwalk_graph_node_count(graph);
    for (uint32_t u = 0; u < nodes; u++)
        if (riwalk_graph_degree(graph, u) > riwalk_graph_degree(graph, hub))
            hub = u;
    for (uint32_t u = 0; u < nodes; u++)
        alike +=
            class_of(riwalk_graph_degree(graph, u)) == class_of(riwalk_graph_degree(graph, hub));
    return alike == 1 ? PyLong_FromUnsignedLong(hub) : Py_NewRef(Py_None);
}

/* ---- Features ---- */

typedef struct featuring {
    const riwalk_graph *graph;
    riwalk_options options;
    riwalk_features *features;
} featuring;

static riwalk_status features_call(void *arguments, const riwalk_run *run, riwalk_error *error)
{
    featuring *f = arguments;

    f->options.run = *run;
    return riwalk_features_find(f->graph, &f->options, &f->features, error);
}

/* (graph, options, threads) -> what each column of ReFeX means, in words. */
static PyObject *features(PyObject *module, PyObject *arguments)
{
    PyObject *graph, *options, *list = NULL;
    featuring f = {0};
    int threads;

    if (!PyArg_ParseTuple(arguments, "O!O!i:features", core_type(module, CORE_GRAPH), &graph,
                          &PyDict_Type, &options, &threads) ||
        core_options(options, &f.options))
        return NULL;
    f.graph = ((core_graph *)graph)->graph;
    if (!core_work(features_call, &f, threads, NULL))
        list = PyList_New(0);
    for (uint32_t i = 0; list && i < riwalk_features_count(f.features); i++) {
        char words[512];

        riwalk_features_name(f.features, i, words, sizeof words);
        core_append(&list, PyUnicode_FromString(words));
    }
    riwalk_features_free(f.features);
    return list;
}

PyMethodDef core_embed_functions[] = {
    {"embed", embed, METH_VARARGS, "Embeds graphs: (vectors, model or None, report)."},
    {"estimate", estimate, METH_VARARGS, "Memory and time of embed."},
    {"transform", transform, METH_VARARGS, "Embeds graphs by a model."},
    {"model_read", model_read, METH_O, "Reads a model from a file."},
    {"model_from_bytes", model_from_bytes, METH_O, "The model of such bytes."},
    {"profiles", profiles, METH_VARARGS, "What the walks of nodes visit."},
    {"lonely_hub", lonely_hub, METH_O, "The hub, if no other node has its degree class."},
    {"features", features, METH_VARARGS, "What the columns of ReFeX are, in words."},
    {0},
};
