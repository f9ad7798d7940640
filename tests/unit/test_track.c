/* SPDX-License-Identifier: MIT */
/* Nodes through snapshots: what was planted is found, the rest is chance, times are understood. */
#include "compare/times.h"
#include "compare/track.h"
#include "evaluate/points.h"
#include "unit/embedding.h"
#include "unit/test.h"
#include "vectors/vectors.h"

#define NODES 400
#define EDGES 1200

static riwalk_tracking *track(const riwalk_graph *const *graphs, size_t count,
                              const riwalk_track_options *options)
{
    return MADE(tracking, riwalk_track, graphs, count, options);
}

/* What is found of two or three snapshots, the third as the first: a graph with hubs, in which
 * nodes 3 k and 3 k + 1 below `planted` exchange places, and one edge in twenty gets other ends. */
static riwalk_tracking *track_pair(uint64_t seed, uint32_t planted, bool directed,
                                   uint32_t snapshots, const riwalk_track_options *options)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
    edge_list before = {.directed = directed}, after = before;

    for (uint32_t e = 0; e < EDGES; e++) {
        double unit = rw_rng_unit(rw_rng_at(stream, 2 * e));
        uint32_t ends[2] = {e < NODES ? e : (uint32_t)(unit * unit * NODES),
                            (uint32_t)rw_rng_below(rw_rng_at(stream, 2 * e + 1), NODES)};

        join(&before, ends[0], ends[1]);
        for (uint32_t i = 0; i < 2; i++) {
            uint64_t bits = rw_rng_at(stream, 2 * EDGES + 2 * e + i);

            if (e % 20 == 19)
                ends[i] = (uint32_t)rw_rng_below(bits, NODES);
            else if (ends[i] < planted && ends[i] % 3 < 2)
                ends[i] += 1 - 2 * (ends[i] % 3);
        }
        join(&after, ends[0], ends[1]);
    }
    scoped_graph *first = joined(&before, NODES), *second = joined(&after, NODES);
    return track((const riwalk_graph *[]){first, second, first}, snapshots, options);
}

/* Chance alone would give p < 0.05 to one of the ten nodes that exchange places. */
TEST(planted_changes_are_found)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_tracking *tracking = track_pair(1, 15, directed, 2, NULL);
        uint32_t found = 0;

        for (uint32_t node = 0; node < 15; node++)
            found += node % 3 < 2 && riwalk_tracking_states(tracking, 1)[node].p < 0.05F;
        assert_in_range(found, 6, 10);
    }
}

/* 400 nodes, of which 5 % are 20, with a deviation of about 4.4 where nodes are independent. */
TEST(chance_alone_gives_uniform_p)
{
    uint32_t below[2] = {0}, count = 0;

    for (uint64_t seed = 1; seed < 5; seed++) {
        scoped_tracking *tracking = track_pair(seed, 0, false, 2, NULL);

        for (uint32_t node = 0; node < NODES; node++) {
            const riwalk_node_state *s = &riwalk_tracking_states(tracking, 1)[node];

            count += !isnan(s->p);
            below[0] += s->p < 0.05F;
            below[1] += s->p < 0.5F;
        }
    }
    assert_in_range(count, 1560, 1600);
    assert_in_range(below[0], count * 3 / 100, count * 7 / 100);
    assert_in_range(below[1], count * 35 / 100, count * 55 / 100);
}

/* Of all pairs of nodes with edges in both snapshots, by the definition in riwalk_compare.h. */
TEST(p_is_the_share_of_the_nearest_that_changed_as_much)
{
    riwalk_track_options options = WITH(riwalk_track_options, it.peers = 20);
    scoped_tracking *tracking = track_pair(3, 0, false, 2, &options);
    const riwalk_node_state *states = riwalk_tracking_states(tracking, 1);

    for (uint32_t node = 0; node < NODES; node++) {
        uint32_t more = 0;
        double away[NODES];

        for (uint32_t other = 0; other < NODES; other++)
            away[other] = other == node || isnan(states[other].p)
                              ? INFINITY
                              : rw_squared_distance(rw_vectors_row(tracking->vectors, node),
                                                    rw_vectors_row(tracking->vectors, other),
                                                    tracking->vectors->dimensions);
        for (uint32_t other = 0; other < NODES; other++) {
            uint32_t nearer = 0;

            for (uint32_t i = 0; i < NODES; i++)
                nearer += away[i] < away[other] || (i < other && away[i] == away[other]);
            more += nearer < options.peers && states[other].change >= states[node].change;
        }
        if (!isnan(states[node].p))
            assert_float_equal(states[node].p, (float)(1 + more) / 21, 0);
    }
}

/* Sizes and moves against a count of the states. */
TEST(sizes_and_moves_add_up)
{
    riwalk_track_options options = WITH(riwalk_track_options, it.roles = 4);
    scoped_tracking *tracking = track_pair(4, 30, false, 3, &options);

    assert_int_equal(riwalk_tracking_roles(tracking), 4);
    for (uint32_t step = 0; step < 3; step++)
        for (uint32_t role = 0; role < 4; role++) {
            uint32_t size = 0, moves[4] = {0};

            for (uint32_t node = 0; node < NODES; node++) {
                uint32_t now = riwalk_tracking_states(tracking, step)[node].role;

                size += now == role;
                if (step && now != RIWALK_NO_CLASS &&
                    riwalk_tracking_states(tracking, step - 1)[node].role == role)
                    moves[now]++;
            }
            assert_int_equal(riwalk_tracking_role_size(tracking, step, role), size);
            for (uint32_t to = 0; to < 4; to++)
                assert_int_equal(riwalk_tracking_moves(tracking, step, role, to), moves[to]);
        }
}

TEST(threads_do_not_change_it)
{
    scoped void *first = NULL;

    for (int threads = 1; threads < 4; threads++) {
        riwalk_track_options options = WITH(riwalk_track_options, it.run.threads = threads);
        scoped_tracking *tracking = track_pair(5, 30, true, 2, &options);

        assert_unchanged(&first, riwalk_tracking_states(tracking, 1),
                         NODES * sizeof(riwalk_node_state));
    }
}

/* What describe says of the same vectors would be the same; here: names are there once, rules hold
 * for what they say, roles go from large to small, and the picture has them all. */
TEST(roles_have_one_name_for_all_snapshots)
{
    riwalk_track_options options = WITH(riwalk_track_options, it.roles = 5);
    scoped_tracking *tracking = track_pair(7, 30, true, 2, &options);
    double last = INFINITY;
    scoped char *text = NULL;

    ok(riwalk_tracking_plot(tracking, NULL, "flows.svg", NULL, &failure));
    text = read_file("flows.svg", NULL);
    for (uint32_t role = 0; role < 5; role++) {
        const riwalk_described_role *r = riwalk_tracking_role(tracking, role);
        const char *name = riwalk_tracking_role_name(tracking, role);

        assert_int_equal(r->count, riwalk_tracking_role_size(tracking, 0, role) +
                                       riwalk_tracking_role_size(tracking, 1, role));
        assert_true(r->ranges[RIWALK_NODE_MEASURE_DEGREE].median <= last);
        last = r->ranges[RIWALK_NODE_MEASURE_DEGREE].median;
        assert_true(r->rule.precision > 0 && r->rule.recall > 0 && *r->rule.text);
        assert_true(*name && strstr(text, name));
        for (uint32_t other = 0; other < role; other++)
            assert_string_not_equal(name, riwalk_tracking_role_name(tracking, other));
    }
}

TEST(changes_are_ordered)
{
    scoped_tracking *tracking = track_pair(8, 30, false, 3, NULL);

    for (uint32_t step = 0; step < 3; step++) {
        riwalk_changed_node *changed = NULL;
        size_t count = 0, expected = 0;

        ok(riwalk_tracking_changed(tracking, step, &changed, &count, &failure));
        for (uint32_t g = 1; g < 3; g++)
            for (uint32_t node = 0; node < NODES; node++)
                expected +=
                    (!step || step == g) && !isnan(riwalk_tracking_states(tracking, g)[node].p);
        assert_int_equal(count, expected);
        for (size_t i = 0; i < count; i++) {
            assert_true(!step || changed[i].step == step);
            assert_ptr_equal(changed[i].state,
                             &riwalk_tracking_states(tracking, changed[i].step)[changed[i].node]);
            assert_true(!i || changed[i - 1].state->p < changed[i].state->p ||
                        (changed[i - 1].state->p == changed[i].state->p &&
                         changed[i - 1].state->change >= changed[i].state->change));
        }
        riwalk_bytes_free(changed);
    }
}

TEST(times_are_written_as_they_are_read)
{
    for (int64_t day = -40000; day < 40000; day += 13) {
        char text[RW_TIME_CHARS];
        double time;
        bool date;

        rw_format_time((double)(day * 86400 + (day % 3) * 3601), true, text);
        assert_true(rw_parse_time((rw_span){text, strlen(text)}, &time, &date));
        assert_true(date && time == (double)(day * 86400 + (day % 3) * 3601));
    }
}

/* The windows of a file, with their edges, and whether these are arcs; none has weights. */
static riwalk_status read_listed(const char *file, const char *options, char *found, size_t room,
                                 riwalk_error *error)
{
    riwalk_snapshots_options how =
        WITH(riwalk_snapshots_options, it.window = listed_option(options, "window"),
             it.header = listed_option(options, "header"),
             it.growing = listed_option(options, "growing"),
             it.undirected = listed_option(options, "undirected"),
             it.directed = listed_option(options, "directed"));
    scoped_snapshots *snapshots = NULL;
    riwalk_status status = riwalk_snapshots_read(file, &how, &snapshots, error);
    size_t used = 0;

    assert_int_equal(!status, snapshots != NULL);
    for (uint32_t i = 0; !status && i < riwalk_snapshots_count(snapshots); i++) {
        const riwalk_graph *graph = riwalk_snapshots_graphs(snapshots)[i];

        assert_false(riwalk_graph_is_weighted(graph));
        used += (size_t)snprintf(found + used, room - used, "%s: %d %s, ",
                                 riwalk_snapshots_name(snapshots, i),
                                 (int)riwalk_graph_edge_count(graph),
                                 riwalk_graph_is_directed(graph) ? "arcs" : "edges");
    }
    return status;
}

/* Lines in any order; a window without edges is left out; directions are those of the file, or as
 * asked; bad times name their line. */
TEST(files_mean_what_they_say)
{
    check_listed("times", read_listed);
}
