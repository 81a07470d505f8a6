/* SPDX-License-Identifier: MIT
 * Compares BLEU scores with sacreBLEU's tests and with expected scores of unusual sentences. The
 * expected scores were computed with a Python transcription of sacreBLEU 2 (bleu.py,
 * tokenizer_13a.py, tokenizer_re.py). */
#include "tests/unit/test.h"

#include "models/metrics/metrics.h"
#include "tests/unit/bleu_corpus.h"

#include <math.h>

/* Allowed error of BLEU scores, which range from 0 to 100. */
static const double tight = 1e-10;

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

#define COUNT(table) (sizeof(table) / sizeof *(table))

static size_t listed(const char *const *texts)
{
    size_t count = 0;
    while (count < 4 && texts[count]) count++;
    return count;
}

static double corpus_score(struct bleu_options options, const size_t *which, size_t count)
{
    struct bleu b;
    bleu_begin(&b, options);
    for (size_t i = 0; i < count; i++) {
        size_t k = which ? which[i] : i;
        bleu_add(&b, corpus[k].hypothesis, corpus[k].references, listed(corpus[k].references));
    }
    return bleu_finish(&b).score;
}

TEST("scores of unusual sentences match sacreBLEU")
{
    static const size_t few[] = {1, 14, 28};
    for (size_t i = 0; i < COUNT(scores); i++) {
        near(corpus_score(scores[i].options, NULL, COUNT(corpus)), scores[i].all, tight);
        near(corpus_score(scores[i].options, few, COUNT(few)), scores[i].few, tight);
    }
}

/* Source: sacreBLEU's test_bleu.py and the example with two references in its README. */
TEST("corpus scores match published scores")
{
    static const char *const hypotheses[] = {"The dog bit the man.", "It wasn't surprising.",
                                             "The man had just bitten him."};
    static const char *const references[][2] = {
        {"The dog bit the man.", "The dog had bit the man."},
        {"It was not unexpected.", "No one was surprised."},
        {"The man bit him first.", "The man had bitten the dog."}};
    static const struct {
        struct bleu_options options;
        double score;
        const char *signature;
    } expected[] = {
        {{0}, 48.530827, "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:attnlab-1"},
        {{.tokenizer = BLEU_NONE},
         49.1919566,
         "nrefs:2|case:mixed|eff:no|tok:none|smooth:exp|version:attnlab-1"},
        {{.smoothing = BLEU_SMOOTH_NONE},
         48.530827,
         "nrefs:2|case:mixed|eff:no|tok:13a|smooth:none|version:attnlab-1"},
    };
    for (size_t e = 0; e < COUNT(expected); e++) {
        struct bleu b;
        bleu_begin(&b, expected[e].options);
        for (size_t i = 0; i < 3; i++) bleu_add(&b, hypotheses[i], references[i], 2);
        near(bleu_finish(&b).score, expected[e].score, 5e-7);
        char *signature = bleu_signature(&b);
        assert_string_equal(signature, expected[e].signature);
        free(signature);
    }
}

static double sentence(struct bleu_options options, const char *hypothesis, const char *reference)
{
    struct bleu b;
    bleu_begin(&b, options);
    bleu_add(&b, hypothesis, &reference, 1);
    return bleu_finish(&b).score;
}

/* Source: sacreBLEU's test_sentence_bleu.py. The published scores have three digits. */
TEST("sentence scores match published scores")
{
    const char *hypothesis =
        "Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;";
    const char *reference = "producţia de zahăr brut se exprimă în zahăr alb;";
    static const struct {
        struct bleu_options options;
        double score;
    } expected[] = {
        {{BLEU_13A, BLEU_SMOOTH_EXP, 0, false, true}, 8.493},
        {{BLEU_13A, BLEU_SMOOTH_NONE, 0, false, true}, 0},
        {{BLEU_13A, BLEU_SMOOTH_FLOOR, 0, false, true}, 4.51688},
        {{BLEU_13A, BLEU_SMOOTH_FLOOR, 0.5, false, true}, 10.10},
        {{BLEU_13A, BLEU_SMOOTH_ADD_K, 0, false, true}, 14.882},
        {{BLEU_13A, BLEU_SMOOTH_ADD_K, 2, false, true}, 21.389},
        {{BLEU_NONE, BLEU_SMOOTH_EXP, 0, false, true}, 7.347},
    };
    for (size_t i = 0; i < COUNT(expected); i++)
        near(sentence(expected[i].options, hypothesis, reference), expected[i].score, 1e-3);
}

/* Source: sacreBLEU's test_bleu.py and test_sentence_bleu.py. */
TEST("scores of short sentences match published scores")
{
    struct bleu_options raw = {BLEU_NONE, BLEU_SMOOTH_FLOOR, 0.01, false, true};
    near(sentence(raw, "test", "a test"), 36.78794411714425, 1e-9);
    near(sentence(raw, "a test", "a test"), 100, 1e-9);
    near(sentence(raw, "a little test", "a test"), 3.218297948685433, 1e-9);
    for (enum bleu_smoothing s = 0; s <= BLEU_SMOOTH_NONE; s++)
        near(sentence((struct bleu_options){.smoothing = s, .effective_order = true},
                      "this is a cat", "okay thanks"),
             0, 0);
    /* The tokenizer removes the final line end first, so it does not join the dash with a next
     * line. */
    near(sentence((struct bleu_options){0}, "one two three dash-\n", "one two three dash-"), 100,
         tight);
}

/* The first score is from sacreBLEU's test_bleu.py. The second score has a brevity penalty of exp(1
 * - 12/8). */
TEST("BLEU is computed from counts")
{
    struct bleu b = {.count = 1, .counts = {{9, 7, 5, 3}, {10, 8, 6, 4}, 11, 11}};
    near(bleu_finish(&b).score, 83.75922397, 5e-9);
    b = (struct bleu){.count = 1, .counts = {{8, 7, 6, 5}, {8, 7, 6, 5}, 8, 12}};
    near(bleu_finish(&b).score, 100 * exp(-0.5), tight);
    near(bleu_finish(&b).brevity_penalty, exp(-0.5), tight);
}

TEST("tokens match sacreBLEU")
{
    static const struct {
        const char *text, *tokens;
    } cases[] = {
        {"Hello, world!", "Hello , world !"},
        {"It's 3.5% (or 3,5).", "It's 3.5 % ( or 3,5 ) ."},
        {"1,000.50", "1,000.50"},
        {"5-6 a-b 5-", "5 - 6 a-b 5 -"},
        {"e.g. U.S. ...", "e . g . U . S . . . ."},
        {"a.b,c", "a . b , c"},
        {".5 5.", ". 5 5 ."},
        {"&quot;x&quot; &amp;lt;", "\" x \" <"},
        {"a<skipped>b", "ab"},
        {"well-\nknown", "wellknown"},
        {"x\ny", "x y"},
        {"{a}[b]~`^|\\/", "{ a } [ b ] ~ ` ^ | \\ /"},
        {"it's 'so'", "it's 'so'"},
        {"é.é,é", "é . é , é"},
        {"日本。日本.", "日本。日本 ."},
        {"$5 #1 @x *y* +z <t> =u ?", "$ 5 # 1 @ x * y * + z < t > = u ?"},
        {"", ""},
        {".", "."},
        {"..,,", ". . , ,"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *got = tokenize_13a(cases[i].text), *rest = got, joined[128] = "";
        for (char *token; (token = strtok_r(rest, " ", &rest));) {
            if (*joined) strcat(joined, " ");
            strcat(joined, token);
        }
        assert_string_equal(joined, cases[i].tokens);
        free(got);
    }
}

TEST("BLEU signatures list all options")
{
    const char *two[] = {"x", "y"};
    struct bleu b;
    bleu_begin(&b, (struct bleu_options){.smoothing = BLEU_SMOOTH_FLOOR, .lowercase = true});
    bleu_add(&b, "x", two, 2);
    bleu_add(&b, "x", two, 1);
    char *signature = bleu_signature(&b);
    assert_string_equal(signature,
                        "nrefs:var|case:lc|eff:no|tok:13a|smooth:floor[0.10]|version:attnlab-1");
    free(signature);
    bleu_begin(&b, (struct bleu_options){.smoothing = BLEU_SMOOTH_ADD_K,
                                         .smooth_value = 2.5,
                                         .effective_order = true});
    bleu_add(&b, "x", (const char *[]){"x", ""}, 2); /* empty references are ignored */
    signature = bleu_signature(&b);
    assert_string_equal(signature,
                        "nrefs:1|case:mixed|eff:yes|tok:13a|smooth:add-k[2.50]|version:attnlab-1");
    free(signature);
}

TEST("empty and short corpora score 0")
{
    struct bleu b;
    bleu_begin(&b, (struct bleu_options){0});
    assert_true(isnan(bleu_finish(&b).score));
    bleu_add(&b, "", (const char *[]){"a b c d"}, 1);
    near(bleu_finish(&b).score, 0, 0);
    near(bleu_finish(&b).brevity_penalty, 0, 0);
    bleu_add(&b, "words", (const char *[]){""}, 1);
    bleu_add(&b, "words", NULL, 0);
    near(bleu_finish(&b).score, 0, 0);
    assert_int_equal(b.count, 3);
}

/* A model may generate invalid UTF-8, control characters, and empty texts. */
static const char *const hostile[] = {
    "\xff\xfe", "\xc3", "a \xe2\x82 b", "\xed\xa0\x80", "\x80\x80\x80 x", "\x01\x02", " ", "",
};

static char *repeated(const char *part, size_t times)
{
    size_t length = strlen(part);
    char *text = malloc(length * times + 1);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++) memcpy(text + i * length, part, length);
    text[length * times] = '\0';
    return text;
}

TEST("long and invalid texts are scored")
{
    struct bleu_options all[] = {{0}, {.tokenizer = BLEU_NONE, .lowercase = true}};
    for (size_t o = 0; o < COUNT(all); o++) {
        struct bleu b;
        bleu_begin(&b, all[o]);
        for (size_t i = 0; i < COUNT(hostile); i++)
            bleu_add(&b, hostile[i], hostile, COUNT(hostile));
        char *unbroken = repeated("x.", 50000), *words = repeated("\xff b ", 10000);
        bleu_add(&b, unbroken, (const char *[]){words, unbroken}, 2);
        bleu_add(&b, words, (const char *[]){words}, 1);
        near(bleu_finish(&b).score, 100, tight);
        free(unbroken);
        free(words);
    }
}

/* The 13a tokenizer would split the token "&apos;s" again. */
TEST("generated tokens are not split again")
{
    static const char text[] = "it &apos;s a dog";
    const char *const references[] = {text};
    double counts[sizeof(struct bleu_counts) / sizeof(double)];
    struct bleu_counts found;
    text_metric_bleu.score(true, text, references, 1, counts);
    memcpy(&found, counts, sizeof found);
    near(found.hypothesis_length, 4, 0);
    near(found.reference_length, 4, 0);
    near(found.correct[BLEU_ORDER - 1], 1, 0);
    text_metric_bleu.score(false, text, references, 1, counts);
    memcpy(&found, counts, sizeof found);
    near(found.hypothesis_length, 7, 0);
}
