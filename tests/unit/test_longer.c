/* SPDX-License-Identifier: MIT
 * Tests scores at lengths beyond training (score_lengths): which positions are scored, and which
 * combinations are refused. Scores at length n stay bitwise equal. */
#include "task_case.h"
#include "complete_cell.h"
#include "harness/measure/quality.h"
#include "models/tasks/longer.h"
#include "models/trainer.h"
#include "models/tasks/tasks.h"

/* ---- running text ---- */

enum { TOKENS = 20 };

static struct hand *text_set(void)
{
    struct hand *h = hand_open(DATA_LANGUAGE, "perplexity");
    hand_text(h, SPLIT_TRAIN, "abcdefghijklmnopqrst", NULL, 0);
    hand_text(h, SPLIT_VALID, "abcdefghijklmnopqrst", NULL, 0);
    return h;
}

static struct task_options chars(int n, int batch, int lengths)
{
    return (struct task_options){.tokenizer = "chars",
                                 .min_count = 1,
                                 .batch = batch,
                                 .n = n,
                                 .score_lengths = lengths,
                                 .seed = 1};
}

/* Counts how often each text token is a target, and records the size of the largest batch. */
struct asked {
    int times[TOKENS], widest, most_tokens;
};
static void note_asked(struct model *m, const struct batch *b)
{
    struct asked *a = m->context;
    a->widest = b->n > a->widest ? b->n : a->widest;
    a->most_tokens = b->n * b->batch > a->most_tokens ? b->n * b->batch : a->most_tokens;
    for (int i = 0; i < b->batch * b->n; i++)
        if (b->targets[i] >= 0) a->times[b->targets[i] - TOKEN_SPECIALS]++;
}

static struct task_score scored_longer(struct task *t, struct model *m)
{
    struct task_score s = {0};
    task_score_longer(t, SPLIT_VALID, &fake_build, NULL, m, &s);
    return s;
}

/* With n = 2, windows of four tokens score their last two positions. Windows of eight tokens score
 * their last four. */
TEST("only the second half of each window is scored")
{
    struct hand *h = text_set();
    for (int batch = 1; batch <= 5; batch++)
        for (int lengths = 2; lengths <= 4; lengths *= 2) {
            struct task_options o = chars(2, batch, lengths);
            struct task *t = hand_task(h, &task_next_token, &o);
            struct asked a = {0};
            struct model m = {.see = note_asked, .context = &a};
            struct task_score s = scored_longer(t, &m);
            assert_int_equal(a.widest, 2 * lengths);
            assert_true(a.most_tokens <= (2 * batch > 2 * lengths ? 2 * batch : 2 * lengths));
            for (int i = 0; i + 1 < TOKENS; i++)
                assert_int_equal(a.times[i + 1], (i % 4 >= 2) + (lengths == 4 && i % 8 >= 4));
            assert_close(metric_of(&s, "loss_2n"), fake_nats, 1e-15);
            assert_close(metric_of(&s, "perplexity_2n"), exp(fake_nats), 1e-13);
            /* Bits per character are not reported for longer lengths. */
            assert_int_equal(s.count, lengths == 4 ? 4 : 2);
            assert_int_equal(t->options.n, 2);
            assert_int_equal(t->options.from, 0);
            struct model plain = {0};
            s = fake_score(t, SPLIT_VALID, &plain, 0);
            assert_close(s.targets, TOKENS - 1, 0);
        }
    struct task_options o = chars(2, 1, 1);
    struct task *t = hand_task(h, &task_next_token, &o);
    struct model m = {0};
    assert_int_equal(scored_longer(t, &m).count, 0);
    o = chars(3, 1, 8);
    hand_refuses(h, &task_next_token, &o,
                 "the valid split has 20 tokens (expected at least 25 for windows of n = 24)");
}

/* ---- records ---- */

static const int32_t tokens[8] = {1, 2, 3, 4, 5, 6, 7, 8}, targets[8] = {-1, 7, 1, 7, 2, -1, 7, 3};

static void add_length(struct hand *h, enum split split, int length)
{
    *hand_add(h, split) = (struct record){.tokens = tokens, .targets = targets, .length = length};
}

static void always_seven(struct model *m, int b, int n, float *out)
{
    assert_true(m->last.targets[b * m->last.n + n] >= 0);
    for (int v = 0; v < 10; v++) out[v] = v == 7;
}

/* At length 2n, positions 2 and 3 have two targets, and one answer is right. At 4n, positions 4 to
 * 7 have three targets, and one answer is right. */
TEST("longer records are scored only beyond length n")
{
    static const int lengths[] = {8, 2, 4, 1, 8};
    struct hand *h = hand_open(DATA_POSITIONS, "accuracy");
    h->data.vocabulary = 10;
    add_length(h, SPLIT_TRAIN, 2);
    for (int i = 0; i < 5; i++) add_length(h, SPLIT_VALID, lengths[i]);
    for (int batch = 1; batch <= 9; batch += 4) {
        struct task_options o = {.batch = batch, .n = 2, .score_lengths = 4, .seed = 1};
        struct task *t = hand_task(h, &task_positions, &o);
        struct model m = {.answer = always_seven};
        struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
        /* Only records of one or two tokens are scored at length n. */
        assert_close(metric_of(&s, "accuracy"), 1, 0);
        assert_close(s.targets, 1, 0);
        assert_int_equal(s.records, 2);
        s = scored_longer(t, &m);
        assert_close(metric_of(&s, "accuracy_2n"), 1. / 2, 1e-15);
        assert_close(metric_of(&s, "accuracy_4n"), 1. / 3, 1e-15);
        assert_close(metric_of(&s, "loss_4n"), fake_nats, 1e-15);
    }
    struct task_options o = {.batch = 1, .n = 2, .score_lengths = 8, .seed = 1};
    hand_refuses(h, &task_positions, &o,
                 "score_lengths=8, but the longest record of valid has 8 tokens "
                 "(expected more than 8)");
    o.score_lengths = 2;
    hand_refuses(h, &task_positions, &o, "valid record 0 has 8 tokens (expected at most n = 4)");
    add_length(h, SPLIT_TRAIN, 4); /* Training records must not be longer than n. */
    o.score_lengths = 4;
    hand_refuses(h, &task_positions, &o, "train record 1 has 4 tokens (expected at most n = 2)");
}

/* ---- models ---- */

static struct train_result trained(const struct hand *h, enum position position, int lengths)
{
    const struct kernels *k = kernels_available()[0];
    struct task_options how = chars(3, 4, lengths);
    struct task *task = hand_task(h, &task_next_token, &how);
    struct model_config c = {.architecture = ARCH_DECODER,
                             .layers = 1,
                             .d_model = 16,
                             .heads = 2,
                             .d_head = 8,
                             .ffn = 32,
                             .position = position,
                             .init_std = 0.1,
                             .plain = {.score_scale = 1},
                             .variant = {.score_scale = 1}};
    struct train_options o = {
        .steps = 5, .lr = 0.01, .accumulate = 1, .beta1 = 0.9, .beta2 = 0.95, .eps = 1e-8};
    struct train_callbacks calls = {0};
    struct train_result r;
    char *error = NULL;
    task_next_token.shape(task, &c);
    if (!train(model_build_for(k), &c, task, &o, &calls, &r, &error)) fail_msg("%s", error);
    return r;
}

/* After five training steps, the scores at 2n are close to the score at n but not equal to it. */
TEST("scoring longer sequences does not change training or the scores at length n")
{
    static const enum position goes_on[] = {POSITION_SINUSOIDAL, POSITION_ROTARY, POSITION_NONE,
                                            POSITION_ALIBI};
    struct hand *h = text_set();
    for (int p = 0; p < 4; p++) {
        struct train_result plain = trained(h, goes_on[p], 1), longer = trained(h, goes_on[p], 4);
        const struct task_score *s = &longer.score[SPLIT_VALID];
        assert_int_equal(plain.score[SPLIT_VALID].count, 3);
        for (int i = 0; i < 3; i++)
            assert_memory_equal(&s->metric[i].value, &plain.score[SPLIT_VALID].metric[i].value,
                                sizeof(double));
        assert_int_equal(s->count, 3 + 4);
        /* After only 5 steps, both losses are near log 26. */
        assert_close(metric_of(s, "loss_2n"), metric_of(s, "loss"), 0.5);
        assert_true(isfinite(metric_of(s, "loss_4n")));
        assert_true(metric_of(s, "loss_4n") != metric_of(s, "loss_2n"));
        assert_int_equal(plain.memory.activations, longer.memory.activations);
    }
}

static void refuses(const char *cell_string, const char *part)
{
    struct worker_cell cell = completed_cell(cell_string), settled = cell;
    char *error = NULL;
    assert_false(quality_settle(&settled, &error));
    if (!strstr(error, part)) fail_msg("expected '%s' in '%s'", part, error);
    free(error);
    worker_cell_free(&cell);
}

TEST("models and tasks that cannot run at longer lengths are refused")
{
    refuses("kind=quality,score_lengths=2", "learned positions end at n");
    refuses("kind=quality,score_lengths=4,task=classes,position=rotary",
            "task classes has no sequences longer than n; use one of these tasks: next_token, "
            "positions");
}
