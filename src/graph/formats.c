/* SPDX-License-Identifier: MIT */
/* The table of graph formats: how each is named, recognised, read and written; what it holds. */
#include "graph/graph.h"

#include "base/os.h"

#include <string.h>

/* clang-format off */
const rw_format rw_formats[] = {
    {RIWALK_FORMAT_RWG, {"rwg", ".rwg", .declares = true, .directions = true, .types = true},
     .is = rw_is_rwg, .read = rw_read_rwg, .write = rw_write_rwg},
    {RIWALK_FORMAT_MATRIX_MARKET, {"mtx", ".mtx", .directions = true},
     .is = rw_is_matrix_market, .read = rw_read_matrix_market, .write = rw_write_matrix_market},
    {RIWALK_FORMAT_GRAPHML,
     {"graphml", ".graphml", .declares = true, .directions = true, .attributes = true, .types = true},
     .by_name = true, .root = "graphml", .list = rw_list_graphml, .write = rw_write_graphml},
    {RIWALK_FORMAT_GEXF,
     {"gexf", ".gexf", .declares = true, .directions = true, .attributes = true, .types = true},
     .by_name = true, .root = "gexf", .list = rw_list_gexf, .write = rw_write_gexf},
    {RIWALK_FORMAT_NODE_LINK,
     {"json", ".json", .declares = true, .directions = true, .attributes = true, .types = true},
     .by_name = true, .begin = '{', .list = rw_list_node_link, .write = rw_write_node_link},
    {RIWALK_FORMAT_METIS, {"metis", ".graph .metis", .directions = false},
     .may_be = rw_is_metis, .read = rw_read_metis, .write = rw_write_metis},
    {RIWALK_FORMAT_EDGE_LIST,
     {"edgelist", ".txt .csv .tsv .edges .edgelist .el", .directions = true},
     .read = rw_read_edge_list, .write = rw_write_edge_list},
    {0},
};
/* clang-format on */

const rw_format *rw_format_row(riwalk_format format)
{
    const rw_format *f = rw_formats;

    while (f->format && f->format != format)
        f++;
    return f->format ? f : NULL;
}

const riwalk_format_info *riwalk_format_describe(riwalk_format format)
{
    const rw_format *f = rw_format_row(format);

    return f ? &f->info : NULL;
}

riwalk_format riwalk_graph_format_from_path(const char *path)
{
    const char *name = path ? rw_os_base(path) : NULL;

    if (!name)
        return RIWALK_FORMAT_AUTO;
    for (const rw_format *f = rw_formats; f->format; f++)
        if (rw_has_extension(name, f->info.extensions))
            return f->format;
    return memchr(name, '.', rw_plain_length(name)) ? RIWALK_FORMAT_AUTO : RIWALK_FORMAT_EDGE_LIST;
}

riwalk_status rw_format_choose(const char *path, riwalk_write_options *options, riwalk_error *error)
{
    const rw_format *f;

    if (!options->format && !(options->format = riwalk_graph_format_from_path(path)))
        return rw_refuse(error,
                         "%s: no graph format has this extension; use .txt, .csv, .mtx, "
                         ".graph, .graphml, .gexf, .json or .rwg, or name the format",
                         path);
    if (!(f = rw_format_row(options->format)))
        return rw_refuse(error, "unknown graph format %d", (int)options->format);
    if ((options->roles || options->places || options->colors) && !f->info.attributes)
        return rw_refuse(error, "%s: only .gexf, .graphml and .json hold roles, places and colours",
                         path);
    return RIWALK_STATUS_OK;
}
