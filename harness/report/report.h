/* SPDX-License-Identifier: MIT
 * Declares the pages of a run and of a folder of runs. A run with one question has one page,
 * report.md. A run with several questions has a front page and one page per question,
 * report-QUESTION.md.
 *
 * Functions that return text return Markdown with escaped names. The writer owns the text. */
#ifndef ATTNLAB_REPORT_H
#define ATTNLAB_REPORT_H

#include "base/shell.h"
#include "harness/analysis/variant_matrix.h"
#include "harness/report/figures/figures.h"
#include "harness/report/page/page.h"

/* A run and its analysis. Do not move this struct, because the analysis points into it. */
struct report {
    struct run_data run;
    struct analysis analysis;
    const char *name; /* name of the folder of the run */
};
struct folder {
    const char *directory;
    struct report *runs; /* runs, sorted by name */
    int count;
    bool is_run; /* true if the directory itself is a run, which is then runs[0] */
    struct figures figures;
};
/* Reads and analyses a run, or all runs with tables in the subfolders of a directory.
 *   level: confidence level of intervals
 *   margin: equivalence margin of time ratios
 *
 * On failure, returns false and sets *error, which the caller frees. Call run_folder_free() in
 * either case. */
bool run_folder_read(struct folder *, const char *directory, double level, double margin,
                     char **error);
void run_folder_free(struct folder *);

/* Subject of a page, or of a part of a page. */
struct page {
    struct writer *w;
    const struct folder *folder;
    const struct report *r;
    const struct analysis *a; /* analysis of the run `r` */
    const struct question *q; /* NULL if the page is about the whole run or folder */
};
typedef void page_part(const struct page *);
struct page page_of(struct writer *, const struct folder *, int run);
/* Moves to the next question that is shown. `trains` selects trained or timed questions. Returns
 * false at the end. */
bool next_question(struct page *, bool trains);
#define words(p, ...)          keep_format((p)->w, __VA_ARGS__)
#define heading(p, level, ...) md_heading((p)->w, level, __VA_ARGS__)
#define say(p, ...)            md_paragraph((p)->w, __VA_ARGS__)
#define note(p, ...)           md_item((p)->w, __VA_ARGS__)
#define row(p, ...)            md_row((p)->w, __VA_ARGS__)
#define plain(p, text)         md((p)->w, text)

/* ---- pages ---- */

/* Writes the page of a run. home: the folder that contains results/reference; NULL if not found. */
void run_page(const struct page *, const char *home);
page_part question_page, folder_page;
/* Returns the file name of a question's page: "report.md" or "report-QUESTION.md". */
const char *page_name(const struct page *);
int question_count(const struct page *);
/* Writes findings, main figure and table by paper for README.md. links: prefix for the paths of
 * runs. */
void front_part(const struct page *, const char *links);
/* Writes findings, main table and list of questions (front.c). */
page_part front_page;
/* Writes the papers' open questions with the answers of the folder's runs (source_questions.c). If
 * no run answers a question, writes nothing and returns false. */
bool source_question_table(const struct page *);
/* Returns true if source_question_table() lists the question. */
bool is_source_question(const char *name);
/* Lists questions that this tier skips, with their answers from results/reference. */
void reference_answers(const struct page *, const char *home);

/* Returns the page of the question to which a cell of the matrix belongs. */
struct page page_of_cell(const struct page *, const struct matrix_cell *);
/* Writes the table with one row per proposal, one column per task in `shown`, costs and advice
 * (front_tables.c). */
void matrix_table(const struct page *, const struct variant_matrix *, const int *shown, int count);
/* Writes the table of published claims: one row per paper and variant, and one column for each of
 * the tasks with the most judged claims. */
void paper_table(const struct page *, const struct variant_matrix *);

/* ---- parts ---- */

page_part report_failures, say_progress;
page_part timed_answer, timed_tables, trained_answer, trained_tables, checks;
/* Writes a table of the last pass: the time at each shape, and costs at the last shape. */
page_part shapes_table;
/* Shows the figures of the page's question that have this kind, or all figures if `kind` is NULL.
 */
void show_figures(const struct page *, const char *kind);

/* ---- answers (answers.c) ---- */

/* The answer to a question: one or a few sentences, without the final full stop. */
struct answer {
    const struct effect *effect; /* NULL if nothing was measured */
    const struct judged *judged; /* claim that the answer is about; NULL if there is none */
    const char *found, *word;
    const char *why; /* why the answer is not judged; "" if it is judged */
    bool of_all;     /* true if `found` is about all comparisons */
};
struct answer answer_of(const struct page *);
/* Returns `found`. If `found` has several time ratios, returns only the first. */
const char *short_answer(const struct page *, const struct answer *);
/* Returns the answer about the first measured claim of a paper, such as "2310.11398". If there is
 * no such claim, returns answer_of(). */
struct answer answer_about(const struct page *, const char *paper);
/* Name of the CSV file with the answers of all questions. */
#define ANSWERS_NAME "answers.csv"
bool answers_save(const struct folder *);
/* Returns a sentence such as "MLP is better than dot product: loss 1.1 % lower [0.2, 2.1]". */
const char *effect_sentence(const struct page *, const struct effect *);
/* Returns a sentence about the additional costs of a better arm, such as ". It has 1.75 times the
 * parameters". Returns "" if there are none. */
const char *price_words(const struct page *, const struct effect *);
/* Compares a better arm with its control. Returns text such as ". The comparison with a control of
 * the same size, wider FFN, is inconclusive (loss 0.5 % lower [-1.4, 2.3])". Returns "" if the arm
 * is not better or not larger. */
const char *control_words(const struct page *, const struct effect *);
/* Returns why an effect has no gain, such as "diverged" or "its baseline learned nothing". */
const char *no_gain_words(const struct page *, const struct effect *);
/* Returns the paper of a claim or question, such as "arXiv 2310.11398". Returns "" if no paper is
 * named. */
const char *paper_of(const struct page *, const struct judged *);
/* Returns the claim about an effect, or NULL. */
const struct judged *claim_of(const struct page *, const struct effect *);
const char *title_of(const struct page *);
/* Returns the title of the question's setup, or the question's title if it has no setup. */
const char *setup_of(const struct page *);
/* Returns a link to the question's page. */
const char *question_link(const struct page *, const char *text);

/* Counts of the outcomes of effects at equal steps, without controls. */
struct counts {
    int all, of[OUTCOMES];
    const struct effect *least, *greatest; /* tested effects with the smallest and the largest gain;
                                              NULL if there is none */
};
struct counts counts_of(const struct page *, struct span conditions);
/* Returns counts as text, such as "3 faster, 1 slower, 2 inconclusive". Returns "" if all are 0. */
const char *counts_text(const struct page *, const int *counts, const char *const *names);

/* ---- trials (question.c, failures.c) ---- */

struct span trials_of(const struct analysis *, struct span entries);
struct trial_counts {
    int of[TRIAL_MISSING + 1];
    int untrained; /* number of trials that ended but learned nothing */
    int disturbed; /* number of trials disturbed by other programs, including trials that are not
                      used */
    int run;       /* number of trials that were run, or skipped for lack of data or memory */
};
struct trial_counts count_trials(const struct page *);
/* Returns a count of the rows without a result, such as "3 of 12 rows: timeout". Returns "" if
 * there are none. */
const char *lost_words(const struct page *);
/* Returns why a question has no answer, or NULL if the question has measured rows. */
const char *nothing_words(const struct page *);
/* Returns the first value of a column of cells.csv in the question's rows, unescaped, or "". */
const char *first_text(const struct page *, const char *column);
/* Returns a count of the failed rows of an entry, such as "2 timeout, 1 oom". */
const char *failures_text(const struct page *, int entry);
/* cost_heads() returns the titles of the cost columns. cost_cells() returns the costs of an entry:
 * absolute values for a baseline, ratios to the baseline for other entries (timed.c). */
const char *cost_heads(const struct page *);
const char *cost_cells(const struct page *, int entry);
/* Returns the index of the entry with this label and condition, or -1. */
int entry_at(const struct page *, int condition, int label);

#define for_each_effect(e, p)                                                                      \
    for (const struct effect *e = (p)->a->effects + (p)->q->effects.first;                         \
         e < (p)->a->effects + (p)->q->effects.last && e->comparison == COMPARE_STEPS; e++)
#define for_each_judged(j, p)                                                                      \
    for (const struct judged *j = (p)->a->judged + (p)->q->judged.first;                           \
         j < (p)->a->judged + (p)->q->judged.last; j++)

/* Returns the condition that the text and the main table of a timed question describe: the last
 * condition with a measured ratio. If no ratio was measured, returns the last condition with a
 * time. */
int main_condition(const struct page *);
/* Returns the name of a condition, such as "forward pass, length 512". */
const char *condition_words(const struct page *, int condition);
/* Returns text that states how each factor of the arms changes the time, or "" if there are no
 * factors. */
const char *factor_words(const struct page *, int condition);

/* ---- numbers and names (report_words.c); "" for what was not measured ---- */

const char *time_text(const struct page *, double ns);     /* Returns text such as "12.3 ms". */
const char *bytes_text(const struct page *, double bytes); /* Returns text such as "64.0 MiB". */
const char *count_text(const struct page *, double); /* Returns text such as "2.24 million". */
const char *ratio_text(const struct page *, double); /* Returns text such as "0.93" or "12.4". */
/* Returns a gain as text: "+2.10 % [+0.40, +3.77]" for a metric, or a ratio such as "0.931 [0.918,
 * 0.944]" for times (metric NULL). */
const char *gain_text(const struct page *, const struct metric *, const struct estimate *);
/* Returns a gain in words, such as "loss 2.1 % lower [0.4, 3.8]". */
const char *gain_words(const struct page *, const struct metric *, const struct estimate *);
/* Returns a table cell such as "▲ 1.1 % better [0.2, 2.1]" or "∅ not judged". */
const char *cell_text(const struct page *, const struct effect *);
/* Returns the mark of an outcome. The mark of a suggestive outcome shows the sign of the gain. */
const char *outcome_mark(enum outcome, double gain);
const char *verdict_text(const struct page *, const struct effect *);
extern const char marks_legend[];
/* Returns a number with its noun, such as "1 row was" or "2 rows were". */
#define things(p, n, one, many) words(p, "%d %s", n, (n) == 1 ? (one) : (many))
#define list_add(text, separator, item)                                                            \
    text_add(text, "%s%s", (text)->length ? (separator) : "", item)
#define in_shell(p, word) keep((p)->w, shell_word(word))
/* Returns a text with its first letter capitalised. */
const char *capital(const struct page *, const char *text);
const char *name_of(const struct page *,
                    int entry); /* entry in words, such as "MLP (d_model = 64)" */
const char *label_of(const struct page *, int entry); /* arm in words, such as "MLP" */
/* Returns a label for use in a sentence: in quotes if it contains punctuation. */
const char *quoted(const struct page *, const char *label);
/* Returns name_of() with the label of the arm as in quoted(). */
const char *quoted_name(const struct page *, int entry);

#endif
