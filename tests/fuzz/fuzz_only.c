/* SPDX-License-Identifier: MIT */
/* Lists of nodes of transform --only. */
#include "command.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_prepare_commands();
    fuzz_file("only.txt", data, size);
    fuzz_run("transform m.rwm club.txt -o out.txt --only @only.txt");
    return 0;
}
