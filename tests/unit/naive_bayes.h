/* SPDX-License-Identifier: MIT
 * Multinomial naive Bayes, add-one smoothing, words separated by whitespace: a score that is
 * reached only if texts and labels are read correctly. */
#ifndef ATTNLAB_NAIVE_BAYES_H
#define ATTNLAB_NAIVE_BAYES_H

#include "datasets/formats/fields.h"

#include "data_files.h"

#include <math.h>

enum { BAYES_SLOTS = 1 << 17, BAYES_CLASSES = 6 };

struct bayes {
    struct bayes_word {
        struct string word;
        int counts[BAYES_CLASSES];
    } * words; /* a hash table with open addressing */
    int records[BAYES_CLASSES], totals[BAYES_CLASSES], seen, vocabulary;
};

static inline struct bayes_word *bayes_find(const struct bayes *b, struct string word)
{
    uint32_t at = 2166136261u;
    for (size_t i = 0; i < word.size; i++) at = (at ^ (unsigned char)word.at[i]) * 16777619u;
    at %= BAYES_SLOTS;
    while (b->words[at].word.at && !string_equal(b->words[at].word, word))
        at = (at + 1) % BAYES_SLOTS;
    return &b->words[at];
}

static inline void bayes_learn(struct bayes *b, const struct record *record)
{
    struct string rest = record->text, word;
    b->records[record->label]++;
    b->seen++;
    while (string_word(&rest, &word)) {
        struct bayes_word *found = bayes_find(b, word);
        if (!found->word.at) b->vocabulary++;
        assert_true(b->vocabulary < BAYES_SLOTS / 2);
        found->word = word;
        found->counts[record->label]++;
        b->totals[record->label]++;
    }
}

/* Words not seen in training are left out. */
static inline int bayes_label(const struct bayes *b, int classes, const struct record *record)
{
    int best = 0;
    double best_score = -INFINITY;
    for (int c = 0; c < classes; c++) {
        double score = log((double)b->records[c] / b->seen);
        struct string rest = record->text, word;
        while (string_word(&rest, &word)) {
            const struct bayes_word *found = bayes_find(b, word);
            if (found->word.at)
                score += log((found->counts[c] + 1.0) / (b->totals[c] + b->vocabulary));
        }
        if (score > best_score) best_score = score, best = c;
    }
    return best;
}

/* How many of a split are labelled right after learning from training, and, if wanted, validation
 * (a tenth of the official training records). */
static inline int bayes_right(const struct dataset *data, bool learn_valid, enum split split)
{
    struct bayes b = {.words = xarray(BAYES_SLOTS, sizeof *b.words)};
    int right = 0;
    assert_true(data->classes <= BAYES_CLASSES);
    for (enum split s = SPLIT_TRAIN; s <= (learn_valid ? SPLIT_VALID : SPLIT_TRAIN); s++)
        for (int i = 0; i < data->count[s]; i++) bayes_learn(&b, &data->records[s][i]);
    for (int i = 0; i < data->count[split]; i++) {
        const struct record *record = &data->records[split][i];
        right += bayes_label(&b, data->classes, record) == record->label;
    }
    free(b.words);
    return right;
}

#endif
