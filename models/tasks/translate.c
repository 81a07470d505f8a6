/* SPDX-License-Identifier: MIT
 * Generates text from text with an encoder-decoder: translation, summarisation.
 *
 * Source and target share one tokenizer and one embedding. The source ends with TOKEN_END. The
 * decoder reads TOKEN_BEGIN and the target, and predicts the target and TOKEN_END. Training batches
 * contain pairs of similar length. The loss is teacher-forced. If `generate` is true, text is also
 * decoded and scored by the data set's text metrics. */
#include "models/tasks/decode.h"
#include "models/tasks/records.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"
#include "models/tasks/report_records.h"

#include "base/mem.h"
#include "models/metrics/metrics.h"

#include <stdlib.h>
#include <string.h>

static const double length_penalty = 1;

struct translate {
    struct task task;
    struct sequences source[SPLITS],
        target[SPLITS]; /* targets start with TOKEN_BEGIN and end with TOKEN_END */
    struct padded padded, padded_target;
    int32_t *tokens,
        /* decoder input (targets without the last token), and targets (without the first token);
         * shape (B, N) */
        *targets;
    int *lengths; /* target length of each row, shape (B) */
    struct batch batch;
};

static void close(struct task *task)
{
    struct translate *t = (struct translate *)task;
    for (int s = 0; s < SPLITS; s++) {
        sequences_close(&t->source[s]);
        sequences_close(&t->target[s]);
    }
    order_close(&task->order);
    padded_close(&t->padded);
    padded_close(&t->padded_target);
    tokenizer_close(task->tokenizer);
    free(t->tokens);
    free(t->targets);
    free(t->lengths);
    free(t);
}

/* Encodes [TOKEN_BEGIN] text TOKEN_END, at most `most` ids. Returns true if the text was cut. */
static bool encode(const struct tokenizer *tokenizer, struct string text, bool begin, int most,
                   struct sequences *to, int record)
{
    struct token_list list = {0};
    tokenizer_encode(tokenizer, text, false, &list);
    int marks = begin ? 2 : 1, room = most - marks;
    int kept = (int)list.count < room ? (int)list.count : room;
    int32_t *ids = xarray((size_t)(kept + marks), sizeof *ids);
    if (begin) ids[0] = TOKEN_BEGIN;
    for (int i = 0; i < kept; i++) ids[i + marks - 1] = list.ids[i];
    ids[kept + marks - 1] = TOKEN_END;
    sequences_set(to, record, ids, kept + marks);
    bool cut = (size_t)kept < list.count;
    free(ids);
    free(list.ids);
    return cut;
}

static void encode_split(struct translate *t, enum split split)
{
    const struct dataset *data = t->task.data;
    const struct task_options *o = &t->task.options;
    sequences_open(&t->source[split], data->count[split]);
    sequences_open(&t->target[split], data->count[split]);
    for (int i = 0; i < data->count[split]; i++) {
        const struct record *r = &data->records[split][i];
        bool cut = encode(t->task.tokenizer, r->text, false, o->m, &t->source[split], i);
        cut |= encode(t->task.tokenizer, r->second, true, o->n + 1, &t->target[split], i);
        t->task.cut += cut;
    }
}

/* Returns true if the rows of a batch suffice for a beam. */
static bool beam_fits(const struct task_options *o, char **error)
{
    if (o->beam <= o->batch) return true;
    *error =
        xformat("beam=%d is too large (expected at most the batch size %d)", o->beam, o->batch);
    return false;
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct translate *t = xalloc(sizeof *t);
    bool good = records_present(data, error) && beam_fits(o, error);
    t->task = (struct task){.kind = &task_translate, .data = data, .options = *o};
    t->task.tokenizer = good ? learn_from_records(data, o, error) : NULL;
    if (!t->task.tokenizer) return close(&t->task), NULL;
    for (int s = 0; s < SPLITS; s++) encode_split(t, (enum split)s);
    order_open(&t->task.order, o->seed, data->count[SPLIT_TRAIN], o->batch,
               t->target[SPLIT_TRAIN].lengths);
    padded_open(&t->padded, o->batch, o->m);
    padded_open(&t->padded_target, o->batch, o->n + 1);
    size_t cells = (size_t)o->batch * (size_t)o->n;
    t->tokens = xarray(cells, sizeof *t->tokens);
    t->targets = xarray(cells, sizeof *t->targets);
    t->lengths = xarray((size_t)o->batch, sizeof *t->lengths);
    return &t->task;
}

static void shape(const struct task *task, struct model_config *c)
{
    c->head = task->kind->head;
    c->vocabulary = c->source_vocabulary = tokenizer_size(task->tokenizer);
    c->shared_embedding = true;
    c->max_n = task->options.n;
    c->max_m = task->options.m;
    c->max_batch = task->options.batch;
}

/* Converts padded targets (rows, n + 1) to decoder input and targets, both (rows, n). */
static void shift(struct translate *t, int rows, int n)
{
    for (int b = 0; b < rows; b++) {
        const int32_t *row = t->padded_target.ids + (size_t)b * ((size_t)n + 1);
        t->lengths[b] = t->padded_target.lengths[b] - 1;
        for (int i = 0; i < n; i++) {
            bool inside = i < t->lengths[b];
            t->tokens[b * n + i] = inside ? row[i] : TOKEN_PAD;
            t->targets[b * n + i] = inside ? row[i + 1] : -1;
        }
    }
}

static const struct batch *fill(struct task *task, enum split split, const int *records, int rows)
{
    struct translate *t = (struct translate *)task;
    int m = padded_fill(&t->padded, &t->source[split], records, rows);
    int n = padded_fill(&t->padded_target, &t->target[split], records, rows) - 1;
    shift(t, rows, n);
    t->batch = (struct batch){.batch = rows,
                              .n = n,
                              .m = m,
                              .tokens = t->tokens,
                              .lengths = t->lengths,
                              .source = t->padded.ids,
                              .source_lengths = t->padded.lengths,
                              .targets = t->targets};
    return &t->batch;
}

/* ---- generated text ---- */

#define METRIC(...)
#define RECORD_METRIC(...)
#define TEXT_METRIC(name, ...) &text_metric_##name,
static const struct text_metric *const text_metrics[] = {
#include "base/metric_list.def"
    NULL};
#undef METRIC
#undef RECORD_METRIC
#undef TEXT_METRIC
enum { TEXT_METRICS = sizeof text_metrics / sizeof *text_metrics - 1 };

struct generation {
    struct record_scores scores;
    int first[TEXT_METRICS]; /* first column of each text metric; -1 if the metric is not needed */
};

static void open_generation(struct generation *g, const struct dataset *data, int records)
{
    record_scores_open(&g->scores, records);
    for (int i = 0; i < TEXT_METRICS; i++) {
        const char *headline = text_metrics[i]->headline;
        bool wanted = !strncmp(data->metric, headline, strlen(headline));
        g->first[i] = wanted ? record_scores_add_all(&g->scores, text_metrics[i]->columns) : -1;
    }
}

struct scored {
    /* index among the scored records; index of the record; length of the source */
    int place, record, length;
};

static char *terminated(struct string s) { return xformat("%.*s", (int)s.size, s.at); }

static void score_text(struct generation *g, const struct dataset *data, const struct record *r,
                       int place, const char *text)
{
    int count = r->reference_count ? r->reference_count : 1;
    char **references = xarray((size_t)count, sizeof *references);
    double row[RECORD_COLUMNS];
    for (int i = 0; i < count; i++)
        references[i] = terminated(r->reference_count ? r->references[i] : r->second);
    for (int i = 0; i < TEXT_METRICS; i++) {
        const struct text_metric *m = text_metrics[i];
        if (g->first[i] < 0) continue;
        m->score(data->tokenised, text, (const char *const *)references, (size_t)count, row);
        for (int c = 0; m->columns[c]; c++) g->scores.column[g->first[i] + c][place] = row[c];
    }
    for (int i = 0; i < count; i++) free(references[i]);
    free(references);
}

/* Generates texts for the scored records listed in `places`. */
static void generate_rows(struct translate *t, enum split split, const struct scored *places,
                          int rows, const struct decode_request *request, struct generation *g)
{
    int *records = xarray((size_t)rows, sizeof *records);
    for (int b = 0; b < rows; b++) records[b] = places[b].record;
    int m = padded_fill(&t->padded, &t->source[split], records, rows);
    int32_t *out = xarray((size_t)rows * (size_t)request->most_length, sizeof *out);
    int *lengths = xarray((size_t)rows, sizeof *lengths);
    decode(request, t->padded.ids, t->padded.lengths, rows, m, out, lengths);
    for (int b = 0; b < rows; b++) {
        char *text = tokenizer_decode(
            t->task.tokenizer, out + (size_t)b * (size_t)request->most_length, (size_t)lengths[b]);
        const struct record *r = &t->task.data->records[split][records[b]];
        score_text(g, t->task.data, r, places[b].place, text);
        report_text(&t->task, split, records[b], text);
        free(text);
    }
    free(records);
    free(out);
    free(lengths);
}

static int by_source_length(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    return x->length != y->length ? x->length - y->length : x->place - y->place;
}

static void generate_text(struct translate *t, enum split split, const struct model_build *build,
                          struct model *model, const int *records, int end, struct task_score *s)
{
    const struct task_options *o = &t->task.options;
    struct generation g;
    open_generation(&g, t->task.data, end);
    struct decode_request request = {.build = build,
                                     .model = model,
                                     .vocabulary = tokenizer_size(t->task.tokenizer),
                                     .beam = o->beam,
                                     .most_rows = o->batch,
                                     .most_length = o->n - 1,
                                     .length_penalty = length_penalty};
    int rows = o->batch / request.beam;
    struct scored *list = xarray((size_t)end, sizeof *list);
    for (int i = 0; i < end; i++)
        list[i] = (struct scored){i, records[i], t->source[split].lengths[records[i]]};
    qsort(list, (size_t)end, sizeof *list, by_source_length);
    for (int i = 0; i < end; i += rows)
        generate_rows(t, split, list + i, end - i < rows ? end - i : rows, &request, &g);
    task_score_records(&t->task, split, &g.scores, s);
    record_scores_free(&g.scores);
    free(list);
}

static void score(struct task *task, enum split split, const struct model_build *build,
                  struct model *model, bool generate, int limit, struct task_score *s)
{
    struct translate *t = (struct translate *)task;
    int end, *records = spread(task->data->count[split], limit, &end);
    struct likelihood all = {0};
    for (int i = 0; i < end; i += task->options.batch) {
        int rows = end - i < task->options.batch ? end - i : task->options.batch;
        double count, nats = build->forward(model, fill(task, split, records + i, rows), 0, &count);
        likelihood_add(&all, nats, (uint64_t)count, 0);
        if (!generate) report_losses(task, split, records + i, build, model, &t->batch, NULL);
    }
    if (all.tokens) {
        s->records = end;
        s->targets = (double)all.tokens;
        task_score_add(s, "loss", likelihood_loss(&all));
        task_score_add(s, "perplexity", perplexity(likelihood_loss(&all)));
        if (generate) generate_text(t, split, build, model, records, end, s);
    }
    free(records);
}

const struct task_kind task_translate = {
    .name = "translate",
    .title = "generate the target text for a source text",
    .data = DATA_PAIRS,
    .architecture = ARCH_ENCODER_DECODER,
    .head = HEAD_TOKENS,
    .counted_as = "translate",
    .over_tokens = loss_and_perplexity,
    .texts = text_metrics,
    .open = open,
    .close = close,
    .shape = shape,
    .fill = fill,
    .batch = records_batch,
    .score = score,
    .epoch_steps = records_epoch_steps,
    .walk = records_walk,
};
