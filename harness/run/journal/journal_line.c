/* SPDX-License-Identifier: MIT
 * Lines of the journal and their checksums (journal_line.h). */
#include "harness/run/journal/journal_line.h"
#include "base/gzip.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char beginning[] = "{\"ablation\":";
static const char sum_head[] = ",\"crc32\":\"";
enum { SUM_HEAD = sizeof sum_head - 1, SUM_DIGITS = 8, SUM = SUM_HEAD + SUM_DIGITS + 2 /* "} */ };

bool journal_begins(const char *data, size_t size)
{
    size_t length = sizeof beginning - 1;
    return !memcmp(data, beginning, size < length ? size : length);
}

char *journal_line(const json_t *row, size_t *size)
{
    char *json = json_dumps(row, JSON_COMPACT);
    require(json);
    size_t body = strlen(json) - 1; /* without its last brace */
    char *line =
        xformat("%.*s%s%08" PRIx32 "\"}\n", (int)body, json, sum_head, crc32_of(json, body));
    free(json);
    *size = strlen(line);
    return line;
}

/* Its checksum, where it ends in one. */
static bool has_sum(const char *line, size_t length, uint32_t *sum)
{
    if (length < SUM) return false;
    const char *tail = line + length - SUM;
    if (memcmp(tail, sum_head, SUM_HEAD) || memcmp(tail + SUM - 2, "\"}", 2)) return false;
    char digits[SUM_DIGITS + 1] = {0}, *end;
    memcpy(digits, tail + SUM_HEAD, SUM_DIGITS);
    *sum = (uint32_t)strtoul(digits, &end, 16);
    return end == digits + SUM_DIGITS;
}

static const char *text_of(const json_t *row, const char *name)
{
    return json_string_value(json_object_get(row, name));
}

json_t *journal_line_read(const char *line, size_t length, char **why)
{
    json_error_t e;
    uint32_t sum = 0;
    bool summed = has_sum(line, length, &sum);
    if (summed && sum != crc32_of(line, length - SUM)) {
        *why = xstrdup("is not as it was written: its checksum (crc32) is another");
        return NULL;
    }
    json_t *row = json_loadb(line, length, JSON_REJECT_DUPLICATES, &e);
    if (!row) {
        *why = xformat("is not JSON (%s at byte %d)", e.text, e.position);
        return NULL;
    }
    if (text_of(row, "ablation") && text_of(row, "key") && text_of(row, "status")) {
        if (summed) json_object_del(row, "crc32");
        return row;
    }
    *why = xstrdup("is not a row: it lacks \"ablation\", \"key\" or \"status\"");
    json_decref(row);
    return NULL;
}
