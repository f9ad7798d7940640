/* SPDX-License-Identifier: MIT */
/* The functions of a group over MPI. All waiting alternates tests and naps: ranks may share
 * processors, and a rank ended by a signal must not wait for others. Data move in pieces, because
 * MPI counts in int and its scratch memory grows with a piece.
 *
 * A thread of rank 0 hands out numbers of tasks, however long rank 0 computes. A rank asks for its
 * next number while it works on the last, so the thread may sleep. This needs MPI_THREAD_MULTIPLE,
 * and otherwise only MPI 3.0. */
#include "ranks.h"

#include "program.h"

#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#define PIECE_VALUES ((size_t)1 << 20)
#define PIECE_BYTES ((size_t)1 << 24)

/* Naps get longer; the thread of rank 0 takes long ones. */
#define SPINS 200
#define SHORT_NAP 100000 /* nanoseconds */
#define LONG_NAP 1000000

enum {
    TAG_ASK = 1,
    TAG_NUMBER = 2,
    TAG_PASS = 3
};

static struct {
    riwalk_comm group;
    MPI_Comm work;  /* for sums and copies */
    MPI_Comm tasks; /* for numbers of tasks */
    pthread_t server;
    bool serving;
    atomic_bool stop;
    _Atomic uint64_t number;
    MPI_Request asked, answered; /* for the next number, except on rank 0 */
    uint64_t answer;
    bool asking;
    bool broken; /* a wait was given up: other ranks may still wait for this one */
    ranks_traffic traffic;
} ranks;

static riwalk_status fail(int code, riwalk_error *error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    ranks.broken = true;
    MPI_Error_string(code, text, &length);
    if (error) {
        *error = (riwalk_error){.code = RIWALK_STATUS_IO};
        snprintf(error->message, sizeof error->message, "MPI: %.400s", text);
    }
    return RIWALK_STATUS_IO;
}

static void nap(long nanoseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

/* Waits for a nonblocking call that returned `code`. */
static riwalk_status await(int code, MPI_Request *request, riwalk_error *error)
{
    for (long tests = 0;; tests++) {
        int done = 0;

        if (code != MPI_SUCCESS || (code = MPI_Test(request, &done, MPI_STATUS_IGNORE)))
            return fail(code, error);
        if (done)
            return RIWALK_STATUS_OK;
        if (cli_signals_pending()) {
            ranks.broken = true;
            if (error)
                *error = (riwalk_error){.code = RIWALK_STATUS_CANCELLED, .message = "cancelled"};
            return RIWALK_STATUS_CANCELLED;
        }
        if (tests > SPINS)
            nap(tests < 10 * SPINS ? SHORT_NAP : LONG_NAP);
    }
}

/* ---- The functions of the group ---- */

static riwalk_status sum(void *context, uint64_t *values, size_t count, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    ranks.traffic.summed += count * sizeof *values;
    for (size_t at = 0; at < count && !status; at += PIECE_VALUES) {
        size_t piece = count - at < PIECE_VALUES ? count - at : PIECE_VALUES;
        MPI_Request request;

        status = await(MPI_Iallreduce(MPI_IN_PLACE, values + at, (int)piece, MPI_UINT64_T, MPI_SUM,
                                      ranks.work, &request),
                       &request, error);
    }
    return status;
}

static riwalk_status broadcast(void *context, uint32_t from, void *data, size_t size,
                               riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    ranks.traffic.copied += size;
    for (size_t at = 0; at < size && !status; at += PIECE_BYTES) {
        size_t piece = size - at < PIECE_BYTES ? size - at : PIECE_BYTES;
        MPI_Request request;

        status = await(
            MPI_Ibcast((char *)data + at, (int)piece, MPI_BYTE, (int)from, ranks.work, &request),
            &request, error);
    }
    return status;
}

static riwalk_status pass(void *context, uint32_t from, uint32_t to, void *data, size_t size,
                          riwalk_error *error)
{
    bool sends = ranks.group.rank == from;
    riwalk_status status = RIWALK_STATUS_OK;

    ranks.traffic.passed += sends ? size : 0;
    for (size_t at = 0; at < size && !status; at += PIECE_BYTES) {
        int piece = (int)(size - at < PIECE_BYTES ? size - at : PIECE_BYTES);
        char *bytes = (char *)data + at;
        MPI_Request request;

        status = await(
            sends ? MPI_Isend(bytes, piece, MPI_BYTE, (int)to, TAG_PASS, ranks.work, &request)
                  : MPI_Irecv(bytes, piece, MPI_BYTE, (int)from, TAG_PASS, ranks.work, &request),
            &request, error);
    }
    return status;
}

static riwalk_status ask(riwalk_error *error)
{
    static char nothing;
    int code;

    ranks.traffic.asked++;
    if ((code = MPI_Irecv(&ranks.answer, 1, MPI_UINT64_T, 0, TAG_NUMBER, ranks.tasks,
                          &ranks.answered)) ||
        (code = MPI_Isend(&nothing, 1, MPI_BYTE, 0, TAG_ASK, ranks.tasks, &ranks.asked)))
        return fail(code, error);
    ranks.asking = true;
    return RIWALK_STATUS_OK;
}

static riwalk_status await_answer(riwalk_error *error)
{
    riwalk_status status = await(MPI_SUCCESS, &ranks.asked, error);

    if (!status && !(status = await(MPI_SUCCESS, &ranks.answered, error)))
        ranks.asking = false;
    return status;
}

static riwalk_status next(void *context, uint64_t *number, riwalk_error *error)
{
    riwalk_status status;

    if (!ranks.group.rank) {
        ranks.traffic.asked++;
        *number = atomic_fetch_add(&ranks.number, 1);
        return RIWALK_STATUS_OK;
    }
    if ((!ranks.asking && (status = ask(error))) || (status = await_answer(error)))
        return status;
    *number = ranks.answer;
    return ask(error);
}

static void *serve(void *nothing)
{
    while (!atomic_load(&ranks.stop)) {
        MPI_Status from;
        int asked = 0;

        if (MPI_Iprobe(MPI_ANY_SOURCE, TAG_ASK, ranks.tasks, &asked, &from))
            break;
        if (asked) {
            uint64_t number = atomic_fetch_add(&ranks.number, 1);
            char question;

            if (MPI_Recv(&question, 1, MPI_BYTE, from.MPI_SOURCE, TAG_ASK, ranks.tasks,
                         MPI_STATUS_IGNORE) ||
                MPI_Send(&number, 1, MPI_UINT64_T, from.MPI_SOURCE, TAG_NUMBER, ranks.tasks))
                break;
        } else {
            nap(LONG_NAP);
        }
    }
    return nothing;
}

/* ---- Beginning and end ---- */

riwalk_comm *ranks_begin(int *argc, char ***argv)
{
    int given, rank, members;

    if (MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &given) || given < MPI_THREAD_MULTIPLE)
        return NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks.work);
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks.tasks);
    MPI_Comm_set_errhandler(ranks.work, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(ranks.tasks, MPI_ERRORS_RETURN);
    MPI_Comm_rank(ranks.work, &rank);
    MPI_Comm_size(ranks.work, &members);
    ranks.group = (riwalk_comm){
        .size = sizeof ranks.group,
        .rank = (uint32_t)rank,
        .members = (uint32_t)members,
        .sum = sum,
        .broadcast = broadcast,
        .pass = pass,
        .next = next,
    };
    ranks.serving = !rank && members > 1 && !pthread_create(&ranks.server, NULL, serve, NULL);
    return rank || members == 1 || ranks.serving ? &ranks.group : NULL;
}

void ranks_end(int status)
{
    MPI_Request request;

    /* Rank 0 answers until nobody asks. */
    if (ranks.broken || (ranks.asking && await_answer(NULL)) ||
        await(MPI_Ibarrier(ranks.work, &request), &request, NULL))
        MPI_Abort(MPI_COMM_WORLD, status ? status : 1);
    atomic_store(&ranks.stop, true);
    if (ranks.serving)
        pthread_join(ranks.server, NULL);
    MPI_Finalize();
}

ranks_traffic ranks_moved(void)
{
    return ranks.traffic;
}
