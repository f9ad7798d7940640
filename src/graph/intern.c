/* SPDX-License-Identifier: MIT */
/* A hash table of names: open addressing, exact comparison, 32 bytes per slot. */
#include "graph/intern.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/rng.h"

#include <string.h>

#define FIRST_SLOTS ((size_t)1 << 10)
#define COPY_BYTES ((size_t)1 << 20) /* bytes of a block of copied names */

void rw_intern_free(rw_intern *intern)
{
    rw_free(intern->slots);
    rw_pool_free(&intern->blocks);
    *intern = (rw_intern){0};
}

static uint64_t hash_tail(const char *text, size_t length, uint64_t hash)
{
    for (; length; text += 8) {
        size_t part = length < 8 ? length : 8;
        uint64_t word = 0;

        memcpy(&word, text, part);
        hash = rw_rng_mix(hash ^ word);
        length -= part;
    }
    return hash;
}

static uint64_t hash_name(const rw_name *name)
{
    uint64_t hash = (name->head[0] ^ name->length) * RW_RNG_GAMMA;

    hash = rw_rng_mix((hash ^ hash >> 32) + name->head[1]);
    return name->length > 16 ? hash_tail(name->text + 16, name->length - 16, hash) : hash;
}

rw_name rw_intern_key(const char *text, size_t length, size_t readable, uint64_t *hash)
{
    rw_name key = {.text = text};

    key.length = (uint32_t)(length <= RIWALK_MAX_NAME ? length : RIWALK_MAX_NAME + 1);
    if (readable >= 16 && length < 16) {
        unsigned in_last = (unsigned)(length % 8) * 8;

        memcpy(key.head, text, 16);
        key.head[length / 8] &= (UINT64_C(1) << in_last) - 1;
        if (length < 8)
            key.head[1] = 0;
    } else {
        memcpy(key.head, text, length < 16 ? length : 16);
    }
    *hash = hash_name(&key);
    return key;
}

static bool same(const rw_name *a, const rw_name *b)
{
    return a->head[0] == b->head[0] && a->head[1] == b->head[1] && a->length == b->length &&
           (a->length <= 16 || !memcmp(a->text + 16, b->text + 16, a->length - 16));
}

static riwalk_status enlarge(rw_intern *intern, riwalk_error *error)
{
    size_t slot_count = intern->slot_count ? intern->slot_count * 2 : FIRST_SLOTS;
    rw_name *slots;

    RW_HAVE(slots = rw_alloc_zeroed(slot_count, sizeof *slots, error));
    for (const rw_name *name = NULL; (name = rw_intern_next(intern, name));) {
        size_t at = hash_name(name) & (slot_count - 1);

        while (slots[at].length)
            at = (at + 1) & (slot_count - 1);
        slots[at] = *name;
    }
    rw_free(intern->slots);
    intern->slots = slots;
    intern->slot_count = slot_count;
    intern->most = slot_count / 8 * 5;
    return RIWALK_STATUS_OK;
}

static const char *copy_text(rw_intern *intern, const rw_name *key, riwalk_error *error)
{
    char *copy;

    if (intern->left < key->length) {
        intern->left = key->length > COPY_BYTES ? key->length : COPY_BYTES;
        intern->room = rw_take(&intern->blocks, intern->left, 1, error);
    }
    if (!(copy = intern->room))
        return NULL;
    intern->room += key->length;
    intern->left -= key->length;
    return memcpy(copy, key->text, key->length);
}

riwalk_status rw_intern_add(rw_intern *intern, const rw_name *key, uint64_t hash, uint32_t *id,
                            riwalk_error *error)
{
    const char *text = key->text;
    size_t at;

    if (intern->count >= intern->most)
        RW_MUST(enlarge(intern, error));
    if (key->length > RIWALK_MAX_NAME)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "a name that begins with '%.40s' is too long: at most 16 MiB are supported",
                       key->text);
    at = hash & (intern->slot_count - 1);
    for (; intern->slots[at].length; at = (at + 1) & (intern->slot_count - 1))
        if (same(&intern->slots[at], key)) {
            *id = intern->slots[at].id;
            return RIWALK_STATUS_OK;
        }
    RW_MUST(rw_check_node_count(intern->count + UINT64_C(1), error));
    if (intern->copies && !(text = copy_text(intern, key, error)))
        return RIWALK_STATUS_MEMORY;
    intern->slots[at] = *key;
    intern->slots[at].text = text;
    intern->slots[at].id = intern->count;
    *id = intern->count++;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_intern_text(rw_intern *intern, rw_span text, uint32_t *id, riwalk_error *error)
{
    uint64_t hash;
    rw_name key = rw_intern_key(text.text, text.length, text.length, &hash);

    return rw_intern_add(intern, &key, hash, id, error);
}

riwalk_status rw_intern_nodes(rw_intern *intern, const riwalk_graph *graph, riwalk_error *error)
{
    char digits[RW_INTEGER_CHARS];
    uint32_t id;

    for (uint32_t u = 0; u < graph->node_count; u++)
        RW_MUST(rw_intern_text(intern, rw_graph_name(graph, u, digits), &id, error));
    return RIWALK_STATUS_OK;
}

bool rw_intern_all_integers(const rw_intern *intern)
{
    int64_t value;

    for (const rw_name *name = NULL; (name = rw_intern_next(intern, name));)
        if (!rw_parse_integer(rw_name_text(name), &value))
            return false;
    return true;
}
