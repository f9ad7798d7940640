/* SPDX-License-Identifier: MIT */
/* The table of formats of vectors: how each is named, recognised, read and written, and what it can
 * hold. */
#include "vectors/formats.h"

#include <string.h>

#define BLANKS " \t\n\r\v\f"

/* In the order in which content is checked; text comes last. */
/* clang-format off */
static const rw_vectors_kind kinds[] = {
    {RIWALK_VECTORS_FORMAT_NPY, {"npy", ".npy", .ids_beside = true}, .bad = "\n",
     .begin = "\x93NUMPY", .read = rw_read_npy, .write = rw_write_npy},
    {RIWALK_VECTORS_FORMAT_NPZ, {"npz", ".npz"}, .bad = "", .utf8 = true,
     .begin = "PK\3\4", .read = rw_read_npz, .write = rw_write_npz},
    {RIWALK_VECTORS_FORMAT_BINARY, {"binary", ".bin"}, .bad = BLANKS,
     .is = rw_is_word2vec_binary, .read = rw_read_word2vec_binary, .write = rw_write_rows},
    {RIWALK_VECTORS_FORMAT_TSV, {"tsv", ".tsv"}, .bad = "\t\n\r", .separator = '\t', .table = true,
     .begin = "id\t", .read = rw_read_table, .write = rw_write_rows},
    {RIWALK_VECTORS_FORMAT_CSV, {"csv", ".csv"}, .bad = "\n\r", .separator = ',', .table = true,
     .begin = "id,", .read = rw_read_table, .write = rw_write_rows},
    {RIWALK_VECTORS_FORMAT_TEXT, {"text", ".txt"}, .bad = BLANKS, .separator = ' ',
     .read = rw_read_word2vec, .write = rw_write_rows},
    {0},
};
/* clang-format on */

/* Extensions of other files, which should not receive vectors as text. */
static const char *const foreign[] = {
    ".rwm", ".rwg",    ".parquet", ".feather", ".arrow", ".h5",  ".hdf5",    ".mat",
    ".svg", ".pickle", ".pkl",     ".pt",      ".json",  ".gml", ".graphml", ".gexf",
    ".png", ".pdf",    ".html",    ".xlsx",    ".xls",   ".ods", ".rwp",
};

static const rw_vectors_kind *find(riwalk_vectors_format format)
{
    const rw_vectors_kind *k = kinds;

    while (k->format && k->format != format)
        k++;
    return k->format ? k : NULL;
}

const riwalk_vectors_format_info *riwalk_vectors_format_describe(riwalk_vectors_format format)
{
    const rw_vectors_kind *k = find(format);

    return k ? &k->info : NULL;
}

riwalk_vectors_format riwalk_vectors_format_from_path(const char *path)
{
    const rw_vectors_kind *k = kinds;

    while (k[1].format && !rw_has_extension(path, k->info.extension))
        k++;
    return k->format;
}

const rw_vectors_kind *rw_vectors_sniff(const rw_input *input, riwalk_vectors_format asked)
{
    const rw_vectors_kind *k = kinds;

    for (; k[1].format; k++) {
        size_t length = k->begin ? strlen(k->begin) : 0;

        if (length ? input->size >= length && !memcmp(input->data, k->begin, length)
                   : k->is(input, asked))
            break;
    }
    return k;
}

riwalk_status rw_vectors_no_place(riwalk_error *error)
{
    return rw_refuse(error,
                     "NumPy files have an .ids file beside them: use a name that ends in .npy");
}

riwalk_status rw_vectors_choose(const char *path, riwalk_vectors_format format,
                                const rw_vectors_kind **kind, riwalk_error *error)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign && !format; i++)
        if (rw_has_extension(path, foreign[i]))
            return rw_refuse(
                error,
                "%s: vectors are not written as %s; use .npy, .npz, .bin, .tsv, .csv or .txt, or "
                "name the format",
                path, foreign[i]);
    if (!(*kind = find(format ? format : riwalk_vectors_format_from_path(path))))
        return rw_refuse(error, "unknown vectors format %d", (int)format);
    if ((*kind)->info.ids_beside && (!strcmp(path, "-") || path[rw_plain_length(path)]))
        return rw_vectors_no_place(error);
    return RIWALK_STATUS_OK;
}

/* Refuses names with characters that would end them early. In CSV, names with commas are quoted, so
 * they cannot contain quotes. */
riwalk_status rw_vectors_check_name(const rw_vectors_kind *kind, rw_span name, riwalk_error *error)
{
    const char *text = name.text;
    size_t length = name.length;
    bool quotes = kind->separator == ',' && length && (*text == '"' || memchr(text, ',', length));

    if (!kind->utf8 && length && text[length - 1] == '\r')
        return rw_refuse(
            error,
            "the id '%.*s' ends in a carriage return, like a line: write a .npz file instead",
            RW_CUT(name, 80));
    if (kind->info.ids_beside && rw_looks_compressed(text, length))
        return rw_refuse(error,
                         "the id '%.*s' begins like a compressed file: write a .tsv file instead",
                         RW_CUT(name, 80));
    for (size_t i = 0; i < length; i++)
        if (text[i] && (strchr(kind->bad, text[i]) || (quotes && text[i] == '"')))
            return rw_refuse(error, "the id '%.*s' does not fit into this format: write %s instead",
                             RW_CUT(name, 80),
                             strchr("\t\n\r", text[i]) ? "a .npy file" : "a .tsv or .npy file");
    if (kind->utf8 && !rw_is_utf8(text, length))
        return rw_refuse(error, "the id '%.*s' is not UTF-8: write a .npy file instead",
                         RW_CUT(name, 80));
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_vectors_check_name(const char *name, size_t length, const char *path,
                                        riwalk_vectors_format format, riwalk_error *error)
{
    const rw_vectors_kind *kind;
    riwalk_status status = rw_vectors_choose(path, format, &kind, error);

    return status ? status : rw_vectors_check_name(kind, (rw_span){name, length}, error);
}

/* Integer names fit every format. */
riwalk_status riwalk_vectors_check_names(const riwalk_graph *graph, const char *path,
                                         riwalk_vectors_format format, riwalk_error *error)
{
    const rw_vectors_kind *kind;
    riwalk_status status = rw_vectors_choose(path, format, &kind, error);

    if (graph->names.kind != RW_NAMES_STRINGS)
        return status;
    for (uint32_t node = 0; node < graph->node_count && !status; node++)
        status = rw_vectors_check_name(kind, rw_graph_name(graph, node, NULL), error);
    return status;
}
