/* SPDX-License-Identifier: MIT
 * Implements a bump allocator for a data set's many small texts. */
#define _GNU_SOURCE /* needed for vasprintf() */
#include "datasets/data_store.h"

#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 18, ALIGN = 16, FIRST_RECORDS = 64 };

struct data_store {
    void **owned; /* memory blocks, including adopted memory */
    size_t count, room;
    char *free; /* start of the unused part of the current block */
    size_t left;
    int records_room[SPLITS];
    bool missing;
};

struct data_store *data_store_new(void) { return xalloc(sizeof(struct data_store)); }

void data_store_free(struct data_store *store)
{
    if (!store) return;
    for (size_t i = 0; i < store->count; i++) free(store->owned[i]);
    free(store->owned);
    free(store);
}

void *data_adopt(struct data_store *store, void *memory)
{
    if (store->count == store->room) {
        store->room = store->room ? 2 * store->room : 16;
        store->owned = xgrow(store->owned, store->room, sizeof *store->owned);
    }
    return store->owned[store->count++] = memory;
}

void *data_alloc(struct data_store *store, size_t count, size_t size)
{
    if (size && count > BLOCK / 4 / size) return data_adopt(store, xarray(count, size));
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (bytes > store->left || !store->free) {
        store->free = data_adopt(store, xalloc(BLOCK));
        store->left = BLOCK;
    }
    void *result = store->free;
    store->free += bytes;
    store->left -= bytes;
    return result;
}

struct string data_copy(struct data_store *store, struct string text)
{
    char *copy = data_alloc(store, text.size, 1);
    if (text.size) memcpy(copy, text.at, text.size);
    return (struct string){copy, text.size};
}

__attribute__((format(printf, 1, 0))) static char *formatted(const char *format, va_list list)
{
    char *text = NULL;
    if (vasprintf(&text, format, list) < 0)
        die("invalid format string or out of memory: %s", format);
    return text;
}

const char *data_format(struct data_store *store, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = formatted(format, list);
    va_end(list);
    return data_adopt(store, text);
}

void data_mark_missing(struct data_store *store) { store->missing = true; }
bool data_is_missing(const struct data_store *store) { return store->missing; }

struct record *data_add(struct dataset *data, enum split split)
{
    int *count = &data->count[split], *room = &data->store->records_room[split];
    if (*count == *room) {
        require(*room <= INT_MAX / 2);
        *room = *room ? 2 * *room : FIRST_RECORDS;
        data->records[split] = xgrow(data->records[split], (size_t)*room, sizeof(struct record));
    }
    struct record *record = &data->records[split][(*count)++];
    *record = (struct record){.label = -1};
    return record;
}

void data_note(struct dataset *data, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *note = formatted(format, list);
    va_end(list);
    char *before = data->notes;
    if (before && strstr(before, note)) {
        free(note);
        return;
    }
    data->notes = before && *before ? xformat("%s %s", before, note) : xstrdup(note);
    free(before);
    free(note);
}

bool data_fail(char **error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *error = formatted(format, list);
    va_end(list);
    return false;
}
