/* SPDX-License-Identifier: MIT */
/* Reads columns of integers, floats and text from a stream of Arrow's C interface. The interface
 * has no header: it is the layout of these structures. */
#include "core.h"

#include <errno.h>
#include <string.h>

struct schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct schema **children, *dictionary;
    void (*release)(struct schema *);
    void *private_data;
};

struct array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct array **children, *dictionary;
    void (*release)(struct array *);
    void *private_data;
};

struct stream {
    int (*get_schema)(struct stream *, struct schema *);
    int (*get_next)(struct stream *, struct array *);
    const char *(*get_last_error)(struct stream *);
    void (*release)(struct stream *);
    void *private_data;
};

/* Larger lengths and offsets are false. Sums of three, and of two in bytes, fit into 64 bits. */
#define LONGEST (INT64_MAX / 32)

static PyObject *refuse(const char *words)
{
    PyErr_Format(PyExc_ValueError, "the Arrow stream is broken: %s", words);
    return NULL;
}

/* Releases a structure and keeps a pending exception: the producer's code may be Python. */
#define RELEASE(thing)                                                                             \
    do {                                                                                           \
        PyObject *type, *value, *trace;                                                            \
                                                                                                   \
        PyErr_Fetch(&type, &value, &trace);                                                        \
        (thing)->release(thing);                                                                   \
        PyErr_Restore(type, value, trace);                                                         \
    } while (0)

static struct stream *stream_of(PyObject *capsule)
{
    struct stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");

    if (stream && !stream->release) {
        PyErr_SetString(PyExc_ValueError, "this Arrow stream was read already");
        return NULL;
    }
    return stream && (!stream->get_schema || !stream->get_next)
               ? (void *)refuse("its functions are missing")
               : stream;
}

static void raise_failure(struct stream *stream, int code)
{
    const char *words = stream->get_last_error ? stream->get_last_error(stream) : NULL;

    if (code == ENOMEM)
        PyErr_NoMemory();
    else if (!PyErr_Occurred())
        PyErr_Format(PyExc_OSError, "the Arrow stream failed: %s", words ? words : strerror(code));
}

/* Whether a table's columns and their dictionaries have types. */
static bool has_types(const struct schema *table)
{
    if (table->n_children < 0 || (table->n_children && !table->children))
        return false;
    for (int64_t i = 0; i < table->n_children; i++) {
        const struct schema *column = table->children[i];

        if (!column || !column->format || (column->dictionary && !column->dictionary->format))
            return false;
    }
    return true;
}

/* Gets the schema of a table; to be released. */
static int take_schema(struct stream *stream, struct schema *schema)
{
    int code = stream->get_schema(stream, schema);

    if (code) {
        raise_failure(stream, code);
        return -1;
    }
    if (!schema->release || !schema->format) {
        refuse("it has no schema");
    } else if (strcmp(schema->format, "+s") != 0) {
        PyErr_Format(PyExc_TypeError,
                     "an Arrow stream of edges has columns, not values of type '%s'",
                     schema->format);
    } else if (!has_types(schema)) {
        refuse("a column has no type");
    } else {
        return 0;
    }
    if (schema->release)
        RELEASE(schema);
    return -1;
}

static PyObject *arrow_names(PyObject *module, PyObject *capsule)
{
    struct stream *stream = stream_of(capsule);
    struct schema schema = {0};
    PyObject *names;

    (void)module;
    if (!stream || take_schema(stream, &schema))
        return NULL;
    names = PyList_New(0);
    for (int64_t i = 0; names && i < schema.n_children; i++) {
        const char *name = schema.children[i]->name ? schema.children[i]->name : "";

        core_append(&names, core_text(name, strlen(name)));
    }
    RELEASE(&schema);
    return names;
}

/* ---- Values ---- */

/* A range of a column in one batch: `count` values, from index `first` of the buffers on. */
typedef struct piece {
    const struct schema *schema;
    const struct array *array;
    int64_t first, count;
} piece;

/* NumPy's name of a numeric type; NULL for others. */
static const char *number_type(const char *format)
{
    static const char types[][2][3] = {{"c", "i1"}, {"C", "u1"}, {"s", "i2"}, {"S", "u2"},
                                       {"i", "i4"}, {"I", "u4"}, {"l", "i8"}, {"L", "u8"},
                                       {"f", "f4"}, {"g", "f8"}};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(format, types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

static bool is_text(const char *format)
{
    return strcmp(format, "u") == 0 || strcmp(format, "U") == 0 || strcmp(format, "vu") == 0;
}

static bool is_null(const struct array *array, int64_t place)
{
    const uint8_t *valid = array->n_buffers > 0 && array->buffers ? array->buffers[0] : NULL;

    return array->null_count && valid && !(valid[place / 8] >> (place % 8) & 1);
}

/* Whether an array has the length and buffers that its type needs. */
static bool is_whole(const piece *p, int64_t buffers)
{
    const struct array *a = p->array;

    return a->length >= 0 && a->length <= LONGEST && a->offset >= 0 && a->offset <= LONGEST &&
           p->first + p->count <= a->offset + a->length && a->n_buffers >= buffers && a->buffers &&
           (!p->count || a->buffers[1]);
}

static PyObject *numbers(const piece *p)
{
    int size = number_type(p->schema->format)[1] - '0';

    if (!is_whole(p, 2))
        return refuse("a column of numbers is too short");
    for (int64_t i = 0; i < p->count; i++)
        if (is_null(p->array, p->first + i)) {
            PyErr_Format(PyExc_ValueError, "some values of the column '%s' are missing",
                         p->schema->name ? p->schema->name : "");
            return NULL;
        }
    return PyBytes_FromStringAndSize(p->count ? (const char *)p->array->buffers[1] + p->first * size
                                              : NULL,
                                     (Py_ssize_t)p->count * size);
}

/* The bytes of a string view: in a buffer of its own or, if short, in the view. */
static const char *viewed(const struct array *a, int64_t place, int64_t *length)
{
    const int32_t *view = (const int32_t *)a->buffers[1] + 4 * place;
    const int64_t *sizes = a->buffers[a->n_buffers - 1];

    *length = view[0];
    if (*length >= 0 && *length <= 12)
        return (const char *)(view + 1);
    if (*length < 0 || view[2] < 0 || view[2] >= a->n_buffers - 3 || view[3] < 0 || !sizes ||
        view[3] + *length > sizes[view[2]] || !a->buffers[2 + view[2]])
        return NULL;
    return (const char *)a->buffers[2 + view[2]] + view[3];
}

static const char *spanned(const struct array *a, int64_t place, bool large, int64_t *length)
{
    const int32_t *small = a->buffers[1];
    const int64_t *wide = a->buffers[1];
    int64_t begin = large ? wide[place] : small[place];
    int64_t end = large ? wide[place + 1] : small[place + 1];

    *length = end - begin;
    if (begin < 0 || end < begin || (end > begin && !a->buffers[2]))
        return NULL;
    return end > begin ? (const char *)a->buffers[2] + begin : "";
}

/* Makes a value of text, or None. */
static PyObject *text_at(const piece *p, int64_t place)
{
    const char *format = p->schema->format, *text;
    int64_t length;

    if (is_null(p->array, place))
        Py_RETURN_NONE;
    text = format[0] == 'v' ? viewed(p->array, place, &length)
                            : spanned(p->array, place, format[0] == 'U', &length);
    if (!text)
        return refuse("text ends outside of its buffer");
    return core_text(text, (size_t)length);
}

static PyObject *texts(const piece *p)
{
    PyObject *list;

    if (!is_whole(p, 3))
        return refuse("a column of text is too short");
    list = PyList_New(0);
    for (int64_t i = 0; list && i < p->count; i++)
        core_append(&list, text_at(p, p->first + i));
    return list;
}

/* Reads a whole number of 1, 2, 4 or 8 bytes. Indices of dictionaries fit into 63 bits. */
static int64_t place_at(const void *buffer, const char *format, int64_t i)
{
    const char *type = number_type(format);
    int size = type[1] - '0', unused = 64 - 8 * size;
    uint64_t bits = 0;

    memcpy(&bits, (const char *)buffer + i * size, (size_t)size);
    return type[0] == 'u' ? (int64_t)bits : (int64_t)(bits << unused) >> unused;
}

/* Makes text from indices into a dictionary. */
static PyObject *looked_up(const piece *p)
{
    const struct array *words = p->array->dictionary;
    PyObject *list, *known;

    if (!is_whole(p, 2) || !words)
        return refuse("a column of categories is too short");
    if (!(known = texts(&(piece){p->schema->dictionary, words, words->offset, words->length})))
        return NULL;
    list = PyList_New((Py_ssize_t)p->count);
    for (int64_t i = 0; list && i < p->count; i++) {
        int64_t at = p->first + i, place = -1;
        PyObject *text = Py_None;

        if (!is_null(p->array, at)) {
            place = place_at(p->array->buffers[1], p->schema->format, at);
            text = place < 0 || place >= words->length ? NULL
                                                       : PyList_GetItem(known, (Py_ssize_t)place);
        }
        if (text) {
            PyList_SetItem(list, (Py_ssize_t)i, Py_NewRef(text));
        } else {
            Py_CLEAR(list);
            refuse("a category is not in the dictionary");
        }
    }
    Py_DECREF(known);
    return list;
}

/* NumPy's name of a column's type in Python; "O": text. NULL with an exception. */
static const char *column_type(const struct schema *schema)
{
    const char *type = number_type(schema->format);

    if (schema->dictionary ? type && type[0] != 'f' && is_text(schema->dictionary->format)
                           : is_text(schema->format))
        return "O";
    if (type && !schema->dictionary)
        return type;
    PyErr_Format(PyExc_TypeError,
                 "the column '%s' has the Arrow type '%s': give integers, floats or text",
                 schema->name ? schema->name : "", schema->format);
    return NULL;
}

/* ---- Batches ---- */

/* Appends the values of a column in a batch to the column's list. */
static int add_column(const struct schema *schema, const struct array *batch, Py_ssize_t column,
                      PyObject *chunks)
{
    const struct array *array;
    PyObject *chunk;
    piece p;
    int failed;

    if (column >= batch->n_children || !batch->children || !(array = batch->children[column]) ||
        array->offset > LONGEST) {
        refuse("a batch has too few columns");
        return -1;
    }
    p = (piece){schema->children[column], array, array->offset + batch->offset, batch->length};
    if (p.schema->dictionary)
        chunk = looked_up(&p);
    else
        chunk = number_type(p.schema->format) ? numbers(&p) : texts(&p);
    if (!chunk)
        return -1;
    failed = PyList_Append(chunks, chunk);
    Py_DECREF(chunk);
    return failed;
}

static int add_batch(const struct schema *schema, const struct array *batch,
                     const Py_ssize_t *wanted, Py_ssize_t count, PyObject *columns)
{
    if (batch->length < 0 || batch->length > LONGEST || batch->offset < 0 ||
        batch->offset > LONGEST) {
        refuse("a batch has an impossible length");
        return -1;
    }
    for (Py_ssize_t c = 0; c < count; c++)
        if (add_column(schema, batch, wanted[c], PyTuple_GetItem(PyList_GetItem(columns, c), 1)))
            return -1;
    for (int64_t i = 0; i < batch->length; i++)
        if (is_null(batch, batch->offset + i)) {
            PyErr_SetString(PyExc_ValueError, "some rows of the Arrow stream are missing");
            return -1;
        }
    return 0;
}

static int read_batches(struct stream *stream, const struct schema *schema,
                        const Py_ssize_t *wanted, Py_ssize_t count, PyObject *columns)
{
    for (;;) {
        struct array batch = {0};
        int code, failed;

        Py_BEGIN_ALLOW_THREADS; /* a producer may need the lock in other threads */
        code = stream->get_next(stream, &batch);
        Py_END_ALLOW_THREADS;
        if (code) {
            raise_failure(stream, code);
            return -1;
        }
        if (!batch.release)
            return 0;
        failed = add_batch(schema, &batch, wanted, count, columns);
        RELEASE(&batch);
        if (failed || PyErr_CheckSignals())
            return -1;
    }
}

/* Checks the wanted columns and makes a list of (type, []) for them. */
static PyObject *make_columns(const struct schema *schema, PyObject *list, Py_ssize_t **wanted)
{
    Py_ssize_t count = PyList_Size(list);
    PyObject *columns = NULL;

    if (count >= 0 && !(*wanted = PyMem_Malloc(((size_t)count + 1) * sizeof **wanted)))
        PyErr_NoMemory();
    if (*wanted)
        columns = PyList_New(0);
    for (Py_ssize_t i = 0; columns && i < count; i++) {
        Py_ssize_t at = PyLong_AsSsize_t(PyList_GetItem(list, i));
        PyObject *column = NULL;
        const char *type;

        if (!PyErr_Occurred() && (at < 0 || at >= schema->n_children))
            PyErr_SetString(PyExc_IndexError, "there is no such column");
        else if (!PyErr_Occurred() && (type = column_type(schema->children[at])))
            column = Py_BuildValue("(sN)", type, PyList_New(0));
        (*wanted)[i] = at;
        core_append(&columns, column);
    }
    return columns;
}

/* (capsule, numbers of columns) -> [(type, [values of a batch, ...]), ...], with values as bytes of
 * numbers or lists of text. Takes the stream out of its capsule, reads all of it and releases
 * it. */
static PyObject *arrow_columns(PyObject *module, PyObject *arguments)
{
    PyObject *capsule, *list, *columns = NULL;
    struct schema schema = {0};
    struct stream *given, stream;
    Py_ssize_t *wanted = NULL;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO!:arrow_columns", &capsule, &PyList_Type, &list) ||
        !(given = stream_of(capsule)))
        return NULL;
    stream = *given;
    given->release = NULL; /* other threads with the capsule are refused */
    if (!take_schema(&stream, &schema)) {
        columns = make_columns(&schema, list, &wanted);
        if (columns && read_batches(&stream, &schema, wanted, PyList_Size(list), columns))
            Py_CLEAR(columns);
        PyMem_Free(wanted);
        RELEASE(&schema);
    }
    RELEASE(&stream);
    return columns;
}

PyMethodDef core_arrow_functions[] = {
    {"arrow_names", arrow_names, METH_O, "The names of a stream's columns."},
    {"arrow_columns", arrow_columns, METH_VARARGS, "The values of some columns of a stream."},
    {0},
};
