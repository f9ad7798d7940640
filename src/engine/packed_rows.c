/* SPDX-License-Identifier: MIT */
/* Rows in few bytes, one after the other. A row is its number of entries, then for each entry:
 *
 *   a byte: the step from the previous role, 1 to 15, and four bits of visits, 1 to 14
 *   if the step is 0: the step as a number
 *   if the visits are 0: one more byte, for 15 to 270; if 15: a float
 *
 * Numbers have seven bits per byte, lowest first; the eighth bit means that more follow. */
#include "base/memory.h"
#include "engine/profiles.h"

#include <string.h>

#define MOST_STEP 15
#define MOST_VISITS 14
#define BYTE_VISITS 15 /* the least that use a byte */
#define OTHER_VISITS 15
#define MOST_NUMBER_BYTES 5
#define MOST_ENTRY_BYTES (1 + MOST_NUMBER_BYTES + sizeof(float))

static uint8_t *put_number(uint8_t *to, uint32_t number)
{
    for (; number > 127; number >>= 7)
        *to++ = (uint8_t)(number | 128);
    *to++ = (uint8_t)number;
    return to;
}

static inline const uint8_t *get_number(const uint8_t *from, uint32_t *number)
{
    uint32_t bits = *from & 127, shift = 0;

    while (*from++ & 128)
        bits |= (uint32_t)(*from & 127) << (shift += 7);
    *number = bits;
    return from;
}

static uint8_t *put_entry(uint8_t *to, uint32_t step, float visits)
{
    uint32_t whole = visits >= 1 && visits < BYTE_VISITS + 256 ? (uint32_t)visits : 0;
    uint8_t *first = to++;

    if ((float)whole != visits)
        whole = 0;
    *first = (uint8_t)(step <= MOST_STEP ? step << 4 : 0);
    if (step > MOST_STEP)
        to = put_number(to, step);
    if (!whole) {
        *first |= OTHER_VISITS;
        memcpy(to, &visits, sizeof visits);
        return to + sizeof visits;
    }
    if (whole <= MOST_VISITS)
        *first |= (uint8_t)whole;
    else
        *to++ = (uint8_t)(whole - BYTE_VISITS);
    return to;
}

static inline const uint8_t *get_entry(const uint8_t *from, uint32_t *step, float *visits)
{
    uint8_t first = *from++;

    *step = first >> 4;
    if (!*step)
        from = get_number(from, step);
    first &= 15;
    *visits = (float)first;
    if (!first)
        *visits = (float)(BYTE_VISITS + *from++);
    if (first == OTHER_VISITS) {
        memcpy(visits, from, sizeof *visits);
        from += sizeof *visits;
    }
    return from;
}

static uint8_t *put_row(uint8_t *to, const rw_profile_entry *entries, uint32_t count)
{
    uint32_t before = UINT32_MAX; /* so the first step is role + 1 */

    to = put_number(to, count);
    for (uint32_t i = 0; i < count; i++) {
        to = put_entry(to, entries[i].role - before, entries[i].visits);
        before = entries[i].role;
    }
    return to;
}

riwalk_status rw_profiles_pack(rw_profiles *p, size_t number, const rw_rows *rows,
                               const uint32_t *places, riwalk_error *error)
{
    rw_profile_block *block = &p->blocks[number];
    size_t most =
        (size_t)rows->count * MOST_NUMBER_BYTES + rows->starts[rows->count] * MOST_ENTRY_BYTES;
    size_t head = (size_t)rows->count + 1 + rows->role_count;
    RW_POOL(pool);
    uint32_t *made = rw_take(&pool, head * sizeof *made + most, 1, error), *fitting;
    uint8_t *bytes, *end;

    RW_HAVE(made);
    memcpy(made + rows->count + 1, places, rows->role_count * sizeof *places);
    bytes = end = (uint8_t *)(made + head);
    for (uint32_t a = 0; a < rows->count; a++) {
        made[a] = (uint32_t)(end - bytes);
        end = put_row(end, rows->entries + rows->starts[a], rows->starts[a + 1] - rows->starts[a]);
    }
    made[rows->count] = (uint32_t)(end - bytes);
    most = (size_t)(end - (uint8_t *)made);
    RW_HAVE(fitting = rw_alloc(most, 1, error));
    memcpy(fitting, made, most);
    *block = (rw_profile_block){
        .starts = fitting, .roles = fitting + rows->count + 1, .role_count = rows->role_count};
    return RIWALK_STATUS_OK;
}

/* The first byte of a row. */
static const uint8_t *find_row(const rw_profile_block *block, uint32_t anchor)
{
    return (const uint8_t *)(block->roles + block->role_count) + block->starts[anchor];
}

uint32_t rw_packed_count(const rw_profile_block *block, uint32_t anchor, uint32_t *first)
{
    const uint8_t *from;
    uint32_t count, step = 1;
    float visits;

    from = get_number(find_row(block, anchor), &count);
    if (count)
        get_entry(from, &step, &visits);
    *first = count ? block->roles[step - 1] : 0;
    return count;
}

uint32_t rw_packed_read(const rw_profile_block *block, uint32_t anchor, rw_profile_entry *entries)
{
    const uint8_t *from;
    uint32_t count, at = UINT32_MAX;

    from = get_number(find_row(block, anchor), &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t step;

        from = get_entry(from, &step, &entries[i].visits);
        at += step;
        entries[i].role = block->roles[at];
    }
    return count;
}
