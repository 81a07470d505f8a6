/* SPDX-License-Identifier: MIT
 * Tests classification: which part of a text a model reads, classes that are missing in training,
 * and worked examples of accuracy and Matthews correlation. */
#include "models/tasks/class_scores.h"
#include "task_case.h"
#include "models/tasks/tasks.h"

static struct task_options words(int n, int batch)
{
    return (struct task_options){
        .tokenizer = "words", .min_count = 1, .batch = batch, .n = n, .seed = 1};
}

static struct hand *classes_set(void)
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 3;
    return h;
}

/* ---- what is read ---- */

/* Returns the text of the first record as the model reads it, with "|" between its parts. Sets *cut
 * to the number of cut records. */
static char *read_as(const char *text, const char *question, int n, long *cut)
{
    struct hand *h = classes_set();
    struct task_options o = words(n, 1);
    hand_text(h, SPLIT_TRAIN, text, question, 0);
    hand_text(h, SPLIT_VALID, "", NULL, 0);
    struct task *t = hand_task(h, &task_classes, &o);
    const struct batch *b = task_classes.batch(t, 0);
    struct text out = {0};
    assert_int_equal(b->n, b->lengths[0]);
    assert_true(b->n <= n);
    for (int i = 0; i < b->n; i++) {
        char *word = b->tokens[i] == TOKEN_SEPARATOR
                         ? xstrdup("|")
                         : tokenizer_decode(t->tokenizer, b->tokens + i, 1);
        text_add(&out, "%s%s", i ? " " : "", word);
        free(word);
    }
    *cut = t->cut;
    return out.data;
}

static void reads(const char *text, const char *question, int n, const char *expected, long cut)
{
    long found;
    char *as = read_as(text, question, n, &found);
    assert_string_equal(as, expected);
    assert_int_equal(found, cut);
    free(as);
}

TEST("a model reads the text, a separator and the question")
{
    reads("a b c d", NULL, 9, "a b c d", 0);
    reads("a b c d", NULL, 4, "a b c d", 0);
    reads("a b c d", NULL, 3, "a b c", 1); /* A sentence is cut at the end. */
    reads("a b c d", "x y", 7, "a b c d | x y", 0);
    reads("a b c d", "x y", 5, "c d | x y", 1); /* A story is cut at the beginning. */
    reads("a b c d", "x y", 3, "| x y", 1);
    /* If text and question are both cut, the record is counted once. */
    reads("a b c d", "x y z", 3, "| x y", 1);
    reads("", "x y z", 3, "| x y", 1);
    reads("", "x", 9, "| x", 0);
    reads("a b", " ", 9, "a b", 0);
    reads("", NULL, 9, "<unk>", 0);
}

/* Words that do not occur in the training split are unknown words. */
TEST("the vocabulary comes from the training split alone")
{
    struct hand *h = classes_set();
    struct task_options o = words(9, 1);
    hand_text(h, SPLIT_TRAIN, "a b", "c", 0);
    for (int s = SPLIT_VALID; s < SPLITS; s++) hand_text(h, s, "b new a", "c newer", 0);
    struct task *t = hand_task(h, &task_classes, &o);
    enum { A = TOKEN_SPECIALS, B, C, END };
    static const int32_t expected[] = {B, TOKEN_UNKNOWN, A, TOKEN_SEPARATOR, C, TOKEN_UNKNOWN};
    assert_int_equal(tokenizer_size(t->tokenizer), END);
    for (int s = SPLIT_VALID; s < SPLITS; s++) {
        const struct batch *b = task_classes.fill(t, s, (const int[]){0}, 1);
        assert_int_equal(b->n, 6);
        assert_memory_equal(b->tokens, expected, sizeof expected);
    }
}

TEST("training batches contain labels")
{
    struct hand *h = classes_set();
    struct task_options o = words(4, 2);
    static const char *const texts[] = {"zero", "one one", "two two two"};
    for (int i = 0; i < 3; i++) hand_text(h, SPLIT_TRAIN, texts[i], NULL, i);
    hand_text(h, SPLIT_VALID, "one", NULL, 1);
    struct task *t = hand_task(h, &task_classes, &o);
    struct model_config c = {0};
    int seen = 0;
    task_classes.shape(t, &c);
    assert_true(c.head == HEAD_CLASS && c.classes == 3 && c.max_n == 4 && c.max_batch == 2);
    assert_int_equal(c.vocabulary, TOKEN_SPECIALS + 3);
    assert_close(task_classes.epoch_steps(t), 2, 0);
    for (int step = 0; step < 2; step++) {
        const struct batch *b = task_classes.batch(t, step);
        /* In this data set the label is the length minus one. */
        for (int row = 0; row < b->batch; row++) {
            assert_int_equal(b->targets[row], b->lengths[row] - 1);
            for (int i = b->lengths[row]; i < b->n; i++)
                assert_int_equal(b->tokens[row * b->n + i], TOKEN_PAD);
            seen |= 1 << b->targets[row];
        }
    }
    assert_int_equal(seen, 7);
}

/* ---- scores ---- */

/* Lists the answers of a fake model, one class per record. */
struct answers {
    const int *list;
    int before;
};
static void count_rows(struct model *m, const struct batch *b)
{
    struct answers *a = m->context;
    (void)b;
    if (m->shown > 1) a->before += 2;
}
static void answer_listed(struct model *m, int b, int n, float *out)
{
    const struct answers *a = m->context;
    assert_int_equal(n, 0);
    for (int c = 0; c < 3; c++) out[c] = c == a->list[a->before + b] ? 0.5f : -0.5f;
}

static struct task_score scored(const int *labels, const int *list, int count)
{
    struct hand *h = classes_set();
    struct task_options o = words(4, 2);
    hand_text(h, SPLIT_TRAIN, "a", NULL, 0);
    hand_text(h, SPLIT_VALID, "a", NULL, 0);
    for (int i = 0; i < count; i++) hand_text(h, SPLIT_TEST, "a", NULL, labels[i]);
    struct task *t = hand_task(h, &task_classes, &o);
    struct answers a = {list, 0};
    struct model m = {
        .targets_per_row = 1, .see = count_rows, .answer = answer_listed, .context = &a};
    struct task_score s = fake_score(t, SPLIT_TEST, &m, 0);
    return s;
}

static void add_number(void *context, const struct prediction *p)
{
    int *sum = context;
    *sum = 10 * *sum + p->record;
}

/* A limit of 3 selects records 0, 2 and 4 of six, which are one per class. */
TEST("a limit selects records of all classes")
{
    static const char *const names[] = {"a", "b", "c"};
    static const int list[] = {0, 1, 2};
    int told = 0;
    struct hand *h = classes_set();
    struct task_options o = words(4, 2);
    h->data.class_names = names;
    hand_text(h, SPLIT_TRAIN, "a", NULL, 0);
    for (int i = 0; i < 6; i++) hand_text(h, SPLIT_VALID, "a", NULL, i / 2);
    struct task *t = hand_task(h, &task_classes, &o);
    struct answers a = {list, 0};
    struct model m = {
        .targets_per_row = 1, .see = count_rows, .answer = answer_listed, .context = &a};
    t->listener = (struct listener){.hear = add_number, .context = &told};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 3);
    assert_int_equal(s.records, 3);
    assert_close(metric_of(&s, "accuracy"), 1, 0);
    assert_int_equal(told, 24);
}

static void add_names(void *context, const struct prediction *p)
{
    text_add(context, "%s>%s ", p->truth ? p->truth : "?", p->answer);
}

/* A class that does not occur in training is printed as "?". */
TEST("a listener receives the true class and the answer of each record")
{
    static const char *const names[] = {"a", "b", "c"};
    static const int list[] = {0, 1, 2};
    struct text told = {0};
    struct hand *h = classes_set();
    struct task_options o = words(4, 2);
    h->data.class_names = names;
    hand_text(h, SPLIT_TRAIN, "a", NULL, 0);
    for (int i = 0; i < 3; i++) hand_text(h, SPLIT_VALID, "a", NULL, i - 1);
    struct task *t = hand_task(h, &task_classes, &o);
    struct answers a = {list, 0};
    struct model m = {
        .targets_per_row = 1, .see = count_rows, .answer = answer_listed, .context = &a};
    t->listener = (struct listener){.hear = add_names, .context = &told};
    fake_score(t, SPLIT_VALID, &m, 0);
    assert_string_equal(told.data, "?>a a>b b>c ");
    text_free(&told);
}

TEST("the first of several equal logits is the answer")
{
    assert_int_equal(largest((const float[]){1, 2, 2, 0}, 4), 1);
    assert_int_equal(largest((const float[]){0, 0}, 2), 0);
}

/* Two classes with tp 2, tn 1, fp 1 and fn 1 give a Matthews correlation of (2*1 - 1*1) / sqrt(3 *
 * 3 * 2 * 2) = 1/6. */
TEST("accuracy and Matthews correlation agree with worked examples")
{
    static const int labels[] = {1, 1, 1, 0, 0}, list[] = {1, 1, 0, 1, 0};
    struct task_score s = scored(labels, list, 5);
    assert_close(metric_of(&s, "loss"), fake_nats, 1e-15);
    assert_close(metric_of(&s, "accuracy"), 3. / 5, 1e-15);
    assert_close(metric_of(&s, "matthews"), 1. / 6, 1e-15);
    assert_close(s.targets, 5, 0);
    s = scored(labels, labels, 5);
    assert_close(metric_of(&s, "accuracy"), 1, 0);
    assert_close(metric_of(&s, "matthews"), 1, 1e-15);
}

/* If the true class does not occur in training, every answer is wrong. Such records do not change
 * the loss. */
TEST("answers to unknown classes are wrong")
{
    static const int labels[] = {1, -1, 0, -1, -1, -1}, list[] = {1, 0, 0, 2, 1, 1};
    struct task_score s = scored(labels, list, 6);
    assert_close(metric_of(&s, "loss"), fake_nats, 1e-15);
    assert_close(metric_of(&s, "accuracy"), 2. / 6, 1e-15);
    /* Matthews correlation ignores unknown classes. */
    assert_close(metric_of(&s, "matthews"), 1, 1e-15);
    s = scored(labels + 3, list, 3);
    assert_true(isnan(metric_of(&s, "loss")));
    assert_close(metric_of(&s, "accuracy"), 0, 0);
    assert_true(isnan(metric_of(&s, "matthews")));
    s = scored(labels, list, 0);
    assert_int_equal(s.count, 0);
}

TEST("records without a class have no loss and no gradient")
{
    const struct model_build *build = double_build();
    struct model_config c = net_config(ARCH_ENCODER);
    c.head = HEAD_CLASS;
    struct net_batch *both = net_batch(&c, 3, 5, 0, 1), *one = net_batch(&c, 3, 5, 0, 1);
    struct model *a = open_checked(build, &c, true), *b = open_checked(build, &c, true);
    double count_a, count_b;
    both->targets[1] = both->targets[2] = -1;
    one->batch.batch = 1;
    double loss_a = build->forward(a, &both->batch, 0, &count_a),
           loss_b = build->forward(b, &one->batch, 0, &count_b);
    assert_true(count_a == 1 && count_b == 1);
    assert_close(loss_a, loss_b, 1e-13 * loss_b);
    build->backward(a, &both->batch, 1);
    build->backward(b, &one->batch, 1);
    size_t reals = build->memory(a).parameters / sizeof(double);
    const double *x = build->gradients(a), *y = build->gradients(b);
    double largest_y = 0, largest_difference = 0;
    for (size_t i = 0; i < reals; i++) {
        largest_y = fmax(largest_y, fabs(y[i]));
        largest_difference = fmax(largest_difference, fabs(x[i] - y[i]));
    }
    assert_true(largest_y > 0.01);
    assert_true(largest_difference < 1e-13 * largest_y);
    both->targets[0] = -1;
    assert_true(build->forward(a, &both->batch, 0, &count_a) == 0 && count_a == 0);
    build->zero_gradients(a);
    build->backward(a, &both->batch, 1);
    assert_true(largest_of(build, a, build->gradients(a), -1) == 0);
}

TEST("empty splits are refused")
{
    struct hand *h = classes_set();
    struct task_options o = words(4, 2);
    hand_refuses(h, &task_classes, &o, "no records in the train split");
    hand_text(h, SPLIT_TRAIN, "a", NULL, 0);
    hand_refuses(h, &task_classes, &o, "no records in the valid split");
}
