/* SPDX-License-Identifier: MIT */
/* Labels of nodes: collects pairs of node and label, then sorts them into classes. */
#include "evaluate/labels.h"

#include "base/options.h"
#include "base/output.h"
#include "base/search.h"
#include "base/sort.h"
#include "graph/intern.h"
#include "graph/lines.h"
#include "vectors/vectors.h"

#include <string.h>

/* Labels being collected, as pairs of row and label. Starts with vectors, and a prefix or NULL. */
typedef struct builder {
    const riwalk_vectors *vectors;
    const char *prefix;
    rw_intern labels;
    uint64_t *pairs; /* row << 32 | label; and as much room to sort them */
    size_t count, capacity;
    uint32_t row;   /* row of the current line's node */
    bool prefixed;  /* an id was found with the prefix */
    char first[48]; /* the first id that was not found */
    uint64_t unknown;
    uint64_t empty; /* lines with a node and no label */
    rw_pool pool;
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
    rw_pool_free(&b->pool);
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
    RW_HAVE(rw_grow_at(&b->pairs, &b->capacity, 2 * b->count + 2, sizeof *b->pairs, error));
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
static riwalk_status fill(riwalk_node_labels *labels, const builder *b, bool binary,
                          riwalk_error *error)
{
    size_t count = b->count;
    uint32_t here = 0; /* labels of the current node */
    uint64_t at = 0;

    labels->rows = rw_take(&labels->pool, count, sizeof *labels->rows, error);
    labels->starts = rw_take(&labels->pool, count + 1, sizeof *labels->starts, error);
    labels->classes = rw_take(&labels->pool, count, sizeof *labels->classes, error);
    labels->members =
        rw_take_zeroed(&labels->pool, labels->class_count, sizeof *labels->members, error);
    RW_MUST(rw_pool_status(&labels->pool));
    for (size_t i = 0; i < count; i++) {
        uint32_t row = (uint32_t)(b->pairs[i] >> 32);

        if (binary && i + 1 < count && b->pairs[i + 1] >> 32 == row)
            continue;
        if (!labels->count || labels->rows[labels->count - 1] != row) {
            labels->rows[labels->count] = row;
            labels->starts[labels->count++] = at;
            here = 0;
        }
        labels->classes[at] = (uint32_t)b->pairs[i];
        labels->members[labels->classes[at++]]++;
        labels->starts[labels->count] = at;
        labels->most = ++here > labels->most ? here : labels->most;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status make(builder *b, const char *where, const char *positive,
                          riwalk_node_labels *labels, riwalk_error *error)
{
    uint32_t *rank; /* the class of each label */

    RW_HAVE(rank = rw_take(&b->pool, b->labels.count, sizeof *rank, error));
    RW_MUST(name_classes(&b->labels, labels, rank, error));
    if (positive)
        RW_MUST(separate(labels, rank, positive, where, error));
    for (size_t i = 0; i < b->count; i++)
        b->pairs[i] = b->pairs[i] >> 32 << 32 | rank[(uint32_t)b->pairs[i]];
    b->count = rw_sort_distinct(b->pairs, b->count);
    RW_MUST(fill(labels, b, positive, error));
    if (positive && !labels->members[0])
        return rw_fail_at(
            error, RIWALK_STATUS_ARGUMENT, where, 0,
            "all nodes have the label '%.80s': there are no others to separate them from",
            positive);
    labels->unlabelled = b->vectors->count - labels->count;
    labels->unknown = b->unknown;
    labels->empty = b->empty;
    if (b->prefixed) {
        RW_HAVE(labels->prefix = rw_take(&labels->pool, strlen(b->prefix) + 1, 1, error));
        strcpy(labels->prefix, b->prefix);
    }
    return RIWALK_STATUS_OK;
}

/* Makes the labels, unless collecting them failed, and frees the builder. Messages call their
 * source `where`. */
static riwalk_status finish(builder *b, riwalk_status status, const char *where,
                            const char *positive, riwalk_node_labels **labels, riwalk_error *error)
{
    riwalk_node_labels *made = NULL;

    if (!status && !b->count)
        status = nothing_left(b, where, error);
    if (!status && !(made = rw_alloc_zeroed(1, sizeof *made, error)))
        status = RIWALK_STATUS_MEMORY;
    if (!status && !(status = make(b, where, positive, made, error)))
        *labels = made;
    else
        riwalk_node_labels_free(made);
    free_builder(b);
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
    return finish(&b, status, "the labels", known.positive, labels, error);
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

/* Takes a field; its text is NULL at the end of the line. */
static riwalk_status take_field(const builder *b, const char **at, uint64_t line, rw_span *field,
                                riwalk_error *error)
{
    static const char *const problems[] = {
        [RW_FIELD_EMPTY] = "a field is empty: expected a node and its labels",
        [RW_FIELD_UNCLOSED] = "the closing quote is missing",
        [RW_FIELD_BROKEN] = "there is text after a closing quote",
        [RW_FIELD_ESCAPED] = "quotes inside of quoted fields are not supported",
    };
    int what = (int)rw_field_next(at, b->delimiter, field);

    if (what == RW_FIELD_NONE)
        *field = (rw_span){0};
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
    rw_span id, label;
    bool known, header, any = false;

    if (!b->delimiter)
        b->delimiter = rw_field_delimiter(at);
    RW_MUST(take_field(b, &at, line, &id, error));
    if (!id.text)
        return RIWALK_STATUS_OK;
    header = is_header(b, id);
    b->began = true;
    if (header)
        return RIWALK_STATUS_OK;
    known = find_node(b, id);
    for (;; any = true) {
        RW_MUST(take_field(b, &at, line, &label, error));
        if (!label.text)
            break;
        if (known)
            RW_MUST(add_label(b, label, error));
    }
    b->empty += known && !any;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_labels_read(const rw_input *input, const char *path, const riwalk_vectors *vectors,
                             const riwalk_node_labels_options *options, riwalk_node_labels **labels,
                             riwalk_error *error)
{
    const builder begin = {.vectors = vectors, .prefix = options->prefix, .name = input->name};
    builder b = begin;
    riwalk_status status = rw_lines_take(input, &b.lines, take_line, &b, error);
    char *guess = NULL;

    if (!status && !b.count && !b.prefix) { /* with a prefix, as if several graphs were embedded */
        rw_span stem = rw_path_stem(path);

        free_builder(&b);
        b = begin;
        RW_HAVE(guess = rw_alloc_zeroed(stem.length + 1, 1, error));
        b.prefix = memcpy(guess, stem.text, stem.length);
        status = rw_lines_take(input, &b.lines, take_line, &b, error);
        b.prefix = b.count ? guess : NULL;
    }
    status = finish(&b, status, input->name, options->positive, labels, error);
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
