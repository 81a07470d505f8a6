/* SPDX-License-Identifier: MIT
 * Declares the quality metrics, which are computed like their reference implementations. Most
 * functions score one record; base/records combines records. Likelihood and BLEU are structs with
 * running sums, which the caller owns and can read at any time. An empty corpus or a division by
 * zero gives NaN. Texts are NUL-terminated UTF-8. Invalid bytes are accepted; they are neither
 * whitespace nor letters. */
#ifndef ATTNLAB_METRICS_H
#define ATTNLAB_METRICS_H

#include "base/metric_names.h"
#include "base/records/bleu_score.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- likelihood.c: prediction of the next token ---- */
struct likelihood {
    double nats;
    uint64_t tokens, characters;
};
void likelihood_add(struct likelihood *, double nats, uint64_t tokens, uint64_t characters);
double likelihood_loss(const struct likelihood *);          /* returns nats per token */
double likelihood_bits_per_char(const struct likelihood *); /* returns nats / (ln 2 * characters) */
/* Returns exp(loss): NaN for NaN, infinite for losses above about 709.8. */
double perplexity(double loss);

/* ---- generated texts ---- */
/* Scores generated texts, for data sets whose main metric starts with `headline`. Each text yields
 * several numbers; base/records computes the metrics from them. */
struct text_metric {
    const char *headline;
    const char *const *columns; /* names of the numbers per text, NULL-terminated */
    /* Stores one number per column in `row`. `tokenised` means that words are separated by spaces.
     */
    void (*score)(bool tokenised, const char *hypothesis, const char *const *references,
                  size_t count, double *row);
};
#define METRIC(...)
#define RECORD_METRIC(...)
#define TEXT_METRIC(name, ...) extern const struct text_metric text_metric_##name;
#include "base/metric_list.def"
#undef METRIC
#undef RECORD_METRIC
#undef TEXT_METRIC

/* ---- bleu.c: the counts of corpus BLEU as in sacreBLEU (Post 2018) ---- */
enum bleu_tokenizer { BLEU_13A, BLEU_NONE };
/* BLEU options; all zeros select sacreBLEU's defaults */
struct bleu_options {
    enum bleu_tokenizer tokenizer;
    enum bleu_smoothing smoothing;
    /* smoothing constant of the methods floor and add-k; 0 selects their defaults, 0.1 and 1 */
    double smooth_value;
    bool lowercase;
    bool effective_order; /* true: skip n-gram orders that are longer than every hypothesis */
};
struct bleu {
    struct bleu_options options;
    struct bleu_counts counts;
    uint64_t count;
    size_t fewest_references, most_references;
};
void bleu_begin(struct bleu *, struct bleu_options);
/* Adds an example. Empty references are skipped, as in sacreBLEU. If all references are empty, one
 * empty reference is used; sacreBLEU would reject such a corpus. */
void bleu_add(struct bleu *, const char *hypothesis, const char *const *references, size_t count);
struct bleu_score bleu_finish(const struct bleu *);
/* Returns a signature such as "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:attnlab-1".
 * The caller frees the string. */
char *bleu_signature(const struct bleu *);
/* Returns the mteval-v13a tokens of a text, separated by spaces (tokenize_13a.c). The caller frees
 * the string. */
char *tokenize_13a(const char *text);

/* ---- rouge.c: ROUGE-1, -2 and -L (Lin 2004) as in google-research's rouge_score ---- */
enum rouge_kind { ROUGE_1, ROUGE_2, ROUGE_L, ROUGE_KINDS };
struct rouge_score {
    double precision, recall, f1; /* from 0 to 1 */
};
/* Scores one text. Each ROUGE score uses the reference with the best F1. The scores are 0 if there
 * are no references. `stem` applies Porter's stemmer to words of more than three letters. */
void rouge_of(bool stem, const char *hypothesis, const char *const *references, size_t count,
              struct rouge_score score[ROUGE_KINDS]);
/* Rules of the stemmer (porter.c). PORTER_PUBLISHED is the program of
 * tartarus.org/martin/PorterStemmer. PORTER_NLTK adds NLTK's default extensions, which rouge_score
 * uses. */
enum porter_rules { PORTER_PUBLISHED, PORTER_NLTK };
void porter_stem(char *word, enum porter_rules);

/* ---- exact_match.c: exact match and F1 of answers (Rajpurkar et al. 2016, 2018) ---- */
/* Rules for texts that have no words after normalisation.
 *   SQUAD_V1: F1 is 0, even if answer and reference both have no words, as in the v1.1 script.
 *   SQUAD_V2: references without words are ignored. If no reference is left, F1 is 1 for an answer
 *   without words, and 0 for any other answer. */
enum squad_rules { SQUAD_V1, SQUAD_V2 };
struct squad_score {
    double exact_match, f1; /* from 0 to 1 */
};
/* Scores one answer. Each metric uses its best reference answer. With SQUAD_V1, the scores are 0 if
 * there are no references. */
struct squad_score squad_of(enum squad_rules, const char *prediction, const char *const *answers,
                            size_t count);

#endif
