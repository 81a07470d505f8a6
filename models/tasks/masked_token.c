/* SPDX-License-Identifier: MIT
 * Implements masked language modelling as in BERT (Devlin et al. 2018, arXiv 1810.04805, section
 * 3.1). The model predicts a fraction of the tokens: 80 % of these become TOKEN_MASK, 10 % become a
 * random token, and 10 % are unchanged. In training, the choice depends on (seed, window), so it is
 * the same for all arms. In evaluation, the choice does not depend on the seed. */
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"
#include "models/tasks/report_records.h"
#include "models/tasks/windows.h"

#include "base/rng.h"
#include "base/mem.h"
#include "models/metrics/metrics.h"

#include <stdlib.h>
#include <string.h>

struct masked_token {
    struct task task;
    struct windows windows;
    struct batch batch;
    int32_t *tokens, *targets; /* token ids and targets of a batch, shape (B, N) */
    int *lengths;              /* number of tokens per row, shape (B) */
};

static const double masked_share = 0.8, random_share = 0.1;
enum { EVALUATION_SEED = 1 };

static void close(struct task *task)
{
    struct masked_token *t = (struct masked_token *)task;
    windows_close(&t->windows);
    tokenizer_close(task->tokenizer);
    free(t->tokens);
    free(t->targets);
    free(t->lengths);
    free(t);
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct masked_token *t = xalloc(sizeof *t);
    size_t cells = (size_t)o->batch * (size_t)o->n;
    t->task = (struct task){.kind = &task_masked_token, .data = data, .options = *o};
    t->tokens = xarray(cells, sizeof *t->tokens);
    t->targets = xarray(cells, sizeof *t->targets);
    t->lengths = xarray((size_t)o->batch, sizeof *t->lengths);
    t->batch = (struct batch){
        .n = o->n, .tokens = t->tokens, .targets = t->targets, .lengths = t->lengths};
    if (windows_open(&t->windows, data, o, &t->task.tokenizer, error)) return &t->task;
    close(&t->task);
    return NULL;
}

static void shape(const struct task *task, struct model_config *c)
{
    c->head = task->kind->head;
    c->vocabulary = tokenizer_size(task->tokenizer);
    c->max_n = task->options.n;
    c->max_batch = task->options.batch;
}

/* Returns the input token for a token to be predicted: mask, random or unchanged. u is a random
 * number in (0, 1). */
static int32_t masked_input(const struct masked_token *t, int32_t token, uint64_t seed,
                            uint64_t index)
{
    double u = rng_uniform(seed, rng_stream("task.masked_input"), index);
    uint64_t words = (uint64_t)tokenizer_size(t->task.tokenizer) - TOKEN_SPECIALS;
    if (u < masked_share) return TOKEN_MASK;
    if (u >= masked_share + random_share || !words) return token;
    return TOKEN_SPECIALS + (int32_t)rng_below(seed, rng_stream("task.random"), index, words);
}

/* Fills row b with `length` tokens from position `at`. `window` is the window number, which
 * determines the masks. */
static void fill_row(struct masked_token *t, int b, const int32_t *at, int length, uint64_t seed,
                     uint64_t window)
{
    int n = t->task.options.n;
    size_t row = (size_t)b * (size_t)n;
    t->lengths[b] = length;
    for (int i = 0; i < n; i++) {
        uint64_t index = window * (uint64_t)n + (uint64_t)i;
        bool asked = i < length &&
                     rng_uniform(seed, rng_stream("task.mask"), index) < t->task.options.mask_rate;
        int32_t token = i < length ? at[i] : TOKEN_PAD;
        t->targets[row + (size_t)i] = asked ? token : -1;
        t->tokens[row + (size_t)i] = asked ? masked_input(t, token, seed, index) : token;
    }
}

static const struct batch *batch(struct task *task, int64_t step)
{
    struct masked_token *t = (struct masked_token *)task;
    const struct task_options *o = &task->options;
    for (int b = 0; b < o->batch; b++) {
        const int32_t *at = t->windows.ids[SPLIT_TRAIN] + windows_start(&t->windows, o, step, b);
        fill_row(t, b, at, o->n, o->seed, (uint64_t)step * (uint64_t)o->batch + (uint64_t)b);
    }
    t->batch.batch = o->batch;
    return &t->batch;
}

static int window_batch(struct masked_token *t, enum split split, int first, int end)
{
    size_t n = (size_t)t->task.options.n, count = t->windows.count[split];
    int rows = end - first < t->task.options.batch ? end - first : t->task.options.batch;
    for (int b = 0; b < rows; b++) {
        size_t at = (size_t)(first + b) * n, left = count - at;
        fill_row(t, b, t->windows.ids[split] + at, (int)(left < n ? left : n), EVALUATION_SEED,
                 (uint64_t)(first + b));
    }
    t->batch.batch = rows;
    return rows;
}

static void score(struct task *task, enum split split, const struct model_build *build,
                  struct model *model, bool generate, int limit, struct task_score *s)
{
    struct masked_token *t = (struct masked_token *)task;
    int end = windows_of(t->windows.count[split], task->options.n);
    struct likelihood all = {0};
    (void)generate;
    if (limit > 0 && limit < end) end = limit; /* a limit keeps the first windows of the text */
    struct record_scores kept;
    window_scores_open(&kept, end);
    int *windows = counting(end);
    for (int i = 0; i < end;) {
        double count;
        int first = i;
        i += window_batch(t, split, i, end);
        double nats = build->forward(model, &t->batch, 0, &count);
        report_losses(task, split, windows + first, build, model, &t->batch, &kept);
        likelihood_add(&all, nats, (uint64_t)count, 0);
    }
    free(windows);
    task_keep(task, split, &kept);
    record_scores_free(&kept);
    if (!all.tokens) return;
    s->targets = (double)all.tokens;
    task_score_add(s, "loss", likelihood_loss(&all));
    task_score_add(s, "perplexity", perplexity(likelihood_loss(&all)));
}

static double epoch_steps(const struct task *task)
{
    const struct masked_token *t = (const struct masked_token *)task;
    return (double)t->windows.count[SPLIT_TRAIN] / ((double)task->options.batch * task->options.n);
}

static void walk(struct task *task, int64_t batches, task_visit *visit, void *to)
{
    windows_walk(&((struct masked_token *)task)->windows, &task->options, batches, 0, visit, to);
}

static double asked_share(const struct task_options *o) { return o->mask_rate; }

const struct task_kind task_masked_token = {
    .name = "masked_token",
    .title = "predict masked tokens of running text",
    .data = DATA_LANGUAGE,
    .architecture = ARCH_ENCODER,
    .head = HEAD_TOKENS,
    .counted_as = "masked_token",
    .over_tokens = loss_and_perplexity,
    .open = open,
    .close = close,
    .shape = shape,
    .batch = batch,
    .score = score,
    .asked_share = asked_share,
    .epoch_steps = epoch_steps,
    .walk = walk,
};
