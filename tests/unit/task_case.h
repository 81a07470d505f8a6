/* SPDX-License-Identifier: MIT
 * Provides hand-made data sets and a fake model for tests of tasks. The fake model records its
 * inputs and returns preset answers. */
#ifndef ATTNLAB_TASK_CASE_H
#define ATTNLAB_TASK_CASE_H

#include "base/mem.h"
#include "models/task.h"
#include "net_case.h"

/* ---- data ---- */

enum { HAND_RECORDS = 64 };

struct hand {
    struct dataset data;
    struct record records[SPLITS][HAND_RECORDS];
};

static inline struct string string_of(const char *text)
{
    return (struct string){text, text ? strlen(text) : 0};
}

/* Creates a hand-made data set. The set and its tasks are freed when the test ends. */
static inline struct hand *hand_open(enum data_kind kind, const char *metric)
{
    struct hand *h = kept(xalloc(sizeof *h));
    h->data =
        (struct dataset){.name = (char *)"hand", .kind = kind, .metric = metric, .tokenised = true};
    for (int s = 0; s < SPLITS; s++) h->data.records[s] = h->records[s];
    return h;
}

/* Appends a zeroed record and returns its address. */
static inline struct record *hand_add(struct hand *h, enum split split)
{
    assert_true(h->data.count[split] < HAND_RECORDS);
    return &h->records[split][h->data.count[split]++];
}

/* Appends a record with a text and an optional second text. */
static inline void hand_text(struct hand *h, enum split split, const char *text, const char *second,
                             int label)
{
    *hand_add(h, split) =
        (struct record){.text = string_of(text), .second = string_of(second), .label = label};
}

static inline void hand_close(void *task) { ((struct task *)task)->kind->close(task); }

static inline struct task *hand_task(const struct hand *h, const struct task_kind *kind,
                                     const struct task_options *o)
{
    char *error = NULL;
    struct task *task = kind->open(&h->data, o, &error);
    if (!task) fail_msg("%s", error);
    test_later(hand_close, task);
    return task;
}

/* Checks that opening a task fails with a message that contains `words`. */
static inline void hand_refuses(const struct hand *h, const struct task_kind *kind,
                                const struct task_options *o, const char *words)
{
    char *error = NULL;
    assert_null(kind->open(&h->data, o, &error));
    assert_non_null(error);
    if (!strstr(error, words)) fail_msg("'%s' does not contain '%s'", error, words);
    free(error);
}

/* ---- fake model ---- */

static const double fake_nats = 2; /* loss of the fake model per target */

struct model {
    int targets_per_row; /* number of targets per row; 0 means one target per position */
    /* Called with the batch of each forward pass; may be NULL. */
    void (*see)(struct model *, const struct batch *);
    /* Writes the logits of position n in row b; may be NULL. */
    void (*answer)(struct model *, int b, int n, float *out);
    struct batch last;
    double shown; /* number of forward passes */
    void *context;
};

static inline double fake_forward(struct model *m, const struct batch *b, uint64_t step,
                                  double *count)
{
    assert_int_equal(step, 0); /* step 0 means evaluation, which uses no dropout */
    int each = m->targets_per_row ? m->targets_per_row : b->n;
    *count = 0;
    for (int i = 0; i < b->batch * each; i++) *count += b->targets[i] >= 0;
    m->last = *b;
    m->shown++;
    if (m->see) m->see(m, b);
    return fake_nats * *count;
}

static inline void fake_logits(struct model *m, int b, int n, float *out)
{
    m->answer(m, b, n, out);
}

static inline void fake_row_losses(const struct model *m, double *nats, double *targets)
{
    for (int i = 0; i < m->last.batch * m->last.n; i++)
        if (m->last.targets[i] >= 0) nats[i / m->last.n] += fake_nats, targets[i / m->last.n]++;
}

static const struct model_build fake_build = {
    .name = "fake", .forward = fake_forward, .logits = fake_logits, .row_losses = fake_row_losses};

static inline struct task_score fake_score(struct task *task, enum split split, struct model *m,
                                           int limit)
{
    struct task_score s = {0};
    task->kind->score(task, split, &fake_build, m, false, limit, &s);
    return s;
}

/* Returns the value of a metric; the test fails if the metric is missing. */
static inline double metric_of(const struct task_score *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (!strcmp(s->metric[i].name, name)) return s->metric[i].value;
    fail_msg("metric %s not found", name);
    return 0;
}

/* Checks that two doubles differ by at most e; cmocka 1.1 compares only floats. */
#define assert_close(a, b, e) assert_true(fabs((a) - (b)) <= (e))

#endif
