/* SPDX-License-Identifier: MIT */
/* Sums visits by role, row by row in any order, and makes the rows of a batch. One per worker. */
#ifndef RW_ENGINE_CPU_TALLY_H
#define RW_ENGINE_CPU_TALLY_H

#include "engine/engine.h"
#include "roles/table.h"

/* A role of a row. */
typedef struct rw_tally_entry {
    uint32_t row;
    uint32_t role; /* its number; after sorting, its rank in the batch */
    float visits;
} rw_tally_entry;

typedef struct rw_tally_role {
    double visits; /* in the current row */
    uint32_t last; /* 1 + how many rows had ended when visits were last added */
    uint32_t rank; /* its rank among the batch's sorted roles */
} rw_tally_role;

typedef struct rw_tally {
    rw_role_table table;      /* roles of the batch */
    rw_tally_role *by_number; /* [role_room] */
    uint32_t *met;            /* [role_room]: numbers of the current row's roles */
    uint32_t met_count;
    uint64_t *roles; /* [2 * role_room]: ascending, then scratch */
    size_t role_room;
    uint32_t count; /* rows */
    uint32_t ended;
    rw_tally_entry *found;     /* [2 * entry_room]: as met, then sorted */
    rw_profile_entry *entries; /* [entry_room] */
    size_t entry_count, entry_room;
    uint32_t *starts; /* [start_room]: sizes of rows, each behind its start's place; then starts */
    size_t start_room;
} rw_tally;

void rw_tally_free(rw_tally *tally);
uint64_t rw_tally_bytes(const rw_tally *tally);

/* Begins a batch of some rows. */
riwalk_status rw_tally_begin(rw_tally *tally, uint32_t rows, riwalk_error *error);

/* Makes room for one more role. */
riwalk_status rw_tally_grow(rw_tally *tally, riwalk_error *error);

/* Adds visits of a role in the current row. */
static inline riwalk_status rw_tally_add(rw_tally *tally, uint64_t role, double visits,
                                         riwalk_error *error)
{
    rw_tally_role *at;
    uint32_t number;

    if (tally->table.count == tally->role_room)
        RW_MUST(rw_tally_grow(tally, error));
    RW_MUST(rw_role_table_number(&tally->table, role, &number, error));
    at = &tally->by_number[number];
    if (at->last != tally->ended + 1) {
        *at = (rw_tally_role){.last = tally->ended + 1};
        tally->met[tally->met_count++] = number;
    }
    at->visits += visits;
    return RIWALK_STATUS_OK;
}

/* Ends the current row, number `row` of the batch. */
riwalk_status rw_tally_end_row(rw_tally *tally, uint32_t row, riwalk_error *error);

/* The rows of the batch, all of which have ended; they live until the next batch begins. */
void rw_tally_rows(rw_tally *tally, rw_rows *rows);

#endif
