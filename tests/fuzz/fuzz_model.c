/* SPDX-License-Identifier: MIT */
/* Models. Checksum, magic, version and size are made right first, when the first byte says so,
 * since no fuzzer finds them. A model that is read must embed a graph. */
#include "fuzz.h"
#include "tests/reference/sign.h"

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
    .run = read_model, .choice = true, .sign = sign_model, .least = SIGNED_PAYLOAD};
