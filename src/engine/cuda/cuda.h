/* SPDX-License-Identifier: MIT */
/* The engine on a device. Only files of src/engine and its test include this. */
#ifndef RW_ENGINE_CUDA_CUDA_H
#define RW_ENGINE_CUDA_CUDA_H

#include "engine/cuda/device.h"
#include "engine/kind.h"
#include "engine/matrix.h"

/* Loads libriwalk-cuda.so once, from the folder of this library or program, else by the system's
 * search. IO if that fails. */
riwalk_status rw_cuda_load(const rw_device_kind **device, riwalk_error *error);

/* rw_engine_cuda.open on a given device. */
riwalk_status rw_cuda_open_on(rw_engine *engine, const rw_device_kind *device,
                              const riwalk_run *run, uint64_t anchors, riwalk_error *error);

/* rw_matrix_open on a given device. */
riwalk_status rw_matrix_open_on(const rw_device_kind *kind, const rw_matrix_shape *shape,
                                int threads, rw_matrix **matrix, riwalk_error *error);

/* ---- Internal: the data on the device (upload.c) ---- */

typedef struct rw_cuda {
    const rw_device_kind *kind;
    rw_device *device;
    rw_device_setup setups[RW_ENGINE_SETUPS];
} rw_cuda;

/* Copies the graph and what the setups need, and prepares hubs if they pay. */
riwalk_status rw_cuda_upload(rw_cuda *cuda, const rw_engine *engine, bool hubs,
                             riwalk_error *error);

#endif
