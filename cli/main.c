/* SPDX-License-Identifier: MIT */
/* riwalk: its commands. */
#include "command.h"
#include "common.h"
#include "help.h"
#include "program.h"

extern const cli_command cli_embed_command, cli_transform_command, cli_nearest_command,
    cli_classify_command, cli_transfer_command, cli_holes_command, cli_cluster_command,
    cli_describe_command, cli_plot_command, cli_report_command, cli_info_command,
    cli_convert_command, cli_generate_command, cli_roles_command, cli_explain_command,
    cli_walks_command, cli_train_command, cli_profiles_command, cli_fit_command, cli_concat_command,
    cli_align_command, cli_track_command, cli_completion_command;

/* A command a line: branches that add one then merge. */
/* clang-format off */
const cli_command *const cli_commands[] = {
    &cli_embed_command,
    &cli_transform_command,
    &cli_nearest_command,
    &cli_classify_command,
    &cli_transfer_command,
    &cli_holes_command,
    &cli_cluster_command,
    &cli_describe_command,
    &cli_plot_command,
    &cli_report_command,
    &cli_align_command,
    &cli_track_command,
    &cli_info_command,
    &cli_convert_command,
    &cli_generate_command,
    &cli_roles_command,
    &cli_explain_command,
    &cli_walks_command,
    &cli_train_command,
    &cli_profiles_command,
    &cli_fit_command,
    &cli_concat_command,
    &cli_help_command,
    &cli_completion_command,
    &cli_man_command,
    NULL,
};
/* clang-format on */

const cli_command cli_program = {
    .name = "riwalk",
    .summary = "Structural node embeddings: nodes with similar roles get similar vectors.",
    .groups = {&cli_general_group},
    .examples = "riwalk generate karate-mirrored -o club.txt\n"
                "riwalk embed club.txt -o vectors.txt\n"
                "riwalk nearest vectors.txt 34\n"
                "riwalk help embed\n",
};

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
