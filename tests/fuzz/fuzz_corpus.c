/* SPDX-License-Identifier: MIT */
/* Corpora of tokens. The first byte is the least count; what is kept must be counted right. */
#include "base/input.h"
#include "fuzz.h"
#include "train/corpus.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    rw_text_corpus *corpus = NULL;
    riwalk_error error = {0};
    riwalk_run one = {.threads = 1};
    riwalk_status status;
    rw_input input;

    if (rw_input_memory(data, size, "fuzz", &input, NULL))
        return;
    status = rw_text_corpus_read(&input, choice % 8, &one, &corpus, &error);
    fuzz_check(status, corpus, &error);
    rw_input_close(&input);
    if (corpus)
        for (uint32_t t = 0; t < corpus->kept.corpus.token_count; t++)
            REQUIRE(corpus->starts[t] < corpus->starts[t + 1]);
    rw_text_corpus_free(corpus);
}

const fuzz_target fuzz_this = {.run = run, .choice = true};
