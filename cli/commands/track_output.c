/* SPDX-License-Identifier: MIT */
/* How riwalk track prints what it found. */
#include "track.h"

#include <math.h>

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

static void print_roles(const cli_tracked *t)
{
    printf("%u nodes in %u snapshots, %u role%s\n\nrole\tname\trule\trecall\tprecision\n",
           count_nodes(t), riwalk_tracking_steps(t->tracking), riwalk_tracking_roles(t->tracking),
           CLI_S(riwalk_tracking_roles(t->tracking)));
    for (uint32_t role = 0; role < riwalk_tracking_roles(t->tracking); role++) {
        const riwalk_rule *rule = &riwalk_tracking_role(t->tracking, role)->rule;

        printf("%u\t%s\t%s\t%.2f\t%.2f\n", role + 1, role_name(t, role), rule->text, rule->recall,
               rule->precision);
    }
}

static void print_head(const char *what, const cli_tracked *t)
{
    printf("%s", what);
    for (uint32_t role = 0; role < riwalk_tracking_roles(t->tracking); role++)
        printf("\t%u", role + 1);
    putchar('\n');
}

static void print_sizes(const cli_tracked *t)
{
    print_head("\nnodes of each role\nsnapshot", t);
    for (uint32_t step = 0; step < riwalk_tracking_steps(t->tracking); step++) {
        printf("%s", cli_shown(t->names[step]));
        for (uint32_t role = 0; role < riwalk_tracking_roles(t->tracking); role++)
            printf("\t%u", riwalk_tracking_role_size(t->tracking, step, role));
        putchar('\n');
    }
}

static void print_moves(const cli_tracked *t)
{
    uint32_t roles = riwalk_tracking_roles(t->tracking);

    print_head("\nmoves in all steps, from the role of a line\nrole", t);
    for (uint32_t from = 0; from < roles; from++) {
        printf("%u", from + 1);
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
    char reason[RIWALK_REASON_CHARS];
    riwalk_changed_node *found;
    size_t count;

    CLI_MUST(cli_try(riwalk_tracking_changed(t->tracking, 0, &found, &count, &cli_error)));
    CLI_MUST(cli_keep_bytes(found));
    print_roles(t);
    print_sizes(t);
    print_moves(t);
    puts(count ? "\nnodes that changed most, compared with similar nodes\n"
                 "node\tsnapshot\tp\troles\treason"
               : "\nno node has 20 similar ones to compare its change with");
    for (size_t i = 0; i < count && i < t->top; i++) {
        const riwalk_changed_node *c = &found[i];

        riwalk_tracking_reason(t->tracking, c->step, c->node, reason, sizeof reason);
        printf("%s\t", cli_shown(node_name(t, c->node)));
        printf("%s\t%.3f\t%u to %u\t%s\n", cli_shown(t->names[c->step]), (double)c->state->p,
               riwalk_tracking_states(t->tracking, c->step - 1)[c->node].role + 1,
               c->state->role + 1, reason);
    }
    return CLI_EXIT_FINE;
}

/* ---- JSON ---- */

static void put_steps(rw_json_writer *to, const cli_tracked *t)
{
    uint32_t roles = riwalk_tracking_roles(t->tracking);

    rw_json_open(to, "roles", '[');
    for (uint32_t role = 0; role < roles; role++) {
        const riwalk_rule *rule = &riwalk_tracking_role(t->tracking, role)->rule;

        cli_put(to, "{ name %s rule %s precision %g recall %g }", role_name(t, role), rule->text,
                rule->precision, rule->recall);
    }
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

int cli_track_json(const cli_tracked *t, const char *path)
{
    char reason[RIWALK_REASON_CHARS];
    rw_json_writer *to = cli_json_begin(6, '{');

    cli_put(to, "seed %" PRIu64, t->seed);
    put_steps(to, t);
    rw_json_open(to, "nodes", '[');
    for (uint32_t node = 0; node < count_nodes(t); node++) {
        cli_put(to, "{ node %s states [", node_name(t, node));
        for (uint32_t step = 0; step < riwalk_tracking_steps(t->tracking); step++) {
            const riwalk_node_state *s = &riwalk_tracking_states(t->tracking, step)[node];

            if (s->role == RIWALK_NO_CLASS)
                continue;
            riwalk_tracking_reason(t->tracking, step, node, reason, sizeof reason);
            cli_put(to,
                    "{ step %u role %s degree %u moved %g turnover %g change %g p %g reason %s }",
                    step + 1, role_name(t, s->role), s->degree, (double)s->moved,
                    (double)s->turnover, (double)s->change, (double)s->p, *reason ? reason : NULL);
        }
        cli_put(to, "] }");
    }
    rw_json_close(to, ']');
    return cli_json_write(path);
}
