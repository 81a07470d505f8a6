/* SPDX-License-Identifier: MIT
 * Tests two properties with all normalisers, because some depend on the number of keys:
 * - The output for a text does not depend on longer texts in the same batch.
 * - In a causal model, a prefix has the same output as in the whole text. */
#include "each_choice.h"
#include "net_case.h"

enum { SHORT = 3, SHORT_SOURCE = 2, LONG = 6, LONG_SOURCE = 5, VOCABULARY = 11 };

/* Returns the tolerance relative to the largest logit. It allows for about 30 successive rounding
 * errors; norms of small rows amplify them tenfold. */
static double tolerance(const struct model_build *build)
{
    return build->real_size == 8 ? 1e-12 : 3e-4;
}

static const struct choice *normalizer(int choice)
{
    return kernels_by_name("double")->slots[SLOT_NORMALIZER].choices[choice];
}
static const char *name_of(int choice) { return normalizer(choice)->name; }

/* Returns a model config with this normaliser in all attention layers. The maximum lengths exceed
 * the lengths of all batches. */
static struct model_config config(enum architecture a, int choice)
{
    struct model_config c = net_config(a);
    const struct param *p = normalizer(choice)->params;
    c.variant.choice[SLOT_NORMALIZER] = choice;
    for (int i = 0; p && p[i].name; i++) c.variant.args[SLOT_NORMALIZER].value[i] = p[i].def;
    c.variant_layers = ~(uint64_t)0;
    c.variant_in = IN_ENCODER | IN_DECODER | IN_CROSS;
    c.max_n = LONG + 3, c.max_m = LONG_SOURCE + 2;
    c.init_std = 0.7; /* With large initial weights, attention influences the output about as much
                         as the rest of the model. */
    return c;
}

/* ---- logits of a text ---- */

/* Copies a row and its source into a batch of one row, cut to n and m positions. */
static struct net_batch *alone(const struct net_batch *b, int row, int n, int m)
{
    struct net_batch *one = calloc(1, sizeof *one);
    memcpy(one->tokens, b->tokens + row * b->batch.n, (size_t)n * sizeof *one->tokens);
    memcpy(one->source, b->source + row * b->batch.m, (size_t)m * sizeof *one->source);
    one->lengths[0] = n, one->source_lengths[0] = m;
    one->batch = (struct batch){.batch = 1,
                                .n = n,
                                .m = m,
                                .tokens = one->tokens,
                                .lengths = one->lengths,
                                .source = one->source,
                                .source_lengths = one->source_lengths};
    return one;
}

static void run(const struct model_build *build, struct model *m, const struct net_batch *b)
{
    struct batch batch = b->batch;
    double count;
    batch.targets = NULL;
    build->forward(m, &batch, 0, &count);
}

static void take_logits(const struct model_build *build, struct model *m, int row,
                        float out[SHORT][VOCABULARY])
{
    for (int n = 0; n < SHORT; n++) build->logits(m, row, n, out[n]);
}

static void assert_same(const struct model_build *build, float a[SHORT][VOCABULARY],
                        float b[SHORT][VOCABULARY], const char *what)
{
    double largest = 0, worst = 0;
    for (int i = 0; i < SHORT * VOCABULARY; i++) {
        int at = i / VOCABULARY, word = i % VOCABULARY;
        double x = (double)a[at][word], y = (double)b[at][word];
        largest = fmax(largest, fabs(x));
        worst = fmax(worst, fabs(x - y));
    }
    assert_true(largest > 0.01);
    if (!(worst <= tolerance(build) * largest))
        fail_msg("%s, %s: logits differ by %g, relative to the largest logit", build->name, what,
                 worst / largest);
}

/* ---- in company ---- */

/* Compares a short row in a batch with the same row in a batch of its own. The first batch also
 * contains a longer row. */
static void check_company(const struct model_build *build, const struct model_config *c,
                          const char *what)
{
    int source = c->architecture == ARCH_ENCODER_DECODER;
    float want[SHORT][VOCABULARY], got[SHORT][VOCABULARY];
    struct model *m = open_checked(build, c, false);
    struct net_batch *both = net_batch(c, 2, LONG, source ? LONG_SOURCE : 0, 4);
    both->lengths[1] = SHORT;
    if (source) both->source_lengths[1] = SHORT_SOURCE;
    struct net_batch *one = alone(both, 1, SHORT, source ? SHORT_SOURCE : 0);
    run(build, m, one);
    take_logits(build, m, 0, want);
    run(build, m, both);
    take_logits(build, m, 1, got);
    assert_same(build, want, got, what);
    free(one);
}

/* Compares the output of a causal row with the output of its prefix. Both have the same source. */
static void check_prefix(const struct model_build *build, const struct model_config *c,
                         const char *what)
{
    int sources = c->architecture == ARCH_ENCODER_DECODER ? LONG_SOURCE : 0;
    float want[SHORT][VOCABULARY], got[SHORT][VOCABULARY];
    if (c->architecture == ARCH_ENCODER) return;
    struct model *m = open_checked(build, c, false);
    struct net_batch *b = net_batch(c, 1, LONG, sources, 4);
    struct net_batch *prefix = alone(b, 0, SHORT, sources);
    run(build, m, b);
    take_logits(build, m, 0, want);
    run(build, m, prefix);
    take_logits(build, m, 0, got);
    assert_same(build, want, got, what);
    free(prefix);
}

typedef void trial(const struct model_build *, const struct model_config *, const char *what);

static void in_each_build(trial *check, const struct model_config *c, const char *what)
{
    check(double_build(), c, what);
    check(fastest_build(), c, what);
}

/* Runs the check with default arguments, then with every other value of each argument of the
 * choice. */
static void with_each_value(trial *check, enum architecture a, int choice)
{
    struct model_config c = config(a, choice);
    const struct param *p = normalizer(choice)->params;
    in_each_build(check, &c, architecture_names[a]);
    for (int i = 0; p && p[i].name; i++)
        for (int v = 0; p[i].kind == PARAM_CHOICE && v <= (int)p[i].max; v++) {
            char what[120];
            c.variant.args[SLOT_NORMALIZER].value[i] = v;
            snprintf(what, sizeof what, "%s, %s=%s", architecture_names[a], p[i].name,
                     p[i].choices[v]);
            in_each_build(check, &c, what);
            c.variant.args[SLOT_NORMALIZER].value[i] = p[i].def;
        }
}

static void in_each_architecture(trial *check, int choice)
{
    static const enum architecture all[] = {ARCH_ENCODER, ARCH_DECODER, ARCH_ENCODER_DECODER};
    for (int a = 0; a < 3; a++) with_each_value(check, all[a], choice);
}

static void company(int choice) { in_each_architecture(check_company, choice); }
static void prefix(int choice) { in_each_architecture(check_prefix, choice); }

TEST_GROUP()
{
    static const struct check checks[] = {
        {"a longer text in the batch does not change the other outputs", company, NULL, NULL},
        {"a causal prefix has the output of the whole text", prefix, NULL, NULL}};
    int choices = 0;
    while (normalizer(choices)) choices++;
    return check_each_choice("networks: company", checks, 2, choices, name_of);
}
