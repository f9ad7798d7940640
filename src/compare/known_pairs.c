/* SPDX-License-Identifier: MIT */
/* Reads files of known pairs: "id id" per line, a node of each graph. */
#include "base/error.h"
#include "base/memory.h"
#include "compare/align.h"
#include "graph/lines.h"

typedef struct reading {
    const char *name; /* the file's name */
    const riwalk_graph *graphs[2];
    char delimiter;  /* 0: unknown yet */
    uint8_t *met[2]; /* [node_count]: nodes with a pair */
    riwalk_known_pair *pairs;
    size_t count, capacity;
} reading;

static riwalk_status take_node(reading *r, int g, const char **at, uint64_t line, uint32_t *node,
                               riwalk_error *error)
{
    static const char *const which[] = {"first", "second"};
    rw_span id;

    if (rw_field_next(at, r->delimiter, &id) != RW_FIELD_FOUND)
        return rw_fail_at(
            error, RIWALK_STATUS_FORMAT, r->name, line,
            "expected two ids: a node of the first graph and its match in the second");
    if (!riwalk_graph_find(r->graphs[g], id.text, id.length, node))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                          "there is no node '%.*s' in the %s graph", RW_CUT(id, 100), which[g]);
    if (r->met[g][*node])
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                          "node '%.*s' of the %s graph has a partner already", RW_CUT(id, 100),
                          which[g]);
    r->met[g][*node] = 1;
    return RIWALK_STATUS_OK;
}

static riwalk_status take_line(void *context, const char *at, uint64_t line, riwalk_error *error)
{
    reading *r = context;
    riwalk_known_pair pair;

    if (!r->delimiter)
        r->delimiter = rw_field_delimiter(at);
    RW_MUST(take_node(r, 0, &at, line, &pair.first, error));
    RW_MUST(take_node(r, 1, &at, line, &pair.second, error));
    RW_HAVE(rw_grow_at(&r->pairs, &r->capacity, r->count + 1, sizeof *r->pairs, error));
    r->pairs[r->count++] = pair;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_known_pairs_read(const char *path, const riwalk_graph *first,
                                      const riwalk_graph *second, riwalk_known_pair **pairs,
                                      uint32_t *count, riwalk_error *error)
{
    reading r = {.graphs = {first, second}};
    RW_OWN(rw_input, input, rw_input_close);
    RW_OWN(rw_lines, lines, rw_lines_free);
    RW_POOL(pool);
    riwalk_status status;

    if (!path || !first || !second || !pairs || !count)
        return rw_refuse(error, "the path, the graphs, the pairs and their count must not be NULL");
    RW_MUST(rw_input_open(path, 1, &input, error));
    r.name = input.name;
    r.met[0] = rw_take_zeroed(&pool, first->node_count, 1, error);
    r.met[1] = rw_take_zeroed(&pool, second->node_count, 1, error);
    RW_MUST(rw_pool_status(&pool));
    if (!(status = rw_lines_take(&input, &lines, take_line, &r, error)) && !r.count)
        status = rw_input_fail(&input, error, "the file has no pairs");
    if (status) {
        rw_free(r.pairs);
        return status;
    }
    *pairs = r.pairs;
    *count = (uint32_t)r.count;
    return RIWALK_STATUS_OK;
}
