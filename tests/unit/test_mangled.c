/* SPDX-License-Identifier: MIT */
/* Files of graphs: every file of tests/mangled is refused, those of tests/graphs mean what they
 * say. Options are letters, which expected.txt explains; what was dropped stands behind the graph.
 */
#include "graph/graph.h"
#include "unit/test.h"

/* Whether a letter is among the options. */
static bool has(const char *options, char letter)
{
    const char *found = strpbrk(options, (char[]){letter, ':', 0});

    return found && *found == letter;
}

/* What is read at all is also read with failing allocations. */
static riwalk_status read_listed(const char *file, const char *letters, char *found, size_t room,
                                 riwalk_error *error)
{
    const char *types = strchr(letters, ':');
    riwalk_read_options options =
        WITH(riwalk_read_options, it.weighted = has(letters, 'w'), it.directed = has(letters, 'd'),
             it.undirected = has(letters, 'u'), it.unweighted = has(letters, 'p'),
             it.header = has(letters, 'h')   ? RIWALK_HEADER_YES
                         : has(letters, 'n') ? RIWALK_HEADER_NO
                                             : RIWALK_HEADER_AUTO,
             it.nodes_path = has(letters, 'l') ? "good.nodes" : NULL,
             it.types_attribute = types ? types + 1 : NULL);
    scoped_graph *g = NULL;
    riwalk_status status = riwalk_graph_read(file, &options, &g, error);

    if (!g)
        return status;
    snprintf(found, room, "%s", text_of(g));
    if (g->self_loops_dropped || g->duplicates_dropped || g->columns_ignored)
        snprintf(found + strlen(found), room - strlen(found),
                 "; dropped: %d loops, %d repeated, %d columns", (int)g->self_loops_dropped,
                 (int)g->duplicates_dropped, (int)g->columns_ignored);
    options.run.threads = 1;
    check_made(0, graph, riwalk_graph_read, file, &options);
    return status;
}

TEST(mangled_files_are_refused)
{
    check_listed("mangled", read_listed);
}

TEST(files_mean_what_they_say)
{
    check_listed("graphs", read_listed);
}
