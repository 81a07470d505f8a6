/* SPDX-License-Identifier: MIT
 * Tests the generated data sets shapes, stories and grammar: class balance, round trips through
 * files, grammatical agreement, and the accuracy of a linear classifier. */
#define _GNU_SOURCE

#include "datasets/sets/babi.h"
#include "datasets/formats/idx.h"
#include "base/rng.h"
#include "datasets/generated/shape_outlines.h"
#include "datasets/generated/story_questions.h"
#include "datasets/formats/strings.h"
#include "tests/unit/generated_trial.h"

#include <math.h>

/* ---- shapes ---- */

/* Compares each pair of outlines on a grid of points, rotating one outline by 36 different angles.
 */
TEST("shapes have different outlines at any rotation")
{
    enum { GRID = 60, TURNS = 36 };
    for (int a = 0; a < OUTLINES; a++)
        for (int b = 0; b < a; b++) {
            int least = GRID * GRID;
            for (int turn = 0; turn < TURNS; turn++) {
                double c = cos(turn * 2 * 3.14159265 / TURNS);
                double s = sin(turn * 2 * 3.14159265 / TURNS);
                int differ = 0;
                for (int i = 0; i < GRID * GRID; i++) {
                    double u = (i % GRID + 0.5) / GRID * 2 - 1, v = (i / GRID + 0.5) / GRID * 2 - 1;
                    differ +=
                        outline_holds(a, u, v) != outline_holds(b, c * u - s * v, s * u + c * v);
                }
                least = differ < least ? differ : least;
            }
            /* Two outlines must differ in at least 5 % of the grid points. */
            if (least < GRID * GRID / 20)
                fail_msg("the outlines %s and %s differ in only %d points", outline_names[a],
                         outline_names[b], least);
        }
}

static void classes_are_balanced(const char *name, double most_share)
{
    struct dataset data;
    int count[64] = {0}, records;
    generated(name, 1, &data);
    records = data.count[SPLIT_TRAIN];
    assert_in_range(data.classes, 2, 64);
    for (int i = 0; i < records; i++) {
        int label = data.records[SPLIT_TRAIN][i].label;
        assert_in_range(label, 0, data.classes - 1);
        count[label]++;
    }
    for (int c = 0; c < data.classes; c++)
        if (!count[c] || count[c] > most_share * records)
            fail_msg("%s: %d of %d records belong to class %s", name, count[c], records,
                     data.class_names[c]);
    for (int s = SPLIT_VALID; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) assert_true(data.records[s][i].label >= 0);
}

TEST("classes of generated sets are balanced")
{
    /* Each class has an expected share of 0.1, with a standard deviation of 0.007. */
    classes_are_balanced("shapes:train=2000", 0.13);
    classes_are_balanced("stories:1", 0.2);
    classes_are_balanced("stories:2", 0.2);
    classes_are_balanced("stories:3", 0.6);
    classes_are_balanced("stories:4", 0.53);
}

FOLDER_TEST("pictures of shapes survive a round trip through idx files")
{
    struct dataset made, read;
    char *error = NULL;
    generated("shapes:train=80,valid=20,test=30", 4, &made);
    scratch_text(dir, "mnist/note", "made up");
    for (int s = 0; s < GIVEN_SPLITS; s += 2) {
        char *images = formatted("%s/mnist/%s-images-idx3-ubyte", dir, s ? "t10k" : "train");
        char *labels = formatted("%s/mnist/%s-labels-idx1-ubyte", dir, s ? "t10k" : "train");
        if (!idx_write(&made, (enum split)s, images, labels, &error)) fail_msg("%s", error);
    }
    opened("mnist", &(struct data_options){.dir = dir}, &read);
    assert_int_equal(read.count[SPLIT_TRAIN] + read.count[SPLIT_VALID], 80);
    int next[GIVEN_SPLITS] = {0};
    for (int s = 0; s < GIVEN_SPLITS; s += 2)
        for (int i = 0; i < made.count[s]; i++) {
            const struct record *r = &made.records[s][i], *found = NULL;
            for (int k = 0; k < GIVEN_SPLITS && !found; k++) {
                if ((k == SPLIT_TEST) != (s == SPLIT_TEST) || next[k] == read.count[k]) continue;
                const struct record *other = &read.records[k][next[k]];
                if (memcmp(r->pixels, other->pixels, 28 * 28) == 0) found = other, next[k]++;
            }
            assert_non_null(found);
            assert_int_equal(found->label, r->label);
        }
    assert_false(idx_write(&made, SPLIT_TEST, dir, dir, &error));
    assert_non_null(strstr(error, "cannot be written"));
    free(error);
}

enum { PIXELS = 28 * 28 };

static void scores_of(const float *weights, const unsigned char *pixels, double *score)
{
    double sum = 0, top = -INFINITY;
    for (int c = 0; c < OUTLINES; c++) {
        const float *w = weights + c * (PIXELS + 1);
        score[c] = (double)w[PIXELS];
        for (int i = 0; i < PIXELS; i++) score[c] += (double)w[i] * (pixels[i] / 128.0 - 0.5);
        top = fmax(top, score[c]);
    }
    for (int c = 0; c < OUTLINES; c++) sum += score[c] = exp(score[c] - top);
    for (int c = 0; c < OUTLINES; c++) score[c] /= sum;
}

/* Returns the validation accuracy of softmax regression on pixels after 4 epochs. */
static double linear_accuracy(const struct dataset *data)
{
    float *weights = kept(xarray((size_t)OUTLINES * (PIXELS + 1), sizeof *weights));
    int count = data->count[SPLIT_TRAIN], right = 0,
        *order = kept(xarray((size_t)count, sizeof *order));
    double p[OUTLINES];
    for (int epoch = 0; epoch < 4; epoch++) {
        float rate = 0.002f / (float)(1 + epoch);
        rng_permutation(1, (uint64_t)epoch, count, order);
        for (int k = 0; k < count; k++) {
            const struct record *r = &data->records[SPLIT_TRAIN][order[k]];
            scores_of(weights, r->pixels, p);
            for (int c = 0; c < OUTLINES; c++) {
                float *w = weights + c * (PIXELS + 1),
                      slope = rate * (float)((r->label == c) - p[c]);
                for (int i = 0; i < PIXELS; i++) w[i] += slope * ((float)r->pixels[i] / 128 - 0.5f);
                w[PIXELS] += slope;
            }
        }
    }
    for (int i = 0; i < data->count[SPLIT_VALID]; i++) {
        const struct record *r = &data->records[SPLIT_VALID][i];
        int best = 0;
        scores_of(weights, r->pixels, p);
        for (int c = 0; c < OUTLINES; c++)
            if (p[c] > p[best]) best = c;
        right += best == r->label;
    }
    return (double)right / data->count[SPLIT_VALID];
}

TEST("a linear classifier cannot solve the data set `shapes`")
{
    struct dataset data;
    generated("shapes", 1, &data);
    double accuracy = linear_accuracy(&data);
    print_message("# shapes: softmax regression reaches an accuracy of %.3f\n", accuracy);
    /* A random guess has an accuracy of 0.1. */
    assert_true(accuracy > 0.2 && accuracy < 0.7);
}

/* ---- stories ---- */

FOLDER_TEST("stories survive a round trip through files")
{
    struct dataset made, read;
    struct text texts[GIVEN_SPLITS];
    char *error = NULL;
    generated("stories:2,train=40,valid=5,test=5", 4, &made);
    if (!stories_text("2,train=40,valid=5,test=5", 4, texts, &error)) fail_msg("%s", error);
    for (int s = 0; s < GIVEN_SPLITS; s++) {
        char *name = formatted("babi/en-valid/qa2_%s.txt", split_names[s]);
        scratch_bytes(dir, name, texts[s].data, texts[s].length);
        text_free(&texts[s]);
    }
    opened("babi:2,valid", &(struct data_options){.dir = dir}, &read);
    assert_true(made.hash == read.hash);
    assert_string_equal(made.notes, read.notes);
    assert_int_equal(made.classes, read.classes);
}

/* With an odd number of facts, the last fact has no question and is omitted. */
TEST("stories end with a question")
{
    for (int kind = 1; kind <= 4; kind++)
        for (int facts = 2; facts <= 7; facts++) {
            struct text texts[GIVEN_SPLITS];
            struct dataset data;
            char *error = NULL;
            char *options = xformat("%d,facts=%d,train=40,valid=5,test=5", kind, facts);
            char *name = xformat("stories:%s", options);
            generated(name, (uint64_t)facts, &data);
            assert_true(data.count[SPLIT_TEST] >= 5);
            if (!stories_text(options, (uint64_t)facts, texts, &error)) fail_msg("%s", error);
            for (int s = 0; s < GIVEN_SPLITS; s++) {
                struct string last = {texts[s].data, texts[s].length - 1};
                const char *end = memrchr(last.at, '\n', last.size);
                assert_non_null(memchr(end, '\t', (size_t)(last.at + last.size - end)));
                text_free(&texts[s]);
            }
            free(name), free(options);
        }
    struct dataset data; /* some stories of this data set have no valid last question */
    generated("stories:2,train=10,valid=1,test=25", 1, &data);
}

static bool has_word(struct string line, const char *word)
{
    struct string piece;
    while (string_word(&line, &piece))
        if (string_is(piece, word)) return true;
    return false;
}

/* The answer to "where is X ?" is the last word of the last line that mentions X. */
TEST("a 'where' question is answered by the last move")
{
    struct dataset data;
    generated("stories:1,train=200", 2, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        const struct record *r = &data.records[SPLIT_TRAIN][i];
        struct string story = r->text, line, rest = r->second, who, word, place = {0};
        for (int k = 0; k < 3; k++) assert_true(string_word(&rest, &who));
        while (string_cut(&story, '\n', &line)) {
            struct string first = line;
            assert_true(string_word(&first, &word));
            if (!string_equal(word, who)) continue;
            while (string_word(&first, &word))
                if (!string_is(word, ".")) place = word;
        }
        assert_true(string_is(place, data.class_names[r->label]));
    }
}

TEST("a 'how many' question counts the objects that a person holds")
{
    static const char *const things[] = {"apple", "milk", "football"};
    static const char *const counts[] = {"none", "one", "two", "three"};
    struct dataset data;
    generated("stories:3,train=200", 2, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        const struct record *r = &data.records[SPLIT_TRAIN][i];
        struct string story = r->text, line, word, rest = r->second, who;
        bool held[3] = {false};
        int count = 0;
        for (int k = 0; k < 5; k++) assert_true(string_word(&rest, &who));
        while (string_cut(&story, '\n', &line)) {
            struct string first = line;
            bool takes =
                has_word(line, "took") || has_word(line, "got") || has_word(line, "grabbed");
            assert_true(string_word(&first, &word));
            for (int t = 0; t < 3; t++)
                if (has_word(line, things[t])) held[t] = takes && string_equal(word, who);
        }
        for (int t = 0; t < 3; t++) count += held[t];
        assert_string_equal(counts[count], data.class_names[r->label]);
    }
}

/* ---- grammar ---- */

TEST("brackets and quotes in generated text are closed")
{
    struct dataset data;
    generated("grammar:train=60", 1, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        struct string line = data.records[SPLIT_TRAIN][i].text;
        int brackets = 0, quotes = 0;
        for (size_t k = 0; k < line.size; k++) {
            brackets += (line.at[k] == '(') - (line.at[k] == ')');
            quotes += line.at[k] == '"';
            assert_in_range(brackets, 0, 1);
        }
        assert_true(brackets == 0 && quotes % 2 == 0);
        assert_true(line.at[line.size - 1] == '\n');
        assert_null(memmem(line.at, line.size, "  ", 2));
    }
}

/* Names, trades and towns of the three people introduced in the first line of a document. */
struct cast {
    char name[3][16], trade[3][16], town[3][16];
};

static bool cast_read(const char *line, struct cast *cast)
{
    struct cast c;
    int found = sscanf(line,
                       "%15s is a %15s from %15[^.]. %15s is a %15s from %15[^.]. "
                       "%15s is a %15s from %15[^.].",
                       c.name[0], c.trade[0], c.town[0], c.name[1], c.trade[1], c.town[1],
                       c.name[2], c.trade[2], c.town[2]);
    if (found == 9) *cast = c;
    return found == 9;
}

static bool cast_knows(const struct cast *c, const char *name, const char *trade, const char *town)
{
    for (int p = 0; p < 3; p++)
        if (!strcmp(name, c->name[p]) && !strcmp(trade, c->trade[p]) && !strcmp(town, c->town[p]))
            return true;
    return false;
}

/* Compares phrases such as "Anna, a miller from Hof," with the description in the first line of the
 * document. Returns the number of phrases. */
static int check_repeats(const char *line, const struct cast *cast)
{
    int count = 0;
    for (const char *at = line; (at = strstr(at, ", a ")); at += 4) {
        char name[16], trade[16], town[16];
        const char *start = at;
        while (start > line && start[-1] != ' ') start--;
        assert_int_equal(sscanf(start, "%15[^,], a %15s from %15[^,],", name, trade, town), 3);
        if (!cast_knows(cast, name, trade, town))
            fail_msg("a repeated fact differs from the first line: %s", line);
        count++;
    }
    return count;
}

TEST("repeated facts about people are consistent")
{
    struct dataset data;
    struct cast cast;
    int casts = 0, repeats = 0;
    generated("grammar:train=60", 1, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        struct string text = data.records[SPLIT_TRAIN][i].text;
        char *line = formatted("%.*s", (int)text.size, text.at);
        if (cast_read(line, &cast))
            casts++;
        else
            repeats += check_repeats(line, &cast);
    }
    assert_int_equal(casts, 60);
    assert_true(repeats > 60); /* about 120 repeats are expected */
}

static bool among(struct string word, const char *const *list)
{
    for (; *list; list++)
        if (string_is(word, *list)) return true;
    return false;
}

/* Returns the grammatical number of a word: 1 singular, 2 plural, 0 unknown. */
static int number_of(struct string word)
{
    static const char *const one[] = {"This",  "That",  "Every", "bird",  "river", "child",
                                      "mouse", "goose", "city",  "horse", "sings", "waits",
                                      "feeds", "has",   "is",    "grows", "finds", NULL};
    static const char *const many[] = {
        "These",  "Those", "Many", "Some", "birds", "rivers", "children", "mice", "geese", "cities",
        "horses", "sing",  "wait", "feed", "have",  "are",    "grow",     "find", NULL};
    while (word.size && strchr(".?,\"", word.at[word.size - 1])) word.size--;
    return among(word, one) ? 1 : among(word, many) ? 2 : 0;
}

/* Checks all sentences that begin with a determiner, a noun and a verb. */
TEST("subjects and verbs agree")
{
    struct dataset data;
    int checked[3] = {0};
    generated("grammar", 1, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        struct string rest = data.records[SPLIT_TRAIN][i].text, word[3], next;
        while (string_word(&rest, &word[0])) {
            next = rest;
            if (!string_word(&next, &word[1]) || !string_word(&next, &word[2])) break;
            int n[3] = {number_of(word[0]), number_of(word[1]), number_of(word[2])};
            if (!n[0] || !n[1] || !n[2] || word[0].at[0] > 'Z') continue;
            if (n[0] != n[1] || n[1] != n[2])
                fail_msg("subject and verb disagree: %.*s",
                         (int)(word[2].at + word[2].size - word[0].at), word[0].at);
            checked[n[0]]++;
        }
    }
    assert_true(checked[1] > 20 && checked[2] > 20);
}
