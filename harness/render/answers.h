/* SPDX-License-Identifier: MIT
 * What a question comes to, in a few plain sentences that are made by rule from the analysis: the
 * head of its section, its line on the first screen, and answers.csv say the same.
 *
 * Told of a question of quality is its primary claim; without one the first claim of which
 * something was measured, then the largest effect of any arm. Of a
 * timed question it is the least and the greatest ratio of its last pass at the last shape. */
#ifndef ATTNLAB_ANSWERS_H
#define ATTNLAB_ANSWERS_H

#include "harness/render/report.h"

struct answer {
    const struct judged *judged; /* NULL: nobody said anything of what is told */
    const struct effect *effect; /* NULL: nothing was measured */
    const char *paper;           /* "arXiv 2603.13381"; "": none */
    const char *claimed;         /* the source's words; "": nothing */
    const char *found;           /* a sentence without its full stop */
    const char *why;             /* why no verdict is said, likewise; "" */
    const char *size;            /* of the set-up: "158 thousand parameters, ..."; "" */
    const char *word;            /* "reproduced at this scale", "not assessable" */
    enum tone tone;
    bool of_all; /* comparisons of the question: none of them alone answers it */
};
struct answer answer_of(const struct page *);
/* What the question comes to for one of its claims; effect NULL: nothing of it was measured. */
struct answer answer_to(const struct page *, const struct judged *);

/* Of a question with `scaling` that has compute multipliers (scaling_answer.c): effect,
 * sentence and word are of them. False, and nothing changed: it has none. */
bool scaling_answers(const struct page *, struct answer *);

/* The paper that made a claim (NULL: there is none), else the first that the question's source
 * names; "" (claim_words.c). */
const char *paper_of(const struct page *, const struct judged *);
/* What it says: the source's words without what tells whose they are; NULL: "". */
const char *claimed_words(const struct page *, const struct judged *);

/* "bottleneck for Q is worse by 1.10 % [0.76, 1.43] in loss than linear"; n = 1: no interval. */
const char *effect_sentence(const struct page *, const struct effect *);
/* "diverged", "its baseline learned nothing": why an effect has no gain; "not measured". */
const char *no_gain_words(const struct page *, const struct effect *);
/* What a gain was bought with: " (with 1.75 times the parameters; no control of as many parameters
 * was run)" (price_words.c); "" where nothing was, or the arm is not better. */
const char *price_words(const struct page *, const struct effect *);
/* "GAT takes 0.80 [0.78, 0.83] times as long as dot product; MLP takes 1.94 [1.02, 3.5] times as
 * long, suggestive: forward pass at n = 2048" (timed_question.c). */
const char *timed_sentence(const struct page *, const struct pass *);
/* What a baseline reached by the metric that is asked for, and what counting did
 * (standing_words.c): "0.99" and "0.4"; where only the loss was counted, "0.99 (loss 0.01)" and
 * "loss 3". */
const char *reached_words(const struct page *, const struct standing *, const struct metric *asked);
const char *counted_words(const struct page *, const struct standing *, const struct metric *asked);
/* "158 thousand", "1.2 million", "320". */
const char *count_words(struct document *, double);
/* Where the question stands: on this page (links NULL), or on that of its run, before whose name
 * `links` stands. */
const char *question_link(const struct page *, const char *links);
/* The name of the question for contents and tables. */
const char *title_of(const struct page *);
/* The answers of all questions as a table for programs, and to be shown beside a later run:
 * question, title, paper, claimed, found, word, why, size, commit, machine, started. */
#define ANSWERS_NAME "answers.csv"
bool answers_save(const struct folder *);

#endif
