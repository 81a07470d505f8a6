/* SPDX-License-Identifier: MIT
 * Defines the axes of layers and the axes that all kinds of cells share. Builds the table of all
 * axes in the order of cell strings. */
#include "harness/measure/cell_axes.h"

#include "base/mem.h"
#include "harness/measure/memory.h"

#include <limits.h>

#define AXES_OF   worker_cell
#define AT(field) offsetof(struct worker_cell, field)

const char *const factor_type_names[] = {"int", "real", "choice", "text"};
static const char *const phase_kinds[PHASE_KINDS + 1] = {"forward", "backward", "both", NULL};
static const char *const input_kinds[INPUT_KINDS + 1] = {
    "text", "normal", "large", "tiny", "zero_rows", "huge", "vanishing", "equal", NULL};
static const char *const counters_kinds[COUNTERS_KINDS + 1] = {"all", "none", NULL};

enum { MAX_BUILDS = 8, MAX_FACTORS = 512 };
static const char *isa_choices[MAX_BUILDS + 2] = {
    "auto"}; /* "auto", then the builds that this CPU supports */

static const char *const cell_kinds[CELL_KINDS + 1] = {"overhead", "quality", "simple_baseline",
                                                       "step", NULL};

/* In the table of all axes, the axes of slots and slot parameters follow `kind`. */
/* clang-format off */
static const struct factor kind[] = {
    {"kind", "overhead", "what to measure: the time of a layer, a training run of a small model, a simple "
     "baseline, or the time of a training step",
     CHOICE(kind, cell_kinds), MEASURE, QUIET,
     .said = SAID("layer", "model", "simple_baseline", "training step")},
};
static const struct factor layer[] = {
    {"score_scale", "1", "factor that multiplies the score's natural scale",
     REAL(layer.score_scale, 0, 1000), VARIANT,
     .said = SAID("scale of the score times {}")},
    {"scale_place", "inside", "inside: multiply the scores by the scale; outside: multiply the normaliser's output",
     CHOICE(layer.scale_place, scale_place_names), VARIANT,
     .said = SAID("scale inside", "scale outside")},
    {"method", "streaming", "streaming: process tiles of scores; materialised: store whole score matrices, as in the papers",
     CHOICE(layer.method, method_names), VARIANT,
     .said = SAID("streamed", "score matrices stored")},
    {"precision", "float32", "bf16: the matrix products of q, k, v, o, the gate, the FFN "
     "and the head have operands rounded to bf16. Their sums and everything else stay float32",
     CHOICE(layer.precision, precision_names), VARIANT, QUIET,
     .said = SAID("float32 products", "bf16 products")},
};
static const struct factor overhead_shape[] = {
    {"rotary", "off", "rotary positions on queries and keys",
     CHOICE(layer.rotary, rotary_names), VARIANT, QUIET,
     .said = SAID("without rotary positions", "rotary positions")},
    {"alibi", "off", "logits decrease with the distance between query and key (ALiBi)",
     CHOICE(layer.alibi, alibi_names), VARIANT, QUIET,
     .said = SAID("without ALiBi", "ALiBi")},
    {"mask", "none", "keys that a query can attend to", CHOICE(layer.mask, mask_names), SHAPE,
     .said = SAID("no mask", "causal", "padding", "causal and padding")},
    {"batch", "1", "sequences", INTEGER(layer.shape.batch, 1, 4096), SHAPE,
     .said = SAID("batch {}")},
    {"heads", "8", "heads", INTEGER(layer.shape.heads, 1, 256), SHAPE,
     .said = SAID("{} heads", "1: 1 head")},
    {"n", "1024", "queries per sequence", INTEGER(layer.shape.n, 1, 1048576), SHAPE,
     .said = SAID("length {}")},
    {"m", "n", "keys per sequence; cross-attention if m differs from n",
     INTEGER(layer.shape.m, 1, 1048576), SHAPE,
     .said = SAID("{} keys")},
    {"d_model", "512", "model width (d_model)", INTEGER(layer.shape.d_model, 1, 65536), SHAPE,
     .said = SAID("width {}")},
};
static const struct factor overhead_head[] = {D_HEAD(layer.shape.d_head),
                                              KV_HEADS(layer.shape.kv_heads)};
static const struct factor overhead_placement[] = {
    {"threads", "1", "pinned threads, one per core", INTEGER(threads, 1, 1024), PLACEMENT,
     .said = SAID("{} threads", "1: 1 thread")},
    {"thp", "never", "transparent huge pages", CHOICE(thp, thp_names), PLACEMENT, QUIET},
};
static const struct factor build[] = {
    {"isa", "auto", "vector build of the kernels; auto: the widest build that this CPU supports",
     CHOICE(isa, isa_choices), PLACEMENT, QUIET},
};
static const struct factor pass[] = {
    {"phase", "forward",
     "timed pass: forward, backward (after a forward pass), or both",
     CHOICE(phase, phase_kinds), MEASURE,
     .said = SAID("forward pass", "backward pass", "forward and backward pass")},
    {"input", "text", "input values: activations from text, N(0,1), or stress tests. The stress tests are: 16 N(0,1), "
     "so that exp overflows; every other value denormal; every other row zero; scores near 1e18; "
     "scores near 1e-42; all scores equal",
     CHOICE(input, input_kinds), MEASURE,
     .said = SAID("activations from text", "normal input", "large input", "tiny input", "input with rows of zeros", "huge scores", "vanishing scores", "equal scores")},
    {"corpus", "builtin", "path of a text file, or builtin for the included text", TEXT(corpus), MEASURE, QUIET,
     .said = SAID("text {}")},
};
static const struct factor seed[] = {
    {"seed", "1", "seed of input, initial values and data order",
     INTEGER(seed, 0, INT_MAX), MEASURE,
     .said = SAID("seed {}")},
};
static const struct factor sampling[] = {
    {"samples", "5", "timed samples per process", INTEGER(samples, 1, 100000), MEASURE, QUIET,
     .said = SAID("{} samples")},
    {"min_sample_ms", "5", "minimum duration of a sample in ms; passes are repeated to reach it",
     REAL(min_sample_ms, 0, 60000), MEASURE, QUIET,
     .said = SAID("samples of {} ms")},
};
static const struct factor passes_apart[] = {
    {"counters", "all", "counter groups to read, in separate passes",
     CHOICE(counters, counters_kinds), MEASURE, QUIET,
     .said = SAID("with counters", "without counters")},
    {"delay_percent", "0", "busy wait after each pass, in % of its time; adds a known difference, to test verdicts",
     REAL(delay_percent, 0, 1000), VARIANT, QUIET,
     .said = SAID("delay of {} %")},
};
static const struct factor last[] = {
    {"replica", "1", "index of a copy of the arm with different random numbers; no difference is expected",
     INTEGER(replica, 1, 1000), VARIANT, QUIET,
     .said = SAID("replica {}")},
};
/* clang-format on */

enum {
    LAYER = 1 << CELL_OVERHEAD,
    MODEL = CELLS_OF_MODELS,
    TIMED = LAYER | 1 << CELL_STEP,
    COUNTED = 1 << CELL_SIMPLE_BASELINE,
    MEASURED = LAYER | MODEL,
    ANY_KIND = MEASURED | COUNTED
};
/* Axes that apply to some kinds of cells (bit mask `kinds`). Their offsets in a cell are relative
 * to `base`. */
struct section {
    struct factor_list axes;
    unsigned kinds;
    size_t base;
};
/* Order of the slots in cell strings. */
static const enum slot_id slot_order[SLOTS] = {
    SLOT_SCORE, SLOT_NORMALIZER, SLOT_Q,    SLOT_K,      SLOT_V,
    SLOT_O,     SLOT_COMBINE,    SLOT_GATE, SLOT_LOGITS, SLOT_FORGET};

static struct factor table[MAX_FACTORS];
static int used;

static struct factor *append(const struct factor *f)
{
    require(used < MAX_FACTORS);
    table[used] = *f;
    return &table[used++];
}

/* Returns the names of a slot's choices, followed by NULL. The array is never freed. */
static const char *const *choice_names(const struct slot *slot)
{
    int count = 0;
    while (slot->choices[count]) count++;
    const char **names = xarray((size_t)count + 1, sizeof *names);
    for (int i = 0; i < count; i++) names[i] = slot->choices[i]->name;
    return names;
}

static const char *param_default(const struct param *p)
{
    char buffer[32];
    if (p->kind == PARAM_CHOICE) return p->choices[(int)p->def];
    return xstrdup(number_text(p->def, buffer));
}

static void append_param(const struct factor *slot, int choice, const struct param *p,
                         size_t offset)
{
    static const enum factor_type types[] = {
        [PARAM_INT] = FACTOR_INT, [PARAM_REAL] = FACTOR_REAL, [PARAM_CHOICE] = FACTOR_CHOICE};
    if (choice >= FACTOR_CASES)
        die("slot %s: parameter %s of choice %d: only the first %d choices can have parameters; "
            "widen when_choices of struct factor",
            slot->name, p->name, choice + 1, FACTOR_CASES);
    append(&(struct factor){.name = xformat("%s%s", slot->slot->prefix, p->name),
                            .doc = p->doc,
                            .type = types[p->kind],
                            .store = STORE_DOUBLE,
                            .offset = offset,
                            .min = p->min,
                            .max = p->max,
                            .def = param_default(p),
                            .choices = p->kind == PARAM_CHOICE ? p->choices : NULL,
                            .said = p->said,
                            .role = "variant",
                            .when = slot,
                            .when_choices = 1u << choice});
}

static void append_slot(const struct factor *kinds, const struct slot *slots, enum slot_id id)
{
    const struct slot *s = &slots[id];
    const struct factor *f = append(&(struct factor){.name = s->name,
                                                     .doc = s->doc,
                                                     .type = FACTOR_CHOICE,
                                                     .store = STORE_INT,
                                                     .offset = AT(layer.choice) + id * sizeof(int),
                                                     .def = s->choices[0]->name,
                                                     .choices = choice_names(s),
                                                     .role = "variant",
                                                     .quiet = s->quiet,
                                                     .slot = s,
                                                     .when = kinds,
                                                     .when_choices = MEASURED});
    size_t args = AT(layer.args) + id * sizeof(struct args);
    for (int c = 0; s->choices[c]; c++)
        for (const struct param *p = s->choices[c]->params; p && p->name; p++)
            append_param(f, c, p, args + (size_t)(p - s->choices[c]->params) * sizeof(double));
}

static void append_section(const struct factor *kinds, const struct section *s)
{
    for (int i = 0; i < s->axes.count; i++) {
        struct factor *f = append(&s->axes.list[i]);
        f->offset += s->base;
        if (s->kinds == ANY_KIND) continue;
        f->when = kinds;
        f->when_choices = s->kinds | (f->data ? COUNTED : 0u);
    }
}

static void build_table(void)
{
    const struct kernels *const *builds = kernels_available();
    const struct section sections[] = {{FACTOR_LIST(layer), MEASURED, 0},
                                       {FACTOR_LIST(overhead_shape), LAYER, 0},
                                       {simple_baseline_axes, COUNTED, AT(of_model)},
                                       {model_shape_axes, MODEL, AT(of_model)},
                                       {FACTOR_LIST(overhead_head), LAYER, 0},
                                       {model_head_axes, MODEL, AT(of_model)},
                                       {FACTOR_LIST(overhead_placement), LAYER, 0},
                                       {FACTOR_LIST(build), MEASURED, 0},
                                       {FACTOR_LIST(pass), LAYER, 0},
                                       {model_training_axes, MODEL, AT(of_model)},
                                       {FACTOR_LIST(seed), ANY_KIND, 0},
                                       {FACTOR_LIST(sampling), TIMED, 0},
                                       {FACTOR_LIST(passes_apart), LAYER, 0},
                                       {FACTOR_LIST(last), MEASURED, 0}};
    for (int i = 0; i < MAX_BUILDS && builds[i]; i++) isa_choices[i + 1] = builds[i]->name;
    const struct factor *kinds = append(kind);
    for (int i = 0; i < SLOTS; i++) append_slot(kinds, builds[0]->slots, slot_order[i]);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        append_section(kinds, &sections[i]);
}

const struct factor *factors(int *count)
{
    if (!used) build_table();
    *count = used;
    return table;
}

/* ---- values in a cell ---- */

void factor_set(const struct factor *f, struct worker_cell *cell, double value)
{
    void *at = (char *)cell + f->offset;
    int index = (int)value;
    if (f->values) value = f->values[index];
    switch (f->store) {
    case STORE_INT:
        *(int *)at = (int)value;
        break;
    case STORE_BOOL:
        *(bool *)at = value != 0;
        break;
    case STORE_INT64:
        *(int64_t *)at = (int64_t)value;
        break;
    case STORE_DOUBLE:
        *(double *)at = value;
        break;
    case STORE_NAME:
        *(const char **)at = f->choices[index];
        break;
    case STORE_TEXT:
        die("factor %s is a text", f->name);
    }
}

char **factor_text(const struct factor *f, struct worker_cell *cell)
{
    require(f->store == STORE_TEXT);
    return (char **)((char *)cell + f->offset);
}

double factor_number(const struct factor *f, const struct worker_cell *cell)
{
    const void *at = (const char *)cell + f->offset;
    switch (f->store) {
    case STORE_INT:
        return *(const int *)at;
    case STORE_BOOL:
        return *(const bool *)at;
    case STORE_INT64:
        return (double)*(const int64_t *)at;
    case STORE_DOUBLE:
        return *(const double *)at;
    default:
        die("factor %s is not a number", f->name);
    }
}

_Static_assert(FACTOR_CASES == sizeof(((struct factor *)NULL)->when_choices) * CHAR_BIT,
               "when_choices has one bit per choice");

bool factor_goes_with(const struct factor *f, int choice)
{
    return choice < FACTOR_CASES && f->when_choices >> choice & 1u;
}

bool factor_applies(const struct factor *f, const struct worker_cell *cell)
{
    if (!f->when) return true;
    return factor_applies(f->when, cell) && factor_goes_with(f, (int)factor_number(f->when, cell));
}
