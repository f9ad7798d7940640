/* SPDX-License-Identifier: MIT */
/* riwalk: the list of its commands. */
#include "program.h"

/* In the order of the help. One command per line, so that branches which add commands merge. */
/* clang-format off */
#define COMMANDS(each) \
    each(embed) \
    each(transform) \
    each(nearest) \
    each(classify) \
    each(transfer) \
    each(holes) \
    each(cluster) \
    each(describe) \
    each(plot) \
    each(report) \
    each(align) \
    each(track) \
    each(info) \
    each(convert) \
    each(generate) \
    each(roles) \
    each(explain) \
    each(walks) \
    each(train) \
    each(profiles) \
    each(fit) \
    each(concat) \
    each(help) \
    each(completion) \
    each(man)
/* clang-format on */

#define DECLARE(name) extern const cli_command cli_##name##_command;
#define LIST(name) &cli_##name##_command,

COMMANDS(DECLARE)

const cli_command *const cli_commands[] = {COMMANDS(LIST) NULL};

const cli_command cli_program = {
    .name = "riwalk",
    .summary = "Structural node embeddings: nodes with similar roles get similar vectors.",
    .groups = {&cli_general_group},
    .examples = "riwalk generate karate-mirrored -o club.txt\n"
                "riwalk describe club.txt\n"
                "riwalk embed club.txt -o vectors.txt\n"
                "riwalk nearest vectors.txt 34\n"
                "riwalk help embed\n",
};

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
