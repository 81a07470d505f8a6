/* SPDX-License-Identifier: MIT
 * Computes the FLOPs and memory of a training run: training steps, evaluation, decoding, and
 * reading of text. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "models/tasks/longer.h"
#include "models/tasks/tasks.h"

#include <math.h>
#include <string.h>

/* ---- sizes ---- */

struct sizes {
    const struct worker_cell *cell;
    const struct data_facts *facts;
    int n, m;                 /* number of positions per sequence in a training batch */
    double sequences[SPLITS]; /* number of records per split; for running text, number of windows */
};

/* Returns the vocabulary size of the tokenizer or the cell, or a typical size if unknown. */
static int likely_vocabulary(const struct task_options *o)
{
    enum { CHARACTERS = 100, WORDS = 8000 };
    int always = tokenizer_traits(o->tokenizer)->vocabulary;
    if (always) return always;
    if (o->vocabulary) return o->vocabulary;
    return tokenizer_traits(o->tokenizer)->tokens_a_word > 0 ? WORDS : CHARACTERS;
}

/* Estimates the number of tokens in a text of this many characters. */
static double tokens(const struct sizes *s, double characters)
{
    double a_word = tokenizer_traits(s->cell->task.tokenizer)->tokens_a_word;
    return a_word > 0 ? characters * s->facts->words_per_character * a_word : characters;
}

/* Returns the mean number of tokens per training record, including the end mark. The tokens of the
 * first text, the second text, or both are counted. Returns `most` if the data cannot be opened. */
static int likely_positions(const struct sizes *s, bool first, bool second, int most)
{
    const struct data_facts *f = s->facts;
    if (!f->records[SPLIT_TRAIN]) return most;
    double characters =
        (first ? f->characters[SPLIT_TRAIN][0] : 0) + (second ? f->characters[SPLIT_TRAIN][1] : 0);
    double length = tokens(s, characters) / f->records[SPLIT_TRAIN];
    return length + 1 < most ? (int)length + 1 : most;
}

static void count_sequences(struct sizes *s, enum data_kind kind)
{
    const struct data_facts *f = s->facts;
    for (int split = 0; split < SPLITS; split++)
        s->sequences[split] = kind == DATA_LANGUAGE
                                  ? ceil(tokens(s, f->characters[split][0]) / s->cell->task.n)
                                  : f->records[split];
}

static struct sizes sizes_of(const struct worker_cell *cell)
{
    const struct task_kind *kind = task_kinds[cell->task_kind];
    const struct data_facts *f = data_facts_of(cell);
    struct sizes s = {.cell = cell, .facts = f, .n = cell->task.n};
    if (kind->data == DATA_PAIRS) {
        s.m = likely_positions(&s, true, false, cell->task.m);
        s.n = likely_positions(&s, false, true, cell->task.n);
    } else if (kind->data == DATA_CLASSES || kind->data == DATA_SPANS) {
        s.n = likely_positions(&s, true, true, cell->task.n);
    } else if (kind->data == DATA_IMAGES && f->width >= cell->task.patch &&
               f->height >= cell->task.patch) {
        s.n = f->width / cell->task.patch * (f->height / cell->task.patch);
    } else if (kind->data == DATA_POSITIONS && f->length) {
        s.n = f->length;
    }
    count_sequences(&s, kind->data);
    return s;
}

/* Sets the sizes of the model that depend on the data. */
static void settle_sizes(struct model_config *c, const struct sizes *s)
{
    const struct data_facts *f = s->facts;
    int patch = s->cell->task.patch;
    c->vocabulary = c->source_vocabulary =
        f->vocabulary ? f->vocabulary : likely_vocabulary(&s->cell->task);
    c->patch_dim = (f->channels ? f->channels : 3) * patch * patch;
    c->classes = f->classes ? f->classes : 10;
    if (f->channels) c->max_n = s->n;
}

/* ---- work ---- */

/* Returns the mean number of targets per sequence. */
static double targets(const struct sizes *s)
{
    const struct task_kind *kind = task_kinds[s->cell->task_kind];
    if (kind->head == HEAD_CLASS) return 1;
    if (kind->asked_share) return s->n * kind->asked_share(&s->cell->task);
    return s->facts->target_share > 0 ? s->n * s->facts->target_share : s->n;
}

static double step_flop(const struct sizes *s, const struct model_config *c, int batch)
{
    const struct model_build *build = model_build_for(s->cell->kernels);
    return build->step_flop(c, batch, s->n, s->m, batch * targets(s));
}

static double steps_flop(const struct sizes *s, const struct model_config *c, int64_t steps)
{
    const struct worker_cell *cell = s->cell;
    return (double)steps * cell->training.accumulate * step_flop(s, c, cell->task.batch);
}

/* Returns the FLOPs of a forward pass of one sequence, which are a third of the FLOPs of a training
 * step. */
static double forward_flop(const struct sizes *s, const struct model_config *c)
{
    return step_flop(s, c, 1) / 3;
}

/* Returns the number of sequences scored at the end of training, in the validation split and in all
 * requested splits. */
static double final_sequences(const struct sizes *s)
{
    double sum = s->sequences[SPLIT_VALID];
    for_each_scored_split(split) if (s->cell->training.scored[split]) sum += s->sequences[split];
    return sum;
}

/* Returns the number of all scored sequences: at most evaluate_limit per point of the curve, plus
 * the sequences scored at the end. */
static double scored_sequences(const struct sizes *s)
{
    const struct train_options *o = &s->cell->training;
    double each = s->sequences[SPLIT_VALID], limit = o->evaluate_limit;
    double points = ceil((double)o->steps / (double)o->evaluate_every);
    if (o->swap.steps > 0) points += ceil((double)o->swap.steps / (double)o->evaluate_every) + 1;
    if (limit > 0 && limit < each) each = limit;
    return points * each + final_sequences(s);
}

/* Returns the FLOPs to score sequences of length 2 n, 4 n, ... Each length has the same number of
 * tokens. */
static double longer_flop(const struct sizes *s, const struct model_config *c)
{
    double flop = 0;
    for (int times = 2; times <= s->cell->task.score_lengths; times *= 2) {
        struct sizes longer = *s;
        longer.n *= times;
        flop += final_sequences(s) / times * forward_flop(&longer, c);
    }
    return flop;
}

/* Returns the number of decoded tokens in all hypotheses. All hypotheses are assumed to have the
 * maximum length, because an untrained model does not end its output. */
static double decoded_tokens(const struct sizes *s)
{
    const struct train_options *o = &s->cell->training;
    const struct task_kind *kind = task_kinds[s->cell->task_kind];
    if (!o->generate || kind->data != DATA_PAIRS) return 0;
    return final_sequences(s) * s->cell->task.beam * s->cell->task.n;
}

/* Returns the cost of tokenising all text with the cell's tokenizer. */
static double read_work(const struct sizes *s)
{
    double sum = 0, each = tokenizer_traits(s->cell->task.tokenizer)->reading;
    for (int split = 0; split < SPLITS; split++)
        sum += s->facts->characters[split][0] + s->facts->characters[split][1];
    return sum * each;
}

/* ---- memory ---- */

static double model_bytes(const struct model_build *build, const struct model_config *c,
                          bool training)
{
    struct model_memory m = build->measure(c, training);
    return (double)(m.parameters + m.gradients + m.optimizer + m.activations + m.working);
}

static double parameter_bytes(const struct model_build *build, const struct model_config *c)
{
    return (double)build->measure(c, false).parameters;
}

/* Returns the bytes of the trained model and its best parameters. */
static double training_bytes(const struct sizes *s, const struct model_config *c,
                             const struct model_build *build)
{
    double best = s->cell->training.select_best ? parameter_bytes(build, c) : 0;
    return model_bytes(build, c, true) + best;
}

/* Returns the bytes of the largest model used to score longer sequences. Its batch may have more
 * tokens than a training batch. */
static double longer_bytes(const struct sizes *s, const struct model_config *c,
                           const struct model_build *build)
{
    double most = 0;
    for (int times = 2; times <= s->cell->task.score_lengths; times *= 2) {
        struct task_options o = task_at_length(&s->cell->task, times);
        struct model_config longer = *c;
        longer.max_n = o.n;
        longer.max_batch = o.batch;
        most = fmax(most, model_bytes(build, &longer, false));
    }
    return most;
}

/* Adds the cost of the baseline model that is trained before the swap, and of a copy of its
 * parameters. */
static void add_swap(const struct sizes *s, const struct model_config *c,
                     const struct model_build *build, struct quality_prediction *p)
{
    struct model_config plain = swap_plain(c);
    double copy = parameter_bytes(build, &plain);
    p->flop += steps_flop(s, &plain, s->cell->training.swap.steps);
    p->memory_bytes = fmax(p->memory_bytes, model_bytes(build, &plain, true)) + copy;
}

struct quality_prediction quality_predict(const struct worker_cell *given)
{
    struct worker_cell cell = *given;
    struct model_config *c = &cell.model;
    struct quality_prediction p = {0};
    const struct model_build *build = model_build_for(cell.kernels);
    if ((p.refuse = task_misfit(task_kinds[cell.task_kind], cell.data)) ||
        !quality_settle(&cell, &p.refuse))
        return p;
    struct sizes s = sizes_of(&cell);
    settle_sizes(c, &s);
    const char *refuse = build->refuse(c);
    if (!refuse) refuse = swap_refuse(build, c, &cell.training.swap);
    if (refuse) {
        p.refuse = xstrdup(refuse);
        return p;
    }
    p.flop = steps_flop(&s, c, cell.training.steps);
    p.evaluate_flop = scored_sequences(&s) * forward_flop(&s, c) + longer_flop(&s, c);
    p.decode_flop = decoded_tokens(&s) * forward_flop(&s, c) / s.n;
    p.read_work = read_work(&s);
    p.memory_bytes = training_bytes(&s, c, build);
    p.parameters = build->trainable(c);
    double at_end = p.memory_bytes + longer_bytes(&s, c, build);
    if (cell.training.swap.steps > 0) add_swap(&s, c, build, &p);
    p.memory_bytes = fmax(p.memory_bytes, at_end);
    return p;
}
