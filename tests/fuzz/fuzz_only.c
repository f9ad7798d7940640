/* SPDX-License-Identifier: MIT */
/* Lists of nodes of transform --only. */
#include "command.h"
#include "fuzz.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    fuzz_file("only.txt", data, size);
    fuzz_run("transform m.rwm club.txt -o out.txt --only @only.txt");
}

const fuzz_target fuzz_this = {.run = run, .packed = true, .prepare = fuzz_prepare_commands};
