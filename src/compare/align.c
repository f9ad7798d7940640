/* SPDX-License-Identifier: MIT */
/* Aligns two graphs: finds which node of one is which node of the other. */
#include "compare/align.h"

#include "base/error.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "graph/types.h"

#include <math.h>
#include <string.h>

#define DIMENSIONS 128 /* dimensions of the vectors */

struct riwalk_alignment {
    riwalk_alignment_summary summary;
    uint32_t nodes;        /* nodes of the first graph */
    uint32_t most;         /* the most matches of a node */
    uint8_t *counts;       /* [nodes] */
    riwalk_match *matches; /* [nodes][most] */
};

void riwalk_align_options_init(riwalk_align_options *options)
{
    *options =
        (riwalk_align_options){.size = sizeof *options, .seed = 1, .matches = 5, .rounds = 30};
}

static riwalk_status check(const riwalk_graph *const graphs[2], const riwalk_align_options *options,
                           riwalk_error *error)
{
    static const char *const which[] = {"first", "second"};

    for (int g = 0; g < 2; g++)
        if (!graphs[g]->arc_count)
            return rw_refuse(error, "the %s graph has no edges, so its nodes cannot be told apart",
                             which[g]);
    if (graphs[0]->directed != graphs[1]->directed)
        return rw_refuse(error,
                         "one graph is directed and the other is not: read both the same way");
    if (!graphs[0]->types != !graphs[1]->types)
        return rw_refuse(error,
                         "the nodes of the %s graph have types, and those of the other have none: "
                         "give types to both or to neither",
                         which[!graphs[0]->types]);
    if ((uint64_t)graphs[0]->node_count + graphs[1]->node_count > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "the graphs have more than %u nodes together",
                       RIWALK_MAX_NODES);
    if (!options->matches || options->matches > RW_OWN_CANDIDATES)
        return rw_refuse(error, "matches is %u: expected 1 to %d", options->matches,
                         RW_OWN_CANDIDATES);
    return RIWALK_STATUS_OK;
}

static riwalk_status note_known(rw_alignment_work *w, const riwalk_align_options *options,
                                riwalk_error *error)
{
    for (int g = 0; g < 2 && options->known_count; g++) {
        RW_HAVE(w->known[g] = rw_take(w->pool, w->counts[g], sizeof(uint32_t), error));
        memset(w->known[g], 0xff, w->counts[g] * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i < options->known_count; i++) {
        riwalk_known_pair pair = options->known[i];

        if (pair.first >= w->counts[0] || pair.second >= w->counts[1])
            return rw_refuse(error, "known pair %u names a node that its graph does not have",
                             i + 1);
        if (w->known[0][pair.first] != RW_NO_NODE || w->known[1][pair.second] != RW_NO_NODE)
            return rw_refuse(error, "known pair %u names a node that an earlier pair has", i + 1);
        w->known[0][pair.first] = pair.second;
        w->known[1][pair.second] = pair.first;
    }
    return RIWALK_STATUS_OK;
}

/* Numbers types of the second graph like the first one's; a type that the first lacks gets the
 * number after its last. */
static riwalk_status note_types(const riwalk_graph *const graphs[2], rw_alignment_work *w,
                                riwalk_error *error)
{
    uint32_t shared = 0;

    if (!rw_graphs_have_types(graphs, 2))
        return RIWALK_STATUS_OK;
    RW_MUST(rw_graph_retype(graphs[1], &graphs[0]->type_names, &w->retyped, error));
    w->types[0] = graphs[0]->types;
    w->types[1] = w->retyped->types;
    for (uint32_t node = 0; node < w->counts[1]; node++)
        shared += w->types[1][node] < graphs[0]->type_names.count;
    if (!shared)
        return rw_refuse(error,
                         "the graphs have no type of nodes in common, and nodes of different types "
                         "never match: theirs are '%.80s', ... and '%.80s', ...",
                         rw_type_name(&graphs[0]->type_names, 0),
                         rw_type_name(&graphs[1]->type_names, 0));
    return RIWALK_STATUS_OK;
}

/* ---- From scores to matches ---- */

bool rw_candidates_sort(const rw_alignment_work *w, uint32_t node)
{
    rw_candidate *end, *first = rw_candidates_of(w, node, &end);
    bool moved = false;

    for (rw_candidate *c = first; c < end; c++) {
        rw_candidate here = *c, *place = c;

        for (; place > first && (place[-1].score < here.score ||
                                 (place[-1].score == here.score && place[-1].node > here.node));
             place--)
            *place = place[-1];
        *place = here;
        moved |= place != c;
    }
    return moved;
}

/* Divides scores by twins: votes may have settled on one of several equally good mappings. */
static riwalk_status share_scores(rw_alignment_work *w, riwalk_error *error)
{
    uint32_t *twins[2];
    RW_POOL(pool);

    for (int g = 0; g < 2; g++) {
        RW_HAVE(twins[g] = rw_take(&pool, w->counts[g], sizeof *twins[g], error));
        RW_MUST(rw_align_twins(w, g, twins[g], error));
    }
    for (uint32_t node = 0; node < w->counts[0]; node++) {
        rw_candidate *end;

        for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++) {
            uint32_t own = twins[0][node], other = twins[1][c->node];

            c->score = fminf(c->score, 1 / (float)(own > other ? own : other));
        }
    }
    return RIWALK_STATUS_OK;
}

/* Takes the best candidates of a node, in order. */
static void take_best(const rw_alignment_work *w, uint32_t node, riwalk_alignment *made)
{
    rw_candidate *end, *c = rw_candidates_of(w, node, &end);
    riwalk_match *matches = made->matches + (size_t)node * made->most;
    uint8_t *count = &made->counts[node];

    rw_candidates_sort(w, node);
    for (; c < end && *count < made->most; c++)
        matches[(*count)++] = (riwalk_match){c->node, c->score};
}

/* Takes pairs greedily by falling score while both nodes are free. An assignment with the largest
 * sum would take matches away from nodes that are sure of them. */
static riwalk_status take_pairs(rw_alignment_work *w, riwalk_alignment *made, riwalk_error *error)
{
    size_t pairs = 0, slots = (size_t)w->counts[0] * RW_CANDIDATES;
    uint64_t *keys;
    bool *taken;
    RW_POOL(pool);

    if (slots > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "one-to-one matches are for graphs of at most %u nodes",
                       (unsigned)(UINT32_MAX / RW_CANDIDATES));
    RW_HAVE(keys = rw_take(&pool, slots, 2 * sizeof *keys, error));
    RW_HAVE(taken = rw_take_zeroed(&pool, w->counts[1], sizeof *taken, error));
    for (uint32_t node = 0; node < w->counts[0]; node++) {
        rw_candidate *end;

        for (rw_candidate *c = rw_candidates_of(w, node, &end); c < end; c++)
            keys[pairs++] = rw_float_key(-c->score, (uint32_t)(c - w->candidates));
    }
    rw_sort_u64(keys, keys + pairs, pairs);
    for (size_t i = 0; i < pairs; i++) {
        uint32_t node = (uint32_t)keys[i] / RW_CANDIDATES;
        rw_candidate c = w->candidates[(uint32_t)keys[i]];

        if (made->counts[node] || taken[c.node])
            continue;
        taken[c.node] = true;
        made->counts[node] = 1;
        made->matches[node] = (riwalk_match){c.node, c.score};
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status make_matches(rw_alignment_work *w, const riwalk_align_options *options,
                                  riwalk_alignment *made, riwalk_error *error)
{
    made->most = options->one_to_one ? 1 : options->matches;
    RW_HAVE(made->counts = rw_alloc_zeroed(made->nodes, sizeof *made->counts, error));
    RW_HAVE(made->matches = rw_alloc(made->nodes, made->most * sizeof *made->matches, error));
    if (options->one_to_one)
        RW_MUST(take_pairs(w, made, error));
    for (uint32_t node = 0; node < made->nodes; node++) {
        if (!options->one_to_one)
            take_best(w, node, made);
        if (made->counts[node]) {
            made->summary.matched++;
            made->summary.score += (double)made->matches[(size_t)node * made->most].score;
        }
    }
    made->summary.score /= made->nodes;
    made->summary.rounds = w->rounds;
    return RIWALK_STATUS_OK;
}

/* ---- The whole ---- */

static riwalk_status align(rw_alignment_work *w, const riwalk_graph *const graphs[2],
                           const riwalk_align_options *options, riwalk_alignment *made,
                           riwalk_error *error)
{
    static const char *const names[] = {"1", "2"};

    for (int g = 0; g < 2; g++)
        RW_MUST(rw_directions_init(&w->arcs[g], graphs[g], error));
    RW_MUST(note_types(graphs, w, error));
    RW_MUST(note_known(w, options, error));
    RW_MUST(rw_compare_embed(graphs, 2, names, DIMENSIONS, options->embedding, &options->run,
                             options->seed, &w->vectors, error));
    w->sizes = rw_take_zeroed(w->pool, w->counts[0], sizeof *w->sizes, error);
    w->candidates = rw_take(w->pool, w->counts[0], RW_CANDIDATES * sizeof *w->candidates, error);
    RW_MUST(rw_pool_status(w->pool));
    RW_MUST(rw_align_candidates(w, error));
    riwalk_vectors_free(w->vectors);
    w->vectors = NULL;
    RW_MUST(rw_align_vote(w, error));
    RW_MUST(share_scores(w, error));
    return make_matches(w, options, made, error);
}

riwalk_status riwalk_align(const riwalk_graph *first, const riwalk_graph *second,
                           const riwalk_align_options *options, riwalk_alignment **alignment,
                           riwalk_error *error)
{
    const riwalk_graph *const graphs[] = {first, second};
    riwalk_align_options known;
    rw_alignment_work w;
    riwalk_alignment *made;
    riwalk_status status;
    RW_POOL(pool);

    RW_MUST(rw_options_over(riwalk_align_options, &known, options, error));
    if (!first || !second || !alignment || (known.known_count && !known.known))
        return rw_refuse(error, "graphs, known pairs and the alignment must not be NULL");
    RW_MUST(check(graphs, &known, error));
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->summary.size = sizeof made->summary;
    made->nodes = first->node_count;
    w = (rw_alignment_work){.run = rw_run_resolve(&known.run),
                            .seed = known.seed,
                            .rounds = known.rounds,
                            .counts = {first->node_count, second->node_count},
                            .pool = &pool};
    if ((status = align(&w, graphs, &known, made, error)))
        riwalk_alignment_free(made);
    else
        *alignment = made;
    riwalk_vectors_free(w.vectors);
    riwalk_graph_free(w.retyped);
    for (int g = 0; g < 2; g++)
        rw_directions_free(&w.arcs[g]);
    return status;
}

void riwalk_alignment_free(riwalk_alignment *alignment)
{
    if (!alignment)
        return;
    rw_free(alignment->counts);
    rw_free(alignment->matches);
    rw_free(alignment);
}

const riwalk_match *riwalk_alignment_matches(const riwalk_alignment *alignment, uint32_t node,
                                             uint32_t *count)
{
    *count = alignment->counts[node];
    return alignment->matches + (size_t)node * alignment->most;
}

riwalk_status riwalk_alignment_summarize(const riwalk_alignment *alignment,
                                         riwalk_alignment_summary *summary, riwalk_error *error)
{
    if (!alignment || !summary)
        return rw_refuse(error, "the alignment and the summary must not be NULL");
    RW_MUST(rw_report_check(summary, error));
    rw_report_hand_over(summary, &alignment->summary);
    return RIWALK_STATUS_OK;
}
