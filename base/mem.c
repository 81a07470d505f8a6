/* SPDX-License-Identifier: MIT
 * Allocates memory, ending the program on failure; builds growing strings. */
#define _GNU_SOURCE
#include "base/mem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Noreturn void die_at(const char *file, int line, const char *format, ...)
{
    va_list list;
    fprintf(stderr, "attnlab: %s:%d: ", file, line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(EXIT_BROKEN);
}

void *xgot(void *p, size_t bytes)
{
    if (p) return p;
    fprintf(stderr, "attnlab: out of memory: cannot allocate %zu bytes\n", bytes);
    exit(EXIT_OUT_OF_MEMORY);
}

static size_t product(size_t count, size_t size)
{
    size_t bytes;
    /* on overflow, returns a size that malloc() rejects */
    if (__builtin_mul_overflow(count, size, &bytes)) return SIZE_MAX / 2;
    return bytes;
}

void *xalloc(size_t bytes) { return xgot(calloc(1, bytes ? bytes : 1), bytes); }
void *xarray(size_t count, size_t size) { return xalloc(product(count, size)); }

void *xalloc_large(void **owner, size_t bytes)
{
    enum { LINE = 64, HUGE_PAGE = 2 << 20 };
    size_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
    *owner = xalloc(bytes < SIZE_MAX - unit ? bytes + unit : SIZE_MAX / 2);
    char *at = (char *)(((uintptr_t)*owner + unit - 1) / unit * unit);
    /* requests huge pages; a failure is harmless */
    if (unit == HUGE_PAGE) madvise(at, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    return at;
}

void *xgrow(void *old, size_t count, size_t size)
{
    size_t bytes = product(count, size);
    return xgot(realloc(old, bytes ? bytes : 1), bytes);
}

void *xroom(void *old, size_t count, size_t size)
{
    bool full = (count & (count - 1)) == 0;
    return full ? xgrow(old, count ? 2 * count : 1, size) : old;
}

void texts_free(char **list, int count)
{
    for (int i = 0; list && i < count; i++) free(list[i]);
    free(list);
}

char *xstrdup(const char *text) { return xgot(strdup(text), strlen(text) + 1); }

char *xformat(const char *format, ...)
{
    va_list list;
    char *result = NULL;
    va_start(list, format);
    int length = vasprintf(&result, format, list);
    va_end(list);
    return xgot(length < 0 ? NULL : result, 0);
}

static void reserve(struct text *t, size_t more)
{
    size_t need = t->length + more + 1;
    if (need <= t->capacity) return;
    t->capacity = need < 64 ? 64 : need * 2;
    t->data = xgrow(t->data, t->capacity, 1);
}

void text_add_bytes(struct text *t, const char *bytes, size_t count)
{
    reserve(t, count);
    if (count) memcpy(t->data + t->length, bytes, count);
    t->length += count;
    t->data[t->length] = '\0';
}

void text_add(struct text *t, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    require(length >= 0);
    reserve(t, (size_t)length);
    vsnprintf(t->data + t->length, (size_t)length + 1, format, again);
    va_end(again);
    t->length += (size_t)length;
}

void text_free(struct text *t)
{
    free(t->data);
    *t = (struct text){0};
}

const char *number_text(double value, char *buffer)
{
    if (value == trunc(value) && fabs(value) < 1e15) {
        /* writes integers without an exponent: 10, not 1e+01 */
        snprintf(buffer, 32, "%.0f", value);
        return buffer;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(buffer, 32, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value) break;
    }
    return buffer;
}
