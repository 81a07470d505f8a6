/* SPDX-License-Identifier: MIT
 * The pages of a run and of a folder of runs. Every number in a sentence is computed from one run's
 * analysis.
 *
 * A run with one question has one page, report.md. A run with several has a front page and one page
 * per question, report-QUESTION.md. Functions that return text return Markdown with escaped names;
 * the text lives as long as the writer. */
#ifndef ATTNLAB_REPORT_H
#define ATTNLAB_REPORT_H

#include "base/shell.h"
#include "harness/analysis/variant_matrix.h"
#include "harness/report/figures/figures.h"
#include "harness/report/page/page.h"

/* A run and its analysis. The struct must not be moved: the analysis points into it. */
struct report {
    struct run_data run;
    struct analysis analysis;
    const char *name; /* name of the folder of the run */
};
struct folder {
    const char *directory;
    struct report *runs; /* runs, sorted by name */
    int count;
    bool is_run; /* the directory itself is a run: runs[0] */
    struct figures figures;
};
/* Reads and analyses a run, or all runs with tables in a folder that is not a run itself; draws
 * nothing. level: of the intervals; margin: of equivalence of time ratios. Returns false with
 * *error (the caller frees the message) if a run cannot be read; call run_folder_free() in any
 * case. */
bool run_folder_read(struct folder *, const char *directory, double level, double margin,
                     char **error);
void run_folder_free(struct folder *);

/* Subject of a page or of a part of a page. */
struct page {
    struct writer *w;
    const struct folder *folder;
    const struct report *r;
    const struct analysis *a; /* analysis of r */
    const struct question *q; /* NULL: the page is about the whole run or folder */
};
typedef void page_part(const struct page *);
struct page page_of(struct writer *, const struct folder *, int run);
/* Moves to the next question with rows that trains, or that times; returns false at the end. */
bool next_question(struct page *, bool trains);
#define words(p, ...)          keep_format((p)->w, __VA_ARGS__)
#define heading(p, level, ...) md_heading((p)->w, level, __VA_ARGS__)
#define say(p, ...)            md_paragraph((p)->w, __VA_ARGS__)
#define note(p, ...)           md_item((p)->w, __VA_ARGS__)
#define row(p, ...)            md_row((p)->w, __VA_ARGS__)
#define plain(p, text)         md((p)->w, text)

/* ---- pages ---- */

/* home: the folder that contains results/reference; NULL if not found. */
void run_page(const struct page *, const char *home);
page_part question_page, folder_page;
/* Returns the file name of a question's page: "report.md" or "report-QUESTION.md". */
const char *page_name(const struct page *);
/* Returns the number of questions with rows. */
int question_count(const struct page *);
/* Writes findings, main figure and table by paper for README.md; links: prefix of the paths of
 * runs. */
void front_part(const struct page *, const char *links);
/* Writes findings, main table and list of questions (front.c). */
page_part front_page;
/* Writes the answers of results/reference to questions that the tier leaves out (front.c). */
void reference_answers(const struct page *, const char *home);

/* Returns the page of the question to which a cell of the matrix belongs. */
struct page page_of_cell(const struct page *, const struct matrix_cell *);
/* Writes the table of changes by the tasks in `shown`, with costs and advice (front_tables.c). */
void matrix_table(const struct page *, const struct variant_matrix *, const int *shown, int count);
/* Writes the table of papers by the tasks with most judged claims. */
void paper_table(const struct page *, const struct variant_matrix *);

/* ---- parts ---- */

page_part report_failures, say_progress;
page_part timed_answer, timed_tables, trained_answer, trained_tables, checks;
/* Table of time at each shape of the last pass, and of FLOPs and memory at the last shape. */
page_part shapes_table;
/* Shows the figures of one kind (NULL: all kinds) of the page's question, or of no question. */
void show_figures(const struct page *, const char *kind);

/* ---- answers (answers.c) ---- */

/* The answer to a question: one or a few sentences without the last full stop. */
struct answer {
    const struct effect *effect; /* NULL: nothing was measured, so there is no effect */
    const struct judged *judged; /* NULL: the answer is not about a claim */
    const char *found, *word;
    const char *why; /* why the answer is not judged; "" if judged */
    bool of_all;     /* `found` is about all comparisons */
};
struct answer answer_of(const struct page *);
/* Writes the answers of all questions as CSV. */
#define ANSWERS_NAME "answers.csv"
bool answers_save(const struct folder *);
/* Returns "MLP is better than dot product: loss 1.1 % lower [0.2, 2.1]". */
const char *effect_sentence(const struct page *, const struct effect *);
/* Returns the larger costs of a better arm, as ". It has 1.75 times the parameters"; "" if none. */
const char *price_words(const struct page *, const struct effect *);
/* Returns a better arm against its control, as ". Against wider FFN, of the same size: inconclusive
 * (loss 0.5 % lower [-1.4, 2.3])"; "" if not needed. */
const char *control_words(const struct page *, const struct effect *);
/* Returns why an effect has no gain, as "diverged" or "its baseline learned nothing". */
const char *no_gain_words(const struct page *, const struct effect *);
/* Returns the paper of a claim or question, as "arXiv 2310.11398"; "" if none. */
const char *paper_of(const struct page *, const struct judged *);
/* Returns the claim about an effect; NULL if none. */
const struct judged *claim_of(const struct page *, const struct effect *);
const char *title_of(const struct page *);
/* Returns the title of the question's setup, or else the question's title. */
const char *setup_of(const struct page *);
/* Returns a link to the question's page. */
const char *question_link(const struct page *, const char *text);

/* Counts of outcomes of effects at equal steps; controls are excluded. */
struct counts {
    int all, of[OUTCOMES];
    const struct effect *least,
        *greatest; /* tested effects with the least and greatest gain; NULL if none */
};
struct counts counts_of(const struct page *, struct span conditions);
/* Returns counts as "3 faster, 1 slower, 2 inconclusive"; "" if all are 0. */
const char *counts_text(const struct page *, const int *counts, const char *const *names);

/* ---- trials (question.c, failures.c) ---- */

struct span trials_of(const struct analysis *, struct span entries);
struct trial_counts {
    int of[TRIAL_MISSING + 1];
    int untrained; /* diverged trials that ended but learned nothing */
    int run;       /* number of trials that are not missing */
};
struct trial_counts count_trials(const struct page *);
/* Returns the rows without a result, as "3 of 12 rows: timeout"; "" if none. */
const char *lost_words(const struct page *);
/* Returns why a question has no answer; NULL if it has measured rows. */
const char *nothing_words(const struct page *);
/* Returns the first value of a column of cells.csv in the question's rows, unescaped; "" if none.
 */
const char *first_text(const struct page *, const char *column);
/* Returns the failed rows of an entry, as "2 timeout, 1 oom". */
const char *failures_text(const struct page *, int entry);
/* Returns the entry of a label in a condition; -1 if none. */
int entry_at(const struct page *, int condition, int label);

#define for_each_effect(e, p)                                                                      \
    for (const struct effect *e = (p)->a->effects + (p)->q->effects.first;                         \
         e < (p)->a->effects + (p)->q->effects.last && e->comparison == COMPARE_STEPS; e++)
#define for_each_judged(j, p)                                                                      \
    for (const struct judged *j = (p)->a->judged + (p)->q->judged.first;                           \
         j < (p)->a->judged + (p)->q->judged.last; j++)

/* Returns the condition of a timed question's sentences and main table: the last with a measured
 * ratio, else the last with a time. */
int main_condition(const struct page *);
/* Returns a condition's name, as "forward pass, length 512". */
const char *condition_words(const struct page *, int condition);
/* Returns the effects of the arms' factors on time; "" if there are no factors. */
const char *factor_words(const struct page *, int condition);

/* ---- numbers and names (report_words.c); "" for what was not measured ---- */

const char *time_text(const struct page *, double ns);     /* such as "12.3 ms" */
const char *bytes_text(const struct page *, double bytes); /* such as "64.0 MiB" */
const char *count_text(const struct page *, double);       /* such as "2.24 million" */
const char *ratio_text(const struct page *, double);       /* such as "0.93" or "12.4" */
/* Returns a gain: "+2.10 % [+0.40, +3.77]" for a metric, the ratio "0.931 [0.918, 0.944]" for times
 * (metric NULL). */
const char *gain_text(const struct page *, const struct metric *, const struct estimate *);
/* Returns a gain in words, as "loss 2.1 % lower [0.4, 3.8]". */
const char *gain_words(const struct page *, const struct metric *, const struct estimate *);
/* Returns a cell of a table over several tasks, as "▲ 1.1 % better [0.2, 2.1]" or "∅ not judged".
 */
const char *cell_text(const struct page *, const struct effect *);
/* Returns the mark of an outcome; the mark of a suggestive one shows the sign of the gain. */
const char *outcome_mark(enum outcome, double gain);
const char *verdict_text(const struct page *, const struct effect *);
extern const char marks_legend[];
/* Returns a number with its noun, as "1 row was" or "2 rows were". */
#define things(p, n, one, many) words(p, "%d %s", n, (n) == 1 ? (one) : (many))
#define list_add(text, separator, item)                                                            \
    text_add(text, "%s%s", (text)->length ? (separator) : "", item)
#define in_shell(p, word) keep((p)->w, shell_word(word))
/* Returns a text with its first letter capitalised. */
const char *capital(const struct page *, const char *text);
const char *name_of(const struct page *, int entry);  /* such as "MLP (d_model = 64)" */
const char *label_of(const struct page *, int entry); /* such as "MLP" */

#endif
