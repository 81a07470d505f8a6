/* SPDX-License-Identifier: MIT
 * Encodes running text and draws windows from it. */
#include "models/tasks/windows.h"

#include "models/tasks/longer.h"

#include "base/rng.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool learn(const struct dataset *data, const struct task_options *o, struct tokenizer **t,
                  char **error)
{
    int count = data->count[SPLIT_TRAIN];
    struct string *texts = xarray((size_t)count, sizeof *texts);
    for (int i = 0; i < count; i++) texts[i] = data->records[SPLIT_TRAIN][i].text;
    *t = tokenizer_learn(o->tokenizer, o->vocabulary, o->min_count, texts, (size_t)count, o->cache,
                         error);
    free(texts);
    return *t;
}

static void encode(struct windows *w, const struct dataset *data, const struct tokenizer *t,
                   enum split split)
{
    struct token_list list = {0};
    for (int i = 0; i < data->count[split]; i++) {
        struct string text = data->records[split][i].text;
        tokenizer_encode(t, text, false, &list);
        w->characters[split] += (double)utf8_count(text);
    }
    w->ids[split] = list.ids;
    w->count[split] = list.count;
}

bool windows_open(struct windows *w, const struct dataset *data, const struct task_options *o,
                  struct tokenizer **t, char **error)
{
    *w = (struct windows){0};
    if (!learn(data, o, t, error)) return false;
    for (int s = 0; s < SPLITS; s++) {
        encode(w, data, *t, (enum split)s);
        int times = longest_times(o);
        size_t least = s == SPLIT_TRAIN ? (size_t)o->n + 1 : 2;
        if (s != SPLIT_TRAIN && times > 1) least = (size_t)times * (size_t)o->n + 1;
        if (w->count[s] >= least || (s > SPLIT_VALID && !data->count[s])) continue;
        *error = xformat(
            "%s: the %s split has %zu tokens (expected at least %zu for windows of n = %d)",
            data->name, split_names[s], w->count[s], least, s == SPLIT_TRAIN ? o->n : times * o->n);
        return false;
    }
    return true;
}

void windows_close(struct windows *w)
{
    for (int s = 0; s < SPLITS; s++) free(w->ids[s]);
    *w = (struct windows){0};
}

size_t windows_start(const struct windows *w, const struct task_options *o, int64_t step, int b)
{
    uint64_t index = (uint64_t)step * (uint64_t)o->batch + (uint64_t)b;
    uint64_t places = w->count[SPLIT_TRAIN] - (size_t)o->n;
    return (size_t)rng_below(o->seed, rng_stream("task.order"), index, places);
}

/* Returns an array that marks the training positions covered by the windows of these batches. The
 * caller frees the array. */
static bool *covered(const struct windows *w, const struct task_options *o, int64_t batches)
{
    bool *seen = xarray(w->count[SPLIT_TRAIN], sizeof *seen);
    for (int64_t step = 0; step < batches; step++)
        for (int b = 0; b < o->batch; b++)
            memset(seen + windows_start(w, o, step, b), true, (size_t)o->n);
    return seen;
}

static void visit_run(const int32_t *ids, int length, int ahead, task_visit *visit, void *to)
{
    struct batch run = {
        .batch = 1, .n = length, .tokens = ids, .lengths = &length, .targets = ids + ahead};
    visit(to, &run);
}

void windows_walk(const struct windows *w, const struct task_options *o, int64_t batches, int ahead,
                  task_visit *visit, void *to)
{
    const int32_t *ids = w->ids[SPLIT_TRAIN];
    size_t end = w->count[SPLIT_TRAIN] - (size_t)ahead;
    bool *seen = batches ? covered(w, o, batches) : NULL;
    for (size_t from = 0, i = 0; i < end; from = i) {
        while (from < end && seen && !seen[from]) from++;
        for (i = from; i < end && i - from < INT_MAX && (!seen || seen[i]);) i++;
        if (i > from) visit_run(ids + from, (int)(i - from), ahead, visit, to);
    }
    free(seen);
}

void window_scores_open(struct record_scores *s, int windows)
{
    static const char *const columns[] = {"nats", "targets", NULL};
    record_scores_open(s, windows);
    record_scores_add_all(s, columns);
}

int windows_of(size_t positions, int n) { return (int)((positions + (size_t)n - 1) / (size_t)n); }
