/* SPDX-License-Identifier: MIT */
/* Parts of profiles. Magic, version, size and checksum are made right first, when the first byte
 * says so, since no fuzzer finds them. A part that is read must be written as it was, and one that
 * has all nodes must make a model that embeds a graph. */
#include "fuzz.h"
#include "methods/parts/part.h"
#include "tests/reference/sign.h"

enum {
    LEAST = sizeof(rw_part_header) + sizeof(uint64_t),
    MANY_DIMENSIONS = 64, /* more would only take time */
};

/* A model of the part is one that its own reader takes. */
static void fit(riwalk_part *part)
{
    riwalk_model *model = NULL, *again = NULL;
    riwalk_fit_options options;
    riwalk_error error = {0};
    riwalk_status status;
    void *data = NULL;
    size_t size;

    if (riwalk_part_options(part)->dimensions > MANY_DIMENSIONS)
        return;
    riwalk_fit_options_init(&options);
    options.run.threads = 1;
    status = riwalk_parts_fit(&part, 1, &options, &model, NULL, &error);
    fuzz_check(status, model, &error);
    if (!model)
        return;
    status = riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &error);
    if (!status)
        status = riwalk_model_read_from(riwalk_from_memory(data, size, "model"), &again, &error);
    REQUIRE(!status || status == RIWALK_STATUS_MEMORY);
    if (again)
        fuzz_embed(again);
    riwalk_bytes_free(data);
    riwalk_model_free(again);
    riwalk_model_free(model);
}

static void read_part(const uint8_t *file, size_t size, uint8_t choice)
{
    riwalk_part *part = NULL;
    riwalk_error error = {0};
    riwalk_status status =
        riwalk_part_read_from(riwalk_from_memory(file, size, "fuzz"), &part, &error);

    fuzz_check(status, part, &error);
    if (part) {
        size_t written_size = 0;
        void *written = NULL;

        status = riwalk_part_write_to(part, riwalk_to_memory(&written, &written_size), NULL);
        REQUIRE(status == RIWALK_STATUS_MEMORY ||
                (written_size == size && !memcmp(written, file, size)));
        riwalk_bytes_free(written);
        fit(part);
    }
    riwalk_part_free(part);
}

const fuzz_target fuzz_this = {.run = read_part, .choice = true, .sign = sign_part, .least = LEAST};
