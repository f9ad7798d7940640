/* SPDX-License-Identifier: MIT */
/* The module: types, errors, and conversion of text and options. */
#include "core.h"
#include "riwalk_options.h"
#include "suggest.h"

#include <string.h>

PyTypeObject *core_type(PyObject *module, core_kind kind)
{
    return ((PyTypeObject **)PyModule_GetState(module))[kind];
}

PyObject *core_begin(PyObject *module, core_kind kind)
{
    PyTypeObject *type = core_type(module, kind);

    return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

void core_end(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyObject *core_raise(riwalk_status status, const riwalk_error *error)
{
    PyObject *type = PyExc_ValueError;

    if (status == RIWALK_STATUS_MEMORY)
        type = PyExc_MemoryError;
    else if (status == RIWALK_STATUS_IO)
        type = PyExc_OSError;
    else if (status == RIWALK_STATUS_CANCELLED)
        type = PyExc_KeyboardInterrupt;
    PyErr_SetString(type, error->message);
    return NULL;
}

/* ---- Lists, dictionaries, text ---- */

void core_append(PyObject **list, PyObject *item)
{
    if (!item || PyList_Append(*list, item))
        Py_CLEAR(*list);
    Py_XDECREF(item);
}

void core_add(PyObject **dictionary, const char *key, PyObject *value)
{
    if (!value || PyDict_SetItemString(*dictionary, key, value))
        Py_CLEAR(*dictionary);
    Py_XDECREF(value);
}

PyObject *core_text(const char *text, size_t length)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "surrogateescape");
}

static int take_whole(PyObject *object, uint64_t most, uint64_t *taken)
{
    PyObject *whole = PyNumber_Index(object);

    if (!whole)
        return 0;
    *taken = PyLong_AsUnsignedLongLong(whole);
    if (PyErr_Occurred() || *taken > most) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "expected a whole number from 0 to %llu, not %S",
                     (unsigned long long)most, whole);
    }
    Py_DECREF(whole);
    return !PyErr_Occurred();
}

int core_count(PyObject *object, void *uint32)
{
    uint64_t taken;

    if (!take_whole(object, UINT32_MAX, &taken))
        return 0;
    *(uint32_t *)uint32 = (uint32_t)taken;
    return 1;
}

int core_seed(PyObject *object, void *uint64)
{
    return take_whole(object, UINT64_MAX, uint64);
}

/* The text of a str or bytes; NULL with an exception. */
static const char *text_of(PyObject *item)
{
    const char *text = NULL;
    Py_ssize_t size = 0;

    if (PyBytes_Check(item)) {
        text = PyBytes_AsString(item);
        size = PyBytes_Size(item);
    } else {
        text = PyUnicode_AsUTF8AndSize(item, &size);
    }
    if (!text || strlen(text) == (size_t)size)
        return text;
    PyErr_SetString(PyExc_ValueError, "an id has a zero byte");
    return NULL;
}

int core_strings(PyObject *list, const char ***strings, size_t *count)
{
    Py_ssize_t length;

    *strings = NULL;
    *count = 0;
    if (list == Py_None)
        return 0;
    if ((length = PyList_Size(list)) < 0)
        return -1;
    if (!(*strings = PyMem_Malloc(((size_t)length + 1) * sizeof **strings))) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < length; i++)
        if (!((*strings)[i] = text_of(PyList_GetItem(list, i)))) {
            PyMem_Free(*strings);
            *strings = NULL;
            return -1;
        }
    *count = (size_t)length;
    return 0;
}

/* ---- Options ---- */

static const char *const presets[] = {"paper", "fast", "best", "roles", NULL};

/* Raises ValueError with a message and a suggestion, if there is one. */
static void refuse(const char *message, cli_suggestion near)
{
    if (near.answer)
        PyErr_Format(PyExc_ValueError, "%s; did you mean '%s'?", message, near.answer);
    else
        PyErr_SetString(PyExc_ValueError, message);
}

static int set_preset(riwalk_options *options, const char *name)
{
    cli_suggestion near = cli_suggest_for(name);
    char message[160];

    for (int p = 0; presets[p]; p++) {
        cli_suggest_offer(&near, presets[p], presets[p]);
        if (!strcmp(name, presets[p])) {
            riwalk_options_preset(options, (riwalk_preset)p);
            return 0;
        }
    }
    PyOS_snprintf(message, sizeof message, "preset: '%.64s' is not paper, fast, best or roles",
                  name);
    refuse(message, near);
    return -1;
}

/* The option with a name, which may have '_' for '-'; NULL: none. */
static const riwalk_option *option_named(const char *name)
{
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        size_t i = 0;

        while (o->name[i] && (o->name[i] == name[i] || (o->name[i] == '-' && name[i] == '_')))
            i++;
        if (!o->name[i] && !name[i])
            return o;
    }
    return NULL;
}

static int set_option(riwalk_options *options, const char *name, const char *text)
{
    const riwalk_option *option = option_named(name);
    cli_suggestion near = cli_suggest_for(text);
    riwalk_error error;

    if (!riwalk_options_set(options, name, text, &error))
        return 0;
    for (const riwalk_option_choice *c = option ? option->choices : NULL; c && c->name; c++)
        cli_suggest_offer(&near, c->name, c->name);
    refuse(error.message, near);
    return -1;
}

int core_options(PyObject *dictionary, riwalk_options *options)
{
    PyObject *key, *value = PyDict_GetItemString(dictionary, "preset");
    Py_ssize_t position = 0;

    riwalk_options_init(options);
    if (value) {
        const char *name = PyUnicode_AsUTF8AndSize(value, NULL);

        if (!name || set_preset(options, name))
            return -1;
    }
    while (PyDict_Next(dictionary, &position, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        const char *text = name ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;

        if (!text || (strcmp(name, "preset") != 0 && set_option(options, name, text)))
            return -1;
    }
    return 0;
}

PyObject *core_options_dictionary(const riwalk_options *options, bool in_use)
{
    PyObject *dictionary = PyDict_New();

    for (const riwalk_option *o = riwalk_option_list(); dictionary && o->name; o++) {
        char text[1024], key[64];

        if (in_use && !riwalk_options_use(options, o))
            continue;
        riwalk_options_get(options, o->name, text, sizeof text);
        PyOS_snprintf(key, sizeof key, "%s", o->name);
        for (char *c = key; *c; c++)
            *c = *c == '-' ? '_' : *c;
        core_add(&dictionary, key, PyUnicode_FromString(text));
    }
    return dictionary;
}

static PyObject *choices_list(const riwalk_option_choice *choices)
{
    PyObject *list = PyList_New(0);

    for (; list && choices && choices->name; choices++)
        core_append(&list, Py_BuildValue("(sz)", choices->name, choices->help));
    return list;
}

/* Lists all values that choices accept: names, and other spellings separated by spaces. */
static PyObject *spellings_list(const riwalk_option_choice *choices)
{
    PyObject *list = PyList_New(0);

    for (; list && choices && choices->name; choices++) {
        const char *words[] = {choices->name, choices->aliases};

        for (size_t w = 0; list && w < 2; w++)
            for (const char *word = words[w]; list && word && *word;) {
                size_t length = strcspn(word, " ");

                core_append(&list, PyUnicode_FromStringAndSize(word, (Py_ssize_t)length));
                word += length + (word[length] == ' ');
            }
    }
    return list;
}

/* The library's table of options, from which bindings are made. */
static PyObject *options_table(PyObject *module, PyObject *unused)
{
    static const char *const kinds[] = {"whole", "real", "choice", "bytes", "list"};
    PyObject *list = PyList_New(0);
    riwalk_options defaults;

    (void)module;
    (void)unused;
    riwalk_options_init(&defaults);
    for (const riwalk_option *o = riwalk_option_list(); list && o->name; o++) {
        char text[256];

        riwalk_options_get(&defaults, o->name, text, sizeof text);
        core_append(&list,
                    Py_BuildValue(
                        "{s:s,s:s,s:s,s:s,s:s,s:z,s:d,s:d,s:N,s:N,s:O,s:O}", "name", o->name,
                        "group", o->group, "kind", kinds[o->kind], "default", text, "help", o->help,
                        "use", o->use, "least", o->least, "most", o->most, "choices",
                        choices_list(o->choices), "spellings", spellings_list(o->choices), "common",
                        o->common ? Py_True : Py_False, "result", o->result ? Py_True : Py_False));
    }
    return list;
}

/* What each method can use, by the names that users type. */
static PyObject *methods_table(PyObject *module, PyObject *unused)
{
    const riwalk_option *option = riwalk_option_list();
    PyObject *dictionary = PyDict_New();

    (void)module;
    (void)unused;
    while (strcmp(option->name, "method") != 0)
        option++;
    for (const riwalk_option_choice *c = option->choices; dictionary && c->name; c++) {
        const riwalk_method_info *info;
        riwalk_options options;

        riwalk_options_init(&options);
        riwalk_options_set(&options, "method", c->name, NULL);
        info = riwalk_method_describe(options.method);
        core_add(&dictionary, c->name,
                 Py_BuildValue("{s:N,s:N}", "directed", PyBool_FromLong(info->directed), "weighted",
                               PyBool_FromLong(info->weighted)));
    }
    return dictionary;
}

static PyObject *resolve(PyObject *module, PyObject *arguments)
{
    riwalk_options options, resolved;
    PyObject *dictionary;
    Py_ssize_t graphs;
    riwalk_error error;
    int model, all;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!npp:resolve", &PyDict_Type, &dictionary, &graphs, &model,
                          &all) ||
        core_options(dictionary, &options))
        return NULL;
    if (riwalk_options_resolve(&options, (size_t)graphs, model, &resolved, &error))
        return core_raise(RIWALK_STATUS_ARGUMENT, &error);
    return core_options_dictionary(&resolved, !all);
}

/* (options, graphs, model): refuses options that have no effect beside others, like the command. */
static PyObject *check_use(PyObject *module, PyObject *arguments)
{
    PyObject *dictionary, *key, *value;
    riwalk_options options, resolved;
    Py_ssize_t graphs, position = 0;
    riwalk_error error;
    int model;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!np:check_use", &PyDict_Type, &dictionary, &graphs,
                          &model) ||
        core_options(dictionary, &options))
        return NULL;
    if (riwalk_options_resolve(&options, (size_t)graphs, model, &resolved, &error))
        return core_raise(RIWALK_STATUS_ARGUMENT, &error);
    while (PyDict_Next(dictionary, &position, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        const char *text = PyUnicode_AsUTF8AndSize(value, NULL);

        if (strcmp(name, "preset") != 0 && riwalk_options_check_use(&resolved, name, text, &error))
            return core_raise(RIWALK_STATUS_ARGUMENT, &error);
    }
    Py_RETURN_NONE;
}

/* (word, candidates) -> the candidate that was probably meant, or None. */
static PyObject *suggest(PyObject *module, PyObject *arguments)
{
    const char *word, **candidates;
    cli_suggestion near;
    PyObject *list;
    size_t count;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "sO:suggest", &word, &list) ||
        core_strings(list, &candidates, &count))
        return NULL;
    near = cli_suggest_for(word);
    for (size_t i = 0; i < count; i++)
        cli_suggest_offer(&near, candidates[i], candidates[i]);
    list = near.answer ? PyUnicode_FromString(near.answer) : Py_NewRef(Py_None);
    PyMem_Free(candidates);
    return list;
}

/* ---- The module ---- */

static PyMethodDef functions[] = {
    {"options_table", options_table, METH_NOARGS, "All options, as the library describes them."},
    {"methods_table", methods_table, METH_NOARGS, "What each method can use of a graph."},
    {"resolve", resolve, METH_VARARGS, "What options become for so many graphs."},
    {"check_use", check_use, METH_VARARGS, "Refuses options that have no meaning beside others."},
    {"suggest", suggest, METH_VARARGS, "The candidate that was probably meant."},
    {0},
};

static int execute(PyObject *module)
{
    static PyType_Spec *const specs[CORE_KINDS] = {&core_graph_spec, &core_vectors_spec,
                                                   &core_model_spec, &core_part_spec};
    static PyMethodDef *const tables[] = {
        core_graph_functions,    core_embed_functions,    core_vector_functions,
        core_describe_functions, core_picture_functions,  core_arrow_functions,
        core_part_functions,     core_classify_functions, core_compare_functions};
    PyObject **types = PyModule_GetState(module);

    for (int k = 0; k < CORE_KINDS; k++)
        if (!(types[k] = PyType_FromModuleAndSpec(module, specs[k], NULL)) ||
            PyModule_AddType(module, (PyTypeObject *)types[k]))
            return -1;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (PyModule_AddFunctions(module, tables[i]))
            return -1;
    return PyModule_AddStringConstant(module, "version", riwalk_version()) ||
                   PyModule_AddStringConstant(module, "isa", riwalk_isa())
               ? -1
               : 0;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    PyObject **types = PyModule_GetState(module);

    for (int k = 0; k < CORE_KINDS; k++)
        Py_VISIT(types[k]);
    return 0;
}

static int clear(PyObject *module)
{
    PyObject **types = PyModule_GetState(module);

    for (int k = 0; k < CORE_KINDS; k++)
        Py_CLEAR(types[k]);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0}};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "riwalk._core",
    .m_doc = "libriwalk, the C library behind the package.",
    .m_size = CORE_KINDS * sizeof(PyObject *),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
