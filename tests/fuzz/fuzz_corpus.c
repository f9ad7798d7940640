/* SPDX-License-Identifier: MIT */
/* Corpora of tokens. The first byte is the least count; what is kept must be counted right. */
#include "base/input.h"
#include "base/memory.h"
#include "fuzz.h"
#include "train/corpus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    long before = rw_memory_blocks();
    rw_text_corpus *corpus = NULL;
    riwalk_error error = {0};
    riwalk_run run = {.threads = 1};
    riwalk_status status;
    rw_input input;

    if (!size || fuzz_is_packed(data + 1, size - 1) ||
        rw_input_memory(data + 1, size - 1, "fuzz", &input, NULL))
        return 0;
    status = rw_text_corpus_read(&input, data[0] % 8, &run, &corpus, &error);
    fuzz_check(status, corpus, &error);
    rw_input_close(&input);
    if (corpus)
        for (uint32_t t = 0; t < corpus->kept.corpus.token_count; t++)
            REQUIRE(corpus->starts[t] < corpus->starts[t + 1]);
    rw_text_corpus_free(corpus);
    REQUIRE(rw_memory_blocks() == before);
    return 0;
}
