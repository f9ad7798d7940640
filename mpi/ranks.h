/* SPDX-License-Identifier: MIT */
/* The ranks of an MPI program as a group of libriwalk. */
#ifndef MPI_RANKS_H
#define MPI_RANKS_H

#include "riwalk_parallel.h"

/* Starts MPI. Returns the group, or NULL if this MPI does not support several threads. */
riwalk_comm *ranks_begin(int *argc, char ***argv);

/* Ends MPI in all ranks, or the whole job if a rank has left others waiting. */
void ranks_end(int status);

/* The bytes that ranks have summed, broadcast and passed to the next so far, and the tasks that
 * were asked for. */
typedef struct ranks_traffic {
    uint64_t summed, copied, passed, asked;
} ranks_traffic;

ranks_traffic ranks_moved(void);

#endif
