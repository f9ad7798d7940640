/* SPDX-License-Identifier: MIT */
/* Labels of nodes: collects pairs of node and label, then sorts them into classes. */
#include "evaluate/labels.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "base/output.h"
#include "base/search.h"
#include "base/sort.h"
#include "graph/intern.h"
#include "graph/lines.h"
#include "vectors/vectors.h"

#include <string.h>

/* Labels being collected, as pairs of row and label. Starts with vectors, and a prefix or NULL. To
 * be freed in any case. */
typedef struct builder {
    const riwalk_vectors *vectors;
    const char *prefix;
    rw_intern labels;
    uint64_t *pairs; /* row << 32 | label */
    size_t count, capacity;
    uint32_t row;   /* row of the current line's node */
    bool prefixed;  /* an id was found with the prefix */
    char first[48]; /* the first id that was not found */
    uint64_t unknown;
    uint64_t empty; /* lines with a node and no label */
    /* For files: */
    const char *name;
    rw_lines lines;
    char delimiter; /* 0: unknown yet */
    bool began;     /* a line that is not a comment was read */
} builder;

static void free_builder(builder *b)
{
    rw_intern_free(&b->labels);
    rw_lines_free(&b->lines);
    rw_free(b->pairs);
}

/* Finds the node of a line; false if the vectors lack it, then its labels are skipped. */
static bool find_node(builder *b, rw_span id)
{
    if (riwalk_vectors_find(b->vectors, id.text, id.length, &b->row))
        return true;
    if (b->prefix && rw_vectors_find_prefixed(b->vectors, b->prefix, id, &b->row))
        return b->prefixed = true;
    if (!b->unknown++)
        rw_copy_name(id, b->first, sizeof b->first);
    return false;
}

/* Gives the current node a label, whose text must live until the end. */
static riwalk_status add_label(builder *b, rw_span label, riwalk_error *error)
{
    uint32_t id;

    RW_MUST(rw_intern_text(&b->labels, label, &id, error));
    RW_HAVE(rw_grow_at(&b->pairs, &b->capacity, b->count + 1, sizeof *b->pairs, error));
    b->pairs[b->count++] = (uint64_t)b->row << 32 | id;
    return RIWALK_STATUS_OK;
}

/* ---- Finishing ---- */

static riwalk_status nothing_left(const builder *b, const char *where, riwalk_error *error)
{
    rw_span name;

    if (!b->unknown)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, where, 0, "there are no labels");
    if (!b->vectors->count)
        return rw_fail_at(error, RIWALK_STATUS_ARGUMENT, where, 0, "there are no vectors");
    name = rw_vectors_name(b->vectors, 0);
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, where, 0,
                      "none of its nodes is known: it names '%s'%s%s%s, but nodes look like '%.*s'",
                      b->first, b->prefix ? " (prefix '" : "", b->prefix ? b->prefix : "",
                      b->prefix ? "')" : "", RW_CUT(name, 48));
}

/* Copies the names of labels in sorted order; rank[label] is the label's class. */
static riwalk_status name_classes(const rw_intern *intern, riwalk_node_labels *labels,
                                  uint32_t *rank, riwalk_error *error)
{
    rw_names order = {0};
    size_t bytes = 0;
    char *at;

    RW_MUST(rw_names_order(intern, &order, rank, error));
    rw_names_free(&order);
    for (size_t s = 0; s < intern->slot_count; s++)
        bytes += intern->slots[s].length + (size_t)1;
    labels->class_count = intern->count;
    labels->names = rw_take(&labels->pool, intern->count + 1, sizeof *labels->names, error);
    RW_HAVE(at = rw_take(&labels->pool, bytes, 1, error));
    for (const rw_name *name = NULL; (name = rw_intern_next(intern, name));) {
        labels->names[rank[name->id]] = at;
        memcpy(at, name->text, name->length);
        at[name->length] = 0;
        at += name->length + 1;
    }
    return RIWALK_STATUS_OK;
}

/* Reduces the classes to two: nodes with the label, and the rest. */
static riwalk_status separate(riwalk_node_labels *labels, uint32_t *rank, const char *positive,
                              const char *where, riwalk_error *error)
{
    uint32_t wanted = 0;

    while (wanted < labels->class_count && strcmp(labels->names[wanted], positive))
        wanted++;
    if (wanted == labels->class_count)
        return rw_fail_at(error, RIWALK_STATUS_ARGUMENT, where, 0,
                          "no node has the label '%.80s'; the first labels are '%.40s' and '%.40s'",
                          positive, labels->names[0], labels->names[labels->class_count > 1]);
    for (uint32_t label = 0; label < labels->class_count; label++)
        rank[label] = rank[label] == wanted;
    labels->class_count = 2;
    labels->names[0] = "rest";
    labels->names[1] = "positive";
    return RIWALK_STATUS_OK;
}

/* Turns sorted, distinct pairs into rows of classes. If `binary`, a node has only the higher of its
 * classes. */
static riwalk_status fill(riwalk_node_labels *labels, const uint64_t *pairs, size_t count,
                          bool binary, riwalk_error *error)
{
    uint64_t at = 0;

    labels->rows = rw_take(&labels->pool, count, sizeof *labels->rows, error);
    labels->starts = rw_take(&labels->pool, count + 1, sizeof *labels->starts, error);
    labels->classes = rw_take(&labels->pool, count, sizeof *labels->classes, error);
    labels->members =
        rw_take_zeroed(&labels->pool, labels->class_count, sizeof *labels->members, error);
    RW_MUST(rw_pool_status(&labels->pool));
    for (size_t i = 0; i < count; i++) {
        uint32_t row = (uint32_t)(pairs[i] >> 32);

        if (binary && i + 1 < count && pairs[i + 1] >> 32 == row)
            continue;
        if (!labels->count || labels->rows[labels->count - 1] != row) {
            labels->rows[labels->count] = row;
            labels->starts[labels->count++] = at;
        }
        labels->classes[at] = (uint32_t)pairs[i];
        labels->members[labels->classes[at++]]++;
        labels->starts[labels->count] = at;
    }
    for (uint32_t i = 0; i < labels->count; i++) {
        uint32_t here = (uint32_t)(labels->starts[i + 1] - labels->starts[i]);

        labels->most = here > labels->most ? here : labels->most;
    }
    return RIWALK_STATUS_OK;
}

/* Replaces labels by classes in pairs, sorts them and drops duplicates. */
static riwalk_status sort_pairs(builder *b, const uint32_t *rank, riwalk_error *error)
{
    uint64_t *scratch;
    size_t kept = 0;

    RW_HAVE(scratch = rw_alloc(b->count, sizeof *scratch, error));
    for (size_t i = 0; i < b->count; i++)
        b->pairs[i] = b->pairs[i] >> 32 << 32 | rank[(uint32_t)b->pairs[i]];
    rw_sort_u64(b->pairs, scratch, b->count);
    for (size_t i = 0; i < b->count; i++)
        if (!i || b->pairs[i] != b->pairs[kept - 1])
            b->pairs[kept++] = b->pairs[i];
    b->count = kept;
    rw_free(scratch);
    return RIWALK_STATUS_OK;
}

/* Makes the labels; messages call their source `where`. */
static riwalk_status finish(builder *b, const char *where, const char *positive,
                            riwalk_node_labels **labels, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_MEMORY;
    riwalk_node_labels *made;
    uint32_t *rank = NULL; /* the class of each label */

    if (!b->count)
        return nothing_left(b, where, error);
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)) ||
        !(rank = rw_alloc(b->labels.count, sizeof *rank, error)) ||
        (status = name_classes(&b->labels, made, rank, error)) ||
        (positive && (status = separate(made, rank, positive, where, error))) ||
        (status = sort_pairs(b, rank, error)) ||
        (status = fill(made, b->pairs, b->count, positive, error)))
        goto done;
    if (positive && !made->members[0])
        status = rw_fail_at(
            error, RIWALK_STATUS_ARGUMENT, where, 0,
            "all nodes have the label '%.80s': there are no others to separate them from",
            positive);
    made->unlabelled = b->vectors->count - made->count;
    made->unknown = b->unknown;
    made->empty = b->empty;
    if (!b->prefixed || status)
        goto done;
    if ((made->prefix = rw_take(&made->pool, strlen(b->prefix) + 1, 1, error)))
        strcpy(made->prefix, b->prefix);
    status = rw_pool_status(&made->pool);
done:
    rw_free(rank);
    if (status)
        riwalk_node_labels_free(made);
    else
        *labels = made;
    return status;
}

/* ---- Public functions ---- */

void riwalk_node_labels_options_init(riwalk_node_labels_options *options)
{
    *options = (riwalk_node_labels_options){.size = sizeof *options};
}

riwalk_status riwalk_node_labels_build(uint64_t count, const char *const *ids,
                                       const char *const *names, const riwalk_vectors *vectors,
                                       const riwalk_node_labels_options *options,
                                       riwalk_node_labels **labels, riwalk_error *error)
{
    riwalk_node_labels_options known;
    builder b = {.vectors = vectors};
    riwalk_status status = RIWALK_STATUS_OK;

    RW_MUST(rw_options_over(riwalk_node_labels_options, &known, options, error));
    if (!vectors || !labels || (count && (!ids || !names)))
        return rw_refuse(error, "ids, names, vectors and labels must not be NULL");
    b.prefix = known.prefix;
    for (uint64_t i = 0; i < count && !status; i++) {
        if (!find_node(&b, (rw_span){ids[i], strlen(ids[i])}))
            continue;
        if (*names[i])
            status = add_label(&b, (rw_span){names[i], strlen(names[i])}, error);
        else
            b.empty++;
    }
    if (!status)
        status = finish(&b, "the labels", known.positive, labels, error);
    free_builder(&b);
    return status;
}

void riwalk_node_labels_free(riwalk_node_labels *labels)
{
    if (!labels)
        return;
    rw_pool_free(&labels->pool);
    rw_free(labels);
}

riwalk_status riwalk_node_labels_summarize(const riwalk_node_labels *labels,
                                           riwalk_node_labels_summary *summary, riwalk_error *error)
{
    riwalk_node_labels_summary made;

    if (!labels || !summary)
        return rw_refuse(error, "the labels and the summary must not be NULL");
    RW_MUST(rw_report_check(summary, error));
    made = (riwalk_node_labels_summary){
        .size = sizeof made,
        .nodes = labels->count,
        .unlabelled = labels->unlabelled,
        .unknown = labels->unknown,
        .empty = labels->empty,
        .classes = labels->class_count,
        .smallest = UINT32_MAX,
        .most = labels->most,
        .prefix = labels->prefix,
    };
    for (uint32_t c = 0; c < labels->class_count; c++) {
        uint32_t members = labels->members[c];

        made.smallest = members < made.smallest ? members : made.smallest;
        made.largest = members > made.largest ? members : made.largest;
    }
    rw_report_hand_over(summary, &made);
    return RIWALK_STATUS_OK;
}

const char *riwalk_node_labels_class(const riwalk_node_labels *labels, uint32_t class_)
{
    return labels->names[class_];
}

uint32_t riwalk_node_labels_of(const riwalk_node_labels *labels, uint32_t row,
                               const uint32_t **classes)
{
    uint64_t low = rw_search_u32(labels->rows, 0, labels->count, row);

    if (low == labels->count || labels->rows[low] != row)
        return 0;
    *classes = labels->classes + labels->starts[low];
    return (uint32_t)(labels->starts[low + 1] - labels->starts[low]);
}

/* ---- Files: "id label [label ...]" per line, in the dialects of node lists ---- */

static riwalk_status take_field(const builder *b, const char **at, uint64_t line, rw_span *field,
                                bool *found, riwalk_error *error)
{
    static const char *const problems[] = {
        [RW_FIELD_EMPTY] = "a field is empty: expected a node and its labels",
        [RW_FIELD_UNCLOSED] = "the closing quote is missing",
        [RW_FIELD_BROKEN] = "there is text after a closing quote",
        [RW_FIELD_ESCAPED] = "quotes inside of quoted fields are not supported",
    };
    int what = (int)rw_field_next(at, b->delimiter, field);

    *found = what == RW_FIELD_FOUND;
    if (problems[what])
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, b->name, line, "%s", problems[what]);
    return RIWALK_STATUS_OK;
}

/* Whether the first line is a header: it begins with a word for nodes, and no node has that
 * name. */
static bool is_header(const builder *b, rw_span id)
{
    static const char *const words[] = {"node", "nodes", "id", "node_id", "nodeid", "vertex"};
    uint32_t row;

    return !b->began && rw_span_among(id, words, sizeof words / sizeof *words) &&
           !riwalk_vectors_find(b->vectors, id.text, id.length, &row);
}

static riwalk_status take_line(void *context, const char *at, uint64_t line, riwalk_error *error)
{
    builder *b = context;
    rw_span id = {0}, label;
    uint64_t labels = 0;
    riwalk_status status;
    bool found, known, header;

    if (!b->delimiter)
        b->delimiter = rw_field_delimiter(at);
    if ((status = take_field(b, &at, line, &id, &found, error)) || !found)
        return status;
    header = is_header(b, id);
    b->began = true;
    if (header)
        return RIWALK_STATUS_OK;
    known = find_node(b, id);
    while (!(status = take_field(b, &at, line, &label, &found, error)) && found) {
        labels++;
        if (known && (status = add_label(b, label, error)))
            break;
    }
    if (known && !labels)
        b->empty++;
    return status;
}

/* The name of a file without folder and extensions, as its graph is called when several are
 * embedded. Newly allocated; NULL if memory is short. */
static char *base_name(const char *path, riwalk_error *error)
{
    const char *name = rw_os_base(path);
    size_t length = strlen(name);
    const char *dot;
    char *copy;

    if (rw_ends_with(name, ".gz") || rw_ends_with(name, ".zst"))
        length -= rw_ends_with(name, ".gz") ? 3 : 4;
    if (!(copy = rw_alloc(length + 1, 1, error)))
        return NULL;
    memcpy(copy, name, length);
    copy[length] = 0;
    dot = strrchr(copy, '.');
    if (dot && dot > copy)
        copy[dot - copy] = 0;
    return copy;
}

/* Reads all lines, with a prefix for ids. */
static riwalk_status read_lines(const rw_input *input, const riwalk_vectors *vectors,
                                const char *prefix, builder *b, riwalk_error *error)
{
    *b = (builder){.vectors = vectors, .prefix = prefix, .name = input->name};
    return rw_lines_take(input, &b->lines, take_line, b, error);
}

riwalk_status rw_labels_read(const rw_input *input, const char *path, const riwalk_vectors *vectors,
                             const riwalk_node_labels_options *options, riwalk_node_labels **labels,
                             riwalk_error *error)
{
    builder b = {0}, second = {0};
    char *guess = NULL;
    riwalk_status status = read_lines(input, vectors, options->prefix, &b, error);

    if (!status && !options->prefix && !b.count) {
        guess = base_name(path, error);
        status = guess ? read_lines(input, vectors, guess, &second, error) : RIWALK_STATUS_MEMORY;
    }
    if (!status)
        status = finish(second.count ? &second : &b, input->name, options->positive, labels, error);
    free_builder(&b);
    free_builder(&second);
    rw_free(guess);
    return status;
}

riwalk_status riwalk_node_labels_read(const char *path, const riwalk_vectors *vectors,
                                      const riwalk_node_labels_options *options,
                                      riwalk_node_labels **labels, riwalk_error *error)
{
    riwalk_node_labels_options known;
    rw_input input = {0};
    riwalk_status status;

    RW_MUST(rw_options_over(riwalk_node_labels_options, &known, options, error));
    if (!path || !vectors || !labels)
        return rw_refuse(error, "the path, the vectors and the labels must not be NULL");
    RW_MUST(rw_input_open(path, 1, &input, error));
    status = rw_labels_read(&input, path, vectors, &known, labels, error);
    rw_input_close(&input);
    return status;
}
