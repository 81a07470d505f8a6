/* SPDX-License-Identifier: MIT
 * Tests requirements on every task:
 * - Batches depend only on seed and step, and never exceed the declared sizes.
 * - Scores include the whole split or the requested part.
 * - Passes over the data read only the training split. */
#include "task_case.h"
#include "models/tasks/tasks.h"

#include <math.h>

enum { BATCH = 4, STEPS = 6, LONGEST = 64 };

/* ---- data sets ---- */

static const char *const sets[DATA_KINDS] = {
    [DATA_LANGUAGE] = "grammar:train=20,valid=10,test=10",
    [DATA_POSITIONS] = "recall:train=30,valid=10,test=10",
    [DATA_CLASSES] = "stories:train=10,valid=5,test=5",
    [DATA_PAIRS] = "numbers:train=30,valid=10,test=10",
    [DATA_IMAGES] = "shapes:train=30,valid=10,test=10",
};

static struct hand *spans_set(void)
{
    static const struct string answer = {"home", 4};
    static const int start = 11;
    struct hand *h = hand_open(DATA_SPANS, "f1");
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < 10; i++) {
            struct record *r = hand_add(h, (enum split)s);
            r->text = string_of("the cat is home today");
            r->second = string_of(i % 2 ? "where is the cat ?" : "where ?");
            r->references = &answer;
            r->starts = &start;
            r->reference_count = 1;
        }
    return h;
}

struct trial {
    const struct task_kind *kind;
    struct hand *hand;
    struct dataset made;
    struct task *task;
    struct model_config shape;
};

/* Opens a task. The trial is on the heap, because the task keeps a pointer to its data. */
static struct trial *trial_open(const struct task_kind *kind, uint64_t seed)
{
    struct trial *t = xalloc(sizeof *t);
    /* Tokens are characters. Unknown tokens would make bits per character undefined. */
    struct task_options o = {.tokenizer = kind->data == DATA_LANGUAGE ? "chars" : "words",
                             .min_count = 1,
                             .batch = BATCH,
                             .n = LONGEST,
                             .m = LONGEST,
                             .patch = 7,
                             .mask_rate = 0.15,
                             .beam = 1,
                             .seed = seed};
    char *error = NULL;
    t->kind = kind;
    if (!sets[kind->data])
        t->hand = spans_set();
    else if (!dataset_open(sets[kind->data], &(struct data_options){.seed = 1}, &t->made, &error))
        fail_msg("%s: %s", kind->name, error);
    t->task = kind->open(t->hand ? &t->hand->data : &t->made, &o, &error);
    if (!t->task) fail_msg("%s: %s", kind->name, error);
    kind->shape(t->task, &t->shape);
    return t;
}

static void trial_close(struct trial *t)
{
    t->kind->close(t->task);
    if (!t->hand) dataset_close(&t->made);
    free(t);
}

/* ---- batches ---- */

static int targets_a_row(const struct task_kind *kind, const struct batch *b)
{
    return kind->head == HEAD_CLASS ? 1 : kind->head == HEAD_SPAN ? 2 : b->n;
}

static int most_target(const struct trial *t, const struct batch *b)
{
    return t->kind->head == HEAD_CLASS  ? t->shape.classes
           : t->kind->head == HEAD_SPAN ? b->n
                                        : t->shape.vocabulary;
}

static uint64_t hash_of_ids(uint64_t hash, const int32_t *ids, int count)
{
    for (int i = 0; ids && i < count; i++) hash = hash * 1000003 + (uint64_t)(ids[i] + 2);
    return hash;
}

static uint64_t hash_of_batch(const struct trial *t, const struct batch *b)
{
    int places = b->batch * b->n, words = b->words > 1 ? b->words : 1;
    uint64_t hash = (uint64_t)b->batch * 131 + (uint64_t)b->n;
    hash = hash_of_ids(hash, b->tokens, places * words);
    hash = hash_of_ids(hash, b->lengths, b->batch);
    hash = hash_of_ids(hash, b->source, b->batch * b->m);
    for (int i = 0; b->patches && i < places * t->shape.patch_dim; i++)
        hash = hash * 1000003 + (uint64_t)lrintf(1000 * b->patches[i]);
    return hash_of_ids(hash, b->targets, b->batch * targets_a_row(t->kind, b));
}

static bool all_within(const int32_t *ids, int count, int least, int end)
{
    for (int i = 0; i < count; i++)
        if (ids[i] < least || ids[i] >= end) return false;
    return true;
}

/* Checks that all sizes and tokens of a batch are in range. If `walked` is true, rows of running
 * text may be longer than n. */
static void assert_within(const struct trial *t, const struct batch *b, bool walked)
{
    const struct model_config *c = &t->shape;
    int words = b->words > 1 ? b->words : 1, vocabulary = c->vocabulary;
    bool good = b->batch >= 1 && b->batch <= c->max_batch && b->n >= 1;
    good &= walked || b->n <= c->max_n;
    good &=
        !b->tokens || all_within(b->tokens, b->batch * b->n * words, b->words ? -1 : 0, vocabulary);
    good &= !b->lengths || all_within(b->lengths, b->batch, 1, b->n + 1);
    good &= b->tokens || b->patches;
    good &=
        !b->source || (b->m <= c->max_m && all_within(b->source_lengths, b->batch, 1, b->m + 1));
    good &= all_within(b->targets, b->batch * targets_a_row(t->kind, b), -1, most_target(t, b));
    if (!good) fail_msg("%s: a batch is out of range", t->kind->name);
}

static void for_each_task(void (*check)(const struct task_kind *))
{
    for (int k = 0; task_kinds[k]; k++) check(task_kinds[k]);
}

static void follow_seed_and_step(const struct task_kind *kind)
{
    struct trial *walked = trial_open(kind, 1), *asked = trial_open(kind, 1),
                 *other = trial_open(kind, 2);
    uint64_t hash[STEPS];
    int differ = 0, change = 0;
    for (int i = 0; i < STEPS; i++) {
        const struct batch *b = kind->batch(walked->task, i);
        assert_within(walked, b, false);
        hash[i] = hash_of_batch(walked, b);
        differ += hash[i] != hash_of_batch(other, kind->batch(other->task, i));
        change += hash[i] != hash[0];
    }
    for (int i = STEPS - 1; i >= 0; i--)
        if (hash[i] != hash_of_batch(asked, kind->batch(asked->task, i)))
            fail_msg("%s: the batch of step %d depends on earlier requests", kind->name, i);
    if (!walked->hand && !(differ && change))
        fail_msg("%s: %s has the same batches", kind->name, differ ? "each step" : "each seed");
    trial_close(walked);
    trial_close(asked);
    trial_close(other);
}
TEST("batches depend only on seed and step") { for_each_task(follow_seed_and_step); }

/* ---- scores ---- */

struct answers {
    const struct trial *trial;
    int width; /* number of logits per position */
};

static void answer_nothing(struct model *m, int b, int n, float *out)
{
    const struct answers *a = m->context;
    (void)b, (void)n;
    for (int i = 0; i < a->width; i++) out[i] = 0;
}

static void see_within(struct model *m, const struct batch *b)
{
    const struct answers *a = m->context;
    assert_within(a->trial, b, false);
}

static struct task_score scored(const struct trial *t, int limit)
{
    const struct model_config *c = &t->shape;
    int width = t->kind->head == HEAD_CLASS ? c->classes : c->vocabulary;
    struct answers a = {t, t->kind->head == HEAD_SPAN ? 2 : width};
    struct model m = {.see = see_within, .answer = answer_nothing, .context = &a};
    m.targets_per_row = t->kind->head == HEAD_CLASS ? 1 : t->kind->head == HEAD_SPAN ? 2 : 0;
    return fake_score(t->task, SPLIT_VALID, &m, limit);
}

static void score_what_is_asked(const struct task_kind *kind)
{
    struct trial *t = trial_open(kind, 1);
    struct task_score all = scored(t, 0), again = scored(t, 0), two = scored(t, 2);
    assert_string_equal(all.metric[0].name, "loss");
    if (!(all.metric[0].value > 0))
        fail_msg("%s: the loss is %g (expected above 0)", kind->name, all.metric[0].value);
    for (int i = 0; i < all.count; i++) {
        if (!task_gives(kind, metric_find(all.metric[i].name), false))
            fail_msg("%s: the scored metric %s is not declared", kind->name, all.metric[i].name);
        double once = all.metric[i].value, twice = again.metric[i].value;
        if (once != twice && !(isnan(once) && isnan(twice)))
            fail_msg("%s: two evaluations give different %s: %.17g and %.17g", kind->name,
                     all.metric[i].name, once, twice);
    }
    int declared = 0;
    for (const struct metric *m = metrics; m->name; m++) declared += task_gives(kind, m, false);
    if (declared != all.count)
        fail_msg("%s: %d metrics are declared, but %d are scored", kind->name, declared, all.count);
    if (!(all.targets > two.targets && two.targets > 0))
        fail_msg("%s: %g targets in the whole split, but %g in two records", kind->name,
                 all.targets, two.targets);
    trial_close(t);
}
TEST("a task scores exactly the requested records") { for_each_task(score_what_is_asked); }

/* ---- walk over the data ---- */

struct walker {
    const struct trial *trial;
    double places;
};

static void visit(void *to, const struct batch *b)
{
    struct walker *w = to;
    assert_within(w->trial, b, true);
    w->places += b->batch * b->n;
}

static void walk_over_training(const struct task_kind *kind)
{
    struct trial *t = trial_open(kind, 1);
    struct walker all = {.trial = t}, one = {.trial = t};
    kind->walk(t->task, 0, visit, &all);
    kind->walk(t->task, 1, visit, &one);
    if (!(one.places > 0 && one.places < all.places))
        fail_msg("%s: one batch has %g positions, but all batches together have %g", kind->name,
                 one.places, all.places);
    if (!(kind->epoch_steps(t->task) >= 1))
        fail_msg("%s: %g steps per epoch (expected at least 1)", kind->name,
                 kind->epoch_steps(t->task));
    trial_close(t);
}
TEST("one pass over the training data covers all batches") { for_each_task(walk_over_training); }
