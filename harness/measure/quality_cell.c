/* SPDX-License-Identifier: MIT
 * Sets the options of a model that depend on several axes: the layers with the variant, the slots
 * to swap, and the options of the training run. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

/* Converts a list of layers such as "0+2+3" to bit flags. Returns false if the list is invalid or a
 * layer does not exist. */
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

/* Converts a list of slots such as "q+k+v" to bit flags. The value "variant" sets no flag. */
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

/* ---- settings ---- */

/* Returns the layer of the baseline: the first choice in every slot, with default arguments. */
static struct layer plain_layer(const struct kernels *k)
{
    struct layer plain = {.score_scale = 1};
    for (int s = 0; s < SLOTS; s++) {
        const struct param *p = k->slots[s].choices[0]->params;
        for (int i = 0; p && p[i].name; i++) plain.args[s].value[i] = p[i].def;
    }
    return plain;
}

static void settle_model(struct worker_cell *cell)
{
    const struct task_kind *kind = task_kinds[cell->task_kind];
    struct model_config *c = &cell->model;
    c->architecture = kind->architecture;
    c->head = kind->head;
    c->tied &= kind->head == HEAD_TOKENS; /* only a head over tokens has an output matrix to tie */
    c->plain = plain_layer(cell->kernels);
    c->variant = cell->layer;
    c->precision = cell->layer.precision;
    c->max_n = cell->task.n;
    c->max_m = cell->task.m;
    c->max_batch = cell->task.batch;
}

/* Returns the seed of initial values, data order and masks of a replica. Cells have seeds below
 * 2^31, so no two replicas share a seed. */
static uint64_t training_seed(const struct worker_cell *cell)
{
    return (uint64_t)cell->seed + ((uint64_t)(cell->replica - 1) << 32);
}

/* Interval between checkpoints. Each point of the learning curve also writes a checkpoint. */
enum { CHECKPOINT_SECONDS = 60 };

/* Sets the options of the training run. Warm-up has the same fraction of the steps before a swap as
 * after the swap. */
static void settle_training(struct worker_cell *cell)
{
    struct train_options *o = &cell->training;
    cell->task.seed = o->seed = training_seed(cell);
    o->eps = 1e-8;
    o->checkpoint_every = o->evaluate_every;
    o->checkpoint_seconds = CHECKPOINT_SECONDS;
    if (!(o->swap.lr > 0)) o->swap.lr = o->lr;
    o->swap.warmup = o->warmup * o->swap.steps / o->steps;
}

static char *no_long_sequences(int lengths, const char *task)
{
    struct text message = {0};
    text_add(&message,
             "score_lengths=%d: task %s has no sequences longer than n; use one of these tasks:",
             lengths, task);
    const char *between = " ";
    for (int i = 0; task_kinds[i]; i++) {
        if (!task_kinds[i]->any_length) continue;
        text_add(&message, "%s%s", between, task_kinds[i]->name);
        between = ", ";
    }
    return message.data;
}

/* Checks score_lengths. Scoring sequences longer than n requires a task with longer sequences, and
 * a position encoding that is not limited to n. */
static bool lengths_fit(const struct worker_cell *cell, char **error)
{
    const struct task_kind *kind = task_kinds[cell->task_kind];
    if (cell->task.score_lengths < 2) return true;
    if (!kind->any_length)
        *error = no_long_sequences(cell->task.score_lengths, kind->name);
    else if (cell->model.position == POSITION_LEARNED)
        *error = xformat("score_lengths=%d: learned positions end at n (expected position=rotary, "
                         "alibi, none or sinusoidal)",
                         cell->task.score_lengths);
    return !*error;
}

bool quality_settle(struct worker_cell *cell, char **error)
{
    struct model_config *c = &cell->model;
    const struct slot *slots = cell->kernels->slots;
    settle_model(cell);
    settle_training(cell);
    if (!lengths_fit(cell, error)) return false;
    if (!variant_layers(cell->variant_layers, c->layers, &c->variant_layers)) {
        *error = xformat("variant_layers=%s: expected all, first, last, none, or indices such as "
                         "0+2, from 0 to %d",
                         cell->variant_layers, c->layers - 1);
        return false;
    }
    if (slot_list(cell->swap_slots, slots, &cell->training.swap.slots)) return true;
    struct text names = {0};
    for (int i = 0; i < SLOTS; i++) text_add(&names, "%s%s", i ? ", " : "", slots[i].name);
    *error = xformat("swap_slots=%s: expected variant, or slots such as q+k+v (the slots are %s)",
                     cell->swap_slots, names.data);
    text_free(&names);
    return false;
}
