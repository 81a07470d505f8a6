/* SPDX-License-Identifier: MIT
 * The factors of layers and of cells of every kind, and the whole table in the order of cell
 * strings. */
#include "harness/measure/factors/factor_table.h"

#include "base/mem.h"
#include "harness/measure/memory.h"

#include <limits.h>

const char *const factor_type_names[] = {"int", "real", "choice", "text"};
static const char *const phase_kinds[PHASE_KINDS + 1] = {"forward", "backward", "both", NULL};
static const char *const input_kinds[INPUT_KINDS + 1] = {
    "text", "normal", "large", "tiny", "zero_rows", "huge", "vanishing", "equal", NULL};
static const char *const counters_kinds[COUNTERS_KINDS + 1] = {"all", "none", NULL};

enum { MAX_BUILDS = 8, MAX_FACTORS = 512 };
static const char *isa_choices[MAX_BUILDS + 2] = {"auto"}; /* and the builds this CPU can run */

static const char *const cell_kinds[CELL_KINDS + 1] = {"overhead", "quality", "simple_baseline",
                                                       "step", NULL};

/* Name, default, what it is. Slots and their choices' parameters stand between kind and the rest.
 */
/* clang-format off */
static const struct factor kind[] = {
    {"kind", "overhead", "the time of one layer, what a small model learns, what counting tells, or the time of a step of "
     "training",
     CHOICE(kind, cell_kinds), MEASURE, QUIET,
     .said = SAID("layer", "model", "simple_baseline", "step of training")},
};
static const struct factor layer[] = {
    {"score_scale", "1", "factor on the score's natural scale",
     REAL(layer.score_scale, 0, 1000), VARIANT,
     .said = SAID("scale of the score times {}")},
    {"scale_place", "inside", "whether the scale multiplies scores or the normaliser's output",
     CHOICE(layer.scale_place, scale_place_names), VARIANT,
     .said = SAID("scale inside", "scale outside")},
    {"method", "streaming", "tiles that are never stored, or whole score matrices as published",
     CHOICE(layer.method, method_names), VARIANT,
     .said = SAID("streamed", "score matrices kept")},
};
static const struct factor overhead_shape[] = {
    {"rotary", "off", "whether queries and keys carry rotary positions",
     CHOICE(layer.rotary, rotary_names), VARIANT, QUIET,
     .said = SAID("without rotary positions", "rotary positions")},
    {"alibi", "off", "whether logits fall with the distance of query and key (ALiBi)",
     CHOICE(layer.alibi, alibi_names), VARIANT, QUIET,
     .said = SAID("without ALiBi", "ALiBi")},
    {"mask", "none", "which keys a query may see", CHOICE(layer.mask, mask_names), SHAPE,
     .said = SAID("no mask", "causal", "padding", "causal and padding")},
    {"batch", "1", "sequences", INTEGER(layer.shape.batch, 1, 4096), SHAPE,
     .said = SAID("batch {}")},
    {"heads", "8", "heads", INTEGER(layer.shape.heads, 1, 256), SHAPE,
     .said = SAID("{} heads", "1: 1 head")},
    {"n", "1024", "queries per sequence", INTEGER(layer.shape.n, 1, 1048576), SHAPE,
     .said = SAID("length {}")},
    {"m", "n", "keys per sequence; other than n: cross-attention",
     INTEGER(layer.shape.m, 1, 1048576), SHAPE,
     .said = SAID("{} keys")},
    {"d_model", "512", "width of a token", INTEGER(layer.shape.d_model, 1, 65536), SHAPE,
     .said = SAID("width {}")},
};
#define D_HEAD(field)                                                                              \
    {"d_head", "d_model / heads", "width of a head", INTEGER(field, 1, 4096), SHAPE,               \
     .said = SAID("head width {}")}
#define KV_HEADS(field)                                                                            \
    {"kv_heads", "heads", "heads of keys and values, each read by heads / kv_heads heads of queries", \
     INTEGER(field, 1, 256), VARIANT, QUIET,                                                       \
     .said = SAID("{} heads of keys and values", "1: multi-query attention")}
static const struct factor overhead_head[] = {D_HEAD(layer.shape.d_head),
                                              KV_HEADS(layer.shape.kv_heads)};
static const struct factor quality_head[] = {D_HEAD(model.d_head), KV_HEADS(model.kv_heads)};
static const struct factor overhead_placement[] = {
    {"threads", "1", "pinned threads, one per core", INTEGER(threads, 1, 1024), PLACEMENT,
     .said = SAID("{} threads", "1: 1 thread")},
    {"thp", "never", "transparent huge pages", CHOICE(thp, thp_names), PLACEMENT, QUIET},
};
static const struct factor build[] = {
    {"isa", "auto", "vector build of the kernels; auto is the widest this CPU can run",
     CHOICE(isa, isa_choices), PLACEMENT, QUIET},
};
static const struct factor pass[] = {
    {"phase", "forward",
     "what is timed: the forward pass, the backward pass after it, or both",
     CHOICE(phase, phase_kinds), MEASURE,
     .said = SAID("forward pass", "backward pass", "forward and backward pass")},
    {"input", "text", "activations from text; or hostile: N(0,1), that times 16 so that exp "
     "overflows, every other value denormal, every other row zero, scores near 1e18, scores near "
     "1e-42, all scores equal",
     CHOICE(input, input_kinds), MEASURE,
     .said = SAID("activations from text", "normal input", "large input", "tiny input", "input with rows of zeros", "huge scores", "vanishing scores", "equal scores")},
    {"corpus", "builtin", "path of a text file, or builtin", TEXT(corpus), MEASURE, QUIET,
     .said = SAID("text {}")},
};
static const struct factor seed[] = {
    {"seed", "1", "of input and initial values, of the order of the data",
     INTEGER(seed, 0, INT_MAX), MEASURE,
     .said = SAID("seed {}")},
};
static const struct factor sampling[] = {
    {"samples", "5", "timed samples of one process", INTEGER(samples, 1, 100000), MEASURE, QUIET,
     .said = SAID("{} samples")},
    {"min_sample_ms", "5", "least length of a sample in ms; passes are repeated to reach it",
     REAL(min_sample_ms, 0, 60000), MEASURE, QUIET,
     .said = SAID("samples of {} ms")},
};
static const struct factor passes_apart[] = {
    {"counters", "all", "counter groups to read, in passes apart from the timed ones",
     CHOICE(counters, counters_kinds), MEASURE, QUIET,
     .said = SAID("with counters", "without counters")},
    {"delay_percent", "0", "busy wait added to each pass, in % of it: a difference to be found",
     REAL(delay_percent, 0, 1000), VARIANT, QUIET,
     .said = SAID("delay of {} %")},
};
static const struct factor last[] = {
    {"replica", "1", "the same thing under another name, a training with other random numbers: no "
     "difference to be found",
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
static const struct factor_section after_slots[] = {
    SECTION(layer, MEASURED),
    SECTION(overhead_shape, LAYER),
    {.list = NULL}, /* simple_baseline_choice */
    {.list = NULL}, /* quality_shape */
    SECTION(overhead_head, LAYER),
    SECTION(quality_head, MODEL),
    SECTION(overhead_placement, LAYER),
    SECTION(build, MEASURED),
    SECTION(pass, LAYER),
    {.list = NULL}, /* quality_training */
    SECTION(seed, ANY_KIND),
    SECTION(sampling, TIMED),
    SECTION(passes_apart, LAYER),
    SECTION(last, MEASURED),
};

/* Order of the slots in cell strings: what is compared most comes first. */
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

/* Names of a slot's choices, NULL-ended. Lives as long as the program. */
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
        die("slot %s: found parameter %s of choice %d, expected parameters of the first %d alone; "
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

static void append_section(const struct factor *kinds, const struct factor_section *s)
{
    for (int i = 0; i < s->count; i++) {
        struct factor *f = append(&s->list[i]);
        if (s->kinds == ANY_KIND) continue;
        f->when = kinds;
        f->when_choices = s->kinds | (f->data ? COUNTED : 0u);
    }
}

static void build_table(void)
{
    const struct kernels *const *builds = kernels_available();
    const struct factor_section *quality[] = {&simple_baseline_choice, &quality_shape,
                                              &quality_training};
    int next = 0;
    for (int i = 0; i < MAX_BUILDS && builds[i]; i++) isa_choices[i + 1] = builds[i]->name;
    const struct factor *kinds = append(kind);
    for (int i = 0; i < SLOTS; i++) append_slot(kinds, builds[0]->slots, slot_order[i]);
    for (size_t i = 0; i < sizeof after_slots / sizeof *after_slots; i++)
        append_section(kinds, after_slots[i].list ? &after_slots[i] : quality[next++]);
}

const struct factor *factors(int *count)
{
    if (!used) build_table();
    *count = used;
    return table;
}
