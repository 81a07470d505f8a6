/* SPDX-License-Identifier: MIT
 * The metrics of quality cells, each computed like its reference implementation.
 *
 * Most functions score one record; base/records combines records. Likelihood and BLEU are structs
 * of running sums, owned by the caller, that can be read at any time. An empty corpus or a division
 * by zero gives NaN.
 *
 * Texts are NUL-terminated UTF-8. Invalid bytes are accepted: they are neither whitespace nor
 * letters, and equal only themselves. */
#ifndef ATTNLAB_METRICS_H
#define ATTNLAB_METRICS_H

#include "base/metric_names.h"
#include "base/records/bleu_score.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- likelihood.c: prediction of the next token ---- */
struct likelihood {
    double nats; /* summed -ln p(token) */
    uint64_t tokens, characters;
};
void likelihood_add(struct likelihood *, double nats, uint64_t tokens, uint64_t characters);
double likelihood_loss(const struct likelihood *);          /* nats per token */
double likelihood_bits_per_char(const struct likelihood *); /* nats / ln 2 / characters */
/* exp(loss): infinite from a loss of about 709.8, the limit of double; NaN stays NaN. */
double perplexity(double loss);

/* ---- generated texts ---- */
/* Scores of generated texts, for data sets whose main metric begins with this name: numbers per
 * text, from which metrics over records are computed (base/records). */
struct text_metric {
    const char *headline;
    const char *const *columns; /* of records, NULL-terminated */
    /* Fills one number per column. tokenised: words are separated by spaces. */
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
/* All zero: sacreBLEU's defaults. */
struct bleu_options {
    enum bleu_tokenizer tokenizer;
    enum bleu_smoothing smoothing;
    double smooth_value; /* for floor and add-k; 0: their defaults, 0.1 and 1 */
    bool lowercase;
    bool effective_order; /* ignore orders that no hypothesis reaches: for single sentences */
};
struct bleu {
    struct bleu_options options;
    struct bleu_counts counts;
    uint64_t count; /* examples */
    size_t fewest_references, most_references;
};
void bleu_begin(struct bleu *, struct bleu_options);
/* Skips empty references, as sacreBLEU does. If all are empty, the reference has no words
 * (sacreBLEU refuses such a corpus). */
void bleu_add(struct bleu *, const char *hypothesis, const char *const *references, size_t count);
struct bleu_score bleu_finish(const struct bleu *);
/* "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:attnlab-1"; the caller frees it. */
char *bleu_signature(const struct bleu *);
/* tokenize_13a.c: the tokens of mteval-v13a separated by spaces; the caller frees it. */
char *tokenize_13a(const char *text);

/* ---- rouge.c: ROUGE-1, -2 and -L (Lin 2004) as in google-research's rouge_score ---- */
enum rouge_kind { ROUGE_1, ROUGE_2, ROUGE_L, ROUGE_KINDS };
struct rouge_score {
    double precision, recall, f1; /* 0 to 1 */
};
/* Scores one text. Per kind, the reference with the best F1 counts; 0 without references. stem:
 * Porter's stemmer on words of more than three letters. */
void rouge_of(bool stem, const char *hypothesis, const char *const *references, size_t count,
              struct rouge_score score[ROUGE_KINDS]);
/* porter.c: stems a lower-case ASCII word in place. PUBLISHED is the program of
 * tartarus.org/martin/PorterStemmer; NLTK adds its default extensions, used by rouge_score. */
enum porter_rules { PORTER_PUBLISHED, PORTER_NLTK };
void porter_stem(char *word, enum porter_rules);

/* ---- exact_match.c: exact match and F1 of answers (Rajpurkar et al. 2016, 2018) ---- */
/* Scores of answers without words. V1: F1 is 0 even if both are empty and match exactly, as in the
 * v1.1 program. V2: F1 is 1 if both are empty and 0 if one is; given answers without words are
 * ignored, and a question without answers expects none. */
enum squad_rules { SQUAD_V1, SQUAD_V2 };
struct squad_score {
    double exact_match, f1; /* 0 to 1 */
};
/* Scores one answer. Per metric, the best of the given answers counts; V1 without answers: 0. */
struct squad_score squad_of(enum squad_rules, const char *prediction, const char *const *answers,
                            size_t count);

#endif
