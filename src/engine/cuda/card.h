/* SPDX-License-Identifier: MIT */
/* The card that libriwalk-cuda.so runs on: its memory, and errors of the CUDA runtime. */
#ifndef RW_ENGINE_CUDA_CARD_H
#define RW_ENGINE_CUDA_CARD_H

#include "engine/cuda/device.h"

#include <cuda_runtime.h>
#include <pthread.h>

/* Memory of blocks with large balls. Streams take turns; there are two, so that the last anchors of
 * a batch leave no multiprocessor idle. */
#define RW_CARD_LARGE 2

typedef struct rw_card_large {
    char *memory;
    cudaEvent_t free;
} rw_card_large;

struct rw_device {
    cudaDeviceProp card;
    pthread_mutex_t lock; /* for the following fields */
    void **copies;
    size_t copy_count;
    rw_card_large large[RW_CARD_LARGE];
    uint64_t large_bytes; /* bytes of each */
    unsigned turn;
};

riwalk_status rw_card_open(rw_device **device, riwalk_error *error);
void rw_card_close(rw_device *device);
uint64_t rw_card_free_bytes(rw_device *device);
riwalk_status rw_card_copy(rw_device *device, const void *from, uint64_t bytes, void **there,
                           riwalk_error *error);
riwalk_status rw_card_put(rw_device *device, const void *from, uint64_t bytes, void *there,
                          riwalk_error *error);
riwalk_status rw_card_fetch(rw_device *device, const void *there, uint64_t bytes, void *to,
                            riwalk_error *error);
riwalk_status rw_card_sum(rw_device *device, const rw_device_sums *sums,
                          riwalk_error *error); /* sums.cu */

riwalk_status rw_card_fail(riwalk_error *error, riwalk_status status, const char *what,
                           const char *why);

/* Converts the result of a runtime call. */
riwalk_status rw_card_said(cudaError_t code, const char *what, riwalk_error *error);

/* Allocates memory on the card; `at` is the address of a pointer. */
riwalk_status rw_card_take(void *at, uint64_t bytes, riwalk_error *error);

/* Makes sure that there is memory for large balls. */
riwalk_status rw_card_need_large(rw_device *device, uint64_t bytes, riwalk_error *error);

#endif
