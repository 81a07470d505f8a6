/* SPDX-License-Identifier: MIT
 * Creates the results folder of a small run from a list of training runs. */
#ifndef ATTNLAB_TEST_TRAINED_FOLDER_H
#define ATTNLAB_TEST_TRAINED_FOLDER_H

#include "tests/unit/run_folder.h"

/* A training run. The other columns of its row are derived from these fields. */
struct training {
    const char *arm, *norm, *act;
    int size;
    double lr;
    int seed;
    const char *status; /* "STATUS" or "STATUS: REASON" */
    double loss;
};

/* Arm whose runs used the formula instead of a fast path; NULL omits the column. */
static const char *formula_arm;

/* Name and value of the column that states where a run was trained; NULL omits the column. Only
 * runs of arms other than base with seed 2 have the value. */
static const char *place_column, *place_said;

/* The test loss is pow(validation loss, test_power), so gains in log loss are multiplied by
 * test_power. 0 omits the test loss. */
static double test_power;

static inline const struct training *training_of(const struct folder *f, int row,
                                                 const struct training *list, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].arm, row_value(f, row, "proj")) &&
            !strcmp(list[i].norm, row_value(f, row, "norm")) &&
            !strcmp(list[i].act, row_value(f, row, "act")) &&
            list[i].size == atoi(row_value(f, row, "size")) &&
            list[i].lr == atof(row_value(f, row, "lr")) &&
            list[i].seed == atoi(row_value(f, row, "seed")))
            return &list[i];
    return NULL;
}

static inline void add_training(struct text *rows, struct text *curves, const struct training *t,
                                const char *key)
{
    bool base = !strcmp(t->arm, "base"), ok = !strcmp(t->status, "ok");
    size_t word = strcspn(t->status, ":");
    text_add(rows, "q,\"%s\",%.*s,\"%s\",", key, (int)word, t->status,
             t->status[word] ? t->status + word + 2 : "");
    if (ok) text_add(rows, "%.17g,%.17g", t->loss, 1 - t->loss / 4);
    text_add(rows, "%s,", ok ? "" : ",");
    if (ok && test_power > 0) text_add(rows, "%.17g", pow(t->loss, test_power));
    text_add(rows, ",%d,%d,%g,%d,loss", base ? 100 : 150, base ? 10 : 20, base ? 1000.0 : 500.0,
             base ? 1000 : 1100);
    if (formula_arm)
        text_add(rows, ",%s", strcmp(t->arm, formula_arm) ? "fast" : "formula: normalizer");
    if (place_column) text_add(rows, ",%s", !base && t->seed == 2 ? place_said : "");
    text_add(rows, "\n");
    /* The loss is 4 at step 10 and has its final value at step 20. FLOPs grow with the square of
     * the size. Runs of base need half the FLOPs and time of other arms. */
    for (int p = 1; ok && p <= 2; p++)
        text_add(curves, "q,\"%s\",%d,%d,%d,%.17g\n", key, p * 10,
                 p * (base ? 100 : 200) * t->size * t->size, p * (base ? 1 : 2),
                 p == 1 ? 4 : t->loss);
}

/* Plans the question, writes the rows of the training runs that it needs, and analyses the folder.
 */
static inline void set_up(struct folder *f, const struct training *list, int count,
                          const char *question)
{
    struct text rows = {0}, curves = {0};
    char *plan = xformat("# As run by attnlab: q.yaml, tier full\nkind: quality\n%s", question);
    folder_plan(f, plan);
    text_add(&rows,
             "ablation,key,status,reason,valid_loss,valid_accuracy,test_loss,parameters,"
             "flop_per_token,tokens_per_s,peak_rss_bytes,metric%s%s%s\n",
             formula_arm ? ",path" : "", place_column ? "," : "", place_column ? place_column : "");
    text_add(&curves, "ablation,key,step,flop,seconds,valid_loss\n");
    for (int row = 0; row < f->plan.row_count; row++) {
        const struct training *t = training_of(f, row, list, count);
        if (t) add_training(&rows, &curves, t, f->plan.rows[row].key);
    }
    folder_write(f, "cells.csv", rows.data);
    folder_write(f, "curves.csv", curves.data);
    folder_analyse(f);
    text_free(&rows);
    text_free(&curves);
    free(plan);
}

/* Marks every validity check as passed. Small questions have neither simple baselines nor negative
 * controls. */
static inline void pass_validity_checks(struct folder *f)
{
    struct analysis *a = &f->analysis;
    for (int i = 0; i < a->effect_count; i++) a->effects[i].outcome = a->effects[i].unchecked;
    for (int i = 0; i < a->interaction_count; i++)
        a->interactions[i].outcome = a->interactions[i].unchecked;
    for (int i = 0; i < a->judged_count; i++) a->judged[i].judgement = a->judged[i].unchecked;
}

#endif
