/* SPDX-License-Identifier: MIT
 * Encodes records as token ids and pads them into batches. */
#include "models/tasks/sequences.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void sequences_open(struct sequences *s, int count)
{
    *s = (struct sequences){.count = count};
    s->ids = xarray((size_t)count, sizeof *s->ids);
    s->lengths = xarray((size_t)count, sizeof *s->lengths);
}

void sequences_close(struct sequences *s)
{
    for (int i = 0; i < s->count; i++) free(s->ids[i]);
    free(s->ids);
    free(s->lengths);
    *s = (struct sequences){0};
}

void sequences_set(struct sequences *s, int record, const int32_t *ids, int length)
{
    s->ids[record] = xarray((size_t)length, sizeof *ids);
    memcpy(s->ids[record], ids, (size_t)length * sizeof *ids);
    s->lengths[record] = length;
}

void padded_open(struct padded *p, int rows, int n)
{
    *p = (struct padded){.rows = rows, .n = n};
    p->ids = xarray((size_t)rows * (size_t)n, sizeof *p->ids);
    p->lengths = xarray((size_t)rows, sizeof *p->lengths);
}

void padded_close(struct padded *p)
{
    free(p->ids);
    free(p->lengths);
    *p = (struct padded){0};
}

int padded_fill(struct padded *p, const struct sequences *s, const int *records, int count)
{
    int n = 1;
    require(count <= p->rows);
    for (int b = 0; b < count; b++)
        if (s->lengths[records[b]] > n) n = s->lengths[records[b]];
    require(n <= p->n);
    for (int b = 0; b < count; b++) {
        int32_t *row = p->ids + (size_t)b * (size_t)n;
        int length = s->lengths[records[b]];
        memcpy(row, s->ids[records[b]], (size_t)length * sizeof *row);
        for (int i = length; i < n; i++) row[i] = TOKEN_PAD;
        p->lengths[b] = length;
    }
    return n;
}

struct tokenizer *learn_from_records(const struct dataset *data, const struct task_options *o,
                                     char **error)
{
    int count = data->count[SPLIT_TRAIN];
    struct string *texts = xarray(2 * (size_t)count, sizeof *texts);
    for (int i = 0; i < count; i++) {
        texts[2 * i] = data->records[SPLIT_TRAIN][i].text;
        texts[2 * i + 1] = data->records[SPLIT_TRAIN][i].second;
    }
    struct tokenizer *t = tokenizer_learn(o->tokenizer, o->vocabulary, o->min_count, texts,
                                          2 * (size_t)count, o->cache, error);
    free(texts);
    return t;
}

bool records_present(const struct dataset *data, char **error)
{
    for (int s = SPLIT_TRAIN; s <= SPLIT_VALID; s++)
        if (!data->count[s]) {
            *error = xformat("%s: no records in the %s split", data->name, split_names[s]);
            return false;
        }
    return true;
}

int *counting(int count)
{
    int *list = xarray((size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) list[i] = i;
    return list;
}

int *spread(int count, int limit, int *kept)
{
    *kept = limit > 0 && limit < count ? limit : count;
    int *list = xarray((size_t)*kept, sizeof *list);
    for (int i = 0; i < *kept; i++) list[i] = (int)((int64_t)i * count / *kept);
    return list;
}
