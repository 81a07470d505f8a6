/* SPDX-License-Identifier: MIT
 * The metrics of quality cells, each as its reference implementation computes it.
 *
 * A metric over a corpus is a struct that its user owns: begin, add once per example, finish. The
 * struct holds sums, so finish may be asked at any time and adding may go on. Nothing measured is
 * NaN: an empty corpus, or a ratio over nothing.
 *
 * Texts are NUL-terminated UTF-8. Bytes that are not UTF-8 are taken as they are: they are no
 * blank and no letter, and equal only themselves. Any text is accepted, whatever its length. */
#ifndef ATTNLAB_METRICS_H
#define ATTNLAB_METRICS_H

#include "base/metric_names.h"

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

/* ---- classification.c: accuracy and Matthews correlation ---- */
struct classification {
    size_t classes;
    uint64_t *truths, *predictions; /* (classes), how often each was; owned */
    uint64_t right, count;
};
void classification_begin(struct classification *, size_t classes);
/* Labels are 0..classes-1. False, and nothing is counted, if one is not. */
bool classification_add(struct classification *, size_t truth, size_t prediction);
double classification_accuracy(const struct classification *);
/* R_K of Gorodkin (2004, Comput. Biol. Chem. 28), which for two classes is the correlation of
 * Matthews (1975). 0 where its denominator is 0: all truths, or all predictions, of one class. */
double classification_matthews(const struct classification *);
void classification_end(struct classification *);

/* ---- generated texts ---- */
/* One that is scored wherever a model writes texts, for data sets whose headline is `headline`. */
struct text_metric {
    const char *headline;
    void *(*open)(bool tokenised); /* tokenised: words stand between blanks */
    void (*add)(void *, const char *hypothesis, const char *const *references, size_t count);
    /* Puts the figures by their names, and frees. */
    void (*close)(void *, void (*put)(void *to, const char *name, double value), void *to);
};
#define METRIC(...)
#define TEXT_METRIC(name, ...) extern const struct text_metric text_metric_##name;
#include "base/metric_list.def"
#undef METRIC
#undef TEXT_METRIC

/* ---- bleu.c: corpus BLEU (Papineni et al. 2002) as sacreBLEU (Post 2018) computes it ---- */
enum { BLEU_ORDER = 4 };
enum bleu_tokenizer { BLEU_13A, BLEU_NONE };
enum bleu_smoothing { BLEU_SMOOTH_EXP, BLEU_SMOOTH_FLOOR, BLEU_SMOOTH_ADD_K, BLEU_SMOOTH_NONE };
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
    uint64_t correct[BLEU_ORDER], total[BLEU_ORDER]; /* n-grams, n = 1.. */
    uint64_t hypothesis_length, reference_length;    /* tokens */
    uint64_t count;                                  /* examples */
    size_t fewest_references, most_references;
};
struct bleu_score {
    double score;                 /* 0 to 100 */
    double precision[BLEU_ORDER]; /* per cent, smoothed */
    double brevity_penalty;
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
struct rouge {
    bool stem; /* Porter's stemmer on words of more than three letters */
    uint64_t count;
    struct rouge_score sum[ROUGE_KINDS];
};
void rouge_begin(struct rouge *, bool stem);
/* The reference with the best F1 counts, for each kind by itself; without references, 0. */
void rouge_add(struct rouge *, const char *hypothesis, const char *const *references, size_t count);
struct rouge_score rouge_finish(const struct rouge *, enum rouge_kind); /* means over examples */
/* porter.c: the stem of a lower-case ASCII word, in place. PUBLISHED is the program of
 * tartarus.org/martin/PorterStemmer; NLTK adds its default extensions, which rouge_score uses. */
enum porter_rules { PORTER_PUBLISHED, PORTER_NLTK };
void porter_stem(char *word, enum porter_rules);

/* ---- squad.c: exact match and F1 of answers (Rajpurkar et al. 2016, 2018) ---- */
/* What an answer of no words is worth. V1: as the program for v1.1 does, F1 is 0 even where both
 * are empty and match exactly. V2: as for v2.0, F1 is 1 if both are empty and 0 if one is; given
 * answers without words do not count, and a question without answers expects none. */
enum squad_rules { SQUAD_V1, SQUAD_V2 };
struct squad {
    enum squad_rules rules;
    uint64_t count;
    double exact_match, f1; /* sums */
};
struct squad_score {
    double exact_match, f1; /* 0 to 100 */
};
void squad_begin(struct squad *, enum squad_rules);
/* The best of the given answers counts, for each figure by itself; V1 without answers, 0. */
void squad_add(struct squad *, const char *prediction, const char *const *answers, size_t count);
struct squad_score squad_finish(const struct squad *);

#endif
