/* SPDX-License-Identifier: MIT
 * The metrics of quality cells, each as its reference implementation computes it.
 *
 * Most say something of one record; what a metric over many comes to, base/records says. Likelihood
 * and BLEU are also structs that their user owns, which hold sums, so that their figure may be
 * asked at any time and adding may go on. Nothing measured is NaN: an empty corpus, or a ratio over
 * nothing.
 *
 * Texts are NUL-terminated UTF-8. Bytes that are not UTF-8 are taken as they are: they are no
 * blank and no letter, and equal only themselves. Any text is accepted, whatever its length. */
#ifndef ATTNLAB_METRICS_H
#define ATTNLAB_METRICS_H

#include "base/metric_names.h"
#include "base/records/bleu_score.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- likelihood.c: how well the next token was foreseen ---- */
struct likelihood {
    double nats; /* summed -ln p(token) */
    uint64_t tokens, characters;
};
void likelihood_add(struct likelihood *, double nats, uint64_t tokens, uint64_t characters);
double likelihood_loss(const struct likelihood *);          /* nats per token */
double likelihood_bits_per_char(const struct likelihood *); /* nats / ln 2 / characters */
/* exp(loss): infinite from a loss of about 709.8, where double ends; NaN stays NaN. */
double perplexity(double loss);

/* ---- generated texts ---- */
/* What is scored wherever a model writes texts, for data sets whose headline begins so: numbers of
 * each text, of which metrics over records are made (base/records). */
struct text_metric {
    const char *headline;
    const char *const *columns; /* of records, NULL-ended */
    /* Fills a number for each column. tokenised: words stand between blanks. */
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

/* ---- bleu.c: the counts of corpus BLEU as sacreBLEU (Post 2018) makes them ---- */
enum bleu_tokenizer { BLEU_13A, BLEU_NONE };
/* All zero is sacreBLEU's default. */
struct bleu_options {
    enum bleu_tokenizer tokenizer;
    enum bleu_smoothing smoothing;
    double smooth_value; /* of floor and add-k; 0 means their defaults, 0.1 and 1 */
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
/* Empty references are left out, as sacreBLEU does, unless all are: then the reference has no
 * words (sacreBLEU refuses such a corpus). */
void bleu_add(struct bleu *, const char *hypothesis, const char *const *references, size_t count);
struct bleu_score bleu_finish(const struct bleu *);
/* "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:attnlab-1", to be freed. */
char *bleu_signature(const struct bleu *);
/* tokenize_13a.c: the tokens of mteval-v13a between blanks, to be freed. */
char *tokenize_13a(const char *text);

/* ---- rouge.c: ROUGE-1, -2 and -L (Lin 2004) as google-research's rouge_score computes them ----
 */
enum rouge_kind { ROUGE_1, ROUGE_2, ROUGE_L, ROUGE_KINDS };
struct rouge_score {
    double precision, recall, f1; /* 0 to 1 */
};
/* Of one text. The reference with the best F1 counts, for each kind by itself; without references,
 * 0. stem: Porter's stemmer on words of more than three letters. */
void rouge_of(bool stem, const char *hypothesis, const char *const *references, size_t count,
              struct rouge_score score[ROUGE_KINDS]);
/* porter.c: the stem of a lower-case ASCII word, in place. PUBLISHED is the program of
 * tartarus.org/martin/PorterStemmer; NLTK adds its default extensions, which rouge_score uses. */
enum porter_rules { PORTER_PUBLISHED, PORTER_NLTK };
void porter_stem(char *word, enum porter_rules);

/* ---- exact_match.c: exact match and F1 of answers (Rajpurkar et al. 2016, 2018) ---- */
/* What an answer of no words is worth. V1: as the program for v1.1 does, F1 is 0 even where both
 * are empty and match exactly. V2: as for v2.0, F1 is 1 if both are empty and 0 if one is; given
 * answers without words do not count, and a question without answers expects none. */
enum squad_rules { SQUAD_V1, SQUAD_V2 };
struct squad_score {
    double exact_match, f1; /* 0 to 1 */
};
/* Of one answer. The best of the given answers counts, for each figure by itself; V1 without
 * answers, 0. */
struct squad_score squad_of(enum squad_rules, const char *prediction, const char *const *answers,
                            size_t count);

#endif
