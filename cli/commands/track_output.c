/* SPDX-License-Identifier: MIT */
/* How riwalk track prints what it found. */
#include "tables.h"
#include "track.h"

#include <math.h>

/* A node at a step where it changed. */
typedef struct changed {
    uint32_t node, step;
    const riwalk_node_state *state;
} changed;

static const char *node_name(const cli_tracked *t, uint32_t node)
{
    return cli_node_name(riwalk_tracking_nodes(t->tracking), node);
}

static uint32_t count_nodes(const cli_tracked *t)
{
    return riwalk_graph_node_count(riwalk_tracking_nodes(t->tracking));
}

static const char *role_name(const cli_tracked *t, uint32_t role)
{
    return role == RIWALK_NO_CLASS ? "" : riwalk_tracking_role_name(t->tracking, role);
}

/* ---- The table ---- */

static void put_number(double value, char end, FILE *to)
{
    if (isnan(value))
        fputc(end, to);
    else
        fprintf(to, "%.6g%c", value, end);
}

int cli_track_table(const void *tracked, FILE *to)
{
    static const char *const heads[] = {"node",   "step",  "snapshot", "role",
                                        "degree", "moved", "turnover", "change"};
    const cli_tracked *t = tracked;
    char delimiter = cli_cell_delimiter(t->out);

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        fprintf(to, "%s%c", heads[i], delimiter);
    fprintf(to, "p\n");
    for (uint32_t node = 0; node < count_nodes(t); node++)
        for (uint32_t step = 0; step < riwalk_tracking_steps(t->tracking); step++) {
            const riwalk_node_state *s = &riwalk_tracking_states(t->tracking, step)[node];

            if (s->role == RIWALK_NO_CLASS)
                continue;
            cli_put_cell(node_name(t, node), delimiter, delimiter, to);
            fprintf(to, "%u%c", step + 1, delimiter);
            cli_put_cell(t->names[step], delimiter, delimiter, to);
            cli_put_cell(role_name(t, s->role), delimiter, delimiter, to);
            fprintf(to, "%u%c", s->degree, delimiter);
            put_number((double)s->moved, delimiter, to);
            put_number((double)s->turnover, delimiter, to);
            put_number((double)s->change, delimiter, to);
            put_number((double)s->p, '\n', to);
        }
    return CLI_EXIT_FINE;
}

/* ---- For people ---- */

static int compare_changed(const void *a, const void *b)
{
    const changed *x = a, *y = b;

    if (x->state->p != y->state->p)
        return x->state->p < y->state->p ? -1 : 1;
    if (x->state->change != y->state->change)
        return x->state->change > y->state->change ? -1 : 1;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* The nodes of least p, of equals those of the largest change. */
static int find_changed(const cli_tracked *t, changed **found, size_t *count)
{
    uint32_t steps = riwalk_tracking_steps(t->tracking), nodes = count_nodes(t);

    *count = 0;
    CLI_ALLOC(*found, (size_t)steps * nodes);
    for (uint32_t step = 1; step < steps; step++)
        for (uint32_t node = 0; node < nodes; node++) {
            const riwalk_node_state *s = &riwalk_tracking_states(t->tracking, step)[node];

            if (!isnan(s->p))
                (*found)[(*count)++] = (changed){node, step, s};
        }
    qsort(*found, *count, sizeof **found, compare_changed);
    return CLI_EXIT_FINE;
}

static void print_sizes(const cli_tracked *t)
{
    uint32_t steps = riwalk_tracking_steps(t->tracking), roles = riwalk_tracking_roles(t->tracking);

    printf("%u nodes in %u snapshots, %u roles\n\nnodes of each role\nsnapshot", count_nodes(t),
           steps, roles);
    for (uint32_t role = 0; role < roles; role++)
        printf("\t%s", role_name(t, role));
    putchar('\n');
    for (uint32_t step = 0; step < steps; step++) {
        printf("%s", cli_shown(t->names[step]));
        for (uint32_t role = 0; role < roles; role++)
            printf("\t%u", riwalk_tracking_role_size(t->tracking, step, role));
        putchar('\n');
    }
}

static void print_moves(const cli_tracked *t)
{
    uint32_t roles = riwalk_tracking_roles(t->tracking);

    printf("\nmoves in all steps, from the role of a line\n");
    for (uint32_t from = 0; from < roles; from++) {
        printf("%s", role_name(t, from));
        for (uint32_t to = 0; to < roles; to++) {
            uint64_t sum = 0;

            for (uint32_t step = 1; step < riwalk_tracking_steps(t->tracking); step++)
                sum += riwalk_tracking_moves(t->tracking, step, from, to);
            printf("\t%" PRIu64, sum);
        }
        putchar('\n');
    }
}

int cli_track_text(const cli_tracked *t)
{
    changed *found;
    size_t count;

    CLI_MUST(find_changed(t, &found, &count));
    print_sizes(t);
    print_moves(t);
    printf("\nnodes that changed most, for nodes like them\n"
           "node\tsnapshot\tp\tmoved\tturnover\trole before\trole\n");
    for (size_t i = 0; i < count && i < t->top; i++) {
        const changed *c = &found[i];
        const riwalk_node_state *before =
            &riwalk_tracking_states(t->tracking, c->step - 1)[c->node];

        printf("%s\t", cli_shown(node_name(t, c->node)));
        printf("%s\t%.3f\t%.3f\t%.2f\t%s\t%s\n", cli_shown(t->names[c->step]), (double)c->state->p,
               (double)c->state->moved, (double)c->state->turnover, role_name(t, before->role),
               role_name(t, c->state->role));
    }
    return CLI_EXIT_FINE;
}

/* ---- JSON ---- */

static void put_steps(rw_json_writer *to, const cli_tracked *t)
{
    uint32_t roles = riwalk_tracking_roles(t->tracking);

    rw_json_open(to, "roles", '[');
    for (uint32_t role = 0; role < roles; role++)
        rw_json_string(to, NULL, role_name(t, role));
    rw_json_close(to, ']');
    rw_json_open(to, "snapshots", '[');
    for (uint32_t step = 0; step < riwalk_tracking_steps(t->tracking); step++) {
        cli_put(to, "{ snapshot %s sizes [", t->names[step]);
        for (uint32_t role = 0; role < roles; role++)
            rw_json_whole(to, NULL, riwalk_tracking_role_size(t->tracking, step, role));
        cli_put(to, "] moves [");
        for (uint32_t from = 0; from < roles && step; from++)
            for (uint32_t into = 0; into < roles; into++) {
                uint32_t count = riwalk_tracking_moves(t->tracking, step, from, into);

                if (count)
                    cli_put(to, "{ from %s to %s count %u }", role_name(t, from),
                            role_name(t, into), count);
            }
        cli_put(to, "] }");
    }
    rw_json_close(to, ']');
}

int cli_track_json(const cli_tracked *t, riwalk_files *files, const char *path)
{
    cli_json json;
    rw_json_writer *to = cli_json_begin(&json, 6, '{');

    cli_json_put_seed(to, "seed", t->seed);
    put_steps(to, t);
    rw_json_open(to, "nodes", '[');
    for (uint32_t node = 0; node < count_nodes(t); node++) {
        cli_put(to, "{ node %s states [", node_name(t, node));
        for (uint32_t step = 0; step < riwalk_tracking_steps(t->tracking); step++) {
            const riwalk_node_state *s = &riwalk_tracking_states(t->tracking, step)[node];

            if (s->role == RIWALK_NO_CLASS)
                continue;
            cli_put(to, "{ step %u role %s degree %u moved %g turnover %g change %g p %g }",
                    step + 1, role_name(t, s->role), s->degree, (double)s->moved,
                    (double)s->turnover, (double)s->change, (double)s->p);
        }
        cli_put(to, "] }");
    }
    rw_json_close(to, ']');
    return path ? cli_json_write(&json, CLI_EXIT_FINE, files, path)
                : cli_json_print(&json, CLI_EXIT_FINE);
}
