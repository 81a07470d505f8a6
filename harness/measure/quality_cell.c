/* SPDX-License-Identifier: MIT
 * From the factors of a quality cell to model, task and training (quality.h). */
#include "harness/measure/quality.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TASK(name) #name,
const char *const task_names[] = {
#include "models/tasks/list.def"
    NULL};
#undef TASK

/* ---- where the variant stands ---- */

/* "0+2+3" -> bits; false when it is no such list or a layer does not exist. */
static bool layer_list(const char *text, int layers, uint64_t *bits)
{
    *bits = 0;
    for (;;) {
        char *end;
        long layer = strtol(text, &end, 10);
        if (end == text || layer < 0 || layer >= layers) return false;
        *bits |= (uint64_t)1 << layer;
        if (!*end) return true;
        if (*end != '+') return false;
        text = end + 1;
    }
}

static bool variant_layers(const char *text, int layers, uint64_t *bits)
{
    uint64_t all = layers == 64 ? UINT64_MAX : ((uint64_t)1 << layers) - 1;
    const struct {
        const char *name;
        uint64_t bits;
    } named[] = {{"all", all}, {"none", 0}, {"first", 1}, {"last", (uint64_t)1 << (layers - 1)}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!strcmp(text, named[i].name)) return *bits = named[i].bits, true;
    return layer_list(text, layers, bits);
}

/* In the order of variant_in_names. */
static const int places[] = {IN_ENCODER | IN_DECODER | IN_CROSS, IN_ENCODER, IN_DECODER, IN_CROSS,
                             IN_ENCODER | IN_DECODER};

/* ---- the model ---- */

/* Every slot's first choice with its defaults. */
static struct layer plain_layer(const struct worker_cell *cell)
{
    struct layer plain = {.shape = cell->layer.shape, .score_scale = 1};
    for (int s = 0; s < SLOTS; s++) {
        const struct param *p = cell->kernels->slots[s].choices[0]->params;
        for (int i = 0; p && p[i].name; i++) plain.args[s].value[i] = p[i].def;
    }
    return plain;
}

bool quality_config(const struct worker_cell *cell, struct model_config *c, char **error)
{
    const struct quality_cell *q = &cell->quality;
    const struct shape *s = &cell->layer.shape;
    const struct task_kind *task = task_kinds[q->task];
    *c = (struct model_config){.architecture = task->architecture,
                               .head = task->head,
                               .layers = q->layers,
                               .d_model = s->d_model,
                               .heads = s->heads,
                               .d_head = s->d_head,
                               .ffn = q->ffn,
                               .ffn_act = q->ffn_act,
                               .norm_place = (enum norm_place)q->norm_place,
                               .position = (enum position)q->position,
                               .pool = (enum pool)q->pool,
                               .tied =
                                   q->tied && task->head == HEAD_TOKENS, /* else nothing to tie */
                               .dropout = q->dropout,
                               .attention_dropout = q->attention_dropout,
                               .max_n = s->n,
                               .max_m = s->m,
                               .max_batch = s->batch,
                               .plain = plain_layer(cell),
                               .variant = cell->layer,
                               .variant_in = places[q->variant_in],
                               .init_std = q->init_std,
                               .residual_scale = q->residual_scale,
                               .initial_published = q->initial,
                               .decay = (enum decay)q->decay,
                               .no_bias = !q->bias};
    if (variant_layers(q->variant_layers, q->layers, &c->variant_layers)) return true;
    *error = xformat("variant_layers=%s: expected all, first, last, none, or places such as 0+2, "
                     "from 0 to %d",
                     q->variant_layers, q->layers - 1);
    return false;
}

struct task_options quality_task_options(const struct worker_cell *cell)
{
    const struct quality_cell *q = &cell->quality;
    const struct shape *s = &cell->layer.shape;
    return (struct task_options){.tokenizer = tokenizer_kinds[q->tokenizer],
                                 .vocabulary = q->vocabulary,
                                 .min_count = q->min_count,
                                 .batch = s->batch,
                                 .n = s->n,
                                 .m = s->m,
                                 .patch = q->patch,
                                 .mask_rate = q->mask_rate,
                                 .beam = q->beam,
                                 .seed = (uint64_t)cell->seed,
                                 .augment = q->augment};
}

/* "q+k+v" -> bits; "variant": none. */
static bool slot_list(const char *text, const struct slot *slots, unsigned *bits)
{
    *bits = 0;
    if (!strcmp(text, "variant")) return true;
    for (;;) {
        size_t length = strcspn(text, "+");
        int slot = 0;
        while (slot < SLOTS &&
               (strlen(slots[slot].name) != length || strncmp(slots[slot].name, text, length) != 0))
            slot++;
        if (slot == SLOTS) return false;
        *bits |= 1u << slot;
        if (!text[length]) return true;
        text += length + 1;
    }
}

/* The plain model warms up for as large a share of its steps. */
static bool swap_of(const struct worker_cell *cell, struct swap *s, char **error)
{
    const struct quality_cell *q = &cell->quality;
    *s = (struct swap){.steps = q->swap_steps,
                       .lr = q->swap_lr > 0 ? q->swap_lr : q->lr,
                       .warmup = (int64_t)q->warmup * q->swap_steps / q->steps,
                       .init = (enum swap_init)q->swap_init};
    if (slot_list(q->swap_slots, cell->kernels->slots, &s->slots)) return true;
    struct text names = {0};
    for (int i = 0; i < SLOTS; i++)
        text_add(&names, "%s%s", i ? ", " : "", cell->kernels->slots[i].name);
    *error = xformat("swap_slots=%s: expected variant, or slots such as q+k+v, of %s",
                     q->swap_slots, names.data);
    text_free(&names);
    return false;
}

bool quality_train_options(const struct worker_cell *cell, struct train_options *o, char **error)
{
    const struct quality_cell *q = &cell->quality;
    *o = (struct train_options){.steps = q->steps,
                                .lr = q->lr,
                                .lr_end = q->lr_end,
                                .schedule = (enum schedule)q->schedule,
                                .warmup = q->warmup,
                                .accumulate = q->accumulate,
                                .beta1 = q->beta1,
                                .beta2 = q->beta2,
                                .eps = 1e-8,
                                .weight_decay = q->weight_decay,
                                .clip = q->clip,
                                .evaluate_every = q->evaluate_every,
                                .evaluate_limit = q->evaluate_limit,
                                .generate = q->generate,
                                .test = q->test,
                                .select_best = q->select_best,
                                .seed = (uint64_t)cell->seed};
    return swap_of(cell, &o->swap, error);
}

/* ---- prediction ---- */

static bool reads_words(const struct quality_cell *q)
{
    const char *kind = tokenizer_kinds[q->tokenizer];
    return !strcmp(kind, "words") || !strcmp(kind, "bpe");
}

/* Where only the data knows: of the size that it mostly is. */
static int likely_vocabulary(const struct quality_cell *q)
{
    enum { CHARACTERS = 100, WORDS = 8000 };
    if (q->vocabulary) return q->vocabulary;
    return reads_words(q) ? WORDS : CHARACTERS;
}

/* Of a text of so many words and a mark at its end; as many as there may be where it is not known
 * how long texts are. A word is a token or, with the blank after it, six characters. */
static int likely_positions(const struct quality_cell *q, int words, int most)
{
    int positions = words * (reads_words(q) ? 1 : 6) + 1;
    return words && positions < most ? positions : most;
}

/* Of `steps` steps of a configuration. Batches are as long as their longest record, and hold
 * records of like length. */
static double training_flop(const struct worker_cell *cell, const struct model_config *c, int steps)
{
    const struct quality_cell *q = &cell->quality;
    const struct shape *s = &cell->layer.shape;
    const struct data_set *set = data_set_named(q->data);
    bool pairs = c->architecture == ARCH_ENCODER_DECODER;
    int words[2] = {set ? set->words[0] : 0, set ? set->words[1] : 0};
    int n = likely_positions(q, pairs ? words[1] : words[0] + words[1], s->n);
    int m = pairs ? likely_positions(q, words[0], s->m) : 0;
    return (double)steps * q->accumulate * model_build_for(cell->kernels)->step_flop(c, s->batch, n, m);
}

static double training_bytes(const struct model_build *build, const struct model_config *c)
{
    struct model_memory m = build->measure(c, true);
    return (double)(m.parameters + m.gradients + m.optimizer + m.activations + m.working);
}

/* Before the swap there is the plain model, and at it a copy of its parameters. */
static void add_swap(const struct worker_cell *cell, const struct model_build *build,
                     const struct model_config *c, struct quality_prediction *p)
{
    struct model_config plain = swap_plain(c);
    double copy = (double)build->measure(&plain, false).parameters;
    p->flop += training_flop(cell, &plain, cell->quality.swap_steps);
    p->memory_bytes = fmax(p->memory_bytes + copy, training_bytes(build, &plain) + copy);
}

struct quality_prediction quality_predict(const struct worker_cell *cell)
{
    struct model_config c;
    struct train_options o;
    struct quality_prediction p = {0};
    char *error = NULL;
    const struct model_build *build = model_build_for(cell->kernels);
    if (!quality_config(cell, &c, &error))
        p.refuse = "variant_layers names layers that the model does not have";
    else if (!quality_train_options(cell, &o, &error))
        p.refuse = "swap_slots names slots that there are not";
    free(error); /* says more when the cell is run */
    if (p.refuse) return p;
    c.vocabulary = c.source_vocabulary = likely_vocabulary(&cell->quality);
    c.patch_dim = 3 * cell->quality.patch * cell->quality.patch;
    c.classes = 10;
    p.refuse = build->refuse(&c);
    if (!p.refuse) p.refuse = swap_refuse(build, &c, &o.swap);
    if (p.refuse) return p;
    p.flop = training_flop(cell, &c, cell->quality.steps);
    p.memory_bytes = training_bytes(build, &c);
    if (o.swap.steps > 0) add_swap(cell, build, &c, &p);
    return p;
}
