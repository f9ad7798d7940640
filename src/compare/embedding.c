/* SPDX-License-Identifier: MIT */
/* Embeds graphs that are compared. Nodes with the same neighbours, such as leaves of a hub, differ
 * only by chance: if they are many, they share the walks of one. */
#include "methods/embedding.h"
#include "base/memory.h"
#include "base/options.h"
#include "compare/align.h"
#include "options/options.h"

#include <string.h>

#define MANY_SIBLINGS 100

/* Roles without the anchor's class, for growing neighbourhoods; figures in docs/how-to/align.md. */
static void set_views(riwalk_options *o, uint32_t dimensions)
{
    static const riwalk_view views[] = {
        {RIWALK_IDENTIFIER_WL, 1, RIWALK_DEGREE_CLASSES_AUTO, RIWALK_ROLE_ANCHOR_DROP, 2},
        {RIWALK_IDENTIFIER_WL, 2, RIWALK_DEGREE_CLASSES_AUTO, RIWALK_ROLE_ANCHOR_DROP, 2},
        {RIWALK_IDENTIFIER_SP, 4, RIWALK_DEGREE_CLASSES_AUTO, RIWALK_ROLE_ANCHOR_DROP, 2},
    };

    riwalk_options_preset(o, RIWALK_PRESET_ROLES);
    o->dimensions = dimensions;
    o->view_count = sizeof views / sizeof *views;
    memcpy(o->views, views, sizeof views);
}

/* Whether siblings have equal distributions of walks: not with weights or custom roles. */
static bool may_share_walks(const rw_embedding *e)
{
    const riwalk_options *o = &e->options;

    return rw_options_factor(o) && !e->graph->weights && !o->role;
}

riwalk_status rw_compare_embed(const riwalk_graph *const *graphs, size_t count,
                               const char *const *names, uint32_t dimensions,
                               const riwalk_options *options, const riwalk_run *run, uint64_t seed,
                               riwalk_vectors **vectors, riwalk_error *error)
{
    RW_OWN(rw_embedding, e, rw_embedding_free);
    RW_POOL(pool);
    uint32_t *siblings;
    bool any = false;
    riwalk_options o;

    riwalk_options_init(&o);
    set_views(&o, dimensions);
    RW_MUST(rw_options_copy(&o, sizeof o, options, error));
    o.run = *run;
    o.seed = seed;
    if (o.group || o.output || o.work)
        return riwalk_embed(graphs, count, names, &o, vectors, NULL, NULL, error);
    e.graphs = graphs;
    e.graph_count = count;
    e.names = names;
    RW_MUST(rw_embedding_init(&e, &o, error));
    if (may_share_walks(&e)) {
        RW_HAVE(siblings = rw_take(&pool, e.graph->node_count, sizeof *siblings, error));
        RW_MUST(rw_find_siblings(e.graph, MANY_SIBLINGS, siblings, &any, error));
        e.twins = any ? siblings : NULL;
    }
    RW_MUST(rw_embed(&e, error));
    *vectors = e.vectors;
    e.vectors = NULL;
    return RIWALK_STATUS_OK;
}
