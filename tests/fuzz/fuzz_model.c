/* SPDX-License-Identifier: MIT */
/* Models. Checksum, magic, version and size are made right first, when the first byte says so,
 * since no fuzzer finds them. A model that is read must embed a graph. */
#include "base/checksum.h"
#include "fuzz.h"

#include <string.h>

enum {
    SIZE_AT = 16,
    CHECKSUM_AT = 184,
    PAYLOAD_AT = 192,
};

static void sign(uint8_t *file, uint64_t size)
{
    uint64_t sum;

    memcpy(file, "\x93RWM\r\n\x1a\n\2\0\0\0", 12);
    memcpy(file + SIZE_AT, &size, sizeof size);
    sum = rw_checksum(file + PAYLOAD_AT, size - PAYLOAD_AT, rw_checksum(file, CHECKSUM_AT, 2));
    memcpy(file + CHECKSUM_AT, &sum, sizeof sum);
}

static void read_model(const uint8_t *file, size_t size, uint8_t choice)
{
    riwalk_model *model = NULL;
    riwalk_error error = {0};
    riwalk_status status =
        riwalk_model_read_from(riwalk_from_memory(file, size, "fuzz"), &model, &error);

    fuzz_check(status, model, &error);
    if (model)
        fuzz_embed(model);
    riwalk_model_free(model);
}

const fuzz_target fuzz_this = {
    .run = read_model, .choice = true, .sign = sign, .least = PAYLOAD_AT};
