/* SPDX-License-Identifier: MIT */
/* --memory of commands that have no plan to keep to: the system refuses them more. */
#ifndef CLI_MEMORY_LIMIT_H
#define CLI_MEMORY_LIMIT_H

/* Lets this process have as much memory as --memory says beyond what it has now; without it, as
 * much as there is. Returns the exit status. */
int cli_limit_memory(void);

#endif
