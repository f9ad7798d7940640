/* SPDX-License-Identifier: MIT */
/* Opens a card and manages its memory (card.h). */
#include "engine/cuda/card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

riwalk_status rw_card_fail(riwalk_error *error, riwalk_status status, const char *what,
                           const char *why)
{
    if (error) {
        memset(error, 0, sizeof *error);
        error->code = status;
        snprintf(error->message, sizeof error->message, "%s: %s", what, why);
    }
    return status;
}

riwalk_status rw_card_said(cudaError_t code, const char *what, riwalk_error *error)
{
    if (code == cudaSuccess)
        return RIWALK_STATUS_OK;
    cudaGetLastError(); /* clears the error, which is reported here */
    return rw_card_fail(error,
                        code == cudaErrorMemoryAllocation ? RIWALK_STATUS_MEMORY : RIWALK_STATUS_IO,
                        what, cudaGetErrorString(code));
}

riwalk_status rw_card_take(void *at, uint64_t bytes, riwalk_error *error)
{
    char what[96];

    snprintf(what, sizeof what, "cannot take %.1f MB of the graphics card's memory",
             (double)bytes / 1e6);
    return rw_card_said(cudaMalloc((void **)at, bytes ? bytes : 1), what, error);
}

void rw_card_close(rw_device *d)
{
    if (!d)
        return;
    for (size_t i = 0; i < d->copy_count; i++)
        cudaFree(d->copies[i]);
    free(d->copies);
    for (rw_card_large *l = d->large; l < d->large + RW_CARD_LARGE; l++) {
        cudaFree(l->memory);
        if (l->free)
            cudaEventDestroy(l->free);
    }
    pthread_mutex_destroy(&d->lock);
    free(d);
}

riwalk_status rw_card_open(rw_device **device, riwalk_error *error)
{
    const char *what = "device cuda needs a graphics card";
    rw_device *d;
    int driver = 0, cards = 0;
    cudaError_t code;
    riwalk_status status;

    if (cudaDriverGetVersion(&driver) != cudaSuccess || !driver)
        return rw_card_fail(error, RIWALK_STATUS_IO, what, "no NVIDIA driver is installed");
    if ((code = cudaGetDeviceCount(&cards)) != cudaSuccess || !cards) {
        cudaGetLastError();
        return rw_card_fail(error, RIWALK_STATUS_IO, what,
                            code == cudaErrorNoDevice || code == cudaSuccess
                                ? "the driver finds none"
                                : cudaGetErrorString(code));
    }
    if (!(d = (rw_device *)calloc(1, sizeof *d)))
        return rw_card_fail(error, RIWALK_STATUS_MEMORY, "a graphics card", "out of memory");
    pthread_mutex_init(&d->lock, NULL);
    cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync); /* waiting threads release their cores */
    cudaGetLastError();                                 /* clears an error if that was set before */
    status = rw_card_said(cudaGetDeviceProperties(&d->card, 0), what, error);
    for (rw_card_large *l = d->large; l < d->large + RW_CARD_LARGE && !status; l++)
        status = rw_card_said(cudaEventCreateWithFlags(&l->free, cudaEventDisableTiming), what,
                              error);
    if (status) {
        rw_card_close(d);
        return status;
    }
    *device = d;
    return RIWALK_STATUS_OK;
}

uint64_t rw_card_free_bytes(rw_device *d)
{
    size_t left = 0, all;

    (void)d;
    cudaMemGetInfo(&left, &all);
    return left;
}

riwalk_status rw_card_put(rw_device *, const void *from, uint64_t bytes, void *there,
                          riwalk_error *error)
{
    cudaError_t code = from ? cudaMemcpyAsync(there, from, bytes, cudaMemcpyHostToDevice,
                                              cudaStreamPerThread)
                            : cudaMemsetAsync(there, 0, bytes, cudaStreamPerThread);

    return rw_card_said(code == cudaSuccess ? cudaStreamSynchronize(cudaStreamPerThread) : code,
                        "cannot copy to the graphics card", error);
}

riwalk_status rw_card_fetch(rw_device *, const void *there, uint64_t bytes, void *to,
                            riwalk_error *error)
{
    cudaError_t code =
        cudaMemcpyAsync(to, there, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread);

    return rw_card_said(code == cudaSuccess ? cudaStreamSynchronize(cudaStreamPerThread) : code,
                        "sums on the graphics card", error);
}

riwalk_status rw_card_copy(rw_device *d, const void *from, uint64_t bytes, void **there,
                           riwalk_error *error)
{
    void **more = (void **)realloc(d->copies, (d->copy_count + 1) * sizeof *more);
    riwalk_status status;
    void *made;

    if (!more)
        return rw_card_fail(error, RIWALK_STATUS_MEMORY, "a graphics card", "out of memory");
    d->copies = more;
    if ((status = rw_card_take(&made, bytes, error)))
        return status;
    d->copies[d->copy_count++] = *there = made;
    return rw_card_put(d, from, bytes, made, error);
}

riwalk_status rw_card_need_large(rw_device *d, uint64_t bytes, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    pthread_mutex_lock(&d->lock);
    if (bytes > d->large_bytes) {
        d->large_bytes = 0;
        for (rw_card_large *l = d->large; l < d->large + RW_CARD_LARGE && !status; l++) {
            cudaEventSynchronize(l->free);
            cudaFree(l->memory);
            l->memory = NULL;
            status = rw_card_take(&l->memory, bytes, error);
        }
        if (!status)
            d->large_bytes = bytes;
    }
    pthread_mutex_unlock(&d->lock);
    return status;
}
