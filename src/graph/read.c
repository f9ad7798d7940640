/* SPDX-License-Identifier: MIT */
/* Reads graphs: opens the input and selects the reader by content. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "base/pieces.h"
#include "base/xml.h"
#include "graph/edge_list.h"
#include "graph/elements.h"

#include <string.h>
#include <strings.h>

void riwalk_read_options_init(riwalk_read_options *options)
{
    *options = (riwalk_read_options){.size = sizeof *options};
}

/* The first byte after a byte order mark and blanks. */
static const char *first_byte(const rw_input *input)
{
    const char *at = input->data, *end = input->data + input->size;

    at += rw_utf8_mark(at, input->size);
    while (at < end && *at && strchr(" \t\r\n", *at))
        at++;
    return at;
}

/* Recognises XML by its root element, which may follow comments and declarations. */
static riwalk_status recognise_xml(const rw_input *input, riwalk_format *format,
                                   riwalk_error *error)
{
    rw_xml *xml;
    riwalk_status status;

    RW_HAVE(xml = rw_alloc(1, sizeof *xml, error));
    rw_xml_begin(xml, input, error);
    rw_xml_next(xml);
    if (!(status = xml->status)) {
        for (const rw_format *f = rw_formats; f->format && !*format; f++)
            if (f->root && rw_xml_is(xml, f->root))
                *format = f->format;
        if (!*format)
            status = rw_xml_fail(xml, "this XML is neither GraphML nor GEXF: its root is <%.*s>",
                                 RW_CUT(xml->name, 40));
    }
    rw_xml_free(xml);
    rw_free(xml);
    return status;
}

riwalk_status rw_check_text(const rw_input *input, riwalk_error *error)
{
    static const struct {
        const char *magic;
        size_t length;
        const char *problem;
    } others[] = {
        {"BZh", 3,
         "this is a bzip2 file: decompress it first (gzip and zstd are read as they are)"},
        {"\xfd"
         "7zXZ",
         5, "this is an xz file: decompress it first (gzip and zstd are read as they are)"},
        {"PK\x03\x04", 4, "this is a zip file, as .xlsx and .npz are: unpack it, or export a CSV"},
        {"\x93NUMPY", 6, "this is a NumPy file: vectors, not a graph"},
        {"\x93RWM", 4, "this is a riwalk model, not a graph"},
        {"\x93RWP", 4, "this is a riwalk part of profiles, not a graph"},
        {"PAR1", 4,
         "this is a Parquet file: export a CSV, or pass a data frame to the Python package"},
        {"\x89PNG", 4, "this is a picture, not a graph"},
        {"%PDF", 4, "this is a PDF document, not a graph"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (input->size >= others[i].length &&
            !memcmp(input->data, others[i].magic, others[i].length))
            return rw_input_fail(input, error, "%s", others[i].problem);
    return RIWALK_STATUS_OK;
}

/* Formats of other programs that could be misread as edge lists; NULL: none of these. */
static const char *foreign_format(const rw_input *input)
{
    static const struct {
        const char *begin, *format;
    } known[] = {{"graph [", "GML"},           {"graph\n[", "GML"},
                 {"Creator \"", "GML"},        {"*vertices", "Pajek"},
                 {"*network", "Pajek"},        {"digraph {", "Graphviz's DOT"},
                 {"graph {", "Graphviz's DOT"}};
    const char *at = first_byte(input), *end = input->data + input->size;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].begin);

        if ((size_t)(end - at) >= length && !strncasecmp(at, known[i].begin, length))
            return known[i].format;
    }
    return NULL;
}

/* Whether a file is XML. In a file named as an edge list, an id may start like a tag. */
static bool is_xml(const char *at, const char *end, riwalk_format named)
{
    size_t length = 0;

    if (end - at < 2 || *at != '<')
        return false;
    if (at[1] == '?' || at[1] == '!' || named != RIWALK_FORMAT_EDGE_LIST)
        return true;
    for (at++; at + length < end && !strchr(" \t\r\n>", at[length]); length++)
        if (at[length] == ':') { /* a namespace prefix */
            at += length + 1;
            length = SIZE_MAX;
        }
    for (const rw_format *f = rw_formats; f->format; f++)
        if (f->root && strlen(f->root) == length && !memcmp(at, f->root, length))
            return true;
    return false;
}

riwalk_status rw_recognise(const rw_input *input, riwalk_format *format, riwalk_error *error)
{
    const char *at = first_byte(input), *end = input->data + input->size, *foreign;
    riwalk_format named = riwalk_graph_format_from_path(input->name);
    const rw_format *f;

    for (f = rw_formats; f->format; f++)
        if (f->is ? f->is(input) : f->by_name && f->format == named)
            goto found;
    if (is_xml(at, end, named))
        return recognise_xml(input, format, error);
    for (f = rw_formats; f->format; f++)
        if (f->begin && at < end && *at == f->begin)
            goto found;
    if ((foreign = foreign_format(input)))
        return rw_input_fail(
            input, error,
            "riwalk does not read %s: export GraphML, GEXF, or an edge list with one edge per line",
            foreign);
    for (f = rw_formats; f->format && !(f->may_be && f->may_be(input));)
        f++;
found:
    *format = f->format ? f->format : RIWALK_FORMAT_EDGE_LIST;
    return RIWALK_STATUS_OK;
}

/* Recognises the format and reads the graph. */
static riwalk_status read_input(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    riwalk_format format = options->format;
    const rw_format *row;

    if ((options->directed && options->undirected) || (options->weighted && options->unweighted))
        return rw_refuse(error,
                         "a graph is read with or without directions, with or without weights, not "
                         "both");
    RW_MUST(rw_check_text(input, error));
    if (!format)
        RW_MUST(rw_recognise(input, &format, error));
    if (!(row = rw_format_row(format)))
        return rw_refuse(error, "unknown graph format %d", (int)format);
    if (options->nodes_path && format != RIWALK_FORMAT_EDGE_LIST)
        return rw_fail_at(
            error, RIWALK_STATUS_ARGUMENT, input->name, 0,
            "a node list works with edge lists only: this format names all of its nodes itself");
    if (options->types_attribute && !row->info.attributes)
        return rw_fail_at(error, RIWALK_STATUS_ARGUMENT, input->name, 0,
                          "nodes have attributes in GraphML, GEXF and node-link JSON only, and "
                          "this is not one of them: give the types in a separate file");
    return row->list ? rw_elements_read(row->list, input, options, graph, error)
                     : row->read(input, options, graph, error);
}

/* Reads a graph and writes it to options->store. */
static riwalk_status store_whole(riwalk_source source, const riwalk_read_options *options,
                                 riwalk_graph **graph, riwalk_error *error)
{
    riwalk_read_options plain = *options;
    riwalk_status status;

    plain.store = NULL;
    RW_MUST(riwalk_graph_read_from(source, &plain, graph, error));
    if ((status = riwalk_graph_write(*graph, options->store,
                                     &(riwalk_write_options){.size = sizeof(riwalk_write_options),
                                                             .run = options->run,
                                                             .format = RIWALK_FORMAT_RWG},
                                     error))) {
        riwalk_graph_free(*graph);
        *graph = NULL;
    }
    return status;
}

/* Reads an edge list piece by piece; the first piece shows the format. */
static riwalk_status read_stored(riwalk_source source, const riwalk_read_options *options,
                                 riwalk_graph **graph, riwalk_error *error)
{
    uint64_t memory = options->memory ? options->memory : rw_os_memory_free() / 2;
    riwalk_format format = options->format;
    rw_pieces *text = NULL;
    rw_input first;
    riwalk_status status;

    if (!source.path || format > RIWALK_FORMAT_EDGE_LIST)
        return store_whole(source, options, graph, error);
    RW_MUST(rw_pieces_open(source.path, rw_store_piece_bytes(memory), &text, error));
    if (!(status = rw_pieces_next(text, &first, error)) &&
        !(status = rw_input_check_encoding(&first, error)) &&
        !(status = rw_check_text(&first, error)) && !format)
        status = rw_recognise(&first, &format, error);
    if (!status && format != RIWALK_FORMAT_EDGE_LIST) {
        bool can = text->can_rewind;

        rw_pieces_close(text);
        return can ? store_whole(source, options, graph, error)
                   : rw_refuse(error, "from a pipe, only edge lists become .rwg in bounded memory");
    }
    text->given = 0; /* read the first piece again */
    if (!status)
        status = rw_store_edge_list(text, options, memory, graph, error);
    rw_pieces_close(text);
    return status;
}

/* Maps a file if asked to and if it is an .rwg that is not compressed; else opens the input. */
static riwalk_status open_input(riwalk_source source, const riwalk_read_options *options,
                                rw_input *input, riwalk_error *error)
{
    bool asked = options->map && source.path && strcmp(source.path, "-") != 0 &&
                 (!options->format || options->format == RIWALK_FORMAT_RWG);

    if (asked && !rw_input_map(source.path, input, NULL)) {
        if (rw_is_rwg(input) && !rw_looks_compressed(input->data, input->size))
            return RIWALK_STATUS_OK;
        rw_input_close(input);
    }
    return rw_input_from(source, options->run.threads, input, error);
}

riwalk_status riwalk_graph_read_from(riwalk_source source, const riwalk_read_options *options,
                                     riwalk_graph **graph, riwalk_error *error)
{
    riwalk_read_options known;
    riwalk_status status;
    rw_input input;

    RW_MUST(rw_options_over(riwalk_read_options, &known, options, error));
    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    if (known.store)
        return read_stored(source, &known, graph, error);
    RW_MUST(open_input(source, &known, &input, error));
    status = read_input(&input, &known, graph, error);
    rw_input_close(&input);
    return status;
}

riwalk_status riwalk_graph_read(const char *path, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    return riwalk_graph_read_from(riwalk_from_file(path), options, graph, error);
}
