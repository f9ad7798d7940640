/* SPDX-License-Identifier: MIT */
/* Commands that run in several processes at once, as those of riwalk-mpi do. The first of them
 * reads graphs, writes files and speaks; the others are silent. */
#ifndef CLI_PROCESSES_H
#define CLI_PROCESSES_H

#include "riwalk_parallel.h"

/* The processes; NULL: there is this one only. Set before cli_main. */
extern riwalk_comm *cli_processes;

/* Whether this process is the first, or the only one. */
bool cli_is_first(void);

/* What the first has done, or failed to do, for all: its exit status in all. */
int cli_first_status(int status);

/* Whether all have done what each does for itself: FINE, or the exit status of the first; a
 * sentence says where only others failed, who have no voice. */
int cli_common_status(int status);

#endif
