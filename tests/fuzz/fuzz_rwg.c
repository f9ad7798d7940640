/* SPDX-License-Identifier: MIT */
/* .rwg files. Checksums, magic and version are made right first, when the first byte says so, since
 * no fuzzer finds them: what is then wrong must be found by the checks of structure. From
 * memory, and mapped. */
#include "fuzz.h"

#include "base/checksum.h"

#include <string.h>

enum {
    SECTIONS_AT = 48,
    SECTIONS = 7, /* of version 2; the last two are empty in version 1 */
    VERSION_AT = 8,
    CHECKSUM_AT = 184,
    PAYLOAD_AT = 192,
    BLOCK_BYTES = 1 << 20,
};

/* The checksum of one section: of the checksums of its blocks (there is one at most here). */
static uint64_t section_checksum(const uint8_t *data, uint64_t size)
{
    uint64_t block = rw_checksum(data, size, 0);

    return rw_checksum(&block, size ? sizeof block : 0, size);
}

static void sign(uint8_t *file, uint64_t size)
{
    uint64_t at = PAYLOAD_AT, sum;
    uint32_t version = file[VERSION_AT] == 1 ? 1 : 2;

    memcpy(file, "\x93RWG\r\n\x1a\n", VERSION_AT);
    memcpy(file + VERSION_AT, &version, sizeof version);
    memcpy(file + 40, &size, sizeof size);
    for (int i = 0; i < SECTIONS; i++) {
        uint64_t bytes;

        memcpy(&bytes, file + SECTIONS_AT + 16 * i, sizeof bytes);
        if (bytes > BLOCK_BYTES || at + bytes > size)
            break;
        sum = section_checksum(file + at, bytes);
        memcpy(file + SECTIONS_AT + 16 * i + 8, &sum, sizeof sum);
        at += (bytes + 63) / 64 * 64;
    }
    sum = rw_checksum(file, CHECKSUM_AT, version);
    memcpy(file + CHECKSUM_AT, &sum, sizeof sum);
}

static void read_graph(const uint8_t *file, size_t size, uint8_t choice)
{
    riwalk_read_options options = fuzz_options(choice, RIWALK_FORMAT_RWG);

    options.map = choice & 8;
    fuzz_read_source(options.map ? riwalk_from_file(fuzz_file("g.rwg", file, size))
                                 : riwalk_from_memory(file, size, "fuzz"),
                     &options);
}

const fuzz_target fuzz_this = {
    .run = read_graph, .choice = true, .sign = sign, .least = PAYLOAD_AT};
