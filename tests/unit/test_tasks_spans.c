/* SPDX-License-Identifier: MIT
 * Tests answer spans: the target tokens spell the answer, the best pair of start and end is chosen,
 * and answers may be truncated. */
#include "task_case.h"
#include "models/tasks/tasks.h"

/* "Zoë" has 3 code points and "Élan" has 4. In UTF-8, each has one more byte. */
static const char context[] = "Zo\xc3\xab saw the \xc3\x89lan in N\xc3\xbcrnberg before noon";
enum { WORDS = 8 };

static struct hand *spans_set(void) { return hand_open(DATA_SPANS, "f1"); }

static void add(struct hand *h, enum split split, const char *question, const struct string *answer,
                const int *start)
{
    *hand_add(h, split) = (struct record){.text = string_of(context),
                                          .second = string_of(question),
                                          .references = answer,
                                          .reference_count = 1,
                                          .starts = start};
}

static struct task_options options(const char *tokenizer, int n, int batch)
{
    return (struct task_options){
        .tokenizer = tokenizer, .min_count = 1, .batch = batch, .n = n, .seed = 1};
}

static int start_of(const char *answer)
{
    const char *at = strstr(context, answer);
    assert_non_null(at);
    return (int)utf8_position(string_of(context), (size_t)(at - context));
}

/* ---- targets ---- */

static void trim(char *text)
{
    size_t blanks = strspn(text, " ");
    memmove(text, text + blanks, strlen(text + blanks) + 1);
}

static void target_is_the_answer(const char *tokenizer, const char *words)
{
    struct hand *h = spans_set();
    struct string answer = string_of(words);
    int start = start_of(words);
    add(h, SPLIT_TRAIN, "who saw it", &answer, &start);
    add(h, SPLIT_VALID, "who saw it", &answer, &start);
    struct task_options o = options(tokenizer, 80, 1);
    o.vocabulary = strcmp(tokenizer, "bpe") ? 0 : TOKEN_SPECIALS + 256 + 20;
    struct task *t = hand_task(h, &task_spans, &o);
    const struct batch *b = task_spans.batch(t, 0);
    int first = b->targets[0], last = b->targets[1];
    assert_true(0 < first && first <= last && last < b->n);
    char *text =
        kept(tokenizer_decode(t->tokenizer, b->tokens + first, (size_t)(last - first + 1)));
    trim(text); /* The BPE token of a word starts with the space before the word. */
    assert_string_equal(text, words);
    assert_int_equal(t->cut, 0);
}

TEST("target tokens spell the answer")
{
    static const char *const kinds[] = {"words", "chars", "bytes", "bpe"};
    static const char *const answers[] = {"Zo\xc3\xab",
                                          "saw",
                                          "the \xc3\x89lan",
                                          "N\xc3\xbcrnberg",
                                          "\xc3\x89lan in N\xc3\xbcrnberg before",
                                          "noon"};
    for (int k = 0; k < 4; k++)
        for (int a = 0; a < 6; a++) target_is_the_answer(kinds[k], answers[a]);
}

/* ---- what is cut ---- */

struct expected {
    int n, first, last;
    long cut;
};

TEST("answers that are cut off have no target")
{
    /* The context starts at position 3, after "who saw" and a separator. "Nürnberg" is its sixth
     * word. */
    static const struct expected cases[] = {{11, 8, 8, 0},  {10, 8, 8, 1},  {9, 8, 8, 1},
                                            {8, -1, -1, 1}, {4, -1, -1, 1}, {3, -1, -1, 1},
                                            {2, -1, -1, 1}, {1, -1, -1, 1}};
    struct string answer = string_of("N\xc3\xbcrnberg");
    int start = start_of("N\xc3\xbcrnberg");
    for (int i = 0; i < 8; i++) {
        struct hand *h = spans_set();
        add(h, SPLIT_TRAIN, "who saw", &answer, &start);
        add(h, SPLIT_VALID, "", &answer, &start);
        struct task_options o = options("words", cases[i].n, 1);
        struct task *t = hand_task(h, &task_spans, &o);
        const struct batch *b = task_spans.batch(t, 0);
        assert_true(b->n <= cases[i].n);
        assert_int_equal(b->targets[0], cases[i].first);
        assert_int_equal(b->targets[1], cases[i].last);
        assert_int_equal(t->cut, cases[i].cut + (cases[i].n < 1 + WORDS));
    }
}

TEST("an answer that is partly cut off has no target")
{
    struct string answer = string_of("in N\xc3\xbcrnberg before");
    int start = start_of("in N\xc3\xbcrnberg before");
    struct hand *h = spans_set();
    add(h, SPLIT_TRAIN, "", &answer, &start);
    add(h, SPLIT_VALID, "", &answer, &start);
    struct task_options o = options("words", 1 + 6, 1);
    struct task *t = hand_task(h, &task_spans, &o);
    const struct batch *b = task_spans.batch(t, 0);
    assert_int_equal(b->targets[0], -1);
    assert_int_equal(b->targets[1], -1);
}

/* ---- the best span ---- */

/* Stores the start and end logits (2, n) of the only record. */
struct ends {
    float first[64], last[64];
};
static void give_ends(struct model *m, int b, int n, float *out)
{
    const struct ends *e = m->context;
    (void)b, (void)n;
    for (int i = 0; i < m->last.n; i++) {
        out[i] = e->first[i];
        out[m->last.n + i] = e->last[i];
    }
}

static bool answers(const struct ends *e, const char *words, int n, struct task_score *s)
{
    struct hand *h = spans_set();
    struct string answer = string_of(words);
    int start = 0;
    add(h, SPLIT_TRAIN, "who saw", &answer, &start);
    add(h, SPLIT_VALID, "who saw", &answer, &start);
    struct task_options o = options("words", n, 1);
    struct task *t = hand_task(h, &task_spans, &o);
    struct ends copy = *e;
    struct model m = {.targets_per_row = 2, .answer = give_ends, .context = &copy};
    *s = fake_score(t, SPLIT_VALID, &m, 0);
    return metric_of(s, "exact_match") == 100;
}

TEST("the best pair of start and end is the answer")
{
    struct task_score s;
    struct ends e = {.first = {[3 + 3] = 2}, .last = {[3 + 5] = 2}};
    assert_true(answers(&e, "\xc3\x89lan in N\xc3\xbcrnberg", 20, &s));
    assert_close(metric_of(&s, "f1"), 100, 1e-9);
    /* The end must not come before the start, even if another end has a larger logit. */
    e = (struct ends){.first = {[3 + 3] = 2}, .last = {[3 + 1] = 3, [3 + 4] = 1}};
    /* If two pairs have the same sum, the first pair is taken. */
    assert_true(answers(&e, "Zo\xc3\xab saw", 20, &s));
    e.last[3 + 4] = 1.5f;
    assert_true(answers(&e, "\xc3\x89lan in", 20, &s));
    /* Question and separator are never part of an answer. */
    e = (struct ends){.first = {9, 9, 9, [3 + 7] = 1}, .last = {9, 9, 9, [3 + 7] = 1}};
    assert_true(answers(&e, "noon", 20, &s));
    /* Words that are cut off are never part of an answer. */
    e = (struct ends){.first = {[3 + 1] = 1}, .last = {[3 + 1] = 1, [3 + 7] = 9}};
    assert_true(answers(&e, "saw", 3 + 3, &s));
    /* Without a context there is no answer. */
    assert_false(answers(&e, "saw", 2, &s));
    assert_close(metric_of(&s, "exact_match"), 0, 0);
    assert_close(metric_of(&s, "f1"), 0, 0);
}

/* A limit of two takes records 0 and 2 of four. */
TEST("a limit selects evenly spaced records")
{
    struct hand *h = spans_set();
    struct string right = string_of("saw"), other = string_of("noon");
    int start = start_of("saw"), other_start = start_of("noon");
    add(h, SPLIT_TRAIN, "who saw", &right, &start);
    for (int i = 0; i < 4; i++)
        add(h, SPLIT_VALID, "who saw", i % 2 ? &other : &right, i % 2 ? &other_start : &start);
    struct task_options o = options("words", 20, 1);
    struct task *t = hand_task(h, &task_spans, &o);
    struct ends e = {.first = {[3 + 1] = 1}, .last = {[3 + 1] = 1}};
    struct model m = {.targets_per_row = 2, .answer = give_ends, .context = &e};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 2);
    assert_close(metric_of(&s, "exact_match"), 100, 0);
    s = fake_score(t, SPLIT_VALID, &m, 4);
    assert_close(metric_of(&s, "exact_match"), 50, 0);
}

/* The pair with the largest sum is too long, because answers have at most 30 tokens. */
TEST("answers have a maximum length")
{
    struct hand *h = spans_set();
    struct text long_context = {0};
    struct ends e = {.first = {[1] = 3}, .last = {[1 + 30] = 5, [1 + 29] = 3}};
    for (int i = 0; i < 40; i++) text_add(&long_context, "%sw%d", i ? " " : "", i);
    struct string answer = {long_context.data,
                            (size_t)(strstr(long_context.data, " w30") - long_context.data)};
    int start = 0;
    for (int s = 0; s < 2; s++)
        *hand_add(h, (enum split)s) = (struct record){.text = string_of(long_context.data),
                                                      .references = &answer,
                                                      .reference_count = 1,
                                                      .starts = &start};
    struct task_options o = options("words", 50, 1);
    struct task *t = hand_task(h, &task_spans, &o);
    struct model m = {.targets_per_row = 2, .answer = give_ends, .context = &e};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_close(metric_of(&s, "exact_match"), 100, 0);
    text_free(&long_context);
}

/* An answer that is cut off has no loss, but it is scored by exact match and F1. */
TEST("answers that are cut off are scored")
{
    struct task_score s;
    struct ends e = {.first = {[3] = 1}, .last = {[3] = 1}};
    struct hand *h = spans_set();
    struct string kept = string_of("Zo\xc3\xab"), lost = string_of("noon");
    int kept_start = 0, lost_start = start_of("noon");
    add(h, SPLIT_TRAIN, "who saw", &kept, &kept_start);
    add(h, SPLIT_VALID, "who saw", &kept, &kept_start);
    add(h, SPLIT_VALID, "who saw", &lost, &lost_start);
    struct task_options o = options("words", 6, 2);
    struct task *t = hand_task(h, &task_spans, &o);
    struct model m = {.targets_per_row = 2, .answer = give_ends, .context = &e};
    s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_close(metric_of(&s, "loss"), fake_nats, 1e-15);
    assert_close(metric_of(&s, "exact_match"), 50, 1e-12);
    assert_close(s.targets, 2, 0);
    assert_false(s.no_loss);
    h->data.count[SPLIT_VALID] = 0;
    add(h, SPLIT_VALID, "who saw", &lost, &lost_start);
    t = hand_task(h, &task_spans, &o);
    s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_true(s.no_loss && isnan(metric_of(&s, "loss")));
    assert_close(metric_of(&s, "exact_match"), 0, 0);
}
