/* SPDX-License-Identifier: MIT */
/* Metadata that are read back: by embed --like, and beside vectors. */
#include "command.h"
#include "fuzz.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    fuzz_file("like.json", data, size);
    fuzz_run("embed club.txt -o out.txt --like like.json --show-options");
    fuzz_file("v.txt.json", data, size);
    fuzz_run("nearest v.txt 1");
    fuzz_run("transform m.rwm club.txt --changed changes.txt --vectors v.txt -o out.txt");
}

const fuzz_target fuzz_this = {.run = run, .packed = true, .prepare = fuzz_prepare_commands};
